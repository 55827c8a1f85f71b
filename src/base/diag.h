// Diagnostics: what is wrong with the input, where, and what would be right. Library code collects
// them in a Diags; only commands print. A location knows its source text and the chain of macro or
// define uses it came through, so that printing can show the line, a caret and the chain.
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"

#include <stdio.h>

// One text being read. Lives in an arena at least as long as any location into it.
typedef struct Source {
  const char *name;  // as shown to the user: a path
  Str text;
} Source;

typedef struct SrcUse SrcUse;

// A byte offset in a source, and the innermost expansion that produced it (NULL: written there).
typedef struct SrcLoc {
  const Source *source;  // NULL: no place
  uint32_t offset;
  uint32_t length;  // bytes to underline; 0 and 1 both give a single caret
  const SrcUse *via;
} SrcLoc;

// One use of a define or macro.
struct SrcUse {
  const char *name;  // of the define
  SrcLoc at;         // where it was used
};

typedef struct Diag {
  SrcLoc loc;
  const char *message;  // one sentence, no full stop
  const char *hint;     // a suggestion, or NULL
  bool warning;         // nothing that must be wrong
  bool limit;           // not a mistake in the text: something Senet cannot do or does not have
} Diag;

enum { DIAGS_MAX = 50 };

// Collected errors, and warnings beside them; messages live in the arena. Errors past DIAGS_MAX are counted, not kept.
typedef struct Diags {
  Arena *arena;
  Diag *list;
  size_t n, total;
  Diag *warnings;
  size_t n_warnings;
  Diag *newest;  // the one a hint belongs to; NULL when it was not kept
} Diags;

void diags_init(Diags *diags, Arena *arena);

// Records an error; the hint of the newest one can be set afterwards.
void diag_error(Diags *diags, SrcLoc loc, const char *format, ...) PRINTF_LIKE(3, 4);
// Says that the newest error is a limit.
void diag_is_limit(Diags *diags);
// Records something that is probably not meant; only one at each place.
void diag_warning(Diags *diags, SrcLoc loc, const char *format, ...) PRINTF_LIKE(3, 4);
void diag_hint(Diags *diags, const char *format, ...) PRINTF_LIKE(2, 3);

// One-based line and column (columns count code points).
typedef struct LineCol {
  uint32_t line, col;
} LineCol;
LineCol src_line_col(SrcLoc loc);

// file:line:col: error: message, the line, a caret, the hint, the chain of uses.
void diag_print(FILE *out, const Diag *diag, bool colour);
void diags_print(FILE *out, const Diags *diags, bool colour);
void diags_print_warnings(FILE *out, const Diags *diags, bool colour);

// The candidate nearest to word by edit distance, or NULL when none is near enough to suggest. Among equals one with
// the same first letter is preferred.
const char *nearest_name(Str word, const char *const *candidates, size_t n);

#endif
