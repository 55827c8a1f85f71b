// Spatial pattern networks: Algorithms 2 and 3 of the paper. A network has the propositions of a shape in the order of
// net_order.h. Testing a proposition reads a site, and the class of the site decides all propositions about it: what
// follows are instances that cannot hold any more, and features that are active because an instance is proven. So the
// sites are read in the order of their first propositions, until no instance is left. (The paper draws conclusions from
// the truth of one proposition, by Table 1; the class of a site says more, and it costs the same to look at.)
//
// Instances are sets of bits. They are numbered so that those with the same propositions on the sites read first lie
// together: most words become empty soon, and only the others are looked at.
#include "feature/evaluate/evaluator.h"
#include "feature/evaluate/net_order.h"

#include "base/mem.h"

#include <stdlib.h>

typedef struct NetProp {
  uint16_t slot;
  uint16_t literal;
} NetProp;

typedef struct Net {
  int insts, inst_words;
  int first_word, words;  // of the features in an answer
  size_t classes;         // room
  int slots;
  const uint16_t *slot;   // in the order in which they are read
  const int32_t *bit;     // by instance
  const uint32_t *start;  // instances + 1: propositions of each
  const NetProp *needs;
  const uint16_t *begun;  // by place of a slot: words of instances with a proposition about it or an earlier one
  // What follows when a slot has a class, [place of the slot * classes + class]: the instances that remain
  // (inst_words), and the features that are active (words). Made when it first happens.
  const Word **told;
  // [place of the slot * inst_words]: instances of several propositions of which this is the last slot; NULL: there are
  // none at all.
  const Word *last;
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
  int *place;  // by slot: when it is read
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
  uint16_t *slot = ARENA_ARRAY(b->arena, uint16_t, b->shape->slots + 1);
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
  return a->slot != b->slot ? (int)a->slot - b->slot : (int)a->literal - b->literal;
}

static int compare_instances(const void *left, const void *right) {
  const Sorted *a = left, *b = right;
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
      needs[k] = (NetProp){(uint16_t)b->place[c.slot], c.literal};
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
  Word *last = ARENA_ARRAY(b->arena, Word, net->inst_words * net->slots + 1);
  for (int i = 0; i < shape->n; i++) {
    const Sorted *in = &sorted[i];
    int latest = in->needs[in->n - 1].slot;
    bit[i] = in->bit;
    memcpy(needs + start[i], in->needs, in->n * sizeof *needs);
    start[i + 1] = start[i] + in->n;
    if (in->needs[0].slot == latest) continue;
    bit_set(last + (size_t)latest * (size_t)net->inst_words, i);
    net->last = last;
  }
  net->bit = bit;
  net->start = start;
  net->needs = needs;
}

static void find_begun(Builder *b) {
  Net *net = b->net;
  uint16_t *begun = ARENA_ARRAY(b->arena, uint16_t, net->slots + 1);
  int w = 0;
  for (int s = 0; s < net->slots; s++) {
    while (w < net->inst_words && w * WORD_BITS < net->insts && net->needs[net->start[w * WORD_BITS]].slot <= s) w++;
    begun[s] = (uint16_t)w;
  }
  net->begun = begun;
}

static void find_words(Net *net) {
  int end = 0;
  net->first_word = net->insts ? INT32_MAX : 0;
  for (int i = 0; i < net->insts; i++) {
    net->first_word = MIN(net->first_word, net->bit[i] / WORD_BITS);
    end = MAX(end, net->bit[i] / WORD_BITS + 1);
  }
  net->words = end - net->first_word;
}

static void compile(FeatureEval *eval, Shape *shape) {
  Builder b = {.eval = eval, .arena = &eval->bank->arena, .shape = shape};
  Net *net = b.net = ARENA_NEW(b.arena, Net);
  number_props(&b);
  net->insts = shape->n;
  net->inst_words = bits_words(MAX(shape->n, 1));
  net->classes = eval->classes.rows;
  net->told = ARENA_ARRAY(b.arena, const Word *, (size_t)shape->slots * net->classes + 1);
  order_props(&b);
  order_slots(&b);
  list_needs(&b);
  find_begun(&b);
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

static const Word *deduce(FeatureEval *eval, const Net *net, int slot, SiteClass class) {
  Word *told = ARENA_ARRAY(&eval->bank->arena, Word, net->inst_words + net->words);
  memset(told, 0xff, sizeof *told * (size_t)net->inst_words);
  for (int i = 0; i < net->insts; i++) {
    if (is_told_false(eval, net, i, slot, class)) {
      bit_clear(told, i);
    } else if (net->needs[net->start[i]].slot == slot && net->needs[net->start[i + 1] - 1].slot == slot) {
      bit_set(told + net->inst_words, net->bit[i] - net->first_word * WORD_BITS);
    }
  }
  for (int i = 0; i < net->insts; i++) {
    if (bit_get(told + net->inst_words, net->bit[i] - net->first_word * WORD_BITS)) bit_clear(told, i);
  }
  return told;
}

// ---- evaluating ---------------------------------------------------------------------------------

enum { NET_WORDS_MAX = 2048 };

// Instances of several propositions whose last site has been read and that are still there: they hold.
static Word finish(const Net *net, int w, Word left, Word last, Word *out) {
  for (Word holds = left & last; holds; holds &= holds - 1) {
    bit_set(out, net->bit[w * WORD_BITS + word_first(holds)] - net->first_word * WORD_BITS);
  }
  return left & ~last;
}

static Word all_of_word(const Net *net, int w) {
  int rest = net->insts - w * WORD_BITS;
  return rest >= WORD_BITS ? ~(Word)0 : ((Word)1 << rest) - 1;
}

static void group_active(FeatureEval *eval, const Group *group, const SiteClass *classes, Word *out) {
  const Net *net = group->shape->compiled;
  int words = net->inst_words, begun = 0, n = 0;
  Word insts[NET_WORDS_MAX];     // of the words that are open
  uint16_t open[NET_WORDS_MAX];  // words with instances left
  assert(words <= NET_WORDS_MAX);
  out += net->first_word;
  for (int s = 0; s < net->slots; s++) {
    SiteClass class = classes[group->sites[net->slot[s]]];
    const Word **entry = &net->told[(size_t)s * net->classes + class], *told = *entry;
    if (UNLIKELY(!told)) told = *entry = deduce(eval, net, s, class);
    const Word *last = net->last ? net->last + (size_t)s * (size_t)words : NULL;
    for (; begun < net->begun[s]; begun++, n++) {
      open[n] = (uint16_t)begun;
      insts[n] = all_of_word(net, begun);
    }
    for (int w = 0; w < net->words; w++) out[w] |= told[words + w];
    int kept = 0;
    for (int i = 0; i < n; i++) {
      int w = open[i];
      Word left = insts[i] & told[w];
      if (last && left & last[w]) left = finish(net, w, left, last[w], out);
      open[kept] = (uint16_t)w;
      insts[kept] = left;
      kept += left != 0;
    }
    n = kept;
    if (!n && begun >= words) return;
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
