// The games of a match.
#include "cmd/contest/match_run.h"

#include "base/thread.h"

#include <inttypes.h>

// Counts finished games in the order of their numbers, so that the test stops at the same game always.
static void count_games(MatchRun *run) {
  while (run->counted < run->n && run->finished[run->counted] && !run->settled) {
    ratings_add(&run->standing, &run->games[run->counted++], run->contest.game->players);
    if (!run->sprt) continue;
    run->answer = sprt_answer(run->sprt, &run->standing.agents[0]);
    run->settled = run->answer != SPRT_OPEN;
  }
}

static void show_progress(MatchRun *run) {
  const AgentRating *first = &run->standing.agents[0];
  if (first->games) {
    progress_note(&run->progress, "%s %.1f %% (%" PRIu64 " won, %" PRIu64 " lost, %" PRIu64 " drawn)",
                  run->contest.agents[0].text, 100 * match_share(first), first->wins, first->losses, first->draws);
  }
  progress_step(&run->progress, run->done);
}

// Who sits where follows from the number of the game.
static bool seats_fit(const MatchRun *run, const ContestGame *game) {
  int players = run->contest.game->players, agent_of[GAME_PLAYERS_MAX + 1];
  contest_seats(run->contest.n, players, game->number, agent_of);
  for (int seat = 1; seat <= players; seat++) {
    if (game->seats[seat].agent != agent_of[seat]) return false;
  }
  return true;
}

static void take_found(void *self, const ContestGame *game) {
  MatchRun *run = self;
  if (game->number >= run->n || !seats_fit(run, game)) return;
  run->games[game->number] = *game;
  run->finished[game->number] = true;
  run->found++;
  run->done++;
}

static void write_record(const MatchRun *run, const Recorder *recorder, Text *line) {
  Record record = recorder->record;
  record.name = run->names.name ? run->names.name : run->contest.game->name;
  record.path = run->names.path;
  record.options = run->names.options;
  record.ruleset = run->names.ruleset;
  record_write(line, &record);
}

static void finish_game(MatchRun *run, const ContestGame *game, bool stored) {
  run->broken |= !stored;
  run->games[game->number] = *game;
  run->finished[game->number] = true;
  run->done++;
  count_games(run);
  show_progress(run);
}

static void play_game(MatchRun *run, size_t number) {
  lock_take(&run->lock);
  bool needed = !run->finished[number] && !run->settled && !run->broken;
  lock_give(&run->lock);
  if (!needed) return;
  if (atomic_load(&run->stop)) return;
  ContestGame game;
  Recorder recorder = {0};
  Text line = {0};
  bool keep = run->store || run->keep_moves;
  contest_play(&run->contest, number, &game, keep ? &recorder : NULL);
  if (keep && !game.given_up) write_record(run, &recorder, &line);
  recorder_free(&recorder);
  bool stored = game.given_up || !run->store || match_store_add(run->store, &game, line.p);
  lock_take(&run->lock);
  if (run->keep_moves) text_add(&run->records, text_str(&line));
  text_free(&line);
  if (!game.given_up) finish_game(run, &game, stored);
  lock_give(&run->lock);
}

// The first task looks out for Ctrl-C, the others are the games.
static void do_task(void *self, size_t index, int worker) {
  (void)worker;
  MatchRun *run = self;
  if (index == 0) {
    interrupt_wait(&run->over, &run->stop, NULL);
    return;
  }
  play_game(run, index - 1);
  if (atomic_fetch_sub(&run->open, 1) == 1) atomic_store(&run->over, true);
}

// After Ctrl-C: what was finished counts, though games before it are missing.
static void count_rest(MatchRun *run) {
  for (; run->counted < run->n; run->counted++) {
    if (run->finished[run->counted]) {
      ratings_add(&run->standing, &run->games[run->counted], run->contest.game->players);
    }
  }
}

void match_run_play(MatchRun *run, Arena *arena, int workers) {
  Pool *pool;
  run->games = ARENA_ARRAY(arena, ContestGame, run->n);
  run->finished = ARENA_ARRAY(arena, bool, run->n);
  run->standing.n = run->contest.n;
  lock_init(&run->lock);
  run->broken = run->store && !match_store_read(run->store, take_found, run);
  count_games(run);
  run->contest.stop = &run->stop;
  interrupt_begin();
  atomic_store(&run->open, run->n);
  pool_open(&pool, workers + 1);
  progress_begin(&run->progress, "playing", run->n);
  pool_run(pool, run->n + 1, do_task, run);
  progress_end(&run->progress);
  pool_close(pool);
  interrupt_end();
  if (atomic_load(&run->stop)) count_rest(run);
  lock_free(&run->lock);
}

double match_share(const AgentRating *agent) { return agent->games ? agent->score / (double)agent->games : 0; }
