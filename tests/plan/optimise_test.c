// The optimised program says what the lowered one says: shipped games and a sample of the reference library are played
// with both, choice by choice, and are the same after every move; and it is shorter.
#include "plan/optimise.h"

#include "base/file.h"
#include "play/playout/playout.h"

#include <stdio.h>

#include "support/shipped.h"

enum { PLIES = 80, SAMPLE_EVERY = 30 };

static uint32_t instructions(const Program *program) {
  uint32_t n = 0;
  for (Ref ref = 1; ref < program->n; ref += 1u + program_ins(program, ref)->n) n++;
  return n;
}

static void play_both(const Game *game) {
  Position *x = position_new(game, 1, 0), *raw = position_new(game->lowered, 1, 0);
  Random choices = random_stream(2, 0), same = random_stream(2, 0);
  for (int ply = 0; ply < PLIES && !position_over(x) && !x->fault; ply++) {
    MoveList list = position_moves(x), raw_list = position_moves(raw);
    assert_int_equal(list.n, raw_list.n);
    position_forget(x, list);
    position_forget(raw, raw_list);
    playout_step(x, &choices);
    playout_step(raw, &same);
    assert_true(position_full_hash(x) == position_full_hash(raw));
    assert_int_equal(position_mover(x), position_mover(raw));
  }
  assert_int_equal(position_over(x), position_over(raw));
  position_free(x);
  position_free(raw);
}

typedef struct Walk {
  const char *library;
  int every, seen, done;
  uint32_t before, after;
} Walk;

static void visit(void *self, const char *path) {
  Walk *walk = self;
  if (walk->seen++ % walk->every) return;
  Shipped shipped;
  if (shipped_try(&shipped, path, walk->library) && shipped.game->lowered && shipped.game->mode == MODE_ALTERNATING) {
    printf("# %s\n", shipped.game->name);
    play_both(shipped.game);
    walk->before += instructions(&shipped.game->lowered->program);
    walk->after += instructions(&shipped.game->program);
    walk->done++;
  }
  shipped_free(&shipped);
}

static void plays_the_same(const char *folder, const char *library, int every) {
  Walk walk = {.library = library, .every = every};
  file_walk(folder, ".lud", visit, &walk);
  printf("# %u instructions instead of %u\n", walk.after, walk.before);
  assert_true(walk.done >= 20);
  assert_true(walk.after < walk.before);
}

static void shipped_games_stay_the_same(void **state) {
  Arena arena = {0};
  plays_the_same(test_root(&arena, "games/lud"), NULL, 1);
  arena_free(&arena);
}

static void reference_games_stay_the_same(void **state) {
  Arena arena = {0};
  const char *library = test_shared(&arena, "ludii");
  plays_the_same(arena_printf(&arena, "%s/lud", library), library, SAMPLE_EVERY);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shipped_games_stay_the_same),
      cmocka_unit_test(reference_games_stay_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
