// Playouts by semimoves.
#include "play/split.h"

#include "state/semimove.h"

typedef struct Splitting {
  Exec *x;
  Random random;
  SplitTotals *totals;
} Splitting;

static bool finish_move(Splitting *s);

// Makes part i of a list and what is needed after it; false when that leads nowhere.
static bool make_part(Splitting *s, MoveList list, uint32_t i) {
  Move part = *move_at(s->x, list, i);
  position_apply_semimove(s->x, &part);
  s->totals->states++;
  s->totals->choices += list.n;
  if (position_nodal(s->x) || finish_move(s)) return true;
  position_undo(s->x);
  s->totals->states--;
  s->totals->choices -= list.n;
  s->totals->dead++;
  return false;
}

// Makes parts until the state is nodal; false in a dead state.
static bool finish_move(Splitting *s) {
  Exec *x = s->x;
  MoveList list = position_semimoves(x);
  bool made = false;
  for (uint32_t left = list.n; left && !made && !x->fault; left--) {
    uint32_t i = left == 1 ? 0 : random_below(&s->random, left);
    made = make_part(s, list, i);
    if (!made) x->moves.at[list.first + i] = x->moves.at[list.first + left - 1];
  }
  position_forget(x, list);
  return made;
}

bool split_playout_run(Exec *x, uint64_t seed, uint64_t k, SplitTotals *totals) {
  Splitting s = {.x = x, .random = random_stream(seed, playout_choice_stream(k)), .totals = totals};
  x->random = random_stream(seed, playout_chance_stream(k));
  position_start(x);
  while (!position_over(x) && !x->fault) {
    if (!finish_move(&s)) exec_fault(x, "a state has moves but no semimoves");
    totals->nodal++;
  }
  return !x->fault;
}
