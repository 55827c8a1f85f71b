// Values of positions as whole numbers, for depth-first searches: results of finished games lie beyond all estimates,
// and a win is worth more the sooner it comes.
#ifndef SEARCH_MINIMAX_SCORE_H
#define SEARCH_MINIMAX_SCORE_H

#include "base/common.h"

#include <math.h>

enum {
  SCORE_WIN = 30000,   // a win at the root
  SCORE_SURE = 28000,  // beyond this only wins and losses lie
  SCORE_UNIT = 20000,  // an estimate of 1, and the part of the scale for results that are neither won nor lost
  SCORE_MOST = 31000,  // more than any
};

static inline int score_of_estimate(double utility) {
  double bounded = utility > 1 ? 1 : utility < -1 ? -1 : utility;
  return (int)lround(bounded * SCORE_UNIT);
}

// Of a finished game, so many plies after the root.
static inline int score_of_result(double utility, int ply) {
  if (utility >= 1) return SCORE_WIN - ply;
  if (utility <= -1) return ply - SCORE_WIN;
  return score_of_estimate(utility);
}

static inline bool score_is_sure(int score) { return score > SCORE_SURE || score < -SCORE_SURE; }

// In [-1, 1]; a sure win is a little less than 1 the longer it takes.
static inline double score_utility(int score) {
  if (score > SCORE_SURE) return 1 - 1e-4 * (SCORE_WIN - score);
  if (score < -SCORE_SURE) return -1 + 1e-4 * (SCORE_WIN + score);
  return 0.95 * score / SCORE_UNIT;
}

#endif
