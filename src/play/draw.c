// Drawing positions: lines first, then names, then what stands on the places; hands, dice and scores below.
#include "play/draw.h"

#include "play/notation.h"
#include "play/sketch.h"
#include "play/symbols.h"

#include <stdlib.h>

struct Drawing {
  const Game *game;
  Sketch sketch;
  Symbols *symbols;
};

void drawing_new(const Game *game, Drawing **out) {
  Drawing *drawing = mem_alloc_zero(sizeof *drawing);
  drawing->game = game;
  sketch_make(&drawing->sketch, game);
  symbols_new(game, &drawing->symbols);
  *out = drawing;
}

void drawing_free(Drawing *drawing) {
  if (!drawing) return;
  sketch_free(&drawing->sketch);
  symbols_free(drawing->symbols);
  mem_free(drawing);
}

void draw_legend(Text *out, const Drawing *drawing) { symbols_legend(out, drawing->symbols); }

// ---- what stands on a site -----------------------------------------------------------------------

static void site_symbol(Text *out, const Drawing *drawing, const Exec *x, SiteType type, int32_t site) {
  int32_t what = site_what(x, type, site, -1), count = site_count(x, type, site);
  int32_t height = site_height(x, type, site);
  if (what <= 0) {
    text_char(out, '.');
    return;
  }
  if (what >= drawing->game->n_components) {  // a number in a puzzle
    text_printf(out, "%d", what);
    return;
  }
  const char *symbol = symbol_of(drawing->symbols, what, site_state(x, type, site, -1));
  text_puts(out, symbol);
  if (count > 1 || !*symbol) text_printf(out, "%d", count);
  if (height > 1) text_printf(out, "%d", height);
}

static void place_text(Text *out, const Drawing *drawing, const Exec *x, const Place *place, bool labels) {
  text_clear(out);
  if (labels) site_notation(out, drawing->game, place->type, place->site);
  else site_symbol(out, drawing, x, place->type, place->site);
}

static int widest(const Drawing *drawing, const Exec *x, bool labels) {
  Text text = {0};
  size_t most = 1;
  for (size_t i = 0; i < drawing->sketch.places.n; i++) {
    place_text(&text, drawing, x, &drawing->sketch.places.at[i], labels);
    most = MAX(most, text.n);
  }
  text_free(&text);
  return (int)most;
}

// ---- the board -----------------------------------------------------------------------------------

typedef struct Glyph {
  char c;
  int8_t owner;  // for colours; 0 for none
} Glyph;

typedef struct Canvas {
  const Drawing *drawing;
  const Exec *x;
  DrawOptions options;
  int margin;  // characters left of column 0
  int step;    // characters per column
  int lines;   // lines of text per row
  int height, width;
  Glyph *at;
} Canvas;

static int line_at(const Canvas *canvas, int row) { return row * canvas->lines; }
static int x_at(const Canvas *canvas, int column) { return canvas->margin + column * canvas->step; }

static void put(Canvas *canvas, int line, int x, Str text, int owner) {
  if (line < 0 || line >= canvas->height) return;
  for (size_t i = 0; i < text.n; i++, x++) {
    if (x >= 0 && x < canvas->width) canvas->at[line * canvas->width + x] = (Glyph){text.p[i], (int8_t)owner};
  }
}

// The letters below a grid stand right under it, also where there are lines between rows.
static int mark_line(const Canvas *canvas, const Mark *mark) {
  return canvas->drawing->sketch.grid && !mark->number ? line_at(canvas, mark->row - 1) + 1
                                                       : line_at(canvas, mark->row);
}

static void put_mark(Canvas *canvas, const Mark *mark) {
  Str text = str_of(mark->text);
  int x = mark->column < 0 ? canvas->margin - 2 : x_at(canvas, mark->column);
  put(canvas, mark_line(canvas, mark), mark->number ? x - (int)text.n + 1 : x, text, 0);
}

