// Features as text, their normal form and equality; all evaluators on random features; the initial set; policies.
#include "feature/evaluate/agree.h"
#include "feature/initial.h"
#include "feature/linear.h"
#include "feature/neighbours.h"
#include "play/playout/playout.h"

#include <math.h>

#include "support/shipped.h"

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

static void test_text(void **state) {
  static const char *const same[] = {
      "rel:to=<{}>:pat=<els=[]>",
      "rel:last_from=<{0,1/6}>:last_to=<{1/4}>:from=<{}>:to=<{-1/3,0}>:pat=<refl=false,rots=[0.75,0.0],els=[!f{}]>",
      "rel:from=<{}>:pat=<els=[I12{0}, !pos3{0,0,-1/4}, LOSD2{}, h2{}, bf{}, bI1{0}, ?{}, 1{0}, *{}, N4{}, R0{0}]>",
  };
  Arena arena = {0};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(same); i++) {
    Feature feature = read_feature(&arena, same[i]);
    expect_text(&feature, same[i]);
  }
  Feature other = read_feature(&arena, "rel:pat=<refl=true,rots=all,els=[-{0.25}]>:to=<{}>");
  expect_text(&other, "rel:to=<{}>:pat=<els=[-{1/4}]>");
  arena_free(&arena);
}

static void test_errors(void **state) {
  static const struct {
    const char *text;
    size_t offset;
  } wrong[] = {{"to=<{}>", 0},
               {"rel:to=<{}>", 11},
               {"rel:pat=<els=[]>", 16},
               {"rel:to=<{}>:pat=<els=[q{}]>", 22},
               {"rel:to=<{1/0}>:pat=<els=[]>", 12},
               {"rel:to=<{}>:to=<{}>:pat=<els=[]>", 16},
               {"rel:to=<{}>:pat=<els=[]> x", 25}};
  Arena arena = {0};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    Feature feature;
    FeatureError error = {0};
    assert_false(feature_read(&arena, str_of(wrong[i].text), &feature, &error));
    if (error.offset != wrong[i].offset) fail_msg("%s: at %zu: %s", wrong[i].text, error.offset, error.message);
  }
  arena_free(&arena);
}

static void test_normal_form(void **state) {
  static const float quarters[] = {0, 0.25F, 0.5F, 0.75F};
  static const Rotations rotations = {4, quarters};
  static const struct {
    const char *text, *normal;
  } rows[] = {{"rel:to=<{}>:pat=<els=[f{3/4}]>", "rel:to=<{}>:pat=<els=[f{0}]>"},
              {"rel:to=<{}>:pat=<els=[f{1/4,3/4}]>", "rel:to=<{}>:pat=<els=[f{0,1/4}]>"},
              {"rel:to=<{}>:pat=<els=[f{1/2}, e{1/2}, -{3/4}]>", "rel:to=<{}>:pat=<els=[-{1/4}, f{0}, e{0}]>"},
              {"rel:to=<{}>:pat=<refl=false,els=[f{1/4,3/4}]>", "rel:to=<{}>:pat=<refl=false,els=[f{0,-1/4}]>"}};
  Arena arena = {0};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    Feature feature = read_feature(&arena, rows[i].text);
    Feature before = feature;
    feature_normalise(&arena, &feature, rotations);
    expect_text(&feature, rows[i].normal);
    assert_true(feature_same(&before, &feature, rotations));
  }
  Feature a = read_feature(&arena, "rel:to=<{}>:pat=<els=[f{0}, e{1/4}]>");
  Feature b = read_feature(&arena, "rel:to=<{}>:pat=<els=[e{0}, f{1/4}]>");
  Feature c = read_feature(&arena, "rel:to=<{}>:pat=<els=[e{0}, f{1/2}]>");
  assert_true(feature_same(&a, &b, rotations));  // in a mirror
  assert_false(feature_same(&a, &c, rotations));
  arena_free(&arena);
}

// ---- games --------------------------------------------------------------------------------------

