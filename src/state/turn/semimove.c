// Semimoves of both kinds: parts of paths through an automaton, and choices of where a move begins and ends.
#include "state/turn/semimove.h"

#include "state/act/moves.h"
#include "state/run/automaton_walk.h"
#include "state/turn/partial_moves.h"
#include "state/turn/result.h"

bool position_nodal(const Position *x) { return x->layout->walk ? !walk_place(x)->inside : !x->head->chosen; }

// ---- choices in stages

// Appends the choice of a site as a part of a move.
static void push_choice(Position *x, uint32_t part, int32_t site) {
  Action choose = action_make(ACT_CHOOSE);
  choose.value = (int32_t)part;
  choose.to = (int16_t)site;
  choose.flags = ACTION_DECISION;
  move_push(x, choose, site, site);
}

static int32_t part_of(const Move *move, uint32_t part) { return part == CHOSEN_FROM ? move->from : move->to; }

static bool on_region(const Position *x, int32_t site) { return site >= 0 && site < x->program->region_bits; }

// Adds to the set the sites that this part of several moves from mark on names.
static void find_shared(Position *x, uint32_t mark, uint32_t part, Word *shared) {
  ScratchMark scratch = position_mark(x);
  Word *seen = position_region(x);
  for (uint32_t i = mark; i < x->moves.n; i++) {
    int32_t site = part_of(&x->moves.at[i], part);
    if (!on_region(x, site)) continue;
    if (bit_get(seen, site)) bit_set(shared, site);
    bit_set(seen, site);
  }
  position_release(x, scratch);
}

// Drops the moves from mark on that name a site of the set: they are found again when it has been chosen.
static void drop_shared(Position *x, uint32_t mark, uint32_t part, const Word *shared) {
  uint32_t kept = mark;
  for (uint32_t i = mark; i < x->moves.n; i++) {
    int32_t site = part_of(&x->moves.at[i], part);
    if (on_region(x, site) && bit_get(shared, site)) continue;
    if (kept != i) x->moves.at[kept] = x->moves.at[i];
    kept++;
  }
  moves_drop(x, kept);
}

// Moves that are the same in everything may differ in the conditions they have to pass: where only they are left, all
// are tried out, so that each counts as often as it is legal.
static void test_all(Position *x, uint32_t mark, int32_t from, int32_t to) {
  bool untested = false;
  for (uint32_t i = mark; i < x->moves.n && !untested; i++) untested = x->moves.at[i].flags & MOVE_UNTESTED;
  if (!untested) return;
  moves_drop(x, mark);
  partial_moves(x, &(Wanted){.from = from, .to = to, .tested = true});
}

// The moves left for what was chosen, before they are tried out unless all is chosen.
static void push_moves(Position *x, uint32_t chosen) {
  const StateHead *head = x->head;
  Wanted wanted = {.from = chosen & CHOSEN_FROM ? head->chosen_from : GAME_ANYWHERE,
                   .to = chosen & CHOSEN_TO ? head->chosen_to : GAME_ANYWHERE};
  uint32_t mark = moves_mark(x);
  if (partial_kept(x)) moves_keep_wanted(x, mark, &wanted);
  else partial_moves(x, &wanted);
  if (chosen & CHOSEN_TO) test_all(x, mark, wanted.from, wanted.to);
}

// Where several moves end on one site, that site is a choice of its own, unless there is no other.
static void offer_ends(Position *x, uint32_t mark, int32_t from) {
  Word *shared = position_region(x);
  find_shared(x, mark, CHOSEN_TO, shared);
  if (!bits_any(shared, x->words)) return;
  uint32_t n = moves_mark(x);
  drop_shared(x, mark, CHOSEN_TO, shared);
  int sites = bits_count(shared, x->words);
  if (sites == 1 && x->moves.n == mark) {
    x->moves.n = n;
    test_all(x, mark, from, bits_next(shared, x->words, 0));
    return;
  }
  FOR_BITS(site, shared, x->words) push_choice(x, CHOSEN_TO, site);
}

static void only_pass(Position *x, uint32_t mark) {
  moves_drop(x, mark);
  push_forced_pass(x, x->head->mover);
}

// The beginnings as choices, but those that belong to one move only as that move. Without sources the moves are all
// there is, and are kept for the next stage.
static void share_beginnings(Position *x, uint32_t mark, Word *sources) {
  bool whole = !bits_any(sources, x->words);
  find_shared(x, mark, CHOSEN_FROM, sources);
  if (!bits_any(sources, x->words)) return;
  if (whole) partial_keep(x, mark);
  drop_shared(x, mark, CHOSEN_FROM, sources);
  if (x->moves.n == mark && bits_count(sources, x->words) == 1) {
    int32_t from = bits_next(sources, x->words, 0);
    partial_moves(x, &(Wanted){.from = from, .to = GAME_ANYWHERE});
    offer_ends(x, mark, from);
    return;
  }
  FOR_BITS(site, sources, x->words) push_choice(x, CHOSEN_FROM, site);
}

