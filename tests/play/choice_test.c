// Choosing moves by policy before they are known to be legal: the frequencies are those of the legal moves alone, for
// uniform, epsilon-greedy and softmax policies; and Tic-Tac-Toe, where every position can be looked at.
#include "play/model/move_key.h"
#include "play/playout/measure.h"

#include <math.h>
#include <stdio.h>

#include "support/shipped.h"

enum { DRAWS = 6000, CLASSES_MAX = 1024 };

// A score in [0, 1] that has nothing to do with the game; three levels, so that there are ties.
static double score_of(const void *self, const Position *x, const Move *move) {
  (void)self;
  return (double)(move_key(x, move) % 3) / 2;
}

// ---- what the frequencies should be --------------------------------------------------------------

typedef struct Law {
  uint64_t keys[CLASSES_MAX];
  double share[CLASSES_MAX];
  uint32_t seen[CLASSES_MAX];
  int n;
} Law;

static int class_of(const Law *law, uint64_t key) {
  for (int i = 0; i < law->n; i++) {
    if (law->keys[i] == key) return i;
  }
  return -1;
}

static void add_share(Law *law, uint64_t key, double share) {
  int i = class_of(law, key);
  if (i < 0) {
    assert_true(law->n < CLASSES_MAX);
    i = law->n++;
    law->keys[i] = key;
    law->share[i] = 0;
    law->seen[i] = 0;
  }
  law->share[i] += share;
}

// Of a move among the legal ones, best of which `equal` have the score `most`.
static double share_of(const MoveChoice *choice, double score, double most, int equal, double softened, uint32_t n) {
  switch (choice->kind) {
    case CHOOSE_UNIFORM: break;
    case CHOOSE_GREEDY: return choice->epsilon / n + (score == most ? (1 - choice->epsilon) / equal : 0);
    case CHOOSE_SOFTMAX: return exp(score / choice->temperature) / softened;
  }
  return 1.0 / n;
}

static void read_law(Law *law, Position *x, const MoveChoice *choice) {
  MoveList list = position_moves(x);
  double most = -1, softened = 0;
  int equal = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    double score = score_of(NULL, x, move_at(x, list, i));
    equal = score > most ? 1 : equal + (score == most);
    most = fmax(most, score);
    softened += exp(score / choice->temperature);
  }
  law->n = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    double score = score_of(NULL, x, move_at(x, list, i));
    add_share(law, move_key(x, move_at(x, list, i)), share_of(choice, score, most, equal, softened, list.n));
  }
  position_forget(x, list);
}

// ---- what they are -------------------------------------------------------------------------------

static double test_law(Law *law, Sampler *sampler, Position *x, const MoveChoice *choice, Random *random) {
  for (int k = 0; k < DRAWS; k++) {
    Move move = sampler_choose(sampler, x, choice, random);
    int i = class_of(law, move_key(x, &move));
    assert_true(i >= 0);  // it is legal
    law->seen[i]++;
    sampler_release(sampler, x);
  }
  double chi = 0, rare = 0, rare_seen = 0;
  int classes = 0;
  for (int i = 0; i < law->n; i++) {
    double expected = law->share[i] * DRAWS;
    if (expected < 5) {
      rare += expected;
      rare_seen += law->seen[i];
      continue;
    }
    chi += (law->seen[i] - expected) * (law->seen[i] - expected) / expected;
    classes++;
  }
  if (rare >= 5) {
    chi += (rare_seen - rare) * (rare_seen - rare) / rare;
    classes++;
  }
  return classes > 1 ? chi_squared_p(chi, classes - 1) : 1;
}

// How many candidates of the position are not legal.
static uint32_t count_illegal(Position *x) {
  Candidates c = {0};
  Move move;
  uint32_t bad = 0;
  candidates_open(&c, x, true);
  for (uint32_t i = 0; i < c.n; i++) bad += !candidates_take(&c, x, i, &move);
  candidates_close(&c, x);
  candidates_free(&c);
  return bad;
}

