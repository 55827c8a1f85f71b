// States and lists of moves on top of each other.
#include "search/native/native_stack.h"

#include "base/bitset.h"
#include "base/mem.h"

enum { ROOM = 160 };  // states; a search that goes deeper gets more

// ---- counting moves for evaluators ---------------------------------------------------------------

static int count_ends(NativeStack *stack, const void *state, double *ends) {
  const Position *x = stack->seen;
  NativeList list = {.first = stack->top};
  int n = native_moves(stack->native, state, stack->moves + stack->top);
  ScratchMark mark = position_mark(stack->seen);
  Word *seen = position_region(stack->seen);
  for (uint32_t i = 0; (int)i < n; i++) {
    int to = native_move_to(native_stack_move(stack, list, i));
    if (to >= 0 && to < x->program->region_bits) bit_set(seen, to);
  }
  *ends = bits_count(seen, x->words);
  position_release(stack->seen, mark);
  return n;
}

// As the interpreter counts: who has no moves has a pass.
static bool count_moves(MoveCounter *self, Player player, double *moves, double *ends) {
  NativeStack *stack = (NativeStack *)(void *)self;
  const void *state = native_stack_state(stack);
  if (position_mover(stack->seen) != player) {
    if (!native_gives_turn(stack->native)) return false;
    native_copy(stack->native, stack->trial, state);
    native_give_turn(stack->native, stack->trial, player);
    state = stack->trial;
  }
  int n = ends ? count_ends(stack, state, ends) : native_count(stack->native, state);
  stack->fault |= n < 0;
  *moves = MAX(n, 1);
  return n >= 0;
}

// ---- opening and closing -------------------------------------------------------------------------

void native_stack_open(NativeStack *stack, const Native *native, const Game *game) {
  *stack = (NativeStack){.counter = {count_moves}, .native = native, .room = ROOM};
  stack->state_size = (native_state_size(native) + 63) / 64 * 64;
  stack->move_size = native_move_size(native);
  stack->list_size = native_moves_max(native) * stack->move_size;
  stack->states = mem_alloc_lines((size_t)stack->room * stack->state_size);
  stack->trial = mem_alloc_lines(stack->state_size);
  stack->bytes = 2 * stack->list_size;
  stack->moves = mem_alloc(stack->bytes);
  stack->seen = position_new(game, 0, 0);
  native_match_open(&stack->match, native);
}

void native_stack_close(NativeStack *stack) {
  if (!stack->native) return;
  mem_free(stack->states);
  mem_free(stack->trial);
  mem_free(stack->moves);
  position_free(stack->seen);
  native_match_close(&stack->match);
  VEC_FREE(&stack->index);
  *stack = (NativeStack){0};
}

// ---- standing at a position ----------------------------------------------------------------------

bool native_stack_match(NativeStack *stack, Position *x, MoveList list, NativeList moves) {
  const unsigned char *at = stack->moves + moves.first;
  return native_match(&stack->match, x, list, native_stack_state(stack), at, moves.pass ? 0 : (int)moves.n);
}

bool native_stack_stand(NativeStack *stack, Position *x, MoveList list, NativeList *out) {
  stack->depth = 0;
  stack->top = 0;
  position_copy(stack->seen, x);
  native_load(stack->native, stack->states, x);
  stack->seat = native_turn(stack->native, stack->states);
  stack->fault = false;
  *out = native_stack_moves(stack);
  if (stack->fault || !stack->seat || !native_stack_match(stack, x, list, *out)) return false;
  VEC_CLEAR(&stack->index);
  for (uint32_t i = 0; i < out->n; i++) VEC_PUSH(&stack->index, 0);
  for (uint32_t i = 0; i < out->n; i++) stack->index.at[stack->match.number.at[i]] = i;
  return true;
}

uint64_t native_stack_hash_of(NativeStack *stack, const Position *x) {
  native_load(stack->native, stack->trial, x);
  return native_hash(stack->native, stack->trial);
}

// ---- moves ---------------------------------------------------------------------------------------

static void reserve_list(NativeStack *stack) {
  if (stack->bytes - stack->top >= 2 * stack->list_size) return;  // one more for those that are only counted
  stack->bytes *= 2;
  stack->moves = mem_realloc(stack->moves, stack->bytes);
}

NativeList native_stack_draw(NativeStack *stack, Random *random) {
  const void *state = native_stack_state(stack);
  reserve_list(stack);
  int n = native_count(stack->native, state);
  stack->fault |= n < 0;
  NativeList list = {.first = stack->top, .n = 1, .pass = n <= 0};
  if (n > 0) native_pick(stack->native, state, random_below(random, (uint32_t)n), stack->moves + stack->top);
  stack->top += stack->move_size;
  return list;
}

NativeList native_stack_moves(NativeStack *stack) {
  reserve_list(stack);
  int n = native_moves(stack->native, native_stack_state(stack), stack->moves + stack->top);
  stack->fault |= n < 0;
  NativeList list = {.first = stack->top, .n = (uint32_t)MAX(n, 1), .pass = n <= 0};
  stack->top += (size_t)MAX(n, 1) * stack->move_size;
  return list;
}

static void make_room(NativeStack *stack) {
  size_t used = (size_t)(stack->depth + 1) * stack->state_size;
  unsigned char *more = mem_alloc_lines(2 * (size_t)stack->room * stack->state_size);
  memcpy(more, stack->states, used);
  mem_free(stack->states);
  stack->states = more;
  stack->room *= 2;
}

void native_stack_begin(NativeStack *stack) {
  stack->depth = 0;
  stack->top = 0;
  stack->fault = false;
}

void native_stack_push(NativeStack *stack) {
  if (stack->depth + 1 == stack->room) make_room(stack);
  unsigned char *from = native_stack_state(stack);
  native_copy(stack->native, from + stack->state_size, from);
  stack->depth++;
}

void native_stack_go(NativeStack *stack, NativeList list, uint32_t i) {
  void *state = native_stack_state(stack);
  native_apply(stack->native, state, list.pass ? NULL : native_stack_move(stack, list, i));
  stack->seat = native_turn(stack->native, state);
}

void native_stack_apply(NativeStack *stack, NativeList list, uint32_t i) {
  native_stack_push(stack);
  native_stack_go(stack, list, i);
}

void native_stack_undo(NativeStack *stack) {
  stack->depth--;
  stack->fault = false;
  stack->seat = native_turn(stack->native, native_stack_state(stack));
}

void native_stack_estimate(NativeStack *stack, const Evaluator *evaluator, double *utilities) {
  native_store(stack->native, native_stack_state(stack), stack->seen->block);
  evaluator->estimate_state(evaluator, stack->seen, &stack->counter, utilities);
}
