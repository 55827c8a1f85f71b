// Moves and what is true of the whole position, as samples have them; planes as samples.
#include "base/map.h"
#include "net/input/encode_internal.h"
#include "state/act/moves.h"
#include "state/block/access.h"
#include "state/block/site.h"

// ---- the position --------------------------------------------------------------------------------

static void put_global(NetEncoder *n, GlobalFact group, int i) {
  NetGroup at = n->s->globals[group];
  if (i >= 0 && i < at.n) VEC_PUSH(&n->globals, (uint16_t)(at.first + i));
}

static void put_value(NetEncoder *n, int *number, double value) {
  float small = net_squash(value);
  if (small != 0) VEC_PUSH(&n->global_numbers, (NetNumber){0, (uint16_t)(n->s->first_number + *number), small});
  ++*number;
}

static int relative(const NetEncoder *n, Player who) { return net_relative(n->e->players, n->viewer, who); }

static Player player_after(const NetEncoder *n, int steps) { return (n->viewer - 1 + steps) % n->e->players + 1; }

static bool seats_changed(const NetEncoder *n) {
  const int32_t *order = STATE_AT(n->x, int32_t, n->x->layout->order);
  for (int p = 1; p <= n->s->game->players; p++) {
    if (order[p] != p) return true;
  }
  return false;
}

static void put_players(NetEncoder *n) {
  const Layout *layout = n->s->layout;
  const StateHead *head = n->x->head;
  int phases = MIN(n->s->game->n_phases, NET_PHASES);
  for (int i = 0; i < n->e->players; i++) {
    Player p = player_after(n, i);
    if (p > n->s->game->players) continue;
    int phase = STATE_AT(n->x, int32_t, layout->phase)[p];
    if (phase < phases) put_global(n, GLOBAL_PHASES, i * phases + phase);
    if (head->active >> p & 1) put_global(n, GLOBAL_ACTIVE, i);
    if (layout->team && player_team(n->x, p) == player_team(n->x, n->viewer)) put_global(n, GLOBAL_TEAM, i);
  }
}

static void put_variables(NetEncoder *n) {
  for (int v = 0; v < n->s->vars; v++) {
    int32_t value = STATE_AT(n->x, int32_t, n->s->layout->vars)[v];
    if (value) put_global(n, GLOBAL_VAR, v * NET_BUCKETS + net_bucket(value));
  }
  if (n->s->layout->walk) {
    int32_t state = STATE_AT(n->x, WalkPlace, n->s->layout->walk)->state;
    put_global(n, GLOBAL_AUTOMATON, (int)(random_mix((uint64_t)state) % NET_AUTOMATON));
  }
  for (int i = 0; n->s->layout->dominoes && i < n->x->head->n_dominoes; i++) {
    put_global(n, GLOBAL_DOMINO, STATE_AT(n->x, int32_t, n->s->layout->dominoes)[i]);
  }
}

// ---- what is not seen

static void count_unseen(NetEncoder *n, int32_t what, Player who, int hidden) {
  const NetSection *s = n->s;
  if (what <= 0 || what >= s->game->n_components) return;
  int owner = hidden & HIDDEN_WHO ? s->owners - 2 : relative(n, who);
  uint8_t *count = &n->unseen.at[s->products ? n->kind_of[what] * s->owners + owner : n->kind_of[what]];
  *count = (uint8_t)MIN(*count + 1, NET_UNSEEN);
}

static void count_hidden_site(NetEncoder *n, SiteType type, int32_t site) {
  int32_t levels = n->s->layout->sites[type].levels ? site_height(n->x, type, site) : 1;
  for (int32_t level = 0; level < levels; level++) {
    int hidden = site_hidden_mask(n->x, type, site, level, n->viewer);
    if (!(hidden & (HIDDEN_ALL | HIDDEN_WHAT))) continue;
    bool mixed = hidden & HIDDEN_ALL || n->s->layout->dominoes;
    count_unseen(n, site_what(n->x, type, site, level), site_who(n->x, type, site, level), mixed ? HIDDEN_WHO : hidden);
  }
}

