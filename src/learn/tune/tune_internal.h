// What the files of the tuner share.
#ifndef LEARN_TUNE_TUNE_INTERNAL_H
#define LEARN_TUNE_TUNE_INTERNAL_H

#include "learn/tune/tune.h"

struct Tune {
  const Game *game;
  TuneOptions options;
  TuneColumns *columns;
  TuneSamples samples;
  TuneStatus status;
  double *weights;
  Arena arena;  // of the text of the present heuristic
  HeuristicText text;
  Heuristic *heuristic;  // NULL in the first round
  Material *material;
  Noise noise;
  Pool *pool;
  Position **positions;  // one for each worker
  uint32_t fingerprint;
  uint32_t next;         // number of the next game
  uint32_t failed;       // games in a row in which the rules stopped
  Text record;           // the games, as they are saved
  double each;           // seconds a game took in the last batch
  double began, before;  // when this run began; seconds of earlier runs
};

// Adds the positions of a game to the samples, of the round it was played in. False where its moves cannot be made.
bool tune_sample_game(Tune *tune, const TuneGame *game, int round);
// The present round is over: regression, and the heuristic for the next.
void tune_end_round(Tune *tune);

#endif
