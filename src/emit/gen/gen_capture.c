// Captures: effects on pieces caught between, around or along others. What is caught is found first, as a set; then
// the effect runs for each of its sites.
#include "emit/emit_internal.h"

static bool reads(const Emitter *e, int32_t ref, Slot slot) { return ref && emit_reads_slot(e, ref, slot); }

// A condition at a site: by its set, or evaluated there.
static const char *holds_at(Emitter *e, int32_t cond, const char *set, Slot slot, Code site) {
  if (!cond) return "1";
  if (set) return emit_text(e, "r_has(%s, %s)", set, site.text);
  Code old = e->at.slot[slot];
  e->at.slot[slot] = site;
  const char *text = emit_cond(e, cond);
  e->at.slot[slot] = old;
  return text;
}

static const char *named_set(Emitter *e, int32_t cond, Slot slot, SiteType type) {
  const char *set = cond ? emit_set(e, cond, slot, type) : NULL;
  return set ? emit_region_value(e, set) : NULL;
}

// Lists of pieces change with the order in which pieces are taken: that of two or more from one list, unless all go.
// (What is left of a roll stays as it is.)
const char *emit_lists_before(Emitter *e, SiteType type) {
  if (!e->lists || !e->layout.sites[type].order) return NULL;
  const char *name = emit_name(e, "n");
  emit_line(e, "u16 %s[%d]; __builtin_memcpy(%s, s->order_n%d, sizeof %s);", name, e->game->n_lists, name, type, name);
  return name;
}

void emit_lists_after(Emitter *e, SiteType type, const char *before) {
  if (!before) return;
  emit_open(e, "for (int l = 0; l < %d; l++)", e->game->n_lists);
  emit_line(e, "const int left = s->order_n%d[l], gone = %s[l] - left;", type, before);
  emit_line(e, "if ((gone > 1 && left) || gone < -1) exceed();");
  emit_close(e);
}

bool emit_shows_order(const Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  switch ((int)in->op) {
    case OP_NOTHING:
    case OP_PASS:
    case OP_REMOVE_SITE:
    case OP_REMOVE_SITES:
    case OP_FLIP:
    case OP_PROMOTE:
    case OP_ADD_PIECE:
    case OP_MOVE_AGAIN: return false;
    case OP_ACTION: {
      ActionKind kind = (ActionKind)in->a[A_ACTION_KIND];
      bool sum = kind == ACT_SET_SCORE && (in->a[A_ACTION_FLAGS] & ACTION_FLAG);
      bool site = kind == ACT_SET_STATE || kind == ACT_SET_VALUE || kind == ACT_SET_COUNT;
      return !sum && !site && kind != ACT_NOTE && kind != ACT_PASS && kind != ACT_TRIGGER;
    }
    case OP_FOR_MASK: return emit_shows_order(e, in->a[A_FOR_MASK_BODY]);
    case OP_WITH_THEN: return emit_shows_order(e, in->a[A_WITH_THEN_BODY]);
    case OP_CUSTODIAL: return emit_shows_order(e, in->a[A_CUSTODIAL_EFFECT]);
    case OP_INTERVENE: return emit_shows_order(e, in->a[A_INTERVENE_EFFECT]);
    case OP_DIRECTIONAL: return emit_shows_order(e, in->a[A_DIRECTIONAL_EFFECT]);
    case OP_SURROUND: return emit_shows_order(e, in->a[A_SURROUND_EFFECT]);
    case OP_ENCLOSE: return emit_shows_order(e, in->a[A_ENCLOSE_EFFECT]);
    case OP_IF_MOVES:
      return emit_shows_order(e, in->a[A_IF_MOVES_THEN]) ||
             (in->a[A_IF_MOVES_ELSE] && emit_shows_order(e, in->a[A_IF_MOVES_ELSE]));
    case OP_COMBINE: return emit_shows_order(e, in->a[A_COMBINE_A]) || emit_shows_order(e, in->a[A_COMBINE_B]);
    case OP_SEQ: {
      bool shows = false;
      for (int i = 0; i < in->n; i++) shows |= emit_shows_order(e, in->a[i]);
      return shows;
    }
    default: return true;
  }
}

