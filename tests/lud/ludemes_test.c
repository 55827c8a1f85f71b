// The tables of the language are well formed, and every row has a case in tests/cases/ludemes. A case is
// three lines: a type and an expression, the form it must match, and its arguments by slot (see
// term_print.h). REGENERATE=1 in the environment rewrites the expected lines.
#include "base/file.h"
#include "base/text.h"
#include "lud/resolve/argument_docs.h"
#include "lud/resolve/resolve.h"
#include "lud/resolve/synonyms.h"
#include "lud/resolve/term_print.h"
#include "support/support.h"
#include "syntax/parse.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const LudRegistry *new_registry(Arena *arena) {
  const char *why = NULL;
  const LudRegistry *registry = lud_registry_new(arena, &why);
  if (!registry) fail_msg("%s", why);
  return registry;
}

static void every_row_is_documented(void **state) {
  Arena arena = {0};
  const LudRegistry *registry = new_registry(&arena);
  for (uint32_t i = 0; i < registry->n_forms; i++) {
    const LudRow *row = registry->forms[i].row;
    Str doc = str_of(row->doc);
    bool sentence = doc.n > 10 && isupper((unsigned char)doc.p[0]) && str_ends(doc, ".");
    if (!sentence) fail_msg("(%s %s) has no sentence that explains it", row->name, row->signature);
  }
  for (uint32_t i = 0; i < registry->n_types; i++) assert_non_null(registry->types[i]->doc);
  arena_free(&arena);
}

// Words that choose what a ludeme does are explained, but for those of graphics.
static void choosing_words_are_documented(void **state) {
  Arena arena = {0};
  const LudRegistry *registry = new_registry(&arena);
  for (uint32_t i = 0; i < registry->n_forms; i++) {
    const LudForm *form = &registry->forms[i];
    const LudAlt *alt = form->signature.n ? &form->signature.slots[0].alts[0] : NULL;
    const LudType *type = alt && !alt->keyword ? registry->types[alt->type] : NULL;
    if (!type || !type->chooses || !strcmp(form->family->title, "graphics")) continue;
    for (const char *list = type->words; *list;) {
      Str word = lud_next_word(&list);
      if (!lud_word_doc(type->name, word)) fail_msg("%s %.*s is not explained", type->name, (int)word.n, word.p);
    }
  }
  arena_free(&arena);
}

static void no_row_is_there_twice(void **state) {
  Arena arena = {0};
  const LudRegistry *registry = new_registry(&arena);
  Map seen;
  map_init(&seen, &arena);
  for (uint32_t i = 0; i < registry->n_forms; i++) {
    const LudRow *row = registry->forms[i].row;
    const char *key = arena_printf(&arena, "%s (%s %s)", row->type, row->name, row->signature);
    if (map_put(&seen, str_of(key), &seen)) fail_msg("%s is there twice", key);
  }
  arena_free(&arena);
}

// A label stands for one slot of a form, so that named arguments can come in any order.
static void labels_are_distinct(void **state) {
  Arena arena = {0};
  const LudRegistry *registry = new_registry(&arena);
  for (uint32_t i = 0; i < registry->n_forms; i++) {
    const LudSignature *signature = &registry->forms[i].signature;
    Map seen;
    map_init(&seen, &arena);
    for (uint32_t s = 0; s < signature->n; s++) {
      for (uint32_t a = 0; a < signature->slots[s].n; a++) {
        LudSlot *slot = &signature->slots[s];
        Str label = slot->alts[a].label;
        LudSlot *other = label.n ? map_put(&seen, label, slot) : NULL;
        if (other && other != slot)
          fail_msg("%s: label %.*s", registry->forms[i].row->signature, (int)label.n, label.p);
      }
    }
  }
  arena_free(&arena);
}

