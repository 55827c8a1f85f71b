// Captures: effects on pieces caught between, around or along others.
#include "state/run/op_functions.h"
#include "state/run/site_test.h"

enum { DISTANCE_MAX = 1000 };

typedef struct SavedSlots {
  int32_t from, to, between;
} SavedSlots;

static SavedSlots save_slots(const Position *x) {
  return (SavedSlots){x->slots[SLOT_FROM], x->slots[SLOT_TO], x->slots[SLOT_BETWEEN]};
}

static void restore_slots(Position *x, SavedSlots saved) {
  x->slots[SLOT_FROM] = saved.from;
  x->slots[SLOT_TO] = saved.to;
  x->slots[SLOT_BETWEEN] = saved.between;
}

static bool on_board(const Position *x, SiteType type, int32_t site) {
  return site >= 0 && site < topo_count(x->game->board, type);
}

// ---- in line -------------------------------------------------------------------------------------

typedef struct Custodial {
  int32_t min, max, effect;
  Check target, friend;  // of BETWEEN and TO
} Custodial;

static void capture_between(Position *x, const Custodial *c, SiteList radial) {
  int n = 1;
  while (n < radial.n && n <= c->max && check_site(x, &c->target, radial.at[n])) n++;
  if (n == 1 || c->min >= n) return;
  if (c->max == 1 && n >= radial.n) return;
  if (!check_site(x, &c->friend, n < radial.n ? radial.at[n] : GAME_OFF)) return;
  for (int i = 1; i < n; i++) {
    x->slots[SLOT_BETWEEN] = radial.at[i];
    x_moves(x, c->effect);
  }
}

void op_CUSTODIAL(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_CUSTODIAL_TYPE]);
  int32_t from = x_int(x, in->a[A_CUSTODIAL_FROM]);
  Custodial c = {.min = x_int_or(x, in->a[A_CUSTODIAL_MIN], 0),
                 .max = x_int_or(x, in->a[A_CUSTODIAL_MAX], DISTANCE_MAX),
                 .effect = in->a[A_CUSTODIAL_EFFECT]};
  if (!on_board(x, type, from) || c.max < 1 || c.min > c.max) return;
  SavedSlots saved = save_slots(x);
  ScratchMark scratch = position_mark(x);
  c.target = check_make(x, in->a[A_CUSTODIAL_TARGET], SLOT_BETWEEN, true);
  c.friend = check_begin(x, in->a[A_CUSTODIAL_FRIEND], SLOT_TO);
  Radials radials = topo_radials(x->game->board, type, from, (Dir)in->a[A_CUSTODIAL_DIR]);
  for (int r = 0; r < radials.n; r++) {
    capture_between(x, &c, topo_radial(x->game->board, type, radials.ids[r]));
  }
  restore_slots(x, saved);
  position_release(x, scratch);
}

// How many targets follow each other on a radial, up to max.
static int targets_in_line(Position *x, const Check *target, SiteList radial, int32_t max) {
  int n = 1;
  while (n < radial.n && n <= max && check_site(x, target, radial.at[n])) n++;
  return n - 1;
}

static void take_in_line(Position *x, const Ins *in, SiteList radial, int n) {
  for (int i = 1; i <= n; i++) {
    x->slots[SLOT_TO] = radial.at[i];
    x_moves(x, in->a[A_INTERVENE_EFFECT]);
  }
}

void op_INTERVENE(Position *x, const Ins *in) {
  const Topology *board = x->game->board;
  SiteType type = x_type(x, in->a[A_INTERVENE_TYPE]);
  int32_t from = x_int(x, in->a[A_INTERVENE_FROM]), min = x_int_or(x, in->a[A_INTERVENE_MIN], 1),
          max = x_int_or(x, in->a[A_INTERVENE_MAX], 1);
  if (!on_board(x, type, from)) return;
  SavedSlots saved = save_slots(x);
  ScratchMark scratch = position_mark(x);
  Check target = check_begin(x, in->a[A_INTERVENE_TARGET], SLOT_TO);
  Radials radials = topo_radials(board, type, from, (Dir)in->a[A_INTERVENE_DIR]);
  for (int r = 0; r < radials.n; r++) {
    if (!radials.distinct[r] || radials.opposites[r] < 0) continue;
    SiteList there = topo_radial(board, type, radials.ids[r]), back = topo_radial(board, type, radials.opposites[r]);
    int n = targets_in_line(x, &target, there, max), m = n >= min ? targets_in_line(x, &target, back, max) : 0;
    if (n < min || m < min) continue;
    take_in_line(x, in, back, m);
    take_in_line(x, in, there, n);
  }
  restore_slots(x, saved);
  position_release(x, scratch);
}

