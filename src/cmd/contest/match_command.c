// senet match: agents against each other, and what it says about them.
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/vec.h"
#include "cmd/contest/match_run.h"
#include "cmd/frame/api_load.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

// ---- reporting -----------------------------------------------------------------------------------

typedef struct MatchReport {
  const char *game;
  uint64_t seed;
  senet_match *match;
  const senet_match_options *options;
  senet_match_result result;
  size_t n;  // agents
  senet_match_rating *agents;
} MatchReport;

static double rate(const senet_match_rating *agent) {
  return agent->seconds > 0 ? (double)agent->iterations / agent->seconds : 0;
}

static double mean_length(const senet_match_result *result) {
  return result->games ? (double)result->moves / (double)result->games : 0;
}

static const char *answer_text(int answer) {
  return answer == SENET_SPRT_YES ? "yes" : answer == SENET_SPRT_NO ? "no" : "open";
}

static bool tests(const MatchReport *report) { return report->options->sprt_low < report->options->sprt_high; }

static void print_text(const MatchReport *report) {
  printf("%s: %" PRIu64 " games, mean length %.1f\n", report->game, report->result.games, mean_length(&report->result));
  printf("%8s %18s %7s %7s %7s %6s  %s\n", "score", "95 % interval", "wins", "losses", "draws", "Elo", "agent");
  for (size_t i = 0; i < report->n; i++) {
    const senet_match_rating *agent = &report->agents[i];
    printf("%6.1f %% %7.1f to %5.1f %% %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %+6.0f  %s\n", 100 * agent->score,
           100 * agent->low, 100 * agent->high, agent->wins, agent->losses, agent->draws, agent->elo,
           senet_match_agent(report->match, i));
  }
  for (size_t i = 0; i < report->n; i++) {
    const senet_match_rating *agent = &report->agents[i];
    if (agent->iterations) printf("%s: %.0f iterations/s\n", senet_match_agent(report->match, i), rate(agent));
  }
  if (tests(report)) {
    printf("first agent better by %g rather than %g Elo: %s\n", report->options->sprt_high, report->options->sprt_low,
           answer_text(report->result.sprt));
  }
}

static json_t *agent_json(const MatchReport *report, size_t i) {
  const senet_match_rating *agent = &report->agents[i];
  return json_pack("{so sI sI sI sI sI sf s[ff] sf sI sf}", "agent", json_words(senet_match_agent(report->match, i)),
                   "games", (json_int_t)agent->games, "first", (json_int_t)agent->first, "wins",
                   (json_int_t)agent->wins, "losses", (json_int_t)agent->losses, "draws", (json_int_t)agent->draws,
                   "score", agent->score, "interval", agent->low, agent->high, "elo", agent->elo, "iterations",
                   (json_int_t)agent->iterations, "iterations_per_second", rate(agent));
}

static void print_json(const MatchReport *report) {
  json_t *agents = json_array();
  for (size_t i = 0; i < report->n; i++) json_array_append_new(agents, agent_json(report, i));
  json_t *json = json_pack("{ss sI sI sf sI so}", "game", report->game, "seed", (json_int_t)report->seed, "games",
                           (json_int_t)report->result.games, "mean_length", mean_length(&report->result), "stopped",
                           (json_int_t)report->result.stopped, "agents", agents);
  if (tests(report)) json_object_set_new(json, "sprt", json_string(answer_text(report->result.sprt)));
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
  putchar('\n');
  json_decref(json);
}

static senet_match_result report_match(const Options *options, const MatchRun *run, const MatchWish *wish) {
  MatchReport report = {.game = senet_game_name(wish->game),
                        .seed = wish->options.seed,
                        .match = run->match,
                        .options = &wish->options,
                        .n = senet_match_agents(run->match)};
  report.agents = ARENA_ARRAY(options->arena, senet_match_rating, report.n);
  senet_match_results(run->match, &report.result);
  for (size_t i = 0; i < report.n; i++) senet_match_rate(run->match, i, &report.agents[i]);
  if (options_has(options, "--json")) print_json(&report);
  else print_text(&report);
  return report.result;
}

// ---- the command ---------------------------------------------------------------------------------

static bool read_sprt(const Options *options, senet_match_options *match) {
  enum { ELO_MAX = 10000 };
  const char *text = options_value(options, "--sprt");
  char rest;
  if (!text) return true;
  if (sscanf(text, "%lf,%lf%c", &match->sprt_low, &match->sprt_high, &rest) == 2 &&
      match->sprt_low < match->sprt_high && fabs(match->sprt_low) <= ELO_MAX && fabs(match->sprt_high) <= ELO_MAX) {
    return true;
  }
  options_misuse(options, "--sprt must be two ratings of at most %d, the smaller first, as in 0,50", ELO_MAX);
  return false;
}

static bool read_match(const Options *options, MatchWish *wish) {
  int64_t n = 100, seed = 1, workers = 0;
  wish->options.agents = options_value(options, "--agents");
  wish->file = options_value(options, "--db");
  wish->record = options_value(options, "--record");
  if (!options_integer(options, "-n", 1, 10000000, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers)) {
    return false;
  }
  if (!wish->options.agents) return options_misuse(options, "--agents is missing: who shall play?") == EXIT_YES;
  if (senet_agents_get(wish->options.agents, 0, NULL, 0, NULL) != SENET_OK) {
    return options_misuse(options, "%s", senet_message()) == EXIT_YES;
  }
  wish->n = (uint64_t)n;
  wish->options.seed = (uint64_t)seed;
  wish->options.threads = (int)workers;
  return read_sprt(options, &wish->options);
}

