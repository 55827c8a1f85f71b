// The list of subcommands, made from commands.def.
#include "cmd/frame/command.h"

#include "base/diag.h"

#define COMMAND(name) extern const Command command_##name;
#include "cmd/frame/commands.def"
#undef COMMAND

static const Command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "cmd/frame/commands.def"
#undef COMMAND
    NULL,
};

const Command *const *command_rows(void) { return commands; }

const Command *command_find(const char *name) {
  for (const Command *const *c = commands; *c; c++) {
    if (!strcmp((*c)->name, name)) return *c;
  }
  return NULL;
}

const char *command_nearest(const char *name) {
  const char *names[COUNT_OF(commands)];
  size_t n = 0;
  for (const Command *const *c = commands; *c; c++) names[n++] = (*c)->name;
  return nearest_name(str_of(name), names, n);
}
