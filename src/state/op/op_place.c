// Places: sites found by looking around, along and up.
#include "base/number.h"
#include "state/block/piece_lists.h"
#include "state/block/stack_piece_list.h"
#include "state/run/op_functions.h"
#include "state/run/site_test.h"
#include "state/turn/result.h"

// ---- around and along ----------------------------------------------------------------------------

static bool around_fits(const Position *x, SiteType type, AroundKind kind, int32_t site) {
  if (kind == AROUND_ANY) return true;
  int32_t what = site_what(x, type, site, -1), mover = x->head->mover, shared = x->game->players + 1;
  int32_t owner = what ? component_of(x, what)->owner : 0;
  int32_t *team = x->layout->team ? STATE_AT(x, int32_t, x->layout->team) : NULL;
  bool player = owner > 0 && owner < shared, enemy = player && (team ? team[owner] != team[mover] : owner != mover);
  switch (kind) {
    case AROUND_ANY: return true;
    case AROUND_EMPTY: return !what;
    case AROUND_NOT_EMPTY: return what;
    case AROUND_OWN: return what && (owner == mover || owner == shared);
    case AROUND_ENEMY: return what && enemy;
    case AROUND_NOT_ENEMY: return what && ((team ? enemy : owner == mover) || owner == shared);
    case AROUND_NOT_OWN: return what && owner != mover && owner != shared;
  }
  return false;
}

typedef struct Around {
  const Ins *in;
  SiteType type;
  int32_t distance;
  Check check;  // of TO
} Around;

static void around_site(Position *x, const Around *a, int32_t site, Word *out) {
  Radials radials = topo_radials(x->game->board, a->type, site, (Dir)a->in->a[A_AROUND_DIR]);
  AroundKind kind = (AroundKind)a->in->a[A_AROUND_WHAT];
  x->slots[SLOT_FROM] = site;
  for (int r = 0; r < radials.n && a->distance >= 0; r++) {
    SiteList radial = topo_radial(x->game->board, a->type, radials.ids[r]);
    if (a->distance >= radial.n) continue;
    Site there = radial.at[a->distance];
    if (check_site(x, &a->check, there) && around_fits(x, a->type, kind, there)) bit_set(out, there);
  }
}

const Word *op_AROUND(Position *x, const Ins *in) {
  Word *out = position_region(x);
  ScratchMark scratch = position_mark(x);
  Around around = {.in = in, .type = x_type(x, in->a[A_AROUND_TYPE]), .distance = x_int(x, in->a[A_AROUND_DISTANCE])};
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  const Word *centre = x_region(x, in->a[A_AROUND_REGION]);
  around.check = check_begin(x, in->a[A_AROUND_IF], SLOT_TO);
  FOR_BITS(site, centre, x->words) {
    if (site < topo_count(x->game->board, around.type)) around_site(x, &around, site, out);
  }
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  if (x_int_or(x, in->a[A_AROUND_SELF], 0)) bits_or(out, centre, x->words);
  else bits_andnot(out, centre, x->words);
  position_release(x, scratch);
  return out;
}

static void look_along(Position *x, const Ins *in, const Check *stop, SiteList radial, int32_t distance, Word *out) {
  for (int i = 1; i < radial.n && i <= distance; i++) {
    x->slots[SLOT_TO] = radial.at[i];
    if (stop->cond && check_site(x, stop, radial.at[i])) {
      if (x_int_or(x, in->a[A_LINE_SITES_STOP_INCLUDED], 0)) bit_set(out, radial.at[i]);
      return;
    }
    bit_set(out, radial.at[i]);
  }
}

const Word *op_LINE_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  ScratchMark scratch = position_mark(x);
  SiteType type = x_type(x, in->a[A_LINE_SITES_TYPE]);
  int32_t to = x->slots[SLOT_TO], distance = x_int_or(x, in->a[A_LINE_SITES_DISTANCE], GAME_INFINITY);
  bool included = x_int_or(x, in->a[A_LINE_SITES_INCLUDED], 0);
  const Word *starts = x_region(x, in->a[A_LINE_SITES_FROM]);
  Check stop = check_begin(x, in->a[A_LINE_SITES_STOP], SLOT_TO);
  FOR_BITS(site, starts, x->words) {
    if (site >= topo_count(x->game->board, type)) continue;
    Dirs dirs = dirs_seen_from(x, in->a[A_LINE_SITES_DIRS], site);
    if (included) bit_set(out, site);
    for (int d = 0; d < dirs.n; d++) {
      Radials radials = topo_radials(x->game->board, type, site, (Dir)dirs.at[d]);
      for (int r = 0; r < radials.n; r++) {
        look_along(x, in, &stop, topo_radial(x->game->board, type, radials.ids[r]), distance, out);
      }
    }
  }
  x->slots[SLOT_TO] = to;
  position_release(x, scratch);
  return out;
}

