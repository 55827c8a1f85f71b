// The results of evaluators on trained sets, and their statistics: ranks of speed (Table 4); win rates against all
// others with bootstrap intervals of median, interquartile mean and mean (Table 5), probabilities of improvement
// (Figure 21), performance profiles (Figure 20).
#ifndef CMD_LEARN_TRAINED_STATS_H
#define CMD_LEARN_TRAINED_STATS_H

#include "base/arena.h"
#include "base/vec.h"

enum { TRAINED_EVALUATORS = 5 };
extern const char *const trained_evaluators[TRAINED_EVALUATORS];

typedef struct TrainedGame {
  const char *name;
  double speed[TRAINED_EVALUATORS][2];                   // playouts per second: uniform, by policy; NAN: not measured
  double score[TRAINED_EVALUATORS][TRAINED_EVALUATORS];  // of one against another, first the lower number
} TrainedGame;

typedef struct TrainedTable {
  Arena arena;
  VEC(TrainedGame) games;
} TrainedTable;

void trained_free(TrainedTable *table);
double *trained_speed(TrainedTable *table, const char *game, int evaluator, bool by_policy);
double *trained_score(TrainedTable *table, const char *game, int a, int b);

// trained.csv of a folder.
void trained_load(Arena *arena, const char *folder, TrainedTable *table);
bool trained_store(Arena *arena, const char *folder, const TrainedTable *table);

// The tables, published figures beside ours.
void trained_print(const TrainedTable *table, uint64_t seed);
// The performance profiles: trained.svg of the folder.
bool trained_figure(Arena *arena, const char *folder, const TrainedTable *table);

// ---- statistics ----------------------------------------------------------------------------------

// The mean of the middle half of n sorted values; values at the quarters count in part.
double interquartile_mean(const double *sorted, size_t n);
// The probability that a value of x is above one of y, ties counting half (Mann and Whitney).
double probability_above(const double *x, size_t n, const double *y, size_t m);

#endif
