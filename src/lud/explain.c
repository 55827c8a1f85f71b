// Why a node does not fit. Every reading of a node has a cost, the weight of the mistakes it supposes:
// a form whose arguments are aligned with its slots, some of them wrong, missing or too many. The
// cheapest reading is what the designer meant; its mistakes are reported where they are, inside the
// arguments where these are cheapest to read that way. Costs are kept per node and wanted type.
#include "lud/explain.h"

#include "base/mem.h"
#include "base/vec.h"
#include "lud/phrase.h"

enum {
  COST_NEAR = 2,     // a word that is almost right
  COST_NAME = 2,     // a label is missing
  COST_UNKNOWN = 3,  // a ludeme nobody knows: it could be anything
  COST_BRACES = 3,   // braces are missing or too many
  COST_LABEL = 3,    // a label that does not exist
  COST_MISSING = 4,
  COST_EXTRA = 4,
  COST_ATOM = 4,  // an atom of another type
  COST_KIND = 6,  // a ludeme of another type
  COST_WORD = 5,  // another first word
  COST_MAX = 1000,
  ARGS_SEEN = 32,  // arguments beyond are too many for any form
};

typedef struct Explainer {
  Resolver *r;
  Diags *diags;
  Map costs;     // (node, want) -> cost + 1
  Map reported;  // (node, want)
} Explainer;

typedef struct CostKey {
  const Node *node;
  uint64_t want;
} CostKey;

static uint32_t cost_of(Explainer *e, const Node *node, LudWant want);

// How the arguments of a list would go into the slots of a form.
typedef struct Align {
  const LudForm *form;
  const Node *node;
  uint32_t n_args;  // positional ones, and those with unknown labels
  const Node *args[ARGS_SEEN];
  const Node *named[LUD_SLOTS_MAX];          // by slot
  const Node *twice;                         // a label given again, or NULL
  uint32_t place[ARGS_SEEN][LUD_SLOTS_MAX];  // cost of an argument in a slot
  uint32_t best[ARGS_SEEN + 1][LUD_SLOTS_MAX + 1];
  uint32_t cost;
} Align;

static bool near_word(Str written, Str word) {
  char name[64];
  if (word.n >= sizeof name) return false;
  memcpy(name, word.p, word.n);
  name[word.n] = 0;
  const char *candidate = name;
  return nearest_name(written, &candidate, 1);
}

// The nearest of a type's words, those of the enumerations within it included; NULL when none is near.
static const char *near_type_word(Explainer *e, Str written, uint32_t want) {
  const LudRegistry *reg = e->r->reg;
  VEC(const char *) words = {0};
  for (size_t i = 0; i < reg->words.n; i++) {
    const LudWord *word = reg->words.entries[i].value;
    for (uint32_t t = 0; t < word->n; t++) {
      if (lud_type_fits(reg, word->types[t], want)) VEC_PUSH(&words, word->word);
    }
  }
  const char *near = nearest_name(written, words.at, words.n);
  VEC_FREE(&words);
  return near;
}

// Costs.

static uint32_t keyword_cost(const LudAlt *alt, const Node *arg) {
  if (arg->kind != NODE_SYMBOL) return COST_KIND + 2;
  if (lud_same_word(alt->word, arg->text)) return 0;
  return near_word(arg->text, alt->word) ? COST_NEAR : COST_WORD;
}

static uint32_t alt_cost(Explainer *e, const LudAlt *alt, const Node *arg) {
  uint32_t cost = alt->keyword ? keyword_cost(alt, arg) : cost_of(e, arg, lud_want(alt));
  if (str_eq(alt->label, arg->label)) return cost;
  if (alt->label.n) return cost + (cost ? COST_LABEL : COST_NAME);
  return cost + COST_LABEL;
}

static uint32_t slot_cost(Explainer *e, const LudSlot *slot, const Node *arg) {
  uint32_t best = COST_MAX;
  for (uint32_t a = 0; a < slot->n; a++) {
    uint32_t cost = alt_cost(e, &slot->alts[a], arg);
    best = MIN(best, cost);
  }
  return best;
}

