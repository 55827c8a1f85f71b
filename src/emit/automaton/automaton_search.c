// Searches as C: what happens in a state, written where it is entered or as a function of its own.
//
// Vertices are C variables v0, v1, ... In the modes that can stop early a function returns 1 to stop; the
// modifiers performed so far are then taken back on the way out, except in the keeper's own moves, which are done.
#include "emit/automaton/automaton_search.h"

static const char mode_letters[] = {'C', 'L', 'F', 'K', 'P'};
static const char begin_letters[] = {'c', 'l', 'f', 'k', 'p'};  // of a search that begins in the state
static_assert(sizeof mode_letters == AUTO_MODES, "a letter for every mode");

char auto_ask(AutoUnit *u, AutoMode mode, int state) {
  if (!u->asked[mode][state]) {
    u->asked[mode][state] = true;
    VEC_PUSH(&u->left, (int)mode);
    VEC_PUSH(&u->left, state);
  }
  return mode_letters[mode];
}

char auto_begin(AutoUnit *u, AutoMode mode, int state) {
  auto_ask(u, mode, state);
  return begin_letters[mode];
}

// ---- lines of code

void auto_line(Writer *w, const char *format, ...) {
  char line[400];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  text_repeat(w->out, ' ', (size_t)w->indent * 2);
  text_puts(w->out, line);
  text_char(w->out, '\n');
}

void auto_open(Writer *w, const char *format, ...) {
  char line[400];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  auto_line(w, "%s {", line);
  w->indent++;
}

static void auto_block(Writer *w) {
  auto_line(w, "{");
  w->indent++;
}

void auto_close(Writer *w) {
  w->indent--;
  auto_line(w, "}");
}

// ---- stopping

bool auto_can_stop(const Writer *w) { return w->mode != AUTO_COUNT && w->mode != AUTO_PARTS; }

void auto_stop(Writer *w) {
  if (w->undo_label >= 0) auto_line(w, "goto u%d;", w->undo_label);
  else if (w->loop_stack) auto_line(w, "goto unwind;");
  else auto_line(w, "return 1;");
}

static void stop_if(Writer *w, const char *call) {
  if (w->undo_label >= 0) auto_line(w, "if (%s) goto u%d;", call, w->undo_label);
  else if (w->loop_stack) auto_line(w, "if (%s) goto unwind;", call);
  else auto_line(w, "if (%s) return 1;", call);
}

// ---- ends of moves

// The path has one more step: the switch, the dot, or the modifier that ends a part.
static void write_end(Writer *w, unsigned action, int var) {
  char call[120];
  switch (w->mode) {
    case AUTO_COUNT: auto_line(w, "r++;"); return;
    case AUTO_LIST:
      snprintf(call, sizeof call, "note(c, n + %d, 0x%xu << 16 | v%d)", w->n_path, action, var);
      stop_if(w, call);
      return;
    case AUTO_PARTS:
      if (w->u->a->split == WALK_MODIFIERS) auto_line(w, "*c->part++ = 0x%xu << 16 | v%d;", action, var);
      else auto_line(w, "note(c, n + %d, 0x%xu << 16 | v%d);", w->n_path, action, var);
      return;
    case AUTO_FIRST:
    case AUTO_CHECK:
    case AUTO_MODES: break;
  }
  assert(!"ends are not noted in this mode");
}

static void write_switch(Writer *w, const AutoEdge *edge, int var) {
  if (!edge->action) {
    auto_visit_afresh(w, edge->target, var);
  } else if (w->mode == AUTO_FIRST) {
    auto_line(w, "c->state = %d, c->vertex = v%d, c->player = %d;", edge->target, var, edge->a);
    auto_stop(w);
  } else {
    write_end(w, (unsigned)edge->action, var);
  }
}

// ---- modifiers

static bool ends_part(const Writer *w, const AutoEdge *edge) {
  return w->mode == AUTO_PARTS && edge->action && w->u->a->split == WALK_MODIFIERS;
}

static bool keeps_path(const Writer *w, const AutoEdge *edge) {
  return edge->action && (w->mode == AUTO_LIST || w->mode == AUTO_PARTS);
}

