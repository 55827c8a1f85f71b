// Unbounded best-first minimax with completion (Cohen-Solal 2020): a tree in memory grows where both players play best.
// Again and again the line of best moves is followed to its end, all moves there are judged, and the values on the way
// are worked out anew. What is known for certain is marked as solved and not looked at again. The move made is the one
// whose line was followed most often.
#include "search/evaluation.h"
#include "search/minimax/deepen.h"

#include <stdlib.h>

typedef struct BestFirstOptions {
  Budget budget;
  int64_t megabytes;
  bool reuse, native;
  const char *eval;
} BestFirstOptions;

// A position. Its children are next to each other, in the order of the sorted moves.
typedef struct BfNode {
  uint64_t hash;
  float value;        // for the first seat
  uint32_t first, n;  // children; n is 0 as long as it was not expanded
  uint32_t visits;    // lines followed through here
  uint8_t seat;       // to move
  bool solved;        // the value is certain
} BfNode;

enum { BF_DEPTH_MOST = 500 };
static const double per_ply = 1e-4;    // what a result loses with every move until it
static const double estimates = 0.95;  // estimates lie below this

typedef struct BestFirst {
  const BestFirstOptions *options;
  AgentSetting setting;
  Evaluation evaluation;
  ForwardModel model;
  ForwardList list;      // of the root
  VEC(uint32_t) number;  // of the root's children: the interpreter's number of the move
  BfNode *nodes;
  uint32_t used, cap, root;
  uint32_t path[BF_DEPTH_MOST];
  int depth;  // nodes on the path after the root
  int deepest;
  BudgetPot pot;
  BudgetShare share;
  BudgetWatch watch;
  bool stopped;
} BestFirst;

static void *open_best_first(const AgentSetting *setting, const void *given) {
  const BestFirstOptions *options = given;
  BestFirst *search = mem_alloc_zero(sizeof *search);
  search->options = options;
  search->setting = *setting;
  evaluation_open(&search->evaluation, setting, options->eval);
  forward_open(&search->model, setting->game, NULL, setting->seed);
  search->cap = (uint32_t)MIN(((size_t)options->megabytes << 20) / sizeof(BfNode), UINT32_MAX / 2);
  search->nodes = mem_alloc_zero(sizeof(BfNode) * search->cap);
  return search;
}

static void close_best_first(void *self) {
  BestFirst *search = self;
  evaluation_close(&search->evaluation);
  forward_close(&search->model);
  VEC_FREE(&search->number);
  mem_free(search->nodes);
  mem_free(search);
}

// ---- values ------------------------------------------------------------------------------------------

static double sign_of(const BfNode *node) { return node->seat == 1 ? 1 : -1; }
// Won for the seat to move at a node that is not below it.
static bool is_won(const BfNode *child, double sign) { return child->solved && sign * child->value > estimates; }

// Judges the position the model stands at, so many moves after the root.
static void judge(BestFirst *search, BfNode *node) {
  ForwardModel *model = &search->model;
  double utilities[GAME_PLAYERS_MAX + 1] = {0};
  *node = (BfNode){.hash = forward_hash(model), .seat = 1};
  if (forward_over(model)) {
    double fade = 1 - per_ply * MIN(search->depth + 1, 400);
    forward_results(model, utilities);
    node->solved = true;
    node->value = (float)(fade * utilities[1]);
  } else if (!forward_fault(model)) {
    node->seat = (uint8_t)forward_seat(model);
    forward_estimate(model, search->evaluation.evaluator, utilities);
    node->value = (float)(estimates * MAX(-1, MIN(1, utilities[1])));
  }
}

// How good a child is to follow next: what is solved is not followed while something is open.
static double appeal(const BfNode *child, double sign) {
  return child->solved ? sign * child->value - 10 : sign * child->value - 1e-7 * MIN(child->visits, 1000000);
}

static uint32_t best_open(const BestFirst *search, const BfNode *node) {
  uint32_t best = node->first;
  double sign = sign_of(node), most = -100;
  for (uint32_t i = node->first; i < node->first + node->n; i++) {
    double value = appeal(&search->nodes[i], sign);
    if (value <= most) continue;
    most = value;
    best = i;
  }
  return best;
}

// The value of a node from those of its children; it is solved when a child wins or all are solved.
static void work_out(const BestFirst *search, BfNode *node) {
  double sign = sign_of(node), most = -100;
  bool all = true, won = false;
  for (uint32_t i = node->first; i < node->first + node->n; i++) {
    const BfNode *child = &search->nodes[i];
    all &= child->solved;
    won |= is_won(child, sign);
    most = MAX(most, sign * child->value);
  }
  node->value = (float)(sign * most);
  node->solved = all || won;
}

// ---- one line ----------------------------------------------------------------------------------------

