// The parts of the unit around the searches: types, the position, applying steps, the keeper, random games, counts.
#include "emit/automaton/automaton_internal.h"
#include "emit/emit.h"
#include "emit/ray_text.h"

#include "plan/plan.h"

// Stores of moves do not change pointers: told to the compiler, that keeps them in registers.
static const char *const types_text =
    "#if defined(__GNUC__) && !defined(__clang__)\n"
    "#pragma GCC optimize(\"strict-aliasing\")\n"
    "#endif\n"
    "typedef unsigned char u8;\n"
    "typedef unsigned short u16;\n"
    "typedef short i16;\n"
    "typedef int i32;\n"
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
    "  u64 set[SETS + 1];\n"
    "} Seen;\n"
    "\n"
    "// A move or a part of one: the vertices where it begins and ends, and its steps, each an action and a vertex.\n"
    "typedef struct Move {\n"
    "  u16 n;\n"
    "  i16 from, to;\n"
    "  u16 unused;\n"
    "  u32 step[STEPS];\n"
    "} Move;\n"
    "\n"
    "typedef struct Set {\n"
    "  u64 w[WORDS];\n"
    "} Set;\n"
    "// The answer to a check for all vertices, and the number of the board it is for; if not whole, it has no more "
    "than\n"
    "// members that are right.\n"
    "typedef struct Kept {\n"
    "  u64 board;\n"
    "  int whole;\n"
    "  Set set;\n"
    "} Kept;\n"
    "\n"
    "// A position and the working memory of searches. The position ends before `skip`.\n"
    "typedef struct C {\n"
    "  int state, vertex, player;  // where the automaton stands and who is to act, 0: the keeper\n"
    "  int inside;                 // a move: some of its parts have been made\n"
    "  int moves, mover, over, winner;\n"
    "  double rank[PLAYERS + 1];\n"
    "  int value[VALUES];       // scores, then variables\n"
    "  int tally[KINDS];        // how many there are of each kind of piece\n"
    "  u64 kind[KINDS][WORDS];  // where they stand\n"
    "  u8 what[VERTICES + 8];   // the piece of each vertex; beyond the last there is none\n"
    "  u32 skip;                // moves to pass over before one is noted\n"
    "  int single;              // stop at the first one noted\n"
    "  u32 branches;            // branches of the first choice\n"
    "  int fault;               // a limit was exceeded\n"
    "  int sp;                  // of the stack\n"
    "  Move *out, *limit;       // room for moves\n"
    "  u32 *part, *part_limit;  // room for parts of one step\n"
    "  u64 board;               // counts the pieces put\n"
    "  Kept kept[KEPT + 1];\n"
    "  u32 path[LEVELS + DEEPER];\n"
    "  u32 branch[BRANCHES];  // moves behind each\n"
    "  u64 stack[STACK];\n"
    "  Seen seen[LEVELS + DEEPER];\n"
    "} C;\n"
    "enum { POSITION = __builtin_offsetof(C, skip) };\n"
    "\n"
    "static inline void put(C *c, int v, int old, int piece) {\n"
    "  c->what[v] = (u8)piece;\n"
    "#if SETS_KEPT\n"
    "  c->kind[old][v >> 6] ^= 1ull << (v & 63);\n"
    "  c->kind[piece][v >> 6] ^= 1ull << (v & 63);\n"
    "#endif\n"
    "#if KEPT\n"
    "  c->board++;\n"
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
    "    const u64 here = w + words < WORDS ? x.w[w + words] : 0, next = w + words + 1 < WORDS ? x.w[w + words + 1] : "
    "0;\n"
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
    "// Parts that end with an action on each vertex of one word of a set; up to fifteen places behind them are "
    "written "
    "to.\n"
    "static inline u32 *list_parts_on(u32 *at, u64 set, u32 first) {\n"
    "#if defined(__AVX512F__) && !defined(__clang__)\n"
    "  typedef int I16 __attribute__((vector_size(64)));\n"
    "  I16 all = (I16){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} + (int)first;\n"
    "  for (int k = 0; k < 4; k++, set >>= 16, all += 16) {\n"
    "    const I16 some = __builtin_ia32_compresssi512_mask(all, all, (u16)set);\n"
    "    __builtin_memcpy(at, &some, sizeof some);\n"
    "    at += __builtin_popcount((u16)set);\n"
    "  }\n"
    "#else\n"
    "  for (; set; set &= set - 1) *at++ = first + (u32)__builtin_ctzll(set);\n"
    "#endif\n"
    "  return at;\n"
    "}\n"
    "\n"
    "// Along eight rays, four of which go up, over pieces of a set: in `run` the vertices before those that stop, in "
    "`stop`\n"
    "// these, if it is asked for.\n"
    "static inline void fan(const V4 *rays, const u64 *over, u64 *run, u64 *stop) {\n"
    "  V4 open = ~(V4){0}, to[WORDS], end[WORDS];\n"
    "  for (int w = 0; w < WORDS; w++) {\n"
    "    const V4 ray = rays[w], b = ray & ~over[w];\n"
    "    to[w] = ray & open & ((b - 1) & ~b);\n"
    "    end[w] = open & b & -b;\n"
    "    open &= (V4)(b == 0);\n"
    "  }\n"
    "  open = ~(V4){0};\n"
    "  for (int w = WORDS - 1; w >= 0; w--) {\n"
    "    const V4 ray = rays[WORDS + w], b = ray & ~over[w];\n"
    "    to[w] |= ray & open & above(b);\n"
    "    end[w] |= open & top_of(b);\n"
    "    open &= (V4)(b == 0);\n"
    "  }\n"
    "  for (int w = 0; w < WORDS; w++) run[w] = all_of(to[w]);\n"
    "  for (int w = 0; w < WORDS && stop; w++) stop[w] = all_of(end[w]);\n"
    "}\n"
    "\n"
    "// The path and one more step are a move. 1: enough.\n"
    "static inline int note(C *c, int n, u32 last) {\n"
    "  if (c->skip) {\n"
    "    c->skip--;\n"
    "    return 0;\n"
    "  }\n"
    "  if (c->out == c->limit || n >= STEPS) {\n"
    "    c->fault = 1;\n"
    "    return 1;\n"
    "  }\n"
    "  Move *m = c->out++;\n"
    "  m->n = (u16)(n + 1);\n"
    "  for (int i = 0; i < n; i++) m->step[i] = c->path[i];\n"
    "  m->step[n] = last;\n"
    "  m->from = (i16)(m->step[0] & 65535);\n"
    "  m->to = (i16)(last & 65535);\n"
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
  return n * a->vertices + 16;  // list_parts_on writes beyond what it lists
}

