// Games as records: which game, the moves in textual form, the result. Two formats are read: Ludii's trial
// files (a text of `name=value` lines) and Senet's own, one JSON object per line and game:
//   {"game": "Chess", "path": "...", "options": [...], "ruleset": null, "seed": 1, "stream": 0,
//    "moves": ["[Move:...]", ...], "over": true, "winner": 1, "ranking": [1, 2]}
// With the seed and stream of chance the whole game can be made again from its moves. "position" is the text of the
// position it begins at, where that is not the start of the game.
#ifndef PLAY_RECORD_RECORD_H
#define PLAY_RECORD_RECORD_H

#include "base/text.h"
#include "base/vec.h"
#include "state/turn/position.h"

typedef struct Record {
  const char *name;      // of the game, or NULL
  const char *path;      // of its description, or NULL
  const char *ruleset;   // or NULL
  const char **options;  // ended by NULL
  bool seeded;           // chance comes from this stream; otherwise outcomes are read off the moves
  uint64_t seed, stream;
  const char *position;     // it begins at, as text; NULL: the start of the game
  const char **placements;  // made by the start rules; own records have none
  size_t n_placements;
  const char **moves;
  size_t n_moves;
  bool over;
  int winner;       // 0: nobody
  double *ranking;  // per player from 1; NULL when not recorded
  size_t n_ranking;
} Record;

// The part of a description's path that is the same on every machine: from its last /lud/ on.
const char *record_path(const char *path);

// Everything is copied into the arena. False with a sentence in *why (arena).
bool record_read_trial(Arena *arena, Str text, Record *record, const char **why);
bool record_read_line(Arena *arena, Str line, Record *record, const char **why);

// One line, newline included.
void record_write(Text *out, const Record *record);

typedef VEC(const char *) RecordMoves;

// A game in the making: notes every move made and, at the end, the result.
typedef struct Recorder {
  Arena arena;
  Record record;
  RecordMoves moves;
} Recorder;
// Adds the text of a move that was made on x: number i of those since the start or, in a match, since its game began.
void record_add_move(RecordMoves *moves, Arena *arena, const Position *x, size_t i);
// In a match: the step from a game that is finished to the next one, or to the end of the match.
void record_add_next_game(RecordMoves *moves, Arena *arena, const Position *finished);
// Whether a text is that of such a step.
bool record_is_next_game(const char *text);
void recorder_begin(Recorder *recorder, uint64_t seed, uint64_t stream);
// The move just made.
void recorder_note(Recorder *recorder, const Position *x);
// Fills in the moves and the result; the record is valid until the next recorder_begin or recorder_free.
const Record *recorder_end(Recorder *recorder, const Position *x);
void recorder_free(Recorder *recorder);

#endif
