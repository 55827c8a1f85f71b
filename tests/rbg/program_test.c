// The compiled game against the plain executor: the same moves in the same order, the same states after them, and the
// reference counts. Undo and the hash are exact on the way.
#include "subject.h"

#include "base/random.h"
#include "base/text.h"
#include "play/playout/perft.h"
#include "rbg/rbg_lower.h"
#include "state/run/automaton_walk.h"

enum { PERFT_MAX = 300000, PLIES = 40, MOVES_MAX = 20000 };

static const Game *compile(Subject *s) {
  const Game *game = NULL;
  assert_true(rbg_compile(&s->arena, s->game, NULL, &s->diags, &game));
  return game;
}

// ---- counts

typedef struct Totals {
  int agree, too_long;
} Totals;

static void check_row(void *self, const char *path, const PerftRow *row) {
  Totals *totals = self;
  if (row->count > PERFT_MAX) {
    totals->too_long++;
    return;
  }
  Subject s;
  subject_read(&s, path);
  Position *x = position_new(compile(&s), 1, 0);
  uint64_t got = perft(x, row->depth);
  if (got != row->count || x->fault) {
    fail_msg("%s, depth %d: %zu%s", row->game, row->depth, (size_t)got, x->fault ? x->fault : "");
  }
  totals->agree++;
  position_free(x);
  subject_free(&s);
}

static void check_table(const char *table, const char *folder, Totals *totals) {
  int absent = perft_table(table, folder, check_row, totals);
  print_message("%d rows agree, %d take too long, %d are of games without a file\n", totals->agree, totals->too_long,
                absent);
}

static void test_own_counts(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  check_table(test_root(&arena, "tests/rbg/perft.tsv"), test_root(&arena, "games/rbg"), &totals);
  assert_true(totals.agree > 20);
  arena_free(&arena);
}

static void test_reference_counts(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  const char *folder = test_shared(&arena, "rbg");
  check_table(arena_printf(&arena, "%s/perft.tsv", folder), arena_printf(&arena, "%s/games", folder), &totals);
  assert_true(totals.agree > 150);
  arena_free(&arena);
}

// ---- along random play

typedef struct Pair {
  const char *name;
  RbgRunner oracle;
  RbgMoves moves;
  Position *x;
  int positions;
} Pair;

static void compare_states(const Pair *pair, int ply) {
  const Position *x = pair->x;
  const RbgPosition *at = &pair->oracle.at;
  const WalkPlace *place = walk_place(x);
  bool same = place->state == at->state && place->vertex == at->vertex && place->player == at->player;
  int players = x->game->players;
  for (int v = 0; same && v < pair->oracle.game->board.n; v++) {
    same = site_what(x, SITE_VERTEX, v, -1) == at->board[v];
  }
  for (int i = 0; same && i < pair->oracle.game->variables.n; i++) {
    int32_t value = i < players ? STATE_AT(x, int32_t, x->layout->score)[i + 1]
                                : STATE_AT(x, int32_t, x->layout->vars)[i - players];
    same = value == at->values[i];
  }
  for (int p = 0; same && x->layout->tally && p < x->game->n_components; p++) {
    same = STATE_AT(x, int32_t, x->layout->tally)[p] == at->counts[p];
  }
  if (!same) fail_msg("%s: another state after ply %d", pair->name, ply);
  if (position_hash(x) != position_hash_scratch(x)) fail_msg("%s: wrong hash after ply %d", pair->name, ply);
}

static void compare_move(const Pair *pair, MoveList list, uint32_t i, int ply) {
  const Move *move = move_at(pair->x, list, i);
  size_t from = rbg_moves_begin(&pair->moves, i);
  bool same = move->n == pair->moves.ends.at[i] - from;
  for (uint32_t k = 0; same && k < move->n; k++) {
    const Action copy = move_action(pair->x, move, k), *action = &copy;
    const RbgStep *step = &pair->moves.steps.at[from + k];
    same = action->kind == ACT_STEP && action->value == step->action && action->to == step->vertex;
  }
  if (!same) fail_msg("%s: another move %u at ply %d", pair->name, i, ply);
}

// Makes a move, takes it back and makes it again.
static void apply_twice(const Pair *pair, const Move *move, int ply) {
  Position *x = pair->x;
  Text before = {0};
  text_add(&before, (Str){(const char *)x->block, x->layout->size});
  position_apply(x, move);
  position_undo(x);
  if (memcmp(before.p, x->block, x->layout->size)) fail_msg("%s: undo leaves a trace at ply %d", pair->name, ply);
  text_free(&before);
  position_apply(x, move);
}

