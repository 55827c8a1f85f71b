// Splitting never changes the game: along random play, rolling up the semimoves of every strategy gives each legal
// move exactly once.
#include "subject.h"

#include "base/random.h"
#include "rbg/rbg_split.h"

enum {
  PLIES = 8,
  MOVES_MAX = 250,        // positions with more moves are played through, but not compared
  MOVES_TOO_MANY = 5000,  // there the play ends
  LARGE = 50000,          // actions x vertices; larger games are tried with Mod and ModPlusShift only
};

typedef struct Game {
  Subject subject;
  const RbgAutomaton *whole;
  RbgRunner runner;
  int positions;  // compared
} Game;

// The modifiers of all moves as text keys, counted: added by one side, taken away by the other.
typedef struct Tally {
  Arena arena;
  Map counts;  // steps -> int
} Tally;

static void tally_add(Tally *tally, const RbgStep *steps, size_t n, int change) {
  Str key = {(const char *)steps, n * sizeof *steps};
  int *count = map_get(&tally->counts, key);
  if (!count) {
    count = ARENA_NEW(&tally->arena, int);
    map_put(&tally->counts, arena_str(&tally->arena, key), count);
  }
  *count += change;
}

typedef struct Roll {
  RbgRunner *runner;
  Arena *arena;
  Tally *tally;
  VEC(RbgStep) path;  // modifiers only
  size_t semimoves;
} Roll;

// Performs all ways through the semimoves up to the next nodal state.
static void roll_up(Roll *roll) {
  RbgRunner *r = roll->runner;
  RbgMoves moves = {0};
  rbg_moves(r, &moves);
  ArenaMark mark = arena_mark(roll->arena);
  RbgPosition before = rbg_position_new(roll->arena, r->game);
  rbg_position_copy(r->game, &before, &r->at);
  for (size_t i = 0; i < moves.ends.n; i++) {
    size_t kept = roll->path.n, from = rbg_moves_begin(&moves, i), n = moves.ends.at[i] - from;
    for (size_t k = 0; k < n; k++) {
      if (moves.steps.at[from + k].action > 0) VEC_PUSH(&roll->path, moves.steps.at[from + k]);
    }
    roll->semimoves++;
    rbg_perform(r, moves.steps.at + from, n);
    if (r->at.nodal) tally_add(roll->tally, roll->path.at, roll->path.n, 1);
    else roll_up(roll);
    rbg_position_copy(r->game, &r->at, &before);
    roll->path.n = kept;
  }
  arena_rewind(roll->arena, mark);
  rbg_moves_free(&moves);
}

static void check_tally(const Tally *tally, const char *game, const char *strategy, int ply) {
  for (size_t i = 0; i < tally->counts.n; i++) {
    int count = *(int *)tally->counts.entries[i].value;
    if (count) fail_msg("%s, %s, ply %d: a move appears %d times", game, strategy, ply, count + 1);
  }
}

static void compare_at(RbgRunner *split, const RbgMoves *moves, Arena *arena, const char *game, const char *strategy,
                       int ply) {
  Tally tally = {0};
  map_init(&tally.counts, &tally.arena);
  for (size_t i = 0; i < moves->ends.n; i++) {
    size_t from = rbg_moves_begin(moves, i);
    tally_add(&tally, moves->steps.at + from, moves->ends.at[i] - from, -1);
  }
  Roll roll = {.runner = split, .arena = arena, .tally = &tally};
  roll_up(&roll);
  check_tally(&tally, game, strategy, ply);
  VEC_FREE(&roll.path);
  arena_free(&tally.arena);
}

// Plays at random in the whole and the split game side by side.
static int play(Game *g, RbgRunner *split, const char *strategy, uint64_t seed) {
  Random random = random_stream(seed, 0);
  RbgRunner *whole = &g->runner;
  RbgMoves moves = {0};
  int compared = 0;
  rbg_begin(whole);
  rbg_begin(split);
  for (int ply = 0; ply < PLIES; ply++) {
    rbg_moves(whole, &moves);
    if (!moves.ends.n || moves.ends.n > MOVES_TOO_MANY) break;
    if (moves.ends.n <= MOVES_MAX) {
      compare_at(split, &moves, &g->subject.scratch, g->subject.source.name, strategy, ply);
      compared++;
    }
    size_t i = random_below(&random, (uint32_t)moves.ends.n), from = rbg_moves_begin(&moves, i);
    rbg_apply(whole, moves.steps.at + from, moves.ends.at[i] - from);
    rbg_apply(split, moves.steps.at + from, moves.ends.at[i] - from);
  }
  rbg_moves_free(&moves);
  return compared;
}

static void check_strategy(Game *g, const RbgStrategy *strategy) {
  Subject *s = &g->subject;
  RbgSplitStats stats;
  RbgNode *tree = rbg_split(&s->arena, s->game, strategy, &stats);
  const RbgAutomaton *nfa = rbg_automaton(&s->arena, &s->scratch, s->game, tree, true);
  RbgRunner split;
  rbg_runner_init(&split, &s->arena, s->game, nfa, strategy->mod ? RBG_MOD : RBG_DOTS);
  int compared = play(g, &split, strategy->name, 1);
  g->positions += compared;
  rbg_runner_free(&split);
}

typedef struct Totals {
  int games, positions;
} Totals;

static void check_game(void *self, const char *path) {
  Game g = {0};
  subject_read(&g.subject, path);
  g.whole = rbg_automaton(&g.subject.arena, &g.subject.scratch, g.subject.game, g.subject.game->rules, false);
  rbg_runner_init(&g.runner, &g.subject.arena, g.subject.game, g.whole, RBG_WHOLE);
  bool large = (int64_t)g.subject.game->rules->size * g.subject.game->board.n > LARGE;
  for (const RbgStrategy *s = rbg_strategies; s->name; s++) {
    if (!large || (s->mod && s->plus == s->shift)) check_strategy(&g, s);
  }
  rbg_runner_free(&g.runner);
  subject_free(&g.subject);
  Totals *totals = self;
  totals->games++;
  totals->positions += g.positions;
}

static void test_reference_games(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  file_walk(test_shared(&arena, "rbg/games"), ".rbg", check_game, &totals);
  print_message("%d games, %d positions compared\n", totals.games, totals.positions);
  assert_true(totals.positions > 25 * totals.games);
  arena_free(&arena);
}

static void test_own_games(void **state) {
  Arena arena = {0};
  Totals totals = {0};
  file_walk(test_root(&arena, "games/rbg"), ".rbg", check_game, &totals);
  print_message("%d games, %d positions compared\n", totals.games, totals.positions);
  assert_true(totals.positions > 10 * totals.games);
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own_games),
      cmocka_unit_test(test_reference_games),
  };
  return cmocka_run_group_tests_name("rbg split", tests, NULL, NULL);
}
