// Slides: a state that only steps on in one direction over certain pieces. Instead of step by step, the first vertex
// that stops the slide is found with sets of vertices, and so are the vertices before it.
#include "emit/automaton/automaton_search.h"

static const AutoGraph *graph_of(const Writer *w) { return w->mode == AUTO_PARTS ? &w->u->a->parts : &w->u->a->whole; }

// The kind of piece that stands on most vertices at the start: slides go over it, and hardly over any other.
static bool is_common(const Auto *a, uint64_t allow) { return allow >> a->commonest & 1; }

// The edge by which a state slides, or NULL. Everything else the state does is done at each vertex of the slide.
static const AutoEdge *find_slide(const Writer *w, int state) {
  const Auto *a = w->u->a;
  const AutoGraph *graph = graph_of(w);
  const AutoState *at = &a->states[state];
  if (a->words > 4 || !graph->in_loop[state] || graph->loop_size[graph->loop[state]] != 1) return NULL;
  if (auto_meeting(w, state) >= 0 || at->accepts || w->mode == AUTO_FIRST) return NULL;
  const AutoEdge *found = NULL;
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &a->edges[at->first + i];
    if (edge->target != state || !auto_goes_on(a, edge, graph->split)) continue;
    if (found || edge->kind != WALK_STEP) return NULL;
    found = edge;
  }
  return found && is_common(a, found->allow) && auto_direction(a, found) ? found : NULL;
}

// The same where it is to be followed on its own: parts on boards of several words are listed faster step by step.
static const AutoEdge *slide_of(const Writer *w, int state) {
  return w->mode == AUTO_PARTS && w->u->a->words > 1 ? NULL : find_slide(w, state);
}

static int write_ray_table(AutoUnit *u, const AutoEdge *edge) {
  const Auto *a = u->a;
  if (u->ray_written[edge->a]) return edge->a;
  u->ray_written[edge->a] = u->slides = true;
  text_printf(&u->tables, "static const u64 Y%d[][WORDS] = {", edge->a);
  for (int v = 0; v < a->vertices; v++) {
    uint64_t set[AUTOMATON_VERTICES_MAX / 64] = {0};
    for (int to = a->tables[edge->a + v]; to >= 0; to = a->tables[edge->a + to]) set[to / 64] |= (uint64_t)1 << to % 64;
    text_char(&u->tables, '{');
    for (int k = 0; k < a->words; k++) text_printf(&u->tables, "0x%llxull,", (unsigned long long)set[k]);
    text_puts(&u->tables, "},");
  }
  text_puts(&u->tables, "};\n");
  return edge->a;
}

static void write_kinds(Writer *w, const char *name, int number, uint64_t kinds) {
  const Auto *a = w->u->a;
  auto_line(w, "u64 %s%d[WORDS];", name, number);
  text_repeat(w->out, ' ', (size_t)w->indent * 2);
  text_printf(w->out, "for (int w = 0; w < WORDS; w++) %s%d[w] = ", name, number);
  const char *before = "";
  for (int k = 0; k < a->kinds; k++) {
    if (!(kinds >> k & 1)) continue;
    text_printf(w->out, "%sc->kind[%d][w]", before, k);
    before = " | ";
  }
  text_puts(w->out, *before ? ";\n" : "0;\n");
}

typedef struct Slide {
  const AutoEdge *edge;
  int state;
  int from;    // variable of the vertex where it begins
  int number;  // of the variables f (the vertex that stops it) and run (the vertices before)
} Slide;

// Whether an edge leads, in the same direction, only onto pieces that stop the slide.
static bool takes_stopper(const Slide *s, const AutoEdge *edge) {
  return edge->kind == WALK_STEP && edge->a == s->edge->a && !(edge->allow & s->edge->allow);
}

// Whether it leads onto every piece the slide goes over, and perhaps onto the one that stops it.
static bool takes_all(const Slide *s, const AutoEdge *edge) {
  return edge->kind == WALK_STEP && edge->a == s->edge->a && !(s->edge->allow & ~edge->allow);
}

static bool is_way_on(const Writer *w, const Slide *s, const AutoEdge *edge) {
  return edge->target == s->state && auto_goes_on(w->u->a, edge, graph_of(w)->split);
}

static void write_stopper(Writer *w, const Slide *s, const AutoEdge *edge) {
  char test[100];
  int to = w->vars++;
  auto_line(w, "{");
  w->indent++;
  auto_line(w, "const int v%d = f%d;", to, s->number);
  auto_piece_test(w, edge->allow & ~s->edge->allow, to, test, sizeof test);
  auto_open(w, "if (%s)", test);
  auto_visit(w, edge->target, to);
  auto_close(w);
  auto_close(w);
}

