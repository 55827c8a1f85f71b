// The experiments of Soemers et al., Spatial State-Action Features for General Games, section 6: how fast the
// evaluators are on atomic and on trained sets. Each game and set is measured in a process of its own, all evaluators
// in turns; finished rows are kept in a CSV file.
#include "cmd/experiment/experiment_features.h"

#include "base/file.h"
#include "base/process.h"
#include "cmd/experiment/experiment_trained.h"
#include "cmd/experiment/feature_rows.h"
#include "cmd/experiment/rows_file.h"
#include "cmd/frame/game_option.h"
#include "cmd/frame/terminal.h"
#include "feature/evaluate/feature_measure.h"

#include <stdio.h>

// The games of the paper (Table A.6).
static const char *const paper_games[] = {
    "Alquerque",
    "Amazons",
    "ArdRi",
    "Arimaa",
    "Ataxx",
    "Bao Ki Arabu (Zanzibar 1)",
    "Bizingo",
    "Breakthrough",
    "Chess",
    "Chinese Checkers",
    "English Draughts",
    "Fanorona",
    "Fox and Geese",
    "Go",
    "Gomoku",
    "Gonnect",
    "Havannah",
    "Hex",
    "Kensington",
    "Knightthrough",
    "Konane",
    "Level Chess",
    "Lines of Action",
    "Pentalath",
    "Pretwa",
    "Reversi",
    "Royal Game of Ur",
    "Shobu",
    "Surakarta",
    "Tablut",
    "Triad",
    "XII Scripta",
    "Yavalath",
};
static const char *const paper_sets[] = {"Atomic-1-1", "Atomic-1-2", "Atomic-2-2", "Atomic-2-3", "Atomic-2-4"};

enum { SIDES_MAX = 8, PATIENCE = 900, PLIES = 500 };

typedef struct Task {
  const char *game, *set;
} Task;

typedef struct Run {
  const Options *options;
  FeatureMeasure measure;
  int workers;
  const char *csv, *svg, *reference;
  Load load;
  VEC(Task) tasks;
  FeatureRows rows;
  Progress progress;
  size_t done;
  bool lost;  // rows could not be written to the file
} Run;

// ---- one game and set, in its own process --------------------------------------------------------

static int list_wishes(const Run *run, int turning, int straight, FeatureWish *wishes) {
  int n = 0;
  wishes[n++] = (FeatureWish){0};  // bare
  for (const EvaluatorRow *const *row = evaluator_rows; *row && n < SIDES_MAX; row++) {
    if (!options_wants(run->options, "--evaluator", (*row)->name)) continue;
    wishes[n++] = (FeatureWish){.turning = turning, .straight = straight, .row = *row};
  }
  return n;
}

static void write_sample(Text *answer, const Task *task, const FeatureSample *sample) {
  double per = sample->seconds > 0 ? 1 / sample->seconds : 0;
  FeatureRow row = {.game = task->game,
                    .set = task->set,
                    .evaluator = sample->evaluator,
                    .features = sample->features,
                    .playouts = sample->playouts * per,
                    .plies = (double)sample->totals.plies * per,
                    .moves = (double)sample->totals.moves * per,
                    .open_seconds = sample->open_seconds};
  feature_row_write(answer, &row);
}

static void measure_task(void *self, size_t index, Text *answer) {
  Run *run = self;
  const Task *task = &run->tasks.at[index];
  FeatureWish wishes[SIDES_MAX];
  FeatureSample samples[SIDES_MAX];
  int turning, straight;
  const Game *game = load_compiled(&run->load, run->options, task->game);
  if (!game || !atomic_name(task->set, &turning, &straight)) return;
  if (!feature_wish_fits(&(FeatureWish){.turning = turning, .straight = straight}, game)) {
    fprintf(stderr, "%s: %s has more than %d features\n", task->game, task->set, FEATURES_MAX);
    return;
  }
  int n = list_wishes(run, turning, straight, wishes);
  const char *fault = features_measure(game, &run->measure, wishes, samples, n);
  if (fault) fprintf(stderr, "%s: the rules stopped: %s\n", task->game, fault);
  for (int i = 0; i < n && !fault; i++) write_sample(answer, task, &samples[i]);
}

// ---- collecting ---------------------------------------------------------------------------------

static void print_rows(const Run *run, const Task *task) {
  const FeatureRow *bare = feature_rows_find(&run->rows, task->game, task->set, "bare");
  printf("%-28s %-11s %9.0f", task->game, task->set, bare ? bare->plies : 0);
  for (const EvaluatorRow *const *row = evaluator_rows; *row; row++) {
    const FeatureRow *found = feature_rows_find(&run->rows, task->game, task->set, (*row)->name);
    if (found) printf(" %10.0f", found->plies);
    else printf(" %10s", "-");
  }
  printf("\n");
  fflush(stdout);
}

