// Native code and interpreter side by side.
#include "play/playout/compare.h"

#include "base/clock.h"
#include "base/mem.h"
#include "play/model/joint.h"
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

// The moves of each player, where all move at once: from which number of the list on, and how many there are to choose
// from (a pass counts). A joint move has a number too, whose digits are those of its parts.
typedef struct Choices {
  uint32_t first[GAME_PLAYERS_MAX], n[GAME_PLAYERS_MAX];
  bool passes[GAME_PLAYERS_MAX];  // native: there is only a pass
} Choices;

typedef struct Side {
  const Native *native;
  Arena *arena;
  NativeCompare *compare;
  Position *x;
  unsigned char *state, *trial, *moves, *made, *block, *base;
  Marks ours, theirs;
  uint64_t game;
  Random listed;  // the stream of chance after the moves were listed
  double until;   // processor time to stop at; 0: no limit
  bool split;     // moves are made in parts
  bool together;  // all players move at once
  bool beyond;    // native code said that it went beyond its limits
  Choices our_choices, their_choices;
} Side;

static bool time_is_up(const Side *side) {
  if (side->compare->stop && atomic_load(side->compare->stop)) return true;
  return side->until > 0 && clock_thread_seconds() > side->until;
}

// The part of a joint move that a player chose; the rest of its number is left.
static uint32_t take_part(const Choices *choices, int player, uint32_t *number) {
  uint32_t part = *number % choices->n[player];
  *number /= choices->n[player];
  return choices->first[player] + part;
}

// Makes the interpreter's move of this number.
static void make_ours(const Side *side, MoveList list, uint32_t number) {
  Position *x = side->x;
  x->random = side->listed;
  if (side->together) {
    uint32_t parts[GAME_PLAYERS_MAX];
    for (int p = 0; p < x->game->players; p++) parts[p] = take_part(&side->our_choices, p, &number);
    Move joint = joint_move(x, list, parts, x->game->players);
    position_apply(x, &joint);
  } else if (side->split) {
    position_apply_semimove(x, move_at(x, list, number));
  } else {
    position_apply(x, move_at(x, list, number));
  }
}

static const unsigned char *native_move(const Side *side, int n, uint32_t i) {
  return n ? side->moves + i * native_move_size(side->native) : NULL;
}

// Makes the native move of this number, of n.
static void make_theirs(const Side *side, void *state, int n, uint32_t number) {
  for (int p = 0; p < side->x->game->players && side->together; p++) {
    uint32_t part = take_part(&side->their_choices, p, &number);
    native_apply(side->native, state, native_move(side, !side->their_choices.passes[p], part));
  }
  if (side->together) return;
  if (side->split) native_apply_part(side->native, state, native_move(side, n, number));
  else native_apply(side->native, state, native_move(side, n, number));
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
  const char **where = side->beyond ? &side->compare->beyond_where : &side->compare->where;
  if (*where) return;
  *where = arena_printf(side->arena, "game %llu, ply %d: %s", (unsigned long long)side->game, ply, what);
}

static const char beyond_words[] = "native code went beyond its limits";
static const uint64_t stopped_mark = 1;  // of a move with which the rules stop

// Whether native code went beyond its limits since it was asked last: it says so when it is asked next.
static bool went_beyond(Side *side) {
  side->beyond |= native_count(side->native, side->state) < 0;
  return side->beyond;
}

static void mark_ours(Side *side, MoveList list, bool deep) {
  VEC_CLEAR(&side->ours);
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(side->x, list, i);
    MoveMark mark = {move->from, move->to, 0, i};
    if (deep) {
      make_ours(side, list, i);
      mark.after = side->x->fault ? stopped_mark : interpreter_hash(side);
      position_undo(side->x);
      position_clear_fault(side->x);
    }
    VEC_PUSH(&side->ours, mark);
  }
  qsort(side->ours.at, side->ours.n, sizeof *side->ours.at, by_mark);
}

