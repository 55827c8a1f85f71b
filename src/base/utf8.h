// UTF-8 validation.
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/common.h"

// The offset of the first byte that is not part of well-formed UTF-8, or text.n when all is well.
size_t utf8_first_bad(Str text);

// The length in bytes of the code point that starts at p (1 for a stray byte), at most n.
size_t utf8_length(const char *p, size_t n);

// Bytes that are not part of well-formed UTF-8 become question marks.
void utf8_mend(char *text, size_t n);

#endif
