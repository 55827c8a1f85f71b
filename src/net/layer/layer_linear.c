// Linear maps of rows, alone or together with their neighbours (then it is a convolution over the board). The bias, a
// bias for each sample and what was there before are added in the same go, and negative results cut off.
#include "net/layer/layer.h"

#include <math.h>

enum { LINEAR_WEIGHT, LINEAR_BIAS };

static int level_of(const NetPass *pass, int value) { return pass->model->values.at[value].level; }

static const int32_t *neighbours_of(const NetPass *pass, const NetOp *op) {
  return op->slots > 1 ? pass->batch.level[level_of(pass, op->in)].neighbours.at : NULL;
}

// Rows of a sample, in a value of any level.
static void sample_rows(const NetPass *pass, int value, int sample, int32_t *first, int32_t *end) {
  int level = level_of(pass, value);
  *first = level < 0 ? sample : pass->batch.level[level].start.at[sample];
  *end = level < 0 ? sample + 1 : pass->batch.level[level].start.at[sample + 1];
}

static void begin_sums(NetPass *pass, const NetOp *op) {
  int width = value_width(pass, op->out);
  const Real *bias = pass_param(pass, op->params[LINEAR_BIAS]);
  for (int i = 0; i < pass->batch.n; i++) {
    int32_t first, end;
    sample_rows(pass, op->out, i, &first, &end);
    const Real *more = op->per_sample >= 0 ? pass->values[op->per_sample] + (size_t)i * (size_t)width : pass->zeros;
    for (int32_t row = first; row < end; row++) {
      size_t at = (size_t)row * (size_t)width;
      Real *out = pass->values[op->out] + at;
      const Real *before = op->residual >= 0 ? pass->values[op->residual] + at : pass->zeros;
      for (int j = 0; j < width; j++) out[j] = before[j] + bias[j] + more[j];
    }
  }
}

static GemmRows input_rows(const NetPass *pass, const NetOp *op) {
  return (GemmRows){pass->values[op->in], neighbours_of(pass, op), op->slots, value_width(pass, op->in), pass->zeros};
}

static void multiply(const NetPass *pass, GemmRows rows, int m, int n, const Real *w, Real *c, bool relu) {
  if (pass->coarse) gemm_rows_coarse(rows, m, n, w, c, relu);
  else gemm_rows(rows, m, n, w, c, relu);
}

static void linear_forward(NetPass *pass, const NetOp *op) {
  begin_sums(pass, op);
  multiply(pass, input_rows(pass, op), pass_rows(pass, op->out), value_width(pass, op->out),
           pass_param(pass, op->params[LINEAR_WEIGHT]), pass->values[op->out], op->relu);
}

// ---- backwards -----------------------------------------------------------------------------------

// Where the result was cut off nothing goes back.
static void cut_gradient(NetPass *pass, const NetOp *op, size_t n) {
  Real *restrict d = pass->grads[op->out];
  const Real *restrict out = pass->values[op->out];
  for (size_t i = 0; i < n; i++) d[i] = out[i] > 0 ? d[i] : 0;
}

static void sum_gradients(NetPass *pass, const NetOp *op) {
  int width = value_width(pass, op->out);
  Real *bias = pass_param_grad(pass, op->params[LINEAR_BIAS]);
  for (int i = 0; i < pass->batch.n; i++) {
    int32_t first, end;
    sample_rows(pass, op->out, i, &first, &end);
    for (int32_t row = first; row < end; row++) {
      const Real *d = pass->grads[op->out] + (size_t)row * (size_t)width;
      add_to(bias, d, width);
      if (op->per_sample >= 0) add_to(pass->grads[op->per_sample] + (size_t)i * (size_t)width, d, width);
      if (op->residual >= 0) add_to(pass->grads[op->residual] + (size_t)row * (size_t)width, d, width);
    }
  }
}

