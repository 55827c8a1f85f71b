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

#endif
