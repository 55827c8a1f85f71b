// A game of self-play as a machine: advanced until it needs positions evaluated, then answered, until it is over. What
// is to be learnt from it is kept as records: the position as the network sees it, the policy the search found, and
// what the search and the end of the game said about it. A game is a function of the seed, its number and the network.
#ifndef LEARN_ZERO_ZERO_PLAY_H
#define LEARN_ZERO_ZERO_PLAY_H

#include "learn/zero/zero_search.h"

typedef struct ZeroPlayOptions {
  ZeroSearchOptions search;
  int64_t simulations;
  int64_t fast;                // simulations of a fast search, whose policy is not learnt (playout cap randomisation)
  double fast_share;           // of searches that are fast
  int64_t opening;             // moves at most that are drawn from the policy before the first search
  double opening_temperature;  // of that: above 1 their moves differ more
  double temperature;          // PUCT: of the choice by visits in the first moves
  int64_t drawn_moves;         // PUCT: how many those are
  int64_t length;              // of a game; longer ones are cut
  double cut_value;            // what a game that was cut is worth: so much of what the last search expected
  bool reuse;                  // a search begins with what the one before found
} ZeroPlayOptions;

extern const ZeroPlayOptions zero_play_defaults;

// What is learnt from one position.
typedef struct ZeroRecord {
  uint32_t size, n_moves;           // of the request, and of the policy
  int ply;                          // moves made before it
  size_t request, policy;           // where they begin; policy SIZE_MAX: none is learnt
  uint8_t seats[GAME_PLAYERS_MAX];  // who plays each player
  float values[GAME_PLAYERS_MAX];   // what the search found, by player from 0
} ZeroRecord;

typedef struct ZeroGame {
  const ZeroPlayOptions *options;
  uint64_t seed, number;
  ZeroSearch search;
  int64_t opening;  // moves still to be drawn
  bool fast;        // the search under way
  bool over;
  bool failed;  // the rules stopped: nothing is learnt from it
  int moves;
  float expected[GAME_PLAYERS_MAX];  // by seat from 0: what the last search found
  VEC(ZeroRecord) records;
  VEC(unsigned char) requests;
  VEC(float) policies;
  float outcome[GAME_PLAYERS_MAX];  // by seat from 0, once it is over
} ZeroGame;

void zero_game_open(ZeroGame *game, const Game *rules, const ZeroPlayOptions *options);
void zero_game_close(ZeroGame *game);

// Begins game number `number`.
void zero_game_start(ZeroGame *game, ZeroWorker *worker, uint64_t seed, uint64_t number);
// Takes the answers to what was asked last, if anything was, and goes on. Returns how many leaves of game->search are
// to be evaluated; 0: the game is over.
int zero_game_advance(ZeroGame *game, ZeroWorker *worker, ZeroEncoder *encoder);

// What is known in the end about the value of a record for player p (from 0): share of the outcome, the rest being what
// the search found.
float zero_record_value(const ZeroGame *game, const ZeroRecord *record, int p, double outcome_share);

#endif
