// Moves on the stacks of a Position: building them, asking which there are, making them and trying them out.
#ifndef STATE_ACT_MOVES_H
#define STATE_ACT_MOVES_H

#include "state/act/move_read.h"
#include "state/run/set_share.h"

// ---- building moves -----------------------------------------------------------------------------

// A list under construction is the range [mark, x->moves.n).
static inline uint32_t moves_mark(const Position *x) { return (uint32_t)x->moves.n; }
static inline void moves_drop(Position *x, uint32_t mark) { x->moves.n = mark; }

// An action with every field at its default (-1), of the given kind.
static inline Action action_make(ActionKind kind) {
  return (Action){.kind = (uint8_t)kind,
                  .type_from = -1,
                  .type_to = -1,
                  .from = -1,
                  .to = -1,
                  .level_from = -1,
                  .level_to = -1,
                  .what = -1,
                  .state = -1,
                  .rotation = -1,
                  .player = -1,
                  .count = -1,
                  .value = -1};
}

// Adds one piece on a cell.
static inline Action action_add_on_cell(int32_t what, int32_t site, int32_t state) {
  Action add = action_make(ACT_ADD);
  add.type_to = SITE_CELL;
  add.to = (int16_t)site;
  add.what = (int16_t)what;
  add.count = 1;
  add.state = (int16_t)state;
  return add;
}

// Room for more moves and actions; rules that go on making them without end stop. The last two are of all moves of a
// game: what they did, and what it takes to undo it.
enum { MOVES_MOST = 1 << 22, ACTIONS_MOST = 1 << 24, DONE_MOST = 1 << 20, PLAYED_MOST = 1 << 24, UNDO_MOST = 1 << 26 };
void moves_grow(Position *x);
void actions_grow(Position *x);
static inline void action_put(Position *x, Action action) {
  if (x->actions.n == x->actions.cap) actions_grow(x);
  x->actions.at[x->actions.n++] = action;
}
// Appends a move without actions.
static inline Move *move_empty(Position *x) {
  if (x->moves.n == x->moves.cap) moves_grow(x);
  Move *move = &x->moves.at[x->moves.n++];
  *move = (Move){.from = -1, .to = -1, .mover = (int8_t)x->head->mover, .first = (uint32_t)x->actions.n};
  return move;
}
// Appends a move of one action and returns the action to be filled in. Generators use this: an action filled
// in elsewhere and copied costs more than all the rest, as wide loads wait for the narrow stores before them.
static inline Action *move_begin(Position *x, ActionKind kind, int32_t from, int32_t to) {
  Move *move = move_empty(x);
  move->n = 1;
  move->from = (int16_t)from;
  move->to = (int16_t)to;
  action_put(x, action_make(kind));
  return &VEC_LAST(&x->actions);
}
// Whether a move of one such action alone is a player's.
bool action_has_mover(ActionKind kind);
// Appends a move of one action; from and to are the action's unless changed by the caller.
Move *move_push(Position *x, Action action, int32_t from, int32_t to);
// Appends a move made of the actions on the stack from `first` on.
Move *move_of_actions(Position *x, uint32_t first, int32_t from, int32_t to);
// Appends an action to the last move on the stack.
void move_add_action(Position *x, Action action);
// Appends an action to every move from mark on.
void moves_add_action(Position *x, uint32_t mark, Action action);
// Appends a move whose actions are the ranges of `parts` (indices into x->moves) in order, each with its
// consequences inline. The parts themselves stay where they are.
Move *move_join(Position *x, const uint32_t *parts, int n);
// Runs `effect` (may be 0) in the present context and makes its moves part of the last move on the
// stack: before its own actions, or after them.
void move_chain(Position *x, int32_t effect, bool before);
// Appends what an ADD_PIECE makes of one piece on one site, with TO there; leaves FROM there too.
void move_push_added(Position *x, const Ins *add, int32_t what, int32_t site);
// Adds a consequence to every move from mark on.
void moves_add_then(Position *x, uint32_t mark, Ref then);
// Room for n more actions on the stack; a copy of those of a move, with its sites filled in or as they are.
Action *actions_push(Position *x, uint32_t n);
void actions_push_of(Position *x, const Move *move, bool fill);
// Makes the actions on the stack from `first` on those of the move, without consequences.
void move_set_actions(Position *x, Move *move, uint32_t first);
// Lets the last move share its actions with an earlier one that does the same on other sites. Nothing that the actions
// name may change after that. move_share does so where lists are made: elsewhere moves do not last.
void move_share_always(Position *x);
static inline void move_share(Position *x) {
  if (x->sharing && !x->depth) move_share_always(x);
}
void moves_set_mover(Position *x, uint32_t mark, Player mover);
// Drops the moves from mark on whose keep flag is false.
void moves_keep(Position *x, uint32_t mark, const bool *keep);
// True if the decisions among the actions are all of this kind, and one action is (a pass, a swap...).
bool several_actions_are(const Action *actions, uint32_t n, ActionKind kind);
static inline bool actions_are(const Action *actions, uint32_t n, ActionKind kind) {
  return n == 1 ? actions->kind == kind : several_actions_are(actions, n, kind);
}
static inline bool move_is(const Position *x, const Move *move, ActionKind kind) {
  return actions_are(x->actions.at + move->first, move->n, kind);  // kinds need no sites
}

