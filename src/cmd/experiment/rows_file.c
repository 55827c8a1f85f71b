// Reading and extending the file of an experiment.
#include "cmd/experiment/rows_file.h"

#include "base/file.h"

#include <stdio.h>
#include <strings.h>

bool rows_file_open(Arena *arena, const char *path, const char *head, RowsReader *reader, void *self) {
  Str text;
  const char *why = "";
  if (!path) return true;
  if (!file_exists(path)) {
    if (file_write(arena, path, str_of(head), &why)) return true;
  } else if (file_read(arena, path, 0, &text, &why)) {
    if (reader(self, arena, text)) return true;
    why = "not a file of this experiment";
  }
  fprintf(stderr, "senet experiment: %s: %s\n", path, why);
  return false;
}

void rows_file_add(const char *path, Str lines) {
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  fwrite(lines.p, 1, lines.n, file);
  fclose(file);
}

bool experiment_wants(const Options *options, const Library *library, size_t i) {
  const LibraryGame *game = &library->games.at[i];
  bool again = i && !strcasecmp(game->name, game[-1].name);
  return !again && options_wants(options, "--game", game->name);
}
