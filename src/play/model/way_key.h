// Numbers for whole moves that the interpreter and native code can both work out: who moves, from where to where, what
// is put there; of a path all its steps. They are coarser than those of move_key.h: moves that differ only in what they
// take, or in levels and values, have the same number.
#ifndef PLAY_MODEL_WAY_KEY_H
#define PLAY_MODEL_WAY_KEY_H

#include "emit/native.h"
#include "state/turn/position.h"

// The kind of piece a move adds or promotes to last; 0: none.
int32_t move_puts(const Position *x, const Move *move);

// Whether moves of the game may go the same way and put different kinds of pieces.
bool way_kinds(const Game *game);

// Never 0. kinds: what is put counts.
uint64_t way_key(const Position *x, const Move *move, bool kinds);
// The same of a native move by a seat (NULL: a forced pass). what: the kind it puts, 0 where that does not count.
uint64_t way_key_native(const Native *native, const void *move, int32_t what, int seat);

#endif
