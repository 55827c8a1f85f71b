// Lines that name an architecture, read and written.
#ifndef NET_ARCH_H
#define NET_ARCH_H

#include "net/layer/layer.h"

enum { ARCH_OPTIONS_MAX = 8 };

// The row and a value for each of its options; false with a reason.
bool arch_parse(Arena *arena, const char *line, const NetArchRow **row, int *values, const char **why);
// The line with all options said.
const char *arch_text(Arena *arena, const NetArchRow *row, const int *values);

// Whether there is something for all these parameters; false with a reason.
typedef bool NetParamsFn(void *self, const NetParam *params, size_t n, Arena *arena, const char **why);
// A model whose weights are all 0. `check` (may be NULL) is asked before there is memory for them.
bool net_model_make(Arena *arena, const NetEncoding *e, const char *arch, NetParamsFn *check, void *self,
                    NetModel **model, const char **why);

#endif
