// Directions that depend on the piece that moves.
#include "state/ops.h"

// The facing of the piece on FROM: its own, or that of its owner; turned by its rotation.
static Dir facing_of(const Exec *x, SiteType type, DirSet supported) {
  int32_t from = x->slots[SLOT_FROM], level = x->slots[SLOT_LEVEL];
  bool stacking = game_has(x->game, GAME_STACKING);
  int32_t what = site_what(x, type, from, stacking ? level : -1);
  int facing = x->game->components[what].facing;
  if (facing < 0 && x->game->facings && x->head->mover <= x->game->players) facing = x->game->facings[x->head->mover];
  if (facing < 0) return DIR_N;
  int32_t rotation = site_rotation(x, type, from, stacking ? level : -1);
  return rotation ? dir_rotate((Dir)facing, rotation, supported) : (Dir)facing;
}

static bool leads_to(const Topology *board, SiteType type, Dir dir, int32_t from, int32_t to) {
  Radials radials = topo_radials(board, type, from, dir);
  for (int r = 0; r < radials.n; r++) {
    SiteList line = topo_radial(board, type, radials.ids[r]);
    for (int i = 1; i < line.n; i++) {
      if (line.at[i] == to) return true;
    }
  }
  return false;
}

// The first direction on the board that leads from one site to the other, or DIR_NONE.
static Dir direction_between(const Exec *x, SiteType type, int relation, int32_t from, int32_t to) {
  const TopoSites *sites = &x->game->board->sites[type];
  if (from < 0 || from >= sites->n || to < 0) return DIR_NONE;
  for (int i = 0; i < sites->n_ordered[relation]; i++) {
    if (leads_to(x->game->board, type, sites->ordered[relation][i], from, to)) return sites->ordered[relation][i];
  }
  return DIR_NONE;
}

// The direction of the last move, or back.
static Dir last_direction(const Exec *x, SiteType type, int relation, bool back) {
  const Move *last = last_move(x);
  if (!last) return DIR_NONE;
  return back ? direction_between(x, type, relation, last->to, last->from)
              : direction_between(x, type, relation, last->from, last->to);
}

Dirs op_DIRS_RELATIVE(Exec *x, const Ins *in) {
  const RulesArray *rels = &x->program->arrays[in->a[0]];
  SiteType type = x->game->site_type;
  int32_t from = x->slots[SLOT_FROM];
  const TopoSites *sites = &x->game->board->sites[type];
  DirSet supported = sites->supported[in->a[1]];
  if (in->a[2] && site_valid(x, type, from)) supported = sites->site_supported[in->a[1]][from];
  uint8_t *out = exec_scratch(x, (size_t)rels->n * DIR_RELATIVE_MAX);
  Dir facing = facing_of(x, type, supported);
  int n = 0;
  for (int i = 0; i < rels->n; i++) {
    Dir dirs[DIR_RELATIVE_MAX];
    if (rels->at[i] == REL_SAME || rels->at[i] == REL_OPPOSITE) {
      Dir last = last_direction(x, type, in->a[1], rels->at[i] == REL_OPPOSITE);
      if (last != DIR_NONE) out[n++] = (uint8_t)last;
      continue;
    }
    int more = dir_relative((RelDir)rels->at[i], facing, supported, dirs);
    for (int d = 0; d < more; d++) out[n++] = (uint8_t)dirs[d];
  }
  return (Dirs){out, n};
}
