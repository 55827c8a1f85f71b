// Positions as samples: what stands on every site, as one player sees it.
#include "net/input/encode_internal.h"
#include "state/block/access.h"
#include "state/block/site.h"

// ---- memory --------------------------------------------------------------------------------------

NetEncoder *net_encoder_new(const NetEncoding *e) {
  NetEncoder *n = mem_alloc_zero(sizeof *n);
  n->e = e;
  n->index_of = mem_alloc((size_t)e->tokens * sizeof *n->index_of + 1);
  for (int t = 0; t < e->tokens; t++) n->index_of[t] = t;
  if (e->planes) n->planes = mem_alloc((size_t)tensor_state_size(e->planes) * sizeof *n->planes + 1);
  return n;
}

void net_encoder_free(NetEncoder *n) {
  if (!n) return;
  VEC_FREE(&n->facts);
  VEC_FREE(&n->numbers);
  VEC_FREE(&n->globals);
  VEC_FREE(&n->global_numbers);
  VEC_FREE(&n->starts);
  VEC_FREE(&n->parts);
  VEC_FREE(&n->old_parts);
  VEC_FREE(&n->tokens);
  VEC_FREE(&n->block);
  VEC_FREE(&n->again);
  VEC_FREE(&n->slots);
  VEC_FREE(&n->unseen);
  mem_free(n->index_of);
  mem_free(n->planes);
  mem_free(n);
}

// ---- one token -----------------------------------------------------------------------------------

static void put_fact(NetEncoder *n, int index, TokenFact group, int i) {
  NetGroup at = n->s->facts[group];
  if (i >= 0 && i < at.n) VEC_PUSH(&n->facts, (NetFact){(uint16_t)index, (uint16_t)(at.first + i)});
}

static void put_number(NetEncoder *n, int index, int number, float value) {
  if (value != 0) VEC_PUSH(&n->numbers, (NetNumber){(uint16_t)index, (uint16_t)number, value});
}

static void put_bucket(NetEncoder *n, int index, TokenFact group, int32_t value) {
  if (n->s->facts[group].n) put_fact(n, index, group, net_bucket(value));
}

static void put_piece(NetEncoder *n, int index, TokenFact group, int32_t what, Player who, int hidden) {
  const NetSection *s = n->s;
  if (what <= 0 || what >= s->game->n_components) return;
  int owner = net_relative(n->e->players, n->viewer, who), kind = n->kind_of[what];
  if (hidden & HIDDEN_WHAT) {
    if (!(hidden & HIDDEN_WHO)) put_fact(n, index, FACT_OWNER, owner);
  } else if (s->products && !(hidden & HIDDEN_WHO)) {
    put_fact(n, index, group, kind * s->owners + owner);
  } else {
    put_fact(n, index, group, s->products ? kind * s->owners + s->owners - 2 : kind);
    if (!(hidden & HIDDEN_WHO)) put_fact(n, index, FACT_OWNER, owner);
  }
}

static int hidden_from_viewer(const NetEncoder *n, SiteType type, int32_t site, int32_t level) {
  if (!n->s->layout->sites[type].hidden) return 0;
  return site_hidden_mask(n->x, type, site, level, n->viewer);
}

static void put_hidden(NetEncoder *n, int index, int mask) {
  for (int bit = 0; bit < 7; bit++) {
    if (mask >> bit & 1) put_fact(n, index, FACT_HIDDEN, bit);
  }
}

// The cells a large piece lies on.
static void put_cover(NetEncoder *n, SiteType type, int32_t site, int32_t what, Player who) {
  if (!piece_is_large(n->x, what) || type != SITE_CELL) return;
  int32_t cells[LARGE_SITES_MAX];
  int count = large_sites(n->x, what, site, site_state(n->x, type, site, -1), cells);
  for (int i = 0; i < count; i++) {
    int index = encoder_token(n, SITE_CELL, cells[i]);
    if (index >= 0) put_piece(n, index, FACT_COVER, what, who, 0);
  }
}

