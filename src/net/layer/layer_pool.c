// Rows brought together: the mean and the largest of all rows of a sample; the mean of the rows of a larger cell (down
// a U-net), and back again (up).
#include "net/layer/layer.h"

// ---- over the whole sample -----------------------------------------------------------------------

static void pool_forward(NetPass *pass, const NetOp *op) {
  const NetBatchLevel *level = &pass->batch.level[pass->model->values.at[op->in].level];
  int width = value_width(pass, op->in);
  for (int i = 0; i < pass->batch.n; i++) {
    int32_t first = level->start.at[i], end = level->start.at[i + 1];
    Real *mean = pass->values[op->out] + (size_t)i * 2 * (size_t)width, *most = mean + width;
    const Real *x = pass->values[op->in] + (size_t)first * (size_t)width;
    memcpy(mean, x, (size_t)width * sizeof *mean);
    memcpy(most, x, (size_t)width * sizeof *most);
    for (int32_t row = first + 1; row < end; row++) {
      x += width;
      for (int j = 0; j < width; j++) {
        mean[j] += x[j];
        most[j] = x[j] > most[j] ? x[j] : most[j];
      }
    }
    for (int j = 0; j < width; j++) mean[j] /= (Real)(end - first);
  }
}

static void pool_backward(NetPass *pass, const NetOp *op) {
  const NetBatchLevel *level = &pass->batch.level[pass->model->values.at[op->in].level];
  int width = value_width(pass, op->in);
  for (int i = 0; i < pass->batch.n; i++) {
    int32_t first = level->start.at[i], end = level->start.at[i + 1];
    const Real *most = pass->values[op->out] + (size_t)i * 2 * (size_t)width + width;
    const Real *d_mean = pass->grads[op->out] + (size_t)i * 2 * (size_t)width, *d_most = d_mean + width;
    for (int32_t row = first; row < end; row++) {
      add_scaled(pass->grads[op->in] + (size_t)row * (size_t)width, d_mean, 1 / (Real)(end - first), width);
    }
    for (int j = 0; j < width; j++) {  // the first of the largest gets it all
      int32_t row = first;
      while (row < end - 1 && pass->values[op->in][(size_t)row * (size_t)width + (size_t)j] != most[j]) row++;
      pass->grads[op->in][(size_t)row * (size_t)width + (size_t)j] += d_most[j];
    }
  }
}

int add_pool(NetModel *model, int in, int shared) {
  int out = model_value(model, NET_ROWS_SAMPLES, 2 * model->values.at[in].width, shared);
  model_op(model, &layer_pool, in, out);
  return out;
}

const NetLayer layer_pool = {"pool", pool_forward, pool_backward};

// ---- down ----------------------------------------------------------------------------------------

// How many rows of the level below each row has.
static int32_t *count_members(NetPass *pass, const NetBatchLevel *below, int rows) {
  int32_t *members = (int32_t *)(void *)pass_scratch(pass, (size_t)rows);
  memset(members, 0, (size_t)rows * sizeof *members);
  for (int i = 0; i < below->rows; i++) members[below->above.at[i]]++;
  return members;
}

static void down_forward(NetPass *pass, const NetOp *op) {
  const NetBatchLevel *below = &pass->batch.level[pass->model->values.at[op->in].level];
  int width = value_width(pass, op->in), rows = pass_rows(pass, op->out);
  const int32_t *members = count_members(pass, below, rows);
  memset(pass->values[op->out], 0, (size_t)rows * (size_t)width * sizeof(Real));
  for (int i = 0; i < below->rows; i++) {
    int32_t to = below->above.at[i];
    add_scaled(pass->values[op->out] + (size_t)to * (size_t)width, pass->values[op->in] + (size_t)i * (size_t)width,
               1 / (Real)members[to], width);
  }
}

static void down_backward(NetPass *pass, const NetOp *op) {
  const NetBatchLevel *below = &pass->batch.level[pass->model->values.at[op->in].level];
  int width = value_width(pass, op->in);
  const int32_t *members = count_members(pass, below, pass_rows(pass, op->out));
  for (int i = 0; i < below->rows; i++) {
    int32_t to = below->above.at[i];
    add_scaled(pass->grads[op->in] + (size_t)i * (size_t)width, pass->grads[op->out] + (size_t)to * (size_t)width,
               1 / (Real)members[to], width);
  }
}

int add_down(NetModel *model, int in, int shared) {
  NetValue from = model->values.at[in];
  int out = model_value(model, from.level + 1, from.width, shared);
  model_op(model, &layer_down, in, out);
  return out;
}

const NetLayer layer_down = {"down", down_forward, down_backward};

// ---- up ------------------------------------------------------------------------------------------

static void up_forward(NetPass *pass, const NetOp *op) {
  const NetBatchLevel *below = &pass->batch.level[pass->model->values.at[op->out].level];
  int width = value_width(pass, op->out);
  for (int i = 0; i < below->rows; i++) {
    size_t at = (size_t)i * (size_t)width, from = (size_t)below->above.at[i] * (size_t)width;
    for (int j = 0; j < width; j++) {
      pass->values[op->out][at + (size_t)j] =
          pass->values[op->residual][at + (size_t)j] + pass->values[op->in][from + (size_t)j];
    }
  }
}

static void up_backward(NetPass *pass, const NetOp *op) {
  const NetBatchLevel *below = &pass->batch.level[pass->model->values.at[op->out].level];
  int width = value_width(pass, op->out);
  for (int i = 0; i < below->rows; i++) {
    const Real *d = pass->grads[op->out] + (size_t)i * (size_t)width;
    add_to(pass->grads[op->residual] + (size_t)i * (size_t)width, d, width);
    add_to(pass->grads[op->in] + (size_t)below->above.at[i] * (size_t)width, d, width);
  }
}

int add_up(NetModel *model, int in, int skip, int shared) {
  NetValue to = model->values.at[skip];
  int out = model_value(model, to.level, to.width, shared);
  model_op(model, &layer_up, in, out)->residual = skip;
  return out;
}

const NetLayer layer_up = {"up", up_forward, up_backward};
