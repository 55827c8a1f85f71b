// Actions and moves in the textual form of Ludii's trial files, and back:
//   [Move:mover=1,from=10,to=17,actions=[Move:typeFrom=Cell,from=10,typeTo=Cell,to=17,decision=true]]
#ifndef STATE_TEXT_MOVE_TEXT_H
#define STATE_TEXT_MOVE_TEXT_H

#include "base/text.h"
#include "state/run/run.h"

void action_text(Text *out, const Game *game, const Action *action);

// A move; with_consequences: with everything it would do in the present position (which is unchanged).
void move_text(Text *out, Position *x, const Move *move, bool with_consequences);
// What a note (ACT_NOTE) says.
void move_text_note(Text *out, const Game *game, const Action *action);
// A move that was made (of x->played), with everything it did.
void played_text(Text *out, const Position *x, const Move *made);

// Reads one action or move. Actions of a move are appended to x->actions and what else it has to x->details; nothing is
// pushed on x->moves. False on malformed text or names the game does not know: a sentence in *why (may be NULL),
// nothing changed.
bool action_parse(const Game *game, Str text, Action *action, Text *why);
bool move_parse(Position *x, Str text, Move *move, Text *why);

#endif
