// Moves under a condition on the position after them, threats, and moves tried out.
#include "emit/emit_internal.h"

#include "rules/effects.h"
#include "rules/operand_table.h"

// While threats are looked for, tests for threats count as not being met: a condition that only asks for their
// absence holds anyway.
static bool holds_anyway(const Emitter *e, int32_t cond) {
  const Ins *in = emit_ins(e, cond);
  if (in->op == OP_CONST) return in->a[A_CONST_VALUE] != 0;
  if (in->op == OP_NOT) return emit_ins(e, in->a[A_NOT_A])->op == OP_THREATENED;
  if (in->op != OP_AND && in->op != OP_OR) return false;
  bool all = true, any = false;
  for (int i = 0; i < in->n; i++) {
    bool holds = holds_anyway(e, in->a[i]);
    all &= holds;
    any |= holds;
  }
  return in->op == OP_AND ? all : any;
}

void emit_open_state(Emitter *e, Ref first, const char *state) {
  Context old = e->at;
  emit_open(e, "%s", "");
  emit_line(e, "S *opened = %s;", state);
  emit_open(e, "%s", "");
  emit_line(e, "S *s = opened;");
  e->at.s = "s";
  e->at.may_draw = true;
  e->at.opening = true;
  e->at.prefix = NULL;
  e->at.sink = SINK_ACTS;
  emit_effect(e, (int32_t)first);
  emit_close(e);
  emit_close(e);
  e->at = old;
}

static void do_prefix(Emitter *e, const Prefix *prefix) {
  Context old = e->at;
  if (!prefix) return;
  do_prefix(e, prefix->outer);
  if (prefix->draws) {
    emit_line(e, "if (!%s++) { try_state(s, &%s_); } else exceed();", prefix->times, prefix->after);
    return;
  }
  memcpy(e->at.slot, prefix->slots, sizeof e->at.slot);
  e->at.mover = prefix->turn.mover;
  e->at.next = prefix->turn.next;
  e->at.prev = prefix->turn.prev;
  e->at.from_what = 0;
  e->at.region = NULL;
  e->at.s = prefix->base;
  e->at.prefix = NULL;
  e->at.chosen = false;
  e->at.n_thens = 0;
  e->at.in_loop = e->at.opening = true;
  emit_line(e, "%s++;", prefix->times);
  emit_open(e, "%s", "");
  emit_moves(e, (int32_t)prefix->first);
  emit_close(e);
  e->at = old;
}

void emit_prefix(Emitter *e) { do_prefix(e, e->at.prefix); }

// Every move of effects has the first ones in front of it.
static void effects_then_next(Emitter *e, const Ins *in, const char *base, const char *q, const Context *outer) {
  Prefix prefix = {.first = (Ref)in->a[A_DO_AFTER_FIRST],
                   .base = base,
                   .after = q,
                   .times = emit_name(e, "o"),
                   .draws = e->plan->needs[in->a[A_DO_AFTER_FIRST]] & PART_CHANCE,
                   .slots = emit_keep_slots(e),
                   .turn = {outer->mover, outer->next, outer->prev},
                   .outer = outer->prefix};
  emit_line(e, "int %s = 0;", prefix.times);
  e->at.prefix = &prefix;
  emit_moves(e, in->a[A_DO_AFTER_NEXT]);
  if (game_has(e->game, GAME_DICE)) {
    emit_open(e, "if (!%s)", prefix.times);
    emit_prefix(e);
    emit_close(e);
  }
}

