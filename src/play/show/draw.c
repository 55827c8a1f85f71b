// Drawing positions: lines first, then names, then what stands on the places; hands, dice and scores below.
#include "play/show/draw.h"

#include "play/show/columns.h"
#include "play/show/notation.h"
#include "play/show/symbols.h"
#include "play/show/text_layout.h"
#include "state/block/access.h"

#include <stdlib.h>

struct Drawing {
  const Game *game;
  TextLayout sketch;
  Symbols *symbols;
};

void drawing_new(const Game *game, Drawing **out) {
  Drawing *drawing = mem_alloc_zero(sizeof *drawing);
  drawing->game = game;
  text_layout_make(&drawing->sketch, game);
  symbols_new(game, &drawing->symbols);
  *out = drawing;
}

void drawing_free(Drawing *drawing) {
  if (!drawing) return;
  text_layout_free(&drawing->sketch);
  symbols_free(drawing->symbols);
  mem_free(drawing);
}

void draw_legend(Text *out, const Drawing *drawing) { symbols_legend(out, drawing->symbols); }

// ---- what stands on a site -----------------------------------------------------------------------

// A position as somebody sees it.
typedef struct View {
  const Drawing *drawing;
  const Position *x;
  Player viewer;  // 0: sees everything
} View;

static bool is_card(const View *view, int32_t what) {
  return what > 0 && what < view->drawing->game->n_components &&
         view->drawing->game->components[what].kind == COMPONENT_CARD;
}

static bool is_hidden(const View *view, SiteType type, int32_t site, int32_t level) {
  return view->viewer && site_hidden(view->x, type, site, level, view->viewer, HIDDEN_ALL | HIDDEN_WHAT);
}

// A site of the board of which the viewer sees nothing at all: it looks empty, so that it does not tell where a piece
// is.
static bool is_invisible(const View *view, SiteType type, int32_t site) {
  int32_t level = MAX(site_height(view->x, type, site) - 1, 0);
  return view->viewer && site < topo_count(view->drawing->game->board, type) &&
         site_hidden(view->x, type, site, level, view->viewer, HIDDEN_ALL);
}

static void site_symbol(Text *out, const View *view, SiteType type, int32_t site) {
  const Drawing *drawing = view->drawing;
  const Position *x = view->x;
  int32_t what = site_what(x, type, site, -1), count = site_count(x, type, site);
  int32_t height = site_height(x, type, site);
  if (is_hidden(view, type, site, MAX(height - 1, 0))) {
    text_char(out, is_invisible(view, type, site) ? '.' : '?');
    return;
  }
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
  if (height > 1 && !is_card(view, what)) text_printf(out, "%d", height);
}

void draw_site(Text *out, const Drawing *drawing, const Position *x, SiteType type, int32_t site) {
  site_symbol(out, &(View){.drawing = drawing, .x = x}, type, site);
}

static void place_text(Text *out, const View *view, const Place *place, bool labels) {
  text_clear(out);
  if (labels) site_notation(out, view->drawing->game, place->type, place->site);
  else site_symbol(out, view, place->type, place->site);
}

static int widest(const View *view, bool labels) {
  const Drawing *drawing = view->drawing;
  Text text = {0};
  size_t most = 1;
  for (size_t i = 0; i < drawing->sketch.places.n; i++) {
    place_text(&text, view, &drawing->sketch.places.at[i], labels);
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
  const Position *x;
  const View *view;
  DrawOptions options;
  int margin;  // characters left of column 0
  int step;    // characters per column
  int lines;   // lines of text per row
  int above;   // lines above the first row, for the upper pieces of columns
  int height, width;
  Glyph *at;
} Canvas;

static int line_at(const Canvas *canvas, int row) { return canvas->above + row * canvas->lines; }
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
  bool seen =
      site_what(canvas->x, place->type, place->site, -1) > 0 && !is_hidden(canvas->view, place->type, place->site, 0);
  int32_t who = seen ? site_who(canvas->x, place->type, place->site, -1) : 0;
  place_text(text, canvas->view, place, canvas->options.labels);
  put(canvas, line_at(canvas, place->row), x_at(canvas, place->column), text_str(text), who);
}

// The pieces of a stack one above the other, the lowest in the row itself.
static void put_column(Canvas *canvas, const Place *place) {
  const Position *x = canvas->x;
  int32_t height = site_height(x, place->type, place->site);
  for (int32_t level = 0; level <= canvas->above; level++) {
    bool hidden = level < height && is_hidden(canvas->view, place->type, place->site, level);
    int32_t what = level < height && !hidden ? site_what(x, place->type, place->site, level) : 0;
    const char *symbol = hidden ? "?" : ".";
    if (what > 0) symbol = symbol_of(canvas->drawing->symbols, what, site_state(x, place->type, place->site, level));
    put(canvas, line_at(canvas, place->row) - level, x_at(canvas, place->column), str_of(symbol),
        what > 0 ? site_who(x, place->type, place->site, level) : 0);
  }
}