// State, rotation and value of the piece on top.
static void put_details(NetEncoder *n, int index, SiteType type, int32_t site, int hidden) {
  const NetSection *s = n->s;
  if (s->facts[FACT_STATE].n && !(hidden & HIDDEN_STATE)) {
    put_bucket(n, index, FACT_STATE, site_state(n->x, type, site, -1));
  }
  if (s->facts[FACT_ROTATION].n && !(hidden & HIDDEN_ROTATION)) {
    put_bucket(n, index, FACT_ROTATION, site_rotation(n->x, type, site, -1));
  }
  if (s->facts[FACT_VALUE].n && !(hidden & HIDDEN_VALUE)) {
    int32_t value = site_value(n->x, type, site, -1);
    put_bucket(n, index, FACT_VALUE, value);
    put_number(n, index, NUMBER_VALUE, net_squash(value));
  }
}

static void put_flat(NetEncoder *n, int index, SiteType type, int32_t site) {
  int32_t what = site_what(n->x, type, site, -1);
  int hidden = hidden_from_viewer(n, type, site, 0);
  if (hidden) put_hidden(n, index, hidden);
  if (hidden & HIDDEN_ALL) return;
  if (what <= 0) {
    put_fact(n, index, FACT_MARK, MARK_EMPTY);
    return;
  }
  Player who = site_who(n->x, type, site, -1);
  put_piece(n, index, FACT_PIECE, what, who, hidden);
  if (n->s->facts[FACT_COVER].n && !hidden) put_cover(n, type, site, what, who);
  if (n->s->facts[FACT_COUNT].n && !(hidden & HIDDEN_COUNT)) {
    int32_t count = site_count(n->x, type, site);
    put_bucket(n, index, FACT_COUNT, count);
    put_number(n, index, NUMBER_COUNT, net_squash(count));
  }
  put_details(n, index, type, site, hidden);
}

static void put_level(NetEncoder *n, int index, TokenFact group, SiteType type, int32_t site, int32_t level) {
  int hidden = hidden_from_viewer(n, type, site, level);
  if (hidden & HIDDEN_ALL) return;
  put_piece(n, index, group, site_what(n->x, type, site, level), site_who(n->x, type, site, level), hidden);
}

enum { HELD_MOST = 24 };  // pieces of a stack shown wherever they lie in it, such as the cards of a hand

static void put_stack(NetEncoder *n, int index, SiteType type, int32_t site) {
  int height = site_height(n->x, type, site);
  if (!height) {
    put_fact(n, index, FACT_MARK, MARK_EMPTY);
    return;
  }
  int hidden = hidden_from_viewer(n, type, site, height - 1), mine = 0;
  if (hidden) put_hidden(n, index, hidden);
  for (int i = 0; i < 4 && i < height; i++) {
    put_level(n, index, i ? (TokenFact)(FACT_BELOW + i - 1) : FACT_PIECE, type, site, height - 1 - i);
  }
  for (int level = 0; level < 8 && level < height; level++) {
    put_level(n, index, (TokenFact)(FACT_LEVEL0 + level), type, site, level);
  }
  for (int level = MAX(height - HELD_MOST, 0); level < height; level++)
    put_level(n, index, FACT_HELD, type, site, level);
  for (int level = 0; level < height; level++) {
    bool seen = !(hidden_from_viewer(n, type, site, level) & (HIDDEN_ALL | HIDDEN_WHO));
    mine += seen && site_who(n->x, type, site, level) == n->viewer;
  }
  put_bucket(n, index, FACT_HEIGHT, height);
  put_number(n, index, NUMBER_HEIGHT, net_squash(height));
  if (!hidden) put_number(n, index, NUMBER_MINE, net_squash(mine));
  if (!(hidden & HIDDEN_ALL)) put_details(n, index, type, site, hidden);
  int32_t top = site_what(n->x, type, site, height - 1);
  if (n->s->facts[FACT_COVER].n && !hidden) put_cover(n, type, site, top, site_who(n->x, type, site, height - 1));
}

