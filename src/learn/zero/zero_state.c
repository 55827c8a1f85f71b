// A kept state: its head, a bit for each part of the block, and the parts that are not zero. Small blocks are kept
// whole.
#include "learn/zero/zero_state.h"

#include "base/bitset.h"
#include "state/run/run.h"

enum { PART = 64, SMALL = 2048 };

typedef struct StateKept {
  uint32_t size;   // with this head, a multiple of 8
  uint32_t block;  // bytes of the block
} StateKept;

static unsigned char *add_room(ZeroBlocks *blocks, size_t bytes) {
  while (blocks->n + bytes > blocks->cap) blocks->at = vec_grow(blocks->at, &blocks->cap, 1);
  blocks->n += bytes;
  return blocks->at + blocks->n - bytes;
}

static size_t padded(size_t n) { return (n + 7) & ~(size_t)7; }
static size_t parts_of(size_t bytes) { return (bytes + PART - 1) / PART; }
static size_t part_size(size_t bytes, size_t part) { return MIN(bytes - part * PART, (size_t)PART); }

static bool is_zero(const unsigned char *part, size_t n) {
  uint64_t any = 0, words[PART / 8];
  if (n == PART) {
    memcpy(words, part, PART);
    for (int i = 0; i < PART / 8; i++) any |= words[i];
    return any == 0;
  }
  for (size_t i = 0; i < n; i++) any |= part[i];
  return any == 0;
}

// Writes marks and parts; where they end.
static unsigned char *write_parts(const unsigned char *block, size_t bytes, unsigned char *out) {
  size_t parts = parts_of(bytes), marks = (parts + 7) / 8;
  unsigned char *to = out + marks;
  memset(out, 0, marks);
  for (size_t i = 0; i < parts; i++) {
    size_t n = part_size(bytes, i);
    if (is_zero(block + i * PART, n)) continue;
    out[i / 8] |= (unsigned char)(1 << i % 8);
    memcpy(to, block + i * PART, n);
    to += n;
  }
  return to;
}

static void read_parts(const unsigned char *in, size_t bytes, unsigned char *block) {
  size_t parts = parts_of(bytes);
  const unsigned char *from = in + (parts + 7) / 8;
  memset(block, 0, bytes);
  for (size_t first = 0; first < parts; first += 8) {
    for (unsigned marks = in [first / 8]; marks; marks &= marks - 1) {
      size_t i = first + (size_t)word_first(marks), n = part_size(bytes, i);
      memcpy(block + i * PART, from, n);
      from += n;
    }
  }
}

uint32_t zero_state_keep(ZeroBlocks *blocks, const Position *x) {
  size_t bytes = layout_bytes(x->layout, x->head->n_hashes), at = blocks->n;
  size_t most = padded(sizeof(StateKept) + parts_of(bytes) / 8 + 1 + bytes);
  assert(at % 8 == 0 && at / 8 <= UINT32_MAX);
  unsigned char *out = add_room(blocks, most), *to = out + sizeof(StateKept);
  if (bytes < SMALL) to = (unsigned char *)memcpy(to, x->block, bytes) + bytes;
  else to = write_parts(x->block, bytes, to);
  StateKept head = {(uint32_t)padded((size_t)(to - out)), (uint32_t)bytes};
  memset(to, 0, (size_t)(out + head.size - to));
  memcpy(out, &head, sizeof head);
  blocks->n = at + head.size;
  return (uint32_t)(at / 8);
}

static const unsigned char *kept(const ZeroBlocks *blocks, uint32_t at, StateKept *head) {
  const unsigned char *from = blocks->at + (size_t)at * 8;
  memcpy(head, from, sizeof *head);
  return from;
}

uint32_t zero_state_move(ZeroBlocks *to, const ZeroBlocks *from, uint32_t at) {
  StateKept head;
  const unsigned char *state = kept(from, at, &head);
  size_t begin = to->n;
  memcpy(add_room(to, head.size), state, head.size);
  return (uint32_t)(begin / 8);
}

void zero_state_adopt(const ZeroBlocks *blocks, uint32_t at, Position *x, ZeroBlocks *room) {
  static const Match none = {0};
  StateKept head;
  const unsigned char *block = kept(blocks, at, &head) + sizeof head;
  if (head.block >= SMALL) {
    VEC_CLEAR(room);
    unsigned char *whole = add_room(room, head.block);
    read_parts(block, head.block, whole);
    block = whole;
  }
  position_adopt(x, x->game, &none, block);
}

bool zero_state_equal(const ZeroBlocks *blocks, uint32_t at, const ZeroBlocks *other) {
  StateKept head;
  const unsigned char *state = kept(blocks, at, &head);
  return head.size == other->n && memcmp(state, other->at, other->n) == 0;
}
