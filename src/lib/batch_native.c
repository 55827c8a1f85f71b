// Games of a batch on native code. Their states lie one after another; a thread steps a run of them with one call and
// notes the numbers of the moves made, from which the interpreter can follow where somebody looks at a game.
#include "lib/lib_internal.h"

static unsigned char *state_of(const senet_batch *batch, size_t i) {
  return batch->native.states + i * batch->native.stride;
}

// ---- taking it up ----------------------------------------------------------------------------------

static void find_start(senet_batch *batch) {
  BatchNative *on = &batch->native;
  on->start = game_native_start(batch->game, on->native);
  if (!on->start) return;
  on->start_turn = native_turn(on->native, on->start);
  on->start_count = native_count(on->native, on->start);
  if (on->start_turn <= 0 || on->start_count < 0) on->start = NULL;  // each game finds out for itself
}

static void make_room(senet_batch *batch) {
  BatchNative *on = &batch->native;
  size_t n = batch->n, room = native_steps_room(on->native), workers = (size_t)pool_workers(batch->pool);
  on->stride = (native_state_size(on->native) + 63) / 64 * 64;
  on->states = mem_alloc_lines(on->stride * n);
  on->plays = mem_alloc_zero(sizeof *on->plays * n);
  on->choices = mem_alloc_zero(sizeof *on->choices * n);
  on->numbers = mem_alloc_zero(sizeof *on->numbers * n);
  on->lengths = mem_alloc_zero(sizeof *on->lengths * n);
  on->turns = mem_alloc_zero(sizeof *on->turns * n);
  on->rooms = mem_alloc_zero(sizeof *on->rooms * workers);
  for (size_t i = 0; i < workers && room; i++) on->rooms[i] = mem_alloc(room);
}

void batch_native_look(senet_batch *batch) {
  BatchNative *on = &batch->native;
  const Native *native = executor_native(game_executor(batch->game));
  if (!native_can_be_followed(native, batch->game->game)) return;
  on->native = native;
  make_room(batch);
  find_start(batch);
  for (size_t i = 0; i < batch->n; i++) {
    senet_position *position = batch->games[i].position;
    position->play = &on->plays[i];
    on->choices[i] = position->choices;
    batch_native_enter(batch, i);
  }
}

void batch_native_free(senet_batch *batch) {
  BatchNative *on = &batch->native;
  if (!on->native) return;
  for (size_t i = 0; i < batch->n; i++) VEC_FREE(&on->plays[i].ahead);
  for (int i = 0; i < pool_workers(batch->pool); i++) mem_free(on->rooms[i]);
  mem_free(on->rooms);
  mem_free(on->states);
  mem_free(on->plays);
  mem_free(on->choices);
  mem_free(on->numbers);
  mem_free(on->lengths);
  mem_free(on->turns);
}

// ---- one game --------------------------------------------------------------------------------------

void batch_native_enter(senet_batch *batch, size_t i) {
  BatchNative *on = &batch->native;
  senet_position *position = batch->games[i].position;
  const Position *x = position->x;
  if (x->fault || position_over(x)) return;
  position_unlist(position);
  native_load(on->native, state_of(batch, i), x);
  on->turns[i] = position_mover(x);
  on->lengths[i] = (uint32_t)x->head->moves;
  batch->counts[i] = native_count(on->native, state_of(batch, i));
  if (batch->counts[i] >= 0) on->plays[i].native = on->native;
  on->plays[i].drawn_from = on->choices[i];
}

void batch_native_restart(senet_batch *batch, size_t i) {
  BatchNative *on = &batch->native;
  BatchGame *one = &batch->games[i];
  senet_position *position = one->position;
  NativePlay *play = &on->plays[i];
  uint64_t stream = 2 * one->stream;
  on->choices[i] = random_stream(batch->seed, stream + 1);
  VEC_CLEAR(&play->ahead);
  play->restarted = false;
  if (!on->start) {
    play->native = NULL;
    batch_restart(batch, i);
    batch_native_enter(batch, i);
    return;
  }
  if (position->listed || position->counted) position_unlist(position);
  one->stream += batch->n;
  position_set_chance(position, batch->seed, stream);
  position->looked = false;
  native_copy(on->native, state_of(batch, i), on->start);
  native_set_chance(on->native, state_of(batch, i), random_stream(batch->seed, stream));
  play->native = on->native;
  play->drawn_from = on->choices[i];
  play->restarted = true;
  on->turns[i] = on->start_turn;
  on->lengths[i] = 0;
  // What is thrown before the first move decides what moves there are.
  bool chance = native_chance(on->native, on->start) != NULL;
  batch->counts[i] = chance ? native_count(on->native, state_of(batch, i)) : on->start_count;
}

