// Results of the experiment on biased search: a row per game, strategy, stage and checkpoint, kept as CSV; the
// published findings beside them, and the learning curves as a picture.
#ifndef CMD_LEARN_BIASING_ROWS_H
#define CMD_LEARN_BIASING_ROWS_H

#include "base/text.h"
#include "base/vec.h"
#include "cmd/frame/game_option.h"

// A game of the paper: our description, a choice among its options or NULL, and what was found.
typedef struct BiasingGame {
  const char *name, *title, *option, *published;
} BiasingGame;
extern const BiasingGame biasing_games[];  // ended by a NULL name

// The game, compiled; NULL after saying what is wrong.
const Game *biasing_game_load(Load *load, const Options *options, const BiasingGame *row);

typedef struct BiasingRow {
  const char *game, *strategy, *stage;  // stage: grow, greedy, pruned or hand
  uint32_t games;                       // of self-play
  uint64_t n;                           // of evaluation
  double score;
  double slowdown;  // iterations of UCT over those of the biased search
} BiasingRow;

typedef VEC(BiasingRow) BiasingRows;

const BiasingRow *biasing_rows_find(const BiasingRows *rows, const char *game, const char *strategy, const char *stage,
                                    uint32_t games);
// From and to biasing.csv of a folder; loading an absent file gives no rows. False when that fails.
bool biasing_rows_load(Arena *arena, const char *folder, BiasingRows *rows);
bool biasing_rows_store(Arena *arena, const char *folder, const BiasingRows *rows);

void biasing_row_print(const BiasingRow *row);
// All rows of the last checkpoints, beside what was published.
void biasing_rows_report(const BiasingRows *rows);
// The learning curves: biasing.svg of the folder.
bool biasing_rows_figure(Arena *arena, const char *folder, const BiasingRows *rows);

#endif
