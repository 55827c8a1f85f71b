// Stands in for libFuzzer in ordinary builds: runs the target once on every file of a corpus folder.
#include "base/arena.h"
#include "base/file.h"
#include "target.h"

#include <stdio.h>

static void replay_one(void *self, const char *path) {
  int *count = self;
  Arena arena = {0};
  Str text;
  const char *why = NULL;
  bool ok = file_read(&arena, path, 0, &text, &why);
  if (ok) LLVMFuzzerTestOneInput((const uint8_t *)text.p, text.n);
  printf("%sok %d - %s\n", ok ? "" : "not ", ++*count, file_base_name(path));
  fflush(stdout);
  arena_free(&arena);
}

int main(int argc, char **argv) {
  int count = 0;
  if (argc > 1) file_walk(argv[1], "", replay_one, &count);
  if (!count) printf("not ok %d - the corpus folder is not empty\n", ++count);
  printf("1..%d\n", count);
  return 0;
}
