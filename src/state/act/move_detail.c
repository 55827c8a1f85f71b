// What only some moves have: sites passed, levels, consequences; and moves set aside with all they have.
#include "state/act/moves.h"

// ---- what else there is ----------------------------------------------------------------------------

static const Site *line_at(const Position *x, uint32_t number) {
  return x->game->board->sites[number % SITE_TYPES].radial_sites + number / SITE_TYPES;
}

MoveDetail detail_of(const Position *x, const MoveDetail *details, const Move *move) {
  MoveDetail detail = detail_none();
  switch (move->flags & MOVE_MORE) {
    case MORE_LINE:
      detail.passed = line_at(x, move->more);
      detail.n_passed = PASSED_ALL;
      break;
    case MORE_LEVELS:
      detail.level_min = (int16_t)(move->more & UINT16_MAX);
      detail.level_max = (int16_t)(move->more >> 16);
      break;
    case MORE_STATE: detail.state = (int16_t)(move->more - 1); break;
    default:
      if (move->more) detail = details[move->more - 1];
      break;
  }
  return detail;
}

static inline bool same_detail(const MoveDetail *a, const MoveDetail *b) {
  return a->passed == b->passed && a->then == b->then && a->earlier == b->earlier && a->n_passed == b->n_passed &&
         a->level_min == b->level_min && a->level_max == b->level_max && a->state == b->state;
}

// Most moves of a list have the same consequences; one of the last two details is then the one wanted. A new one is
// written where it stays: copying what was just written would wait for its small fields.
static inline uint32_t push_detail(Position *x, MoveDetail detail) {
  size_t n = x->details.n;
  if (n && same_detail(&x->details.at[n - 1], &detail)) return (uint32_t)n;
  if (n > 1 && same_detail(&x->details.at[n - 2], &detail)) return (uint32_t)n - 1;
  if (n == x->details.cap) x->details.at = vec_grow(x->details.at, &x->details.cap, sizeof *x->details.at);
  MoveDetail *to = &x->details.at[x->details.n++];
  to->passed = detail.passed;
  to->n_passed = detail.n_passed;
  to->level_min = detail.level_min;
  to->level_max = detail.level_max;
  to->state = detail.state;
  to->then = detail.then;
  to->earlier = detail.earlier;
  return (uint32_t)x->details.n;
}

static inline void set_detail(Position *x, Move *move, MoveDetail detail) {
  move_set_more(move, MORE_DETAIL, push_detail(x, detail));
}

void move_add_state(Position *x, Move *move, int32_t state) {
  MoveDetail detail = move_detail(x, move);
  detail.state = (int16_t)state;
  set_detail(x, move, detail);
}

void move_add_levels(Position *x, Move *move, int32_t level_min, int32_t level_max) {
  MoveDetail detail = move_detail(x, move);
  detail.level_min = (int16_t)level_min;
  detail.level_max = (int16_t)level_max;
  set_detail(x, move, detail);
}

void move_set_passed(Position *x, Move *move, const Site *sites, int n) {
  if (!n) return;
  MoveDetail detail = move_detail(x, move);
  detail.passed = sites;
  detail.n_passed = (int16_t)n;
  set_detail(x, move, detail);
}

SiteList move_passed(const Position *x, const Move *move) {
  MoveDetail detail = move_detail(x, move);
  int n = detail.n_passed;
  if (n == PASSED_ALL) {
    for (n = 0; detail.passed[n] != move->to;) n++;
  }
  return (SiteList){.at = detail.passed, .n = n};
}

// ---- consequences ----------------------------------------------------------------------------------

static int count_thens(const Position *x, uint32_t number) {
  int n = 0;
  for (; number; number = x->details.at[number - 1].earlier) n++;
  return n;
}

int move_thens(const Position *x, const Move *move, Ref then[MOVE_THEN_MAX]) {
  if (!move_has_then(x, move)) return 0;
  int n = count_thens(x, move->more), i = n;
  for (uint32_t number = move->more; i > 0; number = x->details.at[number - 1].earlier)
    then[--i] = x->details.at[number - 1].then;
  return n;
}

void move_clear_thens(Position *x, Move *move) {
  if (!move_has_then(x, move)) return;
  MoveDetail detail = move_detail(x, move);
  detail.then = 0;
  detail.earlier = 0;
  set_detail(x, move, detail);
}

