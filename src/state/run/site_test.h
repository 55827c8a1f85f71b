// Asking conditions on one site (plan/site_test_find.h): a generator fetches the tree of a condition once
// (check_begin) and asks it of one site after another (check_site).
#ifndef STATE_RUN_SITE_TEST_H
#define STATE_RUN_SITE_TEST_H

#include "state/run/run.h"

void site_tests_free(Position *x);
bool site_test_holds(Position *x, const SiteTest *test, int32_t site);
// The sites where a test holds that has as_bits or as_set; in scratch memory unless they are kept anyway.
const Word *site_test_bits(Position *x, const SiteTest *test);

// Adds those of the sites where a test holds; all of them are below test->n.
void site_test_select(Position *x, const SiteTest *test, const Word *sites, Word *out);

// A condition made ready to be asked of several sites in the same state.
typedef struct Check {
  const Word *bits;      // the sites where it holds, or NULL
  const SiteTest *test;  // or NULL
  uint32_t n;            // sites below this are left to bits or test, others to the condition itself
  int32_t cond;          // 0: holds everywhere
  Slot slot;             // where the condition finds the site
} Check;

// many: to be asked of many sites, so that a set of them is worth making.
static inline Check check_make(Position *x, int32_t cond, Slot slot, bool many) {
  const SiteTest *test = &x->tests[x->test_of[cond]];
  if (test->kind == TEST_NONE || test->slot != slot) return (Check){.cond = cond, .slot = slot};
  const Word *bits = test->as_bits || (many && test->as_set) ? site_test_bits(x, test) : NULL;
  return (Check){.bits = bits, .test = test, .n = (uint32_t)test->n, .cond = cond, .slot = slot};
}
static inline Check check_begin(Position *x, int32_t cond, Slot slot) { return check_make(x, cond, slot, false); }

// Sets the slot to the site and tells whether the condition holds.
static inline bool check_site(Position *x, const Check *check, int32_t site) {
  x->slots[check->slot] = site;
  if ((uint32_t)site >= check->n) return x_holds(x, check->cond);
  return check->bits ? bit_get(check->bits, site) : site_test_holds(x, check->test, site);
}

#endif