// The lines of a file, but for empty ones; their hash in *hash.
static bool read_openings(const Options *options, senet_match_options *match, uint64_t *hash) {
  const char *path = options_value(options, "--openings"), *why = "";
  VEC(const char *) lines = {0};
  Str text;
  if (!path) return true;
  if (!file_read(options->arena, path, 0, &text, &why)) {
    fprintf(stderr, "senet match: %s: %s\n", path, why);
    return false;
  }
  *hash = hash_bytes(text.p, text.n, 0);
  while (text.n) {
    const char *end = memchr(text.p, '\n', text.n);
    size_t n = end ? (size_t)(end - text.p) : text.n, skip = end ? n + 1 : n;
    const char *line = arena_text(options->arena, (Str){text.p, n});
    if (line[strspn(line, " \t\r")]) VEC_PUSH(&lines, line);
    text = (Str){text.p + skip, text.n - skip};
  }
  match->openings = VEC_TO_ARENA(&lines, options->arena);
  match->n_openings = lines.n;
  VEC_FREE(&lines);
  return true;
}

static const char *joined(Arena *arena, const char *const *texts) {
  const char *all = "";
  for (; texts && *texts; texts++) all = arena_printf(arena, "%s%s%s", all, *all ? "; " : "", *texts);
  return all;
}

// How the match is known in its file.
static void name_match(const Options *options, MatchWish *wish, uint64_t openings) {
  Arena *arena = options->arena;
  const char *chosen = joined(arena, options_values(options, "--option")), *split = options_value(options, "--split");
  const char *ruleset = options_value(options, "--ruleset");
  if (split) chosen = arena_printf(arena, "%s; split %s", chosen, split);
  if (openings) chosen = arena_printf(arena, "%s; openings %016" PRIx64, chosen, openings);
  wish->name = (MatchName){.options = chosen, .ruleset = ruleset ? ruleset : "", .agents = wish->options.agents};
}

// What was played is said and written, whatever went wrong then.
static bool play_and_report(const Options *options, MatchRun *run, const MatchWish *wish) {
  const char *why = "";
  match_run_play(run);
  senet_match_result result = report_match(options, run, wish);
  if (run->interrupted) {
    fprintf(stderr, "senet match: interrupted after %" PRIu64 " of %" PRIu64 " games%s\n", result.finished, run->n,
            run->store ? "; the same command goes on from here" : "");
  }
  bool wrong = match_run_problem(run, options->arena, wish->file, &why);
  if (wrong) fprintf(stderr, "senet match: %s\n", why);
  bool written = match_run_written(run, options->arena, &why);
  if (!written) fprintf(stderr, "senet match: %s\n", why);
  return written && !wrong;
}

static int run_match(const Options *options) {
  ApiGame api;
  MatchRun run = {0};
  MatchWish wish = {.options = SENET_MATCH_OPTIONS};
  const char *why = "";
  uint64_t openings = 0;
  if (!read_match(options, &wish)) return EXIT_USAGE;
  if (!read_openings(options, &wish.options, &openings)) return EXIT_NO;
  name_match(options, &wish, openings);
  bool good = api_begin(options, &api);
  wish.game = api.game;
  if (good && match_run_open(&run, options->arena, &wish, &why) != SENET_OK) {
    fprintf(stderr, "senet match: %s\n", why);
    good = false;
  }
  good = good && play_and_report(options, &run, &wish);
  match_run_close(&run);
  api_close(&api);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption match_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    {"--agents", "A,B", "The agents, as in `uct:iterations=1000,c=0.4,random`; `senet help agents` lists them.",
     .also = "--agent"},
    {"-n", "N", "Plays N games; default 100."},
    {"--seed", "K", "Seed of chance and agents; default 1."},
    {"-j", "THREADS", "Games played at the same time; default one per processor."},
    {"--db", "FILE",
     "Keeps every finished game with all its moves in an SQLite file; the same match goes on where it stopped, and one "
     "of changed rules begins anew. `senet export FILE` prints the games."},
    {"--record", "FILE", "Writes the games played now, one JSON object per line; `senet replay` reads it."},
    {"--sprt", "LOW,HIGH", "Stops once it is clear whether the first agent is HIGH rather than LOW Elo better."},
    {"--openings", "FILE",
     "Games begin with the moves of a line of this file, written as `senet analyse` prints them, each line played by "
     "everybody on every seat."},
    {"--split", "WAY", "Where the moves of an .rbg game are divided for agents that search by parts, such as Mod."},
    {"--json", NULL, "Prints the result as a JSON object."},
    {0},
};

const Command command_match = {
    .name = "match",
    .usage = "GAME",
    .doc = "Lets agents play each other and prints scores with 95 % intervals and ratings.",
    .details =
        "Agents take the seats in turn. A draw counts half; with more than two players a place counts by its rank.\n"
        "With iterations as budget and one thread per agent the same seed gives the same games, whatever -j is;\n"
        "with --executor auto from the second match of a game on, when its native code is there from the beginning.",
    .least = 1,
    .most = 1,
    .options = match_options,
    .run = run_match,
};
