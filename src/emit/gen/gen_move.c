// Statements that make moves: control, loops over sites and pieces, steps and placements.
#include "emit/emit_internal.h"

static void op_nothing(Emitter *e, const Ins *in, Ref ref) { (void)e, (void)in, (void)ref; }

static void op_seq(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  for (int i = 0; i < in->n; i++) emit_moves(e, in->a[i]);
}

static void op_if(Emitter *e, const Ins *in, Ref ref) {
  Code cond = emit_int(e, in->a[A_IF_MOVES_COND]);
  if (cond.known) {
    int32_t branch = in->a[cond.value ? A_IF_MOVES_THEN : A_IF_MOVES_ELSE];
    if (branch) emit_moves(e, branch);
    return;
  }
  emit_open(e, "if (%s)", cond.text);
  emit_comment(e, ref);
  emit_moves(e, in->a[A_IF_MOVES_THEN]);
  emit_close(e);
  if (!in->a[A_IF_MOVES_ELSE]) return;
  emit_open(e, "else");
  emit_moves(e, in->a[A_IF_MOVES_ELSE]);
  emit_close(e);
}

const char *emit_count_so_far(Emitter *e) {
  const char *sum = "n + in_bunches";
  for (size_t i = 0; i < e->sets.n; i++) sum = emit_text(e, "%s + n%s", sum, e->sets.at[i].name);
  return sum;
}

// Of effects, or of sites: whether a statement has any is asked first.
static void first_effects(Emitter *e, const Ins *in) {
  int open = 0;
  if (e->at.only) emit_fail(e, "FIRST_OF of moves to a site");
  for (int i = 0; i < in->n; i++) {
    if (i + 1 == in->n) {
      emit_moves(e, in->a[i]);
      break;
    }
    Code found = emit_found(e, in->a[i], NULL);
    emit_open(e, "if (%s)", found.text);
    emit_moves(e, in->a[i]);
    emit_close(e);
    emit_open(e, "else");
    open++;
  }
  for (; open > 0; open--) emit_close(e);
}

static void op_first_of(Emitter *e, const Ins *in, Ref ref) {
  if (e->at.sink == SINK_FOUND && !e->at.only) {
    op_seq(e, in, ref);
    return;
  }
  if (e->at.sink != SINK_LIST) {
    first_effects(e, in);
    return;
  }
  if (e->at.n_filters) emit_fail(e, "FIRST_OF under a condition on the position afterwards");
  const char *before = emit_name(e, "m"), *start = emit_name(e, "m");
  bool in_order = e->at.in_order;
  e->at.in_order = true;  // whether there are any has to be known
  emit_line(e, "const int %s = %s, %s = n;", before, emit_count_so_far(e), start);
  for (int i = 0; i < in->n; i++) {
    if (i > 0) emit_open(e, "if (%s == %s)", emit_count_so_far(e), before);
    size_t written = e->out->n;
    emit_moves(e, in->a[i]);
    // Whether there are any has to be known: conditions on the position afterwards cannot wait.
    bool listed = i + 1 < in->n && strstr(e->out->p + written, "list[n++]");
    if (listed) emit_line(e, "n = keep_allowed(s, list, %s, n);", start);
    if (i > 0) emit_close(e);
  }
  e->at.in_order = in_order;
}

// The moves that begin the longest sequences of one turn.
static void op_max_moves(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  Code value = emit_int_or(e, in->a[A_MAX_MOVES_WITH_VALUE], 0);
  if (!value.known || value.value) emit_fail(e, "MAX_MOVES by the value of what is taken");
  if (e->at.sink == SINK_FOUND && !e->at.only) {
    emit_moves(e, in->a[A_MAX_MOVES_BODY]);
    return;
  }
  if (e->at.sink != SINK_LIST) emit_fail(e, "MAX_MOVES of effects");
  if (e->at.n_filters || e->at.n_thens || e->at.n_opens)
    emit_fail(e, "MAX_MOVES under conditions or with consequences");
  if (e->draws) emit_fail(e, "MAX_MOVES with chance");
  const char *start = emit_name(e, "m");
  e->longest = true;
  emit_line(e, "const int %s = n;", start);
  e->at.list_only = e->at.in_order = true;
  emit_moves(e, in->a[A_MAX_MOVES_BODY]);
  emit_line(e, "n = keep_longest(s, list, %s, keep_allowed(s, list, %s, n));", start, start);
  e->at = old;
}

static void op_with_then(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  if (e->at.n_thens == EMIT_THENS_MAX) {
    emit_fail(e, "too many consequences");
    return;
  }
  // Inner consequences come first.
  for (int i = e->at.n_thens; i > 0; i--) e->at.thens[i] = e->at.thens[i - 1];
  e->at.thens[0] = (Ref)in->a[A_WITH_THEN_THEN];
  e->at.n_thens++;
  emit_moves(e, in->a[A_WITH_THEN_BODY]);
  e->at = old;
}

static void bind_slot(Emitter *e, Slot slot, Code code) {
  e->at.slot[slot] = code;
  if (slot == SLOT_FROM) e->at.from_what = 0;
}

// What stands between a loop over sites and the one statement that makes a move of each: conditions, consequences.
typedef struct SiteMoves {
  Slot slot;  // the site
  Ref ref;    // the statement
  const Ins *make;
  Ref conds[EMIT_THENS_MAX], thens[EMIT_THENS_MAX];
  int n_conds, n_thens;
  bool is_to;  // TO is the site too
} SiteMoves;

static bool is_slot(const Emitter *e, int32_t ref, Slot slot) {
  const Ins *in = emit_ins(e, ref);
  return in->op == OP_SLOT && in->a[A_SLOT_SLOT] == (int32_t)slot;
}

// One step inwards; false when the statement is none of these.
static bool read_around(const Emitter *e, SiteMoves *moves) {
  const Ins *in = moves->make;
  if (in->op == OP_SET_SLOT && is_slot(e, in->a[A_SET_SLOT_VALUE], moves->slot)) {
    moves->is_to |= in->a[A_SET_SLOT_SLOT] == SLOT_TO;
    moves->ref = (Ref)in->a[A_SET_SLOT_BODY];
  } else if (in->op == OP_WITH_THEN && moves->n_thens < EMIT_THENS_MAX) {
    moves->thens[moves->n_thens++] = (Ref)in->a[A_WITH_THEN_THEN];
    moves->ref = (Ref)in->a[A_WITH_THEN_BODY];
  } else if (in->op == OP_IF_MOVES && !in->a[A_IF_MOVES_ELSE] && moves->n_conds < EMIT_THENS_MAX) {
    moves->conds[moves->n_conds++] = (Ref)in->a[A_IF_MOVES_COND];
    moves->ref = (Ref)in->a[A_IF_MOVES_THEN];
  } else {
    return false;
  }
  moves->make = emit_ins(e, (int32_t)moves->ref);
  return true;
}

