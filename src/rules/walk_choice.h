// Moves of an automaton that are the choice of a vertex: a turn begins with a walk to any vertex of a list whose piece
// is in a set, and from there on there is at most one way to the end of the move.
#ifndef RULES_WALK_CHOICE_H
#define RULES_WALK_CHOICE_H

#include "rules/program.h"
#include "rules/walk_records.h"

// The edge to the vertices one may choose from, for a move that begins in a state; NULL when its moves are not such.
const WalkEdge *walk_choice(const Program *program, const Ins *walk, int32_t state);

typedef enum WalkTurns {
  WALK_TURNS_OTHER,    // some player's moves are not the choice of a vertex
  WALK_TURNS_FEW,      // they are, but among so few that listing them costs no more than drawing one
  WALK_TURNS_CHOICES,  // they all are
  WALK_TURNS_FILL,     // and a vertex that was chosen once can never be chosen again
} WalkTurns;
// What the moves of all players are, wherever the automaton may stand.
WalkTurns walk_turns(const Program *program, const Ins *walk);

#endif
