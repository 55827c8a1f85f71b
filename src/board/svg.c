// Draws in layers: cells, loose edges, tracks, sites, pieces, labels. The sites the game is played on are marked and
// labelled. Heights are shown by a small upward shift, so that layers and pyramids can be told apart.
#include "board/svg.h"

#include "board/svg_frame.h"
#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

static const double least_margin = 48;

// Soft fills by phase, and colours for tracks.
static const char *const fills[TOPO_PHASES] = {"#f3e3c3", "#d9b98a", "#e6cfa4", "#c9a271", "#efe9d8", "#b8d0b0"};
static const char *const inks[] = {"#b03a2e", "#1f618d", "#1e8449", "#7d3c98", "#b9770e", "#566573"};

typedef struct Drawing {
  Text *out;
  const Board *board;
  const Topology *t;
  const BoardPiece *pieces;
  int n_pieces;
  SvgFrame frame;
} Drawing;

static SvgSpot site_spot(const Drawing *d, SiteType type, Site site) { return svg_site(&d->frame, type, site); }

// The cell at the lower left corner is dark, as on a chess board.
int svg_phase_of_cell(const Topology *t, Site cell) {
  const TopoSites *cells = &t->sites[SITE_CELL];
  int first = cells->n ? cells->phase[0] : 0, phase = cells->phase[cell];
  return first > 1 || phase > 1 || first == 1 ? phase : 1 - phase;
}

static void draw_cell(Drawing *d, Site cell) {
  text_puts(d->out, "<path d=\"");
  svg_path_cell(d->out, &d->frame, cell);
  int phase = d->board->use == SITE_CELL ? svg_phase_of_cell(d->t, cell) : 0;
  text_printf(d->out, "\" fill=\"%s\"/>\n", fills[phase]);
}

static void draw_cells(Drawing *d) {
  text_puts(d->out, "<g stroke=\"none\">\n");
  for (Site c = 0; c < d->t->sites[SITE_CELL].n; c++) draw_cell(d, c);
  text_puts(d->out, "</g>\n");
}

static void draw_edges(Drawing *d) {
  text_puts(d->out, "<g fill=\"none\" stroke=\"#5d4a32\" stroke-width=\"1.6\" stroke-linecap=\"round\">\n");
  for (Site e = 0; e < d->t->sites[SITE_EDGE].n; e++) {
    text_puts(d->out, "<path d=\"");
    svg_path_of_edge(d->out, &d->frame, e);
    text_puts(d->out, "\"/>\n");
  }
  text_puts(d->out, "</g>\n");
}

static bool on_board(const Drawing *d, Site site) { return site >= 0 && site < topo_count(d->t, d->board->use); }

// A place with a bump is left by a loop outside the board: three quarters of a circle around the corner.
static void path_loop(Drawing *d, SvgSpot a, SvgSpot b) {
  double mx = (a.x + b.x) / 2 - d->frame.width / 2, my = (a.y + b.y) / 2 - d->frame.height / 2;
  double outwards = (b.x - a.x) * my - (b.y - a.y) * mx, radius = hypot(b.x - a.x, b.y - a.y) / sqrt(2);
  text_printf(d->out, "A%.1f %.1f 0 1 %d %.1f %.1f ", radius, radius, outwards < 0, b.x, b.y);
}

static void path_track(Drawing *d, const Track *track, double shift) {
  SvgSpot last = {0};
  bool drawing = false;
  for (int i = 0; i < track->n + track->looped; i++) {
    const TrackElem *place = &track->elems[i % track->n];
    bool loop = drawing && i > 0 && d->board->surakarta && track->elems[i - 1].bump > 0;
    if (!on_board(d, place->site)) {
      drawing = false;
      continue;
    }
    SvgSpot p = site_spot(d, d->board->use, place->site);
    p.x += shift, p.y += shift;
    if (loop) path_loop(d, last, p);
    else text_printf(d->out, "%c%.1f %.1f ", drawing ? 'L' : 'M', p.x, p.y);
    drawing = true;
    last = p;
  }
}

// Tracks run beside each other, not on top of each other.
static void draw_track(Drawing *d, const Track *track, int number) {
  int ink = number % (int)COUNT_OF(inks);
  double shift = d->board->track_count > 1 ? 5.0 * (number % 5) - 10.0 : 0;
  text_puts(d->out, "<path d=\"");
  path_track(d, track, shift);
  text_printf(d->out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\" stroke-opacity=\"0.55\" ", inks[ink]);
  text_printf(d->out, "stroke-linejoin=\"round\" marker-mid=\"url(#arrow%d)\" marker-end=\"url(#arrow%d)\"/>\n", ink,
              ink);
}

static void define_arrows(Drawing *d) {
  text_puts(d->out, "<defs>\n");
  for (size_t i = 0; i < COUNT_OF(inks); i++) {
    text_printf(
        d->out,
        "<marker id=\"arrow%zu\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" markerWidth=\"4\" markerHeight=\"4\" "
        "orient=\"auto\"><path d=\"M0 1 L9 5 L0 9 Z\" fill=\"%s\" fill-opacity=\"0.75\"/></marker>\n",
        i, inks[i]);
  }
  text_puts(d->out, "</defs>\n");
}

