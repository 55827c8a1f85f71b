// Reading and writing what stands on a site, on flat boards. Each site has one piece in arrays, one per
// field; state, rotation and value belong to the site and may be there without a piece. Bit sets of empty
// and owned sites and the hash follow every change. Stacks are in stack.c.
#include "state/block/site.h"
#include "base/number.h"
#include "state/block/hash.h"

#include "state/block/piece_lists.h"

static bool is_stacking(const Position *x) { return game_has(x->game, GAME_STACKING); }

// Sites of a type this game keeps no pieces on read as empty.
static bool readable(const Position *x, SiteType type, int32_t site) {
  return site_valid(x, type, site) && SITE_LAYOUT(x, type)->empty;
}

// ---- reading -------------------------------------------------------------------------------------

static int32_t puzzle_what(const Position *x, SiteType type, int32_t site) {
  return MAX(values_single(puzzle_values(x, type, site)), 0);
}

int32_t site_height_any(const Position *x, SiteType type, int32_t site) {
  if (!readable(x, type, site)) return 0;
  if (SITE_LAYOUT(x, type)->puzzle) return puzzle_resolved(x, type, site);
  return !bit_get(sites_empty(x, type), site);
}

int32_t site_what_any(const Position *x, SiteType type, int32_t site, int32_t level) {
  if (site_on_stacks(x, type, site)) {
    const uint8_t *kept = stack_level(x, type, site, level);
    return kept ? kept_what(x, kept) : 0;
  }
  if (!readable(x, type, site)) return 0;
  if (SITE_LAYOUT(x, type)->puzzle) return puzzle_what(x, type, site);
  return level > 0 ? 0 : width_read(x->block + SITE_LAYOUT(x, type)->what, site, x->layout->width.what);
}

int32_t site_who_any(const Position *x, SiteType type, int32_t site, int32_t level) {
  if (site_on_stacks(x, type, site)) {
    const uint8_t *kept = stack_level(x, type, site, level);
    return kept ? kept_who(x, kept) : 0;
  }
  if (!readable(x, type, site)) return 0;
  if (SITE_LAYOUT(x, type)->puzzle) return puzzle_what(x, type, site) != 0;
  return level > 0 ? 0 : x->block[SITE_LAYOUT(x, type)->who + (uint32_t)site];
}

// A stack counts as one piece unless its top belongs to nobody.
int32_t site_count(const Position *x, SiteType type, int32_t site) {
  if (!readable(x, type, site)) return 0;
  const SiteLayout *at = SITE_LAYOUT(x, type);
  if (at->count) return width_read(x->block + at->count, site, x->layout->width.count);
  if (is_stacking(x) || at->puzzle) return site_who(x, type, site, -1) != 0;
  return x->block[at->who + (uint32_t)site] || width_read(x->block + at->what, site, x->layout->width.what);
}

static Level level_meant(const Position *x, SiteType type, int32_t site, int32_t level) {
  int32_t height = x->stack_heights[type][site];
  if (level < 0) level = height - 1;
  return level >= 0 && level < height ? level_read(x, type, site, level) : (Level){0};
}

int32_t site_state(const Position *x, SiteType type, int32_t site, int32_t level) {
  if (!readable(x, type, site)) return 0;
  if (is_stacking(x)) {
    return level_meant(x, type, site, level).state;
  }
  uint32_t at = SITE_LAYOUT(x, type)->state;
  return at && level <= 0 ? width_read(x->block + at, site, x->layout->width.state) : 0;
}

int32_t site_rotation(const Position *x, SiteType type, int32_t site, int32_t level) {
  if (!readable(x, type, site)) return 0;
  if (is_stacking(x)) {
    return x->layout->level.rotation ? level_meant(x, type, site, level).rotation : 0;
  }
  uint32_t at = SITE_LAYOUT(x, type)->rotation;
  return at && level <= 0 ? x->block[at + (uint32_t)site] : 0;
}

int32_t site_value(const Position *x, SiteType type, int32_t site, int32_t level) {
  if (!readable(x, type, site)) return 0;
  if (is_stacking(x)) {
    return level_meant(x, type, site, level).value;
  }
  uint32_t at = SITE_LAYOUT(x, type)->value;
  return at && level <= 0 ? width_read(x->block + at, site, x->layout->width.value) : 0;
}

