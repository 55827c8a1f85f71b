// Start rules: placements are applied as they are made.
#include "state/ops.h"
#include "state/result.h"

void op_PLACE(Exec *x, const Ins *in) {
  ScratchMark scratch = exec_mark(x);
  uint32_t mark = moves_mark(x);
  int32_t what = x_int(x, in->a[1]), count = x_int_or(x, in->a[3], 1);
  Action add = action_make(ACT_ADD);
  add.type_to = (int8_t)in->a[0];
  add.what = (int16_t)what;
  add.count = count;
  add.state = (int16_t)x_int_or(x, in->a[4], -1);
  add.rotation = (int16_t)x_int_or(x, in->a[5], -1);
  add.value = x_int_or(x, in->a[6], -1);
  const Word *region = x_region(x, in->a[2]);
  FOR_BITS(site, region, x->words) {
    add.to = (int16_t)site;
    move_push(x, add, site, site);
  }
  start_apply_moves(x, mark);
  exec_release(x, scratch);
}

void op_PLACE_STACK(Exec *x, const Ins *in) {
  ScratchMark scratch = exec_mark(x);
  uint32_t mark = moves_mark(x);
  Ints whats = x_ints(x, in->a[1]);
  const Word *region = x_region(x, in->a[2]);
  int32_t count = x_int_or(x, in->a[3], 1);
  Action add = action_make(ACT_ADD);
  add.type_to = (int8_t)in->a[0];
  add.count = 1;
  add.flags = ACTION_STACK;
  add.state = (int16_t)x_int_or(x, in->a[5], -1);
  add.rotation = (int16_t)x_int_or(x, in->a[6], -1);
  add.value = x_int_or(x, in->a[7], -1);
  for (int w = 0; w < whats.n; w++) {
    int k = 0;
    FOR_BITS(site, region, x->words) {
      const RulesArray *counts = in->a[4] >= 0 ? &x->program->arrays[in->a[4]] : NULL;
      int32_t times = !counts ? count : k < counts->n ? counts->at[k] : 0;
      add.to = (int16_t)site;
      add.what = (int16_t)whats.at[w];
      for (int32_t i = 0; i < times; i++) move_push(x, add, site, site);
      k++;
    }
  }
  start_apply_moves(x, mark);
  exec_release(x, scratch);
}

void op_AT_START(Exec *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  x_moves(x, in->a[0]);
  start_apply_moves(x, mark);
}