static void draw_sites(Drawing *d) {
  if (d->board->use == SITE_CELL) return;
  double radius = d->board->use == SITE_VERTEX ? 7 : 4.5;
  text_puts(d->out, "<g fill=\"#fffaf0\" stroke=\"#5d4a32\" stroke-width=\"1.4\">\n");
  for (Site i = 0; i < topo_count(d->t, d->board->use); i++) {
    SvgSpot p = site_spot(d, d->board->use, i);
    text_printf(d->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", p.x, p.y, radius);
  }
  text_puts(d->out, "</g>\n");
}

static double piece_radius(SiteType type) { return type == SITE_CELL ? 19 : type == SITE_VERTEX ? 15 : 9; }

// As a shape where there is one; otherwise a disc with letters.
static void draw_piece(Drawing *d, const BoardPiece *piece) {
  const double box = 42;
  double radius = piece_radius(piece->type);
  SvgSpot p = site_spot(d, piece->type, piece->site);
  text_printf(d->out, "<g transform=\"translate(%.1f %.1f) scale(%.3f)\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\">",
              p.x, p.y, radius / box, piece->fill, piece->line);
  if (piece->shape) text_puts(d->out, piece->shape);
  else
    text_printf(d->out, "<circle r=\"38\"/><text y=\"14\" font-size=\"40\" fill=\"%s\" stroke=\"none\">",
                piece->detail);
  if (!piece->shape) svg_text(d->out, piece->text);
  text_puts(d->out, piece->shape ? "</g>\n" : "</text></g>\n");
}

static void draw_pieces(Drawing *d) {
  if (!d->n_pieces) return;
  text_puts(d->out, "<g font-family=\"sans-serif\" text-anchor=\"middle\" stroke=\"#2c2418\">\n");
  for (int i = 0; i < d->n_pieces; i++) draw_piece(d, &d->pieces[i]);
  text_puts(d->out, "</g>\n");
}

static bool has_piece(const Drawing *d, Site site) {
  for (int i = 0; i < d->n_pieces; i++) {
    if (d->pieces[i].type == d->board->use && d->pieces[i].site == site) return true;
  }
  return false;
}

// Where the label of a site stands: in an empty cell, above the piece in a cell, else beside the site.
static SvgSpot label_spot(const Drawing *d, Site site, bool covered) {
  SvgSpot p = site_spot(d, d->board->use, site);
  double radius = covered ? piece_radius(d->board->use) : 0;
  if (d->board->use != SITE_CELL) return (SvgSpot){p.x + fmax(15, radius + 8), p.y - fmax(9, radius - 1)};
  return (SvgSpot){p.x, covered ? p.y - radius - 3 : p.y};
}

// The label of every site of the type played on, with its number in an empty cell.
static void draw_labels(Drawing *d) {
  const TopoSites *s = &d->t->sites[d->board->use];
  bool cells = d->board->use == SITE_CELL;
  text_puts(d->out, "<g font-family=\"sans-serif\" font-size=\"11\" fill=\"#2c2418\" text-anchor=\"middle\">\n");
  for (Site i = 0; i < s->n; i++) {
    bool covered = has_piece(d, i);
    SvgSpot p = label_spot(d, i, covered);
    text_printf(d->out, "<text x=\"%.1f\" y=\"%.1f\">%s", p.x, p.y, s->label[i]);
    if (cells && !covered) {
      text_printf(d->out, "<tspan x=\"%.1f\" dy=\"11\" font-size=\"8\" fill=\"#7b6a50\">%d</tspan>", p.x, i);
    }
    text_puts(d->out, "</text>\n");
  }
  text_puts(d->out, "</g>\n");
}

static void write_title(Text *out, const char *title) {
  text_puts(out, "<title>");
  svg_text(out, title);
  text_puts(out, "</title>\n");
}

void board_svg(Text *out, const Board *board, const char *title, const BoardPiece *pieces, int n) {
  Drawing d = {.out = out, .board = board, .t = board->topology, .pieces = pieces, .n_pieces = n};
  // The loops of a Surakarta board go round its corners on the outside.
  int loops = board->surakarta ? board->track_count / 2 : 0;
  svg_frame_measure(&d.frame, d.t, least_margin + SVG_SCALE * loops);
  text_printf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">\n",
              d.frame.width, d.frame.height, d.frame.width, d.frame.height);
  write_title(out, title);
  define_arrows(&d);
  text_puts(out, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
  draw_cells(&d);
  draw_edges(&d);
  for (int i = 0; i < board->track_count; i++) {
    if (board->tracks[i].n > 0) draw_track(&d, &board->tracks[i], i);
  }
  draw_sites(&d);
  draw_pieces(&d);
  draw_labels(&d);
  text_puts(out, "</svg>\n");
}
