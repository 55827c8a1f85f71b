// Building neighbour lists: the orthogonal radials of a site, continued off the board where they stop, and repaired
// so that all angles are equal where that is possible.
#include "feature/neighbours.h"

#include "base/vec.h"

#include <math.h>

#define PI 3.14159265358979323846
#define ANGLE_SLACK 0.001
#define NUDGE 0.00001  // so that an entry put exactly on a border angle sorts one way

typedef struct Entry {
  double x, y;
  double turn;  // clockwise from north
  Site site;    // SITE_OFF: a step off the board
} Entry;

typedef VEC(Entry) Entries;

// The site whose list is made.
typedef struct Centre {
  const Topology *board;
  SiteType type;
  Site site;
  double x, y;
} Centre;

static double clockwise(const Centre *c, double x, double y) {
  double turn = PI / 2 - atan2(y - c->y, x - c->x) + 0.0001;
  while (turn < 0) turn += 2 * PI;
  return turn;
}

static void add(const Centre *c, Entries *entries, double x, double y, Site site) {
  VEC_PUSH(entries, (Entry){x, y, clockwise(c, x, y), site});
}

// Stable, because entries of the same angle keep the order in which they came.
static void sort(Entries *entries) {
  for (size_t i = 1; i < entries->n; i++) {
    Entry moved = entries->at[i];
    size_t k = i;
    for (; k > 0 && entries->at[k - 1].turn > moved.turn; k--) entries->at[k] = entries->at[k - 1];
    entries->at[k] = moved;
  }
}

static double distance(double ax, double ay, double bx, double by) {
  double dx = ax - bx, dy = ay - by;
  return sqrt(dx * dx + dy * dy);
}

// Unsigned, from 0 to pi, by the law of cosines. Rounding may take a straight angle beyond what has a cosine: the result
// is then no number, which is neither equal to an angle nor different enough to spoil a repair, as in the reference.
static double angle_between(const Centre *c, const Entry *a, const Entry *b) {
  double pa = distance(a->x, a->y, c->x, c->y), pb = distance(b->x, b->y, c->x, c->y);
  double ab = distance(a->x, a->y, b->x, b->y);
  if (pa == 0 || pb == 0) return 0;
  double cosine = (pa * pa + pb * pb - ab * ab) / (2 * pa * pb);
  return acos(cosine);
}

static bool same_angle(double a, double b) { return fabs(a - b) < ANGLE_SLACK; }

// A step off the board where an entry comes to lie when it is turned counterclockwise about the centre.
static void add_turned(const Centre *c, Entries *entries, Entry of, double angle) {
  double dx = of.x - c->x, dy = of.y - c->y;
  double turned_x = dx * cos(angle) - dy * sin(angle), turned_y = dx * sin(angle) + dy * cos(angle);
  add(c, entries, c->x + turned_x + NUDGE, c->y + turned_y, SITE_OFF);
}

static void add_real(const Centre *c, Entries *entries) {
  const TopoSites *sites = &c->board->sites[c->type];
  Radials radials = topo_radials(c->board, c->type, c->site, DIR_ORTHOGONAL);
  for (int i = 0; i < radials.n; i++) {
    SiteList radial = topo_radial(c->board, c->type, radials.ids[i]);
    if (radial.n >= 2) add(c, entries, sites->x[radial.at[1]], sites->y[radial.at[1]], radial.at[1]);
  }
  sort(entries);
}

// Two of three: the third side of a triangle at the border.
static bool complete_triangle(const Centre *c, Entries *entries) {
  if (entries->n != 2) return false;
  double angle = angle_between(c, &entries->at[0], &entries->at[1]);
  if (!same_angle(angle, 2 * PI / 3)) return false;
  add_turned(c, entries, entries->at[1], angle);
  sort(entries);
  return true;
}

// Lines that come from a neighbour and stop here go on off the board.
static bool continue_lines(const Centre *c, Entries *entries) {
  size_t real = entries->n;
  for (size_t e = 0; e < real; e++) {
    Entry from = entries->at[e];
    Radials radials = topo_radials(c->board, c->type, from.site, DIR_ALL);
    for (int i = 0; i < radials.n; i++) {
      SiteList radial = topo_radial(c->board, c->type, radials.ids[i]);
      if (radial.n == 2 && radial.at[1] == c->site) add(c, entries, 2 * c->x - from.x, 2 * c->y - from.y, SITE_OFF);
    }
  }
  sort(entries);
  return entries->n > real;
}

static double angle_after(const Centre *c, const Entries *entries, size_t i) {
  return angle_between(c, &entries->at[i], &entries->at[(i + 1) % entries->n]);
}

static bool real_pair(const Entries *entries, size_t i) {
  return entries->at[i].site != SITE_OFF && entries->at[(i + 1) % entries->n].site != SITE_OFF;
}

// Whether the real angles are all the same (*right) and the others are not all like them.
static bool needs_repair(const Centre *c, const Entries *entries, double *right) {
  bool any_real = false, any_fake = false, uneven = false;
  double fake = 0;
  for (size_t i = 0; i < entries->n; i++) {
    double angle = angle_after(c, entries, i);
    if (real_pair(entries, i)) {
      if (any_real && !same_angle(angle, *right)) return false;
      if (!any_real) *right = angle;
      any_real = true;
    } else {
      if (any_fake && !same_angle(angle, fake)) uneven = true;
      if (!any_fake) fake = angle;
      any_fake = true;
    }
  }
  return any_real && any_fake && (uneven || !same_angle(fake, *right));
}

static void drop_off(Entries *entries) {
  size_t kept = 0;
  for (size_t i = 0; i < entries->n; i++) {
    if (entries->at[i].site != SITE_OFF) entries->at[kept++] = entries->at[i];
  }
  entries->n = kept;
}

// Halves the angles that are twice the right one; where another angle remains no entry off the board stays.
static void repair(const Centre *c, Entries *entries, double right) {
  size_t n = entries->n;
  bool spoiled = false;
  Entries more = {0};
  for (size_t i = 0; i < n; i++) {
    double angle = angle_after(c, entries, i);
    if (same_angle(angle / 2, right)) add_turned(c, &more, entries->at[(i + 1) % n], angle / 2);
    else if (fabs(angle - right) >= ANGLE_SLACK) spoiled = true;
  }
  if (spoiled) drop_off(entries);
  for (size_t i = 0; i < more.n && !spoiled; i++) VEC_PUSH(entries, more.at[i]);
  sort(entries);
  VEC_FREE(&more);
}

static void make_list(const Centre *c, Entries *entries) {
  double right = 0;
  VEC_CLEAR(entries);
  add_real(c, entries);
  if (complete_triangle(c, entries)) return;
  if (continue_lines(c, entries) && needs_repair(c, entries, &right)) repair(c, entries, right);
}

SiteLists neighbour_lists(Arena *arena, const Topology *board, SiteType type) {
  const TopoSites *sites = &board->sites[type];
  int32_t *start = ARENA_ARRAY(arena, int32_t, sites->n + 1);
  Entries entries = {0};
  VEC(Site) all = {0};
  for (Site s = 0; s < sites->n; s++) {
    Centre centre = {board, type, s, sites->x[s], sites->y[s]};
    make_list(&centre, &entries);
    for (size_t i = 0; i < entries.n; i++) VEC_PUSH(&all, entries.at[i].site);
    start[s + 1] = (int32_t)all.n;
  }
  SiteLists lists = {sites->n, start, all.n ? VEC_TO_ARENA(&all, arena) : NULL};
  VEC_FREE(&entries);
  VEC_FREE(&all);
  return lists;
}
