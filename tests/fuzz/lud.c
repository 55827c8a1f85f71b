// The entrance for .lud texts: lexer, options, defines, expansion, resolution, and the printing of what is wrong.
#include "lud/text/load.h"
#include "lud/text/lud_print.h"
#include "target.h"

#include <stdio.h>

static void print_errors(const Diags *diags) {
  char text[1 << 16];
  FILE *out = fmemopen(text, sizeof text, "w");
  diags_print(out, diags, true);
  fclose(out);
}

static void print_game(const LudGame *game) {
  enum { PRINTED_MAX = 10000 };  // items; larger trees print like smaller ones
  if (!game->game || game->game->size > PRINTED_MAX) return;
  Text text = {0};
  print_tree(&text, game->game);
  text_free(&text);
}

static void load(Arena *arena, const Source *source, const OptionWishes *wishes, LudGame *game) {
  Diags diags;
  LudInput input = {.source = source, .root = LIBRARY_ANY};
  diags_init(&diags, arena);
  lud_load_input(target_library(), arena, &input, wishes, &diags, game);
  print_errors(&diags);
  print_game(game);
}

// Loads once more with the last ruleset and the last item of every option.
static void load_last_choices(Arena *arena, const Source *source, const GameOptions *options) {
  if (!options->n) return;
  OptionWishes wishes = {.n = options->n};
  const char **list = ARENA_ARRAY(arena, const char *, options->n);
  for (size_t i = 0; i < options->n; i++) {
    const OptionCategory *category = &options->categories[i];
    Str item = category->items[category->n - 1].name;
    list[i] = arena_printf(arena, "%.*s/%.*s", (int)category->name.n, category->name.p, (int)item.n, item.p);
  }
  wishes.options = list;
  if (options->n_rulesets) wishes.ruleset = arena_text(arena, options->rulesets[options->n_rulesets - 1].name);
  LudGame game;
  load(arena, source, &wishes, &game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena = {0};
  Source source = {"fuzz.lud", arena_str(&arena, (Str){(const char *)data, size})};
  LudGame game;
  load(&arena, &source, &(OptionWishes){0}, &game);
  load_last_choices(&arena, &source, &game.options);
  arena_free(&arena);
  return 0;
}
