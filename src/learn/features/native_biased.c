// The native search: down the tree (biased_tree.h), a random game, and up again.
#include "learn/features/native_biased.h"

#include "base/best.h"
#include "base/mem.h"
#include "learn/features/biased_tree.h"
#include "learn/features/native_scorer.h"
#include "play/model/move_key.h"
#include "search/native/native_uct.h"

#include <math.h>
#include <stdlib.h>

#define CERTAIN 1e9F  // what is proven needs no more trying: a win is taken, all else comes after what is open

enum { PLACED_BYTES = 64 };  // as many as a placement may have

struct NativeBiased {
  const Native *native;
  AgentSetting setting;
  NativeBiasedOptions options;
  bool in_tree, in_playouts, proves;
  bool puct;                           // otherwise UCB1
  NativeScorer *selection, *playouts;  // the same where the set is
  bool placing;                        // playouts draw placements without listing them
  size_t state_size, move_size;
  BiasedTree tree;
  bool full;    // something did not fit
  bool failed;  // native code went beyond its limits: it is not used for this game any more
  unsigned char *root, *state, *trial, *listed;
  uint64_t looked, won;  // moves looked at when nodes got theirs, and those that won at once
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
    if (n && s->in_tree) native_scores(s->selection, s->state, s->listed, n, before, s->x, s->scores);
    if (n && s->in_playouts) native_scores(s->playouts, s->state, s->listed, n, before, s->x, s->scores);
    unsigned char *move = n ? s->listed + random_below(&random, (uint32_t)n) * s->move_size : NULL;
    native_apply(s->native, s->state, move);
    if (move && keeps) before = memcpy(last, move, s->move_size);
  }
}

static NativeScorer *open_scorer(NativeBiased *s, const FeatureSet *set) {
  NativeScorer *scorer = mem_alloc(sizeof *scorer);
  native_scorer_open(scorer, s->setting.game, s->native, set, s->options.row);
  return scorer;
}

static void close_scorer(NativeScorer *scorer) {
  if (!scorer) return;
  native_scorer_close(scorer);
  mem_free(scorer);
}

static void open_scorers(NativeBiased *s) {
  bool one = s->in_tree && s->options.selection == s->options.playouts;
  if (s->in_tree) s->selection = open_scorer(s, s->options.selection);
  if (s->in_playouts) s->playouts = one ? s->selection : open_scorer(s, s->options.playouts);
  s->placing = s->in_playouts && s->playouts->sites && s->move_size <= PLACED_BYTES;
}

void native_biased_new(const Native *native, const AgentSetting *setting, const NativeBiasedOptions *options,
                       NativeBiased **out) {
  NativeBiased *s = mem_alloc_zero(sizeof *s);
  int use = options->settings.use;
  *s = (NativeBiased){.native = native, .setting = *setting, .options = *options};
  s->in_tree = use == USE_BOTH || use == USE_SELECTION;
  s->in_playouts = use == USE_BOTH || use == USE_PLAYOUTS;
  s->puct = s->in_tree && options->settings.bias <= 0;
  s->proves = options->solver && setting->game->players == 2;
  s->state_size = native_state_size(native);
  s->move_size = native_move_size(native);
  open_scorers(s);
  biased_tree_open(&s->tree, options->megabytes << 20, s->move_size);
  s->root = mem_alloc_lines(s->state_size);
  s->state = mem_alloc_lines(s->state_size);
  s->trial = mem_alloc_lines(s->state_size);
  s->listed = mem_alloc_lines(native_moves_max(native) * s->move_size);
  s->scores = mem_alloc(sizeof *s->scores * (native_moves_max(native) + 1));
  s->x = position_new(setting->game, setting->seed, 0);
  native_match_open(&s->match, native);
  warm_up(s);
  *out = s;
}

void native_biased_free(NativeBiased *s) {
  if (!s) return;
  if (s->playouts != s->selection) close_scorer(s->playouts);
  close_scorer(s->selection);
  biased_tree_close(&s->tree);
  mem_free(s->root);
  mem_free(s->state);
  mem_free(s->trial);
  mem_free(s->listed);
  mem_free(s->scores);
  position_free(s->x);
  native_match_close(&s->match);
  VEC_FREE(&s->path);
  mem_free(s);
}

