// Native code and interpreter side by side.
#include "play/playout/compare.h"

#include "base/clock.h"
#include "base/mem.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "state/block/access.h"
#include "state/turn/semimove.h"

#include <stdlib.h>
#include <xxhash.h>

// A move as both sides can say it: where it goes, and what the state is afterwards (0: not asked).
typedef struct MoveMark {
  int16_t from, to;
  uint64_t after;
  uint32_t number;
} MoveMark;

typedef VEC(MoveMark) Marks;

typedef struct Side {
  const Native *native;
  Arena *arena;
  NativeCompare *compare;
  Position *x;
  unsigned char *state, *trial, *moves, *block, *base;
  Marks ours, theirs;
  uint64_t game;
  Random listed;  // the stream of chance after the moves were listed
  double until;   // processor time to stop at; 0: no limit
  bool split;     // moves are made in parts
} Side;

static bool time_is_up(const Side *side) {
  if (side->compare->stop && atomic_load(side->compare->stop)) return true;
  return side->until > 0 && clock_thread_seconds() > side->until;
}

static void make_ours(const Side *side, const Move *move) {
  side->x->random = side->listed;
  if (side->split) position_apply_semimove(side->x, move);
  else position_apply(side->x, move);
}

static void make_theirs(const Side *side, void *state, const void *move) {
  if (side->split) native_apply_part(side->native, state, move);
  else native_apply(side->native, state, move);
}

static int by_mark(const void *a, const void *b) {
  const MoveMark *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  if (x->to != y->to) return x->to < y->to ? -1 : 1;
  return x->after != y->after ? (x->after < y->after ? -1 : 1) : 0;
}

// The block as native code would leave it, starting from the interpreter's: fields that no rule reads are the same.
static uint64_t block_hash(Side *side, const unsigned char *state) {
  size_t size = side->x->layout->size;
  memcpy(side->block, side->base, size);
  native_store(side->native, state, side->block);
  return XXH3_64bits(side->block, size);
}

// The same of the interpreter's state: what native code keeps is taken from it, the rest from the base.
static uint64_t interpreter_hash(Side *side) {
  native_load(side->native, side->trial, side->x);
  return block_hash(side, side->trial);
}

static void differ(Side *side, const char *what, int ply) {
  if (side->compare->where) return;
  side->compare->where = arena_printf(side->arena, "game %llu, ply %d: %s", (unsigned long long)side->game, ply, what);
}

static void mark_ours(Side *side, MoveList list, bool deep) {
  VEC_CLEAR(&side->ours);
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(side->x, list, i);
    MoveMark mark = {move->from, move->to, 0, i};
    if (deep) {
      make_ours(side, move);
      mark.after = interpreter_hash(side);
      position_undo(side->x);
    }
    VEC_PUSH(&side->ours, mark);
  }
  qsort(side->ours.at, side->ours.n, sizeof *side->ours.at, by_mark);
}

static const unsigned char *native_move(const Side *side, int n, uint32_t i) {
  return n ? side->moves + i * native_move_size(side->native) : NULL;
}

static void mark_theirs(Side *side, int n, bool deep) {
  VEC_CLEAR(&side->theirs);
  size_t size = native_state_size(side->native);
  for (uint32_t i = 0; i < (uint32_t)MAX(n, 1); i++) {
    const unsigned char *move = native_move(side, n, i);
    MoveMark mark = {move ? native_move_from(move) : -1, move ? native_move_to(move) : -1, 0, i};
    if (deep) {
      memcpy(side->trial, side->state, size);
      make_theirs(side, side->trial, move);
      mark.after = block_hash(side, side->trial);
    }
    VEC_PUSH(&side->theirs, mark);
  }
  qsort(side->theirs.at, side->theirs.n, sizeof *side->theirs.at, by_mark);
}

// Where the blocks differ after the chosen move, for the report.
static const char *state_difference(Side *side) {
  size_t size = side->x->layout->size;
  const Random *chance = native_chance(side->native, side->state);
  if (chance && (chance->key != side->x->random.key || chance->counter != side->x->random.counter))
    return arena_printf(side->arena, "draws differ: interpreter %llu, native %llu",
                        (unsigned long long)side->x->random.counter, (unsigned long long)chance->counter);
  interpreter_hash(side);
  unsigned char *ours = arena_copy(side->arena, side->block, size);
  block_hash(side, side->state);
  for (size_t i = 0; i < size; i++) {
    if (ours[i] != side->block[i])
      return arena_printf(side->arena, "states differ at byte %zu of the block: interpreter %d, native %d", i, ours[i],
                          side->block[i]);
  }
  return NULL;
}

