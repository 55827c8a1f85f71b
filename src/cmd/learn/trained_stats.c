// Statistics of the experiment on trained sets.
#include "cmd/learn/trained_stats.h"

#include "base/file.h"
#include "base/random.h"
#include "base/text.h"
#include "cmd/experiment/rows_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const trained_evaluators[TRAINED_EVALUATORS] = {"naive", "tree", "spatternet", "jit", "fast"};

enum { REPLICATES = 2000 };

void trained_free(TrainedTable *table) {
  VEC_FREE(&table->games);
  arena_free(&table->arena);
}

static TrainedGame *game_of(TrainedTable *table, const char *name) {
  for (size_t i = 0; i < table->games.n; i++) {
    if (!strcmp(table->games.at[i].name, name)) return &table->games.at[i];
  }
  TrainedGame game = {.name = arena_text(&table->arena, str_of(name))};
  for (int a = 0; a < TRAINED_EVALUATORS; a++) {
    game.speed[a][0] = game.speed[a][1] = NAN;
    for (int b = 0; b < TRAINED_EVALUATORS; b++) game.score[a][b] = NAN;
  }
  VEC_PUSH(&table->games, game);
  return &VEC_LAST(&table->games);
}

double *trained_speed(TrainedTable *table, const char *game, int evaluator, bool by_policy) {
  return &game_of(table, game)->speed[evaluator][by_policy];
}

double *trained_score(TrainedTable *table, const char *game, int a, int b) {
  return &game_of(table, game)->score[a][b];
}

// ---- files ---------------------------------------------------------------------------------------

static const char head[] = "game,kind,a,b,value\n";

static void read_line(TrainedTable *table, const char *line) {
  char game[200], kind[20];
  int a, b;
  double value;
  if (sscanf(line, "%199[^,],%19[^,],%d,%d,%lf", game, kind, &a, &b, &value) != 5) return;
  if (a < 0 || a >= TRAINED_EVALUATORS || b < 0 || b >= TRAINED_EVALUATORS) return;
  if (!strcmp(kind, "speed") && b < 2) *trained_speed(table, game, a, b) = value;
  else *trained_score(table, game, a, b) = value;
}

void trained_load(Arena *arena, const char *folder, TrainedTable *table) {
  Str text;
  const char *why = "";
  if (!file_read(arena, arena_printf(arena, "%s/trained.csv", folder), 0, &text, &why)) return;
  if (!str_starts(text, head)) return;
  for (const char *line = text.p + sizeof head - 1; line && *line; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    read_line(table, line);
  }
}

bool trained_store(Arena *arena, const char *folder, const TrainedTable *table) {
  Text text = {0};
  text_puts(&text, head);
  for (size_t i = 0; i < table->games.n; i++) {
    const TrainedGame *game = &table->games.at[i];
    for (int a = 0; a < TRAINED_EVALUATORS; a++) {
      for (int k = 0; k < 2; k++) {
        if (!isnan(game->speed[a][k])) text_printf(&text, "%s,speed,%d,%d,%.6g\n", game->name, a, k, game->speed[a][k]);
      }
      for (int b = a + 1; b < TRAINED_EVALUATORS; b++) {
        if (!isnan(game->score[a][b])) text_printf(&text, "%s,score,%d,%d,%.6g\n", game->name, a, b, game->score[a][b]);
      }
    }
  }
  bool good = rows_file_write(arena, arena_printf(arena, "%s/trained.csv", folder), &text);
  text_free(&text);
  return good;
}

// ---- statistics ----------------------------------------------------------------------------------

static int compare_reals(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double interquartile_mean(const double *sorted, size_t n) {
  double low = (double)n / 4, high = 3 * (double)n / 4, sum = 0;
  for (size_t i = 0; i < n; i++) {
    double part = fmin((double)i + 1, high) - fmax((double)i, low);
    if (part > 0) sum += part * sorted[i];
  }
  return sum / (high - low);
}

static double median_of(const double *sorted, size_t n) {
  return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double probability_above(const double *x, size_t n, const double *y, size_t m) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < m; k++) sum += x[i] > y[k] ? 1 : x[i] == y[k] ? 0.5 : 0;
  }
  return n && m ? sum / (double)(n * m) : 0.5;
}

