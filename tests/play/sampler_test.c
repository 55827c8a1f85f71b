// Optimised playouts against their oracle, the standard playout: the candidates that pass are the legal moves, in every
// position met; runs of quiet placements are the very games standard playouts play; and they are undone as one.
#include "play/playout/sampler.h"
#include "base/file.h"
#include "play/model/move_key.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/shipped.h"

enum { PLIES = 60, SAMPLE_EVERY = 23, SAMPLE_PLIES = 25, GAMES = 60 };

// ---- candidates ----------------------------------------------------------------------------------

typedef VEC(uint64_t) Keys;

// Everything a move is, in one number.
static uint64_t whole_key(const Position *x, const Move *move) {
  Ref then[MOVE_THEN_MAX];
  int thens = move_thens(x, move, then);
  uint64_t key = move_key(x, move) + 31 * (uint64_t)thens;
  for (int t = 0; t < thens; t++) key = random_mix(key + then[t]);
  for (uint32_t i = 0; i < move->n; i++) {
    const Action copy = move_action(x, move, i), *action = &copy;
    key =
        random_mix(key + action->kind + 64 * (uint64_t)(uint16_t)action->to + ((uint64_t)(uint16_t)action->what << 32));
  }
  return key;
}

static int compare_keys(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort(Keys *keys) {
  if (keys->n) qsort(keys->at, keys->n, sizeof *keys->at, compare_keys);
}

static void legal_keys(Position *x, Keys *keys) {
  MoveList list = position_moves(x);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(keys, whole_key(x, move_at(x, list, i)));
  position_forget(x, list);
  sort(keys);
}

static void candidate_keys(Position *x, bool listed, Keys *keys) {
  Candidates c = {0};
  Move move;
  candidates_open(&c, x, listed);
  do {
    for (uint32_t i = 0; i < c.n; i++) {
      if (candidates_take(&c, x, i, &move)) VEC_PUSH(keys, whole_key(x, &move));
    }
  } while (!keys->n && candidates_more(&c, x));
  if (!keys->n) {
    move = candidates_pass(x);
    VEC_PUSH(keys, whole_key(x, &move));
  }
  candidates_close(&c, x);
  candidates_free(&c);
  sort(keys);
}

static void same_moves(Position *x, bool listed) {
  Keys legal = {0}, candidates = {0};
  Random chance = x->random;
  uint64_t hash = position_full_hash(x);
  legal_keys(x, &legal);
  x->random = chance;
  candidate_keys(x, listed, &candidates);
  x->random = chance;
  assert_true(position_full_hash(x) == hash);
  assert_int_equal(x->moves.n, 0);
  assert_int_equal(legal.n, candidates.n);
  assert_memory_equal(legal.at, candidates.at, legal.n * sizeof *legal.at);
  VEC_FREE(&legal);
  VEC_FREE(&candidates);
}

static bool has_kind(const Game *game) {
  for (int i = 0; i < game->n_phases; i++) {
    if (game_playout_kind(game, i) != PLAYOUT_STANDARD) return true;
  }
  return false;
}

// Chance met while trying moves out would have to be the same for both: such games are left to the statistics.
static bool same_moves_everywhere(const Game *game, int plies) {
  if (!has_kind(game) || game_has(game, GAME_STOCHASTIC)) return false;
  Position *x = position_new(game, 3, 0);
  Sampler sampler = {0};
  Random choices = random_stream(5, 1);
  for (int ply = 0; ply < plies && !position_over(x) && !x->fault; ply++) {
    if (sampler_helps(&sampler, x)) {
      same_moves(x, false);
      same_moves(x, true);
    }
    sampler_step(&sampler, x, &choices);
  }
  assert_null(x->fault);
  sampler_free(&sampler);
  position_free(x);
  return true;
}

// ---- runs ----------------------------------------------------------------------------------------

static void same_games(const Game *game) {
  Position *a = position_new(game, 1, 0), *b = position_new(game, 1, 0);
  Sampler sampler = {0};
  for (uint64_t k = 0; k < GAMES; k++) {
    assert_true(playout_run(a, 9, k, NULL));
    assert_true(sampler_run(&sampler, b, 9, k, NULL));
    assert_memory_equal(a->block, b->block, a->layout->size);
    assert_true(position_hash(b) == position_hash_scratch(b));
  }
  sampler_free(&sampler);
  position_free(a);
  position_free(b);
}

// From positions in the middle of a game, cut off and played to the end, then taken back.
static void undone_as_one(const Game *game, uint64_t games) {
  Position *x = position_new(game, 1, 0);
  Sampler sampler = {0};
  unsigned char *before = test_malloc(x->layout->size);
  for (uint64_t k = 0; k < games; k++) {
    Random random = random_stream(11, k);
    position_start(x);
    for (uint64_t ply = 0; ply < k % 7 && !position_over(x); ply++) playout_step(x, &random);
    if (position_over(x)) continue;
    size_t played = x->played.n;
    int32_t moves = x->head->moves;
    memcpy(before, x->block, x->layout->size);
    uint64_t made = sampler_play(&sampler, x, &random, k % 3 ? UINT64_MAX : 4);
    assert_true(position_over(x) || made == 4);
    assert_int_equal(x->head->moves, moves + (int32_t)made);
    while (x->played.n > played) assert_true(position_undo(x));
    assert_memory_equal(before, x->block, x->layout->size);
  }
  test_free(before);
  sampler_free(&sampler);
  position_free(x);
}

static bool quiet_games(const Game *game) {
  bool quiet = false;
  for (int i = 0; i < game->n_phases; i++) {
    PlacementRun *run = placement_new(game, i);
    quiet |= run != NULL;
    placement_free(run);
  }
  if (!quiet) return false;
  same_games(game);
  undone_as_one(game, GAMES);
  return true;
}

// ---- end rules that wait -------------------------------------------------------------------------

// A game step by step, with end rules that ask everything after every move.
static void play_by_steps(Sampler *sampler, Position *x, uint64_t k) {
  Random random = random_stream(9, playout_choice_stream(k));
  x->random = random_stream(9, playout_chance_stream(k));
  position_start(x);
  while (!position_over(x) && !x->fault) sampler_step(sampler, x, &random);
}

static bool waiting_games(const Game *game, uint64_t games) {
  Position *a = position_new(game, 1, 0), *b = position_new(game, 1, 0);
  Sampler one = {0}, other = {0};
  bool waits = (sampler_helps(&one, a), one.waits);
  for (uint64_t k = 0; waits && k < games; k++) {
    play_by_steps(&one, a, k);
    assert_true(sampler_run(&other, b, 9, k, NULL));
    assert_memory_equal(a->block, b->block, a->layout->size);
    assert_int_equal(a->played.n, b->played.n);
  }
  if (waits) undone_as_one(game, games);
  sampler_free(&one);
  sampler_free(&other);
  position_free(a);
  position_free(b);
  return waits;
}

#define FREE_KING(who) "(not (is Threatened (id \"King\" " who ") at:(where \"King\" " who ")))"
#define TO_ENEMY "(to if:(is Enemy (who at:(to))) (apply (remove (to))))"

// A king's move brings player 1 a rook in the middle, but only in that player's turn: the question for checkmate tries
// out moves of player 2 that it does not allow, although that player is to move next and may make them.
static const char turncoat[] =
    "(game \"Turncoat\" (players 2) (equipment {(board (square 5))"
    " (piece \"King\" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))"
    "  (then (if (and (is Mover P1) (is Empty 12)) (add (piece \"Rook1\") (to 12))))))"
    " (piece \"Rook\" Each (move Slide Orthogonal " TO_ENEMY "))})"
    " (rules (start {(place \"King1\" {0}) (place \"Rook1\" {1 2}) (place \"King2\" {24}) (place \"Rook2\" {23 22})})"
    " (play (do (forEach Piece) ifAfterwards:" FREE_KING("Mover") "))"
    " (end (if (and (not " FREE_KING("Next") ") (not (can Move (do (forEach Piece Next) ifAfterwards:" FREE_KING("Next")
    "))))"
    " (result Mover Win)))))";

static void mate_deferred(void **state) {
  (void)state;
  Arena arena = {0};
  DeferredEnds waits;
  const char *folder = test_folder(&arena), *path = arena_printf(&arena, "%s/game.lud", folder), *why = "";
  assert_true(file_write(&arena, path, str_of(turncoat), &why));
  Shipped loaded;
  shipped_try(&loaded, path, NULL);
  assert_non_null(loaded.game);
  assert_true(game_deferred_ends(loaded.game, &arena, &waits));
  assert_int_equal(waits.n_conds, 1);
  assert_false(waits.moves);
  assert_true(waiting_games(loaded.game, 200));
  shipped_free(&loaded);
  test_remove_folder(folder);
  arena_free(&arena);
}

// ---- alternatives --------------------------------------------------------------------------------

#define BOARD "(players 2) (equipment {(board (square 3)) (piece \"Ball\" Each)})"
#define CORNERS "(move Add (to (intersection (sites Empty) (sites Corners))))"
#define ANYWHERE "(move Add (to (sites Empty)))"
#define NOT_CORNERS "ifAfterwards:(not (is In (last To) (sites Corners)))"
#define END "(end (if (is Line 3) (result Mover Win)))"

// Corners come first and are forbidden. If they are struck from the first alternative, the second has its turn; if they
// are struck from what the alternatives gave, nothing is left.
static const char *const alternatives[] = {
    "(game \"Inside\" " BOARD " (rules (play (priority {(do " CORNERS " " NOT_CORNERS ") " ANYWHERE "})) " END "))",
    "(game \"Outside\" " BOARD " (rules (play (do (priority {" CORNERS " " ANYWHERE "}) " NOT_CORNERS ")) " END "))",
    "(game \"Repeat\" " BOARD " (rules (meta (no Repeat)) (play (priority {(do " CORNERS " " NOT_CORNERS ") " ANYWHERE
    "})) " END "))",
};

static void alternatives_wait_only_for_their_own(void **state) {
  (void)state;
  static const uint32_t legal[] = {9, 1, 9};
  Arena arena = {0};
  const char *folder = test_folder(&arena), *why = "";
  for (size_t i = 0; i < COUNT_OF(alternatives); i++) {
    const char *path = arena_printf(&arena, "%s/game.lud", folder);
    assert_true(file_write(&arena, path, str_of(alternatives[i]), &why));
    Shipped loaded;
    shipped_try(&loaded, path, NULL);
    assert_non_null(loaded.game);
    Position *x = position_new(loaded.game, 1, 0);
    MoveList list = position_moves(x);
    assert_int_equal(list.n, legal[i]);
    position_forget(x, list);
    position_free(x);
    assert_true(same_moves_everywhere(loaded.game, PLIES));
    shipped_free(&loaded);
  }
  test_remove_folder(folder);
  arena_free(&arena);
}

// ---- over all games ------------------------------------------------------------------------------

typedef struct Sweep {
  int plies;
  size_t candidates, quiet, waiting;
} Sweep;

static void look_at(void *self, const Game *game) {
  Sweep *sweep = self;
  if (game->n_subgames) return;
  sweep->candidates += same_moves_everywhere(game, sweep->plies);
  sweep->quiet += quiet_games(game);
  sweep->waiting += waiting_games(game, 3);
}

static void shipped_games(void **state) {
  (void)state;
  Sweep sweep = {.plies = PLIES};
  shipped_each(look_at, &sweep);
  printf("# %zu games with candidates, %zu with quiet placements, %zu whose end waits\n", sweep.candidates, sweep.quiet,
         sweep.waiting);
  assert_true(sweep.candidates > 10);
  assert_true(sweep.quiet > 3);
}

static void reference_games(void **state) {
  (void)state;
  Sweep sweep = {.plies = SAMPLE_PLIES};
  shipped_sample(SAMPLE_EVERY, look_at, &sweep);
  printf("# %zu games with candidates, %zu with quiet placements, %zu whose end waits\n", sweep.candidates, sweep.quiet,
         sweep.waiting);
  assert_true(sweep.candidates > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mate_deferred),
      cmocka_unit_test(alternatives_wait_only_for_their_own),
      cmocka_unit_test(shipped_games),
      cmocka_unit_test(reference_games),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
