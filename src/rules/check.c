// One pass over the code: instructions follow each other, operands come before their users.
#include "rules/check.h"

#include "base/file.h"
#include "rules/enum_words.h"
#include "rules/operand_table.h"

typedef struct Checker {
  const Program *program;
  Text *why;
  Word *heads;  // the words that begin an instruction
} Checker;

static bool fault(const Checker *c, Ref ref, const char *format, ...) PRINTF_LIKE(3, 4);

static bool fault(const Checker *c, Ref ref, const char *format, ...) {
  if (!c->why) return false;
  char message[200];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  SrcLoc loc = ref < c->program->n && c->program->locs ? c->program->locs[ref] : (SrcLoc){0};
  if (loc.source) {
    LineCol at = src_line_col(loc);
    text_printf(c->why, "%s:%u:%u: ", file_base_name(loc.source->name), at.line, at.col);
  }
  text_printf(c->why, "instruction %u", ref);
  if (ref < c->program->n) {
    uint16_t op = program_ins(c->program, ref)->op;
    if (op < OPS) text_printf(c->why, " (%s)", op_info[op].name);
  }
  text_printf(c->why, ": %s\n", message);
  return false;
}

// Executors keep truth values, sites and players alike; whether they are mixed up is another question (value_types.h).
static bool kept_alike(RulesType a, RulesType b) { return a == b || (rules_type_is_int(a) && rules_type_is_int(b)); }

static bool ref_is_good(const Checker *c, Ref at, Ref ref, RulesType type, bool optional) {
  if (!ref) return optional;
  return ref < at && bit_get(c->heads, (int)ref) && kept_alike(op_info[program_ins(c->program, ref)->op].type, type);
}

static bool ref_fault(const Checker *c, Ref at, const Operand *operand, Ref ref, RulesType type) {
  int n = (int)operand->name.n;
  const char *name = operand->name.p;
  if (!ref) return fault(c, at, "operand %.*s is missing", n, name);
  if (ref >= at || !bit_get(c->heads, (int)ref)) return fault(c, at, "operand %.*s is no instruction", n, name);
  RulesType found = op_info[program_ins(c->program, ref)->op].type;
  return fault(c, at, "operand %.*s is %s, not %s", n, name, rules_type_name(found), rules_type_name(type));
}

// How many numbers there are of a kind.
static int numbers_of(const Program *program, OperandKind kind) {
  switch ((int)kind) {
    case KIND_TEXT: return program->n_strings;
    case KIND_SET: return program->n_regions;
    case KIND_ARRAY: return program->n_arrays;
    case KIND_SLOT: return SLOT_COUNT;
    case KIND_FLAG: return 2;
    default: return rules_words(kind);
  }
}

static bool number_is_good(const Checker *c, OperandKind kind, int32_t number, bool optional) {
  if (kind == KIND_NUMBER || (number == -1 && (optional || kind == KIND_SITE_TYPE))) return true;
  return number >= 0 && number < numbers_of(c->program, kind);
}

// The row is read only where something is wrong, for the name.
static bool check_operand(const Checker *c, Ref at, const Ins *in, int i) {
  const OperandTable *row = &operand_table[in->op];
  OperandKind kind = operand_kind_at(in, i);
  bool optional = operand_in(row, row->optional, i), is_ref = operand_is_ref(kind);
  RulesType type = (RulesType)kind;
  bool good = is_ref ? ref_is_good(c, at, (Ref)in->a[i], type, optional) : number_is_good(c, kind, in->a[i], optional);
  if (good) return true;
  Operand operand;
  operand_find(&op_info[in->op], i, &operand);
  if (is_ref) return ref_fault(c, at, &operand, (Ref)in->a[i], type);
  return fault(c, at, "operand %.*s is out of range: %d", (int)operand.name.n, operand.name.p, in->a[i]);
}

static bool check_instruction(const Checker *c, Ref at) {
  const Ins *in = program_ins(c->program, at);
  if (in->op >= OPS) return fault(c, at, "no such op: %d", in->op);
  const OperandTable *row = &operand_table[in->op];
  int least = row->repeats ? row->n - 1 : row->n, most = row->repeats ? -1 : row->n;
  if (in->n < least || (most >= 0 && in->n > most)) return fault(c, at, "%d operands", in->n);
  if (in->n >= c->program->n - at) return fault(c, at, "operands go past the end of the code");
  for (int i = 0; i < in->n; i++) {
    if (!check_operand(c, at, in, i)) return false;
  }
  return true;
}

static bool check_all(Checker *c) {
  for (Ref at = 1; at < c->program->n; at += 1u + program_ins(c->program, at)->n) {
    if (!check_instruction(c, at)) return false;
    bit_set(c->heads, (int)at);
  }
  return true;
}

bool rules_check(const Program *program, Text *why) {
  Arena arena = {0};
  Checker checker = {program, why, ARENA_ARRAY(&arena, Word, bits_words((int)program->n + 1))};
  bool good = check_all(&checker);
  arena_free(&arena);
  return good;
}

bool rules_check_root(const Program *program, Ref ref, RulesType type, Text *why) {
  Checker checker = {.program = program, .why = why};
  if (!ref) return true;
  if (ref >= program->n) return fault(&checker, ref, "a rule begins past the end of the code");
  RulesType found = op_info[program_ins(program, ref)->op].type;
  return kept_alike(found, type) ||
         fault(&checker, ref, "a rule is %s, not %s", rules_type_name(found), rules_type_name(type));
}
