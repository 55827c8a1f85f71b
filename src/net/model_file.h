// The state of training as a file, and the gradient alone, for tests.
#ifndef NET_MODEL_FILE_H
#define NET_MODEL_FILE_H

#include "net/layer/layer.h"

bool trainer_file_write(Arena *arena, const NetModel *model, const Real *first, const Real *second, const char *path,
                        const char **why);
bool trainer_file_read(Arena *arena, const NetModel *model, Real *first, Real *second, const char *path,
                       const char **why);
// The gradient of the total loss of a batch by all weights; borrowed until the next step.
const Real *net_trainer_gradient(NetTrainer *trainer, const NetSample *const *samples, const NetTarget *targets, int n);

#endif
