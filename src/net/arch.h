// Lines that name an architecture, read and written.
#ifndef NET_ARCH_H
#define NET_ARCH_H

#include "net/layer/layer.h"

enum { ARCH_OPTIONS_MAX = 8 };

// The row and a value for each of its options; false with a reason.
bool arch_parse(Arena *arena, const char *line, const NetArchRow **row, int *values, const char **why);
// The line with all options said.
const char *arch_text(Arena *arena, const NetArchRow *row, const int *values);

#endif
