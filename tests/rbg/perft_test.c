// Perft of the reference games and of our own, by the plain automaton and by the optimised one. Depths with more plays
// than the limits below are left to longer runs and counted in the last line.
#include "subject.h"

enum { PLAIN_MAX = 3000, OPTIMISED_MAX = 1000000 };

typedef struct Totals {
  int plain, optimised, too_long, absent;
} Totals;

static uint64_t perft(Subject *s, const RbgAutomaton *nfa, int depth) {
  RbgRunner runner;
  rbg_runner_init(&runner, &s->arena, s->game, nfa, RBG_WHOLE);
  rbg_begin(&runner);
  uint64_t count = rbg_perft(&runner, &s->arena, depth);
  assert_null(runner.error);
  rbg_runner_free(&runner);
  return count;
}

static void check_counts(Subject *s, const PerftRow *row, Totals *totals) {
  if (row->count > OPTIMISED_MAX) {
    totals->too_long++;
    return;
  }
  const RbgAutomaton *nfa = rbg_automaton(&s->arena, &s->scratch, s->game, s->game->rules, false);
  uint64_t got = perft(s, nfa, row->depth);
  if (got != row->count) fail_msg("%s, depth %d: %zu", row->game, row->depth, (size_t)got);
  totals->optimised++;
  if (row->count > PLAIN_MAX) return;
  got = perft(s, rbg_automaton_plain(&s->arena, s->game, s->game->rules, false), row->depth);
  if (got != row->count) fail_msg("%s (plain), depth %d: %zu", row->game, row->depth, (size_t)got);
  totals->plain++;
}

static void check_row(void *self, const char *path, const PerftRow *row) {
  Subject subject;
  subject_read(&subject, path);
  check_counts(&subject, row, self);
  subject_free(&subject);
}

static void report(const Totals *totals) {
  print_message("%d rows agree (%d also by the plain automaton), %d take too long, %d are of games without a file\n",
                totals->optimised, totals->plain, totals->too_long, totals->absent);
}

static void test_reference_games(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  const char *folder = test_shared(&arena, "rbg");
  totals.absent = perft_table(arena_printf(&arena, "%s/perft.tsv", folder), arena_printf(&arena, "%s/games", folder),
                              check_row, &totals);
  report(&totals);
  assert_true(totals.plain > 100);
  arena_free(&arena);
}

static void test_own_games(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  totals.absent =
      perft_table(test_root(&arena, "tests/rbg/perft.tsv"), test_root(&arena, "games/rbg"), check_row, &totals);
  report(&totals);
  assert_int_equal(totals.absent + totals.too_long, 0);
  arena_free(&arena);
}

// Our own descriptions and the reference games with the same rules.
static const struct {
  const char *own, *reference;
} pairs[] = {
    {"Amazons", "amazons"},
    {"Breakthrough", "breakthrough"},
    {"Breakthru", "breakthru"},
    {"Chess", "chess"},
    {"Chess with King Capture", "chess_kingCapture"},
    {"English Draughts", "englishDraughts"},
    {"Fox and Hounds", "foxAndHounds"},
    {"Go", "go_constsum"},
    {"Knightthrough", "knightthrough"},
    {"Pentago", "pentago"},
    {"Skirmish", "skirmish"},
    {"The Mill Game", "theMillGame"},
};

static const char *own_game(const char *reference) {
  for (size_t i = 0; i < COUNT_OF(pairs); i++) {
    if (!strcmp(pairs[i].reference, reference)) return pairs[i].own;
  }
  return NULL;
}

static void test_same_rules(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  Str text;
  const char *why;
  assert_true(file_read(&arena, test_shared(&arena, "rbg/perft.tsv"), 0, &text, &why));
  PerftRow row;
  for (const char *at = text.p; perft_row(&at, &row);) {
    const char *own = own_game(row.game);
    if (!own) continue;
    check_row(&totals, test_root(&arena, arena_printf(&arena, "games/rbg/%s.rbg", own)), &row);
  }
  report(&totals);
  assert_true(totals.optimised > 30);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own_games),
      cmocka_unit_test(test_same_rules),
      cmocka_unit_test(test_reference_games),
  };
  return cmocka_run_group_tests_name("rbg perft", tests, NULL, NULL);
}
