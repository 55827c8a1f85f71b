// Semimoves of both kinds: parts of paths through an automaton, and choices among finished moves.
#include "state/semimove.h"

#include "state/walk.h"

bool position_nodal(const Exec *x) { return x->layout->walk ? !walk_place(x)->inside : !x->head->chosen; }

// ---- choices among moves

static int16_t chosen_part(const Move *move, uint32_t part) { return part == CHOSEN_FROM ? move->from : move->to; }

// Keeps the moves from mark on that agree with what was chosen.
static void keep_chosen(Exec *x, uint32_t mark) {
  const StateHead *head = x->head;
  uint32_t to = mark;
  for (uint32_t i = mark; i < x->moves.n; i++) {
    const Move *move = &x->moves.at[i];
    if ((head->chosen & CHOSEN_FROM) && move->from != head->chosen_from) continue;
    if ((head->chosen & CHOSEN_TO) && move->to != head->chosen_to) continue;
    x->moves.at[to++] = *move;
  }
  x->moves.n = to;
}

static bool chosen_before(const Exec *x, uint32_t mark, uint32_t i, uint32_t part) {
  for (uint32_t k = mark; k < i; k++) {
    if (chosen_part(&x->moves.at[k], part) == chosen_part(&x->moves.at[i], part)) return true;
  }
  return false;
}

static bool differ(const Exec *x, uint32_t mark, uint32_t part) {
  for (uint32_t i = mark + 1; i < x->moves.n; i++) {
    if (chosen_part(&x->moves.at[i], part) != chosen_part(&x->moves.at[mark], part)) return true;
  }
  return false;
}

// Replaces the moves from mark on by the choices of this part.
static void offer(Exec *x, uint32_t mark, uint32_t part) {
  uint32_t n = (uint32_t)x->moves.n, kept = mark;
  for (uint32_t i = mark; i < n; i++) {
    if (!chosen_before(x, mark, i, part)) x->moves.at[kept++] = x->moves.at[i];
  }
  x->moves.n = kept;
  for (uint32_t i = mark; i < kept; i++) {
    Move *move = &x->moves.at[i];
    Action choose = action_make(ACT_CHOOSE);
    choose.value = (int32_t)part;
    choose.to = chosen_part(move, part);
    choose.flags = ACTION_DECISION;
    move->first = (uint32_t)x->actions.n;
    move->n = 1;
    move->n_then = 0;
    move->between_n = 0;
    VEC_PUSH(&x->actions, choose);
  }
}

static void list_choices(Exec *x, MoveList *list) {
  *list = position_moves(x);
  if (x->game->mode != MODE_ALTERNATING) return;
  keep_chosen(x, list->first);
  uint32_t chosen = (uint32_t)x->head->chosen;
  if (!(chosen & CHOSEN_FROM) && differ(x, list->first, CHOSEN_FROM)) offer(x, list->first, CHOSEN_FROM);
  else if (!(chosen & CHOSEN_TO) && differ(x, list->first, CHOSEN_TO)) offer(x, list->first, CHOSEN_TO);
  list->n = (uint32_t)x->moves.n - list->first;
}

// ---- both kinds

static WalkSplit split_of(const Exec *x) {
  return x->layout->walk ? (WalkSplit)program_ins(x->program, x->game->automaton)->a[8] : WALK_WHOLE;
}

static void list_walk(Exec *x, MoveList *list) {
  *list = (MoveList){.first = moves_mark(x), .actions = (uint32_t)x->actions.n, .ints = (uint32_t)x->ints.n};
  if (x->head->over) return;
  walk_list(x, split_of(x));
  list->n = (uint32_t)x->moves.n - list->first;
}

MoveList position_semimoves(Exec *x) {
  MoveList list;
  if (x->layout->walk) list_walk(x, &list);
  else list_choices(x, &list);
  return list;
}

// A part that leads inside a move; everything else ends one.
static bool leads_inside(Exec *x, const Move *part) {
  const Action *last = &x->actions.at[part->first + part->n - 1];
  if (last->kind == ACT_CHOOSE) return true;
  return last->kind == ACT_STEP && walk_leads_inside(x, last->value);
}

void position_apply_semimove(Exec *x, const Move *semimove) {
  Move part = *semimove;
  if (!leads_inside(x, &part)) {
    position_apply(x, &part);
    return;
  }
  size_t done = x->done.n;
  VEC_PUSH(&x->parts, x->undo.n);
  const Action last = x->actions.at[part.first + part.n - 1];
  move_apply(x, &part, false);
  if (last.kind == ACT_STEP) walk_arrive(x, last.value, last.to);
  x->done.n = done;
}

// ---- parts without moves

PartList position_parts(Exec *x) {
  PartList list = {.bare = split_of(x) == WALK_MODIFIERS};
  if (list.bare) {
    if (!x->head->over) list.n = walk_parts(x, &list.first);
    return list;
  }
  list.moves = position_semimoves(x);
  list.n = list.moves.n;
  return list;
}

// The last part of a move is a move of one step.
static void end_move(Exec *x, WalkStep last) {
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

void position_make_part(Exec *x, const PartList *list, uint32_t i) {
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

void position_strike_part(Exec *x, PartList *list, uint32_t i) {
  list->n--;
  if (list->bare) *walk_part(x, list->first + i) = *walk_part(x, list->first + list->n);
  else x->moves.at[list->moves.first + i] = x->moves.at[list->moves.first + list->n];
}

void position_forget_parts(Exec *x, const PartList *list) {
  if (list->bare) walk_parts_drop(x, list->first);
  else position_forget(x, list->moves);
}
