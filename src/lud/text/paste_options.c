// Pasting option texts. References inside an option's text are replaced too, to a bounded depth.
#include "lud/text/paste_options.h"

#include "base/text.h"
#include "base/vec.h"
#include "lud/text/scan.h"
#include "syntax/lexer.h"
#include "syntax/parse.h"

enum { NESTED_MAX = 16, REPLACED_MAX = 100000, SCANNED_MAX = 256 << 20 };

typedef struct Realiser {
  Arena *arena;
  const Source *source;
  const GameOptions *options;
  Diags *diags;
  Text text;
  VEC(TextPiece) pieces;
  size_t replaced;
  size_t scanned;  // bytes of options, comments in them included
  bool failed;
} Realiser;

static SrcLoc place(const Realiser *r, Str at, const SrcUse *via) {
  return (SrcLoc){
      .source = r->source, .offset = (uint32_t)(at.p - r->source->text.p), .length = (uint32_t)at.n, .via = via};
}

static void fail(Realiser *r, SrcLoc loc, const char *message) {
  if (!r->failed) diag_error(r->diags, loc, "%s", message);
  r->failed = true;
}

static void copy(Realiser *r, Str piece, const SrcUse *via) {
  if (!piece.n) return;
  if (r->text.n + piece.n > SYNTAX_TEXT_MAX) {
    fail(r, place(r, str_cut(piece, 0, 1), via), "the text becomes too large with these options");
    return;
  }
  VEC_PUSH(&r->pieces, (TextPiece){.at = (uint32_t)r->text.n, .from = place(r, piece, via)});
  text_add(&r->text, piece);
}

static const SrcUse *new_use(Realiser *r, Str reference, const SrcUse *via) {
  SrcUse use = {.name = arena_text(r->arena, reference), .at = place(r, reference, via)};
  return arena_copy(r->arena, &use, sizeof use);
}

static void paste(Realiser *r, Str text, const SrcUse *via, int depth);

// Replaces the reference at i; returns the offset behind it, or i when there is none.
static size_t replace(Realiser *r, Str text, size_t i, size_t copied, const SrcUse *via, int depth) {
  size_t n = lexer_option_length(str_cut(text, i, text.n));
  Str chosen;
  if (!n || !lud_options_find(r->options, str_cut(text, i + 1, i + n - 1), &chosen)) return i;
  Str reference = str_cut(text, i, i + n);
  copy(r, str_cut(text, copied, i), via);
  r->scanned += chosen.n;
  if (++r->replaced > REPLACED_MAX || r->scanned > SCANNED_MAX)
    fail(r, place(r, reference, via), "options are replaced too often");
  else if (depth >= NESTED_MAX) fail(r, place(r, reference, via), "this option refers to itself");
  else paste(r, chosen, new_use(r, reference, via), depth + 1);
  return i + n;
}

// The end of what is to be left out at i: a comment, an option or the rulesets.
static size_t leave_out(Str text, size_t i) {
  if (text.p[i] == '/') return scan_over(text, i);
  if (!scan_at_form(text, i, "option") && !scan_at_form(text, i, "rulesets")) return i;
  size_t close = scan_close(text, i);
  while (close + 1 < text.n && text.p[close + 1] == '*') close++;
  return MIN(close + 1, text.n);
}

// Copies a text with its references replaced, in strings too.
static void paste(Realiser *r, Str text, const SrcUse *via, int depth) {
  size_t copied = 0, string_end = 0;
  for (size_t i = 0; i < text.n && !r->failed;) {
    size_t next = i;
    if (text.p[i] == '<') {
      next = replace(r, text, i, copied, via, depth);
    } else if (i >= string_end) {
      if (text.p[i] == '"') string_end = scan_over(text, i);
      next = leave_out(text, i);
      if (next > i) copy(r, str_cut(text, copied, i), via);
    }
    if (next > i) copied = next;
    i = next > i ? next : i + 1;
  }
  copy(r, str_cut(text, copied, text.n), via);
}

bool paste_options(Arena *arena, const Source *source, const GameOptions *options, Diags *diags, SyntaxText *out) {
  Realiser r = {.arena = arena, .source = source, .options = options, .diags = diags};
  paste(&r, source->text, NULL, 0);
  if (!r.pieces.n) VEC_PUSH(&r.pieces, (TextPiece){.from = {.source = source}});
  *out = (SyntaxText){.text = arena_str(arena, text_str(&r.text)), .n = r.pieces.n};
  out->pieces = VEC_TO_ARENA(&r.pieces, arena);
  text_free(&r.text);
  VEC_FREE(&r.pieces);
  return !r.failed;
}
