// Types of values, from the rows of ops.def and slots.def; the ops whose operands decide their type are listed here and
// nowhere else.
#include "rules/value_types.h"

#include "base/file.h"
#include "rules/operand_names.h"
#include "rules/operand_table.h"

// ---- one instruction -----------------------------------------------------------------------------

static RulesType head_type(HeadVar var) {
  if (var == HEAD_MOVER || var == HEAD_NEXT || var == HEAD_PREV) return RULES_PLAYER;
  return var == HEAD_DICE_EQUAL ? RULES_BOOL : RULES_INT;
}

static bool const_fits(const Program *program, int32_t value, RulesType want) {
  switch ((int)want) {
    case RULES_BOOL: return value == 0 || value == 1;
    case RULES_SITE: return value < program->region_bits;
    case RULES_PLAYER:
    case RULES_PLAYERS: return value >= 0;
    default: return want == RULES_INT;
  }
}

static bool is_const_of(const Program *program, Ref ref, RulesType type) {
  const Ins *in = program_ins(program, ref);
  return in->op == OP_CONST && const_fits(program, in->a[A_CONST_VALUE], type);
}

// Of one of two values; without the second it is 0.
static RulesType joined_type(const Program *program, Ref a, Ref b, const uint8_t *types) {
  RulesType one = (RulesType)types[a], two = b ? (RulesType)types[b] : RULES_INT;
  if (one == two || !b || is_const_of(program, b, one)) return one;
  return is_const_of(program, a, two) ? two : RULES_INT;
}

RulesType ins_type(const Program *program, const Ins *in, const uint8_t *types) {
  switch ((int)in->op) {
    case OP_SLOT: return slot_types[in->a[A_SLOT_SLOT]];
    case OP_HEAD: return head_type((HeadVar)in->a[A_HEAD_VAR]);
    case OP_IF_INT: return joined_type(program, (Ref)in->a[A_IF_INT_THEN], (Ref)in->a[A_IF_INT_ELSE], types);
    default: return op_info[in->op].type;
  }
}

const uint8_t *program_types(const Program *program, Arena *arena) {
  uint8_t *types = ARENA_ARRAY(arena, uint8_t, program->n + 1);
  for (Ref ref = 1; ref < program->n; ref += 1u + program_ins(program, ref)->n) {
    types[ref] = (uint8_t)ins_type(program, program_ins(program, ref), types);
  }
  return types;
}

bool value_fits(const Program *program, Ref ref, const uint8_t *types, RulesType want) {
  RulesType have = (RulesType)types[ref];
  if (have == want || (want == RULES_INT && rules_type_is_int(have))) return true;
  if (have != RULES_INT || !rules_type_is_int(want)) return false;
  if (want == RULES_SITE || want == RULES_PLAYER) return true;
  const Ins *in = program_ins(program, ref);
  if (in->op == OP_CONST) return const_fits(program, in->a[A_CONST_VALUE], want);
  return in->op == OP_IF_INT && value_fits(program, (Ref)in->a[A_IF_INT_THEN], types, want) &&
         (!in->a[A_IF_INT_ELSE] || value_fits(program, (Ref)in->a[A_IF_INT_ELSE], types, want));
}

// ---- a program -----------------------------------------------------------------------------------

typedef struct TypeCheck {
  const Program *program;
  const uint8_t *types;
  Text *why;
  bool good;
} TypeCheck;

static void mistyped(TypeCheck *c, Ref ref, Str name, RulesType have, RulesType want) {
  c->good = false;
  if (!c->why) return;
  SrcLoc loc = c->program->locs[ref];
  if (loc.source) {
    LineCol at = src_line_col(loc);
    text_printf(c->why, "%s:%u:%u: ", file_base_name(loc.source->name), at.line, at.col);
  }
  text_printf(c->why, "%.*s of %s is %s, not %s\n", (int)name.n, name.p, op_info[program_ins(c->program, ref)->op].name,
              operand_kinds[have].word, operand_kinds[want].word);
}

static void check_operand(TypeCheck *c, Ref ref, const Ins *in, int i) {
  RulesType have = (RulesType)c->types[in->a[i]], want = (RulesType)operand_kind_at(in, i);
  if (value_fits(c->program, (Ref)in->a[i], c->types, want)) return;
  Operand operand;
  operand_find(&op_info[in->op], i, &operand);
  mistyped(c, ref, operand.name, have, want);
}

// What the instruction puts into the slot that it names: RULES_INT where that is any number.
static RulesType slot_given(const TypeCheck *c, const Ins *in) {
  switch ((int)in->op) {
    case OP_SET_SLOT: return (RulesType)c->types[in->a[A_SET_SLOT_VALUE]];
    case OP_FOR_SITES:
    case OP_ALL_SITES: return RULES_SITE;
    case OP_FOR_MASK: return RULES_PLAYER;
    default: return RULES_INT;
  }
}

static void check_slot(TypeCheck *c, Ref ref, const Ins *in) {
  RulesType given = slot_given(c, in), want = slot_types[in->a[operand_table[in->op].slot]];
  bool fits = given == RULES_INT || want == RULES_INT || given == want;
  if (!fits) mistyped(c, ref, str_of("slot"), given, want);
}

bool rules_well_typed(const Program *program, const RulesRoot *roots, int n, Text *why) {
  Arena arena = {0};
  TypeCheck c = {program, program_types(program, &arena), why, true};
  for (Ref ref = 1; ref < program->n; ref += 1u + program_ins(program, ref)->n) {
    const Ins *in = program_ins(program, ref);
    for (int i = 0; i < in->n; i++) {
      if (operand_ref_at(in, i) && in->a[i]) check_operand(&c, ref, in, i);
    }
    if (operand_table[in->op].slot >= 0 && in->op != OP_SLOT) check_slot(&c, ref, in);
  }
  for (int i = 0; i < n; i++) {
    RulesType have = (RulesType)c.types[roots[i].ref];
    if (roots[i].ref && !value_fits(program, roots[i].ref, c.types, roots[i].type))
      mistyped(&c, roots[i].ref, str_of(roots[i].title), have, roots[i].type);
  }
  arena_free(&arena);
  return c.good;
}