// Whether the effect of each capture must come in the order of captures: because that shows, or because what follows
// each looks at the board, on which the next ones are still to be made.
static bool order_matters(const Emitter *e, int32_t effect) {
  uint32_t needs = 0;
  for (int i = 0; i < e->at.n_thens; i++) needs |= e->plan->needs[e->at.thens[i]];
  return e->at.sink == SINK_ACTS && ((needs & PART_SITES) || emit_shows_order(e, effect));
}

static void effect_at(Emitter *e, const char *site, Slot slot, SiteType type, int32_t effect) {
  e->at.slot[slot] = code_site(e, site, type);
  if (slot == SLOT_FROM) e->at.from_what = 0;
  e->at.in_loop = true;
  emit_moves(e, effect);
  emit_close(e);
}

static void refuse_other_pieces(Emitter *e, int32_t effect) {
  const Ins *effects = emit_ins(e, effect);
  for (int i = 0; i < effects->n && effects->op == OP_SEQ; i++) {
    if (emit_ins(e, effects->a[i])->op == OP_FROM_TO) emit_fail(e, "captures that bring other pieces");
  }
}

// The effect for every site of a set, as the slot.
static void for_caught(Emitter *e, const char *caught, Slot slot, SiteType type, int32_t effect) {
  Context old = e->at;
  refuse_other_pieces(e, effect);
  if (e->at.sink == SINK_FOUND && !e->at.only && !e->at.n_filters) {
    // Whatever the effect on one of them is, it makes a move if it makes one for any.
    effect_at(e, emit_for_sites(e, caught, type), slot, type, effect);
    e->at = old;
    return;
  }
  if (order_matters(e, effect)) emit_line(e, "if (r_count(%s) > 1) exceed();", caught);
  const char *lists = e->at.sink == SINK_ACTS ? emit_lists_before(e, type) : NULL;
  effect_at(e, emit_for_sites(e, caught, type), slot, type, effect);
  emit_lists_after(e, type, lists);
  e->at = old;
}

// The same for an array of them.
static void for_caught_in_order(Emitter *e, const char *caught, Slot slot, SiteType type, int32_t effect) {
  Context old = e->at;
  refuse_other_pieces(e, effect);
  const char *i = emit_name(e, "i"), *site = emit_name(e, "at");
  emit_open(e, "for (int %s = 0; %s < n%s; %s++)", i, i, caught, i);
  emit_line(e, "const int %s = %s[%s];", site, caught, i);
  effect_at(e, site, slot, type, effect);
  e->at = old;
}

// Lines of one direction as shifts: how far the numbers of sites are apart along it, if that is the same everywhere.
typedef struct Shift {
  int delta;
  const char *mask;  // sites that are arrived at
} Shift;

static int shifts_of(Emitter *e, SiteType type, Dir dir, Shift *out, int most) {
  int n = emit_board_sites(e, type), found = 0;
  size_t words = (size_t)e->program->region_words;
  Word *masks = arena_zero(e->arena, (size_t)most * words * sizeof *masks);
  for (int site = 0; site < n; site++) {
    Radials radials = topo_radials(e->game->board, type, site, dir);
    for (int r = 0; r < radials.n; r++) {
      SiteList line = topo_radial(e->game->board, type, radials.ids[r]);
      for (int i = 1; i < line.n; i++) {
        int delta = line.at[1] - site, d = 0;
        if (line.at[i] - line.at[i - 1] != delta) return 0;
        while (d < found && out[d].delta != delta) d++;
        if (d == most) return 0;
        if (d == found) out[found++].delta = delta;
        bit_set(masks + (size_t)d * words, line.at[i]);
      }
    }
  }
  for (int d = 0; d < found; d++) out[d].mask = emit_region_const(e, masks + (size_t)d * words);
  return found;
}

static int longest_line(const Emitter *e, SiteType type, Dir dir) {
  int most = 0;
  for (int site = 0; site < emit_board_sites(e, type); site++) {
    Radials radials = topo_radials(e->game->board, type, site, dir);
    for (int r = 0; r < radials.n; r++) most = MAX(most, topo_radial(e->game->board, type, radials.ids[r]).n - 1);
  }
  return most;
}

