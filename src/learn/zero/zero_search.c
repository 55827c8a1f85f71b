// Gumbel search and PUCT over a tree, stopping at the positions to be evaluated.
#include "learn/zero/zero_search.h"

#include "learn/zero/zero_select.h"
#include "play/show/seats.h"

#include <math.h>
#include <stdlib.h>

void zero_search_open(ZeroSearch *search, const Game *game, const ZeroSearchOptions *options) {
  *search = (ZeroSearch){.options = options, .width = ZERO_LEAVES_MOST};
  zero_tree_open(&search->tree, game, options->discount);
  search->tree.repetitions = options->repetitions;
}

void zero_search_close(ZeroSearch *search) {
  zero_tree_close(&search->tree);
  VEC_FREE(&search->noise);
  VEC_FREE(&search->scores);
  VEC_FREE(&search->candidates);
  VEC_FREE(&search->ranked);
  for (int i = 0; i < ZERO_LEAVES_MOST; i++) {
    VEC_FREE(&search->leaves[i].path);
    VEC_FREE(&search->leaves[i].request);
    VEC_FREE(&search->leaves[i].logits);
  }
}

void zero_search_begin(ZeroSearch *search, ZeroWorker *worker, int64_t simulations, bool noisy) {
  search->simulations = simulations;
  search->done = 0;
  search->noisy = noisy;
  search->prepared = false;
  search->n_leaves = 0;
  zero_tree_hide(&search->tree, worker);
}

// ---- leaves --------------------------------------------------------------------------------------

static void ask(ZeroSearch *search, ZeroWorker *worker, ZeroEncoder *encoder, uint32_t node) {
  ZeroLeaf *leaf = &search->leaves[search->n_leaves++];
  leaf->node = node;
  leaf->n_moves = zero_node(&search->tree, node)->n;
  while (leaf->logits.cap < leaf->n_moves) {
    leaf->logits.at = vec_grow(leaf->logits.at, &leaf->logits.cap, sizeof *leaf->logits.at);
  }
  leaf->logits.n = leaf->n_moves;
  for (Player p = 1; p <= search->tree.game->players; p++) leaf->seats[p - 1] = (uint8_t)player_seat(worker->x, p);
  encoder->encode(encoder, worker->x, worker->list, leaf);
}

// Counts a simulation that ended in a node.
static void back_up(ZeroSearch *search, const ZeroPath *path, uint32_t node) {
  zero_tree_backup(&search->tree, path, node);
  if (!search->options->sharp || search->options->kind != ZERO_GUMBEL) return;
  uint32_t most = 0;
  for (size_t i = 0; i < path->n; i++) most = MAX(most, zero_node(&search->tree, path->at[i].node)->n);
  while (search->scores.cap < most) {
    search->scores.at = vec_grow(search->scores.at, &search->scores.cap, sizeof *search->scores.at);
  }
  select_sharpen(search->options, &search->tree, path, node, search->scores.at);
}

void zero_search_answer(ZeroSearch *search) {
  for (int i = 0; i < search->n_leaves; i++) {
    ZeroLeaf *leaf = &search->leaves[i];
    float values[GAME_PLAYERS_MAX + 1] = {0};
    for (int p = 0; p < search->tree.game->players; p++) values[leaf->seats[p]] = leaf->values[p];
    zero_tree_expand(&search->tree, leaf->node, leaf->logits.at, values + 1);
    back_up(search, &leaf->path, leaf->node);
  }
  search->n_leaves = 0;
}

static bool is_gumbel(const ZeroSearch *search, uint32_t node) {
  return search->options->kind == ZERO_GUMBEL && zero_node(&search->tree, node)->seat;
}

// Room for a number per edge.
static float *scores_for(ZeroWorker *worker, uint32_t n) {
  while (worker->scores.cap < n) {
    worker->scores.at = vec_grow(worker->scores.at, &worker->scores.cap, sizeof *worker->scores.at);
  }
  return worker->scores.at;
}

// The edges a simulation takes in a node, one for each player who moves there; how many.
static int choose_parts(ZeroSearch *search, ZeroWorker *worker, uint32_t node, uint32_t *parts) {
  const ZeroTree *tree = &search->tree;
  const ZeroNode *at = zero_node(tree, node);
  if (is_gumbel(search, node)) parts[0] = select_gumbel(search->options, tree, node, scores_for(worker, at->n));
  else if (at->seat) parts[0] = select_puct(search->options, tree, node, at->seat, NULL);
  if (at->seat) return 1;
  int n = 0;
  for (int seat = 1; seat <= tree->game->players; seat++) {
    uint32_t chosen = select_puct(search->options, tree, node, seat, &search->random);
    if (chosen < at->n) parts[n++] = chosen;
  }
  return n;
}