// Which pieces are hidden somewhere, and how many of each, though not where: what a player knows who remembers all that
// was seen, and what guesses are drawn from. Dominoes that nobody has yet are as unknown as those in a hidden hand.
static void put_unseen(NetEncoder *n) {
  const Layout *layout = n->s->layout;
  int pieces = n->s->globals[GLOBAL_UNSEEN].n / NET_UNSEEN;
  VEC_CLEAR(&n->unseen);
  for (int i = 0; i < pieces; i++) VEC_PUSH(&n->unseen, (uint8_t)0);
  if (!pieces) return;
  for (SiteType type = 0; type < SITE_TYPES; type++) {
    int32_t sites = layout->sites[type].hidden ? n->s->game->sites[type] : 0;
    for (int32_t site = 0; site < sites; site++) count_hidden_site(n, type, site);
  }
  for (int i = 0; layout->dominoes && i < n->x->head->n_dominoes; i++) {
    count_unseen(n, STATE_AT(n->x, int32_t, layout->dominoes)[i], 0, HIDDEN_WHO);
  }
  for (int i = 0; i < pieces; i++) {
    if (n->unseen.at[i]) put_global(n, GLOBAL_UNSEEN, i * NET_UNSEEN + n->unseen.at[i] - 1);
  }
}

static void put_per_player(NetEncoder *n, int *number, uint32_t offset) {
  for (int i = 0; i < n->e->players; i++) {
    Player p = player_after(n, i);
    put_value(n, number, offset && p <= n->s->game->players ? STATE_AT(n->x, int32_t, offset)[p] : 0);
  }
}

// The beginning of a game is told from the rest of it, but a long game from a longer one only by its position: a
// network knows nothing about games longer than those it learnt from.
enum { MOVES_TOLD = 100 };

// In the order of add_global_numbers.
static void put_global_numbers(NetEncoder *n) {
  const StateHead *head = n->x->head;
  const Layout *layout = n->s->layout;
  int number = 0;
  put_value(n, &number, MIN(head->moves, MOVES_TOLD));
  put_value(n, &number, MIN(head->turn, MOVES_TOLD));
  put_value(n, &number, head->counter);
  put_value(n, &number, head->pot);
  put_value(n, &number, head->temp);
  put_per_player(n, &number, layout->score);
  put_per_player(n, &number, layout->match_score);
  put_per_player(n, &number, layout->amount);
  put_per_player(n, &number, layout->player_value);
  for (int v = 0; v < n->s->vars; v++) put_value(n, &number, STATE_AT(n->x, int32_t, layout->vars)[v]);
  for (int m = 0; m < n->s->memories; m++) put_value(n, &number, STATE_AT(n->x, int32_t, layout->memory_n)[m]);
  for (int h = 0; h < n->s->dice_hands; h++) put_value(n, &number, STATE_AT(n->x, int32_t, layout->dice_sum)[h]);
}

void encode_globals(NetEncoder *n) {
  const StateHead *head = n->x->head;
  put_global(n, GLOBAL_SEAT, n->viewer - 1);
  if (n->s->game->meta.swap && seats_changed(n)) put_global(n, GLOBAL_SWAPPED, 0);
  put_global(n, GLOBAL_MOVER, relative(n, head->mover));
  put_global(n, GLOBAL_PREVIOUS, relative(n, head->prev));
  put_global(n, GLOBAL_NEXT, relative(n, head->next));
  put_players(n);
  put_global(n, GLOBAL_PASSES, MIN(head->passes, 3));
  put_global(n, GLOBAL_SAME_TURN, MIN(head->turn_same, 5));
  put_global(n, GLOBAL_TRUMP, head->trump);
  if (head->dice_equal) put_global(n, GLOBAL_DICE_EQUAL, 0);
  put_variables(n);
  put_unseen(n);
  put_global(n, GLOBAL_SECTION, 0);
  put_global_numbers(n);
}

// ---- moves ---------------------------------------------------------------------------------------

enum { OTHERS_MAX = 12, ACTIONS_MAX = 24 };