// ---- between ------------------------------------------------------------------------------------

// What is caught from a site on a board of one word, by shifts in all directions at once.
static const char *caught_by_shifts(Emitter *e, const Ins *in, SiteType type, Code from, const char *target,
                                    const char *friend) {
  enum { SHIFTS_MAX = 8 };
  const int32_t *a = in->a;
  if (e->words != 1 || !target || !friend || a[A_CUSTODIAL_MIN] || a[A_CUSTODIAL_MAX]) return NULL;
  Shift shifts[SHIFTS_MAX];
  int n = shifts_of(e, type, (Dir)a[A_CUSTODIAL_DIR], shifts, SHIFTS_MAX),
      longest = longest_line(e, type, (Dir)a[A_CUSTODIAL_DIR]);
  if (!n) return NULL;
  const char *caught = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", caught);
  for (int d = 0; d < n; d++) {
    const char *run = emit_name(e, "r"), *step = shifts[d].delta > 0 ? "r_up" : "r_down";
    int by = MAX(shifts[d].delta, -shifts[d].delta);
    emit_line(e, "R %s = %s(r_bit(%s), %d) & %s & %s;", run, step, from.text, by, shifts[d].mask, target);
    for (int i = 2; i < longest; i++)
      emit_line(e, "%s |= %s(%s, %d) & %s & %s;", run, step, run, by, shifts[d].mask, target);
    emit_line(e, "%s |= %s & r_if(%s(%s, %d) & %s & %s);", caught, run, step, run, by, shifts[d].mask, friend);
  }
  return caught;
}

// Past the end of a radial the friend is asked for nowhere, unless only one piece may be caught.
static Code friend_off_board(Emitter *e, const Ins *in) {
  Code max = emit_int_or(e, in->a[A_CUSTODIAL_MAX], 1000), slot = e->at.slot[SLOT_TO];
  if (max.known && max.value == 1) return code_const(e, 0);
  e->at.slot[SLOT_TO] = code_const(e, GAME_OFF);
  Code friendly = emit_int(e, in->a[A_CUSTODIAL_FRIEND]);
  e->at.slot[SLOT_TO] = slot;
  return emit_bind(e, friendly);
}

