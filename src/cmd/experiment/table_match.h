// Matches of experiments that compare with a published table: a row per game.
#ifndef CMD_EXPERIMENT_TABLE_MATCH_H
#define CMD_EXPERIMENT_TABLE_MATCH_H

#include "cmd/contest/match_run.h"
#include "cmd/frame/command_options.h"

typedef struct TableMatch {
  const char *game;   // by name
  const char *split;  // how its moves are divided, or NULL
  const char *agents;
  uint64_t n, seed;
  int workers;
  MatchName name;  // in the file of --db
} TableMatch;

typedef struct TableScore {
  senet_match_rating first;  // of the first agent
  bool interrupted;          // by Ctrl-C: of the games played until then
} TableScore;

// Plays. False after saying what is wrong.
bool table_match(const Options *options, const TableMatch *match, TableScore *score);

// Whether every --game is one of the table. False after saying which is not.
bool table_has_games(const Options *options, const char *const *names, size_t n);

#endif
