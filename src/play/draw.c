// Boards as text. Sites are put in order by their coordinates: each distinct height is a row, each distinct
// horizontal position a column, as many characters wide as it takes for neighbours in a row not to touch.
// So a square board is a grid, a hexagonal one has its rows shifted, and a graph keeps left, right, up, down.
#include "play/draw.h"

#include "play/notation.h"
#include "rules/operand.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS_MAX = 64, SYMBOL = 4 };

typedef struct Place {
  SiteType type;
  int32_t site;
  double x, y;
  int row, column;
} Place;

struct Drawing {
  const Game *game;
  VEC(Place) places;  // by row, then column
  int rows, columns;
  bool grid;                // rows and columns have names: 1, 2, 3 and A, B, C
  bool seeds;               // all pieces are alike and nobody's: only how many there are is shown
  char (*symbols)[SYMBOL];  // by component
};

// ---- laying out ----------------------------------------------------------------------------------

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int compare_places(const void *a, const void *b) {
  const Place *p = a, *q = b;
  return p->row != q->row ? p->row - q->row : p->column - q->column;
}

// Ranks of coordinates, those nearer than `apart` being one; the number of ranks.
static int rank(const double *sorted, size_t n, double apart, double value) {
  int r = 0;
  double start = sorted[0];
  for (size_t i = 0; i < n && sorted[i] <= value; i++) {
    if (sorted[i] - start <= apart) continue;
    start = sorted[i];
    r++;
  }
  return r;
}

static int rank_places(Drawing *drawing, bool vertical, double apart) {
  size_t n = drawing->places.n;
  double *sorted = mem_alloc(sizeof(double) * (n + 1));
  for (size_t i = 0; i < n; i++) sorted[i] = vertical ? -drawing->places.at[i].y : drawing->places.at[i].x;
  qsort(sorted, n, sizeof *sorted, compare_numbers);
  int most = 0;
  for (size_t i = 0; i < n; i++) {
    Place *place = &drawing->places.at[i];
    int r = rank(sorted, n, apart, vertical ? -place->y : place->x);
    if (vertical) place->row = r;
    else place->column = r;
    most = MAX(most, r + 1);
  }
  mem_free(sorted);
  return most;
}

// Whether an instruction makes moves on sites of this type, or puts pieces there at the start.
static bool plays_on(const Ins *in, SiteType type) {
  const OpInfo *info = &op_info[in->op];
  Operand operand;
  for (int i = 0; info->type == RULES_MOVES && i < in->n && operand_find(info, i, &operand); i++) {
    if (operand.kind == 'k' && str_starts(operand.name, "type") && in->a[i] == (int32_t)type) return true;
  }
  return false;
}

// Whether pieces can be on sites of this type: the type of the board, or one that the rules play on. Hands count as
// cells, so where there are hands, what is put on cells at the start says nothing.
static bool is_used(const Game *game, SiteType type) {
  static const uint32_t flags[SITE_TYPES] = {GAME_CELLS, GAME_VERTICES, GAME_EDGES};
  if (type == game->site_type) return true;
  bool used = false;
  const Program *program = &game->program;
  for (Ref at = 1; game_has(game, flags[type]) && !used && at < program->n; at += 1u + program_ins(program, at)->n) {
    const Ins *in = program_ins(program, at);
    used = plays_on(in, type) && (in->op != OP_PLACE || game->n_containers == 1);
  }
  return used;
}

static void add_places(Drawing *drawing, SiteType type) {
  const TopoSites *sites = &drawing->game->board->sites[type];
  for (int32_t site = 0; site < sites->n; site++) {
    VEC_PUSH(&drawing->places, (Place){.type = type, .site = site, .x = sites->x[site], .y = sites->y[site]});
  }
}

// Columns between neighbours of a row, the least there are.
static int least_gap(const Drawing *drawing) {
  int gap = drawing->columns;
  for (size_t i = 1; i < drawing->places.n; i++) {
    const Place *a = &drawing->places.at[i - 1], *b = &drawing->places.at[i];
    if (a->row == b->row && b->column > a->column) gap = MIN(gap, b->column - a->column);
  }
  return MAX(gap, 1);
}

static void lay_out(Drawing *drawing) {
  double unit = drawing->game->board->unit > 0 ? drawing->game->board->unit : 1;
  double apart = unit * 0.05;
  for (;; apart *= 2) {
    drawing->rows = rank_places(drawing, true, apart);
    if (drawing->rows <= ROWS_MAX || apart > unit * 100) break;
  }
  drawing->columns = rank_places(drawing, false, unit * 0.05);
  qsort(drawing->places.at, drawing->places.n, sizeof(Place), compare_places);
}

