// The folder of compiled games: $XDG_CACHE_HOME/senet, or ~/.cache/senet. Only its owner may read and write it; files
// come into being under another name and are renamed, end with a checksum, and the oldest go when there are too many.
#ifndef EMIT_CACHE_H
#define EMIT_CACHE_H

#include "base/arena.h"

enum { CACHE_BYTES_MAX = 256 << 20 };

// The folder, made if need be, in the arena. NULL with a reason when there is none that can be trusted.
const char *cache_folder(Arena *arena, const char **why);
// Whether the file is there, belongs to this user and is as it was written.
bool cache_is_whole(Arena *arena, const char *path);
// Puts the checksum at the end of a finished file and gives it its name. False with a reason on failure.
bool cache_keep(Arena *arena, const char *made, const char *path, const char **why);
// Removes the oldest files of the folder a file is in, until what is left is small enough.
void cache_trim(Arena *arena, const char *path, size_t most);

typedef struct CacheEntry {
  const char *name;
  size_t size;
  int64_t used;  // seconds since 1970
} CacheEntry;
// The files of the cache, newest first, in the arena.
const CacheEntry *cache_list(Arena *arena, const char *folder, size_t *n);

#endif
