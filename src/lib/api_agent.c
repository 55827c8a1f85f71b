// Agents: opened by their text, asked about positions, stopped by other threads.
#include "lib/lib_internal.h"

#include "play/show/seats.h"
#include "search/agent.h"
#include "search/budget.h"

#include <math.h>

// Thinking while somebody else does.
typedef struct Ponder {
  Thread *thread;  // NULL: it does not
  Agent *agent;
  Position *x;
  int seat;
  double seconds;  // that the agent has for its own moves
} Ponder;

struct senet_agent {
  Handle handle;
  senet_game *game;
  Arena arena;
  AgentSpec spec;
  Agent *agent;
  atomic_bool stop;    // for the search
  atomic_bool wanted;  // by callers
  atomic_bool asked;   // now: nothing else may be done with it but to stop it
  Ponder ponder;
  SearchWatch watch;
  senet_tell *tell;
  void *self;
  SearchReport found;
  VEC(senet_line) lines;
  VEC(size_t) expected;
};

// Why the agent cannot be opened, as a status.
static senet_status parse(senet_agent *agent, const char *text) {
  const char *why = "";
  if (!agent_parse(&agent->arena, str_of(text), &agent->spec, &why)) return api_fail(SENET_INPUT, "%s", why);
  why = agent_unsuited(&agent->spec, agent->game->game);
  return why ? api_fail(SENET_UNSUITED, "%s", why) : SENET_OK;
}

static void tell(void *self, const SearchReport *report);
static void end_ponder(senet_agent *agent);

senet_status senet_agent_new(senet_game *game, const char *text, uint64_t seed, senet_agent **out) {
  if (!out) return api_misuse("the place of the agent");
  *out = NULL;
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!text) return api_misuse("the text");
  handle_use(&game->handle);
  senet_agent *agent = handle_new(game->handle.library, HANDLE_AGENT, sizeof *agent);
  agent->game = game;
  senet_status status = parse(agent, text);
  if (status != SENET_OK) {
    senet_agent_free(agent);
    return status;
  }
  AgentSetting setting = {
      .game = game->game, .seed = seed, .executor = game_executor(game), .stop = &agent->stop, .watch = &agent->watch};
  agent->watch = (SearchWatch){.tell = tell, .self = agent, .every = HUGE_VAL};
  agent_new(&agent->spec, &setting, &agent->agent);
  *out = agent;
  return SENET_OK;
}

void senet_agent_free(senet_agent *agent) {
  if (!IS_AGENT(agent)) return;
  senet_game *game = agent->game;
  end_ponder(agent);
  handle_close(&agent->handle);
  if (agent->agent) agent_free(agent->agent);
  report_free(&agent->found);
  VEC_FREE(&agent->lines);
  VEC_FREE(&agent->expected);
  arena_free(&agent->arena);
  handle_give_back(&agent->handle, HANDLE_AGENT);
  game_leave(game);
}

static void fill_report(senet_agent *agent, const SearchReport *found, senet_report *out, size_t choice) {
  VEC_CLEAR(&agent->lines);
  VEC_CLEAR(&agent->expected);
  for (size_t i = 0; i < found->lines.n; i++) {
    const SearchLine *line = &found->lines.at[i];
    VEC_PUSH(
        &agent->lines,
        (senet_line){
            .move = line->move, .visits = line->visits, .value = line->value, .certain = line->proof == PROOF_EXACT});
  }
  for (size_t i = 0; i < found->expected.n; i++) VEC_PUSH(&agent->expected, found->expected.at[i]);
  *out = (senet_report){.move = choice,
                        .value = found->value,
                        .iterations = found->iterations,
                        .states = found->states,
                        .depth = found->depth,
                        .seconds = found->seconds,
                        .lines = agent->lines.at,
                        .n_lines = agent->lines.n,
                        .expected = agent->expected.at,
                        .n_expected = agent->expected.n,
                        .recycled = found->recycled,
                        .note = found->note};
}

