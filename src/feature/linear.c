// Scoring moves, and choosing by the scores.
//
#include "feature/linear.h"

#include "base/lock.h"
#include "base/mem.h"
#include "play/playout/playout.h"

#include <math.h>

enum { SCORE_MOST = 60 };  // exp of the difference of two scores stays finite

// An evaluator and its working memory: one thread at a time.
typedef struct Desk {
  FeatureEval *eval;
  VEC(FeatureMove) moves;
  VEC(Word) bits;
  VEC(double) scores;
} Desk;

typedef VEC(Desk *) Desks;

struct LinearPolicy {
  Policy policy;  // first: a Policy * is a LinearPolicy *
  const Game *game;
  const FeatureSet *set;
  FeatureRules rules;
  const EvaluatorRow *row;
  // Evaluators that nobody is using; more are made as threads ask.
  Lock lock;
  Desks free;
};

// ---- desks --------------------------------------------------------------------------------------

static Desk *take_desk(LinearPolicy *policy) {
  lock_take(&policy->lock);
  Desk *desk = policy->free.n ? VEC_POP(&policy->free) : NULL;
  lock_give(&policy->lock);
  if (desk) return desk;
  desk = mem_alloc_zero(sizeof *desk);
  eval_open(&desk->eval, policy->game, policy->rules, policy->set, policy->row);
  return desk;
}

static void give_desk(LinearPolicy *policy, Desk *desk) {
  lock_take(&policy->lock);
  VEC_PUSH(&policy->free, desk);
  lock_give(&policy->lock);
}

static void free_desk(Desk *desk) {
  eval_close(desk->eval);
  VEC_FREE(&desk->moves);
  VEC_FREE(&desk->bits);
  VEC_FREE(&desk->scores);
  mem_free(desk);
}

// ---- scores -------------------------------------------------------------------------------------

static double spatial_score(const FeatureEval *eval, const float *weights, const Word *bits) {
  double sum = 0;
  for (int w = 0; w < eval->words; w++) {
    for (Word rest = bits[w]; rest; rest &= rest - 1) {
      sum += (double)weights[eval->bank->bits.feature_of[w * WORD_BITS + word_first(rest)]];
    }
  }
  return sum;
}

static double aspatial_score(const FeatureSet *set, const Position *x, const Move *move) {
  const float *weights = set_aspatial(set, move->mover);
  double sum = 0;
  for (uint32_t rest = aspatial_active(x, move); rest; rest &= rest - 1) sum += (double)weights[__builtin_ctz(rest)];
  return sum;
}

static void score_all(const LinearPolicy *policy, Desk *desk, Position *x, MoveList list, double *scores) {
  FeatureEval *eval = desk->eval;
  size_t words = (size_t)eval->words;
  while (desk->moves.cap < list.n) {
    desk->moves.at = vec_grow(desk->moves.at, &desk->moves.cap, sizeof *desk->moves.at);
  }
  while (desk->bits.cap < list.n * words) {
    desk->bits.at = vec_grow(desk->bits.at, &desk->bits.cap, sizeof *desk->bits.at);
  }
  feature_moves(eval->space, x, list, desk->moves.at);
  eval_begin(eval, x);
  eval_moves(eval, desk->moves.at, list.n, desk->bits.at);
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(x, list, i);
    bool known = move->mover >= 1 && move->mover <= policy->set->players;
    scores[i] = !known ? 0
                       : spatial_score(eval, set_weights(policy->set, move->mover), VEC_FROM(&desk->bits, i * words)) +
                             aspatial_score(policy->set, x, move);
  }
}

bool linear_scores(const LinearPolicy *policy, Position *x, MoveList list, double *scores) {
  LinearPolicy *own = (LinearPolicy *)(uintptr_t)policy;
  if (x->game != policy->game) return false;
  Desk *desk = take_desk(own);
  score_all(policy, desk, x, list, scores);
  give_desk(own, desk);
  return true;
}

// exp(score), scaled so that the largest is 1.
static void soften(double *scores, uint32_t n, double temperature) {
  double most = -INFINITY;
  for (uint32_t i = 0; i < n; i++) most = fmax(most, scores[i]);
  for (uint32_t i = 0; i < n; i++) scores[i] = exp(fmax((scores[i] - most) / temperature, -SCORE_MOST));
}

static void weigh(const Policy *self, Position *x, MoveList list, double *weights) {
  const LinearPolicy *policy = (const LinearPolicy *)(const void *)self;
  if (linear_scores(policy, x, list, weights)) {
    soften(weights, list.n, 1);
  } else {
    for (uint32_t i = 0; i < list.n; i++) weights[i] = 1;
  }
}

// ---- opening ------------------------------------------------------------------------------------

void linear_open_with(LinearPolicy **out, const Game *game, const FeatureSet *set, FeatureRules rules,
                      const EvaluatorRow *row) {
  LinearPolicy *policy = mem_alloc_zero(sizeof *policy);
  policy->policy.weigh = weigh;
  policy->game = game;
  policy->set = set;
  policy->rules = rules;
  policy->row = row;
  lock_init(&policy->lock);
  *out = policy;
}

