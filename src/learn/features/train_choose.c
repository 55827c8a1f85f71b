// What is made of the weights at the end: a small set for playouts, and the way to use both that plays best at equal
// time. Features that cost more than they bring are then not used, so that a biased search is not worse than UCT.
#include "base/clock.h"
#include "base/file.h"
#include "learn/features/feature_train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- playouts ------------------------------------------------------------------------------------

typedef struct Influence {
  int feature;
  double spread;
} Influence;

static int compare_influence(const void *left, const void *right) {
  const Influence *a = left, *b = right;
  if (a->spread != b->spread) return a->spread < b->spread ? 1 : -1;
  return a->feature - b->feature;
}

// By feature: how much it moves scores, the standard deviation of weight times activity over the moves of the samples,
// the largest of all players'.
static void find_influence(Learner *learner, Influence *out) {
  size_t n = (size_t)learner->set->n;
  double *active = mem_alloc_zero(sizeof *active * (n + ASPATIALS));
  for (size_t i = 0; i < n; i++) out[i] = (Influence){(int)i, 0};
  for (Player p = 1; p <= learner->game->players; p++) {
    PlayerPolicy *policy = &learner->players[p];
    double moves = 0;
    memset(active, 0, sizeof *active * (n + ASPATIALS));
    for (size_t i = 0; i < policy->buffer.n; i += 1 + policy->buffer.n / 200) {
      moves += (double)learner_read(learner, p, &policy->samples[i]);
      for (size_t k = 0; k < policy->moves.numbers.n; k++) active[policy->moves.numbers.at[k]]++;
    }
    for (size_t i = 0; i < n && moves > 0; i++) {
      double share = active[ASPATIALS + i] / moves;
      double spread = fabs(policy->weights.at[ASPATIALS + i]) * sqrt(share * (1 - share));
      out[i].spread = fmax(out[i].spread, spread);
    }
  }
  mem_free(active);
}

static FeatureSet *most_influential(Learner *learner, int n) {
  Influence *influence = mem_alloc(sizeof *influence * ((size_t)learner->set->n + 1));
  Features features = {0};
  FeatureSet *set;
  find_influence(learner, influence);
  qsort(influence, (size_t)learner->set->n, sizeof *influence, compare_influence);
  for (int i = 0; i < MIN(n, learner->set->n); i++) VEC_PUSH(&features, learner->set->at[influence[i].feature]);
  set_of_features(&set, learner->space, features.at, (int)features.n);
  for (Player p = 1; p <= learner->game->players; p++) {
    const double *weights = learner->players[p].weights.at;
    for (int i = 0; i < ASPATIALS; i++) set_aspatial(set, p)[i] = (float)weights[i];
    for (int i = 0; i < set->n; i++) set_weights(set, p)[i] = (float)weights[ASPATIALS + influence[i].feature];
  }
  VEC_FREE(&features);
  mem_free(influence);
  return set;
}

typedef struct Retrain {
  Learner *from, *to;
  int64_t steps;
} Retrain;

static void retrain_player(void *self, size_t index, int worker) {
  (void)worker;
  Retrain *retrain = self;
  Player player = (Player)(index + 1);
  if (retrain->to->options.optimiser.kind == OPTIMISER_FIT) learner_fit(retrain->to, player, (int)retrain->steps);
  else
    for (int64_t i = 0; i < retrain->steps; i++) learner_step(retrain->to, player);
}

// Lends the samples of one learner to the other, or takes them back.
static void lend_samples(Learner *from, Learner *to, bool back) {
  for (Player p = 1; p <= from->game->players; p++) {
    const PlayerPolicy *owner = &from->players[p];
    PlayerPolicy *other = &to->players[p];
    for (size_t i = 0; i < owner->buffer.n; i++) {
      if (back) sample_forget(&other->samples[i]);
      other->samples[i] = back ? (Sample){0} : owner->samples[i];
      other->samples[i].known = 0;
      other->samples[i].moves = (MoveFeatures){0};
      memset(&other->samples[i].own, 0, sizeof other->samples[i].own);
      if (!back) replay_add(&other->buffer, (uint32_t)i, owner->buffer.items[i].weight);
    }
  }
}

