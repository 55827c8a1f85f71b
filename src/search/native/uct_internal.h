// What the files of the native search share: uct_iterate.c has one iteration, native_uct.c what is around it.
#ifndef SEARCH_NATIVE_UCT_INTERNAL_H
#define SEARCH_NATIVE_UCT_INTERNAL_H

#include "base/thread.h"
#include "base/vec.h"
#include "play/model/native_moves.h"
#include "search/mcts/spread.h"
#include "search/native/compact_tree.h"
#include "search/native/native_uct.h"

// One thread.
typedef struct UctWorker {
  NativeUct *uct;
  unsigned char *state, *moves;
  unsigned char *next, *trial, *replies;  // states and moves of playouts that look ahead; NULL without
  VEC(CompactRef) path;                   // from the root
  Random random;
  uint64_t number;  // of the next playout
  Spread spread;
  BudgetShare share;
  double processor;
  uint64_t waits, again;
  uint32_t tried;  // moves looked at in playouts that look ahead
  bool late;       // there was no time left for the rest of a playout
  char apart[2 * CACHE_LINE];
} UctWorker;

// Weights of exploration are worked out once, for 64 steps from each power of two to the next; small numbers of visits
// are exact. A logarithm and a root at every node were a fifth of the time of Connect Four.
enum { WEIGHT_BITS = 6, WEIGHTS = 33 << WEIGHT_BITS };

struct NativeUct {
  const Native *native;
  AgentSetting setting;
  NativeUctOptions options;
  CompactTree tree;
  BudgetPot pot;
  Pool *pool;
  UctWorker *workers;
  unsigned char *root;  // state
  size_t state_size, move_size;
  bool proves;          // results can be proven
  atomic_bool failed;   // native code went beyond its limits: it is not used for this game any more
  uint64_t seed;        // of this search
  uint64_t root_moves;  // made before the root
  Position *x;          // the position of the root
  NativeMatch match;    // its moves
  double began, told;
  _Atomic double room_seconds;  // that making room took last time, or is expected to take
  SearchReport so_far;          // for the watcher
  float weights[WEIGHTS];
};

// One simulation.
void uct_iterate(UctWorker *worker);
// Plays on from worker->state to the end, looking one move ahead (uct_playout.c); worker->moves is used up. *known: the
// player to move wins at once. False when the game could not be finished, or not in time (worker->late).
bool uct_decisive_playout(UctWorker *worker, bool *known, double *utilities, uint64_t *made);

// The value of a proven node for the seat that made its move.
static inline double uct_exact(uint8_t flags) { return flags & COMPACT_WIN ? 1 : flags & COMPACT_LOSS ? -1 : 0; }

#endif
