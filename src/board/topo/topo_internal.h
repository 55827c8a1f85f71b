// Shared by the stages of topology_build. The stages run in the order they are declared here; each fills
// part of the Topology from the graph and what earlier stages left in TopoWork.
#ifndef BOARD_TOPO_TOPO_INTERNAL_H
#define BOARD_TOPO_TOPO_INTERNAL_H

#include "base/bitset.h"
#include "board/graph.h"
#include "board/topo/topology.h"

enum { TOPO_PHASES = 6, TOPO_SIDES = 8 };

// Properties of a site: a bit per SiteGroup, then phases and sides.
typedef uint64_t Props;
static inline Props prop_group(SiteGroup group) { return (Props)1 << group; }
static inline Props prop_phase(int phase) { return (Props)1 << (SITE_GROUPS + phase); }
static inline Props prop_side(int side) { return (Props)1 << (SITE_GROUPS + TOPO_PHASES + side); }
static_assert(SITE_GROUPS + TOPO_PHASES + TOPO_SIDES <= 64, "properties fit a word");

// The compass direction of each side number.
extern const Dir topo_side_dirs[TOPO_SIDES];

// The outline of one connected part of the board, as vertices in order.
typedef struct Perimeter {
  int *at;
  int n;
} Perimeter;

// A step being classified: `dirs` is what it is called, `in` the lists it stands in. They differ where two
// rules found the same step: the first decides the lists.
typedef struct WorkStep {
  SiteType to_type;
  Site to;
  DirSet dirs, in;
  double score;  // clockwise from north, for sorting
} WorkStep;

typedef struct WorkSites {
  int n;
  GraphPoint *at;
  Props *props;
  int *row, *col, *layer;
  const char **label;
  bool duplicate_labels;
  int32_t *step_start;  // n + 1
  WorkStep *steps;      // in listing order
} WorkSites;

typedef struct TopoWork {
  Arena *arena;    // of the result
  Arena *scratch;  // gone after building
  const Graph *graph;
  TopologyOptions options;
  double unit;  // average edge length
  WorkSites s[SITE_TYPES];
  Perimeter *perimeters;
  int perimeter_count;
} TopoWork;

// Corners of the drawing: smallest and largest coordinates of the sites.
typedef struct Bounds {
  double x, y, w, h;
} Bounds;
Bounds topo_bounds(const WorkSites *sites);

// The vertex a site turns around, or -1.
int topo_pivot(const Graph *graph, SiteType type, Site site);
// Sites that share an edge (faces), an edge (vertices) or an end (edges), with repetitions. Returns how many
// were written to out, which has room for topo_reach(...) of them.
int topo_reach(const Graph *graph, SiteType type, Site site);
int topo_linked(const Graph *graph, SiteType type, Site site, Site *out);
static inline int edge_other_end(const GraphEdge *e, int v) { return v == e->a ? e->b : e->a; }
static inline int edge_other_face(const GraphEdge *e, int f) {
  return e->left >= 0 && e->left == f ? e->right : e->right >= 0 && e->right == f ? e->left : -1;
}

// Orders 0..n-1 by score, equal scores by number.
void topo_rank(const double *score, int n, int *order);

void topo_measure_outline(TopoWork *w);    // perimeter, outer, inner, extremes, major, minor
void topo_measure_corners(TopoWork *w);    // corners and sides
void topo_measure_phases(TopoWork *w);     // phases, edge orientation, centre
void topo_measure_situation(TopoWork *w);  // rows, columns, layers, labels
void topo_find_steps(TopoWork *w);         // steps with their directions
bool topo_find_radials(TopoWork *w, SiteType type, TopoSites *out);  // false: more lines than are worked out
void topo_fill_sites(TopoWork *w, SiteType type, TopoSites *out);   // coordinates, incidence, relations, steps
void topo_fill_groups(TopoWork *w, SiteType type, TopoSites *out);  // groups, families, sides, distances

#endif
