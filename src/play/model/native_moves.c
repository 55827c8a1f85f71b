// Moves of native code and of the interpreter, brought together by where they go. Moves that go the same way are told
// apart by the positions they lead to.
#include "play/model/native_moves.h"

#include "base/mem.h"

#include <stdlib.h>

void native_match_open(NativeMatch *match, const Native *native) {
  *match = (NativeMatch){.native = native, .trial = mem_alloc_lines(native_state_size(native))};
}

void native_match_close(NativeMatch *match) {
  mem_free(match->trial);
  VEC_FREE(&match->ours);
  VEC_FREE(&match->theirs);
  VEC_FREE(&match->number);
}

static int by_sign(const void *a, const void *b) {
  const MoveSign *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  if (x->to != y->to) return x->to < y->to ? -1 : 1;
  if (x->after != y->after) return x->after < y->after ? -1 : 1;
  return x->number != y->number ? (x->number < y->number ? -1 : 1) : 0;
}

static bool same_way(const MoveSign *a, const MoveSign *b) { return a->from == b->from && a->to == b->to; }

static void read_ours(NativeMatch *match, const Position *x, MoveList list) {
  VEC_CLEAR(&match->ours);
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(x, list, i);
    VEC_PUSH(&match->ours, ((MoveSign){move->from, move->to, i, 0}));
  }
}

static void read_theirs(NativeMatch *match, const unsigned char *moves, int n) {
  size_t size = native_move_size(match->native);
  VEC_CLEAR(&match->theirs);
  for (uint32_t i = 0; i < (uint32_t)n; i++) {
    const unsigned char *move = moves + i * size;
    VEC_PUSH(&match->theirs, ((MoveSign){native_move_from(move), native_move_to(move), i, 0}));
  }
  if (!n) VEC_PUSH(&match->theirs, ((MoveSign){-1, -1, 0, 0}));
}

static uint64_t after_ours(NativeMatch *match, Position *x, const Move *move) {
  Move made = *move;
  position_apply(x, &made);
  native_load(match->native, match->trial, x);
  uint64_t hash = native_hash(match->native, match->trial);
  position_undo(x);
  return hash;
}

static uint64_t after_theirs(NativeMatch *match, const void *state, const void *move) {
  memcpy(match->trial, state, native_state_size(match->native));
  native_apply(match->native, match->trial, move);
  return native_hash(match->native, match->trial);
}

// Finds out where moves lead that are not alone in going their way.
static bool look_further(NativeMatch *match, Position *x, MoveList list, const void *state,
                         const unsigned char *moves) {
  MoveSign *ours = match->ours.at, *theirs = match->theirs.at;
  bool any = false;
  for (size_t i = 0; i < match->ours.n; i++) {
    if (!same_way(&ours[i], &theirs[i])) return false;
    bool before = i > 0 && same_way(&ours[i], &ours[i - 1]);
    if (!before && !(i + 1 < match->ours.n && same_way(&ours[i], &ours[i + 1]))) continue;
    ours[i].after = after_ours(match, x, move_at(x, list, ours[i].number));
    theirs[i].after = after_theirs(match, state, moves + theirs[i].number * native_move_size(match->native));
    any = true;
  }
  if (!any) return true;
  qsort(ours, match->ours.n, sizeof *ours, by_sign);
  qsort(theirs, match->theirs.n, sizeof *theirs, by_sign);
  for (size_t i = 0; i < match->ours.n; i++) {
    if (ours[i].after != theirs[i].after) return false;
  }
  return true;
}

bool native_match(NativeMatch *match, Position *x, MoveList list, const void *state, const unsigned char *moves,
                  int n) {
  if (n < 0) return false;
  read_ours(match, x, list);
  read_theirs(match, moves, n);
  if (match->ours.n != match->theirs.n) return false;
  qsort(match->ours.at, match->ours.n, sizeof *match->ours.at, by_sign);
  qsort(match->theirs.at, match->theirs.n, sizeof *match->theirs.at, by_sign);
  if (!look_further(match, x, list, state, moves)) return false;
  VEC_CLEAR(&match->number);
  for (size_t i = 0; i < match->ours.n; i++) VEC_PUSH(&match->number, 0);
  for (size_t i = 0; i < match->ours.n; i++) match->number.at[match->theirs.at[i].number] = match->ours.at[i].number;
  return true;
}
