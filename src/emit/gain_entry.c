// senet_gain: what a move is expected to take or to turn a piece into, for searches that order moves by it. It is the
// sum that the interpreter gets from the actions of a move before it is made (search/minimax/noise.h), found by running
// what the move does with helpers that only note which sites lose their pieces.
#include "emit/emit_internal.h"

#include "rules/operand_table.h"

enum { LARGE = 600000 };  // characters of functions: the compiler has enough to do

// Instructions whose actions count: they take pieces, come to sites, or change kinds of pieces.
static const Op counted[] = {OP_MOVE_PIECE, OP_ADD_PIECE, OP_SLIDE,       OP_HOP,          OP_LEAP_TO,
                             OP_SHOOT,      OP_FROM_TO,   OP_REMOVE_SITE, OP_REMOVE_SITES, OP_PROMOTE};
// Others that change nothing when their consequences are left out.
static const Op harmless[] = {OP_IF_MOVES, OP_SEQ,    OP_FOR_SITES, OP_SELECT,     OP_PASS,
                              OP_NOTHING,  OP_ACTION, OP_FLIP,      OP_MOVE_AGAIN, OP_WITH_THEN};

static bool is_in(const Op *ops, size_t n, int op) {
  for (size_t i = 0; i < n; i++) {
    if ((int)ops[i] == op) return true;
  }
  return false;
}

bool emit_is_counted(int op) { return is_in(counted, sizeof counted / sizeof *counted, op); }

// Whether what an instruction does is written by the noted helpers alone, so that no copy of the state is needed.
static bool only_helpers(const Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  bool known = emit_is_counted(in->op) || is_in(harmless, sizeof harmless / sizeof *harmless, in->op);
  for (int i = 0; i < in->n && known; i++) {
    if (in->a[i] && operand_moves_at(in, i) && !operand_later_at(in, i)) known = only_helpers(e, in->a[i]);
  }
  return known;
}

static void write_gain(Emitter *e, int number) {
  Generator g = e->generators.at[number];
  bool copy = e->layout.on_track || g.at.n_opens || g.at.hurdles.text || !only_helpers(e, (int32_t)g.ref);
  e->at = g.at;
  e->at.sink = SINK_ACTS;
  e->at.chosen = true;
  e->at.s = "s";
  e->at.in_loop = true;
  e->at.n_filters = e->at.n_thens = 0;
  emit_bind_move(e, &g);
  Text *outer = e->out, whole = {0};
  e->out = &whole;
  emit_open(e, "COLD void gain_%d(S *s, Move m, const i32 *worth, int site, Gain *o)", number);
  emit_line(e, "const int from = m.from, to = m.to;");
  emit_line(e, "(void)from, (void)to, (void)worth, (void)site, (void)o;");
  if (copy) emit_line(e, "S trial; try_state(&trial, s); s = &trial;");
  if (g.at.n_opens) emit_line(e, "open_%d(s, m);", number);
  e->at.n_opens = 0;
  if (g.in->op != OP_DO_AFTER) emit_acts(e, g.in, g.ref);
  emit_close(e);
  e->out = outer;
  if (!emit_is_same(e, text_str(&whole), emit_text(e, "gain_%d", number))) text_add(e->out, text_str(&whole));
  text_free(&whole);
}

static const char *gained_by(Emitter *e, int number) { return emit_text(e, "gain_%d", number); }

// What the piece on a site is worth to the player to move, if it is another's.
static void write_worth(Emitter *e, int t) {
  int n = emit_sites(e, (SiteType)t);
  Code site = code_of("i", 0, n - 1);
  emit_open(e, "COLD int worth_at%d(const S *s, int i, const i32 *worth)", t);
  if (e->stack_bound) {
    emit_line(e, "(void)s, (void)i, (void)worth;");
    emit_line(e, "return 0;");
  } else {
    emit_line(e, "if ((u32)i >= %du || r_has(s->empty%d, i)) return 0;", n, t);
    emit_line(e, "const int who = %s;", emit_who(e, (SiteType)t, site));
    emit_line(e, "return who < 1 || who > %d || who == s->mover ? 0 : worth[%s];", e->game->players,
              emit_what(e, (SiteType)t, site));
  }
  emit_close(e);
}

// The kind of piece on a site, of which one more may come.
static void write_kind(Emitter *e, int t) {
  int n = emit_sites(e, (SiteType)t);
  emit_open(e, "COLD int kind_at%d(const S *s, int i)", t);
  emit_line(e, "(void)s;");
  if (e->stack_bound) emit_line(e, "return 0 * i;");
  else emit_line(e, "return (u32)i < %du ? %s : 0;", n, emit_what(e, (SiteType)t, code_of("i", 0, n - 1)));
  emit_close(e);
}

static void redefine(Text *out, const char *name, const char *arguments, const char *meaning) {
  text_printf(out, "#undef %s\n#define %s(%s) %s\n", name, name, arguments, meaning);
}

