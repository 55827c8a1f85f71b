// Rings: pieces of one kind around something. From each site next to a piece the ground is flooded along
// lines until pieces of its kind stop it; ground that does not run out over the edge of the board is
// enclosed, and its border is the ring.
#include "state/run/op_functions.h"

typedef struct Ring {
  SiteType type;
  int32_t what;       // the kind of its pieces
  int32_t colour;     // their owner
  Ints inside;        // owners of what may be enclosed; n 0: anything
  Dirs around, ways;  // steps of the flood, and from piece to piece
  Word *ground, *border;
  Word *outer;  // the edge of the board
} Ring;

static bool is_outer(const Ring *ring, Site site) { return bit_get(ring->outer, site); }

static bool may_be_inside(const Position *x, const Ring *ring, Site site) {
  if (!ring->inside.n) return true;
  int32_t who = site_who(x, ring->type, site, -1);
  for (int i = 0; i < ring->inside.n; i++) {
    if (ring->inside.at[i] == who) return !is_outer(ring, site);
  }
  return false;
}

// Floods along one line; false when it reaches the edge of the board.
static bool flood_line(const Position *x, Ring *ring, SiteList line, Site *stack, int *n) {
  for (int i = 1; i < line.n; i++) {
    Site site = line.at[i];
    if (bit_get(ring->ground, site)) continue;
    if (site_what(x, ring->type, site, -1) == ring->what) break;
    if (is_outer(ring, site)) return false;
    if (!may_be_inside(x, ring, site)) continue;
    bit_set(ring->ground, site);
    stack[(*n)++] = site;
  }
  return true;
}

// The ground around a site, when it is enclosed.
static bool flood(Position *x, Ring *ring, Site origin) {
  const Topology *board = x->game->board;
  ScratchMark scratch = position_mark(x);
  Site *stack = position_scratch(x, (size_t)topo_count(board, ring->type) * sizeof *stack);
  int n = 0;
  bool closed = true;
  bits_zero(ring->ground, x->words);
  bit_set(ring->ground, origin);
  stack[n++] = origin;
  while (n > 0 && closed) {
    Site site = stack[--n];
    for (int d = 0; d < ring->around.n && closed; d++) {
      Radials radials = topo_radials(board, ring->type, site, (Dir)ring->around.at[d]);
      for (int r = 0; r < radials.n && closed; r++)
        closed = flood_line(x, ring, topo_radial(board, ring->type, radials.ids[r]), stack, &n);
    }
  }
  position_release(x, scratch);
  return closed;
}

static void find_border(Position *x, Ring *ring) {
  bits_zero(ring->border, x->words);
  FOR_BITS(site, ring->ground, x->words) {
    for (int d = 0; d < ring->around.n; d++) {
      SiteList near = topo_step_list(x->game->board, ring->type, site, (Dir)ring->around.at[d]);
      for (int i = 0; i < near.n; i++) bit_set(ring->border, near.at[i]);
    }
  }
  bits_andnot(ring->border, ring->ground, x->words);
}

static bool goes_on(const Position *x, const Ring *ring, Site site) {
  for (int d = 0; d < ring->ways.n; d++) {
    SiteList near = topo_step_list(x->game->board, ring->type, site, (Dir)ring->ways.at[d]);
    for (int i = 0; i < near.n; i++) {
      if (bit_get(ring->border, near.at[i]) && site_what(x, ring->type, near.at[i], -1) == ring->what) return true;
    }
  }
  return false;
}

// All of one colour, and pieces of the kind next to each other.
static bool is_ring(const Position *x, const Ring *ring) {
  bool joined = false;
  FOR_BITS(site, ring->border, x->words) {
    if (site_who(x, ring->type, site, -1) != ring->colour) return false;
    joined |= site_what(x, ring->type, site, -1) == ring->what && goes_on(x, ring, site);
  }
  return joined;
}

static bool ring_through(Position *x, Ring *ring, Site from) {
  SiteList near = topo_neighbours(x->game->board, ring->type, RELATION_ADJACENT, from);
  for (int i = 0; i < near.n; i++) {
    Site origin = near.at[i];
    if (is_outer(ring, origin) || !may_be_inside(x, ring, origin) || !flood(x, ring, origin)) continue;
    find_border(x, ring);
    if (is_ring(x, ring)) return true;
  }
  return false;
}

static_assert(A_LOOP_TYPE == A_LOOP_SITES_TYPE && A_LOOP_AT == A_LOOP_SITES_AT &&
                  A_LOOP_COLOUR == A_LOOP_SITES_COLOUR && A_LOOP_INSIDE == A_LOOP_SITES_INSIDE &&
                  A_LOOP_AROUND == A_LOOP_SITES_AROUND && A_LOOP_WAYS == A_LOOP_SITES_WAYS,
              "find_ring serves both");

// Looks for a ring through a site; its sets are in scratch.
static bool find_ring(Position *x, const Ins *in, Ring *ring) {
  int32_t from = x_int(x, in->a[A_LOOP_AT]);
  ring->type = x_type(x, in->a[A_LOOP_TYPE]);
  ring->ground = position_region(x);
  ring->border = position_region(x);
  ring->outer = position_region(x);
  SiteList outer = topo_group(x->game->board, ring->type, GROUP_OUTER);
  for (int i = 0; i < outer.n; i++) bit_set(ring->outer, outer.at[i]);
  if (from < 0 || from >= topo_count(x->game->board, ring->type)) return false;
  ring->what = site_what(x, ring->type, from, -1);
  if (ring->what <= 0) return false;
  ring->colour = x_int(x, in->a[A_LOOP_COLOUR]);
  if (in->a[A_LOOP_INSIDE]) ring->inside = x_ints(x, in->a[A_LOOP_INSIDE]);
  ring->around = x_dirs(x, in->a[A_LOOP_AROUND]);
  ring->ways = x_dirs(x, in->a[A_LOOP_WAYS]);
  return ring_through(x, ring, from);
}

int32_t op_LOOP(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Ring ring = {.what = 0};
  bool found = find_ring(x, in, &ring);
  position_release(x, scratch);
  return found;
}

const Word *op_LOOP_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  ScratchMark scratch = position_mark(x);
  Ring ring = {.what = 0};
  bool found = find_ring(x, in, &ring), inside = x_int_or(x, in->a[A_LOOP_SITES_ENCLOSED], 0);
  if (found) bits_or(out, inside ? ring.ground : ring.border, x->words);
  position_release(x, scratch);
  return out;
}
