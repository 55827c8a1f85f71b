// Building programs: emit instructions bottom-up, operands first.
#ifndef RULES_BUILDER_H
#define RULES_BUILDER_H

#include "base/map.h"
#include "rules/program.h"

typedef struct Topology Topology;

typedef struct Builder {
  Arena *arena;  // of the finished program
  VEC(uint32_t) code;
  VEC(SrcLoc) locs;
  VEC(const Word *) regions;
  VEC(RulesArray) arrays;
  VEC(const char *) strings;
  Map region_numbers, array_numbers;  // by content: number + 1
  int region_bits;
  const Topology *board;  // NULL: regions that depend on the board are not folded
  SrcLoc loc;             // given to the instructions emitted next
  bool too_long;          // an instruction had more operands than fit, and was cut off...
  SrcLoc too_long_at;     // ...here
  size_t most;            // words of code there may be; 0: any number
  bool too_large;         // there were more, and the rest was left out from here on
  SrcLoc too_large_at;
} Builder;

void builder_init(Builder *builder, Arena *arena, int region_bits);
// Moves everything into the arena and frees the builder's own memory.
void builder_finish(Builder *builder, Program *program);

// Appends one instruction, or the constant it comes to (fold.c).
Ref builder_emit(Builder *builder, Op op, int n, const int32_t *operands);

// EMIT(b, OP_ADD, x, y): an instruction with operands of any mixture.
#define EMIT(builder, op, ...)                                                                    \
  builder_emit((builder), (op), (int)(sizeof((int32_t[]){0, __VA_ARGS__}) / sizeof(int32_t)) - 1, \
               (int32_t[]){0, __VA_ARGS__} + 1)
#define EMIT0(builder, op) builder_emit((builder), (op), 0, NULL)

Ref builder_const(Builder *builder, int32_t value);
// True with the value when ref is an integer constant.
bool builder_is_const(const Builder *builder, Ref ref, int32_t *value);
// The sites when ref is a constant region, else NULL.
const Word *builder_region_const(const Builder *builder, Ref ref);
Op builder_op(const Builder *builder, Ref ref);

// Numbers of constants; equal contents get equal numbers. The data is copied.
int builder_region(Builder *builder, const Word *set);
int builder_array(Builder *builder, const int32_t *items, int n);
int builder_string(Builder *builder, Str text);

#endif
