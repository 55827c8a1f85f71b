// The plan of a game: everything that is worked out about its rules once, before anybody plays. It is const and shared
// by all positions of the game and all threads; opening another position works nothing out again.
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "base/lazy.h"
#include "plan/deferred_ends.h"
#include "plan/layout.h"
#include "plan/move_set.h"
#include "plan/needs.h"
#include "plan/site_test_find.h"

typedef struct Plan {
  LazyValue lazy;
  Arena arena;  // where all this is kept
  const Game *game;
  const Program *program;  // the rules that are run
  bool uses[OPS];          // which ops there are in it
  Layout layout;           // of a state
  const uint32_t *needs;   // by Ref: what the instruction depends on
  const Memo *memos;       // regions worth keeping; [0] is unused
  uint32_t n_memos;
  const uint16_t *memo_of;  // by Ref: the number of the memo that keeps its regions, or 0
  const SiteTest *tests;    // conditions on one site, compiled; [0] is TEST_NONE
  uint32_t n_tests;
  uint32_t n_fixed;         // how many of them are static
  const uint16_t *test_of;  // by Ref: the number of the test, or 0
  const uint8_t *facts;     // by Ref: what is known of statements, see statement_facts.h
  MoveSets moves;           // of the pieces
  DeferredEnds ends;        // end rules that a playout may ask later; none where ends_wait is false
  bool ends_wait;
  bool meta_moves;                    // meta rules add, change or strike moves
  const uint8_t *const *array_bytes;  // every array constant as bytes: direction lists
  Lazy *start;                        // a StartBlock (state/turn/start.c), unless the start is left to chance
  Lazy *walks[SITE_TYPES];            // the directions between sites (board/walk.h)
} Plan;

// The plan of a game, made when first asked for; it lives as long as the game. Threads may ask at the same time.
const Plan *plan_of(const Game *game);

static inline const Ins *plan_ins(const Plan *plan, int32_t ref) { return program_ins(plan->program, (Ref)ref); }

#endif
