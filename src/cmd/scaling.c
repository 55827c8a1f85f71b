// Measuring threads. The two searches take turns, and the best round of each counts: what else the machine does
// disturbs both, but it hardly disturbs all rounds of one of them. Where it does, the time the threads really had on
// processors tells how they would have done on idle ones; only waiting for each other is not in that.
#include "cmd/scaling.h"

#include "search/agent.h"

#include <stdio.h>

enum { ROUNDS = 12 };
#define ROUND_SECONDS "0.25"

typedef struct Speed {
  double wall, processor;  // iterations in a second of the day, and in one of a processor
} Speed;

static void measure(const AgentSpec *spec, const Game *game, uint64_t seed, Speed *best) {
  Agent *agent;
  SearchReport report = {0};
  Exec *x = exec_new(game, seed, 0);
  agent_new(spec, &(AgentSetting){.game = game, .seed = seed}, &agent);
  agent_choose(agent, x, 1, &report);
  if (report.seconds > 0) best->wall = MAX(best->wall, (double)report.iterations / report.seconds);
  if (report.processor > 0) best->processor = MAX(best->processor, (double)report.iterations / report.processor);
  report_free(&report);
  agent_free(agent);
  exec_free(x);
}

static bool read_spec(const Options *options, const Game *game, const char *agent, int threads, AgentSpec *spec) {
  const char *joint = strchr(agent, ':') ? "," : ":", *why = "";
  const char *text = arena_printf(options->arena, "%s%siterations=0,solver=no,time=" ROUND_SECONDS ",threads=%d", agent,
                                  joint, threads);
  bool good = agent_parse(options->arena, str_of(text), spec, &why) && !(why = agent_unsuited(spec, game));
  if (!good) fprintf(stderr, "senet analyse: %s\n", why);
  return good;
}

bool scaling_print(const Options *options, const Game *game, const char *agent, int threads, uint64_t seed) {
  AgentSpec specs[2];
  Speed best[2] = {0};
  int counts[] = {1, threads};
  for (int i = 0; i < 2; i++) {
    if (!read_spec(options, game, agent, counts[i], &specs[i])) return false;
  }
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < 2; i++) measure(&specs[i], game, seed, &best[i]);
  }
  printf("%8s %14s %7s %20s %7s\n", "threads", "iterations/s", "ratio", "with processors idle", "ratio");
  for (int i = 0; i < 2; i++) {
    double alone = counts[i] * best[i].processor;
    printf("%8d %14.0f %7.2f %20.0f %7.2f\n", counts[i], best[i].wall, best[i].wall / best[0].wall, alone,
           alone / best[0].processor);
  }
  return true;
}