// Opens a loop over the vertices of a set; returns the variable of the vertex.
static int open_members(Writer *w, const char *set, int number, bool skips) {
  int to = w->vars++;
  bool many = w->u->a->words > 1;
  if (many) auto_open(w, "for (int w%d = 0; w%d < WORDS; w%d++)", to, to, to);
  else auto_line(w, "{ enum { w%d = 0 };", to), w->indent++;
  if (skips) auto_line(w, "%s%d[w%d] = skip(c, %s%d[w%d]);", set, number, to, set, number, to);
  auto_open(w, "for (u64 b%d = %s%d[w%d]; b%d; b%d &= b%d - 1)", to, set, number, to, to, to, to);
  auto_line(w, "const int v%d = 64 * w%d + __builtin_ctzll(b%d);", to, to, to);
  return to;
}

static void close_members(Writer *w) {
  auto_close(w);
  auto_close(w);
}

static void write_run_count(Writer *w, const Slide *s) {
  auto_line(w, "for (int w = 0; w < WORDS; w++) r += (u32)__builtin_popcountll(run%d[w]);", s->number);
}

static void write_all(Writer *w, const Slide *s, const AutoEdge *edge) {
  if (w->mode == AUTO_COUNT && auto_sole_end(w, edge->target, s->edge->allow)) {
    write_run_count(w, s);
  } else {
    int to = open_members(w, "run", s->number, false);
    auto_visit(w, edge->target, to);
    close_members(w);
  }
  if (edge->allow & ~s->edge->allow) write_stopper(w, s, edge);
}

// Everything a state does besides sliding on, at one vertex.
static void write_others(Writer *w, const Slide *s, int var) {
  const AutoState *at = &w->u->a->states[s->state];
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &w->u->a->edges[at->first + i];
    bool in_set = takes_stopper(s, edge) || takes_all(s, edge);
    if (!is_way_on(w, s, edge) && !in_set) auto_edge(w, edge, var, -1);
  }
}

const AutoEdge *auto_sole_end_by(const Writer *w, const AutoEdge *edge, uint64_t pieces) {
  bool ends = edge->action && !auto_goes_on(w->u->a, edge, graph_of(w)->split);
  if (ends && (edge->kind == WALK_SWITCH || edge->kind == WALK_PUT)) return edge;
  bool stays = (edge->kind == WALK_EMPTY || edge->kind == WALK_ON) && !(pieces & ~edge->allow);
  bool blind = edge->kind == WALK_PUT && edge->blind && w->mode == AUTO_COUNT;
  return stays || blind ? auto_sole_end(w, edge->target, pieces) : NULL;
}

static bool has_others(const Writer *w, const Slide *s, const AutoEdge **sole) {
  const AutoState *at = &w->u->a->states[s->state];
  int n = 0;
  *sole = NULL;
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &w->u->a->edges[at->first + i];
    if (is_way_on(w, s, edge) || takes_stopper(s, edge) || takes_all(s, edge)) continue;
    n++;
    *sole = n == 1 ? auto_sole_end_by(w, edge, s->edge->allow) : NULL;
  }
  return n > 0;
}

// The vertices the slide comes to, without the first one.
static void write_run(Writer *w, const Slide *s) {
  const AutoEdge *sole;
  if (!has_others(w, s, &sole)) return;
  if (sole && w->mode == AUTO_COUNT) {
    write_run_count(w, s);
    return;
  }
  bool at_once = sole && w->mode == AUTO_LIST && sole->kind == WALK_SWITCH && w->u->a->states[s->state].n == 2;
  int to = open_members(w, "run", s->number, at_once);
  write_others(w, s, to);
  close_members(w);
}

static void write_by_direction(Writer *w, const Slide *s) {
  const AutoState *at = &w->u->a->states[s->state];
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &w->u->a->edges[at->first + i];
    if (is_way_on(w, s, edge)) continue;
    if (takes_stopper(s, edge)) write_stopper(w, s, edge);
    else if (takes_all(s, edge)) write_all(w, s, edge);
  }
}

// The pieces that can follow a slide, if it does nothing but step onto the piece that stops it; else 0.
static uint64_t goals(const Writer *w, const Slide *s) {
  const AutoState *at = &w->u->a->states[s->state];
  uint64_t pieces = 0;
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &w->u->a->edges[at->first + i];
    if (is_way_on(w, s, edge)) continue;
    if (!takes_stopper(s, edge)) return 0;
    pieces |= edge->allow;
  }
  return pieces;
}

