// Shapes as tables, for the fast evaluator:
//   - columns, for instances about a single site: a table by the class of a site gives the word of features that it
//     proves. Sites of the same walk (its rotations) share one table. Where there are few classes, chunks of up to four
//     sites have a table by all their classes.
//   - planes, for instances about several sites: bit f of plane k stands for the k-th instance of feature f. A table
//   by
//     site and class gives the instances that are disproven; what remains in a plane is active.
//   - a list of instances, where planes would take too much memory.
#ifndef FEATURE_FAST_TABLE_H
#define FEATURE_FAST_TABLE_H

#include "feature/evaluator.h"

// Sites whose content proves features of one word.
typedef struct Column {
  const Word *table;  // by class
  int word;
  int first, n;  // of slots
} Column;

// Some sites of a column: a table by the classes of all of them, `bits` of the index for each.
typedef struct Chunk {
  const Word *table;
  int word;
  int first, n;  // of slots
} Chunk;

typedef struct Planes {
  int n, words, first_word;  // planes, words of each, where they begin in an answer
  int slots;
  const uint16_t *slot;
  const Word *kill;     // [(slot * classes + class) * n * words]
  const Word *missing;  // [n * words]: there is no such instance
} Planes;

typedef struct FastTable {
  Arena arena;  // owns all this
  int classes;  // known when it was made
  int n;
  const Column *columns;
  const uint16_t *slots;
  int bits;  // of a class
  int n_chunks;
  const Chunk *chunks;
  Planes planes;
  int listed;  // instances in the list
  const ShapeInstance *list;
  const ShapeCondition *conditions;
} FastTable;

// The tables of a shape, made if need be: also when a class has turned up that was not known.
void fast_table_make(FeatureEval *eval, Shape *shape);
static inline const FastTable *fast_table_of(FeatureEval *eval, Shape *shape) {
  const FastTable *table = shape->compiled;
  if (UNLIKELY(!table || table->classes != (int)eval->classes.contents.n)) {
    fast_table_make(eval, shape);
    table = shape->compiled;
  }
  return table;
}
void fast_table_discard(Shape *shape);

// Sets the bits of the features that planes and list say are active.
void fast_table_add_rest(const FeatureEval *eval, const FastTable *table, const Site *sites, const SiteClass *classes,
                         Word *out);
// All of a group.
void fast_table_group(FeatureEval *eval, const Group *group, const SiteClass *classes, Word *out);

#endif
