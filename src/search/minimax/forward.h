// Where a depth-first search is: a position of the interpreter, or native states where the game has native code. The
// moves are the same, each side lists them in an order of its own; what a search asks about a move (where it goes, what
// it takes) has the same answer on both sides, so that a search which orders moves by that goes the same way.
#ifndef SEARCH_MINIMAX_FORWARD_H
#define SEARCH_MINIMAX_FORWARD_H

#include "play/playout/executor.h"
#include "play/show/seats.h"
#include "search/minimax/noise.h"
#include "search/native/native_stack.h"

#define NATIVE_DOC "Searches by native code where there is some (docs/NATIVE.md); no: always by the interpreter."

typedef struct ForwardMove {
  uint64_t key;   // of where it goes, and what it puts there
  uint32_t way;   // from and to: the order in which equally good moves are tried
  int32_t taken;  // what it takes or gains; above 0: noisy
} ForwardMove;

// For sorting.
typedef struct ForwardRank {
  uint64_t key;
  uint32_t i;
} ForwardRank;

typedef struct ForwardModel {
  Position *x;  // the interpreter's, at the root between searches
  const Noise *noise;
  bool is_native;  // in this search
  bool asks_last;  // rules ask where the last move went
  NativeStack stack;
  VEC(int32_t) worth;  // for native_gain: by player to move, 0 for all, and kind of piece
  VEC(NativeGain) gains;
  VEC(ForwardMove) looks;
  VEC(ForwardRank) ranks;
  VEC(uint32_t) order;  // of the moves of all sorted lists, on top of each other
} ForwardModel;

// Moves of one position.
typedef struct ForwardList {
  uint32_t n;
  MoveList list;      // the interpreter's
  NativeList native;  // or these
  bool sorted;        // forward_nth says which comes when
  size_t order;       // where that is
} ForwardList;

// Without noise (NULL) moves do not say what they take.
void forward_open(ForwardModel *model, const Game *game, const Noise *noise, uint64_t seed);
void forward_close(ForwardModel *model);

// Native code that a search with this evaluator can use, or NULL.
const Native *forward_native(Executor *executor, const Game *game, const Evaluator *evaluator);
// Stands at a position, with native code if there is some and it has the same moves; the list is that of the root.
ForwardList forward_stand(ForwardModel *model, const Position *x, const Native *native);
// At the root again, with its list: the search is over.
static inline void forward_leave(ForwardModel *model, ForwardList list) {
  VEC_CLEAR(&model->order);
  position_forget(model->x, list.list);
}
// The number of a move of the root in its list, by its number in the interpreter's.
static inline uint32_t forward_index(const ForwardModel *model, uint32_t number) {
  return model->is_native ? model->stack.index.at[number] : number;
}

// The other way round; lists of other positions must not have been compared (forward_follow).
static inline uint32_t forward_number(const ForwardModel *model, uint32_t i) {
  return model->is_native ? model->stack.match.number.at[i] : i;
}
// Moves made since the root.
static inline int forward_depth(const ForwardModel *model) {
  return model->is_native ? model->stack.depth : (int)model->x->played.n;
}

// The seat to move; not to be asked when the game is over.
static inline int forward_seat(const ForwardModel *model) {
  return model->is_native ? model->stack.seat : seat_to_move(model->x);
}
static inline bool forward_over(const ForwardModel *model) {
  return model->is_native ? !model->stack.seat : position_over(model->x);
}
// Rules or native code stopped here.
static inline bool forward_fault(const ForwardModel *model) {
  return model->is_native ? model->stack.fault : model->x->fault != NULL;
}
static inline bool forward_out_of_time(const ForwardModel *model) {
  return !model->is_native && position_ran_out_of_time(model->x);
}

// Within a turn of several moves it counts how the position came about, if rules ask for that: what the player can do
// next may depend on the move before (Shobu repeats it).
uint64_t forward_hash(const ForwardModel *model);
// The hash of a position of the interpreter, as if the search were there.
uint64_t forward_hash_of(ForwardModel *model, const Position *x);
ForwardList forward_moves(ForwardModel *model);
void forward_forget(ForwardModel *model, ForwardList list);
// Puts the moves of a list into an order that is the same on both sides, by where they go and what they put there; of
// moves that are alike in this, the first of the list comes first. Lists that are sorted are forgotten last first.
void forward_sort(ForwardModel *model, ForwardList *list);
// The number in its list of the move that comes after i others.
static inline uint32_t forward_nth(const ForwardModel *model, ForwardList list, uint32_t i) {
  return list.sorted ? model->order.at[list.order + i] : i;
}
void forward_apply(ForwardModel *model, ForwardList list, uint32_t i);
// Where the rules stopped they stopped only there; that there was no time left is not forgotten.
void forward_undo(ForwardModel *model);
// By seat, at [1 .. players].
void forward_estimate(ForwardModel *model, const Evaluator *evaluator, double *utilities);
void forward_results(const ForwardModel *model, double *utilities);

// Looks at all moves of a list: as many, from model->looks.at[0] on, until it looks again.
const ForwardMove *forward_look(ForwardModel *model, ForwardList list);
// Where a move ends, and whether it takes what stands on a site or goes on from there.
int32_t forward_move_to(const ForwardModel *model, ForwardList list, uint32_t i);
bool forward_answers(const ForwardModel *model, ForwardList list, uint32_t i, int32_t site);

// For lines of play: makes a move on the interpreter's position too, and says its number there; UINT32_MAX when that
// cannot be found. list: of the position x stands at, forgotten by the caller. forward_unfollow takes both back.
uint32_t forward_follow(ForwardModel *model, ForwardList list, uint32_t i);
void forward_unfollow(ForwardModel *model);

#endif
