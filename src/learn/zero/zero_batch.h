// The leaves of a search as one batch for a network, each seen once or, for better answers, once for every symmetry of
// the rules: the mean of what the network says about the images of a position is what counts.
#ifndef LEARN_ZERO_ZERO_BATCH_H
#define LEARN_ZERO_ZERO_BATCH_H

#include "learn/zero/zero_search.h"
#include "learn/zero/zero_symmetry.h"
#include "net/net_model.h"

enum { ZERO_IMAGES_MOST = 8, ZERO_BATCH_MOST = ZERO_LEAVES_MOST * ZERO_IMAGES_MOST };

typedef struct ZeroBatch {
  const NetEncoding *encoding;
  ZeroSymmetries symmetries;
  size_t players, images;  // images of each leaf, itself included
  size_t n;                // samples of the batch under way: leaf by leaf, its images side by side
  const NetSample *samples[ZERO_BATCH_MOST];
  float *logits[ZERO_BATCH_MOST];                    // by move, the answers to them
  float values[ZERO_BATCH_MOST * GAME_PLAYERS_MAX];  // by player
  VEC(unsigned char) blocks[ZERO_BATCH_MOST];        // samples of images other than the leaf itself
  VEC(float) numbers[ZERO_BATCH_MOST];               // their logits
} ZeroBatch;

// Symmetries of the rules are looked for when more than one image is wanted; what is found lives in the arena.
void zero_batch_open(ZeroBatch *batch, Arena *arena, const Game *game, const NetEncoding *e, int64_t images);
void zero_batch_close(ZeroBatch *batch);

// Takes the leaves of a search, whose requests are samples.
void zero_batch_take(ZeroBatch *batch, ZeroSearch *search);
// Gives the leaves their answers.
void zero_batch_return(const ZeroBatch *batch, ZeroSearch *search);

#endif
