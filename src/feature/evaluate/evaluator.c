// The common part of all evaluators: from a move to the groups of instances it can match.
#include "feature/evaluate/evaluator.h"

#include "base/mem.h"
#include "state/act/moves.h"

#include <stdlib.h>

const EvaluatorRow *const evaluator_rows[] = {
    &evaluator_naive, &evaluator_tree, &evaluator_spatternet, &evaluator_jit, &evaluator_fast, NULL,
};

const EvaluatorRow *evaluator_find(const char *name) {
  for (const EvaluatorRow *const *row = evaluator_rows; *row; row++) {
    if (!strcmp((*row)->name, name)) return *row;
  }
  return NULL;
}

void eval_open(FeatureEval **out, const Game *game, FeatureRules rules, const FeatureSet *set,
               const EvaluatorRow *row) {
  FeatureEval *eval = mem_alloc_zero(sizeof *eval);
  eval->row = row;
  eval->set = set;
  space_open(&eval->space, game, rules);
  classes_init(&eval->classes, game);
  view_init(&eval->view, eval->space, &eval->classes);
  bank_open(&eval->bank, eval->space, set, &eval->classes);
  eval->words = eval->bank->bits.words;
  eval->scratch = mem_alloc_zero(sizeof(Word) * (size_t)eval->words);
  if (row->all_at_once) bank_make_all(eval->bank);
  if (row->open) row->open(eval);
  *out = eval;
}

void eval_close(FeatureEval *eval) {
  if (!eval) return;
  if (eval->row->close) eval->row->close(eval);
  mem_free(eval->scratch);
  bank_close(eval->bank);
  view_free(&eval->view);
  classes_free(&eval->classes);
  space_close(eval->space);
  mem_free(eval);
}

void eval_begin(FeatureEval *eval, const Position *x) {
  view_refresh(&eval->view, x);
  feature_last_move(eval->space, x, &eval->last_from, &eval->last_to);
  eval->state++;
  if (eval->row->begin) eval->row->begin(eval);
}

// ---- groups -------------------------------------------------------------------------------------

// A group is evaluated once per state: moves that go to one site share it.
static void add_group(FeatureEval *eval, Group *group, const SiteClass *classes, Word *out) {
  Shape *shape = group->shape;
  if (!shape->n) {
    bits_or(out, shape->always, eval->words);
    return;
  }
  if (group->seen_at != eval->state) {
    if (UNLIKELY(shape->generation != eval->classes.generation)) {
      eval->row->compile(eval, shape);
      shape->generation = eval->classes.generation;
    }
    if (!group->result) group->result = ARENA_ARRAY(&eval->bank->arena, Word, eval->words);
    bits_copy(group->result, shape->always, eval->words);
    eval->row->group(eval, group, classes, group->result);
    group->seen_at = eval->state;
  }
  bits_or(out, group->result, eval->words);
}

static void add_key(FeatureEval *eval, const Bucket *bucket, int key, Site other, const SiteClass *classes, Word *out) {
  Site last_from = key & KEY_LAST_FROM ? eval->last_from : SITE_OFF;
  Site last_to = key & KEY_LAST_TO ? eval->last_to : SITE_OFF;
  if ((key & KEY_LAST_FROM && last_from == SITE_OFF) || (key & KEY_LAST_TO && last_to == SITE_OFF)) return;
  if (key & KEY_OTHER && other == SITE_OFF) return;
  Group *group = bucket_find(bucket, key & KEY_OTHER ? other : SITE_OFF, last_from, last_to);
  if (group) add_group(eval, group, classes, out);
}

static void add_role(FeatureEval *eval, const FeatureMove *move, AnchorRole role, Word *out) {
  Site anchor = role == ANCHOR_TO ? move->to : move->from;
  if (anchor == SITE_OFF) return;
  const SiteClass *classes = view_classes(&eval->view, move->player);
  Bucket *bucket = bank_bucket(eval->bank, move->player, role, anchor);
  add_group(eval, &bucket->groups[0], classes, out);
  for (int key = 1; bucket->table && key < KEY_KINDS; key++) {
    if (eval->bank->keys[key]) add_key(eval, bucket, key, role == ANCHOR_TO ? move->from : SITE_OFF, classes, out);
  }
}

void eval_move(FeatureEval *eval, const FeatureMove *move, Word *out) {
  if (eval->row->moves) {
    eval->row->moves(eval, move, 1, out);
    return;
  }
  bits_zero(out, eval->words);
  if (move->player < 1 || move->player > eval->set->players) return;
  add_role(eval, move, ANCHOR_TO, out);
  add_role(eval, move, ANCHOR_FROM, out);
}

void eval_moves(FeatureEval *eval, const FeatureMove *moves, size_t n, Word *out) {
  if (eval->row->moves) {
    eval->row->moves(eval, moves, n, out);
    return;
  }
  for (size_t i = 0; i < n; i++) eval_move(eval, &moves[i], out + i * (size_t)eval->words);
}

void eval_scores(FeatureEval *eval, const FeatureMove *moves, size_t n, float *out) {
  if (eval->row->scores) {
    eval->row->scores(eval, moves, n, out);
    return;
  }
  for (size_t i = 0; i < n; i++) {
    eval_move(eval, &moves[i], eval->scratch);
    out[i] = eval_sum(eval->weights[moves[i].player], eval->scratch, eval->words, out[i]);
  }
}

static int compare_ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int eval_list(const FeatureEval *eval, const Word *answer, int *out) {
  int n = 0;
  for (int w = 0; w < eval->words; w++) {
    for (Word rest = answer[w]; rest; rest &= rest - 1) {
      out[n++] = eval->bank->bits.feature_of[w * WORD_BITS + word_first(rest)];
    }
  }
  qsort(out, (size_t)n, sizeof *out, compare_ints);
  return n;
}
