// Typed resolution. A node is tried against the rows of its head whose result fits; a row is matched by
// putting the arguments into its slots in order, each into the first slot that takes it, named ones by
// their name. The outcome is kept per node and wanted type, so a shared node costs its work once and
// trying rows one after the other never multiplies.
#include "lud/resolve/resolve.h"

#include "base/mem.h"
#include "lud/resolve/explain.h"
#include "lud/resolve/resolver.h"

// Memo.

static size_t memo_slot(const LudMemo *memo, size_t mask, const Node *node, LudWant want) {
  uint64_t key = (uint64_t)(uintptr_t)node ^ (uint64_t)want << 48;
  size_t i = (size_t)((key * 0x9e3779b97f4a7c15ULL) >> 20) & mask;
  while (memo[i].node && (memo[i].node != node || memo[i].want != want)) i = (i + 1) & mask;
  return i;
}

static void memo_grow(Resolver *r) {
  size_t mask = r->mask ? r->mask * 2 + 1 : 1023;
  LudMemo *memo = mem_alloc_zero((mask + 1) * sizeof *memo);
  for (size_t i = 0; r->memo && i <= r->mask; i++) {
    const LudMemo *old = &r->memo[i];
    if (old->node) memo[memo_slot(memo, mask, old->node, old->want)] = *old;
  }
  mem_free(r->memo);
  r->memo = memo;
  r->mask = mask;
}

static const LudMemo *memo_find(const Resolver *r, const Node *node, LudWant want) {
  if (!r->memo) return NULL;
  const LudMemo *found = &r->memo[memo_slot(r->memo, r->mask, node, want)];
  return found->node ? found : NULL;
}

static const Term *memo_put(Resolver *r, const Node *node, LudWant want, const Term *term) {
  if (r->n_memo * 2 >= r->mask) memo_grow(r);
  r->memo[memo_slot(r->memo, r->mask, node, want)] = (LudMemo){node, want, term};
  r->n_memo++;
  return term;
}

// Atoms.

static Term *new_term(Resolver *r, TermKind kind, const Node *node, const char *type) {
  Term *term = ARENA_NEW(r->arena, Term);
  *term = (Term){.kind = kind, .type = type, .label = node->label, .loc = node->loc, .id = r->n_terms++};
  return term;
}

static const Term *number_term(Resolver *r, const Node *node, const LudType *type) {
  bool whole = type->literal == LUD_LITERAL_INT;
  Term *term = new_term(r, whole ? TERM_INT : TERM_FLOAT, node, type->name);
  term->integer = node->integer;
  term->real = node->kind == NODE_INT ? (double)node->integer : node->real;
  return term;
}

static const Term *constant_term(Resolver *r, const Node *node, const LudType *type) {
  const LudConstant *constant = lud_constant(node->text);
  if (!constant) return NULL;
  Term *term = new_term(r, TERM_INT, node, type->name);
  term->integer = constant->value;
  term->real = (double)constant->value;
  term->text = node->text;
  return term;
}

static const Term *boolean_term(Resolver *r, const Node *node, const LudType *type) {
  bool yes = str_is(node->text, "true") || str_is(node->text, "True");
  if (!yes && !str_is(node->text, "false") && !str_is(node->text, "False")) return NULL;
  Term *term = new_term(r, TERM_BOOL, node, type->name);
  term->integer = yes;
  return term;
}

static const Term *string_term(Resolver *r, const Node *node, const char *type) {
  Term *term = new_term(r, TERM_STRING, node, type);
  term->text = node->text;
  return term;
}

// A word of an enumeration that fits; the term has the enumeration as its type.
static const Term *word_term(Resolver *r, const Node *node, uint32_t want) {
  const LudWord *word = lud_registry_word(r->reg, node->text);
  for (uint32_t i = 0; word && i < word->n; i++) {
    if (!lud_type_fits(r->reg, word->types[i], want)) continue;
    Term *term = new_term(r, TERM_ENUM, node, r->reg->types[word->types[i]]->name);
    term->text = str_of(word->word);
    return term;
  }
  return NULL;
}

