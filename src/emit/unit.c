// One unit of C for one game: the functions of its rules of play, then everything around them.
#include "emit/emit_internal.h"

#include "emit/automaton/emit_automaton.h"
#include "emit/emit.h"

#include <stdlib.h>

// Who moved first, and moves on, has nobody to exchange seats with.
const char *emit_may_swap(Emitter *e, Player p) {
  return e->sets_next ? emit_text(e, "(s->made == 1 && ((s->history >> 1 & 1) != %d || s->placed))", p - 1)
                      : "(s->made == 1)";
}

// ---- functions ----------------------------------------------------------------------------------

void emit_root(Context *at) {
  at->root_mover = at->mover;
  at->root_next = at->next;
  at->root_prev = at->prev;
}

Context emit_context(Emitter *e, Player mover) {
  Context at = {.mover = code_const(e, mover), .s = "s"};
  for (int i = 0; i < SLOT_COUNT; i++) at.slot[i] = code_const(e, GAME_OFF);
  bool fixed = !e->sets_next && e->game->players == 2 && !e->together;
  at.next = fixed ? code_const(e, 3 - mover) : code_of("s->next", 0, e->game->players);
  at.prev = code_of("s->prev", 0, e->game->players);
  at.what = code_const(e, 0);
  at.list_only = e->game->meta.no_repeat;  // any move may have to be struck
  emit_root(&at);
  return at;
}

static void begin_function(Emitter *e, Text *body, Text **outer) {
  *body = (Text){0};
  *outer = e->out;
  e->out = body;
}

static void end_function(Emitter *e, Text *body, Text *outer) {
  e->out = outer;
  text_add(&e->functions, text_str(body));
  text_free(body);
}

// The same for one of which there may be others that do the same.
static void end_shared(Emitter *e, Text *body, Text *outer, const char *kind, int number) {
  e->out = outer;
  emit_add_function(e, text_str(body), emit_text(e, "%s_%d", kind, number));
  text_free(body);
}

static void declare_sets(Emitter *e) {
  for (size_t i = 0; i < e->sets.n; i++)
    emit_line(e, "R %s = NONE; int n%s = 0;", e->sets.at[i].name, e->sets.at[i].name);
}

enum { BUNCHES_MAX = 512 };

// What is done with the moves of a piece to the sites of a set: listed, counted, or kept to select from.
static void define_bunch(Emitter *e, const char *meaning) {
  emit_line(e, "int in_bunches = 0;");
  emit_line(e, "(void)in_bunches;");
  text_printf(e->out, "#undef BUNCH\n#define BUNCH(g, f, r) %s\n", meaning);
}

void emit_bunch_counted(Emitter *e) { define_bunch(e, "(in_bunches += r_count(r))"); }

void emit_bunch_listed(Emitter *e) {
  define_bunch(e, emit_text(e,
                            "do { const R set_ = r; if (n + r_count(set_) > MOVES_MAX) exceed(); else %s "
                            "list[n++] = (Move){g, f, %s__builtin_ctzll(r_)}; } while (0)",
                            e->words == 1 ? "for (u64 r_ = set_; r_; r_ &= r_ - 1)"
                                          : "for (int w_ = 0; w_ < NW; w_++) for (u64 r_ = set_[w_]; r_; r_ &= r_ - 1)",
                            e->words == 1 ? "" : "w_ * 64 + "));
}

static void bunch_kept(Emitter *e) {
  emit_line(e, "struct { R set; int n; u16 gen; i16 from; } bunches[%d];", BUNCHES_MAX);
  emit_line(e, "int n_bunches = 0;");
  define_bunch(e, emit_text(e,
                            "do { const R set_ = r; const int n_ = r_count(set_); if (n_bunches == %d) exceed(); else "
                            "if (n_) { bunches[n_bunches].set = set_; bunches[n_bunches].n = n_; "
                            "bunches[n_bunches].gen = g; bunches[n_bunches++].from = (i16)(f); in_bunches += n_; } } "
                            "while (0)",
                            BUNCHES_MAX));
}

// Plays a move of the step and leaves it.
static void leave_step(Emitter *e, const char *play, const char *move) {
  emit_line(e, "if (made) *made = %s;", move);
  emit_line(e, "%s(s, %s);", play, move);
  emit_line(e, "return number;");
}

// Move number k of the bunches.
static void select_from_bunches(Emitter *e) {
  emit_open(e, "if (k < (u32)in_bunches)");
  emit_line(e, "int b = 0;");
  emit_line(e, "for (; k >= (u32)bunches[b].n; b++) k -= (u32)bunches[b].n;");
  emit_line(e, "const Move m = {bunches[b].gen, bunches[b].from, (i16)at_select(&bunches[b].set, k)};");
  leave_step(e, e->bunch_generator >= 0 ? emit_text(e, "play_%d", e->bunch_generator) : "play", "m");
  emit_close(e);
  emit_line(e, "k -= (u32)in_bunches;");
}

static const char *from_text(Emitter *e, const MoveSet *set) {
  return set->delta ? emit_text(e, "to - (%d)", set->delta) : "to";
}

// How often a text calls for the interpreter.
static size_t count_limits(Str text) {
  static const char call[] = "exceed()";
  size_t n = 0, size = sizeof call - 1;
  for (size_t i = 0; i + size <= text.n; i++) n += !memcmp(text.p + i, call, size);
  return n;
}

