// Drawing arrangements of hidden things: places are gathered in groups that look the same, what is hidden there is
// put in a fixed order, shuffled, and dealt out again.
#include "play/model/guess.h"

#include "state/block/access.h"

#include <stdlib.h>

typedef enum GroupKind { GROUP_NONE, GROUP_SITES, GROUP_KINDS, GROUP_MARKS } GroupKind;

// A place where something is hidden, or might be.
typedef struct Place {
  uint64_t group;  // places of one group look the same
  SiteType type;
  int32_t site, level;
  int mask;  // what the viewer does not see of it
  Piece piece;
} Place;

typedef struct Guess {
  Position *x;
  Player viewer;
  Random *random;
  VEC(Place) places;
  VEC(Piece) pieces;  // of one group, to deal out
} Guess;

enum { HIDDEN_MARKS = HIDDEN_COUNT | HIDDEN_VALUE | HIDDEN_STATE | HIDDEN_ROTATION };

static bool stacks(const Position *x) { return game_has(x->game, GAME_STACKING); }

// ---- groups

static int container_of(const Position *x, SiteType type, int32_t site) {
  for (int c = 1; c < x->game->n_containers; c++) {
    const Container *at = &x->game->containers[c];
    if (type == SITE_CELL && site >= at->first && site < at->first + at->n) return c;
  }
  return 0;
}

static GroupKind kind_of(int mask, const Piece *piece) {
  if (mask & HIDDEN_ALL) return GROUP_SITES;
  if (!piece->what) return GROUP_NONE;
  if (mask & HIDDEN_WHAT) return GROUP_KINDS;
  return mask & HIDDEN_MARKS ? GROUP_MARKS : GROUP_NONE;
}

static uint64_t group_of(const Position *x, SiteType type, int32_t site, int mask, const Piece *piece) {
  GroupKind kind = kind_of(mask, piece);
  uint64_t group = (uint64_t)kind << 48 | (uint64_t)type << 40;
  if (kind == GROUP_SITES) return group | (uint64_t)container_of(x, type, site);
  int who = mask & HIDDEN_WHO ? 0xff : piece->who;
  return group | (uint64_t)who << 8 | (uint64_t)mask;
}

static GroupKind group_kind(uint64_t group) { return (GroupKind)(group >> 48); }
static int group_mask(uint64_t group) { return (int)(group & 0xff); }
static int group_who(uint64_t group) { return (int)(group >> 8 & 0xff); }

// ---- gathering

static void add_place(Guess *guess, SiteType type, int32_t site, int32_t level) {
  Position *x = guess->x;
  int mask = site_hidden_mask(x, type, site, level, guess->viewer);
  if (!mask) return;
  Place place = {.type = type, .site = site, .level = level, .mask = mask, .piece = site_piece(x, type, site, level)};
  place.group = group_of(x, type, site, mask, &place.piece);
  if (group_kind(place.group) != GROUP_NONE) VEC_PUSH(&guess->places, place);
}

static void gather(Guess *guess) {
  Position *x = guess->x;
  for (SiteType type = 0; type < SITE_TYPES; type++) {
    if (!SITE_LAYOUT(x, type)->hidden) continue;
    for (int32_t site = 0; site < x->game->sites[type]; site++) {
      int32_t levels = stacks(x) ? site_height(x, type, site) : 1;
      for (int32_t level = 0; level < levels; level++) add_place(guess, type, site, level);
    }
  }
}

bool guess_needed(const Position *x, Player viewer) {
  if (!game_has(x->game, GAME_HIDDEN)) return false;
  for (SiteType type = 0; type < SITE_TYPES; type++) {
    if (!SITE_LAYOUT(x, type)->hidden) continue;
    for (int32_t site = 0; site < x->game->sites[type]; site++) {
      int32_t levels = stacks(x) ? site_height(x, type, site) : 1;
      for (int32_t level = 0; level < levels; level++) {
        if (site_hidden_mask(x, type, site, level, viewer)) return true;
      }
    }
  }
  return false;
}

static int compare_places(const void *a, const void *b) {
  const Place *p = a, *q = b;
  if (p->group != q->group) return p->group < q->group ? -1 : 1;
  if (p->site != q->site) return p->site - q->site;
  return p->level - q->level;
}

// ---- what a group is widened by

static bool is_marked(const Piece *piece) { return piece->value > 0 || piece->state > 0 || piece->rotation > 0; }

static bool all_full(const Place *places, size_t n, bool marks) {
  for (size_t i = 0; i < n; i++) {
    if (marks ? !is_marked(&places[i].piece) : !places[i].piece.what) return false;
  }
  return true;
}

// Sites that look like those of the group although nothing is hidden there.
static bool looks_alike(const Guess *guess, const Place *like, int32_t site) {
  const Position *x = guess->x;
  if (site_hidden_mask(x, like->type, site, 0, guess->viewer)) return false;
  Piece piece = site_piece(x, like->type, site, 0);
  if (group_kind(like->group) == GROUP_SITES) return !piece.what && container_of(x, like->type, site) == 0;
  return piece.what && piece.who == group_who(like->group) && !is_marked(&piece);
}

