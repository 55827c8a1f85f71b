// The game that a record names, found in the open libraries and compiled; kept for the next record, which is often of
// the same game.
#ifndef CMD_STUDY_RECORDED_GAME_H
#define CMD_STUDY_RECORDED_GAME_H

#include "cmd/frame/game_option.h"
#include "play/record/record.h"

typedef struct RecordedGame {
  Load *load;        // its library is open
  char *key;         // of the game kept
  const Game *game;  // NULL: none
} RecordedGame;

// Makes kept->game the game of the record. False with a sentence in *why (arena) and the stage that failed (parse or
// lower) in *stage.
bool recorded_game_open(RecordedGame *kept, const Record *record, Arena *arena, const char **stage, const char **why);
// Start placements of a recorded game, for starts that are left to chance: those of the trace of the same key and seed
// (traces/KEY/SEED.jsonl.zst of a library given), if there is one. The list lives in the arena.
void recorded_game_placements(const RecordedGame *kept, const char *key, int64_t seed, Arena *arena, Record *record);
void recorded_game_free(RecordedGame *kept);

#endif
