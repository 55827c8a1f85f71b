// The entrance for .lud texts: lexer, options, defines, expansion, resolution, and the printing of what is wrong.
#include "lud/load.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// One library for all inputs: it holds the registry, which is the same for all.
static Library *shared_library(void) {
  static Library library;
  static bool opened;
  if (!opened) library = (Library){0};
  opened = true;
  return &library;
}

static void print_errors(const Diags *diags) {
  char text[1 << 16];
  FILE *out = fmemopen(text, sizeof text, "w");
  diags_print(out, diags, true);
  fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena = {0};
  Diags diags;
  LudGame game;
  Source source = {"fuzz.lud", arena_str(&arena, (Str){(const char *)data, size})};
  LudInput input = {.source = &source, .root = LIBRARY_ANY};
  diags_init(&diags, &arena);
  lud_load_input(shared_library(), &arena, &input, &(OptionWishes){0}, &diags, &game);
  print_errors(&diags);
  arena_free(&arena);
  return 0;
}
