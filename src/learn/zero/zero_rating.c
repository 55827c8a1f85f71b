// Matches of networks.
#include "learn/zero/zero_rating.h"

#include "base/thread.h"
#include "search/match/contest.h"

typedef struct RatingRun {
  Contest contest;
  ContestGame *games;
} RatingRun;

static void play_one(void *self, size_t index, int worker) {
  (void)worker;
  RatingRun *run = self;
  contest_play(&run->contest, index, &run->games[index], NULL);
}

// Points of the network in a game, in [0, 1]: the mean over its seats.
static double points_of(const ContestGame *game, int players) {
  double sum = 0;
  int seats = 0;
  for (int seat = 1; seat <= players; seat++) {
    if (game->seats[seat].agent != 0) continue;
    sum += (game->seats[seat].utility + 1) / 2;
    seats++;
  }
  return seats ? sum / seats : 0;
}

static bool add_up(Arena *arena, const RatingRun *run, const ZeroRating *rating, double *share, const char **why) {
  uint64_t played = 0;
  double points = 0;
  for (uint64_t i = 0; i < rating->games; i++) {
    const ContestGame *game = &run->games[i];
    if (*game->failure) {
      *why = arena_text(arena, str_of(game->failure));
      return false;
    }
    if (game->given_up) continue;
    points += points_of(game, run->contest.game->players);
    played++;
  }
  *share = played ? points / (double)played : 0;
  *why = "the match was given up";
  return played > 0;
}

bool zero_rating_play(Arena *arena, const Game *game, const ZeroRating *rating, double *share, const char **why) {
  AgentSpec *specs;
  int n;
  const char *agents = arena_printf(arena, "net:model=\"%s\",simulations=%lld,%s", rating->model,
                                    (long long)rating->simulations, rating->opponent);
  if (!agent_parse_list(arena, str_of(agents), &specs, &n, why)) return false;
  for (int i = 0; i < n; i++) {
    if ((*why = agent_unsuited(&specs[i], game))) return false;
  }
  RatingRun run = {.contest = {.game = game, .agents = specs, .n = n, .seed = rating->seed, .stop = rating->stop}};
  run.games = mem_alloc_zero(sizeof *run.games * rating->games);
  Pool *pool;
  pool_open(&pool, rating->threads);
  pool_run(pool, rating->games, play_one, &run);
  pool_close(pool);
  bool good = add_up(arena, &run, rating, share, why);
  mem_free(run.games);
  return good;
}
