// Paths over cells and vertices. What counts is the part of the player's sites that hangs together with the given site
// in more than one way: an open path must have none, and a cycle is such a part of the wanted size, or lies in a larger
// one. Cycles within a larger part are measured as Ludii does, which wanders through it in the order of neighbours and
// numbers every site when it first comes there; so its answers, which are not always those of the shortest cycle, are
// the same here.
#include "state/run/path.h"

#include "state/block/access.h"

// Where the wandering stands.
typedef struct Stop {
  Site site, parent;
  int32_t number, next;  // next: neighbour to look at
} Stop;

typedef struct Paths {
  Position *x;
  const PathQuestion *question;
  int32_t *depth, *low;    // by site: how deep the search found it (0: not), the least depth it gets back to
  int32_t *parent, *next;  // likewise: from where, and the neighbour to look at
  Word *pending;           // sites of the search not yet in a part
  Site *stack;             // the same, in order
  int n_stack;
  int32_t *visits, *number;  // by site, of the wandering
  Stop *way;                 // of the wandering, from where it began
} Paths;

static SiteList around(const Paths *p, Site site) {
  return topo_neighbours(p->x->game->board, p->question->type, RELATION_ADJACENT, site);
}

static bool is_owned(const Paths *p, Site site) {
  return site_who(p->x, p->question->type, site, -1) == p->question->who;
}

static int owned_around(const Paths *p, Site site) {
  SiteList sites = around(p, site);
  int n = 0;
  for (int i = 0; i < sites.n; i++) n += is_owned(p, sites.at[i]);
  return n;
}

// Number i of the player's sites around a site; SITE_OFF when there are fewer.
static Site owned_neighbour(const Paths *p, Site site, int i) {
  SiteList sites = around(p, site);
  for (int k = 0; k < sites.n; k++) {
    if (is_owned(p, sites.at[k]) && i-- == 0) return sites.at[k];
  }
  return SITE_OFF;
}

// ---- what hangs together in two ways -------------------------------------------------------------

static void come_to(Paths *p, Site site, Site parent, int32_t depth) {
  p->depth[site] = p->low[site] = depth;
  p->parent[site] = parent;
  p->stack[p->n_stack++] = site;
  bit_set(p->pending, site);
}

// What is left on the stack from a site on is a part of its own.
static void take_part(Paths *p, Site from) {
  for (Site site = SITE_OFF; site != from;) {
    site = p->stack[--p->n_stack];
    bit_clear(p->pending, site);
  }
}

// Looks at the next neighbour of a site; returns where to go on: there, back, or SITE_OFF at the end.
static Site search_on(Paths *p, Site site) {
  SiteList sites = around(p, site);
  Site parent = p->parent[site];
  if (p->next[site] == sites.n) {
    if (parent == SITE_OFF) return SITE_OFF;
    if (p->low[site] == p->depth[site]) take_part(p, site);
    p->low[parent] = MIN(p->low[parent], p->low[site]);
    return parent;
  }
  Site next = sites.at[p->next[site]++];
  if (next == parent || !is_owned(p, next)) return site;
  if (!p->depth[next]) {
    come_to(p, next, site, p->depth[site] + 1);
    return next;
  }
  if (bit_get(p->pending, next)) p->low[site] = MIN(p->low[site], p->depth[next]);
  return site;
}

// The size of the part the site is in; 0 when the other site is not in it.
static int part_with(Paths *p, Site other) {
  come_to(p, p->question->at, SITE_OFF, 1);
  for (Site site = p->question->at; site != SITE_OFF;) site = search_on(p, site);
  return bit_get(p->pending, other) ? p->n_stack : 0;
}

// ---- cycles --------------------------------------------------------------------------------------

// Sites are left alone once they were visited as often as the vertex of the same number has neighbours.
static int visits_allowed(const Paths *p, Site site) {
  const Topology *board = p->x->game->board;
  if (site >= topo_count(board, SITE_VERTEX)) return 0;
  return topo_neighbours(board, SITE_VERTEX, RELATION_ADJACENT, site).n;
}

// Goes on to a site; false where it was visited too often.
static bool stop_at(Paths *p, Stop *stop, Site site, Site parent, int32_t number) {
  if (++p->visits[site] > visits_allowed(p, site)) return false;
  if (!p->number[site]) p->number[site] = number;
  *stop = (Stop){.site = site, .parent = parent, .number = p->number[site]};
  return true;
}

