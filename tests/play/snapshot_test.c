// A position restored from its text, or copied, continues exactly like the original: it has the same legal moves with
// all they do, and the same choices lead to the same states.
//   play_snapshot_test                      the shipped games
//   play_snapshot_test LIBRARY FILE...      any descriptions; one line each, exit 1 when one differs
//   (scripts/snapshots) play_snapshot_test --times FILE...      what opening and copying positions costs
#include "state/text/snapshot.h"
#include "base/clock.h"
#include "base/file.h"
#include "play/playout/playout.h"
#include "state/act/moves.h"
#include "state/text/move_text.h"
#include "support/shipped.h"

#include <stdio.h>

enum { PLIES = 30, PREVIEWS_MAX = 400 };
static const int taken_at[] = {0, 3, 14};  // plies after which a snapshot is taken

// ---- comparing -------------------------------------------------------------------------------------

// All legal moves, with everything they do (the first of them, where there are very many).
static void moves_text(Position *x, Text *out) {
  Random random = x->random;
  MoveList list = position_moves(x);
  for (uint32_t i = 0; i < list.n; i++) {
    Move move = *move_at(x, list, i);
    Random before = x->random;
    move_text(out, x, &move, i < PREVIEWS_MAX);
    x->random = before;
    text_char(out, '\n');
  }
  position_forget(x, list);
  x->random = random;
}

static bool same_moves(Position *x, Position *y) {
  Text ours = {0}, theirs = {0};
  moves_text(x, &ours);
  moves_text(y, &theirs);
  bool same = str_eq(text_str(&ours), text_str(&theirs));
  text_free(&ours);
  text_free(&theirs);
  return same;
}

static bool same_state(const Position *x, const Position *y) {
  if (x->game != y->game || x->head->n_hashes != y->head->n_hashes) return false;
  return !memcmp(x->block, y->block, layout_bytes(x->layout, x->head->n_hashes)) && !x->fault == !y->fault;
}

// Why y does not continue like x, or NULL.
static const char *continues(Position *x, Position *y, Random choices) {
  y->random = x->random;
  if (!same_state(x, y)) return "another state";
  if (!position_over(x) && !x->fault && !same_moves(x, y)) return "other legal moves";
  Random same = choices;
  for (int ply = 0; ply < PLIES && !position_over(x) && !x->fault; ply++) {
    playout_step(x, &choices);
    playout_step(y, &same);
    if (!same_state(x, y)) return "another game";
  }
  return NULL;
}

static const char *restore(Position *y, const Position *x) {
  Text text = {0};
  const char *why = NULL;
  snapshot_save(x, &text);
  bool restored = snapshot_restore(y, text_str(&text), &why);
  text_free(&text);
  return restored ? NULL : why;
}

static const char *check_after(const Game *game, int plies) {
  Position *x = position_new(game, 7, 1), *again = position_new(game, 8, 2), *copy = position_new(game, 9, 3);
  Random choices = random_stream(11, (uint64_t)plies);
  for (int ply = 0; ply < plies && !position_over(x) && !x->fault; ply++) playout_step(x, &choices);
  const char *why = restore(again, x);
  position_copy(copy, x);
  Position *original = position_new(game, 10, 4);
  position_copy(original, x);
  original->random = x->random;
  if (!why) why = continues(x, again, choices);
  if (!why) why = continues(original, copy, choices);
  position_free(x);
  position_free(again);
  position_free(copy);
  position_free(original);
  return why;
}

static const char *check_game(const Game *game) {
  const char *why = NULL;
  for (size_t i = 0; i < COUNT_OF(taken_at) && !why; i++) why = check_after(game, taken_at[i]);
  return why;
}

// ---- the shipped games -----------------------------------------------------------------------------

static void visit(void *self, const char *path) {
  Shipped shipped;
  int *done = self;
  if (shipped_try(&shipped, path, NULL)) {
    const char *why = check_game(shipped.game);
    if (why) fail_msg("%s: %s", path, why);
    ++*done;
  }
  shipped_free(&shipped);
}

static void restored_positions_continue(void **state) {
  Arena arena = {0};
  int done = 0;
  file_walk(test_root(&arena, "games/lud"), ".lud", visit, &done);
  arena_free(&arena);
  assert_true(done > 20);
}

// ---- by hand ---------------------------------------------------------------------------------------

static int check_files(const char *library, char **paths, int n) {
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    Shipped shipped;
    bool loaded = shipped_try(&shipped, paths[i], library);
    const char *why = loaded ? check_game(shipped.game) : NULL;
    printf("%s: %s\n", paths[i], why ? why : loaded ? "ok" : "does not load");
    fflush(stdout);
    wrong += why != NULL;
    shipped_free(&shipped);
  }
  return wrong > 0;
}

// The best of some rounds, in nanoseconds for one copy.
static double copy_time(Position *to, const Position *from) {
  enum { ROUNDS = 20, COPIES = 2000 };
  double best = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    double start = clock_seconds();
    for (int i = 0; i < COPIES; i++) position_copy(to, from);
    best = MIN(best, (clock_seconds() - start) / COPIES * 1e9);
  }
  return best;
}

static double open_time(const Game *game) {
  enum { ROUNDS = 20, OPENED = 50 };
  double best = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    double start = clock_seconds();
    for (int i = 0; i < OPENED; i++) position_free(position_new(game, 1, 1));
    best = MIN(best, (clock_seconds() - start) / OPENED * 1e6);
  }
  return best;
}

// A game that lasts so many moves, stopped there; of games that never do, one of those tried.
static void play_to(Position *x, int moves) {
  for (uint64_t game = 0; game < 200 && x->head->moves < moves; game++) {
    Random choices = random_stream(3, game);
    position_start(x);
    while (x->head->moves < moves && !position_over(x) && !x->fault) playout_step(x, &choices);
  }
}

static void print_times_of(const Game *game) {
  Position *x = position_new(game, 1, 1), *to = position_new(game, 1, 1);
  printf("%s: open %.1f us", game->name, open_time(game));
  for (int moves = 10; moves <= 200; moves += 190) {
    play_to(x, moves);
    double copied = copy_time(to, x);
    printf(", copy %.0f ns after %d moves", copied, x->head->moves);
  }
  printf(" (%zu bytes)\n", layout_bytes(x->layout, x->head->n_hashes));
  position_free(x);
  position_free(to);
}

static int print_times(char **paths, int n) {
  for (int i = 0; i < n; i++) {
    Shipped shipped;
    if (shipped_try(&shipped, paths[i], NULL)) print_times_of(shipped.game);
    shipped_free(&shipped);
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 2 && !strcmp(argv[1], "--times")) return print_times(argv + 2, argc - 2);
  if (argc > 2) return check_files(argv[1], argv + 2, argc - 2);
  const struct CMUnitTest tests[] = {cmocka_unit_test(restored_positions_continue)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