static const Term *symbol_term(Resolver *r, const Node *node, uint32_t want) {
  const LudType *type = r->reg->types[want];
  const Term *term = NULL;
  if (type->literal == LUD_LITERAL_BOOLEAN) term = boolean_term(r, node, type);
  if (type->literal == LUD_LITERAL_INT) term = constant_term(r, node, type);
  return term ? term : word_term(r, node, want);
}

static const Term *atom_term(Resolver *r, const Node *node, LudWant want) {
  if (lud_want_arrays(want)) return NULL;
  const LudType *type = r->reg->types[lud_want_type(want)];
  bool number = type->literal == LUD_LITERAL_FLOAT || (type->literal == LUD_LITERAL_INT && node->kind == NODE_INT);
  switch (node->kind) {
    case NODE_INT:
    case NODE_FLOAT: return number ? number_term(r, node, type) : NULL;
    case NODE_STRING: return type->literal == LUD_LITERAL_STRING ? string_term(r, node, type->name) : NULL;
    case NODE_SYMBOL: return symbol_term(r, node, lud_want_type(want));
    case NODE_LIST:
    case NODE_BRACES: break;
  }
  return NULL;
}

// Braces.

// The type as text, braces included.
static const char *want_name(Resolver *r, LudWant want) {
  const char *name = r->reg->types[lud_want_type(want)]->name;
  switch (lud_want_arrays(want)) {
    case 0: return name;
    case 1: return arena_printf(r->arena, "{%s}", name);
    case 2: return arena_printf(r->arena, "{{%s}}", name);
    default: return arena_printf(r->arena, "{{{%s}}}", name);
  }
}

// What the items between braces must be; false when braces do not fit at all.
bool resolver_items(const Resolver *r, LudWant want, LudWant *items) {
  if (lud_want_arrays(want)) {
    *items = want - 1;
    return true;
  }
  const char *braces = r->reg->types[lud_want_type(want)]->braces;
  if (braces) *items = 4u * (uint32_t)lud_registry_type(r->reg, str_of(braces));
  return braces;
}

static const Term *braces_term(Resolver *r, const Node *node, LudWant want) {
  LudWant items;
  if (!resolver_items(r, want, &items)) return NULL;
  for (uint32_t i = 0; i < node->n; i++) {
    if (node->kids[i]->label.n || !resolver_term(r, node->kids[i], items)) return NULL;
  }
  Term *term = new_term(r, TERM_ARRAY, node, want_name(r, want));
  term->n = node->n;
  term->args = ARENA_ARRAY(r->arena, const Term *, node->n);
  for (uint32_t i = 0; i < node->n; i++) term->args[i] = resolver_term(r, node->kids[i], items);
  return term;
}

// Calls.

// One attempt to put the arguments of a list into the slots of a form.
typedef struct Match {
  const LudForm *form;
  const Node *positional[LUD_SLOTS_MAX];
  uint32_t n_positional;
  const Node *named[LUD_SLOTS_MAX];  // by slot
  const Term *args[LUD_SLOTS_MAX];   // by slot
} Match;

int signature_labelled(const LudSignature *signature, Str label) {
  for (uint32_t s = 0; s < signature->n; s++) {
    for (uint32_t a = 0; a < signature->slots[s].n; a++) {
      if (str_eq(signature->slots[s].alts[a].label, label)) return (int)s;
    }
  }
  return -1;
}

const Term *resolver_fill(Resolver *r, const LudAlt *alt, const Node *arg) {
  if (!str_eq(alt->label, arg->label)) return NULL;
  if (!alt->keyword) return resolver_term(r, arg, lud_want(alt));
  bool same = arg->kind == NODE_SYMBOL && lud_same_word(alt->word, arg->text);
  if (!same) return NULL;
  Term *term = new_term(r, TERM_ENUM, arg, "keyword");
  term->text = alt->word;
  return term;
}

static const Term *fill_slot(Resolver *r, const LudSlot *slot, const Node *arg) {
  for (uint32_t a = 0; a < slot->n; a++) {
    const Term *term = resolver_fill(r, &slot->alts[a], arg);
    if (term) return term;
  }
  return NULL;
}

