// The parts of the unit around the searches: types, the position, applying steps, the keeper, random games, counts.
#include "emit/automaton_internal.h"

static const char *const types_text =
    "typedef unsigned char u8;\n"
    "typedef unsigned short u16;\n"
    "typedef unsigned int u32;\n"
    "typedef unsigned long long u64;\n"
    "typedef long long i64;\n"
    "\n"
    "// Formulas wrap around; dividing by zero gives a number that no value can take.\n"
    "#define ADD(x, y) ((i64)((u64)(i64)(x) + (u64)(i64)(y)))\n"
    "#define SUB(x, y) ((i64)((u64)(i64)(x) - (u64)(i64)(y)))\n"
    "#define MUL(x, y) ((i64)((u64)(i64)(x) * (u64)(i64)(y)))\n"
    "#define EQ(x, y) ((x) == (y))\n"
    "#define NE(x, y) ((x) != (y))\n"
    "#define LT(x, y) ((x) < (y))\n"
    "#define LE(x, y) ((x) <= (y))\n"
    "#define GT(x, y) ((x) > (y))\n"
    "#define GE(x, y) ((x) >= (y))\n"
    "static inline i64 divide(i64 x, i64 y) {\n"
    "  if (y == -1) return SUB(0, x);\n"
    "  return y ? x / y : -0x7fffffffffffffffll - 1;\n"
    "}\n\n";

