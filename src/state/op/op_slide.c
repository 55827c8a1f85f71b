// Slides along radials and along tracks.
#include "state/act/piece_move.h"
#include "state/run/op_functions.h"
#include "state/run/site_test.h"

enum { DISTANCE_MAX = 1000 };

typedef struct Slide {
  const Ins *in;
  SiteType type;
  int32_t from, min, max, level;
  bool stack;
  int32_t between;  // the slot before the slide
  int32_t only_to;  // site wanted, or GAME_ANYWHERE
  bool one;         // one move is enough
  Check go, stop;   // of BETWEEN (absent: the site must be empty) and TO
  bool plain;       // moves of a piece without anything that goes with them
} Slide;

static bool may_go_on(Position *x, const Slide *slide, int32_t site) {
  if (slide->go.cond) return check_site(x, &slide->go, site);
  x->slots[SLOT_BETWEEN] = site;
  return site_empty(x, slide->type, site);
}

static bool must_stop(Position *x, const Slide *slide, int32_t site) {
  x->slots[SLOT_TO] = site;
  return slide->stop.cond && check_site(x, &slide->stop, site);
}

static_assert(A_SLIDE_GO == A_SLIDE_TRACK_GO && A_SLIDE_STOP == A_SLIDE_TRACK_STOP, "begin_checks serves both");

static void begin_checks(Position *x, Slide *slide) {
  slide->go = check_begin(x, slide->in->a[A_SLIDE_GO], SLOT_BETWEEN);
  slide->stop = check_begin(x, slide->in->a[A_SLIDE_STOP], SLOT_TO);
}

// A trail: the piece left on every site from the start up to the one before the last.
static void leave_trail(Position *x, const Slide *slide, SiteList radial, int steps) {
  if (!slide->in->a[A_SLIDE_TRAIL]) return;
  Action add = action_make(ACT_ADD);
  add.what = action_field(x_int(x, slide->in->a[A_SLIDE_TRAIL]));
  add.type_to = (int8_t)slide->type;
  add.count = 1;
  for (int i = 0; i < steps; i++) {
    add.to = (int16_t)radial.at[i];
    move_add_action(x, add);
  }
}

static void push_plain(Position *x, const Slide *slide, SiteList radial, int steps) {
  Site to = radial.at[steps];
  Action *action = move_begin(x, ACT_MOVE, slide->from, to);
  action->type_from = action->type_to = (int8_t)slide->type;
  action->from = (int16_t)slide->from;
  action->to = (int16_t)to;
  action->flags = slide->in->a[A_SLIDE_DECISION] ? ACTION_DECISION : 0;
  if (steps > 1) move_set_line(x, &VEC_LAST(&x->moves), slide->type, radial.at + 1);
  move_share(x);
}

// The move to step number `steps`; stopped: the piece could not have gone further.
static void push_slide(Position *x, const Slide *slide, SiteList radial, int steps, bool stopped) {
  const int32_t *a = slide->in->a;
  if (slide->plain) {
    push_plain(x, slide, radial, steps);
    return;
  }
  bool plain = slide->level < 0 && !slide->stack;
  uint32_t mark = moves_mark(x);
  PieceMove spec = {.type_from = slide->type,
                    .type_to = slide->type,
                    .from = slide->from,
                    .to = radial.at[steps],
                    .level_from = slide->level,
                    .level_to = -1,
                    .decision = a[A_SLIDE_DECISION] || !plain,
                    .stack = slide->stack};
  Move *move = piece_move_push(x, &spec);
  if (slide->level >= 0 && !slide->stack) move_set_levels(x, move, slide->level, slide->level);
  if (plain || stopped) move_chain(x, a[A_SLIDE_EFFECT], true);
  leave_trail(x, slide, radial, steps);
  if (a[A_SLIDE_BETWEEN]) {
    for (int i = 1; i < steps; i++) {
      x->slots[SLOT_BETWEEN] = radial.at[i];
      move_chain(x, a[A_SLIDE_BETWEEN], true);
    }
  }
  move = &x->moves.at[mark];
  if (slide->stack && move->n > 1) move_set_levels(x, move, 0, 0);  // joined moves do not know their levels
  if (!x_holds(x, a[A_SLIDE_IF])) {
    moves_drop(x, mark);
    return;
  }
  if (steps > 1) move_set_line(x, &x->moves.at[mark], slide->type, radial.at + 1);
  move_share(x);
}

static bool leads_to(SiteList radial, int32_t site) {
  int i = 1;
  while (i < radial.n && radial.at[i] != site) i++;
  return i < radial.n;
}

static void slide_radial(Position *x, const Slide *slide, SiteList radial) {
  uint32_t mark = moves_mark(x);
  bool any = slide->only_to == GAME_ANYWHERE;
  if (!any && !leads_to(radial, slide->only_to)) return;
  x->slots[SLOT_BETWEEN] = slide->between;
  for (int i = 1; i < radial.n && i <= slide->max && !(slide->one && x->moves.n > mark); i++) {
    bool wanted = slide->min <= i && (any || radial.at[i] == slide->only_to);
    if (must_stop(x, slide, radial.at[i]) && slide->min <= i) {
      if (wanted) push_slide(x, slide, radial, i, true);
      return;
    }
    if (!may_go_on(x, slide, radial.at[i])) return;
    if (wanted) push_slide(x, slide, radial, i, false);
  }
}

