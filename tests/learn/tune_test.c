// Tuning: weights that are known to be right, the same result with any number of threads and after an interruption.
#include "learn/tune/tune.h"
#include "learn/tune/learnt_agent.h"
#include "learn/tune/learnt_heuristic.h"

#include "base/file.h"
#include "base/random.h"
#include "emit/cache.h"
#include "play/heuristic/heuristic_find.h"
#include "play/playout/playout.h"
#include "search/match/contest.h"

#include "support/shipped.h"

#include <math.h>
#include <unistd.h>

static void run(Tune *tune) {
  while (tune_step(tune)) continue;
}

static const char *text_of(const Tune *tune, Arena *arena) {
  Text text = {0};
  tune_write(tune, &text);
  const char *copy = arena_text(arena, text_str(&text));
  text_free(&text);
  return copy;
}

static const char *tuned(const Game *game, int64_t games, int threads, Arena *arena) {
  Tune *tune;
  tune_new(game, &(TuneOptions){.seed = 3, .games = games, .threads = threads}, &tune);
  run(tune);
  const char *text = text_of(tune, arena);
  tune_free(tune);
  return text;
}

static HeuristicText read_back(Arena *arena, const char *text) {
  Source *source = ARENA_NEW(arena, Source);
  Diags diags;
  HeuristicText out;
  *source = (Source){"tuned", str_of(text)};
  diags_init(&diags, arena);
  assert_true(heuristic_read(arena, source, &diags, &out));
  return out;
}

static const HeuristicTerm *term_of(HeuristicText text, const char *name) {
  for (int i = 0; i < text.n; i++) {
    if (!strcmp(text.terms[i].kind->name, name)) return &text.terms[i];
  }
  return NULL;
}

// Two of three are better than one, most of all for the player to move.
static void lines_of_tic_tac_toe(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Tic-Tac-Toe");
  HeuristicText text = read_back(&shipped.arena, tuned(shipped.game, 500, 1, &shipped.arena));
  const HeuristicTerm *lines = term_of(text, "openLines");
  assert_non_null(lines);
  assert_int_equal(lines->number, 3);
  assert_true(lines->mover_values[1] > 0.5);
  assert_true(lines->mover_values[1] > lines->mover_values[0]);
  assert_true(lines->values[1] > 0);
  shipped_free(&shipped);
}

static double mean(const double *values, int from, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += values[from + i] / n;
  return sum;
}

// Soldiers are worth something, and more when they have come far; player 2's go the other way.
static void soldiers_of_breakthrough(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Breakthrough");
  HeuristicText text = read_back(&shipped.arena, tuned(shipped.game, 1500, 2, &shipped.arena));
  const HeuristicTerm *material = term_of(text, "material"), *sites = term_of(text, "siteWeights");
  assert_non_null(material);
  assert_non_null(sites);
  assert_int_equal(material->n_pairs, 2);
  assert_true(material->pairs[0].weight > 0.05);
  assert_true(material->pairs[0].weight == material->pairs[1].weight);
  assert_string_equal(sites[0].piece, "Soldier1");
  assert_string_equal(sites[1].piece, "Soldier2");
  assert_true(mean(sites[0].values, 48, 8) > mean(sites[0].values, 16, 8) + 10);
  for (int i = 0; i < 8; i++) assert_true(sites[0].values[48 + i] == sites[1].values[8 + i]);
  shipped_free(&shipped);
}

static void the_number_of_threads_does_not_matter(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Tic-Tac-Toe");
  assert_string_equal(tuned(shipped.game, 150, 1, &shipped.arena), tuned(shipped.game, 150, 3, &shipped.arena));
  shipped_free(&shipped);
}

// A group that is left out has no terms, and what is left foretells less.
static void groups_can_be_left_out(void **state) {
  Shipped shipped;
  Tune *tune;
  shipped_load(&shipped, "Tic-Tac-Toe");
  tune_new(shipped.game, &(TuneOptions){.seed = 3, .games = 400, .threads = 1}, &tune);
  run(tune);
  double loss = tune_status(tune)->choice.loss;
  assert_non_null(term_of(read_back(&shipped.arena, text_of(tune, &shipped.arena)), "openLines"));
  assert_non_null(strstr(tune_groups(tune, &shipped.arena), "lines"));
  tune_use_groups(tune, (bool[TUNE_GROUPS_MAX]){true}, false);
  assert_string_equal(tune_groups(tune, &shipped.arena), "basics");
  assert_null(term_of(read_back(&shipped.arena, text_of(tune, &shipped.arena)), "openLines"));
  assert_true(tune_status(tune)->choice.loss > loss);
  tune_use_groups(tune, (bool[TUNE_GROUPS_MAX]){false}, true);
  assert_string_equal(tune_groups(tune, &shipped.arena), "mobility of the mover as material has them");
  tune_free(tune);
  shipped_free(&shipped);
}