// The move that led to the last node of the path; NULL at the root.
static const unsigned char *last_move(const NativeBiased *s) {
  return s->path.n > 1 ? biased_move(&s->tree, VEC_LAST(&s->path)) : NULL;
}

// ---- expanding -----------------------------------------------------------------------------------

// exp(score), scaled so that the largest is 1; their sum. Neighbours often have the same score.
static float soften(float *scores, int n, float temperature) {
  float most = -INFINITY, sum = 0, before = NAN, weight = 0;
  for (int i = 0; i < n; i++) most = scores[i] > most ? scores[i] : most;
  for (int i = 0; i < n; i++) {
    if (scores[i] != before) {
      before = scores[i];
      weight = expf(MAX((before - most) / temperature, -60.0F));
    }
    sum += scores[i] = weight;
  }
  return sum;
}

// Whether at least one of so many moves looked at won at once. As long as little is known it is said to be so.
static bool win_often(const NativeBiased *s, uint64_t moves) {
  enum { ENOUGH = 4096 };
  return s->in_tree && s->proves && (s->looked < ENOUGH || s->won * moves >= s->looked);
}

// The first of the listed moves that wins at once, or n.
static int winning_move(NativeBiased *s, int n, int seat) {
  for (int i = 0; i < n; i++) {
    double utilities[GAME_PLAYERS_MAX + 1] = {0};
    native_copy(s->native, s->trial, s->state);
    native_apply(s->native, s->trial, s->listed + (size_t)i * s->move_size);
    s->looked++;
    if (native_turn(s->native, s->trial)) continue;
    native_results(s->native, s->trial, utilities);
    if (utilities[seat] < 1) continue;
    s->won++;
    return i;
  }
  return n;
}

// Priors of the listed moves, in s->scores: what features say, and in part the same for all.
static void weigh_moves(NativeBiased *s, int n) {
  float mix = (float)s->options.settings.mix, even = mix / (float)n;
  native_scores(s->selection, s->state, s->listed, n, last_move(s), s->x, s->scores);
  float sum = soften(s->scores, n, 1);
  for (int i = 0; i < n; i++) s->scores[i] = even + (1 - mix) * s->scores[i] / sum;
}

// Gives the last node of the path, where the state is, its moves and their priors. False when there is no room, or when
// only a move that wins at once is wanted and there is none. Such moves are looked for where they are not too rare.
static bool expand(NativeBiased *s, int seat, bool only_win) {
  enum { RARE = 500 };
  uint32_t at = VEC_LAST(&s->path);
  int n = native_moves(s->native, s->state, s->listed);
  uint32_t made = (uint32_t)MAX(n, 1);
  s->failed |= n < 0;
  if (n < 0) return false;
  int win = win_often(s, RARE) ? winning_move(s, n, seat) : n;
  if (only_win && win >= n) return false;
  for (uint32_t i = 0; i < made; i++) s->scores[i] = 1 / (float)made;
  if (win < n) s->scores[win] = 1;
  else if (s->in_tree && n > 1) weigh_moves(s, n);
  if (!biased_tree_expand(&s->tree, at, s->scores, made, &s->random)) {
    s->full = true;
    return false;
  }
  BiasedNode *node = biased_node(&s->tree, at);
  if (!n) node->flags |= BIASED_PASSES;
  if (node->seat && s->proves) node->own = node->seat == seat ? node->sum : (float)node->visits - node->sum;
  return true;
}

// ---- the way down --------------------------------------------------------------------------------

static double exact(uint8_t flags) { return flags & BIASED_WIN ? 1 : flags & BIASED_LOSS ? -1 : 0; }

// What selection reads. Proven nodes keep what they have.
static void refresh(const NativeBiased *s, uint32_t at) {
  const BiasedNode *node = biased_node(&s->tree, at);
  if (s->proves && node->flags & BIASED_PROVEN) return;
  float n = (float)node->visits;
  s->tree.now.means[at] = node->sum / n;
  s->tree.now.spreads[at] = s->puct ? node->prior / (1 + n) : 1 / sqrtf(n);
}

// PUCT; or UCB1 with a share of the prior that fades; or UCB1 where features do not guide the tree.
static float weight_of(const NativeBiased *s, const BiasedNode *node) {
  float visits = (float)MAX(node->visits, 1u);
  return s->puct ? (float)s->options.settings.c * sqrtf(visits) : 0.4F * sqrtf(logf(visits));
}

