// senet tournament: the same agents against each other in many games, with a table of their scores.
#include "cmd/frame/game_option.h"

#include "base/file.h"
#include "base/thread.h"
#include "cmd/contest/match_run.h"
#include "cmd/experiment/heatmap.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

typedef struct Tournament {
  const Options *options;
  AgentSpec *agents;
  int n_agents;
  uint64_t n, seed;
  int workers;
  const char **games;  // their names as the descriptions say
  double *shares;      // game by game; -1: not played
  double (*sums)[2];   // by agent: of shares, and how many
  Text csv;
  bool stopped;  // by Ctrl-C
  bool failed;
} Tournament;

// ---- one game ------------------------------------------------------------------------------------

static bool open_store(const Tournament *t, const Load *load, MatchRun *run) {
  const char *path = options_value(t->options, "--db"), *why = "";
  if (!path) return true;
  OptionWishes wishes = load_wishes(t->options);
  MatchName match = {.game = run->contest.game->name,
                     .rules = load_hash(load, t->options->arena),
                     .options = "",
                     .ruleset = wishes.ruleset ? wishes.ruleset : "",
                     .agents = options_value(t->options, "--agents"),
                     .seed = t->seed,
                     .players = run->contest.game->players};
  if (match_store_open(t->options->arena, path, &match, &run->store, &why)) return true;
  fprintf(stderr, "senet tournament: %s\n", why);
  return false;
}

static bool all_suited(const Tournament *t, const Game *game) {
  for (int i = 0; i < t->n_agents; i++) {
    const char *why = agent_unsuited(&t->agents[i], game);
    if (!why) continue;
    fprintf(stderr, "senet tournament: %s is left out: %s cannot play it: %s\n", game->name, t->agents[i].text, why);
    return false;
  }
  return true;
}

static json_t *agent_json(const Tournament *t, const MatchRun *run, int i, double elo) {
  const AgentRating *agent = &run->standing.agents[i];
  Interval interval = wilson_interval(match_share(agent), (double)agent->games);
  return json_pack("{ss sI sI sI sI sf s[ff] sf}", "agent", t->agents[i].text, "games", (json_int_t)agent->games,
                   "wins", (json_int_t)agent->wins, "losses", (json_int_t)agent->losses, "draws",
                   (json_int_t)agent->draws, "score", match_share(agent), "interval", interval.low, interval.high,
                   "elo", elo);
}

static void print_json(const Tournament *t, const MatchRun *run, const double *elo) {
  json_t *agents = json_array();
  for (int i = 0; i < t->n_agents; i++) json_array_append_new(agents, agent_json(t, run, i, elo[i]));
  json_t *json = json_pack("{ss sI sI so}", "game", run->contest.game->name, "seed", (json_int_t)t->seed, "games",
                           (json_int_t)run->standing.games, "agents", agents);
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
  putchar('\n');
  json_decref(json);
}

static void note_result(Tournament *t, const MatchRun *run, int game) {
  double elo[STANDING_AGENTS_MAX];
  ratings_compute(&run->standing, elo);
  for (int i = 0; i < t->n_agents; i++) {
    const AgentRating *agent = &run->standing.agents[i];
    Interval interval = wilson_interval(match_share(agent), (double)agent->games);
    if (!agent->games) continue;
    t->shares[game * t->n_agents + i] = match_share(agent);
    t->sums[i][0] += match_share(agent);
    t->sums[i][1] += 1;
    text_printf(&t->csv, "\"%s\",\"%s\",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.6f,%.1f\n",
                run->contest.game->name, t->agents[i].text, agent->games, agent->wins, agent->losses, agent->draws,
                match_share(agent), interval.low, interval.high, elo[i]);
  }
  if (options_has(t->options, "--json")) print_json(t, run, elo);
}

static void print_row(const Tournament *t, int game) {
  if (options_has(t->options, "--json")) return;
  printf("%-24.24s", t->games[game]);
  for (int i = 0; i < t->n_agents; i++) {
    double share = t->shares[game * t->n_agents + i];
    if (share < 0) printf(" %10s", "-");
    else printf(" %8.1f %%", 100 * share);
  }
  putchar('\n');
  fflush(stdout);
}

static void play_game(Tournament *t, Load *load, int number) {
  const char *name = t->options->arguments[number];
  executor_close(load->executor);
  load->executor = NULL;
  arena_reset(&load->arena);
  diags_init(&load->diags, &load->arena);
  load->rbg = NULL;
  const Game *game = load_compiled(load, t->options, name);
  bool good = game && load_executor(load, t->options, game);
  MatchRun run = {.n = t->n, .contest = {.game = game, .agents = t->agents, .n = t->n_agents, .seed = t->seed}};
  run.contest.executor = load->executor;
  Arena arena = {0};
  t->games[number] = game ? arena_text(t->options->arena, str_of(game->name)) : name;
  good = good && all_suited(t, game) && open_store(t, load, &run);
  if (good) {
    match_run_play(&run, &arena, t->workers);
    t->stopped = atomic_load(&run.stop);
    good = !run.broken && !run.standing.stopped;
    note_result(t, &run, number);
    print_row(t, number);
  }
  t->failed |= !good;
  match_store_close(run.store);
  arena_free(&arena);
}

