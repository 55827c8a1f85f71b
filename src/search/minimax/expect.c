// Expectiminimax for games of chance, with iterative deepening and pruning at chance nodes (star1: Ballard 1983).
// Chance may come in when moves are listed (dice) and when one is made; its outcomes are gone through one by one, or
// some are drawn where there are many. The seat whose move is looked for plays for the most, all others for the least.
#include "play/playout/executor.h"
#include "search/evaluation.h"
#include "search/mcts/sim_position.h"
#include "search/minimax/deepen.h"

#include "play/show/seats.h"

enum { EXPECT_PLIES = 32, OUTCOMES_MOST = 40, OUTCOMES_DRAWN = 8, PLACES = 2 };
static const double per_ply = 1e-4;    // what a result loses with every move until it
static const double estimates = 0.95;  // estimates lie below this
static const double most = 1;          // no value is above it, none below its negative

typedef enum ChancePlace { CHANCE_LISTING, CHANCE_MAKING } ChancePlace;

typedef struct ExpectMove {
  uint32_t move;
  double value;
  uint64_t visits;
} ExpectMove;

typedef struct Expect {
  const DeepenOptions *options;
  AgentSetting setting;
  Evaluation evaluation;
  SimPosition sim;
  Position *x;      // the interpreter's of sim
  Script *scripts;  // for every ply and place
  VEC(ExpectMove) moves;
  SimList list;   // of the root
  Random random;  // draws outcomes
  BudgetPot pot;
  BudgetShare share;
  BudgetWatch watch;
  int seat;
  bool stopped, open;
} Expect;

static void *open_expect(const AgentSetting *setting, const void *options) {
  Expect *search = mem_alloc_zero(sizeof *search);
  search->options = options;
  search->setting = *setting;
  evaluation_open(&search->evaluation, setting, search->options->eval);
  sim_open(&search->sim, setting->game, setting->seed, true);
  search->x = search->sim.x;
  search->scripts = mem_alloc_zero(sizeof(Script) * EXPECT_PLIES * PLACES);
  return search;
}

static void close_expect(void *self) {
  Expect *search = self;
  evaluation_close(&search->evaluation);
  sim_close(&search->sim);
  mem_free(search->scripts);
  VEC_FREE(&search->moves);
  mem_free(search);
}

// ---- chance ------------------------------------------------------------------------------------------

// The mean over outcomes that is being worked out, and the window it is asked for.
typedef struct Mean {
  double alpha, beta;
  double sum, left;   // of values so far, and the probability of what is still to come
  double p;           // of the outcome at hand
  uint32_t n, drawn;  // outcomes so far; so many are drawn instead of gone through (0: all are gone through)
  Script *script;
} Mean;

static Mean mean_begin(Expect *search, int ply, ChancePlace place, double alpha, double beta) {
  Script *script = &search->scripts[ply * PLACES + (int)place];
  script->n = script->drawn = 0;
  script->noting = false;
  return (Mean){.alpha = alpha, .beta = beta, .left = 1, .script = script};
}

// Native code draws what it drew for the list of moves once more when it makes one of them.
static void chance_set_native(Expect *search, Mean *mean, const Script *listed) {
  NativeStack *stack = &search->sim.stack;
  mean->script->noting = mean->drawn > 0;
  if (mean->drawn) native_set_chance(stack->native, native_stack_state(stack), search->x->random);
  native_prescribe(stack->native, listed, mean->script);
}

// Chance is prescribed from here to chance_seen; or drawn. listed: what was drawn for the list of moves, or NULL.
static void chance_set(Expect *search, Mean *mean, const Script *listed) {
  mean->script->drawn = 0;
  mean->script->probability = 1;
  if (mean->drawn) search->x->random = random_stream(random_mix(search->random.key), search->random.counter++);
  if (search->sim.inside) chance_set_native(search, mean, listed);
  else if (!mean->drawn) search->x->script = mean->script;
}

static void chance_seen(Expect *search, Mean *mean) {
  search->x->script = NULL;
  if (search->sim.native) native_prescribe(search->sim.stack.native, NULL, NULL);
  mean->p = mean->drawn ? 1.0 / mean->drawn : mean->script->probability;
}

// The window in which the value of this outcome still matters.
static double low_of(const Mean *mean) {
  return MAX(-most, (mean->alpha - mean->sum - (mean->left - mean->p) * most) / mean->p);
}
static double high_of(const Mean *mean) {
  return MIN(most, (mean->beta - mean->sum + (mean->left - mean->p) * most) / mean->p);
}

// How many outcomes there are, if those of every draw go with all others.
static double outcomes_of(const Script *script) {
  double n = 1;
  for (uint32_t i = 0; i < script->drawn && i < SCRIPT_MAX; i++) n *= script->bounds[i];
  return n;
}

