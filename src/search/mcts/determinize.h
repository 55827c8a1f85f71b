// Hidden information (determinization): a search that may not see everything simulates guesses at the position instead
// of the position itself, a new one for every simulation. The moves it may choose from are those the player was
// offered; in a guess only those of them that are possible there are tried. Moves are known by their keys.
#ifndef SEARCH_MCTS_DETERMINIZE_H
#define SEARCH_MCTS_DETERMINIZE_H

#include "base/vec.h"
#include "state/turn/position.h"

typedef struct Determinizer {
  bool drawn;  // something is hidden from the viewer
  Player viewer;
  Position *real;       // the position, from which guesses are made
  VEC(uint64_t) keys;   // of the moves offered, by number
  VEC(int) seats;       // whose moves they are
  VEC(uint32_t) table;  // hash table from keys to numbers
} Determinizer;

void determinize_open(Determinizer *veil, const Game *game);
void determinize_close(Determinizer *veil);
// The seat looks for a move in the position of x. Where nothing is hidden the rest is not to be used.
void determinize_set(Determinizer *veil, const Position *x, int seat);

// Makes x a guess; list: what can be chosen there, to be forgotten by the caller. False when that is nothing.
bool determinize_guess(const Determinizer *veil, Position *x, Random *random, MoveList *list);
// The number of the move with this key among those offered; their count when there is none.
uint32_t determinize_number(const Determinizer *veil, uint64_t key);
#endif
