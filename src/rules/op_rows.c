// The tables behind ops.def, actions.def and slots.def.
#include "rules/effects.h"

// The words of the columns of effects: parts of the state, and slots.
enum {
  SITES = PART_SITES,
  MOVER = PART_MOVER,
  NEXT = PART_NEXT,
  LAST_TO = PART_LAST_TO,
  LAST_FROM = PART_LAST_FROM,
  LAST = PART_LAST,
  TURNS = PART_TURNS,
  COUNTERS = PART_COUNTERS,
  PLAYERS = PART_PLAYERS,
  VALUES = PART_VALUES,
  DICE = PART_DICE,
  PAST = PART_PAST,
  CHANCE = PART_CHANCE,
  TRIES = PART_TRIES,
  BY_VARIABLE = 0,  // see ins_reads
#define SLOT(name, type, doc) name = 1 << SLOT_##name,
#include "rules/slots.def"
#undef SLOT
};
#define ITERATION PART_ITERATION

#define PURE .reads = 0,
#define READS(parts) .reads = (parts),
#define BINDS(slots) .binds = (slots),
#define WRITES(parts) .writes = (parts),

const OpInfo op_info[OPS] = {
#define OP(name_, type_, operands_, effects, doc_) \
  {.name = #name_, .type = RULES_##type_, .operands = operands_, .doc = doc_, effects},
#define KERNEL(name_, type_, operands_, effects, doc_) \
  {.name = #name_, .type = RULES_##type_, .kernel = true, .operands = operands_, .doc = doc_, effects},
#include "rules/ops.def"
#undef OP
};

const ActionInfo action_info[ACT_COUNT] = {
#define ACTION(name, text, effects, doc) [ACT_##name] = {effects},
#include "rules/actions.def"
#undef ACTION
};

const char *const slot_names[SLOT_COUNT] = {
#define SLOT(name, type, doc) #name,
#include "rules/slots.def"
#undef SLOT
};

const RulesType slot_types[SLOT_COUNT] = {
#define SLOT(name, type, doc) RULES_##type,
#include "rules/slots.def"
#undef SLOT
};