// An effect on TO, with no FROM.
static void affect_from_nowhere(Position *x, int32_t effect) {
  int32_t from = x->slots[SLOT_FROM];
  x->slots[SLOT_FROM] = GAME_OFF;
  x_moves(x, effect);
  x->slots[SLOT_FROM] = from;
}

void op_DIRECTIONAL(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_DIRECTIONAL_TYPE]);
  int32_t from = x_int(x, in->a[A_DIRECTIONAL_FROM]);
  if (!on_board(x, type, from)) return;
  ScratchMark scratch = position_mark(x);
  SavedSlots saved = save_slots(x);
  Check target = check_begin(x, in->a[A_DIRECTIONAL_TARGET], SLOT_TO);
  Dirs dirs = dirs_seen_from(x, in->a[A_DIRECTIONAL_DIRS], from);
  for (int d = 0; d < dirs.n; d++) {
    Radials radials = topo_radials(x->game->board, type, from, (Dir)dirs.at[d]);
    for (int r = 0; r < radials.n; r++) {
      SiteList radial = topo_radial(x->game->board, type, radials.ids[r]);
      for (int i = 1; i < radial.n && check_site(x, &target, radial.at[i]); i++)
        affect_from_nowhere(x, in->a[A_DIRECTIONAL_EFFECT]);
    }
  }
  restore_slots(x, saved);
  position_release(x, scratch);
}

static void push_shot(Position *x, const Ins *in, SiteType type, int32_t what, int32_t to) {
  Action *add = move_begin(x, ACT_ADD, to, to);
  add->type_to = (int8_t)type;
  add->to = (int16_t)to;
  add->what = action_field(what);
  add->count = 1;
  add->flags = in->a[A_SHOOT_DECISION] ? ACTION_DECISION : 0;
  move_share(x);
}

void op_SHOOT(Position *x, const Ins *in) { shoot_moves(x, in, GAME_ANYWHERE, false); }

void shoot_moves(Position *x, const Ins *in, int32_t only_to, bool one) {
  SiteType type = x_type(x, in->a[A_SHOOT_TYPE]);
  int32_t from = x_int(x, in->a[A_SHOOT_FROM]), what = x_int(x, in->a[A_SHOOT_WHAT]);
  if (!on_board(x, type, from) || what < 0) return;
  SavedSlots saved = save_slots(x);
  ScratchMark scratch = position_mark(x);
  Check go = check_begin(x, in->a[A_SHOOT_TO], SLOT_TO);
  Radials radials = topo_radials(x->game->board, type, from, (Dir)in->a[A_SHOOT_DIR]);
  uint32_t mark = moves_mark(x);
  for (int r = 0; r < radials.n; r++) {
    SiteList radial = topo_radial(x->game->board, type, radials.ids[r]);
    x->slots[SLOT_BETWEEN] = saved.between;
    for (int i = 1; i < radial.n && !(one && x->moves.n > mark); i++) {
      int32_t to = radial.at[i];
      if (!check_site(x, &go, to) || (!go.cond && !site_empty(x, SITE_CELL, to))) break;
      x->slots[SLOT_BETWEEN] = to;
      if (only_to == GAME_ANYWHERE || to == only_to) push_shot(x, in, type, what, to);
    }
  }
  restore_slots(x, saved);
  position_release(x, scratch);
}

void shoot_push(Position *x, const Ins *in, int32_t to) {
  push_shot(x, in, x_type(x, in->a[A_SHOOT_TYPE]), x_int(x, in->a[A_SHOOT_WHAT]), to);
}

