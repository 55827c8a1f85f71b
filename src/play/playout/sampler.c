// Rejection sampling over candidates.
#include "play/playout/sampler.h"

#include "play/model/move_key.h"
#include "state/act/moves.h"
#include "state/block/access.h"

#include <math.h>

static void free_runs(Sampler *sampler) {
  for (size_t i = 0; i < sampler->runs.n; i++) placement_free(sampler->runs.at[i]);
  VEC_CLEAR(&sampler->runs);
}

void sampler_free(Sampler *sampler) {
  candidates_free(&sampler->candidates);
  VEC_FREE(&sampler->kinds);
  VEC_FREE(&sampler->weights);
  saved_moves_free(&sampler->last);
  free_runs(sampler);
  VEC_FREE(&sampler->runs);
}

// The games of a match differ: the kinds are those of the one under way.
static void read_kinds(Sampler *sampler, const Game *game) {
  VEC_CLEAR(&sampler->kinds);
  free_runs(sampler);
  sampler->idle = true;
  for (int i = 0; i < game->n_phases; i++) {
    VEC_PUSH(&sampler->kinds, (uint8_t)(game_playout_pays(game, i) ? game_playout_kind(game, i) : PLAYOUT_STANDARD));
    VEC_PUSH(&sampler->runs, placement_new(game, i));
    sampler->idle &= VEC_LAST(&sampler->kinds) == PLAYOUT_STANDARD && !VEC_LAST(&sampler->runs);
  }
  sampler->game = game;
  bool drawn = game->n_phases == 1 && sampler->kinds.at[0] != PLAYOUT_STANDARD && !sampler->runs.at[0];
  sampler->waits = drawn && plan_of(game)->ends_wait;
  sampler->waiting = false;
}

static int phase_number(const Position *x) { return STATE_AT(x, int32_t, x->layout->phase)[x->head->mover]; }

bool sampler_helps(Sampler *sampler, const Position *x) {
  if (sampler->game != x->game) read_kinds(sampler, x->game);
  if (match_between(x)) return false;
  return sampler->kinds.at[phase_number(x)] != PLAYOUT_STANDARD;
}

// ---- choosing ------------------------------------------------------------------------------------

// Takes the candidate at a place, or strikes it.
static bool try_candidate(Candidates *c, Position *x, uint32_t at, Move *move) {
  bool legal = candidates_take(c, x, candidates_number(c, at), move);
  if (!legal) candidates_strike(c, at);
  return legal;
}

static bool draw_any(Candidates *c, Position *x, Random *random, Move *move) {
  while (c->left > 0) {
    if (try_candidate(c, x, c->left == 1 ? 0 : random_below(random, c->left), move)) return true;
  }
  return false;
}

static const Move *listed(const Candidates *c, const Position *x, uint32_t i) {
  return &x->moves.at[c->list.first + i];
}

static void weigh(Sampler *sampler, const Position *x, const MoveChoice *choice) {
  const Candidates *c = &sampler->candidates;
  VEC_CLEAR(&sampler->weights);
  for (uint32_t i = 0; i < c->n; i++) VEC_PUSH(&sampler->weights, choice->score(choice->self, x, listed(c, x, i)));
}

// The place of the best candidate left, one of several by chance.
static uint32_t best_of(const Candidates *c, const double *scores, Random *random) {
  uint32_t best = 0, equal = 1;
  double most = scores[candidates_number(c, 0)];
  for (uint32_t at = 1; at < c->left; at++) {
    double score = scores[candidates_number(c, at)];
    if (score < most) continue;
    equal = score > most ? 1 : equal + 1;
    if (equal == 1 || random_below(random, equal) == 0) best = at;
    most = score;
  }
  return best;
}

static bool draw_best(Sampler *sampler, Position *x, const MoveChoice *choice, Random *random, Move *move) {
  Candidates *c = &sampler->candidates;
  weigh(sampler, x, choice);
  while (c->left > 0) {
    if (try_candidate(c, x, best_of(c, sampler->weights.at, random), move)) return true;
  }
  return false;
}

// Scores to weights, the largest 1; returns their sum.
static double soften(const Candidates *c, double *weights, double temperature) {
  double most = -INFINITY, total = 0;
  for (uint32_t at = 0; at < c->left; at++) most = fmax(most, weights[candidates_number(c, at)]);
  for (uint32_t at = 0; at < c->left; at++) {
    double *weight = &weights[candidates_number(c, at)];
    *weight = exp((*weight - most) / temperature);
    total += *weight;
  }
  return total;
}

