// Making and reading tables.
#include "feature/evaluate/fast_table.h"

#include "base/mem.h"

#include <stdlib.h>

enum { PLANE_BYTES_MAX = 1 << 18, PLANE_WORDS_MAX = 1024, CHUNK_ENTRIES_MAX = 1024, CHUNK_SITES_MAX = 8 };

void fast_pool_open(FastPool *pool, int classes) {
  *pool = (FastPool){.classes = classes};
  map_init(&pool->tables, &pool->arena);
}

void fast_pool_close(FastPool *pool) {
  arena_free(&pool->arena);
  *pool = (FastPool){0};
}

// ---- compiling ----------------------------------------------------------------------------------

typedef struct Compiler {
  const FeatureEval *eval;
  FastPool *pool;
  Arena *arena;  // of the pool
  Arena scratch;
  const Shape *shape;
  FastTable *out;
  int classes;
  VEC(Column) columns;
  VEC(uint16_t) slots;
} Compiler;

// Whether a site of the class meets all conditions.
static bool holds_in(const Compiler *c, const ShapeInstance *in, SiteClass class) {
  for (uint32_t i = 0; i < in->n; i++) {
    if (!literal_holds(&c->eval->classes, class, c->shape->conditions[in->first + i].literal)) return false;
  }
  return true;
}

