// Games that the tuner plays with itself: every move the one after which its present heuristic likes the position best
// once the best answer has been made and captures have been followed to their end; some moves are random. Game number i
// under a seed is always the same for the same heuristic.
#ifndef LEARN_TUNE_TUNE_PLAY_H
#define LEARN_TUNE_TUNE_PLAY_H

#include "play/playout/policy.h"
#include "search/minimax/noise.h"

enum { TUNE_PLIES_MAX = 300 };

typedef struct TuneGame {
  uint32_t number;
  VEC(uint32_t) moves;                    // as numbers in the list of legal moves
  float utilities[GAME_PLAYERS_MAX + 1];  // of players; 0 when the game was broken off
  bool stopped;                           // somebody wanted the tuning to end: it is no game
  bool failed;                            // the rules stopped: nothing is known about its result
} TuneGame;

typedef struct TunePlay {
  uint64_t seed;
  const Evaluator *evaluator;  // NULL: all moves at random but those that win
  const Noise *noise;          // tells captures, or NULL: they are not followed
  double random;               // how often a move is random
  bool answers;                // the best moves are judged after the best answer; otherwise as they are
  const RulesWatch *watch;     // somebody who may want the tuning to end, or NULL
} TunePlay;

// Plays on x from the start.
void tune_play(const TunePlay *play, Position *x, uint32_t number, TuneGame *game);

// Plays a recorded game again: after each call the position stands after one more move. False at the end, or where the
// next move is not legal.
typedef struct TuneReplay {
  const TuneGame *game;
  size_t at;
} TuneReplay;
void tune_replay_begin(TuneReplay *replay, const TuneGame *game, uint64_t seed, Position *x);
bool tune_replay_step(TuneReplay *replay, Position *x);
// Whether the next move of the game takes something.
bool tune_replay_is_noisy(const TuneReplay *replay, Position *x, const Noise *noise);

#endif
