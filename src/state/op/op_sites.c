// Regions seen, reached and touched from a site.
#include "state/block/site.h"
#include "state/run/op_functions.h"

static bool on_board(const Position *x, SiteType type, int32_t site) {
  return site >= 0 && site < topo_count(x->game->board, type);
}

// ---- in line -------------------------------------------------------------------------------------

static void look_along(const Position *x, SiteType type, SightKind kind, SiteList radial, Word *out) {
  for (int i = 1; i < radial.n; i++) {
    bool piece = site_what(x, type, radial.at[i], -1) != 0;
    if (kind == SIGHT_EMPTY && !piece) bit_set(out, radial.at[i]);
    if (kind == SIGHT_FARTHEST && piece && i > 1) bit_set(out, radial.at[i - 1]);
    if (kind == SIGHT_FARTHEST && !piece && i == radial.n - 1) bit_set(out, radial.at[i]);
    if (kind == SIGHT_PIECE && piece) bit_set(out, radial.at[i]);
    if (piece) return;
  }
}

const Word *op_SIGHT(Position *x, const Ins *in) {
  Word *out = position_region(x);
  SiteType type = x_type(x, in->a[A_SIGHT_TYPE]);
  int32_t at = x_int(x, in->a[A_SIGHT_AT]);
  if (!on_board(x, type, at)) return out;
  ScratchMark scratch = position_mark(x);
  Dirs dirs = dirs_seen_from(x, in->a[A_SIGHT_DIRS], at);
  for (int d = 0; d < dirs.n; d++) {
    Radials radials = topo_radials(x->game->board, type, at, (Dir)dirs.at[d]);
    for (int r = 0; r < radials.n; r++) {
      look_along(x, type, (SightKind)in->a[A_SIGHT_WHAT], topo_radial(x->game->board, type, radials.ids[r]), out);
    }
  }
  position_release(x, scratch);
  return out;
}

// How far along a radial a site lies, 0 when it does not.
static int place_on(SiteList radial, int32_t site) {
  for (int i = 1; i < radial.n; i++) {
    if (radial.at[i] == site) return i;
  }
  return 0;
}

static void add_between(Position *x, SiteList radial, int end, int32_t cond, Word *out) {
  for (int i = end - 1; i >= 1; i--) {
    x->slots[SLOT_BETWEEN] = radial.at[i];
    if (x_holds(x, cond)) bit_set(out, radial.at[i]);
  }
}

static void search_between(Position *x, const Ins *in, SiteType type, Word *out) {
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  Dirs dirs = x_dirs(x, in->a[A_BETWEEN_SITES_DIRS]);
  for (int d = 0; d < dirs.n; d++) {
    Radials radials = topo_radials(x->game->board, type, from, (Dir)dirs.at[d]);
    for (int r = 0; r < radials.n; r++) {
      SiteList radial = topo_radial(x->game->board, type, radials.ids[r]);
      int end = place_on(radial, to);
      if (!end) continue;
      add_between(x, radial, end, in->a[A_BETWEEN_SITES_IF], out);
      return;
    }
  }
}

const Word *op_BETWEEN_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  SiteType type = x_type(x, in->a[A_BETWEEN_SITES_TYPE]);
  int32_t from = x_int(x, in->a[A_BETWEEN_SITES_FROM]), to = x_int(x, in->a[A_BETWEEN_SITES_TO]);
  if (!on_board(x, type, from) || !on_board(x, type, to)) return out;
  ScratchMark scratch = position_mark(x);
  int32_t slots[SLOT_COUNT];
  memcpy(slots, x->slots, sizeof slots);
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  if (x_int_or(x, in->a[A_BETWEEN_SITES_WITH_FROM], 0)) bit_set(out, from);
  if (x_int_or(x, in->a[A_BETWEEN_SITES_WITH_TO], 0)) bit_set(out, to);
  search_between(x, in, type, out);
  memcpy(x->slots, slots, sizeof slots);
  position_release(x, scratch);
  return out;
}