void linear_open(LinearPolicy **out, const Game *game, const FeatureSet *set, FeatureRules rules) {
  linear_open_with(out, game, set, rules, &evaluator_fast);
}

void linear_close(LinearPolicy *policy) {
  if (!policy) return;
  for (size_t i = 0; i < policy->free.n; i++) free_desk(policy->free.at[i]);
  VEC_FREE(&policy->free);
  lock_free(&policy->lock);
  mem_free(policy);
}

const Policy *linear_policy(const LinearPolicy *policy) { return &policy->policy; }

// ---- playouts -----------------------------------------------------------------------------------

static uint32_t draw(const double *weights, uint32_t n, Random *random) {
  double sum = 0;
  for (uint32_t i = 0; i < n; i++) sum += weights[i];
  double at = random_unit(random) * sum;
  for (uint32_t i = 0; i + 1 < n; i++) {
    at -= weights[i];
    if (at < 0) return i;
  }
  return n - 1;
}

// One of the best moves.
static uint32_t draw_best(const double *scores, uint32_t n, Random *random) {
  uint32_t best = 0, ties = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (i && scores[i] < scores[best]) continue;
    if (!i || scores[i] > scores[best]) ties = 0;
    if (random_below(random, ++ties) == 0 || ties == 1) best = i;
  }
  return best;
}

static uint32_t choose(const LinearPlayout *how, double *scores, uint32_t n, Random *random) {
  if (how->greedy) return draw_best(scores, n, random);
  soften(scores, n, how->temperature > 0 ? how->temperature : 1);
  return draw(scores, n, random);
}

static void step_listed(const LinearPolicy *policy, Desk *desk, const LinearPlayout *how, Position *x, Random *random) {
  MoveList list = position_moves(x);
  while (desk->scores.cap < list.n) {
    desk->scores.at = vec_grow(desk->scores.at, &desk->scores.cap, sizeof *desk->scores.at);
  }
  score_all(policy, desk, x, list, desk->scores.at);
  uint32_t chosen = choose(how, desk->scores.at, list.n, random);
  position_apply(x, move_at(x, list, chosen));
  position_forget(x, list);
}

// ---- with candidates ----------------------------------------------------------------------------

// The scores of single moves, for a sampler. Trying moves out changes the position and back.
typedef struct SingleScores {
  const LinearPolicy *policy;
  Desk *desk;
  uint64_t begun;  // x->changes when the evaluator looked
} SingleScores;

static double single_score(const void *self, const Position *x, const Move *move) {
  SingleScores *scores = (SingleScores *)(uintptr_t)self;
  FeatureEval *eval = scores->desk->eval;
  const FeatureSet *set = scores->policy->set;
  if (move->mover < 1 || move->mover > set->players) return 0;
  if (scores->begun != x->changes) eval_begin(eval, x);
  scores->begun = x->changes;
  FeatureMove places = feature_move(eval->space, x, move);
  eval_move(eval, &places, scores->desk->bits.at);
  return spatial_score(eval, set_weights(set, move->mover), scores->desk->bits.at) + aspatial_score(set, x, move);
}

static void step_drawn(const LinearPolicy *policy, Desk *desk, const LinearPlayout *how, Sampler *sampler, Position *x,
                       Random *random) {
  SingleScores scores = {policy, desk, UINT64_MAX};
  while (desk->bits.cap < (size_t)desk->eval->words) {
    desk->bits.at = vec_grow(desk->bits.at, &desk->bits.cap, sizeof *desk->bits.at);
  }
  MoveChoice choice = {.kind = how->greedy ? CHOOSE_GREEDY : CHOOSE_SOFTMAX,
                       .temperature = how->temperature > 0 ? how->temperature : 1,
                       .score = single_score,
                       .self = &scores};
  Move move = sampler_choose(sampler, x, &choice, random);
  position_apply(x, &move);
  sampler_release(sampler, x);
}

void linear_step(const LinearPolicy *policy, const LinearPlayout *how, Sampler *sampler, Position *x, Random *random,
                 uint64_t ply) {
  bool biased = (!how->most || ply < how->most) && x->game == policy->game && x->game->mode != MODE_SIMULTANEOUS &&
                random_unit(random) >= how->epsilon;
  if (!biased) {
    if (sampler) sampler_step(sampler, x, random);
    else playout_step(x, random);
    return;
  }
  LinearPolicy *own = (LinearPolicy *)(uintptr_t)policy;
  Desk *desk = take_desk(own);
  if (sampler && sampler_helps(sampler, x)) step_drawn(policy, desk, how, sampler, x, random);
  else step_listed(policy, desk, how, x, random);
  give_desk(own, desk);
}

bool linear_playout_run(const LinearPolicy *policy, const LinearPlayout *how, Sampler *sampler, Position *x,
                        uint64_t seed, uint64_t k) {
  Random choices = random_stream(seed, playout_choice_stream(k));
  x->random = random_stream(seed, playout_chance_stream(k));
  position_start(x);
  for (uint64_t ply = 0; !position_over(x) && !x->fault; ply++) linear_step(policy, how, sampler, x, &choices, ply);
  return !x->fault;
}
