// Training: cross entropy of policy and of win, draw and loss, gradients over the batch in shares, AdamW. A batch is
// always cut into the same shares, whose gradients are added up in order, so that threads do not change the result.
#include "base/thread.h"
#include "net/arch.h"
#include "net/model_file.h"

#include <math.h>

const NetTrainOptions net_train_defaults = {
    .rate = 1e-3, .decay = 1e-2, .beta1 = 0.9, .beta2 = 0.99, .epsilon = 1e-8, .clip = 5, .value_weight = 1};

enum { SHARES = 8 };

struct NetTrainer {
  NetModel *model;
  NetTrainOptions options;
  Pool *pool;  // whose threads take shares, or NULL
  NetPass pass[SHARES];
  NetLosses losses[SHARES];
  Real *first, *second;  // moments
};

NetTrainer *net_trainer_new(NetModel *model, NetTrainOptions options) {
  NetTrainer *t = mem_alloc_zero(sizeof *t);
  t->model = model;
  t->options = options;
  for (int i = 0; i < SHARES; i++) pass_init(&t->pass[i], model, true);
  t->first = mem_alloc_zero(model->n_weights * sizeof(Real));
  t->second = mem_alloc_zero(model->n_weights * sizeof(Real));
  return t;
}

void net_trainer_free(NetTrainer *t) {
  if (!t) return;
  for (int i = 0; i < SHARES; i++) pass_free(&t->pass[i]);
  mem_free(t->first);
  mem_free(t->second);
  mem_free(t);
}

void net_trainer_set_rate(NetTrainer *t, double rate) { t->options.rate = rate; }
void net_trainer_set_coarse(NetTrainer *t, bool coarse) {
  bool here = coarse && gemm_coarse_runs_here();
  for (int i = 0; i < SHARES; i++) t->pass[i].coarse = here;
}
void net_trainer_set_pool(NetTrainer *t, Pool *pool) { t->pool = pool; }

bool net_trainer_write(Arena *arena, const NetTrainer *t, const char *file, const char **why) {
  return trainer_file_write(arena, t->model, t->first, t->second, file, why);
}

bool net_trainer_read(Arena *arena, NetTrainer *t, const char *file, const char **why) {
  return trainer_file_read(arena, t->model, t->first, t->second, file, why);
}

// ---- losses --------------------------------------------------------------------------------------

// Probabilities of the logits, and the logarithm of their sum.
static double softmax_sum(const Real *logits, int n, double *most) {
  double sum = 0;
  *most = (double)logits[0];
  for (int i = 1; i < n; i++) *most = MAX(*most, (double)logits[i]);
  for (int i = 0; i < n; i++) sum += exp((double)logits[i] - *most);
  return sum;
}

// Cross entropy of a distribution with the targets, less the entropy of the targets; its gradient goes to d.
static double cross_entropy(const Real *logits, const float *target, int n, double weight, Real *d) {
  double most, sum = softmax_sum(logits, n, &most), loss = 0, mass = 0;
  for (int i = 0; i < n; i++) mass += (double)target[i];
  for (int i = 0; i < n; i++) {
    double p = exp((double)logits[i] - most) / sum, t = (double)target[i];
    if (t > 0) loss += t * (log(t) - ((double)logits[i] - most - log(sum)));
    d[i] = (Real)(weight * (mass * p - t));
  }
  return loss;
}

static double policy_loss(NetPass *pass, int sample, const NetTarget *target, double weight) {
  uint32_t first = pass->batch.moves.at[sample], n = pass->batch.samples[sample]->n_moves;
  if (!n) return 0;
  if (!target->policy) {
    memset(pass->logit_grads + first, 0, n * sizeof(Real));
    return 0;
  }
  return cross_entropy(pass->logits + first, target->policy, (int)n, weight, pass->logit_grads + first);
}

static double value_loss(NetPass *pass, int sample, const NetTarget *target, double weight) {
  int players = pass->model->e->players, viewer = pass->batch.samples[sample]->viewer,
      value = pass->model->win_draw_loss;
  double loss = 0;
  for (int i = 0; i < players && target->wdl; i++) {
    size_t at = (size_t)(sample * players + i) * 3;
    const float *wanted = target->wdl + (viewer - 1 + i) % players * 3;
    loss += cross_entropy(pass->values[value] + at, wanted, 3, weight / players, pass->grads[value] + at) / players;
  }
  return loss;
}

static double total_weight(const NetTarget *targets, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (double)targets[i].weight;
  return sum > 0 ? sum : 1;
}

// ---- gradients -----------------------------------------------------------------------------------

enum { PART_ROWS = 1024 };  // tokens worked on at once

static int part_size(const NetSample *const *samples, int n) {
  int rows = 0, taken = 0;
  while (taken < n && (taken == 0 || rows + samples[taken]->n_tokens <= PART_ROWS)) rows += samples[taken++]->n_tokens;
  return taken;
}

