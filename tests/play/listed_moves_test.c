// Listed moves that share their actions: they do what moves with actions of their own do, and a list takes few bytes.
// The table it prints is the one of docs/PERFORMANCE.md: the name, listed moves, bytes of one with all it has, and what
// it would take with actions and consequences of its own.
#include "play/playout/playout.h"
#include "state/act/moves.h"
#include "state/text/move_text.h"
#include "state/turn/result.h"

#include <stdio.h>

#include "support/shipped.h"

enum { PLIES = 40, SAMPLE_EVERY = 41, SAMPLE_PLIES = 25, COMPARED_MOST = 300 };
enum { WHOLE_MOVE = 64 };  // a move with its consequences and places of its own

typedef struct Sizes {
  double moves, bytes, whole;
} Sizes;

static void measure(Sizes *sizes, const Position *x, MoveList list) {
  sizes->moves += list.n;
  sizes->bytes += (double)(list.n * sizeof(Move) + (x->actions.n - list.actions) * sizeof(Action) +
                           (x->details.n - list.details) * sizeof(MoveDetail));
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(x, list, i);
    sizes->whole += WHOLE_MOVE + (double)(move->n * sizeof(Action) + (size_t)move_passed(x, move).n * sizeof(int32_t));
  }
}

static void same_moves(Position *x, const Move *a, const Move *b) {
  Text one = {0}, other = {0};
  move_text(&one, x, a, false);
  move_text(&other, x, b, false);
  if (!str_eq(text_str(&one), text_str(&other))) fail_msg("%s\n%s", one.p, other.p);
  text_free(&one);
  text_free(&other);
  Ref then[MOVE_THEN_MAX], then_too[MOVE_THEN_MAX];
  int n = move_thens(x, a, then);
  assert_int_equal(n, move_thens(x, b, then_too));
  for (int i = 0; i < n; i++) assert_int_equal(then[i], then_too[i]);
  SiteList passed = move_passed(x, a), passed_too = move_passed(x, b);
  assert_int_equal(passed.n, passed_too.n);
  for (int i = 0; i < passed.n; i++) assert_int_equal(passed.at[i], passed_too.at[i]);
}

// The legal moves as moves_list makes them, but for sharing.
static MoveList list_own(Position *x) {
  MoveList list = moves_top(x);
  slots_clear(x);
  generate_moves(x);
  meta_change_moves(x, list.first);
  meta_filter_moves(x, list.first);
  list.n = (uint32_t)x->moves.n - list.first;
  return list;
}

// The legal moves twice, the second time without sharing.
static void list_both(Position *x, Sizes *sizes) {
  Random chance = x->random;
  MoveList shared = position_moves(x);
  measure(sizes, x, shared);
  x->random = chance;
  bool alternating = x->game->mode == MODE_ALTERNATING && !match_between(x);
  MoveList own = alternating ? list_own(x) : moves_top(x);
  x->random = chance;
  if (own.n) assert_int_equal(shared.n, own.n);
  for (uint32_t i = 0; i < own.n; i += 1 + own.n / COMPARED_MOST) {
    Move a = *move_at(x, shared, i), b = *move_at(x, own, i);
    same_moves(x, &a, &b);
  }
  position_forget(x, shared);
}

static Sizes play_through(const Game *game, int plies) {
  Position *x = position_new(game, 3, 0);
  Random choices = random_stream(5, 1);
  Sizes sizes = {0};
  for (int ply = 0; ply < plies && !position_over(x) && !x->fault; ply++) {
    list_both(x, &sizes);
    playout_step(x, &choices);
  }
  position_free(x);
  return sizes;
}

typedef struct Sweep {
  int plies;
  size_t games, small;
} Sweep;

static void look_at(void *self, const Game *game) {
  Sweep *sweep = self;
  Sizes sizes = play_through(game, sweep->plies);
  double bytes = sizes.moves > 0 ? sizes.bytes / sizes.moves : 0,
         whole = sizes.moves > 0 ? sizes.whole / sizes.moves : 0;
  printf("# %-40s %8.0f %7.1f %7.1f\n", game->name, sizes.moves, bytes, whole);
  sweep->games++;
  sweep->small += bytes < 32;
}

static void shipped_games(void **state) {
  (void)state;
  Sweep sweep = {.plies = PLIES};
  shipped_each(look_at, &sweep);
  assert_true(sweep.games > 20);
  assert_true(2 * sweep.small > sweep.games);  // most games
}

static void reference_games(void **state) {
  (void)state;
  Sweep sweep = {.plies = SAMPLE_PLIES};
  shipped_sample(SAMPLE_EVERY, look_at, &sweep);
  assert_true(sweep.games > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shipped_games), cmocka_unit_test(reference_games)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
