// Faults in words.
#include "state/text/fault_text.h"

#include "state/text/move_text.h"

enum { MOVES_SHOWN = 4, MOVE_LETTERS = 300 };

static void place_text(Text *out, const Position *x) {
  SrcLoc loc = x->fault_at && x->program->locs ? x->program->locs[x->fault_at] : (SrcLoc){0};
  if (!loc.source) return;
  LineCol at = src_line_col(loc);
  text_printf(out, " (%s:%u:%u)", loc.source->name, at.line, at.col);
}

// A move that does very much is cut off.
static void one_move_text(Text *out, const Position *x, const Move *move) {
  size_t before = out->n;
  played_text(out, x, move);
  if (out->n <= before + MOVE_LETTERS) return;
  out->n = before + MOVE_LETTERS;
  text_puts(out, "...");
}

static void moves_text(Text *out, const Position *x) {
  size_t n = x->played.n, first = n > MOVES_SHOWN ? n - MOVES_SHOWN : 0;
  if (!n) return;
  text_printf(out, ", after move %zu: %s", n, first ? "...; " : "");
  for (size_t i = first; i < n; i++) {
    const Move *move = &x->played.at[i].move;
    if (i > first) text_puts(out, "; ");
    one_move_text(out, x, move);
  }
}

void fault_text(Text *out, const Position *x) {
  if (!x->fault) return;
  text_printf(out, "the rules stopped: %s", x->fault);
  place_text(out, x);
  moves_text(out, x);
}
