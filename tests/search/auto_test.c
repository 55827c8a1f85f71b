// The default agent and the searches behind it: forced wins are found, small games are played perfectly, the same seed
// gives the same moves, and limits of time are kept.
#include "base/clock.h"
#include "base/file.h"
#include "play/show/position_text.h"
#include "play/show/seats.h"
#include "search/agent.h"

#include <stdlib.h>

#include "support/shipped.h"

typedef struct Thinker {
  Arena arena;
  AgentSpec spec;
  Agent *agent;
} Thinker;

static void thinker_open(Thinker *thinker, const Game *game, const char *text, uint64_t seed) {
  const char *why = "";
  *thinker = (Thinker){0};
  assert_true(agent_parse(&thinker->arena, str_of(text), &thinker->spec, &why));
  assert_null(agent_unsuited(&thinker->spec, game));
  agent_new(&thinker->spec, &(AgentSetting){.game = game, .seed = seed}, &thinker->agent);
}

static void thinker_close(Thinker *thinker) {
  agent_free(thinker->agent);
  arena_free(&thinker->arena);
}

static void make_move(Position *x, uint32_t number) {
  MoveList list = position_moves(x);
  assert_true(number < list.n);
  Move move = *move_at(x, list, number);
  position_apply(x, &move);
  position_forget(x, list);
}

static void make_choice(Thinker *thinker, Position *x) {
  make_move(x, agent_choose(thinker->agent, x, seat_to_move(x), NULL));
}

// ---- forced wins -------------------------------------------------------------------------------------

// The attacker wins against a defender who looks ahead too; a few moves more than needed are allowed.
static bool wins_from(const Game *game, Str text, int plies, const char *agent) {
  Thinker attacker, defender;
  Position *x = position_new(game, 1, 0);
  PositionMistake mistake;
  assert_true(position_read(x, text, &mistake));
  int seat = seat_to_move(x);
  thinker_open(&attacker, game, agent, 1);
  thinker_open(&defender, game, "alphabeta:iterations=500", 2);
  for (int i = 0; i < plies + 6 && !position_over(x); i++) {
    make_choice(seat_to_move(x) == seat ? &attacker : &defender, x);
  }
  bool won = position_over(x) && seat_utility(x, seat) == 1;
  thinker_close(&attacker);
  thinker_close(&defender);
  position_free(x);
  return won;
}

static Str field_of(Str *line) {
  const char *tab = memchr(line->p, '\t', line->n);
  Str field = {line->p, tab ? (size_t)(tab - line->p) : line->n};
  *line = (Str){line->p + field.n + (tab != NULL), line->n - field.n - (tab != NULL)};
  return field;
}

static void forced_wins_are_found(void **state) {
  Arena arena = {0};
  Shipped shipped = {0};
  Str text, loaded = {0};
  const char *why = "";
  int wins = 0, positions = 0;
  assert_true(file_read(&arena, test_root(&arena, "tests/search/forced_wins.tsv"), 0, &text, &why));
  while (text.n) {
    const char *end = memchr(text.p, '\n', text.n);
    Str line = {text.p, (size_t)(end - text.p)};
    text = (Str){end + 1, text.n - line.n - 1};
    if (line.p[0] == '#') continue;
    Str name = field_of(&line), plies = field_of(&line), budget = field_of(&line);
    if (loaded.n != name.n || memcmp(loaded.p, name.p, name.n) != 0) {
      if (loaded.n) shipped_free(&shipped);
      shipped_load(&shipped, arena_text(&arena, name));
      loaded = name;
    }
    const char *agent = arena_printf(&arena, "auto:iterations=%s", arena_text(&arena, budget));
    bool won = wins_from(shipped.game, line, atoi(arena_text(&arena, plies)), agent);
    if (!won) print_message("not won: %.*s\n", (int)(line.n), line.p);
    positions++;
    wins += won;
  }
  shipped_free(&shipped);
  arena_free(&arena);
  assert_true(positions >= 50);
  assert_int_equal(wins, positions);
}

// ---- perfect play ------------------------------------------------------------------------------------

// Plays against every way the opponent can move; how many games were lost.
static int losses_below(Thinker *thinker, Position *x, int seat) {
  if (position_over(x)) return seat_utility(x, seat) < 0;
  int lost = 0;
  if (seat_to_move(x) == seat) {
    make_choice(thinker, x);
    lost = losses_below(thinker, x, seat);
    position_undo(x);
    return lost;
  }
  MoveList list = position_moves(x);
  for (uint32_t i = 0; i < list.n; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    lost += losses_below(thinker, x, seat);
    position_undo(x);
  }
  position_forget(x, list);
  return lost;
}

static void tic_tac_toe_is_never_lost(void **state) {
  Shipped shipped;
  Thinker thinker;
  shipped_load(&shipped, "Tic-Tac-Toe");
  for (int seat = 1; seat <= 2; seat++) {
    Position *x = position_new(shipped.game, 1, 0);
    thinker_open(&thinker, shipped.game, "auto", 1);
    assert_int_equal(losses_below(&thinker, x, seat), 0);
    thinker_close(&thinker);
    position_free(x);
  }
  shipped_free(&shipped);
}

