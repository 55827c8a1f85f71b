// The entrances for files that guide a search: feature sets with weights, and heuristics. Whatever the text, it is
// refused with a place, or read, written, read again as the same, and used to judge a position and its moves.
//
// An input is the number of a game and then the text.
#include "base/mem.h"
#include "feature/linear.h"
#include "play/heuristic/heuristic.h"
#include "target.h"

enum { TEXT_MAX = 4000, SCORED_MAX = 60 };

static const char *const names[] = {"Tic-Tac-Toe", "Breakthrough", "Lasca", "Hex"};

// The same features and weights are written the same way.
static void read_again(const FeatureSet *set, Arena *arena) {
  Text once = {0}, twice = {0};
  Diags diags;
  FeatureSet *again;
  diags_init(&diags, arena);
  set_write(&once, set);
  Source source = {"again", text_str(&once)};
  require(set_read(&again, &source, set->players, &diags));
  set_write(&twice, again);
  require(str_eq(text_str(&once), text_str(&twice)));
  set_close(again);
  text_free(&once);
  text_free(&twice);
}

static void score_moves(const Game *game, const FeatureSet *set) {
  LinearPolicy *policy;
  linear_open(&policy, game, set, (FeatureRules){0});
  Position *x = position_new(game, 1, 0);
  LinearPlayout how = {.temperature = 1, .most = 20};
  linear_playout_run(policy, &how, NULL, x, 1, 0);
  position_free(x);
  linear_close(policy);
}

static void try_features(Arena *arena, const Game *game, const Source *source) {
  Diags diags;
  FeatureSet *set;
  diags_init(&diags, arena);
  if (!set_read(&set, source, game->players, &diags)) {
    require(diags.n && diags.list[0].loc.source);
    return;
  }
  read_again(set, arena);
  if (set->n <= SCORED_MAX) score_moves(game, set);
  set_close(set);
}

static void try_heuristics(Arena *arena, const Game *game, const Source *source) {
  Diags diags;
  HeuristicText text;
  Heuristic *heuristic;
  double sums[GAME_PLAYERS_MAX + 1];
  diags_init(&diags, arena);
  if (!heuristic_read(arena, source, &diags, &text)) {
    require(diags.n && diags.list[0].loc.source);
    return;
  }
  heuristic_new(game, text, &heuristic);
  Position *x = position_new(game, 1, 0);
  heuristic_sums(heuristic, x, sums);
  position_free(x);
  heuristic_free(heuristic);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size > TEXT_MAX) return 0;
  Arena arena = {0};
  const Game *game = target_game(names, COUNT_OF(names), data[0]);
  Source source = {"input", arena_str(&arena, (Str){(const char *)data + 1, size - 1})};
  try_features(&arena, game, &source);
  try_heuristics(&arena, game, &source);
  arena_free(&arena);
  return 0;
}
