// Reading and walking files.
#include "base/file.h"

#include "base/mem.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

static bool fail(Arena *arena, const char **why, const char *what) {
  *why = arena_printf(arena, "%s", what);
  return false;
}

// Reads all of an open descriptor into the arena.
static bool read_all(Arena *arena, int fd, size_t limit, Str *text, const char **why) {
  struct stat info;
  if (fstat(fd, &info) != 0) return fail(arena, why, strerror(errno));
  if (S_ISDIR(info.st_mode)) return fail(arena, why, "is a folder");
  VEC(char) bytes = {0};
  bytes.cap = S_ISREG(info.st_mode) && info.st_size >= 0 ? (size_t)info.st_size + 1 : 4096;
  if (bytes.cap > limit + 1) return fail(arena, why, "is too large");
  bytes.at = mem_alloc(bytes.cap);
  for (;;) {
    if (bytes.n == bytes.cap) bytes.at = vec_grow(bytes.at, &bytes.cap, 1);
    ssize_t got = read(fd, bytes.at + bytes.n, bytes.cap - bytes.n);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      VEC_FREE(&bytes);
      return fail(arena, why, strerror(errno));
    }
    if (got == 0) break;
    bytes.n += (size_t)got;
    if (bytes.n > limit) {
      VEC_FREE(&bytes);
      return fail(arena, why, "is too large");
    }
  }
  *text = arena_str(arena, (Str){bytes.at, bytes.n});
  VEC_FREE(&bytes);
  return true;
}

static bool undo_zstd(Arena *arena, Str packed, size_t limit, Str *text, const char **why) {
  ZSTD_DCtx *context = ZSTD_createDCtx();
  if (!context) mem_gone("unpack a file", ENOMEM);
  ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 27);
  VEC(char) bytes = {.cap = ZSTD_DStreamOutSize()};
  bytes.at = mem_alloc(bytes.cap);
  ZSTD_inBuffer in = {packed.p, packed.n, 0};
  size_t left = 1;
  const char *problem = NULL;
  while (!problem && (in.pos < in.size || left != 0)) {
    if (bytes.n == bytes.cap) bytes.at = vec_grow(bytes.at, &bytes.cap, 1);
    ZSTD_outBuffer out = {bytes.at, bytes.cap, bytes.n};
    size_t before_in = in.pos, before_out = out.pos;
    left = ZSTD_decompressStream(context, &out, &in);
    bytes.n = out.pos;
    if (ZSTD_isError(left)) problem = ZSTD_getErrorName(left);
    else if (bytes.n > limit) problem = "is too large";
    else if (left != 0 && in.pos == before_in && out.pos == before_out && in.pos == in.size) problem = "is truncated";
  }
  ZSTD_freeDCtx(context);
  if (!problem) *text = arena_str(arena, (Str){bytes.at, bytes.n});
  VEC_FREE(&bytes);
  return problem ? fail(arena, why, problem) : true;
}

bool file_read(Arena *arena, const char *path, size_t limit, Str *text, const char **why) {
  if (!limit) limit = FILE_SIZE_MAX;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fail(arena, why, strerror(errno));
  bool ok = read_all(arena, fd, limit, text, why);
  close(fd);
  if (!ok || !str_ends(str_of(path), ".zst")) return ok;
  return undo_zstd(arena, *text, limit, text, why);
}

bool file_exists(const char *path) {
  struct stat info;
  return stat(path, &info) == 0;
}

bool file_is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool file_make_folder(const char *path) {
  if (file_is_folder(path)) return true;
  size_t n = strlen(path);
  char *above = mem_alloc(n + 1);
  memcpy(above, path, n + 1);
  while (n > 0 && above[n - 1] == '/') n--;
  while (n > 0 && above[n - 1] != '/') n--;
  above[n] = 0;
  bool good = n <= 1 || file_make_folder(above);
  mem_free(above);
  if (!good || mkdir(path, 0777) == 0) return good;
  int cause = errno;
  good = file_is_folder(path);
  errno = cause == EEXIST ? ENOTDIR : cause;
  return good;
}

enum { WALK_DEPTH_MAX = 32 };

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

// Asks the system only about links and where the folder does not tell.
static bool entry_is_folder(const struct dirent *entry, const char *path) {
  bool known = entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN;
  return known ? entry->d_type == DT_DIR : file_is_folder(path);
}

typedef struct FolderId {
  dev_t device;
  ino_t number;
} FolderId;

typedef struct Walk {
  const char *suffix;
  FileVisit *visit;
  void *self;
  VEC(FolderId) seen;
} Walk;

// Whether to go through a folder. A link to one that was seen leads round in a circle, or to the same files again.
static bool enter(Walk *walk, const char *folder, bool by_link) {
  struct stat info;
  if (stat(folder, &info) != 0) return false;
  for (size_t i = 0; by_link && i < walk->seen.n; i++) {
    const FolderId *seen = &walk->seen.at[i];
    if (seen->device == info.st_dev && seen->number == info.st_ino) return false;
  }
  VEC_PUSH(&walk->seen, (FolderId){info.st_dev, info.st_ino});
  return true;
}

static void walk_folder(Walk *walk, const char *folder, bool by_link, int depth) {
  struct dirent **names = NULL;
  bool entered = depth < WALK_DEPTH_MAX && enter(walk, folder, by_link);
  int n = entered ? scandir(folder, &names, NULL, by_name) : -1;
  for (int i = 0; i < n; i++) {
    const char *name = names[i]->d_name;
    if (name[0] != '.') {
      size_t size = strlen(folder) + strlen(name) + 2;
      char *path = mem_alloc(size);
      snprintf(path, size, "%s/%s", folder, name);
      bool linked = names[i]->d_type == DT_LNK || names[i]->d_type == DT_UNKNOWN;
      if (entry_is_folder(names[i], path)) walk_folder(walk, path, linked, depth + 1);
      else if (str_ends(str_of(name), walk->suffix)) walk->visit(walk->self, path);
      mem_free(path);
    }
    free(names[i]);
  }
  free(names);
}

void file_walk(const char *folder, const char *suffix, FileVisit *visit, void *self) {
  Walk walk = {.suffix = suffix, .visit = visit, .self = self};
  walk_folder(&walk, folder, false, 0);
  VEC_FREE(&walk.seen);
}

const char *file_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}
