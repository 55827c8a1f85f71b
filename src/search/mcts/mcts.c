// Monte-Carlo tree search as an agent. Threads share one tree without waiting for each other (search/tree.h); a
// simulation under way counts as a loss for those that follow (virtual loss), which spreads the threads over it.
#include "search/mcts/mcts.h"

#include "play/show/seats.h"
#include "search/mcts/variants.h"
#include "state/turn/semimove.h"

static void open_worker(Mcts *mcts, int i) {
  const MctsOptions *options = mcts->options;
  Worker *worker = &mcts->workers[i];
  *worker = (Worker){.mcts = mcts, .stock = &mcts->tree.stocks[i]};
  sim_open(&worker->sim, mcts->setting.game, mcts->setting.seed, options->order == ORDER_SORTED);
  worker->x = worker->sim.x;
  rollout_init(&worker->rollout, &mcts->rollout);
  worker->rollout.guide = mcts->setting.guide;
  if (select_rules[options->select].uses_amaf) domain_ask((Domain)options->rave, worker->rollout.trail.keeps);
}

static void close_worker(Worker *worker) {
  sim_close(&worker->sim);
  rollout_free(&worker->rollout);
  VEC_FREE(&worker->root_numbers);
  VEC_FREE(&worker->path);
  VEC_FREE(&worker->arms);
  VEC_FREE(&worker->keys);
  VEC_FREE(&worker->child_of);
  VEC_FREE(&worker->edges);
  VEC_FREE(&worker->priors);
  turns_free(&worker->root_turns);
  turns_free(&worker->turns);
  keys_free(&worker->table);
}

static bool needs_more(const MctsOptions *options) {
  return options->rollup || select_rules[options->select].uses_amaf || mcts_judges(options);
}

static void *open_mcts(const AgentSetting *setting, const void *given) {
  const MctsOptions *options = given;
  Mcts *mcts = mem_alloc_zero(sizeof *mcts);
  *mcts = (Mcts){.setting = *setting, .options = options, .rollout = options->rollout};
  mcts->rollout.lessons.learn = select_rules[options->select].uses_history;
  shared_set(&mcts->chance, game_has(setting->game, GAME_STOCHASTIC));
  mcts->together = setting->game->mode == MODE_SIMULTANEOUS;
  determinize_open(&mcts->veil, setting->game);
  if (options->rollout.cutoff > 0 || mcts_judges(options)) evaluation_open(&mcts->evaluation, setting, options->eval);
  tree_init(&mcts->tree, (size_t)options->megabytes << 20, needs_more(options), (int)options->threads);
  if (options->rollup) mcts->tree.lazy = false;  // nodes are rolled up only when nobody is on them
  pool_open(&mcts->pool, (int)options->threads);
  mcts->workers = mem_alloc_lines(sizeof(Worker) * (size_t)options->threads);
  for (int i = 0; i < options->threads; i++) open_worker(mcts, i);
  return mcts;
}

static void close_mcts(void *self) {
  Mcts *mcts = self;
  for (int i = 0; i < mcts->options->threads; i++) close_worker(&mcts->workers[i]);
  mem_free(mcts->workers);
  pool_close(mcts->pool);
  determinize_close(&mcts->veil);
  tree_free(&mcts->tree);
  native_uct_free(mcts->native);
  evaluation_close(&mcts->evaluation);
  report_free(&mcts->so_far);
  mem_free(mcts);
}

// ---- one iteration -------------------------------------------------------------------------------

// Playouts that look for decisive moves would begin with one here: then the result is certain.
static bool wins_at_once(Worker *worker, double *utilities) {
  Mcts *mcts = worker->mcts;
  SimPosition *sim = &worker->sim;
  bool looks = mcts_proves(mcts) && rollout_decisive(&mcts->options->rollout) != DECISIVE_OFF;
  if (!looks || worker->outside || sim_over(sim) || sim_fault(sim)) return false;
  SimList list = sim_moves(sim);
  bool found = !sim_fault(sim) && decisive_move(sim, list, &worker->rollout.haste, &worker->rollout.states) >= 0;
  sim_forget(sim, list);
  if (!found) return false;
  int seat = sim_turn(sim);
  utilities[seat] = 1;
  utilities[3 - seat] = -1;
  worker->ended = true;
  return true;
}

static bool play_out(Worker *worker, double *utilities) {
  if (!rollout_play(&worker->rollout, &worker->sim, &worker->random)) return false;
  const Evaluator *cut = worker->mcts->options->rollout.cutoff > 0 ? worker->mcts->evaluation.evaluator : NULL;
  if (worker->rollout.haste.over) return true;  // nobody knows
  if (sim_over(&worker->sim) || !cut) rollout_utilities(&worker->rollout, &worker->sim, utilities);
  else sim_estimate(&worker->sim, cut, utilities);
  return true;
}

