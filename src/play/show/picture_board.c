// The board of a picture: cells, lines, sites, the sides and homes of players, names of rows and columns.
#include "board/svg.h"
#include "play/show/picture_internal.h"
#include "state/block/access.h"

#include "board/graph.h"

#include <math.h>

static const char *const cell_fills[] = {"#f0d9b5", "#c79a6b", "#e3bf8f", "#b98957", "#efe3cc", "#d2ae7d"};
static const char wood[] = "#e9cf9f", line_colour[] = "#5a452c", label_colour[] = "#6b5a43";

static const TopoSites *own_sites(const Picture *p) { return &p->game->board->sites[p->game->site_type]; }
static bool on_cells(const Picture *p) { return p->game->site_type == SITE_CELL; }

bool picture_shows_cell(const Picture *p, Site cell) {
  if (!game_has(p->game, GAME_BOARDLESS)) return true;
  if (!site_empty(p->x, SITE_CELL, cell)) return true;
  SiteList near = topo_neighbours(p->game->board, SITE_CELL, RELATION_ADJACENT, cell);
  for (int i = 0; i < near.n; i++) {
    if (!site_empty(p->x, SITE_CELL, near.at[i])) return true;
  }
  return false;
}

static void draw_cells(Picture *p) {
  const Topology *t = p->game->board;
  for (Site c = 0; c < t->sites[SITE_CELL].n; c++) {
    if (!picture_shows_cell(p, c)) continue;
    text_puts(p->out, "<path d=\"");
    svg_path_cell(p->out, &p->frame, c);
    int phase = on_cells(p) ? svg_phase_of_cell(t, c) % (int)COUNT_OF(cell_fills) : 0;
    text_printf(p->out, "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1\"/>\n", on_cells(p) ? cell_fills[phase] : wood,
                on_cells(p) ? "#8a6a45" : wood);
  }
}

// Boards that are lines only stand on a plate of wood.
static void draw_plate(Picture *p) {
  const double edge = 22;
  double w = p->frame.width - 2 * p->frame.margin + 2 * edge, h = p->frame.height - 2 * p->frame.margin + 2 * edge;
  text_printf(p->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"10\" fill=\"%s\"/>\n",
              p->frame.margin - edge, p->frame.margin - edge, w, h, wood);
}

static void draw_lines(Picture *p) {
  const Topology *t = p->game->board;
  text_printf(p->out, "<g fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" stroke-linecap=\"round\">\n", line_colour);
  for (Site e = 0; e < t->sites[SITE_EDGE].n; e++) {
    text_puts(p->out, "<path d=\"");
    svg_path_of_edge(p->out, &p->frame, e);
    text_puts(p->out, "\"/>\n");
  }
  text_puts(p->out, "</g>\n");
}

static void draw_dots(Picture *p) {
  double radius = p->game->site_type == SITE_VERTEX ? fmin(4, p->radius * 0.25) : 3;
  text_printf(p->out, "<g fill=\"%s\">\n", line_colour);
  for (Site i = 0; i < own_sites(p)->n; i++) {
    SvgSpot at = svg_site(&p->frame, p->game->site_type, i);
    text_printf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", at.x, at.y, radius);
  }
  text_puts(p->out, "</g>\n");
}

void picture_board(Picture *p) {
  if (!on_cells(p)) draw_plate(p);
  draw_cells(p);
  if (!on_cells(p)) {
    draw_lines(p);
    draw_dots(p);
  }
}

// ---- sides and homes -----------------------------------------------------------------------------

// An edge of a cell that no other cell has.
static bool is_outer(const Topology *t, Site edge) { return topo_incident(t, SITE_EDGE, edge, SITE_CELL).n == 1; }

static void stroke_edge(Picture *p, Site edge, double width, const char *colour) {
  text_printf(p->out, "<path fill=\"none\" stroke-linecap=\"round\" stroke-width=\"%.0f\" stroke=\"%s\" d=\"", width,
              colour);
  svg_path_of_edge(p->out, &p->frame, edge);
  text_puts(p->out, "\"/>\n");
}

static void draw_side(Picture *p, Site cell, ArtColours colours) {
  const Topology *t = p->game->board;
  SiteList edges = topo_incident(t, SITE_CELL, cell, SITE_EDGE);
  for (int i = 0; i < edges.n; i++) {
    if (!is_outer(t, edges.at[i])) continue;
    stroke_edge(p, edges.at[i], 10, colours.line);
    stroke_edge(p, edges.at[i], 6, colours.fill);
  }
}

static bool has_outer_edge(const Picture *p, Site cell) {
  SiteList edges = topo_incident(p->game->board, SITE_CELL, cell, SITE_EDGE);
  for (int i = 0; i < edges.n; i++) {
    if (is_outer(p->game->board, edges.at[i])) return true;
  }
  return false;
}

// Whether the rules ask for connections: sides then matter to the players.
static bool has_connections(const Game *game) {
  const Program *program = &game->program;
  for (Ref at = 1; at < program->n; at += 1u + program_ins(program, at)->n) {
    if (program_ins(program, at)->op == OP_CONNECTED) return true;
  }
  return false;
}

static bool is_rim(const Picture *p, const GameRegion *region) {
  bool rim = on_cells(p);
  for (Site s = 0; rim && s < own_sites(p)->n; s++) {
    if (bit_get(region->sites, s)) rim = has_outer_edge(p, s);
  }
  return rim;
}

