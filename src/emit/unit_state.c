// The state of the unit: a struct with just what this game keeps, its helpers, and the way from and to the
// interpreter's block.
#include "emit/emit.h"
#include "emit/emit_internal.h"
#include "emit/ray_text.h"

static const char *all_ones(Emitter *e) {
  const char *text = "~0ull";
  for (int w = 1; w < e->words; w++) text = emit_text(e, "%s, ~0ull", text);
  return text;
}

// Slides on boards of several words, along four rays whose numbers go up and four whose numbers go down at once.
static const char slide_helpers[] =
    "// Where slides lead: to the first site that is not free, and onto that if it is an end.\n"
    "INLINE R slides(const V4 *up, R free, R end, int ends) {\n"
    "  const V4 *down = up + NW;\n  V4 to[NW], open = ~(V4){0};\n"
    "#pragma GCC unroll 8\n  for (int w = 0; w < NW; w++) {\n    const V4 b = up[w] & ~free[w];\n"
    "    V4 on = (b - 1) & ~b;\n    if (ends) on |= b & -b & end[w];\n    to[w] = up[w] & open & on;\n"
    "    open &= (V4)(b == 0);\n  }\n  open = ~(V4){0};\n"
    "#pragma GCC unroll 8\n  for (int w = NW - 1; w >= 0; w--) {\n    const V4 b = down[w] & ~free[w];\n"
    "    V4 on = above(b);\n    if (ends) on |= top_of(b) & end[w];\n    to[w] |= down[w] & open & on;\n"
    "    open &= (V4)(b == 0);\n  }\n  R all;\n"
    "#pragma GCC unroll 8\n  for (int w = 0; w < NW; w++) all[w] = all_of(to[w]);\n  return all;\n}\n";

// A number as the state of a piece. What the interpreter cannot keep stops its rules.
static const char *state_number(const Emitter *e) {
  if (e->layout.width.state == 1) return "#define state_of(v) ((i16)(v))\n";
  return "INLINE i16 state_of(int v) {\n  if (v < -32768 || v > 32766) exceed();\n  return (i16)v;\n}\n";
}

void emit_prelude(Emitter *e, Text *out, bool inlines) {
  text_printf(out,
              "// %s, written by senet.\n"
              "typedef unsigned char u8;\ntypedef unsigned short u16;\ntypedef short i16;\ntypedef int i32;\n"
              "typedef unsigned u32;\ntypedef unsigned long long u64;\ntypedef long long i64;\n"
              "#define INLINE static inline%s\n"
              "// A limit of this code was exceeded: what is asked next says so, and the interpreter has to play.\n"
              "static _Thread_local int fault;\n"
              "static __attribute__((cold, noinline)) void exceed(void) { fault = 1; }\n"
              "enum { NW = %d, MOVES_MAX = %d, SEEDS_MAX = 2048, MEMORY_MAX = 512, PENDING_MAX = 32 };\n",
              emit_in_comment(e->arena, e->game->name), inlines ? " __attribute__((always_inline))" : "", e->words,
              e->pairs ? MIN(MAX(4096, e->bits * e->bits), 20000) : 4096);
  if (e->words == 1) {
    text_puts(out,
              "typedef u64 R;  // a set of sites\n"
              "#define NONE 0ull\n#define ALL (~0ull)\n"
              "#define r_has(r, i) ((int)((r) >> (i) & 1))\n"
              "#define r_bit(i) (1ull << (i))\n"
              "#define r_add(r, i) (*(r) |= 1ull << (i))\n"
              "#define r_drop(r, i) (*(r) &= ~(1ull << (i)))\n"
              "#define r_count(r) __builtin_popcountll(r)\n#define at_count(r) __builtin_popcountll(*(r))\n#define "
              "at_select(r, k) r_select(*(r), k)\n"
              "#define r_any(r) ((r) != 0)\n"
              "#define r_if(c) ((c) ? ~0ull : 0ull)\n"
              "#define r_up(r, n) ((r) << (n))\n#define r_down(r, n) ((r) >> (n))\n"
              "INLINE int r_select(u64 r, u32 k) {\n"
              "#ifdef __BMI2__\n  return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << k, r));\n"
              "#else\n  for (; k > 0; k--) r &= r - 1;\n  return __builtin_ctzll(r);\n#endif\n}\n");
  } else {
    text_printf(
        out,
        "typedef u64 R __attribute__((vector_size(%d)));  // a set of sites\n"
        "#define NONE ((R){0})\n#define ALL ((R){%s})\n"
        "INLINE int r_has(R r, int i) { return (int)(((const u64 *)&r)[i >> 6] >> (i & 63) & 1); }\n"
        "#define r_has(r, i) ((int)((r)[(i) >> 6] >> ((i) & 63) & 1))\n"
        "INLINE R r_bit(int i) { R r = {0}; ((u64 *)&r)[i >> 6] = 1ull << (i & 63); return r; }\n"
        "#define r_add(r, i) ((*(r))[(i) >> 6] |= 1ull << ((i) & 63))\n"
        "#define r_drop(r, i) ((*(r))[(i) >> 6] &= ~(1ull << ((i) & 63)))\n"
        "INLINE int r_count(R r) { int n = 0; for (int w = 0; w < NW; w++) n += __builtin_popcountll(r[w]); return n; "
        "}\n"
        "INLINE int r_any(R r) { u64 n = 0; for (int w = 0; w < NW; w++) n |= r[w]; return n != 0; }\n"
        "INLINE R r_if(int c) { return c ? ALL : NONE; }\n"
        "INLINE R r_up(R r, int n) {\n  R t = {0};\n  for (int w = NW - 1; w >= n / 64; w--) {\n"
        "    t[w] = r[w - n / 64] << (n & 63);\n"
        "    if ((n & 63) && w > n / 64) t[w] |= r[w - n / 64 - 1] >> (64 - (n & 63));\n  }\n  return t;\n}\n"
        "INLINE R r_down(R r, int n) {\n  R t = {0};\n  for (int w = 0; w + n / 64 < NW; w++) {\n"
        "    t[w] = r[w + n / 64] >> (n & 63);\n"
        "    if ((n & 63) && w + n / 64 + 1 < NW) t[w] |= r[w + n / 64 + 1] << (64 - (n & 63));\n  }\n  return t;\n}\n"
        "INLINE int w_select(u64 r, u32 k) {\n"
        "#ifdef __BMI2__\n  return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << k, r));\n"
        "#else\n  for (; k > 0; k--) r &= r - 1;\n  return __builtin_ctzll(r);\n#endif\n}\n"
        "INLINE int at_count(const R *r) { int n = 0; for (int w = 0; w < NW; w++) n += "
        "__builtin_popcountll(((const u64 *)r)[w]); return n; }\n"
        "INLINE int at_select(const R *r, u32 k) {\n  const u64 *words = (const u64 *)r;\n  u32 before = 0, sum = 0;\n "
        " int w = 0;\n"
        "#pragma GCC unroll 8\n  for (int i = 0; i < NW - 1; i++) {\n    sum += (u32)__builtin_popcountll(words[i]);\n"
        "    const int more = k >= sum;\n    w += more;\n    before = more ? sum : before;\n  }\n"
        "  return w * 64 + w_select(words[w], k - before);\n}\n"
        "INLINE int r_select(R r, u32 k) { return at_select(&r, k); }\n",
        e->words * 8, all_ones(e));
    text_puts(out, ray_text);
    text_puts(out, slide_helpers);
  }
  text_puts(out,
            e->words == 1
                ? "#define r_first(r) __builtin_ctzll(r)\n"
                : "INLINE int r_first(R r) { int w = 0; while (!r[w]) w++; return w * 64 + __builtin_ctzll(r[w]); }\n");
  text_printf(out,
              "INLINE R r_maybe(int i) { if ((u32)i < %du) return r_bit(i); return NONE; }\n"
              "INLINE R r_put(int i, int sites) {\n  if ((u32)i < (u32)sites) return r_bit(i);\n"
              "  if ((u32)i < %du) exceed();\n  return NONE;\n}\n"
              "%s"
              "#define r_has_end(r, i) %s\n"
              "typedef struct Rng { u64 key, counter; } Rng;\n"
              "INLINE u64 mix(u64 x) {\n  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;\n"
              "  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;\n  return x ^ (x >> 31);\n}\n"
              "INLINE Rng stream(u64 seed, u64 number) {\n  u64 key = mix(seed + 0x9e3779b97f4a7c15ull);\n"
              "  return (Rng){mix(key ^ mix(number * 0xd1342543de82ef95ull + 1)), 0};\n}\n"
              "INLINE u64 next_random(Rng *r) { return mix(r->key + ++r->counter * 0x9e3779b97f4a7c15ull); }\n"
              "INLINE u32 below(Rng *r, u32 bound) {\n  u64 m = (next_random(r) >> 32) * bound;\n"
              "  if (__builtin_expect((u32)m < bound, 0)) {\n    u32 least = -bound %% bound;\n"
              "    while ((u32)m < least) m = (next_random(r) >> 32) * bound;\n  }\n  return (u32)(m >> 32);\n}\n",
              e->bits, e->program->region_bits, state_number(e),
              e->bits == 64 * e->words ? emit_text(e, "((i) < %d && r_has(r, i))", e->bits) : "r_has(r, i)");
}