static void op_custodial(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  (void)ref;
  SiteType type = emit_type(e, a[A_CUSTODIAL_TYPE]);
  Context old = e->at;
  Code from = emit_bind(e, emit_int(e, a[A_CUSTODIAL_FROM]));
  Code min = emit_bind(e, emit_int_or(e, a[A_CUSTODIAL_MIN], 0)),
       max = emit_bind(e, emit_int_or(e, a[A_CUSTODIAL_MAX], 1000));
  if (!max.known || !min.known || reads(e, a[A_CUSTODIAL_EFFECT], SLOT_TO) != false) {
    if (!max.known || !min.known) emit_fail(e, "CUSTODIAL of a length found while playing");
  }
  if (reads(e, a[A_CUSTODIAL_FRIEND], SLOT_BETWEEN)) emit_fail(e, "CUSTODIAL that looks back");
  if (e->why || max.value < 1 || min.value > max.value || !emit_open_on_board(e, type, &from)) return;
  const char *target = named_set(e, a[A_CUSTODIAL_TARGET], SLOT_BETWEEN, type),
             *friend = named_set(e, a[A_CUSTODIAL_FRIEND], SLOT_TO, type);
  Code off = friend_off_board(e, in);
  const char *order = order_matters(e, a[A_CUSTODIAL_EFFECT]) ? emit_name(e, "a") : NULL;
  const char *all = off.known && !off.value && !order ? caught_by_shifts(e, in, type, from, target, friend) : NULL;
  if (all) {
    for_caught(e, all, SLOT_BETWEEN, type, a[A_CUSTODIAL_EFFECT]);
    emit_close(e);
    e->at = old;
    return;
  }
  DirList dirs = {.at = {(uint8_t)a[A_CUSTODIAL_DIR]}, .n = 1, .known = true};
  const char *table = emit_rays(e, type, &dirs), *q = emit_name(e, "q"), *n = emit_name(e, "n"), *k = emit_name(e, "k");
  const char *len = emit_name(e, "len"), *caught = emit_name(e, "r");
  const char *keep = emit_text(e, "r_add(&%s, %s[i])", caught, q);
  if (order) {
    emit_line(e, "i16 %s[%d];", order, 2 * emit_board_sites(e, type));
    emit_line(e, "int n%s = 0;", order);
    keep = emit_text(e, "if (n%s < %d) %s[n%s++] = (i16)%s[i]; else exceed()", order, 2 * emit_board_sites(e, type),
                     order, order, q);
  } else {
    emit_line(e, "R %s = NONE;", caught);
  }
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, from.text);
  emit_open(e, "for (int %s = *%s++, %s; %s > 0; %s--, %s += %s)", n, q, len, n, n, q, len);
  emit_line(e, "%s = *%s++;", len, q);
  emit_line(e, "int %s = 0;", k);
  emit_open(e, "for (; %s < %s && %s < %d; %s++)", k, len, k, max.value, k);
  Code site = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", q, k), type));
  emit_line(e, "if (!%s) break;", holds_at(e, a[A_CUSTODIAL_TARGET], target, SLOT_BETWEEN, site));
  emit_close(e);
  emit_open(e, "if (%s > 0 && %s + 1 > %d && %s < %s)", k, k, min.value, k, len);
  Code end = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", q, k), type));
  emit_line(e, "if (%s) for (int i = 0; i < %s; i++) { %s; }", holds_at(e, a[A_CUSTODIAL_FRIEND], friend, SLOT_TO, end),
            k, keep);
  emit_close(e);
  if (!off.known || off.value)
    emit_line(e, "else if (%s > 0 && %s + 1 > %d && %s) for (int i = 0; i < %s; i++) { %s; }", k, k, min.value,
              off.text, k, keep);
  emit_close(e);
  if (order) for_caught_in_order(e, order, SLOT_BETWEEN, type, a[A_CUSTODIAL_EFFECT]);
  else for_caught(e, caught, SLOT_BETWEEN, type, a[A_CUSTODIAL_EFFECT]);
  emit_close(e);
  e->at = old;
}

// Whether an effect makes a move whatever was caught.
static bool always_moves(Emitter *e, const Ins *effect) {
  if (effect->op == OP_IF_MOVES) {
    int32_t cond = effect->a[A_IF_MOVES_COND];
    Code holds = emit_free_slots(e, cond) ? (Code){0} : emit_int(e, cond);
    return holds.known && holds.value && always_moves(e, emit_ins(e, effect->a[A_IF_MOVES_THEN]));
  }
  if (effect->op == OP_ACTION) return effect->a[A_ACTION_KIND] == ACT_SET_STATE;
  const EmitRow *row = e->rows[effect->op];
  return row && row->as_set && row->as_set(e, effect, SLOT_TO, e->game->site_type);
}

// All sites from which something would be caught, by shifts along every line at once.
static const char *set_custodial(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  enum { SHIFTS_MAX = 8 };
  const int32_t *a = in->a;
  const Ins *from = emit_ins(e, a[A_CUSTODIAL_FROM]), *effect = emit_ins(e, a[A_CUSTODIAL_EFFECT]);
  bool plain = from->op == OP_SLOT && from->a[A_SLOT_SLOT] == (int32_t)slot && !a[A_CUSTODIAL_MIN] &&
               !a[A_CUSTODIAL_MAX] && emit_type(e, a[A_CUSTODIAL_TYPE]) == type &&
               emit_board_sites(e, type) == emit_sites(e, type);
  if (!plain || reads(e, a[A_CUSTODIAL_TARGET], slot) || reads(e, a[A_CUSTODIAL_FRIEND], slot)) return NULL;
  if (!always_moves(e, effect)) return NULL;
  Shift shifts[SHIFTS_MAX];
  Code off = friend_off_board(e, in);
  if (!off.known || off.value) return NULL;
  int n = shifts_of(e, type, (Dir)a[A_CUSTODIAL_DIR], shifts, SHIFTS_MAX);
  const char *target = n ? emit_set(e, a[A_CUSTODIAL_TARGET], SLOT_BETWEEN, type) : NULL,
             *friend = target ? emit_set(e, a[A_CUSTODIAL_FRIEND], SLOT_TO, type) : NULL;
  if (!friend) return NULL;
  target = emit_region_value(e, target);
  friend = emit_region_value(e, friend);
  const char *sum = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", sum);
  int longest = longest_line(e, type, (Dir)a[A_CUSTODIAL_DIR]);
  for (int d = 0; d < n; d++) {
    // From the friends backwards: targets next to one, more of them, and the site behind.
    const char *run = emit_name(e, "r"), *step = shifts[d].delta > 0 ? "r_up" : "r_down";
    int by = MAX(shifts[d].delta, -shifts[d].delta);
    const char *next = emit_text(e, "(%s(%s, %d) & %s)", step, "%s", by, shifts[d].mask);
    (void)next;
    emit_line(e, "R %s = %s(%s, %d) & %s & %s;", run, step, friend, by, shifts[d].mask, target);
    for (int i = 2; i < longest; i++)
      emit_line(e, "%s |= %s(%s, %d) & %s & %s;", run, step, run, by, shifts[d].mask, target);
    emit_line(e, "%s |= %s(%s, %d) & %s;", sum, step, run, by, shifts[d].mask);
  }
  return sum;
}

