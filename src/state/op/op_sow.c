// Sowing: the pieces of one hole are handed out along a track, and what the last hole gives is taken, then
// perhaps what the holes behind or beyond it give.
#include "state/block/track_find.h"
#include "state/run/op_functions.h"

enum { SKIPS_MAX = 10000 };  // holes passed over one after the other

typedef struct Sow {
  const int32_t *a;  // operands of SOW
  SiteType type;
  const Track *track;
  int step;  // on the track, where the hand is
  int32_t start, count;
  int64_t sown;
  uint32_t first;  // action of the seeds
} Sow;

static Action seed(const Position *x, const Sow *sow, int32_t to) {
  Action action = action_make(ACT_MOVE);
  action.type_from = action.type_to = (int8_t)sow->type;
  action.from = action_field(sow->start);
  action.to = action_field(to);
  if (to == sow->start || to < 0) return action;
  Piece from = site_piece(x, sow->type, sow->start, -1), there = site_piece(x, sow->type, to, -1);
  if (from.state != there.state) action.state = (int16_t)there.state;
  if (from.rotation != there.rotation) action.rotation = (int16_t)there.rotation;
  if (from.value != there.value) action.value = there.value;
  return action;
}

// What goes with every hole, without the consequences of its own.
static void run_effect(Position *x, const Sow *sow) {
  uint32_t mark = moves_mark(x);
  x_moves(x, sow->a[A_SOW_EFFECT]);
  for (uint32_t i = mark; i < x->moves.n; i++) move_clear_thens(x, &x->moves.at[i]);
}

// Where nothing else goes with the seeds they are written one after another, as actions of the one move they become.
static void fill(Position *x, Sow *sow, int32_t to, int32_t each) {
  bool alone = !sow->a[A_SOW_EFFECT];
  if (!alone) run_effect(x, sow);
  Action action = seed(x, sow, to);
  for (int64_t left = MIN(each, sow->count - sow->sown); left > 0 && !x->fault; left--) {
    if (alone) action_put(x, action);
    else move_push(x, action, sow->start, to);
    if (x->actions.n - sow->first > UINT16_MAX) position_fault(x, "a move has too many actions");
  }
  sow->sown += MAX(each, 0);
}

static void fill_origin(Position *x, Sow *sow, int32_t each) {
  if (!site_valid(x, site_real_type(x, sow->type, sow->start), sow->start)) return;
  int32_t from = x->slots[SLOT_FROM];
  x->slots[SLOT_FROM] = sow->start;
  if (sow->a[A_SOW_ORIGIN] && x_int(x, sow->a[A_SOW_ORIGIN])) {
    fill(x, sow, sow->start, each);
    x->slots[SLOT_TO] = sow->start;
  }
  x->slots[SLOT_FROM] = from;
}

static const TrackElem *here(const Sow *sow) { return &sow->track->elems[sow->step]; }
static bool on_track(const Sow *sow) { return sow->step >= 0 && sow->step < sow->track->n; }

// Passes the holes to be skipped; false when there is no next hole.
static bool reach_next(Position *x, Sow *sow) {
  for (int skipped = 0; on_track(sow) && position_step(x); skipped++) {
    x->slots[SLOT_TO] = here(sow)->next;
    if (!sow->a[A_SOW_SKIP] || skipped >= SKIPS_MAX || !x_int(x, sow->a[A_SOW_SKIP])) return true;
    sow->step = here(sow)->next_index;
  }
  return false;
}

// One hole after the other until the hand is empty; false when the track ends before.
static bool hand_out(Position *x, Sow *sow) {
  for (int32_t left = sow->count; left > 0 && sow->sown < sow->count; left--) {
    x->slots[SLOT_VALUE] = left;
    if (!reach_next(x, sow)) return false;
    if (!sow->a[A_SOW_SELF] && here(sow)->next == sow->start) sow->step = here(sow)->next_index;
    if (!on_track(sow)) return false;
    fill(x, sow, here(sow)->next, x_int_or(x, sow->a[A_SOW_EACH], 1));
    sow->step = here(sow)->next_index;
  }
  return true;
}

