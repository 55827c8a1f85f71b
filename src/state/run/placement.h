// Runs of quiet placements (game/quiet.h): many random moves at once, on a board of one byte per site, without
// lists, moves, undo records or end rules. The run stops at the first move that sets off a watch; what was placed
// before is written into the state, and that last move is made by position_apply, so that the rules themselves say
// what it means. Connections are kept by union-find, lines are counted outwards from the last site.
//
// Sites are drawn with the same numbers in the same order as from a list of legal moves: a run plays the very moves
// a standard playout plays.
#ifndef STATE_RUN_PLACEMENT_H
#define STATE_RUN_PLACEMENT_H

#include "plan/placement_watch.h"
#include "state/turn/position.h"

typedef struct PlacementRun PlacementRun;

// Tables for a phase of a game; NULL when its placements are not quiet. Free with placement_free.
PlacementRun *placement_new(const Game *game, int phase);
void placement_free(PlacementRun *run);

// Whether a run can begin here.
bool placement_ready(const PlacementRun *run, const Position *x);
// Plays at most so many moves (at least 1); all of them are undone by one position_undo. Returns how many.
uint32_t placement_play(PlacementRun *run, Position *x, Random *random, uint32_t most);

// Whether placement_fill can ever tell.
bool placement_fills(const PlacementRun *run);
// In connection games that cannot be won by both on a full board: who wins a random game from here, found by filling
// the board and looking once (0: nobody). The position stays as it is. False where that is not proved, or not ready;
// *moves has the sites filled.
bool placement_fill(PlacementRun *run, Position *x, Random *random, Player *winner, uint32_t *moves);

#endif
