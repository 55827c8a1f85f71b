// Playouts that learn. Papers: the epsilon-greedy choice, Tak et al. 2012; decisive and anti-decisive moves, Teytaud
// and Teytaud 2010; choosing part by part, Kowalski et al. 2022, algorithm 1.
#include "search/mcts/rollout.h"

#include "play/model/move_key.h"
#include "play/model/split_playout.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "state/turn/semimove.h"

#include <math.h>

void rollout_init(Rollout *rollout, const RolloutOptions *options) {
  *rollout = (Rollout){.options = options};
  lessons_init(&rollout->lessons, &options->lessons);
  lessons_ask(&options->lessons, rollout->trail.keeps);
}

void rollout_free(Rollout *rollout) {
  lessons_free(&rollout->lessons);
  trail_free(&rollout->trail);
  sampler_free(&rollout->sampler);
  VEC_FREE(&rollout->weights);
  VEC_FREE(&rollout->bad);
  mem_free(rollout->native_state);
}

void rollout_use_native(Rollout *rollout, const Native *native) {
  if (rollout->native == native) return;
  mem_free(rollout->native_state);
  rollout->native = native;
  rollout->native_state = native ? mem_alloc_lines(native_state_size(native)) : NULL;
}

void seat_utilities(const Position *x, double *utilities) {
  for (int seat = 1; seat <= x->game->players; seat++) utilities[seat] = seat_utility(x, seat);
}

void rollout_utilities(const Rollout *rollout, const Position *x, double *utilities) {
  if (rollout->judged) {
    memcpy(utilities, rollout->native_results, sizeof rollout->native_results);
    return;
  }
  if (rollout->filled < 0) {
    seat_utilities(x, utilities);
    return;
  }
  for (int seat = 1; seat <= x->game->players; seat++) {
    utilities[seat] = !rollout->filled ? 0 : seat_player(x, seat) == rollout->filled ? 1 : -1;
  }
}

// ---- decisive moves ------------------------------------------------------------------------------

