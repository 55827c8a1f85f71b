// The state as the rules see it: what stands on a site, whose it is, and the writes behind every change. Each write
// goes into the undo log and keeps the hash.
#ifndef STATE_BLOCK_ACCESS_H
#define STATE_BLOCK_ACCESS_H

#include "base/random.h"
#include "state/run/run.h"

// ---- reading ------------------------------------------------------------------------------------

#define STATE_AT(x, Type, offset) ((Type *)(void *)((x)->block + (offset)))
#define SITE_LAYOUT(x, type) (&(x)->layout->sites[type])

// Sites of hands, dice and decks are cells whatever type was asked for.
static inline SiteType site_real_type(const Position *x, SiteType type, int32_t site) {
  return type != SITE_CELL && site >= x->game->sites[type] && site < x->game->sites[SITE_CELL] ? SITE_CELL : type;
}

// Queries by site; level -1 means the top of a stack. Sites off the board give 0 (nothing there).
int32_t site_what_any(const Position *x, SiteType type, int32_t site, int32_t level);
int32_t site_who_any(const Position *x, SiteType type, int32_t site, int32_t level);
bool site_empty_any(const Position *x, SiteType type, int32_t site);
static inline bool site_on_flat(const Position *x, SiteType type, int32_t site) {
  return x->flat_who[type] && (uint32_t)site < (uint32_t)x->game->sites[type];
}
// Where the kinds of pieces on the sites of a flat board are kept, for loops over many sites.
typedef struct FlatKinds {
  const uint8_t *narrow;
  const int16_t *wide;
} FlatKinds;
static inline FlatKinds flat_kinds(const Position *x, SiteType type) {
  return (FlatKinds){x->flat_what[type], x->wide_what[type]};
}
static inline int32_t kind_at(FlatKinds kinds, int32_t site) {
  return LIKELY(kinds.narrow) ? kinds.narrow[site] : kinds.wide[site];
}
// Only of sites of flat boards.
static inline int32_t flat_kind(const Position *x, SiteType type, int32_t site) {
  return kind_at(flat_kinds(x, type), site);
}
// The kind of piece of a number; that of no piece (0) where it is none: sites of deduction puzzles have values.
static inline const Component *component_of(const Position *x, int32_t what) {
  return &x->game->components[(uint32_t)what < (uint32_t)x->game->n_components ? what : 0];
}
// Flat boards, the common case, answer at once.
static inline int32_t site_what(const Position *x, SiteType type, int32_t site, int32_t level) {
  return LIKELY(level <= 0 && x->flat_what[type] && (uint32_t)site < (uint32_t)x->game->sites[type])
             ? x->flat_what[type][site]
             : site_what_any(x, type, site, level);
}
static inline int32_t site_who(const Position *x, SiteType type, int32_t site, int32_t level) {
  return LIKELY(level <= 0 && site_on_flat(x, type, site)) ? x->flat_who[type][site]
                                                           : site_who_any(x, type, site, level);
}
static inline bool site_empty(const Position *x, SiteType type, int32_t site) {
  return LIKELY(site_on_flat(x, type, site)) ? bit_get(x->flat_empty[type], site) : site_empty_any(x, type, site);
}
// What is kept of a level, by its number from the first site on.
static inline const uint8_t *kept_level(const Position *x, SiteType type, int32_t site, int32_t level) {
  size_t number = (size_t)site * x->layout->stack_height + (size_t)level;
  return x->stack_levels[type] + number * x->layout->level.bytes;
}
// A number of what is kept of a level, which may lie anywhere.
static inline int32_t kept_number(const uint8_t *at, int bytes) {
  if (LIKELY(bytes == 1)) return *at;
  int16_t two;
  int32_t four;
  if (bytes == 2) return memcpy(&two, at, sizeof two), two;
  return memcpy(&four, at, sizeof four), four;
}
static inline int32_t kept_what(const Position *x, const uint8_t *kept) {
  return kept_number(kept, x->layout->width.what);
}
static inline int32_t kept_who(const Position *x, const uint8_t *kept) { return kept[x->layout->level.who]; }
// All of a level; what is not kept is 0.
static inline Level level_read(const Position *x, SiteType type, int32_t site, int32_t level) {
  const uint8_t *kept = kept_level(x, type, site, level);
  const LevelLayout *at = &x->layout->level;
  return (Level){.what = kept_what(x, kept),
                 .who = kept_who(x, kept),
                 .rotation = at->rotation ? kept[at->rotation] : 0,
                 .state = at->state ? kept_number(kept + at->state, x->layout->width.state) : 0,
                 .value = at->value ? kept_number(kept + at->value, x->layout->width.value) : 0};
}
// What is kept of the level of a stack meant, -1: the top; NULL where there is none. Only of sites of boards with
// stacks.
static inline const uint8_t *stack_level(const Position *x, SiteType type, int32_t site, int32_t level) {
  int32_t height = x->stack_heights[type][site];
  if (level < 0) level = height - 1;
  return level >= 0 && level < height ? kept_level(x, type, site, level) : NULL;
}
int32_t site_count(const Position *x, SiteType type, int32_t site);
int32_t site_state(const Position *x, SiteType type, int32_t site, int32_t level);
int32_t site_rotation(const Position *x, SiteType type, int32_t site, int32_t level);
int32_t site_value(const Position *x, SiteType type, int32_t site, int32_t level);
int32_t site_height_any(const Position *x, SiteType type, int32_t site);
static inline bool site_on_stacks(const Position *x, SiteType type, int32_t site) {
  return x->stack_heights[type] && (uint32_t)site < (uint32_t)x->game->sites[type];
}
// Of the stack, 0 or 1 on flat boards.
static inline int32_t site_height(const Position *x, SiteType type, int32_t site) {
  return site_on_stacks(x, type, site) ? x->stack_heights[type][site] : site_height_any(x, type, site);
}
bool site_hidden(const Position *x, SiteType type, int32_t site, int32_t level, Player player, int mask);
int site_hidden_mask(const Position *x, SiteType type, int32_t site, int32_t level, Player player);
const Word *sites_empty(const Position *x, SiteType type);
// Where a player has a piece, on any level of a stack.
static inline const Word *sites_owned(const Position *x, SiteType type, Player player) {
  assert(player >= 0 && player <= x->game->players + 1);
  return STATE_AT(x, Word, SITE_LAYOUT(x, type)->owned) + (size_t)player * (size_t)x->words;
}
// The sites meant, one entry for each piece listed there: owner by owner, kind by kind, each in the order kept.
Ints sites_by_piece(Position *x, SiteType type, const Word *meant, uint32_t owners);
static inline int32_t player_team(const Position *x, Player player) {
  return STATE_AT(x, int32_t, x->layout->team)[player];
}
// Whoever is not the mover or of its team; nobody (0) is no enemy, the owner of what all share is one.
static inline bool player_is_enemy(const Position *x, Player player) {
  if (player == 0) return false;
  if (!x->layout->team || player < 0 || player > x->game->players) return player != x->head->mover;
  return player_team(x, player) != player_team(x, x->head->mover);
}
// The mover, or one of its team.
static inline bool player_is_friend(const Position *x, Player player) {
  if (!x->layout->team || player <= 0 || player > x->game->players) return player == x->head->mover;
  return player_team(x, player) == player_team(x, x->head->mover);
}
// Lines are looked for through sites below this. An edge counts only where there is a vertex of the same number.
static inline int line_sites(const Position *x, SiteType type) {
  int sites = topo_count(x->game->board, type);
  return type == SITE_EDGE ? MIN(sites, topo_count(x->game->board, SITE_VERTEX)) : sites;
}
static inline bool site_valid(const Position *x, SiteType type, int32_t site) {
  return site >= 0 && site < x->game->sites[type];
}

