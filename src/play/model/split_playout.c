// Playouts by semimoves.
#include "play/model/split_playout.h"

#include "state/turn/semimove.h"

typedef struct Splitting {
  Position *x;
  Random *random;
  SplitTotals *totals;
} Splitting;

static bool finish_move(Splitting *s);

// Makes part i of a list and what is needed after it; false when that leads nowhere.
static bool make_part(Splitting *s, const PartList *list, uint32_t i) {
  position_make_part(s->x, list, i);
  s->totals->states++;
  if (position_nodal(s->x) || finish_move(s)) return true;
  position_undo(s->x);
  s->totals->dead++;
  return false;
}

// Makes parts until the state is nodal; false in a dead state.
static bool finish_move(Splitting *s) {
  Position *x = s->x;
  PartList list = position_parts(x);
  s->totals->choices += list.n;
  bool made = false;
  while (list.n && !made && !x->fault) {
    uint32_t i = list.n == 1 ? 0 : random_below(s->random, list.n);
    made = make_part(s, &list, i);
    if (!made) position_strike_part(x, &list, i);
  }
  position_forget_parts(x, &list);
  return made;
}

uint64_t split_play(Position *x, Random *random, uint64_t most, SplitTotals *totals) {
  Splitting s = {.x = x, .random = random, .totals = totals};
  uint64_t made = 0;
  for (; made < most && !position_over(x) && !x->fault; made++) {
    if (!finish_move(&s)) position_fault(x, "a state has moves but no semimoves");
  }
  totals->nodal += made;
  return made;
}

bool split_playout_run(Position *x, uint64_t seed, uint64_t k, SplitTotals *totals) {
  Random choices = random_stream(seed, playout_choice_stream(k));
  x->random = random_stream(seed, playout_chance_stream(k));
  position_start(x);
  split_play(x, &choices, UINT64_MAX, totals);
  return !x->fault;
}