// The list of all moves.
static void write_moves(Emitter *e, Player p, int phase, Str generation) {
  Text body, *outer;
  begin_function(e, &body, &outer);
  emit_open(e, "static int moves_%d_%d(const S *s, Move *list)", p, phase);
  emit_line(e, "int n = 0;");
  emit_bunch_listed(e);
  declare_sets(e);
  text_add(e->out, generation);
  for (size_t i = 0; i < e->sets.n; i++) {
    const MoveSet *set = &e->sets.at[i];
    const char *words = e->words == 1 ? emit_text(e, "for (u64 r = *(%s); r; r &= r - 1)", set->at)
                                      : emit_text(e,
                                                  "for (int w = 0; w < NW; w++) for (u64 r = ((const u64 *)(%s))[w]; "
                                                  "r; r &= r - 1)",
                                                  set->at);
    emit_line(e, "if (n + n%s > MOVES_MAX) exceed();", set->name);
    emit_line(e, "else if (n%s) %s {", set->name, words);
    if (set->levels) emit_line(e, "  const int place = __builtin_ctzll(r), to = place / %d;", set->levels);
    else emit_line(e, "  const int to = %s__builtin_ctzll(r);", e->words == 1 ? "" : "w * 64 + ");
    emit_line(e, "  list[n++] = (Move){%d, %s, to%s};", set->generator, from_text(e, set), set->extra);
    emit_line(e, "}");
  }
  if (e->game->meta.swap)
    emit_line(e, "if (%s && n < MOVES_MAX) list[n++] = (Move){SWAP, -1, -1};", emit_may_swap(e, p));
  emit_line(e, "return n;");
  emit_close(e);
  e->listing_limits += count_limits(text_str(&body));
  end_function(e, &body, outer);
}

static bool has_filters(const Emitter *e) {
  if (e->game->meta.no_repeat) return true;
  for (size_t i = 0; i < e->generators.n; i++) {
    if (e->generators.at[i].at.n_filters) return true;
  }
  return false;
}

// One move of a set, the number of which is left in k.
static void select_from_set(Emitter *e, const MoveSet *set) {
  emit_open(e, "if (k < (u32)n%s)", set->name);
  if (set->levels)
    emit_line(e, "const int place = at_select(%s, k), to = place / %d, from = to;", set->at, set->levels);
  else emit_line(e, "const int to = at_select(%s, k), from = %s;", set->at, from_text(e, set));
  emit_line(e, "const Move m = {%d, from, to%s};", set->generator, set->extra);
  if (set->tested)
    emit_line(e, "if (!test_%d(s, m)) { r_drop(%s, to); n%s--; total--; goto again; }", set->generator, set->at,
              set->name);
  leave_step(e, emit_text(e, "play_%d", set->generator), "m");
  emit_close(e);
  emit_line(e, "k -= (u32)n%s;", set->name);
}

// One move, of the number given or, for -1, a random one; its number. Where moves are tried out, numbers
// mean nothing.
static void write_step(Emitter *e, Player p, int phase, Str generation, bool listed) {
  Text body, *outer;
  begin_function(e, &body, &outer);
  emit_open(e, "HOT u32 step_%d_%d(S *s, Rng *rng, int given, Move *made)", p, phase);
  emit_line(e, "int n = 0;");
  if (listed) emit_line(e, "Move list[MOVES_MAX];");
  bool bunches = e->bunch_generator != -1;
  if (bunches) bunch_kept(e);
  else emit_bunch_counted(e);
  declare_sets(e);
  text_add(e->out, generation);
  const char *sum = "n + in_bunches";
  for (size_t i = 0; i < e->sets.n; i++) sum = emit_text(e, "%s + n%s", sum, e->sets.at[i].name);
  if (e->game->meta.swap) {
    emit_line(e, "const int swap = %s;", emit_may_swap(e, p));
    sum = emit_text(e, "%s + swap", sum);
  }
  emit_line(e, "int total = %s;", sum);
  bool filters = has_filters(e);
  if (filters) emit_line(e, "again:;");
  emit_line(e, "if (!total) { if (made) *made = (Move){0, -1, -1}; pass_%d(s); return 0; }", p);
  emit_line(e, "const u32 number = given >= 0 ? (u32)given : total == 1 ? 0 : below(rng, (u32)total);");
  emit_line(e, "u32 k = number;");
  for (size_t i = 0; i < e->sets.n; i++) select_from_set(e, &e->sets.at[i]);
  if (bunches) select_from_bunches(e);
  if (e->game->meta.swap)
    emit_line(e, "if (swap && k == (u32)n) { if (made) *made = (Move){SWAP, -1, -1}; swap_%d(s); return number; }", p);
  if (listed && filters) {
    emit_open(e, "if (!allowed(s, list[k]))");
    emit_line(e, "list[k] = list[--n];");
    emit_line(e, "total--;");
    emit_line(e, "goto again;");
    emit_close(e);
  }
  if (listed) leave_step(e, "play", "list[k]");
  else emit_line(e, "return number;");
  emit_close(e);
  end_function(e, &body, outer);
}

static void write_count(Emitter *e, Player p, int phase, Str generation, bool listed) {
  Text body, *outer;
  begin_function(e, &body, &outer);
  emit_count(e, p, phase, generation, listed, listed && has_filters(e));
  end_function(e, &body, outer);
}

// Whether all play rules are placements on the empty sites of one type: these can be drawn from a list.
static void note_placements(Emitter *e, bool listed) {
  bool placed = e->only_adds && !listed && e->sets.n == 1 && e->game->n_phases == 1 && e->one_add &&
                !strncmp(e->sets.at[0].at, "&s->empty", 9);
  if (placed && e->placed_type < 0) e->placed_type = e->sets.at[0].at[9] - '0';
  if (!placed || e->sets.at[0].at[9] - '0' != e->placed_type) e->placed_type = SITE_TYPES;
  else VEC_PUSH(&e->placements, e->sets.at[0].generator);
}

enum { GENERATION_MOST = 16000 };  // characters

static void write_play_rules(Emitter *e, Player p, int phase) {
  Text generation = {0}, *outer = e->out;
  e->out = &generation;
  e->at = emit_context(e, p);
  if (e->together) emit_begin_choices(e, p);
  e->sets.n = 0;
  e->bunch_generator = -1;
  e->indent = 1;
  Ref play = e->game->phases[phase].play;
  if (play) emit_moves(e, (int32_t)play);
  e->indent = 0;
  e->out = outer;
  bool listed = generation.n && (strstr(generation.p, "list[n++]") || strstr(generation.p, "(list, n, "));
  note_placements(e, listed);
  write_moves(e, p, phase, text_str(&generation));
  // What is only listed, or too long to be written three times, is written once.
  bool once = listed && !e->sets.n && e->bunch_generator == -1;
  if (once || generation.n > GENERATION_MOST) {
    text_clear(&generation);
    text_printf(&generation, "  n = moves_%d_%d(s, list);\n", p, phase);
    if (e->game->meta.swap) text_printf(&generation, "  n -= %s;\n", emit_may_swap(e, p));
    e->sets.n = 0;
    e->bunch_generator = -1;
    listed = true;
  } else {
    e->steps_apart = true;
  }
  write_step(e, p, phase, text_str(&generation), listed);
  write_count(e, p, phase, text_str(&generation), listed);
  text_free(&generation);
}

