// Actions on the rest of the state: counter, temporary value, variables, memory, pending sites, dice.
#include "base/number.h"
#include "state/act/act.h"
#include "state/block/hash.h"
#include "state/block/site.h"

void act_set_counter(Position *x, Action *a) { HEAD_SET(x, counter, a->value); }

void act_set_pot(Position *x, Action *a) { HEAD_SET(x, pot, a->value); }

void act_set_trump(Position *x, Action *a) { HEAD_SET(x, trump, a->value); }

void act_set_temp(Position *x, Action *a) {
  state_toggle_hash(x, zobrist(HASH_TEMP, 0, 0, x->head->temp) ^ zobrist(HASH_TEMP, 0, 0, a->value));
  HEAD_SET(x, temp, a->value);
}

void act_set_var(Position *x, Action *a) {
  if (!x->layout->vars || a->what < 0 || a->what >= x->game->n_vars) return;
  state_put_item(x, x->layout->vars, a->what, a->value);
  state_put8(x, x->layout->var_set + (uint32_t)a->what, 1);
}

// Lists of hundreds of values are asked thousands of times a move: several values are compared at once.
static bool has(const int32_t *list, int n, int32_t value) {
  enum { BLOCK = 8 };
  int i = 0;
  for (; i + BLOCK <= n; i += BLOCK) {
    int32_t found = 0;
    for (int k = 0; k < BLOCK; k++) found |= list[i + k] == value;
    if (found) return true;
  }
  for (; i < n; i++) {
    if (list[i] == value) return true;
  }
  return false;
}

void act_set_pending(Position *x, Action *a) {
  if (!x->layout->pending) return;
  int32_t value = a->value == SAME ? 1 : a->value, n = x->head->n_pending;
  if (has(STATE_AT(x, int32_t, x->layout->pending), n, value)) return;
  if (n >= (int32_t)x->layout->pending_size) {
    position_fault(x, "too many pending sites");
    return;
  }
  state_put_item(x, x->layout->pending, n, value);
  HEAD_SET(x, n_pending, n + 1);
}

void act_store_state(Position *x, Action *a) {
  (void)a;
  state_put64(x, (uint32_t)offsetof(StateHead, stored_hash), x->head->hash);
}

// ---- memory --------------------------------------------------------------------------------------

static uint32_t memory_list(const Position *x, const Action *a) {
  bool known = x->layout->memory && a->what >= 0 && a->what < x->game->n_memories;
  return known ? x->layout->memory + (uint32_t)a->what * STATE_LIST_MAX * 4u : 0;
}

static int32_t memory_size(const Position *x, const Action *a) {
  return STATE_AT(x, int32_t, x->layout->memory_n)[a->what];
}

// Whether some rule reads the list. Asked only when it is full.
static bool memory_is_read(const Position *x, int32_t list) {
  const Program *program = x->program;
  for (Ref ref = 1; ref < program->n; ref += 1u + program_ins(program, ref)->n) {
    const Ins *in = program_ins(program, ref);
    if (in->op == OP_INTS_REMEMBERED && in->a[A_INTS_REMEMBERED_MEMORY] == list) return true;
  }
  return false;
}

// A list that no rule reads is kept as far as there is room.
void act_remember(Position *x, Action *a) {
  uint32_t list = memory_list(x, a);
  if (!list) return;
  int32_t n = memory_size(x, a);
  if ((a->flags & ACTION_UNIQUE) && has(STATE_AT(x, int32_t, list), n, a->value)) return;
  if (n >= STATE_LIST_MAX) {
    if (memory_is_read(x, a->what)) position_fault(x, "too many values to remember");
    return;
  }
  state_put_item(x, list, n, a->value);
  state_put_item(x, x->layout->memory_n, a->what, n + 1);
}

void act_forget(Position *x, Action *a) {
  uint32_t list = memory_list(x, a);
  if (!list) return;
  const int32_t *values = STATE_AT(x, int32_t, list);
  int32_t n = memory_size(x, a), at = 0;
  while (at < n && values[at] != a->value) at++;
  if (at == n) return;
  for (; at + 1 < n; at++) state_put_item(x, list, at, values[at + 1]);
  state_put_item(x, x->layout->memory_n, a->what, n - 1);
}

// ---- dice ----------------------------------------------------------------------------------------

// The number of a die among all dice, by hand of dice and place in it.
static int die_number(const Position *x, int hand, int place) {
  int before = 0, at = 0;
  for (int c = 0; c < x->game->n_containers; c++) {
    const Container *container = &x->game->containers[c];
    if (container->kind != CONTAINER_DICE) continue;
    if (at++ == hand) return place >= 0 && place < container->n ? before + place : -1;
    before += container->n;
  }
  return -1;
}

static int hand_of(const Position *x, int32_t site, int *place) {
  int hand = 0;
  for (int c = 0; c < x->game->n_containers; c++) {
    const Container *container = &x->game->containers[c];
    if (container->kind != CONTAINER_DICE) continue;
    *place = site - container->first;
    if (*place >= 0 && *place < container->n) return hand;
    hand++;
  }
  return -1;
}

void act_update_dice(Position *x, Action *a) {
  if (a->state < 0) return;
  Piece change = PIECE_SAME;
  change.state = a->state;
  site_set(x, SITE_CELL, a->to, &change);
  int place = -1, hand = hand_of(x, a->to, &place);
  const Component *die = component_of(x, site_what(x, SITE_CELL, a->to, -1));
  if (hand < 0 || a->state >= die->n_faces) return;
  state_put_item(x, x->layout->dice, die_number(x, hand, place), die->faces[a->state]);
}

void act_use_die(Position *x, Action *a) {
  int die = die_number(x, a->what, a->value);
  if (die >= 0) state_put_item(x, x->layout->dice, die, 0);
}

static void update_sums(Position *x) {
  const int32_t *dice = STATE_AT(x, int32_t, x->layout->dice);
  int die = 0, hand = 0;
  for (int c = 0; c < x->game->n_containers; c++) {
    if (x->game->containers[c].kind != CONTAINER_DICE) continue;
    int32_t sum = 0;
    for (int i = 0; i < x->game->containers[c].n; i++) sum = wrap_add(sum, dice[die++]);
    state_put_item(x, x->layout->dice_sum, hand++, sum);
  }
}

void act_set_dice_equal(Position *x, Action *a) {
  HEAD_SET(x, dice_equal, a->value != 0);
  if (x->layout->dice) update_sums(x);
}

void act_choose(Position *x, Action *action) {
  HEAD_SET(x, chosen, x->head->chosen | action->value);
  if (action->value == CHOSEN_FROM) HEAD_SET(x, chosen_from, action->to);
  else HEAD_SET(x, chosen_to, action->to);
}
