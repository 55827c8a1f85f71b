// States of positions as a tree keeps them: without the parts of a block that are zero, of which games with high stacks
// have many.
#ifndef LEARN_ZERO_ZERO_STATE_H
#define LEARN_ZERO_ZERO_STATE_H

#include "base/vec.h"
#include "state/turn/position.h"

typedef VEC(unsigned char) ZeroBlocks;

// The state of the position, at the end of the blocks; where it begins, in units of 8 bytes.
uint32_t zero_state_keep(ZeroBlocks *blocks, const Position *x);
// Copies a kept state to the end of other blocks; where it begins there.
uint32_t zero_state_move(ZeroBlocks *to, const ZeroBlocks *from, uint32_t at);
// Puts the position at a kept state of the same game. room: scratch.
void zero_state_adopt(const ZeroBlocks *blocks, uint32_t at, Position *x, ZeroBlocks *room);
// Whether a kept state is the same as the only one of other blocks.
bool zero_state_equal(const ZeroBlocks *blocks, uint32_t at, const ZeroBlocks *other);

#endif