// ---- touching ------------------------------------------------------------------------------------

static void add_sites(Word *out, SiteList sites) {
  for (int i = 0; i < sites.n; i++) bit_set(out, sites.at[i]);
}

// Elements of the same type touch through edges (cells) or ends (edges).
static void add_incident(const Topology *board, SiteType want, SiteType of, int32_t site, Word *out) {
  if (want != of) {
    add_sites(out, topo_incident(board, of, site, want));
    return;
  }
  SiteType through = of == SITE_EDGE ? SITE_VERTEX : SITE_EDGE;
  SiteList links = topo_incident(board, of, site, through);
  SiteType beyond = of == SITE_EDGE ? SITE_EDGE : SITE_CELL;
  for (int i = 0; i < links.n; i++) add_sites(out, topo_incident(board, through, links.at[i], beyond));
  bit_clear(out, site);
}

static void keep_owned(const Position *x, SiteType type, Word *region, int32_t owner) {
  FOR_BITS(site, region, x->words) {
    int32_t who = site_who(x, type, site, -1);
    if (who != owner && !(who && owner == x->game->players + 1)) bit_clear(region, site);
  }
}

const Word *op_INCIDENT(Position *x, const Ins *in) {
  Word *out = position_region(x);
  SiteType want = x_type(x, in->a[A_INCIDENT_TYPE]), of = x_type(x, in->a[A_INCIDENT_OF]);
  int32_t site = x_int(x, in->a[A_INCIDENT_SITE]);
  if (!on_board(x, of, site)) return out;
  add_incident(x->game->board, want, of, site, out);
  if (in->a[A_INCIDENT_OWNER]) keep_owned(x, want, out, x_int(x, in->a[A_INCIDENT_OWNER]));
  return out;
}

const Word *op_CROSSING(Position *x, const Ins *in) {
  Word *out = position_region(x);
  int32_t site = x_int(x, in->a[A_CROSSING_SITE]), owner = x_int(x, in->a[A_CROSSING_OWNER]);
  if (!on_board(x, SITE_EDGE, site)) return out;
  for (int32_t other = 0; other < topo_count(x->game->board, SITE_EDGE); other++) {
    if (other == site) continue;
    bool theirs =
        owner > x->game->players ? site_what(x, SITE_EDGE, other, -1) != 0 : site_who(x, SITE_EDGE, other, -1) == owner;
    if (theirs && topo_edges_cross(x->game->board, site, other)) bit_set(out, other);
  }
  return out;
}

// ---- of moves ------------------------------------------------------------------------------------

static void add_site(const Position *x, Word *out, int32_t site) {
  if (site >= 0 && site < x->program->region_bits) bit_set(out, site);
}

const Word *op_MOVE_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  ScratchMark scratch = position_mark(x);
  MoveList top = moves_top(x);
  x_moves(x, in->a[A_MOVE_SITES_MOVES]);
  for (uint32_t i = top.first; i < x->moves.n; i++) {
    const Move *move = &x->moves.at[i];
    if (in->a[A_MOVE_SITES_WHAT] < 2) add_site(x, out, in->a[A_MOVE_SITES_WHAT] ? move->to : move->from);
    SiteList passed = move_passed(x, move);
    for (int s = 0; s < passed.n && in->a[A_MOVE_SITES_WHAT] == 2; s++) add_site(x, out, passed.at[s]);
  }
  moves_forget(x, top);
  position_release(x, scratch);
  return out;
}

const Word *op_LAST_BETWEEN(Position *x, const Ins *in) {
  return (void)in, x->layout->last_between ? STATE_AT(x, Word, x->layout->last_between) : position_region(x);
}

// ---- by steps ------------------------------------------------------------------------------------

// Sites by number of steps from one; 0 where there is no way.
typedef struct Reach {
  SiteType type;
  int16_t *steps;
  Site *queue;
  int n;
} Reach;

