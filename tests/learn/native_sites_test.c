// Scores of placements that are kept by site are those of the evaluator that tests every condition, to the last bit,
// whichever order positions come in; and moves are drawn as often as the softmax of these scores says. Those of other
// moves are the same but for the order in which weights are added.
#include "learn/features/native_sites.h"
#include "learn/features/native_scorer.h"

#include "base/mem.h"

#include <math.h>

#include "support/shipped.h"

enum { STATES = 40 };

typedef struct Sites {
  const Game *game;
  Native *native;
  const FeatureSet *set;
  NativeScorer kept, naive;
  Position *x;
  size_t state_size, move_size;
  unsigned char *states, *last;  // of a random game, and the moves that led to them
  unsigned char *moves;
  float *scores, *expected;
  int n;  // states
} Sites;

static void open_sites(Sites *s, const Game *game, const FeatureSet *set) {
  Arena arena = {0};
  const char *why = "";
  *s = (Sites){.game = game, .set = set, .native = native_open(game, &arena, NULL, &why)};
  if (!s->native) print_message("%s: %s\n", game->name, why);
  arena_free(&arena);
  if (!s->native) skip();
  native_scorer_open(&s->kept, game, s->native, set, &evaluator_fast);
  native_scorer_open(&s->naive, game, s->native, set, &evaluator_naive);
  s->x = position_new(game, 1, 0);
  s->state_size = native_state_size(s->native);
  s->move_size = native_move_size(s->native);
  s->states = mem_alloc_lines(s->state_size * STATES);
  s->last = mem_alloc_lines(s->move_size * STATES);
  s->moves = mem_alloc_lines(s->move_size * native_moves_max(s->native));
  s->scores = mem_alloc(sizeof(float) * native_moves_max(s->native));
  s->expected = mem_alloc(sizeof(float) * native_moves_max(s->native));
}

static void close_sites(Sites *s) {
  native_scorer_close(&s->kept);
  native_scorer_close(&s->naive);
  position_free(s->x);
  mem_free(s->states);
  mem_free(s->last);
  mem_free(s->moves);
  mem_free(s->scores);
  mem_free(s->expected);
  native_close(s->native);
}

static unsigned char *state_at(const Sites *s, int i) { return s->states + (size_t)i * s->state_size; }
// The move that led to a state; NULL: it is the start.
static unsigned char *last_at(const Sites *s, int i) { return i ? s->last + (size_t)i * s->move_size : NULL; }

static void play_random(Sites *s, uint64_t seed) {
  Random random = random_stream(seed, 1);
  position_start(s->x);
  native_load(s->native, s->states, s->x);
  for (s->n = 1; s->n < STATES; s->n++) {
    unsigned char *state = state_at(s, s->n);
    int n = native_moves(s->native, state_at(s, s->n - 1), s->moves);
    if (n < 1) return;
    memcpy(last_at(s, s->n), s->moves + random_below(&random, (uint32_t)n) * s->move_size, s->move_size);
    native_copy(s->native, state, state_at(s, s->n - 1));
    native_apply(s->native, state, last_at(s, s->n));
    if (!native_turn(s->native, state)) return;
  }
}

// Returns how many moves have another score than one without features.
static int compare_scores(Sites *s, int i) {
  int special = 0, n = native_moves(s->native, state_at(s, i), s->moves);
  native_scores(&s->kept, state_at(s, i), s->moves, n, last_at(s, i), s->x, s->scores);
  native_scores(&s->naive, state_at(s, i), s->moves, n, last_at(s, i), s->x, s->expected);
  for (int k = 0; k < n; k++) {
    special += s->expected[k] != 0.5F;
    float most = s->kept.sites ? 0 : 1e-4F;
    if (fabsf(s->scores[k] - s->expected[k]) <= most) continue;
    fail_msg("%s, ply %d, move %d: %.9g instead of %.9g", s->game->name, i, k, s->scores[k], s->expected[k]);
  }
  return special;
}

// In order, from any place to any other, and back to a root.
static int compare_game(Sites *s, uint64_t seed) {
  Random random = random_stream(seed, 2);
  int special = 0;
  play_random(s, seed);
  for (int i = 0; i < s->n; i++) special += compare_scores(s, i);
  if (s->kept.sites) native_sites_root(s->kept.sites, state_at(s, s->n / 2));
  for (int k = 0; k < 30; k++) {
    special += compare_scores(s, (int)random_below(&random, (uint32_t)s->n));
    if (s->kept.sites && k % 3 == 0) native_sites_back(s->kept.sites);
  }
  return special;
}

