// Thinking on while a person does, in senet play: the next player's agent searches the position the person looks at
// until a line is typed, and has what it found there for its own move.
#ifndef CMD_PLAY_PLAY_PONDER_H
#define CMD_PLAY_PLAY_PONDER_H

#include "cmd/play/play_table.h"

// While a person in this seat is asked. Does nothing where it was not wanted, where nothing could be kept (chance,
// hidden things, players who move at once), or where the agent's search is not limited by time only.
void ponder_begin(Table *table, int seat);
// Waits until the agent has stopped; NULL and what was not begun are left alone.
void ponder_end(Table *table);

#endif
