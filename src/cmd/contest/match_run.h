// Playing the games of a match on several threads, those found in its file excepted.
#ifndef CMD_CONTEST_MATCH_RUN_H
#define CMD_CONTEST_MATCH_RUN_H

#include "base/lock.h"
#include "cmd/contest/match_store.h"
#include "cmd/frame/terminal.h"
#include "search/match/ratings.h"

typedef struct MatchRun {
  Contest contest;
  uint64_t n;          // games wanted
  ContestGame *games;  // by number
  bool *finished;
  uint64_t done, found;  // games finished; of them found in the file
  uint64_t counted;      // games before the first one missing; these decide the test
  bool settled;          // by the test: nothing more is played
  const Sprt *sprt;      // or NULL
  SprtAnswer answer;
  Ratings standing;    // of the counted games, then of all
  MatchStore *store;   // or NULL
  bool keep_moves;     // of the games played now, in records
  Record names;        // what is said about the game in each record
  Text records;        // a line per game, in the order they were finished
  bool broken;         // the file could not be read or written
  atomic_bool stop;    // Ctrl-C: games being played are given up
  atomic_size_t open;  // games of which nobody has decided yet that they are over
  atomic_bool over;    // none is left
  Progress progress;
  Lock lock;
} MatchRun;

// Plays what is missing; the contest, n and, where wanted, sprt and store are set. Games are kept in the arena.
void match_run_play(MatchRun *run, Arena *arena, int workers);

// An agent's share of the points.
double match_share(const AgentRating *agent);

#endif