static Reach reach_begin(Position *x, SiteType type, Site from) {
  int sites = topo_count(x->game->board, type);
  Reach reach = {.type = type, .n = 1};
  reach.steps = position_scratch(x, (size_t)sites * sizeof *reach.steps);
  reach.queue = position_scratch(x, (size_t)sites * sizeof *reach.queue);
  memset(reach.steps, 0, (size_t)sites * sizeof *reach.steps);
  reach.queue[0] = from;
  return reach;
}

static void reach_add(Reach *reach, Site site, int16_t steps) {
  if (site == reach->queue[0] || reach->steps[site]) return;
  reach->steps[site] = steps;
  reach->queue[reach->n++] = site;
}

static Reach reach_relation(Position *x, SiteType type, Relation relation, Site from) {
  Reach reach = reach_begin(x, type, from);
  for (int i = 0; i < reach.n; i++) {
    SiteList near = topo_neighbours(x->game->board, type, relation, reach.queue[i]);
    int16_t steps = (int16_t)(reach.steps[reach.queue[i]] + 1);
    for (int s = 0; s < near.n; s++) reach_add(&reach, near.at[s], steps);
  }
  position_work(x, (uint32_t)reach.n);
  return reach;
}

const Word *op_AT_DISTANCE(Position *x, const Ins *in) {
  Word *out = position_region(x);
  SiteType type = x_type(x, in->a[A_AT_DISTANCE_TYPE]);
  int32_t from = x_int(x, in->a[A_AT_DISTANCE_FROM]), min = x_int(x, in->a[A_AT_DISTANCE_MIN]),
          max = x_int(x, in->a[A_AT_DISTANCE_MAX]);
  if (!on_board(x, type, from) || min < 0) return out;
  ScratchMark scratch = position_mark(x);
  Reach reach = reach_relation(x, type, (Relation)in->a[A_AT_DISTANCE_RELATION], from);
  if (min == 0) bit_set(out, from);
  for (int i = 1; i < reach.n; i++) {
    int32_t steps = reach.steps[reach.queue[i]];
    if (steps >= min && steps <= max) bit_set(out, reach.queue[i]);
  }
  position_release(x, scratch);
  return out;
}

// Steps from a site to all others: a row of the table, or worked out.
static const int32_t *steps_from(Position *x, const Ins *in, SiteType type, Site from) {
  int sites = topo_count(x->game->board, type);
  if (in->a[A_STEPS_TO_TABLE] >= 0) return x->program->arrays[in->a[A_STEPS_TO_TABLE]].at + (ptrdiff_t)from * sites;
  int32_t *steps = position_scratch(x, (size_t)sites * sizeof *steps);
  Reach reach = reach_relation(x, type, (Relation)in->a[A_STEPS_TO_RELATION], from);
  for (int i = 0; i < sites; i++) steps[i] = reach.steps[i];
  return steps;
}

int32_t op_STEPS_TO(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_STEPS_TO_TYPE]);
  int32_t from = x_int(x, in->a[A_STEPS_TO_FROM]), least = GAME_INFINITY;
  if (!on_board(x, type, from)) return 0;
  ScratchMark scratch = position_mark(x);
  const Word *to = x_region(x, in->a[A_STEPS_TO_TO]);
  const int32_t *steps = steps_from(x, in, type, from);
  FOR_BITS(site, to, x->words) {
    if (on_board(x, type, site)) least = MIN(least, steps[site]);
  }
  position_release(x, scratch);
  return least == GAME_INFINITY ? 0 : least;
}

// ---- others --------------------------------------------------------------------------------------

// One after the other, among those not drawn yet.
const Word *op_RANDOM_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  ScratchMark scratch = position_mark(x);
  Word *rest = position_region(x);
  bits_copy(rest, x_region(x, in->a[A_RANDOM_SITES_REGION]), x->words);
  int count = bits_count(rest, x->words);
  int left = MIN(x_int(x, in->a[A_RANDOM_SITES_N]), count);
  for (; left > 0 && position_work(x, (uint32_t)x->words); left--, count--) {
    int site = bits_select(rest, position_draw(x, (uint32_t)count));
    bit_set(out, site);
    bit_clear(rest, site);
  }
  position_release(x, scratch);
  return out;
}

