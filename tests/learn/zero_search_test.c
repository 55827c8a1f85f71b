// Search guided by a network, with a made-up network: what it finds, how simulations are shared out, and that games do
// not depend on what else is played.
#include "learn/zero/zero_batch.h"
#include "learn/zero/zero_net.h"
#include "learn/zero/zero_play.h"
#include "learn/zero/zero_select.h"
#include "play/model/move_key.h"
#include "play/show/seats.h"
#include "state/block/site.h"

#include "support/shipped.h"

#include <math.h>

// ---- a made-up network ---------------------------------------------------------------------------

// Writes the hash of the position as the request.
static void encode_hash(ZeroEncoder *self, Position *x, MoveList list, ZeroLeaf *leaf) {
  uint64_t hash = random_mix(position_full_hash(x) + list.n);
  VEC_CLEAR(&leaf->request);
  for (int i = 0; i < 8; i++) VEC_PUSH(&leaf->request, (unsigned char)(hash >> (8 * i)));
}
static ZeroEncoder hash_encoder = {encode_hash};

// Values and logits that follow from the hash; strength 0: all alike.
static void answer(const ZeroTree *tree, ZeroLeaf *leaf, float strength) {
  uint64_t hash;
  memcpy(&hash, leaf->request.at, sizeof hash);
  Random random = random_stream(hash, 7);
  for (uint32_t i = 0; i < leaf->n_moves; i++) leaf->logits.at[i] = strength * (float)random_unit(&random);
  float value = strength * (2 * (float)random_unit(&random) - 1);
  for (int p = 0; p < tree->game->players; p++) leaf->values[p] = p % 2 ? -value : value;
}

static void answer_all(ZeroSearch *search, float strength) {
  for (int i = 0; i < search->n_leaves; i++) answer(&search->tree, &search->leaves[i], strength);
}

// A search of a position to its end.
static void run_search(ZeroSearch *search, ZeroWorker *worker, int64_t simulations, bool noisy, float strength) {
  zero_search_begin(search, worker, simulations, noisy);
  while (zero_search_collect(search, worker, &hash_encoder)) {
    answer_all(search, strength);
    zero_search_answer(search);
  }
}

typedef struct Bench {
  Shipped shipped;
  ZeroWorker worker;
  ZeroSearch search;
  ZeroSearchOptions options;
  Position *x;
} Bench;

static void set_up(Bench *bench, ZeroKind kind) {
  bench->options = (ZeroSearchOptions)ZERO_SEARCH_DEFAULTS;
  bench->options.kind = kind;
  zero_worker_open(&bench->worker, bench->shipped.game);
  zero_search_open(&bench->search, bench->shipped.game, &bench->options);
  bench->x = position_new(bench->shipped.game, 1, 0);
  bench->search.random = random_stream(1, 1);
  bench->search.tree.chance = random_stream(1, 2);
}

static void open_bench(Bench *bench, const char *name, ZeroKind kind) {
  shipped_load(&bench->shipped, name);
  set_up(bench, kind);
}

static void open_text(Bench *bench, const char *text, ZeroKind kind) {
  shipped_text(&bench->shipped, text);
  set_up(bench, kind);
}

static void close_bench(Bench *bench) {
  position_free(bench->x);
  zero_search_close(&bench->search);
  zero_worker_close(&bench->worker);
  shipped_free(&bench->shipped);
}

// Makes moves by the site they end on.
static void play_sites(Position *x, const int *sites, int n) {
  for (int k = 0; k < n; k++) {
    MoveList list = position_moves(x);
    uint32_t i = 0;
    while (i < list.n && move_at(x, list, i)->to != sites[k]) i++;
    assert_true(i < list.n);
    Move move = *move_at(x, list, i);
    position_apply(x, &move);
    position_forget(x, list);
  }
}

static int site_of(Bench *bench, uint32_t edge) {
  zero_tree_visit(&bench->search.tree, &bench->worker, 0);
  return move_at(bench->worker.x, bench->worker.list, edge)->to;
}

// ---- what is found -------------------------------------------------------------------------------

