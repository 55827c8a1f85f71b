// Playouts of a search: from a position to the end of the game, each move chosen by what earlier playouts taught.
#ifndef SEARCH_MCTS_ROLLOUT_H
#define SEARCH_MCTS_ROLLOUT_H

#include "emit/native.h"
#include "play/playout/policy.h"
#include "play/playout/sampler.h"
#include "search/mcts/lessons.h"
#include "search/mcts/sim_position.h"

// DECISIVE_NATIVE: both on native positions, where that is cheap, and off elsewhere.
typedef enum DecisiveKind { DECISIVE_OFF, DECISIVE_WINS, DECISIVE_BOTH, DECISIVE_NATIVE } DecisiveKind;

typedef struct RolloutOptions {
  LessonOptions lessons;
  int decisive;        // DecisiveKind: take wins at once; and do not let the next player win at once
  bool split;          // moves are chosen part by part
  bool drawn;          // where the rules allow it, a move is drawn first and then tested; else all are generated
  double epsilon;      // how often a greedy playout moves at random
  double temperature;  // Gibbs
  int64_t cutoff;      // moves of a playout before it is judged as it stands; 0: it goes on to the end
} RolloutOptions;

// What playouts of the interpreter do.
static inline DecisiveKind rollout_decisive(const RolloutOptions *options) {
  return options->decisive == DECISIVE_NATIVE ? DECISIVE_OFF : (DecisiveKind)options->decisive;
}

// Looking moves over one by one can take long where there are many: the clock is looked at on the way.
typedef struct Haste {
  const RulesWatch *watch;  // or NULL: there is time
  uint32_t moves;           // looked at since the clock was
  bool over;                // there is no time left
} Haste;

// So many moves more were looked at.
static inline bool haste_over(Haste *haste, uint32_t moves) {
  enum { LOOK_EVERY = 1024 };
  haste->moves += moves;
  if (haste->moves < LOOK_EVERY || haste->over) return haste->over;
  haste->moves = 0;
  return haste->over = haste->watch && haste->watch->expired(haste->watch->self);
}

typedef struct Rollout {
  const RolloutOptions *options;
  const PlayoutGuide *guide;  // makes the first moves of playouts of whole moves; or NULL
  Lessons lessons;
  Trail trail;  // of this simulation, the tree's part included
  Sampler sampler;
  VEC(double) weights;
  VEC(uint64_t) keys;    // of the moves at hand, where scores are kept by keys
  VEC(bool) bad;         // moves that let the next player win
  const Native *native;  // plays random games on, where nothing is to be noted on the way; or NULL
  void *native_state;
  bool judged;  // it did: the result is in native_results
  double native_results[GAME_PLAYERS_MAX + 1];
  Haste haste;      // once it is over the playout ends where it is
  Player filled;    // who wins the board when it was only filled; -1: the game was played on
  uint64_t states;  // moves made so far, over all simulations
} Rollout;

// The trails the lessons need are kept; the caller may ask for more.
void rollout_init(Rollout *rollout, const RolloutOptions *options);
void rollout_free(Rollout *rollout);

// Who plays random games on from now on; it must outlive the rollout. NULL: the interpreter.
void rollout_use_native(Rollout *rollout, const Native *native);

// Plays on to the end (or the cutoff, a fault, or as long as there is time), or finds out who wins (rollout->filled).
// False when a move that was under way cannot be finished.
bool rollout_play(Rollout *rollout, SimPosition *sim, Random *random);
// Makes parts of a move until it is finished; false when that is not possible, with nothing changed.
bool rollout_finish(Rollout *rollout, SimPosition *sim, Random *random);

// Makes a whole move and puts it on the trail.
void rollout_make(Rollout *rollout, SimPosition *sim, SimList list, uint32_t i);
// How well a move did so far (lessons_value).
double rollout_value(const Rollout *rollout, SimPosition *sim, SimList list, uint32_t i);

// Whether a move with the best value so far is to be chosen now, rather than any: greedy playouts.
bool rollout_is_greedy(const Rollout *rollout, Random *random);

// A move that wins at once for the seat that makes it, or -1.
int decisive_move(SimPosition *sim, SimList list, Haste *haste, uint64_t *states);

// What a simulation was worth to each seat: by the winner found, or by the game as it stands.
void rollout_utilities(const Rollout *rollout, const SimPosition *sim, double *utilities);

#endif
