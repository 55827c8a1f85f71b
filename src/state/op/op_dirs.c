// Directions that depend on the piece that moves.
#include "board/walk.h"
#include "state/run/op_functions.h"

// Where directions are seen from.
static int32_t standpoint(const Position *x) {
  return x->slots[SLOT_HERE] >= 0 ? x->slots[SLOT_HERE] : x->slots[SLOT_FROM];
}

Dirs dirs_seen_from(Position *x, int32_t dirs, int32_t site) {
  int32_t here = x->slots[SLOT_HERE];
  x->slots[SLOT_HERE] = site;
  Dirs seen = x_dirs(x, dirs);
  x->slots[SLOT_HERE] = here;
  return seen;
}

// The facing of the piece there, of the one on top of a stack, north if it has none; turned by its rotation.
static Dir facing_of(const Position *x, SiteType type, DirSet supported) {
  int32_t from = standpoint(x), what = site_what(x, type, from, -1);
  int facing = x->slots[SLOT_FACING] >= 0 ? x->slots[SLOT_FACING] : component_of(x, what)->facing;
  if (facing < 0) facing = DIR_N;
  int32_t rotation = x->slots[SLOT_ROTATION];
  if (rotation < 0) {
    if (!game_has(x->game, GAME_STACKING) && !SITE_LAYOUT(x, type)->rotation) return (Dir)facing;
    rotation = site_rotation(x, type, from, -1);
  }
  return rotation ? dir_rotate((Dir)facing, rotation, supported) : (Dir)facing;
}

// The first direction on the board that leads from one site to the other, or DIR_NONE.
static Dir direction_between(const Position *x, SiteType type, int relation, int32_t from, int32_t to) {
  const TopoSites *sites = &x->game->board->sites[type];
  DirSet all = walk_directions(x->plan->walks[type], x->game->board, type, from, to).lines;
  for (int i = 0; all && i < sites->n_ordered[relation]; i++) {
    Dir dir = dir_played(sites->ordered[relation][i]);
    if (dirs_has(all, dir)) return dir;
  }
  return DIR_NONE;
}

// The direction of the last move, or back.
static Dir last_direction(const Position *x, SiteType type, int relation, bool back) {
  const LastMove *last = &x->head->last;
  if (!last_move_made(x)) return DIR_NONE;
  return back ? direction_between(x, type, relation, last->to, last->from)
              : direction_between(x, type, relation, last->from, last->to);
}

Dirs op_DIRS_RELATIVE(Position *x, const Ins *in) {
  const RulesArray *rels = &x->program->arrays[in->a[A_DIRS_RELATIVE_RELS]];
  SiteType type = x->game->site_type;
  int32_t from = standpoint(x);
  const TopoSites *sites = &x->game->board->sites[type];
  DirSet supported = sites->supported[in->a[A_DIRS_RELATIVE_RELATION]];
  if (in->a[A_DIRS_RELATIVE_BY_SITE] && site_valid(x, type, from))
    supported = sites->site_supported[in->a[A_DIRS_RELATIVE_RELATION]][from];
  uint8_t *out = position_scratch(x, (size_t)rels->n * DIR_RELATIVE_MAX);
  Dir facing = facing_of(x, type, supported);
  int n = 0;
  for (int i = 0; i < rels->n; i++) {
    Dir dirs[DIR_RELATIVE_MAX];
    if (rels->at[i] == REL_SAME || rels->at[i] == REL_OPPOSITE) {
      Dir last = last_direction(x, type, in->a[A_DIRS_RELATIVE_RELATION], rels->at[i] == REL_OPPOSITE);
      if (last != DIR_NONE) out[n++] = (uint8_t)last;
      continue;
    }
    int more = dir_relative((RelDir)rels->at[i], facing, supported, dirs);
    for (int d = 0; d < more; d++) out[n++] = (uint8_t)dirs[d];
  }
  return (Dirs){out, n};
}

// ---- sets ----------------------------------------------------------------------------------------

// Each of them once, in the order in which they came.
typedef struct DirList {
  DirSet set;
  int n;
  uint8_t at[DIRS];
} DirList;

static bool list_has(const DirList *list, Dir dir) { return dirs_has(list->set, dir); }

static void list_add(DirList *list, Dir dir) {
  if (list_has(list, dir)) return;
  list->set |= dir_bit(dir);
  list->at[list->n++] = (uint8_t)dir;
}

