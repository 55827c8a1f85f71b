// The forward model: start, legal moves, apply, undo, outcome. What agents and commands see of a game in
// progress, the same for every language.
#ifndef STATE_TURN_POSITION_H
#define STATE_TURN_POSITION_H

#include "state/act/move_read.h"
#include "state/rare/match.h"
#include "state/run/run.h"

// Makes a Position for the game, at the start position. The game must outlive it. Free with position_free.
Position *position_new(const Game *game, uint64_t seed, uint64_t stream);
void position_free(Position *x);
// Makes `to` (of the same game) continue where `from` is; their random streams stay their own. The moves made so far
// are not copied: there is no undo before here. That is one memcpy, of a few hundred bytes for most games, and of 8
// bytes for each earlier position where the rules ask about repetitions.
void position_copy(Position *to, const Position *from);
// After it: copies the moves made as well, so that they can be read and taken back.
void position_copy_played(Position *to, const Position *from);

// Back to the start; runs the start rules (random ones draw from x->random).
void position_start(Position *x);

// A list of legal moves (MoveList) stays valid, also over further position_moves and position_apply calls, until
// position_forget of it or of an earlier one.

// All legal moves of the player to move (simultaneous games: of all players, each with its mover).
// Never empty while the game is not over: a player without moves gets a forced pass.
MoveList position_moves(Position *x);
// How many there are.
uint64_t position_count_moves(Position *x);
static inline const Move *move_at(const Position *x, MoveList list, uint32_t i) { return &x->moves.at[list.first + i]; }
void position_forget(Position *x, MoveList list);

// Plays a move of the list and everything that follows from it: consequences, end rules, phases, turn.
void position_apply(Position *x, const Move *move);
// Takes back the last position_apply. False when there is none (start position, or just copied).
bool position_undo(Position *x);

static inline bool position_over(const Position *x) { return x->head->over && !match_between(x); }
static inline Player position_mover(const Position *x) { return x->head->mover; }
// Rank 1 (best) to players, averaged over ties; 0 while undecided.
double position_rank(const Position *x, Player player);
// In [-1, 1]: linear in the rank; for one player 1 is a win.
double position_utility(const Position *x, Player player);

// Hashes: without and with whose turn it is.
uint64_t position_hash(const Position *x);
uint64_t position_full_hash(const Position *x);
// The positional hash computed from scratch, to check the incremental one.
uint64_t position_hash_scratch(const Position *x);

// The actions a move would do, consequences included, as copies in *out (the caller frees with VEC_FREE);
// the position is unchanged.
typedef VEC(Action) ActionVec;
void position_preview(Position *x, const Move *move, ActionVec *out);

typedef enum EndType { END_NONE, END_NATURAL, END_TURN_LIMIT, END_MOVE_LIMIT } EndType;

#endif
