// The native search. Children of a node lie side by side and are made at once, with their priors; moves are in an array
// beside the nodes. Those that were tried come first, then the one with the largest prior of the others: of the rest
// none can be chosen, and selection does not look at it. When the tree is full it grows no more; between moves what is
// below the new root is copied.
#include "learn/features/native_biased.h"

#include "base/mem.h"
#include "learn/features/native_scorer.h"
#include "play/model/move_key.h"
#include "search/native/native_uct.h"

#include <math.h>
#include <stdlib.h>

enum { ROOT = 0, NOBODY = UINT32_MAX };

typedef enum NodeFlag { NODE_PASS = 1, NODE_WIN = 2, NODE_LOSS = 4, NODE_DRAW = 8, NODE_PROVEN = 14 } NodeFlag;

typedef struct BiasedNode {
  uint32_t visits;
  float prior;
  float sum;       // rewards in [0, 1] of the seat that made the move
  float own;       // of the seat to move here
  uint32_t first;  // children, NOBODY: not expanded
  uint16_t n;
  uint16_t tried;  // children
  uint16_t index;  // number of the move in the native list
  uint8_t seat;    // who made the move
  uint8_t flags;   // NodeFlag
} BiasedNode;

struct NativeBiased {
  const Native *native;
  AgentSetting setting;
  NativeBiasedOptions options;
  bool in_tree, in_playouts, proves;
  NativeScorer selection, playouts;
  size_t state_size, move_size;
  uint32_t cap, used;
  BiasedNode *nodes, *other;  // other: room for copying
  unsigned char *moves, *other_moves;
  unsigned char *root, *state, *listed;
  float *scores;
  NativeMatch match;
  Position *x;  // the position of the root
  Random random;
  uint64_t seed, playout;
  VEC(uint32_t) path;
};

bool native_biased_plays(const Native *native, const Position *x) {
  return native && native_uct_plays(x->game) && native_scorer_agrees(native, x);
}

// ---- opening -------------------------------------------------------------------------------------

// Evaluators make their tables when a site is first asked about: random games ask about most, before time counts.
static void warm_up(NativeBiased *s) {
  enum { PLIES = 150 };
  unsigned char last[64];
  bool keeps = s->move_size <= sizeof last;
  Random random = random_stream(s->setting.seed, 3);
  position_start(s->x);
  native_load(s->native, s->state, s->x);
  const unsigned char *before = NULL;
  for (int ply = 0; ply < PLIES; ply++) {
    if (!native_turn(s->native, s->state)) native_load(s->native, s->state, s->x);
    int n = native_moves(s->native, s->state, s->listed);
    if (n < 0 || !native_turn(s->native, s->state)) return;
    if (n && s->in_tree) native_scores(&s->selection, s->state, s->listed, n, before, s->x, s->scores);
    if (n && s->in_playouts) native_scores(&s->playouts, s->state, s->listed, n, before, s->x, s->scores);
    unsigned char *move = n ? s->listed + random_below(&random, (uint32_t)n) * s->move_size : NULL;
    native_apply(s->native, s->state, move);
    if (move && keeps) before = memcpy(last, move, s->move_size);
  }
}

void native_biased_new(const Native *native, const AgentSetting *setting, const NativeBiasedOptions *options,
                       NativeBiased **out) {
  NativeBiased *s = mem_alloc_zero(sizeof *s);
  int use = options->settings.use;
  *s = (NativeBiased){.native = native, .setting = *setting, .options = *options};
  s->in_tree = use == USE_BOTH || use == USE_SELECTION;
  s->in_playouts = use == USE_BOTH || use == USE_PLAYOUTS;
  s->proves = options->solver && setting->game->players == 2;
  if (s->in_tree) native_scorer_open(&s->selection, setting->game, native, options->selection, options->row);
  if (s->in_playouts) native_scorer_open(&s->playouts, setting->game, native, options->playouts, options->row);
  s->state_size = native_state_size(native);
  s->move_size = native_move_size(native);
  s->cap = (uint32_t)MIN((options->megabytes << 20) / (2 * (sizeof(BiasedNode) + s->move_size)), (size_t)1 << 28);
  s->nodes = mem_alloc(sizeof *s->nodes * s->cap);
  s->other = mem_alloc(sizeof *s->nodes * s->cap);
  s->moves = mem_alloc(s->move_size * s->cap);
  s->other_moves = mem_alloc(s->move_size * s->cap);
  s->root = mem_alloc_lines(s->state_size);
  s->state = mem_alloc_lines(s->state_size);
  s->listed = mem_alloc_lines(native_moves_max(native) * s->move_size);
  s->scores = mem_alloc(sizeof *s->scores * (native_moves_max(native) + 1));
  s->x = position_new(setting->game, setting->seed, 0);
  native_match_open(&s->match, native);
  warm_up(s);
  *out = s;
}

