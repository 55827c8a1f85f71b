// The share of points of one agent against another: for experiments that play many small matches.
#ifndef CMD_STUDY_QUICK_MATCH_H
#define CMD_STUDY_QUICK_MATCH_H

#include "search/match/contest.h"

// Both agents are given by the contest (two of them); n games on so many threads.
double quick_match(const Contest *contest, uint64_t n, int workers);

#endif