static void align_sort(Align *align) {
  const LudSignature *signature = &align->form->signature;
  for (uint32_t i = 1; i < align->node->n; i++) {
    const Node *arg = align->node->kids[i];
    int slot = arg->label.n ? signature_labelled(signature, arg->label) : -1;
    if (slot < 0 && align->n_args < ARGS_SEEN) align->args[align->n_args++] = arg;
    if (slot >= 0 && align->named[slot]) align->twice = arg;
    if (slot >= 0 && !align->named[slot]) align->named[slot] = arg;
  }
}

static bool may_skip(const Align *align, uint32_t slot) {
  return align->named[slot] || align->form->signature.slots[slot].optional;
}

// Dynamic programming from the end: best[a][s] is the cost of arguments a.. in slots s.. .
static void align_solve(Align *align) {
  uint32_t n_slots = align->form->signature.n;
  for (uint32_t a = align->n_args + 1; a-- > 0;) {
    for (uint32_t s = n_slots + 1; s-- > 0;) {
      uint32_t best = a == align->n_args && s == n_slots ? 0 : COST_MAX;
      if (s < n_slots) best = MIN(best, align->best[a][s + 1] + (may_skip(align, s) ? 0 : COST_MISSING));
      if (a < align->n_args) best = MIN(best, align->best[a + 1][s] + COST_EXTRA);
      if (a < align->n_args && s < n_slots && !align->named[s]) {
        best = MIN(best, align->best[a + 1][s + 1] + align->place[a][s]);
      }
      align->best[a][s] = best;
    }
  }
}

// Owned by the caller.
static Align *align_new(Explainer *e, const LudForm *form, const Node *node) {
  Align *align = mem_alloc_zero(sizeof *align);
  align->form = form;
  align->node = node;
  align_sort(align);
  const LudSlot *slots = form->signature.slots;
  for (uint32_t s = 0; s < form->signature.n; s++) {
    if (align->named[s]) align->cost += slot_cost(e, &slots[s], align->named[s]);
    for (uint32_t a = 0; a < align->n_args; a++) align->place[a][s] = slot_cost(e, &slots[s], align->args[a]);
  }
  align_solve(align);
  align->cost += align->best[0][0] + (align->twice ? COST_EXTRA : 0);
  return align;
}

// The form whose alignment costs least among those that fit; NULL when the head has none.
static const LudForm *best_form(Explainer *e, const LudHead *head, const Node *node, LudWant want, uint32_t *cost) {
  const LudForm *best = NULL;
  *cost = COST_MAX;
  for (uint32_t f = 0; f < head->n; f++) {
    const LudForm *form = head->forms[f];
    if (!lud_type_fits(e->r->reg, form->type, lud_want_type(want))) continue;
    Align *align = align_new(e, form, node);
    if (!best || align->cost < *cost) {
      best = form;
      *cost = align->cost;
    }
    mem_free(align);
  }
  return best;
}

static uint32_t list_cost(Explainer *e, const Node *node, LudWant want) {
  Str name = node_head(node);
  const LudHead *head = lud_registry_head(e->r->reg, name);
  if (!head) return name.n ? COST_UNKNOWN : COST_KIND;
  if (lud_want_arrays(want)) return resolver_term(e->r, node, want - 1) ? COST_BRACES : COST_KIND;
  uint32_t cost;
  return best_form(e, head, node, want, &cost) ? MAX(cost, 1u) : COST_KIND;
}

static uint32_t braces_cost(Explainer *e, const Node *node, LudWant want) {
  LudWant items;
  if (!resolver_items(e->r, want, &items)) {
    return node->n == 1 && resolver_term(e->r, node->kids[0], want) ? COST_BRACES : COST_KIND;
  }
  uint32_t sum = 0;
  for (uint32_t i = 0; i < node->n && sum < COST_MAX; i++) {
    sum += cost_of(e, node->kids[i], items) + (node->kids[i]->label.n ? COST_LABEL : 0);
  }
  return sum;
}

