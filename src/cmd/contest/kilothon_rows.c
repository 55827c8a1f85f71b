// Rows as text, their mean with a bootstrap interval, and the figure.
#include "cmd/contest/kilothon_rows.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char kilothon_head[] =
    "game,path,agent,status,seat,utility,moves,seconds,opponent_seconds,random,opponent_random\n";

enum { COLUMNS = 11, RESAMPLES = 2000 };

// The Kilothon of the Ludii AI Competition 2022, 1,094 games: mean utilities of the winner and of the second.
static const double published[] = {0.231, 0.031};

// ---- CSV -----------------------------------------------------------------------------------------

static void add_word(Text *out, const char *word) {
  text_char(out, '"');
  for (; *word; word++) text_puts(out, *word == '"' ? "\"\"" : (char[]){*word, 0});
  text_puts(out, "\",");
}

void kilothon_row_write(Text *out, const KilothonRow *row) {
  add_word(out, row->game);
  add_word(out, row->path);
  add_word(out, row->agent);
  add_word(out, row->status);
  text_printf(out, "%d,%.6g,%d,%.3f,%.3f,%d,%d\n", row->seat, row->utility, row->moves, row->seconds,
              row->opponent_seconds, row->random, row->opponent_random);
}

// Takes a field, quoted or not, off the front of a line.
static const char *take_field(Arena *arena, Str *line) {
  Text field = {0};
  bool quoted = line->n && line->p[0] == '"';
  size_t i = quoted;
  for (; i < line->n; i++) {
    char c = line->p[i];
    bool twice = quoted && c == '"' && i + 1 < line->n && line->p[i + 1] == '"';
    if (twice) i++;
    if (c == '"' && !twice) quoted = false;
    else if (!quoted && c == ',') break;
    else text_char(&field, c);
  }
  i += i < line->n;
  *line = (Str){line->p + i, line->n - i};
  const char *copy = arena_text(arena, text_str(&field));
  text_free(&field);
  return copy;
}

static KilothonRow row_of(Arena *arena, Str line) {
  const char *f[COLUMNS];
  for (int i = 0; i < COLUMNS; i++) f[i] = take_field(arena, &line);
  return (KilothonRow){.game = f[0],
                       .path = f[1],
                       .agent = f[2],
                       .status = f[3],
                       .seat = atoi(f[4]),
                       .utility = strtod(f[5], NULL),
                       .moves = atoi(f[6]),
                       .seconds = strtod(f[7], NULL),
                       .opponent_seconds = strtod(f[8], NULL),
                       .random = atoi(f[9]),
                       .opponent_random = atoi(f[10])};
}

static bool next_line(Str *text, Str *line) {
  const char *end = text->n ? memchr(text->p, '\n', text->n) : NULL;
  if (!end) return false;  // a line that was not finished does not count
  *line = (Str){text->p, (size_t)(end - text->p)};
  *text = (Str){end + 1, text->n - line->n - 1};
  return true;
}

bool kilothon_rows_read(Arena *arena, Str text, KilothonRows *rows) {
  size_t head = strlen(kilothon_head);
  if (text.n < head || memcmp(text.p, kilothon_head, head) != 0) return false;
  text = (Str){text.p + head, text.n - head};
  for (Str line; next_line(&text, &line);) VEC_PUSH(rows, row_of(arena, line));
  return true;
}

bool kilothon_row_played(const KilothonRow *row) { return !strcmp(row->status, "ok"); }

// ---- what they say together ----------------------------------------------------------------------

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The interval: means of samples drawn with replacement, always the same ones.
static void resample(const double *values, size_t n, double *low, double *high) {
  double means[RESAMPLES];
  Random random = random_stream(1, 0);
  for (int i = 0; i < RESAMPLES; i++) {
    double sum = 0;
    for (size_t k = 0; k < n; k++) sum += values[random_below(&random, (uint32_t)n)];
    means[i] = sum / (double)n;
  }
  qsort(means, RESAMPLES, sizeof *means, by_size);
  *low = means[RESAMPLES / 40];
  *high = means[RESAMPLES - 1 - RESAMPLES / 40];
}