// The same for two moves that were only tried.
static const char *state_after(Side *side, MoveList list, int n, const MoveMark *ours, const MoveMark *theirs) {
  size_t size = native_state_size(side->native);
  unsigned char *now = arena_alloc(side->arena, size + 64);
  memcpy(now, side->state, size);
  make_ours(side, move_at(side->x, list, ours->number));
  make_theirs(side, side->state, native_move(side, n, theirs->number));
  const char *why = state_difference(side);
  position_undo(side->x);
  memcpy(side->state, now, size);
  return arena_printf(side->arena, "after %d-%d %s", ours->from, ours->to, why ? why : "states differ");
}

static const char *first_difference(Side *side, MoveList list, int n, bool deep) {
  for (size_t i = 0; i < side->ours.n; i++) {
    const MoveMark *a = &side->ours.at[i], *b = &side->theirs.at[i];
    if (a->from != b->from || a->to != b->to)
      return arena_printf(side->arena, "moves differ: interpreter %d-%d, native %d-%d", a->from, a->to, b->from, b->to);
    if (deep && a->after != b->after) return state_after(side, list, n, a, b);
  }
  return NULL;
}

// Whether each of n moves that were listed is the same by its number.
static bool same_picks(const Side *side, int n) {
  size_t size = native_move_size(side->native);
  bool same = true;
  for (int i = 0; i < n && native_picks(side->native) && same; i++) {
    native_pick(side->native, side->state, (uint32_t)i, side->trial);
    same = !memcmp(side->trial, side->moves + (size_t)i * size, size);
  }
  return same;
}

// What searches ask native code for: how many moves there are, whose turn it is, the hash of the position, and what a
// finished game is worth. NULL: all is the same.
static const char *search_difference(Side *side, int n) {
  const Native *native = side->native;
  native_load(native, side->trial, side->x);
  if (native_hash(native, side->trial) != native_hash(native, side->state)) return "hashes differ";
  bool over = position_over(side->x);
  int turn = native_turn(native, side->state), seat = over ? 0 : seat_to_move(side->x);
  if (turn != seat) return arena_printf(side->arena, "the seat to move is %d, native %d", seat, turn);
  if (!over && !side->split && native_count(native, side->state) != n)
    return arena_printf(side->arena, "native code lists %d moves but counts %d", n, native_count(native, side->state));
  if (!over && !same_picks(side, n)) return "a move by its number is not that of the list";
  double utilities[GAME_PLAYERS_MAX + 1];
  native_results(native, side->state, utilities);
  for (int p = 1; p <= side->x->game->players && over; p++) {
    if (utilities[p] != seat_utility(side->x, p)) return arena_printf(side->arena, "results of seat %d differ", p);
  }
  return NULL;
}

// A state inside a move from which the move cannot be finished: back to where it began.
static void leave_dead_state(Side *side) {
  while (!position_nodal(side->x)) position_undo(side->x);
  native_load(side->native, side->state, side->x);
}

// Whether the lists are the same; marks of both are left behind.
static const char *moves_difference(Side *side, MoveList list, int n, bool deep) {
  bool as_many = (uint32_t)MAX(n, 1) == list.n;
  mark_ours(side, list, deep && as_many);
  mark_theirs(side, n, deep && as_many);
  if (as_many) return first_difference(side, list, n, deep);
  size_t k = 0, least = MIN(side->ours.n, side->theirs.n);
  while (k < least && by_mark(&side->ours.at[k], &side->theirs.at[k]) == 0) k++;
  const MoveMark *one = k < side->ours.n ? &side->ours.at[k] : &side->theirs.at[k];
  return arena_printf(side->arena, "%u legal moves, native %d, the first that differs is about %d-%d", list.n, n,
                      one->from, one->to);
}