static void put_link(Canvas *canvas, const Link *link) {
  int line = line_at(canvas, link->row), down = line_at(canvas, link->to_row) - line;
  int x = x_at(canvas, link->column), right = x_at(canvas, link->to_column) - x;
  const char *stroke = !down ? "-" : !right ? "|" : (down > 0) == (right > 0) ? "\\" : "/";
  int length = MAX(abs(down), down ? 0 : abs(right));
  for (int i = 1; i < length; i++) put(canvas, line + down * i / length, x + right * i / length, str_of(stroke), 0);
}

static void put_place(Canvas *canvas, const Place *place, Text *text) {
  int32_t who =
      site_what(canvas->x, place->type, place->site, -1) > 0 ? site_who(canvas->x, place->type, place->site, -1) : 0;
  place_text(text, canvas->drawing, canvas->x, place, canvas->options.labels);
  put(canvas, line_at(canvas, place->row), x_at(canvas, place->column), text_str(text), who);
}

static void print_glyph(Text *out, Glyph glyph, int *owner, bool colour) {
  static const char *const colours[] = {"36", "33", "31", "32", "35", "34"};
  if (colour && glyph.owner != *owner) {
    if (*owner) text_puts(out, "\033[0m");
    if (glyph.owner) text_printf(out, "\033[1;%sm", colours[(glyph.owner - 1) % (int)COUNT_OF(colours)]);
    *owner = glyph.owner;
  }
  text_char(out, glyph.c);
}

static void print_line(Text *out, const Canvas *canvas, int line) {
  const Glyph *at = canvas->at + line * canvas->width;
  int end = canvas->width, owner = 0;
  while (end > 0 && at[end - 1].c == ' ') end--;
  for (int x = 0; x < end; x++) print_glyph(out, at[x], &owner, canvas->options.colour);
  if (owner) text_puts(out, "\033[0m");
  text_char(out, '\n');
}

static void draw_board(Text *out, Canvas *canvas) {
  const Sketch *sketch = &canvas->drawing->sketch;
  size_t size = (size_t)canvas->height * (size_t)canvas->width;
  Text text = {0};
  canvas->at = mem_alloc(sizeof *canvas->at * size);
  for (size_t i = 0; i < size; i++) canvas->at[i] = (Glyph){' ', 0};
  for (size_t i = 0; i < sketch->links.n; i++) put_link(canvas, &sketch->links.at[i]);
  for (size_t i = 0; i < sketch->marks.n; i++) put_mark(canvas, &sketch->marks.at[i]);
  for (size_t i = 0; i < sketch->places.n; i++) put_place(canvas, &sketch->places.at[i], &text);
  for (int line = 0; line < canvas->height; line++) print_line(out, canvas, line);
  mem_free(canvas->at);
  text_free(&text);
}

static Canvas make_canvas(const Drawing *drawing, const Exec *x, DrawOptions options) {
  const Sketch *sketch = &drawing->sketch;
  int width = widest(drawing, x, options.labels), gap = sketch_gap(sketch);
  bool linked = sketch->links.n > 0;
  Canvas canvas = {.drawing = drawing, .x = x, .options = options, .lines = linked ? 2 : 1};
  canvas.margin = sketch->grid ? 4 : sketch->marks.n ? 2 : 0;
  canvas.step = (width + 1 + gap - 1) / gap;
  if (linked) canvas.step = MAX(canvas.step, 2);
  canvas.height = sketch->grid ? (sketch->rows - 2) * canvas.lines + 2 : (sketch->rows - 1) * canvas.lines + 1;
  canvas.width = canvas.margin + (sketch->columns - 1) * canvas.step + MAX(width, MARK_BYTES);
  return canvas;
}

// ---- below the board -----------------------------------------------------------------------------

