// Changing what stands on a site, field by field. The plain setters of access.h replace a piece as a whole;
// these follow the rules of the recorded actions, which leave what they do not mention as it is.
#ifndef STATE_BLOCK_SITE_H
#define STATE_BLOCK_SITE_H

#include "state/block/access.h"
#include "state/rare/puzzle_values.h"
#include "state/run/run.h"

enum { SAME = -1 };  // in a change: leave this field as it is
#define PIECE_SAME ((Piece){.what = SAME, .who = SAME, .count = SAME, .state = SAME, .rotation = SAME, .value = SAME})

// Owner of a piece. (Without piece kinds a site says it is owned by the number of the piece: see game.h.)
static inline Player piece_owner(const Position *x, int32_t what) {
  return what > 0 && what < x->game->n_components ? x->game->components[what].owner : 0;
}

// One bit of the bit set at an offset of the block.
static inline void state_put_bit(Position *x, uint32_t set, int32_t i, bool on) {
  uint32_t at = set + (uint32_t)(i >> 6) * 8u;
  Word word = *STATE_AT(x, Word, at), bit = (Word)1 << (i & 63);
  state_put64(x, at, on ? word | bit : word & ~bit);
}

// Whether the fields of a piece can be kept; a fault when not. Whatever the widths, numbers of one byte fit.
bool piece_fits_widths(Position *x, const Piece *piece);
static inline bool piece_fits(Position *x, const Piece *piece) {
  int32_t all = piece->what | piece->who | piece->count | piece->state | piece->rotation | piece->value;
  return LIKELY(!(all & ~UINT8_MAX)) || piece_fits_widths(x, piece);
}

// A pile and more of the same; a fault when they are too many to be kept.
int32_t pile_sum(Position *x, int32_t count, int32_t more);

// What a flat site says of each field; 0 for those the game does not keep.
static inline Piece flat_piece(const Position *x, const SiteLayout *at, int32_t site) {
  const FieldWidths *width = &x->layout->width;
  return (Piece){.what = width_read(x->block + at->what, site, width->what),
                 .who = x->block[at->who + (uint32_t)site],
                 .count = at->count ? width_read(x->block + at->count, site, width->count) : 0,
                 .state = at->state ? width_read(x->block + at->state, site, width->state) : 0,
                 .rotation = at->rotation ? x->block[at->rotation + (uint32_t)site] : 0,
                 .value = at->value ? width_read(x->block + at->value, site, width->value) : 0};
}

// Changes the given fields of a flat site, or of the top of a stack (nothing where there is none).
void site_set(Position *x, SiteType type, int32_t site, const Piece *change);
// Changes the given fields of one level of a stack.
void stack_change(Position *x, SiteType type, int32_t site, int32_t level, Piece change);
// Empties a flat site or takes the top off a stack. Returns the piece that was there.
int32_t site_take(Position *x, SiteType type, int32_t site);
// Puts a piece on top without a state, rotation or value of its own (see Level).
void stack_push_bare(Position *x, SiteType type, int32_t site, int32_t what, int32_t who);
void stack_clear(Position *x, SiteType type, int32_t site);
// Whether the site counts as empty, whatever stands there (large pieces cover sites).
void site_set_empty(Position *x, SiteType type, int32_t site, bool empty);

// Boardless games: cells one may play to, NULL for other games. Only cells of the board.
const Word *sites_playable(const Position *x);
// A piece came to or left a cell: the cells around follow.
void playable_after_placing(Position *x, int32_t cell);
void playable_after_taking(Position *x, int32_t cell);
// Before the first piece only the centre is playable.
void playable_start(Position *x);
// Dominoes: after one was laid, only cells at the open ends of the line are playable.
void playable_line(Position *x);

// Where pieces are on tracks that cross themselves. No effect in games without such tracks.
void track_piece_added(Position *x, int32_t what, int32_t site, int32_t count);
void track_piece_removed(Position *x, int32_t what, int32_t site);
void track_piece_moved(Position *x, int32_t what, int32_t from, int32_t to, int32_t count);
// How many pieces are on a step of a track.
int32_t track_pieces_at(const Position *x, int track, int32_t what, int step);

// The values of a site of a deduction puzzle that nobody has touched.
static inline ValueSet puzzle_fresh(const Position *x, SiteType type) {
  return values_below(x->game->puzzle_values[type]);
}
// Where its values are kept; 0: nowhere.
static inline uint32_t puzzle_offset(const Position *x, SiteType type, int32_t site) {
  uint32_t at = SITE_LAYOUT(x, type)->puzzle;
  return at && site_valid(x, type, site) ? at + (uint32_t)sizeof(ValueSet) * (uint32_t)site : 0;
}
// Possible values of a site, and whether just one is left.
static inline ValueSet puzzle_values(const Position *x, SiteType type, int32_t site) {
  uint32_t at = puzzle_offset(x, type, site);
  return at ? values_xor(puzzle_fresh(x, type), *STATE_AT(x, ValueSet, at)) : (ValueSet){0};
}
static inline bool puzzle_resolved(const Position *x, SiteType type, int32_t site) {
  return values_single(puzzle_values(x, type, site)) >= 0;
}
void puzzle_set_values(Position *x, SiteType type, int32_t site, ValueSet values);

// The cells a large piece covers with its root on a cell, turned by its state; 0 when it does not fit.
int large_sites(const Position *x, int32_t what, int32_t root, int32_t state, int32_t sites[LARGE_SITES_MAX]);
int large_cells(const Game *game, int32_t what, int32_t root, int32_t state, int32_t sites[LARGE_SITES_MAX]);
static inline bool piece_is_large(const Position *x, int32_t what) {
  return game_has(x->game, GAME_LARGE_PIECES) && what > 0 && what < x->game->n_components &&
         x->game->components[what].n_walks > 0;
}

#endif