// The phases a player may be in: those to begin with and those that these lead to, whoever's they are.
static uint64_t phases_of(const Emitter *e, Player p) {
  uint64_t in = 0, before = 1;
  int n = e->game->n_phases;
  for (int i = 0; i < n; i++) {
    Player owner = e->game->phases[i].owner;
    if (owner == p || owner == e->game->players + 1) in |= (uint64_t)1 << i;
  }
  while (before != in) {
    before = in;
    for (int i = 0; i < n; i++) {
      for (int k = 0; (in >> i & 1) && k < e->game->phases[i].n_next; k++) {
        int to = e->game->phases[i].next[k].to;
        in |= to == PHASE_FOLLOWING ? ((uint64_t)2 << (n - 1)) - 1 : (uint64_t)1 << to;
      }
    }
  }
  return in;
}

static bool plays_in(const Emitter *e, Player p, int phase) { return phases_of(e, p) >> phase & 1; }

// The slots of a chosen move, from its fields.
void emit_bind_move(Emitter *e, const Generator *g) {
  for (int i = 0; i < SLOT_COUNT; i++) {
    Slot alias = emit_slot_alias(&g->at, (Slot)i);
    if (e->at.slot[i].known || i == SLOT_FROM || i == SLOT_TO) continue;
    if (alias == (Slot)i) e->at.slot[i] = code_const(e, GAME_OFF);
    else e->at.slot[i].text = alias == SLOT_TO ? "to" : "from";
  }
  if (!e->at.slot[SLOT_FROM].known) e->at.slot[SLOT_FROM].text = "from";
  if (!e->at.slot[SLOT_TO].known) e->at.slot[SLOT_TO].text = "to";
  for (int i = 0; i < g->n_extra; i++) {
    const char *text = emit_text(e, "m.x[%d]", i);
    if (g->extra[i] >= EMIT_EXTRA_OPEN) continue;
    bool kind = g->extra[i] == EMIT_EXTRA_WHAT, dice = g->extra[i] == EMIT_EXTRA_DICE,
         hurdles = g->extra[i] == EMIT_EXTRA_HURDLES;
    Code *code = kind ? &e->at.what : dice ? &e->at.dice : hurdles ? &e->at.hurdles : &e->at.slot[g->extra[i]];
    *code = kind ? g->at.what : dice ? g->at.dice : hurdles ? g->at.hurdles : g->at.slot[g->extra[i]];
    code->text = text;
  }
}

// What a move does: all of it, or without the consequences that are added only after it was tested.
static void write_generator(Emitter *e, int number, bool tried) {
  Generator g = e->generators.at[number];
  Text body, *outer;
  begin_function(e, &body, &outer);
  e->at = g.at;
  e->at.sink = SINK_ACTS;
  e->at.chosen = true;
  e->at.s = "s";
  e->at.in_loop = true;
  e->at.n_filters = 0;
  emit_bind_move(e, &g);
  if (!strcmp(e->at.prev.text, "prev")) e->at.prev = code_of("s->prev", 0, e->game->players);
  if (!strcmp(e->at.root_prev.text, "prev")) e->at.root_prev = code_of("s->prev", 0, e->game->players);
  Ref thens[EMIT_THENS_MAX];
  memcpy(thens, g.at.thens, sizeof thens);
  int n_thens = emit_thens_now(e, thens, g.at.n_thens - (tried ? g.at.tested_without : 0));
  e->at.n_thens = 0;
  const char *mover = e->at.root_mover.text;
  emit_comment(e, g.ref);
  emit_open(e, tried ? "static void try_%d(S *s, Move m)" : "HOT void do_%d(S *s, Move m)", number);
  emit_line(e, "const int from = m.from, to = m.to;");
  emit_line(e, "(void)from, (void)to;");
  if (e->tracks_after) emit_line(e, "s->act_from = s->act_to = -1;");
  emit_before_dice(e);
  if (e->layout.to_remove) emit_line(e, "s->goes_on = 0;");
  emit_level_before(e, g.in);
  if (g.in->op != OP_DO_AFTER) emit_acts(e, g.in, g.ref);
  emit_use_dice(e);
  e->at.n_opens = 0;
  e->at.dice = (Code){0};
  if (!e->together) emit_line(e, "record(s, %s, from, to, %d);", mover, g.pass);
  emit_note_types(e, g.in);
  if (e->tracks_after) emit_line(e, "s->after_from = s->act_from; s->after_to = s->act_to;");
  e->at.n_thens = n_thens;
  memcpy(e->at.thens, thens, sizeof thens);
  e->at.chosen = false;
  emit_thens(e);
  if (e->tracks_after) emit_line(e, "s->after_from = s->act_from; s->after_to = s->act_to;");
  if (e->layout.to_remove) {
    e->uses |= USE_TO_REMOVE;
    emit_open(e, "if (!s->goes_on)");
    emit_line(e, "const R gone = s->to_remove;");
    const char *lists = emit_lists_before(e, e->game->site_type);
    const char *site = emit_for_sites(e, "gone", e->game->site_type);
    if (e->tall)
      emit_line(e, "for (int l = took_later(s, %s) - 1; l >= 0; l--) discard%d(s, %s, l);", site, e->game->site_type,
                site);
    else emit_line(e, "take%d(s, %s);", e->game->site_type, site);
    emit_close(e);
    emit_lists_after(e, e->game->site_type, lists);
    emit_line(e, "s->to_remove = NONE;");
    emit_close(e);
  }
  emit_close(e);
  end_shared(e, &body, outer, tried ? "try" : "do", number);
}

