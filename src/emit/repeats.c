// Positions that have occurred before: the hashes of earlier positions are kept in the state, as the interpreter keeps
// them and with its keys, so that both can go on from the other's positions.
#include "emit/emit_internal.h"

#include "state/block/hash.h"

enum { CYCLES = 1 << 20 };  // among RepeatKinds: positions that come again and again are looked for

// On plain boards the hash follows every change, otherwise it is worked out when it is asked for: also with dice, as
// their use may set the value without a name.
static bool is_plain(const Emitter *e) {
  if (e->tall || e->stack_bound || e->merged || game_has(e->game, GAME_DICE)) return false;
  for (int t = 0; t < SITE_TYPES; t++) {
    const SiteLayout *at = &e->layout.sites[t];
    if (emit_kept(e, (SiteType)t) && (at->count || at->state || at->rotation || at->value)) return false;
  }
  return true;
}

void emit_find_repeats(Emitter *e, const uint8_t *ops) {
  int kinds = REPEAT_POSITIONAL | REPEAT_SITUATIONAL | REPEAT_POSITIONAL_IN_TURN | REPEAT_SITUATIONAL_IN_TURN;
  e->stores = ops[OP_AVOID_STORED];
  e->repeats = e->game->repeat | e->game->meta.no_repeat;
  if (e->repeats & ~kinds) emit_fail(e, "repetitions");
  if (game_has(e->game, GAME_CYCLES)) e->repeats |= CYCLES;
  if ((e->repeats || e->stores) && game_has(e->game, GAME_HIDDEN)) emit_fail(e, "repetitions with hidden information");
  if (!e->repeats) return;
  if (e->stack_bound) emit_fail(e, "repetitions with stacks");
  if (e->repeats & (REPEAT_SITUATIONAL | REPEAT_SITUATIONAL_IN_TURN)) e->uses |= USE_TURN_SAME | USE_PASSES;
  e->hash_follows = is_plain(e);
  e->tries_ask = ops[OP_CAN_MOVE] || ops[OP_NO_MOVES] || ops[OP_IS_REPEAT] || ops[OP_CYCLE];
}

void emit_repeat_fields(Emitter *e, Text *out) {
  if (!e->repeats) return;
  if (e->hash_follows) text_puts(out, "  u64 hash;\n");
  text_puts(out, "  i32 n_seen, turn_seen;\n  u64 filter[64];  // which hashes cannot have been seen\n");
}

void emit_seen_field(Emitter *e, Text *out) {
  if (e->repeats)
    text_printf(out, "  u64 seen[%u];  // what is used of them is copied only where it may be asked for\n",
                e->layout.most_hashes);
}

// What a state is copied by when something is tried out on it.
void emit_copy_helper(Emitter *e, Text *out) {
  if (e->repeats)
    text_printf(out, "#define try_state(to, from) __builtin_memcpy((to), (from), __builtin_offsetof(S, seen)%s)\n",
                e->tries_ask ? " + 8 * (u64)(from)->n_seen" : "");
  else if (e->stack_rows) emit_copy_rows(e, out);
  else if (e->stack_list)
    text_puts(out,
              "#define try_state(to, from) __builtin_memcpy((to), (from), __builtin_offsetof(S, roll) + sizeof(E) * "
              "(u64)(from)->n_roll)\n");
  else text_puts(out, "#define try_state(to, from) (*(to) = *(from))\n");
}

const char *emit_hash_change(Emitter *e, int type, const char *what) {
  if (!e->repeats || !e->hash_follows) return "";
  return emit_text(e, " s->hash ^= key(%d, i, %s);", type, what);
}

void emit_hash_temp(Emitter *e) {
  if (e->repeats && e->hash_follows) emit_line(e, "s->hash ^= zobrist(%d, 0, 0, s->temp);", HASH_TEMP);
}