void native_biased_free(NativeBiased *s) {
  if (!s) return;
  if (s->in_tree) native_scorer_close(&s->selection);
  if (s->in_playouts) native_scorer_close(&s->playouts);
  mem_free(s->nodes);
  mem_free(s->other);
  mem_free(s->moves);
  mem_free(s->other_moves);
  mem_free(s->root);
  mem_free(s->state);
  mem_free(s->listed);
  mem_free(s->scores);
  position_free(s->x);
  native_match_close(&s->match);
  VEC_FREE(&s->path);
  mem_free(s);
}

static unsigned char *move_of(const NativeBiased *s, uint32_t node) { return s->moves + (size_t)node * s->move_size; }

// The move that led to the last node of the path; NULL at the root.
static const unsigned char *last_move(const NativeBiased *s) {
  uint32_t at = VEC_LAST(&s->path);
  return s->path.n > 1 ? move_of(s, at) : NULL;
}

// ---- expanding -----------------------------------------------------------------------------------

// exp(score), scaled so that the largest is 1; their sum.
static float soften(float *scores, int n, float temperature) {
  float most = -INFINITY, sum = 0;
  for (int i = 0; i < n; i++) most = fmaxf(most, scores[i]);
  for (int i = 0; i < n; i++) sum += scores[i] = expf(fmaxf((scores[i] - most) / temperature, -60));
  return sum;
}

// Puts the child with the largest prior of those not tried at their front.
static void bring_forward(NativeBiased *s, const BiasedNode *node) {
  uint32_t front = node->first + node->tried, end = node->first + node->n, best = front;
  if (front >= end) return;
  for (uint32_t ref = front + 1; ref < end; ref++) {
    if (s->nodes[ref].prior > s->nodes[best].prior) best = ref;
  }
  if (best == front) return;
  BiasedNode node_there = s->nodes[front];
  unsigned char *a = move_of(s, front), *b = move_of(s, best);
  s->nodes[front] = s->nodes[best];
  s->nodes[best] = node_there;
  for (size_t i = 0; i < s->move_size; i++) {
    unsigned char byte = a[i];
    a[i] = b[i];
    b[i] = byte;
  }
}

// Makes the children of the last node of the path, where the state is. False when there is no room.
static bool expand(NativeBiased *s, int seat) {
  uint32_t at = VEC_LAST(&s->path);
  int n = native_moves(s->native, s->state, s->listed);
  uint32_t made = (uint32_t)MAX(n, 1);
  if (n < 0 || made > UINT16_MAX || s->used + made > s->cap) return false;
  float sum = (float)made, mix = (float)s->options.settings.mix, even = mix / (float)made;
  if (s->in_tree && n > 1) {
    native_scores(&s->selection, s->state, s->listed, n, last_move(s), s->x, s->scores);
    sum = soften(s->scores, n, 1);
  } else {
    for (uint32_t i = 0; i < made; i++) s->scores[i] = 1;
  }
  BiasedNode *node = &s->nodes[at];
  if (node->seat && s->proves) node->own = node->seat == seat ? node->sum : (float)node->visits - node->sum;
  node->first = s->used;
  node->n = (uint16_t)made;
  s->used += made;
  for (uint32_t i = 0; i < made; i++) {
    // Equal ones are tried in any order.
    float prior = (even + (1 - mix) * s->scores[i] / sum) * (1 + 1e-3F * (float)random_unit(&s->random));
    s->nodes[node->first + i] = (BiasedNode){
        .prior = prior, .first = NOBODY, .index = (uint16_t)i, .seat = (uint8_t)seat, .flags = n == 0 ? NODE_PASS : 0};
  }
  if (n > 0) memcpy(move_of(s, node->first), s->listed, (size_t)n * s->move_size);
  bring_forward(s, node);
  return true;
}

// ---- the way down --------------------------------------------------------------------------------

static double exact(uint8_t flags) { return flags & NODE_WIN ? 1 : flags & NODE_LOSS ? -1 : 0; }

