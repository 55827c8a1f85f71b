// The agent `auto`: whichever plays this game best, as far as we know (opponent.h). With much time for a move in a
// small game, alpha-beta first looks for a proven result in a part of it.
#include "search/agent.h"
#include "search/budget.h"
#include "search/opponent.h"

typedef struct AutoOptions {
  Budget budget;
  int64_t threads;
} AutoOptions;

typedef struct Inner {
  AgentSpec spec;
  Agent *agent;  // NULL: none
} Inner;

typedef struct Auto {
  Arena arena;
  const AutoOptions *options;
  AgentSetting setting;
  bool patient;  // opened for moves with much time
  bool asked;
  Inner player, prover;
} Auto;

enum { LARGE_TREE = 512 };                 // megabytes, when there is much time to fill them
static const double share_of_proof = 0.3;  // of the time
static const double patient_exploration = 0.8;

static bool is_patient(const Auto *self) { return self->options->budget.seconds >= OPPONENT_LONG_SECONDS; }

// What pays when there is much time: a tree that is not full at once, and more exploration, which costs little then and
// finds the one good move that looks bad for long.
static void give_time(AgentSpec *spec) {
  agent_set(spec, "memory", LARGE_TREE);
  if (!strcmp(spec->kind->name, "uct")) agent_set(spec, "c", patient_exploration);
}

static void open_inner(Auto *self, const char *text, Inner *inner) {
  const char *why = "";
  bool good = agent_parse(&self->arena, str_of(text), &inner->spec, &why);
  assert(good);
  (void)good;
  agent_set(&inner->spec, "threads", (double)self->options->threads);
  if (self->patient) give_time(&inner->spec);
  agent_new(&inner->spec, &self->setting, &inner->agent);
}

static void close_inner(Auto *self) {
  agent_free(self->prover.agent);
  agent_free(self->player.agent);
  self->prover.agent = self->player.agent = NULL;
}

static void open_both(Auto *self) {
  self->patient = is_patient(self);
  const Game *game = self->setting.game;
  Traits traits;
  const char *prover = NULL;
  Opponent chosen =
      self->patient ? opponent_study(&self->arena, game, &traits, &prover) : opponent_choose(&self->arena, game);
  open_inner(self, chosen.agent, &self->player);
  if (prover) open_inner(self, prover, &self->prover);
}

static void *open_auto(const AgentSetting *setting, const void *options) {
  Auto *self = mem_alloc_zero(sizeof *self);
  self->options = options;
  self->setting = *setting;
  open_both(self);
  return self;
}

// The limits may have changed since the last move. Searches that go on until they are stopped think ahead for the agent
// that plays: it stays.
static void keep_up_with_time(Auto *self) {
  bool ahead = self->asked && self->options->budget.seconds >= BUDGET_UNTIL_STOPPED;
  self->asked = true;
  if (ahead || is_patient(self) == self->patient) return;
  close_inner(self);
  open_both(self);
}

static uint32_t ask(const Auto *self, Inner *inner, double share, const Position *x, int seat, SearchReport *report) {
  budget_give(&self->options->budget, share, &inner->spec);
  uint32_t choice = agent_choose(inner->agent, x, seat, report);
  report->failure = agent_failure(inner->agent);
  return choice;
}

// Whether the result of the choice is certain, or nothing was left to look at.
static bool is_proven(const SearchReport *report, uint32_t choice, double seconds) {
  for (size_t i = 0; i < report->lines.n; i++) {
    const SearchLine *line = &report->lines.at[i];
    if (line->move == choice && line->proof == PROOF_EXACT) return true;
  }
  return report->seconds < seconds / 2;
}

static uint32_t choose_auto(void *given, const Position *x, int seat, SearchReport *report) {
  Auto *self = given;
  keep_up_with_time(self);
  if (!self->prover.agent) return ask(self, &self->player, 1, x, seat, report);
  uint32_t choice = ask(self, &self->prover, share_of_proof, x, seat, report);
  if (is_proven(report, choice, self->options->budget.seconds * share_of_proof)) return choice;
  report_clear(report);
  return ask(self, &self->player, 1 - share_of_proof, x, seat, report);
}

static void close_auto(void *given) {
  Auto *self = given;
  close_inner(self);
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