static uint32_t best_biased(const NativeBiased *s, const BiasedNode *node, float weight, float *most) {
  const BiasedRoom *now = &s->tree.now;
  float bias = (float)s->options.settings.bias;
  uint32_t best = node->tried;
  for (uint32_t i = 0; i < node->tried; i++) {
    const BiasedNode *child = &now->nodes[node->first + i];
    float score = now->means[node->first + i] + weight * now->spreads[node->first + i];
    score += bias * child->prior / (1 + (float)child->visits);
    if (score <= *most) continue;
    *most = score;
    best = i;
  }
  return best;
}

// What the best of the moves not tried is worth trying; it is tried when no child is worth more.
static float worth_of_next(const NativeBiased *s, const BiasedNode *node, float weight) {
  float mean = node->visits ? node->own / (float)node->visits : 0.5F, prior = biased_next_prior(&s->tree, node);
  if (s->puct) return mean + weight * prior;
  return s->in_tree ? mean + weight + (float)s->options.settings.bias * prior : CERTAIN / 2;
}

static uint32_t best_child(const NativeBiased *s, const BiasedNode *node, float weight, float *most) {
  const BiasedRoom *now = &s->tree.now;
  BestSums best = best_none(*most);
  best_scan(&best, now->means, now->spreads, node->first, (node->tried + 3u) & ~3u, weight);
  int32_t place = best_place(&best, now->means, now->spreads, weight);
  if (place < 0) return node->tried;
  *most = now->means[place] + weight * now->spreads[place];
  return (uint32_t)place - node->first;
}

// The place of the child to go to among those of the node; as many as it has: one that was not tried yet.
static uint32_t select_child(const NativeBiased *s, const BiasedNode *node) {
  bool fades = s->in_tree && !s->puct;
  float weight = weight_of(s, node), most = -2 * CERTAIN;
  uint32_t best = fades ? best_biased(s, node, weight, &most) : best_child(s, node, weight, &most);
  return node->tried < node->n && worth_of_next(s, node, weight) > most ? node->tried : best;
}

// The move with this number where the state is.
static void copy_move(NativeBiased *s, uint32_t index, unsigned char *move) {
  if (native_picks(s->native)) {
    native_pick(s->native, s->state, index, move);
    return;
  }
  native_moves(s->native, s->state, s->listed);
  memcpy(move, s->listed + index * s->move_size, s->move_size);
}

// The child for the next move, of the last node of the path; BIASED_NONE when there is no room.
static uint32_t make_child(NativeBiased *s, int seat) {
  uint32_t child = biased_tree_try(&s->tree, VEC_LAST(&s->path));
  if (child == BIASED_NONE) {
    s->full = true;
    return child;
  }
  BiasedNode *node = biased_node(&s->tree, child);
  node->seat = (uint8_t)seat;
  if (biased_node(&s->tree, VEC_LAST(&s->path))->flags & BIASED_PASSES) node->flags = BIASED_PASS;
  else copy_move(s, node->index, biased_move(&s->tree, child));
  return child;
}

typedef enum WayEnd { WAY_OPEN, WAY_OVER, WAY_KNOWN } WayEnd;

// A node is given moves when it has been visited this often: priors cost as much as some random games.
static uint32_t expand_at(const NativeBiased *s) { return s->in_tree ? (uint32_t)s->options.settings.expand : 1; }

// The child to go to from the last node of the path; BIASED_NONE: it has none yet. Where moves often win at once, a new
// node is looked at for such.
static uint32_t next_child(NativeBiased *s, int seat) {
  enum { OFTEN = 64 };
  uint32_t at = VEC_LAST(&s->path);
  const BiasedNode *node = biased_node(&s->tree, at);
  if (!biased_expanded(node)) {
    bool early = at != BIASED_ROOT && node->visits < expand_at(s);
    if (early && (node->visits || !win_often(s, OFTEN))) return BIASED_NONE;
    if (!expand(s, seat, early)) return BIASED_NONE;
  }
  uint32_t place = select_child(s, node);
  if (place < node->tried) return node->first + place;
  uint32_t child = make_child(s, seat);
  return child != BIASED_NONE || !node->tried ? child : node->first;
}

