// Opening native games: emit, look in the cache, compile, load.
#include "emit/native.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "emit/cache.h"
#include "emit/cache_name.h"
#include "emit/emit.h"
#include "emit/run_compiler.h"
#include "state/act/last_move.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include <utime.h>
#include <xxhash.h>

struct Native {
  const Game *game;
  void *library;
  char *path;             // of the object
  const uint32_t *sizes;  // state, move, most moves
  void (*load)(void *state, unsigned char *block, const int32_t *more, uint64_t history, const uint64_t *starts);
  void (*store)(const void *state, unsigned char *block);
  void (*copy)(void *to, const void *from);  // NULL: all of it is copied
  int (*moves)(const void *state, void *list);
  void (*apply)(void *state, const void *move);
  void (*playouts)(const void *state, uint64_t seed, uint64_t first, uint64_t n, NativeTotals *totals);
  int (*count)(const void *state);
  void (*pick)(const void *state, int number, void *move);  // NULL where moves have to be listed
  const uint32_t *sets;  // as NativeSets says; NULL where the board is not told by them
  int (*turn)(const void *state);
  void (*results)(const void *state, double *utilities);
  uint64_t (*hash)(const void *state);
  int (*fill)(const void *state, uint64_t seed, uint64_t k, uint64_t *moves);  // NULL where boards are not filled
  // NULL where searches by depth are not native.
  void (*gain)(const void *state, const void *moves, int n, const int32_t *worth, int site, NativeGain *gains);
  void (*give_turn)(void *state, int player);
  // NULL where moves have to be listed; `numbered` also where those that are given by number have to be.
  const int *numbered;
  const int *listed;  // by their numbers in the list of senet_moves
  uint64_t (*run)(void *state, Random *choices, uint64_t most, uint32_t *numbers, int32_t *turn);
  void (*steps)(void *states, uint64_t stride, uint64_t n, const uint32_t *given, Random *choices, uint32_t *numbers,
                void *made, int32_t *turns, int32_t *counts);
  void (*utilities)(const void *state, double *utilities);  // NULL: nobody changes seats
  int (*mover)(const void *state);                          // the same
  Random *(*chance)(void *state);                           // NULL: nothing is left to chance
  void (*prescribe)(const Script *listed, Script *script);
  const int *seats;  // NULL: nobody changes seats
  // Of automata, and of automata whose moves are divided.
  uint64_t (*perft)(const void *state, int depth, void *room, uint64_t moves);
  int (*parts)(const void *state, void *list);
  void (*apply_part)(void *state, const void *part);
  void (*split_playouts)(const void *state, uint64_t seed, uint64_t first, uint64_t n, NativeTotals *totals,
                         NativeParts *parts, void *room, uint64_t bytes);
};

// ---- the object ---------------------------------------------------------------------------------

enum { SLOW_BYTES = 4096 };

static const char *slow_path(Arena *arena, const char *path) { return arena_printf(arena, "%s.slow", path); }

// Compiles into a file of its own beside the place it is to have. What took too long is remembered.
static bool make_object(Arena *arena, const char *path, Str source, const atomic_bool *stop, const char **why) {
  // Several threads of a process may want the same game.
  const char *own = arena_printf(arena, "%s.%ld.%lx", path, (long)getpid(), (unsigned long)pthread_self()),
             *c = arena_printf(arena, "%s.c", own), *object = arena_printf(arena, "%s.so", own), *ignored;
  bool good = file_write(arena, c, source, why);
  if (!good) *why = arena_printf(arena, "cannot write to the cache: %s", *why);
  CompileEnd end = good ? compiler_run(arena, c, object, stop, why) : COMPILE_FAILED;
  if (end == COMPILE_SLOW) file_write(arena, slow_path(arena, path), str_of(*why), &ignored);
  good = end == COMPILE_DONE && cache_keep(arena, object, path, why);
  unlink(c);
  return good;
}

// Whether compiling this took too long before; the reason is then in *why.
static bool was_slow(Arena *arena, const char *path, const char **why) {
  Str text;
  const char *ignored;
  if (!file_read(arena, slow_path(arena, path), SLOW_BYTES, &text, &ignored)) return false;
  *why = arena_printf(arena, "%.*s", (int)text.n, text.p);
  return true;
}

// Where the object of a unit is or will be.
static const char *object_path(Arena *arena, Str source, const char **why) {
  const char *identity = compiler_identity(arena), *folder = cache_folder(arena, why);
  if (!folder) return NULL;
  if (!identity) {
    *why = "no C compiler (set SENET_CC or install one)";
    return NULL;
  }
  XXH128_hash_t hash = XXH3_128bits_withSeed(source.p, source.n, XXH3_64bits(identity, strlen(identity)));
  return arena_printf(arena, "%s/%016llx%016llx.so", folder, (unsigned long long)hash.high64,
                      (unsigned long long)hash.low64);
}

