// The entries of the unit that searches use besides senet_moves and senet_apply: how many moves there are, whose turn
// it is, what a finished game was worth to each seat, and a hash of the position. A search goes back by keeping a copy
// of the state, which is a few hundred bytes.
#include "emit/emit_internal.h"

// ---- counting moves -----------------------------------------------------------------------------

void emit_count(Emitter *e, Player p, int phase, Str generation, bool listed, bool filters) {
  emit_open(e, "HOT int count_%d_%d(const S *s)", p, phase);
  emit_line(e, "int n = 0;");
  if (listed) emit_line(e, "Move list[MOVES_MAX];");
  emit_bunch_counted(e);
  for (size_t i = 0; i < e->sets.n; i++)
    emit_line(e, "R %s = NONE; int n%s = 0;", e->sets.at[i].name, e->sets.at[i].name);
  text_add(e->out, generation);
  if (filters) {
    emit_line(e, "int kept = 0;");
    emit_line(e, "for (int i = 0; i < n; i++) kept += allowed(s, list[i]);");
    emit_line(e, "n = kept;");
  }
  emit_line(e, "n += in_bunches;");
  for (size_t i = 0; i < e->sets.n; i++) {
    const MoveSet *set = &e->sets.at[i];
    if (!set->tested) {
      emit_line(e, "n += n%s;", set->name);
      continue;
    }
    const char *to = emit_for_sites(e, set->name, e->game->site_type);
    emit_line(e, "const int to = %s;", to);
    emit_line(e, "n += test_%d(s, (Move){%d, to, to%s});", set->generator, set->generator, set->extra);
    emit_close(e);
  }
  if (e->game->meta.swap) emit_line(e, "n += %s;", emit_may_swap(e, p));
  emit_line(e, "return n;");
  emit_close(e);
}

// ---- seats and results --------------------------------------------------------------------------

static void write_turn(Emitter *e, Text *out) {
  text_puts(out, "// The seat to move; 0: the game is over.\nint senet_turn(const S *s) {\n  if (s->over) return 0;\n");
  if (e->swaps)
    text_puts(out,
              "  return s->order[1] == s->mover ? 1 : 2;\n}\n// The player.\n"
              "int senet_mover(const S *s) { return s->over ? 0 : s->mover; }\n");
  else text_puts(out, "  return s->mover;\n}\n");
}

const char *emit_utility(Emitter *e, const char *rank) {
  if (e->game->players == 1) return emit_text(e, "(%s == 1.0 ? 1.0 : -1.0)", rank);
  return emit_text(e, "(%s == 0.0 ? 0.0 : 1.0 - (%s - 1.0) * 2.0 / %d)", rank, rank, e->game->players - 1);
}

static void write_results(Emitter *e, Text *out) {
  const char *player = e->swaps ? "s->order[p]" : "p";
  text_printf(out,
              "// What the game was worth to each seat.\nvoid senet_results(const S *s, double *utility) {\n"
              "  for (int p = 1; p <= %d; p++) utility[p] = %s;\n}\n",
              e->game->players, emit_utility(e, emit_text(e, "s->rank[%s]", player)));
  if (!e->swaps) return;
  text_printf(out,
              "// The same by player.\nvoid senet_utilities(const S *s, double *utility) {\n"
              "  for (int p = 1; p <= %d; p++) utility[p] = %s;\n}\n",
              e->game->players, emit_utility(e, "s->rank[p]"));
}

// ---- hash ---------------------------------------------------------------------------------------

static void hash_sites(Emitter *e, Text *out, int t) {
  const SiteLayout *at = &e->layout.sites[t];
  int n = emit_sites(e, (SiteType)t);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (e->owners >> p & 1) text_printf(out, "  h = fold(h, &s->own%d_%d, sizeof s->own%d_%d);\n", t, p, t, p);
  }
  if (e->has_what) text_printf(out, "  h = fold(h, s->what%d, %d);\n", t, n * (e->game->n_components < 256 ? 1 : 2));
  if (e->keeps_who) text_printf(out, "  h = fold(h, s->who%d, %d);\n", t, n);
  if (e->tall) emit_hash_levels(e, out, t);
  if (e->puzzle) text_printf(out, "  h = fold(h, s->values%d, sizeof s->values%d);\n", t, t);
  if (at->count) text_printf(out, "  h = fold(h, s->count%d, %d);\n", t, n * 4);
  if (at->state) text_printf(out, "  h = fold(h, s->state%d, %d);\n", t, n * 2);
  if (at->rotation) text_printf(out, "  h = fold(h, s->rotation%d, %d);\n", t, n);
  if (at->value) text_printf(out, "  h = fold(h, s->value%d, %d);\n", t, n * 4);
}

