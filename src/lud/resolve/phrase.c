// The wording of resolution errors.
#include "lud/resolve/phrase.h"

#include "base/text.h"

static const char *keep(Resolver *r, Text *text) {
  const char *kept = arena_text(r->arena, text_str(text));
  text_free(text);
  return kept;
}

// Adds "a", "b or c" one by one without repeating a phrase.
static void add_choice(Text *text, const char *phrase) {
  if (text->n && strstr(text->p, phrase)) return;
  if (text->n) text_puts(text, " or ");
  text_puts(text, phrase);
}

// "(sites ...), which gives a region": the types of the head's forms, at most three.
static const char *found_list(Resolver *r, const Node *node) {
  Str name = node_head(node);
  const LudHead *head = lud_registry_head(r->reg, name);
  if (!head) return name.n ? arena_printf(r->arena, "(%.*s ...)", (int)name.n, name.p) : "a list without a name";
  Text kinds = {0};
  for (uint32_t f = 0, shown = 0; f < head->n && shown < 3; f++) {
    size_t before = kinds.n;
    const char *doc = r->reg->types[head->forms[f]->type]->doc;
    if (doc[0] != '(') add_choice(&kinds, doc);
    shown += kinds.n > before;
  }
  const char *gives = kinds.n ? ", which gives " : "";
  return arena_printf(r->arena, "%s%s%s", phrase_call(r, node), gives, keep(r, &kinds));
}

enum { SHOWN_MAX = 40 };

// How much of a text is shown; code points are not cut.
static int shown(Str text) {
  size_t n = MIN(text.n, (size_t)SHOWN_MAX);
  while (n < text.n && n && ((unsigned char)text.p[n] & 0xc0) == 0x80) n--;
  return (int)n;
}

const char *phrase_found(Resolver *r, const Node *node) {
  int n = shown(node->text);
  switch (node->kind) {
    case NODE_LIST: return found_list(r, node);
    case NODE_BRACES: return "a list in braces";
    case NODE_STRING: return arena_printf(r->arena, "the text \"%.*s\"", n, node->text.p);
    case NODE_SYMBOL: return arena_printf(r->arena, "the word '%.*s'", n, node->text.p);
    case NODE_INT: return arena_printf(r->arena, "the number %.*s", n, node->text.p);
    case NODE_FLOAT: return arena_printf(r->arena, "the fraction %.*s", n, node->text.p);
  }
  return "nothing";
}

const char *phrase_want(Resolver *r, LudWant want) {
  const LudType *type = r->reg->types[lud_want_type(want)];
  if (!lud_want_arrays(want)) return type->doc;
  const int braces = lud_want_arrays(want);
  const char *open = &"{{{"[3 - braces], *close = &"}}}"[3 - braces];
  return arena_printf(r->arena, "a list %s%s%s", open, type->name, close);
}

const char *phrase_slot(Resolver *r, const LudSlot *slot, Str label) {
  Text text = {0};
  for (uint32_t a = 0; a < slot->n; a++) {
    const LudAlt *alt = &slot->alts[a];
    if (!str_eq(alt->label, label)) continue;
    const char *word = arena_printf(r->arena, "'%.*s'", (int)alt->word.n, alt->word.p);
    add_choice(&text, alt->keyword ? word : phrase_want(r, lud_want(alt)));
  }
  return keep(r, &text);
}

const char *phrase_brief(Resolver *r, const Node *node) {
  bool named = node->kind == NODE_LIST && node_head(node).n;
  return named ? phrase_call(r, node) : phrase_found(r, node);
}

// The word after the head, when it is an enumeration's word that the form begins with.
static Str first_enum_word(Resolver *r, const LudForm *form, const Node *node) {
  const LudSlot *slot = form->signature.n ? &form->signature.slots[0] : NULL;
  if (!slot || slot->optional || slot->n > 1 || slot->alts[0].keyword || node->n < 2) return (Str){0};
  const Term *term = resolver_fill(r, &slot->alts[0], node->kids[1]);
  return term && term->kind == TERM_ENUM ? term->text : (Str){0};
}

const char *phrase_form(Resolver *r, const LudForm *form, const Node *node) {
  const LudRow *row = form->row;
  Str word = first_enum_word(r, form, node);
  const char *rest = row->signature + (word.n ? form->signature.slots[0].alts[0].word.n : 0);
  const char *blank = word.n || row->signature[0] ? " " : "";
  return arena_printf(r->arena, "(%s%s%.*s%s)", row->name, blank, (int)word.n, word.p ? word.p : "", rest);
}

const char *phrase_call(Resolver *r, const Node *node) {
  Str head = node_head(node);
  const Node *word =
      node->n > 1 && node->kids[1]->kind == NODE_SYMBOL && !node->kids[1]->label.n ? node->kids[1] : NULL;
  const char *dots = node->n > (word ? 2 : 1) ? " ..." : "";
  if (!word) return arena_printf(r->arena, "(%.*s%s)", (int)head.n, head.p, dots);
  return arena_printf(r->arena, "(%.*s %.*s%s)", (int)head.n, head.p, shown(word->text), word->text.p, dots);
}
