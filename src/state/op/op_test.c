// Tests on positions.
#include "base/number.h"
#include "state/run/op_functions.h"
#include "state/turn/result.h"

#include <math.h>

int32_t op_FLAT(Position *x, const Ins *in) {
  const Topology *board = x->game->board;
  int32_t site = x_int(x, in->a[A_FLAT_SITE]);
  if (site < 0 || site >= topo_count(board, SITE_VERTEX)) return 0;
  if (board->sites[SITE_VERTEX].layer[site] == 0) return 1;
  SiteList below = topo_step_list(board, SITE_VERTEX, site, DIR_DOWNWARD);
  for (int i = 0; i < below.n; i++) {
    if (site_what(x, SITE_VERTEX, below.at[i], -1) == 0) return 0;
  }
  return 1;
}

int32_t op_TRIGGERED(Position *x, const Ins *in) {
  int32_t player = x_int(x, in->a[A_TRIGGERED_PLAYER]);
  if (player < 1 || player > x->game->players) return 0;
  return x->head->active >> (player - 1) & x->head->triggered >> (player - 1) & 1;
}

int32_t op_PROPOSED(Position *x, const Ins *in) {
  if (!x->layout->proposed) return 0;
  for (int i = 0; i < x->head->n_proposed; i++) {
    if (STATE_AT(x, int32_t, x->layout->proposed)[i] == in->a[A_PROPOSED_VOTE]) return 1;
  }
  return 0;
}

int32_t op_CYCLE(Position *x, const Ins *in) { return (void)in, repetition_cycles(x); }

int32_t op_LAST_TYPE(Position *x, const Ins *in) {
  if (!last_move_made(x)) return x->head->last.to >= 0 && in->a[A_LAST_TYPE_TYPE] == (int32_t)x->game->site_type;
  return STATE_AT(x, LastActions, x->layout->last_actions)->type[in->a[A_LAST_TYPE_TO] != 0] == in->a[A_LAST_TYPE_TYPE];
}

// ---- blocked connections -------------------------------------------------------------------------

typedef struct Barrier {
  const Ins *in;
  SiteType type;
  Dirs dirs;
  Player who;
  const Word **regions;
  int n_regions;
  int32_t needed;
  Site *list;
  Word *inside;
} Barrier;

static void add_regions(Position *x, Barrier *b, const Ins *in) {
  Player player = x_int_or(x, in->a[A_BLOCKED_PLAYER], GAME_OFF);
  b->regions = position_scratch(x, (size_t)(in->n + x->game->n_regions) * sizeof *b->regions);
  for (int i = A_BLOCKED_REGIONS; i < in->n; i++) b->regions[b->n_regions++] = x_region(x, in->a[i]);
  for (int i = 0; i < x->game->n_regions && in->a[A_BLOCKED_PLAYER]; i++) {
    const GameRegion *region = &x->game->regions[i];
    if (region->owner != player) continue;
    b->regions[b->n_regions++] = region->sites ? region->sites : x_region(x, (int32_t)region->region);
  }
}

static bool is_open(const Position *x, const Barrier *b, Site site) {
  return site_who(x, b->type, site, -1) == b->who || site_what(x, b->type, site, -1) == 0;
}

// Whether enough other regions can be reached from a site of the first.
static bool breaks_through(Position *x, Barrier *b, Site start) {
  int n = 0;
  int32_t reached = 1;
  bits_zero(b->inside, x->words);
  if (!is_open(x, b, start)) return false;
  b->list[n++] = start;
  bit_set(b->inside, start);
  for (int i = 0; i < n; i++) {
    for (int d = 0; d < b->dirs.n; d++) {
      SiteList near = topo_step_list(x->game->board, b->type, b->list[i], (Dir)b->dirs.at[d]);
      for (int s = 0; s < near.n; s++) {
        if (bit_get(b->inside, near.at[s]) || !is_open(x, b, near.at[s])) continue;
        bit_set(b->inside, near.at[s]);
        b->list[n++] = near.at[s];
      }
    }
  }
  bit_clear(b->inside, start);
  position_work(x, (uint32_t)n);
  for (int r = 1; r < b->n_regions; r++) reached += bits_meet(b->inside, b->regions[r], x->words);
  return reached >= b->needed;
}

int32_t op_BLOCKED(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Barrier b = {
      .in = in, .type = x_type(x, in->a[A_BLOCKED_TYPE]), .who = x_int_or(x, in->a[A_BLOCKED_PLAYER], x->head->mover)};
  b.dirs = x_dirs(x, in->a[A_BLOCKED_DIRS]);
  add_regions(x, &b, in);
  b.needed = x_int_or(x, in->a[A_BLOCKED_NEEDED], b.n_regions);
  b.list = position_scratch(x, (size_t)MAX(topo_count(x->game->board, b.type), 1) * sizeof *b.list);
  b.inside = position_region(x);
  bool through = !b.n_regions;
  int sites = topo_count(x->game->board, b.type);
  for (int site = 0; site < sites && !through && !x->fault; site++) {
    if (bit_get(b.regions[0], site)) through = b.needed == 1 || breaks_through(x, &b, site);
  }
  position_release(x, scratch);
  return !through;
}