static void test_agreement(void **state) {
  static const char *const names[] = {"Tic-Tac-Toe",  "Breakthrough", "Chinese Checkers", "Lasca",
                                      "Connect Four", "Oware",        "Kensington",       "Triad"};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Shipped shipped;
    AgreeReport report;
    AgreePlan plan = {.seed = 7 + i, .pairs = 600, .features = 12, .sets = 2};
    shipped_load(&shipped, names[i]);
    features_agree(shipped.game, &shipped.arena, &plan, &report);
    assert_null(report.fault);
    assert_true(report.pairs >= 600 && report.active > 0);
    if (report.differ) fail_msg("%s: %s: %s", names[i], report.evaluator, report.feature);
    shipped_free(&shipped);
  }
}

// Every legal move has a feature of the move rules, and no feature that they exclude.
static void check_initial(const char *name) {
  Shipped shipped;
  FeatureSpace *space;
  FeatureSet *initial, *atomic;
  FeatureEval *evals[2];
  MoveFactsList facts = {0};
  shipped_load(&shipped, name);
  const Game *game = shipped.game;
  space_open(&space, game, (FeatureRules){0});
  assert_true(set_initial(&initial, space) && set_atomic(&atomic, space, 0, 0));
  move_facts(game, &facts);
  eval_open(&evals[0], game, (FeatureRules){0}, initial, &evaluator_fast);
  eval_open(&evals[1], game, (FeatureRules){0}, atomic, &evaluator_naive);
  Position *x = position_new(game, 3, 0);
  Random random = random_stream(3, 1);
  int *active = mem_alloc(sizeof(int) * (size_t)(initial->n + atomic->n + 1));
  Word *bits = mem_alloc(sizeof(Word) * (size_t)MAX(evals[0]->words, evals[1]->words));
  for (int ply = 0; ply < 120 && !position_over(x); ply++) {
    MoveList list = position_moves(x);
    for (int e = 0; e < 2; e++) eval_begin(evals[e], x);
    for (uint32_t i = 0; i < list.n; i++) {
      FeatureMove move = feature_move(space, x, move_at(x, list, i));
      if (move.to == SITE_OFF) continue;
      eval_move(evals[0], &move, bits);
      if (!eval_list(evals[0], bits, active)) fail_msg("%s: a move without a feature", name);
      eval_move(evals[1], &move, bits);
      int n = eval_list(evals[1], bits, active);
      for (int k = 0; k < n; k++) {
        if (!feature_possible(&atomic->at[active[k]], &facts)) fail_msg("%s: %s", name, atomic->texts[active[k]]);
      }
    }
    playout_choose(x, list, &random);
    position_forget(x, list);
  }
  mem_free(active);
  mem_free(bits);
  position_free(x);
  for (int e = 0; e < 2; e++) eval_close(evals[e]);
  set_close(initial);
  set_close(atomic);
  VEC_FREE(&facts);
  space_close(space);
  shipped_free(&shipped);
}

static void test_initial(void **state) {
  static const char *const names[] = {
      "Tic-Tac-Toe", "Breakthrough", "Chess",  "English Draughts", "Hex",   "Amazons", "Reversi", "Tablut",
      "Lasca",       "Backgammon",   "Konane", "Fox and Geese",    "Shobu", "Ataxx",   "Xiangqi"};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(names); i++) check_initial(names[i]);
}

// ---- sets and policies --------------------------------------------------------------------------

static const char set_text[] =
    "# a comment\ngame Breakthrough\nplayer 1\n0.5 rel:to=<{}>:pat=<els=[e{}]>  # captures\n"
    "-1 PassMove\nplayer 2\n-0.25 rel:to=<{}>:pat=<els=[e{}]>\n2 rel:from=<{}>:pat=<els=[#{0}]>\n";

static FeatureSet *read_set(Arena *arena, const char *text) {
  Source *source = ARENA_NEW(arena, Source);
  Diags diags;
  FeatureSet *set = NULL;
  diags_init(&diags, arena);
  *source = (Source){"set", str_of(text)};
  if (!set_read(&set, source, 2, &diags)) fail_msg("%s", diags.list[0].message);
  return set;
}

