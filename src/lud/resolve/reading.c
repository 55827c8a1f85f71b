// Finds the cheapest reading of what does not fit.
#include "lud/resolve/reading.h"

#include "base/mem.h"
#include "base/vec.h"

typedef struct CostKey {
  const Node *node;
  uint64_t want;
} CostKey;

void readings_init(Readings *rd, Resolver *r) {
  *rd = (Readings){.r = r};
  map_init(&rd->costs, r->arena);
}

static bool near_word(Str written, Str word) {
  char name[64];
  if (word.n >= sizeof name) return false;
  memcpy(name, word.p, word.n);
  name[word.n] = 0;
  const char *candidate = name;
  return nearest_name(written, &candidate, 1);
}

const char *readings_near_word(Readings *rd, Str written, uint32_t want) {
  const LudRegistry *reg = rd->r->reg;
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

// What mistakes inside an argument count for outside: more for more of them, but always less than leaving
// the argument out, so that deep mistakes are found where they are.
static uint32_t inside_cost(uint64_t cost) {
  return cost ? (uint32_t)(cost * COST_INSIDE / (cost + COST_INSIDE)) + 1 : 0;
}

static uint32_t keyword_cost(const LudAlt *alt, const Node *arg) {
  if (arg->kind != NODE_SYMBOL) return COST_KIND + COST_NEAR;
  if (lud_same_word(alt->word, arg->text)) return 0;
  return near_word(arg->text, alt->word) ? COST_NEAR : COST_WORD;
}

static uint32_t alt_cost_of(Readings *rd, const LudAlt *alt, const Node *arg) {
  uint32_t cost = alt->keyword ? keyword_cost(alt, arg) : readings_cost(rd, arg, lud_want(alt));
  if (str_eq(alt->label, arg->label)) return cost;
  if (alt->label.n) return cost + (cost ? COST_LABEL : COST_NAME);
  return cost + COST_LABEL;
}

static bool has_label(const LudSlot *slot, Str label) {
  for (uint32_t a = 0; a < slot->n; a++) {
    if (str_eq(slot->alts[a].label, label)) return true;
  }
  return false;
}

const LudAlt *readings_alt(Readings *rd, const LudSlot *slot, const Node *arg, uint32_t *cost) {
  bool by_label = arg->label.n && has_label(slot, arg->label);
  const LudAlt *best = NULL;
  *cost = COST_MAX;
  for (uint32_t a = 0; a < slot->n; a++) {
    const LudAlt *alt = &slot->alts[a];
    if (by_label && !str_eq(alt->label, arg->label)) continue;
    uint32_t alt_cost = alt_cost_of(rd, alt, arg);
    if (best && alt_cost >= *cost) continue;
    best = alt;
    *cost = alt_cost;
  }
  return best;
}

static uint32_t slot_cost(Readings *rd, const LudSlot *slot, const Node *arg) {
  uint32_t cost;
  readings_alt(rd, slot, arg, &cost);
  return cost;
}

static void sort_args(Reading *reading) {
  const LudSignature *signature = &reading->form->signature;
  for (uint32_t i = 1; i < reading->node->n; i++) {
    const Node *arg = reading->node->kids[i];
    int slot = arg->label.n ? signature_labelled(signature, arg->label) : -1;
    if (slot < 0 && reading->n_args == ARGS_SEEN && !reading->beyond) reading->beyond = arg;
    if (slot < 0 && reading->n_args < ARGS_SEEN) reading->args[reading->n_args++] = arg;
    if (slot >= 0 && reading->named[slot]) reading->twice = arg;
    if (slot >= 0 && !reading->named[slot]) reading->named[slot] = arg;
  }
}

uint32_t reading_skip_cost(const Reading *reading, uint32_t slot) {
  const LudSlot *skipped = &reading->form->signature.slots[slot];
  if (reading->named[slot] || skipped->optional) return 0;
  return skipped->alts[0].label.n ? COST_MISSING_NAMED : COST_MISSING;
}

// Dynamic programming from the end: best[a][s] is the cost of arguments a.. in slots s.. .
static void solve(Reading *reading) {
  uint32_t n_slots = reading->form->signature.n;
  for (uint32_t a = reading->n_args + 1; a-- > 0;) {
    for (uint32_t s = n_slots + 1; s-- > 0;) {
      uint32_t best = a == reading->n_args && s == n_slots ? 0 : COST_MAX;
      if (s < n_slots) best = MIN(best, reading->best[a][s + 1] + reading_skip_cost(reading, s));
      if (a < reading->n_args) best = MIN(best, reading->best[a + 1][s] + COST_EXTRA);
      if (a < reading->n_args && s < n_slots && !reading->named[s]) {
        best = MIN(best, reading->best[a + 1][s + 1] + reading->place[a][s]);
      }
      reading->best[a][s] = best;
    }
  }
}

Reading *reading_new(Readings *rd, const LudForm *form, const Node *node) {
  Reading *reading = mem_alloc_zero(sizeof *reading);
  reading->form = form;
  reading->node = node;
  sort_args(reading);
  const LudSlot *slots = form->signature.slots;
  for (uint32_t s = 0; s < form->signature.n; s++) {
    if (reading->named[s]) reading->cost += slot_cost(rd, &slots[s], reading->named[s]);
    for (uint32_t a = 0; a < reading->n_args; a++) {
      reading->place[a][s] = slot_cost(rd, &slots[s], reading->args[a]);
    }
  }
  solve(reading);
  reading->cost += reading->best[0][0] + (reading->twice || reading->beyond ? COST_EXTRA : 0);
  return reading;
}

// Whether the word after the head is one the form begins with.
static bool takes_first_word(Readings *rd, const LudForm *form, const Node *node) {
  if (node->n < 2 || node->kids[1]->kind != NODE_SYMBOL || !form->signature.n) return false;
  return slot_cost(rd, &form->signature.slots[0], node->kids[1]) == 0;
}

const LudForm *readings_form(Readings *rd, const LudHead *head, const Node *node, LudWant want, uint32_t *cost) {
  const LudForm *best = NULL;
  bool chosen = false;
  *cost = COST_MAX;
  for (uint32_t f = 0; f < head->n; f++) {
    const LudForm *form = head->forms[f];
    if (!lud_type_fits(rd->r->reg, form->type, lud_want_type(want))) continue;
    bool first = takes_first_word(rd, form, node);
    if (chosen && !first) continue;
    if (first && !chosen) best = NULL;
    chosen |= first;
    Reading *reading = reading_new(rd, form, node);
    if (!best || reading->cost < *cost) {
      best = form;
      *cost = reading->cost;
    }
    mem_free(reading);
  }
  return best;
}

static uint32_t list_cost(Readings *rd, const Node *node, LudWant want) {
  Str name = node_head(node);
  const LudHead *head = lud_registry_head(rd->r->reg, name);
  if (!head) return name.n ? COST_UNKNOWN + (lud_want_arrays(want) ? COST_BRACES : 0) : COST_KIND;
  if (lud_want_arrays(want)) return resolver_term(rd->r, node, want - 1) ? COST_BRACES : COST_KIND;
  uint32_t cost;
  return readings_form(rd, head, node, want, &cost) ? inside_cost(cost) : COST_KIND;
}

enum { ITEMS_WEIGHED = 16 };  // wrong items of one list that are looked into

static uint32_t braces_cost(Readings *rd, const Node *node, LudWant want) {
  LudWant items;
  if (!resolver_items(rd->r, want, &items)) {
    return node->n == 1 && resolver_term(rd->r, node->kids[0], want) ? COST_BRACES : COST_KIND;
  }
  uint64_t sum = 0;
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < node->n && wrong < ITEMS_WEIGHED; i++) {
    uint32_t cost = readings_cost(rd, node->kids[i], items) + (node->kids[i]->label.n ? COST_LABEL : 0);
    wrong += cost > 0;
    sum += cost;
  }
  return inside_cost(sum);
}

