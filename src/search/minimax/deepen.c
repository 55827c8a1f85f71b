// Iterative deepening at the root.
#include "search/minimax/deepen.h"

#include "search/mcts/rollout.h"

static const double per_ply = 1e-4;  // what a result loses with every move until it
static const double certain = 0.95;  // above this only results of finished games lie

void deepen_open(Deepen *deepen, const AgentSetting *setting, const DeepenOptions *options) {
  *deepen = (Deepen){.options = options, .stop = setting->stop, .watch = setting->watch};
  deepen->x = position_new(setting->game, setting->seed, 0);
  evaluation_open(&deepen->evaluation, setting, options->eval);
}

void deepen_close(Deepen *deepen) {
  position_free(deepen->x);
  evaluation_close(&deepen->evaluation);
}

bool deepen_visit(Deepen *deepen) {
  deepen->use.iterations++;
  deepen->use.states++;
  if (!budget_left(&deepen->options->budget, &deepen->use, deepen->began)) deepen->stopped = true;
  deepen->stopped |= position_ran_out_of_time(deepen->x);
  return !deepen->stopped;
}

void deepen_leaf(Deepen *deepen, double *utilities) {
  Position *x = deepen->x;
  if (!position_over(x)) {
    deepen->cut = true;
    deepen->evaluation.evaluator->estimate(deepen->evaluation.evaluator, x, utilities);
    return;
  }
  seat_utilities(x, utilities);
  double fade = 1 - per_ply * (double)MIN(x->played.n, 400);
  for (int seat = 1; seat <= x->game->players; seat++) utilities[seat] *= fade;
}

// All root moves so deep. False when the budget ended first: the lines are then as they were.
static bool look(Deepen *deepen, MoveList list, int depth, DeepenValue *value, SearchReport *report) {
  double alpha = -2;
  size_t n = report->lines.n;
  SearchLine *found = mem_alloc(sizeof(SearchLine) * n);
  memcpy(found, report->lines.at, sizeof(SearchLine) * n);
  for (size_t i = 0; i < n && !deepen->stopped; i++) {
    uint64_t before = deepen->use.iterations;
    Move move = *move_at(deepen->x, list, found[i].move);
    position_apply(deepen->x, &move);
    found[i].value = value(deepen, depth - 1, alpha);
    position_undo(deepen->x);
    found[i].visits += deepen->use.iterations - before;
    found[i].proof = found[i].value > certain || found[i].value < -certain ? PROOF_EXACT : PROOF_NONE;
    alpha = MAX(alpha, found[i].value);
  }
  deepen->stopped |= position_ran_out_of_time(deepen->x);
  if (!deepen->stopped) memcpy(report->lines.at, found, sizeof(SearchLine) * n);
  mem_free(found);
  return !deepen->stopped;
}

// Best first; equal ones keep their order.
static void sort_lines(SearchReport *report) {
  for (size_t i = 1; i < report->lines.n; i++) {
    SearchLine line = report->lines.at[i];
    size_t to = i;
    for (; to > 0 && report->lines.at[to - 1].value < line.value; to--) report->lines.at[to] = report->lines.at[to - 1];
    report->lines.at[to] = line;
  }
}

static void sort_by_number(SearchReport *report) {
  for (size_t i = 1; i < report->lines.n; i++) {
    SearchLine line = report->lines.at[i];
    size_t to = i;
    for (; to > 0 && report->lines.at[to - 1].move > line.move; to--) report->lines.at[to] = report->lines.at[to - 1];
    report->lines.at[to] = line;
  }
}

// The line of play: the best move of the root, then whatever the search expects, as far as it looked.
static void note_expected(Deepen *deepen, MoveList list, SearchReport *report) {
  Position *x = deepen->x;
  uint32_t move = report->lines.at[0].move;
  VEC_CLEAR(&report->expected);
  VEC_PUSH(&report->expected, move);
  int made = 0;
  for (MoveList here = list; deepen->best && move < here.n; made++) {
    Move next = *move_at(x, here, move);
    position_apply(x, &next);
    if (made) position_forget(x, here);
    if (position_over(x) || x->fault || made + 1 >= report->depth) {
      made++;
      break;
    }
    move = deepen->best(deepen);
    here = position_moves(x);
    if (move < here.n) VEC_PUSH(&report->expected, move);
    else position_forget(x, here);
  }
  while (made-- > 0) position_undo(x);
}

static void note_effort(const Deepen *deepen, SearchReport *report) {
  report->value = report->lines.at[0].value;
  report->iterations = deepen->use.iterations;
  report->states = deepen->use.states;
  report->seconds = budget_now(&deepen->options->budget) - deepen->began;
}

uint32_t deepen_choose(Deepen *deepen, const Position *x, int seat, DeepenValue *value, SearchReport *report) {
  position_copy(deepen->x, x);
  deepen->x->random = x->random;
  deepen->seat = seat;
  deepen->stopped = false;
  deepen->use = (BudgetUse){.otherwise = POSITIONS_OTHERWISE, .stop = deepen->stop};
  deepen->began = budget_now(&deepen->options->budget);
  MoveList list = position_moves(deepen->x);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&report->lines, (SearchLine){.move = i});
  BudgetWatch watch;
  budget_watch(&watch, deepen->x, &deepen->options->budget, deepen->began, deepen->stop);
  for (int depth = 1; list.n > 1 && depth <= deepen->options->depth; depth++) {
    deepen->cut = false;
    if (!look(deepen, list, depth, value, report)) break;
    sort_lines(report);
    report->depth = depth;
    note_expected(deepen, list, report);
    note_effort(deepen, report);
    if (deepen->watch) deepen->watch->tell(deepen->watch->self, report);
    if (!deepen->cut || report->lines.at[0].value > certain) break;
  }
  budget_unwatch(deepen->x);
  position_forget(deepen->x, list);
  uint32_t best = report->lines.at[0].move;
  if (!report->expected.n) VEC_PUSH(&report->expected, best);
  note_effort(deepen, report);
  sort_by_number(report);
  return best;
}

const char *deepen_unsuited(const Game *game, const void *options) {
  (void)options;
  if (game_has(game, GAME_STOCHASTIC)) return "depth-first searches do not play games of chance";
  if (game_has(game, GAME_HIDDEN)) return "depth-first searches do not play games with hidden information";
  if (game->mode != MODE_ALTERNATING) return "depth-first searches play only games in which players take turns";
  return NULL;
}

const char *deepen_refuse(const void *options) { return evaluation_refuse(((const DeepenOptions *)options)->eval); }
