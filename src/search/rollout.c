// Playouts that learn. Papers: MAST and its epsilon-greedy form, Bjornsson and Finnsson 2008, Tak et al. 2012;
// NST, Tak et al. 2012; last good reply with forgetting, Baier and Drake 2010; decisive and anti-decisive
// moves, Teytaud and Teytaud 2010.
#include "search/rollout.h"

#include "play/joint.h"
#include "play/move_key.h"
#include "play/playout.h"
#include "play/seats.h"
#include "state/semimove.h"

#include <math.h>

enum { SINGLE_SLOTS = 1 << 14, NGRAM_SLOTS = 1 << 16, REPLY_SLOTS = 1 << 14, NGRAM_LEAST = 7 };

static bool learns(const RolloutOptions *options) { return options->kind != ROLLOUT_RANDOM || options->learn; }

void rollout_init(Rollout *rollout, const RolloutOptions *options) {
  *rollout = (Rollout){.options = options};
  if (learns(options)) scores_init(&rollout->single, SINGLE_SLOTS);
  if (options->kind == ROLLOUT_NST) {
    scores_init(&rollout->pair, NGRAM_SLOTS);
    scores_init(&rollout->triple, NGRAM_SLOTS);
  }
  if (options->reply) replies_init(&rollout->replies, REPLY_SLOTS);
}

void rollout_free(Rollout *rollout) {
  scores_free(&rollout->single);
  scores_free(&rollout->pair);
  scores_free(&rollout->triple);
  replies_free(&rollout->replies);
  VEC_FREE(&rollout->steps);
  VEC_FREE(&rollout->weights);
  VEC_FREE(&rollout->bad);
}

void rollout_begin(Rollout *rollout) { VEC_CLEAR(&rollout->steps); }

void rollout_note(Rollout *rollout, uint64_t key, int seat) { VEC_PUSH(&rollout->steps, (Step){key, seat}); }

void seat_utilities(const Exec *x, double *utilities) {
  for (int seat = 1; seat <= x->game->players; seat++) utilities[seat] = seat_utility(x, seat);
}

// ---- decisive moves ------------------------------------------------------------------------------

int decisive_move(Exec *x, MoveList list, uint64_t *states) {
  int seat = seat_to_move(x), found = -1;
  for (uint32_t i = 0; i < list.n && found < 0; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    if (position_over(x) && seat_utility(x, seat) == 1.0) found = (int)i;
    position_undo(x);
  }
  *states += list.n;
  return found;
}

// Whether the player to move next could win at once after this move.
static bool gives_away(Rollout *rollout, Exec *x, const Move *chosen) {
  Move move = *chosen;
  int seat = seat_to_move(x);
  bool lost = false;
  position_apply(x, &move);
  if (!position_over(x) && seat_to_move(x) != seat) {
    MoveList replies = position_moves(x);
    lost = decisive_move(x, replies, &rollout->states) >= 0;
    position_forget(x, replies);
  }
  position_undo(x);
  return lost;
}

// ---- choosing ------------------------------------------------------------------------------------

static uint64_t step_back(const Rollout *rollout, size_t n) {
  return rollout->steps.n >= n ? rollout->steps.at[rollout->steps.n - n].key : 0;
}

static double mast_value(const Rollout *rollout, uint64_t key) {
  const Score *score = scores_find(&rollout->single, key);
  return score && score->n > 0 ? score->sum / score->n : 1.0;  // untried moves first
}

// The mean over the lengths of which enough is known; single moves always count.
static double nst_value(const Rollout *rollout, uint64_t key) {
  double sum = mast_value(rollout, key);
  int n = 1;
  uint64_t one = step_back(rollout, 1), two = step_back(rollout, 2);
  uint64_t pair = one ? key_pair(one, key) : 0, triple = two ? key_pair(two, pair) : 0;
  const Score *scores[] = {pair ? scores_find(&rollout->pair, pair) : NULL,
                           triple ? scores_find(&rollout->triple, triple) : NULL};
  for (size_t i = 0; i < COUNT_OF(scores); i++) {
    if (!scores[i] || scores[i]->n < NGRAM_LEAST) continue;
    sum += scores[i]->sum / scores[i]->n;
    n++;
  }
  return sum / n;
}

static double value(const Rollout *rollout, uint64_t key) {
  return rollout->options->kind == ROLLOUT_NST ? nst_value(rollout, key) : mast_value(rollout, key);
}

static uint32_t greedy(const Rollout *rollout, const Exec *x, MoveList list, Random *random) {
  uint32_t best = 0, equal = 0;
  double most = -1;
  for (uint32_t i = 0; i < list.n; i++) {
    double v = value(rollout, move_key(x, move_at(x, list, i)));
    if (v < most) continue;
    equal = v > most ? 1 : equal + 1;
    if (equal == 1 || random_below(random, equal) == 0) best = i;
    most = v;
  }
  return best;
}

static uint32_t gibbs(Rollout *rollout, const Exec *x, MoveList list, Random *random) {
  VEC_CLEAR(&rollout->weights);
  double total = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    total += exp(value(rollout, move_key(x, move_at(x, list, i))) / rollout->options->temperature);
    VEC_PUSH(&rollout->weights, total);
  }
  double at = random_unit(random) * total;
  for (uint32_t i = 0; i < list.n; i++) {
    if (at < rollout->weights.at[i]) return i;
  }
  return list.n - 1;
}

static int known_reply(const Rollout *rollout, const Exec *x, MoveList list) {
  uint64_t reply = replies_find(&rollout->replies, step_back(rollout, 1));
  for (uint32_t i = 0; reply && i < list.n; i++) {
    if (move_key(x, move_at(x, list, i)) == reply) return (int)i;
  }
  return -1;
}

