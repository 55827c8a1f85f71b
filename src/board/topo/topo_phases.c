// Colours of the sites (phases: no two linked sites have the same), orientation of edges, and the centre.
#include "board/topo/topo_internal.h"
#include "board/topo/topo_math.h"

enum { PHASES_TRIED = 4, ORIENTATIONS = 16, SMALL_BOARD = 100 };

// Linked sites of every site of a type, one list after another, and the sites whose lists a site is in.
typedef struct Links {
  const int32_t *start, *back_start;
  const Site *at, *back;
} Links;

// What spreading the phases of one type of site needs.
typedef struct Phases {
  WorkSites *sites;
  Links links;
  int32_t (*around)[TOPO_PHASES];  // how many linked sites have each phase
  int *visited;                    // the number of the part that visited the site last
  int part;
  Site *room;  // for the queue
} Phases;

static Links collect_links(TopoWork *w, SiteType type) {
  int n = w->s[type].n, total = 0;
  int32_t *start = ARENA_ARRAY(w->scratch, int32_t, n + 1);
  for (int i = 0; i < n; i++) total += topo_reach(w->graph, type, i);
  Site *at = ARENA_ARRAY(w->scratch, Site, total);
  for (int i = 0; i < n; i++) start[i + 1] = start[i] + topo_linked(w->graph, type, i, at + start[i]);
  int32_t *back_start = ARENA_ARRAY(w->scratch, int32_t, n + 2);
  Site *back = ARENA_ARRAY(w->scratch, Site, total);
  for (int k = 0; k < start[n]; k++) back_start[at[k] + 2]++;
  for (int i = 0; i < n; i++) back_start[i + 2] += back_start[i + 1];
  for (int i = 0; i < n; i++) {
    for (int k = start[i]; k < start[i + 1]; k++) back[back_start[at[k] + 1]++] = i;
  }
  return (Links){start, back_start, at, back};
}

static int lowest_phase(Props props) {
  for (int p = 0; p < TOPO_PHASES; p++) {
    if (props & prop_phase(p)) return p;
  }
  return -1;
}

// Phases of the linked sites as a set of bits.
static unsigned phases_around(const Phases *p, Site site) {
  unsigned used = 0;
  for (int phase = 0; phase < TOPO_PHASES; phase++) used |= (unsigned)(p->around[site][phase] > 0) << phase;
  return used;
}

// The lowest phase of a site is the one its neighbours see.
static void add_phase(Phases *p, Site site, int phase) {
  int before = lowest_phase(p->sites->props[site]);
  p->sites->props[site] |= prop_phase(phase);
  if (before >= 0 && before <= phase) return;
  for (int i = p->links.back_start[site]; i < p->links.back_start[site + 1]; i++) {
    int32_t *around = p->around[p->links.back[i]];
    if (before >= 0) around[before]--;
    around[phase]++;
  }
}

// A queue that can be joined at both ends; grows to both sides of the middle.
typedef struct Deque {
  Site *at;
  int head, tail;
} Deque;

static void queue_links(const Phases *p, Site site, Deque *queue) {
  for (int i = p->links.start[site]; i < p->links.start[site + 1]; i++) {
    Site next = p->links.at[i];
    if (p->visited[next] == p->part) continue;
    bool constrained = word_count(phases_around(p, next)) > 1;
    if (constrained) queue->at[--queue->head] = next;
    else queue->at[queue->tail++] = next;
  }
}

// Colours one connected part. Sites that already see two colours come first, so that regular tilings get
// their natural colouring.
static void spread_phases(Phases *p, Site start) {
  int room = p->links.start[p->sites->n] + 1;
  Deque queue = {p->room, room, room};
  p->part++;
  add_phase(p, start, 0);
  queue.at[queue.tail++] = start;
  while (queue.head < queue.tail) {
    Site site = queue.at[queue.head++];
    if (p->visited[site] == p->part) continue;
    unsigned used = phases_around(p, site);
    int phase = 0;
    while (phase < PHASES_TRIED && used >> phase & 1) phase++;
    add_phase(p, site, phase);
    p->visited[site] = p->part;
    queue_links(p, site, &queue);
  }
}

static void measure_phases(TopoWork *w, SiteType type) {
  ArenaMark mark = arena_mark(w->scratch);
  Phases p = {.sites = &w->s[type], .links = collect_links(w, type)};
  p.around = (int32_t(*)[TOPO_PHASES])ARENA_ARRAY(w->scratch, int32_t, TOPO_PHASES * (size_t)p.sites->n);
  p.visited = ARENA_ARRAY(w->scratch, int, p.sites->n);
  p.room = ARENA_ARRAY(w->scratch, Site, 2 * (size_t)p.links.start[p.sites->n] + 3);
  for (int i = 0; i < p.sites->n; i++) {
    if (lowest_phase(p.sites->props[i]) < 0) spread_phases(&p, i);
  }
  arena_rewind(w->scratch, mark);
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

// The same sums, but for rounding, by way of the middle of the targets: with many of them, exact sums are worked out
// only for the sites that these leave as candidates.
static void estimate_sums(const WorkSites *sites, const Site *to, int n, double *sum) {
  GraphPoint middle = {0};
  for (int i = 0; i < n; i++) middle.x += sites->at[to[i]].x / n, middle.y += sites->at[to[i]].y / n;
  double spread = squared_distances(sites, middle, to, n);
  for (int i = 0; i < sites->n; i++) {
    double dx = sites->at[i].x - middle.x, dy = sites->at[i].y - middle.y;
    sum[i] = n * (dx * dx + dy * dy) + spread;
  }
}

static void sum_distances(const WorkSites *sites, const Site *to, int n, double *sum) {
  enum { EXACT_MAX = 1000000 };
  bool exact = (int64_t)n * sites->n <= EXACT_MAX;
  int64_t work = 100 * EXACT_MAX;
  double least = INFINITY;
  if (!exact) estimate_sums(sites, to, n, sum);
  for (int i = 0; i < sites->n && !exact; i++) least = fmin(least, sum[i]);
  for (int i = 0; i < sites->n; i++) {
    bool candidate = exact || (sum[i] <= least + 0.01 + 1e-9 * least && (work -= n) > 0);
    if (candidate) sum[i] = squared_distances(sites, sites->at[i], to, n);
  }
}

// The centre: least sum of squared distances to the corners, on small boards also to the perimeter.
static void measure_centre(TopoWork *w, WorkSites *sites) {
  Site *to = ARENA_ARRAY(w->scratch, Site, 2 * sites->n);
  double *sum = ARENA_ARRAY(w->scratch, double, sites->n);
  int n = sites->n < SMALL_BOARD ? gather(sites, GROUP_PERIMETER, to) : 0;
  n += gather(sites, GROUP_CORNERS, to + n);
  double least = 1000000;
  sum_distances(sites, to, n, sum);
  for (int i = 0; i < sites->n; i++) least = fmin(least, sum[i]);
  for (int i = 0; i < sites->n; i++) {
    if (fabs(sum[i] - least) < 0.0001) sites->props[i] |= prop_group(GROUP_CENTRE);
  }
}

void topo_measure_phases(TopoWork *w) {
  for (int type = 0; type < SITE_TYPES; type++) measure_phases(w, (SiteType)type);
  measure_edge_orientation(w);
  for (int type = 0; type < SITE_TYPES; type++) measure_centre(w, &w->s[type]);
}
