// Finding candidates: a walk down the statement of the mover's phase, through the ops that only gather, choose
// between or wrap moves. Whatever else is met makes its moves as usual.
#include "state/turn/candidate.h"

#include "base/mem.h"
#include "plan/statement_shape.h"
#include "rules/walk_choice.h"
#include "state/act/moves.h"
#include "state/rare/large.h"
#include "state/run/automaton_walk.h"
#include "state/run/move_sets.h"
#include "state/turn/partial_moves.h"
#include "state/turn/result.h"

typedef struct Walk {
  Candidates *c;
  Position *x;
  bool alone;  // nothing else has or will have candidates beside those of the statement, or asks something of them
} Walk;

void candidates_free(Candidates *c) {
  VEC_FREE(&c->parts);
  VEC_FREE(&c->wraps);
  VEC_FREE(&c->choices);
  VEC_FREE(&c->shares);
  VEC_FREE(&c->pairs);
  VEC_FREE(&c->order);
}

Candidates *position_candidates(Position *x) {
  if (!x->candidates) x->candidates = mem_alloc_zero(sizeof *x->candidates);
  return x->candidates;
}

// ---- gathering -----------------------------------------------------------------------------------

// A part of n > 0 candidates, to be filled in.
static CandidatePart *add_part(Candidates *c, uint32_t n, uint32_t wrap) {
  if (c->parts.n == c->parts.cap) c->parts.at = vec_grow(c->parts.at, &c->parts.cap, sizeof *c->parts.at);
  CandidatePart *part = &c->parts.at[c->parts.n++];
  *part = (CandidatePart){.n = n, .wrap = wrap};
  c->n += n;
  return part;
}

static uint32_t add_wrap(Candidates *c, int32_t ref, bool filter, uint32_t outer) {
  VEC_PUSH(&c->wraps, (CandidateWrap){.ref = (Ref)ref, .filter = filter, .outer = outer});
  c->sure &= !filter;
  return (uint32_t)c->wraps.n;
}

static void take_listed(Walk *walk, int32_t ref, uint32_t wrap) {
  Candidates *c = walk->c;
  uint32_t mark = moves_mark(walk->x);
  x_moves(walk->x, ref);
  uint32_t n = moves_mark(walk->x) - mark;
  if (!n) return;
  CandidatePart *part = add_part(c, n, wrap);
  part->ref = (Ref)ref;
  part->first = mark;
}

// Placements that can be made one at a time: no more than one for each piece and site, and not linked.
static bool countable(const Position *x, const Ins *add, Ints whats) {
  if (add->a[A_ADD_PIECE_COUNT] || add->a[A_ADD_PIECE_ONE] || add->a[A_ADD_PIECE_EFFECT]) return false;
  for (int i = 0; i < whats.n; i++) {
    if (whats.at[i] < 0 || piece_is_large(x, whats.at[i])) return false;
  }
  return true;
}

static void take_placements(Walk *walk, int32_t ref, const Ins *add, uint32_t wrap) {
  Position *x = walk->x;
  bool exact = walk->c->exact;
  if (walk->c->listed || (exact && (add->a[A_ADD_PIECE_IF] || statement_is(x, ref, FACT_DRAWS)))) {
    take_listed(walk, ref, wrap);
    return;
  }
  Ints whats = x_ints(x, add->a[A_ADD_PIECE_WHAT]);
  if (!countable(x, add, whats)) {
    take_listed(walk, ref, wrap);
    return;
  }
  const Ins *where = position_ins(x, add->a[A_ADD_PIECE_REGION]);
  bool tested = where->op == OP_SITES_WHERE && !exact;
  const Word *region = x_region(x, tested ? where->a[A_SITES_WHERE_REGION] : add->a[A_ADD_PIECE_REGION]);
  uint32_t sites = (uint32_t)bits_count(region, x->words), n = sites * (uint32_t)whats.n;
  if (!n) return;
  CandidatePart *part = add_part(walk->c, n, wrap);
  part->add = add;
  part->where = tested ? where->a[A_SITES_WHERE_IF] : 0;
  part->whats = whats;
  part->region = region;
  part->sites = sites;
  walk->c->sure &= !tested && !add->a[A_ADD_PIECE_IF];
}

