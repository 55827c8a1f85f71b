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
  size_t work;  // texts and lists of moves made to find one, see legal_gave_up
} Legal;

void legal_free(Legal *legal);

// Whoever looks for a move begins with no work done. What is tried out then has a bound, as rules may draw from two
// thousand million numbers again and again: once this much has been done, nothing more is tried.
enum { LEGAL_WORK_MAX = 1000000, LEGAL_WORK_LIST = 100 };  // texts; a list or joint move counts as so many
static inline bool legal_gave_up(const Legal *legal) { return legal->work > LEGAL_WORK_MAX; }

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
