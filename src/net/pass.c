// Running a network over a batch: memory for its values, all operations forwards, and backwards.
#include "net/layer/layer.h"

int pass_rows(const NetPass *pass, int value) {
  int level = pass->model->values.at[value].level;
  return level == NET_ROWS_SAMPLES ? pass->batch.n : pass->batch.level[level].rows;
}

Real *pass_scratch(NetPass *pass, size_t n) {
  if (pass->scratch.cap < n) {
    mem_free(pass->scratch.at);
    pass->scratch.cap = n + n / 2 + 64;
    pass->scratch.at = mem_alloc_lines(pass->scratch.cap * sizeof(Real));
  }
  return pass->scratch.at;
}

void pass_init(NetPass *pass, const NetModel *model, bool training) {
  size_t values = model->values.n, widest = 1;
  *pass = (NetPass){.model = model, .training = training};
  pass->batch.e = model->e;
  pass->values = mem_alloc_zero((values + 1) * sizeof *pass->values);
  pass->grads = mem_alloc_zero((values + 1) * sizeof *pass->grads);
  for (size_t i = 0; i < values; i++) widest = MAX(widest, (size_t)model->values.at[i].width);
  pass->zeros = mem_alloc_zero(widest * sizeof(Real));
  size_t channels = (size_t)model->values.at[0].width;
  pass->base = mem_alloc_zero((size_t)model->e->players * (size_t)model->e->tokens * channels * sizeof(Real));
  pass->relations = mem_alloc_zero((size_t)(model->e->players + 1) * sizeof *pass->relations);
  if (training) pass->weight_grads = mem_alloc_zero(model->n_weights * sizeof(Real));
}

void pass_free(NetPass *pass) {
  batch_free(&pass->batch);
  mem_free(pass->values);
  mem_free(pass->grads);
  mem_free(pass->memory);
  mem_free(pass->weight_grads);
  mem_free(pass->zeros);
  for (int p = 0; p <= pass->model->e->players; p++) mem_free(pass->relations[p]);
  mem_free(pass->relations);
  mem_free(pass->base);
  VEC_FREE(&pass->scratch);
}

// ---- memory --------------------------------------------------------------------------------------

enum { LINE = 16 };  // numbers in a cache line

static size_t rounded(size_t n) { return (n + LINE - 1) / LINE * LINE; }

static size_t value_size(const NetPass *pass, int value) {
  return rounded((size_t)pass_rows(pass, value) * (size_t)value_width(pass, value));
}

// An earlier value that this one shares memory with, or -1.
static int shares_with(const NetPass *pass, int value) {
  int shared = pass->training ? -1 : pass->model->values.at[value].shared;
  for (int i = 0; shared >= 0 && i < value; i++) {
    if (pass->model->values.at[i].shared == shared) return i;
  }
  return -1;
}

static void place_values(NetPass *pass, Real *at) {
  int n = (int)pass->model->values.n;
  for (int i = 0; i < n; i++) {
    int other = shares_with(pass, i);
    pass->values[i] = other >= 0 ? pass->values[other] : at;
    if (other < 0) at += value_size(pass, i);
  }
  for (int i = 0; i < n && pass->training; i++) {
    pass->grads[i] = at;
    at += value_size(pass, i);
  }
  pass->logits = at;
  pass->logit_grads = at + rounded(pass->batch.moves.at[pass->batch.n]);
}

static size_t needed(const NetPass *pass) {
  size_t sum = 2 * rounded(pass->batch.moves.at[pass->batch.n]);
  for (int i = 0; i < (int)pass->model->values.n; i++) {
    if (shares_with(pass, i) < 0) sum += value_size(pass, i) * (pass->training ? 2 : 1);
  }
  return sum;
}

static int levels_used(const NetModel *model) {
  int most = 0;
  for (size_t i = 0; i < model->values.n; i++) most = MAX(most, model->values.at[i].level);
  return most + 1;
}

void pass_open(NetPass *pass, const NetSample *const *samples, int n) {
  batch_open(&pass->batch, samples, n, levels_used(pass->model), pass->training);
  size_t wanted = needed(pass);
  if (wanted > pass->room) {
    mem_free(pass->memory);
    pass->room = wanted + wanted / 4;
    pass->memory = mem_alloc_lines(pass->room * sizeof(Real));
  }
  place_values(pass, pass->memory);
  for (int i = 0; i < (int)pass->model->values.n && pass->training; i++) {
    memset(pass->grads[i], 0, value_size(pass, i) * sizeof(Real));
  }
}

void pass_forward(NetPass *pass) {
  for (size_t i = 0; i < pass->model->ops.n; i++) {
    const NetOp *op = &pass->model->ops.at[i];
    op->layer->forward(pass, op);
  }
}

void pass_backward(NetPass *pass) {
  for (size_t i = pass->model->ops.n; i-- > 0;) {
    const NetOp *op = &pass->model->ops.at[i];
    op->layer->backward(pass, op);
  }
}
