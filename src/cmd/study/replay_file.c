// Finding the game a record names, and replaying the record at each level.
#include "cmd/study/replay_file.h"

#include "base/file.h"
#include "base/json.h"
#include "base/vec.h"

const char *const replay_level_names[REPLAY_LEVELS] = {"moves", "full"};
const char *const replay_status_names[REPLAY_STATUSES] = {"ok", "differ", "unsupported"};

// What a file holds: one record or trace, or several records, a line each.
typedef struct Recorded {
  const char *path;
  Arena arena;
  VEC(senet_record *) records;
  const char *damage;  // what is wrong with the line after them, or NULL
} Recorded;

// ---- results -------------------------------------------------------------------------------------

// The part of a text before its first newline, which is left behind.
static Str next_line(Str *rest) {
  const char *end = memchr(rest->p, '\n', rest->n);
  Str line = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
  size_t skip = end ? line.n + 1 : line.n;
  *rest = (Str){rest->p + skip, rest->n - skip};
  return line;
}

static void set_lines(json_t *result, const char *name, const char *text) {
  json_t *list = json_array();
  for (Str rest = str_of(text); rest.n;) {
    Str line = next_line(&rest);
    json_array_append_new(list, json_str(line));
  }
  if (*text) json_object_set_new(result, name, list);
  else json_decref(list);
}

static json_t *result_of(const senet_comparison *found) {
  ReplayStatus status = found->same ? REPLAY_OK : REPLAY_DIFFERS;
  json_t *result = json_pack("{ss si}", "status", replay_status_names[status], "plies", (int)found->plies);
  if (found->same) return result;
  json_object_set_new(result, "ply", json_integer(found->ply));
  json_object_set_new(result, "cause", json_words(found->cause));
  set_lines(result, "missing", found->missing);
  set_lines(result, "extra", found->extra);
  set_lines(result, "state", found->state);
  return result;
}

static json_t *failure(ReplayStatus status, const char *stage, const char *cause) {
  return json_pack("{ss ss so}", "status", replay_status_names[status], "stage", stage, "cause", json_words(cause));
}

static json_t *unreadable(const ReplayFiles *files, const char *cause) {
  json_t *results = json_object();
  for (int level = 0; level < REPLAY_LEVELS; level++) {
    if (!files->levels[level]) continue;
    json_object_set_new(results, replay_level_names[level], failure(REPLAY_DIFFERS, "read", cause));
  }
  return results;
}

// ---- opening -------------------------------------------------------------------------------------

static bool read_record(const ReplayFiles *files, Recorded *recorded, Str text) {
  senet_record *record;
  if (senet_record_read(files->library, text.p, text.n, &record) != SENET_OK) return false;
  VEC_PUSH(&recorded->records, record);
  return true;
}

static bool is_trial(Str text) {
  while (text.n && strchr(" \t\r\n", *text.p)) text = (Str){text.p + 1, text.n - 1};
  return !text.n || *text.p != '{';
}

static bool is_blank(Str line) {
  while (line.n && strchr(" \t\r\n", line.p[line.n - 1])) line.n--;
  return !line.n;
}

// The first line says whether the others belong to it. Blank ones say nothing.
static bool read_lines(const ReplayFiles *files, Recorded *recorded, Str text) {
  if (!read_record(files, recorded, text)) {
    Str rest = text, line = next_line(&rest);
    int number = 1;
    for (; is_blank(line) && rest.n; number++) line = next_line(&rest);
    if (!read_record(files, recorded, line)) return false;
    for (number++; rest.n && !recorded->damage; number++) {
      line = next_line(&rest);
      if (is_blank(line) || read_record(files, recorded, line)) continue;
      recorded->damage = arena_printf(&recorded->arena, "line %d: %s", number, senet_message());
    }
  }
  return true;
}

static bool read_recorded(const ReplayFiles *files, Recorded *recorded, const char **why) {
  Str text;
  if (!file_read(&recorded->arena, recorded->path, 0, &text, why)) {
    *why = arena_printf(&recorded->arena, "cannot be read: %s", *why);
    return false;
  }
  if (!text.n) *why = "the file is empty";
  if (!text.n) return false;
  if (is_trial(text) ? read_record(files, recorded, text) : read_lines(files, recorded, text)) return true;
  *why = arena_text(&recorded->arena, str_of(senet_message()));
  return false;
}

// ---- the game ------------------------------------------------------------------------------------

