// Constant tables of the unit, and formulas as C expressions.
#include "emit/automaton/automaton_internal.h"

static const char *vertex_type(const Auto *a) { return a->vertices < 255 ? "u8" : "u16"; }

static void write_items(Text *out, const int32_t *items, int n) {
  for (int i = 0; i < n; i++) text_printf(out, "%s%d", i ? "," : "", items[i]);
}

// Where each vertex leads; the vertex beyond the edge, number `vertices`, stands for nowhere.
int auto_step_table(AutoUnit *u, const AutoEdge *edge) {
  const Auto *a = u->a;
  if (u->step_written[edge->a]) return edge->a;
  u->step_written[edge->a] = true;
  text_printf(&u->tables, "static const %s T%d[] = {", vertex_type(a), edge->a);
  for (int v = 0; v < a->vertices; v++) {
    int to = a->tables[edge->a + v];
    text_printf(&u->tables, "%d,", to < 0 ? a->vertices : to);
  }
  text_printf(&u->tables, "%d};\n", a->vertices);
  return edge->a;
}

// The vertices each vertex leads to, row by row.
int auto_list_table(AutoUnit *u, const AutoEdge *edge) {
  const Auto *a = u->a;
  if (u->list_written[edge->a]) return edge->a;
  u->list_written[edge->a] = true;
  const int32_t *rows = a->tables + edge->a;
  text_printf(&u->tables, "static const u32 R%d[] = {", edge->a);
  for (int v = 0; v <= a->vertices; v++) text_printf(&u->tables, "%d,", rows[v] - rows[0]);
  text_printf(&u->tables, "};\nstatic const %s M%d[] = {", vertex_type(a), edge->a);
  write_items(&u->tables, a->tables + rows[0], rows[a->vertices] - rows[0]);
  text_puts(&u->tables, rows[a->vertices] == rows[0] ? "0};\n" : "};\n");
  return edge->a;
}

enum { ROW_MAX = 8 };

int auto_row_length(const Auto *a, const AutoEdge *edge) {
  const int32_t *rows = a->tables + edge->a;
  int most = 0;
  for (int v = 0; v < a->vertices; v++) most = MAX(most, rows[v + 1] - rows[v]);
  return most <= ROW_MAX && most * a->vertices <= 2 * (rows[a->vertices] - rows[0]) ? most : 0;
}

int auto_row_table(AutoUnit *u, const AutoEdge *edge) {
  const Auto *a = u->a;
  if (u->row_written[edge->a]) return edge->a;
  u->row_written[edge->a] = true;
  int length = auto_row_length(a, edge);
  const int32_t *rows = a->tables + edge->a;
  text_printf(&u->tables, "static const %s N%d[][%d] = {", vertex_type(a), edge->a, length);
  for (int v = 0; v < a->vertices; v++) {
    text_char(&u->tables, '{');
    for (int i = 0; i < length; i++) {
      bool there = rows[v] + i < rows[v + 1];
      text_printf(&u->tables, "%d,", there ? a->tables[rows[v] + i] : a->vertices);
    }
    text_puts(&u->tables, "},");
  }
  text_puts(&u->tables, "};\n");
  return edge->a;
}

// The vertices of an edge to any of a list, as a set.
int auto_set_table(AutoUnit *u, const AutoEdge *edge) {
  const Auto *a = u->a;
  if (u->list_written[edge->a]) return edge->a;
  u->list_written[edge->a] = true;
  text_printf(&u->tables, "static const u64 A%d[] = {", edge->a);
  for (int w = 0; w < a->words; w++) {
    uint64_t set = 0;
    for (int i = 0; i < edge->b; i++) {
      int v = a->tables[edge->a + i];
      if (v / 64 == w) set |= (uint64_t)1 << v % 64;
    }
    text_printf(&u->tables, "0x%llxull,", (unsigned long long)set);
  }
  text_puts(&u->tables, "};\n");
  return edge->a;
}

// ---- formulas

static const char *const term_calls[] = {
    [WALK_ADD] = "ADD", [WALK_SUBTRACT] = "SUB", [WALK_MULTIPLY] = "MUL", [WALK_DIVIDE] = "divide", [WALK_EQ] = "EQ",
    [WALK_NE] = "NE",   [WALK_LT] = "LT",        [WALK_LE] = "LE",        [WALK_GT] = "GT",         [WALK_GE] = "GE",
};

static void write_operand(const WalkTerm *term, Text *out) {
  if (term->kind == WALK_LITERAL) text_printf(out, "%d", term->n);
  else if (term->kind == WALK_VALUE) text_printf(out, "c->value[%d]", term->n);
  else text_printf(out, "c->tally[%d]", term->n);
}

// The term that begins the operand which ends with the term at `end`.
static int operand_start(const WalkTerm *terms, int end) {
  int needed = 1;
  for (int i = end;; i--) {
    needed += terms[i].kind >= WALK_ADD ? 1 : -1;
    if (!needed) return i;
  }
}

// Writes the operand that ends with the term at `end`.
static void write_formula(const WalkTerm *terms, int end, Text *out) {
  if (terms[end].kind < WALK_ADD) {
    write_operand(&terms[end], out);
    return;
  }
  int right = operand_start(terms, end - 1);
  text_printf(out, "%s(", term_calls[terms[end].kind]);
  write_formula(terms, right - 1, out);
  text_puts(out, ", ");
  write_formula(terms, end - 1, out);
  text_char(out, ')');
}

static int formula_end(const Auto *a, int at) {
  while (a->terms[at].kind != WALK_END) at++;
  return at - 1;
}

void auto_formula(const Auto *a, int at, Text *out) { write_formula(a->terms, formula_end(a, at), out); }

bool auto_formula_constant(const Auto *a, int at, int64_t *value) {
  *value = a->terms[at].n;
  return a->terms[at].kind == WALK_LITERAL && a->terms[at + 1].kind == WALK_END;
}

bool auto_formula_reads(const Auto *a, int at, WalkTermKind kind, int n) {
  for (const WalkTerm *term = a->terms + at; term->kind != WALK_END; term++) {
    if (term->kind == (int32_t)kind && (n < 0 || term->n == n)) return true;
  }
  return false;
}
