// Samples, steps, and changes of the set. The weights of a player are numbered: aspatial features first, then the
// set's.
#include "learn/features/learner.h"

#include "feature/instance.h"
#include "feature/view.h"

#include <math.h>
#include <stdlib.h>

static const double priority_least = 0.05;

// ---- samples -------------------------------------------------------------------------------------

void sample_take(Sample *sample, const Position *x, Player player, const double *targets, uint32_t n) {
  size_t bytes = layout_bytes(x->layout, x->head->n_hashes);
  *sample = (Sample){.player = player, .random = x->random, .bytes = bytes, .n = n};
  sample->block = mem_alloc(bytes);
  memcpy(sample->block, x->block, bytes);
  sample->targets = mem_alloc(sizeof *sample->targets * MAX(n, 1));
  for (uint32_t i = 0; i < n; i++) sample->targets[i] = (float)targets[i];
}

void sample_free(Sample *sample) {
  mem_free(sample->block);
  mem_free(sample->targets);
  sample_forget(sample);
  *sample = (Sample){0};
}

// ---- opening -------------------------------------------------------------------------------------

static size_t n_weights(const Learner *learner) { return ASPATIALS + (size_t)learner->set->n; }

static void read_weights(Learner *learner, Player player) {
  PlayerPolicy *policy = &learner->players[player];
  VEC_CLEAR(&policy->weights);
  for (int i = 0; i < ASPATIALS; i++) VEC_PUSH(&policy->weights, (double)set_aspatial(learner->set, player)[i]);
  for (int i = 0; i < learner->set->n; i++) VEC_PUSH(&policy->weights, (double)set_weights(learner->set, player)[i]);
}

static void open_evaluator(Learner *learner, Player player) {
  PlayerPolicy *policy = &learner->players[player];
  eval_close(policy->eval);
  eval_open(&policy->eval, learner->game, learner->rules, learner->set, &evaluator_jit);
}

static void open_player(Learner *learner, Player player, uint64_t seed) {
  PlayerPolicy *policy = &learner->players[player];
  policy->optimiser.options = &learner->options.optimiser;
  replay_init(&policy->buffer, (size_t)learner->options.capacity, learner->options.alpha, learner->options.beta);
  policy->samples = mem_alloc_zero(sizeof(Sample) * (size_t)learner->options.capacity);
  policy->draws = random_stream(seed, 1000 + (uint64_t)player);
  policy->x = position_new(learner->game, seed, 0);
  read_weights(learner, player);
  open_evaluator(learner, player);
}

// A set of features as they read back from their texts, so that a training that was interrupted goes on with the same.
static FeatureSet *set_from_texts(const FeatureSpace *space, const Feature *features, int n) {
  Arena arena = {0};
  Features read = {0};
  FeatureSet *set, *first;
  set_of_features(&first, space, features, n);
  for (int i = 0; i < n; i++) {
    Feature feature;
    FeatureError error;
    bool good = feature_read(&arena, str_of(first->texts[i]), &feature, &error);
    if (!good) die("a feature reads wrong: %s", first->texts[i]);
    VEC_PUSH(&read, feature);
  }
  set_of_features(&set, space, read.at, n);
  set_close(first);
  VEC_FREE(&read);
  arena_free(&arena);
  return set;
}

void learner_open(Learner **out, const Game *game, FeatureRules rules, FeatureSet *set, const LearnerOptions *options,
                  uint64_t seed) {
  Learner *learner = mem_alloc_zero(sizeof *learner);
  learner->game = game;
  learner->rules = rules;
  learner->options = *options;
  space_open(&learner->space, game, rules);
  learner->set = set_from_texts(learner->space, set->at, set->n);
  set_copy_weights(learner->set, set);
  set_close(set);
  move_facts(game, &learner->facts);
  for (Player p = 1; p <= game->players; p++) open_player(learner, p, seed);
  *out = learner;
}

static void close_player(Learner *learner, PlayerPolicy *policy) {
  VEC_FREE(&policy->weights);
  optimiser_free(&policy->optimiser);
  for (size_t i = 0; i < policy->buffer.n; i++) sample_free(&policy->samples[i]);
  replay_free(&policy->buffer);
  mem_free(policy->samples);
  eval_close(policy->eval);
  position_free(policy->x);
  move_features_free(&policy->moves);
  VEC_FREE(&policy->gradient);
  VEC_FREE(&policy->targets);
  VEC_FREE(&policy->probabilities);
  VEC_FREE(&policy->bits);
  VEC_FREE(&policy->places);
  VEC_FREE(&policy->numbers);
  discovery_free(&policy->found);
}