// A bound on the parts of one step that can be listed together.
static int count_parts(const Auto *a) {
  int n = 1;
  for (int e = 0; e < a->n_edges; e++) n += !auto_goes_on(a, &a->edges[e], true);
  return n * a->vertices;
}

// Whether a move can have any number of modifiers.
static bool has_modifier_loop(const Auto *a) {
  for (int s = 0; s < a->n_states; s++) {
    for (int i = 0; i < a->states[s].n; i++) {
      const AutoEdge *edge = &a->edges[a->states[s].first + i];
      bool inside = auto_goes_on(a, edge, false) && a->whole.loop[edge->target] == a->whole.loop[s];
      if (inside && auto_modifies(edge)) return true;
    }
  }
  return false;
}

// The most modifiers and checks within each other on a way that goes round no loop of modifiers.
static int longest_path(const Auto *a) {
  int *longest = mem_alloc_zero((size_t)a->n_states * sizeof *longest), most = 0;
  for (bool more = true; more;) {
    more = false;
    for (int s = 0; s < a->n_states; s++) {
      for (int i = 0; i < a->states[s].n; i++) {
        const AutoEdge *edge = &a->edges[a->states[s].first + i];
        bool goes_on = auto_goes_on(a, edge, false), round = a->whole.loop[edge->target] == a->whole.loop[s];
        int n = goes_on ? longest[edge->target] + (auto_modifies(edge) && !round) : 1;
        if (edge->kind == WALK_CHECK) n = MAX(n, longest[edge->a] + 1);
        more |= n > longest[s];
        longest[s] = MAX(longest[s], n);
        most = MAX(most, n);
      }
    }
  }
  mem_free(longest);
  return most;
}

// Room for what a loop leaves to be done: every vertex in every state, several times over.
static int stack_size(const Auto *a, bool loops) {
  int states = 1, degree = 4;
  for (int s = 0; s < a->n_states; s++) states = MAX(states, a->whole.loop_size[a->whole.loop[s]]);
  for (int e = 0; e < a->n_edges; e++) {
    const AutoEdge *edge = &a->edges[e];
    for (int v = 0; edge->kind == WALK_MANY && v < a->vertices; v++)
      degree = MAX(degree, a->tables[edge->a + v + 1] - a->tables[edge->a + v]);
  }
  int64_t size = (int64_t)states * a->vertices * degree * 2 + 1024;
  return (int)MIN(size, loops ? 1 << 17 : 1 << 16);
}