static void fields_of_sites(Emitter *e, Text *out, SiteType type) {
  const SiteLayout *at = &e->layout.sites[type];
  int n = emit_sites(e, type);
  text_printf(out, "  R empty%d;\n", type);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1) text_printf(out, "  R own%d_%d;\n", type, p);
  }
  if (e->has_what) text_printf(out, "  %s what%d[%d];\n", e->game->n_components < 256 ? "u8" : "u16", type, n);
  if (e->kind_sets) text_printf(out, "  R kinds%d[%d];\n", type, e->game->n_components);
  if (e->keeps_who) text_printf(out, "  u8 who%d[%d];\n", type, n);
  if (at->count) text_printf(out, "  i32 count%d[%d];\n", type, n);
  if (at->state) text_printf(out, "  i16 state%d[%d];\n", type, n);
  if (at->rotation) text_printf(out, "  u8 rotation%d[%d];\n", type, n);
  if (at->value) text_printf(out, "  i32 value%d[%d];\n", type, n);
  if (emit_keeps_hidden(e, type))
    text_printf(out, "  u8 hidden%d[%d]%s[%d];\n", type, n, e->tall ? emit_text(e, "[%u]", e->layout.stack_height) : "",
                e->game->players + 1);
  for (int v = 1; v <= e->state_sets && at->state; v++) text_printf(out, "  R state%d_is%d;\n", type, v);
  if (e->tall) emit_tall_fields(e, out, (int)type);
  emit_puzzle_fields(e, out, type);
  emit_list_fields(e, out, type);
}

void emit_state_struct(Emitter *e, Text *out) {
  int players = e->game->players;
  if (e->tall) emit_tall_types(e, out);
  emit_list_types(e, out);
  if (e->wide_moves)
    text_printf(out, "typedef struct __attribute__((packed)) Move { u16 gen; i16 from, to; i32 x[%d]; } Move;\n",
                e->extra);
  else
    text_printf(out, "typedef struct Move { u16 gen; i16 from, to%s; } Move;\n",
                e->extra ? emit_text(e, ", x[%d]", e->extra) : "");
  text_puts(out, "typedef struct S {\n");
  if (e->together) text_printf(out, "  i32 n_chosen;\n  Move chosen[%d];\n", players);
  for (int t = 0; t < SITE_TYPES; t++) {
    if (emit_kept(e, (SiteType)t)) fields_of_sites(e, out, (SiteType)t);
  }
  for (int p = 0; p <= players + 1 && e->line_axes; p++) {
    if (e->owners >> p & 1)
      text_printf(out, "  %s lines_%d[%d][%d];\n", emit_line_word(e), p, e->line_axes, e->line_lines);
  }
  if (e->links)
    text_printf(out, "  %s parent[%d];\n  u8 touches[%d];\n", e->links <= 256 ? "u8" : "u16", e->links, e->links);
  emit_stack_fields(e, out);
  emit_dice_fields(e, out);
  emit_track_fields(e, out);
  emit_repeat_fields(e, out);
  emit_roll_fields(e, out);
  if (e->layout.votes)
    text_printf(out, "  i32 n_proposed, n_votes, proposed[%d], votes[%d];\n", STATE_LIST_MAX, players + 1);
  text_puts(out, "  i32 mover, turn, moves, made, over, winner;\n  u32 active;\n  u64 history;\n  i32 placed;\n");
  text_printf(out, "  double rank[%d];\n", players + 1);
  text_puts(out, "  i32 next, prev;\n");
  if (players != 2) text_puts(out, "  i32 wins, losses, losses_now;\n");
  if (e->uses & USE_LAST) text_puts(out, "  i32 last_from, last_to;\n");
  if (e->last_types) text_puts(out, "  i16 last_type[2];\n");
  if (e->last_levels) text_puts(out, "  i16 last_level;\n");
  if (e->tracks_after) text_puts(out, "  i32 act_from, act_to, after_from, after_to;\n");
  if (e->uses & USE_MEMORY)
    text_printf(out, "  i32 memory[%d][MEMORY_MAX], memory_n[%d];\n", MAX(e->game->n_memories, 1),
                MAX(e->game->n_memories, 1));
  if (e->uses & USE_REGIONS) text_printf(out, "  R regions[%d];\n", MAX(e->game->n_regions, 1));
  if (e->uses & USE_COUNTER) text_puts(out, "  i32 counter;\n");
  if (e->most) text_puts(out, "  i32 taken;\n");
  if (e->stores) text_puts(out, "  u64 stored;\n");
  if (e->uses & USE_STALEMATED) text_puts(out, "  u32 stalemated;\n");
  if (e->uses & USE_TRIGGERED) text_puts(out, "  u32 triggered;\n");
  if (e->uses & USE_TURN_SAME) text_puts(out, "  i32 turn_same;\n");
  if (e->uses & USE_PASSES) text_puts(out, "  i32 passes;\n");
  if (e->uses & USE_POT) text_puts(out, "  i32 pot;\n");
  if (e->uses & USE_TEMP) text_puts(out, "  i32 temp;\n");
  if (e->uses & USE_DECIDED) text_puts(out, "  i32 decided;\n");
  if (e->uses & USE_PENDING) text_puts(out, "  i32 n_pending, pending[PENDING_MAX];\n");
  if (e->layout.to_remove) text_puts(out, "  i32 goes_on;\n");
  if (e->uses & USE_TO_REMOVE) text_puts(out, "  R to_remove;\n");
  if ((e->uses & USE_TO_REMOVE) && e->tall)
    text_printf(out, "  u8 later[%d];  // so many of each of them\n", emit_sites(e, e->game->site_type));
  if (e->layout.playable) text_puts(out, "  R playable;\n");
  if (e->uses & USE_VISITED) text_puts(out, "  R visited;\n");
  if (e->layout.score) text_printf(out, "  i32 score[%d];\n", players + 2);
  if (e->uses & USE_AMOUNT) text_printf(out, "  i32 amount[%d];\n", players + 2);
  if (e->uses & USE_PLAYER_VALUE) text_printf(out, "  i32 player_value[%d];\n", players + 2);
  if (e->swaps) text_printf(out, "  i32 order[%d], exchanged;\n", players + 2);
  if (e->game->n_phases > 1) text_printf(out, "  i32 phase[%d];\n", players + 2);
  if (e->uses & USE_VARS)
    text_printf(out, "  i32 vars[%d];\n  u8 var_set[%d];\n", MAX(e->game->n_vars, 1), MAX(e->game->n_vars, 1));
  if (e->uses & USE_START_SITES) text_printf(out, "  R start_sites[%d];\n", e->game->n_components);
  emit_row_fields(e, out);
  emit_roll_list(e, out);
  emit_seen_field(e, out);
  text_puts(out, "} S;\n");
  emit_copy_helper(e, out);
  emit_hash_helpers(e, out);
}