static const char *const position_text =
    "// Pairs of state and vertex visited since a modifier.\n"
    "typedef struct Seen {\n"
    "  u64 set[SETS];\n"
    "} Seen;\n"
    "\n"
    "// A position and the working memory of searches. The position ends before `skip`.\n"
    "typedef struct C {\n"
    "  int state, vertex, player;  // where the automaton stands and who is to act, 0: the keeper\n"
    "  int value[VALUES];          // scores, then variables\n"
    "  u64 kind[KINDS][WORDS];     // where each kind of piece stands\n"
    "  int tally[KINDS];           // how many there are\n"
    "  u8 what[VERTICES + 8];      // the piece of each vertex; beyond the last there is none\n"
    "  u32 skip;                   // moves to pass over before one is noted\n"
    "  int single;                 // stop at the first one noted\n"
    "  u32 count, branches;        // moves noted; branches of the first choice\n"
    "  int fault;                  // 1: a limit was exceeded, 2: more moves than there is room for\n"
    "  int sp;                     // of the stack\n"
    "  u32 *out, *limit;           // room for moves: the number of steps, then the steps\n"
    "  u32 *start, *start_limit;   // where each begins\n"
    "  u32 *pool;\n"
    "  u32 path[LEVELS + 64];\n"
    "  u32 branch[BRANCHES];  // moves behind each\n"
    "  u64 stack[STACK + 64];\n"
    "  Seen seen[LEVELS + 64];\n"
    "} C;\n"
    "\n"
    "static inline void put(C *c, int v, int old, int piece) {\n"
    "  c->what[v] = (u8)piece;\n"
    "#if SETS_KEPT\n"
    "  c->kind[old][v >> 6] ^= 1ull << (v & 63);\n"
    "  c->kind[piece][v >> 6] ^= 1ull << (v & 63);\n"
    "#endif\n"
    "#if TALLIES_KEPT\n"
    "  c->tally[old]--;\n"
    "  c->tally[piece]++;\n"
    "#endif\n"
    "  (void)old;\n"
    "}\n"
    "\n"
    "// The set without as many of its first members as there are moves to pass over.\n"
    "static inline u64 skip(C *c, u64 set) {\n"
    "  const u32 n = (u32)__builtin_popcountll(set);\n"
    "  if (c->skip >= n) {\n"
    "    c->skip -= n;\n"
    "    return 0;\n"
    "  }\n"
    "#ifdef __BMI2__\n"
    "  set &= 0 - __builtin_ia32_pdep_di(1ull << c->skip, set);\n"
    "#else\n"
    "  for (u32 i = 0; i < c->skip; i++) set &= set - 1;\n"
    "#endif\n"
    "  c->skip = 0;\n"
    "  return set;\n"
    "}\n"
    "\n"
    "static inline int meets(const u64 *x, const u64 *y) {\n"
    "  u64 both = 0;\n"
    "  for (int w = 0; w < WORDS; w++) both |= x[w] & y[w];\n"
    "  return both != 0;\n"
    "}\n"
    "\n"
    "typedef struct Set {\n"
    "  u64 w[WORDS];\n"
    "} Set;\n"
    "static inline Set none(void) {\n"
    "  Set s;\n"
    "  for (int w = 0; w < WORDS; w++) s.w[w] = 0;\n"
    "  return s;\n"
    "}\n"
    "static inline Set all(void) {\n"
    "  Set s;\n"
    "  for (int w = 0; w < WORDS; w++) s.w[w] = ~0ull;\n"
    "  if (VERTICES & 63) s.w[WORDS - 1] = (1ull << (VERTICES & 63)) - 1;\n"
    "  return s;\n"
    "}\n"
    "static inline Set join(Set x, Set y) {\n"
    "  for (int w = 0; w < WORDS; w++) x.w[w] |= y.w[w];\n"
    "  return x;\n"
    "}\n"
    "static inline Set both(Set x, Set y) {\n"
    "  for (int w = 0; w < WORDS; w++) x.w[w] &= y.w[w];\n"
    "  return x;\n"
    "}\n"
    "static inline Set without(Set x, Set y) {\n"
    "  for (int w = 0; w < WORDS; w++) x.w[w] &= ~y.w[w];\n"
    "  return x;\n"
    "}\n"
    "static inline int differ(Set x, Set y) {\n"
    "  u64 bits = 0;\n"
    "  for (int w = 0; w < WORDS; w++) bits |= x.w[w] ^ y.w[w];\n"
    "  return bits != 0;\n"
    "}\n"
    "static inline int has(Set x, int v) { return (int)(x.w[v >> 6] >> (v & 63) & 1); }\n"
    "\n"
    "// Every member moved to a number lower or higher by so much, where the mask allows.\n"
    "static inline Set down(Set x, int by, const u64 *mask) {\n"
    "  Set s;\n"
    "  const int words = by >> 6, bits = by & 63;\n"
    "  for (int w = 0; w < WORDS; w++) {\n"
    "    const u64 here = w + words < WORDS ? x.w[w + words] : 0, next = w + words + 1 < WORDS ? x.w[w + words + 1] : 0;\n"
    "    s.w[w] = mask[w] & (bits ? here >> bits | next << (64 - bits) : here);\n"
    "  }\n"
    "  return s;\n"
    "}\n"
    "static inline Set up(Set x, int by, const u64 *mask) {\n"
    "  Set s;\n"
    "  const int words = by >> 6, bits = by & 63;\n"
    "  for (int w = 0; w < WORDS; w++) {\n"
    "    const u64 here = w >= words ? x.w[w - words] : 0, last = w >= words + 1 ? x.w[w - words - 1] : 0;\n"
    "    s.w[w] = mask[w] & (bits ? here << bits | last >> (64 - bits) : here);\n"
    "  }\n"
    "  return s;\n"
    "}\n"
    "\n"
    "// Along a ray, over pieces of a set: the vertex that stops, or the one beyond the edge; in `run` those before.\n"
    "static inline int slide_up(const u64 *ray, const u64 *over, u64 *run) {\n"
    "  int f = VERTICES;\n"
    "  for (int w = WORDS - 1; w >= 0; w--) {\n"
    "    const u64 stops = ray[w] & ~over[w];\n"
    "    run[w] = ray[w] & ((stops & (0 - stops)) - 1);\n"
    "    if (stops) {\n"
    "      f = 64 * w + __builtin_ctzll(stops);\n"
    "      for (int k = w + 1; k < WORDS; k++) run[k] = 0;\n"
    "    }\n"
    "  }\n"
    "  return f;\n"
    "}\n"
    "static inline int slide_down(const u64 *ray, const u64 *over, u64 *run) {\n"
    "  int f = VERTICES;\n"
    "  for (int w = 0; w < WORDS; w++) {\n"
    "    const u64 stops = ray[w] & ~over[w];\n"
    "    run[w] = ray[w];\n"
    "    if (stops) {\n"
    "      const int at = 63 - __builtin_clzll(stops);\n"
    "      f = 64 * w + at;\n"
    "      run[w] &= 0 - (2ull << at);\n"
    "      for (int k = 0; k < w; k++) run[k] = 0;\n"
    "    }\n"
    "  }\n"
    "  return f;\n"
    "}\n"
    "\n"
    "// The path and one more step are a move. 1: enough.\n"
    "static inline int note(C *c, int n, u32 last) {\n"
    "  if (c->skip) {\n"
    "    c->skip--;\n"
    "    return 0;\n"
    "  }\n"
    "  u32 *o = c->out;\n"
    "  if (c->limit - o < n + 2 || c->start + c->count >= c->start_limit) {\n"
    "    c->fault = 2;\n"
    "    return 1;\n"
    "  }\n"
    "  c->start[c->count++] = (u32)(o - c->pool);\n"
    "  *o++ = (u32)n + 1;\n"
    "  for (int i = 0; i < n; i++) *o++ = c->path[i];\n"
    "  *o++ = last;\n"
    "  c->out = o;\n"
    "  return c->single;\n"
    "}\n\n";

