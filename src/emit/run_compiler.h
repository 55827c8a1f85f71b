// Running the system's C compiler: SENET_CC, else cc.
#ifndef EMIT_RUN_COMPILER_H
#define EMIT_RUN_COMPILER_H

#include "base/arena.h"

#include <stdatomic.h>

// What decides the object beside the source: the compiler's file, its flags and this processor, as text in the
// arena. NULL when there is no compiler.
const char *compiler_identity(Arena *arena);

typedef enum CompileEnd {
  COMPILE_DONE,
  COMPILE_FAILED,   // it could not be run, or said that something is wrong
  COMPILE_SLOW,     // it used more processor time than it may
  COMPILE_STOPPED,  // nobody waits for it any more, or it did nothing for too long
} CompileEnd;

// Compiles the source file to a shared object, with a phrase in *why unless that is done. The compiler may use 5
// seconds of processor time (or SENET_CC_SECONDS), and ends with this process. stop, which may be NULL, is set by
// another thread to end it.
CompileEnd compiler_run(Arena *arena, const char *source, const char *object, const atomic_bool *stop,
                        const char **why);

#endif
