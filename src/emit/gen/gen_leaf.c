// Single moves: chosen from a list or a set, made, or only found; and what goes with them.
#include "emit/emit_internal.h"

#include "rules/effects.h"
#include "rules/operand_table.h"
#include "state/act/moves.h"

// ---- effects and consequences -------------------------------------------------------------------

// Whether what reads these parts can tell what was written.
static bool depends(uint32_t reads, uint32_t done) {
  return (reads & done & ~SLOT_BITS) || ((reads & PART_TRIES) && done);
}

static bool is_loop(int op) {
  return op == OP_FOR_SITES || op == OP_FOR_INTS || op == OP_FOR_RANGE || op == OP_FOR_MASK || op == OP_CUSTODIAL ||
         op == OP_ENCLOSE || op == OP_SURROUND || op == OP_INTERVENE || op == OP_DIRECTIONAL || op == OP_ADD_PIECE ||
         op == OP_FOR_PIECES || op == OP_REMOVE_SITES || op == OP_FROM_TO || op == OP_FOR_DIRECTIONS ||
         op == OP_FOR_GROUPS;
}

// A placement on the site the lines begin at, and the piece that was caught turned over: that one is another site, and
// nothing else is read.
static bool adds_and_flips(const Emitter *e, const Ins *custodial) {
  const Ins *effect = emit_ins(e, custodial->a[A_CUSTODIAL_EFFECT]),
            *from = emit_ins(e, custodial->a[A_CUSTODIAL_FROM]);
  if (effect->op != OP_COMBINE || from->op != OP_SLOT) return false;
  const Ins *add = emit_ins(e, effect->a[A_COMBINE_A]), *flip = emit_ins(e, effect->a[A_COMBINE_B]);
  if (add->op != OP_ADD_PIECE || flip->op != OP_FLIP || add->a[A_ADD_PIECE_EFFECT] || add->a[A_ADD_PIECE_IF])
    return false;
  const Ins *region = emit_ins(e, add->a[A_ADD_PIECE_REGION]);
  if (region->op != OP_REGION_OF_INTS) return false;
  const Ins *list = emit_ins(e, region->a[A_REGION_OF_INTS_VALUES]);
  if (list->op != OP_INTS_LIST || list->n != 1) return false;
  const Ins *at = emit_ins(e, list->a[A_INTS_LIST_ITEMS]), *turned = emit_ins(e, flip->a[A_FLIP_SITE]);
  return at->op == OP_SLOT && at->a[A_SLOT_SLOT] == from->a[A_SLOT_SLOT] && turned->op == OP_SLOT &&
         turned->a[A_SLOT_SLOT] == SLOT_BETWEEN;
}

// Whether something a statement evaluates may depend on what it has done already. *done: what was written so far.
static bool reads_own_writes(const Emitter *e, int32_t ref, uint32_t *done) {
  const Ins *in = emit_ins(e, ref);
  if (in->op == OP_CUSTODIAL && !*done && adds_and_flips(e, in)) {
    *done |= PART_SITES;
    return false;
  }
  if (in->op == OP_SOW) {  // it finds out everything before it moves a seed
    bool late = depends(e->plan->needs[ref], *done);
    *done |= ~(uint32_t)SLOT_BITS;
    return late;
  }
  // An instruction that makes one thing of what it found first is safe by itself.
  bool loop = is_loop(in->op) && in->op != OP_REMOVE_SITES && in->op != OP_ADD_PIECE;
  bool found_first = in->op == OP_CUSTODIAL || in->op == OP_ENCLOSE || in->op == OP_SURROUND || in->op == OP_INTERVENE;
  bool clash = depends(ins_reads(in), *done);
  for (int pass = 0; pass < (loop ? 2 : 1) && !clash; pass++) {
    for (int i = 0; i < in->n && !clash; i++) {
      if (!in->a[i] || !operand_ref_at(in, i)) continue;
      bool moves = operand_moves_at(in, i);
      if (pass > 0 && found_first && !moves) continue;
      if (operand_later_at(in, i)) *done |= ~(uint32_t)SLOT_BITS;
      else if (moves) clash = reads_own_writes(e, in->a[i], done);
      else clash = depends(e->plan->needs[in->a[i]], *done);
    }
    *done |= ins_writes(in);
  }
  return clash;
}