static bool keeps_sets(const Auto *a) {
  for (int e = 0; e < a->n_edges; e++) {
    if (a->edges[e].kind == WALK_ANY && a->edges[e].allow != a->all) return true;
  }
  return false;
}

static int count_branches(const Auto *a) {
  int n = 1;
  for (int e = 0; e < a->n_edges; e++) n += a->edges[e].kind == WALK_ANY;
  return n * a->vertices;
}

void auto_write_frame(AutoUnit *u, Text *out) {
  const Auto *a = u->a;
  text_printf(out, "// %s: %d states, %d edges, %d vertices, %d kinds of piece.\n", a->game->name, a->n_states, a->n_edges,
              a->vertices, a->kinds);
  text_puts(out, types_text);
  text_printf(out, "enum { VERTICES = %d, WORDS = %d, KINDS = %d, VALUES = %d, PLAYERS = %d };\n", a->vertices, a->words,
              a->kinds, a->n_values, a->players);
  text_printf(out, "enum { LEVELS = %d, SETS = %d, STACK = %d, BRANCHES = %d };\n", WALK_MODIFIERS_MAX,
              MAX(a->meetings * a->words, 1), 65536, count_branches(a));
  text_printf(out, "#define SETS_KEPT %d\n#define TALLIES_KEPT %d\n\n", keeps_sets(a) || u->slides || u->sets, a->game->tallies);
  text_puts(out, position_text);
}

// ---- steps

static void write_step(const Auto *a, const AutoEdge *edge, Text *out) {
  text_printf(out, "    case %d: ", edge->action);
  if (edge->kind == WALK_PUT) text_printf(out, "put(c, v, c->what[v], %d);", edge->a);
  if (edge->kind == WALK_ASSIGN) {
    text_printf(out, "c->value[%d] = (int)", edge->b);
    auto_formula(a, edge->a, out);
    text_char(out, ';');
  }
  if (edge->kind == WALK_SWITCH) text_printf(out, "c->player = %d;", edge->a);
  text_printf(out, " c->state = %d; break;\n", edge->target);
}

static void write_steps(const Auto *a, Text *out) {
  text_puts(out,
            "\nstatic inline void step(C *c, u32 s) {\n"
            "  const int v = (int)(s & 65535);\n"
            "  c->vertex = v;\n"
            "  switch (s >> 16) {\n");
  for (int i = 1; i < a->n_actions; i++) write_step(a, &a->edges[a->of_action[i]], out);
  text_puts(out, "    default: c->state = (int)(s >> 16 & 0x7fff);\n  }\n}\n");
}

