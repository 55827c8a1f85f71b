// The topology of a board: everything the rules, features and drawings ask about its sites. Built once from
// a Graph, owned by an arena, const afterwards and shared by threads. Lists are flat arrays with an index of
// starts; all accessors are inline and do no work.
//
// There are three kinds of site. A game plays on one of them by default (`use:`), some on several.
#ifndef BOARD_TOPO_TOPOLOGY_H
#define BOARD_TOPO_TOPOLOGY_H

#include "base/arena.h"
#include "base/bitset.h"
#include "board/direction.h"

typedef struct Graph Graph;

typedef int32_t Site;  // index of a cell, vertex or edge; -1 off the board
enum { SITE_OFF = -1 };

typedef enum SiteType { SITE_CELL, SITE_VERTEX, SITE_EDGE, SITE_TYPES } SiteType;

const char *site_type_name(SiteType type);  // "Cell", "Vertex", "Edge"

// How one site can be next to another of its type.
typedef enum Relation {
  RELATION_ORTHOGONAL,
  RELATION_DIAGONAL,
  RELATION_OFF_DIAGONAL,
  RELATION_ADJACENT,  // for cells: shares an edge or a vertex; for vertices: shares an edge
  RELATION_ALL,       // any of these
  RELATIONS,
} Relation;

// Named sets of sites.
typedef enum SiteGroup {
  GROUP_CORNERS,
  GROUP_CORNERS_CONCAVE,
  GROUP_CORNERS_CONVEX,
  GROUP_MAJOR,
  GROUP_MINOR,
  GROUP_OUTER,
  GROUP_PERIMETER,
  GROUP_INNER,
  GROUP_INTERLAYER,
  GROUP_TOP,
  GROUP_BOTTOM,
  GROUP_LEFT,
  GROUP_RIGHT,
  GROUP_CENTRE,
  GROUP_AXIAL,  // from here on only edges
  GROUP_HORIZONTAL,
  GROUP_VERTICAL,
  GROUP_ANGLED,
  GROUP_SLASH,
  GROUP_SLOSH,
  SITE_GROUPS,
} SiteGroup;

const char *site_group_name(SiteGroup group);  // "corners", "cornersConcave"...

// Sets of sites numbered from 0: row 0, row 1...
typedef enum SiteFamily {
  FAMILY_ROWS,
  FAMILY_COLUMNS,
  FAMILY_LAYERS,
  FAMILY_DIAGONALS,
  FAMILY_PHASES,
  SITE_FAMILIES,
} SiteFamily;

typedef struct SiteList {
  const Site *at;
  int n;
} SiteList;

// Lists one after another: list i is at[start[i] .. start[i + 1]).
typedef struct SiteLists {
  int n;
  const int32_t *start;
  const Site *at;
} SiteLists;

static inline SiteList lists_get(const SiteLists *lists, int i) {
  return (SiteList){lists->at + lists->start[i], lists->start[i + 1] - lists->start[i]};
}

// One step from a site to a neighbouring site of any type, with all the directions it can be called by.
typedef struct TopoStep {
  SiteType to_type;
  Site to;
  DirSet dirs;
} TopoStep;

// The radials of one site in one direction: ids[i] with its opposite radial (or -1) in opposites[i];
// distinct[i] is false for a radial that only continues an earlier one backwards.
typedef struct Radials {
  int n;
  const int32_t *ids;
  const int32_t *opposites;
  const bool *distinct;
} Radials;

// Everything about the sites of one type.
typedef struct TopoSites {
  int n;
  const double *x, *y, *z;
  const char **label;  // "A1"; edges are labelled by their number
  const int *row, *col, *layer, *phase;
  SiteLists incident[SITE_TYPES];  // cells, vertices, edges of the site (itself for its own type)
  SiteLists related[RELATIONS];
  const int32_t *step_start;  // n + 1
  const TopoStep *steps;      // grouped by to_type, clockwise from north within it

  // Radials: sites in a straight line, origin first. Ids are numbered site by site.
  const int32_t *radial_of;     // n + 1: ids of the radials that begin at a site
  const int32_t *radial_start;  // radials + 1
  const Site *radial_sites;
  int slots;                  // directions that occur on this board
  int8_t slot_of[DIRS];       // or -1
  const int32_t *slot_start;  // n * slots + 1
  const int32_t *slot_radials, *slot_opposites;
  const bool *slot_distinct;

  SiteLists stepping;           // n * slots lists: the sites of this type one step away in a direction
  DirSet supported[RELATIONS];  // directions of the steps of a relation, over all sites
  const DirSet *site_supported[RELATIONS];
  int n_ordered[RELATIONS];  // the same as lists, in the order in which pieces turn
  Dir ordered[RELATIONS][DIRS];

  SiteList group[SITE_GROUPS];
  SiteLists family[SITE_FAMILIES];
  SiteList side[DIRS];                         // by compass direction
  const int *to_corner, *to_side, *to_centre;  // steps to the nearest one; NULL without sites
} TopoSites;

