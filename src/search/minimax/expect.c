// Expectiminimax for games of chance, with iterative deepening and pruning at chance nodes (star1: Ballard 1983).
// Chance may come in when moves are listed (dice) and when one is made; its outcomes are gone through one by one, or
// some are drawn where there are many. The seat whose move is looked for plays for the most, all others for the least.
#include "search/evaluation.h"
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
  Position *x;
  Script *scripts;  // for every ply and place
  VEC(ExpectMove) moves;
  MoveList list;  // of the root
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
  search->x = position_new(setting->game, setting->seed, 0);
  search->scripts = mem_alloc_zero(sizeof(Script) * EXPECT_PLIES * PLACES);
  return search;
}

static void close_expect(void *self) {
  Expect *search = self;
  evaluation_close(&search->evaluation);
  position_free(search->x);
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

// Chance is prescribed from here to chance_seen; or drawn.
static void chance_set(Expect *search, Mean *mean) {
  mean->script->drawn = 0;
  mean->script->probability = 1;
  if (!mean->drawn) search->x->script = mean->script;
  else search->x->random = random_stream(random_mix(search->random.key), search->random.counter++);
}

static void chance_seen(Expect *search, Mean *mean) {
  search->x->script = NULL;
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
  search->share.states++;
  search->stopped |= !left;
  return left;
}

static double leaf(Expect *search, int ply) {
  Position *x = search->x;
  double utilities[GAME_PLAYERS_MAX + 1] = {0};
  if (position_over(x)) return (1 - per_ply * ply) * seat_utility(x, search->seat);
  search->open = true;
  if (x->fault) return 0;
  search->evaluation.evaluator->estimate(search->evaluation.evaluator, x, utilities);
  return estimates * MAX(-1, MIN(1, utilities[search->seat]));
}

static double value_after(Expect *search, const Move *chosen, int depth, int ply, double alpha, double beta);

static double best_of(Expect *search, MoveList list, int depth, int ply, double alpha, double beta) {
  bool ours = seat_to_move(search->x) == search->seat;
  double best = ours ? -2 : 2;
  for (uint32_t i = 0; i < list.n && !search->stopped && alpha < beta; i++) {
    double value = value_after(search, move_at(search->x, list, i), depth, ply, alpha, beta);
    best = ours ? MAX(best, value) : MIN(best, value);
    if (ours) alpha = MAX(alpha, best);
    else beta = MIN(beta, best);
  }
  return best;
}

// The value for our seat of the position, before moves are listed.
static double value_at(Expect *search, int depth, int ply, double alpha, double beta) {
  if (!go_on(search)) return 0;
  if (depth <= 0 || ply >= EXPECT_PLIES || position_over(search->x) || search->x->fault) return leaf(search, ply);
  Mean mean = mean_begin(search, ply, CHANCE_LISTING, alpha, beta);
  double value;
  do {
    chance_set(search, &mean);
    MoveList list = position_moves(search->x);
    chance_seen(search, &mean);
    value = best_of(search, list, depth, ply, low_of(&mean), high_of(&mean));
    position_forget(search->x, list);
  } while (mean_next(search, &mean, value));
  return mean_value(&mean);
}

static double value_after(Expect *search, const Move *chosen, int depth, int ply, double alpha, double beta) {
  Mean mean = mean_begin(search, ply, CHANCE_MAKING, alpha, beta);
  Move move = *chosen;
  double value;
  do {
    chance_set(search, &mean);
    position_apply(search->x, &move);
    chance_seen(search, &mean);
    value = value_at(search, depth - 1, ply + 1, low_of(&mean), high_of(&mean));
    position_undo(search->x);
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
    found[i].value = value_after(search, move_at(search->x, search->list, found[i].move), depth, 0, alpha, most);
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

// The moves are those of the throw that was made; what comes after it is not known to us.
static void stand_at(Expect *search, const Position *x, int seat) {
  position_copy(search->x, x);
  search->x->random = x->random;
  search->list = position_moves(search->x);
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
  position_forget(search->x, search->list);
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

static const SearchOption expect_options[] = {DEEPEN_OPTIONS, {0}};

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