// Whether the search should end between two playouts; the clock is looked at now and then.
static bool ends_between(const Worker *worker, int64_t played) {
  enum { LOOK_EVERY = 16 };
  const RulesWatch *watch = &worker->watch.rules;
  return sim_fault(&worker->sim) || worker->rollout.haste.over ||
         (played % LOOK_EVERY == 0 && watch->expired(watch->self));
}

// The mean of several playouts from the same position: of as many as there is time for, but at least one.
static bool play_several(Worker *worker, double *utilities) {
  SimPosition *sim = &worker->sim;
  int64_t n = sim_over(sim) ? 1 : worker->mcts->options->rollouts, played = 0;
  SimMark leaf = sim_mark(sim);
  double sums[GAME_PLAYERS_MAX + 1] = {0};
  for (; played < n && !(played && ends_between(worker, played)); played++) {
    if (played) sim_return(sim, leaf);
    if (!play_out(worker, utilities)) return false;
    for (int seat = 1; seat <= worker->mcts->setting.game->players; seat++) sums[seat] += utilities[seat];
  }
  for (int seat = 1; seat <= worker->mcts->setting.game->players; seat++) utilities[seat] = sums[seat] / (double)played;
  return true;
}

// The utilities of the simulation: proven, estimated, or played out. False when the way ended inside a move that
// cannot be finished.
static bool judge(Worker *worker, double *utilities) {
  if (worker->known_seat) {
    utilities[worker->known_seat] = worker->known;
    utilities[3 - worker->known_seat] = -worker->known;
    return true;
  }
  if (wins_at_once(worker, utilities)) return true;
  const Evaluator *evaluator = worker->mcts->setting.evaluator;
  if (evaluator && !sim_over(&worker->sim)) {
    sim_estimate(&worker->sim, evaluator, utilities);
    return true;
  }
  return worker->mcts->options->rollouts > 1 ? play_several(worker, utilities) : play_out(worker, utilities);
}

// Another guess at what is hidden.
static bool guess(Worker *worker) {
  MoveList list;
  if (!determinize_guess(&worker->mcts->veil, worker->x, &worker->random, &list)) return false;
  sim_sort(&worker->sim, list, NULL);
  worker->root_moves = sim_list(list);
  worker->root_moves.exact = true;
  return true;
}

// Native code could not go on: nothing is learnt from the simulation.
static bool stopped_native(Worker *worker) {
  if (!worker->sim.inside || !sim_fault(&worker->sim)) return false;
  atomic_store(&worker->mcts->native_failed, true);
  return true;
}

static void iterate(Worker *worker) {
  Mcts *mcts = worker->mcts;
  if (mcts->veil.drawn && !guess(worker)) return;
  double utilities[GAME_PLAYERS_MAX + 1] = {0};
  uint64_t states = worker->rollout.states, draws = worker->x->random.counter;
  mcts_descend(worker);
  budget_watch(&worker->watch, worker->x, &mcts->options->budget, worker->share.began, mcts->setting.stop);
  worker->rollout.haste = (Haste){.watch = &worker->watch.rules};
  mcts_judge_leaf(worker);
  bool judged = judge(worker, utilities), late = position_ran_out_of_time(worker->x) || stopped_native(worker);
  late |= worker->rollout.haste.over;
  budget_unwatch(worker->x);
  worker->ended &= !late;
  if (judged && !late && mcts->options->scale) spread_add(&worker->spread, utilities[mcts->seat]);
  if (judged && !late) lessons_learn(&worker->rollout.lessons, &worker->rollout.trail, utilities);
  if (worker->x->random.counter != draws) shared_set(&mcts->chance, true);
  if (late && shared_get(&tree_node(&mcts->tree, TREE_ROOT)->visits)) mcts_abandon(worker);
  else if (judged || late) mcts_backup(worker, utilities);
  else mcts_give_up(worker);
  budget_spend(&mcts->pot, &worker->share, worker->rollout.states - states);
  sim_end(&worker->sim);
}

// Whether there is something left to find out.
static bool is_open(Mcts *mcts) {
  if (atomic_load_explicit(&mcts->native_failed, memory_order_relaxed) && mcts->through_native) return false;
  return !(node_proven(tree_node(&mcts->tree, TREE_ROOT)) && mcts_proves(mcts));
}

static void tell(Mcts *mcts);

// Whether the watcher should hear something now; only the first thread tells.
static bool should_tell(const Mcts *mcts) {
  const SearchWatch *watch = mcts->setting.watch;
  return watch && clock_seconds() - mcts->told >= watch->every;
}

