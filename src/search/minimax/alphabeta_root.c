// At the root: iterative deepening with aspiration windows, until the budget is spent or the result is known. Further
// threads search the same, some of them a move deeper; they help through the table they share (lazy SMP).
#include "search/minimax/alphabeta.h"

#include "search/minimax/deepen.h"

enum { WINDOW = 400, WINDOWS_FROM_DEPTH = 4, PAST_MOST = 60 };

// ---- opening and closing -----------------------------------------------------------------------------

static void *open_alphabeta(const AgentSetting *setting, const void *given) {
  const AlphaBetaOptions *options = given;
  AlphaBeta *search = mem_alloc_zero(sizeof *search);
  search->options = options;
  search->setting = *setting;
  material_new(setting->game, setting->seed, &search->material);
  evaluation_open(&search->evaluation, setting, options->eval);
  search->evaluator = search->evaluation.evaluator;
  noise_watch(&search->noise, setting->game, search->material, setting->seed);
  table_open(&search->table, (size_t)options->megabytes << 20);
  search->back = position_new(setting->game, setting->seed, 0);
  pool_open(&search->pool, (int)options->threads);
  search->workers = mem_alloc_zero(sizeof(AbWorker) * (size_t)options->threads);
  for (int i = 0; i < options->threads; i++) {
    search->workers[i].search = search;
    forward_open(&search->workers[i].model, setting->game, &search->noise, setting->seed);
  }
  return search;
}

static void close_alphabeta(void *self) {
  AlphaBeta *search = self;
  for (int i = 0; i < search->options->threads; i++) {
    AbWorker *worker = &search->workers[i];
    forward_close(&worker->model);
    order_free(&worker->order);
    VEC_FREE(&worker->moves);
  }
  mem_free(search->workers);
  pool_close(search->pool);
  table_close(&search->table);
  evaluation_close(&search->evaluation);
  material_free(search->material);
  position_free(search->back);
  VEC_FREE(&search->past);
  mem_free(search);
}

// ---- beginning a search ------------------------------------------------------------------------------

// The positions of the game so far, from its last moves back. The first worker stands at the last of them.
static void note_past(AlphaBeta *search, const Position *x) {
  ForwardModel *model = &search->workers[0].model;
  uint64_t salt = alphabeta_hash(&search->workers[0]) ^ forward_hash(model);
  Position *back = search->back;
  VEC_CLEAR(&search->past);
  position_copy(back, x);
  position_copy_played(back, x);
  for (int i = 0; i < PAST_MOST && position_undo(back); i++) {
    if (!position_over(back)) VEC_PUSH(&search->past, forward_hash_of(model, back) ^ salt);
  }
}

// Which of equal moves comes first is up to the seed.
static void list_moves(AbWorker *worker) {
  const AgentSetting *setting = &worker->search->setting;
  Random random = random_stream(setting->seed, (uint64_t)worker->model.x->head->made);
  VEC_CLEAR(&worker->moves);
  for (uint32_t i = 0; i < worker->list.n; i++) VEC_PUSH(&worker->moves, (RootMove){.move = i});
  for (uint32_t i = worker->list.n; i > 1; i--) {
    uint32_t j = random_below(&random, i);
    RootMove last = worker->moves.at[i - 1];
    worker->moves.at[i - 1] = worker->moves.at[j];
    worker->moves.at[j] = last;
  }
}

static void stand_at(AbWorker *worker, const Position *x, const Native *native) {
  worker->share = (BudgetShare){0};
  worker->stopped = worker->open = false;
  worker->depth = 0;
  worker->list = forward_stand(&worker->model, x, native);
  worker->path[0] = alphabeta_hash(worker);
  order_fade(&worker->order);
  list_moves(worker);
}

// ---- one depth ---------------------------------------------------------------------------------------

static int root_value(AbWorker *worker, ForwardList list, const RootMove *root, int depth, int alpha, int beta,
                      bool first) {
  int side = alphabeta_side(worker), value = 0;
  uint32_t index = forward_index(&worker->model, root->move);
  uint32_t cell = order_cell(&forward_look(&worker->model, list)[index]);
  forward_apply(&worker->model, list, index);
  if (!first) value = alphabeta_value_for(worker, side, depth - 1, 1, alpha, alpha + 1, cell);
  if (!worker->stopped && (first || (value > alpha && value < beta))) {
    value = alphabeta_value_for(worker, side, depth - 1, 1, alpha, beta, cell);
  }
  forward_undo(&worker->model);
  return value;
}

static void move_to_front(RootMoves *moves, size_t i) {
  RootMove best = moves->at[i];
  memmove(&moves->at[1], &moves->at[0], sizeof best * i);
  moves->at[0] = best;
}

