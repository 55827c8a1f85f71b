// What a game says about itself to people: words of its description, sides to connect, who plays it by default.
#include "lib/lib_internal.h"

#include "board/direction.h"
#include "lud/lower/metadata.h"
#include "search/opponent.h"

senet_status senet_game_about(const senet_game *game, const char *what, char *buffer, size_t size, size_t *length) {
  if (length) *length = 0;
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!what) return api_misuse("what to say");
  const Node *metadata = game->description.rbg ? NULL : game->description.lud.metadata;
  Str text = metadata ? metadata_info(metadata, what) : (Str){0};
  if (!text.n) return api_fail(SENET_NOT_FOUND, "the description does not say '%.200s'", what);
  return api_text(text, buffer, size, length);
}

// ---- sides ------------------------------------------------------------------------------------------

static bool owns_side(const Game *game, int player, SiteList side) {
  bool owned = false;
  for (int r = 0; r < game->n_regions && side.n > 1 && !owned; r++) {
    if (game->regions[r].owner != player || !game->regions[r].sites) continue;
    owned = true;
    for (int i = 0; i < side.n && owned; i++) owned = bit_get(game->regions[r].sites, side.at[i]);
  }
  return owned;
}

// A corner is not a side, and a single side is a goal or a home, which is seen on the board.
static void write_sides(Text *out, const Game *game, int player) {
  int n = 0;
  for (Dir d = 0; game->board && d < DIRS; d++) {
    if (!dir_is_specific(d) || !owns_side(game, player, topo_side(game->board, game->site_type, d))) continue;
    text_printf(out, "%s%s", n++ ? " and " : "", dir_name(d));
  }
  if (n < 2) text_clear(out);
}

senet_status senet_game_sides(const senet_game *game, int player, char *buffer, size_t size, size_t *length) {
  if (length) *length = 0;
  if (!IS_GAME(game)) return api_misuse("the game");
  if (player < 1 || player > game->game->players) return api_fail(SENET_RANGE, "there is no player %d", player);
  Text text = {0};
  write_sides(&text, game->game, player);
  senet_status status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}

// ---- the default agent ------------------------------------------------------------------------------

senet_status senet_game_agent(senet_game *game, double seconds, char *buffer, size_t size, size_t *length) {
  if (length) *length = 0;
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!(seconds > 0 && seconds <= 1e6)) return api_fail(SENET_RANGE, "seconds are more than 0 and at most a million");
  Arena arena = {0};
  const char *agent = opponent_for(&arena, game->game, seconds);
  senet_status status = api_text(str_of(agent), buffer, size, length);
  arena_free(&arena);
  return status;
}
