// senet export: the games kept in a file of match or tournament, one JSON object per line, for replay and other
// programs.
#include "cmd/frame/command_options.h"

#include "base/file.h"
#include "base/json.h"
#include "cmd/contest/match_store.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>

// Adds what the file knows and the record does not: the match, the agents by seat and their utilities.
static void print_game(sqlite3 *db, sqlite3_stmt *query) {
  const char *record = (const char *)sqlite3_column_text(query, 2);
  json_t *json = record ? json_loads(record, 0, NULL) : NULL;
  if (!json_is_object(json)) {  // none, or damaged
    json_decref(json);
    json = NULL;
  }
  if (!json) json = json_pack("{so}", "game", json_words((const char *)sqlite3_column_text(query, 3)));
  json_t *seats = json_array();
  sqlite3_stmt *inner = NULL;
  static const char sql[] = "SELECT agent, utility FROM seat WHERE match = ? AND number = ? ORDER BY seat";
  if (sqlite3_prepare_v2(db, sql, -1, &inner, NULL) == SQLITE_OK) {
    sqlite3_bind_int64(inner, 1, sqlite3_column_int64(query, 0));
    sqlite3_bind_int64(inner, 2, sqlite3_column_int64(query, 1));
    while (sqlite3_step(inner) == SQLITE_ROW) {
      json_array_append_new(seats, json_pack("{si sf}", "agent", sqlite3_column_int(inner, 0), "utility",
                                             sqlite3_column_double(inner, 1)));
    }
  }
  sqlite3_finalize(inner);
  json_object_set_new(json, "match", json_integer(sqlite3_column_int64(query, 0)));
  json_object_set_new(json, "number", json_integer(sqlite3_column_int64(query, 1)));
  json_object_set_new(json, "agents", json_words((const char *)sqlite3_column_text(query, 4)));
  json_object_set_new(json, "seats", seats);
  json_dumpf(json, stdout, JSON_COMPACT);
  putchar('\n');
  json_decref(json);
}

// Whether all rows came; otherwise says why not.
static bool finish(const Options *options, sqlite3 *db, sqlite3_stmt *query, int step) {
  if (step != SQLITE_DONE) fprintf(stderr, "senet export: %s: %s\n", options->arguments[0], sqlite3_errmsg(db));
  sqlite3_finalize(query);
  return step == SQLITE_DONE;
}

static bool export_games(const Options *options, sqlite3 *db, int64_t match) {
  sqlite3_stmt *query = NULL;
  static const char sql[] =
      "SELECT g.match, g.number, g.record, m.game, m.agents FROM game g JOIN match m ON m.id = g.match"
      " WHERE ?1 = 0 OR g.match = ?1 ORDER BY g.match, g.number";
  if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK) {
    fprintf(stderr, "senet export: %s: %s\n", options->arguments[0], sqlite3_errmsg(db));
    return false;
  }
  sqlite3_bind_int64(query, 1, match);
  int step;
  while ((step = sqlite3_step(query)) == SQLITE_ROW) print_game(db, query);
  return finish(options, db, query, step);
}

// Without a number all matches are meant.
static bool has_match(const Options *options, sqlite3 *db, int64_t match) {
  sqlite3_stmt *query = NULL;
  bool found = !match;
  if (match && sqlite3_prepare_v2(db, "SELECT 1 FROM match WHERE id = ?", -1, &query, NULL) == SQLITE_OK) {
    sqlite3_bind_int64(query, 1, match);
    found = sqlite3_step(query) == SQLITE_ROW;
  }
  sqlite3_finalize(query);
  if (!found) fprintf(stderr, "senet export: %s has no match %" PRId64 "\n", options->arguments[0], match);
  return found;
}

static bool list_matches(const Options *options, sqlite3 *db) {
  sqlite3_stmt *query = NULL;
  static const char sql[] =
      "SELECT m.id, m.game, m.agents, m.seed, m.rules, m.version, (SELECT count(*) FROM game WHERE match = m.id)"
      " FROM match m ORDER BY m.id";
  if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK) {
    fprintf(stderr, "senet export: %s: %s\n", options->arguments[0], sqlite3_errmsg(db));
    return false;
  }
  int step;
  while ((step = sqlite3_step(query)) == SQLITE_ROW) {
    printf("%lld\t%s\t%s\tseed %lld\trules %s\tsenet %s\t%lld games\n", (long long)sqlite3_column_int64(query, 0),
           sqlite3_column_text(query, 1), sqlite3_column_text(query, 2), (long long)sqlite3_column_int64(query, 3),
           sqlite3_column_text(query, 4), sqlite3_column_text(query, 5), (long long)sqlite3_column_int64(query, 6));
  }
  return finish(options, db, query, step);
}

static int run_export(const Options *options) {
  int64_t match = 0;
  const char *path = options->arguments[0];
  sqlite3 *db = NULL;
  if (!options_integer(options, "--match", 1, INT64_MAX, &match)) return EXIT_USAGE;
  if (!file_exists(path)) {
    fprintf(stderr, "senet export: there is no file '%s'\n", path);
    return EXIT_NO;
  }
  bool good = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;
  const char *problem = good ? match_store_problem(options->arena, db) : sqlite3_errmsg(db);
  good = !problem;
  if (problem) fprintf(stderr, "senet export: %s: %s\n", path, problem);
  else if (options_has(options, "--list")) good = list_matches(options, db);
  else good = has_match(options, db, match) && export_games(options, db, match);
  sqlite3_close(db);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption export_options[] = {
    {"--match", "N", "Only the games of this match; `--list` numbers them."},
    {"--list", NULL, "Lists the matches of the file instead: game, agents, seed, hash of the rules, version, games.",
     .excludes = "--match"},
    {0},
};

const Command command_export = {
    .name = "export",
    .usage = "FILE",
    .doc = "Prints the games that match or tournament kept with --db, one JSON object per line.",
    .details =
        "Each object is a record as `senet playout --record` writes it, with all moves, and the agents of the match "
        "and the\nagent of every seat besides. `senet export FILE > games.jsonl` and `senet replay games.jsonl` play "
        "them again.",
    .least = 1,
    .most = 1,
    .options = export_options,
    .run = run_export,
};