// X: 0 1, O: 3 4. Whoever moves wins at once.
static void finds_the_win(ZeroKind kind) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", kind);
  play_sites(bench.x, (int[]){0, 3, 1, 4}, 4);
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 32, false, 0);
  uint32_t chosen = zero_search_choose(&bench.search, 1, 0);
  assert_int_equal(site_of(&bench, chosen), 2);
  assert_float_equal(zero_mean(&zero_edges(&bench.search.tree, 0)[chosen]), 1, 1e-6);
  float policy[9], values[2];
  zero_search_policy(&bench.search, policy);
  zero_search_values(&bench.search, policy, values);
  assert_true(policy[chosen] > 0.5);
  assert_true(values[0] > 0.5 && values[1] < -0.5);
  close_bench(&bench);
}

// X: 0 1, O: 4. O must stop the row.
static void finds_the_defence(ZeroKind kind) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", kind);
  play_sites(bench.x, (int[]){0, 4, 1}, 3);
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 200, false, 0);
  assert_int_equal(site_of(&bench, zero_search_choose(&bench.search, 2, 0)), 2);
  close_bench(&bench);
}

static void wins_and_defences_are_found(void **state) {
  finds_the_win(ZERO_GUMBEL);
  finds_the_win(ZERO_PUCT);
  finds_the_defence(ZERO_GUMBEL);
  finds_the_defence(ZERO_PUCT);
}

// Nine moves, 8 considered, 48 simulations: 3 halvings; 2 visits for each of 8, 4 for each of 4, 8 for each of 2.
static void sequential_halving_shares_visits_out(void **state) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", ZERO_GUMBEL);
  bench.options.considered = 8;
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 48, false, 1);
  uint32_t counts[15] = {0}, total = 0;
  for (uint32_t i = 0; i < 9; i++) {
    uint32_t visits = zero_edges(&bench.search.tree, 0)[i].visits;
    assert_true(visits < COUNT_OF(counts));
    counts[visits]++;
    total += visits;
  }
  assert_int_equal(total, 48);
  assert_int_equal(counts[0], 1);
  assert_int_equal(counts[2], 4);
  assert_int_equal(counts[6], 2);
  assert_int_equal(counts[14], 2);
  assert_int_equal(zero_node(&bench.search.tree, 0)->visits, 49);
  close_bench(&bench);
}

// The value of the root's moves by hand: with two simulations below one move, its mean is that of the two leaves.
static void values_are_means_of_leaves(void **state) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", ZERO_PUCT);
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 60, false, 1);
  const ZeroTree *tree = &bench.search.tree;
  for (uint32_t i = 0; i < 9; i++) {
    const ZeroEdge *edge = &zero_edges(tree, 0)[i];
    if (!edge->visits) continue;
    const ZeroNode *child = zero_node(tree, edge->child);
    float sum = zero_values(tree, edge->child)[0];
    uint32_t visits = 1;
    for (uint32_t k = 0; k < child->n; k++) {  // what the other player lost, this one gained
      sum -= zero_edges(tree, edge->child)[k].sum;
      visits += zero_edges(tree, edge->child)[k].visits;
    }
    assert_int_equal(edge->visits, visits);
    assert_float_equal(edge->sum, sum, 1e-4);
  }
  close_bench(&bench);
}

// Moves that were not visited count as the mix of the node's value and those of the visited ones.
static void improved_logits_complete_values(void **state) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", ZERO_GUMBEL);
  ZeroTree *tree = &bench.search.tree;
  zero_tree_start(tree, &bench.worker, bench.x);
  float logits[9] = {0}, values[2] = {0.2f, -0.2f}, policy[9];
  zero_tree_expand(tree, 0, logits, values);
  zero_edges(tree, 0)[0].visits = 3;
  zero_edges(tree, 0)[0].sum = 1.5f;
  bench.search.simulations = 3;
  zero_search_policy(&bench.search, policy);
  float weight = (50 + 3) * 0.5f / 2, mixed = (0.2f + 3 * 0.5f) / 4;
  float first = expf(weight * (0.5f - mixed)), share = first / (first + 8);
  assert_float_equal(policy[0], share, 1e-5);
  assert_float_equal(policy[5], (1 - share) / 8, 1e-5);
  close_bench(&bench);
}