// Behind a modifier: the path is one longer, and no pair has been visited.
static void write_behind(Writer *w, const AutoEdge *edge, int var) {
  bool noted = keeps_path(w, edge);
  if (noted) auto_line(w, "c->path[n + %d] = 0x%xu << 16 | v%d;", w->n_path, edge->action, var);
  w->n_path += noted;
  auto_visit_afresh(w, edge->target, var);
  w->n_path -= noted;
}

// The code behind a modifier that was performed, and what takes it back.
static void write_performed(Writer *w, const AutoEdge *edge, int var, const char *undo) {
  int outer = w->undo_label, label = w->labels++;
  bool stops = auto_can_stop(w) && w->mode != AUTO_FIRST;
  if (stops) w->undo_label = label;
  if (stops) auto_line(w, "int h%d = 0;", label);
  write_behind(w, edge, var);
  if (stops) auto_line(w, "if (0) u%d: h%d = 1;", label, label);
  auto_line(w, "%s", undo);
  w->undo_label = outer;
  if (!stops) return;
  char flag[24];
  snprintf(flag, sizeof flag, "h%d", label);
  stop_if(w, flag);
}

// Where the part of a move ends with an action, or nothing behind it looks at what it did, it is not carried out.
static bool write_unperformed(Writer *w, const AutoEdge *edge, int var) {
  bool ends = ends_part(w, edge);
  if (ends) write_end(w, (unsigned)edge->action, var);
  else if (edge->blind && w->mode != AUTO_FIRST) write_behind(w, edge, var);
  else return false;
  return true;
}

static void write_put(Writer *w, const AutoEdge *edge, int var) {
  char undo[80];
  if (write_unperformed(w, edge, var)) return;
  int old = w->vars++;
  auto_block(w);
  auto_line(w, "const int o%d = c->what[v%d];", old, var);
  auto_line(w, "put(c, v%d, o%d, %d);", var, old, edge->a);
  snprintf(undo, sizeof undo, "put(c, v%d, %d, o%d);", var, edge->a, old);
  write_performed(w, edge, var, undo);
  auto_close(w);
}

static void write_assigned(Writer *w, const AutoEdge *edge, int var, const char *value) {
  char undo[80];
  if (write_unperformed(w, edge, var)) return;
  int old = w->vars++;
  auto_block(w);
  auto_line(w, "const int o%d = c->value[%d];", old, edge->b);
  auto_line(w, "c->value[%d] = (int)%s;", edge->b, value);
  snprintf(undo, sizeof undo, "c->value[%d] = o%d;", edge->b, old);
  write_performed(w, edge, var, undo);
  auto_close(w);
}

static void write_assign(Writer *w, const AutoEdge *edge, int var) {
  const Auto *a = w->u->a;
  int64_t constant;
  char value[40];
  if (auto_formula_constant(a, edge->a, &constant)) {
    snprintf(value, sizeof value, "%lld", (long long)constant);
    if (constant >= 0 && constant <= a->bounds[edge->b]) write_assigned(w, edge, var, value);
    return;
  }
  Text formula = {0};
  auto_formula(a, edge->a, &formula);
  int number = w->vars++;
  auto_block(w);
  text_repeat(w->out, ' ', (size_t)w->indent * 2);
  text_printf(w->out, "const i64 x%d = %s;\n", number, formula.p);
  auto_open(w, "if (x%d >= 0 && x%d <= %d)", number, number, a->bounds[edge->b]);
  snprintf(value, sizeof value, "x%d", number);
  write_assigned(w, edge, var, value);
  auto_close(w);
  auto_close(w);
  text_free(&formula);
}

// ---- edges that move

void auto_piece_test(const Writer *w, uint64_t allow, int var, char *out, size_t size) {
  const Auto *a = w->u->a;
  if (allow == a->all) snprintf(out, size, "v%d < %d", var, a->vertices);
  else if (!(allow & (allow - 1)) && allow) snprintf(out, size, "c->what[v%d] == %d", var, __builtin_ctzll(allow));
  else snprintf(out, size, "0x%llxull >> c->what[v%d] & 1", (unsigned long long)allow, var);
}

static void write_step(Writer *w, const AutoEdge *edge, int var) {
  char test[100];
  if (auto_write_slide_along(w, edge, var)) return;
  int to = w->vars++;
  auto_block(w);
  auto_line(w, "const int v%d = T%d[v%d];", to, auto_step_table(w->u, edge), var);
  auto_piece_test(w, edge->allow, to, test, sizeof test);
  auto_open(w, "if (%s)", test);
  auto_visit(w, edge->target, to);
  auto_close(w);
  auto_close(w);
}

