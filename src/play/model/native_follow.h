// The interpreter follows native code: what was played by numbers of native moves is played again on a position, so
// that everything can be asked of it.
#ifndef PLAY_MODEL_NATIVE_FOLLOW_H
#define PLAY_MODEL_NATIVE_FOLLOW_H

#include "base/vec.h"
#include "emit/native.h"
#include "state/turn/position.h"

typedef VEC(Random) RandomList;
typedef VEC(uint32_t) NumberList;

// Whether native code can be followed in a game: one in which players take turns.
bool native_can_be_followed(const Native *native, const Game *game);

// Makes the moves with these numbers (native_steps) on a position, which stands where native code began; `choices` is
// what was drawn from then, and is left as it is after these moves. What chance stood at before each is added to
// `before`, which may be NULL. False when they are not moves of the interpreter, or lead elsewhere.
bool native_follow(const Native *native, Position *x, const NumberList *numbers, Random *choices, RandomList *before);

#endif
