// Matches: the course from one game to the next.
#ifndef STATE_MATCH_H
#define STATE_MATCH_H

#include "state/exec.h"

// Gives an Exec the state of a game, and takes it away. The stacks of moves stay.
void exec_attach(Exec *x, const Game *game);
void exec_detach(Exec *x);

// The game under way is finished, but not the match.
static inline bool match_between(const Exec *x) { return x->match.game && x->head->over && !x->match.over; }
// The one move there is then, and what it does: points are given, the match ends or the next game begins.
void match_push_move(Exec *x);
void match_advance(Exec *x);
// Back to the end of the game before; false in the first.
bool match_back(Exec *x);
// Back to the first game, as it starts.
void match_restart(Exec *x);
// Frees what was kept for going back.
void match_forget(Exec *x);
// A result given by the rules of the match.
void match_result(Exec *x, Player player, ResultKind result);

#endif