// ---- a kept tree ---------------------------------------------------------------------------------

static void what_is_known_about_the_move_made_is_kept(void **state) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", ZERO_PUCT);
  ZeroTree *tree = &bench.search.tree;
  zero_tree_start(tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 300, false, 1);
  uint32_t chosen = zero_search_choose(&bench.search, 1, 0), visits = zero_edges(tree, 0)[chosen].visits;
  uint32_t child = zero_edges(tree, 0)[chosen].child;
  ZeroEdge before = zero_edges(tree, child)[2];
  assert_true(zero_tree_play(tree, &bench.worker, chosen, true));
  assert_int_equal(zero_node(tree, 0)->visits, visits);
  assert_int_equal(zero_edges(tree, 0)[2].visits, before.visits);
  assert_float_equal(zero_edges(tree, 0)[2].sum, before.sum, 0);
  assert_true(tree->nodes.n <= visits + 1);
  run_search(&bench.search, &bench.worker, 20, false, 1);
  assert_int_equal(zero_node(tree, 0)->visits, visits + 20);
  assert_true(zero_tree_play(tree, &bench.worker, 0, false));
  assert_false(zero_node(tree, 0)->expanded);
  close_bench(&bench);
}

// ---- whole games ---------------------------------------------------------------------------------

static uint64_t checksum(const ZeroGame *game) {
  uint64_t sum = (uint64_t)game->moves + game->records.n;
  for (size_t i = 0; i < game->requests.n; i++) sum = random_mix(sum + game->requests.at[i]);
  for (size_t i = 0; i < game->policies.n; i++) sum = random_mix(sum + (uint64_t)(game->policies.at[i] * 1e6f));
  for (size_t i = 0; i < game->records.n; i++) {
    sum = random_mix(sum + (uint64_t)(int64_t)(game->records.at[i].values[0] * 1e6f));
  }
  return random_mix(sum + (uint64_t)(int64_t)(game->outcome[0] * 4));
}

enum { GAMES = 6 };

// Sums of games played one after another, or side by side in another order.
static void play_games(const Game *rules, const ZeroPlayOptions *options, bool together, uint64_t *sums, int *moves) {
  ZeroWorker worker, fresh;
  zero_worker_open(&worker, rules);
  ZeroGame games[GAMES];
  for (int i = 0; i < GAMES; i++) {
    zero_game_open(&games[i], rules, options);
    zero_game_start(&games[i], &worker, 5, (uint64_t)i);
    while (!together && zero_game_advance(&games[i], &worker, &hash_encoder)) answer_all(&games[i].search, 0.5f);
  }
  for (int running = GAMES; together && running;) {
    running = 0;
    for (int i = GAMES - 1; i >= 0; i--) {
      zero_worker_open(&fresh, rules);  // a worker keeps nothing that games need
      int leaves = zero_game_advance(&games[i], &fresh, &hash_encoder);
      zero_worker_close(&fresh);
      if (!leaves) continue;
      answer_all(&games[i].search, 0.5f);
      running++;
    }
  }
  *moves = 0;
  for (int i = 0; i < GAMES; i++) {
    assert_true(games[i].over);
    sums[i] = checksum(&games[i]);
    *moves += games[i].moves;
    zero_game_close(&games[i]);
  }
  zero_worker_close(&worker);
}

static void check_game(const char *name, ZeroKind kind, double fast) {
  Shipped shipped;
  shipped_load(&shipped, name);
  ZeroPlayOptions options = zero_play_defaults;
  options.search.kind = kind;
  options.simulations = 12;
  options.fast = 4;
  options.fast_share = fast;
  options.length = 60;
  uint64_t alone[GAMES], together[GAMES];
  int moves, again;
  play_games(shipped.game, &options, false, alone, &moves);
  play_games(shipped.game, &options, true, together, &again);
  assert_true(moves > GAMES);
  for (int i = 0; i < GAMES; i++) assert_int_equal(alone[i], together[i]);
  assert_true(alone[0] != alone[1] || alone[1] != alone[2]);
  shipped_free(&shipped);
}