// Whether every label is the letter of its column and the number of its row.
static bool is_grid(const Drawing *drawing) {
  for (size_t i = 0; i < drawing->places.n; i++) {
    const Place *place = &drawing->places.at[i];
    const char *label = drawing->game->board->sites[place->type].label[place->site];
    char *end;
    if (place->type != drawing->game->site_type || !label || !isupper((unsigned char)label[0])) return false;
    long number = strtol(label + 1, &end, 10);
    if (*end || label[0] != 'A' + place->column || number != drawing->rows - place->row) return false;
  }
  return drawing->columns <= 26;
}

// ---- symbols -------------------------------------------------------------------------------------

static bool is_taken(const Drawing *drawing, int n, const char *symbol) {
  for (int i = 1; i < n; i++) {
    if (!strcmp(drawing->symbols[i], symbol)) return true;
  }
  return false;
}

// Player 1 has capitals, player 2 small letters, all others a number behind.
static void write_symbol(char *out, char letter, Player owner) {
  char c = (char)(owner == 2 ? tolower((unsigned char)letter) : toupper((unsigned char)letter));
  if (owner == 1 || owner == 2) snprintf(out, SYMBOL, "%c", c);
  else snprintf(out, SYMBOL, "%c%d", c, owner % 10);
}

// Whether pieces differ only in their owner, so that the owner is all there is to show. A number as the owner's sign
// would be mistaken for a part of the count beside it.
static bool has_one_kind(const Game *game) {
  if (game->players > 2 && (game_has(game, GAME_COUNT) || game_has(game, GAME_STACKING))) return false;
  const char *name = NULL;
  for (int i = 1; i < game->n_components; i++) {
    const Component *piece = &game->components[i];
    if (name && strcmp(name, piece->base_name) != 0) return false;
    name = piece->base_name;
  }
  return true;
}

// How a player's pieces look where there is only one kind: X and O for two players, numbers for more.
static char stone_symbol(const Game *game, Player owner) {
  if (game->players > 2) return (char)('0' + owner);
  return owner == 1 ? 'X' : 'O';
}

static void choose_symbol(Drawing *drawing, int i) {
  const Component *piece = &drawing->game->components[i];
  char *symbol = drawing->symbols[i];
  for (const char *c = piece->base_name; *c; c++) {
    if (!isalpha((unsigned char)*c)) continue;
    write_symbol(symbol, *c, piece->owner);
    if (!is_taken(drawing, i, symbol)) return;
  }
  for (char c = 'A'; c <= 'Z'; c++) {
    write_symbol(symbol, c, piece->owner);
    if (!is_taken(drawing, i, symbol)) return;
  }
}

static void choose_symbols(Drawing *drawing) {
  const Game *game = drawing->game;
  drawing->symbols = mem_alloc_zero(sizeof *drawing->symbols * (size_t)game->n_components);
  bool stones = has_one_kind(game);
  for (int i = 1; i < game->n_components; i++) {
    Player owner = game->components[i].owner;
    if (stones && owner >= 1 && owner <= MIN(game->players, 9)) drawing->symbols[i][0] = stone_symbol(game, owner);
    else choose_symbol(drawing, i);
  }
}

static bool has_only_seeds(const Game *game) {
  Player owner = game->n_components == 2 ? game->components[1].owner : 1;
  return game_has(game, GAME_COUNT) && !game_has(game, GAME_STACKING) && (owner == 0 || owner > game->players);
}

void drawing_new(const Game *game, Drawing **out) {
  Drawing *drawing = mem_alloc_zero(sizeof *drawing);
  drawing->game = game;
  for (int type = 0; type < SITE_TYPES; type++) {
    if (is_used(game, (SiteType)type)) add_places(drawing, (SiteType)type);
  }
  if (drawing->places.n) lay_out(drawing);
  drawing->grid = drawing->places.n > 0 && is_grid(drawing);
  drawing->seeds = has_only_seeds(game);
  choose_symbols(drawing);
  *out = drawing;
}

void drawing_free(Drawing *drawing) {
  if (!drawing) return;
  VEC_FREE(&drawing->places);
  mem_free(drawing->symbols);
  mem_free(drawing);
}

// ---- what stands on a site -----------------------------------------------------------------------

static void site_symbol(Text *out, const Drawing *drawing, const Exec *x, SiteType type, int32_t site) {
  int32_t what = site_what(x, type, site, -1), count = site_count(x, type, site);
  int32_t height = site_height(x, type, site);
  if (what <= 0) text_char(out, '.');
  else if (drawing->seeds) text_printf(out, "%d", count);
  else if (what < drawing->game->n_components) text_puts(out, drawing->symbols[what]);
  if (what > 0 && count > 1 && !drawing->seeds) text_printf(out, "%d", count);
  if (what > 0 && height > 1) text_printf(out, "%d", height);
}

