// Search guided by a network, as a machine that stops whenever it needs positions evaluated: collect gives the leaves,
// the caller evaluates them (with those of other games, in one batch), answer goes on. Two kinds:
//
// Gumbel (Danihelka et al., Policy improvement by planning with Gumbel, ICLR 2022): at the root some moves are drawn
// without replacement, and simulations are shared out among them by sequential halving; below, the move is taken that
// lags most behind the improved policy. The policy to learn is the prior improved by the values found.
//
// PUCT (Silver et al., 2018): the prior and its noise explore, the visits are the policy to learn.
//
// A node in which several players move at once is searched by PUCT for each of them.
#ifndef LEARN_ZERO_ZERO_SEARCH_H
#define LEARN_ZERO_ZERO_SEARCH_H

#include "learn/zero/zero_tree.h"

typedef enum ZeroKind { ZERO_GUMBEL, ZERO_PUCT } ZeroKind;

typedef struct ZeroSearchOptions {
  int kind;             // ZeroKind
  int64_t considered;   // Gumbel: moves drawn at the root
  double visit_offset;  // Gumbel: values weigh (visit_offset + most visits) * value_scale
  double value_scale;
  double explore;       // PUCT: weight of the prior
  double noise_share;   // PUCT: of noise in the root's prior
  double noise_shape;   // PUCT: of the Dirichlet distribution, times 10 / moves
  double unvisited;     // PUCT: what an unvisited move is worth less than its parent
  int64_t repetitions;  // a position that comes up so many times in the game is drawn; 0: never
  double discount;      // a result counts so much less for every move it is away
  bool sharp;           // Gumbel: a position is worth what its improved policy promises, not the mean of simulations
} ZeroSearchOptions;

#define ZERO_SEARCH_DEFAULTS                                                                       \
  {                                                                                                \
    .kind = ZERO_GUMBEL, .considered = 16, .visit_offset = 50, .value_scale = 0.5, .explore = 1.5, \
    .noise_share = 0.25, .noise_shape = 1, .unvisited = 0.2, .discount = 1                         \
  }

enum { ZERO_LEAVES_MOST = 16 };

// A position to be evaluated, encoded by whoever owns the search.
typedef struct ZeroLeaf {
  ZeroPath path;
  uint32_t node;
  uint32_t n_moves;
  VEC(unsigned char) request;       // what the encoder wrote
  VEC(float) logits;                // the answer: by move,
  float values[GAME_PLAYERS_MAX];   // and by player, from 0
  uint8_t seats[GAME_PLAYERS_MAX];  // who plays each player there; 0: nobody
} ZeroLeaf;

// How a position becomes a request: writes it to the leaf. The position is the worker's, with its list of moves.
typedef struct ZeroEncoder ZeroEncoder;
struct ZeroEncoder {
  void (*encode)(ZeroEncoder *self, Position *x, MoveList list, ZeroLeaf *leaf);
};

// A candidate among others: its score and where it was.
typedef struct ZeroRanked {
  float score;
  uint32_t place, edge;
} ZeroRanked;

typedef struct ZeroSearch {
  const ZeroSearchOptions *options;
  ZeroTree tree;
  Random random;  // of choices: noise, ties
  Random guess;   // Gumbel: of what is hidden, in this round
  bool noisy;     // explore at the root
  bool anew;      // visits that a kept tree has are not counted as simulations of this search
  int64_t simulations, done;
  VEC(float) noise;          // Gumbel: by edge of the root
  VEC(float) scores;         // scratch
  VEC(uint32_t) candidates;  // Gumbel: edges of the root, best first
  VEC(ZeroRanked) ranked;    // scratch
  uint32_t drawn;            // Gumbel: candidates there were at first
  uint32_t round, rounds;    // Gumbel: visits each candidate has, and when the worse half goes
  size_t next;               // Gumbel: the candidate whose turn it is in this round
  bool prepared;
  int width;  // leaves at most in one go
  int n_leaves;
  ZeroLeaf leaves[ZERO_LEAVES_MOST];
} ZeroSearch;

void zero_search_open(ZeroSearch *search, const Game *game, const ZeroSearchOptions *options);
void zero_search_close(ZeroSearch *search);

// A search of the tree's root with so many simulations (0: the root is only evaluated).
void zero_search_begin(ZeroSearch *search, ZeroWorker *worker, int64_t simulations, bool noisy);
// The leaves to be evaluated next, encoded; 0: the search is done.
int zero_search_collect(ZeroSearch *search, ZeroWorker *worker, ZeroEncoder *encoder);
// The leaves have their answers.
void zero_search_answer(ZeroSearch *search);

// The move to make: the number of an edge of the root. temperature > 0 (PUCT, or no simulations): drawn in proportion
// to the visits to the power of 1 / temperature. seat: whose, where several move.
uint32_t zero_search_choose(ZeroSearch *search, int seat, double temperature);
// The policy to learn, one number per edge; the numbers of a seat add up to 1 / number of seats that move.
void zero_search_policy(ZeroSearch *search, float *policy);
// What the seats (from 0) may expect when moves are made by this policy: the mean of the moves visited.
void zero_search_values(ZeroSearch *search, const float *policy, float *values);

#endif