static void work(void *self, size_t index, int number) {
  (void)number;
  Mcts *mcts = self;
  Worker *worker = &mcts->workers[index];
  double busy = clock_thread_seconds();
  uint64_t waits = clock_thread_waits();
  budget_begin(&mcts->pot, &worker->share);
  gate_enter(&mcts->tree.gate);
  while (is_open(mcts) && budget_take(&mcts->pot, &worker->share)) {
    gate_pass(&mcts->tree.gate);
    iterate(worker);
    if (index == 0 && should_tell(mcts)) tell(mcts);
  }
  tree_settle(&mcts->tree, worker->stock);
  gate_leave(&mcts->tree.gate);
  worker->processor = clock_thread_seconds() - busy;
  worker->waits = clock_thread_waits() - waits;
}

// ---- the root ------------------------------------------------------------------------------------

// The moves of the root, in the order of the search, with their numbers in the interpreter's list.
static SimList root_list(Worker *worker) {
  bool whole = worker->mcts->options->tree == TREE_WHOLE && !worker->mcts->together;
  SimList list = whole ? sim_list(position_moves(worker->x)) : mcts_moves(worker, &worker->root_turns);
  VEC_RESERVE(&worker->root_numbers, list.n);
  worker->root_numbers.n = list.n;
  if (worker->mcts->veil.drawn) list.exact = true;
  if (list.exact) {
    for (uint32_t i = 0; i < list.n; i++) worker->root_numbers.at[i] = i;
  } else {
    sim_sort(&worker->sim, list.list, worker->root_numbers.at);
  }
  return list;
}

static void stand_at(Worker *worker, const Position *x, uint64_t stream) {
  worker->share = (BudgetShare){0};
  worker->again = worker->waits = 0;
  worker->processor = 0;
  spread_clear(&worker->spread);
  position_copy(worker->x, x);
  worker->x->random = x->random;
  worker->root_moves = root_list(worker);
  sim_root(&worker->sim, worker->root_moves.n, mcts_one_line(worker->mcts));
  worker->x->random = random_stream(worker->mcts->setting.seed, 2 * stream);
  worker->random = random_stream(worker->mcts->setting.seed, 2 * stream + 1);
  lessons_fade(&worker->rollout.lessons);
}

// Native code that simulations can go through with these options, or NULL.
static const Native *through_native(Mcts *mcts) {
  const MctsOptions *options = mcts->options;
  const AgentSetting *setting = &mcts->setting;
  const SelectRule *rule = &select_rules[options->select];
  const Evaluator *cut = mcts->evaluation.evaluator;
  bool chance = game_has(setting->game, GAME_STOCHASTIC), hidden = game_has(setting->game, GAME_HIDDEN);
  bool scores = options->rollout.lessons.kind != ROLLOUT_RANDOM || rule->uses_history;
  bool by_keys =
      (!scores || lessons_by_key(&options->rollout.lessons)) && (!rule->uses_amaf || options->rave == DOMAIN_STANDARD);
  bool judges = (!setting->evaluator || setting->evaluator->estimate_state) && (!cut || cut->estimate_state);
  bool guided = setting->policy || setting->guide;
  // Moves of the root are known by other keys than the rest where something is hidden.
  bool known = !hidden || options->order == ORDER_SORTED || (!rule->uses_amaf && !rule->uses_history);
  bool plays = setting->game->mode == MODE_ALTERNATING && !setting->game->n_subgames && !setting->game->in_match;
  bool fits = options->tree == TREE_WHOLE && !options->rollout.split && by_keys && judges && known && !guided &&
              !(chance && rollout_decisive(&options->rollout) != DECISIVE_OFF);
  bool wanted = options->native && plays && fits && !atomic_load(&mcts->native_failed);
  return wanted ? executor_native(setting->executor) : NULL;
}

// A root that is proven ends the search; where the moves that prove it are not in the tree, because playouts found the
// win or they were given up, it has to begin again.
static void open_root(Mcts *mcts) {
  Node *root = tree_node(&mcts->tree, TREE_ROOT);
  if (tree_first(&mcts->tree, TREE_ROOT)) return;
  atomic_store(&root->proven, false);
  shared_set(&root->sure, 0);
}

