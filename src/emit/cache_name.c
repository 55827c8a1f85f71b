// Names of objects by description.
#define _GNU_SOURCE
#include "emit/cache_name.h"

#include "base/file.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

// The file this code was loaded from: another build writes other C.
static const char *own_file(void) {
  Dl_info at;
  bool known = dladdr((const void *)(uintptr_t)cache_name_path, &at) && at.dli_fname && strchr(at.dli_fname, '/');
  return known ? at.dli_fname : "/proc/self/exe";
}

const char *cache_name_path(Arena *arena, const char *folder, const Game *game, const char *identity) {
  struct stat at;
  if (!game->text_hash || stat(own_file(), &at) != 0) return NULL;
  const char *all =
      arena_printf(arena, "%016llx %lld %lld %lld %lld %s", (unsigned long long)game->text_hash, (long long)at.st_size,
                   (long long)at.st_ino, (long long)at.st_mtim.tv_sec, (long long)at.st_mtim.tv_nsec, identity);
  XXH128_hash_t hash = XXH3_128bits(all, strlen(all));
  return arena_printf(arena, "%s/%016llx%016llx.name", folder, (unsigned long long)hash.high64,
                      (unsigned long long)hash.low64);
}

// The content: the object's name, and a checksum with the name of this file.
static const char *content(Arena *arena, const char *name_path, const char *object) {
  const char *both = arena_printf(arena, "%s %s", file_base_name(name_path), object);
  return arena_printf(arena, "%s %016llx\n", object, (unsigned long long)XXH3_64bits(both, strlen(both)));
}

const char *cache_name_read(Arena *arena, const char *name_path) {
  Str text;
  const char *why;
  if (!file_read(arena, name_path, 0, &text, &why)) return NULL;
  const char *end = memchr(text.p, ' ', text.n);
  if (!end || memchr(text.p, '/', (size_t)(end - text.p))) return NULL;
  const char *object = arena_printf(arena, "%.*s", (int)(end - text.p), text.p);
  if (!str_is(text, content(arena, name_path, object))) return NULL;
  return arena_printf(arena, "%.*s/%s", (int)(strrchr(name_path, '/') - name_path), name_path, object);
}

void cache_name_write(Arena *arena, const char *name_path, const char *object_path) {
  const char *why;
  file_write(arena, name_path, str_of(content(arena, name_path, file_base_name(object_path))), &why);
}
