// Self-play with real networks: games that do not depend on threads, samples and their files, symmetries of the rules,
// and runs that learn, stop and go on.
#include "learn/zero/zero_train.h"
#include "learn/zero/zero_feed.h"
#include "learn/zero/zero_rating.h"
#include "net/layer/layer.h"

#include "base/file.h"
#include "search/agent.h"
#include "support/shipped.h"

#include <stdio.h>

typedef struct Net {
  Shipped shipped;
  Arena arena;
  const NetEncoding *encoding;
  NetModel *model;
} Net;

static void open_net(Net *net, const char *game) {
  const char *why = "";
  *net = (Net){0};
  shipped_load(&net->shipped, game);
  net->encoding = net_encoding(&net->arena, net->shipped.game, NET_TOKENS, &why);
  assert_non_null(net->encoding);
  assert_true(net_model_new(&net->arena, net->encoding, "graph:blocks=1,channels=8", 5, &net->model, &why));
}

static void close_net(Net *net) {
  net_model_free(net->model);
  arena_free(&net->arena);
  shipped_free(&net->shipped);
}

// ---- networks that are no use --------------------------------------------------------------------

// Weights so large that sums of them are no numbers.
static void weights_that_are_too_large_are_said(void **state) {
  Net net;
  Agent *agent;
  AgentSpec spec;
  SearchReport report = {0};
  const char *why = "";
  open_net(&net, "Tic-Tac-Toe");
  const char *folder = test_folder(&net.arena), *file = arena_printf(&net.arena, "%s/n.safetensors", folder);
  for (size_t i = 0; i < net.model->n_weights; i++) net.model->weights[i] *= (Real)1e29;
  assert_true(net_model_write(&net.arena, net.model, file, &why));
  const char *text = arena_printf(&net.arena, "net:model=\"%s\",simulations=20", file);
  assert_true(agent_parse(&net.arena, str_of(text), &spec, &why));
  agent_new(&spec, &(AgentSetting){.game = net.shipped.game, .seed = 1}, &agent);
  Position *x = position_new(net.shipped.game, 1, 0);
  agent_choose(agent, x, 1, &report);
  assert_string_equal(agent_failure(agent), "the network gives no numbers");
  position_free(x);
  agent_free(agent);
  report_free(&report);
  test_remove_folder(folder);
  close_net(&net);
}

// ---- trees that are full -------------------------------------------------------------------------

static uint64_t simulations_with(const Net *net, const char *file, const char *options) {
  Arena arena = {0};
  AgentSpec spec;
  Agent *agent;
  SearchReport report = {0};
  const char *why = "", *text = arena_printf(&arena, "net:model=\"%s\",simulations=20000%s", file, options);
  if (!agent_parse(&arena, str_of(text), &spec, &why)) fail_msg("%s", why);
  agent_new(&spec, &(AgentSetting){.game = net->shipped.game, .seed = 1}, &agent);
  Position *x = position_new(net->shipped.game, 1, 0);
  agent_choose(agent, x, 1, &report);
  assert_null(agent_failure(agent));
  uint64_t made = report.iterations;
  position_free(x);
  agent_free(agent);
  report_free(&report);
  arena_free(&arena);
  return made;
}

static void a_search_ends_when_its_tree_is_full(void **state) {
  Net net;
  const char *why = "";
  open_net(&net, "Tic-Tac-Toe");
  const char *folder = test_folder(&net.arena), *file = arena_printf(&net.arena, "%s/n.safetensors", folder);
  assert_true(net_model_write(&net.arena, net.model, file, &why));
  uint64_t all = simulations_with(&net, file, ""), some = simulations_with(&net, file, ",memory=1");
  assert_true(some > 0 && some < all / 2);
  test_remove_folder(folder);
  close_net(&net);
}

// ---- forced games --------------------------------------------------------------------------------

