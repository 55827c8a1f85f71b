// Playing the games of a small match.
#include "cmd/study/quick_match.h"

#include "base/mem.h"
#include "base/thread.h"

typedef struct QuickMatch {
  const Contest *contest;
  double *points;
} QuickMatch;

static void play_one(void *self, size_t index, int worker) {
  (void)worker;
  QuickMatch *match = self;
  ContestGame game;
  int seats = 0;
  double sum = 0;
  contest_play(match->contest, index, &game, NULL);
  for (int seat = 1; seat <= match->contest->game->players; seat++) {
    if (game.seats[seat].agent != 0) continue;
    sum += (game.seats[seat].utility + 1) / 2;
    seats++;
  }
  match->points[index] = seats ? sum / seats : 0.5;
}

double quick_match(const Contest *contest, uint64_t n, int workers) {
  QuickMatch match = {contest, mem_alloc_zero(sizeof(double) * n)};
  Pool *pool;
  double sum = 0;
  pool_open(&pool, workers);
  pool_run(pool, n, play_one, &match);
  pool_close(pool);
  for (uint64_t i = 0; i < n; i++) sum += match.points[i];
  mem_free(match.points);
  return sum / (double)n;
}
