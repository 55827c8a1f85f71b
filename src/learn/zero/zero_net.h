// Leaves of searches as samples for a network.
#ifndef LEARN_ZERO_ZERO_NET_H
#define LEARN_ZERO_ZERO_NET_H

#include "learn/zero/zero_search.h"
#include "net/net_model.h"

// An encoder that writes NetSamples; one per thread.
typedef struct ZeroNetEncoder {
  ZeroEncoder encoder;  // first: what a search is given
  NetEncoder *net;
} ZeroNetEncoder;

void zero_net_encoder_open(ZeroNetEncoder *encoder, const NetEncoding *e);
void zero_net_encoder_close(ZeroNetEncoder *encoder);

static inline const NetSample *zero_leaf_sample(const ZeroLeaf *leaf) {
  return (const NetSample *)(const void *)leaf->request.at;
}

// Where the networks that come with the program are: beside its games.
const char *zero_models_folder(Arena *arena);
// The file of a model: itself, or model.safetensors in the folder of a run.
const char *zero_model_file(Arena *arena, const char *path);

#endif