static uint32_t atom_cost(Explainer *e, const Node *node, LudWant want) {
  if (lud_want_arrays(want)) return resolver_term(e->r, node, want - 1) ? COST_BRACES : COST_ATOM;
  bool near = node->kind == NODE_SYMBOL && near_type_word(e, node->text, lud_want_type(want));
  return near ? COST_NEAR : COST_ATOM;
}

static uint32_t compute_cost(Explainer *e, const Node *node, LudWant want) {
  uint32_t cost = 0;
  switch (node->kind) {
    case NODE_LIST: cost = list_cost(e, node, want); break;
    case NODE_BRACES: cost = braces_cost(e, node, want); break;
    case NODE_STRING:
    case NODE_SYMBOL:
    case NODE_INT:
    case NODE_FLOAT: cost = atom_cost(e, node, want); break;
  }
  return MIN(cost, (uint32_t)COST_MAX);
}

static uint32_t cost_of(Explainer *e, const Node *node, LudWant want) {
  if (resolver_term(e->r, node, want)) return 0;
  CostKey key = {node, want};
  uintptr_t known = (uintptr_t)map_get(&e->costs, (Str){(const char *)&key, sizeof key});
  if (known) return (uint32_t)(known - 1);
  uint32_t cost = compute_cost(e, node, want);
  Str stored = {arena_copy(e->r->arena, &key, sizeof key), sizeof key};
  map_put(&e->costs, stored, (void *)(uintptr_t)(cost + 1));
  return cost;
}

// Reports.

static void report(Explainer *e, const Node *node, LudWant want);

static void report_kind(Explainer *e, const Node *node, const char *expected) {
  diag_error(e->diags, node->loc, "expected %s, found %s", expected, phrase_found(e->r, node));
}

static void report_atom(Explainer *e, const Node *node, LudWant want, const char *expected) {
  report_kind(e, node, expected);
  if (lud_want_arrays(want) && resolver_term(e->r, node, want - 1)) diag_hint(e->diags, "put it in braces: { ... }");
  if (node->kind != NODE_SYMBOL || lud_want_arrays(want)) return;
  const char *near = near_type_word(e, node->text, lud_want_type(want));
  if (near) diag_hint(e->diags, "did you mean '%s'?", near);
}

// The nearest head, of the wanted type if possible.
static const char *near_head(Explainer *e, Str name, LudWant want) {
  VEC(const char *) fitting = {0}, all = {0};
  for (size_t i = 0; i < e->r->reg->heads.n; i++) {
    const LudHead *head = e->r->reg->heads.entries[i].value;
    bool fits = false;
    for (uint32_t f = 0; f < head->n; f++) fits |= lud_type_fits(e->r->reg, head->forms[f]->type, lud_want_type(want));
    if (fits) VEC_PUSH(&fitting, head->name);
    VEC_PUSH(&all, head->name);
  }
  const char *near = nearest_name(name, fitting.at, fitting.n);
  if (!near) near = nearest_name(name, all.at, all.n);
  VEC_FREE(&fitting);
  VEC_FREE(&all);
  return near;
}

static void report_unknown(Explainer *e, const Node *node, LudWant want) {
  Str name = node_head(node);
  if (!name.n) {
    diag_error(e->diags, node->loc, "expected %s, found a list without a name", phrase_want(e->r, want));
    return;
  }
  diag_error(e->diags, node->kids[0]->loc, "unknown ludeme '%.*s'", (int)MIN(name.n, 80u), name.p);
  const char *near = near_head(e, name, want);
  if (near) diag_hint(e->diags, "did you mean '%s'?", near);
}

