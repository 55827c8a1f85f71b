// Tensors of states and moves: places of moves and back, and the recorded reference.
#include "net/input/tensor.h"
#include "base/file.h"
#include "support/shipped.h"
#include "support/support.h"

// Every place leads back to the move it came from, or to several moves that share it.
static void moves_are_found_again(void **state) {
  static const char *const names[] = {"Tic-Tac-Toe", "Breakthrough", "Amazons"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Shipped shipped;
    shipped_load(&shipped, names[i]);
    const Game *game = shipped.game;
    Arena arena = {0};
    const TensorEncoding *t = tensor_encoding(&arena, game);
    Position *x = position_new(game, 1, 0);
    for (int ply = 0; ply < 20 && !position_over(x); ply++) {
      MoveList list = position_moves(x);
      for (uint32_t m = 0; m < list.n; m++) {
        int place = tensor_move(t, x, move_at(x, list, m));
        uint32_t first = UINT32_MAX, n = tensor_moves_at(t, x, list, place, &first);
        assert_in_range(place, 0, tensor_move_size(t) - 1);
        assert_true(n >= 1 && first <= m && (n > 1 || first == m));
      }
      position_apply(x, move_at(x, list, list.n / 2));
    }
    position_free(x);
    arena_free(&arena);
    shipped_free(&shipped);
  }
}

// One plane per kind of piece, one 1 per piece.
static void pieces_are_counted(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Breakthrough");
  const Game *game = shipped.game;
  Arena arena = {0};
  const TensorEncoding *t = tensor_encoding(&arena, game);
  Position *x = position_new(game, 1, 0);
  float *planes = ARENA_ARRAY(&arena, float, tensor_state_size(t));
  tensor_state(t, x, planes);
  for (int kind = 0; kind < 2; kind++) {
    float sum = 0;
    for (int i = 0; i < tensor_plane(t); i++) sum += planes[(t->pieces + kind) * tensor_plane(t) + i];
    assert_float_equal(sum, 16, 0);
  }
  position_free(x);
  arena_free(&arena);
  shipped_free(&shipped);
}

static void recorded_tensors_agree(void **state) {
  Arena arena = {0};
  const char *library = test_shared(&arena, "ludii"), *recorded = test_shared(&arena, "tensors/recorded");
  Ran ran = test_senet(&arena, NULL,
                       arena_printf(&arena, "tensors --verify --library '%s' '%s'/[CLMQ]*.zst", library, recorded));
  if (ran.status || !str_ends(ran.out, " ok, 0 differ\n")) fail_msg("%s", arena_text(&arena, ran.out));
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moves_are_found_again),
      cmocka_unit_test(pieces_are_counted),
      cmocka_unit_test(recorded_tensors_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