static void prepare(Mcts *mcts, const Position *x, int seat) {
  bool guessed = mcts->veil.drawn, was_native = mcts->through_native;
  const Native *through = through_native(mcts);
  determinize_set(&mcts->veil, x, seat);
  mcts->through_native = through != NULL;
  for (int i = 0; i < mcts->options->threads; i++) sim_use(&mcts->workers[i].sim, through);
  bool other = guessed || was_native != mcts->through_native;
  if (other || !mcts_keep_tree(mcts, x)) tree_clear(&mcts->tree);
  open_root(mcts);
  mcts->tree.recycled = 0;
  uint64_t threads = (uint64_t)mcts->options->threads;
  budget_fill(&mcts->pot, &mcts->options->budget, PLAYOUTS_OTHERWISE, (int)threads, mcts->setting.stop);
  bool wanted = mcts->options->native && native_uct_plays(mcts->setting.game) && !atomic_load(&mcts->native_failed);
  const Native *native = wanted ? executor_native(mcts->setting.executor) : NULL;
  for (uint64_t i = 0; i < threads; i++) rollout_use_native(&mcts->workers[i].rollout, native);
  for (uint64_t i = 0; i < threads; i++) stand_at(&mcts->workers[i], x, (uint64_t)x->head->made * threads + i);
}

// ---- the answer ----------------------------------------------------------------------------------

static bool certain(const Mcts *mcts, const Node *node) { return node_proven(node) && mcts_proves(mcts); }

static double value_of(const Mcts *mcts, const Node *node) {
  return certain(mcts, node) ? shared_get(&node->exact) : 2 * node_mean(node) - 1;
}

// How much a child recommends itself as the move to make.
static double merit(const Mcts *mcts, const Node *node) {
  double visits = shared_get(&node->visits);
  if (certain(mcts, node) && value_of(mcts, node) >= 1) return 1e18;
  if (certain(mcts, node) && value_of(mcts, node) <= -1) return -1e9 + visits;
  return mcts->options->final == FINAL_VALUE ? value_of(mcts, node) : visits + node_mean(node) / 2;
}

// The child that recommends itself most. What is certain is not tried any more, so that visits say little about it: a
// sure draw is taken where the best of the others is worth less.
static NodeRef best_of(Mcts *mcts, NodeRef at, int seat) {
  Tree *tree = &mcts->tree;
  NodeRef best = NODE_NONE, sure = NODE_NONE;
  for (NodeRef ref = tree_first(tree, at); ref; ref = tree_next(tree, ref)) {
    const Node *child = tree_node(tree, ref);
    bool made = shared_get(&child->visits) && !shared_get(&child->dead) && !node_rolled(child);
    if (!made || (seat && child->seat != seat)) continue;
    if (!best || merit(mcts, child) > merit(mcts, tree_node(tree, best))) best = ref;
    if (!certain(mcts, child)) continue;
    if (!sure || value_of(mcts, child) > value_of(mcts, tree_node(tree, sure))) sure = ref;
  }
  if (!sure) return best;
  return value_of(mcts, tree_node(tree, sure)) > value_of(mcts, tree_node(tree, best)) ? sure : best;
}

static uint32_t offered(const Mcts *mcts) {
  return mcts->veil.drawn ? (uint32_t)mcts->veil.keys.n : mcts->workers[0].root_moves.n;
}

// The number of a move of the root among those offered; moves made together have none.
static uint32_t number_of(const Mcts *mcts, const Node *node) {
  const Worker *worker = &mcts->workers[0];
  if (mcts->veil.drawn) return determinize_number(&mcts->veil, node->key);
  return node->index < worker->root_numbers.n ? worker->root_numbers.at[node->index] : UINT32_MAX;
}

// The line of play behind a move of the root, which is played through to know the numbers of its moves.
static void note_rest(Mcts *mcts, NodeRef at, SearchReport *report) {
  Worker *worker = &mcts->workers[0];
  Position *x = worker->x;
  VEC(uint32_t) numbers = {0};
  Move move = *move_at(x, worker->root_moves.list, tree_node(&mcts->tree, at)->index);
  for (;;) {
    position_apply(x, &move);
    at = position_over(x) || x->fault ? NODE_NONE : best_of(mcts, at, 0);
    if (!at) break;
    MoveList list = position_moves(x);
    uint32_t index = tree_node(&mcts->tree, at)->index;
    VEC_RESERVE(&numbers, list.n);
    bool found = index < list.n && sim_numbers(&worker->sim, x, list, numbers.at);
    if (found) {
      VEC_PUSH(&report->expected, numbers.at[index]);
      move = *move_at(x, list, numbers.at[index]);
    }
    position_forget(x, list);
    if (!found) break;
  }
  VEC_FREE(&numbers);
  while (position_undo(x)) continue;
}

