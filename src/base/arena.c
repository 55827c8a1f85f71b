// Arenas as a chain of blocks, newest first. In a hardened build every allocation is a block of its own of exactly the
// size asked for, so that the address sanitizer sees a step over its end, and a use after a rewind or reset.
#include "base/arena.h"

#include "base/mem.h"

#include <stdio.h>

struct ArenaEnd {
  ArenaEnd *next;
  ArenaEndFn *call;
  void *self;
};

static void call_ends(Arena *arena, const ArenaEnd *last) {
  while (arena->ends != last) {
    ArenaEnd *end = arena->ends;
    arena->ends = end->next;
    end->call(end->self);
  }
}

#ifdef SENET_HARDENED

struct ArenaBlock {
  ArenaBlock *next;  // older block
  size_t size;
  void *data;
};

void *arena_alloc(Arena *arena, size_t size) {
  if (size > SIZE_MAX / 2) die("arena request of %zu bytes", size);
  ArenaBlock *block = mem_alloc(sizeof *block);
  *block = (ArenaBlock){.next = arena->head, .size = size, .data = mem_alloc(size)};
  arena->head = block;
  arena->total += size;
  return block->data;
}

static void free_block(ArenaBlock *block) {
  mem_free(block->data);
  mem_free(block);
}

void arena_reset(Arena *arena) { arena_free(arena); }

#else

struct ArenaBlock {
  ArenaBlock *next;  // older block
  size_t size;
  _Alignas(16) unsigned char data[];
};

enum { FIRST_BLOCK = 4096, LARGEST_STEP = 1 << 20, ALIGNMENT = 16 };

static void add_block(Arena *arena, size_t need) {
  size_t size = arena->head ? MIN(arena->head->size * 2, (size_t)LARGEST_STEP) : FIRST_BLOCK;
  if (size < need) size = need;
  ArenaBlock *block = mem_alloc(sizeof(ArenaBlock) + size);
  block->next = arena->head;
  block->size = size;
  arena->head = block;
  arena->used = 0;
  arena->total += size;
}

void *arena_alloc(Arena *arena, size_t size) {
  if (size > SIZE_MAX / 2) die("arena request of %zu bytes", size);
  size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (!arena->head || arena->head->size - arena->used < size) add_block(arena, size);
  void *result = arena->head->data + arena->used;
  arena->used += size;
  return result;
}

static void free_block(ArenaBlock *block) { mem_free(block); }

void arena_reset(Arena *arena) {
  ArenaBlock *keep = arena->head;
  if (!keep) return;
  call_ends(arena, NULL);
  for (ArenaBlock *block = keep->next; block;) {
    ArenaBlock *next = block->next;
    free_block(block);
    block = next;
  }
  keep->next = NULL;
  arena->used = 0;
  arena->total = keep->size;
}

#endif

void *arena_zero(Arena *arena, size_t size) { return memset(arena_alloc(arena, size), 0, size); }

void *arena_copy(Arena *arena, const void *data, size_t size) {
  void *copy = arena_alloc(arena, size);
  if (size) memcpy(copy, data, size);
  return copy;
}

char *arena_text(Arena *arena, Str text) {
  char *copy = arena_alloc(arena, text.n + 1);
  if (text.n) memcpy(copy, text.p, text.n);
  copy[text.n] = 0;
  return copy;
}

Str arena_str(Arena *arena, Str text) { return (Str){arena_text(arena, text), text.n}; }

// Most texts are short: they are formatted once.
char *arena_vprintf(Arena *arena, const char *format, va_list args) {
  char start[256];
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(start, sizeof start, format, args);
  if (n < 0) die("bad format '%s'", format);
  char *text = arena_alloc(arena, (size_t)n + 1);
  if ((size_t)n < sizeof start) memcpy(text, start, (size_t)n + 1);
  else vsnprintf(text, (size_t)n + 1, format, again);
  va_end(again);
  return text;
}

char *arena_printf(Arena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = arena_vprintf(arena, format, args);
  va_end(args);
  return text;
}

void arena_at_end(Arena *arena, ArenaEndFn *call, void *self) {
  ArenaEnd *end = arena_alloc(arena, sizeof *end);
  *end = (ArenaEnd){arena->ends, call, self};
  arena->ends = end;
}

ArenaMark arena_mark(const Arena *arena) { return (ArenaMark){arena->head, arena->used, arena->ends}; }

void arena_rewind(Arena *arena, ArenaMark mark) {
  call_ends(arena, mark.ends);
  while (arena->head != mark.head) {
    ArenaBlock *block = arena->head;
    arena->head = block->next;
    arena->total -= block->size;
    free_block(block);
  }
  arena->used = mark.used;
}

void arena_free(Arena *arena) {
  arena_rewind(arena, (ArenaMark){0});
  *arena = (Arena){0};
}
