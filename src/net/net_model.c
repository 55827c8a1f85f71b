// Models: their parameters, random weights, and the values and operations that architectures add.
#include "net/net_model.h"

#include "base/random.h"
#include "net/arch.h"

#include <math.h>

// ---- building ------------------------------------------------------------------------------------

int model_value(NetModel *model, int level, int width, int shared) {
  VEC_PUSH(&model->values, (NetValue){level, width, shared});
  return (int)model->values.n - 1;
}

int model_param(NetModel *model, const char *name, int rows, int columns, NetInit init, double scale) {
  size_t n = (size_t)rows * (size_t)MAX(columns, 1);
  VEC_PUSH(&model->params, (NetParam){.name = name,
                                      .rows = rows,
                                      .columns = columns,
                                      .at = model->n_weights,
                                      .n = n,
                                      .init = init,
                                      .scale = scale,
                                      .decays = columns > 0});
  model->n_weights += (n + 15) / 16 * 16;
  return (int)model->params.n - 1;
}

NetOp *model_op(NetModel *model, const NetLayer *layer, int in, int out) {
  NetOp op = {.layer = layer, .in = in, .out = out, .residual = -1, .per_sample = -1, .slots = 1};
  for (size_t i = 0; i < COUNT_OF(op.params); i++) op.params[i] = -1;
  VEC_PUSH(&model->ops, op);
  return &VEC_LAST(&model->ops);
}

// ---- weights -------------------------------------------------------------------------------------

static double random_normal(Random *random) {
  double u = 1 - random_unit(random), v = random_unit(random);
  return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}

static void fill_param(NetModel *model, size_t i, uint64_t seed) {
  const NetParam *param = &model->params.at[i];
  Random random = random_stream(seed, i);
  for (size_t k = 0; k < param->n; k++) {
    double value = param->init == NET_INIT_ONE ? 1 : 0;
    if (param->init == NET_INIT_NORMAL) value = param->scale * random_normal(&random);
    model->weights[param->at + k] = (Real)value;
  }
}

// Without weights.
static NetModel *plan_model(const NetEncoding *e, const NetArchRow *row, const int *values) {
  NetModel *model = mem_alloc_zero(sizeof *model);
  model->e = e;
  model->arch = arch_text(&model->arena, row, values);
  model->options = "";
  row->build(model, values);
  return model;
}

bool net_arch_kind(Arena *arena, const char *arch, NetKind *kind, const char **why) {
  const NetArchRow *row;
  int values[ARCH_OPTIONS_MAX];
  if (!arch_parse(arena, arch, &row, values, why)) return false;
  *kind = row->kind;
  return true;
}

bool net_model_make(Arena *arena, const NetEncoding *e, const char *arch, NetParamsFn *check, void *self,
                    NetModel **model, const char **why) {
  const NetArchRow *row;
  int values[ARCH_OPTIONS_MAX];
  if (!arch_parse(arena, arch, &row, values, why)) return false;
  if (row->kind != e->kind) {
    *why = arena_printf(arena, "a %s network needs %s", row->name, row->kind == NET_PLANES ? "planes" : "tokens");
    return false;
  }
  if (!strcmp(row->name, "attention") && values[1] % values[2]) {
    *why = arena_printf(arena, "channels=%d cannot be shared by heads=%d", values[1], values[2]);
    return false;
  }
  NetModel *made = plan_model(e, row, values);
  if (check && !check(self, made->params.at, made->params.n, arena, why)) {
    net_model_free(made);
    return false;
  }
  made->weights = mem_alloc_lines(made->n_weights * sizeof(Real));
  memset(made->weights, 0, made->n_weights * sizeof(Real));
  *model = made;
  return true;
}

bool net_model_new(Arena *arena, const NetEncoding *e, const char *arch, uint64_t seed, NetModel **model,
                   const char **why) {
  if (!net_model_make(arena, e, arch, NULL, NULL, model, why)) return false;
  for (size_t i = 0; i < (*model)->params.n; i++) fill_param(*model, i, seed);
  return true;
}

void net_model_free(NetModel *model) {
  if (!model) return;
  VEC_FREE(&model->params);
  VEC_FREE(&model->values);
  VEC_FREE(&model->ops);
  mem_free(model->weights);
  arena_free(&model->arena);
  mem_free(model);
}

const char *net_model_arch(const NetModel *model) { return model->arch; }
const NetEncoding *net_model_encoding(const NetModel *model) { return model->e; }
uint64_t net_model_steps(const NetModel *model) { return model->steps; }

uint64_t net_model_parameters(const NetModel *model) {
  uint64_t n = 0;
  for (size_t i = 0; i < model->params.n; i++) n += model->params.at[i].n;
  return n;
}

void net_model_set_options(NetModel *model, const char *options) {
  model->options = arena_text(&model->arena, str_of(options));
}

void net_model_set_trained(NetModel *model, const char *trained) {
  model->trained = arena_text(&model->arena, str_of(trained));
}

void net_model_copy(NetModel *to, const NetModel *from) {
  assert(to->n_weights == from->n_weights && to->e->fingerprint == from->e->fingerprint);
  memcpy(to->weights, from->weights, to->n_weights * sizeof(Real));
  to->steps = from->steps;
}