// Games are played again with the dice they were played with: they give samples to their end.
static void dice_fall_as_before(void **state) {
  Shipped shipped;
  Tune *tune;
  shipped_load(&shipped, "Royal Game of Ur");
  tune_new(shipped.game, &(TuneOptions){.seed = 3, .games = 40, .threads = 1}, &tune);
  run(tune);
  assert_true(tune_status(tune)->samples > 40 * 9);
  tune_free(tune);
  shipped_free(&shipped);
}

// Saved in the middle of a round, with the last line cut off.
static void it_can_be_taken_up_again(void **state) {
  Shipped shipped;
  Tune *first, *second;
  Text saved = {0};
  const char *why = NULL;
  TuneOptions options = {.seed = 3, .games = 400, .threads = 1};
  shipped_load(&shipped, "Tic-Tac-Toe");
  tune_new(shipped.game, &options, &first);
  for (int i = 0; i < 6; i++) tune_step(first);
  tune_save(first, &saved);
  tune_free(first);
  Str cut = {saved.p, saved.n - 5};
  tune_new(shipped.game, &options, &second);
  assert_true(tune_resume(second, &shipped.arena, cut, &why));
  assert_true(tune_status(second)->games > 100);
  run(second);
  assert_string_equal(text_of(second, &shipped.arena), tuned(shipped.game, 400, 1, &shipped.arena));
  tune_free(second);
  options.seed = 4;
  tune_new(shipped.game, &options, &second);
  assert_false(tune_resume(second, &shipped.arena, cut, &why));
  assert_string_equal(why, "the saved games are of another game or seed");
  tune_free(second);
  text_free(&saved);
  shipped_free(&shipped);
}

// Lines of saved games that cannot be.
static void lines_that_are_no_games_are_refused(void **state) {
  static const char *const lines[] = {"0 0 0 : 4294967296\n", "4294967296 0 0 : 1\n", "0 0 0 : 1 9\n",
                                      "0 0 0 : 1 -1\n"};
  Shipped shipped;
  Tune *tune;
  TuneOptions options = {.seed = 3, .games = 400, .threads = 1};
  shipped_load(&shipped, "Tic-Tac-Toe");
  for (size_t i = 0; i <= COUNT_OF(lines); i++) {
    Text saved = {0};
    const char *why = NULL;
    tune_new(shipped.game, &options, &tune);
    tune_save(tune, &saved);
    text_puts(&saved, i < COUNT_OF(lines) ? lines[i] : "0 0 0 : 1 7\n");
    assert_int_equal(tune_resume(tune, &shipped.arena, text_str(&saved), &why), i == COUNT_OF(lines));
    if (i < COUNT_OF(lines)) assert_string_equal(why, "line 2 is not a game");
    tune_free(tune);
    text_free(&saved);
  }
  shipped_free(&shipped);
}

// The rules stop whenever the middle is taken; without it nobody can draw.
static const char bomb[] =
    "(game \"Bomb\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})"
    " (rules (play (move Add (to (sites Empty)) (then (if (= (last To) 4) (set State at:(last To) 100000)))))"
    " (end (if (is Line 3) (result Mover Win)))))";

static void games_in_which_the_rules_stop_are_left_out(void **state) {
  Shipped shipped;
  Tune *tune;
  Text saved = {0};
  shipped_text(&shipped, bomb);
  tune_new(shipped.game, &(TuneOptions){.seed = 3, .games = 40, .threads = 1}, &tune);
  run(tune);
  tune_save(tune, &saved);
  assert_int_equal(tune_status(tune)->games, 40);
  assert_non_null(strstr(saved.p, " 1 -1 :"));
  assert_null(strstr(saved.p, " 0 0 :"));
  text_free(&saved);
  tune_free(tune);
  shipped_free(&shipped);
}

// Wants the tuning to end after it was asked so many times.
static bool is_enough(void *self) { return --*(int *)self < 0; }

