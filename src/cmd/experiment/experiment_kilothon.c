// The Kilothon of the Ludii AI Competition: every two-player game of a library once, against UCT, with a minute of
// thinking for a whole game. Each game is played in a process of its own, so that one that is too slow or breaks stops
// only itself; finished rows are kept in a CSV file.
#include "cmd/experiment/experiment_kilothon.h"

#include "base/process.h"
#include "cmd/contest/kilothon_rows.h"
#include "cmd/experiment/rows_file.h"
#include "cmd/frame/game_option.h"
#include "cmd/frame/terminal.h"
#include "search/match/clocked.h"
#include "search/opponent.h"

#include <stdio.h>
#include <strings.h>

enum { MOVES_MOST = 1000 };
static const char plain_uct[] = "uct";

typedef struct Run {
  const Options *options;
  uint64_t seed;
  double seconds;
  bool processor;
  int workers;
  int64_t sample;     // so many games drawn at random; 0: all
  const char *agent;  // ours
  const char *csv, *svg;
  Load load;
  VEC(const char *) names, paths;  // of the games to play
  KilothonRows rows;
  Progress progress;
  size_t done;
  bool lost;  // rows could not be written to the file
} Run;

// ---- one game, in its own process ----------------------------------------------------------------

static uint64_t seed_of(const Run *run, const char *name) {
  uint64_t hash = random_mix(run->seed + 1);
  for (; *name; name++) hash = random_mix(hash ^ (uint64_t)(unsigned char)*name);
  return hash;
}

// Why the game is not one of these, or NULL.
static const char *unsuited(const Game *game, const AgentSpec *ours) {
  if (game->players != 2 || game->mode != MODE_ALTERNATING) return "not for two players who take turns";
  if (game_has(game, GAME_PUZZLE)) return "a puzzle";
  return agent_unsuited(ours, game);
}

static void play_game(const Run *run, const Game *game, AgentSpec *agents, KilothonRow *row) {
  ClockedResult result;
  ClockedGame plan = {.game = game,
                      .executor = run->load.executor,
                      .agents = agents,
                      .seed = seed_of(run, row->game),
                      .seconds = run->seconds,
                      .processor = run->processor,
                      .most = MOVES_MOST};
  plan.first = (int)(plan.seed >> 32 & 1);
  clocked_play(&plan, &result);
  row->seat = plan.first ? 2 : 1;
  row->utility = result.utility[0];
  row->moves = result.moves;
  row->seconds = result.used[0];
  row->opponent_seconds = result.used[1];
  row->random = result.random[0];
  row->opponent_random = result.random[1];
  row->status = result.fault ? result.fault : "ok";
}

static void play_task(void *self, size_t index, Text *answer) {
  Run *run = self;
  KilothonRow row = {.game = run->names.at[index], .path = run->paths.at[index], .agent = "", .status = "ok"};
  const Game *game = NULL;
  AgentSpec agents[2];
  const char *why = "";
  FILE *quiet = freopen("/dev/null", "w", stderr);  // what is wrong with a description is `senet check`'s to say
  if (quiet) game = load_compiled(&run->load, run->options, row.path);
  bool good = game && agent_parse(&run->load.arena, str_of(run->agent), &agents[0], &why) &&
              agent_parse(&run->load.arena, str_of(plain_uct), &agents[1], &why);
  if (!good) row.status = "does not compile";
  else if ((why = unsuited(game, &agents[0]))) row.status = why;
  else if (load_executor(&run->load, run->options, game)) {
    bool chosen = !strcmp(agents[0].kind->name, "auto");
    row.agent = chosen ? opponent_choose(&run->load.arena, game).agent : agents[0].text;
    play_game(run, game, agents, &row);
  }
  kilothon_row_write(answer, &row);
}

// ---- collecting ----------------------------------------------------------------------------------

static void print_row(const KilothonRow *row) {
  if (kilothon_row_played(row)) {
    printf("%-36s %-28s %4d %+8.2f %6d %8.2f %8.2f\n", row->game, row->agent, row->seat, row->utility, row->moves,
           row->seconds, row->opponent_seconds);
  } else {
    printf("%-36s %s\n", row->game, row->status);
  }
  fflush(stdout);
}

static void take_answer(void *self, size_t index, ProcessEnd end, int signal, Str answer) {
  Run *run = self;
  Text text = {0}, whole = {0};
  (void)signal;
  if (end == PROCESS_ANSWERED) {
    text_add(&text, answer);
  } else {
    KilothonRow row = {.game = run->names.at[index], .path = run->paths.at[index], .agent = ""};
    row.status = end == PROCESS_TIMED_OUT ? "too slow" : end == PROCESS_NO_MEMORY ? "out of memory" : "crashed";
    kilothon_row_write(&text, &row);
  }
  run->lost |= !rows_file_add(run->csv, text_str(&text));
  text_puts(&whole, kilothon_head);
  text_add(&whole, text_str(&text));
  if (kilothon_rows_read(run->options->arena, text_str(&whole), &run->rows)) print_row(&VEC_LAST(&run->rows));
  progress_step(&run->progress, ++run->done);
  text_free(&whole);
  text_free(&text);
}