// What a step changes, for taking it back.
static void write_undo_steps(const Auto *a, Text *out) {
  text_puts(out, "\nstatic inline int old_of(C *c, u32 s) {\n  switch (s >> 16) {\n");
  for (int i = 1; i < a->n_actions; i++) {
    const AutoEdge *edge = &a->edges[a->of_action[i]];
    if (edge->kind == WALK_PUT) text_printf(out, "    case %d: return c->what[s & 65535];\n", i);
    if (edge->kind == WALK_ASSIGN) text_printf(out, "    case %d: return c->value[%d];\n", i, edge->b);
  }
  text_puts(out,
            "    default: return 0;\n  }\n}\n\nstatic inline void take_back(C *c, u32 s, int old) {\n  switch (s >> 16) "
            "{\n");
  for (int i = 1; i < a->n_actions; i++) {
    const AutoEdge *edge = &a->edges[a->of_action[i]];
    if (edge->kind == WALK_PUT)
      text_printf(out, "    case %d: put(c, (int)(s & 65535), %d, old); break;\n", i, edge->a);
    if (edge->kind == WALK_ASSIGN) text_printf(out, "    case %d: c->value[%d] = old; break;\n", i, edge->b);
  }
  text_puts(out, "    default: break;\n  }\n}\n");
}

// ---- searches by the state they begin in

static bool begins(const AutoState *at, AutoMode mode) {
  return mode == AUTO_FIRST ? at->keeper_root : mode == AUTO_PARTS ? at->part_root : at->player_root;
}

static void write_dispatch(AutoUnit *u, AutoMode mode, const char *head, const char *arguments) {
  const Auto *a = u->a;
  bool returns = mode != AUTO_PARTS && mode != AUTO_LIST;
  text_printf(&u->code, "\nstatic inline %s(C *c) {\n  switch (c->state) {\n", head);
  for (int s = 0; s < a->n_states; s++) {
    if (!begins(&a->states[s], mode)) continue;
    text_printf(&u->code, "    case %d: %s%c%d(c, c->seen, c->vertex%s); break;\n", s, returns ? "return " : "",
                auto_begin(u, mode, s), s, arguments);
  }
  text_printf(&u->code, "    default: break;\n  }\n%s}\n", returns ? "  return 0;\n" : "");
}

static const char *const keeper_text =
    "\n// The keeper moves until a player is to act; 0: it has no move.\n"
    "static inline int keeper(C *c) {\n"
    "  for (int made = 0; !c->player; made++) {\n"
    "    if (made == 100000) c->fault = 1;\n"
    "    if (c->fault || !first_move(c)) return 0;\n"
    "  }\n"
    "  return 1;\n"
    "}\n"
    "\n"
    "static inline void apply_steps(C *c, const u32 *move) {\n"
    "  for (u32 i = 1; i <= move[0]; i++) step(c, move[i]);\n"
    "  keeper(c);\n"
    "}\n"
    "\n"
    "static inline void list_all(C *c) {\n"
    "  c->skip = c->count = c->branches = 0;\n"
    "  c->single = c->sp = 0;\n"
    "  if (c->player) list_moves(c);\n"
    "}\n"
    "\n"
    "static inline u32 count_all(C *c) {\n"
    "  c->branches = 0;\n"
    "  c->sp = 0;\n"
    "  return c->player ? count_moves(c) : 0;\n"
    "}\n"
    "\n"
    "// The streams of base/random.h.\n"
    "typedef struct Random {\n"
    "  u64 key, counter;\n"
    "} Random;\n"
    "\n"
    "static inline u64 next_random(Random *random) {\n"
    "  u64 x = random->key + ++random->counter * 0x9e3779b97f4a7c15ull;\n"
    "  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;\n"
    "  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;\n"
    "  return x ^ (x >> 31);\n"
    "}\n"
    "\n"
    "static inline u32 below(Random *random, u32 bound) {\n"
    "  u64 m = (next_random(random) >> 32) * bound;\n"
    "  if (__builtin_expect((u32)m < bound, 0)) {\n"
    "    const u32 threshold = (0 - bound) % bound;\n"
    "    while ((u32)m < threshold) m = (next_random(random) >> 32) * bound;\n"
    "  }\n"
    "  return (u32)(m >> 32);\n"
    "}\n";