static const MoveChoice policies[] = {
    {.kind = CHOOSE_UNIFORM, .temperature = 1},
    {.kind = CHOOSE_GREEDY, .epsilon = 0.3, .temperature = 1, .score = score_of},
    {.kind = CHOOSE_GREEDY, .epsilon = 0, .temperature = 1, .score = score_of},
    {.kind = CHOOSE_SOFTMAX, .temperature = 0.5, .score = score_of},
};

// Plays on to a position with several legal moves and, where there ever is one, an illegal candidate.
static void find_position(Position *x, Sampler *sampler, uint32_t plies) {
  Random random = random_stream(21, plies);
  position_start(x);
  for (uint32_t ply = 0; ply < plies || (ply < plies + 400 && count_illegal(x) < 2); ply++) {
    sampler_step(sampler, x, &random);
    if (position_over(x)) position_start(x);
  }
  while (position_over(x)) position_start(x);
}

static void policies_are_exact(void **state) {
  (void)state;
  static const char *const games[] = {"Chess", "Go", "Pentalath", "Minishogi", "Xiangqi"};
  const int tests = (int)(COUNT_OF(games) * COUNT_OF(policies) * 2);
  Law law;
  for (size_t g = 0; g < COUNT_OF(games); g++) {
    Shipped shipped;
    shipped_load(&shipped, games[g]);
    Position *x = position_new(shipped.game, 1, 0);
    Sampler sampler = {0};
    Random random = random_stream(4, g);
    for (uint32_t plies = 0; plies <= 30; plies += 30) {
      if (plies) find_position(x, &sampler, plies);
      assert_true(sampler_helps(&sampler, x));
      printf("# %s after %d moves: %u candidates are not legal\n", games[g], x->head->moves, count_illegal(x));
      if (plies) assert_true(count_illegal(x) > 0);
      for (size_t p = 0; p < COUNT_OF(policies); p++) {
        read_law(&law, x, &policies[p]);
        double chance = test_law(&law, &sampler, x, &policies[p], &random);
        if (chance < 0.01 / tests) fail_msg("%s, policy %zu: p = %g", games[g], p, chance);
      }
    }
    sampler_free(&sampler);
    position_free(x);
    shipped_free(&shipped);
  }
}

// ---- Tic-Tac-Toe ---------------------------------------------------------------------------------

typedef struct Outcomes {
  double won[3];  // by winner, 0: nobody
  double length;
  uint64_t positions;
} Outcomes;

static void follow(Position *x, double share, Outcomes *out);

static void make_and_follow(Position *x, Move move, double share, Outcomes *out) {
  position_apply(x, &move);
  follow(x, share, out);
  position_undo(x);
}

// Follows every candidate from here, which happens with probability `share`. On a full board both players pass.
static void follow(Position *x, double share, Outcomes *out) {
  if (!x->head->passes && !(position_over(x) && !x->head->winner)) out->positions++;
  if (position_over(x)) {
    out->won[x->head->winner] += share;
    out->length += share * x->head->moves;
    return;
  }
  Candidates c = {0};
  candidates_open(&c, x, false);
  MoveList list = position_moves(x);
  assert_int_equal(MAX(c.n, 1), list.n);
  if (!c.n) make_and_follow(x, candidates_pass(x), share, out);
  for (uint32_t i = 0; i < c.n; i++) {
    Move move;
    assert_true(candidates_take(&c, x, i, &move));
    assert_true(move_key(x, &move) == move_key(x, move_at(x, list, i)));
    make_and_follow(x, move, share / c.n, out);
  }
  position_forget(x, list);
  candidates_close(&c, x);
  candidates_free(&c);
}

