// Recipes from text, for tests: the syntax tree with heads moved into calls. Arithmetic stays as written.
#ifndef TESTS_BOARD_RECIPE_TEXT_H
#define TESTS_BOARD_RECIPE_TEXT_H

#include "board/recipe.h"
#include "syntax/parse.h"

static RecipeKind recipe_kind_of(const Node *node) {
  switch (node->kind) {
    case NODE_LIST: return RECIPE_CALL;
    case NODE_BRACES: return RECIPE_LIST;
    case NODE_STRING: return RECIPE_STRING;
    case NODE_SYMBOL: return RECIPE_WORD;
    case NODE_INT:
    case NODE_FLOAT: return RECIPE_NUMBER;
  }
  return RECIPE_WORD;
}

static const Recipe *recipe_of_node(Arena *arena, const Node *node) {
  Recipe *recipe = ARENA_NEW(arena, Recipe);
  uint32_t skip = node->kind == NODE_LIST && node->n ? 1 : 0;
  *recipe = (Recipe){.kind = recipe_kind_of(node),
                     .n = node->n - skip,
                     .label = node->label,
                     .text = skip ? node_head(node) : node->text,
                     .number = node->real,
                     .integral = node->kind == NODE_INT,
                     .loc = node->loc};
  recipe->kids = ARENA_ARRAY(arena, const Recipe *, recipe->n + 1);
  for (uint32_t i = 0; i < recipe->n; i++) recipe->kids[i] = recipe_of_node(arena, node->kids[i + skip]);
  return recipe;
}

// NULL when the text is not exactly one well-formed expression.
static inline const Recipe *recipe_of_text(Arena *arena, Str text) {
  Source *source = ARENA_NEW(arena, Source);
  *source = (Source){.name = "recipe", .text = text};
  Diags diags;
  diags_init(&diags, arena);
  const Node *top;
  if (!syntax_parse(arena, source, &diags, &top) || top->n != 1) return NULL;
  return recipe_of_node(arena, top->kids[0]);
}

#endif
