// Checked allocation.
#include "base/mem.h"

#include "base/shared.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void die(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("senet: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  abort();
}

// Written without the memory that buffers need; what is still in those of other files is dropped, not half-written.
NORETURN static void say_and_exit(const char *text, int n) {
  if (n > 0 && write(STDERR_FILENO, text, (size_t)n) < 0) _exit(EXIT_NO_MEMORY);
#ifdef __GNUC__
  if (mem_is_gone) mem_is_gone();
#endif
  _exit(EXIT_NO_MEMORY);
}

NORETURN static void no_memory(size_t size) {
  char text[64];
  say_and_exit(text, snprintf(text, sizeof text, "senet: out of memory (%zu bytes)\n", size));
}

void mem_gone(const char *what, int error) {
  char text[160];
  say_and_exit(text,
               snprintf(text, sizeof text, "senet: out of memory: cannot %.40s (%.80s)\n", what, strerror(error)));
}

// What nobody has written is never zero by chance in a hardened build (of pools, at their beginning).
enum { FILLED_MAX = 1 << 16 };

static void *fresh(void *block, size_t size) {
#ifdef SENET_HARDENED
  memset(block, 0xA5, MIN(size, FILLED_MAX));
#endif
  return block;
}

void *mem_alloc(size_t size) {
  void *block = malloc(size ? size : 1);
  if (!block) no_memory(size);
  return fresh(block, size);
}

void *mem_alloc_zero(size_t size) {
  void *block = calloc(1, size ? size : 1);
  if (!block) no_memory(size);
  return block;
}

void *mem_alloc_lines(size_t size) {
  size_t lines = (MAX(size, 1) + CACHE_LINE - 1) / CACHE_LINE;
  void *block = aligned_alloc(CACHE_LINE, lines * CACHE_LINE);
  if (!block) no_memory(size);
  return fresh(block, size);
}

void *mem_alloc_pool(size_t size) {
  enum { PAGE = 2 << 20 };
  size_t pages = (MAX(size, 1) + PAGE - 1) / PAGE;
  void *block = aligned_alloc(PAGE, pages * PAGE);
  if (!block) no_memory(size);
#ifdef MADV_HUGEPAGE
  madvise(block, pages * PAGE, MADV_HUGEPAGE);  // if not, it is only slower
#endif
  return fresh(block, size);
}

void *mem_realloc(void *old, size_t size) {
  void *block = realloc(old, size ? size : 1);
  if (!block) no_memory(size);
  return block;
}

void mem_free(void *block) { free(block); }
