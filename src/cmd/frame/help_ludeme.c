// senet help ludeme: the forms of a ludeme with what each does, the words of an enumeration, or the
// list of all ludemes; printed from the rows that resolution uses. A word that is nothing of these is looked for in
// all explanations.
#include "base/diag.h"
#include "base/vec.h"
#include "cmd/frame/command_options.h"
#include "cmd/frame/help.h"
#include "lud/resolve/argument_docs.h"
#include "lud/resolve/registry.h"
#include "lud/resolve/synonyms.h"

#include <strings.h>

enum { LINE_WIDTH = 100 };

// Words separated by blanks, broken into lines.
typedef struct Column {
  int width;
} Column;

static void print_word(Column *column, const char *word, int length) {
  if (column->width && column->width + 1 + length > LINE_WIDTH) column->width = printf("\n") - 1;
  column->width += printf("%s%.*s", column->width ? " " : "  ", length, word);
}

// Each name once, though it may have several rows.
static void list_family(const LudFamily *family) {
  Column column = {0};
  printf("%s:\n", family->title);
  for (size_t i = 0; i < family->n; i++) {
    size_t j = 0;
    while (strcmp(family->rows[j].name, family->rows[i].name) != 0) j++;
    if (j == i) print_word(&column, family->rows[i].name, (int)strlen(family->rows[i].name));
  }
  printf("\n");
}

static int list_heads(void) {
  const LudFamily *family;
  for (size_t i = 0; (family = lud_family(i)); i++) list_family(family);
  printf("\n`senet help ludeme NAME` shows the forms of one of them.\n");
  return EXIT_YES;
}

// The enumeration whose words a form begins with, or NULL.
static const LudType *first_words(const LudRegistry *registry, const LudForm *form) {
  if (!form->signature.n || form->signature.slots[0].alts[0].keyword) return NULL;
  const LudType *type = registry->types[form->signature.slots[0].alts[0].type];
  return type->words ? type : NULL;
}

static bool has_word(const LudType *type, const char *word) {
  for (const char *list = type->words; list && *list;) {
    Str next = lud_next_word(&list);
    if (next.n && lud_same_word(next, str_of(word))) return true;
  }
  return false;
}

static bool has_keyword(const LudRegistry *registry, const LudForm *form, const char *word) {
  const LudType *type = first_words(registry, form);
  if (type && has_word(type, word)) return true;
  for (uint32_t s = 0; s < form->signature.n; s++) {
    const LudAlt *alt = &form->signature.slots[s].alts[0];
    if (alt->keyword && lud_same_word(alt->word, str_of(word))) return true;
  }
  return false;
}

// The words of an enumeration with what they mean, one a line, then those that say no more than their name. Only
// `only` when it is not NULL.
static void print_words(const LudType *type, const char *indent, const char *only) {
  Column column = {0};
  for (const char *list = type->words; list && *list;) {
    Str word = lud_next_word(&list);
    const char *doc = lud_word_doc(type->name, word);
    if (doc && (!only || lud_same_word(word, str_of(only)))) {
      printf("%s%.*s: %s\n", indent, (int)word.n, word.p, doc);
    }
  }
  for (const char *list = only ? NULL : type->words; list && *list;) {
    Str word = lud_next_word(&list);
    if (word.n && !lud_word_doc(type->name, word)) print_word(&column, word.p, (int)word.n);
  }
  if (column.width) printf("\n");
}

// An alternative as the signature writes it.
static int print_alt(const LudAlt *alt) {
  static const char *const open[] = {"", "{", "{{", "{{{"}, *const close[] = {"", "}", "}}", "}}}"};
  int width = alt->label.n ? printf("%.*s:", (int)alt->label.n, alt->label.p) : 0;
  return width + printf("%s%.*s%s", open[alt->arrays], (int)alt->word.n, alt->word.p, close[alt->arrays]);
}

enum { ARGUMENT_COLUMN = 22 };

// A line for every argument.
static void print_arguments(const LudRegistry *registry, const LudForm *form) {
  for (uint32_t s = 0; s < form->signature.n; s++) {
    const LudSlot *slot = &form->signature.slots[s];
    for (uint32_t a = 0; a < slot->n; a++) {
      const char *doc = lud_argument_doc(registry, form, s, &slot->alts[a]);
      if (!doc) continue;
      printf("      ");
      int width = print_alt(&slot->alts[a]);
      printf("%*s%s%s\n", width < ARGUMENT_COLUMN ? ARGUMENT_COLUMN - width : 1, "", doc,
             slot->optional ? " (optional)" : "");
    }
  }
}

static const struct {
  const char *form, *text;
} examples[] = {
#define EXAMPLE(form, text) {form, text},
#include "ludeme_examples.def"
#undef EXAMPLE
};

// The example of a row that the tests resolve; NULL when there is none.
static const char *example_of(const Options *options, const LudRow *row) {
  const char *form = arena_printf(options->arena, "(%s%s%s)", row->name, *row->signature ? " " : "", row->signature);
  for (size_t i = 0; i < COUNT_OF(examples); i++) {
    if (!strcmp(examples[i].form, form)) return examples[i].text;
  }
  return NULL;
}