// Runs a statement as effects. Where it reads what it changes, it reads the state as it was before.
static void run_effects(Emitter *e, int32_t ref) {
  Context old = e->at;
  uint32_t done = 0;
  bool copy = !strcmp(e->at.s, "s") && reads_own_writes(e, ref, &done);  // another state stays as it is anyway
  e->at.sink = SINK_ACTS;
  e->at.prefix = NULL;
  e->at.acted = NULL;
  e->at.chosen = false;
  e->at.n_thens = 0;
  e->at.n_filters = 0;
  e->at.in_loop = true;
  emit_open(e, "%s", "");
  if (copy) {
    const char *name = emit_name(e, "q");
    emit_line(e, "S %s_; const S *%s = &%s_; try_state(&%s_, s);", name, name, name, name);
    e->at.s = name;
  }
  emit_moves(e, ref);
  emit_close(e);
  e->at = old;
}

// The slots of a move that is being made, as part of a key; NULL where some are not parts of it.
static const char *move_key(Emitter *e, int32_t ref) {
  uint32_t free = emit_free_slots(e, ref);
  const char *turn = emit_turn_key(e), *key = turn ? emit_text(e, "effect %d %d %s", ref, e->at.from_what, turn) : NULL;
  if (!e->at.chosen || strcmp(e->at.s, "s") != 0 || e->at.region || e->at.facing || e->at.hurdles.text) return NULL;
  for (int k = 0; k < SLOT_COUNT && key; k++) {
    const char *text = e->at.slot[k].text;
    bool part = e->at.slot[k].known || !strcmp(text, "from") || !strcmp(text, "to") || !strncmp(text, "m.x[", 4);
    if ((free >> k & 1) && !part) return NULL;
    key = emit_text(e, "%s %s", key, part ? text : "?");
    if ((free >> k & 1) && !e->at.slot[k].known)
      key = emit_text(e, "%s %d..%d", key, e->at.slot[k].min, e->at.slot[k].max);
  }
  return key;
}

void emit_effect(Emitter *e, int32_t ref) {
  Outline outline;
  if (!ref) return;
  // A function that has them makes them: what is only noted is written where it is noted.
  const char *key = e->notes_only ? NULL : move_key(e, ref), *name = key ? emit_outline_begin(e, &outline, key) : NULL;
  if (!name) run_effects(e, ref);
  if (key && !name) name = emit_outline_end(e, &outline, "void", "S *s, Move m, int from, int to", "");
  if (name) emit_line(e, "%s(s, m, from, to);", name);
}

static void clear_slots(Emitter *e) {
  for (int i = 0; i < SLOT_COUNT; i++) e->at.slot[i] = code_const(e, GAME_OFF);
  e->at.from_what = 0;
  e->at.region = NULL;
}

// Effects that depend on the state only, in a function for all who have the same.
static void shared_effects(Emitter *e, int32_t ref) {
  Outline outline;
  const char *key = e->at.hurdles.text || e->at.only || e->at.variant ? NULL : emit_state_key(e, "then", ref),
             *name = key ? emit_outline_begin(e, &outline, key) : NULL;
  if (!name) run_effects(e, ref);
  if (key && !name) name = emit_outline_end(e, &outline, "void", "S *s", "");
  if (name) emit_line(e, "%s(s);", name);
}

void emit_consequence(Emitter *e, int32_t ref) {
  Context old = e->at;
  clear_slots(e);
  e->at.s = "s";
  e->at.mover = e->at.root_mover;
  e->at.next = e->at.root_next;
  e->at.prev = e->at.root_prev;
  if (e->sets_next) e->at.next = code_of("s->next", 0, e->game->players);
  e->at.may_draw = true;
  shared_effects(e, ref);
  e->at = old;
}

void emit_thens(Emitter *e) {
  if (e->notes_only) return;
  for (int i = 0; i < e->at.n_thens; i++) emit_consequence(e, (int32_t)e->at.thens[i]);
}

void emit_note_sites(Emitter *e, const char *from, const char *to) {
  if (e->tracks_after) emit_line(e, "s->act_from = %s; s->act_to = %s;", from, to);
}

