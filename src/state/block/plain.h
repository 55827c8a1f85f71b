// Plain boards (Layout.plain): one piece at most on a site, and nothing kept of it but its kind and owner. Most games
// are like that; their pieces come, go and move without a look at stacks, piles, lists, tracks or hidden information.
#ifndef STATE_BLOCK_PLAIN_H
#define STATE_BLOCK_PLAIN_H

#include "state/block/access.h"

// Puts a piece on a site in place of what is there; 0 empties it.
void plain_put(Position *x, SiteType type, int32_t site, int32_t what);
// The piece of one site goes to another; nothing happens where there is none.
void plain_move(Position *x, SiteType from_type, int32_t from, SiteType to_type, int32_t to);

// Boards with piles (Layout.piles): one piece goes from a site of the board to another.
void pile_move(Position *x, SiteType from_type, int32_t from, SiteType to_type, int32_t to);

#endif
