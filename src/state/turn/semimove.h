// Semimoves: a move made in parts, each a choice among fewer things than there are moves (Kowalski et al., Split Moves
// for Monte-Carlo Tree Search). States between whole moves are nodal, those inside a move intermediate; an
// intermediate state without semimoves is dead, and whoever went there has to go back.
//
// Rules that are an automaton are divided where their program says. In all other games a player chooses where the
// move begins, then where it ends, then which of the moves left; a choice of one thing is not asked for. Conditions
// on the position after a move are tested when it is complete, so that choices may lead nowhere there as well: to a
// site without moves, or to a whole move that is not allowed.
#ifndef STATE_TURN_SEMIMOVE_H
#define STATE_TURN_SEMIMOVE_H

#include "state/turn/position.h"

// The parts that can be made next; the list is kept and forgotten like that of position_moves. Empty when the game
// is over or the state is dead. Whole moves in simultaneous games.
MoveList position_semimoves(Position *x);

// Makes a part of the list. The last part of a move is followed by all that follows a move. position_undo takes back
// one part.
void position_apply_semimove(Position *x, const Move *semimove);

bool position_nodal(const Position *x);

// The same parts for random play, which counts, draws and makes them but never looks at them: cheaper where rules are
// an automaton. Parts are numbered from 0 to n - 1; lists are forgotten in the reverse order of their making.
typedef struct PartList {
  uint32_t n;
  uint32_t first;  // on the stack of bare parts
  bool bare;
  bool unsure;     // whether there is a legal move: when all are struck, a pass is left
  MoveList moves;  // unless they are bare
} PartList;
PartList position_parts(Position *x);
void position_make_part(Position *x, const PartList *list, uint32_t i);
// Takes part i out of the list: the last one gets its number.
void position_strike_part(Position *x, PartList *list, uint32_t i);
void position_forget_parts(Position *x, const PartList *list);

#endif
