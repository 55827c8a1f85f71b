// What was learnt from one position of a finished game, as one flat block: in memory, in replay files and for Python.
#ifndef LEARN_ZERO_ZERO_SAMPLE_H
#define LEARN_ZERO_ZERO_SAMPLE_H

#include "base/vec.h"
#include "learn/zero/zero_play.h"
#include "net/input/encoding.h"

// The head; then come the NetSample, outcomes and search values (float, by player), and the policy (uint16_t per move,
// in 65535ths; absent where none is learnt). Each begins at a multiple of 4 bytes.
typedef struct ZeroSample {
  uint32_t size;  // of the block, a multiple of 8
  uint32_t net;   // bytes of the NetSample
  uint32_t n_policy;
  uint16_t players;
  uint16_t ply;   // number of the record in its game
  uint64_t game;  // number of the game
} ZeroSample;

typedef VEC(unsigned char) ZeroBytes;

// Appends the samples of a finished game; how many.
size_t zero_samples_add(ZeroBytes *bytes, const ZeroGame *game);
// Whether bytes from outside are whole samples of the encoding; *n: how many.
bool zero_samples_check(const NetEncoding *e, const unsigned char *bytes, size_t size, size_t *n, const char **why);

static inline const NetSample *zero_sample_net(const ZeroSample *s) { return (const NetSample *)(const void *)(s + 1); }
static inline const float *zero_sample_outcomes(const ZeroSample *s) {
  return (const float *)(const void *)((const char *)(s + 1) + s->net);
}
static inline const float *zero_sample_values(const ZeroSample *s) { return zero_sample_outcomes(s) + s->players; }
static inline const uint16_t *zero_sample_policy(const ZeroSample *s) {
  return (const uint16_t *)(const void *)(zero_sample_values(s) + s->players);
}

// Win, draw and loss of each player, from outcomes and search values mixed. drawish: of values between a win and a
// loss, the share that is taken for draws rather than for wins as likely as losses.
void zero_sample_wdl(const ZeroSample *s, double outcome_share, double drawish, float *wdl);

#endif
