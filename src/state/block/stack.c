// Stacks: levels bottom to top in a bounded array per site. Taking a piece from below the top moves the
// ones above down; what their levels held of state, rotation and value stays behind (see Level).
#include "state/block/hash.h"
#include "state/block/site.h"

static void write_number(uint8_t *at, int bytes, int32_t number) {
  assert(width_fits(number, bytes));
  int16_t two = (int16_t)number;
  if (bytes == 1) *at = (uint8_t)number;
  else if (bytes == 2) memcpy(at, &two, sizeof two);
  else memcpy(at, &number, sizeof number);
}

static void write_level(const Layout *layout, const Level *record, uint8_t *out) {
  const LevelLayout *at = &layout->level;
  write_number(out, layout->width.what, record->what);
  out[at->who] = (uint8_t)record->who;
  if (at->rotation) out[at->rotation] = (uint8_t)record->rotation;
  if (at->state) write_number(out + at->state, layout->width.state, record->state);
  if (at->value) write_number(out + at->value, layout->width.value, record->value);
}

static bool same_level(const Level *a, const Level *b) {
  return a->what == b->what && a->who == b->who && a->rotation == b->rotation && a->state == b->state &&
         a->value == b->value;
}

// Where a level has nothing but the kind of a piece and its owner, a byte each.
static void put_short_level(Position *x, SiteType type, int32_t site, int32_t level, const Level *record) {
  const uint8_t *kept = kept_level(x, type, site, level);
  Level old = {.what = kept[0], .who = kept[1]}, new = {.what = record->what, .who = record->who};
  if (old.what == new.what && old.who == new.who) return;
  state_toggle_hash(x, level_key(type, site, level, &old) ^ level_key(type, site, level, &new));
  const uint8_t bytes[] = {(uint8_t) new.what, (uint8_t) new.who};
  state_put_bytes(x, (uint32_t)(kept - x->block), bytes, sizeof bytes);
}

// What the game does not keep of a level is not part of the position.
static void put_level(Position *x, SiteType type, int32_t site, int32_t level, Level record) {
  const LevelLayout *at = &x->layout->level;
  if (at->bytes == 2) {
    put_short_level(x, type, site, level, &record);
    return;
  }
  if (!at->rotation) record.rotation = 0;
  if (!at->state) record.state = 0;
  if (!at->value) record.value = 0;
  Level old = level_read(x, type, site, level);
  if (same_level(&old, &record)) return;
  state_toggle_hash(x, level_key(type, site, level, &old) ^ level_key(type, site, level, &record));
  uint8_t bytes[LEVEL_BYTES_MAX];
  write_level(x->layout, &record, bytes);
  uint32_t first = (uint32_t)(kept_level(x, type, site, level) - x->block);
  for (uint32_t done = 0; done < at->bytes; done += 8) {
    state_put_bytes(x, first + done, bytes + done, MIN(at->bytes - done, 8));
  }
}

// After a change: who owns something here, and whether anything is left.
static void refresh_sets(Position *x, SiteType type, int32_t site) {
  uint32_t owners = 0, owned = SITE_LAYOUT(x, type)->owned;
  int32_t height = site_height(x, type, site);
  for (int32_t l = 0; l < height; l++) {
    const uint8_t *kept = stack_level(x, type, site, l);
    if (kept_what(x, kept)) owners |= 1u << kept_who(x, kept);
  }
  for (int p = 0; p <= x->game->players + 1; p++) {
    state_put_bit(x, owned + (uint32_t)p * (uint32_t)x->words * 8u, site, owners >> p & 1);
  }
  state_put_bit(x, SITE_LAYOUT(x, type)->empty, site, height == 0);
}

static void write_height(Position *x, SiteType type, int32_t site, int32_t height) {
  uint32_t at = SITE_LAYOUT(x, type)->height + (uint32_t)site;
  state_toggle_hash(x, height_key(type, site, x->block[at]) ^ height_key(type, site, height));
  state_put8(x, at, (uint8_t)height);
}

static void put_height(Position *x, SiteType type, int32_t site, int32_t height) {
  write_height(x, type, site, height);
  refresh_sets(x, type, site);
}

// One more piece: the others still belong to whom they did.
static void grow(Position *x, SiteType type, int32_t site, int32_t what, Player who) {
  write_height(x, type, site, site_height(x, type, site) + 1);
  const SiteLayout *at = SITE_LAYOUT(x, type);
  if (what && who <= x->game->players + 1)
    state_put_bit(x, at->owned + (uint32_t)who * (uint32_t)x->words * 8u, site, true);
  state_put_bit(x, at->empty, site, false);
}

