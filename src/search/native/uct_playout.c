// Playouts of the native search that look one move ahead: wins are taken at once and, if wanted, moves after which the
// next player could win at once are avoided (Teytaud and Teytaud 2010).
#include "search/native/uct_internal.h"

enum { PLIES_MOST = 5000 };

static int list_moves(UctWorker *worker, const void *state, unsigned char *moves) {
  int n = native_moves(worker->uct->native, state, moves);
  if (n < 0) atomic_store(&worker->uct->failed, true);
  return n;
}

// Makes a move of the list on a copy; the only one of an empty list is a pass.
static void make_on(UctWorker *worker, unsigned char *to, const unsigned char *from, const unsigned char *moves, int n,
                    int i) {
  const Native *native = worker->uct->native;
  native_copy(native, to, from);
  native_apply(native, to, n ? moves + (size_t)i * worker->uct->move_size : NULL);
}

// Where there are very many moves, looking at all of them takes long: the clock is looked at on the way.
static bool is_late(UctWorker *worker) {
  enum { LOOK_EVERY = 256 };
  const BudgetPot *pot = &worker->uct->pot;
  if (!worker->late && ++worker->tried % LOOK_EVERY == 0) {
    worker->late = budget_over(pot->budget, worker->share.began, pot->stop);
  }
  return worker->late;
}

// Whether the player to move wins at once; then the utilities say so.
static bool wins_at_once(UctWorker *worker, const unsigned char *state, const unsigned char *moves, int n,
                         double *utilities) {
  const Native *native = worker->uct->native;
  int seat = native_turn(native, state);
  for (int i = 0; i < n && !is_late(worker); i++) {
    make_on(worker, worker->trial, state, moves, n, i);
    if (native_turn(native, worker->trial)) continue;
    native_results(native, worker->trial, utilities);
    if (utilities[seat] == 1.0) return true;
  }
  return false;
}

// What a step of the playout came to.
typedef enum Step { STEP_ON, STEP_OVER, STEP_FAILED } Step;

// Makes a random move of the *n in worker->moves from the state, where nobody wins at once. On: the next player does
// not win at once either, and *n moves of the new state are listed. A move that is avoided makes room for the next in
// the list.
static Step play_move(UctWorker *worker, int *n, double *utilities) {
  const Native *native = worker->uct->native;
  bool careful = worker->uct->options.decisive == NATIVE_DECISIVE_BOTH;
  int seat = native_turn(native, worker->state), count = MAX(*n, 1),
      i = (int)random_below(&worker->random, (uint32_t)count);
  for (int tried = 1;; tried++, i = (i + 1) % count) {
    make_on(worker, worker->next, worker->state, worker->moves, *n, i);
    int turn = native_turn(native, worker->next);
    if (!turn) {
      native_results(native, worker->next, utilities);
      return STEP_OVER;
    }
    int replies = list_moves(worker, worker->next, worker->replies);
    if (replies < 0) return STEP_FAILED;
    bool lost = wins_at_once(worker, worker->next, worker->replies, replies, utilities);
    if (worker->late) return STEP_FAILED;
    if (lost && careful && turn != seat && tried < count) continue;
    if (lost) return STEP_OVER;
    unsigned char *moves = worker->moves;
    worker->moves = worker->replies;
    worker->replies = moves;
    native_copy(native, worker->state, worker->next);
    *n = replies;
    return STEP_ON;
  }
}

bool uct_decisive_playout(UctWorker *worker, bool *known, double *utilities, uint64_t *made) {
  int n = list_moves(worker, worker->state, worker->moves);
  *made = 0;
  *known = n > 0 && wins_at_once(worker, worker->state, worker->moves, n, utilities);
  if (worker->late) return false;
  if (*known || n < 0) return n >= 0;
  for (Step step = STEP_ON; step == STEP_ON; ++*made) {
    if (*made > PLIES_MOST || (step = play_move(worker, &n, utilities)) == STEP_FAILED) return false;
  }
  return true;
}