// A piece put on the site of the loop, whatever it is.
static bool puts_on(const Emitter *e, const SiteMoves *moves) {
  const Ins *in = moves->make;
  if (in->op != OP_ADD_PIECE || in->a[A_ADD_PIECE_IF] || in->a[A_ADD_PIECE_EFFECT] || in->a[A_ADD_PIECE_LEVEL] ||
      emit_type(e, in->a[A_ADD_PIECE_TYPE]) != e->game->site_type)
    return false;
  const Ins *region = emit_ins(e, in->a[A_ADD_PIECE_REGION]);
  if (region->op != OP_REGION_OF_INTS) return false;
  const Ins *list = emit_ins(e, region->a[A_REGION_OF_INTS_VALUES]);
  if (list->op != OP_INTS_LIST || list->n != 1 || !is_slot(e, list->a[A_INTS_LIST_ITEMS], moves->slot)) return false;
  int32_t count = in->a[A_ADD_PIECE_COUNT], what = in->a[A_ADD_PIECE_WHAT];
  return !((emit_free_slots(e, what) | (count ? emit_free_slots(e, count) : 0)) & (1u << moves->slot | 1u << SLOT_TO));
}

// The sites of the loop for which there is a move, as a set; NULL when that cannot be said as one.
static const char *site_moves_set(Emitter *e, const Ins *in, const SiteMoves *moves) {
  SiteType type = e->game->site_type;
  const char *set = emit_region(e, in->a[A_FOR_SITES_REGION]);
  for (int i = 0; i < moves->n_conds && set && !e->why; i++) {
    bool by_to = moves->is_to && moves->slot != SLOT_TO && emit_reads_slot(e, (int32_t)moves->conds[i], SLOT_TO);
    const char *cond = by_to ? NULL : emit_set(e, (int32_t)moves->conds[i], moves->slot, type);
    set = cond ? emit_text(e, "%s & %s", set, cond) : NULL;
  }
  if (!set || e->why || moves->make->op != OP_APPEND) return e->why ? NULL : set;
  const char *made = emit_exists_set(e, moves->make->a[A_APPEND_BODY], moves->slot, type);
  return made ? emit_text(e, "%s & %s", set, made) : NULL;
}

// The moves of each site are all or nothing, and one: counted as a set.
static bool for_sites_as_set(Emitter *e, const Ins *in) {
  if (e->at.sink == SINK_ACTS || e->at.in_loop || e->at.list_only || e->at.n_filters) return false;
  SiteMoves moves = {.slot = (Slot)in->a[A_FOR_SITES_SLOT], .ref = (Ref)in->a[A_FOR_SITES_BODY]};
  Context old = e->at;
  moves.make = emit_ins(e, (int32_t)moves.ref);
  while (read_around(e, &moves)) {
  }
  bool puts = puts_on(e, &moves);
  if ((moves.make->op != OP_APPEND && !puts) || moves.n_thens + e->at.n_thens >= EMIT_THENS_MAX) return false;
  size_t written = e->out->n;
  const char *set = site_moves_set(e, in, &moves);
  if (!set) {
    e->out->n = written;
    e->at = old;
    return false;
  }
  int n = moves.n_thens;
  for (int i = e->at.n_thens - 1; i >= 0; i--) e->at.thens[i + n] = e->at.thens[i];
  for (int i = 0; i < n; i++) e->at.thens[n - 1 - i] = moves.thens[i];
  e->at.n_thens += n;
  e->at.slot[moves.slot] = code_of("to", 0, e->bits - 1);
  e->at.slot[SLOT_TO] = code_of("to", 0, e->bits - 1);
  if (puts) {
    e->at.put_on = set;
    emit_moves(e, (int32_t)moves.ref);
  } else {
    emit_leaf_set(e, moves.make, moves.ref, set, 0);
  }
  e->at = old;
  return true;
}

static void op_for_sites(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  if (for_sites_as_set(e, in)) return;
  Context old = e->at;
  const char *site = emit_for_sites(e, emit_region(e, in->a[A_FOR_SITES_REGION]), e->game->site_type);
  bind_slot(e, (Slot)in->a[A_FOR_SITES_SLOT], code_of(site, 0, e->bits - 1));
  e->at.in_loop = true;
  emit_moves(e, in->a[A_FOR_SITES_BODY]);
  emit_close(e);
  e->at = old;
}

static void op_for_ints(Emitter *e, const Ins *in, Ref ref) {
  const Ins *values = emit_ins(e, in->a[A_FOR_INTS_VALUES]);
  Context old = e->at;
  IntList list;
  (void)ref;
  if (values->op == OP_INTS_OF_REGION) {
    const char *site = emit_for_sites(e, emit_region(e, values->a[A_INTS_OF_REGION_REGION]), e->game->site_type);
    bind_slot(e, (Slot)in->a[A_FOR_INTS_SLOT], code_of(site, 0, e->bits - 1));
    e->at.in_loop = true;
    emit_moves(e, in->a[A_FOR_INTS_BODY]);
    emit_close(e);
  } else if (values->op == OP_INTS_REMEMBERED) {
    if (!e->layout.memory) return;
    int memory = values->a[A_INTS_REMEMBERED_MEMORY];
    const char *i = emit_name(e, "k"), *v = emit_name(e, "v");
    e->uses |= USE_MEMORY;
    emit_open(e, "for (int %s = 0; %s < %s->memory_n[%d]; %s++)", i, i, e->at.s, memory, i);
    emit_line(e, "const int %s = %s->memory[%d][%s];", v, e->at.s, memory, i);
    bind_slot(e, (Slot)in->a[A_FOR_INTS_SLOT], code_of(v, INT32_MIN, INT32_MAX));
    e->at.in_loop = true;
    emit_moves(e, in->a[A_FOR_INTS_BODY]);
    emit_close(e);
  } else if (emit_ints(e, in->a[A_FOR_INTS_VALUES], &list)) {
    for (int i = 0; i < list.n; i++) {
      emit_open(e, "%s", "");
      bind_slot(e, (Slot)in->a[A_FOR_INTS_SLOT], list.at[i]);
      emit_moves(e, in->a[A_FOR_INTS_BODY]);
      emit_close(e);
    }
  } else {
    const char *item;
    int blocks = emit_open_ints(e, in->a[A_FOR_INTS_VALUES], &item);
    bind_slot(e, (Slot)in->a[A_FOR_INTS_SLOT], emit_bind(e, code_of(item, INT32_MIN, INT32_MAX)));
    e->at.in_loop = true;
    emit_moves(e, in->a[A_FOR_INTS_BODY]);
    emit_close_ints(e, blocks);
  }
  e->at = old;
}

enum { RANGE_MOST = 1 << 20 };  // longer loops are left to the interpreter, which stops them

static void op_for_range(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  Code low = emit_bind(e, emit_int(e, in->a[A_FOR_RANGE_LOW])),
       high = emit_bind(e, emit_int(e, in->a[A_FOR_RANGE_HIGH]));
  const char *v = emit_name(e, "v");
  bool all_known = low.known && high.known, may_be_long = (int64_t)high.max - low.min > RANGE_MOST;
  if (all_known && may_be_long) emit_fail(e, "FOR_RANGE over very many numbers");
  // Up to the greatest number there is a counter must go on beyond it.
  bool to_end = high.max == INT32_MAX;
  const char *count = to_end ? emit_text(e, "%s_", v) : v;
  emit_open(e, "%sfor (%s %s = %s; %s <= %s; %s++)",
            may_be_long ? emit_text(e, "if ((i64)%s - %s > %d) exceed();\nelse ", high.text, low.text, RANGE_MOST) : "",
            to_end ? "i64" : "int", count, low.text, count, high.text, count);
  if (to_end) emit_line(e, "const int %s = (int)%s;", v, count);
  bind_slot(e, (Slot)in->a[A_FOR_RANGE_SLOT], code_of(v, low.min, high.max));
  e->at.in_loop = true;
  emit_moves(e, in->a[A_FOR_RANGE_BODY]);
  emit_close(e);
  e->at = old;
}

