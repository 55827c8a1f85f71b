// Spatial pattern networks: Algorithms 2 and 3 of the paper. A network has the propositions of a shape in the order of
// net_order.h and its instances in the order of their last propositions. Testing a proposition deduces what follows
// from its truth or falsity: propositions that need no test any more, instances that cannot hold, and features that are
// active because an instance of a single proposition is proven.
#include "feature/evaluator.h"
#include "feature/net_order.h"

#include "base/mem.h"

#include <stdlib.h>

typedef struct NetProp {
  uint16_t slot;
  uint16_t literal;
} NetProp;

// What follows when a proposition turns out true or false.
typedef struct Deduction {
  const Word *props;  // need no test any more: proven
  const Word *insts;  // need not be looked at: disproven, or their feature is active
  const Word *bits;   // features that are active
} Deduction;

typedef struct Net {
  int props, insts;
  int prop_words, inst_words;
  int first_word, end_word;     // of the features
  const NetProp *prop;          // in order
  const Deduction *deduced[2];  // by truth and proposition
  const int32_t *bit;           // by instance
  const uint32_t *start;        // instances + 1: propositions of each, in order
  const uint16_t *needs;
  const Word *same;  // [instance * inst_words]: instances of the same feature
} Net;

// ---- building -----------------------------------------------------------------------------------

typedef struct Builder {
  FeatureEval *eval;
  Arena *arena;  // of the net
  Arena scratch;
  const Shape *shape;
  Net *net;
  int n;          // propositions
  NetProp *prop;  // as they turn up, then in order
  int *rank;      // by first number
  uint16_t *of_condition;
  int *order;  // instances in order
} Builder;

static void number_props(Builder *b) {
  const Shape *shape = b->shape;
  b->prop = ARENA_ARRAY(&b->scratch, NetProp, shape->n_conditions + 1);
  b->of_condition = ARENA_ARRAY(&b->scratch, uint16_t, shape->n_conditions + 1);
  size_t literals = 2 * b->eval->classes.tests.n;
  int *known = ARENA_ARRAY(&b->scratch, int, (size_t)shape->slots *literals + 1);
  for (int i = 0; i < shape->n_conditions; i++) {
    ShapeCondition c = shape->conditions[i];
    int *number = &known[(size_t)c.slot * literals + c.literal];
    if (!*number) {
      b->prop[b->n++] = (NetProp){c.slot, c.literal};
      *number = b->n;
    }
    b->of_condition[i] = (uint16_t)(*number - 1);
  }
}

// 1: the literal of q is proven when that of p is `truth`; -1: disproven; 0: neither.
static int tells(const Builder *b, const NetProp *p, bool truth, const NetProp *q) {
  if (p->slot != q->slot) return 0;
  int known = truth ? p->literal : p->literal ^ 1;
  if (literal_implies(&b->eval->classes, known, q->literal)) return 1;
  return literal_implies(&b->eval->classes, known, q->literal ^ 1) ? -1 : 0;
}

static void list_told(Builder *b, NetFormula *f) {
  for (int truth = 0; truth < 2; truth++) {
    int *start = ARENA_ARRAY(&b->scratch, int, b->n + 1);
    VEC(int) told = {0};
    for (int p = 0; p < b->n; p++) {
      for (int q = 0; q < b->n; q++) {
        if (p != q && tells(b, &b->prop[p], truth, &b->prop[q])) VEC_PUSH(&told, q);
      }
      start[p + 1] = (int)told.n;
    }
    f->told_start[truth] = start;
    f->told[truth] = told.n ? VEC_TO_ARENA(&told, &b->scratch) : NULL;
    VEC_FREE(&told);
  }
}

// Instances of a shape come feature by feature.
static void order_props(Builder *b) {
  const Shape *shape = b->shape;
  int words = bits_words(MAX(b->n, 1));
  Word *conj = ARENA_ARRAY(&b->scratch, Word, words * shape->n + 1);
  int *disj = ARENA_ARRAY(&b->scratch, int, shape->n + 1);
  int *order = ARENA_ARRAY(&b->scratch, int, b->n + 1);
  NetFormula f = {.props = b->n, .n = shape->n, .conj = conj, .disj = disj};
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[i];
    for (uint32_t k = 0; k < in->n; k++) bit_set(conj + (size_t)i * (size_t)words, b->of_condition[in->first + k]);
    if (i && shape->instances[i - 1].bit != in->bit) f.disjunctions++;
    disj[i] = f.disjunctions;
  }
  f.disjunctions++;
  list_told(b, &f);
  net_order(&f, order);
  b->rank = ARENA_ARRAY(&b->scratch, int, b->n + 1);
  NetProp *ordered = ARENA_ARRAY(b->arena, NetProp, b->n + 1);
  for (int i = 0; i < b->n; i++) {
    b->rank[order[i]] = i;
    ordered[i] = b->prop[order[i]];
  }
  b->prop = ordered;
  b->net->prop = ordered;
}

