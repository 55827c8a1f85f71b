// Attention of the tokens of a sample to each other, in several heads, with a learnt bias for how one token lies from
// the other. Its input has queries, keys and values side by side; scores are worked out again for the gradient, so that
// large boards need no memory for them.
#include "net/layer/layer.h"

#include <math.h>

enum { ATTENTION_BIAS };

// ---- relations -----------------------------------------------------------------------------------

enum {
  REACH = 14,  // half units told apart in each direction
  SIDE = 2 * REACH + 1,
  LAYERS = 3,
  FIRST_LAYER = SIDE * SIDE,
  FIRST_GROUP = FIRST_LAYER + 2 * LAYERS + 1,
};

static int clip(int value, int most) { return MAX(-most, MIN(value, most)); }

static int groups_of(const NetEncoding *e) {
  int most = 0;
  for (int p = 1; p <= e->players; p++) {
    for (int t = 0; t < e->tokens; t++) most = MAX(most, e->views[p].places[t * NET_PLACES + 3]);
  }
  return most + 1;
}

static int relation(const int32_t *from, const int32_t *to, int groups) {
  if (from[3] || to[3]) return FIRST_GROUP + from[3] * groups + to[3];
  if (from[2] != to[2]) return FIRST_LAYER + LAYERS + clip(to[2] - from[2], LAYERS);
  return (REACH + clip(to[0] - from[0], REACH)) * SIDE + REACH + clip(to[1] - from[1], REACH);
}

static void fill_relations(const NetPass *pass, const NetSample *s, int groups, int32_t *out) {
  const int32_t *places = pass->model->e->views[s->viewer].places;
  const uint16_t *tokens = sample_tokens(s);
  for (int i = 0; i < s->n_tokens; i++) {
    for (int j = 0; j < s->n_tokens; j++) {
      *out++ = relation(places + tokens[i] * NET_PLACES, places + tokens[j] * NET_PLACES, groups);
    }
  }
}

// Those of a sample with all tokens are kept; others go to `room`.
static const int32_t *relations_of(NetPass *pass, const NetSample *s, int groups, int32_t *room) {
  enum { KEPT_TOKENS = 512 };
  bool all = s->n_tokens == pass->model->e->tokens && s->n_tokens <= KEPT_TOKENS;
  for (int i = 0; all && i < s->n_tokens; i++) all = sample_tokens(s)[i] == i;
  int32_t **kept = &pass->relations[s->viewer];
  if (all && *kept) return *kept;
  if (all) room = *kept = mem_alloc((size_t)s->n_tokens * s->n_tokens * sizeof **kept);
  fill_relations(pass, s, groups, room);
  return room;
}

// ---- one head of one sample ----------------------------------------------------------------------

typedef struct Head {
  int n, size;    // tokens, width of the head
  int width;      // of a row of the input: queries, keys, values of all heads
  const Real *x;  // queries of the head in the first row
  const Real *bias;
  int heads, groups;
  const int32_t *relations;
  // Working memory.
  Real *q, *k, *v, *turned, *scores, *d_scores, *d_out, *part;
} Head;

static size_t head_room(int n, int size) { return 6 * (size_t)n * (size_t)size + 2 * (size_t)n * (size_t)n; }

static void head_memory(Head *h, Real *at) {
  size_t flat = (size_t)h->n * (size_t)h->size, square = (size_t)h->n * (size_t)h->n;
  h->q = at;
  h->k = h->q + flat;
  h->v = h->k + flat;
  h->turned = h->v + flat;
  h->d_out = h->turned + flat;
  h->part = h->d_out + flat;
  h->scores = h->part + flat;
  h->d_scores = h->scores + square;
}

static void copy_columns(const Real *from, int n, int width, int size, Real scale, Real *to) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < size; j++) to[i * size + j] = scale * from[(size_t)i * (size_t)width + (size_t)j];
  }
}

