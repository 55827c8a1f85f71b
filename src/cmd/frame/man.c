// Manual pages in roff, made from the rows of the subcommands and of the agents.
#include "cmd/frame/help.h"

#include "search/agent.h"

static const char exit_status[] =
    ".SH EXIT STATUS\n"
    "0 when all is well, 1 when the answer is no (an error in a description, a difference found), 2 on wrong use, 3 "
    "when\n"
    "there is no memory left.\n";

// Text with what roff would take for a request or an escape made harmless.
static void roff_str(FILE *out, Str text) {
  for (size_t i = 0; i < text.n; i++) {
    char c = text.p[i];
    bool line_start = i == 0 || text.p[i - 1] == '\n';
    if (line_start && (c == '.' || c == '\'')) fputs("\\&", out);
    if (c == '\\') fputs("\\e", out);
    else if (c == '-') fputs("\\-", out);
    else fputc(c, out);
  }
}

static void roff(FILE *out, const char *text) { roff_str(out, str_of(text)); }

// Paragraphs are separated by an empty line; a paragraph of indented lines keeps its lines.
static void paragraphs(FILE *out, const char *text) {
  while (*text) {
    const char *gap = strstr(text, "\n\n");
    Str paragraph = gap ? (Str){text, (size_t)(gap - text)} : str_of(text);
    bool as_is = str_starts(paragraph, " ");
    if (as_is) fputs(".nf\n", out);
    roff_str(out, paragraph);
    fputs(as_is ? "\n.fi\n" : "\n", out);
    if (gap) fputs(".PP\n", out);
    text = gap ? gap + 2 : paragraph.p + paragraph.n;
  }
}

static void title(FILE *out, const char *page, const char *doc) {
  fprintf(out, ".TH %s 1\n.SH NAME\n%s \\- ", page, page);
  roff(out, doc);
  fputs("\n.SH SYNOPSIS\n", out);
}

static void options_section(FILE *out, const Command *command) {
  if (!command->options || !command->options->name) return;
  fputs(".SH OPTIONS\n", out);
  for (const CommandOption *option = command->options; option->name; option++) {
    fputs(".TP\n.B ", out);
    roff(out, option->name);
    if (option->value) fprintf(out, " \\fI%s\\fR", option->value);
    fputc('\n', out);
    roff(out, option->doc);
    if (option->repeats) fputs(" May be repeated.", out);
    if (option->also) fputs(" Also written ", out), roff(out, option->also), fputc('.', out);
    fputc('\n', out);
  }
}

static void command_page(FILE *out, const Command *command) {
  char page[80];
  snprintf(page, sizeof page, "senet-%s", command->name);
  title(out, page, command->doc);
  fprintf(out, ".B senet %s\n[OPTION]... ", command->name);
  roff(out, command->usage);
  fputs("\n.SH DESCRIPTION\n", out);
  paragraphs(out, command->details ? command->details : command->doc);
  options_section(out, command);
  fputs(exit_status, out);
  fputs(".SH SEE ALSO\n.BR senet (1)\n", out);
}

static void overview_page(FILE *out) {
  title(out, "senet", "a general game system");
  fputs(".B senet\n\\fICOMMAND\\fR [OPTION]... [ARGUMENT]...\n.SH DESCRIPTION\n", out);
  fputs("Senet reads games written as \\&.lud or \\&.rbg descriptions, compiles them and runs them.\n", out);
  fputs(".SH COMMANDS\n", out);
  for (const Command *const *c = command_rows(); *c; c++) {
    fprintf(out, ".TP\n.BR senet\\-%s (1)\n", (*c)->name);
    roff(out, (*c)->doc);
    fputc('\n', out);
  }
  fputs(".TP\n.BR senet\\-agents (7)\nThe agents that can play, with their options.\n", out);
  fputs(".SH ENVIRONMENT\n.TP\n.B SENET_LIBRARY\nLibraries to add, separated by colons, as \\-\\-library does.\n", out);
  fputs(".TP\n.B NO_COLOR\nWhen set, messages are not coloured.\n", out);
  fputs(exit_status, out);
}

// ---- agents

static void agent_rows(FILE *out) {
  fputs(".SH AGENTS\n", out);
  for (const AgentKind *const *kind = agent_kinds(); *kind; kind++) {
    fprintf(out, ".TP\n.B %s\n", (*kind)->name);
    roff(out, (*kind)->doc);
    if ((*kind)->preset) fputs(" It is set to ", out), roff(out, (*kind)->preset), fputc('.', out);
    fputc('\n', out);
  }
}

static void agent_option(FILE *out, const SearchOption *option) {
  fprintf(out, ".TP\n.B %s=%s\n", option->name, option->fallback);
  roff(out, option->doc);
  for (int i = 0; option->kind == OPTION_WORD && option->words[i]; i++) {
    fprintf(out, "%s%s", i ? ", " : " One of: ", option->words[i]);
  }
  if (option->kind == OPTION_WORD) fputc('.', out);
  fputs(option->kind == OPTION_SWITCH ? " yes or no.\n" : "\n", out);
}

// Agents that share a table of options are named together.
static void agent_options(FILE *out, const AgentKind *const *first) {
  for (const AgentKind *const *kind = agent_kinds(); kind != first; kind++) {
    if ((*kind)->options == (*first)->options) return;
  }
  fputs(".SH OPTIONS OF", out);
  for (const AgentKind *const *kind = first; *kind; kind++) {
    if ((*kind)->options == (*first)->options) fprintf(out, " %s", (*kind)->name);
  }
  fputc('\n', out);
  for (const SearchOption *option = (*first)->options; option->name; option++) agent_option(out, option);
}

void man_agents(FILE *out) {
  fputs(".TH senet-agents 7\n.SH NAME\nsenet-agents \\- who can play, and with which options\n", out);
  fputs(".SH SYNOPSIS\n\\fINAME\\fR[:\\fIOPTION\\fR=\\fIVALUE\\fR[,...]]\n.SH DESCRIPTION\n", out);
  fputs(
      "Wherever senet asks for an agent, it is written as its name and, after a colon, the options that differ from\n"
      "what is said here, as in uct:iterations=1000,c=0.4. Options that do not go together are refused with the\n"
      "reason, and so are agents that cannot play a game.\n",
      out);
  agent_rows(out);
  for (const AgentKind *const *kind = agent_kinds(); *kind; kind++) {
    if ((*kind)->options) agent_options(out, kind);
  }
  fputs(".SH SEE ALSO\n.BR senet\\-match (1),\n.BR senet\\-play (1),\n.BR senet\\-analyse (1)\n", out);
}

void man_page(FILE *out, const Command *command) {
  if (command) command_page(out, command);
  else overview_page(out);
}
