// The agent that plays a game by default: for games we know what played best in our own matches (opponents.def, made by
// scripts/opponents), for other games by a rule from what random games show (traits.h).
#ifndef SEARCH_OPPONENT_H
#define SEARCH_OPPONENT_H

#include "base/arena.h"
#include "search/traits.h"

typedef struct Opponent {
  const char *agent;  // as text, without limits of time
  const char *why;    // a sentence
} Opponent;

// Both texts are in the arena, or constant.
Opponent opponent_choose(Arena *arena, const Game *game);
// From so many seconds a move on it pays to look first for a proven result, where the game is small enough.
enum { OPPONENT_LONG_SECONDS = 10 };
// The chosen agent with the traits it was chosen by, from one look at random games, and the agent that looks for a
// proof in a part of the time before the chosen one thinks: NULL where the game is too large, or the chosen agent
// proves results itself.
Opponent opponent_study(Arena *arena, const Game *game, Traits *traits, const char **prover);
// The agent as text, thinking so many seconds a move (in the arena).
const char *opponent_for(Arena *arena, const Game *game, double seconds);

#endif