// One level of a row of columns.
static void put_column(NetEncoder *n, int index, SiteType type, int32_t site, int level) {
  int height = site_height(n->x, type, site);
  if (level < height) put_level(n, index, FACT_PIECE, type, site, level);
  else put_fact(n, index, FACT_MARK, MARK_EMPTY);
  if (level == height) put_fact(n, index, FACT_MARK, MARK_PLAYABLE);
  if (level == height - 1) put_details(n, index, type, site, hidden_from_viewer(n, type, site, level));
}

static void put_puzzle(NetEncoder *n, int index, SiteType type, int32_t site) {
  ValueSet possible = puzzle_values(n->x, type, site);
  int32_t found = values_single(possible);
  if (found >= 0) put_fact(n, index, FACT_RESOLVED, found);
  else put_fact(n, index, FACT_MARK, MARK_EMPTY);
  for (int value = 0; found < 0 && value < n->s->facts[FACT_POSSIBLE].n; value++) {
    if (values_meet(possible, values_one(value))) put_fact(n, index, FACT_POSSIBLE, value);
  }
}

static bool is_puzzle_site(const NetEncoder *n, SiteType type, int32_t site) {
  return n->s->layout->sites[type].puzzle && site < topo_count(n->s->game->board, type);
}

static void put_token(NetEncoder *n, int t) {
  SiteType type = n->s->type_of[t];
  int32_t site = n->s->site_of[t];
  int index = n->index_of[n->s->first + t];
  if (index < 0) return;
  if (is_puzzle_site(n, type, site)) put_puzzle(n, index, type, site);
  else if (n->s->levels > 1 && site < topo_count(n->s->game->board, type)) {
    put_column(n, index, type, site, n->s->level_of[t]);
  } else if (n->s->layout->sites[type].levels) put_stack(n, index, type, site);
  else put_flat(n, index, type, site);
  if (n->s->layout->sites[type].cost) {
    put_number(n, index, NUMBER_COST, net_squash(STATE_AT(n->x, int32_t, n->s->layout->sites[type].cost)[site]));
  }
}

// ---- marks ---------------------------------------------------------------------------------------

int encoder_landing(const NetEncoder *n, SiteType type, int32_t site) {
  int index = encoder_token(n, type, site);
  if (index < 0 || n->s->levels == 1 || site >= topo_count(n->s->game->board, type)) return index;
  return index + MIN(site_height(n->x, type, site), n->s->levels - 1);
}

int encoder_top(const NetEncoder *n, SiteType type, int32_t site) {
  int index = encoder_token(n, type, site);
  if (index < 0 || n->s->levels == 1 || site >= topo_count(n->s->game->board, type)) return index;
  return index + MAX(MIN(site_height(n->x, type, site), n->s->levels) - 1, 0);
}

static void mark(NetEncoder *n, SiteType type, int32_t site, enum TokenMark which) {
  int index = encoder_top(n, type, site);
  if (index >= 0) put_fact(n, index, FACT_MARK, (int)which);
}

static void mark_list(NetEncoder *n, uint32_t offset, int count, enum TokenMark which) {
  for (int i = 0; i < count; i++) mark(n, n->s->game->site_type, STATE_AT(n->x, int32_t, offset)[i], which);
}

static void mark_set(NetEncoder *n, SiteType type, uint32_t offset, enum TokenMark which) {
  const Word *set = STATE_AT(n->x, Word, offset);
  FOR_BITS(site, set, n->x->words) mark(n, type, site, which);
}

static bool out_of_sight(const NetEncoder *n, SiteType type, int32_t site) {
  if (site < 0 || site >= n->s->game->sites[type]) return false;
  return hidden_from_viewer(n, type, site, MAX(site_height(n->x, type, site) - 1, 0)) & HIDDEN_ALL;
}