// Draws against the softmax of the scores: sums of differences stay within what chance allows.
static void compare_draws(Sites *s, int i, float temperature) {
  enum { DRAWS = 4000 };
  int n = native_moves(s->native, state_at(s, i), s->moves), *drawn = mem_alloc_zero(sizeof(int) * (size_t)n);
  Random random = random_stream(5, (uint64_t)i);
  double sum = 0, off = 0;
  float most = -INFINITY;
  native_scores(&s->naive, state_at(s, i), s->moves, n, last_at(s, i), s->x, s->expected);
  for (int k = 0; k < n; k++) most = MAX(most, s->expected[k]);
  for (int k = 0; k < n; k++) sum += s->expected[k] = expf((s->expected[k] - most) / temperature);
  for (int k = 0; k < DRAWS; k++) {
    int number = native_draw(&s->kept, state_at(s, i), n, last_at(s, i), s->x, temperature, &random);
    assert_in_range(number, 0, n - 1);
    drawn[number]++;
  }
  for (int k = 0; k < n; k++) {
    double expected = DRAWS * s->expected[k] / sum;
    off += (drawn[k] - expected) * (drawn[k] - expected) / (expected + 1);
  }
  // Chi-squared with n degrees of freedom at most: n + 6 sqrt(2 n) is far beyond chance.
  if (off > n + 6 * sqrt(2.0 * n)) fail_msg("%s, ply %d: draws are off by %g with %d moves", s->game->name, i, off, n);
  mem_free(drawn);
}

static void weigh(FeatureSet *set, uint64_t seed) {
  Random random = random_stream(seed, 1);
  for (Player p = 1; p <= set->players; p++) {
    for (int i = 0; i < set->n; i++) set_weights(set, p)[i] = (float)random_unit(&random) - 0.5F;
    set_aspatial(set, p)[ASPATIAL_INTERCEPT] = 0.5F;
    set_aspatial(set, p)[ASPATIAL_SWAP] = 1.5F;
  }
}

static void compare_set(const Game *game, const FeatureSet *set, bool placements) {
  Sites s;
  int special = 0;
  open_sites(&s, game, set);
  if (placements != (s.kept.sites != NULL)) fail_msg("%s: kept by site or not", game->name);
  for (uint64_t seed = 1; seed <= 4; seed++) special += compare_game(&s, seed);
  if (!special) fail_msg("%s: no move had a feature", game->name);
  for (int i = 0; placements && i < s.n; i += 1 + s.n / 5) compare_draws(&s, i, i % 2 ? 1 : 0.25F);
  close_sites(&s);
}

static void compare_features(const Game *game, const char *const *texts, int n) {
  Arena arena = {0};
  FeatureSpace *space;
  FeatureSet *set;
  Feature *features = ARENA_ARRAY(&arena, Feature, n);
  space_open(&space, game, (FeatureRules){0});
  for (int i = 0; i < n; i++) {
    FeatureError error = {0};
    if (!feature_read(&arena, str_of(texts[i]), &features[i], &error)) fail_msg("%s: %s", texts[i], error.message);
  }
  set_of_features(&set, space, features, n);
  weigh(set, 1);
  compare_set(game, set, true);
  set_close(set);
  space_close(space);
  arena_free(&arena);
}

static const char *const names[] = {"Yavalath", "Hex", "Squava", "Gomoku"};

// A few features, among them some about several sites, one about more than a table has, some at the edge of the board
// and after the last move.
static void test_few(void **state) {
  static const char *const texts[] = {
      "rel:to=<{}>:pat=<els=[f{1/2}, f{0}, f{0,0}]>", "rel:to=<{}>:pat=<els=[f{0}, f{0,0}]>",
      "rel:to=<{}>:pat=<els=[f{0}, e{1/2}]>",         "rel:to=<{}>:pat=<els=[!-{0}, #{1/2}]>",
      "rel:last_to=<{0}>:to=<{}>:pat=<els=[e{0}]>",   "rel:last_to=<{0,0}>:to=<{}>:pat=<els=[]>",
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    Shipped shipped;
    shipped_load(&shipped, names[i]);
    compare_features(shipped.game, texts, 3);
    compare_features(shipped.game, texts, COUNT_OF(texts));
    shipped_free(&shipped);
  }
}

// Some hundred features, each about one site.
static void compare_atomic(const char *name, bool placements) {
  Shipped shipped;
  FeatureSpace *space;
  FeatureSet *set;
  shipped_load(&shipped, name);
  space_open(&space, shipped.game, (FeatureRules){0});
  set_atomic(&set, space, 1, 2);
  weigh(set, 2);
  compare_set(shipped.game, set, placements);
  set_close(set);
  space_close(space);
  shipped_free(&shipped);
}

static void test_many(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(names); i++) compare_atomic(names[i], true);
}

// Other moves than placements, or several kinds of pieces.
static void test_others(void **state) {
  static const char *const others[] = {"Breakthrough", "Reversi", "Chess"};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(others); i++) compare_atomic(others[i], false);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_few), cmocka_unit_test(test_many),
                                     cmocka_unit_test(test_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
