// Positions of simulations, by the interpreter or by native code.
#include "search/mcts/sim_position.h"

#include "base/mem.h"
#include "play/model/way_key.h"

#include <stdlib.h>

enum { AFTER_BYTES_MOST = 8 << 20 };

void sim_open(SimPosition *sim, const Game *game, uint64_t seed, bool sorted) {
  *sim = (SimPosition){.x = position_new(game, seed, 0), .sorted = sorted, .common = sorted};
  for (int what = 0; what < game->n_components; what++) VEC_PUSH(&sim->worth, 0);
}

void sim_close(SimPosition *sim) {
  native_stack_close(&sim->stack);
  position_free(sim->x);
  mem_free(sim->after);
  VEC_FREE(&sim->known);
  VEC_FREE(&sim->ranks);
  VEC_FREE(&sim->gains);
  VEC_FREE(&sim->worth);
  VEC_FREE(&sim->moves);
  VEC_FREE(&sim->bytes);
}

void sim_use(SimPosition *sim, const Native *native) {
  if (native && !sim->stack.native) native_stack_open(&sim->stack, native, sim->x->game);
  sim->native = native != NULL;
  sim->kinds = way_kinds(sim->x->game) && !game_has(sim->x->game, GAME_STOCHASTIC);
  if (native && !native_gives_turn(native)) sim->kinds = false;
  sim->common = sim->sorted || sim->native;
  sim->inside = false;
}

void sim_root(SimPosition *sim, uint32_t moves, bool lasting) {
  size_t bytes = moves * sim->stack.state_size;
  mem_free(sim->after);
  sim->after = NULL;
  VEC_CLEAR(&sim->known);
  sim->first = (uint64_t)sim->x->head->moves;
  if (!sim->native) return;
  native_load(sim->stack.native, sim->stack.trial, sim->x);
  sim->chance = native_chance(sim->stack.native, sim->stack.trial) != NULL;
  position_copy(sim->stack.seen, sim->x);
  if (!lasting || sim->chance || bytes > AFTER_BYTES_MOST) return;
  sim->after = mem_alloc_lines(bytes);
  for (uint32_t i = 0; i < moves; i++) VEC_PUSH(&sim->known, 0);
}

// ---- keys ----------------------------------------------------------------------------------------

static const void *native_move(const SimPosition *sim, SimList list, uint32_t i) {
  return list.native.pass ? NULL : native_stack_move(&sim->stack, list.native, i);
}

// What so many moves of a native list from one on put; NULL: that does not count.
static const NativeGain *read_gains(SimPosition *sim, SimList list, uint32_t i, uint32_t n) {
  const Native *native = sim->stack.native;
  if (!sim->kinds || list.native.pass || !native_gives_turn(native)) return NULL;
  VEC_RESERVE(&sim->gains, n);
  native_gain(native, native_stack_state(&sim->stack), native_move(sim, list, i), n, sim->worth.at, -1, sim->gains.at);
  return sim->gains.at;
}

static uint64_t key_of_x(const SimPosition *sim, SimList list, uint32_t i) {
  const Move *move = move_at(sim->x, list.list, i);
  return sim->common && !list.exact ? way_key(sim->x, move, sim->kinds) : move_key(sim->x, move);
}

uint64_t sim_key(SimPosition *sim, SimList list, uint32_t i) {
  if (!list.is_native) return key_of_x(sim, list, i);
  const NativeGain *gain = read_gains(sim, list, i, 1);
  return way_key_native(sim->stack.native, native_move(sim, list, i), gain ? gain->what : 0, sim->stack.seat);
}

void sim_keys(SimPosition *sim, SimList list, uint64_t *keys) {
  const NativeGain *gains = list.is_native ? read_gains(sim, list, 0, list.n) : NULL;
  for (uint32_t i = 0; i < list.n; i++) {
    if (!list.is_native) keys[i] = key_of_x(sim, list, i);
    else
      keys[i] =
          way_key_native(sim->stack.native, native_move(sim, list, i), gains ? gains[i].what : 0, sim->stack.seat);
  }
}

