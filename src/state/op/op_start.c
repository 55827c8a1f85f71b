// Start rules: placements are applied as they are made.
#include "state/run/op_functions.h"
#include "state/turn/result.h"

void op_PLACE(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  uint32_t mark = moves_mark(x);
  int32_t what = x_int(x, in->a[A_PLACE_WHAT]), count = x_int_or(x, in->a[A_PLACE_COUNT], 1);
  Action add = action_make(ACT_ADD);
  add.type_to = (int8_t)in->a[A_PLACE_TYPE];
  add.what = action_field(what);
  add.count = count;
  add.state = action_field(x_int_or(x, in->a[A_PLACE_STATE], -1));
  add.rotation = action_field(x_int_or(x, in->a[A_PLACE_ROTATION], -1));
  add.value = x_int_or(x, in->a[A_PLACE_VALUE], -1);
  const Word *region = x_region(x, in->a[A_PLACE_REGION]);
  FOR_BITS(site, region, x->words) {
    add.to = (int16_t)site;
    move_push(x, add, site, site);
  }
  start_apply_moves(x, mark);
  position_release(x, scratch);
}

void op_PLACE_STACK(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  uint32_t mark = moves_mark(x);
  Ints whats = x_ints(x, in->a[A_PLACE_STACK_WHATS]);
  const Word *region = x_region(x, in->a[A_PLACE_STACK_REGION]);
  int32_t count = x_int_or(x, in->a[A_PLACE_STACK_COUNT], 1);
  Action add = action_make(ACT_ADD);
  add.type_to = (int8_t)in->a[A_PLACE_STACK_TYPE];
  add.count = 1;
  add.flags = ACTION_STACK;
  add.state = action_field(x_int_or(x, in->a[A_PLACE_STACK_STATE], -1));
  add.rotation = action_field(x_int_or(x, in->a[A_PLACE_STACK_ROTATION], -1));
  add.value = x_int_or(x, in->a[A_PLACE_STACK_VALUE], -1);
  for (int w = 0; w < whats.n; w++) {
    int k = 0;
    FOR_BITS(site, region, x->words) {
      const RulesArray *counts =
          in->a[A_PLACE_STACK_COUNTS] >= 0 ? &x->program->arrays[in->a[A_PLACE_STACK_COUNTS]] : NULL;
      int32_t times = !counts ? count : k < counts->n ? counts->at[k] : 0;
      times = MIN(times, x->game->stack_height + 1);  // one too many is noticed when it is put there
      add.to = (int16_t)site;
      add.what = action_field(whats.at[w]);
      for (int32_t i = 0; i < times; i++) move_push(x, add, site, site);
      k++;
    }
  }
  start_apply_moves(x, mark);
  position_release(x, scratch);
}

void op_AT_START(Position *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  x_moves(x, in->a[A_AT_START_BODY]);
  start_apply_moves(x, mark);
}

// ---- chance --------------------------------------------------------------------------------------

static_assert(A_PLACE_RANDOM_KINDS_TYPE == A_PLACE_RANDOM_TYPE &&
                  A_PLACE_RANDOM_KINDS_REGION == A_PLACE_RANDOM_REGION &&
                  A_PLACE_RANDOM_KINDS_COUNT == A_PLACE_RANDOM_COUNT &&
                  A_PLACE_RANDOM_KINDS_STATE == A_PLACE_RANDOM_STATE &&
                  A_PLACE_RANDOM_KINDS_VALUE == A_PLACE_RANDOM_VALUE,
              "scatter serves both");
static_assert(A_PLACE_SHUFFLED_TYPE == A_PLACE_RANDOM_TYPE && A_PLACE_SHUFFLED_STATE == A_PLACE_RANDOM_STATE &&
                  A_PLACE_SHUFFLED_VALUE == A_PLACE_RANDOM_VALUE,
              "random_add serves both");

static Action random_add(Position *x, const Ins *in) {
  Action add = action_make(ACT_ADD);
  add.type_to = (int8_t)x_type(x, in->a[A_PLACE_RANDOM_TYPE]);
  add.count = 1;
  add.state = action_field(x_int_or(x, in->a[A_PLACE_RANDOM_STATE], -1));
  add.value = x_int_or(x, in->a[A_PLACE_RANDOM_VALUE], -1);
  return add;
}

static void place_now(Position *x, Action add, int32_t site) {
  uint32_t mark = moves_mark(x);
  add.to = (int16_t)site;
  move_push(x, add, site, site);
  start_apply_moves(x, mark);
}

static int32_t random_site(Position *x, const Word *sites) {
  int n = bits_count(sites, x->words), site = -1;
  if (n == 0) return -1;
  for (uint32_t skip = position_draw(x, (uint32_t)n) + 1; skip > 0; skip--) site = bits_next(sites, x->words, site + 1);
  return site;
}

static void scatter(Position *x, const Ins *in, int32_t what) {
  ScratchMark scratch = position_mark(x);
  Action add = random_add(x, in);
  const Word *region = x_region(x, in->a[A_PLACE_RANDOM_REGION]);
  Word *open = position_region(x);
  FOR_BITS(site, region, x->words) {
    if (!site_what(x, site_real_type(x, (SiteType)add.type_to, site), site, -1)) bit_set(open, site);
  }
  add.what = action_field(what);
  for (int32_t left = x_int_or(x, in->a[A_PLACE_RANDOM_COUNT], 1); left > 0 && !x->fault; left--) {
    int32_t site = random_site(x, open);
    if (site < 0) break;
    bit_clear(open, site);
    place_now(x, add, site);
  }
  position_release(x, scratch);
}

void op_PLACE_RANDOM(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Ints whats = x_ints(x, in->a[A_PLACE_RANDOM_WHATS]);
  for (int i = 0; i < whats.n; i++) scatter(x, in, whats.at[i]);
  position_release(x, scratch);
}

// A copy of the list in scratch, from which items are drawn one by one.
typedef struct Pool {
  int32_t *at;
  int n;
} Pool;

static Pool pool_of(Position *x, Ints items) {
  Pool pool = {position_scratch(x, (size_t)(items.n + 1) * sizeof(int32_t)), items.n};
  if (items.n) memcpy(pool.at, items.at, (size_t)items.n * sizeof(int32_t));
  return pool;
}

static int32_t pool_draw(Position *x, Pool *pool) {
  uint32_t i = position_draw(x, (uint32_t)pool->n);
  int32_t item = pool->at[i];
  pool->n--;
  memmove(pool->at + i, pool->at + i + 1, ((size_t)pool->n - i) * sizeof(int32_t));
  return item;
}

// The list shrinks while it is gone through: about half of it is used.
void op_PLACE_RANDOM_KINDS(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Pool pool = pool_of(x, x_ints(x, in->a[A_PLACE_RANDOM_KINDS_WHATS]));
  for (int i = 0; i < pool.n - 1; i++) scatter(x, in, pool_draw(x, &pool));
  position_release(x, scratch);
}

void op_PLACE_SHUFFLED(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Pool pool = pool_of(x, x_ints(x, in->a[A_PLACE_SHUFFLED_WHATS]));
  Action add = random_add(x, in);
  add.flags = ACTION_STACK;
  int32_t site = bits_next(x_region(x, in->a[A_PLACE_SHUFFLED_REGION]), x->words, 0);
  while (pool.n > 0 && site >= 0) {
    add.what = action_field(pool_draw(x, &pool));
    place_now(x, add, site);
  }
  position_release(x, scratch);
}
