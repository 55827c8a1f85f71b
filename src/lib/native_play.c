// Positions whose moves native code makes. What can be told from the native state is: how many moves there are, whose
// turn it is, what a finished game was worth. For everything else the interpreter makes the moves as well, on its own
// position (play/model/native_follow.h).
//
// The numbers of moves are those of native code only as long as nobody has seen what they stand for: whoever lists the
// legal moves gets the interpreter's list, and its numbers count from then on.
#include "lib/lib_internal.h"

// ---- following -------------------------------------------------------------------------------------

// Moves made before the position was copied: nobody can take them back.
static bool follow_sealed(senet_position *position, NativePlay *play) {
  NumberList all = play->ahead, before = {.at = all.at, .n = play->sealed};
  bool good = native_follow(play->native, position->x, &before, &play->drawn_from, NULL);
  position_drop_history(position->x);
  memmove(all.at, all.at + play->sealed, (all.n - play->sealed) * sizeof *all.at);
  play->ahead.n -= play->sealed;
  play->sealed = 0;
  return good;
}

static void stop_native(NativePlay *play) {
  play->native = NULL;
  if (play->batch) play->batch->native.playing[play->game] = 0;
}

void position_catch_up(senet_position *position) {
  NativePlay *play = position->play;
  Position *x = position->x;
  bool good = true;
  position_unlist(position);
  if (play->batch && play->native) batch_native_gather(play);
  if (play->restarted) {
    position_set_chance(position, play->seed, play->stream);
    x->random = random_stream(play->seed, play->stream);
    position_start(x);
  }
  play->restarted = false;
  if (play->sealed) good = follow_sealed(position, play);
  if (good && play->ahead.n) {
    RandomList *before = position->lent ? NULL : &position->chance;
    good = native_follow(play->native, x, &play->ahead, &play->drawn_from, before);
  }
  VEC_CLEAR(&play->ahead);
  if (position->lent && !x->fault) position_drop_history(x);
  if (!good) position_fault(x, "native code and the interpreter do not play alike");
  if (x->fault) stop_native(play);
}

void position_leave_native(senet_position *position) {
  if (!position->play->native) return;
  position_stands(position);
  stop_native(position->play);
}

void position_show(senet_position *position) {
  position_leave_native(position);
  position->looked = true;
}

const unsigned char *game_native_start(senet_game *game, const Native *native) {
  lock_take(&game->lock);
  if (!game->native_started) {
    Position *x = position_new(game->game, 0, 0);
    position_start(x);
    if (!x->random.counter && !x->fault) {
      game->native_start = mem_alloc_lines(native_state_size(native));
      native_load(native, game->native_start, x);
    }
    position_free(x);
    game->native_started = true;
  }
  lock_give(&game->lock);
  return game->native_start;
}

// ---- going on natively -----------------------------------------------------------------------------

// What native code says about the state a position has come to.
static void read_state(senet_position *position) {
  NativePlace *place = &position->place;
  place->turn = position_over(position->x) ? 0 : position_mover(position->x);
  place->count = -1;
  place->listed = false;
  place->length = position->x->head->moves;
}

static void make_room(NativePlace *place, const Native *native) {
  size_t room = native_steps_room(native);
  if (place->state) return;
  place->state = mem_alloc_lines(native_state_size(native));
  place->room = room ? mem_alloc(room) : NULL;
}

// The native code of a game whose positions are to be played by it.
static const Native *wanted(const senet_position *position) {
  bool own = position->play == &position->place.play;
  return position->looked || position->lent || !own ? NULL : position->game->native_positions;
}

bool position_goes_native(senet_position *position) {
  if (position_is_native(position)) return true;
  const Native *native = wanted(position);
  if (!native || position->x->fault) return false;
  position_unlist(position);
  make_room(&position->place, native);
  native_load(native, position->place.state, position->x);
  read_state(position);
  position->place.play.native = native;
  position->place.play.drawn_from = position->choices;
  return true;
}

// Where numbers of moves say nothing without a list, it is kept for who makes one of them.
static int32_t count_moves(NativePlace *place) {
  place->listed = place->room != NULL;
  return place->room ? native_moves(place->play.native, place->state, place->room)
                     : native_count(place->play.native, place->state);
}

bool native_position_count(senet_position *position, size_t *n) {
  NativePlace *place = &position->place;
  if (place->turn && place->count < 0) place->count = count_moves(place);
  *n = place->turn ? (size_t)MAX(place->count, 1) : 0;
  if (!place->turn || place->count >= 0) return true;
  position_leave_native(position);
  return false;
}

// Beyond a limit of native code the interpreter goes on, with the move that was just made.
static senet_status go_on_interpreted(senet_position *position) {
  position_leave_native(position);
  return position->x->fault ? api_rules_stopped(position->x) : SENET_OK;
}

static senet_status note_move(senet_position *position, uint32_t number) {
  NativePlace *place = &position->place;
  VEC_PUSH(&place->play.ahead, number);
  place->length++;
  place->listed = false;
  return place->turn == NATIVE_BROKE ? go_on_interpreted(position) : SENET_OK;
}