void op_SLIDE(Position *x, const Ins *in) { slide_moves(x, in, GAME_ANYWHERE, false); }

void slide_moves(Position *x, const Ins *in, int32_t only_to, bool one) {
  Slide slide = {.in = in,
                 .type = x_type(x, in->a[A_SLIDE_TYPE]),
                 .from = x->slots[SLOT_FROM],
                 .stack = in->a[A_SLIDE_STACK] == 1,
                 .between = x->slots[SLOT_BETWEEN],
                 .only_to = only_to,
                 .one = one};
  int32_t to = x->slots[SLOT_TO];
  if (slide.from < 0 || slide.from >= topo_count(x->game->board, slide.type)) return;
  ScratchMark scratch = position_mark(x);
  slide.min = x_int_or(x, in->a[A_SLIDE_MIN], -1);
  slide.max = x_int_or(x, in->a[A_SLIDE_MAX], DISTANCE_MAX);
  slide.level = slide.stack ? -1 : x_int_or(x, in->a[A_SLIDE_LEVEL], -1);
  slide.plain = slide.level < 0 && !slide.stack && !in->a[A_SLIDE_IF] && !in->a[A_SLIDE_EFFECT] &&
                !in->a[A_SLIDE_BETWEEN] && !in->a[A_SLIDE_TRAIL];
  begin_checks(x, &slide);
  Dirs dirs = x_dirs(x, in->a[A_SLIDE_DIRS]);
  uint32_t mark = moves_mark(x);
  for (int d = 0; d < dirs.n && !(one && x->moves.n > mark); d++) {
    Radials radials = topo_radials(x->game->board, slide.type, slide.from, (Dir)dirs.at[d]);
    for (int r = 0; r < radials.n; r++)
      slide_radial(x, &slide, topo_radial(x->game->board, slide.type, radials.ids[r]));
  }
  x->slots[SLOT_TO] = to;
  x->slots[SLOT_BETWEEN] = slide.between;
  position_release(x, scratch);
}

// ---- along tracks --------------------------------------------------------------------------------

static void push_track_move(Position *x, const Slide *slide, int32_t to, bool with_effect) {
  PieceMove spec = {.type_from = slide->type,
                    .type_to = slide->type,
                    .from = slide->from,
                    .to = to,
                    .level_from = -1,
                    .level_to = -1,
                    .decision = slide->in->a[A_SLIDE_TRACK_DECISION]};
  piece_move_push(x, &spec);
  if (with_effect) move_chain(x, slide->in->a[A_SLIDE_TRACK_EFFECT], true);
  VEC_LAST(&x->moves).mover = 0;  // nobody's unless it is a move of a player's pieces
  move_share(x);
}

// From one place of the track on; bumps counts the turns at corners passed so far.
static void slide_track(Position *x, const Slide *slide, const Track *track, int start, bool needs_bump) {
  const int32_t *a = slide->in->a;
  int index = start, bumps = track->elems[start].bump;
  for (int n = 1; track->elems[index].next != GAME_OFF && n < track->n && n <= slide->max; n++) {
    int32_t to = track->elems[index].next;
    x->slots[SLOT_TO] = to;
    if (bumps > 0 || !needs_bump) {
      bool stop = must_stop(x, slide, to);
      if (stop && slide->min <= n) {
        push_track_move(x, slide, to, true);
        return;
      }
      if (!stop && slide->min <= n && x_holds(x, a[A_SLIDE_TRACK_IF])) push_track_move(x, slide, to, false);
    }
    if (!may_go_on(x, slide, to)) return;
    index = track->elems[index].next_index;
    bumps += track->elems[index].bump;
  }
}

void op_SLIDE_TRACK(Position *x, const Ins *in) {
  Slide slide = {.in = in,
                 .type = x_type(x, in->a[A_SLIDE_TRACK_TYPE]),
                 .from = x->slots[SLOT_FROM],
                 .level = -1,
                 .between = x->slots[SLOT_BETWEEN]};
  const RulesArray *tracks = &x->program->arrays[in->a[A_SLIDE_TRACK_TRACKS]];
  int32_t to = x->slots[SLOT_TO];
  ScratchMark scratch = position_mark(x);
  slide.min = x_int_or(x, in->a[A_SLIDE_TRACK_MIN], -1);
  slide.max = x_int_or(x, in->a[A_SLIDE_TRACK_MAX], DISTANCE_MAX);
  begin_checks(x, &slide);
  for (int t = 0; t < tracks->n; t++) {
    const Track *track = &x->game->tracks[tracks->at[t]];
    for (int i = 0; i < track->n; i++) {
      if (track->elems[i].site == slide.from) slide_track(x, &slide, track, i, in->a[A_SLIDE_TRACK_CORNER]);
    }
  }
  x->slots[SLOT_TO] = to;
  x->slots[SLOT_BETWEEN] = slide.between;
  position_release(x, scratch);
}