// Nobody ever has a choice, and so nothing is ever asked of the network.
static void forced_games_end_too(void **state) {
  static const char forced[] =
      "(game \"Forced\" (players 2) (equipment {(board (square 2)) (piece \"Disc\" Each)})"
      " (rules (play (move Add (to (sites {0}) if:(is Empty (to))))) (end (if (all Passed) (result Mover Win)))))";
  Net net = {0};
  ZeroPool pool;
  ZeroCounts counts;
  ZeroBytes samples = {0};
  const char *why = "";
  shipped_text(&net.shipped, forced);
  net.encoding = net_encoding(&net.arena, net.shipped.game, NET_TOKENS, &why);
  assert_true(net_model_new(&net.arena, net.encoding, "graph:blocks=1,channels=8", 5, &net.model, &why));
  ZeroPoolSetting setting = {.rules = net.shipped.game,
                             .encoding = net.encoding,
                             .model = net.model,
                             .options = zero_play_defaults,
                             .slices = 1,
                             .slice_games = 1,
                             .threads = 1};
  zero_pool_open(&pool, &setting);
  zero_pool_play(&pool, 3);
  zero_pool_take(&pool, &samples, &counts);
  assert_true(counts.games > 0 && counts.samples == 0);
  zero_pool_close(&pool);
  close_net(&net);
}

// ---- rules that stop -----------------------------------------------------------------------------

// The rules stop whenever the middle is taken; without it nobody can draw.
static const char bomb[] =
    "(game \"Bomb\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})"
    " (rules (play (move Add (to (sites Empty)) (then (if (= (last To) 4) (set State at:(last To) 100000)))))"
    " (end (if (is Line 3) (result Mover Win)))))";

static void nothing_is_learnt_where_the_rules_stop(void **state) {
  Net net = {0};
  ZeroPool pool;
  ZeroCounts counts;
  ZeroBytes samples = {0};
  const char *why = "";
  shipped_text(&net.shipped, bomb);
  net.encoding = net_encoding(&net.arena, net.shipped.game, NET_TOKENS, &why);
  assert_true(net_model_new(&net.arena, net.encoding, "graph:blocks=1,channels=8", 5, &net.model, &why));
  ZeroPoolSetting setting = {.rules = net.shipped.game,
                             .encoding = net.encoding,
                             .model = net.model,
                             .options = zero_play_defaults,
                             .slices = 1,
                             .slice_games = 4,
                             .threads = 1};
  setting.options.simulations = 4;
  zero_pool_open(&pool, &setting);
  zero_pool_play(&pool, 200);
  zero_pool_take(&pool, &samples, &counts);
  assert_true(counts.games > 0 && counts.failed > 0);
  assert_int_equal(counts.drawn, 0);
  zero_pool_close(&pool);
  VEC_FREE(&samples);
  close_net(&net);
}

// ---- threads -------------------------------------------------------------------------------------

static void play_some(Net *net, int threads, ZeroBytes *samples, ZeroCounts *counts) {
  ZeroPool pool;
  ZeroPoolSetting setting = {.rules = net->shipped.game,
                             .encoding = net->encoding,
                             .model = net->model,
                             .options = zero_play_defaults,
                             .seed = 3,
                             .slices = 4,
                             .slice_games = 4,
                             .threads = threads};
  setting.options.simulations = 8;
  setting.options.length = 20;
  zero_pool_open(&pool, &setting);
  zero_pool_play(&pool, 50);
  zero_pool_play(&pool, 50);
  zero_pool_take(&pool, samples, counts);
  zero_pool_close(&pool);
}

static void same_for_any_threads(const char *game) {
  Net net;
  ZeroBytes one = {0}, three = {0};
  ZeroCounts counts, again;
  open_net(&net, game);
  play_some(&net, 1, &one, &counts);
  play_some(&net, 3, &three, &again);
  assert_true(counts.games > 2);
  assert_int_equal(counts.games, again.games);
  assert_int_equal(counts.evaluations, again.evaluations);
  assert_int_equal(one.n, three.n);
  assert_memory_equal(one.at, three.at, one.n);
  VEC_FREE(&one);
  VEC_FREE(&three);
  close_net(&net);
}

static void threads_do_not_change_games(void **state) {
  same_for_any_threads("Tic-Tac-Toe");
  same_for_any_threads("Royal Game of Ur");
}

// ---- samples -------------------------------------------------------------------------------------

