// Self-play for a trainer in Python: what the extension module calls beside senet.h. Not part of the public library.
#ifndef LIB_LIB_SELFPLAY_H
#define LIB_LIB_SELFPLAY_H

#include "senet.h"

typedef struct senet_selfplay senet_selfplay;

// Games in flight; settings such as "games=2048,groups=2,threads=16,simulations=64". Free with senet_selfplay_free.
senet_status senet_selfplay_new(senet_game *game, const char *settings, senet_selfplay **out);
void senet_selfplay_free(senet_selfplay *selfplay);

// How large what the arrays mean is, as JSON: players, tokens, kinds of facts...
senet_status senet_selfplay_describe(senet_selfplay *selfplay, char *buffer, size_t size, size_t *length);
// Writes a network with random weights to a file.
senet_status senet_selfplay_model(senet_selfplay *selfplay, const char *arch, uint64_t seed, const char *options,
                                  const char *file);

// samples, moves, parts, numbers, facts of a token at most, facts of a position at most.
enum { SELFPLAY_SIZES = 6, SELFPLAY_ARRAYS = 10, SELFPLAY_COUNTS = 5 };

// The arrays of a batch, in the order of PackArrays (learn/zero/zero_pack.h); each with room for what the sizes say.
typedef struct senet_selfplay_arrays {
  void *at[SELFPLAY_ARRAYS];
  size_t bytes[SELFPLAY_ARRAYS];
} senet_selfplay_arrays;

// Advances a group until all its games ask for something; the request is written by the next call.
senet_status senet_selfplay_advance(senet_selfplay *selfplay, size_t group, uint32_t sizes[SELFPLAY_SIZES]);
senet_status senet_selfplay_pack(senet_selfplay *selfplay, size_t group, const senet_selfplay_arrays *arrays);
// n_values: samples times players; n_logits: moves.
senet_status senet_selfplay_answer(senet_selfplay *selfplay, size_t group, const float *values, size_t n_values,
                                   const float *logits, size_t n_logits);

// What the answer should be, worked out here with the network of a file: for tests, and where there is no GPU.
senet_status senet_selfplay_evaluate(senet_selfplay *selfplay, size_t group, const char *file, float *values,
                                     size_t n_values, float *logits, size_t n_logits);

// Takes finished games; folder NULL: they are kept in memory only. Counts: games, moves, evaluations, samples, games
// in which nobody won.
senet_status senet_selfplay_keep(senet_selfplay *selfplay, const char *folder, uint64_t number,
                                 uint64_t counts[SELFPLAY_COUNTS]);
senet_status senet_selfplay_read(senet_selfplay *selfplay, const char *folder, uint64_t number);
// Keeps about so many of the newest samples: how many there are, and the oldest file still needed.
senet_status senet_selfplay_trim(senet_selfplay *selfplay, uint64_t window, uint64_t *samples, uint64_t *oldest);

// Draws n samples to learn from; the call behind it writes them, as long as nothing was trimmed. policy: a number per
// move; wdl: samples * players * 3.
senet_status senet_selfplay_draw(senet_selfplay *selfplay, size_t n, uint32_t sizes[SELFPLAY_SIZES]);
senet_status senet_selfplay_pack_drawn(senet_selfplay *selfplay, double drawish, const senet_selfplay_arrays *arrays,
                                       float *policy, size_t n_policy, float *wdl, size_t n_wdl);

#endif
