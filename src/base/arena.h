// Arenas: memory that is given back all at once. Blocks grow geometrically; nothing is ever moved,
// so pointers stay valid until the arena is reset or freed.
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/common.h"

#include <stdarg.h>

typedef struct ArenaBlock ArenaBlock;
typedef struct ArenaEnd ArenaEnd;

typedef struct Arena {
  ArenaBlock *head;  // newest block
  size_t used;       // bytes used in head
  size_t total;      // bytes in all blocks
  ArenaEnd *ends;    // what is called when its memory is given back, newest first
} Arena;

// A place to return to with arena_rewind.
typedef struct ArenaMark {
  ArenaBlock *head;
  size_t used;
  ArenaEnd *ends;
} ArenaMark;

#define ARENA_NEW(arena, Type) ((Type *)arena_zero((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, n) ((Type *)arena_zero((arena), sizeof(Type) * (size_t)(n)))

// Memory aligned to 16 bytes; arena_zero clears it. Never NULL.
void *arena_alloc(Arena *arena, size_t size);
void *arena_zero(Arena *arena, size_t size);
void *arena_copy(Arena *arena, const void *data, size_t size);

// Zero-terminated copies.
char *arena_text(Arena *arena, Str text);
char *arena_printf(Arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
char *arena_vprintf(Arena *arena, const char *format, va_list args);
Str arena_str(Arena *arena, Str text);

ArenaMark arena_mark(const Arena *arena);
void arena_rewind(Arena *arena, ArenaMark mark);

// Has a function called before the memory allocated here is given back: for what hangs on it and is not in the arena.
typedef void ArenaEndFn(void *self);
void arena_at_end(Arena *arena, ArenaEndFn *call, void *self);

// arena_reset keeps the largest block for reuse; arena_free returns everything.
void arena_reset(Arena *arena);
void arena_free(Arena *arena);

#endif
