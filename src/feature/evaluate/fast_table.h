// Shapes as tables, for the fast evaluator:
//   - chunks: a few sites, and a table by the classes of all of them that gives the word of features they prove. For
//     instances about a single site, sites of the same walk (its rotations) share one table; instances about several
//     sites share a chunk when they look at much the same sites. Equal tables are kept once, whatever shape they are
//     for: shapes at the edge of a board differ in what they lack, and all of them together should stay in the nearest
//     cache.
//   - planes, for instances about several sites where chunks would be too many: bit f of plane k stands for the k-th
//     instance of feature f. A table by site and class gives the instances that are disproven; what remains in a plane
//     is active.
//   - a list of instances, where planes would take too much memory.
#ifndef FEATURE_EVALUATE_FAST_TABLE_H
#define FEATURE_EVALUATE_FAST_TABLE_H

#include "base/map.h"
#include "feature/evaluate/evaluator.h"

// Where tables are kept: all of them depend on how many classes are known.
typedef struct FastPool {
  Arena arena;
  Map tables;  // by their content
  int classes;
} FastPool;

void fast_pool_open(FastPool *pool, int classes);
void fast_pool_close(FastPool *pool);

typedef struct Planes {
  int n, words, first_word;  // planes, words of each, where they begin in an answer
  int slots;
  const uint16_t *slot;
  const Word *kill;     // [(slot * classes + class) * n * words]
  const Word *missing;  // [n * words]: there is no such instance
  int classes;          // known when they were made
} Planes;

typedef struct FastTable {
  int classes;  // known when it was made
  // The chunks, those of one word side by side. The index into the table of a chunk has the classes of its sites as
  // digits, the first site's being the lowest.
  int n_chunks;
  const Word *const *chunks;
  const uint8_t *sizes;   // sites of each
  const uint16_t *slots;  // of all chunks
  const uint16_t *ends;   // by word of an answer: where its chunks end
  Planes planes;
  int listed;  // instances in the list
  const ShapeInstance *list;
  const ShapeCondition *conditions;
} FastTable;

// The tables of a shape.
const FastTable *fast_table_make(FastPool *pool, const FeatureEval *eval, const Shape *shape);

// Sets the bits of the features that planes and list say are active.
void fast_table_add_rest(const FeatureEval *eval, const FastTable *table, const Site *sites, const SiteClass *classes,
                         Word *out);
// All of a group.
void fast_table_group(const FeatureEval *eval, const FastTable *table, const Site *sites, const SiteClass *classes,
                      Word *out);

#endif