static void mark_theirs(Side *side, int n, bool deep) {
  VEC_CLEAR(&side->theirs);
  size_t size = native_state_size(side->native);
  for (uint32_t i = 0; i < (uint32_t)MAX(n, 1); i++) {
    const unsigned char *move = native_move(side, n, i);
    MoveMark mark = {move ? native_move_from(move) : -1, move ? native_move_to(move) : -1, 0, i};
    if (deep) {
      memcpy(side->trial, side->state, size);
      make_theirs(side, side->trial, n, i);
      mark.after = block_hash(side, side->trial);
    }
    VEC_PUSH(&side->theirs, mark);
  }
  qsort(side->theirs.at, side->theirs.n, sizeof *side->theirs.at, by_mark);
}

// Where the blocks differ after the chosen move, for the report.
static const char *state_difference(Side *side) {
  size_t size = side->x->layout->size;
  if (side->x->fault && went_beyond(side)) return NULL;
  if (side->x->fault) return arena_printf(side->arena, "the rules stopped (%s), native code plays on", side->x->fault);
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
  make_ours(side, list, ours->number);
  make_theirs(side, side->state, n, theirs->number);
  const char *why = state_difference(side);
  position_undo(side->x);
  position_clear_fault(side->x);
  memcpy(side->state, now, size);
  return arena_printf(side->arena, "after %d-%d %s", ours->from, ours->to, why ? why : "states differ");
}

// Whether native code says, when it made the move, that the interpreter has to play on.
static bool stops_too(Side *side, int n, const MoveMark *move) {
  native_copy(side->native, side->trial, side->state);
  make_theirs(side, side->trial, n, move->number);
  return native_count(side->native, side->trial) < 0;
}

