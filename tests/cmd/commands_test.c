// Every subcommand is documented: its row is complete, and help, man page and completion show it.
#include "cmd/frame/command.h"
#include "cmd/frame/help.h"
#include "search/agent.h"

#include "support/support.h"

#include <stdlib.h>

static void is_sentence(const char *doc) {
  assert_non_null(doc);
  assert_true(doc[0] >= 'A' && doc[0] <= 'Z');
  assert_true(str_ends(str_of(doc), "."));
}

static void rows_are_complete(void **state) {
  for (const Command *const *c = command_rows(); *c; c++) {
    print_message("# %s\n", (*c)->name);
    is_sentence((*c)->doc);
    assert_non_null((*c)->usage);
    assert_non_null((*c)->run);
    assert_true((*c)->most < 0 || (*c)->most >= (*c)->least);
    assert_ptr_equal(command_find((*c)->name), *c);
    for (const CommandOption *o = (*c)->options; o && o->name; o++) {
      assert_int_equal(o->name[0], '-');
      is_sentence(o->doc);
    }
  }
}

typedef struct Shown {
  char *text;
  size_t size;
} Shown;

static FILE *capture(Shown *shown) { return open_memstream(&shown->text, &shown->size); }

static void the_manual_shows_every_command(void **state) {
  Shown manual = {0}, completion = {0};
  FILE *out = capture(&manual);
  man_page(out, NULL);
  fclose(out);
  out = capture(&completion);
  bash_completion(out);
  fclose(out);
  for (const Command *const *c = command_rows(); *c; c++) {
    Arena arena = {0};
    assert_non_null(strstr(manual.text, arena_printf(&arena, ".BR senet\\-%s (1)\n", (*c)->name)));
    assert_non_null(strstr(completion.text, arena_printf(&arena, "      %s) words=\"--help", (*c)->name)));
    arena_free(&arena);
  }
  free(manual.text);
  free(completion.text);
}

static void the_page_of_a_command_shows_every_option(void **state) {
  for (const Command *const *c = command_rows(); *c; c++) {
    Shown page = {0};
    FILE *out = capture(&page);
    man_page(out, *c);
    fclose(out);
    size_t shown = 0, rows = 0;
    for (const char *at = page.text; (at = strstr(at, ".TP\n.B \\-")); at++) shown++;
    for (const CommandOption *o = (*c)->options; o && o->name; o++) rows++;
    assert_int_equal(shown, rows);
    free(page.text);
  }
}

static void the_page_of_the_agents_shows_every_option(void **state) {
  Shown page = {0};
  Arena arena = {0};
  FILE *out = capture(&page);
  man_agents(out);
  fclose(out);
  for (const AgentKind *const *kind = agent_kinds(); *kind; kind++) {
    assert_non_null(strstr(page.text, arena_printf(&arena, ".TP\n.B %s\n", (*kind)->name)));
    for (const SearchOption *o = (*kind)->options; o && o->name; o++) {
      assert_non_null(strstr(page.text, arena_printf(&arena, ".TP\n.B %s=%s\n", o->name, o->fallback)));
    }
  }
  arena_free(&arena);
  free(page.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_complete),
      cmocka_unit_test(the_manual_shows_every_command),
      cmocka_unit_test(the_page_of_the_agents_shows_every_option),
      cmocka_unit_test(the_page_of_a_command_shows_every_option),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