// Of a batch that is stopped the games count that were played before.
static void a_batch_can_be_stopped(void **state) {
  Shipped shipped;
  Tune *whole, *stopped;
  Text all = {0}, some = {0};
  int left = 300;
  RulesWatch watch = {is_enough, &left};
  shipped_load(&shipped, "Breakthrough");
  TuneOptions options = {.seed = 3, .games = 400, .threads = 1};
  tune_new(shipped.game, &options, &whole);
  tune_step(whole);
  options.watch = &watch;
  tune_new(shipped.game, &options, &stopped);
  assert_true(tune_step(stopped));
  assert_true(tune_status(stopped)->games > 0 && tune_status(stopped)->games < tune_status(whole)->games);
  assert_true(tune_step(stopped));
  tune_save(whole, &all);
  tune_save(stopped, &some);
  assert_true(str_starts((Str){strchr(all.p, '\n'), strlen(strchr(all.p, '\n'))}, strchr(some.p, '\n')));
  text_free(&all);
  text_free(&some);
  tune_free(whole);
  tune_free(stopped);
  shipped_free(&shipped);
}

// The terms written for some weights give what the columns give with these weights.
static void compare_terms(const char *name) {
  Shipped shipped;
  Material *material;
  TuneColumns *columns;
  Heuristic *heuristic;
  shipped_load(&shipped, name);
  material_new(shipped.game, 1, &material);
  tune_columns_new(shipped.game, material, &columns);
  double *weights = ARENA_ARRAY(&shipped.arena, double, columns->n);
  double *values = ARENA_ARRAY(&shipped.arena, double, (shipped.game->players + 1) * columns->n);
  Random random = random_stream(7, 0);
  for (int c = 0; c < columns->n; c++) weights[c] = 0.01 * (1 + random_below(&random, 200));
  heuristic_new(shipped.game, tune_columns_text(columns, weights, &shipped.arena), &heuristic);
  Position *x = position_new(shipped.game, 1, 0);
  position_start(x);
  for (int ply = 0; ply < 40 && !position_over(x); ply++) {
    double sums[GAME_PLAYERS_MAX + 1];
    tune_columns_measure(columns, x, values);
    heuristic_sums(heuristic, x, sums);
    for (Player p = 1; p <= shipped.game->players; p++) {
      double sum = 0;
      for (int c = 0; c < columns->n; c++) sum += weights[c] * values[p * columns->n + c];
      assert_true(fabs(sum - sums[p]) < 1e-3 * (1 + fabs(sum)));
    }
    playout_step(x, &random);
  }
  position_free(x);
  heuristic_free(heuristic);
  tune_columns_free(columns);
  material_free(material);
  shipped_free(&shipped);
}

static void terms_and_columns_agree(void **state) {
  static const char *const games[] = {"Tablut", "Breakthrough", "Reversi", "Amazons", "Nine Men's Morris",
                                      "Oware",  "Connect Four", "Chess"};
  for (size_t i = 0; i < COUNT_OF(games); i++) compare_terms(games[i]);
}

// The weights that are expected give leads as eval=material sees them, but for how freely the mover can move (at most
// 0.02 on either side there).
static void compare_expected(const char *name) {
  Shipped shipped;
  Material *material;
  TuneColumns *columns;
  Heuristic *heuristic;
  shipped_load(&shipped, name);
  material_new(shipped.game, 1, &material);
  tune_columns_new(shipped.game, material, &columns);
  heuristic_new(shipped.game, tune_columns_text(columns, columns->expected, &shipped.arena), &heuristic);
  const Evaluator *evaluator = material_evaluator(material);
  Position *x = position_new(shipped.game, 1, 0);
  Random random = random_stream(8, 0);
  int different = 0;
  position_start(x);
  for (int ply = 0; ply < 60 && !position_over(x); ply++) {
    double sums[GAME_PLAYERS_MAX + 1], utilities[GAME_PLAYERS_MAX + 1];
    heuristic_sums(heuristic, x, sums);
    evaluator->estimate(evaluator, x, utilities);
    double lead = 2 * atanh(utilities[1] / 0.9), ours = sums[1] - sums[2];
    different += fabs(lead) > 0.1;
    assert_true(fabs(lead - ours) < 0.09 + 0.05 * fabs(lead));
    playout_step(x, &random);
  }
  assert_true(different > 3);
  position_free(x);
  heuristic_free(heuristic);
  tune_columns_free(columns);
  material_free(material);
  shipped_free(&shipped);
}

