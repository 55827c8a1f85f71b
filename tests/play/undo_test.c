// Exactness of the forward model over all shipped games, and a sample of the reference library: what is applied and
// undone leaves no trace, copies go their own way with the same result, the hash kept in step is the one computed
// from scratch, and what is compiled or kept for speed says what the plain instructions say.
#include "base/file.h"
#include "play/model/joint.h"
#include "play/playout/playout.h"

#include <stdio.h>

#include "support/shipped.h"

enum { PLIES = 120, GAMES_PER_RULES = 2, SAMPLE_EVERY = 33, SAMPLE_PLIES = 40, TRIED_MAX = 60 };

// `with` (may be NULL) is a library whose defines the game uses.
static void load(Shipped *shipped, const char *path, const char *with) {
  if (shipped_try(shipped, path, with)) return;
  printf("# %s: %s\n", file_base_name(path), shipped->diags.n ? shipped->diags.list[0].message : "does not load");
}

// Everything of a position that must come back.
typedef struct Snapshot {
  Text block;
  size_t played, played_actions, played_details, moves, actions, details, undo;
} Snapshot;

static Snapshot take(const Position *x) {
  Snapshot s = {.played = x->played.n,
                .played_actions = x->played_actions.n,
                .played_details = x->played_details.n,
                .moves = x->moves.n,
                .actions = x->actions.n,
                .details = x->details.n,
                .undo = x->undo.n};
  text_add(&s.block, (Str){(const char *)x->block, layout_bytes(x->layout, x->head->n_hashes)});
  return s;
}

static void compare(Snapshot *before, const Position *x) {
  assert_memory_equal(before->block.p, x->block, layout_bytes(x->layout, x->head->n_hashes));
  assert_int_equal(before->played, x->played.n);
  assert_int_equal(before->played_actions, x->played_actions.n);
  assert_int_equal(before->played_details, x->played_details.n);
  assert_int_equal(before->moves, x->moves.n);
  assert_int_equal(before->actions, x->actions.n);
  assert_int_equal(before->details, x->details.n);
  assert_int_equal(before->undo, x->undo.n);
  text_free(&before->block);
}

static Random stream(int k) { return random_stream(7, (uint64_t)k); }

// Every legal move of the position, applied and undone.
static void try_all_moves(Position *x) {
  Snapshot empty = take(x);
  MoveList list = position_moves(x);
  for (uint32_t i = 0; i < list.n && i < TRIED_MAX; i++) {
    Snapshot before = take(x);
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    assert_true(position_hash(x) == position_hash_scratch(x));
    assert_true(position_undo(x));
    compare(&before, x);
  }
  position_forget(x, list);
  compare(&empty, x);
}

static void undo_plies(const Game *game, int plies) {
  Position *x = position_new(game, 3, 0);
  Random choices = stream(1);
  assert_false(position_undo(x));
  assert_true(position_hash(x) == position_hash_scratch(x));
  for (int ply = 0; ply < plies && !position_over(x) && !x->fault; ply++) {
    if (game->mode == MODE_ALTERNATING && ply % 7 == 0) try_all_moves(x);
    playout_step(x, &choices);
    assert_true(position_hash(x) == position_hash_scratch(x));
  }
  assert_null(x->fault);
  Snapshot start;
  while (position_undo(x)) continue;
  start = take(x);
  Position *fresh = position_new(game, 3, 0);
  compare(&start, fresh);
  position_free(fresh);
  position_free(x);
}

static void undo_game(const Game *game) { undo_plies(game, PLIES); }

// Halfway through, a copy is made; both then play the same moves.
static void copy_game(const Game *game) {
  Position *x = position_new(game, 5, 0), *copy = position_new(game, 6, 0);
  Random choices = stream(2);
  for (int ply = 0; ply < 10 && !position_over(x); ply++) playout_step(x, &choices);
  position_copy(copy, x);
  copy->random = x->random;
  assert_false(position_undo(copy));
  Random same = choices;
  for (int ply = 0; ply < PLIES && !position_over(x) && !x->fault; ply++) {
    playout_step(x, &choices);
    playout_step(copy, &same);
    assert_true(position_full_hash(x) == position_full_hash(copy));
    assert_memory_equal(x->block, copy->block, x->layout->size);
  }
  assert_int_equal(position_over(x), position_over(copy));
  position_free(x);
  position_free(copy);
}

static void same_seed_same_game(const Game *game) {
  Position *x = position_new(game, 1, 0), *y = position_new(game, 2, 0);
  for (uint64_t k = 0; k < GAMES_PER_RULES; k++) {
    assert_true(playout_run(x, 9, k, NULL));
    assert_true(playout_run(y, 9, k, NULL));
    assert_memory_equal(x->block, y->block, x->layout->size);
  }
  assert_true(playout_run(y, 9, 0, NULL));
  assert_true(playout_run(x, 9, 0, NULL));
  assert_memory_equal(x->block, y->block, x->layout->size);
  position_free(x);
  position_free(y);
}

// Runs instructions as they are: no compiled conditions, no regions kept.
static void make_plain(Position *x) { x->test_of = x->memo_of = mem_alloc_zero(x->program->n * sizeof *x->test_of); }

static void compare_with_plain(const Game *game) {
  if (game->n_subgames) return;
  Position *x = position_new(game, 1, 3), *plain = position_new(game, 1, 3);
  make_plain(plain);
  Random choices = stream(3), same = stream(3);
  for (int ply = 0; ply < PLIES && !position_over(x); ply++) {
    playout_step(x, &choices);
    playout_step(plain, &same);
    assert_int_equal(x->head->moves, plain->head->moves);
    assert_true(position_full_hash(x) == position_full_hash(plain));
  }
  assert_int_equal(position_over(x), position_over(plain));
  mem_free((void *)(uintptr_t)plain->test_of);
  position_free(x);
  position_free(plain);
}