// Where somebody else moved out of the viewer's sight, nothing is marked.
static void mark_last_moves(NetEncoder *n) {
  const StateHead *head = n->x->head;
  for (int back = 0; back < 2 && back < head->made; back++) {
    const LastMove *move = back ? &head->second_last : &head->last;
    SiteType from = (SiteType)(move->types & 3), to = (SiteType)(move->types >> 2);
    bool own = move->mover == n->viewer;
    if (!own && (out_of_sight(n, from, move->from) || out_of_sight(n, to, move->to))) continue;
    mark(n, from, move->from, back ? MARK_SECOND_FROM : MARK_LAST_FROM);
    mark(n, to, move->to, back ? MARK_SECOND_TO : MARK_LAST_TO);
  }
}

static void put_marks(NetEncoder *n) {
  const Layout *layout = n->s->layout;
  const StateHead *head = n->x->head;
  mark_last_moves(n);
  if (layout->pending) mark_list(n, layout->pending, head->n_pending, MARK_PENDING);
  if (layout->to_remove) mark_list(n, layout->to_remove, head->n_to_remove, MARK_TO_REMOVE);
  if (layout->visited) mark_set(n, n->s->game->site_type, layout->visited, MARK_VISITED);
  if (layout->playable) mark_set(n, SITE_CELL, layout->playable, MARK_PLAYABLE);
  if (layout->walk) mark(n, n->s->game->site_type, STATE_AT(n->x, WalkPlace, layout->walk)->vertex, MARK_WALK);
}

static void put_dice(NetEncoder *n) {
  int die = 0;
  for (int c = 0; n->s->layout->dice && c < n->s->game->n_containers; c++) {
    const Container *hand = &n->s->game->containers[c];
    if (hand->kind != CONTAINER_DICE) continue;
    for (int i = 0; i < hand->n; i++, die++) {
      int index = encoder_token(n, SITE_CELL, hand->first + i);
      if (index >= 0) put_bucket(n, index, FACT_DIE, STATE_AT(n->x, int32_t, n->s->layout->dice)[die]);
    }
  }
}

// ---- which tokens --------------------------------------------------------------------------------

static bool is_in_use(NetEncoder *n, int t) {
  SiteType type = n->s->type_of[t];
  int32_t site = n->s->site_of[t];
  if (site >= topo_count(n->s->game->board, type)) return true;
  return !site_empty(n->x, type, site) ||
         (n->s->layout->playable && type == SITE_CELL && bit_get(STATE_AT(n->x, Word, n->s->layout->playable), site));
}

static void use_token(NetEncoder *n, int32_t token) {
  if (token < 0 || n->index_of[token] >= 0) return;
  n->index_of[token] = (int32_t)n->tokens.n;
  VEC_PUSH(&n->tokens, (uint16_t)token);
}

static void use_move_tokens(NetEncoder *n, MoveList legal) {
  for (uint32_t i = 0; i < legal.n; i++) {
    const Move *move = move_at(n->x, legal, i);
    SiteType type = n->s->game->site_type;
    if (move->from >= 0 && move->from < n->s->game->sites[type]) use_token(n, n->s->token_of[type][move->from]);
    if (move->to >= 0 && move->to < n->s->game->sites[type]) use_token(n, n->s->token_of[type][move->to]);
  }
}

// On boards that grow: what has pieces or can be played on, with its neighbours. Elsewhere all tokens of the game.
static void choose_tokens(NetEncoder *n, MoveList legal) {
  const NetSection *s = n->s;
  bool all = !s->grows && n->e->n_sections == 1;
  if (all && n->tokens.n == (size_t)s->n) return;
  VEC_CLEAR(&n->tokens);
  for (int t = 0; t < n->e->tokens; t++) n->index_of[t] = -1;
  for (int t = 0; t < s->n; t++) {
    if (!s->grows || is_in_use(n, t)) use_token(n, s->first + t);
  }
  if (!s->grows) return;
  use_move_tokens(n, legal);
  size_t used = n->tokens.n;
  const int32_t *neighbours = n->e->views[1].neighbours;
  for (size_t i = 0; i < used; i++) {
    for (int k = 1; k < n->e->directions; k++) {
      use_token(n, neighbours[(size_t)n->tokens.at[i] * (size_t)n->e->directions + (size_t)k]);
    }
  }
  if (!n->tokens.n) use_token(n, s->first + s->n / 2);
}