typedef struct HashedField {
  const char *name;
  uint64_t use;
} HashedField;

static const HashedField hashed_fields[] = {
    {"stalemated", USE_STALEMATED},
    {"turn_same", USE_TURN_SAME},
    {"passes", USE_PASSES},
    {"pot", USE_POT},
    {"amount", USE_AMOUNT},
    {"player_value", USE_PLAYER_VALUE},
    {"vars", USE_VARS},
    {"visited", USE_VISITED},
    {"to_remove", USE_TO_REMOVE},
    {"memory_n", USE_MEMORY},
};

// As the interpreter's position_full_hash: the pieces, whose turn it is, and what else the rules remember. How the
// position came about counts only within a turn (forward_hash).
static void write_hash(Emitter *e, Text *out) {
  text_puts(out,
            "// Both halves of the product, so that no bit of a word is changed by a few bits of the next.\n"
            "INLINE u64 fold_word(u64 h, u64 w) {\n  const unsigned __int128 m = (unsigned __int128)(h ^ w) * "
            "0x9fb21c651e98df25ull;\n  return (u64)m ^ (u64)(m >> 64);\n}\n"
            "INLINE u64 fold(u64 h, const void *at, u64 n) {\n  const u8 *p = at;\n"
            "  for (; n >= 8; n -= 8, p += 8) { u64 w; __builtin_memcpy(&w, p, 8); h = fold_word(h, w); }\n"
            "  if (n) { u64 w = 0; __builtin_memcpy(&w, p, n); h = fold_word(h, w); }\n"
            "  return h;\n}\n"
            "// Of the position, whatever led to it.\nu64 senet_hash(const S *s) {\n"
            "  u64 h = mix((u64)s->mover | (u64)s->next << 8 | (u64)s->prev << 16 | (u64)s->active << 24);\n");
  for (int t = 0; t < SITE_TYPES; t++) {
    if (emit_kept(e, (SiteType)t)) hash_sites(e, out, t);
  }
  for (int p = 0; p <= e->game->players + 1 && e->stack_bound; p++) {
    if (e->owners >> p & 1) text_printf(out, "  h = fold(h, &s->levels_%d, sizeof s->levels_%d);\n", p, p);
  }
  for (size_t i = 0; i < sizeof hashed_fields / sizeof *hashed_fields; i++) {
    const HashedField *f = &hashed_fields[i];
    if (e->uses & f->use) text_printf(out, "  h = fold(h, &s->%s, sizeof s->%s);\n", f->name, f->name);
  }
  if (needs_last_move(e->plan))
    text_puts(out,
              "  if (s->mover == s->prev && s->made) { h = fold_word(h, (u64)(u32)s->last_from << 32 | "
              "(u32)s->last_to); }\n");
  if (e->layout.dice) text_puts(out, "  h = fold(h, s->dice, sizeof s->dice);\n");
  if (e->uses & USE_PENDING) text_puts(out, "  h = fold(h, s->pending, (u64)s->n_pending * 4);\n");
  if (e->layout.score) text_puts(out, "  h = fold(h, s->score, sizeof s->score);\n");
  if (e->swaps) text_puts(out, "  h = fold(h, s->order, sizeof s->order);\n");
  if (e->game->n_phases > 1) text_puts(out, "  h = fold(h, s->phase, sizeof s->phase);\n");
  text_puts(out, "  return h;\n}\n");
}

// Of the hashes of earlier positions only those there are.
static void write_copy(const Emitter *e, Text *out) {
  text_printf(out, "void senet_copy(S *to, const S *from) { %s; }\n",
              e->repeats ? "__builtin_memcpy(to, from, __builtin_offsetof(S, seen) + 8 * (u64)from->n_seen)"
                         : "try_state(to, from)");
}

// Placements on empty sites are listed in the order of the sites, and then the choice to swap.
static void write_pick(const Emitter *e, Text *out) {
  bool placed = e->placed_type >= 0 && e->placed_type < SITE_TYPES && e->placements.n == (size_t)e->game->players;
  if (!placed) return;
  text_puts(out, "// Move number k of the list.\nvoid senet_pick(const S *s, int k, Move *m) {\n");
  if (e->game->meta.swap)
    text_printf(out, "  if (k >= at_count(&s->empty%d)) { *m = (Move){SWAP, -1, -1}; return; }\n", e->placed_type);
  text_printf(out, "  const int to = at_select(&s->empty%d, (u32)k);\n  switch (s->mover) {\n", e->placed_type);
  for (int p = 1; p <= e->game->players; p++)
    text_printf(out, "    case %d: *m = (Move){%d, (i16)to, (i16)to}; break;\n", p, e->placements.at[p - 1]);
  text_puts(out, "  }\n}\n");
}

