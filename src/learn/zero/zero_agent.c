// The agent that plays with a trained network. The leaves of a round are evaluated as one batch, whatever the number of
// threads, so that the same number of simulations always gives the same move.
#include "base/thread.h"
#include "learn/zero/zero_batch.h"
#include "learn/zero/zero_net.h"
#include "learn/zero/zero_select.h"
#include "play/show/seats.h"
#include "search/agent.h"
#include "search/budget.h"

#include <math.h>

typedef struct NetAgentOptions {
  const char *model;
  int64_t simulations;
  double seconds;
  int64_t threads, megabytes;
  int64_t images;
  ZeroSearchOptions search;
} NetAgentOptions;

typedef struct NetAgent {
  AgentSetting setting;
  const NetAgentOptions *options;
  Arena arena;
  const char *failure;  // why there is no model, or why it is no use; or NULL
  NetModel *model;
  NetRunner **runners;  // by thread
  Pool *pool;
  ZeroNetEncoder encoder;
  ZeroWorker worker;
  ZeroSearch search;
  ZeroBatch batch;
  double told;
  int made;  // moves of the game when it was last asked
} NetAgent;

enum { SIMULATIONS_OTHERWISE = 100, FIRST_EPISODE = 32 };

// ---- opening -------------------------------------------------------------------------------------

static bool read_model(NetAgent *agent) {
  const char *file = zero_model_file(&agent->arena, agent->options->model), *why = NULL;
  NetFile about;
  NetKind kind;
  bool good = net_file_read(&agent->arena, file, &about, &why) && net_arch_kind(&agent->arena, about.arch, &kind, &why);
  const NetEncoding *e = good ? net_encoding(&agent->arena, agent->setting.game, kind, &why) : NULL;
  good = e && net_model_read(&agent->arena, file, e, &agent->model, &why);
  if (!good) agent->failure = why;
  return good;
}

static void *open_net(const AgentSetting *setting, const void *given) {
  NetAgent *agent = mem_alloc_zero(sizeof *agent);
  *agent = (NetAgent){.setting = *setting, .options = given};
  if (!read_model(agent)) return agent;
  size_t threads = (size_t)agent->options->threads;
  pool_open(&agent->pool, (int)threads);
  agent->runners = mem_alloc(sizeof *agent->runners * threads);
  for (size_t i = 0; i < threads; i++) agent->runners[i] = net_runner_new(agent->model);
  zero_net_encoder_open(&agent->encoder, net_model_encoding(agent->model));
  zero_batch_open(&agent->batch, &agent->arena, setting->game, net_model_encoding(agent->model),
                  agent->options->images);
  zero_worker_open(&agent->worker, setting->game);
  zero_search_open(&agent->search, setting->game, &agent->options->search);
  agent->search.anew = agent->options->seconds <= 0;  // with a clock, searches go on with their own tree
  return agent;
}

static void close_net(void *self) {
  NetAgent *agent = self;
  if (agent->model) {
    zero_search_close(&agent->search);
    zero_worker_close(&agent->worker);
    zero_batch_close(&agent->batch);
    zero_net_encoder_close(&agent->encoder);
    for (int64_t i = 0; i < agent->options->threads; i++) net_runner_free(agent->runners[i]);
    mem_free(agent->runners);
    pool_close(agent->pool);
    net_model_free(agent->model);
  }
  arena_free(&agent->arena);
  mem_free(agent);
}

// ---- evaluating ----------------------------------------------------------------------------------

// A thread's share of the batch.
static void run_share(void *self, size_t index, int worker) {
  (void)worker;
  NetAgent *agent = self;
  ZeroBatch *batch = &agent->batch;
  size_t threads = (size_t)agent->options->threads;
  size_t from = batch->n * index / threads, to = batch->n * (index + 1) / threads;
  if (from == to) return;
  net_run(agent->runners[index], batch->samples + from, (int)(to - from), batch->values + from * batch->players,
          batch->logits + from);
}

// Weights that are numbers may be so large that what they make of a position is not.
static bool is_answered(const ZeroBatch *batch) {
  for (size_t i = 0; i < batch->n; i++) {
    for (size_t p = 0; p < batch->players; p++) {
      if (!isfinite(batch->values[i * batch->players + p])) return false;
    }
    for (uint32_t m = 0; m < batch->samples[i]->n_moves; m++) {
      if (!isfinite(batch->logits[i][m])) return false;
    }
  }
  return true;
}

// False where the network gives no answer.
static bool evaluate(NetAgent *agent) {
  zero_batch_take(&agent->batch, &agent->search);
  pool_run(agent->pool, (size_t)agent->options->threads, run_share, agent);
  if (!is_answered(&agent->batch)) agent->failure = "the network gives no numbers";
  if (agent->failure) return false;
  zero_batch_return(&agent->batch, &agent->search);
  zero_search_answer(&agent->search);
  return true;
}

// ---- searching -----------------------------------------------------------------------------------