// What kind of sites a move chosen by an instruction comes from and goes to; -1: none.
static bool types_of(const Ins *in, int32_t *decision, int32_t *from, int32_t *to) {
  static const struct {
    Op op;
    int decision, from, to;
  } known[] = {
      {OP_MOVE_PIECE, A_MOVE_PIECE_DECISION, A_MOVE_PIECE_TYPE, A_MOVE_PIECE_TYPE},
      {OP_FROM_TO, A_FROM_TO_DECISION, A_FROM_TO_TYPE_FROM, A_FROM_TO_TYPE_TO},
      {OP_HOP, A_HOP_DECISION, A_HOP_TYPE, A_HOP_TYPE},
      {OP_SLIDE, A_SLIDE_DECISION, A_SLIDE_TYPE, A_SLIDE_TYPE},
      {OP_LEAP_TO, A_LEAP_TO_DECISION, A_LEAP_TO_TYPE, A_LEAP_TO_TYPE},
      {OP_ADD_PIECE, A_ADD_PIECE_DECISION, A_ADD_PIECE_TYPE, A_ADD_PIECE_TYPE},
      {OP_REMOVE_SITE, A_REMOVE_SITE_DECISION, A_REMOVE_SITE_TYPE, A_REMOVE_SITE_TYPE},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (known[i].op != in->op) continue;
    *decision = in->a[known[i].decision];
    *from = in->a[known[i].from];
    *to = in->a[known[i].to];
    return true;
  }
  return false;
}

void emit_level_before(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  int32_t decision = 1, from, to;
  if (!e->last_levels) return;
  bool passes = in->op == OP_PASS || in->op == OP_DO_AFTER, selects = in->op == OP_SELECT && !a[A_SELECT_TO];
  bool named = in->op == OP_FROM_TO && (a[A_FROM_TO_LEVEL_TO] || a[A_FROM_TO_COUNT]);
  bool known = passes || selects || types_of(in, &decision, &from, &to);
  if (!known || !decision || named || !e->tall) {
    emit_fail(e, "LAST_LEVEL after %s", op_info[in->op].name);
    return;
  }
  const char *level = "0";  // the actions of most moves do not name one: the lowest
  if (selects) {
    const char *top = emit_text(e, "s->height%d[from] - 1", emit_type(e, a[A_SELECT_TYPE_FROM]));
    level = a[A_SELECT_LEVEL] ? emit_int(e, a[A_SELECT_LEVEL]).text : top;
  } else if (in->op == OP_ADD_PIECE) {
    level = emit_text(e, "s->height%d[to]", emit_type(e, a[A_ADD_PIECE_TYPE]));
  } else if (in->op == OP_REMOVE_SITE && a[A_REMOVE_SITE_LEVEL]) {  // the top is not named either
    Code at = emit_bind(e, emit_int(e, a[A_REMOVE_SITE_LEVEL]));
    level = emit_text(e, "%s == s->height%d[to] - 1 ? 0 : %s", at.text, emit_type(e, a[A_REMOVE_SITE_TYPE]), at.text);
  }
  emit_line(e, "const int went_to = %s;", level);
}

void emit_note_types(Emitter *e, const Ins *in) {
  int32_t decision = 1, from = -1, to = -1;
  if (e->last_levels) emit_line(e, "s->last_level = went_to < 0 ? 0 : (i16)went_to;");
  if (!e->last_types) return;
  bool passes = in->op == OP_PASS || in->op == OP_DO_AFTER;
  if ((!passes && !types_of(in, &decision, &from, &to)) || !decision) {
    emit_fail(e, "LAST_TYPE after %s", op_info[in->op].name);
    return;
  }
  if (passes) emit_line(e, "s->last_type[0] = s->last_type[1] = -1;");
  else
    emit_line(e, "s->last_type[0] = %s; s->last_type[1] = %s;", emit_type_of(e, (int)emit_type(e, from), "from"),
              emit_type_of(e, (int)emit_type(e, to), "to"));
}

void emit_acts(Emitter *e, const Ins *in, Ref ref) {
  if (e->notes_only && !emit_is_counted(in->op)) return;
  const EmitRow *row = e->rows[in->op];
  if (!row || !row->as_acts) {
    emit_fail(e, "%s as an effect", op_info[in->op].name);
    return;
  }
  bool named = in->op == OP_ACTION && in->a[A_ACTION_TO] && e->tracks_after;
  Code site = named ? emit_bind(e, emit_int(e, in->a[A_ACTION_TO])) : (Code){0};
  row->as_acts(e, in, ref);
  // Moves know where they come from; what is done to one site has no other.
  bool moves = in->op == OP_MOVE_PIECE || in->op == OP_FROM_TO || in->op == OP_SLIDE || in->op == OP_HOP ||
               in->op == OP_LEAP_TO || in->op == OP_SELECT;
  bool sites = moves || in->op == OP_ADD_PIECE || in->op == OP_REMOVE_SITE || in->op == OP_REMOVE_SITES ||
               in->op == OP_PROMOTE || in->op == OP_FLIP || in->op == OP_SHOOT;
  if (sites) emit_note_sites(e, e->at.slot[moves ? SLOT_FROM : SLOT_TO].text, e->at.slot[SLOT_TO].text);
  else if (named) emit_line(e, "if (%s >= 0) s->act_from = s->act_to = %s;", site.text, site.text);
}

