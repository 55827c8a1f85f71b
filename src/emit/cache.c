// The folder of compiled games.
#include "emit/cache.h"

#include "base/file.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

// The last bytes of a file.
typedef struct Seal {
  char word[8];
  uint64_t hash;
} Seal;
static const char seal_word[8] = "SenetEnd";

static bool make_folder(const char *path) { return mkdir(path, 0700) == 0 || errno == EEXIST; }

static bool is_ours(const char *path) {
  struct stat at;
  return lstat(path, &at) == 0 && S_ISDIR(at.st_mode) && at.st_uid == geteuid() && !(at.st_mode & 077);
}

const char *cache_folder(Arena *arena, const char **why) {
  const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (!base || *base != '/') {
    if (!home || *home != '/') {
      *why = "no home folder to keep compiled games in";
      return NULL;
    }
    base = arena_printf(arena, "%s/.cache", home);
  }
  const char *folder = arena_printf(arena, "%s/senet", base);
  if (!make_folder(base) || !make_folder(folder)) {
    *why = arena_printf(arena, "cannot make the folder %s: %s", folder, strerror(errno));
    return NULL;
  }
  if (!is_ours(folder)) {
    *why = arena_printf(arena, "the folder %s is not this user's alone", folder);
    return NULL;
  }
  return folder;
}

// The checksum of what is in a file of this name: a file of another one is not mistaken for it.
static uint64_t checksum(const char *path, const char *bytes, size_t n) {
  const char *name = file_base_name(path);
  return XXH3_64bits_withSeed(bytes, n, XXH3_64bits(name, strlen(name)));
}

bool cache_is_whole(Arena *arena, const char *path) {
  struct stat at;
  if (lstat(path, &at) != 0 || !S_ISREG(at.st_mode) || at.st_uid != geteuid() || (at.st_mode & 022)) return false;
  ArenaMark mark = arena_mark(arena);
  Str text;
  const char *why;
  bool whole = false;
  if (file_read(arena, path, 0, &text, &why) && text.n > sizeof(Seal)) {
    Seal seal;
    memcpy(&seal, text.p + text.n - sizeof seal, sizeof seal);
    whole =
        !memcmp(seal.word, seal_word, sizeof seal.word) && seal.hash == checksum(path, text.p, text.n - sizeof seal);
  }
  arena_rewind(arena, mark);
  return whole;
}

static bool append_seal(const char *path, const Seal *seal) {
  int fd = open(path, O_WRONLY | O_APPEND);
  if (fd < 0) return false;
  bool good = write(fd, seal, sizeof *seal) == (ssize_t)sizeof *seal;
  return (close(fd) == 0) && good;
}

bool cache_keep(Arena *arena, const char *made, const char *path, const char **why) {
  ArenaMark mark = arena_mark(arena);
  Str text;
  Seal seal = {.hash = 0};
  memcpy(seal.word, seal_word, sizeof seal.word);
  bool good = file_read(arena, made, 0, &text, why);
  if (good) seal.hash = checksum(path, text.p, text.n);
  arena_rewind(arena, mark);
  good = good && chmod(made, 0700) == 0 && append_seal(made, &seal) && rename(made, path) == 0;
  if (!good) {
    *why = arena_printf(arena, "cannot write %s: %s", path, strerror(errno));
    unlink(made);
  }
  return good;
}

typedef VEC(CacheEntry) Entries;

static int newest_first(const void *a, const void *b) {
  const CacheEntry *x = a, *y = b;
  return x->used != y->used ? (x->used < y->used ? 1 : -1) : strcmp(x->name, y->name);
}

const CacheEntry *cache_list(Arena *arena, const char *folder, size_t *n) {
  Entries all = {0};
  DIR *dir = opendir(folder);
  for (struct dirent *item; dir && (item = readdir(dir));) {
    struct stat at;
    const char *path = arena_printf(arena, "%s/%s", folder, item->d_name);
    if (lstat(path, &at) != 0 || !S_ISREG(at.st_mode)) continue;
    CacheEntry entry = {arena_text(arena, str_of(item->d_name)), (size_t)at.st_size, (int64_t)at.st_mtime};
    VEC_PUSH(&all, entry);
  }
  if (dir) closedir(dir);
  if (all.n) qsort(all.at, all.n, sizeof *all.at, newest_first);
  *n = all.n;
  const CacheEntry *copy = arena_copy(arena, all.at, all.n * sizeof *all.at);
  VEC_FREE(&all);
  return copy;
}

void cache_trim(Arena *arena, const char *path, size_t most) {
  ArenaMark mark = arena_mark(arena);
  const char *folder = arena_printf(arena, "%.*s", (int)(strrchr(path, '/') - path), path);
  size_t n, total = 0;
  const CacheEntry *all = cache_list(arena, folder, &n);
  for (size_t i = 0; i < n; i++) {
    total += all[i].size;
    if (total > most) unlink(arena_printf(arena, "%s/%s", folder, all[i].name));
  }
  arena_rewind(arena, mark);
}
