// Reading and extending the file of an experiment.
#include "cmd/experiment/rows_file.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <strings.h>

static bool complain(const char *path, const char *why) {
  fprintf(stderr, "senet experiment: %s: %s\n", path, why);
  return false;
}

// A line that was not finished is forgotten: the next row would be taken for its end.
static bool cut_off(Arena *arena, const char *path, Str text) {
  const char *why = "";
  Str whole = text;
  while (whole.n && whole.p[whole.n - 1] != '\n') whole.n--;
  return whole.n == text.n || file_write(arena, path, whole, &why) || complain(path, why);
}

bool rows_file_open(Arena *arena, const char *path, const char *head, RowsReader *reader, void *self) {
  Str text;
  const char *why = "";
  if (!path) return true;
  if (!file_exists(path)) {
    if (file_write(arena, path, str_of(head), &why)) return true;
  } else if (file_read(arena, path, 0, &text, &why)) {
    if (reader(self, arena, text)) return cut_off(arena, path, text);
    why = "not a file of this experiment";
  }
  return complain(path, why);
}

bool rows_file_write(Arena *arena, const char *path, const Text *text) {
  const char *why = "";
  return file_write(arena, path, text_str(text), &why) || complain(path, why);
}

bool rows_file_add(const char *path, Str lines) {
  if (!path) return true;
  FILE *file = fopen(path, "a");
  if (!file) return complain(path, strerror(errno));
  bool good = fwrite(lines.p, 1, lines.n, file) == lines.n;
  good &= fclose(file) == 0;
  return good || complain(path, strerror(errno));
}

bool experiment_wants(const Options *options, const Library *library, size_t i) {
  const LibraryGame *game = &library->games.at[i];
  bool again = i && !strcasecmp(game->name, game[-1].name);
  return !again && options_wants(options, "--game", game->name);
}
