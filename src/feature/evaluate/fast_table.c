// Making and reading tables.
#include "feature/evaluate/fast_table.h"

#include "base/mem.h"

#include <stdlib.h>

enum {
  PLANE_BYTES_MAX = 1 << 18,
  PLANE_WORDS_MAX = 1024,
  CHUNK_ENTRIES_MAX = 1024,
  CHUNK_SITES_MAX = 8,
  JOINTS_MAX = 32,            // chunks for instances of several sites, of a shape
  JOINT_ENTRIES = 256,        // of each if the sites of one instance allow it
  JOINT_BYTES_MAX = 1 << 16,  // of a shape
};

void fast_pool_open(FastPool *pool, int classes) {
  *pool = (FastPool){.classes = classes};
  map_init(&pool->tables, &pool->arena);
}

void fast_pool_close(FastPool *pool) {
  arena_free(&pool->arena);
  *pool = (FastPool){0};
}

// ---- compiling ----------------------------------------------------------------------------------

// Sites whose content proves features of one word, each by itself.
typedef struct Column {
  const Word *table;  // by class
  int word;
  int first, n;  // of slots
} Column;

typedef struct Chunk {
  int word, number;
  int n;
  uint16_t slots[CHUNK_SITES_MAX];
  const Word *table;
} Chunk;

typedef struct Compiler {
  const FeatureEval *eval;
  FastPool *pool;
  Arena *arena;  // of the pool
  Arena scratch;
  const Shape *shape;
  FastTable *out;
  int classes;
  VEC(uint16_t) slots;  // of columns
  VEC(Chunk) chunks;
  int *joint_of;  // by instance: the chunk it is in, -1: none
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

// A table that may be kept already; the key is its content.
static const Word *keep_table(Compiler *c, const Word *table, size_t entries) {
  Str name = {(const char *)table, entries * sizeof *table};
  const Word *known = map_get(&c->pool->tables, name);
  if (known) return known;
  Word *kept = arena_copy(c->arena, table, name.n);
  map_put(&c->pool->tables, (Str){(const char *)kept, name.n}, kept);
  return kept;
}

static size_t table_entries(const Compiler *c, int sites) {
  size_t entries = 1;
  for (int k = 0; k < sites; k++) entries *= (size_t)c->classes;
  return entries;
}

// A table by the classes of n sites of a column.
static const Word *column_table(Compiler *c, const Word *column, int n) {
  size_t classes = (size_t)c->classes, entries = table_entries(c, n);
  Word *table = ARENA_ARRAY(&c->scratch, Word, entries);
  for (size_t i = 0; i < entries; i++) {
    for (size_t rest = i, k = 0; k < (size_t)n; k++, rest /= classes) table[i] |= column[rest % classes];
  }
  return keep_table(c, table, entries);
}

// How many sites may share a table of so many entries.
static int chunk_size(int classes, int most) {
  int n = 1;
  for (int entries = classes * classes; entries <= most && n < CHUNK_SITES_MAX; n++) entries *= classes;
  return n;
}

// The sites of a column, in chunks of about the same size.
static void chunks_of_column(Compiler *c, const Column *column) {
  int most = chunk_size(c->classes, CHUNK_ENTRIES_MAX), chunks = (column->n + most - 1) / most;
  for (int k = 0; k < chunks; k++) {
    int first = column->n * k / chunks, n = column->n * (k + 1) / chunks - first;
    Chunk chunk = {.word = column->word, .n = n, .table = column_table(c, column->table, n)};
    memcpy(chunk.slots, &c->slots.at[column->first + first], (size_t)n * sizeof *chunk.slots);
    VEC_PUSH(&c->chunks, chunk);
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
    column.table = table;
    chunks_of_column(c, &column);
  }
}

// By word; in the order they were made where that is the same.
static int compare_chunks(const void *left, const void *right) {
  const Chunk *a = left, *b = right;
  return a->word != b->word ? a->word - b->word : a->number - b->number;
}

static void write_chunks(Compiler *c) {
  FastTable *out = c->out;
  size_t n = c->chunks.n;
  const Word **tables = ARENA_ARRAY(c->arena, const Word *, n + 1);
  uint8_t *sizes = ARENA_ARRAY(c->arena, uint8_t, n + 1);
  uint16_t *slots = ARENA_ARRAY(c->arena, uint16_t, n * CHUNK_SITES_MAX + 1), *slot = slots;
  uint16_t *ends = ARENA_ARRAY(c->arena, uint16_t, c->eval->words + 1);
  for (size_t i = 0; i < n; i++) c->chunks.at[i].number = (int)i;
  if (n) qsort(c->chunks.at, n, sizeof *c->chunks.at, compare_chunks);
  for (size_t i = 0; i < n; i++) {
    const Chunk *chunk = &c->chunks.at[i];
    tables[i] = chunk->table;
    sizes[i] = (uint8_t)chunk->n;
    memcpy(slot, chunk->slots, (size_t)chunk->n * sizeof *slot);
    slot += chunk->n;
    for (int w = chunk->word; w < c->eval->words; w++) ends[w] = (uint16_t)(i + 1);
  }
  out->n_chunks = (int)n;
  out->chunks = tables;
  out->sizes = sizes;
  out->slots = slots;
  out->ends = ends;
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

// ---- instances of several sites in chunks ---------------------------------------------------------

// The sites of an instance, each once; at most one more than a chunk can have.
static int instance_slots(const Compiler *c, const ShapeInstance *in, uint16_t *slots) {
  int n = 0;
  for (uint32_t k = 0; k < in->n && n <= CHUNK_SITES_MAX; k++) {
    uint16_t slot = (uint16_t)c->shape->conditions[in->first + k].slot;
    if (!n || slots[n - 1] != slot) slots[n++] = slot;
  }
  return n;
}

// How many of the sites a chunk does not have.
static int lacking(const Chunk *chunk, const uint16_t *slots, int n) {
  int lacks = n;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < chunk->n; k++) lacks -= chunk->slots[k] == slots[i];
  }
  return lacks;
}