// PUCT; or UCB1 with a share of the prior that fades; or UCB1 where features do not guide the tree.
static float explore(const NativeBiased *s, const BiasedNode *child, float c, float root_visits, float log_visits) {
  float n = (float)child->visits, bias = (float)s->options.settings.bias;
  if (!s->in_tree) return child->visits ? c * sqrtf(log_visits / n) : 1e6F;
  if (bias > 0) return c * sqrtf(log_visits / fmaxf(n, 1)) + bias * child->prior / (1 + n);
  return c * child->prior * root_visits / (1 + n);
}

static uint32_t select_child(NativeBiased *s, BiasedNode *node) {
  bool puct = s->in_tree && s->options.settings.bias <= 0;
  float c = puct ? (float)s->options.settings.c : 0.4F, visits = (float)MAX(node->visits, 1u);
  float root_visits = sqrtf(visits), log_visits = logf(visits), most = -INFINITY;
  float first = node->visits ? node->own / (float)node->visits : 0.5F;
  uint32_t best = node->first, end = node->first + MIN(node->tried + 1u, node->n);
  for (uint32_t ref = node->first; ref < end; ref++) {
    const BiasedNode *child = &s->nodes[ref];
    float score;
    if (child->flags & NODE_PROVEN && s->proves) {
      score = child->flags & NODE_WIN ? 1e9F : -1e9F + (float)exact(child->flags);
    } else {
      float mean = child->visits ? child->sum / (float)child->visits : first;
      score = mean + explore(s, child, c, root_visits, log_visits);
    }
    if (score <= most) continue;
    most = score;
    best = ref;
  }
  if (best == node->first + node->tried) {
    node->tried++;
    bring_forward(s, node);
  }
  return best;
}

typedef enum WayEnd { WAY_OPEN, WAY_OVER, WAY_KNOWN } WayEnd;

// A node is given children when it has been visited this often: priors cost as much as some random games.
static uint32_t expand_at(const NativeBiased *s) { return s->in_tree ? (uint32_t)s->options.settings.expand : 1; }

static WayEnd descend(NativeBiased *s) {
  memcpy(s->state, s->root, s->state_size);
  VEC_CLEAR(&s->path);
  VEC_PUSH(&s->path, ROOT);
  for (;;) {
    uint32_t at = VEC_LAST(&s->path);
    int seat = native_turn(s->native, s->state);
    if (!seat) return WAY_OVER;
    if (s->nodes[at].first == NOBODY) {
      if ((at != ROOT && s->nodes[at].visits < expand_at(s)) || !expand(s, seat)) return WAY_OPEN;
    }
    uint32_t child = select_child(s, &s->nodes[at]);
    native_apply(s->native, s->state, s->nodes[child].flags & NODE_PASS ? NULL : move_of(s, child));
    VEC_PUSH(&s->path, child);
    if (s->proves && s->nodes[child].flags & NODE_PROVEN) return WAY_KNOWN;
  }
}

// ---- playouts ------------------------------------------------------------------------------------

static int draw(const float *weights, int n, float sum, Random *random) {
  float at = (float)random_unit(random) * sum;
  for (int i = 0; i + 1 < n; i++) {
    at -= weights[i];
    if (at < 0) return i;
  }
  return n - 1;
}

// The first moves of a playout, chosen by features. The last one made is kept in *last (room for a move).
static void play_guided(NativeBiased *s) {
  const ModelSettings *settings = &s->options.settings;
  unsigned char last[64];
  const unsigned char *before = last_move(s);
  bool keeps = s->move_size <= sizeof last;
  for (int64_t ply = 0; !settings->plies || ply < settings->plies; ply++) {
    if (!native_turn(s->native, s->state)) return;
    int n = native_moves(s->native, s->state, s->listed), chosen = 0;
    if (n < 0) return;
    if (n > 1 && random_unit(&s->random) < settings->epsilon) {
      chosen = (int)random_below(&s->random, (uint32_t)n);
    } else if (n > 1) {
      native_scores(&s->playouts, s->state, s->listed, n, before, s->x, s->scores);
      float sum = soften(s->scores, n, (float)settings->temperature);
      chosen = draw(s->scores, n, sum, &s->random);
    }
    unsigned char *move = s->listed + (size_t)chosen * s->move_size;
    native_apply(s->native, s->state, n ? move : NULL);
    if (keeps && n) {
      memcpy(last, move, s->move_size);
      before = last;
    }
  }
}