// From here on the helpers note what they would do. Where pieces stand on each other, coming to a site takes nothing.
static void write_notes(Emitter *e, Text *out, int t) {
  const char *lost = emit_text(e, "(o->sum += worth_at%d(s, i, worth), o->hits |= (i) == site)", t),
             *comes = e->tall ? "((void)0)" : emit_text(e, "(o->sum += worth_at%d(s, i, worth))", t),
             *added = emit_text(e, "(%s, o->what = (w))", comes),
             *more = emit_text(e, "(%s, o->what = kind_at%d(s, i))", comes, t),
             *promoted = "(o->sum += (w) > 0 ? worth[w] : 1, o->what = (w))";
  redefine(out, emit_text(e, "take%d", t), "s, i", lost);
  redefine(out, emit_text(e, "remove%d", t), "s, i, l", lost);
  redefine(out, emit_text(e, "discard%d", t), "s, i, l", lost);
  redefine(out, emit_text(e, "move%d", t), "s, f, i", comes);
  redefine(out, emit_text(e, "copy%d", t), "s, f, i", comes);
  redefine(out, emit_text(e, "copy_level%d", t), "s, f, i, l", comes);
  redefine(out, emit_text(e, "move_some%d", t), "s, f, i, n", comes);
  redefine(out, emit_text(e, "move_level%d", t), "s, f, l, i", comes);
  redefine(out, emit_text(e, "move_stack%d", t), "s, f, i, l", comes);
  redefine(out, emit_text(e, "move_under%d", t), "s, f, l, i, u", comes);
  redefine(out, emit_text(e, "move_top%d", t), "s, f, i, n", comes);
  redefine(out, emit_text(e, "add_at%d", t), "s, i, l, w, v", added);
  redefine(out, emit_text(e, "add%d", t), "s, i, w, v", added);
  redefine(out, emit_text(e, "more%d", t), "s, i, v", more);
  redefine(out, emit_text(e, "promote%d", t), "s, i, w", promoted);
  if (t == (int)e->game->site_type) redefine(out, "remove_later", "s, i", lost);
  for (int p = 0; p <= e->game->players + 1; p++) {
    redefine(out, emit_text(e, "move%d_%d", t, p), "s, f, i", comes);
    redefine(out, emit_text(e, "add%d_%d", t, p), "s, i, w, v", added);
  }
}

static void write_short_stacks(Emitter *e, Text *out) {
  for (int p = 0; p <= e->game->players + 1 && e->stack_bound; p++)
    redefine(out, emit_text(e, "stack_%d", p), "s, i, place", emit_text(e, "(o->what = %d)", e->only_kind[p]));
}

void emit_gain_entry(Emitter *e, Text *out) {
  if (e->draws || e->game->players < 2 || e->functions.n > LARGE) return;
  bool tracks = e->tracks_after;
  Text *outer = e->out, tables = e->tables;
  e->tables = (Text){0};
  e->tracks_after = false;
  e->notes_only = true;
  Text body = {0}, worths = {0};
  e->out = &worths;
  e->at = emit_context(e, 1);
  for (int t = 0; t < SITE_TYPES; t++) {
    if (!emit_kept(e, (SiteType)t)) continue;
    write_worth(e, t);
    write_kind(e, t);
  }
  e->out = &body;
  for (size_t i = 0; i < e->generators.n && !e->why; i++) write_gain(e, (int)i);
  e->out = outer;
  e->tracks_after = tracks;
  e->notes_only = false;
  text_add(out, text_str(&e->tables));
  text_puts(out, "#define COLD static __attribute__((noinline, cold))\n");
  text_add(out, text_str(&worths));
  text_puts(out,
            "// What a move takes and gains, found without making it; hits: it takes what is on the site asked for.\n"
            "typedef struct Gain { i32 sum, what, hits; } Gain;\n");
  for (int t = 0; t < SITE_TYPES; t++) {
    if (emit_kept(e, (SiteType)t)) write_notes(e, out, t);
  }
  write_short_stacks(e, out);
  text_add(out, text_str(&body));
  text_puts(out,
            "void senet_gain(const S *s, const Move *list, int n, const i32 *worth, int site, Gain *out) {\n  for (int "
            "i = 0; i < n; i++) {\n    Gain *o = &out[i];\n    o->sum = o->what = o->hits = 0;\n    switch "
            "(list[i].gen) {\n");
  emit_cases(e, out, gained_by, "", "((S *)s, list[i], worth, site, o); break;");
  text_puts(
      out,
      "    }\n  }\n}\n// As if it were another player's turn.\nvoid senet_give_turn(S *s, int player) {\n  s->prev = "
      "s->next = s->mover;\n  s->mover = player;\n}\n");
  text_free(&e->tables);
  text_free(&body);
  text_free(&worths);
  e->tables = tables;
}