// A position with only one legal move is not worth an evaluation: the simulation goes on behind it, so many times in a
// row at most.
enum { FORCED_MOST = 32 };

static bool pass_forced(ZeroTree *tree, uint32_t node, int *forced) {
  if (zero_node(tree, node)->n != 1 || ++*forced > FORCED_MOST) return false;
  static const float logit = 0, values[GAME_PLAYERS_MAX] = {0};
  zero_tree_expand(tree, node, &logit, values);
  return true;
}

// A simulation whose first edge may be given. False: it ended in a node to be evaluated, which was asked for.
static bool simulate(ZeroSearch *search, ZeroWorker *worker, ZeroEncoder *encoder, const uint32_t *first) {
  ZeroTree *tree = &search->tree;
  ZeroPath *path = &search->leaves[search->n_leaves].path;
  uint32_t node = 0;
  int forced = 0;
  VEC_CLEAR(path);
  for (;;) {
    uint32_t parts[GAME_PLAYERS_MAX] = {0};
    int n = 1;
    if (first && node == 0) parts[0] = *first;
    else n = choose_parts(search, worker, node, parts);
    for (int i = 0; i < n; i++) VEC_PUSH(path, (ZeroStep){node, parts[i]});
    Random guess = search->guess, *random = first && node == 0 && tree->viewer ? &guess : &search->random;
    uint32_t next = zero_tree_follow(tree, worker, node, parts, n, random);
    if (!next) break;  // not possible in any guess: the node's own value counts
    node = next;
    if (zero_node(tree, node)->exact) break;
    if (!zero_node(tree, node)->expanded && !pass_forced(tree, node, &forced)) {
      ask(search, worker, encoder, node);
      return false;
    }
  }
  back_up(search, path, node);
  return true;
}

// ---- the Gumbel root -----------------------------------------------------------------------------

static float candidate_score(const ZeroSearch *search, const float *scores, uint32_t edge) {
  return scores[edge] + search->noise.at[edge];
}

