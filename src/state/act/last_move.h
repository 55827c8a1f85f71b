// What the state keeps of the last moves, as far as the rules of the game ask for it.
#ifndef STATE_ACT_LAST_MOVE_H
#define STATE_ACT_LAST_MOVE_H

#include "state/block/access.h"

// A player's move becomes the last one; then its consequences are carried out, and what all of it did is noted.
void last_move_note(Position *x, const Move *move);
void last_move_note_done(Position *x, const Move *move, const Action *actions, uint32_t n);
// Several moves that did nothing but place a piece each; n > 0.
void last_move_note_placements(Position *x, const uint8_t *movers, const Site *sites, uint32_t n);

// A move was made; else the last one is a placement, or there is none.
static inline bool last_move_made(const Position *x) { return x->head->made > 0; }
static inline bool last_move_was_pass(const Position *x) { return x->head->last.pass; }
static inline SiteType last_type_from(const Position *x) { return (SiteType)(x->head->last.types & 3); }
static inline SiteType last_type_to(const Position *x) { return (SiteType)(x->head->last.types >> 2); }
// The bytes of the last moves (Layout.recent): mover of number i from the end (0: the last one) and whether it was a
// pass. False when there were not so many.
typedef struct RecentMove {
  Player mover;
  bool pass;
} RecentMove;
bool last_move_recent(const Position *x, int i, RecentMove *move);
// Whether one of them may have been a pass.
bool last_move_any_pass(const Position *x);
// Who moved in the last turn that was not this player's: nobody (0) where it was a placement, -1 where there was none.
Player last_turn_mover(const Position *x, Player player);

#endif