static void op_intervene(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  (void)ref;
  SiteType type = emit_type(e, a[A_INTERVENE_TYPE]);
  Context old = e->at;
  Code from = emit_bind(e, emit_int(e, a[A_INTERVENE_FROM]));
  Code min = emit_int_or(e, a[A_INTERVENE_MIN], 1), max = emit_int_or(e, a[A_INTERVENE_MAX], 1);
  if (!max.known || !min.known || max.value != 1 || min.value != 1) emit_fail(e, "INTERVENE of several");
  if (e->why || !emit_open_on_board(e, type, &from)) return;
  const char *target = named_set(e, a[A_INTERVENE_TARGET], SLOT_TO, type);
  int n = emit_board_sites(e, type), most = 0;
  VEC(int32_t) pairs = {0};
  int32_t *starts = arena_alloc(e->arena, (size_t)(n + 1) * sizeof *starts);
  for (int site = 0; site < n; site++) {
    starts[site] = (int32_t)pairs.n;
    size_t count = pairs.n;
    VEC_PUSH(&pairs, 0);
    Radials radials = topo_radials(e->game->board, type, site, (Dir)a[A_INTERVENE_DIR]);
    for (int r = 0; r < radials.n; r++) {
      if (!radials.distinct[r] || radials.opposites[r] < 0) continue;
      SiteList there = topo_radial(e->game->board, type, radials.ids[r]),
               back = topo_radial(e->game->board, type, radials.opposites[r]);
      if (there.n < 2 || back.n < 2) continue;
      pairs.at[count]++;
      VEC_PUSH(&pairs, there.at[1]);
      VEC_PUSH(&pairs, back.at[1]);
    }
    most = MAX(most, (int)pairs.at[count]);
  }
  const char *table = emit_int_table(e, pairs.at, (int)pairs.n), *at = emit_int_table(e, starts, n),
             *caught = emit_name(e, "r"), *q = emit_name(e, "q"), *i = emit_name(e, "n");
  VEC_FREE(&pairs);
  emit_line(e, "R %s = NONE;", caught);
  emit_line(e, "const __typeof__(%s[0]) *%s = %s + %s[%s];", table, q, table, at, from.text);
  emit_open(e, "for (int %s = *%s++; %s > 0; %s--, %s += 2)", i, q, i, i, q);
  Code x = emit_bind(e, code_site(e, emit_text(e, "%s[0]", q), type)),
       y = emit_bind(e, code_site(e, emit_text(e, "%s[1]", q), type));
  emit_open(e, "if (%s)", holds_at(e, a[A_INTERVENE_TARGET], target, SLOT_TO, x));
  emit_line(e, "if (%s) { r_add(&%s, %s); r_add(&%s, %s); }", holds_at(e, a[A_INTERVENE_TARGET], target, SLOT_TO, y),
            caught, x.text, caught, y.text);
  emit_close(e);
  emit_close(e);
  for_caught(e, caught, SLOT_TO, type, a[A_INTERVENE_EFFECT]);
  emit_close(e);
  e->at = old;
}