bool shoot_pairs(Position *x, const Ins *in, SitePairs *pairs) {
  SiteType type = x_type(x, in->a[A_SHOOT_TYPE]);
  int32_t from = x_int(x, in->a[A_SHOOT_FROM]);
  if (!on_board(x, type, from) || x_int(x, in->a[A_SHOOT_WHAT]) < 0) return true;
  SavedSlots saved = save_slots(x);
  ScratchMark scratch = position_mark(x);
  Check go = check_make(x, in->a[A_SHOOT_TO], SLOT_TO, true);
  Radials radials = topo_radials(x->game->board, type, from, (Dir)in->a[A_SHOOT_DIR]);
  Word *seen = position_region(x);
  size_t first = pairs->n;
  bool once = true;
  for (int r = 0; r < radials.n && once; r++) {
    SiteList radial = topo_radial(x->game->board, type, radials.ids[r]);
    x->slots[SLOT_BETWEEN] = saved.between;
    for (int i = 1; i < radial.n; i++) {
      int32_t to = radial.at[i];
      if (!check_site(x, &go, to) || (!go.cond && !site_empty(x, SITE_CELL, to))) break;
      x->slots[SLOT_BETWEEN] = to;
      once &= !bit_get(seen, to);
      bit_set(seen, to);
      VEC_PUSH(pairs, (SitePair){(Site)from, (Site)to});
    }
  }
  if (!once) pairs->n = first;
  restore_slots(x, saved);
  position_release(x, scratch);
  return once;
}

// ---- around --------------------------------------------------------------------------------------

static bool is_surrounded(Position *x, const Ins *in, SiteType type, int32_t from, int32_t site, const Check *friend) {
  int32_t allowed = x_int_or(x, in->a[A_SURROUND_EXCEPTIONS], 0), with = x_int_or(x, in->a[A_SURROUND_WITH], GAME_OFF),
          missing = 0;
  bool has_piece = false;
  Radials radials = topo_radials(x->game->board, type, site, (Dir)in->a[A_SURROUND_DIR]);
  for (int r = 0; r < radials.n && missing <= allowed; r++) {
    int32_t near = topo_radial(x->game->board, type, radials.ids[r]).at[1];
    if (near != from && !check_site(x, friend, near)) missing++;
    has_piece |= with == GAME_OFF || site_what(x, type, near, -1) == with;
  }
  return missing <= allowed && has_piece;
}

void op_SURROUND(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_SURROUND_TYPE]);
  int32_t from = x_int(x, in->a[A_SURROUND_FROM]);
  if (!on_board(x, type, from)) return;
  SavedSlots saved = save_slots(x);
  ScratchMark scratch = position_mark(x);
  Check target = check_begin(x, in->a[A_SURROUND_TARGET], SLOT_BETWEEN),
        friend = check_begin(x, in->a[A_SURROUND_FRIEND], SLOT_TO);
  Radials radials = topo_radials(x->game->board, type, from, (Dir)in->a[A_SURROUND_DIR]);
  for (int r = 0; r < radials.n; r++) {
    SiteList radial = topo_radial(x->game->board, type, radials.ids[r]);
    if (radial.n < 2 || !check_site(x, &target, radial.at[1])) continue;
    if (!is_surrounded(x, in, type, from, radial.at[1], &friend)) continue;
    x->slots[SLOT_BETWEEN] = radial.at[1];
    x_moves(x, in->a[A_SURROUND_EFFECT]);
  }
  restore_slots(x, saved);
  position_release(x, scratch);
}

typedef struct Enclosure {
  const Ins *in;
  SiteType type;
  Site *group;  // sites of the group, in the order found
  int n;
  Word *inside;  // the same as a set
  int32_t exceptions;
  Check target;  // of BETWEEN
} Enclosure;

static bool is_target(Position *x, const Enclosure *e, int32_t site) { return check_site(x, &e->target, site); }

static void add_to_group(Enclosure *e, Site site) {
  bit_set(e->inside, site);
  e->group[e->n++] = site;
}

// Looks at the neighbours of a site of the group; false when one is empty and no exception covers it.
static bool grow_at(Position *x, Enclosure *e, Site site) {
  Dirs dirs = dirs_seen_from(x, e->in->a[A_ENCLOSE_DIRS], site);
  for (int d = 0; d < dirs.n; d++) {
    SiteList near = topo_step_list(x->game->board, e->type, site, (Dir)dirs.at[d]);
    for (int s = 0; s < near.n; s++) {
      if (bit_get(e->inside, near.at[s])) continue;
      if (is_target(x, e, near.at[s])) add_to_group(e, near.at[s]);
      else if (site_what(x, e->type, near.at[s], -1) == 0) {
        if (e->exceptions-- <= 0) return false;
        add_to_group(e, near.at[s]);
      }
    }
  }
  return true;
}