// ---- choices ------------------------------------------------------------------------------------

Slot emit_slot_alias(const Context *at, Slot slot) {
  if (slot != SLOT_TO && !strcmp(at->slot[slot].text, at->slot[SLOT_TO].text)) return SLOT_TO;
  if (slot != SLOT_FROM && !strcmp(at->slot[slot].text, at->slot[SLOT_FROM].text)) return SLOT_FROM;
  return slot;
}

static bool same_code(const Code *a, const Code *b) {
  return a->known == b->known && (a->known ? a->value == b->value : !strcmp(a->text, b->text));
}

static bool same_turn(const Turn *a, const Turn *b) {
  return same_code(&a->mover, &b->mover) && same_code(&a->next, &b->next) && same_code(&a->prev, &b->prev);
}

// Whether slots kept for an instruction are known alike: the others are parts of the move.
static bool same_kept(const Emitter *e, Ref ref, const Code *a, const Code *b) {
  uint32_t free = emit_free_slots(e, (int32_t)ref);
  for (int k = 0; k < SLOT_COUNT; k++) {
    if ((free >> k & 1) && (a[k].known != b[k].known || (a[k].known && a[k].value != b[k].value))) return false;
  }
  return true;
}

static bool same_context(const Emitter *e, const Context *a, const Context *b) {
  if (a->variant != b->variant || a->threats != b->threats || a->ahead != b->ahead || a->n_thens != b->n_thens ||
      a->n_filters != b->n_filters || a->from_what != b->from_what || a->n_opens != b->n_opens ||
      a->dice_in != b->dice_in || !a->hurdles.text != !b->hurdles.text || a->placed != b->placed)
    return false;
  for (int i = 0; i < a->n_thens; i++) {
    if (a->thens[i] != b->thens[i]) return false;
  }
  for (int i = 0; i < a->n_filters; i++) {
    if (a->filters[i] != b->filters[i] || !same_turn(&a->tested[i], &b->tested[i])) return false;
    if (!same_kept(e, a->filters[i], a->test_slots[i], b->test_slots[i])) return false;
  }
  for (int i = 0; i < a->n_opens; i++) {
    if (!same_turn(&a->open_turn[i], &b->open_turn[i])) return false;
    if (a->opens[i] != b->opens[i] || !same_kept(e, a->opens[i], a->open_slots[i], b->open_slots[i])) return false;
  }
  for (int i = 0; i < SLOT_COUNT; i++) {
    if (emit_slot_alias(a, (Slot)i) != emit_slot_alias(b, (Slot)i)) return false;
    if (a->slot[i].known != b->slot[i].known || (a->slot[i].known && a->slot[i].value != b->slot[i].value))
      return false;
  }
  return a->what.known == b->what.known && a->what.value == b->what.value && a->mover.known == b->mover.known &&
         a->mover.value == b->mover.value && a->root_mover.value == b->root_mover.value &&
         a->root_mover.known == b->root_mover.known;
}

const Code *emit_keep_slots(Emitter *e) {
  Code *kept = arena_alloc(e->arena, sizeof e->at.slot);
  memcpy(kept, e->at.slot, sizeof e->at.slot);
  return kept;
}

// The move keeps the slots that an instruction reads and that are not known now.
static void add_kept(Emitter *e, Generator *g, Ref ref, const Code *slots, int extra) {
  uint32_t free = emit_free_slots(e, (int32_t)ref);
  for (int k = 0; k < SLOT_COUNT; k++) {
    if (!(free >> k & 1) || slots[k].known) continue;
    if (g->n_extra == EMIT_EXTRA_MAX) emit_fail(e, "a move with too many parts");
    else g->extra[g->n_extra++] = extra + k;
  }
}

