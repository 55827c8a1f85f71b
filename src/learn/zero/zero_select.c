// The rules by which simulations choose moves.
#include "learn/zero/zero_select.h"

#include <math.h>

// ---- Gumbel --------------------------------------------------------------------------------------

// The value of a node for the one who moves there, mixed with those of the moves visited, by their priors.
static float mixed_value(const ZeroTree *tree, uint32_t at, const ZeroEdge *edges, uint32_t n) {
  int seat = zero_node(tree, at)->seat;
  float own = seat ? zero_values(tree, at)[seat - 1] : 0, priors = 0, sum = 0, visits = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (!edges[i].visits) continue;
    priors += edges[i].prior;
    sum += edges[i].prior * zero_mean(&edges[i]);
    visits += (float)edges[i].visits;
  }
  return priors > 0 ? (own + visits * sum / priors) / (1 + visits) : own;
}

void select_improved_logits(const ZeroSearchOptions *options, const ZeroTree *tree, uint32_t at, float *scores) {
  const ZeroEdge *edges = zero_edges(tree, at);
  uint32_t n = zero_node(tree, at)->n, most = 0;
  for (uint32_t i = 0; i < n; i++) most = MAX(most, edges[i].visits);
  float weight = (float)((options->visit_offset + most) * options->value_scale / 2);  // values reach from -1 to 1
  float mixed = mixed_value(tree, at, edges, n);
  for (uint32_t i = 0; i < n; i++) {
    scores[i] = edges[i].logit + weight * (edges[i].visits ? zero_mean(&edges[i]) : mixed);
  }
}

void select_softmax(float *scores, uint32_t n) {
  float most = -INFINITY, total = 0;
  for (uint32_t i = 0; i < n; i++) most = MAX(most, scores[i]);
  for (uint32_t i = 0; i < n; i++) total += scores[i] = expf(scores[i] - most);
  for (uint32_t i = 0; i < n; i++) scores[i] /= total;
}

// What the improved policy of a node promises every seat, as the mean of its simulations. False: its moves depend on
// more than the one who makes them.
static bool sharpen_node(const ZeroSearchOptions *options, const ZeroTree *tree, uint32_t at, float *scratch) {
  const ZeroNode *node = zero_node(tree, at);
  const ZeroEdge *edges = zero_edges(tree, at);
  int players = tree->game->players;
  float promised[GAME_PLAYERS_MAX] = {0}, rest = 0;
  if (!node->seat) return false;
  select_improved_logits(options, tree, at, scratch);
  select_softmax(scratch, node->n);
  for (uint32_t i = 0; i < node->n; i++) {
    if (edges[i].open) return false;
    uint32_t child = edges[i].visits ? edges[i].child : ZERO_NONE;
    if (!child) rest += scratch[i];
    float weight = child ? scratch[i] * tree->discount / (float)zero_node(tree, child)->visits : 0;
    for (int s = 0; s < players && child; s++) promised[s] += weight * zero_sums(tree, child)[s];
  }
  for (int s = 0; s < players; s++) {
    zero_sums(tree, at)[s] = (float)node->visits * (promised[s] + rest * zero_values(tree, at)[s]);
  }
  return true;
}

void select_sharpen(const ZeroSearchOptions *options, ZeroTree *tree, const ZeroPath *path, uint32_t leaf,
                    float *scratch) {
  uint32_t child = leaf;
  for (size_t i = path->n; i-- > 0; child = path->at[i].node) {
    ZeroEdge *edge = &zero_edges(tree, path->at[i].node)[path->at[i].edge];
    const ZeroNode *node = zero_node(tree, path->at[i].node), *below = zero_node(tree, child);
    if (!edge->seat || edge->open || node->seat == 0) return;
    edge->sum = (float)edge->visits * tree->discount * zero_sums(tree, child)[edge->seat - 1] / (float)below->visits;
    if (!node->exact && !sharpen_node(options, tree, path->at[i].node, scratch)) return;
  }
}

