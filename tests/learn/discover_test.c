// Features put together; scores of pairs by hand; and a made-up expert whose choice depends on one pair of features.
#include "learn/features/learner.h"

#include "play/playout/playout.h"
#include "support/shipped.h"

#include <math.h>

static void near(double a, double b) {
  if (fabs(a - b) > 1e-9) fail_msg("%.12g is not %.12g", a, b);
}

static const char made_up[] =
    "(game \"Pair\" (players 2) (equipment {(board (square 5)) (piece \"Disc\" Each)})"
    " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))))";

static Feature read_feature(Arena *arena, const char *text) {
  Feature feature;
  FeatureError error = {0};
  if (!feature_read(arena, str_of(text), &feature, &error)) fail_msg("%s: %s", text, error.message);
  return feature;
}

static void expect_text(const Feature *feature, const char *expected) {
  Text text = {0};
  feature_print(&text, feature);
  assert_string_equal(text.p, expected);
  text_free(&text);
}

static void test_combine(void **state) {
  Shipped shipped;
  FeatureSpace *space;
  Arena arena = {0};
  Orientation turns[16];
  (void)state;
  shipped_text(&shipped, made_up);
  space_open(&space, shipped.game, (FeatureRules){0});
  Feature friend = read_feature(&arena, "rel:to=<{}>:pat=<els=[f{0}]>"),
          enemy = read_feature(&arena, "rel:to=<{}>:pat=<els=[e{0}]>"), both;
  assert_int_equal(feature_orientations(&arena, space, &friend, turns, 16), 4);
  assert_true(feature_combine(&arena, space, &friend, (Orientation){0.25F, 1}, &enemy, (Orientation){0.75F, 1}, &both));
  Feature wanted = read_feature(&arena, "rel:to=<{}>:pat=<els=[f{0}, e{1/2}]>");
  assert_true(feature_same(&both, &wanted, space->rotations));
  // What is in both comes once.
  assert_true(
      feature_combine(&arena, space, &friend, (Orientation){0.25F, 1}, &friend, (Orientation){0.25F, 1}, &both));
  expect_text(&both, "rel:to=<{}>:pat=<els=[f{0}]>");
  // Two different last moves cannot be.
  Feature last = read_feature(&arena, "rel:last_to=<{0}>:to=<{}>:pat=<els=[]>");
  assert_false(feature_combine(&arena, space, &last, (Orientation){0, 1}, &last, (Orientation){0.25F, 1}, &both));
  assert_true(feature_combine(&arena, space, &last, (Orientation){0, 1}, &friend, (Orientation){0.5F, 1}, &both));
  expect_text(&both, "rel:last_to=<{0}>:to=<{}>:pat=<els=[f{1/2}]>");
  // Turned together they lie to each other as before.
  Orientation between = orientation_between((Orientation){0.25F, -1}, (Orientation){0.5F, -1});
  near((double)between.rotation, 0.25);
  assert_int_equal(between.mirror, 1);
  between = orientation_between((Orientation){0.25F, -1}, (Orientation){0.5F, 1});
  near((double)between.rotation, 0.75);
  assert_int_equal(between.mirror, -1);
  space_close(space);
  arena_free(&arena);
  shipped_free(&shipped);
}

// Four moves with errors 1, 0, 0, -1. A is active for moves 1 and 2, B for 1 and 3, so both for move 1.
static void test_score(void **state) {
  PairCounts counts = {.n = 4, .error_sum = 0, .error_squares = 2, .n_both = 1, .n_a = 2, .n_b = 2, .both_error = 1};
  double by_error = (4 * 1 - 0) / sqrt((4 * 1 - 1) * (4 * 2.0)), by_a = (4 * 1 - 1 * 2) / sqrt(3.0 * (4 * 2 - 4));
  (void)state;
  near(pair_score(&counts), by_error * (1 - by_a));
  near(pair_score(&counts), 0.816496580928 * (1 - 0.577350269190));
  counts.n_a = 1;  // A only where both are: nothing new
  near(pair_score(&counts), 0);
  counts.n_a = 4;  // A always: no correlation with it
  near(pair_score(&counts), by_error * (1 - by_a));
}

static const Orientation straight = {0, 1};

static void note(Discovery *d, double error, const uint16_t *features, int n) {
  discovery_move(d, error);
  for (int i = 0; i < n; i++) discovery_active(d, (ActiveInstance){features[i], PLACE_TO, straight});
}

static void test_rank(void **state) {
  Discovery d = {0};
  DiscoveredPairs pairs = {0};
  Random random = random_stream(1, 1);
  static const double weights[] = {0, 0.1, -3, 1};
  (void)state;
  note(&d, 1, (const uint16_t[]){1, 2, 3}, 3);
  note(&d, 0, (const uint16_t[]){1}, 1);
  note(&d, 0, (const uint16_t[]){2, 3}, 2);
  note(&d, -0.5, (const uint16_t[]){3}, 1);
  discovery_rank(&d, DISCOVER_CORRELATION, weights, &random, 10, &pairs);
  assert_int_equal(pairs.n, 2);  // 2 and 3: together whenever there is a 2
  assert_int_equal(pairs.at[0].a.feature, 1);
  PairCounts counts = {
      .n = 4, .error_sum = 0.5, .error_squares = 1.25, .n_both = 1, .n_a = 2, .n_b = 3, .both_error = 1};
  near(pairs.at[1].score, pair_score(&(PairCounts){4, 0.5, 1.25, 1, 2, 2, 1}));
  near(pairs.at[0].score, pair_score(&counts) > pairs.at[1].score ? pair_score(&counts) : pairs.at[1].score);
  discovery_rank(&d, DISCOVER_COMBINE_MAX, weights, &random, 10, &pairs);
  assert_true(pairs.n > 0);
  for (size_t i = 0; i < pairs.n; i++) assert_int_equal(pairs.at[i].a.feature, 2);
  discovery_rank(&d, DISCOVER_COMBINE_RANDOM, weights, &random, 10, &pairs);
  assert_int_equal(pairs.n, 10);
  discovery_rank(&d, DISCOVER_ADD_RANDOM, weights, &random, 10, &pairs);
  assert_true(pairs.n > 0);
  discovery_rank(&d, DISCOVER_NOTHING, weights, &random, 10, &pairs);
  assert_int_equal(pairs.n, 0);
  VEC_FREE(&pairs);
  discovery_free(&d);
}