// ---- details ---------------------------------------------------------------------------------------

// What a move has beside, in the move itself where it is the only thing (MOVE_MORE); the functions move_add_... put it
// into a detail.
void move_add_state(Position *x, Move *move, int32_t state);
void move_add_levels(Position *x, Move *move, int32_t level_min, int32_t level_max);
static inline bool move_has_only(const Move *move, int kind) {
  return !move->more || (move->flags & MOVE_MORE) == kind;
}
static inline void move_set_more(Move *move, int kind, uint32_t more) {
  move->flags = (uint8_t)((move->flags & ~MOVE_MORE) | (more ? kind : MORE_DETAIL));
  move->more = more;
}
static inline void move_set_state(Position *x, Move *move, int32_t state) {
  if (move_has_only(move, MORE_STATE)) move_set_more(move, MORE_STATE, (uint32_t)(state + 1));
  else move_add_state(x, move, state);
}
static inline void move_set_levels(Position *x, Move *move, int32_t min, int32_t max) {
  uint32_t levels = (uint32_t)(uint16_t)min | (uint32_t)(uint16_t)max << 16;
  if (move_has_only(move, MORE_LEVELS)) move_set_more(move, MORE_LEVELS, levels);
  else move_add_levels(x, move, min, max);
}
// The sites it passes: n of a line of the board; or all of the line from there up to where the move ends. The place on
// a line is never 0, as the site where the line begins is not passed.
void move_set_passed(Position *x, Move *move, const Site *sites, int n);
static inline void move_set_line(Position *x, Move *move, SiteType type, const Site *sites) {
  uint32_t place = (uint32_t)(sites - x->game->board->sites[type].radial_sites) * SITE_TYPES + (uint32_t)type;
  if (move_has_only(move, MORE_LINE)) move_set_more(move, MORE_LINE, place);
  else move_set_passed(x, move, sites, PASSED_ALL);
}
// The number of a detail with n consequences and the sites of a line from `passed` (may be NULL) up to where the move
// ends.
uint32_t detail_of_thens(Position *x, const Ref *thens, int n, const Site *passed);
void move_clear_thens(Position *x, Move *move);

// How far the stacks of moves have grown.
static inline MoveList moves_top(const Position *x) {
  return (MoveList){.first = moves_mark(x), .actions = (uint32_t)x->actions.n, .details = (uint32_t)x->details.n};
}
// Drops what was put on them since.
static inline void moves_forget(Position *x, MoveList list) {
  x->moves.n = list.first;
  x->actions.n = list.actions;
  x->details.n = list.details;
}