// Where the sets of sites are that tell everything about the board, and who is to move: bytes from the beginning of a
// state. Only where all moves are placements and a player's pieces are all alike.
static void write_sets(const Emitter *e, Text *out) {
  uint32_t players = ((1u << e->game->players) - 1) << 1;
  bool placed = e->placed_type >= 0 && e->placed_type < SITE_TYPES && e->placements.n == (size_t)e->game->players;
  if (!placed || e->placed_type != (int)e->game->site_type || e->has_what || e->tall || e->stack_bound ||
      e->owners != players)
    return;
  int t = e->placed_type;
  text_printf(out,
              "// Words of a set; where the mover is, the empty sites, and those of each player.\n"
              "const u32 senet_sets[] = {sizeof(R) / 8, __builtin_offsetof(S, mover), __builtin_offsetof(S, empty%d)",
              t);
  for (int p = 1; p <= e->game->players; p++) text_printf(out, ", __builtin_offsetof(S, own%d_%d)", t, p);
  text_puts(out, "};\n");
}

// Random moves in one state, until the game is over.
static void write_run(Text *out, bool limited) {
  text_puts(
      out,
      "// Random moves in a state until the game is over or so many were made; how many, and their numbers. turn as in "
      "senet_steps.\n"
      "u64 senet_run(S *s, Rng *rng, u64 most, u32 *numbers, i32 *turn) {\n  Rng now = *rng;\n  u64 n = 0;\n");
  if (limited) text_puts(out, "  int *const met = &fault;\n");
  text_printf(out, "  while (n < most && !s->over%s) numbers[n++] = step(s, &now, -1, (Move *)0);\n",
              limited ? " && !*met" : "");
  text_puts(out, "  *turn = s->over ? 0 : s->mover;\n  *rng = now;\n");
  if (limited) text_puts(out, "  if (__builtin_expect(*met, 0)) { *met = 0; *turn = -1; }\n");
  text_puts(out, "  return n;\n}\n");
}

void emit_steps_entry(Text *out, bool numbered, bool limited) {
  if (numbered) text_puts(out, "// The number of a move is all that steps need.\nconst int senet_numbered = 1;\n");
  text_puts(
      out,
      "// A move in each of n states that lie stride bytes apart: of the number given, or drawn from a stream. Says "
      "its number\n// and, where wanted, what it was; which player is next (0: over, -1: a limit was met); and how "
      "many moves there are then.\n"
      "void senet_steps(char *states, u64 stride, u64 n, const u32 *given, Rng *rngs, u32 *numbers, Move *made, i32 "
      "*turns, i32 *counts) {\n");
  if (limited) text_puts(out, "  int *const met = &fault;\n");
  text_puts(out,
            "  for (u64 i = 0; i < n; i++) {\n"
            "    S *const s = (S *)(states + i * stride);\n"
            "    numbers[i] = step(s, rngs ? rngs + i : (Rng *)0, given ? (int)given[i] : -1, made ? made + i : (Move "
            "*)0);\n"
            "    turns[i] = s->over ? 0 : s->mover;\n"
            "    if (counts) counts[i] = s->over ? 0 : count_now(s);\n");
  if (limited) text_puts(out, "    if (__builtin_expect(*met, 0)) { *met = 0; turns[i] = -1; }\n");
  text_puts(out, "  }\n}\n");
  write_run(out, limited);
}

void emit_search_entries(Emitter *e, Text *out) {
  write_copy(e, out);
  write_pick(e, out);
  write_sets(e, out);
  text_puts(out, "HOT int count_now(const S *s) {\n");
  emit_by_mover(e, out, "return count_%d_%d(s);");
  text_puts(
      out,
      "  return 0;\n}\n// How many legal moves there are; 0: the player has to pass.\nint senet_count(const S *s) "
      "{\n  const int n = count_now(s);\n  return took_fault() ? -1 : n;\n}\n");
  write_turn(e, out);
  write_results(e, out);
  write_hash(e, out);
  emit_fill_entry(e, out);
  if (!e->together) emit_gain_entry(e, out);
}