void auto_write_frame(AutoUnit *u, Text *out) {
  const Auto *a = u->a;
  Arena scratch = {0};
  text_printf(out, "// %s: %d states, %d edges, %d vertices, %d kinds of piece.\n",
              emit_in_comment(&scratch, a->game->name), a->n_states, a->n_edges, a->vertices, a->kinds);
  arena_free(&scratch);
  text_puts(out, types_text);
  text_printf(out, "enum { VERTICES = %d, WORDS = %d, KINDS = %d, VALUES = %d, PLAYERS = %d };\n", a->vertices,
              a->words, a->kinds, a->n_values, a->players);
  int deeper = longest_path(a) + 2;
  bool loops = has_modifier_loop(a);
  text_printf(out, "enum { LEVELS = %d, DEEPER = %d, SETS = %d, STACK = %d, BRANCHES = %d };\n",
              loops ? WALK_MODIFIERS_MAX : 1, deeper, MAX(a->meetings * a->words, 1), stack_size(a, loops),
              count_branches(a));
  // Where a loop is large there may be a million moves; they have fewer steps, so that their list has room.
  int steps = !loops ? deeper : u->machine ? WALK_MODIFIERS_MAX / 4 : WALK_MODIFIERS_MAX;
  text_printf(out, "enum { STEPS = %d, MOVES_MAX = %d, PARTS_MAX = %d };\n", steps,
              u->machine ? 1 << 20
              : loops    ? 1 << 14
                         : 1 << 17,
              count_parts(a));
  text_printf(out, "enum { PLAYERS_MAX = %d, GAME_MAX = %d, BEST = %d };\n", GAME_PLAYERS_MAX, WALK_GAME_MAX,
              a->bounds[0]);
  text_printf(out, "#define KEPT %d\n", u->kept_sets);
  text_printf(out, "#define SETS_KEPT %d\n#define TALLIES_KEPT %d\n\n", keeps_sets(a) || u->slides || u->sets,
              a->game->tallies);
  text_puts(out, ray_text);
  text_puts(out, position_text);
}

// ---- steps

static void write_change(const Auto *a, const AutoEdge *edge, Text *out) {
  text_printf(out, "    case %d: c->state = %d; ", edge->action, edge->target);
  if (edge->kind == WALK_PUT) text_printf(out, "old = c->what[v]; put(c, v, old, %d);", edge->a);
  if (edge->kind == WALK_ASSIGN) {
    text_printf(out, "old = c->value[%d]; c->value[%d] = (int)", edge->b, edge->b);
    auto_formula(a, edge->a, out);
    text_char(out, ';');
  }
  if (edge->kind == WALK_SWITCH) text_printf(out, "c->player = %d;", edge->a);
}

// Steps return what they replaced.
static void write_steps(const Auto *a, Text *out) {
  text_puts(out,
            "\nstatic inline int step(C *c, u32 s) {\n"
            "  const int v = (int)(s & 65535);\n"
            "  int old = 0;\n"
            "  c->vertex = v;\n"
            "  switch (s >> 16) {\n");
  for (int i = 1; i < a->n_actions; i++) {
    write_change(a, &a->edges[a->of_action[i]], out);
    text_puts(out, " break;\n");
  }
  text_puts(out, "    default: c->state = (int)(s >> 16 & 0x7fff);\n  }\n  return old;\n}\n");
}