static bool go_on(BestFirst *search) {
  bool left = budget_take(&search->pot, &search->share) && !forward_out_of_time(&search->model);
  budget_spend(&search->pot, &search->share, 1);
  search->stopped |= !left;
  return left;
}

static ForwardList list_moves(ForwardModel *model) {
  ForwardList list = forward_moves(model);
  forward_sort(model, &list);
  return list;
}

// Makes and judges all children of the node the model stands at. False: time or memory ran out, and there are none.
static bool expand(BestFirst *search, BfNode *node) {
  ForwardModel *model = &search->model;
  ForwardList list = list_moves(model);
  uint32_t first = search->used, made = 0;
  if (list.n > search->cap - search->used || forward_fault(model)) search->stopped = true;
  for (uint32_t i = 0; i < list.n && !search->stopped && go_on(search); i++, made++) {
    forward_apply(model, list, forward_nth(model, list, i));
    judge(search, &search->nodes[first + i]);
    forward_undo(model);
  }
  bool whole = made == list.n && !forward_out_of_time(model);
  forward_forget(model, list);
  if (!whole) return false;
  node->first = first;
  node->n = list.n;
  search->used += list.n;
  return true;
}

static void step_down(BestFirst *search, uint32_t child, const BfNode *parent) {
  ForwardModel *model = &search->model;
  ForwardList list = list_moves(model);
  forward_apply(model, list, forward_nth(model, list, child - parent->first));
  forward_forget(model, list);
  search->path[search->depth++] = child;
  search->deepest = MAX(search->deepest, search->depth);
}

static void follow_line(BestFirst *search) {
  BfNode *node = &search->nodes[search->root];
  search->depth = 0;
  if (!go_on(search)) return;
  while (node->n && search->depth < BF_DEPTH_MOST - 1) {
    uint32_t child = best_open(search, node);
    step_down(search, child, node);
    node = &search->nodes[child];
    if (node->solved || forward_fault(&search->model)) break;
  }
  bool learnt = node->n || node->solved || expand(search, node);
  for (int d = 0; d < search->depth; d++) forward_undo(&search->model);
  if (!search->model.is_native) position_clear_fault(search->model.x);
  if (!learnt) return;
  for (int d = search->depth; d-- > -1;) {
    node = &search->nodes[d >= 0 ? search->path[d] : search->root];
    node->visits++;
    if (node->n) work_out(search, node);
  }
}

// ---- the agent ---------------------------------------------------------------------------------------

// The node of a position at most so many moves below, or 0.
static uint32_t find_below(const BestFirst *search, uint32_t at, uint64_t hash, int moves) {
  const BfNode *node = &search->nodes[at];
  for (uint32_t i = node->first; i < node->first + node->n; i++) {
    if (search->nodes[i].hash == hash && !search->nodes[i].solved) return i;
  }
  for (uint32_t i = node->first; moves > 1 && i < node->first + node->n; i++) {
    uint32_t found = find_below(search, i, hash, moves - 1);
    if (found) return found;
  }
  return 0;
}

// The root: what is known of the position from the last search, as long as there is plenty of room.
static void set_root(BestFirst *search) {
  uint64_t hash = forward_hash(&search->model);
  bool room = search->used < search->cap / 2;
  uint32_t kept = search->options->reuse && room && search->used ? find_below(search, search->root, hash, 3) : 0;
  search->root = kept;
  if (kept) return;
  search->used = 1;
  search->nodes[0] = (BfNode){.hash = hash, .seat = (uint8_t)forward_seat(&search->model)};
}

// Stands at a position. The moves of the root are reported by their numbers there.
static void stand_at(BestFirst *search, const Position *x) {
  ForwardModel *model = &search->model;
  const AgentSetting *setting = &search->setting;
  bool native = search->options->native;
  search->list = forward_stand(
      model, x, native ? forward_native(setting->executor, setting->game, search->evaluation.evaluator) : NULL);
  ForwardList sorted = search->list;
  forward_sort(model, &sorted);
  VEC_CLEAR(&search->number);
  for (uint32_t i = 0; i < sorted.n; i++)
    VEC_PUSH(&search->number, forward_number(model, forward_nth(model, sorted, i)));
  VEC_CLEAR(&model->order);
}

// A sure win first, a sure loss last; else what was followed most often.
static double merit(const BfNode *child, double sign) {
  if (is_won(child, sign)) return 1e12 + sign * child->value;
  if (is_won(child, -sign)) return -1e12 + sign * child->value;
  if (child->solved) return -1 + sign * child->value;
  return child->visits + sign * child->value / 4;
}

// What is solved is not followed any more, so that it counts by its value: it is taken where the best of the others is
// worth less.
static uint32_t best_child(const BestFirst *search, const BfNode *node) {
  const BfNode *nodes = search->nodes;
  double sign = sign_of(node);
  uint32_t best = node->first;
  for (uint32_t i = node->first; i < node->first + node->n; i++) {
    if (merit(&nodes[i], sign) > merit(&nodes[best], sign)) best = i;
  }
  uint32_t sure = best;
  for (uint32_t i = node->first; i < node->first + node->n; i++) {
    if (nodes[i].solved && sign * nodes[i].value > sign * nodes[sure].value) sure = i;
  }
  return sure;
}

