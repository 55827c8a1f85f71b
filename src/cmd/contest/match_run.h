// The games of a match, those found in its file excepted, with a line of progress and an ear for Ctrl-C.
#ifndef CMD_CONTEST_MATCH_RUN_H
#define CMD_CONTEST_MATCH_RUN_H

#include "base/file.h"
#include "base/text.h"
#include "cmd/contest/match_store.h"
#include "cmd/frame/terminal.h"

#include <stdatomic.h>

typedef struct MatchRun {
  senet_match *match;
  uint64_t n;          // games wanted
  MatchStore *store;   // or NULL
  const char *record;  // where the games played now are written, a line each, in the order they ended; or NULL
  FileWriter writer;
  Text records;       // what is not yet written
  bool broken;        // the file could not be read or written
  bool interrupted;   // by Ctrl-C
  char failure[160];  // why an agent could not go on, in the first game in which one could not; or ""
  uint64_t failed;    // that game
  atomic_bool over;   // nothing is played any more
  Progress progress;
} MatchRun;

// What a match is to be. match_run_open sets what the options say about telling.
typedef struct MatchWish {
  senet_game *game;
  senet_match_options options;
  uint64_t n;
  const char *file;    // of results, or NULL
  const char *record;  // file of records, or NULL
  MatchName name;      // in the file; seed, players and, where they are NULL, game and rules are filled in
} MatchWish;

// Opens match and file; match_run_close in any case. SENET_OK, or a status with a sentence in *why (arena).
senet_status match_run_open(MatchRun *run, Arena *arena, MatchWish *wish, const char **why);
// Plays what is missing.
void match_run_play(MatchRun *run);
// Whether something went wrong in what was played: then with a sentence in *why (arena). file: of results, or NULL.
bool match_run_problem(const MatchRun *run, Arena *arena, const char *file, const char **why);
// Ends the file of records. False with a sentence in *why (arena).
bool match_run_written(MatchRun *run, Arena *arena, const char **why);
void match_run_close(MatchRun *run);

#endif
