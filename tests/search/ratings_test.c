// Figures of contests against values worked out elsewhere.
#include "search/match/ratings.h"

#include "support/support.h"

#include <math.h>

static void near_to(double value, double expected, double by) { assert_true(fabs(value - expected) <= by); }

static void intervals(void **state) {
  Interval even = wilson_interval(0.5, 100), all = wilson_interval(1, 100), none = wilson_interval(0.3, 0);
  near_to(even.low, 0.4038, 1e-4);
  near_to(even.high, 0.5962, 1e-4);
  near_to(all.low, 0.9630, 1e-4);
  near_to(all.high, 1, 1e-12);
  near_to(none.high - none.low, 1, 1e-12);
}

static void ratings(void **state) {
  near_to(elo_of_share(0.5), 0, 1e-9);
  near_to(elo_of_share(0.76), 200.24, 0.01);
  Ratings standing = {.n = 3};
  // Results of agents 200 and 400 points apart; the added draws pull them together a little.
  double share[3][3] = {{0, 0.7597, 0.9091}, {0.2403, 0, 0.7597}, {0.0909, 0.2403, 0}}, elo[3];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      standing.meetings[i][j] = i == j ? 0 : 10000;
      standing.points[i][j] = share[i][j] * 10000;
    }
  }
  ratings_compute(&standing, elo);
  near_to(elo[0] - elo[1], 200, 1);
  near_to(elo[1] - elo[2], 200, 1);
  near_to(elo[0] + elo[1] + elo[2], 0, 1e-6);
}

static AgentRating record(uint64_t wins, uint64_t losses) {
  return (AgentRating){.games = wins + losses, .score = (double)wins, .squares = (double)wins};
}

static void tests_settle_questions(void **state) {
  Sprt sprt = {0, 100};
  AgentRating strong = record(90, 10), weak = record(30, 70), little = record(2, 1);
  assert_int_equal(sprt_answer(&sprt, &strong), SPRT_YES);
  assert_int_equal(sprt_answer(&sprt, &weak), SPRT_NO);
  assert_int_equal(sprt_answer(&sprt, &little), SPRT_OPEN);
}

// Over a full cycle every agent has every seat equally often, and every selection is equally frequent.
static void seats_are_fair(void **state) {
  int seats[GAME_PLAYERS_MAX + 1], times[4][3] = {{0}}, met[4][4] = {{0}};
  for (uint64_t k = 0; k < 12; k++) {
    contest_seats(4, 2, k, seats);
    times[seats[1]][1]++;
    times[seats[2]][2]++;
    met[seats[1]][seats[2]]++;
  }
  for (int a = 0; a < 4; a++) {
    assert_int_equal(times[a][1], 3);
    assert_int_equal(times[a][2], 3);
    for (int b = 0; b < 4; b++) assert_int_equal(met[a][b], a != b);
  }
  contest_seats(2, 3, 0, seats);  // fewer agents than seats
  assert_int_equal(seats[1], 0);
  assert_int_equal(seats[2], 1);
  assert_int_equal(seats[3], 0);
}

static void games_add_up(void **state) {
  Ratings standing = {.n = 2};
  ContestGame game = {.moves = 10};
  game.seats[1] = (ContestSeat){.agent = 1, .utility = 1};
  game.seats[2] = (ContestSeat){.agent = 0, .utility = -1};
  ratings_add(&standing, &game, 2);
  game.seats[1].utility = game.seats[2].utility = 0;
  ratings_add(&standing, &game, 2);
  assert_int_equal(standing.games, 2);
  assert_int_equal(standing.moves, 20);
  assert_int_equal(standing.agents[1].wins, 1);
  assert_int_equal(standing.agents[1].draws, 1);
  assert_int_equal(standing.agents[0].losses, 1);
  near_to(standing.agents[1].score, 1.5, 1e-12);
  near_to(standing.points[1][0], 1.5, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(intervals),      cmocka_unit_test(ratings),      cmocka_unit_test(tests_settle_questions),
      cmocka_unit_test(seats_are_fair), cmocka_unit_test(games_add_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
