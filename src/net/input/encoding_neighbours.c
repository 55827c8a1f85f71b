// Which token is next to which: one slot for each direction that is common on the board, turned to the viewer; slots
// for what touches a site (where a game has pieces on cells and on edges), for the way along tracks, and spare ones for
// neighbours whose direction has no slot or has it taken. On a square board that makes a convolution of 3 x 3, on a
// hexagonal one of 7. For U-nets there are grids of larger and larger cells.
#include "net/input/encoding_internal.h"

#include <math.h>
#include <stdlib.h>

enum {
  SLOTS_SAME = 12,  // directions to sites of the same type
  SLOTS_OTHER = 4,  // places that touch the site
  SLOTS_SPARE = 3,
  TRACK_SLOTS = 4,  // next and previous on my track, and on the next player's
  WIDE = 6,         // with so many adjacent sites diagonal ones do not count as neighbours
};

// ---- directions ----------------------------------------------------------------------------------

typedef struct Slots {
  int8_t of_dir[DIRS];       // slot of a direction, or -1
  int n;                     // itself and the directions
  int other, tracks, spare;  // first slot of each group, -1: none
  int n_spare;
  int total;
} Slots;

// The direction of a step, turned back to how the viewer sees it; DIR_NONE when it has no single one.
static Dir seen_dir(const NetSection *s, SiteType type, int32_t from, int32_t to, int turn) {
  int n;
  const TopoStep *steps = topo_steps(s->game->board, type, from, &n);
  for (int i = 0; i < n; i++) {
    if (steps[i].to_type != type || steps[i].to != to) continue;
    FOR_DIRS(d, steps[i].dirs) {
      if (!dir_is_specific(d)) continue;
      Dir seen = d;
      for (int k = 0; k < turn && dir_family(d) == DIR_FAMILY_COMPASS; k++) seen = dir_left(seen);
      return seen;
    }
  }
  return DIR_NONE;
}

static int most_adjacent(const NetSection *s, SiteType type) {
  int most = 0;
  for (int32_t site = 0; site < topo_count(s->game->board, type); site++) {
    most = MAX(most, topo_neighbours(s->game->board, type, RELATION_ADJACENT, site).n);
  }
  return most;
}

typedef void NeighbourFn(void *self, int token, int neighbour, Dir dir);

// A direction along a row of columns together with up or down.
static Dir slanted(Dir dir, bool up) {
  bool first = dir == DIR_E || dir == DIR_N;
  if (up) return first ? DIR_UE : DIR_UW;
  return first ? DIR_DE : DIR_DW;
}

static void visit_list(const NetSection *s, SiteType type, int32_t site, SiteList list, int turn, NeighbourFn *each,
                       void *self) {
  for (int i = 0; i < list.n; i++) {
    if (list.at[i] == site) continue;
    Dir dir = seen_dir(s, type, site, list.at[i], turn);
    int token = s->token_of[type][site], near = s->token_of[type][list.at[i]];
    for (int level = 0; level < s->levels; level++) {
      each(self, token + level, near + level, dir);
      if (level + 1 < s->levels) each(self, token + level, near + level + 1, slanted(dir, true));
      if (level > 0) each(self, token + level, near + level - 1, slanted(dir, false));
    }
  }
}

// The levels above and below in the same column.
static void visit_column(const NetSection *s, int token, NeighbourFn *each, void *self) {
  for (int level = 0; level < s->levels; level++) {
    if (level + 1 < s->levels) each(self, token + level, token + level + 1, DIR_U);
    if (level > 0) each(self, token + level, token + level - 1, DIR_D);
  }
}

// All neighbours of all sites of a section, as the viewer sees their directions.
static void visit_neighbours(const NetSection *s, Player viewer, NeighbourFn *each, void *self) {
  int turn = encoding_turn(s->game, viewer);
  for (int type = 0; type < SITE_TYPES; type++) {
    if (!s->on[type]) continue;
    bool diagonals = most_adjacent(s, (SiteType)type) < WIDE;
    for (int32_t site = 0; site < topo_count(s->game->board, (SiteType)type); site++) {
      SiteList near = topo_neighbours(s->game->board, (SiteType)type, RELATION_ADJACENT, site);
      visit_list(s, (SiteType)type, site, near, turn, each, self);
      SiteList far = topo_neighbours(s->game->board, (SiteType)type, RELATION_DIAGONAL, site);
      if (diagonals) visit_list(s, (SiteType)type, site, far, turn, each, self);
      visit_column(s, s->token_of[type][site], each, self);
    }
  }
}

