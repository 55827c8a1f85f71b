// Printing in two passes: count how often each instruction is used, then write.
#include "rules/print.h"

#include "base/file.h"
#include "board/direction.h"
#include "board/topo/topology.h"
#include "rules/enum_words.h"
#include "rules/operand.h"
#include "rules/operand_names.h"
#include "rules/operand_table.h"

enum { WIDTH = 110, INDENT = 2 };

typedef struct Printer {
  const Program *program;
  Text *out;
  uint32_t *uses;  // by Ref
  Ref defining;    // the shared instruction being written: in full, not as a reference
} Printer;

// ---- sharing -------------------------------------------------------------------------------------

static void count_uses(Printer *p, Ref ref) {
  if (!ref || p->uses[ref]++) return;
  const Ins *in = program_ins(p->program, ref);
  for (int i = 0; i < in->n; i++) {
    if (operand_ref_at(in, i)) count_uses(p, (Ref)in->a[i]);
  }
}

static bool operand_ref(const Ins *in, int i, Operand *operand) {
  return operand_find(&op_info[in->op], i, operand) && operand_is_ref(operand->kind);
}

static bool is_leaf(const Printer *p, Ref ref) {
  const Ins *in = program_ins(p->program, ref);
  for (int i = 0; i < in->n; i++) {
    if (operand_ref_at(in, i) && in->a[i]) return false;
  }
  return true;
}

// Two instructions, one inside the other.
static bool is_short(const Printer *p, Ref ref) {
  const Ins *in = program_ins(p->program, ref);
  int inside = 0;
  for (int i = 0; i < in->n; i++) {
    if (!operand_ref_at(in, i) || !in->a[i]) continue;
    if (++inside > 1 || !is_leaf(p, (Ref)in->a[i])) return false;
  }
  return true;
}

// Worth a name: used twice, and more than a word or two.
static bool is_shared(const Printer *p, Ref ref) { return p->uses[ref] > 1 && !is_short(p, ref); }

// ---- numbers and constants -----------------------------------------------------------------------

static void put_region(Text *out, const Program *program, int number) {
  const Word *set = program->regions[number];
  int words = program->region_words;
  const char *gap = "{";
  for (int from = bits_next(set, words, 0), to; from >= 0; from = bits_next(set, words, to + 1)) {
    for (to = from; to + 1 < program->region_bits && bit_get(set, to + 1);) to++;
    text_printf(out, to > from ? "%s%d-%d" : "%s%d", gap, from, to);
    gap = " ";
  }
  text_puts(out, *gap == '{' ? "{}" : "}");
}

// How many items from i on follow each other in steps of this size.
static int run_length(const RulesArray *array, int i, int32_t step) {
  int n = 1;
  while (i + n < array->n && (int64_t)array->at[i + n] - array->at[i + n - 1] == step) n++;
  return n;
}

// The same number several times, and numbers that follow each other, are written shorter: [7 0*12 20..31].
static void put_array(Text *out, const RulesArray *array) {
  enum { RUN = 4 };
  text_char(out, '[');
  for (int i = 0, n; i < array->n; i += n) {
    int same = run_length(array, i, 0), rising = run_length(array, i, 1);
    n = MAX(same, rising) < RUN ? 1 : MAX(same, rising);
    text_printf(out, "%s%d", i ? " " : "", array->at[i]);
    if (n > 1 && same == n) text_printf(out, "*%d", n);
    else if (n > 1) text_printf(out, "..%d", array->at[i + n - 1]);
  }
  text_char(out, ']');
}

static void put_directions(Text *out, const int32_t *at, int n) {
  for (int i = 0; i < n; i++) text_printf(out, "%s%s", i ? " " : "", dir_name((Dir)at[i]));
}

// The table of a DIRS_FACING, facing by facing: [N: NW NE, S: SE SW].
static void put_facings(Text *out, const RulesArray *table) {
  int block = table->n / DIRS;
  const char *gap = "[";
  for (int facing = 0; facing < DIRS; facing++) {
    const int32_t *at = table->at + facing * block;
    if (block < 1 || !at[0]) continue;
    text_printf(out, "%s%s: ", gap, dir_name((Dir)facing));
    put_directions(out, at + 1, at[0]);
    gap = ", ";
  }
  text_puts(out, *gap == '[' ? "[]" : "]");
}

static void put_constant(Text *out, const RulesArray *array, Op op) {
  if (op == OP_DIRS_FACING) {
    put_facings(out, array);
  } else if (op == OP_DIRS_CONST) {
    text_char(out, '[');
    put_directions(out, array->at, array->n);
    text_char(out, ']');
  } else {
    put_array(out, array);
  }
}

static void put_immediate(Text *out, OperandKind kind, int32_t number) {
  const char *word = rules_word(kind, number);
  if (word) text_puts(out, word);
  else text_printf(out, "%d", number);
}

