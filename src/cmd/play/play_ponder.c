// Thinking on while a person does.
#include "cmd/play/play_ponder.h"

#include "base/thread.h"
#include "search/budget.h"

struct Ponder {
  Thread *thread;
  Agent *agent;
  AgentSpec *spec;
  Position *x;
  int seat;
  double seconds;  // that the agent has for its own moves
};

static void think(void *self) {
  const Ponder *ponder = self;
  agent_choose(ponder->agent, ponder->x, ponder->seat, NULL);
}

// The first seat after this one that an agent has, or 0.
static int next_agent(const Table *table, int seat) {
  for (int i = 1; i < table->game->players; i++) {
    int next = (seat - 1 + i) % table->game->players + 1;
    if (!table_is_person(table, next)) return next;
  }
  return 0;
}

static bool is_open_game(const Game *game) {
  return !game_has(game, GAME_STOCHASTIC) && !game_has(game, GAME_HIDDEN) && game->mode == MODE_ALTERNATING;
}

// Whether seconds are the only limit: with a number of iterations the same seed gives the same moves, and shall.
static bool is_limited_by_time(const AgentSpec *spec, double *seconds) {
  double iterations = 0, states = 0;
  agent_get(spec, "iterations", &iterations);
  agent_get(spec, "states", &states);
  return agent_get(spec, "time", seconds) && *seconds > 0 && iterations <= 0 && states <= 0;
}

void ponder_begin(Table *table, int seat) {
  int thinker = seat && table->pondering ? next_agent(table, seat) : 0;
  double seconds = 0;
  if (!thinker || !is_open_game(table->game) || !is_limited_by_time(&table->specs[thinker], &seconds)) return;
  Ponder *ponder = mem_alloc_zero(sizeof *ponder);
  *ponder = (Ponder){.agent = table->agents[thinker], .spec = &table->specs[thinker], .seat = seat, .seconds = seconds};
  ponder->x = position_new(table->game, table->seed, 0);
  position_copy(ponder->x, table->session->x);
  position_copy_played(ponder->x, table->session->x);
  atomic_store(&table->stop, false);
  agent_set(ponder->spec, "time", BUDGET_UNTIL_STOPPED);
  table->ponder = ponder;
  thread_start(&ponder->thread, think, ponder);
}

void ponder_end(Table *table) {
  Ponder *ponder = table->ponder;
  if (!ponder) return;
  atomic_store(&table->stop, true);
  thread_end(ponder->thread);
  atomic_store(&table->stop, false);
  agent_set(ponder->spec, "time", ponder->seconds);
  position_free(ponder->x);
  mem_free(ponder);
  table->ponder = NULL;
}