static void it_begins_with_material(void **state) {
  static const char *const games[] = {"Chess", "Alquerque", "Breakthrough", "Oware", "XII Scripta", "Backgammon"};
  for (size_t i = 0; i < COUNT_OF(games); i++) {
    print_message("# %s\n", games[i]);
    compare_expected(games[i]);
  }
}

// Results drawn with known weights are regressed to about these weights.
static void regression_finds_known_weights(void **state) {
  double weights[3] = {0}, known[3] = {1.5, -0.75, 0}, expected[3] = {0, 0, 1};
  TuneColumns columns = {.n = 3, .n_groups = 1, .expected = expected};
  TuneSamples samples = {.n_columns = 3};
  TuneChoice choice = {.use = {true}};
  Random random = random_stream(1, 0);
  columns.groups[0] = (TuneGroup){.name = "all", .n = 3, .ridge = 1e-6};
  for (uint32_t i = 0; i < 100000; i++) {
    double z = 0;
    for (int c = 0; c < 3; c++) {
      double value = 4 * random_unit(&random) - 2;
      VEC_PUSH(&samples.rows, (float)value);
      z += known[c] * value;
    }
    VEC_PUSH(&samples.results, random_unit(&random) < 1 / (1 + exp(-z)) ? 1 : 0);
    VEC_PUSH(&samples.trust, 1);
    VEC_PUSH(&samples.games, i);
  }
  tune_fit(&samples, &columns, &choice, FOLD_ALL, weights);
  for (int c = 0; c < 3; c++) assert_true(fabs(weights[c] - known[c]) < 0.06);
  tune_samples_free(&samples);
}

// What material counts keeps its weight, and the rest is fitted to it.
static void held_weights_stay(void **state) {
  double weights[2] = {0}, expected[2] = {2, 0};
  TuneColumns columns = {.n = 2, .n_groups = 2, .expected = expected};
  TuneSamples samples = {.n_columns = 2};
  TuneChoice choice = {.use = {true, true}, .held = true};
  Random random = random_stream(1, 0);
  columns.groups[0] = (TuneGroup){.name = "material", .n = 1, .ridge = 1e-6, .expected = true};
  columns.groups[1] = (TuneGroup){.name = "more", .first = 1, .n = 1, .ridge = 1e-6};
  for (uint32_t i = 0; i < 100000; i++) {
    double material = 4 * random_unit(&random) - 2, more = 4 * random_unit(&random) - 2;
    double z = 2 * material - 0.75 * more;
    VEC_PUSH(&samples.rows, (float)material);
    VEC_PUSH(&samples.rows, (float)more);
    VEC_PUSH(&samples.results, random_unit(&random) < 1 / (1 + exp(-z)) ? 1 : 0);
    VEC_PUSH(&samples.trust, 1);
    VEC_PUSH(&samples.games, i);
  }
  tune_fit(&samples, &columns, &choice, FOLD_ALL, weights);
  assert_true(weights[0] == 2);
  assert_true(fabs(weights[1] + 0.75) < 0.06);
  choice.use[1] = false;
  tune_fit(&samples, &columns, &choice, FOLD_ALL, weights);
  assert_true(weights[0] == 2 && weights[1] == 0);
  tune_samples_free(&samples);
}

// A few samples hardly move the weights from what is expected.
static void few_samples_change_little(void **state) {
  double weights[1] = {0}, expected[1] = {2};
  TuneColumns columns = {.n = 1, .n_groups = 1, .expected = expected};
  TuneSamples samples = {.n_columns = 1};
  TuneChoice choice = {.use = {true}};
  columns.groups[0] = (TuneGroup){.name = "all", .n = 1, .ridge = 1e-3};
  for (uint32_t i = 0; i < 10; i++) {
    VEC_PUSH(&samples.rows, i & 1 ? 1 : -1);
    VEC_PUSH(&samples.results, i & 1 ? 0 : 1);  // against what is expected
    VEC_PUSH(&samples.trust, 1);
    VEC_PUSH(&samples.games, i);
  }
  tune_fit(&samples, &columns, &choice, FOLD_ALL, weights);
  assert_true(weights[0] > 1 && weights[0] < 2);
  tune_samples_free(&samples);
}

// ---- learning when a game is opened ------------------------------------------------------------------

enum { LEARNT_GAMES = 61 };