// Taking turns, dice, three players, cards that are hidden.
static void games_do_not_depend_on_each_other(void **state) {
  check_game("Tic-Tac-Toe", ZERO_GUMBEL, 0.5);
  check_game("Tic-Tac-Toe", ZERO_PUCT, 0);
  check_game("Breakthrough", ZERO_GUMBEL, 0);
  check_game("Royal Game of Ur", ZERO_GUMBEL, 0.3);
  check_game("Royal Game of Ur", ZERO_PUCT, 0);
  check_game("Triad", ZERO_GUMBEL, 0);
  check_game("German Whist", ZERO_GUMBEL, 0);
}

// A game that was cut is worth what its last search expected, times the setting, and searches near the cut are like
// any.
static void cut_games_are_not_drawn(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Breakthrough");
  ZeroPlayOptions options = zero_play_defaults;
  options.length = 10;
  options.opening = 0;
  ZeroWorker worker;
  ZeroGame game;
  zero_worker_open(&worker, shipped.game);
  zero_game_open(&game, shipped.game, &options);
  zero_game_start(&game, &worker, 5, 1);
  while (zero_game_advance(&game, &worker, &hash_encoder)) answer_all(&game.search, 0.5f);
  assert_int_equal(game.moves, 10);
  assert_int_equal(game.records.n, 10);
  const ZeroRecord *last = &game.records.at[9];
  for (int p = 0; p < 2; p++) {
    assert_true(fabsf(last->values[p]) > 0.01f && fabsf(last->values[p]) < 1);
    assert_float_equal(game.outcome[last->seats[p] - 1], 0.9f * last->values[p], 1e-6f);
  }
  zero_game_close(&game);
  zero_worker_close(&worker);
  shipped_free(&shipped);
}

// Two pieces that walk around for ever.
static const char walk[] =
    "(game \"Walk\" (players 2)\n"
    "  (equipment {(board (square 2)) (piece \"Chip\" Each (move Step Orthogonal (to if:(is Empty (to)))))})\n"
    "  (rules (start {(place \"Chip1\" 0) (place \"Chip2\" 3)}) (play (forEach Piece))\n"
    "    (end (if (no Pieces Mover) (result Mover Loss)))))\n";

// There are few positions: one of them soon comes up for the third time.
static void games_that_go_round_are_cut(void **state) {
  Shipped shipped;
  shipped_text(&shipped, walk);
  ZeroPlayOptions options = zero_play_defaults;
  options.length = 400;
  ZeroWorker worker;
  ZeroGame game;
  zero_worker_open(&worker, shipped.game);
  for (int times = 0; times <= 3; times += 3) {
    options.search.repetitions = times;
    zero_game_open(&game, shipped.game, &options);
    zero_game_start(&game, &worker, 5, 1);
    while (zero_game_advance(&game, &worker, &hash_encoder)) answer_all(&game.search, 0.5f);
    if (times) assert_in_range(game.moves, 6, 60);
    else assert_int_equal(game.moves, 400);
    zero_game_close(&game);
  }
  zero_worker_close(&worker);
  shipped_free(&shipped);
}

// ---- chance, and moves at the same time ----------------------------------------------------------

// The first chooses a site, the second throws a die: from 3 on the first wins if it chose site 0, else from 5 on.
static const char dice[] =
    "(game \"Dice\" (players 2)\n"
    "  (equipment {(board (rectangle 1 3)) (piece \"Chip\" Each) (dice d:6 num:1)})\n"
    "  (rules (play (if (is Mover P1) (move Add (to (sites {0 1}))) (do (roll) next:(move Add (to (sites {2}))))))\n"
    "    (end {(if (and (is Mover P2) (>= (count Pips) (if (is Occupied 0) 3 5))) (result P1 Win))\n"
    "          (if (is Mover P2) (result P2 Win))})))\n";

