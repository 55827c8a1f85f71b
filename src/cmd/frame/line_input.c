// Lines from standard input.
#include "cmd/frame/line_input.h"

static void trim(Text *line) {
  while (line->n && line->p[line->n - 1] == '\r') line->p[--line->n] = '\0';
}

LineRead line_read(FILE *in, Text *line, size_t limit) {
  bool any = false, fits = true;
  text_clear(line);
  text_puts(line, "");
  for (int c = getc_unlocked(in); c != EOF; c = getc_unlocked(in)) {
    any = true;
    if (c == '\n') break;
    fits = fits && line->n < limit;
    if (fits) text_char(line, c ? (char)c : ' ');  // a zero would end the line for those who look at it as a string
  }
  if (!any) return LINE_END;
  if (!fits) text_clear(line);
  trim(line);
  return fits ? LINE_READ : LINE_TOO_LONG;
}

Str line_word(const char **line) {
  *line += strspn(*line, " \t");
  Str word = {*line, strcspn(*line, " \t")};
  *line += word.n;
  return word;
}
