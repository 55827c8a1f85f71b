// The walk over typed trees, and the list of checks.
#include "lud/lower/lint.h"

#include "base/mem.h"

typedef struct Walk {
  Lint *lint;
  LintVisit *visit;
  void *self;
  Word *seen;  // by number of the term
} Walk;

static void walk(Walk *w, const Term *term) {
  if (!term || bit_get(w->seen, (int)term->id)) return;
  bit_set(w->seen, (int)term->id);
  if (!w->visit(w->lint, term, w->self)) return;
  for (uint32_t i = 0; i < term->n; i++) walk(w, term->args[i]);
}

void lint_walk(Lint *lint, const Term *from, LintVisit *visit, void *self) {
  Walk w = {.lint = lint, .visit = visit, .self = self};
  w.seen = mem_alloc_zero((size_t)bits_words((int)lint->n_terms + 1) * sizeof(Word));
  walk(&w, from);
  mem_free(w.seen);
}

bool lint_is_call(const Term *term, const char *head, const char *word) {
  if (!term || term->kind != TERM_CALL || strcmp(term->row->name, head) != 0) return false;
  return !word || term_is(term_word(term), word);
}

enum { SAME_STEPS = 20000 };  // trees are shared, so that comparing them might never end

static bool same(const Term *a, const Term *b, int *steps) {
  if (a == b) return true;
  if (++*steps > SAME_STEPS) return false;
  if (!a || !b || a->kind != b->kind || a->row != b->row || a->n != b->n || a->integer != b->integer) return false;
  if (a->real != b->real || !str_eq(a->text, b->text) || !str_eq(a->label, b->label)) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    if (!same(a->args[i], b->args[i], steps)) return false;
  }
  return true;
}

bool lint_same(const Term *a, const Term *b) { return same(a, b, &(int){0}); }

// (game string players [mode] equipment rules)
const Term *lint_rules(const Lint *lint) { return term_arg(lint->root, C_GAME_RULES); }

const Term *lint_items(const Lint *lint) { return term_arg(term_arg(lint->root, C_GAME_EQUIPMENT), C_EQUIPMENT_ITEM); }

// (rules [meta] [start] [play] phases:{phase} [end]) or (rules [meta] [start] play end)
const Term *lint_phases(const Lint *lint) {
  const Term *rules = lint_rules(lint);
  return rules->n == 5 ? term_arg(rules, C_RULES_PHASES) : NULL;
}

void lud_lint(Arena *arena, LudTerms terms, const Game *game, Diags *diags) {
  const Term *root = terms.root;
  if (root->kind != TERM_CALL || strcmp(root->row->name, "game") != 0 || root->n < 5) return;
  Lint lint = {.arena = arena, .diags = diags, .root = root, .n_terms = terms.n, .game = game};
  lint_kinds(&lint);
  lint_places(&lint);
  lint_facings(&lint);
  lint_roles(&lint);
  lint_phases_reached(&lint);
  lint_ends(&lint);
  lint_pieces(&lint);
  lint_unset(&lint);
  lint_equipment(&lint);
  lint_placing(&lint);
}
