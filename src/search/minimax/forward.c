// The interpreter's side of a model is a few calls; the native side is in search/native/native_stack.h.
#include "search/minimax/forward.h"

#include "plan/plan.h"
#include "play/model/way_key.h"

#include <stdlib.h>

void forward_open(ForwardModel *model, const Game *game, const Noise *noise, uint64_t seed) {
  *model = (ForwardModel){.x = position_new(game, seed, 0), .noise = noise};
  model->asks_last = needs_last_move(plan_of(game));
  for (int what = 0; what < game->n_components; what++) VEC_PUSH(&model->worth, noise ? noise_worth(noise, what) : 0);
  for (Player p = 1; p <= game->players && game->automaton; p++) {
    for (int what = 0; what < game->n_components; what++) {
      VEC_PUSH(&model->worth, noise ? noise_worth_against(noise, what, p) : 0);
    }
  }
}

// Automata do not know whose pieces are.
static const int32_t *worth_of(const ForwardModel *model) {
  const Native *native = model->stack.native;
  if (!native_is_automaton(native)) return model->worth.at;
  Player mover = native_player(native, native_stack_state(&model->stack));
  return model->worth.at + (ptrdiff_t)mover * model->x->game->n_components;
}

void forward_close(ForwardModel *model) {
  native_stack_close(&model->stack);
  position_free(model->x);
  VEC_FREE(&model->worth);
  VEC_FREE(&model->gains);
  VEC_FREE(&model->looks);
  VEC_FREE(&model->ranks);
  VEC_FREE(&model->order);
}

const Native *forward_native(Executor *executor, const Game *game, const Evaluator *evaluator) {
  bool plain = game->mode == MODE_ALTERNATING && !game_has(game, GAME_STOCHASTIC) && !game_has(game, GAME_HIDDEN) &&
               !game->n_subgames && !game->in_match;
  const Native *native = plain && evaluator->estimate_state ? executor_native(executor) : NULL;
  return native && native_gains(native) ? native : NULL;
}

ForwardList forward_stand(ForwardModel *model, const Position *x, const Native *native) {
  position_copy(model->x, x);
  model->x->random = x->random;
  ForwardList list = {.list = position_moves(model->x)};
  list.n = list.list.n;
  if (native && !model->stack.native) native_stack_open(&model->stack, native, x->game);
  model->is_native = native && native_stack_stand(&model->stack, model->x, list.list, &list.native);
  return list;
}

static uint64_t hash_of(const ForwardModel *model, const Position *x) {
  const StateHead *head = x->head;
  uint64_t hash = position_full_hash(x), last = (uint64_t)(uint16_t)head->last.from << 16 | (uint16_t)head->last.to;
  return model->asks_last && head->mover == head->prev && head->made ? hash ^ random_mix(last + 1) : hash;
}

// Tables use the lowest bits, in which native hashes differ little.
uint64_t forward_hash(const ForwardModel *model) {
  const NativeStack *stack = &model->stack;
  if (!model->is_native) return hash_of(model, model->x);
  return random_mix(native_hash(stack->native, native_stack_state(stack)));
}

uint64_t forward_hash_of(ForwardModel *model, const Position *x) {
  return model->is_native ? random_mix(native_stack_hash_of(&model->stack, x)) : hash_of(model, x);
}

ForwardList forward_moves(ForwardModel *model) {
  ForwardList list = {0};
  if (model->is_native) {
    list.native = native_stack_moves(&model->stack);
    list.n = list.native.n;
  } else {
    list.list = position_moves(model->x);
    list.n = list.list.n;
  }
  return list;
}

void forward_forget(ForwardModel *model, ForwardList list) {
  if (list.sorted) model->order.n = list.order;
  if (model->is_native) native_stack_forget(&model->stack, list.native);
  else position_forget(model->x, list.list);
}

void forward_apply(ForwardModel *model, ForwardList list, uint32_t i) {
  if (model->is_native) {
    native_stack_apply(&model->stack, list.native, i);
    return;
  }
  Move move = *move_at(model->x, list.list, i);
  position_apply(model->x, &move);
}

void forward_undo(ForwardModel *model) {
  if (model->is_native) {
    native_stack_undo(&model->stack);
    return;
  }
  position_undo(model->x);
  if (model->x->fault && !position_ran_out_of_time(model->x)) position_clear_fault(model->x);
}

void forward_estimate(ForwardModel *model, const Evaluator *evaluator, double *utilities) {
  if (model->is_native) native_stack_estimate(&model->stack, evaluator, utilities);
  else evaluator->estimate(evaluator, model->x, utilities);
}

void forward_results(const ForwardModel *model, double *utilities) {
  const NativeStack *stack = &model->stack;
  if (model->is_native) {
    native_results(stack->native, native_stack_state(stack), utilities);
    return;
  }
  for (int seat = 1; seat <= model->x->game->players; seat++) utilities[seat] = seat_utility(model->x, seat);
}

