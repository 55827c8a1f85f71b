// Comparing a file of recorded tensors: shapes, then the planes and the places of all legal moves of each position.
#include "cmd/learn/tensors_verify.h"

#include "base/file.h"
#include "net/input/tensor.h"
#include "play/record/move_replay.h"

typedef struct Comparison {
  Arena arena;
  Text *why;
  const TensorEncoding *t;
  MoveReplay replay;
  size_t made;  // moves made so far
  float *state;
} Comparison;

static bool differ(Comparison *c, const char *format, ...) PRINTF_LIKE(2, 3);
static bool differ(Comparison *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char message[600];
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  text_clear(c->why);
  text_puts(c->why, message);
  return false;
}

// ---- shapes --------------------------------------------------------------------------------------

static bool same_number(Comparison *c, const json_t *header, const char *name, int ours) {
  json_int_t theirs = json_integer_value(json_object_get(header, name));
  return ours == theirs || differ(c, "%s: %d, recorded %lld", name, ours, (long long)theirs);
}

static bool same_shape(Comparison *c, const json_t *header, const char *name, int channels) {
  const json_t *shape = json_object_get(header, name);
  int ours[3] = {channels, c->t->width, c->t->height};
  for (size_t i = 0; i < 3; i++) {
    json_int_t theirs = json_integer_value(json_array_get(shape, i));
    if (ours[i] == theirs) continue;
    return differ(c, "%s: number %zu is %d, recorded %lld", name, i, ours[i], (long long)theirs);
  }
  return true;
}

static bool same_names(Comparison *c, const json_t *names) {
  if (json_array_size(names) > (size_t)c->t->channels) {
    return differ(c, "%d channels, recorded %zu", c->t->channels, json_array_size(names));
  }
  for (size_t i = 0; i < json_array_size(names); i++) {
    const char *theirs = trace_text(names, i);
    if (theirs && strcmp(c->t->names[i], theirs)) {
      return differ(c, "channel %zu: %s, recorded %s", i, c->t->names[i], theirs);
    }
  }
  return true;
}

static bool same_coordinates(Comparison *c, const json_t *list, const char *name, const int32_t *ours) {
  for (size_t i = 0; i < json_array_size(list) && i < (size_t)c->t->n_sites; i++) {
    json_int_t theirs = json_integer_value(json_array_get(list, i));
    if (ours[i] == theirs) continue;
    return differ(c, "%s of site %zu: %d, recorded %lld", name, i, ours[i], (long long)theirs);
  }
  return true;
}

static bool same_header(Comparison *c, const json_t *h) {
  const TensorEncoding *t = c->t;
  return same_shape(c, h, "stateShape", t->channels) && same_names(c, json_object_get(h, "channels")) &&
         same_coordinates(c, json_object_get(h, "x"), "x", t->x) &&
         same_coordinates(c, json_object_get(h, "y"), "y", t->y) && same_number(c, h, "distClip", t->clip) &&
         same_number(c, h, "pass", t->pass) && same_number(c, h, "swap", t->swap) &&
         same_number(c, h, "firstProposition", t->first_proposition) && same_number(c, h, "firstVote", t->first_vote) &&
         same_shape(c, h, "moveShape", t->move_channels);
}

// ---- positions -----------------------------------------------------------------------------------

static bool make_moves(Comparison *c, const json_t *moves) {
  for (; c->made < json_array_size(moves); c->made++) {
    const char *text = trace_text(moves, c->made);
    if (!text || !move_replay_step(&c->replay, (int)c->made, text)) {
      Str cause = text_str(&c->replay.report->cause);
      return differ(c, "at ply %zu: %.*s", c->made, (int)cause.n, cause.p);
    }
  }
  return true;
}

static bool same_state(Comparison *c, const json_t *line, int ply) {
  const json_t *values = json_object_get(line, "state");
  if (!json_is_array(values)) return true;
  int n = tensor_state_size(c->t), plane = tensor_plane(c->t);
  float *theirs = ARENA_ARRAY(&c->arena, float, n);
  for (size_t i = 0; i < json_array_size(values); i++) {
    const json_t *entry = json_array_get(values, i);
    json_int_t at = json_integer_value(json_array_get(entry, 0));
    if (at >= 0 && at < n) theirs[at] = (float)json_number_value(json_array_get(entry, 1));
  }
  tensor_state(c->t, c->replay.x, c->state);
  for (int i = 0; i < n; i++) {
    if (c->state[i] == theirs[i]) continue;
    return differ(c, "at ply %d: channel %d (%s) at %d, %d: %g, recorded %g", ply, i / plane, c->t->names[i / plane],
                  i % plane / c->t->height, i % c->t->height, (double)c->state[i], (double)theirs[i]);
  }
  return true;
}

static json_t *texts_of(const json_t *legal) {
  json_t *texts = json_array();
  for (size_t i = 0; i < json_array_size(legal); i++) {
    const char *text = json_string_value(json_object_get(json_array_get(legal, i), "move"));
    json_array_append_new(texts, json_string(text ? text : ""));
  }
  return texts;
}

