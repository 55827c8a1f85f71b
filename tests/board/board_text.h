// Boards from text, for tests: "(board (square 3))" through the language's own types and the bridge.
#ifndef TESTS_BOARD_BOARD_TEXT_H
#define TESTS_BOARD_BOARD_TEXT_H

#include "lud/lower/board_bridge.h"
#include "lud/resolve/registry.h"
#include "lud/resolve/resolve.h"
#include "support/support.h"
#include "syntax/parse.h"

// Errors are in diags; NULL then.
static inline const Board *try_board(Arena *arena, const char *text, Diags *diags) {
  Source *source = ARENA_NEW(arena, Source);
  *source = (Source){.name = "board", .text = str_of(text)};
  const Node *top;
  LudTerms terms;
  const char *why = NULL;
  const LudRegistry *registry = lud_registry_new(arena, &why);
  diags_init(diags, arena);
  if (!syntax_parse(arena, source, diags, &top)) return NULL;
  if (!lud_resolve(registry, arena, top->kids[0], "board", diags, &terms)) return NULL;
  return board_make(arena, lud_board_recipe(arena, terms.root), false, diags);
}

static inline const Board *board_of(Arena *arena, const char *text) {
  Diags diags;
  const Board *board = try_board(arena, text, &diags);
  if (!board) fail_msg("%s: %s", text, diags.n ? diags.list[0].message : "no board");
  return board;
}

#endif
