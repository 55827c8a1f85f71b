// Keeping the trail of a simulation.
#include "search/mcts/trail.h"

#include "play/model/move_key.h"
#include "play/show/seats.h"
#include "state/turn/semimove.h"

void trail_clear(Trail *trail) {
  for (int i = 0; i < TRAIL_KINDS; i++) VEC_CLEAR(&trail->at[i]);
  trail->context = 0;
}

void trail_free(Trail *trail) {
  for (int i = 0; i < TRAIL_KINDS; i++) VEC_FREE(&trail->at[i]);
}

TrailMark trail_mark(const Trail *trail) {
  TrailMark mark = {.context = trail->context};
  for (int i = 0; i < TRAIL_KINDS; i++) mark.n[i] = trail->at[i].n;
  return mark;
}

void trail_rewind(Trail *trail, const TrailMark *to) {
  for (int i = 0; i < TRAIL_KINDS; i++) trail->at[i].n = to->n[i];
  trail->context = to->context;
}

static void push(Trail *trail, TrailKind kind, const uint64_t *keys, int n, int seat) {
  for (int i = 0; i < n; i++) VEC_PUSH(&trail->at[kind], ((Step){.key = keys[i], .seat = seat}));
}

void trail_note(Trail *trail, const Position *x, const Move *move) {
  if (trail->keeps[TRAIL_STEPS]) trail_note_step(trail, move_key(x, move), player_seat(x, move->mover));
  trail_note_parts(trail, x, move);
}

void trail_note_step(Trail *trail, uint64_t key, int seat) {
  if (trail->keeps[TRAIL_STEPS]) push(trail, TRAIL_STEPS, &key, 1, seat);
}

void trail_note_parts(Trail *trail, const Position *x, const Move *move) {
  if (!trail->keeps[TRAIL_UNITS] && !trail->keeps[TRAIL_CONTEXTS]) return;
  uint64_t keys[MOVE_UNITS_MAX];
  int seat = player_seat(x, move->mover);
  if (trail->keeps[TRAIL_UNITS]) push(trail, TRAIL_UNITS, keys, move_units(x, move, keys), seat);
  if (!trail->keeps[TRAIL_CONTEXTS]) return;
  int n = move_contexts(x, trail->context, move, keys, &trail->context);
  push(trail, TRAIL_CONTEXTS, keys, n, seat);
}

void trail_made(Trail *trail, const Position *x) {
  if (!trail->keeps[TRAIL_CONTEXTS] || !position_nodal(x)) return;
  VEC_LAST(&trail->at[TRAIL_CONTEXTS]).whole = true;
  trail->context = 0;
}

void trail_note_together(Trail *trail, uint64_t key) { trail_note_step(trail, key, 0); }

uint64_t trail_context_of(const Trail *trail, const Position *x, const Move *part) {
  uint64_t keys[MOVE_UNITS_MAX], after;
  int n = move_contexts(x, trail->context, part, keys, &after);
  return n ? keys[n - 1] : trail->context;
}