void emit_bind_kept(Emitter *e, const Generator *g, Ref ref, const Code *slots, int extra) {
  uint32_t free = emit_free_slots(e, (int32_t)ref);
  for (int k = 0; k < SLOT_COUNT; k++) {
    e->at.slot[k] = slots[k];
    if (!slots[k].known && !(free >> k & 1)) e->at.slot[k] = code_of("before_slot", 0, 0);
    for (int i = 0; i < g->n_extra; i++) {
      if (g->extra[i] == extra + k) e->at.slot[k].text = emit_text(e, "m.x[%d]", i);
    }
  }
  e->at.from_what = 0;
}

// What a move keeps in this place.
static const Code *extra_code(const Context *at, int extra) {
  if (extra == EMIT_EXTRA_WHAT) return &at->what;
  if (extra == EMIT_EXTRA_HURDLES) return &at->hurdles;
  if (extra == EMIT_EXTRA_DICE) return &at->dice;
  if (extra < SLOT_COUNT) return &at->slot[extra];
  bool test = extra >= EMIT_EXTRA_TEST;
  int k = extra - (test ? EMIT_EXTRA_TEST : EMIT_EXTRA_OPEN);
  return &(test ? at->test_slots : at->open_slots)[k / SLOT_COUNT][k % SLOT_COUNT];
}

// ---- generators ---------------------------------------------------------------------------------

static bool covers(const Code *a, const Code *b) { return a->min <= b->min && a->max >= b->max; }

static void widen(Code *a, const Code *b) {
  a->min = MIN(a->min, b->min);
  a->max = MAX(a->max, b->max);
}

// Whether all that a move of one can have in its slots and parts is what a move of the other can have.
static bool covers_all(const Generator *a, const Generator *b) {
  bool covered = covers(&a->at.what, &b->at.what) && covers(&a->at.hurdles, &b->at.hurdles);
  for (int k = 0; k < SLOT_COUNT; k++) covered &= covers(&a->at.slot[k], &b->at.slot[k]);
  return covered;
}

static bool same_parts(const Generator *a, const Generator *b) {
  if (a->n_extra != b->n_extra) return false;
  for (int i = 0; i < a->n_extra; i++) {
    bool kept = a->extra[i] >= EMIT_EXTRA_OPEN;
    if (a->extra[i] != b->extra[i]) return false;
    if (kept && !covers(extra_code(&a->at, a->extra[i]), extra_code(&b->at, b->extra[i]))) return false;
  }
  return true;
}

// Whether a generator makes the moves of another one, too. What their parts can be grows as long as it is not written.
static bool takes_in(Emitter *e, size_t number, const Generator *g) {
  Generator *have = &e->generators.at[number];
  bool same = have->ref == g->ref && have->pass == g->pass && same_context(e, &have->at, &g->at) && same_parts(have, g);
  if (!same || covers_all(have, g)) return same;
  if (number < e->generators_written) return false;
  for (int k = 0; k < SLOT_COUNT; k++) widen(&have->at.slot[k], &g->at.slot[k]);
  widen(&have->at.what, &g->at.what);
  widen(&have->at.hurdles, &g->at.hurdles);
  return true;
}

static int add_generator(Emitter *e, const Ins *in, Ref ref, bool pass) {
  Generator g = {.in = in, .ref = ref, .at = e->at, .pass = pass};
  uint32_t free = emit_free_slots(e, (int32_t)ref) & ~(1u << SLOT_FROM | 1u << SLOT_TO);
  if (in->op == OP_HOP) free |= 1u << SLOT_BETWEEN;
  for (int i = 0; i < SLOT_COUNT; i++) {
    if (!(free >> i & 1) || e->at.slot[i].known || emit_slot_alias(&e->at, (Slot)i) != (Slot)i) continue;
    if (g.n_extra == EMIT_EXTRA_MAX) emit_fail(e, "a move with too many parts");
    else g.extra[g.n_extra++] = i;
  }
  if (e->at.hurdles.text && g.n_extra < EMIT_EXTRA_MAX) g.extra[g.n_extra++] = EMIT_EXTRA_HURDLES;
  bool full = g.n_extra + (e->at.dice.text != NULL) >= EMIT_EXTRA_MAX;
  if (full && !e->at.what.known && e->at.what.text) emit_fail(e, "a move with too many parts");
  if (!full && !e->at.what.known && e->at.what.text) g.extra[g.n_extra++] = EMIT_EXTRA_WHAT;
  if (e->at.dice.text && g.n_extra < EMIT_EXTRA_MAX) g.extra[g.n_extra++] = EMIT_EXTRA_DICE;
  for (int i = 0; i < e->at.n_opens; i++)
    add_kept(e, &g, e->at.opens[i], e->at.open_slots[i], EMIT_EXTRA_OPEN + i * SLOT_COUNT);
  for (int i = 0; i < e->at.n_filters; i++)
    add_kept(e, &g, e->at.filters[i], e->at.test_slots[i], EMIT_EXTRA_TEST + i * SLOT_COUNT);
  e->extra = MAX(e->extra, g.n_extra);
  for (int i = 0; i < g.n_extra; i++) {
    const Code *code = extra_code(&e->at, g.extra[i]);
    e->wide_moves |= code->min < INT16_MIN || code->max > INT16_MAX;
  }
  for (size_t i = 0; i < e->generators.n; i++) {
    if (takes_in(e, i, &g)) return (int)i;
  }
  VEC_PUSH(&e->generators, g);
  return (int)e->generators.n - 1;
}