// The score of an evaluator against another in a game; NAN: not played.
static double score_of(const TrainedGame *game, int a, int b) {
  if (a == b || a < 0 || b < 0 || a >= TRAINED_EVALUATORS || b >= TRAINED_EVALUATORS) return 0.5;
  return a < b ? game->score[a][b] : 1 - game->score[b][a];
}

// Its mean score over the others, each counted as often as it was drawn (bootstrap over opponents), or all once.
static double win_rate(const TrainedGame *game, int e, Random *random) {
  double sum = 0;
  int n = 0;
  for (int k = 0; k < TRAINED_EVALUATORS; k++) {
    int other = random ? (int)random_below(random, TRAINED_EVALUATORS) : k;
    double score = score_of(game, e, other);
    if (isnan(score) || other == e) continue;
    sum += score;
    n++;
  }
  return n ? sum / n : NAN;
}

static size_t win_rates(const TrainedTable *table, int e, Random *random, double *out) {
  size_t n = 0;
  for (size_t i = 0; i < table->games.n; i++) {
    double rate = win_rate(&table->games.at[i], e, random);
    if (!isnan(rate)) out[n++] = rate;
  }
  if (n) qsort(out, n, sizeof *out, compare_reals);
  return n;
}

typedef struct Statistics {
  double median, iqm, mean;
} Statistics;

static Statistics statistics_of(const double *sorted, size_t n) {
  Statistics s = {median_of(sorted, n), interquartile_mean(sorted, n), 0};
  for (size_t i = 0; i < n; i++) s.mean += sorted[i] / (double)n;
  return s;
}

// ---- tables --------------------------------------------------------------------------------------

static const char *const published_rates[TRAINED_EVALUATORS] = {
    "0.35-0.41 0.37-0.41 0.35-0.38", "0.45-0.49 0.44-0.48 0.43-0.48", "0.56-0.61 0.55-0.60 0.58-0.62",
    "0.54-0.59 0.54-0.58 0.57-0.60", "-"};

static void print_interval(double *values) {
  qsort(values, REPLICATES, sizeof *values, compare_reals);
  printf("  %.2f-%.2f", values[REPLICATES / 40], values[REPLICATES - 1 - REPLICATES / 40]);
}

static void print_rates(const TrainedTable *table, uint64_t seed) {
  static const char *const titles = "median, interquartile mean and mean of win rates, 95 % bootstrap intervals";
  double *rates = mem_alloc_zero(sizeof(double) * (table->games.n + 1));
  double *values[3];
  for (int i = 0; i < 3; i++) values[i] = mem_alloc_zero(sizeof(double) * REPLICATES);
  printf("\n%s (Table 5)\n", titles);
  for (int e = 0; e < TRAINED_EVALUATORS; e++) {
    Random random = random_stream(seed, (uint64_t)e);
    if (!win_rates(table, e, NULL, rates)) continue;
    for (int r = 0; r < REPLICATES; r++) {
      size_t n = win_rates(table, e, &random, rates);
      Statistics s = n ? statistics_of(rates, n) : (Statistics){0.5, 0.5, 0.5};
      values[0][r] = s.median;
      values[1][r] = s.iqm;
      values[2][r] = s.mean;
    }
    printf("%-12s", trained_evaluators[e]);
    for (int i = 0; i < 3; i++) print_interval(values[i]);
    printf("   published %s\n", published_rates[e]);
  }
  for (int i = 0; i < 3; i++) mem_free(values[i]);
  mem_free(rates);
}

static void print_improvement(const TrainedTable *table) {
  static const int pairs[][2] = {{2, 3}, {2, 1}, {2, 0}, {1, 0}, {4, 2}};
  double *x = mem_alloc_zero(sizeof(double) * (table->games.n + 1)),
         *y = mem_alloc_zero(sizeof(double) * (table->games.n + 1));
  printf("\nprobability that one improves on the other in a game (Figure 21)\n");
  for (size_t i = 0; i < COUNT_OF(pairs); i++) {
    size_t n = win_rates(table, pairs[i][0], NULL, x), m = win_rates(table, pairs[i][1], NULL, y);
    if (!n || !m) continue;
    printf("%-12s over %-12s %.2f\n", trained_evaluators[pairs[i][0]], trained_evaluators[pairs[i][1]],
           probability_above(x, n, y, m));
  }
  mem_free(x);
  mem_free(y);
}

