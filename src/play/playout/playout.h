// Random games: every move chosen uniformly among the legal ones. Playout number k of a seed is the same
// whatever was played before it: chance draws from one stream, the choices from another.
#ifndef PLAY_PLAYOUT_PLAYOUT_H
#define PLAY_PLAYOUT_PLAYOUT_H

#include "play/record/record.h"
#include "state/turn/position.h"

// The streams of playout k.
static inline uint64_t playout_chance_stream(uint64_t k) { return 2 * k; }
static inline uint64_t playout_choice_stream(uint64_t k) { return 2 * k + 1; }

// Makes a random move of the list of all legal ones; one of every player in a simultaneous game.
void playout_choose(Position *x, MoveList list, Random *random);
// One random move of the player to move; of every player in a simultaneous game.
void playout_step(Position *x, Random *random);

// From the start to the end. recorder may be NULL. False when the rules stopped (x->fault says why).
bool playout_run(Position *x, uint64_t seed, uint64_t k, Recorder *recorder);

typedef struct PlayoutTotals {
  uint64_t n, moves;
  uint64_t draws;                        // games without a winner
  uint64_t wins[GAME_PLAYERS_MAX + 1];   // by player, index 0 unused
  double utility[GAME_PLAYERS_MAX + 1];  // sums
  double score[GAME_PLAYERS_MAX + 1];    // sums, in games that keep scores
} PlayoutTotals;
// Adds the finished game of x.
void playout_count(PlayoutTotals *totals, const Position *x);

#endif