static void print_form(const Options *options, const LudRegistry *registry, const LudHead *head, const LudForm *form,
                       const char *keyword, bool arguments) {
  const LudRow *row = form->row;
  printf("(%s%s%s)  gives %s\n    %s\n", head->name, *row->signature ? " " : "", row->signature, row->type, row->doc);
  const LudType *type = first_words(registry, form);
  if (arguments) print_arguments(registry, form);
  if (type && type->chooses) print_words(type, "        ", keyword);
  const char *example = example_of(options, row);
  if (example) printf("    example: %s\n", example);
}

enum { FORMS_IN_FULL = 4 };  // of more, arguments are shown only when one is asked for by its word

static uint32_t count_forms(const LudRegistry *registry, const LudHead *head, const char *keyword) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < head->n; i++) n += !keyword || has_keyword(registry, head->forms[i], keyword);
  return n;
}

static int print_head(const Options *options, const LudRegistry *registry, const LudHead *head, const char *keyword) {
  bool any = false, full = count_forms(registry, head, keyword) <= FORMS_IN_FULL;
  for (uint32_t i = 0; i < head->n; i++) {
    if (keyword && !has_keyword(registry, head->forms[i], keyword)) continue;
    print_form(options, registry, head, head->forms[i], keyword, full);
    any = true;
  }
  if (any && !full) printf("\n`senet help ludeme %s WORD` explains the arguments of one of them.\n", head->name);
  const LudSynonym *synonym = keyword ? NULL : lud_synonym(str_of(head->name));
  if (synonym) printf("\n%s\n", synonym->advice);
  if (any) return EXIT_YES;
  return options_misuse(options, "'%s' has no form with the word '%s'", head->name, keyword);
}

static int print_type(const LudType *type) {
  printf("%s: %s\n", type->name, type->doc);
  print_words(type, "  ", NULL);
  return EXIT_YES;
}

// ---- searching -----------------------------------------------------------------------------------

static bool mentions(const char *doc, const char *word) {
  size_t n = strlen(word);
  for (; doc && *doc; doc++) {
    if (!strncasecmp(doc, word, n)) return true;
  }
  return false;
}

// The words of a form's enumeration whose meaning mentions a word.
static bool print_mentioning_words(const LudHead *head, const LudType *type, const char *word) {
  bool any = false;
  for (const char *list = type->words; list && *list;) {
    Str next = lud_next_word(&list);
    const char *doc = next.n ? lud_word_doc(type->name, next) : NULL;
    if (!mentions(doc, word)) continue;
    printf("(%s %.*s ...)\n    %s\n", head->name, (int)next.n, next.p, doc);
    any = true;
  }
  return any;
}

// Everything of the language whose explanation mentions a word.
static bool print_mentions(const LudRegistry *registry, const char *word) {
  bool any = false;
  for (size_t i = 0; i < registry->heads.n; i++) {
    const LudHead *head = registry->heads.entries[i].value;
    for (uint32_t f = 0; f < head->n; f++) {
      const LudRow *row = head->forms[f]->row;
      const LudType *type = first_words(registry, head->forms[f]);
      bool here = mentions(row->doc, word);
      if (here) printf("(%s%s%s)\n    %s\n", head->name, *row->signature ? " " : "", row->signature, row->doc);
      bool inside = type && type->chooses && print_mentioning_words(head, type, word);
      any = any || here || inside;
    }
  }
  return any;
}

// A word that people use for something the language calls otherwise.
static bool print_synonym(const char *name) {
  const LudSynonym *synonym = lud_synonym(str_of(name));
  if (!synonym) return false;
  printf("%s: %s\n    see: %s\n", synonym->word, synonym->advice, synonym->ludemes);
  return true;
}

static int unknown_ludeme(const Options *options, const LudRegistry *registry, const char *name) {
  if (print_synonym(name)) {
    printf("\n");
    print_mentions(registry, name);
    return EXIT_YES;
  }
  if (print_mentions(registry, name)) return EXIT_YES;
  VEC(const char *) names = {0};
  for (size_t i = 0; i < registry->heads.n; i++) VEC_PUSH(&names, ((LudHead *)registry->heads.entries[i].value)->name);
  const char *near = nearest_name(str_of(name), names.at, names.n);
  VEC_FREE(&names);
  if (near) return options_misuse(options, "no ludeme is called '%s'; did you mean '%s'?", name, near);
  return options_misuse(options, "no ludeme is called '%s'", name);
}

int help_ludeme(const Options *options, const char *name, const char *keyword) {
  const char *why = NULL;
  const LudRegistry *registry = lud_registry_new(options->arena, &why);
  if (!registry) return options_misuse(options, "the tables of ludemes are not well formed: %s", why);
  if (!name) return list_heads();
  if (keyword && !lud_registry_head(registry, str_of(name))) {  // pie rule, en passant
    return unknown_ludeme(options, registry, arena_printf(options->arena, "%s %s", name, keyword));
  }
  if (!keyword && lud_synonym(str_of(name)) && strchr(name, ' ')) return unknown_ludeme(options, registry, name);
  const char *blank = keyword ? NULL : strchr(name, ' ');  // "move Step" in quotes
  if (blank) {
    keyword = blank + 1;
    name = arena_printf(options->arena, "%.*s", (int)(blank - name), name);
  }
  const LudHead *head = lud_registry_head(registry, str_of(name));
  if (head) return print_head(options, registry, head, keyword);
  int type = lud_registry_type(registry, str_of(name));
  return type >= 0 ? print_type(registry->types[type]) : unknown_ludeme(options, registry, name);
}
