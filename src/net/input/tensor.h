// States and moves of any game as tensors of board-shaped planes, as in "Deep Learning for General Game Playing with
// Ludii and Polygames" (section 4): pieces, stacks, counts, states, whose turn it is, the last moves; a move is a
// channel (the distance it covers) at the place it goes to.
//
// The encoding follows the recorded reference in every case the reference defines, oddities included: the sites of two
// hands laid out as columns share places, different moves can share a place. What the reference cannot encode (its
// arrays are too short there) gets places of its own: see tensor_site.
#ifndef NET_INPUT_TENSOR_H
#define NET_INPUT_TENSOR_H

#include "state/turn/position.h"

typedef struct TensorEncoding {
  const Game *game;
  int width, height;  // X and Y of all planes
  int n_sites;        // site numbers with a place
  const int32_t *x, *y;
  int reference_sites;  // those that the reference encoding has places for
  int channels;         // of a state
  const char *const *names;
  // First channel of each group; -1: the game has none.
  int pieces, stack_size, counts, amounts, mover, states, swapped, containers, last_moves;
  int move_channels;
  int clip;        // distances of moves up to this are told apart
  int n_messages;  // different propositions and votes
  int first_proposition, first_vote, pass, swap;
} TensorEncoding;

enum { TENSOR_STACK_LEVELS = 5, TENSOR_STATES = 6, TENSOR_LEVEL_STEPS = 3 };

// Owned by the arena.
const TensorEncoding *tensor_encoding(Arena *arena, const Game *game);

static inline int tensor_plane(const TensorEncoding *t) { return t->width * t->height; }
static inline int tensor_state_size(const TensorEncoding *t) { return t->channels * tensor_plane(t); }
static inline int tensor_move_size(const TensorEncoding *t) { return t->move_channels * tensor_plane(t); }
// Place of a site number within a plane, or -1.
static inline int tensor_site(const TensorEncoding *t, int32_t site) {
  return site >= 0 && site < t->n_sites ? t->x[site] * t->height + t->y[site] : -1;
}

// Writes tensor_state_size values: index = channel * plane + x * height + y.
void tensor_state(const TensorEncoding *t, const Position *x, float *out);
// The same as a player sees it: what is hidden is left out. 0: everything.
void tensor_state_seen(const TensorEncoding *t, const Position *x, Player viewer, float *out);

// The number of the player whose turn it is, counted from 0 by seats: after a swap another one than the mover's.
int tensor_agent(const Position *x);

// The place of a legal move in the tensor of moves.
int tensor_move(const TensorEncoding *t, const Position *x, const Move *move);

// The legal moves of the list that have this place: how many, the first of them in *first. More than one: aliases.
uint32_t tensor_moves_at(const TensorEncoding *t, const Position *x, MoveList list, int place, uint32_t *first);

#endif
