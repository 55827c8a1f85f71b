// Writing and drawing curves.
#include "learn/run/curve.h"

#include "board/svg_frame.h"

#include <math.h>
#include <stdlib.h>

static int n_columns(const Curve *curve) {
  int n = 0;
  while (curve->columns[n].name) n++;
  return n;
}

void curve_free(Curve *curve) { VEC_FREE(&curve->rows); }

static void write_header(Text *out, const Curve *curve) {
  for (int i = 0; curve->columns[i].name; i++) text_printf(out, "%s%s", i ? "," : "", curve->columns[i].name);
  text_char(out, '\n');
}

void curve_csv(Text *out, const Curve *curve) {
  int n = n_columns(curve);
  write_header(out, curve);
  for (size_t r = 0; r < curve->rows.n; r++) {
    for (int i = 0; i < n; i++) {
      double value = curve->rows.at[r].values[i];
      if (i) text_char(out, ',');
      if (!isnan(value)) text_printf(out, "%.9g", value);
    }
    text_char(out, '\n');
  }
}

static void read_row(const char *line, int columns, CurveRow *row) {
  char *at = (char *)(uintptr_t)line;
  for (int i = 0; i < columns; i++) {
    row->values[i] = NAN;
    if (*at != ',' && *at != '\n') row->values[i] = strtod(at, &at);
    if (*at == ',') at++;
  }
}

bool curve_read(Curve *curve, Str csv, size_t most) {
  Text header = {0};
  write_header(&header, curve);
  bool good = csv.n >= header.n && !memcmp(csv.p, header.p, header.n);
  size_t at = header.n;
  text_free(&header);
  while (good && at < csv.n && curve->rows.n < most) {
    const char *line = csv.p + at, *end = memchr(line, '\n', csv.n - at);
    if (!end) break;
    CurveRow row;
    read_row(line, n_columns(curve), &row);
    VEC_PUSH(&curve->rows, row);
    at = (size_t)(end - csv.p) + 1;
  }
  return good;
}

// ---- the picture ---------------------------------------------------------------------------------

enum { CHART_WIDTH = 640, CHART_HEIGHT = 150, CHART_LEFT = 60, CHART_GAP = 40 };

static void range_of(const Curve *curve, int column, double *least, double *most) {
  *least = INFINITY;
  *most = -INFINITY;
  for (size_t r = 0; r < curve->rows.n; r++) {
    double value = curve->rows.at[r].values[column];
    if (isnan(value)) continue;
    *least = fmin(*least, value);
    *most = fmax(*most, value);
  }
  if (*least > *most) *least = *most = 0;
  if (*most - *least < 1e-9) *most = *least + 1;
}

static void draw_chart(Text *out, const Curve *curve, int column, double top) {
  double x0, x1, y0, y1;
  bool any = false;
  range_of(curve, 0, &x0, &x1);
  range_of(curve, column, &y0, &y1);
  text_printf(out, "<rect x=\"%d\" y=\"%.0f\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>\n", CHART_LEFT,
              top, CHART_WIDTH, CHART_HEIGHT);
  text_printf(out, "<text x=\"%d\" y=\"%.0f\">%s</text>\n", CHART_LEFT + 6, top + 16, curve->columns[column].name);
  text_printf(out, "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">%.3g</text>\n", CHART_LEFT - 6, top + 10, y1);
  text_printf(out, "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">%.3g</text>\n", CHART_LEFT - 6, top + CHART_HEIGHT,
              y0);
  text_printf(out, "<text x=\"%d\" y=\"%.0f\">%s %.0f to %.0f</text>\n", CHART_LEFT, top + CHART_HEIGHT + 16,
              curve->columns[0].name, x0, x1);
  text_puts(out, "<polyline fill=\"none\" stroke=\"#1f77b4\" stroke-width=\"1.5\" points=\"");
  for (size_t r = 0; r < curve->rows.n; r++) {
    const double *values = curve->rows.at[r].values;
    if (isnan(values[column])) continue;
    text_printf(out, "%s%.1f,%.1f", any ? " " : "", CHART_LEFT + CHART_WIDTH * (values[0] - x0) / (x1 - x0),
                top + CHART_HEIGHT * (y1 - values[column]) / (y1 - y0));
    any = true;
  }
  text_puts(out, "\"/>\n");
}

void curve_svg(Text *out, const Curve *curve, const char *title) {
  int charts = 0;
  for (int i = 0; curve->columns[i].name; i++) charts += curve->columns[i].drawn;
  text_printf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
              "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
              CHART_WIDTH + CHART_LEFT + 20, 40 + charts * (CHART_HEIGHT + CHART_GAP));
  text_printf(out, "<text x=\"%d\" y=\"20\" font-size=\"15\">", CHART_LEFT);
  svg_text(out, title);
  text_puts(out, "</text>\n");
  double top = 34;
  for (int i = 0; curve->columns[i].name; i++) {
    if (!curve->columns[i].drawn) continue;
    draw_chart(out, curve, i, top);
    top += CHART_HEIGHT + CHART_GAP;
  }
  text_puts(out, "</svg>\n");
}
