// Where a simulation is. Its first move is made by the interpreter, whose position stands at the root; from there on it
// goes through native states where the game has native code and the search can use it, else the interpreter goes on.
//
// Each side lists moves in an order of its own, and a search that draws lots goes other ways for that. Lists that are
// sorted come in one order on both sides, and moves have keys that both know: then the same seed gives the same search.
#ifndef SEARCH_MCTS_SIM_POSITION_H
#define SEARCH_MCTS_SIM_POSITION_H

#include "play/model/move_key.h"
#include "play/show/seats.h"
#include "search/native/native_stack.h"
#include "state/turn/semimove.h"

// The moves of one position.
typedef struct SimList {
  uint32_t n;
  bool is_native;
  bool exact;         // they are known by move_key whatever the others are known by
  MoveList list;      // the interpreter's
  NativeList native;  // or these
} SimList;

typedef struct SimRank {
  uint64_t key;
  uint32_t i;
} SimRank;

typedef struct SimPosition {
  Position *x;           // the interpreter's
  bool sorted;           // lists are
  bool common;           // moves are known by keys that both sides have (play/model/way_key.h)
  bool kinds;            // in which the kind of piece that is put counts
  bool native, chance;   // simulations go on by native code; that draws numbers
  bool inside;           // this one does
  uint64_t first, made;  // moves made from the start of the game to the root; and to here, if inside
  NativeStack stack;
  unsigned char *after;  // native states after moves of the root, where these are always the same
  VEC(uint8_t) known;    // which of them are there
  VEC(SimRank) ranks;
  VEC(NativeGain) gains;
  VEC(int32_t) worth;
  VEC(Move) moves;
  VEC(unsigned char) bytes;
} SimPosition;

void sim_open(SimPosition *sim, const Game *game, uint64_t seed, bool sorted);
void sim_close(SimPosition *sim);
// Who goes on from the root: native code, or the interpreter (NULL). It must outlive the position.
void sim_use(SimPosition *sim, const Native *native);
// x stands at the root of a search with so many moves. lasting: it is the same in every simulation.
void sim_root(SimPosition *sim, uint32_t moves, bool lasting);

static inline SimList sim_list(MoveList list) { return (SimList){.n = list.n, .list = list}; }
SimList sim_moves(SimPosition *sim);
void sim_forget(SimPosition *sim, SimList list);
// Sorts a list of the interpreter, where lists are sorted; *numbers (as many) tells which move is where, or is NULL.
void sim_sort(SimPosition *sim, MoveList list, uint32_t *numbers);

uint64_t sim_key(SimPosition *sim, SimList list, uint32_t i);
// Of all moves of a list.
void sim_keys(SimPosition *sim, SimList list, uint64_t *keys);
// The seat that makes the move.
static inline int sim_mover(const SimPosition *sim, SimList list, uint32_t i) {
  return list.is_native ? sim->stack.seat : player_seat(sim->x, move_at(sim->x, list.list, i)->mover);
}

// Makes a move of the list.
void sim_apply(SimPosition *sim, SimList list, uint32_t i);
// Native code goes on from where x is now.
void sim_enter(SimPosition *sim);
// Makes it so that it can be taken back by sim_undo; at the root by the interpreter.
void sim_try(SimPosition *sim, SimList list, uint32_t i);
void sim_undo(SimPosition *sim);
// The simulation is over: x stands at the root again.
void sim_end(SimPosition *sim);

static inline bool sim_over(const SimPosition *sim) { return sim->inside ? !sim->stack.seat : position_over(sim->x); }
// Rules or native code stopped here.
static inline bool sim_fault(const SimPosition *sim) { return sim->inside ? sim->stack.fault : sim->x->fault != NULL; }
static inline bool sim_nodal(const SimPosition *sim) { return sim->inside || position_nodal(sim->x); }
static inline int sim_turn(const SimPosition *sim) { return sim->inside ? sim->stack.seat : seat_to_move(sim->x); }
// Of all seats, and of one, in a game that is over or stopped.
void sim_results(const SimPosition *sim, double *utilities);
double sim_utility(const SimPosition *sim, int seat);
void sim_estimate(SimPosition *sim, const Evaluator *evaluator, double *utilities);
// Whether one move can be had without listing all; and a list of one that was drawn.
static inline bool sim_draws(const SimPosition *sim) {
  return sim->inside && !sim->sorted && native_picks(sim->stack.native);
}
SimList sim_draw(SimPosition *sim, Random *random);
// From the next simulation on chance draws other numbers.
void sim_draw_anew(SimPosition *sim, uint64_t seed);
// A place to return to, as often as one likes. Made once in a simulation.
typedef struct SimMark {
  size_t played;  // moves made by the interpreter
  uint64_t made;
} SimMark;
SimMark sim_mark(SimPosition *sim);
void sim_return(SimPosition *sim, SimMark mark);

// The numbers in the interpreter's list of the moves at a position, in the order in which a simulation lists them below
// the root. False when native code has other moves.
bool sim_numbers(SimPosition *sim, Position *x, MoveList list, uint32_t *numbers);

#endif
