// Simultaneous moves. The players choose one after the other, in the order of their numbers, and nothing happens until
// all have chosen: then the moves are made together, and what waits for all of them (AFTER_ALL) follows. The state
// keeps what was chosen so far; whose turn it is (`mover`) has nothing to do with who chooses.
#include "emit/emit_internal.h"

bool emit_accepts_together(Emitter *e) {
  const Game *game = e->game;
  if (game->mode != MODE_SIMULTANEOUS) return false;
  if (game->players != 2) emit_fail(e, "simultaneous moves of %d players", game->players);
  if (game->meta.swap || game->meta.no_repeat) emit_fail(e, "simultaneous moves with meta-rules");
  return true;
}

void emit_begin_choices(Emitter *e, Player chooser) {
  e->chooser = chooser;
  e->at.mover = code_of("s->mover", 1, e->game->players);
  e->at.list_only = true;
  e->at.made_by = code_of("s->mover", 1, e->game->players);
  emit_root(&e->at);
}

bool emit_choosing(const Emitter *e) { return e->together && e->at.sink == SINK_LIST; }

bool emit_made_by(Emitter *e, int32_t player) {
  e->at.made_by = emit_int(e, player);
  if (!e->at.made_by.known) emit_fail(e, "simultaneous moves of a player found while playing");
  return e->at.made_by.value == e->chooser;
}

// Consequences that wait until all moves are made.
static bool waits(const Emitter *e, Ref then) { return emit_ins(e, (int32_t)then)->op == OP_AFTER_ALL; }

int emit_thens_now(const Emitter *e, Ref *thens, int n) {
  int kept = 0;
  for (int i = 0; i < n; i++) {
    if (!e->together || !waits(e, thens[i])) thens[kept++] = thens[i];
  }
  return kept;
}

void emit_choose(Emitter *e, int number) {
  const Generator *g = &e->generators.at[number];
  if (g->at.n_opens || g->at.n_filters || e->draws) emit_fail(e, "simultaneous moves with chance or conditions");
  Text body = {0}, *outer = e->out;
  e->out = &body;
  emit_line(e, "HOT void play_%d(S *s, Move m) { choose(s, m); }", number);
  emit_open(e, "static void rest_%d(S *s)", number);
  emit_line(e, "(void)s;");
  e->at = g->at;
  e->at.in_loop = true;
  for (int i = 0; i < g->at.n_thens; i++) {
    if (waits(e, g->at.thens[i])) emit_consequence(e, (int32_t)g->at.thens[i]);
  }
  emit_close(e);
  e->out = outer;
  text_add(&e->functions, text_str(&body));
  text_free(&body);
}

void emit_choose_pass(Emitter *e, Player player) {
  text_printf(&e->functions, "HOT void pass_%d(S *s) { choose(s, (Move){NO_MOVE, -1, -1}); }\n", player);
}

static void by_generator(Emitter *e, const char *call, Text *out) {
  text_puts(out, "    switch (s->chosen[p].gen) {\n");
  for (size_t i = 0; i < e->generators.n; i++) {
    text_printf(out, "      case %zu: ", i);
    text_printf(out, call, i);
    text_puts(out, " break;\n");
  }
  text_puts(out, "    }\n");
}

void emit_together(Emitter *e, Text *out) {
  if (!e->together) return;
  Text passes = {0};
  text_puts(&passes, "gen == NO_MOVE");
  for (size_t i = 0; i < e->generators.n; i++) {
    if (e->generators.at[i].pass) text_printf(&passes, " || gen == %zu", i);
  }
  text_printf(out,
              "// All have chosen.\nstatic void make_all(S *s) {\n  int pass = 1;\n%s%s  for (int p = 0; p < %d; p++) "
              "{\n    const int gen = s->chosen[p].gen;\n    if (!(%s)) pass = 0;\n",
              e->uses & USE_PENDING ? "  s->n_pending = 0;\n" : "", e->uses & USE_DECIDED ? "  s->decided = -1;\n" : "",
              e->game->players, passes.p);
  by_generator(e, "do_%zu(s, s->chosen[p]);", out);
  text_printf(out, "  }\n  record(s, %d, 0, 0, pass);\n  for (int p = 0; p < %d; p++) {\n", e->game->players + 1,
              e->game->players);
  by_generator(e, "rest_%zu(s);", out);
  text_puts(out, "  }\n  switch (s->mover) {\n");
  for (Player p = 1; p <= e->game->players; p++) text_printf(out, "    case %d: finish_%d(s, pass); break;\n", p, p);
  text_printf(out,
              "  }\n}\nHOT void choose(S *s, Move m) {\n  s->chosen[s->n_chosen++] = m;\n  if (s->n_chosen < %d) "
              "return;\n  s->n_chosen = 0;\n  make_all(s);\n}\n",
              e->game->players);
  text_free(&passes);
}
