// Checked allocation.
#include "base/mem.h"

#include "base/shared.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void die(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("senet: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  abort();
}

void *mem_alloc(size_t size) {
  void *block = malloc(size ? size : 1);
  if (!block) die("out of memory (%zu bytes)", size);
  return block;
}

void *mem_alloc_zero(size_t size) {
  void *block = calloc(1, size ? size : 1);
  if (!block) die("out of memory (%zu bytes)", size);
  return block;
}

void *mem_alloc_lines(size_t size) {
  size_t lines = (MAX(size, 1) + CACHE_LINE - 1) / CACHE_LINE;
  void *block = aligned_alloc(CACHE_LINE, lines * CACHE_LINE);
  if (!block) die("out of memory (%zu bytes)", size);
  return block;
}

void *mem_realloc(void *old, size_t size) {
  void *block = realloc(old, size ? size : 1);
  if (!block) die("out of memory (%zu bytes)", size);
  return block;
}

void mem_free(void *block) { free(block); }
