// Reading, writing and summing up the rows.
#include "cmd/experiment/feature_rows.h"

#include "base/file.h"
#include "cmd/experiment/boxplot.h"
#include "cmd/experiment/playout_rows.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

const char feature_rows_head[] = "game,set,evaluator,features,playouts_per_s,plies_per_s,moves_per_s,open_s\n";

static const char *const compared[] = {"naive", "tree", "spatternet", "jit", "fast"};
enum { COMPARED = COUNT_OF(compared), PUBLISHED = 4 };

void feature_row_write(Text *out, const FeatureRow *row) {
  text_printf(out, "\"%s\",%s,%s,%d,%.6g,%.6g,%.6g,%.3f\n", row->game, row->set, row->evaluator, row->features,
              row->playouts, row->plies, row->moves, row->open_seconds);
}

// The next field; quotes around it are taken off.
static const char *field(Arena *arena, Str *line) {
  bool quoted = line->n && *line->p == '"';
  if (quoted) *line = (Str){line->p + 1, line->n - 1};
  const char *end = line->n ? memchr(line->p, quoted ? '"' : ',', line->n) : NULL;
  size_t n = end ? (size_t)(end - line->p) : line->n, skip = MIN(n + 1 + quoted, line->n);
  const char *text = arena_text(arena, (Str){line->p, n});
  *line = (Str){line->p + skip, line->n - skip};
  return text;
}

static FeatureRow read_row(Arena *arena, Str line) {
  FeatureRow row = {.game = field(arena, &line)};
  row.set = field(arena, &line);
  row.evaluator = field(arena, &line);
  row.features = atoi(field(arena, &line));
  row.playouts = strtod(field(arena, &line), NULL);
  row.plies = strtod(field(arena, &line), NULL);
  row.moves = strtod(field(arena, &line), NULL);
  row.open_seconds = strtod(field(arena, &line), NULL);
  return row;
}

bool feature_rows_read(Arena *arena, Str text, FeatureRows *rows) {
  size_t head = strlen(feature_rows_head);
  if (text.n < head || memcmp(text.p, feature_rows_head, head) != 0) return false;
  text = (Str){text.p + head, text.n - head};
  for (const char *end; text.n && (end = memchr(text.p, '\n', text.n));) {
    size_t n = (size_t)(end - text.p);
    VEC_PUSH(rows, read_row(arena, (Str){text.p, n}));
    text = (Str){end + 1, text.n - n - 1};
  }
  return true;
}

// A game that is measured again, with more evaluators, has later rows.
const FeatureRow *feature_rows_find(const FeatureRows *rows, const char *game, const char *set, const char *evaluator) {
  for (size_t i = rows->n; i-- > 0;) {
    const FeatureRow *row = &rows->at[i];
    if (!strcmp(row->game, game) && !strcmp(row->set, set) && !strcmp(row->evaluator, evaluator)) return row;
  }
  return NULL;
}

// ---- which games and sets -----------------------------------------------------------------------

typedef VEC(const char *) Names;

static void add_name(Names *names, const char *name) {
  for (size_t i = 0; i < names->n; i++) {
    if (!strcmp(names->at[i], name)) return;
  }
  VEC_PUSH(names, name);
}

static void list_names(const FeatureRows *rows, Names *games, Names *sets) {
  for (size_t i = 0; i < rows->n; i++) {
    add_name(games, rows->at[i].game);
    add_name(sets, rows->at[i].set);
  }
}

// How much slower than the naive evaluator of the smallest set; against what is 1 in Figure 18.
static double slowdown(const FeatureRows *rows, const FeatureRow *row) {
  const FeatureRow *base = feature_rows_find(rows, row->game, "Atomic-1-1", "naive");
  return base && row->playouts > 0 ? base->playouts / row->playouts : 0;
}

static double slowdown_of_bare(const FeatureRows *rows, const FeatureRow *row) {
  const FeatureRow *bare = feature_rows_find(rows, row->game, row->set, "bare");
  return bare && row->plies > 0 ? bare->plies / row->plies : 0;
}

static bool is_latest(const FeatureRows *rows, const FeatureRow *row) {
  return feature_rows_find(rows, row->game, row->set, row->evaluator) == row;
}

typedef double RowRatio(const FeatureRows *rows, const FeatureRow *row);

static void ratios(const FeatureRows *rows, const char *set, const char *evaluator, RowRatio *of, Doubles *out) {
  VEC_CLEAR(out);
  for (size_t i = 0; i < rows->n; i++) {
    const FeatureRow *row = &rows->at[i];
    double ratio = strcmp(row->set, set) || strcmp(row->evaluator, evaluator) ? 0 : of(rows, row);
    if (ratio > 0 && is_latest(rows, row)) VEC_PUSH(out, ratio);
  }
  doubles_sort(out);
}

// ---- tables -------------------------------------------------------------------------------------

typedef struct Published {
  const char *set, *evaluator;
  int ranks[PUBLISHED];
} Published;