// ---- helpers ------------------------------------------------------------------------------------

static const char *what_at(Emitter *e, int t, const char *site) {
  e->at.s = "s";
  return emit_what(e, (SiteType)t, code_of(site, 0, emit_sites(e, (SiteType)t) - 1));
}

static const char *all_owned_off(Emitter *e, int type, int but) {
  Text text = {0};
  for (int p = 0; p <= e->game->players + 1; p++) {
    if ((e->owners >> p & 1) && p != but) text_printf(&text, " r_drop(&s->own%d_%d, i);", type, p);
  }
  const char *copy = arena_text(e->arena, text_str(&text));
  text_free(&text);
  return copy;
}

// Whose the piece on a site is from now on.
static const char *now_of(Emitter *e, int type, int player) {
  return e->keeps_who ? emit_text(e, " s->who%d[i] = %d;", type, player) : "";
}

// What a site keeps beside its piece, set to nothing.
static const char *fields_off(Emitter *e, int type) {
  const SiteLayout *at = &e->layout.sites[type];
  return emit_text(e, "%s%s%s%s%s", now_of(e, type, 0), at->count ? emit_text(e, " s->count%d[i] = 0;", type) : "",
                   at->state ? emit_text(e, " put_state%d(s, i, 0);", type) : "",
                   at->rotation ? emit_text(e, " s->rotation%d[i] = 0;", type) : "",
                   at->value ? emit_text(e, " s->value%d[i] = 0;", type) : "");
}

static void state_helpers(Emitter *e, Text *out, int t) {
  if (!e->layout.sites[t].state) return;
  text_printf(out, "INLINE void put_state%d(S *s, int i, int v) {\n  s->state%d[i] = state_of(v);\n", t, t);
  for (int v = 1; v <= e->state_sets; v++)
    text_printf(out, "  if (v == %d) r_add(&s->state%d_is%d, i); else r_drop(&s->state%d_is%d, i);\n", v, t, v, t, v);
  text_printf(out, "}\nINLINE void set_state%d(S *s, int i, int v) { if (v != -1) put_state%d(s, i, v); }\n", t, t);
}

// How the lists follow a piece of a kind that comes to a site, or 0.
static const char *follow_lists(Emitter *e, int t, const char *after) {
  if (!emit_has_lists(e, (SiteType)t)) return "";
  return emit_text(e, " follow%d(s, i, %s, %s);", t, what_at(e, t, "i"), after);
}

// A new piece joins the lines through its site.
static const char *follow_lines(Emitter *e, int type, int player) {
  if (!e->line_axes || (int)e->line_type != type) return "";
  return emit_follow_lines(e, player);
}

// And the groups around it.
static const char *follow_links(Emitter *e, int type, int player) {
  if (!e->links || (int)e->link_type != type) return "";
  return emit_text(e, " join_%d(s, i);", player);
}

// And the sites of its kind; what stood there is not of its kind any more.
static const char *follow_kinds(Emitter *e, int t) {
  if (!e->kind_sets) return "";
  return emit_text(e, " r_drop(&s->kinds%d[s->what%d[i]], i); r_add(&s->kinds%d[what], i);", t, t, t);
}

static void kind_helpers(Emitter *e, Text *out, int t) {
  const SiteLayout *at = &e->layout.sites[t];
  const char *kind = e->has_what ? emit_text(e, "%s s->what%d[i] = what;", follow_kinds(e, t), t) : "";
  bool opens = e->layout.playable && t == SITE_CELL;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    const char *what = emit_text(e, "%s%s", kind, now_of(e, t, p));
    text_printf(out,
                "INLINE void put%d_%d(S *s, int i, int what) { (void)what;%s%s%s%s r_add(&s->own%d_%d, i);%s "
                "r_drop(&s->empty%d, i);%s%s }\n",
                t, p, opens ? " const int came = r_has(s->empty0, i);" : "", follow_lists(e, t, "what"),
                emit_hash_change(e, t, what_at(e, t, "i")), emit_hash_change(e, t, "what"), t, p,
                all_owned_off(e, t, p), t, what, opens ? " if (came) piece_came(s, i);" : "");
    text_printf(out,
                "INLINE void new%d_%d(S *s, int i, int what) { (void)what;%s%s r_add(&s->own%d_%d, i); "
                "r_drop(&s->empty%d, i);%s%s%s%s }\n",
                t, p, follow_lists(e, t, "what"), emit_hash_change(e, t, "what"), t, p, t, what, follow_lines(e, t, p),
                follow_links(e, t, p), opens ? " piece_came(s, i);" : "");
    text_printf(
        out,
        "INLINE void add%d_%d(S *s, int i, int what, int state) {\n  (void)state;\n  new%d_%d(s, i, what);%s%s\n}\n", t,
        p, t, p, at->count ? emit_text(e, " s->count%d[i] = 1;", t) : "",
        at->state ? emit_text(e, " set_state%d(s, i, state);", t) : "");
  }
}

// Boards without bounds: the cells around a piece open and close with it.
static void playable_helpers(Emitter *e, Text *out) {
  if (!e->layout.playable) return;
  text_printf(
      out,
      "static void piece_came(S *s, int i) {\n  if (i >= %d) return;\n  r_drop(&s->playable, i);\n"
      "  for (int k = %s[i]; k < %s[i + 1]; k++) if (r_has(s->empty0, %s[k])) r_add(&s->playable, %s[k]);\n}\n"
      "static void check_cell(S *s, int i) {\n  int near = 0;\n  for (int k = %s[i]; k < %s[i + 1]; k++) near |= "
      "!r_has(s->empty0, %s[k]);\n  if (near && r_has(s->empty0, i)) r_add(&s->playable, i); else "
      "r_drop(&s->playable, i);\n}\n"
      "static void piece_left(S *s, int i) {\n  if (i >= %d) return;\n  check_cell(s, i);\n  for (int k = %s[i]; k "
      "< %s[i + 1]; k++) check_cell(s, %s[k]);\n}\n",
      emit_board_sites(e, SITE_CELL), e->cells_from, e->cells_from, e->cells_near, e->cells_near, e->cells_from,
      e->cells_from, e->cells_near, emit_board_sites(e, SITE_CELL), e->cells_from, e->cells_from, e->cells_near);
}

