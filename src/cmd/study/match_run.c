// The games of a match.
#include "cmd/study/match_run.h"

#include "base/thread.h"

// Counts finished games in the order of their numbers, so that the test stops at the same game always.
static void count_games(MatchRun *run) {
  while (run->counted < run->n && run->finished[run->counted] && !run->settled) {
    ratings_add(&run->standing, &run->games[run->counted++], run->contest.game->players);
    if (!run->sprt) continue;
    run->answer = sprt_answer(run->sprt, &run->standing.agents[0]);
    run->settled = run->answer != SPRT_OPEN;
  }
}

static void take_found(void *self, const ContestGame *game) {
  MatchRun *run = self;
  if (game->number >= run->n) return;
  run->games[game->number] = *game;
  run->finished[game->number] = true;
  run->found++;
  run->done++;
}

static void play_game(void *self, size_t number, int worker) {
  (void)worker;
  MatchRun *run = self;
  lock_take(&run->lock);
  bool needed = !run->finished[number] && !run->settled && !run->broken;
  lock_give(&run->lock);
  if (!needed) return;
  ContestGame game;
  contest_play(&run->contest, number, &game);
  bool stored = !run->store || match_store_add(run->store, &game);
  lock_take(&run->lock);
  run->broken |= !stored;
  run->games[number] = game;
  run->finished[number] = true;
  run->done++;
  count_games(run);
  progress_step(&run->progress, run->done);
  lock_give(&run->lock);
}

void match_run_play(MatchRun *run, Arena *arena, int workers) {
  Pool *pool;
  run->games = ARENA_ARRAY(arena, ContestGame, run->n);
  run->finished = ARENA_ARRAY(arena, bool, run->n);
  run->standing.n = run->contest.n;
  lock_init(&run->lock);
  if (run->store) match_store_read(run->store, take_found, run);
  count_games(run);
  pool_open(&pool, workers);
  progress_begin(&run->progress, "playing", run->n);
  pool_run(pool, run->n, play_game, run);
  progress_end(&run->progress);
  pool_close(pool);
  lock_free(&run->lock);
}

double match_share(const AgentRating *agent) { return agent->games ? agent->score / (double)agent->games : 0; }
