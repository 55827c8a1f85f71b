// Measuring the space, and walking in it.
#include "feature/space.h"

#include "base/mem.h"
#include "base/vec.h"
#include "feature/neighbours.h"
#include "plan/plan.h"
#include "rules/effects.h"
#include "rules/operand_table.h"
#include "state/turn/position.h"

#include <math.h>

// ---- sites --------------------------------------------------------------------------------------

static bool uses_type(const Game *game, SiteType type) {
  static const uint32_t flags[SITE_TYPES] = {GAME_CELLS, GAME_VERTICES, GAME_EDGES};
  return topo_count(game->board, type) > 0 && (game_has(game, flags[type]) || game->site_type == type);
}

static int types_used(const Game *game) {
  int n = 0;
  for (int t = 0; t < SITE_TYPES; t++) n += uses_type(game, (SiteType)t);
  return n;
}

// Types are kept apart when asked for, and where the reference has no answer: edges, stacks on several types.
static bool keeps_apart(const Game *game, FeatureRules rules) {
  if (game->site_type == SITE_EDGE) return types_used(game) > 1;
  return types_used(game) > 1 && (rules.types_apart || game_has(game, GAME_STACKING));
}

static SiteType single_type(const Game *game) {
  if (game->site_type == SITE_EDGE) return SITE_EDGE;
  return game->site_type == SITE_VERTEX ? SITE_VERTEX : SITE_CELL;
}

static void number_sites(FeatureSpace *s) {
  s->apart = keeps_apart(s->game, s->rules);
  s->type = single_type(s->game);
  for (int t = 0; t < SITE_TYPES; t++) {
    bool part = s->apart ? uses_type(s->game, (SiteType)t) : (SiteType)t == s->type;
    s->base[t] = part ? s->n : -1;
    if (part) s->n += topo_count(s->game->board, (SiteType)t);
  }
}

static void make_lists(FeatureSpace *s) {
  int32_t *start = ARENA_ARRAY(&s->arena, int32_t, s->n + 1);
  VEC(Site) all = {0};
  for (int t = 0; t < SITE_TYPES; t++) {
    if (s->base[t] < 0) continue;
    SiteLists lists = neighbour_lists(&s->arena, s->game->board, (SiteType)t);
    for (int i = 0; i < lists.n; i++) {
      SiteList list = lists_get(&lists, i);
      for (int k = 0; k < list.n; k++) VEC_PUSH(&all, list.at[k] == SITE_OFF ? SITE_OFF : s->base[t] + list.at[k]);
      start[s->base[t] + i + 1] = (int32_t)all.n;
    }
  }
  s->lists = (SiteLists){s->n, start, all.n ? VEC_TO_ARENA(&all, &s->arena) : NULL};
  VEC_FREE(&all);
}

// ---- rotations ----------------------------------------------------------------------------------

static void find_connectivities(FeatureSpace *s) {
  int most = 0, n = 0;
  for (int i = 0; i < s->n; i++) most = MAX(most, space_neighbours(s, i).n);
  bool *seen = ARENA_ARRAY(&s->arena, bool, most + 1);
  int *found = ARENA_ARRAY(&s->arena, int, most + 1);
  for (int i = 0; i < s->n; i++) seen[space_neighbours(s, i).n] = true;
  for (int k = 0; k <= most; k++) {
    if (seen[k]) found[n++] = k;
  }
  s->connectivities = found;
  s->n_connectivities = n;
}

static bool divides_larger(const FeatureSpace *s, int i) {
  for (int k = i + 1; k < s->n_connectivities; k++) {
    if (s->connectivities[k] % s->connectivities[i] == 0) return true;
  }
  return false;
}

