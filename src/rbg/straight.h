// Straightness: the largest number of offs and assignments on a path through the rules between two switches,
// conditions ignored. It bounds the length of moves; infinite when a star repeats modifiers.
#ifndef RBG_STRAIGHT_H
#define RBG_STRAIGHT_H

#include "rbg/rbg_tree.h"

enum { RBG_STRAIGHT_NONE = -1, RBG_STRAIGHT_INFINITE = -2 };

typedef struct RbgStraightness {
  int applied;   // modifiers performed at one time, those inside patterns included
  int main;      // the same without patterns
  int move;      // in a player's move
  int semimove;  // in a player's move, dots ending it as well
} RbgStraightness;

RbgStraightness rbg_straightness(const RbgNode *rules);

#endif