static void take_answer(void *self, size_t index, ProcessEnd end, int signal, Str answer) {
  Run *run = self;
  const Task *task = &run->tasks.at[index];
  Text text = {0};
  (void)signal;
  if (end != PROCESS_ANSWERED || !answer.n) {
    printf("%-28s %-11s %s\n", task->game, task->set, end == PROCESS_TIMED_OUT ? "too slow" : "could not be measured");
  } else {
    text_puts(&text, feature_rows_head);
    text_add(&text, answer);
    run->lost |= !rows_file_add(run->csv, answer);
    feature_rows_read(run->options->arena, text_str(&text), &run->rows);
    print_rows(run, task);
  }
  progress_step(&run->progress, ++run->done);
  text_free(&text);
}

// Whether the file has all that is asked for.
static bool is_measured(const Run *run, const char *game, const char *set) {
  for (const EvaluatorRow *const *row = evaluator_rows; *row; row++) {
    if (!options_wants(run->options, "--evaluator", (*row)->name)) continue;
    if (!feature_rows_find(&run->rows, game, set, (*row)->name)) return false;
  }
  return feature_rows_find(&run->rows, game, set, "bare");
}

static void list_tasks(Run *run) {
  const char **games = options_values(run->options, "--game"), **sets = options_values(run->options, "--set");
  size_t n_games = COUNT_OF(paper_games), n_sets = COUNT_OF(paper_sets);
  const char *const *game = paper_games, *const *set = paper_sets;
  if (games[0]) {
    game = games;
    for (n_games = 0; games[n_games];) n_games++;
  }
  if (sets[0]) {
    set = sets;
    for (n_sets = 0; sets[n_sets];) n_sets++;
  }
  for (size_t g = 0; g < n_games; g++) {
    for (size_t s = 0; s < n_sets; s++) {
      if (!is_measured(run, game[g], set[s])) VEC_PUSH(&run->tasks, (Task){game[g], set[s]});
    }
  }
}

static bool read_rows(void *self, Arena *arena, Str text) {
  return feature_rows_read(arena, text, &((Run *)self)->rows);
}

static bool open_csv(Run *run) {
  return rows_file_open(run->options->arena, run->csv, feature_rows_head, read_rows, run);
}

static void measure_all(Run *run) {
  size_t *groups = ARENA_ARRAY(run->options->arena, size_t, run->tasks.n + 1);
  for (size_t i = 0; i < run->tasks.n; i++) groups[i] = i;
  ProcessPlan plan = {.n = run->tasks.n,
                      .groups = groups,
                      .workers = run->workers,
                      .seconds = PATIENCE + 10 * run->measure.seconds,
                      .task = measure_task,
                      .done = take_answer,
                      .self = run};
  printf("plies/s %31s %9s", "set", "bare");
  for (const EvaluatorRow *const *row = evaluator_rows; *row; row++) printf(" %10s", (*row)->name);
  printf("\n");
  fflush(stdout);
  progress_begin(&run->progress, "measuring", run->tasks.n);
  process_run(&plan);
  progress_end(&run->progress);
}

static bool report(Run *run) {
  const char *why = "";
  feature_rows_print(&run->rows);
  if (run->svg && !feature_rows_figure(&run->rows, run->options->arena, run->svg, &why)) {
    fprintf(stderr, "senet experiment: %s\n", why);
    return false;
  }
  return !run->reference || feature_rows_print_reference(&run->rows, run->options->arena, run->reference);
}

static bool read_options(Run *run) {
  const Options *options = run->options;
  int64_t seed = 1, workers = 1;
  run->measure = (FeatureMeasure){.seconds = 2, .most = PLIES};
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) || !options_integer(options, "-j", 1, 256, &workers) ||
      !options_number(options, "--seconds", 0.001, 36000, &run->measure.seconds)) {
    return false;
  }
  run->measure.seed = (uint64_t)seed;
  run->workers = (int)workers;
  run->csv = options_value(options, "--csv");
  run->svg = options_value(options, "--svg");
  run->reference = options_value(options, "--reference");
  int turning, straight;
  for (const char **set = options_values(options, "--set"); *set; set++) {
    if (atomic_name(*set, &turning, &straight)) continue;
    options_misuse(options, "'%s' is not a set: Atomic-M-N with M at most N", *set);
    return false;
  }
  for (const char **name = options_values(options, "--evaluator"); *name; name++) {
    if (evaluator_find(*name)) continue;
    options_misuse(options, "there is no evaluator '%s': naive, tree, spatternet, jit or fast", *name);
    return false;
  }
  return true;
}

int experiment_features(const Options *options) {
  if (options_has(options, "--trained")) return experiment_trained(options);
  Run run = {.options = options};
  if (!read_options(&run)) return EXIT_USAGE;
  bool good = load_begin(&run.load, options) && open_csv(&run);
  if (good) {
    list_tasks(&run);
    measure_all(&run);
    good = report(&run);
  }
  VEC_FREE(&run.tasks);
  VEC_FREE(&run.rows);
  load_free(&run.load);
  return good && !run.lost ? EXIT_YES : EXIT_NO;
}
