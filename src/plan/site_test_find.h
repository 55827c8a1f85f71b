// Conditions on one site, compiled. The conditions of steps, hops, slides and captures are asked of every site
// around a piece, and most say little: the site is empty, an enemy stands there, it is not the centre. Such
// instructions become small trees of tests that read the state directly (state/run/site_test.h asks them). Whatever a
// tree cannot say stays an instruction, as a leaf or as the whole condition, so that the answers are the same.
#ifndef PLAN_SITE_TEST_FIND_H
#define PLAN_SITE_TEST_FIND_H

#include "game/game.h"

typedef enum TestKind {
  TEST_NONE,          // not compiled
  TEST_OTHER,         // the instruction `other` holds
  TEST_AND,           // both a and b
  TEST_OR,            // a or b
  TEST_NOT,           // not a
  TEST_IF,            // b where a holds, elsewhere the test `other`
  TEST_IN_STATE,      // it is in a set that the state keeps: the empty sites, those visited in this turn
  TEST_STATIC,        // the board says so, whatever the state: the instruction `other` holds
  TEST_GIVEN,         // the instruction `other` holds, which does not ask for the site: test a of another slot
  TEST_REGION,        // it is in the region `other`, which does not depend on slots
  TEST_IS,            // it is the site `value`
  TEST_WHAT,          // the piece there is of the kind `value`, kept in one byte
  TEST_WHO,           // its owner is `value`
  TEST_ENEMY,         // it is an enemy's
  TEST_FRIEND,        // it is the mover's, or one of its team's
  TEST_LEVEL_WHAT,    // boards with stacks, the same of the piece at level b - 1, 0: on top: its kind...
  TEST_LEVEL_WHO,     // ...its owner...
  TEST_LEVEL_ENEMY,   // ...whether that is an enemy...
  TEST_LEVEL_FRIEND,  // ...or the mover, or one of its team
  TEST_WIDE_WHAT,     // the same in games where one byte is not enough
  TEST_COUNT,         // the number of pieces there (`at`) is related to `value` as `b` says
  TEST_HEIGHT,        // the same of the height of the stack
  TEST_STATE,         // the local state there is `value`
  TEST_STATE_ENEMY,   // it is the number of an enemy
  TEST_STATE_FRIEND,  // it is the number of the mover, or of one of its team
} TestKind;

// How a number is related to a value.
typedef enum NumberTest { NUMBER_IS, NUMBER_LESS, NUMBER_MORE } NumberTest;

typedef enum ValuePlace { VALUE_CONST, VALUE_HEAD, VALUE_SLOT } ValuePlace;

typedef struct SiteTest {
  uint8_t kind, slot;
  bool as_bits;   // the sites where it holds are cheap to find all at once
  bool as_set;    // likewise by what the state keeps of owners: cheap where many sites are asked about
  bool by_slot;   // a part of it is TEST_GIVEN: the sites where it holds change with another slot
  uint8_t from;   // ValuePlace: what `value` is: the value itself, an offset in the state, or a slot
  uint8_t bytes;  // of each number of the array that it reads
  uint16_t a, b;  // numbers of tests; of numbers of pieces b is a NumberTest, of levels a is a SiteType
  int32_t other;  // a Ref, or a number of a test; of tests of owners the offset of the sets of their sites, 0: none
  int32_t n;      // it can be asked about sites below this
  uint32_t at;    // the array of the state it reads, as an offset; of a static test its number among these
  int32_t value;
} SiteTest;

struct Plan;
// Compiles the conditions of the program. Needs come first.
void site_tests_find(struct Plan *plan);

#endif