static void every_game_of_tic_tac_toe(void **state) {
  (void)state;
  Shipped shipped;
  shipped_load(&shipped, "Tic-Tac-Toe");
  Position *x = position_new(shipped.game, 1, 0);
  Outcomes exact = {0};
  follow(x, 1, &exact);
  assert_int_equal(exact.positions, 549946);  // nodes of the whole tree of games
  PlayoutTotals totals = {0};
  Sampler sampler = {0};
  for (uint64_t k = 0; k < 200000; k++) {
    assert_true(sampler_run(&sampler, x, 8, k, NULL));
    playout_count(&totals, x);
  }
  double chi = 0, n = (double)totals.n;
  for (int w = 0; w < 3; w++) {
    double seen = (double)(w ? totals.wins[w] : totals.draws), expected = n * exact.won[w];
    chi += (seen - expected) * (seen - expected) / expected;
  }
  printf("# P1 %.4f, P2 %.4f, draws %.4f, length %.4f: p = %.3f\n", exact.won[1], exact.won[2], exact.won[0],
         exact.length, chi_squared_p(chi, 2));
  assert_true(chi_squared_p(chi, 2) > 0.001);
  assert_true(fabs((double)totals.moves / n - exact.length) < 0.02);
  sampler_free(&sampler);
  position_free(x);
  shipped_free(&shipped);
}

// ---- filled boards -------------------------------------------------------------------------------

static bool fills(const Game *game) {
  PlacementRun *run = placement_new(game, 0);
  bool can = run && placement_fills(run);
  placement_free(run);
  return can;
}

// Hexagons let only one player through; on squares joined by their sides neither may get through, and the proof fails.
static void filled_boards_have_the_same_winner(void **state) {
  (void)state;
  Shipped hex, other;
  shipped_load(&hex, "Hex");
  shipped_load(&other, "Gomoku");
  assert_true(fills(hex.game));
  assert_false(fills(other.game));
  Position *x = position_new(hex.game, 1, 0);
  Sampler sampler = {0};
  PlayoutPair pair = {0};
  for (uint64_t k = 0; k < 20000; k++) {
    assert_true(sampler_run(&sampler, x, 3, k, NULL));
    playout_count(&pair.standard.totals, x);
    assert_true(sampler_run_filled(&sampler, x, 4, k, &pair.optimised.totals));
  }
  assert_int_equal(pair.optimised.totals.draws, 0);
  printf("# first player wins %.4f and %.4f\n", (double)pair.standard.totals.wins[1] / 20000,
         (double)pair.optimised.totals.wins[1] / 20000);
  double p;
  assert_true(pair_test_outcome(&pair, 1, &p));
  assert_true(p > 0.001);
  sampler_free(&sampler);
  position_free(x);
  shipped_free(&hex);
  shipped_free(&other);
}

// Against tables of Student's and the normal distribution.
static void tails_of_distributions(void **state) {
  (void)state;
  assert_true(fabs(student_p(12.7062, 1) - 0.05) < 1e-5);
  assert_true(fabs(student_p(2.2281, 10) - 0.05) < 1e-5);
  assert_true(fabs(student_p(4.5869, 10) - 0.001) < 1e-6);
  assert_true(fabs(student_p(-4.5869, 10) - 0.001) < 1e-6);
  assert_true(fabs(student_p(4.4172, 1e7) - 1e-5) < 1e-8);
  assert_true(fabs(normal_p(1.959964) - 0.05) < 1e-6);
  assert_true(student_p(0, 20) == 1);
}

// Lengths that never vary are no test unless they differ; few games are none.
static void tests_need_something_to_test(void **state) {
  (void)state;
  double p;
  PlayoutPair pair = {.standard = {.totals = {.n = 30, .moves = 270}, .squares = 30 * 81},
                      .optimised = {.totals = {.n = 30, .moves = 270}, .squares = 30 * 81}};
  assert_false(pair_test_length(&pair, &p));
  assert_true(p == 1);
  assert_false(pair_test_outcome(&pair, 1, &p));
  pair.optimised.totals.moves = 240;
  pair.optimised.squares = 30 * 64;
  assert_true(pair_test_length(&pair, &p));
  assert_true(p == 0);
  pair.standard.totals.wins[1] = 30;
  assert_true(pair_test_outcome(&pair, 1, &p));
  assert_true(p < 1e-9);
  pair.optimised.totals.n = 19;
  assert_false(pair_test_length(&pair, &p));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tails_of_distributions),
      cmocka_unit_test(tests_need_something_to_test),
      cmocka_unit_test(policies_are_exact),
      cmocka_unit_test(every_game_of_tic_tac_toe),
      cmocka_unit_test(filled_boards_have_the_same_winner),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