static const char *const interface_text =
    "\n// ---- the interface\n"
    "\n"
    "#define EXPORT __attribute__((visibility(\"default\")))\n"
    "\n"
    "EXPORT u64 automaton_bytes(void) { return sizeof(C); }\n"
    "EXPORT u64 automaton_position_bytes(void) { return __builtin_offsetof(C, skip); }\n"
    "\n"
    "// Room for moves: numbers in `pool`, beginnings in `start`.\n"
    "EXPORT void automaton_room(C *c, u32 *pool, u64 n, u32 *start, u64 n_start) {\n"
    "  c->pool = c->out = pool;\n"
    "  c->limit = pool + n;\n"
    "  c->start = start;\n"
    "  c->start_limit = start + n_start;\n"
    "}\n"
    "\n"
    "// place: state, vertex, player.\n"
    "EXPORT void automaton_load(C *c, const int *place, const int *value, const u16 *what) {\n"
    "  c->fault = c->sp = 0;\n"
    "  c->state = place[0], c->vertex = place[1], c->player = place[2];\n"
    "  for (int i = 0; i < VALUES; i++) c->value[i] = value[i];\n"
    "  for (int k = 0; k < KINDS; k++) {\n"
    "    c->tally[k] = 0;\n"
    "    for (int w = 0; w < WORDS; w++) c->kind[k][w] = 0;\n"
    "  }\n"
    "  for (int v = 0; v < 8; v++) c->what[VERTICES + v] = 63;\n"
    "  for (int v = 0; v < VERTICES; v++) {\n"
    "    c->what[v] = (u8)what[v];\n"
    "    c->kind[what[v]][v >> 6] |= 1ull << (v & 63);\n"
    "    c->tally[what[v]]++;\n"
    "  }\n"
    "}\n"
    "\n"
    "EXPORT void automaton_store(const C *c, int *place, int *value, u16 *what) {\n"
    "  place[0] = c->state, place[1] = c->vertex, place[2] = c->player;\n"
    "  for (int i = 0; i < VALUES; i++) value[i] = c->value[i];\n"
    "  for (int v = 0; v < VERTICES; v++) what[v] = c->what[v];\n"
    "}\n"
    "\n"
    "EXPORT int automaton_fault(const C *c) { return c->fault; }\n"
    "\n"
    "// Lists the moves of the player to act; how many.\n"
    "EXPORT u32 automaton_moves(C *c) {\n"
    "  c->out = c->pool;\n"
    "  list_all(c);\n"
    "  return c->count;\n"
    "}\n"
    "EXPORT const u32 *automaton_move(const C *c, u32 i) { return c->pool + c->start[i]; }\n"
    "EXPORT u32 automaton_count(C *c) { return count_all(c); }\n"
    "EXPORT void automaton_apply(C *c, const u32 *move) { apply_steps(c, move); }\n"
    "\n"
    "// A random game from here on, of at most so many moves; how many were made.\n"
    "EXPORT u64 automaton_playout(C *c, Random *random, u64 most) {\n"
    "  u64 made = 0;\n"
    "  for (; made < most; made++) {\n"
    "    const u32 n = count_all(c);\n"
    "    if (!n || c->fault) break;\n"
    "    c->skip = n == 1 ? 0 : below(random, n);\n"
    "    c->count = c->branches = 0;\n"
    "    c->single = 1;\n"
    "    c->out = c->pool;\n"
    "    list_moves(c);\n"
    "    apply_steps(c, c->pool);\n"
    "  }\n"
    "  return made;\n"
    "}\n"
    "\n"
    "// Sequences of so many moves.\n"
    "EXPORT u64 automaton_perft(C *c, int depth) {\n"
    "  enum { DEPTH = 64, POSITION = __builtin_offsetof(C, skip) };\n"
    "  struct {\n"
    "    u8 position[POSITION];\n"
    "    u32 *at, *end;\n"
    "  } level[DEPTH];\n"
    "  u64 total = 0;\n"
    "  if (depth < 1 || depth > DEPTH) return depth == 0;\n"
    "  if (depth == 1) return count_all(c);\n"
    "  int d = 0;\n"
    "  c->out = level[0].at = c->pool;\n"
    "  list_all(c);\n"
    "  level[0].end = c->out;\n"
    "  __builtin_memcpy(level[0].position, c, POSITION);\n"
    "  while (d >= 0 && !c->fault) {\n"
    "    if (level[d].at == level[d].end) {\n"
    "      __builtin_memcpy(c, level[d].position, POSITION);\n"
    "      d--;\n"
    "      continue;\n"
    "    }\n"
    "    const u32 *move = level[d].at;\n"
    "    level[d].at += move[0] + 1;\n"
    "    __builtin_memcpy(c, level[d].position, POSITION);\n"
    "    apply_steps(c, move);\n"
    "    if (d + 2 == depth) {\n"
    "      total += count_all(c);\n"
    "      continue;\n"
    "    }\n"
    "    d++;\n"
    "    c->out = level[d].at = level[d - 1].end;\n"
    "    list_all(c);\n"
    "    level[d].end = c->out;\n"
    "    __builtin_memcpy(level[d].position, c, POSITION);\n"
    "  }\n"
    "  return total;\n"
    "}\n";

