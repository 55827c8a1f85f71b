// Reading agent options.
#include "search/option.h"

#include "base/diag.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>

static const SearchOption *find(const SearchOption *rows, Str name) {
  for (const SearchOption *row = rows; row && row->name; row++) {
    if (str_is(name, row->name)) return row;
  }
  return NULL;
}

static bool read_real(const SearchOption *row, const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end != text && !*end && *value >= row->least && *value <= row->most;
}

// Digits, or a number such as 1e6 that is whole.
static bool read_integer(const SearchOption *row, const char *text, int64_t *value) {
  double number;
  if (!read_real(row, text, &number) || !(fabs(number) < 0x1p63)) return false;
  if (str_integer(str_of(text), INT64_MIN, INT64_MAX, value)) return true;
  *value = (int64_t)number;
  return number == (double)*value;
}

static int find_word(const char *const *words, const char *text) {
  for (int i = 0; words[i]; i++) {
    if (!strcmp(words[i], text)) return i;
  }
  return -1;
}

static bool read_switch(const char *text, bool *value) {
  *value = !strcmp(text, "yes");
  return *value || !strcmp(text, "no");
}

size_t option_comma(Str text, size_t from) {
  bool quoted = false;
  for (size_t i = from; i < text.n; i++) {
    if (text.p[i] == '"') quoted = !quoted;
    if (text.p[i] == ',' && !quoted) return i;
  }
  return text.n;
}

// Text lives where it was read; without its quotes.
static const char *unquoted(char *text) {
  size_t n = strlen(text);
  if (n < 2 || text[0] != '"' || text[n - 1] != '"') return text;
  text[n - 1] = '\0';
  return text + 1;
}

static bool store(const SearchOption *row, char *text, void *structure) {
  char *at = (char *)structure + row->offset;
  double number = 0;
  int64_t integer = 0;
  bool on = false;
  int word = -1;
  switch (row->kind) {
    case OPTION_INTEGER:
      if (!read_integer(row, text, &integer)) return false;
      memcpy(at, &integer, sizeof integer);
      return true;
    case OPTION_REAL:
      if (!read_real(row, text, &number)) return false;
      memcpy(at, &number, sizeof number);
      return true;
    case OPTION_SWITCH:
      if (!read_switch(text, &on)) return false;
      memcpy(at, &on, sizeof on);
      return true;
    case OPTION_WORD:
      word = find_word(row->words, text);
      memcpy(at, &word, sizeof word);
      return word >= 0;
    case OPTION_TEXT: memcpy(at, &(const char *){unquoted(text)}, sizeof(const char *)); return true;
  }
  return false;
}

void search_options_default(const SearchOption *rows, void *structure) {
  for (const SearchOption *row = rows; row && row->name; row++) {
    bool good = store(row, (char *)(uintptr_t)row->fallback, structure);  // only texts in quotes are written to
    assert(good);
    (void)good;
  }
}

static const char *expected(Arena *arena, const SearchOption *row) {
  if (row->kind == OPTION_SWITCH) return "yes or no";
  if (row->kind == OPTION_TEXT) return "a text";
  if (row->kind != OPTION_WORD) {
    return arena_printf(arena, "a %s from %g to %g", row->kind == OPTION_INTEGER ? "whole number" : "number",
                        row->least, row->most);
  }
  const char *list = row->words[0];
  for (int i = 1; row->words[i]; i++) list = arena_printf(arena, "%s, %s", list, row->words[i]);
  return arena_printf(arena, "one of %s", list);
}

static const char *unknown(Arena *arena, const SearchOption *rows, Str name) {
  const char *names[64];
  size_t n = 0;
  for (const SearchOption *row = rows; row && row->name && n < COUNT_OF(names); row++) names[n++] = row->name;
  const char *near = nearest_name(name, names, n);
  if (near) return arena_printf(arena, "no option '%.*s'; did you mean '%s'?", (int)name.n, name.p, near);
  return arena_printf(arena, "no option '%.*s'; `senet help agents NAME` lists them", (int)name.n, name.p);
}

static bool read_one(Arena *arena, const SearchOption *rows, Str part, void *structure, const char **why) {
  const char *equals = memchr(part.p, '=', part.n);
  Str name = {part.p, equals ? (size_t)(equals - part.p) : part.n};
  const SearchOption *row = find(rows, name);
  if (!row) {
    *why = unknown(arena, rows, name);
    return false;
  }
  char *value = arena_text(arena, equals ? (Str){equals + 1, part.n - name.n - 1} : (Str){"", 0});
  if (store(row, value, structure)) return true;
  *why = arena_printf(arena, "%s must be %s, not '%s'", row->name, expected(arena, row), value);
  return false;
}

bool search_options_read(Arena *arena, const SearchOption *rows, Str text, void *structure, const char **why) {
  while (text.n) {
    Str part = {text.p, option_comma(text, 0)};
    if (!read_one(arena, rows, part, structure, why)) return false;
    size_t used = MIN(part.n + 1, text.n);
    text = (Str){text.p + used, text.n - used};
  }
  return true;
}

static int count_words(const char *const *words) {
  int n = 0;
  while (words[n]) n++;
  return n;
}

bool search_option_set(const SearchOption *row, double value, void *structure) {
  char *at = (char *)structure + row->offset;
  switch (row->kind) {
    case OPTION_INTEGER:
      if (!(value >= row->least && value <= row->most)) return false;
      memcpy(at, &(int64_t){(int64_t)value}, sizeof(int64_t));
      return true;
    case OPTION_REAL:
      if (!(value >= row->least && value <= row->most)) return false;
      memcpy(at, &value, sizeof value);
      return true;
    case OPTION_SWITCH: memcpy(at, &(bool){value != 0}, sizeof(bool)); return true;
    case OPTION_WORD:
      if (!(value >= 0 && value < count_words(row->words))) return false;
      memcpy(at, &(int){(int)value}, sizeof(int));
      return true;
    case OPTION_TEXT: return false;
  }
  return false;
}

bool search_option_get(const SearchOption *row, const void *structure, double *value) {
  const char *at = (const char *)structure + row->offset;
  int64_t integer = 0;
  bool on = false;
  int word = 0;
  switch (row->kind) {
    case OPTION_INTEGER:
      memcpy(&integer, at, sizeof integer);
      *value = (double)integer;
      return true;
    case OPTION_REAL: memcpy(value, at, sizeof *value); return true;
    case OPTION_SWITCH:
      memcpy(&on, at, sizeof on);
      *value = on;
      return true;
    case OPTION_WORD:
      memcpy(&word, at, sizeof word);
      *value = word;
      return true;
    case OPTION_TEXT: return false;
  }
  return false;
}