// The vertices of a choice whose pieces pass, from the sets of vertices that the state keeps by piece.
static const Word *free_vertices(Position *x, const Ins *walk, const WalkEdge *edge) {
  const int32_t *tables = x->program->arrays[walk->a[A_WALK_TABLES]].at;
  const Word *kinds = STATE_AT(x, Word, x->layout->kinds);
  Word *region = position_region(x);
  for (int32_t piece = 0; piece < x->game->n_components; piece++) {
    bool passes = edge->guard == WALK_NO_GUARD || (tables[edge->guard + (piece >> 5)] >> (piece & 31) & 1);
    if (passes) bits_or(region, kinds + (size_t)piece * (size_t)x->words, x->words);
  }
  if (edge->b == x->game->sites[SITE_VERTEX]) return region;
  Word *listed = position_region(x);
  for (int32_t i = 0; i < edge->b; i++) bit_set(listed, tables[edge->a + i]);
  bits_and(region, listed, x->words);
  return region;
}

static void take_vertices(Walk *walk, int32_t ref, const Ins *in, uint32_t wrap) {
  Position *x = walk->x;
  const WalkPlace *place = walk_place(x);
  const WalkEdge *edge =
      walk->c->listed || walk->c->exact || place->inside ? NULL : walk_choice(x->program, in, place->state);
  if (!edge || !place->player) {
    take_listed(walk, ref, wrap);
    return;
  }
  const Word *region = free_vertices(x, in, edge);
  uint32_t n = (uint32_t)bits_count(region, x->words);
  if (!n) return;
  CandidatePart *part = add_part(walk->c, n, wrap);
  part->go = edge;
  part->region = region;
  part->sites = n;
  walk->c->sure = false;
}

static void take_pieces(Walk *walk, int32_t ref, const Ins *in, uint32_t wrap) {
  Candidates *c = walk->c;
  uint32_t first = (uint32_t)c->shares.n, n = 0;
  SetAsker *asker = c->exact ? pieces_count(walk->x, in, &c->shares) : NULL;
  if (!asker) {
    take_listed(walk, ref, wrap);
    return;
  }
  for (size_t i = first; i < c->shares.n; i++) n += c->shares.at[i].n;
  if (!n) return;
  CandidatePart *part = add_part(c, n, wrap);
  part->asker = asker;
  part->first = first;
}

// Moves of which each is known by the sites it goes between.
static void take_pairs(Walk *walk, int32_t ref, const Ins *in, uint32_t wrap) {
  Candidates *c = walk->c;
  uint32_t first = (uint32_t)c->pairs.n;
  bool exact = c->exact && !statement_is(walk->x, ref, FACT_DRAWS);
  bool paired =
      exact && (in->op == OP_FROM_TO ? from_to_pairs(walk->x, in, &c->pairs) : shoot_pairs(walk->x, in, &c->pairs));
  if (!paired) {
    take_listed(walk, ref, wrap);
    return;
  }
  uint32_t n = (uint32_t)c->pairs.n - first;
  if (!n) return;
  CandidatePart *part = add_part(c, n, wrap);
  part->leaf = in;
  part->first = first;
}

static void gather(Walk *walk, int32_t ref, uint32_t wrap);

// The candidates of the first item that has any, from a number on.
static bool gather_next(Walk *walk, CandidateChoice choice) {
  while (choice.next < choice.in->n && walk->c->n == 0) {
    if (choice.next + 1 < choice.in->n) {
      VEC_PUSH(&walk->c->choices, (CandidateChoice){choice.in, choice.next + 1, choice.wrap});
    }
    gather(walk, choice.in->a[choice.next++], choice.wrap);
    if (walk->c->n == 0 && choice.next < choice.in->n) walk->c->choices.n--;
  }
  return walk->c->n > 0;
}

