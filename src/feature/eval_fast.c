// The quickest evaluator. What the features of a site are, as the place a move goes to or comes from, is kept as a
// vector of bits per player and role, and worked out again only when a site it depends on has changed: moves that
// share a site share the work, and so do positions that follow each other.
//
// Working it out is a few table lookups. A shape is compiled into:
//   - columns, for instances of a single condition: a table by the class of a site gives the word of features that it
//     proves. Sites of the same walk (its rotations) share one table.
//   - planes, for instances of several conditions: bit f of plane k stands for the k-th instance of feature f. A table
//   by
//     site and class gives the instances that are disproven; what remains in a plane is active.
//   - a list of instances, where planes would take too much memory.
#include "feature/evaluator.h"

#include "base/mem.h"

#include <stdlib.h>

enum { PLANE_BYTES_MAX = 1 << 18, PLANE_WORDS_MAX = 1024 };

// Sites whose content proves features of one word.
typedef struct Column {
  const Word *table;  // by class
  int word;
  int first, n;  // of slots
} Column;

typedef struct Planes {
  int n, words, first_word;  // planes, words of each, where they begin in an answer
  int slots;
  const uint16_t *slot;
  const Word *kill;     // [(slot * classes + class) * n * words]
  const Word *missing;  // [n * words]: there is no such instance
} Planes;

typedef struct Compiled {
  Arena arena;  // owns all this
  int classes;  // known when it was made
  int n;
  const Column *columns;
  const uint16_t *slots;
  Planes planes;
  int listed;  // instances in the list
  const ShapeInstance *list;
  const ShapeCondition *conditions;
} Compiled;

// The bits of a site in one role, for one player.
typedef struct Kept {
  Word *bits;   // [site * words]
  Word *stale;  // sites whose bits are to be worked out again
} Kept;

typedef struct Fast {
  int site_words;
  int first[ANCHOR_ROLES], words[ANCHOR_ROLES];  // the words of an answer that plain features of a role are in
  Kept *kept;                                    // [player * ANCHOR_ROLES + role]
  Word *footprint[ANCHOR_ROLES];                 // [site * site_words]: whose bits become stale when this site changes
  int plain_keys;                                // 0: no key but the plain one
} Fast;

// ---- compiling ----------------------------------------------------------------------------------

typedef struct Compiler {
  FeatureEval *eval;
  Arena *arena;
  Arena scratch;
  const Shape *shape;
  Compiled *out;
  int classes;
  VEC(Column) columns;
  VEC(uint16_t) slots;
} Compiler;

// The words of features that the single-condition instances of a slot prove, one table per word they are in.
static Word *slot_tables(Compiler *c, const ShapeInstance *const *of_slot, int n, int word) {
  Word *table = ARENA_ARRAY(&c->scratch, Word, c->classes);
  for (int i = 0; i < n; i++) {
    const ShapeInstance *in = of_slot[i];
    if (in->bit / WORD_BITS != word) continue;
    int literal = c->shape->conditions[in->first].literal;
    for (int k = 0; k < c->classes; k++) {
      if (literal_holds(&c->eval->classes, (SiteClass)k, literal)) table[k] |= (Word)1 << in->bit % WORD_BITS;
    }
  }
  return table;
}

typedef struct SlotTable {
  uint16_t slot;
  int word;
  Word *table;
} SlotTable;

typedef VEC(SlotTable) SlotTables;

static void add_slot(Compiler *c, int slot, const ShapeInstance *const *of_slot, int n, SlotTables *all) {
  for (int i = 0; i < n; i++) {
    int word = of_slot[i]->bit / WORD_BITS;
    bool known = false;
    for (size_t k = all->n; k-- > 0 && all->at[k].slot == slot;) known |= all->at[k].word == word;
    if (!known) VEC_PUSH(all, (SlotTable){(uint16_t)slot, word, slot_tables(c, of_slot, n, word)});
  }
}