static int compare_ranked(const void *a, const void *b) {
  const ZeroRanked *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

// Orders candidates by noise + what `scores` has for their edges, best first; equal ones stay in their order.
static void sort_candidates(ZeroSearch *search, const float *scores) {
  size_t n = search->candidates.n;
  VEC_CLEAR(&search->ranked);
  for (size_t i = 0; i < n; i++) {
    uint32_t edge = search->candidates.at[i];
    VEC_PUSH(&search->ranked, (ZeroRanked){candidate_score(search, scores, edge), (uint32_t)i, edge});
  }
  if (n) qsort(search->ranked.at, n, sizeof *search->ranked.at, compare_ranked);
  for (size_t i = 0; i < n; i++) search->candidates.at[i] = search->ranked.at[i].edge;
}

// The moves drawn: those with the most noise + logit.
static void draw_candidates(ZeroSearch *search, ZeroWorker *worker) {
  uint32_t n = zero_node(&search->tree, 0)->n;
  const ZeroEdge *edges = zero_edges(&search->tree, 0);
  float *logits = scores_for(worker, n);
  VEC_CLEAR(&search->noise);
  VEC_CLEAR(&search->candidates);
  for (uint32_t i = 0; i < n; i++) {
    VEC_PUSH(&search->noise, search->noisy ? select_gumbel_noise(&search->random) : 0);
    VEC_PUSH(&search->candidates, i);
    logits[i] = edges[i].logit;
  }
  sort_candidates(search, logits);
  search->candidates.n = (size_t)MAX(MIN(MIN(search->options->considered, search->simulations), n), 1);
}

// How many visits each of the moves left gets before the worse half goes.
static uint32_t rounds_for(const ZeroSearch *search, size_t left) {
  int64_t halvings = 0;
  for (size_t m = search->drawn; m > 1; m = (m + 1) / 2) halvings++;
  return (uint32_t)MAX(search->simulations / (MAX(halvings, 1) * (int64_t)left), 1);
}

static void prepare(ZeroSearch *search, ZeroWorker *worker) {
  search->prepared = true;
  if (!is_gumbel(search, 0)) {
    if (search->noisy) select_add_noise(search->options, &search->tree, &search->random);
    return;
  }
  draw_candidates(search, worker);
  search->drawn = (uint32_t)search->candidates.n;
  search->round = 0;
  search->next = 0;
  search->rounds = rounds_for(search, search->drawn);
}

// Where something is hidden, the moves of a round are compared in the same guess: what they are worth differs less by
// luck.
static void begin_round(ZeroSearch *search) {
  if (search->tree.viewer) search->guess = random_stream(random_next(&search->random), 0);
}

// One visit for each candidate that has not enough, as far as there is room. Visits kept from an earlier search count.
static void visit_candidates(ZeroSearch *search, ZeroWorker *worker, ZeroEncoder *encoder) {
  if (search->next == 0) begin_round(search);
  while (search->next < search->candidates.n && search->n_leaves < search->width &&
         search->done < search->simulations) {
    uint32_t edge = search->candidates.at[search->next++];
    bool enough = zero_edges(&search->tree, 0)[edge].visits > search->round;
    if (!enough) simulate(search, worker, encoder, &edge);
    if (!enough || !search->anew) search->done++;
  }
}

// Every candidate has been visited in this round: the worse half goes when it is time.
static void end_round(ZeroSearch *search, ZeroWorker *worker) {
  search->next = 0;
  if (++search->round < search->rounds || search->candidates.n <= 2) return;
  float *improved = scores_for(worker, zero_node(&search->tree, 0)->n);
  select_improved_logits(search->options, &search->tree, 0, improved);
  sort_candidates(search, improved);
  search->candidates.n = MAX((search->candidates.n + 1) / 2, 2);
  search->rounds += rounds_for(search, search->candidates.n);
}

static void collect_gumbel(ZeroSearch *search, ZeroWorker *worker, ZeroEncoder *encoder) {
  while (search->done < search->simulations && !search->n_leaves) {
    visit_candidates(search, worker, encoder);
    if (!search->n_leaves && search->next == search->candidates.n) end_round(search, worker);
  }
}

static void collect_puct(ZeroSearch *search, ZeroWorker *worker, ZeroEncoder *encoder) {
  while (search->done < search->simulations && !search->n_leaves) {
    search->done++;
    simulate(search, worker, encoder, NULL);
  }
}

int zero_search_collect(ZeroSearch *search, ZeroWorker *worker, ZeroEncoder *encoder) {
  const ZeroNode *root = zero_node(&search->tree, 0);
  assert(!search->n_leaves);
  if (root->terminal) return 0;
  if (!root->expanded) {
    zero_tree_visit(&search->tree, worker, 0);
    VEC_CLEAR(&search->leaves[0].path);
    ask(search, worker, encoder, 0);
    return 1;
  }
  if (root->n == 1) search->done = search->simulations;
  if (search->done >= search->simulations) return 0;
  if (!search->prepared) prepare(search, worker);
  if (is_gumbel(search, 0)) collect_gumbel(search, worker, encoder);
  else collect_puct(search, worker, encoder);
  return search->n_leaves;
}

// ---- the answer ----------------------------------------------------------------------------------

// An edge of the seat, drawn in proportion to these weights; the first where all are 0.
static uint32_t draw_edge(ZeroSearch *search, int seat, const float *weights) {
  const ZeroEdge *edges = zero_edges(&search->tree, 0);
  uint32_t n = zero_node(&search->tree, 0)->n, found = n;
  double total = 0, point;
  for (uint32_t i = 0; i < n; i++) total += edges[i].seat == seat ? weights[i] : 0;
  point = random_unit(&search->random) * total;
  for (uint32_t i = 0; i < n; i++) {
    if (edges[i].seat != seat) continue;
    if (found == n || weights[i] > 0) found = i;
    point -= weights[i];
    if (point < 0) break;
  }
  return found;
}

static uint32_t most_visited(const ZeroSearch *search, int seat) {
  const ZeroEdge *edges = zero_edges(&search->tree, 0);
  uint32_t n = zero_node(&search->tree, 0)->n, best = n;
  for (uint32_t i = 0; i < n; i++) {
    if (edges[i].seat != seat) continue;
    bool more = best == n || edges[i].visits > edges[best].visits ||
                (edges[i].visits == edges[best].visits && edges[i].prior > edges[best].prior);
    if (more) best = i;
  }
  return best;
}

// The candidate with the best score among those left.
static uint32_t best_candidate(const ZeroSearch *search) {
  const ZeroTree *tree = &search->tree;
  uint32_t n = zero_node(tree, 0)->n;
  float *improved = mem_alloc(sizeof *improved * n);
  select_improved_logits(search->options, tree, 0, improved);
  uint32_t best = search->candidates.at[0];
  for (size_t i = 1; i < search->candidates.n; i++) {
    uint32_t edge = search->candidates.at[i];
    if (candidate_score(search, improved, edge) > candidate_score(search, improved, best)) best = edge;
  }
  mem_free(improved);
  return best;
}

// What an edge of the root is chosen by.
static double weight_of(const ZeroSearch *search, uint32_t i) {
  const ZeroEdge *edge = &zero_edges(&search->tree, 0)[i];
  return search->simulations ? edge->visits : edge->prior;
}

uint32_t zero_search_choose(ZeroSearch *search, int seat, double temperature) {
  const ZeroTree *tree = &search->tree;
  uint32_t n = zero_node(tree, 0)->n, chosen;
  if (n == 1) return 0;
  if (search->prepared && is_gumbel(search, 0)) return best_candidate(search);
  if (temperature <= 0) return most_visited(search, seat);
  float *weights = mem_alloc(sizeof *weights * n);
  double most = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (zero_edges(tree, 0)[i].seat == seat) most = MAX(most, weight_of(search, i));
  }
  for (uint32_t i = 0; i < n; i++) weights[i] = most > 0 ? (float)pow(weight_of(search, i) / most, 1 / temperature) : 0;
  chosen = draw_edge(search, seat, weights);
  mem_free(weights);
  return chosen;
}

