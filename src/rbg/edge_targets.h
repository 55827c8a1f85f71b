// Walking an automaton over the board, conditions ignored: where each edge can lead from a vertex.
#ifndef RBG_EDGE_TARGETS_H
#define RBG_EDGE_TARGETS_H

#include "rbg/automaton.h"

// The vertices an edge leads to from `vertex` when every condition holds. Points into a table, or at *one.
static inline const int *rbg_edge_targets(const RbgAutomaton *nfa, const RbgBoard *board, const RbgEdge *edge,
                                          int vertex, int *one, int *n) {
  *one = vertex;
  *n = 1;
  if (edge->kind == RBG_EDGE_SHIFT) *one = board->next[edge->node->index * board->n + vertex];
  if (edge->kind == RBG_EDGE_TABLE) {
    const RbgTable *table = &nfa->tables[edge->index];
    switch (table->kind) {
      case RBG_TABLE_FILTER: *n = bit_get(table->set, vertex); return one;
      case RBG_TABLE_STEP: *one = table->items[vertex]; break;
      case RBG_TABLE_ANY: *n = table->starts[1]; return table->items;
      case RBG_TABLE_MANY:
        *n = table->starts[vertex + 1] - table->starts[vertex];
        return table->items + table->starts[vertex];
    }
  }
  if (*one < 0) *n = 0;
  return one;
}

static inline bool rbg_edge_modifies(const RbgEdge *edge) {
  return edge->kind == RBG_EDGE_OFF || edge->kind == RBG_EDGE_ASSIGN || edge->kind == RBG_EDGE_SWITCH;
}

// The number of vertices to start a search of this state from: one is enough where everything begins with "anywhere".
static inline int rbg_starts(const RbgAutomaton *nfa, const RbgBoard *board, int state) {
  for (int e = nfa->first[state]; e < nfa->first[state + 1]; e++) {
    const RbgEdge *edge = &nfa->edges[e];
    if (edge->kind != RBG_EDGE_TABLE || nfa->tables[edge->index].kind != RBG_TABLE_ANY) return board->n;
  }
  return 1;
}

#endif
