// Straightness, computed bottom up with four numbers per expression.
#include "rbg/straight.h"

#include <limits.h>

enum { NONE = -1, INFINITE = INT_MAX };

// Longest runs of modifiers: between two switches inside, after the last, before the first, and without any.
typedef struct Runs {
  int inner, tail, head, through;
} Runs;

typedef enum Flavour { APPLIED, MAIN, MOVE, SEMIMOVE } Flavour;

static int plus(int a, int b) {
  if (a == NONE || b == NONE) return NONE;
  return a == INFINITE || b == INFINITE ? INFINITE : a + b;
}

static Runs plain(int through) { return (Runs){NONE, NONE, NONE, through}; }

static Runs either(Runs a, Runs b) {
  return (Runs){MAX(a.inner, b.inner), MAX(a.tail, b.tail), MAX(a.head, b.head), MAX(a.through, b.through)};
}

static Runs then(Runs a, Runs b) {
  return (Runs){.inner = MAX(MAX(a.inner, b.inner), plus(a.tail, b.head)),
                .tail = MAX(b.tail, plus(a.tail, b.through)),
                .head = MAX(a.head, plus(a.through, b.head)),
                .through = plus(a.through, b.through)};
}

static Runs star(Runs a) {
  int again = a.through <= 0 ? 0 : INFINITE;
  return (Runs){.inner = MAX(a.inner, plus(plus(a.tail, again), a.head)),
                .tail = plus(a.tail, again),
                .head = plus(a.head, again),
                .through = again};
}

// After a switch to the keeper no player's move begins.
static Runs switch_runs(const RbgNode *node, Flavour flavour) {
  bool begins = node->index != 0 || flavour < MOVE;
  return (Runs){NONE, begins ? 0 : NONE, 0, NONE};
}

static Runs runs(const RbgNode *node, Flavour flavour);

static Runs check_runs(const RbgNode *node, Flavour flavour) {
  if (flavour != APPLIED) return plain(0);
  Runs inside = runs(node->kids[0], flavour);
  return (Runs){inside.inner, NONE, MAX(inside.head, inside.through), 0};
}

static Runs runs(const RbgNode *node, Flavour flavour) {
  Runs all = plain(node->kind == RBG_SUM ? NONE : 0);
  switch (node->kind) {
    case RBG_SUM:
      for (uint32_t i = 0; i < node->n; i++) all = either(all, runs(node->kids[i], flavour));
      return all;
    case RBG_CAT:
      for (uint32_t i = 0; i < node->n; i++) all = then(all, runs(node->kids[i], flavour));
      return all;
    case RBG_STAR: return star(runs(node->kids[0], flavour));
    case RBG_CHECK: return check_runs(node, flavour);
    case RBG_SWITCH: return switch_runs(node, flavour);
    case RBG_OFF:
    case RBG_ASSIGN: return plain(1);
    case RBG_DOT: return flavour == SEMIMOVE ? (Runs){NONE, 0, 0, NONE} : all;
    case RBG_SHIFT:
    case RBG_ON:
    case RBG_COMPARE: return all;
  }
  return all;
}

static int public_number(int n) { return n == INFINITE ? RBG_STRAIGHT_INFINITE : n; }

static int longest(Runs r) { return MAX(MAX(r.inner, r.tail), MAX(r.head, r.through)); }

RbgStraightness rbg_straightness(const RbgNode *rules) {
  return (RbgStraightness){.applied = public_number(longest(runs(rules, APPLIED))),
                           .main = public_number(longest(runs(rules, MAIN))),
                           .move = public_number(runs(rules, MOVE).inner),
                           .semimove = public_number(runs(rules, SEMIMOVE).inner)};
}