static const char *first_difference(Side *side, MoveList list, int n, bool deep) {
  for (size_t i = 0; i < side->ours.n; i++) {
    const MoveMark *a = &side->ours.at[i], *b = &side->theirs.at[i];
    if (a->from != b->from || a->to != b->to)
      return arena_printf(side->arena, "moves differ: interpreter %d-%d, native %d-%d", a->from, a->to, b->from, b->to);
    if (deep && a->after == stopped_mark && stops_too(side, n, b)) continue;
    if (deep && a->after == stopped_mark)
      return arena_printf(side->arena, "after %d-%d the rules stop, native code plays on", a->from, a->to);
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

// Makes the move of a number by a step on a copy: whether it leads where the move leads that it says it made.
static bool same_step(Side *side, int n, uint32_t i) {
  const Native *native = side->native;
  uint32_t number;
  int32_t turn;
  native_copy(native, side->trial, side->state);
  native_steps(native, side->trial, 0, 1,
               &(NativeSteps){.given = &i, .numbers = &number, .made = side->made, .turns = &turn});
  uint64_t hash = native_hash(native, side->trial);
  native_copy(native, side->trial, side->state);
  native_apply(native, side->trial, n ? side->made : NULL);
  if (number != i || hash != native_hash(native, side->trial)) return false;
  return turn != NATIVE_BROKE || native_count(native, side->trial) < 0;  // the move itself says so, too
}

// Steps that take the move of a number from the list of all: the first, the last and another one.
static bool same_listed_steps(Side *side, int n) {
  size_t size = native_move_size(side->native);
  uint32_t tried[] = {0, (uint32_t)MAX(n, 1) - 1,
                      (uint32_t)(native_hash(side->native, side->state) % (uint64_t)MAX(n, 1))};
  for (size_t k = 0; k < COUNT_OF(tried); k++) {
    if (!same_step(side, n, tried[k])) return false;
    if (n && memcmp(side->made, side->moves + tried[k] * size, size) != 0) return false;
  }
  return true;
}

// Whether the moves of all numbers that steps give are the n moves that were listed, and lead where they lead. Where
// steps list the moves themselves there is nothing to compare.
static bool same_steps(Side *side, int n) {
  const Native *native = side->native;
  size_t size = native_move_size(native);
  uint64_t left = 0;
  if (native_steps_room(native) || side->split || side->together) return true;
  if (native_steps_listed(native)) return same_listed_steps(side, n);
  for (int i = 0; i < n; i++) left += XXH3_64bits(side->moves + (size_t)i * size, size);
  for (uint32_t i = 0; i < (uint32_t)MAX(n, 1); i++) {
    if (!same_step(side, n, i)) return false;
    if (n) left -= XXH3_64bits(side->made, size);
  }
  return left == 0;
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
  if (!over && !same_steps(side, n)) return "steps do not make the moves of the list";
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

// ---- simultaneous moves

enum { JOINT_MOST = 20000 };

static void find_our_choices(Side *side, MoveList list) {
  side->our_choices = (Choices){0};
  for (uint32_t i = list.n; i-- > 0;) {
    int p = move_at(side->x, list, i)->mover - 1;
    side->our_choices.first[p] = i;
    side->our_choices.n[p]++;
  }
}

// The players choose one after the other. False: native code could not list their moves.
static bool find_their_choices(Side *side) {
  Choices *choices = &side->their_choices;
  uint32_t at = 0;
  native_copy(side->native, side->trial, side->state);
  for (int p = 0; p < side->x->game->players; p++) {
    int n = native_moves(side->native, side->trial, side->moves + at * native_move_size(side->native));
    if (n < 0) return false;
    choices->first[p] = at;
    choices->n[p] = (uint32_t)MAX(n, 1);
    choices->passes[p] = !n;
    native_apply(side->native, side->trial, native_move(side, n, at));
    at += (uint32_t)n;
  }
  return true;
}

// Marks all joint moves of both sides, each where its first part goes, with the state afterwards.
static void mark_joint_moves(Side *side, MoveList list, uint32_t n) {
  VEC_CLEAR(&side->ours);
  VEC_CLEAR(&side->theirs);
  for (uint32_t i = 0; i < n; i++) {
    make_ours(side, list, i);
    VEC_PUSH(&side->ours, (MoveMark){.after = interpreter_hash(side), .number = i});
    position_undo(side->x);
    native_copy(side->native, side->trial, side->state);
    make_theirs(side, side->trial, 0, i);
    VEC_PUSH(&side->theirs, (MoveMark){.after = block_hash(side, side->trial), .number = i});
  }
  qsort(side->ours.at, side->ours.n, sizeof *side->ours.at, by_mark);
  qsort(side->theirs.at, side->theirs.n, sizeof *side->theirs.at, by_mark);
}

static const char *joint_difference(Side *side, MoveList list) {
  uint32_t n = 1;
  find_our_choices(side, list);
  side->beyond = !find_their_choices(side);
  if (side->beyond) return beyond_words;
  for (int p = 0; p < side->x->game->players; p++) {
    uint32_t ours = side->our_choices.n[p], theirs = side->their_choices.n[p];
    if (ours != theirs) return arena_printf(side->arena, "%u moves of player %d, native %u", ours, p + 1, theirs);
    n *= ours;
    if (n > JOINT_MOST) return "too many simultaneous moves to compare";
  }
  const char *why = search_difference(side, side->their_choices.passes[0] ? 0 : (int)side->their_choices.n[0]);
  if (why) return why;
  mark_joint_moves(side, list, n);
  return first_difference(side, list, 0, true);
}

// What native code did beyond its limits need not be the same.
static bool same_so_far(Side *side, const char *why, int ply) {
  if (why && (side->beyond || went_beyond(side))) differ(side, beyond_words, ply);
  else if (why) differ(side, why, ply);
  return !why;
}

static bool compare_joint_ply(Side *side, Random *random, int ply) {
  MoveList list = position_moves(side->x);
  side->listed = side->x->random;
  memcpy(side->base, side->x->block, side->x->layout->size);
  const char *why = joint_difference(side, list);
  if (!why) {
    uint32_t k = random_below(random, (uint32_t)side->ours.n);
    make_ours(side, list, side->ours.at[k].number);
    make_theirs(side, side->state, 0, side->theirs.at[k].number);
    why = state_difference(side);
  }
  position_forget(side->x, list);
  return same_so_far(side, why, ply);
}

// Whether the states that all moves lead to are compared at a ply: at the first ones, then now and then.
static bool is_deep(Random *random, uint32_t moves, int ply) {
  enum { FEW = 400, MANY = 4096, OFTEN = 8, SELDOM = 64 };
  if (moves > FEW) return moves <= MANY && random_below(random, SELDOM) == 0;
  return ply < 4 || random_below(random, OFTEN) == 0;
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
  bool deep = is_deep(random, list.n, ply);
  memcpy(side->base, side->x->block, side->x->layout->size);
  side->beyond = n < 0;
  const char *why = side->beyond ? beyond_words : search_difference(side, n);
  if (!why) why = moves_difference(side, list, n, deep);
  if (!why) {
    uint32_t k = list.n == 1 ? 0 : random_below(random, list.n);
    const MoveMark *ours = &side->ours.at[k], *theirs = &side->theirs.at[k];
    make_ours(side, list, ours->number);
    make_theirs(side, side->state, n, theirs->number);
    // Moves that go the same way are told apart by their states; where these were not asked for, another is tried.
    bool same_way = false;
    for (size_t i = 0; i < side->ours.n && !deep; i++) {
      same_way |= i != k && side->ours.at[i].from == ours->from && side->ours.at[i].to == ours->to;
    }
    if (same_way) native_load(side->native, side->state, side->x);
    else why = state_difference(side);
  }
  position_forget(side->x, list);
  return same_so_far(side, why, ply);
}

// Whether the game goes on: it is not over, the rules did not stop, and neither moves nor time are used up.
static bool goes_on(const Side *side, uint64_t ply) {
  uint64_t most = side->compare->moves;
  return !position_over(side->x) && !side->x->fault && (!most || ply < most) && !time_is_up(side);
}

static bool compare_game(Side *side) {
  Random random = random_stream(side->compare->seed, playout_choice_stream(side->game));
  side->x->random = random_stream(side->compare->seed, playout_chance_stream(side->game));
  position_start(side->x);
  native_load(side->native, side->state, side->x);
  bool good = true;
  for (int ply = 0; good && goes_on(side, (uint64_t)ply); ply++) {
    good = side->together ? compare_joint_ply(side, &random, ply) : compare_ply(side, &random, ply);
  }
  const char *why = good && !side->x->fault && position_over(side->x) ? search_difference(side, 0) : NULL;
  if (why) differ(side, why, side->x->head->made);
  return good && !why;
}

void compare_native(const Game *game, const Native *native, Arena *arena, NativeCompare *compare) {
  size_t state = native_state_size(native);
  Side side = {.native = native, .arena = arena, .compare = compare, .x = position_new(game, compare->seed, 0)};
  side.split = native_splits(native);
  side.together = game->mode == MODE_SIMULTANEOUS;
  size_t most = native_moves_max(native) * (side.together ? (size_t)game->players : 1);
  if (compare->seconds > 0) side.until = clock_thread_seconds() + compare->seconds;
  side.state = mem_alloc_lines(state);
  side.trial = mem_alloc_lines(state);
  side.moves = mem_alloc_zero(most * native_move_size(native));
  side.made = mem_alloc_zero(native_move_size(native));
  side.block = mem_alloc_zero(side.x->layout->size);
  side.base = mem_alloc_zero(side.x->layout->size);
  for (; side.game < compare->n && !time_is_up(&side); side.game++) {
    ArenaMark mark = arena_mark(arena);
    side.beyond = false;
    bool good = compare_game(&side);
    compare->ok += good;
    compare->beyond += !good && side.beyond;
    compare->differ += !good && !side.beyond;
    if (good) arena_rewind(arena, mark);
  }
  VEC_FREE(&side.ours);
  VEC_FREE(&side.theirs);
  mem_free(side.state);
  mem_free(side.trial);
  mem_free(side.moves);
  mem_free(side.made);
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
  bool same = !compare.differ && !compare.beyond;
  native_prove(native, same);
  return same ? NATIVE_SAME : NATIVE_DIFFERS;
}

Native *native_open_checked(const Game *game, Arena *arena, NativeWish *wish, const char **why) {
  Native *native = native_open(game, arena, wish, why);
  if (!native) return NULL;
  NativeProof proof = native_proof(native);
  if (proof == NATIVE_UNTRIED && wish && wish->only_cached) wish->missing = true;
  else if (proof == NATIVE_UNTRIED) proof = check(game, native, arena, wish ? wish->stop : NULL);
  if (proof == NATIVE_SAME) return native;
  native_close(native);
  *why = "it does not play like the interpreter, or not to the end (senet playout --compare shows where)";
  return NULL;
}
