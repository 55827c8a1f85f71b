// Lines to structures; nothing is copied but the names.
#include "play/record/trace.h"

#include "base/file.h"

#include <stdlib.h>

void trace_close(Trace *trace) {
  json_decref(trace->json);
  trace->json = NULL;
}

static bool take_line(Trace *trace, Str *line) {
  if (!trace->rest.n) return false;
  const char *end = memchr(trace->rest.p, '\n', trace->rest.n);
  size_t n = end ? (size_t)(end - trace->rest.p) : trace->rest.n;
  *line = (Str){trace->rest.p, n};
  size_t skip = end ? n + 1 : n;
  trace->rest = (Str){trace->rest.p + skip, trace->rest.n - skip};
  trace->line++;
  return true;
}

const json_t *trace_next(Trace *trace, Arena *arena, const char **why) {
  Str line;
  trace_close(trace);
  do {
    if (!take_line(trace, &line)) return NULL;
  } while (!line.n);
  json_error_t error;
  trace->json = json_loadb(line.p, line.n, 0, &error);
  if (!trace->json) *why = arena_printf(arena, "line %d: %s", trace->line, error.text);
  else if (!json_is_object(trace->json)) *why = arena_printf(arena, "line %d is no object", trace->line);
  return json_is_object(trace->json) ? trace->json : NULL;
}

const char *trace_kind(const json_t *line) {
  const char *kind = json_string_value(json_object_get(line, "t"));
  return kind ? kind : "";
}

const char *trace_text(const json_t *list, size_t i) { return json_string_value(json_array_get(list, i)); }

bool trace_header(const json_t *line, Arena *arena, TraceHeader *header) {
  const json_t *options = json_object_get(line, "options");
  size_t n = json_array_size(options);
  *header = (TraceHeader){
      .name = json_string_value(json_object_get(line, "name")),
      .path = json_string_value(json_object_get(line, "path")),
      .ruleset = json_string_value(json_object_get(line, "ruleset")),
      .options = ARENA_ARRAY(arena, const char *, n + 1),
  };
  for (size_t i = 0; i < n; i++) header->options[i] = arena_text(arena, str_of(trace_text(options, i)));
  if (header->name) header->name = arena_text(arena, str_of(header->name));
  if (header->path) header->path = arena_text(arena, str_of(header->path));
  if (header->ruleset) header->ruleset = arena_text(arena, str_of(header->ruleset));
  return header->name || header->path;
}

static int int_field(const json_t *line, const char *name, int otherwise) {
  const json_t *value = json_object_get(line, name);
  double number = json_number_value(value);
  return json_is_number(value) && number >= INT32_MIN && number <= INT32_MAX ? (int)number : otherwise;
}

static uint64_t hash_field(const json_t *line, const char *name) {
  const json_t *value = json_object_get(line, name);
  if (json_is_integer(value)) return (uint64_t)json_integer_value(value);
  return json_is_string(value) ? strtoull(json_string_value(value), NULL, 16) : 0;
}

bool trace_ply(const json_t *line, TracePly *ply) {
  const json_t *chosen = json_object_get(line, "chosen");
  int level = int_field(line, "level", TRACE_CONSEQUENCES), n = int_field(line, "n", 0);
  *ply = (TracePly){
      .ply = int_field(line, "ply", -1),
      .detail = (TraceDetail)level,
      .n = (size_t)MAX(n, 0),
      .legal = level == TRACE_HASH ? NULL : json_object_get(line, "legal"),
      .hash = hash_field(line, "legalHash"),
      .chosen = int_field(line, "chosen", -1),
      .choices = json_is_array(chosen) ? chosen : NULL,
      .applied = json_string_value(json_object_get(line, "applied")),
      .over = json_is_true(json_object_get(line, "over")),
      .state = json_object_get(line, "state"),
      .ranking = json_object_get(line, "ranking"),
  };
  bool list = level == TRACE_HASH || (json_is_array(ply->legal) && json_array_size(ply->legal) == ply->n);
  return ply->ply >= 0 && n >= 0 && level >= 0 && level <= TRACE_HASH && list && json_is_object(ply->state);
}

bool trace_end(const json_t *line, TraceEnd *end) {
  *end = (TraceEnd){
      .over = json_is_true(json_object_get(line, "over")),
      .winner = int_field(line, "winner", 0),
      .ranking = json_object_get(line, "ranking"),
  };
  return json_is_boolean(json_object_get(line, "over"));
}