// ---- lists ---------------------------------------------------------------------------------------

static int by_key(const void *a, const void *b) {
  const SimRank *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->i < y->i ? -1 : x->i > y->i;
}

static void rank(SimPosition *sim, SimList list) {
  uint64_t keys[64];
  VEC_CLEAR(&sim->ranks);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&sim->ranks, (SimRank){.i = i});
  if (list.n <= COUNT_OF(keys)) sim_keys(sim, list, keys);
  for (uint32_t i = 0; i < list.n; i++)
    sim->ranks.at[i].key = list.n <= COUNT_OF(keys) ? keys[i] : sim_key(sim, list, i);
  if (list.n) qsort(sim->ranks.at, list.n, sizeof *sim->ranks.at, by_key);
}

void sim_sort(SimPosition *sim, MoveList list, uint32_t *numbers) {
  if (sim->sorted) rank(sim, sim_list(list));
  VEC_CLEAR(&sim->moves);
  for (uint32_t i = 0; i < list.n && sim->sorted; i++) {
    VEC_PUSH(&sim->moves, *move_at(sim->x, list, sim->ranks.at[i].i));
  }
  for (uint32_t i = 0; i < list.n; i++) {
    if (sim->sorted) sim->x->moves.at[list.first + i] = sim->moves.at[i];
    if (numbers) numbers[i] = sim->sorted ? sim->ranks.at[i].i : i;
  }
}

static void sort_native(SimPosition *sim, SimList list) {
  size_t size = sim->stack.move_size;
  if (list.native.pass) return;
  rank(sim, list);
  VEC_RESERVE(&sim->bytes, list.n * size);
  unsigned char *moves = sim->stack.moves + list.native.first;
  memcpy(sim->bytes.at, moves, list.n * size);
  for (uint32_t i = 0; i < list.n; i++) memcpy(moves + i * size, sim->bytes.at + sim->ranks.at[i].i * size, size);
}

SimList sim_moves(SimPosition *sim) {
  if (!sim->inside) {
    MoveList list = position_moves(sim->x);
    if (sim->sorted) sim_sort(sim, list, NULL);
    return sim_list(list);
  }
  SimList list = {.is_native = true, .native = native_stack_moves(&sim->stack)};
  list.n = list.native.n;
  if (sim->sorted) sort_native(sim, list);
  return list;
}

void sim_forget(SimPosition *sim, SimList list) {
  if (list.is_native) native_stack_forget(&sim->stack, list.native);
  else position_forget(sim->x, list.list);
}

SimList sim_draw(SimPosition *sim, Random *random) {
  NativeStack *stack = &sim->stack;
  SimList list = {.n = 1, .is_native = true};
  list.native = native_stack_draw(stack, random);
  return list;
}

// ---- moves ---------------------------------------------------------------------------------------

static void apply_x(SimPosition *sim, SimList list, uint32_t i) {
  Move move = *move_at(sim->x, list.list, i);
  position_apply(sim->x, &move);
}

void sim_enter(SimPosition *sim) {
  NativeStack *stack = &sim->stack;
  native_stack_begin(stack);
  native_load(stack->native, native_stack_state(stack), sim->x);
  stack->fault = sim->x->fault != NULL;
  stack->seat = native_turn(stack->native, native_stack_state(stack));
  sim->inside = true;
}

// Leaves the root: by the interpreter the first time, by a copy of the state after that.
static void enter(SimPosition *sim, SimList list, uint32_t i) {
  NativeStack *stack = &sim->stack;
  unsigned char *kept = sim->after ? sim->after + i * stack->state_size : NULL;
  native_stack_begin(stack);
  if (kept && sim->known.at[i]) {
    native_copy(stack->native, native_stack_state(stack), kept);
  } else {
    apply_x(sim, list, i);
    native_load(stack->native, native_stack_state(stack), sim->x);
    stack->fault = sim->x->fault != NULL;
    if (kept && !stack->fault) {
      native_copy(stack->native, kept, native_stack_state(stack));
      sim->known.at[i] = 1;
    }
  }
  stack->seat = native_turn(stack->native, native_stack_state(stack));
  sim->inside = true;
  sim->made = sim->first + 1;
}

