// Gradients of every architecture against finite differences, calculated with doubles: between them the architectures
// have every layer, and the games every kind of input.
#include "net/input/encoding.h"
#include "net/layer/layer.h"
#include "net/model_file.h"
#include "support/shipped.h"

#include <math.h>

enum { SAMPLES = 3, MOVES_MOST = 400 };

typedef struct Trial {
  Arena arena;
  Shipped shipped;
  const NetEncoding *e;
  const NetSample *samples[SAMPLES];
  NetTarget targets[SAMPLES];
  NetModel *model;
  NetTrainer *trainer;
} Trial;

static const NetSample *keep(Arena *arena, const NetSample *s) { return arena_copy(arena, s, s->size); }

// Targets that are not the network's own: some moves more than others, some players winning.
static NetTarget make_target(Arena *arena, const NetEncoding *e, const NetSample *s, int i) {
  float *policy = ARENA_ARRAY(arena, float, s->n_moves), *wdl = ARENA_ARRAY(arena, float, 3 * e->players), sum = 0;
  for (uint32_t m = 0; m < s->n_moves; m++) sum += policy[m] = (float)(1 + (m * 7 + (uint32_t)i) % 5);
  for (uint32_t m = 0; m < s->n_moves; m++) policy[m] /= sum;
  for (int p = 0; p < e->players; p++) wdl[3 * p + (p + i) % 3] = 1;
  return (NetTarget){policy, wdl, 1.0f + 0.5f * (float)i};
}

static void take_samples(Trial *t) {
  NetEncoder *encoder = net_encoder_new(t->e);
  Position *x = position_new(t->shipped.game, 3, 0);
  for (int i = 0; i < SAMPLES; i++) {
    for (int ply = 0; ply < 2 && !position_over(x); ply++) {
      MoveList list = position_moves(x);
      position_apply(x, move_at(x, list, list.n / 3));
    }
    assert_false(position_over(x));
    MoveList list = position_moves(x);
    t->samples[i] = keep(&t->arena, net_encode(encoder, x, position_mover(x), list));
    t->targets[i] = make_target(&t->arena, t->e, t->samples[i], i);
    const char *why;
    assert_true(net_sample_check(t->e, t->samples[i], t->samples[i]->size, &why));
  }
  position_free(x);
  net_encoder_free(encoder);
}

static void trial_open(Trial *t, const char *game, const char *arch) {
  *t = (Trial){0};
  const char *why = NULL;
  NetKind kind;
  shipped_load(&t->shipped, game);
  assert_true(net_arch_kind(&t->arena, arch, &kind, &why));
  t->e = net_encoding(&t->arena, t->shipped.game, kind, &why);
  assert_non_null(t->e);
  take_samples(t);
  assert_true(net_model_new(&t->arena, t->e, arch, 7, &t->model, &why));
  t->trainer = net_trainer_new(t->model, net_train_defaults);
}

static void trial_close(Trial *t) {
  net_trainer_free(t->trainer);
  net_model_free(t->model);
  arena_free(&t->arena);
  shipped_free(&t->shipped);
}

static double loss(Trial *t) {
  NetLosses losses;
  net_train_losses(t->trainer, t->samples, t->targets, SAMPLES, &losses);
  return losses.total;
}

// The slope between two weights a small step apart. Where a kink (a cut off or a maximum) lies between them the slopes
// of both halves differ: such places are left out.
static bool slope_at(Trial *t, size_t at, double *slope) {
  const double step = 1e-5;
  Real before = t->model->weights[at];
  double middle = loss(t);
  t->model->weights[at] = before + step;
  double above = loss(t);
  t->model->weights[at] = before - step;
  double below = loss(t);
  t->model->weights[at] = before;
  *slope = (above - below) / (2 * step);
  return fabs((above - middle) - (middle - below)) / step < 1e-4 + 1e-3 * fabs(*slope);
}

static void check_param(Trial *t, const NetParam *param, const Real *gradient, int *compared, int *used) {
  size_t stride = param->n / 5 + 1;
  for (size_t k = 0; k < param->n; k += stride) {
    size_t at = param->at + k;
    // Among the next weights one that matters, if there is one: most facts are not true in three positions.
    for (size_t tries = 0; tries < stride && at + 1 < param->at + param->n && gradient[at] == 0; tries++) at++;
    double slope;
    if (!slope_at(t, at, &slope)) continue;
    double difference = fabs(slope - (double)gradient[at]);
    if (difference > 1e-6 + 1e-4 * fabs(slope)) {
      fail_msg("%s[%zu]: gradient %.9g, difference quotient %.9g", param->name, at - param->at, (double)gradient[at],
               slope);
    }
    ++*compared;
    *used += gradient[at] != 0;
  }
}

static void check_gradients(const char *game, const char *arch) {
  Trial t;
  trial_open(&t, game, arch);
  Real *gradient = mem_alloc(t.model->n_weights * sizeof *gradient);
  memcpy(gradient, net_trainer_gradient(t.trainer, t.samples, t.targets, SAMPLES),
         t.model->n_weights * sizeof *gradient);
  int compared = 0, used = 0;
  for (size_t i = 0; i < t.model->params.n; i++) check_param(&t, &t.model->params.at[i], gradient, &compared, &used);
  assert_true(compared >= 3 * (int)t.model->params.n && used >= 2 * (int)t.model->params.n);
  mem_free(gradient);
  trial_close(&t);
}

static void graph_gradients(void **state) { check_gradients("Breakthrough", "graph:blocks=1,channels=8"); }
static void track_gradients(void **state) { check_gradients("Royal Game of Ur", "graph:blocks=1,channels=8"); }
static void stack_gradients(void **state) { check_gradients("Lasca", "graph:blocks=1,channels=16"); }
static void unet_gradients(void **state) { check_gradients("Hex", "unet:blocks=1,channels=8,levels=2"); }
static void attention_gradients(void **state) {
  check_gradients("Tic-Tac-Toe", "attention:blocks=1,channels=16,heads=2");
}
static void hand_gradients(void **state) { check_gradients("Minishogi", "attention:blocks=1,channels=8,heads=1"); }
static void planes_gradients(void **state) { check_gradients("Breakthrough", "planes:blocks=1,channels=8"); }
static void planes_unet_gradients(void **state) {
  check_gradients("Tic-Tac-Toe", "planes-unet:blocks=1,channels=24,levels=1");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(graph_gradients),  cmocka_unit_test(track_gradients),       cmocka_unit_test(stack_gradients),
      cmocka_unit_test(unet_gradients),   cmocka_unit_test(attention_gradients),   cmocka_unit_test(hand_gradients),
      cmocka_unit_test(planes_gradients), cmocka_unit_test(planes_unet_gradients),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
