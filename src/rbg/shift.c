// Shift tables: where a shift-only expression can lead from each vertex. Relations over vertices are bit
// matrices; sums, concatenations and stars of expressions are unions, products and closures of relations.
#include "rbg/automaton.h"

#include "base/vec.h"

enum { TABLE_VERTICES_MAX = 1024 };
static const int64_t work_max = (int64_t)1 << 30;  // word operations for all tables of a game

struct RbgTables {
  Arena *arena, *scratch;
  const RbgBoard *board;
  int words;
  int64_t work;
  VEC(RbgTable) list;
  Map known;  // matrix -> table index + 1
};

typedef Word *Relation;  // board->n rows of `words` words

RbgTables *rbg_tables_new(Arena *arena, Arena *scratch, const RbgBoard *board) {
  RbgTables *t = ARENA_NEW(scratch, RbgTables);
  *t = (RbgTables){.arena = arena, .scratch = scratch, .board = board, .words = bits_words(board->n)};
  map_init(&t->known, scratch);
  return t;
}

static Relation empty(RbgTables *t) { return ARENA_ARRAY(t->scratch, Word, t->board->n * t->words); }

static Word *row(const RbgTables *t, Relation r, int v) { return r + v * t->words; }

static Relation identity(RbgTables *t) {
  Relation r = empty(t);
  for (int v = 0; v < t->board->n; v++) bit_set(row(t, r, v), v);
  return r;
}

static Relation step(RbgTables *t, int label) {
  Relation r = empty(t);
  const int *next = t->board->next + label * t->board->n;
  for (int v = 0; v < t->board->n; v++) {
    if (next[v] >= 0) bit_set(row(t, r, v), next[v]);
  }
  return r;
}

// a = a then b
static void multiply(RbgTables *t, Relation a, Relation b) {
  Relation r = empty(t);
  for (int v = 0; v < t->board->n; v++) {
    FOR_BITS(u, row(t, a, v), t->words) {
      bits_or(row(t, r, v), row(t, b, u), t->words);
      t->work += t->words;
    }
  }
  bits_copy(a, r, t->board->n * t->words);
}

// Reflexive and transitive closure, in place (Warshall).
static Relation closure(RbgTables *t, Relation r) {
  int n = t->board->n;
  for (int v = 0; v < n; v++) bit_set(row(t, r, v), v);
  for (int k = 0; k < n; k++) {
    for (int v = 0; v < n; v++) {
      if (!bit_get(row(t, r, v), k)) continue;
      bits_or(row(t, r, v), row(t, r, k), t->words);
      t->work += t->words;
    }
  }
  t->work += (int64_t)n * n;
  return r;
}

static Relation filter(RbgTables *t, Relation inner, bool negated) {
  Relation r = empty(t);
  for (int v = 0; v < t->board->n; v++) {
    if (bits_any(row(t, inner, v), t->words) != negated) bit_set(row(t, r, v), v);
  }
  return r;
}

static Relation relation(RbgTables *t, const RbgNode *node);

static Relation combine(RbgTables *t, const RbgNode *node) {
  Relation r = node->kind == RBG_SUM ? empty(t) : identity(t);
  ArenaMark mark = arena_mark(t->scratch);
  for (uint32_t i = 0; i < node->n && t->work < work_max; i++) {
    Relation kid = relation(t, node->kids[i]);
    if (node->kind == RBG_SUM) bits_or(r, kid, t->board->n * t->words);
    else multiply(t, r, kid);
    arena_rewind(t->scratch, mark);
  }
  return r;
}

// The result is on scratch.
static Relation relation(RbgTables *t, const RbgNode *node) {
  t->work += t->board->n * t->words;
  switch (node->kind) {
    case RBG_SUM:
    case RBG_CAT: return combine(t, node);
    case RBG_STAR: return closure(t, relation(t, node->kids[0]));
    case RBG_CHECK: return filter(t, relation(t, node->kids[0]), node->negated);
    case RBG_SHIFT: return step(t, node->index);
    case RBG_DOT:
    case RBG_ON:
    case RBG_OFF:
    case RBG_ASSIGN:
    case RBG_COMPARE:
    case RBG_SWITCH: break;
  }
  assert(!"only shift-only trees have tables");
  return NULL;
}