static const char *written(Arena *arena, HeuristicText text) {
  Text out = {0};
  heuristic_write(&out, text);
  const char *copy = arena_text(arena, text_str(&out));
  text_free(&out);
  return copy;
}

// The second time the file of the first is read; with the file gone the same is learnt again.
static void what_was_learnt_is_kept(void **state) {
  Shipped shipped;
  LearntHeuristic found[3];
  const char *why;
  shipped_load(&shipped, "English Draughts");
  const char *folder = cache_folder(&shipped.arena, &why);
  if (!folder) skip();
  const char *path = arena_printf(&shipped.arena, "%s/learnt-%d-%s", folder, LEARNT_GAMES,
                                  heuristic_file_name(&shipped.arena, shipped.game));
  unlink(path);
  for (int i = 0; i < 3; i++) {
    if (i == 2) assert_int_equal(unlink(path), 0);
    assert_true(learnt_heuristic_find(&shipped.arena, shipped.game, LEARNT_GAMES, NULL, &found[i]));
    assert_string_equal(written(&shipped.arena, found[i].text), written(&shipped.arena, found[0].text));
    assert_true(fabs(found[i].loss - found[0].loss) < 1e-3 && found[i].loss < 1);
  }
  shipped_free(&shipped);
}

// What `senet info` says about the agent that learns, before and after it has learnt something good or useless.
static void it_says_what_it_comes_to(void **state) {
  Shipped shipped;
  const char *why, *kept = "// learnt 2 %s\n(heuristics { (material weight:1) })\n";
  Traits traits = {.players = 2, .branching = 5, .length = 8};
  shipped_load(&shipped, "Tic-Tac-Toe");
  Arena *arena = &shipped.arena;
  const char *folder = cache_folder(arena, &why);
  if (!folder) skip();
  const char *path = arena_printf(arena, "%s/learnt-%d-%s", folder, (int)traits_games_to_learn(&traits),
                                  heuristic_file_name(arena, shipped.game));
  unlink(path);
  assert_non_null(strstr(learnt_comes_to(arena, shipped.game, &traits), "has not been learnt yet"));
  assert_true(file_write(arena, path, str_of(arena_printf(arena, kept, "0.5000")), &why));
  assert_memory_equal(learnt_comes_to(arena, shipped.game, &traits), "alphabeta: ", 11);
  assert_true(file_write(arena, path, str_of(arena_printf(arena, kept, "0.9900")), &why));
  assert_memory_equal(learnt_comes_to(arena, shipped.game, &traits), "uct:", 4);
  unlink(path);
  shipped_free(&shipped);
}

static void who_has_learnt_wins_against_chance(void **state) {
  static const char *const names[] = {"Breakthrough", "Royal Game of Ur"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Shipped shipped;
    AgentSpec *agents;
    Contest contest = {.seed = 1};
    const char *why = "", *text = "learnt:games=61,iterations=100,most=2,random";
    double sum = 0;
    shipped_load(&shipped, names[i]);
    assert_true(agent_parse_list(&shipped.arena, str_of(text), &agents, &contest.n, &why));
    contest.game = shipped.game;
    contest.agents = agents;
    for (uint64_t k = 0; k < 4; k++) {
      ContestGame game;
      contest_play(&contest, k, &game, NULL);
      for (int seat = 1; seat <= 2; seat++) sum += game.seats[seat].agent == 0 ? game.seats[seat].utility : 0;
    }
    assert_true(sum > 0);
    shipped_free(&shipped);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_of_tic_tac_toe),
      cmocka_unit_test(soldiers_of_breakthrough),
      cmocka_unit_test(the_number_of_threads_does_not_matter),
      cmocka_unit_test(dice_fall_as_before),
      cmocka_unit_test(it_can_be_taken_up_again),
      cmocka_unit_test(a_batch_can_be_stopped),
      cmocka_unit_test(lines_that_are_no_games_are_refused),
      cmocka_unit_test(games_in_which_the_rules_stop_are_left_out),
      cmocka_unit_test(terms_and_columns_agree),
      cmocka_unit_test(regression_finds_known_weights),
      cmocka_unit_test(held_weights_stay),
      cmocka_unit_test(few_samples_change_little),
      cmocka_unit_test(groups_can_be_left_out),
      cmocka_unit_test(it_begins_with_material),
      cmocka_unit_test(what_was_learnt_is_kept),
      cmocka_unit_test(it_says_what_it_comes_to),
      cmocka_unit_test(who_has_learnt_wins_against_chance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
