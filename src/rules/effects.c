// Reading the columns of effects; the ops whose immediates decide what they read are listed here and nowhere else.
#include "rules/effects.h"

#include "base/text.h"
#include "rules/operand_names.h"
#include "rules/operand_table.h"

static uint32_t head_part(HeadVar var) {
  switch (var) {
    case HEAD_MOVER: return PART_MOVER;
    case HEAD_NEXT: return PART_NEXT;
    case HEAD_PREV: return PART_PREV;
    case HEAD_COUNTER:
    case HEAD_TURN:
    case HEAD_TURN_SAME:
    case HEAD_PASSES:
    case HEAD_MOVES: return PART_COUNTERS;
    case HEAD_DICE_EQUAL: return PART_DICE;
    case HEAD_POT:
    case HEAD_TRUMP:
    case HEAD_TEMP:
    case HEAD_DECIDED:
    case HEAD_DOMINOES:
    case HEAD_VARS: break;
  }
  return PART_VALUES;
}

static uint32_t roles_read(RoleSet roles) {
  if (roles == ROLES_ALL) return 0;
  if (roles == ROLES_NON_MOVER) return PART_MOVER;
  return roles == ROLES_TEAM ? PART_PLAYERS : PART_PLAYERS | PART_MOVER;
}

uint32_t ins_reads(const Ins *in) {
  switch (in->op) {
    case OP_SLOT: return 1u << in->a[A_SLOT_SLOT];
    case OP_HEAD: return head_part((HeadVar)in->a[A_HEAD_VAR]);
    case OP_AROUND: return in->a[A_AROUND_WHAT] == AROUND_ANY ? 0 : op_info[in->op].reads;
    case OP_INCIDENT: return in->a[A_INCIDENT_OWNER] ? op_info[in->op].reads : 0;
    case OP_PLAYERS: return roles_read((RoleSet)in->a[A_PLAYERS_ROLES]);
    default: return op_info[in->op].reads;
  }
}

uint32_t ins_binds(const Ins *in) {
  uint32_t binds = op_info[in->op].binds;
  if (!(binds & SLOT_OPERAND)) return binds;
  assert(operand_table[in->op].slot >= 0);
  return 1u << in->a[operand_table[in->op].slot];
}

uint32_t ins_writes(const Ins *in) {
  if (in->op == OP_ACTION) return action_writes((ActionKind)in->a[A_ACTION_KIND]);
  if (in->op == OP_FOR_PIECES && !in->a[A_FOR_PIECES_BODY]) return PART_SITES;  // the moves of the pieces
  return op_info[in->op].writes;
}

uint32_t ins_needs(const Ins *in, const uint32_t *needs) {
  uint32_t all = ins_reads(in), bound = ins_binds(in);
  for (int i = 0; i < in->n; i++) {
    if (!operand_ref_at(in, i) || !in->a[i]) continue;
    all |= operand_bound_at(in, i) ? needs[in->a[i]] & ~bound : needs[in->a[i]];
  }
  return all;
}

// ---- actions -------------------------------------------------------------------------------------

uint32_t action_reads(ActionKind kind) { return action_info[kind].reads; }
uint32_t action_writes(ActionKind kind) { return action_info[kind].writes; }

// ---- names ---------------------------------------------------------------------------------------

static const char *const part_names[] = {
    "sites",    "mover",   "next",   "prev", "last-to", "last-from", "last-moves", "turns",
    "counters", "players", "values", "dice", "past",    "chance",    "moves",      "iteration",
};
static_assert(COUNT_OF(part_names) == 16, "one name for each part");

void parts_print(uint32_t parts, Text *out) {
  const char *gap = "";
  for (int bit = 0; bit < 32; bit++) {
    if (!(parts >> bit & 1)) continue;
    if (bit < 16) text_printf(out, "%s$%s", gap, slot_names[bit]);
    else text_printf(out, "%s%s", gap, part_names[bit - 16]);
    gap = " ";
  }
}
