// A board recipe: the part of a description that says which graph a game is played on, as a plain tree
// of calls and constants. `src/lud/` copies it from the typed description, so that boards know nothing
// of the language around them.
#ifndef BOARD_RECIPE_H
#define BOARD_RECIPE_H

#include "base/diag.h"

typedef enum RecipeKind {
  RECIPE_CALL,    // text is the name: "square", "rotate", "poly"; keywords and values are kids
  RECIPE_LIST,    // { ... }
  RECIPE_NUMBER,  // number; arithmetic may also be left as calls: "+", "/", "max"...
  RECIPE_WORD,    // an enumeration word or boolean: Hexagon, Solid, true
  RECIPE_STRING,
} RecipeKind;

typedef struct Recipe Recipe;
struct Recipe {
  RecipeKind kind;
  uint32_t n;
  Str label;  // named argument (vertices:, diagonals:), or empty
  Str text;
  double number;
  bool integral;  // RECIPE_NUMBER written without a fraction
  const Recipe **kids;
  SrcLoc loc;
};

#endif
