// senet test: random games of a description, and what they say about it.
#include "cmd/frame/game_option.h"

#include "base/json.h"
#include "base/process.h"
#include "base/thread.h"
#include "cmd/frame/terminal.h"
#include "cmd/study/test_report.h"

#include <stdio.h>
#include <strings.h>

enum { CHILD_MEGABYTES = 3000, CHILD_SECONDS = 60 };

typedef struct Tests {
  const Options *options;
  Load *load;
  SurveyPlan plan;
  VEC(const char *) names;
  bool json, all, brief;
  size_t done, broken, odd, failed;
  Progress progress;
} Tests;

// ---- one game ------------------------------------------------------------------------------------

static const Game *compile(Tests *tests, const char *name) {
  Load *load = tests->load;
  arena_reset(&load->arena);
  diags_init(&load->diags, &load->arena);
  load->rbg = NULL;
  return load_compiled(load, tests->options, name);
}

// The report of a game, or NULL after saying on stderr what is wrong with its description.
static json_t *test_game(Tests *tests, const char *name) {
  const Game *game = compile(tests, name);
  if (!game) return NULL;
  Survey survey;
  survey_run(game, &tests->plan, &survey);
  json_t *report = test_report(&survey, tests->load->rbg ? NULL : tests->load->game.source, tests->plan.seed);
  survey_free(&survey);
  return report;
}

static void print_brief(const json_t *report) {
  const json_t *findings = json_object_get(report, "findings");
  for (size_t i = 0; i < json_array_size(findings); i++) {
    const json_t *finding = json_array_get(findings, i);
    printf("%s: %s%s\n", json_string_value(json_object_get(report, "game")),
           json_is_true(json_object_get(finding, "broken")) ? "!! " : "",
           json_string_value(json_object_get(finding, "text")));
  }
}

static void show(Tests *tests, const json_t *report) {
  bool broken = test_report_broken(report);
  tests->done++;
  tests->broken += broken;
  tests->odd += !broken && json_array_size(json_object_get(report, "findings")) > 0;
  if (tests->json) {
    json_dumpf(report, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
    putchar('\n');
  } else if (tests->brief) {
    print_brief(report);
  } else {
    test_report_print(report, tests->all);
  }
}

// ---- many games, each in a child -----------------------------------------------------------------

static void run_task(void *self, size_t index, Text *answer) {
  Tests *tests = self;
  json_t *report = test_game(tests, tests->names.at[index]);
  if (report) json_text(answer, report);
  json_decref(report);
}

static void take_answer(void *self, size_t index, ProcessEnd end, int signal, Str answer) {
  Tests *tests = self;
  json_t *report = end == PROCESS_ANSWERED && answer.n ? json_loadb(answer.p, answer.n, 0, NULL) : NULL;
  progress_clear(&tests->progress);
  if (report) {
    show(tests, report);
  } else {
    char text[PROCESS_END_TEXT];
    tests->failed++;
    if (end != PROCESS_ANSWERED)
      fprintf(stderr, "%s: %s\n", tests->names.at[index], process_end_text(end, signal, text));
  }
  progress_step(&tests->progress, index + 1);
  json_decref(report);
}

static void run_many(Tests *tests, int workers) {
  size_t *groups = ARENA_ARRAY(tests->options->arena, size_t, tests->names.n + 1);
  for (size_t i = 0; i < tests->names.n; i++) groups[i] = i / 8;
  ProcessPlan plan = {.n = tests->names.n,
                      .groups = groups,
                      .workers = workers,
                      .seconds = CHILD_SECONDS + tests->plan.seconds,
                      .megabytes = CHILD_MEGABYTES,
                      .task = run_task,
                      .done = take_answer,
                      .self = tests};
  progress_begin(&tests->progress, "testing", plan.n);
  process_run(&plan);
  progress_end(&tests->progress);
}

// Every game of the libraries once.
static void add_library(Tests *tests) {
  const Library *library = &tests->load->library;
  for (size_t i = 0; i < library->games.n; i++) {
    const LibraryGame *game = &library->games.at[i];
    if (i && !strcasecmp(game->name, game[-1].name)) continue;
    VEC_PUSH(&tests->names, arena_text(tests->options->arena, str_of(game->name)));
  }
}

// ---- the command ---------------------------------------------------------------------------------

static void run_named(Tests *tests) {
  for (int i = 0; i < tests->options->n; i++) {
    json_t *report = test_game(tests, tests->options->arguments[i]);
    if (report) show(tests, report);
    else tests->failed++;
    json_decref(report);
  }
}

static int run_test(const Options *options) {
  Load load;
  int64_t seed = 1, games = 100, workers = thread_processors();
  Tests tests = {.options = options,
                 .load = &load,
                 .plan.seconds = options->n ? 5 : 0.6,
                 .json = options_has(options, "--json"),
                 .all = options_has(options, "--all"),
                 .brief = options_has(options, "--brief") || !options->n};
  if (!options_integer(options, "-n", 1, 1000000, &games) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers) ||
      !options_number(options, "--seconds", 0.01, 1e6, &tests.plan.seconds)) {
    return EXIT_USAGE;
  }
  tests.plan.seed = (uint64_t)seed;
  tests.plan.games = (uint64_t)games;
  bool opened = load_begin(&load, options);
  if (opened && options->n) run_named(&tests);
  if (opened && !options->n) {
    add_library(&tests);
    run_many(&tests, (int)workers);
    fprintf(tests.json ? stderr : stdout, "%zu tested: %zu broken, %zu with something odd, %zu could not be played\n",
            tests.done + tests.failed, tests.broken, tests.odd, tests.failed);
  }
  VEC_FREE(&tests.names);
  load_free(&load);
  return opened && !tests.broken && !tests.failed ? EXIT_YES : EXIT_NO;
}

static const CommandOption test_options[] = {
    GAME_OPTIONS,
    {"-n", "N", "Plays at most N games; default 100."},
    {"--seconds", "S", "Takes at most S seconds of CPU time for a game; default 5, or 0.6 for whole libraries.",
     .also = "--time"},
    {"--seed", "K", "Seed of chance and choices; default 1. The same seed gives the same games."},
    {"--all", NULL, "Lists every rule with how often it was begun, not only the results."},
    {"--brief", NULL, "Prints only what looks wrong, a line for each."},
    {"-j", "N", "Tests N games at a time when a whole library is tested; default one per processor."},
    {"--json", NULL, "Prints a JSON object per game; docs/JSON.md explains it."},
    {0},
};

const Command command_test = {
    .name = "test",
    .usage = "[GAME...]",
    .doc = "Plays random games of a description and says what looks wrong with it.",
    .details =
        "Says how games ended and how long they were, how many moves there were to choose from, who won, who only "
        "passed,\nwhich sites and pieces were used, and which results and rules never came up. A line with !! is about "
        "something that\nlooks broken, one with ? about something odd. Without a GAME every game of the libraries is "
        "tested.\n\nRandom games find what never happens at all; they do not find what good players would do. A rule "
        "counts as begun\nwhen its ludeme was worked out for a move or as a consequence of one. Two places with the "
        "very same ludeme count\ntogether. Drama is judged by random games from a few positions of a few games.\n\nThe "
        "exit status is 1 when something looks broken.",
    .most = -1,
    .options = test_options,
    .run = run_test,
};