static void directional_rays(Emitter *e, const DirList *dirs, void *self) {
  struct Directional {
    const Ins *in;
    SiteType type;
    Code from;
    const char *target;
  } *d = self;
  Context old = e->at;
  const char *table = emit_rays(e, d->type, dirs), *q = emit_name(e, "q"), *n = emit_name(e, "n"),
             *k = emit_name(e, "k"), *len = emit_name(e, "len"), *caught = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", caught);
  emit_line(e, "const %s_type *%s = %s(%s);", table, q, table, d->from.text);
  emit_open(e, "for (int %s = *%s++, %s; %s > 0; %s--, %s += %s)", n, q, len, n, n, q, len);
  emit_line(e, "%s = *%s++;", len, q);
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", k, k, len, k);
  Code site = emit_bind(e, code_site(e, emit_text(e, "%s[%s]", q, k), d->type));
  emit_line(e, "if (!%s) break;", holds_at(e, d->in->a[A_DIRECTIONAL_TARGET], d->target, SLOT_TO, site));
  emit_line(e, "r_add(&%s, %s);", caught, site.text);
  emit_close(e);
  emit_close(e);
  e->at.slot[SLOT_FROM] = code_const(e, GAME_OFF);
  e->at.from_what = 0;
  for_caught(e, caught, SLOT_TO, d->type, d->in->a[A_DIRECTIONAL_EFFECT]);
  e->at = old;
}

static void op_directional(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  struct Directional {
    const Ins *in;
    SiteType type;
    Code from;
    const char *target;
  } d = {.in = in, .type = emit_type(e, in->a[A_DIRECTIONAL_TYPE])};
  Context old = e->at;
  d.from = emit_bind(e, emit_int(e, in->a[A_DIRECTIONAL_FROM]));
  if (e->why || !emit_open_on_board(e, d.type, &d.from)) return;
  d.target = named_set(e, in->a[A_DIRECTIONAL_TARGET], SLOT_TO, d.type);
  emit_with_dirs(e, in->a[A_DIRECTIONAL_DIRS], d.from, directional_rays, &d);
  emit_close(e);
  e->at = old;
}

// ---- around -------------------------------------------------------------------------------------

static void op_surround(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  (void)ref;
  SiteType type = emit_type(e, a[A_SURROUND_TYPE]);
  Context old = e->at;
  Code from = emit_bind(e, emit_int(e, a[A_SURROUND_FROM])),
       allowed = emit_bind(e, emit_int_or(e, a[A_SURROUND_EXCEPTIONS], 0));
  Code with = emit_bind(e, emit_int_or(e, a[A_SURROUND_WITH], GAME_OFF));
  if (reads(e, a[A_SURROUND_FRIEND], SLOT_BETWEEN)) emit_fail(e, "SURROUND that looks back");
  if (e->why || !emit_open_on_board(e, type, &from)) return;
  const char *target = named_set(e, a[A_SURROUND_TARGET], SLOT_BETWEEN, type),
             *friend = named_set(e, a[A_SURROUND_FRIEND], SLOT_TO, type);
  DirList dirs = {.at = {(uint8_t)a[A_SURROUND_DIR]}, .n = 1, .known = true};
  const char *steps = emit_steps(e, type, &dirs, NULL), *caught = emit_name(e, "r"), *missing = emit_name(e, "i"),
             *has = emit_name(e, "f");
  emit_line(e, "R %s = NONE;", caught);
  const char *near = emit_for_sites(e, emit_text(e, "%s[%s]", steps, from.text), type);
  Code site = code_site(e, near, type);
  emit_open(e, "if (%s)", holds_at(e, a[A_SURROUND_TARGET], target, SLOT_BETWEEN, site));
  if (friend) {
    emit_line(e, "const int %s = r_count(%s[%s] & ~%s & ~r_bit(%s));", missing, steps, near, friend, from.text);
  } else {
    emit_line(e, "int %s = 0;", missing);
    const char *other = emit_for_sites(e, emit_text(e, "%s[%s] & ~r_bit(%s)", steps, near, from.text), type);
    emit_line(e, "%s += !%s;", missing, holds_at(e, a[A_SURROUND_FRIEND], NULL, SLOT_TO, code_site(e, other, type)));
    emit_close(e);
  }
  emit_line(e, "int %s = %s == %d && r_any(%s[%s]);", has, with.text, GAME_OFF, steps, near);
  if (a[A_SURROUND_WITH]) {
    const char *other = emit_for_sites(e, emit_text(e, "%s[%s]", steps, near), type);
    emit_line(e, "%s |= %s == %s;", has, emit_what(e, type, code_site(e, other, type)), with.text);
    emit_close(e);
  }
  emit_line(e, "if (%s <= %s && %s) r_add(&%s, %s);", missing, allowed.text, has, caught, near);
  emit_close(e);
  emit_close(e);
  for_caught(e, caught, SLOT_BETWEEN, type, a[A_SURROUND_EFFECT]);
  emit_close(e);
  e->at = old;
}

