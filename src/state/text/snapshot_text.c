// A state block as a line of text and back: length, content hash, then the bytes in hexadecimal, where a
// run of zeros is written as its length between dots ("0102.40.ff").
#include "state/text/snapshot.h"

#include "base/map.h"

enum { RUN_MIN = 4 };

static uint64_t check_of(const Position *x, const unsigned char *block) {
  uint64_t game = hash_bytes(x->game->name, strlen(x->game->name), x->layout->size);
  return hash_bytes(block, x->layout->size, game);
}

static uint32_t zeros_at(const unsigned char *block, uint32_t at, uint32_t size) {
  uint32_t n = 0;
  while (at + n < size && !block[at + n]) n++;
  return n;
}

void snapshot_save(const Position *x, Text *out) {
  uint32_t size = x->layout->size;
  text_printf(out, "%u %016llx ", size, (unsigned long long)check_of(x, x->block));
  for (uint32_t i = 0; i < size;) {
    uint32_t zeros = zeros_at(x->block, i, size);
    if (zeros >= RUN_MIN) {
      text_printf(out, ".%u.", zeros);
      i += zeros;
    } else {
      text_printf(out, "%02x", x->block[i++]);
    }
  }
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// A number up to a closing character; false when there is none.
static bool read_number(const char **at, const char *end, int base, char close, uint64_t *out) {
  *out = 0;
  const char *p = *at;
  for (; p < end && *p != close; p++) {
    int digit = hex_digit(*p);
    if (digit < 0 || digit >= base || *out >> 60) return false;
    *out = *out * (uint64_t)base + (uint64_t)digit;
  }
  if (p == end || p == *at) return false;
  *at = p + 1;
  return true;
}

static bool read_bytes(const char *at, const char *end, unsigned char *block, uint32_t size) {
  uint32_t n = 0;
  while (at < end) {
    uint64_t zeros;
    if (*at == '.') {
      at++;
      if (!read_number(&at, end, 10, '.', &zeros) || zeros > size - n) return false;
      memset(block + n, 0, zeros);
      n += (uint32_t)zeros;
      continue;
    }
    int high = hex_digit(at[0]), low = end - at > 1 ? hex_digit(at[1]) : -1;
    if (high < 0 || low < 0 || n == size) return false;
    block[n++] = (unsigned char)(high << 4 | low);
    at += 2;
  }
  return n == size;
}

// line = size " " check " " bytes
static const char *read_line(Position *x, Str text, unsigned char *block) {
  const char *at = text.p, *end = text.p + text.n;
  uint64_t size, check;
  if (!read_number(&at, end, 10, ' ', &size) || !read_number(&at, end, 16, ' ', &check)) return "no state";
  if (size != x->layout->size) return "a state of another game";
  if (!read_bytes(at, end, block, (uint32_t)size)) return "a damaged state";
  return check_of(x, block) == check ? NULL : "a damaged state, or one of another game";
}

bool snapshot_restore(Position *x, Str text, const char **why) {
  unsigned char *block = mem_alloc(x->layout->size);
  const char *wrong = read_line(x, text, block);
  if (wrong) {
    if (why) *why = wrong;
  } else {
    memcpy(x->block, block, x->layout->size);
    position_drop_history(x);
  }
  mem_free(block);
  return !wrong;
}
