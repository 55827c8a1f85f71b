// GIF89a: a palette per frame made of its commonest colours, pixels packed by LZW.
#include "play/show/gif.h"

#include <stdlib.h>

static void put16(Text *out, int value) {
  text_char(out, (char)(value & 255));
  text_char(out, (char)(value >> 8 & 255));
}

void gif_begin(GifWriter *gif, Text *out, int width, int height) {
  *gif = (GifWriter){out, width, height};
  text_puts(out, "GIF89a");
  put16(out, width);
  put16(out, height);
  text_add(out, (Str){"\0\0\0", 3});  // no global palette
  text_add(out, (Str){"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 19});
}

void gif_end(GifWriter *gif) { text_char(gif->out, ';'); }

// ---- colours -------------------------------------------------------------------------------------

enum { PALETTE = 256, COARSE = 1 << 15 };  // colours are first counted with five bits each

typedef struct ColourCount {
  uint32_t colour, n;
} ColourCount;

static uint32_t coarse(uint32_t c) { return (c >> 19 & 31) << 10 | (c >> 11 & 31) << 5 | (c >> 3 & 31); }

static int by_count(const void *a, const void *b) {
  const ColourCount *l = a, *r = b;
  if (l->n != r->n) return l->n < r->n ? 1 : -1;
  return (l->colour > r->colour) - (l->colour < r->colour);
}

static int distance(uint32_t a, uint32_t b) {
  int r = (int)(a >> 16 & 255) - (int)(b >> 16 & 255), g = (int)(a >> 8 & 255) - (int)(b >> 8 & 255);
  int bl = (int)(a & 255) - (int)(b & 255);
  return r * r + g * g + bl * bl;
}

static uint8_t nearest(const uint32_t *palette, int n, uint32_t colour) {
  int best = 0;
  for (int i = 1; i < n; i++) {
    if (distance(palette[i], colour) < distance(palette[best], colour)) best = i;
  }
  return (uint8_t)best;
}

// The commonest colours; `of` maps coarse colours to the nearest of them.
static void make_palette(Arena *arena, const Raster *raster, uint32_t palette[PALETTE], uint8_t *of) {
  ColourCount *counts = ARENA_ARRAY(arena, ColourCount, COARSE);
  for (int i = 0; i < raster->width * raster->height; i++) {
    ColourCount *count = &counts[coarse(raster->pixels[i])];
    if (!count->n++) count->colour = raster->pixels[i];
  }
  ColourCount *sorted = ARENA_ARRAY(arena, ColourCount, COARSE);
  memcpy(sorted, counts, COARSE * sizeof *sorted);
  qsort(sorted, COARSE, sizeof *sorted, by_count);
  int n = 0;
  while (n < PALETTE && sorted[n].n) palette[n] = sorted[n].colour, n++;
  for (int i = n; i < PALETTE; i++) palette[i] = 0xffffff;
  for (int i = 0; i < COARSE; i++) {
    if (counts[i].n) of[i] = nearest(palette, MAX(n, 1), counts[i].colour);
  }
}

// ---- packing -------------------------------------------------------------------------------------

enum { CODES = 4096, CLEAR = 256, END = 257 };

typedef struct Packer {
  Text *out;
  uint32_t bits;
  int n_bits, width;
  unsigned char block[255];
  int n_block;
  uint16_t next[CODES][PALETTE];  // code of a sequence and one more pixel; 0: none yet
  int n_codes;
} Packer;

static void flush_block(Packer *p) {
  if (!p->n_block) return;
  text_char(p->out, (char)p->n_block);
  text_add(p->out, (Str){(const char *)p->block, (size_t)p->n_block});
  p->n_block = 0;
}

static void put_code(Packer *p, int code) {
  p->bits |= (uint32_t)code << p->n_bits;
  p->n_bits += p->width;
  while (p->n_bits >= 8) {
    p->block[p->n_block++] = (unsigned char)(p->bits & 255);
    p->bits >>= 8;
    p->n_bits -= 8;
    if (p->n_block == (int)sizeof p->block) flush_block(p);
  }
}

static void restart(Packer *p) {
  memset(p->next, 0, sizeof p->next);
  p->n_codes = END + 1;
  p->width = 9;
}

static void learn(Packer *p, int code, uint8_t pixel) {
  if (p->n_codes == CODES) {
    put_code(p, CLEAR);
    restart(p);
    return;
  }
  p->next[code][pixel] = (uint16_t)p->n_codes;
  if (p->n_codes++ == 1 << p->width && p->width < 12) p->width++;
}

static void pack(Packer *p, const uint8_t *pixels, size_t n) {
  restart(p);
  put_code(p, CLEAR);
  int code = pixels[0];
  for (size_t i = 1; i < n; i++) {
    int longer = p->next[code][pixels[i]];
    if (longer) {
      code = longer;
      continue;
    }
    put_code(p, code);
    learn(p, code, pixels[i]);
    code = pixels[i];
  }
  put_code(p, code);
  put_code(p, END);
  p->width = 8;
  if (p->n_bits) put_code(p, 0);
  flush_block(p);
  text_char(p->out, 0);
}

// ---- frames --------------------------------------------------------------------------------------

static uint8_t *index_pixels(const GifWriter *gif, Arena *arena, const Raster *raster, const uint32_t *palette,
                             const uint8_t *of) {
  uint8_t *pixels = ARENA_ARRAY(arena, uint8_t, gif->width * gif->height);
  memset(pixels, nearest(palette, PALETTE, 0xffffff), (size_t)(gif->width * gif->height));
  for (int y = 0; y < MIN(gif->height, raster->height); y++) {
    for (int x = 0; x < MIN(gif->width, raster->width); x++) {
      pixels[y * gif->width + x] = of[coarse(raster->pixels[y * raster->width + x])];
    }
  }
  return pixels;
}

void gif_frame(GifWriter *gif, Arena *arena, const Raster *raster, int hundredths) {
  uint32_t palette[PALETTE];
  uint8_t *of = ARENA_ARRAY(arena, uint8_t, COARSE);
  make_palette(arena, raster, palette, of);
  text_add(gif->out, (Str){"\x21\xf9\x04\x04", 4});
  put16(gif->out, hundredths);
  text_add(gif->out, (Str){"\0\0", 2});
  text_char(gif->out, ',');
  put16(gif->out, 0);
  put16(gif->out, 0);
  put16(gif->out, gif->width);
  put16(gif->out, gif->height);
  text_char(gif->out, (char)0x87);  // its own palette of 256 colours
  for (int i = 0; i < PALETTE; i++) {
    char rgb[3] = {(char)(palette[i] >> 16), (char)(palette[i] >> 8), (char)palette[i]};
    text_add(gif->out, (Str){rgb, 3});
  }
  text_char(gif->out, 8);
  Packer *packer = ARENA_NEW(arena, Packer);
  packer->out = gif->out;
  pack(packer, index_pixels(gif, arena, raster, palette, of), (size_t)(gif->width * gif->height));
}
