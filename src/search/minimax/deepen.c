// Iterative deepening at the root.
#include "search/minimax/deepen.h"

#include "search/mcts/rollout.h"

static const double per_ply = 1e-4;  // what a result loses with every move until it
static const double certain = 0.95;  // above this only results of finished games lie

void deepen_open(Deepen *deepen, const AgentSetting *setting, const DeepenOptions *options) {
  *deepen = (Deepen){.options = options, .stop = setting->stop, .watch = setting->watch};
  deepen->game = setting->game;
  deepen->executor = setting->executor;
  forward_open(&deepen->model, setting->game, NULL, setting->seed);
  evaluation_open(&deepen->evaluation, setting, options->eval);
}

void deepen_close(Deepen *deepen) {
  forward_close(&deepen->model);
  evaluation_close(&deepen->evaluation);
}

bool deepen_visit(Deepen *deepen) {
  deepen->use.iterations++;
  deepen->use.states++;
  if (!budget_left(&deepen->options->budget, &deepen->use, deepen->began)) deepen->stopped = true;
  deepen->stopped |= forward_out_of_time(&deepen->model);
  return !deepen->stopped;
}

void deepen_leaf(Deepen *deepen, double *utilities) {
  ForwardModel *model = &deepen->model;
  if (!forward_over(model)) {
    deepen->cut = true;
    forward_estimate(model, deepen->evaluation.evaluator, utilities);
    return;
  }
  forward_results(model, utilities);
  double fade = 1 - per_ply * (double)MIN(forward_depth(model), 400);
  for (int seat = 1; seat <= deepen->game->players; seat++) utilities[seat] *= fade;
}

// All root moves so deep. False when the budget ended first: the lines are then as they were.
static bool look(Deepen *deepen, ForwardList list, int depth, DeepenValue *value, SearchReport *report) {
  double alpha = -2;
  size_t n = report->lines.n;
  SearchLine *found = mem_alloc(sizeof(SearchLine) * n);
  memcpy(found, report->lines.at, sizeof(SearchLine) * n);
  for (size_t i = 0; i < n && !deepen->stopped; i++) {
    uint64_t before = deepen->use.iterations;
    forward_apply(&deepen->model, list, forward_index(&deepen->model, found[i].move));
    found[i].value = value(deepen, depth - 1, alpha);
    forward_undo(&deepen->model);
    found[i].visits += deepen->use.iterations - before;
    found[i].proof = found[i].value > certain || found[i].value < -certain ? PROOF_EXACT : PROOF_NONE;
    alpha = MAX(alpha, found[i].value);
  }
  deepen->stopped |= forward_out_of_time(&deepen->model);
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

static void note_effort(const Deepen *deepen, SearchReport *report) {
  VEC_CLEAR(&report->expected);
  VEC_PUSH(&report->expected, report->lines.at[0].move);
  report->value = report->lines.at[0].value;
  report->iterations = deepen->use.iterations;
  report->states = deepen->use.states;
  report->seconds = budget_now(&deepen->options->budget) - deepen->began;
}

uint32_t deepen_choose(Deepen *deepen, const Position *x, int seat, DeepenValue *value, SearchReport *report) {
  ForwardModel *model = &deepen->model;
  const Evaluator *evaluator = deepen->evaluation.evaluator;
  deepen->seat = seat;
  deepen->stopped = false;
  deepen->use = (BudgetUse){.otherwise = POSITIONS_OTHERWISE, .stop = deepen->stop};
  deepen->began = budget_now(&deepen->options->budget);
  bool native = deepen->options->native;
  ForwardList list = forward_stand(model, x, native ? forward_native(deepen->executor, deepen->game, evaluator) : NULL);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(&report->lines, (SearchLine){.move = i});
  BudgetWatch watch;
  budget_watch(&watch, model->x, &deepen->options->budget, deepen->began, deepen->stop);
  for (int depth = 1; list.n > 1 && depth <= deepen->options->depth; depth++) {
    deepen->cut = false;
    if (!look(deepen, list, depth, value, report)) break;
    sort_lines(report);
    report->depth = depth;
    note_effort(deepen, report);
    if (deepen->watch) deepen->watch->tell(deepen->watch->self, report);
    if (!deepen->cut || report->lines.at[0].value > certain) break;
  }
  budget_unwatch(model->x);
  forward_leave(model, list);
  uint32_t best = report->lines.at[0].move;
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
