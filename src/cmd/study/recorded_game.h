// The game that a record names, found in the open libraries and compiled; kept for the next record, which is often of
// the same game.
#ifndef CMD_STUDY_RECORDED_GAME_H
#define CMD_STUDY_RECORDED_GAME_H

#include "cmd/frame/load.h"
#include "play/record/record.h"

typedef struct RecordedGame {
  Load *load;        // its library is open
  char *key;         // of the game kept
  const Game *game;  // NULL: none
} RecordedGame;

// Makes kept->game the game of the record. False with a sentence in *why (arena) and the stage that failed (parse or
// lower) in *stage.
bool recorded_game_open(RecordedGame *kept, const Record *record, Arena *arena, const char **stage, const char **why);
void recorded_game_free(RecordedGame *kept);

#endif
