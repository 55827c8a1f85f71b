// A state block as a line of text and back: length, content hash, then the bytes in hexadecimal, where a
// run of zeros is written as its length between dots ("0102.40.ff"). The block of a match comes after the number of its
// game under way and how many are finished ("1 2 0 "; the third number tells whether the match is over).
#include "state/text/snapshot.h"

#include "base/map.h"

enum { RUN_MIN = 4 };

static uint64_t check_of(const Game *game, const unsigned char *block, uint32_t size) {
  return hash_bytes(block, size, hash_bytes(game->name, strlen(game->name), size));
}

static uint32_t zeros_at(const unsigned char *block, uint32_t at, uint32_t size) {
  uint32_t n = 0;
  while (at + n < size && !block[at + n]) n++;
  return n;
}

void snapshot_save(const Position *x, Text *out) {
  uint32_t size = (uint32_t)layout_bytes(x->layout, x->head->n_hashes);
  if (x->match.game) text_printf(out, "%d %d %d ", x->match.instance, x->match.trials, x->match.over);
  text_printf(out, "%u %016llx ", size, (unsigned long long)check_of(x->game, x->block, size));
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

// Which game of a match; NULL where the numbers make no sense.
static const Game *read_match(const char **at, const char *end, Match *match) {
  uint64_t instance, trials, over;
  bool good = read_number(at, end, 10, ' ', &instance) && read_number(at, end, 10, ' ', &trials) &&
              read_number(at, end, 10, ' ', &over);
  if (!good || instance >= (uint64_t)match->game->n_subgames || trials > INT32_MAX || over > 1) return NULL;
  *match = (Match){.game = match->game, .instance = (int)instance, .trials = (int)trials, .over = over};
  return match->game->subgames[instance].game;
}

typedef struct Restored {
  const Game *game;
  Match match;
  unsigned char *block;
} Restored;

// The hashes of earlier positions come last and are as many as the block says.
static bool has_its_size(const Layout *layout, const unsigned char *block, uint64_t size) {
  StateHead head;
  memcpy(&head, block, sizeof head);
  return head.n_hashes >= 0 && layout_bytes(layout, head.n_hashes) == size;
}

// line = [instance " " trials " " over " "] size " " check " " bytes
static const char *read_line(const Position *x, Str text, Restored *out) {
  const char *at = text.p, *end = text.p + text.n;
  uint64_t size, check;
  out->match = x->match;
  out->game = x->match.game ? read_match(&at, end, &out->match) : x->game;
  if (!out->game || !read_number(&at, end, 10, ' ', &size) || !read_number(&at, end, 16, ' ', &check))
    return "no state";
  const Layout *layout = &plan_of(out->game)->layout;
  if (size < layout->size || size > layout_bytes(layout, (int32_t)layout->most_hashes))
    return "a state of another game";
  out->block = mem_alloc(size);
  if (!read_bytes(at, end, out->block, (uint32_t)size)) return "a damaged state";
  bool good = check_of(out->game, out->block, (uint32_t)size) == check && has_its_size(layout, out->block, size);
  return good ? NULL : "a damaged state, or one of another game";
}

bool snapshot_restore(Position *x, Str text, const char **why) {
  Restored restored = {0};
  const char *wrong = read_line(x, text, &restored);
  if (wrong) {
    if (why) *why = wrong;
  } else {
    position_adopt(x, restored.game, &restored.match, restored.block);
  }
  mem_free(restored.block);
  return !wrong;
}