// The moves that follow are looked for on a copy of the state on which the first have been made. Whoever plays one
// makes the first again.
static void do_then_next(Emitter *e, const Ins *in, Ref ref) {
  int32_t first = in->a[A_DO_AFTER_FIRST];
  bool draws = e->plan->needs[first] & PART_CHANCE, acts = e->at.sink == SINK_ACTS;
  if (e->at.n_opens == EMIT_OPENS_MAX) emit_fail(e, "DO_AFTER inside others");
  if (draws && !acts && (e->at.in_loop || (e->at.sink != SINK_LIST && !e->at.ahead)))
    emit_fail(e, "chance while moves are looked for");
  if (e->plan->needs[in->a[A_DO_AFTER_NEXT]] & PART_CHANCE) emit_fail(e, "chance between moves and what follows them");
  if (e->why) return;
  const char *q = emit_name(e, "q"), *before = emit_name(e, "m"), *base = e->at.s;
  Context outer = e->at;
  if (!acts) {
    e->at.open_slots[e->at.n_opens] = emit_keep_slots(e);
    e->at.open_turn[e->at.n_opens] = (Turn){e->at.mover, e->at.next, e->at.prev};
    e->at.opens[e->at.n_opens++] = (Ref)first;
  }
  emit_open(e, "%s", "");
  if (acts && !draws && !strcmp(base, "s")) {
    base = emit_name(e, "q");
    emit_line(e, "S %s_; const S *%s = &%s_; try_state(&%s_, s);", base, base, base, base);
  }
  emit_line(e, "S %s_; const S *%s = &%s_; try_state(&%s_, %s);", q, q, q, q, e->at.s);
  if (draws && e->at.sink == SINK_FOUND) emit_line(e, "%s_.chance = *chance;", q);
  emit_open_state(e, (Ref)first, emit_text(e, "&%s_", q));
  if (draws && e->at.sink == SINK_FOUND) emit_line(e, "*chance = %s_.chance;", q);
  e->at.s = q;
  bool passes = game_has(e->game, GAME_DICE);
  if (acts) {
    effects_then_next(e, in, base, q, &outer);
    emit_close(e);
    return;
  }
  if (passes && e->at.n_filters) emit_fail(e, "a pass under a condition on the position afterwards");
  if (passes && e->at.sink == SINK_LIST) {
    emit_line(e, "const int %s = n;", before);
    e->at.list_only = e->at.in_order = true;  // a pass depends on how many there are
  }
  emit_moves(e, in->a[A_DO_AFTER_NEXT]);
  if (passes) {
    if (e->at.sink == SINK_LIST) emit_line(e, "n = keep_allowed(s, list, %s, n);", before);
    if (e->at.sink == SINK_LIST) emit_open(e, "if (n == %s)", before);
    e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO] = code_const(e, -1);
    emit_leaf(e, in, ref, true);
    if (e->at.sink == SINK_LIST) emit_close(e);
  }
  emit_close(e);
}

static void op_do_after(Emitter *e, const Ins *in, Ref ref) {
  Context old = e->at;
  if (e->at.sink == SINK_ACTS && in->a[A_DO_AFTER_IF])
    emit_fail(e, "effects under a condition on the position afterwards");
  if (e->why) return;
  bool skips = e->at.threats && in->a[A_DO_AFTER_IF] && holds_anyway(e, in->a[A_DO_AFTER_IF]);
  if (in->a[A_DO_AFTER_IF] && !skips) {
    if (e->at.n_filters == EMIT_THENS_MAX) emit_fail(e, "too many conditions on the position afterwards");
    if (e->why) return;
    e->at.tested[e->at.n_filters] = (Turn){e->at.mover, e->at.next, e->at.prev};
    e->at.test_slots[e->at.n_filters] = emit_keep_slots(e);
    e->at.filters[e->at.n_filters++] = (Ref)in->a[A_DO_AFTER_IF];
    if (e->at.n_filters > 1 && e->at.tested_without != e->at.n_thens) emit_fail(e, "conditions between consequences");
    e->at.tested_without = e->at.n_thens;
  }
  if (in->a[A_DO_AFTER_NEXT]) do_then_next(e, in, ref);
  else emit_moves(e, in->a[A_DO_AFTER_FIRST]);
  e->at = old;
}

// ---- moves tried out ----------------------------------------------------------------------------

