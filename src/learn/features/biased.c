// The agents `biased` and `greedy`. Biased search is Monte-Carlo tree search (search/mcts) that is given a policy for
// the tree and a guide for its playouts.
#include "learn/features/biased.h"

#include "base/mem.h"
#include "learn/features/native_biased.h"
#include "play/playout/executor.h"
#include "play/show/seats.h"
#include "search/budget.h"

// ---- the search ----------------------------------------------------------------------------------

typedef struct LinearGuide {
  PlayoutGuide guide;  // first: a PlayoutGuide * is a LinearGuide *
  const LinearPolicy *policy;
  LinearPlayout how;
} LinearGuide;

// The policy of the tree: learnt, and in part the same for all moves.
typedef struct MixedPolicy {
  Policy policy;  // first: a Policy * is a MixedPolicy *
  const Policy *learnt;
  double mix;
} MixedPolicy;

static void weigh_mixed(const Policy *self, Position *x, MoveList list, double *weights) {
  const MixedPolicy *mixed = (const MixedPolicy *)(const void *)self;
  double sum = 0;
  mixed->learnt->weigh(mixed->learnt, x, list, weights);
  for (uint32_t i = 0; i < list.n; i++) sum += weights[i];
  for (uint32_t i = 0; i < list.n; i++) weights[i] = (1 - mixed->mix) * weights[i] / sum + mixed->mix / list.n;
}

struct Biased {
  Arena arena;
  AgentSetting setting;
  BiasedSearch how;
  const FeatureSet *selection_set, *playout_set;
  NativeBiased *native;
  bool asked;  // whether native code can be used
  LinearPolicy *selection, *playouts;
  LinearGuide guide;
  MixedPolicy mixed;
  AgentSpec *spec;
  Agent *search;
};

static void guide_step(const PlayoutGuide *self, Sampler *sampler, Position *x, Random *random, uint64_t ply) {
  const LinearGuide *guide = (const LinearGuide *)(const void *)self;
  linear_step(guide->policy, &guide->how, sampler, x, random, ply);
}

static bool in_tree(const ModelSettings *s) { return s->use == USE_BOTH || s->use == USE_SELECTION; }
static bool in_playouts(const ModelSettings *s) { return s->use == USE_BOTH || s->use == USE_PLAYOUTS; }

// The search as an agent is written: where features do not guide the tree, the exploration is UCT's own.
static const char *tree_of(Arena *arena, const ModelSettings *s) {
  if (!in_tree(s)) return "uct:c=0.4";
  if (s->bias > 0) return arena_printf(arena, "uct:select=bias,first=mean,c=0.4,weight=%.17g", s->bias);
  return arena_printf(arena, "puct:first=mean,c=%.17g", s->c);
}

static AgentSpec search_spec(Biased *biased, const BiasedSearch *search) {
  const ModelSettings *s = &search->settings;
  AgentSpec spec = {0};
  const char *why = "", *tree = tree_of(&biased->arena, s);
  const char *text = arena_printf(
      &biased->arena, "%s,iterations=%lld,time=%.17g,clock=%s,states=%lld,solver=%s,reuse=%s,threads=%lld,memory=%lld",
      tree, (long long)search->budget.iterations, search->budget.seconds, budget_clocks[search->budget.clock],
      (long long)search->budget.states, search->solver ? "yes" : "no", search->reuse ? "yes" : "no",
      (long long)search->threads, (long long)search->megabytes);
  bool good = agent_parse(&biased->arena, str_of(text), &spec, &why);
  assert(good);  // the options of a biased search are within those of the one it is made of
  return spec;
}

void biased_open(Biased **out, const AgentSetting *setting, const FeatureSet *selection, const FeatureSet *playouts,
                 const BiasedSearch *search) {
  Biased *biased = mem_alloc_zero(sizeof *biased);
  if (search->settings.tree == TREE_SMALL && playouts) selection = playouts;
  *biased = (Biased){
      .setting = *setting, .how = *search, .selection_set = selection, .playout_set = playouts ? playouts : selection};
  biased->spec = ARENA_NEW(&biased->arena, AgentSpec);
  *biased->spec = search_spec(biased, search);
  *out = biased;
}