// Where the reference gave no place, nothing is compared: both sides say -1 for that text.
static void add_their_places(Multiset *bag, const json_t *legal) {
  for (size_t i = 0; i < json_array_size(legal); i++) {
    const json_t *entry = json_array_get(legal, i), *place = json_object_get(entry, "int");
    const char *text = json_string_value(json_object_get(entry, "move"));
    text_printf(&bag->text, "%s at %lld", text ? text : "", place ? (long long)json_integer_value(place) : -1);
    multiset_close_item(bag);
  }
}

static bool has_place(const json_t *legal, Str text) {
  for (size_t i = 0; i < json_array_size(legal); i++) {
    const json_t *entry = json_array_get(legal, i);
    const char *theirs = json_string_value(json_object_get(entry, "move"));
    if (!json_object_get(entry, "int") && theirs && str_is(text, theirs)) return false;
  }
  return true;
}

static void add_our_places(Comparison *c, Multiset *bag, MoveList list, const json_t *legal) {
  for (uint32_t i = 0; i < list.n; i++) {
    Str text = multiset_item(&c->replay.legal.ours, i);
    int place = tensor_move(c->t, c->replay.x, move_at(c->replay.x, list, i));
    text_add(&bag->text, text);
    text_printf(&bag->text, " at %d", has_place(legal, text) ? place : -1);
    multiset_close_item(bag);
  }
}

static bool same_places(Comparison *c, const json_t *line, int ply) {
  const json_t *legal = json_object_get(line, "legal");
  json_t *texts = texts_of(legal);
  MoveList list = move_replay_moves(&c->replay, texts);
  Multiset ours = {0}, theirs = {0};
  add_our_places(c, &ours, list, legal);
  add_their_places(&theirs, legal);
  MultisetIndices missing = {0}, extra = {0};
  multiset_excess(&theirs, &ours, &missing);
  multiset_excess(&ours, &theirs, &extra);
  bool same = !missing.n && !extra.n;
  if (!same) {
    Str m = missing.n ? multiset_item(&theirs, missing.at[0]) : (Str){0};
    Str e = extra.n ? multiset_item(&ours, extra.at[0]) : (Str){0};
    differ(c, "at ply %d: %zu moves missing, %zu extra; first %.*s; %.*s", ply, missing.n, extra.n, (int)MIN(m.n, 250u),
           m.p + (m.n > 250 ? m.n - 250 : 0), (int)MIN(e.n, 250u), e.p + (e.n > 250 ? e.n - 250 : 0));
  }
  VEC_FREE(&missing);
  VEC_FREE(&extra);
  multiset_free(&ours);
  multiset_free(&theirs);
  position_forget(c->replay.x, list);
  json_decref(texts);
  return same;
}

static bool same_position(Comparison *c, const json_t *line) {
  int ply = (int)json_integer_value(json_object_get(line, "ply"));
  if (!make_moves(c, json_object_get(line, "moves"))) return false;
  json_int_t agent = json_integer_value(json_object_get(line, "agent"));
  if (tensor_agent(c->replay.x) != agent) {
    return differ(c, "at ply %d: player %d to move, recorded %lld", ply, tensor_agent(c->replay.x), (long long)agent);
  }
  return same_state(c, line, ply) && same_places(c, line, ply);
}

// ---- the file ------------------------------------------------------------------------------------

static bool compare_positions(Comparison *c, const Game *game, const Record *record, Trace *trace) {
  ReplayReport report;
  bool good = move_replay_open(&c->replay, game, record, REPLAY_FULL, &report);
  const char *why = NULL;
  c->state = ARENA_ARRAY(&c->arena, float, tensor_state_size(c->t));
  while (good) {
    const json_t *line = trace_next(trace, &c->arena, &why);
    if (!line) break;
    good = same_position(c, line);
  }
  if (good && why) good = differ(c, "line %d: %s", trace->line, why);
  move_replay_close(&c->replay);
  replay_report_free(&report);
  return good;
}

static bool compare_file(Comparison *c, RecordedGame *kept, const char *path) {
  Str text;
  const char *why = NULL, *stage = NULL;
  if (!file_read(&c->arena, path, 0, &text, &why)) return differ(c, "cannot be read: %s", why);
  Trace trace = {.rest = text};
  const json_t *line = trace_next(&trace, &c->arena, &why);
  TraceHeader header;
  bool good = line && trace_header(line, &c->arena, &header);
  if (!good) differ(c, "%s", why ? why : "there is no header");
  Record record = {0};
  if (good)
    record = (Record){.name = header.name, .path = header.path, .ruleset = header.ruleset, .options = header.options};
  if (good && !recorded_game_open(kept, &record, &c->arena, &stage, &why)) good = differ(c, "%s: %s", stage, why);
  if (good) {
    const char *key = json_string_value(json_object_get(line, "key"));
    recorded_game_placements(kept, key, json_integer_value(json_object_get(line, "seed")), &c->arena, &record);
    c->t = tensor_encoding(&c->arena, kept->game);
    good = same_header(c, line) && compare_positions(c, kept->game, &record, &trace);
  }
  trace_close(&trace);
  return good;
}

bool tensors_verify(RecordedGame *kept, const char *path, Text *why) {
  Comparison c = {.why = why};
  bool good = compare_file(&c, kept, path);
  arena_free(&c.arena);
  return good;
}
