// Measuring threads. The two searches take turns, and the best round of each counts: what else the machine does
// disturbs both, but it hardly disturbs all rounds of one of them. Where it does, the time the threads really had on
// processors tells how they would have done on idle ones. Time they spent waiting for each other is not in that; hence
// how often they gave up their processors to wait is counted as well, and how often one had to choose again because
// another had changed the node first.
#include "cmd/experiment/scaling.h"

#include <stdio.h>

enum { ROUNDS = 12 };
#define ROUND_SECONDS "0.25"

typedef struct Speed {
  double wall, processor;   // iterations in a second of the day, and in one of a processor
  uint64_t iterations;      // of all rounds
  uint64_t waits, repeats;  // likewise
} Speed;

static void measure(const AgentSpec *spec, const AgentSetting *setting, Speed *best) {
  Agent *agent;
  SearchReport report = {0};
  Position *x = position_new(setting->game, setting->seed, 0);
  agent_new(spec, setting, &agent);
  agent_choose(agent, x, 1, &report);
  if (report.seconds > 0) best->wall = MAX(best->wall, (double)report.iterations / report.seconds);
  if (report.processor > 0) best->processor = MAX(best->processor, (double)report.iterations / report.processor);
  best->iterations += report.iterations;
  best->waits += report.waits;
  best->repeats += report.again;
  report_free(&report);
  agent_free(agent);
  position_free(x);
}

static bool read_spec(const Options *options, const Game *game, const char *agent, int threads, AgentSpec *spec) {
  const char *joint = strchr(agent, ':') ? "," : ":", *why = "";
  const char *text = arena_printf(options->arena, "%s%siterations=0,solver=no,time=" ROUND_SECONDS ",threads=%d", agent,
                                  joint, threads);
  bool good = agent_parse(options->arena, str_of(text), spec, &why) && !(why = agent_unsuited(spec, game));
  if (!good) fprintf(stderr, "senet analyse: %s\n", why);
  return good;
}

static double per_thousand(uint64_t n, uint64_t iterations) {
  return iterations ? 1e3 * (double)n / (double)iterations : 0;
}

static void print_table(const Speed *best, const int *counts) {
  printf("%8s %14s %7s %22s %7s %12s %12s\n", "threads", "iterations/s", "ratio", "by processor time", "ratio",
         "waits/1000", "repeats/1000");
  for (int i = 0; i < 2; i++) {
    const Speed *speed = &best[i];
    double alone = counts[i] * speed->processor;
    printf("%8d %14.0f %7.2f %22.0f %7.2f %12.3f %12.3f\n", counts[i], speed->wall, speed->wall / best[0].wall, alone,
           alone / best[0].processor, per_thousand(speed->waits, speed->iterations),
           per_thousand(speed->repeats, speed->iterations));
  }
}

bool scaling_print(const Options *options, const AgentSetting *setting, const char *agent, int threads) {
  AgentSpec specs[2];
  Speed best[2] = {0};
  int counts[] = {1, threads};
  for (int i = 0; i < 2; i++) {
    if (!read_spec(options, setting->game, agent, counts[i], &specs[i])) return false;
  }
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < 2; i++) measure(&specs[i], setting, &best[i]);
  }
  print_table(best, counts);
  return true;
}
