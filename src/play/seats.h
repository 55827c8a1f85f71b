// Seats: who sits at the table, as opposed to which player (colour) they play. The two differ after players
// have swapped. Agents and results belong to seats; moves and ranks to players.
#ifndef PLAY_SEATS_H
#define PLAY_SEATS_H

#include "state/access.h"
#include "state/position.h"

// The player a seat plays at present.
static inline Player seat_player(const Exec *x, int seat) { return STATE_AT(x, int32_t, x->layout->order)[seat]; }

// The seat that plays a player; 0 for nobody.
static inline int player_seat(const Exec *x, Player player) {
  for (int seat = 1; seat <= x->game->players; seat++) {
    if (seat_player(x, seat) == player) return seat;
  }
  return 0;
}

static inline int seat_to_move(const Exec *x) { return player_seat(x, position_mover(x)); }

static inline double seat_utility(const Exec *x, int seat) { return position_utility(x, seat_player(x, seat)); }

#endif