// ---- all games -----------------------------------------------------------------------------------

static void print_head(const Tournament *t) {
  if (options_has(t->options, "--json")) return;
  for (int i = 0; i < t->n_agents; i++) printf("%c = %s\n", 'A' + i, t->agents[i].text);
  printf("%-24s", "game");
  for (int i = 0; i < t->n_agents; i++) printf(" %8c  ", 'A' + i);
  putchar('\n');
}

static void print_mean(const Tournament *t) {
  if (options_has(t->options, "--json") || t->options->n < 2) return;
  printf("%-24s", "mean");
  for (int i = 0; i < t->n_agents; i++) printf(" %8.1f %%", 100 * t->sums[i][0] / MAX(t->sums[i][1], 1));
  putchar('\n');
}

static bool write_file(const Tournament *t, const char *option, const Text *text) {
  const char *path = options_value(t->options, option), *why = "";
  if (!path || file_write(t->options->arena, path, text_str(text), &why)) return true;
  fprintf(stderr, "senet tournament: %s\n", why);
  return false;
}

static bool write_files(const Tournament *t) {
  const char **columns = ARENA_ARRAY(t->options->arena, const char *, t->n_agents);
  for (int i = 0; i < t->n_agents; i++) columns[i] = t->agents[i].text;
  Heatmap map = {.title = "Scores in per cent",
                 .rows = t->games,
                 .columns = columns,
                 .n_rows = t->options->n,
                 .n_columns = t->n_agents,
                 .values = t->shares};
  Text svg = {0};
  heatmap_svg(&svg, &map);
  bool good = write_file(t, "--csv", &t->csv) && write_file(t, "--svg", &svg);
  text_free(&svg);
  return good;
}

static bool read_options(const Options *options, Tournament *t) {
  const char *text = options_value(options, "--agents"), *why = "";
  int64_t n = 20, seed = 1, workers = thread_processors();
  if (!text) return options_misuse(options, "--agents is missing: who shall play?") == EXIT_YES;
  if (!agent_parse_list(options->arena, str_of(text), &t->agents, &t->n_agents, &why)) {
    return options_misuse(options, "%s", why) == EXIT_YES;
  }
  if (t->n_agents > 26) return options_misuse(options, "at most 26 agents") == EXIT_YES;
  if (!options_integer(options, "-n", 1, 10000000, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers)) {
    return false;
  }
  t->n = (uint64_t)n;
  t->seed = (uint64_t)seed;
  t->workers = (int)workers;
  return true;
}

static int run_tournament(const Options *options) {
  Load load;
  Tournament t = {.options = options};
  if (!read_options(options, &t)) return EXIT_USAGE;
  t.games = ARENA_ARRAY(options->arena, const char *, options->n + 1);
  t.shares = ARENA_ARRAY(options->arena, double, options->n *t.n_agents);
  t.sums = (double(*)[2])ARENA_ARRAY(options->arena, double, 2 * t.n_agents);
  for (int i = 0; i < options->n * t.n_agents; i++) t.shares[i] = -1;
  for (int i = 0; i < options->n; i++) t.games[i] = options->arguments[i];
  text_puts(&t.csv, "game,agent,games,wins,losses,draws,score,low,high,elo\n");
  bool opened = load_begin(&load, options);
  if (opened) {
    print_head(&t);
    for (int i = 0; i < options->n && !t.stopped; i++) play_game(&t, &load, i);
    print_mean(&t);
    if (t.stopped) fprintf(stderr, "senet tournament: interrupted\n");
  }
  bool good = opened && write_files(&t) && !t.failed;
  text_free(&t.csv);
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption tournament_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    {"--agents", "A,B", "The agents, as in `uct:iterations=1000,c=0.4,random`; `senet help agents` lists them.",
     .also = "--agent"},
    {"-n", "N", "Plays N games of each; default 20."},
    {"--seed", "K", "Seed of chance and agents; default 1."},
    {"-j", "THREADS", "Games played at the same time; default one per processor."},
    {"--db", "FILE", "Keeps every finished game in an SQLite file; the same tournament goes on where it stopped."},
    {"--csv", "FILE", "Writes a row per game and agent."},
    {"--svg", "FILE", "Writes the scores as a heat map."},
    {"--json", NULL, "Prints a JSON object per game instead of the table; docs/JSON.md explains it."},
    {0},
};

const Command command_tournament = {
    .name = "tournament",
    .usage = "GAME...",
    .doc = "Lets the same agents play each other in many games and prints a table of their scores.",
    .details =
        "Agents take the seats in turn; a draw counts half. Games that an agent cannot play are left out and named. "
        "Ctrl-C\nends the tournament with what was played; with --db the same command goes on from there.",
    .least = 1,
    .most = -1,
    .options = tournament_options,
    .run = run_tournament,
};