// Parts of one step are noted as they are; longer ones like moves.
static const char *const single_part_text =
    "\nstatic inline u32 list_next(C *c, u32 *first) {\n"
    "  *first = (u32)(c->out - c->pool);\n"
    "  c->sp = 0;\n"
    "  list_parts(c);\n"
    "  return (u32)(c->out - c->pool) - *first;\n"
    "}\n"
    "static inline u32 *part_at(C *c, u32 i) { return c->pool + i; }\n"
    "static inline const u32 *part_steps(C *c, u32 i, u32 *n) {\n"
    "  *n = 1;\n"
    "  return c->pool + i;\n"
    "}\n"
    "static inline void drop_parts(C *c, u32 end) { c->out = c->pool + end; }\n";

static const char *const long_part_text =
    "\nstatic inline u32 list_next(C *c, u32 *first) {\n"
    "  *first = c->count;\n"
    "  c->sp = 0;\n"
    "  list_parts(c);\n"
    "  return c->count - *first;\n"
    "}\n"
    "static inline u32 *part_at(C *c, u32 i) { return c->start + i; }\n"
    "static inline const u32 *part_steps(C *c, u32 i, u32 *n) {\n"
    "  *n = c->pool[c->start[i]];\n"
    "  return c->pool + c->start[i] + 1;\n"
    "}\n"
    "static inline void drop_parts(C *c, u32 end) { c->count = end; }\n";

