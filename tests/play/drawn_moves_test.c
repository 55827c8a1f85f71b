// Moves that are counted and made one at a time against their list: the same moves in the same order, in every position
// met, so that a standard playout that draws plays the games it would play from the list.
#include "base/file.h"
#include "play/playout/playout.h"
#include "state/act/moves.h"
#include "state/turn/candidate.h"

#include <stdio.h>

#include "support/shipped.h"

enum { PLIES = 60, SAMPLE_EVERY = 29, SAMPLE_PLIES = 25, LISTED_MOST = 400, WHOLE_GAMES = 3 };

static void same_detail(const Position *x, const Move *a, const Move *b) {
  MoveDetail one = move_detail(x, a), other = move_detail(x, b);
  assert_int_equal(one.level_min, other.level_min);
  assert_int_equal(one.level_max, other.level_max);
  assert_int_equal(one.state, other.state);
  SiteList passed = move_passed(x, a), passed_too = move_passed(x, b);
  assert_int_equal(passed.n, passed_too.n);
  for (int i = 0; i < passed.n; i++) assert_int_equal(passed.at[i], passed_too.at[i]);
  Ref then[MOVE_THEN_MAX], then_too[MOVE_THEN_MAX];
  int n = move_thens(x, a, then);
  assert_int_equal(n, move_thens(x, b, then_too));
  if (n) assert_memory_equal(then, then_too, (size_t)n * sizeof *then);
}

static void same_move(const Position *x, const Move *a, const Move *b) {
  assert_int_equal(a->mover, b->mover);
  assert_int_equal(a->from, b->from);
  assert_int_equal(a->to, b->to);
  assert_int_equal(a->flags & ~(MOVE_FILL | MOVE_MORE), b->flags & ~(MOVE_FILL | MOVE_MORE));
  assert_int_equal(a->n, b->n);
  Action few_a[FILL_MOST], few_b[FILL_MOST];
  assert_memory_equal(move_actions(x, a, few_a), move_actions(x, b, few_b), a->n * sizeof(Action));
  same_detail(x, a, b);
}

// Some of the moves, where there are very many. False: they are not drawn in this position.
static bool same_moves(Position *x, Candidates *c) {
  Random chance = x->random;
  MoveList list = position_moves(x);
  x->random = chance;
  bool drawn = !match_between(x) && candidates_open_exact(c, x);
  if (drawn) {
    assert_true(c->sure);
    assert_int_equal(MAX(c->n, 1), list.n);
    for (uint32_t i = 0; i < c->n; i += 1 + c->n / LISTED_MOST) {
      const Move *move = candidates_pick(c, x, i);
      same_move(x, move_at(x, list, i), move);
    }
    candidates_close(c, x);
  }
  position_forget(x, list);
  x->random = chance;
  return drawn;
}

static bool play_through(const Game *game, int plies) {
  Position *x = position_new(game, 3, 0);
  Candidates c = {0};
  Random choices = random_stream(5, 1);
  bool drawn = false;
  for (int ply = 0; ply < plies && !position_over(x) && !x->fault; ply++) {
    drawn |= same_moves(x, &c);
    playout_step(x, &choices);
  }
  candidates_free(&c);
  position_free(x);
  return drawn;
}

// A whole game in which end rules wait for the next player's moves ends like one in which every step asks all.
static void same_end(const Game *game) {
  Position *x = position_new(game, 3, 0), *y = position_new(game, 4, 0);
  for (uint64_t k = 0; k < WHOLE_GAMES; k++) {
    Random choices = random_stream(7, playout_choice_stream(k));
    assert_true(playout_run(x, 7, k, NULL));
    y->random = random_stream(7, playout_chance_stream(k));
    position_start(y);
    while (!position_over(y) && !y->fault) playout_step(y, &choices);
    assert_int_equal(x->head->n_hashes, y->head->n_hashes);
    assert_memory_equal(x->block, y->block, layout_bytes(x->layout, x->head->n_hashes));
    assert_int_equal(x->played.n, y->played.n);
  }
  position_free(x);
  position_free(y);
}

typedef struct Sweep {
  int plies;
  size_t drawn, waiting;
} Sweep;

