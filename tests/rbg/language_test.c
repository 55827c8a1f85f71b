// The language in small: what macros, operators and actions mean, shown by the number of moves of tiny games.
#include "subject.h"

#include "base/text.h"
#include "rbg/rbg_print.h"
#include "rbg/straight.h"

#define HEAD "#players = w(100), b(100)\n#pieces = e, x\n#variables = v(9), u(9)\n"
#define SQUARE "#board = rectangle(up,down,left,right,[e,e][e,x])\n"
#define ANY "(up*+down*)(left*+right*)"

// Plays of that many moves.
static uint64_t plays(const char *text, int depth) {
  Subject s;
  subject_parse(&s, text);
  RbgRunner runner;
  const RbgAutomaton *nfa = rbg_automaton_plain(&s.arena, s.game, s.game->rules, false);
  rbg_runner_init(&runner, &s.arena, s.game, nfa, RBG_WHOLE);
  rbg_begin(&runner);
  uint64_t count = rbg_perft(&runner, &s.arena, depth);
  rbg_runner_free(&runner);
  subject_free(&s);
  return count;
}

static uint64_t moves_of(Arena *arena, const char *macros, const char *rules) {
  return plays(arena_printf(arena, "%s%s%s#rules = %s\n", HEAD, SQUARE, macros, rules), 1);
}

typedef struct Case {
  const char *title, *macros, *rules;
  uint64_t moves;
} Case;

static const Case cases[] = {
    {"the place of the switch tells moves apart", "", "->w " ANY " {e} ->>", 3},
    {"two offs are two moves", "", "->w " ANY " ([e]+[x]) ->>", 8},
    {"a list of offs is a choice", "", "->w [e,x] ->>", 2},
    {"an empty on never holds", "", "->w {} ->>", 0},
    {"an empty off never happens", "", "->w [] ->>", 0},
    {"the end of the rules is no move", "", "->w right", 0},
    {"paths between modifiers do not count", "", "->w (right left + down up + {e}) ->>", 1},
    {"copies of an action are different", "", "->w ([x] + [x]) ->>", 2},
    {"x^0 is x", "", "->w right^0 ->> {}", 1},
    {"a power repeats", "", "->w (right left)^3 down ->>", 1},
    {"a shift off the board fails", "", "->w up ->>", 0},
    {"quotients bind before products", "", "[$ v = 3*5/2] ->w {$ v == 6} ->>", 1},
    {"differences bind before sums", "", "[$ v = 7-2+1] ->w {$ v == 6} ->>", 1},
    {"a sign in front is allowed", "", "[$ v = +5] ->w {$ v == 5} ->>", 1},
    {"division truncates", "", "->w {$ 7/2 == 3} ->>", 1},
    {"an assignment below zero fails", "", "->w [$ v = 0-1] ->>", 0},
    {"an assignment above the bound fails", "", "->w [$ v = 10] ->>", 0},
    {"the bound itself is allowed", "", "->w [$ v = 9] ->>", 1},
    {"division by zero fails", "", "->w [$ v = 1/u] ->>", 0},
    {"assignments go left to right", "", "->w [$ v = 2, u = v + 1] {$ u == 3} ->>", 1},
    {"a piece is a number of pieces", "", "->w {$ e == 3} [x] {$ e == 2} ->>", 1},
    {"a player is a score", "", "[$ w = 7] ->w {$ w > 6} ->>", 1},
    {"a pattern leaves everything as it was", "", "->w {? right [x] down [e]} {$ e == 3} {e} ->>", 1},
    {"a pattern sees its own changes", "", "->w {? [x] {x}} {! [x] {e}} ->>", 1},
    {"patterns nest", "", "->w {? right {! {? right}}} ->>", 1},
    {"the keeper finishes", "", "->> [x] ->> right [x] ->w {$ x == 3} ->>", 1},
    {"a sum without brackets", "", "->w right ->> + ->b ->>", 1},
    {"dots do nothing", "", "->w . right . ->>", 1},
    {"parameters", "#two(a; b) = a b\n", "->w two(right; down) {x} ->>", 1},
    {"overloading by number", "#go(a) = a\n#go(a; b) = b\n", "->w go(right; down) left* {! left} {! down} ->>", 1},
    {"empty arguments", "#both(a; b) = a b\n", "->w both(;) right ->>", 1},
    {"round brackets protect semicolons", "#first(a; b) = a\n#id(a) = a\n", "->w id((right)) first(down; up) {x} ->>",
     1},
    {"pasting makes names", "#go(a; c) = a~c\n", "->w go(ri; ght) ->>", 1},
    {"pasting chains", "#go(a) = r~a~h~t\n", "->w go(ig) ->>", 1},
    {"pasting with nothing", "#go(a) = right~a\n", "->w go() ->>", 1},
    {"pasting makes operators", "#to(a) = -~>a\n", "to(w) right ->>", 1},
    {"parameters hide macros", "#d = up\n#go(d) = d\n", "->w go(right) ->>", 1},
    {"arguments mean what they meant outside", "#in(a) = a\n#out(a) = in(a)\n", "->w out(right) ->>", 1},
    {"the first of two equal definitions stays", "#go(a) = right\n#go(b) = up\n", "->w go(left) ->>", 1},
    {"a later section replaces an earlier one", "#rules = ->w up ->>\n", "->w right ->>", 1},
};

