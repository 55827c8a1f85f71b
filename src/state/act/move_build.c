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

bool action_has_mover(ActionKind kind) { return !without_mover[kind]; }

void moves_grow(Position *x) {
  if (x->moves.n >= MOVES_MOST) position_fault(x, "the rules make too many moves");
  x->moves.at = vec_grow(x->moves.at, &x->moves.cap, sizeof *x->moves.at);
}

void actions_grow(Position *x) {
  if (x->actions.n >= ACTIONS_MOST) position_fault(x, "the moves of the rules do too much");
  x->actions.at = vec_grow(x->actions.at, &x->actions.cap, sizeof *x->actions.at);
}

Move *move_push(Position *x, Action action, int32_t from, int32_t to) {
  Move *move = move_empty(x);
  action_put(x, action);
  if (without_mover[action.kind]) move->mover = 0;
  move->n = 1;
  move->from = (int16_t)from;
  move->to = (int16_t)to;
  return move;
}

void move_set_actions(Position *x, Move *move, uint32_t first) {
  size_t n = x->actions.n - first;
  if (n > UINT16_MAX) {
    position_fault(x, "a move has too many actions");
    n = UINT16_MAX;
  }
  move->first = first;
  move->n = (uint16_t)n;
  move->flags &= (uint8_t)~MOVE_FILL;
}

Move *move_of_actions(Position *x, uint32_t first, int32_t from, int32_t to) {
  Move *move = move_empty(x);
  move_set_actions(x, move, first);
  move->from = (int16_t)from;
  move->to = (int16_t)to;
  return move;
}

// ---- actions in common ---------------------------------------------------------------------------

static Site first_passed(const Position *x, const Move *move) {
  SiteList passed = move_passed(x, move);
  return passed.n ? *passed.at : SITE_OFF;
}

// Takes the sites of the move out of its actions: they are filled in when somebody asks.
static void leave_sites_open(const Position *x, const Move *move, Action *actions) {
  Site passed = move->more ? first_passed(x, move) : SITE_OFF;
  for (uint32_t i = 0; i < move->n; i++) {
    Action *action = &actions[i];
    if (action->from >= 0 && action->from == move->from) {
      action->flags |= FILL_FROM;
      action->from = -1;
    }
    if (action->to < 0) continue;
    if (action->to == move->to) action->flags |= FILL_TO;
    else if (action->to == passed) action->flags |= FILL_PASSED;
    else continue;
    action->to = -1;
  }
}

// Where to look for the same actions: mostly another place where they differ.
static uint32_t shared_place(const Action *first, uint32_t n) {
  int32_t sum = first->kind + first->flags / ACTION_FLAG + first->what + first->value + first->level_from;
  return ((uint32_t)sum + 4 * n) % SHARED_ACTIONS;
}

// What is found is compared with what is wanted, so that nothing is lost when the stack was cut off meanwhile; what
// lies below the actions of a move stays there as long as they would.
void move_share_always(Position *x) {
  Move *move = &VEC_LAST(&x->moves);
  if (!move->n || move->n > FILL_MOST || move->first + move->n != x->actions.n || move->flags & MOVE_FILL) return;
  Action *own = x->actions.at + move->first;
  leave_sites_open(x, move, own);
  move->flags |= MOVE_FILL;
  uint32_t *shared = &x->shared[shared_place(own, move->n)];
  if (*shared + move->n <= move->first && !memcmp(x->actions.at + *shared, own, move->n * sizeof *own)) {
    x->actions.n = move->first;
    move->first = *shared;
  } else {
    *shared = move->first;
  }
}

// ---- adding to moves -----------------------------------------------------------------------------

Action *actions_push(Position *x, uint32_t n) {
  while (x->actions.cap - x->actions.n < n) actions_grow(x);
  Action *room = x->actions.at + x->actions.n;
  x->actions.n += n;
  return room;
}

// Most moves have one or two actions.
static inline void push_actions_of(Position *x, const Move *move, bool fill) {
  for (uint32_t i = 0; i < move->n; i++) {
    action_put(x, x->actions.at[move->first + i]);
    if (fill) action_fill(&VEC_LAST(&x->actions), x, move);
  }
}

void actions_push_of(Position *x, const Move *move, bool fill) { push_actions_of(x, move, fill); }