// The edge that ends a move, if arriving in this state leads to that and nothing else.
static const AutoEdge *only_end(const Writer *w, int state) {
  const AutoState *at = &w->u->a->states[state];
  const AutoEdge *edge = &w->u->a->edges[at->first];
  if (at->accepts || at->meeting >= 0 || at->n != 1 || !edge->action) return NULL;
  return edge->kind == WALK_SWITCH || (edge->kind == WALK_PUT && ends_part(w, edge)) ? edge : NULL;
}

bool auto_only_end(const Writer *w, int state) { return only_end(w, state) != NULL; }

static bool assigns_for_sure(const Auto *a, const AutoEdge *edge) {
  int64_t constant;
  return edge->kind == WALK_ASSIGN && auto_formula_constant(a, edge->a, &constant) && constant >= 0 &&
         constant <= a->bounds[edge->b];
}

// The only edge that can be taken from a state, with one of the pieces on the vertex, if it can be taken with all.
static const AutoEdge *sole_way(const Auto *a, const AutoState *at, uint64_t pieces) {
  const AutoEdge *found = NULL;
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &a->edges[at->first + i];
    bool stays = edge->kind == WALK_ON || edge->kind == WALK_EMPTY;
    if (stays && !(edge->allow & pieces)) continue;
    if (found || (stays && (pieces & ~edge->allow))) return NULL;
    found = edge;
  }
  return found;
}

enum { SOLE_MAX = 12 };

const AutoEdge *auto_sole_end(const Writer *w, int state, uint64_t pieces) {
  const Auto *a = w->u->a;
  bool fresh = false;
  for (int n = 0; n < SOLE_MAX; n++) {
    const AutoState *at = &a->states[state];
    const AutoEdge *edge = at->accepts || (at->meeting >= 0 && !fresh) ? NULL : sole_way(a, at, pieces);
    if (!edge) return NULL;
    if (edge->kind == WALK_SWITCH && edge->action) return edge;
    bool modifies = edge->kind == WALK_PUT || assigns_for_sure(a, edge);
    if (modifies && ends_part(w, edge)) return edge;
    if (modifies && (w->mode != AUTO_COUNT || !edge->blind)) return NULL;
    if (!modifies && edge->kind != WALK_ON && edge->kind != WALK_EMPTY) return NULL;
    fresh |= modifies;
    if (edge->kind == WALK_PUT) pieces = (uint64_t)1 << edge->a;
    state = edge->target;
  }
  return NULL;
}

// Whether the vertices behind an edge are visited one by one at the beginning of a move: then whole branches can be
// skipped when the move of a number is looked for.
static bool branches_first(const Writer *w) { return w->at_root && !w->loop_stack; }

static void write_skip(Writer *w) {
  auto_open(w, "if (c->skip)");
  auto_line(w, "const u32 d = c->branch[c->branches++];");
  auto_open(w, "if (c->skip >= d)");
  auto_line(w, "c->skip -= d;");
  auto_line(w, "continue;");
  auto_close(w);
  auto_close(w);
}

static void write_branch(Writer *w, const AutoEdge *edge, int to) {
  bool first = branches_first(w), root = w->at_root;
  w->at_root = false;
  if (first && w->mode == AUTO_COUNT) auto_line(w, "const u32 before = r;");
  if (first && w->mode == AUTO_LIST) write_skip(w);
  auto_visit(w, edge->target, to);
  if (first && w->mode == AUTO_COUNT) auto_line(w, "c->branch[c->branches++] = r - before;");
  w->at_root = root;
}

