// Rows as text, and what is said about all of them.
#include "cmd/experiment/playout_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

const char playout_rows_head[] =
    "game,path,phases,status,standard_playouts,optimised_playouts,standard_per_second,optimised_per_second,speedup,"
    "length_ratio,smallest_p,tests\n";

enum { COLUMNS = 12 };

// ---- CSV -----------------------------------------------------------------------------------------

static void add_word(Text *out, const char *word) {
  text_char(out, '"');
  for (; *word; word++) text_puts(out, *word == '"' ? "\"\"" : (char[]){*word, 0});
  text_puts(out, "\",");
}

void playout_row_write(Text *out, const PlayoutRow *row) {
  add_word(out, row->game);
  add_word(out, row->path);
  add_word(out, row->phases);
  add_word(out, row->status);
  text_printf(out, "%" PRIu64 ",%" PRIu64 ",%.6g,%.6g,%.5g,%.6g,%.4g,%d\n", row->standard_n, row->optimised_n,
              row->standard_rate, row->optimised_rate, row->speedup, row->length_ratio, row->p, row->tests);
}

// Takes a field, quoted or not, off the front of a line.
static const char *take_field(Arena *arena, Str *line) {
  Text field = {0};
  size_t i = 0;
  bool quoted = line->n && line->p[0] == '"';
  for (i = quoted; i < line->n; i++) {
    char c = line->p[i];
    if (quoted && c == '"' && i + 1 < line->n && line->p[i + 1] == '"') i++;
    else if (quoted && c == '"') quoted = false;
    else if (!quoted && c == ',') break;
    if (c != '"' || quoted) text_char(&field, c);
  }
  i += i < line->n;
  *line = (Str){line->p + i, line->n - i};
  const char *copy = arena_text(arena, text_str(&field));
  text_free(&field);
  return copy;
}

static PlayoutRow row_of(Arena *arena, Str line) {
  const char *f[COLUMNS];
  for (int i = 0; i < COLUMNS; i++) f[i] = take_field(arena, &line);
  return (PlayoutRow){.game = f[0],
                      .path = f[1],
                      .phases = f[2],
                      .status = f[3],
                      .standard_n = strtoull(f[4], NULL, 10),
                      .optimised_n = strtoull(f[5], NULL, 10),
                      .standard_rate = strtod(f[6], NULL),
                      .optimised_rate = strtod(f[7], NULL),
                      .speedup = strtod(f[8], NULL),
                      .length_ratio = strtod(f[9], NULL),
                      .p = strtod(f[10], NULL),
                      .tests = atoi(f[11])};
}

static bool next_line(Str *text, Str *line) {
  const char *end = text->n ? memchr(text->p, '\n', text->n) : NULL;
  if (!end) return false;  // a line that was not finished does not count
  *line = (Str){text->p, (size_t)(end - text->p)};
  *text = (Str){end + 1, text->n - line->n - 1};
  return true;
}

bool playout_rows_read(Arena *arena, Str text, PlayoutRows *rows) {
  size_t head = strlen(playout_rows_head);
  if (text.n < head || memcmp(text.p, playout_rows_head, head) != 0) return false;
  text = (Str){text.p + head, text.n - head};
  for (Str line; next_line(&text, &line);) VEC_PUSH(rows, row_of(arena, line));
  return true;
}

// ---- values --------------------------------------------------------------------------------------