static void write_slide(Writer *w, const Slide *s, bool from_here) {
  const Auto *a = w->u->a;
  int n = s->number, table = write_ray_table(w->u, s->edge);
  bool root = w->at_root;
  w->at_root = false;
  w->depth++;
  if (from_here) write_others(w, s, s->from);
  uint64_t pieces = goals(w, s);
  auto_line(w, "{");
  w->indent++;
  if (pieces && w->mode == AUTO_CHECK) {
    write_kinds(w, "goal", n, pieces);
    auto_open(w, "if (meets(Y%d[v%d], goal%d))", table, s->from, n);
  }
  write_kinds(w, "over", n, s->edge->allow);
  auto_line(w, "u64 run%d[WORDS];", n);
  auto_line(w, "const int f%d = slide_%s(Y%d[v%d], over%d, run%d);", n, auto_direction(a, s->edge) > 0 ? "up" : "down",
            table, s->from, n, n);
  auto_line(w, "(void)f%d;", n);
  if (from_here) write_by_direction(w, s);
  write_run(w, s);
  if (pieces && w->mode == AUTO_CHECK) auto_close(w);
  auto_close(w);
  w->depth--;
  w->at_root = root;
}

bool auto_write_slide_from(Writer *w, int state, int var) {
  const AutoEdge *edge = slide_of(w, state);
  if (!edge) return false;
  Slide s = {edge, state, var, w->vars++};
  write_slide(w, &s, true);
  return true;
}

// Whether a state steps on in the direction of its slide in other ways too.
static bool has_by_direction(const Writer *w, const Slide *s) {
  const AutoState *at = &w->u->a->states[s->state];
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &w->u->a->edges[at->first + i];
    if (!is_way_on(w, s, edge) && (takes_stopper(s, edge) || takes_all(s, edge))) return true;
  }
  return false;
}

bool auto_write_slide_along(Writer *w, const AutoEdge *first, int var) {
  const AutoEdge *edge = slide_of(w, first->target);
  bool same = edge && edge != first && edge->a == first->a && edge->allow == first->allow;
  if (!same || !auto_entered_once(w, first->target)) return false;
  Slide s = {edge, first->target, var, w->vars};
  if (has_by_direction(w, &s)) return false;
  w->vars++;
  write_slide(w, &s, false);
  return true;
}

// ---- slides in several directions

enum { FAN_GOALS = 4, FAN_LANES = 4, FAN_WAYS = 16 };

// Where a part ends: on the pieces that stop the slide, or (0) on all vertices before.
typedef struct FanGoal {
  uint64_t stops;
  int action;
} FanGoal;

// One direction.
typedef struct FanWay {
  int edge;             // of the state, its number there
  uint64_t here;        // pieces on the vertex where it begins with which it can be gone
  const AutoEdge *ray;  // the edge that slides
  FanGoal goals[FAN_GOALS];
  int n;
} FanWay;

typedef struct Fan {
  FanWay ways[FAN_WAYS];
  int n;
} Fan;

static bool add_goal(FanWay *way, uint64_t stops, const AutoEdge *end) {
  if (!end || way->n == FAN_GOALS) return false;
  way->goals[way->n++] = (FanGoal){stops, end->action};
  return true;
}

// What an edge of the sliding state comes to; steps: the slide begins with a step into the state. False when it is not
// the end of a part everywhere.
static bool add_goals(const Writer *w, const Slide *s, const AutoEdge *edge, bool steps, FanWay *way) {
  uint64_t over = s->edge->allow, stops = edge->allow & ~over;
  if (is_way_on(w, s, edge)) return true;
  bool by_direction = takes_stopper(s, edge) || takes_all(s, edge);
  if (by_direction == steps) return false;
  if (steps) return add_goal(way, 0, auto_sole_end_by(w, edge, over));
  if (takes_all(s, edge) && !add_goal(way, 0, auto_sole_end(w, edge->target, over))) return false;
  return !stops || add_goal(way, stops, auto_sole_end(w, edge->target, stops));
}

// Whether an edge of a state leads to a slide that does nothing but end parts.
static bool find_way(const Writer *w, int state, int number, FanWay *way) {
  const Auto *a = w->u->a;
  const AutoEdge *first = &a->edges[a->states[state].first + number];
  bool steps = first->kind == WALK_STEP, stays = first->kind == WALK_EMPTY || first->kind == WALK_ON;
  const AutoEdge *ray = steps || stays ? find_slide(w, first->target) : NULL;
  if (!ray || ray == first || (steps && (ray->a != first->a || ray->allow != first->allow))) return false;
  *way = (FanWay){.edge = number, .here = steps ? a->all : first->allow, .ray = ray};
  Slide s = {ray, first->target, 0, 0};
  const AutoState *at = &a->states[first->target];
  for (int i = 0; i < at->n; i++) {
    if (!add_goals(w, &s, &a->edges[at->first + i], steps, way)) return false;
  }
  return way->n > 0;
}