typedef struct InstanceOrder {
  int last, n, number;
} InstanceOrder;

static int compare_instances(const void *left, const void *right) {
  const InstanceOrder *a = left, *b = right;
  if (a->last != b->last) return a->last - b->last;
  return a->n != b->n ? a->n - b->n : a->number - b->number;
}

static void order_instances(Builder *b) {
  const Shape *shape = b->shape;
  InstanceOrder *list = ARENA_ARRAY(&b->scratch, InstanceOrder, shape->n + 1);
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[i];
    list[i] = (InstanceOrder){-1, (int)in->n, i};
    for (uint32_t k = 0; k < in->n; k++) list[i].last = MAX(list[i].last, b->rank[b->of_condition[in->first + k]]);
  }
  qsort(list, (size_t)shape->n, sizeof *list, compare_instances);
  b->order = ARENA_ARRAY(&b->scratch, int, shape->n + 1);
  for (int i = 0; i < shape->n; i++) b->order[i] = list[i].number;
}

static int compare_ranks(const void *a, const void *b) { return *(const uint16_t *)a - *(const uint16_t *)b; }

static void list_needs(Builder *b) {
  const Shape *shape = b->shape;
  Net *net = b->net;
  int32_t *bit = ARENA_ARRAY(b->arena, int32_t, shape->n + 1);
  uint32_t *start = ARENA_ARRAY(b->arena, uint32_t, shape->n + 1);
  uint16_t *needs = ARENA_ARRAY(b->arena, uint16_t, shape->n_conditions + 1);
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[b->order[i]];
    bit[i] = in->bit;
    for (uint32_t k = 0; k < in->n; k++) needs[start[i] + k] = (uint16_t)b->rank[b->of_condition[in->first + k]];
    qsort(needs + start[i], in->n, sizeof *needs, compare_ranks);
    start[i + 1] = start[i] + in->n;
  }
  net->bit = bit;
  net->start = start;
  net->needs = needs;
}

static void list_same(Builder *b) {
  Net *net = b->net;
  Word *same = ARENA_ARRAY(b->arena, Word, net->inst_words * net->insts + 1);
  for (int i = 0; i < net->insts; i++) {
    for (int k = 0; k < net->insts; k++) {
      if (net->bit[i] == net->bit[k]) bit_set(same + (size_t)i * (size_t)net->inst_words, k);
    }
  }
  net->same = same;
}

// What follows for the instances: out when a proposition is disproven, and done when their feature is proven.
static void deduce_instances(const Builder *b, const Word *proven, const Word *disproven, Word *insts, Word *bits) {
  const Net *net = b->net;
  for (int i = 0; i < net->insts; i++) {
    bool out = false;
    for (uint32_t k = net->start[i]; k < net->start[i + 1]; k++) out |= bit_get(disproven, net->needs[k]);
    if (out) bit_set(insts, i);
    if (net->start[i + 1] - net->start[i] != 1 || !bit_get(proven, net->needs[net->start[i]])) continue;
    bit_set(bits, net->bit[i]);
    bits_or(insts, net->same + (size_t)i * (size_t)net->inst_words, net->inst_words);
  }
}

static Deduction deduce(Builder *b, int prop, bool truth) {
  const Net *net = b->net;
  Word *proven = ARENA_ARRAY(b->arena, Word, net->prop_words);
  Word *disproven = ARENA_ARRAY(&b->scratch, Word, net->prop_words);
  Word *insts = ARENA_ARRAY(b->arena, Word, net->inst_words);
  Word *bits = ARENA_ARRAY(b->arena, Word, b->eval->words);
  for (int q = 0; q < net->props; q++) {
    int told = tells(b, &net->prop[prop], truth, &net->prop[q]);
    if (told > 0) bit_set(proven, q);
    if (told < 0) bit_set(disproven, q);
  }
  if (!truth) bit_set(disproven, prop);
  deduce_instances(b, proven, disproven, insts, bits);
  return (Deduction){proven, insts, bits};
}

