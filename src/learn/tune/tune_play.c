// Self-play with a look one move ahead, and at the answers to the best moves.
#include "learn/tune/tune_play.h"

#include "play/playout/playout.h"
#include "play/show/seats.h"

#include <stdlib.h>

enum { LOOKED_AT_MAX = 400, OPENING_MAX = 6, CAPTURE_PLIES = 3, CAPTURES_MAX = 12, ANSWERED_MAX = 10 };
static const double jitter = 1e-3;  // so that games differ

// Chance of game number i, and the choices of its players.
static uint64_t chance_stream(uint32_t number) { return 2 * (uint64_t)number; }
static uint64_t choice_stream(uint32_t number) { return 2 * (uint64_t)number + 1; }

static bool is_stopped(const TunePlay *play) { return play->watch && play->watch->expired(play->watch->self); }

// Asked for every move of a list, and looked at for a few of them.
static bool is_stopped_at(const TunePlay *play, uint32_t i) { return i % 16 == 15 && is_stopped(play); }

static double look_here(const TunePlay *play, Position *x, int seat) {
  double utilities[GAME_PLAYERS_MAX + 1] = {0};
  if (position_over(x)) return seat_utility(x, seat);
  if (play->evaluator && !x->fault) play->evaluator->estimate(play->evaluator, x, utilities);
  return utilities[seat];
}

static double quiet_value(const TunePlay *play, Position *x, int seat, int depth, double low, double high);

static double value_after(const TunePlay *play, Position *x, const Move *chosen, int seat, int depth, double low,
                          double high) {
  Random chance = x->random;
  Move move = *chosen;
  position_apply(x, &move);
  double value = quiet_value(play, x, seat, depth, low, high);
  position_undo(x);
  x->random = chance;
  return value;
}

// The value for the seat, when whoever is to move may stop here or go on with a capture.
static double quiet_value(const TunePlay *play, Position *x, int seat, int depth, double low, double high) {
  double value = look_here(play, x, seat);
  if (depth <= 0 || !play->noise || position_over(x) || x->fault) return value;
  bool own = seat_to_move(x) == seat;
  if (own ? value >= high : value <= low) return value;
  Random chance = x->random;
  MoveList list = position_moves(x);
  int left = CAPTURES_MAX;
  for (uint32_t i = 0; i < list.n && left > 0 && low < high; i++) {
    if (noise_guess(play->noise, x, move_at(x, list, i)) <= 0) continue;
    left--;
    double lower = own ? MAX(low, value) : low, upper = own ? high : MIN(high, value);
    if (lower >= upper) break;
    double next = value_after(play, x, move_at(x, list, i), seat, depth - 1, lower, upper);
    value = own ? MAX(value, next) : MIN(value, next);
  }
  position_forget(x, list);
  x->random = chance;
  return value;
}

static bool is_capture(const TunePlay *play, const Position *x, const Move *move) {
  return play->noise && noise_guess(play->noise, x, move) > 0;
}

// The value for the seat after the best of all moves there are now. Captures are followed; other moves are not.
static double answered_value(const TunePlay *play, Position *x, int seat, double low, double high) {
  if (position_over(x) || x->fault) return look_here(play, x, seat);
  bool own = seat_to_move(x) == seat;
  double value = own ? -2 : 2;
  Random chance = x->random;
  MoveList list = position_moves(x);
  uint32_t n = MIN(list.n, (uint32_t)LOOKED_AT_MAX);
  for (int captures = 1; captures >= 0 && !x->fault; captures--) {
    for (uint32_t i = 0; i < n && (own ? value < high : value > low); i++) {
      if (is_capture(play, x, move_at(x, list, i)) != captures) continue;
      double next = value_after(play, x, move_at(x, list, i), seat, captures * CAPTURE_PLIES, low, high);
      position_clear_fault(x);
      value = own ? MAX(value, next) : MIN(value, next);
    }
  }
  position_forget(x, list);
  x->random = chance;
  return value;
}

static double value_when_answered(const TunePlay *play, Position *x, const Move *chosen, int seat, double low) {
  Random chance = x->random;
  Move move = *chosen;
  position_apply(x, &move);
  double value = answered_value(play, x, seat, low, 2);
  position_undo(x);
  x->random = chance;
  return value;
}

typedef struct Prospect {
  uint32_t move;
  double value;  // as the position stands after it, and a little chance
} Prospect;