// What is done before the moves of a generator are looked for.
static void write_opens(Emitter *e, int number) {
  Generator g = e->generators.at[number];
  if (!g.at.n_opens) return;
  Text body, *outer;
  begin_function(e, &body, &outer);
  e->at = g.at;
  e->at.sink = SINK_ACTS;
  e->at.s = "s";
  e->at.in_loop = true;
  e->at.n_filters = e->at.n_thens = e->at.n_opens = 0;
  e->at.chosen = false;
  e->at.from_what = 0;
  emit_bind_move(e, &g);
  e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO] = code_const(e, GAME_OFF);
  e->at.dice = (Code){0};
  emit_open(e, "static void open_%d(S *s, Move m)", number);
  emit_line(e, "(void)m;");
  for (int i = 0; i < g.at.n_opens; i++) {
    emit_bind_kept(e, &g, g.at.opens[i], g.at.open_slots[i], EMIT_EXTRA_OPEN + i * SLOT_COUNT);
    e->at.mover = g.at.open_turn[i].mover;
    e->at.next = g.at.open_turn[i].next;
    e->at.prev = g.at.open_turn[i].prev;
    if (!strcmp(e->at.prev.text, "prev")) e->at.prev = code_of("s->prev", 0, e->game->players);
    emit_open_state(e, g.at.opens[i], "s");
  }
  emit_close(e);
  if (strstr(body.p, "before_slot")) emit_fail(e, "a first part that depends on where its moves go");
  end_shared(e, &body, outer, "open", number);
}

// Whether moves of a generator are tried out before they are allowed.
static bool is_tested(const Emitter *e, const Generator *g) {
  return g->at.n_filters || (e->game->meta.no_repeat && !g->pass);
}

// Whether a move that is tried out asks chance, which then goes on from there.
static bool trial_draws(const Emitter *e, const Generator *g, bool whole) {
  uint32_t needs = e->plan->needs[g->ref];
  for (int i = 0; i < g->at.n_thens - (whole ? 0 : g->at.tested_without); i++) needs |= e->plan->needs[g->at.thens[i]];
  return needs & PART_CHANCE;
}

// The move on a state of its own.
static void write_trial(Emitter *e, const Generator *g, int number, bool whole, const Turn *turn) {
  if (trial_draws(e, g, whole)) emit_fail(e, "chance in moves that are tried out");
  emit_line(e, "try_state(&after, before);");
  if (turn && e->sets_next && strcmp(turn->next.text, "s->next") != 0) emit_line(e, "s->next = %s;", turn->next.text);
  if (g->at.n_opens) emit_line(e, "open_%d(s, m);", number);
  const char *what = g->at.tested_without && !whole ? "try" : "do";
  if (e->compact) emit_line(e, "%s_any(s, m);", what);
  else emit_line(e, "%s_%d(s, m);", what, number);
}

static bool same_player(const Code *a, const Code *b) { return a->known && b->known && a->value == b->value; }

// Whose turn it is when a condition is tested. Who would move twice counts as followed by the player before: also the
// one whose threats are looked for. Whether the state says so afterwards.
static bool write_tested_turn(Emitter *e, const Generator *g, int i) {
  const Turn *turn = &g->at.tested[i];
  e->at.mover = turn->mover;
  e->at.next = turn->next;
  e->at.prev = turn->prev;
  if (strchr(turn->prev.text, '(') || !strcmp(turn->prev.text, "prev"))
    e->at.prev = code_of("s->prev", 0, e->game->players);
  emit_root(&e->at);
  bool other = turn->next.known && turn->mover.known && !same_player(&turn->next, &turn->mover);
  if (!e->sets_next && other) return false;
  emit_line(e, "if (s->next == %s) s->next = %s;", e->at.mover.text, e->at.prev.text);
  e->at.next = code_of("s->next", 0, e->game->players);
  return true;
}

static void write_condition(Emitter *e, const Generator *g, int i) {
  emit_bind_kept(e, g, g->at.filters[i], g->at.test_slots[i], EMIT_EXTRA_TEST + i * SLOT_COUNT);
  if (emit_ins(e, (int32_t)g->at.filters[i])->op == OP_AVOID_STORED) {
    emit_line(e, "if (hash_of(s) == before->stored) return 0;");
    return;
  }
  // One that depends on the state alone is a function for all moves that are tested by it.
  Outline outline;
  const char *key = emit_state_key(e, "test", (int32_t)g->at.filters[i]),
             *name = key ? emit_outline_begin(e, &outline, key) : NULL;
  if (!name) emit_line(e, "if (!(%s)) return 0;", emit_cond(e, (int32_t)g->at.filters[i]));
  if (key && !name) name = emit_outline_end(e, &outline, "int", "S *s", "  return 1;\n");
  if (name) emit_line(e, "if (!%s(s)) return 0;", name);
}

// Whether the conditions on the position after a move hold.
static void write_test(Emitter *e, int number) {
  Generator g = e->generators.at[number];
  if (!is_tested(e, &g)) return;
  Text body, *outer;
  if (g.at.tested_without) write_generator(e, number, true);
  begin_function(e, &body, &outer);
  emit_open(e, "static int test_%d(const S *before, Move m)", number);
  emit_line(e, "S after, *s = &after;");
  e->at = g.at;
  e->at.s = "s";
  e->at.n_filters = 0;
  e->at.n_thens = 0;
  e->at.from_what = 0;
  Context clean = e->at;
  bool changed = true;  // the state is not that after the move
  for (int i = 0; i < g.at.n_filters; i++) {
    if (changed) write_trial(e, &g, number, false, &g.at.tested[i]);
    changed = write_tested_turn(e, &g, i);
    write_condition(e, &g, i);
    e->at = clean;
  }
  if (e->game->meta.no_repeat && !g.pass) {
    if (changed || g.at.tested_without) write_trial(e, &g, number, true, NULL);
    emit_line(e, "if (%s) return 0;", emit_repeated(e, e->game->meta.no_repeat, "s", "before"));
  }
  emit_line(e, "return 1;");
  emit_close(e);
  if (strstr(body.p, "before_slot")) emit_fail(e, "a condition on the position afterwards that reads a slot");
  end_shared(e, &body, outer, "test", number);
}

