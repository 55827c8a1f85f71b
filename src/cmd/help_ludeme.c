// senet help ludeme: the forms of a ludeme with what each does, the words of an enumeration, or the
// list of all ludemes; printed from the rows that resolution uses.
#include "base/diag.h"
#include "base/vec.h"
#include "cmd/help.h"
#include "cmd/options.h"
#include "lud/registry.h"

#include <ctype.h>

enum { LINE_WIDTH = 100 };

// Words separated by blanks, broken into lines.
typedef struct Column {
  int width;
} Column;

static void print_word(Column *column, const char *word, int length) {
  if (column->width && column->width + 1 + length > LINE_WIDTH) column->width = printf("\n") - 1;
  column->width += printf("%s%.*s", column->width ? " " : "", length, word);
}

static int list_heads(const LudRegistry *registry) {
  Column column = {0};
  for (size_t i = 0; i < registry->heads.n; i++) {
    Str name = registry->heads.entries[i].key;
    print_word(&column, name.p, (int)name.n);
  }
  printf("\n\n`senet help ludeme NAME` shows the forms of one of them.\n");
  return EXIT_YES;
}

static bool has_keyword(const LudForm *form, const char *word) {
  for (uint32_t s = 0; s < form->signature.n; s++) {
    const LudAlt *alt = &form->signature.slots[s].alts[0];
    if (alt->keyword && lud_same_word(alt->word, str_of(word))) return true;
  }
  return false;
}

static void print_form(const LudHead *head, const LudForm *form) {
  const LudRow *row = form->row;
  printf("(%s%s%s)  gives %s\n    %s\n", head->name, *row->signature ? " " : "", row->signature, row->type, row->doc);
}

static int print_head(const Options *options, const LudHead *head, const char *keyword) {
  bool any = false;
  for (uint32_t i = 0; i < head->n; i++) {
    if (keyword && !has_keyword(head->forms[i], keyword)) continue;
    print_form(head, head->forms[i]);
    any = true;
  }
  if (any) return EXIT_YES;
  return options_misuse(options, "'%s' has no form with the word '%s'", head->name, keyword);
}

static int print_type(const LudType *type) {
  printf("%s: %s\n", type->name, type->doc);
  Column column = {0};
  for (const char *word = type->words; word && *word;) {
    while (isspace((unsigned char)*word)) word++;
    int length = (int)strcspn(word, " \n");
    if (length) print_word(&column, word, length);
    word += length;
  }
  if (type->words) printf("\n");
  return EXIT_YES;
}

static int unknown_ludeme(const Options *options, const LudRegistry *registry, const char *name) {
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
  if (!name) return list_heads(registry);
  const LudHead *head = lud_registry_head(registry, str_of(name));
  if (head) return print_head(options, head, keyword);
  int type = lud_registry_type(registry, str_of(name));
  return type >= 0 ? print_type(registry->types[type]) : unknown_ludeme(options, registry, name);
}
