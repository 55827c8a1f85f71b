// The positions between the root of a depth-first search and where it is, as native states: going down copies a state,
// going back drops it. The lists of moves of these positions lie on top of each other likewise.
#ifndef SEARCH_NATIVE_NATIVE_STACK_H
#define SEARCH_NATIVE_NATIVE_STACK_H

#include "emit/native.h"
#include "play/model/native_moves.h"
#include "play/playout/policy.h"

typedef struct NativeStack {
  MoveCounter counter;  // first, so that the counter leads back here
  const Native *native;
  size_t state_size, move_size, list_size;
  unsigned char *states;  // the root's first
  int depth, room;        // of states
  unsigned char *moves;   // lists
  size_t top, bytes;
  unsigned char *trial;  // a state to try something on
  Position *seen;        // what evaluators see
  NativeMatch match;     // which move of the root is which
  VEC(uint32_t) index;   // by the interpreter's number of a move of the root
  int seat;              // to move; 0: the game is over
  bool fault;            // native code cannot go on here
} NativeStack;

// A list of moves.
typedef struct NativeList {
  size_t first;  // byte of the stack
  uint32_t n;    // at least 1: who has no move passes
  bool pass;
} NativeList;

void native_stack_open(NativeStack *stack, const Native *native, const Game *game);
void native_stack_close(NativeStack *stack);
// Stands at a position, of which list has the moves; x is left as it was. False when native code has other moves.
bool native_stack_stand(NativeStack *stack, Position *x, MoveList list, NativeList *out);
// The hash of any position of the game.
uint64_t native_stack_hash_of(NativeStack *stack, const Position *x);
// Works out which move of the interpreter is which at a position of the stack: fills match.
bool native_stack_match(NativeStack *stack, Position *x, MoveList list, NativeList moves);

static inline void *native_stack_state(const NativeStack *stack) {
  return stack->states + (size_t)stack->depth * stack->state_size;
}
static inline const void *native_stack_move(const NativeStack *stack, NativeList list, uint32_t i) {
  return stack->moves + list.first + i * stack->move_size;
}
NativeList native_stack_moves(NativeStack *stack);
// A list of one move, drawn from all; native code must know moves by their numbers (native_picks).
NativeList native_stack_draw(NativeStack *stack, Random *random);
static inline void native_stack_forget(NativeStack *stack, NativeList list) { stack->top = list.first; }
void native_stack_apply(NativeStack *stack, NativeList list, uint32_t i);
void native_stack_undo(NativeStack *stack);
// Without a way back: begins again with one state, which the caller fills; makes a move on the state at hand; and keeps
// a copy of it to come back to by native_stack_undo.
void native_stack_begin(NativeStack *stack);
void native_stack_go(NativeStack *stack, NativeList list, uint32_t i);
void native_stack_push(NativeStack *stack);
// The evaluator must have estimate_state.
void native_stack_estimate(NativeStack *stack, const Evaluator *evaluator, double *utilities);

#endif
