// Fuzz target: files of networks. Whatever the bytes are, they are read or refused with a sentence. A sample that
// passes its check can be run.
#include "base/mem.h"
#include "net/net_model.h"
#include "net/safetensors.h"
#include "support/shipped.h"
#include "target.h"

#include <stdio.h>
#include <unistd.h>

// A block of 8-byte words, as samples are.
static void run_as_sample(Arena *arena, const NetEncoding *e, const NetModel *model, const uint8_t *data, size_t size) {
  const char *why = NULL;
  void *block = arena_copy(arena, data, size);
  if (!net_sample_check(e, block, size, &why)) {
    require(why != NULL);
    return;
  }
  const NetSample *sample = block;
  NetRunner *runner = net_runner_new(model);
  float values[GAME_PLAYERS_MAX];
  net_run(runner, &sample, 1, values, NULL);
  net_runner_free(runner);
}

static void read_as_file(Arena *arena, const NetEncoding *e, const uint8_t *data, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/senet-fuzz-%d.safetensors", (int)getpid());
  FILE *file = fopen(path, "wb");
  if (!file) return;
  bool written = fwrite(data, 1, size, file) == size;
  fclose(file);
  NetModel *model = NULL;
  const char *why = NULL;
  if (written) require(net_model_read(arena, path, e, &model, &why) || why);
  net_model_free(model);
  remove(path);
}

typedef struct Network {
  Arena arena;
  Shipped shipped;
  const NetEncoding *encoding;
  NetModel *model;
} Network;

// Made once.
static const Network *network(void) {
  static Network *kept;
  const char *why = NULL;
  if (kept) return kept;
  kept = mem_alloc_zero(sizeof *kept);
  shipped_load(&kept->shipped, "Tic-Tac-Toe");
  kept->encoding = net_encoding(&kept->arena, kept->shipped.game, NET_TOKENS, &why);
  require(kept->encoding &&
          net_model_new(&kept->arena, kept->encoding, "graph:blocks=1,channels=8", 1, &kept->model, &why));
  return kept;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena = {0};
  const Network *n = network();
  read_as_file(&arena, n->encoding, data, size);
  run_as_sample(&arena, n->encoding, n->model, data, size);
  arena_free(&arena);
  return 0;
}