static void take_helper(Emitter *e, Text *out, int t) {
  bool opens = e->layout.playable && t == SITE_CELL;
  text_printf(out, "INLINE void take%d(S *s, int i) {%s%s%s%s r_add(&s->empty%d, i);%s%s%s }\n", t,
              opens ? " const int had = !r_has(s->empty0, i);" : "", follow_lists(e, t, "0"),
              emit_hash_change(e, t, what_at(e, t, "i")), all_owned_off(e, t, -1), t,
              e->has_what
                  ? emit_text(e, "%s s->what%d[i] = 0;",
                              e->kind_sets ? emit_text(e, " r_drop(&s->kinds%d[s->what%d[i]], i);", t, t) : "", t)
                  : "",
              fields_off(e, t), opens ? " if (had) piece_left(s, i);" : "");
}

// More of a kind came to a pile that was there.
static const char *again_in_list(Emitter *e, int t) {
  if (!emit_has_lists(e, (SiteType)t)) return "";
  const char *owned = "0";
  for (int c = 1; c < e->game->n_components; c++) {
    if (emit_owner(e, c)) owned = emit_text(e, "%s || what == %d", owned, c);
  }
  return emit_text(e, "  if (there > 0 && (%s)) again%d(s, to, what);\n", owned, t);
}

// Where pieces are counted, what was taken from an empty site has a count: the site is not empty, but has no piece.
static void put_nothing(Emitter *e, Text *out, int t) {
  const char *kind = e->kind_sets ? emit_text(e, " r_drop(&s->kinds%d[s->what%d[i]], i);", t, t) : "";
  text_printf(out, "    case 0:%s%s%s r_drop(&s->empty%d, i);%s%s break;\n", follow_lists(e, t, "0"),
              emit_hash_change(e, t, what_at(e, t, "i")), all_owned_off(e, t, -1), t,
              e->has_what ? emit_text(e, "%s s->what%d[i] = 0;", kind, t) : "", now_of(e, t, 0));
}

// What comes to an empty site this way is nobody's, where an owner has several kinds.
static void promote_helper(Emitter *e, Text *out, int t) {
  bool kinds = game_has(e->game, GAME_PIECE_KINDS);
  text_printf(out, "HELPER void promote%d(S *s, int i, int what) {\n", t);
  if (kinds) text_printf(out, "  if (r_has(s->empty%d, i)) { exceed(); return; }\n", t);
  text_printf(out, "  take%d(s, i);\n  put%d(s, i, what);%s\n}\n", t, t,
              e->layout.sites[t].count ? emit_text(e, " s->count%d[i] = 1;", t) : "");
}

// By the kind of piece.
static void switch_helpers(Emitter *e, Text *out, int t) {
  const SiteLayout *at = &e->layout.sites[t];
  text_printf(out, "HELPER void put%d(S *s, int i, int what) {\n  switch (what) {\n", t);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    text_puts(out, "   ");
    for (int c = 1; c < e->game->n_components; c++) {
      if (emit_owner(e, c) == p) text_printf(out, " case %d:", c);
    }
    text_printf(out, " put%d_%d(s, i, what); break;\n", t, p);
  }
  if (at->count) put_nothing(e, out, t);
  text_puts(out, "    default: if (what > 0) exceed();\n  }\n}\n");
  text_printf(out,
              "HELPER void add%d(S *s, int i, int what, int state) {\n  (void)state;\n  put%d(s, i, what);%s%s\n}\n", t,
              t, at->count ? emit_text(e, " s->count%d[i] = 1;", t) : "",
              at->state ? emit_text(e, " set_state%d(s, i, state);", t) : "");
  text_printf(out, "INLINE void more%d(S *s, int i, int state) {\n  (void)s, (void)i, (void)state;%s%s\n}\n", t,
              at->count ? emit_text(e, " s->count%d[i]++;", t) : "",
              at->state ? emit_text(e, " set_state%d(s, i, state);", t) : "");
  promote_helper(e, out, t);
  const char *moved = e->layout.on_track ? "  track_moved(s, what, from, to, n);\n" : "";
  text_printf(out, "HELPER void move_some%d(S *s, int from, int to, int n) {\n", t);
  text_printf(out, "  const int what = %s;\n", what_at(e, t, "from"));
  if (at->count)
    text_printf(out,
                "  if (n < 0 || n > 0x7fffffff - s->count%d[to]) { exceed(); return; }\n"
                "  if (s->count%d[from] <= n) take%d(s, from); else s->count%d[from] -= n;\n"
                "  const int there = s->count%d[to];\n"
                "  if (there == 0) { put%d(s, to, what); s->count%d[to] = n; }\n  else if (%s%s == what) "
                "s->count%d[to] = there + n;\n%s%s}\n",
                t, t, t, t, t, t, t,
                e->game->max_count > 0 ? emit_text(e, "there + n <= %d && ", e->game->max_count) : "",
                what_at(e, t, "to"), t, again_in_list(e, t), moved);
  else
    text_printf(out, "  (void)n;\n  take%d(s, from);\n  if (r_has(s->empty%d, to)) put%d(s, to, what);\n%s}\n", t, t, t,
                moved);
  if (at->count)
    text_printf(out,
                "HELPER void set_count%d(S *s, int i, int what, int n) {\n  if (n <= 0) { take%d(s, i); return; }\n%s"
                "  if (what >= 0) put%d(s, i, what); else r_drop(&s->empty%d, i);\n  s->count%d[i] = n;\n%s}\n",
                t, t, e->keeps_who ? emit_text(e, "  const int who = s->who%d[i];\n", t) : "", t, t, t,
                e->keeps_who ? emit_text(e, "  s->who%d[i] = who;\n", t) : "");
  else
    text_printf(out,
                "HELPER void set_count%d(S *s, int i, int what, int n) {\n  if (n <= 0) take%d(s, i); else if (what > "
                "0) put%d(s, i, what);\n}\n",
                t, t, t);
}

// Like a move, but the piece stays where it was too, as it has become where it went.
static void copy_helper(Emitter *e, Text *out, int t) {
  const SiteLayout *at = &e->layout.sites[t];
  text_printf(out, "HELPER void copy%d(S *s, int from, int to) {\n", t);
  if (at->count) text_printf(out, "  const int count = s->count%d[from];\n", t);
  text_printf(out, "  move%d(s, from, to);\n  const int what = %s;\n  if (what) put%d(s, from, what);\n", t,
              what_at(e, t, "to"), t);
  if (at->count) text_printf(out, "  s->count%d[from] = count;\n", t);
  if (e->keeps_who) text_printf(out, "  s->who%d[from] = s->who%d[to];\n", t, t);
  if (at->state) text_printf(out, "  put_state%d(s, from, s->state%d[to]);\n", t, t);
  if (at->rotation) text_printf(out, "  s->rotation%d[from] = s->rotation%d[to];\n", t, t);
  if (at->value) text_printf(out, "  s->value%d[from] = s->value%d[to];\n", t, t);
  text_puts(out, "}\n");
}

