// senet help agents: who can play, with every option; printed from the rows of the agents.
#include "base/diag.h"
#include "cmd/frame/command_options.h"
#include "cmd/frame/help.h"
#include "search/agent.h"

enum { DOC_COLUMN = 30 };

static void print_words(const char *const *words) {
  for (int i = 0; words[i]; i++) printf("%s%s", i ? ", " : " One of: ", words[i]);
  putchar('.');
}

static void print_option(const SearchOption *option) {
  int width = printf("  %s=%s", option->name, option->fallback);
  printf("%*s%s", width < DOC_COLUMN ? DOC_COLUMN - width : 1, "", option->doc);
  if (option->kind == OPTION_WORD) print_words(option->words);
  if (option->kind == OPTION_SWITCH) printf(" yes or no.");
  putchar('\n');
}

static int print_agent(const AgentKind *kind) {
  printf("%s: %s\n", kind->name, kind->doc);
  if (kind->preset) printf("It is set to %s where the list below says otherwise.\n", kind->preset);
  if (kind->options) printf("\noptions and their defaults:\n");
  for (const SearchOption *option = kind->options; option && option->name; option++) print_option(option);
  return EXIT_YES;
}

static int list_agents(void) {
  for (const AgentKind *const *kind = agent_kinds(); *kind; kind++) printf("  %-10s %s\n", (*kind)->name, (*kind)->doc);
  printf("\nAn agent is written NAME or NAME:OPTION=VALUE,OPTION=VALUE, as in uct:iterations=1000,c=0.4.\n");
  printf("`senet help agents NAME` lists the options of one of them.\n");
  return EXIT_YES;
}

int help_agents(const Options *options, const char *name) {
  if (!name) return list_agents();
  AgentSpec spec;
  const char *why = "";
  if (!agent_parse(options->arena, str_of(name), &spec, &why)) return options_misuse(options, "%s", why);
  return print_agent(spec.kind);
}