// sure: that a pass is offered exactly where there is no legal move; else only where nothing at all is found.
static void offer_beginnings(Position *x, uint32_t mark, bool sure) {
  Word *sources = position_region(x);
  partial_open(x, sources);
  bool any = !sure || partial_any(x, sources, mark);
  if (any) share_beginnings(x, mark, sources);
  if (!any || x->moves.n == mark) only_pass(x, mark);
}

static MoveList list_choices(Position *x, bool sure) {
  MoveList list = moves_top(x);
  uint32_t chosen = (uint32_t)x->head->chosen;
  if (x->head->over || (chosen & CHOSEN_ILLEGAL)) return list;
  ScratchMark scratch = position_mark(x);
  if (!chosen) offer_beginnings(x, list.first, sure);
  else push_moves(x, chosen);
  if (chosen == CHOSEN_FROM) offer_ends(x, list.first, x->head->chosen_from);
  position_release(x, scratch);
  list.n = (uint32_t)x->moves.n - list.first;
  return list;
}

static bool in_stages(Position *x) {
  return x->game->mode == MODE_ALTERNATING && !match_between(x) && partial_repeatable(x);
}

// ---- both kinds

static WalkSplit split_of(const Position *x) {
  return x->layout->walk ? (WalkSplit)program_ins(x->program, x->game->automaton)->a[A_WALK_SPLIT] : WALK_WHOLE;
}

static MoveList list_walk(Position *x) {
  MoveList list = moves_top(x);
  if (!x->head->over) walk_list(x, split_of(x));
  list.n = (uint32_t)x->moves.n - list.first;
  return list;
}

MoveList position_semimoves(Position *x) {
  slots_clear(x);
  if (x->layout->walk) return list_walk(x);
  return in_stages(x) ? list_choices(x, true) : position_moves(x);
}

// A part that leads inside a move; everything else ends one.
static bool leads_inside(Position *x, const Move *part) {
  if (!part->n) return false;  // such a move does nothing
  const Action *last = &x->actions.at[part->first + part->n - 1];
  if (last->kind == ACT_CHOOSE) return true;
  return last->kind == ACT_STEP && walk_leads_inside(x, last->value);
}

// Makes a whole move; one that turns out not to be allowed leads to a dead state.
static void finish(Position *x, Move *move) {
  bool untested = move->flags & MOVE_UNTESTED;
  move->flags &= (uint8_t)~MOVE_UNTESTED;
  if (!untested || partial_legal(x, move)) {
    position_apply(x, move);
    return;
  }
  VEC_PUSH(&x->parts, x->undo.n);
  HEAD_SET(x, chosen, CHOSEN_ILLEGAL);
}

void position_apply_semimove(Position *x, const Move *semimove) {
  Move part = *semimove;
  if (!leads_inside(x, &part)) {
    finish(x, &part);
    return;
  }
  size_t done = x->done.n;
  VEC_PUSH(&x->parts, x->undo.n);
  const Action last = move_action(x, &part, part.n - 1u);
  move_apply(x, &part, false);
  if (last.kind == ACT_STEP) walk_arrive(x, last.value, last.to);
  x->done.n = done;
}

// ---- parts without moves

PartList position_parts(Position *x) {
  slots_clear(x);
  PartList list = {.bare = split_of(x) == WALK_MODIFIERS};
  if (list.bare) {
    if (!x->head->over) list.n = walk_parts(x, &list.first);
    return list;
  }
  list.unsure = !x->layout->walk && in_stages(x) && position_nodal(x);
  list.moves = list.unsure ? list_choices(x, false) : position_semimoves(x);
  list.n = list.moves.n;
  return list;
}

// The last part of a move is a move of one step.
static void end_move(Position *x, WalkStep last) {
  Action step = action_make(ACT_STEP);
  step.type_to = SITE_VERTEX;
  step.to = (int16_t)last.vertex;
  step.value = last.action;
  step.flags = ACTION_DECISION;
  Move move = *move_push(x, step, last.vertex, last.vertex);
  position_apply(x, &move);
  x->moves.n--;
  x->actions.n--;
}

void position_make_part(Position *x, const PartList *list, uint32_t i) {
  if (!list->bare) {
    Move part = *move_at(x, list->moves, i);
    position_apply_semimove(x, &part);
    return;
  }
  WalkStep step = *walk_part(x, list->first + i);
  if (!walk_leads_inside(x, step.action)) {
    end_move(x, step);
    return;
  }
  VEC_PUSH(&x->parts, x->undo.n);
  walk_make_part(x, step);
}

void position_strike_part(Position *x, PartList *list, uint32_t i) {
  list->n--;
  if (list->bare) *walk_part(x, list->first + i) = *walk_part(x, list->first + list->n);
  else x->moves.at[list->moves.first + i] = x->moves.at[list->moves.first + list->n];
  if (list->n || !list->unsure) return;
  only_pass(x, list->moves.first);
  list->unsure = false;
  list->n = 1;
}

void position_forget_parts(Position *x, const PartList *list) {
  if (list->bare) walk_parts_drop(x, list->first);
  else position_forget(x, list->moves);
}