static void put_if_free(Canvas *canvas, int line, int x, char c) {
  bool inside = line >= 0 && line < canvas->height && x >= 0 && x < canvas->width;
  if (inside && canvas->at[line * canvas->width + x].c == ' ') canvas->at[line * canvas->width + x].c = c;
}

// Brackets around the sites of the last move.
static void put_last_move(Canvas *canvas, const Place *place, Text *text) {
  const DrawOptions *o = &canvas->options;
  if (!o->marked || place->type != canvas->drawing->game->site_type) return;
  if (place->site != o->from && place->site != o->to) return;
  place_text(text, canvas->view, place, o->labels);
  int line = line_at(canvas, place->row), x = x_at(canvas, place->column);
  if (canvas->above) {
    line -= MAX(site_height(canvas->x, place->type, place->site) - 1, 0);
    text->n = 1;
  }
  put_if_free(canvas, line, x - 1, place->site == o->to ? '[' : '(');
  put_if_free(canvas, line, x + (int)text->n, place->site == o->to ? ']' : ')');
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
  const TextLayout *sketch = &canvas->drawing->sketch;
  size_t size = (size_t)canvas->height * (size_t)canvas->width;
  Text text = {0};
  canvas->at = mem_alloc(sizeof *canvas->at * size);
  for (size_t i = 0; i < size; i++) canvas->at[i] = (Glyph){' ', 0};
  for (size_t i = 0; i < sketch->links.n; i++) put_link(canvas, &sketch->links.at[i]);
  for (size_t i = 0; i < sketch->marks.n; i++) put_mark(canvas, &sketch->marks.at[i]);
  for (size_t i = 0; i < sketch->places.n; i++) {
    if (canvas->above) put_column(canvas, &sketch->places.at[i]);
    else put_place(canvas, &sketch->places.at[i], &text);
  }
  for (size_t i = 0; i < sketch->places.n; i++) put_last_move(canvas, &sketch->places.at[i], &text);
  for (int line = 0; line < canvas->height; line++) print_line(out, canvas, line);
  mem_free(canvas->at);
  text_free(&text);
}

static Canvas make_canvas(const View *view, DrawOptions options) {
  const TextLayout *sketch = &view->drawing->sketch;
  bool columns = columns_shown(view->drawing->game) && !options.labels;
  int width = columns ? 1 : widest(view, options.labels), gap = text_layout_gap(sketch);
  bool linked = sketch->links.n > 0;
  Canvas canvas = {.drawing = view->drawing, .x = view->x, .view = view, .options = options, .lines = linked ? 2 : 1};
  canvas.margin = sketch->grid ? 4 : sketch->marks.n ? 2 : 0;
  canvas.step = (width + 1 + gap - 1) / gap;
  if (linked) canvas.step = MAX(canvas.step, 2);
  canvas.height = sketch->grid ? (sketch->rows - 2) * canvas.lines + 2 : (sketch->rows - 1) * canvas.lines + 1;
  canvas.above = columns ? columns_height(view->x) : 0;
  canvas.height += canvas.above;
  canvas.width = canvas.margin + (sketch->columns - 1) * canvas.step + MAX(width, MARK_BYTES) + 1;
  return canvas;
}

// ---- below the board -----------------------------------------------------------------------------

static bool is_mixed(const Position *x, const Place *place, int32_t height) {
  int32_t what = site_what(x, place->type, place->site, 0);
  for (int32_t level = 1; level < height; level++) {
    if (site_what(x, place->type, place->site, level) != what) return true;
  }
  return false;
}

// The pieces of a stack from the bottom up; cards have a space before each.
static void draw_levels(Text *out, const View *view, SiteType type, int32_t site) {
  int32_t height = site_height(view->x, type, site);
  for (int32_t level = 0; level < height; level++) {
    int32_t what = site_what(view->x, type, site, level);
    if (is_card(view, what)) text_char(out, ' ');
    if (is_hidden(view, type, site, level)) text_char(out, '?');
    else text_puts(out, symbol_of(view->drawing->symbols, what, site_state(view->x, type, site, level)));
  }
}