static void put_part(NetEncoder *n, int role, int index) {
  if (index >= 0) VEC_PUSH(&n->parts, (NetPart){(uint16_t)role, (uint16_t)index});
}

static void put_move_fact(NetEncoder *n, MoveFact group, int i) {
  NetGroup at = n->s->moves[group];
  if (i >= 0 && i < at.n) put_part(n, NET_ROLE_FACT, at.first + i);
}

static SiteType action_type(const NetEncoder *n, int8_t type) {
  return type < 0 ? n->s->game->site_type : (SiteType)type;
}

// The type of site that the move's from or to is: that of an action which names it.
static SiteType end_type(const NetEncoder *n, const Action *actions, uint32_t count, int32_t site, bool from) {
  for (uint32_t i = 0; i < count; i++) {
    const Action *a = &actions[i];
    if (from && a->from == site && a->type_from >= 0) return (SiteType)a->type_from;
    if (!from && a->to == site && a->type_to >= 0) return (SiteType)a->type_to;
  }
  return n->s->game->site_type;
}

// The piece that a move puts down or makes of another.
static void put_move_piece(NetEncoder *n, const Action *a) {
  const NetSection *s = n->s;
  bool names = a->kind == ACT_ADD || a->kind == ACT_INSERT || a->kind == ACT_PROMOTE;
  if (!names || a->what <= 0 || a->what >= s->game->n_components) return;
  int kind = n->kind_of[a->what], owner = relative(n, s->game->components[a->what].owner);
  put_move_fact(n, MOVE_PIECE, s->products ? kind * s->owners + owner : kind);
  put_move_fact(n, MOVE_OWNER, owner);
}

static void put_other(NetEncoder *n, size_t first, int index) {
  if (index < 0 || n->parts.n - first >= OTHERS_MAX) return;
  for (size_t i = first; i < n->parts.n; i++) {
    if (n->parts.at[i].role < NET_ROLE_FACT && n->parts.at[i].index == index) return;
  }
  put_part(n, NET_ROLE_OTHER, index);
}

// Sites it passes over, and sites that its actions change.
static void put_others(NetEncoder *n, const Move *move, const Action *actions, uint32_t count, size_t first) {
  SiteList passed = move_passed(n->x, move);
  for (int i = 0; i < passed.n; i++) {
    put_other(n, first, encoder_token(n, n->s->game->site_type, passed.at[i]));
  }
  for (uint32_t i = 0; i < count; i++) {
    if (actions[i].to < 0 || actions[i].kind == ACT_THEN) continue;
    put_other(n, first, encoder_landing(n, action_type(n, actions[i].type_to), actions[i].to));
  }
}

static void put_choice(NetEncoder *n, const Action *a) {
  if (a->state >= 0) put_move_fact(n, MOVE_STATE, net_bucket(a->state));
  if (a->rotation >= 0) put_move_fact(n, MOVE_ROTATION, net_bucket(a->rotation));
  if (a->count > 1) put_move_fact(n, MOVE_COUNT, net_bucket(a->count));
  if (a->value >= 0 && a->kind != ACT_STEP) put_move_fact(n, MOVE_VALUE, net_bucket(a->value));
}

static const Action *decision_of(const Action *actions, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (actions[i].flags & ACTION_DECISION) return &actions[i];
  }
  return count ? actions : NULL;
}

// In games with stacks: the piece that a move takes from one, such as the card played, where the player sees it.
static void put_taken_piece(NetEncoder *n, const Move *move, SiteType type) {
  const NetSection *s = n->s;
  if (!s->layout->sites[type].levels || move->from >= s->game->sites[type]) return;
  int level = MIN(move_detail(n->x, move).level_max, site_height(n->x, type, move->from) - 1);
  if (level < 0) return;
  int hidden = s->layout->sites[type].hidden ? site_hidden_mask(n->x, type, move->from, level, n->viewer) : 0;
  int32_t what = site_what(n->x, type, move->from, level);
  if (hidden || what <= 0 || what >= s->game->n_components) return;
  int owner = relative(n, site_who(n->x, type, move->from, level));
  put_move_fact(n, MOVE_PIECE, s->products ? n->kind_of[what] * s->owners + owner : n->kind_of[what]);
  put_move_fact(n, MOVE_OWNER, owner);
}

