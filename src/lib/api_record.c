// Records: the game so far written down, read back and played again.
#include "lib/lib_internal.h"

#include "play/record/move_replay.h"
#include "play/record/trace.h"
#include "state/text/move_text.h"

enum { RECORD_MAX = 1 << 28 };

struct senet_record {
  Handle handle;
  Arena arena;
  Record record;
  Str trace;            // the whole text of a trace; empty otherwise
  ReplayReport report;  // of the last comparison
};

#define IS_RECORD(h) handle_is((const Handle *)(const void *)(h), HANDLE_RECORD)

// ---- writing ---------------------------------------------------------------------------------------

// The moves made since the start, each as it was carried out; in a match those of its games one after another.
static void add_moves(RecordMoves *moves, Arena *arena, const Position *x) {
  if (x->earlier) {
    add_moves(moves, arena, x->earlier);
    record_add_next_game(moves, arena, x->earlier);
  }
  for (size_t i = 0; i < x->played.n; i++) record_add_move(moves, arena, x, i);
}

// Whether a position has all moves made since its start, or since it was set up.
static bool knows_moves(const senet_position *position) {
  const Position *x = position->x;
  bool match = x->match.game != NULL;
  if (match && x->match.over && x->earlier) x = x->earlier;  // what is left of the last game is its result
  for (; match && x->earlier; x = x->earlier) {
    if (x->played.n != (size_t)x->head->moves) return false;
  }
  return position->whole && x->played.n == (size_t)(x->head->moves - position->base);
}

void game_name_record(const senet_game *game, Record *record) {
  record->name = game->game->name;
  record->path = *game->path ? record_path(game->path) : NULL;
  record->options = game->options;
  record->ruleset = game->ruleset;
}

static void write_record(Text *out, const senet_position *position) {
  const Position *x = position->x;
  Arena arena = {0};
  RecordMoves moves = {0};
  add_moves(&moves, &arena, x);
  Record record = {.seeded = position->seeded,
                   .seed = position->seed,
                   .stream = position->stream,
                   .position = position->setup,
                   .moves = moves.at,
                   .n_moves = moves.n,
                   .over = position_over(x),
                   .winner = x->head->winner,
                   .n_ranking = (size_t)x->game->players};
  game_name_record(position->game, &record);
  record.ranking = ARENA_ARRAY(&arena, double, record.n_ranking);
  for (size_t p = 0; p < record.n_ranking; p++) record.ranking[p] = position_rank(x, (Player)p + 1);
  record_write(out, &record);
  VEC_FREE(&moves);
  arena_free(&arena);
}

senet_status senet_position_record(senet_position *position, char *buffer, size_t size, size_t *length) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  const Position *x = position->x;
  if (x->fault) return api_rules_stopped(x);
  if (!knows_moves(position)) {
    return api_fail(SENET_RANGE, "the moves that led here are not all known");
  }
  Text text = {0};
  write_record(&text, position);
  Str line = text_str(&text);
  senet_status status = api_text((Str){line.p, line.n - 1}, buffer, size, length);  // without the newline
  text_free(&text);
  return status;
}

// ---- reading ---------------------------------------------------------------------------------------

static bool read_trace_header(senet_record *record, const json_t *line, const char **why) {
  TraceHeader header;
  if (!trace_header(line, &record->arena, &header)) {
    *why = "the header names no game";
    return false;
  }
  record->record =
      (Record){.name = header.name, .path = header.path, .ruleset = header.ruleset, .options = header.options};
  return true;
}

// A record on one line, or a trace, whose first line says so.
static bool read_json(senet_record *record, Str text, const char **why) {
  Trace trace = {.rest = text};
  const json_t *line = trace_next(&trace, &record->arena, why);
  bool header = line && !strcmp(trace_kind(line), "header");
  bool good = line && (header ? read_trace_header(record, line, why)
                              : record_read_line(&record->arena, text, &record->record, why));
  if (good && header) record->trace = arena_str(&record->arena, text);
  trace_close(&trace);
  return good;
}

senet_status senet_record_read(senet_library *library, const char *text, size_t length, senet_record **out) {
  if (!out) return api_misuse("the place of the record");
  *out = NULL;
  if (!IS_LIBRARY(library)) return api_misuse("the library");
  if (!text) return api_misuse("the text");
  if (length > RECORD_MAX) return api_fail(SENET_INPUT, "the text is too long for a record");
  senet_record *record = handle_new(library, HANDLE_RECORD, sizeof *record);
  const char *why = NULL;
  Str given = {text, length};
  size_t blanks = 0;
  while (blanks < length && strchr(" \t\r\n", text[blanks])) blanks++;
  bool json = blanks < length && text[blanks] == '{';
  bool good = json ? read_json(record, given, &why) : record_read_trial(&record->arena, given, &record->record, &why);
  if (good) {
    *out = record;
    return SENET_OK;
  }
  senet_status status = api_fail(SENET_INPUT, "%s", why ? why : "not a record");
  senet_record_free(record);
  return status;
}

void senet_record_free(senet_record *record) {
  if (!IS_RECORD(record)) return;
  handle_close(&record->handle);
  replay_report_free(&record->report);
  arena_free(&record->arena);
  handle_give_back(&record->handle, HANDLE_RECORD);
}

const char *senet_record_name(const senet_record *record) {
  if (!IS_RECORD(record)) return NULL;
  return record->record.name ? record->record.name : record->record.path;
}