// Both choose at the same time; whoever alone chooses its third site wins.
static const char together[] =
    "(game \"Together\" (players 2) (mode Simultaneous)\n"
    "  (equipment {(board (rectangle 1 6)) (hand Each) (piece \"Chip\" Each)})\n"
    "  (rules (start {(place \"Chip1\" (handSite P1)) (place \"Chip2\" (handSite P2))})\n"
    "    (play (or (move (from (handSite P1)) (to (sites {0 1 2})) P1)\n"
    "              (move (from (handSite P2)) (to (sites {3 4 5})) P2)))\n"
    "    (end {(if (and (is Occupied 2) (is Empty 5)) (result P1 Win))\n"
    "          (if (and (is Occupied 5) (is Empty 2)) (result P2 Win))\n"
    "          (if (is Empty (handSite P1)) (result Mover Draw))})))\n";

// Throws are drawn again at every visit: the values come near the odds, 2/3 and 1/3 of wins.
static void dice_are_thrown_at_every_visit(void **state) {
  for (int kind = ZERO_GUMBEL; kind <= ZERO_PUCT; kind++) {
    Bench bench;
    open_text(&bench, dice, (ZeroKind)kind);
    zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
    run_search(&bench.search, &bench.worker, 1000, false, 0);
    assert_int_equal(site_of(&bench, zero_search_choose(&bench.search, 1, 0)), 0);
    const ZeroEdge *edges = zero_edges(&bench.search.tree, 0);
    for (uint32_t i = 0; i < 2; i++) {
      assert_true(edges[i].open);
      float odds = site_of(&bench, i) == 0 ? 1 / 3.0f : -1 / 3.0f;
      if (edges[i].visits > 300) assert_float_equal(zero_mean(&edges[i]), odds, 0.12);
    }
    close_bench(&bench);
  }
}

static void both_players_choose_for_themselves(void **state) {
  Bench bench;
  open_text(&bench, together, ZERO_GUMBEL);
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 400, false, 0);
  assert_int_equal(site_of(&bench, zero_search_choose(&bench.search, 1, 0)), 2);
  assert_int_equal(site_of(&bench, zero_search_choose(&bench.search, 2, 0)), 5);
  float policy[6], total = 0;
  zero_search_policy(&bench.search, policy);
  for (int i = 0; i < 6; i++) total += policy[i];
  assert_float_equal(total, 1, 1e-5);
  close_bench(&bench);
}

// ---- proofs and distance -------------------------------------------------------------------------

// X: 0 1 4, O: 3 7. O moves and cannot stop both 2 and 8.
static void forced_results_are_proved(void **state) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", ZERO_GUMBEL);
  play_sites(bench.x, (int[]){0, 3, 1, 7, 4}, 5);
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 64, false, 0);
  const ZeroTree *tree = &bench.search.tree;
  assert_true(zero_node(tree, 0)->exact);
  assert_int_equal(zero_node(tree, 0)->winner, 1);
  assert_float_equal(zero_values(tree, 0)[0], 1, 1e-6);
  assert_float_equal(zero_values(tree, 0)[1], -1, 1e-6);
  for (uint32_t i = 0; i < zero_node(tree, 0)->n; i++) {
    assert_float_equal(zero_mean(&zero_edges(tree, 0)[i]), -1, 1e-6);
  }
  close_bench(&bench);
}

// The same with a discount: the win is two moves away.
static void distant_results_count_less(void **state) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", ZERO_PUCT);
  zero_search_close(&bench.search);
  bench.options.discount = 0.9;
  zero_search_open(&bench.search, bench.shipped.game, &bench.options);
  bench.search.random = random_stream(1, 1);
  play_sites(bench.x, (int[]){0, 3, 1, 7, 4}, 5);
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 64, false, 0);
  const ZeroTree *tree = &bench.search.tree;
  assert_true(zero_node(tree, 0)->exact);
  assert_float_equal(zero_values(tree, 0)[0], 0.81, 1e-5);
  close_bench(&bench);
}