static void bad_signatures_are_refused(void **state) {
  static const char *const bad[] = {"[int", "(int | ", "{int", "at:", "[]", "{{{{int}}}}", "int)"};
  Arena arena = {0};
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    LudSignature signature;
    const char *why = NULL;
    assert_false(lud_signature_parse(&arena, bad[i], &signature, &why));
    assert_non_null(why);
  }
  arena_free(&arena);
}

// Every argument has a line, and what synonyms lead to exists.
static void arguments_are_explained(void **state) {
  Arena arena = {0};
  const LudRegistry *registry = new_registry(&arena);
  for (uint32_t i = 0; i < registry->n_forms; i++) {
    const LudForm *form = &registry->forms[i];
    for (uint32_t s = 0; s < form->signature.n; s++) {
      for (uint32_t a = 0; a < form->signature.slots[s].n; a++) {
        const LudAlt *alt = &form->signature.slots[s].alts[a];
        const char *doc = lud_argument_doc(registry, form, s, alt);
        if (!alt->keyword && (!doc || !*doc)) fail_msg("(%s %s): no line", form->row->name, form->row->signature);
      }
    }
  }
  arena_free(&arena);
}

static void synonyms_lead_somewhere(void **state) {
  Arena arena = {0};
  const LudRegistry *registry = new_registry(&arena);
  for (size_t i = 0; lud_synonym_at(i); i++) {
    const char *list = lud_synonym_at(i)->ludemes;
    while (*list) {
      size_t n = strcspn(list, ","), head = strcspn(list, ", ");
      if (!lud_registry_head(registry, (Str){list, head})) fail_msg("%s: %s", lud_synonym_at(i)->word, list);
      list += n + strspn(list + n, ", ");
    }
  }
  arena_free(&arena);
}

// Cases.

typedef struct Cases {
  Arena *arena;
  const LudRegistry *registry;
  Map covered;   // rows, by address
  Text written;  // the file as it should be
  int failed;
} Cases;

static Str next_line(Str *text) {
  const char *end = memchr(text->p, '\n', text->n);
  size_t n = end ? (size_t)(end - text->p) : text->n;
  Str line = {text->p, n};
  text->p += MIN(n + 1, text->n);
  text->n -= MIN(n + 1, text->n);
  return line;
}

static const Term *resolve_line(Cases *c, const char *path, Str line) {
  const char *blank = memchr(line.p, ' ', line.n);
  if (!blank) fail_msg("%s: not a case: %.*s", path, (int)line.n, line.p);
  const char *type = arena_text(c->arena, (Str){line.p, (size_t)(blank - line.p)});
  Source *source = ARENA_NEW(c->arena, Source);
  *source = (Source){path, {blank + 1, line.n - (size_t)(blank + 1 - line.p)}};
  Diags diags;
  diags_init(&diags, c->arena);
  const Node *top = NULL;
  LudTerms terms = {0};
  if (syntax_parse(c->arena, source, &diags, &top)) {
    lud_resolve(c->registry, c->arena, top->kids[0], type, &diags, &terms);
  }
  diags_print(stderr, &diags, false);
  return terms.root;
}

static void describe(Text *out, const Term *term) {
  const LudRow *row = term->row;
  text_printf(out, "  (%s%s%s)\n  ", row->name, *row->signature ? " " : "", row->signature);
  lud_term_print(out, term);
  text_char(out, '\n');
}

static void run_case(Cases *c, const char *path, Str line) {
  text_add(&c->written, line);
  text_char(&c->written, '\n');
  const Term *term = resolve_line(c, path, line);
  c->failed += !term;
  if (!term) return;
  describe(&c->written, term);
  Str key = {(char *)arena_copy(c->arena, &term->row, sizeof term->row), sizeof term->row};
  map_put(&c->covered, key, c);
}

static void compare(Cases *c, const char *path, Str expected) {
  const char *why = NULL;
  if (getenv("REGENERATE")) assert_true(file_write(c->arena, path, text_str(&c->written), &why));
  else if (!str_eq(expected, text_str(&c->written))) {
    print_error("%s should be:\n%s", path, c->written.p);
    c->failed++;
  }
}