// The search of search/mcts, made when it is first needed: where there is native code it seldom is.
static Agent *common_search(Biased *biased) {
  const ModelSettings *s = &biased->how.settings;
  AgentSetting inner = biased->setting;
  const Game *game = inner.game;
  if (biased->search) return biased->search;
  if (in_tree(s)) {
    linear_open_with(&biased->selection, game, biased->selection_set, (FeatureRules){0}, biased->how.row);
    biased->mixed = (MixedPolicy){{weigh_mixed}, linear_policy(biased->selection), s->mix};
    inner.policy = &biased->mixed.policy;
  }
  if (in_playouts(s)) {
    linear_open_with(&biased->playouts, game, biased->playout_set, (FeatureRules){0}, biased->how.row);
    biased->guide = (LinearGuide){.guide = {.most = (uint64_t)s->plies, .step = guide_step},
                                  .policy = biased->playouts,
                                  .how = {.epsilon = s->epsilon, .temperature = s->temperature}};
    inner.guide = &biased->guide.guide;
  }
  agent_new(biased->spec, &inner, &biased->search);
  return biased->search;
}

// The native search where it can be used; with features nowhere, uct has its own.
static NativeBiased *native_search(Biased *biased, const Position *x) {
  const BiasedSearch *how = &biased->how;
  const Native *native = executor_native(biased->setting.executor);
  if (!native || biased->asked || how->threads > 1 || how->settings.use == USE_NOTHING) return biased->native;
  biased->asked = true;
  if (!native_biased_plays(native, x)) return NULL;
  NativeBiasedOptions options = {.budget = how->budget,
                                 .settings = how->settings,
                                 .selection = biased->selection_set,
                                 .playouts = biased->playout_set,
                                 .row = how->row,
                                 .solver = how->solver,
                                 .reuse = how->reuse,
                                 .megabytes = (size_t)how->megabytes};
  native_biased_new(native, &biased->setting, &options, &biased->native);
  return biased->native;
}

void biased_limit(Biased *biased, const Budget *budget) {
  biased->how.budget = *budget;
  if (biased->native) native_biased_limit(biased->native, budget);
  agent_set(biased->spec, "time", budget->seconds);
  agent_set(biased->spec, "iterations", (double)budget->iterations);
  agent_set(biased->spec, "states", (double)budget->states);
}

uint32_t biased_choose(Biased *biased, const Position *x, int seat, SearchReport *report) {
  NativeBiased *native = native_search(biased, x);
  report_clear(report);
  uint32_t choice = native ? native_biased_choose(native, x, report) : UINT32_MAX;
  if (choice != UINT32_MAX) return choice;
  const char *note = report->note;  // why native code gave up
  choice = agent_choose(common_search(biased), x, seat, report);
  if (note) report->note = note;
  return choice;
}

void biased_close(Biased *biased) {
  if (!biased) return;
  if (biased->search) agent_free(biased->search);
  native_biased_free(biased->native);
  linear_close(biased->selection);
  linear_close(biased->playouts);
  arena_free(&biased->arena);
  mem_free(biased);
}

// ---- agents --------------------------------------------------------------------------------------

typedef struct BiasedOptions {
  Budget budget;
  const char *model;
  ModelSettings settings;
  int evaluator;
  bool solver, reuse;
  int64_t threads, megabytes;
} BiasedOptions;

typedef struct BiasedAgent {
  const BiasedOptions *options;
  Model *model;
  Biased *biased;
} BiasedAgent;

static const char *const evaluator_words[] = {"fast", "naive", "tree", "spatternet", "jit", NULL};

static const char *refuse_biased(const void *given) {
  const BiasedOptions *options = given;
  return *options->model ? NULL
                         : "give the folder of a model, made by `senet train`, or a file of features, as in model=DIR";
}

static const char *unsuited_model(const Game *game, const char *folder) {
  Arena arena = {0};
  Model *model = NULL;
  const char *why = "";
  int which;
  bool good = model_read(&arena, folder, game->players, &model, &why);
  bool fits =
      !good || game->n_subgames ||
      (set_fits(model->selection, game, &which) && (!model->playouts || set_fits(model->playouts, game, &which)));
  model_close(model);
  arena_free(&arena);
  if (game->n_subgames) return "matches of several games have no features";
  if (!fits) return "a feature of its model has too many instances in this game";
  return good ? NULL : "its model is not a folder or file with feature sets for this game";
}

