// Fuzzing of the `.rbg` front end: any text is either refused with a message or gives a game that can be split,
// compiled, and played for a few moves.
#include "base/random.h"
#include "play_game.h"
#include "rbg/rbg_lower.h"
#include "rbg/rbg_print.h"
#include "rbg/rbg_split.h"
#include "rbg/reference.h"
#include "rbg/straight.h"
#include "target.h"

enum { TEXT_MAX = 20000, PLIES = 6, NODES_TO_PLAY = 300, VERTICES_TO_PLAY = 40, VISITS = 5000 };

static void play(Arena *arena, const RbgDescription *game, const RbgAutomaton *nfa, RbgSplitMode mode) {
  RbgRunner runner;
  RbgMoves moves = {0};
  Random random = random_stream(1, 0);
  rbg_runner_init(&runner, arena, game, nfa, mode);
  runner.visits_max = VISITS;
  rbg_begin(&runner);
  for (int ply = 0; ply < PLIES && !runner.error; ply++) {
    rbg_moves(&runner, &moves);
    if (!moves.ends.n) break;
    size_t i = random_below(&random, (uint32_t)moves.ends.n), from = rbg_moves_begin(&moves, i);
    rbg_apply(&runner, moves.steps.at + from, moves.ends.at[i] - from);
  }
  rbg_moves_free(&moves);
  rbg_runner_free(&runner);
}

// What compiles is a well-formed program, and is played.
static void compile(Arena *arena, const RbgDescription *game, const RbgStrategy *strategy) {
  Diags diags;
  const Game *compiled;
  diags_init(&diags, arena);
  if (!rbg_compile(arena, game, strategy, &diags, &compiled)) abort();
  fuzz_play(compiled);
}

static void use(Arena *arena, const RbgDescription *game) {
  Arena scratch = {0};
  Text text = {0};
  rbg_straightness(game->rules);
  rbg_print(&text, game, game->rules);
  text_free(&text);
  if (game->rules->size > NODES_TO_PLAY || game->board.n > VERTICES_TO_PLAY) return;
  play(arena, game, rbg_automaton(arena, &scratch, game, game->rules, false), RBG_WHOLE);
  RbgSplitStats stats;
  const RbgNode *split = rbg_split(arena, game, rbg_strategy_find(STR("ModPlusShift")), &stats);
  play(arena, game, rbg_automaton(arena, &scratch, game, split, true), RBG_MOD);
  arena_free(&scratch);
  compile(arena, game, NULL);
  compile(arena, game, rbg_strategy_find(STR("ModPlus")));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena = {0};
  Diags diags;
  Source source = {"fuzz.rbg", {(const char *)data, size}};
  diags_init(&diags, &arena);
  const RbgDescription *game = size <= TEXT_MAX ? rbg_parse(&arena, &source, &diags) : NULL;
  if (game) use(&arena, game);
  arena_free(&arena);
  return 0;
}
