// Networks against plain Monte-Carlo tree search: Soemers et al., Deep Learning for General Game AI: Ludii and
// Polygames, Table 1, game by game. 40 iterations a move with the network, each of one position (the mean of its images
// under symmetries of the rules), 800 without, each the mean of 10 playouts.
#include "cmd/experiment/experiment_networks.h"

#include "base/file.h"
#include "base/thread.h"
#include "cmd/experiment/table_match.h"
#include "learn/zero/zero_net.h"

#include <stdio.h>

// A game of the table, and what the paper's network won, in per cent. Each was trained for 20 hours on 8 GPUs and 80
// cores.
typedef struct NetworkGame {
  const char *name;
  double published;
} NetworkGame;

static const NetworkGame network_games[] = {
    {"Breakthrough", 100}, {"Connect6", 75.67},    {"Dai Hasami Shogi", 99.33},
    {"Fanorona", 50},      {"Feed the Ducks", 83}, {"Gomoku", 91},
    {"Hex", 100},          {"HeXentafl", 98.67},   {"Konane", 98},
    {"Lasca", 3.5},        {"Minishogi", 97},      {"Pentalath", 95.33},
    {"Squava", 96.67},     {"Surakarta", 100},     {"Yavalath", 97.33},
};

typedef struct NetworkRow {
  const Options *options;
  const NetworkGame *game;
  const char *model;  // file, or folder of a run
  NetFile about;
  bool reached;  // the published figure
  bool stopped;  // by Ctrl-C
} NetworkRow;

// The network of a game: a run's folder or a file in the folder of models, named after the game.
static const char *find_model(const Options *options, const char *folder, const char *game) {
  char *name = arena_text(options->arena, str_of(game));
  for (char *c = name; *c; c++) *c = *c == ' ' ? '_' : *c;
  const char *const names[] = {game, name};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    const char *run = arena_printf(options->arena, "%s/%s", folder, names[i]);
    const char *file = arena_printf(options->arena, "%s.safetensors", run);
    if (file_exists(zero_model_file(options->arena, run))) return run;
    if (file_exists(file)) return file;
  }
  return NULL;
}

static bool read_about(NetworkRow *row) {
  Arena *arena = row->options->arena;
  const char *why = "";
  bool good = net_file_read(arena, zero_model_file(arena, row->model), &row->about, &why);
  if (!good) fprintf(stderr, "senet experiment: %s: %s\n", row->model, why);
  return good;
}

static void print_row(const NetworkRow *row, const senet_match_rating *agent) {
  printf("%-18s %6llu %7.1f %% %6.1f to %5.1f %% %9.2f %% %9llu %8llu", row->game->name,
         (unsigned long long)agent->games, 100 * agent->score, 100 * agent->low, 100 * agent->high,
         row->game->published, (unsigned long long)row->about.parameters, (unsigned long long)row->about.steps);
  printf(" %s\n", row->about.trained);
  fflush(stdout);
}

static const char *both_agents(const NetworkRow *row, int64_t simulations) {
  const char *more = options_value(row->options, "--settings");
  return arena_printf(row->options->arena,
                      "net:model=\"%s\",simulations=%lld,images=8%s%s,uct:iterations=800,rollouts=10", row->model,
                      (long long)simulations, more ? "," : "", more ? more : "");
}

static bool play_row(NetworkRow *row, uint64_t n, uint64_t seed, int workers, int64_t simulations) {
  const Options *options = row->options;
  // A network that was trained further is another one.
  const char *version = arena_printf(options->arena, "%016llx after %llu steps",
                                     (unsigned long long)row->about.fingerprint, (unsigned long long)row->about.steps);
  TableMatch match = {.game = row->game->name,
                      .agents = both_agents(row, simulations),
                      .n = n,
                      .seed = seed,
                      .workers = workers,
                      .name = {.game = row->game->name, .rules = version, .options = "", .ruleset = ""}};
  TableScore score;
  match.name.agents = match.agents;
  bool good = table_match(options, &match, &score);
  row->stopped = score.interrupted;
  if (!good && !score.first.games) return false;
  row->reached = score.first.games && 100 * score.first.score >= row->game->published;
  print_row(row, &score.first);
  return good;
}

static bool games_exist(const Options *options) {
  const char *names[COUNT_OF(network_games)];
  for (size_t i = 0; i < COUNT_OF(names); i++) names[i] = network_games[i].name;
  return table_has_games(options, names, COUNT_OF(names));
}

int experiment_networks(const Options *options) {
  int64_t n = 300, seed = 1, workers = thread_processors(), simulations = 40;
  const char *folder = options_value(options, "--models");
  if (!folder) folder = zero_models_folder(options->arena);
  if (!options_integer(options, "-n", 1, 1000000, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers) || !games_exist(options)) {
    return EXIT_USAGE;
  }
  bool good = true, stopped = false;
  int played = 0, reached = 0;
  printf("%-18s %6s %9s %18s %11s %9s %8s %s\n", "game", "games", "network", "95 % interval", "published", "weights",
         "steps", "trained for");
  for (size_t i = 0; i < COUNT_OF(network_games) && !stopped; i++) {
    NetworkRow row = {.options = options, .game = &network_games[i]};
    if (!options_wants(options, "--game", row.game->name)) continue;
    row.model = find_model(options, folder, row.game->name);
    if (!row.model) {
      printf("%-18s %6s %9s %18s %9.2f %% %9s\n", row.game->name, "-", "-", "-", row.game->published, "-");
      continue;
    }
    good &= read_about(&row) && play_row(&row, (uint64_t)n, (uint64_t)seed, (int)workers, simulations);
    played++;
    reached += row.reached;
    stopped = row.stopped;
  }
  if (played) {
    printf("published figure reached in %d of %d games; those networks had 20 hours of 8 GPUs and 80 cores each\n",
           reached, played);
  }
  return good ? EXIT_YES : EXIT_NO;
}