static const char *unsuited_biased(const Game *game, const void *given) {
  const BiasedOptions *options = given;
  return unsuited_model(game, options->model);
}

static void *open_biased(const AgentSetting *setting, const void *given) {
  const BiasedOptions *o = given;
  BiasedAgent *agent = mem_alloc_zero(sizeof *agent);
  Arena arena = {0};
  const char *why = "";
  agent->options = o;
  if (!model_read(&arena, o->model, setting->game->players, &agent->model, &why)) {
    arena_free(&arena);
    mem_free(agent);
    return NULL;
  }
  BiasedSearch search = {.settings = model_settings_with(&agent->model->settings, &o->settings),
                         .row = evaluator_find(evaluator_words[o->evaluator]),
                         .budget = o->budget,
                         .solver = o->solver,
                         .reuse = o->reuse,
                         .threads = o->threads,
                         .megabytes = o->megabytes};
  biased_open(&agent->biased, setting, agent->model->selection, agent->model->playouts, &search);
  arena_free(&arena);
  return agent;
}

static uint32_t choose_biased(void *self, const Position *x, int seat, SearchReport *report) {
  BiasedAgent *agent = self;
  biased_limit(agent->biased, &agent->options->budget);  // it may have changed
  return biased_choose(agent->biased, x, seat, report);
}

static void close_biased(void *self) {
  BiasedAgent *agent = self;
  biased_close(agent->biased);
  model_close(agent->model);
  mem_free(agent);
}

#define AT(field) offsetof(BiasedOptions, field)

static const SearchOption biased_options[] = {
    BUDGET_OPTIONS(BiasedOptions, budget, PLAYOUTS_DOC),
    {"model", OPTION_TEXT, AT(model), 0, 0, "", NULL,
     "A folder made by `senet train`, or a file of features with weights."},
    {"use", OPTION_WORD, AT(settings.use), 0, 0, "model", model_uses,
     "Where features are used: as the model says, in the tree and in playouts, in one of them, or nowhere."},
    {"c", OPTION_REAL, AT(settings.c), -1, 100, "-1", NULL, "Weight of exploration; -1: as the model says."},
    {"epsilon", OPTION_REAL, AT(settings.epsilon), -1, 1, "-1", NULL,
     "How often a move of a playout is random; -1: as the model says."},
    {"temperature", OPTION_REAL, AT(settings.temperature), 0, 1e3, "0", NULL,
     "Of the softmax of playouts; 0: as the model says."},
    {"plies", OPTION_INTEGER, AT(settings.plies), -1, 1e9, "-1", NULL,
     "Moves from the beginning of a playout that are chosen by features; 0: all; -1: as the model says."},
    {"bias", OPTION_REAL, AT(settings.bias), -1, 1e3, "-1", NULL,
     "UCB1 with this weight of the prior, which fades with visits, instead of PUCT; 0: PUCT; -1: as the model says."},
    {"mix", OPTION_REAL, AT(settings.mix), -1, 1, "-1", NULL,
     "Part of the prior that is the same for all moves; -1: as the model says."},
    {"tree", OPTION_WORD, AT(settings.tree), 0, 0, "model", model_trees,
     "The set of the tree: as the model says, the whole, or the small one of playouts, which is faster."},
    {"expand", OPTION_INTEGER, AT(settings.expand), 0, 1e9, "0", NULL,
     "Native search: visits after which a node gets children and priors; 0: as the model says."},
    {"evaluator", OPTION_WORD, AT(evaluator), 0, 0, "fast", evaluator_words, "How features are worked out."},
    {"solver", OPTION_SWITCH, AT(solver), 0, 0, "yes", NULL, "Proves wins, losses and draws (two players)."},
    {"reuse", OPTION_SWITCH, AT(reuse), 0, 0, "yes", NULL, "Keeps the part of the tree behind the moves made."},
    {"threads", OPTION_INTEGER, AT(threads), 1, 256, "1", NULL, "Threads that share the tree."},
    {"memory", OPTION_INTEGER, AT(megabytes), 1, 65536, "64", NULL, "Megabytes of tree."},
    {0},
};

const AgentKind agent_biased = {
    .name = "biased",
    .doc = "Monte-Carlo tree search biased by learnt features, in the tree (PUCT) and in playouts.",
    .options = biased_options,
    .size = sizeof(BiasedOptions),
    .refuse = refuse_biased,
    .unsuited = unsuited_biased,
    .open = open_biased,
    .choose = choose_biased,
    .close = close_biased,
};