// A struck candidate leaves the others in the same proportions: what is left of the sum is the new sum.
static bool draw_weighted(Sampler *sampler, Position *x, const MoveChoice *choice, Random *random, Move *move) {
  Candidates *c = &sampler->candidates;
  weigh(sampler, x, choice);
  double *weights = sampler->weights.at, total = soften(c, weights, choice->temperature);
  while (c->left > 0) {
    double rest = random_unit(random) * total;
    uint32_t at = 0;
    for (; at + 1 < c->left; at++) {
      rest -= weights[candidates_number(c, at)];
      if (rest < 0) break;
    }
    double weight = weights[candidates_number(c, at)];
    if (try_candidate(c, x, at, move)) return true;
    total -= weight;
  }
  return false;
}

static bool draw_first(Candidates *c, Position *x, uint64_t key, Move *move) {
  for (uint32_t at = 0; key && at < c->left;) {
    if (move_key(x, listed(c, x, candidates_number(c, at))) != key) at++;
    else if (try_candidate(c, x, at, move)) return true;
  }
  return false;
}

static bool draw(Sampler *sampler, Position *x, const MoveChoice *choice, ChoiceKind kind, Random *random, Move *move) {
  if (draw_first(&sampler->candidates, x, choice->first, move)) return true;
  switch (kind) {
    case CHOOSE_UNIFORM: break;
    case CHOOSE_GREEDY: return draw_best(sampler, x, choice, random, move);
    case CHOOSE_SOFTMAX: return draw_weighted(sampler, x, choice, random, move);
  }
  return draw_any(&sampler->candidates, x, random, move);
}

// Whether a greedy choice is greedy is decided once for a move: deciding again for every struck candidate would make
// random moves likelier than epsilon says.
static ChoiceKind kind_now(const MoveChoice *choice, Random *random) {
  bool any = choice->kind == CHOOSE_GREEDY && choice->epsilon > 0 && random_unit(random) < choice->epsilon;
  return any ? CHOOSE_UNIFORM : choice->kind;
}

// False when there is no legal move.
static bool draw_opened(Sampler *sampler, Position *x, const MoveChoice *choice, ChoiceKind kind, Random *random,
                        Move *move) {
  do {
    if (draw(sampler, x, choice, kind, random, move)) return true;
  } while (candidates_more(&sampler->candidates, x));
  return false;
}

static bool open_and_draw(Sampler *sampler, Position *x, const MoveChoice *choice, Random *random, Move *move) {
  ChoiceKind kind = kind_now(choice, random);
  candidates_open(&sampler->candidates, x, kind != CHOOSE_UNIFORM || choice->first);
  return draw_opened(sampler, x, choice, kind, random, move);
}

Move sampler_choose(Sampler *sampler, Position *x, const MoveChoice *choice, Random *random) {
  Move move;
  return open_and_draw(sampler, x, choice, random, &move) ? move : candidates_pass(x);
}

void sampler_release(Sampler *sampler, Position *x) { candidates_close(&sampler->candidates, x); }

// ---- playing -------------------------------------------------------------------------------------

static void drawn_step(Sampler *sampler, Position *x, Random *random) {
  Candidates *c = &sampler->candidates;
  candidates_open(c, x, false);
  if (c->sure && c->n) {  // nothing to test: it must not cost more than a standard step
    position_apply(x, candidates_pick(c, x, c->n == 1 ? 0 : random_below(random, c->n)));
  } else {
    Move move;
    if (!draw_opened(sampler, x, &(MoveChoice){0}, CHOOSE_UNIFORM, random, &move)) move = candidates_pass(x);
    position_apply(x, &move);
  }
  candidates_close(c, x);
}

void sampler_step(Sampler *sampler, Position *x, Random *random) {
  if (sampler_helps(sampler, x)) drawn_step(sampler, x, random);
  else playout_step(x, random);
}

// ---- end rules that wait -------------------------------------------------------------------------

static void keep_last(Sampler *sampler, const Position *x, const Move *move) {
  sampler->before_last = x->head->prev;
  sampler->chance = x->random;
  saved_moves_clear(&sampler->last);
  saved_moves_add(&sampler->last, x, move);
}

// Makes the last move again, and asks everything.
static void make_last_again(Sampler *sampler, Position *x) {
  MoveList list = moves_top(x);
  position_undo(x);
  x->random = sampler->chance;
  saved_moves_push(&sampler->last, x);
  Move move = VEC_LAST(&x->moves);
  position_apply(x, &move);
  position_forget(x, list);
  sampler->waiting = false;
}

static void apply_waiting(Sampler *sampler, Position *x, const Move *move) {
  keep_last(sampler, x, move);
  x->deferred_ends = &x->plan->ends;
  x->moves_waited = x->mate_waited = false;
  position_apply(x, move);
  x->deferred_ends = NULL;
  sampler->mate_deferred = x->mate_waited;
  sampler->waiting = x->moves_waited || x->mate_waited;
}

