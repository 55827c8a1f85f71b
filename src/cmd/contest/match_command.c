// senet match: agents against each other, and what it says about them.
#include "cmd/frame/game_option.h"

#include "base/file.h"
#include "base/thread.h"
#include "cmd/contest/match_run.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

// ---- reporting -----------------------------------------------------------------------------------

static double rate(const AgentRating *agent) {
  return agent->seconds > 0 ? (double)agent->iterations / agent->seconds : 0;
}

static double mean_length(const Ratings *standing) {
  return standing->games ? (double)standing->moves / (double)standing->games : 0;
}

static const char *answer_text(SprtAnswer answer) {
  switch (answer) {
    case SPRT_OPEN: return "open";
    case SPRT_YES: return "yes";
    case SPRT_NO: return "no";
  }
  return "";
}

static void print_text(const MatchRun *run) {
  const Ratings *standing = &run->standing;
  double elo[STANDING_AGENTS_MAX];
  ratings_compute(standing, elo);
  printf("%s: %" PRIu64 " games, mean length %.1f\n", run->contest.game->name, standing->games, mean_length(standing));
  printf("%8s %18s %7s %7s %7s %6s  %s\n", "score", "95 % interval", "wins", "losses", "draws", "Elo", "agent");
  for (int i = 0; i < standing->n; i++) {
    const AgentRating *agent = &standing->agents[i];
    Interval interval = wilson_interval(match_share(agent), (double)agent->games);
    printf("%6.1f %% %7.1f to %5.1f %% %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %+6.0f  %s\n", 100 * match_share(agent),
           100 * interval.low, 100 * interval.high, agent->wins, agent->losses, agent->draws, elo[i],
           run->contest.agents[i].text);
  }
  for (int i = 0; i < standing->n; i++) {
    const AgentRating *agent = &standing->agents[i];
    if (agent->iterations) printf("%s: %.0f iterations/s\n", run->contest.agents[i].text, rate(agent));
  }
  if (run->sprt) {
    printf("first agent better by %g rather than %g Elo: %s\n", run->sprt->elo1, run->sprt->elo0,
           answer_text(run->answer));
  }
}

static json_t *agent_json(const MatchRun *run, int i, double elo) {
  const AgentRating *agent = &run->standing.agents[i];
  Interval interval = wilson_interval(match_share(agent), (double)agent->games);
  return json_pack("{ss sI sI sI sI sI sf s[ff] sf sI sf}", "agent", run->contest.agents[i].text, "games",
                   (json_int_t)agent->games, "first", (json_int_t)agent->first, "wins", (json_int_t)agent->wins,
                   "losses", (json_int_t)agent->losses, "draws", (json_int_t)agent->draws, "score", match_share(agent),
                   "interval", interval.low, interval.high, "elo", elo, "iterations", (json_int_t)agent->iterations,
                   "iterations_per_second", rate(agent));
}

static void print_json(const MatchRun *run) {
  double elo[STANDING_AGENTS_MAX];
  ratings_compute(&run->standing, elo);
  json_t *agents = json_array();
  for (int i = 0; i < run->standing.n; i++) json_array_append_new(agents, agent_json(run, i, elo[i]));
  json_t *json = json_pack("{ss sI sI sf sI so}", "game", run->contest.game->name, "seed",
                           (json_int_t)run->contest.seed, "games", (json_int_t)run->standing.games, "mean_length",
                           mean_length(&run->standing), "stopped", (json_int_t)run->standing.stopped, "agents", agents);
  if (run->sprt) json_object_set_new(json, "sprt", json_string(answer_text(run->answer)));
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
  putchar('\n');
  json_decref(json);
}

// ---- the command ---------------------------------------------------------------------------------

static bool read_agents(const Options *options, MatchRun *run) {
  const char *text = options_value(options, "--agents"), *why = "";
  AgentSpec *agents = NULL;
  if (!text) {
    options_misuse(options, "--agents is missing: who shall play?");
    return false;
  }
  if (!agent_parse_list(options->arena, str_of(text), &agents, &run->contest.n, &why)) {
    options_misuse(options, "%s", why);
    return false;
  }
  if (run->contest.n > STANDING_AGENTS_MAX) {
    options_misuse(options, "at most %d agents", STANDING_AGENTS_MAX);
    return false;
  }
  run->contest.agents = agents;
  run->standing.n = run->contest.n;
  return true;
}