static void run_file(void *self, const char *path) {
  Cases *c = self;
  Str text;
  const char *why = NULL;
  const char *kept = arena_text(c->arena, str_of(path));
  assert_true(file_read(c->arena, path, 0, &text, &why));
  Str expected = text;
  text_clear(&c->written);
  while (text.n) {
    Str line = next_line(&text);
    if (!line.n) text_char(&c->written, '\n');
    else if (line.p[0] != ' ') run_case(c, kept, line);
  }
  compare(c, kept, expected);
}

static void every_row_has_a_case(void **state) {
  Arena arena = {0};
  Cases c = {.arena = &arena, .registry = new_registry(&arena)};
  map_init(&c.covered, &arena);
  file_walk(test_root(&arena, "tests/cases/ludemes"), ".txt", run_file, &c);
  for (uint32_t i = 0; i < c.registry->n_forms; i++) {
    const LudRow *row = c.registry->forms[i].row;
    if (map_get(&c.covered, (Str){(const char *)&row, sizeof row})) continue;
    print_error("no case for (%s %s)\n", row->name, row->signature);
    c.failed++;
  }
  assert_int_equal(c.failed, 0);
  text_free(&c.written);
  arena_free(&arena);
}

// Reference data.

// The name that begins a constructor at `(`; empty for a group of alternatives such as (<int> | <sites>).
static Str constructor_name(const char *open) {
  const char *name = open + 1;
  size_t n = strcspn(name, " )|");
  bool type = name[0] == '<' && n > 2;
  return (Str){name, type || name[0] == '{' || name[n] == '|' || memchr(name, ':', n) ? 0 : n};
}

// Every `(name` in the reference list of constructors is a head.
static void every_head_of_the_grammar_is_known(void **state) {
  Arena arena = {0};
  Str text;
  const char *why = NULL;
  const LudRegistry *registry = new_registry(&arena);
  assert_true(file_read(&arena, test_shared(&arena, "ludii/grammar.txt"), 0, &text, &why));
  int heads = 0;
  for (const char *p = strchr(text.p, '('); p; p = strchr(p + 1, '(')) {
    Str name = constructor_name(p);
    if (!name.n) continue;
    if (!lud_registry_head(registry, name)) fail_msg("unknown head %.*s", (int)name.n, name.p);
    heads++;
  }
  assert_true(heads > 400);
  arena_free(&arena);
}

typedef struct Library {
  const LudRegistry *registry;
  int games, failed;
} Library;

static void resolve_file(void *self, const char *path) {
  Library *library = self;
  Arena arena = {0};
  Source source = {path, {0}};
  const char *why = NULL;
  Diags diags;
  diags_init(&diags, &arena);
  const Node *top = NULL;
  LudTerms terms = {0};
  assert_true(file_read(&arena, path, 0, &source.text, &why));
  bool ok = syntax_parse(&arena, &source, &diags, &top) &&
            lud_resolve(library->registry, &arena, top->kids[0], "game", &diags, &terms);
  diags_print(stderr, &diags, false);
  library->games++;
  library->failed += !ok;
  arena_free(&arena);
}

static void every_reference_game_resolves(void **state) {
  Arena arena = {0};
  Library library = {.registry = new_registry(&arena)};
  file_walk(test_shared(&arena, "ludii/expanded"), ".lud.zst", resolve_file, &library);
  assert_int_equal(library.failed, 0);
  assert_true(library.games > 1000);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_row_is_documented),
      cmocka_unit_test(choosing_words_are_documented),
      cmocka_unit_test(no_row_is_there_twice),
      cmocka_unit_test(labels_are_distinct),
      cmocka_unit_test(arguments_are_explained),
      cmocka_unit_test(synonyms_lead_somewhere),
      cmocka_unit_test(bad_signatures_are_refused),
      cmocka_unit_test(every_row_has_a_case),
      cmocka_unit_test(every_head_of_the_grammar_is_known),
      cmocka_unit_test(every_reference_game_resolves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