uint32_t detail_of_thens(Position *x, const Ref *thens, int n, const Site *passed) {
  MoveDetail detail = detail_none();
  uint32_t number = 0;
  for (int i = 0; i < n; i++) {
    detail.then = thens[i];
    detail.earlier = number;
    if (i == n - 1 && passed) {
      detail.passed = passed;
      detail.n_passed = PASSED_ALL;
    }
    number = push_detail(x, detail);
  }
  return number;
}

static inline void add_then(Position *x, Move *move, Ref then) {
  if (!move->more) {  // the common case
    set_detail(x, move, (MoveDetail){.state = -1, .then = then});
    return;
  }
  MoveDetail detail = move_detail(x, move);
  if (detail.then && count_thens(x, move->more) == MOVE_THEN_MAX) {
    position_fault(x, "a move has too many consequences");
    return;
  }
  detail.earlier = detail.then ? move->more : 0;
  detail.then = then;
  set_detail(x, move, detail);
}

void moves_add_then(Position *x, uint32_t mark, Ref then) {
  enum { SAME = MOVE_TWIN | MOVE_MORE };
  if (mark + 1 == x->moves.n && !(x->moves.at[mark].flags & MOVE_TWIN)) {
    add_then(x, &x->moves.at[mark], then);
    return;
  }
  Move before = {0}, after = {0};  // the last one of another kind, without and with the consequence
  for (uint32_t i = mark; i < x->moves.n; i++) {
    Move *move = &x->moves.at[i];
    if (after.more && move->more == before.more && !((move->flags ^ before.flags) & SAME)) {
      move_set_more(move, MORE_DETAIL, after.more);
      continue;
    }
    before = *move;
    add_then(x, move, then);
    if (move->flags & MOVE_TWIN) add_then(x, move, then);
    after = *move;
  }
}

// ---- moves set aside -------------------------------------------------------------------------------

void saved_moves_clear(SavedMoves *saved) {
  VEC_CLEAR(&saved->moves);
  VEC_CLEAR(&saved->actions);
  VEC_CLEAR(&saved->details);
}

void saved_moves_free(SavedMoves *saved) {
  VEC_FREE(&saved->moves);
  VEC_FREE(&saved->actions);
  VEC_FREE(&saved->details);
}

// A detail and those with earlier consequences.
static uint32_t save_detail(SavedMoves *saved, const Position *x, uint32_t number) {
  if (!number) return 0;
  MoveDetail detail = x->details.at[number - 1];
  detail.earlier = save_detail(saved, x, detail.earlier);
  VEC_PUSH(&saved->details, detail);
  return (uint32_t)saved->details.n;
}

static bool has_detail(const Move *move) { return move->more && !(move->flags & MOVE_MORE); }

void saved_moves_add(SavedMoves *saved, const Position *x, const Move *move) {
  Move copy = *move;
  copy.first = (uint32_t)saved->actions.n;
  copy.flags &= (uint8_t)~MOVE_FILL;
  if (has_detail(move)) copy.more = save_detail(saved, x, move->more);
  for (uint32_t i = 0; i < move->n; i++) {
    VEC_PUSH(&saved->actions, x->actions.at[move->first + i]);
    if (move->flags & MOVE_FILL) action_fill(&VEC_LAST(&saved->actions), x, move);
  }
  VEC_PUSH(&saved->moves, copy);
}

void saved_moves_push(const SavedMoves *saved, Position *x) {
  uint32_t actions = (uint32_t)x->actions.n, details = (uint32_t)x->details.n;
  for (size_t i = 0; i < saved->actions.n; i++) VEC_PUSH(&x->actions, saved->actions.at[i]);
  for (size_t i = 0; i < saved->details.n; i++) {
    MoveDetail detail = saved->details.at[i];
    if (detail.earlier) detail.earlier += details;
    VEC_PUSH(&x->details, detail);
  }
  for (size_t i = 0; i < saved->moves.n; i++) {
    Move move = saved->moves.at[i];
    move.first += actions;
    if (has_detail(&move)) move.more += details;
    VEC_PUSH(&x->moves, move);
  }
}
