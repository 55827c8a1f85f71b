// Below the root: principal variation search with a transposition table, ordered moves, late moves searched less deep
// first, and noisy moves followed to their end.
#include "search/minimax/alphabeta.h"

enum { ANY_SITE = -2, QUIET_PLIES = 6, REDUCE_FROM_DEPTH = 3, REDUCE_FROM_MOVE = 3 };

// ---- sides and values --------------------------------------------------------------------------------

static int side_of(const AlphaBeta *search, int seat) {
  return search->setting.game->players == 2 ? seat : seat == search->seat ? 1 : 2;
}

int alphabeta_side(const AbWorker *worker) { return side_of(worker->search, forward_seat(&worker->model)); }

// What the utilities mean for a side.
static double share_of(const AlphaBeta *search, const double *utilities, int side) {
  if (search->setting.game->players == 2) return utilities[side];
  return side == 1 ? utilities[search->seat] : -utilities[search->seat];
}

uint64_t alphabeta_hash(const AbWorker *worker) {
  const AlphaBeta *search = worker->search;
  uint64_t hash = forward_hash(&worker->model);
  return search->setting.game->players == 2 ? hash : hash ^ random_mix((uint64_t)search->seat);
}

static int estimate(AbWorker *worker) {
  const AlphaBeta *search = worker->search;
  double utilities[GAME_PLAYERS_MAX + 1];
  worker->open = true;
  forward_estimate(&worker->model, search->evaluator, utilities);
  return score_of_estimate(share_of(search, utilities, alphabeta_side(worker)));
}

static int result(const AbWorker *worker, int side, int ply) {
  const AlphaBeta *search = worker->search;
  double utilities[GAME_PLAYERS_MAX + 1];
  forward_results(&worker->model, utilities);
  return score_of_result(share_of(search, utilities, side), ply);
}

static bool go_on(AbWorker *worker) {
  AlphaBeta *search = worker->search;
  bool over = !budget_take(&search->pot, &worker->share) || shared_get(&search->done);
  budget_spend(&search->pot, &worker->share, 1);
  worker->stopped |= over || forward_out_of_time(&worker->model);
  return !worker->stopped;
}

// ---- the table ---------------------------------------------------------------------------------------

// Sure results count from the root in the search, and from their position in the table.
static int to_table(int score, int ply) {
  return score > SCORE_SURE ? score + ply : score < -SCORE_SURE ? score - ply : score;
}
static int from_table(int score, int ply) {
  return score > SCORE_SURE ? score - ply : score < -SCORE_SURE ? score + ply : score;
}

// Whether an entry answers the question; then its score is in *score.
static bool answers(AbWorker *worker, const TableEntry *entry, int depth, int ply, int alpha, int beta, int *score) {
  *score = from_table(entry->score, ply);
  bool deep = entry->depth >= depth || !entry->open || score_is_sure(*score);
  bool bounds = entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && *score >= beta) ||
                (entry->bound == BOUND_UPPER && *score <= alpha);
  if (deep && bounds) worker->open |= entry->open;
  return deep && bounds;
}

static void remember(AbWorker *worker, uint64_t hash, TableEntry entry, int ply) {
  entry.score = to_table(entry.score, ply);
  entry.open = worker->open;
  table_keep(&worker->search->table, hash, &entry);
}

static Bound bound_of(int score, int alpha, int beta) {
  return score >= beta ? BOUND_LOWER : score <= alpha ? BOUND_UPPER : BOUND_EXACT;
}

// Whether the position was there before, on the way or in the game: going round in circles is worth a draw.
static bool is_repeated(AbWorker *worker, uint64_t hash, int ply) {
  const AlphaBeta *search = worker->search;
  for (int i = ply - 2; i >= 0; i--) {
    if (worker->path[i] == hash) return true;
  }
  for (size_t i = 0; i < search->past.n; i++) {
    if (search->past.at[i] == hash) return true;
  }
  return false;
}

// ---- noisy moves -------------------------------------------------------------------------------------

static int quiet_value(AbWorker *worker, int plies, int ply, int alpha, int beta, int site);