static void test_moves(void **state) {
  Arena arena = {0};
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    uint64_t moves = moves_of(&arena, cases[i].macros, cases[i].rules);
    if (moves != cases[i].moves) fail_msg("%s: %d moves", cases[i].title, (int)moves);
  }
  arena_free(&arena);
}

// The number of vertices reached from the first by any path over these labels.
static void test_boards(void **state) {
  assert_int_equal(plays(HEAD "#board = hexagon(a,c,d,f,g,h,[e,e][e,e,e][e,e])\n#rules = ->w (a+c+d+f+g+h)* ->>\n", 1),
                   7);
  assert_int_equal(plays(HEAD "#board = hexagon(a,c,d,f,g,h,[e][e,e][e,e,e])\n#rules = ->w f f ->>\n", 1), 1);
  assert_int_equal(plays(HEAD "#board = hexagon(a,c,d,f,g,h,[e,e,e][e,e][e])\n#rules = ->w f f ->>\n", 1), 1);
  assert_int_equal(
      plays(HEAD "#board = cuboid(a,c,d,f,g,h,[[e,e][e,x]][[e,e][e,e]])\n#rules = ->w (a+c+d+f+g+h)* ->>\n", 1), 8);
  assert_int_equal(plays(HEAD "#board = rectangle(a,c,d,f,[,,x][e,,e])\n#rules = ->w (a+c+d+f)* ->>\n", 1), 2);
  assert_int_equal(plays(HEAD "#board = p[e]{to: q} q[x]{to: q, fro: p}\n#rules = ->w to to fro {e} ->>\n", 1), 1);
}

static void check_straight(const char *rules, int applied, int main_runs, int move, int semimove) {
  Subject s;
  Arena arena = {0};
  subject_parse(&s, arena_printf(&arena, "%s%s#rules = %s\n", HEAD, SQUARE, rules));
  RbgStraightness got = rbg_straightness(s.game->rules);
  assert_int_equal(got.applied, applied);
  assert_int_equal(got.main, main_runs);
  assert_int_equal(got.move, move);
  assert_int_equal(got.semimove, semimove);
  subject_free(&s);
  arena_free(&arena);
}

static void test_straightness(void **state) {
  check_straight("->w [e] right [x] ->>", 2, 2, 2, 2);
  check_straight("->w [e] . [x] ->> [e] [e] [e] ->b", 3, 3, 2, 1);
  check_straight("[e] ->w {? [e] [e] [e]} [x] ->>", 3, 1, 1, 1);
  check_straight("->w ([e] right)* ->>", RBG_STRAIGHT_INFINITE, RBG_STRAIGHT_INFINITE, RBG_STRAIGHT_INFINITE,
                 RBG_STRAIGHT_INFINITE);
  check_straight("(->w [e] ->>)*", 1, 1, 1, 1);
  check_straight("[e] [x]", 2, 2, RBG_STRAIGHT_NONE, RBG_STRAIGHT_NONE);
}

// What is printed reads back as the same text.
static void check_print(void *self, const char *path) {
  Subject first, second;
  Text once = {0}, twice = {0};
  subject_read(&first, path);
  rbg_print(&once, first.game, first.game->rules);
  subject_parse(&second, once.p);
  rbg_print(&twice, second.game, second.game->rules);
  assert_string_equal(once.p, twice.p);
  assert_int_equal(first.game->n_actions, second.game->n_actions);
  ++*(int *)self;
  text_free(&once);
  text_free(&twice);
  subject_free(&first);
  subject_free(&second);
}

static void test_print(void **state) {
  Arena arena = {0};
  int games = 0;
  file_walk(test_root(&arena, "games/rbg"), ".rbg", check_print, &games);
  assert_true(games >= 12);
  arena_free(&arena);
}

// Rules that never end are stopped by limits, and say so.
static const char *error_of(const char *rules) {
  Subject s;
  Arena arena = {0};
  subject_parse(&s, arena_printf(&arena, "%s%s#rules = %s\n", HEAD, SQUARE, rules));
  RbgRunner runner;
  RbgMoves moves = {0};
  rbg_runner_init(&runner, &s.arena, s.game, rbg_automaton_plain(&s.arena, s.game, s.game->rules, false), RBG_WHOLE);
  rbg_begin(&runner);
  rbg_moves(&runner, &moves);
  const char *error = runner.error;
  rbg_moves_free(&moves);
  rbg_runner_free(&runner);
  subject_free(&s);
  arena_free(&arena);
  return error;
}

static void test_limits(void **state) {
  assert_non_null(strstr(error_of("->w ([e])* ->>"), "too many modifiers"));
  assert_non_null(strstr(error_of("->w {? ([x])* up} ->>"), "too many modifiers"));
  assert_non_null(strstr(error_of("(->>)* ->w"), "keeper"));
  assert_null(error_of("->w (right* left*)* ->>"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_moves), cmocka_unit_test(test_boards), cmocka_unit_test(test_straightness),
      cmocka_unit_test(test_print), cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests_name("rbg language", tests, NULL, NULL);
}
