// Legal moves one choice at a time. A player's statement is a tree: loops over pieces and regions choose where a move
// begins, the ops below them where it ends, and conditions on the position afterwards come last. Following that tree
// for one site alone gives the moves that begin there, and leaving out the conditions gives them before they are
// tried out; what is left out is made up for when a single move is asked about.
//
// Statements that do not show where their moves begin (the most captures, joined moves, effects) make all their moves
// and what is not wanted is thrown away.
#ifndef STATE_TURN_PARTIAL_MOVES_H
#define STATE_TURN_PARTIAL_MOVES_H

#include "plan/statement_facts.h"
#include "state/turn/position.h"

// Which moves are wanted.
typedef struct Wanted {
  int32_t from, to;  // sites, or GAME_ANYWHERE
  bool tested;       // those that pass all conditions; else all, marked as MOVE_UNTESTED where one was left out
  bool one;          // one is enough
  bool passing;      // the position is not one of the game: nothing is remembered for the next stage
  Word *sources;     // or NULL: sites where moves begin are noted here instead, by statements that name them
} Wanted;

typedef struct PartialMoves PartialMoves;
void partial_moves_free(PartialMoves *partial);

// Whether the moves of the player to move can be generated twice with the same result.
bool partial_repeatable(Position *x);

// Drops the moves from mark on that begin or end elsewhere.
void moves_keep_wanted(Position *x, uint32_t mark, const Wanted *wanted);

// Appends the wanted moves of the player to move, without forced passes.
void partial_moves(Position *x, const Wanted *wanted);

// Adds to `sources` the sites where moves may begin, as far as that is known without making them, and appends the
// moves (untested) of all statements that do not tell. A move that begins on a source may be among those as well.
void partial_open(Position *x, Word *sources);

// Whether the move passes the conditions that were left out.
bool partial_legal(Position *x, const Move *move);
// Whether there is a legal move among those from mark on, or one that begins on a source.
bool partial_any(Position *x, const Word *sources, uint32_t mark);
// Whether a statement has a move that passes its conditions, in any position the rules look at.
bool partial_exists(Position *x, int32_t ref);
// Where the mover could begin a move last time, a site to try first.
int32_t *partial_hint(Position *x);

// Keeps the moves from mark on until the position changes, and appends those kept. False: there are none.
void partial_keep(Position *x, uint32_t mark);
bool partial_kept(Position *x);

// What the plan knows of a statement or condition; nothing of one that is absent.
static inline bool statement_is(const Position *x, int32_t ref, int fact) { return x->plan->facts[ref] & fact; }

#endif