Piece site_piece(const Position *x, SiteType type, int32_t site, int32_t level) {
  if (level <= 0 && SITE_LAYOUT(x, type)->count && site_on_flat(x, type, site))
    return flat_piece(x, SITE_LAYOUT(x, type), site);
  return (Piece){.what = site_what(x, type, site, level),
                 .who = site_who(x, type, site, level),
                 .count = site_count(x, type, site),
                 .state = site_state(x, type, site, level),
                 .rotation = site_rotation(x, type, site, level),
                 .value = site_value(x, type, site, level)};
}

const Word *sites_empty(const Position *x, SiteType type) { return STATE_AT(x, Word, SITE_LAYOUT(x, type)->empty); }

bool site_empty_any(const Position *x, SiteType type, int32_t site) {
  return readable(x, type, site) && bit_get(sites_empty(x, type), site);
}

// ---- writing -------------------------------------------------------------------------------------

static void put_owned(Position *x, SiteType type, Player player, int32_t site, bool on) {
  state_put_bit(x, SITE_LAYOUT(x, type)->owned + (uint32_t)player * (uint32_t)x->words * 8u, site, on);
}

void site_set_empty(Position *x, SiteType type, int32_t site, bool empty) {
  if (readable(x, type, site)) state_put_bit(x, SITE_LAYOUT(x, type)->empty, site, empty);
}

static bool occupied(const SiteLayout *at, const Piece *piece) {
  return at->count ? piece->count != 0 : piece->what || piece->who;
}

static void put_owner(Position *x, SiteType type, int32_t site, const Piece *old, const Piece *piece) {
  Player before = piece_owner(x, old->what), after = piece_owner(x, piece->what);
  bool had = old->what != 0, has = piece->what != 0;
  if (had == has && before == after) return;
  if (had) put_owned(x, type, before, site, false);
  if (has) put_owned(x, type, after, site, true);
}

// Only what changes is written; what the game does not keep is 0 in both.
static inline void put_flat(Position *x, SiteType type, int32_t site, const Piece *old, const Piece *piece) {
  const SiteLayout *at = SITE_LAYOUT(x, type);
  const FieldWidths *width = &x->layout->width;
  uint32_t i = (uint32_t)site;
  state_toggle_hash(x, piece_key(type, site, old) ^ piece_key(type, site, piece));
  if (old->what != piece->what) {
    state_put_number(x, at->what, site, width->what, piece->what);
    put_owner(x, type, site, old, piece);
  }
  if (old->who != piece->who) state_put8(x, at->who + i, (uint8_t)piece->who);
  if (old->count != piece->count) state_put_number(x, at->count, site, width->count, piece->count);
  if (old->state != piece->state) state_put_number(x, at->state, site, width->state, piece->state);
  if (old->rotation != piece->rotation) state_put8(x, at->rotation + i, (uint8_t)piece->rotation);
  if (old->value != piece->value) state_put_number(x, at->value, site, width->value, piece->value);
  bool was = occupied(at, old), is = occupied(at, piece);
  if (was != is) state_put_bit(x, at->empty, site, !is);
}

// The piece after a change. Fields without storage stay 0; without piece kinds a piece is its owner.
static Piece changed(const Position *x, const SiteLayout *at, Piece piece, const Piece *change) {
  if (change->who != SAME) piece.who = change->who;
  if (change->what != SAME) piece.what = change->what;
  if (!game_has(x->game, GAME_PIECE_KINDS)) {
    if (change->what == SAME) piece.what = piece.who;
    else piece.who = piece.what;
  }
  if (at->count && change->count != SAME) piece.count = MAX(change->count, 0);
  if (at->state && change->state != SAME) piece.state = change->state;
  if (at->rotation && change->rotation != SAME) piece.rotation = change->rotation;
  if (at->value && change->value != SAME) piece.value = change->value;
  return piece;
}

static const char pile_too_large[] = "a pile or the value of a piece has a number too large to be kept";

bool piece_fits_widths(Position *x, const Piece *piece) {
  const FieldWidths *width = &x->layout->width;
  bool fits = number_within(piece->what, 0, width_most(width->what)) && number_within(piece->who, 0, UINT8_MAX) &&
              piece->state < INT16_MAX && width_fits(piece->state, width->state) &&
              number_within(piece->rotation, 0, UINT8_MAX);
  bool more = width_fits(piece->count, width->count) && width_fits(piece->value, width->value);
  if (!fits) position_fault(x, "a piece, its state or its rotation has a number too large to be kept");
  else if (!more) position_fault(x, pile_too_large);
  return fits && more;
}