static void note_expected(Mcts *mcts, NodeRef best, SearchReport *report) {
  if (mcts->together) return;
  if (!best) return;
  VEC_PUSH(&report->expected, number_of(mcts, tree_node(&mcts->tree, best)));
  if (shared_get(&mcts->chance) || mcts->veil.drawn) return;
  note_rest(mcts, best, report);
}

// The children of the root by the numbers of their moves; of several with the same number the first.
static void number_children(Mcts *mcts, uint32_t moves, NodeRefs *child_of) {
  Tree *tree = &mcts->tree;
  for (uint32_t i = 0; i < moves; i++) VEC_PUSH(child_of, NODE_NONE);
  for (NodeRef ref = tree_first(tree, TREE_ROOT); ref; ref = tree_next(tree, ref)) {
    uint32_t number = number_of(mcts, tree_node(tree, ref));
    if (number < moves && !child_of->at[number]) child_of->at[number] = ref;
  }
}

static void note_lines(Mcts *mcts, int seat, uint32_t moves, SearchReport *report) {
  NodeRefs child_of = {0};
  number_children(mcts, moves, &child_of);
  for (uint32_t i = 0; i < moves; i++) {
    const Node *child = tree_node(&mcts->tree, child_of.at[i]);
    if (!child_of.at[i] || !shared_get(&child->visits) || child->seat != seat) continue;
    Proof proof = certain(mcts, child) ? PROOF_EXACT : PROOF_NONE;
    VEC_PUSH(&report->lines, (SearchLine){i, shared_get(&child->visits), value_of(mcts, child), proof});
  }
  VEC_FREE(&child_of);
}

static uint32_t first_of_seat(const Mcts *mcts, int seat) {
  const Worker *worker = &mcts->workers[0];
  for (uint32_t i = 0; i < offered(mcts); i++) {
    bool own =
        mcts->veil.drawn ? mcts->veil.seats.at[i] == seat : sim_mover(&worker->sim, worker->root_moves, i) == seat;
    if (own) return i;
  }
  return 0;
}

// Makes the best parts until the move is finished; outside the tree any.
static bool make_best_parts(Mcts *mcts, NodeRef at) {
  Worker *worker = &mcts->workers[0];
  for (bool first = true; first || !position_nodal(worker->x); first = false) {
    at = first ? at : best_of(mcts, at, 0);
    if (!at) return rollout_finish(&worker->rollout, &worker->sim, &worker->random);
    MoveList list = first ? worker->root_moves.list : position_semimoves(worker->x);
    mcts_edges(worker, at);
    mcts_follow(worker, list);
    if (!first) position_forget(worker->x, list);
  }
  return true;
}

// The whole move that the parts make up: the one that leads to the same position.
static uint32_t whole_move(Mcts *mcts, NodeRef best) {
  Position *x = mcts->workers[0].x;
  bool made = best && make_best_parts(mcts, best);
  uint64_t wanted = position_full_hash(x);
  while (position_undo(x)) continue;
  MoveList list = position_moves(x);
  uint32_t found = list.n;
  for (uint32_t i = 0; made && i < list.n && found == list.n; i++) {
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    if (position_full_hash(x) == wanted) found = i;
    position_undo(x);
  }
  position_forget(x, list);
  return found < list.n ? found : 0;
}

// The move the best turn begins with.
static uint32_t first_of_turn(const Mcts *mcts, NodeRef best) {
  const Turns *turns = &mcts->workers[0].root_turns;
  return best ? turns->numbers.at[turns->at.at[mcts->tree.nodes[best].index].first] : 0;
}

// What is said about a tree of whole moves, and of one of parts or turns.
static uint32_t report_whole(Mcts *mcts, NodeRef best, int seat, SearchReport *report) {
  note_lines(mcts, seat, offered(mcts), report);
  note_expected(mcts, best, report);
  return best ? number_of(mcts, tree_node(&mcts->tree, best)) : first_of_seat(mcts, seat);
}

static uint32_t report_other(Mcts *mcts, NodeRef best, SearchReport *report) {
  uint32_t choice = mcts_splits(mcts->options) ? whole_move(mcts, best) : first_of_turn(mcts, best);
  const Node *node = tree_node(&mcts->tree, best);
  if (best) {
    VEC_PUSH(&report->lines, (SearchLine){choice, shared_get(&node->visits), value_of(mcts, node), PROOF_NONE});
  }
  VEC_PUSH(&report->expected, choice);
  return choice;
}

static void note_effort(const Mcts *mcts, SearchReport *report) {
  for (int i = 0; i < mcts->options->threads; i++) {
    const Worker *worker = &mcts->workers[i];
    report->iterations += worker->share.iterations;
    report->states += worker->share.states;
    report->processor += worker->processor;
    report->waits += worker->waits;
    report->again += worker->again;
  }
  report->recycled = mcts->tree.recycled;
}