// Short rows are filled up with the vertex beyond the edge, so that their loops have no varying end.
static void write_many(Writer *w, const AutoEdge *edge, int var) {
  char test[100];
  int to = w->vars++, row = auto_row_length(w->u->a, edge);
  if (row) {
    int table = auto_row_table(w->u, edge);
    auto_open(w, "for (int i%d = 0; i%d < %d; i%d++)", to, to, row, to);
    auto_line(w, "const int v%d = N%d[v%d][i%d];", to, table, var, to);
  } else {
    int table = auto_list_table(w->u, edge);
    auto_open(w, "for (u32 i%d = R%d[v%d]; i%d < R%d[v%d + 1]; i%d++)", to, table, var, to, table, var, to);
    auto_line(w, "const int v%d = M%d[i%d];", to, table, to);
  }
  auto_piece_test(w, edge->allow, to, test, sizeof test);
  bool tests = row || edge->allow != w->u->a->all;
  bool single = w->mode == AUTO_PARTS && w->u->a->split == WALK_MODIFIERS;
  const AutoEdge *sole = w->mode == AUTO_COUNT || single ? auto_sole_end(w, edge->target, edge->allow) : NULL;
  if (sole) {  // without a branch: which vertices pass is hard to foretell
    if (single) auto_line(w, "*c->part = 0x%xu << 16 | v%d;", (unsigned)sole->action, to);
    auto_line(w, "%s += (%s);", single ? "c->part" : "r", tests ? test : "1");
    auto_close(w);
    return;
  }
  if (tests) auto_open(w, "if (%s)", test);
  bool root = w->at_root;
  w->at_root = false;
  auto_visit(w, edge->target, to);
  w->at_root = root;
  if (tests) auto_close(w);
  auto_close(w);
}

// The set of vertices, in one word, that an edge to any of a list can arrive on.
static void any_set(Writer *w, const AutoEdge *edge, const char *word, char *out, size_t size) {
  const Auto *a = w->u->a;
  size_t n = 0;
  bool all = edge->b == a->vertices && edge->allow != a->all;
  if (!all) n = (size_t)snprintf(out, size, "A%d[%s]", auto_set_table(w->u, edge), word);
  else out[0] = 0;
  if (edge->allow == a->all) return;
  const char *before = all ? "" : " & (";
  for (int k = 0; k < a->kinds && n < size; k++) {
    if (!(edge->allow >> k & 1)) continue;
    n += (size_t)snprintf(out + n, size - n, "%sc->kind[%d][%s]", before, k, word);
    before = " | ";
  }
  if (!all && n < size) snprintf(out + n, size - n, ")");
}

// The check, for all vertices at once, that is the only way on from a state; NULL: there is none.
static const AutoEdge *check_in_passing(Writer *w, int state) {
  const Auto *a = w->u->a;
  const AutoState *at = &a->states[state];
  const AutoEdge *edge = &a->edges[at->first];
  bool passing = at->n == 1 && !at->accepts && auto_meeting(w, state) < 0 && edge->kind == WALK_CHECK;
  return passing && auto_set_possible(w->u, a->states[edge->a].same_check) ? edge : NULL;
}

// Checks all vertices of the choice at once where that can be done; the state behind the checks. Each check leaves
// a set q in a variable.
static int pass_checks(Writer *w, int state, Text *tests, const char *word) {
  const Auto *a = w->u->a;
  const AutoEdge *edge;
  while ((edge = check_in_passing(w, state))) {
    int start = a->states[edge->a].same_check, number = w->vars++;
    auto_ask_set(w->u, start);
    auto_line(w, "const Set q%d = B%d(c, -1);", number, start);
    text_printf(tests, " & %sq%d.w[%s]", edge->b ? "~" : "", number, word);
    state = edge->target;
  }
  return state;
}

enum { ENDS_MAX = 4 };

// Lists the parts of all vertices of set b at once, if all ways on from a state there are ends of parts.
static bool write_part_ends(Writer *w, int state, uint64_t pieces, int set, const char *word) {
  const Auto *a = w->u->a;
  const AutoState *at = &a->states[state];
  int actions[ENDS_MAX], n = 0;
  if (w->mode != AUTO_PARTS || a->split != WALK_MODIFIERS || at->accepts || at->meeting >= 0) return false;
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &a->edges[at->first + i];
    bool stays = edge->kind == WALK_ON || edge->kind == WALK_EMPTY;
    if (stays && !(edge->allow & pieces)) continue;
    const AutoEdge *end = n < ENDS_MAX ? auto_sole_end_by(w, edge, pieces) : NULL;
    if (!end) return false;
    actions[n++] = end->action;
  }
  for (int i = 0; i < n; i++)
    auto_line(w, "c->part = list_parts_on(c->part, b%d, (0x%xu << 16) + 64 * %s);", set, (unsigned)actions[i], word);
  return true;
}

