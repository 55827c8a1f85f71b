// How the words after a subcommand are sorted; the messages are in usage.cases.
#include "cmd/frame/command_options.h"

#include "support/support.h"

static const CommandOption rows[] = {
    {"--seed", "K", "A number."},
    {"-n", "N", "A count."},
    {"--json", NULL, "A switch."},
    {"--library", "PATH", "A folder.", true},
    {0},
};
static const Command command = {.name = "try", .usage = "GAME", .doc = "Tries.", .most = -1, .options = rows};

typedef struct Words {
  Arena arena;
  Options options;
} Words;

static bool parse(Words *words, int argc, const char **argv) {
  *words = (Words){0};
  return options_parse(&words->arena, &command, argc, (char **)argv, &words->options);
}

#define PARSE(words, ...) \
  parse((words), (int)COUNT_OF(((const char *[]){"try", __VA_ARGS__})), (const char *[]){"try", __VA_ARGS__, NULL})

static void options_and_arguments_mix(void **state) {
  Words w;
  assert_true(PARSE(&w, "a", "--json", "b", "--seed", "7"));
  assert_int_equal(w.options.n, 2);
  assert_string_equal(w.options.arguments[0], "a");
  assert_string_equal(w.options.arguments[1], "b");
  assert_null(w.options.arguments[2]);
  assert_true(options_has(&w.options, "--json"));
  assert_string_equal(options_value(&w.options, "--seed"), "7");
  assert_null(options_value(&w.options, "-n"));
  arena_free(&w.arena);
}

static void equals_sign_and_dashes(void **state) {
  Words w;
  assert_true(PARSE(&w, "--seed=x=y", "-", "--", "--json", "--"));
  assert_string_equal(options_value(&w.options, "--seed"), "x=y");
  assert_false(options_has(&w.options, "--json"));
  assert_int_equal(w.options.n, 3);
  assert_string_equal(w.options.arguments[0], "-");
  assert_string_equal(w.options.arguments[1], "--json");
  assert_string_equal(w.options.arguments[2], "--");
  arena_free(&w.arena);
}

static void repeated_values_keep_their_order(void **state) {
  Words w;
  assert_true(PARSE(&w, "--library", "one", "--library=two"));
  const char **values = options_values(&w.options, "--library");
  assert_string_equal(values[0], "one");
  assert_string_equal(values[1], "two");
  assert_null(values[2]);
  arena_free(&w.arena);
}

static void numbers_are_read_or_left_alone(void **state) {
  Words w;
  int64_t seed = 5, count = 6;
  double number = 0;
  assert_true(PARSE(&w, "--seed", "-12"));
  assert_true(options_integer(&w.options, "--seed", -100, 100, &seed));
  assert_true(options_integer(&w.options, "-n", 0, 100, &count));
  assert_int_equal(seed, -12);
  assert_int_equal(count, 6);
  assert_true(options_number(&w.options, "--seed", -20, 0, &number));
  assert_true(number == -12.0);
  arena_free(&w.arena);
}

static void help_wins_over_mistakes(void **state) {
  Words w;
  assert_true(PARSE(&w, "--nonsense", "-h"));
  assert_true(w.options.help);
  arena_free(&w.arena);
  assert_true(PARSE(&w, "--", "--help"));
  assert_false(w.options.help);
  arena_free(&w.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(options_and_arguments_mix),        cmocka_unit_test(equals_sign_and_dashes),
      cmocka_unit_test(repeated_values_keep_their_order), cmocka_unit_test(numbers_are_read_or_left_alone),
      cmocka_unit_test(help_wins_over_mistakes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
