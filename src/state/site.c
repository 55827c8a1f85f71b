// Reading and writing what stands on a site, on flat boards and on stacks. Flat boards keep one piece per
// site in arrays; stacking games keep levels bottom to top. Bit sets of empty and owned sites and the hash
// follow every change.
#include "state/exec.h"

enum { HASH_PIECE = 1, HASH_LEVEL = 2, HASH_COUNT = 3, HASH_HIDDEN = 4, HASH_PUZZLE = 5 };

static Level *levels_of(const Exec *x, SiteType type, int32_t site) {
  return STATE_AT(x, Level, SITE_LAYOUT(x, type)->levels) + (size_t)site * x->layout->stack_height;
}

static bool is_stacking(const Exec *x) { return game_has(x->game, GAME_STACKING); }

// Sites of a type this game keeps no pieces on read as empty.
static bool readable(const Exec *x, SiteType type, int32_t site) {
  return site_valid(x, type, site) && SITE_LAYOUT(x, type)->empty;
}

int32_t site_height(const Exec *x, SiteType type, int32_t site) {
  if (!readable(x, type, site)) return 0;
  if (is_stacking(x)) return x->block[SITE_LAYOUT(x, type)->height + (uint32_t)site];
  return !bit_get(sites_empty(x, type), site);
}

// The level record, or NULL when there is none; level -1 is the top.
static const Level *level_at(const Exec *x, SiteType type, int32_t site, int32_t level) {
  int32_t height = site_height(x, type, site);
  if (level < 0) level = height - 1;
  return level < 0 || level >= height ? NULL : levels_of(x, type, site) + level;
}

int32_t site_what(const Exec *x, SiteType type, int32_t site, int32_t level) {
  if (!readable(x, type, site)) return 0;
  if (!is_stacking(x)) return level > 0 ? 0 : STATE_AT(x, uint16_t, SITE_LAYOUT(x, type)->what)[site];
  const Level *at = level_at(x, type, site, level);
  return at ? at->what : 0;
}

int32_t site_who(const Exec *x, SiteType type, int32_t site, int32_t level) {
  if (!readable(x, type, site)) return 0;
  if (!is_stacking(x)) return level > 0 ? 0 : x->block[SITE_LAYOUT(x, type)->who + (uint32_t)site];
  const Level *at = level_at(x, type, site, level);
  return at ? at->who : 0;
}

int32_t site_count(const Exec *x, SiteType type, int32_t site) {
  if (!readable(x, type, site)) return 0;
  if (SITE_LAYOUT(x, type)->count) return STATE_AT(x, uint16_t, SITE_LAYOUT(x, type)->count)[site];
  return !bit_get(sites_empty(x, type), site);
}

int32_t site_state(const Exec *x, SiteType type, int32_t site, int32_t level) {
  if (!readable(x, type, site)) return 0;
  if (!is_stacking(x)) {
    uint32_t at = SITE_LAYOUT(x, type)->state;
    return at && level <= 0 ? STATE_AT(x, int16_t, at)[site] : 0;
  }
  const Level *at = level_at(x, type, site, level);
  return at ? at->state : 0;
}

int32_t site_rotation(const Exec *x, SiteType type, int32_t site, int32_t level) {
  if (!readable(x, type, site)) return 0;
  if (!is_stacking(x)) {
    uint32_t at = SITE_LAYOUT(x, type)->rotation;
    return at && level <= 0 ? x->block[at + (uint32_t)site] : 0;
  }
  const Level *at = level_at(x, type, site, level);
  return at ? at->rotation : 0;
}

int32_t site_value(const Exec *x, SiteType type, int32_t site, int32_t level) {
  if (!readable(x, type, site)) return 0;
  if (!is_stacking(x)) {
    uint32_t at = SITE_LAYOUT(x, type)->value;
    return at && level <= 0 ? STATE_AT(x, int32_t, at)[site] : 0;
  }
  const Level *at = level_at(x, type, site, level);
  return at ? at->value : 0;
}

Piece site_piece(const Exec *x, SiteType type, int32_t site, int32_t level) {
  return (Piece){.what = site_what(x, type, site, level),
                 .who = site_who(x, type, site, level),
                 .count = site_count(x, type, site),
                 .state = site_state(x, type, site, level),
                 .rotation = site_rotation(x, type, site, level),
                 .value = site_value(x, type, site, level)};
}

const Word *sites_empty(const Exec *x, SiteType type) { return STATE_AT(x, Word, SITE_LAYOUT(x, type)->empty); }

const Word *sites_owned(const Exec *x, SiteType type, Player player) {
  assert(player >= 0 && player <= x->game->players + 1);
  return STATE_AT(x, Word, SITE_LAYOUT(x, type)->owned) + (size_t)player * (size_t)x->words;
}

