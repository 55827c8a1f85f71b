// Moves of native code played again by the interpreter. Which of its moves it is is told by where the move goes; where
// several go the same way, by the position it leads to.
#include "play/model/native_follow.h"

#include "base/mem.h"

// Both sides at one position.
typedef struct Follow {
  const Native *native;
  Position *x;
  unsigned char *state, *trial, *made, *room;
  Random *choices;
  int32_t turn;  // whose it is on the native side
} Follow;

bool native_can_be_followed(const Native *native, const Game *game) {
  return native && !game->n_subgames && !game->in_match && game->mode != MODE_SIMULTANEOUS;
}

static bool goes_there(const Follow *f, const Move *move) {
  return move->from == native_move_from(f->made) && move->to == native_move_to(f->made);
}

static bool leads_there(Follow *f, const Move *move) {
  Position *x = f->x;
  Random chance = x->random;
  Move made = *move;
  position_apply(x, &made);
  native_load(f->native, f->trial, x);
  bool same = !x->fault && native_hash(f->native, f->trial) == native_hash(f->native, f->state);
  position_undo(x);
  x->random = chance;
  return same;
}

// The number of the move that native code made, in the interpreter's list; list.n: there is none.
static uint32_t find_move(Follow *f, MoveList list) {
  uint32_t found = list.n, several = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    if (!goes_there(f, move_at(f->x, list, i))) continue;
    if (!several++) found = i;
  }
  if (several < 2) return found;
  for (uint32_t i = found; i < list.n; i++) {
    if (goes_there(f, move_at(f->x, list, i)) && leads_there(f, move_at(f->x, list, i))) return i;
  }
  return list.n;
}

// One move on both sides.
static bool follow_move(Follow *f, uint32_t number, RandomList *before) {
  Position *x = f->x;
  uint32_t ignored;
  if (position_over(x) || x->fault) return false;
  NativeSteps step = {.given = number == NATIVE_DRAWN ? NULL : &number,
                      .choices = f->choices,
                      .numbers = &ignored,
                      .made = f->made,
                      .turns = &f->turn,
                      .room = f->room};
  native_steps(f->native, f->state, 0, 1, &step);
  if (before) VEC_PUSH(before, x->random);
  MoveList list = position_moves(x);
  uint32_t found = x->fault ? list.n : find_move(f, list);
  bool good = found < list.n;
  Move move = good ? *move_at(x, list, found) : (Move){0};
  if (good) position_apply(x, &move);
  position_forget(x, list);
  return good;
}

// The last move may have gone beyond a limit of native code, which is why the interpreter follows: then only it knows
// the position.
static bool same_position(Follow *f) {
  if (f->turn == NATIVE_BROKE) return true;
  native_load(f->native, f->trial, f->x);
  return native_hash(f->native, f->trial) == native_hash(f->native, f->state);
}

bool native_follow(const Native *native, Position *x, const NumberList *numbers, Random *choices, RandomList *before) {
  size_t size = native_state_size(native), room = native_steps_room(native);
  Follow f = {.native = native, .x = x, .choices = choices};
  f.state = mem_alloc_lines(size);
  f.trial = mem_alloc_lines(size);
  f.made = mem_alloc_zero(native_move_size(native));
  f.room = room ? mem_alloc(room) : NULL;
  native_load(native, f.state, x);
  bool good = true;
  for (size_t i = 0; i < numbers->n && good; i++) good = follow_move(&f, numbers->at[i], before);
  good = good && same_position(&f);
  mem_free(f.state);
  mem_free(f.trial);
  mem_free(f.made);
  mem_free(f.room);
  return good;
}