static void op_for_mask(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  Code mask = emit_bind(e, emit_int(e, in->a[A_FOR_MASK_MASK]));
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (mask.known && !(mask.value >> p & 1)) continue;
    if (mask.known) emit_open(e, "%s", "");
    else emit_open(e, "if (%s >> %d & 1)", mask.text, p);
    bind_slot(e, (Slot)in->a[A_FOR_MASK_SLOT], code_const(e, p));
    emit_moves(e, in->a[A_FOR_MASK_BODY]);
    emit_close(e);
    e->at = old;
  }
}

static void op_set_slot(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  Code value = emit_bind(e, emit_int(e, in->a[A_SET_SLOT_VALUE]));
  if (value.known && value.value < 0) return;
  bool sure = value.min >= 0;
  if (!sure) emit_open(e, "if (%s >= 0)", value.text);
  value.min = MAX(value.min, 0);
  bind_slot(e, (Slot)in->a[A_SET_SLOT_SLOT], value);
  emit_moves(e, in->a[A_SET_SLOT_BODY]);
  if (!sure) emit_close(e);
  e->at = old;
}

static void op_as_mover(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  if (emit_choosing(e)) {
    if (emit_made_by(e, in->a[A_AS_MOVER_PLAYER])) emit_moves(e, in->a[A_AS_MOVER_BODY]);
    e->at = old;
    return;
  }
  if (e->at.sink == SINK_LIST) {
    Code player = emit_int(e, in->a[A_AS_MOVER_PLAYER]);
    if (!player.known || !e->at.mover.known || player.value != e->at.mover.value)
      emit_fail(e, "moves made by another player");
  }
  emit_moves(e, in->a[A_AS_MOVER_BODY]);
}

// What waits for all players' moves: whoever has it runs it then.
static void op_after_all(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  emit_moves(e, in->a[A_AFTER_ALL_BODY]);
}

// ---- steps --------------------------------------------------------------------------------------

typedef struct Steps {
  const Ins *in, *make;  // the loop, and what makes a move
  Ref make_ref;
  int32_t cond;  // of TO, or 0
  SiteType type;
  Code from;
  const char *sources;  // where pieces stand, when all are moved at once
  bool failed;
} Steps;

static bool plain_steps(Emitter *e, const Ins *in, Steps *steps) {
  *steps = (Steps){.in = in, .type = emit_type(e, in->a[A_FOR_STEPS_TYPE])};
  int32_t body = in->a[A_FOR_STEPS_BODY];
  const Ins *make = emit_ins(e, body);
  if (make->op == OP_IF_MOVES && !make->a[A_IF_MOVES_ELSE]) {
    steps->cond = make->a[A_IF_MOVES_COND];
    body = make->a[A_IF_MOVES_THEN];
    make = emit_ins(e, body);
  }
  steps->make = make;
  steps->make_ref = (Ref)body;
  return make->op == OP_MOVE_PIECE;
}

// Effects that move one piece to several sites move it to the first of them, by the order of directions, which is not
// that of the sites: such rules are left to the interpreter. Returns the variable that counts them, or NULL.
static const char *begin_count(Emitter *e, const Steps *steps) {
  if (e->at.sink != SINK_ACTS || steps->make->op != OP_MOVE_PIECE) return NULL;
  const char *n = emit_name(e, "n");
  emit_line(e, "int %s = 0;", n);
  return n;
}

static void count_step(Emitter *e, const char *n) {
  if (n) emit_line(e, "if (%s++) exceed();", n);
}

// From one site of a large board.
static bool steps_by_ways(Emitter *e, const DirList *dirs, const Steps *steps) {
  Ways ways;
  if (e->at.sink == SINK_ACTS || !emit_ways(e, steps->type, dirs, true, &ways)) return false;
  const char *set = steps->cond ? emit_set(e, steps->cond, SLOT_TO, steps->type) : NULL, *to = emit_name(e, "at");
  if (set) set = emit_asked_set(e, set);
  if (!dirs->var && emit_near_covers(e, steps->from)) emit_near_steps(e, steps->type, dirs);
  const char *next = emit_open_ways(e, &ways, NULL);
  emit_line(e, "const int %s = %s[%s];", to, next, steps->from.text);
  e->at.in_loop = true;
  e->at.slot[SLOT_TO] = code_site(e, to, steps->type);
  emit_line(e, "if (%s < 0) continue;", to);
  if (set) emit_line(e, "if (!%s) continue;", emit_asked(e, set, e->at.slot[SLOT_TO]));
  else if (steps->cond) emit_line(e, "if (!(%s)) continue;", emit_cond(e, steps->cond));
  emit_moves(e, (int32_t)steps->make_ref);
  emit_close(e);
  return true;
}

// From one site.
static void steps_from_site(Emitter *e, const DirList *dirs, void *self) {
  Steps *steps = self;
  Context old = e->at;
  e->at.slot[SLOT_FROM] = steps->from;
  if (steps_by_ways(e, dirs, steps)) {
    e->at = old;
    return;
  }
  const char *table = emit_steps(e, steps->type, dirs, NULL), *set = NULL;
  if (!dirs->var && emit_near_covers(e, steps->from)) emit_near_steps(e, steps->type, dirs);
  if (steps->cond && steps->make->op == OP_MOVE_PIECE) set = emit_set(e, steps->cond, SLOT_TO, steps->type);
  const char *targets = emit_text(e, "%s[%s]", table, steps->from.text);
  if (set) targets = emit_text(e, "%s & %s", targets, set);
  bool only = emit_only_found(e) && steps->make->op == OP_MOVE_PIECE && (set || !steps->cond);
  if (only) {
    emit_leaf_set(e, steps->make, steps->make_ref, targets, 0);
    e->at = old;
    return;
  }
  if (steps->make->op == OP_MOVE_PIECE && e->at.sink != SINK_ACTS && (set || !steps->cond)) {
    emit_leaf_bunch(e, steps->make, steps->make_ref, targets, steps->type);
    e->at = old;
    return;
  }
  const char *n = begin_count(e, steps), *to = emit_for_sites(e, targets, steps->type);
  e->at.in_loop = true;
  e->at.slot[SLOT_TO] = code_site(e, to, steps->type);
  if (steps->cond && !set) {
    emit_open(e, "if (%s)", emit_cond(e, steps->cond));
    count_step(e, n);
    emit_moves(e, (int32_t)steps->make_ref);
    emit_close(e);
  } else {
    count_step(e, n);
    emit_moves(e, (int32_t)steps->make_ref);
  }
  emit_close(e);
  e->at = old;
}