// The path of the object of a unit, which is in the cache afterwards; NULL with a reason when it cannot be.
static const char *find_object(Arena *arena, Str source, NativeWish *wish, const char **why) {
  const char *path = object_path(arena, source, why);
  if (!path) return NULL;
  if (cache_is_whole(arena, path)) {
    utime(path, NULL);
    return path;
  }
  if (was_slow(arena, path, why)) return NULL;
  if (wish->only_cached) {
    wish->missing = true;
    return NULL;
  }
  if (!make_object(arena, path, source, wish->stop, why)) return NULL;
  cache_trim(arena, path, CACHE_BYTES_MAX);
  return path;
}

// ---- loading ------------------------------------------------------------------------------------

static bool find_entry(void *library, const char *name, void *entry, size_t size) {
  void *at = dlsym(library, name);
  memcpy(entry, &at, size);
  return at != NULL;
}
#define ENTRY(native, field) find_entry((native)->library, "senet_" #field, &(native)->field, sizeof(native)->field)

// Those of moves in parts are there only where moves are divided.
static void find_automaton_entries(Native *native) {
  ENTRY(native, perft);
  ENTRY(native, parts);
  ENTRY(native, apply_part);
  ENTRY(native, split_playouts);
}

static Native *load_object(const Game *game, Arena *arena, const char *path, const char **why) {
  Native *native = mem_alloc_zero(sizeof *native);
  native->game = game;
  native->path = mem_alloc(strlen(path) + 1);
  strcpy(native->path, path);
  native->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  bool good = native->library && ENTRY(native, sizes) && ENTRY(native, load) && ENTRY(native, store) &&
              ENTRY(native, moves) && ENTRY(native, apply) && ENTRY(native, playouts) && ENTRY(native, count) &&
              ENTRY(native, turn) && ENTRY(native, results) && ENTRY(native, hash);
  if (good) ENTRY(native, copy);
  if (good) ENTRY(native, fill);
  if (good) ENTRY(native, pick);
  if (good) ENTRY(native, sets);
  if (good) ENTRY(native, steps);
  if (good) ENTRY(native, run);
  if (good) ENTRY(native, numbered);
  if (good) ENTRY(native, listed);
  if (good) ENTRY(native, utilities);
  if (good) ENTRY(native, mover);
  if (good) ENTRY(native, gain);
  if (good) ENTRY(native, give_turn);
  if (good && game->automaton) find_automaton_entries(native);
  if (good) ENTRY(native, chance);
  if (good) ENTRY(native, prescribe);
  if (good) ENTRY(native, seats);
  if (good) return native;
  *why = arena_printf(arena, "cannot load the compiled game: %s", native->library ? "it lacks a function" : dlerror());
  native_close(native);
  return NULL;
}

// The object of a game whose C was written before by this program; else NULL, and in *name where to note it.
static const char *find_named(const Game *game, Arena *arena, const char **name) {
  const char *why, *identity = compiler_identity(arena), *folder = cache_folder(arena, &why);
  if (identity && emit_is_compact()) identity = arena_printf(arena, "%s compact", identity);
  *name = identity && folder ? cache_name_path(arena, folder, game, identity) : NULL;
  const char *path = *name ? cache_name_read(arena, *name) : NULL;
  if (!path || !cache_is_whole(arena, path)) return NULL;
  utime(*name, NULL);
  utime(path, NULL);
  return path;
}

Native *native_open(const Game *game, Arena *arena, NativeWish *wish, const char **why) {
  NativeWish plain = {0};
  Text source = {0};
  const char *name, *path = find_named(game, arena, &name);
  if (!path && emit_game(game, arena, &source, why)) {
    path = find_object(arena, text_str(&source), wish ? wish : &plain, why);
    if (path && name) cache_name_write(arena, name, path);
  }
  text_free(&source);
  return path ? load_object(game, arena, path, why) : NULL;
}

void native_close(Native *native) {
  if (!native) return;
  if (native->library) dlclose(native->library);
  mem_free(native->path);
  mem_free(native);
}

// ---- proof --------------------------------------------------------------------------------------

static const char same_word[] = "same", differs_word[] = "differs";

static const char *proof_path(const Native *native, Arena *arena) {
  return arena_printf(arena, "%s.checked", native->path);
}

NativeProof native_proof(const Native *native) {
  Arena arena = {0};
  Str text;
  const char *why;
  NativeProof proof = NATIVE_UNTRIED;
  if (file_read(&arena, proof_path(native, &arena), 0, &text, &why)) {
    if (str_is(text, same_word)) proof = NATIVE_SAME;
    if (str_is(text, differs_word)) proof = NATIVE_DIFFERS;
  }
  arena_free(&arena);
  return proof;
}