static Real head_scale(const Head *h) { return 1 / (Real)sqrt((double)h->size); }

static GemmRows plain_rows(const Real *x, int width) { return (GemmRows){x, NULL, 1, width, NULL}; }

// Both in parts side by side, so that they become vector instructions.
enum { PARTS = 16 };

static Real largest(const Real *row, int n) {
  Real part[PARTS], most = row[0];
  for (int k = 0; k < PARTS; k++) part[k] = row[0];
  int j = 0;
  for (; j + PARTS <= n; j += PARTS) {
    for (int k = 0; k < PARTS; k++) part[k] = row[j + k] > part[k] ? row[j + k] : part[k];
  }
  for (; j < n; j++) most = row[j] > most ? row[j] : most;
  for (int k = 0; k < PARTS; k++) most = part[k] > most ? part[k] : most;
  return most;
}

static Real total(const Real *row, int n) {
  Real part[PARTS] = {0}, sum = 0;
  int j = 0;
  for (; j + PARTS <= n; j += PARTS) {
    for (int k = 0; k < PARTS; k++) part[k] += row[j + k];
  }
  for (; j < n; j++) sum += row[j];
  for (int k = 0; k < PARTS; k++) sum += part[k];
  return sum;
}

static void softmax(Real *row, int n) {
  Real most = largest(row, n);
  gemm_exp(row, n, most);
  Real scale = 1 / total(row, n);
  for (int j = 0; j < n; j++) row[j] *= scale;
}

// Fills q, k, v and the probabilities.
static void head_scores(Head *h) {
  int third = h->width / 3;
  copy_columns(h->x, h->n, h->width, h->size, head_scale(h), h->q);
  copy_columns(h->x + third, h->n, h->width, h->size, 1, h->k);
  copy_columns(h->x + 2 * third, h->n, h->width, h->size, 1, h->v);
  gemm_transpose(h->k, h->n, h->size, h->turned);
  for (int i = 0; i < h->n * h->n; i++) h->scores[i] = h->bias[(size_t)h->relations[i] * (size_t)h->heads];
  gemm_rows(plain_rows(h->q, h->size), h->n, h->n, h->turned, h->scores, false);
  for (int i = 0; i < h->n; i++) softmax(h->scores + (size_t)i * (size_t)h->n, h->n);
}

typedef void HeadFn(NetPass *pass, const NetOp *op, Head *h, size_t first, int head);

// Calls `each` for every head of every sample.
static void visit_heads(NetPass *pass, const NetOp *op, HeadFn *each) {
  int width = value_width(pass, op->in), size = value_width(pass, op->out) / op->heads, most = 0;
  for (int i = 0; i < pass->batch.n; i++) most = MAX(most, pass->batch.samples[i]->n_tokens);
  size_t squares = ((size_t)most * (size_t)most * sizeof(int32_t) + sizeof(Real) - 1) / sizeof(Real);
  Real *memory = pass_scratch(pass, head_room(most, size) + squares);
  Head h = {.size = size, .width = width, .heads = op->heads, .groups = groups_of(pass->model->e)};
  int32_t *relations = (int32_t *)(void *)(memory + head_room(most, size));
  for (int i = 0; i < pass->batch.n; i++) {
    size_t first = (size_t)pass->batch.level[0].start.at[i];
    h.n = pass->batch.samples[i]->n_tokens;
    h.relations = relations_of(pass, pass->batch.samples[i], h.groups, relations);
    for (int head = 0; head < op->heads; head++) {
      head_memory(&h, memory);
      h.x = pass->values[op->in] + first * (size_t)width + (size_t)(head * size);
      h.bias = pass_param(pass, op->params[ATTENTION_BIAS]) + head;
      each(pass, op, &h, first, head);
    }
  }
}

