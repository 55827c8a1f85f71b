// Features of moves, into the caller's arrays: for one position, or for all games of a batch on its threads.
#include "lib/lib_internal.h"

#include "feature/evaluate/evaluator.h"
#include "feature/initial.h"

// An evaluator with its working memory, for one thread.
typedef struct FeatureDesk {
  FeatureEval *eval;  // NULL: not opened yet
  VEC(FeatureMove) moves;
  VEC(Word) bits;
  int *numbers;
} FeatureDesk;

// What was found in one game.
typedef struct FeatureFinds {
  VEC(uint32_t) counts;  // by move
  VEC(uint32_t) active;  // of all moves
} FeatureFinds;

struct senet_features {
  Handle handle;
  senet_game *game;
  FeatureSet *set;
  VEC(FeatureDesk) desks;   // by worker
  VEC(FeatureFinds) finds;  // by game of a batch
};

#define IS_FEATURES(h) handle_is((const Handle *)(const void *)(h), HANDLE_FEATURES)

// ---- sets ------------------------------------------------------------------------------------------

// A set some of whose features have too many instances is closed.
static senet_status check_set(const Game *game, FeatureSet **set) {
  int which;
  if (set_fits(*set, game, &which)) return SENET_OK;
  senet_status status =
      api_fail(SENET_UNSUITED, "this feature has too many instances in this game: %s", (*set)->texts[which]);
  set_close(*set);
  *set = NULL;
  return status;
}

static senet_status read_set(const Game *game, const char *text, FeatureSet **set) {
  Arena arena = {0};
  Diags diags;
  Source source = {"features", str_of(text)};
  diags_init(&diags, &arena);
  senet_status status = SENET_OK;
  if (!set_read(set, &source, game->players, &diags)) {
    const Diag *first = &diags.list[0];
    LineCol at = src_line_col(first->loc);
    status = api_fail(SENET_INPUT, "line %u, column %u: %s", at.line, at.col, first->message);
  } else {
    status = check_set(game, set);
  }
  arena_free(&arena);
  return status;
}

static senet_status make_set(const Game *game, const char *text, FeatureSet **set) {
  int turning, straight;
  bool initial = !strcmp(text, "Initial");
  if (!initial && !atomic_name(text, &turning, &straight)) return read_set(game, text, set);
  FeatureSpace *space;
  space_open(&space, game, (FeatureRules){0});
  bool made = initial ? set_initial(set, space) : set_atomic(set, space, turning, straight);
  space_close(space);
  return made ? SENET_OK : api_fail(SENET_UNSUITED, "%s has more than %d features in this game", text, FEATURES_MAX);
}

senet_status senet_features_new(senet_game *game, const char *set, senet_features **out) {
  if (!out) return api_misuse("the place of the features");
  *out = NULL;
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!set) return api_misuse("the set");
  if (game->game->n_subgames) return api_fail(SENET_UNSUITED, "a match has no features, its games have");
  FeatureSet *made = NULL;
  senet_status status = make_set(game->game, set, &made);
  if (status != SENET_OK) return status;
  handle_use(&game->handle);
  senet_features *features = handle_new(game->handle.library, HANDLE_FEATURES, sizeof *features);
  features->game = game;
  features->set = made;
  *out = features;
  return SENET_OK;
}

void senet_features_free(senet_features *features) {
  if (!IS_FEATURES(features)) return;
  senet_game *game = features->game;
  handle_close(&features->handle);
  for (size_t i = 0; i < features->desks.n; i++) {
    FeatureDesk *desk = &features->desks.at[i];
    eval_close(desk->eval);
    mem_free(desk->numbers);
    VEC_FREE(&desk->moves);
    VEC_FREE(&desk->bits);
  }
  for (size_t i = 0; i < features->finds.n; i++) {
    VEC_FREE(&features->finds.at[i].counts);
    VEC_FREE(&features->finds.at[i].active);
  }
  VEC_FREE(&features->desks);
  VEC_FREE(&features->finds);
  set_close(features->set);
  handle_give_back(&features->handle, HANDLE_FEATURES);
  game_leave(game);
}

