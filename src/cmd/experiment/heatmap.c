// Blue is below a half, red above, white in the middle.
#include "cmd/experiment/heatmap.h"

enum { CELL = 56, HEIGHT = 26, TOP = 70, LETTER = 7 };

static void add_escaped(Text *out, const char *text) {
  for (; *text; text++) {
    if (*text == '&') text_puts(out, "&amp;");
    else if (*text == '<') text_puts(out, "&lt;");
    else text_char(out, *text);
  }
}

static int widest(const char *const *names, int n) {
  size_t most = 0;
  for (int i = 0; i < n; i++) most = MAX(most, strlen(names[i]));
  return (int)most * LETTER + 20;
}

static void add_colour(Text *out, double value) {
  int fade = (int)(255 - 200 * (value > 0.5 ? value - 0.5 : 0.5 - value) * 2);
  if (value > 0.5) text_printf(out, "rgb(255,%d,%d)", fade, fade);
  else text_printf(out, "rgb(%d,%d,255)", fade, fade);
}

static void add_cell(Text *out, double value, int x, int y) {
  if (value < 0) return;
  text_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"", x, y, CELL - 2, HEIGHT - 2);
  add_colour(out, value);
  text_printf(out, "\"/><text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%.0f</text>\n", x + CELL / 2 - 1, y + 17,
              100 * value);
}

static void add_name(Text *out, const char *name, int x, int y, const char *more) {
  text_printf(out, "<text x=\"%d\" y=\"%d\"%s>", x, y, more);
  add_escaped(out, name);
  text_puts(out, "</text>\n");
}

void heatmap_svg(Text *out, const Heatmap *map) {
  int left = widest(map->rows, map->n_rows), wide = left + map->n_columns * CELL + widest(map->columns, map->n_columns);
  int high = TOP + map->n_rows * HEIGHT + 20;
  text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", wide, high);
  text_puts(out,
            "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  add_name(out, map->title, 10, 20, " font-weight=\"bold\"");
  for (int c = 0; c < map->n_columns; c++) {
    int x = left + c * CELL + CELL / 2;
    Text turn = {0};
    text_printf(&turn, " transform=\"rotate(-25 %d %d)\"", x, TOP - 8);
    add_name(out, map->columns[c], x, TOP - 8, turn.p);
    text_free(&turn);
  }
  for (int r = 0; r < map->n_rows; r++) {
    add_name(out, map->rows[r], 10, TOP + r * HEIGHT + 17, "");
    for (int c = 0; c < map->n_columns; c++) {
      add_cell(out, map->values[r * map->n_columns + c], left + c * CELL, TOP + r * HEIGHT);
    }
  }
  text_puts(out, "</svg>\n");
}
