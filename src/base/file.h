// Files: whole reads (zstd is undone when the name ends in .zst), whole writes, folder walks.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"

#include <sys/stat.h>

enum { FILE_SIZE_MAX = 256 << 20 };  // largest text read, after decompression

// Reads a file into the arena, zero-terminated. False with a reason in *why (arena) when it cannot be
// read or is larger than limit bytes; limit 0 means FILE_SIZE_MAX.
bool file_read(Arena *arena, const char *path, size_t limit, Str *text, const char **why);

// Writes a whole file. A regular one is replaced at once when all is written, and keeps its mode and owner; a new one gets
// the mode the umask leaves. Links are followed; devices and pipes are written to. False with a reason (arena) on failure:
// a regular file is then as it was.
bool file_write(Arena *arena, const char *path, Str text, const char **why);

// The same, written in parts. Every writer that was begun is ended or dropped, even where beginning failed. To end
// keeps what was written or, after a failure of any part, what was there before; to drop keeps what was there.
typedef struct FileWriter {
  Arena *arena;
  const char *target;     // the regular file, or NULL where it is written in place
  const char *temporary;  // the name of what will replace it; NULL while it has none
  bool replaces;          // there was something
  struct stat old;
  int fd, stream;  // one of them is -1
  int cause;       // of the first failure, or 0
} FileWriter;

bool file_begin(FileWriter *writer, Arena *arena, const char *path);
bool file_add(FileWriter *writer, Str text);
bool file_end(FileWriter *writer, const char **why);
void file_drop(FileWriter *writer);

bool file_exists(const char *path);
bool file_is_folder(const char *path);
// Makes a folder, and those it lies in; true when it is there.
bool file_make_folder(const char *path);

// Calls visit with every regular file below folder whose name ends in suffix, in sorted order.
typedef void FileVisit(void *self, const char *path);
void file_walk(const char *folder, const char *suffix, FileVisit *visit, void *self);

// The part of a path after the last slash.
const char *file_base_name(const char *path);

#endif
