// Radials of large boards. Listed site by site for every set of directions that some kind of piece has, they would be
// too much for a compiler: a unit has the next site in each direction instead, and follows it. So do functions that
// kinds of pieces with different directions share.
#include "emit/emit_internal.h"

enum { WAYS_MOST = 32, NO_SITE = -1 };

// The directions of a board in which every site has one radial at most, which the next sites tell.
struct WayTable {
  int n, longest;
  uint8_t dirs[WAYS_MOST];
  int32_t *next[WAYS_MOST];  // by site
  const char *name;          // of the table in the unit, NULL: not written yet
};

// The radial in a direction is what the next sites tell.
static bool is_followed(const Emitter *e, SiteType type, Site site, Dir dir, const int32_t *next) {
  Radials radials = topo_radials(e->game->board, type, site, dir);
  if (radials.n == 0) return next[site] == NO_SITE;
  SiteList line = topo_radial(e->game->board, type, radials.ids[0]);
  if (radials.n > 1 || line.at[0] != site) return false;
  for (int i = 0; i + 1 < line.n; i++) {
    if (next[line.at[i]] != line.at[i + 1]) return false;
  }
  return next[line.at[line.n - 1]] == NO_SITE;
}

static void find_way(Emitter *e, SiteType type, Dir dir, WayTable *table) {
  int n = emit_board_sites(e, type), longest = 0;
  int32_t *next = arena_alloc(e->arena, (size_t)n * sizeof *next);
  for (Site site = 0; site < n; site++) {
    Radials radials = topo_radials(e->game->board, type, site, dir);
    SiteList line = radials.n ? topo_radial(e->game->board, type, radials.ids[0]) : (SiteList){0};
    next[site] = line.n > 1 ? line.at[1] : NO_SITE;
    longest = MAX(longest, line.n - 1);
  }
  if (!longest || table->n == WAYS_MOST) return;
  for (Site site = 0; site < n; site++) {
    if (!is_followed(e, type, site, dir, next)) return;
  }
  table->next[table->n] = next;
  table->dirs[table->n++] = (uint8_t)dir;
  table->longest = MAX(table->longest, longest);
}

static WayTable *ways_of(Emitter *e, SiteType type) {
  if (e->ways[type]) return e->ways[type];
  WayTable *table = e->ways[type] = arena_zero(e->arena, sizeof *table);
  for (int dir = DIR_N; dir < DIRS; dir++) find_way(e, type, (Dir)dir, table);
  return table;
}

static void write_next(Emitter *e, SiteType type, WayTable *table) {
  int n = emit_board_sites(e, type);
  Text *out = &e->tables;
  table->name = emit_text(e, "NEXT%d", type);
  text_printf(out, "enum { LONGEST%d = %d };\nstatic const i16 %s[%d][%d] = {", type, table->longest, table->name,
              table->n, n);
  for (int w = 0; w < table->n; w++) {
    text_puts(out, "\n {");
    for (int i = 0; i < n; i++) text_printf(out, "%s%d,", i % 32 ? "" : "\n  ", table->next[w][i]);
    text_puts(out, "},");
  }
  text_puts(out, "\n};\n");
  if (emit_find_table(e, "along")) return;
  emit_note_table(e, "along", "along");
  text_puts(out,
            "// The first sites of a radial; how many there are.\n"
            "INLINE int along(const i16 *next, int from, i16 *ray, int most) {\n  int n = 0;\n"
            "  for (int to = next[from]; to >= 0 && n < most; to = next[to]) ray[n++] = (i16)to;\n  return n;\n}\n");
}

// ---- the ways of a list of directions -----------------------------------------------------------

typedef struct Row {
  uint8_t at[WAYS_MOST];
  int n;
} Row;

// The way of a radial, -1: none.
static int way_of(const WayTable *table, SiteList line) {
  for (int w = 0; w < table->n; w++) {
    int32_t at = line.at[0];
    int i = 0;
    while (i < line.n && at == line.at[i]) at = table->next[w][line.at[i++]];
    if (i == line.n && at == NO_SITE) return w;
  }
  return -1;
}

static bool has_way(const Row *row, int way) {
  for (int i = 0; i < row->n; i++) {
    if (row->at[i] == way) return true;
  }
  return false;
}

// The ways of the radials of a site, in their order; once: each once. False when one is not a way.
static bool add_ways(const Emitter *e, SiteType type, const WayTable *table, Site site, const DirList *dirs, bool once,
                     Row *row) {
  for (int d = 0; d < dirs->n; d++) {
    Radials radials = topo_radials(e->game->board, type, site, (Dir)dirs->at[d]);
    for (int r = 0; r < radials.n; r++) {
      SiteList line = topo_radial(e->game->board, type, radials.ids[r]);
      if (line.n < 2) continue;
      int way = way_of(table, line);
      if (way < 0 || row->n == WAYS_MOST) return false;
      if (!once || !has_way(row, way)) row->at[row->n++] = (uint8_t)way;
    }
  }
  return true;
}

// Whether the radials of a site are those of the row, without the ways that lead off the board at once.
static bool has_row(const WayTable *table, Site site, const Row *own, const Row *row) {
  int k = 0;
  for (int i = 0; i < row->n; i++) {
    if (table->next[row->at[i]][site] == NO_SITE) continue;
    if (k == own->n || own->at[k++] != row->at[i]) return false;
  }
  return k == own->n;
}

