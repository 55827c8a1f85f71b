// The first layer: every token is the sum of the vectors of its facts and numbers. What never changes about a token is
// summed up once.
#include "net/layer/layer.h"

enum { EMBED_FACTS, EMBED_NUMBERS, EMBED_GLOBALS, EMBED_GLOBAL_NUMBERS, EMBED_BIAS };

static Real *base_row(Real *base, const NetEncoding *e, int viewer, int token, int width) {
  return base + ((size_t)(viewer - 1) * (size_t)e->tokens + (size_t)token) * (size_t)width;
}

static void fill_base(NetPass *pass, const NetOp *op) {
  const NetEncoding *e = pass->model->e;
  int width = value_width(pass, op->out);
  const Real *facts = pass_param(pass, op->params[EMBED_FACTS]), *numbers = pass_param(pass, op->params[EMBED_NUMBERS]);
  for (int p = 1; p <= e->players; p++) {
    const NetView *view = &e->views[p];
    for (int t = 0; t < e->tokens; t++) {
      Real *out = base_row(pass->base, e, p, t, width);
      memcpy(out, pass_param(pass, op->params[EMBED_BIAS]), (size_t)width * sizeof *out);
      for (uint32_t i = view->fact_start[t]; i < view->fact_start[t + 1]; i++) {
        add_to(out, facts + (size_t)view->facts[i] * (size_t)width, width);
      }
      for (int k = 0; k < e->n_static_numbers; k++) {
        Real value = (Real)view->numbers[t * e->n_static_numbers + k];
        if (value != 0) add_scaled(out, numbers + (size_t)k * (size_t)width, value, width);
      }
    }
  }
  pass->base_known = true;
}

// What is true of the whole position.
static void sum_globals(NetPass *pass, const NetOp *op, const NetSample *s, Real *out, int width) {
  const Real *facts = pass_param(pass, op->params[EMBED_GLOBALS]);
  const Real *numbers = pass_param(pass, op->params[EMBED_GLOBAL_NUMBERS]);
  for (int j = 0; j < width; j++) out[j] = 0;
  for (uint32_t i = 0; i < s->n_global_facts; i++) {
    add_to(out, facts + (size_t)sample_global_facts(s)[i] * (size_t)width, width);
  }
  const NetNumber *values = sample_global_numbers(s);
  for (uint32_t i = 0; i < s->n_global_numbers; i++) {
    add_scaled(out, numbers + (size_t)values[i].what * (size_t)width, (Real)values[i].value, width);
  }
}

static void embed_sample(NetPass *pass, const NetOp *op, const NetSample *s, int32_t first, const Real *globals) {
  int width = value_width(pass, op->out);
  Real *out = pass->values[op->out] + (size_t)first * (size_t)width;
  const Real *facts = pass_param(pass, op->params[EMBED_FACTS]), *numbers = pass_param(pass, op->params[EMBED_NUMBERS]);
  const uint16_t *tokens = sample_tokens(s);
  for (int t = 0; t < s->n_tokens; t++) {
    const Real *base = base_row(pass->base, pass->model->e, s->viewer, tokens[t], width);
    for (int j = 0; j < width; j++) out[(size_t)t * (size_t)width + (size_t)j] = base[j] + globals[j];
  }
  const NetFact *fact = sample_facts(s);
  for (uint32_t i = 0; i < s->n_facts; i++) {
    add_to(out + (size_t)fact[i].at * (size_t)width, facts + (size_t)fact[i].what * (size_t)width, width);
  }
  const NetNumber *number = sample_numbers(s);
  for (uint32_t i = 0; i < s->n_numbers; i++) {
    add_scaled(out + (size_t)number[i].at * (size_t)width, numbers + (size_t)number[i].what * (size_t)width,
               (Real)number[i].value, width);
  }
}

static void embed_forward(NetPass *pass, const NetOp *op) {
  int width = value_width(pass, op->out);
  if (!pass->base_known || pass->training) fill_base(pass, op);
  Real *globals = pass_scratch(pass, (size_t)width);
  for (int i = 0; i < pass->batch.n; i++) {
    sum_globals(pass, op, pass->batch.samples[i], globals, width);
    embed_sample(pass, op, pass->batch.samples[i], pass->batch.level[0].start.at[i], globals);
  }
}

// ---- backwards -----------------------------------------------------------------------------------