// The share of visits of each move among those of its seat, and of each seat among those that move.
static void visit_policy(const ZeroSearch *search, float *policy) {
  const ZeroTree *tree = &search->tree;
  const ZeroEdge *edges = zero_edges(tree, 0);
  uint32_t n = zero_node(tree, 0)->n;
  float total[GAME_PLAYERS_MAX + 1] = {0};
  int seats = 0;
  for (uint32_t i = 0; i < n; i++) {
    policy[i] = search->simulations ? (float)edges[i].visits : edges[i].prior;
    seats += total[edges[i].seat] == 0 && policy[i] > 0;
    total[edges[i].seat] += policy[i];
  }
  for (uint32_t i = 0; i < n; i++) {
    policy[i] = total[edges[i].seat] > 0 ? policy[i] / total[edges[i].seat] / (float)seats : 0;
  }
}

void zero_search_policy(ZeroSearch *search, float *policy) {
  uint32_t n = zero_node(&search->tree, 0)->n;
  if (n == 1) policy[0] = 1;
  else if (!is_gumbel(search, 0)) visit_policy(search, policy);
  else {
    select_improved_logits(search->options, &search->tree, 0, policy);
    select_softmax(policy, n);
  }
}

// Adds what the outcomes of an edge were worth on average, weighted.
static float add_outcomes(const ZeroTree *tree, const ZeroEdge *edge, float weight, float *values) {
  float visits = 0;
  for (uint32_t i = edge->child; i; i = zero_node(tree, i)->sibling) visits += (float)zero_node(tree, i)->visits;
  if (visits <= 0) return 0;
  for (uint32_t i = edge->child; i; i = zero_node(tree, i)->sibling) {
    for (int s = 0; s < tree->game->players; s++) {
      values[s] += weight * tree->discount * zero_sums(tree, i)[s] / visits;
    }
  }
  return weight;
}

void zero_search_values(ZeroSearch *search, const float *policy, float *values) {
  const ZeroTree *tree = &search->tree;
  size_t players = (size_t)tree->game->players;
  float total = 0;
  memset(values, 0, sizeof *values * players);
  for (uint32_t i = 0; i < zero_node(tree, 0)->n; i++) {
    const ZeroEdge *edge = &zero_edges(tree, 0)[i];
    if (edge->visits && policy[i] > 0) total += add_outcomes(tree, edge, policy[i], values);
  }
  for (size_t s = 0; s < players; s++) values[s] = total > 0 ? values[s] / total : zero_values(tree, 0)[s];
}