int32_t op_AHEAD(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_AHEAD_TYPE]);
  int32_t site = x_int(x, in->a[A_AHEAD_SITE]), steps = x_int(x, in->a[A_AHEAD_STEPS]);
  if (site < 0 || site >= topo_count(x->game->board, type)) return GAME_OFF;
  ScratchMark scratch = position_mark(x);
  Dirs dirs = dirs_seen_from(x, in->a[A_AHEAD_DIRS], site);
  int32_t result = site;
  if (dirs.n) {
    Radials radials = topo_radials(x->game->board, type, site, (Dir)dirs.at[0]);
    for (int r = 0; r < radials.n && result == site; r++) {
      SiteList radial = topo_radial(x->game->board, type, radials.ids[r]);
      if (steps >= 1 && steps < radial.n) result = radial.at[steps];
    }
  }
  position_release(x, scratch);
  return result;
}

int32_t op_RELATED(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_RELATED_TYPE]);
  int32_t site = x_int(x, in->a[A_RELATED_SITE]), found = 0;
  if (site < 0 || site >= topo_count(x->game->board, type)) return 0;
  ScratchMark scratch = position_mark(x);
  const Word *region = x_region(x, in->a[A_RELATED_REGION]);
  SiteList near = topo_neighbours(x->game->board, type, (Relation)in->a[A_RELATED_RELATION], site);
  for (int i = 0; i < near.n && !found; i++) found = bit_get(region, near.at[i]);
  bool itself = type == SITE_EDGE && in->a[A_RELATED_RELATION] != RELATION_DIAGONAL &&
                in->a[A_RELATED_RELATION] != RELATION_OFF_DIAGONAL;
  if (itself && bit_get(region, site)) found = 1;  // an edge meets itself at its ends
  position_release(x, scratch);
  return found;
}

// ---- regions -------------------------------------------------------------------------------------

const Word *op_HAND_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  int32_t player = x_int(x, in->a[A_HAND_SITES_PLAYER]);
  for (int c = 0; c < x->game->n_containers; c++) {
    const Container *hand = &x->game->containers[c];
    if (hand->kind == CONTAINER_BOARD || hand->owner != player) continue;
    for (int s = 0; s < hand->n; s++) bit_set(out, hand->first + s);
    if (!in->a[A_HAND_SITES_ALL]) break;
  }
  return out;
}

const Word *op_SIDE(Position *x, const Ins *in) {
  Word *out = position_region(x);
  int32_t player = x_int(x, in->a[A_SIDE_PLAYER]);
  if (!x->game->facings || player < 1 || player > x->game->players || x->game->facings[player] < 0) return out;
  SiteList side = topo_side(x->game->board, x_type(x, in->a[A_SIDE_TYPE]), (Dir)x->game->facings[player]);
  for (int i = 0; i < side.n; i++) bit_set(out, side.at[i]);
  return out;
}

static const Word *region_of_list(Position *x, uint32_t offset, int n) {
  Word *out = position_region(x);
  for (int i = 0; i < n; i++) {
    int32_t site = STATE_AT(x, int32_t, offset)[i];
    if (site >= 0 && site < x->program->region_bits) bit_set(out, site);
  }
  return out;
}

const Word *op_PENDING(Position *x, const Ins *in) {
  return (void)in, region_of_list(x, x->layout->pending, x->layout->pending ? x->head->n_pending : 0);
}

const Word *op_TO_CLEAR(Position *x, const Ins *in) {
  return (void)in, region_of_list(x, x->layout->to_remove, x->layout->to_remove ? x->head->n_to_remove : 0);
}

const Word *op_START_SITES(Position *x, const Ins *in) {
  int32_t what = x_int(x, in->a[A_START_SITES_WHAT]);
  if (what < 1 || what >= x->game->n_components || !x->layout->start_sites) return position_region(x);
  return STATE_AT(x, Word, x->layout->start_sites) + (size_t)what * (size_t)x->words;
}

