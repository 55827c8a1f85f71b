// Matches: the course from one game to the next.
#ifndef STATE_RARE_MATCH_H
#define STATE_RARE_MATCH_H

#include "state/run/run.h"

// Gives a Position the state of a game, and takes it away. The stacks of moves stay.
void position_attach(Position *x, const Game *game);
void position_detach(Position *x);

// The game under way is finished, but not the match.
static inline bool match_between(const Position *x) { return x->match.game && x->head->over && !x->match.over; }
// The one move there is then, and what it does: points are given, the match ends or the next game begins.
void match_push_move(Position *x);
void match_advance(Position *x);
// Back to the end of the game before; false in the first.
bool match_back(Position *x);
// Back to the first game, as it starts.
void match_restart(Position *x);
// Frees what was kept for going back.
void match_forget(Position *x);
// A result given by the rules of the match.
void match_result(Position *x, Player player, ResultKind result);

#endif
