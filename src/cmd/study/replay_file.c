// Finding the game a record names, and replaying the record at each level.
#include "cmd/study/replay_file.h"

#include "base/file.h"

const char *const replay_level_names[REPLAY_LEVELS] = {"moves", "full"};
const char *const replay_status_names[REPLAY_STATUSES] = {"ok", "differ", "unsupported"};

// What a file holds, whatever its format.
typedef struct Recorded {
  Arena arena;
  const char *file;
  bool is_trace;
  Str text;       // the whole file
  Record record;  // which game; of a record also its moves
} Recorded;

// ---- results -------------------------------------------------------------------------------------

static json_t *lines(const Text *text) {
  json_t *list = json_array();
  for (Str rest = text_str(text); rest.n;) {
    const char *end = memchr(rest.p, '\n', rest.n);
    size_t n = end ? (size_t)(end - rest.p) : rest.n, skip = end ? n + 1 : n;
    json_array_append_new(list, json_stringn_nocheck(rest.p, n));
    rest = (Str){rest.p + skip, rest.n - skip};
  }
  return list;
}

static void set_lines(json_t *result, const char *name, const Text *text) {
  if (text->n) json_object_set_new(result, name, lines(text));
}

static json_t *result_of(const ReplayReport *report) {
  ReplayStatus status = report->same ? REPLAY_OK : REPLAY_DIFFERS;
  json_t *result = json_pack("{ss si}", "status", replay_status_names[status], "plies", report->plies);
  if (report->same) return result;
  json_object_set_new(result, "ply", json_integer(report->ply));
  json_object_set_new(result, "cause", json_stringn_nocheck(text_str(&report->cause).p, report->cause.n));
  set_lines(result, "missing", &report->missing);
  set_lines(result, "extra", &report->extra);
  set_lines(result, "state", &report->state);
  return result;
}

static json_t *failure(const ReplayFiles *files, ReplayStatus status, const char *stage, const char *cause) {
  json_t *results = json_object();
  for (int level = 0; level < REPLAY_LEVELS; level++) {
    if (!files->levels[level]) continue;
    json_t *result = json_pack("{ss ss ss}", "status", replay_status_names[status], "stage", stage, "cause", cause);
    json_object_set_new(results, replay_level_names[level], result);
  }
  return results;
}

// ---- opening -------------------------------------------------------------------------------------

static Str first_line(Str text) {
  const char *end = memchr(text.p, '\n', text.n);
  return (Str){text.p, end ? (size_t)(end - text.p) : text.n};
}

static bool read_trace_header(Recorded *recorded, const json_t *line, const char **why) {
  TraceHeader header;
  if (!trace_header(line, &recorded->arena, &header)) {
    *why = "the header names no game";
    return false;
  }
  recorded->is_trace = true;
  recorded->record =
      (Record){.name = header.name, .path = header.path, .ruleset = header.ruleset, .options = header.options};
  return true;
}

static bool read_json_lines(Recorded *recorded, const char **why) {
  Trace trace = {.rest = recorded->text};
  const json_t *line = trace_next(&trace, &recorded->arena, why);
  if (!line && !*why) *why = "the file is empty";
  bool header = line && !strcmp(trace_kind(line), "header");
  bool good = line && (header ? read_trace_header(recorded, line, why)
                              : record_read_line(&recorded->arena, first_line(recorded->text), &recorded->record, why));
  trace_close(&trace);
  return good;
}

static bool read_recorded(Recorded *recorded, const char **why) {
  Str name = str_of(recorded->file);
  if (!file_read(&recorded->arena, recorded->file, 0, &recorded->text, why)) {
    *why = arena_printf(&recorded->arena, "cannot be read: %s", *why);
    return false;
  }
  if (str_ends(name, ".txt") || str_ends(name, ".trl")) {
    return record_read_trial(&recorded->arena, recorded->text, &recorded->record, why);
  }
  return read_json_lines(recorded, why);
}

// ---- replaying -----------------------------------------------------------------------------------

static void replay_trace_text(const Game *game, Recorded *recorded, ReplayLevel level, ReplayReport *report) {
  Trace trace = {.rest = recorded->text};
  const char *why = NULL;
  trace_next(&trace, &recorded->arena, &why);
  replay_trace(game, &trace, level, report);
  trace_close(&trace);
}

// A file may hold several records, one per line.
static void replay_records(const Game *game, Recorded *recorded, ReplayLevel level, ReplayReport *report) {
  int number = 0;
  for (Str rest = recorded->text; rest.n;) {
    Str line = first_line(rest);
    size_t skip = MIN(line.n + 1, rest.n);
    rest = (Str){rest.p + skip, rest.n - skip};
    const char *why = NULL;
    Record record;
    if (number++) replay_report_free(report);
    *report = (ReplayReport){.same = true};
    if (record_read_line(&recorded->arena, line, &record, &why)) replay_record(game, &record, level, report);
    else replay_differs(report, -1, "line %d: %s", number, why);
    if (!report->same) return;
  }
}

static json_t *replay_at(const Game *game, Recorded *recorded, ReplayLevel level) {
  ReplayReport report = {.same = true};
  if (recorded->is_trace) replay_trace_text(game, recorded, level, &report);
  else if (recorded->record.seeded) replay_records(game, recorded, level, &report);
  else replay_record(game, &recorded->record, level, &report);
  json_t *result = result_of(&report);
  replay_report_free(&report);
  return result;
}

// What is the same in full is the same in outline, so the coarser level is run only after a difference.
static json_t *replay_levels(const ReplayFiles *files, Recorded *recorded) {
  json_t *results = json_object(), *full = NULL;
  if (files->levels[REPLAY_FULL]) {
    full = replay_at(files->kept.game, recorded, REPLAY_FULL);
    json_object_set_new(results, replay_level_names[REPLAY_FULL], full);
  }
  if (!files->levels[REPLAY_MOVES]) return results;
  bool same = full && !json_object_get(full, "cause");
  json_t *moves = same ? json_deep_copy(full) : replay_at(files->kept.game, recorded, REPLAY_MOVES);
  json_object_set_new(results, replay_level_names[REPLAY_MOVES], moves);
  return results;
}

// The record as one of another game.
static void replace_game(Record *record, const char *name) {
  record->name = name;
  record->path = record->ruleset = NULL;
  record->options = NULL;
}

// A description outside of the libraries is found by its path, as seen from here.
static void prefer_file(Record *record) {
  if (!record->path || record->path[0] == '/' || !file_exists(record->path)) return;
  record->name = record->path;
  record->path = NULL;
}

json_t *replay_file(ReplayFiles *files, const char *path) {
  Recorded recorded = {.file = path};
  const char *why = NULL, *stage = NULL;
  json_t *results;
  bool readable = read_recorded(&recorded, &why);
  if (readable && files->instead) replace_game(&recorded.record, files->instead);
  else if (readable && !recorded.is_trace) prefer_file(&recorded.record);
  if (!readable) results = failure(files, REPLAY_DIFFERS, "read", why ? why : "unreadable");
  else if (!recorded_game_open(&files->kept, &recorded.record, &recorded.arena, &stage, &why))
    results = failure(files, REPLAY_UNSUPPORTED, stage, why);
  else results = replay_levels(files, &recorded);
  arena_free(&recorded.arena);
  return results;
}
