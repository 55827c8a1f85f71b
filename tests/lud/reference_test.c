// Expansion against the reference library: every expanded description recorded there is compared token
// for token. Compared are trees, so white space and line breaks do not count; a string is compared by its
// text, so that the way a quote inside it is written does not; numbers are compared by value (1.0 is 1).
// And all descriptions of the library, with or without a record, are accepted, with other choices too.
#include "base/file.h"
#include "lud/text/load.h"
#include "lud/text/lud_print.h"
#include "support/support.h"
#include "syntax/parse.h"

#include <stdio.h>

static bool same_number(const Node *a, const Node *b) {
  bool numbers = (a->kind == NODE_INT || a->kind == NODE_FLOAT) && (b->kind == NODE_INT || b->kind == NODE_FLOAT);
  return numbers && a->real == b->real && str_eq(a->label, b->label);
}

// The first pair of nodes that differs, or false when the trees are the same.
static bool first_difference(const Node **a, const Node **b) {
  const Node *x = *a, *y = *b;
  if (x->hash[0] == y->hash[0] && x->hash[1] == y->hash[1]) return false;
  if (same_number(x, y)) return false;
  if (x->kind != y->kind || x->n != y->n || !str_eq(x->label, y->label) || !str_eq(x->text, y->text)) return true;
  for (uint32_t i = 0; i < x->n; i++) {
    *a = x->kids[i];
    *b = y->kids[i];
    if (first_difference(a, b)) return true;
  }
  return false;
}

static void report_difference(const char *key, const Node *ours, const Node *theirs) {
  Text text = {0};
  text_printf(&text, "%s: expected ", key);
  print_tree(&text, theirs);
  text_puts(&text, "found ");
  print_tree(&text, ours);
  print_error("%.2000s\n", text.p);
  text_free(&text);
}

typedef struct Comparison {
  Library library;
  const char *shared;
  size_t compared, different;
} Comparison;

static bool expand_file(Comparison *c, Arena *arena, const char *path, Diags *diags, LudGame *game) {
  LudInput input;
  OptionWishes none = {0};
  return lud_open(&c->library, arena, path, diags, &input) &&
         lud_expand(&c->library, arena, &input, &none, diags, game);
}

static bool compare(Comparison *c, Arena *arena, const char *key, const char *path) {
  Source record = {.name = arena_printf(arena, "%s/expanded/%s.lud.zst", c->shared, key)};
  if (!file_exists(record.name)) return true;
  c->compared++;
  LudGame game;
  Diags diags;
  const Node *items;
  const char *why;
  diags_init(&diags, arena);
  bool ok = expand_file(c, arena, arena_printf(arena, "%s%s", c->shared, path), &diags, &game) &&
            file_read(arena, record.name, 0, &record.text, &why) && syntax_parse(arena, &record, &diags, &items);
  if (!ok) {
    diags_print(stderr, &diags, false);
    return false;
  }
  const Node *ours = game.game, *theirs = items->kids[0];
  if (!first_difference(&ours, &theirs)) return true;
  report_difference(key, ours, theirs);
  return false;
}

// The next field of a tab-separated line.
static Str next_field(Str *line) {
  const char *tab = memchr(line->p, '\t', line->n);
  Str field = {line->p, tab ? (size_t)(tab - line->p) : line->n};
  size_t used = MIN(field.n + 1, line->n);
  *line = (Str){line->p + used, line->n - used};
  return field;
}

static void compare_all(Comparison *c, Str table) {
  Arena arena = {0};
  for (size_t row = 0; table.n; row++) {
    const char *newline = memchr(table.p, '\n', table.n);
    Str line = {table.p, newline ? (size_t)(newline - table.p) : table.n};
    size_t used = MIN(line.n + 1, table.n);
    table = (Str){table.p + used, table.n - used};
    const char *key = arena_text(&arena, next_field(&line)), *path = arena_text(&arena, next_field(&line));
    if (row > 0 && !compare(c, &arena, key, path)) c->different++;
    arena_reset(&arena);
  }
  arena_free(&arena);
}

