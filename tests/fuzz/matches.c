// The entrance for files of matches: whatever an SQLite file holds, the games read from it are such as can have been
// played, or there is a reason why not.
#include "cmd/contest/match_store.h"
#include "target.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > FILE_MAX) return 0;
  char path[] = "/tmp/senet-fuzz-XXXXXX";
  int fd = mkstemp(path);
  require(fd >= 0 && write(fd, data, size) == (ssize_t)size);
  close(fd);
  Arena arena = {0};
  MatchName name = {.game = "Tic-Tac-Toe",
                    .rules = "0",
                    .options = "",
                    .ruleset = "",
                    .agents = "uct:iterations=10,random",
                    .seed = 1,
                    .players = PLAYERS};
  MatchStore *store;
  const char *why = NULL;
  if (match_store_open(&arena, path, &name, &store, &why)) {
    senet_match_game game = {
        .number = 3, .moves = 5, .seats = {{0}, {.agent = 0, .utility = 1}, {.agent = 1, .utility = -1}}};
    bool read = match_store_read(store, take, NULL), added = read && match_store_add(store, &game, NULL);
    require((read && added) || *match_store_error(store));
    match_store_close(store);
  } else {
    require(why && *why);
  }
  unlink(path);
  arena_free(&arena);
  return 0;
}
