// Stacks, level by level.
#include "state/run/op_functions.h"

void op_FOR_LEVELS(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_FOR_LEVELS_SITE]), to = x->slots[SLOT_TO], old = x->slots[SLOT_SITE];
  int32_t height = site_height(x, site_real_type(x, x_type(x, in->a[A_FOR_LEVELS_TYPE]), site), site);
  for (int32_t i = 0; i < height; i++) {
    x->slots[SLOT_LEVEL] = in->a[A_FOR_LEVELS_FROM_BOTTOM] ? i : height - 1 - i;
    x_moves(x, in->a[A_FOR_LEVELS_BODY]);
  }
  x->slots[SLOT_TO] = to;
  x->slots[SLOT_SITE] = old;
}

const Word *op_LEVELS(Position *x, const Ins *in) {
  Word *levels = position_region(x);
  ScratchMark scratch = position_mark(x);
  int32_t site = x_int(x, in->a[A_LEVELS_SITE]), old = x->slots[SLOT_LEVEL],
          start = x_int_or(x, in->a[A_LEVELS_START], -1);
  int32_t height = site_height(x, site_real_type(x, x_type(x, in->a[A_LEVELS_TYPE]), site), site);
  int32_t low = in->a[A_LEVELS_FROM_BOTTOM] ? MAX(start, 0) : 0;
  int32_t high = in->a[A_LEVELS_FROM_BOTTOM] || start < 0 || start >= height ? height - 1 : start;
  for (int32_t level = low; level <= high && level < x->program->region_bits; level++) {
    x->slots[SLOT_LEVEL] = level;
    if (x_holds(x, in->a[A_LEVELS_IF])) bit_set(levels, level);
  }
  x->slots[SLOT_LEVEL] = old;
  position_release(x, scratch);
  return levels;
}
