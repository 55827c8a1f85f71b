// The experiment of Soemers et al., Optimised Playout Implementations for the Ludii General Game System, section 8:
// the speed-up and the mean length of every game some kind of playout applies to. Each game is measured in a process
// of its own, so that one that is too slow or breaks stops only itself; finished rows are kept in a CSV file.
#include "cmd/experiment/experiment_playouts.h"

#include "base/process.h"
#include "cmd/experiment/boxplot.h"
#include "cmd/experiment/playout_rows.h"
#include "cmd/experiment/rows_file.h"
#include "cmd/frame/game_option.h"
#include "cmd/frame/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

typedef struct Run {
  const Options *options;
  MeasurePlan plan;
  bool check;       // distributions, not speed
  double patience;  // seconds for a game
  int workers;
  const char *csv, *svg, *reference;
  double scale;
  Load load;
  VEC(const char *) names, paths;  // of the games to measure
  PlayoutRows rows;
  Progress progress;
  size_t done;
  bool lost;  // rows could not be written to the file
} Run;

// ---- one game, in its own process ----------------------------------------------------------------

static const char *phases_of(const Game *game, Arena *arena) {
  const char *text = "";
  for (int i = 0; i < game->n_phases; i++) {
    text = arena_printf(arena, "%s%s%s", text, i ? " " : "", playout_kind_names[game_playout_kind(game, i)]);
  }
  for (int i = 0; i < game->n_subgames; i++) {
    text = arena_printf(arena, "%s%s%s", text, i ? " " : "", phases_of(game->subgames[i].game, arena));
  }
  return text;
}

static double rate(const PlayoutSample *sample) {
  return sample->seconds > 0 ? (double)sample->totals.n / sample->seconds : 0;
}

static void fill_row(PlayoutRow *row, const Game *game, const PlayoutPair *pair) {
  row->standard_n = pair->standard.totals.n;
  row->optimised_n = pair->optimised.totals.n;
  row->standard_rate = rate(&pair->standard);
  row->optimised_rate = rate(&pair->optimised);
  row->speedup = pair_speedup(pair);
  row->length_ratio = sample_mean_length(&pair->optimised) / sample_mean_length(&pair->standard);
  row->tests = pair_test_length(pair, &row->p);
  for (Player winner = 0; winner <= game->players; winner++) {
    double p;
    row->tests += pair_test_outcome(pair, winner, &p);
    row->p = MIN(row->p, p);
  }
}

static void measure_game(void *self, size_t index, Text *answer) {
  Run *run = self;
  PlayoutRow row = {.game = run->names.at[index], .path = run->paths.at[index], .phases = "", .status = "ok", .p = 1};
  const Game *game = NULL;
  FILE *quiet = freopen("/dev/null", "w", stderr);  // what is wrong with a description is `senet check`'s to say
  if (quiet) game = load_compiled(&run->load, run->options, row.path);
  if (!game) {
    row.status = "does not compile";
  } else {
    row.phases = phases_of(game, &run->load.arena);
    if (playout_row_kind(&row) == PLAYOUT_STANDARD) {
      row.status = "standard";
    } else {
      PlayoutPair pair;
      if (run->check) playouts_compare(game, &run->plan, &pair);
      else playouts_measure(game, &run->plan, &pair);
      fill_row(&row, game, &pair);
      if (pair.cut) row.status = arena_printf(&run->load.arena, "ok (the first %" PRIu64 " moves)", pair.cut);
      if (pair.fault) row.status = pair.fault;
    }
  }
  playout_row_write(answer, &row);
}

// ---- collecting ----------------------------------------------------------------------------------

static void print_row(const PlayoutRow *row) {
  printf("%-32s %-24s ", row->game, row->phases);
  if (!playout_row_measured(row)) printf("%s\n", row->status);
  else
    printf("%12.2f %12.2f %8.2f %8.4f%s\n", row->standard_rate, row->optimised_rate, row->speedup, row->length_ratio,
           row->status + strlen("ok"));
  fflush(stdout);
}

static void take_answer(void *self, size_t index, ProcessEnd end, int signal, Str answer) {
  Run *run = self;
  Text text = {0};
  (void)signal;
  if (end == PROCESS_ANSWERED) {
    text_add(&text, answer);
  } else {
    PlayoutRow row = {.game = run->names.at[index], .path = run->paths.at[index], .phases = "", .p = 1};
    row.status = end == PROCESS_TIMED_OUT ? "too slow" : end == PROCESS_NO_MEMORY ? "out of memory" : "crashed";
    playout_row_write(&text, &row);
  }
  run->lost |= !rows_file_add(run->csv, text_str(&text));
  Text whole = {0};
  text_puts(&whole, playout_rows_head);
  text_add(&whole, text_str(&text));
  if (playout_rows_read(run->options->arena, text_str(&whole), &run->rows)) {
    const PlayoutRow *row = &VEC_LAST(&run->rows);
    if (strcmp(row->status, "standard") != 0) print_row(row);
  }
  progress_step(&run->progress, ++run->done);
  text_free(&whole);
  text_free(&text);
}