// ---- asking for moves -----------------------------------------------------------------------------

// Visits the pieces of a FOR_PIECES, or only those on one site, with FROM and LEVEL there; body: what makes their
// moves. True as soon as a visit says so.
typedef bool PieceFn(Position *x, int32_t body, void *self);
bool pieces_visit(Position *x, const Ins *loop, int32_t only, PieceFn *each, void *self);

// The moves of a FROM_TO that begin and end on these sites (GAME_ANYWHERE: on any); the sites where they may begin, as
// far as is known without looking where they go.
void from_to_moves(Position *x, const Ins *in, int32_t only_from, int32_t only_to);
void from_to_sources(Position *x, const Ins *in, Word *sources);

// All its moves as pairs of sites, in the order of the moves: from_to_moves makes one of them. False where a pair would
// not tell them apart, or they leave something to chance.
bool from_to_pairs(Position *x, const Ins *in, SitePairs *pairs);
bool shoot_pairs(Position *x, const Ins *in, SitePairs *pairs);  // likewise for shots; shoot_push makes one
void shoot_push(Position *x, const Ins *in, int32_t to);

// The same for slides, leaps, shots and steps (whose moves must end on TO). one: no more are needed.
void slide_moves(Position *x, const Ins *in, int32_t only_to, bool one);
void leap_moves(Position *x, const Ins *in, int32_t only_to, bool one);
void step_moves(Position *x, const Ins *in, int32_t only_to, bool one);
void shoot_moves(Position *x, const Ins *in, int32_t only_to, bool one);
// The moves of a statement, without some of those that are not wanted where these are easily told.
void moves_toward(Position *x, int32_t moves, int32_t to, bool one);

// A question about the moves a statement would give: is there any, or one that ends on a site?
typedef struct MoveQuery {
  int32_t to;  // -1: any move
} MoveQuery;
// Answers without generating more than needed. Leaves no moves behind.
bool moves_answer(Position *x, int32_t moves, const MoveQuery *query);

// ---- applying moves -----------------------------------------------------------------------------

// Applies one action, logging undo. Actions actually done are appended to x->done.
void action_apply(Position *x, const Action *action);
// The same with an action of the caller's, which becomes what was done.
void action_apply_own(Position *x, Action *action);
// The actions of a move and then its consequences, without the end of turn. record: it is the player's
// move (it becomes the last move of the game).
void move_apply(Position *x, const Move *move, bool record);
// Undoes every write logged since mark.
void undo_to(Position *x, size_t mark);

// Trying something out: begin, apply, look, roll back. Nests.
static inline HistoryMark history_mark(const Position *x) {
  return (HistoryMark){.undo = (uint32_t)x->undo.n,
                       .played = (uint32_t)x->played.n,
                       .played_actions = (uint32_t)x->played_actions.n,
                       .played_details = (uint32_t)x->played_details.n,
                       .done = (uint32_t)x->done.n};
}
void history_rollback(Position *x, const HistoryMark *to);
static inline Savepoint savepoint_begin(const Position *x) {
  Savepoint mark = {.logs = history_mark(x)};
  memcpy(mark.slots, x->slots, sizeof mark.slots);
  return mark;
}
void savepoint_rollback(Position *x, const Savepoint *to);
// Begins, and applies the move as the player's.
Savepoint savepoint_move(Position *x, const Move *move);

// Whether a condition holds once the move is made, as the rules try moves out: the mover stays the same.
bool move_holds_after(Position *x, const Move *move, int32_t cond);

// The last move made on this position since it was started, copied or restored, the one under way included; or NULL.
// For records: rules go by what the state keeps (last_move.h). Its actions are in x->played_actions.
static inline const Move *last_move(const Position *x) { return x->played.n ? &VEC_LAST(&x->played).move : NULL; }

#endif
