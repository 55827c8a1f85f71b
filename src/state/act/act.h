// Actions applied to the state, by subject. Each function changes the state as its kind says (actions.def)
// and may complete the action, which is then recorded as done.
#ifndef STATE_ACT_ACT_H
#define STATE_ACT_ACT_H

#include "state/run/run.h"

typedef void ActFn(Position *x, Action *action);

ActFn act_add, act_insert, act_move, act_move_n, act_substack, act_copy, act_remove, act_promote;
ActFn act_set_count, act_set_state, act_set_rotation, act_set_value, act_set_cost, act_set_hidden;
ActFn act_set_score, act_set_amount, act_set_player_value, act_set_next, act_add_to_team, act_swap, act_forfeit,
    act_trigger, act_propose, act_vote;
ActFn act_set_counter, act_set_temp, act_set_var, act_set_pot, act_set_pending, act_set_trump, act_remember, act_forget,
    act_store_state, act_update_dice, act_set_dice_equal, act_use_die;
ActFn act_choose, act_step;
ActFn act_puzzle_set, act_puzzle_toggle, act_puzzle_reset;

// The type a site of an action is meant in: the game's default when none is given, and cells for sites
// that lie beyond the board (hands).
SiteType act_type(const Position *x, int type, int32_t site);

#endif
