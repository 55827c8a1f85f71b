// C text for rules that are an automaton (rules/walk_records.h): one translation unit per game that lists, counts,
// selects and applies moves, lets the keeper move, and plays random games, without the interpreter.
//
// The unit has no headers, no recursion and no function pointers. Every search is a depth-first walk over (state,
// vertex) pairs as in the interpreter, but states are code: a state with one way in is written where it is entered, one
// with several is a function, and loops between states are loops, with a stack where one is needed. Modifiers that
// nothing can notice before the move ends are not performed while moves are listed. See docs/NATIVE.md.
#ifndef EMIT_AUTOMATON_EMIT_AUTOMATON_H
#define EMIT_AUTOMATON_EMIT_AUTOMATON_H

#include "base/text.h"
#include "game/game.h"

// Writes the unit of a game whose rules are an automaton; compact: all its loops are tables. False when it cannot be
// written: then `why` has the reason.
bool automaton_emit(const Game *game, bool compact, Text *out, Text *why);

#endif
