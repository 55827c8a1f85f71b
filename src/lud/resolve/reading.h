// Readings: what a node that does not fit was probably meant to be. Every reading has a cost, the weight
// of the mistakes it supposes: a form whose arguments are aligned with its slots, some of them wrong,
// missing or too many. The cheapest is taken for what the designer meant.
#ifndef LUD_RESOLVE_READING_H
#define LUD_RESOLVE_READING_H

#include "lud/resolve/resolver.h"

enum {
  COST_ONE = 10000,
  COST_NEAR = 2 * COST_ONE,      // a word that is almost right
  COST_NAME = 2 * COST_ONE,      // a label is missing
  COST_UNKNOWN = 3 * COST_ONE,   // a ludeme nobody knows: it could be anything
  COST_BRACES = 3 * COST_ONE,    // braces are missing or too many
  COST_LABEL = 3 * COST_ONE,     // a label that does not exist
  COST_INSIDE = 3 * COST_ONE,    // the right kind of thing, however much is wrong inside it
  COST_FRACTION = 3 * COST_ONE,  // a fraction for a whole number
  COST_MISSING = 4 * COST_ONE,
  COST_MISSING_NAMED = COST_MISSING + 1,
  COST_EXTRA = 4 * COST_ONE,
  COST_ATOM = 4 * COST_ONE,  // an atom of another type
  COST_WORD = 5 * COST_ONE,  // another first word
  COST_KIND = 6 * COST_ONE,  // a ludeme of another type
  COST_MAX = 1000 * COST_ONE,
  ARGS_SEEN = 32,       // arguments beyond are too many for any form
  WEIGHED_MAX = 20000,  // places looked into; beyond, what is wrong is not weighed any more
};

// Costs are kept per node and wanted type, so that shared nodes are weighed once.
typedef struct Readings {
  Resolver *r;
  Map costs;         // (node, want) -> cost + 1
  uint32_t weighed;  // so far
} Readings;

// How the arguments of a list would go into the slots of a form.
typedef struct Reading {
  const LudForm *form;
  const Node *node;
  uint32_t n_args;  // positional ones, and those with unknown labels
  const Node *args[ARGS_SEEN];
  const Node *beyond;                        // the first argument past ARGS_SEEN, or NULL
  const Node *named[LUD_SLOTS_MAX];          // by slot
  const Node *twice;                         // a label given again, or NULL
  uint32_t place[ARGS_SEEN][LUD_SLOTS_MAX];  // cost of an argument in a slot
  uint32_t best[ARGS_SEEN + 1][LUD_SLOTS_MAX + 1];
  uint32_t cost;
} Reading;

void readings_init(Readings *rd, Resolver *r);

// The cost of a node where `want` is wanted, 0 when it fits.
uint32_t readings_cost(Readings *rd, const Node *node, LudWant want);

// The alternative of a slot in which an argument costs least; one with its label when there is one.
const LudAlt *readings_alt(Readings *rd, const LudSlot *slot, const Node *arg, uint32_t *cost);

// The form whose reading costs least among those that fit; NULL when the head has none. Forms that
// begin with the word written are preferred to all others.
const LudForm *readings_form(Readings *rd, const LudHead *head, const Node *node, LudWant want, uint32_t *cost);

// The best alignment with one form. The caller owns it (mem_free).
Reading *reading_new(Readings *rd, const LudForm *form, const Node *node);
// The cost of leaving a slot empty.
uint32_t reading_skip_cost(const Reading *reading, uint32_t slot);

// The nearest of a type's words, those of the enumerations within it included; NULL when none is near.
const char *readings_near_word(Readings *rd, Str written, uint32_t want);

#endif