// All root moves within a window; the best one so far is always first, also when the budget ends.
static int root_pass(AbWorker *worker, int depth, int alpha, int beta) {
  ForwardList list = worker->list;
  int most = -SCORE_MOST;
  for (size_t i = 0; i < worker->moves.n && most < beta; i++) {
    RootMove *root = &worker->moves.at[i];
    uint64_t before = worker->share.iterations;
    int value = root_value(worker, list, root, depth, MAX(alpha, most), beta, i == 0);
    if (worker->stopped) break;
    root->visits += worker->share.iterations - before;
    root->score = value;
    bool better = value > MAX(alpha, most);  // below the window, values are only bounds
    most = MAX(most, value);
    if (better) move_to_front(&worker->moves, i);
  }
  worker->list = list;
  return most;
}

// Best first; equal ones keep their order.
static void sort_moves(RootMoves *moves) {
  for (size_t i = 1; i < moves->n; i++) {
    RootMove move = moves->at[i];
    size_t to = i;
    for (; to > 0 && moves->at[to - 1].score < move.score; to--) moves->at[to] = moves->at[to - 1];
    moves->at[to] = move;
  }
}

// The value lies in the window if all goes as at the last depth; otherwise the window is made wider.
static void search_depth(AbWorker *worker, int depth, int guess) {
  bool narrow = depth >= WINDOWS_FROM_DEPTH && !score_is_sure(guess);
  int width = WINDOW, alpha = narrow ? guess - width : -SCORE_MOST, beta = narrow ? guess + width : SCORE_MOST;
  for (;;) {
    int value = root_pass(worker, depth, alpha, beta);
    if (worker->stopped) return;
    if (value > alpha && value < beta) return;
    if (alpha <= -SCORE_MOST && beta >= SCORE_MOST) return;
    width *= 4;
    if (value <= alpha) alpha = width > 4 * SCORE_UNIT || score_is_sure(value) ? -SCORE_MOST : value - width;
    else beta = width > 4 * SCORE_UNIT || score_is_sure(value) ? SCORE_MOST : value + width;
  }
}

// ---- telling -----------------------------------------------------------------------------------------

// The line of play: the best move of the root, then what the table recommends, as far as the search went.
static void note_expected(AbWorker *worker, SearchReport *report) {
  ForwardModel *model = &worker->model;
  ForwardList list = worker->list;
  uint32_t move = forward_index(model, worker->moves.at[0].move);
  bool own = false;  // the list is not the root's
  int made = 0;
  VEC_CLEAR(&report->expected);
  while (move < list.n && made < MIN(MAX(worker->depth, 1), ORDER_PLIES)) {
    uint32_t number = forward_follow(model, list, move);
    if (own) forward_forget(model, list);
    own = false;
    if (number == UINT32_MAX) break;
    VEC_PUSH(&report->expected, number);
    made++;
    if (forward_over(model) || forward_fault(model)) break;
    TableEntry entry;
    move = table_find(&worker->search->table, alphabeta_hash(worker), &entry) ? entry.best : TABLE_NO_MOVE;
    list = forward_moves(model);
    own = true;
  }
  if (own) forward_forget(model, list);
  while (made-- > 0) forward_unfollow(model);
}

static void note_lines(const AbWorker *worker, SearchReport *report) {
  VEC_CLEAR(&report->lines);
  for (uint32_t i = 0; i < worker->moves.n; i++) VEC_PUSH(&report->lines, (SearchLine){.move = i});
  for (size_t i = 0; i < worker->moves.n; i++) {
    const RootMove *root = &worker->moves.at[i];
    SearchLine *line = &report->lines.at[root->move];
    line->visits = root->visits;
    line->value = score_utility(root->score);
    line->proof = score_is_sure(root->score) ? PROOF_EXACT : PROOF_NONE;
  }
}

static void note_all(AbWorker *worker, SearchReport *report) {
  const AlphaBeta *search = worker->search;
  report->value = score_utility(worker->moves.at[0].score);
  report->depth = worker->depth;
  report->iterations = report->states = 0;
  for (int i = 0; i < search->options->threads; i++) {
    if (i > 0 && !shared_get(&search->done)) break;  // still at work
    report->iterations += search->workers[i].share.iterations;
    report->states += search->workers[i].share.states;
  }
  report->seconds = budget_now(&search->options->budget) - search->began;
  note_lines(worker, report);
  note_expected(worker, report);
}

// ---- deepening ---------------------------------------------------------------------------------------

typedef struct AbTask {
  AlphaBeta *search;
  SearchReport *report;
} AbTask;

// Whether a deeper search could say more.
static bool is_settled(const AbWorker *worker) { return !worker->open || score_is_sure(worker->moves.at[0].score); }