static void expansion_is_that_of_the_reference(void **state) {
  Arena arena = {0};
  Diags diags;
  diags_init(&diags, &arena);
  Comparison c = {.shared = test_shared(&arena, "ludii")};
  Str table;
  const char *why;
  assert_true(file_read(&arena, arena_printf(&arena, "%s/games.tsv", c.shared), 0, &table, &why));
  assert_true(library_open(&c.library, &c.shared, 1, &diags));
  compare_all(&c, table);
  print_message("# %zu of %zu expanded descriptions are the same\n", c.compared - c.different, c.compared);
  library_free(&c.library);
  arena_free(&arena);
  assert_true(c.compared > 1000);
  assert_int_equal(c.different, 0);
}

static void every_description_of_the_library_is_accepted(void **state) {
  Arena arena = {0};
  const char *shared = test_shared(&arena, "ludii");
  Ran ran = test_senet(&arena, NULL, arena_printf(&arena, "check '%s/lud'", shared));
  if (ran.status) print_error("%.*s", (int)MIN(ran.err.n, (size_t)4000), ran.err.p);
  assert_int_equal(ran.status, 0);
  assert_str_equal(ran.out, "1343 checked, 0 with errors\n");
  arena_free(&arena);
}

// One choice of a game. Descriptions of games that are only partly known say so with square brackets.
static bool choice_is_fine(Comparison *c, const LudInput *input, const OptionWishes *wishes) {
  Arena arena = {0};
  Diags diags;
  LudGame game;
  diags_init(&diags, &arena);
  bool ok = lud_load_input(&c->library, &arena, input, wishes, &diags, &game);
  ok = ok || strncmp(diags.list[0].message, "unexpected '[", 13) == 0;
  if (!ok) diag_print(stderr, &diags.list[0], false);
  arena_free(&arena);
  c->compared++;
  return ok;
}

enum { CHOICES_TRIED = 4 };  // of one option or of the rulesets; some have dozens that are much alike

static void try_options(Comparison *c, Arena *arena, const LudInput *input, const OptionCategory *category) {
  for (size_t i = 0; i < MIN(category->n, (size_t)CHOICES_TRIED); i++) {
    if (i == category->chosen) continue;
    Str item = category->items[i].name;
    const char *wish = arena_printf(arena, "%.*s/%.*s", (int)category->name.n, category->name.p, (int)item.n, item.p);
    if (!choice_is_fine(c, input, &(OptionWishes){.options = &wish, .n = 1})) c->different++;
  }
}

static void try_choices(Comparison *c, const LibraryGame *game) {
  Arena arena = {0};
  Diags diags;
  diags_init(&diags, &arena);
  LudInput input = {.source = library_read(&c->library, game, &arena, &diags), .root = (int)game->root};
  GameOptions options = {0};
  assert_non_null(input.source);
  assert_true(lud_options_read(&arena, input.source, &diags, &options));
  lud_options_choose(&arena, &options, &(OptionWishes){0}, &diags);
  for (size_t i = 0; i < options.n; i++) try_options(c, &arena, &input, &options.categories[i]);
  for (size_t i = 0; i < MIN(options.n_rulesets, (size_t)CHOICES_TRIED); i++) {
    if (!options.rulesets[i].n) continue;
    OptionWishes wishes = {.ruleset = arena_text(&arena, options.rulesets[i].name)};
    if (!choice_is_fine(c, &input, &wishes)) c->different++;
  }
  arena_free(&arena);
}

static void other_choices_are_accepted_too(void **state) {
  Arena arena = {0};
  Diags diags;
  diags_init(&diags, &arena);
  Comparison c = {.shared = test_shared(&arena, "ludii")};
  assert_true(library_open(&c.library, &c.shared, 1, &diags));
  for (size_t i = 0; i < c.library.games.n; i++) {
    if (c.library.games.at[i].root == 0) try_choices(&c, &c.library.games.at[i]);
  }
  print_message("# %zu choices tried\n", c.compared);
  library_free(&c.library);
  arena_free(&arena);
  assert_true(c.compared > 1000);
  assert_int_equal(c.different, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(expansion_is_that_of_the_reference),
      cmocka_unit_test(every_description_of_the_library_is_accepted),
      cmocka_unit_test(other_choices_are_accepted_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
