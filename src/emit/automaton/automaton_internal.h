// What the files that write automata as C share.
#ifndef EMIT_AUTOMATON_AUTOMATON_INTERNAL_H
#define EMIT_AUTOMATON_AUTOMATON_INTERNAL_H

#include "base/text.h"
#include "base/vec.h"
#include "game/game.h"
#include "rules/walk_records.h"

enum {
  AUTOMATON_KINDS_MAX = 63,  // kinds of piece; one more stands beyond the edge of the board
  AUTOMATON_VERTICES_MAX = 4096,
  AUTOMATON_EDGES_MAX = 20000,
};

// An edge with what is known about it.
typedef struct AutoEdge {
  WalkKind kind;
  int target, a, b, action;
  uint64_t allow;  // pieces with which there is a way on at the vertex where the edge arrives
  bool blind;      // a modifier that nothing can notice before the move ends
} AutoEdge;

typedef struct AutoState {
  int first, n;  // edges
  int meeting;   // as in WalkState
  bool accepts;
  bool free_check;  // in checks, visited vertices need not be remembered here: few ways lead here, and none round
  bool player_root, keeper_root;  // moves of a player, of the keeper, begin here
  bool part_root;                 // parts of moves begin here
  bool check_root;
  int same_check;  // a state from which the same check is made, the first such
} AutoState;

// How searches see the automaton: the edges that end a move, or a part of one, lead nowhere.
typedef struct AutoGraph {
  bool split;      // parts of moves
  int *entries;    // by state: how many edges and roots lead there
  int *loop;       // by state: number of the strongly connected component
  bool *in_loop;   // by state: it can be reached from itself
  int *loop_size;  // by component: its states
} AutoGraph;

typedef struct Auto {
  Arena arena;
  const Game *game;
  const int32_t *tables, *bounds;
  const WalkTerm *terms;
  const int32_t *of_action;
  int n_states, n_edges, n_actions, n_values;
  int start, meetings;
  int vertices, words, kinds, players;
  uint64_t all;   // every kind
  int commonest;  // kind of piece at the start
  WalkSplit split;
  AutoState *states;
  AutoEdge *edges;
  AutoGraph whole, parts;
} Auto;

// Reads the program; false with a reason when a limit is exceeded. (automaton_read.c)
bool auto_read(Auto *a, const Game *game, Text *why);
void auto_free(Auto *a);

// Which modifiers are blind. (automaton_blind.c)
void auto_find_blind(Auto *a);

// Fills a->whole and a->parts. (automaton_graph.c)
void auto_find_loops(Auto *a);
// Which way an edge that steps goes: 1 to higher vertices always, -1 to lower ones, 0 neither.
int auto_direction(const Auto *a, const AutoEdge *edge);

static inline bool auto_modifies(const AutoEdge *edge) {
  return edge->kind == WALK_PUT || edge->kind == WALK_ASSIGN || edge->kind == WALK_SWITCH;
}
// Whether a search goes on behind the edge. With no piece allowed, it never gets there.
static inline bool auto_goes_on(const Auto *a, const AutoEdge *edge, bool split) {
  if (edge->kind == WALK_SWITCH) return !edge->action;
  if (!edge->allow) return false;
  if (!split) return true;
  if (edge->kind == WALK_DOT) return false;
  return !(edge->action && a->split == WALK_MODIFIERS);
}
// To which vertices an edge leads from one: a list, or `one` holds the only one. Edges that stay lead to the vertex
// itself.
const int32_t *auto_targets(const Auto *a, const AutoEdge *edge, int vertex, int32_t *one, int *n);

// ---- the unit being written

// What a search does when it comes to the end of a move.
typedef enum AutoMode {
  AUTO_COUNT,  // count it
  AUTO_LIST,   // note it, or skip it; stop if one was asked for
  AUTO_FIRST,  // the keeper: stop, with all modifiers done
  AUTO_CHECK,  // a check: stop in an accepting state
  AUTO_PARTS,  // note the part
  AUTO_MODES
} AutoMode;

typedef struct AutoUnit {
  const Auto *a;
  Text tables, protos, code;
  bool *asked[AUTO_MODES];       // by state: a function for it has been asked for
  VEC(int) left;                 // mode, state
  bool slides, sets;             // there are slides, checks by sets
  bool *set_asked;               // by state: the set of a check has been asked for
  uint8_t *set_possible;         // by state: whether there can be one, once it is known
  VEC(int) sets_left;            // states
  bool compact;                  // loops are tables, whatever their size
  bool machine;                  // some loops are tables
  bool *loop_asked[AUTO_MODES];  // by loop: a search in this mode goes through its tables
  VEC(int) loops_left;           // mode, loop
  Text leaving[AUTO_MODES];      // the edges that leave those loops, as cases of a switch
  int leaving_labels[AUTO_MODES];
  int masks;                                                      // numbers given to tables
  int kept_sets;                                                  // answers of checks that are kept
  bool *step_written, *list_written, *row_written, *ray_written;  // by edge: its table has been
} AutoUnit;

// The function of a state in a mode: asks for it and gives its letter. (automaton_search.c)
char auto_ask(AutoUnit *u, AutoMode mode, int state);
// The same for a search that begins there.
char auto_begin(AutoUnit *u, AutoMode mode, int state);
void auto_write_searches(AutoUnit *u);

// Large loops as tables. (automaton_machine.c)
void auto_choose_machine(AutoUnit *u);
void auto_write_machine_tables(AutoUnit *u);
void auto_write_machine_steps(AutoUnit *u);
void auto_write_machine_step_on(AutoUnit *u);
// The edges that leave a loop.
void auto_write_leaving(AutoUnit *u, AutoMode mode, int loop);
// The search through the tables in a mode, whose functions have this letter, when all functions are written.
void auto_write_machine(AutoUnit *u, AutoMode mode, char letter);

// Tables and formulas. (automaton_tables.c)
int auto_step_table(AutoUnit *u, const AutoEdge *edge);  // number in its name
int auto_list_table(AutoUnit *u, const AutoEdge *edge);
int auto_row_length(const Auto *a, const AutoEdge *edge);  // of rows filled up to the same length; 0: too long
int auto_row_table(AutoUnit *u, const AutoEdge *edge);
int auto_set_table(AutoUnit *u, const AutoEdge *edge);
void auto_formula(const Auto *a, int at, Text *out);
bool auto_formula_constant(const Auto *a, int at, int64_t *value);
bool auto_formula_reads(const Auto *a, int at, WalkTermKind kind, int n);  // n < 0: any

// Checks for all vertices at once. (automaton_set.c)
bool auto_set_possible(AutoUnit *u, int start);
bool auto_check_is_global(const Auto *a, int start);  // the same wherever one stands
bool auto_check_floods(const Auto *a, int start);     // over the commonest piece
void auto_ask_set(AutoUnit *u, int start);            // a function B<start>
void auto_write_sets(AutoUnit *u);

// The parts around the searches. (automaton_frame.c)
void auto_write_frame(AutoUnit *u, Text *out);
void auto_write_play(AutoUnit *u);

#endif
