// Every shipped heuristic belongs to a shipped game: its name has the number that the rules give.
#include "base/file.h"

#include "play/heuristic/heuristic_terms.h"
#include "support/support.h"

#include <math.h>

static bool is_used(Arena *arena, const char *game, const char *ending, const char *file) {
  Ran ran = test_senet(arena, NULL, arena_printf(arena, "analyse \"%s%s\" --heuristics tuned --json", game, ending));
  return ran.status == 0 && strstr(ran.out.p, file);
}

static void look_at(void *self, const char *path) {
  Arena arena = {0};
  int *n = self;
  const char *file = file_base_name(path), *dash = strrchr(file, '-');
  assert_non_null(dash);
  const char *game = arena_text(&arena, (Str){file, (size_t)(dash - file)});
  if (!is_used(&arena, game, "", file) && !is_used(&arena, game, ".rbg", file)) {
    fail_msg("%s belongs to no shipped game: run scripts/heuristics for it again", file);
  }
  ++*n;
  arena_free(&arena);
}

static void shipped_heuristics_are_found(void **state) {
  Arena arena = {0};
  int n = 0;
  file_walk(test_root(&arena, "games/heuristics"), ".txt", look_at, &n);
  assert_true(n >= 5);
  arena_free(&arena);
}

// Whatever the size of a number, it is written so that it can be read.
static void all_numbers_can_be_read_back(void **state) {
  static const double values[] = {9.447e-05, -1.5e-12, 0.00012345, -3, 99999.5, 999999.6, 1234567, 2.5e10, 0};
  Arena arena = {0};
  Text text = {0};
  Diags diags;
  HeuristicText heuristic, again;
  Source first = {"first", str_of("(heuristics { (material pieceWeights:{ (pair \"Man\" 1) }) })")};
  diags_init(&diags, &arena);
  for (size_t i = 0; i < COUNT_OF(values); i++) {
    assert_true(heuristic_read(&arena, &first, &diags, &heuristic));
    WeightPair pair = {"Man", values[i]};
    HeuristicTerm term = heuristic.terms[0];
    term.pairs = &pair;
    heuristic.terms = &term;
    text_clear(&text);
    heuristic_write(&text, heuristic);
    Source second = {"second", text_str(&text)};
    assert_true(heuristic_read(&arena, &second, &diags, &again));
    assert_true(fabs(again.terms[0].pairs[0].weight - values[i]) <= 1e-5 * fabs(values[i]) + 1e-12);
  }
  text_free(&text);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shipped_heuristics_are_found),
                                     cmocka_unit_test(all_numbers_can_be_read_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
