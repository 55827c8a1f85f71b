// Playing one game of a contest.
#include "search/match/contest.h"

#include "play/model/joint.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"

#include <stdio.h>

uint64_t contest_agent_seed(uint64_t seed, uint64_t k, int seat) {
  return random_mix(random_mix(seed + 1) ^ (k * GAME_PLAYERS_MAX + (uint64_t)seat));
}

// The next selection of `size` out of n in increasing order; the first again after the last.
static void next_selection(int *chosen, int size, int n) {
  int i = size - 1;
  while (i >= 0 && chosen[i] == n - size + i) i--;
  if (i >= 0) chosen[i]++;
  for (int j = i + 1; j < size; j++) chosen[j] = j == 0 ? 0 : chosen[j - 1] + 1;
}

static uint64_t selections(int size, int n) {
  uint64_t count = 1;
  for (int i = 1; i <= size; i++) count = count * (uint64_t)(n - size + i) / (uint64_t)i;
  return count;
}

void contest_seats(int agents, int players, uint64_t k, int *agent_of_seat) {
  int chosen[GAME_PLAYERS_MAX], size = MIN(agents, players);
  uint64_t all = selections(size, agents);
  for (int i = 0; i < size; i++) chosen[i] = i;
  for (uint64_t i = k % all; i > 0; i--) next_selection(chosen, size, agents);
  uint64_t turn = k / all;
  for (int seat = 1; seat <= players; seat++)
    agent_of_seat[seat] = chosen[((uint64_t)seat - 1 + turn) % (uint64_t)size];
}

uint64_t contest_round(int agents, int players) {
  int size = MIN(agents, players);
  return selections(size, agents) * (uint64_t)size;
}

static bool has_choice(Position *x, int seat) {
  Random random = x->random;
  MoveList list = position_moves(x);
  bool found = false;
  for (uint32_t i = 0; i < list.n && !found; i++) found = player_seat(x, move_at(x, list, i)->mover) == seat;
  position_forget(x, list);
  x->random = random;
  return found;
}

static void move_together(Position *x, Agent *const *agents, SearchReport *reports) {
  uint32_t parts[GAME_PLAYERS_MAX];
  int n = 0;
  for (int seat = 1; seat <= x->game->players; seat++) {
    if (has_choice(x, seat)) parts[n++] = agent_choose(agents[seat], x, seat, reports ? &reports[seat] : NULL);
  }
  MoveList list = position_moves(x);
  Move move = joint_move(x, list, parts, n);
  position_apply(x, &move);
  position_forget(x, list);
}

// One move by agents (indexed by seat): asks whoever is to move, or everybody in a simultaneous game, and makes the
// move. Reports by seat may be NULL.
static void make_move(Position *x, Agent *const *agents, SearchReport *reports) {
  if (x->game->mode == MODE_SIMULTANEOUS) {
    move_together(x, agents, reports);
    return;
  }
  int seat = seat_to_move(x);
  uint32_t choice = agent_choose(agents[seat], x, seat, reports ? &reports[seat] : NULL);
  MoveList list = position_moves(x);
  Move move = *move_at(x, list, MIN(choice, list.n - 1));
  position_apply(x, &move);
  position_forget(x, list);
}

// Adds what the reports say, and empties them.
static void count_effort(ContestGame *result, SearchReport *reports, int players) {
  for (int seat = 1; seat <= players; seat++) {
    ContestSeat *at = &result->seats[seat];
    at->choices += reports[seat].seconds > 0;
    at->iterations += reports[seat].iterations;
    at->seconds += reports[seat].seconds;
    report_clear(&reports[seat]);
  }
}

static bool is_stopped(const Contest *contest) { return contest->stop && atomic_load(contest->stop); }

static bool ends_here(const Contest *contest, const Position *x) {
  return (contest->moves_most && (int)x->head->moves >= contest->moves_most) || is_stopped(contest);
}

// An engine that fails stops the game.
static void note_failure(ContestGame *result, Agent *const *agents, int players) {
  for (int seat = 1; seat <= players; seat++) {
    const char *why = agent_failure(agents[seat]);
    if (why) snprintf(result->failure, sizeof result->failure, "%s", why);
  }
}

static void play_out(const Contest *contest, Position *x, Agent *const *agents, ContestGame *result,
                     Recorder *recorder) {
  SearchReport reports[GAME_PLAYERS_MAX + 1] = {0};
  while (!position_over(x) && !x->fault && !result->failure[0] && !ends_here(contest, x)) {
    make_move(x, agents, reports);
    note_failure(result, agents, x->game->players);
    if (recorder && !result->failure[0]) recorder_note(recorder, x);
    count_effort(result, reports, x->game->players);
  }
  for (int seat = 1; seat <= x->game->players; seat++) report_free(&reports[seat]);
}

static void play_opening(const Contest *contest, uint64_t k, Position *x, Recorder *recorder) {
  uint64_t round = k / contest_round(contest->n, contest->game->players);
  const ContestOpening *opening = &contest->openings[round % contest->n_openings];
  for (size_t i = 0; i < opening->n && !position_over(x) && !x->fault; i++) {
    MoveList list = position_moves(x);
    Move move = *move_at(x, list, MIN(opening->moves[i], list.n - 1));
    position_apply(x, &move);
    position_forget(x, list);
    if (recorder) recorder_note(recorder, x);
  }
}

void contest_play(const Contest *contest, uint64_t k, ContestGame *result, Recorder *recorder) {
  int players = contest->game->players, agent_of[GAME_PLAYERS_MAX + 1];
  Agent *agents[GAME_PLAYERS_MAX + 1] = {0};
  *result = (ContestGame){.number = k};
  contest_seats(contest->n, players, k, agent_of);
  for (int seat = 1; seat <= players; seat++) {
    AgentSetting setting = {.game = contest->game,
                            .seed = contest_agent_seed(contest->seed, k, seat),
                            .executor = contest->executor,
                            .stop = contest->stop};
    result->seats[seat].agent = agent_of[seat];
    agent_new(&contest->agents[agent_of[seat]], &setting, &agents[seat]);
  }
  Position *x = position_new(contest->game, contest->seed, playout_chance_stream(k));
  x->random = random_stream(contest->seed, playout_chance_stream(k));
  position_start(x);
  if (recorder) recorder_begin(recorder, contest->seed, playout_chance_stream(k));
  if (contest->n_openings) play_opening(contest, k, x, recorder);
  play_out(contest, x, agents, result, recorder);
  if (recorder) recorder_end(recorder, x);
  // Once somebody asked to stop, moves are made in a hurry: such a game is not that of the agents, even at its end.
  result->given_up = is_stopped(contest) || (!position_over(x) && !x->fault && !result->failure[0]);
  result->moves = x->head->moves;
  result->stopped = x->fault || result->failure[0];
  for (int seat = 1; seat <= players; seat++) {
    result->seats[seat].utility = seat_utility(x, seat);
    agent_free(agents[seat]);
  }
  position_free(x);
}