static bool compare_ply(Pair *pair, Random *random, int ply) {
  compare_states(pair, ply);
  rbg_moves(&pair->oracle, &pair->moves);
  size_t n = pair->moves.ends.n;
  if (position_over(pair->x) != (n == 0)) fail_msg("%s: over or not at ply %d", pair->name, ply);
  if (!n || n > MOVES_MAX) return false;
  MoveList list = position_moves(pair->x);
  if (list.n != n) fail_msg("%s: %u moves, not %zu, at ply %d", pair->name, list.n, n, ply);
  for (uint32_t i = 0; i < list.n; i++) compare_move(pair, list, i, ply);
  uint32_t i = random_below(random, list.n);
  size_t from = rbg_moves_begin(&pair->moves, i);
  Move move = *move_at(pair->x, list, i);
  apply_twice(pair, &move, ply);
  position_forget(pair->x, list);
  rbg_apply(&pair->oracle, pair->moves.steps.at + from, pair->moves.ends.at[i] - from);
  pair->positions++;
  return true;
}

static void compare_game(void *self, const char *path) {
  Subject s;
  subject_read(&s, path);
  Pair pair = {.name = path, .x = position_new(compile(&s), 1, 0)};
  const RbgAutomaton *nfa = rbg_automaton(&s.arena, &s.scratch, s.game, s.game->rules, false);
  Random random = random_stream(7, 0);
  rbg_runner_init(&pair.oracle, &s.arena, s.game, nfa, RBG_WHOLE);
  rbg_begin(&pair.oracle);
  for (int ply = 0; ply < PLIES && compare_ply(&pair, &random, ply); ply++) continue;
  assert_null(pair.x->fault);
  rbg_moves_free(&pair.moves);
  rbg_runner_free(&pair.oracle);
  position_free(pair.x);
  subject_free(&s);
  *(int *)self += pair.positions;
}

static void test_own_play(void **state) {
  Arena arena = {0};
  int positions = 0;
  file_walk(test_root(&arena, "games/rbg"), ".rbg", compare_game, &positions);
  print_message("%d positions compared\n", positions);
  assert_true(positions > 300);
  arena_free(&arena);
}

static void test_reference_play(void **state) {
  Arena arena = {0};
  int positions = 0;
  file_walk(test_shared(&arena, "rbg/games"), ".rbg", compare_game, &positions);
  print_message("%d positions compared\n", positions);
  assert_true(positions > 1500);
  arena_free(&arena);
}

// ---- limits

static void stops(const char *rules, const char *why) {
  Subject s;
  Arena arena = {0};
  subject_parse(&s, arena_printf(&arena,
                                 "#players = w(100), b(100)\n#pieces = e, x\n#variables = v(9)\n"
                                 "#board = rectangle(up,down,left,right,[e,e][e,x])\n#rules = %s\n",
                                 rules));
  Position *x = position_new(compile(&s), 1, 0);
  if (!x->fault) position_moves(x);
  assert_non_null(x->fault);
  assert_string_equal(x->fault, why);
  position_free(x);
  subject_free(&s);
  arena_free(&arena);
}

static bool count_down(void *self) { return --*(int *)self < 0; }

// A list of a million moves is given up as soon as there is no time left, and the board is as it was.
static void test_time(void **state) {
  Subject s;
  subject_parse(&s,
                "#players = w(100), b(100)\n#pieces = e, x\n#variables =\n"
                "#board = rectangle(up,down,left,right,[e,e][e,x])\n#two = ([x] + [e])\n#five = two two two two two\n"
                "#rules = ->w five five five five ->b [e] ->w {! up up} ->>\n");
  int portions = 2;
  RulesWatch watch = {count_down, &portions};
  Position *x = position_new(compile(&s), 1, 0);
  assert_null(x->fault);
  uint64_t hash = position_hash(x);
  x->watch = &watch;
  position_moves(x);
  assert_true(position_ran_out_of_time(x));
  assert_true(portions < 0);
  x->watch = NULL;
  position_clear_fault(x);
  assert_int_equal(position_hash(x), hash);
  assert_int_equal(position_count_moves(x), 1 << 20);
  position_free(x);
  subject_free(&s);
}

static void test_limits(void **state) {
  stops("->w ([x] + [e])* ->b", "a move has more than 255 modifiers: a loop over modifiers never ends");
  stops("(->>)* ->w", "the keeper moves more than 100,000 times in a row");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_time),     cmocka_unit_test(test_limits),           cmocka_unit_test(test_own_counts),
      cmocka_unit_test(test_own_play), cmocka_unit_test(test_reference_counts), cmocka_unit_test(test_reference_play),
  };
  return cmocka_run_group_tests_name("rbg program", tests, NULL, NULL);
}
