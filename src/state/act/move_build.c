// Building moves on the Position's stacks.
#include "state/act/moves.h"
#include "state/run/run.h"

// Effects on variables, properties of sites and what is remembered have no mover.
static const bool without_mover[ACT_COUNT] = {
    [ACT_SET_COUNT] = true,   [ACT_SET_STATE] = true, [ACT_SET_VALUE] = true,   [ACT_SET_SCORE] = true,
    [ACT_SET_COUNTER] = true, [ACT_SET_VAR] = true,   [ACT_SET_POT] = true,     [ACT_SET_PENDING] = true,
    [ACT_TRIGGER] = true,     [ACT_NOTE] = true,      [ACT_REMEMBER] = true,    [ACT_FORGET] = true,
    [ACT_SET_HIDDEN] = true,  [ACT_SET_TEMP] = true,  [ACT_STORE_STATE] = true,
};

Move *move_push(Position *x, Action action, int32_t from, int32_t to) {
  Move *move = move_empty(x);
  VEC_PUSH(&x->actions, action);
  if (without_mover[action.kind]) move->mover = 0;
  move->n = 1;
  move->from = (int16_t)from;
  move->to = (int16_t)to;
  return move;
}

Move *move_of_actions(Position *x, uint32_t first, int32_t from, int32_t to) {
  Move *move = move_empty(x);
  move->first = first;
  move->n = (uint32_t)x->actions.n - first;
  move->from = (int16_t)from;
  move->to = (int16_t)to;
  return move;
}

static void add_to(Position *x, Move *move, Action action) {
  if (move->first + move->n != x->actions.n) {  // not at the top of the stack: move there
    uint32_t first = (uint32_t)x->actions.n;
    for (uint32_t i = 0; i < move->n; i++) VEC_PUSH(&x->actions, x->actions.at[move->first + i]);
    move->first = first;
  }
  VEC_PUSH(&x->actions, action);
  move->n++;
}

void move_add_action(Position *x, Action action) { add_to(x, &VEC_LAST(&x->moves), action); }

void moves_add_action(Position *x, uint32_t mark, Action action) {
  for (uint32_t i = mark; i < x->moves.n; i++) add_to(x, &x->moves.at[i], action);
}

// Appends the actions of a move, then its consequences as inline actions.
static void append_part(Position *x, Move part) {
  for (uint32_t i = 0; i < part.n; i++) {
    Action action = x->actions.at[part.first + i];
    VEC_PUSH(&x->actions, action);
  }
  for (int t = 0; t < part.n_then; t++) {
    Action then = action_make(ACT_THEN);
    then.ref = part.then[t];
    VEC_PUSH(&x->actions, then);
  }
}

Move *move_join(Position *x, const uint32_t *parts, int n) {
  uint32_t first = (uint32_t)x->actions.n;
  for (int i = 0; i < n; i++) append_part(x, x->moves.at[parts[i]]);
  Move *move = move_empty(x);
  move->first = first;
  move->n = (uint32_t)x->actions.n - first;
  return move;
}

static void clear_decisions(Position *x, const Move *move) {
  for (uint32_t i = 0; i < move->n; i++) x->actions.at[move->first + i].flags &= (uint8_t)~ACTION_DECISION;
}

// A part, marked as such when that is asked for. A part that was joined itself has no sites of its own.
static void chain_part(Position *x, Move part, int32_t mover) {
  uint32_t at = (uint32_t)x->actions.n;
  if (x->keep_parts) {
    Action mark = action_make(ACT_PART);
    bool joined = part.n && x->actions.at[part.first].kind == ACT_PART;
    mark.player = (int16_t)mover;
    mark.from = joined ? -1 : part.from;
    mark.to = joined ? -1 : part.to;
    VEC_PUSH(&x->actions, mark);
  }
  append_part(x, part);
  if (x->keep_parts) x->actions.at[at].count = (int32_t)((uint32_t)x->actions.n - at - 1);
}

// Effects whose actions lie one after another above those of their move become part of it where they are: only
// the move's own actions are repeated behind them. False when they lie otherwise.
static bool chain_in_place(Position *x, uint32_t own) {
  Move *base = &x->moves.at[own];
  uint32_t first = base->first + base->n, at = first;
  bool plain = !x->keep_parts && !base->n_then;
  for (uint32_t i = own + 1; i < x->moves.n && plain; i++) {
    plain = x->moves.at[i].first == at && !x->moves.at[i].n_then;
    at += x->moves.at[i].n;
  }
  if (!plain || at != x->actions.n) return false;
  for (uint32_t i = first; i < at; i++) x->actions.at[i].flags &= (uint8_t)~ACTION_DECISION;
  for (uint32_t i = 0; i < base->n; i++) VEC_PUSH(&x->actions, x->actions.at[base->first + i]);
  base->first = first;
  base->n = (uint32_t)x->actions.n - first;
  moves_drop(x, own + 1);
  return true;
}

void move_chain(Position *x, int32_t effect, bool before) {
  if (!effect) return;
  uint32_t own = (uint32_t)x->moves.n - 1, mark = own + 1;
  x->depth++;
  x_moves(x, effect);
  x->depth--;
  if (x->moves.n == mark || (before && chain_in_place(x, own))) return;
  Move base = x->moves.at[own];
  uint32_t first = (uint32_t)x->actions.n;
  if (!before) chain_part(x, base, 0);
  for (uint32_t i = mark; i < x->moves.n; i++) {
    clear_decisions(x, &x->moves.at[i]);
    chain_part(x, x->moves.at[i], x->moves.at[i].mover);
  }
  if (before) chain_part(x, base, 0);
  moves_drop(x, mark);
  Move *move = &x->moves.at[own];
  move->first = first;
  move->n = (uint32_t)x->actions.n - first;
  move->n_then = 0;
}

static void add_then(Position *x, Move *move, Ref then) {
  if (move->n_then == MOVE_THEN_MAX) position_fault(x, "a move has too many consequences");
  else move->then[move->n_then++] = then;
}

void moves_add_then(Position *x, uint32_t mark, Ref then) {
  for (uint32_t i = mark; i < x->moves.n; i++) {
    add_then(x, &x->moves.at[i], then);
    if (x->moves.at[i].flags & MOVE_TWIN) add_then(x, &x->moves.at[i], then);
  }
}

void moves_set_mover(Position *x, uint32_t mark, Player mover) {
  for (uint32_t i = mark; i < x->moves.n; i++) x->moves.at[i].mover = (int16_t)mover;
}

void moves_keep(Position *x, uint32_t mark, const bool *keep) {
  uint32_t to = mark;
  for (uint32_t i = mark; i < x->moves.n; i++) {
    if (keep[i - mark]) x->moves.at[to++] = x->moves.at[i];
  }
  x->moves.n = to;
}

bool several_actions_are(const Action *actions, uint32_t n, ActionKind kind) {
  bool found = false;
  for (uint32_t i = 0; i < n; i++) {
    bool same = actions[i].kind == kind;
    if ((actions[i].flags & ACTION_DECISION) && !same) return false;
    found |= same;
  }
  return found;
}