static void judge(NativeBiased *s, WayEnd end, double *utilities) {
  if (end == WAY_OPEN && s->in_playouts) play_guided(s);
  if (end == WAY_OVER || !native_turn(s->native, s->state)) {
    native_results(s->native, s->state, utilities);
  } else if (end == WAY_KNOWN) {
    const BiasedNode *leaf = &s->nodes[VEC_LAST(&s->path)];
    utilities[leaf->seat] = exact(leaf->flags);
    utilities[3 - leaf->seat] = -utilities[leaf->seat];
  } else {
    uint64_t made;
    native_rollout(s->native, s->state, s->seed, s->playout++, utilities, &made);
  }
}

// ---- the way up ----------------------------------------------------------------------------------

static void prove(BiasedNode *node, double value) {
  node->flags |= value > 0 ? NODE_WIN : value < 0 ? NODE_LOSS : NODE_DRAW;
}

// The best the seat to move can reach for sure; false when that is open.
static bool settled(const NativeBiased *s, const BiasedNode *node, double *best) {
  bool open = false;
  *best = -1;
  for (uint32_t ref = node->first; ref < node->first + node->n; ref++) {
    uint8_t flags = s->nodes[ref].flags;
    if (flags & NODE_PROVEN) *best = fmax(*best, exact(flags));
    else open = true;
    if (*best >= 1) return true;
  }
  return !open;
}

static void prove_upwards(NativeBiased *s, WayEnd end, const double *utilities) {
  size_t d = s->path.n - 1;
  BiasedNode *leaf = &s->nodes[s->path.at[d]];
  if (end == WAY_OVER && leaf->seat) prove(leaf, utilities[leaf->seat]);
  for (; d > 0; d--) {
    const BiasedNode *child = &s->nodes[s->path.at[d]];
    BiasedNode *parent = &s->nodes[s->path.at[d - 1]];
    double best;
    if (!(child->flags & NODE_PROVEN) || parent->flags & NODE_PROVEN || !settled(s, parent, &best)) return;
    prove(parent, parent->seat == child->seat ? best : -best);
  }
}

static void iterate(NativeBiased *s) {
  double utilities[GAME_PLAYERS_MAX + 1] = {0};
  WayEnd end = descend(s);
  judge(s, end, utilities);
  if (s->proves && end != WAY_OPEN) prove_upwards(s, end, utilities);
  for (size_t d = s->path.n; d-- > 0;) {
    BiasedNode *node = &s->nodes[s->path.at[d]];
    node->visits++;
    if (node->seat) node->sum += (float)(utilities[node->seat] + 1) / 2;
    // The seat to move here made the move that follows.
    if (node->first != NOBODY) node->own += (float)(utilities[s->nodes[node->first].seat] + 1) / 2;
    else node->own += 0.5F;
  }
}

// ---- the root ------------------------------------------------------------------------------------

static void clear(NativeBiased *s) {
  s->used = 1;
  s->nodes[ROOT] = (BiasedNode){.first = NOBODY};
}

// Copies what is below a node to the other room, the node as the root; breadth first, so that children stay together.
static void advance(NativeBiased *s, uint32_t root) {
  uint32_t used = 1;
  s->other[ROOT] = s->nodes[root];
  for (uint32_t at = 0; at < used; at++) {
    BiasedNode *node = &s->other[at];
    if (node->first == NOBODY) continue;
    memcpy(&s->other[used], &s->nodes[node->first], sizeof *node * node->n);
    memcpy(s->other_moves + (size_t)used * s->move_size, move_of(s, node->first), s->move_size * node->n);
    node->first = used;
    used += node->n;
  }
  BiasedNode *nodes = s->nodes;
  unsigned char *moves = s->moves;
  s->nodes = s->other;
  s->moves = s->other_moves;
  s->other = nodes;
  s->other_moves = moves;
  s->used = used;
}

static bool match_moves(NativeBiased *s, Position *x, MoveList list, const void *state) {
  int n = native_moves(s->native, state, s->listed);
  return native_match(&s->match, x, list, state, s->listed, n);
}

// The node behind the move of the game with this key, which is made on s->x.
static uint32_t follow(NativeBiased *s, uint32_t at, uint64_t key) {
  Position *old = s->x;
  uint32_t found = NOBODY;
  native_load(s->native, s->state, old);
  MoveList list = position_moves(old);
  int number = match_moves(s, old, list, s->state) ? move_with_key(old, list, key) : -1;
  const BiasedNode *node = &s->nodes[at];
  for (uint32_t i = 0; number >= 0 && node->first != NOBODY && i < node->n; i++) {
    if (s->match.number.at[s->nodes[node->first + i].index] == (uint32_t)number) found = node->first + i;
  }
  if (found != NOBODY) {
    Move move = *move_at(old, list, (uint32_t)number);
    position_apply(old, &move);
  }
  position_forget(old, list);
  return found;
}

