// Measuring in slices.
#include "feature/evaluate/feature_measure.h"

#include "base/clock.h"
#include "base/mem.h"

#define SLICE 0.03  // seconds of one side before it is the next one's turn

typedef struct Side {
  FeaturePlayer *player;
  Position *x;
  Random choices;
  uint64_t k;      // playouts begun
  uint64_t plies;  // of the one under way
  bool under_way;
  FeatureTotals totals;
  double finished, seconds;
} Side;

static void begin_playout(Side *side, uint64_t seed) {
  side->choices = random_stream(seed, playout_choice_stream(side->k));
  side->x->random = random_stream(seed, playout_chance_stream(side->k));
  side->k++;
  side->plies = 0;
  side->under_way = true;
  position_start(side->x);
}

// Plays on for a slice; games go on in the next one.
static void play_slice(Side *side, const FeatureMeasure *m) {
  double started = clock_thread_seconds(), now = started;
  do {
    for (int i = 0; i < 32 && !side->x->fault; i++) {
      if (!side->under_way) begin_playout(side, m->seed);
      if (!position_over(side->x)) feature_playout_step(side->player, side->x, &side->choices, &side->totals);
      side->plies++;
      if (!position_over(side->x) && (!m->most || side->plies < m->most)) continue;
      side->under_way = false;
      side->finished++;
    }
    now = clock_thread_seconds();
  } while (now - started < SLICE && !side->x->fault);
  side->seconds += now - started;
}

static void warm_up(Side *side, const FeatureMeasure *m) {
  while (side->seconds < m->seconds / 4 && !side->x->fault) play_slice(side, m);
  side->totals = (FeatureTotals){0};
  side->finished = side->seconds = 0;
}

static void take(const Side *side, FeatureSample *sample) {
  double begun = side->totals.plies ? (double)side->totals.plies : 1;
  sample->totals = side->totals;
  sample->seconds = side->seconds;
  sample->playouts = side->finished;
  if (side->under_way && side->finished > 0) {  // the part of the game that was not finished
    sample->playouts += (double)side->plies / (begun / side->finished);
  }
}

static const char *play_all(Side *sides, int n, const FeatureMeasure *m) {
  for (int i = 0; i < n; i++) warm_up(&sides[i], m);
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < n; i++) {
      if (sides[i].x->fault) return sides[i].x->fault;
      if (sides[i].seconds >= m->seconds) continue;
      play_slice(&sides[i], m);
      more = true;
    }
  }
  return NULL;
}

const char *features_measure(const Game *game, const FeatureMeasure *m, const FeatureWish *wishes,
                             FeatureSample *samples, int n) {
  Side *sides = mem_alloc_zero(sizeof *sides * (size_t)n);
  for (int i = 0; i < n; i++) {
    double started = clock_thread_seconds();
    feature_player_open(&sides[i].player, wishes[i]);
    samples[i] = (FeatureSample){.evaluator = wishes[i].row ? wishes[i].row->name : "bare"};
    if (wishes[i].row) samples[i].features = feature_player_eval(sides[i].player, game)->set->n;
    samples[i].open_seconds = clock_thread_seconds() - started;
    sides[i].x = position_new(game, m->seed, 0);
  }
  const char *fault = play_all(sides, n, m);
  for (int i = 0; i < n; i++) {
    take(&sides[i], &samples[i]);
    position_free(sides[i].x);
    feature_player_close(sides[i].player);
  }
  mem_free(sides);
  return fault;
}