typedef struct TrainCall {
  NetTrainer *trainer;
  const NetSample *const *samples;
  const NetTarget *targets;
  int n;
  double whole;  // weight of all samples
  bool backward;
} TrainCall;

static void add_losses(const TrainCall *call, NetPass *pass, const NetTarget *targets, int n, NetLosses *losses) {
  for (int i = 0; i < n; i++) {
    double weight = (double)targets[i].weight / call->whole;
    losses->policy += weight * policy_loss(pass, i, &targets[i], weight);
    losses->value += weight * value_loss(pass, i, &targets[i], weight * call->trainer->options.value_weight);
  }
}

static void run_share(void *self, size_t index, int worker) {
  (void)worker;
  const TrainCall *call = self;
  NetTrainer *t = call->trainer;
  NetPass *pass = &t->pass[index];
  int end = call->n * ((int)index + 1) / SHARES;
  t->losses[index] = (NetLosses){0};
  memset(pass->weight_grads, 0, t->model->n_weights * sizeof(Real));
  for (int first = call->n * (int)index / SHARES, part; first < end; first += part) {
    part = part_size(call->samples + first, end - first);
    pass_open(pass, call->samples + first, part);
    pass_forward(pass);
    add_losses(call, pass, call->targets + first, part, &t->losses[index]);
    if (call->backward) pass_backward(pass);
  }
}

static void add_gradient(Real *sum, const Real *more, size_t n) {
  for (size_t i = 0; i < n; i++) sum[i] += more[i];
}

// The losses; the gradient is then that of the first share.
static void run_shares(NetTrainer *t, const NetSample *const *samples, const NetTarget *targets, int n, bool backward,
                       NetLosses *losses) {
  TrainCall call = {t, samples, targets, n, total_weight(targets, n), backward};
  if (t->pool) pool_run(t->pool, SHARES, run_share, &call);
  for (size_t i = 0; i < SHARES && !t->pool; i++) run_share(&call, i, 0);
  *losses = t->losses[0];
  for (int i = 1; i < SHARES; i++) {
    losses->policy += t->losses[i].policy;
    losses->value += t->losses[i].value;
    if (backward) add_gradient(t->pass[0].weight_grads, t->pass[i].weight_grads, t->model->n_weights);
  }
  losses->total = losses->policy + t->options.value_weight * losses->value;
}

static double gradient_norm(const NetTrainer *t) {
  const Real *gradient = t->pass[0].weight_grads;
  double sum = 0;
  for (size_t i = 0; i < t->model->n_weights; i++) sum += (double)gradient[i] * (double)gradient[i];
  return sqrt(sum);
}

// ---- AdamW ---------------------------------------------------------------------------------------

static void update_param(NetTrainer *t, const NetParam *param, double scale) {
  const NetTrainOptions *o = &t->options;
  double step = (double)t->model->steps;
  Real rate = (Real)(o->rate * sqrt(1 - pow(o->beta2, step)) / (1 - pow(o->beta1, step)));
  Real keep = (Real)(1 - (param->decays ? o->rate * o->decay : 0)), b1 = (Real)o->beta1, b2 = (Real)o->beta2;
  Real epsilon = (Real)(o->epsilon * sqrt(1 - pow(o->beta2, step))), factor = (Real)scale;
  Real *w = t->model->weights + param->at, *m = t->first + param->at, *v = t->second + param->at;
  const Real *g = t->pass[0].weight_grads + param->at;
  for (size_t i = 0; i < param->n; i++) {
    Real d = g[i] * factor;
    m[i] = b1 * m[i] + (1 - b1) * d;
    v[i] = b2 * v[i] + (1 - b2) * d * d;
    w[i] = w[i] * keep - rate * m[i] / ((Real)sqrt((double)v[i]) + epsilon);
  }
}

double net_train_step(NetTrainer *t, const NetSample *const *samples, const NetTarget *targets, int n,
                      NetLosses *losses) {
  NetLosses unused;
  if (!losses) losses = &unused;
  run_shares(t, samples, targets, n, true, losses);
  losses->norm = gradient_norm(t);
  double scale = t->options.clip > 0 && losses->norm > t->options.clip ? t->options.clip / losses->norm : 1;
  if (!isfinite(losses->norm)) return losses->total;  // weights stay as they are
  t->model->steps++;
  for (size_t i = 0; i < t->model->params.n; i++) update_param(t, &t->model->params.at[i], scale);
  return losses->total;
}

void net_train_losses(NetTrainer *t, const NetSample *const *samples, const NetTarget *targets, int n,
                      NetLosses *losses) {
  run_shares(t, samples, targets, n, false, losses);
}

const Real *net_trainer_gradient(NetTrainer *t, const NetSample *const *samples, const NetTarget *targets, int n) {
  NetLosses losses;
  run_shares(t, samples, targets, n, true, &losses);
  return t->pass[0].weight_grads;
}
