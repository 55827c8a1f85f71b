// What features can tell about the content of a site, as a small number: sites that no test tells apart are of one
// class. Tests ask a class; a table has the answers. Classes and tests are numbered as they turn up.
#ifndef FEATURE_EVALUATE_SITE_CLASS_H
#define FEATURE_EVALUATE_SITE_CLASS_H

#include "base/vec.h"
#include "game/game.h"

typedef enum SiteTestKind {
  SITE_TEST_EMPTY,
  SITE_TEST_WHO,  // of the top piece
  SITE_TEST_WHAT,
  SITE_TEST_HEIGHT,     // at least so many pieces
  SITE_TEST_BELOW_WHO,  // of the piece below the top one
  SITE_TEST_BELOW_WHAT,
  SITE_TEST_HIDDEN,
  SITE_TEST_KINDS
} SiteTestKind;

typedef struct SiteTestRow {
  SiteTestKind kind;
  int32_t value;
} SiteTestRow;

// The content of a site as far as features look at it. Heights are cut at 15.
typedef struct SiteContent {
  uint16_t what, below_what;
  uint8_t who, below_who;
  uint8_t height;
  bool empty;
  bool unknown;  // nothing about it is known: only HIDDEN holds
  bool hidden;   // something about it is hidden
} SiteContent;

typedef uint16_t SiteClass;

enum { FLAT_WHATS = 512, FLAT_WHOS = 32 };

typedef struct SiteClasses {
  const Game *game;
  VEC(SiteTestRow) tests;
  VEC(int) test_of[SITE_TEST_KINDS];  // by value: the number of the test + 1, or 0
  VEC(SiteContent) contents;          // by class
  uint8_t *holds;                     // [class * stride + test]
  size_t stride, rows;                // room
  int16_t *flat;                      // class by (what, who, empty) of flat sites, -1 when not seen yet
  // What follows from what, by literal (2 * test + negated): implied[a * 2 * stride + b] when b holds wherever a does.
  uint8_t *implied;
  uint32_t generation;  // grows with the room for classes and tests
} SiteClasses;

// Begins with the classes that the pieces of the game make.
void classes_init(SiteClasses *classes, const Game *game);
void classes_free(SiteClasses *classes);

// The number of a test, new or known.
int classes_test(SiteClasses *classes, SiteTestKind kind, int32_t value);
SiteClass classes_of(SiteClasses *classes, SiteContent content);

static inline SiteClass classes_of_flat(SiteClasses *c, uint32_t what, uint32_t who, bool empty) {
  if (LIKELY(what < FLAT_WHATS && who < FLAT_WHOS)) {
    int16_t known = c->flat[(what * FLAT_WHOS + who) * 2 + empty];
    if (LIKELY(known >= 0)) return (SiteClass)known;
  }
  return classes_of(c, (SiteContent){.what = (uint16_t)what, .who = (uint8_t)who, .empty = empty, .height = !empty});
}

static inline bool classes_hold(const SiteClasses *c, SiteClass of, int test) {
  return c->holds[of * c->stride + (size_t)test];
}

// Literals: a test or its negation.
static inline int literal_of(int test, bool negated) { return 2 * test + negated; }
static inline bool literal_holds(const SiteClasses *c, SiteClass of, int literal) {
  return classes_hold(c, of, literal >> 1) != (literal & 1);
}
// Whether b holds on every site where a does, in the classes known when it was first asked: good for guesses about
// which test tells most, not for proofs.
bool literal_implies(SiteClasses *c, int a, int b);

#endif
