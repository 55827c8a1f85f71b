// Results, rankings, repetitions and the other things the course of the game asks for.
#ifndef STATE_RESULT_H
#define STATE_RESULT_H

#include "state/position.h"

// Runs one end rule program, then the draw after a round of passes.
void result_run_end(Exec *x, Ref end);
// Turn and move limits.
void result_check_limits(Exec *x);
// Ends the game without a result (a fault in the rules).
void result_abandon(Exec *x);
// Gives `player` (0: everybody) a result.
void result_give(Exec *x, Player player, ResultKind result);
void result_give_team(Exec *x, int32_t team, ResultKind result);
void result_by_score(Exec *x, const int32_t *scores, bool misere);
void result_by_payoff(Exec *x, const double *payoffs);  // by player, index 0 unused
// Every player's last turn was a single pass.
bool result_everybody_passed(const Exec *x);

// Keeps the hash of this position where the game's rules ask for it.
void repetition_record(Exec *x);
// True if the position was there before, in the sense of a RepeatKind.
bool repetition_seen(const Exec *x, int kind);

// Meta rules that add or change legal moves (swap, pin, automove, gravity...), and those that forbid some.
void meta_change_moves(Exec *x, uint32_t mark);
void meta_filter_moves(Exec *x, uint32_t mark);
// The same for one move at a time: the swap alone; a move that may not be offered; one struck once tried out.
void meta_offer_swap(Exec *x);
void meta_force_moves(Exec *x, uint32_t mark);  // adds what follows by itself to the moves from mark on
bool meta_forbids(const Exec *x, const Move *move);
bool meta_strikes(Exec *x, const Move *move);
bool meta_may_strike(const Exec *x);  // the game has meta rules that strike moves

void dice_update_sums(Exec *x);

// The flag that says whether the mover could move here, ignoring repetition rules.
void compute_stalemated(Exec *x);
// What is left to a player without moves.
void push_forced_pass(Exec *x, Player mover);
// The moves of the mover's phase, as generated, without meta rules.
void generate_moves(Exec *x);
Player next_active(const Exec *x, Player after);
Player last_active(const Exec *x, Player before);

// ---- the start -------------------------------------------------------------------------------------
// The start of the game under way (position_start: of the match, where there is one).
void position_start_game(Exec *x);
// An empty position: nothing placed, no history.
void position_clear(Exec *x);
// Applies the moves above mark as placements.
void start_apply_moves(Exec *x, uint32_t mark);
// One placement.
void start_apply(Exec *x, const Move *placement);
// What lies ready: dominoes in stock and playable cells, dice and decks on their sites, dice faces.
void start_fill_stock(Exec *x);
void start_place_equipment(Exec *x);
// Finds the regions of the equipment that depend on the position or on chance: they stay as they are then.
void start_find_regions(Exec *x);
void start_show_dice(Exec *x);
// Declares the present position to be the start.
void position_finish_start(Exec *x);

#endif