static int quiet_after(AbWorker *worker, ForwardList list, uint32_t move, int plies, int ply, int alpha, int beta) {
  ForwardModel *model = &worker->model;
  int side = alphabeta_side(worker), site = forward_move_to(model, list, move), value;
  forward_apply(model, list, move);
  if (!go_on(worker)) value = 0;
  else if (forward_over(model)) value = result(worker, side, ply + 1);
  else if (forward_fault(model)) value = 0;
  else if (alphabeta_side(worker) == side) value = quiet_value(worker, plies - 1, ply + 1, alpha, beta, site);
  else value = -quiet_value(worker, plies - 1, ply + 1, -beta, -alpha, site);
  forward_undo(model);
  return value;
}

// Tries the noisy moves only, and after the first of them only those that answer it on its site (ANY_SITE: all). A
// player who has other moves need not make any of them.
static int noisy_best(AbWorker *worker, ForwardList list, int plies, int ply, int alpha, int beta, int stand,
                      int site) {
  ForwardModel *model = &worker->model;
  Order *order = &worker->order;
  size_t begin = order_rank(order, model, list, TABLE_NO_MOVE, ply, 0), noisy = 0;
  for (uint32_t i = 0; i < list.n; i++) noisy += order->ranked.at[begin + i].taken > 0;
  bool forced = noisy == list.n;
  int best = forced ? -SCORE_MOST : stand;
  for (size_t i = 0; i < noisy && best < beta && !worker->stopped; i++) {
    uint32_t move = order_next(order, begin, i, list.n).move;
    if (site != ANY_SITE && !forced && !forward_answers(model, list, move, site)) continue;
    int value = quiet_after(worker, list, move, plies, ply, MAX(alpha, best), beta);
    best = MAX(best, value);
  }
  order->ranked.n = begin;
  return best;
}

// The value once all is taken that can be taken with profit. site: where something was just taken.
static int quiet_value(AbWorker *worker, int plies, int ply, int alpha, int beta, int site) {
  int stand = estimate(worker);
  if (plies <= 0 || ply >= ORDER_PLIES - 1 || stand >= beta) return stand;
  ForwardList list = forward_moves(&worker->model);
  bool listed = !forward_fault(&worker->model);
  int value = listed ? noisy_best(worker, list, plies, ply, alpha, beta, stand, site) : stand;
  forward_forget(&worker->model, list);
  return value;
}

// At the end of the depth.
static int horizon(AbWorker *worker, uint64_t hash, int ply, int alpha, int beta) {
  const AlphaBeta *search = worker->search;
  TableEntry entry;
  int score;
  bool known = table_find(&search->table, hash, &entry);
  if (known && answers(worker, &entry, 0, ply, alpha, beta, &score)) return score;
  bool outside = worker->open;
  int stand = known && entry.estimate != TABLE_NO_ESTIMATE ? entry.estimate : estimate(worker);
  worker->open = true;
  bool looks = search->options->quiet && search->noise.useful;
  score = stand;
  if (looks && stand < beta) {
    ForwardList list = forward_moves(&worker->model);
    bool listed = !forward_fault(&worker->model);
    if (listed) score = noisy_best(worker, list, QUIET_PLIES, ply, alpha, beta, stand, ANY_SITE);
    forward_forget(&worker->model, list);
  }
  Bound bound = looks ? bound_of(score, alpha, beta) : BOUND_EXACT;
  if (!worker->stopped && (!known || entry.depth == 0)) {
    remember(worker, hash, (TableEntry){score, stand, 0, bound, true, TABLE_NO_MOVE}, ply);
  }
  worker->open |= outside;
  return score;
}

// ---- the search --------------------------------------------------------------------------------------

typedef struct AbNode {
  uint64_t hash;
  int depth, ply, alpha, beta;
  uint32_t before;  // cell of the move that led here
  uint32_t first;   // the move the table recommends
} AbNode;

// How much less deep a late move is searched at first.
static int reduction(const AbWorker *worker, const AbNode *node, const RankedMove *move, uint32_t i) {
  if (!worker->search->options->reduce || node->depth < REDUCE_FROM_DEPTH || i < REDUCE_FROM_MOVE) return 0;
  if (move->taken > 0) return 0;
  int r = (int)(0.4 + log(node->depth) * log(i) / 2.4);
  if (move->rank > (1 << 24)) r--;  // a killer or a known reply
  return MAX(0, MIN(r, node->depth - 2));
}