size_t senet_features_count(const senet_features *features) {
  return IS_FEATURES(features) ? (size_t)features->set->n : 0;
}

const char *senet_features_text(const senet_features *features, size_t i) {
  return IS_FEATURES(features) && i < (size_t)features->set->n ? features->set->texts[i] : NULL;
}

senet_status senet_features_weights(const senet_features *features, int player, float *weights, size_t n) {
  if (!IS_FEATURES(features)) return api_misuse("the features");
  if (!weights) return api_misuse("the array");
  const FeatureSet *set = features->set;
  if (player < 1 || player > set->players) return api_fail(SENET_RANGE, "there is no player %d", player);
  if (n != (size_t)set->n) return api_fail(SENET_RANGE, "there are %d features, the array has %zu places", set->n, n);
  memcpy(weights, set_weights(set, player), n * sizeof *weights);
  return SENET_OK;
}

// ---- finding ---------------------------------------------------------------------------------------

static void make_room(senet_features *features, size_t workers, size_t games) {
  while (features->desks.n < workers) VEC_PUSH(&features->desks, (FeatureDesk){0});
  while (features->finds.n < games) VEC_PUSH(&features->finds, (FeatureFinds){0});
}

// The bits of all legal moves, which are listed.
static void find_bits(const senet_features *features, FeatureDesk *desk, senet_position *position) {
  if (!desk->eval) {
    eval_open(&desk->eval, features->game->game, (FeatureRules){0}, features->set, &evaluator_fast);
    desk->numbers = mem_alloc_zero(sizeof *desk->numbers * ((size_t)features->set->n + 1));
  }
  size_t n = position->list.n, words = (size_t)desk->eval->words;
  while (desk->moves.n < n) VEC_PUSH(&desk->moves, (FeatureMove){0});
  while (desk->bits.n < n * words) VEC_PUSH(&desk->bits, 0);
  feature_moves(desk->eval->space, position->x, position->list, desk->moves.at);
  eval_begin(desk->eval, position->x);
  eval_moves(desk->eval, desk->moves.at, n, desk->bits.at);
}

static void find(const senet_features *features, FeatureDesk *desk, senet_position *position, FeatureFinds *finds) {
  position_list(position);
  VEC_CLEAR(&finds->counts);
  VEC_CLEAR(&finds->active);
  if (!position->list.n) return;
  find_bits(features, desk, position);
  for (size_t i = 0; i < position->list.n; i++) {
    int n = eval_list(desk->eval, VEC_FROM(&desk->bits, i * (size_t)desk->eval->words), desk->numbers);
    VEC_PUSH(&finds->counts, (uint32_t)n);
    for (int k = 0; k < n; k++) VEC_PUSH(&finds->active, (uint32_t)desk->numbers[k]);
  }
}

static senet_status check_result(const senet_feature_result *result) {
  if (!result) return api_misuse("the result");
  if (result->size != sizeof *result) return api_fail(SENET_MISUSE, "the result has the wrong size");
  if ((result->room_starts && !result->starts) || (result->room_active && !result->active))
    return api_misuse("an array");
  return SENET_OK;
}

// Puts what was found in n games one after another.
static void put_together(const senet_features *features, size_t n, senet_feature_result *to) {
  size_t move = 0, at = 0;
  for (size_t g = 0; g < n; g++) {
    const FeatureFinds *finds = &features->finds.at[g];
    if (to->games) to->games[g] = (uint32_t)move;
    if (finds->active.n) memcpy(to->active + at, finds->active.at, finds->active.n * sizeof *to->active);
    for (size_t i = 0; i < finds->counts.n; i++, move++) {
      to->starts[move] = (uint32_t)at;
      at += finds->counts.at[i];
    }
  }
  to->starts[move] = (uint32_t)at;
  if (to->games) to->games[n] = (uint32_t)move;
}