// ---- an expert -----------------------------------------------------------------------------------

static const char decisive[] = "rel:to=<{}>:pat=<els=[f{0}, e{1/2}]>";

// It plays, with equal chances, the moves between a friend and an enemy on opposite sides; where there are none, any.
static void ask_expert(FeatureEval *eval, Position *x, double *targets, uint32_t *n) {
  MoveList list = position_moves(x);
  Word bits[8];
  double sum = 0;
  assert_true(eval->words <= 8);
  *n = list.n;
  eval_begin(eval, x);
  for (uint32_t i = 0; i < list.n; i++) {
    FeatureMove move = feature_move(eval->space, x, move_at(x, list, i));
    int active[2];
    eval_move(eval, &move, bits);
    sum += targets[i] = eval_list(eval, bits, active);
  }
  for (uint32_t i = 0; i < list.n; i++) targets[i] = sum > 0 ? targets[i] / sum : 1.0 / list.n;
  position_forget(x, list);
}

static void add_positions(Learner *learner, FeatureEval *expert, uint64_t game) {
  Position *x = position_new(learner->game, 5, game);
  Random random = random_stream(6, game);
  double targets[64];
  for (uint32_t ply = 0; ply < 16 && !position_over(x); ply++) {
    Sample sample;
    uint32_t n;
    ask_expert(expert, x, targets, &n);
    sample_take(&sample, x, position_mover(x), targets, n);
    sample.ply = ply;
    learner_add(learner, &sample, 16);
    playout_step(x, &random);
  }
  position_free(x);
}

static bool has_feature(const Learner *learner, const char *text) {
  Arena arena = {0};
  Feature wanted = read_feature(&arena, text);
  bool found = false;
  for (int i = 0; i < learner->set->n; i++) {
    found |= feature_same(&learner->set->at[i], &wanted, learner->space->rotations);
  }
  arena_free(&arena);
  return found;
}

static LearnerOptions learner_options(DiscoveryKind kind) {
  return (LearnerOptions){
      .optimiser =
          {.kind = OPTIMISER_RMSPROP, .rate = 0.02, .momentum = 0.9, .discount = 0.9, .small = 1e-8, .decay = 1e-6},
      .discovery = (int)kind,
      .batch = 30,
      .grow_batch = 30,
      .grow_moves = 400,
      .capacity = 200,
      .alpha = 0.5,
      .beta = 0.5,
      .discount = 1,
      .by_length = true};
}

static void test_finds_the_pair(void **state) {
  Shipped shipped;
  FeatureSpace *space;
  FeatureSet *set, *wanted;
  FeatureEval *expert;
  Learner *learner;
  Arena arena = {0};
  (void)state;
  shipped_text(&shipped, made_up);
  space_open(&space, shipped.game, (FeatureRules){0});
  set_atomic(&set, space, 1, 1);
  Feature pair = read_feature(&arena, decisive);
  set_of_features(&wanted, space, &pair, 1);
  eval_open(&expert, shipped.game, (FeatureRules){0}, wanted, &evaluator_naive);
  LearnerOptions options = learner_options(DISCOVER_CORRELATION);
  learner_open(&learner, shipped.game, (FeatureRules){0}, set, &options, 1);
  for (uint64_t game = 0; game < 20; game++) add_positions(learner, expert, game);
  double before = learner_loss(learner, 1);
  int rounds = 0;
  for (; rounds < 8 && !has_feature(learner, decisive); rounds++) {
    DiscoveredPairs pairs = {0};
    for (int i = 0; i < 40; i++) learner_step(learner, 1);
    learner_look(learner, 1, &pairs);
    learner_grow(learner, &pairs, 1);
    VEC_FREE(&pairs);
  }
  assert_true(has_feature(learner, decisive));
  for (int i = 0; i < 400; i++) learner_step(learner, 1);
  double after = learner_loss(learner, 1), entropy = 0;
  for (size_t i = 0; i < learner->players[1].buffer.n; i++) {
    size_t n = learner_read(learner, 1, &learner->players[1].samples[i]);
    entropy += entropy_of(learner->players[1].targets.at, n) / (double)learner->players[1].buffer.n;
  }
  assert_true(before - entropy > 0.5);
  assert_true(after - entropy < 0.25 * (before - entropy));
  // Pruned to one feature, it is that one.
  learner_prune(learner, 1);
  assert_int_equal(learner->set->n, 1);
  assert_true(has_feature(learner, decisive));
  for (int i = 0; i < 100; i++) learner_step(learner, 1);
  assert_true(learner_loss(learner, 1) - entropy < 0.25 * (before - entropy));
  learner_close(learner);
  eval_close(expert);
  set_close(wanted);
  space_close(space);
  arena_free(&arena);
  shipped_free(&shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_combine), cmocka_unit_test(test_score),
                                     cmocka_unit_test(test_rank), cmocka_unit_test(test_finds_the_pair)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