// Makes one move of all moves from mark on, in the order they have.
static void join(Position *x, uint32_t mark) {
  uint32_t n = (uint32_t)x->moves.n - mark;
  ScratchMark scratch = position_mark(x);
  uint32_t *parts = position_scratch(x, (n + 1) * sizeof *parts);
  for (uint32_t i = 0; i < n; i++) parts[i] = mark + i;
  Move joined = *move_join(x, parts, (int)n);
  moves_drop(x, mark);
  VEC_PUSH(&x->moves, joined);
  position_release(x, scratch);
}

// Replaces a move by what it does when it is made, consequences included.
static void work_out(Position *x, uint32_t i) {
  Move move = x->moves.at[i];
  Savepoint before = savepoint_move(x, &move);
  uint32_t first = (uint32_t)x->actions.n;
  for (size_t a = before.logs.done; a < x->done.n; a++) action_put(x, x->done.at[a]);
  move_set_actions(x, &move, first);
  move_clear_thens(x, &move);
  savepoint_rollback(x, &before);
  x->moves.at[i] = move;
}

static bool go_back(Position *x, Sow *sow) {
  if (!x_int(x, sow->a[A_SOW_BACK]) || !on_track(sow)) return false;
  int32_t to = here(sow)->prev;
  sow->step = here(sow)->prev_index;
  x->slots[SLOT_TO] = to;
  return x_int(x, sow->a[A_SOW_BACK]) && to != sow->start;
}

static bool go_forward(Position *x, Sow *sow) {
  if (!x_int(x, sow->a[A_SOW_FORWARD]) || !on_track(sow)) return false;
  if (!sow->track->looped && here(sow)->next == GAME_OFF) return false;
  x->slots[SLOT_TO] = here(sow)->next;
  sow->step = here(sow)->next_index;
  return x_int(x, sow->a[A_SOW_FORWARD]);
}

// Every capture sees the board as the sowing left it.
static void capture(Position *x, Sow *sow, uint32_t mark) {
  Savepoint before = savepoint_begin(x);
  Move sowing = x->moves.at[mark];
  move_apply(x, &sowing, false);
  for (int captures = 0; captures < sow->track->n && x_holds(x, sow->a[A_SOW_IF]); captures++) {
    uint32_t first = moves_mark(x);
    x->slots[SLOT_FROM] = sow->start;
    x_moves(x, sow->a[A_SOW_APPLY]);
    uint32_t end = moves_mark(x);
    for (uint32_t i = first; i < end; i++) work_out(x, i);
    if (!sow->a[A_SOW_BACK] && !sow->a[A_SOW_FORWARD]) break;
    if (sow->a[A_SOW_BACK] && !go_back(x, sow)) break;
    if (sow->a[A_SOW_FORWARD] && !go_forward(x, sow)) break;
  }
  savepoint_rollback(x, &before);
  if (moves_mark(x) > mark + 1) join(x, mark);
}

void op_SOW(Position *x, const Ins *in) {
  Sow sow = {.a = in->a,
             .type = x_type(x, in->a[A_SOW_TYPE]),
             .track = track_for(x, in->a[A_SOW_TRACKS], x_int(x, in->a[A_SOW_OWNER]))};
  sow.start = x_int(x, in->a[A_SOW_START]);
  sow.count = x_int(x, in->a[A_SOW_COUNT]);
  if (!sow.track) return;
  uint32_t mark = moves_mark(x);
  sow.first = (uint32_t)x->actions.n;
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO], value = x->slots[SLOT_VALUE];
  sow.step = track_step_on(sow.track, sow.start);
  fill_origin(x, &sow, x_int_or(x, in->a[A_SOW_EACH], 1));
  if (hand_out(x, &sow)) {
    if (in->a[A_SOW_EFFECT]) join(x, mark);
    else move_of_actions(x, sow.first, -1, -1);
    if (in->a[A_SOW_APPLY]) capture(x, &sow, mark);
  } else {
    moves_drop(x, mark);
  }
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  x->slots[SLOT_VALUE] = value;
}