static void write_any(Writer *w, const AutoEdge *edge, int var) {
  (void)var;
  const Auto *a = w->u->a;
  char set[2000], word[24];
  int to = w->vars++;
  if (!edge->allow) return;
  bool many = a->words > 1;
  snprintf(word, sizeof word, "w%d", to);
  Text tests = {0};
  auto_block(w);
  AutoEdge behind = *edge;
  behind.target = pass_checks(w, edge->target, &tests, many ? word : "0");
  bool end = only_end(w, behind.target) != NULL;
  if (many) auto_open(w, "for (int w%d = 0; w%d < %d; w%d++)", to, to, a->words, to);
  else auto_block(w);
  any_set(w, edge, many ? word : "0", set, sizeof set);
  text_repeat(w->out, ' ', (size_t)w->indent * 2);
  text_printf(w->out, "u64 b%d = (%s)%s;\n", to, set, tests.n ? tests.p : "");
  text_free(&tests);
  if (w->mode == AUTO_COUNT && auto_sole_end(w, behind.target, edge->allow)) {
    auto_line(w, "r += (u32)__builtin_popcountll(b%d);", to);
    auto_close(w);
    auto_close(w);
    return;
  }
  if (write_part_ends(w, behind.target, edge->allow, to, many ? word : "0")) {
    auto_close(w);
    auto_close(w);
    return;
  }
  if (end && w->mode == AUTO_LIST) auto_line(w, "b%d = skip(c, b%d);", to, to);
  auto_open(w, "for (; b%d; b%d &= b%d - 1)", to, to, to);
  if (many) auto_line(w, "const int v%d = 64 * w%d + __builtin_ctzll(b%d);", to, to, to);
  else auto_line(w, "const int v%d = __builtin_ctzll(b%d);", to, to);
  if (end) auto_visit(w, behind.target, to);
  else write_branch(w, &behind, to);
  auto_close(w);
  auto_close(w);
  auto_close(w);
}

// ---- conditions

void auto_check_call(Writer *w, int start, int var, char *out, size_t size) {
  const Auto *a = w->u->a;
  bool at_once = auto_check_is_global(a, start) || auto_check_floods(a, start);
  if (at_once && auto_set_possible(w->u, start)) {
    auto_ask_set(w->u, start);
    snprintf(out, size, "has(B%d(c, v%d), v%d)", start, var, var);
    return;
  }
  snprintf(out, size, "%c%d(c, seen + %d, v%d)", auto_begin(w->u, AUTO_CHECK, start), start, w->level + 1, var);
}

static void check_call(Writer *w, const AutoEdge *edge, int var, char *out, size_t size) {
  auto_check_call(w, w->u->a->states[edge->a].same_check, var, out, size);
}

static void write_check(Writer *w, const AutoEdge *edge, int var, int known) {
  char call[80], test[100];
  if (known >= 0) snprintf(call, sizeof call, "q%d", known);
  else check_call(w, edge, var, call, sizeof call);
  auto_piece_test(w, edge->allow, var, test, sizeof test);
  if (edge->allow != w->u->a->all) auto_open(w, "if ((%s) && %s%s)", test, edge->b ? "!" : "", call);
  else auto_open(w, "if (%s%s)", edge->b ? "!" : "", call);
  auto_visit(w, edge->target, var);
  auto_close(w);
}

static void write_compare(Writer *w, const AutoEdge *edge, int var) {
  char test[100];
  Text formula = {0};
  auto_formula(w->u->a, edge->a, &formula);
  text_repeat(w->out, ' ', (size_t)w->indent * 2);
  auto_piece_test(w, edge->allow, var, test, sizeof test);
  if (edge->allow != w->u->a->all) text_printf(w->out, "if ((%s) && %s) {\n", test, formula.p);
  else text_printf(w->out, "if (%s) {\n", formula.p);
  w->indent++;
  auto_visit(w, edge->target, var);
  auto_close(w);
  text_free(&formula);
}

static void write_stay(Writer *w, const AutoEdge *edge, int var) {
  char test[100];
  bool tests = edge->allow != w->u->a->all;
  auto_piece_test(w, edge->allow, var, test, sizeof test);
  if (tests) auto_open(w, "if (%s)", test);
  auto_visit(w, edge->target, var);
  if (tests) auto_close(w);
}