int decisive_move(Position *x, MoveList list, uint64_t *states) {
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
static bool gives_away(Rollout *rollout, Position *x, const Move *chosen) {
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

static double value(const Rollout *rollout, const Position *x, MoveList list, uint32_t i) {
  return lessons_value(&rollout->lessons, &rollout->trail, x, move_at(x, list, i));
}

static uint32_t greedy(const Rollout *rollout, const Position *x, MoveList list, Random *random) {
  uint32_t best = 0, equal = 0;
  double most = -1;
  for (uint32_t i = 0; i < list.n; i++) {
    double v = value(rollout, x, list, i);
    if (v < most) continue;
    equal = v > most ? 1 : equal + 1;
    if (equal == 1 || random_below(random, equal) == 0) best = i;
    most = v;
  }
  return best;
}

static uint32_t gibbs(Rollout *rollout, const Position *x, MoveList list, Random *random) {
  VEC_CLEAR(&rollout->weights);
  double total = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    total += exp(value(rollout, x, list, i) / rollout->options->temperature);
    VEC_PUSH(&rollout->weights, total);
  }
  double at = random_unit(random) * total;
  for (uint32_t i = 0; i < list.n; i++) {
    if (at < rollout->weights.at[i]) return i;
  }
  return list.n - 1;
}

static int known_reply(const Rollout *rollout, const Position *x, MoveList list) {
  uint64_t reply = lessons_reply(&rollout->lessons, &rollout->trail);
  for (uint32_t i = 0; reply && i < list.n; i++) {
    if (move_key(x, move_at(x, list, i)) == reply) return (int)i;
  }
  return -1;
}

bool rollout_is_greedy(const Rollout *rollout, Random *random) {
  int kind = rollout->options->lessons.kind;
  return (kind == ROLLOUT_MAST || kind == ROLLOUT_NST) && random_unit(random) >= rollout->options->epsilon;
}

static uint32_t by_kind(Rollout *rollout, const Position *x, MoveList list, Random *random) {
  int reply = rollout->options->lessons.reply ? known_reply(rollout, x, list) : -1;
  if (reply >= 0) return (uint32_t)reply;
  if (rollout->options->lessons.kind == ROLLOUT_GIBBS) return gibbs(rollout, x, list, random);
  if (rollout_is_greedy(rollout, random)) return greedy(rollout, x, list, random);
  return random_below(random, list.n);
}

// The choice, unless it lets the next player win at once: then another one that does not, if there is one.
static uint32_t not_giving_away(Rollout *rollout, Position *x, MoveList list, uint32_t first, Random *random) {
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

static uint32_t choose(Rollout *rollout, Position *x, MoveList list, Random *random) {
  if (list.n == 1) return 0;
  DecisiveKind decisive = rollout_decisive(rollout->options);
  int win = decisive != DECISIVE_OFF ? decisive_move(x, list, &rollout->states) : -1;
  if (win >= 0) return (uint32_t)win;
  uint32_t choice = by_kind(rollout, x, list, random);
  return decisive == DECISIVE_BOTH ? not_giving_away(rollout, x, list, choice, random) : choice;
}

// ---- moves drawn before their conditions are tested (play/sampler.h)

static double score_of(const void *self, const Position *x, const Move *move) {
  const Rollout *rollout = self;
  return lessons_value(&rollout->lessons, &rollout->trail, x, move);
}

static MoveChoice choice_of(const Rollout *rollout) {
  const RolloutOptions *options = rollout->options;
  MoveChoice choice = {.epsilon = options->epsilon, .temperature = options->temperature, .score = score_of};
  choice.self = rollout;
  if (options->lessons.reply) choice.first = lessons_reply(&rollout->lessons, &rollout->trail);
  switch ((RolloutKind)options->lessons.kind) {
    case ROLLOUT_RANDOM: choice.kind = CHOOSE_UNIFORM; break;
    case ROLLOUT_GIBBS: choice.kind = CHOOSE_SOFTMAX; break;
    case ROLLOUT_MAST:
    case ROLLOUT_NST: choice.kind = CHOOSE_GREEDY; break;
  }
  return choice;
}

static void sampled_step(Rollout *rollout, Position *x, Random *random) {
  MoveChoice choice = choice_of(rollout);
  Move move = sampler_choose(&rollout->sampler, x, &choice, random);
  trail_note(&rollout->trail, x, &move);
  position_apply(x, &move);
  trail_made(&rollout->trail, x);
  sampler_release(&rollout->sampler, x);
}

// Nothing is to be learnt from single moves: they need not be made one by one.
static bool is_plain(const Rollout *rollout) {
  const RolloutOptions *options = rollout->options;
  bool noted = false;
  for (int i = 0; i < TRAIL_KINDS; i++) noted |= rollout->trail.keeps[i];
  if (!options->drawn && !options->split) return false;
  return !noted && !rollout_decisive(options) && !options->lessons.reply && options->lessons.kind == ROLLOUT_RANDOM;
}

static void step(Rollout *rollout, Position *x, Random *random) {
  bool draws = rollout->options->drawn && rollout_decisive(rollout->options) == DECISIVE_OFF;
  if (draws && sampler_helps(&rollout->sampler, x)) {
    sampled_step(rollout, x, random);
    return;
  }
  MoveList list = position_moves(x);
  Move move = *move_at(x, list, choose(rollout, x, list, random));
  trail_note(&rollout->trail, x, &move);
  position_apply(x, &move);
  trail_made(&rollout->trail, x);
  position_forget(x, list);
}

// Makes part i of the list and what must follow; takes it back when that leads nowhere.
static bool make_part(Rollout *rollout, Position *x, MoveList list, uint32_t i, Random *random) {
  Move part = *move_at(x, list, i);
  TrailMark before = trail_mark(&rollout->trail);
  trail_note(&rollout->trail, x, &part);
  position_apply_semimove(x, &part);
  trail_made(&rollout->trail, x);
  if (position_nodal(x) || rollout_finish(rollout, x, random)) return true;
  position_undo(x);
  trail_rewind(&rollout->trail, &before);
  return false;
}

// Scores of whole moves say nothing about parts.
static uint32_t choose_part(Rollout *rollout, const Position *x, MoveList list, Random *random) {
  if (list.n == 1) return 0;
  if (rollout->options->lessons.mast == DOMAIN_JOIN) return random_below(random, list.n);
  return by_kind(rollout, x, list, random);
}

bool rollout_finish(Rollout *rollout, Position *x, Random *random) {
  MoveList list = position_semimoves(x), left = list;
  bool made = false;
  for (; left.n && !made && !x->fault; left.n--) {
    uint32_t i = choose_part(rollout, x, left, random);
    made = make_part(rollout, x, left, i, random);
    if (!made) x->moves.at[left.first + i] = x->moves.at[left.first + left.n - 1];
  }
  position_forget(x, list);
  return made;
}

// The rest of the game by compiled code; the position is left as it is. False: the interpreter plays.
static bool play_native(Rollout *rollout, const Position *x, Random *random) {
  uint64_t moves = 0;
  if (!rollout->native || rollout->options->cutoff > 0) return false;
  native_load(rollout->native, rollout->native_state, x);
  rollout->judged =
      native_rollout(rollout->native, rollout->native_state, random_next(random), 0, rollout->native_results, &moves);
  if (rollout->judged) rollout->states += moves - (uint64_t)x->head->moves;
  return rollout->judged;
}

// Nothing is noted on the way: as fast as the rules allow.
static void play_plain(Rollout *rollout, Position *x, Random *random, uint64_t most) {
  SplitTotals parts = {0};
  uint32_t filled;
  if (!rollout->options->split && play_native(rollout, x, random)) return;
  if (rollout->options->split) {
    rollout->states += split_play(x, random, most, &parts);
  } else if (rollout->options->cutoff <= 0 && sampler_fill(&rollout->sampler, x, random, &rollout->filled, &filled)) {
    rollout->states += filled;
  } else {
    rollout->filled = -1;
    rollout->states += sampler_play(&rollout->sampler, x, random, most);
  }
}

// The moves that the guide makes; how many.
static int64_t play_guided(Rollout *rollout, Position *x, Random *random, int64_t cutoff) {
  const PlayoutGuide *guide = rollout->guide;
  int64_t most = guide->most ? MIN((int64_t)guide->most, cutoff) : cutoff, n = 0;
  for (; n < most && !position_over(x) && !x->fault; n++) {
    guide->step(guide, &rollout->sampler, x, random, (uint64_t)n);
    rollout->states++;
  }
  return n;
}

bool rollout_play(Rollout *rollout, Position *x, Random *random) {
  bool together = x->game->mode == MODE_SIMULTANEOUS, split = rollout->options->split;
  int64_t cutoff = rollout->options->cutoff > 0 ? rollout->options->cutoff : INT64_MAX;
  rollout->filled = -1;
  rollout->judged = false;
  if (!position_over(x) && !position_nodal(x) && !rollout_finish(rollout, x, random)) return false;
  if (rollout->guide && !split && !together) cutoff -= play_guided(rollout, x, random, cutoff);
  if (position_over(x) || x->fault || cutoff == 0) return true;
  if (is_plain(rollout) && !(split && together)) {
    play_plain(rollout, x, random, (uint64_t)cutoff);
    return true;
  }
  for (int64_t n = 0; n < cutoff && !position_over(x) && !x->fault; n++) {
    if (together) playout_step(x, random);
    else if (!split) step(rollout, x, random);
    else if (!rollout_finish(rollout, x, random)) return false;
    rollout->states++;
  }
  return true;
}
