// Building strings.
#include "base/text.h"

#include "base/mem.h"

#include <stdio.h>

// Makes room for more bytes and the final zero.
static char *reserve(Text *text, size_t more) {
  if (more >= SIZE_MAX / 2 - text->n) die("text of more than %zu bytes", SIZE_MAX / 2);
  size_t need = text->n + more + 1;
  if (need > text->cap) {
    text->cap = MAX(need, MAX(text->cap * 2, (size_t)64));
    text->p = mem_realloc(text->p, text->cap);
  }
  return text->p + text->n;
}

void text_add(Text *text, Str more) {
  char *end = reserve(text, more.n);
  if (more.n) memcpy(end, more.p, more.n);
  end[more.n] = 0;
  text->n += more.n;
}

void text_puts(Text *text, const char *more) { text_add(text, str_of(more)); }

void text_char(Text *text, char c) { text_add(text, (Str){&c, 1}); }

void text_repeat(Text *text, char c, size_t times) {
  char *end = reserve(text, times);
  memset(end, c, times);
  end[times] = 0;
  text->n += times;
}

// Most texts are short: they are formatted once.
void text_printf(Text *text, const char *format, ...) {
  char start[256];
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(start, sizeof start, format, args);
  if (n < 0) die("bad format '%s'", format);
  char *end = reserve(text, (size_t)n);
  if ((size_t)n < sizeof start) memcpy(end, start, (size_t)n + 1);
  else vsnprintf(end, (size_t)n + 1, format, again);
  text->n += (size_t)n;
  va_end(again);
  va_end(args);
}

void text_free(Text *text) {
  mem_free(text->p);
  *text = (Text){0};
}
