// Keeping and showing the results.
#include "cmd/learn/biasing_rows.h"

#include "base/file.h"
#include "base/number.h"
#include "cmd/experiment/rows_file.h"
#include "lud/lower/lower.h"
#include "search/match/ratings.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// What the paper says of each game after 200 games of self-play (section V, Figure 4).
const BiasingGame biasing_games[] = {
    {"Breakthrough", "Breakthrough", NULL, "well above UCT; greedy 40 %"},
    {"Connect 4", "Connect Four", "Board/Cells", "a little above UCT"},
    {"Fanorona", "Fanorona", NULL, "well above UCT"},
    {"Gomoku", "Gomoku", NULL, "like UCT"},
    {"Hex 7x7", "Hex", "Size/7x7", "a little above UCT"},
    {"Hex 11x11", "Hex", NULL, "well above UCT"},
    {"Knightthrough", "Knightthrough", NULL, "a little above UCT, more when pruned"},
    {"Othello", "Reversi", NULL, "well above UCT"},
    {"Teeko", "Teeko", "Counters/Four each", "well above UCT; greedy 40 %"},
    {"Yavalath", "Yavalath", NULL, "below UCT (8 times slower); by hand 93 % (30 times slower)"},
    {0},
};

const Game *biasing_game_load(Load *load, const Options *options, const BiasingGame *row) {
  const Game *game = NULL;
  const char **choices = ARENA_ARRAY(options->arena, const char *, 2);
  if (!row->option) return load_compiled(load, options, row->title);
  OptionWishes wishes = load_wishes(options);
  choices[0] = row->option;
  wishes.n = 1;
  wishes.options = choices;
  lud_load(&load->library, &load->arena, row->title, &wishes, &load->diags, &load->game);
  bool good = load_report(load) && lud_compile(&load->arena, load->game.terms, &load->diags, &game);
  return load_report(load) && good ? game : NULL;
}

// ---- rows ----------------------------------------------------------------------------------------

const BiasingRow *biasing_rows_find(const BiasingRows *rows, const char *game, const char *strategy, const char *stage,
                                    uint32_t games) {
  for (size_t i = 0; i < rows->n; i++) {
    const BiasingRow *row = &rows->at[i];
    if (row->games == games && !strcmp(row->game, game) && !strcmp(row->strategy, strategy) &&
        !strcmp(row->stage, stage)) {
      return row;
    }
  }
  return NULL;
}

static const char head[] = "game,strategy,stage,games,n,score,low,high,slowdown\n";

static char *field(Arena *arena, const char **at) {
  size_t n = strcspn(*at, ",\n");
  char *text = arena_text(arena, (Str){*at, n});
  *at += n + ((*at)[n] == ',');
  return text;
}

static bool read_count(Arena *arena, const char **at, int64_t most, int64_t *value) {
  return str_integer(str_of(field(arena, at)), 0, most, value);
}

static bool read_row(Arena *arena, const char *line, BiasingRow *row) {
  const char *at = line;
  int64_t games, n;
  row->game = field(arena, &at);
  row->strategy = field(arena, &at);
  row->stage = field(arena, &at);
  bool good = read_count(arena, &at, UINT32_MAX, &games) && read_count(arena, &at, INT64_MAX, &n) &&
              str_real(str_of(field(arena, &at)), 0, 1, &row->score);
  field(arena, &at);
  field(arena, &at);
  if (!good || !str_real(str_of(field(arena, &at)), 0, HUGE_VAL, &row->slowdown)) return false;
  row->games = (uint32_t)games;
  row->n = (uint64_t)n;
  return true;
}

bool biasing_rows_load(Arena *arena, const char *folder, BiasingRows *rows) {
  const char *path = arena_printf(arena, "%s/biasing.csv", folder), *why = "";
  Str text;
  if (!file_exists(path)) return true;
  if (!file_read(arena, path, 0, &text, &why) || !str_starts(text, head)) return false;
  for (const char *line = text.p + sizeof head - 1; *line; line = strchr(line, '\n') + 1) {
    BiasingRow row;
    if (!strchr(line, '\n')) break;
    if (!read_row(arena, line, &row)) return false;
    VEC_PUSH(rows, row);
  }
  return true;
}

bool biasing_rows_store(Arena *arena, const char *folder, const BiasingRows *rows) {
  Text text = {0};
  text_puts(&text, head);
  for (size_t i = 0; i < rows->n; i++) {
    const BiasingRow *row = &rows->at[i];
    Interval interval = wilson_interval(row->score, (double)row->n);
    text_printf(&text, "%s,%s,%s,%u,%" PRIu64 ",%.4f,%.4f,%.4f,%.3f\n", row->game, row->strategy, row->stage,
                row->games, row->n, row->score, interval.low, interval.high, row->slowdown);
  }
  bool good = rows_file_write(arena, arena_printf(arena, "%s/biasing.csv", folder), &text);
  text_free(&text);
  return good;
}

