// Tiles: sides are numbered from the first orthogonal direction on; a path joins two sides in one colour.
#include "state/run/op_functions.h"

static const Component *tile_at(const Position *x, int32_t site) {
  int32_t what = site_valid(x, SITE_CELL, site) ? site_what(x, SITE_CELL, site, -1) : 0;
  return component_of(x, what)->kind == COMPONENT_TILE ? component_of(x, what) : NULL;
}

static int sides_of_cells(const Position *x) { return topo_incident(x->game->board, SITE_CELL, 0, SITE_EDGE).n; }

static int ways(const Position *x, Relation relation) {
  return MAX(x->game->board->sites[SITE_CELL].n_ordered[relation], 1);
}

// How many sides a tile is turned by.
static int turns_of(const Position *x, int32_t site) {
  int ratio = MAX(ways(x, RELATION_ADJACENT) / ways(x, RELATION_ORTHOGONAL), 1);
  return site_rotation(x, SITE_CELL, site, -1) / ratio;
}

static int slots_of(const Component *tile, int side) {
  if (tile->n_slots == 0) return 1;
  return tile->n_slots == 1 ? tile->slots[0] : side < tile->n_slots ? tile->slots[side] : 0;
}

// The side of the tile itself that now lies on a side of the cell.
static int own_side(const Position *x, int32_t site, int side) {
  int n = sides_of_cells(x);
  return ((side - turns_of(x, site)) % n + n) % n;
}

// The colour at a slot of a side as the tile lies, 0 for none. The last path that ends there counts.
static int colour_at(const Position *x, int32_t site, const Component *tile, int side, int slot) {
  int own = own_side(x, site, side), colour = 0;
  for (int i = 0; i < tile->n_paths; i++) {
    const TilePath *path = &tile->paths[i];
    bool here = (path->from == own && path->from_slot == slot) || (path->to == own && path->to_slot == slot);
    if (here) colour = path->colour;
  }
  return colour;
}

static bool sides_match(const Position *x, int32_t a, int32_t b, int side) {
  int n = sides_of_cells(x), opposite = (side + n / 2) % n;
  const Component *one = tile_at(x, a), *other = tile_at(x, b);
  int slots = slots_of(one, own_side(x, a, side)), across = slots_of(other, own_side(x, b, opposite));
  for (int i = 0; i < slots; i++) {
    if (colour_at(x, a, one, side, i) != colour_at(x, b, other, opposite, across - 1 - i)) return false;
  }
  return true;
}

// The number of the side by which a neighbour is touched.
static int side_towards(const Position *x, int32_t site, int32_t neighbour) {
  const TopoSites *cells = &x->game->board->sites[SITE_CELL];
  for (int d = 0; d < cells->n_ordered[RELATION_ORTHOGONAL]; d++) {
    SiteList near = topo_step_list(x->game->board, SITE_CELL, site, cells->ordered[RELATION_ORTHOGONAL][d]);
    for (int i = 0; i < near.n; i++) {
      if (near.at[i] == neighbour) return d;
    }
  }
  return -1;
}

int32_t op_TILES_MATCH(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_TILES_MATCH_SITE]);
  if (!site_valid(x, SITE_CELL, site) || site_what(x, SITE_CELL, site, -1) == 0) return 0;
  if (!tile_at(x, site) || site >= topo_count(x->game->board, SITE_CELL)) return 1;  // nothing lies beside a hand
  SiteList near = topo_neighbours(x->game->board, SITE_CELL, RELATION_ORTHOGONAL, site);
  for (int i = 0; i < near.n; i++) {
    int side = tile_at(x, near.at[i]) ? side_towards(x, site, near.at[i]) : -1;
    if (side >= 0 && !sides_match(x, site, near.at[i], side)) return 0;
  }
  return 1;
}

// ---- following paths -----------------------------------------------------------------------------

typedef struct Step {
  int32_t site, from;
} Step;

typedef struct Trail {
  int32_t colour, start;
  Step *steps;  // tiles found, and where the path came from
  int n, max;
  bool closed;     // it came back to the start
  int32_t extent;  // farthest row or column from the start
} Trail;

static int32_t neighbour_at(const Position *x, int32_t site, int side) {
  const TopoSites *cells = &x->game->board->sites[SITE_CELL];
  if (side >= cells->n_ordered[RELATION_ORTHOGONAL]) return GAME_OFF;
  SiteList near = topo_step_list(x->game->board, SITE_CELL, site, cells->ordered[RELATION_ORTHOGONAL][side]);
  return near.n ? near.at[0] : GAME_OFF;
}

static bool seen(const Trail *trail, int32_t site, int32_t from) {
  for (int i = 0; i < trail->n; i++) {
    if (trail->steps[i].site == site && trail->steps[i].from == from) return true;
  }
  return false;
}

// Over one side of a tile to the next, but not back.
static void cross(const Position *x, Trail *trail, Step here, int side) {
  const TopoSites *cells = &x->game->board->sites[SITE_CELL];
  int32_t next = neighbour_at(x, here.site, side);
  if (next < 0) return;
  int32_t rows = cells->row[next] - cells->row[trail->start], cols = cells->col[next] - cells->col[trail->start];
  trail->extent = MAX(trail->extent, MAX(MAX(rows, -rows), MAX(cols, -cols)));
  if (next == here.from) return;
  trail->closed |= next == trail->start;
  if (!tile_at(x, next) || trail->n == trail->max || seen(trail, next, here.site)) return;
  trail->steps[trail->n++] = (Step){next, here.site};
}

static void follow(Position *x, Trail *trail) {
  int sides = sides_of_cells(x);
  trail->steps[0] = (Step){trail->start, trail->start};
  trail->n = 1;
  for (int i = 0; i < trail->n && position_work(x, (uint32_t)trail->n); i++) {
    Step here = trail->steps[i];
    const Component *tile = tile_at(x, here.site);
    int turns = site_rotation(x, SITE_CELL, here.site, -1) * 2 / sides;
    for (int p = 0; p < tile->n_paths; p++) {
      if (tile->paths[p].colour != trail->colour) continue;
      cross(x, trail, here, (tile->paths[p].from + turns) % sides);
      cross(x, trail, here, (tile->paths[p].to + turns) % sides);
    }
  }
}

static_assert(A_TILE_LOOP_COLOUR == A_TILE_EXTENT_COLOUR && A_TILE_LOOP_STARTS == A_TILE_EXTENT_STARTS,
              "follow_all serves both");

// Follows the paths from every tile of the region; where one closes, or else how far they reach.
static Trail follow_all(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Trail trail = {.colour = x_int(x, in->a[A_TILE_LOOP_COLOUR]), .max = 4 * x->game->sites[SITE_CELL]};
  trail.steps = position_scratch(x, (size_t)trail.max * sizeof *trail.steps);
  const Word *starts = x_region(x, in->a[A_TILE_LOOP_STARTS]);
  FOR_BITS(site, starts, x->words) {
    trail.start = site;
    if (tile_at(x, site) && site < topo_count(x->game->board, SITE_CELL)) follow(x, &trail);
  }
  position_release(x, scratch);
  return trail;
}

int32_t op_TILE_LOOP(Position *x, const Ins *in) { return follow_all(x, in).closed; }
int32_t op_TILE_EXTENT(Position *x, const Ins *in) { return follow_all(x, in).extent; }
