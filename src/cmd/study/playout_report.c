// Figures of playouts as text and as JSON.
#include "cmd/study/playout_report.h"

#include <inttypes.h>
#include <jansson.h>

// Who played.
static const char *executor_text(const senet_playout_totals *t) {
  if (t->gave_up) return "native, then interpreter";
  if (!t->native) return "interpreter";
  return t->native == t->games ? "native" : "interpreter, then native";
}

// Per second of CPU time: the same on a busy machine.
static double rate(const senet_playout_totals *t, uint64_t n) {
  return t->processor_seconds > 0 ? (double)n / t->processor_seconds : 0;
}

static double per(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

static json_t *parts_json(const PlayoutReport *report) {
  const senet_playout_totals *t = &report->totals;
  return json_pack("{ss sf sf sf sf sf}", "strategy", report->split, "nodal_per_second", rate(t, t->whole),
                   "mean_depth_nodal", per(t->whole, t->games), "mean_depth_all", per(t->parts, t->games),
                   "mean_branching", per(t->offered, t->parts), "dead_fraction", per(t->dead, t->parts));
}

// Means of sums by player.
static json_t *means_json(const PlayoutReport *report, const double *sums) {
  json_t *list = json_array();
  double n = report->totals.games ? (double)report->totals.games : 1;
  for (int p = 1; p <= report->players; p++) json_array_append_new(list, json_real(sums[p] / n));
  return list;
}

void playout_report_json(const PlayoutReport *report) {
  const senet_playout_totals *t = &report->totals;
  json_t *wins = json_array();
  for (int p = 1; p <= report->players; p++) json_array_append_new(wins, json_integer((json_int_t)t->wins[p]));
  json_t *json =
      json_pack("{ss sI sI sI sf sf sf sf sf so so sI}", "game", report->game, "seed", (json_int_t)report->seed,
                "playouts", (json_int_t)t->games, "moves", (json_int_t)t->moves, "seconds", t->seconds, "cpu_seconds",
                t->processor_seconds, "playouts_per_second", rate(t, t->games), "moves_per_second", rate(t, t->moves),
                "mean_length", per(t->moves, t->games), "wins", wins, "utility", means_json(report, t->utilities),
                "draws", (json_int_t)t->draws);
  json_object_set_new(json, "executor", json_string(executor_text(t)));
  if (report->split) json_object_set_new(json, "split", parts_json(report));
  if (report->scores) json_object_set_new(json, "scores", means_json(report, t->scores));
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
  putchar('\n');
  json_decref(json);
}

static void print_parts(const PlayoutReport *report) {
  const senet_playout_totals *t = &report->totals;
  printf("split %s: %.0f simulations/s, %.0f nodal states/s, mean depth %.1f nodal, %.1f all, ", report->split,
         rate(t, t->games), rate(t, t->whole), per(t->whole, t->games), per(t->parts, t->games));
  printf("mean branching %.2f, %.2f %% dead\n", per(t->offered, t->parts), 100 * per(t->dead, t->parts));
}

void playout_report_text(const PlayoutReport *report) {
  const senet_playout_totals *t = &report->totals;
  double n = t->games ? (double)t->games : 1;
  printf("%" PRIu64 " playouts in %.2f s (CPU time %.2f s): ", t->games, t->seconds, t->processor_seconds);
  printf("%.0f playouts/s, %.0f moves/s, mean length %.1f (%s%s%s)\n", rate(t, t->games), rate(t, t->moves),
         per(t->moves, t->games), executor_text(t), t->why ? ": " : "", t->why ? t->why : "");
  for (int p = 1; p <= report->players; p++) {
    printf("player %d wins %.2f %%", p, 100 * (double)t->wins[p] / n);
    if (report->scores) printf(", mean score %.2f", t->scores[p] / n);
    printf("\n");
  }
  printf("no winner %.2f %%\n", 100 * (double)t->draws / n);
  if (report->split) print_parts(report);
}

void playout_report_progress(PlayoutReport *report) {
  const senet_playout_totals *t = &report->totals;
  Progress *progress = &report->progress;
  if (!progress->active) return;
  double percent = 100 / (double)MAX(t->games, 1u);
  if (report->players == 2) {
    progress_note(progress, "player 1 wins %.1f %%, player 2 %.1f %%, no winner %.1f %%", (double)t->wins[1] * percent,
                  (double)t->wins[2] * percent, (double)t->draws * percent);
  }
  progress_step(progress, (size_t)t->games);
}
