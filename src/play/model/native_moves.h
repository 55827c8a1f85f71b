// Which move of native code is which of the interpreter: both have the same moves in orders of their own.
#ifndef PLAY_MODEL_NATIVE_MOVES_H
#define PLAY_MODEL_NATIVE_MOVES_H

#include "base/vec.h"
#include "emit/native.h"
#include "state/turn/position.h"

// A move as both sides can say it: where it goes, and the hash of the position after it where that is not enough.
typedef struct MoveSign {
  int16_t from, to;
  uint32_t number;
  uint64_t after;
} MoveSign;

// Works out pairs of moves; its memory is used again from position to position.
typedef struct NativeMatch {
  const Native *native;
  unsigned char *trial;  // a state
  VEC(MoveSign) ours, theirs;
  VEC(uint32_t) number;  // by the native number of a move: its number in the interpreter's list
} NativeMatch;

void native_match_open(NativeMatch *match, const Native *native);
void native_match_close(NativeMatch *match);
// Fills match->number for the position, of which state and the n moves are the native side; n 0: a forced pass. False
// when the moves are not the same, or there are more than native code lists (n -1).
bool native_match(NativeMatch *match, Position *x, MoveList list, const void *state, const unsigned char *moves, int n);

#endif