static bool has_room(Position *x, SiteType type, int32_t site) {
  bool known = site_valid(x, type, site) && SITE_LAYOUT(x, type)->height;
  if (known && site_height(x, type, site) < (int32_t)x->layout->stack_height) return true;
  position_fault(x, known ? "a stack grew too high" : "a piece was put off the board");
  return false;
}

// Fields below 0 are kept as 0.
static bool level_fits(Position *x, const Piece *piece) {
  return piece_fits(x, &(Piece){.what = piece->what,
                                .who = piece->who,
                                .state = MAX(piece->state, 0),
                                .rotation = MAX(piece->rotation, 0),
                                .value = MAX(piece->value, 0)});
}

static Level record_of(const Piece *piece) {
  return (Level){.what = piece->what,
                 .who = piece->who,
                 .rotation = MAX(piece->rotation, 0),
                 .state = MAX(piece->state, 0),
                 .value = MAX(piece->value, 0)};
}

void stack_insert(Position *x, SiteType type, int32_t site, int32_t level, Piece piece) {
  if (!has_room(x, type, site) || !level_fits(x, &piece)) return;
  int32_t height = site_height(x, type, site);
  if (level < 0) level = height;
  if (level > height) return;
  for (int32_t l = height; l > level; l--) put_level(x, type, site, l, level_read(x, type, site, l - 1));
  put_level(x, type, site, level, record_of(&piece));
  grow(x, type, site, piece.what, piece.who);
}

void stack_push(Position *x, SiteType type, int32_t site, Piece piece) {
  stack_insert(x, type, site, -1, piece);
  if (x->layout->playable && type == SITE_CELL) playable_after_placing(x, site);
}

void stack_push_bare(Position *x, SiteType type, int32_t site, int32_t what, int32_t who) {
  if (!has_room(x, type, site) || !piece_fits(x, &(Piece){.what = what, .who = who})) return;
  int32_t height = site_height(x, type, site);
  Level record = level_read(x, type, site, height);
  record.what = what;
  record.who = who;
  put_level(x, type, site, height, record);
  grow(x, type, site, what, who);
  if (x->layout->playable && type == SITE_CELL) playable_after_placing(x, site);
}

// A level above the top stands for the top, whose state, rotation and value then stay behind too.
void stack_remove(Position *x, SiteType type, int32_t site, int32_t level) {
  int32_t height = site_height(x, type, site);
  if (height == 0) return;
  bool leaves_nothing = level < 0;
  if (level < 0 || level >= height) level = height - 1;
  for (int32_t l = level; l < height - 1; l++) put_level(x, type, site, l, level_read(x, type, site, l + 1));
  Level rest = leaves_nothing ? (Level){0} : level_read(x, type, site, height - 1);
  rest.what = rest.who = 0;
  put_level(x, type, site, height - 1, rest);
  put_height(x, type, site, height - 1);
}

void stack_clear(Position *x, SiteType type, int32_t site) {
  for (int32_t l = 0; l < (int32_t)x->layout->stack_height; l++) put_level(x, type, site, l, (Level){0});
  for (Player p = 1; p <= x->game->players; p++) {
    for (int32_t l = 0; l < site_height(x, type, site); l++) site_set_hidden(x, type, site, l, p, 0);
  }
  put_height(x, type, site, 0);
}

void stack_set(Position *x, SiteType type, int32_t site, int32_t level, Piece piece) {
  int32_t height = site_height(x, type, site);
  if (level < 0) level = height - 1;
  if (level < 0 || level >= height || !level_fits(x, &piece)) return;
  put_level(x, type, site, level, record_of(&piece));
  refresh_sets(x, type, site);
}

void stack_change(Position *x, SiteType type, int32_t site, int32_t level, Piece change) {
  int32_t height = site_height(x, type, site);
  if (level < 0) level = height - 1;
  bool fits = piece_fits(x, &(Piece){.what = MAX(change.what, 0),
                                     .who = MAX(change.who, 0),
                                     .state = change.state == SAME ? 0 : change.state,
                                     .rotation = MAX(change.rotation, 0),
                                     .value = change.value == SAME ? 0 : change.value});
  if (level < 0 || level >= height || !fits) return;
  Level record = level_read(x, type, site, level);
  if (change.what != SAME) record.what = change.what;
  if (change.who != SAME) record.who = change.who;
  if (change.state != SAME) record.state = change.state;
  if (change.rotation != SAME) record.rotation = change.rotation;
  if (change.value != SAME) record.value = change.value;
  put_level(x, type, site, level, record);
  refresh_sets(x, type, site);
}
