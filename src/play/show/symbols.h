// What pieces look like in text. Where all players have the same one kind of piece, X and O or their numbers; otherwise
// letters of their names, capital for player 1 and small for player 2, with a number behind for all others. A
// single kind of piece that belongs to nobody is a star, and seeds that all share are only counted.
#ifndef PLAY_SHOW_SYMBOLS_H
#define PLAY_SHOW_SYMBOLS_H

#include "base/text.h"
#include "game/game.h"

typedef struct Symbols Symbols;

// Free with symbols_free.
void symbols_new(const Game *game, Symbols **symbols);
void symbols_free(Symbols *symbols);

// The symbol of a component in a local state; empty for seeds, whose number is shown. Only nobody's pieces that can
// be turned over look different in different states.
const char *symbol_of(const Symbols *symbols, int32_t what, int32_t state);

// Lines that say what the symbols mean; nothing for a game without pieces.
void symbols_legend(Text *out, const Symbols *symbols);

#endif