static void write_scratch_hash(Emitter *e, Text *out) {
  text_puts(out, "static u64 hash_of(const S *s) {\n");
  if (e->hash_follows) {
    text_puts(out, "  return s->hash;\n}\n");
    if (e->swaps)
      text_printf(out,
                  "INLINE void hash_seats(S *s) { for (int p = 1; p <= 2; p++) s->hash ^= zobrist(%d, p, 0, "
                  "s->order[p]); }\n",
                  HASH_ORDER);
    return;
  }
  text_puts(out, "  u64 h = 0;\n");
  for (int t = 0; t < SITE_TYPES; t++) {
    if (!emit_kept(e, (SiteType)t)) continue;
    const SiteLayout *at = &e->layout.sites[t];
    int n = emit_sites(e, (SiteType)t), board = e->merged ? e->game->sites[t] : n;
    text_printf(out, "  for (int i = 0; i < %d; i++) {\n    const int type = i < %d ? %d : %d;\n", n, board, t,
                SITE_CELL);
    if (e->tall) {
      text_printf(out,
                  "    for (int l = 0; l < %u; l++) {\n      const L *at = &LEVELS(s, %d, i)[l];\n      h ^= "
                  "piece_key(type, i, "
                  "l + 1, at->what, at->who, %s, %s, %s, 0);\n    }\n"
                  "    if (s->height%d[i]) h ^= zobrist(%d + 16 * type, i, 0, s->height%d[i]);\n  }\n",
                  e->layout.stack_height, t, e->layout.level.rotation ? "at->rotation" : "0",
                  emit_level_states(e) ? "at->state" : "0", emit_level_values(e) ? "at->value" : "0", t, HASH_HEIGHT,
                  t);
      continue;
    }
    e->at.s = "s";
    const char *what = emit_what(e, (SiteType)t, code_of("i", 0, n - 1));
    text_printf(out, "    const int what = %s;\n    h ^= piece_key(type, i, 0, what, %s, %s, %s, %s, %s);\n  }\n", what,
                e->keeps_who ? emit_text(e, "s->who%d[i]", t) : "OWNER_OF[what]",
                at->rotation ? emit_text(e, "s->rotation%d[i]", t) : "0",
                at->state ? emit_text(e, "s->state%d[i]", t) : "0", at->value ? emit_text(e, "s->value%d[i]", t) : "0",
                at->count ? emit_text(e, "s->count%d[i]", t) : "0");
  }
  if (e->uses & USE_TEMP)
    text_printf(out, "  if (s->temp != -1) h ^= zobrist(%d, 0, 0, -1) ^ zobrist(%d, 0, 0, s->temp);\n", HASH_TEMP,
                HASH_TEMP);
  for (int p = 1; p <= e->game->players && e->swaps; p++)
    text_printf(out, "  if (s->order[%d] != %d) h ^= zobrist(%d, %d, 0, %d) ^ zobrist(%d, %d, 0, s->order[%d]);\n", p,
                p, HASH_ORDER, p, p, HASH_ORDER, p, p);
  text_puts(out, "  return h;\n}\n");
}

void emit_hash_helpers(Emitter *e, Text *out) {
  if (!e->repeats && !e->stores) return;
  bool kinds = game_has(e->game, GAME_PIECE_KINDS);
  text_puts(out, "static const u8 OWNER_OF[] = {");
  for (int i = 0; i < e->game->n_components; i++) text_printf(out, "%s%d", i ? ", " : "", kinds ? emit_owner(e, i) : i);
  text_printf(
      out,
      "};\nINLINE u64 zobrist(int kind, int site, int level, i64 value) {\n  const u64 place = (u64)(u32)site << "
      "24 ^ (u64)(u32)level << 8 ^ (u64)(u32)kind;\n  return mix(place * 0x9e3779b97f4a7c15ull + (u64)value * "
      "0xd1342543de82ef95ull + 1);\n}\n"
      "INLINE u64 piece_key(int type, int site, int level, int what, int who, int rotation, int state, int "
      "value, int count) {\n  const u64 packed = (u32)what | (u64)(u32)who << 12 | (u64)(u32)rotation << 17;\n"
      "  const u64 more = (u64)(i64)state * 2053 + (u64)(i64)value * 4000037 + (u64)(i64)count * 1000000007;\n"
      "  const i64 number = (i64)(packed ^ more << 24);\n  return number ? zobrist(%d + 16 * type, site, level, "
      "number) : 0;\n}\n"
      "INLINE u64 key(int type, int site, int what) { return what ? piece_key(type, site, 0, what, "
      "OWNER_OF[what], 0, 0, 0, 0) : 0; }\n",
      HASH_PIECE);
}

