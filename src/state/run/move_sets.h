// Move sets (plan/move_set.h) in a position: all moves of a piece, or whether one leads to a site.
#ifndef STATE_RUN_MOVE_SETS_H
#define STATE_RUN_MOVE_SETS_H

#include "state/act/moves.h"
#include "state/run/set_share.h"
#include "state/run/site_test.h"

// A condition made ready; `first`: it cannot hold elsewhere, or NULL.
typedef struct SetReady {
  Check check;
  const Word *first;
} SetReady;

// How the moves of a rule are counted in this position, for pieces on any site.
typedef enum CountWay {
  COUNT_UNKNOWN,  // not looked at yet
  COUNT_NONE,     // there are none
  COUNT_ALL,      // steps: all ways
  COUNT_STEPS,    // steps: the ways that lead into `bits`
  COUNT_SLIDES,   // slides: on through `bits`, the last one into `stop`
  COUNT_LINES,    // the same by the sets of the lines; `stop` is never NULL
  COUNT_HOPS,     // hops: over one of `bits` into `stop`; stop NULL: anywhere
  COUNT_ASKING,   // by asking what depends on the piece
} CountWay;

typedef struct RuleCount {
  uint8_t way;
  uint8_t small;            // COUNT_STEPS: how many sites the table has, where sets of them are one word; else 0
  const Word *targets;      // COUNT_STEPS: of the rule's table
  const Word *bits, *stop;  // stop: or NULL
} RuleCount;

// Asks the sets of several pieces in one position: every condition is made ready once.
typedef struct SetAsker {
  const MoveSets *sets;
  const PieceMoves *pieces;  // by kind: their own moves, or those of a loop with a body of its own
  SetReady *checks;          // by number
  int32_t *ready;            // by number: for which FROM it was made ready, see check_number
  RuleCount *counts;         // by number of the rule's variant, where moves are counted; else NULL
  const Word **givens;       // beside it, by number: the sites where the condition on FROM holds; NULL: not asked yet
} SetAsker;

// In scratch memory; body: of the loop over pieces, or 0. False where there are no sets for it, or the moves shall show
// what they were joined from, or how often statements are begun is counted.
bool sets_begin(Position *x, SetAsker *asker, Ref body);
// Appends the moves of a piece of a kind on FROM.
void sets_list(Position *x, SetAsker *asker, const PieceMoves *piece);
// The same moves in the same order for the pieces on flat sites, counted: a share for every piece and rule that has
// some. sites: where the pieces stand.
void sets_begin_counting(Position *x, SetAsker *asker);
void sets_count(Position *x, SetAsker *asker, SiteType type, const Word *sites, SetShares *shares);
// Appends move number i of a share. The slots are left as they were.
void sets_push(Position *x, SetAsker *asker, const SetShare *share, uint32_t i);
// The moves of all pieces of a FOR_PIECES, counted; the asker lies in scratch memory. NULL: they cannot be.
SetAsker *pieces_count(Position *x, const Ins *loop, SetShares *shares);
// Whether it has a move, or one that ends on a site.
bool sets_answer(Position *x, SetAsker *asker, const PieceMoves *piece, const MoveQuery *query);

#endif