// Tables 3 and 4 of the paper: 33 games, four evaluators.
static const Published published[] = {
    {"Atomic-1-1", "naive", {8, 6, 19, 0}},
    {"Atomic-1-1", "tree", {0, 0, 0, 33}},
    {"Atomic-1-1", "spatternet", {21, 6, 6, 0}},
    {"Atomic-1-1", "jit", {4, 21, 8, 0}},
    {"Atomic-1-2", "naive", {1, 3, 28, 1}},
    {"Atomic-1-2", "tree", {0, 0, 1, 32}},
    {"Atomic-1-2", "spatternet", {19, 12, 2, 0}},
    {"Atomic-1-2", "jit", {13, 18, 2, 0}},
    {"Atomic-2-2", "naive", {0, 3, 23, 7}},
    {"Atomic-2-2", "tree", {0, 0, 7, 26}},
    {"Atomic-2-2", "spatternet", {19, 12, 2, 0}},
    {"Atomic-2-2", "jit", {14, 18, 1, 0}},
    {"Atomic-2-3", "naive", {0, 0, 27, 6}},
    {"Atomic-2-3", "tree", {0, 0, 6, 27}},
    {"Atomic-2-3", "spatternet", {18, 15, 0, 0}},
    {"Atomic-2-3", "jit", {15, 18, 0, 0}},
    {"Atomic-2-4", "naive", {0, 0, 24, 9}},
    {"Atomic-2-4", "tree", {0, 0, 9, 24}},
    {"Atomic-2-4", "spatternet", {13, 20, 0, 0}},
    {"Atomic-2-4", "jit", {20, 13, 0, 0}},
    {"trained", "naive", {0, 0, 5, 28}},
    {"trained", "tree", {0, 0, 28, 5}},
    {"trained", "spatternet", {3, 30, 0, 0}},
    {"trained", "jit", {30, 3, 0, 0}},
    {"trained-policy", "naive", {0, 0, 6, 27}},
    {"trained-policy", "tree", {0, 0, 27, 6}},
    {"trained-policy", "spatternet", {9, 24, 0, 0}},
    {"trained-policy", "jit", {24, 9, 0, 0}},
};

static const Published *published_of(const char *set, const char *evaluator) {
  for (size_t i = 0; i < COUNT_OF(published); i++) {
    if (!strcmp(published[i].set, set) && !strcmp(published[i].evaluator, evaluator)) return &published[i];
  }
  return NULL;
}

// The place of an evaluator among the four of the paper in one game; -1 when one of them was not measured.
static int rank_of(const FeatureRows *rows, const char *game, const char *set, int evaluator) {
  int rank = 0;
  const FeatureRow *own = feature_rows_find(rows, game, set, compared[evaluator]);
  for (int i = 0; i < PUBLISHED; i++) {
    const FeatureRow *other = feature_rows_find(rows, game, set, compared[i]);
    if (!own || !other) return -1;
    rank += other->plies > own->plies;
  }
  return rank;
}

static void print_ranks(const FeatureRows *rows, const Names *games, const char *set) {
  for (int e = 0; e < PUBLISHED; e++) {
    int ranks[PUBLISHED] = {0}, total = 0;
    for (size_t g = 0; g < games->n; g++) {
      int rank = rank_of(rows, games->at[g], set, e);
      if (rank < 0) continue;
      ranks[rank]++;
      total++;
    }
    const Published *paper = published_of(set, compared[e]);
    if (!total) continue;
    printf("%-14s %-12s %5d %5d %5d %5d", set, compared[e], ranks[0], ranks[1], ranks[2], ranks[3]);
    if (paper) {
      const int *r = paper->ranks;
      printf("     %5d %5d %5d %5d", r[0], r[1], r[2], r[3]);
    }
    printf("\n");
  }
}

static void print_quartiles(const FeatureRows *rows, const char *set, RowRatio *of) {
  Doubles values = {0};
  for (int e = 0; e < COMPARED; e++) {
    ratios(rows, set, compared[e], of, &values);
    if (!values.n) continue;
    printf("%-14s %-12s %5zu %8.3f %8.3f %8.3f %8.3f %8.3f\n", set, compared[e], values.n, values.at[0],
           values.at[values.n / 4], doubles_median(&values), values.at[3 * values.n / 4], VEC_LAST(&values));
  }
  VEC_FREE(&values);
}

void feature_rows_print(const FeatureRows *rows) {
  static const char *const head = "%-14s %-12s %5s %8s %8s %8s %8s %8s\n";
  Names games = {0}, sets = {0};
  list_names(rows, &games, &sets);
  printf("\nSlowdown against naive with Atomic-1-1 (Figure 18)\n");
  printf(head, "set", "evaluator", "games", "min", "quarter", "median", "quarter", "max");
  for (size_t s = 0; s < sets.n; s++) print_quartiles(rows, sets.at[s], slowdown);
  printf("\nSlowdown against playouts without features\n");
  printf(head, "set", "evaluator", "games", "min", "quarter", "median", "quarter", "max");
  for (size_t s = 0; s < sets.n; s++) print_quartiles(rows, sets.at[s], slowdown_of_bare);
  printf("\nFrequency of ranks 1 to 4 (Tables 3 and 4)   ours                     published\n");
  for (size_t s = 0; s < sets.n; s++) print_ranks(rows, &games, sets.at[s]);
  VEC_FREE(&games);
  VEC_FREE(&sets);
}