static int compare_prospects(const void *a, const void *b) {
  const Prospect *p = a, *q = b;
  return p->value != q->value ? (p->value < q->value ? 1 : -1) : (p->move > q->move) - (p->move < q->move);
}

// All moves, or the first LOOKED_AT_MAX from a random one on, by the value of the position after them, best first.
static uint32_t look_ahead(const TunePlay *play, Position *x, MoveList list, Random *random, Prospect *prospects) {
  int seat = seat_to_move(x);
  uint32_t from = random_below(random, list.n), n = MIN(list.n, (uint32_t)LOOKED_AT_MAX);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t m = (from + i) % list.n;
    if (is_stopped_at(play, i)) n = i;
    double value = value_after(play, x, move_at(x, list, m), seat, 0, -2, 2);
    position_clear_fault(x);
    prospects[i] = (Prospect){m, value + jitter * random_unit(random)};
  }
  qsort(prospects, n, sizeof *prospects, compare_prospects);
  return n;
}

// Captures are followed for the best moves only: what the opponent can do then makes a move worse, never better. An
// answer may also make it better (whoever has to move may not want to), so a few moves are looked at in any case.
static uint32_t choose_best(const TunePlay *play, Position *x, MoveList list, Random *random) {
  Prospect prospects[LOOKED_AT_MAX];
  uint32_t n = look_ahead(play, x, list, random, prospects), best = prospects[0].move;
  bool answers = play->answers && play->evaluator;
  int seat = seat_to_move(x), depth = play->evaluator ? CAPTURE_PLIES : 0;
  if (answers) n = MIN(n, (uint32_t)ANSWERED_MAX);
  double most = -2;
  for (uint32_t i = 0; i < n && (answers || prospects[i].value > most) && !is_stopped_at(play, i); i++) {
    const Move *move = move_at(x, list, prospects[i].move);
    double value =
        answers ? value_when_answered(play, x, move, seat, most) : value_after(play, x, move, seat, depth, most, 2);
    position_clear_fault(x);
    if (value <= most) continue;
    most = value;
    best = prospects[i].move;
  }
  return best;
}

void tune_play(const TunePlay *play, Position *x, uint32_t number, TuneGame *game) {
  Random random = random_stream(play->seed, choice_stream(number));
  x->random = random_stream(play->seed, chance_stream(number));
  *game = (TuneGame){.number = number};
  x->watch = play->watch;
  position_start(x);
  uint32_t opening = random_below(&random, OPENING_MAX + 1);
  for (uint32_t ply = 0; ply < TUNE_PLIES_MAX && !position_over(x) && !x->fault && !is_stopped(play); ply++) {
    MoveList list = position_moves(x);
    bool any = ply < opening || random_unit(&random) < play->random;
    uint32_t chosen = list.n < 2 ? 0 : any ? random_below(&random, list.n) : choose_best(play, x, list, &random);
    Move move = *move_at(x, list, chosen);
    VEC_PUSH(&game->moves, chosen);
    position_apply(x, &move);
    position_forget(x, list);
  }
  for (Player p = 1; p <= x->game->players && position_over(x); p++) {
    game->utilities[p] = (float)position_utility(x, p);
  }
  game->stopped = position_ran_out_of_time(x) || is_stopped(play);
  game->failed = x->fault && !game->stopped;
  x->watch = NULL;
  position_clear_fault(x);
}

void tune_replay_begin(TuneReplay *replay, const TuneGame *game, uint64_t seed, Position *x) {
  *replay = (TuneReplay){.game = game};
  x->random = random_stream(seed, chance_stream(game->number));
  position_start(x);
}

bool tune_replay_step(TuneReplay *replay, Position *x) {
  if (replay->at >= replay->game->moves.n || position_over(x) || x->fault) return false;
  MoveList list = position_moves(x);
  uint32_t chosen = replay->game->moves.at[replay->at];
  bool good = chosen < list.n;
  Move move = good ? *move_at(x, list, chosen) : (Move){0};
  if (good) position_apply(x, &move);
  position_forget(x, list);
  replay->at += good;
  return good;
}

bool tune_replay_is_noisy(const TuneReplay *replay, Position *x, const Noise *noise) {
  if (replay->at >= replay->game->moves.n) return false;
  Random chance = x->random;
  MoveList list = position_moves(x);
  uint32_t next = replay->game->moves.at[replay->at];
  bool noisy = next < list.n && noise_guess(noise, x, move_at(x, list, next)) > 0;
  position_forget(x, list);
  x->random = chance;
  return noisy;
}
