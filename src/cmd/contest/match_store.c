// The SQLite file: one row per match, per game, and per seat of a game.
#include "cmd/contest/match_store.h"

#include "base/lock.h"
#include "base/mem.h"

#include <sqlite3.h>
#include <stdio.h>

struct MatchStore {
  sqlite3 *db;
  sqlite3_int64 match;
  int players;
  Lock lock;
  char problem[200];  // why a game could not be written; or ""
};

enum { FORMAT = 2 };  // of the tables; files of format 1 had neither rules nor records

typedef enum MatchFormat {
  MATCHES_UNREADABLE,  // not a database
  MATCHES_DAMAGED,     // pages of the file do not fit together: queries might never end
  MATCHES_NONE,
  MATCHES_EARLIER,
  MATCHES_CURRENT,
  MATCHES_LATER
} MatchFormat;

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS match (id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL,"
    " version TEXT NOT NULL, options TEXT NOT NULL, ruleset TEXT NOT NULL, agents TEXT NOT NULL, seed INTEGER NOT NULL,"
    " UNIQUE (rules, version, options, ruleset, agents, seed));"
    "CREATE TABLE IF NOT EXISTS game (match INTEGER NOT NULL REFERENCES match, number INTEGER NOT NULL,"
    " moves INTEGER NOT NULL, stopped INTEGER NOT NULL, record TEXT, PRIMARY KEY (match, number));"
    "CREATE TABLE IF NOT EXISTS seat (match INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " agent INTEGER NOT NULL, utility REAL NOT NULL, choices INTEGER NOT NULL, iterations INTEGER NOT NULL,"
    " seconds REAL NOT NULL, PRIMARY KEY (match, number, seat));"
    "PRAGMA user_version = 2;";

static bool run(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK; }

static void bind_name(sqlite3_stmt *query, const MatchName *name) {
  sqlite3_bind_text(query, 1, name->rules, -1, SQLITE_STATIC);
  sqlite3_bind_text(query, 2, senet_version(), -1, SQLITE_STATIC);
  sqlite3_bind_text(query, 3, name->options, -1, SQLITE_STATIC);
  sqlite3_bind_text(query, 4, name->ruleset, -1, SQLITE_STATIC);
  sqlite3_bind_text(query, 5, name->agents, -1, SQLITE_STATIC);
  sqlite3_bind_int64(query, 6, (sqlite3_int64)name->seed);
  sqlite3_bind_text(query, 7, name->game, -1, SQLITE_STATIC);
}

// The number a query gives, or -1.
static int ask_number(sqlite3 *db, const char *sql) {
  sqlite3_stmt *query = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK) return -1;
  int number = sqlite3_step(query) == SQLITE_ROW ? sqlite3_column_int(query, 0) : -1;
  sqlite3_finalize(query);
  return number;
}

