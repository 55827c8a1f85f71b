// Perft of every reference game, by the plain automaton and by the optimised one. Depths with more plays than the
// limits below are left to longer runs and counted in the last line.
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

static void check_row(Subject *s, const PerftRow *row, Totals *totals) {
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

static void check_table(Arena *arena, const char *table, const char *folder, Totals *totals) {
  Str text;
  const char *why;
  if (!file_read(arena, table, 0, &text, &why)) fail_msg("%s: %s", table, why);
  PerftRow row;
  for (const char *at = text.p; perft_row(&at, &row);) {
    const char *path = arena_printf(arena, "%s/%s.rbg", folder, row.game);
    if (!file_exists(path)) {
      totals->absent++;
      continue;
    }
    Subject subject;
    subject_read(&subject, path);
    check_row(&subject, &row, totals);
    subject_free(&subject);
  }
}

static void test_reference_games(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  const char *folder = test_shared(&arena, "rbg");
  check_table(&arena, arena_printf(&arena, "%s/perft.tsv", folder), arena_printf(&arena, "%s/games", folder), &totals);
  print_message("%d rows agree (%d also by the plain automaton), %d take too long, %d are of games without a file\n",
                totals.optimised, totals.plain, totals.too_long, totals.absent);
  assert_true(totals.plain > 100);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reference_games),
  };
  return cmocka_run_group_tests_name("rbg perft", tests, NULL, NULL);
}