// ---- greedy --------------------------------------------------------------------------------------

typedef struct GreedyOptions {
  const char *model;
  bool sample;
} GreedyOptions;

typedef struct GreedyAgent {
  const GreedyOptions *options;
  Model *model;
  LinearPolicy *policy;
  Position *x;
  Random random;
  VEC(double) weights;
} GreedyAgent;

static const char *refuse_greedy(const void *given) {
  const GreedyOptions *options = given;
  return *options->model ? NULL
                         : "give the folder of a model, made by `senet train`, or a file of features, as in model=DIR";
}

static const char *unsuited_greedy(const Game *game, const void *given) {
  const GreedyOptions *options = given;
  return unsuited_model(game, options->model);
}

static void *open_greedy(const AgentSetting *setting, const void *given) {
  GreedyAgent *agent = mem_alloc_zero(sizeof *agent);
  Arena arena = {0};
  const char *why = "";
  agent->options = given;
  if (!model_read(&arena, agent->options->model, setting->game->players, &agent->model, &why)) {
    arena_free(&arena);
    mem_free(agent);
    return NULL;
  }
  linear_open(&agent->policy, setting->game, agent->model->selection, (FeatureRules){0});
  agent->x = position_new(setting->game, setting->seed, 0);
  agent->random = random_stream(setting->seed, 1);
  arena_free(&arena);
  return agent;
}

// The best of the seat's moves, equal ones alike; or one drawn by the probabilities.
static uint32_t pick(GreedyAgent *agent, MoveList list, Player player) {
  uint32_t best = list.n, equal = 0;
  double sum = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    double weight = agent->weights.at[i];
    if (move_at(agent->x, list, i)->mover != player) continue;
    sum += weight;
    bool take;
    if (agent->options->sample) {
      take = random_unit(&agent->random) * sum < weight;
    } else {
      if (best < list.n && weight < agent->weights.at[best]) continue;
      equal = best < list.n && weight == agent->weights.at[best] ? equal + 1 : 1;
      take = random_below(&agent->random, equal) == 0;
    }
    if (take || best == list.n) best = i;
  }
  return MIN(best, list.n - 1);
}

static uint32_t choose_greedy(void *self, const Position *x, int seat, SearchReport *report) {
  GreedyAgent *agent = self;
  const Policy *policy = linear_policy(agent->policy);
  position_copy(agent->x, x);
  agent->x->random = x->random;
  MoveList list = position_moves(agent->x);
  while (agent->weights.cap < list.n) {
    agent->weights.at = vec_grow(agent->weights.at, &agent->weights.cap, sizeof *agent->weights.at);
  }
  policy->weigh(policy, agent->x, list, agent->weights.at);
  double total = 0;
  for (uint32_t i = 0; i < list.n; i++) total += agent->weights.at[i];
  for (uint32_t i = 0; i < list.n; i++) {
    VEC_PUSH(&report->lines, (SearchLine){i, 1, 2 * agent->weights.at[i] / total - 1, PROOF_NONE});
  }
  uint32_t choice = pick(agent, list, seat_player(agent->x, seat));
  VEC_PUSH(&report->expected, choice);
  position_forget(agent->x, list);
  return choice;
}

static void close_greedy(void *self) {
  GreedyAgent *agent = self;
  linear_close(agent->policy);
  model_close(agent->model);
  position_free(agent->x);
  VEC_FREE(&agent->weights);
  mem_free(agent);
}

static const SearchOption greedy_options[] = {
    {"model", OPTION_TEXT, offsetof(GreedyOptions, model), 0, 0, "", NULL,
     "A folder made by `senet train`, or a file of features with weights."},
    {"sample", OPTION_SWITCH, offsetof(GreedyOptions, sample), 0, 0, "no", NULL,
     "Draws a move by the probabilities of the policy instead of taking the best."},
    {0},
};

const AgentKind agent_greedy = {
    .name = "greedy",
    .doc = "Plays the move that learnt features like best, without any search.",
    .options = greedy_options,
    .size = sizeof(GreedyOptions),
    .refuse = refuse_greedy,
    .unsuited = unsuited_greedy,
    .open = open_greedy,
    .choose = choose_greedy,
    .close = close_greedy,
};
