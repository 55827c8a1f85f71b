// The only door to malloc. Running out of memory ends the program with a message and
// EXIT_NO_MEMORY.
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/common.h"

// Never return NULL. The caller owns the block and gives it back with mem_free.
void *mem_alloc(size_t size);
void *mem_alloc_zero(size_t size);
// Begins where a cache line does, so that nobody else's data lies in its first one.
void *mem_alloc_lines(size_t size);
// For megabytes that are read here and there: begins where a large page does, and asks the system for such pages, so
// that fewer addresses have to be looked up.
void *mem_alloc_pool(size_t size);
void *mem_realloc(void *block, size_t size);
void mem_free(void *block);

// What the program ends with when there is no memory left.
enum { EXIT_NO_MEMORY = 3 };

#ifdef __GNUC__
// Called first by a program that has no memory left, where somebody defines it (tests/fuzz).
void mem_is_gone(void) __attribute__((weak));
#endif

// Says that the system refused something for want of memory (`what`: "start a thread"), and the error it gave; ends the
// program with EXIT_NO_MEMORY.
NORETURN void mem_gone(const char *what, int error);

// Prints one line to stderr and aborts: an impossible state.
NORETURN void die(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