static void put_move(NetEncoder *n, const Move *move) {
  Action few[FILL_MOST];
  const Action *actions = move_actions(n->x, move, few);
  MoveDetail detail = move_detail(n->x, move);
  uint32_t count = MIN(move->n, (uint32_t)ACTIONS_MAX);
  size_t first = n->parts.n;
  if (move->from >= 0) {
    put_part(n, NET_ROLE_FROM, encoder_top(n, end_type(n, actions, count, move->from, true), move->from));
  }
  if (move->to >= 0) {
    put_part(n, NET_ROLE_TO, encoder_landing(n, end_type(n, actions, count, move->to, false), move->to));
  }
  put_others(n, move, actions, count, first);
  const Action *decision = decision_of(actions, count);
  put_move_fact(n, MOVE_KIND, decision ? decision->kind : ACT_PASS);
  if (decision) put_choice(n, decision);
  for (uint32_t i = 0; i < count; i++) {
    put_move_piece(n, &actions[i]);
    if (actions[i].kind == ACT_SET_NEXT_PLAYER) put_move_fact(n, MOVE_AGAIN, relative(n, actions[i].player));
  }
  if (move->n > 1) put_move_fact(n, MOVE_ACTIONS, MIN(move->n, 7));
  if (n->s->moves[MOVE_LEVEL].n) {
    if (move->from >= 0) put_taken_piece(n, move, end_type(n, actions, count, move->from, true));
    put_move_fact(n, MOVE_LEVEL, net_bucket(detail.level_min));
    put_move_fact(n, MOVE_LEVELS, net_bucket(detail.level_max - detail.level_min));
  }
  if (move->mover != n->viewer) put_move_fact(n, MOVE_MOVER, relative(n, move->mover));
}

// ---- moves that look the same --------------------------------------------------------------------

static uint64_t parts_hash(const NetEncoder *n, uint32_t move) {
  uint32_t first = n->starts.at[move], end = n->starts.at[move + 1];
  uint64_t hash = end - first;
  for (uint32_t i = first; i < end; i++) {
    hash = random_mix(hash * 0x9e3779b97f4a7c15ULL + ((uint64_t)n->parts.at[i].role << 16 | n->parts.at[i].index));
  }
  return hash;
}

static void slots_begin(NetEncoder *n, size_t moves) {
  size_t wanted = 16;
  while (wanted < 2 * moves) wanted *= 2;
  if (n->slots.n < wanted) {
    while (n->slots.cap < wanted) n->slots.at = vec_grow(n->slots.at, &n->slots.cap, sizeof *n->slots.at);
    memset(n->slots.at, 0, wanted * sizeof *n->slots.at);
    n->slots.n = wanted;
    n->round = 0;
  }
  n->round++;
}

// The slot of an earlier move with this hash, or a new one of this move.
static MoveSlot *slots_find(NetEncoder *n, uint64_t hash, uint32_t move) {
  size_t mask = n->slots.n - 1;
  for (size_t at = hash & mask;; at = (at + 1) & mask) {
    MoveSlot *slot = &n->slots.at[at];
    if (slot->round == n->round && slot->hash == hash) return slot;
    if (slot->round == n->round) continue;
    *slot = (MoveSlot){hash, move, n->round};
    return slot;
  }
}

// Marks moves that look like another one; whether there are any.
static bool find_look_alikes(NetEncoder *n, uint32_t moves) {
  bool found = false;
  while (n->again.cap < moves) n->again.at = vec_grow(n->again.at, &n->again.cap, 1);
  if (moves) memset(n->again.at, 0, moves);
  slots_begin(n, moves);
  for (uint32_t i = 0; i < moves; i++) {
    MoveSlot *slot = slots_find(n, parts_hash(n, i), i);
    if (slot->move == i) continue;
    n->again.at[i] = n->again.at[slot->move] = 1;
    found = true;
  }
  return found;
}

