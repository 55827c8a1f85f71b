// Positions of searches, encoded for networks.
#include "learn/zero/zero_net.h"

#include "base/file.h"
#include "base/installed.h"

// The one who moves; where several move at once, the first.
static Player viewer_of(const Position *x, MoveList list) {
  Player viewer = list.n ? move_at(x, list, 0)->mover : position_mover(x);
  return viewer < 1 || viewer > x->game->players ? 1 : viewer;
}

static void encode(ZeroEncoder *self, Position *x, MoveList list, ZeroLeaf *leaf) {
  ZeroNetEncoder *encoder = (ZeroNetEncoder *)(void *)self;
  const NetSample *sample = net_encode(encoder->net, x, viewer_of(x, list), list);
  leaf->request.n = sample->size;
  while (leaf->request.cap < leaf->request.n) leaf->request.at = vec_grow(leaf->request.at, &leaf->request.cap, 1);
  memcpy(leaf->request.at, sample, sample->size);
}

void zero_net_encoder_open(ZeroNetEncoder *encoder, const NetEncoding *e) {
  *encoder = (ZeroNetEncoder){.encoder = {encode}, .net = net_encoder_new(e)};
}

void zero_net_encoder_close(ZeroNetEncoder *encoder) { net_encoder_free(encoder->net); }

const char *zero_models_folder(Arena *arena) { return arena_printf(arena, "%s/../models", installed_games()); }

// Names of games have blanks, those of files do not.
static const char *shipped_model(Arena *arena, const char *name) {
  char *plain = arena_text(arena, str_of(name));
  for (char *c = plain; *c; c++) *c = *c == ' ' ? '_' : *c;
  return arena_printf(arena, "%s/%s.safetensors", zero_models_folder(arena), plain);
}

const char *zero_model_file(Arena *arena, const char *path) {
  if (file_is_folder(path)) return arena_printf(arena, "%s/model.safetensors", path);
  if (file_exists(path) || strchr(path, '/')) return path;
  const char *shipped = shipped_model(arena, path);
  return file_exists(shipped) ? shipped : path;
}
