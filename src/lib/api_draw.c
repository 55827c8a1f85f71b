// Drawings of positions.
#include "lib/lib_internal.h"

#include "play/show/picture.h"

enum { DELAY_MAX = 1000 };

static const Drawing *drawing_of(senet_position *position) {
  const Game *game = position->x->game;
  if (position->drawn != game) {
    drawing_free(position->drawing);
    drawing_new(game, &position->drawing);
    position->drawn = game;
  }
  return position->drawing;
}

// The caller's options, of whatever version, or the defaults.
senet_status draw_look(const senet_position *position, const senet_draw_options *given, senet_draw_options *out) {
  *out = (senet_draw_options)SENET_DRAW_OPTIONS;
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (!given || given->size < sizeof(size_t) || given->size > sizeof *out) return api_misuse("the options");
  memcpy(out, given, given->size);
  int players = position->x->game->players;
  if (out->player < 0 || out->player > players) return api_fail(SENET_RANGE, "there is no player %d", out->player);
  if (out->delay < 0 || out->delay > DELAY_MAX) return api_fail(SENET_RANGE, "the delay is 0 to %d", DELAY_MAX);
  return SENET_OK;
}

// The last move is not marked for somebody who must not know everything.
static bool is_marked(const Position *x, const senet_draw_options *look) {
  return look->last_move && x->head->made > 0 && !(look->player && game_has(x->game, GAME_HIDDEN));
}

senet_status senet_position_draw_with(senet_position *position, const senet_draw_options *options, char *buffer,
                                      size_t size, size_t *length) {
  senet_draw_options look;
  senet_status status = draw_look(position, options, &look);
  if (status != SENET_OK) return status;
  const Position *x = position->x;
  Text text = {0};
  DrawOptions wanted = {.viewer = look.player,
                        .colour = look.colour,
                        .labels = look.sites,
                        .marked = is_marked(x, &look),
                        .from = x->head->last.from,
                        .to = x->head->last.to};
  draw_position(&text, drawing_of(position), x, wanted);
  status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}

senet_status senet_position_draw(senet_position *position, int player, char *buffer, size_t size, size_t *length) {
  senet_draw_options look = SENET_DRAW_OPTIONS;
  look.player = player;
  return senet_position_draw_with(position, &look, buffer, size, length);
}

void draw_svg(Text *out, const Position *x, const senet_draw_options *look) {
  bool marked = is_marked(x, look);
  PictureOptions wanted = {.viewer = look->player,
                           .no_legend = look->no_legend,
                           .no_labels = look->no_labels,
                           .from = marked ? x->head->last.from : GAME_OFF,
                           .to = marked ? x->head->last.to : GAME_OFF,
                           .title = x->game->name};
  picture_position(out, x, &wanted);
}

senet_status senet_position_svg_with(senet_position *position, const senet_draw_options *options, char *buffer,
                                     size_t size, size_t *length) {
  senet_draw_options look;
  senet_status status = draw_look(position, options, &look);
  if (status != SENET_OK) return status;
  const Position *x = position->x;
  if (!x->game->board) return api_fail(SENET_UNSUITED, "this game has no board");
  Text text = {0};
  draw_svg(&text, x, &look);
  status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}

senet_status senet_position_svg(senet_position *position, char *buffer, size_t size, size_t *length) {
  senet_draw_options look = SENET_DRAW_OPTIONS;
  return senet_position_svg_with(position, &look, buffer, size, length);
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
