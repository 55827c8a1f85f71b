// Matches: a Position holds the state of the game under way and a few numbers about the match. When a game is
// finished there is one move, to the next one: the state of the finished game is put aside as a whole, so that
// going back is taking it up again.
#include "state/rare/match.h"

#include "base/mem.h"
#include "base/number.h"
#include "state/act/moves.h"
#include "state/block/access.h"
#include "state/turn/result.h"

void match_push_move(Position *x) {
  Action next = action_make(ACT_NEXT_INSTANCE);
  next.flags = ACTION_DECISION;
  move_push(x, next, -1, -1);
}

// ---- points --------------------------------------------------------------------------------------

static int32_t *points(const Position *x) { return STATE_AT(x, int32_t, x->layout->match_score); }

static int32_t points_for(Position *x, Player player) {
  double rank = position_rank(x, player);
  bool won = x->head->won >> player & 1;
  if (won && x->game->points) return x_int(x, (int32_t)x->game->points);
  if (x->game->players == 2) return 2 - (int32_t)rank;
  return x->game->players > 2 ? won : rank == 1.0;
}

static void count_points(Position *x, int32_t scores[GAME_PLAYERS_MAX + 2]) {
  for (Player p = 1; p <= x->game->players; p++) scores[p] = wrap_add(points(x)[p], points_for(x, p));
}

// ---- the end of the match ------------------------------------------------------------------------

void match_result(Position *x, Player player, ResultKind result) {
  if (result == RESULT_WIN && player >= 1 && player <= x->game->players) x->match.winners |= 1u << player;
  else if (result == RESULT_DRAW || result == RESULT_TIE) x->match.drawn = true;
}

// The rules of the match have a program of their own, those of its games theirs.
static void use_rules(Position *x, const Game *game) {
  const Plan *plan = plan_of(game);
  x->plan = plan;
  x->program = plan->program;
  x->memo_of = plan->memo_of;
  x->test_of = plan->test_of;
  x->tests = plan->tests;
  x->array_bytes = plan->array_bytes;
}

static void run_end(Position *x) {
  use_rules(x, x->match.game);
  x->match.deciding = true;
  x->match.winners = 0;
  x->match.drawn = false;
  if (x->match.game->end) x_moves(x, (int32_t)x->match.game->end);
  x->match.deciding = false;
  use_rules(x, x->game);
}

static int next_instance(Position *x) {
  const Subgame *part = &x->match.game->subgames[x->match.instance];
  if (!part->next) return (x->match.instance + 1) % x->match.game->n_subgames;
  use_rules(x, x->match.game);
  int32_t next = x_int(x, (int32_t)part->next);
  use_rules(x, x->game);
  return next >= 0 && next < x->match.game->n_subgames ? next : 0;
}

// All winners come first; the others share the last place.
static void finish_match(Position *x) {
  double *ranks = STATE_AT(x, double, x->layout->ranking);
  int players = x->game->players, winners = word_count(x->match.winners);
  x->match.over = true;
  x->head->winner = winners ? word_first(x->match.winners) : 0;
  for (Player p = 1; p <= players; p++) {
    bool won = x->match.winners >> p & 1;
    ranks[p] = !winners ? (players + 1) / 2.0 : won ? 1.0 : 1.0 + players - winners;
  }
}

// ---- from game to game ---------------------------------------------------------------------------

static void put_points(Position *x, const int32_t *scores) {
  for (Player p = 1; p <= x->game->players; p++) points(x)[p] = scores[p];
}

// What x has of its own whatever game it plays.
static void keep_common(Position *x, const Position *from) {
  x->moves.at = from->moves.at, x->moves.n = from->moves.n, x->moves.cap = from->moves.cap;
  x->actions.at = from->actions.at, x->actions.n = from->actions.n, x->actions.cap = from->actions.cap;
  x->details.at = from->details.at, x->details.n = from->details.n, x->details.cap = from->details.cap;
  x->scratch = from->scratch;
  x->scratch_size = from->scratch_size;
  x->scratch_used = from->scratch_used;
  x->spills = from->spills;
  x->random = from->random;
  x->script = from->script;
  x->keep_start = from->keep_start;
  x->keep_parts = from->keep_parts;
  x->watch = from->watch;
  x->steps_most = from->steps_most;
}

// The finished game as it stands, put aside; x has no state then.
static void put_aside(Position *x) {
  Position *earlier = mem_alloc(sizeof *earlier);
  *earlier = *x;
  *x = (Position){.match = earlier->match, .earlier = earlier};
  keep_common(x, earlier);
}

// Starting clears the stacks of moves: those of the caller wait meanwhile.
static void start_game(Position *x, const Game *game) {
  Position common = {.match = x->match};
  keep_common(&common, x);
  x->moves.at = NULL, x->actions.at = NULL, x->details.at = NULL;
  x->moves.n = x->moves.cap = x->actions.n = x->actions.cap = x->details.n = x->details.cap = 0;
  position_attach(x, game);
  position_start_game(x);
  VEC_FREE(&x->moves);
  VEC_FREE(&x->actions);
  VEC_FREE(&x->details);
  common.random = x->random;
  keep_common(x, &common);
}

enum { GAMES_MOST = 10000 };

void match_advance(Position *x) {
  int32_t scores[GAME_PLAYERS_MAX + 2] = {0};
  count_points(x, scores);
  put_aside(x);
  Position *finished = x->earlier;
  x->match.trials++;
  // The rules of the match look at the points as they are now, on a state of the game just finished.
  position_attach(x, finished->game);
  memcpy(x->block, finished->block, layout_bytes(x->layout, finished->head->n_hashes));
  put_points(x, scores);
  run_end(x);
  if (x->match.trials == GAMES_MOST) position_fault(x, "the match goes on after 10,000 games");
  if (x->match.winners || x->match.drawn || x->fault) {
    finish_match(x);
    return;
  }
  x->match.instance = next_instance(x);
  position_detach(x);
  start_game(x, x->match.game->subgames[x->match.instance].game);
  put_points(x, scores);
}

bool match_back(Position *x) {
  Position *earlier = x->earlier;
  if (!earlier) return false;
  Position now = *x;
  position_detach(&now);
  *x = *earlier;
  keep_common(x, &now);
  mem_free(earlier);
  return true;
}

void match_restart(Position *x) {
  while (match_back(x)) continue;
  const Game *first = x->match.game->subgames[0].game;
  x->match = (Match){.game = x->match.game};
  if (x->game == first) return;
  position_detach(x);
  position_attach(x, first);
}

void match_forget(Position *x) {
  while (x->earlier) {
    Position *earlier = x->earlier;
    x->earlier = earlier->earlier;
    position_detach(earlier);
    mem_free(earlier);
  }
}