// A seed on its way: what lies in the hole keeps its state.
static void sow_helper(Emitter *e, Text *out, int t) {
  const SiteLayout *at = &e->layout.sites[t];
  if (!at->count) return;
  text_printf(out,
              "INLINE void sow%d(S *s, int from, int to) {\n  if (from == to) { move%d(s, from, to); return; }\n  "
              "const int what = %s;\n  if (!what) return;\n",
              t, t, what_at(e, t, "from"));
  if (at->state) text_printf(out, "  const int state = s->state%d[from], there = s->state%d[to];\n", t, t);
  if (at->rotation) text_printf(out, "  const int rotation = s->rotation%d[to];\n", t);
  if (at->value) text_printf(out, "  const int value = s->value%d[to];\n", t);
  text_printf(out, "  move%d(s, from, to);\n", t);
  if (at->state) text_printf(out, "  put_state%d(s, to, state != there && there >= 0 ? there : state);\n", t);
  if (at->rotation) text_printf(out, "  s->rotation%d[to] = (u8)rotation;\n", t);
  if (at->value) text_printf(out, "  s->value%d[to] = value;\n", t);
  text_puts(out, "}\n");
}

static void move_helpers(Emitter *e, Text *out, int t) {
  const SiteLayout *at = &e->layout.sites[t];
  bool plain = !at->count && !at->state && !at->rotation && !at->value && !at->hidden && !e->layout.playable &&
               !e->lists && !e->stack_list && !e->layout.on_track && !e->repeats;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    text_printf(out, "INLINE void move%d_%d(S *s, int from, int to) {\n", t, p);
    if (plain) {
      text_printf(out, "  const int i = to; const int what = %s; (void)what;\n",
                  e->has_what ? emit_text(e, "s->what%d[from]", t) : "0");
      text_printf(out, "  r_drop(&s->own%d_%d, from); r_add(&s->empty%d, from);%s\n", t, p, t,
                  e->has_what ? emit_text(e, "%s s->what%d[from] = 0;",
                                          e->kind_sets ? emit_text(e, " r_drop(&s->kinds%d[what], from);", t) : "", t)
                              : "");
      text_printf(out, "  put%d_%d(s, i, what);\n}\n", t, p);
    } else {
      text_printf(out, "  move%d(s, from, to);\n}\n", t);
    }
  }
}

// A piece leaves one site, or a pile, and comes to another, with what it carries.
static void move_helper(Emitter *e, Text *out, int t) {
  const SiteLayout *at = &e->layout.sites[t];
  text_printf(out, "HELPER void move%d(S *s, int from, int to) {\n  const int what = %s;\n  if (!what%s) return;\n", t,
              what_at(e, t, "from"), at->count ? emit_text(e, " && !s->count%d[from]", t) : "");
  if (at->state) text_printf(out, "  const int state = s->state%d[from];\n", t);
  if (at->rotation) text_printf(out, "  const int rotation = s->rotation%d[from];\n", t);
  if (at->value) text_printf(out, "  const int value = s->value%d[from];\n", t);
  if (at->count) text_printf(out, "  if (s->count%d[from] > 1) s->count%d[from]--; else take%d(s, from);\n", t, t, t);
  else text_printf(out, "  take%d(s, from);\n", t);
  if (at->count) {
    text_printf(
        out,
        "  if (%s == what && s->count%d[to] > 0) s->count%d[to]++; else { put%d(s, to, what); s->count%d[to] = 1; }\n",
        what_at(e, t, "to"), t, t, t, t);
  } else {
    if (emit_has_lists(e, (SiteType)t))
      text_printf(out, "  if (%s == what) follow%d(s, to, what, 0), follow%d(s, to, 0, what);\n", what_at(e, t, "to"),
                  t, t);
    text_printf(out, "  put%d(s, to, what);\n", t);
  }
  if (at->state) text_printf(out, "  put_state%d(s, to, state);\n", t);
  if (at->rotation) text_printf(out, "  s->rotation%d[to] = (u8)rotation;\n", t);
  if (at->value) text_printf(out, "  s->value%d[to] = value;\n", t);
  if (e->layout.on_track) text_puts(out, "  track_moved(s, what, from, to, 1);\n");
  if (at->hidden)
    text_printf(out,
                "  for (int p = 1; p <= %d; p++) {\n    s->hidden%d[to][p] = s->hidden%d[from][p];\n    if (!%s) "
                "s->hidden%d[from][p] = 0;\n  }\n",
                e->game->players, t, t, what_at(e, t, "from"), t);
  text_puts(out, "}\n");
}

static void rare_helpers(Emitter *e, Text *out, int t) {
  if (e->has_what && (e->uses & USE_LINES)) {
    text_printf(out,
                "INLINE R same_kind%d(const S *s, int at) {\n  const int what = s->what%d[at];\n  R same = NONE;\n  "
                "for (int i = 0; i < %d; i++) if (s->what%d[i] == what) r_add(&same, i);\n  return same;\n}\n",
                t, t, emit_sites(e, (SiteType)t), t);
  }
}

// Union-find over the sites of one board; a root keeps what its group touches.
static void link_helpers(Emitter *e, Text *out) {
  if (!e->links) return;
  text_puts(out,
            "INLINE int root_of(S *s, int i) {\n  while (s->parent[i] != i) { s->parent[i] = s->parent[s->parent[i]]; "
            "i = s->parent[i]; }\n  return i;\n}\n"
            "INLINE u32 touched_by(const S *s, int i) {\n  while (s->parent[i] != i) i = s->parent[i];\n  return "
            "s->touches[i];\n}\n");
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    text_printf(out,
                "INLINE void join_%d(S *s, int i) {\n  int root = i;\n  u8 touched = TOUCHES(i);\n  s->parent[i] = i;\n"
                "  for (int k = NEAR_FROM(i); k < NEAR_FROM(i + 1); k++) {\n    const int near = NEAR[k];\n    if "
                "(!r_has(s->own%d_%d, near)) continue;\n"
                "    const int other = root_of(s, near);\n    if (other == root) continue;\n    s->parent[root] = "
                "other;\n    touched |= s->touches[other];\n    root = other;\n  }\n"
                "  s->touches[root] = touched;\n}\n",
                p, e->link_type, p);
  }
}

// The groups of pieces that are there already: each joins those before it.
static void load_links(Emitter *e, Text *load) {
  if (!e->links) return;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    text_printf(load,
                "  { const R all = s->own%d_%d; s->own%d_%d = NONE; for (int i = 0; i < %d; i++) if (r_has(all, i)) { "
                "r_add(&s->own%d_%d, i); join_%d(s, i); } }\n",
                e->link_type, p, e->link_type, p, e->links, e->link_type, p, p);
  }
}