void biasing_row_print(const BiasingRow *row) {
  Interval interval = wilson_interval(row->score, (double)row->n);
  printf("%-14s %-14s %-7s after %3u games: %5.1f %% (%.1f to %.1f) of %" PRIu64, row->game, row->strategy, row->stage,
         row->games, 100 * row->score, 100 * interval.low, 100 * interval.high, row->n);
  if (row->slowdown > 0) printf(", %.2f times slower", row->slowdown);
  printf("\n");
  fflush(stdout);
}

static bool is_last(const BiasingRows *rows, const BiasingRow *row) {
  for (size_t i = 0; i < rows->n; i++) {
    const BiasingRow *other = &rows->at[i];
    if (other->games > row->games && !strcmp(other->game, row->game) && !strcmp(other->strategy, row->strategy) &&
        !strcmp(other->stage, row->stage)) {
      return false;
    }
  }
  return true;
}

void biasing_rows_report(const BiasingRows *rows) {
  printf("\nat the last checkpoint\n");
  for (const BiasingGame *game = biasing_games; game->name; game++) {
    bool any = false;
    for (size_t i = 0; i < rows->n; i++) {
      if (strcmp(rows->at[i].game, game->name) != 0 || !is_last(rows, &rows->at[i])) continue;
      biasing_row_print(&rows->at[i]);
      any = true;
    }
    if (any) printf("%-14s published: %s\n", game->name, game->published);
  }
}

// ---- the picture ---------------------------------------------------------------------------------

enum { CHART = 190, GAP = 50, ACROSS = 5 };

static int compare_games(const void *a, const void *b) {
  uint32_t x = (*(const BiasingRow *const *)a)->games, y = (*(const BiasingRow *const *)b)->games;
  return (x > y) - (x < y);
}

static void draw_line(Text *out, const BiasingRows *rows, const char *game, const char *strategy, const char *colour,
                      double left, double top, uint32_t most) {
  VEC(const BiasingRow *) points = {0};
  for (size_t i = 0; i < rows->n; i++) {
    const BiasingRow *row = &rows->at[i];
    bool shown = !strcmp(row->game, game) && !strcmp(row->strategy, strategy) && !strcmp(row->stage, "grow");
    if (shown) VEC_PUSH(&points, row);
  }
  if (points.n) qsort(points.at, points.n, sizeof *points.at, compare_games);
  text_printf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", colour);
  for (size_t i = 0; i < points.n; i++) {
    text_printf(out, "%s%.1f,%.1f", i ? " " : "", left + CHART * (double)points.at[i]->games / (double)most,
                top + CHART * (1 - points.at[i]->score));
  }
  text_puts(out, "\"/>\n");
  VEC_FREE(&points);
}

bool biasing_rows_figure(Arena *arena, const char *folder, const BiasingRows *rows) {
  static const struct {
    const char *name, *colour;
  } lines[] = {
      {"correlation", "#1f77b4"}, {"add-random", "#ff7f0e"}, {"combine-random", "#2ca02c"}, {"combine-max", "#d62728"}};
  Text out = {0};
  uint32_t most = 1;
  int place = 0;
  for (size_t i = 0; i < rows->n; i++) most = MAX(most, rows->at[i].games);
  text_printf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-size=\"12\">\n",
              ACROSS * (CHART + GAP) + GAP, 2 * (CHART + GAP) + 2 * GAP);
  for (const BiasingGame *game = biasing_games; game->name; game++, place++) {
    double left = GAP + (double)(place % ACROSS) * (CHART + GAP), top = GAP + (place >= ACROSS ? CHART + GAP : 0);
    text_printf(&out, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>\n", left,
                top, CHART, CHART);
    text_printf(&out, "<text x=\"%.0f\" y=\"%.0f\">%s</text>\n", left, top - 6, game->name);
    text_printf(&out, "<line x1=\"%.0f\" y1=\"%.0f\" x2=\"%.0f\" y2=\"%.0f\" stroke=\"#ccc\"/>\n", left,
                top + CHART / 2.0, left + CHART, top + CHART / 2.0);
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
      draw_line(&out, rows, game->name, lines[i].name, lines[i].colour, left, top, most);
    }
  }
  for (size_t i = 0; i < COUNT_OF(lines); i++) {
    text_printf(&out, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", GAP + 160 * (int)i,
                2 * (CHART + GAP) + GAP + 20, lines[i].colour, lines[i].name);
  }
  text_puts(&out, "</svg>\n");
  bool good = rows_file_write(arena, arena_printf(arena, "%s/biasing.svg", folder), &out);
  text_free(&out);
  return good;
}