// ---- the reference ------------------------------------------------------------------------------

// Whether a key of the reference is this game's: its name with other characters for blanks and signs.
static bool same_key(Str key, const char *name) {
  for (size_t i = 0; i < key.n; i++, name++) {
    if (!*name) return false;
    bool plain = isalnum((unsigned char)*name) || *name == '-' || *name == '.';
    if (key.p[i] != (plain ? *name : '_')) return false;
  }
  return !*name;
}

// Field number i of a line of tab-separated ones.
static Str tab_field(Str line, int i) {
  for (; i > 0 && line.n; i--) {
    const char *tab = memchr(line.p, '\t', line.n);
    size_t skip = tab ? (size_t)(tab - line.p) + 1 : line.n;
    line = (Str){line.p + skip, line.n - skip};
  }
  const char *tab = line.n ? memchr(line.p, '\t', line.n) : NULL;
  return (Str){line.p, tab ? (size_t)(tab - line.p) : line.n};
}

// The best plies per second that the reference has for a game and a set.
static double reference_plies(Str text, const FeatureRow *row) {
  double best = 0;
  while (text.n) {
    const char *end = memchr(text.p, '\n', text.n);
    Str line = {text.p, end ? (size_t)(end - text.p) : text.n};
    text = end ? (Str){end + 1, text.n - line.n - 1} : (Str){0};
    if (!same_key(tab_field(line, 0), row->game) || !str_is(tab_field(line, 1), row->set)) continue;
    best = MAX(best, strtod(tab_field(line, 5).p, NULL));
  }
  return best;
}

bool feature_rows_print_reference(const FeatureRows *rows, Arena *arena, const char *file) {
  Str text;
  const char *why;
  if (!file_read(arena, file, 0, &text, &why)) {
    fprintf(stderr, "senet experiment: %s\n", why);
    return false;
  }
  Names games = {0}, sets = {0};
  list_names(rows, &games, &sets);
  printf("\nPlies per second over the best of %s\n", file);
  for (size_t s = 0; s < sets.n; s++) {
    for (int e = 0; e < COMPARED; e++) {
      Doubles values = {0};
      for (size_t i = 0; i < rows->n; i++) {
        const FeatureRow *row = &rows->at[i];
        if (strcmp(row->set, sets.at[s]) || strcmp(row->evaluator, compared[e]) || !is_latest(rows, row)) continue;
        double theirs = reference_plies(text, row);
        if (theirs > 0) VEC_PUSH(&values, row->plies / theirs);
      }
      doubles_sort(&values);
      if (values.n) {
        printf("%-14s %-12s %5zu games: min %.1f median %.1f max %.1f\n", sets.at[s], compared[e], values.n,
               values.at[0], doubles_median(&values), VEC_LAST(&values));
      }
      VEC_FREE(&values);
    }
  }
  VEC_FREE(&games);
  VEC_FREE(&sets);
  return true;
}

// ---- the figure ---------------------------------------------------------------------------------

// The boxes of all sets and evaluators (arena); how many there are.
static size_t list_boxes(const FeatureRows *rows, const Names *sets, RowRatio *of, Arena *arena, BoxRow *boxes) {
  size_t n = 0;
  for (size_t s = 0; s < sets->n; s++) {
    for (int e = 0; e < COMPARED; e++) {
      Doubles values = {0};
      ratios(rows, sets->at[s], compared[e], of, &values);
      if (values.n) {
        const char *name = arena_printf(arena, "%s %s", sets->at[s], compared[e]);
        boxes[n++] = (BoxRow){name, VEC_TO_ARENA(&values, arena), values.n};
      }
      VEC_FREE(&values);
    }
  }
  return n;
}

// Without the rows that Figure 18 takes for 1, playouts without features are.
bool feature_rows_figure(const FeatureRows *rows, Arena *arena, const char *path, const char **why) {
  Names games = {0}, sets = {0};
  list_names(rows, &games, &sets);
  BoxPlot plot = {.title = "Slowdown against naive with Atomic-1-1", .axis = "times as slow", .mark = 1};
  BoxRow *boxes = ARENA_ARRAY(arena, BoxRow, sets.n * COMPARED + 1);
  plot.logarithmic = true;
  plot.rows = boxes;
  plot.n = list_boxes(rows, &sets, slowdown, arena, boxes);
  if (!plot.n) {
    plot.title = "Slowdown against playouts without features";
    plot.n = list_boxes(rows, &sets, slowdown_of_bare, arena, boxes);
  }
  Text svg = {0};
  boxplot_svg(&svg, &plot);
  bool good = file_write(arena, path, text_str(&svg), why);
  text_free(&svg);
  VEC_FREE(&games);
  VEC_FREE(&sets);
  return good;
}