// ---- putting it together -------------------------------------------------------------------------

static void block_add(NetEncoder *n, const void *data, size_t bytes) {
  size_t padded = (bytes + 3) & ~(size_t)3;
  while (n->block.cap < n->block.n + padded + 8) n->block.at = vec_grow(n->block.at, &n->block.cap, 1);
  if (bytes) memcpy(n->block.at + n->block.n, data, bytes);
  memset(n->block.at + n->block.n + bytes, 0, padded - bytes + 8);
  n->block.n += padded;
}

static const NetSample *assemble(NetEncoder *n) {
  NetSample head = {.viewer = (uint16_t)n->viewer,
                    .n_tokens = (uint16_t)n->tokens.n,
                    .n_moves = (uint32_t)n->starts.n - 1,
                    .n_parts = (uint32_t)n->parts.n,
                    .n_facts = (uint32_t)n->facts.n,
                    .n_numbers = (uint32_t)n->numbers.n,
                    .n_global_facts = (uint32_t)n->globals.n,
                    .n_global_numbers = (uint32_t)n->global_numbers.n};
  VEC_CLEAR(&n->block);
  block_add(n, &head, sizeof head);
  block_add(n, n->facts.at, n->facts.n * sizeof *n->facts.at);
  block_add(n, n->numbers.at, n->numbers.n * sizeof *n->numbers.at);
  block_add(n, n->globals.at, n->globals.n * sizeof *n->globals.at);
  block_add(n, n->global_numbers.at, n->global_numbers.n * sizeof *n->global_numbers.at);
  block_add(n, n->starts.at, n->starts.n * sizeof *n->starts.at);
  block_add(n, n->parts.at, n->parts.n * sizeof *n->parts.at);
  block_add(n, n->tokens.at, n->tokens.n * sizeof *n->tokens.at);
  NetSample *sample = (NetSample *)(void *)n->block.at;
  sample->size = (uint32_t)((n->block.n + 7) & ~(size_t)7);
  return sample;
}

static const NetSection *section_of(const NetEncoding *e, const Game *game) {
  for (int i = 0; i < e->n_sections; i++) {
    if (e->sections[i].game == game) return &e->sections[i];
  }
  return &e->sections[0];
}

// How pieces are told apart: cards by the suit of trumps.
static const int32_t *kinds_in(const NetSection *s, int trump) {
  if (!s->trump_kinds) return s->kind_of;
  bool known = trump > 0 && trump <= s->suits;
  return s->trump_kinds + (known ? trump * s->game->n_components : 0);
}

const NetSample *net_encode(NetEncoder *n, Position *x, Player viewer, MoveList legal) {
  const NetSection *before = n->s;
  n->s = section_of(n->e, x->game);
  n->x = x;
  n->kind_of = kinds_in(n->s, x->head->trump);
  n->viewer = viewer >= 1 && viewer <= n->e->players ? viewer : 1;
  VEC_CLEAR(&n->facts);
  VEC_CLEAR(&n->numbers);
  VEC_CLEAR(&n->globals);
  VEC_CLEAR(&n->global_numbers);
  VEC_CLEAR(&n->starts);
  VEC_CLEAR(&n->parts);
  if (n->s != before) VEC_CLEAR(&n->tokens);
  if (n->e->planes) {
    encode_planes(n, legal);
    return assemble(n);
  }
  choose_tokens(n, legal);
  for (int t = 0; t < n->s->n; t++) put_token(n, t);
  put_marks(n);
  put_dice(n);
  encode_globals(n);
  encode_moves(n, legal);
  return assemble(n);
}
