// Feature sets that a command names: Atomic-M-N, or a file.
#ifndef CMD_LEARN_FEATURE_LOAD_H
#define CMD_LEARN_FEATURE_LOAD_H

#include "cmd/frame/command_options.h"
#include "cmd/learn/feature_rules_option.h"
#include "feature/evaluate/feature_playout.h"

// Fills in the set of the wish; a set read from a file is *owned (set_close), otherwise NULL. Says on stderr what is
// wrong; false then.
bool feature_load(const Options *options, const Game *game, const char *name, FeatureWish *wish, FeatureSet **owned);
// The evaluator of --evaluator, default fast. False after saying that there is none of that name.
bool feature_load_evaluator(const Options *options, const EvaluatorRow **row);

// A set for a game by name: Atomic-M-N, Initial or read from a file. NULL after saying what is wrong.
FeatureSet *feature_load_set(const Options *options, const Game *game, const char *name, FeatureRules rules);

// How features are read: --rules of a command with FEATURE_RULES_OPTION. False after saying what is wrong.
bool feature_load_rules(const Options *options, FeatureRules *rules);

#endif
