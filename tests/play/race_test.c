// Sowing, dice, tracks and matches on small games written for this: the moves they offer, word for word, and that
// a match can be taken back and copied across its games.
#include "base/file.h"
#include "lud/lower/lower.h"
#include "lud/text/load.h"
#include "play/playout/playout.h"
#include "state/text/move_text.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/support.h"

static const char sowing[] =
    "(game \"Furrows\" (players 2)"
    " (equipment { (mancalaBoard 2 3 store:None (track \"Track\" \"0,E,N,W\" loop:True))"
    "   (regions P1 (sites Bottom)) (regions P2 (sites Top)) (piece \"Seed\" Shared) (hand Each) })"
    " (rules (start (set Count 2 to:(sites Track)))"
    "  (play (move Select (from (sites Mover) if:(< 0 (count at:(from))))"
    "   (then (sow if:(= (count at:(to)) 3)"
    "     apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))"
    "     backtracking:(= (count at:(to)) 3)))))"
    "  (end (if (no Moves Next) (result Mover Win)))))";

static const char racing[] =
    "(game \"Dash\" (players 2)"
    " (equipment { (board (rectangle 1 8) (track \"Track\" \"0,E,End\" directed:True)) (dice d:4 num:2)"
    "   (piece \"Runner\" Each (forEach Die if:(!= (pips) 0)"
    "     (if (= (trackSite Move steps:(pips)) End) (move Remove (from))"
    "      (if (!= (trackSite Move steps:(pips)) Off)"
    "        (move (from) (to (trackSite Move steps:(pips)) if:(is Empty (to)))))))) })"
    " (rules (start { (place \"Runner1\" {0}) (place \"Runner2\" {1}) })"
    "  (play (do (if (not (is Prev Mover)) (roll)) next:(forEach Piece"
    "    (then (if (not (all DiceUsed)) (moveAgain))))))"
    "  (end (if (no Pieces Mover) (result Mover Win)))))";

static const char match[] =
    "(match \"Series\" (players 2) (games { (subgame \"Furrows\" next:1) (subgame \"Dash\" next:0) })"
    " (end { (if (>= (matchScore P1) 3) (result P1 Win)) (if (>= (matchScore P2) 3) (result P2 Win)) }))";

typedef struct Bench {
  Arena arena;
  Diags diags;
  Library library;
  const char *folder;
  LudGame lud;
  Position *x;
} Bench;

static void write_game(Bench *bench, const char *name, const char *text) {
  const char *path = arena_printf(&bench->arena, "%s/lud/%s.lud", bench->folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

// A library of the three games, and an Position of one of them.
static void set_up(Bench *bench, const char *name) {
  *bench = (Bench){.folder = NULL};
  diags_init(&bench->diags, &bench->arena);
  bench->folder = test_folder(&bench->arena);
  const char *lud = arena_printf(&bench->arena, "mkdir -p '%s/lud' '%s/def'", bench->folder, bench->folder);
  assert_int_equal(system(lud), 0);
  write_game(bench, "Furrows", sowing);
  write_game(bench, "Dash", racing);
  write_game(bench, "Series", match);
  const Game *game = NULL;
  OptionWishes wishes = {0};
  assert_true(library_open(&bench->library, &bench->folder, 1, &bench->diags));
  bool good = lud_load(&bench->library, &bench->arena, name, &wishes, &bench->diags, &bench->lud) &&
              lud_compile(&bench->arena, bench->lud.terms, &bench->diags, &game);
  if (!good) diags_print(stderr, &bench->diags, false);
  assert_true(good);
  bench->x = position_new(game, 7, 0);
}

static void tear_down(Bench *bench) {
  position_free(bench->x);
  library_free(&bench->library);
  test_remove_folder(bench->folder);
  arena_free(&bench->arena);
}

static void assert_offers(Position *x, const char *expected) {
  MoveList list = position_moves(x);
  Text text = {0};
  bool found = false;
  for (uint32_t i = 0; i < list.n && !found; i++) {
    Move move = *move_at(x, list, i);
    text_clear(&text);
    move_text(&text, x, &move, true);
    found = str_is(text_str(&text), expected);
  }
  if (!found) print_message("last of %u moves: %.*s\n", list.n, (int)text.n, text.p);
  text_free(&text);
  position_forget(x, list);
  assert_true(found);
}

// The last two holes reached hold three seeds each: both are taken, the second by going back.
static void seeds_are_sown_and_taken_backwards(void **state) {
  (void)state;
  Bench bench;
  set_up(&bench, "Furrows");
  assert_offers(bench.x,
                "[Move:mover=1,from=1,to=1,actions=[Select:typeFrom=Vertex,from=1,decision=true],"
                "[Move:typeFrom=Vertex,from=1,typeTo=Vertex,to=2],[Move:typeFrom=Vertex,from=1,typeTo=Vertex,to=5],"
                "[Move:typeFrom=Vertex,from=5,typeTo=Cell,to=6,count=3],"
                "[Move:typeFrom=Vertex,from=2,typeTo=Cell,to=6,count=3]]");
  tear_down(&bench);
}

// Faces 1 and 3 are rolled: the values 2 and 4.
static void dice_are_rolled_before_the_moves(void **state) {
  (void)state;
  Bench bench;
  set_up(&bench, "Dash");
  Script script = {.n = 2, .at = {1, 3}};
  bench.x->script = &script;
  assert_offers(bench.x,
                "[Move:mover=1,from=0,to=4,actions=[SetStateAndUpdateDice:site=8,state=1],"
                "[SetStateAndUpdateDice:site=9,state=3],[SetDiceAllEqual:value=false],"
                "[Move:typeFrom=Cell,from=0,typeTo=Cell,to=4,decision=true],"
                "[UseDie:indexHandDice=0,indexDie=1,site=9],[SetNextPlayer:player=1]]");
  bench.x->script = NULL;
  tear_down(&bench);
}

static void play_first(Position *x) {
  MoveList list = position_moves(x);
  assert_true(list.n > 0);
  Move move = *move_at(x, list, list.n - 1);
  position_apply(x, &move);
  position_forget(x, list);
}

static void a_match_goes_on_ends_and_is_taken_back(void **state) {
  (void)state;
  Bench bench;
  set_up(&bench, "Series");
  Position *x = bench.x, *copy = position_new(x->match.game, 1, 0);
  uint64_t start = position_full_hash(x);
  int plies = 0;
  for (; !position_over(x) && plies < 5000; plies++) {
    play_first(x);
    position_copy(copy, x);
    assert_int_equal(position_full_hash(copy), position_full_hash(x));
    assert_int_equal(position_over(copy), position_over(x));
  }
  assert_true(position_over(x) && x->match.trials >= 3);
  assert_true(position_rank(x, 1) + position_rank(x, 2) == 3.0);
  for (int i = 0; i < plies; i++) assert_true(position_undo(x));
  assert_false(position_undo(x));
  assert_int_equal(position_full_hash(x), start);
  assert_int_equal(x->match.trials, 0);
  position_free(copy);
  tear_down(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seeds_are_sown_and_taken_backwards),
      cmocka_unit_test(dice_are_rolled_before_the_moves),
      cmocka_unit_test(a_match_goes_on_ends_and_is_taken_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
