// Operators on lists of moves, and loops that need more than a slot.
#include "board/walk.h"
#include "state/run/op_functions.h"

// ---- along directions ----------------------------------------------------------------------------

typedef struct Lines {
  const Ins *in;
  SiteType type;
  int32_t min, max;
} Lines;

// The direction of the step from FROM to TO, or DIR_NONE. Where several fit, the last.
static Dir step_direction(const Position *x, SiteType type) {
  const TopoSites *sites = &x->game->board->sites[type];
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  DirSet steps = walk_directions(x->plan->walks[type], x->game->board, type, from, to).steps;
  for (int i = sites->n_ordered[RELATION_ALL] - 1; steps && i >= 0; i--) {
    if (dirs_has(steps, dir_played(sites->ordered[RELATION_ALL][i]))) return sites->ordered[RELATION_ALL][i];
  }
  return DIR_NONE;
}

// The directions from a site as seen by the piece on FROM after its step to TO, if it made one.
static Dirs directions_after(Position *x, const Lines *lines, int32_t site, int32_t what) {
  int32_t facing = x->slots[SLOT_FACING];
  Dir dir = step_direction(x, lines->type);
  x->slots[SLOT_FACING] = dir != DIR_NONE ? (int32_t)dir : component_of(x, what)->facing;
  Dirs dirs = dirs_seen_from(x, lines->in->a[A_FOR_DIRECTIONS_DIRS], site);
  x->slots[SLOT_FACING] = facing;
  return dirs;
}

static void follow_line(Position *x, const Lines *lines, SiteList radial) {
  const int32_t *a = lines->in->a;
  int32_t between = x->slots[SLOT_BETWEEN];
  for (int i = 1; i < radial.n && i <= lines->max && !x->fault; i++) {
    if (a[A_FOR_DIRECTIONS_BETWEEN] && lines->min > 1 && i < lines->min) {
      x->slots[SLOT_BETWEEN] = radial.at[i];
      if (!x_int(x, a[A_FOR_DIRECTIONS_BETWEEN])) return;
      x->slots[SLOT_BETWEEN] = between;
    }
    x->slots[SLOT_TO] = radial.at[i];
    if (!x_holds(x, a[A_FOR_DIRECTIONS_IF])) return;
    if (i >= lines->min) x_moves(x, a[A_FOR_DIRECTIONS_BODY]);
  }
}

void op_FOR_DIRECTIONS(Position *x, const Ins *in) {
  Lines lines = {.in = in, .type = x_type(x, in->a[A_FOR_DIRECTIONS_TYPE])};
  int32_t from = x_int(x, in->a[A_FOR_DIRECTIONS_FROM]), mover_site = x->slots[SLOT_FROM];
  if (from < 0 || from >= topo_count(x->game->board, lines.type)) return;
  lines.min = x_int_or(x, in->a[A_FOR_DIRECTIONS_MIN], 1);
  lines.max = x_int_or(x, in->a[A_FOR_DIRECTIONS_MAX], 1);
  int32_t what = site_what(x, site_real_type(x, lines.type, mover_site), mover_site, -1);
  if (!what) return;
  ScratchMark scratch = position_mark(x);
  int32_t to = x->slots[SLOT_TO], between = x->slots[SLOT_BETWEEN];
  Dirs dirs = directions_after(x, &lines, from, what);
  for (int d = 0; d < dirs.n; d++) {
    Radials radials = topo_radials(x->game->board, lines.type, from, (Dir)dirs.at[d]);
    for (int r = 0; r < radials.n; r++) {
      follow_line(x, &lines, topo_radial(x->game->board, lines.type, radials.ids[r]));
    }
  }
  x->slots[SLOT_TO] = to;
  x->slots[SLOT_BETWEEN] = between;
  position_release(x, scratch);
}

// ---- one after another ---------------------------------------------------------------------------

enum { WHILE_MAX = 10000 };