static void write_dot(Writer *w, const AutoEdge *edge, int var) {
  if (w->mode == AUTO_PARTS) write_end(w, 0x8000u | (unsigned)edge->target, var);
  else auto_visit(w, edge->target, var);
}

void auto_edge(Writer *w, const AutoEdge *edge, int var, int known) {
  if (!edge->allow) return;
  switch (edge->kind) {
    case WALK_EMPTY:
    case WALK_ON: write_stay(w, edge, var); break;
    case WALK_STEP: write_step(w, edge, var); break;
    case WALK_ANY: write_any(w, edge, var); break;
    case WALK_MANY: write_many(w, edge, var); break;
    case WALK_PUT: write_put(w, edge, var); break;
    case WALK_ASSIGN: write_assign(w, edge, var); break;
    case WALK_COMPARE: write_compare(w, edge, var); break;
    case WALK_CHECK: write_check(w, edge, var, known); break;
    case WALK_SWITCH: write_switch(w, edge, var); break;
    case WALK_DOT: write_dot(w, edge, var); break;
  }
}

// ---- states

// Whether another edge of the state, behind this one, makes the same check.
static bool asked_again(const Auto *a, const AutoState *at, int i) {
  int check = a->states[a->edges[at->first + i].a].same_check;
  for (int j = i + 1; j < at->n; j++) {
    const AutoEdge *other = &a->edges[at->first + j];
    if (other->kind == WALK_CHECK && a->states[other->a].same_check == check) return true;
  }
  return false;
}

// The number of the variable with the answer to a check that is made more than once, or -1.
static int known_answer(Writer *w, const AutoState *at, int i, int *known, int var) {
  const Auto *a = w->u->a;
  const AutoEdge *edge = &a->edges[at->first + i];
  if (edge->kind != WALK_CHECK) return -1;
  int check = a->states[edge->a].same_check;
  for (int j = 0; j < i; j++) {
    const AutoEdge *other = &a->edges[at->first + j];
    if (known[j] >= 0 && a->states[other->a].same_check == check) return known[j];
  }
  if (!asked_again(a, at, i)) return -1;
  char call[80];
  check_call(w, edge, var, call, sizeof call);
  int number = w->vars++;
  auto_line(w, "const int q%d = %s;", number, call);
  return number;
}

enum { EDGES_KNOWN = 32 };

static void write_edges(Writer *w, int state, int var) {
  const AutoState *at = &w->u->a->states[state];
  int known[EDGES_KNOWN];
  bool few = at->n <= EDGES_KNOWN, written[EDGES_KNOWN] = {0};
  if (few) auto_write_fans(w, state, var, written);
  for (int i = 0; i < at->n; i++) {
    if (few) known[i] = -1;
    if (few && written[i]) continue;
    if (few) known[i] = known_answer(w, at, i, known, var);
    auto_edge(w, &w->u->a->edges[at->first + i], var, few ? known[i] : -1);
  }
}

void auto_meeting_test(Writer *w, int meeting, int var, char *out, size_t size) {
  const Auto *a = w->u->a;
  if (a->words == 1) snprintf(out, size, "seen[%d].set[%d] >> v%d & 1", w->level, meeting, var);
  else snprintf(out, size, "seen[%d].set[%d + (v%d >> 6)] >> (v%d & 63) & 1", w->level, meeting * a->words, var, var);
}

void auto_meeting_mark(Writer *w, int meeting, int var) {
  const Auto *a = w->u->a;
  if (a->words == 1) auto_line(w, "seen[%d].set[%d] |= 1ull << v%d;", w->level, meeting, var);
  else auto_line(w, "seen[%d].set[%d + (v%d >> 6)] |= 1ull << (v%d & 63);", w->level, meeting * a->words, var, var);
}

int auto_meeting(const Writer *w, int state) {
  const AutoState *at = &w->u->a->states[state];
  return w->mode == AUTO_CHECK && at->free_check ? -1 : at->meeting;
}

static void write_body(Writer *w, int state, int var) {
  const AutoState *at = &w->u->a->states[state];
  char test[120];
  if (at->accepts) {
    auto_stop(w);
    return;
  }
  int meeting = auto_meeting(w, state);
  if (meeting >= 0) {
    auto_meeting_test(w, meeting, var, test, sizeof test);
    auto_open(w, "if (!(%s))", test);
    auto_meeting_mark(w, meeting, var);
  }
  w->depth++;
  write_edges(w, state, var);
  w->depth--;
  if (meeting >= 0) auto_close(w);
}