static senet_status hand_over(const senet_features *features, size_t n, senet_feature_result *to) {
  to->moves = to->n_active = 0;
  for (size_t g = 0; g < n; g++) {
    to->moves += features->finds.at[g].counts.n;
    to->n_active += features->finds.at[g].active.n;
  }
  if (to->n_active > UINT32_MAX) return api_fail(SENET_RANGE, "more active features than 32 bits count");
  if (!to->room_starts && !to->room_active) return SENET_OK;
  if (to->room_starts < to->moves + 1 || to->room_active < to->n_active) {
    return api_fail(SENET_TOO_SMALL, "%zu moves with %zu active features do not fit", to->moves, to->n_active);
  }
  put_together(features, n, to);
  return SENET_OK;
}

senet_status senet_position_features(senet_position *position, senet_features *features, senet_feature_result *result) {
  if (!IS_FEATURES(features)) return api_misuse("the features");
  senet_status status = check_result(result);
  if (status == SENET_OK) status = position_list_moves(position);
  if (status != SENET_OK) return status;
  if (position->game != features->game) return api_fail(SENET_MISUSE, "the features are of another game");
  make_room(features, 1, 1);
  find(features, &features->desks.at[0], position, &features->finds.at[0]);
  return hand_over(features, 1, result);
}

static void find_in_game(senet_batch *batch, size_t i, int worker, void *self) {
  senet_features *features = self;
  find(features, &features->desks.at[worker], batch->games[i].position, &features->finds.at[i]);
}

senet_status senet_batch_features(senet_batch *batch, senet_features *features, senet_feature_result *result) {
  if (!IS_FEATURES(features)) return api_misuse("the features");
  senet_status status = check_result(result);
  if (status == SENET_OK) status = batch_enter(batch);
  if (status != SENET_OK) return status;
  if (batch->game == features->game) {
    make_room(features, (size_t)pool_workers(batch->pool), batch->n);
    batch_each(batch, find_in_game, features);
    status = hand_over(features, batch->n, result);
  } else {
    status = api_fail(SENET_MISUSE, "the features are of another game");
  }
  return batch_leave(batch, status);
}

// ---- scores ----------------------------------------------------------------------------------------

static double score(const senet_features *features, const FeatureDesk *desk, const senet_position *position, size_t i) {
  const FeatureSet *set = features->set;
  const Move *move = move_at(position->x, position->list, (uint32_t)i);
  if (move->mover < 1 || move->mover > set->players) return 0;
  const float *weights = set_weights(set, move->mover), *aspatial = set_aspatial(set, move->mover);
  double sum = 0;
  int n = eval_list(desk->eval, VEC_FROM(&desk->bits, i * (size_t)desk->eval->words), desk->numbers);
  for (int k = 0; k < n; k++) sum += (double)weights[desk->numbers[k]];
  uint32_t active = aspatial_active(position->x, move);
  for (int k = 0; k < ASPATIALS; k++) sum += active >> k & 1 ? (double)aspatial[k] : 0;
  return sum;
}

senet_status senet_position_feature_scores(senet_position *position, senet_features *features, double *scores,
                                           size_t room, size_t *n) {
  if (!n) return api_misuse("the place of the number");
  *n = 0;
  if (!IS_FEATURES(features)) return api_misuse("the features");
  if (room && !scores) return api_misuse("the array of scores");
  senet_status status = position_list_moves(position);
  if (status != SENET_OK) return status;
  *n = position->list.n;
  if (position->game != features->game) return api_fail(SENET_MISUSE, "the features are of another game");
  if (!*n || !room) return SENET_OK;
  make_room(features, 1, 1);
  find_bits(features, &features->desks.at[0], position);
  for (size_t i = 0; i < *n && i < room; i++) scores[i] = score(features, &features->desks.at[0], position, i);
  return SENET_OK;
}
