// Writing files. What replaces a regular file has no name until it is complete, where the system can do that: whatever
// ends the program, nothing half-written is left behind. Elsewhere its name is temporary from the beginning.
#define _GNU_SOURCE  // O_TMPFILE
#include "base/file.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(FileWriter *w, int cause) {
  if (!w->cause) w->cause = cause;
  return false;
}

static bool write_all(int fd, Str text) {
  while (text.n) {
    ssize_t put = write(fd, text.p, text.n);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    text.p += put;
    text.n -= (size_t)put;
  }
  return true;
}

// ---- replacing -----------------------------------------------------------------------------------

enum { TRIES = 1000 };

// Calls act with names beside the target until it finds one that is free; w->temporary is that one then.
static bool find_name(FileWriter *w, bool (*act)(FileWriter *w)) {
  for (int i = 0; i < TRIES; i++) {
    w->temporary = arena_printf(w->arena, "%s.tmp-%ld-%d", w->target, (long)getpid(), i);
    if (act(w)) return true;
    if (errno != EEXIST) break;
  }
  w->temporary = NULL;
  return false;
}

static bool make_named(FileWriter *w) {
  w->fd = open(w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  return w->fd >= 0;
}

static bool give_name(FileWriter *w) {
  char open_file[40];
  snprintf(open_file, sizeof open_file, "/proc/self/fd/%d", w->fd);
  return linkat(AT_FDCWD, open_file, AT_FDCWD, w->temporary, AT_SYMLINK_FOLLOW) == 0;
}

// Made with the mode and the umask of ordinary files.
static bool open_beside(FileWriter *w) {
#ifdef O_TMPFILE
  char *copy = arena_text(w->arena, str_of(w->target));
  w->fd = open(dirname(copy), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
  if (w->fd >= 0 && access("/proc/self/fd", X_OK) == 0) return true;
  if (w->fd >= 0) close(w->fd);
#endif
  w->fd = -1;
  return find_name(w, make_named);
}

// Like the file that was there, as far as we may.
static bool keep_owner_and_mode(const FileWriter *w) {
  struct stat made;
  if (fstat(w->fd, &made) != 0) return false;
  bool other = made.st_uid != w->old.st_uid || made.st_gid != w->old.st_gid;
  if (other && fchown(w->fd, w->old.st_uid, w->old.st_gid) != 0 && errno != EPERM) return false;
  return fchmod(w->fd, w->old.st_mode & 07777) == 0;
}

static bool finish(FileWriter *w) {
  if (w->replaces && !keep_owner_and_mode(w)) return false;
  return fsync(w->fd) == 0 && (w->temporary || find_name(w, give_name));
}

// ---- writing -------------------------------------------------------------------------------------

// Devices, pipes, and links to files that are not there yet.
static bool open_in_place(FileWriter *w, const char *path) {
  w->fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
  return w->fd >= 0 || fail(w, errno);
}

// Whether it is the file that standard output or standard error goes to: it is written on, not replaced.
static int stream_of(const struct stat *file) {
  struct stat stream;
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
    if (fstat(fd, &stream) == 0 && stream.st_dev == file->st_dev && stream.st_ino == file->st_ino) return fd;
  }
  return -1;
}

bool file_begin(FileWriter *w, Arena *arena, const char *path) {
  struct stat link;
  *w = (FileWriter){.arena = arena, .fd = -1, .stream = -1};
  w->replaces = stat(path, &w->old) == 0;
  if (!w->replaces && errno == ENOENT && lstat(path, &link) == 0) return open_in_place(w, path);
  if (w->replaces && S_ISDIR(w->old.st_mode)) return fail(w, EISDIR);
  if (w->replaces && !S_ISREG(w->old.st_mode)) return open_in_place(w, path);
  if (w->replaces) w->stream = stream_of(&w->old);
  if (w->stream >= 0) return true;
  char *real = w->replaces ? realpath(path, NULL) : NULL;  // a link stays, the file it leads to is replaced
  if (w->replaces && !real) return fail(w, errno);
  w->target = arena_text(arena, str_of(real ? real : path));
  free(real);
  return open_beside(w) || fail(w, errno);
}

bool file_add(FileWriter *w, Str text) {
  if (w->cause) return false;
  bool good = w->stream >= 0 ? fflush(NULL) == 0 && write_all(w->stream, text) : write_all(w->fd, text);
  return good || fail(w, errno);
}

void file_drop(FileWriter *w) {
  if (w->fd >= 0) close(w->fd);
  if (w->temporary) unlink(w->temporary);
  w->fd = -1;
}

bool file_end(FileWriter *w, const char **why) {
  bool good = !w->cause && (!w->target || finish(w) || fail(w, errno));
  if (good && w->fd >= 0) {
    good = close(w->fd) == 0 || fail(w, errno);
    w->fd = -1;
  }
  if (good && w->target) good = rename(w->temporary, w->target) == 0 || fail(w, errno);
  if (good) return true;
  file_drop(w);
  *why = w->cause == EISDIR ? "is a folder" : arena_printf(w->arena, "%s", strerror(w->cause));
  return false;
}

bool file_write(Arena *arena, const char *path, Str text, const char **why) {
  FileWriter writer;
  file_begin(&writer, arena, path);
  file_add(&writer, text);
  return file_end(&writer, why);
}
