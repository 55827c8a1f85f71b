// Writing one search function: what the files that do it share.
#ifndef EMIT_AUTOMATON_AUTOMATON_SEARCH_H
#define EMIT_AUTOMATON_AUTOMATON_SEARCH_H

#include "emit/automaton/automaton_internal.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct Writer {
  AutoUnit *u;
  Text *out;
  AutoMode mode;
  int indent, depth;
  int vars, labels;  // numbers given out
  int level;         // modifiers since the function began: which of the sets of visited pairs is in use
  int n_path;        // steps added to the path since the function began
  int undo_label;    // where to go to stop, when something must be taken back; -1: nothing
  bool at_root;      // the search begins in this function, and no choice has been made
  bool loop_stack;   // inside a loop that keeps a stack
} Writer;

void auto_line(Writer *w, const char *format, ...) PRINTF_LIKE(2, 3);
void auto_open(Writer *w, const char *format, ...) PRINTF_LIKE(2, 3);
void auto_close(Writer *w);

// What to do in a state, with the vertex in variable v<var>.
void auto_visit(Writer *w, int state, int var);
// The same behind a modifier, with no pair visited.
void auto_visit_afresh(Writer *w, int state, int var);
void auto_edge(Writer *w, const AutoEdge *edge, int var, int known);
// The number of a state among those whose visited vertices are remembered, -1: they are not.
int auto_meeting(const Writer *w, int state);
// The numbers of the states whose visited vertices are remembered among those that a search from a state can come to
// before the next modifier; how many. There is room for one number per state.
int auto_find_meetings(const Writer *w, int state, int *meetings);
// Forgets the visited pairs that a search from a state can come to before the next modifier.
void auto_clear_meetings(Writer *w, int state);
bool auto_can_stop(const Writer *w);
void auto_stop(Writer *w);
void auto_piece_test(const Writer *w, uint64_t allow, int var, char *out, size_t size);
void auto_meeting_test(Writer *w, int meeting, int var, char *out, size_t size);
void auto_meeting_mark(Writer *w, int meeting, int var);

// The C expression of a check that begins in a state, at a vertex.
void auto_check_call(Writer *w, int start, int var, char *out, size_t size);

// Whether a state is in a loop that is a table. (automaton_machine.c)
bool auto_in_machine(const Writer *w, int state);

// Loops between states. (automaton_loop.c)
// One way round, to one vertex each time, without modifiers: a C loop is enough.
bool auto_simple_loop(const Writer *w, int state);
bool auto_entered_once(const Writer *w, int state);  // from outside
void auto_write_simple_loop(Writer *w, int state, int var);
// The edges that leave a loop and end a check at once.
void auto_write_ways_out(Writer *w, int state);
// The body of a function for any loop, entered in this state.
void auto_write_loop(Writer *w, int state);

// Slides. (automaton_ray.c) False: the state does not slide, or the edge does not begin a slide.
bool auto_write_slide_from(Writer *w, int state, int var);
bool auto_write_slide_along(Writer *w, const AutoEdge *first, int var);
// Slides from a state in several directions at once, where every vertex they come to is the end of a part; marks the
// edges that are written so.
void auto_write_fans(Writer *w, int state, int var, bool *written);
bool auto_write_look_along(Writer *w, int state, int var);
// Whether arriving in a state leads to the end of a move and nothing else.
bool auto_only_end(const Writer *w, int state);
// The edge that ends a move or part, if arriving with one of the pieces on the vertex leads there in one way only, and
// nothing on the way can fail or be noticed; NULL: there is none.
const AutoEdge *auto_sole_end(const Writer *w, int state, uint64_t pieces);
// The same for a way on by one edge. (automaton_ray.c)
const AutoEdge *auto_sole_end_by(const Writer *w, const AutoEdge *edge, uint64_t pieces);

#endif