// The moves that take the most pieces.
static void op_max_captures(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  Code value = emit_int_or(e, in->a[A_MAX_CAPTURES_WITH_VALUE], 0);
  if (!value.known || value.value) emit_fail(e, "MAX_CAPTURES by the value of what is taken");
  if (e->at.sink == SINK_FOUND && !e->at.only) {
    emit_moves(e, in->a[A_MAX_CAPTURES_BODY]);
    return;
  }
  if (e->at.sink != SINK_LIST) emit_fail(e, "MAX_CAPTURES of effects");
  if (e->at.n_filters || e->at.n_thens || e->at.n_opens || e->layout.to_remove || e->draws)
    emit_fail(e, "MAX_CAPTURES under conditions or with consequences");
  const char *start = emit_name(e, "m");
  emit_line(e, "const int %s = n;", start);
  e->at.list_only = true;
  emit_moves(e, in->a[A_MAX_CAPTURES_BODY]);
  emit_line(e, "n = keep_most(s, list, %s, keep_allowed(s, list, %s, n));", start, start);
  e->at = old;
}

// A condition on the position afterwards: that it is not the one that was stored.
static void op_avoid_stored(Emitter *e, const Ins *in, Ref ref) {
  Context old = e->at;
  if (e->at.sink == SINK_ACTS || e->at.n_filters == EMIT_THENS_MAX) emit_fail(e, "AVOID_STORED of effects");
  if (e->at.n_filters && e->at.tested_without != e->at.n_thens) emit_fail(e, "conditions between consequences");
  if (e->why) return;
  e->at.tested[e->at.n_filters] = (Turn){e->at.mover, e->at.next, e->at.prev};
  e->at.test_slots[e->at.n_filters] = emit_keep_slots(e);
  e->at.filters[e->at.n_filters++] = ref;
  e->at.tested_without = e->at.n_thens;
  emit_moves(e, in->a[A_AVOID_STORED_BODY]);
  e->at = old;
}

// ---- threats ------------------------------------------------------------------------------------

// A function that says whether a player could move to a site: by the given moves, or those of its phase.
static const char *threat_function(Emitter *e, int32_t moves, Player player, Player owner) {
  const char *key = emit_text(e, "threat %d %d %d %d", moves, player, owner, e->at.ahead),
             *made = emit_find_table(e, key);
  if (made) return made;
  const char *name = emit_name(e, "threat_");
  emit_note_table(e, key, name);
  Text body = {0}, *outer = e->out;
  int indent = e->indent;
  Context old = e->at;
  e->out = &body;
  e->indent = 0;
  text_printf(&e->prototypes, "static int %s(const S *s, int site);\n", name);
  emit_open(e, "static int %s(const S *s, int site)", name);
  if (!moves && e->game->n_phases > 1) emit_open(e, "switch (s->phase[%d])", player);
  for (int i = 0; i < (moves ? 1 : e->game->n_phases); i++) {
    Ref play = moves ? (Ref)moves : e->game->phases[i].play;
    if (!play) continue;
    if (!moves && e->game->n_phases > 1) emit_line(e, "case %d: {", i);
    e->indent++;
    e->at = emit_context(e, player);
    e->at.next = code_of("s->next", 0, e->game->players);
    e->at.prev = code_const(e, owner);
    e->at.threats = true;
    e->at.ahead = old.ahead;
    emit_root(&e->at);
    emit_line(e, "return %s;", emit_found(e, (int32_t)play, "site").text);
    e->indent--;
    if (!moves && e->game->n_phases > 1) emit_line(e, "}");
  }
  if (!moves && e->game->n_phases > 1) emit_close(e);
  emit_line(e, "return 0;");
  emit_close(e);
  e->out = outer;
  e->indent = indent;
  e->at = old;
  bool reads = strstr(body.p, "s->next") || strstr(body.p, "test_") || strstr(body.p, "can_move");
  if (reads) emit_note_table(e, emit_text(e, "next of %s", name), name);
  text_add(&e->functions, text_str(&body));
  text_free(&body);
  return name;
}

// Whether the threats depend on who is next, which the state may not say while it is asked what would be.
static bool threats_need_next(Emitter *e, int32_t moves, Player owner) {
  bool any = false;
  for (Player p = 1; p <= e->game->players && !e->why; p++) {
    if (p != owner) any |= emit_find_table(e, emit_text(e, "next of %s", threat_function(e, moves, p, owner))) != NULL;
  }
  const char *next = e->at.next.text;
  return any && strcmp(next, "s->next") != 0 && strcmp(next, emit_text(e, "%s->next", e->at.s)) != 0;
}