// The words that can come first in the forms of a head that fit.
static void report_first_word(Explainer *e, const Node *node, const Node *arg, LudWant want) {
  const LudHead *head = lud_registry_head(e->r->reg, node_head(node));
  VEC(const char *) words = {0};
  for (uint32_t f = 0; f < head->n; f++) {
    const LudForm *form = head->forms[f];
    if (!form->signature.n || !lud_type_fits(e->r->reg, form->type, lud_want_type(want))) continue;
    const LudAlt *alt = &form->signature.slots[0].alts[0];
    if (alt->keyword) VEC_PUSH(&words, arena_text(e->r->arena, alt->word));
    const char *near = alt->keyword ? NULL : near_type_word(e, arg->text, alt->type);
    if (near) VEC_PUSH(&words, near);
  }
  diag_error(e->diags, arg->loc, "(%s ...) has no form '%.*s'", head->name, (int)MIN(arg->text.n, 40u), arg->text.p);
  const char *near = nearest_name(arg->text, words.at, words.n);
  if (near) diag_hint(e->diags, "did you mean '%s'?", near);
  if (!near) diag_hint(e->diags, "'senet help ludeme %s' lists its forms", head->name);
  VEC_FREE(&words);
}

// Whether an argument is close enough to one alternative that its own mistakes should be shown.
static bool look_inside(Explainer *e, const LudAlt *alt, const Node *arg) {
  if (alt->keyword || !str_eq(alt->label, arg->label)) return false;
  if (arg->kind == NODE_BRACES) return cost_of(e, arg, lud_want(alt)) < COST_MAX && alt->arrays;
  return arg->kind == NODE_LIST && !alt->arrays;
}

// An argument in a slot that does not take it.
static void report_arg(Explainer *e, const Align *align, const LudSlot *slot, const Node *arg) {
  const LudAlt *best = NULL;
  uint32_t least = COST_MAX + 1;
  for (uint32_t a = 0; a < slot->n; a++) {
    uint32_t cost = alt_cost(e, &slot->alts[a], arg);
    if (cost < least) {
      least = cost;
      best = &slot->alts[a];
    }
  }
  if (arg->label.n && !str_eq(best->label, arg->label)) {
    diag_error(e->diags, arg->loc, "%s has no argument named '%.*s'", phrase_call(e->r, align->node), (int)arg->label.n,
               arg->label.p);
    diag_hint(e->diags, "the form is %s", phrase_form(e->r, align->form));
  } else if (best->label.n && !arg->label.n) {
    diag_error(e->diags, arg->loc, "this argument of %s needs its name", phrase_call(e->r, align->node));
    diag_hint(e->diags, "write %.*s:...", (int)best->label.n, best->label.p);
  } else if (look_inside(e, best, arg)) {
    report(e, arg, lud_want(best));
  } else {
    const char *expected = phrase_slot(e->r, slot, arg->label);
    size_t before = e->diags->total;
    report_atom(e, arg, best->keyword ? 0 : lud_want(best), expected);
    if (e->diags->total <= DIAGS_MAX && e->diags->total > before && !e->diags->list[e->diags->n - 1].hint) {
      diag_hint(e->diags, "the form is %s", phrase_form(e->r, align->form));
    }
  }
}

static void report_extra(Explainer *e, const Align *align, const Node *arg) {
  const char *call = phrase_call(e->r, align->node);
  if (arg->label.n) {
    diag_error(e->diags, arg->loc, "%s has no argument named '%.*s'", call, (int)arg->label.n, arg->label.p);
  } else if (!align->form->signature.n) {
    diag_error(e->diags, arg->loc, "(%s) takes no arguments", align->form->row->name);
    return;
  } else {
    diag_error(e->diags, arg->loc, "%s has no place for %s", call, phrase_found(e->r, arg));
  }
  diag_hint(e->diags, "the form is %s", phrase_form(e->r, align->form));
}

static void report_missing(Explainer *e, const Align *align, const LudSlot *slot) {
  Str label = slot->alts[0].label;
  const char *what = phrase_slot(e->r, slot, label);
  const char *call = phrase_call(e->r, align->node);
  if (label.n) {
    diag_error(e->diags, align->node->loc, "%s lacks its argument %.*s: (%s)", call, (int)label.n, label.p, what);
  } else {
    diag_error(e->diags, align->node->loc, "%s lacks an argument: %s", call, what);
  }
  diag_hint(e->diags, "the form is %s", phrase_form(e->r, align->form));
}