void learner_close(Learner *learner) {
  if (!learner) return;
  for (Player p = 1; p <= learner->game->players; p++) close_player(learner, &learner->players[p]);
  VEC_FREE(&learner->facts);
  set_close(learner->set);
  space_close(learner->space);
  mem_free(learner);
}

const FeatureSet *learner_set(Learner *learner) {
  FeatureSet *set = learner->set;
  set->weighted = true;
  for (Player p = 1; p <= learner->game->players; p++) {
    const double *weights = learner->players[p].weights.at;
    for (int i = 0; i < ASPATIALS; i++) set_aspatial(set, p)[i] = (float)weights[i];
    for (int i = 0; i < set->n; i++) set_weights(set, p)[i] = (float)weights[ASPATIALS + i];
  }
  return set;
}

// ---- reading samples -----------------------------------------------------------------------------

void learner_add(Learner *learner, const Sample *sample, uint32_t length) {
  PlayerPolicy *policy = &learner->players[sample->player];
  size_t place = policy->buffer.next;
  double weight = learner->options.by_length ? 1.0 / MAX(length, 1) : 1;
  weight *= pow(learner->options.discount, (double)(length - MIN(sample->ply + 1, length)));
  sample_free(&policy->samples[place]);
  policy->samples[place] = *sample;
  replay_add(&policy->buffer, (uint32_t)place, weight);
}

static void note_move(PlayerPolicy *policy, const Move *move, const Word *bits) {
  FeatureEval *eval = policy->eval;
  move_features_next(&policy->moves);
  uint32_t aspatial = aspatial_active(policy->x, move);
  for (uint32_t rest = aspatial; rest; rest &= rest - 1) {
    VEC_PUSH(&policy->moves.numbers, (uint16_t)__builtin_ctz(rest));
  }
  for (int w = 0; w < eval->words; w++) {
    for (Word rest = bits[w]; rest; rest &= rest - 1) {
      int feature = eval->bank->bits.feature_of[w * WORD_BITS + word_first(rest)];
      VEC_PUSH(&policy->moves.numbers, (uint16_t)(ASPATIALS + feature));
    }
  }
}

// The position of the sample, with the features of all its moves in policy->bits and policy->places.
static MoveList stand_at(Learner *learner, PlayerPolicy *policy, const Sample *sample) {
  Position *x = policy->x;
  position_adopt(x, learner->game, &x->match, sample->block);
  x->random = sample->random;
  MoveList list = position_moves(x);
  size_t words = (size_t)policy->eval->words;
  while (policy->places.cap < list.n) {
    policy->places.at = vec_grow(policy->places.at, &policy->places.cap, sizeof *policy->places.at);
  }
  while (policy->bits.cap < list.n * words) {
    policy->bits.at = vec_grow(policy->bits.at, &policy->bits.cap, sizeof *policy->bits.at);
  }
  feature_moves(policy->eval->space, x, list, policy->places.at);
  eval_begin(policy->eval, x);
  eval_moves(policy->eval, policy->places.at, list.n, policy->bits.at);
  return list;
}

static size_t read_list(PlayerPolicy *policy, const Sample *sample, MoveList list) {
  VEC_CLEAR(&policy->targets);
  move_features_clear(&policy->moves);
  for (uint32_t i = 0; i < MIN(list.n, sample->n); i++) {
    const Move *move = move_at(policy->x, list, i);
    if (move->mover != sample->player) continue;
    note_move(policy, move, VEC_FROM(&policy->bits, i * (size_t)policy->eval->words));
    VEC_PUSH(&policy->targets, (double)sample->targets[i]);
  }
  move_features_end(&policy->moves);
  reals_expect(&policy->probabilities, policy->targets.n + 1);
  policy_probabilities(&policy->moves, policy->weights.at, policy->probabilities.at);
  return policy->targets.n;
}

size_t learner_read(Learner *learner, Player player, const Sample *sample) {
  PlayerPolicy *policy = &learner->players[player];
  MoveList list = stand_at(learner, policy, sample);
  size_t n = read_list(policy, sample, list);
  position_forget(policy->x, list);
  return n;
}

// ---- steps ---------------------------------------------------------------------------------------

