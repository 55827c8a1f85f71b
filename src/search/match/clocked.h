// A game of two with a clock for each side: so many seconds for all moves together, which the players divide up. Who
// has used them up goes on with random moves.
#ifndef SEARCH_MATCH_CLOCKED_H
#define SEARCH_MATCH_CLOCKED_H

#include "search/agent.h"

typedef struct ClockedGame {
  const Game *game;
  Executor *executor;  // or NULL
  AgentSpec *agents;   // two; their limits of time are changed from move to move
  uint64_t seed;
  int first;       // number of the agent on the first seat: 0 or 1
  double seconds;  // for each side
  bool processor;  // CPU time counts
  int most;        // moves after which nobody has won
} ClockedGame;

typedef struct ClockedResult {
  double utility[2];  // by agent
  double used[2];     // seconds
  int random[2];      // moves made without time
  int moves;
  const char *fault;  // why the game stopped, or NULL
} ClockedResult;

// Seconds for the next move: with so many left, after so many moves of both players, where games last so many on
// average.
double clocked_share(double left, int moves, double length);
void clocked_play(const ClockedGame *game, ClockedResult *result);

#endif
