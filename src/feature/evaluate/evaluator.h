// Which features of a set are active for a move: one interface, five ways to find out. The answer is the same.
//
//   naive       tests every condition of every instance (Algorithm 1 of the paper)
//   tree        instances that ask for less are tested before those that ask for more
//   spatternet  the networks of section 5: propositions in an order, with what they prove and disprove
//   jit         the same, instances being made when a move first needs them
//   fast        tables per site and content, kept from one position to the next where nothing has changed
//
// An evaluator belongs to one thread.
#ifndef FEATURE_EVALUATE_EVALUATOR_H
#define FEATURE_EVALUATE_EVALUATOR_H

#include "feature/evaluate/bank.h"
#include "feature/view.h"
#include "state/turn/position.h"

typedef struct FeatureEval FeatureEval;

// What the features of a move depend on, beside the state.
typedef struct FeatureMove {
  Player player;
  Site from, to;  // SITE_OFF: none
} FeatureMove;

// One way to evaluate.
typedef struct EvaluatorRow {
  const char *name, *doc;
  bool all_at_once;  // instances are made when the evaluator is
  // Makes shape->compiled; NULL with `moves`.
  void (*compile)(FeatureEval *eval, Shape *shape);
  // Sets the bits of the active features of a group; NULL with `moves`.
  void (*group)(FeatureEval *eval, const Group *group, const SiteClass *classes, Word *out);
  void (*open)(FeatureEval *eval);   // or NULL
  void (*close)(FeatureEval *eval);  // or NULL
  // After the view has been refreshed for a new state, or NULL.
  void (*begin)(FeatureEval *eval);
  // The features of moves, instead of going through the groups; or NULL.
  void (*moves)(FeatureEval *eval, const FeatureMove *moves, size_t n, Word *out);
  // Adds only their weights (FeatureEval.weights), where that is faster; or NULL.
  void (*scores)(FeatureEval *eval, const FeatureMove *moves, size_t n, float *out);
} EvaluatorRow;

// In the order above, ended by NULL.
extern const EvaluatorRow *const evaluator_rows[];
const EvaluatorRow *evaluator_find(const char *name);

struct FeatureEval {
  const EvaluatorRow *row;
  FeatureSpace *space;
  const FeatureSet *set;
  SiteClasses classes;
  FeatureView view;
  Bank *bank;
  int words;       // of an answer
  uint64_t state;  // number of the state begun last
  Site last_from, last_to;
  float *const *weights;  // by player and bit, where sums of weights are asked for; set before the first state
  void *own;              // what the way to evaluate keeps
  Word *scratch;          // of an answer
};

// The set must outlive it.
void eval_open(FeatureEval **eval, const Game *game, FeatureRules rules, const FeatureSet *set,
               const EvaluatorRow *row);
void eval_close(FeatureEval *eval);

// A new state: looks at the position and the last move.
void eval_begin(FeatureEval *eval, const Position *x);
// The active spatial features of a move of the state begun last: bits as the bank numbers them (bank->bits).
void eval_move(FeatureEval *eval, const FeatureMove *move, Word *out);
// Those of several moves, one after the other.
void eval_moves(FeatureEval *eval, const FeatureMove *moves, size_t n, Word *out);

// Adds the weights (eval->weights) of the active spatial features of several moves of players of the set.
void eval_scores(FeatureEval *eval, const FeatureMove *moves, size_t n, float *out);
// A sum and the weights of some words of an answer, in the order of their bits.
static inline float eval_sum(const float *weights, const Word *bits, int words, float sum) {
  for (int w = 0; w < words; w++) {
    for (Word rest = bits[w]; rest; rest &= rest - 1) sum += weights[w * WORD_BITS + word_first(rest)];
  }
  return sum;
}

// ---- moves as features see them ------------------------------------------------------------------

FeatureMove feature_move(const FeatureSpace *space, const Position *x, const Move *move);
// All moves of a list of legal ones; out has room for them.
void feature_moves(const FeatureSpace *space, const Position *x, MoveList list, FeatureMove *out);
// The last move of the game; at the start the last placement.
void feature_last_move(const FeatureSpace *space, const Position *x, Site *last_from, Site *last_to);
// Bit per AspatialFeature.
uint32_t aspatial_active(const Position *x, const Move *move);

// Feature numbers of an answer in ascending order; returns how many. out has room for all features.
int eval_list(const FeatureEval *eval, const Word *answer, int *out);

extern const EvaluatorRow evaluator_naive, evaluator_tree, evaluator_spatternet, evaluator_jit, evaluator_fast;

#endif
