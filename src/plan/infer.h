// Which playouts a game allows, found by reading its rules program: what a playout may leave undone until a
// move is drawn (state/candidate.h does it). Per phase, with the reason.
#ifndef PLAN_INFER_H
#define PLAN_INFER_H

#include "game/game.h"

typedef enum PlayoutKind {
  PLAYOUT_STANDARD,       // all legal moves are generated
  PLAYOUT_ADD_TO_EMPTY,   // every move places a piece on an empty site, and sites change in no other way
  PLAYOUT_FILTER,         // what is asked of the position after a move is tested for drawn moves only
  PLAYOUT_NO_REPETITION,  // likewise whether the position was there before
  PLAYOUT_PLACEMENT,      // placements are counted and not listed, though sites change in other ways too
  PLAYOUT_KINDS
} PlayoutKind;
extern const char *const playout_kind_names[PLAYOUT_KINDS];

typedef struct PhasePlayout {
  PlayoutKind kind;
  const char *why;  // one sentence
} PhasePlayout;

// For each phase of the game, in the arena.
const PhasePlayout *game_infer_playouts(const Game *game, Arena *arena);
// The kind of one phase alone; and whether drawing moves costs less than listing them, which with few sites and nothing
// to test it does not.
PlayoutKind game_playout_kind(const Game *game, int phase);
bool game_playout_pays(const Game *game, int phase);

#endif