static WayEnd descend(NativeBiased *s) {
  native_copy(s->native, s->state, s->root);
  VEC_CLEAR(&s->path);
  VEC_PUSH(&s->path, BIASED_ROOT);
  for (;;) {
    int seat = native_turn(s->native, s->state);
    if (!seat) return WAY_OVER;
    uint32_t child = next_child(s, seat);
    if (child == BIASED_NONE) return WAY_OPEN;
    const BiasedNode *node = biased_node(&s->tree, child);
    native_apply(s->native, s->state, node->flags & BIASED_PASS ? NULL : biased_move(&s->tree, child));
    VEC_PUSH(&s->path, child);
    if (s->proves && node->flags & BIASED_PROVEN) return WAY_KNOWN;
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
    s->failed |= n < 0;
    if (n < 0) return;
    if (n > 1 && random_unit(&s->random) < settings->epsilon) {
      chosen = (int)random_below(&s->random, (uint32_t)n);
    } else if (n > 1) {
      native_scores(s->playouts, s->state, s->listed, n, before, s->x, s->scores);
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

// The same where moves are placements: none of them are listed.
static void play_placements(NativeBiased *s) {
  const ModelSettings *settings = &s->options.settings;
  unsigned char moves[2][PLACED_BYTES], *move = moves[0];
  const unsigned char *before = last_move(s);
  for (int64_t ply = 0; !settings->plies || ply < settings->plies; ply++) {
    if (!native_turn(s->native, s->state)) return;
    int n = native_count(s->native, s->state), chosen = 0;
    s->failed |= n < 0;
    if (n < 0) return;
    if (n > 1 && random_unit(&s->random) < settings->epsilon) chosen = (int)random_below(&s->random, (uint32_t)n);
    else if (n > 1) chosen = native_draw(s->playouts, s->state, n, before, s->x, settings->temperature, &s->random);
    if (n) native_pick(s->native, s->state, (uint32_t)chosen, move);
    native_apply(s->native, s->state, n ? move : NULL);
    if (n) before = move;
    move = before == moves[0] ? moves[1] : moves[0];
  }
}

static void judge(NativeBiased *s, WayEnd end, double *utilities) {
  if (end == WAY_OPEN && s->in_playouts && s->placing) play_placements(s);
  else if (end == WAY_OPEN && s->in_playouts) play_guided(s);
  if (end == WAY_OVER || !native_turn(s->native, s->state)) {
    native_results(s->native, s->state, utilities);
  } else if (end == WAY_KNOWN) {
    const BiasedNode *leaf = biased_node(&s->tree, VEC_LAST(&s->path));
    utilities[leaf->seat] = exact(leaf->flags);
    utilities[3 - leaf->seat] = -utilities[leaf->seat];
  } else {
    uint64_t made;
    s->failed |= !native_rollout(s->native, s->state, s->seed, s->playout++, utilities, &made);
  }
}

// ---- the way up ----------------------------------------------------------------------------------

static void prove(const NativeBiased *s, uint32_t at, double value) {
  biased_node(&s->tree, at)->flags |= value > 0 ? BIASED_WIN : value < 0 ? BIASED_LOSS : BIASED_DRAW;
  s->tree.now.means[at] = value > 0 ? CERTAIN : value < 0 ? -CERTAIN : -CERTAIN / 2;
  s->tree.now.spreads[at] = 0;
}

// The best the seat to move can reach for sure; false when that is open.
static bool settled(const NativeBiased *s, const BiasedNode *node, double *best) {
  bool open = node->tried < node->n;
  *best = -1;
  for (uint32_t ref = node->first; ref < node->first + node->tried; ref++) {
    uint8_t flags = biased_node(&s->tree, ref)->flags;
    if (flags & BIASED_PROVEN) *best = fmax(*best, exact(flags));
    else open = true;
    if (*best >= 1) return true;
  }
  return !open;
}

static void prove_upwards(NativeBiased *s, WayEnd end, const double *utilities) {
  size_t d = s->path.n - 1;
  const BiasedNode *leaf = biased_node(&s->tree, s->path.at[d]);
  if (end == WAY_OVER && leaf->seat) prove(s, s->path.at[d], utilities[leaf->seat]);
  for (; d > 0; d--) {
    const BiasedNode *child = biased_node(&s->tree, s->path.at[d]);
    BiasedNode *parent = biased_node(&s->tree, s->path.at[d - 1]);
    double best;
    if (!(child->flags & BIASED_PROVEN) || parent->flags & BIASED_PROVEN) return;
    if (child->flags & BIASED_DRAW) parent->flags |= BIASED_SURE;
    if (!settled(s, parent, &best)) return;
    prove(s, s->path.at[d - 1], parent->seat == child->seat ? best : -best);
  }
}

// Whoever could have had a draw for sure would have taken it.
static void at_least_sure(const BiasedNode *parent, int seat, double *utilities) {
  if (!(parent->flags & BIASED_SURE) || utilities[seat] >= 0) return;
  utilities[seat] = utilities[3 - seat] = 0;
}

static void leave(NativeBiased *s, size_t depth, double *utilities) {
  uint32_t at = s->path.at[depth];
  BiasedNode *node = biased_node(&s->tree, at);
  node->visits++;
  node->sum += node->seat ? (float)(utilities[node->seat] + 1) / 2 : 0.5F;
  // The seat to move here made the move that follows.
  bool last = depth + 1 == s->path.n;
  node->own += last ? 0.5F : (float)(utilities[biased_node(&s->tree, s->path.at[depth + 1])->seat] + 1) / 2;
  refresh(s, at);
  if (s->proves && depth > 0) at_least_sure(biased_node(&s->tree, s->path.at[depth - 1]), node->seat, utilities);
}

// What is kept by site follows the states: the next one is close to the root.
static void begin_at_root(const NativeBiased *s) {
  if (s->in_tree && s->selection->sites) native_sites_back(s->selection->sites);
  if (s->in_playouts && s->playouts->sites) native_sites_back(s->playouts->sites);
}

static void iterate(NativeBiased *s) {
  double utilities[GAME_PLAYERS_MAX + 1] = {0};
  begin_at_root(s);
  WayEnd end = descend(s);
  judge(s, end, utilities);
  if (s->proves && end != WAY_OPEN) prove_upwards(s, end, utilities);
  for (size_t d = s->path.n; d-- > 0;) leave(s, d, utilities);
}

// Between two simulations: copying frees what was left behind. A tree that is full all the same grows no more.
static void make_room(NativeBiased *s) {
  s->full = false;
  if (s->tree.stuck) return;
  biased_tree_advance(&s->tree, BIASED_ROOT);
  const BiasedRoom *now = &s->tree.now;
  s->tree.stuck = now->used > s->tree.cap / 4 * 3 || now->used_untried > s->tree.cap_untried / 4 * 3;
}

// ---- the root ------------------------------------------------------------------------------------

static bool match_moves(NativeBiased *s, Position *x, MoveList list, const void *state) {
  int n = native_moves(s->native, state, s->listed);
  return native_match(&s->match, x, list, state, s->listed, n);
}

// The node behind the move of the game with this key, which is made on s->x.
static uint32_t follow(NativeBiased *s, uint32_t at, uint64_t key) {
  Position *old = s->x;
  uint32_t found = BIASED_NONE;
  native_load(s->native, s->state, old);
  MoveList list = position_moves(old);
  int number = match_moves(s, old, list, s->state) ? move_with_key(old, list, key) : -1;
  const BiasedNode *node = biased_node(&s->tree, at);
  for (uint32_t i = 0; number >= 0 && i < node->tried; i++) {
    uint32_t index = biased_node(&s->tree, node->first + i)->index;
    if (s->match.number.at[index] == (uint32_t)number) found = node->first + i;
  }
  if (found != BIASED_NONE) {
    Move move = *move_at(old, list, (uint32_t)number);
    position_apply(old, &move);
  }
  position_forget(old, list);
  return found;
}

static bool keep_tree(NativeBiased *s, const Position *x) {
  Position *old = s->x;
  int32_t first = x->head->made - (int32_t)x->played.n;  // the moves before this one are not known
  if (!s->options.reuse || x->head->made < old->head->made || old->head->made < first) return false;
  uint32_t at = BIASED_ROOT;
  for (size_t i = (size_t)(old->head->made - first); i < x->played.n && at != BIASED_NONE; i++) {
    at = position_over(old) ? BIASED_NONE : follow(s, at, played_key(x, i));
  }
  if (at == BIASED_NONE || position_full_hash(old) != position_full_hash(x)) return false;
  if (at != BIASED_ROOT) biased_tree_advance(&s->tree, at);
  return true;
}

static bool prepare(NativeBiased *s, const Position *x, MoveList *list) {
  if (!keep_tree(s, x)) biased_tree_clear(&s->tree);
  BiasedNode *root = biased_node(&s->tree, BIASED_ROOT);
  if (!biased_expanded(root)) root->flags = 0;
  position_copy(s->x, x);
  native_load(s->native, s->root, x);
  if (s->in_tree && s->selection->sites) native_sites_root(s->selection->sites, s->root);
  if (s->in_playouts && s->playouts->sites) native_sites_root(s->playouts->sites, s->root);
  s->seed = random_mix(s->setting.seed * 0x9e3779b97f4a7c15ULL + (uint64_t)x->head->made);
  s->random = random_stream(s->seed, 1);
  s->playout = 0;
  s->looked = s->won = 0;
  *list = position_moves(s->x);
  return match_moves(s, s->x, *list, s->root);
}

// ---- the answer ----------------------------------------------------------------------------------

static bool certain(const NativeBiased *s, const BiasedNode *node) { return s->proves && node->flags & BIASED_PROVEN; }

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

// The child of the root that recommends itself most; a sure draw where the best of the others is worth less, as visits
// say little about what is certain. NULL: none was tried.
static const BiasedNode *best_of_root(const NativeBiased *s) {
  const BiasedNode *root = biased_node(&s->tree, BIASED_ROOT), *best = NULL, *sure = NULL;
  for (uint32_t i = 0; i < root->tried; i++) {
    const BiasedNode *child = biased_node(&s->tree, root->first + i);
    if (!child->visits && !certain(s, child)) continue;
    if (!best || merit(s, child) > merit(s, best)) best = child;
    if (certain(s, child) && (!sure || value_of(s, child) > value_of(s, sure))) sure = child;
  }
  return sure && value_of(s, sure) > value_of(s, best) ? sure : best;
}

// The best move's number; the moves tried.
static uint32_t answer(const NativeBiased *s, SearchReport *report) {
  const BiasedNode *root = biased_node(&s->tree, BIASED_ROOT), *best = best_of_root(s);
  for (uint32_t i = 0; i < root->tried; i++) {
    const BiasedNode *child = biased_node(&s->tree, root->first + i);
    if (!child->visits && !certain(s, child)) continue;
    VEC_PUSH(&report->lines, (SearchLine){s->match.number.at[child->index], child->visits, value_of(s, child),
                                          certain(s, child) ? PROOF_EXACT : PROOF_NONE});
  }
  if (report->lines.n) qsort(report->lines.at, report->lines.n, sizeof *report->lines.at, by_number);
  uint32_t choice = best ? s->match.number.at[best->index] : 0;
  VEC_PUSH(&report->expected, choice);
  report->value = best ? value_of(s, best) : 0;
  return choice;
}

void native_biased_limit(NativeBiased *s, const Budget *budget) { s->options.budget = *budget; }

uint32_t native_biased_choose(NativeBiased *s, const Position *x, SearchReport *report) {
  double began = budget_now(&s->options.budget);
  BudgetPot pot;
  BudgetShare share;
  MoveList list;
  if (s->failed || !prepare(s, x, &list)) return UINT32_MAX;
  report->kept = biased_node(&s->tree, BIASED_ROOT)->visits;
  budget_fill(&pot, &s->options.budget, PLAYOUTS_OTHERWISE, 1, s->setting.stop);
  budget_begin(&pot, &share);
  while (list.n > 1 && !s->failed && !certain(s, biased_node(&s->tree, BIASED_ROOT)) && budget_take(&pot, &share)) {
    iterate(s);
    if (UNLIKELY(s->full)) make_room(s);
    budget_spend(&pot, &share, 1);
  }
  position_forget(s->x, list);
  if (s->failed) {
    report->kept = 0;
    report->note = "native code went beyond its limits: the interpreter searches on";
    return UINT32_MAX;
  }
  uint32_t choice = answer(s, report);
  report->iterations = share.iterations;
  report->states = share.states;
  report->seconds = budget_now(&s->options.budget) - began;
  return choice;
}
