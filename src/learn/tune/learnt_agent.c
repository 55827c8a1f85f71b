// The agent `learnt`: alpha-beta, or expectiminimax in games of chance, with a heuristic that it learns by self-play
// when it first meets a game; and `uct` where that does not tell who wins.
#include "learn/tune/learnt_agent.h"
#include "learn/tune/learnt_heuristic.h"
#include "search/budget.h"
#include "search/traits.h"

#include "base/mem.h"

typedef struct LearntOptions {
  Budget budget;
  int64_t threads, games;
  double most;
} LearntOptions;

typedef struct Learnt {
  Arena arena;
  const LearntOptions *options;
  Heuristic *heuristic;  // NULL: it tells too little
  AgentSpec spec;
  Agent *agent;
} Learnt;

// Where there are few moves to choose from, a search goes so deep that a heuristic which tells little is enough.
enum { FEW_MOVES = 8 };
static const char without_heuristic[] = "uct:scale=yes";
static const double most_error = 0.86, most_when_few = 0.97;

// The largest error with which a heuristic is used.
static double most_of(const Traits *traits) { return traits->branching <= FEW_MOVES ? most_when_few : most_error; }

static void find_heuristic(Learnt *self, const AgentSetting *setting) {
  const LearntOptions *options = self->options;
  LearntHeuristic found;
  Traits traits;
  traits_find(setting->game, &traits);
  int64_t games = options->games ? options->games : traits_games_to_learn(&traits);
  double most = options->most > 0 ? options->most : most_of(&traits);
  if (!games || !learnt_heuristic_find(&self->arena, setting->game, games, setting->stop, &found)) return;
  if (found.loss <= most) heuristic_new(setting->game, found.text, &self->heuristic);
}

// The search that uses the heuristic.
static const char *searcher_of(const Game *game) { return game_has(game, GAME_STOCHASTIC) ? "expect" : "alphabeta"; }

const char *learnt_comes_to(Arena *arena, const Game *game, const Traits *traits) {
  LearntHeuristic kept;
  if (!learnt_heuristic_kept(arena, game, traits_games_to_learn(traits), &kept)) {
    return arena_printf(arena, "%s or %s; it has not been learnt yet", searcher_of(game), without_heuristic);
  }
  bool used = kept.loss <= most_of(traits);
  return arena_printf(arena,
                      "%s: the error of the heuristic learnt is %.2f of that of knowing nothing, at most %.2f is used",
                      used ? searcher_of(game) : without_heuristic, kept.loss, most_of(traits));
}

static void *open_learnt(const AgentSetting *setting, const void *options) {
  Learnt *self = mem_alloc_zero(sizeof *self);
  AgentSetting inner = *setting;
  self->options = options;
  find_heuristic(self, setting);
  const char *why = "", *text = self->heuristic ? searcher_of(setting->game) : without_heuristic;
  bool good = agent_parse(&self->arena, str_of(text), &self->spec, &why);
  assert(good);
  (void)good;
  agent_set(&self->spec, "threads", (double)self->options->threads);
  if (self->heuristic) inner.evaluator = heuristic_evaluator(self->heuristic);
  agent_new(&self->spec, &inner, &self->agent);
  return self;
}

static uint32_t choose_learnt(void *given, const Position *x, int seat, SearchReport *report) {
  Learnt *self = given;
  budget_give(&self->options->budget, 1, &self->spec);
  return agent_choose(self->agent, x, seat, report);
}

static void close_learnt(void *given) {
  Learnt *self = given;
  agent_free(self->agent);
  heuristic_free(self->heuristic);
  arena_free(&self->arena);
  mem_free(self);
}

static const char *unsuited_learnt(const Game *game, const void *options) {
  if (game->players != 2) return "it plays games for two";
  if (game->mode != MODE_ALTERNATING || game_has(game, GAME_PUZZLE) || game->n_subgames) {
    return "it plays games in which players take turns";
  }
  if (game_has(game, GAME_HIDDEN)) return "it plays games without hidden information";
  return NULL;
}

static const SearchOption learnt_options[] = {
    BUDGET_OPTIONS(LearntOptions, budget, "Positions for a move; as many as alphabeta has by default."),
    {"threads", OPTION_INTEGER, offsetof(LearntOptions, threads), 1, 256, "1", NULL, "Threads of the search."},
    {"games", OPTION_INTEGER, offsetof(LearntOptions, games), 0, 1e6, "0", NULL,
     "Games of self-play it learns from, once for a game; 0: as many as can be played in a few seconds."},
    {"most", OPTION_REAL, offsetof(LearntOptions, most), 0, 2, "0", NULL,
     "The error of its heuristic, as a part of that of knowing nothing, above which uct plays; 0: 0.86, or 0.97 where "
     "there are at most 8 moves to choose from."},
    {0},
};

const AgentKind agent_learnt = {
    .name = "learnt",
    .doc = "Alpha-beta with a heuristic learnt by self-play when a game is first met; uct where that tells too little.",
    .options = learnt_options,
    .size = sizeof(LearntOptions),
    .unsuited = unsuited_learnt,
    .open = open_learnt,
    .choose = choose_learnt,
    .close = close_learnt,
};