// Stacks of different pieces, of which the board shows only the top.
static void draw_stacks(Text *out, const View *view) {
  const Drawing *drawing = view->drawing;
  const Position *x = view->x;
  bool any = false;
  for (size_t i = 0; i < drawing->sketch.places.n; i++) {
    const Place *place = &drawing->sketch.places.at[i];
    int32_t height = site_height(x, place->type, place->site);
    if (height < 2 || !is_mixed(x, place, height)) continue;
    text_puts(out, any ? ", " : "stacks from the bottom: ");
    any = true;
    site_notation(out, drawing->game, place->type, place->site);
    if (!is_card(view, site_what(x, place->type, place->site, 0))) text_char(out, ' ');
    draw_levels(out, view, place->type, place->site);
  }
  if (any) text_char(out, '\n');
}

static void draw_hand(Text *out, const View *view, const Container *hand) {
  bool any = false;
  text_printf(out, "%s:", hand->name);
  for (int32_t site = hand->first; site < hand->first + hand->n; site++) {
    int32_t what = site_what(view->x, SITE_CELL, site, -1);
    bool unseen = is_hidden(view, SITE_CELL, site, MAX(site_height(view->x, SITE_CELL, site) - 1, 0));
    if (what <= 0 && !unseen) continue;
    if (unseen && !is_card(view, what)) what = 0;
    any = true;
    if (hand->n > 1) text_printf(out, " %d:", site - hand->first + 1);
    else if (!is_card(view, what)) text_char(out, ' ');
    if (is_card(view, what)) draw_levels(out, view, SITE_CELL, site);
    else site_symbol(out, view, SITE_CELL, site);
  }
  text_puts(out, any ? "\n" : " empty\n");
}

// Where some cards are hidden, the others are on view.
static bool is_on_view(const Position *x, int32_t site, int32_t level) {
  bool seen = game_has(x->game, GAME_HIDDEN) && level >= 0;
  for (Player p = 1; p <= x->game->players && seen; p++) {
    seen = !site_hidden(x, SITE_CELL, site, level, p, HIDDEN_ALL | HIDDEN_WHAT);
  }
  return seen;
}

static void draw_deck(Text *out, const View *view, const Container *deck) {
  int32_t cards = site_height(view->x, SITE_CELL, deck->first);
  text_printf(out, cards == 1 ? "%s: %d card" : "%s: %d cards", deck->name, cards);
  if (is_on_view(view->x, deck->first, cards - 1)) {
    int32_t what = site_what(view->x, SITE_CELL, deck->first, -1);
    text_printf(out, ", %s on top", symbol_of(view->drawing->symbols, what, 0));
  }
  text_char(out, '\n');
}

static bool has_zero(const Component *die) {
  for (int i = 0; i < die->n_faces; i++) {
    if (!die->faces[i]) return true;
  }
  return false;
}

// The dice as thrown last; those used up since are dashes. Nothing before the first throw and when none is left.
static void draw_dice(Text *out, const Position *x, const Container *dice, int first) {
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

static void draw_containers(Text *out, const View *view) {
  int dice = 0;
  for (int c = 0; c < view->drawing->game->n_containers; c++) {
    const Container *container = &view->drawing->game->containers[c];
    switch (container->kind) {
      case CONTAINER_BOARD: break;
      case CONTAINER_HAND: draw_hand(out, view, container); break;
      case CONTAINER_DECK: draw_deck(out, view, container); break;
      case CONTAINER_DICE:
        if (view->x->layout->dice) draw_dice(out, view->x, container, dice);
        dice += container->n;
        break;
    }
  }
}

static void draw_trump(Text *out, const Position *x) {
  static const char *const suits[] = {"clubs", "spades", "diamonds", "hearts"};
  int32_t trump = x->head->trump;
  if (trump == GAME_OFF) return;
  if (trump >= 1 && trump <= (int32_t)COUNT_OF(suits)) text_printf(out, "trumps: %s\n", suits[trump - 1]);
  else text_printf(out, "trumps: suit %d\n", trump);
}

static void draw_scores(Text *out, const Position *x) {
  const int32_t *scores = x->layout->score ? STATE_AT(x, int32_t, x->layout->score) : NULL;
  bool any = false;
  for (Player p = 1; scores && p <= x->game->players; p++) any |= scores[p] != 0;
  if (!any) return;
  text_puts(out, "score:");
  for (Player p = 1; p <= x->game->players; p++) text_printf(out, " %d", scores[p]);
  text_char(out, '\n');
}

void draw_position(Text *out, const Drawing *drawing, const Position *x, DrawOptions options) {
  View view = {.drawing = drawing, .x = x, .viewer = options.viewer};
  if (drawing->sketch.places.n) {
    Canvas canvas = make_canvas(&view, options);
    draw_board(out, &canvas);
  }
  if (!columns_shown(drawing->game)) draw_stacks(out, &view);
  draw_containers(out, &view);
  draw_trump(out, x);
  draw_scores(out, x);
}