// A move of a generator, which it names or, where only that generator gets it, does not.
static const char *move_text(Emitter *e, int number, bool named) {
  const Generator *g = &e->generators.at[number];
  Text text = {0};
  const char *name = named ? emit_shared_generator(e, number) : "0";
  text_printf(&text, "(Move){%s, %s, %s", name, e->at.slot[SLOT_FROM].text, e->at.slot[SLOT_TO].text);
  for (int i = 0; i < g->n_extra; i++)
    text_printf(&text, "%s%s", i ? ", " : ", {", extra_code(&e->at, g->extra[i])->text);
  text_puts(&text, g->n_extra ? "}}" : "}");
  const char *copy = arena_text(e->arena, text_str(&text));
  text_free(&text);
  return copy;
}

static void found_one(Emitter *e) {
  emit_line(e, "%s = 1;", e->at.found);
  emit_line(e, "goto %s_end;", e->at.found);
}

// Whether a move that is tried out, or a condition on the position afterwards, depends on who moved before: also where
// the mover moves once more.
static bool trial_asks_turn(const Emitter *e, Ref ref) {
  uint32_t needs = e->plan->needs[ref], tests = 0;
  for (int i = 0; i < e->at.n_thens; i++) needs |= e->plan->needs[e->at.thens[i]];
  for (int i = 0; i < e->at.n_filters; i++) tests |= e->plan->needs[e->at.filters[i]];
  bool situation = e->game->meta.no_repeat & (REPEAT_SITUATIONAL | REPEAT_SITUATIONAL_IN_TURN);
  return situation || ((needs | tests) & PART_PREV) || (e->sets_next && (tests & PART_NEXT));
}

// A move that is only looked for is tested on the state that is read, where what comes first has been done already.
static int tested_generator(Emitter *e, const Ins *in, Ref ref, bool pass) {
  e->ahead_tested |= e->at.ahead && trial_asks_turn(e, ref);
  int opens = e->at.n_opens;
  e->at.n_opens = 0;
  int number = add_generator(e, in, ref, pass);
  e->at.n_opens = opens;
  return number;
}

// Whether the move passes the tests on the position afterwards: functions that are for moves of all kinds ask by
// number.
static const char *tested_text(Emitter *e, int number) {
  const char *move = move_text(e, number, e->compact);
  return e->shared ? emit_text(e, "allowed(%s, %s)", e->at.s, move)
                   : emit_text(e, "test_%d(%s, %s)", number, e->at.s, move);
}

static void find_move(Emitter *e, const Ins *in, Ref ref, bool pass) {
  emit_near_leaf(e);
  bool tested = e->at.n_filters || (e->game->meta.no_repeat && !pass && !e->at.only);
  if (e->at.only) emit_open(e, "if (%s == %s)", e->at.slot[SLOT_TO].text, e->at.only);
  if (tested) emit_open(e, "if (%s)", tested_text(e, tested_generator(e, in, ref, pass)));
  found_one(e);
  if (tested) emit_close(e);
  if (e->at.only) emit_close(e);
}

