// How far a piece is from other sites, when each of its steps goes in the directions it sees and to where it may go. It
// may turn at every site it comes to. As in Ludii, a site that was come to after the second step or later can be
// come to again by the very next step, from another one as far away: it then has two distances.
#include "state/block/site.h"
#include "state/run/op_functions.h"

typedef struct Stepping {
  SiteType type;
  int32_t dirs, allowed, turn;  // refs; allowed and turn may be 0
  int16_t *first, *last;        // by site: after how many steps it was come to, at first and at last; 0: not at all
  Site *queue;                  // sites in the order in which they were come to, the first one is the start
  int16_t *steps;               // after how many steps
  int n;
  const Word *to;  // it ends at the first of these sites; NULL: at none
  int32_t most;    // steps it goes on for
  bool done;
} Stepping;

static_assert(A_WITHIN_STEPS_TYPE == A_STEPS_OVER_TYPE && A_WITHIN_STEPS_DIRS == A_STEPS_OVER_DIRS &&
                  A_WITHIN_STEPS_IF == A_STEPS_OVER_IF,
              "stepping_begin serves both");

static Stepping stepping_begin(Position *x, const Ins *in, Site from) {
  Stepping s = {.type = x_type(x, in->a[A_WITHIN_STEPS_TYPE]),
                .dirs = in->a[A_WITHIN_STEPS_DIRS],
                .allowed = in->a[A_WITHIN_STEPS_IF],
                .n = 1,
                .most = GAME_INFINITY};
  size_t sites = (size_t)topo_count(x->game->board, s.type);
  s.first = position_scratch(x, sites * sizeof *s.first);
  s.last = position_scratch(x, sites * sizeof *s.last);
  s.queue = position_scratch(x, 2 * sites * sizeof *s.queue);
  s.steps = position_scratch(x, 2 * sites * sizeof *s.steps);
  memset(s.first, 0, sites * sizeof *s.first);
  memset(s.last, 0, sites * sizeof *s.last);
  s.queue[0] = from;
  s.steps[0] = 0;
  return s;
}

static bool can_come_to(const Stepping *s, Site site, int16_t steps) {
  bool again = steps > 2 && s->first[site] == steps - 1 && s->last[site] == steps - 1;
  return site != s->queue[0] && (!s->first[site] || again);
}

static void come_to(Stepping *s, Site site, int16_t steps) {
  if (!s->first[site]) s->first[site] = steps;
  s->last[site] = steps;
  s->steps[s->n] = steps;
  s->queue[s->n++] = site;
  s->done = s->to && bit_get(s->to, site);
}

// Sums and differences of directions depend on what each site supports.
static bool differ_by_site(const Position *x, int32_t dirs) {
  int op = position_ins(x, dirs)->op;
  return op == OP_DIRS_UNION || op == OP_DIRS_DIFFERENCE;
}

static int32_t turned(Position *x, int32_t turn, int32_t rotation) {
  int32_t value = x->slots[SLOT_VALUE];
  x->slots[SLOT_VALUE] = rotation;
  rotation = x_int(x, turn);
  x->slots[SLOT_VALUE] = value;
  return MAX(rotation, 0);
}

static void step_from(Position *x, Stepping *s, int i, Dirs dirs) {
  int16_t steps = (int16_t)(s->steps[i] + 1);
  for (int d = 0; d < dirs.n && !s->done; d++) {
    SiteList near = topo_step_list(x->game->board, s->type, s->queue[i], (Dir)dirs.at[d]);
    for (int k = 0; k < near.n && !s->done; k++) {
      if (!can_come_to(s, near.at[k], steps)) continue;
      x->slots[SLOT_TO] = near.at[k];
      if (x_holds(x, s->allowed)) come_to(s, near.at[k], steps);
    }
  }
}

// The directions are those the piece sees where it stands at the start, turned as it goes.
static void step_on(Position *x, Stepping *s) {
  Site from = s->queue[0];
  bool by_site = differ_by_site(x, s->dirs), piece = site_what(x, s->type, from, -1) != 0;
  int32_t rotation = site_rotation(x, s->type, from, -1);
  x->slots[SLOT_FROM] = from;
  Dirs dirs = x_dirs(x, s->dirs);
  ScratchMark scratch = position_mark(x);
  for (int i = 0; i < s->n && !s->done && s->steps[i] < s->most; i++) {
    x->slots[SLOT_FROM] = s->queue[i];
    if (i && s->turn) x->slots[SLOT_ROTATION] = rotation = turned(x, s->turn, rotation);
    position_release(x, scratch);
    if (by_site) dirs = x_dirs(x, s->dirs);
    else if (i && s->turn) dirs = piece ? dirs_seen_from(x, s->dirs, from) : x_dirs(x, s->dirs);
    step_from(x, s, i, dirs);
  }
}

static void stepping(Position *x, Stepping *s) {
  int32_t from_was = x->slots[SLOT_FROM], to_was = x->slots[SLOT_TO], rotation_was = x->slots[SLOT_ROTATION];
  step_on(x, s);
  x->slots[SLOT_FROM] = from_was;
  x->slots[SLOT_TO] = to_was;
  x->slots[SLOT_ROTATION] = rotation_was;
}

static bool on_board(const Position *x, SiteType type, int32_t site) {
  return site >= 0 && site < topo_count(x->game->board, type);
}

const Word *op_WITHIN_STEPS(Position *x, const Ins *in) {
  Word *out = position_region(x);
  int32_t from = x_int(x, in->a[A_WITHIN_STEPS_FROM]), min = x_int(x, in->a[A_WITHIN_STEPS_MIN]),
          max = x_int(x, in->a[A_WITHIN_STEPS_MAX]);
  if (!on_board(x, x_type(x, in->a[A_WITHIN_STEPS_TYPE]), from) || min < 0) return out;
  ScratchMark scratch = position_mark(x);
  Stepping s = stepping_begin(x, in, from);
  s.turn = in->a[A_WITHIN_STEPS_TURN];
  s.most = MAX(max, 1);
  stepping(x, &s);
  for (int i = 1; i < s.n; i++) {
    if (s.steps[i] >= min) bit_set(out, s.queue[i]);
  }
  position_release(x, scratch);
  return out;
}

int32_t op_STEPS_OVER(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_STEPS_OVER_TYPE]);
  int32_t from = x_int(x, in->a[A_STEPS_OVER_FROM]);
  if (from < 0) return 0;
  if (!on_board(x, type, from)) return GAME_INFINITY;
  ScratchMark scratch = position_mark(x);
  const Word *to = x_region(x, in->a[A_STEPS_OVER_TO]);
  if (!bits_any(to, x->words) || bit_get(to, from)) {
    position_release(x, scratch);
    return 0;
  }
  Stepping s = stepping_begin(x, in, from);
  s.turn = in->a[A_STEPS_OVER_TURN];
  s.to = to;
  stepping(x, &s);
  int32_t least = s.done ? s.steps[s.n - 1] : GAME_INFINITY;
  position_release(x, scratch);
  return least;
}