// Whether steps lead to the next sites of the row, all of them different.
static bool has_steps(const Emitter *e, SiteType type, const WayTable *table, Site site, const DirList *dirs,
                      const Row *row) {
  int32_t to[WAYS_MOST];
  bool met[WAYS_MOST] = {0};
  int n = 0;
  for (int i = 0; i < row->n; i++) {
    int32_t next = table->next[row->at[i]][site];
    for (int k = 0; k < n; k++) {
      if (to[k] == next) return false;
    }
    if (next != NO_SITE) to[n++] = next;
  }
  for (int d = 0; d < dirs->n; d++) {
    SiteList near = topo_step_list(e->game->board, type, site, (Dir)dirs->at[d]);
    for (int i = 0; i < near.n; i++) {
      int k = 0;
      while (k < n && to[k] != near.at[i]) k++;
      if (k == n) return false;
      met[k] = true;
    }
  }
  for (int k = 0; k < n; k++) {
    if (!met[k]) return false;
  }
  return true;
}

// The row of a list of directions: the radials of the site that has most of them.
static bool find_row(const Emitter *e, SiteType type, const WayTable *table, const DirList *dirs, bool steps,
                     Row *row) {
  int n = emit_board_sites(e, type);
  *row = (Row){0};
  for (Site site = 0; site < n; site++) {
    Row own = {0};
    if (!add_ways(e, type, table, site, dirs, steps, &own)) return false;
    if (own.n > row->n) *row = own;
  }
  for (Site site = 0; site < n; site++) {
    Row own = {0};
    add_ways(e, type, table, site, dirs, steps, &own);
    if (!has_row(table, site, &own, row)) return false;
    if (steps && !has_steps(e, type, table, site, dirs, row)) return false;
  }
  return true;
}

static void add_row(Text *out, const Row *row) {
  text_printf(out, "{%d", row->n);
  for (int i = 0; i < row->n; i++) text_printf(out, ", %d", row->at[i]);
  text_puts(out, "}");
}

// A table under a name that the same content has everywhere.
static const char *row_table(Emitter *e, const char *bounds, Text *content) {
  const char *rows = arena_text(e->arena, text_str(content)), *key = emit_text(e, "ways %s", rows),
             *name = emit_find_table(e, key);
  if (!name) {
    name = emit_name(e, "WAYS_");
    text_printf(&e->tables, "static const u8 %s%s = %s;\n", name, bounds, rows);
    emit_note_table(e, key, name);
  }
  text_free(content);
  return name;
}

static const char *one_row(Emitter *e, SiteType type, const WayTable *table, const DirList *dirs, bool steps) {
  Row row;
  if (!find_row(e, type, table, dirs, steps, &row)) return "";
  Text content = {0};
  add_row(&content, &row);
  return row_table(e, "[]", &content);
}

static const char *row_by_var(Emitter *e, SiteType type, const WayTable *table, const DirList *dirs, bool steps) {
  Text content = {0};
  int most = 0;
  text_puts(&content, "{");
  for (int d = 0; d < DIRS; d++) {
    Row row;
    if (!find_row(e, type, table, &dirs->lists[d], steps, &row)) {
      text_free(&content);
      return "";
    }
    most = MAX(most, row.n);
    add_row(&content, &row);
    text_puts(&content, ", ");
  }
  text_puts(&content, "}");
  return row_table(e, emit_text(e, "[%d][%d]", DIRS, most + 1), &content);
}

static const char *row_key(Emitter *e, SiteType type, const DirList *dirs, bool steps) {
  if (dirs->var) return emit_text(e, "row of %s %d %d", dirs->key, type, steps);
  const char *key = emit_text(e, "row %d %d", type, steps);
  for (int i = 0; i < dirs->n; i++) key = emit_text(e, "%s %d", key, dirs->at[i]);
  return key;
}

bool emit_ways(Emitter *e, SiteType type, const DirList *dirs, bool steps, Ways *out) {
  enum { SITES_LEAST = 512 };
  bool large = emit_board_sites(e, type) >= SITES_LEAST;
  if ((!large && !e->shared) || emit_board_sites(e, type) > INT16_MAX) return false;
  const char *key = row_key(e, type, dirs, steps), *row = emit_find_table(e, key);
  WayTable *table = ways_of(e, type);
  if (!row) {
    row = dirs->var ? row_by_var(e, type, table, dirs, steps) : one_row(e, type, table, dirs, steps);
    emit_note_table(e, key, row);
  }
  if (!*row) return false;
  if (!table->name) write_next(e, type, table);
  *out = (Ways){.row = dirs->var ? emit_text(e, "%s[%s]", row, dirs->var) : row, .next = table->name, .type = type};
  return true;
}

// ---- loops --------------------------------------------------------------------------------------

const char *emit_open_ways(Emitter *e, const Ways *ways, const char **number) {
  const char *q = emit_name(e, "q"), *n = emit_name(e, "n"), *next = emit_name(e, "next");
  emit_line(e, "const u8 *%s = %s;", q, emit_shared_row(e, ways->row));
  emit_open(e, "for (int %s = *%s++; %s > 0; %s--)", n, q, n, n);
  emit_line(e, "const i16 *const %s = %s[*%s++];", next, ways->next, q);
  if (number) *number = n;
  return next;
}