static void count_dir(void *self, int token, int neighbour, Dir dir) {
  int *counts = self;
  if (dir != DIR_NONE) counts[dir]++;
}

static bool mixes_types(const EncodingBuilder *b) {
  for (int i = 0; i < b->e->n_sections; i++) {
    int types = 0;
    for (int type = 0; type < SITE_TYPES; type++) types += b->sections[i].on[type];
    if (types > 1) return true;
  }
  return false;
}

static bool has_tracks(const EncodingBuilder *b) {
  for (int i = 0; i < b->e->n_sections; i++) {
    if (b->sections[i].game->n_tracks) return true;
  }
  return false;
}

static void add_slot_name(EncodingBuilder *b, const char *name, int i) {
  VEC_PUSH(&b->directions, i < 0 ? name : arena_printf(b->arena, "%s %d", name, i + 1));
}

// The commonest directions get slots of their own.
static void choose_directions(EncodingBuilder *b, Slots *slots) {
  int counts[DIRS] = {0};
  for (int i = 0; i < b->e->n_sections; i++) visit_neighbours(&b->sections[i], 1, count_dir, counts);
  memset(slots->of_dir, -1, sizeof slots->of_dir);
  add_slot_name(b, "itself", -1);
  slots->n = 1;
  while (slots->n <= SLOTS_SAME) {
    int best = -1;
    for (int d = 0; d < DIRS; d++) {
      if (counts[d] && slots->of_dir[d] < 0 && (best < 0 || counts[d] > counts[best])) best = d;
    }
    if (best < 0) break;
    slots->of_dir[best] = (int8_t)slots->n++;
    add_slot_name(b, dir_name((Dir)best), -1);
  }
}

// ---- filling in ----------------------------------------------------------------------------------

typedef struct SlotFiller {
  const Slots *slots;
  int32_t *table;
  int width;       // slots of a row in the table
  int most_spare;  // that would have been used
} SlotFiller;

static void put_spare(SlotFiller *f, int32_t *row, int neighbour) {
  for (int i = 0; i < SLOTS_SPARE; i++) {
    int32_t *slot = &row[f->slots->spare + i];
    if (*slot == neighbour) return;
    if (*slot >= 0) continue;
    *slot = neighbour;
    f->most_spare = MAX(f->most_spare, i + 1);
    return;
  }
}

static void put_neighbour(void *self, int token, int neighbour, Dir dir) {
  SlotFiller *f = self;
  int32_t *row = f->table + (size_t)token * (size_t)f->width;
  int slot = dir == DIR_NONE ? -1 : f->slots->of_dir[dir];
  if (slot >= 0 && row[slot] == neighbour) return;
  if (slot >= 0 && row[slot] < 0) row[slot] = neighbour;
  else put_spare(f, row, neighbour);
}

// Vertices and edges of cells, and so on, where pieces can be on several types of sites.
static void put_incident(SlotFiller *f, const NetSection *s) {
  for (int type = 0; type < SITE_TYPES; type++) {
    for (int32_t site = 0; s->on[type] && site < topo_count(s->game->board, (SiteType)type); site++) {
      int32_t *row = f->table + (size_t)s->token_of[type][site] * (size_t)f->width;
      int used = 0;
      for (int other = 0; other < SITE_TYPES; other++) {
        if (other == type || !s->on[other]) continue;
        SiteList touching = topo_incident(s->game->board, (SiteType)type, site, (SiteType)other);
        for (int i = 0; i < touching.n && used < SLOTS_OTHER; i++) {
          row[f->slots->other + used++] = s->token_of[other][touching.at[i]];
        }
      }
    }
  }
}

static const Track *track_of(const Game *game, Player owner) {
  for (int i = 0; i < game->n_tracks; i++) {
    if (game->tracks[i].owner == owner) return &game->tracks[i];
  }
  return NULL;
}

static int token_on_track(const NetSection *s, Site site) {
  SiteType type = s->game->site_type;
  return site >= 0 && site < s->game->sites[type] && s->token_of[type] ? s->token_of[type][site] : -1;
}