static void samples_are_checked(void **state) {
  Net net, other;
  ZeroBytes samples = {0};
  ZeroCounts counts;
  size_t n;
  const char *why = "";
  open_net(&net, "Tic-Tac-Toe");
  open_net(&other, "Triad");
  play_some(&net, 1, &samples, &counts);
  assert_true(zero_samples_check(net.encoding, samples.at, samples.n, &n, &why));
  assert_int_equal(n, counts.samples);
  assert_false(zero_samples_check(net.encoding, samples.at, samples.n - 8, &n, &why));
  assert_false(zero_samples_check(other.encoding, samples.at, samples.n, &n, &why));
  const ZeroSample *first = (const ZeroSample *)(const void *)samples.at;
  float wdl[6], sum = 0;
  zero_sample_wdl(first, 1, 0, wdl);
  for (int i = 0; i < 6; i++) sum += wdl[i];
  assert_float_equal(sum, 2, 1e-5);
  assert_float_equal(wdl[0] - wdl[2], zero_sample_outcomes(first)[0], 1e-5);
  close_net(&other);
  close_net(&net);
  VEC_FREE(&samples);
}

static void overwrite(Arena *arena, const char *path, size_t at, char byte) {
  Str text;
  const char *why = "";
  assert_true(file_read(arena, path, 0, &text, &why));
  char *copy = arena_copy(arena, text.p, text.n);
  copy[at < text.n ? at : text.n - 1] ^= byte;
  assert_true(file_write(arena, path, (Str){copy, text.n}, &why));
}

static void damaged_replay_files_are_refused(void **state) {
  Net net, other;
  Arena arena = {0};
  ZeroBytes samples = {0};
  ZeroCounts counts;
  const char *why = "", *folder = test_folder(&arena);
  ZeroReplay replay, foreign;
  open_net(&net, "Tic-Tac-Toe");
  open_net(&other, "Triad");
  play_some(&net, 1, &samples, &counts);
  assert_true(zero_run_make(&arena, folder, &why));
  assert_true(zero_replay_write(&arena, folder, 1, net.encoding, &samples, &why));
  zero_replay_open(&replay, net.encoding);
  zero_replay_open(&foreign, other.encoding);
  assert_true(zero_replay_read(&arena, folder, 1, &replay, &why));
  assert_int_equal(zero_replay_count(&replay), counts.samples);
  assert_false(zero_replay_read(&arena, folder, 1, &foreign, &why));
  assert_non_null(strstr(why, "another game"));
  overwrite(&arena, zero_replay_path(&arena, folder, 1), 5000, 1);
  assert_false(zero_replay_read(&arena, folder, 1, &replay, &why));
  assert_non_null(strstr(why, "damaged"));
  assert_false(zero_replay_read(&arena, folder, 2, &replay, &why));
  zero_replay_close(&replay);
  zero_replay_close(&foreign);
  test_remove_folder(folder);
  VEC_FREE(&samples);
  close_net(&other);
  close_net(&net);
  arena_free(&arena);
}

// The window keeps the newest samples, part by part.
static void the_window_forgets_the_oldest(void **state) {
  Net net;
  ZeroBytes samples = {0};
  ZeroCounts counts;
  ZeroReplay replay;
  open_net(&net, "Tic-Tac-Toe");
  play_some(&net, 1, &samples, &counts);
  zero_replay_open(&replay, net.encoding);
  for (uint64_t i = 1; i <= 6; i++) zero_replay_add(&replay, &samples, i);
  assert_int_equal(zero_replay_trim(&replay, counts.samples * 2), 5);
  assert_int_equal(zero_replay_count(&replay), counts.samples * 2);
  zero_replay_close(&replay);
  VEC_FREE(&samples);
  close_net(&net);
}

// ---- symmetries ----------------------------------------------------------------------------------

static int symmetries_of(const char *game) {
  Net net;
  open_net(&net, game);
  int n = zero_symmetries(&net.arena, net.shipped.game, net.encoding, 1).n;
  close_net(&net);
  return n;
}

// Only those of the board that the rules have too: in Breakthrough pawns go one way, in Hex sides belong to players.
static void symmetries_are_those_of_the_rules(void **state) {
  assert_int_equal(symmetries_of("Tic-Tac-Toe"), 8);
  assert_int_equal(symmetries_of("Connect Four"), 2);
  assert_int_equal(symmetries_of("Breakthrough"), 2);
  assert_int_equal(symmetries_of("Hex"), 2);
  assert_int_equal(symmetries_of("Gomoku"), 8);
}

// ---- whole runs ----------------------------------------------------------------------------------

static ZeroTrainOptions quick(uint64_t games) {
  ZeroTrainOptions options = zero_train_defaults;
  options.arch = "graph:blocks=1,channels=16";
  options.games = games;
  options.threads = 2;
  options.rating_games = 0;
  options.play.simulations = 16;
  return options;
}

