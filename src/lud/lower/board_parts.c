// Parts of the board by word. Those of hints are the cells of each.
#include "lud/lower/board_parts.h"

typedef struct Parts {
  Lower *lower;
  AddPart *add;
  void *self;
  const TopoSites *sites;  // those pieces stand on
  Site *room;              // for one list
} Parts;

static void give(const Parts *p, int n) { p->add(p->lower, p->self, (SiteList){p->room, n}); }

static void give_family(const Parts *p, SiteFamily family) {
  const SiteLists *lists = &p->sites->family[family];
  for (int i = 0; i < lists->n; i++) p->add(p->lower, p->self, lists_get(lists, i));
}

static void give_rows(const Parts *p) { give_family(p, FAMILY_ROWS); }
static void give_columns(const Parts *p) { give_family(p, FAMILY_COLUMNS); }
static void give_layers(const Parts *p) { give_family(p, FAMILY_LAYERS); }
static void give_diagonals(const Parts *p) { give_family(p, FAMILY_DIAGONALS); }

static void give_corners(const Parts *p) {
  SiteList corners = p->sites->group[GROUP_CORNERS];
  for (int i = 0; i < corners.n; i++) p->add(p->lower, p->self, (SiteList){corners.at + i, 1});
}

static bool has(SiteList sites, Site site) {
  for (int i = 0; i < sites.n; i++) {
    if (sites.at[i] == site) return true;
  }
  return false;
}

static void give_sides_without(const Parts *p, SiteList corners) {
  for (int d = 0; d < DIRS; d++) {
    SiteList side = p->sites->side[d];
    int n = 0;
    for (int i = 0; i < side.n; i++) {
      if (!has(corners, side.at[i])) p->room[n++] = side.at[i];
    }
    if (side.n) give(p, n);
  }
}

static void give_sides(const Parts *p) { give_sides_without(p, (SiteList){0}); }
static void give_bare_sides(const Parts *p) { give_sides_without(p, p->sites->group[GROUP_CORNERS]); }

static void give_all(const Parts *p) {
  for (int i = 0; i < p->sites->n; i++) p->room[i] = i;
  give(p, p->sites->n);
}

// Every site with all sites in line with it.
static void give_lines(const Parts *p) {
  const Topology *board = p->lower->game->board;
  SiteType type = p->lower->game->site_type;
  for (int site = 0; site < p->sites->n; site++) {
    Radials radials = topo_radials(board, type, site, DIR_ALL);
    int n = 0;
    p->room[n++] = site;
    for (int r = 0; r < radials.n; r++) {
      SiteList line = topo_radial(board, type, radials.ids[r]);
      for (int i = 1; i < line.n; i++) {
        if (!has((SiteList){p->room, n}, line.at[i])) p->room[n++] = line.at[i];
      }
    }
    give(p, n);
  }
}

// Square blocks as in Sudoku.
static void give_blocks(const Parts *p) {
  const TopoSites *cells = &p->lower->game->board->sites[SITE_CELL];
  int size = 0;
  while ((size + 1) * (size + 1) * (size + 1) * (size + 1) <= cells->n) size++;
  for (int block = 0; block < size * size; block++) {
    int n = 0;
    for (int c = 0; c < cells->n; c++) {
      bool inside = cells->row[c] / size == block / size && cells->col[c] / size == block % size;
      if (inside) p->room[n++] = c;
    }
    give(p, n);
  }
}

// Every site with each of its neighbours.
static void give_pairs(const Parts *p) {
  SiteType type = p->lower->game->site_type;
  for (int site = 0; site < p->sites->n; site++) {
    SiteList near = topo_neighbours(p->lower->game->board, type, RELATION_ADJACENT, site);
    for (int i = 0; i < near.n; i++) {
      p->room[0] = site;
      p->room[1] = near.at[i];
      give(p, 2);
    }
  }
}

static void give_hints(const Parts *p) {
  const Game *game = p->lower->game;
  for (int i = 0; i < game->n_hints; i++) {
    const GameHint *hint = &game->hints[i];
    for (int h = 0; hint->type == SITE_CELL && h < hint->n; h++) {
      p->add(p->lower, p->self, (SiteList){hint->where[h], hint->sizes[h]});
    }
  }
}

void each_part(Lower *lower, const Term *word, AddPart *add, void *self) {
  static const struct {
    const char *word;
    void (*give)(const Parts *p);
  } words[] = {
      {"Rows", give_rows},           {"Columns", give_columns},
      {"Layers", give_layers},       {"Diagonals", give_diagonals},
      {"Corners", give_corners},     {"Sides", give_sides},
      {"AllSites", give_all},        {"SidesNoCorners", give_bare_sides},
      {"AllDirections", give_lines}, {"SubGrids", give_blocks},
      {"Touching", give_pairs},      {"Regions", give_pairs},
      {"Vertices", give_pairs},      {"HintRegions", give_hints},
  };
  const TopoSites *sites = &lower->game->board->sites[lower->game->site_type];
  int most = MAX(sites->n, topo_count(lower->game->board, SITE_CELL));
  Parts parts = {lower, add, self, sites, ARENA_ARRAY(lower->arena, Site, MAX(most, 2))};
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    if (term_is(word, words[i].word)) words[i].give(&parts);
  }
}
