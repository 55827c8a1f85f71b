// Pieces pushed, drawn and falling.
#include "state/run/op_functions.h"

static void push_removal(Position *x, SiteType type, int32_t site) {
  Action remove = action_make(ACT_REMOVE);
  remove.type_to = (int8_t)type;
  remove.to = (int16_t)site;
  remove.flags = ACTION_FLAG;
  move_push(x, remove, site, site);
}

static void push_addition(Position *x, SiteType type, int32_t site, int32_t what) {
  Action add = action_make(ACT_ADD);
  add.type_to = (int8_t)type;
  add.to = (int16_t)site;
  add.what = (int16_t)what;
  add.count = 1;
  move_push(x, add, site, site);
}

// Every piece takes the place of the next, up to a free site or off the board.
static void push_along(Position *x, SiteType type, SiteList radial) {
  int32_t pushed = site_what(x, type, radial.at[0], -1);
  push_removal(x, type, radial.at[0]);
  for (int i = 1; i < radial.n; i++) {
    int32_t what = site_what(x, type, radial.at[i], -1);
    if (what) push_removal(x, type, radial.at[i]);
    push_addition(x, type, radial.at[i], pushed);
    if (!what) return;
    pushed = what;
  }
}

void op_PUSH(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_PUSH_TYPE]);
  int32_t from = x_int(x, in->a[A_PUSH_FROM]);
  if (from < 0 || from >= topo_count(x->game->board, type)) return;
  ScratchMark scratch = position_mark(x);
  Dirs dirs = dirs_seen_from(x, in->a[A_PUSH_DIRS], from);
  if (dirs.n) {
    Radials radials = topo_radials(x->game->board, type, from, (Dir)dirs.at[0]);
    for (int r = 0; r < radials.n; r++) push_along(x, type, topo_radial(x->game->board, type, radials.ids[r]));
  }
  position_release(x, scratch);
}

static void draw_near(Position *x, SiteType type, SiteList radial) {
  ScratchMark scratch = position_mark(x);
  int32_t *pieces = position_scratch(x, (size_t)radial.n * sizeof *pieces);
  int n = 0;
  for (int i = 1; i < radial.n; i++) {
    int32_t what = site_what(x, type, radial.at[i], -1);
    if (!what) continue;
    pieces[n++] = what;
    push_removal(x, type, radial.at[i]);
  }
  for (int i = 0; i < n; i++) push_addition(x, type, radial.at[i + 1], pieces[i]);
  position_release(x, scratch);
}

void op_ATTRACT(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_ATTRACT_TYPE]);
  int32_t from = x_int(x, in->a[A_ATTRACT_FROM]);
  if (from < 0 || from >= topo_count(x->game->board, type)) return;
  Radials radials = topo_radials(x->game->board, type, from, (Dir)in->a[A_ATTRACT_DIR]);
  for (int r = 0; r < radials.n; r++) draw_near(x, type, topo_radial(x->game->board, type, radials.ids[r]));
}

// ---- falling -------------------------------------------------------------------------------------

// The lowest numbered piece that has an empty vertex below, as the action of its fall.
static bool next_fall(const Position *x, Action *fall) {
  for (int32_t site = 0; site < topo_count(x->game->board, SITE_VERTEX); site++) {
    if (site_what(x, SITE_VERTEX, site, -1) == 0) continue;
    SiteList below = topo_step_list(x->game->board, SITE_VERTEX, site, DIR_DOWNWARD);
    for (int i = 0; i < below.n; i++) {
      if (site_what(x, SITE_VERTEX, below.at[i], -1) != 0) continue;
      *fall = action_make(ACT_MOVE);
      fall->type_from = fall->type_to = SITE_VERTEX;
      fall->from = (int16_t)site;
      fall->to = (int16_t)below.at[i];
      fall->level_from = fall->level_to = 0;
      return true;
    }
  }
  return false;
}

void op_FALL(Position *x, const Ins *in) {
  (void)in;
  Action fall;
  bool begun = false;
  Savepoint before = savepoint_begin(x);
  while (next_fall(x, &fall) && position_work(x, (uint32_t)fall.from + 1)) {
    if (begun) move_add_action(x, fall);
    else move_push(x, fall, -1, -1);
    begun = true;
    action_apply(x, &fall);
  }
  savepoint_rollback(x, &before);
}
