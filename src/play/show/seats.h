// Seats: who sits at the table, as opposed to which player (colour) they play. The two differ after players
// have swapped. Agents and results belong to seats; moves and ranks to players.
#ifndef PLAY_SHOW_SEATS_H
#define PLAY_SHOW_SEATS_H

#include "state/block/access.h"
#include "state/turn/position.h"

// The player a seat plays at present.
static inline Player seat_player(const Position *x, int seat) { return STATE_AT(x, int32_t, x->layout->order)[seat]; }

// The seat that plays a player; 0 for nobody.
static inline int player_seat(const Position *x, Player player) {
  for (int seat = 1; seat <= x->game->players; seat++) {
    if (seat_player(x, seat) == player) return seat;
  }
  return 0;
}

static inline int seat_to_move(const Position *x) { return player_seat(x, position_mover(x)); }

static inline double seat_utility(const Position *x, int seat) { return position_utility(x, seat_player(x, seat)); }

#endif