static void list_deductions(Builder *b) {
  for (int truth = 0; truth < 2; truth++) {
    Deduction *list = ARENA_ARRAY(b->arena, Deduction, b->n + 1);
    for (int p = 0; p < b->n; p++) list[p] = deduce(b, p, truth);
    b->net->deduced[truth] = list;
  }
}

static void find_words(Net *net) {
  net->first_word = net->insts ? INT32_MAX : 0;
  for (int i = 0; i < net->insts; i++) {
    net->first_word = MIN(net->first_word, net->bit[i] / WORD_BITS);
    net->end_word = MAX(net->end_word, net->bit[i] / WORD_BITS + 1);
  }
}

static void compile(FeatureEval *eval, Shape *shape) {
  Builder b = {.eval = eval, .arena = &eval->bank->arena, .shape = shape};
  Net *net = b.net = ARENA_NEW(b.arena, Net);
  number_props(&b);
  net->props = b.n;
  net->insts = shape->n;
  net->prop_words = bits_words(MAX(b.n, 1));
  net->inst_words = bits_words(MAX(shape->n, 1));
  order_props(&b);
  order_instances(&b);
  list_needs(&b);
  list_same(&b);
  list_deductions(&b);
  find_words(net);
  arena_free(&b.scratch);
  shape->compiled = net;
}

// ---- evaluating ---------------------------------------------------------------------------------

enum { NET_WORDS_MAX = 2048 };

typedef struct NetRun {
  FeatureEval *eval;
  const Net *net;
  const Site *sites;
  const SiteClass *classes;
  Word *out;
  Word props[NET_WORDS_MAX], insts[NET_WORDS_MAX];
} NetRun;

static void fill(Word *set, int bits) {
  int words = bits_words(bits);
  for (int w = 0; w < words; w++) set[w] = ~(Word)0;
  if (bits % WORD_BITS) set[words - 1] = ((Word)1 << bits % WORD_BITS) - 1;
}

// Tests a proposition and draws the conclusions.
static bool test(NetRun *run, int prop) {
  const Net *net = run->net;
  NetProp p = net->prop[prop];
  bool truth = literal_holds(&run->eval->classes, run->classes[run->sites[p.slot]], p.literal);
  const Deduction *d = &net->deduced[truth][prop];
  bits_andnot(run->props, d->props, net->prop_words);
  bits_andnot(run->insts, d->insts, net->inst_words);
  for (int w = net->first_word; w < net->end_word; w++) run->out[w] |= d->bits[w];
  return truth;
}

// Tests what is not known yet of an instance.
static bool instance_holds(NetRun *run, int i) {
  const Net *net = run->net;
  for (uint32_t k = net->start[i]; k < net->start[i + 1]; k++) {
    int prop = net->needs[k];
    if (!bit_get(run->props, prop)) continue;
    bit_clear(run->props, prop);
    if (!test(run, prop)) return false;
  }
  return true;
}

static void group_active(FeatureEval *eval, const Group *group, const SiteClass *classes, Word *out) {
  const Net *net = group->shape->compiled;
  NetRun run;
  run.eval = eval;
  run.net = net;
  run.sites = group->sites;
  run.classes = classes;
  run.out = out;
  assert(net->prop_words <= NET_WORDS_MAX && net->inst_words <= NET_WORDS_MAX);
  fill(run.props, net->props);
  fill(run.insts, net->insts);
  for (int w = 0; w < net->inst_words; w++) {
    while (run.insts[w]) {
      int i = w * WORD_BITS + word_first(run.insts[w]);
      run.insts[w] &= run.insts[w] - 1;
      if (!instance_holds(&run, i)) continue;
      bit_set(out, net->bit[i]);
      bits_andnot(run.insts, net->same + (size_t)i * (size_t)net->inst_words, net->inst_words);
    }
  }
}

const EvaluatorRow evaluator_spatternet = {
    .name = "spatternet",
    .doc = "spatial pattern networks, all made beforehand",
    .all_at_once = true,
    .compile = compile,
    .group = group_active,
};

const EvaluatorRow evaluator_jit = {
    .name = "jit",
    .doc = "spatial pattern networks, made when a move first needs them",
    .compile = compile,
    .group = group_active,
};
