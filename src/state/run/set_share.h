// Moves of pieces that are counted and not made (move_sets.h).
#ifndef STATE_RUN_SET_SHARE_H
#define STATE_RUN_SET_SHARE_H

#include "base/vec.h"
#include "plan/move_set.h"

// The moves of one rule for one piece, counted and not made.
typedef struct SetShare {
  const MoveRule *rule;
  int32_t from;
  uint32_t n;
  uint32_t first;
  bool made;  // they are moves of the stack from `first` on: what had to be asked of each piece
} SetShare;
typedef VEC(SetShare) SetShares;

// A move of a statement that makes at most one from one site to another.
typedef struct SitePair {
  Site from, to;
} SitePair;
typedef VEC(SitePair) SitePairs;

#endif