static void look_at(void *self, const Game *game) {
  Sweep *sweep = self;
  sweep->drawn += play_through(game, sweep->plies);
  if (!game->n_subgames && plan_of(game)->ends.moves) {
    same_end(game);
    sweep->waiting++;
  }
}

static void shipped_games(void **state) {
  (void)state;
  Sweep sweep = {.plies = PLIES};
  shipped_each(look_at, &sweep);
  assert_true(sweep.drawn > 20);
  assert_true(sweep.waiting > 5);
}

static void reference_games(void **state) {
  (void)state;
  Sweep sweep = {.plies = SAMPLE_PLIES};
  shipped_sample(SAMPLE_EVERY, look_at, &sweep);
  assert_true(sweep.drawn > 5);
}

// ---- one construct each ----------------------------------------------------------------------------

#define RACE(board, moves)                                                                                            \
  "(game \"Race\" (players 2) (equipment {(board " board ") (piece \"Man\" Each " moves                               \
  ")"                                                                                                                 \
  " (regions \"Goal\" P1 (sites Top)) (regions \"Goal\" P2 (sites Bottom))}) (rules (start {(place \"Man1\" (expand " \
  "(sites "                                                                                                           \
  "Bottom)))"                                                                                                         \
  " (place \"Man2\" (expand (sites Top)))}) (play (or (forEach Piece) (move Pass)))"                                  \
  " (end (if (>= (count Moves) 60) (result Mover Draw)))))"
#define EMPTY "(is Empty (to))"
#define STAYS "(or (not (is In (from) (sites Mover \"Goal\"))) (is In (to) (sites Mover \"Goal\")))"
#define NOT_HOME "(is In (from) (sites Centre))"

typedef struct Construct {
  const char *game;
  MoveWay way;
  int givens;  // at least
  bool lines;
} Construct;

static const MoveRule *rule_of(const Plan *plan, MoveWay way) {
  for (int i = 0; i < plan->moves.pieces[1].n; i++) {
    const MoveRule *rule = &plan->moves.pieces[1].sets[i];
    if (rule->way == way) return rule;
  }
  return NULL;
}

static void construct(const Construct *wanted) {
  Arena arena = {0};
  const char *folder = test_folder(&arena), *path = arena_printf(&arena, "%s/game.lud", folder), *why = "";
  assert_true(file_write(&arena, path, str_of(wanted->game), &why));
  Shipped loaded;
  shipped_try(&loaded, path, NULL);
  assert_non_null(loaded.game);
  const MoveRule *rule = rule_of(plan_of(loaded.game), wanted->way);
  assert_non_null(rule);
  assert_true(rule->n_givens >= wanted->givens && !rule->by_from && rule->guards_fixed);
  assert_int_equal(rule->table->lines != NULL, wanted->lines);
  assert_true(play_through(loaded.game, PLIES));
  shipped_free(&loaded);
  test_remove_folder(folder);
  arena_free(&arena);
}

static void constructs(void **state) {
  (void)state;
  static const Construct all[] = {
      {RACE("(square 7)", "(or (move Hop (between if:(is Occupied (between))) (to if:(and " EMPTY " " STAYS ")))"
                          " (move Step (to if:(and " EMPTY " " STAYS "))))"),
       WAY_HOP, 1, false},
      {RACE("(square 9)", "(move Step (to if:(and " EMPTY " " STAYS ")))"), WAY_STEP, 1, false},
      {RACE("(square 7)", "(if (not " NOT_HOME ") (move Step (to if:(and " EMPTY " " STAYS "))))"), WAY_STEP, 2, false},
      {RACE("(square 7)", "(move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"), WAY_SLIDE, 0, true},
      {RACE("(square 12)", "(move Slide Orthogonal)"), WAY_SLIDE, 0, true},
      {RACE("(square 7)", "(move Slide (between (max 2)))"), WAY_SLIDE, 0, true},
      {RACE("(square 15)", "(move Slide Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"), WAY_SLIDE,
       0, false},
      {RACE("(hex 4)", "(move Slide)"), WAY_SLIDE, 0, true},
  };
  for (size_t i = 0; i < COUNT_OF(all); i++) construct(&all[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constructs),
      cmocka_unit_test(shipped_games),
      cmocka_unit_test(reference_games),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