static void place_text(Text *out, const Drawing *drawing, const Exec *x, const Place *place, bool labels) {
  text_clear(out);
  if (labels) site_notation(out, drawing->game, place->type, place->site);
  else site_symbol(out, drawing, x, place->type, place->site);
}

static int widest(const Drawing *drawing, const Exec *x, bool labels) {
  Text text = {0};
  size_t most = 1;
  for (size_t i = 0; i < drawing->places.n; i++) {
    place_text(&text, drawing, x, &drawing->places.at[i], labels);
    most = MAX(most, text.n);
  }
  text_free(&text);
  return (int)most;
}

static void paint(Text *out, const Exec *x, const Place *place, Str text, bool colour) {
  static const char *const colours[] = {"36", "33", "31", "32", "35", "34"};
  int32_t who = site_who(x, place->type, place->site, -1);
  bool painted = colour && who >= 1 && site_what(x, place->type, place->site, -1) > 0;
  if (painted) text_printf(out, "\033[1;%sm", colours[(who - 1) % (int)COUNT_OF(colours)]);
  text_add(out, text);
  if (painted) text_puts(out, "\033[0m");
}

// ---- the board -----------------------------------------------------------------------------------

typedef struct Canvas {
  Text *out;
  const Drawing *drawing;
  const Exec *x;
  DrawOptions options;
  int step;  // characters per column
} Canvas;

// One row of sites, beginning with place i; the index after it.
static size_t draw_row(const Canvas *canvas, size_t i) {
  Text text = {0};
  int row = canvas->drawing->places.at[i].row, at = 0;
  if (canvas->drawing->grid) text_printf(canvas->out, "%3d ", canvas->drawing->rows - row);
  for (; i < canvas->drawing->places.n && canvas->drawing->places.at[i].row == row; i++) {
    const Place *place = &canvas->drawing->places.at[i];
    int column = MAX(place->column * canvas->step, at);
    place_text(&text, canvas->drawing, canvas->x, place, canvas->options.labels);
    text_repeat(canvas->out, ' ', (size_t)(column - at));
    paint(canvas->out, canvas->x, place, text_str(&text), canvas->options.colour);
    at = column + (int)text.n;
    if (i + 1 < canvas->drawing->places.n && canvas->drawing->places.at[i + 1].row == row &&
        canvas->drawing->places.at[i + 1].column * canvas->step <= at) {
      text_char(canvas->out, ' ');
      at++;
    }
  }
  text_char(canvas->out, '\n');
  text_free(&text);
  return i;
}

static void draw_letters(const Canvas *canvas) {
  text_puts(canvas->out, "    ");
  for (int c = 0; c < canvas->drawing->columns; c++) {
    text_char(canvas->out, (char)('A' + c));
    if (c + 1 < canvas->drawing->columns) text_repeat(canvas->out, ' ', (size_t)canvas->step - 1);
  }
  text_char(canvas->out, '\n');
}

static void draw_board(const Canvas *canvas) {
  for (size_t i = 0; i < canvas->drawing->places.n;) i = draw_row(canvas, i);
  if (canvas->drawing->grid) draw_letters(canvas);
}

// ---- below the board -----------------------------------------------------------------------------

static void draw_hand(Text *out, const Drawing *drawing, const Exec *x, const Container *hand) {
  text_printf(out, "%s:", hand->name);
  for (int32_t site = hand->first; site < hand->first + hand->n; site++) {
    text_char(out, ' ');
    int32_t what = site_what(x, SITE_CELL, site, -1);
    bool die = what > 0 && drawing->game->components[what].kind == COMPONENT_DIE;
    const Component *piece = &drawing->game->components[MAX(what, 0)];
    int32_t face = die ? site_state(x, SITE_CELL, site, -1) : -1;
    if (face >= 0 && face < piece->n_faces) text_printf(out, "%d", piece->faces[face]);
    else site_symbol(out, drawing, x, SITE_CELL, site);
  }
  text_char(out, '\n');
}

static void draw_scores(Text *out, const Exec *x) {
  if (!x->layout->score) return;
  text_puts(out, "score:");
  for (Player p = 1; p <= x->game->players; p++) text_printf(out, " %d", STATE_AT(x, int32_t, x->layout->score)[p]);
  text_char(out, '\n');
}

void draw_position(Text *out, const Drawing *drawing, const Exec *x, DrawOptions options) {
  Canvas canvas = {.out = out, .drawing = drawing, .x = x, .options = options};
  if (drawing->places.n) {
    int width = widest(drawing, x, options.labels) + 1, gap = least_gap(drawing);
    canvas.step = (width + gap - 1) / gap;
    draw_board(&canvas);
  }
  for (int c = 0; c < drawing->game->n_containers; c++) {
    if (drawing->game->containers[c].kind == CONTAINER_BOARD) continue;
    draw_hand(out, drawing, x, &drawing->game->containers[c]);
  }
  draw_scores(out, x);
}
