// Colours of the sites (phases: no two linked sites have the same), orientation of edges, and the centre.
#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

enum { PHASES_TRIED = 4, ORIENTATIONS = 16, SMALL_BOARD = 100 };

// Linked sites of every site of a type, one list after another.
typedef struct Links {
  const int32_t *start;
  const Site *at;
} Links;

static Links collect_links(TopoWork *w, SiteType type) {
  int n = w->s[type].n, total = 0;
  int32_t *start = ARENA_ARRAY(w->scratch, int32_t, n + 1);
  for (int i = 0; i < n; i++) total += topo_reach(w->graph, type, i);
  Site *at = ARENA_ARRAY(w->scratch, Site, total);
  for (int i = 0; i < n; i++) start[i + 1] = start[i] + topo_linked(w->graph, type, i, at + start[i]);
  return (Links){start, at};
}

static int lowest_phase(Props props) {
  for (int p = 0; p < TOPO_PHASES; p++) {
    if (props & prop_phase(p)) return p;
  }
  return -1;
}

// Phases of the linked sites as a set of bits.
static unsigned phases_around(const WorkSites *sites, const Links *links, Site site) {
  unsigned used = 0;
  for (int i = links->start[site]; i < links->start[site + 1]; i++) {
    int phase = lowest_phase(sites->props[links->at[i]]);
    if (phase >= 0) used |= 1u << phase;
  }
  return used;
}

// A queue that can be joined at both ends; grows to both sides of the middle.
typedef struct Deque {
  Site *at;
  int head, tail;
} Deque;

static void queue_links(const WorkSites *sites, const Links *links, Site site, const bool *visited, Deque *queue) {
  for (int i = links->start[site]; i < links->start[site + 1]; i++) {
    Site next = links->at[i];
    if (visited[next]) continue;
    bool constrained = word_count(phases_around(sites, links, next)) > 1;
    if (constrained) queue->at[--queue->head] = next;
    else queue->at[queue->tail++] = next;
  }
}

// Colours one connected part. Sites that already see two colours come first, so that regular tilings get
// their natural colouring.
static void spread_phases(TopoWork *w, WorkSites *sites, const Links *links, Site start) {
  ArenaMark mark = arena_mark(w->scratch);
  int room = links->start[sites->n] + 1;
  Deque queue = {ARENA_ARRAY(w->scratch, Site, 2 * room + 1), room, room};
  bool *visited = ARENA_ARRAY(w->scratch, bool, sites->n);
  sites->props[start] |= prop_phase(0);
  queue.at[queue.tail++] = start;
  while (queue.head < queue.tail) {
    Site site = queue.at[queue.head++];
    if (visited[site]) continue;
    unsigned used = phases_around(sites, links, site);
    int phase = 0;
    while (phase < PHASES_TRIED && used >> phase & 1) phase++;
    sites->props[site] |= prop_phase(phase);
    visited[site] = true;
    queue_links(sites, links, site, visited, &queue);
  }
  arena_rewind(w->scratch, mark);
}

static void measure_phases(TopoWork *w, SiteType type) {
  WorkSites *sites = &w->s[type];
  Links links = collect_links(w, type);
  for (int i = 0; i < sites->n; i++) {
    if (lowest_phase(sites->props[i]) < 0) spread_phases(w, sites, &links, i);
  }
}

static void measure_edge_orientation(TopoWork *w) {
  const Props horizontal = prop_group(GROUP_AXIAL) | prop_group(GROUP_HORIZONTAL);
  const Props vertical = prop_group(GROUP_AXIAL) | prop_group(GROUP_VERTICAL);
  const Props slash = prop_group(GROUP_ANGLED) | prop_group(GROUP_SLASH);
  const Props slosh = prop_group(GROUP_ANGLED) | prop_group(GROUP_SLOSH);
  const GraphPoint *vertex = w->s[SITE_VERTEX].at;
  for (int e = 0; e < w->graph->edge_count; e++) {
    const GraphEdge *edge = &w->graph->edges[e];
    int half_turn = sector_of(angle2d(vertex[edge->a], vertex[edge->b]), ORIENTATIONS) % (ORIENTATIONS / 2);
    bool rising = half_turn > 0 && half_turn < ORIENTATIONS / 4;
    w->s[SITE_EDGE].props[e] |= half_turn == 0                  ? horizontal
                                : half_turn == ORIENTATIONS / 4 ? vertical
                                : rising                        ? slash
                                                                : slosh;
  }
}

static double squared_distances(const WorkSites *sites, GraphPoint from, const Site *to, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double dx = sites->at[to[i]].x - from.x, dy = sites->at[to[i]].y - from.y;
    sum += dx * dx + dy * dy;
  }
  return sum;
}

static int gather(const WorkSites *sites, SiteGroup group, Site *out) {
  int n = 0;
  for (int i = 0; i < sites->n; i++) {
    if (sites->props[i] & prop_group(group)) out[n++] = i;
  }
  return n;
}

// The centre: least sum of squared distances to the corners, on small boards also to the perimeter.
static void measure_centre(TopoWork *w, WorkSites *sites) {
  Site *to = ARENA_ARRAY(w->scratch, Site, 2 * sites->n);
  double *sum = ARENA_ARRAY(w->scratch, double, sites->n);
  int n = sites->n < SMALL_BOARD ? gather(sites, GROUP_PERIMETER, to) : 0;
  n += gather(sites, GROUP_CORNERS, to + n);
  double least = 1000000;
  for (int i = 0; i < sites->n; i++) {
    sum[i] = squared_distances(sites, sites->at[i], to, n);
    least = fmin(least, sum[i]);
  }
  for (int i = 0; i < sites->n; i++) {
    if (fabs(sum[i] - least) < 0.0001) sites->props[i] |= prop_group(GROUP_CENTRE);
  }
}

void topo_measure_phases(TopoWork *w) {
  for (int type = 0; type < SITE_TYPES; type++) measure_phases(w, (SiteType)type);
  measure_edge_orientation(w);
  for (int type = 0; type < SITE_TYPES; type++) measure_centre(w, &w->s[type]);
}