// The first move gets the whole window; others have to show that they are better, at first less deep.
static int move_value(AbWorker *worker, const AbNode *node, const RankedMove *move, uint32_t i, int alpha, int depth) {
  int side = alphabeta_side(worker), r = reduction(worker, node, move, i), value = 0;
  forward_apply(&worker->model, worker->list, move->move);
  int ply = node->ply + 1;
  bool more = i == 0;
  if (!more) {
    value = alphabeta_value_for(worker, side, depth - r, ply, alpha, alpha + 1, move->cell);
    if (r && value > alpha) value = alphabeta_value_for(worker, side, depth, ply, alpha, alpha + 1, move->cell);
    more = value > alpha && value < node->beta;
  }
  if (more && !worker->stopped) value = alphabeta_value_for(worker, side, depth, ply, alpha, node->beta, move->cell);
  forward_undo(&worker->model);
  return value;
}

static int best_move(AbWorker *worker, const AbNode *node, ForwardList list, uint32_t *best) {
  Order *order = &worker->order;
  size_t begin = order_rank(order, &worker->model, list, node->first, node->ply, node->before);
  int most = -SCORE_MOST, depth = list.n == 1 ? node->depth : node->depth - 1;
  for (uint32_t i = 0; i < list.n && !worker->stopped; i++) {
    RankedMove move = order_next(order, begin, i, list.n);
    worker->list = list;
    int value = move_value(worker, node, &move, i, MAX(node->alpha, most), depth);
    if (worker->stopped || value <= most) continue;
    most = value;
    *best = move.move;
    if (most < node->beta) continue;
    order_reward(order, begin, i, node->ply, node->depth, node->before);
    break;
  }
  order->ranked.n = begin;
  return most;
}

// A position where the rules stop is worth nothing, however deep one looks; unless there was no time left.
static int unknown(AbWorker *worker) {
  worker->stopped |= forward_out_of_time(&worker->model);
  return 0;
}

static int search_moves(AbWorker *worker, AbNode *node, int estimate_known) {
  bool outside = worker->open;
  worker->open = false;
  uint32_t best = TABLE_NO_MOVE;
  ForwardList list = forward_moves(&worker->model);
  int value = forward_fault(&worker->model) ? unknown(worker) : best_move(worker, node, list, &best);
  forward_forget(&worker->model, list);
  if (worker->stopped) return 0;
  Bound bound = bound_of(value, node->alpha, node->beta);
  remember(worker, node->hash, (TableEntry){value, estimate_known, node->depth, bound, true, best}, node->ply);
  worker->open |= outside;
  return value;
}

int alphabeta_value(AbWorker *worker, int depth, int ply, int alpha, int beta, uint32_t before) {
  if (!go_on(worker)) return 0;
  alpha = MAX(alpha, ply - SCORE_WIN);
  beta = MIN(beta, SCORE_WIN - ply - 1);
  if (alpha >= beta) return alpha;
  AbNode node = {alphabeta_hash(worker), depth, ply, alpha, beta, before, TABLE_NO_MOVE};
  worker->path[ply] = node.hash;
  table_fetch(&worker->search->table, node.hash);
  if (is_repeated(worker, node.hash, ply)) {
    worker->open = true;
    return 0;
  }
  if (depth <= 0 || ply >= ORDER_PLIES - 1) return horizon(worker, node.hash, ply, alpha, beta);
  TableEntry entry;
  int value;
  bool known = table_find(&worker->search->table, node.hash, &entry);
  if (known && answers(worker, &entry, depth, ply, alpha, beta, &value)) return value;
  if (known) node.first = entry.best;
  if (node.first == TABLE_NO_MOVE && depth >= 5) node.depth--;
  return search_moves(worker, &node, known ? entry.estimate : TABLE_NO_ESTIMATE);
}

int alphabeta_value_for(AbWorker *worker, int side, int depth, int ply, int alpha, int beta, uint32_t before) {
  const ForwardModel *model = &worker->model;
  if (forward_over(model)) return go_on(worker) ? result(worker, side, ply) : 0;
  if (forward_fault(model)) return unknown(worker);
  if (alphabeta_side(worker) == side) return alphabeta_value(worker, depth, ply, alpha, beta, before);
  return -alphabeta_value(worker, depth, ply, -beta, -alpha, before);
}