// The empty sites that are no targets, on which a group ends: pieces of one player are on none of the empty ones.
static const char *liberties(Emitter *e, const char *target, SiteType type) {
  const char *empty = emit_text(e, "%s->empty%d", e->at.s, type);
  for (int p = 0; p <= e->game->players + 1; p++) {
    const char *owned = emit_owned(e, type, p);
    if (!strcmp(target, owned) || !strcmp(target, emit_text(e, "(%s)", owned))) return empty;
  }
  return emit_region_value(e, emit_text(e, "(%s & ~%s)", empty, target));
}

static void op_enclose(Emitter *e, const Ins *in, Ref ref) {
  const int32_t *a = in->a;
  (void)ref;
  SiteType type = emit_type(e, a[A_ENCLOSE_TYPE]);
  Context old = e->at;
  Code from = emit_bind(e, emit_int(e, a[A_ENCLOSE_FROM])), exceptions = emit_int_or(e, a[A_ENCLOSE_EXCEPTIONS], 0);
  const Ins *dirs = emit_ins(e, a[A_ENCLOSE_DIRS]);
  if (!exceptions.known || exceptions.value > 0 || a[A_ENCLOSE_WITH_EMPTY]) emit_fail(e, "ENCLOSE with exceptions");
  if (dirs->op != OP_DIRS_CONST) emit_fail(e, "ENCLOSE by %s", op_info[dirs->op].name);
  if (emit_stacking(e)) emit_fail(e, "stacks");
  if (e->why || !emit_open_on_board(e, type, &from)) return;
  const char *target = emit_set(e, a[A_ENCLOSE_TARGET], SLOT_BETWEEN, type);
  if (!target) {
    emit_fail(e, "ENCLOSE of targets that are no set");
    emit_close(e);
    return;
  }
  const char *free = liberties(e, target, type);
  target = emit_region_value(e, target);
  const RulesArray *array = &e->program->arrays[dirs->a[A_DIRS_CONST_ARRAY]];
  DirList list = {.known = true};
  for (int i = 0; i < array->n && list.n < DIRS; i++) list.at[list.n++] = (uint8_t)array->at[i];
  const char *steps = emit_steps(e, type, &list, NULL), *caught = emit_name(e, "r"), *left = emit_name(e, "r");
  e->uses |= USE_ENCLOSED;
  emit_line(e, "R %s = NONE;", caught);
  emit_open(e, "if (!r_has(%s->empty%d, %s))", e->at.s, type, from.text);
  emit_line(e, "R %s = %s[%s] & %s;", left, steps, from.text, target);
  emit_line(e, "while (r_any(%s)) %s |= enclosed(%s, %s, &%s, %s);", left, caught, target, free, left, steps);
  emit_close(e);
  for_caught(e, caught, SLOT_BETWEEN, type, a[A_ENCLOSE_EFFECT]);
  emit_close(e);
  e->at = old;
}

const EmitRow emit_capture_rows[] = {
    {OP_CUSTODIAL, .as_moves = op_custodial, .as_set = set_custodial},
    {OP_INTERVENE, .as_moves = op_intervene},
    {OP_DIRECTIONAL, .as_moves = op_directional},
    {OP_SURROUND, .as_moves = op_surround},
    {OP_ENCLOSE, .as_moves = op_enclose},
    {0},
};