// ---- numbers -------------------------------------------------------------------------------------

// Only numbers that sites of the board's own type have are looked at.
static int32_t where_sites(const Position *x, SiteType type) {
  return MIN(topo_count(x->game->board, type), x->game->containers[0].n);
}

static int32_t where_flat(const Position *x, SiteType type, int32_t what) {
  FlatKinds kinds = flat_kinds(x, type);
  int32_t n = where_sites(x, type);
  for (int32_t site = 0; site < n; site++) {
    if (kind_at(kinds, site) == what) return site;
  }
  return GAME_OFF;
}

static bool stands_on(const Position *x, SiteType type, int32_t site, int32_t what, int32_t state) {
  int32_t height = site_height(x, type, site);
  for (int32_t level = 0; level < height; level++) {
    bool there = site_what(x, type, site, level) == what;
    if (there && (state == -1 || site_state(x, type, site, level) == state)) return true;
  }
  return false;
}

// Site number i of a kind by its list, or -1 past the end; in the list of stacked pieces i becomes the number of the
// entry.
static int32_t listed_site(const Position *x, SiteType type, int32_t what, int32_t *i) {
  if (!x->layout->stack_list) return piece_list_site(x, type, what, *i);
  *i = stack_list_find(x, what, *i, 1);
  return *i < 0 ? GAME_OFF : stack_list_entry(x, *i).site;
}

static int32_t where_listed(const Position *x, SiteType type, int32_t what, int32_t state) {
  for (int32_t i = 0, site; (site = listed_site(x, type, what, &i)) >= 0; i++) {
    if (site < where_sites(x, type) && stands_on(x, type, site, what, state)) return site;
  }
  return GAME_OFF;
}

int32_t op_WHERE(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_WHERE_TYPE]);
  int32_t what = x_int(x, in->a[A_WHERE_WHAT]), state = x_int_or(x, in->a[A_WHERE_STATE], -1);
  if (what <= 0 || !SITE_LAYOUT(x, type)->empty) return GAME_OFF;
  if (in->a[A_WHERE_LISTED]) return where_listed(x, type, what, state);
  if (state == -1 && x->flat_who[type]) return where_flat(x, type, what);
  for (int32_t site = 0; site < where_sites(x, type); site++) {
    if (!site_empty(x, type, site) && stands_on(x, type, site, what, state)) return site;
  }
  return GAME_OFF;
}

int32_t op_WHERE_LEVEL(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_WHERE_LEVEL_TYPE]);
  int32_t what = x_int(x, in->a[A_WHERE_LEVEL_WHAT]), site = x_int(x, in->a[A_WHERE_LEVEL_SITE]),
          state = x_int_or(x, in->a[A_WHERE_LEVEL_STATE], -1);
  if (what <= 0 || site < 0 || site >= x->game->containers[0].n) return GAME_OFF;
  int32_t height = site_height(x, type, site);
  bool top = x_int_or(x, in->a[A_WHERE_LEVEL_TOP], 1);
  for (int32_t i = 0; i < height; i++) {
    int32_t level = top ? height - 1 - i : i;
    if (site_what(x, type, site, level) != what) continue;
    if (state == -1 || site_state(x, type, site, level) == state) return level;
  }
  return GAME_OFF;
}

int32_t op_PIECE_NAMED(Position *x, const Ins *in) {
  const RulesArray *pieces = &x->program->arrays[in->a[A_PIECE_NAMED_PIECES]];
  int32_t player = x_int(x, in->a[A_PIECE_NAMED_PLAYER]);
  for (int i = 0; i < pieces->n; i++) {
    if (x->game->components[pieces->at[i]].owner == player) return pieces->at[i];
  }
  return GAME_OFF;
}

int32_t op_REGION_SITE(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  const Word *region = x_region(x, in->a[A_REGION_SITE_REGION]);
  int32_t index = x_int(x, in->a[A_REGION_SITE_INDEX]);
  int site = index < 0 ? -1 : bits_next(region, x->words, 0);
  for (; index > 0 && site >= 0; index--) site = bits_next(region, x->words, site + 1);
  position_release(x, scratch);
  return site;
}

int32_t op_REGION_SIZE(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  int32_t n = bits_count(x_region(x, in->a[A_REGION_SIZE_REGION]), x->words);
  position_release(x, scratch);
  return n;
}

