// What the tests of `.rbg` games share: a parsed game with its memory, and the table of reference counts.
#ifndef RBG_SUBJECT_H
#define RBG_SUBJECT_H

#include "base/file.h"
#include "rbg/reference.h"
#include "support/support.h"

#include <inttypes.h>

typedef struct Subject {
  Arena arena, scratch;
  Source source;
  Diags diags;
  RbgDescription *game;
} Subject;

static inline void subject_begin(Subject *s) {
  diags_init(&s->diags, &s->arena);
  s->game = rbg_parse(&s->arena, &s->source, &s->diags);
  if (s->game) return;
  diags_print(stdout, &s->diags, false);
  fail_msg("%s does not parse", s->source.name);
}

// Parses a file or a text; fails the test with the messages when it has errors.
static inline void subject_read(Subject *s, const char *path) {
  *s = (Subject){0};
  const char *why;
  s->source.name = arena_text(&s->arena, str_of(path));
  if (!file_read(&s->arena, path, 0, &s->source.text, &why)) fail_msg("%s: %s", path, why);
  subject_begin(s);
}

static inline void subject_parse(Subject *s, const char *text) {
  *s = (Subject){.source = {"text.rbg", str_of(text)}};
  subject_begin(s);
}

static inline void subject_free(Subject *s) {
  arena_free(&s->arena);
  arena_free(&s->scratch);
}

// One row "game TAB depth TAB count".
typedef struct PerftRow {
  char game[64];
  int depth;
  uint64_t count;
} PerftRow;

// Reads the next row; false at the end.
static inline bool perft_row(const char **at, PerftRow *row) {
  int n = 0;
  if (sscanf(*at, "%63[^\t]\t%d\t%" SCNu64 "%n", row->game, &row->depth, &row->count, &n) != 3) return false;
  *at += n;
  while (**at == '\n') ++*at;
  return true;
}

// Calls check for every row of a table whose game is in the folder; how many are not.
static inline int perft_table(const char *table, const char *folder,
                              void (*check)(void *self, const char *path, const PerftRow *row), void *self) {
  Arena arena = {0};
  Str text;
  const char *why;
  int absent = 0;
  PerftRow row;
  if (!file_read(&arena, table, 0, &text, &why)) fail_msg("%s: %s", table, why);
  for (const char *at = text.p; perft_row(&at, &row);) {
    const char *path = arena_printf(&arena, "%s/%s.rbg", folder, row.game);
    if (file_exists(path)) check(self, path, &row);
    else absent++;
  }
  arena_free(&arena);
  return absent;
}

#endif
