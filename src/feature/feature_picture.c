// Choosing a site to draw a feature on, and drawing it.
#include "feature/feature_picture.h"

#include "base/vec.h"

#include <math.h>

typedef struct Spot {
  double x, y;
} Spot;

static Spot spot_of(const FeatureSpace *s, Site site) {
  SiteType type = space_type_of(s, site);
  const TopoSites *sites = &s->game->board->sites[type];
  Site number = site - (s->apart ? s->base[type] : 0);
  return (Spot){sites->x[number], sites->y[number]};
}

static double step_length(const FeatureSpace *s, Site site) {
  SiteList near = space_neighbours(s, site);
  Spot here = spot_of(s, site);
  for (int i = 0; i < near.n; i++) {
    if (near.at[i] == SITE_OFF) continue;
    Spot there = spot_of(s, near.at[i]);
    double length = hypot(there.x - here.x, there.y - here.y);
    if (length > 0) return length;
  }
  return 1;
}

// ---- where --------------------------------------------------------------------------------------

// Walks that should end on the board and do not, and the other way round.
static int misplaced(const FeatureSpace *s, const Feature *f, Site anchor) {
  int wrong = 0;
  for (int place = 0; place < FEATURE_PLACES; place++) {
    if (f->has[place]) wrong += 10 * (space_walk(s, &f->at[place], anchor, 0, 1) == SITE_OFF);
  }
  for (int i = 0; i < f->n; i++) {
    bool off = space_walk(s, &f->elements[i].walk, anchor, 0, 1) == SITE_OFF;
    wrong += off != (f->elements[i].kind == ELEMENT_OFF && !f->elements[i].negated);
  }
  return wrong;
}

static Spot middle(const FeatureSpace *s) {
  Spot sum = {0, 0};
  for (Site i = 0; i < s->n; i++) {
    Spot spot = spot_of(s, i);
    sum.x += spot.x / s->n;
    sum.y += spot.y / s->n;
  }
  return sum;
}

// The site with the fewest misplaced walks; of those the one nearest to the middle.
static Site choose_anchor(const FeatureSpace *s, const Feature *f) {
  Site best = 0;
  double least = INFINITY;
  Spot centre = middle(s);
  for (Site i = 0; i < s->n; i++) {
    if (!space_neighbours(s, i).n) continue;
    Spot spot = spot_of(s, i);
    double cost = 1e6 * misplaced(s, f, i) + hypot(spot.x - centre.x, spot.y - centre.y);
    if (cost >= least) continue;
    least = cost;
    best = i;
  }
  return best;
}

// Where a walk is drawn that leaves the board: straight on from its last site.
static Spot spot_beyond(const FeatureSpace *s, const TurnWalk *walk, Site anchor) {
  TurnWalk part = *walk;
  while (part.n > 0 && space_walk(s, &part, anchor, 0, 1) == SITE_OFF) part.n--;
  Site last = space_walk(s, &part, anchor, 0, 1);
  SiteList near = space_neighbours(s, last);
  Spot here = spot_of(s, last);
  double turn = 6.283185307 * (double)walk->turn[part.n], step = step_length(s, last);
  if (part.n > 0) {
    part.n--;
    Spot before = spot_of(s, space_walk(s, &part, anchor, 0, 1));
    turn += atan2(here.x - before.x, here.y - before.y);
  } else if (near.n && near.at[0] != SITE_OFF) {
    Spot first = spot_of(s, near.at[0]);
    turn += atan2(first.x - here.x, first.y - here.y);
  }
  return (Spot){here.x + step * sin(turn), here.y + step * cos(turn)};
}

static PictureMark mark_at(const FeatureSpace *s, const TurnWalk *walk, Site anchor, const char *text, bool negated,
                           bool place) {
  Site site = space_walk(s, walk, anchor, 0, 1);
  Spot spot = site == SITE_OFF ? spot_beyond(s, walk, anchor) : spot_of(s, site);
  return (PictureMark){site, (float)spot.x, (float)spot.y, text, negated, place};
}

FeaturePicture picture_make(Arena *arena, const FeatureSpace *s, const Feature *f) {
  FeaturePicture picture = {.space = s};
  if (!s->n) return picture;
  VEC(PictureMark) marks = {0};
  picture.anchor = choose_anchor(s, f);
  for (int place = 0; place < FEATURE_PLACES; place++) {
    if (!f->has[place]) continue;
    VEC_PUSH(&marks, mark_at(s, &f->at[place], picture.anchor, feature_place_names[place], false, true));
  }
  for (int i = 0; i < f->n; i++) {
    const FeatureElement *e = &f->elements[i];
    const char *text = element_rows[e->kind].text;
    if (element_rows[e->kind].has_number) text = arena_printf(arena, "%s%d", text, e->number);
    VEC_PUSH(&marks, mark_at(s, &e->walk, picture.anchor, text, e->negated, false));
  }
  Spot centre = spot_of(s, picture.anchor);
  double reach = 1.2 * step_length(s, picture.anchor);
  for (size_t i = 0; i < marks.n; i++) {
    reach = fmax(reach, hypot((double)marks.at[i].x - centre.x, (double)marks.at[i].y - centre.y) +
                            0.8 * step_length(s, picture.anchor));
  }
  picture.reach = (float)reach;
  picture.n = (int)marks.n;
  picture.marks = marks.n ? VEC_TO_ARENA(&marks, arena) : NULL;
  VEC_FREE(&marks);
  return picture;
}