// ---- steps -----------------------------------------------------------------------------------------

// Notes the moves made; the least of the players to move, 0: a game is over, NATIVE_BROKE: one went beyond a limit.
static int32_t note_moves(BatchNative *on, size_t first, size_t end) {
  int32_t least = 1;
  for (size_t i = first; i < end; i++) {
    VEC_PUSH(&on->plays[i].ahead, on->numbers[i]);
    on->lengths[i]++;
    least = MIN(least, on->turns[i]);
  }
  return least;
}

// One step of games that native code plays, as note_moves.
static int32_t step_once(senet_batch *batch, size_t first, size_t end, int worker, bool counts) {
  BatchNative *on = &batch->native;
  NativeSteps steps = {.given = batch->moves ? batch->moves + first : NULL,
                       .choices = on->choices + first,
                       .numbers = on->numbers + first,
                       .turns = on->turns + first,
                       .counts = counts ? batch->counts + first : NULL,
                       .room = on->rooms[worker]};
  native_steps(on->native, state_of(batch, first), on->stride, end - first, &steps);
  return note_moves(on, first, end);
}

static void tell_utilities(const senet_batch *batch, size_t i) {
  double by_player[GAME_PLAYERS_MAX + 1];
  size_t players = (size_t)batch->game->game->players;
  native_utilities(batch->native.native, state_of(batch, i), by_player);
  memcpy(batch->result.utilities + i * players, by_player + 1, players * sizeof *by_player);
}

// What the games came to whose last move was just made, and the next ones begin.
static void end_games(senet_batch *batch, size_t first, size_t end) {
  const senet_batch_result *to = &batch->result;
  BatchNative *on = &batch->native;
  for (size_t i = first; i < end; i++) {
    if (on->turns[i] > 0) continue;
    if (to->utilities) tell_utilities(batch, i);
    if (to->done) to->done[i] = 1;
    batch_native_restart(batch, i);
  }
}

static void tell_games(const senet_batch *batch, size_t first, size_t end) {
  const senet_batch_result *to = &batch->result;
  const BatchNative *on = &batch->native;
  size_t n = end - first, players = (size_t)batch->game->game->players;
  if (to->done) memset(to->done + first, 0, n);
  if (to->lengths) memcpy(to->lengths + first, on->lengths + first, n * sizeof *to->lengths);
  if (to->utilities) memset(to->utilities + first * players, 0, n * players * sizeof *to->utilities);
}

// Whose turn it is now, and the numbers of moves.
static void tell_turns(const senet_batch *batch, size_t first, size_t end) {
  const senet_batch_result *to = &batch->result;
  if (to->movers) memcpy(to->movers + first, batch->native.turns + first, (end - first) * sizeof *to->movers);
  for (size_t i = first; to->counts && i < end; i++) to->counts[i] = (uint32_t)MAX(batch->counts[i], 1);
}

static void run_from(senet_batch *batch, size_t first, size_t end, int worker, size_t done);

// After a step in which a game went beyond a limit of native code: the interpreter makes its other steps.
static void go_on_singly(senet_batch *batch, size_t first, size_t end, int worker, size_t done) {
  for (size_t i = first; i < end; i++) {
    if (batch->native.turns[i] != NATIVE_BROKE) {
      run_from(batch, i, i + 1, worker, done);
      continue;
    }
    position_leave_native(batch->games[i].position);
    batch_interpret(batch, i, done);
  }
}

// Steps of which some are done.
static void run_from(senet_batch *batch, size_t first, size_t end, int worker, size_t done) {
  BatchNative *on = &batch->native;
  for (; done < batch->steps; done++) {
    bool last = done + 1 == batch->steps;
    for (size_t i = first; i < end && done; i++) {
      if (!on->turns[i]) batch_native_restart(batch, i);
    }
    if (step_once(batch, first, end, worker, last && batch->result.counts) == NATIVE_BROKE) {
      go_on_singly(batch, first, end, worker, done + 1);
      return;
    }
  }
  tell_games(batch, first, end);
  end_games(batch, first, end);
  tell_turns(batch, first, end);
}

void batch_native_run(senet_batch *batch, size_t first, size_t end, int worker) {
  run_from(batch, first, end, worker, 0);
}
