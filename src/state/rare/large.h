// Moves of large pieces: pieces that cover several cells, in each way they can lie.
#ifndef STATE_RARE_LARGE_H
#define STATE_RARE_LARGE_H

#include "state/block/site.h"

// Moves that add the piece with its root on a site of the region where all the cells it covers are empty;
// state -1: in every way it can lie.
void large_add(Position *x, int32_t what, const Word *region, int32_t state, bool decision);
// Moves of the piece on `from` to where it covers only sites of the region and those it covers now; the
// effect is part of each move.
void large_move(Position *x, int32_t from, const Word *region, bool decision, int32_t effect);

#endif