// The words of features that the instances of a single slot prove, one table per word they are in.
static Word *slot_tables(Compiler *c, const ShapeInstance *const *of_slot, int n, int word) {
  Word *table = ARENA_ARRAY(&c->scratch, Word, c->classes);
  for (int i = 0; i < n; i++) {
    const ShapeInstance *in = of_slot[i];
    if (in->bit / WORD_BITS != word) continue;
    for (int k = 0; k < c->classes; k++) {
      if (holds_in(c, in, (SiteClass)k)) table[k] |= (Word)1 << in->bit % WORD_BITS;
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

// A table by the classes of n sites of a column.
static Word *make_chunk(Compiler *c, const Column *column, int n) {
  size_t classes = (size_t)c->classes, entries = 1;
  for (int k = 0; k < n; k++) entries *= classes;
  Word *table = ARENA_ARRAY(c->arena, Word, entries);
  for (size_t i = 0; i < entries; i++) {
    for (size_t rest = i, k = 0; k < (size_t)n; k++, rest /= classes) table[i] |= column->table[rest % classes];
  }
  return table;
}

// The same, one for all shapes.
static const Word *chunk_table(Compiler *c, const Column *column, int n) {
  size_t bytes = sizeof(Word) * (size_t)c->classes;
  Word *key = ARENA_ARRAY(&c->scratch, Word, c->classes + 1);
  key[0] = (Word)n;
  memcpy(key + 1, column->table, bytes);
  Str name = {(const char *)key, bytes + sizeof *key};
  const Word *known = map_get(&c->pool->tables, name);
  if (known) return known;
  Word *table = make_chunk(c, column, n);
  map_put(&c->pool->tables, (Str){arena_copy(c->arena, key, name.n), name.n}, table);
  return table;
}

// How many sites may share a table.
static int chunk_size(int classes) {
  int n = 1;
  for (int entries = classes * classes; entries <= CHUNK_ENTRIES_MAX && n < CHUNK_SITES_MAX; n++) entries *= classes;
  return n;
}

static int compare_columns(const void *left, const void *right) {
  const Column *a = left, *b = right;
  return a->word != b->word ? a->word - b->word : a->first - b->first;
}

// Columns by word, each in chunks of about the same size.
static void compile_chunks(Compiler *c) {
  VEC(const Word *) tables = {0};
  VEC(uint8_t) sizes = {0};
  VEC(uint16_t) slots = {0};
  uint16_t *ends = ARENA_ARRAY(c->arena, uint16_t, c->eval->words + 1);
  int most = chunk_size(c->classes);
  if (c->columns.n) qsort(c->columns.at, c->columns.n, sizeof *c->columns.at, compare_columns);
  for (size_t i = 0; i < c->columns.n; i++) {
    Column *column = &c->columns.at[i];
    int chunks = (column->n + most - 1) / most, first = (int)slots.n;
    for (int k = 0; k < column->n; k++) VEC_PUSH(&slots, c->slots.at[column->first + k]);
    for (int k = 0; k < chunks; k++) {
      int n = column->n * (k + 1) / chunks - column->n * k / chunks;
      VEC_PUSH(&tables, chunk_table(c, column, n));
      VEC_PUSH(&sizes, (uint8_t)n);
    }
    column->first = first;
    for (int w = column->word; w < c->eval->words; w++) ends[w] = (uint16_t)tables.n;
  }
  c->out->n_chunks = (int)tables.n;
  c->out->chunks = VEC_TO_ARENA(&tables, c->arena);
  c->out->sizes = VEC_TO_ARENA(&sizes, c->arena);
  c->out->slots = VEC_TO_ARENA(&slots, c->arena);
  c->out->ends = ends;
  VEC_FREE(&tables);
  VEC_FREE(&sizes);
  VEC_FREE(&slots);
}

static void compile_columns(Compiler *c) {
  const Shape *shape = c->shape;
  SlotTables all = {0};
  int *count = ARENA_ARRAY(&c->scratch, int, shape->slots + 1);
  for (int i = 0; i < shape->n; i++) {
    if (shape_one_slot(shape, &shape->instances[i])) count[shape->conditions[shape->instances[i].first].slot]++;
  }
  const ShapeInstance ***of_slot = ARENA_ARRAY(&c->scratch, const ShapeInstance **, shape->slots + 1);
  for (int s = 0; s < shape->slots; s++) of_slot[s] = ARENA_ARRAY(&c->scratch, const ShapeInstance *, count[s] + 1);
  for (int s = 0; s < shape->slots; s++) count[s] = 0;
  for (int i = 0; i < shape->n; i++) {
    if (!shape_one_slot(shape, &shape->instances[i])) continue;
    int slot = shape->conditions[shape->instances[i].first].slot;
    of_slot[slot][count[slot]++] = &shape->instances[i];
  }
  for (int s = 0; s < shape->slots; s++) add_slot(c, s, of_slot[s], count[s], &all);
  join_columns(c, &all);
  VEC_FREE(&all);
}

// The instances of several slots: how many a feature has at most, and the words they are in.
static void size_planes(Compiler *c, Planes *p) {
  const Shape *shape = c->shape;
  int end = 0, run = 0, last = -1;
  p->first_word = INT32_MAX;
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[i];
    if (shape_one_slot(shape, in)) continue;
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
    for (uint32_t k = 0; !shape_one_slot(shape, in) && k < in->n; k++) {
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
    if (shape_one_slot(shape, in)) continue;
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
  p->classes = c->classes;
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
    if (!shape_one_slot(c->shape, &c->shape->instances[i])) list[c->out->listed++] = c->shape->instances[i];
  }
  c->out->list = list;
  c->out->conditions = c->shape->conditions;
}

const FastTable *fast_table_make(FastPool *pool, const FeatureEval *eval, const Shape *shape) {
  Compiler c = {.eval = eval, .pool = pool, .arena = &pool->arena, .shape = shape, .classes = pool->classes};
  c.out = ARENA_NEW(c.arena, FastTable);
  compile_columns(&c);
  compile_chunks(&c);
  compile_planes(&c);
  c.out->n = (int)c.columns.n;
  c.out->columns = VEC_TO_ARENA(&c.columns, c.arena);
  VEC_FREE(&c.columns);
  VEC_FREE(&c.slots);
  arena_free(&c.scratch);
  return c.out;
}

// ---- evaluating a shape -------------------------------------------------------------------------

static void add_planes(const Planes *p, const Site *sites, const SiteClass *classes, Word *out) {
  Word killed[PLANE_WORDS_MAX];
  int row = p->n * p->words;
  bits_copy(killed, p->missing, row);
  for (int s = 0; s < p->slots; s++) {
    size_t at = (size_t)s * (size_t)p->classes + classes[sites[p->slot[s]]];
    bits_or(killed, p->kill + at * (size_t)row, row);
  }
  for (int k = 0; k < p->n; k++) {
    for (int w = 0; w < p->words; w++) out[p->first_word + w] |= ~killed[k * p->words + w];
  }
}

static void add_list(const FeatureEval *eval, const FastTable *compiled, const Site *sites, const SiteClass *classes,
                     Word *out) {
  for (int i = 0; i < compiled->listed; i++) {
    const ShapeInstance *in = &compiled->list[i];
    if (bit_get(out, in->bit)) continue;
    const ShapeCondition *c = compiled->conditions + in->first, *end = c + in->n;
    while (c < end && literal_holds(&eval->classes, classes[sites[c->slot]], c->literal)) c++;
    if (c == end) bit_set(out, in->bit);
  }
}

void fast_table_add_rest(const FeatureEval *eval, const FastTable *table, const Site *sites, const SiteClass *classes,
                         Word *out) {
  if (table->planes.n) add_planes(&table->planes, sites, classes, out);
  if (table->listed) add_list(eval, table, sites, classes, out);
}

void fast_table_group(const FeatureEval *eval, const FastTable *table, const Site *sites, const SiteClass *classes,
                      Word *out) {
  for (int i = 0; i < table->n; i++) {
    const Column *column = &table->columns[i];
    const uint16_t *slot = table->slots + column->first;
    Word bits = 0;
    for (int k = 0; k < column->n; k++) bits |= column->table[classes[sites[slot[k]]]];
    out[column->word] |= bits;
  }
  fast_table_add_rest(eval, table, sites, classes, out);
}
