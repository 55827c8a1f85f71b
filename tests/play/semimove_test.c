// Splitting never changes the game: along random play, rolling up the semimoves gives each legal move exactly once, and
// taking them back leaves no trace. For `.rbg` games with every strategy, and for `.lud` games.
#include "state/turn/semimove.h"
#include "base/file.h"
#include "base/map.h"
#include "base/text.h"
#include "play/model/split_playout.h"
#include "rbg/rbg_lower.h"
#include "state/text/move_text.h"

#include "support/shipped.h"

#include <stdlib.h>

enum {
  PLIES = 6,  // compared, one in so many:
  RBG_EVERY = 1,
  LUD_EVERY = 7,
  REFERENCE_EVERY = 12,  // games tried, unless SEMIMOVE_EVERY says otherwise
  MOVES_MAX = 120,       // positions with more moves are played through, but not compared
  TOO_MANY = 3000,       // there the play ends
  LARGE = 30000,         // rules x vertices: larger games are tried with Mod and ModPlusShift only
};

typedef struct Totals {
  int games, positions, failed;
  const char *library;  // of reference games, or NULL
  int every, seen;      // one game in so many is tried
} Totals;

// The moves as text keys, counted: added by one side, taken away by the other.
typedef struct Roll {
  Position *x;
  Arena arena;
  Map counts;  // key -> int
  Text path;   // steps of the parts made so far
} Roll;

static void tally(Roll *roll, int change) {
  Str key = text_str(&roll->path);
  int *count = map_get(&roll->counts, key);
  if (!count) {
    count = ARENA_NEW(&roll->arena, int);
    map_put(&roll->counts, arena_str(&roll->arena, key), count);
  }
  *count += change;
}

// Adds the steps of a part, or the text of a whole move; dots and choices are no part of a move.
static void add_part(Roll *roll, const Move *move) {
  Action few[FILL_MOST];
  const Action *actions = move_actions(roll->x, move, few);
  if (actions[0].kind == ACT_CHOOSE) return;
  if (actions[0].kind != ACT_STEP) {
    move_text(&roll->path, roll->x, move, false);
    return;
  }
  for (uint32_t i = 0; i < move->n; i++) {
    if (actions[i].value > 0) text_printf(&roll->path, "%d@%d ", actions[i].value, actions[i].to);
  }
}

static void roll_up(Roll *roll) {
  Position *x = roll->x;
  MoveList list = position_semimoves(x);
  for (uint32_t i = 0; i < list.n; i++) {
    Move part = *move_at(x, list, i);
    size_t kept = roll->path.n;
    add_part(roll, &part);
    position_apply_semimove(x, &part);
    if (position_nodal(x)) tally(roll, 1);
    else roll_up(roll);
    assert_true(position_undo(x));
    roll->path.n = kept;
  }
  position_forget(x, list);
}

static void take_away_moves(Roll *roll, MoveList list) {
  for (uint32_t i = 0; i < list.n; i++) {
    Move move = *move_at(roll->x, list, i);
    roll->path.n = 0;
    add_part(roll, &move);
    tally(roll, -1);
  }
}

// The first move that is not there as often as it should be, or NULL.
static const char *difference(const Roll *roll) {
  for (size_t i = 0; i < roll->counts.n; i++) {
    if (*(int *)roll->counts.entries[i].value) return roll->counts.entries[i].key.p;
  }
  return NULL;
}

// Whether semimoves and moves agree; chance takes the same course in both.
static bool compare_at(Position *x, Random chance, MoveList list, const char *how, int ply) {
  Roll roll = {.x = x};
  Text before = {0};
  map_init(&roll.counts, &roll.arena);
  text_add(&before, (Str){(const char *)x->block, x->layout->size});
  x->random = chance;
  roll_up(&roll);
  bool undone = !memcmp(before.p, x->block, x->layout->size);
  if (!undone) print_message("%s, %s, ply %d: undo leaves a trace\n", x->game->name, how, ply);
  take_away_moves(&roll, list);
  const char *differs = difference(&roll);
  if (differs) print_message("%s, %s, ply %d: not as often as it should be: %s\n", x->game->name, how, ply, differs);
  text_free(&before);
  text_free(&roll.path);
  arena_free(&roll.arena);
  return undone && !differs;
}