static void global_gradients(NetPass *pass, const NetOp *op, const NetSample *s, const Real *sum, int width) {
  Real *facts = pass_param_grad(pass, op->params[EMBED_GLOBALS]);
  Real *numbers = pass_param_grad(pass, op->params[EMBED_GLOBAL_NUMBERS]);
  add_to(pass_param_grad(pass, op->params[EMBED_BIAS]), sum, width);
  for (uint32_t i = 0; i < s->n_global_facts; i++) {
    add_to(facts + (size_t)sample_global_facts(s)[i] * (size_t)width, sum, width);
  }
  const NetNumber *values = sample_global_numbers(s);
  for (uint32_t i = 0; i < s->n_global_numbers; i++) {
    add_scaled(numbers + (size_t)values[i].what * (size_t)width, sum, (Real)values[i].value, width);
  }
}

static void static_gradients(NetPass *pass, const NetOp *op, const NetView *view, int token, const Real *d, int width) {
  Real *facts = pass_param_grad(pass, op->params[EMBED_FACTS]);
  Real *numbers = pass_param_grad(pass, op->params[EMBED_NUMBERS]);
  int n = pass->model->e->n_static_numbers;
  for (uint32_t i = view->fact_start[token]; i < view->fact_start[token + 1]; i++) {
    add_to(facts + (size_t)view->facts[i] * (size_t)width, d, width);
  }
  for (int k = 0; k < n; k++) {
    add_scaled(numbers + (size_t)k * (size_t)width, d, (Real)view->numbers[token * n + k], width);
  }
}

static void sample_gradients(NetPass *pass, const NetOp *op, const NetSample *s, const Real *d, int width) {
  Real *facts = pass_param_grad(pass, op->params[EMBED_FACTS]);
  Real *numbers = pass_param_grad(pass, op->params[EMBED_NUMBERS]);
  const NetFact *fact = sample_facts(s);
  for (uint32_t i = 0; i < s->n_facts; i++) {
    add_to(facts + (size_t)fact[i].what * (size_t)width, d + (size_t)fact[i].at * (size_t)width, width);
  }
  const NetNumber *number = sample_numbers(s);
  for (uint32_t i = 0; i < s->n_numbers; i++) {
    add_scaled(numbers + (size_t)number[i].what * (size_t)width, d + (size_t)number[i].at * (size_t)width,
               (Real)number[i].value, width);
  }
}

static void embed_backward(NetPass *pass, const NetOp *op) {
  const NetEncoding *e = pass->model->e;
  int width = value_width(pass, op->out);
  size_t size = (size_t)e->players * (size_t)e->tokens * (size_t)width;
  Real *base = pass_scratch(pass, size + (size_t)width), *sum = base + size;
  memset(base, 0, size * sizeof *base);
  for (int i = 0; i < pass->batch.n; i++) {
    const NetSample *s = pass->batch.samples[i];
    const Real *d = pass->grads[op->out] + (size_t)pass->batch.level[0].start.at[i] * (size_t)width;
    for (int j = 0; j < width; j++) sum[j] = 0;
    for (int t = 0; t < s->n_tokens; t++) {
      add_to(sum, d + (size_t)t * (size_t)width, width);
      add_to(base_row(base, e, s->viewer, sample_tokens(s)[t], width), d + (size_t)t * (size_t)width, width);
    }
    global_gradients(pass, op, s, sum, width);
    sample_gradients(pass, op, s, d, width);
  }
  for (int p = 1; p <= e->players; p++) {
    for (int t = 0; t < e->tokens; t++) {
      static_gradients(pass, op, &e->views[p], t, base_row(base, e, p, t, width), width);
    }
  }
}

int add_embed(NetModel *model, int channels, int shared) {
  const NetEncoding *e = model->e;
  int out = model_value(model, 0, channels, shared);
  NetOp *op = model_op(model, &layer_embed, -1, out);
  op->params[EMBED_FACTS] = model_param(model, "embed.facts", MAX(e->facts, 1), channels, NET_INIT_NORMAL, 0.5);
  op->params[EMBED_NUMBERS] = model_param(model, "embed.numbers", MAX(e->numbers, 1), channels, NET_INIT_NORMAL, 0.5);
  op->params[EMBED_GLOBALS] =
      model_param(model, "embed.global_facts", MAX(e->global_facts, 1), channels, NET_INIT_NORMAL, 0.25);
  op->params[EMBED_GLOBAL_NUMBERS] =
      model_param(model, "embed.global_numbers", MAX(e->global_numbers, 1), channels, NET_INIT_NORMAL, 0.25);
  op->params[EMBED_BIAS] = model_param(model, "embed.bias", channels, 0, NET_INIT_ZERO, 0);
  return out;
}

const NetLayer layer_embed = {"embed", embed_forward, embed_backward};
