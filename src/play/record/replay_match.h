// Our legal moves beside the recorded ones of a ply. What chance decided while the record was made (dice
// thrown before the moves, random values inside moves or their consequences) is read off the recorded
// texts, so that both lists speak of the same outcome.
#ifndef PLAY_RECORD_REPLAY_MATCH_H
#define PLAY_RECORD_REPLAY_MATCH_H

#include "play/record/multiset.h"
#include "play/record/trace.h"
#include "state/turn/position.h"

// How closely moves are compared: whose move and where from and to, or the whole text.
typedef enum ReplayLevel { REPLAY_MOVES, REPLAY_FULL } ReplayLevel;

typedef struct Legal {
  ReplayLevel level;
  MoveList list;          // our moves
  Multiset ours, theirs;  // texts to compare, ours in the order of the list
  Script script;          // outcomes of chance in use
  Text scratch;
} Legal;

void legal_free(Legal *legal);

// Generates our moves and both bags; x->script is the legal's script from now on.
void legal_make(Legal *legal, Position *x, const TracePly *ply);
bool legal_equal(const Legal *legal, const TracePly *ply);

// Our move for the recorded one, with the script set so that applying it has the recorded outcome, or -1.
// text: the move with its consequences, or without them (complete false).
int legal_find(Legal *legal, Position *x, Str text, bool complete);

// The text up to the actions: mover, from, to and levels.
Str move_text_head(Str text);
// Appends a move's text with moves among its actions replaced by their own actions.
void move_text_flat(Text *out, Str text);

#endif