static void play(Totals *totals, const Game *game, const char *how, int every) {
  Position *x = position_new(game, 1, 0);
  Random random = random_stream(3, 0);
  for (int ply = 0; ply < PLIES * every && !position_over(x) && !x->fault; ply++) {
    Random chance = x->random;
    MoveList list = position_moves(x);
    if (list.n > TOO_MANY) break;
    if (ply % every == 0 && list.n <= MOVES_MAX) {
      totals->failed += !compare_at(x, chance, list, how, ply);
      totals->positions++;
    }
    Move move = *move_at(x, list, random_below(&random, list.n));
    position_apply(x, &move);
    position_forget(x, list);
  }
  SplitTotals parts = {0};
  bool good = x->game->mode != MODE_ALTERNATING || split_playout_run(x, 1, 0, &parts);
  if (!good && strstr(x->fault, "semimoves")) {  // rules may stop for reasons of their own
    print_message("%s, %s: %s\n", x->game->name, how, x->fault);
    totals->failed++;
  }
  position_free(x);
}

// ---- both languages

// SEMIMOVE_EVERY=1 tries everything.
static bool tried(const RbgDescription *game, const RbgStrategy *s) {
  const char *every = getenv("SEMIMOVE_EVERY");
  if (every && atoi(every) == 1) return true;
  bool large = (int64_t)game->rules->size * game->board.n > LARGE;
  return !large || (s->mod && s->plus == s->shift);
}

static void check_rbg(void *self, const char *path) {
  Totals *totals = self;
  Arena arena = {0};
  Diags diags;
  diags_init(&diags, &arena);
  const RbgDescription *description = rbg_read(&arena, path, &diags);
  assert_non_null(description);
  for (const RbgStrategy *s = rbg_strategies; s->name; s++) {
    const Game *game = NULL;
    if (!tried(description, s)) continue;
    assert_true(rbg_compile(&arena, description, s, &diags, &game));
    play(totals, game, s->name, RBG_EVERY);
  }
  totals->games++;
  arena_free(&arena);
}

static void check_lud(void *self, const char *path) {
  Totals *totals = self;
  if (totals->every && totals->seen++ % totals->every) return;
  Shipped shipped;
  if (shipped_try(&shipped, path, totals->library) && shipped.game->mode == MODE_ALTERNATING) {
    play(totals, shipped.game, "choices", LUD_EVERY);
    totals->games++;
  }
  shipped_free(&shipped);
}

static void report(const Totals *totals, int least) {
  print_message("%d games, %d positions compared, %d differ\n", totals->games, totals->positions, totals->failed);
  assert_int_equal(totals->failed, 0);
  assert_true(totals->positions > least * totals->games);
}

static void test_own_rbg(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  file_walk(test_root(&arena, "games/rbg"), ".rbg", check_rbg, &totals);
  report(&totals, 10);
  arena_free(&arena);
}

static void test_reference_rbg(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  file_walk(test_shared(&arena, "rbg/games"), ".rbg", check_rbg, &totals);
  report(&totals, 10);
  arena_free(&arena);
}

static void test_own_lud(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  file_walk(test_root(&arena, "games/lud"), ".lud", check_lud, &totals);
  report(&totals, 3);
  arena_free(&arena);
}

static void test_reference_lud(void **state) {
  Arena arena = {0};
  const char *every = getenv("SEMIMOVE_EVERY");
  Totals totals = {.library = test_shared(&arena, "ludii"), .every = every ? atoi(every) : REFERENCE_EVERY};
  file_walk(arena_printf(&arena, "%s/lud", totals.library), ".lud", check_lud, &totals);
  report(&totals, 2);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own_lud),
      cmocka_unit_test(test_own_rbg),
      cmocka_unit_test(test_reference_lud),
      cmocka_unit_test(test_reference_rbg),
  };
  return cmocka_run_group_tests_name("semimoves", tests, NULL, NULL);
}
