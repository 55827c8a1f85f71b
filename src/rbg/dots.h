// Judging dots: which are illegal, which leave no choice. Private to the splitting of moves.
#ifndef RBG_DOTS_H
#define RBG_DOTS_H

#include "rbg/automaton.h"

// Each call sets marked[dot index] for the dots of the automaton it is about; the array must be cleared before.

// Illegal: two paths without a modifier between them meet after crossing different dots, so that one move would have
// two ways of being made. Returns how many edges and dots it looked at.
int64_t rbg_mark_illegal(Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa, bool *marked);

// Not to be met in any player's move. Keeper moves are never split.
void rbg_mark_unused(Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa, bool *marked);

// Without choice on the left: whenever the dot is the next split point, it is the only one. On the right: from the
// dot only one split point follows. `mod` says whether offs and assignments are split points.
typedef enum RbgSide { RBG_LEFT, RBG_RIGHT } RbgSide;
void rbg_mark_forced(Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa, bool mod, RbgSide side,
                     bool *marked);

#endif
