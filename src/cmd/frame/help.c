// senet help: the subcommands, one subcommand, a ludeme, an agent or an op.
#include "cmd/frame/help.h"

#include "cmd/frame/command_options.h"
#include "lud/resolve/registry.h"
#include "lud/resolve/synonyms.h"

static const char introduction[] =
    "Senet reads games written as .lud or .rbg descriptions, compiles them and runs them.\n";

void help_overview(FILE *out) {
  fputs("usage: senet COMMAND [OPTION]... [ARGUMENT]...\n\n", out);
  fputs(introduction, out);
  fputs("\ncommands:\n", out);
  for (const Command *const *c = command_rows(); *c; c++) fprintf(out, "  %-10s %s\n", (*c)->name, (*c)->doc);
  fputs("\n`senet help COMMAND` says more about one of them.\n", out);
}

enum { DOC_COLUMN = 26 };

static void print_option(const CommandOption *option) {
  int width = printf("  %s", option->name);
  if (option->value) width += printf(" %s", option->value);
  if (width >= DOC_COLUMN) width = printf("\n") - 1;
  printf("%*s%s%s", DOC_COLUMN - width, "", option->doc, option->repeats ? " May be repeated." : "");
  if (option->also) printf(" Also written %s.", option->also);
  putchar('\n');
}

int help_command(const Command *command) {
  bool options = command->options && command->options->name;
  printf("usage: senet %s%s%s%s\n\n%s\n", command->name, options ? " [OPTION]..." : "", *command->usage ? " " : "",
         command->usage, command->doc);
  if (command->details) printf("\n%s\n", command->details);
  if (options) printf("\noptions:\n");
  for (const CommandOption *option = command->options; option && option->name; option++) print_option(option);
  return EXIT_YES;
}

static int help_topic(const Options *options, const char *topic) {
  const Command *command = command_find(topic);
  if (command) return help_command(command);
  const char *near = command_nearest(topic);
  if (near) return options_misuse(options, "no command is called '%s'; did you mean '%s'?", topic, near);
  const char *why = "";
  const LudRegistry *registry = lud_registry_new(options->arena, &why);
  if (lud_synonym(str_of(topic)) || (registry && lud_registry_head(registry, str_of(topic)))) {
    return options_misuse(options, "no command is called '%s'; `senet help ludeme %s` explains the word in descriptions",
                          topic, topic);
  }
  return options_misuse(options, "no command is called '%s'", topic);
}

// An argument, or NULL when there are not so many.
static const char *argument(const Options *options, int index) {
  return index < options->n ? options->arguments[index] : NULL;
}

static int print_man_page(const Options *options) {
  const Command *command = options->n ? command_find(options->arguments[0]) : NULL;
  if (options->n && !strcmp(options->arguments[0], "agents")) {
    man_agents(stdout);
    return EXIT_YES;
  }
  if (options->n && !command) return help_topic(options, options->arguments[0]);
  man_page(stdout, command);
  return EXIT_YES;
}

static int print_completion(const Options *options) {
  static const struct {
    const char *shell;
    void (*print)(FILE *out);
  } rows[] = {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
  const char *shell = options->n ? options->arguments[0] : "bash";
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (strcmp(shell, rows[i].shell) != 0) continue;
    rows[i].print(stdout);
    return EXIT_YES;
  }
  return options_misuse(options, "no completion for '%s'; there are bash, zsh and fish", shell);
}

static int run_help(const Options *options) {
  if (options_has(options, "--man")) return print_man_page(options);
  if (options_has(options, "--completion")) return print_completion(options);
  const char *topic = argument(options, 0);
  if (topic && !strcmp(topic, "ludeme")) return help_ludeme(options, argument(options, 1), argument(options, 2));
  if (topic && !strcmp(topic, "agents") && options->n <= 2) return help_agents(options, argument(options, 1));
  if (topic && !strcmp(topic, "defines") && options->n <= 2) return help_defines(options, argument(options, 1));
  if (topic && !strcmp(topic, "op") && options->n <= 2) return help_op(options, argument(options, 1));
  if (options->n > 1) return options_misuse(options, "unexpected argument '%s'", argument(options, 1));
  if (topic) return help_topic(options, topic);
  help_overview(stdout);
  return EXIT_YES;
}

static const CommandOption help_options[] = {
    {"--library", "PATH", "For `defines`: adds those of a folder with def/, or of a Ludii .jar.", true},
    {"--man", NULL, "Prints the manual page (roff) of the command, of the agents, or of senet itself."},
    {"--completion", NULL, "Prints the completion script for bash, or for the shell named: bash, zsh, fish."},
    {0},
};

const Command command_help = {
    .name = "help",
    .usage = "[COMMAND | ludeme [NAME [WORD]] | defines [NAME] | agents [NAME] | op [NAME]]",
    .doc = "Lists the commands, explains one, or explains a ludeme, a define, an agent or an op.",
    .details =
        "`senet help ludeme` lists the ludemes of the .lud language. With a NAME it shows every form of that ludeme\n"
        "with what it does; WORD keeps the forms with that keyword, as in `senet help ludeme move Step`. NAME may "
        "also\n"
        "be a type, such as siteType, whose words are then listed; any other word is looked for in all "
        "explanations.\n\n"
        "`senet help defines` lists the defines that every description can use; with a NAME, what it stands for.\n\n"
        "`senet help agents` lists the agents that can play; with a NAME, the options of one.\n\n"
        "`senet help op` lists the instructions that `senet rules` prints; with a NAME, the operands of one. The "
        "letter\n"
        "behind an operand is its kind: i number, r region, a list of numbers, d directions, f fraction, m moves, S "
        "slot,\n"
        "A constant list, R constant region, s text, k plain number; ? it may be absent, * any number of them.",
    .most = 3,
    .options = help_options,
    .run = run_help,
};