// The actions of a move that shares them stay open to be shared as long as they are few.
static inline void add_to(Position *x, Move *move, Action action) {
  bool fill = move->flags & MOVE_FILL && move->n == FILL_MOST;
  if (fill || move->first + move->n != x->actions.n) {
    uint32_t first = (uint32_t)x->actions.n;
    push_actions_of(x, move, fill);
    move->first = first;
    if (fill) move->flags &= (uint8_t)~MOVE_FILL;
  }
  if (move->n == UINT16_MAX) {
    position_fault(x, "a move has too many actions");
    return;
  }
  action_put(x, action);
  move->n++;
}

void move_add_action(Position *x, Action action) { add_to(x, &VEC_LAST(&x->moves), action); }

// Moves that had their actions in common still have.
void moves_add_action(Position *x, uint32_t mark, Action action) {
  Move before = {0}, after = {0};
  for (uint32_t i = mark; i < x->moves.n; i++) {
    Move *move = &x->moves.at[i];
    bool same =
        move->flags & before.flags & after.flags & MOVE_FILL && move->first == before.first && move->n == before.n;
    if (same) {
      move->first = after.first;
      move->n = after.n;
    } else {
      before = *move;
      add_to(x, move, action);
      after = *move;
    }
  }
}

// Appends the actions of a move, then its consequences as inline actions.
static void append_part(Position *x, Move part) {
  Ref then[MOVE_THEN_MAX];
  int n = part.more ? move_thens(x, &part, then) : 0;
  push_actions_of(x, &part, part.flags & MOVE_FILL);
  for (int t = 0; t < n; t++) {
    Action inlined = action_make(ACT_THEN);
    inlined.ref = then[t];
    action_put(x, inlined);
  }
}

Move *move_join(Position *x, const uint32_t *parts, int n) {
  uint32_t first = (uint32_t)x->actions.n;
  for (int i = 0; i < n; i++) append_part(x, x->moves.at[parts[i]]);
  Move *move = move_empty(x);
  move_set_actions(x, move, first);
  return move;
}

static void clear_decisions(Position *x, uint32_t first) {
  for (size_t i = first; i < x->actions.n; i++) x->actions.at[i].flags &= (uint8_t)~ACTION_DECISION;
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
    action_put(x, mark);
  }
  append_part(x, part);
  if (x->keep_parts) x->actions.at[at].count = (int32_t)((uint32_t)x->actions.n - at - 1);
}

static void fill_in_place(Position *x, const Move *move) {
  for (uint32_t i = 0; move->flags & MOVE_FILL && i < move->n; i++)
    action_fill(&x->actions.at[move->first + i], x, move);
}

// Effects whose actions lie one after another above those of their move become part of it where they are: only
// the move's own actions are repeated behind them. False when they lie otherwise.
static bool chain_in_place(Position *x, uint32_t own) {
  Move *base = &x->moves.at[own];
  uint32_t first = base->first + base->n, at = first;
  bool plain = !x->keep_parts && !move_has_then(x, base) && !(base->flags & MOVE_FILL);
  for (uint32_t i = own + 1; i < x->moves.n && plain; i++) {
    const Move *effect = &x->moves.at[i];
    plain = effect->first == at && !move_has_then(x, effect);
    at += effect->n;
  }
  if (!plain || at != x->actions.n) return false;
  for (uint32_t i = own + 1; i < x->moves.n; i++) fill_in_place(x, &x->moves.at[i]);
  clear_decisions(x, first);
  push_actions_of(x, base, false);
  move_set_actions(x, base, first);
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
    uint32_t part = (uint32_t)x->actions.n;
    chain_part(x, x->moves.at[i], x->moves.at[i].mover);
    clear_decisions(x, part);
  }
  if (before) chain_part(x, base, 0);
  moves_drop(x, mark);
  Move *move = &x->moves.at[own];
  move_set_actions(x, move, first);
  move_clear_thens(x, move);
}

void moves_set_mover(Position *x, uint32_t mark, Player mover) {
  if (x->moves.n == mark) return;
  if (mover < 0 || mover > x->game->players + 1) {
    position_fault(x, "a move is made by a player the game does not have");
    moves_drop(x, mark);
  }
  for (uint32_t i = mark; i < x->moves.n; i++) x->moves.at[i].mover = (int8_t)mover;
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
