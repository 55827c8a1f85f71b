// The inside of a network: values (matrices with a row per token, per cell of a grid, or per sample), parameters, and
// operations between them, each with a forward and a backward function. A network is the list of its operations; its
// gradient is that list walked backwards.
#ifndef NET_LAYER_LAYER_H
#define NET_LAYER_LAYER_H

#include "base/vec.h"
#include "net/batch.h"
#include "net/layer/gemm.h"
#include "net/net_model.h"

enum { NET_ROWS_SAMPLES = -1 };  // as a level: a row for each sample

// A matrix that operations read and write.
typedef struct NetValue {
  int level;  // 0: a row for each token, l: for each cell of grid l, NET_ROWS_SAMPLES
  int width;
  int shared;  // values of the same number share memory when gradients are not wanted; -1: its own
} NetValue;

typedef enum NetInit { NET_INIT_ZERO, NET_INIT_ONE, NET_INIT_NORMAL } NetInit;

typedef struct NetParam {
  const char *name;
  int rows, columns;  // columns 0: a vector of `rows`
  size_t at;          // in the weights
  size_t n;
  NetInit init;
  double scale;  // standard deviation
  bool decays;
} NetParam;

typedef struct NetPass NetPass;
typedef struct NetOp NetOp;

// What an operation is: one row in the file of its functions.
typedef struct NetLayer {
  const char *name;
  void (*forward)(NetPass *pass, const NetOp *op);
  void (*backward)(NetPass *pass, const NetOp *op);
} NetLayer;

// What an operation reads and writes; unused ones are -1.
struct NetOp {
  const NetLayer *layer;
  int in, out;
  int residual;    // added to the result
  int per_sample;  // a value with a row for each sample, likewise
  int params[6];
  int slots;  // linear: neighbours of each row, 1: the row alone
  int heads;  // attention
  bool relu;
};

struct NetModel {
  Arena arena;
  const NetEncoding *e;
  const char *arch;               // all options said
  const char *options, *trained;  // kept in its file
  uint64_t steps;
  VEC(NetParam) params;
  VEC(NetValue) values;
  VEC(NetOp) ops;
  int win_draw_loss;  // value with the logits of the value head: players * 3
  Real *weights;
  size_t n_weights;
};

// One run of a network over a batch.
struct NetPass {
  const NetModel *model;
  NetBatch batch;
  bool training;
  bool coarse;             // linear maps round their factors to 16 bits
  Real **values, **grads;  // by value; grads only when training
  Real *memory;
  size_t room;
  Real *weight_grads;
  Real *zeros;  // as wide as the widest value
  Real *base;   // what never changes of the first layer: [players * tokens * channels]
  bool base_known;
  Real *logits, *logit_grads;  // one for each move of the batch
  int32_t **relations;         // of all tokens to each other, by viewer; NULL until attention asks
  VEC(Real) scratch;
};

// Rows of a value in this batch.
int pass_rows(const NetPass *pass, int value);
static inline Real *pass_param(const NetPass *pass, int param) {
  return pass->model->weights + pass->model->params.at[param].at;
}
static inline Real *pass_param_grad(const NetPass *pass, int param) {
  return pass->weight_grads + pass->model->params.at[param].at;
}
static inline int value_width(const NetPass *pass, int value) { return pass->model->values.at[value].width; }
// Uninitialised working memory; the next call may move it.
Real *pass_scratch(NetPass *pass, size_t n);

void pass_init(NetPass *pass, const NetModel *model, bool training);
void pass_free(NetPass *pass);
// Prepares for these samples, runs all operations, and (training; the gradients of logits and of win_draw_loss given)
// runs them backwards.
void pass_open(NetPass *pass, const NetSample *const *samples, int n);
void pass_forward(NetPass *pass);
void pass_backward(NetPass *pass);

// ---- building, for architectures -------------------------------------------------------------------

int model_value(NetModel *model, int level, int width, int shared);
int model_param(NetModel *model, const char *name, int rows, int columns, NetInit init, double scale);
// Parameters of a vector kind are not decayed.
NetOp *model_op(NetModel *model, const NetLayer *layer, int in, int out);

extern const NetLayer layer_embed, layer_norm, layer_linear, layer_pool, layer_attention, layer_down, layer_up,
    layer_moves, layer_places;

// Each adds its operation with its parameters, named after `name`, and returns the value with the result.
int add_embed(NetModel *model, int channels, int shared);
int add_norm(NetModel *model, const char *name, int in, int shared, bool relu);
typedef struct LinearSpec {
  int in, out_width, slots;
  int residual, per_sample;  // -1: none
  bool relu, from_zero;      // from_zero: weights begin at 0
  int shared;
} LinearSpec;
int add_linear(NetModel *model, const char *name, LinearSpec spec);
int add_pool(NetModel *model, int in, int shared);
int add_attention(NetModel *model, const char *name, int in, int heads, int shared);
int add_down(NetModel *model, int in, int shared);
int add_up(NetModel *model, int in, int skip, int shared);
void add_moves(NetModel *model, const char *name, int tokens, int per_sample, int width);
void add_places(NetModel *model, int channels);

// ---- small vectors -------------------------------------------------------------------------------

static inline void add_to(Real *restrict to, const Real *restrict from, int n) {
  for (int i = 0; i < n; i++) to[i] += from[i];
}
// The sum of products, in parts that are added side by side.
static inline Real dot_product(const Real *a, const Real *b, int n) {
  enum { PARTS = 16 };
  Real part[PARTS] = {0}, sum = 0;
  int i = 0;
  for (; i + PARTS <= n; i += PARTS) {
    for (int k = 0; k < PARTS; k++) part[k] += a[i + k] * b[i + k];
  }
  for (; i < n; i++) sum += a[i] * b[i];
  for (int k = 0; k < PARTS; k++) sum += part[k];
  return sum;
}
static inline void add_scaled(Real *restrict to, const Real *restrict from, Real scale, int n) {
  for (int i = 0; i < n; i++) to[i] += scale * from[i];
}

#endif
