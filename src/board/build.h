// From a recipe to a graph: the one entrance to the generators, shapes and operators.
#ifndef BOARD_BUILD_H
#define BOARD_BUILD_H

#include "base/diag.h"
#include "board/graph.h"
#include "board/recipe.h"

// Which elements a game is played on by default (the board's `use:`).
typedef enum BoardUse { USE_CELL, USE_VERTEX, USE_EDGE } BoardUse;

// Builds the graph of a whole board: `(board ..)`, `(mancalaBoard ..)`, `(surakartaBoard ..)`,
// `(boardless ..)`, or a bare graph expression (then *use decides, and stays). *use is set from the
// recipe. The graph lives in the arena. False with the reason in diags when the recipe is wrong.
bool board_build(Arena *arena, const Recipe *recipe, Diags *diags, BoardUse *use, Graph *graph);

typedef struct Build Build;

// Builds *graph (initialised, empty) from a call. False after reporting to build->diags.
typedef bool BoardFn(Build *build, const Recipe *call, Graph *graph);

typedef enum BoardRowKind { ROW_CONTAINER, ROW_GENERATOR, ROW_SHAPE, ROW_OPERATOR } BoardRowKind;

// One thing a recipe can name. Shapes are listed under their generator ("hex Star") and reached through it.
typedef struct BoardRow {
  BoardRowKind kind;
  const char *name;
  const char *signature;
  const char *doc;  // one sentence
  BoardFn *build;   // NULL for shapes
} BoardRow;

// Every row of every family in turn; NULL after the last.
const BoardRow *board_row(size_t i);

#endif