// The weights seen from the other side: for each slot its matrix transposed.
static Real *turned_weights(NetPass *pass, const NetOp *op) {
  int in = value_width(pass, op->in), out = value_width(pass, op->out);
  const Real *w = pass_param(pass, op->params[LINEAR_WEIGHT]);
  Real *turned =
      pass_scratch(pass, (size_t)(op->slots * in) * (size_t)out + (size_t)pass_rows(pass, op->in) * (size_t)in);
  for (int s = 0; s < op->slots; s++) {
    size_t at = (size_t)(s * in) * (size_t)out;
    gemm_transpose(w + at, in, out, turned + at);
  }
  return turned;
}

// Where two rows have the same neighbour in the same slot: slot by slot, added where it belongs.
static void scatter_gradient(NetPass *pass, const NetOp *op, const Real *turned) {
  int in = value_width(pass, op->in), out = value_width(pass, op->out), rows = pass_rows(pass, op->in);
  const int32_t *neighbours = neighbours_of(pass, op);
  Real *part = (Real *)turned + (size_t)(op->slots * in) * (size_t)out;
  for (int s = 0; s < op->slots; s++) {
    memset(part, 0, (size_t)rows * (size_t)in * sizeof *part);
    gemm_rows((GemmRows){pass->grads[op->out], NULL, 1, out, pass->zeros}, rows, in,
              turned + (size_t)(s * in) * (size_t)out, part, false);
    for (int i = 0; i < rows; i++) {
      int32_t at = neighbours[i * op->slots + s];
      if (at >= 0) add_to(pass->grads[op->in] + (size_t)at * (size_t)in, part + (size_t)i * (size_t)in, in);
    }
  }
}

static void add_weight_gradient(NetPass *pass, const NetOp *op, int rows, int out) {
  Real *w = pass_param_grad(pass, op->params[LINEAR_WEIGHT]);
  if (pass->coarse) gemm_rows_transposed_coarse(input_rows(pass, op), rows, out, pass->grads[op->out], w);
  else gemm_rows_transposed(input_rows(pass, op), rows, out, pass->grads[op->out], w);
}

static void linear_backward(NetPass *pass, const NetOp *op) {
  int in = value_width(pass, op->in), out = value_width(pass, op->out), rows = pass_rows(pass, op->out);
  if (op->relu) cut_gradient(pass, op, (size_t)rows * (size_t)out);
  sum_gradients(pass, op);
  add_weight_gradient(pass, op, rows, out);
  const Real *turned = turned_weights(pass, op);
  const NetBatchLevel *level = op->slots > 1 ? &pass->batch.level[level_of(pass, op->in)] : NULL;
  if (level && !level->backwards_known) {
    scatter_gradient(pass, op, turned);
    return;
  }
  GemmRows d = {pass->grads[op->out], level ? level->backwards.at : NULL, op->slots, out, pass->zeros};
  multiply(pass, d, rows, in, turned, pass->grads[op->in], false);
}

int add_linear(NetModel *model, const char *name, LinearSpec spec) {
  NetValue from = model->values.at[spec.in];
  int out = model_value(model, from.level, spec.out_width, spec.shared);
  NetOp *op = model_op(model, &layer_linear, spec.in, out);
  int inputs = from.width * spec.slots;
  double scale = (spec.from_zero ? 0.2 : spec.relu ? 1.4142 : 1) / sqrt((double)inputs);
  op->slots = spec.slots;
  op->residual = spec.residual;
  op->per_sample = spec.per_sample;
  op->relu = spec.relu;
  op->params[LINEAR_WEIGHT] = model_param(model, arena_printf(&model->arena, "%s.weight", name), inputs, spec.out_width,
                                          NET_INIT_NORMAL, scale);
  op->params[LINEAR_BIAS] =
      model_param(model, arena_printf(&model->arena, "%s.bias", name), spec.out_width, 0, NET_INIT_ZERO, 0);
  return out;
}

const NetLayer layer_linear = {"linear", linear_forward, linear_backward};