uint32_t select_gumbel(const ZeroSearchOptions *options, const ZeroTree *tree, uint32_t at, float *scratch) {
  const ZeroEdge *edges = zero_edges(tree, at);
  uint32_t n = zero_node(tree, at)->n, best = 0, visits = 0;
  if (n == 1) return 0;
  select_improved_logits(options, tree, at, scratch);
  select_softmax(scratch, n);
  for (uint32_t i = 0; i < n; i++) visits += edges[i].visits;
  float most = -INFINITY;
  for (uint32_t i = 0; i < n; i++) {
    float lag = scratch[i] - (float)edges[i].visits / (float)(1 + visits);
    if (lag <= most) continue;
    most = lag;
    best = i;
  }
  return best;
}

float select_gumbel_noise(Random *random) {
  double u = random_unit(random) + 0x1p-54;
  return (float)-log(-log(u));
}

// ---- PUCT ----------------------------------------------------------------------------------------

uint32_t select_puct(const ZeroSearchOptions *options, const ZeroTree *tree, uint32_t at, int seat, Random *random) {
  const ZeroEdge *edges = zero_edges(tree, at);
  uint32_t n = zero_node(tree, at)->n, best = n, visits = 0, equal = 0;
  float tried = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (edges[i].seat != seat) continue;
    visits += edges[i].visits;
    if (edges[i].visits) tried += edges[i].prior;
  }
  float own = seat ? zero_values(tree, at)[seat - 1] : 0;
  float unvisited = own - (float)options->unvisited * sqrtf(tried);
  float explore = (float)options->explore * sqrtf((float)MAX(visits, 1)), most = -INFINITY;
  for (uint32_t i = 0; i < n; i++) {
    if (edges[i].seat != seat) continue;
    float value = edges[i].visits ? zero_mean(&edges[i]) : unvisited;
    float score = value + explore * edges[i].prior / (float)(1 + edges[i].visits);
    if (best < n && score < most) continue;
    equal = best < n && score == most ? equal + 1 : 1;
    most = score;
    if (equal == 1 || (random && random_below(random, equal) == 0)) best = i;
  }
  return best;
}

static double draw_normal(Random *random) {
  double u = 1 - random_unit(random), v = random_unit(random);
  return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

// Marsaglia and Tsang, A simple method for generating gamma variables, 2000; shapes below 1 by their boost.
static double draw_gamma(double shape, Random *random) {
  double boost = 1;
  if (shape < 1) {
    boost = pow(1 - random_unit(random), 1 / shape);
    shape += 1;
  }
  double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
  for (;;) {
    double x = draw_normal(random), v = 1 + c * x;
    if (v <= 0) continue;
    v = v * v * v;
    if (log(1 - random_unit(random)) < x * x / 2 + d - d * v + d * log(v)) return boost * d * v;
  }
}

static void add_noise_of(const ZeroSearchOptions *options, ZeroEdge *edges, uint32_t n, int seat, Random *random) {
  uint32_t own = 0;
  for (uint32_t i = 0; i < n; i++) own += edges[i].seat == seat;
  if (own < 2) return;
  double shape = options->noise_shape * 10 / own, total = 0;
  Random again = *random;
  for (uint32_t i = 0; i < own; i++) total += draw_gamma(shape, random);
  float share = (float)options->noise_share;
  for (uint32_t i = 0; i < n && total > 0; i++) {
    if (edges[i].seat != seat) continue;
    edges[i].prior = (1 - share) * edges[i].prior + share * (float)(draw_gamma(shape, &again) / total);
  }
}

void select_add_noise(const ZeroSearchOptions *options, ZeroTree *tree, Random *random) {
  const ZeroNode *root = zero_node(tree, 0);
  for (int seat = 1; seat <= tree->game->players; seat++) {
    if (!root->seat || root->seat == seat) add_noise_of(options, zero_edges(tree, 0), root->n, seat, random);
  }
}
