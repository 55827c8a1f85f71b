// senet experiment: published experiments, run again, with the published figures beside ours.
#include "cmd/load.h"

#include "base/thread.h"
#include "cmd/experiment_playouts.h"
#include "cmd/match_run.h"

#include <stdio.h>

// ---- split-moves: Kowalski et al., Split Moves for Monte-Carlo Tree Search, Table 2

typedef struct SplitRow {
  const char *game;
  int published;  // per cent won by the semisplit agent (tree S-nodal, sim S, @Mod) in the timed setting
} SplitRow;

static const SplitRow split_rows[] = {
    {"Amazons", 96},
    {"Breakthrough", 50},
    {"Breakthru", 100},
    {"Chess", 97},
    {"Chess with King Capture", 52},
    {"English Draughts", 43},
    {"Fox and Hounds", 46},
    {"Go", 80},
    {"Knightthrough", 91},
    {"Pentago", 89},
    {"Skirmish", 77},
    {"The Mill Game", 34},
};

typedef struct Experiment {
  const Options *options;
  uint64_t n, seed;
  int workers;
  const char *agents;  // the two of the table, as written
  const char *db;      // or NULL
} Experiment;

static bool open_store(const Experiment *experiment, const char *game, MatchRun *run) {
  MatchName name = {.game = game,
                    .options = "split Mod",
                    .ruleset = "",
                    .agents = experiment->agents,
                    .seed = experiment->seed,
                    .players = run->contest.game->players};
  const char *why = "";
  if (!experiment->db) return true;
  if (match_store_open(experiment->options->arena, experiment->db, &name, &run->store, &why)) return true;
  fprintf(stderr, "senet experiment: %s\n", why);
  return false;
}

static void print_row(const SplitRow *row, const MatchRun *run) {
  const AgentStanding *agent = &run->standing.agents[0];
  double share = match_share(agent);
  Interval interval = wilson_interval(share, (double)agent->games);
  printf("%-24s %6llu %7.1f %% %7.1f to %5.1f %% %8d %%\n", row->game, (unsigned long long)agent->games, 100 * share,
         100 * interval.low, 100 * interval.high, row->published);
  fflush(stdout);
}

static bool play_row(const Experiment *experiment, const SplitRow *row) {
  const Options *options = experiment->options;
  Load load;
  MatchRun run = {.n = experiment->n, .contest = {.seed = experiment->seed}};
  AgentSpec *agents;
  const char *why = "", *file = arena_printf(options->arena, "%s.rbg", row->game);
  bool good = load_begin(&load, options);
  load.split = rbg_strategy_find(STR("Mod"));
  if (good) run.contest.game = load_compiled(&load, options, file);
  good =
      run.contest.game && agent_parse_list(options->arena, str_of(experiment->agents), &agents, &run.contest.n, &why);
  if (good) {
    run.contest.agents = agents;
    good = open_store(experiment, row->game, &run);
  }
  if (good) {
    match_run_play(&run, options->arena, experiment->workers);
    print_row(row, &run);
  }
  match_store_close(run.store);
  load_free(&load);
  return good && !run.broken;
}

static bool is_wanted(const char *const *games, const char *game) {
  for (int i = 0; games[i]; i++) {
    if (!strcmp(games[i], game)) return true;
  }
  return !games[0];
}

static bool split_moves(const Experiment *experiment) {
  const char **games = options_values(experiment->options, "--game");
  bool good = true;
  printf("%-24s %6s %9s %18s %10s\n", "game", "games", "semisplit", "95 % interval", "published");
  for (size_t i = 0; i < COUNT_OF(split_rows); i++) {
    if (is_wanted(games, split_rows[i].game)) good &= play_row(experiment, &split_rows[i]);
  }
  return good;
}

// ---- the command

static int run_experiment(const Options *options) {
  if (!strcmp(options->arguments[0], "playouts")) return experiment_playouts(options);
  int64_t n = 300, seed = 1, workers = thread_processors();
  double seconds = 0.5;
  if (!options_integer(options, "-n", 1, 1000000, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers) || !options_number(options, "--time", 0.001, 3600, &seconds)) {
    return EXIT_USAGE;
  }
  if (strcmp(options->arguments[0], "split-moves") != 0) {
    return options_misuse(options, "no experiment is called '%s'; there are split-moves and playouts",
                          options->arguments[0]);
  }
  Experiment experiment = {
      .options = options,
      .n = (uint64_t)n,
      .seed = (uint64_t)seed,
      .workers = (int)workers,
      .agents = arena_printf(options->arena, "split:time=%g,uct:time=%g", seconds, seconds),
      .db = options_value(options, "--db"),
  };
  return split_moves(&experiment) ? EXIT_YES : EXIT_NO;
}

static const CommandOption experiment_options[] = {
    GAME_OPTIONS,
    {"--game", "NAME", "Only this game of the table.", true},
    {"-n", "N", "Games for each row of the table; 300 unless given."},
    {"--time", "S", "Seconds for a move; 0.5 unless given."},
    {"--seed", "K", "Seed of chance and agents; 1 unless given."},
    {"-j", "THREADS", "Games played at the same time; one per processor unless given."},
    {"--db", "FILE", "Keeps every finished game in an SQLite file; the experiment goes on where it stopped."},
    {"--seconds", "S", "Playouts: processor seconds for each kind of playout of a game; 2 unless given."},
    {"--check", NULL, "Playouts: up to 20000 games of each kind, a minute at most, for the tests."},
    {"--csv", "FILE", "Playouts: keeps a row per game; games that have one are not measured again."},
    {"--svg", "NAME", "Playouts: writes the two figures to NAME-speed.svg and NAME-length.svg."},
    {"--reference", "DIR", "Playouts: compares kinds and speed with games.tsv and speed.tsv of a folder."},
    {"--scale", "F", "Playouts: how much faster this machine is than the one of speed.tsv; 1 unless given."},
    {0},
};

const Command command_experiment = {
    .name = "experiment",
    .usage = "NAME",
    .doc = "Runs a published experiment again and prints the published figures beside ours.",
    .details =
        "split-moves: search by parts of moves against search by whole moves, equal time, in twelve .rbg games\n"
        "(Kowalski et al., Split Moves for Monte-Carlo Tree Search, Table 2: tree S-nodal, sim S, @Mod).\n"
        "playouts: optimised against standard playouts in every game of the libraries (Soemers et al., Optimised\n"
        "Playout Implementations for the Ludii General Game System, Table 1 and Figures 2 and 3). The exit status is "
        "1\n"
        "when a two-sample test of lengths or outcomes fails at a family-wise level of 1 %.",
    .least = 1,
    .most = 1,
    .options = experiment_options,
    .run = run_experiment,
};
