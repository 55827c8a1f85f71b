// Random games, counted.
#include "search/traits.h"

#include "play/playout/bounded.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "search/evaluation.h"
#include "search/mcts/rollout.h"
#include "search/minimax/noise.h"
#include "search/minimax/standing.h"

#include <math.h>

enum { GAMES = 6, PLIES_MOST = 300, SEED = 1 };

// ---- moves and lengths -------------------------------------------------------------------------------

static void play_games(const Game *game, Traits *traits) {
  double positions = 0, moves = 0;
  uint64_t g = 0;
  BoundedWork work;
  Position *x = bounded_open(&work, game, SEED);
  for (; g < GAMES && bounded_goes_on(&work); g++) {
    Random random = random_stream(SEED, 100 + g);
    position_start(x);
    for (int ply = 0; ply < PLIES_MOST && !position_over(x) && !x->fault; ply++) {
      moves += (double)position_count_moves(x);
      positions++;
      playout_step(x, &random);
    }
  }
  position_free(x);
  traits->branching = positions > 0 ? moves / positions : 0;
  traits->length = positions / (double)g;
  traits->slow = !bounded_goes_on(&work);
}

void traits_find(const Game *game, Traits *traits) {
  *traits = (Traits){.players = game->players,
                     .chance = game_has(game, GAME_STOCHASTIC),
                     .hidden = game_has(game, GAME_HIDDEN),
                     .together = game->mode == MODE_SIMULTANEOUS,
                     .puzzle = game_has(game, GAME_PUZZLE),
                     .piles = game_has(game, GAME_COUNT),
                     .sown = standing_is_sown(game)};
  if (traits->puzzle) return;
  play_games(game, traits);
  if (game->mode != MODE_ALTERNATING) return;
  Material *material;
  Noise noise;
  material_new(game, SEED, &material);
  noise_watch(&noise, game, material, SEED);
  traits->standing = material_standing(material) != NULL;
  material_free(material);
  traits->taken = noise.share;
  traits->grown = noise.grown;
  traits->foreseen = noise.foreseen;
}

// ---- learning -----------------------------------------------------------------------------------------

int64_t traits_games_to_learn(const Traits *traits) {
  enum { MOVES_LOOKED_AT = 600000, FEWEST = 400, MOST = 1000 };
  double each = MAX(traits->length * traits->branching, 1);
  int64_t games = MIN((int64_t)(MOVES_LOOKED_AT / each), MOST);
  return traits->slow || games < FEWEST ? 0 : games;
}

// ---- wins that are missed ----------------------------------------------------------------------------

enum { WATCHED_GAMES = 12, WATCHED_TRIES = 20000 };

// Whether the player to move can win at once.
static bool can_win(Position *x, uint64_t *tries) {
  MoveList list = position_moves(x);
  bool wins = decisive_move(&(SimPosition){.x = x}, sim_list(list), &(Haste){0}, tries) >= 0;
  position_forget(x, list);
  return wins;
}

// Plays a random game: the part of it that came after somebody could have won for the first time.
static double part_after_a_win(Position *x, Random *random, uint64_t *tries) {
  int ply = 0, first = -1;
  position_start(x);
  for (; ply < PLIES_MOST && !position_over(x) && !x->fault; ply++) {
    if (first < 0 && *tries < WATCHED_TRIES && can_win(x, tries)) first = ply;
    playout_step(x, random);
  }
  return first < 0 ? 0 : (double)(ply - first - 1) / ply;
}

void traits_miss(const Game *game, Traits *traits) {
  BoundedWork work;
  Position *x = bounded_open(&work, game, SEED);
  uint64_t tries = 0;
  int games = 0;
  double parts = 0;
  for (; games < WATCHED_GAMES && tries < WATCHED_TRIES && bounded_goes_on(&work); games++) {
    Random random = random_stream(SEED, 300 + (uint64_t)games);
    parts += part_after_a_win(x, &random, &tries);
  }
  position_free(x);
  traits->missed = parts / games;
}

// ---- how well positions are judged -------------------------------------------------------------------

enum { JUDGED_GAMES = 40, JUDGED_PLIES = 4000 };

typedef VEC(double) Judged;

// Plays a random game and judges every position of it for the first player. How many moves there were; the result is 0
// without a winner.
static int play_judged(Position *x, const Evaluator *evaluator, Random *random, Judged *judged, double *result) {
  double utilities[GAME_PLAYERS_MAX + 1];
  int ply = 0;
  VEC_CLEAR(judged);
  position_start(x);
  for (; ply < PLIES_MOST && !position_over(x) && !x->fault; ply++) {
    playout_step(x, random);
    if (position_over(x) || x->fault) break;
    evaluator->estimate(evaluator, x, utilities);
    VEC_PUSH(judged, utilities[1] - utilities[2]);
  }
  *result = position_over(x) ? seat_utility(x, 1) : 0;
  return ply;
}

// Sums for a correlation.
typedef struct Sums {
  double n, x, y, xx, yy, xy;
} Sums;

static void add_pair(Sums *sums, double x, double y) {
  sums->n++;
  sums->x += x;
  sums->y += y;
  sums->xx += x * x;
  sums->yy += y * y;
  sums->xy += x * y;
}

// 0 where one of the two is always the same.
static double correlation(const Sums *s) {
  double vx = s->xx * s->n - s->x * s->x, vy = s->yy * s->n - s->y * s->y;
  return vx > 1e-9 && vy > 1e-9 ? (s->xy * s->n - s->x * s->y) / sqrt(vx * vy) : 0;
}

// Of a game with a winner: the judgement halfway, and at three quarters. Those of two moves are added, since whoever
// has the turn may be judged better for it.
static void note_game(const Judged *judged, double result, Sums *half, Sums *late) {
  const double *at = judged->at;
  size_t n = judged->n;
  add_pair(half, at[n / 2] + at[n / 2 - 1], result);
  add_pair(late, at[n * 3 / 4] + at[n * 3 / 4 - 1], result);
}

void traits_judge(const Game *game, Traits *traits) {
  AgentSetting setting = {.game = game, .seed = SEED};
  Evaluation evaluation;
  Judged judged = {0};
  Sums half = {0}, late = {0};
  double result;
  int games = 0;
  evaluation_open(&evaluation, &setting, "auto");
  BoundedWork work;
  Position *x = bounded_open(&work, game, SEED);
  for (int plies = 0; games < JUDGED_GAMES && plies < JUDGED_PLIES && bounded_goes_on(&work); games++) {
    Random random = random_stream(SEED, 200 + (uint64_t)games);
    plies += play_judged(x, evaluation.evaluator, &random, &judged, &result);
    if (result != 0 && judged.n >= 4) note_game(&judged, result, &half, &late);
  }
  position_free(x);
  evaluation_close(&evaluation);
  VEC_FREE(&judged);
  double often = (half.n + fabs(half.y)) / 2;  // wins of the player who wins more often
  traits->judged = half.n;
  traits->decided = 2 * (half.n - often) / games;
  traits->told = (correlation(&half) + correlation(&late)) / 2;
}