void emit_state_helpers(Emitter *e, Text *out) {
  link_helpers(e, out);
  playable_helpers(e, out);
  emit_track_helpers(e, out);
  emit_stack_helpers(e, out);
  emit_list_tables(e, out);
  for (int t = 0; t < SITE_TYPES; t++) {
    if (!emit_kept(e, (SiteType)t)) continue;
    emit_list_helpers(e, out, t);
    if (e->tall) {
      emit_tall_helpers(e, out, t);
      continue;
    }
    state_helpers(e, out, t);
    take_helper(e, out, t);
    kind_helpers(e, out, t);
    switch_helpers(e, out, t);
    move_helper(e, out, t);
    move_helpers(e, out, t);
    sow_helper(e, out, t);
    copy_helper(e, out, t);
    rare_helpers(e, out, t);
  }
  emit_chance_helpers(e, out);
  emit_dice_helpers(e, out);
  if (e->layout.votes)
    text_printf(
        out,
        "static void propose(S *s, int v) { if (s->n_proposed < %d) s->proposed[s->n_proposed++] = v; else exceed(); "
        "}\n"
        "static int proposed(const S *s, int v) { for (int i = 0; i < s->n_proposed; i++) if (s->proposed[i] == v) "
        "return 1; return 0; }\n"
        "static void vote(S *s, int v) {\n  s->votes[s->n_votes++] = v;\n  if (s->n_votes != %d) return;\n  int best = "
        "0, times = 0;\n  for (int i = 0; i < %d; i++) {\n    int count = 0;\n    for (int j = i; j < %d; j++) count "
        "+= "
        "s->votes[j] == s->votes[i];\n    if (count > times) { times = count; best = i; }\n  }\n"
        "  if (times > %d / 2) s->decided = s->votes[best];\n  s->n_proposed = s->n_votes = 0;\n}\n",
        STATE_LIST_MAX, e->game->players, e->game->players, e->game->players, e->game->players);
  if (e->uses & USE_MEMORY)
    text_puts(
        out,
        "INLINE void remember(S *s, int m, int v, int unique) {\n  for (int i = 0; unique && i < s->memory_n[m]; i++) "
        "if (s->memory[m][i] == v) return;\n"
        "  if (s->memory_n[m] < MEMORY_MAX) s->memory[m][s->memory_n[m]++] = v; else exceed();\n}\n"
        "INLINE void forget(S *s, int m, int v) {\n  int at = 0;\n  while (at < s->memory_n[m] && s->memory[m][at] != "
        "v) at++;\n  if (at == s->memory_n[m]) return;\n"
        "  for (; at + 1 < s->memory_n[m]; at++) s->memory[m][at] = s->memory[m][at + 1];\n  s->memory_n[m]--;\n}\n"
        "INLINE int memory_has(const S *s, int m, int v) { for (int i = 0; i < s->memory_n[m]; i++) if "
        "(s->memory[m][i] == v) return 1; return 0; }\n");
  if (e->uses & USE_PENDING)
    text_puts(out,
              "INLINE void set_pending(S *s, int v) {\n  for (int i = 0; i < s->n_pending; i++) if (s->pending[i] == "
              "v) return;\n  if (s->n_pending < PENDING_MAX) s->pending[s->n_pending++] = v; else exceed();\n}\n");
  if (e->uses & (USE_GROUP | USE_ENCLOSED | USE_LIBERTIES)) {
    text_puts(out,
              "// The sites of a set that hang together with one of them, by the steps of a table.\n"
              "static R group_of(R own, int at, const R *steps) {\n  R group = r_bit(at), edge = group;\n"
              "  while (r_any(edge)) {\n    R more = NONE;\n");
    if (e->words == 1) text_puts(out, "    for (u64 r = edge; r; r &= r - 1) more |= steps[__builtin_ctzll(r)];\n");
    else
      text_puts(out,
                "    for (int w = 0; w < NW; w++) for (u64 r = edge[w]; r; r &= r - 1) more |= steps[w * 64 + "
                "__builtin_ctzll(r)];\n");
    text_puts(out, "    edge = more & own & ~group;\n    group |= edge;\n  }\n  return group;\n}\n");
    const char *around = e->words == 1 ? "for (u64 r = edge; r; r &= r - 1) more |= steps[__builtin_ctzll(r)];"
                                       : "for (int w = 0; w < NW; w++) for (u64 r = edge[w]; r; r &= r - 1) more |= "
                                         "steps[w * 64 + __builtin_ctzll(r)];";
    text_printf(
        out,
        "// The same, with all sites next to the group.\nstatic R area_of(R own, int at, const R *steps, R *touched) "
        "{\n"
        "  R group = r_bit(at), edge = group, all = NONE;\n  while (r_any(edge)) {\n    R more = NONE;\n    %s\n    "
        "all |= more;\n"
        "    edge = more & own & ~group;\n    group |= edge;\n  }\n  *touched = all & ~group;\n  return group;\n}\n"
        "// The next group of targets next to a site, if it touches no empty site; *left loses it.\n"
        "static R enclosed(R targets, R empty, R *left, const R *steps) {\n  R group = r_bit(r_first(*left)), edge = "
        "group;\n"
        "  while (r_any(edge)) {\n    R more = NONE;\n    %s\n    if (r_any(more & empty)) { *left &= ~group; return "
        "NONE; }\n"
        "    edge = more & targets & ~group;\n    group |= edge;\n  }\n  *left &= ~group;\n  return group;\n}\n"
        "static int liberties(R own, R empty, int at, const R *steps) {\n  R touched;\n  area_of(own, at, steps, "
        "&touched);\n"
        "  return r_count(touched & empty);\n}\n"
        "static int has_liberty(R own, R empty, int at, const R *steps) {\n  R group = r_bit(at), edge = group;\n  "
        "while "
        "(r_any(edge)) {\n    R more = NONE;\n    %s\n    if (r_any(more & empty)) return 1;\n    edge = more & own & "
        "~group;\n    group |= edge;\n  }\n  return 0;\n}\n",
        around, around, around);
  }
}

// ---- the interpreter's block --------------------------------------------------------------------

typedef struct HeadField {
  const char *name;
  size_t offset;
  uint64_t use;  // 0: always kept
} HeadField;

