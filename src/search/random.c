// The agent that plays anything legal.
#include "search/agent.h"

#include "base/clock.h"
#include "play/show/seats.h"

typedef struct RandomAgent {
  uint64_t seed;
  Position *x;
} RandomAgent;

static void *open_random(const AgentSetting *setting, const void *options) {
  (void)options;
  RandomAgent *agent = mem_alloc_zero(sizeof *agent);
  *agent = (RandomAgent){.seed = setting->seed, .x = position_new(setting->game, setting->seed, 0)};
  return agent;
}

static void close_random(void *self) {
  RandomAgent *agent = self;
  position_free(agent->x);
  mem_free(agent);
}

static uint32_t choose_random(void *self, const Position *x, int seat, SearchReport *report) {
  double began = clock_seconds();
  RandomAgent *agent = self;
  Random random = random_stream(agent->seed, (uint64_t)x->head->made);
  position_copy(agent->x, x);
  agent->x->random = x->random;
  MoveList list = position_moves(agent->x);
  uint32_t choice = 0, n = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    if (player_seat(agent->x, move_at(agent->x, list, i)->mover) != seat) continue;
    if (random_below(&random, ++n) == 0) choice = i;
  }
  position_forget(agent->x, list);
  report->seconds = clock_seconds() - began;
  return choice;
}

const AgentKind agent_random = {
    .name = "random",
    .doc = "Any legal move, all equally likely.",
    .open = open_random,
    .choose = choose_random,
    .close = close_random,
};