// The type is taken at its word: what lies in a hand is not on a vertex.
int32_t op_SUM_COUNTS(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  SiteType type = x_type(x, in->a[A_SUM_COUNTS_TYPE]);
  const Word *region = x_region(x, in->a[A_SUM_COUNTS_REGION]);
  bool stacking = game_has(x->game, GAME_STACKING);
  int32_t sum = 0;
  FOR_BITS(site, region, x->words) {
    int32_t here = stacking ? site_height(x, site_real_type(x, type, site), site) : site_count(x, type, site);
    sum = wrap_add(sum, here);
  }
  position_release(x, scratch);
  return sum;
}

int32_t op_COUNT_AT(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_COUNT_AT_TYPE]);
  int32_t site = x_int(x, in->a[A_COUNT_AT_SITE]);
  if (site < 0 || site >= x->program->region_bits) return 0;
  return game_has(x->game, GAME_STACKING) ? site_height(x, site_real_type(x, type, site), site)
                                          : site_count(x, type, site);
}

// Those of an edge are the edges at its two ends, itself at both.
static int32_t neighbours(const Topology *board, SiteType type, Relation relation, int32_t site) {
  if (type != SITE_EDGE) return topo_neighbours(board, type, relation, site).n;
  if (relation == RELATION_DIAGONAL || relation == RELATION_OFF_DIAGONAL) return 0;
  SiteList ends = topo_incident(board, SITE_EDGE, site, SITE_VERTEX);
  int32_t n = 0;
  for (int i = 0; i < ends.n; i++) n += topo_incident(board, SITE_VERTEX, ends.at[i], SITE_EDGE).n;
  return n;
}

int32_t op_TOPO_NUMBER(Position *x, const Ins *in) {
  const Topology *board = x->game->board;
  SiteType type = x_type(x, in->a[A_TOPO_NUMBER_TYPE]);
  int32_t site = x_int(x, in->a[A_TOPO_NUMBER_SITE]);
  if (site < 0 || site >= topo_count(board, type)) return GAME_OFF;
  const TopoSites *sites = &board->sites[type];
  switch ((TopoNumber)in->a[A_TOPO_NUMBER_WHAT]) {
    case TOPO_ROW: return sites->row[site];
    case TOPO_COLUMN: return sites->col[site];
    case TOPO_LAYER: return sites->layer[site];
    case TOPO_PHASE: return sites->phase[site];
    case TOPO_ORTHOGONAL: return neighbours(board, type, RELATION_ORTHOGONAL, site);
    case TOPO_DIAGONAL: return neighbours(board, type, RELATION_DIAGONAL, site);
    case TOPO_OFF: return neighbours(board, type, RELATION_OFF_DIAGONAL, site);
    case TOPO_ADJACENT: return neighbours(board, type, RELATION_ADJACENT, site);
    case TOPO_NEIGHBOURS: return neighbours(board, type, RELATION_ALL, site);
  }
  return GAME_OFF;
}

int32_t op_COORD(Position *x, const Ins *in) {
  const TopoSites *sites = &x->game->board->sites[x_type(x, in->a[A_COORD_TYPE])];
  int32_t row = x_int(x, in->a[A_COORD_ROW]), column = x_int(x, in->a[A_COORD_COLUMN]);
  for (int site = 0; site < sites->n; site++) {
    if (sites->row[site] == row && sites->col[site] == column) return site;
  }
  return GAME_OFF;
}

int32_t op_IS_PENDING(Position *x, const Ins *in) { return (void)in, x->head->n_pending > 0; }

int32_t op_PENDING_VALUE(Position *x, const Ins *in) {
  return (void)in, x->head->n_pending == 1 ? STATE_AT(x, int32_t, x->layout->pending)[0] : 0;
}

int32_t op_IS_VISITED(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_IS_VISITED_SITE]);
  return x->layout->visited && site >= 0 && site < x->program->region_bits &&
         bit_get(STATE_AT(x, Word, x->layout->visited), site);
}

int32_t op_WAS_PASS(Position *x, const Ins *in) { return (void)in, last_move_was_pass(x); }

int32_t op_ALL_PASSED(Position *x, const Ins *in) {
  return (void)in, x->head->moves >= x->game->players && last_move_any_pass(x) && result_everybody_passed(x);
}

int32_t op_IS_REPEAT(Position *x, const Ins *in) { return repetition_seen(x, in->a[A_IS_REPEAT_KIND]); }
