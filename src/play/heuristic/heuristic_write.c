// Heuristics as text.
#include "play/heuristic/heuristic_terms.h"

#include <math.h>

enum { DIGITS = 6, DIGITS_AFTER_POINT = 12 };

// The language has no exponents, and whole numbers of 32 bits only.
static void write_number(Text *out, double value) {
  int before = value == 0 ? 0 : (int)floor(log10(fabs(value)));
  bool has_exponent = before < -4 || before >= DIGITS - 1;
  if (has_exponent) text_printf(out, "%.*f", MIN(MAX(DIGITS - 1 - before, 1), DIGITS_AFTER_POINT), value);
  else text_printf(out, "%.*g", DIGITS, value);
}

static void write_pairs(Text *out, const char *label, const HeuristicTerm *term) {
  text_printf(out, " %s:{", label);
  for (int i = 0; i < term->n_pairs; i++) {
    text_printf(out, " (pair \"%s\" ", term->pairs[i].name);
    write_number(out, term->pairs[i].weight);
    text_puts(out, ")");
  }
  text_puts(out, " }");
}

enum { VALUES_A_LINE = 20 };

static void write_values(Text *out, const char *label, const double *values, int n) {
  text_printf(out, " %s:{", label);
  for (int i = 0; i < n; i++) {
    text_puts(out, i && i % VALUES_A_LINE == 0 ? "\n      " : " ");
    write_number(out, values[i]);
  }
  text_puts(out, " }");
}

static void write_term(Text *out, const HeuristicTerm *term) {
  int accepts = term->kind->accepts;
  text_printf(out, "  (%s", term->kind->name);
  if (term->transformation) text_printf(out, " transformation:(%s)", transformation_names[term->transformation]);
  if (term->weight != 1) {
    text_puts(out, " weight:");
    write_number(out, term->weight);
  }
  if (term->number >= 0) {
    const char *label = accepts & TERM_REGION ? "region" : accepts & TERM_PLAYER ? "player" : "targetLength";
    text_printf(out, " %s:%d", label, term->number);
  }
  if (term->piece) text_printf(out, " piece:\"%s\"", term->piece);
  if (term->pairs) write_pairs(out, accepts & TERM_PLAYERS ? "playerWeights" : "pieceWeights", term);
  if (term->board_only) text_puts(out, " boardOnly:True");
  if (term->values) write_values(out, "values", term->values, term->n_values);
  if (term->mover_values) write_values(out, "moverValues", term->mover_values, term->n_mover_values);
  text_puts(out, ")\n");
}

void heuristic_write(Text *out, HeuristicText text) {
  for (int i = 0; i < text.n_pieces; i++) text_printf(out, "%s \"%s\"", i ? "" : "(pieces {", text.pieces[i]);
  if (text.n_pieces) text_puts(out, " })\n");
  text_puts(out, "(heuristics {\n");
  for (int i = 0; i < text.n; i++) write_term(out, &text.terms[i]);
  text_puts(out, "})\n");
}