static void write_take_back(const Auto *a, Text *out) {
  text_puts(out, "\nstatic inline void take_back(C *c, u32 s, int old) {\n  switch (s >> 16) {\n");
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
    "static inline void make(C *c, const Move *move) {\n"
    "  for (u32 i = 0; i < move->n; i++) step(c, move->step[i]);\n"
    "  keeper(c);\n"
    "}\n"
    "\n"
    "static inline void list_all(C *c) {\n"
    "  c->skip = c->branches = 0;\n"
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
    "static inline u64 mix(u64 x) {\n"
    "  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;\n"
    "  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;\n"
    "  return x ^ (x >> 31);\n"
    "}\n"
    "\n"
    "static inline Random stream(u64 seed, u64 number) {\n"
    "  const u64 key = mix(seed + 0x9e3779b97f4a7c15ull);\n"
    "  const Random random = {mix(key ^ mix(number * 0xd1342543de82ef95ull + 1)), 0};\n"
    "  return random;\n"
    "}\n"
    "\n"
    "static inline u64 next_random(Random *random) {\n"
    "  return mix(random->key + ++random->counter * 0x9e3779b97f4a7c15ull);\n"
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
    "EXPORT const u32 senet_sizes[3] = {POSITION, sizeof(Move), MOVES_MAX};\n"
    "\n"
    "static inline void begin(C *c, const void *state) {\n"
    "  __builtin_memcpy(c, state, POSITION);\n"
    "  c->fault = c->sp = 0;\n"
    "  c->skip = c->branches = 0;\n"
    "  c->single = 0;\n"
    "  c->board = 1;\n"
    "  for (int i = 0; i < KEPT; i++) c->kept[i].board = 0;\n"
    "}\n"
    "\n"
    "// Players are ranked by score; one alone wins with the highest score there is.\n"
    "static void finish(C *c) {\n"
    "  c->over = 1;\n"
    "  c->winner = 0;\n"
    "  for (int p = 1; p <= PLAYERS; p++) {\n"
    "    int better = 0, same = 0;\n"
    "    for (int q = 1; q <= PLAYERS; q++) {\n"
    "      better += c->value[q - 1] > c->value[p - 1];\n"
    "      same += c->value[q - 1] == c->value[p - 1];\n"
    "    }\n"
    "    c->rank[p] = better + (same + 1) / 2.0;\n"
    "    if (c->rank[p] == 1.0) c->winner = p;\n"
    "  }\n"
    "  if (PLAYERS == 1) {\n"
    "    c->winner = c->value[0] == BEST;\n"
    "    c->rank[1] = c->winner;\n"
    "  }\n"
    "}\n"
    "\n"
    "EXPORT int senet_moves(const void *state, Move *list) {\n"
    "  C c;\n"
    "  begin(&c, state);\n"
    "  c.out = list;\n"
    "  c.limit = list + MOVES_MAX;\n"
    "  list_all(&c);\n"
    "  return c.fault ? -1 : (int)(c.out - list);\n"
    "}\n"
    "\n"
    "EXPORT void senet_apply(void *state, const Move *move) {\n"
    "  C c;\n"
    "  begin(&c, state);\n"
    "  make(&c, move);\n"
    "  c.moves++;\n"
    "  if (!count_all(&c)) finish(&c);\n"
    "  else c.mover = c.player;\n"
    "  __builtin_memcpy(state, &c, POSITION);\n"
    "}\n"
    "\n"
    "// How many moves there are; -1: a limit was exceeded.\n"
    "EXPORT int senet_count(const void *state) {\n"
    "  C c;\n"
    "  begin(&c, state);\n"
    "  const int n = (int)count_all(&c);\n"
    "  return c.fault ? -1 : n;\n"
    "}\n"
    "\n"
    "// Who is to move, 0: nobody, the game is over; what it was worth to each player; a hash of the position.\n"
    "EXPORT int senet_turn(const C *c) { return c->over ? 0 : c->mover; }\n"
    "\n"
    "EXPORT void senet_results(const C *c, double *utility) {\n"
    "  for (int p = 1; p <= PLAYERS; p++) {\n"
    "    if (PLAYERS == 1) utility[p] = c->winner ? 1.0 : -1.0;\n"
    "    else utility[p] = 1.0 - (c->rank[p] - 1.0) * 2.0 / (PLAYERS - 1);\n"
    "  }\n"
    "}\n"
    "\n"
    "static inline u64 fold(u64 h, u64 w) {\n"
    "  const unsigned __int128 m = (unsigned __int128)(h ^ w) * 0x9fb21c651e98df25ull;\n"
    "  return (u64)m ^ (u64)(m >> 64);\n"
    "}\n"
    "EXPORT u64 senet_hash(const C *c) {\n"
    "  u64 h = mix((u64)c->state << 32 | (u64)(u32)c->vertex) ^ mix((u64)c->player + 1);\n"
    "  for (int i = 0; i < VALUES; i++) h = fold(h, (u64)(u32)c->value[i]);\n"
    "  for (int i = 0; i < VERTICES; i += 8) {\n"
    "    u64 w;\n"
    "    __builtin_memcpy(&w, c->what + i, 8);\n"
    "    h = fold(h, w);\n"
    "  }\n"
    "  return h;\n"
    "}\n"
    "\n"
    "// What stands where the steps of a move change something, by what it is worth; hits: one of the sites is the one "
    "asked for.\n"
    "typedef struct Gain { int sum, what, hits; } Gain;\n"
    "static inline int is_first(const Move *m, u32 i) {\n"
    "  for (u32 k = 0; k < i; k++) if (((m->step[k] ^ m->step[i]) & 65535) == 0) return 0;\n"
    "  return 1;\n"
    "}\n"
    "EXPORT void senet_gain(const C *c, const Move *list, int n, const int *worth, int site, Gain *out) {\n"
    "  for (int i = 0; i < n; i++) {\n"
    "    out[i].sum = out[i].what = out[i].hits = 0;\n"
    "    for (u32 k = 0; k < list[i].n; k++) {\n"
    "      const int v = (int)(list[i].step[k] & 65535), w = worth[c->what[v]];\n"
    "      out[i].hits |= v == site;\n"
    "      if (w && is_first(&list[i], k)) out[i].sum += w;\n"
    "    }\n"
    "  }\n"
    "}\n"
    "\n"
    "// What random games came to; fault: one could not be finished.\n"
    "typedef struct Totals {\n"
    "  u64 n, moves, draws, wins[PLAYERS_MAX + 1];\n"
    "  double utility[PLAYERS_MAX + 1], score[PLAYERS_MAX + 1];\n"
    "  u64 fault;\n"
    "} Totals;\n"
    "\n"
    "static inline void add_game(C *c, u64 moves, Totals *totals) {\n"
    "  finish(c);\n"
    "  totals->n++;\n"
    "  totals->moves += moves;\n"
    "  if (c->winner) totals->wins[c->winner]++;\n"
    "  else totals->draws++;\n"
    "  for (int p = 1; p <= PLAYERS; p++) {\n"
    "    if (PLAYERS == 1) totals->utility[p] += c->winner ? 1.0 : -1.0;\n"
    "    else totals->utility[p] += 1.0 - (c->rank[p] - 1.0) * 2.0 / (PLAYERS - 1);\n"
    "    totals->score[p] += c->value[p - 1];\n"
    "  }\n"
    "}\n"
    "\n"
    "// One random move; 0: there is none.\n"
    "static inline int random_move(C *c, Random *random) {\n"
    "  Move move;\n"
    "  const u32 n = count_all(c);\n"
    "  if (!n || c->fault) return 0;\n"
    "  c->skip = n == 1 ? 0 : below(random, n);\n"
    "  c->branches = 0;\n"
    "  c->single = 1;\n"
    "  c->out = &move;\n"
    "  c->limit = &move + 1;\n"
    "  list_moves(c);\n"
    "  make(c, &move);\n"
    "  return 1;\n"
    "}\n"
    "\n"
    "EXPORT void senet_playouts(const void *state, u64 seed, u64 first, u64 n, Totals *totals) {\n"
    "  C c;\n"
    "  for (u64 k = first; k < first + n && !totals->fault; k++) {\n"
    "    Random random = stream(seed, 2 * k + 1);\n"
    "    u64 moves = 0;\n"
    "    begin(&c, state);\n"
    "    while (moves < GAME_MAX && random_move(&c, &random)) moves++;\n"
    "    totals->fault = (u64)c.fault | (moves == GAME_MAX);\n"
    "    add_game(&c, (u64)c.moves + moves, totals);\n"
    "  }\n"
    "}\n"
    "\n"
    "// Sequences of so many moves, with room for moves; ~0: there was not enough.\n"
    "EXPORT u64 senet_perft(const void *state, int depth, Move *room, u64 n) {\n"
    "  enum { DEPTH = 64 };\n"
    "  struct {\n"
    "    u8 position[POSITION];\n"
    "    Move *at, *end;\n"
    "  } level[DEPTH];\n"
    "  C c;\n"
    "  u64 total = 0;\n"
    "  int d = 0;\n"
    "  begin(&c, state);\n"
    "  if (depth < 1 || depth > DEPTH) return depth == 0;\n"
    "  if (depth == 1) return count_all(&c);\n"
    "  c.limit = room + n;\n"
    "  c.out = level[0].at = room;\n"
    "  list_all(&c);\n"
    "  level[0].end = c.out;\n"
    "  __builtin_memcpy(level[0].position, &c, POSITION);\n"
    "  while (d >= 0 && !c.fault) {\n"
    "    if (level[d].at == level[d].end) {\n"
    "      d--;\n"
    "      continue;\n"
    "    }\n"
    "    const Move *move = level[d].at++;\n"
    "    __builtin_memcpy(&c, level[d].position, POSITION);\n"
    "    c.board++;\n"
    "    make(&c, move);\n"
    "    if (d + 2 == depth) {\n"
    "      total += count_all(&c);\n"
    "      continue;\n"
    "    }\n"
    "    d++;\n"
    "    c.out = level[d].at = level[d - 1].end;\n"
    "    list_all(&c);\n"
    "    level[d].end = c.out;\n"
    "    __builtin_memcpy(level[d].position, &c, POSITION);\n"
    "  }\n"
    "  return c.fault ? ~0ull : total;\n"
    "}\n";

// Parts of one step are noted as they are; longer ones like moves.
static const char *const single_part_text =
    "\ntypedef u32 Part;\n"
    "typedef struct Chosen {\n"
    "  u32 i, n;\n"
    "} Chosen;\n"
    "static inline Part *parts_end(C *c) { return c->part; }\n"
    "static inline void drop_parts(C *c, Part *end) { c->part = end; }\n"
    "static inline const u32 *choose_part(Part *at, u32 i, Chosen *chosen) {\n"
    "  chosen->i = i;\n"
    "  chosen->n = 1;\n"
    "  return at + i;\n"
    "}\n"
    "static inline void room_for_parts(C *c, void *room, u64 bytes) {\n"
    "  c->part = room;\n"
    "  c->part_limit = c->part + bytes / sizeof(Part);\n"
    "}\n"
    "static inline void list_next(C *c) {\n"
    "  c->sp = 0;\n"
    "  if (c->part_limit - c->part <= PARTS_MAX) c->fault = 1;\n"
    "  else list_parts(c);\n"
    "}\n"
    "typedef struct Undo {\n"
    "  u32 step;\n"
    "  int old;\n"
    "} Undo;\n"
    "// Makes a part and, if it stays inside its move, lists those that come next.\n"
    "static inline u32 advance(C *c, const u32 *steps, u32 n, Undo *undo, u32 undos) {\n"
    "  (void)n;\n"
    "  if (c->part_limit - c->part <= PARTS_MAX) {\n"
    "    c->fault = 1;\n"
    "    return undos;\n"
    "  }\n"
    "  undo[undos].step = steps[0];\n"
    "  undo[undos].old = step_on(c, steps[0]);\n"
    "  return undos + 1;\n"
    "}\n"
    "\n"
    "// The parts that come next, as moves; how many, -1: too many. They are found at the end of the room for moves.\n"
    "EXPORT int senet_parts(const void *state, Move *list) {\n"
    "  C c;\n"
    "  begin(&c, state);\n"
    "  Part *first = (Part *)(list + MOVES_MAX) - PARTS_MAX - 1;\n"
    "  if (!c.player) return 0;\n"
    "  room_for_parts(&c, first, (PARTS_MAX + 1) * sizeof(Part));\n"
    "  list_next(&c);\n"
    "  const u32 n = (u32)(c.part - first);\n"
    "  if (c.fault || list + n > (Move *)first) return -1;\n"
    "  for (u32 i = 0; i < n; i++) {\n"
    "    const u32 step = first[i];\n"
    "    list[i].n = 1;\n"
    "    list[i].step[0] = step;\n"
    "    list[i].from = list[i].to = (i16)(step & 65535);\n"
    "  }\n"
    "  return (int)n;\n"
    "}\n";

static const char *const long_part_text =
    "\ntypedef Move Part;\n"
    "typedef struct Chosen {\n"
    "  u32 i, n;\n"
    "} Chosen;\n"
    "static inline Part *parts_end(C *c) { return c->out; }\n"
    "static inline void drop_parts(C *c, Part *end) { c->out = end; }\n"
    "static inline const u32 *choose_part(Part *at, u32 i, Chosen *chosen) {\n"
    "  chosen->i = i;\n"
    "  chosen->n = at[i].n;\n"
    "  return at[i].step;\n"
    "}\n"
    "static inline void room_for_parts(C *c, void *room, u64 bytes) {\n"
    "  c->out = room;\n"
    "  c->limit = c->out + bytes / sizeof(Part);\n"
    "}\n"
    "static inline void list_next(C *c) {\n"
    "  c->sp = 0;\n"
    "  list_parts(c);\n"
    "}\n"
    "typedef struct Undo {\n"
    "  u32 step;\n"
    "  int old;\n"
    "} Undo;\n"
    "static inline u32 advance(C *c, const u32 *steps, u32 n, Undo *undo, u32 undos) {\n"
    "  for (u32 j = 0; j < n; j++) {\n"
    "    undo[undos].step = steps[j];\n"
    "    undo[undos++].old = step(c, steps[j]);\n"
    "  }\n"
    "  if (c->player < 0) list_next(c);\n"
    "  return undos;\n"
    "}\n"
    "\n"
    "// The parts that come next, as moves; how many, -1: too many.\n"
    "EXPORT int senet_parts(const void *state, Move *list) {\n"
    "  C c;\n"
    "  begin(&c, state);\n"
    "  if (!c.player) return 0;\n"
    "  room_for_parts(&c, list, MOVES_MAX * sizeof(Move));\n"
    "  list_next(&c);\n"
    "  return c.fault ? -1 : (int)(c.out - list);\n"
    "}\n";

static const char *const split_text =
    "\n"
    "// Makes a part; the last one of a move is followed by all that follows a move.\n"
    "EXPORT void senet_apply_part(void *state, const Move *part) {\n"
    "  C c;\n"
    "  begin(&c, state);\n"
    "  const int before = c.player;\n"
    "  c.player = -1;\n"
    "  for (u32 i = 0; i < part->n; i++) step(&c, part->step[i]);\n"
    "  c.inside = c.player < 0;\n"
    "  if (c.inside) {\n"
    "    c.player = before;\n"
    "  } else {\n"
    "    keeper(&c);\n"
    "    c.moves++;\n"
    "    if (!count_all(&c)) finish(&c);\n"
    "    else c.mover = c.player;\n"
    "  }\n"
    "  __builtin_memcpy(state, &c, POSITION);\n"
    "}\n"
    "\n"
    "// What has been counted: nodal states, states, choices, dead states.\n"
    "typedef struct Counts {\n"
    "  u64 nodal, states, choices, dead;\n"
    "} Counts;\n"
    "\n"
    "enum { DEEP = 256 };\n"
    "typedef struct Level {\n"
    "  int state, vertex;\n"
    "  Part *first, *end;\n"
    "  u32 n, undo;\n"
    "  Chosen chosen;\n"
    "} Level;\n"
    "\n"
    "// One whole move made of parts, each drawn among those offered; parts that lead nowhere are taken back. 0: "
    "none.\n"
    "static inline int move_by_parts(C *c, Random *random, Counts *counts, Part *room) {\n"
    "  Level level[DEEP];\n"
    "  Undo undo[4 * DEEP];\n"
    "  int d = 0;\n"
    "  u32 undos = 0;\n"
    "  const int player = c->player;\n"
    "  drop_parts(c, room);\n"
    "  level[0].first = room;\n"
    "  list_next(c);\n"
    "  for (;;) {\n"
    "    Level *l = &level[d];\n"
    "    l->end = parts_end(c);\n"
    "    l->n = (u32)(l->end - l->first);\n"
    "    counts->choices += l->n;\n"
    "    while (!l->n) {\n"
    "      if (!d || c->fault) return 0;\n"
    "      l = &level[--d];\n"
    "      while (undos > l->undo) {\n"
    "        undos--;\n"
    "        take_back(c, undo[undos].step, undo[undos].old);\n"
    "      }\n"
    "      c->state = l->state, c->vertex = l->vertex;\n"
    "      drop_parts(c, l->end);\n"
    "      counts->dead++;\n"
    "      l->first[l->chosen.i] = l->first[l->n - 1];\n"
    "      l->n--;\n"
    "    }\n"
    "    const u32 i = l->n == 1 ? 0 : below(random, l->n);\n"
    "    const u32 *steps = choose_part(l->first, i, &l->chosen);\n"
    "    const u32 n = l->chosen.n;\n"
    "    l->state = c->state, l->vertex = c->vertex;\n"
    "    l->undo = undos;\n"
    "    counts->states++;\n"
    "    if (undos + n > 4 * DEEP || d + 1 == DEEP) {\n"
    "      c->fault = 1;\n"
    "      return 0;\n"
    "    }\n"
    "    c->player = -1;\n"
    "    undos = advance(c, steps, n, undo, undos);\n"
    "    if (c->player >= 0) {\n"
    "      keeper(c);\n"
    "      return 1;\n"
    "    }\n"
    "    c->player = player;\n"
    "    d++;\n"
    "    level[d].first = l->end;\n"
    "  }\n"
    "}\n"
    "\n"
    "EXPORT void senet_split_playouts(const void *state, u64 seed, u64 first, u64 n, Totals *totals, Counts *counts,\n"
    "                                 void *room, u64 bytes) {\n"
    "  C c;\n"
    "  room_for_parts(&c, room, bytes);\n"
    "  for (u64 k = first; k < first + n && !totals->fault; k++) {\n"
    "    Random random = stream(seed, 2 * k + 1);\n"
    "    u64 moves = 0;\n"
    "    begin(&c, state);\n"
    "    for (; c.player && moves < GAME_MAX; moves++) {\n"
    "      const Counts before = *counts;\n"
    "      if (move_by_parts(&c, &random, counts, room)) continue;\n"
    "      *counts = before;\n"
    "      break;\n"
    "    }\n"
    "    totals->fault = (u64)c.fault | (moves == GAME_MAX);\n"
    "    counts->nodal += moves;\n"
    "    add_game(&c, (u64)c.moves + moves, totals);\n"
    "  }\n"
    "}\n";

// A step inside a move and the search for what comes behind it, in one place: one jump instead of two.
static void write_step_on(AutoUnit *u) {
  const Auto *a = u->a;
  text_puts(&u->code,
            "\nstatic inline int step_on(C *c, u32 s) {\n"
            "  const int v = (int)(s & 65535);\n"
            "  int old = 0;\n"
            "  c->vertex = v;\n"
            "  switch (s >> 16) {\n");
  for (int i = 1; i < a->n_actions; i++) {
    const AutoEdge *edge = &a->edges[a->of_action[i]];
    bool inside = edge->kind != WALK_SWITCH && a->states[edge->target].part_root;
    write_change(a, edge, &u->code);
    if (inside)
      text_printf(&u->code, " %c%d(c, c->seen, v, 0);", auto_begin(u, AUTO_PARTS, edge->target), edge->target);
    text_puts(&u->code, " break;\n");
  }
  text_puts(&u->code, "    default: c->state = (int)(s >> 16 & 0x7fff); list_parts(c);\n  }\n  return old;\n}\n");
}

static void write_split(AutoUnit *u) {
  bool single = u->a->split == WALK_MODIFIERS;
  if (!u->machine) write_take_back(u->a, &u->code);
  write_dispatch(u, AUTO_PARTS, "void list_parts", ", 0");
  if (single && u->machine) auto_write_machine_step_on(u);
  else if (single) write_step_on(u);
  text_puts(&u->code, single ? single_part_text : long_part_text);
  text_puts(&u->code, split_text);
}

// ---- from and to the interpreter's block

typedef struct Field {
  const char *name;
  size_t offset;
} Field;

static void write_fields(const Auto *a, const Layout *layout, bool store, Text *out) {
  const Field fields[] = {
      {"state", layout->walk + offsetof(WalkPlace, state)},
      {"vertex", layout->walk + offsetof(WalkPlace, vertex)},
      {"player", layout->walk + offsetof(WalkPlace, player)},
      {"inside", layout->walk + offsetof(WalkPlace, inside)},
      {"moves", offsetof(StateHead, moves)},
      {"mover", offsetof(StateHead, mover)},
      {"over", offsetof(StateHead, over)},
      {"winner", offsetof(StateHead, winner)},
  };
  for (size_t i = 0; i < COUNT_OF(fields); i++) {
    if (store) text_printf(out, "  AT(i32, %zu) = c->%s;\n", fields[i].offset, fields[i].name);
    else text_printf(out, "  c->%s = AT(i32, %zu);\n", fields[i].name, fields[i].offset);
  }
  for (int i = 0; i < a->n_values; i++) {
    size_t at = i < a->players ? layout->score + 4u * (size_t)(i + 1) : layout->vars + 4u * (size_t)(i - a->players);
    if (store) text_printf(out, "  AT(i32, %zu) = c->value[%d];\n", at, i);
    else text_printf(out, "  c->value[%d] = AT(i32, %zu);\n", i, at);
  }
  for (int p = 1; p <= a->players; p++) {
    size_t at = layout->ranking + 8u * (size_t)p;
    if (store) text_printf(out, "  AT(double, %zu) = c->rank[%d];\n", at, p);
    else text_printf(out, "  c->rank[%d] = AT(double, %zu);\n", p, at);
  }
}

// Of the kinds of pieces in the interpreter's block.
static const char *type_of_kinds(const Layout *layout) { return layout->width.what == 1 ? "u8" : "u16"; }

static void write_load(const Auto *a, const Layout *layout, Text *out) {
  text_puts(out,
            "\n#define AT(type, offset) (*(type *)(block + (offset)))\n"
            "EXPORT void senet_load(C *c, u8 *block, const i32 *more, u64 history, const u64 *starts) {\n"
            "  (void)more, (void)history, (void)starts;\n"
            "  __builtin_memset(c, 0, POSITION);\n");
  write_fields(a, layout, false, out);
  text_printf(out,
              "  for (int v = VERTICES; v < VERTICES + 8; v++) c->what[v] = 63;\n"
              "  for (int v = 0; v < VERTICES; v++) {\n"
              "    const int what = AT(%s, %u + %d * v);\n"
              "    c->what[v] = (u8)what;\n"
              "    c->kind[what][v >> 6] |= 1ull << (v & 63);\n"
              "    c->tally[what]++;\n"
              "  }\n"
              "}\n",
              type_of_kinds(layout), layout->sites[SITE_VERTEX].what, layout->width.what);
}

static void write_store(const Auto *a, const Layout *layout, Text *out) {
  const SiteLayout *sites = &layout->sites[SITE_VERTEX];
  int words = a->game->program.region_words;
  text_puts(out, "\nEXPORT void senet_store(const C *c, u8 *block) {\n");
  write_fields(a, layout, true, out);
  text_printf(out,
              "  for (int w = 0; w < %d; w++) {\n"
              "    AT(u64, %u + 8 * w) = AT(u64, %u + 8 * w) = 0;\n"
              "    for (int k = 0; k < KINDS; k++) AT(u64, %u + 8 * (k * %d + w)) = 0;\n"
              "  }\n",
              words, sites->empty, sites->owned, layout->kinds, words);
  if (layout->tally) text_printf(out, "  for (int k = 0; k < KINDS; k++) AT(i32, %u + 4 * k) = 0;\n", layout->tally);
  text_printf(out,
              "  for (int v = 0; v < VERTICES; v++) {\n"
              "    const int what = c->what[v];\n"
              "    AT(%s, %u + %d * v) = (%s)what;\n"
              "    AT(u64, (what ? %u : %u) + 8 * (v >> 6)) |= 1ull << (v & 63);\n"
              "    AT(u64, %u + 8 * (what * %d + (v >> 6))) |= 1ull << (v & 63);\n",
              type_of_kinds(layout), sites->what, layout->width.what, type_of_kinds(layout), sites->owned, sites->empty,
              layout->kinds, words);
  if (layout->tally) text_printf(out, "    AT(i32, %u + 4 * what)++;\n", layout->tally);
  text_puts(out, "  }\n}\n");
}

void auto_write_play(AutoUnit *u) {
  if (u->machine) auto_write_machine_tables(u);
  if (u->machine) auto_write_machine_steps(u);
  else write_steps(u->a, &u->code);
  write_dispatch(u, AUTO_FIRST, "int first_move", "");
  write_dispatch(u, AUTO_COUNT, "u32 count_moves", "");
  write_dispatch(u, AUTO_LIST, "void list_moves", ", 0");
  text_puts(&u->code, keeper_text);
  text_puts(&u->code, interface_text);
  const Layout *layout = &plan_of(u->a->game)->layout;
  write_load(u->a, layout, &u->code);
  write_store(u->a, layout, &u->code);
  if (u->a->split != WALK_WHOLE) write_split(u);
}