// ---- the same moves, in time -------------------------------------------------------------------------

static uint64_t play_against_itself(const Game *game, const char *text, int plies) {
  Thinker thinker;
  Position *x = position_new(game, 1, 0);
  thinker_open(&thinker, game, text, 5);
  for (int i = 0; i < plies && !position_over(x); i++) make_choice(&thinker, x);
  uint64_t hash = position_full_hash(x);
  thinker_close(&thinker);
  position_free(x);
  return hash;
}

static void same_seed_same_moves(void **state) {
  static const char *const agents[] = {"auto:iterations=400", "alphabeta:iterations=400", "ubfm:iterations=400",
                                       "paranoid:iterations=400"};
  static const char *const games[] = {"Breakthrough", "Reversi", "English Draughts"};
  Shipped dice;
  shipped_load(&dice, "Backgammon");
  uint64_t once = play_against_itself(dice.game, "expect:iterations=400", 20);
  assert_true(once == play_against_itself(dice.game, "expect:iterations=400", 20));
  shipped_free(&dice);
  for (size_t g = 0; g < COUNT_OF(games); g++) {
    Shipped shipped;
    shipped_load(&shipped, games[g]);
    for (size_t i = 0; i < COUNT_OF(agents); i++) {
      uint64_t first = play_against_itself(shipped.game, agents[i], 20);
      assert_true(first == play_against_itself(shipped.game, agents[i], 20));
    }
    shipped_free(&shipped);
  }
}

// Whoever gets six points wins; a move of site 0 brings one point, of site 1 as many as a die shows, 0 or 5. Chance is
// the better choice as long as one point is not enough.
static const char points[] =
    "(game \"Points\" (players 2) (equipment {(board (rectangle 1 4)) (piece \"Disc\" Each) (dice d:2 facesByDie:{{0 "
    "5}} "
    "num:1)})"
    " (rules (play (or (move Select (from 0) (then (addScore Mover 1)))"
    " (move Select (from 1) (then (do (roll) next:(addScore Mover (count Pips)))))))"
    " (end (if (>= (score Mover) 6) (result Mover Win)))))";

static void expectation_decides(void **state) {
  Shipped shipped;
  Thinker thinker;
  shipped_text(&shipped, points);
  Position *x = position_new(shipped.game, 1, 0);
  thinker_open(&thinker, shipped.game, "expect:depth=3,iterations=100000", 1);
  SearchReport report = {0};
  uint32_t choice = agent_choose(thinker.agent, x, 1, &report);
  assert_int_equal(report.depth, 3);
  assert_int_equal(choice, 1);
  report_free(&report);
  thinker_close(&thinker);
  position_free(x);
  shipped_free(&shipped);
}

// CPU time, so that a busy machine does not matter.
static void limits_of_time_are_kept(void **state) {
  static const char *const agents[] = {"auto:time=0.01,clock=cpu", "alphabeta:time=0.01,clock=cpu",
                                       "ubfm:time=0.01,clock=cpu"};
  static const char *const games[] = {"Chess", "Reversi", "Amazons"};
  for (size_t g = 0; g < COUNT_OF(games); g++) {
    Shipped shipped;
    shipped_load(&shipped, games[g]);
    for (size_t i = 0; i < COUNT_OF(agents); i++) {
      Thinker thinker;
      Position *x = position_new(shipped.game, 1, 0);
      thinker_open(&thinker, shipped.game, agents[i], 1);
      for (int ply = 0; ply < 20 && !position_over(x); ply++) {
        double began = clock_thread_seconds();
        uint32_t choice = agent_choose(thinker.agent, x, seat_to_move(x), NULL);
        assert_true(clock_thread_seconds() - began < 0.01 + 0.02);
        make_move(x, choice);
      }
      thinker_close(&thinker);
      position_free(x);
    }
    shipped_free(&shipped);
  }
}

// Threads share the table; whatever they find, the answer is a legal move and a win at hand is taken.
static void threads_help_each_other(void **state) {
  Shipped shipped;
  Thinker thinker;
  shipped_load(&shipped, "Breakthrough");
  Position *x = position_new(shipped.game, 1, 0);
  thinker_open(&thinker, shipped.game, "alphabeta:iterations=3000,threads=3", 1);
  for (int ply = 0; ply < 60 && !position_over(x); ply++) make_choice(&thinker, x);
  thinker_close(&thinker);
  position_free(x);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forced_wins_are_found),   cmocka_unit_test(tic_tac_toe_is_never_lost),
      cmocka_unit_test(same_seed_same_moves),    cmocka_unit_test(limits_of_time_are_kept),
      cmocka_unit_test(threads_help_each_other), cmocka_unit_test(expectation_decides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