bool site_empty(const Exec *x, SiteType type, int32_t site) {
  return readable(x, type, site) && bit_get(sites_empty(x, type), site);
}

static void put_bit(Exec *x, uint32_t set, int32_t site, bool on) {
  uint32_t at = set + (uint32_t)(site >> 6) * 8u;
  Word word = *STATE_AT(x, Word, at), bit = (Word)1 << (site & 63);
  state_put64(x, at, on ? word | bit : word & ~bit);
}

static void put_owned(Exec *x, SiteType type, Player player, int32_t site, bool on) {
  put_bit(x, SITE_LAYOUT(x, type)->owned + (uint32_t)player * (uint32_t)x->words * 8u, site, on);
}

static uint64_t piece_key(SiteType type, int32_t site, int32_t level, Piece piece) {
  if (!piece.what && !piece.who) return 0;
  int64_t packed = piece.what | (int64_t)piece.who << 12 | (int64_t)piece.rotation << 17;
  int64_t more = (int64_t)piece.state * 2053 + (int64_t)piece.value * 4000037;
  return zobrist(HASH_PIECE + 8 * (int)type, site, level, packed ^ more << 24);
}

static uint64_t count_key(SiteType type, int32_t site, int32_t count) {
  return count ? zobrist(HASH_COUNT + 8 * (int)type, site, 0, count) : 0;
}

static void put_count(Exec *x, SiteType type, int32_t site, int32_t count) {
  uint32_t at = SITE_LAYOUT(x, type)->count;
  if (!at) return;
  int32_t old = STATE_AT(x, uint16_t, at)[site];
  if (old == count) return;
  state_toggle_hash(x, count_key(type, site, old) ^ count_key(type, site, count));
  state_put16(x, at + 2u * (uint32_t)site, (uint16_t)count);
}

static void put_flat(Exec *x, SiteType type, int32_t site, Piece old, Piece piece) {
  const SiteLayout *at = SITE_LAYOUT(x, type);
  state_toggle_hash(x, piece_key(type, site, 0, old) ^ piece_key(type, site, 0, piece));
  state_put16(x, at->what + 2u * (uint32_t)site, (uint16_t)piece.what);
  state_put8(x, at->who + (uint32_t)site, (uint8_t)piece.who);
  if (at->state) state_put16(x, at->state + 2u * (uint32_t)site, (uint16_t)piece.state);
  if (at->rotation) state_put8(x, at->rotation + (uint32_t)site, (uint8_t)piece.rotation);
  if (at->value) state_put32(x, at->value + 4u * (uint32_t)site, (uint32_t)piece.value);
}

// Fields this game has no storage for read back as 0, so they must not enter the hash.
static Piece stored(const Exec *x, SiteType type, Piece piece) {
  const SiteLayout *at = SITE_LAYOUT(x, type);
  if (!at->state) piece.state = 0;
  if (!at->rotation) piece.rotation = 0;
  if (!at->value) piece.value = 0;
  if (!game_has(x->game, GAME_PIECE_KINDS)) piece.what = piece.who;
  return piece;
}

void site_put(Exec *x, SiteType type, int32_t site, Piece piece) {
  if (!readable(x, type, site)) {
    exec_fault(x, "a piece was put off the board");
    return;
  }
  if (is_stacking(x)) {
    while (site_height(x, type, site) > 0) stack_remove(x, type, site, -1);
    if (piece.what) stack_push(x, type, site, piece);
    return;
  }
  Piece old = site_piece(x, type, site, 0);
  piece = piece.what ? stored(x, type, piece) : (Piece){0};
  put_flat(x, type, site, old, piece);
  put_count(x, type, site, piece.what || piece.who ? MAX(piece.count, 1) : 0);
  if (old.who != piece.who || !old.what != !piece.what) {
    if (old.what) put_owned(x, type, old.who, site, false);
    if (piece.what || piece.who) put_owned(x, type, piece.who, site, true);
    put_bit(x, SITE_LAYOUT(x, type)->empty, site, !piece.what && !piece.who);
  }
}

// ---- stacks --------------------------------------------------------------------------------------

static Piece piece_of(const Level *level) {
  return (Piece){.what = level->what, .who = level->who, .count = 1, .state = level->state,
                 .rotation = level->rotation, .value = level->value};
}

static uint32_t level_offset(const Exec *x, SiteType type, int32_t site, int32_t level) {
  size_t index = (size_t)site * x->layout->stack_height + (size_t)level;
  return SITE_LAYOUT(x, type)->levels + (uint32_t)(index * sizeof(Level));
}

static void put_level(Exec *x, SiteType type, int32_t site, int32_t level, Piece piece) {
  static_assert(sizeof(Level) == 12, "a level is written as two words");
  Level record = {.what = (uint16_t)piece.what, .who = (uint8_t)piece.who, .rotation = (uint8_t)piece.rotation,
                  .state = (int16_t)piece.state, .value = piece.value};
  uint32_t words[3], at = level_offset(x, type, site, level);
  memcpy(words, &record, sizeof words);
  for (uint32_t i = 0; i < 3; i++) state_put32(x, at + 4 * i, words[i]);
}

