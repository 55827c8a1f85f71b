// Results, rankings, repetitions and the other things the course of the game asks for.
#ifndef STATE_TURN_RESULT_H
#define STATE_TURN_RESULT_H

#include "state/turn/position.h"

// Runs one end rule program, then the draw after a round of passes.
void result_run_end(Position *x, Ref end);
// Turn and move limits.
void result_check_limits(Position *x);
// Ends the game without a result (a fault in the rules).
void result_abandon(Position *x);
// Gives `player` (0: everybody) a result.
void result_give(Position *x, Player player, ResultKind result);
void result_give_team(Position *x, int32_t team, ResultKind result);
void result_by_score(Position *x, const int32_t *scores, bool misere);
void result_by_payoff(Position *x, const double *payoffs);  // by player, index 0 unused
// Every player's last turn was a single pass. Asked when last_move_any_pass says that there may have been one.
bool result_everybody_passed(const Position *x);

// Keeps the hash of this position, in games whose rules ask for it (Layout.most_hashes).
void repetition_record(Position *x);
// The same for the start, which counts for repetitions but not for cycles.
void repetition_begin(Position *x);
// True if the position was there before, in the sense of a RepeatKind.
bool repetition_seen(const Position *x, int kind);
// The last positions are those before them, and those are the ones before: players * players each.
bool repetition_cycles(Position *x);

// Meta rules that add or change legal moves (swap, pin, automove, gravity...), and those that forbid some.
void meta_change_moves(Position *x, uint32_t mark);
void meta_filter_moves(Position *x, uint32_t mark);
// The same for one move at a time: the swap alone; a move that may not be offered; one struck once tried out.
void meta_offer_swap(Position *x);
void meta_force_moves(Position *x, uint32_t mark);  // adds what follows by itself to the moves from mark on
bool meta_forbids(const Position *x, const Move *move);
bool meta_strikes(Position *x, const Move *move);
bool meta_may_strike(const Position *x);  // the game has meta rules that strike moves

void dice_update_sums(Position *x);

// A whole move tried out inside the rules: as position_apply and position_undo, but the slots, the move under way and
// the list of moves being made are as before then.
typedef struct TriedMove {
  HistoryMark opening;
  bool listing;
  uint32_t n_listed;
  int32_t slots[SLOT_COUNT];
} TriedMove;
TriedMove move_try(Position *x, const Move *move);
void move_try_end(Position *x, const TriedMove *tried);
// The legal moves, listed inside the rules.
MoveList moves_list(Position *x);

// The flag that says whether the mover could move here, ignoring repetition rules.
void compute_stalemated(Position *x);
// What is left to a player without moves.
void push_forced_pass(Position *x, Player mover);
// The moves of the mover's phase, as generated, without meta rules.
void generate_moves(Position *x);
Player next_active(const Position *x, Player after);
Player last_active(const Position *x, Player before);

// ---- the start -------------------------------------------------------------------------------------
// The start of the game under way (position_start: of the match, where there is one).
void position_start_game(Position *x);
// An empty position: nothing placed, no history.
void position_clear(Position *x);
// Applies the moves above mark as placements.
void start_apply_moves(Position *x, uint32_t mark);
// One placement.
void start_apply(Position *x, const Move *placement);
// What lies ready: dominoes in stock and playable cells, dice and decks on their sites, dice faces.
void start_fill_stock(Position *x);
void start_place_equipment(Position *x);
// Finds the regions of the equipment that depend on the position or on chance: they stay as they are then.
void start_find_regions(Position *x);
void start_show_dice(Position *x);
// Declares the present position to be the start.
void position_finish_start(Position *x);

#endif
