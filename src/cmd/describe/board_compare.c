// Equal bytes are equal values, which is the common case and fast; only lines that differ are parsed.
#include "cmd/describe/board_compare.h"

#include <jansson.h>
#include <math.h>

static const double tolerance = 0.0000011;  // both sides are rounded to six decimals

typedef struct Compare {
  Arena *arena;
  const char *difference;
} Compare;

static bool same(Compare *c, json_t *a, json_t *b, const char *path);

Str board_dump(Arena *arena, const json_t *value) {
  size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(10), n = json_dumpb(value, NULL, 0, flags);
  char *text = arena_zero(arena, n + 1);
  json_dumpb(value, text, n, flags);
  return (Str){text, n};
}

static const char *show(Compare *c, json_t *value) {
  return value ? arena_printf(c->arena, "%.200s", board_dump(c->arena, value).p) : "nothing";
}

static bool differ(Compare *c, json_t *a, json_t *b, const char *path) {
  c->difference = arena_printf(c->arena, "%s: expected %s, found %s", *path ? path : "value", show(c, a), show(c, b));
  return false;
}

static bool same_arrays(Compare *c, json_t *a, json_t *b, const char *path) {
  if (json_array_size(a) != json_array_size(b)) return differ(c, a, b, path);
  for (size_t i = 0; i < json_array_size(a); i++) {
    json_t *x = json_array_get(a, i), *y = json_array_get(b, i);
    if (!same(c, x, y, arena_printf(c->arena, "%s[%zu]", path, i))) return false;
  }
  return true;
}

static bool same_objects(Compare *c, json_t *a, json_t *b, const char *path) {
  const char *key;
  json_t *value;
  json_object_foreach(a, key, value) {
    if (!same(c, value, json_object_get(b, key), arena_printf(c->arena, "%s%s%s", path, *path ? "." : "", key)))
      return false;
  }
  json_object_foreach(b, key, value) {
    if (!json_object_get(a, key))
      return differ(c, NULL, value, arena_printf(c->arena, "%s%s%s", path, *path ? "." : "", key));
  }
  return true;
}

static bool same(Compare *c, json_t *a, json_t *b, const char *path) {
  if (!a || !b) return a == b || differ(c, a, b, path);
  if (json_is_number(a) && json_is_number(b))
    return fabs(json_number_value(a) - json_number_value(b)) <= tolerance || differ(c, a, b, path);
  if (json_is_array(a) && json_is_array(b)) return same_arrays(c, a, b, path);
  if (json_is_object(a) && json_is_object(b)) return same_objects(c, a, b, path);
  return json_equal(a, b) || differ(c, a, b, path);
}

// "Cell 5 ": which line of a recorded board this is.
static const char *line_name(Compare *c, json_t *line) {
  const char *type = json_string_value(json_object_get(line, "type"));
  json_t *number = json_object_get(line, "i");
  if (!type) return "";
  if (!number) return arena_printf(c->arena, "%s groups ", type);
  return arena_printf(c->arena, "%s %lld ", type, (long long)json_integer_value(number));
}

const char *board_compare_values(Arena *arena, Str expected, Str found) {
  if (str_eq(expected, found)) return NULL;
  Compare c = {.arena = arena};
  json_t *a = json_loadb(expected.p, expected.n, JSON_DECODE_ANY, NULL);
  json_t *b = json_loadb(found.p, found.n, JSON_DECODE_ANY, NULL);
  if (!a || !b) c.difference = a ? "the text found is not JSON" : "the expected text is not JSON";
  else if (!same(&c, a, b, "")) c.difference = arena_printf(arena, "%s%s", line_name(&c, a), c.difference);
  json_decref(a);
  json_decref(b);
  return c.difference;
}

static Str take_line(Str *rest) {
  const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
  Str line = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
  size_t used = line.n + (end ? 1 : 0);
  *rest = (Str){rest->p + used, rest->n - used};
  return line;
}

const char *board_compare_lines(Arena *arena, Str expected, Str found) {
  if (str_eq(expected, found)) return NULL;
  while (expected.n && found.n) {
    Str a = take_line(&expected), b = take_line(&found);
    const char *difference = board_compare_values(arena, a, b);
    if (difference) return difference;
  }
  return expected.n ? "sites are missing" : found.n ? "there are more sites than expected" : NULL;
}