// Grows the group; false when it touches an empty site that no exception covers. The sites before that one
// are checked for good: no other group begins there.
static bool grow(Position *x, Enclosure *e, Word *checked) {
  for (int i = 0; i < e->n; i++) {
    ScratchMark scratch = position_mark(x);
    bool closed = grow_at(x, e, e->group[i]);
    position_release(x, scratch);
    if (!closed) return false;
    bit_set(checked, e->group[i]);
  }
  return true;
}

// Where empty sites are the targets, the sites around the group must hang together: a walk that begins at
// the first of them and leaves none behind.
static bool ring_is_one(Position *x, const Enclosure *e) {
  Word *ring = position_region(x);
  int site = -1;
  for (int i = 0; i < e->n; i++) {
    Dirs dirs = dirs_seen_from(x, e->in->a[A_ENCLOSE_DIRS], e->group[i]);
    for (int d = 0; d < dirs.n; d++) {
      SiteList near = topo_step_list(x->game->board, e->type, e->group[i], (Dir)dirs.at[d]);
      for (int s = 0; s < near.n; s++) {
        if (bit_get(e->inside, near.at[s])) continue;
        bit_set(ring, near.at[s]);
        if (site < 0) site = near.at[s];
      }
    }
  }
  int left = bits_count(ring, x->words);
  while (left > 1) {
    SiteList near = topo_step_list(x->game->board, e->type, site, DIR_ALL);
    int next = -1;
    for (int s = 0; s < near.n && next < 0; s++) {
      if (bit_get(ring, near.at[s])) next = near.at[s];
    }
    if (next < 0) return false;
    bit_clear(ring, site);
    site = next;
    left--;
  }
  return true;
}

static void enclose_from(Position *x, Enclosure *e, Site start, Word *checked) {
  e->n = 0;
  bits_zero(e->inside, x->words);
  e->exceptions = MAX(x_int_or(x, e->in->a[A_ENCLOSE_EXCEPTIONS], 0), 0);
  if (e->exceptions > 0 && site_what(x, e->type, start, -1) == 0) e->exceptions--;
  add_to_group(e, start);
  if (!grow(x, e, checked) || (e->in->a[A_ENCLOSE_WITH_EMPTY] && !ring_is_one(x, e))) return;
  for (int i = 0; i < e->n; i++) {
    x->slots[SLOT_BETWEEN] = e->group[i];
    x_moves(x, e->in->a[A_ENCLOSE_EFFECT]);
  }
}

void op_ENCLOSE(Position *x, const Ins *in) {
  Enclosure e = {.in = in, .type = x_type(x, in->a[A_ENCLOSE_TYPE])};
  int32_t from = x_int(x, in->a[A_ENCLOSE_FROM]), exceptions = x_int_or(x, in->a[A_ENCLOSE_EXCEPTIONS], 0);
  if (!on_board(x, e.type, from) || site_what(x, e.type, from, -1) <= 0) return;
  ScratchMark scratch = position_mark(x);
  SavedSlots saved = save_slots(x);
  e.target = check_begin(x, in->a[A_ENCLOSE_TARGET], SLOT_BETWEEN);
  Dirs dirs = dirs_seen_from(x, in->a[A_ENCLOSE_DIRS], from);
  e.group = position_scratch(x, (size_t)topo_count(x->game->board, e.type) * sizeof(Site));
  e.inside = position_region(x);
  Word *checked = position_region(x);
  for (int d = 0; d < dirs.n; d++) {
    SiteList near = topo_step_list(x->game->board, e.type, from, (Dir)dirs.at[d]);
    for (int s = 0; s < near.n; s++) {
      if (bit_get(checked, near.at[s])) continue;
      bool empty = exceptions > 0 && site_what(x, e.type, near.at[s], -1) == 0;
      if (is_target(x, &e, near.at[s]) || empty) enclose_from(x, &e, near.at[s], checked);
    }
  }
  restore_slots(x, saved);
  position_release(x, scratch);
}
