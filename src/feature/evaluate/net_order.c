// Algorithm 4. In every round each disjunction that nothing generalises gets a proposition picked for it, those with
// the fewest finished conjunctions first; then picked propositions are taken for true: they leave their conjunctions,
// and finished conjunctions leave their disjunctions. Scores follow Jeroslow and Wang: a proposition counts
// 2^-length for every conjunction it is in, and half of that for those whose truth it tells (Equation 2).
#include "feature/evaluate/net_order.h"

#include "base/arena.h"

#include <math.h>

// The sets a round looks at, in the order in which they break ties: U_i by number of conjunctions, the further U, all
// G.
typedef struct Ranked {
  int finished;  // i
  bool general;  // something generalises it: G
  int size;      // conjunctions left
} Ranked;

typedef struct Ordering {
  const NetFormula *f;
  int words;
  Word *conj;   // what is left of each conjunction
  int *length;  // propositions left, 0: finished
  Word *picked;
  int *first;      // by disjunction: its first conjunction (disjunctions + 1)
  Ranked *rank;    // by disjunction; size 0: done
  Word *together;  // by disjunction: the propositions of its single-proposition conjunctions
  bool *single;    // by disjunction: all conjunctions have one proposition
  bool *covered;   // by disjunction: a picked proposition is in it
  double *score, *tie;
  int *order;
  int n;
} Ordering;

static Word *conj_at(const Ordering *o, int c) { return o->conj + (size_t)c * (size_t)o->words; }
static Word *together_at(const Ordering *o, int d) { return o->together + (size_t)d * (size_t)o->words; }

static bool subset(const Word *a, const Word *b, int words) {
  for (int w = 0; w < words; w++) {
    if (a[w] & ~b[w]) return false;
  }
  return true;
}

// ---- generalisation -----------------------------------------------------------------------------

static void summarise(Ordering *o, int d) {
  bits_zero(together_at(o, d), o->words);
  o->single[d] = true;
  o->rank[d].size = 0;
  for (int c = o->first[d]; c < o->first[d + 1]; c++) {
    if (!o->length[c]) continue;
    o->rank[d].size++;
    if (o->length[c] > 1) o->single[d] = false;
    else bits_or(together_at(o, d), conj_at(o, c), o->words);
  }
}

static bool covered_by(const Ordering *o, int c, int d) {
  for (int other = o->first[d]; other < o->first[d + 1]; other++) {
    if (o->length[other] && o->length[other] <= o->length[c] && subset(conj_at(o, other), conj_at(o, c), o->words)) {
      return true;
    }
  }
  return false;
}

// Every conjunction of b contains one of a.
static bool generalises(const Ordering *o, int a, int b) {
  if (o->single[b]) return subset(together_at(o, b), together_at(o, a), o->words);
  for (int c = o->first[b]; c < o->first[b + 1]; c++) {
    if (o->length[c] && !covered_by(o, c, a)) return false;
  }
  return true;
}

// Of two that generalise each other the first counts as the general one.
static bool is_general(const Ordering *o, int d) {
  for (int other = 0; other < o->f->disjunctions; other++) {
    if (other == d || !o->rank[other].size || !generalises(o, other, d)) continue;
    if (other < d || !generalises(o, d, other)) return true;
  }
  return false;
}

// ---- scores -------------------------------------------------------------------------------------

static void add_scores(const Ordering *o, int d, double sign, double *score) {
  for (int c = o->first[d]; c < o->first[d + 1]; c++) {
    if (!o->length[c]) continue;
    double worth = sign * ldexp(1, -o->length[c]);
    for (int w = 0; w < o->words; w++) {
      for (Word rest = conj_at(o, c)[w]; rest; rest &= rest - 1) score[w * WORD_BITS + word_first(rest)] += worth;
    }
  }
}

// Equation 2.
static double told_score(const Ordering *o, int prop, const double *score) {
  double sum = score[prop];
  for (int truth = 0; truth < 2; truth++) {
    for (int k = o->f->told_start[truth][prop]; k < o->f->told_start[truth][prop + 1]; k++) {
      sum += 0.5 * score[o->f->told[truth][k]];
    }
  }
  return sum;
}

// The sets after the first, weighed so that an earlier one counts more than all later ones together.
static void score_ties(Ordering *o, int finished, int size) {
  for (int p = 0; p < o->f->props; p++) o->tie[p] = 0;
  for (int d = 0; d < o->f->disjunctions; d++) {
    const Ranked *r = &o->rank[d];
    bool first = !r->general && r->finished == finished && r->size == size;
    if (!r->size || first || o->covered[d]) continue;
    int distance = r->general ? 20 + MIN(r->finished, 9) : MIN(2 * (r->finished - finished) + (r->size > size), 19);
    add_scores(o, d, pow(1.0 / 64, distance), o->tie);
  }
}

// ---- rounds -------------------------------------------------------------------------------------

