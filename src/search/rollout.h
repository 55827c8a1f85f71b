// Playouts of a search: from a position to the end of the game, each move chosen by what earlier playouts
// taught. Also the record of the moves of one simulation, which the tables and the tree learn from.
#ifndef SEARCH_ROLLOUT_H
#define SEARCH_ROLLOUT_H

#include "play/policy.h"
#include "search/history.h"

typedef enum RolloutKind { ROLLOUT_RANDOM, ROLLOUT_MAST, ROLLOUT_GIBBS, ROLLOUT_NST } RolloutKind;
typedef enum DecisiveKind { DECISIVE_OFF, DECISIVE_WINS, DECISIVE_BOTH } DecisiveKind;

typedef struct RolloutOptions {
  int kind;            // RolloutKind
  int decisive;        // DecisiveKind: take wins at once; and do not let the next player win at once
  bool split;          // moves are chosen part by part
  bool reply;          // last good reply first
  bool learn;          // keep scores even when the kind does not need them (progressive history)
  double epsilon;      // how often a greedy playout moves at random
  double temperature;  // Gibbs
  int64_t cutoff;      // moves of a playout before it is judged as it stands; 0: it goes on to the end
  double decay;        // what is kept from one move of the game to the next
} RolloutOptions;

typedef struct Step {
  uint64_t key;
  int seat;
} Step;

typedef struct Rollout {
  const RolloutOptions *options;
  ScoreTable single, pair, triple;  // of moves, and of moves after one or two others
  ReplyTable replies;
  VEC(Step) steps;  // moves of this simulation, the tree's included
  VEC(double) weights;
  VEC(bool) bad;    // moves that let the next player win
  uint64_t states;  // moves made so far, over all simulations
} Rollout;

void rollout_init(Rollout *rollout, const RolloutOptions *options);
void rollout_free(Rollout *rollout);

// Before a simulation; then every move made in the tree; then play on to the end (or the cutoff, or a fault).
void rollout_begin(Rollout *rollout);
void rollout_note(Rollout *rollout, uint64_t key, int seat);
// False when a move that was under way cannot be finished.
bool rollout_play(Rollout *rollout, Exec *x, Random *random);
// Makes parts of a move until it is finished; false when that is not possible, with nothing changed.
bool rollout_finish(Rollout *rollout, Exec *x, Random *random);
// The simulation is over, with these utilities by seat: the tables learn.
void rollout_learn(Rollout *rollout, const double *utilities);
// The game went on by a move.
void rollout_fade(Rollout *rollout);

// A move that wins at once for the seat that makes it, or -1.
int decisive_move(Exec *x, MoveList list, uint64_t *states);

// Utilities of all seats in a finished (or stopped) game.
void seat_utilities(const Exec *x, double *utilities);

#endif