PlayoutKind playout_row_kind(const PlayoutRow *row) {
  static const PlayoutKind order[] = {PLAYOUT_ADD_TO_EMPTY, PLAYOUT_FILTER, PLAYOUT_NO_REPETITION, PLAYOUT_PLACEMENT};
  const char *first = NULL;
  PlayoutKind kind = PLAYOUT_STANDARD;
  for (size_t i = 0; i < COUNT_OF(order); i++) {
    const char *at = strstr(row->phases, playout_kind_names[order[i]]);
    bool better = at && (!first || (at < first && order[i] != PLAYOUT_PLACEMENT));
    if (!better) continue;
    first = at;
    kind = order[i];
  }
  return kind;
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void doubles_sort(Doubles *values) {
  if (values->n) qsort(values->at, values->n, sizeof *values->at, compare_doubles);
}

void playout_rows_values(const PlayoutRows *rows, PlayoutKind kind, RowValue value, Doubles *out) {
  VEC_CLEAR(out);
  for (size_t i = 0; i < rows->n; i++) {
    const PlayoutRow *row = &rows->at[i];
    if (!playout_row_measured(row) || (kind != PLAYOUT_KINDS && playout_row_kind(row) != kind)) continue;
    VEC_PUSH(out, value == ROW_SPEEDUP ? row->speedup : row->length_ratio);
  }
  doubles_sort(out);
}

double doubles_median(const Doubles *values) {
  size_t n = values->n;
  return n ? (values->at[(n - 1) / 2] + values->at[n / 2]) / 2 : 0;
}

static double mean(const Doubles *values) {
  double sum = 0;
  for (size_t i = 0; i < values->n; i++) sum += values->at[i];
  return values->n ? sum / (double)values->n : 0;
}

// ---- Table 1 -------------------------------------------------------------------------------------

typedef struct Published {
  PlayoutKind kind;
  const char *title;
  int games;
  double least, median, mean, most;  // speed-ups
} Published;

static const Published published[] = {
    {PLAYOUT_ADD_TO_EMPTY, "Add-To-Empty", 35, 1.00, 1.90, 3.64, 20.25},
    {PLAYOUT_FILTER, "Filter", 105, 1.18, 5.49, 6.88, 34.31},
    {PLAYOUT_NO_REPETITION, "No-Repetition", 5, 1.65, 6.35, 9.08, 19.26},
    {PLAYOUT_PLACEMENT, "Placement", 0, 0, 0, 0, 0},
    {PLAYOUT_KINDS, "All", 145, 1.00, 5.08, 6.17, 34.31},
};

static void print_line(const Published *row, const Doubles *values) {
  double least = values->n ? values->at[0] : 0, most = values->n ? VEC_LAST(values) : 0;
  printf("%-14s %6zu %7.2f %7.2f %7.2f %7.2f", row->title, values->n, least, doubles_median(values), mean(values),
         most);
  if (row->games) printf("   %6d %6.2f %6.2f %6.2f %6.2f", row->games, row->least, row->median, row->mean, row->most);
  printf("\n");
}

static void print_slower(const PlayoutRows *rows) {
  int slower = 0;
  for (size_t i = 0; i < rows->n; i++) {
    const PlayoutRow *row = &rows->at[i];
    if (!playout_row_measured(row) || row->speedup >= 0.97) continue;
    printf("%s%s (%.2f)", slower++ ? ", " : "\nMore than 3 % slower than standard playouts: ", row->game, row->speedup);
  }
  printf("%s\n", slower ? "" : "\nNo game is more than 3 % slower than with standard playouts");
}

void playout_rows_print_table(const PlayoutRows *rows) {
  Doubles values = {0};
  printf("\nSpeed-up over standard playouts        ours                       published\n");
  printf("%-14s %6s %7s %7s %7s %7s   %6s %6s %6s %6s %6s\n", "kind", "games", "min", "median", "mean", "max", "games",
         "min", "median", "mean", "max");
  for (size_t i = 0; i < COUNT_OF(published); i++) {
    playout_rows_values(rows, published[i].kind, ROW_SPEEDUP, &values);
    print_line(&published[i], &values);
  }
  printf("\nMean length, optimised over standard\n");
  printf("%-14s %6s %7s %7s %7s %7s\n", "kind", "games", "min", "median", "mean", "max");
  for (size_t i = 0; i < COUNT_OF(published); i++) {
    Published plain = {.title = published[i].title};
    playout_rows_values(rows, published[i].kind, ROW_LENGTH_RATIO, &values);
    print_line(&plain, &values);
  }
  VEC_FREE(&values);
  print_slower(rows);
}

// The tests of all rows, and how many rows have any.
static int count_tests(const PlayoutRows *rows, int *tested, int *untested) {
  int tests = 0;
  *tested = *untested = 0;
  for (size_t i = 0; i < rows->n; i++) {
    if (!playout_row_measured(&rows->at[i])) continue;
    tests += rows->at[i].tests;
    *tested += rows->at[i].tests > 0;
    *untested += rows->at[i].tests == 0;
  }
  return tests;
}

bool playout_rows_print_tests(const PlayoutRows *rows) {
  int tested, untested, tests = count_tests(rows, &tested, &untested), failed = 0;
  double level = tests ? 0.01 / tests : 0;
  for (size_t i = 0; i < rows->n; i++) {
    const PlayoutRow *row = &rows->at[i];
    if (!playout_row_measured(row) || !row->tests || row->p >= level) continue;
    printf("%s: distributions differ, p = %.3g\n", row->game, row->p);
    failed++;
  }
  printf(
      "\n%d two-sample tests of mean length and outcomes of %d games, family-wise level 1 %% (each %.3g): %d differ\n",
      tests, tested, level, failed);
  if (untested) printf("games with nothing to test, because playouts are too few or all alike: %d\n", untested);
  return failed == 0;
}