// Slots with equal tables become one column.
static void join_columns(Compiler *c, SlotTables *all) {
  size_t bytes = sizeof(Word) * (size_t)c->classes;
  for (size_t i = 0; i < all->n; i++) {
    if (!all->at[i].table) continue;
    Column column = {.word = all->at[i].word, .first = (int)c->slots.n};
    Word *table = all->at[i].table;
    for (size_t k = i; k < all->n; k++) {
      SlotTable *other = &all->at[k];
      if (!other->table || other->word != column.word || memcmp(other->table, table, bytes) != 0) continue;
      VEC_PUSH(&c->slots, other->slot);
      column.n++;
      other->table = NULL;
    }
    column.table = arena_copy(c->arena, table, bytes);
    VEC_PUSH(&c->columns, column);
  }
}

static void compile_columns(Compiler *c) {
  const Shape *shape = c->shape;
  SlotTables all = {0};
  int *count = ARENA_ARRAY(&c->scratch, int, shape->slots + 1);
  for (int i = 0; i < shape->n; i++) {
    if (shape->instances[i].n == 1) count[shape->conditions[shape->instances[i].first].slot]++;
  }
  const ShapeInstance ***of_slot = ARENA_ARRAY(&c->scratch, const ShapeInstance **, shape->slots + 1);
  for (int s = 0; s < shape->slots; s++) of_slot[s] = ARENA_ARRAY(&c->scratch, const ShapeInstance *, count[s] + 1);
  for (int s = 0; s < shape->slots; s++) count[s] = 0;
  for (int i = 0; i < shape->n; i++) {
    if (shape->instances[i].n != 1) continue;
    int slot = shape->conditions[shape->instances[i].first].slot;
    of_slot[slot][count[slot]++] = &shape->instances[i];
  }
  for (int s = 0; s < shape->slots; s++) add_slot(c, s, of_slot[s], count[s], &all);
  join_columns(c, &all);
  VEC_FREE(&all);
}

// The instances of several conditions: how many a feature has at most, and the words they are in.
static void size_planes(Compiler *c, Planes *p) {
  const Shape *shape = c->shape;
  int end = 0, run = 0, last = -1;
  p->first_word = INT32_MAX;
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[i];
    if (in->n == 1) continue;
    run = in->bit == last ? run + 1 : 1;
    last = in->bit;
    p->n = MAX(p->n, run);
    p->first_word = MIN(p->first_word, in->bit / WORD_BITS);
    end = MAX(end, in->bit / WORD_BITS + 1);
  }
  p->words = p->n ? end - p->first_word : 0;
}

static void fill_planes(Compiler *c, Planes *p) {
  const Shape *shape = c->shape;
  size_t row = (size_t)p->n * (size_t)p->words;
  int *place = ARENA_ARRAY(&c->scratch, int, shape->slots + 1);
  uint16_t *slots = ARENA_ARRAY(c->arena, uint16_t, shape->slots + 1);
  for (int i = 0; i < shape->n_conditions; i++) place[shape->conditions[i].slot] = -1;
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[i];
    for (uint32_t k = 0; in->n > 1 && k < in->n; k++) {
      int slot = shape->conditions[in->first + k].slot;
      if (place[slot] >= 0) continue;
      place[slot] = p->slots;
      slots[p->slots++] = (uint16_t)slot;
    }
  }
  Word *kill = ARENA_ARRAY(c->arena, Word, row * (size_t)p->slots * (size_t)c->classes);
  Word *missing = ARENA_ARRAY(c->arena, Word, row);
  memset(missing, 0xff, row * sizeof *missing);
  int run = 0, last = -1;
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[i];
    if (in->n == 1) continue;
    run = in->bit == last ? run + 1 : 0;
    last = in->bit;
    size_t bit = (size_t)(run * p->words - p->first_word) * WORD_BITS + (size_t)in->bit;
    missing[bit / WORD_BITS] &= ~((Word)1 << bit % WORD_BITS);
    for (uint32_t k = 0; k < in->n; k++) {
      ShapeCondition condition = shape->conditions[in->first + k];
      for (int class = 0; class < c->classes; class ++) {
        if (literal_holds(&c->eval->classes, (SiteClass) class, condition.literal)) continue;
        Word *words = kill + ((size_t)place[condition.slot] * (size_t)c->classes + (size_t) class) * row;
        words[bit / WORD_BITS] |= (Word)1 << bit % WORD_BITS;
      }
    }
  }
  p->slot = slots;
  p->kill = kill;
  p->missing = missing;
}

