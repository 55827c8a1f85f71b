// One game of self-play.
#include "learn/zero/zero_play.h"

#include "play/show/seats.h"

#include <math.h>

const ZeroPlayOptions zero_play_defaults = {
    .search = ZERO_SEARCH_DEFAULTS,
    .simulations = 32,
    .fast = 8,
    .opening = 4,
    .opening_temperature = 1,
    .temperature = 1,
    .drawn_moves = 16,
    .length = 512,
    .cut_value = 0.9,
    .reuse = true,
};

void zero_game_open(ZeroGame *game, const Game *rules, const ZeroPlayOptions *options) {
  *game = (ZeroGame){.options = options};
  zero_search_open(&game->search, rules, &options->search);
}

void zero_game_close(ZeroGame *game) {
  zero_search_close(&game->search);
  VEC_FREE(&game->records);
  VEC_FREE(&game->requests);
  VEC_FREE(&game->policies);
}

static void begin_search(ZeroGame *game, ZeroWorker *worker) {
  const ZeroPlayOptions *options = game->options;
  Random *random = &game->search.random;
  game->fast = options->fast_share > 0 && random_unit(random) < options->fast_share;
  int64_t simulations = game->opening > 0 ? 0 : game->fast ? options->fast : options->simulations;
  zero_search_begin(&game->search, worker, simulations, !game->fast);
}

void zero_game_start(ZeroGame *game, ZeroWorker *worker, uint64_t seed, uint64_t number) {
  ZeroTree *tree = &game->search.tree;
  game->seed = seed;
  game->number = number;
  game->search.random = random_stream(seed, 2 * number);
  game->opening = random_below(&game->search.random, (uint32_t)game->options->opening + 1);
  game->over = game->failed = false;
  game->moves = 0;
  memset(game->expected, 0, sizeof game->expected);
  VEC_CLEAR(&tree->past);
  VEC_CLEAR(&game->records);
  VEC_CLEAR(&game->requests);
  VEC_CLEAR(&game->policies);
  Position *x = worker->x;
  x->random = random_stream(seed, 2 * number + 1);
  position_start(x);
  tree->chance = x->random;
  zero_tree_start(tree, worker, x);
  tree->chance = worker->x->random;
  begin_search(game, worker);
}

// ---- records -------------------------------------------------------------------------------------

static void keep_policy(ZeroGame *game, ZeroRecord *record, const float *policy) {
  record->policy = SIZE_MAX;
  if (game->fast || !game->search.simulations) return;
  record->policy = game->policies.n;
  for (uint32_t i = 0; i < record->n_moves; i++) VEC_PUSH(&game->policies, policy[i]);
}

static void keep_request(ZeroGame *game, ZeroRecord *record, const ZeroLeaf *leaf) {
  record->size = (uint32_t)leaf->request.n;
  record->request = game->requests.n;
  while (game->requests.n + record->size > game->requests.cap) {
    game->requests.at = vec_grow(game->requests.at, &game->requests.cap, 1);
  }
  memcpy(game->requests.at + game->requests.n, leaf->request.at, record->size);
  game->requests.n += record->size;
}

static bool is_worth_keeping(const ZeroGame *game) {
  return game->search.simulations > 0 && zero_node(&game->search.tree, 0)->n > 1;
}

// Writes down what the search of the present position found.
static void keep_record(ZeroGame *game, ZeroWorker *worker, ZeroEncoder *encoder) {
  ZeroSearch *search = &game->search;
  ZeroLeaf *leaf = &search->leaves[0];
  float values[GAME_PLAYERS_MAX];
  ZeroRecord record = {.n_moves = zero_node(&search->tree, 0)->n, .ply = game->moves};
  float *policy = mem_alloc(sizeof *policy * record.n_moves);
  zero_search_policy(search, policy);
  zero_search_values(search, policy, values);
  memcpy(game->expected, values, sizeof *values * (size_t)search->tree.game->players);
  zero_tree_visit(&search->tree, worker, 0);
  encoder->encode(encoder, worker->x, worker->list, leaf);
  keep_request(game, &record, leaf);
  keep_policy(game, &record, policy);
  for (Player p = 1; p <= search->tree.game->players; p++) {
    record.seats[p - 1] = (uint8_t)player_seat(worker->x, p);
    if (record.seats[p - 1]) record.values[p - 1] = values[record.seats[p - 1] - 1];
  }
  VEC_PUSH(&game->records, record);
  mem_free(policy);
}

