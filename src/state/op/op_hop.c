// Hops over hurdles.
#include "state/act/piece_move.h"
#include "state/run/op_functions.h"
#include "state/run/site_test.h"

typedef struct Hop {
  const Ins *in;
  SiteType type;
  int32_t from, before, min, max, after;
  bool stack;
  Check hurdle, go;  // of BETWEEN and TO
} Hop;

static Move *push_hop(Position *x, const Hop *hop, int32_t to) {
  PieceMove spec = {.type_from = hop->type,
                    .type_to = hop->type,
                    .from = hop->from,
                    .to = to,
                    .level_from = -1,
                    .level_to = -1,
                    .decision = hop->in->a[A_HOP_DECISION],
                    .stack = hop->stack};
  return piece_move_push(x, &spec);
}

static bool can_land(Position *x, const Hop *hop, int32_t site) { return check_site(x, &hop->go, site); }

static bool is_hurdle(Position *x, const Hop *hop, int32_t site) { return check_site(x, &hop->hurdle, site); }

// Without a hurdle: plain steps.
static void hop_over_nothing(Position *x, const Hop *hop, Dirs dirs) {
  uint32_t mark = moves_mark(x);
  for (int d = 0; d < dirs.n; d++) {
    SiteList steps = topo_step_list(x->game->board, hop->type, hop->from, (Dir)dirs.at[d]);
    for (int s = 0; s < steps.n; s++) {
      if (!can_land(x, hop, steps.at[s])) continue;
      bool done = false;
      for (uint32_t i = mark; i < x->moves.n && !done; i++) done = x->moves.at[i].to == steps.at[s];
      if (done) continue;
      push_hop(x, hop, steps.at[s]);
      move_chain(x, hop->in->a[A_HOP_HURDLE_EFFECT], true);
      move_share(x);
    }
  }
}

// The hurdle of n sites that a move to radial[at] passes.
static void set_passed(Position *x, const Hop *hop, Move *move, SiteList radial, int first, int n, int at) {
  if (first + n == at) move_set_line(x, move, hop->type, radial.at + first);
  else move_set_passed(x, move, radial.at + first, n);
}

// A landing on radial[at] after a hurdle of `length` sites from radial[first]. False: no further landings.
static bool land(Position *x, const Hop *hop, SiteList radial, int first, int length, int whole, int at) {
  const int32_t *a = hop->in->a;
  int32_t to = radial.at[at];
  if (!can_land(x, hop, to)) {
    if (a[A_HOP_STOP] && x_int(x, a[A_HOP_STOP])) {
      push_hop(x, hop, to);
      uint32_t own = (uint32_t)x->moves.n - 1;
      move_chain(x, a[A_HOP_STOP_EFFECT], true);
      set_passed(x, hop, &x->moves.at[own], radial, first, whole, at);
      move_share(x);
    }
    return false;
  }
  if (a[A_HOP_STOP]) return true;
  push_hop(x, hop, to);
  uint32_t own = (uint32_t)x->moves.n - 1;
  move_chain(x, a[A_HOP_STOP_EFFECT], true);
  for (int h = 0; h < length && a[A_HOP_HURDLE_EFFECT]; h++) {
    x->slots[SLOT_BETWEEN] = radial.at[first + h];
    move_chain(x, a[A_HOP_HURDLE_EFFECT], true);
  }
  set_passed(x, hop, &x->moves.at[own], radial, first, whole, at);
  move_share(x);
  return true;
}

// The hurdle begins at radial[first]; it may be cut short, down to the least length.
static void hop_over(Position *x, const Hop *hop, SiteList radial, int first) {
  int length = 1, end = first + 1;
  bool broken = false;
  for (; end < radial.n && length < hop->max && !broken; end++, length++) {
    broken = !is_hurdle(x, hop, radial.at[end]);
    if (broken) break;
  }
  if (length < hop->min || (broken && length == hop->max)) return;
  for (int less = length - hop->min; less >= 0; less--) {
    for (int at = end - less; at < radial.n; at++) {
      if (!land(x, hop, radial, first, length - less, length, at)) break;
      if (at - end + 1 > hop->after - less) break;
    }
  }
}

// The common case: over one neighbour to the site behind it.
static void hop_next(Position *x, const Hop *hop, SiteList radial) {
  if (radial.n < 3 || !is_hurdle(x, hop, radial.at[1]) || !can_land(x, hop, radial.at[2])) return;
  push_hop(x, hop, radial.at[2]);
  uint32_t own = (uint32_t)x->moves.n - 1;
  if (hop->in->a[A_HOP_HURDLE_EFFECT]) move_chain(x, hop->in->a[A_HOP_HURDLE_EFFECT], true);
  move_set_line(x, &x->moves.at[own], hop->type, radial.at + 1);
  move_share(x);
}

static void hop_radial(Position *x, const Hop *hop, SiteList radial) {
  for (int i = 1; i < radial.n; i++) {
    if (is_hurdle(x, hop, radial.at[i])) {
      hop_over(x, hop, radial, i);
      return;
    }
    if (i > hop->before || !can_land(x, hop, radial.at[i])) return;
  }
}

// Hurdles, and ways before and after them, are no longer than a line. -1, where only the most is said, differs from 0:
// then there are no plain steps.
static int32_t length_of(Position *x, int32_t ref, int32_t otherwise) {
  return MAX(MIN(x_int_or(x, ref, otherwise), GAME_SITES_MAX), -1);
}

void op_HOP(Position *x, const Ins *in) {
  Hop hop = {
      .in = in, .type = x_type(x, in->a[A_HOP_TYPE]), .from = x->slots[SLOT_FROM], .stack = in->a[A_HOP_STACK] == 1};
  int32_t to = x->slots[SLOT_TO], between = x->slots[SLOT_BETWEEN];
  if (hop.from < 0 || hop.from >= topo_count(x->game->board, hop.type)) return;
  ScratchMark scratch = position_mark(x);
  hop.before = length_of(x, in->a[A_HOP_BEFORE], 0);
  hop.min = length_of(x, in->a[A_HOP_MIN], 1);
  hop.max = length_of(x, in->a[A_HOP_MAX], 1);
  hop.after = length_of(x, in->a[A_HOP_AFTER], 0);
  hop.hurdle = check_begin(x, in->a[A_HOP_HURDLE], SLOT_BETWEEN);
  hop.go = check_begin(x, in->a[A_HOP_GO], SLOT_TO);
  Dirs dirs = x_dirs(x, in->a[A_HOP_DIRS]);
  bool next = !(hop.before | (hop.min - 1) | (hop.max - 1) | hop.after | in->a[A_HOP_STOP] | in->a[A_HOP_STOP_EFFECT]);
  if (hop.min == 0) hop_over_nothing(x, &hop, dirs);
  for (int d = 0; d < dirs.n && hop.max > 0; d++) {
    Radials radials = topo_radials(x->game->board, hop.type, hop.from, (Dir)dirs.at[d]);
    for (int r = 0; r < radials.n; r++) {
      SiteList radial = topo_radial(x->game->board, hop.type, radials.ids[r]);
      if (next) hop_next(x, &hop, radial);
      else hop_radial(x, &hop, radial);
    }
  }
  x->slots[SLOT_TO] = to;
  x->slots[SLOT_BETWEEN] = between;
  position_release(x, scratch);
}