// ---- patterns ------------------------------------------------------------------------------------

typedef struct Shape {
  SiteType type;
  const RulesArray *walk;
  Ints whats;
} Shape;

static Dir turn(const TopoSites *sites, Dir facing, bool left) {
  DirSet known = sites->supported[RELATION_ORTHOGONAL];
  for (int i = 0; i < DIRS; i++) {
    facing = left ? dir_left(facing) : dir_right(facing);
    if (dirs_has(known, facing)) break;
  }
  return facing;
}

// The walk from a site begun in one direction; false as soon as a piece is missing.
static bool shape_fits(const Position *x, const Shape *shape, Site site, Dir facing, Word *out) {
  const TopoSites *sites = &x->game->board->sites[shape->type];
  int next = 0;
  if (site_what(x, shape->type, site, -1) != shape->whats.at[next++ % shape->whats.n]) return false;
  bit_set(out, site);
  for (int i = 0; i < shape->walk->n; i++) {
    if (shape->walk->at[i]) {
      facing = turn(sites, facing, shape->walk->at[i] == 1);
      continue;
    }
    SiteList near = topo_step_list(x->game->board, shape->type, site, dir_played(facing));
    if (!near.n) return false;
    site = near.at[near.n - 1];
    if (site_what(x, shape->type, site, -1) != shape->whats.at[next++ % shape->whats.n]) return false;
    bit_set(out, site);
  }
  return true;
}

const Word *op_PATTERN(Position *x, const Ins *in) {
  Word *out = position_region(x);
  ScratchMark scratch = position_mark(x);
  Shape shape = {.type = x_type(x, in->a[A_PATTERN_TYPE]), .walk = &x->program->arrays[in->a[A_PATTERN_WALK]]};
  int32_t from = x_int(x, in->a[A_PATTERN_FROM]), what = 0;
  const TopoSites *sites = &x->game->board->sites[shape.type];
  bool there = from >= 0 && from < sites->n;
  Word *shown = position_region(x);
  if (there) what = site_what(x, shape.type, from, -1);
  shape.whats = in->a[A_PATTERN_WHATS] ? x_ints(x, in->a[A_PATTERN_WHATS]) : (Ints){&what, what ? 1 : 0};
  for (int d = 0; d < sites->n_ordered[RELATION_ORTHOGONAL] && there && shape.whats.n; d++) {
    bits_zero(shown, x->words);
    if (shape_fits(x, &shape, from, sites->ordered[RELATION_ORTHOGONAL][d], shown)) bits_or(out, shown, x->words);
  }
  position_release(x, scratch);
  return out;
}

// ---- lines and pyramids --------------------------------------------------------------------------

static int run_length(SiteList radial, const Word *members) {
  int n = 0;
  for (int i = 1; i < radial.n && bit_get(members, radial.at[i]); i++) n++;
  return n;
}

static int longest_through(const Position *x, SiteType type, Dir dir, Site site, const Word *members) {
  Radials radials = topo_radials(x->game->board, type, site, dir);
  int most = 0;
  for (int r = 0; r < radials.n; r++) {
    if (!radials.distinct[r]) continue;
    int n = 1 + run_length(topo_radial(x->game->board, type, radials.ids[r]), members);
    if (radials.opposites[r] >= 0) n += run_length(topo_radial(x->game->board, type, radials.opposites[r]), members);
    most = MAX(most, n);
  }
  return most;
}

int32_t op_LONGEST_LINE(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  SiteType type = x_type(x, in->a[A_LONGEST_LINE_TYPE]);
  Word *members = position_region(x);
  int32_t to = x->slots[SLOT_TO], most = 0;
  for (Site site = 0; site < topo_count(x->game->board, type); site++) {
    x->slots[SLOT_TO] = site;
    if (x_int(x, in->a[A_LONGEST_LINE_IF])) bit_set(members, site);
  }
  x->slots[SLOT_TO] = to;
  bool sound = bits_next(members, x->words, line_sites(x, type)) < 0;
  if (!sound) most = GAME_OFF;
  position_work(x, (uint32_t)topo_count(x->game->board, type));
  for (int site = bits_next(members, x->words, 0); sound && site >= 0; site = bits_next(members, x->words, site + 1)) {
    int length = longest_through(x, type, (Dir)in->a[A_LONGEST_LINE_DIR], site, members);
    if (!position_work(x, (uint32_t)length)) break;
    most = MAX(most, length);
  }
  position_release(x, scratch);
  return most;
}