void native_prove(const Native *native, bool same) {
  Arena arena = {0};
  const char *why;
  // A file that cannot be written is only missed: the next program compares again.
  file_write(&arena, proof_path(native, &arena), str_of(same ? same_word : differs_word), &why);
  arena_free(&arena);
}

// ---- use ----------------------------------------------------------------------------------------

size_t native_state_size(const Native *native) { return native->sizes[0]; }
size_t native_move_size(const Native *native) { return native->sizes[1]; }
size_t native_moves_max(const Native *native) { return native->sizes[2]; }

// Who moved and passed lately, the last move in the lowest bits.
static uint64_t history_of(const Position *x) {
  int bits = 1;
  while (1 << (bits - 1) < x->game->players + (x->game->mode == MODE_SIMULTANEOUS)) bits++;
  uint64_t history = 0;
  for (int i = 64 / bits; i-- > 0;) {
    RecentMove move = {.mover = x->head->last.mover, .pass = x->head->last.pass};
    bool known = i == 0 || last_move_recent(x, i, &move);
    if (!known && x->layout->last_turn) move.mover = STATE_AT(x, LastTurn, x->layout->last_turn)->before;
    if (i >= x->head->made) continue;
    history = history << bits | (uint64_t)((move.mover - 1) & ((1 << (bits - 1)) - 1)) << 1 | move.pass;
  }
  return history;
}

void native_load(const Native *native, void *state, const Position *x) {
  const StateHead *head = x->head;
  int32_t more[6] = {head->last.from, head->last.to, head->made, head->placed, GAME_OFF, GAME_OFF};
  if (head->made && x->layout->last_actions) {
    const LastActions *last = STATE_AT(x, LastActions, x->layout->last_actions);
    more[4] = last->site[0];
    more[5] = last->site[1];
  }
  const Word *starts = x->layout->start_sites ? STATE_AT(x, Word, x->layout->start_sites) : NULL;
  native->load(state, x->block, more, history_of(x), starts);
  if (native->chance) *native->chance(state) = x->random;
}

void native_store(const Native *native, const void *state, unsigned char *block) { native->store(state, block); }
void native_copy(const Native *native, void *to, const void *from) {
  if (native->copy) native->copy(to, from);
  else memcpy(to, from, native->sizes[0]);
}
int native_moves(const Native *native, const void *state, void *moves) { return native->moves(state, moves); }
void native_apply(const Native *native, void *state, const void *move) { native->apply(state, move); }
void native_playouts(const Native *native, const void *state, uint64_t seed, uint64_t first, uint64_t n,
                     NativeTotals *totals) {
  native->playouts(state, seed, first, n, totals);
}

// ---- searches -----------------------------------------------------------------------------------

int native_count(const Native *native, const void *state) { return native->count(state); }
int native_turn(const Native *native, const void *state) { return native->turn(state); }
void native_results(const Native *native, const void *state, double *utilities) { native->results(state, utilities); }
uint64_t native_hash(const Native *native, const void *state) { return native->hash(state); }

bool native_gains(const Native *native) { return native->gain != NULL; }
bool native_gives_turn(const Native *native) { return native->give_turn != NULL; }

void native_gain(const Native *native, const void *state, const void *moves, uint32_t n, const int32_t *worth, int site,
                 NativeGain *gains) {
  native->gain(state, moves, (int)n, worth, site, gains);
}

bool native_picks(const Native *native) { return native->pick != NULL; }

bool native_sets(const Native *native, NativeSets *sets) {
  *sets = (NativeSets){0};
  if (!native->sets || !native->pick) return false;
  sets->words = (int)native->sets[0];
  sets->mover = native->sets[1];
  for (Player p = 0; p <= native->game->players; p++) sets->of[p] = native->sets[2 + p];
  return true;
}

void native_pick(const Native *native, const void *state, uint32_t number, void *move) {
  native->pick(state, (int)number, move);
}

void native_give_turn(const Native *native, void *state, Player player) { native->give_turn(state, player); }

static bool fill_board(const Native *native, const void *state, uint64_t seed, uint64_t k, double *utilities,
                       uint64_t *moves) {
  int winner = native->fill ? native->fill(state, seed, k, moves) : -1;
  if (winner < 0) return false;
  utilities[1] = winner == 0 ? 0 : winner == 1 ? 1 : -1;
  utilities[2] = -utilities[1];
  return true;
}