// The parts of a turn that the lengths of the lists make, from the longest down.
static void find_rotations(FeatureSpace *s) {
  VEC(float) found = {0};
  for (int i = s->n_connectivities; i-- > 0;) {
    int n = s->connectivities[i];
    if (n == 0 || divides_larger(s, i)) continue;
    for (int k = 0; k < n; k++) {
      float turn = (float)k / (float)n;
      bool known = false;
      for (size_t j = 0; j < found.n; j++) known |= found.at[j] == turn;
      if (!known) VEC_PUSH(&found, turn);
    }
  }
  if (!found.n) VEC_PUSH(&found, 0);
  s->rotations = (Rotations){(int)found.n, VEC_TO_ARENA(&found, &s->arena)};
  VEC_FREE(&found);
}

// ---- regions ------------------------------------------------------------------------------------

// Whether an expression depends on nothing but the board and the equipment. The plan knows it of most; regions may also
// name each other, and sites ahead of one.
static bool is_fixed(const Plan *plan, Ref ref) {
  const Ins *in = plan_ins(plan, (int32_t)ref);
  if (in->op == OP_SITES_WHERE) return false;  // sites chosen by a condition: the reference takes them for changing
  if (!plan->needs[ref]) return true;
  if (in->op != OP_PLAYER_REGION && (ins_reads(in) || ins_binds(in))) return false;
  for (int i = 0; i < in->n; i++) {
    if (operand_ref_at(in, i) && in->a[i] && !is_fixed(plan, (Ref)in->a[i])) return false;
  }
  return true;
}

// The sites of a region that does not depend on the state, or NULL.
static const Word *fixed_sites(const GameRegion *region, Position *x) {
  if (region->sites) return region->sites;
  return region->region && is_fixed(x->plan, region->region) ? x_region(x, (int32_t)region->region) : NULL;
}

// Marks the sites of a region of the description, all its parts. False when a part depends on the state or has sites of
// another type, or there are none.
static bool mark_region(const FeatureSpace *s, int number, Position *x, bool *seen) {
  bool any = false;
  for (int r = 0; r < s->game->n_regions; r++) {
    const GameRegion *region = &s->game->regions[r];
    if (region->item != number) continue;
    ScratchMark mark = position_mark(x);
    const Word *sites = region->site_type == s->game->site_type ? fixed_sites(region, x) : NULL;
    for (Site i = 0; sites && i < topo_count(s->game->board, s->game->site_type); i++) {
      seen[i] |= bit_get(sites, i);
      any |= seen[i];
    }
    position_release(x, mark);
    if (!sites) return false;
  }
  return any;
}

// Steps over adjacent sites from those seen; 0 also where there is no way.
static const int32_t *spread(FeatureSpace *s, bool *seen) {
  SiteType type = s->game->site_type;
  int n = topo_count(s->game->board, type), base = s->base[type];
  int32_t *distance = ARENA_ARRAY(&s->arena, int32_t, s->n);
  VEC(Site) queue = {0};
  for (int i = 0; i < s->n; i++) distance[i] = i >= base && i < base + n ? 0 : -1;
  for (Site i = 0; i < n; i++) {
    if (seen[i]) VEC_PUSH(&queue, i);
  }
  for (size_t head = 0; head < queue.n; head++) {
    SiteList near = topo_neighbours(s->game->board, type, RELATION_ADJACENT, queue.at[head]);
    for (int k = 0; k < near.n; k++) {
      if (seen[near.at[k]]) continue;
      seen[near.at[k]] = true;
      distance[base + near.at[k]] = distance[base + queue.at[head]] + 1;
      VEC_PUSH(&queue, near.at[k]);
    }
  }
  VEC_FREE(&queue);
  return distance;
}

static void measure_regions(FeatureSpace *s) {
  for (int r = 0; r < s->game->n_regions; r++) s->n_regions = MAX(s->n_regions, s->game->regions[r].item + 1);
  const int32_t **tables = ARENA_ARRAY(&s->arena, const int32_t *, s->n_regions + 1);
  int n = topo_count(s->game->board, s->game->site_type);
  Position *x = s->n_regions ? position_new(s->game, 0, 0) : NULL;
  for (int r = 0; r < s->n_regions && s->base[s->game->site_type] >= 0; r++) {
    bool *seen = mem_alloc_zero((size_t)n + 1);
    if (mark_region(s, r, x, seen)) tables[r] = spread(s, seen);
    mem_free(seen);
  }
  if (x) position_free(x);
  s->distances = tables;
}

