// Applying one action: the function of its kind changes the state, then the action joins those done.
#include "state/act/act.h"

#include "base/number.h"
#include "state/act/moves.h"

// Kinds without a function change nothing: selections, passes, notes. The move that holds a THEN runs it,
// and the course of the match goes to the NEXT_INSTANCE.
static ActFn *const act_fns[ACT_COUNT] = {
    [ACT_ADD] = act_add,
    [ACT_INSERT] = act_insert,
    [ACT_MOVE] = act_move,
    [ACT_MOVE_N] = act_move_n,
    [ACT_SUBSTACK] = act_substack,
    [ACT_COPY] = act_copy,
    [ACT_REMOVE] = act_remove,
    [ACT_PROMOTE] = act_promote,
    [ACT_SET_COUNT] = act_set_count,
    [ACT_SET_STATE] = act_set_state,
    [ACT_SET_ROTATION] = act_set_rotation,
    [ACT_SET_VALUE] = act_set_value,
    [ACT_SET_COST] = act_set_cost,
    [ACT_SET_SCORE] = act_set_score,
    [ACT_SET_AMOUNT] = act_set_amount,
    [ACT_SET_VALUE_OF_PLAYER] = act_set_player_value,
    [ACT_SET_COUNTER] = act_set_counter,
    [ACT_SET_TEMP] = act_set_temp,
    [ACT_SET_VAR] = act_set_var,
    [ACT_SET_POT] = act_set_pot,
    [ACT_SET_PENDING] = act_set_pending,
    [ACT_SET_NEXT_PLAYER] = act_set_next,
    [ACT_SET_TRUMP] = act_set_trump,
    [ACT_SET_HIDDEN] = act_set_hidden,
    [ACT_SET_HIDDEN_WHAT] = act_set_hidden,
    [ACT_SET_HIDDEN_WHO] = act_set_hidden,
    [ACT_SET_HIDDEN_COUNT] = act_set_hidden,
    [ACT_SET_HIDDEN_VALUE] = act_set_hidden,
    [ACT_SET_HIDDEN_STATE] = act_set_hidden,
    [ACT_SET_HIDDEN_ROTATION] = act_set_hidden,
    [ACT_UPDATE_DICE] = act_update_dice,
    [ACT_SET_DICE_EQUAL] = act_set_dice_equal,
    [ACT_USE_DIE] = act_use_die,
    [ACT_SWAP] = act_swap,
    [ACT_FORFEIT] = act_forfeit,
    [ACT_BET] = act_set_amount,
    [ACT_PROPOSE] = act_propose,
    [ACT_VOTE] = act_vote,
    [ACT_TRIGGER] = act_trigger,
    [ACT_REMEMBER] = act_remember,
    [ACT_FORGET] = act_forget,
    [ACT_STORE_STATE] = act_store_state,
    [ACT_ADD_TO_TEAM] = act_add_to_team,
    [ACT_CHOOSE] = act_choose,
    [ACT_STEP] = act_step,
    [ACT_PUZZLE_SET] = act_puzzle_set,
    [ACT_PUZZLE_TOGGLE] = act_puzzle_toggle,
    [ACT_PUZZLE_RESET] = act_puzzle_reset,
};

SiteType act_type(const Position *x, int type, int32_t site) {
  SiteType of = type < 0 ? x->game->site_type : (SiteType)type;
  return of != SITE_CELL && site >= topo_count(x->game->board, of) ? SITE_CELL : of;
}

// What the rules work out for an action, and the game must have.
static const enum {
  NO_SUBJECT,
  A_PIECE,
  A_PLAYER
} subjects[ACT_COUNT] = {
    [ACT_ADD] = A_PIECE,       [ACT_INSERT] = A_PIECE,           [ACT_PROMOTE] = A_PIECE,
    [ACT_SET_COUNT] = A_PIECE, [ACT_SET_NEXT_PLAYER] = A_PLAYER,
};

static bool has_subject(Position *x, const Action *action) {
  bool piece = subjects[action->kind] == A_PIECE;
  bool there = piece ? number_within(action->what, -1, x->game->n_components - 1)
                     : number_within(action->player, 1, x->game->players);
  if (!there) {
    position_fault(
        x, piece ? "the game does not have the piece to be placed" : "a player the game does not have is to move next");
  }
  return there;
}

void action_apply_own(Position *x, Action *action) {
  assert(action->kind < ACT_COUNT && action->kind != ACT_THEN);
  if (action->kind == ACT_PART || (subjects[action->kind] && !has_subject(x, action))) return;
  if (act_fns[action->kind]) act_fns[action->kind](x, action);
  if (x->done.n == x->done.cap && x->done.n >= DONE_MOST) position_fault(x, "a move does too much");
  VEC_PUSH(&x->done, *action);
}

void action_apply(Position *x, const Action *action) {
  Action copy = *action;
  action_apply_own(x, &copy);
}