int32_t pile_sum(Position *x, int32_t count, int32_t more) {
  int64_t sum = (int64_t)count + more;
  if (sum > INT32_MAX) position_fault(x, pile_too_large);
  return (int32_t)MAX(MIN(sum, INT32_MAX), INT32_MIN);
}

static bool writable(Position *x, SiteType type, int32_t site) {
  if (readable(x, type, site)) return true;
  position_fault(x, "a piece was put off the board");
  return false;
}

// Boardless games: the cells around a piece open and close with it; dominoes have their own rule.
static void follow_playable(Position *x, int32_t site, bool was, bool is) {
  if (was && !is) playable_after_taking(x, site);
  if (!was && is && !game_has(x->game, GAME_DOMINOES)) playable_after_placing(x, site);
}

static inline bool same_piece(const Piece *a, const Piece *b) {
  return a->what == b->what && a->who == b->who && a->count == b->count && a->state == b->state &&
         a->rotation == b->rotation && a->value == b->value;
}

static void set_flat(Position *x, SiteType type, int32_t site, const Piece *change) {
  const SiteLayout *at = SITE_LAYOUT(x, type);
  Piece old = flat_piece(x, at, site), piece = changed(x, at, old, change);
  if (same_piece(&old, &piece) || UNLIKELY(!piece_fits(x, &piece))) return;
  put_flat(x, type, site, &old, &piece);
  if (x->layout->plain) return;
  piece_list_follow(x, type, site, old.what, piece.what);
  if (x->layout->playable && type == SITE_CELL) {
    follow_playable(x, site, occupied(at, &old), occupied(at, &piece));
  }
}

void site_set(Position *x, SiteType type, int32_t site, const Piece *change) {
  if (!writable(x, type, site)) return;
  if (is_stacking(x)) stack_change(x, type, site, -1, *change);
  else set_flat(x, type, site, change);
}

int32_t site_take(Position *x, SiteType type, int32_t site) {
  if (!writable(x, type, site)) return 0;
  int32_t what = site_what(x, type, site, -1);
  if (is_stacking(x)) stack_remove(x, type, site, -1);
  else set_flat(x, type, site, &(Piece){0});
  return what;
}

void site_put(Position *x, SiteType type, int32_t site, Piece piece) {
  if (!writable(x, type, site)) return;
  if (is_stacking(x)) {
    stack_clear(x, type, site);
    if (piece.what) stack_push(x, type, site, piece);
    return;
  }
  piece.count = MAX(piece.count, 1);
  if (!piece.what) piece = (Piece){0};
  set_flat(x, type, site, &piece);
}

// ---- hidden information --------------------------------------------------------------------------

// Flat boards have one level only.
static uint32_t hidden_offset(const Position *x, SiteType type, int32_t site, int32_t level, Player player) {
  size_t levels = is_stacking(x) ? x->layout->stack_height : 1;
  size_t index = (size_t)site * levels + (is_stacking(x) ? (size_t)MAX(level, 0) : 0);
  return SITE_LAYOUT(x, type)->hidden + (uint32_t)(index * ((size_t)x->game->players + 1) + (size_t)player);
}

static bool hidable(const Position *x, SiteType type, int32_t site, int32_t level, Player player) {
  if (!readable(x, type, site) || !SITE_LAYOUT(x, type)->hidden) return false;
  if (player < 1 || player > x->game->players) return false;
  return !is_stacking(x) || level < site_height(x, type, site);
}

int site_hidden_mask(const Position *x, SiteType type, int32_t site, int32_t level, Player player) {
  return hidable(x, type, site, level, player) ? x->block[hidden_offset(x, type, site, level, player)] : 0;
}

bool site_hidden(const Position *x, SiteType type, int32_t site, int32_t level, Player player, int mask) {
  return (site_hidden_mask(x, type, site, level, player) & mask) != 0;
}

void site_set_hidden(Position *x, SiteType type, int32_t site, int32_t level, Player player, int mask) {
  if (!hidable(x, type, site, level, player)) return;
  uint32_t at = hidden_offset(x, type, site, level, player);
  if (!is_stacking(x)) {
    state_toggle_hash(x, hidden_key(type, site, player, x->block[at]) ^ hidden_key(type, site, player, mask));
  }
  state_put8(x, at, (uint8_t)mask);
}
