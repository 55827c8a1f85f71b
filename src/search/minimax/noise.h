// Noisy moves: those that take pieces of an opponent or change what a piece is. A position with such moves is not
// judged well as it stands. What a move will do is guessed from its actions; random games show how good that guess is,
// and whether noisy moves are rare enough to be worth a closer look.
#ifndef SEARCH_MINIMAX_NOISE_H
#define SEARCH_MINIMAX_NOISE_H

#include "search/minimax/material.h"

typedef struct Noise {
  const Material *material;
  bool useful;      // the guess is good, and some moves are noisy but not most
  double share;     // of noisy moves among those made in random games
  double foreseen;  // the part of them that was guessed
  double grown;     // share of moves after which the mover has more pieces than before
} Noise;

// Plays a few short random games.
void noise_watch(Noise *noise, const Game *game, const Material *material, uint64_t seed);
// What taking a piece of a kind counts, or becoming one.
int noise_worth(const Noise *noise, int32_t what);
// Where a kind tells whose the piece is (material_player): the same if it is an opponent's of the mover, else 0.
int noise_worth_against(const Noise *noise, int32_t what, Player mover);
// What a move is expected to take or gain, above 0 when it is noisy; 0 for a quiet move. Not made yet.
int noise_guess(const Noise *noise, const Position *x, const Move *move);
// Whether it takes what stands on a site, or goes on from there.
bool noise_answers(const Position *x, const Move *move, int32_t site);

#endif
