// Walking an automaton (rules/walk.h) over the board: listing moves, finding one, performing steps.
#ifndef STATE_WALK_H
#define STATE_WALK_H

#include "rules/walk.h"
#include "state/access.h"
#include "state/exec.h"

typedef struct Walker Walker;
void walker_free(Walker *walker);

static inline WalkPlace *walk_place(const Exec *x) { return STATE_AT(x, WalkPlace, x->layout->walk); }

// One step of a path.
typedef struct WalkStep {
  int32_t action, vertex;
} WalkStep;

// Appends all moves of the player to act, or all that come next when moves are divided.
void walk_list(Exec *x, WalkSplit split);
// How many moves walk_list would append, moves not divided.
uint64_t walk_count(Exec *x);
// The parts that come next when every modifier ends one, as steps on a stack of their own from number *first on; how
// many. Dropping takes away everything from a number on.
uint32_t walk_parts(Exec *x, uint32_t *first);
WalkStep *walk_part(Exec *x, uint32_t i);
void walk_parts_drop(Exec *x, uint32_t first);
// Performs a part that stays inside its move.
void walk_make_part(Exec *x, WalkStep step);
// The steps of the first move of whoever is to act, in the order of preference; 0 when there is none.
int walk_first(Exec *x, const WalkStep **steps);

// Appends the moves that go on from a state and a vertex, where nothing has been changed yet.
void walk_list_from(Exec *x, int32_t state, int32_t vertex);

// Whether there is any.
bool walk_exists(Exec *x);

// The edge of an action.
const WalkEdge *walk_edge(Exec *x, int32_t action);
// Whether a step is inside a move; the others end one.
bool walk_leads_inside(Exec *x, int32_t action);
// What a formula gives here.
int64_t walk_formula(Exec *x, int32_t at);

// The automaton stands where this step leads. Steps that end neither a move nor a part of one need not be noted.
void walk_arrive(Exec *x, int32_t action, int32_t vertex);

#endif