static void tell(void *self, const SearchReport *found) {
  senet_agent *agent = self;
  senet_report report;
  if (!agent->tell) return;
  fill_report(agent, found, &report, found->expected.n ? found->expected.at[0] : 0);
  agent->tell(agent->self, &report);
}

// SENET_OK for an open agent that is not being asked.
static senet_status check_idle(const senet_agent *agent) {
  if (!IS_AGENT(agent)) return api_misuse("the agent");
  return atomic_load(&agent->asked) ? api_fail(SENET_MISUSE, "the agent is being asked") : SENET_OK;
}

senet_status senet_agent_watch(senet_agent *agent, double seconds, senet_tell *told, void *self) {
  senet_status status = check_idle(agent);
  if (status != SENET_OK) return status;
  if (!(seconds >= 0)) return api_fail(SENET_RANGE, "seconds are 0 or more");
  end_ponder(agent);
  agent->tell = told;
  agent->self = self;
  agent->watch.every = told ? seconds : HUGE_VAL;
  return SENET_OK;
}

// The row of an option of the agent, or NULL.
static const SearchOption *option_of(const senet_agent *agent, const char *name) {
  for (const SearchOption *row = agent->spec.kind->options; row && row->name; row++) {
    if (!strcmp(row->name, name)) return row;
  }
  return NULL;
}

// The options lie in the agent's arena: they are const for the search only.
static void *option_at(const senet_agent *agent, const SearchOption *row) {
  return (char *)(uintptr_t)agent->spec.options + row->offset;
}

senet_status senet_agent_limit(senet_agent *agent, double seconds, uint64_t iterations) {
  senet_status status = check_idle(agent);
  if (status != SENET_OK) return status;
  const SearchOption *time = option_of(agent, "time"), *count = option_of(agent, "iterations");
  if (!time || !count) return api_fail(SENET_UNSUITED, "agent %s does not search", agent->spec.kind->name);
  if (!(seconds >= 0 && seconds <= time->most) || (double)iterations > count->most) {
    return api_fail(SENET_RANGE, "these limits are out of range");
  }
  end_ponder(agent);
  *(double *)option_at(agent, time) = seconds;
  *(int64_t *)option_at(agent, count) = (int64_t)iterations;
  return SENET_OK;
}

// The first move of a player in the list, or of anybody for 0; NULL without.
static const Move *move_of(const senet_position *position, int player) {
  for (uint32_t i = 0; i < position->list.n; i++) {
    const Move *move = move_at(position->x, position->list, i);
    if (!player || move->mover == player) return move;
  }
  return NULL;
}

// The seat to ask for: that of a player who has moves.
static senet_status find_seat(senet_position *position, int player, int *seat) {
  const Position *x = position->x;
  if (player < 0 || player > x->game->players) return api_fail(SENET_RANGE, "there is no player %d", player);
  senet_status status = position_list_moves(position);
  const Move *move = status == SENET_OK ? move_of(position, player) : NULL;
  int mover = move ? move->mover : 0;
  position_unlist(position);
  if (status != SENET_OK) return status;
  if (!move) return api_fail(SENET_RANGE, "player %d has no moves here", player);
  if (x->game->mode != MODE_SIMULTANEOUS) mover = position_mover(x);
  *seat = player_seat(x, mover);
  if (player && mover != player) return api_fail(SENET_RANGE, "player %d is to move here, not %d", mover, player);
  return *seat ? SENET_OK : api_fail(SENET_RANGE, "nobody is to move here");
}

static senet_status ask(senet_agent *agent, senet_position *position, int player, size_t *move, senet_report *report) {
  int seat = 0;
  senet_status status = position_running(position);
  if (status == SENET_OK && position->game != agent->game) {
    return api_fail(SENET_MISUSE, "the agent and the position are of different games");
  }
  if (status == SENET_OK) status = find_seat(position, player, &seat);
  if (status != SENET_OK) return status;
  end_ponder(agent);
  report_clear(&agent->found);
  uint32_t choice = agent_choose(agent->agent, position->x, seat, &agent->found);
  if (agent->found.failure) return api_fail(SENET_STOPPED, "%s", agent->found.failure);
  if (position->x->fault) return api_rules_stopped(position->x);
  *move = choice;
  if (report) fill_report(agent, &agent->found, report, choice);
  return SENET_OK;
}