// Adds them to the places from `first` on, which are all of one group.
static void widen(Guess *guess, size_t first) {
  const Position *x = guess->x;
  Place like = guess->places.at[first];
  GroupKind kind = group_kind(like.group);
  bool sites = kind == GROUP_SITES && container_of(x, like.type, like.site) == 0;
  if (stacks(x) || (!sites && kind != GROUP_MARKS)) return;
  if (!all_full(guess->places.at + first, guess->places.n - first, kind == GROUP_MARKS)) return;
  for (int32_t site = 0; site < x->game->sites[like.type]; site++) {
    if (!looks_alike(guess, &like, site)) continue;
    Place place = {.group = like.group, .type = like.type, .site = site, .piece = site_piece(x, like.type, site, 0)};
    VEC_PUSH(&guess->places, place);
  }
  qsort(guess->places.at + first, guess->places.n - first, sizeof(Place), compare_places);
}

// ---- dealing

static int compare_pieces(const void *a, const void *b) { return memcmp(a, b, sizeof(Piece)); }

static void shuffle(Guess *guess) {
  size_t n = guess->pieces.n;
  qsort(guess->pieces.at, n, sizeof(Piece), compare_pieces);
  for (size_t i = n; i > 1; i--) {
    size_t j = random_below(guess->random, (uint32_t)i);
    Piece piece = guess->pieces.at[i - 1];
    guess->pieces.at[i - 1] = guess->pieces.at[j];
    guess->pieces.at[j] = piece;
  }
}

// What is at the place, with the hidden part taken from another piece.
static Piece disguise(const Place *place, const Piece *other) {
  int mask = group_mask(place->group);
  GroupKind kind = group_kind(place->group);
  if (kind == GROUP_SITES) return *other;
  Piece piece = place->piece;
  if (kind == GROUP_KINDS) piece.what = other->what;
  if (mask & HIDDEN_WHO) piece.who = other->who;
  if (mask & HIDDEN_COUNT) piece.count = other->count;
  if (mask & HIDDEN_VALUE) piece.value = other->value;
  if (mask & HIDDEN_STATE) piece.state = other->state;
  if (mask & HIDDEN_ROTATION) piece.rotation = other->rotation;
  return piece;
}

static void put(Guess *guess, const Place *place, Piece piece) {
  Position *x = guess->x;
  if (stacks(x)) stack_set(x, place->type, place->site, place->level, piece);
  else site_put(x, place->type, place->site, piece);
}

// Where sites were added, what is hidden goes with the pieces.
static void hide(Guess *guess, const Place *place, bool full) {
  int mask = group_kind(place->group) == GROUP_SITES ? HIDDEN_ALL : group_mask(place->group);
  site_set_hidden(guess->x, place->type, place->site, place->level, guess->viewer, full ? mask : 0);
}

static void deal(Guess *guess, size_t first, bool widened) {
  bool sites = group_kind(guess->places.at[first].group) == GROUP_SITES;
  // Taken off first: the order in which a state lists its pieces must not tell where they were.
  for (size_t i = first; !stacks(guess->x) && i < guess->places.n; i++) put(guess, &guess->places.at[i], (Piece){0});
  for (size_t i = first; i < guess->places.n; i++) {
    const Place *place = &guess->places.at[i];
    const Piece *other = &guess->pieces.at[i - first];
    put(guess, place, disguise(place, other));
    if (widened) hide(guess, place, sites ? other->what != 0 : is_marked(other));
  }
}

// Dominoes nobody has yet are as unknown as those in a hidden hand.
static size_t undealt(const Position *x, uint64_t group) {
  return x->layout->dominoes && group_kind(group) == GROUP_KINDS ? (size_t)x->head->n_dominoes : 0;
}

static void draw_group(Guess *guess, size_t first) {
  Position *x = guess->x;
  size_t own = guess->places.n, left = undealt(x, guess->places.at[first].group);
  widen(guess, first);
  VEC_CLEAR(&guess->pieces);
  for (size_t i = first; i < guess->places.n; i++) VEC_PUSH(&guess->pieces, guess->places.at[i].piece);
  for (size_t i = 0; i < left; i++) {
    Piece piece = guess->places.at[first].piece;
    piece.what = STATE_AT(x, int32_t, x->layout->dominoes)[i];
    VEC_PUSH(&guess->pieces, piece);
  }
  shuffle(guess);
  deal(guess, first, guess->places.n > own);
  for (size_t i = 0; i < left; i++) {
    state_put_item(x, x->layout->dominoes, (int)i, guess->pieces.at[guess->places.n - first + i].what);
  }
}

void guess_hidden(Position *x, Player viewer, Random *random) {
  Guess all = {.x = x, .viewer = viewer}, guess = {.x = x, .viewer = viewer, .random = random};
  gather(&all);
  if (all.places.n) qsort(all.places.at, all.places.n, sizeof(Place), compare_places);
  for (size_t i = 0; i < all.places.n; i++) {
    VEC_PUSH(&guess.places, all.places.at[i]);
    if (i + 1 < all.places.n && all.places.at[i + 1].group == all.places.at[i].group) continue;
    draw_group(&guess, 0);
    VEC_CLEAR(&guess.places);
  }
  VEC_FREE(&all.places);
  VEC_FREE(&guess.places);
  VEC_FREE(&guess.pieces);
}