static void put_track(SlotFiller *f, const NetSection *s, const Track *track, int slot) {
  for (int i = 0; track && i < track->n; i++) {
    int token = token_on_track(s, track->elems[i].site);
    if (token < 0) continue;
    int32_t *row = f->table + (size_t)token * (size_t)f->width + slot;
    if (row[0] < 0) row[0] = token_on_track(s, track->elems[i].next);
    if (row[1] < 0) row[1] = token_on_track(s, track->elems[i].prev);
  }
}

static void put_tracks(SlotFiller *f, const NetSection *s, Player viewer) {
  const Track *mine = track_of(s->game, viewer);
  put_track(f, s, mine ? mine : track_of(s->game, 0), f->slots->tracks);
  if (s->game->players > 1) put_track(f, s, track_of(s->game, viewer % s->game->players + 1), f->slots->tracks + 2);
}

static int32_t *fill_view(EncodingBuilder *b, SlotFiller *f, Player viewer) {
  size_t size = (size_t)b->e->tokens * (size_t)f->width;
  f->table = ARENA_ARRAY(b->arena, int32_t, size + 1);
  for (size_t i = 0; i < size; i++) f->table[i] = -1;
  for (int t = 0; t < b->e->tokens; t++) f->table[(size_t)t * (size_t)f->width] = t;
  for (int i = 0; i < b->e->n_sections; i++) {
    const NetSection *s = &b->sections[i];
    if (f->slots->other >= 0) put_incident(f, s);
    if (f->slots->tracks >= 0) put_tracks(f, s, viewer);
    visit_neighbours(s, viewer, put_neighbour, f);
  }
  return f->table;
}

void encoding_neighbours(EncodingBuilder *b, NetView *views) {
  static const char *const track_names[] = {"next on the track", "previous on the track",
                                            "next on the opponent's track", "previous on the opponent's track"};
  Slots slots = {.other = -1, .tracks = -1};
  choose_directions(b, &slots);
  slots.total = slots.n;
  if (mixes_types(b)) {
    slots.other = slots.total;
    for (int i = 0; i < SLOTS_OTHER; i++) add_slot_name(b, "touching", i);
    slots.total += SLOTS_OTHER;
  }
  if (has_tracks(b)) {
    slots.tracks = slots.total;
    for (int i = 0; i < TRACK_SLOTS; i++) add_slot_name(b, track_names[i], -1);
    slots.total += TRACK_SLOTS;
  }
  slots.spare = slots.total;
  SlotFiller f = {.slots = &slots, .width = slots.total + SLOTS_SPARE};
  int players = b->e->players;
  for (Player p = 1; p <= players; p++) views[p].neighbours = fill_view(b, &f, p);
  for (int i = 0; i < f.most_spare; i++) add_slot_name(b, "other neighbour", i);
  // Spare slots that nobody needs are cut off.
  int width = slots.total + f.most_spare;
  for (Player p = 1; p <= players; p++) {
    int32_t *table = (int32_t *)views[p].neighbours;
    for (int t = 0; t < b->e->tokens; t++) {
      memmove(table + (size_t)t * (size_t)width, table + (size_t)t * (size_t)f.width, (size_t)width * sizeof *table);
    }
  }
  b->e->directions = width;
  static_assert(1 + SLOTS_SAME + SLOTS_OTHER + TRACK_SLOTS + SLOTS_SPARE <= NET_NEIGHBOURS_MAX, "room for all slots");
}

// ---- grids for U-nets ----------------------------------------------------------------------------

typedef struct CellKey {
  int32_t at[4];  // column, row, layer of the grid, and which board or hand
  int32_t from;   // the cell or token it stands for
} CellKey;

static int by_key(const void *a, const void *b) {
  const CellKey *l = a, *r = b;
  int order = memcmp(l->at, r->at, sizeof l->at);
  return order ? order : (l->from > r->from) - (l->from < r->from);
}

static int by_place(const void *a, const void *b) {
  return memcmp(((const CellKey *)a)->at, ((const CellKey *)b)->at, sizeof((const CellKey *)a)->at);
}

static int32_t halve(int32_t value) { return value >= 0 ? value / 2 : -((1 - value) / 2); }