enum { DEPTH_MAX = 24, SMALL = 1 };

static const AutoGraph *graph_of(const Writer *w) { return w->mode == AUTO_PARTS ? &w->u->a->parts : &w->u->a->whole; }

// Short enough to be written more than once.
static bool is_small(const Auto *a, int state) {
  const AutoState *at = &a->states[state];
  if (at->accepts || at->n == 0) return true;
  return at->n <= SMALL && at->meeting < 0 && a->edges[at->first].kind == WALK_SWITCH && a->edges[at->first].action;
}

static bool is_inline(const Writer *w, int state) {
  const AutoGraph *graph = graph_of(w);
  if (is_small(w->u->a, state)) return true;
  return graph->entries[state] <= 1 && !graph->in_loop[state] && w->depth < DEPTH_MAX;
}

static void write_call(Writer *w, int state, int var) {
  char call[100], letter = auto_ask(w->u, w->mode, state);
  bool path = w->mode == AUTO_LIST || w->mode == AUTO_PARTS;
  if (path) snprintf(call, sizeof call, "%c%d(c, seen + %d, v%d, n + %d)", letter, state, w->level, var, w->n_path);
  else snprintf(call, sizeof call, "%c%d(c, seen + %d, v%d)", letter, state, w->level, var);
  if (w->loop_stack) auto_line(w, "c->sp = sp;");
  if (w->mode == AUTO_COUNT) auto_line(w, "r += %s;", call);
  else if (w->mode == AUTO_PARTS) auto_line(w, "%s;", call);
  else stop_if(w, call);
}

static void write_loop_here(Writer *w, int state, int var) {
  if (!auto_write_look_along(w, state, var) && !auto_write_slide_from(w, state, var))
    auto_write_simple_loop(w, state, var);
}

void auto_visit(Writer *w, int state, int var) {
  if (is_inline(w, state)) write_body(w, state, var);
  else if (auto_simple_loop(w, state) && auto_entered_once(w, state) && w->depth < DEPTH_MAX)
    write_loop_here(w, state, var);
  else write_call(w, state, var);
}

int auto_find_meetings(const Writer *w, int root, int *meetings) {
  const Auto *a = w->u->a;
  bool *met = mem_alloc_zero((size_t)a->n_states);
  int n = 0;
  VEC(int) stack = {0};
  VEC_PUSH(&stack, root);
  met[root] = true;
  while (stack.n) {
    int now = VEC_POP(&stack), meeting = auto_meeting(w, now);
    const AutoState *at = &a->states[now];
    if (meeting >= 0) meetings[n++] = meeting;
    for (int i = 0; i < at->n; i++) {
      const AutoEdge *edge = &a->edges[at->first + i];
      if (auto_modifies(edge) || met[edge->target]) continue;
      met[edge->target] = true;
      VEC_PUSH(&stack, edge->target);
    }
  }
  VEC_FREE(&stack);
  mem_free(met);
  return n;
}

void auto_clear_meetings(Writer *w, int root) {
  const Auto *a = w->u->a;
  int *meetings = mem_alloc((size_t)a->n_states * sizeof *meetings), n = auto_find_meetings(w, root, meetings);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < a->words; k++) auto_line(w, "seen[%d].set[%d] = 0;", w->level, meetings[i] * a->words + k);
  }
  mem_free(meetings);
}

void auto_visit_afresh(Writer *w, int state, int var) {
  w->level++;
  auto_clear_meetings(w, state);
  auto_visit(w, state, var);
  w->level--;
}

// ---- functions

static bool is_root(const Auto *a, AutoMode mode, int state) {
  const AutoState *at = &a->states[state];
  switch (mode) {
    case AUTO_COUNT:
    case AUTO_LIST: return at->player_root;
    case AUTO_FIRST: return at->keeper_root;
    case AUTO_CHECK: return at->check_root;
    case AUTO_PARTS: return at->part_root;
    case AUTO_MODES: break;
  }
  return false;
}

