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
  VEC_FREE(&rollout->keys);
  VEC_FREE(&rollout->bad);
  mem_free(rollout->native_state);
}

void rollout_use_native(Rollout *rollout, const Native *native) {
  if (rollout->native == native) return;
  mem_free(rollout->native_state);
  rollout->native = native;
  rollout->native_state = native ? mem_alloc_lines(native_state_size(native)) : NULL;
}

void rollout_utilities(const Rollout *rollout, const SimPosition *sim, double *utilities) {
  const Position *x = sim->x;
  if (rollout->judged) {
    memcpy(utilities, rollout->native_results, sizeof rollout->native_results);
    return;
  }
  if (rollout->filled < 0) {
    sim_results(sim, utilities);
    return;
  }
  for (int seat = 1; seat <= x->game->players; seat++) {
    utilities[seat] = !rollout->filled ? 0 : seat_player(x, seat) == rollout->filled ? 1 : -1;
  }
}

// ---- decisive moves ------------------------------------------------------------------------------

int decisive_move(SimPosition *sim, SimList list, Haste *haste, uint64_t *states) {
  int seat = sim_turn(sim), found = -1;
  for (uint32_t i = 0; i < list.n && found < 0 && !haste_over(haste, 1) && !sim_fault(sim); i++) {
    sim_try(sim, list, i);
    if (sim_over(sim) && sim_utility(sim, seat) == 1.0) found = (int)i;
    sim_undo(sim);
  }
  *states += list.n;
  return found;
}

// Whether the player to move next could win at once after this move.
static bool gives_away(Rollout *rollout, SimPosition *sim, SimList list, uint32_t i) {
  int seat = sim_turn(sim);
  bool lost = false;
  sim_try(sim, list, i);
  if (!sim_over(sim) && sim_turn(sim) != seat) {
    SimList replies = sim_moves(sim);
    lost = decisive_move(sim, replies, &rollout->haste, &rollout->states) >= 0;
    sim_forget(sim, replies);
  }
  sim_undo(sim);
  return lost;
}

// ---- choosing ------------------------------------------------------------------------------------

double rollout_value(const Rollout *rollout, SimPosition *sim, SimList list, uint32_t i) {
  const Lessons *lessons = &rollout->lessons;
  if (lessons_by_key(lessons->options)) return lessons_key_value(lessons, &rollout->trail, sim_key(sim, list, i));
  return lessons_value(lessons, &rollout->trail, sim->x, move_at(sim->x, list.list, i));
}

// Keys of all moves of a list, for what follows.
static void read_keys(Rollout *rollout, SimPosition *sim, SimList list) {
  VEC_RESERVE(&rollout->keys, list.n);
  rollout->keys.n = list.n;
  sim_keys(sim, list, rollout->keys.at);
}

static double value(const Rollout *rollout, SimPosition *sim, SimList list, uint32_t i) {
  const Lessons *lessons = &rollout->lessons;
  if (lessons_by_key(lessons->options)) return lessons_key_value(lessons, &rollout->trail, rollout->keys.at[i]);
  return rollout_value(rollout, sim, list, i);
}

static uint32_t greedy(const Rollout *rollout, SimPosition *sim, SimList list, Random *random) {
  uint32_t best = 0, equal = 0;
  double most = -1;
  for (uint32_t i = 0; i < list.n; i++) {
    double v = value(rollout, sim, list, i);
    if (v < most) continue;
    equal = v > most ? 1 : equal + 1;
    if (equal == 1 || random_below(random, equal) == 0) best = i;
    most = v;
  }
  return best;
}

// Values count less the best one: exp of what is left is at most 1, however low the temperature.
static uint32_t gibbs(Rollout *rollout, SimPosition *sim, SimList list, Random *random) {
  VEC_CLEAR(&rollout->weights);
  double total = 0, most = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    VEC_PUSH(&rollout->weights, value(rollout, sim, list, i));
    most = MAX(most, rollout->weights.at[i]);
  }
  for (uint32_t i = 0; i < list.n; i++) {
    total += exp((rollout->weights.at[i] - most) / rollout->options->temperature);
    rollout->weights.at[i] = total;
  }
  double at = random_unit(random) * total;
  for (uint32_t i = 0; i < list.n; i++) {
    if (at < rollout->weights.at[i]) return i;
  }
  return list.n - 1;
}

