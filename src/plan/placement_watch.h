// Quiet placements: in add-to-empty games whose end rules only look at the last move, most moves do nothing but put
// a piece down. What could end the game is watched instead of asked: a line or a connection through the site just
// played, or a full board. A watch may be wrong in one direction only: when none of them is set off, no end rule
// holds.
#ifndef PLAN_PLACEMENT_WATCH_H
#define PLAN_PLACEMENT_WATCH_H

#include "base/vec.h"
#include "game/game.h"

typedef enum WatchKind {
  WATCH_LINE,       // op LINE through the last site
  WATCH_CONNECTED,  // op CONNECTED from the last site
  WATCH_LOOP,       // op LOOP through the last site, which ends the game
  WATCH_FULL,       // no empty site is left
} WatchKind;

typedef struct Watch {
  WatchKind kind;
  const Ins *in;  // what is asked; NULL for a full board
} Watch;

typedef struct PlacementWatch {
  const Ins *add;     // the placement of the mover's piece on an empty site
  Ref again;          // a condition on turns and moves under which the mover moves again, or 0
  bool counts_moves;  // the rules ask how many moves were made
  VEC(Watch) watches;
  const char *why_not;  // what keeps placements from being quiet, or NULL
} PlacementWatch;

// Reads the rules of a phase. Free with placement_watch_free in any case.
void game_placement_watch(const Game *game, int phase, PlacementWatch *rules);
void placement_watch_free(PlacementWatch *rules);

// What the condition `again` looks at: moves of the same player in this turn, and moves of the game (the one just
// made included).
typedef struct WatchedTurn {
  int32_t turn_same, moves_made;
} WatchedTurn;
int32_t placement_watch_value(const Program *program, Ref ref, const WatchedTurn *turn);

#endif
