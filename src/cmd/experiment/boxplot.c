// Drawing boxes.
#include "cmd/experiment/boxplot.h"

#include <math.h>
#include <stdio.h>

enum { LEFT = 130, TOP = 40, WIDTH = 620, ROW = 46, BOX = 24, RIGHT = 20, BOTTOM = 48 };

typedef struct Scale {
  double low, high;
  bool logarithmic;
} Scale;

static double place(const Scale *scale, double value) {
  double low = scale->low, high = scale->high, at = value;
  if (scale->logarithmic) {
    low = log(low);
    high = log(high);
    at = log(at);
  }
  return LEFT + WIDTH * (at - low) / (high - low);
}

static Scale scale_of(const BoxPlot *plot) {
  Scale scale = {.low = plot->mark, .high = plot->mark, .logarithmic = plot->logarithmic};
  for (size_t i = 0; i < plot->n; i++) {
    if (!plot->rows[i].n) continue;
    scale.low = fmin(scale.low, plot->rows[i].values[0]);
    scale.high = fmax(scale.high, plot->rows[i].values[plot->rows[i].n - 1]);
  }
  double room = plot->logarithmic ? 0 : 0.05 * (scale.high - scale.low) + 0.01;
  scale.low = plot->logarithmic ? scale.low * 0.8 : scale.low - room;
  scale.high = plot->logarithmic ? scale.high * 1.25 : scale.high + room;
  return scale;
}

static double quantile(const BoxRow *row, double q) {
  double at = q * (double)(row->n - 1);
  size_t i = (size_t)at;
  return i + 1 < row->n ? row->values[i] + (at - (double)i) * (row->values[i + 1] - row->values[i]) : row->values[i];
}

static void line(Text *out, double x1, double y1, double x2, double y2, const char *style) {
  text_printf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2, style);
}

static void text_at(Text *out, double x, double y, const char *anchor, const char *text) {
  text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, text);
}

static void draw_row(Text *out, const Scale *scale, const BoxRow *row, double y) {
  text_at(out, LEFT - 10, y + 4, "end", row->name);
  if (!row->n) return;
  double q1 = quantile(row, 0.25), q2 = quantile(row, 0.5), q3 = quantile(row, 0.75);
  double least = q1, most = q3, reach = 1.5 * (q3 - q1);
  for (size_t i = 0; i < row->n; i++) {
    double v = row->values[i];
    if (v >= q1 - reach && v < least) least = v;
    if (v <= q3 + reach && v > most) most = v;
    if (v < q1 - reach || v > q3 + reach) {
      text_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"none\" stroke=\"#555\"/>\n", place(scale, v),
                  y);
    }
  }
  line(out, place(scale, least), y, place(scale, q1), y, "stroke=\"#333\"");
  line(out, place(scale, q3), y, place(scale, most), y, "stroke=\"#333\"");
  text_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"#cfe0f3\" stroke=\"#333\"/>\n",
              place(scale, q1), y - BOX / 2.0, fmax(place(scale, q3) - place(scale, q1), 0.5), BOX);
  line(out, place(scale, q2), y - BOX / 2.0, place(scale, q2), y + BOX / 2.0, "stroke=\"#b03020\" stroke-width=\"2\"");
}

// Ticks at 1, 2, 5 times a power of ten, thinned out where they would be too close.
static void draw_axis(Text *out, const Scale *scale, const char *axis, double y) {
  line(out, LEFT, y, LEFT + WIDTH, y, "stroke=\"#333\"");
  double last = -1000, step = pow(10, floor(log10((scale->high - scale->low) / 2)));
  for (double power = 1e-4; scale->logarithmic && power < 1e7; power *= 10) {
    for (int m = 1; m <= 5; m += m == 1 ? 1 : 3) {
      double v = m * power, x = place(scale, v);
      if (v < scale->low || v > scale->high || x - last < 34) continue;
      char label[32];
      snprintf(label, sizeof label, "%g", v);
      text_at(out, x, y + 16, "middle", label);
      line(out, x, y, x, y + 4, "stroke=\"#333\"");
      last = x;
    }
  }
  for (double v = ceil(scale->low / step) * step; !scale->logarithmic && v <= scale->high; v += step) {
    char label[32];
    snprintf(label, sizeof label, "%.6g", fabs(v) < step / 1e6 ? 0 : v);
    if (place(scale, v) - last < 34) continue;
    last = place(scale, v);
    text_at(out, last, y + 16, "middle", label);
    line(out, last, y, last, y + 4, "stroke=\"#333\"");
  }
  text_at(out, LEFT + WIDTH / 2.0, y + 36, "middle", axis);
}

void boxplot_svg(Text *out, const BoxPlot *plot) {
  double bottom = TOP + ROW * (double)plot->n;
  Scale scale = scale_of(plot);
  text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" ", LEFT + WIDTH + RIGHT,
              bottom + BOTTOM);
  text_puts(out,
            "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  text_at(out, LEFT + WIDTH / 2.0, 22, "middle", plot->title);
  line(out, place(&scale, plot->mark), TOP - 8, place(&scale, plot->mark), bottom,
       "stroke=\"#888\" stroke-dasharray=\"4\"");
  for (size_t i = 0; i < plot->n; i++) draw_row(out, &scale, &plot->rows[i], TOP + ROW * ((double)i + 0.5));
  draw_axis(out, &scale, plot->axis, bottom);
  text_puts(out, "</svg>\n");
}
