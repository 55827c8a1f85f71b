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
    int more = dir_relative((RelDir)rels->at[i], facing, supported, dirs);
    for (int d = 0; d < more; d++) out[n++] = (uint8_t)dirs[d];
  }
  return (Dirs){out, n};
}