static bool shown(const FeaturePicture *p, Site site) {
  Spot centre = spot_of(p->space, p->anchor), spot = spot_of(p->space, site);
  return hypot(spot.x - centre.x, spot.y - centre.y) <= (double)p->reach;
}

// ---- SVG ----------------------------------------------------------------------------------------

enum { PICTURE_SIZE = 360, PICTURE_MARGIN = 36 };

typedef struct Frame {
  Text *out;
  const FeaturePicture *picture;
  Spot centre;
  double scale, step;
} Frame;

static Spot to_page(const Frame *f, Spot spot) {
  return (Spot){PICTURE_SIZE / 2.0 + (spot.x - f->centre.x) * f->scale,
                PICTURE_SIZE / 2.0 - (spot.y - f->centre.y) * f->scale};
}

static void draw_lines(const Frame *f, Site site) {
  SiteList near = space_neighbours(f->picture->space, site);
  Spot a = to_page(f, spot_of(f->picture->space, site));
  for (int i = 0; i < near.n; i++) {
    if (near.at[i] < site || !shown(f->picture, near.at[i])) continue;
    Spot b = to_page(f, spot_of(f->picture->space, near.at[i]));
    text_printf(f->out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#bbb\"/>\n", a.x, a.y, b.x,
                b.y);
  }
}

static void draw_disc(const Frame *f, Spot at, double radius, const char *fill, const char *more) {
  text_printf(f->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"#555\"%s/>\n", at.x, at.y,
              radius, fill, more);
}

static void draw_star(const Frame *f, Spot at, double radius) {
  text_puts(f->out, "<polygon fill=\"#2a9d3a\" points=\"");
  for (int i = 0; i < 10; i++) {
    double angle = 0.6283185307 * i, r = i % 2 ? 0.45 * radius : radius;
    text_printf(f->out, "%.1f,%.1f ", at.x + r * sin(angle), at.y - r * cos(angle));
  }
  text_puts(f->out, "\"/>\n");
}

static const PictureMark *find_place(const FeaturePicture *p, const char *name) {
  for (int i = 0; i < p->n; i++) {
    if (p->marks[i].place && !strcmp(p->marks[i].text, name)) return &p->marks[i];
  }
  return NULL;
}

static void draw_element(const Frame *f, const PictureMark *mark) {
  double radius = 0.3 * f->step * f->scale;
  Spot at = to_page(f, (Spot){(double)mark->x, (double)mark->y});
  bool is_friend = mark->text[0] == 'f', enemy = mark->text[0] == 'e';
  bool off = mark->text[0] == '#';
  draw_disc(f, at, radius, is_friend ? "#ffffff" : enemy ? "#222222" : "#f3e3c3", off ? " stroke-dasharray=\"4\"" : "");
  if (!enemy && !is_friend) {
    text_printf(f->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", at.x, at.y + 5,
                mark->text[0] == '-' ? "empty"
                : off                ? "off"
                                     : mark->text);
  }
  if (!mark->negated) return;
  text_printf(f->out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#c02020\" stroke-width=\"3\"/>\n",
              at.x - radius, at.y + radius, at.x + radius, at.y - radius);
}

static void draw_arrow(const Frame *f, const PictureMark *from, const PictureMark *to) {
  Spot a = to_page(f, (Spot){(double)from->x, (double)from->y}), b = to_page(f, (Spot){(double)to->x, (double)to->y});
  text_printf(f->out,
              "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#2a9d3a\" stroke-width=\"4\" "
              "marker-end=\"url(#head)\"/>\n",
              a.x, a.y, b.x, b.y);
}

// Where the last move was, as small marks.
static void draw_places(const Frame *f) {
  const FeaturePicture *p = f->picture;
  const PictureMark *from = find_place(p, "from"), *to = find_place(p, "to");
  double radius = 0.3 * f->step * f->scale;
  if (from && to) draw_arrow(f, from, to);
  else if (to) draw_star(f, to_page(f, (Spot){(double)to->x, (double)to->y}), radius);
  else if (from)
    draw_disc(f, to_page(f, (Spot){(double)from->x, (double)from->y}), radius, "none",
              " stroke-width=\"4\" style=\"stroke:#2a9d3a\"");
  for (int i = 0; i < p->n; i++) {
    if (!p->marks[i].place || strncmp(p->marks[i].text, "last", 4) != 0) continue;
    Spot at = to_page(f, (Spot){(double)p->marks[i].x, (double)p->marks[i].y});
    text_printf(f->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#1f618d\">%s</text>\n", at.x,
                at.y - radius - 3, p->marks[i].text);
  }
}

