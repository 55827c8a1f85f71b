// Positions of random games as samples, with room for what networks say about them.
#ifndef CMD_LEARN_NET_SAMPLES_H
#define CMD_LEARN_NET_SAMPLES_H

#include "net/net_model.h"

typedef struct NetSamples {
  int n;
  size_t size, moves;
  unsigned char *bytes;  // all samples, one after another
  const NetSample **at;
  float **logits;      // room for those of each sample, all in one block
  NetTarget *targets;  // all moves alike, all players draw
  float *policy, *wdl;
} NetSamples;

enum { NET_SAMPLES_GAMES = 10000 };

// n of them, from as many games as it takes; fewer where so many games do not have them.
void net_samples_take(NetSamples *samples, const NetEncoding *e, uint64_t seed, int n);
void net_samples_free(NetSamples *samples);

#endif