// The next site to go to from there, or SITE_OFF. On vertices the wandering goes only two steps far.
static Site next_of(const Paths *p, Stop *stop) {
  bool cells = p->question->type == SITE_CELL;
  SiteList sites = around(p, stop->site);
  while (stop->next < sites.n && stop->site != p->question->at) {
    Site next = sites.at[stop->next++];
    bool goes = cells ? next != stop->parent : stop->number == 1 && next != p->question->at;
    if (goes && is_owned(p, next)) return next;
  }
  return SITE_OFF;
}

// One more than the number of the site it begins on. A site is left as often as it was come to, so there is room.
static int32_t wander(Paths *p, Site start) {
  if (!stop_at(p, p->way, start, SITE_OFF, 1)) return 1;
  int32_t number = p->way->number;
  for (int n = 1; n > 0 && position_step(p->x);) {
    Stop *here = &p->way[n - 1];
    Site next = next_of(p, here);
    if (next == SITE_OFF) n--;
    else n += stop_at(p, here + 1, next, here->site, here->number + 1);
  }
  return number + 1;
}

static void make_way(Paths *p) {
  size_t stops = 1;
  for (Site site = 0; site < topo_count(p->x->game->board, p->question->type); site++)
    stops += (size_t)visits_allowed(p, site);
  p->way = position_scratch(p->x, stops * sizeof *p->way);
}

static bool has_cycle(Paths *p, int32_t min, int32_t max) {
  SiteList sites = around(p, p->question->at);
  make_way(p);
  for (int i = 0; i < sites.n; i++) {
    if (!is_owned(p, sites.at[i])) continue;
    int32_t length = wander(p, sites.at[i]);
    if (length > 2 && length >= min && length <= max) return true;
  }
  return false;
}

static bool is_closed(Paths *p) {
  int32_t min = p->question->min, max = p->question->max;
  Site other = owned_neighbour(p, p->question->at, 0);
  if (other == SITE_OFF) return false;
  int part = part_with(p, other);
  if (min == max) return part == min || (part > min && has_cycle(p, min, min));
  if (p->question->type == SITE_CELL ? max == 0 : max < min) return false;
  if (part > 2 && part <= max) return true;
  return part > max && has_cycle(p, INT32_MIN, max);
}

// ---- open paths ----------------------------------------------------------------------------------

// How far the player's sites go on from a site that is number n of its path; too far when they branch.
static int64_t arm(const Paths *p, Site site, Site parent, int64_t n) {
  for (int64_t end = 2 * (int64_t)p->question->min; n != end && n <= 2 * (int64_t)p->x->program->region_bits; n++) {
    int owned = owned_around(p, site);
    if (owned > 2) return GAME_INFINITY;
    Site next = SITE_OFF;
    for (int i = 0; i < owned && next == SITE_OFF; i++) {
      next = owned_neighbour(p, site, i);
      if (next == parent || next == p->question->at) next = SITE_OFF;
    }
    if (next == SITE_OFF) return n;
    parent = site;
    site = next;
  }
  return n;
}

static bool has_length(const Paths *p) {
  Site at = p->question->at;
  int owned = owned_around(p, at);
  int64_t min = p->question->min;
  if (owned == 1) return arm(p, at, SITE_OFF, 0) + 1 == min;
  if (owned != 2) return false;
  Site one = owned_neighbour(p, at, 0), other = owned_neighbour(p, at, 1);
  return min == 0 || arm(p, one, SITE_OFF, 1) + arm(p, other, one, 1) + 1 == min;
}

// On cells any length will do once the site is on no cycle; on vertices any, where a range is asked for.
static bool is_open(Paths *p) {
  int32_t min = p->question->min, max = p->question->max;
  bool cells = p->question->type == SITE_CELL;
  Site other = owned_neighbour(p, p->question->at, 0);
  if (other == SITE_OFF && (cells ? min == 1 && max == 1 : min == 1 || max == 1)) return true;
  if (part_with(p, MAX(other, 0))) return false;
  if (cells ? max > 0 : max > min) return true;
  return (cells || min == max) && has_length(p);
}

bool path_of_sites(Position *x, const PathQuestion *question) {
  ScratchMark scratch = position_mark(x);
  size_t n = (size_t)topo_count(x->game->board, question->type), size = n * sizeof(int32_t);
  Paths p = {.x = x, .question = question, .pending = position_region(x)};
  int32_t **arrays[] = {&p.depth, &p.low, &p.parent, &p.next, &p.visits, &p.number};
  for (size_t i = 0; i < COUNT_OF(arrays); i++) {
    *arrays[i] = position_scratch(x, size);
    memset(*arrays[i], 0, size);
  }
  p.stack = position_scratch(x, n * sizeof *p.stack);
  bool found = question->closed ? is_closed(&p) : is_open(&p);
  position_release(x, scratch);
  return found;
}
