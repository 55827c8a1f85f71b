// Results of matches in an SQLite file. A match is known by what decides its games (the hash of its rules, agents,
// seed, version of Senet), so that a later run of the same match finds what was already played, and one of changed
// rules does not. Every game is kept with all its moves.
#ifndef CMD_CONTEST_MATCH_STORE_H
#define CMD_CONTEST_MATCH_STORE_H

#include "base/arena.h"
#include "senet.h"

typedef struct MatchStore MatchStore;
struct sqlite3;

typedef struct MatchName {
  const char *game, *options, *ruleset, *agents;
  const char *rules;  // senet_game_hash: a description that was changed is another game
  uint64_t seed;
  int players;
} MatchName;

// Opens or makes the file. False with a sentence in *why (arena). Close with match_store_close.
bool match_store_open(Arena *arena, const char *path, const MatchName *name, MatchStore **store, const char **why);
void match_store_close(MatchStore *store);

// Calls take with every finished game of the match, in the order of their numbers. Games of which a seat is missing or
// cannot be so are left out. False when the file cannot be read.
typedef void MatchGameTaken(void *self, const senet_match_game *game);
bool match_store_read(MatchStore *store, MatchGameTaken *take, void *self);

// Why the matches of an open file cannot be read (constant or arena): it is of an earlier or later format, or has none.
// NULL: they can.
const char *match_store_problem(Arena *arena, struct sqlite3 *db);

// What went wrong last.
const char *match_store_error(const MatchStore *store);

// Writes a finished game with its record (or NULL), in place of a damaged one with its number; it is safe when the call
// returns. May be called from several threads.
bool match_store_add(MatchStore *store, const senet_match_game *game, const char *record);

#endif