// Everything but the sites.
static uint64_t shape_of(const NetEncoder *n, const Move *move) {
  uint64_t hash = (uint64_t)(uint16_t)move_detail(n->x, move).state;
  for (uint32_t i = 0; i < move->n; i++) {
    const Action copy = move_action(n->x, move, i), *a = &copy;
    const int32_t fields[] = {a->kind,  a->flags,    a->type_from, a->type_to, a->level_from, a->level_to,     a->what,
                              a->state, a->rotation, a->player,    a->count,   a->value,      a->to - move->to};
    hash = hash_bytes(fields, sizeof fields, hash);
  }
  return hash;
}

typedef int ExtraFn(NetEncoder *n, const Move *move, uint32_t i);

// Gives the marked moves one more fact each.
static void add_facts(NetEncoder *n, MoveList legal, MoveFact group, ExtraFn *which) {
  VEC_CLEAR(&n->old_parts);
  for (size_t i = 0; i < n->parts.n; i++) VEC_PUSH(&n->old_parts, n->parts.at[i]);
  VEC_CLEAR(&n->parts);
  uint32_t first = 0;
  for (uint32_t i = 0; i < legal.n; i++) {
    uint32_t end = n->starts.at[i + 1];
    for (; first < end; first++) VEC_PUSH(&n->parts, n->old_parts.at[first]);
    if (n->again.at[i]) put_move_fact(n, group, which(n, move_at(n->x, legal, i), i));
    n->starts.at[i + 1] = (uint32_t)n->parts.n;
  }
}

static int shape_fact(NetEncoder *n, const Move *move, uint32_t i) { return (int)(shape_of(n, move) % NET_SHAPES); }

static int variant_fact(NetEncoder *n, const Move *move, uint32_t i) { return MIN(n->again.at[i], NET_VARIANTS) - 1; }

// What still looks the same is numbered.
static void number_look_alikes(NetEncoder *n, uint32_t moves) {
  VEC(uint32_t) seen = {0};
  for (uint32_t i = 0; i < moves; i++) VEC_PUSH(&seen, 0u);
  memset(n->again.at, 0, moves);
  slots_begin(n, moves);
  for (uint32_t i = 0; i < moves; i++) {
    MoveSlot *slot = slots_find(n, parts_hash(n, i), i);
    n->again.at[i] = (uint8_t)MIN(++seen.at[slot->move], 255u);
  }
  VEC_FREE(&seen);
}

void encode_moves(NetEncoder *n, MoveList legal) {
  VEC_PUSH(&n->starts, 0u);
  for (uint32_t i = 0; i < legal.n; i++) {
    put_move(n, move_at(n->x, legal, i));
    VEC_PUSH(&n->starts, (uint32_t)n->parts.n);
  }
  if (!find_look_alikes(n, legal.n)) return;
  add_facts(n, legal, MOVE_SHAPE, shape_fact);
  if (!find_look_alikes(n, legal.n)) return;
  number_look_alikes(n, legal.n);
  add_facts(n, legal, MOVE_VARIANT, variant_fact);
}

// ---- planes --------------------------------------------------------------------------------------

void encode_planes(NetEncoder *n, MoveList legal) {
  const TensorEncoding *t = n->e->planes;
  int plane = tensor_plane(t), size = tensor_state_size(t);
  tensor_state_seen(t, n->x, n->viewer, n->planes);
  for (int i = 0; i < size; i++) {
    float value = n->planes[i];
    if (value == 1) VEC_PUSH(&n->facts, (NetFact){(uint16_t)(i % plane), (uint16_t)(i / plane)});
    else if (value != 0) VEC_PUSH(&n->numbers, (NetNumber){(uint16_t)(i % plane), (uint16_t)(i / plane), value});
  }
  VEC_PUSH(&n->starts, 0u);
  for (uint32_t i = 0; i < legal.n; i++) {
    int place = tensor_move(t, n->x, move_at(n->x, legal, i));
    put_part(n, place / plane, place % plane);
    VEC_PUSH(&n->starts, (uint32_t)n->parts.n);
  }
  for (int i = (int)n->tokens.n; i < plane; i++) VEC_PUSH(&n->tokens, (uint16_t)i);
}
