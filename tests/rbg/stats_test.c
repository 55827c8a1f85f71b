// Random play of the reference games: mean length, branching and scores agree with the reference figures. Seeds are
// fixed, so the outcome is always the same; the tolerance is four standard errors of the difference.
#include "subject.h"

#include "base/random.h"
#include "rbg/lower.h"
#include "state/position.h"

#include <math.h>
#include <stdlib.h>

enum { PLAYS_MAX = 400, PLAYS_MIN = 8 };
static const double effort = 400000;  // moves listed per game

typedef struct Row {
  char game[64];
  double plies, plies_error, branching;
  char scores[128], score_errors[128];
} Row;

typedef struct Sums {
  int n;
  double plies, plies_squared, positions, moves;
  double scores[RBG_PLAYERS_MAX], scores_squared[RBG_PLAYERS_MAX];
} Sums;

static void count_scores(const Exec *x, Sums *sums) {
  for (int p = 0; p < x->game->players; p++) {
    double score = STATE_AT(x, int32_t, x->layout->score)[p + 1];
    sums->scores[p] += score;
    sums->scores_squared[p] += score * score;
  }
}

static void play_once(Exec *x, uint64_t stream, Sums *sums) {
  Random random = random_stream(1, stream);
  position_start(x);
  while (!position_over(x)) {
    MoveList list = position_moves(x);
    Move move = *move_at(x, list, random_below(&random, list.n));
    sums->moves += list.n;
    position_apply(x, &move);
    position_forget(x, list);
  }
  assert_null(x->fault);
  double plies = x->head->moves;
  sums->n++;
  sums->positions += plies;
  sums->plies += plies;
  sums->plies_squared += plies * plies;
  count_scores(x, sums);
}

// The square of the standard error of a mean.
static double variance_of_mean(double sum, double squares, int n) {
  double mean = sum / n;
  return MAX(squares / n - mean * mean, 0) / (n - 1);
}

static void compare(const char *game, const char *what, double got, double got_variance, double want,
                    double want_error) {
  double tolerance = 4 * sqrt(got_variance + want_error * want_error) + 1e-3;
  if (fabs(got - want) > tolerance) fail_msg("%s: %s is %.3f, not %.3f +- %.3f", game, what, got, want, tolerance);
}

static void compare_row(const Row *row, const Sums *sums, int players) {
  compare(row->game, "length", sums->plies / sums->n, variance_of_mean(sums->plies, sums->plies_squared, sums->n),
          row->plies, row->plies_error);
  if (fabs(sums->moves / sums->positions / row->branching - 1) > 0.2) {
    fail_msg("%s: branching is %.3f, not %.3f", row->game, sums->moves / sums->positions, row->branching);
  }
  const char *score = row->scores, *error = row->score_errors;
  for (int p = 0; p < players; p++, score = strchr(score, ',') + 1, error = strchr(error, ',') + 1) {
    compare(row->game, "score", sums->scores[p] / sums->n,
            variance_of_mean(sums->scores[p], sums->scores_squared[p], sums->n), atof(score), atof(error));
    if (p + 1 == players) break;
  }
}

static void check_row(const Row *row, const char *path, int plays) {
  Subject s;
  subject_read(&s, path);
  const Game *game = NULL;
  Sums sums = {0};
  assert_true(rbg_compile(&s.arena, s.game, NULL, &s.diags, &game));
  Exec *x = exec_new(game, 1, 0);
  for (int i = 0; i < plays; i++) play_once(x, (uint64_t)i, &sums);
  compare_row(row, &sums, game->players);
  exec_free(x);
  subject_free(&s);
}

static bool read_row(const char *line, Row *row) {
  return sscanf(line, "%63s %*s %lf %lf %*s %*s %lf %*s %*s %*s %127s %127s", row->game, &row->plies, &row->plies_error,
                &row->branching, row->scores, row->score_errors) == 6;
}

static void test_random_play(void **state) {
  Arena arena = {0};
  Str text;
  const char *why, *folder = test_shared(&arena, "rbg/games");
  assert_true(file_read(&arena, test_shared(&arena, "rbg/stats.tsv"), 0, &text, &why));
  int compared = 0, too_long = 0;
  Row row;
  for (const char *line = strchr(text.p, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
    const char *path = read_row(line + 1, &row) ? arena_printf(&arena, "%s/%s.rbg", folder, row.game) : "";
    if (!file_exists(path)) continue;
    int plays = (int)MIN(effort / (row.plies * row.branching), (double)PLAYS_MAX);
    if (plays < PLAYS_MIN) too_long++;
    else check_row(&row, path, plays), compared++;
  }
  print_message("%d games compared, %d take too long\n", compared, too_long);
  assert_true(compared > 40);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_play),
  };
  return cmocka_run_group_tests_name("rbg statistics", tests, NULL, NULL);
}
