// Games of self-play: the moves made, and for every position what the search made of it. As text for a file:
//
//   s PLAYER MOVES I:T I:T ...   a sample: the player, how many moves, and the targets above 0 by number of the move
//   m I ...                      the move that was made then; of several players in a simultaneous game
#ifndef LEARN_FEATURES_SELFPLAY_H
#define LEARN_FEATURES_SELFPLAY_H

#include "learn/features/biased.h"
#include "learn/features/learner.h"
#include "play/playout/executor.h"
#include "play/record/record.h"

typedef struct SelfPlay {
  const Game *game;
  uint64_t seed;
  const FeatureSet *selection, *playouts;  // playouts may be NULL
  BiasedSearch search;
  Executor *executor;       // NULL: the interpreter
  int64_t most;             // moves of a game; 0: no limit
  double until;             // the game is given up after this moment (clock_seconds); 0: never
  const atomic_bool *stop;  // the game is given up; may be NULL
} SelfPlay;

typedef struct SelfPlayGame {
  uint32_t number;
  uint32_t plies;
  VEC(Sample) samples;
  Text visits;     // as above
  Text record;     // one line, see play/record/record.h
  double entropy;  // mean of the targets
} SelfPlayGame;

// Plays game number k. False when it was stopped or the rules failed; nothing is to be freed then.
bool selfplay_play(const SelfPlay *plan, uint32_t number, const Record *names, SelfPlayGame *out);
// Makes the samples of a game again from the text of its visits. False when the text is of another game.
bool selfplay_read(const SelfPlay *plan, uint32_t number, Str visits, SelfPlayGame *out);
// Frees what is left; samples that were handed on are taken out by clearing the vector.
void selfplay_free(SelfPlayGame *game);

// What a policy should learn from a search: shares of visits; where a move is proven to win, that one, and nothing for
// moves proven to lose as long as there are others.
void search_targets(const SearchReport *report, double *targets, uint32_t n);

#endif