#define HEAD(field, use) \
  { #field, offsetof(StateHead, field), use }
static const HeadField head_fields[] = {
    HEAD(mover, 0),
    HEAD(next, 0),
    HEAD(prev, 0),
    HEAD(turn, 0),
    HEAD(moves, 0),
    HEAD(active, 0),
    HEAD(over, 0),
    HEAD(winner, 0),
    HEAD(counter, USE_COUNTER),
    HEAD(stalemated, USE_STALEMATED),
    HEAD(triggered, USE_TRIGGERED),
    HEAD(turn_same, USE_TURN_SAME),
    HEAD(passes, USE_PASSES),
    HEAD(pot, USE_POT),
    HEAD(temp, USE_TEMP),
    HEAD(decided, USE_DECIDED),
    HEAD(n_pending, USE_PENDING),
};

typedef struct FieldCopy {
  const char *name;
  int size;
  uint32_t offset, kept;
} FieldCopy;

typedef struct Copy {
  Text *load, *store;
} Copy;

// Bit sets of one kind: from the layout of the board's type, and of the cells of hands where these are kept with it.
static void copy_set(Emitter *e, Copy *c, const char *name, uint32_t board, uint32_t cells) {
  int words = MIN(e->program->region_words, e->words), low = emit_board_sites(e, e->game->site_type);
  for (int w = 0; w < words; w++) {
    const char *place = e->words == 1 ? "" : emit_text(e, "[%d]", w);
    uint32_t at = board + 8u * (uint32_t)w, also = cells + 8u * (uint32_t)w;
    if (!cells) {
      text_printf(c->load, "  s->%s%s = AT(u64, %u);\n", name, place, at);
      text_printf(c->store, "  AT(u64, %u) = s->%s%s;\n", at, name, place);
      continue;
    }
    uint64_t mask = low >= 64 * (w + 1) ? ~(uint64_t)0 : low <= 64 * w ? 0 : ((uint64_t)1 << (low - 64 * w)) - 1;
    unsigned long long m = mask;
    text_printf(c->load, "  s->%s%s = (AT(u64, %u) & 0x%llxull) | (AT(u64, %u) & ~0x%llxull);\n", name, place, at, m,
                also, m);
    text_printf(c->store, "  AT(u64, %u) = s->%s%s & 0x%llxull;\n", at, name, place, m);
    text_printf(c->store, "  AT(u64, %u) = (s->%s%s & ~0x%llxull) | (AT(u64, %u) & 0x%llxull);\n", also, name, place, m,
                also, m);
  }
}

static void copy_hidden(Emitter *e, Copy *c, SiteType t, const SiteLayout *at, int first, int end) {
  if (!at->hidden || !emit_keeps_hidden(e, t)) return;
  unsigned each = (unsigned)(e->game->players + 1) * (e->tall ? e->layout.stack_height : 1);
  unsigned block = at->hidden + (unsigned)first * each, n = (unsigned)(end - first) * each;
  text_printf(c->load, "  __builtin_memcpy(s->hidden%d[%d], b + %u, %u);\n", t, first, block, n);
  text_printf(c->store, "  __builtin_memcpy(b + %u, s->hidden%d[%d], %u);\n", block, t, first, n);
}

static void copy_range(Emitter *e, Copy *c, SiteType t, const SiteLayout *at, int first, int end) {
  copy_hidden(e, c, t, at, first, end);
  if (e->tall) emit_tall_copy(e, c->load, c->store, (int)t, at, first, end);
  if (emit_stacking(e)) return;
  const SiteLayout *kept = &e->layout.sites[t];
  const FieldWidths *width = &e->layout.width;
  text_printf(c->store,
              "  for (int i = %d; i < %d; i++) {\n    const int what = %s;\n    AT(%s, %u + %d * i) = (%s)what;\n    "
              "b[%u + i] = %s;\n  }\n",
              first, end, what_at(e, (int)t, "i"), emit_type_of_width(width->what), at->what, width->what,
              emit_type_of_width(width->what), at->who, e->keeps_who ? emit_text(e, "s->who%d[i]", t) : "OWNER[what]");
  if (e->keeps_who)
    text_printf(c->load, "  for (int i = %d; i < %d; i++) s->who%d[i] = b[%u + i];\n", first, end, t, at->who);
  if (e->has_what)
    text_printf(c->load, "  for (int i = %d; i < %d; i++) s->what%d[i] = AT(%s, %u + %d * i);\n", first, end, t,
                emit_type_of_width(width->what), at->what, width->what);
  if (e->kind_sets)
    text_printf(c->load, "  for (int i = %d; i < %d; i++) r_add(&s->kinds%d[s->what%d[i]], i);\n", first, end, t, t);
  const FieldCopy fields[] = {{"count", width->count, at->count, kept->count},
                              {"state", width->state, at->state, kept->state},
                              {"rotation", 1, at->rotation, kept->rotation},
                              {"value", width->value, at->value, kept->value}};
  for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
    const FieldCopy *field = &fields[f];
    if (!field->offset || !field->kept) continue;
    const char *type = emit_type_of_width(field->size);
    if (f == 1)
      text_printf(c->load, "  for (int i = %d; i < %d; i++) put_state%d(s, i, AT(%s, %u + %d * i));\n", first, end, t,
                  type, field->offset, field->size);
    else
      text_printf(c->load, "  for (int i = %d; i < %d; i++) s->%s%d[i] = AT(%s, %u + %d * i);\n", first, end,
                  field->name, t, type, field->offset, field->size);
    text_printf(c->store, "  for (int i = %d; i < %d; i++) AT(%s, %u + %d * i) = s->%s%d[i];\n", first, end, type,
                field->offset, field->size, field->name, t);
  }
}

static void copy_sites(Emitter *e, Copy *c, SiteType t) {
  const SiteLayout *at = &e->layout.sites[t], *cells = e->merged ? &e->layout.sites[SITE_CELL] : NULL;
  uint32_t words = (uint32_t)e->program->region_words;
  copy_set(e, c, emit_text(e, "empty%d", t), at->empty, cells ? cells->empty : 0);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1)
      copy_set(e, c, emit_text(e, "own%d_%d", t, p), at->owned + 8u * (uint32_t)p * words,
               cells ? cells->owned + 8u * (uint32_t)p * words : 0);
  }
  int board = cells ? e->game->sites[t] : emit_sites(e, t);
  emit_puzzle_copy(e, c->load, c->store, t);
  if (emit_is_puzzle(e)) return;
  copy_range(e, c, t, at, 0, board);
  if (cells) copy_range(e, c, t, cells, board, emit_sites(e, t));
}

// Lines are not in the block: they follow from the pieces.
static void load_lines(Emitter *e, Text *load) {
  if (!e->line_axes) return;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1)
      text_printf(load, "  for (int i = 0; i < %d; i++) if (r_has(s->own%d_%d, i)) {%s}\n",
                  emit_board_sites(e, e->line_type), e->line_type, p, emit_follow_lines(e, p));
  }
}

static void copy_players(Emitter *e, Copy *c, const char *name, uint32_t offset, int first, int last, const char *type,
                         int size) {
  text_printf(c->load, "  for (int p = %d; p <= %d; p++) s->%s[p] = AT(%s, %u + %d * p);\n", first, last, name, type,
              offset, size);
  text_printf(c->store, "  for (int p = %d; p <= %d; p++) AT(%s, %u + %d * p) = s->%s[p];\n", first, last, type, offset,
              size, name);
  (void)e;
}

static void copy_list(Copy *c, const char *list, const char *n, size_t n_at, uint32_t at, int most) {
  text_printf(c->load,
              "  s->%s = AT(i32, %zu);\n  for (int i = 0; i < s->%s && i < %d; i++) s->%s[i] = AT(i32, %u + 4 * i);\n",
              n, n_at, n, most, list, at);
  text_printf(c->store, "  AT(i32, %zu) = s->%s;\n  for (int i = 0; i < s->%s; i++) AT(i32, %u + 4 * i) = s->%s[i];\n",
              n_at, n, n, at, list);
}

static void copy_votes(Emitter *e, Copy *c) {
  if (!e->layout.votes) return;
  copy_list(c, "proposed", "n_proposed", offsetof(StateHead, n_proposed), e->layout.proposed, STATE_LIST_MAX);
  copy_list(c, "votes", "n_votes", offsetof(StateHead, n_votes), e->layout.votes, e->game->players);
}

