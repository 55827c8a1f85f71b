// How players stand where counting pieces does not tell: in races, how far their pieces have come along their tracks;
// in sowing games, what they have in their stores, hands and homes, and in holes whose local state is their number, as
// rules mark holes that somebody owns. Random games show whether those who are ahead win, how much the less certain
// part counts, and whether marks do.
#ifndef SEARCH_MINIMAX_STANDING_H
#define SEARCH_MINIMAX_STANDING_H

#include "state/turn/position.h"

typedef struct Standing Standing;

// Whether all pieces are nobody's and piles of them are counted.
bool standing_is_sown(const Game *game);

// NULL in *out when the game is neither, or random games do not show that those who are ahead win. Free with
// standing_free.
void standing_new(const Game *game, uint64_t seed, Standing **out);
void standing_free(Standing *standing);

// For every player at [1 .. players]: the part it has of all its pieces' way, or of all counters.
void standing_measure(const Standing *standing, const Position *x, double *values);

// The parts of that sum: what a piece of the player, or a counter, on a site of the default type adds; in races what a
// piece adds that has left the board; in sowing games what a point of the score adds. Marks are not in them.
double standing_of_site(const Standing *standing, Player player, int site);
double standing_of_leaving(const Standing *standing);
double standing_of_score(const Standing *standing);

#endif