// What is known so far, read while other threads go on: nobody takes nodes away meanwhile, as the gate is not passed.
static void tell(Mcts *mcts) {
  SearchReport *report = &mcts->so_far;
  NodeRef best = best_of(mcts, TREE_ROOT, mcts->seat);
  report_clear(report);
  report->iterations = shared_get(&tree_node(&mcts->tree, TREE_ROOT)->visits);
  report->value = best ? value_of(mcts, tree_node(&mcts->tree, best)) : 0;
  mcts->told = clock_seconds();
  report->seconds = mcts->told - mcts->began;
  if (mcts->options->tree == TREE_WHOLE) report_whole(mcts, best, mcts->seat, report);
  mcts->setting.watch->tell(mcts->setting.watch->self, report);
}

// ---- native positions ----------------------------------------------------------------------------

// Whether the search asked for is the one that native positions have.
static bool is_native_search(const Mcts *mcts) {
  const MctsOptions *options = mcts->options;
  const RolloutOptions *rollout = &options->rollout;
  bool plain = rollout->drawn && rollout->lessons.kind == ROLLOUT_RANDOM && !rollout->lessons.reply &&
               !rollout->split && rollout->cutoff <= 0 && options->rollouts == 1;
  bool guided = mcts->setting.policy || mcts->setting.evaluator || mcts->setting.guide;
  return options->native && plain && !guided && options->select == SELECT_UCB1 && options->tree == TREE_WHOLE &&
         options->order == ORDER_LISTED && !mcts_judges(options) && native_uct_plays(mcts->setting.game);
}

static NativeDecisive native_decisive(int kind) {
  return kind == DECISIVE_NATIVE ? NATIVE_DECISIVE_BOTH : (NativeDecisive)kind;
}

// The native search, if it can be used for this move.
static NativeUct *native_search(Mcts *mcts) {
  const Native *native = executor_native(mcts->setting.executor);
  if (mcts->native || !native || !is_native_search(mcts)) return mcts->native;
  const MctsOptions *options = mcts->options;
  NativeUctOptions wanted = {.budget = &options->budget,
                             .c = options->c,
                             .scale = options->scale,
                             .solver = options->solver,
                             .reuse = options->reuse,
                             .by_value = options->final == FINAL_VALUE,
                             .decisive = native_decisive(options->rollout.decisive),
                             .threads = (int)options->threads,
                             .megabytes = (size_t)options->megabytes};
  native_uct_new(native, &mcts->setting, &wanted, &mcts->native);
  return mcts->native;
}

// began: when the search did, on the clock that counts.
static uint32_t choose_shared(Mcts *mcts, const Position *x, int seat, double began, SearchReport *report);

// Native code went beyond its limits: the interpreter begins again, in the time that is left.
static uint32_t search_again(Mcts *mcts, const Position *x, int seat, double began, SearchReport *report) {
  for (int i = 0; i < mcts->options->threads; i++) sim_forget(&mcts->workers[i].sim, mcts->workers[i].root_moves);
  report->note = "native code went beyond its limits: the interpreter searches on";
  return choose_shared(mcts, x, seat, began, report);
}

static uint32_t choose_shared(Mcts *mcts, const Position *x, int seat, double began, SearchReport *report) {
  mcts->seat = seat;
  mcts->began = mcts->told = clock_seconds();
  prepare(mcts, x, seat);
  mcts->pot.began = began;
  report->kept = shared_get(&tree_node(&mcts->tree, TREE_ROOT)->visits);
  if (offered(mcts) > 1 || mcts_splits(mcts->options)) {
    pool_run(mcts->pool, (size_t)mcts->options->threads, work, mcts);
  }
  if (mcts->through_native && atomic_load(&mcts->native_failed)) return search_again(mcts, x, seat, began, report);
  NodeRef best = best_of(mcts, TREE_ROOT, seat);
  note_effort(mcts, report);
  report->value = best ? value_of(mcts, tree_node(&mcts->tree, best)) : 0;
  uint32_t choice =
      mcts->options->tree == TREE_WHOLE ? report_whole(mcts, best, seat, report) : report_other(mcts, best, report);
  for (int i = 0; i < mcts->options->threads; i++) sim_forget(&mcts->workers[i].sim, mcts->workers[i].root_moves);
  report->seconds = budget_now(&mcts->options->budget) - began;
  return choice;
}

static uint32_t choose_mcts(void *self, const Position *x, int seat, SearchReport *report) {
  Mcts *mcts = self;
  double began = budget_now(&mcts->options->budget);
  NativeUct *native = native_search(mcts);
  uint32_t choice = native ? native_uct_choose(native, x, report) : UINT32_MAX;
  return choice != UINT32_MAX ? choice : choose_shared(mcts, x, seat, began, report);
}

