// Rejection sampling over candidates.
#include "play/sampler.h"

void sampler_free(Sampler *sampler) {
  candidates_free(&sampler->candidates);
  VEC_FREE(&sampler->kinds);
  VEC_FREE(&sampler->weights);
  placement_free(sampler->run);
}

// The games of a match differ: the kinds are those of the one under way.
static void read_kinds(Sampler *sampler, const Game *game) {
  VEC_CLEAR(&sampler->kinds);
  for (int i = 0; i < game->n_phases; i++) VEC_PUSH(&sampler->kinds, (uint8_t)game_playout_kind(game, i));
  placement_free(sampler->run);
  sampler->run = placement_new(game);
  sampler->game = game;
}

bool sampler_helps(Sampler *sampler, const Exec *x) {
  if (sampler->game != x->game) read_kinds(sampler, x->game);
  if (match_between(x)) return false;
  return sampler->kinds.at[STATE_AT(x, int32_t, x->layout->phase)[x->head->mover]] != PLAYOUT_STANDARD;
}

// A legal move among the candidates, all equally likely; a pass when there is none.
static Move draw(Candidates *c, Exec *x, Random *random) {
  Move move;
  do {
    while (c->left > 0) {
      uint32_t i = candidates_number(c, c->left == 1 ? 0 : random_below(random, c->left));
      if (candidates_take(c, x, i, &move)) return move;
      candidates_strike(c, i);
    }
  } while (candidates_more(c, x));
  return candidates_pass(x);
}

void sampler_step(Sampler *sampler, Exec *x, Random *random) {
  if (!sampler_helps(sampler, x)) {
    playout_step(x, random);
    return;
  }
  Candidates *c = &sampler->candidates;
  candidates_open(c, x, false);
  Move move = draw(c, x, random);
  position_apply(x, &move);
  candidates_close(c, x);
}

uint64_t sampler_play(Sampler *sampler, Exec *x, Random *random, uint64_t most) {
  if (sampler->game != x->game) read_kinds(sampler, x->game);
  uint64_t made = 0;
  while (made < most && !position_over(x) && !x->fault) {
    bool quiet = sampler->run && placement_ready(sampler->run, x);
    uint32_t n = quiet ? placement_play(sampler->run, x, random, (uint32_t)MIN(most - made, UINT32_MAX)) : 0;
    if (!n) sampler_step(sampler, x, random);
    made += n ? n : 1;
  }
  return made;
}

bool sampler_run(Sampler *sampler, Exec *x, uint64_t seed, uint64_t k, Recorder *recorder) {
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
