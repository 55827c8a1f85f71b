// Our rows beside Ludii's: the kinds of playout in games.tsv, the speed in speed.tsv.
#include "cmd/experiment/playout_rows.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Table {
  Str rest;
  Str fields[64];
  int n;
} Table;

static Str up_to(Str *rest, char end) {
  const char *at = rest->n ? memchr(rest->p, end, rest->n) : NULL;
  Str part = {rest->p, at ? (size_t)(at - rest->p) : rest->n};
  size_t skip = part.n + (at != NULL);
  *rest = (Str){rest->p + skip, rest->n - skip};
  return part;
}

// The next line that is no comment, in fields; false at the end.
static bool next_row(Table *table) {
  Str line;
  do {
    if (!table->rest.n) return false;
    line = up_to(&table->rest, '\n');
  } while (line.n && line.p[0] == '#');
  table->n = 0;
  while (line.n && table->n < (int)COUNT_OF(table->fields)) table->fields[table->n++] = up_to(&line, '\t');
  return true;
}

static bool open_table(Table *table, Arena *arena, const char *folder, const char *name) {
  const char *why = "";
  *table = (Table){0};
  if (file_read(arena, arena_printf(arena, "%s/%s", folder, name), 0, &table->rest, &why)) return next_row(table);
  fprintf(stderr, "senet experiment: %s\n", why);
  return false;
}

static int column(const Table *head, const char *name) {
  for (int i = 0; i < head->n; i++) {
    if (str_is(head->fields[i], name)) return i;
  }
  return -1;
}

static const PlayoutRow *row_of_path(const PlayoutRows *rows, Str path) {
  for (size_t i = 0; i < rows->n; i++) {
    Str ours = str_of(rows->at[i].path);
    if (ours.n >= path.n && !memcmp(ours.p + ours.n - path.n, path.p, path.n)) return &rows->at[i];
  }
  return NULL;
}

// ---- kinds ---------------------------------------------------------------------------------------

static const char *kind_called(Str name) {
  if (str_is(name, "PlayoutAddToEmpty")) return playout_kind_names[PLAYOUT_ADD_TO_EMPTY];
  if (str_is(name, "PlayoutFilter")) return playout_kind_names[PLAYOUT_FILTER];
  return str_is(name, "PlayoutNoRepetition") ? playout_kind_names[PLAYOUT_NO_REPETITION] : NULL;
}

// Whether every phase that has a kind in the list ("-" for none, separated by commas) has the same with us.
static bool kinds_agree(Str theirs, const char *ours, bool *any) {
  Str left = str_of(ours);
  bool same = true;
  *any = false;
  while (theirs.n) {
    const char *kind = kind_called(up_to(&theirs, ','));
    Str own = up_to(&left, ' ');
    if (!kind) continue;
    *any = true;
    same &= str_is(own, kind);
  }
  return same;
}

static bool print_kinds(const PlayoutRows *rows, Arena *arena, const char *folder) {
  Table table;
  if (!open_table(&table, arena, folder, "games.tsv")) return false;
  int path = column(&table, "path"), kind = column(&table, "customPlayout"), agree = 0, differ = 0, more = 0;
  Doubles speedups[PLAYOUT_KINDS] = {0};  // of games with a kind there
  while (path >= 0 && kind >= 0 && next_row(&table)) {
    const PlayoutRow *row = row_of_path(rows, table.fields[path]);
    bool any;
    if (!row) continue;
    bool same = kinds_agree(table.fields[kind], row->phases, &any);
    agree += any && same;
    differ += any && !same;
    more += !any && playout_row_kind(row) != PLAYOUT_STANDARD;
    if (any && playout_row_measured(row)) VEC_PUSH(&speedups[playout_row_kind(row)], row->speedup);
    if (any && !same) {
      printf("%s: %.*s there, %s here (%s)\n", row->game, (int)table.fields[kind].n, table.fields[kind].p,
             row->phases[0] ? row->phases : "nothing", row->status);
    }
  }
  printf("\nKinds in %s: %d games agree, %d differ; %d games have a kind here only\n", folder, agree, differ, more);
  for (int k = 0; k < PLAYOUT_KINDS; k++) {
    doubles_sort(&speedups[k]);
    const Doubles *of = &speedups[k];
    if (of->n)
      printf("median speed-up of those with a kind there, %s: %.2f (%zu games)\n", playout_kind_names[k],
             doubles_median(of), of->n);
    VEC_FREE(&speedups[k]);
  }
  return differ == 0;
}

// ---- speed ---------------------------------------------------------------------------------------

static const PlayoutRow *row_called(const PlayoutRows *rows, Str name) {
  for (size_t i = 0; i < rows->n; i++) {
    if (str_is(name, rows->at[i].game)) return &rows->at[i];
  }
  return NULL;
}

static bool print_speed(const PlayoutRows *rows, Arena *arena, const char *folder, double scale) {
  Table table;
  if (!open_table(&table, arena, folder, "speed.tsv")) return false;
  int name = column(&table, "name"), speed = column(&table, "optimised");
  Doubles ratios = {0};
  printf("\nPlayouts per second, optimised, beside %s/speed.tsv times %.2f\n", folder, scale);
  while (name >= 0 && speed >= 0 && next_row(&table)) {
    double theirs = scale * strtod(arena_text(arena, table.fields[speed]), NULL);
    const PlayoutRow *row = theirs > 0 ? row_called(rows, table.fields[name]) : NULL;
    if (!row || !playout_row_measured(row)) continue;
    printf("%-24s %12.2f %12.2f %8.1f\n", row->game, row->optimised_rate, theirs, row->optimised_rate / theirs);
    VEC_PUSH(&ratios, row->optimised_rate / theirs);
  }
  doubles_sort(&ratios);
  printf("median of %zu: %.1f\n", ratios.n, doubles_median(&ratios));
  VEC_FREE(&ratios);
  return true;
}

bool playout_rows_print_reference(const PlayoutRows *rows, Arena *arena, const char *folder, double scale) {
  bool kinds = print_kinds(rows, arena, folder);
  return print_speed(rows, arena, folder, scale) && kinds;
}
