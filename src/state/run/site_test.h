// Conditions on one site, compiled. The conditions of steps, hops, slides and captures are asked of every site
// around a piece, and most say little: the site is empty, an enemy stands there, it is not the centre. When an
// Position is made, such instructions become small trees of tests that read the state directly; a generator
// fetches the tree once (check_begin) and asks it of one site after another (check_site). Whatever a tree
// cannot say stays an instruction, as a leaf or as the whole condition, so that the answers are the same.
#ifndef STATE_RUN_SITE_TEST_H
#define STATE_RUN_SITE_TEST_H

#include "state/run/run.h"

typedef enum TestKind {
  TEST_NONE,          // not compiled
  TEST_OTHER,         // the instruction `other` holds
  TEST_AND,           // both a and b
  TEST_OR,            // a or b
  TEST_NOT,           // not a
  TEST_EMPTY,         // nothing is there
  TEST_STATIC,        // the board says so, whatever the state: the instruction `other` holds
  TEST_IS,            // it is the site *value
  TEST_WHAT,          // the piece there is of the kind *value
  TEST_WHO,           // its owner is *value
  TEST_ENEMY,         // it is an enemy's
  TEST_FRIEND,        // it is the mover's, or one of its team's
  TEST_STATE,         // the local state there is *value
  TEST_STATE_ENEMY,   // it is the number of an enemy
  TEST_STATE_FRIEND,  // it is the number of the mover, or of one of its team
} TestKind;

struct SiteTest {
  uint8_t kind, slot;
  bool as_bits;   // the sites where it holds are cheap to find all at once
  uint16_t a, b;  // numbers of tests
  int32_t other;  // a Ref
  int32_t n;      // it can be asked about sites below this
  union {
    const Word *bits;      // the empty sites
    Word *fixed;           // where a static condition holds, NULL as long as nobody asked
    const uint16_t *what;  // pieces by site
    const uint8_t *who;    // owners by site
    const int16_t *state;  // local states by site
  };
  const int32_t *value;  // a constant of the program, a scalar of the state or a slot
};

// Compiles the conditions of the program.
void site_tests_find(Position *x);
void site_tests_free(Position *x);
bool site_test_holds(Position *x, const SiteTest *test, int32_t site);
// The sites where a test holds that has as_bits; in scratch memory unless they are kept anyway.
const Word *site_test_bits(Position *x, const SiteTest *test);

// A condition made ready to be asked of several sites in the same state.
typedef struct Check {
  const Word *bits;      // the sites where it holds, or NULL
  const SiteTest *test;  // or NULL
  uint32_t n;            // sites below this are left to bits or test, others to the condition itself
  int32_t cond;          // 0: holds everywhere
  Slot slot;             // where the condition finds the site
} Check;

static inline Check check_begin(Position *x, int32_t cond, Slot slot) {
  const SiteTest *test = &x->tests.at[x->test_of[cond]];
  if (test->kind == TEST_NONE || test->slot != slot) return (Check){.cond = cond, .slot = slot};
  const Word *bits = test->as_bits ? site_test_bits(x, test) : NULL;
  return (Check){.bits = bits, .test = test, .n = (uint32_t)test->n, .cond = cond, .slot = slot};
}

// Sets the slot to the site and tells whether the condition holds.
static inline bool check_site(Position *x, const Check *check, int32_t site) {
  x->slots[check->slot] = site;
  if ((uint32_t)site >= check->n) return x_holds(x, check->cond);
  return check->bits ? bit_get(check->bits, site) : site_test_holds(x, check->test, site);
}

#endif
