// A growable string for building output. The zero value is empty; the text is always zero-terminated
// once something was added. Storage is on the heap: text_free it.
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/arena.h"

typedef struct Text {
  char *p;
  size_t n, cap;
} Text;

void text_add(Text *text, Str more);
void text_puts(Text *text, const char *more);
void text_char(Text *text, char c);
void text_repeat(Text *text, char c, size_t times);
void text_printf(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);

// What has been built so far, borrowed until the next change.
static inline Str text_str(const Text *text) { return (Str){text->n ? text->p : "", text->n}; }

static inline void text_clear(Text *text) { text->n = 0; }
void text_free(Text *text);

#endif