// ---- writing ------------------------------------------------------------------------------------

static inline void state_log(Position *x, uint32_t offset, uint32_t size, uint64_t old) {
  VEC_PUSH(&x->undo, (UndoEntry){offset, size, old});
}
static inline void state_put8(Position *x, uint32_t offset, uint8_t value) {
  uint8_t *at = x->block + offset;
  if (*at == value) return;
  state_log(x, offset, 1, *at);
  *at = value;
}
static inline void state_put16(Position *x, uint32_t offset, uint16_t value) {
  uint16_t *at = STATE_AT(x, uint16_t, offset);
  if (*at == value) return;
  state_log(x, offset, 2, *at);
  *at = value;
}
static inline void state_put32(Position *x, uint32_t offset, uint32_t value) {
  uint32_t *at = STATE_AT(x, uint32_t, offset);
  if (*at == value) return;
  state_log(x, offset, 4, *at);
  *at = value;
}
static inline void state_put64(Position *x, uint32_t offset, uint64_t value) {
  uint64_t *at = STATE_AT(x, uint64_t, offset);
  if (*at == value) return;
  state_log(x, offset, 8, *at);
  *at = value;
}
// Number i of an array of numbers of so many bytes.
static inline void state_put_number(Position *x, uint32_t offset, int32_t i, int bytes, int32_t number) {
#ifdef SENET_HARDENED
  assert(width_fits(number, bytes));
#endif
  if (LIKELY(bytes == 1)) state_put8(x, offset + (uint32_t)i, (uint8_t)number);
  else if (bytes == 4) state_put32(x, offset + 4u * (uint32_t)i, (uint32_t)number);
  else state_put16(x, offset + 2u * (uint32_t)i, (uint16_t)number);
}
// Up to eight bytes at any place.
static inline void state_put_bytes(Position *x, uint32_t offset, const uint8_t *bytes, uint32_t n) {
  uint64_t old = 0;
  unsigned char *at = x->block + offset;
  if (!memcmp(at, bytes, n)) return;
  memcpy(&old, at, n);
  state_log(x, offset, n, old);
  memcpy(at, bytes, n);
}
void state_put_double(Position *x, uint32_t offset, double value);
#define HEAD_SET(x, field, v) state_put32((x), (uint32_t)offsetof(StateHead, field), (uint32_t)(v))
static inline void state_toggle_hash(Position *x, uint64_t key) {
  state_put64(x, (uint32_t)offsetof(StateHead, hash), x->head->hash ^ key);
}
// The key of a value of some kind at some place: kinds below 256, levels below 65,536.
static inline uint64_t zobrist(int kind, int site, int level, int64_t value) {
  uint64_t place = (uint64_t)(uint32_t)site << 24 ^ (uint64_t)(uint32_t)level << 8 ^ (uint64_t)(uint32_t)kind;
  return random_mix(place * 0x9e3779b97f4a7c15ULL + (uint64_t)value * 0xd1342543de82ef95ULL + 1);
}
// int32_t element i of the array at offset.
static inline void state_put_item(Position *x, uint32_t offset, int i, int32_t value) {
  state_put32(x, offset + 4u * (uint32_t)i, (uint32_t)value);
}

// Flat sites: sets everything at once and keeps the bit sets in step. what 0 empties the site.
typedef struct Piece {
  int32_t what, who, count, state, rotation, value;
} Piece;
Piece site_piece(const Position *x, SiteType type, int32_t site, int32_t level);
void site_put(Position *x, SiteType type, int32_t site, Piece piece);
// Stacks.
void stack_push(Position *x, SiteType type, int32_t site, Piece piece);
void stack_insert(Position *x, SiteType type, int32_t site, int32_t level, Piece piece);
void stack_remove(Position *x, SiteType type, int32_t site, int32_t level);
void stack_set(Position *x, SiteType type, int32_t site, int32_t level, Piece piece);
void site_set_hidden(Position *x, SiteType type, int32_t site, int32_t level, Player player, int mask);

#endif
