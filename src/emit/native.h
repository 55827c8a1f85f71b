// Native games: the C of a game compiled by the system's compiler, kept in a cache, and loaded. A Native is const and
// shared by threads; its states are plain memory of a fixed size that memcpy copies.
#ifndef EMIT_NATIVE_H
#define EMIT_NATIVE_H

#include "base/random.h"
#include "state/run/run.h"

#include <stdatomic.h>

typedef struct Native Native;

// How native code is wanted. All zero: compiled now, if it is not in the cache.
typedef struct NativeWish {
  bool only_cached;         // nothing is compiled
  bool missing;             // set: it is not in the cache, but could be compiled
  const atomic_bool *stop;  // set by another thread: a compiler is ended; may be NULL
} NativeWish;

// Emits, finds in the cache or compiles, and loads. NULL when that fails; *why (in the arena) says in one phrase why
// the interpreter has to play. wish may be NULL.
Native *native_open(const Game *game, Arena *arena, NativeWish *wish, const char **why);
void native_close(Native *native);

// Whether this code was found to play like the interpreter (play/playout/compare.h), as noted beside it in the cache.
typedef enum NativeProof { NATIVE_UNTRIED, NATIVE_SAME, NATIVE_DIFFERS } NativeProof;
NativeProof native_proof(const Native *native);
void native_prove(const Native *native, bool same);

// Bytes of a state and of a move, and the most moves of one list.
size_t native_state_size(const Native *native);
size_t native_move_size(const Native *native);
size_t native_moves_max(const Native *native);

// The state at the position, and back into a block of its layout. Only what the game's rules can read is written; the
// hash is not.
void native_load(const Native *native, void *state, const Position *x);
void native_store(const Native *native, const void *state, unsigned char *block);

void native_copy(const Native *native, void *to, const void *from);

// The legal moves, up to native_moves_max; none: the player has to pass.
int native_moves(const Native *native, const void *state, void *moves);
// Plays one of them and all that follows; NULL: a forced pass.
void native_apply(const Native *native, void *state, const void *move);
// Where a move begins and ends, as the interpreter says it.
static inline int16_t native_move_from(const void *move) { return ((const int16_t *)move)[1]; }
static inline int16_t native_move_to(const void *move) { return ((const int16_t *)move)[2]; }

// ---- what searches ask for

// How many legal moves there are, without listing them where the rules allow it; 0: the player has to pass, -1: too
// many.
int native_count(const Native *native, const void *state);
// Whether a move of the list can be had by its number alone, and that.
bool native_picks(const Native *native);
void native_pick(const Native *native, const void *state, uint32_t number, void *move);
// Where a state has the player to move (int32_t) and its board: for each player the set of sites with a piece, at [0]
// the empty ones; as bytes from its beginning.
typedef struct NativeSets {
  int words;  // of a set
  size_t mover, of[GAME_PLAYERS_MAX + 1];
} NativeSets;
// False where moves are more than placements on the empty sites, listed in the order of the sites, and then perhaps the
// choice to swap; or where a player's pieces are not all alike.
bool native_sets(const Native *native, NativeSets *sets);
// The seat to move (play/show/seats.h); 0: the game is over.
int native_turn(const Native *native, const void *state);
// What a finished game was worth to each seat, at [1 .. players], in [-1, 1].
void native_results(const Native *native, const void *state, double *utilities);
// Of the position, whatever led to it.
uint64_t native_hash(const Native *native, const void *state);
// Plays random game number k of a seed on from a state, or fills the board where that is proved to tell the winner. Its
// utilities by seat, as native_results, and the moves made since the start. False when the game could not be finished.
bool native_rollout(const Native *native, const void *state, uint64_t seed, uint64_t k, double *utilities,
                    uint64_t *moves);

// What a move is expected to take or to turn a piece into, found without making it: the sum of `worth` by kind of piece
// over the pieces of opponents where its actions take or come to, and over the kinds that pieces are promoted to.
typedef struct NativeGain {
  int32_t sum;
  int32_t what;  // the kind of piece it adds or promotes to last; 0: none
  int32_t hits;  // it takes what stands on the site asked for
} NativeGain;
// Whether native_gain can be asked. Automata do not know whose pieces are: `worth` is 0 there for those that are not an
// opponent's, `what` is 0, and all sites where steps of the move change something count.
bool native_gains(const Native *native);
// For n moves of the list from one on.
void native_gain(const Native *native, const void *state, const void *moves, uint32_t n, const int32_t *worth, int site,
                 NativeGain *gains);