void emit_load_store(Emitter *e, Text *out) {
  Text load = {0}, store = {0};
  Copy c = {&load, &store};
  int last = e->game->players + 1;
  for (int t = 0; t < SITE_TYPES; t++) {
    if (!emit_kept(e, (SiteType)t)) continue;
    copy_sites(e, &c, (SiteType)t);
    emit_list_copy(e, &load, &store, (SiteType)t);
  }
  emit_roll_copy(e, &load, &store);
  load_lines(e, &load);
  emit_stack_copy(e, &load, &store);
  emit_dice_copy(e, &load, &store);
  emit_track_copy(e, &load, &store);
  emit_repeat_copy(e, &load, &store);
  copy_votes(e, &c);
  load_links(e, &load);
  for (size_t i = 0; i < sizeof head_fields / sizeof *head_fields; i++) {
    const HeadField *f = &head_fields[i];
    if (f->use && !(e->uses & f->use)) continue;
    text_printf(&load, "  s->%s = AT(i32, %zu);\n", f->name, f->offset);
    text_printf(&store, "  AT(i32, %zu) = (i32)s->%s;\n", f->offset, f->name);
  }
  static const HeadField places[] = {HEAD(wins, 0), HEAD(losses, 0), HEAD(losses_now, 0)};
  for (int i = 0; i < 3 && e->game->players != 2; i++) {
    text_printf(&load, "  s->%s = AT(i32, %zu);\n", places[i].name, places[i].offset);
    text_printf(&store, "  AT(i32, %zu) = (i32)s->%s;\n", places[i].offset, places[i].name);
  }
  for (int w = 0; w < MIN(e->words, e->program->region_words) && e->layout.playable; w++) {
    const char *place = e->words == 1 ? "" : emit_text(e, "[%d]", w);
    text_printf(&load, "  s->playable%s = AT(u64, %u);\n", place, e->layout.playable + 8u * (unsigned)w);
    text_printf(&store, "  AT(u64, %u) = s->playable%s;\n", e->layout.playable + 8u * (unsigned)w, place);
  }
  if (e->stores) {
    text_printf(&load, "  s->stored = AT(u64, %zu);\n", offsetof(StateHead, stored_hash));
    text_printf(&store, "  AT(u64, %zu) = s->stored;\n", offsetof(StateHead, stored_hash));
  }
  copy_players(e, &c, "rank", e->layout.ranking, 1, e->game->players, "double", 8);
  if (e->layout.score) copy_players(e, &c, "score", e->layout.score, 0, last, "i32", 4);
  if (e->uses & USE_AMOUNT) copy_players(e, &c, "amount", e->layout.amount, 0, last, "i32", 4);
  if (e->uses & USE_PLAYER_VALUE) copy_players(e, &c, "player_value", e->layout.player_value, 0, last, "i32", 4);
  if (e->swaps) copy_players(e, &c, "order", e->layout.order, 0, last, "i32", 4);
  if (e->game->n_phases > 1) copy_players(e, &c, "phase", e->layout.phase, 0, last, "i32", 4);
  if (e->uses & USE_VARS) {
    text_printf(
        &load,
        "  for (int i = 0; i < %d; i++) s->var_set[i] = b[%u + i], s->vars[i] = b[%u + i] ? AT(i32, %u + 4 * i) "
        ": -1;\n",
        e->game->n_vars, e->layout.var_set, e->layout.var_set, e->layout.vars);
    text_printf(&store,
                "  for (int i = 0; i < %d; i++) if (s->var_set[i]) { b[%u + i] = 1; AT(i32, %u + 4 * i) = s->vars[i]; "
                "}\n",
                e->game->n_vars, e->layout.var_set, e->layout.vars);
  }
  if (e->uses & USE_PENDING) {
    text_printf(&load,
                "  if (s->n_pending > PENDING_MAX) { s->n_pending = PENDING_MAX; exceed(); }\n"
                "  for (int i = 0; i < s->n_pending; i++) s->pending[i] = AT(i32, %u + 4 * i);\n",
                e->layout.pending);
    text_printf(&store, "  for (int i = 0; i < s->n_pending; i++) AT(i32, %u + 4 * i) = s->pending[i];\n",
                e->layout.pending);
  }
  if (e->uses & USE_TO_REMOVE)
    text_printf(&load,
                "  s->to_remove = NONE;\n  for (int i = 0; i < AT(i32, %zu); i++) s->to_remove |= r_maybe(AT(i32, %u + "
                "4 * i));\n",
                offsetof(StateHead, n_to_remove), e->layout.to_remove);
  if ((e->uses & USE_TO_REMOVE) && e->tall)
    text_printf(&load, "  for (int i = 0; i < AT(i32, %zu); i++) s->later[AT(i32, %u + 4 * i)]++;\n",
                offsetof(StateHead, n_to_remove), e->layout.to_remove);
  for (int w = 0; w < MIN(e->words, e->program->region_words) && (e->uses & USE_VISITED); w++) {
    const char *place = e->words == 1 ? "" : emit_text(e, "[%d]", w);
    text_printf(&load, "  s->visited%s = AT(u64, %u);\n", place, e->layout.visited + 8u * (unsigned)w);
    text_printf(&store, "  AT(u64, %u) = s->visited%s;\n", e->layout.visited + 8u * (unsigned)w, place);
  }
  if (e->uses & USE_MEMORY) {
    for (int m = 0; m < e->game->n_memories; m++) {
      uint32_t list = e->layout.memory + (uint32_t)m * STATE_LIST_MAX * 4u, n = e->layout.memory_n + 4u * (uint32_t)m;
      text_printf(&load,
                  "  s->memory_n[%d] = AT(i32, %u);\n  for (int i = 0; i < s->memory_n[%d] && i < MEMORY_MAX; i++) "
                  "s->memory[%d][i] = AT(i32, %u + 4 * i);\n",
                  m, n, m, m, list);
      text_printf(&store,
                  "  AT(i32, %u) = s->memory_n[%d];\n  for (int i = 0; i < s->memory_n[%d]; i++) AT(i32, %u + 4 * i) = "
                  "s->memory[%d][i];\n",
                  n, m, m, list, m);
    }
  }
  for (int r = 0; r < e->game->n_regions && (e->uses & USE_REGIONS); r++) {
    for (int w = 0; w < MIN(e->words, e->program->region_words); w++)
      text_printf(&load, "  s->regions[%d]%s = AT(u64, %u);\n", r, e->words == 1 ? "" : emit_text(e, "[%d]", w),
                  e->layout.regions + 8u * (unsigned)(r * e->program->region_words + w));
  }
  if (e->tracks_after) text_puts(&load, "  s->after_from = more[4];\n  s->after_to = more[5];\n");
  if (e->uses & USE_START_SITES) {
    text_printf(&load, "  for (int c = 0; c < %d; c++) {\n", e->game->n_components);
    for (int w = 0; w < MIN(e->words, e->program->region_words); w++)
      text_printf(&load, "    s->start_sites[c]%s = starts[c * %d + %d];\n",
                  e->words == 1 ? "" : emit_text(e, "[%d]", w), e->program->region_words, w);
    text_puts(&load, "  }\n");
  }
  bool kinds = game_has(e->game, GAME_PIECE_KINDS);
  text_puts(out, "#define AT(type, offset) (*(type *)(b + (offset)))\nstatic const u8 OWNER[] = {");
  for (int i = 0; i < e->game->n_components; i++) text_printf(out, "%s%d", i ? ", " : "", kinds ? emit_owner(e, i) : i);
  text_puts(out, "};\n");
  text_puts(out,
            "// From the interpreter's block. more: last from and to, moves made, placed; history of moves, places of "
            "the start.\n"
            "void senet_load(S *s, u8 *b, const i32 *more, u64 history, const u64 *starts) {\n  static const S zero;\n "
            " *s = zero;\n  (void)starts;\n");
  text_add(out, text_str(&load));
  if (e->last_levels)
    text_printf(out, "  s->last_level = AT(i16, %zu);\n", e->layout.last_actions + offsetof(LastActions, level[1]));
  if (e->last_types)
    text_printf(out, "  for (int i = 0; i < 2; i++) s->last_type[i] = AT(i16, %zu + 2 * (u32)i);\n",
                e->layout.last_actions + offsetof(LastActions, type));
  if (e->uses & USE_LAST) text_puts(out, "  s->last_from = more[0];\n  s->last_to = more[1];\n");
  text_puts(out, "  s->made = more[2];\n  s->placed = more[3];\n  s->history = history;\n");
  text_puts(out, e->together ? "  s->n_chosen = 0;\n}\n" : "}\n");
  text_puts(out, "void senet_store(const S *s, u8 *b) {\n");
  text_add(out, text_str(&store));
  text_puts(out, "}\n");
  text_free(&load);
  text_free(&store);
}
