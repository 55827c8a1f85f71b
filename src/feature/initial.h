// The initial feature set of a game, made from its move rules (Soemers et al., Biasing MCTS with Features for General
// Games, section IV.A): what the rules say about the sites of every move, and with it one element more. Features that
// ask for what no legal move can have are left out.
#ifndef FEATURE_INITIAL_H
#define FEATURE_INITIAL_H

#include "feature/set.h"

// What can be on a site, as seen by the mover.
enum { CONTENT_EMPTY = 1, CONTENT_FRIEND = 2, CONTENT_ENEMY = 4, CONTENT_OTHER = 8, CONTENT_ALL = 15 };

// What the rules of one kind of move leave possible before it is made.
typedef struct MoveFacts {
  uint8_t to, from;  // contents
} MoveFacts;

typedef VEC(MoveFacts) MoveFactsList;

// The kinds of moves of a game: every legal move is of one of them.
void move_facts(const Game *game, MoveFactsList *out);

// The set: a feature per kind of move, and each of those with one more element on a walk of at most two steps.
// False where it would have more than FEATURES_MAX features.
bool set_initial(FeatureSet **set, const FeatureSpace *space);

// Whether some legal move could have the feature, as far as its elements at the move's own sites tell.
bool feature_possible(const Feature *feature, const MoveFactsList *facts);

#endif