static int pick_for(const Ordering *o, int d) {
  int best = -1;
  double best_score = -1, best_tie = -1;
  for (int c = o->first[d]; c < o->first[d + 1]; c++) {
    if (!o->length[c]) continue;
    for (int w = 0; w < o->words; w++) {
      for (Word rest = conj_at(o, c)[w]; rest; rest &= rest - 1) {
        int prop = w * WORD_BITS + word_first(rest);
        double score = told_score(o, prop, o->score), tie = told_score(o, prop, o->tie);
        if (score < best_score || (score == best_score && tie <= best_tie)) continue;
        best = prop;
        best_score = score;
        best_tie = tie;
      }
    }
  }
  return best;
}

static bool in_set(const Ordering *o, int d, int finished, int size) {
  const Ranked *r = &o->rank[d];
  return r->size == size && !r->general && r->finished == finished;
}

static bool has_prop(const Ordering *o, int d, int prop) {
  for (int c = o->first[d]; c < o->first[d + 1]; c++) {
    if (o->length[c] && bit_get(conj_at(o, c), prop)) return true;
  }
  return false;
}

// Picks a proposition; the disjunctions it covers no longer count in the scores of the set.
static void pick(Ordering *o, int prop, int finished, int size) {
  bit_set(o->picked, prop);
  o->order[o->n++] = prop;
  for (int d = 0; d < o->f->disjunctions; d++) {
    if (o->covered[d] || !o->rank[d].size || !has_prop(o, d, prop)) continue;
    o->covered[d] = true;
    if (in_set(o, d, finished, size)) add_scores(o, d, -1, o->score);
  }
}

static void cover_set(Ordering *o, int finished, int size) {
  for (int p = 0; p < o->f->props; p++) o->score[p] = 0;
  for (int d = 0; d < o->f->disjunctions; d++) {
    if (in_set(o, d, finished, size) && !o->covered[d]) add_scores(o, d, 1, o->score);
  }
  score_ties(o, finished, size);
  for (int d = 0; d < o->f->disjunctions; d++) {
    if (in_set(o, d, finished, size) && !o->covered[d]) pick(o, pick_for(o, d), finished, size);
  }
}

// Takes what was picked for true.
static void finish_round(Ordering *o) {
  for (int d = 0; d < o->f->disjunctions; d++) {
    for (int c = o->first[d]; c < o->first[d + 1]; c++) {
      if (!o->length[c]) continue;
      bits_andnot(conj_at(o, c), o->picked, o->words);
      o->length[c] = bits_count(conj_at(o, c), o->words);
      if (!o->length[c]) o->rank[d].finished++;
    }
    summarise(o, d);
    o->covered[d] = false;
  }
}

// The fewest finished conjunctions of a disjunction that nothing generalises, or -1 when all are done.
static int rank_all(Ordering *o, int *largest) {
  int fewest = -1;
  *largest = 0;
  for (int d = 0; d < o->f->disjunctions; d++) {
    if (!o->rank[d].size) continue;
    o->rank[d].general = is_general(o, d);
    if (!o->rank[d].general && (fewest < 0 || o->rank[d].finished < fewest)) fewest = o->rank[d].finished;
    *largest = MAX(*largest, o->rank[d].size);
  }
  return fewest;
}

static void run_rounds(Ordering *o) {
  int largest;
  for (int finished; (finished = rank_all(o, &largest)) >= 0;) {
    for (int size = 1; size <= largest; size++) cover_set(o, finished, size);
    finish_round(o);
  }
}

void net_order(const NetFormula *f, int *order) {
  Arena arena = {0};
  int words = bits_words(MAX(f->props, 1));
  Ordering o = {.f = f, .words = words, .order = order};
  o.conj = arena_copy(&arena, f->conj, sizeof(Word) * (size_t)words * (size_t)f->n);
  o.length = ARENA_ARRAY(&arena, int, f->n + 1);
  o.picked = ARENA_ARRAY(&arena, Word, words);
  o.first = ARENA_ARRAY(&arena, int, f->disjunctions + 2);
  o.rank = ARENA_ARRAY(&arena, Ranked, f->disjunctions + 1);
  o.together = ARENA_ARRAY(&arena, Word, words * (f->disjunctions + 1));
  o.single = ARENA_ARRAY(&arena, bool, f->disjunctions + 1);
  o.covered = ARENA_ARRAY(&arena, bool, f->disjunctions + 1);
  o.score = ARENA_ARRAY(&arena, double, f->props + 1);
  o.tie = ARENA_ARRAY(&arena, double, f->props + 1);
  for (int c = 0; c < f->n; c++) {
    o.length[c] = bits_count(conj_at(&o, c), words);
    o.first[f->disj[c] + 1] = c + 1;
  }
  for (int d = 0; d < f->disjunctions; d++) summarise(&o, d);
  run_rounds(&o);
  for (int p = 0; p < f->props; p++) {  // in no disjunction: does not happen, but every proposition has a place
    if (!bit_get(o.picked, p)) order[o.n++] = p;
  }
  arena_free(&arena);
}
