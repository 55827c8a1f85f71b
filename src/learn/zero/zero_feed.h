// Self-play and its samples for a trainer elsewhere (PyTorch on a GPU): games in groups, of which one is advanced here
// while another is evaluated there; batches to evaluate and batches to learn from as arrays; replay files as on the
// CPU.
#ifndef LEARN_ZERO_ZERO_FEED_H
#define LEARN_ZERO_ZERO_FEED_H

#include "learn/zero/zero_pack.h"
#include "learn/zero/zero_pool.h"
#include "learn/zero/zero_replay.h"
#include "learn/zero/zero_symmetry.h"

typedef struct ZeroFeed ZeroFeed;

typedef struct ZeroFeedOptions {
  ZeroPlayOptions play;
  uint64_t seed;
  int64_t games, groups, threads;
  double outcome_share;
  bool symmetries;
} ZeroFeedOptions;

// False with a reason (arena).
bool zero_feed_open(Arena *arena, const Game *game, const ZeroFeedOptions *options, ZeroFeed **feed, const char **why);
void zero_feed_close(ZeroFeed *feed);

const NetEncoding *zero_feed_encoding(const ZeroFeed *feed);
const ZeroSymmetries *zero_feed_symmetries(const ZeroFeed *feed);

// ---- games ---------------------------------------------------------------------------------------

// Goes on with the games of a group, whose last request (if any) must be answered, until all ask for something.
void zero_feed_advance(ZeroFeed *feed, int group, PackSize *size);
// The request of the group as arrays.
void zero_feed_pack(ZeroFeed *feed, int group, const PackArrays *arrays);
// Its answer: values [samples][players], logits [moves].
void zero_feed_answer(ZeroFeed *feed, int group, const float *values, const float *logits);

// Evaluates the request here, with a model of the same encoding: what the answer should be.
void zero_feed_evaluate(ZeroFeed *feed, int group, const NetModel *model, float *values, float *logits);

// ---- samples -------------------------------------------------------------------------------------

// Takes the games that ended since it was called last; writes their samples to the folder when there is one. False with
// a reason (arena).
bool zero_feed_keep(ZeroFeed *feed, Arena *arena, const char *folder, uint64_t number, ZeroCounts *counts,
                    const char **why);
bool zero_feed_read(ZeroFeed *feed, Arena *arena, const char *folder, uint64_t number, const char **why);
// Forgets all but so many of the newest samples, and which were drawn; the number of the oldest file still used.
uint64_t zero_feed_trim(ZeroFeed *feed, size_t window);
size_t zero_feed_count(const ZeroFeed *feed);

// Draws samples to learn from, each as one of its images.
void zero_feed_draw(ZeroFeed *feed, int n, PackSize *size);
// Those drawn as arrays; policy [moves], 0 everywhere for a sample whose policy is not learnt; wdl
// [samples][players][3]. drawish: see zero_sample_wdl.
void zero_feed_pack_drawn(ZeroFeed *feed, double drawish, const PackArrays *arrays, float *policy, float *wdl);

#endif