static void add_slots(Chunk *chunk, const uint16_t *slots, int n) {
  for (int i = 0; i < n; i++) {
    if (lacking(chunk, &slots[i], 1)) chunk->slots[chunk->n++] = slots[i];
  }
}

// The chunk with room for the sites that lacks the fewest; one that has none of them is no better than a new one.
static size_t choose_joint(const Compiler *c, size_t first, int word, const uint16_t *slots, int n) {
  int most = chunk_size(c->classes, JOINT_ENTRIES), fewest = n;
  size_t best = c->chunks.n;
  for (size_t i = first; i < c->chunks.n; i++) {
    const Chunk *chunk = &c->chunks.at[i];
    int lacks = lacking(chunk, slots, n);
    if (chunk->word != word || lacks >= fewest || (lacks && chunk->n + lacks > most)) continue;
    fewest = lacks;
    best = i;
  }
  return best;
}

// Finds a chunk for each instance of several sites. False when that takes too many.
static bool find_joints(Compiler *c) {
  size_t first = c->chunks.n;
  int hard = chunk_size(c->classes, CHUNK_ENTRIES_MAX);
  for (int i = 0; i < c->shape->n; i++) c->joint_of[i] = -1;
  for (int i = 0; i < c->shape->n && c->chunks.n <= first + JOINTS_MAX; i++) {
    const ShapeInstance *in = &c->shape->instances[i];
    uint16_t slots[CHUNK_SITES_MAX + 1];
    int n = instance_slots(c, in, slots), word = in->bit / WORD_BITS;
    if (n < 2 || n > hard || in->n > FEATURE_ELEMENTS_MAX) continue;
    size_t joint = choose_joint(c, first, word, slots, n);
    if (joint == c->chunks.n) VEC_PUSH(&c->chunks, (Chunk){.word = word});
    add_slots(&c->chunks.at[joint], slots, n);
    c->joint_of[i] = (int)joint;
  }
  return c->chunks.n <= first + JOINTS_MAX;
}

