// A game of the repository, compiled, for tests of agents.
#ifndef SEARCH_SHIPPED_H
#define SEARCH_SHIPPED_H

#include "lud/load.h"
#include "lud/lower.h"
#include "state/position.h"

#include "support/support.h"

typedef struct Shipped {
  Arena arena;
  Diags diags;
  Library library;
  LudGame lud;
  const Game *game;
} Shipped;

static inline void shipped_load(Shipped *shipped, const char *name) {
  *shipped = (Shipped){0};
  diags_init(&shipped->diags, &shipped->arena);
  OptionWishes wishes = {0};
  assert_true(library_open(&shipped->library, NULL, 0, &shipped->diags));
  assert_true(lud_load(&shipped->library, &shipped->arena, name, &wishes, &shipped->diags, &shipped->lud));
  assert_true(lud_compile(&shipped->arena, shipped->lud.terms, &shipped->diags, &shipped->game));
}

// The same for a description given as text.
static inline void shipped_text(Shipped *shipped, const char *text) {
  *shipped = (Shipped){0};
  Source *source = ARENA_NEW(&shipped->arena, Source);
  *source = (Source){"text.lud", str_of(text)};
  diags_init(&shipped->diags, &shipped->arena);
  OptionWishes wishes = {0};
  LudInput input = {.source = source, .root = LIBRARY_ANY};
  assert_true(library_open(&shipped->library, NULL, 0, &shipped->diags));
  bool good = lud_load_input(&shipped->library, &shipped->arena, &input, &wishes, &shipped->diags, &shipped->lud) &&
              lud_compile(&shipped->arena, shipped->lud.terms, &shipped->diags, &shipped->game);
  if (!good) diags_print(stdout, &shipped->diags, false);
  assert_true(good);
}

static inline void shipped_free(Shipped *shipped) {
  library_free(&shipped->library);
  arena_free(&shipped->arena);
}

#endif
