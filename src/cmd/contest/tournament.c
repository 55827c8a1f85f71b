// senet tournament: the same agents against each other in many games, with a table of their scores.
#include "base/json.h"
#include "cmd/contest/match_run.h"
#include "cmd/experiment/heatmap.h"
#include "cmd/frame/api_load.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

typedef struct Tournament {
  const Options *options;
  const char **agents;
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

// Says which agent cannot play.
static void say_unsuited(const Tournament *t, senet_game *game) {
  for (int i = 0; i < t->n_agents; i++) {
    senet_agent *agent;
    senet_status status = senet_agent_new(game, t->agents[i], 0, &agent);
    senet_agent_free(agent);
    if (status == SENET_OK) continue;
    fprintf(stderr, "senet tournament: %s is left out: %s cannot play it: %s\n", senet_game_name(game), t->agents[i],
            senet_message());
    return;
  }
}

static json_t *agent_json(const char *name, const senet_match_rating *agent) {
  return json_pack("{so sI sI sI sI sf s[ff] sf}", "agent", json_words(name), "games", (json_int_t)agent->games, "wins",
                   (json_int_t)agent->wins, "losses", (json_int_t)agent->losses, "draws", (json_int_t)agent->draws,
                   "score", agent->score, "interval", agent->low, agent->high, "elo", agent->elo);
}

static void print_json(const Tournament *t, int game, uint64_t n, json_t *agents) {
  json_t *json = json_pack("{ss sI sI so}", "game", t->games[game], "seed", (json_int_t)t->seed, "games", (json_int_t)n,
                           "agents", agents);
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
  putchar('\n');
  json_decref(json);
}

// A field of a table: quotation marks in it are doubled.
static void add_field(Text *out, const char *text) {
  text_char(out, '"');
  for (; *text; text++) {
    if (*text == '"') text_char(out, '"');
    text_char(out, *text);
  }
  text_char(out, '"');
}

static void note_agent(Tournament *t, int game, int i, const senet_match_rating *agent) {
  if (!agent->games) return;
  t->shares[game * t->n_agents + i] = agent->score;
  t->sums[i][0] += agent->score;
  t->sums[i][1] += 1;
  add_field(&t->csv, t->games[game]);
  text_char(&t->csv, ',');
  add_field(&t->csv, t->agents[i]);
  text_printf(&t->csv, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.6f,%.1f\n", agent->games,
              agent->wins, agent->losses, agent->draws, agent->score, agent->low, agent->high, agent->elo);
}

static void note_result(Tournament *t, const MatchRun *run, int game, uint64_t n) {
  json_t *agents = json_array();
  for (int i = 0; i < t->n_agents; i++) {
    senet_match_rating agent = {0};
    senet_match_rate(run->match, (size_t)i, &agent);
    note_agent(t, game, i, &agent);
    json_array_append_new(agents, agent_json(t->agents[i], &agent));
  }
  if (options_has(t->options, "--json")) print_json(t, game, n, agents);
  else json_decref(agents);
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

static MatchWish wish_of(const Tournament *t, senet_game *game) {
  const char *ruleset = options_value(t->options, "--ruleset"), *agents = options_value(t->options, "--agents");
  MatchWish wish = {.game = game,
                    .options = SENET_MATCH_OPTIONS,
                    .n = t->n,
                    .file = options_value(t->options, "--db"),
                    .name = {.options = "", .ruleset = ruleset ? ruleset : "", .agents = agents}};
  wish.options.agents = agents;
  wish.options.seed = t->seed;
  wish.options.threads = t->workers;
  return wish;
}

// False when it could not be played as it should.
static bool play_match(Tournament *t, senet_game *game, int number) {
  MatchRun run;
  MatchWish wish = wish_of(t, game);
  const char *why = "";
  senet_match_result result = {0};
  bool wrong = false;
  senet_status status = match_run_open(&run, t->options->arena, &wish, &why);
  if (status == SENET_UNSUITED) say_unsuited(t, game);
  else if (status != SENET_OK) fprintf(stderr, "senet tournament: %s\n", why);
  if (status == SENET_OK) {
    match_run_play(&run);
    t->stopped = run.interrupted;
    senet_match_results(run.match, &result);
    note_result(t, &run, number, result.games);
    print_row(t, number);
    wrong = match_run_problem(&run, t->options->arena, wish.file, &why);
    if (wrong) fprintf(stderr, "senet tournament: %s: %s\n", senet_game_name(game), why);
  }
  bool good = status == SENET_OK && !wrong;
  match_run_close(&run);
  return good;
}

static void play_game(Tournament *t, senet_library *library, int number) {
  senet_game *game = NULL;
  bool good = api_load(t->options, library, t->options->arguments[number], &game);
  if (game) t->games[number] = arena_text(t->options->arena, str_of(senet_game_name(game)));
  good = good && play_match(t, game, number);
  t->failed |= !good;
  senet_game_free(game);
}

// ---- all games -----------------------------------------------------------------------------------

static void print_head(const Tournament *t) {
  if (options_has(t->options, "--json")) return;
  for (int i = 0; i < t->n_agents; i++) printf("%c = %s\n", 'A' + i, t->agents[i]);
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
  const char *path = options_value(t->options, option);
  return !path || options_write_file(t->options, path, text_str(text));
}

static bool write_files(const Tournament *t) {
  Heatmap map = {.title = "Scores in per cent",
                 .rows = t->games,
                 .columns = t->agents,
                 .n_rows = t->options->n,
                 .n_columns = t->n_agents,
                 .values = t->shares};
  Text svg = {0};
  heatmap_svg(&svg, &map);
  bool good = write_file(t, "--csv", &t->csv) && write_file(t, "--svg", &svg);
  text_free(&svg);
  return good;
}

static bool read_agents(const Options *options, Tournament *t) {
  enum { AGENTS_MAX = 26 };
  const char *text = options_value(options, "--agents");
  if (!text) return options_misuse(options, "--agents is missing: who shall play?") == EXIT_YES;
  if (!api_agents(options, text, &t->agents, &t->n_agents)) return false;
  if (t->n_agents > AGENTS_MAX) return options_misuse(options, "at most %d agents", AGENTS_MAX) == EXIT_YES;
  return true;
}

static bool read_options(const Options *options, Tournament *t) {
  int64_t n = 20, seed = 1, workers = 0;
  if (!read_agents(options, t)) return false;
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
  senet_library *library = NULL;
  Tournament t = {.options = options};
  if (!read_options(options, &t)) return EXIT_USAGE;
  t.games = ARENA_ARRAY(options->arena, const char *, options->n + 1);
  t.shares = ARENA_ARRAY(options->arena, double, options->n *t.n_agents);
  t.sums = (double(*)[2])ARENA_ARRAY(options->arena, double, 2 * t.n_agents);
  for (int i = 0; i < options->n * t.n_agents; i++) t.shares[i] = -1;
  for (int i = 0; i < options->n; i++) t.games[i] = options->arguments[i];
  text_puts(&t.csv, "game,agent,games,wins,losses,draws,score,low,high,elo\n");
  bool opened = api_open(options, &library);
  if (opened) {
    print_head(&t);
    for (int i = 0; i < options->n && !t.stopped; i++) play_game(&t, library, i);
    print_mean(&t);
    if (t.stopped) fprintf(stderr, "senet tournament: interrupted\n");
  }
  bool good = opened && write_files(&t) && !t.failed;
  text_free(&t.csv);
  senet_library_free(library);
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
