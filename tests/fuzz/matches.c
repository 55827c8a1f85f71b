// The entrance for files of matches: whatever an SQLite file holds, the games read from it are such as can have been
// played, or there is a reason why not; and they are exported, or there is a reason why not.
#include "cmd/contest/match_store.h"
#include "cmd/frame/command_options.h"
#include "target.h"

#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

enum { AGENTS = 2, PLAYERS = 2, FILE_MAX = 1 << 17 };

static void take(void *self, const senet_match_game *game) {
  (void)self;
  require(game->moves <= INT32_MAX);
  for (int seat = 1; seat <= PLAYERS; seat++) {
    require(game->seats[seat].utility >= -1 && game->seats[seat].utility <= 1);
    require(game->seats[seat].seconds >= 0);
  }
}

// What decides a match is set to what is asked for, whatever the file has, so that its games are read.
static void rename_matches(const char *path, const MatchName *name) {
  static const char sql[] =
      "UPDATE OR IGNORE match SET rules = ?, version = ?, options = ?, ruleset = ?, agents = ?, seed = ?";
  sqlite3 *db = NULL;
  sqlite3_stmt *query = NULL;
  bool good = sqlite3_open(path, &db) == SQLITE_OK && sqlite3_prepare_v2(db, sql, -1, &query, NULL) == SQLITE_OK;
  if (good) {
    const char *words[] = {name->rules, senet_version(), name->options, name->ruleset, name->agents};
    for (int i = 0; i < (int)COUNT_OF(words); i++) sqlite3_bind_text(query, i + 1, words[i], -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, COUNT_OF(words) + 1, (sqlite3_int64)name->seed);
    sqlite3_step(query);
  }
  sqlite3_finalize(query);
  sqlite3_close(db);
}

static void read_and_add(const char *path, const MatchName *name) {
  Arena arena = {0};
  MatchStore *store;
  const char *why = NULL;
  if (match_store_open(&arena, path, name, &store, &why)) {
    senet_match_game game = {
        .number = 3, .moves = 5, .seats = {{0}, {.agent = 0, .utility = 1}, {.agent = 1, .utility = -1}}};
    bool read = match_store_read(store, take, NULL), added = read && match_store_add(store, &game, NULL);
    require((read && added) || *match_store_error(store));
    match_store_close(store);
  } else {
    require(why && *why);
  }
  arena_free(&arena);
}

// Prints to nowhere.
static void export_all(const char *path, const char *option) {
  FILE *usual = stdout, *usual_err = stderr, *nowhere = fopen("/dev/null", "w");
  require(nowhere != NULL);
  Arena arena = {0};
  Options options;
  char *words[] = {"export", (char *)path, (char *)option, NULL};
  stdout = stderr = nowhere;
  if (options_parse(&arena, command_find("export"), option ? 3 : 2, words, &options)) options.command->run(&options);
  stdout = usual;
  stderr = usual_err;
  fclose(nowhere);
  arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > FILE_MAX) return 0;
  static const MatchName name = {.game = "Tic-Tac-Toe",
                                 .rules = "0",
                                 .options = "",
                                 .ruleset = "",
                                 .agents = "uct:iterations=10,random",
                                 .seed = 1,
                                 .players = PLAYERS};
  char in_memory[] = "/dev/shm/senet-fuzz-XXXXXX", on_disk[] = "/tmp/senet-fuzz-XXXXXX", *path = in_memory;
  int fd = mkstemp(path);
  if (fd < 0) fd = mkstemp(path = on_disk);
  require(fd >= 0 && write(fd, data, size) == (ssize_t)size);
  close(fd);
  export_all(path, NULL);
  export_all(path, "--list");
  rename_matches(path, &name);
  read_and_add(path, &name);
  export_all(path, NULL);
  unlink(path);
  return 0;
}
