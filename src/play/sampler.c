// Rejection sampling over candidates.
#include "play/sampler.h"

void sampler_free(Sampler *sampler) {
  candidates_free(&sampler->candidates);
  VEC_FREE(&sampler->kinds);
  VEC_FREE(&sampler->weights);
}

// The games of a match differ: the kinds are those of the one under way.
static void read_kinds(Sampler *sampler, const Game *game) {
  VEC_CLEAR(&sampler->kinds);
  for (int i = 0; i < game->n_phases; i++) VEC_PUSH(&sampler->kinds, (uint8_t)game_playout_kind(game, i));
  sampler->game = game;
}

bool sampler_helps(Sampler *sampler, const Exec *x) {
  if (sampler->game != x->game) read_kinds(sampler, x->game);
  if (match_between(x)) return false;
  return sampler->kinds.at[STATE_AT(x, int32_t, x->layout->phase)[x->head->mover]] != PLAYOUT_STANDARD;
}

// A legal move among the candidates, all equally likely. False when there is none.
static bool draw(Candidates *c, Exec *x, Random *random, Move *move) {
  while (c->left > 0) {
    uint32_t i = candidates_number(c, c->left == 1 ? 0 : random_below(random, c->left));
    if (candidates_take(c, x, i, move)) return true;
    candidates_strike(c, i);
  }
  return false;
}

void sampler_step(Sampler *sampler, Exec *x, Random *random) {
  if (!sampler_helps(sampler, x)) {
    playout_step(x, random);
    return;
  }
  Candidates *c = &sampler->candidates;
  candidates_open(c, x, false);
  Move move;
  bool drawn = draw(c, x, random, &move);
  bool again = !drawn && c->n && c->partial;
  if (!drawn && !again) move = candidates_pass(x);
  if (!again) position_apply(x, &move);
  candidates_close(c, x);
  if (again) playout_step(x, random);
}

bool sampler_run(Sampler *sampler, Exec *x, uint64_t seed, uint64_t k, Recorder *recorder) {
  Random choices = random_stream(seed, playout_choice_stream(k));
  x->random = random_stream(seed, playout_chance_stream(k));
  position_start(x);
  if (recorder) recorder_begin(recorder, seed, playout_chance_stream(k));
  while (!position_over(x) && !x->fault) {
    sampler_step(sampler, x, &choices);
    if (recorder) recorder_note(recorder, x);
  }
  return !x->fault;
}