static void learn_from(Learner *learner, Player player, ReplayDraw draw, StepReport *report) {
  PlayerPolicy *policy = &learner->players[player];
  size_t n = learner_read(learner, player, &policy->samples[draw.place]);
  const double *targets = policy->targets.at, *probabilities = policy->probabilities.at;
  double error = 0;
  cross_entropy_gradient(&policy->moves, targets, probabilities, draw.weight, policy->gradient.at);
  for (size_t i = 0; i < n; i++) error += fabs(probabilities[i] - targets[i]) / 2;
  replay_set_priority(&policy->buffer, draw.place, fmax(error, priority_least));
  report->loss += draw.weight * cross_entropy(targets, probabilities, n);
  report->active += draw.weight * (double)policy->moves.numbers.n / (double)MAX(n, 1);
  report->entropy += draw.weight * entropy_of(targets, n);
}

StepReport learner_step(Learner *learner, Player player) {
  PlayerPolicy *policy = &learner->players[player];
  StepReport report = {.made = policy->buffer.n > 0};
  if (!report.made) return report;
  size_t n = (size_t)learner->options.batch;
  ReplayDraw *draws = mem_alloc(sizeof *draws * n);
  if (!replay_draw(&policy->buffer, &policy->draws, draws, n)) {
    mem_free(draws);
    return (StepReport){0};
  }
  VEC_CLEAR(&policy->gradient);
  reals_expect(&policy->gradient, n_weights(learner));
  for (size_t i = 0; i < n; i++) learn_from(learner, player, draws[i], &report);
  // A step changes the score of a move by as much as features are active.
  double few = learner->options.few_active, scale = few > 0 ? fmin(1, few / report.active) : 1;
  optimiser_step(&policy->optimiser, policy->weights.at, policy->gradient.at, n_weights(learner), scale);
  mem_free(draws);
  return report;
}

double learner_loss(Learner *learner, Player player) {
  PlayerPolicy *policy = &learner->players[player];
  double sum = 0;
  for (size_t i = 0; i < policy->buffer.n; i++) {
    size_t n = learner_read(learner, player, &policy->samples[i]);
    sum += cross_entropy(policy->targets.at, policy->probabilities.at, n);
  }
  return policy->buffer.n ? sum / (double)policy->buffer.n : 0;
}

// ---- looking for features ------------------------------------------------------------------------

enum { ORIENTATIONS_MAX = 64, ACTIVE_MAX = 40, PAIRS_RANKED = 48 };

typedef struct Turns {
  int n;  // -1: not known yet
  Orientation at[ORIENTATIONS_MAX];
  Feature turned[ORIENTATIONS_MAX];
} Turns;

typedef struct Looker {
  Learner *learner;
  PlayerPolicy *policy;
  Player player;
  Arena arena;
  Turns **turns;    // by feature
  bool *looked_at;  // likewise
  Instances instances;
} Looker;

static Turns *turns_of(Looker *looker, int feature) {
  if (looker->turns[feature]) return looker->turns[feature];
  Turns *turns = looker->turns[feature] = ARENA_NEW(&looker->arena, Turns);
  const Feature *f = &looker->learner->set->at[feature];
  turns->n = feature_orientations(&looker->arena, looker->learner->space, f, turns->at, ORIENTATIONS_MAX);
  for (int i = 0; i < turns->n; i++) turns->turned[i] = feature_oriented(&looker->arena, f, turns->at[i]);
  return turns;
}

static bool instance_holds(const FeatureEval *eval, const Instances *all, const Instance *in, const FeatureMove *move) {
  const SiteClass *classes = view_classes(&eval->view, move->player);
  Site sites[FEATURE_PLACES] = {[PLACE_LAST_FROM] = eval->last_from,
                                [PLACE_LAST_TO] = eval->last_to,
                                [PLACE_FROM] = move->from,
                                [PLACE_TO] = move->to};
  for (int place = 0; place < FEATURE_PLACES; place++) {
    if (in->place[place] != SITE_OFF && in->place[place] != sites[place]) return false;
  }
  for (uint32_t i = in->first; i < in->first + in->n; i++) {
    const Condition *c = &all->conditions.at[i];
    if (!literal_holds(&eval->classes, classes[c->site], c->literal)) return false;
  }
  return true;
}

// Whether the feature is active in this orientation.
static bool turn_active(Looker *looker, const Feature *turned, const FeatureMove *move, Site anchor) {
  FeatureEval *eval = looker->policy->eval;
  VEC_CLEAR(&looker->instances.list);
  VEC_CLEAR(&looker->instances.conditions);
  feature_instances(eval->space, &eval->classes, turned, 0, move->player, anchor, &looker->instances);
  for (size_t i = 0; i < looker->instances.list.n; i++) {
    if (instance_holds(eval, &looker->instances, &looker->instances.list.at[i], move)) return true;
  }
  return false;
}

