// Own records: JSON to structure and back, and noting a game while it is played.
#include "play/record/record.h"

#include "base/json.h"
#include "base/number.h"
#include "state/text/move_text.h"

const char *record_path(const char *path) {
  const char *at = path, *folder = str_ends(str_of(path), ".rbg") ? "/rbg/" : "/lud/";
  for (const char *next = path; (next = strstr(next, folder)) != NULL; next++) at = next;
  return at;
}

// ---- reading -------------------------------------------------------------------------------------

static const char *copy_text(Arena *arena, const json_t *value) {
  return json_is_string(value) ? arena_text(arena, str_of(json_string_value(value))) : NULL;
}

// A list of texts, ended by NULL. False when an item is no text.
static bool copy_texts(Arena *arena, const json_t *list, const char ***out, size_t *n) {
  *n = json_array_size(list);
  *out = ARENA_ARRAY(arena, const char *, *n + 1);
  for (size_t i = 0; i < *n; i++) {
    (*out)[i] = copy_text(arena, json_array_get(list, i));
    if (!(*out)[i]) return false;
  }
  return !list || json_is_array(list);
}

static bool copy_ranking(Arena *arena, const json_t *list, Record *record) {
  if (!list) return true;
  record->n_ranking = json_array_size(list);
  record->ranking = ARENA_ARRAY(arena, double, record->n_ranking + 1);
  for (size_t i = 0; i < record->n_ranking; i++) {
    if (!json_is_number(json_array_get(list, i))) return false;
    record->ranking[i] = json_number_value(json_array_get(list, i));
  }
  return json_is_array(list);
}

static bool read_fields(Arena *arena, const json_t *json, Record *record, const char **why) {
  size_t n_options;
  const json_t *seed = json_object_get(json, "seed"), *stream = json_object_get(json, "stream");
  json_int_t winner = json_integer_value(json_object_get(json, "winner"));
  record->name = copy_text(arena, json_object_get(json, "game"));
  record->path = copy_text(arena, json_object_get(json, "path"));
  record->ruleset = copy_text(arena, json_object_get(json, "ruleset"));
  record->seeded = json_is_integer(seed) && json_is_integer(stream);
  record->seed = (uint64_t)json_integer_value(seed);
  record->stream = (uint64_t)json_integer_value(stream);
  record->position = copy_text(arena, json_object_get(json, "position"));
  record->over = json_is_true(json_object_get(json, "over"));
  record->winner = (int)winner;
  if (!record->name && !record->path) *why = "the record names no game";
  else if (!copy_texts(arena, json_object_get(json, "options"), &record->options, &n_options)) *why = "bad options";
  else if (!json_object_get(json, "moves")) *why = "the record has no moves";
  else if (!copy_texts(arena, json_object_get(json, "moves"), &record->moves, &record->n_moves)) *why = "bad moves";
  else if (!copy_ranking(arena, json_object_get(json, "ranking"), record)) *why = "bad ranking";
  else if (!number_within(winner, INT32_MIN, INT32_MAX)) *why = "bad winner";
  else return true;
  return false;
}

bool record_read_line(Arena *arena, Str line, Record *record, const char **why) {
  json_error_t error;
  *record = (Record){0};
  json_t *json = json_loadb(line.p, line.n, 0, &error);
  bool good = json_is_object(json) && read_fields(arena, json, record, why);
  if (!json) *why = arena_printf(arena, "no JSON: %s", error.text);
  else if (!json_is_object(json)) *why = "no JSON object";
  json_decref(json);
  return good;
}

// ---- writing -------------------------------------------------------------------------------------

static json_t *text_list(const char *const *texts, size_t n) {
  json_t *list = json_array();
  for (size_t i = 0; i < n; i++) json_array_append_new(list, json_words(texts[i]));
  return list;
}

static size_t count(const char *const *texts) {
  size_t n = 0;
  while (texts && texts[n]) n++;
  return n;
}

void record_write(Text *out, const Record *record) {
  json_t *json = json_object();
  if (record->name) json_object_set_new(json, "game", json_words(record->name));
  if (record->path) json_object_set_new(json, "path", json_words(record->path));
  json_object_set_new(json, "options", text_list(record->options, count(record->options)));
  json_object_set_new(json, "ruleset", json_words(record->ruleset));
  if (record->seeded) {
    json_object_set_new(json, "seed", json_integer((json_int_t)record->seed));
    json_object_set_new(json, "stream", json_integer((json_int_t)record->stream));
  }
  if (record->position) json_object_set_new(json, "position", json_words(record->position));
  json_object_set_new(json, "moves", text_list(record->moves, record->n_moves));
  json_object_set_new(json, "over", json_boolean(record->over));
  json_object_set_new(json, "winner", json_integer(record->winner));
  json_t *ranking = json_array();
  for (size_t i = 0; i < record->n_ranking; i++) json_array_append_new(ranking, json_real(record->ranking[i]));
  if (record->ranking) json_object_set(json, "ranking", ranking);
  json_decref(ranking);
  json_text(out, json);
  text_char(out, '\n');
  json_decref(json);
}

// ---- noting a game -------------------------------------------------------------------------------

void recorder_begin(Recorder *recorder, uint64_t seed, uint64_t stream) {
  arena_reset(&recorder->arena);
  VEC_CLEAR(&recorder->moves);
  recorder->record = (Record){.seeded = true, .seed = seed, .stream = stream};
}

void record_add_move(RecordMoves *moves, Arena *arena, const Position *x, size_t i) {
  Text text = {0};
  played_text(&text, x, &x->played.at[i].move);
  VEC_PUSH(moves, arena_text(arena, text_str(&text)));
  text_free(&text);
}

void record_add_next_game(RecordMoves *moves, Arena *arena, const Position *finished) {
  VEC_PUSH(moves, arena_printf(arena, "[Move:mover=%d,actions=[NextInstance:decision=true]]", finished->head->mover));
}

bool record_is_next_game(const char *text) { return strstr(text, "actions=[NextInstance:") != NULL; }

void recorder_note(Recorder *recorder, const Position *x) {
  if (x->played.n) record_add_move(&recorder->moves, &recorder->arena, x, x->played.n - 1);
  else record_add_next_game(&recorder->moves, &recorder->arena, x->earlier);
}

const Record *recorder_end(Recorder *recorder, const Position *x) {
  Record *record = &recorder->record;
  record->moves = recorder->moves.at;
  record->n_moves = recorder->moves.n;
  record->over = position_over(x);
  record->winner = x->head->winner;
  record->n_ranking = (size_t)x->game->players;
  record->ranking = ARENA_ARRAY(&recorder->arena, double, record->n_ranking);
  for (size_t p = 0; p < record->n_ranking; p++) record->ranking[p] = position_rank(x, (Player)p + 1);
  return record;
}

void recorder_free(Recorder *recorder) {
  VEC_FREE(&recorder->moves);
  arena_free(&recorder->arena);
}