typedef struct Topology {
  TopoSites sites[SITE_TYPES];
  bool regular;        // one regular tiling throughout
  const Graph *graph;  // curved edges and pivots, for drawings and edge crossings
  double unit;         // average length of an edge
} Topology;

typedef struct TopologyOptions {
  bool boardless;         // no rows, labels and distances are measured
  bool three_dimensions;  // rows and columns by coordinates of the lowest layer
} TopologyOptions;

// Measures the graph. The graph must stay alive as long as the topology. NULL where its lines
// of sites fork so often that they cannot all be found.
const Topology *topology_build(Arena *arena, const Graph *graph, TopologyOptions options);

// The relation that a group of directions (Orthogonal, All...) stands for, or -1.
int dir_relation(Dir dir);

static inline int topo_count(const Topology *t, SiteType type) { return t->sites[type].n; }

// Neighbours of a site by relation.
static inline SiteList topo_neighbours(const Topology *t, SiteType type, Relation relation, Site site) {
  return lists_get(&t->sites[type].related[relation], site);
}

// The cells, vertices or edges a site touches.
static inline SiteList topo_incident(const Topology *t, SiteType type, Site site, SiteType what) {
  return lists_get(&t->sites[type].incident[what], site);
}

static inline SiteList topo_group(const Topology *t, SiteType type, SiteGroup group) {
  return t->sites[type].group[group];
}

// Row, column... number i; empty when there is none.
static inline SiteList topo_family(const Topology *t, SiteType type, SiteFamily family, int i) {
  const SiteLists *lists = &t->sites[type].family[family];
  return i >= 0 && i < lists->n ? lists_get(lists, i) : (SiteList){0};
}

// The sites of one side; empty where the board has no such side.
static inline SiteList topo_side(const Topology *t, SiteType type, Dir compass) { return t->sites[type].side[compass]; }

// All steps from a site, to sites of every type.
static inline const TopoStep *topo_steps(const Topology *t, SiteType type, Site site, int *n) {
  const TopoSites *s = &t->sites[type];
  *n = s->step_start[site + 1] - s->step_start[site];
  return s->steps + s->step_start[site];
}

// Radials from a site in a direction (specific or group), clockwise from north.
static inline Radials topo_radials(const Topology *t, SiteType type, Site site, Dir dir) {
  const TopoSites *s = &t->sites[type];
  int slot = s->slot_of[dir];
  if (slot < 0) return (Radials){0};
  int i = s->slot_start[site * s->slots + slot], end = s->slot_start[site * s->slots + slot + 1];
  return (Radials){end - i, s->slot_radials + i, s->slot_opposites + i, s->slot_distinct + i};
}

// The sites of a radial; the origin is the first.
static inline SiteList topo_radial(const Topology *t, SiteType type, int32_t id) {
  const TopoSites *s = &t->sites[type];
  return (SiteList){s->radial_sites + s->radial_start[id], s->radial_start[id + 1] - s->radial_start[id]};
}

// The sites of the same type one step away in a direction, clockwise from north.
static inline SiteList topo_step_list(const Topology *t, SiteType type, Site site, Dir dir) {
  const TopoSites *s = &t->sites[type];
  int slot = s->slot_of[dir];
  return slot < 0 ? (SiteList){0} : lists_get(&s->stepping, site * s->slots + slot);
}

// The first of them, or SITE_OFF.
static inline Site topo_step(const Topology *t, SiteType type, Site site, Dir dir) {
  SiteList list = topo_step_list(t, type, site, dir);
  return list.n ? list.at[0] : SITE_OFF;
}

// Directions that occur on the board in a relation; site_supported has them for one site.
static inline DirSet topo_supported(const Topology *t, SiteType type, Relation relation) {
  return t->sites[type].supported[relation];
}

// Number of steps from a site to every other over a relation; 0 also where there is no way.
// `out` has room for topo_count sites.
void topo_distances(const Topology *t, SiteType type, Relation relation, Site from, int *out);

// Grows a set of sites by so many steps: to all adjacent sites, or (dirs given, not edges) only in these directions.
// `spare` is a second set to work with.
void topo_expand(const Topology *t, SiteType type, Word *set, Word *spare, int words, int steps, const DirSet *dirs);

// Whether two edges cross (edges that share an endpoint do not).
bool topo_edges_cross(const Topology *t, Site a, Site b);

// The site with this label ("A1"), or SITE_OFF.
Site topo_find_label(const Topology *t, SiteType type, Str label);

// Whether a piece facing that compass direction has `to` before it, by the rows and columns of both.
bool topo_is_forward(const TopoSites *sites, Dir facing, Site from, Site to);

#endif