// One ply; false when the sides differ.
static bool compare_ply(Side *side, Random *random, int ply) {
  MoveList list = side->split ? position_semimoves(side->x) : position_moves(side->x);
  side->listed = side->x->random;
  int n = side->split ? native_parts(side->native, side->state, side->moves)
                      : native_moves(side->native, side->state, side->moves);
  if (side->split && !n && !list.n) {
    leave_dead_state(side);
    return true;
  }
  bool deep = list.n <= 400 && (ply < 4 || random_below(random, 8) == 0);
  memcpy(side->base, side->x->block, side->x->layout->size);
  const char *why = n < 0 ? "native code went beyond its limits" : search_difference(side, n);
  if (!why) why = moves_difference(side, list, n, deep);
  if (!why) {
    uint32_t k = list.n == 1 ? 0 : random_below(random, list.n);
    const MoveMark *ours = &side->ours.at[k], *theirs = &side->theirs.at[k];
    make_ours(side, move_at(side->x, list, ours->number));
    make_theirs(side, side->state, native_move(side, n, theirs->number));
    // Moves that go the same way are told apart by their states; where these were not asked for, another is tried.
    bool same_way = false;
    for (size_t i = 0; i < side->ours.n && !deep; i++) {
      same_way |= i != k && side->ours.at[i].from == ours->from && side->ours.at[i].to == ours->to;
    }
    if (same_way) native_load(side->native, side->state, side->x);
    else why = state_difference(side);
  }
  position_forget(side->x, list);
  if (why) differ(side, why, ply);
  return !why;
}

static bool compare_game(Side *side) {
  Random random = random_stream(side->compare->seed, playout_choice_stream(side->game));
  side->x->random = random_stream(side->compare->seed, playout_chance_stream(side->game));
  position_start(side->x);
  native_load(side->native, side->state, side->x);
  bool good = true;
  for (int ply = 0; good && !position_over(side->x) && !side->x->fault && !time_is_up(side); ply++) {
    good = compare_ply(side, &random, ply);
  }
  const char *why = good && position_over(side->x) ? search_difference(side, 0) : NULL;
  if (why) differ(side, why, side->x->head->made);
  return good && !why;
}

void compare_native(const Game *game, const Native *native, Arena *arena, NativeCompare *compare) {
  size_t state = native_state_size(native);
  Side side = {.native = native, .arena = arena, .compare = compare, .x = position_new(game, compare->seed, 0)};
  side.split = native_splits(native);
  if (compare->seconds > 0) side.until = clock_thread_seconds() + compare->seconds;
  side.state = mem_alloc_lines(state);
  side.trial = mem_alloc_lines(state);
  side.moves = mem_alloc_zero(native_moves_max(native) * native_move_size(native));
  side.block = mem_alloc_zero(side.x->layout->size);
  side.base = mem_alloc_zero(side.x->layout->size);
  for (; side.game < compare->n && !time_is_up(&side); side.game++) {
    ArenaMark mark = arena_mark(arena);
    bool good = compare_game(&side);
    compare->ok += good;
    compare->differ += !good;
    if (good) arena_rewind(arena, mark);
  }
  VEC_FREE(&side.ours);
  VEC_FREE(&side.theirs);
  mem_free(side.state);
  mem_free(side.trial);
  mem_free(side.moves);
  mem_free(side.block);
  mem_free(side.base);
  position_free(side.x);
}

// Whether the code plays like the interpreter, as far as half a second shows; kept beside it, unless the check was
// ended.
static NativeProof check(const Game *game, const Native *native, Arena *arena, const atomic_bool *stop) {
  NativeCompare compare = {.seed = 1, .n = 40, .seconds = 0.5, .stop = stop};
  compare_native(game, native, arena, &compare);
  if (stop && atomic_load(stop)) return NATIVE_UNTRIED;
  native_prove(native, !compare.differ);
  return compare.differ ? NATIVE_DIFFERS : NATIVE_SAME;
}

Native *native_open_checked(const Game *game, Arena *arena, NativeWish *wish, const char **why) {
  Native *native = native_open(game, arena, wish, why);
  if (!native) return NULL;
  NativeProof proof = native_proof(native);
  if (proof == NATIVE_UNTRIED && wish && wish->only_cached) wish->missing = true;
  else if (proof == NATIVE_UNTRIED) proof = check(game, native, arena, wish ? wish->stop : NULL);
  if (proof == NATIVE_SAME) return native;
  native_close(native);
  *why = "it does not play like the interpreter (senet playout --compare shows where)";
  return NULL;
}
