// Training of Tic-Tac-Toe: the same files with any number of threads, and after having been killed; targets of proven
// moves.
#include "base/file.h"
#include "learn/features/feature_train.h"

#include "support/shipped.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *no_options[] = {NULL};

static TrainPlan make_plan(const Game *game, const FeatureSet *initial, const char *folder, int threads) {
  TrainPlan plan = {.game = game,
                    .folder = folder,
                    .games = 10,
                    .threads = threads,
                    .initial = initial,
                    .seed = 3,
                    .names = {.name = game->name, .options = no_options}};
  search_options_default(train_setting_rows, &plan.settings);
  plan.settings.together = 4;
  plan.settings.iterations = 40;
  plan.settings.choose_time = 0;
  plan.settings.playout_steps = 20;
  plan.settings.learner.grow_moves = 100;
  plan.settings.check_every = 5;
  plan.settings.check_games = 2;
  plan.settings.check_iterations = 20;
  return plan;
}

static const FeatureSet *initial_set(const Game *game) {
  FeatureSpace *space;
  FeatureSet *set;
  space_open(&space, game, (FeatureRules){0});
  set_atomic(&set, space, 1, 2);
  space_close(space);
  return set;
}

static void train(const TrainPlan *plan) {
  Arena arena = {0};
  const char *why = "";
  if (!train_run(&arena, plan, &why)) fail_msg("training: %s", why);
  arena_free(&arena);
}

typedef struct Names {
  Arena arena;
  const char *folder;
  Text all;
} Names;

// The path within the folder and what is in the file.
static void add_file(void *self, const char *path) {
  Names *names = self;
  Str text;
  const char *why = "";
  assert_true(file_read(&names->arena, path, 0, &text, &why));
  text_printf(&names->all, "== %s\n", path + strlen(names->folder));
  text_add(&names->all, text);
}

static char *contents(const char *folder) {
  Names names = {.folder = folder};
  file_walk(folder, "", add_file, &names);
  arena_free(&names.arena);
  return names.all.p;
}

static void remove_file(void *self, const char *path) {
  (void)self;
  remove(path);
}

static void remove_folder(const char *folder) {
  char games[200];
  file_walk(folder, "", remove_file, NULL);
  snprintf(games, sizeof games, "%s/games", folder);
  rmdir(games);
  rmdir(folder);
}

// Trains in a process that is killed after a while.
static void train_and_kill(const TrainPlan *plan, useconds_t after) {
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    Arena arena = {0};
    const char *why = "";
    _exit(train_run(&arena, plan, &why) ? 0 : 1);
  }
  usleep(after);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

static void test_same_files(void **state) {
  Shipped shipped;
  char one[] = "/tmp/senet-train-XXXXXX", three[] = "/tmp/senet-train-XXXXXX", killed[] = "/tmp/senet-train-XXXXXX";
  (void)state;
  shipped_load(&shipped, "Tic-Tac-Toe");
  FeatureSet *initial = (FeatureSet *)(uintptr_t)initial_set(shipped.game);
  assert_true(mkdtemp(one) && mkdtemp(three) && mkdtemp(killed));
  TrainPlan plan = make_plan(shipped.game, initial, killed, 2);
  for (useconds_t i = 1; i <= 4; i++) train_and_kill(&plan, 30000 * i);
  train(&plan);
  plan = make_plan(shipped.game, initial, one, 1);
  train(&plan);
  plan = make_plan(shipped.game, initial, three, 3);
  train(&plan);
  char *first = contents(one), *second = contents(three), *third = contents(killed);
  assert_true(strstr(first, "games/000009.json") && strstr(first, "playout.features"));
  assert_string_equal(first, second);
  assert_string_equal(first, third);
  mem_free(first);
  mem_free(second);
  mem_free(third);
  remove_folder(one);
  remove_folder(three);
  remove_folder(killed);
  set_close(initial);
  shipped_free(&shipped);
}

// What the policy should learn from a search.
static void test_targets(void **state) {
  SearchReport report = {0};
  double targets[4];
  (void)state;
  VEC_PUSH(&report.lines, (SearchLine){0, 30, 0.1, PROOF_NONE});
  VEC_PUSH(&report.lines, (SearchLine){2, 10, -1, PROOF_EXACT});
  VEC_PUSH(&report.lines, (SearchLine){3, 10, 0.5, PROOF_NONE});
  search_targets(&report, targets, 4);
  assert_true(targets[0] == 0.75 && targets[1] == 0 && targets[2] == 0 && targets[3] == 0.25);
  report.lines.at[2] = (SearchLine){3, 10, 1, PROOF_EXACT};
  search_targets(&report, targets, 4);
  assert_true(targets[0] == 0 && targets[3] == 1);
  report.lines.at[0] = (SearchLine){0, 30, -1, PROOF_EXACT};
  report.lines.at[2] = (SearchLine){3, 10, -1, PROOF_EXACT};
  search_targets(&report, targets, 4);
  assert_true(targets[0] == 0.6 && targets[2] == 0.2 && targets[3] == 0.2);
  report.lines.at[0] = (SearchLine){0, 30, -0.2, PROOF_NONE};
  report.lines.at[2] = (SearchLine){3, 1, 0, PROOF_EXACT};  // a sure draw, where the others seem lost
  search_targets(&report, targets, 4);
  assert_true(targets[0] == 0 && targets[3] == 1);
  report.lines.at[0] = (SearchLine){0, 30, 0.2, PROOF_NONE};
  search_targets(&report, targets, 4);
  assert_true(targets[0] == 30.0 / 31 && targets[3] == 1.0 / 31);
  report_free(&report);
}

// Games that were given up say nothing about strength.
static void test_interrupted_strength(void **state) {
  Shipped shipped;
  char folder[] = "/tmp/senet-train-XXXXXX";
  atomic_bool stop = false;
  (void)state;
  shipped_load(&shipped, "Tic-Tac-Toe");
  FeatureSet *initial = (FeatureSet *)(uintptr_t)initial_set(shipped.game);
  assert_true(mkdtemp(folder));
  TrainPlan plan = make_plan(shipped.game, initial, folder, 1);
  plan.games = 2;
  plan.stop = &stop;
  train(&plan);
  Trainer trainer = {.arena = &shipped.arena, .plan = &plan};
  pool_open(&trainer.pool, 1);
  for (int stopped = 0; stopped < 2; stopped++) {
    atomic_store(&stop, stopped);
    assert_int_equal(isnan(train_strength(&trainer, "use=selection", "iterations=5", 0, 2)), stopped);
  }
  pool_close(trainer.pool);
  remove_folder(folder);
  set_close(initial);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_files), cmocka_unit_test(test_targets),
                                     cmocka_unit_test(test_interrupted_strength)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