typedef struct Walk {
  void (*test)(const Game *game);
  int done;
} Walk;

static void visit(void *self, const char *path) {
  Walk *walk = self;
  Shipped shipped;
  load(&shipped, path, NULL);
  if (shipped.game) {
    printf("# %s\n", shipped.game->name);
    walk->test(shipped.game);
    walk->done++;
  }
  shipped_free(&shipped);
}

static void over_all_games(void (*test)(const Game *game)) {
  Arena arena = {0};
  Walk walk = {.test = test};
  file_walk(test_root(&arena, "games/lud"), ".lud", visit, &walk);
  arena_free(&arena);
  assert_int_not_equal(walk.done, 0);
}

static void undo_is_exact(void **state) { over_all_games(undo_game); }
static void copies_are_independent(void **state) { over_all_games(copy_game); }
static void seeds_decide_everything(void **state) { over_all_games(same_seed_same_game); }
static void compiled_is_as_plain(void **state) { over_all_games(compare_with_plain); }

// ---- conditions on stacks and piles ----------------------------------------------------------------

#define TOWERS(piece, condition)                                                                                     \
  "(game \"Towers\" (players 2) (equipment {(board (square 4)) (piece \"Disc\" Each)}) (rules (start {(place Stack " \
  "\"Disc1\" (sites Bottom) count:2) (place Stack \"Disc2\" (sites Top) count:2)}) (play (or (forEach Piece (move "  \
  "Step (to if:" condition ") stack:" piece                                                                          \
  ") top:True) (move Pass))) (end (if (>= (count Moves) 60) (result "                                                \
  "Mover Draw)))))"
#define PILES(condition)                                                                                              \
  "(game \"Piles\" (players 2) (equipment {(board (square 4)) (piece \"Seed\" Each)}) (rules (start {(place "         \
  "\"Seed1\" "                                                                                                        \
  "(sites Bottom) counts:{3 3 3 3}) (place \"Seed2\" (sites Top) counts:{3 3 3 3})}) (play (or (forEach Piece (move " \
  "Step (to if:" condition                                                                                            \
  "))) "                                                                                                              \
  "(move Pass))) (end (if (>= (count Moves) 60) (result Mover Draw)))))"

static bool has_test(const Plan *plan, TestKind kind) {
  for (uint32_t i = 0; i < plan->n_tests; i++) {
    if (plan->tests[i].kind == kind) return true;
  }
  return false;
}

static void stacks_and_piles(void **state) {
  static const struct {
    TestKind kind;
    const char *game;
  } cases[] = {
      {TEST_LEVEL_ENEMY, TOWERS("False", "(is Enemy (who at:(to)))")},
      {TEST_LEVEL_FRIEND, TOWERS("True", "(or (is Empty (to)) (is Friend (who at:(to))))")},
      {TEST_LEVEL_WHO, TOWERS("True", "(!= (who at:(to)) P1)")},
      {TEST_LEVEL_WHAT, TOWERS("False", "(or (is Empty (to)) (= (what at:(to)) (id \"Disc1\")))")},
      {TEST_LEVEL_WHO, TOWERS("False", "(!= (who at:(to) level:1) P1)")},
      {TEST_HEIGHT, TOWERS("False", "(< (count at:(to)) 2)")},
      {TEST_HEIGHT, TOWERS("False", "(>= 3 (count at:(to)))")},
      {TEST_COUNT, PILES("(< (count at:(to)) 5)")},
      {TEST_COUNT, PILES("(!= (count at:(to)) 3)")},
      {TEST_COUNT, PILES("(or (<= 4 (count at:(to))) (> 2 (count at:(to))))")},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    Arena arena = {0};
    const char *folder = test_folder(&arena), *path = arena_printf(&arena, "%s/game.lud", folder), *why = "";
    assert_true(file_write(&arena, path, str_of(cases[i].game), &why));
    Shipped loaded;
    load(&loaded, path, NULL);
    assert_non_null(loaded.game);
    assert_true(has_test(plan_of(loaded.game), cases[i].kind));
    compare_with_plain(loaded.game);
    undo_plies(loaded.game, SAMPLE_PLIES);
    shipped_free(&loaded);
    test_remove_folder(folder);
    arena_free(&arena);
  }
}

// One reference game in so many, in the order of their paths.
typedef struct Sample {
  const char *library;
  int seen, done;
} Sample;

static void visit_sample(void *self, const char *path) {
  Sample *sample = self;
  if (sample->seen++ % SAMPLE_EVERY) return;
  Shipped shipped;
  load(&shipped, path, sample->library);
  if (shipped.game) {
    printf("# %s\n", shipped.game->name);
    undo_plies(shipped.game, SAMPLE_PLIES);
    sample->done++;
  }
  shipped_free(&shipped);
}

static void undo_is_exact_in_reference_games(void **state) {
  Arena arena = {0};
  Sample sample = {.library = test_shared(&arena, "ludii")};
  file_walk(arena_printf(&arena, "%s/lud", sample.library), ".lud", visit_sample, &sample);
  arena_free(&arena);
  assert_true(sample.done >= 30);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(undo_is_exact),          cmocka_unit_test(undo_is_exact_in_reference_games),
      cmocka_unit_test(copies_are_independent), cmocka_unit_test(seeds_decide_everything),
      cmocka_unit_test(compiled_is_as_plain),   cmocka_unit_test(stacks_and_piles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
