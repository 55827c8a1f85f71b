// Hidden information: guesses look like the position to the player who makes them, hidden things are anywhere they
// could be, and an agent chooses the same move whatever is behind the veil.
#include "play/model/guess.h"
#include "play/model/move_key.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "search/agent.h"

#include "support/shipped.h"

// The hunter takes one of four masked pieces: the king wins, a pawn loses.
static const char masked[] =
    "(game \"Masked King\" (players 2)\n"
    "  (equipment {(board (rectangle 1 6)) (piece \"King\" P2) (piece \"Pawn\" P2) (piece \"Hunter\" P1)})\n"
    "  (rules (start {(place \"King2\" %d) (place \"Pawn2\" {%d %d %d}) (set Hidden What (sites {1 2 3 4}) to:P1)})\n"
    "    (play (move Remove (sites Occupied by:P2)))\n"
    "    (end {(if (no Pieces P2 \"King\") (result P1 Win)) (if (is Mover P1) (result P2 Win))})))\n";

// One piece of the second player that the first cannot see at all.
static const char ghost[] =
    "(game \"Ghost\" (players 2)\n"
    "  (equipment {(board (square 3)) (piece \"Ghost\" P2) (piece \"Hunter\" P1)})\n"
    "  (rules (start {(place \"Hunter1\" 4) (place \"Ghost2\" %d) (set Hidden (sites {%d}) to:P1)})\n"
    "    (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n";

static void load_masked(Shipped *shipped, int king) {
  char text[1024];
  snprintf(text, sizeof text, masked, king, king % 4 + 1, (king + 1) % 4 + 1, (king + 2) % 4 + 1);
  shipped_text(shipped, text);
}

// How often the piece is on each site in n guesses of the first player.
static void count_guesses(const Game *game, int32_t what, int n, int *counts) {
  Position *x = position_new(game, 1, 0), *copy = position_new(game, 1, 0);
  Random random = random_stream(9, 0);
  for (int i = 0; i < n; i++) {
    position_copy(copy, x);
    guess_hidden(copy, 1, &random);
    assert_true(position_hash(copy) == position_hash_scratch(copy));
    for (int32_t site = 0; site < game->sites[game->site_type]; site++) {
      counts[site] += site_what(copy, game->site_type, site, -1) == what;
    }
  }
  position_free(copy);
  position_free(x);
}

static void kinds_that_are_not_seen_change_places(void **state) {
  Shipped shipped;
  int counts[6] = {0};
  load_masked(&shipped, 2);
  Position *x = position_new(shipped.game, 1, 0);
  int32_t king = site_what(x, SITE_CELL, 2, -1);
  assert_true(guess_needed(x, 1));
  assert_false(guess_needed(x, 2));
  count_guesses(shipped.game, king, 4000, counts);
  for (int site = 1; site <= 4; site++) assert_in_range(counts[site], 880, 1120);
  assert_int_equal(counts[0] + counts[5], 0);
  position_free(x);
  shipped_free(&shipped);
}

static void pieces_that_are_not_seen_are_anywhere(void **state) {
  Shipped shipped;
  int counts[9] = {0};
  char text[1024];
  snprintf(text, sizeof text, ghost, 7, 7);
  shipped_text(&shipped, text);
  Position *x = position_new(shipped.game, 1, 0);
  count_guesses(shipped.game, site_what(x, SITE_CELL, 7, -1), 4000, counts);
  for (int site = 0; site < 9; site++) assert_in_range(counts[site], site == 4 ? 0 : 400, site == 4 ? 0 : 600);
  position_free(x);
  shipped_free(&shipped);
}

// ---- agents

static uint32_t choice_of(const Shipped *shipped, const char *text, const Position *x, uint64_t seed) {
  Arena arena = {0};
  AgentSpec spec;
  const char *why = "";
  Agent *agent;
  assert_true(agent_parse(&arena, str_of(text), &spec, &why));
  AgentSetting setting = {.game = shipped->game, .seed = seed};
  agent_new(&spec, &setting, &agent);
  uint32_t choice = agent_choose(agent, x, seat_to_move(x), NULL);
  agent_free(agent);
  arena_free(&arena);
  return choice;
}

