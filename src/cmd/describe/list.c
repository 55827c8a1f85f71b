// senet list: the games that are known, what is known about them, and those that meet conditions.
#include "cmd/describe/facts.h"
#include "cmd/frame/terminal.h"

#include <stdio.h>
#include <strings.h>

typedef struct List {
  const Options *options;
  senet_library *library;
  const FactColumn **columns;
  int n_columns;
  FactCondition *conditions;
  int n_conditions;
  bool played, json;
} List;

// ---- names ---------------------------------------------------------------------------------------

// A name that several libraries have is listed once, with the file it stands for.
static bool is_again(const senet_library *library, size_t i) {
  return i && !strcasecmp(senet_library_name(library, i), senet_library_name(library, i - 1));
}

static void print_names(const List *list) {
  for (size_t i = 0, n = senet_library_count(list->library); i < n; i++) {
    const char *name = senet_library_name(list->library, i);
    if (is_again(list->library, i)) continue;
    if (options_has(list->options, "--paths")) printf("%s\t%s\n", name, senet_library_path(list->library, i));
    else puts(name);
  }
}

// ---- facts ---------------------------------------------------------------------------------------

static void print_value(const json_t *value) {
  if (json_is_string(value)) printf("%s", json_string_value(value));
  else if (json_is_boolean(value)) printf("%s", json_is_true(value) ? "yes" : "no");
  else if (json_is_integer(value)) printf("%lld", (long long)json_integer_value(value));
  else if (json_is_real(value)) printf("%.4g", json_real_value(value));
  else printf("-");
}

static void print_row(const List *list, const json_t *facts) {
  if (list->json) {
    json_dumpf(facts, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
  } else {
    for (int c = 0; c < list->n_columns; c++) {
      if (c) putchar('\t');
      print_value(json_object_get(facts, list->columns[c]->name));
    }
  }
  putchar('\n');
  fflush(stdout);
}

static void print_head(const List *list) {
  if (list->json || !options_has(list->options, "--columns")) return;
  for (int c = 0; c < list->n_columns; c++) printf("%s%s", c ? "\t" : "", list->columns[c]->name);
  putchar('\n');
}

// Random games are played only of games that meet the other conditions.
static json_t *wanted_facts(const List *list, size_t game) {
  json_t *facts = facts_of(list->library, game, false);
  bool good = list->played;
  for (int i = 0; i < list->n_conditions && good; i++) {
    good = list->conditions[i].column->played || facts_meet(facts, &list->conditions[i], 1);
  }
  if (!good) return facts;
  json_decref(facts);
  return facts_of(list->library, game, true);
}

static void print_facts(const List *list) {
  size_t n = senet_library_count(list->library);
  Progress progress;
  print_head(list);
  progress_begin(&progress, "looking at games", n);
  interrupt_begin();
  for (size_t i = 0; i < n && !interrupt_seen(); i++) {
    if (is_again(list->library, i)) continue;
    json_t *facts = wanted_facts(list, i);
    progress_clear(&progress);
    if (facts_meet(facts, list->conditions, list->n_conditions)) print_row(list, facts);
    progress_step(&progress, i + 1);
    json_decref(facts);
  }
  progress_end(&progress);
  interrupt_end();
}

// ---- the command ---------------------------------------------------------------------------------

static bool read_columns(const Options *options, List *list) {
  const char *text = options_value(options, "--columns");
  if (!text) text = "name";
  list->columns = ARENA_ARRAY(options->arena, const FactColumn *, strlen(text) + 1);
  while (*text) {
    Str word = {text, strcspn(text, ",")};
    const FactColumn *column = fact_find(word);
    if (!column) {
      options_misuse(options, "there is no column '%.*s'; `senet list --facts` lists them", (int)word.n, word.p);
      return false;
    }
    list->columns[list->n_columns++] = column;
    list->played |= column->played;
    text += word.n + (text[word.n] == ',');
  }
  return true;
}

static bool read_conditions(const Options *options, List *list) {
  const char *text = options_value(options, "--where"), *why = NULL;
  if (!text || fact_conditions(options->arena, text, &list->conditions, &list->n_conditions, &why)) {
    for (int i = 0; i < list->n_conditions; i++) list->played |= list->conditions[i].column->played;
    return true;
  }
  options_misuse(options, "%s; `senet list --facts` lists the facts", why);
  return false;
}

static int list_facts(void) {
  for (size_t i = 0; fact_column(i); i++) {
    const FactColumn *column = fact_column(i);
    printf("  %-18s %s%s\n", column->name, column->doc, column->played ? " (random games are played)" : "");
  }
  return EXIT_YES;
}

static int run_list(const Options *options) {
  List list = {.options = options, .json = options_has(options, "--json")};
  if (options_has(options, "--facts")) return list_facts();
  if (!read_columns(options, &list) || !read_conditions(options, &list)) return EXIT_USAGE;
  bool plain = !list.json && !options_has(options, "--columns") && !options_has(options, "--where");
  if (!api_open(options, &list.library)) return EXIT_NO;
  if (plain) print_names(&list);
  else print_facts(&list);
  senet_library_free(list.library);
  return EXIT_YES;
}

static const CommandOption list_options[] = {
    {"--library", "PATH", "Adds the games and defines of a folder with lud/ and def/, or of a Ludii .jar.", true},
    {"--paths", NULL, "Prints the file of every game after its name and a tab."},
    {"--columns", "A,B", "Prints these facts about every game, separated by tabs, with a heading."},
    {"--where", "CONDITIONS",
     "Only games that meet all of them: \"players=2 chance=no sites<100 name~chess\"; = != < <= > >= and ~ "
     "(contains)."},
    {"--facts", NULL, "Lists the facts that --columns and --where know."},
    {"--json", NULL, "Prints a JSON object per game; docs/JSON.md explains it."},
    {0},
};

const Command command_list = {
    .name = "list",
    .usage = "",
    .doc = "Lists the games that can be named in other commands, with facts and by conditions if wanted.",
    .details =
        "These are Senet's own games and those of the libraries given with --library or in the environment "
        "variable SENET_LIBRARY (paths separated by colons). Lengths, branching and the like are found out by thirty "
        "random games of each game, or as many as half a second of CPU time allows.",
    .options = list_options,
    .run = run_list,
};