static bool read_sprt(const Options *options, MatchRun *run) {
  const char *text = options_value(options, "--sprt");
  Sprt *sprt = ARENA_NEW(options->arena, Sprt);
  char rest;
  if (!text) return true;
  if (sscanf(text, "%lf,%lf%c", &sprt->elo0, &sprt->elo1, &rest) != 2 || sprt->elo0 >= sprt->elo1) {
    options_misuse(options, "--sprt must be two ratings, the smaller first, as in 0,50");
    return false;
  }
  run->sprt = sprt;
  return true;
}

static bool all_suited(const MatchRun *run) {
  for (int i = 0; i < run->contest.n; i++) {
    const char *why = agent_unsuited(&run->contest.agents[i], run->contest.game);
    if (!why) continue;
    fprintf(stderr, "senet match: %s cannot play %s: %s\n", run->contest.agents[i].text, run->contest.game->name, why);
    return false;
  }
  return true;
}

static const char *joined(Arena *arena, const char *const *texts) {
  const char *all = "";
  for (; texts && *texts; texts++) all = arena_printf(arena, "%s%s%s", all, *all ? "; " : "", *texts);
  return all;
}

static void name_records(const Options *options, const Load *load, MatchRun *run) {
  OptionWishes wishes = load_wishes(options);
  run->keep_moves = options_has(options, "--record");
  run->names = (Record){.name = run->contest.game->name,
                        .path = record_path(load_path(load)),
                        .options = (const char **)(uintptr_t)wishes.options,
                        .ruleset = wishes.ruleset};
}

static bool write_records(const Options *options, const MatchRun *run) {
  const char *path = options_value(options, "--record"), *why = "";
  if (!path || file_write(options->arena, path, text_str(&run->records), &why)) return true;
  fprintf(stderr, "senet match: %s\n", why);
  return false;
}

static bool open_store(const Options *options, const Load *load, MatchRun *run, const char *path) {
  if (!path) return true;
  OptionWishes wishes = load_wishes(options);
  const char *chosen = joined(options->arena, wishes.options), *split = options_value(options, "--split");
  MatchName name = {.game = run->contest.game->name,
                    .rules = load_hash(load, options->arena),
                    .options = split ? arena_printf(options->arena, "%s; split %s", chosen, split) : chosen,
                    .ruleset = wishes.ruleset ? wishes.ruleset : "",
                    .agents = options_value(options, "--agents"),
                    .seed = run->contest.seed,
                    .players = run->contest.game->players};
  const char *why = "";
  if (match_store_open(options->arena, path, &name, &run->store, &why)) return true;
  fprintf(stderr, "senet match: %s\n", why);
  return false;
}

// What stopped the first game that an agent could not go on with, or NULL.
static const char *first_failure(const MatchRun *run) {
  for (uint64_t i = 0; i < run->n; i++) {
    if (run->finished[i] && run->games[i].failure[0]) return run->games[i].failure;
  }
  return NULL;
}

static bool play_and_report(const Options *options, MatchRun *run, int workers) {
  match_run_play(run, options->arena, workers);
  if (run->broken) {
    fprintf(stderr, "senet match: %s: a game could not be read or written: %s\n", options_value(options, "--db"),
            match_store_error(run->store));
    return false;
  }
  if (options_has(options, "--json")) print_json(run);
  else print_text(run);
  if (atomic_load(&run->stop)) {
    fprintf(stderr, "senet match: interrupted after %" PRIu64 " of %" PRIu64 " games%s\n", run->done, run->n,
            run->store ? "; the same command goes on from here" : "");
  }
  const char *failure = first_failure(run);
  if (failure) fprintf(stderr, "senet match: %s\n", failure);
  else if (run->standing.stopped)
    fprintf(stderr, "senet match: the rules stopped in %" PRIu64 " games\n", run->standing.stopped);
  return !run->standing.stopped;
}

static int run_match(const Options *options) {
  Load load;
  MatchRun run = {0};
  int64_t n = 100, seed = 1, workers = thread_processors();
  if (!options_integer(options, "-n", 1, 10000000, &n) || !options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "-j", 1, 256, &workers) || !read_agents(options, &run) || !read_sprt(options, &run)) {
    return EXIT_USAGE;
  }
  run.n = (uint64_t)n;
  run.contest.seed = (uint64_t)seed;
  bool good = load_begin(&load, options) && load_split(&load, options);
  if (good) run.contest.game = load_compiled(&load, options, options->arguments[0]);
  if (run.contest.game) name_records(options, &load, &run);
  good = run.contest.game && load_executor(&load, options, run.contest.game);
  run.contest.executor = load.executor;
  good = good && all_suited(&run) && open_store(options, &load, &run, options_value(options, "--db")) &&
         play_and_report(options, &run, (int)workers);
  good = good && write_records(options, &run);
  text_free(&run.records);
  match_store_close(run.store);
  load_free(&load);
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
