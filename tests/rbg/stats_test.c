// Random play of the reference games: mean length, branching and scores agree with the reference figures. Seeds are
// fixed, so the outcome is always the same; the tolerance is four standard errors of the difference, and nine in ten
// of all figures must agree within two. STATS_EFFORT plays that many times as long.
#include "subject.h"

#include "base/random.h"
#include "play/model/split_playout.h"
#include "rbg/rbg_lower.h"
#include "state/block/access.h"
#include "state/turn/position.h"

#include <math.h>
#include <stdlib.h>

enum { PLAYS_MAX = 400, PLAYS_MIN = 30, PLAYS_LEAST = 5, PLAYS_REFERENCE = 10 };
static const double effort = 400000, most_effort = 5e6;  // moves listed per game: usually, and where plays are long

typedef struct Row {
  char game[64];
  double plays, plies, plies_error, branching;
  char scores[128], score_errors[128];
} Row;

// Sums over plays; moves are those listed, so that moves / plies is the branching.
typedef struct Sums {
  int n;
  double plies, plies_squared, moves, moves_squared, moves_plies;
  double scores[RBG_PLAYERS_MAX], scores_squared[RBG_PLAYERS_MAX];
} Sums;

// How the comparison went.
typedef struct Verdict {
  int games, figures, close;  // close: within two standard errors
  double worst;               // of the game, in standard errors
} Verdict;

static void count_scores(const Position *x, Sums *sums) {
  for (int p = 0; p < x->game->players; p++) {
    double score = STATE_AT(x, int32_t, x->layout->score)[p + 1];
    sums->scores[p] += score;
    sums->scores_squared[p] += score * score;
  }
}

static void play_once(Position *x, uint64_t stream, Sums *sums) {
  Random random = random_stream(1, stream);
  double moves = 0;
  position_start(x);
  while (!position_over(x)) {
    MoveList list = position_moves(x);
    Move move = *move_at(x, list, random_below(&random, list.n));
    moves += list.n;
    position_apply(x, &move);
    position_forget(x, list);
  }
  assert_null(x->fault);
  double plies = x->head->moves;
  sums->n++;
  sums->plies += plies;
  sums->plies_squared += plies * plies;
  sums->moves += moves;
  sums->moves_squared += moves * moves;
  sums->moves_plies += moves * plies;
  count_scores(x, sums);
}

// The square of the standard error of a mean.
static double variance_of_mean(double sum, double squares, int n) {
  double mean = sum / n;
  return MAX(squares / n - mean * mean, 0) / (n - 1);
}

// Likewise of moves / plies, a quotient of two means.
static double variance_of_branching(const Sums *s) {
  double r = s->moves / s->plies, mean = s->plies / s->n;
  double squares = s->moves_squared - 2 * r * s->moves_plies + r * r * s->plies_squared;
  return MAX(squares, 0) / s->n / (s->n - 1) / (mean * mean);
}

static void compare(Verdict *verdict, const Row *row, const char *what, double got, double variance, double want) {
  double error = sqrt(variance) + 2.5e-4;  // the reference figures are rounded
  double off = fabs(got - want) / error;
  if (off > 4) fail_msg("%s: %s is %.3f, not %.3f +- %.3f", row->game, what, got, want, error);
  verdict->figures++;
  verdict->close += off <= 2;
  verdict->worst = MAX(verdict->worst, off);
}

static void compare_scores(Verdict *verdict, const Row *row, const Sums *sums, int players) {
  const char *score = row->scores, *error = row->score_errors;
  for (int p = 0; p < players; p++) {
    double variance = variance_of_mean(sums->scores[p], sums->scores_squared[p], sums->n), its = atof(error);
    compare(verdict, row, "score", sums->scores[p] / sums->n, variance + its * its, atof(score));
    if (p + 1 == players) break;
    score = strchr(score, ',') + 1;
    error = strchr(error, ',') + 1;
  }
}

static void compare_row(Verdict *verdict, const Row *row, const Sums *sums, int players) {
  verdict->worst = 0;
  double plies = variance_of_mean(sums->plies, sums->plies_squared, sums->n);
  compare(verdict, row, "length", sums->plies / sums->n, plies + row->plies_error * row->plies_error, row->plies);
  double branching = variance_of_branching(sums) * (1 + sums->n / row->plays);
  compare(verdict, row, "branching", sums->moves / sums->plies, branching, row->branching);
  compare_scores(verdict, row, sums, players);
  print_message("# %s: %d plays, length %.2f (%.2f), branching %.2f (%.2f), at most %.1f standard errors off\n",
                row->game, sums->n, sums->plies / sums->n, row->plies, sums->moves / sums->plies, row->branching,
                verdict->worst);
}