static void note_turns(Looker *looker, int feature, const FeatureMove *move) {
  FeaturePlace place = feature_anchor(&looker->learner->set->at[feature]);
  if (place == FEATURE_PLACES) return;
  Site anchor = place == PLACE_TO ? move->to : move->from;
  if (anchor == SITE_OFF) return;
  const Turns *turns = turns_of(looker, feature);
  for (int i = 0; i < turns->n; i++) {
    if (!turn_active(looker, &turns->turned[i], move, anchor)) continue;
    discovery_active(&looker->policy->found, (ActiveInstance){(uint16_t)feature, (uint8_t)place, turns->at[i]});
  }
}

// The instances of a move, of the features that are looked at this time.
static void note_instances(Looker *looker, const Word *bits, const FeatureMove *move) {
  PlayerPolicy *policy = looker->policy;
  FeatureEval *eval = policy->eval;
  while (policy->numbers.cap < (size_t)eval->set->n + 1) {
    policy->numbers.at = vec_grow(policy->numbers.at, &policy->numbers.cap, sizeof *policy->numbers.at);
  }
  int n = eval_list(eval, bits, policy->numbers.at);
  for (int i = 0; i < n; i++) {
    if (looker->looked_at[policy->numbers.at[i]]) note_turns(looker, policy->numbers.at[i], move);
  }
}

// How likely a move is looked at: half of the room is for all alike, half for those where policy and search differ.
static double chance_of(const PlayerPolicy *policy, size_t k, double room, double all) {
  double error = fabs(policy->probabilities.at[k] - policy->targets.at[k]);
  return room * (0.5 / (double)policy->targets.n + (all > 0 ? 0.5 * error / all : 0));
}

static void look_at_sample(Looker *looker, const Sample *sample, double room) {
  PlayerPolicy *policy = looker->policy;
  MoveList list = stand_at(looker->learner, policy, sample);
  read_list(policy, sample, list);
  size_t k = 0;
  double all = 0;
  for (size_t i = 0; i < policy->targets.n; i++) all += fabs(policy->probabilities.at[i] - policy->targets.at[i]);
  for (uint32_t i = 0; i < MIN(list.n, sample->n); i++) {
    if (move_at(policy->x, list, i)->mover != sample->player) continue;
    double error = policy->probabilities.at[k] - policy->targets.at[k], chance = chance_of(policy, k, room, all);
    k++;
    if (random_unit(&policy->draws) >= chance) continue;
    discovery_move(&policy->found, error);
    note_instances(looker, VEC_FROM(&policy->bits, i * (size_t)policy->eval->words), &policy->places.at[i]);
  }
  position_forget(policy->x, list);
}

// Pairs grow with the square of what is active: of very many features some are looked at, others the next time.
static void choose_features(Looker *looker, const Sample *sample) {
  enum { MOVES = 16 };
  PlayerPolicy *policy = looker->policy;
  for (int i = 0; i < looker->learner->set->n; i++) looker->looked_at[i] = true;
  discovery_clear(&policy->found);
  look_at_sample(looker, sample, MOVES);
  double active = (double)policy->found.instances.n / (double)MAX(policy->found.errors.n, 1);
  for (int i = 0; i < looker->learner->set->n; i++) {
    looker->looked_at[i] = random_unit(&policy->draws) * active < ACTIVE_MAX;
  }
}

void learner_look(Learner *learner, Player player, DiscoveredPairs *pairs) {
  PlayerPolicy *policy = &learner->players[player];
  Looker looker = {.learner = learner, .policy = policy, .player = player};
  VEC_CLEAR(pairs);
  if (!policy->buffer.n || learner->options.discovery == DISCOVER_NOTHING) return;
  size_t most = (size_t)learner->options.grow_batch;
  ReplayDraw *draws = mem_alloc(sizeof *draws * most);
  size_t n = replay_draw_uniform(&policy->buffer, &policy->draws, draws, most);
  looker.turns = ARENA_ARRAY(&looker.arena, Turns *, learner->set->n + 1);
  looker.looked_at = ARENA_ARRAY(&looker.arena, bool, learner->set->n + 1);
  choose_features(&looker, &policy->samples[draws[0].place]);
  discovery_clear(&policy->found);
  for (size_t i = 0; i < n; i++) {
    look_at_sample(&looker, &policy->samples[draws[i].place], (double)learner->options.grow_moves / (double)n);
  }
  discovery_rank(&policy->found, (DiscoveryKind)learner->options.discovery, policy->weights.at + ASPATIALS,
                 &policy->draws, PAIRS_RANKED, pairs);
  mem_free(draws);
  instances_free(&looker.instances);
  arena_free(&looker.arena);
}

