// What never changes about the tokens: container, region, row, column, and where they lie.
#include "net/input/encoding_internal.h"

#include <math.h>

// ---- which way a player looks --------------------------------------------------------------------

static int facing_of(const Game *game, Player player) {
  if (game->facings && game->facings[player] >= 0) return game->facings[player];
  for (int c = 1; c < game->n_components; c++) {
    if (game->components[c].owner == player && game->components[c].facing >= 0) return game->components[c].facing;
  }
  return -1;
}

int encoding_turn(const Game *game, Player viewer) {
  for (Player p = 1; p <= game->players; p++) {
    int facing = facing_of(game, p);
    if (facing < 0 || dir_family((Dir)facing) != DIR_FAMILY_COMPASS) return 0;
  }
  return viewer >= 1 && viewer <= game->players ? dir_place((Dir)facing_of(game, viewer)) : 0;
}

// ---- facts ---------------------------------------------------------------------------------------

typedef VEC(uint16_t) FactList;

typedef struct StaticWriter {
  EncodingBuilder *b;
  const NetSection *s;
  Player viewer;
  FactList *facts;
} StaticWriter;

static void put_fact(StaticWriter *w, TokenFact group, int i) {
  NetGroup at = w->s->facts[group];
  if (i >= 0 && i < at.n) VEC_PUSH(w->facts, (uint16_t)(at.first + i));
}

static bool same_region_name(const GameRegion *a, const GameRegion *b) {
  return a->name && b->name && !strcmp(a->name, b->name) && a->type == b->type;
}

// Regions of the same name are one kind: "mine" and "of the next player".
static int region_kind(const Game *game, int region) {
  for (int i = 0; i < region; i++) {
    if (same_region_name(&game->regions[i], &game->regions[region])) return i;
  }
  return region;
}

static void put_regions(StaticWriter *w, SiteType type, int32_t site) {
  const Game *game = w->s->game;
  for (int i = 0; i < MIN(game->n_regions, NET_BUCKETS); i++) {
    const GameRegion *region = &game->regions[i];
    if (!region->sites || region->site_type != type || !bit_get(region->sites, site)) continue;
    int owner = net_relative(w->b->e->players, w->viewer, region->owner);
    put_fact(w, FACT_REGION, region_kind(game, i) * w->s->owners + owner);
  }
}

static bool list_has(SiteList list, int32_t site) {
  for (int i = 0; i < list.n; i++) {
    if (list.at[i] == site) return true;
  }
  return false;
}

// The number of the line of a family that a site is in, seen by the viewer: those who look the other way count from the
// other end.
static int line_of(const StaticWriter *w, SiteType type, SiteFamily family, int32_t site) {
  const TopoSites *sites = &w->s->game->board->sites[type];
  const int *const of[] = {[FAMILY_ROWS] = sites->row,
                           [FAMILY_COLUMNS] = sites->col,
                           [FAMILY_LAYERS] = sites->layer,
                           [FAMILY_PHASES] = sites->phase};
  bool back = encoding_turn(w->s->game, w->viewer) == 8 && (family == FAMILY_ROWS || family == FAMILY_COLUMNS);
  if (!of[family]) return -1;
  return back ? sites->family[family].n - 1 - of[family][site] : of[family][site];
}

static void put_board_facts(StaticWriter *w, SiteType type, int32_t site) {
  put_fact(w, FACT_ROW, line_of(w, type, FAMILY_ROWS, site));
  put_fact(w, FACT_COLUMN, line_of(w, type, FAMILY_COLUMNS, site));
  put_fact(w, FACT_LAYER, line_of(w, type, FAMILY_LAYERS, site));
  put_fact(w, FACT_PHASE, line_of(w, type, FAMILY_PHASES, site));
  for (int group = 0; group < SITE_GROUPS; group++) {
    if (group == GROUP_TOP || group == GROUP_BOTTOM || group == GROUP_LEFT || group == GROUP_RIGHT) continue;
    if (list_has(topo_group(w->s->game->board, type, (SiteGroup)group), site)) put_fact(w, FACT_SPECIAL, group);
  }
}

static const Container *container_of_token(const NetSection *s, SiteType type, int32_t site) {
  if (type != SITE_CELL || s->game->n_containers < 2) return &s->game->containers[0];
  for (int c = 1; c < s->game->n_containers; c++) {
    const Container *container = &s->game->containers[c];
    if (site >= container->first && site < container->first + container->n) return container;
  }
  return &s->game->containers[0];
}

static bool is_on_board(const NetSection *s, SiteType type, int32_t site) {
  return container_of_token(s, type, site) == &s->game->containers[0] && site < topo_count(s->game->board, type);
}

static void put_token_facts(StaticWriter *w, int t) {
  const NetSection *s = w->s;
  SiteType type = s->type_of[t];
  int32_t site = s->site_of[t];
  const Container *container = container_of_token(s, type, site);
  put_fact(w, FACT_TYPE, (int)type);
  if (s->levels > 1 && is_on_board(s, type, site)) put_fact(w, FACT_HEIGHT, s->level_of[t]);
  int owner = net_relative(w->b->e->players, w->viewer, container->owner);
  put_fact(w, FACT_CONTAINER, (int)container->kind * s->owners + owner);
  put_regions(w, type, site);
  if (is_on_board(s, type, site)) put_board_facts(w, type, site);
}

