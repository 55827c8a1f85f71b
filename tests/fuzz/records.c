// The entrances for recorded games: own records, Ludii trials and traces. Whatever the text, it is refused with a
// reason, or replayed on a shipped game with an answer: the same, or where it differs.
//
// An input is the number of a game and then the text, tried in all three formats.
#include "play/record/replay.h"
#include "play/record/trace.h"
#include "target.h"

enum { TEXT_MAX = 20000 };

static const char *const names[] = {"Tic-Tac-Toe", "Backgammon", "Oware", "Nine Men's Morris"};

static void end_report(ReplayReport *report) {
  require(report->same || report->cause.n);
  replay_report_free(report);
}

static void replay(const Game *game, const Record *record) {
  for (int level = REPLAY_MOVES; level <= REPLAY_FULL; level++) {
    ReplayReport report = {.same = true};
    replay_record(game, record, (ReplayLevel)level, &report);
    end_report(&report);
  }
}

static void try_trace(Arena *arena, const Game *game, Str text) {
  Trace trace = {.rest = text};
  TraceHeader header;
  const char *why = NULL;
  const json_t *line = trace_next(&trace, arena, &why);
  if (line && trace_header(line, arena, &header)) {
    ReplayReport report = {.same = true};
    replay_trace(game, &trace, REPLAY_FULL, &report);
    end_report(&report);
  }
  trace_close(&trace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size || size > TEXT_MAX) return 0;
  const Game *game = target_game(names, COUNT_OF(names), data[0]);
  Arena arena = {0};
  Record record;
  const char *why = NULL;
  Str text = arena_str(&arena, (Str){(const char *)data + 1, size - 1});
  if (record_read_line(&arena, text, &record, &why)) replay(game, &record);
  else require(why && *why);
  why = NULL;
  if (record_read_trial(&arena, text, &record, &why)) replay(game, &record);
  else require(why && *why);
  try_trace(&arena, game, text);
  arena_free(&arena);
  return 0;
}