static bool same_way(const FanWay *x, const FanWay *y) {
  bool same = x->here == y->here && x->ray->allow == y->ray->allow && x->n == y->n;
  for (int i = 0; i < x->n && same; i++)
    same = x->goals[i].stops == y->goals[i].stops && x->goals[i].action == y->goals[i].action;
  return same;
}

static void follow_ray(const Auto *a, const AutoEdge *edge, int from, uint64_t *set) {
  for (int to = a->tables[edge->a + from]; to >= 0; to = a->tables[edge->a + to])
    set[to / 64] |= (uint64_t)1 << to % 64;
}

// Whether two directions ever lead to the same vertex, which would then be listed twice.
static bool ways_meet(const Auto *a, const FanWay *x, const FanWay *y) {
  for (int v = 0; v < a->vertices; v++) {
    uint64_t one[AUTOMATON_VERTICES_MAX / 64] = {0}, two[AUTOMATON_VERTICES_MAX / 64] = {0};
    follow_ray(a, x->ray, v, one);
    follow_ray(a, y->ray, v, two);
    for (int k = 0; k < a->words; k++) {
      if (one[k] & two[k]) return true;
    }
  }
  return false;
}

static bool joins_fan(const Auto *a, const Fan *fan, const FanWay *way) {
  int lanes = 0, up = auto_direction(a, way->ray);
  bool joins = fan->n < FAN_WAYS;
  for (int i = 0; i < fan->n && joins; i++) {
    lanes += auto_direction(a, fan->ways[i].ray) == up;
    joins = same_way(&fan->ways[i], way) && !ways_meet(a, &fan->ways[i], way);
  }
  return joins && lanes < FAN_LANES;
}

// A table: for each vertex the rays that go up, word by word, then those that go down.
static int write_fan_table(AutoUnit *u, const Fan *fan) {
  const Auto *a = u->a;
  u->slides = true;
  text_printf(&u->tables, "static const V4 Z%d[][2 * WORDS] = {\n", u->masks);
  for (int v = 0; v < a->vertices; v++) {
    uint64_t sets[2][FAN_LANES][AUTOMATON_VERTICES_MAX / 64] = {0};
    int n[2] = {0};
    for (int i = 0; i < fan->n; i++) {
      int down = auto_direction(a, fan->ways[i].ray) < 0;
      follow_ray(a, fan->ways[i].ray, v, sets[down][n[down]++]);
    }
    text_puts(&u->tables, "{");
    for (int k = 0; k < 2 * a->words; k++) {
      text_puts(&u->tables, "{");
      for (int lane = 0; lane < FAN_LANES; lane++)
        text_printf(&u->tables, "0x%llxull,", (unsigned long long)sets[k / a->words][lane][k % a->words]);
      text_puts(&u->tables, "},");
    }
    text_puts(&u->tables, "},\n");
  }
  text_puts(&u->tables, "};\n");
  return u->masks++;
}

// The vertices where parts end with one action, as a C expression of word w.
static void write_goal_set(Writer *w, const FanWay *way, int action, int n) {
  const char *before = "";
  for (int i = 0; i < way->n; i++) {
    if (way->goals[i].action != action) continue;
    text_puts(w->out, before);
    before = " | ";
    if (!way->goals[i].stops) text_printf(w->out, "run%d[w]", n);
    else text_printf(w->out, "(stop%d[w] & (0", n);
    for (int k = 0; k < w->u->a->kinds; k++) {
      if (way->goals[i].stops >> k & 1) text_printf(w->out, " | c->kind[%d][w]", k);
    }
    if (way->goals[i].stops) text_puts(w->out, "))");
  }
}

static void write_goals(Writer *w, const FanWay *way, int n) {
  for (int i = 0; i < way->n; i++) {
    bool first = true;
    for (int j = 0; j < i; j++) first = first && way->goals[j].action != way->goals[i].action;
    if (!first) continue;
    text_repeat(w->out, ' ', (size_t)w->indent * 2);
    text_puts(w->out, "for (int w = 0; w < WORDS; w++) c->part = list_parts_on(c->part, ");
    write_goal_set(w, way, way->goals[i].action, n);
    text_printf(w->out, ", (0x%xu << 16) + 64 * (u32)w);\n", (unsigned)way->goals[i].action);
  }
}

