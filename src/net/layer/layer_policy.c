// Policy heads. Moves: a logit for each legal move, from its tokens in their roles and its facts. Places: the logit is
// what a convolution gives at the place of the move in the action tensor.
#include "net/layer/layer.h"

enum { MOVES_FACTS, MOVES_WEIGHT };

// ---- moves ---------------------------------------------------------------------------------------

// The vector that a part of a move adds.
static size_t part_at(NetPart part, int32_t first, int width, bool *fact) {
  *fact = part.role >= NET_ROLE_FACT;
  if (*fact) return (size_t)part.index * (size_t)width;
  return ((size_t)(first + part.index) * NET_ROLES + part.role) * (size_t)width;
}

static void sum_parts(const NetPass *pass, const NetOp *op, int sample, uint32_t move, Real *sum, int width) {
  const NetSample *s = pass->batch.samples[sample];
  const Real *facts = pass_param(pass, op->params[MOVES_FACTS]), *tokens = pass->values[op->in];
  const uint32_t *start = sample_move_start(s);
  const NetPart *parts = sample_parts(s);
  memcpy(sum, pass->values[op->per_sample] + (size_t)sample * (size_t)width, (size_t)width * sizeof *sum);
  for (uint32_t i = start[move]; i < start[move + 1]; i++) {
    bool fact;
    size_t at = part_at(parts[i], pass->batch.level[0].start.at[sample], width, &fact);
    add_to(sum, (fact ? facts : tokens) + at, width);
  }
}

static void moves_forward(NetPass *pass, const NetOp *op) {
  int width = value_width(pass, op->per_sample);
  const Real *w = pass_param(pass, op->params[MOVES_WEIGHT]);
  Real *sum = pass_scratch(pass, (size_t)width);
  for (int i = 0; i < pass->batch.n; i++) {
    for (uint32_t move = 0; move < pass->batch.samples[i]->n_moves; move++) {
      sum_parts(pass, op, i, move, sum, width);
      for (int j = 0; j < width; j++) sum[j] = sum[j] > 0 ? sum[j] : 0;
      pass->logits[pass->batch.moves.at[i] + move] = dot_product(sum, w, width);
    }
  }
}

static void move_gradient(NetPass *pass, const NetOp *op, int sample, uint32_t move, const Real *d, int width) {
  const NetSample *s = pass->batch.samples[sample];
  Real *facts = pass_param_grad(pass, op->params[MOVES_FACTS]), *tokens = pass->grads[op->in];
  const uint32_t *start = sample_move_start(s);
  add_to(pass->grads[op->per_sample] + (size_t)sample * (size_t)width, d, width);
  for (uint32_t i = start[move]; i < start[move + 1]; i++) {
    bool fact;
    size_t at = part_at(sample_parts(s)[i], pass->batch.level[0].start.at[sample], width, &fact);
    add_to((fact ? facts : tokens) + at, d, width);
  }
}

static void moves_backward(NetPass *pass, const NetOp *op) {
  int width = value_width(pass, op->per_sample);
  const Real *w = pass_param(pass, op->params[MOVES_WEIGHT]);
  Real *d_w = pass_param_grad(pass, op->params[MOVES_WEIGHT]), *sum = pass_scratch(pass, (size_t)width);
  for (int i = 0; i < pass->batch.n; i++) {
    for (uint32_t move = 0; move < pass->batch.samples[i]->n_moves; move++) {
      Real d = pass->logit_grads[pass->batch.moves.at[i] + move];
      if (d == 0) continue;
      sum_parts(pass, op, i, move, sum, width);
      for (int j = 0; j < width; j++) {
        d_w[j] += sum[j] > 0 ? d * sum[j] : 0;
        sum[j] = sum[j] > 0 ? d * w[j] : 0;
      }
      move_gradient(pass, op, i, move, sum, width);
    }
  }
}

void add_moves(NetModel *model, const char *name, int tokens, int per_sample, int width) {
  NetOp *op = model_op(model, &layer_moves, tokens, -1);
  op->per_sample = per_sample;
  int facts = MAX(model->e->move_facts, 1);
  op->params[MOVES_FACTS] =
      model_param(model, arena_printf(&model->arena, "%s.facts", name), facts, width, NET_INIT_NORMAL, 0.3);
  op->params[MOVES_WEIGHT] =
      model_param(model, arena_printf(&model->arena, "%s.weight", name), width, 0, NET_INIT_NORMAL, 0.1);
}

const NetLayer layer_moves = {"moves", moves_forward, moves_backward};

// ---- places --------------------------------------------------------------------------------------

static size_t place_at(const NetPass *pass, int sample, uint32_t move, int width) {
  const NetSample *s = pass->batch.samples[sample];
  NetPart part = sample_parts(s)[sample_move_start(s)[move]];
  return (size_t)(pass->batch.level[0].start.at[sample] + part.index) * (size_t)width + part.role;
}

static void places_forward(NetPass *pass, const NetOp *op) {
  int width = value_width(pass, op->in);
  for (int i = 0; i < pass->batch.n; i++) {
    for (uint32_t move = 0; move < pass->batch.samples[i]->n_moves; move++) {
      pass->logits[pass->batch.moves.at[i] + move] = pass->values[op->in][place_at(pass, i, move, width)];
    }
  }
}

static void places_backward(NetPass *pass, const NetOp *op) {
  int width = value_width(pass, op->in);
  for (int i = 0; i < pass->batch.n; i++) {
    for (uint32_t move = 0; move < pass->batch.samples[i]->n_moves; move++) {
      pass->grads[op->in][place_at(pass, i, move, width)] += pass->logit_grads[pass->batch.moves.at[i] + move];
    }
  }
}

void add_places(NetModel *model, int channels) { model_op(model, &layer_places, channels, -1); }

const NetLayer layer_places = {"places", places_forward, places_backward};
