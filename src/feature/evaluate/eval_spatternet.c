// Spatial pattern networks: Algorithms 2 and 3 of the paper. A network has the propositions of a shape in the order of
// net_order.h. Testing a proposition reads a site, and the class of the site decides all propositions about it: what
// follows are instances that cannot hold any more, and features that are active because an instance is proven. So the
// sites are read in the order of their first propositions, until no instance is left. (The paper draws conclusions from
// the truth of one proposition, by Table 1; the class of a site says more, and it costs the same to look at.)
//
// Instances about several sites are sets of bits, numbered so that those with the same propositions on the sites read
// first lie together: most words become empty soon, and a site concerns few of the others. What is about one site only
// needs no bit: the class of the site decides it.
#include "feature/evaluate/evaluator.h"
#include "feature/evaluate/net_order.h"

#include "base/mem.h"

#include <stdlib.h>

typedef struct NetProp {
  int32_t slot;
  int32_t literal;
} NetProp;

// A word of instances of which some have a proposition about a slot.
typedef struct Touch {
  int32_t word;
  Word last;  // instances whose last slot it is
} Touch;

typedef struct Net {
  int insts, inst_words;  // of several slots
  int all;                // and those of one slot, which come after them
  Word *left;             // those of several slots that may still hold, while a group is evaluated
  int first_word, words;  // of the features in an answer
  size_t classes;         // room
  int slots;
  const int32_t *slot;    // in the order in which they are read
  const int32_t *bit;     // by instance
  const uint32_t *start;  // instances + 1: propositions of each
  const NetProp *needs;
  const Touch *touches;     // by place of a slot
  const uint32_t *touched;  // slots + 1: where they begin
  // What follows when a slot has a class, [place of the slot * classes + class]: the instances that remain, for each
  // of its touches, and the features that are active (words). Made when it first happens.
  const Word **told;
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
  int *of_condition;
  int *place;  // by slot: when it is read
} Builder;

