// Normalisation of every row by its root mean square, with a gain for each channel, and perhaps cut off below 0. It
// looks at one row alone, so that training and playing agree whatever the batch.
#include "net/layer.h"

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
    Real *out = pass->values[op->out] + (size_t)i * (size_t)width, scale = inverse_rms(x, width);
    for (int j = 0; j < width; j++) {
      Real y = x[j] * scale * gain[j];
      out[j] = op->relu && y < 0 ? 0 : y;
    }
  }
}

static void norm_backward(NetPass *pass, const NetOp *op) {
  int rows = pass_rows(pass, op->in), width = value_width(pass, op->in);
  const Real *gain = pass_param(pass, op->params[NORM_GAIN]);
  Real *d_gain = pass_param_grad(pass, op->params[NORM_GAIN]), *d_hat = pass_scratch(pass, (size_t)width);
  for (int i = 0; i < rows; i++) {
    size_t at = (size_t)i * (size_t)width;
    const Real *x = pass->values[op->in] + at, *out = pass->values[op->out] + at, *d = pass->grads[op->out] + at;
    Real *d_x = pass->grads[op->in] + at, scale = inverse_rms(x, width);
    for (int j = 0; j < width; j++) {
      Real d_y = op->relu && out[j] <= 0 ? 0 : d[j];
      d_gain[j] += d_y * x[j] * scale;
      d_hat[j] = d_y * gain[j];
    }
    Real dot = dot_product(d_hat, x, width) * scale * scale / (Real)width;
    for (int j = 0; j < width; j++) d_x[j] += scale * (d_hat[j] - x[j] * dot);
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