// ---- lines ---------------------------------------------------------------------------------------

static int sites_in_sight(const Topology *board, SiteType type, Site site, Dir dir) {
  Radials radials = topo_radials(board, type, site, dir);
  int n = 0;
  for (int r = 0; r < radials.n; r++) n += topo_radial(board, type, radials.ids[r]).n - 1;
  return n;
}

static void measure_sight(FeatureSpace *s) {
  static const Dir dirs[] = {DIR_ORTHOGONAL, DIR_DIAGONAL};
  for (Site i = 0; i < s->n; i++) {
    SiteType type = space_type_of(s, i);
    for (size_t d = 0; d < COUNT_OF(dirs); d++) {
      s->sight[d] = MAX(s->sight[d], sites_in_sight(s->game->board, type, i - s->base[type], dirs[d]));
    }
  }
}

// ---- what moves and pieces can say ---------------------------------------------------------------

static bool program_has(const Program *program, Op op) {
  for (Ref ref = 1; ref < program->n;) {
    const Ins *in = program_ins(program, ref);
    if (in->op == op) return true;
    ref += 1u + in->n;
  }
  return false;
}

static bool game_has_from(const Game *game) {
  for (int i = 0; i < game->n_subgames; i++) {
    if (game_has_from(game->subgames[i].game)) return true;
  }
  return game->moves_have_origins;
}

// Kinds of pieces tell more than owners where a player has several, or nobody owns one.
static bool kinds_matter(const Game *game) {
  int owned[GAME_PLAYERS_MAX + 2] = {0};
  for (int i = 1; i < game->n_components; i++) {
    Player owner = game->components[i].owner;
    if (owner == 0) return true;
    if (owner <= game->players && ++owned[owner] > 1) return true;
  }
  return false;
}

void space_open(FeatureSpace **space, const Game *game, FeatureRules rules) {
  FeatureSpace *s = mem_alloc_zero(sizeof *s);
  s->game = game;
  s->rules = rules;
  number_sites(s);
  make_lists(s);
  find_connectivities(s);
  find_rotations(s);
  measure_regions(s);
  measure_sight(s);
  s->uses_from = game_has_from(game);
  s->items = kinds_matter(game);
  s->swaps = game->meta.swap;
  s->passes = game->n_subgames || program_has(&game->program, OP_PASS);
  *space = s;
}

void space_close(FeatureSpace *space) {
  if (!space) return;
  arena_free(&space->arena);
  mem_free(space);
}

// ---- walks --------------------------------------------------------------------------------------

// To the nearest entry; just between two, to the lower one.
static int entry_at(float index, int n) {
  float part = index - truncf(index);
  bool between = fabsf(part - 0.5F) < 0.02F || fabsf(part + 0.5F) < 0.02F;
  int rounded = (int)floorf(between ? index : index + 0.5F);
  int wrapped = rounded % n;
  return wrapped < 0 ? wrapped + n : wrapped;
}

static int place_in(SiteList list, Site site) {
  for (int i = 0; i < list.n; i++) {
    if (list.at[i] == site) return i;
  }
  return -1;
}

Site space_walk(const FeatureSpace *s, const TurnWalk *walk, Site anchor, float rotation, int reflection) {
  Site before = SITE_OFF, at = anchor;
  float mirror = (float)reflection;
  for (int i = 0; i < walk->n && at != SITE_OFF; i++) {
    SiteList list = space_neighbours(s, at);
    if (!list.n) return SITE_OFF;
    float index = i == 0 ? (walk->turn[0] + rotation) * mirror * (float)list.n
                         : (float)(place_in(list, before) + list.n / 2) + walk->turn[i] * mirror * (float)list.n;
    before = at;
    at = list.at[entry_at(index, list.n)];
  }
  return at;
}