// What does not go together whatever the game (search/variants.h).
static const char *refuse_mcts(const void *given) {
  const MctsOptions *options = given;
  const SelectRule *rule = &select_rules[options->select];
  if (options->tree == TREE_TURNS && (rule->uses_amaf || rule->uses_history)) {
    return "tree=turns keeps no scores of moves: select must not use them";
  }
  if (mcts_judges(options) && options->tree != TREE_WHOLE) return "implicit needs a tree of whole moves";
  const char *why = evaluation_refuse(options->eval);
  if (why) return why;
  return variant_refused(&(Variant){
      .splits_tree = mcts_splits(options),
      .rolls_up = options->rollup,
      .splits_playouts = options->rollout.split,
      .kind = (RolloutKind)options->rollout.lessons.kind,
      .mast = (Domain)options->rollout.lessons.mast,
      .rave = (Domain)options->rave,
      .remembers = rule->uses_amaf,
      .by_history = rule->uses_history,
      .replies = options->rollout.lessons.reply,
      .decisive = options->rollout.decisive != DECISIVE_OFF,
  });
}

static const char *unsuited_mcts(const Game *game, const void *given) {
  const MctsOptions *options = given;
  bool plain = game->mode == MODE_ALTERNATING && !game_has(game, GAME_STOCHASTIC) && !game_has(game, GAME_HIDDEN);
  if (mcts_judges(options) && (game->players != 2 || !plain)) {
    return "implicit is for two players who take turns, without chance and hidden information";
  }
  if (options->tree == TREE_WHOLE && !options->rollout.split) return NULL;
  if (game_has(game, GAME_STOCHASTIC)) return "games of chance are searched by whole moves";
  if (game->mode != MODE_ALTERNATING) return "simultaneous moves are searched as whole moves";
  if (game_has(game, GAME_HIDDEN)) return "games with hidden information are searched by whole moves";
  return NULL;
}

// ---- options and rows ----------------------------------------------------------------------------

#define AT(field) offsetof(MctsOptions, field)

static const char *const rollout_words[] = {"random", "mast", "gibbs", "nst", NULL};
static const char *const decisive_words[] = {"off", "wins", "both", "native", NULL};
static const char *const tree_words[] = {"whole", "raw", "nodal", "turns", NULL};
static const char *const first_words[] = {"half", "mean", NULL};
static const char *const final_words[] = {"visits", "value", NULL};
static const char *const order_words[] = {"listed", "sorted", NULL};