static int known_reply(const Rollout *rollout) {
  uint64_t reply = lessons_reply(&rollout->lessons, &rollout->trail);
  for (size_t i = 0; reply && i < rollout->keys.n; i++) {
    if (rollout->keys.at[i] == reply) return (int)i;
  }
  return -1;
}

bool rollout_is_greedy(const Rollout *rollout, Random *random) {
  int kind = rollout->options->lessons.kind;
  return (kind == ROLLOUT_MAST || kind == ROLLOUT_NST) && random_unit(random) >= rollout->options->epsilon;
}

static uint32_t by_kind(Rollout *rollout, SimPosition *sim, SimList list, Random *random) {
  const LessonOptions *lessons = &rollout->options->lessons;
  if (lessons->reply) {
    read_keys(rollout, sim, list);
    int reply = known_reply(rollout);
    if (reply >= 0) return (uint32_t)reply;
  }
  bool scored = lessons->kind == ROLLOUT_GIBBS || rollout_is_greedy(rollout, random);
  if (!scored) return random_below(random, list.n);
  if (lessons_by_key(lessons) && !lessons->reply) read_keys(rollout, sim, list);
  return lessons->kind == ROLLOUT_GIBBS ? gibbs(rollout, sim, list, random) : greedy(rollout, sim, list, random);
}

// The choice, unless it lets the next player win at once: then another one that does not, if there is one.
static uint32_t not_giving_away(Rollout *rollout, SimPosition *sim, SimList list, uint32_t first, Random *random) {
  VEC_CLEAR(&rollout->bad);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&rollout->bad, false);
  uint32_t choice = first;
  for (uint32_t left = list.n; left > 0 && !rollout->haste.over && !sim_fault(sim); left--) {
    if (!gives_away(rollout, sim, list, choice)) return choice;
    rollout->bad.at[choice] = true;
    uint32_t skip = left > 1 ? random_below(random, left - 1) : 0;
    for (choice = 0; choice + 1 < list.n && (rollout->bad.at[choice] || skip > 0); choice++) {
      skip -= !rollout->bad.at[choice];
    }
  }
  return first;
}

