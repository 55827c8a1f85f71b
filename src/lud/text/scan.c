// Stepping through raw text.
#include "lud/text/scan.h"

#include "syntax/lexer.h"

size_t scan_over(Str text, size_t i) {
  if (text.p[i] == '"') return MIN(lexer_closing_quote(text, i) + 1, text.n);
  if (text.p[i] != '/' || i + 1 >= text.n || text.p[i + 1] != '/') return i;
  while (i < text.n && text.p[i] != '\n') i++;
  return i;
}

size_t scan_close(Str text, size_t open) {
  char up = text.p[open], down = up == '(' ? ')' : '}';
  size_t depth = 0;
  for (size_t i = open; i < text.n;) {
    size_t next = scan_over(text, i);
    if (next == i) {
      depth += text.p[i] == up;
      if (text.p[i] == down && --depth == 0) return i;
      next++;
    }
    i = next;
  }
  return text.n;
}

size_t scan_close_angle(Str text, size_t open) {
  for (size_t i = open + 1; i < text.n;) {
    size_t next = scan_over(text, i);
    if (next == i) {
      if (text.p[i] == '>' && text.p[i - 1] != '(') return i;
      next++;
    }
    i = next;
  }
  return text.n;
}

size_t scan_find(Str text, size_t i, char c) {
  while (i < text.n && text.p[i] != c) {
    size_t next = scan_over(text, i);
    i = next == i ? i + 1 : next;
  }
  return i;
}

bool scan_at_form(Str text, size_t i, const char *word) {
  size_t n = strlen(word), end = i + 1 + n;
  if (end >= text.n || text.p[i] != '(' || memcmp(text.p + i + 1, word, n) != 0) return false;
  return strchr(" \t\r\n\"{", text.p[end]) != NULL;
}
