// The weights of a player with the least loss over all its samples. The active features of a sample are worked out once
// and kept; features that were added since are worked out alone.
#include "learn/features/learner.h"
#include "learn/run/lbfgs.h"

#include <stdlib.h>

// ---- what is active ------------------------------------------------------------------------------

void sample_forget(Sample *sample) {
  move_features_free(&sample->moves);
  VEC_FREE(&sample->own);
  sample->known = 0;
}

static int compare_numbers(const void *a, const void *b) { return *(const uint16_t *)a - *(const uint16_t *)b; }

// Numbers are in ascending order, however they came: sums are then the same.
static void append_list(MoveFeatures *to, const MoveFeatures *from, size_t move, uint16_t least, uint16_t offset) {
  size_t first = to->numbers.n;
  for (uint32_t k = from->first.at[move]; k < from->first.at[move + 1]; k++) {
    if (from->numbers.at[k] >= least) VEC_PUSH(&to->numbers, (uint16_t)(from->numbers.at[k] + offset));
  }
  if (to->numbers.n > first) qsort(to->numbers.at + first, to->numbers.n - first, sizeof(uint16_t), compare_numbers);
}

// The lists of a sample, move by move with what was read of the features after the first `from`.
static void append_lists(Sample *sample, const MoveFeatures *read, int from) {
  MoveFeatures old = sample->moves, both = {0};
  bool more = move_features_n(&old) > 0;
  for (size_t i = 0; i < move_features_n(read); i++) {
    move_features_next(&both);
    if (more) append_list(&both, &old, i, 0, 0);
    append_list(&both, read, i, more ? ASPATIALS : 0, (uint16_t)from);
  }
  move_features_end(&both);
  move_features_free(&old);
  sample->moves = both;
}

// Works out the features of all samples that know `from` of them, with an evaluator of those that follow.
static void read_samples(Learner *learner, Player player, FeatureEval *eval, int from) {
  PlayerPolicy *policy = &learner->players[player];
  FeatureEval *whole = policy->eval;
  policy->eval = eval;
  for (size_t i = 0; i < policy->buffer.n; i++) {
    Sample *sample = &policy->samples[i];
    if (sample->known != (from ? from + 1 : 0)) continue;
    size_t n = learner_read(learner, player, sample);
    append_lists(sample, &policy->moves, from);
    VEC_CLEAR(&sample->own);
    for (size_t k = 0; k < n; k++) VEC_PUSH(&sample->own, (float)policy->targets.at[k]);
    sample->known = learner->set->n + 1;
  }
  policy->eval = whole;
}

static void read_new_features(Learner *learner, Player player, int from) {
  FeatureSet *set;
  FeatureEval *eval;
  set_of_features(&set, learner->space, learner->set->at + from, learner->set->n - from);
  eval_open(&eval, learner->game, learner->rules, set, &evaluator_jit);
  read_samples(learner, player, eval, from);
  eval_close(eval);
  set_close(set);
}

static void read_all(Learner *learner, Player player) {
  PlayerPolicy *policy = &learner->players[player];
  if (policy->fitted > 0 && policy->fitted < learner->set->n) read_new_features(learner, player, policy->fitted);
  for (size_t i = 0; i < policy->buffer.n; i++) {
    if (policy->samples[i].known != learner->set->n + 1) sample_forget(&policy->samples[i]);
  }
  read_samples(learner, player, policy->eval, 0);
  policy->fitted = learner->set->n;
}

// ---- the loss ------------------------------------------------------------------------------------

typedef struct FitProblem {
  PlayerPolicy *policy;
  size_t n;  // weights
  double total, ridge;
  Reals targets;
} FitProblem;

static double add_sample(FitProblem *p, const Sample *sample, double weight, const double *w, double *slope) {
  size_t n = sample->own.n;
  double *probabilities = p->policy->probabilities.at;
  reals_expect(&p->targets, n);
  for (size_t i = 0; i < n; i++) p->targets.at[i] = (double)sample->own.at[i];
  policy_probabilities(&sample->moves, w, probabilities);
  cross_entropy_gradient(&sample->moves, p->targets.at, probabilities, weight, slope);
  return weight * cross_entropy(p->targets.at, probabilities, n);
}

static double loss_and_slope(void *self, const double *w, double *slope) {
  FitProblem *p = self;
  double loss = 0;
  for (size_t i = 0; i < p->n; i++) {
    loss += 0.5 * p->ridge * w[i] * w[i];
    slope[i] = p->ridge * w[i];
  }
  for (size_t i = 0; i < p->policy->buffer.n; i++) {
    double weight = p->policy->buffer.items[i].weight / p->total;
    loss += add_sample(p, &p->policy->samples[i], weight, w, slope);
  }
  return loss;
}

double learner_fit(Learner *learner, Player player, int steps) {
  PlayerPolicy *policy = &learner->players[player];
  FitProblem p = {.policy = policy, .n = ASPATIALS + (size_t)learner->set->n};
  if (!policy->buffer.n) return 0;
  read_all(learner, player);
  for (size_t i = 0; i < policy->buffer.n; i++) {
    p.total += policy->buffer.items[i].weight;
    reals_expect(&policy->probabilities, policy->samples[i].own.n + 1);
  }
  if (!(p.total > 0)) return 0;  // nothing counts
  p.ridge = learner->options.ridge / (double)policy->buffer.n;
  double loss = lbfgs_minimise(loss_and_slope, &p, policy->weights.at, (int)p.n, steps);
  for (size_t i = 0; i < p.n; i++) loss -= 0.5 * p.ridge * policy->weights.at[i] * policy->weights.at[i];
  VEC_FREE(&p.targets);
  return loss;
}