static void write_steps(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Steps steps;
  Context old = e->at;
  plain_steps(e, in, &steps);
  Code from = in->a[A_FOR_STEPS_FROM] ? emit_bind(e, emit_int(e, in->a[A_FOR_STEPS_FROM])) : e->at.slot[SLOT_FROM];
  int n = emit_board_sites(e, steps.type);
  if (from.known && (from.value < 0 || from.value >= n)) return;
  bool sure = from.min >= 0 && from.max < n;
  if (!sure) emit_open(e, "if ((u32)(%s) < %du)", from.text, n);
  from.min = MAX(from.min, 0);
  from.max = MIN(from.max, n - 1);
  steps.from = from;
  if (in->a[A_FOR_STEPS_FROM]) {
    bind_slot(e, SLOT_FROM, from);
  }
  e->at.slot[SLOT_FROM] = from;
  if (in->a[A_FOR_STEPS_IF]) emit_open(e, "if (%s)", emit_cond(e, in->a[A_FOR_STEPS_IF]));
  int op = emit_ins(e, in->a[A_FOR_STEPS_DIRS])->op;
  if (op != OP_DIRS_CONST && op != OP_DIRS_FACING) e->at.slot[SLOT_FROM] = old.slot[SLOT_FROM];
  emit_with_dirs(e, in->a[A_FOR_STEPS_DIRS], from, steps_from_site, &steps);
  if (in->a[A_FOR_STEPS_IF]) emit_close(e);
  if (!sure) emit_close(e);
  e->at = old;
}

static void op_for_steps(Emitter *e, const Ins *in, Ref ref) {
  if (!emit_shared_line(e, in, ref, write_steps)) write_steps(e, in, ref);
}

// From all sites of a set at once: one shift for every difference between numbers of sites.
static void steps_from_all(Emitter *e, const DirList *dirs, void *self) {
  enum { SHIFTS_MAX = 12 };
  Steps *steps = self;
  size_t words = (size_t)e->program->region_words;
  int32_t *lists;
  if (dirs->var) {
    steps->failed = true;
    return;
  }
  emit_steps(e, steps->type, dirs, &lists);
  const Word *near = (const Word *)(const void *)lists;
  int n = emit_board_sites(e, steps->type), deltas[SHIFTS_MAX], n_deltas = 0;
  Word *masks = arena_zero(e->arena, SHIFTS_MAX * words * sizeof *masks);
  for (int from = 0; from < n; from++) {
    const Word *row = near + (size_t)from * words;
    for (int to = bits_next(row, (int)words, 0); to >= 0; to = bits_next(row, (int)words, to + 1)) {
      int d = 0;
      while (d < n_deltas && deltas[d] != to - from) d++;
      if (d == SHIFTS_MAX) {
        steps->failed = true;
        return;
      }
      if (d == n_deltas) deltas[n_deltas++] = to - from;
      bit_set(masks + (size_t)d * words, to);
    }
  }
  const char *set = steps->cond ? emit_set(e, steps->cond, SLOT_TO, steps->type) : "ALL";
  if (!set) {
    steps->failed = true;
    return;
  }
  set = emit_region_value(e, set);
  for (int d = 0; d < n_deltas; d++) {
    Context old = e->at;
    const char *shifted =
        emit_text(e, deltas[d] > 0 ? "r_up(%s, %d)" : "r_down(%s, %d)", steps->sources, MAX(deltas[d], -deltas[d]));
    emit_leaf_set(e, steps->make, steps->make_ref,
                  emit_text(e, "%s & %s & %s", shifted, emit_region_const(e, masks + (size_t)d * words), set),
                  deltas[d]);
    e->at = old;
  }
}

// FROM becomes what it is, a site.
static bool keeps_from(const Emitter *e, const Ins *in) {
  if (in->op != OP_SET_SLOT || in->a[A_SET_SLOT_SLOT] != SLOT_FROM) return false;
  const Ins *value = emit_ins(e, in->a[A_SET_SLOT_VALUE]);
  return value->op == OP_SLOT && value->a[A_SLOT_SLOT] == SLOT_FROM;
}

// The moves of all pieces of a set by their statement, as sets. False when it is not of that form.
static bool pieces_as_sets(Emitter *e, int32_t body, const char *sources) {
  const Ins *in = emit_ins(e, body);
  Context old = e->at;
  bool good = true;
  if (in->op == OP_SEQ) {
    for (int i = 0; i < in->n && good; i++) good = pieces_as_sets(e, in->a[i], sources);
  } else if (in->op == OP_WITH_THEN && e->at.n_thens < EMIT_THENS_MAX) {
    for (int i = e->at.n_thens; i > 0; i--) e->at.thens[i] = e->at.thens[i - 1];
    e->at.thens[0] = (Ref)in->a[A_WITH_THEN_THEN];
    e->at.n_thens++;
    good = pieces_as_sets(e, in->a[A_WITH_THEN_BODY], sources);
  } else if (keeps_from(e, in)) {
    good = pieces_as_sets(e, in->a[A_SET_SLOT_BODY], sources);
  } else if (in->op == OP_FOR_STEPS) {
    Steps steps;
    good = plain_steps(e, in, &steps) && !in->a[A_FOR_STEPS_FROM] && !in->a[A_FOR_STEPS_IF] &&
           !(steps.cond && emit_reads_slot(e, steps.cond, SLOT_FROM));
    const Ins *dirs = emit_ins(e, in->a[A_FOR_STEPS_DIRS]);
    good = good && (dirs->op == OP_DIRS_CONST || (dirs->op == OP_DIRS_FACING && e->at.from_what > 0));
    if (good) {
      steps.sources = sources;
      steps.from = e->at.slot[SLOT_FROM];
      emit_with_dirs(e, in->a[A_FOR_STEPS_DIRS], steps.from, steps_from_all, &steps);
      good = !steps.failed && !e->why;
    }
  } else {
    good = in->op == OP_HOP && emit_hops_from_all(e, in, (Ref)body, sources);
  }
  e->at = old;
  return good;
}

// ---- pieces -------------------------------------------------------------------------------------

typedef struct Pieces {
  const Ins *in;
  SiteType type;
  int32_t player;
  const char *sites;  // where they are
  int32_t kind;       // all are of this kind; 0: of any of the player's
  int32_t only;       // those of others are left out; 0: none are
} Pieces;

static bool is_meant(const Emitter *e, const Ins *in, int32_t what) {
  if (in->a[A_FOR_PIECES_PIECES] < 0) return true;
  const RulesArray *pieces = &e->program->arrays[in->a[A_FOR_PIECES_PIECES]];
  for (int i = 0; i < pieces->n; i++) {
    if (pieces->at[i] == what) return true;
  }
  return false;
}

// Tries to move all pieces of a kind at once; leaves no trace when that cannot be done.
static bool try_sets(Emitter *e, const Pieces *p, int32_t what, int32_t body) {
  if (e->why || e->at.in_loop || e->at.list_only || e->at.sink == SINK_ACTS || e->at.n_filters || !p->kind || e->tall)
    return false;
  size_t written = e->out->n, sets = e->sets.n, generators = e->generators.n;
  Context old = e->at;
  e->at.from_what = what;
  e->at.slot[SLOT_FROM] = code_of("from", 0, emit_board_sites(e, p->type) - 1);
  e->at.slot[SLOT_LEVEL] = code_const(e, 0);
  const char *sources = emit_region_value(e, p->sites);
  bool good = pieces_as_sets(e, body, sources);
  e->at = old;
  if (good) return true;
  e->out->n = written;
  e->sets.n = sets;
  e->generators.n = generators;
  emit_try_again(e);
  return false;
}