// What comes before a move: what was done to find it, and chance asked once more by whoever passes.
static void write_opening(Emitter *e, const Generator *g) {
  const char *mover = g->at.root_mover.text;
  bool asks = g->pass && e->draws, pending = (e->uses & USE_PENDING) && g->at.n_opens;
  if (asks && !g->at.root_mover.known) emit_fail(e, "a pass of a player found while playing");
  if (asks) text_puts(&e->functions, "  S passing;\n  try_state(&passing, s);\n");
  if (pending) text_puts(&e->functions, "  const int before = s->n_pending;\n");
  if (g->at.n_opens) text_printf(&e->functions, "  open_%d(s, m);\n", (int)(g - e->generators.at));
  if (pending)
    text_puts(
        &e->functions,
        "  for (int i = before; i < s->n_pending; i++) s->pending[i - before] = s->pending[i];\n  s->n_pending -= "
        "before;\n");
  else if (e->uses & USE_PENDING) text_puts(&e->functions, "  s->n_pending = 0;\n");
  if (e->uses & USE_DECIDED) text_puts(&e->functions, "  s->decided = -1;\n");
  if (e->uses & USE_STALEMATED) text_printf(&e->functions, "  s->stalemated &= ~(1u << %s);\n", mover);
  const char *state = asks ? "&passing" : "s", *chance = e->draws ? ", &s->chance" : "";
  if (g->pass && (e->uses & USE_STALEMATED))
    text_printf(&e->functions, "  if (!can_move_%s(%s, s->prev%s)) s->stalemated |= 1u << %s;\n", mover, state, chance,
                mover);
  else if (asks) text_printf(&e->functions, "  can_move_%s(%s, s->prev%s);\n", mover, state, chance);
}

static void write_played(Emitter *e, int number) {
  if (e->together) {
    emit_choose(e, number);
    return;
  }
  const Generator *g = &e->generators.at[number];
  text_printf(&e->functions, "HOT void play_%d(S *s, Move m) {\n", number);
  write_opening(e, g);
  bool exchanges = e->swaps && g->pass;
  const char *made = e->compact ? "any" : emit_text(e, "%d", number);
  text_printf(&e->functions, "%s  do_%s(s, m);\n  finish_%s(s, %s);\n}\n", exchanges ? "  s->exchanged = 0;\n" : "",
              made, g->at.root_mover.text,
              exchanges                      ? "!s->exchanged"
              : g->in->op == OP_SWAP_PLAYERS ? "2"
              : g->pass                      ? "1"
                                             : "0");
}

static void write_pass(Emitter *e, Player p) {
  if (e->together) {
    emit_choose_pass(e, p);
    return;
  }
  text_printf(&e->functions, "HOT void pass_%d(S *s) {\n", p);
  if (e->uses & USE_PENDING) text_puts(&e->functions, "  s->n_pending = 0;\n");
  if (e->uses & USE_DECIDED) text_puts(&e->functions, "  s->decided = -1;\n");
  if (e->uses & USE_STALEMATED)
    text_printf(&e->functions, "  if (can_move_%d(s, s->prev%s)) s->stalemated &= ~%uu; else s->stalemated |= %uu;\n",
                p, e->draws ? ", &s->chance" : "", 1u << p, 1u << p);
  else if (e->draws) text_printf(&e->functions, "  can_move_%d(s, s->prev, &s->chance);\n", p);
  text_printf(&e->functions, "  record(s, %d, -1, -1, 1);\n", p);
  if (e->last_types) text_puts(&e->functions, "  s->last_type[0] = s->last_type[1] = -1;\n");
  if (e->last_levels) text_puts(&e->functions, "  s->last_level = 0;\n");
  if (e->layout.to_remove)
    text_printf(&e->functions, "  s->to_remove = NONE;\n%s",
                e->tall ? "  __builtin_memset(s->later, 0, sizeof s->later);\n" : "");
  text_printf(&e->functions, "  finish_%d(s, 1);\n}\n", p);
}

// Exchanging the seats: the mover moves on in the other one's place.
static void write_swap(Emitter *e, Player p) {
  if (!e->game->meta.swap) return;
  text_printf(&e->functions, "HOT void swap_%d(S *s) {\n", p);
  if (e->uses & USE_PENDING) text_puts(&e->functions, "  s->n_pending = 0;\n");
  text_printf(&e->functions,
              "  s->next = %d;\n  swap_seats(s, %d, %d);\n  record(s, %d, -1, -1, 0);\n  %s_%d(s, 2);\n}\n", p, p,
              3 - p, p, emit_finish_of_swap(e), p);
}

// Whether a player whose turn it would be could move, by the rules of each phase.
static void found_by_phase(Emitter *e, Player p) {
  if (e->game->n_phases > 1) emit_open(e, "switch (s->phase[%d])", p);
  for (int i = 0; i < e->game->n_phases; i++) {
    if (!plays_in(e, p, i)) continue;
    if (e->game->n_phases > 1) emit_line(e, "case %d: {", i);
    e->indent++;
    e->at = emit_context(e, p);
    e->at.prev = code_of("prev", 0, e->game->players);
    e->at.ahead = true;
    bool fixed = e->game->players == 2;
    e->at.next = fixed ? code_const(e, 3 - p) : code_of(emit_text(e, "next_active(s, %d)", p), 1, e->game->players);
    emit_root(&e->at);
    if (e->game->phases[i].play) emit_line(e, "return %s;", emit_found(e, (int32_t)e->game->phases[i].play, NULL).text);
    e->indent--;
    if (e->game->n_phases > 1) emit_line(e, "}");
  }
  if (e->game->n_phases > 1) emit_close(e);
}

// Moves that are tried out find in the state whose turn it is; the rules written before have told whether any ask. (The
// state says so already where no rule asks for the moves of the next player: earlier positions are not copied there.)
static void note_turn(Emitter *e, Player p) {
  if (!e->ahead_tested || (e->repeats && !e->tries_ask)) return;
  emit_line(e, "S turned;");
  emit_line(e, "try_state(&turned, s);");
  emit_line(e, "turned.prev = prev, turned.mover = %d;", p);
  if (e->game->players == 2) emit_line(e, "turned.next = %d;", 3 - p);
  else emit_line(e, "turned.next = next_active(s, %d);", p);
  emit_line(e, "s = &turned;");
}