static bool is_known(const Run *run, const char *path) {
  for (size_t i = 0; i < run->rows.n; i++) {
    if (!strcmp(run->rows.at[i].path, path)) return true;
  }
  return false;
}

// The games of all libraries; a name that several have is taken from the first.
static void list_games(Run *run) {
  const Library *library = &run->load.library;
  for (size_t i = 0; i < library->games.n; i++) {
    const LibraryGame *game = &library->games.at[i];
    if (!experiment_wants(run->options, library, i) || is_known(run, game->path)) continue;
    VEC_PUSH(&run->names, game->name);
    VEC_PUSH(&run->paths, game->path);
  }
}

static bool read_rows(void *self, Arena *arena, Str text) {
  return playout_rows_read(arena, text, &((Run *)self)->rows);
}

static bool open_csv(Run *run) {
  return rows_file_open(run->options->arena, run->csv, playout_rows_head, read_rows, run);
}

// ---- figures -------------------------------------------------------------------------------------

enum { FIGURE_ROWS = 4 };
static const PlayoutKind figure_kinds[FIGURE_ROWS] = {PLAYOUT_ADD_TO_EMPTY, PLAYOUT_FILTER, PLAYOUT_NO_REPETITION,
                                                      PLAYOUT_PLACEMENT};

static bool write_figure(const Run *run, const char *name, RowValue value, BoxPlot plot) {
  Doubles values[FIGURE_ROWS] = {0};
  BoxRow rows[FIGURE_ROWS];
  for (int i = 0; i < FIGURE_ROWS; i++) {
    playout_rows_values(&run->rows, figure_kinds[i], value, &values[i]);
    rows[i] = (BoxRow){playout_kind_names[figure_kinds[i]], values[i].at, values[i].n};
  }
  plot.rows = rows;
  plot.n = FIGURE_ROWS;
  plot.mark = 1;
  Text svg = {0};
  boxplot_svg(&svg, &plot);
  const char *path = arena_printf(run->options->arena, "%s-%s.svg", run->svg, name);
  bool good = options_write_file(run->options, path, text_str(&svg));
  text_free(&svg);
  for (int i = 0; i < FIGURE_ROWS; i++) VEC_FREE(&values[i]);
  return good;
}

static bool write_figures(const Run *run) {
  BoxPlot speed = {.title = "Speed-up of optimised playouts", .axis = "times as fast", .logarithmic = true};
  BoxPlot length = {.title = "Mean length of optimised playouts", .axis = "over that of standard playouts"};
  return !run->svg ||
         (write_figure(run, "speed", ROW_SPEEDUP, speed) && write_figure(run, "length", ROW_LENGTH_RATIO, length));
}

// ---- the experiment ------------------------------------------------------------------------------

static bool report(const Run *run) {
  playout_rows_print_table(&run->rows);
  bool good = playout_rows_print_tests(&run->rows) && write_figures(run);
  if (!run->reference) return good;
  return playout_rows_print_reference(&run->rows, run->options->arena, run->reference, run->scale) && good;
}

static void play_all(Run *run) {
  size_t *groups = ARENA_ARRAY(run->options->arena, size_t, run->names.n + 1);
  for (size_t i = 0; i < run->names.n; i++) groups[i] = i;
  ProcessPlan plan = {.n = run->names.n,
                      .groups = groups,
                      .workers = run->workers,
                      .seconds = run->patience,
                      .task = measure_game,
                      .done = take_answer,
                      .self = run};
  printf("%-32s %-24s %12s %12s %8s %8s\n", "game", "phases", "standard/s", "optimised/s", "speed-up", "length");
  fflush(stdout);
  progress_begin(&run->progress, "measuring", run->names.n);
  process_run(&plan);
  progress_end(&run->progress);
}

static bool read_options(Run *run) {
  const Options *options = run->options;
  enum { CHECKED = 20000 };
  run->check = options_has(options, "--check");
  int64_t n = run->check ? CHECKED : 0, seed = 1, workers = 1;
  run->plan.seconds = run->check ? 60 : 2;
  run->scale = 1;
  if (!options_integer(options, "-n", 1, INT64_MAX, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers) ||
      !options_number(options, "--seconds", 0.001, 36000, &run->plan.seconds) ||
      !options_number(options, "--scale", 0.001, 1000, &run->scale)) {
    return false;
  }
  run->plan.n = (uint64_t)n;
  run->plan.seed = (uint64_t)seed;
  run->patience = 600 + 10 * run->plan.seconds;
  run->workers = (int)workers;
  run->csv = options_value(options, "--csv");
  run->svg = options_value(options, "--svg");
  run->reference = options_value(options, "--reference");
  return true;
}

int experiment_playouts(const Options *options) {
  Run run = {.options = options};
  if (!read_options(&run)) return EXIT_USAGE;
  bool good = load_begin(&run.load, options) && open_csv(&run);
  if (good) {
    list_games(&run);
    play_all(&run);
    good = report(&run);
  }
  VEC_FREE(&run.names);
  VEC_FREE(&run.paths);
  VEC_FREE(&run.rows);
  load_free(&run.load);
  return good && !run.lost ? EXIT_YES : EXIT_NO;
}
