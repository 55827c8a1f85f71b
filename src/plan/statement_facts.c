// What the program says about its statements before they run.
#include "plan/statement_facts.h"

#include "plan/plan.h"
#include "rules/effects.h"
#include "rules/operand_names.h"
#include "rules/operand_table.h"

typedef struct Finder {
  const Plan *plan;
  uint8_t *known, *holds;  // by Ref: masks of facts
} Finder;

typedef bool FactFn(Finder *f, int32_t ref);

// The answer of `find`, kept. While it is being looked for it counts as false.
static bool fact(Finder *f, int which, int32_t ref, FactFn *find) {
  if (!ref) return false;
  if (!(f->known[ref] & which)) {
    f->known[ref] |= (uint8_t)which;
    if (find(f, ref)) f->holds[ref] |= (uint8_t)which;
  }
  return f->holds[ref] & which;
}

// ---- statements made of statements -----------------------------------------------------------------

// Statements whose moves are, as far as their beginning goes, those of the statements in operands first to last.
typedef struct Wrapper {
  uint16_t op;
  int8_t first, last;  // last -1: up to the end
  int8_t absent;       // an operand that must not be there, or -1
  int8_t slot;         // the operand with a slot that is set, or -1
} Wrapper;

static const Wrapper wrappers[] = {
    {OP_SEQ, A_SEQ_ITEMS, -1, -1, -1},
    {OP_FIRST_OF, A_FIRST_OF_ITEMS, -1, -1, -1},
    {OP_IF_MOVES, A_IF_MOVES_THEN, A_IF_MOVES_ELSE, -1, -1},
    {OP_WITH_THEN, A_WITH_THEN_BODY, A_WITH_THEN_BODY, -1, -1},
    {OP_DO_AFTER, A_DO_AFTER_FIRST, A_DO_AFTER_FIRST, A_DO_AFTER_NEXT, -1},
    {OP_AS_MOVER, A_AS_MOVER_BODY, A_AS_MOVER_BODY, -1, -1},
    {OP_FOR_STEPS, A_FOR_STEPS_BODY, A_FOR_STEPS_BODY, A_FOR_STEPS_FROM, -1},
    {OP_FOR_SITES, A_FOR_SITES_BODY, A_FOR_SITES_BODY, -1, A_FOR_SITES_SLOT},
    {OP_FOR_INTS, A_FOR_INTS_BODY, A_FOR_INTS_BODY, -1, A_FOR_INTS_SLOT},
    {OP_FOR_RANGE, A_FOR_RANGE_BODY, A_FOR_RANGE_BODY, -1, A_FOR_RANGE_SLOT},
    {OP_SET_SLOT, A_SET_SLOT_BODY, A_SET_SLOT_BODY, -1, A_SET_SLOT_SLOT},
    {OP_FOR_MASK, A_FOR_MASK_BODY, A_FOR_MASK_BODY, -1, A_FOR_MASK_SLOT},
    {OP_FOR_DIRECTIONS, A_FOR_DIRECTIONS_BODY, A_FOR_DIRECTIONS_BODY, -1, -1},
    {OP_AVOID_STORED, A_AVOID_STORED_BODY, A_AVOID_STORED_BODY, -1, -1},
};

static const Wrapper *wrapper_of(const Ins *in) {
  for (size_t i = 0; i < COUNT_OF(wrappers); i++) {
    const Wrapper *w = &wrappers[i];
    if (w->op != in->op) continue;
    bool sets_from = w->slot >= 0 && in->a[w->slot] == SLOT_FROM;
    return sets_from || (w->absent >= 0 && in->a[w->absent]) ? NULL : w;
  }
  return NULL;
}

static bool all_inside(Finder *f, const Ins *in, FactFn *holds) {
  const Wrapper *w = wrapper_of(in);
  if (!w) return false;
  int last = w->last < 0 ? in->n - 1 : w->last;
  for (int i = w->first; i <= last; i++) {
    if (in->a[i] && !holds(f, in->a[i])) return false;
  }
  return true;
}

static FactFn keeps_from, keeps_to, tries_moves, draws, names_sources;

// ---- where moves begin -----------------------------------------------------------------------------

static bool is_from(const Finder *f, int32_t ref) {
  const Ins *in = plan_ins(f->plan, ref);
  return in->op == OP_SLOT && in->a[A_SLOT_SLOT] == SLOT_FROM;
}

static bool is_region_of_from(const Finder *f, int32_t ref) {
  const Ins *region = plan_ins(f->plan, ref);
  if (region->op != OP_REGION_OF_INTS) return false;
  const Ins *list = plan_ins(f->plan, region->a[A_REGION_OF_INTS_VALUES]);
  return list->op == OP_INTS_LIST && list->n == 1 && is_from(f, list->a[A_INTS_LIST_ITEMS]);
}