senet_status senet_agent_ask(senet_agent *agent, senet_position *position, int player, size_t *move,
                             senet_report *report) {
  senet_status status = check_idle(agent);
  if (status != SENET_OK) return status;
  if (!move) return api_misuse("the place of the move");
  if (atomic_exchange(&agent->asked, true)) return check_idle(agent);
  status = ask(agent, position, player, move, report);
  atomic_store(&agent->asked, false);
  return status;
}

senet_status senet_agent_stop(senet_agent *agent) {
  if (!IS_AGENT(agent)) return api_misuse("the agent");
  atomic_store(&agent->wanted, true);
  atomic_store(&agent->stop, true);
  return SENET_OK;
}

senet_status senet_agent_resume(senet_agent *agent) {
  if (!IS_AGENT(agent)) return api_misuse("the agent");
  atomic_store(&agent->wanted, false);
  atomic_store(&agent->stop, false);
  return SENET_OK;
}

// ---- thinking while somebody else does ---------------------------------------------------------------

static void think(void *self) {
  const Ponder *ponder = self;
  agent_choose(ponder->agent, ponder->x, ponder->seat, NULL);
}

static bool is_open_game(const Game *game) {
  return !game_has(game, GAME_STOCHASTIC) && !game_has(game, GAME_HIDDEN) && game->mode == MODE_ALTERNATING &&
         !game->n_subgames;
}

// Whether seconds are the only limit: with a number of iterations the same seed gives the same moves, and shall.
static bool is_limited_by_time(const AgentSpec *spec, double *seconds) {
  double iterations = 0, states = 0;
  agent_get(spec, "iterations", &iterations);
  agent_get(spec, "states", &states);
  return agent_get(spec, "time", seconds) && *seconds > 0 && iterations <= 0 && states <= 0;
}

senet_status senet_agent_ponder(senet_agent *agent, senet_position *position) {
  senet_status status = check_idle(agent);
  if (status == SENET_OK) status = position_running(position);
  if (status != SENET_OK) return status;
  if (position->game != agent->game) {
    return api_fail(SENET_MISUSE, "the agent and the position are of different games");
  }
  end_ponder(agent);
  Ponder *ponder = &agent->ponder;
  if (!is_open_game(agent->game->game)) return api_fail(SENET_UNSUITED, "nothing could be kept for the next move");
  if (!is_limited_by_time(&agent->spec, &ponder->seconds)) {
    return api_fail(SENET_UNSUITED, "agent %s is not limited by time only", agent->spec.kind->name);
  }
  ponder->agent = agent->agent;
  ponder->seat = seat_to_move(position->x);
  ponder->x = position_twin(position);
  position_copy_played(ponder->x, position->x);
  agent_set(&agent->spec, "time", BUDGET_UNTIL_STOPPED);
  thread_start(&ponder->thread, think, ponder);
  return SENET_OK;
}

// A caller may ask to stop at the same time: that stays.
static void end_ponder(senet_agent *agent) {
  Ponder *ponder = &agent->ponder;
  if (!ponder->thread) return;
  atomic_store(&agent->stop, true);
  thread_end(ponder->thread);
  atomic_store(&agent->stop, false);
  if (atomic_load(&agent->wanted)) atomic_store(&agent->stop, true);
  agent_set(&agent->spec, "time", ponder->seconds);
  position_free(ponder->x);
  *ponder = (Ponder){0};
}

senet_status senet_agent_ponder_end(senet_agent *agent) {
  senet_status status = check_idle(agent);
  if (status == SENET_OK) end_ponder(agent);
  return status;
}
