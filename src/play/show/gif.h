// Animated GIF files: pictures of one size shown one after another, each with at most 256 colours.
#ifndef PLAY_SHOW_GIF_H
#define PLAY_SHOW_GIF_H

#include "play/show/raster.h"

typedef struct GifWriter {
  Text *out;
  int width, height;
} GifWriter;

// Begins a file that repeats for ever. Frames must have this size; smaller ones are filled up with white.
void gif_begin(GifWriter *gif, Text *out, int width, int height);
// Adds a frame shown for so many hundredths of a second.
void gif_frame(GifWriter *gif, Arena *arena, const Raster *raster, int hundredths);
void gif_end(GifWriter *gif);

#endif