static bool keep_tree(NativeBiased *s, const Position *x) {
  Position *old = s->x;
  int32_t first = x->head->made - (int32_t)x->played.n;  // the moves before this one are not known
  if (!s->options.reuse || !s->used || x->head->made < old->head->made || old->head->made < first) return false;
  uint32_t at = ROOT;
  for (size_t i = (size_t)(old->head->made - first); i < x->played.n && at != NOBODY; i++) {
    at = position_over(old) ? NOBODY : follow(s, at, played_key(x, i));
  }
  if (at == NOBODY || position_full_hash(old) != position_full_hash(x)) return false;
  if (at != ROOT) advance(s, at);
  return true;
}

static bool prepare(NativeBiased *s, const Position *x, MoveList *list) {
  if (!keep_tree(s, x)) clear(s);
  if (s->nodes[ROOT].first == NOBODY) s->nodes[ROOT].flags = 0;
  position_copy(s->x, x);
  native_load(s->native, s->root, x);
  s->seed = random_mix(s->setting.seed * 0x9e3779b97f4a7c15ULL + (uint64_t)x->head->made);
  s->random = random_stream(s->seed, 1);
  s->playout = 0;
  *list = position_moves(s->x);
  return match_moves(s, s->x, *list, s->root);
}

// ---- the answer ----------------------------------------------------------------------------------

static bool certain(const NativeBiased *s, const BiasedNode *node) { return s->proves && node->flags & NODE_PROVEN; }

static double value_of(const NativeBiased *s, const BiasedNode *node) {
  return certain(s, node) ? exact(node->flags) : node->visits ? 2 * (double)node->sum / node->visits - 1 : 0;
}

static double merit(const NativeBiased *s, const BiasedNode *node) {
  if (certain(s, node) && value_of(s, node) >= 1) return 1e18;
  if (certain(s, node) && value_of(s, node) <= -1) return -1e9 + node->visits;
  return node->visits + (value_of(s, node) + 1) / 4;
}

static int by_number(const void *a, const void *b) {
  const SearchLine *x = a, *y = b;
  return x->move < y->move ? -1 : x->move > y->move;
}

// The best move's number; the moves tried.
static uint32_t answer(NativeBiased *s, SearchReport *report) {
  const BiasedNode *root = &s->nodes[ROOT];
  uint32_t best = NOBODY;
  for (uint32_t i = 0; root->first != NOBODY && i < root->n; i++) {
    const BiasedNode *child = &s->nodes[root->first + i];
    if (!child->visits && !certain(s, child)) continue;
    if (best == NOBODY || merit(s, child) > merit(s, &s->nodes[root->first + best])) best = i;
    VEC_PUSH(&report->lines, (SearchLine){s->match.number.at[child->index], child->visits, value_of(s, child),
                                          certain(s, child) ? PROOF_EXACT : PROOF_NONE});
  }
  if (report->lines.n) qsort(report->lines.at, report->lines.n, sizeof *report->lines.at, by_number);
  uint32_t choice = best == NOBODY ? 0 : s->match.number.at[s->nodes[root->first + best].index];
  VEC_PUSH(&report->expected, choice);
  report->value = best == NOBODY ? 0 : value_of(s, &s->nodes[root->first + best]);
  return choice;
}

void native_biased_limit(NativeBiased *s, const Budget *budget) { s->options.budget = *budget; }

uint32_t native_biased_choose(NativeBiased *s, const Position *x, SearchReport *report) {
  double began = budget_now(&s->options.budget);
  BudgetPot pot;
  BudgetShare share;
  MoveList list;
  if (!prepare(s, x, &list)) return UINT32_MAX;
  report->kept = s->nodes[ROOT].visits;
  budget_fill(&pot, &s->options.budget, PLAYOUTS_OTHERWISE, 1, s->setting.stop);
  budget_begin(&pot, &share);
  while (list.n > 1 && !certain(s, &s->nodes[ROOT]) && budget_take(&pot, &share)) {
    iterate(s);
    budget_spend(&pot, &share, 1);
  }
  position_forget(s->x, list);
  uint32_t choice = answer(s, report);
  report->iterations = share.iterations;
  report->states = share.states;
  report->seconds = budget_now(&s->options.budget) - began;
  return choice;
}