void kilothon_summarise(const KilothonRows *rows, KilothonSummary *summary) {
  *summary = (KilothonSummary){0};
  VEC(double) values = {0};
  for (size_t i = 0; i < rows->n; i++) {
    const KilothonRow *row = &rows->at[i];
    if (!kilothon_row_played(row)) continue;
    VEC_PUSH(&values, row->utility);
    summary->wins += row->utility > 0;
    summary->losses += row->utility < 0;
    summary->draws += row->utility == 0;
    summary->mean += row->utility;
  }
  summary->games = values.n;
  if (values.n) {
    summary->mean /= (double)values.n;
    resample(values.at, values.n, &summary->low, &summary->high);
  }
  VEC_FREE(&values);
}

void kilothon_print(const KilothonSummary *s) {
  printf("\n%-28s %6s %6s %6s %6s %9s  %s\n", "", "games", "wins", "draws", "losses", "utility", "95 % interval");
  printf("%-28s %6zu %6zu %6zu %6zu %+9.3f  %+.3f to %+.3f\n", "ours", s->games, s->wins, s->draws, s->losses, s->mean,
         s->low, s->high);
  printf("%-28s %6d %6s %6s %6s %+9.3f\n", "published, the winner", 1094, "", "", "", published[0]);
  printf("%-28s %6d %6s %6s %6s %+9.3f\n", "published, the second", 1094, "", "", "", published[1]);
}

// ---- the figure ----------------------------------------------------------------------------------

enum { WIDE = 640, HIGH = 320, LEFT = 60, RIGHT = 150, TOP = 40, BOTTOM = 45 };

static double y_of(double utility) { return TOP + (1 - utility) / 2 * (HIGH - TOP - BOTTOM); }
static double x_of(size_t i, size_t n) { return LEFT + (double)i / (double)MAX(n, 1) * (WIDE - LEFT - RIGHT); }

static void add_level(Text *out, double utility, const char *name, const char *colour) {
  text_printf(out,
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-dasharray=\"4 3\"/>"
              "<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s</text>\n",
              LEFT, WIDE - RIGHT, y_of(utility), y_of(utility), colour, WIDE - RIGHT + 6, y_of(utility) + 4, colour,
              name);
}

static void add_axis(Text *out, size_t n) {
  for (int i = -2; i <= 2; i++) {
    text_printf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%+.1f</text>\n", LEFT - 6, y_of(i / 2.0) + 4,
                i / 2.0);
  }
  text_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">games: %zu</text>\n", (LEFT + WIDE - RIGHT) / 2,
              HIGH - 12, n);
  text_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"black\"/>\n", LEFT, TOP,
              WIDE - LEFT - RIGHT, HIGH - TOP - BOTTOM);
}

// The running mean, and 1.96 standard errors around it.
static void add_course(Text *out, const KilothonRows *rows, size_t n) {
  double sum = 0, squares = 0;
  size_t k = 0;
  Text band = {0}, line = {0};
  for (size_t i = 0; i < rows->n; i++) {
    if (!kilothon_row_played(&rows->at[i])) continue;
    double u = rows->at[i].utility;
    k++;
    sum += u;
    squares += u * u;
    double mean = sum / (double)k, error = 1.96 * sqrt(MAX(squares / (double)k - mean * mean, 0) / (double)k);
    text_printf(&line, "%.1f,%.1f ", x_of(k, n), y_of(mean));
    text_printf(&band, "M%.1f %.1fV%.1f", x_of(k, n), y_of(MIN(mean + error, 1)), y_of(MAX(mean - error, -1)));
  }
  if (k) {
    text_printf(out, "<path d=\"%s\" stroke=\"#bcd\" fill=\"none\"/>\n", band.p);
    text_printf(out, "<polyline points=\"%s\" fill=\"none\" stroke=\"#036\" stroke-width=\"1.5\"/>\n", line.p);
  }
  text_free(&band);
  text_free(&line);
}

void kilothon_svg(Text *out, const KilothonRows *rows) {
  KilothonSummary summary;
  kilothon_summarise(rows, &summary);
  text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", WIDE, HIGH);
  text_puts(out,
            "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  text_printf(out, "<text x=\"10\" y=\"22\" font-weight=\"bold\">Kilothon: mean utility %+.3f</text>\n", summary.mean);
  add_course(out, rows, summary.games);
  add_level(out, published[0], "winner, 0.231", "#a00");
  add_level(out, published[1], "second, 0.031", "#a60");
  add_axis(out, summary.games);
  text_puts(out, "</svg>\n");
}