static size_t tree_bytes(const ZeroTree *tree) {
  return sizeof *tree->nodes.at * tree->nodes.n + sizeof *tree->edges.at * tree->edges.n +
         sizeof *tree->values.at * tree->values.n + tree->states.n;
}

static size_t tree_most(const NetAgent *agent) { return (size_t)agent->options->megabytes << 20; }

// Somebody wants the search to end, the tree is full, or there is no time left.
static bool is_over(const NetAgent *agent, double began) {
  const atomic_bool *stop = agent->setting.stop;
  if (tree_bytes(&agent->search.tree) >= tree_most(agent)) return true;
  if (stop && atomic_load_explicit(stop, memory_order_relaxed)) return true;
  return agent->options->seconds > 0 && clock_seconds() - began >= agent->options->seconds;
}

static void note_lines(NetAgent *agent, int seat, uint32_t chosen, SearchReport *report) {
  const ZeroTree *tree = &agent->search.tree;
  const ZeroEdge *edges = zero_edges(tree, 0);
  for (uint32_t i = 0; i < zero_node(tree, 0)->n; i++) {
    if (edges[i].seat != seat || !edges[i].visits) continue;
    VEC_PUSH(&report->lines, (SearchLine){.move = i, .visits = edges[i].visits, .value = zero_mean(&edges[i])});
  }
  report->iterations = zero_node(tree, 0)->visits;
  report->value = edges[chosen].visits ? zero_mean(&edges[chosen]) : seat ? zero_values(tree, 0)[seat - 1] : 0;
}

// The moves expected to follow: in each node the one visited most.
static void note_expected(NetAgent *agent, uint32_t chosen, SearchReport *report) {
  const ZeroTree *tree = &agent->search.tree;
  VEC_PUSH(&report->expected, chosen);
  const ZeroEdge *edge = &zero_edges(tree, 0)[chosen];
  while (edge->child && !edge->open && zero_node(tree, edge->child)->visits > 1) {
    uint32_t node = edge->child, best = 0;
    const ZeroEdge *edges = zero_edges(tree, node);
    if (!zero_node(tree, node)->seat) return;
    for (uint32_t i = 1; i < zero_node(tree, node)->n; i++) best = edges[i].visits > edges[best].visits ? i : best;
    VEC_PUSH(&report->expected, best);
    edge = &edges[best];
  }
}

static void tell(NetAgent *agent, int seat, double began) {
  const SearchWatch *watch = agent->setting.watch;
  if (!watch || clock_seconds() - agent->told < watch->every || !agent->search.prepared) return;
  SearchReport report = {0};
  uint32_t chosen = zero_search_choose(&agent->search, seat, 0);
  note_lines(agent, seat, chosen, &report);
  note_expected(agent, chosen, &report);
  agent->told = clock_seconds();
  report.seconds = agent->told - began;
  watch->tell(watch->self, &report);
  report_free(&report);
}

// So many simulations, those already made included. False: there is no time, or no room, left.
static bool search_more(NetAgent *agent, int64_t simulations, int seat, double began) {
  ZeroSearch *search = &agent->search;
  zero_search_begin(search, &agent->worker, simulations, false);
  while (zero_search_collect(search, &agent->worker, &agent->encoder.encoder)) {
    if (!evaluate(agent)) return false;
    tell(agent, seat, began);
    if (is_over(agent, began)) return false;
  }
  return !is_over(agent, began);
}

// A number of simulations, or searches of growing size, each going on with the tree of the one before.
static void search_position(NetAgent *agent, int seat, double began) {
  const NetAgentOptions *options = agent->options;
  int64_t otherwise = options->seconds > 0 ? INT64_MAX : SIMULATIONS_OTHERWISE;
  int64_t most = options->simulations ? options->simulations : otherwise;
  if (options->seconds <= 0) {
    search_more(agent, most, seat, began);
    return;
  }
  for (int64_t n = MIN(FIRST_EPISODE, most); search_more(agent, n, seat, began) && n < most; n = MIN(2 * n, most)) {
    if (zero_node(&agent->search.tree, 0)->n == 1 || n > (1 << 24)) return;
  }
}

// Keeps what the tree knows about the position, as long as there is plenty of room, or begins anew; how many
// simulations still count.
static uint64_t keep_tree(NetAgent *agent, const Position *x) {
  ZeroTree *tree = &agent->search.tree;
  bool kept = zero_tree_go_to(tree, &agent->worker, x);
  if (kept && tree_bytes(tree) < tree_most(agent) / 2) return zero_node(tree, 0)->visits;
  zero_tree_start(tree, &agent->worker, x);
  return 0;
}

