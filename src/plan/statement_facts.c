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

// Whether the moves of a statement begin where those inside do: nothing is made before them, FROM stays as it is.
static bool only_passes(const Ins *in) {
  if (in->op == OP_DO_AFTER && in->a[A_DO_AFTER_NEXT]) return false;
  if (in->op == OP_FOR_STEPS) return !in->a[A_FOR_STEPS_FROM];
  return operand_table[in->op].passes && !(ins_binds(in) & 1u << SLOT_FROM);
}

static bool all_inside(Finder *f, const Ins *in, FactFn *holds) {
  if (!only_passes(in)) return false;
  for (int i = 0; i < in->n; i++) {
    if (operand_passes_at(in, i) && in->a[i] && !holds(f, in->a[i])) return false;
  }
  return true;
}

static bool any_inside(Finder *f, const Ins *in, FactFn *holds) {
  for (int i = 0; only_passes(in) && i < in->n; i++) {
    if (operand_passes_at(in, i) && in->a[i] && holds(f, in->a[i])) return true;
  }
  return false;
}

static FactFn keeps_from, keeps_to, tries_moves, draws, names_sources, some_sources;

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

static bool find_some_sources(Finder *f, int32_t ref) {
  const Ins *in = plan_ins(f->plan, ref);
  if (in->op == OP_FROM_TO) return true;
  return in->op == OP_FOR_PIECES ? pieces_keep_from(f, ref) : any_inside(f, in, some_sources);
}

static bool some_sources(Finder *f, int32_t ref) { return fact(f, FACT_SOME_SOURCES, ref, find_some_sources); }

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
    keeps_from(&f, at), keeps_to(&f, at), names_sources(&f, at), some_sources(&f, at), tries_moves(&f, at),
        draws(&f, at);
    if (in->op == OP_FOR_PIECES) pieces_keep_from(&f, at);
    ref += 1u + in->n;
  }
  mem_free(f.known);
  plan->facts = f.holds;
}