// As if it were the turn of another player; where that can be asked.
bool native_gives_turn(const Native *native);
void native_give_turn(const Native *native, void *state, Player player);

// ---- games stepped together

// NATIVE_DRAWN: a move that was drawn and has no number. It is made again from the same stream.
enum { NATIVE_BROKE = -1, NATIVE_DRAWN = INT32_MAX };
// A move in each of n states, arrays of n.
typedef struct NativeSteps {
  const uint32_t *given;  // numbers of the moves, below native_count (0 for a forced pass); NULL: they are drawn
  Random *choices;        // what they are drawn from; may be NULL where they are given
  uint32_t *numbers;      // of the moves made, or NATIVE_DRAWN
  void *made;             // the moves, native_move_size each, of a forced pass one that leads nowhere; or NULL
  int32_t
      *turns;  // players to move then; 0: the game is over, NATIVE_BROKE: the state went beyond a limit of this code
  int32_t *counts;  // legal moves then, 0: the player has to pass; or NULL
  void *room;       // native_steps_room bytes
} NativeSteps;
// The states lie stride bytes apart. The numbers of moves are those of steps, which need not be those of native_moves.
void native_steps(const Native *native, void *states, size_t stride, size_t n, const NativeSteps *steps);
// Memory a thread needs for steps with moves given; 0 where these are not listed for that.
size_t native_steps_room(const Native *native);
// Whether the move that steps make of a number is that of native_moves, because they take it from there.
bool native_steps_listed(const Native *native);
// Random moves in a state until the game is over or `most` were made; how many, and their numbers. *turn as turns.
// Where native_runs: automata have no such entry.
bool native_runs(const Native *native);
uint64_t native_run(const Native *native, void *state, Random *choices, uint64_t most, uint32_t *numbers,
                    int32_t *turn);
// The player to move; 0: the game is over.
int32_t native_player(const Native *native, const void *state);
// As native_results, by player instead of seat.
void native_utilities(const Native *native, const void *state, double *utilities);

// ---- many random games

// The random stream of chance, as the state has it; NULL: nothing is left to chance.
const Random *native_chance(const Native *native, const void *state);
// From now on this thread draws what a script prescribes, or notes there what was drawn; NULL: as chance will have it.
// Who makes a move draws first what was drawn when it was listed: `listed` has that, or is NULL.
void native_prescribe(const Native *native, const Script *listed, Script *script);
// Puts another one there, where something is left to chance.
void native_set_chance(const Native *native, void *state, Random chance);

// What random games came to. Laid out as in the emitted C.
typedef struct NativeTotals {
  uint64_t n, moves, draws, wins[GAME_PLAYERS_MAX + 1];
  double utility[GAME_PLAYERS_MAX + 1], score[GAME_PLAYERS_MAX + 1];
  uint64_t fault;                     // a game could not be finished: the rules stopped, or went on without end
  double seat[GAME_PLAYERS_MAX + 1];  // utilities by seat, in games with the swap rule
} NativeTotals;
// Adds the random games number first to first + n - 1 of the seed, from a state.
void native_playouts(const Native *native, const void *state, uint64_t seed, uint64_t first, uint64_t n,
                     NativeTotals *totals);

// ---- rules that are an automaton

bool native_is_automaton(const Native *native);
// Whether moves can be made in parts.
bool native_splits(const Native *native);
// How many sequences of so many moves there are from a state; UINT64_MAX: too many moves for its memory.
uint64_t native_perft(const Native *native, const void *state, int depth);
// The parts that can be made next, as moves of the list (-1: too many), and making one. The last part of a move is
// followed by all that follows a move.
int native_parts(const Native *native, const void *state, void *moves);
void native_apply_part(const Native *native, void *state, const void *part);
// Whole moves made, parts made, parts offered and parts taken back in random games. Laid out as in the emitted C.
typedef struct NativeParts {
  uint64_t nodal, states, choices, dead;
} NativeParts;
// As native_playouts, by parts.
void native_split_playouts(const Native *native, const void *state, uint64_t seed, uint64_t first, uint64_t n,
                           NativeTotals *totals, NativeParts *parts);

#endif
