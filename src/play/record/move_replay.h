// A recorded list of moves made again one by one, on a position that others may look at in between: replays of records,
// comparisons of features and tensors with recorded ones.
#ifndef PLAY_RECORD_MOVE_REPLAY_H
#define PLAY_RECORD_MOVE_REPLAY_H

#include "play/record/replay.h"

typedef struct MoveReplay {
  Position *x;
  const Record *record;  // where chance comes from; its moves are not read
  Legal legal;
  ReplayReport *report;  // the first difference
} MoveReplay;

// Opens the game at its start position. False with the difference in the report; close it all the same.
bool move_replay_open(MoveReplay *replay, const Game *game, const Record *record, ReplayLevel level,
                      ReplayReport *report);
void move_replay_close(MoveReplay *replay);
// The same, but the position is the caller's: position_free.
Position *move_replay_release(MoveReplay *replay);
// Makes the legal move that the text stands for, as number `ply` of the game.
bool move_replay_step(MoveReplay *replay, int ply, const char *text);
// Lists our legal moves with their complete texts in replay->legal.ours, in the order of the list; `texts` are the
// recorded ones, from which outcomes of chance are read. The caller ends with position_forget of the list.
MoveList move_replay_moves(MoveReplay *replay, const json_t *texts);

#endif