static Code op_threatened(Emitter *e, const Ins *in);

// One branch for everybody who may be next.
static Code threatened_by_next(Emitter *e, const Ins *in) {
  const char *found = emit_name(e, "f");
  Context old = e->at;
  emit_line(e, "int %s = 0;", found);
  emit_open(e, "switch (%s)", emit_next(e).text);
  for (Player p = 1; p <= e->game->players; p++) {
    emit_line(e, "case %d: {", p);
    e->indent++;
    e->at.next = code_const(e, p);
    emit_line(e, "%s = %s;", found, op_threatened(e, in).text);
    emit_line(e, "break;");
    emit_close(e);
    e->at = old;
  }
  emit_close(e);
  return code_of(found, 0, 1);
}

// The piece counts as standing there; where pieces are counted, an empty site still counts as empty too.
static void put_for_test(Emitter *e, const char *copy, const char *there, SiteType type, Player owner, const char *site,
                         int32_t what) {
  emit_open(e, "if (%s)", there);
  emit_line(e, "put%d_%d(&%s_, %s, %d);", type, owner, copy, site, what);
  if (e->layout.sites[type].count)
    emit_line(e, "if (r_has(%s->empty%d, %s)) r_add(&%s_.empty%d, %s);", e->at.s, type, site, copy, type, site);
  emit_close(e);
}

static Code op_threatened(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  if (e->at.threats) return code_const(e, 0);
  if (a[A_THREATENED_WHAT] && !e->at.next.known && (e->plan->needs[a[A_THREATENED_WHAT]] & PART_NEXT))
    return threatened_by_next(e, in);
  SiteType type = emit_type(e, a[A_THREATENED_TYPE]);
  Code what = a[A_THREATENED_WHAT] ? emit_int(e, a[A_THREATENED_WHAT]) : code_const(e, 0);
  if (e->stack_bound) emit_fail(e, "stacks");
  if (!a[A_THREATENED_WHAT]) emit_fail(e, "THREATENED of any piece");
  if (!what.known) emit_fail(e, "THREATENED of a piece found while playing");
  if (e->why || what.value < 1 || what.value >= e->game->n_components) return code_const(e, 0);
  Player owner = e->game->components[what.value].owner;
  bool put = e->game->site_type == SITE_CELL && !emit_stacking(e);  // off the board that stops the game
  const char *sites = put ? emit_region_to_put(e, a[A_THREATENED_SITES], type) : emit_region(e, a[A_THREATENED_SITES]);
  const char *found = emit_name(e, "f"), *copy = emit_name(e, "q");
  emit_line(e, "int %s = 0;", found);
  const char *site = emit_for_sites(e, emit_on_type(e, sites, type), type);
  const char *state = e->at.s;
  bool next = threats_need_next(e, a[A_THREATENED_MOVES], owner);
  if (next || put) {
    const char *there = emit_text(e, "%s != %d", emit_what(e, type, code_site(e, site, type)), what.value);
    emit_line(e, "S %s_; const S *%s = %s;", copy, copy, state);
    emit_open(e, "if (%s)", next ? "1" : there);
    emit_line(e, "%s_ = *%s; %s = &%s_;", copy, state, copy, copy);
    if (next) emit_line(e, "%s_.next = %s;", copy, e->at.next.text);
    if (put) put_for_test(e, copy, there, type, owner, site, what.value);
    emit_close(e);
    state = copy;
  }
  for (Player p = 1; p <= e->game->players && !e->why; p++) {
    if (p == owner) continue;
    emit_line(e, "if (%s(%s, %s)) { %s = 1; break; }", threat_function(e, a[A_THREATENED_MOVES], p, owner), state, site,
              found);
  }
  emit_close(e);
  return code_of(found, 0, 1);
}

const EmitRow emit_test_rows[] = {
    {OP_DO_AFTER, .as_moves = op_do_after},
    {OP_MAX_CAPTURES, .as_moves = op_max_captures},
    {OP_AVOID_STORED, .as_moves = op_avoid_stored},
    {OP_THREATENED, .as_int = op_threatened},
    {0},
};
