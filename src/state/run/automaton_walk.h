// Walking an automaton (rules/walk_records.h) over the board: listing moves, finding one, performing steps.
#ifndef STATE_RUN_AUTOMATON_WALK_H
#define STATE_RUN_AUTOMATON_WALK_H

#include "rules/walk_records.h"
#include "state/block/access.h"
#include "state/run/run.h"

typedef struct Walker Walker;
void walker_free(Walker *walker);

static inline WalkPlace *walk_place(const Position *x) { return STATE_AT(x, WalkPlace, x->layout->walk); }

// One step of a path.
typedef struct WalkStep {
  int32_t action, vertex;
} WalkStep;

// Appends all moves of the player to act, or all that come next when moves are divided.
void walk_list(Position *x, WalkSplit split);
// How many moves walk_list would append, moves not divided.
uint64_t walk_count(Position *x);
// The parts that come next when every modifier ends one, as steps on a stack of their own from number *first on; how
// many. Dropping takes away everything from a number on.
uint32_t walk_parts(Position *x, uint32_t *first);
WalkStep *walk_part(Position *x, uint32_t i);
void walk_parts_drop(Position *x, uint32_t first);
// Performs a part that stays inside its move.
void walk_make_part(Position *x, WalkStep step);
// The steps of the first move of whoever is to act, in the order of preference; 0 when there is none.
int walk_first(Position *x, const WalkStep **steps);

// Appends the moves that go on from a state and a vertex, where nothing has been changed yet.
void walk_list_from(Position *x, int32_t state, int32_t vertex);

// Whether there is any.
bool walk_exists(Position *x);

// The edge of an action.
const WalkEdge *walk_edge(Position *x, int32_t action);
// Whether a step is inside a move; the others end one.
bool walk_leads_inside(Position *x, int32_t action);
// What a formula gives here.
int64_t walk_formula(Position *x, int32_t at);

// The automaton stands where this step leads. Steps that end neither a move nor a part of one need not be noted.
void walk_arrive(Position *x, int32_t action, int32_t vertex);

#endif
