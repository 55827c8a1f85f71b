// Options and rulesets as data: what is offered and what is chosen.
#include "lud/text/options.h"

#include "support/support.h"

static const char text[] =
    "(game \"X\")\n"
    "(option \"Board Size\" <Board> args:{ <dim> <start> } {\n"
    "  (item \"3x3\" <3 3> <(a \">\")> \"Small.\")\n"
    "  (item \"9x9\" <9> <(> 1 2)> \"Large.\")** // \"no\" <such>\n"
    "})\n"
    "// (option \"Hidden\" <H> args:{ <x> } { (item \"a\" <1> \"A.\") })\n"
    "(option \"End\" <End> args:{ <rule> } { (item \"Win\" <> \"Nothing.\") (item \"Lose\" <b> \"B.\") })\n"
    "(rulesets { (ruleset \"Ruleset/Small\" { \"Board Size/3x3\" } variations:{ \"End/Lose\" })*"
    " (ruleset \"Ruleset/None\" { }) })\n";

typedef struct Fixture {
  Arena arena;
  Diags diags;
  Source source;
  GameOptions options;
} Fixture;

static void begin(Fixture *f, const OptionWishes *wishes, bool fits) {
  *f = (Fixture){.source = {"test", STR(text)}};
  diags_init(&f->diags, &f->arena);
  assert_true(lud_options_read(&f->arena, &f->source, &f->diags, &f->options));
  assert_int_equal(lud_options_choose(&f->arena, &f->options, wishes, &f->diags), fits);
}

static void categories_items_and_arguments(void **state) {
  Fixture f;
  begin(&f, &(OptionWishes){0}, true);
  assert_int_equal(f.options.n, 2);
  const OptionCategory *size = &f.options.categories[0];
  assert_str_equal(size->name, "Board Size");
  assert_str_equal(size->tag, "Board");
  assert_int_equal(size->n_args, 2);
  assert_int_equal(size->n, 2);
  assert_str_equal(size->items[0].args[1], "(a \">\")");
  assert_str_equal(size->items[1].args[1], "(> 1 2)");
  assert_str_equal(size->items[1].doc, "Large.");
  assert_int_equal(size->items[1].stars, 2);
  assert_int_equal(size->chosen, 1);
  assert_str_equal(f.options.categories[1].items[0].args[0], "");
  assert_int_equal(f.options.n_rulesets, 2);
  assert_int_equal(f.options.rulesets[0].n, 1);
  assert_null(f.options.ruleset);
  arena_free(&f.arena);
}

static void references_give_the_chosen_text(void **state) {
  Fixture f;
  begin(&f, &(OptionWishes){0}, true);
  Str found;
  assert_true(lud_options_find(&f.options, STR("Board:dim"), &found));
  assert_str_equal(found, "9");
  assert_true(lud_options_find(&f.options, STR("Board"), &found));
  assert_str_equal(found, "9");
  assert_false(lud_options_find(&f.options, STR("Board:end"), &found));
  assert_false(lud_options_find(&f.options, STR("board"), &found));
  arena_free(&f.arena);
}

static void a_ruleset_sets_its_options(void **state) {
  Fixture f;
  begin(&f, &(OptionWishes){.ruleset = "small"}, true);
  assert_true(lud_options_active(&f.options, STR("Board Size/3x3")));
  assert_false(lud_options_active(&f.options, STR("Board Size/9x9")));
  assert_true(lud_options_active(&f.options, STR("Ruleset/Small")));
  arena_free(&f.arena);
}

static void the_fitting_ruleset_is_found(void **state) {
  Fixture f;
  const char *const chosen[] = {"Board Size/3x3"};
  begin(&f, &(OptionWishes){.options = chosen, .n = 1}, true);
  assert_non_null(f.options.ruleset);
  assert_str_equal(f.options.ruleset->name, "Ruleset/Small");
  arena_free(&f.arena);
}

static void unknown_wishes_are_errors(void **state) {
  Fixture f;
  const char *const chosen[] = {"Board Size/4x4", "End"};
  begin(&f, &(OptionWishes){.options = chosen, .n = 2}, false);
  assert_int_equal(f.diags.total, 2);
  arena_free(&f.arena);
  begin(&f, &(OptionWishes){.ruleset = "Large"}, false);
  arena_free(&f.arena);
  begin(&f, &(OptionWishes){.ruleset = "None"}, false);
  arena_free(&f.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(categories_items_and_arguments), cmocka_unit_test(references_give_the_chosen_text),
      cmocka_unit_test(a_ruleset_sets_its_options),     cmocka_unit_test(the_fitting_ruleset_is_found),
      cmocka_unit_test(unknown_wishes_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
