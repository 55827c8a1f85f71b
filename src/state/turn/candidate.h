// Candidates: the moves of the player to move before the tests that try them out. A playout needs one legal
// move, not all of them, so what is expensive is left until a candidate is drawn:
//   - conditions on the position after the move (DO_AFTER's `if`), repetitions and the other meta rules;
//   - conditions on the site of a placement (ADD_PIECE's `if`);
//   - the moves themselves, where they only differ by the site: placements are counted, not listed.
// Every candidate that passes is legal, every legal move is a candidate once for each time it is listed, so
// drawing uniformly and striking what fails is drawing uniformly from the legal moves (Soemers et al.,
// Optimised Playout Implementations, sections 5 to 7).
#ifndef STATE_TURN_CANDIDATE_H
#define STATE_TURN_CANDIDATE_H

#include "plan/deferred_ends.h"
#include "rules/walk_records.h"
#include "state/run/set_share.h"
#include "state/turn/position.h"

// What is still to be done with the candidates of a part: the statements around it, from the inside out.
typedef struct CandidateWrap {
  Ref ref;         // consequence to add, or condition to hold after the move
  bool filter;     // a condition
  uint32_t outer;  // number of the wrap around it + 1, 0: none
} CandidateWrap;

// Candidates that come from one statement.
typedef struct CandidatePart {
  Ref ref;                 // the statement
  const Ins *add;          // the placements of this instruction, or NULL
  int32_t where;           // what their sites are asked (as SITE), or 0
  const WalkEdge *go;      // an automaton's choice of a vertex, or NULL
  struct SetAsker *asker;  // the moves of pieces, counted as shares, or NULL
  const Ins *leaf;    // the moves of this instruction, as pairs of sites, or NULL; none of these: moves of the stack
  uint32_t first, n;  // first: of the moves, the shares or the pairs
  Ints whats;         // placements: pieces, and the sites of each
  const Word *region;
  uint32_t sites;
  uint32_t wrap;  // number of the innermost wrap + 1
} CandidatePart;

// A FIRST_OF whose later items have their turn when the candidates of the earlier ones have all failed.
typedef struct CandidateChoice {
  const Ins *in;
  int next;  // item
  uint32_t wrap;
} CandidateChoice;

typedef struct Candidates {
  const Game *game;     // whose meta-rules these are:
  bool tests, touches;  // they ask something of a move, or add or strike moves
  uint32_t n;           // candidates at first
  uint32_t left;        // not struck yet
  bool listed;          // every candidate is a move of the stack, from list.first on
  bool sure;            // every one is legal
  bool exact;           // they are the legal moves in the order of their list
  MoveList list;
  ScratchMark scratch;
  uint32_t taken_part, taken;  // the last one that was legal: its part, and its number there
  VEC(CandidatePart) parts;
  VEC(CandidateWrap) wraps;
  VEC(CandidateChoice) choices;
  SetShares shares;
  SitePairs pairs;
  VEC(uint32_t) order;  // the numbers of those left, once one is struck
} Candidates;

void candidates_free(Candidates *c);
// The position's own, for moves drawn one at a time; freed with it.
Candidates *position_candidates(Position *x);

// The candidates of the mover of an alternating game that is not over. listed: as moves, without the
// consequences and conditions of the statements around them. Close in the reverse order of opening.
void candidates_open(Candidates *c, Position *x, bool listed);
// The legal moves themselves, in the order of position_moves, with as few as possible made: all are sure. False where
// meta-rules ask something of moves, or all players move at once; then nothing is opened.
bool candidates_open_exact(Candidates *c, Position *x);
void candidates_close(Candidates *c, Position *x);

// Candidate number i (of all, struck ones included) as a finished move in *move. False when it is not legal.
// The move is valid until the candidates are closed.
bool candidates_take(Candidates *c, Position *x, uint32_t i, Move *move);
// The same where every candidate is sure to be legal; the move is valid until the candidates are closed.
const Move *candidates_pick(const Candidates *c, Position *x, uint32_t i);
// The number of the candidate at a place among those left.
static inline uint32_t candidates_number(const Candidates *c, uint32_t at) {
  return c->left == c->n ? at : c->order.at[at];
}
// The one at that place failed: it is not drawn again. Another takes its place.
void candidates_strike(Candidates *c, uint32_t at);
// All have failed: opens the next ones, if the rules have others for that case.
bool candidates_more(Candidates *c, Position *x);
// Whether the last one taken shows that no condition that waits held after the last move. prev: whose turn it was
// before that move.
bool candidates_settle(const Candidates *c, Position *x, const DeferredEnds *waits, Player prev);
// What is played when there are no more: a forced pass.
Move candidates_pass(Position *x);

#endif