static int plays_of(const Row *row) {
  const char *more = getenv("STATS_EFFORT");
  double times = more ? atof(more) : 1, each = row->plies * row->branching;
  double plays = MIN(MAX(effort / each, PLAYS_MIN), PLAYS_MAX);
  return (int)(times * MAX(MIN(plays, most_effort / each), PLAYS_LEAST));
}

static void check_row(Verdict *verdict, const Row *row, const char *path) {
  Subject s;
  subject_read(&s, path);
  const Game *game = NULL;
  Sums sums = {0};
  assert_true(rbg_compile(&s.arena, s.game, NULL, &s.diags, &game));
  Position *x = position_new(game, 1, 0);
  for (int i = 0; i < plays_of(row); i++) play_once(x, (uint64_t)i, &sums);
  compare_row(verdict, row, &sums, game->players);
  verdict->games++;
  position_free(x);
  subject_free(&s);
}

static bool read_row(const char *line, Row *row) {
  return sscanf(line, "%63s %lf %lf %lf %*s %*s %lf %*s %*s %*s %127s %127s", row->game, &row->plays, &row->plies,
                &row->plies_error, &row->branching, row->scores, row->score_errors) == 7;
}

static void test_random_play(void **state) {
  Arena arena = {0};
  Str text;
  const char *why, *folder = test_shared(&arena, "rbg/games");
  assert_true(file_read(&arena, test_shared(&arena, "rbg/stats.tsv"), 0, &text, &why));
  Verdict verdict = {0};
  Row row;
  for (const char *line = strchr(text.p, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
    const char *path = read_row(line + 1, &row) ? arena_printf(&arena, "%s/%s.rbg", folder, row.game) : "";
    if (!file_exists(path)) continue;
    if (row.plays >= PLAYS_REFERENCE) check_row(&verdict, &row, path);
    else print_message("# %s: %.0f plays are too few for a reference\n", row.game, row.plays);
  }
  print_message("%d games compared, %d of %d figures within two standard errors\n", verdict.games, verdict.close,
                verdict.figures);
  assert_true(verdict.games > 50);
  assert_true(verdict.close > 0.9 * verdict.figures);
  arena_free(&arena);
}

// ---- by parts

enum { SPLIT_PLAYS = 200 };

typedef struct SplitRow {
  char game[64], way[8];
  double length, parts;  // moves of a play, parts of a move
} SplitRow;

static bool read_split_row(const char *line, SplitRow *row) {
  return sscanf(line, "%63s %7s %*s %*s %lf %*s %lf", row->game, row->way, &row->length, &row->parts) == 4;
}

static const RbgStrategy *strategy_named(const char *name) {
  const RbgStrategy *s = rbg_strategies;
  while (strcmp(s->name, name)) s++;
  return s;
}

static void check_split(const SplitRow *row, const char *path) {
  Subject s;
  subject_read(&s, path);
  const Game *game = NULL;
  assert_true(rbg_compile(&s.arena, s.game, strategy_named("Mod"), &s.diags, &game));
  Position *x = position_new(game, 1, 0);
  SplitTotals totals = {0};
  double squares = 0;
  for (uint64_t k = 0; k < SPLIT_PLAYS; k++) {
    uint64_t before = totals.nodal;
    assert_true(split_playout_run(x, 1, k, &totals));
    squares += (double)(totals.nodal - before) * (double)(totals.nodal - before);
  }
  double n = SPLIT_PLAYS, length = (double)totals.nodal / n, error = sqrt(MAX(squares / n - length * length, 0) / n);
  double parts = (double)(totals.states - totals.dead) / (double)totals.nodal;
  print_message("# %s: %.2f moves (%.2f), %.3f parts a move (%.3f)\n", row->game, length, row->length, parts,
                row->parts);
  if (fabs(length - row->length) > 4 * error + 0.01) fail_msg("%s: length", row->game);
  if (fabs(parts / row->parts - 1) > 0.02) fail_msg("%s: parts of a move", row->game);
  position_free(x);
  subject_free(&s);
}

// Parts chosen uniformly, dead ends taken back: moves of the same number of parts, games of the same length.
static void test_split_play(void **state) {
  Arena arena = {0};
  Str text;
  const char *why, *folder = test_shared(&arena, "rbg/games");
  assert_true(file_read(&arena, test_shared(&arena, "rbg/speed.tsv"), 0, &text, &why));
  int compared = 0;
  SplitRow row;
  for (const char *line = text.p; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
    if (!read_split_row(line, &row) || strcmp(row.way, "M")) continue;
    const char *path = arena_printf(&arena, "%s/%s.rbg", folder, row.game);
    if (file_exists(path)) check_split(&row, path), compared++;
  }
  assert_true(compared >= 12);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_play),
      cmocka_unit_test(test_split_play),
  };
  return cmocka_run_group_tests_name("rbg statistics", tests, NULL, NULL);
}