static bool settled(const Sampler *sampler, Position *x, bool drawn) {
  if (!sampler->waiting) return true;
  if (!drawn || !sampler->mate_deferred) return drawn;
  return candidates_settle(&sampler->candidates, x, &x->plan->ends, sampler->before_last);
}

// A step of a game whose end rules wait. The last one before a cutoff asks everything. A move that does not settle what
// was asked is drawn again, with the same random numbers, once the last one has been made again. False when that ended
// the game.
static bool waiting_step(Sampler *sampler, Position *x, Random *random, bool last) {
  Move move;
  const Random before = *random;
  bool drawn = open_and_draw(sampler, x, &(MoveChoice){0}, random, &move);
  if (!settled(sampler, x, drawn)) {
    sampler_release(sampler, x);
    make_last_again(sampler, x);
    *random = before;
    if (position_over(x)) return false;
    sampler_step(sampler, x, random);
    return true;
  }
  sampler->waiting = false;
  if (!drawn) move = candidates_pass(x);
  if (last) position_apply(x, &move);
  else apply_waiting(sampler, x, &move);
  sampler_release(sampler, x);
  if (sampler->waiting && position_over(x)) make_last_again(sampler, x);
  return true;
}

// Quiet placements as far as they go, else one move, or none where the game turns out to be over.
static uint32_t some_steps(Sampler *sampler, Position *x, Random *random, uint64_t most) {
  int phase = phase_number(x);
  PlacementRun *run = sampler->runs.at[phase];
  bool quiet = run && placement_ready(run, x);
  uint32_t n = quiet ? placement_play(run, x, random, (uint32_t)MIN(most, UINT32_MAX)) : 0;
  if (n) return n;
  if (sampler->waits) return waiting_step(sampler, x, random, most == 1);
  if (sampler->kinds.at[phase] == PLAYOUT_STANDARD) playout_step(x, random);
  else drawn_step(sampler, x, random);
  return 1;
}

uint64_t sampler_play(Sampler *sampler, Position *x, Random *random, uint64_t most) {
  uint64_t made = 0;
  sampler->waiting = false;
  while (made < most && !position_over(x) && !x->fault) {
    if (sampler->game != x->game) read_kinds(sampler, x->game);
    if (sampler->idle || match_between(x)) {
      playout_step(x, random);
      made++;
    } else {
      made += some_steps(sampler, x, random, most - made);
    }
  }
  return made;
}

bool sampler_fill(Sampler *sampler, Position *x, Random *random, Player *winner, uint32_t *moves) {
  if (sampler->game != x->game) read_kinds(sampler, x->game);
  PlacementRun *run = match_between(x) || position_over(x) ? NULL : sampler->runs.at[phase_number(x)];
  return run && placement_fill(run, x, random, winner, moves);
}

bool sampler_run(Sampler *sampler, Position *x, uint64_t seed, uint64_t k, Recorder *recorder) {
  Random choices = random_stream(seed, playout_choice_stream(k));
  x->random = random_stream(seed, playout_chance_stream(k));
  position_start(x);
  if (!recorder) sampler_play(sampler, x, &choices, UINT64_MAX);
  if (recorder) recorder_begin(recorder, seed, playout_chance_stream(k));
  while (!position_over(x) && !x->fault) {
    sampler_step(sampler, x, &choices);
    recorder_note(recorder, x);
  }
  return !x->fault;
}

static void count_filled(PlayoutTotals *totals, const Position *x, Player winner, uint32_t moves) {
  totals->n++;
  totals->moves += (uint64_t)x->head->moves + moves;
  if (winner) totals->wins[winner]++;
  else totals->draws++;
  for (Player p = 1; p <= x->game->players && winner; p++) totals->utility[p] += p == winner ? 1 : -1;
}

static bool can_fill(Sampler *sampler, const Position *x) {
  if (sampler->game != x->game) read_kinds(sampler, x->game);
  for (size_t i = 0; i < sampler->runs.n; i++) {
    if (sampler->runs.at[i] && placement_fills(sampler->runs.at[i])) return true;
  }
  return false;
}

bool sampler_run_filled(Sampler *sampler, Position *x, uint64_t seed, uint64_t k, PlayoutTotals *totals) {
  Random choices = random_stream(seed, playout_choice_stream(k));
  Player winner;
  uint32_t moves;
  x->random = random_stream(seed, playout_chance_stream(k));
  position_start(x);
  if (!can_fill(sampler, x)) sampler_play(sampler, x, &choices, UINT64_MAX);
  while (!position_over(x) && !x->fault) {
    if (sampler_fill(sampler, x, &choices, &winner, &moves)) {
      count_filled(totals, x, winner, moves);
      return true;
    }
    sampler_step(sampler, x, &choices);
  }
  playout_count(totals, x);
  return !x->fault;
}
