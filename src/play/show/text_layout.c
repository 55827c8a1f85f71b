// Laying out boards. Each distinct height is a row, each distinct horizontal position a column; so a square board is
// a grid, a hexagonal one has its rows shifted, and a graph keeps left, right, up, down. A wide gap in an
// otherwise even board stays a gap.
#include "play/show/text_layout.h"

#include "rules/operand_table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS_MAX = 64, LINKED_PLACES_MAX = 100 };

// ---- rows and columns ----------------------------------------------------------------------------

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int compare_places(const void *a, const void *b) {
  const Place *p = a, *q = b;
  return p->row != q->row ? p->row - q->row : p->column - q->column;
}

// Distinct coordinates in order, those nearer than `apart` being one.
static size_t distinct(double *sorted, size_t n, double apart) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    if (kept && sorted[i] - sorted[kept - 1] <= apart) continue;
    sorted[kept++] = sorted[i];
  }
  return kept;
}

// The usual distance between neighbours, or 0 where they are not mostly even.
static double usual_step(const double *at, size_t n) {
  if (n < 4) return 0;
  double *steps = mem_alloc(sizeof(double) * n);
  for (size_t i = 1; i < n; i++) steps[i - 1] = at[i] - at[i - 1];
  qsort(steps, n - 1, sizeof *steps, compare_numbers);
  double middle = steps[(n - 1) / 2];
  size_t even = 0;
  for (size_t i = 0; i + 1 < n; i++) even += steps[i] > middle * 0.9 && steps[i] < middle * 1.1;
  mem_free(steps);
  return even * 3 >= (n - 1) * 2 ? middle : 0;
}

// The rank of a coordinate among the distinct ones; a gap of one more after a long step.
static int rank(const double *at, size_t n, double step, double value) {
  int r = 0;
  for (size_t i = 1; i < n && at[i] <= value; i++) r += step > 0 && at[i] - at[i - 1] > step * 1.5 ? 2 : 1;
  return r;
}

static double coordinate(const Place *place, bool vertical) { return vertical ? -place->y : place->x; }

static int rank_places(TextLayout *sketch, bool vertical, double apart) {
  size_t n = sketch->places.n;
  double *at = mem_alloc(sizeof(double) * n);
  for (size_t i = 0; i < n; i++) at[i] = coordinate(&sketch->places.at[i], vertical);
  qsort(at, n, sizeof *at, compare_numbers);
  size_t kept = distinct(at, n, apart);
  double step = usual_step(at, kept);
  int most = 0;
  for (size_t i = 0; i < n; i++) {
    Place *place = &sketch->places.at[i];
    int r = rank(at, kept, step, coordinate(place, vertical));
    *(vertical ? &place->row : &place->column) = r;
    most = MAX(most, r + 1);
  }
  mem_free(at);
  return most;
}

static void lay_out(TextLayout *sketch, double unit) {
  double apart = unit * 0.05;
  for (;; apart *= 2) {
    sketch->rows = rank_places(sketch, true, apart);
    if (sketch->rows <= ROWS_MAX || apart > unit * 100) break;
  }
  sketch->columns = rank_places(sketch, false, unit * 0.05);
  qsort(sketch->places.at, sketch->places.n, sizeof(Place), compare_places);
}

