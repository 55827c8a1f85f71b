// Running the system's C compiler: SENET_CC, else cc.
#ifndef EMIT_COMPILE_H
#define EMIT_COMPILE_H

#include "base/arena.h"

// What decides the object beside the source: the compiler's file, its flags and this processor, as text in the
// arena. NULL when there is no compiler.
const char *compiler_identity(Arena *arena);
// Compiles the source file to a shared object. False with a phrase in *why when it fails or takes too long.
bool compiler_run(Arena *arena, const char *source, const char *object, const char **why);

#endif