static bool is_first_word(const Align *align, uint32_t a, uint32_t s) {
  const LudSlot *slot = &align->form->signature.slots[s];
  const Node *arg = align->args[a];
  return s == 0 && a == 0 && !slot->optional && arg->kind == NODE_SYMBOL && !arg->label.n;
}

// Walks the best alignment and reports every mistake in it.
static void report_alignment(Explainer *e, const Align *align, LudWant want) {
  const LudSlot *slots = align->form->signature.slots;
  uint32_t n = align->form->signature.n, a = 0, s = 0;
  while (a < align->n_args || s < n) {
    uint32_t best = align->best[a][s];
    bool both = a < align->n_args && s < n && !align->named[s];
    if (both && best == align->best[a + 1][s + 1] + align->place[a][s]) {
      if (align->place[a][s] && is_first_word(align, a, s)) report_first_word(e, align->node, align->args[a], want);
      else if (align->place[a][s]) report_arg(e, align, &slots[s], align->args[a]);
      a++, s++;
    } else if (s < n && best == align->best[a][s + 1] + (may_skip(align, s) ? 0 : COST_MISSING)) {
      if (!may_skip(align, s)) report_missing(e, align, &slots[s]);
      s++;
    } else {
      report_extra(e, align, align->args[a++]);
    }
  }
  for (s = 0; s < n; s++) {
    if (align->named[s] && slot_cost(e, &slots[s], align->named[s])) report_arg(e, align, &slots[s], align->named[s]);
  }
  if (align->twice) {
    Str label = align->twice->label;
    diag_error(e->diags, align->twice->loc, "the argument '%.*s' is given twice", (int)label.n, label.p);
  }
}

static void report_list(Explainer *e, const Node *node, LudWant want) {
  const LudHead *head = lud_registry_head(e->r->reg, node_head(node));
  uint32_t cost;
  const LudForm *form = head && !lud_want_arrays(want) ? best_form(e, head, node, want, &cost) : NULL;
  if (!head) {
    report_unknown(e, node, want);
  } else if (!form) {
    report_kind(e, node, phrase_want(e->r, want));
    if (lud_want_arrays(want) && resolver_term(e->r, node, want - 1)) diag_hint(e->diags, "put it in braces: { ... }");
  } else {
    Align *align = align_new(e, form, node);
    report_alignment(e, align, want);
    mem_free(align);
  }
}

static void report_braces(Explainer *e, const Node *node, LudWant want) {
  LudWant items;
  if (!resolver_items(e->r, want, &items)) {
    report_kind(e, node, phrase_want(e->r, want));
    return;
  }
  for (uint32_t i = 0; i < node->n; i++) {
    const Node *item = node->kids[i];
    if (item->label.n) diag_error(e->diags, item->loc, "items of a list in braces have no names");
    if (!resolver_term(e->r, item, items)) report(e, item, items);
  }
}

static void report(Explainer *e, const Node *node, LudWant want) {
  CostKey key = {node, want};
  Str stored = {arena_copy(e->r->arena, &key, sizeof key), sizeof key};
  if (map_put(&e->reported, stored, e)) return;
  switch (node->kind) {
    case NODE_LIST: report_list(e, node, want); break;
    case NODE_BRACES: report_braces(e, node, want); break;
    case NODE_STRING:
    case NODE_SYMBOL:
    case NODE_INT:
    case NODE_FLOAT: report_atom(e, node, want, phrase_want(e->r, want)); break;
  }
}

void lud_explain(Resolver *r, const Node *node, LudWant want, Diags *diags) {
  if (r->too_deep) {
    diag_error(diags, r->too_deep->loc, "ludemes are nested more than %d deep", LUD_DEPTH_MAX);
    return;
  }
  Explainer e = {.r = r, .diags = diags};
  map_init(&e.costs, r->arena);
  map_init(&e.reported, r->arena);
  report(&e, node, want);
}
