// One pass over the code: instructions follow each other, operands come before their users.
#include "rules/check.h"

#include "rules/operand.h"

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
  text_printf(c->why, "instruction %u", ref);
  if (ref < c->program->n) {
    uint16_t op = program_ins(c->program, ref)->op;
    if (op < OPS) text_printf(c->why, " (%s)", op_info[op].name);
  }
  text_printf(c->why, ": %s\n", message);
  return false;
}

static bool check_ref(const Checker *c, Ref at, const Operand *operand, Ref ref, RulesType type) {
  int n = (int)operand->name.n;
  const char *name = operand->name.p;
  if (!ref) return operand->optional || fault(c, at, "operand %.*s is missing", n, name);
  if (ref >= at || !bit_get(c->heads, (int)ref)) return fault(c, at, "operand %.*s is no instruction", n, name);
  RulesType found = op_info[program_ins(c->program, ref)->op].type;
  if (found == type) return true;
  return fault(c, at, "operand %.*s is %s, not %s", n, name, rules_type_name(found), rules_type_name(type));
}

static int constants_of(const Program *program, char kind) {
  switch (kind) {
    case 's': return program->n_strings;
    case 'R': return program->n_regions;
    case 'A': return program->n_arrays;
    case 'S': return SLOT_COUNT;
    default: return INT32_MAX;
  }
}

static bool check_number(const Checker *c, Ref at, const Operand *operand, int32_t number) {
  if (operand->kind == 'k' || (operand->optional && number == -1)) return true;
  if (number >= 0 && number < constants_of(c->program, operand->kind)) return true;
  return fault(c, at, "operand %.*s is out of range: %d", (int)operand->name.n, operand->name.p, number);
}

static bool check_operands(const Checker *c, Ref at, const Ins *in) {
  for (int i = 0; i < in->n; i++) {
    Operand operand;
    RulesType type;
    operand_find(&op_info[in->op], i, &operand);
    bool good = operand_is_ref(operand.kind, &type) ? check_ref(c, at, &operand, (Ref)in->a[i], type)
                                                    : check_number(c, at, &operand, in->a[i]);
    if (!good) return false;
  }
  return true;
}

static bool check_instruction(const Checker *c, Ref at) {
  const Ins *in = program_ins(c->program, at);
  if (in->op >= OPS) return fault(c, at, "no such op: %d", in->op);
  int least, most;
  operand_range(&op_info[in->op], &least, &most);
  if (in->n < least || (most >= 0 && in->n > most)) return fault(c, at, "%d operands", in->n);
  if (in->n >= c->program->n - at) return fault(c, at, "operands go past the end of the code");
  return check_operands(c, at, in);
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
  return found == type || fault(&checker, ref, "a rule is %s, not %s", rules_type_name(found), rules_type_name(type));
}
