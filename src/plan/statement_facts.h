// What the program says about its statements and conditions before they run, by instruction.
#ifndef PLAN_STATEMENT_FACTS_H
#define PLAN_STATEMENT_FACTS_H

#include "game/game.h"

// A mask; absent operands have none.
enum {
  FACT_KEEPS_FROM = 1 << 0,        // its moves begin on FROM
  FACT_KEEPS_TO = 1 << 1,          // they end on TO
  FACT_PIECES_KEEP_FROM = 1 << 2,  // of a FOR_PIECES: the moves of a piece begin where it stands
  FACT_TRIES_MOVES = 1 << 3,       // it looks for moves or tries some out
  FACT_DRAWS = 1 << 4,             // it leaves something to chance
  FACT_NAMES_SOURCES = 1 << 5,     // its moves begin on sites it names
  FACT_SOME_SOURCES = 1 << 6,      // some of them may do so
};

struct Plan;
void facts_find(struct Plan *plan);

#endif