void op_WHILE(Position *x, const Ins *in) {
  Savepoint before = savepoint_begin(x);
  for (int times = 0; !x->fault && x_int(x, in->a[A_WHILE_COND]); times++) {
    uint32_t mark = moves_mark(x);
    x_moves(x, in->a[A_WHILE_BODY]);
    for (uint32_t i = mark; i < x->moves.n && !x->fault; i++) {
      Move move = x->moves.at[i];
      move_apply(x, &move, false);
    }
    if (times == WHILE_MAX) position_fault(x, "a loop of moves never ends");
  }
  savepoint_rollback(x, &before);
}

// Makes a move and replaces it by what was done, consequences included.
static void make_and_keep(Position *x, uint32_t at) {
  Move move = x->moves.at[at];
  size_t done = x->done.n;
  move_apply(x, &move, true);
  uint32_t first = (uint32_t)x->actions.n;
  for (size_t i = done; i < x->done.n; i++) action_put(x, x->done.at[i]);
  move_set_actions(x, &move, first);
  move_clear_thens(x, &move);
  x->moves.at[at] = move;
}

void op_IN_TURN(Position *x, const Ins *in) {
  Savepoint before = savepoint_begin(x);
  for (int i = 0; i < in->n; i++) {
    uint32_t mark = moves_mark(x);
    x_moves(x, in->a[i]);
    uint32_t end = moves_mark(x);
    for (uint32_t m = mark; m < end && !x->fault; m++) make_and_keep(x, m);
  }
  savepoint_rollback(x, &before);
}

// ---- choosing ------------------------------------------------------------------------------------

void op_COMBINE(Position *x, const Ins *in) {
  uint32_t first = moves_mark(x);
  x_moves(x, in->a[A_COMBINE_A]);
  uint32_t second = moves_mark(x);
  x_moves(x, in->a[A_COMBINE_B]);
  uint32_t end = moves_mark(x);
  for (uint32_t a = first; a < second && !x->fault; a++) {
    for (uint32_t b = second; b < end && !x->fault; b++) {
      Move *joined = move_join(x, (uint32_t[]){a, b}, 2);
      joined->mover = 0;  // nobody's, unless something around it says whose
      joined->from = x->moves.at[a].from;
      joined->to = x->moves.at[a].to;
    }
  }
  uint32_t n = moves_mark(x) - end;
  memmove(x->moves.at + first, x->moves.at + end, n * sizeof *x->moves.at);
  moves_drop(x, first + n);
}

// A move may be drawn more than once.
void op_RANDOM_MOVES(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  uint32_t mark = moves_mark(x);
  x_moves(x, in->a[A_RANDOM_MOVES_BODY]);
  uint32_t n = moves_mark(x) - mark, wanted = (uint32_t)MAX(MIN(x_int(x, in->a[A_RANDOM_MOVES_N]), (int32_t)n), 0);
  Move *chosen = position_scratch(x, wanted * sizeof *chosen);
  for (uint32_t i = 0; i < wanted; i++) chosen[i] = x->moves.at[mark + position_draw(x, n)];
  moves_drop(x, mark);
  for (uint32_t i = 0; i < wanted; i++) VEC_PUSH(&x->moves, chosen[i]);
  position_release(x, scratch);
}

void op_AVOID_STORED(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  uint32_t mark = moves_mark(x);
  x_moves(x, in->a[A_AVOID_STORED_BODY]);
  uint32_t n = moves_mark(x) - mark;
  uint64_t stored = x->head->stored_hash;
  bool *keep = position_scratch(x, n);
  for (uint32_t i = 0; i < n; i++) {
    Move move = x->moves.at[mark + i];
    Savepoint before = savepoint_move(x, &move);
    keep[i] = x->head->hash != stored;
    savepoint_rollback(x, &before);
  }
  moves_keep(x, mark, keep);
  position_release(x, scratch);
}