// What is learnt of a win that is one move away.
static void values_to_learn_count_less_too(void **state) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", ZERO_PUCT);
  zero_search_close(&bench.search);
  bench.options.discount = 0.9;
  zero_search_open(&bench.search, bench.shipped.game, &bench.options);
  bench.search.random = random_stream(1, 1);
  play_sites(bench.x, (int[]){0, 3, 1, 4}, 4);
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 32, false, 0);
  float policy[9] = {0}, values[2];
  policy[zero_search_choose(&bench.search, 1, 0)] = 1;
  zero_search_values(&bench.search, policy, values);
  assert_float_equal(values[0], 0.9, 1e-5);
  assert_float_equal(values[1], -0.9, 1e-5);
  close_bench(&bench);
}

// A temperature near 0 is like 0, whether visits or priors are drawn from.
static void low_temperatures_choose_the_best(void **state) {
  Bench bench;
  open_bench(&bench, "Tic-Tac-Toe", ZERO_PUCT);
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 400, false, 1);
  for (int64_t simulations = 400; simulations >= 0; simulations -= 400) {
    bench.search.simulations = simulations;
    if (!simulations) zero_edges(&bench.search.tree, 0)[5].prior = 0.5f;
    uint32_t best = simulations ? zero_search_choose(&bench.search, 1, 0) : 5;
    for (int i = 0; i < 20; i++) assert_int_equal(zero_search_choose(&bench.search, 1, 0.002), best);
  }
  close_bench(&bench);
}

// ---- kept states ---------------------------------------------------------------------------------

// Every position of a random game comes back as it was, also where most of a large block is zero and left out.
static void states_come_back(void **state) {
  Shipped shipped;
  shipped_load(&shipped, "Lasca");
  Position *x = position_new(shipped.game, 1, 0), *y = position_new(shipped.game, 1, 0);
  Random random = random_stream(1, 3);
  ZeroBlocks blocks = {0}, room = {0}, moved = {0};
  for (int ply = 0; ply < 60 && !position_over(x); ply++) {
    uint32_t at = zero_state_keep(&blocks, x), there = zero_state_move(&moved, &blocks, at);
    zero_state_adopt(&moved, there, y, &room);
    size_t bytes = layout_bytes(x->layout, x->head->n_hashes);
    assert_memory_equal(x->block, y->block, bytes);
    assert_true(blocks.n < (size_t)(ply + 1) * bytes / 2);
    ZeroBlocks again = {0};
    zero_state_keep(&again, y);
    assert_true(zero_state_equal(&blocks, at, &again));
    assert_true(ply == 0 || !zero_state_equal(&blocks, 0, &again));
    VEC_FREE(&again);
    MoveList list = position_moves(x);
    Move move = *move_at(x, list, random_below(&random, list.n));
    position_apply(x, &move);
    position_forget(x, list);
  }
  VEC_FREE(&blocks);
  VEC_FREE(&room);
  VEC_FREE(&moved);
  position_free(x);
  position_free(y);
  shipped_free(&shipped);
}

// ---- forced moves --------------------------------------------------------------------------------

// Where a player has only one move, the position behind it is evaluated instead.
static void forced_moves_are_not_evaluated(void **state) {
  Bench bench;
  open_bench(&bench, "Lasca", ZERO_GUMBEL);
  Random random = random_stream(1, 4);
  int forced = 0;
  for (int ply = 0; ply < 40 && !position_over(bench.x); ply++) {
    zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
    zero_search_begin(&bench.search, &bench.worker, 32, false);
    for (bool root = true; zero_search_collect(&bench.search, &bench.worker, &hash_encoder); root = false) {
      for (int i = 0; i < bench.search.n_leaves; i++) assert_true(root || bench.search.leaves[i].n_moves > 1);
      answer_all(&bench.search, 1);
      zero_search_answer(&bench.search);
    }
    for (uint32_t i = 1; i < bench.search.tree.nodes.n; i++) forced += zero_node(&bench.search.tree, i)->n == 1;
    MoveList list = position_moves(bench.x);
    Move move = *move_at(bench.x, list, random_below(&random, list.n));
    position_apply(bench.x, &move);
    position_forget(bench.x, list);
  }
  assert_true(forced > 50);
  close_bench(&bench);
}