static void write_can_move(Emitter *e, Player p) {
  Text body, rules, *outer, *inside;
  begin_function(e, &body, &outer);
  emit_open(e, "static int can_move_%d(const S *s, int prev%s)", p, e->draws ? ", Rng *chance" : "");
  if (e->draws) emit_line(e, "(void)chance;");
  emit_line(e, "(void)prev;");
  if (e->game->meta.swap) emit_line(e, "if (s->moves == 1) return 1;");
  begin_function(e, &rules, &inside);
  found_by_phase(e, p);
  e->out = inside;
  note_turn(e, p);
  text_add(e->out, text_str(&rules));
  text_free(&rules);
  emit_line(e, "return 0;");
  emit_close(e);
  end_function(e, &body, outer);
  e->moves_known |= 1u << p;
}

// Functions that others turned out to need, until no more are asked for.
static void write_rest(Emitter *e) {
  size_t done = 0;
  bool more = true;
  while (more && !e->why) {
    more = false;
    for (; done < e->generators.n && !e->why; done++) {
      e->generators_written = done + 1;
      write_generator(e, (int)done, false);
      write_opens(e, (int)done);
      write_test(e, (int)done);
      more = true;
    }
    for (Player p = 1; p <= e->game->players; p++) {
      if (!(e->movers >> p & 1) || (e->moves_known >> p & 1)) continue;
      write_can_move(e, p);
      more = true;
    }
    if (((e->uses & USE_STALEMATED) || e->draws) && !more) {
      uint32_t all = (2u << e->game->players) - 2;
      more = (e->movers & all) != all;
      e->movers |= all;
    }
  }
}

// The functions of a generator, by its number.
static const char *made_by(Emitter *e, int number) { return emit_text(e, "do_%d", number); }
static const char *played_by(Emitter *e, int number) { return emit_text(e, "play_%d", number); }
static const char *tested_by(Emitter *e, int number) {
  return is_tested(e, &e->generators.at[number]) ? emit_text(e, "test_%d", number) : NULL;
}
static const char *tried_by(Emitter *e, int number) {
  bool other = e->generators.at[number].at.tested_without && is_tested(e, &e->generators.at[number]);
  return other ? emit_text(e, "try_%d", number) : made_by(e, number);
}

// Of a function that is not another name of one before it.
static void write_prototype(Emitter *e, Text *out, const char *result, const char *name, const char *parameters) {
  if (!strcmp(emit_same_name(e, name), name)) text_printf(out, "%s %s(%s);\n", result, name, parameters);
}

static void write_prototypes(Emitter *e, Text *out) {
  for (Player p = 1; p <= e->game->players; p++) {
    text_printf(out,
                "HOT void finish_%d(S *s, int pass);\nHOT void pass_%d(S *s);\nstatic int "
                "can_move_%d(const S *s, int prev%s);\n",
                p, p, p, e->draws ? ", Rng *chance" : "");
  }
  for (int i = 0; i < (int)e->generators.n; i++) {
    write_prototype(e, out, "HOT void", made_by(e, i), "S *s, Move m");
    write_prototype(e, out, "HOT void", played_by(e, i), "S *s, Move m");
    if (tested_by(e, i)) write_prototype(e, out, "static int", tested_by(e, i), "const S *before, Move m");
    if (e->generators.at[i].at.n_opens)
      write_prototype(e, out, "static void", emit_text(e, "open_%d", i), "S *s, Move m");
  }
  if (e->game->meta.swap) text_puts(out, "enum { SWAP = 65535 };\nHOT void swap_1(S *s);\nHOT void swap_2(S *s);\n");
  if (e->compact) text_puts(out, "static void do_any(S *s, Move m);\nstatic void try_any(S *s, Move m);\n");
  if (e->together) text_puts(out, "enum { NO_MOVE = 65535 };\nHOT void choose(S *s, Move m);\n");
  if (e->most) text_puts(out, "static int keep_most(const S *s, Move *list, int first, int n);\n");
  if (e->longest) text_puts(out, "static int keep_longest(const S *s, Move *list, int first, int n);\n");
  text_puts(out,
            "HOT void play(S *s, Move m);\nstatic int allowed(const S *s, Move m);\nstatic int "
            "keep_allowed(const S *s, Move *list, int first, int n);\n");
}

// ---- entries ------------------------------------------------------------------------------------

// The moves that take the most pieces, consequences included.
static void write_most(Emitter *e, Text *out) {
  if (!e->most) return;
  text_puts(out, "static void make(S *s, Move m) {\n  switch (m.gen) {\n");
  for (size_t i = 0; i < e->generators.n; i++)
    text_printf(out, "    case %zu: %sdo_%zu(s, m); break;\n", i,
                e->generators.at[i].at.n_opens ? emit_text(e, "open_%zu(s, m); ", i) : "", i);
  text_puts(out,
            "  }\n}\nstatic int keep_most(const S *s, Move *list, int first, int n) {\n  int kept = first, best = 0, "
            "score[MOVES_MAX];\n  for (int i = first; i < n; i++) {\n    S t;\n    try_state(&t, s);\n    t.taken = "
            "0;\n    make(&t, list[i]);\n    score[i] = t.taken;\n    if (score[i] > best) best = score[i];\n  }\n"
            "  for (int i = first; i < n; i++) if (score[i] == best) list[kept++] = list[i];\n  return kept;\n}\n");
}

// What a move does, whichever it is: in large units functions that differ only in that are one.
static void write_any(Emitter *e, Text *out) {
  if (!e->compact) return;
  for (int tried = 0; tried < 2; tried++) {
    text_printf(out, "static void %s_any(S *s, Move m) {\n  switch (m.gen) {\n", tried ? "try" : "do");
    emit_cases(e, out, tried ? tried_by : made_by, "", "(s, m); break;");
    text_puts(out, "  }\n}\n");
  }
}