static void write_head(AutoUnit *u, AutoMode mode, char letter, int state) {
  const char *type = mode == AUTO_COUNT ? "u32" : mode == AUTO_PARTS ? "void" : "int";
  const char *more = mode == AUTO_LIST || mode == AUTO_PARTS ? ", int n" : "";
  text_printf(&u->protos, "static %s %c%d(C *c, Seen *seen, int v0%s);\n", type, letter, state, more);
  text_printf(&u->code, "\nstatic %s %c%d(C *c, Seen *seen, int v0%s) {\n  (void)seen;\n", type, letter, state, more);
}

// A loop that is a table is gone through by one function for all of them.
static void write_machine_call(Writer *w, int state, bool root) {
  bool path = w->mode == AUTO_LIST || w->mode == AUTO_PARTS;
  AutoUnit *u = w->u;
  int loop = graph_of(w)->loop[state];
  if (!u->loop_asked[w->mode][loop]) {
    u->loop_asked[w->mode][loop] = true;
    VEC_PUSH(&u->loops_left, (int)w->mode);
    VEC_PUSH(&u->loops_left, loop);
  }
  auto_line(w, "%smachine_%c(c, seen, v0, %s, %d, %d);", w->mode == AUTO_PARTS ? "" : "return ", mode_letters[w->mode],
            path ? "n" : "0", state, root);
}

static bool uses_machine(const Writer *w, int state) {
  return graph_of(w)->in_loop[state] && auto_in_machine(w, state) && !auto_simple_loop(w, state);
}

// A search that begins in a state finds no pair visited.
static void write_begin(AutoUnit *u, AutoMode mode, int state) {
  Writer w = {.u = u, .out = &u->code, .mode = mode, .indent = 1, .undo_label = -1};
  write_head(u, mode, begin_letters[mode], state);
  w.vars = 1;
  if (mode == AUTO_CHECK && u->a->whole.in_loop[state] && !auto_simple_loop(&w, state)) auto_write_ways_out(&w, state);
  auto_clear_meetings(&w, state);
  bool path = mode == AUTO_LIST || mode == AUTO_PARTS;
  if (uses_machine(&w, state)) write_machine_call(&w, state, true);
  else
    auto_line(&w, "%s%c%d(c, seen, v0%s);", mode == AUTO_PARTS ? "" : "return ", mode_letters[mode], state,
              path ? ", n" : "");
  text_puts(&u->code, "}\n");
}

static void write_search_from(Writer *w, int state) {
  if (w->mode == AUTO_COUNT) auto_line(w, "u32 r = 0;");
  if (auto_simple_loop(w, state)) write_loop_here(w, state, 0);
  else if (graph_of(w)->in_loop[state]) auto_write_loop(w, state);
  else write_body(w, state, 0);
  if (w->mode == AUTO_COUNT) auto_line(w, "return r;");
  else if (w->mode != AUTO_PARTS) auto_line(w, "return 0;");
}

static void write_function(AutoUnit *u, AutoMode mode, int state) {
  Writer w = {.u = u, .out = &u->code, .mode = mode, .indent = 1, .vars = 1, .undo_label = -1};
  bool root = is_root(u->a, mode, state);
  write_head(u, mode, mode_letters[mode], state);
  w.at_root = root && graph_of(&w)->entries[state] == 1;
  if (uses_machine(&w, state)) write_machine_call(&w, state, false);
  else write_search_from(&w, state);
  text_puts(&u->code, "}\n");
  if (root) write_begin(u, mode, state);
}

static bool uses_machine_in(const AutoUnit *u, AutoMode mode) {
  bool uses = false;
  for (int loop = 0; loop < u->a->n_states; loop++) uses |= u->loop_asked[mode][loop];
  return uses;
}

void auto_write_searches(AutoUnit *u) {
  while (u->left.n || u->loops_left.n) {
    if (u->left.n) {
      int state = VEC_POP(&u->left), mode = VEC_POP(&u->left);
      write_function(u, (AutoMode)mode, state);
    } else {
      int loop = VEC_POP(&u->loops_left), mode = VEC_POP(&u->loops_left);
      auto_write_leaving(u, (AutoMode)mode, loop);
    }
  }
  for (int mode = 0; mode < AUTO_MODES; mode++) {
    if (uses_machine_in(u, (AutoMode)mode)) auto_write_machine(u, (AutoMode)mode, mode_letters[mode]);
  }
}