static void write_key(Text *key, const ReplayFiles *files, const senet_record *record) {
  const char *const parts[] = {files->instead, senet_record_path(record), senet_record_name(record),
                               senet_record_ruleset(record)};
  for (size_t i = 0; i < COUNT_OF(parts); i++) text_printf(key, "%s\n", parts[i] ? parts[i] : "");
  for (size_t i = 0; senet_record_option(record, i); i++) text_printf(key, "%s\n", senet_record_option(record, i));
}

// All different messages, so that everything the game lacks is seen.
static const char *messages(Arena *arena, const senet_diagnostics *diagnostics) {
  Text text = {0};
  senet_diagnostic one;
  for (size_t i = 0; senet_diagnostics_get(diagnostics, i, &one) == SENET_OK; i++) {
    if (one.warning || (text.n && strstr(text.p, one.message))) continue;
    text_printf(&text, "%s%s", text.n ? "; " : "", one.message);
  }
  const char *copy = text.n ? arena_text(arena, text_str(&text)) : "the game cannot be loaded";
  text_free(&text);
  return copy;
}

// The game of record number i; often that of the last one.
static bool open_game(ReplayFiles *files, Recorded *recorded, size_t i, const char **why) {
  const senet_record *record = recorded->records.at[i];
  senet_diagnostics *diagnostics = NULL;
  senet_game_request request = SENET_GAME_REQUEST;
  Text key = {0};
  write_key(&key, files, record);
  if (files->game && str_eq(text_str(&key), text_str(&files->key))) {
    text_free(&key);
    return true;
  }
  replay_files_close(files);
  files->key = key;
  request.name = files->instead;
  senet_status status = files->instead ? senet_game_load_with(files->library, &request, &files->game, &diagnostics)
                                       : senet_record_load_with(record, &files->game, &diagnostics);
  if (status != SENET_OK) *why = messages(&recorded->arena, diagnostics);
  senet_diagnostics_free(diagnostics);
  return status == SENET_OK;
}

void replay_files_close(ReplayFiles *files) {
  senet_game_free(files->game);
  files->game = NULL;
  text_free(&files->key);
}

// ---- replaying -----------------------------------------------------------------------------------

// The first record that differs, or the last.
static json_t *replay_at(ReplayFiles *files, Recorded *recorded, int level) {
  senet_comparison found = {.same = 1};
  const char *why = NULL;
  for (size_t i = 0; i < recorded->records.n && found.same; i++) {
    if (!open_game(files, recorded, i, &why)) return failure(REPLAY_UNSUPPORTED, "load", why);
    if (senet_record_compare(recorded->records.at[i], files->game, level, &found) == SENET_OK) continue;
    found = (senet_comparison){.ply = -1, .cause = senet_message(), .missing = "", .extra = "", .state = ""};
  }
  if (found.same && recorded->damage) {
    found = (senet_comparison){.ply = -1, .cause = recorded->damage, .missing = "", .extra = "", .state = ""};
  }
  return result_of(&found);
}

static bool is_same(const json_t *result) { return result && !json_object_get(result, "cause"); }

// What chance did is often seen in the full text only, so a difference in outline is looked at in full.
static json_t *replay_in_outline(ReplayFiles *files, Recorded *recorded, bool differs_in_full) {
  json_t *moves = replay_at(files, recorded, SENET_COMPARE_MOVES);
  if (is_same(moves) || differs_in_full) return moves;
  json_t *full = replay_at(files, recorded, SENET_COMPARE_FULL);
  bool same = is_same(full);
  json_decref(same ? moves : full);
  return same ? full : moves;
}

// What is the same in full is the same in outline, so the coarser level is run only after a difference.
static json_t *replay_levels(ReplayFiles *files, Recorded *recorded) {
  json_t *results = json_object(), *full = NULL;
  if (files->levels[SENET_COMPARE_FULL]) {
    full = replay_at(files, recorded, SENET_COMPARE_FULL);
    json_object_set_new(results, replay_level_names[SENET_COMPARE_FULL], full);
  }
  if (!files->levels[SENET_COMPARE_MOVES]) return results;
  json_t *moves = is_same(full) ? json_deep_copy(full) : replay_in_outline(files, recorded, full != NULL);
  json_object_set_new(results, replay_level_names[SENET_COMPARE_MOVES], moves);
  return results;
}

json_t *replay_file(ReplayFiles *files, const char *path) {
  Recorded recorded = {.path = path};
  const char *why = NULL;
  bool good = read_recorded(files, &recorded, &why);
  json_t *results = good ? replay_levels(files, &recorded) : unreadable(files, why ? why : "unreadable");
  for (size_t i = 0; i < recorded.records.n; i++) senet_record_free(recorded.records.at[i]);
  VEC_FREE(&recorded.records);
  arena_free(&recorded.arena);
  return results;
}
