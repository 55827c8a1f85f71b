// Pictures as pixels: SVG drawn by librsvg and cairo where they are installed. They are loaded when first needed, so
// that programs that draw nothing do not wait for them.
#ifndef PLAY_SHOW_RASTER_H
#define PLAY_SHOW_RASTER_H

#include "base/arena.h"
#include "base/text.h"

typedef struct Raster {
  int width, height;
  const uint32_t *pixels;  // 0x00RRGGBB, row by row (arena)
} Raster;

// Draws a document at its own size. False with a sentence in *why (arena or constant), such as which package is
// missing.
bool raster_svg(Arena *arena, Str svg, Raster *raster, const char **why);
// The same as the bytes of a PNG file.
bool raster_png(Arena *arena, Str svg, Text *png, const char **why);

#endif
