// Tuning: finds terms and weights of a heuristic for a game by playing with itself and regression.
//
// It goes in rounds. In a round, batches of games are played with the heuristic of the round before (none in the
// first); then the results are regressed on what positions of all games so far have, the newer ones counting more. The
// games are kept as lists of moves: whoever has them and the options can go on from there.
#ifndef LEARN_TUNE_TUNE_H
#define LEARN_TUNE_TUNE_H

#include "base/thread.h"
#include "learn/tune/tune_fit.h"
#include "learn/tune/tune_play.h"

enum { TUNE_ROUNDS = 5, TUNE_BATCH = 32 };

typedef struct TuneOptions {
  uint64_t seed;
  int64_t games;   // in all; 0: as many as the seconds allow
  double seconds;  // for all rounds; 0: no limit
  int threads;
  bool answers;             // moves are chosen by the best answer to them: fewer, better games
  const RulesWatch *watch;  // somebody who may want it to end, asked by all threads; or NULL
} TuneOptions;

typedef struct Tune Tune;

// How it stands.
typedef struct TuneStatus {
  int round;       // from 0; TUNE_ROUNDS when done
  int64_t games;   // played so far
  size_t samples;  // positions
  double seconds;  // used so far, earlier runs included
  bool failed;     // the rules stopped in game after game: there is nothing to learn from
  TuneChoice choice;
} TuneStatus;

// The game must outlive it. Free with tune_free.
void tune_new(const Game *game, const TuneOptions *options, Tune **out);
void tune_free(Tune *tune);

// Plays a batch, and ends the round when its share is done. False when all rounds are done, or the rules stop in game
// after game. When the watch wants it to end, only the games count that come before the first one under way.
bool tune_step(Tune *tune);
const TuneStatus *tune_status(const Tune *tune);

// Whether eval=material counts something of the group of that number.
bool tune_group_expected(const Tune *tune, int group);
// When all rounds are done: fits the groups of terms again that are in `use`, numbered as in the columns. When held,
// what eval=material counts is in it too, with the weight it has there.
void tune_use_groups(Tune *tune, const bool use[TUNE_GROUPS_MAX], bool held);

// The heuristic of the last round that ended, as a text with a comment of how it was made.
void tune_write(const Tune *tune, Text *out);

// The groups of terms in it, as words (arena): "basics, lines".
const char *tune_groups(const Tune *tune, Arena *arena);

// The games so far, as lines of text; and taking them up again in a new Tune with the same game and options. False with
// a sentence in *why (arena) when they are of another game or seed.
void tune_save(const Tune *tune, Text *out);
bool tune_resume(Tune *tune, Arena *arena, Str text, const char **why);

#endif