static void one_by_one(Emitter *e, const Pieces *p, int32_t body) {
  Context old = e->at;
  Near near;
  bool ordered = e->at.sink == SINK_ACTS && e->game->piece_order;
  if (ordered) emit_line(e, "int %s = -1;", e->at.acted = emit_name(e, "acted"));
  const char *site = emit_for_sites(e, emit_near_begin(e, &near, p->sites), p->type);
  emit_near_from(e, &near, site);
  e->at.piece = code_site(e, site, p->type);
  e->at.in_loop = true;
  bind_slot(e, SLOT_FROM, code_site(e, site, p->type));
  e->at.slot[SLOT_LEVEL] = code_const(e, 0);
  const char *kind = NULL, *level = NULL;
  if (p->only && !e->tall)
    emit_line(e, "if (%s != %d) continue;", emit_what(e, p->type, e->at.slot[SLOT_FROM]), p->only);
  if (e->tall) {  // level by level
    const char *l = emit_name(e, "l"), *top = emit_text(e, "%s->height%d[%s] - 1", e->at.s, p->type, site);
    emit_open(e, "for (int %s = %s; %s < %s->height%d[%s]; %s++)", l,
              p->in->a[A_FOR_PIECES_HOW] & PIECES_ON_TOP ? top : "0", l, e->at.s, p->type, site, l);
    emit_line(e, "if (%s < 0 || LEVELS(%s, %d, %s)[%s].who != %d) continue;", l, e->at.s, p->type, site, l, p->player);
    e->at.slot[SLOT_LEVEL] = code_of(l, 0, 255);
    level = l;
    kind = emit_text(e, "LEVELS(%s, %d, %s)[%s].what", e->at.s, p->type, site, l);
    if (p->only) emit_line(e, "if (%s != %d) continue;", kind, p->only);
  }
  bool several = !p->kind || e->tall;
  if (!several) e->at.from_what = p->kind;
  if (!several) {
    int32_t what = p->kind, moves = body ? body : (int32_t)e->game->components[what].moves;
    if (moves && is_meant(e, p->in, what)) emit_kind_moves(e, moves, site, level);
  } else if (body && p->in->a[A_FOR_PIECES_PIECES] < 0) {
    emit_moves(e, body);
  } else {
    emit_open(e, "switch (%s)", kind ? kind : emit_what(e, p->type, e->at.slot[SLOT_FROM]));
    for (int c = 1; c < e->game->n_components; c++) {
      int32_t moves = body ? body : (int32_t)e->game->components[c].moves;
      if (emit_owner(e, c) != p->player || !is_meant(e, p->in, c) || !moves) continue;
      emit_line(e, "case %d: {  // %s", c, e->game->components[c].name);
      e->indent++;
      e->at.from_what = e->tall ? 0 : c;
      emit_kind_moves(e, moves, site, level);
      emit_line(e, "break;");
      emit_close(e);
    }
    emit_close(e);
  }
  if (e->tall) emit_close(e);
  emit_close(e);
  emit_near_end(e, &near);
  e->at = old;
}

static const char *container_mask(Emitter *e, SiteType type, int first, int n) {
  Word *mask = arena_zero(e->arena, (size_t)(MAX(e->words, e->program->region_words) + 1) * sizeof *mask);
  for (int i = 0; i < n; i++) bit_set(mask, first + i);
  (void)type;
  return emit_region_const(e, mask);
}

static void pieces_of(Emitter *e, const Ins *in, int32_t player, const Code *container);

// One branch for every container that may be meant.
static void pieces_in_container(Emitter *e, const Ins *in, int32_t player, Code number) {
  Context old = e->at;
  emit_open(e, "switch (%s)", number.text);
  for (int c = 0; c < e->game->n_containers; c++) {
    Code known = code_const(e, c);
    emit_line(e, "case %d: {", c);
    e->indent++;
    e->at.in_loop = true;
    pieces_of(e, in, player, &known);
    e->at = old;
    emit_line(e, "break;");
    emit_close(e);
  }
  emit_close(e);
}

static void one_kind(Emitter *e, const Pieces *p, int32_t body) {
  int32_t moves = body ? body : (int32_t)e->game->components[p->kind].moves;
  bool one = p->kind && moves && is_meant(e, p->in, p->kind);
  if (!one || !try_sets(e, p, p->kind, moves)) one_by_one(e, p, body);
}

// Whether the pieces of several kinds are gone through kind by kind: effects always are, choices where nobody can see
// their order.
static bool by_kind(const Emitter *e, const Pieces *p, int32_t body) {
  bool apart = !body || p->in->a[A_FOR_PIECES_PIECES] >= 0;
  if (e->at.sink == SINK_ACTS) return e->kinds_of[p->player] > 1;
  return e->kind_sets && !p->kind && apart;
}

static void each_kind(Emitter *e, const Pieces *p, int32_t body) {
  Context old = e->at;
  bool acts = e->at.sink == SINK_ACTS;  // which may change the sets of pieces
  for (int c = 1; c < e->game->n_components; c++) {
    int32_t moves = body ? body : (int32_t)e->game->components[c].moves;
    if (emit_owner(e, c) != p->player || !is_meant(e, p->in, c) || !moves) continue;
    Pieces kind = *p;
    if (!acts || !e->tall) kind.kind = c;
    if (acts) kind.only = c;
    else kind.sites = emit_text(e, "(%s & %s->kinds%d[%d])", p->sites, e->at.s, p->type, c);
    if (acts) one_by_one(e, &kind, body);
    else one_kind(e, &kind, body);
    e->at = old;
  }
}

// By the lists of pieces, kind by kind: a site is looked at as often as it is named, even if the piece has left.
static void pieces_listed(Emitter *e, const Pieces *p, int32_t body, int first, int end) {
  Context old = e->at;
  bool typed = p->in->a[A_FOR_PIECES_TYPE] >= 0;
  for (int c = 1; c < e->game->n_components; c++) {
    int32_t moves = body ? body : (int32_t)e->game->components[c].moves;
    if (emit_owner(e, c) != p->player || !is_meant(e, p->in, c) || !moves) continue;
    const char *site, *level;
    emit_open(e, "%s", "");
    emit_open_listed(e, p->type, emit_text(e, "%d", c), e->stack_list ? (typed ? LISTED_BACKWARDS : LISTED_ON_ANY) : 0,
                     &site, &level);
    emit_line(e, "if (%s < %d || %s >= %d) continue;", site, first, site, end);
    if (e->tall && (p->in->a[A_FOR_PIECES_HOW] & PIECES_ON_TOP))
      emit_line(e, "if (%s->height%d[%s] != %s + 1) continue;", e->at.s, p->type, site, level);
    e->at.in_loop = true;
    bind_slot(e, SLOT_FROM, code_site(e, site, p->type));
    e->at.slot[SLOT_LEVEL] = e->tall ? code_of(level, 0, 255) : code_const(e, 0);
    emit_moves(e, moves);
    emit_close(e);
    emit_close(e);
    e->at = old;
  }
}