// The situation, as the interpreter's position_full_hash.
static void write_full_hash(Emitter *e, Text *out) {
  static const char *const fields[] = {"mover", "next", "prev", "active"};
  text_puts(out, "static u64 full_hash_of(const S *s) {\n  u64 h = hash_of(s);\n");
  for (int f = 0; f < 4; f++) text_printf(out, "  h ^= zobrist(%d, 0, 0, s->%s);\n", 100 + f, fields[f]);
  text_puts(out, e->uses & USE_STALEMATED ? "  h ^= zobrist(104, 0, 0, s->stalemated);\n"
                                          : "  h ^= zobrist(104, 0, 0, 0);\n");
  if (e->uses & USE_PENDING)
    text_puts(out, "  for (int i = 0; i < s->n_pending; i++) h ^= zobrist(105, 0, 0, s->pending[i]);\n");
  text_puts(out, "  h ^= zobrist(106, 0, 0, s->turn_same) ^ zobrist(107, 0, 0, s->passes);\n");
  for (int p = 1; p <= e->game->players; p++) {
    if (e->layout.score) text_printf(out, "  h ^= zobrist(108, %d, 0, s->score[%d]);\n", p, p);
    if (e->layout.amount) text_printf(out, "  h ^= zobrist(109, %d, 0, s->amount[%d]);\n", p, p);
  }
  text_puts(out, "  return h;\n}\n");
}

static void write_cycles(Emitter *e, Text *out);

void emit_repeat_helpers(Emitter *e, Text *out) {
  if (!e->repeats && e->stores) write_scratch_hash(e, out);
  if (!e->repeats) return;
  bool full = e->repeats & (REPEAT_SITUATIONAL | REPEAT_SITUATIONAL_IN_TURN);
  write_scratch_hash(e, out);
  if (full) write_full_hash(e, out);
  text_printf(
      out,
      "#define FILTER(h) ((h) >> 20 & 63), ((h) >> 26 & 63)\n"
      "INLINE void keep_seen(S *s, u64 h) {\n  if (s->n_seen >= %u) { exceed(); return; }\n  s->filter[h >> 20 & 63] "
      "|= 1ull << "
      "(h >> 26 & 63);\n  s->seen[s->n_seen++] = h;\n}\n"
      "// Whether a hash was kept; the list is that of the first state, the hash perhaps of one tried out.\n"
      "static int has_seen(const S *s, u64 h, int turn) {\n  h = (h & ~1ull) | (u64)turn;\n  if (!(s->filter[h >> "
      "20 & 63] >> (h >> 26 & 63) & 1)) return 0;\n"
      "  const int first = turn ? s->turn_seen : 0;\n  for (int i = s->n_seen; i-- > first;) if (s->seen[i] == h) "
      "return 1;\n  return 0;\n}\n",
      e->layout.most_hashes);
  static const struct {
    int kind, turn;
    const char *hash;
  } kept[] = {{REPEAT_POSITIONAL, 0, "hash_of"},
              {REPEAT_POSITIONAL_IN_TURN, 1, "hash_of"},
              {REPEAT_SITUATIONAL, 0, "full_hash_of"},
              {REPEAT_SITUATIONAL_IN_TURN, 1, "full_hash_of"}};
  text_puts(out,
            "// After a move, before the turn passes on.\nstatic void note_position(S *s) {\n  const int fresh = "
            "s->mover != s->prev;\n  (void)fresh;\n");
  if (e->repeats & CYCLES) {
    bool also = e->game->repeat & REPEAT_POSITIONAL;  // that one is noted below
    text_printf(out, "  %skeep_seen(s, (hash_of(s) & ~1ull) | %d);\n", also ? "if (!fresh) " : "", HASH_OF_GAME);
  }
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    if (!(e->game->repeat & kept[i].kind)) continue;
    if (kept[i].turn) text_puts(out, "  if (fresh) s->turn_seen = s->n_seen;\n");
    text_printf(out, "  %skeep_seen(s, (%s(s) & ~1ull) | %d);\n", kept[i].turn ? "" : "if (fresh) ", kept[i].hash,
                kept[i].turn ? HASH_OF_TURN : HASH_OF_GAME);
  }
  text_puts(out, "}\n");
  write_cycles(e, out);
}