static bool find_keeps_from(Finder *f, int32_t ref) {
  static const uint16_t moving[] = {OP_NOTHING, OP_MOVE_PIECE, OP_SLIDE, OP_SLIDE_TRACK, OP_HOP, OP_LEAP_TO};
  const Ins *in = plan_ins(f->plan, ref);
  for (size_t i = 0; i < COUNT_OF(moving); i++) {
    if (in->op == moving[i]) return true;
  }
  return in->op == OP_FROM_TO ? is_region_of_from(f, in->a[A_FROM_TO_FROM]) : all_inside(f, in, keeps_from);
}

static bool keeps_from(Finder *f, int32_t ref) { return fact(f, FACT_KEEPS_FROM, ref, find_keeps_from); }

// Loops that set TO are left out: only what chooses between and wraps moves.
static bool find_keeps_to(Finder *f, int32_t ref) {
  const Ins *in = plan_ins(f->plan, ref);
  if (in->op == OP_MOVE_PIECE || in->op == OP_NOTHING) return true;
  bool gathers = in->op == OP_SEQ || in->op == OP_FIRST_OF || in->op == OP_IF_MOVES || in->op == OP_WITH_THEN;
  return gathers && all_inside(f, in, keeps_to);
}

static bool keeps_to(Finder *f, int32_t ref) { return fact(f, FACT_KEEPS_TO, ref, find_keeps_to); }

static bool find_pieces_keep_from(Finder *f, int32_t ref) {
  const Ins *in = plan_ins(f->plan, ref);
  if (in->a[A_FOR_PIECES_BODY]) return keeps_from(f, in->a[A_FOR_PIECES_BODY]);
  for (int c = 1; c < f->plan->game->n_components; c++) {
    Ref moves = f->plan->game->components[c].moves;
    if (moves && !keeps_from(f, (int32_t)moves)) return false;
  }
  return true;
}

static bool pieces_keep_from(Finder *f, int32_t ref) {
  return fact(f, FACT_PIECES_KEEP_FROM, ref, find_pieces_keep_from);
}

static bool find_names_sources(Finder *f, int32_t ref) {
  const Ins *in = plan_ins(f->plan, ref);
  return in->op == OP_FROM_TO || in->op == OP_NOTHING || all_inside(f, in, names_sources);
}

static bool names_sources(Finder *f, int32_t ref) { return fact(f, FACT_NAMES_SOURCES, ref, find_names_sources); }

// ---- what an expression contains -------------------------------------------------------------------

// Whether something holds for an operand; consequences are not looked into, as they come after the move.
static bool any_operand(Finder *f, const Ins *in, FactFn *holds) {
  int n = in->op == OP_WITH_THEN ? A_WITH_THEN_THEN : in->n;
  for (int i = 0; i < n; i++) {
    if (operand_ref_at(in, i) && in->a[i] && holds(f, in->a[i])) return true;
  }
  return false;
}

static bool find_tries_moves(Finder *f, int32_t ref) {
  const Ins *in = plan_ins(f->plan, ref);
  return (ins_reads(in) & PART_TRIES) || any_operand(f, in, tries_moves);
}

static bool tries_moves(Finder *f, int32_t ref) { return fact(f, FACT_TRIES_MOVES, ref, find_tries_moves); }

static bool piece_draws(Finder *f) {
  for (int c = 1; c < f->plan->game->n_components; c++) {
    Ref moves = f->plan->game->components[c].moves;
    if (moves && draws(f, (int32_t)moves)) return true;
  }
  return false;
}

static bool find_draws(Finder *f, int32_t ref) {
  const Ins *in = plan_ins(f->plan, ref);
  return (ins_reads(in) & PART_CHANCE) || (in->op == OP_FOR_PIECES && !in->a[A_FOR_PIECES_BODY] && piece_draws(f)) ||
         any_operand(f, in, draws);
}

static bool draws(Finder *f, int32_t ref) { return fact(f, FACT_DRAWS, ref, find_draws); }

// ---- all of them -----------------------------------------------------------------------------------

void facts_find(Plan *plan) {
  size_t n = MAX(plan->program->n, 1);
  Finder f = {.plan = plan, .holds = ARENA_ARRAY(&plan->arena, uint8_t, n)};
  f.known = mem_alloc_zero(n);
  for (Ref ref = 1; ref < plan->program->n;) {
    const Ins *in = program_ins(plan->program, ref);
    int32_t at = (int32_t)ref;
    keeps_from(&f, at), keeps_to(&f, at), names_sources(&f, at), tries_moves(&f, at), draws(&f, at);
    if (in->op == OP_FOR_PIECES) pieces_keep_from(&f, at);
    ref += 1u + in->n;
  }
  mem_free(f.known);
  plan->facts = f.holds;
}