void picture_svg(Text *out, const FeaturePicture *p, const char *title) {
  text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" ",
              PICTURE_SIZE, PICTURE_SIZE + PICTURE_MARGIN);
  text_puts(out,
            "font-size=\"13\">\n<defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
            "markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"#2a9d3a\"/>"
            "</marker></defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  Frame f = {out, p, {0, 0}, 1, 1};
  if (p->space->n) {
    f.centre = spot_of(p->space, p->anchor);
    f.step = step_length(p->space, p->anchor);
    f.scale = (PICTURE_SIZE / 2.0 - PICTURE_MARGIN / 2.0) / (double)p->reach;
    for (Site i = 0; i < p->space->n; i++) {
      if (shown(p, i)) draw_lines(&f, i);
    }
    for (Site i = 0; i < p->space->n; i++) {
      if (shown(p, i)) draw_disc(&f, to_page(&f, spot_of(p->space, i)), 4, "#ddd", "");
    }
    for (int i = 0; i < p->n; i++) {
      if (!p->marks[i].place) draw_element(&f, &p->marks[i]);
    }
    draw_places(&f);
  }
  text_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-size=\"10\">", PICTURE_SIZE / 2,
              PICTURE_SIZE + PICTURE_MARGIN / 2);
  for (const char *c = title; *c; c++) {
    if (*c == '<') text_puts(out, "&lt;");
    else if (*c == '>') text_puts(out, "&gt;");
    else if (*c == '&') text_puts(out, "&amp;");
    else text_char(out, *c);
  }
  text_puts(out, "</text>\n</svg>\n");
}

// ---- text ---------------------------------------------------------------------------------------

enum { TEXT_WIDTH = 79, TEXT_HEIGHT = 31 };

typedef struct Grid {
  char at[TEXT_HEIGHT][TEXT_WIDTH];
} Grid;

static void put(Grid *grid, double column, double row, const char *text) {
  int r = (int)lround(row), c = (int)lround(column) - (int)(strlen(text) - 1) / 2;
  if (r < 0 || r >= TEXT_HEIGHT) return;
  for (; *text; text++, c++) {
    if (c >= 0 && c < TEXT_WIDTH) grid->at[r][c] = *text;
  }
}

// What is written at the place of a mark: all that is asked of its site.
static void text_of_mark(const FeaturePicture *p, int which, Text *out) {
  const PictureMark *mark = &p->marks[which];
  for (int i = 0; i < p->n; i++) {
    const PictureMark *other = &p->marks[i];
    if (fabsf(other->x - mark->x) > 1e-3F || fabsf(other->y - mark->y) > 1e-3F) continue;
    if (out->n) text_char(out, ' ');
    if (other->negated) text_char(out, '!');
    text_puts(out, other->text);
  }
}

static int row_length(const Grid *grid, int row) {
  int n = TEXT_WIDTH;
  while (n > 0 && grid->at[row][n - 1] == ' ') n--;
  return n;
}

// Without the empty rows and columns around it.
static void write_grid(Text *out, const Grid *grid) {
  int first = 0, last = TEXT_HEIGHT - 1, left = TEXT_WIDTH;
  while (first < last && !row_length(grid, first)) first++;
  while (last > first && !row_length(grid, last)) last--;
  for (int r = first; r <= last; r++) {
    for (int c = 0; c < row_length(grid, r); c++) {
      if (grid->at[r][c] != ' ') left = MIN(left, c);
    }
  }
  for (int r = first; r <= last; r++) {
    int n = row_length(grid, r) - left;
    if (n > 0) text_add(out, (Str){grid->at[r] + left, (size_t)n});
    text_char(out, '\n');
  }
}

void picture_text(Text *out, const FeaturePicture *p) {
  Grid grid;
  if (!p->space->n) return;
  memset(&grid, ' ', sizeof grid);
  Spot centre = spot_of(p->space, p->anchor);
  double step = step_length(p->space, p->anchor), wide = 9 / step, high = 3 / step;
  for (Site i = 0; i < p->space->n; i++) {
    Spot spot = spot_of(p->space, i);
    if (shown(p, i))
      put(&grid, TEXT_WIDTH / 2 + (spot.x - centre.x) * wide, TEXT_HEIGHT / 2 - (spot.y - centre.y) * high, ".");
  }
  for (int i = 0; i < p->n; i++) {
    Text text = {0};
    text_of_mark(p, i, &text);
    put(&grid, TEXT_WIDTH / 2 + ((double)p->marks[i].x - centre.x) * wide,
        TEXT_HEIGHT / 2 - ((double)p->marks[i].y - centre.y) * high, text.p);
    text_free(&text);
  }
  write_grid(out, &grid);
}