// On sites of one type or, one after another, of all; in a part of these, unless all is meant.
static void pieces_on_types(Emitter *e, Pieces p, int32_t body, bool any, const char *part, bool all) {
  Context old = e->at;
  SiteType meant = p.type;
  for (int t = 0; t < SITE_TYPES; t++) {
    if (!emit_kept(e, (SiteType)t) || (t != (int)meant && !any)) continue;
    p.type = (SiteType)t;
    p.sites = emit_owned(e, p.type, p.player);
    if (!all || p.type != meant) p.sites = emit_text(e, "(%s & %s)", p.sites, part);
    if (by_kind(e, &p, body)) each_kind(e, &p, body);
    else one_kind(e, &p, body);
    e->at = old;
  }
}

// Pieces of a player other than the mover move as if it were that player's turn. Who the mover is may be known only
// while playing.
static void turn_to(Emitter *e, int32_t player) {
  const char *mover = e->at.mover.text;
  Code *const others[] = {&e->at.prev, &e->at.next};
  for (int i = 0; i < 2; i++) {
    *others[i] =
        e->at.mover.known
            ? e->at.mover
            : code_of(emit_text(e, "(%s == %d ? %s : %s)", mover, player, others[i]->text, mover), 0, e->game->players);
  }
  e->at.mover = code_const(e, player);
}

static void pieces_of(Emitter *e, const Ins *in, int32_t player, const Code *container) {
  Pieces p = {.in = in, .type = emit_type(e, in->a[A_FOR_PIECES_TYPE]), .player = player};
  if (player < 0 || player > e->game->players + 1 || !(e->owners >> player & 1)) return;
  Code number = container ? *container : emit_bind(e, emit_int_or(e, in->a[A_FOR_PIECES_CONTAINER], 0));
  if (!number.known) {
    pieces_in_container(e, in, player, number);
    return;
  }
  if (e->why || number.value < 0 || number.value >= e->game->n_containers) return;
  if (number.value > 0) p.type = emit_type(e, SITE_CELL);
  if (!emit_kept(e, p.type)) return;
  const Container *place = &e->game->containers[number.value];
  int first = number.value > 0 ? place->first : 0, n = number.value > 0 ? place->n : emit_board_sites(e, p.type);
  Context old = e->at;
  bool other = !(e->at.mover.known && e->at.mover.value == player) && player >= 1 && player <= e->game->players &&
               !(in->a[A_FOR_PIECES_HOW] & PIECES_AS_MOVER);
  if (other) turn_to(e, player);
  if (e->kinds_of[player] == 1) p.kind = e->only_kind[player];
  int32_t body = in->a[A_FOR_PIECES_BODY];
  bool any = in->a[A_FOR_PIECES_TYPE] < 0 && number.value == 0 && !e->merged;
  if (e->game->piece_lists) pieces_listed(e, &p, body, first, first + n);
  else pieces_on_types(e, p, body, any, container_mask(e, p.type, first, n), first == 0 && n == emit_sites(e, p.type));
  e->at = old;
}

static void op_for_pieces(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Code player = emit_bind(e, emit_int(e, in->a[A_FOR_PIECES_PLAYER]));
  if (e->stack_bound) emit_fail(e, "stacks");
  if (player.known) {
    pieces_of(e, in, player.value, NULL);
    return;
  }
  Context old = e->at;
  emit_open(e, "switch (%s)", player.text);
  for (int p = MAX(player.min, 0); p <= MIN(player.max, e->game->players + 1); p++) {
    emit_line(e, "case %d: {", p);
    e->indent++;
    bool same = !strcmp(player.text, old.mover.text);
    if (same) e->at.mover = code_const(e, p);
    pieces_of(e, in, p, NULL);
    e->at = old;
    emit_line(e, "break;");
    emit_close(e);
  }
  emit_close(e);
}

static void op_move_piece(Emitter *e, const Ins *in, Ref ref) {
  if (e->stack_bound) emit_fail(e, "stacks");
  emit_leaf(e, in, ref, false);
}

// ---- placements ---------------------------------------------------------------------------------

// Whether the sites of a region are surely empty.
static bool is_empty_region(const Emitter *e, int32_t ref, SiteType type) {
  const Ins *in = emit_ins(e, ref);
  if (in->op == OP_EMPTY) return emit_type(e, in->a[A_EMPTY_TYPE]) == type;
  if (in->op == OP_INTERSECTION) {
    for (int i = 0; i < in->n; i++) {
      if (is_empty_region(e, in->a[i], type)) return true;
    }
  }
  if (in->op == OP_SITES_WHERE) return is_empty_region(e, in->a[A_SITES_WHERE_REGION], type);
  if (in->op == OP_DIFFERENCE) return is_empty_region(e, in->a[A_DIFFERENCE_A], type);
  return false;
}

// Whether single sites make up a region: each is checked as it is added.
static bool is_checked_region(const Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  return in->op == OP_REGION_OF_INTS && emit_ins(e, in->a[A_REGION_OF_INTS_VALUES])->op != OP_INTS_OF_REGION;
}

const char *emit_region_to_put(Emitter *e, int32_t ref, SiteType type) {
  if (is_empty_region(e, ref, type)) return emit_region(e, ref);
  e->at.put_sites = emit_sites(e, type);
  const char *region = emit_region(e, ref);
  e->at.put_sites = 0;
  if (e->bits <= emit_sites(e, type) || emit_hands_apart(e, type) || is_checked_region(e, ref)) return region;
  region = emit_region_value(e, region);
  emit_line(e, "if (r_any(%s & ~%s)) exceed();", region, emit_sites_mask(e, type));
  return emit_text(e, "(%s & %s)", region, emit_sites_mask(e, type));
}

static void place_each(Emitter *e, const Ins *in, Ref ref, const char *region, SiteType type) {
  Context old = e->at;
  if (emit_is_large(e, e->at.what)) {
    emit_add_large(e, in, ref, region);
    return;
  }
  int32_t cond = in->a[A_ADD_PIECE_IF];
  const char *set = cond ? emit_set(e, cond, SLOT_TO, type) : NULL;
  if (set) region = emit_text(e, "(%s & %s)", region, set);
  bool effect = in->a[A_ADD_PIECE_EFFECT], twice = effect && !in->a[A_ADD_PIECE_ONE];
  if ((!cond || set) && !twice && e->at.sink != SINK_ACTS && !e->at.in_loop &&
      (!e->at.list_only || emit_tests_drawn(e))) {
    e->at.from_what = 0;
    emit_leaf_set(e, in, ref, region, 0);
    e->at = old;
    return;
  }
  const char *site = emit_for_sites(e, region, type);
  e->at.in_loop = true;
  e->at.slot[SLOT_TO] = code_site(e, site, type);
  bool test = cond && !set;
  if (test) emit_open(e, "if (%s)", emit_cond(e, cond));
  e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO];
  e->at.from_what = 0;
  if (twice && e->at.sink == SINK_LIST) {
    // Listed twice where its effect applies.
    if (in->a[A_ADD_PIECE_EFFECT_IF]) emit_open(e, "if (%s)", emit_cond(e, in->a[A_ADD_PIECE_EFFECT_IF]));
    emit_leaf(e, in, ref, false);
    if (in->a[A_ADD_PIECE_EFFECT_IF]) emit_close(e);
  }
  emit_leaf(e, in, ref, false);
  if (test) emit_close(e);
  emit_close(e);
  e->at = old;
}