const char *senet_record_path(const senet_record *record) { return IS_RECORD(record) ? record->record.path : NULL; }

const char *senet_record_ruleset(const senet_record *record) {
  return IS_RECORD(record) ? record->record.ruleset : NULL;
}

const char *senet_record_option(const senet_record *record, size_t i) {
  const char **options = IS_RECORD(record) ? record->record.options : NULL;
  for (size_t k = 0; options && options[k]; k++) {
    if (k == i) return options[k];
  }
  return NULL;
}

size_t senet_record_count(const senet_record *record) { return IS_RECORD(record) ? record->record.n_moves : 0; }

const char *senet_record_move(const senet_record *record, size_t i) {
  return IS_RECORD(record) && i < record->record.n_moves ? record->record.moves[i] : NULL;
}

senet_status senet_record_result(const senet_record *record, int *over, int *winner) {
  if (!IS_RECORD(record)) return api_misuse("the record");
  if (over) *over = record->record.over;
  if (winner) *winner = record->record.over ? MAX(record->record.winner, 0) : 0;
  return SENET_OK;
}

senet_status senet_record_load_with(const senet_record *record, senet_game **game, senet_diagnostics **diagnostics) {
  Loading load;
  senet_game_request request = SENET_GAME_REQUEST;
  if (game) *game = NULL;
  if (diagnostics) *diagnostics = NULL;
  if (!IS_RECORD(record)) return api_misuse("the record");
  if (!game) return api_misuse("the place of the game");
  request.name = "the game of the record";
  request.options = record->record.options;
  while (request.options && request.options[request.n_options]) request.n_options++;
  request.ruleset = record->record.ruleset;
  senet_status status = game_loading(&load, record->handle.library, &request, &record->record);
  return status == SENET_OK ? loading_end(&load, game, diagnostics) : status;
}

senet_status senet_record_load(const senet_record *record, senet_game **game) {
  return senet_record_load_with(record, game, NULL);
}

// ---- playing again ---------------------------------------------------------------------------------

// The position becomes the one that was replayed, whose moves can be taken back.
static void take_replayed(senet_position *position, MoveReplay *replay, const Record *record) {
  position_unlist(position);
  position_free(position->x);
  position->x = move_replay_release(replay);
  sampler_free(&position->sampler);
  position->sampler = (Sampler){0};
  position->seeded = record->seeded;
  position->seed = record->seed;
  position->stream = record->stream;
  position->whole = true;
  position_note_setup(position, record->position ? str_of(record->position) : (Str){0});
}

senet_status senet_record_replay(const senet_record *record, senet_position *position, size_t n) {
  if (!IS_RECORD(record)) return api_misuse("the record");
  senet_status status = position_changeable(position);
  if (status != SENET_OK) return status;
  if (record->trace.n) return api_fail(SENET_UNSUITED, "a trace can only be compared");
  MoveReplay replay;
  ReplayReport report = {0};
  VEC(Random) chance = {0};
  n = MIN(n, record->record.n_moves);
  bool good = move_replay_open(&replay, position->game->game, &record->record, REPLAY_MOVES, &report);
  for (size_t i = 0; good && i < n; i++) {
    VEC_PUSH(&chance, replay.x->random);
    good = move_replay_step(&replay, (int)i, record->record.moves[i]);
  }
  if (good) {
    take_replayed(position, &replay, &record->record);
    VEC_CLEAR(&position->chance);
    for (size_t i = 0; i < chance.n; i++) VEC_PUSH(&position->chance, chance.at[i]);
  } else {
    status = api_fail(SENET_ILLEGAL, "move %d: %.*s", report.ply + 1, (int)report.cause.n, text_str(&report.cause).p);
    move_replay_close(&replay);
  }
  VEC_FREE(&chance);
  replay_report_free(&report);
  return status;
}

// ---- comparing -------------------------------------------------------------------------------------

static void compare_trace(senet_record *record, const Game *game, ReplayLevel level) {
  Trace trace = {.rest = record->trace};
  Arena arena = {0};
  const char *why = NULL;
  trace_next(&trace, &arena, &why);  // the header
  replay_trace(game, &trace, level, &record->report);
  trace_close(&trace);
  arena_free(&arena);
}

static const char *text_or_nothing(const Text *text) { return text->n ? text->p : ""; }

senet_status senet_record_compare(senet_record *record, senet_game *game, int level, senet_comparison *out) {
  static_assert((int)SENET_COMPARE_MOVES == (int)REPLAY_MOVES && (int)SENET_COMPARE_FULL == (int)REPLAY_FULL,
                "levels have the numbers of the header");
  if (!IS_RECORD(record)) return api_misuse("the record");
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!out) return api_misuse("the place of the comparison");
  if (level < SENET_COMPARE_MOVES || level > SENET_COMPARE_FULL) return api_fail(SENET_RANGE, "there is no such level");
  ReplayReport *report = &record->report;
  replay_report_free(report);
  *report = (ReplayReport){.same = true};
  if (record->trace.n) compare_trace(record, game->game, (ReplayLevel)level);
  else replay_record(game->game, &record->record, (ReplayLevel)level, report);
  *out = (senet_comparison){.same = report->same,
                            .ply = report->ply,
                            .plies = (uint32_t)report->plies,
                            .cause = text_or_nothing(&report->cause),
                            .missing = text_or_nothing(&report->missing),
                            .extra = text_or_nothing(&report->extra),
                            .state = text_or_nothing(&report->state)};
  return SENET_OK;
}
