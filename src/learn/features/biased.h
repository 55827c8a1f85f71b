// Searches biased by features: a Policy and a PlayoutGuide made from weighted sets, and the search that uses them.
#ifndef LEARN_FEATURES_BIASED_H
#define LEARN_FEATURES_BIASED_H

#include "feature/linear.h"
#include "learn/features/feature_model.h"
#include "search/agent.h"
#include "search/budget.h"

// What a search needs beside the model.
typedef struct BiasedSearch {
  ModelSettings settings;   // no part left to the model
  const EvaluatorRow *row;  // how features are worked out
  Budget budget;
  bool solver, reuse;
  int64_t threads, megabytes;
} BiasedSearch;

typedef struct Biased Biased;

// The sets must outlive it; playouts may be NULL: as in the tree. Features are read by the rules of the paper's system.
void biased_open(Biased **biased, const AgentSetting *setting, const FeatureSet *selection, const FeatureSet *playouts,
                 const BiasedSearch *search);
// Another budget from the next search on.
void biased_limit(Biased *biased, const Budget *budget);
uint32_t biased_choose(Biased *biased, const Position *x, int seat, SearchReport *report);
void biased_close(Biased *biased);

#endif
