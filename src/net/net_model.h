// Networks: made from a line that says the architecture, read from and written to safetensors files, run in batches
// and trained. Everything is deterministic: the same seed and samples give the same weights on the same machine.
#ifndef NET_NET_MODEL_H
#define NET_NET_MODEL_H

#include "base/thread.h"
#include "net/input/encoding.h"

typedef struct NetModel NetModel;

// The architecture as text, such as "graph:blocks=4,channels=32": a name of net_archs and its options. Which encoding a
// line needs is known before there is a model; false with a reason when the line is wrong.
bool net_arch_kind(Arena *arena, const char *arch, NetKind *kind, const char **why);

typedef struct NetArchOption {
  const char *name;
  int least, most, otherwise;
  const char *doc;
} NetArchOption;
typedef struct NetArchRow {
  const char *name;
  NetKind kind;
  const char *doc;
  const NetArchOption *options;  // ends with a row without a name
  void (*build)(NetModel *model, const int *options);
} NetArchRow;
extern const NetArchRow net_archs[];  // ends with a row without a name

// Random weights from the seed. The encoding must outlive the model and be of the kind the architecture needs. `why` is
// owned by the caller's arena.
bool net_model_new(Arena *arena, const NetEncoding *e, const char *arch, uint64_t seed, NetModel **model,
                   const char **why);
// Reads a safetensors file that net_model_write or PyTorch wrote. The encoding must be of the game it was made for:
// net_file_read says which that is.
bool net_model_read(Arena *arena, const char *file, const NetEncoding *e, NetModel **model, const char **why);
// Replaces the file at once when everything is written.
bool net_model_write(Arena *arena, const NetModel *model, const char *file, const char **why);
void net_model_free(NetModel *model);

// What a file says about itself without a game: for `senet net FILE` and to find its game.
typedef struct NetFile {
  const char *arch, *game, *options;  // options: those of the game's description that were chosen; "" for the default
  const char *trained;                // what the training took; "" where the file does not say
  NetKind kind;
  uint64_t fingerprint;
  uint64_t steps;  // of training
  int n_tensors;
  uint64_t parameters;
} NetFile;
bool net_file_read(Arena *arena, const char *file, NetFile *out, const char **why);
// Writes the network of a file to another one with weights of 16 bits, half as large.
bool net_file_halve(Arena *arena, const char *file, const char *to, const char **why);

const char *net_model_arch(const NetModel *model);  // with all options said
const NetEncoding *net_model_encoding(const NetModel *model);
uint64_t net_model_parameters(const NetModel *model);
uint64_t net_model_steps(const NetModel *model);  // of training, kept in its file
// Which options of the game's description were chosen: kept in the file, nothing else is done with it.
void net_model_set_options(NetModel *model, const char *options);
// What its training took, as text: likewise.
void net_model_set_trained(NetModel *model, const char *trained);
// Makes `to` (of the same architecture and encoding) have the weights of `from`.
void net_model_copy(NetModel *to, const NetModel *from);

// ---- inference ------------------------------------------------------------------------------------

// Working memory for running a model; one per thread. The model may be changed (net_model_copy, training) between
// runs; net_runner_refresh must then be called before the next.
typedef struct NetRunner NetRunner;
NetRunner *net_runner_new(const NetModel *model);
void net_runner_free(NetRunner *runner);
void net_runner_refresh(NetRunner *runner);
// Whether factors of products are rounded to 16 bits, on processors where that is faster (AMX); on others nothing
// changes. Values and logits then differ in the third digit. Whether it does so now.
bool net_runner_set_coarse(NetRunner *runner, bool coarse);

// values: [n * players], of player p at p - 1, in [-1, 1]. logits[i]: one for each move of sample i; logits may be
// NULL, and so may logits[i]. What a sample gets does not depend on the others.
void net_run(NetRunner *runner, const NetSample *const *samples, int n, float *values, float *const *logits);
// Likewise with the three probabilities behind each value: wdl[n * players * 3] win, draw, loss. May be NULL.
void net_run_wdl(NetRunner *runner, const NetSample *const *samples, int n, float *wdl, float *const *logits);

// ---- training -------------------------------------------------------------------------------------

typedef struct NetTarget {
  const float *policy;  // probability of each move of the sample; NULL: the policy is not trained by it
  const float *wdl;     // [players * 3], of player p at (p - 1) * 3: probabilities of win, draw, loss; NULL: likewise
  float weight;         // of this sample
} NetTarget;

typedef struct NetTrainOptions {
  double rate;   // learning rate
  double decay;  // weight decay, apart from the gradient (AdamW)
  double beta1, beta2, epsilon;
  double clip;          // largest norm of the gradient; 0: any
  double value_weight;  // of the value loss beside the policy loss
} NetTrainOptions;
extern const NetTrainOptions net_train_defaults;

typedef struct NetLosses {
  double policy;  // cross entropy minus the entropy of the targets
  double value;   // mean cross entropy of win, draw, loss
  double total;   // what was minimised
  double norm;    // of the gradient before clipping
} NetLosses;

// Trains a model in place; the moments of AdamW are its own.
typedef struct NetTrainer NetTrainer;
NetTrainer *net_trainer_new(NetModel *model, NetTrainOptions options);
void net_trainer_free(NetTrainer *trainer);
void net_trainer_set_rate(NetTrainer *trainer, double rate);
// Steps use the threads of a pool, which is not the trainer's own; NULL: one thread. The result is the same.
void net_trainer_set_pool(NetTrainer *trainer, Pool *pool);
// As net_runner_set_coarse, forwards and backwards; sums, weights and their gradients have 32 bits.
void net_trainer_set_coarse(NetTrainer *trainer, bool coarse);
// The total loss before the step. The same samples in the same order give the same weights.
double net_train_step(NetTrainer *trainer, const NetSample *const *samples, const NetTarget *targets, int n,
                      NetLosses *losses);
// The losses alone.
void net_train_losses(NetTrainer *trainer, const NetSample *const *samples, const NetTarget *targets, int n,
                      NetLosses *losses);
// The moments and counters, so that a run can be resumed exactly: written and read like models.
bool net_trainer_write(Arena *arena, const NetTrainer *trainer, const char *file, const char **why);
bool net_trainer_read(Arena *arena, NetTrainer *trainer, const char *file, const char **why);

#endif