static int by_number(const void *a, const void *b) {
  const SearchLine *x = a, *y = b;
  return x->move < y->move ? -1 : x->move > y->move;
}

static void note_lines(const BestFirst *search, SearchReport *report) {
  const BfNode *root = &search->nodes[search->root];
  for (uint32_t i = 0; i < root->n; i++) {
    const BfNode *child = &search->nodes[root->first + i];
    VEC_PUSH(&report->lines, (SearchLine){.move = search->number.at[i],
                                          .visits = child->visits,
                                          .value = sign_of(root) * child->value,
                                          .proof = child->solved ? PROOF_EXACT : PROOF_NONE});
  }
  if (root->n) qsort(report->lines.at, report->lines.n, sizeof *report->lines.at, by_number);
}

// The line of best moves, which is played through and taken back.
static void note_expected(BestFirst *search, SearchReport *report) {
  ForwardModel *model = &search->model;
  const BfNode *node = &search->nodes[search->root];
  int made = 0;
  while (node->n) {
    uint32_t child = best_child(search, node);
    ForwardList list = list_moves(model);
    uint32_t number = forward_follow(model, list, forward_nth(model, list, child - node->first));
    forward_forget(model, list);
    if (number == UINT32_MAX) break;
    VEC_PUSH(&report->expected, number);
    node = &search->nodes[child];
    made++;
  }
  while (made-- > 0) forward_unfollow(model);
  if (!report->expected.n) VEC_PUSH(&report->expected, 0);
}

static uint32_t note_all(BestFirst *search, double began, SearchReport *report) {
  const BfNode *node = &search->nodes[search->root];
  uint32_t best = node->n ? best_child(search, node) - node->first : 0;
  report_clear(report);
  report->value = node->n ? sign_of(node) * search->nodes[node->first + best].value : 0;
  report->iterations = search->share.iterations;
  report->states = search->share.states;
  report->depth = search->deepest;
  report->seconds = budget_now(&search->options->budget) - began;
  note_lines(search, report);
  note_expected(search, report);
  return node->n ? search->number.at[best] : 0;
}

static uint32_t choose_best_first(void *self, const Position *x, int seat, SearchReport *report) {
  (void)seat;
  BestFirst *search = self;
  const SearchWatch *watch = search->setting.watch;
  double began = budget_now(&search->options->budget), told = clock_seconds();
  stand_at(search, x);
  search->stopped = false;
  search->deepest = 0;
  set_root(search);
  budget_fill(&search->pot, &search->options->budget, POSITIONS_OTHERWISE, 1, search->setting.stop);
  budget_begin(&search->pot, &search->share);
  search->share.began = began;
  budget_watch(&search->watch, search->model.x, &search->options->budget, began, search->setting.stop);
  bool choice = search->list.n > 1;
  while (choice && !search->stopped && !search->nodes[search->root].solved) {
    follow_line(search);
    if (!watch || clock_seconds() - told < watch->every) continue;
    told = clock_seconds();
    note_all(search, began, report);
    watch->tell(watch->self, report);
  }
  budget_unwatch(search->model.x);
  uint32_t best = note_all(search, began, report);
  forward_leave(&search->model, search->list);
  return best;
}

static const char *unsuited(const Game *game, const void *options) {
  if (game->players != 2) return "ubfm is for two players";
  return deepen_unsuited(game, options);
}

static const char *refuse(const void *options) { return evaluation_refuse(((const BestFirstOptions *)options)->eval); }

#define AT(field) offsetof(BestFirstOptions, field)

static const SearchOption best_first_options[] = {
    BUDGET_OPTIONS(BestFirstOptions, budget, POSITIONS_DOC),
    {"reuse", OPTION_SWITCH, AT(reuse), 0, 0, "yes", NULL, "Keeps the part of the tree behind the moves made."},
    {"memory", OPTION_INTEGER, AT(megabytes), 1, 65536, "64", NULL,
     "Megabytes of tree; the search ends when it is full."},
    EVALUATION_OPTION(BestFirstOptions, eval),
    {"native", OPTION_SWITCH, AT(native), 0, 0, "yes", NULL, NATIVE_DOC},
    {0},
};

const AgentKind agent_ubfm = {
    .name = "ubfm",
    .doc = "Unbounded best-first minimax with completion for two players, judging by heuristics.",
    .options = best_first_options,
    .size = sizeof(BestFirstOptions),
    .refuse = refuse,
    .unsuited = unsuited,
    .open = open_best_first,
    .choose = choose_best_first,
    .close = close_best_first,
};