// ---- single moves --------------------------------------------------------------------------------

static uint32_t way_of(int from, int to) { return (uint32_t)(uint16_t)from << 16 | (uint16_t)to; }

static uint64_t key_of(uint32_t way, int32_t what, int mover) {
  return (uint64_t)way << 32 | (uint64_t)(uint16_t)what << 16 | (uint16_t)mover;
}

static void look_native(ForwardModel *model, ForwardList list, ForwardMove *looks) {
  const NativeStack *stack = &model->stack;
  const unsigned char *moves = native_stack_move(stack, list.native, 0);
  if (list.native.pass) {
    looks[0] = (ForwardMove){.key = key_of(way_of(-1, -1), 0, stack->seat), .way = way_of(-1, -1)};
    return;
  }
  bool gains = native_gains(stack->native), paths = native_is_automaton(stack->native);
  VEC_RESERVE(&model->gains, list.n);
  NativeGain *gain = model->gains.at;
  if (gains) native_gain(stack->native, native_stack_state(stack), moves, list.n, worth_of(model), -1, gain);
  else memset(gain, 0, sizeof *gain * list.n);
  for (uint32_t i = 0; i < list.n; i++, moves += stack->move_size) {
    looks[i] = (ForwardMove){.way = way_of(native_move_from(moves), native_move_to(moves)), .taken = gain[i].sum};
    looks[i].key =
        paths ? way_key_native(stack->native, moves, 0, stack->seat) : key_of(looks[i].way, gain[i].what, stack->seat);
  }
}

static ForwardMove look_interpreted(const ForwardModel *model, const Position *x, const Move *move) {
  ForwardMove look = {.way = way_of(move->from, move->to)};
  bool path = move->n && x->actions.at[move->first].kind == ACT_STEP;
  look.key = path ? way_key(x, move, false) : key_of(look.way, move_puts(x, move), player_seat(x, move->mover));
  look.taken = model->noise ? noise_guess(model->noise, x, move) : 0;
  return look;
}

const ForwardMove *forward_look(ForwardModel *model, ForwardList list) {
  VEC_RESERVE(&model->looks, list.n);
  ForwardMove *looks = model->looks.at;
  if (model->is_native) {
    look_native(model, list, looks);
    return looks;
  }
  for (uint32_t i = 0; i < list.n; i++) {
    looks[i] = look_interpreted(model, model->x, move_at(model->x, list.list, i));
  }
  return looks;
}

static int by_key(const void *a, const void *b) {
  const ForwardRank *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->i < y->i ? -1 : x->i > y->i;
}

void forward_sort(ForwardModel *model, ForwardList *list) {
  const ForwardMove *looks = forward_look(model, *list);
  VEC_CLEAR(&model->ranks);
  for (uint32_t i = 0; i < list->n; i++) VEC_PUSH(&model->ranks, (ForwardRank){looks[i].key, i});
  if (list->n) qsort(model->ranks.at, list->n, sizeof *model->ranks.at, by_key);
  list->order = model->order.n;
  list->sorted = true;
  for (uint32_t i = 0; i < list->n; i++) VEC_PUSH(&model->order, model->ranks.at[i].i);
}

int32_t forward_move_to(const ForwardModel *model, ForwardList list, uint32_t i) {
  if (!model->is_native) return move_at(model->x, list.list, i)->to;
  return list.native.pass ? -1 : native_move_to(native_stack_move(&model->stack, list.native, i));
}

bool forward_answers(const ForwardModel *model, ForwardList list, uint32_t i, int32_t site) {
  if (!model->is_native) return noise_answers(model->x, move_at(model->x, list.list, i), site);
  if (list.native.pass) return site == -1;
  const NativeStack *stack = &model->stack;
  const void *move = native_stack_move(stack, list.native, i);
  NativeGain gain;
  if (native_move_from(move) == site || native_move_to(move) == site) return true;
  if (!native_gains(stack->native)) return false;
  native_gain(stack->native, native_stack_state(stack), move, 1, worth_of(model), site, &gain);
  return gain.hits;
}

// ---- lines of play -------------------------------------------------------------------------------

uint32_t forward_follow(ForwardModel *model, ForwardList list, uint32_t i) {
  Position *x = model->x;
  if (!model->is_native) {
    forward_apply(model, list, i);
    return i;
  }
  MoveList ours = position_moves(x);
  bool same = native_stack_match(&model->stack, x, ours, list.native);
  uint32_t number = same ? model->stack.match.number.at[i] : UINT32_MAX;
  if (same) {
    Move move = *move_at(x, ours, number);
    position_apply(x, &move);
    native_stack_apply(&model->stack, list.native, i);
  }
  position_forget(x, ours);
  return number;
}

void forward_unfollow(ForwardModel *model) {
  if (model->is_native) position_undo(model->x);
  forward_undo(model);
}
