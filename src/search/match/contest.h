// Games between agents. Game number k of a contest is the same whatever else was played: who sits where, what
// chance does and what the agents draw follow from the seed and k.
#ifndef SEARCH_MATCH_CONTEST_H
#define SEARCH_MATCH_CONTEST_H

#include "play/record/record.h"
#include "search/agent.h"

// Moves that are made before the agents are asked, by their numbers in the lists of legal moves.
typedef struct ContestOpening {
  const uint32_t *moves;
  size_t n;
} ContestOpening;

typedef struct Contest {
  const Game *game;
  const AgentSpec *agents;
  int n;  // agents
  uint64_t seed;
  Executor *executor;              // of the agents; may be NULL
  const atomic_bool *stop;         // set by another thread: the game played is given up; may be NULL
  const ContestOpening *openings;  // in turn, each for all ways of sitting; may be NULL
  size_t n_openings;
  int moves_most;  // games that are longer are broken off, which nobody has won; 0: none are
} Contest;

// What one agent did in one game.
typedef struct ContestSeat {
  int agent;       // number
  double utility;  // in [-1, 1]
  uint64_t choices, iterations;
  double seconds;  // thinking
} ContestSeat;

typedef struct ContestGame {
  uint64_t number;
  int moves;
  bool stopped;                             // the rules or an engine failed; nobody has won
  char failure[160];                        // why an agent could not answer, which stopped the game; or ""
  bool given_up;                            // it was asked to stop before the end
  ContestSeat seats[GAME_PLAYERS_MAX + 1];  // from 1
} ContestGame;

// Who sits where in game k: agents take the seats in turn, all selections of agents equally often.
void contest_seats(int agents, int players, uint64_t k, int *agent_of_seat);
// After so many games everybody has sat everywhere.
uint64_t contest_round(int agents, int players);
// The moves are noted in the recorder, if there is one: its record is complete when the call returns.
void contest_play(const Contest *contest, uint64_t k, ContestGame *result, Recorder *recorder);

// The seed of the agent on a seat in game k.
uint64_t contest_agent_seed(uint64_t seed, uint64_t k, int seat);

#endif
