// Keys of divided moves: made part by part or at once, a move has the same key and the same units.
#include "play/model/move_key.h"
#include "rbg/rbg_lower.h"
#include "state/turn/semimove.h"

#include "support/shipped.h"

#include <stdlib.h>

enum { PLIES = 8, MOVES_MAX = 200 };

typedef VEC(uint64_t) Keys;

typedef struct Walk {
  Position *x;
  bool dots;         // parts may end where no unit does
  Keys keys, units;  // of all moves: their keys, and their units folded
} Walk;

// In whatever order they come.
static uint64_t fold(uint64_t so_far, const uint64_t *units, int n) {
  for (int i = 0; i < n; i++) so_far += random_mix(units[i]);
  return so_far;
}

static void make_parts(Walk *walk, uint64_t context, uint64_t units) {
  Position *x = walk->x;
  MoveList list = position_semimoves(x);
  for (uint32_t i = 0; i < list.n; i++) {
    Move part = *move_at(x, list, i);
    uint64_t keys[MOVE_UNITS_MAX], after;
    uint64_t folded = fold(units, keys, move_units(x, &part, keys));
    int n = move_contexts(x, context, &part, keys, &after);
    assert_true(n > 0);
    position_apply_semimove(x, &part);
    if (!position_nodal(x)) {
      make_parts(walk, after, folded);
    } else {
      assert_true(after == keys[n - 1]);
      VEC_PUSH(&walk->keys, after);
      VEC_PUSH(&walk->units, folded);
    }
    assert_true(position_undo(x));
  }
  position_forget(x, list);
}

static int compare(const void *a, const void *b) {
  uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
  return (p > q) - (p < q);
}

static void same_keys(Keys *ours, Keys *theirs, const char *game) {
  if (ours->n != theirs->n) fail_msg("%s: %zu moves by parts, %zu at once", game, ours->n, theirs->n);
  qsort(ours->at, ours->n, sizeof *ours->at, compare);
  qsort(theirs->at, theirs->n, sizeof *theirs->at, compare);
  for (size_t i = 0; i < ours->n; i++) {
    if (ours->at[i] != theirs->at[i]) fail_msg("%s: a move has another key by parts", game);
  }
}

static void compare_at(Position *x, MoveList list, bool dots) {
  Walk walk = {.x = x, .dots = dots};
  Keys keys = {0}, units = {0};
  make_parts(&walk, 0, 0);
  for (uint32_t i = 0; i < list.n; i++) {
    uint64_t of_move[MOVE_UNITS_MAX];
    VEC_PUSH(&keys, move_key(x, move_at(x, list, i)));
    VEC_PUSH(&units, fold(0, of_move, move_units(x, move_at(x, list, i), of_move)));
  }
  same_keys(&walk.keys, &keys, x->game->name);
  if (!dots) same_keys(&walk.units, &units, x->game->name);
  VEC_FREE(&keys);
  VEC_FREE(&units);
  VEC_FREE(&walk.keys);
  VEC_FREE(&walk.units);
}

static int play(const Game *game, bool dots) {
  Position *x = position_new(game, 1, 0);
  Random random = random_stream(5, 0);
  int compared = 0;
  for (int ply = 0; ply < PLIES && !position_over(x); ply++) {
    MoveList list = position_moves(x);
    if (list.n <= MOVES_MAX) compare_at(x, list, dots), compared++;
    Move move = *move_at(x, list, random_below(&random, list.n));
    position_apply(x, &move);
    position_forget(x, list);
  }
  position_free(x);
  return compared;
}

static void parts_of_paths_fit_together(void **state) {
  static const char *const games[] = {"Breakthrough", "Chess", "English Draughts", "The Mill Game", "Pentago"};
  static const char *const ways[] = {"Mod", "ModPlus"};
  for (size_t i = 0; i < COUNT_OF(games) * COUNT_OF(ways); i++) {
    Arena arena = {0};
    Diags diags;
    const Game *game = NULL;
    diags_init(&diags, &arena);
    const char *path = test_root(&arena, arena_printf(&arena, "games/rbg/%s.rbg", games[i / COUNT_OF(ways)]));
    const char *way = ways[i % COUNT_OF(ways)];
    const RbgDescription *description = rbg_read(&arena, path, &diags);
    assert_non_null(description);
    assert_true(rbg_compile(&arena, description, rbg_strategy_find(str_of(way)), &diags, &game));
    int compared = play(game, strcmp(way, "Mod") != 0);
    print_message("# %s, %s: %d positions\n", game->name, way, compared);
    arena_free(&arena);
  }
}

static void parts_of_choices_fit_together(void **state) {
  static const char *const games[] = {"Breakthrough", "Chess", "Amazons", "Hex", "Nine Men's Morris", "Konane"};
  for (size_t i = 0; i < COUNT_OF(games); i++) {
    Shipped shipped;
    shipped_load(&shipped, games[i]);
    assert_int_equal(play(shipped.game, false), PLIES);
    shipped_free(&shipped);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_of_paths_fit_together),
      cmocka_unit_test(parts_of_choices_fit_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
