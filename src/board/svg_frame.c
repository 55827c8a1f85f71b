// Places and outlines in drawings of boards.
#include "board/svg_frame.h"

#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

static const double lift = 0.3;

static SvgSpot place(const SvgFrame *f, double x, double y, double z) {
  return (SvgSpot){f->margin + (x - f->left) / f->unit * SVG_SCALE,
                   f->margin + (f->top - y - lift * z) / f->unit * SVG_SCALE};
}

SvgSpot svg_site(const SvgFrame *f, SiteType type, Site site) {
  const TopoSites *s = &f->t->sites[type];
  return place(f, s->x[site], s->y[site], s->z ? s->z[site] : 0);
}

void svg_frame_measure(SvgFrame *f, const Topology *t, double margin) {
  SiteType type = t->sites[SITE_VERTEX].n ? SITE_VERTEX : SITE_CELL;
  const TopoSites *s = &t->sites[type];
  double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
  for (int v = 0; v < s->n; v++) {
    double z = s->z ? s->z[v] : 0;
    x0 = fmin(x0, s->x[v]), x1 = fmax(x1, s->x[v]);
    y0 = fmin(y0, s->y[v] + lift * z), y1 = fmax(y1, s->y[v] + lift * z);
  }
  if (s->n == 0) x0 = x1 = y0 = y1 = 0;
  *f = (SvgFrame){.t = t, .unit = t->unit > 0 ? t->unit : 1, .left = x0, .top = y1, .margin = margin};
  f->width = 2 * margin + (x1 - x0) / f->unit * SVG_SCALE;
  f->height = 2 * margin + (y1 - y0) / f->unit * SVG_SCALE;
}

// Length of the handles of a Bezier curve that passes for an arc between tangents a and b (unit vectors that
// point along the curve from either end), for a chord of length 1.
static double handle_length(double ax, double ay, double bx, double by) {
  double cosine = fmax(-1, fmin(1, -(ax * bx + ay * by))), turn = acos(cosine);
  return turn < 0.001 ? 1.0 / 3 : 2.0 / 3 * tan(turn / 4) / sin(turn / 2);
}

void svg_path_edge(Text *out, const SvgFrame *f, Site e, Site from) {
  const GraphEdge *edge = &f->t->graph->edges[e];
  Site to = edge_other_end(edge, from);
  SvgSpot a = svg_site(f, SITE_VERTEX, from), b = svg_site(f, SITE_VERTEX, to);
  bool forwards = edge->a == from;
  double ax = forwards ? edge->tangent_ax : edge->tangent_bx, ay = forwards ? edge->tangent_ay : edge->tangent_by;
  double bx = forwards ? edge->tangent_bx : edge->tangent_ax, by = forwards ? edge->tangent_by : edge->tangent_ay;
  double la = hypot(ax, ay), lb = hypot(bx, by);
  if (!edge->curved || la < TOPO_EPSILON || lb < TOPO_EPSILON) {
    text_printf(out, " L%.1f %.1f", b.x, b.y);
    return;
  }
  double chord = hypot(b.x - a.x, b.y - a.y), h = chord * handle_length(ax / la, ay / la, bx / lb, by / lb);
  text_printf(out, " C%.1f %.1f %.1f %.1f %.1f %.1f", a.x + h * ax / la, a.y - h * ay / la, b.x + h * bx / lb,
              b.y - h * by / lb, b.x, b.y);
}

void svg_path_cell(Text *out, const SvgFrame *f, Site cell) {
  const GraphFace *face = &f->t->graph->faces[cell];
  SvgSpot start = svg_site(f, SITE_VERTEX, face->vertices[0]);
  text_printf(out, "M%.1f %.1f", start.x, start.y);
  for (int i = 0; i < face->n; i++) svg_path_edge(out, f, face->edges[i], face->vertices[i]);
  text_char(out, 'Z');
}

void svg_path_of_edge(Text *out, const SvgFrame *f, Site edge) {
  SvgSpot a = svg_site(f, SITE_VERTEX, f->t->graph->edges[edge].a);
  text_printf(out, "M%.1f %.1f", a.x, a.y);
  svg_path_edge(out, f, edge, f->t->graph->edges[edge].a);
}

void svg_text(Text *out, const char *text) {
  for (const char *p = text; *p; p++) {
    if (*p == '<') text_puts(out, "&lt;");
    else if (*p == '&') text_puts(out, "&amp;");
    else text_char(out, *p);
  }
}