static void write_fan(Writer *w, const Fan *fan, int var) {
  const FanWay *way = &fan->ways[0];
  int n = w->vars++, table = write_fan_table(w->u, fan);
  bool stops = false;
  char test[100];
  for (int i = 0; i < way->n; i++) stops |= way->goals[i].stops != 0;
  auto_piece_test(w, way->here, var, test, sizeof test);
  if (way->here != w->u->a->all) auto_open(w, "if (%s)", test);
  else auto_line(w, "{"), w->indent++;
  write_kinds(w, "over", n, way->ray->allow);
  auto_line(w, "u64 run%d[WORDS], stop%d[WORDS];", n, n);
  if (stops) auto_line(w, "fan(Z%d[v%d], over%d, run%d, stop%d);", table, var, n, n, n);
  else auto_line(w, "fan(Z%d[v%d], over%d, run%d, 0);", table, var, n, n);
  write_goals(w, way, n);
  auto_close(w);
}

void auto_write_fans(Writer *w, int state, int var, bool *written) {
  const Auto *a = w->u->a;
  const AutoState *at = &a->states[state];
  if (w->mode != AUTO_PARTS || a->split != WALK_MODIFIERS || w->loop_stack) return;
  for (int i = 0; i < at->n; i++) {
    Fan fan = {0};
    FanWay way;
    for (int j = i; j < at->n; j++) {
      if (!written[j] && find_way(w, state, j, &way) && joins_fan(a, &fan, &way)) fan.ways[fan.n++] = way;
      else if (j == i) break;
    }
    if (fan.n < 2) continue;
    for (int k = 0; k < fan.n; k++) written[fan.ways[k].edge] = true;
    write_fan(w, &fan, var);
  }
}

// ---- looking along a line

// A state that asks for the piece where it stands and goes on from pieces of one kind, in one direction, to itself.
typedef struct Look {
  int state;
  const AutoEdge *on, *step;  // the piece to go on from; the step, from the state behind it
} Look;

static bool look_of(const Writer *w, int state, Look *look) {
  const Auto *a = w->u->a;
  const AutoGraph *graph = graph_of(w);
  const AutoState *at = &a->states[state];
  bool two = a->words <= 4 && graph->in_loop[state] && graph->loop_size[graph->loop[state]] == 2;
  if (!two || w->mode != AUTO_CHECK || at->accepts || auto_meeting(w, state) >= 0) return false;
  *look = (Look){.state = state};
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &a->edges[at->first + i];
    if (edge->kind != WALK_ON) return false;
    if (graph->loop[edge->target] == graph->loop[state]) look->on = look->on ? NULL : edge;
  }
  if (!look->on) return false;
  const AutoState *behind = &a->states[look->on->target];
  look->step = &a->edges[behind->first];
  bool back = behind->n == 1 && !behind->accepts && auto_meeting(w, look->on->target) < 0 &&
              look->step->kind == WALK_STEP && look->step->target == state;
  return back && is_common(a, look->on->allow) && auto_direction(a, look->step);
}

static uint64_t looked_for(const Writer *w, const Look *look) {
  const AutoState *at = &w->u->a->states[look->state];
  uint64_t pieces = 0;
  for (int i = 0; i < at->n; i++) {
    const AutoEdge *edge = &w->u->a->edges[at->first + i];
    if (edge == look->on) continue;
    if (edge->allow & look->on->allow) return 0;
    pieces |= edge->allow;
  }
  return pieces;
}

bool auto_write_look_along(Writer *w, int state, int var) {
  Look look;
  const Auto *a = w->u->a;
  uint64_t pieces = look_of(w, state, &look) ? looked_for(w, &look) : 0;
  if (!pieces) return false;
  int n = w->vars++, to = w->vars++, table = write_ray_table(w->u, look.step);
  char test[100];
  auto_line(w, "{");
  w->indent++;
  write_kinds(w, "goal", n, pieces);
  auto_line(w, "int v%d = v%d;", to, var);
  auto_piece_test(w, look.on->allow, var, test, sizeof test);
  auto_open(w, "if ((%s) && meets(Y%d[v%d], goal%d))", test, table, var, n);
  write_kinds(w, "over", n, look.on->allow);
  auto_line(w, "u64 run%d[WORDS];", n);
  auto_line(w, "v%d = slide_%s(Y%d[v%d], over%d, run%d);", to, auto_direction(a, look.step) > 0 ? "up" : "down", table,
            var, n, n);
  auto_close(w);
  for (int i = 0; i < a->states[state].n; i++) {
    const AutoEdge *edge = &a->edges[a->states[state].first + i];
    if (edge != look.on) auto_edge(w, edge, to, -1);
  }
  auto_close(w);
  return true;
}