static void compile_planes(Compiler *c) {
  Planes planes = {0};
  size_planes(c, &planes);
  size_t row = (size_t)planes.n * (size_t)planes.words;
  if (!row) return;
  if (row <= PLANE_WORDS_MAX && row * sizeof(Word) * (size_t)c->shape->slots * (size_t)c->classes <= PLANE_BYTES_MAX) {
    fill_planes(c, &planes);
    c->out->planes = planes;
    return;
  }
  ShapeInstance *list = ARENA_ARRAY(c->arena, ShapeInstance, c->shape->n);
  for (int i = 0; i < c->shape->n; i++) {
    if (c->shape->instances[i].n > 1) list[c->out->listed++] = c->shape->instances[i];
  }
  c->out->list = list;
  c->out->conditions = c->shape->conditions;
}

static void discard(Shape *shape) {
  Compiled *compiled = shape->compiled;
  if (!compiled) return;
  arena_free(&compiled->arena);
  mem_free(compiled);
  shape->compiled = NULL;
}

// Tables are by class: they are made anew when a position has a class that was not known.
static void compile(FeatureEval *eval, Shape *shape) {
  discard(shape);
  Compiler c = {.eval = eval, .shape = shape, .classes = (int)eval->classes.contents.n};
  c.out = mem_alloc_zero(sizeof *c.out);
  c.arena = &c.out->arena;
  c.out->classes = c.classes;
  compile_columns(&c);
  compile_planes(&c);
  c.out->n = (int)c.columns.n;
  c.out->columns = VEC_TO_ARENA(&c.columns, c.arena);
  c.out->slots = VEC_TO_ARENA(&c.slots, c.arena);
  VEC_FREE(&c.columns);
  VEC_FREE(&c.slots);
  arena_free(&c.scratch);
  shape->compiled = c.out;
}

// ---- evaluating a shape -------------------------------------------------------------------------

static void add_planes(const Planes *p, int classes_made, const Site *sites, const SiteClass *classes, Word *out) {
  Word killed[PLANE_WORDS_MAX];
  int row = p->n * p->words;
  bits_copy(killed, p->missing, row);
  for (int s = 0; s < p->slots; s++) {
    size_t at = (size_t)s * (size_t)classes_made + classes[sites[p->slot[s]]];
    bits_or(killed, p->kill + at * (size_t)row, row);
  }
  for (int k = 0; k < p->n; k++) {
    for (int w = 0; w < p->words; w++) out[p->first_word + w] |= ~killed[k * p->words + w];
  }
}

static void add_list(const FeatureEval *eval, const Compiled *compiled, const Site *sites, const SiteClass *classes,
                     Word *out) {
  for (int i = 0; i < compiled->listed; i++) {
    const ShapeInstance *in = &compiled->list[i];
    if (bit_get(out, in->bit)) continue;
    const ShapeCondition *c = compiled->conditions + in->first, *end = c + in->n;
    while (c < end && literal_holds(&eval->classes, classes[sites[c->slot]], c->literal)) c++;
    if (c == end) bit_set(out, in->bit);
  }
}

