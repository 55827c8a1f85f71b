// What the program says about its statements before they run.
#include "base/mem.h"
#include "rules/operand.h"
#include "state/turn/partial_moves_internal.h"

PartialMoves *partial_moves_of(Position *x) {
  if (!x->stager) x->stager = mem_alloc_zero(sizeof *x->stager);
  return x->stager;
}

void partial_moves_free(PartialMoves *s) {
  if (!s) return;
  for (int f = 0; f < FACTS; f++) mem_free(s->facts[f]);
  mem_free(s->named);
  VEC_FREE(&s->moves);
  VEC_FREE(&s->actions);
  VEC_FREE(&s->ints);
  mem_free(s);
}

typedef bool FactFn(Position *x, int32_t ref);

// The answer of `find`, kept. Absent operands have no facts: the caller says what they count as.
static bool fact(Position *x, PartialMovesFact which, int32_t ref, FactFn *find) {
  uint8_t **facts = &partial_moves_of(x)->facts[which];
  if (!*facts) *facts = mem_alloc_zero(x->program->n);
  if (!(*facts)[ref]) (*facts)[ref] = find(x, ref) ? 2 : 1;
  return (*facts)[ref] == 2;
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

static bool all_inside(Position *x, const Ins *in, FactFn *holds) {
  const Wrapper *w = wrapper_of(in);
  if (!w) return false;
  int last = w->last < 0 ? in->n - 1 : w->last;
  for (int i = w->first; i <= last; i++) {
    if (in->a[i] && !holds(x, in->a[i])) return false;
  }
  return true;
}

// ---- where moves begin -----------------------------------------------------------------------------

static bool is_from(const Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  return in->op == OP_SLOT && in->a[A_SLOT_SLOT] == SLOT_FROM;
}

static bool is_region_of_from(const Position *x, int32_t ref) {
  const Ins *region = position_ins(x, ref);
  if (region->op != OP_REGION_OF_INTS) return false;
  const Ins *list = position_ins(x, region->a[A_REGION_OF_INTS_VALUES]);
  return list->op == OP_INTS_LIST && list->n == 1 && is_from(x, list->a[A_INTS_LIST_ITEMS]);
}

static bool find_keeps_from(Position *x, int32_t ref) {
  static const uint16_t moving[] = {OP_NOTHING, OP_MOVE_PIECE, OP_SLIDE, OP_SLIDE_TRACK, OP_HOP, OP_LEAP_TO};
  const Ins *in = position_ins(x, ref);
  for (size_t i = 0; i < COUNT_OF(moving); i++) {
    if (in->op == moving[i]) return true;
  }
  return in->op == OP_FROM_TO ? is_region_of_from(x, in->a[A_FROM_TO_FROM]) : all_inside(x, in, partial_keeps_from);
}

bool partial_keeps_from(Position *x, int32_t ref) { return fact(x, FACT_KEEPS_FROM, ref, find_keeps_from); }

// Loops that set TO are left out: only what chooses between and wraps moves.
static bool find_keeps_to(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  if (in->op == OP_MOVE_PIECE || in->op == OP_NOTHING) return true;
  bool gathers = in->op == OP_SEQ || in->op == OP_FIRST_OF || in->op == OP_IF_MOVES || in->op == OP_WITH_THEN;
  return gathers && all_inside(x, in, partial_keeps_to);
}

bool partial_keeps_to(Position *x, int32_t ref) { return fact(x, FACT_KEEPS_TO, ref, find_keeps_to); }

static bool find_pieces_keep_from(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  if (in->a[A_FOR_PIECES_BODY]) return partial_keeps_from(x, in->a[A_FOR_PIECES_BODY]);
  for (int c = 1; c < x->game->n_components; c++) {
    Ref moves = x->game->components[c].moves;
    if (moves && !partial_keeps_from(x, (int32_t)moves)) return false;
  }
  return true;
}

bool partial_pieces_keep_from(Position *x, int32_t ref) {
  return fact(x, FACT_PIECES_KEEP_FROM, ref, find_pieces_keep_from);
}

static bool find_names_sources(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  return in->op == OP_FROM_TO || in->op == OP_NOTHING || all_inside(x, in, partial_names_sources);
}

bool partial_names_sources(Position *x, int32_t ref) { return fact(x, FACT_NAMES_SOURCES, ref, find_names_sources); }

// ---- what an expression contains -------------------------------------------------------------------

// Whether something holds for an operand; consequences are not looked into, as they come after the move.
static bool any_operand(Position *x, const Ins *in, FactFn *holds) {
  int n = in->op == OP_WITH_THEN ? A_WITH_THEN_THEN : in->n;
  for (int i = 0; i < n; i++) {
    if (operand_ref_at(in, i) && in->a[i] && holds(x, in->a[i])) return true;
  }
  return false;
}

static bool find_tries_moves(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  if (in->op == OP_THREATENED || in->op == OP_CAN_MOVE || in->op == OP_NO_MOVES || in->op == OP_MOVE_SITES) return true;
  return any_operand(x, in, partial_tries_moves);
}

bool partial_tries_moves(Position *x, int32_t ref) { return fact(x, FACT_TRIES_MOVES, ref, find_tries_moves); }

static bool piece_draws(Position *x) {
  for (int c = 1; c < x->game->n_components; c++) {
    Ref moves = x->game->components[c].moves;
    if (moves && partial_draws(x, (int32_t)moves)) return true;
  }
  return false;
}

static bool find_draws(Position *x, int32_t ref) {
  static const uint16_t drawing[] = {OP_ROLL,   OP_DIRS_RANDOM, OP_RANDOM_MOVES,  OP_RANDOM_SITES,
                                     OP_RANDOM, OP_TAKE_DOMINO, OP_DEAL_DOMINOES, OP_WEIGHTED};
  const Ins *in = position_ins(x, ref);
  for (size_t i = 0; i < COUNT_OF(drawing); i++) {
    if (in->op == drawing[i]) return true;
  }
  return (in->op == OP_FOR_PIECES && !in->a[A_FOR_PIECES_BODY] && piece_draws(x)) || any_operand(x, in, partial_draws);
}

bool partial_draws(Position *x, int32_t ref) { return fact(x, FACT_DRAWS, ref, find_draws); }
