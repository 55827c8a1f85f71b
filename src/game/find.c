// Finding parts of a game by name.
#include "game/game.h"

int32_t game_piece_of(const Game *game, const char *name, Player owner) {
  for (int c = 1; c < game->n_components; c++) {
    const Component *piece = &game->components[c];
    if (piece->owner == owner && strstr(piece->name, name)) return c;
  }
  return GAME_OFF;
}
