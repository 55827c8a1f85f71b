// The heuristics in the metadata of library descriptions can be read and judge the start.
#include "base/file.h"
#include "play/heuristic/heuristic.h"

#include "support/shipped.h"

typedef struct Seen {
  const char *folder;
  int read;
} Seen;

static void read_one(void *self, const char *path) {
  Seen *seen = self;
  Arena arena = {0};
  Str text;
  const char *why = "", *origin;
  bool has = file_read(&arena, path, 0, &text, &why) && strstr(text.p, "(heuristics");
  Shipped shipped;
  HeuristicText terms;
  if (has && shipped_try(&shipped, path, seen->folder)) {
    bool given =
        shipped.game->heuristics && heuristic_text_for_game(&arena, shipped.game, HEURISTIC_METADATA, &terms, &origin);
    if (shipped.game->heuristics && !strstr(shipped.game->heuristics, "(heuristics)")) {
      if (!given) fail_msg("%s: %s", path, shipped.game->heuristics);
      Heuristic *heuristic;
      double sums[GAME_PLAYERS_MAX + 1];
      heuristic_new(shipped.game, terms, &heuristic);
      Position *x = position_new(shipped.game, 1, 0);
      heuristic_sums(heuristic, x, sums);
      position_free(x);
      heuristic_free(heuristic);
      seen->read++;
    }
    shipped_free(&shipped);
  }
  arena_free(&arena);
}

static void metadata_of_the_library(void **state) {
  Arena arena = {0};
  Seen seen = {.folder = test_shared(&arena, "ludii")};
  file_walk(test_shared(&arena, "ludii/lud"), ".lud", read_one, &seen);
  assert_true(seen.read >= 8);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(metadata_of_the_library)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
