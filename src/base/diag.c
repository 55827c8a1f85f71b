// Collecting and printing diagnostics.
#include "base/diag.h"

#include "base/mem.h"

#include <stdarg.h>

void diags_init(Diags *diags, Arena *arena) { *diags = (Diags){.arena = arena}; }

void diag_error(Diags *diags, SrcLoc loc, const char *format, ...) {
  diags->newest = NULL;
  if (diags->total++ >= DIAGS_MAX) return;
  if (!diags->list) diags->list = ARENA_ARRAY(diags->arena, Diag, DIAGS_MAX);
  va_list args;
  va_start(args, format);
  const char *message = arena_vprintf(diags->arena, format, args);
  va_end(args);
  diags->newest = &diags->list[diags->n++];
  *diags->newest = (Diag){.loc = loc, .message = message};
}

void diag_is_limit(Diags *diags) {
  if (diags->newest) diags->newest->limit = true;
}

static bool warned_at(const Diags *diags, SrcLoc loc) {
  for (size_t i = 0; i < diags->n_warnings; i++) {
    if (diags->warnings[i].loc.source == loc.source && diags->warnings[i].loc.offset == loc.offset) return true;
  }
  return false;
}

void diag_warning(Diags *diags, SrcLoc loc, const char *format, ...) {
  diags->newest = NULL;
  if (diags->n_warnings >= DIAGS_MAX || warned_at(diags, loc)) return;
  if (!diags->warnings) diags->warnings = ARENA_ARRAY(diags->arena, Diag, DIAGS_MAX);
  va_list args;
  va_start(args, format);
  const char *message = arena_vprintf(diags->arena, format, args);
  va_end(args);
  diags->newest = &diags->warnings[diags->n_warnings++];
  *diags->newest = (Diag){.loc = loc, .message = message, .warning = true};
}

void diag_hint(Diags *diags, const char *format, ...) {
  if (!diags->newest) return;
  va_list args;
  va_start(args, format);
  diags->newest->hint = arena_vprintf(diags->arena, format, args);
  va_end(args);
}