static void number_props(Builder *b) {
  const Shape *shape = b->shape;
  b->prop = ARENA_ARRAY(&b->scratch, NetProp, shape->n_conditions + 1);
  b->of_condition = ARENA_ARRAY(&b->scratch, int, shape->n_conditions + 1);
  size_t literals = 2 * b->eval->classes.tests.n;
  int *known = ARENA_ARRAY(&b->scratch, int, (size_t)shape->slots *literals + 1);
  for (int i = 0; i < shape->n_conditions; i++) {
    ShapeCondition c = shape->conditions[i];
    int *number = &known[(size_t)c.slot * literals + (size_t)c.literal];
    if (!*number) {
      b->prop[b->n++] = (NetProp){c.slot, c.literal};
      *number = b->n;
    }
    b->of_condition[i] = *number - 1;
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
  NetProp *ordered = ARENA_ARRAY(&b->scratch, NetProp, b->n + 1);
  for (int i = 0; i < b->n; i++) {
    b->rank[order[i]] = i;
    ordered[i] = b->prop[order[i]];
  }
  b->prop = ordered;
}

// Slots by the first of their propositions.
static void order_slots(Builder *b) {
  Net *net = b->net;
  int32_t *slot = ARENA_ARRAY(b->arena, int32_t, b->shape->slots + 1);
  b->place = ARENA_ARRAY(&b->scratch, int, b->shape->slots + 1);
  for (int i = 0; i < b->shape->slots; i++) b->place[i] = -1;
  for (int i = 0; i < b->n; i++) {
    if (b->place[b->prop[i].slot] >= 0) continue;
    b->place[b->prop[i].slot] = net->slots;
    slot[net->slots++] = b->prop[i].slot;
  }
  net->slot = slot;
}

// An instance with its propositions in the order in which their slots are read.
typedef struct Sorted {
  const NetProp *needs;
  uint32_t n;
  int32_t bit;
} Sorted;

static int compare_props(const void *left, const void *right) {
  const NetProp *a = left, *b = right;
  return a->slot != b->slot ? a->slot - b->slot : a->literal - b->literal;
}

static bool is_single(const Sorted *in) { return in->needs[0].slot == in->needs[in->n - 1].slot; }

static int compare_instances(const void *left, const void *right) {
  const Sorted *a = left, *b = right;
  if (is_single(a) != is_single(b)) return is_single(a) ? 1 : -1;
  for (uint32_t i = 0; i < MIN(a->n, b->n); i++) {
    int order = compare_props(&a->needs[i], &b->needs[i]);
    if (order) return order;
  }
  return a->n != b->n ? (a->n < b->n ? -1 : 1) : a->bit - b->bit;
}

static Sorted *sort_instances(Builder *b) {
  const Shape *shape = b->shape;
  Sorted *sorted = ARENA_ARRAY(&b->scratch, Sorted, shape->n + 1);
  for (int i = 0; i < shape->n; i++) {
    const ShapeInstance *in = &shape->instances[i];
    NetProp *needs = ARENA_ARRAY(&b->scratch, NetProp, in->n + 1);
    for (uint32_t k = 0; k < in->n; k++) {
      ShapeCondition c = shape->conditions[in->first + k];
      needs[k] = (NetProp){b->place[c.slot], c.literal};
    }
    qsort(needs, in->n, sizeof *needs, compare_props);
    sorted[i] = (Sorted){needs, in->n, in->bit};
  }
  qsort(sorted, (size_t)shape->n, sizeof *sorted, compare_instances);
  return sorted;
}

static void list_needs(Builder *b) {
  const Shape *shape = b->shape;
  const Sorted *sorted = sort_instances(b);
  Net *net = b->net;
  int32_t *bit = ARENA_ARRAY(b->arena, int32_t, shape->n + 1);
  uint32_t *start = ARENA_ARRAY(b->arena, uint32_t, shape->n + 1);
  NetProp *needs = ARENA_ARRAY(b->arena, NetProp, shape->n_conditions + 1);
  net->all = shape->n;
  for (int i = 0; i < shape->n; i++) {
    bit[i] = sorted[i].bit;
    memcpy(needs + start[i], sorted[i].needs, sorted[i].n * sizeof *needs);
    start[i + 1] = start[i] + sorted[i].n;
    net->insts += !is_single(&sorted[i]);
  }
  net->inst_words = bits_words(net->insts);
  net->left = ARENA_ARRAY(b->arena, Word, net->inst_words + 1);
  net->bit = bit;
  net->start = start;
  net->needs = needs;
}

// Notes that an instance has a proposition about a slot; words come in increasing order.
static void touch(Touch *touches, uint32_t *n, int instance, bool last) {
  int32_t word = instance / WORD_BITS;
  if (!*n || touches[*n - 1].word != word) touches[(*n)++] = (Touch){.word = word};
  if (last) touches[*n - 1].last |= (Word)1 << instance % WORD_BITS;
}

static void find_touches(Builder *b) {
  Net *net = b->net;
  Touch *touches = ARENA_ARRAY(&b->scratch, Touch, (size_t)net->slots * (size_t)net->inst_words + 1);
  uint32_t *n = ARENA_ARRAY(&b->scratch, uint32_t, net->slots + 1);
  uint32_t *touched = ARENA_ARRAY(b->arena, uint32_t, net->slots + 1);
  for (int i = 0; i < net->insts; i++) {
    for (uint32_t k = net->start[i]; k < net->start[i + 1]; k++) {
      int32_t slot = net->needs[k].slot;
      bool last = slot == net->needs[net->start[i + 1] - 1].slot;
      touch(touches + (size_t)slot * (size_t)net->inst_words, &n[slot], i, last);
    }
  }
  for (int s = 0; s < net->slots; s++) touched[s + 1] = touched[s] + n[s];
  Touch *packed = ARENA_ARRAY(b->arena, Touch, touched[net->slots] + 1);
  for (int s = 0; s < net->slots; s++) {
    memcpy(packed + touched[s], touches + (size_t)s * (size_t)net->inst_words, n[s] * sizeof *packed);
  }
  net->touches = packed;
  net->touched = touched;
}

static void find_words(Net *net) {
  int end = 0;
  net->first_word = net->all ? INT32_MAX : 0;
  for (int i = 0; i < net->all; i++) {
    net->first_word = MIN(net->first_word, net->bit[i] / WORD_BITS);
    end = MAX(end, net->bit[i] / WORD_BITS + 1);
  }
  net->words = end - net->first_word;
}

static void compile(FeatureEval *eval, Shape *shape) {
  Builder b = {.eval = eval, .arena = &eval->bank->arena, .shape = shape};
  Net *net = b.net = ARENA_NEW(b.arena, Net);
  number_props(&b);
  net->classes = eval->classes.rows;
  net->told = ARENA_ARRAY(b.arena, const Word *, (size_t)shape->slots * net->classes + 1);
  order_props(&b);
  order_slots(&b);
  list_needs(&b);
  find_touches(&b);
  find_words(net);
  arena_free(&b.scratch);
  shape->compiled = net;
}

// ---- deducing -----------------------------------------------------------------------------------

static bool is_told_false(const FeatureEval *eval, const Net *net, int i, int slot, SiteClass class) {
  for (uint32_t k = net->start[i]; k < net->start[i + 1]; k++) {
    const NetProp *p = &net->needs[k];
    if (p->slot == slot && !literal_holds(&eval->classes, class, p->literal)) return true;
  }
  return false;
}

static Word remaining(const FeatureEval *eval, const Net *net, int word, int slot, SiteClass class) {
  Word left = ~(Word)0;
  for (int i = word * WORD_BITS; i < MIN((word + 1) * WORD_BITS, net->insts); i++) {
    if (is_told_false(eval, net, i, slot, class)) left &= ~((Word)1 << i % WORD_BITS);
  }
  return left;
}

static const Word *deduce(FeatureEval *eval, const Net *net, int slot, SiteClass class) {
  uint32_t first = net->touched[slot], n = net->touched[slot + 1] - first;
  Word *told = ARENA_ARRAY(&eval->bank->arena, Word, n + (uint32_t)net->words);
  for (uint32_t i = 0; i < n; i++) told[i] = remaining(eval, net, net->touches[first + i].word, slot, class);
  for (int i = net->insts; i < net->all; i++) {
    if (net->needs[net->start[i]].slot != slot || is_told_false(eval, net, i, slot, class)) continue;
    bit_set(told + n, net->bit[i] - net->first_word * WORD_BITS);
  }
  return told;
}

// ---- evaluating ---------------------------------------------------------------------------------

// All instances; those beyond the last are not there.
static void fill(Word *set, int bits) {
  int words = bits_words(bits);
  for (int w = 0; w < words; w++) set[w] = ~(Word)0;
  if (bits % WORD_BITS) set[words - 1] = ((Word)1 << bits % WORD_BITS) - 1;
}

// Instances whose last site has been read and that are still there: they hold.
static void finish(const Net *net, int word, Word holds, Word *out) {
  const int32_t *bit = net->bit + (size_t)word * WORD_BITS;
  for (; holds; holds &= holds - 1) bit_set(out, bit[word_first(holds)]);
}

static void group_active(FeatureEval *eval, const Group *group, const SiteClass *classes, Word *out) {
  const Net *net = group->shape->compiled;
  Word *insts = net->left;
  fill(insts, net->insts);
  for (int s = 0; s < net->slots; s++) {
    SiteClass class = classes[group->sites[net->slot[s]]];
    const Word **entry = &net->told[(size_t)s * net->classes + class], *told = *entry;
    if (UNLIKELY(!told)) told = *entry = deduce(eval, net, s, class);
    const Touch *touches = net->touches + net->touched[s];
    uint32_t n = net->touched[s + 1] - net->touched[s];
    for (uint32_t i = 0; i < n; i++) {
      int w = touches[i].word;
      Word left = insts[w] & told[i], holds = left & touches[i].last;
      insts[w] = left & ~holds;
      if (holds) finish(net, w, holds, out);
    }
    for (int w = 0; w < net->words; w++) out[net->first_word + w] |= told[n + (uint32_t)w];
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