typedef struct Heard {
  double first, last;  // losses of values: those of policies grow while searches find clearer answers
} Heard;

static void hear(void *self, const ZeroCurveRow *row) {
  Heard *heard = self;
  if (heard->first == 0) heard->first = row->value_loss;
  heard->last = row->value_loss;
}

static void a_run_learns_and_goes_on(void **state) {
  Shipped shipped, other;
  Arena arena = {0};
  const char *why = "", *folder = test_folder(&arena);
  ZeroRun run;
  bool found;
  Heard heard = {0};
  shipped_load(&shipped, "Tic-Tac-Toe");
  shipped_load(&other, "Triad");
  ZeroTrainOptions options = quick(300);
  ZeroTrainWatch watch = {.row = hear, .self = &heard};
  assert_true(zero_train(&arena, shipped.game, folder, &options, &watch, &why));
  assert_true(zero_run_read(&arena, folder, &run, &found, &why) && found);
  assert_true(run.games >= 300 && run.steps > 10);
  uint64_t games = run.games, steps = run.steps;
  options = quick(1500);
  assert_true(zero_train(&arena, shipped.game, folder, &options, &watch, &why));
  assert_true(zero_run_read(&arena, folder, &run, &found, &why) && found);
  assert_true(run.games >= 1500 && run.games > games && run.steps > steps);
  assert_true(heard.last < heard.first);
  // A network is for its game, and for a random player to lose against.
  assert_false(zero_train(&arena, other.game, folder, &options, NULL, &why));
  ZeroRating rating = {.model = folder, .simulations = 16, .opponent = "random", .games = 40, .seed = 1, .threads = 2};
  double share = 0;
  assert_true(zero_rating_play(&arena, shipped.game, &rating, &share, &why));
  assert_true(share > 0.85);
  assert_false(zero_rating_play(&arena, other.game, &rating, &share, &why));
  // What is damaged is said, and not used.
  overwrite(&arena, zero_run_checkpoint(&arena, &run, run.checkpoint), 3, 64);
  assert_false(zero_train(&arena, shipped.game, folder, &options, NULL, &why));
  overwrite(&arena, arena_printf(&arena, "%s/run.json", folder), 0, 1);
  assert_false(zero_train(&arena, shipped.game, folder, &options, NULL, &why));
  assert_non_null(strstr(why, "run.json"));
  test_remove_folder(folder);
  shipped_free(&shipped);
  shipped_free(&other);
  arena_free(&arena);
}

// The numbers of a file, without its head, which says how long training took.
static Str numbers_of(Str file) {
  uint64_t head;
  memcpy(&head, file.p, sizeof head);
  assert_true(head + sizeof head < file.n);
  return (Str){file.p + sizeof head + head, file.n - sizeof head - head};
}

// The same seed gives the same network with one thread and with two.
static void a_run_does_not_depend_on_threads(void **state) {
  Shipped shipped;
  Arena arena = {0};
  const char *why = "";
  Str models[2];
  shipped_load(&shipped, "Tic-Tac-Toe");
  for (int i = 0; i < 2; i++) {
    const char *folder = test_folder(&arena);
    ZeroTrainOptions options = quick(200);
    options.threads = i + 1;
    assert_true(zero_train(&arena, shipped.game, folder, &options, NULL, &why));
    assert_true(file_read(&arena, arena_printf(&arena, "%s/model.safetensors", folder), 0, &models[i], &why));
    test_remove_folder(folder);
  }
  assert_true(str_eq(numbers_of(models[0]), numbers_of(models[1])));
  shipped_free(&shipped);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forced_games_end_too),
      cmocka_unit_test(nothing_is_learnt_where_the_rules_stop),
      cmocka_unit_test(weights_that_are_too_large_are_said),
      cmocka_unit_test(a_search_ends_when_its_tree_is_full),
      cmocka_unit_test(threads_do_not_change_games),
      cmocka_unit_test(samples_are_checked),
      cmocka_unit_test(damaged_replay_files_are_refused),
      cmocka_unit_test(the_window_forgets_the_oldest),
      cmocka_unit_test(symmetries_are_those_of_the_rules),
      cmocka_unit_test(a_run_learns_and_goes_on),
      cmocka_unit_test(a_run_does_not_depend_on_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