// The first item with moves counts: which one that is shows only when its candidates are tested.
static void gather_first(Walk *walk, int32_t ref, const Ins *in, uint32_t wrap) {
  uint32_t before = walk->c->n;
  if (walk->c->exact) {
    for (int i = 0; i < in->n && walk->c->n == before; i++) gather(walk, in->a[i], wrap);
  } else if (walk->alone) gather_next(walk, (CandidateChoice){in, 0, wrap});
  else take_listed(walk, ref, wrap);
}

static void gather_all(Walk *walk, const Ins *in, uint32_t wrap) {
  bool alone = walk->alone;
  walk->alone = alone && in->n == 1;
  for (int i = 0; i < in->n; i++) gather(walk, in->a[i], wrap);
  walk->alone = alone;
}

// Alternatives inside are settled before the condition is asked: they cannot wait for it.
static void gather_filtered(Walk *walk, const Ins *in, uint32_t wrap) {
  bool alone = walk->alone;
  walk->alone = false;
  gather(walk, in->a[A_DO_AFTER_FIRST], add_wrap(walk->c, in->a[A_DO_AFTER_IF], true, wrap));
  walk->alone = alone;
}

static void gather_leaf(Walk *walk, int32_t ref, const Ins *in, uint32_t wrap) {
  if (in->op == OP_ADD_PIECE) take_placements(walk, ref, in, wrap);
  else if (in->op == OP_WALK) take_vertices(walk, ref, in, wrap);
  else if (in->op == OP_FROM_TO || in->op == OP_SHOOT) take_pairs(walk, ref, in, wrap);
  else take_listed(walk, ref, wrap);
}

static void gather_branch(Walk *walk, const Ins *in, uint32_t wrap) {
  int32_t branch = x_int(walk->x, in->a[A_IF_MOVES_COND]) ? in->a[A_IF_MOVES_THEN] : in->a[A_IF_MOVES_ELSE];
  if (branch) gather(walk, branch, wrap);
}

static void gather(Walk *walk, int32_t ref, uint32_t wrap) {
  const Ins *in = position_ins(walk->x, ref);
  switch (statement_shape(in)) {
    case SHAPE_NO_MOVES: break;
    case SHAPE_ALL: gather_all(walk, in, wrap); break;
    case SHAPE_FIRST: gather_first(walk, ref, in, wrap); break;
    case SHAPE_BRANCH: gather_branch(walk, in, wrap); break;
    case SHAPE_THEN: gather(walk, statement_body(in), add_wrap(walk->c, in->a[A_WITH_THEN_THEN], false, wrap)); break;
    case SHAPE_FILTER:
      if (walk->c->exact) take_listed(walk, ref, wrap);
      else gather_filtered(walk, in, wrap);
      break;
    case SHAPE_PIECES: take_pieces(walk, ref, in, wrap); break;
    case SHAPE_MOVER:
    case SHAPE_LEAF: gather_leaf(walk, ref, in, wrap);
  }
}

static void take_swap(Candidates *c, Position *x) {
  uint32_t mark = moves_mark(x);
  meta_offer_swap(x);
  uint32_t n = moves_mark(x) - mark;
  if (n) add_part(c, n, 0)->first = mark;
}

static bool has_tests(const MetaRules *meta) {
  return meta->pin_support_multiple || meta->no_stack_on_fallen || meta->automove || meta->gravity || meta->no_repeat ||
         meta->no_suicide;
}

static void read_meta(Candidates *c, const Game *game) {
  c->game = game;
  c->tests = has_tests(&game->meta);
  c->touches = meta_touches_moves(&game->meta);
}