static void write_cycles(Emitter *e, Text *out) {
  int length = e->game->players * e->game->players;
  if (!(e->repeats & CYCLES)) return;
  text_printf(
      out,
      "// The last positions have occurred three times over.\nstatic int cycles(const S *s) {\n  u64 last[%d];\n  int "
      "n = 0;\n  for (int i = s->n_seen; i-- > 0 && n < %d;) if ((s->seen[i] & 1) == %d) last[n++] = s->seen[i];\n"
      "  if (n < %d) return 0;\n  for (int i = 0; i < %d; i++) if (last[i] != last[i + %d] || last[i] != last[i + "
      "%d]) return 0;\n  return 1;\n}\n",
      3 * length, 3 * length, HASH_OF_GAME, 3 * length, length, length, 2 * length);
}

// A C condition: the position of one state has occurred before, by the list of another.
const char *emit_repeated(Emitter *e, int kind, const char *state, const char *list) {
  bool full = kind & (REPEAT_SITUATIONAL | REPEAT_SITUATIONAL_IN_TURN),
       turn = kind & (REPEAT_POSITIONAL_IN_TURN | REPEAT_SITUATIONAL_IN_TURN);
  return emit_text(e, "has_seen(%s, %s(%s), %d)", list, full ? "full_hash_of" : "hash_of", state,
                   turn ? HASH_OF_TURN : HASH_OF_GAME);
}

void emit_repeat_copy(Emitter *e, Text *load, Text *store) {
  if (!e->repeats) return;
  if (e->hash_follows) {
    text_printf(load, "  s->hash = AT(u64, %zu);\n", offsetof(StateHead, hash));
    text_printf(store, "  AT(u64, %zu) = s->hash;\n", offsetof(StateHead, hash));
  }
  text_printf(load,
              "  s->turn_seen = AT(i32, %zu);\n  for (int i = 0; i < AT(i32, %zu); i++) keep_seen(s, AT(u64, %u + 8 * "
              "i));\n",
              offsetof(StateHead, turn_hashes), offsetof(StateHead, n_hashes), e->layout.size);
  text_printf(store, "  AT(i32, %zu) = s->n_seen;\n", offsetof(StateHead, n_hashes));
}

static Code op_is_repeat(Emitter *e, const Ins *in) {
  if (strcmp(e->at.s, "s") != 0 || e->at.sink != SINK_ACTS) emit_fail(e, "IS_REPEAT while moves are looked for");
  return code_of(emit_repeated(e, in->a[A_IS_REPEAT_KIND], "s", "s"), 0, 1);
}

static Code op_cycle(Emitter *e, const Ins *in) {
  (void)in;
  // Where it is asked, the list is copied with every state on which something is tried out.
  return code_of(emit_text(e, "cycles(%s)", e->at.s), 0, 1);
}

const EmitRow emit_repeat_rows[] = {
    {OP_CYCLE, .as_int = op_cycle},
    {OP_IS_REPEAT, .as_int = op_is_repeat},
    {0},
};