static const char *const agents[] = {"uct:iterations=60", "flat:iterations=60", "rave:iterations=60,playout=mast",
                                     "uct:iterations=60,decisive=both,reuse=yes"};

// The king is found a quarter of the time and no more; wherever it is, the same site is chosen.
static void agents_do_not_see_behind_the_veil(void **state) {
  for (size_t a = 0; a < COUNT_OF(agents); a++) {
    for (uint64_t seed = 1; seed <= 8; seed++) {
      uint32_t first = 0;
      for (int king = 1; king <= 4; king++) {
        Shipped shipped;
        load_masked(&shipped, king);
        Position *x = position_new(shipped.game, 1, 0);
        uint32_t choice = choice_of(&shipped, agents[a], x, seed);
        if (king == 1) first = choice;
        assert_int_equal(choice, first);
        position_free(x);
        shipped_free(&shipped);
      }
    }
  }
}

static void depth_first_searches_keep_away(void **state) {
  Shipped shipped;
  Arena arena = {0};
  load_masked(&shipped, 1);
  static const char *const names[] = {"alphabeta", "maxn", "brs", "split"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    AgentSpec spec;
    const char *why = "";
    assert_true(agent_parse(&arena, str_of(names[i]), &spec, &why));
    why = agent_unsuited(&spec, shipped.game);
    assert_true(why && strstr(why, "hidden information"));
  }
  arena_free(&arena);
  shipped_free(&shipped);
}

// ---- games of the library

static bool same_offer(Position *x, Position *y) {
  Random rx = x->random, ry = y->random;
  y->random = x->random;
  MoveList a = position_moves(x), b = position_moves(y);
  bool same = a.n == b.n;
  for (uint32_t i = 0; same && i < a.n; i++) same = move_key(x, move_at(x, a, i)) == move_key(y, move_at(y, b, i));
  position_forget(x, a);
  position_forget(y, b);
  x->random = rx;
  y->random = ry;
  return same;
}

// Along a random game: a guess is well formed, and where it offers the same moves it gets the same answer.
static int try_game(const Shipped *shipped, int plies) {
  Position *x = position_new(shipped->game, 1, 0), *other = position_new(shipped->game, 1, 0);
  Random random = random_stream(4, 0), guesses = random_stream(4, 1);
  int compared = 0;
  position_start(x);
  for (int ply = 0; ply < plies && !position_over(x); ply++) {
    position_copy(other, x);
    other->random = x->random;
    guess_hidden(other, position_mover(x), &guesses);
    assert_true(position_hash(other) == position_hash_scratch(other));
    if (same_offer(x, other)) {
      compared++;
      const char *agent = "uct:iterations=10,cutoff=20";
      assert_int_equal(choice_of(shipped, agent, x, 7), choice_of(shipped, agent, other, 7));
    }
    playout_step(x, &random);
  }
  position_free(x);
  position_free(other);
  return compared;
}

static void positions_that_look_alike_get_the_same_answer(void **state) {
  static const char *const games[] = {"Geister", "Sneakthrough", "Battleships", "Mastermind", "Banqi", "L'attaque"};
  Arena arena = {0};
  const char *folder = test_shared(&arena, "ludii");
  for (size_t i = 0; i < COUNT_OF(games); i++) {
    Shipped shipped;
    shipped_load_from(&shipped, games[i], folder);
    print_message("# %s: %d positions\n", games[i], try_game(&shipped, 12));
    shipped_free(&shipped);
  }
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds_that_are_not_seen_change_places),
      cmocka_unit_test(pieces_that_are_not_seen_are_anywhere),
      cmocka_unit_test(agents_do_not_see_behind_the_veil),
      cmocka_unit_test(depth_first_searches_keep_away),
      cmocka_unit_test(positions_that_look_alike_get_the_same_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