static uint32_t by_kind(Rollout *rollout, const Exec *x, MoveList list, Random *random) {
  int reply = rollout->options->reply ? known_reply(rollout, x, list) : -1;
  if (reply >= 0) return (uint32_t)reply;
  switch ((RolloutKind)rollout->options->kind) {
    case ROLLOUT_RANDOM: break;
    case ROLLOUT_GIBBS: return gibbs(rollout, x, list, random);
    case ROLLOUT_MAST:
    case ROLLOUT_NST:
      if (random_unit(random) >= rollout->options->epsilon) return greedy(rollout, x, list, random);
  }
  return random_below(random, list.n);
}

// The choice, unless it lets the next player win at once: then another one that does not, if there is one.
static uint32_t not_giving_away(Rollout *rollout, Exec *x, MoveList list, uint32_t first, Random *random) {
  VEC_CLEAR(&rollout->bad);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&rollout->bad, false);
  uint32_t choice = first;
  for (uint32_t left = list.n; left > 0; left--) {
    if (!gives_away(rollout, x, move_at(x, list, choice))) return choice;
    rollout->bad.at[choice] = true;
    uint32_t skip = left > 1 ? random_below(random, left - 1) : 0;
    for (choice = 0; choice + 1 < list.n && (rollout->bad.at[choice] || skip > 0); choice++) {
      skip -= !rollout->bad.at[choice];
    }
  }
  return first;
}

static uint32_t choose(Rollout *rollout, Exec *x, MoveList list, Random *random) {
  if (list.n == 1) return 0;
  int win = rollout->options->decisive != DECISIVE_OFF ? decisive_move(x, list, &rollout->states) : -1;
  if (win >= 0) return (uint32_t)win;
  uint32_t choice = by_kind(rollout, x, list, random);
  return rollout->options->decisive == DECISIVE_BOTH ? not_giving_away(rollout, x, list, choice, random) : choice;
}

static void step(Rollout *rollout, Exec *x, Random *random) {
  MoveList list = position_moves(x);
  Move move = *move_at(x, list, choose(rollout, x, list, random));
  rollout_note(rollout, move_key(x, &move), player_seat(x, move.mover));
  position_apply(x, &move);
  position_forget(x, list);
}

// Makes part i of the list and what must follow; takes it back when that leads nowhere.
static bool make_part(Rollout *rollout, Exec *x, MoveList list, uint32_t i, Random *random) {
  Move part = *move_at(x, list, i);
  rollout_note(rollout, move_key(x, &part), player_seat(x, part.mover));
  position_apply_semimove(x, &part);
  if (position_nodal(x) || rollout_finish(rollout, x, random)) return true;
  position_undo(x);
  (void)VEC_POP(&rollout->steps);
  return false;
}

bool rollout_finish(Rollout *rollout, Exec *x, Random *random) {
  MoveList list = position_semimoves(x), left = list;
  bool made = false;
  for (; left.n && !made && !x->fault; left.n--) {
    uint32_t i = left.n == 1 ? 0 : by_kind(rollout, x, left, random);
    made = make_part(rollout, x, left, i, random);
    if (!made) x->moves.at[left.first + i] = x->moves.at[left.first + left.n - 1];
  }
  position_forget(x, list);
  return made;
}

bool rollout_play(Rollout *rollout, Exec *x, Random *random) {
  bool together = x->game->mode == MODE_SIMULTANEOUS, split = rollout->options->split;
  int64_t cutoff = rollout->options->cutoff > 0 ? rollout->options->cutoff : INT64_MAX;
  if (!position_over(x) && !position_nodal(x) && !rollout_finish(rollout, x, random)) return false;
  for (int64_t n = 0; n < cutoff && !position_over(x) && !x->fault; n++) {
    if (together) playout_step(x, random);
    else if (!split) step(rollout, x, random);
    else if (!rollout_finish(rollout, x, random)) return false;
    rollout->states++;
  }
  return true;
}

// ---- learning ------------------------------------------------------------------------------------

static void learn_scores(Rollout *rollout, size_t i, double reward) {
  const Step *at = rollout->steps.at + i;
  scores_add(&rollout->single, at->key, reward);
  if (!rollout->pair.at || i < 1) return;
  uint64_t pair = key_pair(at[-1].key, at->key);
  scores_add(&rollout->pair, pair, reward);
  if (i >= 2) scores_add(&rollout->triple, key_pair(at[-2].key, pair), reward);
}

static void learn_reply(Rollout *rollout, size_t i, double reward) {
  const Step *at = rollout->steps.at + i;
  if (i < 1 || at[-1].seat == at->seat) return;
  if (reward > 0.5) replies_put(&rollout->replies, at[-1].key, at->key);
  else if (reward < 0.5) replies_drop(&rollout->replies, at[-1].key, at->key);
}

void rollout_learn(Rollout *rollout, const double *utilities) {
  bool scores = learns(rollout->options);
  if (!scores && !rollout->options->reply) return;
  for (size_t i = 0; i < rollout->steps.n; i++) {
    if (!rollout->steps.at[i].seat) continue;
    double reward = (utilities[rollout->steps.at[i].seat] + 1) / 2;
    if (scores) learn_scores(rollout, i, reward);
    if (rollout->options->reply) learn_reply(rollout, i, reward);
  }
}

void rollout_fade(Rollout *rollout) {
  if (rollout->single.at) scores_fade(&rollout->single, rollout->options->decay);
  if (rollout->pair.at) scores_fade(&rollout->pair, rollout->options->decay);
  if (rollout->triple.at) scores_fade(&rollout->triple, rollout->options->decay);
}
