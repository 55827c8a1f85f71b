// Normalisation of every row by its root mean square, with a gain for each channel, and perhaps cut off below 0. It
// looks at one row alone, so that training and playing agree whatever the batch.
#include "net/layer/layer.h"

#include <math.h>

enum { NORM_GAIN };
#define NORM_EPSILON ((Real)1e-5)

static Real inverse_rms(const Real *x, int width) {
  return 1 / (Real)sqrt((double)(dot_product(x, x, width) / (Real)width + NORM_EPSILON));
}

static void norm_forward(NetPass *pass, const NetOp *op) {
  int rows = pass_rows(pass, op->in), width = value_width(pass, op->in);
  const Real *gain = pass_param(pass, op->params[NORM_GAIN]);
  for (int i = 0; i < rows; i++) {
    const Real *x = pass->values[op->in] + (size_t)i * (size_t)width;
    Real *restrict out = pass->values[op->out] + (size_t)i * (size_t)width, scale = inverse_rms(x, width);
    Real least = op->relu ? 0 : (Real)-INFINITY;
    for (int j = 0; j < width; j++) {
      Real y = x[j] * scale * gain[j];
      out[j] = y > least ? y : least;
    }
  }
}

typedef struct NormRow {
  const Real *x, *out, *d, *gain;
  Real *d_gain, *d_hat, *d_x;
} NormRow;

// The gradient of one row; what was cut off gives nothing back.
static void row_backward(NormRow row, int width, bool relu) {
  const Real *restrict x = row.x, *restrict out = row.out, *restrict d = row.d, *restrict gain = row.gain;
  Real *restrict d_gain = row.d_gain, *restrict d_hat = row.d_hat, *restrict d_x = row.d_x;
  Real scale = inverse_rms(x, width), least = relu ? 0 : (Real)-INFINITY;
  for (int j = 0; j < width; j++) {
    Real d_y = out[j] > least ? d[j] : 0;
    d_gain[j] += d_y * x[j] * scale;
    d_hat[j] = d_y * gain[j];
  }
  Real dot = dot_product(d_hat, x, width) * scale * scale / (Real)width;
  for (int j = 0; j < width; j++) d_x[j] += scale * (d_hat[j] - x[j] * dot);
}

static void norm_backward(NetPass *pass, const NetOp *op) {
  int rows = pass_rows(pass, op->in), width = value_width(pass, op->in);
  NormRow row = {.gain = pass_param(pass, op->params[NORM_GAIN]),
                 .d_gain = pass_param_grad(pass, op->params[NORM_GAIN]),
                 .d_hat = pass_scratch(pass, (size_t)width)};
  for (int i = 0; i < rows; i++) {
    size_t at = (size_t)i * (size_t)width;
    row.x = pass->values[op->in] + at;
    row.out = pass->values[op->out] + at;
    row.d = pass->grads[op->out] + at;
    row.d_x = pass->grads[op->in] + at;
    row_backward(row, width, op->relu);
  }
}

int add_norm(NetModel *model, const char *name, int in, int shared, bool relu) {
  NetValue from = model->values.at[in];
  int out = model_value(model, from.level, from.width, shared);
  NetOp *op = model_op(model, &layer_norm, in, out);
  op->params[NORM_GAIN] =
      model_param(model, arena_printf(&model->arena, "%s.gain", name), from.width, 0, NET_INIT_ONE, 0);
  op->relu = relu;
  return out;
}

const NetLayer layer_norm = {"norm", norm_forward, norm_backward};