static void deepen(AbWorker *worker, int offset, SearchReport *report) {
  AlphaBeta *search = worker->search;
  const SearchWatch *watch = search->setting.watch;
  for (int depth = 1 + offset; depth <= search->options->depth && !worker->stopped; depth++) {
    worker->open = false;
    search_depth(worker, depth, worker->moves.at[0].score);
    if (worker->stopped) break;
    if (depth == 1) sort_moves(&worker->moves);
    worker->depth = depth;
    if (report && watch) {
      note_all(worker, report);
      watch->tell(watch->self, report);
    }
    if (is_settled(worker)) break;
  }
}

static void work(void *self, size_t index, int number) {
  (void)number;
  const AbTask *task = self;
  AlphaBeta *search = task->search;
  AbWorker *worker = &search->workers[index];
  budget_begin(&search->pot, &worker->share);
  // Each thread has its own processor time: only the time on the wall counts from before it began.
  bool same = search->options->budget.clock == BUDGET_WALL;
  if (index == 0 && same) worker->share.began = search->began;
  budget_watch(&worker->watch, worker->model.x, &search->options->budget, worker->share.began, search->setting.stop);
  deepen(worker, (int)(index & 1), index == 0 ? task->report : NULL);
  if (index == 0) shared_set(&search->done, true);
  budget_unwatch(worker->model.x);
}

static uint32_t choose_alphabeta(void *self, const Position *x, int seat, SearchReport *report) {
  AlphaBeta *search = self;
  search->began = budget_now(&search->options->budget);
  search->seat = seat;
  table_age(&search->table);
  shared_set(&search->done, false);
  int threads = (int)search->options->threads;
  budget_fill(&search->pot, &search->options->budget, POSITIONS_OTHERWISE, threads, search->setting.stop);
  const Native *native = search->options->native
                             ? forward_native(search->setting.executor, search->setting.game, search->evaluator)
                             : NULL;
  for (int i = 0; i < threads; i++) stand_at(&search->workers[i], x, native);
  note_past(search, x);
  AbWorker *first = &search->workers[0];
  AbTask task = {search, report};
  if (first->list.n > 1) pool_run(search->pool, (size_t)threads, work, &task);
  shared_set(&search->done, true);
  uint32_t choice = first->moves.at[0].move;
  note_all(first, report);
  for (int i = 0; i < threads; i++) forward_leave(&search->workers[i].model, search->workers[i].list);
  return choice;
}

// ---- the agents --------------------------------------------------------------------------------------

static const char *refuse(const void *options) { return evaluation_refuse(((const AlphaBetaOptions *)options)->eval); }

static const char *unsuited(const Game *game, const void *options) {
  if (game->players != 2) return "alphabeta is for two players; try paranoid, maxn or brs";
  return deepen_unsuited(game, options);
}

static const char *unsuited_paranoid(const Game *game, const void *options) {
  if (game->players < 2) return "paranoid needs opponents";
  return deepen_unsuited(game, options);
}

#define AT(field) offsetof(AlphaBetaOptions, field)

static const SearchOption alphabeta_options[] = {
    BUDGET_OPTIONS(AlphaBetaOptions, budget, POSITIONS_DOC),
    EVALUATION_OPTION(AlphaBetaOptions, eval),
    {"depth", OPTION_INTEGER, AT(depth), 1, 100, "100", NULL, "Moves to look ahead."},
    {"reduce", OPTION_SWITCH, AT(reduce), 0, 0, "yes", NULL, "Late moves are searched less deep at first."},
    {"quiet", OPTION_SWITCH, AT(quiet), 0, 0, "yes", NULL,
     "Captures and promotions are followed to their end before a position is judged."},
    {"threads", OPTION_INTEGER, AT(threads), 1, 256, "1", NULL, "Threads that share the hash table."},
    {"memory", OPTION_INTEGER, AT(megabytes), 1, 65536, "32", NULL, "Megabytes of hash table."},
    {"native", OPTION_SWITCH, AT(native), 0, 0, "yes", NULL, NATIVE_DOC},
    {0},
};

const AgentKind agent_alphabeta = {
    .name = "alphabeta",
    .doc = "Alpha-beta with iterative deepening for two players, judging by heuristics.",
    .options = alphabeta_options,
    .size = sizeof(AlphaBetaOptions),
    .refuse = refuse,
    .unsuited = unsuited,
    .open = open_alphabeta,
    .choose = choose_alphabeta,
    .close = close_alphabeta,
};

const AgentKind agent_paranoid = {
    .name = "paranoid",
    .doc = "Alpha-beta for any number of players, as if all others played against the one to move.",
    .options = alphabeta_options,
    .size = sizeof(AlphaBetaOptions),
    .refuse = refuse,
    .unsuited = unsuited_paranoid,
    .open = open_alphabeta,
    .choose = choose_alphabeta,
    .close = close_alphabeta,
};