void sim_apply(SimPosition *sim, SimList list, uint32_t i) {
  if (list.is_native) {
    native_stack_go(&sim->stack, list.native, i);
    sim->made++;
  } else if (sim->native && !sim->inside) {
    enter(sim, list, i);
  } else {
    apply_x(sim, list, i);
  }
}

void sim_try(SimPosition *sim, SimList list, uint32_t i) {
  if (list.is_native) native_stack_apply(&sim->stack, list.native, i);
  else apply_x(sim, list, i);
}

void sim_undo(SimPosition *sim) {
  if (sim->inside) {
    native_stack_undo(&sim->stack);
    return;
  }
  position_undo(sim->x);
  if (sim->x->fault && !position_ran_out_of_time(sim->x)) position_clear_fault(sim->x);
}

// Numbers that chance has drawn are not drawn again.
void sim_end(SimPosition *sim) {
  if (sim->inside && sim->chance) sim->x->random = *native_chance(sim->stack.native, native_stack_state(&sim->stack));
  sim->inside = false;
  while (position_undo(sim->x)) continue;
  position_clear_fault(sim->x);
}

void sim_draw_anew(SimPosition *sim, uint64_t seed) {
  native_set_chance(sim->stack.native, native_stack_state(&sim->stack), random_stream(random_mix(seed), 0));
}

// The state of the mark stays below the one that goes on.
SimMark sim_mark(SimPosition *sim) {
  if (sim->inside) native_stack_push(&sim->stack);
  return (SimMark){sim->x->played.n, sim->made};
}

void sim_return(SimPosition *sim, SimMark mark) {
  NativeStack *stack = &sim->stack;
  if (!sim->inside) {
    while (sim->x->played.n > mark.played && position_undo(sim->x)) continue;
    return;
  }
  Random chance = {0};
  if (sim->chance) chance = *native_chance(stack->native, native_stack_state(stack));
  native_stack_undo(stack);
  native_stack_push(stack);
  sim->made = mark.made;
  if (sim->chance) native_set_chance(stack->native, native_stack_state(stack), chance);
}

void sim_results(const SimPosition *sim, double *utilities) {
  if (sim->inside) {
    native_results(sim->stack.native, native_stack_state(&sim->stack), utilities);
    return;
  }
  for (int seat = 1; seat <= sim->x->game->players; seat++) utilities[seat] = seat_utility(sim->x, seat);
}

double sim_utility(const SimPosition *sim, int seat) {
  double utilities[GAME_PLAYERS_MAX + 1] = {0};
  if (!sim->inside) return seat_utility(sim->x, seat);
  sim_results(sim, utilities);
  return utilities[seat];
}

void sim_estimate(SimPosition *sim, const Evaluator *evaluator, double *utilities) {
  if (sim->inside) native_stack_estimate(&sim->stack, evaluator, utilities);
  else evaluator->estimate(evaluator, sim->x, utilities);
}

// ---- numbers of the interpreter ------------------------------------------------------------------

bool sim_numbers(SimPosition *sim, Position *x, MoveList list, uint32_t *numbers) {
  NativeStack *stack = &sim->stack;
  if (!sim->native) {
    assert(x == sim->x);
    if (sim->sorted) rank(sim, sim_list(list));
    for (uint32_t i = 0; i < list.n; i++) numbers[i] = sim->sorted ? sim->ranks.at[i].i : i;
    return true;
  }
  native_stack_begin(stack);
  native_load(stack->native, native_stack_state(stack), x);
  stack->seat = native_turn(stack->native, native_stack_state(stack));
  sim->inside = true;
  SimList ours = sim_moves(sim);
  sim->inside = false;
  bool same = !stack->fault && native_stack_match(stack, x, list, ours.native);
  for (uint32_t i = 0; same && i < list.n; i++) numbers[i] = stack->match.number.at[i];
  native_stack_forget(stack, ours.native);
  return same;
}