static bool is_mixed(const Exec *x, const Place *place, int32_t height) {
  int32_t what = site_what(x, place->type, place->site, 0);
  for (int32_t level = 1; level < height; level++) {
    if (site_what(x, place->type, place->site, level) != what) return true;
  }
  return false;
}

// Stacks of different pieces, of which the board shows only the top.
static void draw_stacks(Text *out, const Drawing *drawing, const Exec *x) {
  bool any = false;
  for (size_t i = 0; i < drawing->sketch.places.n; i++) {
    const Place *place = &drawing->sketch.places.at[i];
    int32_t height = site_height(x, place->type, place->site);
    if (height < 2 || !is_mixed(x, place, height)) continue;
    text_puts(out, any ? ", " : "stacks from the bottom: ");
    any = true;
    site_notation(out, drawing->game, place->type, place->site);
    text_char(out, ' ');
    for (int32_t level = 0; level < height; level++) {
      int32_t what = site_what(x, place->type, place->site, level);
      text_puts(out, symbol_of(drawing->symbols, what, site_state(x, place->type, place->site, level)));
    }
  }
  if (any) text_char(out, '\n');
}

static void draw_hand(Text *out, const Drawing *drawing, const Exec *x, const Container *hand) {
  bool any = false;
  text_printf(out, "%s:", hand->name);
  for (int32_t site = hand->first; site < hand->first + hand->n; site++) {
    if (site_what(x, SITE_CELL, site, -1) <= 0) continue;
    any = true;
    text_char(out, ' ');
    if (hand->n > 1) text_printf(out, "%d:", site - hand->first + 1);
    site_symbol(out, drawing, x, SITE_CELL, site);
  }
  text_puts(out, any ? "\n" : " empty\n");
}

static bool has_zero(const Component *die) {
  for (int i = 0; i < die->n_faces; i++) {
    if (!die->faces[i]) return true;
  }
  return false;
}

// The dice as thrown last; those used up since are dashes. Nothing before the first throw and when none is left.
static void draw_dice(Text *out, const Exec *x, const Container *dice, int first) {
  const int32_t *values = STATE_AT(x, int32_t, x->layout->dice) + first;
  bool any = false;
  for (int i = 0; i < dice->n && x->head->moves; i++) any |= values[i] != 0;
  if (!any) return;
  text_puts(out, "dice:");
  for (int i = 0; i < dice->n; i++) {
    bool used = !values[i] && !has_zero(&x->game->components[site_what(x, SITE_CELL, dice->first + i, -1)]);
    if (used) text_puts(out, " -");
    else text_printf(out, " %d", values[i]);
  }
  text_char(out, '\n');
}

static void draw_containers(Text *out, const Drawing *drawing, const Exec *x) {
  int dice = 0;
  for (int c = 0; c < drawing->game->n_containers; c++) {
    const Container *container = &drawing->game->containers[c];
    if (container->kind == CONTAINER_BOARD) continue;
    if (container->kind != CONTAINER_DICE) draw_hand(out, drawing, x, container);
    else if (x->layout->dice) draw_dice(out, x, container, dice);
    if (container->kind == CONTAINER_DICE) dice += container->n;
  }
}

static void draw_scores(Text *out, const Exec *x) {
  const int32_t *scores = x->layout->score ? STATE_AT(x, int32_t, x->layout->score) : NULL;
  bool any = false;
  for (Player p = 1; scores && p <= x->game->players; p++) any |= scores[p] != 0;
  if (!any) return;
  text_puts(out, "score:");
  for (Player p = 1; p <= x->game->players; p++) text_printf(out, " %d", scores[p]);
  text_char(out, '\n');
}

void draw_position(Text *out, const Drawing *drawing, const Exec *x, DrawOptions options) {
  if (drawing->sketch.places.n) {
    Canvas canvas = make_canvas(drawing, x, options);
    draw_board(out, &canvas);
  }
  draw_stacks(out, drawing, x);
  draw_containers(out, drawing, x);
  draw_scores(out, x);
}