static uint32_t choose(Rollout *rollout, SimPosition *sim, SimList list, Random *random) {
  if (list.n == 1) return 0;
  DecisiveKind decisive = rollout_decisive(rollout->options);
  int win = decisive != DECISIVE_OFF ? decisive_move(sim, list, &rollout->haste, &rollout->states) : -1;
  if (win >= 0) return (uint32_t)win;
  uint32_t choice = by_kind(rollout, sim, list, random);
  return decisive == DECISIVE_BOTH ? not_giving_away(rollout, sim, list, choice, random) : choice;
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
static bool is_plain(const Rollout *rollout, const SimPosition *sim) {
  const RolloutOptions *options = rollout->options;
  bool noted = false;
  for (int i = 0; i < TRAIL_KINDS; i++) noted |= rollout->trail.keeps[i];
  if (sim->sorted || (!options->drawn && !options->split)) return false;
  return !noted && !rollout_decisive(options) && !options->lessons.reply && options->lessons.kind == ROLLOUT_RANDOM;
}

void rollout_make(Rollout *rollout, SimPosition *sim, SimList list, uint32_t i) {
  Trail *trail = &rollout->trail;
  if (trail->keeps[TRAIL_STEPS]) trail_note_step(trail, sim_key(sim, list, i), sim_mover(sim, list, i));
  if (!list.is_native) trail_note_parts(trail, sim->x, move_at(sim->x, list.list, i));
  sim_apply(sim, list, i);
  if (!list.is_native) trail_made(trail, sim->x);
}

// Any move is as good as the others: where moves are known by their numbers only one of them is made.
static bool any_will_do(const Rollout *rollout) {
  const RolloutOptions *options = rollout->options;
  return options->drawn && !options->lessons.reply && options->lessons.kind == ROLLOUT_RANDOM &&
         rollout_decisive(options) == DECISIVE_OFF;
}

static void step(Rollout *rollout, SimPosition *sim, Random *random) {
  bool draws = !sim->inside && !sim->sorted && rollout->options->drawn;
  if (draws && rollout_decisive(rollout->options) == DECISIVE_OFF && sampler_helps(&rollout->sampler, sim->x)) {
    sampled_step(rollout, sim->x, random);
    return;
  }
  SimList list = sim_draws(sim) && any_will_do(rollout) ? sim_draw(sim, random) : sim_moves(sim);
  haste_over(&rollout->haste, list.n);
  if (!sim_fault(sim)) rollout_make(rollout, sim, list, choose(rollout, sim, list, random));
  sim_forget(sim, list);
}

// Makes part i of the list and what must follow; takes it back when that leads nowhere.
static bool make_part(Rollout *rollout, SimPosition *sim, MoveList list, uint32_t i, Random *random) {
  Position *x = sim->x;
  Move part = *move_at(x, list, i);
  TrailMark before = trail_mark(&rollout->trail);
  trail_note(&rollout->trail, x, &part);
  position_apply_semimove(x, &part);
  trail_made(&rollout->trail, x);
  if (position_nodal(x) || rollout_finish(rollout, sim, random)) return true;
  position_undo(x);
  trail_rewind(&rollout->trail, &before);
  return false;
}

// Scores of whole moves say nothing about parts.
static uint32_t choose_part(Rollout *rollout, SimPosition *sim, MoveList list, Random *random) {
  if (list.n == 1) return 0;
  if (rollout->options->lessons.mast == DOMAIN_JOIN) return random_below(random, list.n);
  SimList parts = sim_list(list);
  parts.exact = true;
  return by_kind(rollout, sim, parts, random);
}

bool rollout_finish(Rollout *rollout, SimPosition *sim, Random *random) {
  Position *x = sim->x;
  MoveList list = position_semimoves(x), left = list;
  bool made = false;
  for (; left.n && !made && !x->fault; left.n--) {
    uint32_t i = choose_part(rollout, sim, left, random);
    made = make_part(rollout, sim, left, i, random);
    if (!made) x->moves.at[left.first + i] = x->moves.at[left.first + left.n - 1];
  }
  position_forget(x, list);
  return made;
}

// The rest of the game by compiled code; the position is left as it is. False: the interpreter plays.
static bool play_native(Rollout *rollout, SimPosition *sim, Random *random) {
  uint64_t moves = 0, seed;
  if ((!rollout->native && !sim->inside) || rollout->options->cutoff > 0) return false;
  seed = random_next(random);
  if (!sim->inside) native_load(rollout->native, rollout->native_state, sim->x);
  const void *state = sim->inside ? native_stack_state(&sim->stack) : rollout->native_state;
  const Native *native = sim->inside ? sim->stack.native : rollout->native;
  rollout->judged = native_rollout(native, state, seed, 0, rollout->native_results, &moves);
  if (rollout->judged) rollout->states += moves - (sim->inside ? sim->made : (uint64_t)sim->x->head->moves);
  else sim->stack.fault |= sim->inside;
  if (sim->inside && sim->chance) sim_draw_anew(sim, seed);
  return rollout->judged || sim->inside;
}

// Nothing is noted on the way: as fast as the rules allow.
static void play_plain(Rollout *rollout, SimPosition *sim, Random *random, uint64_t most) {
  Position *x = sim->x;
  SplitTotals parts = {0};
  uint32_t filled;
  if (!rollout->options->split && play_native(rollout, sim, random)) return;
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

bool rollout_play(Rollout *rollout, SimPosition *sim, Random *random) {
  Position *x = sim->x;
  bool together = x->game->mode == MODE_SIMULTANEOUS, split = rollout->options->split;
  int64_t cutoff = rollout->options->cutoff > 0 ? rollout->options->cutoff : INT64_MAX;
  rollout->filled = -1;
  rollout->judged = false;
  if (!sim_over(sim) && !sim_nodal(sim) && !rollout_finish(rollout, sim, random)) return false;
  if (rollout->guide && !split && !together) cutoff -= play_guided(rollout, x, random, cutoff);
  if (sim_over(sim) || sim_fault(sim) || cutoff == 0) return true;
  if (is_plain(rollout, sim) && !(split && together) && (!sim->inside || rollout->options->cutoff <= 0)) {
    play_plain(rollout, sim, random, (uint64_t)cutoff);
    return true;
  }
  for (int64_t n = 0; n < cutoff && !sim_over(sim) && !sim_fault(sim) && !rollout->haste.over; n++) {
    if (together) playout_step(x, random);
    else if (!split) step(rollout, sim, random);
    else if (!rollout_finish(rollout, sim, random)) return false;
    rollout->states++;
  }
  return true;
}
