// The agent `auto`: whichever plays this game best, as far as we know (opponent.h).
#include "search/agent.h"
#include "search/budget.h"
#include "search/opponent.h"

typedef struct AutoOptions {
  Budget budget;
  int64_t threads;
} AutoOptions;

typedef struct Auto {
  Arena arena;
  const AutoOptions *options;
  AgentSpec spec;
  Agent *agent;
} Auto;

static void *open_auto(const AgentSetting *setting, const void *options) {
  Auto *self = mem_alloc_zero(sizeof *self);
  const char *why = "";
  self->options = options;
  Opponent chosen = opponent_choose(&self->arena, setting->game);
  bool good = agent_parse(&self->arena, str_of(chosen.agent), &self->spec, &why);
  assert(good);
  (void)good;
  agent_set(&self->spec, "threads", (double)self->options->threads);
  agent_new(&self->spec, setting, &self->agent);
  return self;
}

// The limits may have changed since the last move.
static uint32_t choose_auto(void *given, const Position *x, int seat, SearchReport *report) {
  Auto *self = given;
  const Budget *budget = &self->options->budget;
  agent_set(&self->spec, "time", budget->seconds);
  agent_set(&self->spec, "clock", budget->clock);
  agent_set(&self->spec, "iterations", (double)budget->iterations);
  agent_set(&self->spec, "states", (double)budget->states);
  uint32_t choice = agent_choose(self->agent, x, seat, report);
  report->failure = agent_failure(self->agent);
  return choice;
}

static void close_auto(void *given) {
  Auto *self = given;
  agent_free(self->agent);
  arena_free(&self->arena);
  mem_free(self);
}

static const SearchOption auto_options[] = {
    BUDGET_OPTIONS(AutoOptions, budget,
                   "Playouts or positions for a move; as many as the chosen agent has by default."),
    {"threads", OPTION_INTEGER, offsetof(AutoOptions, threads), 1, 256, "1", NULL, "Threads of the chosen agent."},
    {0},
};

const AgentKind agent_auto = {
    .name = "auto",
    .doc = "The agent that plays this game best, as far as we know: `senet info GAME` says which and why.",
    .options = auto_options,
    .size = sizeof(AutoOptions),
    .open = open_auto,
    .choose = choose_auto,
    .close = close_auto,
};