// ---- numbers -------------------------------------------------------------------------------------

static float distance_number(const int *distances, int32_t site) {
  return distances ? net_squash((double)distances[site]) : 0;
}

static void put_numbers(StaticWriter *w, int t, const int32_t *place, float *out) {
  const NetSection *s = w->s;
  SiteType type = s->type_of[t];
  int32_t site = s->site_of[t];
  out[NUMBER_X] = (float)place[0] / 8;
  out[NUMBER_Y] = (float)place[1] / 8;
  out[NUMBER_Z] = (float)place[2] / 8;
  if (!is_on_board(s, type, site)) return;
  const TopoSites *sites = &s->game->board->sites[type];
  out[NUMBER_SIDE] = distance_number(sites->to_side, site);
  out[NUMBER_CENTRE] = distance_number(sites->to_centre, site);
  out[NUMBER_CORNER] = distance_number(sites->to_corner, site);
}

void encoding_static(EncodingBuilder *b, NetView *view, Player viewer) {
  const NetEncoding *e = b->e;
  FactList facts = {0};
  uint32_t *start = ARENA_ARRAY(b->arena, uint32_t, e->tokens + 1);
  float *numbers = ARENA_ARRAY(b->arena, float, e->tokens *STATIC_NUMBERS);
  for (int i = 0; i < e->n_sections; i++) {
    const NetSection *s = &b->sections[i];
    StaticWriter w = {b, s, viewer, &facts};
    for (int t = 0; t < s->n; t++) {
      int token = s->first + t;
      start[token] = (uint32_t)facts.n;
      put_token_facts(&w, t);
      put_numbers(&w, t, view->places + (size_t)token * NET_PLACES, numbers + (size_t)token * STATIC_NUMBERS);
    }
  }
  start[e->tokens] = (uint32_t)facts.n;
  view->fact_start = start;
  view->facts = VEC_TO_ARENA(&facts, b->arena);
  view->numbers = numbers;
  VEC_FREE(&facts);
}

// ---- places --------------------------------------------------------------------------------------

typedef struct Middle {
  double x, y, z;
} Middle;

// The middle of the sites of a type.
static Middle middle_of(const TopoSites *sites) {
  if (!sites->n) return (Middle){0};
  double low[3] = {sites->x[0], sites->y[0], sites->z[0]}, high[3] = {sites->x[0], sites->y[0], sites->z[0]};
  for (int i = 0; i < sites->n; i++) {
    double at[3] = {sites->x[i], sites->y[i], sites->z[i]};
    for (int k = 0; k < 3; k++) {
      low[k] = MIN(low[k], at[k]);
      high[k] = MAX(high[k], at[k]);
    }
  }
  return (Middle){(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2};
}

static int32_t half_units(double length, double unit) { return (int32_t)floor(2 * length / unit + 0.5 + 1e-6); }

// Column, row and layer in half units from the middle of the board, the board turned for the viewer.
static void place_on_board(const NetSection *s, SiteType type, int32_t site, Middle middle, int turn, int32_t *out) {
  const TopoSites *sites = &s->game->board->sites[type];
  double unit = s->game->board->unit > 0 ? s->game->board->unit : 1, angle = turn * 3.14159265358979323846 / 8;
  double x = sites->x[site] - middle.x, y = sites->y[site] - middle.y;
  out[0] = half_units(x * cos(angle) - y * sin(angle), unit);
  out[1] = half_units(x * sin(angle) + y * cos(angle), unit);
  out[2] = half_units(sites->z[site] - middle.z, unit);
  out[3] = 0;
}

// Tokens of hands lie in a row beside nothing: their group tells them from the board.
static void place_in_hand(const NetSection *s, int32_t site, Player viewer, int players, int32_t *out) {
  const Container *container = container_of_token(s, SITE_CELL, site);
  out[0] = site - container->first;
  out[1] = out[2] = 0;
  out[3] = 1 + (int32_t)container->kind * (players + 2) + net_relative(players, viewer, container->owner);
}

// Whether a row of columns goes from south to north: its levels then count sideways.
static bool stands_upright(const NetSection *s) {
  const TopoSites *sites = &s->game->board->sites[s->game->site_type];
  return fabs(sites->y[sites->n - 1] - sites->y[0]) > fabs(sites->x[sites->n - 1] - sites->x[0]);
}

void encoding_places(EncodingBuilder *b, NetView *view, Player viewer) {
  int32_t *places = ARENA_ARRAY(b->arena, int32_t, (size_t)b->e->tokens * NET_PLACES);
  for (int i = 0; i < b->e->n_sections; i++) {
    const NetSection *s = &b->sections[i];
    int turn = encoding_turn(s->game, viewer);
    Middle middles[SITE_TYPES];
    for (int type = 0; type < SITE_TYPES; type++) middles[type] = middle_of(&s->game->board->sites[type]);
    for (int t = 0; t < s->n; t++) {
      SiteType type = s->type_of[t];
      int32_t *out = places + (size_t)(s->first + t) * NET_PLACES, site = s->site_of[t];
      if (is_on_board(s, type, site)) {
        place_on_board(s, type, site, middles[type], turn, out);
        out[s->levels > 1 && stands_upright(s) ? 0 : 1] += 2 * s->level_of[t];
      } else place_in_hand(s, site, viewer, b->e->players, out);
    }
  }
  view->places = places;
}
