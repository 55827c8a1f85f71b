// The completion scripts for bash, zsh and fish: commands, then the options of the command, then file names. What the
// shells can show beside a word (zsh, fish) is its sentence from the tables.
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

// A sentence between single quotes, with what the shell or its list would misread left out or escaped.
static void quoted(FILE *out, const char *text, const char *escaped) {
  for (; *text; text++) {
    if (*text == '\'') fputs("'\\''", out);
    else if (strchr(escaped, *text)) fprintf(out, "\\%c", *text);
    else fputc(*text == '\n' ? ' ' : *text, out);
  }
}

static void zsh_options(FILE *out, const Command *command) {
  fprintf(out, "    %s) _arguments", command->name);
  for (const CommandOption *option = command->options; option && option->name; option++) {
    fprintf(out, " \\\n      '%s%s[", option->repeats ? "*" : "", option->name);
    quoted(out, option->doc, "[]\\");
    fprintf(out, "]%s%s%s'", option->value ? ":" : "", option->value ? option->value : "",
            option->value ? ":_files" : "");
  }
  fputs(" \\\n      '*:file:_files' ;;\n", out);
}

void zsh_completion(FILE *out) {
  fputs("#compdef senet\n# zsh completion for senet, made by `senet help --completion zsh`\n_senet() {\n", out);
  fputs("  if (( CURRENT == 2 )); then\n    local -a commands=(\n", out);
  for (const Command *const *c = command_rows(); *c; c++) {
    fprintf(out, "      '%s:", (*c)->name);
    quoted(out, (*c)->doc, ":\\");
    fputs("'\n", out);
  }
  fputs("    )\n    _describe command commands\n    return\n  fi\n", out);
  fputs("  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n", out);
  for (const Command *const *c = command_rows(); *c; c++) zsh_options(out, *c);
  fputs("  esac\n}\nif [ \"$funcstack[1]\" = _senet ]; then _senet \"$@\"; else compdef _senet senet; fi\n", out);
}

static void fish_text(FILE *out, const char *text) {
  for (; *text; text++) fprintf(out, "%s%c", strchr("'\\", *text) ? "\\" : "", *text);
}

static void fish_option(FILE *out, const Command *command, const CommandOption *option) {
  bool is_long = option->name[1] == '-';
  fprintf(out, "complete -c senet -n '__fish_seen_subcommand_from %s' -%s %s%s -d '", command->name,
          is_long ? "l" : "s", option->name + (is_long ? 2 : 1), option->value ? " -r" : "");
  fish_text(out, option->doc);
  fputs("'\n", out);
}

void fish_completion(FILE *out) {
  fputs("# fish completion for senet, made by `senet help --completion fish`\n", out);
  for (const Command *const *c = command_rows(); *c; c++) {
    fprintf(out, "complete -c senet -n __fish_use_subcommand -f -a %s -d '", (*c)->name);
    fish_text(out, (*c)->doc);
    fputs("'\n", out);
    for (const CommandOption *o = (*c)->options; o && o->name; o++) fish_option(out, *c, o);
  }
}
