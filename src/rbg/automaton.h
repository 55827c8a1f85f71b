// The rules as a nondeterministic automaton over (state, vertex) pairs.
//
// The plain automaton follows the tree: one edge per action, empty edges around stars. The optimised one has
// hardly any empty edges, walks every shift-only expression through a precomputed table, and knows in which states two
// paths without a modifier between them can meet, so that only those need a visited check. Both accept the same
// moves; the plain one is the oracle of the other.
#ifndef RBG_AUTOMATON_H
#define RBG_AUTOMATON_H

#include "rbg/description.h"

typedef enum RbgEdgeKind {
  RBG_EDGE_EMPTY,
  RBG_EDGE_SHIFT,  // to next[node->index][vertex]
  RBG_EDGE_TABLE,  // to every vertex of row `vertex` of table `index`
  RBG_EDGE_ON,     // the rest as the node of the same name
  RBG_EDGE_OFF,
  RBG_EDGE_ASSIGN,
  RBG_EDGE_COMPARE,
  RBG_EDGE_CHECK,  // pattern `index`
  RBG_EDGE_SWITCH,
  RBG_EDGE_DOT,
} RbgEdgeKind;

typedef struct RbgEdge {
  RbgEdgeKind kind;
  int target;
  int index;            // table or pattern
  const RbgNode *node;  // NULL for empty edges and tables
} RbgEdge;

// What a shift-only expression does, per starting vertex, in the cheapest form that fits.
typedef enum RbgTableKind {
  RBG_TABLE_FILTER,  // stay, if the vertex is in `set`
  RBG_TABLE_STEP,    // to items[vertex], or nowhere if that is -1
  RBG_TABLE_ANY,     // to every vertex of `set`, wherever one stands
  RBG_TABLE_MANY,    // to items[starts[vertex]] up to items[starts[vertex + 1] - 1]
} RbgTableKind;

typedef struct RbgTable {
  RbgTableKind kind;
  const int *starts, *items;  // ANY: items lists the set, starts[1] is its size
  const Word *set;
} RbgTable;

typedef struct RbgPattern {
  int start;
} RbgPattern;

typedef struct RbgAutomaton {
  int n_states, n_edges, start;
  const int *first;  // edges of state s: first[s] up to first[s + 1] - 1, in order of preference
  const RbgEdge *edges;
  const bool *accepts;   // in the states of a pattern: it has succeeded
  const bool *meets;     // two paths can come together here: remember visited vertices
  const int *of_action;  // edge of each action index; entry 0 is unused
  const RbgTable *tables;
  int n_tables;
  const RbgPattern *patterns;
  int n_patterns;
} RbgAutomaton;

// Builds the automaton of a tree over the description's board. Dots are kept as edges if `dots`, else left out.
// Everything lives in the arena, which must be another one than `scratch`.
const RbgAutomaton *rbg_automaton_plain(Arena *arena, const RbgDescription *game, const RbgNode *rules, bool dots);
// The unchecked one has its meets left out: for looking at its shape only.
const RbgAutomaton *rbg_automaton_unchecked(Arena *arena, Arena *scratch, const RbgDescription *game,
                                            const RbgNode *rules, bool dots);
const RbgAutomaton *rbg_automaton(Arena *arena, Arena *scratch, const RbgDescription *game, const RbgNode *rules,
                                  bool dots);

// The table of a shift-only tree; false when the board is too large for one. (shift.c)
typedef struct RbgTables RbgTables;
RbgTables *rbg_tables_new(Arena *arena, Arena *scratch, const RbgBoard *board);
int rbg_table_add(RbgTables *tables, const RbgNode *node);  // -1: no table
const RbgTable *rbg_tables_list(const RbgTables *tables, int *n);

// Marks the states where paths meet. (confluence.c)
const bool *rbg_find_meets(Arena *arena, Arena *scratch, const RbgDescription *game, const RbgAutomaton *nfa);

#endif