// Sets the bit of an instance in the entries of a chunk's table where it holds.
static void fill_entries(const Compiler *c, const ShapeInstance *in, const Chunk *chunk, Word *table, size_t entries) {
  size_t classes = (size_t)c->classes, digits[FEATURE_ELEMENTS_MAX];
  assert(in->n <= COUNT_OF(digits));
  for (uint32_t k = 0; k < in->n; k++) {
    digits[k] = 1;
    for (int at = 0; chunk->slots[at] != c->shape->conditions[in->first + k].slot; at++) digits[k] *= classes;
  }
  for (size_t e = 0; e < entries; e++) {
    uint32_t k = 0;
    while (k < in->n && literal_holds(&c->eval->classes, (SiteClass)(e / digits[k] % classes),
                                      c->shape->conditions[in->first + k].literal)) {
      k++;
    }
    if (k == in->n) table[e] |= (Word)1 << in->bit % WORD_BITS;
  }
}

static const Word *joint_table(Compiler *c, int joint) {
  const Chunk *chunk = &c->chunks.at[joint];
  size_t entries = table_entries(c, chunk->n);
  Word *table = ARENA_ARRAY(&c->scratch, Word, entries);
  for (int i = 0; i < c->shape->n; i++) {
    if (c->joint_of[i] == joint) fill_entries(c, &c->shape->instances[i], chunk, table, entries);
  }
  return keep_table(c, table, entries);
}

// Chunks for the instances of several sites; none of them when the tables would be too large.
static void compile_joints(Compiler *c) {
  size_t first = c->chunks.n, bytes = 0;
  c->joint_of = ARENA_ARRAY(&c->scratch, int, c->shape->n + 1);
  bool found = find_joints(c);
  for (size_t i = first; i < c->chunks.n; i++) bytes += sizeof(Word) * table_entries(c, c->chunks.at[i].n);
  if (!found || bytes > JOINT_BYTES_MAX) {
    c->chunks.n = first;
    for (int i = 0; i < c->shape->n; i++) c->joint_of[i] = -1;
  }
  for (size_t i = first; i < c->chunks.n; i++) c->chunks.at[i].table = joint_table(c, (int)i);
}

// ---- planes --------------------------------------------------------------------------------------

// Whether an instance is in no chunk.
static bool apart(const Compiler *c, int i) {
  return !shape_one_slot(c->shape, &c->shape->instances[i]) && c->joint_of[i] < 0;
}

// The instances of several slots: how many a feature has at most, and the words they are in.
static void size_planes(Compiler *c, Planes *p) {
  const Shape *shape = c->shape;
  int end = 0, run = 0, last = -1;
  p->first_word = INT32_MAX;
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[i];
    if (!apart(c, i)) continue;
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
    for (uint32_t k = 0; apart(c, i) && k < in->n; k++) {
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
    if (!apart(c, i)) continue;
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
    if (apart(c, i)) list[c->out->listed++] = c->shape->instances[i];
  }
  c->out->list = list;
  c->out->conditions = c->shape->conditions;
}

const FastTable *fast_table_make(FastPool *pool, const FeatureEval *eval, const Shape *shape) {
  Compiler c = {.eval = eval, .pool = pool, .arena = &pool->arena, .shape = shape, .classes = pool->classes};
  c.out = ARENA_NEW(c.arena, FastTable);
  c.out->classes = c.classes;
  compile_columns(&c);
  compile_joints(&c);
  write_chunks(&c);
  compile_planes(&c);
  VEC_FREE(&c.chunks);
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
  const uint16_t *slot = table->slots;
  for (int i = 0, word = 0; i < table->n_chunks; i++) {
    size_t index = 0, digit = 1;
    for (int k = 0; k < table->sizes[i]; k++, digit *= (size_t)table->classes) index += digit * classes[sites[*slot++]];
    while (i >= table->ends[word]) word++;
    out[word] |= table->chunks[i][index];
  }
  fast_table_add_rest(eval, table, sites, classes, out);
}