static void put_number(Text *out, const Program *program, const Ins *in, const Operand *operand, int32_t number) {
  switch ((int)operand->kind) {
    case KIND_SLOT: text_printf(out, "$%s", slot_names[number]); break;
    case KIND_TEXT: text_printf(out, "\"%s\"", program->strings[number]); break;
    case KIND_SET: put_region(out, program, number); break;
    case KIND_ARRAY: put_constant(out, &program->arrays[number], (Op)in->op); break;
    default: put_immediate(out, operand->kind, number);
  }
}

// ---- instructions --------------------------------------------------------------------------------

// Left out: absent operands, and the site type that stands for the default.
static bool is_silent(const Operand *operand, int32_t value) {
  if (operand_is_ref(operand->kind)) return !value;
  return value == -1 && (operand->optional || operand->kind == KIND_SITE_TYPE);
}

static void put_name(Text *out, const Operand *operand) {
  if (operand->name.n == 1 || operand->repeats || operand->kind == KIND_SLOT) return;
  text_add(out, operand->name);
  text_char(out, ':');
}

// What can be written without breaking a line: constants, slots and references to shared subtrees.
static bool put_short(const Printer *p, Text *out, Ref ref) {
  const Ins *in = program_ins(p->program, ref);
  if (in->op == OP_CONST) text_printf(out, "%d", in->a[A_CONST_VALUE]);
  else if (in->op == OP_SLOT) text_printf(out, "$%s", slot_names[in->a[A_SLOT_SLOT]]);
  else if (is_shared(p, ref) && ref != p->defining) text_printf(out, "%%%u", ref);
  else return false;
  return true;
}

static void put_flat(const Printer *p, Text *out, Ref ref) {
  if (put_short(p, out, ref)) return;
  const Ins *in = program_ins(p->program, ref);
  text_printf(out, "(%s", op_info[in->op].name);
  for (int i = 0; i < in->n && out->n <= WIDTH; i++) {
    Operand operand;
    operand_find(&op_info[in->op], i, &operand);
    if (is_silent(&operand, in->a[i])) continue;
    text_char(out, ' ');
    put_name(out, &operand);
    if (operand_is_ref(operand.kind)) put_flat(p, out, (Ref)in->a[i]);
    else put_number(out, p->program, in, &operand, in->a[i]);
  }
  text_char(out, ')');
}

// Writes the instruction on the current line if it fits there.
static bool put_if_fits(const Printer *p, Ref ref, int column) {
  Text line = {0};
  put_flat(p, &line, ref);
  bool fits = column + (int)line.n <= WIDTH;
  if (fits) text_add(p->out, text_str(&line));
  text_free(&line);
  return fits;
}

static void put_place(const Printer *p, Ref ref) {
  SrcLoc loc = p->program->locs[ref];
  if (!loc.source) return;
  LineCol at = src_line_col(loc);
  text_printf(p->out, "  ; %s:%u:%u", file_base_name(loc.source->name), at.line, at.col);
}

static void put_numbers(const Printer *p, const Ins *in) {
  for (int i = 0; i < in->n; i++) {
    Operand operand;
    if (operand_ref(in, i, &operand) || is_silent(&operand, in->a[i])) continue;
    text_char(p->out, ' ');
    put_name(p->out, &operand);
    put_number(p->out, p->program, in, &operand, in->a[i]);
  }
}

// The op and its numbers on the first line, every other operand on a line of its own.
static void put_broken(const Printer *p, Ref ref, int indent) {
  const Ins *in = program_ins(p->program, ref);
  text_printf(p->out, "(%s", op_info[in->op].name);
  put_numbers(p, in);
  put_place(p, ref);
  for (int i = 0; i < in->n; i++) {
    Operand operand;
    if (!operand_ref(in, i, &operand) || !in->a[i]) continue;
    text_char(p->out, '\n');
    text_repeat(p->out, ' ', (size_t)indent);
    put_name(p->out, &operand);
    Ref child = (Ref)in->a[i];
    if (!put_if_fits(p, child, indent + (int)operand.name.n + 1)) put_broken(p, child, indent + INDENT);
  }
  text_char(p->out, ')');
}

static void put_line(const Printer *p, Ref ref) {
  if (put_if_fits(p, ref, 2 * INDENT)) put_place(p, ref);
  else put_broken(p, ref, 2 * INDENT);
  text_char(p->out, '\n');
}

static void put_shared(Printer *p) {
  const char *heading = "shared:\n";
  for (Ref ref = 1; ref < p->program->n; ref += 1u + program_ins(p->program, ref)->n) {
    if (!is_shared(p, ref)) continue;
    text_printf(p->out, "%s  %%%u = ", heading, ref);
    heading = "";
    p->defining = ref;
    put_line(p, ref);
  }
  p->defining = 0;
}

void rules_print(Text *out, const Program *program, const RulesRoot *roots, int n) {
  Arena arena = {0};
  Printer printer = {.program = program, .out = out, .uses = ARENA_ARRAY(&arena, uint32_t, program->n + 1)};
  for (int i = 0; i < n; i++) count_uses(&printer, roots[i].ref);
  put_shared(&printer);
  for (int i = 0; i < n; i++) {
    if (!roots[i].ref) continue;
    text_printf(out, "%s:\n  ", roots[i].title);
    put_line(&printer, roots[i].ref);
  }
  arena_free(&arena);
}