// Follows four directions at once as long as each has one site; true where the four pieces are like the first.
static bool is_pyramid(const Position *x, SiteType type, Site top, const Dir dirs[4]) {
  Site at[4] = {top, top, top, top};
  int32_t what = site_what(x, type, top, -1);
  for (;;) {
    bool same = true;
    for (int i = 0; i < 4; i++) {
      SiteList near = topo_step_list(x->game->board, type, at[i], dirs[i]);
      if (near.n != 1) return false;
      at[i] = near.at[0];
      same &= site_what(x, type, at[i], -1) == what;
    }
    if (same) return true;
  }
}

int32_t op_PYRAMID(Position *x, const Ins *in) {
  static const Dir down[4] = {DIR_DNW, DIR_DNE, DIR_DSW, DIR_DSE}, up[4] = {DIR_UNW, DIR_UNE, DIR_USW, DIR_USE};
  ScratchMark scratch = position_mark(x);
  SiteType type = x_type(x, in->a[A_PYRAMID_TYPE]);
  const Word *tops = x_region(x, in->a[A_PYRAMID_TOPS]);
  bool found = false;
  for (int site = bits_next(tops, x->words, 0); site >= 0 && !found; site = bits_next(tops, x->words, site + 1)) {
    if (site >= topo_count(x->game->board, type)) break;
    found = is_pyramid(x, type, site, down) || is_pyramid(x, type, site, up);
  }
  position_release(x, scratch);
  return found;
}

// ---- small ones ----------------------------------------------------------------------------------

int32_t op_MEET(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  const Word *a = x_region(x, in->a[A_MEET_A]);
  int32_t meet = bits_meet(a, x_region(x, in->a[A_MEET_B]), x->words);
  position_release(x, scratch);
  return meet;
}

static bool is_edge(const Position *x, int32_t site) {
  return site >= 0 && site < topo_count(x->game->board, SITE_EDGE);
}

int32_t op_EDGES_CROSS(Position *x, const Ins *in) {
  int32_t a = x_int(x, in->a[A_EDGES_CROSS_A]), b = x_int(x, in->a[A_EDGES_CROSS_B]);
  return is_edge(x, a) && is_edge(x, b) && topo_edges_cross(x->game->board, a, b);
}

int32_t op_EDGE_BETWEEN(Position *x, const Ins *in) {
  const Topology *board = x->game->board;
  int32_t a = x_int(x, in->a[A_EDGE_BETWEEN_A]), b = x_int(x, in->a[A_EDGE_BETWEEN_B]);
  if (a < 0 || a >= topo_count(board, SITE_VERTEX)) return GAME_OFF;
  SiteList edges = topo_incident(board, SITE_VERTEX, a, SITE_EDGE);
  for (int i = 0; i < edges.n; i++) {
    SiteList ends = topo_incident(board, SITE_EDGE, edges.at[i], SITE_VERTEX);
    for (int e = 0; e < ends.n; e++) {
      if (ends.at[e] == b && b != a) return edges.at[i];
    }
  }
  return GAME_OFF;
}

int32_t op_TURN_FROM(Position *x, const Ins *in) {
  (void)in;
  bool own = last_move_made(x) && x->head->last.mover == x->head->mover;
  return own ? STATE_AT(x, LastTurn, x->layout->last_turn)->from : GAME_OFF;
}

int32_t op_LAST_TURN_MOVER(Position *x, const Ins *in) { return (void)in, last_turn_mover(x, x->head->mover); }

int32_t op_COUNT_ACTIVE(Position *x, const Ins *in) { return (void)in, word_count(x->head->active); }

int32_t op_RANDOM(Position *x, const Ins *in) {
  int32_t min = x_int(x, in->a[A_RANDOM_MIN]), max = x_int(x, in->a[A_RANDOM_MAX]);
  if (min > max) return GAME_OFF;
  uint32_t more = (uint32_t)max - (uint32_t)min;  // above the least; the greatest of all numbers is never drawn
  return wrap_add(min, (int32_t)position_draw(x, MIN(more, UINT32_MAX - 1) + 1));
}

int32_t op_WEIGHTED(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  double *weights = position_scratch(x, (size_t)(in->n + 1u) * sizeof *weights);
  for (int i = 0; i < in->n; i++) weights[i] = x_float(x, in->a[i]);
  int32_t place = in->n ? (int32_t)position_draw_weighted(x, weights, in->n) : GAME_OFF;
  position_release(x, scratch);
  return place;
}

int32_t op_INT_OF_FLOAT(Position *x, const Ins *in) {
  double number = x_float(x, in->a[A_INT_OF_FLOAT_A]);
  if (isnan(number)) return 0;
  return number >= INT32_MAX ? INT32_MAX : number <= INT32_MIN ? INT32_MIN : (int32_t)number;
}

int32_t op_BOOL_OF_FLOAT(Position *x, const Ins *in) { return x_float(x, in->a[A_BOOL_OF_FLOAT_A]) != 0.0; }
