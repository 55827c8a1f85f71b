// Prints rules/operand_names.h, the places of all operands: a program of its own, run by the build. Operand `trail` of
// the op SLIDE becomes A_SLIDE_TRAIL, so that the executors write in->a[A_SLIDE_TRAIL]; the name of an operand that
// repeats is the place of the first one. Everything is one enum, for places of different ops may be compared.
// With an argument it prints the table of operand_table.h instead.
#include <ctype.h>
#include <stdio.h>

#include "rules/operand_table.h"

static void put_name(const char *op, Str operand, int place) {
  printf("  A_%s_", op);
  for (size_t i = 0; i < operand.n; i++) putchar(toupper((unsigned char)operand.p[i]));
  printf(" = %d,\n", place);
}

static void put_op(const OpInfo *info) {
  Operand operand = {0};
  for (int i = 0; !operand.repeats && operand_find(info, i, &operand); i++) put_name(info->name, operand.name, i);
}

// ---- the table -----------------------------------------------------------------------------------

static void put_row(const OpInfo *info) {
  Operand operand = {0};
  unsigned refs = 0, moves = 0, optional = 0, bound = 0, later = 0, elsewhere = 0, passes = 0;
  int n = 0, slot = -1;
  char kinds[ROW_OPERANDS_MAX * 4 + 1] = "";
  for (; !operand.repeats && operand_find(info, n, &operand); n++) {
    assert(n < ROW_OPERANDS_MAX && operand.kind < OPERAND_KINDS);
    snprintf(kinds + strlen(kinds), sizeof kinds - strlen(kinds), "%s%d", n ? ", " : "", operand.kind);
    if (operand.kind == KIND_SLOT) slot = n;
    refs |= (unsigned)operand_is_ref(operand.kind) << n;
    moves |= (unsigned)(operand.kind == KIND_MOVES) << n;
    optional |= (unsigned)operand.optional << n;
    bound |= (unsigned)operand.bound << n;
    later |= (unsigned)operand.later << n;
    elsewhere |= (unsigned)operand.elsewhere << n;
    passes |= (unsigned)operand.passes << n;
  }
  printf("    {%d, %d, 0x%x, 0x%x, 0x%x, 0x%x, 0x%x, 0x%x, 0x%x, %d, {%s}},  // %s\n", n, operand.repeats, refs, moves,
         optional, bound, later, elsewhere, passes, slot, n ? kinds : "0", info->name);
}

static void put_table(void) {
  printf("// Made by operand_names.c.\n#include \"rules/operand_table.h\"\n\n");
  printf("const OperandTable operand_table[OPS] = {\n");
  for (int op = 0; op < OPS; op++) put_row(&op_info[op]);
  printf("};\n");
}

static void put_names(void) {
  printf("// The places of operands in Ins.a, by op and name as in ops.def. Made by operand_names.c.\n");
  printf("#ifndef RULES_OPERAND_NAMES_H\n#define RULES_OPERAND_NAMES_H\n\nenum OperandPlace {\n");
  for (int op = 0; op < OPS; op++) put_op(&op_info[op]);
  printf("};\n\n#endif\n");
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) put_table();
  else put_names();
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