// The directions one by one, as they are at the site they are seen from.
static DirList take_apart(Position *x, Dirs dirs) {
  DirList list = {.n = 0};
  const TopoSites *sites = &x->game->board->sites[x->game->site_type];
  int32_t from = standpoint(x);
  bool here = from >= 0 && from < sites->n;
  for (int i = 0; i < dirs.n; i++) {
    int relation = dir_relation((Dir)dirs.at[i]);
    if (relation < 0) list_add(&list, (Dir)dirs.at[i]);
    for (int d = 0; relation >= 0 && d < sites->n_ordered[relation]; d++) {
      Dir dir = sites->ordered[relation][d];
      if (!here || dirs_has(sites->site_supported[relation][from], dir)) list_add(&list, dir_played(dir));
    }
  }
  return list;
}

static Dir list_take(DirList *list, int i) {
  Dir dir = (Dir)list->at[i];
  list->set &= ~dir_bit(dir);
  list->n--;
  memmove(list->at + i, list->at + i + 1, (size_t)(list->n - i));
  return dir;
}

static Dirs dirs_of_list(Position *x, const DirList *list) {
  uint8_t *out = position_scratch(x, (size_t)list->n);
  memcpy(out, list->at, (size_t)list->n);
  return (Dirs){out, list->n};
}

Dirs op_DIRS_UNION(Position *x, const Ins *in) {
  DirList all = take_apart(x, x_dirs(x, in->a[A_DIRS_UNION_A])), more = take_apart(x, x_dirs(x, in->a[A_DIRS_UNION_B]));
  for (int i = 0; i < more.n; i++) list_add(&all, (Dir)more.at[i]);
  return dirs_of_list(x, &all);
}

Dirs op_DIRS_DIFFERENCE(Position *x, const Ins *in) {
  DirList all = take_apart(x, x_dirs(x, in->a[A_DIRS_DIFFERENCE_A])),
          less = take_apart(x, x_dirs(x, in->a[A_DIRS_DIFFERENCE_B])), left = {.n = 0};
  for (int i = 0; i < all.n; i++) {
    if (!list_has(&less, (Dir)all.at[i])) list_add(&left, (Dir)all.at[i]);
  }
  return dirs_of_list(x, &left);
}

Dirs op_DIRS_BETWEEN(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_DIRS_BETWEEN_TYPE]);
  const TopoSites *sites = &x->game->board->sites[type];
  int32_t from = x_int(x, in->a[A_DIRS_BETWEEN_FROM]), to = x_int(x, in->a[A_DIRS_BETWEEN_TO]);
  DirSet all = walk_directions(x->plan->walks[type], x->game->board, type, from, to).lines;
  DirList found = {.n = 0};
  for (int i = 0; all && i < sites->n_ordered[RELATION_ALL]; i++) {
    Dir dir = dir_played(sites->ordered[RELATION_ALL][i]);
    if (dirs_has(all, dir)) list_add(&found, dir);
  }
  return dirs_of_list(x, &found);
}

// Drawn one after the other, among those not drawn yet, from the list in the opposite order.
Dirs op_DIRS_RANDOM(Position *x, const Ins *in) {
  DirList all = {.n = 0}, chosen = {.n = 0};
  Dirs dirs = x_dirs(x, in->a[A_DIRS_RANDOM_DIRS]);
  for (int i = dirs.n - 1; i >= 0; i--) {
    DirList some = take_apart(x, (Dirs){dirs.at + i, 1});
    for (int d = 0; d < some.n; d++) list_add(&all, (Dir)some.at[d]);
  }
  int32_t n = MIN(x_int(x, in->a[A_DIRS_RANDOM_N]), all.n);
  while (chosen.n < n) list_add(&chosen, list_take(&all, (int)position_draw(x, (uint32_t)all.n)));
  return dirs_of_list(x, &chosen);
}

Dirs op_DIRS_FACING(Position *x, const Ins *in) {
  SiteType type = x->game->site_type;
  Dir facing = facing_of(x, type, x->game->board->sites[type].supported[in->a[A_DIRS_FACING_RELATION]]);
  const uint8_t *block = x->array_bytes[in->a[A_DIRS_FACING_TABLE]] +
                         (size_t)facing * (size_t)(x->program->arrays[in->a[A_DIRS_FACING_TABLE]].n / DIRS);
  return (Dirs){block + 1, block[0]};
}