float zero_record_value(const ZeroGame *game, const ZeroRecord *record, int p, double outcome_share) {
  int seat = record->seats[p];
  double outcome = seat ? game->outcome[seat - 1] : 0;
  double away = pow(game->options->search.discount, (double)(game->moves - record->ply));
  return (float)(outcome_share * away * outcome + (1 - outcome_share) * record->values[p]);
}

// ---- moves ---------------------------------------------------------------------------------------

static double temperature_of(const ZeroGame *game) {
  if (!game->search.simulations) return game->options->opening_temperature;
  return game->moves < game->options->drawn_moves && !game->fast ? game->options->temperature : 0;
}

// Chooses a move for everybody who moves now, and makes it.
static bool make_move(ZeroGame *game, ZeroWorker *worker) {
  ZeroSearch *search = &game->search;
  const ZeroNode *root = zero_node(&search->tree, 0);
  uint32_t parts[GAME_PLAYERS_MAX];
  int n = 0;
  if (root->seat) parts[n++] = zero_search_choose(search, root->seat, temperature_of(game));
  for (int seat = 1; !root->seat && seat <= search->tree.game->players; seat++) {
    uint32_t chosen = zero_search_choose(search, seat, temperature_of(game));
    if (chosen < root->n) parts[n++] = chosen;
  }
  game->moves++;
  if (game->opening > 0) game->opening--;
  return zero_tree_play_joint(&search->tree, worker, parts, n, game->options->reuse);
}

static bool is_ended(const ZeroGame *game) { return zero_node(&game->search.tree, 0)->terminal; }

// A game that was cut is no draw: who is winning there must not learn that it was all the same.
static void finish(ZeroGame *game) {
  const ZeroTree *tree = &game->search.tree;
  game->over = true;
  for (int s = 0; s < tree->game->players; s++) {
    game->outcome[s] = is_ended(game) ? zero_values(tree, 0)[s] : (float)game->options->cut_value * game->expected[s];
  }
}

// Whether the game goes round in circles: the position has come up so often that it is drawn.
static bool is_repeated(ZeroGame *game, ZeroWorker *worker) {
  ZeroTree *tree = &game->search.tree;
  if (!tree->repetitions || is_ended(game)) return false;
  zero_tree_visit(tree, worker, 0);
  return zero_tree_note(tree, worker->x);
}

// Where there is only one legal move, nothing is to be found out.
static bool is_forced(const ZeroGame *game) {
  const ZeroNode *root = zero_node(&game->search.tree, 0);
  return root->n == 1 && root->seat && !root->terminal;
}

int zero_game_advance(ZeroGame *game, ZeroWorker *worker, ZeroEncoder *encoder) {
  ZeroSearch *search = &game->search;
  if (game->over) return 0;
  zero_search_answer(search);
  for (;;) {
    int leaves = is_forced(game) ? 0 : zero_search_collect(search, worker, encoder);
    if (leaves) return leaves;
    if (is_ended(game)) break;
    if (is_worth_keeping(game)) keep_record(game, worker, encoder);
    game->failed = !make_move(game, worker);
    if (is_repeated(game, worker)) memset(game->expected, 0, sizeof game->expected);
    else if (!is_ended(game) && game->moves < game->options->length) {
      begin_search(game, worker);
      continue;
    }
    break;
  }
  finish(game);
  return 0;
}