static uint32_t choose_net(void *self, const Position *x, int seat, SearchReport *report) {
  NetAgent *agent = self;
  double began = clock_seconds();
  report->failure = agent->failure;
  if (agent->failure) return 0;
  ZeroSearch *search = &agent->search;
  uint64_t stream = 2 * (uint64_t)x->head->made;
  search->random = random_stream(agent->setting.seed, stream);
  if (x->head->made <= agent->made) VEC_CLEAR(&search->tree.past);  // another game
  agent->made = x->head->made;
  report->kept = keep_tree(agent, x);
  zero_tree_note(&search->tree, x);
  search->tree.chance = random_stream(agent->setting.seed, stream + 1);
  agent->told = began;
  if (zero_node(&search->tree, 0)->terminal) return 0;  // the rules stop here
  search_position(agent, seat, began);
  report->failure = agent->failure;
  if (agent->failure) return 0;
  uint32_t chosen = zero_search_choose(search, seat, 0);
  note_lines(agent, seat, chosen, report);
  note_expected(agent, chosen, report);
  report->seconds = clock_seconds() - began;
  return chosen;
}

// ---- the row -------------------------------------------------------------------------------------

// Whether the network sees positions of the game as it saw those it was trained on.
static bool fits(Arena *arena, const NetFile *about, const Game *game) {
  NetKind kind;
  const char *why;
  const NetEncoding *e = net_arch_kind(arena, about->arch, &kind, &why) ? net_encoding(arena, game, kind, &why) : NULL;
  return e && e->fingerprint == about->fingerprint;
}

static const char *unsuited_net(const Game *game, const void *given) {
  const NetAgentOptions *options = given;
  const char *reason = zero_unsuited(game), *why;
  if (reason) return reason;
  Arena arena = {0};
  NetFile about;
  bool good = net_file_read(&arena, zero_model_file(&arena, options->model), &about, &why);
  if (!good) reason = "its model is not there or cannot be read (model=FILE or the folder of a run)";
  else if (strcmp(about.game, game->name) != 0) reason = "its model was trained for another game";
  else if (!fits(&arena, &about, game)) reason = "its model was trained with other options or other rules";
  arena_free(&arena);
  return reason;
}

static const char *refuse_net(const void *given) {
  const NetAgentOptions *options = given;
  return options->model && *options->model ? NULL : "give a network, made by `senet train --net`, as in model=DIR";
}

#define AT(field) offsetof(NetAgentOptions, field)

static const char *const kind_words[] = {"gumbel", "puct", NULL};

static const SearchOption net_options[] = {
    {"model", OPTION_TEXT, AT(model), 0, 0, "", NULL,
     "A file of weights, the folder of a training run, or the name of a network that comes with Senet (`models/`)."},
    {"simulations", OPTION_INTEGER, AT(simulations), 0, 1e9, "0", NULL,
     "Positions looked at for a move; 100 when nothing limits the search."},
    {"iterations", OPTION_INTEGER, AT(simulations), 0, 1e9, "0", NULL, "The same, as other agents call it."},
    {"time", OPTION_REAL, AT(seconds), 0, 1e6, "0", NULL, "Seconds for a move."},
    {"threads", OPTION_INTEGER, AT(threads), 1, 256, "1", NULL, "Threads that evaluate positions."},
    {"memory", OPTION_INTEGER, AT(megabytes), 1, 65536, "1024", NULL,
     "Megabytes of tree; the search ends when it is full."},
    {"images", OPTION_INTEGER, AT(images), 1, ZERO_IMAGES_MOST, "1", NULL,
     "Images of a position under symmetries of the rules that are evaluated for an iteration; their mean counts."},
    {"search", OPTION_WORD, AT(search.kind), 0, 0, "gumbel", kind_words,
     "Sequential halving at the root (Gumbel), or PUCT."},
    {"considered", OPTION_INTEGER, AT(search.considered), 1, 1e6, "16", NULL, "Gumbel: moves looked at."},
    {"c", OPTION_REAL, AT(search.explore), 0, 100, "1.5", NULL, "PUCT: weight of the network's policy."},
    {"offset", OPTION_REAL, AT(search.visit_offset), 0, 1e6, "50", NULL,
     "Gumbel: values weigh (offset + most visits) * scale."},
    {"scale", OPTION_REAL, AT(search.value_scale), 0, 1e3, "1", NULL, "Gumbel: see offset."},
    {"sharp", OPTION_SWITCH, AT(search.sharp), 0, 0, "no", NULL,
     "Gumbel: a position is worth what its improved policy promises, not the mean of simulations."},
    {"unvisited", OPTION_REAL, AT(search.unvisited), 0, 2, "0.2", NULL,
     "PUCT: what a move not visited is worth less than its parent."},
    {"repetitions", OPTION_INTEGER, AT(search.repetitions), 0, 1e6, "0", NULL,
     "A position that comes up so many times when it is to move counts as drawn; 0: never."},
    {"discount", OPTION_REAL, AT(search.discount), 0.5, 1, "1", NULL,
     "A result counts so much less for every move it is away."},
    {0},
};

const AgentKind agent_net = {
    .name = "net",
    .doc = "Search guided by a network that `senet train --net` or `python -m senet.train` made.",
    .options = net_options,
    .size = sizeof(NetAgentOptions),
    .refuse = refuse_net,
    .unsuited = unsuited_net,
    .open = open_net,
    .choose = choose_net,
    .close = close_net,
};
