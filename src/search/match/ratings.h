// What the games of a contest say about the agents: scores with 95 % intervals, ratings, and whether a
// question is settled (sequential probability ratio test).
#ifndef SEARCH_MATCH_RATINGS_H
#define SEARCH_MATCH_RATINGS_H

#include "search/match/contest.h"

enum { STANDING_AGENTS_MAX = 32 };

typedef struct Interval {
  double low, high;
} Interval;

typedef struct AgentRating {
  uint64_t games, wins, losses, draws;
  double score;    // sum over games of (utility + 1) / 2
  double squares;  // of the same
  uint64_t first;  // games on the first seat
  uint64_t choices, iterations;
  double seconds;
} AgentRating;

typedef struct Ratings {
  int n;
  uint64_t games, moves, stopped;
  AgentRating agents[STANDING_AGENTS_MAX];
  double points[STANDING_AGENTS_MAX][STANDING_AGENTS_MAX];  // of one agent against another
  double meetings[STANDING_AGENTS_MAX][STANDING_AGENTS_MAX];
} Ratings;

void ratings_add(Ratings *standing, const ContestGame *game, int players);

// Wilson's score interval (95 %) for a share of n.
Interval wilson_interval(double share, double n);
// How many points of rating a share of wins stands for.
double elo_of_share(double share);
// Ratings by the model of Bradley and Terry with one draw added per pair that met, mean 0.
void ratings_compute(const Ratings *standing, double *elo);

// Is an agent elo1 better than the others rather than elo0? The logarithm of the likelihood ratio after n
// games with this mean and variance of the score; both errors 5 %.
typedef enum SprtAnswer { SPRT_OPEN, SPRT_YES, SPRT_NO } SprtAnswer;
typedef struct Sprt {
  double elo0, elo1;
} Sprt;
SprtAnswer sprt_answer(const Sprt *sprt, const AgentRating *agent);

#endif