static bool is_known(const Run *run, const char *name) {
  for (size_t i = 0; i < run->rows.n; i++) {
    if (!strcmp(run->rows.at[i].game, name)) return true;
  }
  return false;
}

// The games of all libraries; a name that several have is taken from the first.
static void list_games(Run *run) {
  const Library *library = &run->load.library;
  for (size_t i = 0; i < library->games.n; i++) {
    const LibraryGame *game = &library->games.at[i];
    if (!experiment_wants(run->options, library, i)) continue;
    VEC_PUSH(&run->names, game->name);
    VEC_PUSH(&run->paths, game->path);
  }
}

// Puts them into an order that follows from the seed, and keeps only as many as wanted: the same again every time, so
// that a larger sample has the smaller one in it.
static void draw_sample(Run *run) {
  Random random = random_stream(run->seed, 3);
  for (size_t i = run->names.n; run->sample && i > 1; i--) {
    size_t j = random_below(&random, (uint32_t)i);
    const char *name = run->names.at[i - 1], *path = run->paths.at[i - 1];
    run->names.at[i - 1] = run->names.at[j], run->paths.at[i - 1] = run->paths.at[j];
    run->names.at[j] = name, run->paths.at[j] = path;
  }
  if (run->sample) run->names.n = run->paths.n = MIN(run->names.n, (size_t)run->sample);
  size_t n = 0;
  for (size_t i = 0; i < run->names.n; i++) {
    if (is_known(run, run->names.at[i])) continue;
    run->names.at[n] = run->names.at[i];
    run->paths.at[n++] = run->paths.at[i];
  }
  run->names.n = run->paths.n = n;
}

static bool read_rows(void *self, Arena *arena, Str text) {
  return kilothon_rows_read(arena, text, &((Run *)self)->rows);
}

static bool open_csv(Run *run) { return rows_file_open(run->options->arena, run->csv, kilothon_head, read_rows, run); }

// ---- the experiment ------------------------------------------------------------------------------

static void play_all(Run *run) {
  size_t *groups = ARENA_ARRAY(run->options->arena, size_t, run->names.n + 1);
  for (size_t i = 0; i < run->names.n; i++) groups[i] = i;
  ProcessPlan plan = {.n = run->names.n,
                      .groups = groups,
                      .workers = run->workers,
                      .seconds = 600 + 20 * run->seconds,
                      .task = play_task,
                      .done = take_answer,
                      .self = run};
  printf("%-36s %-28s %4s %8s %6s %8s %8s\n", "game", "agent", "seat", "utility", "moves", "seconds", "UCT's");
  fflush(stdout);
  progress_begin(&run->progress, "playing", run->names.n);
  process_run(&plan);
  progress_end(&run->progress);
}

static bool report(const Run *run) {
  KilothonSummary summary;
  kilothon_summarise(&run->rows, &summary);
  kilothon_print(&summary);
  if (!run->svg) return true;
  Text svg = {0};
  kilothon_svg(&svg, &run->rows);
  bool good = options_write_file(run->options, run->svg, text_str(&svg));
  text_free(&svg);
  return good;
}

static bool read_options(Run *run) {
  const Options *options = run->options;
  int64_t seed = 1, workers = 1;
  run->seconds = 60;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) || !options_integer(options, "-j", 1, 256, &workers) ||
      !options_integer(options, "--sample", 1, 1000000, &run->sample) ||
      !options_number(options, "--seconds", 0.001, 36000, &run->seconds)) {
    return false;
  }
  run->seed = (uint64_t)seed;
  run->workers = (int)workers;
  run->processor = options_has(options, "--cpu");
  run->csv = options_value(options, "--csv");
  run->svg = options_value(options, "--svg");
  run->agent = options_value(options, "--agents");
  if (!run->agent) run->agent = "auto";
  AgentSpec spec;
  const char *why = "";
  if (agent_parse(options->arena, str_of(run->agent), &spec, &why)) return true;
  options_misuse(options, "%s", why);
  return false;
}

int experiment_kilothon(const Options *options) {
  Run run = {.options = options};
  if (!read_options(&run)) return EXIT_USAGE;
  bool good = load_begin(&run.load, options) && open_csv(&run);
  if (good) {
    list_games(&run);
    draw_sample(&run);
    play_all(&run);
    good = report(&run);
  }
  VEC_FREE(&run.names);
  VEC_FREE(&run.paths);
  VEC_FREE(&run.rows);
  load_free(&run.load);
  return good && !run.lost ? EXIT_YES : EXIT_NO;
}
