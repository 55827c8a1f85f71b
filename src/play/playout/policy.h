// What can guide a search: a Policy says which moves look good, an Evaluator how a position looks, a PlayoutGuide makes
// the moves of playouts. All are asked from several threads at once, each with its own Position, and keep nothing that
// changes their answers.
#ifndef PLAY_PLAYOUT_POLICY_H
#define PLAY_PLAYOUT_POLICY_H

#include "state/turn/position.h"

typedef struct Policy Policy;
struct Policy {
  // A weight above 0 for every move of the list; they need not add up to 1.
  void (*weigh)(const Policy *self, Position *x, MoveList list, double *weights);
};

struct Sampler;
typedef struct PlayoutGuide PlayoutGuide;
struct PlayoutGuide {
  uint64_t most;  // moves from the beginning of a playout that it makes, then any are made; 0: all
  // Makes one move, number `ply` of the playout. The sampler is that of the playout.
  void (*step)(const PlayoutGuide *self, struct Sampler *sampler, Position *x, Random *random, uint64_t ply);
};

// Says how many moves players have, in place of a position that cannot list them.
typedef struct MoveCounter MoveCounter;
struct MoveCounter {
  // The moves a player would have if it were to move, and (unless NULL) the sites they end on. False: nobody knows.
  bool (*count)(MoveCounter *self, Player player, double *moves, double *ends);
};

typedef struct Evaluator Evaluator;
struct Evaluator {
  // What each seat may expect, in [-1, 1], at [1 .. players]. The game is not over; x is left as it was.
  void (*estimate)(const Evaluator *self, Position *x, double *utilities);
  // The same where only the state of x is valid (searches on native positions): moves are counted by somebody else.
  // NULL: it needs a whole position.
  void (*estimate_state)(const Evaluator *self, Position *x, MoveCounter *counter, double *utilities);
};

#endif