static void open_all(Candidates *c, Position *x) {
  slots_clear(x);
  assert(x->game->mode == MODE_ALTERNATING && !x->head->over);
  VEC_CLEAR(&c->parts);
  VEC_CLEAR(&c->wraps);
  VEC_CLEAR(&c->choices);
  VEC_CLEAR(&c->shares);
  VEC_CLEAR(&c->pairs);
  c->n = 0;
  c->sure = !c->tests;
  c->scratch = position_mark(x);
  c->list = moves_top(x);
  Ref play = x->game->phases[STATE_AT(x, int32_t, x->layout->phase)[x->head->mover]].play;
  Walk walk = {.c = c, .x = x, .alone = !c->touches};
  if (play) gather(&walk, (int32_t)play, 0);
  if (x->game->meta.swap) take_swap(c, x);
  c->left = c->n;
}

void candidates_open(Candidates *c, Position *x, bool listed) {
  if (c->game != x->game) read_meta(c, x->game);
  c->listed = listed;
  c->exact = false;
  open_all(c, x);
}

bool candidates_open_exact(Candidates *c, Position *x) {
  if (c->game != x->game) read_meta(c, x->game);
  if (c->tests || x->game->mode != MODE_ALTERNATING || x->keep_parts || x->visits) return false;
  c->listed = false;
  c->exact = true;
  x->steps = 0;
  bool outer = x->listing;
  x->listing = true;
  open_all(c, x);
  x->listing = outer;
  x->n_listed = MAX(c->n, 1);  // a forced pass where there is none
  x->listed_at = x->changes;
  return true;
}

bool candidates_more(Candidates *c, Position *x) {
  if (!c->choices.n) return false;
  position_forget(x, c->list);
  VEC_CLEAR(&c->parts);
  c->n = 0;
  Walk walk = {.c = c, .x = x, .alone = true};
  while (c->n == 0 && c->choices.n) {
    CandidateChoice choice = VEC_POP(&c->choices);
    gather_next(&walk, choice);
  }
  c->left = c->n;
  return c->n > 0;
}

void candidates_close(Candidates *c, Position *x) {
  position_forget(x, c->list);
  position_release(x, c->scratch);
}

// ---- trying --------------------------------------------------------------------------------------

// What a SITES_WHERE asks of a site.
static bool fits_where(Position *x, int32_t cond, int32_t site) {
  if (!cond) return true;
  ScratchMark scratch = position_mark(x);
  int32_t old = x->slots[SLOT_SITE];
  x->slots[SLOT_SITE] = site;
  bool fit = x_int(x, cond);
  x->slots[SLOT_SITE] = old;
  position_release(x, scratch);
  return fit;
}

// Puts the placement on top of the stack of moves, unless its site is not fit.
static bool push_placement(Position *x, const CandidatePart *part, uint32_t i) {
  uint32_t piece = 0;
  for (; i >= part->sites; i -= part->sites) piece++;
  int32_t site = bits_select(part->region, i), from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  if (!fits_where(x, part->where, site)) return false;
  x->slots[SLOT_TO] = site;
  bool fit = x_holds(x, part->add->a[A_ADD_PIECE_IF]);
  if (fit) move_push_added(x, part->add, part->whats.at[piece], site);
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  return fit;
}

static bool push_choice(Position *x, const CandidatePart *part, uint32_t i) {
  walk_list_from(x, part->go->target, bits_select(part->region, i));
  return true;
}

static bool push_counted(const Candidates *c, Position *x, const CandidatePart *part, uint32_t i) {
  const SetShare *share = &c->shares.at[part->first];
  for (; i >= share->n; share++) i -= share->n;
  sets_push(x, part->asker, share, i);
  return true;
}

static bool push_paired(Position *x, const Ins *leaf, SitePair pair) {
  if (leaf->op == OP_FROM_TO) from_to_moves(x, leaf, pair.from, pair.to);
  else shoot_push(x, leaf, pair.to);
  return true;
}