static void op_add_piece(Emitter *e, const Ins *in, Ref ref) {
  Context old = e->at;
  SiteType type = emit_type(e, in->a[A_ADD_PIECE_TYPE]);
  IntList whats;
  if (in->a[A_ADD_PIECE_LEVEL] && !e->tall) emit_fail(e, "pieces pushed into stacks");
  if (!emit_ints(e, in->a[A_ADD_PIECE_WHAT], &whats))
    emit_fail(e, "ADD_PIECE of %s", op_info[emit_ins(e, in->a[A_ADD_PIECE_WHAT])->op].name);
  if (e->why) return;
  Code count = emit_bind(e, emit_int_or(e, in->a[A_ADD_PIECE_COUNT], 1));
  if (count.known && count.value < 1) return;
  if (e->stack_bound && !(count.known && count.value == 1)) emit_fail(e, "ADD_PIECE of several at once");
  bool some = count.min >= 1;
  if (in->a[A_ADD_PIECE_ONE] && (whats.n > 1 || e->at.sink == SINK_LIST)) {
    if (whats.n > 1) emit_fail(e, "ADD_PIECE of the first kind that can be added");
  }
  const char *region = e->at.put_on ? e->at.put_on : emit_region_to_put(e, in->a[A_ADD_PIECE_REGION], type);
  e->at.put_on = NULL;
  if (in->a[A_ADD_PIECE_THEN] && e->at.n_thens < EMIT_THENS_MAX) {
    for (int i = e->at.n_thens; i > 0; i--) e->at.thens[i] = e->at.thens[i - 1];
    e->at.thens[0] = (Ref)in->a[A_ADD_PIECE_THEN];
    e->at.n_thens++;
  }
  if (whats.n > 1) region = emit_region_value(e, region);
  if (!some) emit_open(e, "if (%s >= 1)", count.text);
  if (!some) e->at.in_loop = true;
  for (int i = 0; i < whats.n; i++) {
    Code what = whats.at[i];
    if (what.known && what.value < 0) continue;
    e->at.what = what;
    bool sure = what.min >= 0;
    if (!sure) emit_open(e, "if (%s >= 0)", what.text);
    place_each(e, in, ref, region, type);
    if (!sure) emit_close(e);
  }
  if (!some) emit_close(e);
  e->at = old;
}

// Whether a pile grows. Where pieces are counted, a site may have a count of nothing, and is then not empty either.
static const char *stands_already(Emitter *e, SiteType type, Code site) {
  Context old = e->at;
  e->at.s = "s";
  const char *text = e->layout.sites[type].count && e->has_what
                         ? emit_text(e, "%s != 0", emit_what(e, type, site))
                         : emit_text(e, "!r_has(s->empty%d, %s)", type, site.text);
  e->at = old;
  return text;
}

static void acts_add(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  if (emit_is_large(e, e->at.what)) {
    emit_acts_large(e);
    return;
  }
  if (e->at.what.known && e->at.what.value >= e->game->n_components) {
    emit_line(e, "exceed();");  // the game does not have the piece
    return;
  }
  SiteType type = emit_type(e, in->a[A_ADD_PIECE_TYPE]);
  Code state = emit_int_or(e, in->a[A_ADD_PIECE_STATE], -1);
  state = emit_bind(e, state);
  Code count = emit_bind(e, emit_int_or(e, in->a[A_ADD_PIECE_COUNT], 1)),
       level = emit_bind(e, emit_int_or(e, in->a[A_ADD_PIECE_LEVEL], -1));
  bool once = count.known && count.value == 1;
  if (in->a[A_ADD_PIECE_EFFECT]) {
    bool test = in->a[A_ADD_PIECE_EFFECT_IF];
    if (test) emit_open(e, "if (%s)", emit_cond(e, in->a[A_ADD_PIECE_EFFECT_IF]));
    emit_effect(e, in->a[A_ADD_PIECE_EFFECT]);
    if (test) emit_close(e);
  }
  bool empty = is_empty_region(e, in->a[A_ADD_PIECE_REGION], type) && !in->a[A_ADD_PIECE_EFFECT] &&
               e->at.sink == SINK_ACTS && e->at.chosen;
  int32_t owner = e->at.what.known && e->at.what.value > 0 ? emit_owner(e, e->at.what.value) : -1;
  if (e->stack_bound) {
    if (owner < 0) emit_fail(e, "stacks of pieces found while playing");
    const char *to = e->at.slot[SLOT_TO].text;
    bool placed = e->at.chosen && e->at.placed;
    emit_line(e, "stack_%d(s, %s, %s);", owner, to, placed ? "m.x[0]" : emit_text(e, "stack_place(s, %s)", to));
    return;
  }
  const char *call = owner >= 0 ? emit_text(e, "add%d_%d", type, owner) : emit_text(e, "add%d", type);
  if (!once) emit_open(e, "for (int times = %s; times > 0 && !fault; times--)", count.text);
  if (!once) emit_line(e, "if (times > %d) exceed();", UINT16_MAX);
  if (e->tall) {
    const char *to = e->at.slot[SLOT_TO].text, *what = e->at.what.text;
    if (in->a[A_ADD_PIECE_LEVEL])
      emit_line(e, "if (%s >= 0) add_at%d(s, %s, %s, %s, %s);", level.text, type, to, level.text, what, state.text);
    else emit_line(e, "add%d(s, %s, %s, %s);", type, to, what, state.text);
    // A piece that comes to the top of a stack counts twice on its track, as in the interpreter.
    if (e->layout.on_track) emit_line(e, "track_added(s, %s, %s, %d);", what, to, in->a[A_ADD_PIECE_LEVEL] ? 1 : 2);
    if (!once) emit_close(e);
    return;
  }
  empty &= once;
  if (!empty) {
    emit_open(e, "if (%s)", stands_already(e, type, e->at.slot[SLOT_TO]));
    emit_line(e, "more%d(s, %s, %s);", type, e->at.slot[SLOT_TO].text, state.text);
    emit_close(e);
    emit_open(e, "else");
  }
  emit_line(e, "%s(s, %s, %s, %s);", call, e->at.slot[SLOT_TO].text, e->at.what.text, state.text);
  if (!empty) emit_close(e);
  if (e->layout.on_track) emit_line(e, "track_added(s, %s, %s, 1);", e->at.what.text, e->at.slot[SLOT_TO].text);
  if (!once) emit_close(e);
}