static void note_move(Emitter *e, const Ins *in, Ref ref, bool pass) {
  Code site = e->at.slot[e->at.ends ? SLOT_TO : SLOT_FROM];
  if (e->at.n_filters) {
    int number = tested_generator(e, in, ref, pass);
    emit_open(e, "if (test_%d(%s, %s))", number, e->at.s, move_text(e, number, e->compact));
  }
  emit_line(e, "%s |= r_maybe(%s);", e->at.found, site.text);
  if (e->at.n_filters) emit_close(e);
}

// Where all players move at once, nobody chooses such a move.
static bool is_nobodys(const Ins *in) {
  return in->op == OP_ACTION && !action_has_mover((ActionKind)in->a[A_ACTION_KIND]);
}

// Pieces act in the order in which they came, which native code mostly does not know.
static void note_piece(Emitter *e, Ref ref) {
  const char *acted = e->at.acted, *from = e->at.piece.text;
  if (!acted || !(e->at.n_thens || emit_shows_order(e, (int32_t)ref))) return;
  emit_line(e, "if (%s >= 0 && %s != %s) exceed();", acted, acted, from);
  emit_line(e, "%s = %s;", acted, from);
}

void emit_leaf(Emitter *e, const Ins *in, Ref ref, bool pass) {
  switch (e->at.sink) {
    case SINK_LIST: {
      if (emit_choosing(e) && !e->at.made_by.known && is_nobodys(in)) break;
      int number = add_generator(e, in, ref, pass);
      if (emit_choosing(e) && !e->at.made_by.known) emit_line(e, "if (s->mover == %d)", e->chooser);
      emit_line(e, "if (n < MOVES_MAX) list[n++] = %s; else exceed();", move_text(e, number, true));
      break;
    }
    case SINK_ACTS:
      note_piece(e, ref);
      emit_prefix(e);
      emit_acts(e, in, ref);
      emit_thens(e);
      break;
    case SINK_FOUND: find_move(e, in, ref, pass); break;
    case SINK_SITES: note_move(e, in, ref, pass); break;
  }
}

