// Programs are well typed: in all shipped games, and in a sample of the reference library, an operand that wants a
// site, a player or a truth value is given one, as lowered and as optimised.
#include "base/file.h"
#include "game/roots.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/shipped.h"

enum { SAMPLE_EVERY = 25 };

typedef struct Walk {
  const char *library;
  int every, seen, games;
  Text why;
} Walk;

static void check_program(Walk *walk, const Game *game, const char *which) {
  Text why = {0};
  if (!game_well_typed(game, &why)) text_printf(&walk->why, "%s, %s:\n%s", game->name, which, why.p);
  text_free(&why);
}

static void visit(void *self, const char *path) {
  Walk *walk = self;
  if (walk->seen++ % walk->every) return;
  Shipped shipped;
  if (shipped_try(&shipped, path, walk->library)) {
    if (shipped.game->lowered) check_program(walk, shipped.game->lowered, "as lowered");
    check_program(walk, shipped.game, "as optimised");
    walk->games++;
  }
  shipped_free(&shipped);
}

static void walk_folder(Walk *walk, const char *folder, int least) {
  file_walk(folder, ".lud", visit, walk);
  bool good = !walk->why.n;
  if (!good) fprintf(stderr, "%s", walk->why.p);
  text_free(&walk->why);
  assert_true(good);
  assert_true(walk->games >= least);
}

static void shipped_games_are_well_typed(void **state) {
  Arena arena = {0};
  Walk walk = {.every = 1};
  walk_folder(&walk, test_root(&arena, "games/lud"), 20);
  arena_free(&arena);
}

static void reference_games_are_well_typed(void **state) {
  Arena arena = {0};
  Walk walk = {.library = test_shared(&arena, "ludii"), .every = SAMPLE_EVERY};
  const char *every = getenv("SENET_EVERY");
  if (every) walk.every = MAX(atoi(every), 1);
  walk_folder(&walk, arena_printf(&arena, "%s/lud", walk.library), 1);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shipped_games_are_well_typed),
      cmocka_unit_test(reference_games_are_well_typed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