static void group_active(FeatureEval *eval, const Group *group, const SiteClass *classes, Word *out) {
  Shape *shape = group->shape;
  const Compiled *compiled = shape->compiled;
  if (UNLIKELY(!compiled || compiled->classes != (int)eval->classes.contents.n)) {
    compile(eval, shape);
    compiled = shape->compiled;
  }
  const Site *sites = group->sites;
  for (int i = 0; i < compiled->n; i++) {
    const Column *column = &compiled->columns[i];
    const uint16_t *slot = compiled->slots + column->first;
    Word bits = 0;
    for (int k = 0; k < column->n; k++) bits |= column->table[classes[sites[slot[k]]]];
    out[column->word] |= bits;
  }
  if (compiled->planes.n) add_planes(&compiled->planes, compiled->classes, sites, classes, out);
  if (compiled->listed) add_list(eval, compiled, sites, classes, out);
}

// ---- what is kept -------------------------------------------------------------------------------

static Kept *kept_of(const Fast *fast, Player player, AnchorRole role) {
  return &fast->kept[(size_t)player * ANCHOR_ROLES + role];
}

// The words of the plain features of each role.
static void find_words(FeatureEval *eval, Fast *fast) {
  int first[ANCHOR_ROLES] = {INT32_MAX, INT32_MAX}, end[ANCHOR_ROLES] = {0};
  for (int i = 0; i < eval->set->n; i++) {
    const Feature *f = &eval->set->at[i];
    if (feature_reactive(f) || (f->has[PLACE_TO] && f->has[PLACE_FROM])) continue;
    AnchorRole role = f->has[PLACE_TO] ? ANCHOR_TO : ANCHOR_FROM;
    int word = eval->bank->bits.of_feature[i] / WORD_BITS;
    first[role] = MIN(first[role], word);
    end[role] = MAX(end[role], word + 1);
  }
  for (int role = 0; role < ANCHOR_ROLES; role++) {
    fast->first[role] = end[role] ? first[role] : 0;
    fast->words[role] = MAX(end[role] - fast->first[role], 0);
  }
}

static void fast_open(FeatureEval *eval) {
  Fast *fast = mem_alloc_zero(sizeof *fast);
  size_t players = (size_t)eval->set->players + 2, sites = (size_t)MAX(eval->space->n, 1);
  fast->site_words = bits_words((int)sites);
  fast->kept = mem_alloc_zero(sizeof *fast->kept * players * ANCHOR_ROLES);
  find_words(eval, fast);
  for (int key = 1; key < KEY_KINDS; key++) fast->plain_keys |= eval->bank->keys[key] << key;
  for (int role = 0; role < ANCHOR_ROLES; role++) {
    fast->footprint[role] = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words * sites);
  }
  for (Player p = 1; p <= eval->set->players; p++) {
    for (int role = 0; role < ANCHOR_ROLES; role++) {
      Kept *kept = kept_of(fast, p, (AnchorRole)role);
      kept->bits = mem_alloc_zero(sizeof(Word) * sites * (size_t)MAX(fast->words[role], 1));
      kept->stale = mem_alloc_zero(sizeof(Word) * (size_t)fast->site_words);
      memset(kept->stale, 0xff, sizeof(Word) * (size_t)fast->site_words);
    }
  }
  eval->own = fast;
}

static void fast_close(FeatureEval *eval) {
  Fast *fast = eval->own;
  for (int i = 0; i < ANCHOR_ROLES * (eval->set->players + 1); i++) {
    mem_free(fast->kept[i].bits);
    mem_free(fast->kept[i].stale);
  }
  for (int role = 0; role < ANCHOR_ROLES; role++) mem_free(fast->footprint[role]);
  for (size_t i = 0; i < eval->bank->shapes.n; i++) discard(eval->bank->shapes.at[i]);
  mem_free(fast->kept);
  mem_free(fast);
}