static uint32_t atom_cost(Readings *rd, const Node *node, LudWant want) {
  if (lud_want_arrays(want)) return resolver_term(rd->r, node, want - 1) ? COST_BRACES : COST_ATOM;
  if (node->kind == NODE_FLOAT && rd->r->reg->types[lud_want_type(want)]->literal == LUD_LITERAL_INT)
    return COST_FRACTION;
  bool near = node->kind == NODE_SYMBOL && readings_near_word(rd, node->text, lud_want_type(want));
  return near ? COST_NEAR : COST_ATOM;
}

static uint32_t compute_cost(Readings *rd, const Node *node, LudWant want) {
  if (rd->weighed++ >= WEIGHED_MAX) return COST_ATOM;
  uint32_t cost = 0;
  switch (node->kind) {
    case NODE_LIST: cost = list_cost(rd, node, want); break;
    case NODE_BRACES: cost = braces_cost(rd, node, want); break;
    case NODE_STRING:
    case NODE_SYMBOL:
    case NODE_INT:
    case NODE_FLOAT: cost = atom_cost(rd, node, want); break;
  }
  return MIN(cost, (uint32_t)COST_MAX);
}

uint32_t readings_cost(Readings *rd, const Node *node, LudWant want) {
  if (resolver_term(rd->r, node, want)) return 0;
  CostKey key = {node, want};
  uintptr_t known = (uintptr_t)map_get(&rd->costs, (Str){(const char *)&key, sizeof key});
  if (known) return (uint32_t)(known - 1);
  uint32_t cost = compute_cost(rd, node, want);
  Str stored = {arena_copy(rd->r->arena, &key, sizeof key), sizeof key};
  map_put(&rd->costs, stored, (void *)(uintptr_t)(cost + 1));
  return cost;
}