static bool push_part(const Candidates *c, Position *x, const CandidatePart *part, uint32_t i) {
  if (part->go) return push_choice(x, part, i);
  if (part->add) return push_placement(x, part, i);
  if (part->asker) return push_counted(c, x, part, i);
  if (part->leaf) return push_paired(x, part->leaf, c->pairs.at[part->first + i]);
  Move move = x->moves.at[part->first + i];
  VEC_PUSH(&x->moves, move);
  return true;
}

// False when it comes to no move: it is not legal, or the rules stopped while it was made.
static bool push_candidate(const Candidates *c, Position *x, const CandidatePart *part, uint32_t i) {
  uint32_t mark = moves_mark(x);
  return push_part(c, x, part, i) && moves_mark(x) > mark;
}

// Finishes the move on top of the stack: what the statements around it add, and ask of it.
static bool pass_wraps(const Candidates *c, Position *x, uint32_t wrap) {
  uint32_t top = moves_mark(x) - 1;
  for (const CandidateWrap *at; wrap; wrap = at->outer) {
    at = &c->wraps.at[wrap - 1];
    if (!at->filter) moves_add_then(x, top, at->ref);
    else if (!move_holds_after(x, &x->moves.at[top], (int32_t)at->ref)) return false;
  }
  return true;
}

static bool pass_meta(Position *x) {
  const MetaRules *meta = &x->game->meta;
  uint32_t top = moves_mark(x) - 1;
  bool pins = meta->pin_support_multiple || meta->no_stack_on_fallen, strikes = meta->no_repeat || meta->no_suicide;
  if (pins && meta_forbids(x, &x->moves.at[top])) return false;
  if (meta->automove) meta_force_moves(x, top);
  if (meta->gravity) moves_add_then(x, top, meta->gravity);
  if (!strikes) return true;
  Move move = x->moves.at[top];
  return !meta_strikes(x, &move);
}

// Moves of the stack with nothing left to add to them.
static bool is_finished(const CandidatePart *part) {
  return !part->add && !part->go && !part->asker && !part->leaf && !part->wrap;
}

const Move *candidates_pick(const Candidates *c, Position *x, uint32_t i) {
  assert(c->sure && i < c->n);
  const CandidatePart *part = c->parts.at;
  for (; i >= part->n; part++) i -= part->n;
  if (is_finished(part)) return &x->moves.at[part->first + i];
  if (push_candidate(c, x, part, i)) pass_wraps(c, x, part->wrap);
  else push_forced_pass(x, x->head->mover);  // the rules stopped
  return &VEC_LAST(&x->moves);
}

bool candidates_take(Candidates *c, Position *x, uint32_t i, Move *move) {
  const CandidatePart *part = c->parts.at;
  for (; i >= part->n; part++) i -= part->n;
  c->taken_part = (uint32_t)(part - c->parts.at);
  c->taken = i;
  if (c->sure && is_finished(part)) {
    *move = x->moves.at[part->first + i];
    return true;
  }
  uint32_t mark = moves_mark(x);
  bool legal = push_candidate(c, x, part, i) && pass_wraps(c, x, part->wrap) && pass_meta(x);
  if (legal) *move = VEC_LAST(&x->moves);
  moves_drop(x, mark);
  return legal;
}

// ---- striking ------------------------------------------------------------------------------------

// The numbers left are written down when the first is struck; most moves are drawn before that.
void candidates_strike(Candidates *c, uint32_t at) {
  if (c->left == c->n) {
    VEC_CLEAR(&c->order);
    for (uint32_t i = 0; i < c->n; i++) VEC_PUSH(&c->order, i);
  }
  c->order.at[at] = c->order.at[--c->left];
}

Move candidates_pass(Position *x) {
  uint32_t mark = moves_mark(x);
  push_forced_pass(x, x->head->mover);
  Move pass = x->moves.at[mark];
  moves_drop(x, mark);
  return pass;
}
