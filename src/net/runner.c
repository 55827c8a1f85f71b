// Running a model on samples: batches in parts that fit into the cache, values from win, draw and loss.
#include "net/layer/layer.h"

#include <math.h>

struct NetRunner {
  NetPass pass;
  VEC(float) wdl;
};

enum { PART_ROWS = 2048 };  // tokens that are worked on at once

NetRunner *net_runner_new(const NetModel *model) {
  NetRunner *runner = mem_alloc_zero(sizeof *runner);
  pass_init(&runner->pass, model, false);
  return runner;
}

void net_runner_free(NetRunner *runner) {
  if (!runner) return;
  pass_free(&runner->pass);
  VEC_FREE(&runner->wdl);
  mem_free(runner);
}

bool net_runner_set_coarse(NetRunner *runner, bool coarse) {
  runner->pass.coarse = coarse && gemm_coarse_runs_here();
  return runner->pass.coarse;
}

void net_runner_refresh(NetRunner *runner) { runner->pass.base_known = false; }

// Win, draw and loss of every player, by number; the network has them from the viewer on.
static void read_values(const NetPass *pass, int sample, float *wdl) {
  int players = pass->model->e->players, viewer = pass->batch.samples[sample]->viewer;
  const Real *logits = pass->values[pass->model->win_draw_loss] + (size_t)(sample * players * 3);
  for (int i = 0; i < players; i++, logits += 3) {
    float *out = wdl + (viewer - 1 + i) % players * 3;
    Real most = MAX(MAX(logits[0], logits[1]), logits[2]);
    double e[3], sum = 0;
    for (int k = 0; k < 3; k++) sum += e[k] = exp((double)(logits[k] - most));
    for (int k = 0; k < 3; k++) out[k] = (float)(e[k] / sum);
  }
}

static void read_logits(const NetPass *pass, int sample, float *out) {
  const Real *logits = pass->logits + pass->batch.moves.at[sample];
  for (uint32_t i = 0; i < pass->batch.samples[sample]->n_moves; i++) out[i] = (float)logits[i];
}

// How many of the samples are run at once.
static int part_size(const NetSample *const *samples, int n) {
  int rows = 0, taken = 0;
  while (taken < n && (taken == 0 || rows + samples[taken]->n_tokens <= PART_ROWS)) rows += samples[taken++]->n_tokens;
  return taken;
}

void net_run_wdl(NetRunner *runner, const NetSample *const *samples, int n, float *wdl, float *const *logits) {
  NetPass *pass = &runner->pass;
  int players = pass->model->e->players;
  for (int first = 0, part; first < n; first += part) {
    part = part_size(samples + first, n - first);
    pass_open(pass, samples + first, part);
    pass_forward(pass);
    for (int i = 0; i < part; i++) {
      if (wdl) read_values(pass, i, wdl + (size_t)(first + i) * (size_t)players * 3);
      if (logits && logits[first + i]) read_logits(pass, i, logits[first + i]);
    }
  }
}

void net_run(NetRunner *runner, const NetSample *const *samples, int n, float *values, float *const *logits) {
  size_t size = (size_t)n * (size_t)runner->pass.model->e->players;
  while (runner->wdl.cap < size * 3) {
    runner->wdl.at = vec_grow(runner->wdl.at, &runner->wdl.cap, sizeof *runner->wdl.at);
  }
  net_run_wdl(runner, samples, n, runner->wdl.at, logits);
  for (size_t i = 0; i < size; i++) values[i] = runner->wdl.at[i * 3] - runner->wdl.at[i * 3 + 2];
}