// A side is shown by the rim; the sites of any other region have a dot in the player's colour.
static void draw_region(Picture *p, const GameRegion *region, bool sides) {
  ArtColours colours = art_colours(p->game, region->owner);
  bool rim = sides && is_rim(p, region);
  for (Site s = 0; s < own_sites(p)->n; s++) {
    if (!bit_get(region->sites, s)) continue;
    if (rim) {
      draw_side(p, s, colours);
      continue;
    }
    SvgSpot at = svg_site(&p->frame, p->game->site_type, s);
    double off = (region->owner % 2 ? -0.95 : 0.95) * p->radius;
    text_printf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\" opacity=\"0.6\"/>\n",
                at.x + off, at.y + p->radius * 0.95, p->radius * 0.13, colours.fill, colours.line);
  }
}

void picture_owned_sites(Picture *p) {
  bool sides = has_connections(p->game);
  for (int i = 0; i < p->game->n_regions; i++) {
    const GameRegion *region = &p->game->regions[i];
    if (region->sites && region->owner >= 1 && region->owner <= p->game->players) draw_region(p, region, sides);
  }
}

// ---- the last move -------------------------------------------------------------------------------

static bool on_board(const Picture *p, int site) { return site >= 0 && site < own_sites(p)->n; }

static void mark_site(Picture *p, int site) {
  SvgSpot at = svg_site(&p->frame, p->game->site_type, site);
  text_printf(
      p->out,
      "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#ffd54a\" fill-opacity=\"0.65\" stroke=\"#b8860b\"/>\n", at.x,
      at.y, p->radius * 1.2);
}

void picture_last_move(Picture *p) {
  int from = p->options->from, to = p->options->to;
  if (on_board(p, to)) mark_site(p, to);
  if (!on_board(p, from) || !on_board(p, to) || from == to) return;
  mark_site(p, from);
  SvgSpot a = svg_site(&p->frame, p->game->site_type, from), b = svg_site(&p->frame, p->game->site_type, to);
  double length = hypot(b.x - a.x, b.y - a.y), ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  SvgSpot tip = {b.x - ux * p->radius, b.y - uy * p->radius}, neck = {tip.x - ux * 10, tip.y - uy * 10};
  text_printf(p->out,
              "<path d=\"M%.1f %.1f L%.1f %.1f\" stroke=\"#b8860b\" stroke-width=\"5\" stroke-opacity=\"0.8\" "
              "fill=\"none\"/>\n",
              a.x, a.y, neck.x, neck.y);
  text_printf(p->out, "<path d=\"M%.1f %.1f L%.1f %.1f L%.1f %.1f Z\" fill=\"#b8860b\" fill-opacity=\"0.8\"/>\n", tip.x,
              tip.y, neck.x - uy * 7, neck.y + ux * 7, neck.x + uy * 7, neck.y - ux * 7);
}

// ---- names ---------------------------------------------------------------------------------------

// Whether the sites are a full rectangle of rows and columns.
static bool is_grid(const Picture *p) {
  const TopoSites *s = own_sites(p);
  const SiteLists *rows = &s->family[FAMILY_ROWS], *columns = &s->family[FAMILY_COLUMNS];
  if (game_has(p->game, GAME_BOARDLESS) || rows->n * columns->n != s->n || s->n < 2) return false;
  for (int i = 0; i < rows->n; i++) {
    SiteList row = lists_get(rows, i);
    for (int k = 1; k < row.n; k++) {
      if (fabs(s->y[row.at[k]] - s->y[row.at[0]]) > 0.01 * p->frame.unit) return false;
    }
  }
  return true;
}

static void name_rows(Picture *p) {
  const TopoSites *s = own_sites(p);
  char name[16];
  for (int i = 0; i < s->family[FAMILY_ROWS].n; i++) {
    SiteList row = lists_get(&s->family[FAMILY_ROWS], i);
    if (!row.n) continue;
    snprintf(name, sizeof name, "%s", s->label[row.at[0]] + strspn(s->label[row.at[0]], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
    picture_words(p, (SvgSpot){p->frame.margin - 26, svg_site(&p->frame, p->game->site_type, row.at[0]).y + 4}, 13,
                  label_colour, "middle", name);
  }
}

static void name_columns(Picture *p) {
  const TopoSites *s = own_sites(p);
  char name[16];
  for (int i = 0; i < s->family[FAMILY_COLUMNS].n; i++) {
    SiteList column = lists_get(&s->family[FAMILY_COLUMNS], i);
    if (!column.n) continue;
    const char *label = s->label[column.at[0]];
    snprintf(name, sizeof name, "%.*s", (int)strspn(label, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), label);
    picture_words(
        p, (SvgSpot){svg_site(&p->frame, p->game->site_type, column.at[0]).x, p->frame.height - p->frame.margin + 32},
        13, label_colour, "middle", name);
  }
}

static void name_sites(Picture *p) {
  const TopoSites *s = own_sites(p);
  for (Site i = 0; i < s->n; i++) {
    if (on_cells(p) && !picture_shows_cell(p, i)) continue;
    SvgSpot at = svg_site(&p->frame, p->game->site_type, i);
    bool free = site_empty(p->x, p->game->site_type, i) || picture_hidden(p, p->game->site_type, i, 0);
    SvgSpot name =
        on_cells(p) && free ? (SvgSpot){at.x, at.y + 3} : (SvgSpot){at.x + p->radius * 0.75, at.y + p->radius + 6};
    if (on_cells(p) && !free) continue;
    picture_words(p, name, 9, label_colour, "middle", s->label[i]);
  }
}

void picture_labels(Picture *p) {
  if (is_grid(p)) {
    name_rows(p);
    name_columns(p);
  } else {
    name_sites(p);
  }
}
