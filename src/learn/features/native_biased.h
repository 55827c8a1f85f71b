// Monte-Carlo tree search biased by features, on native positions: PUCT with priors that are worked out when a node has
// been visited some times, random games by compiled code, or games whose first moves are chosen by features. One
// thread. The rules are those of search/mcts with a policy and a guide; choices are not the same, but as good.
#ifndef LEARN_FEATURES_NATIVE_BIASED_H
#define LEARN_FEATURES_NATIVE_BIASED_H

#include "feature/evaluate/evaluator.h"
#include "learn/features/feature_model.h"
#include "search/agent.h"
#include "search/budget.h"

typedef struct NativeBiased NativeBiased;

typedef struct NativeBiasedOptions {
  Budget budget;
  ModelSettings settings;
  const FeatureSet *selection, *playouts;  // must outlive it
  const EvaluatorRow *row;
  bool solver, reuse;
  size_t megabytes;
} NativeBiasedOptions;

// Whether this search can play on from x; otherwise search/mcts must.
bool native_biased_plays(const Native *native, const Position *x);

void native_biased_new(const Native *native, const AgentSetting *setting, const NativeBiasedOptions *options,
                       NativeBiased **search);
void native_biased_free(NativeBiased *search);
void native_biased_limit(NativeBiased *search, const Budget *budget);
// As AgentKind.choose; UINT32_MAX when native code and interpreter do not have the same moves here, or native code went
// beyond its limits.
uint32_t native_biased_choose(NativeBiased *search, const Position *x, SearchReport *report);

#endif