static const SearchOption mcts_options[] = {
    BUDGET_OPTIONS(MctsOptions, budget, PLAYOUTS_DOC),
    {"select", OPTION_WORD, AT(select), 0, 0, "ucb1", select_names, "How a child is chosen in the tree."},
    {"tree", OPTION_WORD, AT(tree), 0, 0, "whole", tree_words,
     "Nodes for whole moves; also for parts of moves, added singly or up to the end of a move; or only for turns."},
    {"rollup", OPTION_SWITCH, AT(rollup), 0, 0, "no", NULL,
     "A node inside a move goes away once all its parts were tried; the nodes below it become its parent's."},
    {"drawn", OPTION_SWITCH, AT(rollout.drawn), 0, 0, "yes", NULL,
     "Playouts draw a move and test only that one, where the rules allow it; no: they generate all moves."},
    {"split", OPTION_SWITCH, AT(rollout.split), 0, 0, "no", NULL, "Playouts choose moves part by part."},
    {"c", OPTION_REAL, AT(c), 0, 100, "0.4", NULL, "Weight of exploration; rewards are from 0 to 1."},
    {"scale", OPTION_SWITCH, AT(scale), 0, 0, "no", NULL,
     "Less exploration where most playouts are drawn; elsewhere this changes nothing."},
    {"first", OPTION_WORD, AT(first), 0, 0, "half", first_words,
     "puct: what a move that was not tried is worth: half a win, or the mean of those that were."},
    {"k", OPTION_REAL, AT(k), 0, 1e9, "500", NULL, "RAVE: visits until it fades; GRAVE: its bias."},
    {"reference", OPTION_INTEGER, AT(reference), 0, 1e9, "50", NULL, "GRAVE: visits of a node whose values count."},
    {"weight", OPTION_REAL, AT(weight), 0, 1e3, "3", NULL,
     "Weight of progressive history, or of the prior with select=bias."},
    {"playout", OPTION_WORD, AT(rollout.lessons.kind), 0, 0, "random", rollout_words, "How playouts choose moves."},
    {"mast", OPTION_WORD, AT(rollout.lessons.mast), 0, 0, "standard", domain_words,
     "mast, gibbs: scores by moves as they are made, by the least parts, by whole moves, by parts in context, or "
     "both."},
    {"rave", OPTION_WORD, AT(rave), 0, 0, "standard", domain_words,
     "RAVE, GRAVE: the same for the scores in the tree."},
    {"threshold", OPTION_INTEGER, AT(rollout.lessons.threshold), 0, 1e9, "7", NULL,
     "mix: games after which the score in context counts."},
    {"expand", OPTION_SWITCH, AT(expand), 0, 0, "yes", NULL,
     "mast, nst: the tree chooses among untried moves as playouts do."},
    {"epsilon", OPTION_REAL, AT(rollout.epsilon), 0, 1, "0.2", NULL, "mast, nst: how often a move is random."},
    {"temperature", OPTION_REAL, AT(rollout.temperature), 1e-3, 1e3, "0.1", NULL, "gibbs: how even the choice is."},
    {"decay", OPTION_REAL, AT(rollout.lessons.decay), 0, 1, "0.2", NULL, "What playouts keep from move to move."},
    {"reply", OPTION_SWITCH, AT(rollout.lessons.reply), 0, 0, "no", NULL, "Playouts try the last good reply first."},
    {"decisive", OPTION_WORD, AT(rollout.decisive), 0, 0, "off", decisive_words,
     "Playouts take a win at once; and do not let the next player win at once; native: both where playouts are "
     "native code, off elsewhere."},
    {"rollouts", OPTION_INTEGER, AT(rollouts), 1, 1e6, "1", NULL, "Playouts of an iteration, whose mean counts."},
    {"cutoff", OPTION_INTEGER, AT(rollout.cutoff), 0, 1e9, "0", NULL,
     "Moves after which a playout is judged as eval says; 0: it goes on to the end."},
    {"implicit", OPTION_REAL, AT(implicit), 0, 1, "0", NULL,
     "Implicit minimax backups: the share of the minimax value of estimates, as eval says, in the value of a child."},
    EVALUATION_OPTION(MctsOptions, eval),
    {"solver", OPTION_SWITCH, AT(solver), 0, 0, "yes", NULL, "Proves wins, losses and draws (two players)."},
    {"reuse", OPTION_SWITCH, AT(reuse), 0, 0, "yes", NULL, "Keeps the part of the tree behind the moves made."},
    {"native", OPTION_SWITCH, AT(native), 0, 0, "yes", NULL,
     "Searches by native code where there is some (docs/NATIVE.md); no: always by the interpreter."},
    {"order", OPTION_WORD, AT(order), 0, 0, "listed", order_words,
     "The order in which moves are drawn from: as they are listed; or sorted, which is slower but gives the same "
     "search "
     "by native code and by the interpreter."},
    {"final", OPTION_WORD, AT(final), 0, 0, "visits", final_words, "What the move to make is chosen by."},
    {"threads", OPTION_INTEGER, AT(threads), 1, 256, "1", NULL, "Threads that share the tree."},
    {"memory", OPTION_INTEGER, AT(megabytes), 1, 65536, "64", NULL, "Megabytes of tree."},
    {0},
};

#define MCTS_ROW(word, given, sentence)                                                                             \
  {                                                                                                                 \
    .name = word, .doc = sentence, .options = mcts_options, .size = sizeof(MctsOptions), .preset = given,           \
    .refuse = refuse_mcts, .unsuited = unsuited_mcts, .open = open_mcts, .choose = choose_mcts, .close = close_mcts \
  }

const AgentKind agent_uct = MCTS_ROW("uct", NULL, "Monte-Carlo tree search with UCB1.");
const AgentKind agent_split =
    MCTS_ROW("split", "tree=nodal,split=yes", "Monte-Carlo tree search by parts of moves (semisplit).");
const AgentKind agent_tuned = MCTS_ROW("tuned", "select=tuned", "Monte-Carlo tree search with UCB1-Tuned.");
const AgentKind agent_puct = MCTS_ROW("puct", "select=puct,c=1.5", "Monte-Carlo tree search with PUCT.");
const AgentKind agent_rave = MCTS_ROW("rave", "select=rave,c=0.1", "Monte-Carlo tree search with RAVE.");
const AgentKind agent_grave = MCTS_ROW("grave", "select=grave,c=0,k=1e-7", "Monte-Carlo tree search with GRAVE.");
const AgentKind agent_history =
    MCTS_ROW("history", "select=history,playout=mast", "Monte-Carlo tree search with progressive history.");