static bool is_field(const char *text) {
  if (strncmp(text, "s->", 3) != 0) return false;
  for (text += 3; *text; text++) {
    bool word = (*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9') || *text == '_';
    if (!word) return false;
  }
  return true;
}

// Whether the moves of an instruction need more than FROM and TO: such are listed.
static bool has_extra(const Emitter *e, Ref ref) {
  uint32_t free = emit_free_slots(e, (int32_t)ref) & ~(1u << SLOT_FROM | 1u << SLOT_TO);
  for (int i = 0; i < SLOT_COUNT; i++) {
    if ((free >> i & 1) && !e->at.slot[i].known && strcmp(e->at.slot[i].text, "to") != 0 &&
        strcmp(e->at.slot[i].text, "from") != 0)
      return true;
  }
  for (int i = 0; i < e->at.n_opens; i++) {
    uint32_t kept = emit_free_slots(e, (int32_t)e->at.opens[i]);
    for (int k = 0; k < SLOT_COUNT; k++) {
      if ((kept >> k & 1) && !e->at.open_slots[i][k].known) return true;
    }
  }
  return (!e->at.what.known && e->at.what.text) || e->at.dice.text || e->at.hurdles.text;
}

bool emit_only_found(const Emitter *e) {
  return e->at.sink == SINK_FOUND && !e->at.n_filters && (e->at.only || !e->game->meta.no_repeat);
}

bool emit_tests_drawn(const Emitter *e) {
  bool tested = e->at.n_filters || e->game->meta.no_repeat;
  return tested && e->at.sink == SINK_LIST && !e->at.in_loop && !e->at.in_order && !e->longest;
}

void emit_leaf_set(Emitter *e, const Ins *in, Ref ref, const char *set, int delta) {
  if (emit_only_found(e)) {
    emit_near_leaf(e);
    const char *found = e->at.only ? emit_text(e, "r_has(%s, %s)", emit_region_value(e, set), e->at.only)
                                   : emit_text(e, "r_any(%s)", set);
    emit_open(e, "if (%s)", found);
    found_one(e);
    emit_close(e);
    return;
  }
  bool tested = in->op == OP_ADD_PIECE && emit_tests_drawn(e);
  bool plain = !e->at.list_only && !e->at.n_filters;
  if (e->at.sink == SINK_LIST && !e->at.in_loop && (plain || tested) && !has_extra(e, ref)) {
    const char *name = emit_text(e, "set%d", (int)e->sets.n);
    e->at.slot[SLOT_FROM] = code_of("from", 0, e->bits - 1);
    e->at.slot[SLOT_TO] = code_of("to", 0, e->bits - 1);
    MoveSet one = {.name = name, .delta = delta, .extra = "", .tested = tested};
    if (in->op == OP_HOP) one.extra = emit_text(e, ", {%s}", e->at.slot[SLOT_BETWEEN].text);
    const char *places = tested ? NULL : emit_stack_places(e, set);
    if (places) {
      set = places;
      one.levels = e->stack_bound + 1;
      one.extra = ", {place}";
      e->extra = MAX(e->extra, 1);
    }
    e->at.placed = places;
    one.generator = add_generator(e, in, ref, false);
    e->at.placed = false;
    if (is_field(set) && !tested) {  // a set of the state itself needs no copy
      one.at = emit_text(e, "&%s", set);
      emit_line(e, "n%s = at_count(%s);", name, one.at);
    } else {
      one.at = emit_text(e, "&%s", name);
      emit_line(e, "%s = %s;", name, set);
      emit_line(e, "n%s = r_count(%s);", name, name);
    }
    VEC_PUSH(&e->sets, one);
    return;
  }
  Context old = e->at;
  const char *to = emit_for_sites(e, set, e->game->site_type);
  e->at.slot[SLOT_TO] = code_of(to, 0, e->bits - 1);
  e->at.slot[SLOT_FROM] = delta ? code_of(emit_text(e, "(%s - %d)", to, delta), 0, e->bits - 1) : e->at.slot[SLOT_TO];
  e->at.in_loop = true;
  emit_leaf(e, in, ref, false);
  emit_close(e);
  e->at = old;
}

void emit_leaf_bunch(Emitter *e, const Ins *in, Ref ref, const char *set, SiteType type) {
  Context old = e->at;
  if (emit_only_found(e)) {
    emit_leaf_set(e, in, ref, set, 0);
    return;
  }
  e->at.slot[SLOT_TO] = code_of("to", 0, e->bits - 1);
  bool plain = e->at.sink == SINK_LIST && !e->at.list_only && !e->at.n_filters && !has_extra(e, ref);
  if (plain) {
    int number = add_generator(e, in, ref, false);
    e->bunch_generator = e->bunch_generator == -1 || e->bunch_generator == number ? number : -2;
    emit_line(e, "BUNCH(%d, %s, %s);", number, e->at.slot[SLOT_FROM].text, set);
    e->at = old;
    return;
  }
  const char *site = emit_for_sites(e, set, type);
  e->at.in_loop = true;
  e->at.slot[SLOT_TO] = code_site(e, site, type);
  emit_leaf(e, in, ref, false);
  emit_close(e);
  e->at = old;
}

// ---- questions ----------------------------------------------------------------------------------

static Code find_any(Emitter *e, int32_t ref, const char *only);

// Where there are many kinds of pieces the question is a function for all who ask it.
Code emit_found(Emitter *e, int32_t ref, const char *only) {
  enum { KINDS_LEAST = 17 };
  const char *key = NULL, *state = e->at.s;
  e->at.s = "s";
  if (e->game->n_components >= KINDS_LEAST && !only && !e->draws) key = emit_state_key(e, "found", ref);
  e->at.s = state;
  if (!key) return find_any(e, ref, only);
  Outline outline;
  const char *name = emit_outline_begin(e, &outline, key);
  if (!name) {
    Context old = e->at;
    Near *near = e->near;
    e->near = NULL;
    e->at.s = "s";
    e->at.from_what = 0;
    const char *found = find_any(e, ref, NULL).text;
    e->at = old;
    e->near = near;
    name = emit_outline_end_always(e, &outline, "int", "const S *s", emit_text(e, "  return %s;\n", found));
  }
  return code_of(emit_text(e, "%s(%s)", name, state), 0, 1);
}

static Code find_any(Emitter *e, int32_t ref, const char *only) {
  Context old = e->at;
  const char *found = emit_name(e, "f");
  emit_line(e, "int %s = 0;", found);
  emit_open(e, "%s", "");
  e->at.sink = SINK_FOUND;
  e->at.found = found;
  e->at.prefix = NULL;
  e->at.only = only;
  e->at.n_thens = 0;
  e->at.n_filters = 0;
  emit_moves(e, ref);
  emit_close(e);
  emit_line(e, "%s_end:;", found);
  e->at = old;
  return code_of(found, 0, 1);
}