static bool continues_code_point(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

static size_t line_start(Str text, size_t offset) {
  while (offset > 0 && text.p[offset - 1] != '\n') offset--;
  return offset;
}

static size_t line_end(Str text, size_t offset) {
  while (offset < text.n && text.p[offset] != '\n' && text.p[offset] != '\r') offset++;
  return offset;
}

LineCol src_line_col(SrcLoc loc) {
  if (!loc.source) return (LineCol){0};
  Str text = loc.source->text;
  size_t offset = MIN((size_t)loc.offset, text.n);
  LineCol at = {1, 1};
  for (size_t i = 0; i < offset; i++) at.line += text.p[i] == '\n';
  for (size_t i = line_start(text, offset); i < offset; i++) at.col += !continues_code_point(text.p[i]);
  return at;
}

// How many bytes the code point at i has; 0 when it is not UTF-8.
static size_t code_point(Str text, size_t i) {
  unsigned char c = (unsigned char)text.p[i];
  size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
  if (i + n > text.n) return 0;
  for (size_t k = 1; k < n; k++) {
    if (!continues_code_point(text.p[i + k])) return 0;
  }
  return n;
}

// Text for a terminal: control characters as blanks, bytes that are not UTF-8 as question marks, one for each column
// that src_line_col counts.
static void print_harmless(FILE *out, Str text) {
  for (size_t i = 0, n; i < text.n; i += MAX(n, 1u)) {
    unsigned char c = (unsigned char)text.p[i];
    n = code_point(text, i);
    if (n > 1) fwrite(text.p + i, 1, n, out);
    else if (n == 1) fputc(c < 0x20 || c == 0x7f ? ' ' : c, out);
    else if (!continues_code_point(text.p[i])) fputc('?', out);
  }
}

enum { SHOWN_BEFORE = 100, SHOWN_AFTER = 60 };

// Long lines are shown as a window around the place.
static void print_line_and_caret(FILE *out, SrcLoc loc, const char *on, const char *off) {
  Str text = loc.source->text;
  size_t offset = MIN((size_t)loc.offset, text.n);
  size_t from = line_start(text, offset), to = line_end(text, offset);
  if (offset - from > SHOWN_BEFORE) {
    from = offset - SHOWN_BEFORE;
    while (from < offset && continues_code_point(text.p[from])) from++;
  }
  size_t end = MIN(to, offset + MAX(loc.length, 1u));
  if (to - offset > SHOWN_AFTER) {
    to = offset + SHOWN_AFTER;
    while (to > offset && continues_code_point(text.p[to])) to--;
    end = MIN(end, to);
  }
  fputs("  ", out);
  print_harmless(out, (Str){text.p + from, to - from});
  fputs("\n  ", out);
  for (size_t i = from; i < offset; i++) {
    if (!continues_code_point(text.p[i])) fputc(' ', out);
  }
  fprintf(out, "%s^", on);
  for (size_t i = offset + 1; i < end; i++) {
    if (!continues_code_point(text.p[i])) fputc('~', out);
  }
  fprintf(out, "%s\n", off);
}

enum { CHAIN_SHOWN = 12 };

static void print_chain(FILE *out, const SrcUse *use) {
  for (int i = 0; use; i++, use = use->at.via) {
    if (i == CHAIN_SHOWN) {
      fputs("  ... and further uses\n", out);
      return;
    }
    LineCol at = src_line_col(use->at);
    const char *file = use->at.source ? use->at.source->name : "?";
    fprintf(out, "  in \"%s\", used at %s:%u:%u\n", use->name, file, at.line, at.col);
  }
}

void diag_print(FILE *out, const Diag *diag, bool colour) {
  const char *red = colour ? "\033[1;31m" : "", *bold = colour ? "\033[1m" : "";
  const char *yellow = colour ? "\033[1;33m" : "";
  const char *green = colour ? "\033[32m" : "", *off = colour ? "\033[0m" : "";
  if (diag->loc.source) {
    LineCol at = src_line_col(diag->loc);
    fprintf(out, "%s%s:%u:%u:%s ", bold, diag->loc.source->name, at.line, at.col, off);
  }
  fprintf(out, "%s%s:%s %s\n", diag->warning ? yellow : red, diag->warning ? "warning" : "error", off, diag->message);
  if (diag->loc.source) print_line_and_caret(out, diag->loc, green, off);
  if (diag->hint) fprintf(out, "  hint: %s\n", diag->hint);
  print_chain(out, diag->loc.via);
}

void diags_print(FILE *out, const Diags *diags, bool colour) {
  for (size_t i = 0; i < diags->n; i++) diag_print(out, &diags->list[i], colour);
  if (diags->total > diags->n) fprintf(out, "and %zu further errors\n", diags->total - diags->n);
}

void diags_print_warnings(FILE *out, const Diags *diags, bool colour) {
  for (size_t i = 0; i < diags->n_warnings; i++) diag_print(out, &diags->warnings[i], colour);
}

enum { WORD_MAX_SUGGEST = 64 };

static char fold(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

// Optimal string alignment distance, case-insensitive, bounded by the small words it is given.
static size_t distance(Str a, Str b) {
  size_t rows[3][WORD_MAX_SUGGEST + 1];
  for (size_t j = 0; j <= b.n; j++) rows[0][j] = j;
  for (size_t i = 1; i <= a.n; i++) {
    size_t *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
    now[0] = i;
    for (size_t j = 1; j <= b.n; j++) {
      size_t same = fold(a.p[i - 1]) == fold(b.p[j - 1]) ? 0 : 1;
      size_t best = MIN(MIN(last[j] + 1, now[j - 1] + 1), last[j - 1] + same);
      bool swapped = i > 1 && j > 1 && fold(a.p[i - 1]) == fold(b.p[j - 2]) && fold(a.p[i - 2]) == fold(b.p[j - 1]);
      now[j] = swapped ? MIN(best, before[j - 2] + 1) : best;
    }
  }
  return rows[a.n % 3][b.n];
}

const char *nearest_name(Str word, const char *const *candidates, size_t n) {
  if (!word.n || word.n > WORD_MAX_SUGGEST) return NULL;
  const char *best = NULL;
  size_t least = word.n <= 3 ? 2 : word.n / 3 + 2;
  for (size_t i = 0; i < n; i++) {
    Str name = str_of(candidates[i]);
    size_t apart = name.n > word.n ? name.n - word.n : word.n - name.n;
    if (name.n > WORD_MAX_SUGGEST || apart > least) continue;
    size_t d = distance(word, name);
    bool tie = d == least && best && fold(best[0]) != fold(word.p[0]) && fold(name.p[0]) == fold(word.p[0]);
    if (d < least || tie) {
      least = d;
      best = candidates[i];
    }
  }
  return best;
}