// After a change: who owns something here, and whether anything is left.
static void refresh_sets(Exec *x, SiteType type, int32_t site) {
  uint32_t owners = 0;
  int32_t height = site_height(x, type, site);
  for (int32_t l = 0; l < height; l++) owners |= 1u << levels_of(x, type, site)[l].who;
  for (int p = 0; p <= x->game->players + 1; p++) put_owned(x, type, p, site, owners >> p & 1);
  put_bit(x, SITE_LAYOUT(x, type)->empty, site, height == 0);
}

static void toggle_level(Exec *x, SiteType type, int32_t site, int32_t level) {
  Piece piece = piece_of(levels_of(x, type, site) + level);
  state_toggle_hash(x, piece_key(type, site, level + 1, piece));
}

void stack_insert(Exec *x, SiteType type, int32_t site, int32_t level, Piece piece) {
  int32_t height = site_height(x, type, site);
  if (!readable(x, type, site) || height >= (int32_t)x->layout->stack_height) {
    exec_fault(x, readable(x, type, site) ? "a stack grew too high" : "a piece was put off the board");
    return;
  }
  if (level < 0 || level > height) level = height;
  for (int32_t l = level; l < height; l++) toggle_level(x, type, site, l);
  for (int32_t l = height; l > level; l--) put_level(x, type, site, l, piece_of(levels_of(x, type, site) + l - 1));
  put_level(x, type, site, level, piece);
  state_put8(x, SITE_LAYOUT(x, type)->height + (uint32_t)site, (uint8_t)(height + 1));
  for (int32_t l = level; l <= height; l++) toggle_level(x, type, site, l);
  put_count(x, type, site, MAX(piece.count, 1));
  refresh_sets(x, type, site);
}

void stack_push(Exec *x, SiteType type, int32_t site, Piece piece) { stack_insert(x, type, site, -1, piece); }

void stack_remove(Exec *x, SiteType type, int32_t site, int32_t level) {
  int32_t height = site_height(x, type, site);
  if (level < 0) level = height - 1;
  if (level < 0 || level >= height) return;
  for (int32_t l = level; l < height; l++) toggle_level(x, type, site, l);
  for (int32_t l = level; l < height - 1; l++) {
    put_level(x, type, site, l, piece_of(levels_of(x, type, site) + l + 1));
  }
  put_level(x, type, site, height - 1, (Piece){0});
  state_put8(x, SITE_LAYOUT(x, type)->height + (uint32_t)site, (uint8_t)(height - 1));
  for (int32_t l = level; l < height - 1; l++) toggle_level(x, type, site, l);
  if (height == 1) put_count(x, type, site, 0);
  refresh_sets(x, type, site);
}

void stack_set(Exec *x, SiteType type, int32_t site, int32_t level, Piece piece) {
  int32_t height = site_height(x, type, site);
  if (level < 0) level = height - 1;
  if (level < 0 || level >= height) return;
  toggle_level(x, type, site, level);
  put_level(x, type, site, level, piece);
  toggle_level(x, type, site, level);
  refresh_sets(x, type, site);
}

// ---- hidden information --------------------------------------------------------------------------

static uint32_t hidden_offset(const Exec *x, SiteType type, int32_t site, int32_t level, Player player) {
  size_t levels = is_stacking(x) ? x->layout->stack_height : 1;
  size_t index = ((size_t)site * levels + (size_t)MAX(level, 0)) * ((size_t)x->game->players + 1) + (size_t)player;
  return SITE_LAYOUT(x, type)->hidden + (uint32_t)index;
}

static bool hidable(const Exec *x, SiteType type, int32_t site, int32_t level, Player player) {
  int32_t levels = is_stacking(x) ? (int32_t)x->layout->stack_height : 1;
  return readable(x, type, site) && SITE_LAYOUT(x, type)->hidden && player >= 1 && player <= x->game->players &&
         level < levels;
}

bool site_hidden(const Exec *x, SiteType type, int32_t site, int32_t level, Player player, int mask) {
  return hidable(x, type, site, level, player) && (x->block[hidden_offset(x, type, site, level, player)] & mask);
}

int site_hidden_mask(const Exec *x, SiteType type, int32_t site, int32_t level, Player player) {
  return hidable(x, type, site, level, player) ? x->block[hidden_offset(x, type, site, level, player)] : 0;
}

void site_set_hidden(Exec *x, SiteType type, int32_t site, int32_t level, Player player, int mask) {
  if (!hidable(x, type, site, level, player)) return;
  state_put8(x, hidden_offset(x, type, site, level, player), (uint8_t)mask);
}
