// The planes of net/tensor.h as an encoding of tokens: a token for each place, a fact for each channel that is 1 there,
// a number where it is something else, 3 x 3 neighbours.
#include "net/input/encoding_internal.h"

static void fill_neighbours(const TensorEncoding *t, int32_t *out) {
  static const int8_t dx[9] = {0, 0, 1, 1, 1, 0, -1, -1, -1}, dy[9] = {0, 1, 1, 0, -1, -1, -1, 0, 1};
  for (int x = 0; x < t->width; x++) {
    for (int y = 0; y < t->height; y++) {
      for (int k = 0; k < 9; k++) {
        int nx = x + dx[k], ny = y + dy[k];
        bool inside = nx >= 0 && nx < t->width && ny >= 0 && ny < t->height;
        out[(x * t->height + y) * 9 + k] = inside ? nx * t->height + ny : -1;
      }
    }
  }
}

static void fill_places(const TensorEncoding *t, int32_t *out) {
  for (int i = 0; i < tensor_plane(t); i++) {
    out[i * NET_PLACES] = 2 * (i / t->height);
    out[i * NET_PLACES + 1] = 2 * (i % t->height);
  }
}

void encoding_planes(EncodingBuilder *b, NetView *views) {
  static const char *const names[9] = {"itself", "N", "NE", "E", "SE", "S", "SW", "W", "NW"};
  const TensorEncoding *t = b->e->planes;
  int plane = tensor_plane(t);
  int32_t *neighbours = ARENA_ARRAY(b->arena, int32_t, (size_t)plane * 9);
  int32_t *places = ARENA_ARRAY(b->arena, int32_t, (size_t)plane * NET_PLACES);
  fill_neighbours(t, neighbours);
  fill_places(t, places);
  for (Player p = 1; p <= b->e->players; p++) {
    views[p] = (NetView){neighbours, places, ARENA_ARRAY(b->arena, uint32_t, plane + 1),
                         ARENA_ARRAY(b->arena, uint16_t, 1), ARENA_ARRAY(b->arena, float, 1)};
  }
  for (int c = 0; c < t->channels; c++) {
    VEC_PUSH(&b->facts, t->names[c]);
    VEC_PUSH(&b->numbers, t->names[c]);
  }
  for (int k = 0; k < 9; k++) VEC_PUSH(&b->directions, names[k]);
  for (int i = 0; i < plane; i++) {
    VEC_PUSH(&b->tokens, arena_printf(b->arena, "column %d, row %d", i / t->height, i % t->height));
  }
  b->e->directions = 9;
  b->e->move_channels = t->move_channels;
}