// A move of the list.
static senet_status make_listed(senet_position *position, uint32_t number) {
  NativePlace *place = &position->place;
  const Native *native = place->play.native;
  unsigned char *list = place->room;
  native_apply(native, place->state, place->count ? list + number * native_move_size(native) : NULL);
  place->turn = native_player(native, place->state);
  place->count = -1;
  return note_move(position, number);
}

// A move of the number given, or a random one.
static senet_status make_step(senet_position *position, const uint32_t *given) {
  NativePlace *place = &position->place;
  uint32_t number = 0;
  NativeSteps steps = {.given = given,
                       .choices = &position->choices,
                       .numbers = &number,
                       .turns = &place->turn,
                       .counts = given ? &place->count : NULL,
                       .room = place->room};
  if (!given) place->count = -1;
  native_steps(place->play.native, place->state, 0, 1, &steps);
  return note_move(position, number);
}

static senet_status is_over(void) { return api_fail(SENET_OVER, "the game is over"); }

bool native_position_make(senet_position *position, size_t move, senet_status *status) {
  NativePlace *place = &position->place;
  uint32_t given = (uint32_t)move;
  size_t n;
  if (!place->turn) {
    *status = is_over();
  } else if (!native_position_count(position, &n)) {
    return false;
  } else if (move >= n) {
    *status = api_fail(SENET_ILLEGAL, "there are %zu legal moves, number %zu is not one of them", n, move);
  } else {
    *status = place->listed ? make_listed(position, given) : make_step(position, &given);
  }
  return true;
}

senet_status native_position_make_random(senet_position *position) {
  return position->place.turn ? make_step(position, NULL) : is_over();
}

// So many random moves at most, without a look at the clock; how many were made.
static uint64_t run(senet_position *position, uint64_t most, senet_status *status) {
  enum { RUN = 512 };
  NativePlace *place = &position->place;
  NumberList *ahead = &place->play.ahead;
  if (!native_runs(place->play.native)) {
    *status = make_step(position, NULL);
    return 1;
  }
  VEC_RESERVE(ahead, ahead->n + RUN);
  uint64_t n = native_run(place->play.native, place->state, &position->choices, MIN(most, RUN), ahead->at + ahead->n,
                          &place->turn);
  ahead->n += n;
  place->length += (int32_t)n;
  place->count = -1;
  place->listed = false;
  if (place->turn == NATIVE_BROKE) *status = go_on_interpreted(position);
  return n;
}

senet_status native_position_play_out(senet_position *position, uint64_t most, uint64_t *made) {
  const NativePlace *place = &position->place;
  senet_status status = place->turn ? SENET_OK : is_over();
  while (status == SENET_OK && place->play.native && place->turn && *made < most) {
    *made += run(position, most - *made, &status);
  }
  if (!*made) return status;
  VEC_CLEAR(&position->chance);
  position->place.play.sealed = position->place.play.ahead.n;
  position->whole = false;
  return status;
}

bool native_position_start(senet_position *position, uint64_t seed, uint64_t stream) {
  const Native *native = wanted(position);
  const unsigned char *start = native ? game_native_start(position->game, native) : NULL;
  NativePlace *place = &position->place;
  if (!start) return false;
  position_unlist(position);
  VEC_CLEAR(&position->chance);
  make_room(place, native);
  native_copy(native, place->state, start);
  native_set_chance(native, place->state, random_stream(seed, stream));
  VEC_CLEAR(&place->play.ahead);
  place->play.native = native;
  place->play.sealed = 0;
  place->play.restarted = true;
  place->play.seed = seed;
  place->play.stream = stream;
  place->turn = native_player(native, start);
  place->count = -1;
  place->listed = false;
  place->length = 0;
  position_set_chance(position, seed, stream);
  place->play.drawn_from = position->choices;
  return true;
}

bool native_position_copy(senet_position *to, const senet_position *from) {
  const NativePlay *played = &from->place.play;
  if (!position_is_native(from) || !played->restarted || !played->ahead.n || to->lent) return false;
  NativePlace *place = &to->place;
  position_unlist(to);
  VEC_CLEAR(&to->chance);
  make_room(place, played->native);
  native_copy(played->native, place->state, from->place.state);
  VEC_CLEAR(&place->play.ahead);
  VEC_RESERVE(&place->play.ahead, played->ahead.n);
  memcpy(place->play.ahead.at, played->ahead.at, played->ahead.n * sizeof *played->ahead.at);
  place->play.ahead.n = place->play.sealed = played->ahead.n;
  place->play.native = played->native;
  place->play.drawn_from = played->drawn_from;
  place->play.restarted = true;
  place->play.seed = from->seed;
  place->play.stream = from->stream;
  place->turn = from->place.turn;
  place->count = from->place.listed ? -1 : from->place.count;
  place->listed = false;
  place->length = from->place.length;
  position_set_chance(to, from->seed, from->stream);
  to->choices = from->choices;
  to->looked = to->whole = false;
  return true;
}

const char *senet_position_executor(const senet_position *position) {
  if (!position_is_open(position)) return NULL;
  bool native = position->play->native || wanted(position);
  return executor_word(native ? EXECUTOR_NATIVE : EXECUTOR_INTERPRETER);
}
