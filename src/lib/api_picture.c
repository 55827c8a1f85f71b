// Pictures of positions as files: one position, or the game so far as an animation.
#include "lib/lib_internal.h"

#include "play/show/gif.h"

struct senet_picture {
  Handle handle;
  Text bytes;
};

#define IS_PICTURE(h) handle_is((const Handle *)(const void *)(h), HANDLE_PICTURE)

enum { DEFAULT_DELAY = 80, LAST_DELAYS = 4 };  // the last position is shown longer

static senet_status no_raster(const char *why) { return api_fail(SENET_NOT_FOUND, "%s", why); }

static senet_status make_svg(const Position *x, const senet_draw_options *look, Text *out) {
  draw_svg(out, x, look);
  return SENET_OK;
}

static senet_status make_png(const Position *x, const senet_draw_options *look, Text *out) {
  Text svg = {0};
  Arena arena = {0};
  const char *why = "";
  draw_svg(&svg, x, look);
  bool good = raster_png(&arena, text_str(&svg), out, &why);
  senet_status status = good ? SENET_OK : no_raster(why);
  text_free(&svg);
  arena_free(&arena);
  return status;
}

static senet_status add_frame(GifWriter *gif, Text *out, Str svg, int delay) {
  Arena arena = {0};
  Raster raster;
  const char *why = "";
  bool good = raster_svg(&arena, svg, &raster, &why);
  if (good && !gif->out) gif_begin(gif, out, raster.width, raster.height);
  if (good) gif_frame(gif, &arena, &raster, delay);
  senet_status status = good ? SENET_OK : no_raster(why);
  arena_free(&arena);
  return status;
}

// The pictures are made while moves are taken back on a copy, the last one first.
static senet_status make_gif(const Position *x, const senet_draw_options *look, Text *out) {
  VEC(Text) pictures = {0};
  GifWriter gif = {0};
  senet_status status = SENET_OK;
  int delay = look->delay ? look->delay : DEFAULT_DELAY;
  Position *back = position_new(x->match.game ? x->match.game : x->game, 0, 0);
  position_copy(back, x);
  position_copy_played(back, x);
  do {
    Text svg = {0};
    draw_svg(&svg, back, look);
    VEC_PUSH(&pictures, svg);
  } while (position_undo(back));
  for (size_t i = pictures.n; status == SENET_OK && i-- > 0;) {
    status = add_frame(&gif, out, text_str(&pictures.at[i]), i ? delay : LAST_DELAYS * delay);
  }
  if (status == SENET_OK) gif_end(&gif);
  for (size_t i = 0; i < pictures.n; i++) text_free(&pictures.at[i]);
  VEC_FREE(&pictures);
  position_free(back);
  return status;
}

typedef senet_status MakePicture(const Position *x, const senet_draw_options *look, Text *out);
static MakePicture *const makers[] = {
    [SENET_PICTURE_SVG] = make_svg,
    [SENET_PICTURE_PNG] = make_png,
    [SENET_PICTURE_GIF] = make_gif,
};

senet_status senet_position_picture(senet_position *position, const senet_draw_options *options, int format,
                                    senet_picture **out) {
  senet_draw_options look, usual = SENET_DRAW_OPTIONS;
  if (!out) return api_misuse("the place of the picture");
  *out = NULL;
  senet_status status = draw_look(position, options ? options : &usual, &look);
  if (status != SENET_OK) return status;
  if (format < 0 || format >= (int)COUNT_OF(makers)) return api_fail(SENET_RANGE, "there is no such format");
  if (!position->x->game->board) return api_fail(SENET_UNSUITED, "this game has no board");
  position_unlist(position);
  senet_picture *picture = handle_new(position->handle.library, HANDLE_PICTURE, sizeof *picture);
  status = makers[format](position->x, &look, &picture->bytes);
  if (status == SENET_OK) *out = picture;
  else senet_picture_free(picture);
  return status;
}

const void *senet_picture_bytes(const senet_picture *picture, size_t *n) {
  if (n) *n = IS_PICTURE(picture) ? picture->bytes.n : 0;
  return IS_PICTURE(picture) ? picture->bytes.p : NULL;
}

void senet_picture_free(senet_picture *picture) {
  if (!IS_PICTURE(picture)) return;
  handle_close(&picture->handle);
  text_free(&picture->bytes);
  handle_give_back(&picture->handle, HANDLE_PICTURE);
}