static void test_set_file(void **state) {
  Arena arena = {0};
  Text written = {0}, again = {0};
  (void)state;
  FeatureSet *set = read_set(&arena, set_text);
  assert_int_equal(set->n, 2);
  assert_true(set_weights(set, 1)[0] == 0.5F && set_weights(set, 2)[0] == -0.25F);
  assert_true(set_weights(set, 1)[1] == 0 && set_weights(set, 2)[1] == 2);
  assert_true(set_aspatial(set, 1)[ASPATIAL_PASS] == -1 && set_aspatial(set, 2)[ASPATIAL_PASS] == 0);
  set_write(&written, set);
  FeatureSet *same = read_set(&arena, written.p);
  set_write(&again, same);
  assert_string_equal(written.p, again.p);
  set_close(set);
  set_close(same);
  text_free(&written);
  text_free(&again);
  arena_free(&arena);
}

// The numbers of features have 16 bits.
static void test_large_set_file(void **state) {
  Arena arena = {0};
  Text text = {0};
  Diags diags;
  FeatureSet *set;
  (void)state;
  for (int i = 1; i <= FEATURES_MAX; i++) text_printf(&text, "rel:to=<{}>:pat=<els=[I%d{0}]>\n", i);
  set = read_set(&arena, text_str(&text).p);
  assert_int_equal(set->n, FEATURES_MAX);
  set_close(set);
  text_puts(&text, "rel:to=<{}>:pat=<els=[I1{0}]>\nrel:to=<{}>:pat=<els=[I0{0}]>\n");
  Source source = {"set", text_str(&text)};
  diags_init(&diags, &arena);
  assert_false(set_read(&set, &source, 2, &diags));
  assert_int_equal(diags.total, 1);
  assert_int_equal(src_line_col(diags.list[0].loc).line, FEATURES_MAX + 2);
  text_free(&text);
  arena_free(&arena);
}

// Drawing candidates and rejecting those that are not legal gives the softmax over the legal moves.
static void check_policy(const char *name, bool expect_help) {
  Shipped shipped;
  LinearPolicy *policy;
  Sampler sampler = {0};
  LinearPlayout how = {.temperature = 1};
  Random random = random_stream(5, 1);
  shipped_load(&shipped, name);
  FeatureSet *set = read_set(&shipped.arena,
                             "1 rel:to=<{}>:pat=<els=[e{}]>\n0.7 rel:to=<{}>:pat=<els=[f{0}]>\n"
                             "-0.8 rel:to=<{}>:pat=<els=[#{0}]>\n");
  linear_open(&policy, shipped.game, set, (FeatureRules){0});
  Position *x = position_new(shipped.game, 5, 0);
  for (int i = 0; i < 10; i++) playout_step(x, &random);
  MoveList list = position_moves(x);
  double *weights = mem_alloc(sizeof *weights * list.n), sum = 0;
  uint32_t *drawn = mem_alloc_zero(sizeof *drawn * list.n);
  linear_policy(policy)->weigh(linear_policy(policy), x, list, weights);
  for (uint32_t i = 0; i < list.n; i++) sum += weights[i];
  assert_int_equal(sampler_helps(&sampler, x), expect_help);
  enum { DRAWS = 6000 };
  for (int k = 0; k < DRAWS; k++) {
    linear_step(policy, &how, &sampler, x, &random, 0);
    const Move *made = &VEC_LAST(&x->played).move;
    int16_t from = made->from, to = made->to;
    assert_true(position_undo(x));
    for (uint32_t i = 0; i < list.n; i++) {
      const Move *move = move_at(x, list, i);
      if (move->from == from && move->to == to) {
        drawn[i]++;
        break;
      }
    }
  }
  double chi = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    double expected = DRAWS * weights[i] / sum;
    chi += ((double)drawn[i] - expected) * ((double)drawn[i] - expected) / expected;
  }
  double limit = list.n + 4 * sqrt(2.0 * list.n) + 10;
  if (chi > limit) fail_msg("%s: chi squared %.1f of %u moves", name, chi, list.n);
  mem_free(weights);
  mem_free(drawn);
  sampler_free(&sampler);
  position_free(x);
  linear_close(policy);
  set_close(set);
  shipped_free(&shipped);
}

static void test_policy(void **state) {
  (void)state;
  check_policy("Breakthrough", false);
  check_policy("Chess", true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),      cmocka_unit_test(test_errors),         cmocka_unit_test(test_normal_form),
      cmocka_unit_test(test_agreement), cmocka_unit_test(test_initial),        cmocka_unit_test(test_set_file),
      cmocka_unit_test(test_policy),    cmocka_unit_test(test_large_set_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