static void head_forward(NetPass *pass, const NetOp *op, Head *h, size_t first, int head) {
  int channels = value_width(pass, op->out);
  head_scores(h);
  memset(h->part, 0, (size_t)h->n * (size_t)h->size * sizeof *h->part);
  gemm_rows(plain_rows(h->scores, h->n), h->n, h->size, h->v, h->part, false);
  for (int i = 0; i < h->n; i++) {
    Real *out = pass->values[op->out] + (first + (size_t)i) * (size_t)channels + (size_t)(head * h->size);
    memcpy(out, h->part + (size_t)i * (size_t)h->size, (size_t)h->size * sizeof *out);
  }
}

static void attention_forward(NetPass *pass, const NetOp *op) { visit_heads(pass, op, head_forward); }

// ---- backwards -----------------------------------------------------------------------------------

// From the gradient of probabilities (in d_scores) to that of scores.
static void softmax_gradient(Head *h) {
  for (int i = 0; i < h->n; i++) {
    Real *d = h->d_scores + (size_t)i * (size_t)h->n;
    const Real *p = h->scores + (size_t)i * (size_t)h->n;
    Real dot = dot_product(d, p, h->n);
    for (int j = 0; j < h->n; j++) d[j] = p[j] * (d[j] - dot);
  }
}

static void add_columns(const Real *from, int n, int width, int size, Real scale, Real *to) {
  for (int i = 0; i < n; i++) add_scaled(to + (size_t)i * (size_t)width, from + (size_t)i * (size_t)size, scale, size);
}

static void clear(Real *at, size_t n) { memset(at, 0, n * sizeof *at); }

static void head_backward(NetPass *pass, const NetOp *op, Head *h, size_t first, int head) {
  int channels = value_width(pass, op->out), third = h->width / 3;
  size_t flat = (size_t)h->n * (size_t)h->size;
  Real *d_x = pass->grads[op->in] + first * (size_t)h->width + (size_t)(head * h->size);
  Real *d_bias = pass_param_grad(pass, op->params[ATTENTION_BIAS]) + head;
  head_scores(h);
  copy_columns(pass->grads[op->out] + first * (size_t)channels + (size_t)(head * h->size), h->n, channels, h->size, 1,
               h->d_out);
  clear(h->part, flat);
  gemm_rows_transposed(plain_rows(h->scores, h->n), h->n, h->size, h->d_out, h->part);
  add_columns(h->part, h->n, h->width, h->size, 1, d_x + 2 * third);
  gemm_transpose(h->v, h->n, h->size, h->turned);
  clear(h->d_scores, (size_t)h->n * (size_t)h->n);
  gemm_rows(plain_rows(h->d_out, h->size), h->n, h->n, h->turned, h->d_scores, false);
  softmax_gradient(h);
  for (int i = 0; i < h->n * h->n; i++) d_bias[(size_t)h->relations[i] * (size_t)h->heads] += h->d_scores[i];
  clear(h->part, flat);
  gemm_rows(plain_rows(h->d_scores, h->n), h->n, h->size, h->k, h->part, false);
  add_columns(h->part, h->n, h->width, h->size, head_scale(h), d_x);
  clear(h->part, flat);
  gemm_rows_transposed(plain_rows(h->d_scores, h->n), h->n, h->size, h->q, h->part);
  add_columns(h->part, h->n, h->width, h->size, 1, d_x + third);
}

static void attention_backward(NetPass *pass, const NetOp *op) { visit_heads(pass, op, head_backward); }

int add_attention(NetModel *model, const char *name, int in, int heads, int shared) {
  int groups = groups_of(model->e), relations = FIRST_GROUP + groups * groups;
  int out = model_value(model, 0, model->values.at[in].width / 3, shared);
  NetOp *op = model_op(model, &layer_attention, in, out);
  op->heads = heads;
  op->params[ATTENTION_BIAS] =
      model_param(model, arena_printf(&model->arena, "%s.bias", name), relations, heads, NET_INIT_NORMAL, 0.02);
  return out;
}

const NetLayer layer_attention = {"attention", attention_forward, attention_backward};
