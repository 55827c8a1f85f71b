// From a description to a game that runs: equipment, and the automaton as a rules program.
#ifndef RBG_RBG_LOWER_H
#define RBG_RBG_LOWER_H

#include "game/game.h"
#include "rbg/rbg_split.h"

// Compiles a description. strategy: where moves are divided into semimoves, or NULL: nowhere. The game and everything
// in it lives in the arena. False with an error in diags when the rules are too large.
bool rbg_compile(Arena *arena, const RbgDescription *description, const RbgStrategy *strategy, Diags *diags,
                 const Game **out);

#endif