// The next outcome: false when all were seen, or no other can change the answer.
static bool mean_next(Expect *search, Mean *mean, double value) {
  if (mean->n++ == 0 && outcomes_of(mean->script) > OUTCOMES_MOST) {
    mean->drawn = OUTCOMES_DRAWN;  // the first one is not a fair sample: begin again
    return !search->stopped;
  }
  mean->sum += mean->p * value;
  mean->left = MAX(0, mean->left - mean->p);
  if (search->stopped || mean->sum + mean->left * most <= mean->alpha) return false;
  if (mean->sum - mean->left * most >= mean->beta) return false;
  if (mean->drawn) return mean->n <= mean->drawn;
  return script_next(mean->script);
}

// The mean, or a bound of it outside the window.
static double mean_value(const Mean *mean) {
  if (mean->left < 1e-9) return mean->sum;
  return mean->sum + mean->left * most <= mean->alpha ? mean->sum + mean->left * most : mean->sum - mean->left * most;
}

// ---- the search --------------------------------------------------------------------------------------

static bool go_on(Expect *search) {
  bool left = budget_take(&search->pot, &search->share) && !position_ran_out_of_time(search->x);
  budget_spend(&search->pot, &search->share, 1);
  search->stopped |= !left;
  return left;
}

static double leaf(Expect *search, int ply) {
  SimPosition *sim = &search->sim;
  double utilities[GAME_PLAYERS_MAX + 1] = {0};
  if (sim_over(sim)) return (1 - per_ply * ply) * sim_utility(sim, search->seat);
  search->open = true;
  search->stopped |= position_ran_out_of_time(search->x);
  if (sim_fault(sim)) return 0;
  sim_estimate(sim, search->evaluation.evaluator, utilities);
  return estimates * MAX(-1, MIN(1, utilities[search->seat]));
}

static double value_after(Expect *search, SimList list, uint32_t i, int depth, int ply, double alpha, double beta);

static double best_of(Expect *search, SimList list, int depth, int ply, double alpha, double beta) {
  bool ours = sim_turn(&search->sim) == search->seat;
  double best = ours ? -2 : 2;
  for (uint32_t i = 0; i < list.n && !search->stopped && alpha < beta; i++) {
    double value = value_after(search, list, i, depth, ply, alpha, beta);
    best = ours ? MAX(best, value) : MIN(best, value);
    if (ours) alpha = MAX(alpha, best);
    else beta = MIN(beta, best);
  }
  return best;
}

// The value for our seat of the position, before moves are listed.
static double value_at(Expect *search, int depth, int ply, double alpha, double beta) {
  if (!go_on(search)) return 0;
  SimPosition *sim = &search->sim;
  if (depth <= 0 || ply >= EXPECT_PLIES || sim_over(sim) || sim_fault(sim)) return leaf(search, ply);
  Mean mean = mean_begin(search, ply, CHANCE_LISTING, alpha, beta);
  double value;
  do {
    chance_set(search, &mean, NULL);
    SimList list = sim_moves(sim);
    chance_seen(search, &mean);
    if (sim_fault(sim)) value = leaf(search, ply);
    else value = best_of(search, list, depth, ply, low_of(&mean), high_of(&mean));
    sim_forget(sim, list);
  } while (mean_next(search, &mean, value));
  return mean_value(&mean);
}

// The moves of the root are made by the interpreter; native code goes on from there.
static void make(Expect *search, SimList list, uint32_t i) {
  SimPosition *sim = &search->sim;
  sim_try(sim, list, i);
  if (sim->native && !sim->inside) sim_enter(sim);
}

static void take_back(Expect *search, int ply) {
  if (ply == 0) search->sim.inside = false;
  sim_undo(&search->sim);
}

static double value_after(Expect *search, SimList list, uint32_t i, int depth, int ply, double alpha, double beta) {
  Mean mean = mean_begin(search, ply, CHANCE_MAKING, alpha, beta);
  const Script *listed = &search->scripts[ply * PLACES + CHANCE_LISTING];
  double value;
  do {
    chance_set(search, &mean, listed);
    make(search, list, i);
    chance_seen(search, &mean);
    value = value_at(search, depth - 1, ply + 1, low_of(&mean), high_of(&mean));
    take_back(search, ply);
  } while (mean_next(search, &mean, value));
  return mean_value(&mean);
}

// ---- the root ----------------------------------------------------------------------------------------