// How often each evaluator had each rank, among the four of the paper.
static void print_ranks(const TrainedTable *table, bool by_policy) {
  static const char *const published[2][4] = {{"0 0 5 28", "0 0 28 5", "3 30 0 0", "30 3 0 0"},
                                              {"0 0 6 27", "0 0 27 6", "9 24 0 0", "24 9 0 0"}};
  printf("\nranks of speed, moves drawn %s (Table 4)\n", by_policy ? "by the policy" : "uniformly");
  for (int e = 0; e < 4; e++) {
    int counts[4] = {0};
    for (size_t i = 0; i < table->games.n; i++) {
      const TrainedGame *game = &table->games.at[i];
      int rank = 0;
      if (isnan(game->speed[e][by_policy])) continue;
      for (int k = 0; k < 4; k++) rank += game->speed[k][by_policy] > game->speed[e][by_policy];
      counts[rank]++;
    }
    printf("%-12s %3d %3d %3d %3d   published %s\n", trained_evaluators[e], counts[0], counts[1], counts[2], counts[3],
           published[by_policy][e]);
  }
}

// Times slower than naive (Figure 19 has the smallest atomic set of naive as its measure).
static void print_speeds(const TrainedTable *table) {
  printf("\nmedian of playouts/s over those of naive (Figure 19): uniform, by policy\n");
  double *ratios = mem_alloc_zero(sizeof(double) * (table->games.n + 1));
  for (int e = 0; e < TRAINED_EVALUATORS; e++) {
    printf("%-12s", trained_evaluators[e]);
    for (int k = 0; k < 2; k++) {
      size_t n = 0;
      for (size_t i = 0; i < table->games.n; i++) {
        const TrainedGame *game = &table->games.at[i];
        if (!isnan(game->speed[e][k]) && game->speed[0][k] > 0) ratios[n++] = game->speed[e][k] / game->speed[0][k];
      }
      if (n) qsort(ratios, n, sizeof *ratios, compare_reals);
      printf(" %6.2f", n ? median_of(ratios, n) : 0);
    }
    printf("\n");
  }
  mem_free(ratios);
}

void trained_print(const TrainedTable *table, uint64_t seed) {
  print_speeds(table);
  print_ranks(table, false);
  print_ranks(table, true);
  print_rates(table, seed);
  print_improvement(table);
}

// ---- the picture ---------------------------------------------------------------------------------

bool trained_figure(Arena *arena, const char *folder, const TrainedTable *table) {
  static const char *const colours[TRAINED_EVALUATORS] = {"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd"};
  enum { LEFT = 50, TOP = 30, WIDTH = 500, HEIGHT = 300 };
  Text out = {0};
  double *rates = mem_alloc_zero(sizeof(double) * (table->games.n + 1));
  text_printf(&out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"380\" font-size=\"12\">\n"
              "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>\n"
              "<text x=\"%d\" y=\"%d\">win rate of at least (0 to 1) in this share of the games</text>\n",
              LEFT, TOP, WIDTH, HEIGHT, LEFT, TOP + HEIGHT + 24);
  for (int e = 0; e < TRAINED_EVALUATORS; e++) {
    size_t n = win_rates(table, e, NULL, rates);
    text_printf(&out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", colours[e]);
    for (int step = 0; step <= 100 && n; step++) {
      size_t above = 0;
      for (size_t i = 0; i < n; i++) above += rates[i] >= step / 100.0;
      text_printf(&out, "%s%.1f,%.1f", step ? " " : "", LEFT + WIDTH * step / 100.0,
                  TOP + HEIGHT * (1 - (double)above / (double)n));
    }
    text_printf(&out, "\"/>\n<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", LEFT + WIDTH + 10, TOP + 20 + 18 * e,
                colours[e], trained_evaluators[e]);
  }
  text_puts(&out, "</svg>\n");
  bool good = rows_file_write(arena, arena_printf(arena, "%s/trained.svg", folder), &out);
  text_free(&out);
  mem_free(rates);
  return good;
}