bool native_rollout(const Native *native, const void *state, uint64_t seed, uint64_t k, double *utilities,
                    uint64_t *moves) {
  if (fill_board(native, state, seed, k, utilities, moves)) return true;
  NativeTotals totals;
  bool swaps = native->seats != NULL;
  double *by_seat = swaps ? totals.seat : totals.utility;
  totals.n = totals.moves = totals.draws = totals.fault = 0;
  for (int p = 1; p <= native->game->players; p++) {
    totals.utility[p] = totals.score[p] = totals.seat[p] = 0;
    totals.wins[p] = 0;
  }
  native->playouts(state, seed, k, 1, &totals);
  memcpy(utilities + 1, by_seat + 1, sizeof *utilities * (size_t)native->game->players);
  *moves = totals.moves;
  return !totals.fault;
}

const Random *native_chance(const Native *native, const void *state) {
  return native->chance ? native->chance((void *)(uintptr_t)state) : NULL;
}

void native_prescribe(const Native *native, const Script *listed, Script *script) {
  if (native->prescribe) native->prescribe(listed, script);
}

void native_set_chance(const Native *native, void *state, Random chance) {
  if (native->chance) *native->chance(state) = chance;
}

// ---- games stepped together ---------------------------------------------------------------------

size_t native_steps_room(const Native *native) {
  return native->numbered ? 0 : native_moves_max(native) * native_move_size(native);
}

bool native_steps_listed(const Native *native) { return native->listed && native->numbered; }

void native_utilities(const Native *native, const void *state, double *utilities) {
  if (native->utilities) native->utilities(state, utilities);
  else native->results(state, utilities);
}

// Of a move, or of the pass that is made where there is none.
static void note_made(const Native *native, void *made, const void *move) {
  if (move) memcpy(made, move, native->sizes[1]);
  else ((int16_t *)made)[1] = ((int16_t *)made)[2] = -1;
}

int32_t native_player(const Native *native, const void *state) {
  return native->mover ? native->mover(state) : native->turn(state);
}

// One step in a state whose moves are listed.
static void step_listed(const Native *native, void *state, size_t i, const NativeSteps *to) {
  unsigned char *list = to->room;
  int n = native->moves(state, list);
  to->numbers[i] = to->given ? to->given[i] : n > 1 ? random_below(&to->choices[i], (uint32_t)n) : 0;
  if (n < 0) {
    to->turns[i] = NATIVE_BROKE;
    return;
  }
  assert(to->numbers[i] < (uint32_t)MAX(n, 1));
  const void *move = n ? list + to->numbers[i] * native->sizes[1] : NULL;
  if (to->made) note_made(native, (unsigned char *)to->made + i * native->sizes[1], move);
  native->apply(state, move);
  to->turns[i] = native_player(native, state);
  if (!to->counts) return;
  to->counts[i] = to->turns[i] ? native->count(state) : 0;
  if (to->counts[i] < 0) to->turns[i] = NATIVE_BROKE;
}

void native_steps(const Native *native, void *states, size_t stride, size_t n, const NativeSteps *steps) {
  const NativeSteps *to = steps;
  if (!native->steps || (to->given && !native->numbered)) {
    for (size_t i = 0; i < n; i++) step_listed(native, (unsigned char *)states + i * stride, i, to);
    return;
  }
  native->steps(states, stride, n, to->given, to->choices, to->numbers, to->made, to->turns, to->counts);
  for (size_t i = 0; i < n && !native->numbered; i++) to->numbers[i] = NATIVE_DRAWN;
}

bool native_runs(const Native *native) { return native->run != NULL; }

uint64_t native_run(const Native *native, void *state, Random *choices, uint64_t most, uint32_t *numbers,
                    int32_t *turn) {
  uint64_t n = native->run(state, choices, most, numbers, turn);
  for (uint64_t i = 0; i < n && !native->numbered; i++) numbers[i] = NATIVE_DRAWN;
  return n;
}

// ---- automata -----------------------------------------------------------------------------------

bool native_is_automaton(const Native *native) { return native->perft != NULL; }
bool native_splits(const Native *native) { return native->split_playouts != NULL; }

uint64_t native_perft(const Native *native, const void *state, int depth) {
  uint64_t moves = native_moves_max(native);
  void *room = mem_alloc(moves * native_move_size(native));
  uint64_t count = native->perft(state, depth, room, moves);
  mem_free(room);
  return count;
}

enum { PARTS_BYTES = 64 << 20 };  // of parts waiting to be tried; only what is used is touched

int native_parts(const Native *native, const void *state, void *moves) { return native->parts(state, moves); }

void native_apply_part(const Native *native, void *state, const void *part) { native->apply_part(state, part); }

void native_split_playouts(const Native *native, const void *state, uint64_t seed, uint64_t first, uint64_t n,
                           NativeTotals *totals, NativeParts *parts) {
  void *room = mem_alloc(PARTS_BYTES);
  native->split_playouts(state, seed, first, n, totals, parts, room, PARTS_BYTES);
  mem_free(room);
}
