// The completion script for bash: commands, then the options of the command, then file names.
#include "cmd/frame/help.h"

static void option_words(FILE *out, const Command *command) {
  fputs("--help", out);
  for (const CommandOption *option = command->options; option && option->name; option++) {
    fprintf(out, " %s", option->name);
  }
}

void bash_completion(FILE *out) {
  fputs("# bash completion for senet, made by `senet help --completion`\n_senet() {\n", out);
  fputs("  local word=${COMP_WORDS[COMP_CWORD]} words=\n", out);
  fputs("  if [ \"$COMP_CWORD\" = 1 ]; then\n    words=\"", out);
  for (const Command *const *c = command_rows(); *c; c++)
    fprintf(out, "%s%s", c == command_rows() ? "" : " ", (*c)->name);
  fputs("\"\n  else\n    case ${COMP_WORDS[1]} in\n", out);
  for (const Command *const *c = command_rows(); *c; c++) {
    fprintf(out, "      %s) words=\"", (*c)->name);
    option_words(out, *c);
    fputs("\" ;;\n", out);
  }
  fputs("    esac\n  fi\n", out);
  fputs("  case $word in\n", out);
  fputs("    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n", out);
  fputs("    *) [ \"$COMP_CWORD\" = 1 ] && COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n", out);
  fputs("  esac\n}\ncomplete -o default -F _senet senet\n", out);
}