static void write_switches(Emitter *e, Text *out) {
  text_puts(out, "HOT void play(S *s, Move m) {\n  switch (m.gen) {\n");
  emit_cases(e, out, played_by, "", "(s, m); break;");
  if (e->game->meta.swap) text_puts(out, "    case SWAP: if (s->mover == 1) swap_1(s); else swap_2(s); break;\n");
  text_puts(out, "  }\n}\nstatic int allowed(const S *s, Move m) {\n  switch (m.gen) {\n");
  emit_cases(e, out, tested_by, "return ", "(s, m);");
  text_puts(out, "  }\n  (void)s;\n  return 1;\n}\n");
  text_puts(out,
            "static int keep_allowed(const S *s, Move *list, int first, int n) {\n  int kept = first;\n"
            "  for (int i = first; i < n; i++) if (allowed(s, list[i])) list[kept++] = list[i];\n  return kept;\n}\n");
  write_most(e, out);
  if (e->longest)
    text_puts(
        out,
        "int senet_moves(const S *s, Move *list);\nvoid senet_apply(S *s, const Move *m);\n"
        "// The longest continuation of the same turn. The only function that calls itself, and as deep as the stack "
        "of a "
        "thread surely is; it tries so many moves for a list at most.\n"
        "enum { LEVEL_BYTES = MOVES_MAX * (sizeof(Move) + 4) + 2 * sizeof(S), DEEPEST = (4 << 20) / LEVEL_BYTES < 60 ? "
        "(4 << 20) / LEVEL_BYTES : 60, TRIED_MOST = 1 << 18 };\nstatic _Thread_local int chain, tried;\n"
        "static int longest(const S *s, int count) {\n  if (s->prev != s->mover || s->over) return count;\n"
        "  if (chain >= DEEPEST || ++tried > TRIED_MOST) { exceed(); return count; }\n  chain++;\n"
        "  Move list[MOVES_MAX];\n  const int n = senet_moves(s, list);\n  int best = 0;\n  if (n < 0) exceed();\n"
        "  for (int i = 0; i < (n ? n : 1) && !fault; i++) {\n    S t = *s;\n    senet_apply(&t, n ? &list[i] : (Move "
        "*)0);\n"
        "    const int length = longest(&t, count + 1);\n    if (length > best) best = length;\n  }\n  chain--;\n"
        "  return best;\n}\n"
        "static int keep_longest(const S *s, Move *list, int first, int n) {\n  if (!chain) tried = 0;\n  int kept = "
        "first, best = 0, "
        "score[MOVES_MAX];\n  for (int i = first; i < n; i++) {\n    if (fault) return first;\n    S t = *s;\n    "
        "play(&t, list[i]);\n    "
        "score[i] = longest(&t, 1);\n    if (score[i] > best) best = score[i];\n  }\n"
        "  for (int i = first; i < n; i++) if (score[i] == best) list[kept++] = list[i];\n  return kept;\n}\n");
  text_printf(out, "static int can_move(const S *s, int p, int prev%s) {\n  switch (p) {\n",
              e->draws ? ", Rng *chance" : "");
  for (Player p = 1; p <= e->game->players; p++) {
    if (e->moves_known >> p & 1)
      text_printf(out, "    case %d: return can_move_%d(s, prev%s);\n", p, p, e->draws ? ", chance" : "");
  }
  text_puts(out, "  }\n  (void)s, (void)prev;\n  return 0;\n}\n");
}

void emit_by_mover(const Emitter *e, Text *out, const char *call) {
  text_printf(out, "  switch (%s) {\n", e->together ? "s->n_chosen + 1" : "s->mover");
  for (Player p = 1; p <= e->game->players; p++) {
    text_printf(out, "    case %d:", p);
    if (e->game->n_phases == 1) {
      text_printf(out, " ");
      text_printf(out, call, p, 0);
      text_puts(out, " break;\n");
      continue;
    }
    text_printf(out, " switch (s->phase[%d]) {\n", p);
    for (int i = 0; i < e->game->n_phases; i++) {
      if (!plays_in(e, p, i)) continue;
      text_printf(out, "      case %d: ", i);
      text_printf(out, call, p, i);
      text_puts(out, " break;\n");
    }
    text_puts(out, "    } break;\n");
  }
  text_puts(out, "  }\n");
}

static void write_entries(Emitter *e, Text *out) {
  text_puts(out, "const u32 senet_sizes[3] = {sizeof(S), sizeof(Move), MOVES_MAX};\n");
  text_puts(out, "static int took_fault(void) { const int was = fault; fault = 0; return was; }\n");
  text_puts(out,
            "// The legal moves; none: the player has to pass, -1: more than this code can do.\nint senet_moves(const "
            "S *s, Move *list) {\n  int n = 0;\n");
  emit_by_mover(e, out, "n = moves_%d_%d(s, list);");
  if (has_filters(e)) text_puts(out, "  n = keep_allowed(s, list, 0, n);\n");
  text_puts(out, "  return took_fault() ? -1 : n;\n}\n");
  text_printf(out,
              "// Plays a move and what follows from it; NULL: a forced pass.\nvoid senet_apply(S *s, const Move *m) "
              "{\n  if (m) { play(s, *m); return; }\n  switch (%s) {\n",
              e->together ? "s->n_chosen + 1" : "s->mover");
  for (Player p = 1; p <= e->game->players; p++) text_printf(out, "    case %d: pass_%d(s); break;\n", p, p);
  text_puts(out, "  }\n}\n");
  text_puts(out, "HOT u32 step(S *s, Rng *rng, int given, Move *made) {\n");
  emit_by_mover(e, out, "return step_%d_%d(s, rng, given, made);");
  text_puts(out, "  return 0;\n}\n");
  int players = e->game->players;
  emit_list_sites(e, out);
  text_printf(
      out,
      "typedef struct Totals { u64 n, moves, draws, wins[17]; double utility[17], score[17]; u64 fault; double "
      "seat[17]; } Totals;\n"
      "// Random games from a state, number first to first + n - 1 under a seed.\n"
      "void senet_playouts(const S *start, u64 seed, u64 first, u64 n, Totals *t) {\n%s"
      "  for (u64 k = first; k < first + n; k++) {\n    S now, *s = &now;\n    try_state(s, start);\n%s    Rng "
      "rng = stream(seed, "
      "2 * k + 1);\n%s"
      "%s    while (!s->over) step(s, &rng, -1, (Move *)0);\n    if (took_fault()) { t->fault = 1; return; }\n    "
      "t->n++;\n "
      "   t->moves += (u64)s->moves;\n"
      "    if (s->winner >= 1 && s->winner <= %d) t->wins[s->winner]++; else t->draws++;\n",
      emit_list_at_start(e),
      e->repeats && !e->tries_ask ? "    __builtin_memcpy(s->seen, start->seen, 8 * (u64)start->n_seen);\n" : "",
      e->draws ? "    s->chance = stream(seed, 2 * k);\n    s->chance.counter = start->chance.counter;\n" : "",
      emit_placement_loop(e), players);
  text_printf(out, "    for (int p = 1; p <= %d; p++) t->utility[p] += %s;\n", players, emit_utility(e, "s->rank[p]"));
  if (e->swaps)
    text_printf(out, "    for (int p = 1; p <= %d; p++) t->seat[p] += %s;\n", players,
                emit_utility(e, "s->rank[s->order[p]]"));
  if (e->layout.score) text_printf(out, "    for (int p = 1; p <= %d; p++) t->score[p] += s->score[p];\n", players);
  text_puts(out, "  }\n}\n");
  if (e->swaps) text_puts(out, "// Results are told by seat, too.\nconst int senet_seats = 1;\n");
  if (e->draws)
    text_puts(out, "// Where the random stream of chance is.\nRng *senet_chance(S *s) { return &s->chance; }\n");
}