// Sorts the arguments into named and positional ones. False when a name is unknown or given twice, or
// there are more arguments than slots.
static bool sort_args(Match *m, const Node *node) {
  const LudSignature *signature = &m->form->signature;
  if (node->n - 1 > signature->n) return false;
  for (uint32_t i = 1; i < node->n; i++) {
    const Node *arg = node->kids[i];
    if (!arg->label.n) {
      m->positional[m->n_positional++] = arg;
      continue;
    }
    int slot = signature_labelled(signature, arg->label);
    if (slot < 0 || m->named[slot]) return false;
    m->named[slot] = arg;
  }
  return true;
}

// Puts the positional arguments into slots, each into the first that takes it; when that leads nowhere,
// goes back and leaves an optional slot empty instead. States known to fail are not tried again.
static bool place_positional(Resolver *r, Match *m) {
  const LudSlot *slots = m->form->signature.slots;
  uint32_t n = m->form->signature.n, arg = 0, slot = 0;
  uint32_t first[LUD_SLOTS_MAX + 1], dead[LUD_SLOTS_MAX + 1] = {0};
  for (;;) {
    first[slot] = arg;
    bool failed = dead[slot] >> arg & 1;
    if (slot == n) {
      if (arg == m->n_positional) return true;
      failed = true;
    } else if (!failed && !m->named[slot]) {
      m->args[slot] = arg < m->n_positional ? fill_slot(r, &slots[slot], m->positional[arg]) : NULL;
      arg += m->args[slot] != NULL;
      failed = !m->args[slot] && !slots[slot].optional;
    }
    if (!failed) {
      slot++;
      continue;
    }
    dead[slot] |= 1u << first[slot];
    while (slot && (slot--, !m->args[slot] || !slots[slot].optional)) dead[slot] |= 1u << first[slot];
    if (!m->args[slot] || !slots[slot].optional) return false;
    arg = first[slot];
    m->args[slot++] = NULL;
  }
}

static bool place_named(Resolver *r, Match *m) {
  const LudSignature *signature = &m->form->signature;
  for (uint32_t s = 0; s < signature->n; s++) {
    if (m->named[s] && !(m->args[s] = fill_slot(r, &signature->slots[s], m->named[s]))) return false;
  }
  return true;
}

static const Term *form_term(Resolver *r, const LudForm *form, const Node *node, LudWant want) {
  Match m = {.form = form};
  if (!sort_args(&m, node) || !place_positional(r, &m) || !place_named(r, &m)) return NULL;
  Term *term = new_term(r, TERM_CALL, node, r->reg->types[lud_want_type(want)]->name);
  term->row = form->row;
  term->n = form->signature.n;
  term->args = arena_copy(r->arena, m.args, term->n * sizeof *term->args);
  return term;
}

static const Term *list_term(Resolver *r, const Node *node, LudWant want) {
  const LudHead *head = lud_registry_head(r->reg, node_head(node));
  if (!head || lud_want_arrays(want)) return NULL;
  for (uint32_t f = 0; f < head->n; f++) {
    const LudForm *form = head->forms[f];
    if (!lud_type_fits(r->reg, form->type, lud_want_type(want))) continue;
    const Term *term = form_term(r, form, node, want);
    if (term) return term;
  }
  return NULL;
}

const Term *resolver_term(Resolver *r, const Node *node, LudWant want) {
  if (node->flags & NODE_WRONG) return new_term(r, TERM_STRING, node, r->reg->types[lud_want_type(want)]->name);
  if (node->kind != NODE_LIST && node->kind != NODE_BRACES) return atom_term(r, node, want);
  const LudMemo *known = memo_find(r, node, want);
  if (known) return known->term;
  if (r->depth == LUD_DEPTH_MAX) {
    r->too_deep = node;
    return NULL;
  }
  r->depth++;
  const Term *term = node->kind == NODE_LIST ? list_term(r, node, want) : braces_term(r, node, want);
  r->depth--;
  return memo_put(r, node, want, term);
}

bool lud_resolve(const LudRegistry *registry, Arena *arena, const Node *node, const char *type, Diags *diags,
                 LudTerms *out) {
  Resolver r = {.reg = registry, .arena = arena};
  int wanted = lud_registry_type(registry, str_of(type));
  assert(wanted >= 0);
  *out = (LudTerms){.root = resolver_term(&r, node, 4u * (uint32_t)wanted)};
  out->n = r.n_terms;
  if (!out->root) lud_explain(&r, node, 4u * (uint32_t)wanted, diags);
  mem_free(r.memo);
  return out->root;
}