static void fast_begin(FeatureEval *eval) {
  Fast *fast = eval->own;
  for (Player p = 1; p <= eval->set->players; p++) {
    const ChangedSites *changed = &eval->view.changed[view_of(&eval->view, p)];
    for (int role = 0; role < ANCHOR_ROLES; role++) {
      Word *stale = kept_of(fast, p, (AnchorRole)role)->stale;
      const Word *footprint = fast->footprint[role];
      for (size_t i = 0; i < changed->n; i++) {
        bits_or(stale, footprint + (size_t)changed->at[i] * (size_t)fast->site_words, fast->site_words);
      }
    }
  }
}

// Works out the bits of a site; the sites they depend on are noted the first time.
static void renew(FeatureEval *eval, Kept *kept, Player player, AnchorRole role, Site site) {
  Fast *fast = eval->own;
  bool made = bank_at(eval->bank, player, role, site)->made;
  Bucket *bucket = bank_bucket(eval->bank, player, role, site);
  Group *group = &bucket->groups[0];
  if (!made) {
    for (int s = 0; s < group->shape->slots; s++) {
      bit_set(fast->footprint[role] + (size_t)group->sites[s] * (size_t)fast->site_words, site);
    }
  }
  Word *out = eval->scratch;
  bits_copy(out, group->shape->always, eval->words);
  if (group->shape->n) group_active(eval, group, view_classes(&eval->view, player), out);
  bits_copy(kept->bits + (size_t)site * (size_t)fast->words[role], out + fast->first[role], fast->words[role]);
  bit_clear(kept->stale, site);
}

// Keys that name the last move or a second site.
static void add_keys(FeatureEval *eval, const FeatureMove *move, AnchorRole role, Site anchor, Word *out) {
  const Fast *fast = eval->own;
  const Bucket *bucket = bank_at(eval->bank, move->player, role, anchor);
  if (!bucket->table) return;
  for (int key = 1; key < KEY_KINDS; key++) {
    if (!(fast->plain_keys >> key & 1)) continue;
    Site other = key & KEY_OTHER ? (role == ANCHOR_TO ? move->from : SITE_OFF) : SITE_OFF;
    Site last_from = key & KEY_LAST_FROM ? eval->last_from : SITE_OFF;
    Site last_to = key & KEY_LAST_TO ? eval->last_to : SITE_OFF;
    if ((key & KEY_OTHER && other == SITE_OFF) || (key & KEY_LAST_FROM && last_from == SITE_OFF) ||
        (key & KEY_LAST_TO && last_to == SITE_OFF)) {
      continue;
    }
    const Group *group = bucket_find(bucket, other, last_from, last_to);
    if (!group) continue;
    bits_or(out, group->shape->always, eval->words);
    if (group->shape->n) group_active(eval, group, view_classes(&eval->view, move->player), out);
  }
}

static void add_role(FeatureEval *eval, const FeatureMove *move, AnchorRole role, Site site, Word *out) {
  const Fast *fast = eval->own;
  Kept *kept = kept_of(fast, move->player, role);
  if (bit_get(kept->stale, site)) renew(eval, kept, move->player, role, site);
  bits_or(out + fast->first[role], kept->bits + (size_t)site * (size_t)fast->words[role], fast->words[role]);
  if (fast->plain_keys) add_keys(eval, move, role, site, out);
}

static void fast_move(FeatureEval *eval, const FeatureMove *move, Word *out) {
  bits_zero(out, eval->words);
  if (move->player < 1 || move->player > eval->set->players) return;
  if (move->to != SITE_OFF) add_role(eval, move, ANCHOR_TO, move->to, out);
  if (move->from != SITE_OFF) add_role(eval, move, ANCHOR_FROM, move->from, out);
}

const EvaluatorRow evaluator_fast = {
    .name = "fast",
    .doc = "tables per site, kept from one position to the next where nothing has changed",
    .compile = compile,
    .group = group_active,
    .open = fast_open,
    .close = fast_close,
    .begin = fast_begin,
    .move = fast_move,
};
