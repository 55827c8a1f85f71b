// What staged generation of moves remembers between calls. Private to stage*.c.
#ifndef STATE_TURN_PARTIAL_MOVES_INTERNAL_H
#define STATE_TURN_PARTIAL_MOVES_INTERNAL_H

#include "state/turn/partial_moves.h"

typedef enum PartialMovesFact {
  FACT_KEEPS_FROM,
  FACT_KEEPS_TO,
  FACT_PIECES_KEEP_FROM,
  FACT_TRIES_MOVES,
  FACT_DRAWS,
  FACT_NAMES_SOURCES,
  FACTS
} PartialMovesFact;

struct PartialMoves {
  uint8_t *facts[FACTS];                // by instruction: 0 not known yet, 1 no, 2 yes
  int32_t hints[GAME_PLAYERS_MAX + 1];  // by mover: a site where a move began last time
  uint64_t first_at;                    // number of the change after which the choice below was made
  int32_t first_ref, first_item;        // a FIRST_OF and its item with moves
  uint64_t named_at;                    // likewise for what follows
  int32_t named_ref;                    // a statement that names where its moves begin,
  Word *named;                          // and where that is
  uint64_t kept_at;                     // number of the change after which the moves below were kept
  VEC(Move) moves;
  VEC(Action) actions;
  VEC(int32_t) ints;
};

PartialMoves *partial_moves_of(Position *x);

#endif