// What a player holds at a node, as one number.
static uint64_t hand_at(Bench *bench, uint32_t node, Player player) {
  const Game *game = bench->shipped.game;
  uint64_t hand = 0;
  zero_tree_visit(&bench->search.tree, &bench->worker, node);
  for (int c = 0; c < game->n_containers; c++) {
    const Container *container = &game->containers[c];
    if (container->kind != CONTAINER_HAND || container->owner != player) continue;
    for (int site = container->first; site < container->first + container->n; site++) {
      for (int level = 0; level < site_height(bench->worker.x, SITE_CELL, site); level++) {
        hand = random_mix(hand + (uint64_t)site_what(bench->worker.x, SITE_CELL, site, level));
      }
    }
  }
  return hand;
}

// The moves of a round meet the same cards of the opponent, those of another round others.
static void moves_are_compared_in_the_same_guess(void **state) {
  Bench bench;
  open_bench(&bench, "German Whist", ZERO_GUMBEL);
  const ZeroTree *tree = &bench.search.tree;
  for (int ply = 0; ply < 8; ply++) {  // until somebody leads with a card
    zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
    zero_tree_hide(&bench.search.tree, &bench.worker);
    if (tree->viewer && zero_node(tree, 0)->n > 4) break;
    MoveList list = position_moves(bench.x);
    Move move = *move_at(bench.x, list, 0);
    position_apply(bench.x, &move);
    position_forget(bench.x, list);
  }
  assert_true(tree->viewer > 0);
  run_search(&bench.search, &bench.worker, 2 * zero_node(tree, 0)->n, false, 0);
  uint64_t guesses[2] = {0};
  for (uint32_t i = 0; i < zero_node(tree, 0)->n; i++) {
    int round = 0;
    for (uint32_t at = zero_edges(tree, 0)[i].child; at && round < 2; at = zero_node(tree, at)->sibling, round++) {
      uint64_t hand = hand_at(&bench, at, 3 - tree->viewer);
      if (i == 0) guesses[round] = hand;
      if (round == 0) assert_int_equal(hand, guesses[0]);
    }
  }
  assert_true(guesses[0] && guesses[0] != guesses[1]);
  close_bench(&bench);
}

// ---- sharp values --------------------------------------------------------------------------------

// What a node promises its seat: the moves visited by the improved policy, the others as the network said.
static double promised(Bench *bench, uint32_t at) {
  const ZeroTree *tree = &bench->search.tree;
  const ZeroNode *node = zero_node(tree, at);
  double sum = 0;
  float policy[64];
  assert_true(node->n <= 64);
  select_improved_logits(&bench->options, tree, at, policy);
  select_softmax(policy, node->n);
  for (uint32_t i = 0; i < node->n; i++) {
    const ZeroEdge *edge = &zero_edges(tree, at)[i];
    sum += (double)policy[i] * (double)(edge->visits ? zero_mean(edge) : zero_values(tree, at)[node->seat - 1]);
  }
  return sum;
}

// Every node is worth what its improved policy promises, and every edge what the node behind it is worth, also where
// a refutation was found last; with means, a refuted move stays attractive for long.
static void sharp_values_are_those_of_the_policy(void **state) {
  Bench bench;
  open_bench(&bench, "Breakthrough", ZERO_GUMBEL);
  bench.options.sharp = true;
  zero_tree_start(&bench.search.tree, &bench.worker, bench.x);
  run_search(&bench.search, &bench.worker, 400, false, 1);
  const ZeroTree *tree = &bench.search.tree;
  int deep = 0;
  for (uint32_t at = 0; at < tree->nodes.n; at++) {
    const ZeroNode *node = zero_node(tree, at);
    if (node->exact || node->visits < 2) continue;
    assert_float_equal(zero_sums(tree, at)[node->seat - 1] / (float)node->visits, promised(&bench, at), 1e-3);
    for (uint32_t i = 0; i < node->n; i++) {
      const ZeroEdge *edge = &zero_edges(tree, at)[i];
      if (!edge->visits) continue;
      float below = zero_sums(tree, edge->child)[node->seat - 1] / (float)zero_node(tree, edge->child)->visits;
      assert_float_equal(zero_mean(edge), below, 1e-3);
    }
    deep += at > 0;
  }
  assert_true(deep > 10);
  close_bench(&bench);
}