static void assemble(Emitter *e, Text *out) {
  enum { SHARED_LEAST = 100000, SMALL = 14000, LARGE = 200000, HUGE_LEAST = 500000 };  // characters of functions
  if (e->functions.n > SHARED_LEAST) emit_merge_functions(e);
  // Compiles in half the time, or a quarter.
  if (e->compact) text_printf(out, "#pragma GCC optimize(\"%s\")\n", e->functions.n > HUGE_LEAST ? "Og" : "O1");
  emit_prelude(e, out, e->functions.n < LARGE);
  // Small games are one function: the state then lives in registers.
  text_puts(out, e->functions.n < SMALL
                     ? "#define HOT INLINE\n#define HELPER INLINE\n"
                     : "#define HOT static inline\n#define HELPER static __attribute__((noinline))\n");
  emit_state_struct(e, out);
  if (e->uses & USE_TO_REMOVE)
    text_puts(out, e->tall ? "#define remove_later(s, i) (r_add(&(s)->to_remove, i), (s)->later[i]++)\n"
                           : "#define remove_later(s, i) r_add(&(s)->to_remove, i)\n");
  text_add(out, text_str(&e->tables));
  emit_puzzle_helpers(e, out);
  emit_state_helpers(e, out);
  emit_turn_helpers(e, out);
  emit_repeat_helpers(e, out);
  write_prototypes(e, out);
  text_printf(out, "static int can_move(const S *s, int p, int prev%s);\n", e->draws ? ", Rng *chance" : "");
  text_add(out, text_str(&e->prototypes));
  text_add(out, text_str(&e->functions));
  emit_together(e, out);
  write_any(e, out);
  write_switches(e, out);
  emit_load_store(e, out);
  write_entries(e, out);
  emit_search_entries(e, out);
  if (!e->together && !e->steps_apart)
    text_puts(out, "// Steps take their moves from the list of senet_moves.\nconst int senet_listed = 1;\n");
  if (!e->together) emit_steps_entry(out, !has_filters(e), count_limits(text_str(out)) != e->listing_limits);
}

static bool emit_automaton(const Game *game, Arena *arena, Text *out, const char **why) {
  Text reason = {0};
  bool good = automaton_emit(game, emit_is_compact(), out, &reason);
  *why = good ? NULL : arena_text(arena, text_str(&reason));
  text_free(&reason);
  return good;
}

enum { LARGE_UNIT = 300000, MANY_GENERATORS = 200 };  // characters of functions

// Writes the unit; *large: its functions are long, or too long.
static bool emit_unit(const Game *game, Arena *arena, bool compact, Text *out, const char **why, bool *large) {
  Emitter *e = arena_zero(arena, sizeof *e);
  Text scratch = {0};
  e->game = game;
  e->plan = plan_of(game);
  e->program = e->plan->program;
  e->layout = e->plan->layout;
  e->arena = arena;
  e->out = &scratch;
  e->compact = compact;
  emit_find_rows(e);
  if (emit_accepts(e)) {
    emit_survey(e);
    for (Player p = 1; p <= game->players && !e->why; p++) {
      if (!phases_of(e, p)) emit_fail(e, "players without a phase of their own");
      for (int i = 0; i < game->n_phases && !e->why; i++) {
        if (plays_in(e, p, i)) write_play_rules(e, p, i);
      }
    }
    if (!e->why) emit_finish(e);
    write_rest(e);
    for (Player p = 1; p <= game->players && !e->why; p++) {
      write_pass(e, p);
      write_swap(e, p);
    }
    for (size_t i = 0; i < e->generators.n && !e->why; i++) write_played(e, (int)i);
    if (!e->why) assemble(e, out);
  }
  *why = e->why;
  *large = e->functions.n > LARGE_UNIT || e->generators.n > MANY_GENERATORS;
  VEC_FREE(&e->generators);
  VEC_FREE(&e->sets);
  VEC_FREE(&e->made);
  VEC_FREE(&e->placements);
  emit_puzzle_end(e);
  text_free(&e->tables);
  text_free(&e->functions);
  text_free(&e->prototypes);
  text_free(&scratch);
  return !e->why;
}

bool emit_is_compact(void) {
  const char *word = getenv("SENET_COMPACT");
  return word && !strcmp(word, "1");
}

bool emit_game(const Game *game, Arena *arena, Text *out, const char **why) {
  if (game->automaton) return emit_automaton(game, arena, out, why);
  bool large = emit_is_compact(), good = true;
  size_t before = out->n;
  if (!large) good = emit_unit(game, arena, false, out, why, &large);
  if (!large) return good;
  out->n = before;  // once more, for compilers that take long for long functions
  return emit_unit(game, arena, true, out, why, &large);
}
