// The order in which a spatial pattern network tests its propositions (section 5.5 of the paper).
#ifndef FEATURE_EVALUATE_NET_ORDER_H
#define FEATURE_EVALUATE_NET_ORDER_H

#include "base/bitset.h"

// Features as disjunctions of conjunctions of propositions, numbered from 0.
typedef struct NetFormula {
  int props;
  int n;             // conjunctions
  const Word *conj;  // [conjunction * bits_words(props)]: the propositions of each
  const int *disj;   // by conjunction: its disjunction, ascending
  int disjunctions;
  // By proposition: those that are proven or disproven when it is true, and when it is false.
  const int *told_start[2];  // props + 1
  const int *told[2];
} NetFormula;

// Algorithm 4 with Equation 2; ties that remain go to the lowest number. order has room for all propositions.
void net_order(const NetFormula *formula, int *order);

#endif
