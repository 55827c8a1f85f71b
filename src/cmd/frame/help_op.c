// senet help op: the instruction set of rules programs, printed from its rows.
#include "base/diag.h"
#include "cmd/frame/command_options.h"
#include "cmd/frame/help.h"
#include "rules/effects.h"
#include "rules/operand.h"

#include <strings.h>

static void list_ops(const char *title, bool kernels) {
  int n = 0;
  for (int op = 0; op < OPS; op++) n += op_info[op].kernel == kernels;
  printf("%s (%d)\n", title, n);
  for (int op = 0; op < OPS; op++) {
    if (op_info[op].kernel == kernels) printf("  %-18s %s\n", op_info[op].name, op_info[op].doc);
  }
}

static int list_all(void) {
  list_ops("primitives", false);
  list_ops("\nkernels: what would take a search or a walk over the board to spell out", true);
  return EXIT_YES;
}

static int misspelt(const Options *options, const char *name) {
  const char *names[OPS];
  char *upper = arena_text(options->arena, str_of(name));
  for (char *c = upper; *c; c++) *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
  for (int op = 0; op < OPS; op++) names[op] = op_info[op].name;
  const char *near = nearest_name(str_of(upper), names, OPS);
  if (near) return options_misuse(options, "no op is called '%s'; did you mean '%s'?", name, near);
  return options_misuse(options, "no op is called '%s'", name);
}

static void print_parts(const char *title, uint32_t parts) {
  if (!parts) return;
  Text text = {0};
  parts_print(parts, &text);
  printf("    %s %s\n", title, text.p);
  text_free(&text);
}

// HEAD and SLOT read what they name; a slot that an instruction names is not a part of its row.
static void print_effects(const OpInfo *info) {
  print_parts("reads", info->reads);
  print_parts("binds", info->binds & SLOT_BITS);
  print_parts("writes", info->writes);
}

// What the words for the kinds of its operands and of what it gives mean, each once.
static void print_kinds(const OpInfo *info) {
  bool named[OPERAND_KINDS] = {0};
  Operand operand = {0};
  named[info->type] = true;
  for (int i = 0; !operand.repeats && operand_find(info, i, &operand); i++) named[operand.kind] = true;
  for (int kind = 0; kind < OPERAND_KINDS; kind++) {
    if (named[kind]) printf("    %s: %s\n", operand_kinds[kind].word, operand_kinds[kind].doc);
  }
}

int help_op(const Options *options, const char *name) {
  if (!name) return list_all();
  for (int op = 0; op < OPS; op++) {
    const OpInfo *info = &op_info[op];
    if (strcasecmp(info->name, name) != 0) continue;
    printf("(%s%s%s)  gives %s%s\n    %s\n", info->name, *info->operands ? " " : "", info->operands,
           operand_kinds[info->type].word, info->kernel ? ", a kernel" : "", info->doc);
    print_effects(info);
    print_kinds(info);
    return EXIT_YES;
  }
  return misspelt(options, name);
}