static void acts_move(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  SiteType type = emit_type(e, in->a[A_MOVE_PIECE_TYPE]);
  const char *from = e->at.slot[SLOT_FROM].text, *to = e->at.slot[SLOT_TO].text;
  const char *top = e->tall ? emit_text(e, "(%s->height%d[%s] - 1)", e->at.s, type, from) : NULL;
  Code level = emit_bind(e, emit_int_or(e, in->a[A_MOVE_PIECE_LEVEL], -1));
  if (e->tall) level = emit_bind(e, code_of(emit_text(e, "(%s >= 0 ? %s : %s)", level.text, level.text, top), -1, 255));
  emit_effect(e, in->a[A_MOVE_PIECE_EFFECT]);
  if (e->tall) {
    if (in->a[A_MOVE_PIECE_STACK]) emit_line(e, "move_stack%d(s, %s, %s, -1);", type, from, to);
    else emit_line(e, "move_level%d(s, %s, %s, %s);", type, from, level.text, to);
    return;
  }
  int32_t owner = e->at.from_what > 0 && e->at.chosen ? emit_owner(e, e->at.from_what) : -1;
  if (owner >= 0 && !in->a[A_MOVE_PIECE_EFFECT])
    emit_line(e, "move%d_%d(s, %s, %s);", type, owner, e->at.slot[SLOT_FROM].text, e->at.slot[SLOT_TO].text);
  else if (owner >= 0 && emit_ins(e, in->a[A_MOVE_PIECE_EFFECT])->op == OP_REMOVE_SITE)
    emit_line(e, "move%d_%d(s, %s, %s);", type, owner, e->at.slot[SLOT_FROM].text, e->at.slot[SLOT_TO].text);
  else emit_line(e, "move%d(s, %s, %s);", type, e->at.slot[SLOT_FROM].text, e->at.slot[SLOT_TO].text);
}

static void op_pass(Emitter *e, const Ins *in, Ref ref) {
  Context old = e->at;
  e->at.slot[SLOT_FROM] = e->at.slot[SLOT_TO] = code_const(e, -1);
  emit_leaf(e, in, ref, true);
  e->at = old;
}

static void acts_nothing(Emitter *e, const Ins *in, Ref ref) { (void)e, (void)in, (void)ref; }

// ---- moves joined -------------------------------------------------------------------------------

const char *emit_exists_set(Emitter *e, int32_t ref, Slot slot, SiteType type) {
  const Ins *in = emit_ins(e, ref);
  if (in->op == OP_IF_MOVES && !in->a[A_IF_MOVES_ELSE]) {
    const char *cond = emit_set(e, in->a[A_IF_MOVES_COND], slot, type),
               *body = cond ? emit_exists_set(e, in->a[A_IF_MOVES_THEN], slot, type) : NULL;
    return body ? emit_text(e, "(%s & %s)", cond, body) : NULL;
  }
  if (in->op == OP_WITH_THEN) return emit_exists_set(e, in->a[A_WITH_THEN_BODY], slot, type);
  const EmitRow *row = e->rows[in->op];
  return row && row->as_set && op_info[in->op].type == RULES_MOVES ? row->as_set(e, in, slot, type) : NULL;
}

static void op_append(Emitter *e, const Ins *in, Ref ref) {
  if (e->at.sink == SINK_ACTS && e->at.prefix) emit_fail(e, "APPEND after other effects");
  if (e->at.sink == SINK_ACTS) {
    // Without effects there is no move, and nothing follows from it.
    Code any = e->at.n_thens ? emit_bind(e, emit_found(e, in->a[A_APPEND_BODY], NULL)) : code_const(e, 1);
    emit_effect(e, in->a[A_APPEND_BODY]);
    if (e->at.n_thens) emit_open(e, "if (%s)", any.text);
    emit_thens(e);
    if (e->at.n_thens) emit_close(e);
    return;
  }
  if (e->at.sink == SINK_LIST) {  // its sites are those of the first move joined
    emit_fail(e, "APPEND");
    return;
  }
  Code found = emit_found(e, in->a[A_APPEND_BODY], NULL);
  emit_open(e, "if (%s)", found.text);
  emit_leaf(e, in, ref, false);
  emit_close(e);
}

// All effects of the body together.
static void op_one_move(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  if (e->at.sink != SINK_ACTS) {
    emit_fail(e, "ONE_MOVE as a choice");
    return;
  }
  if (e->at.prefix) emit_fail(e, "ONE_MOVE after other effects");
  // Without effects there is no move, and nothing follows from it.
  bool asks = e->at.n_thens && !(in->a[A_ONE_MOVE_HOW] & ONE_MOVE_ALWAYS);
  Code any = asks ? emit_bind(e, emit_found(e, in->a[A_ONE_MOVE_BODY], NULL)) : code_const(e, 1);
  emit_effect(e, in->a[A_ONE_MOVE_BODY]);
  if (asks) emit_open(e, "if (%s)", any.text);
  emit_thens(e);
  if (asks) emit_close(e);
}

// Effects each of which is worked out when those before it have been made.
static void op_in_turn(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  if (e->at.sink != SINK_ACTS || e->at.prefix || e->at.n_thens) {
    emit_fail(e, e->at.n_thens ? "consequences of everything that is done in turn" : "IN_TURN as a choice");
    return;
  }
  e->at.s = "s";
  for (int i = 0; i < in->n; i++) emit_effect(e, in->a[i]);
  e->at = old;
}

enum { WHILE_MAX = 10000 };  // as in the interpreter, which stops then

static void op_while(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  // Of several moves that come first the later ones are not done in their order (weave_opening of the interpreter).
  if (e->at.opening) emit_fail(e, "WHILE before other moves");
  if (e->at.sink != SINK_ACTS || e->at.prefix || e->at.n_thens) emit_fail(e, "WHILE as a choice");
  if (e->why) return;
  const char *times = emit_name(e, "times");
  e->at.s = "s";
  e->at.in_loop = true;
  emit_open(e, "for (int %s = 0;; %s++)", times, times);
  emit_line(e, "if (!(%s)) break;", emit_cond(e, in->a[A_WHILE_COND]));
  emit_effect(e, in->a[A_WHILE_BODY]);
  emit_line(e, "if (%s == %d) { exceed(); break; }", times, WHILE_MAX);
  emit_close(e);
  e->at = old;
}

static void acts_append(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  emit_effect(e, in->a[A_APPEND_BODY]);
}

const EmitRow emit_move_rows[] = {
    {OP_NOTHING, .as_moves = op_nothing},
    {OP_SEQ, .as_moves = op_seq},
    {OP_IF_MOVES, .as_moves = op_if},
    {OP_FIRST_OF, .as_moves = op_first_of},
    {OP_MAX_MOVES, .as_moves = op_max_moves},
    {OP_WITH_THEN, .as_moves = op_with_then},
    {OP_FOR_SITES, .as_moves = op_for_sites},
    {OP_FOR_INTS, .as_moves = op_for_ints},
    {OP_FOR_RANGE, .as_moves = op_for_range},
    {OP_FOR_MASK, .as_moves = op_for_mask},
    {OP_SET_SLOT, .as_moves = op_set_slot},
    {OP_AS_MOVER, .as_moves = op_as_mover},
    {OP_AFTER_ALL, .as_moves = op_after_all},
    {OP_FOR_STEPS, .as_moves = op_for_steps},
    {OP_FOR_PIECES, .as_moves = op_for_pieces},
    {OP_MOVE_PIECE, .as_moves = op_move_piece, .as_acts = acts_move},
    {OP_ADD_PIECE, .as_moves = op_add_piece, .as_acts = acts_add},
    {OP_PASS, .as_moves = op_pass, .as_acts = acts_nothing},
    {OP_IN_TURN, .as_moves = op_in_turn},
    {OP_WHILE, .as_moves = op_while},
    {OP_ONE_MOVE, .as_moves = op_one_move},
    {OP_APPEND, .as_moves = op_append, .as_acts = acts_append},
    {0},
};