FeatureSet *train_playout_set(Trainer *trainer) {
  const TrainSettings *s = &trainer->plan->settings;
  Retrain retrain = {.from = trainer->learner, .steps = s->playout_steps};
  FeatureSet *set = most_influential(trainer->learner, (int)s->playout_features);
  learner_open(&retrain.to, trainer->plan->game, (FeatureRules){0}, set, &s->learner, trainer->plan->seed + 1);
  lend_samples(retrain.from, retrain.to, false);
  pool_run(trainer->pool, (size_t)trainer->plan->game->players, retrain_player, &retrain);
  lend_samples(retrain.from, retrain.to, true);
  learner_set(retrain.to);
  set = retrain.to->set;
  retrain.to->set = NULL;  // the caller's from here on
  learner_close(retrain.to);
  return set;
}

// ---- matches -------------------------------------------------------------------------------------

typedef struct CheckMatch {
  Contest contest;
  uint64_t first;
  double *points;
} CheckMatch;

// Games that were given up, and those in which the rules stopped, have no points.
static void play_check(void *self, size_t index, int worker) {
  (void)worker;
  CheckMatch *match = self;
  ContestGame game;
  contest_play(&match->contest, match->first + index, &game, NULL);
  double sum = 0;
  int seats = 0;
  for (int seat = 1; seat <= match->contest.game->players; seat++) {
    if (game.seats[seat].agent != 0) continue;
    sum += (game.seats[seat].utility + 1) / 2;
    seats++;
  }
  match->points[index] = game.given_up || game.stopped ? NAN : seats ? sum / seats : 0.5;
}

double train_strength(Trainer *trainer, const char *settings, const char *budget, uint64_t first, uint64_t games) {
  const TrainPlan *plan = trainer->plan;
  const char *why = "";
  AgentSpec *agents;
  CheckMatch match = {
      .contest = {.game = plan->game, .seed = plan->seed + 7, .stop = plan->stop, .executor = plan->executor},
      .first = first};
  const char *text =
      arena_printf(trainer->arena, "biased:model=\"%s\",%s,%s,uct:%s", plan->folder, settings, budget, budget);
  if (!agent_parse_list(trainer->arena, str_of(text), &agents, &match.contest.n, &why) ||
      agent_unsuited(&agents[0], plan->game)) {
    trainer->why = arena_printf(trainer->arena, "cannot play with the model: %s", why);
    return NAN;
  }
  match.contest.agents = agents;
  match.points = mem_alloc_zero(sizeof *match.points * games);
  pool_run(trainer->pool, games, play_check, &match);
  double sum = 0, played = 0;
  for (uint64_t i = 0; i < games; i++) {
    if (isnan(match.points[i])) continue;
    sum += match.points[i];
    played++;
  }
  mem_free(match.points);
  return played > 0 ? sum / played : NAN;
}

// ---- choosing ------------------------------------------------------------------------------------

typedef struct Way {
  ModelSettings settings;
  double points, games;
} Way;

#define TREE_WAY(kind, weight, visits) \
  { .use = USE_SELECTION, .tree = kind, .c = weight, .expand = visits, .mix = 0.25, .epsilon = 0.1, .temperature = 1 }
#define PLAYOUT_WAY(kind, weight, visits, softness, moves)                                     \
  {                                                                                            \
    .use = USE_BOTH, .tree = kind, .c = weight, .expand = visits, .mix = 0.25, .epsilon = 0.1, \
    .temperature = softness, .plies = moves                                                    \
  }

// Those that differ most come first: there may not be time for all.
static const ModelSettings ways[] = {
    TREE_WAY(TREE_WHOLE, 1.25, 8), PLAYOUT_WAY(TREE_WHOLE, 1.25, 1, 0.25, 0),
    TREE_WAY(TREE_WHOLE, 0.6, 4),  PLAYOUT_WAY(TREE_SMALL, 0.6, 1, 0.5, 0),
    TREE_WAY(TREE_WHOLE, 1.25, 1), PLAYOUT_WAY(TREE_SMALL, 0.6, 2, 0.5, 4),
    TREE_WAY(TREE_SMALL, 1.25, 2), TREE_WAY(TREE_WHOLE, 1.25, 32),
    TREE_WAY(TREE_WHOLE, 0.6, 16),
};

