// The samples a network learns from: those of the newest games, in memory and in files of a run's folder. A file holds
// the games that ended together; it is written whole or not at all, and says by a checksum whether it is as it was.
#ifndef LEARN_ZERO_ZERO_REPLAY_H
#define LEARN_ZERO_ZERO_REPLAY_H

#include "learn/zero/zero_sample.h"

typedef struct ReplayPart {
  unsigned char *bytes;  // owned
  size_t samples;
  uint64_t number;  // of its file
} ReplayPart;

typedef struct ZeroReplay {
  const NetEncoding *encoding;
  VEC(ReplayPart) parts;  // oldest first, from `first` on
  size_t first;
  VEC(const ZeroSample *) at;  // the samples, oldest first, from `gone` on
  size_t gone;
} ZeroReplay;

void zero_replay_open(ZeroReplay *replay, const NetEncoding *encoding);
void zero_replay_close(ZeroReplay *replay);

static inline size_t zero_replay_count(const ZeroReplay *replay) { return replay->at.n - replay->gone; }

// Adds samples that are known to be good (they are copied).
void zero_replay_add(ZeroReplay *replay, const ZeroBytes *samples, uint64_t number);
// Forgets the oldest parts as long as `window` samples or more remain; returns the number of the oldest part left.
uint64_t zero_replay_trim(ZeroReplay *replay, size_t window);

// Any sample.
const ZeroSample *zero_replay_draw(const ZeroReplay *replay, Random *random);

// DIR/replay/NUMBER.samples. Reading adds the samples; false with a reason (arena).
const char *zero_replay_path(Arena *arena, const char *folder, uint64_t number);
bool zero_replay_write(Arena *arena, const char *folder, uint64_t number, const NetEncoding *e,
                       const ZeroBytes *samples, const char **why);
bool zero_replay_read(Arena *arena, const char *folder, uint64_t number, ZeroReplay *replay, const char **why);

#endif
