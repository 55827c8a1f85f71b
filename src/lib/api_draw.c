// Drawings of positions.
#include "lib/lib_internal.h"

#include "play/show/picture.h"

static const Drawing *drawing_of(senet_position *position) {
  const Game *game = position->x->game;
  if (position->drawn != game) {
    drawing_free(position->drawing);
    drawing_new(game, &position->drawing);
    position->drawn = game;
  }
  return position->drawing;
}

senet_status senet_position_draw(senet_position *position, int player, char *buffer, size_t size, size_t *length) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  const Position *x = position->x;
  if (player < 0 || player > x->game->players) return api_fail(SENET_RANGE, "there is no player %d", player);
  Text text = {0};
  draw_position(&text, drawing_of(position), x, (DrawOptions){.viewer = player});
  senet_status status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}

senet_status senet_position_svg(senet_position *position, char *buffer, size_t size, size_t *length) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  const Position *x = position->x;
  if (!x->game->board) return api_fail(SENET_UNSUITED, "this game has no board");
  PictureOptions look = {.from = GAME_OFF, .to = GAME_OFF, .title = x->game->name};
  Text text = {0};
  picture_position(&text, x, &look);
  senet_status status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}

senet_status senet_game_legend(senet_game *game, char *buffer, size_t size, size_t *length) {
  if (!IS_GAME(game)) return api_misuse("the game");
  const Game *drawn = game->game->n_subgames ? game->game->subgames[0].game : game->game;
  Text text = {0};
  Drawing *drawing;
  drawing_new(drawn, &drawing);
  draw_legend(&text, drawing);
  drawing_free(drawing);
  senet_status status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}