static double share_of(const Way *way) { return (way->points + 0.5) / (way->games + 1); }

static int compare_ways(const void *left, const void *right) {
  double a = share_of(left), b = share_of(right);
  return a != b ? (a < b ? 1 : -1) : 0;
}

static void play_way(Trainer *trainer, Way *way, uint64_t games, double seconds) {
  const char *budget = arena_printf(trainer->arena, "time=%.17g,clock=cpu", seconds);
  double share =
      train_strength(trainer, model_settings_text(trainer->arena, &way->settings), budget, (uint64_t)way->games, games);
  if (isnan(share)) return;
  way->points += share * (double)games;
  way->games += (double)games;
  const TrainPlan *plan = trainer->plan;
  if (plan->say) {
    plan->say(plan->self, arena_printf(trainer->arena, "%s: %.0f %% of %.0f games against UCT at %g s",
                                       model_settings_text(trainer->arena, &way->settings),
                                       100 * way->points / way->games, way->games, seconds));
  }
}

// The best way and, of those that use features in the other places (playouts or not), the best: what a way is worth
// with little time says less about the other kind, which makes many times as many or as few iterations.
static size_t find_finalists(const Way *field, size_t n, Way finalists[2]) {
  const Way *other = NULL;
  for (size_t i = 1; i < n; i++) {
    if (field[i].settings.use == field[0].settings.use || share_of(&field[i]) < 0.3) continue;
    if (!other || share_of(&field[i]) > share_of(other)) other = &field[i];
  }
  finalists[0] = (Way){.settings = field[0].settings};
  if (other) finalists[1] = (Way){.settings = other->settings};
  return other ? 2 : 1;
}

// Plays the finalists with four times the time, and more games as long as there is time; the better one, or features
// nowhere when it is not as good as UCT. Few games are played: features in the tree, which cost little, must lose
// clearly.
static ModelSettings play_final(Trainer *trainer, const Way *field, size_t n, double until) {
  enum { LONGER = 4, ROUNDS = 4 };
  Way finalists[2];
  size_t left = find_finalists(field, n, finalists);
  const TrainSettings *s = &trainer->plan->settings;
  for (int round = 0; round < ROUNDS && (!round || clock_seconds() < until); round++) {
    for (size_t i = 0; i < left && !trainer->why; i++) {
      play_way(trainer, &finalists[i], (uint64_t)s->choose_games, LONGER * s->choose_time);
    }
    qsort(finalists, left, sizeof *finalists, compare_ways);
    if (left > 1 && share_of(&finalists[0]) > share_of(&finalists[1]) + 0.3) left = 1;
  }
  ModelSettings best = finalists[0].settings;
  if (share_of(&finalists[0]) < (best.use == USE_BOTH ? 0.48 : 0.4)) best.use = USE_NOTHING;
  return best;
}

// All ways play; the better half plays on, twice as many games each time, as long as there is time: half of it, the
// other half is for the final.
bool train_choose(Trainer *trainer) {
  Way field[COUNT_OF(ways)];
  uint64_t games = (uint64_t)trainer->plan->settings.choose_games;
  double now = clock_seconds(), limit = trainer->plan->settings.choose_limit, until = now + limit / 2;
  for (size_t i = 0; i < COUNT_OF(ways); i++) field[i] = (Way){.settings = ways[i]};
  for (size_t n = COUNT_OF(ways); n >= 1; n /= 2, games *= 2) {
    for (size_t i = 0; i < n && !trainer->why; i++) {
      if (!i || clock_seconds() < until) play_way(trainer, &field[i], games, trainer->plan->settings.choose_time);
    }
    qsort(field, n, sizeof *field, compare_ways);
    bool clear = n == 2 && share_of(&field[0]) > share_of(&field[1]) + 0.1;
    if (n == 1 || clear || clock_seconds() > until) break;
  }
  if (trainer->plan->stop && atomic_load(trainer->plan->stop)) return true;
  ModelSettings best = play_final(trainer, field, COUNT_OF(field), now + limit);
  Text text = {0};
  text_printf(&text, "%s\n", model_settings_text(trainer->arena, &best));
  bool good = !trainer->why && train_write(trainer, "agent.txt", &text);
  text_free(&text);
  return good;
}
