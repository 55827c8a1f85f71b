// The games of a match.
#include "cmd/contest/match_run.h"

#include "base/thread.h"

#include <inttypes.h>

enum { RECORDS_KEPT = 1 << 20 };  // bytes that are written together

static void write_records(MatchRun *run) {
  file_add(&run->writer, text_str(&run->records));
  text_clear(&run->records);
}

static void show_progress(MatchRun *run) {
  senet_match_rating first;
  senet_match_result result;
  if (!run->progress.active || senet_match_rate(run->match, 0, &first) != SENET_OK) return;
  if (first.games) {
    progress_note(&run->progress, "%s %.1f %% (%" PRIu64 " won, %" PRIu64 " lost, %" PRIu64 " drawn)",
                  senet_match_agent(run->match, 0), 100 * first.score, first.wins, first.losses, first.draws);
  }
  if (senet_match_results(run->match, &result) == SENET_OK) progress_step(&run->progress, result.finished);
}

// A game in which an engine failed is played again another time: what was wrong with it may have been mended.
static int take_played(void *self, const senet_match_game *game) {
  MatchRun *run = self;
  if (run->store && !game->failure) run->broken |= !match_store_add(run->store, game, game->record);
  if (run->record && game->record) {
    text_puts(&run->records, game->record);
    text_char(&run->records, '\n');
    if (run->records.n >= RECORDS_KEPT) write_records(run);
  }
  if (game->failure && (!run->failure[0] || game->number < run->failed)) {
    snprintf(run->failure, sizeof run->failure, "%s", game->failure);
    run->failed = game->number;
  }
  show_progress(run);
  return run->broken || run->writer.cause;
}

// Games that cannot be of this match are played again.
static void take_found(void *self, const senet_match_game *game) {
  MatchRun *run = self;
  if (game->number < run->n) senet_match_add(run->match, game);
}

static void stop_match(void *self) {
  MatchRun *run = self;
  run->interrupted = true;
  senet_match_stop(run->match);
}

static void watch_keyboard(void *self) {
  MatchRun *run = self;
  interrupt_wait_call(&run->over, stop_match, run, NULL);
}

static bool begin_records(MatchRun *run, Arena *arena, const char *path, const char **why) {
  if (!path) return true;
  run->record = path;
  return file_begin(&run->writer, arena, path) || match_run_written(run, arena, why);
}

senet_status match_run_open(MatchRun *run, Arena *arena, MatchWish *wish, const char **why) {
  *run = (MatchRun){.n = wish->n};
  wish->options.tell = take_played;
  wish->options.self = run;
  wish->options.records = wish->file || wish->record;
  senet_status status = senet_match_new(wish->game, &wish->options, &run->match);
  if (status != SENET_OK) *why = arena_text(arena, str_of(senet_message()));
  if (status != SENET_OK) return status;
  if (!begin_records(run, arena, wish->record, why)) return SENET_NOT_FOUND;
  if (!wish->file) return SENET_OK;
  if (!wish->name.game) wish->name.game = senet_game_name(wish->game);
  if (!wish->name.rules) wish->name.rules = arena_printf(arena, "%016" PRIx64, senet_game_hash(wish->game));
  wish->name.seed = wish->options.seed;
  wish->name.players = senet_game_players(wish->game);
  return match_store_open(arena, wish->file, &wish->name, &run->store, why) ? SENET_OK : SENET_NOT_FOUND;
}

void match_run_play(MatchRun *run) {
  Thread *watcher;
  run->broken = run->store && !match_store_read(run->store, take_found, run);
  if (run->broken) return;
  interrupt_begin();
  progress_begin(&run->progress, "playing", run->n);
  thread_start(&watcher, watch_keyboard, run);
  senet_match_play(run->match, run->n);
  atomic_store(&run->over, true);
  thread_end(watcher);
  progress_end(&run->progress);
  interrupt_end();
}

bool match_run_problem(const MatchRun *run, Arena *arena, const char *file, const char **why) {
  senet_match_result result = {0};
  senet_match_results(run->match, &result);
  if (run->broken) {
    *why = arena_printf(arena, "%s: a game could not be read or written: %s", file, match_store_error(run->store));
  } else if (run->failure[0]) {
    *why = run->failure;
  } else if (result.stopped) {
    *why = arena_printf(arena, "the rules stopped in %" PRIu64 " games", result.stopped);
  }
  return run->broken || run->failure[0] || result.stopped;
}

bool match_run_written(MatchRun *run, Arena *arena, const char **why) {
  const char *path = run->record, *cause = "";
  if (!path) return true;
  write_records(run);
  run->record = NULL;
  if (file_end(&run->writer, &cause)) return true;
  *why = arena_printf(arena, "%s: %s", path, cause);
  return false;
}

void match_run_close(MatchRun *run) {
  if (run->record) file_drop(&run->writer);
  match_store_close(run->store);
  senet_match_free(run->match);
  text_free(&run->records);
}
