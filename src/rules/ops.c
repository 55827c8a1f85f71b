// The tables behind ops.def and slots.def.
#include "rules/program.h"

const OpInfo op_info[OPS] = {
#define OP(name, type, operands, doc) {#name, RULES_##type, false, operands, doc},
#define KERNEL(name, type, operands, doc) {#name, RULES_##type, true, operands, doc},
#include "rules/ops.def"
#undef OP
};

const char *const slot_names[SLOT_COUNT] = {
#define SLOT(name, doc) #name,
#include "rules/slots.def"
#undef SLOT
};
