// Scores and draws of placements on native positions, without listing moves: the board is read from the sets of the
// state, and what is known about its sites is kept from one position to the next (feature/evaluate/site_scores.h).
#ifndef LEARN_FEATURES_NATIVE_SITES_H
#define LEARN_FEATURES_NATIVE_SITES_H

#include "emit/native.h"
#include "feature/evaluate/site_scores.h"

typedef struct NativeSites NativeSites;

// NULL where moves are more than placements, or pieces of another sort. Set and native code must outlive it.
NativeSites *native_sites_open(const Native *native, const Game *game, const FeatureSet *set);
void native_sites_close(NativeSites *sites);

// A state that many of the next ones will begin from.
void native_sites_root(NativeSites *sites, const void *state);
// To be called before a state that is closer to the root than to the last one.
void native_sites_back(NativeSites *sites);

// The scores of the n moves of a state in the order of their list; `last` is where the last move went, or SITE_OFF.
void native_sites_scores(NativeSites *sites, const void *state, int n, Site last, float *scores);
// The number of a move drawn by the softmax of these scores.
int native_sites_draw(NativeSites *sites, const void *state, int n, Site last, float temperature, Random *random);

#endif
