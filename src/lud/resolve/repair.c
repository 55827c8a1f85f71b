// Repairs are tried, not guessed: the changed list is resolved.
#include "lud/resolve/repair.h"

// The list with its argument i written without quotes.
static const Node *unquoted(Resolver *r, const Node *node, uint32_t i) {
  const Node *arg = node->kids[i];
  Node word = node_of_word(arg->text, arg->loc), copy = *node;
  word.label = arg->label;
  copy.kids = arena_copy(r->arena, node->kids, node->n * sizeof *node->kids);
  copy.kids[i] = node_make(r->arena, word);
  return node_make(r->arena, copy);
}

static bool is_word(Str text) {
  if (!text.n || text.n > 40) return false;
  for (size_t i = 0; i < text.n; i++) {
    if (strchr(" \t\n(){}\":,", text.p[i])) return false;
  }
  return true;
}

bool repair_find(Resolver *r, const Node *node, LudWant want, Repair *repair) {
  for (uint32_t i = 1; node->kind == NODE_LIST && i < node->n; i++) {
    const Node *arg = node->kids[i];
    if (arg->kind != NODE_STRING || !is_word(arg->text)) continue;
    const Node *changed = unquoted(r, node, i);
    if (!resolver_term(r, changed, want)) continue;
    bool number = changed->kids[i]->kind != NODE_SYMBOL;
    *repair = (Repair){.arg = arg, .expected = number ? "a number" : "a word"};
    repair->hint = arena_printf(r->arena, "write %.*s without quotes", (int)arg->text.n, arg->text.p);
    return true;
  }
  return false;
}