static const char *const split_text =
    "\n// The parts that come next, as steps; how many. Part i has part[0] steps from part[1] on.\n"
    "EXPORT u32 automaton_parts(C *c) {\n"
    "  u32 first;\n"
    "  c->out = c->pool;\n"
    "  c->skip = c->count = 0;\n"
    "  c->single = 0;\n"
    "  return c->player ? list_next(c, &first) : 0;\n"
    "}\n"
    "EXPORT const u32 *automaton_part(C *c, u32 i, u32 *n) { return part_steps(c, i, n); }\n"
    "EXPORT void automaton_apply_part(C *c, const u32 *steps, u32 n) {\n"
    "  const int before = c->player;\n"
    "  c->player = -1;\n"
    "  for (u32 i = 0; i < n; i++) step(c, steps[i]);\n"
    "  if (c->player < 0) c->player = before;\n"
    "  else keeper(c);\n"
    "}\n"
    "\n"
    "// What has been counted: nodal states, states, choices, dead states.\n"
    "typedef struct Totals {\n"
    "  u64 nodal, states, choices, dead;\n"
    "} Totals;\n"
    "\n"
    "enum { DEEP = LEVELS };\n"
    "typedef struct Undo {\n"
    "  u32 step;\n"
    "  int old;\n"
    "} Undo;\n"
    "typedef struct Level {\n"
    "  int state, vertex;\n"
    "  u32 first, n, chosen, end;\n"
    "  u32 undo;\n"
    "} Level;\n"
    "\n"
    "// One whole move made of parts, each drawn among those offered; parts that lead nowhere are taken back. 0: none.\n"
    "static inline int move_by_parts(C *c, Random *random, Totals *totals) {\n"
    "  Level level[DEEP];\n"
    "  Undo undo[4 * DEEP];\n"
    "  int d = 0;\n"
    "  u32 undos = 0;\n"
    "  c->out = c->pool;\n"
    "  c->skip = c->count = 0;\n"
    "  c->single = 0;\n"
    "  level[0].n = list_next(c, &level[0].first);\n"
    "  totals->choices += level[0].n;\n"
    "  for (;;) {\n"
    "    Level *l = &level[d];\n"
    "    if (c->fault) return 0;\n"
    "    if (!l->n) {\n"
    "      if (!d) return 0;\n"
    "      l = &level[--d];\n"
    "      while (undos > l->undo) {\n"
    "        undos--;\n"
    "        take_back(c, undo[undos].step, undo[undos].old);\n"
    "      }\n"
    "      c->state = l->state, c->vertex = l->vertex;\n"
    "      drop_parts(c, l->end);\n"
    "      totals->dead++;\n"
    "      l->n--;\n"
    "      *part_at(c, l->first + l->chosen) = *part_at(c, l->first + l->n);\n"
    "      continue;\n"
    "    }\n"
    "    const u32 i = l->n == 1 ? 0 : below(random, l->n);\n"
    "    u32 n;\n"
    "    const u32 *steps = part_steps(c, l->first + i, &n);\n"
    "    const int before = c->player;\n"
    "    l->state = c->state, l->vertex = c->vertex;\n"
    "    l->chosen = i;\n"
    "    l->undo = undos;\n"
    "    l->end = (u32)END_OF_PARTS;\n"
    "    totals->states++;\n"
    "    c->player = -1;\n"
    "    if (undos + n > 4 * DEEP || d + 1 == DEEP) {\n"
    "      c->fault = 1;\n"
    "      return 0;\n"
    "    }\n"
    "    for (u32 j = 0; j < n; j++) {\n"
    "      undo[undos].step = steps[j];\n"
    "      undo[undos++].old = old_of(c, steps[j]);\n"
    "      step(c, steps[j]);\n"
    "    }\n"
    "    if (c->player >= 0) {\n"
    "      keeper(c);\n"
    "      return 1;\n"
    "    }\n"
    "    c->player = before;\n"
    "    d++;\n"
    "    level[d].n = list_next(c, &level[d].first);\n"
    "    totals->choices += level[d].n;\n"
    "  }\n"
    "}\n"
    "\n"
    "EXPORT u64 automaton_split_playout(C *c, Random *random, u64 most, Totals *totals) {\n"
    "  u64 made = 0;\n"
    "  for (; made < most && c->player && !c->fault; made++) {\n"
    "    const Totals before = *totals;\n"
    "    if (!move_by_parts(c, random, totals)) {\n"
    "      *totals = before;\n"
    "      break;\n"
    "    }\n"
    "  }\n"
    "  totals->nodal += made;\n"
    "  return made;\n"
    "}\n";

static void write_split(AutoUnit *u) {
  bool single = u->a->split == WALK_MODIFIERS;
  write_undo_steps(u->a, &u->code);
  write_dispatch(u, AUTO_PARTS, "void list_parts", ", 0");
  text_puts(&u->code, single ? single_part_text : long_part_text);
  text_printf(&u->code, "#define END_OF_PARTS %s\n", single ? "(c->out - c->pool)" : "c->count");
  text_puts(&u->code, split_text);
}

void auto_write_play(AutoUnit *u) {
  write_steps(u->a, &u->code);
  write_dispatch(u, AUTO_FIRST, "int first_move", "");
  write_dispatch(u, AUTO_COUNT, "u32 count_moves", "");
  write_dispatch(u, AUTO_LIST, "void list_moves", ", 0");
  text_puts(&u->code, keeper_text);
  text_puts(&u->code, interface_text);
  if (u->a->split != WALK_WHOLE) write_split(u);
}
