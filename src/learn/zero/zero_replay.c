// The window of samples, and its files.
#include "learn/zero/zero_replay.h"

#include "base/file.h"
#include "base/map.h"

#define REPLAY_BYTES_MAX ((size_t)1 << 34)

static const char magic[16] = "senet samples 1\n";

typedef struct ReplayHead {
  char magic[16];
  uint64_t fingerprint;  // of the encoding
  uint64_t checksum;     // of what follows
  uint64_t size;
} ReplayHead;

void zero_replay_open(ZeroReplay *replay, const NetEncoding *encoding) { *replay = (ZeroReplay){.encoding = encoding}; }

void zero_replay_close(ZeroReplay *replay) {
  for (size_t i = replay->first; i < replay->parts.n; i++) mem_free(replay->parts.at[i].bytes);
  VEC_FREE(&replay->parts);
  VEC_FREE(&replay->at);
}

void zero_replay_add(ZeroReplay *replay, const ZeroBytes *samples, uint64_t number) {
  if (!samples->n) return;
  ReplayPart part = {.bytes = mem_alloc(samples->n), .number = number};
  memcpy(part.bytes, samples->at, samples->n);
  for (size_t at = 0; at < samples->n; part.samples++) {
    const ZeroSample *sample = (const ZeroSample *)(const void *)(part.bytes + at);
    VEC_PUSH(&replay->at, sample);
    at += sample->size;
  }
  VEC_PUSH(&replay->parts, part);
}

// Gives back the room of what is gone.
static void close_up(ZeroReplay *replay) {
  if (replay->gone < replay->at.n / 2) return;
  memmove(replay->at.at, replay->at.at + replay->gone, sizeof *replay->at.at * zero_replay_count(replay));
  replay->at.n -= replay->gone;
  replay->gone = 0;
  memmove(replay->parts.at, replay->parts.at + replay->first,
          sizeof *replay->parts.at * (replay->parts.n - replay->first));
  replay->parts.n -= replay->first;
  replay->first = 0;
}

uint64_t zero_replay_trim(ZeroReplay *replay, size_t window) {
  while (replay->first < replay->parts.n) {
    ReplayPart *oldest = &replay->parts.at[replay->first];
    if (zero_replay_count(replay) - oldest->samples < window) break;
    mem_free(oldest->bytes);
    replay->gone += oldest->samples;
    replay->first++;
  }
  close_up(replay);
  return replay->first < replay->parts.n ? replay->parts.at[replay->first].number : 0;
}

const ZeroSample *zero_replay_draw(const ZeroReplay *replay, Random *random) {
  return replay->at.at[replay->gone + random_below(random, (uint32_t)zero_replay_count(replay))];
}

// ---- files ---------------------------------------------------------------------------------------

const char *zero_replay_path(Arena *arena, const char *folder, uint64_t number) {
  return arena_printf(arena, "%s/replay/%08llu.samples", folder, (unsigned long long)number);
}

bool zero_replay_write(Arena *arena, const char *folder, uint64_t number, const NetEncoding *e,
                       const ZeroBytes *samples, const char **why) {
  ReplayHead head = {.fingerprint = e->fingerprint, .size = samples->n};
  memcpy(head.magic, magic, sizeof magic);
  head.checksum = hash_bytes(samples->at, samples->n, 1);
  char *all = mem_alloc(sizeof head + samples->n);
  memcpy(all, &head, sizeof head);
  if (samples->n) memcpy(all + sizeof head, samples->at, samples->n);
  Str text = {all, sizeof head + samples->n};
  const char *path = zero_replay_path(arena, folder, number);
  bool good = file_write(arena, path, text, why);
  if (!good) *why = arena_printf(arena, "%s: %s", path, *why);
  mem_free(all);
  return good;
}

static bool check_file(const NetEncoding *e, Str text, const char **why) {
  ReplayHead head;
  *why = "it is not a file of samples";
  if (text.n < sizeof head) return false;
  memcpy(&head, text.p, sizeof head);
  if (memcmp(head.magic, magic, sizeof magic) != 0) return false;
  *why = "its samples are of another game, or of another way to write positions down";
  if (head.fingerprint != e->fingerprint) return false;
  *why = "it is damaged";
  return head.size == text.n - sizeof head && hash_bytes(text.p + sizeof head, head.size, 1) == head.checksum;
}

bool zero_replay_read(Arena *arena, const char *folder, uint64_t number, ZeroReplay *replay, const char **why) {
  const char *path = zero_replay_path(arena, folder, number);
  ArenaMark mark = arena_mark(arena);
  Str text;
  size_t n;
  bool good = file_read(arena, path, REPLAY_BYTES_MAX, &text, why);
  if (good) {
    good = check_file(replay->encoding, text, why);
    const unsigned char *bytes = (const unsigned char *)text.p + sizeof(ReplayHead);
    size_t size = good ? text.n - sizeof(ReplayHead) : 0;
    good = good && zero_samples_check(replay->encoding, bytes, size, &n, why);
    if (good) zero_replay_add(replay, &(ZeroBytes){(unsigned char *)(uintptr_t)bytes, size, size}, number);
    if (!good) *why = arena_printf(arena, "%s cannot be used: %s", path, *why);
  }
  if (good) arena_rewind(arena, mark);
  return good;
}