static bool is_filter(const RbgTables *t, Relation r) {
  for (int v = 0; v < t->board->n; v++) {
    int n = bits_count(row(t, r, v), t->words);
    if (n > 1 || (n == 1 && !bit_get(row(t, r, v), v))) return false;
  }
  return true;
}

static bool is_step(const RbgTables *t, Relation r) {
  for (int v = 0; v < t->board->n; v++) {
    if (bits_count(row(t, r, v), t->words) > 1) return false;
  }
  return true;
}

static bool is_any(const RbgTables *t, Relation r) {
  for (int v = 1; v < t->board->n; v++) {
    if (!bits_equal(row(t, r, v), r, t->words)) return false;
  }
  return true;
}

static RbgTable make_filter(RbgTables *t, Relation r) {
  Word *set = ARENA_ARRAY(t->arena, Word, t->words);
  for (int v = 0; v < t->board->n; v++) bits_or(set, row(t, r, v), t->words);
  return (RbgTable){.kind = RBG_TABLE_FILTER, .set = set};
}

static RbgTable make_step(RbgTables *t, Relation r) {
  int *items = ARENA_ARRAY(t->arena, int, t->board->n);
  for (int v = 0; v < t->board->n; v++) items[v] = bits_next(row(t, r, v), t->words, 0);
  return (RbgTable){.kind = RBG_TABLE_STEP, .items = items};
}

// Rows of vertex lists; only the first row is listed when all are equal.
static RbgTable make_lists(RbgTables *t, Relation r, bool any) {
  int rows = any ? 1 : t->board->n;
  int *starts = ARENA_ARRAY(t->arena, int, rows + 1);
  for (int v = 0; v < rows; v++) starts[v + 1] = starts[v] + bits_count(row(t, r, v), t->words);
  int *items = ARENA_ARRAY(t->arena, int, starts[rows]), n = 0;
  for (int v = 0; v < rows; v++) {
    FOR_BITS(u, row(t, r, v), t->words) items[n++] = u;
  }
  const Word *set = any ? arena_copy(t->arena, r, (size_t)t->words * sizeof *r) : NULL;
  return (RbgTable){.kind = any ? RBG_TABLE_ANY : RBG_TABLE_MANY, .starts = starts, .items = items, .set = set};
}

static RbgTable make_table(RbgTables *t, Relation r) {
  if (is_filter(t, r)) return make_filter(t, r);
  if (is_step(t, r)) return make_step(t, r);
  return make_lists(t, r, is_any(t, r));
}

// Equal matrices share a table: the same macro is usually expanded many times.
static int intern(RbgTables *t, Relation r) {
  Str key = {(const char *)r, (size_t)(t->board->n * t->words) * sizeof *r};
  uintptr_t known = (uintptr_t)map_get(&t->known, key);
  if (known) return (int)known - 1;
  VEC_PUSH(&t->list, make_table(t, r));
  map_put(&t->known, arena_str(t->scratch, key), (void *)(uintptr_t)t->list.n);
  return (int)t->list.n - 1;
}

int rbg_table_add(RbgTables *t, const RbgNode *node) {
  if (t->board->n > TABLE_VERTICES_MAX || t->work > work_max) return -1;
  Arena temporary = {0};
  Arena *kept = t->scratch;
  t->scratch = &temporary;
  Relation r = relation(t, node);
  t->scratch = kept;
  int index = t->work > work_max ? -1 : intern(t, r);
  arena_free(&temporary);
  return index;
}

const RbgTable *rbg_tables_list(const RbgTables *t, int *n) {
  *n = (int)t->list.n;
  const RbgTable *list = VEC_TO_ARENA(&t->list, t->arena);
  mem_free(t->list.at);
  return list;
}
