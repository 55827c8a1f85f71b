// Playouts with features.
#include "feature/evaluate/feature_playout.h"

#include "base/mem.h"

typedef struct GameFeatures {
  const Game *game;
  FeatureSet *made;  // NULL where the set was given
  FeatureEval *eval;
} GameFeatures;

struct FeaturePlayer {
  FeatureWish wish;
  VEC(GameFeatures) games;  // the last one asked for is the first
  VEC(FeatureMove) moves;
  VEC(Word) bits;
};

void feature_player_open(FeaturePlayer **out, FeatureWish wish) {
  FeaturePlayer *player = mem_alloc_zero(sizeof *player);
  player->wish = wish;
  *out = player;
}

void feature_player_close(FeaturePlayer *player) {
  if (!player) return;
  for (size_t i = 0; i < player->games.n; i++) {
    eval_close(player->games.at[i].eval);
    set_close(player->games.at[i].made);
  }
  VEC_FREE(&player->games);
  VEC_FREE(&player->moves);
  VEC_FREE(&player->bits);
  mem_free(player);
}

// The set of an Atomic-M-N wish; NULL where it would be too large.
static FeatureSet *make_set(const FeatureWish *wish, const Game *game) {
  FeatureSpace *space;
  FeatureSet *set = NULL;
  space_open(&space, game, wish->rules);
  if (!set_atomic(&set, space, wish->turning, wish->straight)) set = NULL;
  space_close(space);
  return set;
}

bool feature_wish_fits(const FeatureWish *wish, const Game *game) {
  bool fits = true;
  for (int i = 0; fits && i < game->n_subgames; i++) fits = feature_wish_fits(wish, game->subgames[i].game);
  if (wish->set || game->n_subgames || !fits) return fits;
  FeatureSet *set = make_set(wish, game);
  set_close(set);
  return set != NULL;
}

static void add_game(FeaturePlayer *player, const Game *game) {
  const FeatureWish *wish = &player->wish;
  GameFeatures features = {.game = game};
  if (!wish->set) features.made = make_set(wish, game);
  eval_open(&features.eval, game, wish->rules, wish->set ? wish->set : features.made, wish->row);
  VEC_PUSH(&player->games, features);
}

FeatureEval *feature_player_eval(FeaturePlayer *player, const Game *game) {
  for (size_t i = 0; i < player->games.n; i++) {
    if (player->games.at[i].game == game) return player->games.at[i].eval;
  }
  add_game(player, game);
  return VEC_LAST(&player->games).eval;
}

const Word *feature_player_moves(FeaturePlayer *player, Position *x, MoveList list) {
  FeatureEval *eval = feature_player_eval(player, x->game);
  size_t words = (size_t)eval->words;
  while (player->bits.cap < list.n * words) {
    player->bits.at = vec_grow(player->bits.at, &player->bits.cap, sizeof *player->bits.at);
  }
  while (player->moves.cap < list.n) {
    player->moves.at = vec_grow(player->moves.at, &player->moves.cap, sizeof *player->moves.at);
  }
  feature_moves(eval->space, x, list, player->moves.at);
  eval_begin(eval, x);
  eval_moves(eval, player->moves.at, list.n, player->bits.at);
  return player->bits.at;
}

static void count(const FeatureEval *eval, const Word *bits, uint32_t moves, FeatureTotals *totals) {
  totals->plies++;
  totals->moves += moves;
  if (totals->plies % 64) return;  // a sample is enough for a mean
  for (uint32_t i = 0; i < moves; i++) {
    totals->active += 64 * (uint64_t)bits_count(bits + (size_t)i * (size_t)eval->words, eval->words);
  }
}

void feature_playout_step(FeaturePlayer *player, Position *x, Random *random, FeatureTotals *totals) {
  MoveList list = position_moves(x);
  if (player->wish.row) {
    const Word *bits = feature_player_moves(player, x, list);
    count(feature_player_eval(player, x->game), bits, list.n, totals);
  } else {
    totals->plies++;
    totals->moves += list.n;
  }
  playout_choose(x, list, random);
  position_forget(x, list);
}

bool feature_playout_run(FeaturePlayer *player, Position *x, uint64_t seed, uint64_t k, uint64_t most,
                         FeatureTotals *totals) {
  Random choices = random_stream(seed, playout_choice_stream(k));
  x->random = random_stream(seed, playout_chance_stream(k));
  position_start(x);
  for (uint64_t i = 0; (!most || i < most) && !position_over(x) && !x->fault; i++) {
    feature_playout_step(player, x, &choices, totals);
  }
  return !x->fault;
}
