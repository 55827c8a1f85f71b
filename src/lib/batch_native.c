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
  on->chance = native_chance(on->native, on->start) != NULL;
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
  on->playing = mem_alloc_zero(n);
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
    on->plays[i].batch = batch;
    on->plays[i].game = i;
    position->play = &on->plays[i];
    on->choices[i] = position->choices;
    batch_native_enter(batch, i, 0);
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
  mem_free(on->playing);
  mem_free(on->rows);
  mem_free(on->lengths);
  mem_free(on->turns);
}

// ---- numbers of moves ------------------------------------------------------------------------------

enum { ROWS_LEAST = 64, ROWS_MOST = 4096 };

static uint32_t *row_at(const BatchNative *on, size_t n, size_t row) { return on->rows + (row & (on->room - 1)) * n; }

// The first row that a game still needs.
static size_t first_needed(const senet_batch *batch) {
  const BatchNative *on = &batch->native;
  size_t first = on->end;
  for (size_t i = 0; i < batch->n; i++) {
    if (on->playing[i]) first = MIN(first, on->plays[i].begin);
  }
  return first;
}

// The interpreter makes the moves of a game that has gone on for long: their numbers are not needed any more.
static void follow_long(senet_batch *batch, size_t i, int worker, void *self) {
  (void)worker, (void)self;
  const BatchNative *on = &batch->native;
  if (on->playing[i] && on->end - on->plays[i].begin > ROWS_MOST / 2) position_stands(batch->games[i].position);
}

void batch_native_reserve(senet_batch *batch, size_t steps) {
  BatchNative *on = &batch->native;
  size_t n = batch->n;
  if (on->end + steps - on->from <= on->room) return;
  on->from = first_needed(batch);
  if (on->end - on->from > ROWS_MOST) {
    batch_each(batch, follow_long, NULL);
    on->from = first_needed(batch);
  }
  size_t needed = on->end - on->from + steps, room = MAX(on->room, (size_t)ROWS_LEAST);
  while (room < needed + needed / 4) room *= 2;
  if (room == on->room) return;
  BatchNative more = {.rows = mem_alloc(room * n * sizeof *more.rows), .room = room};
  for (size_t r = on->from; r < on->end; r++) memcpy(row_at(&more, n, r), row_at(on, n, r), n * sizeof *more.rows);
  mem_free(on->rows);
  on->rows = more.rows;
  on->room = room;
}

void batch_native_gather(NativePlay *play) {
  const senet_batch *batch = play->batch;
  const BatchNative *on = &batch->native;
  VEC_CLEAR(&play->ahead);
  size_t end = on->end + play->done;
  for (size_t r = play->begin; r < end; r++) VEC_PUSH(&play->ahead, row_at(on, batch->n, r)[play->game]);
  play->begin = end;
}

// ---- one game --------------------------------------------------------------------------------------

// Native code makes the moves of a game, of which none was made yet after so many of the steps under way.
static void begin_rows(senet_batch *batch, size_t i, size_t done) {
  BatchNative *on = &batch->native;
  NativePlay *play = &on->plays[i];
  play->native = on->native;
  play->drawn_from = on->choices[i];
  play->begin = on->end + done;
  on->playing[i] = 1;
}

void batch_native_enter(senet_batch *batch, size_t i, size_t done) {
  BatchNative *on = &batch->native;
  senet_position *position = batch->games[i].position;
  const Position *x = position->x;
  if (x->fault || position_over(x)) return;
  position_unlist(position);
  native_load(on->native, state_of(batch, i), x);
  on->turns[i] = position_mover(x);
  on->lengths[i] = (uint32_t)x->head->moves;
  batch->counts[i] = native_count(on->native, state_of(batch, i));
  if (batch->counts[i] < 0) return;
  begin_rows(batch, i, done);
}

// The interpreter begins the game where chance decides about that.
static void restart_interpreted(senet_batch *batch, size_t i, size_t done) {
  NativePlay *play = &batch->native.plays[i];
  play->native = NULL;
  batch->native.playing[i] = 0;
  batch_restart(batch, i);
  batch_native_enter(batch, i, done);
}

void batch_native_restart(senet_batch *batch, size_t i, size_t done) {
  BatchNative *on = &batch->native;
  NativePlay *play = &on->plays[i];
  uint64_t stream = 2 * batch->streams[i];
  on->choices[i] = random_stream(batch->seed, stream + 1);
  play->restarted = false;
  if (!play->native) position_unlist(batch->games[i].position);
  if (!on->start) {
    restart_interpreted(batch, i, done);
    return;
  }
  if (!play->native) batch->games[i].position->looked = false;
  batch->streams[i] += batch->n;
  native_copy(on->native, state_of(batch, i), on->start);
  if (on->chance) native_set_chance(on->native, state_of(batch, i), random_stream(batch->seed, stream));
  begin_rows(batch, i, done);
  play->restarted = true;
  play->seed = batch->seed;
  play->stream = stream;
  on->turns[i] = on->start_turn;
  on->lengths[i] = 0;
  // What is thrown before the first move decides what moves there are.
  batch->counts[i] = on->chance ? native_count(on->native, state_of(batch, i)) : on->start_count;
}

// ---- steps -----------------------------------------------------------------------------------------

// Counts the moves made; the least of the players to move, 0: a game is over, NATIVE_BROKE: one went beyond a limit.
static int32_t note_moves(BatchNative *on, size_t first, size_t end) {
  int32_t least = 1;
  for (size_t i = first; i < end; i++) {
    on->lengths[i]++;
    least = MIN(least, on->turns[i]);
  }
  return least;
}

// Step number `done` of games that native code plays, as note_moves.
static int32_t step_once(senet_batch *batch, size_t first, size_t end, int worker, size_t done) {
  BatchNative *on = &batch->native;
  bool counts = done + 1 == batch->steps && batch->result.counts;
  NativeSteps steps = {.given = batch->moves ? batch->moves + first : NULL,
                       .choices = on->choices + first,
                       .numbers = row_at(on, batch->n, on->end + done) + first,
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
    batch_native_restart(batch, i, batch->steps);
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
    batch->native.plays[i].done = done;
    position_leave_native(batch->games[i].position);
    batch->native.plays[i].done = 0;
    batch_interpret(batch, i, done);
  }
}

// Steps of which some are done.
static void run_from(senet_batch *batch, size_t first, size_t end, int worker, size_t done) {
  BatchNative *on = &batch->native;
  for (; done < batch->steps; done++) {
    for (size_t i = first; i < end && done; i++) {
      if (!on->turns[i]) batch_native_restart(batch, i, done);
    }
    if (step_once(batch, first, end, worker, done) == NATIVE_BROKE) {
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