const Word *op_UNION_FOR(Position *x, const Ins *in) {
  Word *out = position_region(x);
  ScratchMark scratch = position_mark(x);
  Ints values = x_ints(x, in->a[A_UNION_FOR_VALUES]);
  int32_t *slot = &x->slots[in->a[A_UNION_FOR_SLOT]], old = *slot;
  for (int i = 0; i < values.n; i++) {
    ScratchMark inner = position_mark(x);
    *slot = values.at[i];
    bits_or(out, x_region(x, in->a[A_UNION_FOR_BODY]), x->words);
    position_release(x, inner);
  }
  *slot = old;
  position_release(x, scratch);
  return out;
}

const Word *op_PLAYABLE(Position *x, const Ins *in) {
  const Word *cells = sites_playable(x);
  Word *out = position_region(x);
  if (cells) bits_copy(out, cells, bits_words(topo_count(x->game->board, SITE_CELL)));
  return (void)in, out;
}

int32_t op_SAME_REGION(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  const Word *a = x_region(x, in->a[A_SAME_REGION_A]);
  int32_t same = bits_equal(a, x_region(x, in->a[A_SAME_REGION_B]), x->words);
  position_release(x, scratch);
  return same;
}

int32_t op_ALL_DIFFERENT(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  const Word *region = x_region(x, in->a[A_ALL_DIFFERENT_REGION]);
  size_t kinds = (size_t)MAX(x->game->n_components, PUZZLE_VALUES_MAX);
  bool *seen = position_scratch(x, kinds), different = true;
  memset(seen, 0, kinds);
  int32_t old = x->slots[SLOT_SITE];
  for (int site = bits_next(region, x->words, 0); site >= 0 && different;
       site = bits_next(region, x->words, site + 1)) {
    int32_t what = site_what(x, x->game->site_type, site, -1);
    x->slots[SLOT_SITE] = site;
    different = x_int(x, in->a[A_ALL_DIFFERENT_IF]) && !seen[what];
    seen[what] = true;
  }
  x->slots[SLOT_SITE] = old;
  position_release(x, scratch);
  return different;
}

int32_t op_HAND_NUMBER(Position *x, const Ins *in) {
  int32_t player = x_int(x, in->a[A_HAND_NUMBER_PLAYER]);
  for (int c = 1; c < x->game->n_containers; c++) {
    if (x->game->containers[c].kind == CONTAINER_HAND && x->game->containers[c].owner == player) return c;
  }
  return GAME_OFF;
}

static int32_t count_levels(Position *x, const Ins *in, SiteType type, int32_t site) {
  int32_t height = site_height(x, type, site), n = 0;
  x->slots[SLOT_TO] = site;
  for (int32_t i = 0; i < height; i++) {
    x->slots[SLOT_LEVEL] = in->a[A_COUNT_LEVELS_FROM_TOP] ? height - 1 - i : i;
    if (in->a[A_COUNT_LEVELS_STOP] && x_int(x, in->a[A_COUNT_LEVELS_STOP])) break;
    n += x_holds(x, in->a[A_COUNT_LEVELS_IF]);
  }
  return n;
}

int32_t op_COUNT_LEVELS(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  int32_t to = x->slots[SLOT_TO], level = x->slots[SLOT_LEVEL], n = 0;
  const Word *sites = x_region(x, in->a[A_COUNT_LEVELS_SITES]);
  FOR_BITS(site, sites, x->words) {
    n += count_levels(x, in, site_real_type(x, x_type(x, in->a[A_COUNT_LEVELS_TYPE]), site), site);
  }
  x->slots[SLOT_TO] = to;
  x->slots[SLOT_LEVEL] = level;
  position_release(x, scratch);
  return n;
}