static bool has_matches(sqlite3 *db) {
  return ask_number(db, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'match'") > 0;
}

// Values that a column should not have: such rows are looked at when they are read.
static bool is_about_a_value(const char *line) {
  static const char *const beginnings[] = {"NULL value in ", "NUMERIC value in ", "TEXT value in ", "BLOB value in "};
  for (size_t i = 0; i < COUNT_OF(beginnings); i++) {
    if (!strncmp(line, beginnings[i], strlen(beginnings[i]))) return true;
  }
  return !strcmp(line, "ok");
}

// What is wrong with how the pages of the file, tables and indexes hang together (arena), or NULL.
static const char *damage_of(Arena *arena, sqlite3 *db) {
  sqlite3_stmt *query = NULL;
  const char *found = NULL;
  int step = sqlite3_prepare_v2(db, "PRAGMA integrity_check(10000)", -1, &query, NULL);
  while (!found && (step == SQLITE_OK || step == SQLITE_ROW) && (step = sqlite3_step(query)) == SQLITE_ROW) {
    const char *line = (const char *)sqlite3_column_text(query, 0), *rest = line ? strchr(line, '\n') : NULL;
    if (!line) found = "no reason known";
    else if (!is_about_a_value(line)) found = arena_text(arena, str_of(rest ? rest + 1 : line));
  }
  if (!found && step != SQLITE_DONE) found = arena_text(arena, str_of(sqlite3_errmsg(db)));
  sqlite3_finalize(query);
  return found;
}

static bool is_damaged(sqlite3 *db) {
  Arena arena = {0};
  bool damaged = damage_of(&arena, db) != NULL;
  arena_free(&arena);
  return damaged;
}

// Files of format 1 have no number.
static MatchFormat format_of(sqlite3 *db) {
  int format = ask_number(db, "PRAGMA user_version");
  if (format < 0) return MATCHES_UNREADABLE;
  if (format > FORMAT) return MATCHES_LATER;
  if (is_damaged(db)) return MATCHES_DAMAGED;
  if (!has_matches(db)) return MATCHES_NONE;
  return format < FORMAT ? MATCHES_EARLIER : MATCHES_CURRENT;
}

const char *match_store_problem(Arena *arena, sqlite3 *db) {
  switch (format_of(db)) {
    case MATCHES_EARLIER:
      return "an earlier version of senet wrote it (format 1), which kept the results of games but not their moves; "
             "with the next --db these results are put aside, and all games are played again";
    case MATCHES_LATER:
      return arena_printf(arena, "a later version of senet wrote it (format %d; this one reads formats up to %d)",
                          ask_number(db, "PRAGMA user_version"), FORMAT);
    case MATCHES_NONE:
      return "there are no matches in it; `senet match` and `senet tournament` write such files with --db";
    case MATCHES_DAMAGED:
      return arena_printf(arena, "the file is damaged (%s); what is left of it may be had with `sqlite3 FILE .recover`",
                          damage_of(arena, db));
    case MATCHES_UNREADABLE: return arena_text(arena, str_of(sqlite3_errmsg(db)));
    case MATCHES_CURRENT: break;
  }
  return NULL;
}

// Tables of an older format are put aside: what is in them cannot be told apart from games by other rules.
static bool put_old_aside(sqlite3 *db) {
  MatchFormat format = format_of(db);
  if (format != MATCHES_EARLIER) return format == MATCHES_NONE || format == MATCHES_CURRENT;
  return run(db,
             "ALTER TABLE match RENAME TO old_match; ALTER TABLE game RENAME TO old_game;"
             "ALTER TABLE seat RENAME TO old_seat;");
}

static bool find_match(MatchStore *store, const MatchName *name) {
  static const char *const queries[] = {
      "INSERT OR IGNORE INTO match (rules, version, options, ruleset, agents, seed, game) VALUES (?, ?, ?, ?, ?, ?, ?)",
      "SELECT id FROM match WHERE rules = ? AND version = ? AND options = ? AND ruleset = ? AND agents = ? AND seed = "
      "?"};
  bool found = false;
  for (size_t i = 0; i < COUNT_OF(queries); i++) {
    sqlite3_stmt *query = NULL;
    if (sqlite3_prepare_v2(store->db, queries[i], -1, &query, NULL) != SQLITE_OK) return false;
    bind_name(query, name);
    found = sqlite3_step(query) == SQLITE_ROW;
    if (found) store->match = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
  }
  return found;
}

bool match_store_open(Arena *arena, const char *path, const MatchName *name, MatchStore **out, const char **why) {
  MatchStore *store = mem_alloc_zero(sizeof *store);
  store->players = name->players;
  lock_init(&store->lock);
  bool good = sqlite3_open(path, &store->db) == SQLITE_OK && sqlite3_busy_timeout(store->db, 10000) == SQLITE_OK &&
              put_old_aside(store->db) && run(store->db, schema) && find_match(store, name);
  if (!good) {
    const char *error = arena_text(arena, str_of(sqlite3_errmsg(store->db)));
    MatchFormat format = format_of(store->db);
    bool known = format == MATCHES_LATER || format == MATCHES_DAMAGED;
    *why = arena_printf(arena, "%s: %s", path, known ? match_store_problem(arena, store->db) : error);
    match_store_close(store);
    store = NULL;
  }
  *out = store;
  return good;
}

void match_store_close(MatchStore *store) {
  if (!store) return;
  sqlite3_close(store->db);
  lock_free(&store->lock);
  mem_free(store);
}

static bool all_numbers(sqlite3_stmt *query) {
  for (int i = 0; i < sqlite3_column_count(query); i++) {
    int type = sqlite3_column_type(query, i);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return false;
  }
  return true;
}

// The number in a column, or -1 when it is not from 0 to 2^31 - 1.
static int small_number(sqlite3_stmt *query, int column) {
  sqlite3_int64 number = sqlite3_column_int64(query, column);
  return number >= 0 && number <= INT32_MAX ? (int)number : -1;
}

// A seat as the file has it; false when no game can have ended so.
static bool read_seat(sqlite3_stmt *query, senet_match_game *game, int players) {
  int seat = small_number(query, 3);
  if (!all_numbers(query) || seat < 1 || seat > players) return false;
  sqlite3_int64 choices = sqlite3_column_int64(query, 6), iterations = sqlite3_column_int64(query, 7);
  senet_match_seat read = {.agent = small_number(query, 4),
                           .utility = sqlite3_column_double(query, 5),
                           .choices = (uint64_t)choices,
                           .iterations = (uint64_t)iterations,
                           .seconds = sqlite3_column_double(query, 8)};
  game->seats[seat] = read;
  return read.utility >= -1 && read.utility <= 1 && choices >= 0 && iterations >= 0 && read.seconds >= 0 &&
         read.seconds < 1e12;
}

// A game under way of being read.
typedef struct Reading {
  senet_match_game game;
  int seats;
  bool good;
} Reading;

static void begin_game(Reading *reading, sqlite3_stmt *query, uint64_t number) {
  *reading = (Reading){.good = true};
  reading->game.number = number;
  int moves = small_number(query, 1);
  reading->game.moves = (uint32_t)moves;
  reading->game.stopped = sqlite3_column_int64(query, 2) != 0;
  reading->good = moves >= 0;
}

bool match_store_read(MatchStore *store, MatchGameTaken *take, void *self) {
  static const char sql[] =
      "SELECT g.number, g.moves, g.stopped, s.seat, s.agent, s.utility, s.choices, s.iterations, s.seconds FROM game g"
      " JOIN seat s ON s.match = g.match AND s.number = g.number WHERE g.match = ? ORDER BY g.number, s.seat";
  sqlite3_stmt *query = NULL;
  if (sqlite3_prepare_v2(store->db, sql, -1, &query, NULL) != SQLITE_OK) return false;
  sqlite3_bind_int64(query, 1, store->match);
  Reading reading = {0};
  int step;
  while ((step = sqlite3_step(query)) == SQLITE_ROW) {
    uint64_t number = (uint64_t)sqlite3_column_int64(query, 0);
    if (!reading.seats || number != reading.game.number) begin_game(&reading, query, number);
    reading.good &= read_seat(query, &reading.game, store->players);
    if (++reading.seats < store->players) continue;
    if (reading.good) take(self, &reading.game);
    reading.seats = 0;
  }
  sqlite3_finalize(query);
  return step == SQLITE_DONE;
}

const char *match_store_error(const MatchStore *store) {
  return store->problem[0] ? store->problem : sqlite3_errmsg(store->db);
}

static bool add_game(MatchStore *store, const senet_match_game *game, const char *record) {
  sqlite3_stmt *query = NULL;
  static const char sql[] =
      "INSERT OR REPLACE INTO game (match, number, moves, stopped, record) VALUES (?, ?, ?, ?, ?)";
  if (sqlite3_prepare_v2(store->db, sql, -1, &query, NULL) != SQLITE_OK) return false;
  sqlite3_bind_int64(query, 1, store->match);
  sqlite3_bind_int64(query, 2, (sqlite3_int64)game->number);
  sqlite3_bind_int(query, 3, (int)game->moves);
  sqlite3_bind_int(query, 4, game->stopped);
  if (record) sqlite3_bind_text(query, 5, record, -1, SQLITE_STATIC);
  bool done = sqlite3_step(query) == SQLITE_DONE;
  sqlite3_finalize(query);
  return done;
}

static bool add_seat(MatchStore *store, uint64_t number, int seat, const senet_match_seat *at) {
  sqlite3_stmt *query = NULL;
  static const char sql[] =
      "INSERT OR REPLACE INTO seat (match, number, seat, agent, utility, choices, iterations, seconds)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
  if (sqlite3_prepare_v2(store->db, sql, -1, &query, NULL) != SQLITE_OK) return false;
  sqlite3_bind_int64(query, 1, store->match);
  sqlite3_bind_int64(query, 2, (sqlite3_int64)number);
  sqlite3_bind_int(query, 3, seat);
  sqlite3_bind_int(query, 4, at->agent);
  sqlite3_bind_double(query, 5, at->utility);
  sqlite3_bind_int64(query, 6, (sqlite3_int64)at->choices);
  sqlite3_bind_int64(query, 7, (sqlite3_int64)at->iterations);
  sqlite3_bind_double(query, 8, at->seconds);
  bool done = sqlite3_step(query) == SQLITE_DONE;
  sqlite3_finalize(query);
  return done;
}

bool match_store_add(MatchStore *store, const senet_match_game *game, const char *record) {
  lock_take(&store->lock);
  bool good = run(store->db, "BEGIN IMMEDIATE") && add_game(store, game, record);
  for (int seat = 1; good && seat <= store->players; seat++)
    good = add_seat(store, game->number, seat, &game->seats[seat]);
  good = good && run(store->db, "COMMIT");
  if (!good && !store->problem[0]) snprintf(store->problem, sizeof store->problem, "%s", sqlite3_errmsg(store->db));
  if (!good) run(store->db, "ROLLBACK");  // which has a message of its own
  lock_give(&store->lock);
  return good;
}