// All moves so deep; false when the budget ended first, and then all is as it was.
static bool look(Expect *search, int depth) {
  double alpha = -most;
  size_t n = search->moves.n;
  ExpectMove *found = mem_alloc(sizeof *found * n);
  memcpy(found, search->moves.at, sizeof *found * n);
  for (size_t i = 0; i < n && !search->stopped; i++) {
    uint64_t before = search->share.iterations;
    found[i].value = value_after(search, search->list, found[i].move, depth, 0, alpha, most);
    found[i].visits += search->share.iterations - before;
    alpha = MAX(alpha, found[i].value);
  }
  if (!search->stopped) memcpy(search->moves.at, found, sizeof *found * n);
  mem_free(found);
  return !search->stopped;
}

// Best first; equal ones keep their order.
static void sort_moves(Expect *search) {
  ExpectMove *at = search->moves.at;
  for (size_t i = 1; i < search->moves.n; i++) {
    ExpectMove move = at[i];
    size_t to = i;
    for (; to > 0 && at[to - 1].value < move.value; to--) at[to] = at[to - 1];
    at[to] = move;
  }
}

static void note_all(const Expect *search, int depth, double began, SearchReport *report) {
  report_clear(report);
  for (uint32_t i = 0; i < search->moves.n; i++) VEC_PUSH(&report->lines, (SearchLine){.move = i});
  for (size_t i = 0; i < search->moves.n; i++) {
    const ExpectMove *move = &search->moves.at[i];
    report->lines.at[move->move].value = move->value;
    report->lines.at[move->move].visits = move->visits;
  }
  VEC_PUSH(&report->expected, search->moves.at[0].move);
  report->value = search->moves.at[0].value;
  report->iterations = search->share.iterations;
  report->states = search->share.states;
  report->depth = depth;
  report->seconds = budget_now(&search->options->budget) - began;
}

// Native code, where positions can be judged by their state alone.
static const Native *native_for(Expect *search) {
  const Game *game = search->setting.game;
  bool fits = search->evaluation.evaluator->estimate_state && !game->n_subgames && !game->in_match;
  return fits && search->options->native ? executor_native(search->setting.executor) : NULL;
}

// The moves are those of the throw that was made; what comes after it is not known to us.
static void stand_at(Expect *search, const Position *x, int seat) {
  position_copy(search->x, x);
  search->x->random = x->random;
  search->list = sim_list(position_moves(search->x));
  sim_use(&search->sim, native_for(search));
  sim_root(&search->sim, search->list.n, false);
  search->random = random_stream(search->setting.seed, (uint64_t)x->head->made);
  search->seat = seat;
  search->stopped = false;
  VEC_CLEAR(&search->moves);
  for (uint32_t i = 0; i < search->list.n; i++) VEC_PUSH(&search->moves, (ExpectMove){.move = i});
}

static uint32_t choose_expect(void *self, const Position *x, int seat, SearchReport *report) {
  Expect *search = self;
  const SearchWatch *watch = search->setting.watch;
  double began = budget_now(&search->options->budget);
  stand_at(search, x, seat);
  budget_fill(&search->pot, &search->options->budget, POSITIONS_OTHERWISE, 1, search->setting.stop);
  budget_begin(&search->pot, &search->share);
  search->share.began = began;
  budget_watch(&search->watch, search->x, &search->options->budget, began, search->setting.stop);
  int depth = 0, deepest = (int)MIN(search->options->depth, EXPECT_PLIES);
  search->open = true;
  while (search->list.n > 1 && depth < deepest && search->open) {
    search->open = false;
    if (!look(search, depth + 1)) break;
    depth++;
    sort_moves(search);
    if (!watch) continue;
    note_all(search, depth, began, report);
    watch->tell(watch->self, report);
  }
  budget_unwatch(search->x);
  sim_forget(&search->sim, search->list);
  note_all(search, depth, began, report);
  return search->moves.at[0].move;
}

static const char *unsuited(const Game *game, const void *options) {
  (void)options;
  if (game->players < 2) return "expect needs opponents";
  if (game_has(game, GAME_HIDDEN)) return "depth-first searches do not play games with hidden information";
  if (game->mode != MODE_ALTERNATING) return "depth-first searches play only games in which players take turns";
  return NULL;
}

static const SearchOption expect_options[] = {
    DEEPEN_OPTIONS,
    {"native", OPTION_SWITCH, offsetof(DeepenOptions, native), 0, 0, "yes", NULL, NATIVE_DOC},
    {0},
};

const AgentKind agent_expect = {
    .name = "expect",
    .doc = "Expectiminimax with iterative deepening for games of chance, judging by heuristics.",
    .options = expect_options,
    .size = sizeof(DeepenOptions),
    .refuse = deepen_refuse,
    .unsuited = unsuited,
    .open = open_expect,
    .choose = choose_expect,
    .close = close_expect,
};
