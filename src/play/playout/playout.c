// Standard playouts.
#include "play/playout/playout.h"

#include "play/model/joint.h"
#include "state/block/access.h"
#include "state/turn/candidate.h"

// A choice for every player who has one, in a list that holds the moves of all.
static Move choose_for_all(Position *x, MoveList list, Random *random) {
  uint32_t parts[GAME_PLAYERS_MAX];
  int n = 0;
  for (Player p = 1; p <= x->game->players; p++) {
    uint32_t seen = 0;
    for (uint32_t i = 0; i < list.n; i++) {
      if (move_at(x, list, i)->mover == p && random_below(random, ++seen) == 0) parts[n] = i;
    }
    n += seen > 0;
  }
  return joint_move(x, list, parts, n);
}

void playout_choose(Position *x, MoveList list, Random *random) {
  assert(list.n > 0);
  if (x->game->mode == MODE_SIMULTANEOUS) {
    Move joint = choose_for_all(x, list, random);
    position_apply(x, &joint);
  } else {
    position_apply(x, move_at(x, list, list.n == 1 ? 0 : random_below(random, list.n)));
  }
}

// Makes one of the moves that were counted: the same one as if all had been listed.
static void make_drawn(const Candidates *c, Position *x, Random *random) {
  if (c->n > 0) {
    position_apply(x, candidates_pick(c, x, c->n == 1 ? 0 : random_below(random, c->n)));
  } else {
    Move pass = candidates_pass(x);
    position_apply(x, &pass);
  }
}

static bool draw_step(Position *x, Random *random) {
  Candidates *c = position_candidates(x);
  if (match_between(x) || !candidates_open_exact(c, x)) return false;
  make_drawn(c, x, random);
  candidates_close(c, x);
  return true;
}

void playout_step(Position *x, Random *random) {
  if (draw_step(x, random)) return;
  MoveList list = position_moves(x);
  playout_choose(x, list, random);
  position_forget(x, list);
}

// ---- whole games -----------------------------------------------------------------------------------

// The last move, where its end rules took for granted that the next player can move: what it was drawn with.
typedef struct Unsettled {
  bool is;
  Random choices, chance;
} Unsettled;

// Makes the last move again and asks everything.
static void settle(Position *x, Random *choices, Unsettled *last) {
  position_undo(x);
  *choices = last->choices;
  x->random = last->chance;
  last->is = false;
  playout_step(x, choices);
}

// A step of a game whose end rules ask whether the next player can move: that is known when its moves are counted.
static void waiting_step(Position *x, Random *choices, Unsettled *last) {
  static const DeferredEnds waits = {.moves = true};
  Candidates *c = position_candidates(x);
  Random drawn = *choices, chance = x->random;
  if (!candidates_open_exact(c, x)) {
    playout_step(x, choices);
    return;
  }
  bool stuck = last->is && c->n == 0;
  if (!stuck) {
    x->deferred_ends = &waits;
    x->moves_waited = false;
    make_drawn(c, x, choices);
    x->deferred_ends = NULL;
    *last = (Unsettled){x->moves_waited, drawn, chance};
  }
  candidates_close(c, x);
  if (last->is && !x->fault && (stuck || position_over(x))) settle(x, choices, last);
}

// Makes moves until the game is over.
static void play_on(Position *x, Random *choices) {
  Unsettled last = {0};
  while (!position_over(x) && !x->fault) {
    if (x->plan->ends.moves) waiting_step(x, choices, &last);
    else playout_step(x, choices);
  }
}

bool playout_run(Position *x, uint64_t seed, uint64_t k, Recorder *recorder) {
  Random choices = random_stream(seed, playout_choice_stream(k));
  x->random = random_stream(seed, playout_chance_stream(k));
  position_start(x);
  if (!recorder) play_on(x, &choices);
  if (recorder) recorder_begin(recorder, seed, playout_chance_stream(k));
  while (!position_over(x) && !x->fault) {
    playout_step(x, &choices);
    recorder_note(recorder, x);
  }
  return !x->fault;
}

void playout_count(PlayoutTotals *totals, const Position *x) {
  totals->n++;
  totals->moves += (uint64_t)x->head->moves;
  int winner = x->fault ? 0 : x->head->winner;  // rules that stopped say nothing about who wins
  if (winner >= 1 && winner <= x->game->players) totals->wins[winner]++;
  else totals->draws++;
  for (Player p = 1; p <= x->game->players && !x->fault; p++) totals->utility[p] += position_utility(x, p);
  for (Player p = 1; x->layout->score && p <= x->game->players; p++) {
    totals->score[p] += STATE_AT(x, int32_t, x->layout->score)[p];
  }
}
