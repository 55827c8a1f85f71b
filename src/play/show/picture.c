// A whole picture: measures the board, draws the layers, then puts the head with the final size before them.
#include "play/show/columns.h"
#include "play/show/picture_internal.h"

#include "state/block/access.h"

#include <math.h>

// Half the smallest distance between two sites, within limits.
static double piece_radius(const Picture *p) {
  const TopoSites *s = &p->game->board->sites[p->game->site_type];
  double nearest = INFINITY;
  const int most = 1500;
  for (int i = 0; i < MIN(s->n, most); i++) {
    for (int k = i + 1; k < MIN(s->n, most); k++) {
      double d = hypot(s->x[i] - s->x[k], s->y[i] - s->y[k]) / p->frame.unit * SVG_SCALE;
      if (d > 6) nearest = fmin(nearest, d);
    }
  }
  return isfinite(nearest) ? fmax(7, fmin(27, nearest * 0.40)) : 24;
}

// Open tables are cut to the cells around the pieces.
static void crop(Picture *p, SvgSpot *from, SvgSpot *to) {
  *from = (SvgSpot){0, 0};
  *to = (SvgSpot){p->frame.width, p->frame.height};
  if (!game_has(p->game, GAME_BOARDLESS)) return;
  bool any = false;
  for (Site c = 0; c < topo_count(p->game->board, SITE_CELL); c++) {
    if (!picture_shows_cell(p, c)) continue;
    SvgSpot at = svg_site(&p->frame, SITE_CELL, c);
    if (!any) *from = *to = at;
    any = true;
    *from = (SvgSpot){fmin(from->x, at.x), fmin(from->y, at.y)};
    *to = (SvgSpot){fmax(to->x, at.x), fmax(to->y, at.y)};
  }
  if (!any) *from = *to = (SvgSpot){p->frame.width / 2, p->frame.height / 2};
  *from = (SvgSpot){from->x - 2 * SVG_SCALE, from->y - 2 * SVG_SCALE};
  *to = (SvgSpot){to->x + 2 * SVG_SCALE, to->y + 2 * SVG_SCALE};
}

static void draw_layers(Picture *p, SvgSpot from) {
  text_printf(p->out, "<g transform=\"translate(%.1f %.1f)\">\n", -from.x, -from.y);
  picture_board(p);
  picture_owned_sites(p);
  picture_last_move(p);
  if (!p->options->no_labels) picture_labels(p);
  picture_pieces(p);
  text_puts(p->out, "</g>\n");
}

void picture_position(Text *out, const Position *x, const PictureOptions *options) {
  Text body = {0};
  Picture p = {.out = &body, .game = x->game, .x = x, .options = options};
  SvgSpot from, to;
  svg_frame_measure(&p.frame, x->game->board, game_has(x->game, GAME_STACKING) ? 80 : 48);
  p.radius = piece_radius(&p);
  p.columns = columns_shown(x->game);
  crop(&p, &from, &to);
  if (p.columns) from.y -= 2.1 * p.radius * (columns_height(x) - 1);
  p.width = to.x - from.x;
  p.bottom = to.y - from.y;
  draw_layers(&p, from);
  picture_containers(&p);
  if (!options->no_legend) picture_legend(&p);
  p.bottom += 8;
  text_printf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
              "font-family=\"sans-serif\">\n<title>",
              p.width, p.bottom, p.width, p.bottom);
  svg_text(out, options->title ? options->title : x->game->name);
  text_puts(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fffdf8\"/>\n");
  text_add(out, text_str(&body));
  text_puts(out, "</svg>\n");
  text_free(&body);
}
