// From the typed description to the board's own recipe, so that src/board/ need not know the language.
#ifndef LUD_LOWER_BOARD_BRIDGE_H
#define LUD_LOWER_BOARD_BRIDGE_H

#include "board/board.h"
#include "lud/resolve/term.h"

// The term of the board in a resolved `(game ..)`, or NULL; of a match's own games there is none.
const Term *lud_board_term(const Term *game);

// The first term that passes the test, in depth-first order, or NULL; each is tested once.
typedef bool LudTermTest(const Term *term, void *self);
const Term *lud_find_term(const Term *root, LudTermTest *test, void *self);

// The recipe of a board, graph or other part of one. Arithmetic on sizes and fractions is done. Lives in the
// arena and points into the terms' text.
const Recipe *lud_board_recipe(Arena *arena, const Term *term);

// Whether the rules ask for the layer of a site anywhere; rows and columns are measured differently then.
bool lud_uses_layers(const Term *game);

// All of it: the board of a game. NULL with the reason in diags.
const Board *lud_board(Arena *arena, const Term *game, Diags *diags);

#endif