// ---- images --------------------------------------------------------------------------------------

// What a network says about the first position of Tic-Tac-Toe, as the mean of so many images.
static void evaluate_start(Bench *bench, Arena *arena, const NetModel *model, int64_t images) {
  const NetEncoding *e = net_model_encoding(model);
  ZeroBatch *batch = mem_alloc(sizeof *batch);
  ZeroNetEncoder encoder;
  NetRunner *runner = net_runner_new(model);
  zero_batch_open(batch, arena, bench->shipped.game, e, images);
  zero_net_encoder_open(&encoder, e);
  zero_tree_start(&bench->search.tree, &bench->worker, bench->x);
  zero_search_begin(&bench->search, &bench->worker, 0, false);
  assert_int_equal(zero_search_collect(&bench->search, &bench->worker, &encoder.encoder), 1);
  zero_batch_take(batch, &bench->search);
  assert_int_equal(batch->n, images);
  net_run(runner, batch->samples, (int)batch->n, batch->values, batch->logits);
  zero_batch_return(batch, &bench->search);
  zero_search_answer(&bench->search);
  net_runner_free(runner);
  zero_net_encoder_close(&encoder);
  zero_batch_close(batch);
  mem_free(batch);
}

// The mean of the eight images of a board says the same about sites that are images of each other; one image does not.
static void images_are_averaged(void **state) {
  Bench bench;
  Arena arena = {0};
  NetModel *model = NULL;
  const char *why = "";
  open_bench(&bench, "Tic-Tac-Toe", ZERO_GUMBEL);
  const NetEncoding *e = net_encoding(&arena, bench.shipped.game, NET_TOKENS, &why);
  if (!e || !net_model_new(&arena, e, "graph:blocks=1,channels=8", 5, &model, &why)) fail_msg("%s", why);
  evaluate_start(&bench, &arena, model, 1);
  const ZeroEdge *edges = zero_edges(&bench.search.tree, 0);
  float corner = edges[0].logit, sum = 0;
  bool same = fabsf(corner - edges[2].logit) < 1e-6F && fabsf(corner - edges[8].logit) < 1e-6F;
  assert_false(same);
  for (int i = 0; i < 9; i += 2) sum += i == 4 ? 0 : edges[i].logit;
  evaluate_start(&bench, &arena, model, 8);
  edges = zero_edges(&bench.search.tree, 0);
  for (int i = 0; i < 9; i += 2) {
    if (i != 4) assert_float_equal(edges[i].logit, sum / 4, 1e-4);
  }
  for (int i = 1; i < 9; i += 2) assert_float_equal(edges[i].logit, edges[1].logit, 1e-4);
  net_model_free(model);
  arena_free(&arena);
  close_bench(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wins_and_defences_are_found),
      cmocka_unit_test(sequential_halving_shares_visits_out),
      cmocka_unit_test(values_are_means_of_leaves),
      cmocka_unit_test(improved_logits_complete_values),
      cmocka_unit_test(what_is_known_about_the_move_made_is_kept),
      cmocka_unit_test(games_do_not_depend_on_each_other),
      cmocka_unit_test(cut_games_are_not_drawn),
      cmocka_unit_test(games_that_go_round_are_cut),
      cmocka_unit_test(dice_are_thrown_at_every_visit),
      cmocka_unit_test(both_players_choose_for_themselves),
      cmocka_unit_test(forced_results_are_proved),
      cmocka_unit_test(distant_results_count_less),
      cmocka_unit_test(values_to_learn_count_less_too),
      cmocka_unit_test(low_temperatures_choose_the_best),
      cmocka_unit_test(states_come_back),
      cmocka_unit_test(forced_moves_are_not_evaluated),
      cmocka_unit_test(moves_are_compared_in_the_same_guess),
      cmocka_unit_test(sharp_values_are_those_of_the_policy),
      cmocka_unit_test(images_are_averaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
