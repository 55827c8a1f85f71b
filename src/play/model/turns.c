// Listing turns: depth first up to a number of moves, which grows as long as turns are cut off and there is room for
// what they go on with.
#include "play/model/turns.h"

enum { TURN_MOVES_MOST = 32 };

typedef struct Listing {
  Turns *turns;
  Position *x;
  int32_t turn;                      // the one under way
  uint32_t most;                     // moves of a turn
  uint32_t cut;                      // turns that would go on
  uint64_t beyond;                   // with so many moves, to judge by the first of them
  uint32_t n, way[TURN_MOVES_MOST];  // the moves made at present
} Listing;

void turns_free(Turns *turns) {
  VEC_FREE(&turns->at);
  VEC_FREE(&turns->numbers);
  VEC_FREE(&turns->opening);
}

static void add_turn(Listing *listing) {
  Turns *turns = listing->turns;
  VEC_PUSH(&turns->at, ((TurnSpan){.first = (uint32_t)turns->numbers.n, .n = listing->n}));
  for (uint32_t i = 0; i < listing->n; i++) VEC_PUSH(&turns->numbers, listing->way[i]);
}

static bool goes_on(const Listing *listing) {
  const Position *x = listing->x;
  return x->head->turn == listing->turn && !position_over(x) && !x->fault;
}

static void list_from(Listing *listing, MoveList list);

// The position is behind the move made last.
static void list_behind(Listing *listing) {
  bool open = goes_on(listing);
  if (open && listing->n < listing->most) {
    MoveList list = position_moves(listing->x);
    list_from(listing, list);
    position_forget(listing->x, list);
    return;
  }
  if (open && !listing->cut++) listing->beyond = position_count_moves(listing->x);
  add_turn(listing);
}

static void list_from(Listing *listing, MoveList list) {
  Position *x = listing->x;
  for (uint32_t i = 0; i < list.n; i++) {
    Move move = *move_at(x, list, i);
    listing->way[listing->n++] = i;
    position_apply(x, &move);
    list_behind(listing);
    position_undo(x);
    listing->n--;
  }
}

// Whether turns of one move more are few enough.
static bool has_room(const Listing *listing) {
  return listing->turns->at.n + listing->cut * listing->beyond <= TURNS_MOST && listing->most < TURN_MOVES_MOST;
}

// Puts the first move of every turn where the moves of the position were.
static MoveList list_openings(Turns *turns, Position *x, MoveList list) {
  VEC_CLEAR(&turns->opening);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&turns->opening, *move_at(x, list, i));
  x->moves.n = list.first;
  for (size_t i = 0; i < turns->at.n; i++) {
    VEC_PUSH(&x->moves, turns->opening.at[turns->numbers.at[turns->at.at[i].first]]);
  }
  list.n = (uint32_t)turns->at.n;
  return list;
}

MoveList turns_list(Turns *turns, Position *x) {
  Listing listing = {.turns = turns, .x = x, .turn = x->head->turn, .beyond = 1};
  MoveList list = position_moves(x);
  do {
    VEC_CLEAR(&turns->at);
    VEC_CLEAR(&turns->numbers);
    listing.most++;
    listing.cut = 0;
    list_from(&listing, list);
  } while (listing.cut && has_room(&listing));
  return list_openings(turns, x, list);
}
