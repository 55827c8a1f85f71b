// Batches of leaves and of their images.
#include "learn/zero/zero_batch.h"

#include "learn/zero/zero_net.h"

void zero_batch_open(ZeroBatch *batch, Arena *arena, const Game *game, const NetEncoding *e, int64_t images) {
  *batch = (ZeroBatch){.encoding = e, .players = (size_t)game->players, .images = 1};
  if (images < 2) return;
  batch->symmetries = zero_symmetries(arena, game, e, 1);
  batch->images = (size_t)MIN(MIN(images, batch->symmetries.n), ZERO_IMAGES_MOST);
}

void zero_batch_close(ZeroBatch *batch) {
  for (int i = 0; i < ZERO_BATCH_MOST; i++) {
    VEC_FREE(&batch->blocks[i]);
    VEC_FREE(&batch->numbers[i]);
  }
}

// The image number k of a leaf, and room for what the network says about its moves.
static void take_image(ZeroBatch *batch, const NetSample *sample, size_t k) {
  size_t at = batch->n++;
  while (batch->blocks[at].cap < sample->size) {
    batch->blocks[at].at = vec_grow(batch->blocks[at].at, &batch->blocks[at].cap, 1);
  }
  while (batch->numbers[at].cap < sample->n_moves) {
    batch->numbers[at].at = vec_grow(batch->numbers[at].at, &batch->numbers[at].cap, sizeof(float));
  }
  NetSample *image = (NetSample *)(void *)batch->blocks[at].at;
  net_sample_permute(batch->encoding, sample, batch->symmetries.to[k], image);
  batch->samples[at] = image;
  batch->logits[at] = batch->numbers[at].at;
}

void zero_batch_take(ZeroBatch *batch, ZeroSearch *search) {
  batch->n = 0;
  for (int i = 0; i < search->n_leaves; i++) {
    ZeroLeaf *leaf = &search->leaves[i];
    const NetSample *sample = zero_leaf_sample(leaf);
    batch->samples[batch->n] = sample;
    batch->logits[batch->n++] = leaf->logits.at;
    for (size_t k = 1; k < batch->images; k++) take_image(batch, sample, k);
  }
}

void zero_batch_return(const ZeroBatch *batch, ZeroSearch *search) {
  size_t images = batch->images, players = batch->players;
  for (size_t i = 0; i < (size_t)search->n_leaves; i++) {
    ZeroLeaf *leaf = &search->leaves[i];
    const float *values = batch->values + i * images * players;
    float *const *logits = batch->logits + i * images;
    for (size_t p = 0; p < players; p++) {
      float sum = 0;
      for (size_t k = 0; k < images; k++) sum += values[k * players + p];
      leaf->values[p] = sum / (float)images;
    }
    for (uint32_t m = 0; m < leaf->n_moves && images > 1; m++) {
      float sum = 0;
      for (size_t k = 0; k < images; k++) sum += logits[k][m];
      leaf->logits.at[m] = sum / (float)images;
    }
  }
}