// Whether an instruction makes moves on sites of this type, or puts pieces there at the start.
static bool plays_on(const Ins *in, SiteType type) {
  return op_info[in->op].type == RULES_MOVES && ins_names_type(in, type);
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

static void add_places(TextLayout *sketch, const Game *game, SiteType type) {
  const TopoSites *sites = &game->board->sites[type];
  for (int32_t site = 0; site < sites->n; site++) {
    VEC_PUSH(&sketch->places, (Place){.type = type, .site = site, .x = sites->x[site], .y = sites->y[site]});
  }
}

int text_layout_gap(const TextLayout *sketch) {
  int gap = sketch->columns;
  for (size_t i = 1; i < sketch->places.n; i++) {
    const Place *a = &sketch->places.at[i - 1], *b = &sketch->places.at[i];
    if (a->row == b->row && b->column > a->column) gap = MIN(gap, b->column - a->column);
  }
  return MAX(gap, 1);
}

// ---- names ---------------------------------------------------------------------------------------

// What the coordinates of a place are made of: "B" and "12".
typedef struct Name {
  char part[2][MARK_BYTES];
} Name;

enum { LETTERS, NUMBER };

static bool read_name(const char *label, Name *name) {
  size_t letters = 0, digits = 0;
  if (!label) return false;
  while (isupper((unsigned char)label[letters])) letters++;
  while (isdigit((unsigned char)label[letters + digits])) digits++;
  if (!letters || !digits || label[letters + digits] || letters >= MARK_BYTES || digits >= MARK_BYTES) return false;
  snprintf(name->part[LETTERS], MARK_BYTES, "%.*s", (int)letters, label);
  snprintf(name->part[NUMBER], MARK_BYTES, "%s", label + letters);
  return true;
}

// The names of all places, or NULL when one has none.
static Name *read_names(const TextLayout *sketch, const Game *game) {
  Name *names = mem_alloc_zero(sizeof *names * sketch->places.n);
  for (size_t i = 0; i < sketch->places.n; i++) {
    const Place *place = &sketch->places.at[i];
    const char *const *labels = game->board->sites[place->type].label;
    if (place->type == game->site_type && labels && read_name(labels[place->site], &names[i])) continue;
    mem_free(names);
    return NULL;
  }
  return names;
}

static void add_mark(TextLayout *sketch, const Name *name, int part, int row, int column) {
  Mark mark = {.row = row, .column = column, .number = part == NUMBER};
  snprintf(mark.text, MARK_BYTES, "%s", name->part[part]);
  VEC_PUSH(&sketch->marks, mark);
}

// The places of one column (by their letters) or of one row (by their number).
typedef struct NamedLine {
  const Name *name;  // of the first place; NULL without places
  size_t n;
} NamedLine;

// False when places of one line have different names.
static bool read_lines(const TextLayout *sketch, const Name *names, int part, NamedLine *lines) {
  for (size_t i = 0; i < sketch->places.n; i++) {
    const Place *place = &sketch->places.at[i];
    NamedLine *line = &lines[part == LETTERS ? place->column : place->row];
    if (line->name && strcmp(line->name->part[part], names[i].part[part]) != 0) return false;
    if (!line->name) line->name = &names[i];
    line->n++;
  }
  return true;
}

// Of several lines with one name the longest has it.
static bool has_name(const NamedLine *lines, int n, int part, int i) {
  for (int j = 0; j < n; j++) {
    if (j == i || !lines[j].name || strcmp(lines[i].name->part[part], lines[j].name->part[part]) != 0) continue;
    if (lines[j].n > lines[i].n || (lines[j].n == lines[i].n && j < i)) return false;
  }
  return true;
}

// Names rows or columns; false when that cannot be, or leaves too many of them without a name.
static bool name_lines(TextLayout *sketch, const Name *names, int part) {
  int n = part == LETTERS ? sketch->columns : sketch->rows;
  NamedLine *lines = mem_alloc_zero(sizeof *lines * (size_t)n);
  bool good = read_lines(sketch, names, part, lines);
  size_t nameless = 0;
  for (int i = 0; good && i < n; i++) {
    if (!lines[i].name) continue;
    if (!has_name(lines, n, part, i)) nameless += lines[i].n;
    else if (part == LETTERS) add_mark(sketch, lines[i].name, part, sketch->rows, i);
    else add_mark(sketch, lines[i].name, part, i, -1);
  }
  mem_free(lines);
  return good && nameless * 4 <= sketch->places.n;
}

static bool name_grid(TextLayout *sketch, const Name *names) {
  bool good = name_lines(sketch, names, LETTERS) && name_lines(sketch, names, NUMBER);
  if (!good) VEC_CLEAR(&sketch->marks);
  sketch->grid = good;
  sketch->rows += good;
  return good;
}

static bool is_first_of_name(const Name *names, size_t i, int part) {
  for (size_t j = 0; j < i; j++) {
    if (!strcmp(names[i].part[part], names[j].part[part])) return false;
  }
  return true;
}

// ---- names of diagonals --------------------------------------------------------------------------

// Whether a is nearer to the end of its diagonal than b: letters stand at lower ends, numbers at left ones.
static bool is_nearer_end(const Place *a, const Place *b, int part) {
  if (part == LETTERS) return a->row != b->row ? a->row > b->row : a->column < b->column;
  return a->column != b->column ? a->column < b->column : a->row > b->row;
}

// The place at the end of the diagonal called like place i, and the one before it (or NULL).
static const Place *diagonal_end(const TextLayout *sketch, const Name *names, size_t i, int part,
                                 const Place **before) {
  const Place *end = NULL;
  *before = NULL;
  for (size_t j = 0; j < sketch->places.n; j++) {
    const Place *place = &sketch->places.at[j];
    if (strcmp(names[i].part[part], names[j].part[part]) != 0) continue;
    if (!end || is_nearer_end(place, end, part)) *before = end, end = place;
    else if (!*before || is_nearer_end(place, *before, part)) *before = place;
  }
  return end;
}

// The step along all diagonals of that kind, towards their ends. False when they differ.
static bool common_step(const TextLayout *sketch, const Name *names, int part, int *down, int *right) {
  *down = *right = 0;
  for (size_t i = 0; i < sketch->places.n; i++) {
    const Place *before, *end = diagonal_end(sketch, names, i, part, &before);
    if (!before) continue;
    int d = end->row - before->row, r = end->column - before->column;
    if ((*down || *right) && (d != *down || r != *right)) return false;
    *down = d;
    *right = r;
  }
  return part == LETTERS ? *down > 0 : *right < 0;
}

static bool is_free(const TextLayout *sketch, int row, int column) {
  for (size_t i = 0; i < sketch->places.n; i++) {
    if (sketch->places.at[i].row == row && sketch->places.at[i].column == column) return false;
  }
  for (size_t i = 0; i < sketch->marks.n; i++) {
    if (sketch->marks.at[i].row == row && sketch->marks.at[i].column == column) return false;
  }
  return true;
}

static bool name_diagonals(TextLayout *sketch, const Name *names, int part) {
  int down, right;
  if (!common_step(sketch, names, part, &down, &right)) return false;
  for (size_t i = 0; i < sketch->places.n; i++) {
    if (!is_first_of_name(names, i, part)) continue;
    const Place *before, *end = diagonal_end(sketch, names, i, part, &before);
    if (!is_free(sketch, end->row + down, end->column + right)) return false;
    add_mark(sketch, &names[i], part, end->row + down, end->column + right);
  }
  return true;
}

// Moves everything so that no mark is left of column 0 or above row 0.
static void make_room(TextLayout *sketch) {
  int left = 0, top = 0;
  for (size_t i = 0; i < sketch->marks.n; i++) left = MIN(left, sketch->marks.at[i].column);
  for (size_t i = 0; i < sketch->marks.n; i++) top = MIN(top, sketch->marks.at[i].row);
  for (size_t i = 0; i < sketch->places.n; i++) sketch->places.at[i].column -= left, sketch->places.at[i].row -= top;
  sketch->rows -= top;
  sketch->columns -= left;
  for (size_t i = 0; i < sketch->marks.n; i++) {
    Mark *mark = &sketch->marks.at[i];
    mark->column -= left;
    mark->row -= top;
    sketch->rows = MAX(sketch->rows, mark->row + 1);
    sketch->columns = MAX(sketch->columns, mark->column + 1);
  }
}

static void add_names(TextLayout *sketch, const Game *game) {
  Name *names = read_names(sketch, game);
  bool named = names && name_grid(sketch, names);
  if (names && !named) {
    if (name_diagonals(sketch, names, NUMBER) && name_diagonals(sketch, names, LETTERS)) make_room(sketch);
    else VEC_CLEAR(&sketch->marks);
  }
  mem_free(names);
}

// ---- lines ---------------------------------------------------------------------------------------

static const Place *place_of(const TextLayout *sketch, int32_t site) {
  for (size_t i = 0; i < sketch->places.n; i++) {
    if (sketch->places.at[i].site == site) return &sketch->places.at[i];
  }
  return NULL;
}

// Only points of one kind are linked, and not the holes of sowing games.
static bool may_link(const TextLayout *sketch, const Game *game) {
  bool owned = false;
  for (int i = 1; i < game->n_components; i++) owned |= game->components[i].owner <= game->players;
  return owned && game->site_type == SITE_VERTEX && !is_used(game, SITE_CELL) && !is_used(game, SITE_EDGE) &&
         sketch->places.n <= LINKED_PLACES_MAX;
}

// Neighbours in rows and in columns, linked or not.
static size_t count_neighbours(const TextLayout *sketch) {
  size_t n = 0;
  for (size_t i = 0; i < sketch->places.n; i++) {
    bool right = false, below = false;
    for (size_t j = 0; j < sketch->places.n; j++) {
      const Place *a = &sketch->places.at[i], *b = &sketch->places.at[j];
      right |= b->row == a->row && b->column > a->column;
      below |= b->column == a->column && b->row > a->row;
    }
    n += (size_t)right + (size_t)below;
  }
  return n;
}

static bool is_straight(const Link *link) {
  int down = abs(link->to_row - link->row), right = abs(link->to_column - link->column);
  return !down || !right || down == right;
}

// Lines are of use only if they are not those of a plain grid, and can be drawn.
static bool links_help(const TextLayout *sketch) {
  bool slanted = false;
  for (size_t i = 0; i < sketch->links.n; i++) {
    const Link *link = &sketch->links.at[i];
    if (!is_straight(link)) return false;
    slanted |= link->row != link->to_row && link->column != link->to_column;
  }
  return slanted || sketch->links.n != count_neighbours(sketch);
}

static void add_links(TextLayout *sketch, const Game *game) {
  if (!may_link(sketch, game)) return;
  const TopoSites *edges = &game->board->sites[SITE_EDGE];
  for (int32_t e = 0; e < edges->n; e++) {
    SiteList ends = lists_get(&edges->incident[SITE_VERTEX], e);
    const Place *a = ends.n == 2 ? place_of(sketch, ends.at[0]) : NULL;
    const Place *b = ends.n == 2 ? place_of(sketch, ends.at[1]) : NULL;
    if (a && b) VEC_PUSH(&sketch->links, (Link){a->row, a->column, b->row, b->column});
  }
  if (!links_help(sketch)) VEC_CLEAR(&sketch->links);
}

// ---- all of it -----------------------------------------------------------------------------------

void text_layout_make(TextLayout *sketch, const Game *game) {
  *sketch = (TextLayout){0};
  for (int type = 0; type < SITE_TYPES; type++) {
    if (is_used(game, (SiteType)type)) add_places(sketch, game, (SiteType)type);
  }
  if (!sketch->places.n) return;
  lay_out(sketch, game->board->unit > 0 ? game->board->unit : 1);
  add_names(sketch, game);
  add_links(sketch, game);
}

void text_layout_free(TextLayout *sketch) {
  VEC_FREE(&sketch->places);
  VEC_FREE(&sketch->marks);
  VEC_FREE(&sketch->links);
}
