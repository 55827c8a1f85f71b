// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
#include "base/utf8.h"

static bool continues(unsigned char byte) { return (byte & 0xc0) == 0x80; }

static size_t claimed_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

// The second byte of a sequence is restricted after some lead bytes.
static bool second_fits(unsigned char lead, unsigned char second) {
  switch (lead) {
    case 0xe0: return second >= 0xa0;
    case 0xed: return second <= 0x9f;
    case 0xf0: return second >= 0x90;
    case 0xf4: return second <= 0x8f;
  }
  return true;
}

static size_t valid_length(const unsigned char *p, size_t n) {
  size_t length = claimed_length(p[0]);
  if (length == 0 || length > n) return 0;
  for (size_t i = 1; i < length; i++) {
    if (!continues(p[i])) return 0;
  }
  return length == 1 || second_fits(p[0], p[1]) ? length : 0;
}

size_t utf8_first_bad(Str text) {
  size_t i = 0;
  while (i < text.n) {
    size_t length = valid_length((const unsigned char *)text.p + i, text.n - i);
    if (!length) break;
    i += length;
  }
  return i;
}

void utf8_mend(char *text, size_t n) {
  for (size_t i = 0; (i += utf8_first_bad((Str){text + i, n - i})) < n;) text[i++] = '?';
}

size_t utf8_length(const char *p, size_t n) {
  size_t length = valid_length((const unsigned char *)p, n);
  return length ? length : 1;
}
