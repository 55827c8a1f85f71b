// What is hidden from a player stays hidden: positions that differ only there look the same to the player, as text and
// as a picture.
#include "base/file.h"
#include "play/model/guess.h"
#include "play/show/draw.h"
#include "play/show/notation.h"
#include "play/show/picture.h"
#include "support/shipped.h"

static void show(Text *out, const Drawing *drawing, const Position *x, Player viewer) {
  text_clear(out);
  draw_position(out, drawing, x, (DrawOptions){.viewer = viewer});
  picture_position(out, x, &(PictureOptions){.viewer = viewer, .from = GAME_OFF, .to = GAME_OFF});
  text_char(out, 0);
}

// How many rearrangements were compared.
static int compare_views(const Game *game, const Drawing *drawing, const Position *x, Position *other) {
  Text real = {0}, guessed = {0};
  int compared = 0;
  for (Player viewer = 1; viewer <= game->players; viewer++) {
    if (!guess_needed(x, viewer)) continue;
    Random random = random_stream(7, (uint64_t)viewer);
    position_copy(other, x);
    guess_hidden(other, viewer, &random);
    show(&real, drawing, x, viewer);
    show(&guessed, drawing, other, viewer);
    if (!str_eq(text_str(&real), text_str(&guessed))) {
      size_t at = 0;
      while (real.p[at] == guessed.p[at]) at++;
      at -= MIN(at, 60u);
      fail_msg("%s shows player %d what is hidden: %.160s | %.160s", game->name, viewer, real.p + at, guessed.p + at);
    }
    compared++;
  }
  text_free(&real);
  text_free(&guessed);
  return compared;
}

static int compare_game(const Game *game) {
  Drawing *drawing;
  Position *x = position_new(game, 3, 0), *other = position_new(game, 3, 0);
  Random random = random_stream(5, 0);
  int compared = 0;
  drawing_new(game, &drawing);
  for (int ply = 0; ply < 24 && !position_over(x) && !x->fault && game->mode == MODE_ALTERNATING; ply++) {
    compared += compare_views(game, drawing, x, other);
    MoveList list = position_moves(x);
    position_apply(x, move_at(x, list, random_below(&random, list.n)));
    position_forget(x, list);
  }
  drawing_free(drawing);
  position_free(x);
  position_free(other);
  return compared;
}

static void own_cards_stay_hidden(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "German Whist");
  assert_true(compare_game(shipped.game) > 0);
  shipped_free(&shipped);
}

// Leaves no room behind the moves: the next one moves them all.
static void fill_room(Position *x) {
  size_t n = x->moves.n, bytes = n * sizeof *x->moves.at;
  void *at = memcpy(mem_alloc(bytes), x->moves.at, bytes);
  mem_free(x->moves.at);
  x->moves.at = at;
  x->moves.cap = n;
}

// Seeing what a move does lists others behind it, and the list may have to go elsewhere meanwhile.
static void moves_are_seen_where_the_list_moves(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Ghosts");
  Position *x = position_new(shipped.game, 3, 0);
  MoveList list = position_moves(x);
  int moved = 0;
  Text roomy = {0}, full = {0};
  for (uint32_t i = 0; i < list.n; i++) {
    text_clear(&roomy);
    text_clear(&full);
    VEC_RESERVE(&x->moves, 4 * x->moves.n);
    notation_seen(&roomy, x, move_at(x, list, i), 2);
    fill_room(x);
    const Move *before = x->moves.at;
    notation_seen(&full, x, move_at(x, list, i), 2);
    moved += x->moves.at != before;
    assert_string_equal(roomy.p, full.p);
  }
  assert_true(moved > 0);
  text_free(&roomy);
  text_free(&full);
  position_forget(x, list);
  position_free(x);
  shipped_free(&shipped);
}

// Column 8 of the list of games says which have hidden information; column 2 is the path of the description.
static void library_games_hide_what_is_hidden(void **state) {
  Arena arena = {0};
  const char *library = test_shared(&arena, "ludii"), *why = "";
  Str text;
  assert_true(file_read(&arena, arena_printf(&arena, "%s/games.tsv", library), 0, &text, &why));
  int games = 0;
  for (char *line = strtok(arena_text(&arena, text), "\n"); line; line = strtok(NULL, "\n")) {
    char path[400], hidden[8];
    if (sscanf(line, "%*[^\t]\t%399[^\t]\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%*[^\t]\t%7[^\t]", path, hidden) != 2)
      continue;
    if (strcmp(hidden, "1")) continue;
    Shipped shipped;
    shipped_load_from(&shipped, arena_printf(&arena, "%s%s", library, path), library);
    games += compare_game(shipped.game) > 0;
    shipped_free(&shipped);
  }
  assert_true(games >= 8);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(own_cards_stay_hidden),
      cmocka_unit_test(moves_are_seen_where_the_list_moves),
      cmocka_unit_test(library_games_hide_what_is_hidden),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