// ---- changing the set ----------------------------------------------------------------------------

static bool is_known(const Learner *learner, const Feature *feature, const Features *more) {
  for (int i = 0; i < learner->set->n; i++) {
    if (feature_same(&learner->set->at[i], feature, learner->space->rotations)) return true;
  }
  for (size_t i = 0; i < more->n; i++) {
    if (feature_same(&more->at[i], feature, learner->space->rotations)) return true;
  }
  return false;
}

// Replaces the set; number kept[i] of the old features becomes number i, what follows is new.
static void replace_set(Learner *learner, FeatureSet *set, const int *kept, size_t n_kept) {
  VEC(int) numbers = {0};
  for (int i = 0; i < ASPATIALS; i++) VEC_PUSH(&numbers, i);
  for (size_t i = 0; i < n_kept; i++) VEC_PUSH(&numbers, ASPATIALS + kept[i]);
  for (Player p = 1; p <= learner->game->players; p++) {
    PlayerPolicy *policy = &learner->players[p];
    Reals weights = {0};
    for (size_t i = 0; i < numbers.n; i++) VEC_PUSH(&weights, policy->weights.at[numbers.at[i]]);
    VEC_FREE(&policy->weights);
    policy->weights = weights;
    reals_expect(&policy->weights, ASPATIALS + (size_t)set->n);
    optimiser_keep(&policy->optimiser, numbers.at, numbers.n);
    if (n_kept == (size_t)learner->set->n) continue;
    policy->fitted = 0;
    for (size_t i = 0; i < policy->buffer.n; i++) sample_forget(&policy->samples[i]);
  }
  VEC_FREE(&numbers);
  FeatureSet *old = learner->set;
  learner->set = set;
  for (Player p = 1; p <= learner->game->players; p++) open_evaluator(learner, p);
  set_close(old);  // now that nobody reads it any more
}

int learner_grow(Learner *learner, const DiscoveredPairs *pairs, int each) {
  Arena arena = {0};
  Features features = {0}, more = {0};
  int found[2] = {0};
  VEC(int) kept = {0};
  size_t room = (size_t)MAX(FEATURES_MAX - learner->set->n, 0);
  for (size_t i = 0; i < pairs->n && more.n < room && (found[0] < each || found[1] < each); i++) {
    const DiscoveredPair *pair = &pairs->at[i];
    const Feature *at = learner->set->at;
    Feature both;
    if (!feature_combine(&arena, learner->space, &at[pair->a.feature], pair->a.turn, &at[pair->b.feature], pair->b.turn,
                         &both)) {
      continue;
    }
    bool reactive = feature_reactive(&both);
    if (found[reactive] >= each || !feature_fits(learner->space, &both)) continue;
    if (!feature_possible(&both, &learner->facts) || is_known(learner, &both, &more)) continue;
    VEC_PUSH(&more, both);
    found[reactive]++;
  }
  for (int i = 0; i < learner->set->n; i++) {
    VEC_PUSH(&features, learner->set->at[i]);
    VEC_PUSH(&kept, i);
  }
  for (size_t i = 0; i < more.n; i++) VEC_PUSH(&features, more.at[i]);
  if (more.n) {
    FeatureSet *set = set_from_texts(learner->space, features.at, (int)features.n);
    replace_set(learner, set, kept.at, kept.n);
  }
  int n = (int)more.n;
  VEC_FREE(&features);
  VEC_FREE(&more);
  VEC_FREE(&kept);
  arena_free(&arena);
  return n;
}

static int compare_ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

void learner_prune(Learner *learner, int n) {
  VEC(double) weights = {0};
  VEC(int) kept = {0};
  Features features = {0};
  FeatureSet *set;
  for (int i = 0; i < learner->set->n; i++) {
    double most = 0;
    for (Player p = 1; p <= learner->game->players; p++) {
      most = fmax(most, fabs(learner->players[p].weights.at[ASPATIALS + i]));
    }
    VEC_PUSH(&weights, most);
    VEC_PUSH(&kept, i);
  }
  features_by_weight(weights.at, learner->set->n, kept.at);
  kept.n = MIN(kept.n, (size_t)MAX(n, 0));
  if (kept.n) qsort(kept.at, kept.n, sizeof *kept.at, compare_ints);
  for (size_t i = 0; i < kept.n; i++) VEC_PUSH(&features, learner->set->at[kept.at[i]]);
  set_of_features(&set, learner->space, features.at, (int)features.n);
  replace_set(learner, set, kept.at, kept.n);
  VEC_FREE(&weights);
  VEC_FREE(&kept);
  VEC_FREE(&features);
}