// Numbers the different keys in order; returns how many there are. keys: sorted, one for each of the level below.
static int number_cells(CellKey *keys, int n, int32_t *cell_of) {
  qsort(keys, (size_t)n, sizeof *keys, by_key);
  int cells = 0;
  for (int i = 0; i < n; i++) {
    if (i && memcmp(keys[i].at, keys[i - 1].at, sizeof keys[i].at)) cells++;
    cell_of[keys[i].from] = cells;
  }
  return n ? cells + 1 : 0;
}

// The offset of neighbour k of a 3 x 3 grid, turned by quarter turns.
static void grid_offset(int k, int quarters, int32_t *dx, int32_t *dy) {
  static const int8_t x[9] = {0, 0, 1, 1, 1, 0, -1, -1, -1}, y[9] = {0, 1, 1, 0, -1, -1, -1, 0, 1};
  *dx = x[k];
  *dy = y[k];
  for (int i = 0; i < quarters; i++) {
    int32_t old = *dx;
    *dx = *dy;
    *dy = -old;
  }
}

static void link_cells(const CellKey *cells, int n, int quarters, int32_t *out) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 9; k++) {
      CellKey key = cells[i];
      int32_t dx, dy;
      grid_offset(k, quarters, &dx, &dy);
      key.at[0] += dx;
      key.at[1] += dy;
      const CellKey *found = bsearch(&key, cells, (size_t)n, sizeof *cells, by_place);
      out[i * 9 + k] = found ? (int32_t)(found - cells) : -1;
    }
  }
}

// The keys of the tokens: half units become units, so that the first grid has cells of two units.
static void token_keys(const EncodingBuilder *b, const NetView *view, CellKey *keys) {
  for (int i = 0; i < b->e->n_sections; i++) {
    const NetSection *s = &b->sections[i];
    for (int t = s->first; t < s->first + s->n; t++) {
      const int32_t *place = view->places + (size_t)t * NET_PLACES;
      keys[t] = (CellKey){{halve(place[0]), halve(place[1]), halve(place[2]), place[3] * b->e->n_sections + i}, t};
    }
  }
}

// How far the board is turned for a player more than for the first.
static int quarter_turns(const EncodingBuilder *b, Player viewer) {
  if (b->e->kind == NET_PLANES) return 0;
  const Game *game = b->sections[0].game;
  return (encoding_turn(game, viewer) - encoding_turn(game, 1) + 16 + 2) / 4 % 4;
}

static bool add_level(EncodingBuilder *b, CellKey *keys, int below, NetLevel *level) {
  int32_t *cell_of = ARENA_ARRAY(b->arena, int32_t, below);
  for (int i = 0; i < below; i++) {
    for (int k = 0; k < 3; k++) keys[i].at[k] = halve(keys[i].at[k]);
    keys[i].from = i;
  }
  int cells = number_cells(keys, below, cell_of), n = 0;
  if (cells >= below) return false;
  for (int i = 0; i < below; i++) {
    if (!i || memcmp(keys[i].at, keys[i - 1].at, sizeof keys[i].at)) keys[n++] = keys[i];
  }
  int32_t *neighbours = ARENA_ARRAY(b->arena, int32_t, (size_t)b->e->players * (size_t)cells * 9);
  for (int p = 0; p < b->e->players; p++) {
    link_cells(keys, cells, quarter_turns(b, p + 1), neighbours + (size_t)p * (size_t)cells * 9);
  }
  *level = (NetLevel){cells, cell_of, neighbours};
  return true;
}

void encoding_levels(EncodingBuilder *b, NetView *views) {
  NetLevel *levels = ARENA_ARRAY(b->arena, NetLevel, NET_LEVELS_MAX);
  CellKey *keys = ARENA_ARRAY(b->arena, CellKey, b->e->tokens + 1);
  if (b->e->kind == NET_TOKENS) token_keys(b, &views[1], keys);
  else {
    for (int t = 0; t < b->e->tokens; t++) {
      const int32_t *place = views[1].places + (size_t)t * NET_PLACES;
      keys[t] = (CellKey){{place[0] / 2, place[1] / 2, 0, 0}, t};
    }
  }
  int below = b->e->tokens;
  b->e->level = levels;
  while (b->e->levels < NET_LEVELS_MAX && below > 4 && add_level(b, keys, below, &levels[b->e->levels])) {
    below = levels[b->e->levels++].cells;
  }
}
