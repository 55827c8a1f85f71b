// Results and rankings. Rank 1 is best; players who are decided together share the average of their ranks.
#include "state/turn/result.h"

#include "state/act/last_move.h"
#include "state/act/moves.h"
#include "state/block/access.h"

static double *ranking(const Position *x) { return STATE_AT(x, double, x->layout->ranking); }

static void put_rank(Position *x, Player player, double rank) {
  state_put_double(x, x->layout->ranking + 8u * (uint32_t)player, rank);
}

static bool is_active(const Position *x, Player player) {
  return player >= 1 && player <= x->game->players && (x->head->active >> (player - 1) & 1);
}

static void put_active(Position *x, uint32_t active) { HEAD_SET(x, active, active); }
static void retire(Position *x, Player player) { put_active(x, x->head->active & ~(1u << (player - 1))); }

static void finish(Position *x, Player winner) {
  HEAD_SET(x, over, 1);
  HEAD_SET(x, winner, winner);
  HEAD_SET(x, end_type, END_NATURAL);
}

static Player player_ranked(const Position *x, double rank) {
  for (int p = 1; p <= x->game->players; p++) {
    if (ranking(x)[p] == rank) return p;
  }
  return -1;
}

static Player only_active(const Position *x) {
  uint32_t active = x->head->active;
  return active && !(active & (active - 1)) ? word_first(active) + 1 : 0;
}

// Rank for all still undecided players when nothing more is decided.
static double draw_rank(const Position *x) { return (word_count(x->head->active) + 1) / 2.0 + x->head->wins; }

static void rank_undecided(Position *x, double rank) {
  for (int p = 1; p <= x->game->players; p++) {
    if (ranking(x)[p] == 0.0) put_rank(x, p, rank);
  }
}

static void finish_with_first(Position *x) {
  Player first = player_ranked(x, 1.0);
  if (first > 0) finish(x, first);
}

static void count_win(Position *x, Player player) {
  HEAD_SET(x, wins, x->head->wins + 1);
  HEAD_SET(x, won, x->head->won | 1u << player);
}

static void count_loss(Position *x, Player player) {
  HEAD_SET(x, losses, x->head->losses + 1);
  HEAD_SET(x, lost, x->head->lost | 1u << player);
}

static void win_all(Position *x) {
  if (x->game->players > 1) {
    for (int p = 1; p <= x->game->players; p++) {
      if (ranking(x)[p] != 0.0) continue;
      count_win(x, p);
      put_rank(x, p, 1.0);
    }
  }
  put_active(x, 0);
  finish(x, 0);
}

static void win(Position *x, Player player) {
  retire(x, player);
  double rank = x->head->wins + 1;
  count_win(x, player);
  put_rank(x, player, rank);
  Player last = only_active(x);
  if (last) {
    put_rank(x, last, rank + 1.0);
    count_loss(x, last);
    finish_with_first(x);
    retire(x, last);
  } else if (!x->head->active) {
    finish_with_first(x);
  }
}

static void lose_all(Position *x) {
  if (x->game->players > 1) rank_undecided(x, x->game->players);
  put_active(x, 0);
  finish(x, 0);
}

// The one who is left when all others have lost.
static void win_by_survival(Position *x, Player last) {
  put_rank(x, last, x->head->wins + 1);
  double least = ranking(x)[1];
  for (int p = 2; p <= x->game->players; p++) least = MIN(least, ranking(x)[p]);
  finish(x, player_ranked(x, least));
  count_win(x, player_ranked(x, least));
  retire(x, last);
}

static void lose(Position *x, Player player) {
  if (!is_active(x, player)) return;
  retire(x, player);
  if (x->head->next == player && x->game->players > 1 && x->head->active) {
    HEAD_SET(x, next, next_active(x, player));
  }
  if (x->game->players == 1) {
    put_active(x, 0);
    finish(x, 0);
    return;
  }
  double rank = x->game->players - x->head->losses;
  double earlier = rank + 1.0 + 0.5 * (x->head->losses_now - 1.0);
  rank = earlier - 0.5;
  put_rank(x, player, rank);
  count_loss(x, player);
  for (int p = 1; p <= x->game->players; p++) {
    if (ranking(x)[p] == earlier) put_rank(x, p, rank);
  }
  Player last = only_active(x);
  if (!x->head->active) finish_with_first(x);
  else if (last) win_by_survival(x, last);
}

static void draw(Position *x) {
  if (x->game->players > 1) rank_undecided(x, draw_rank(x));
  else put_rank(x, 1, 0.0);
  put_active(x, 0);
  finish(x, 0);
  for (int p = 1; p <= x->game->players; p++) {
    if (ranking(x)[p] == 1.0) finish(x, p);
  }
}

void result_give(Position *x, Player player, ResultKind result) {
  bool all = player == 0;
  switch (result) {
    case RESULT_WIN:
      if (all) win_all(x);
      else win(x, player);
      break;
    case RESULT_LOSS:
      if (all) {
        lose_all(x);
      } else {
        lose(x, player);
        HEAD_SET(x, losses_now, x->head->losses_now + 1);
      }
      break;
    case RESULT_DRAW: draw(x); break;
    case RESULT_TIE:
      put_active(x, 0);
      finish(x, x->game->players + 1);
      break;
    case RESULT_ABANDON:
    case RESULT_CRASH: result_abandon(x); break;
  }
}

// ---- teams ---------------------------------------------------------------------------------------

static int32_t team_of(const Position *x, Player player) { return STATE_AT(x, int32_t, x->layout->team)[player]; }

static int rank_team(Position *x, int32_t team, double rank) {
  int members = 0;
  for (int p = 1; p <= x->game->players; p++) {
    if (team_of(x, p) != team) continue;
    put_rank(x, p, rank);
    members++;
  }
  return members;
}

// The one team with players still in the game, or 0.
static int32_t only_team(const Position *x) {
  int32_t team = 0;
  for (int p = 1; p <= x->game->players; p++) {
    if (!is_active(x, p) || team_of(x, p) == team) continue;
    if (team) return 0;
    team = team_of(x, p);
  }
  return team;
}

// All members get the best rank that is free. The last team left is ranked behind them but stays in the game.
static void win_team(Position *x, int32_t team) {
  double rank = 1.0;
  while (player_ranked(x, rank) > 0) rank += 1.0;
  int members = rank_team(x, team, rank);
  for (int p = 1; p <= x->game->players; p++) {
    if (team_of(x, p) != team) continue;
    count_win(x, p);
    retire(x, p);
  }
  int32_t last = only_team(x);
  if (last) rank_team(x, last, rank + members);
  if (last || !x->head->active) finish_with_first(x);
}

// Teams do not lose or draw: only their victory decides something.
void result_give_team(Position *x, int32_t team, ResultKind result) {
  if (!x->layout->team) return;
  if (result == RESULT_WIN) win_team(x, team);
  else if (result != RESULT_LOSS && result != RESULT_DRAW) result_give(x, 0, result);
}

void result_abandon(Position *x) {
  put_active(x, 0);
  finish(x, -1);
}

void result_by_score(Position *x, const int32_t *scores, bool misere) {
  int players = x->game->players;
  put_active(x, 0);
  for (int p = 1; p <= players; p++) {
    int better = 0, same = 0;
    for (int q = 1; q <= players; q++) {
      better += misere ? scores[q] < scores[p] : scores[q] > scores[p];
      same += scores[q] == scores[p];
    }
    put_rank(x, p, better + (same + 1) / 2.0);
    if (ranking(x)[p] == 1.0) HEAD_SET(x, won, x->head->won | 1u << p);
  }
  finish(x, MAX(player_ranked(x, 1.0), 0));
}

void result_by_payoff(Position *x, const double *payoffs) {
  int players = x->game->players;
  put_active(x, 0);
  for (int p = 1; p <= players; p++) {
    int better = 0, same = 0;
    for (int q = 1; q <= players; q++) {
      better += payoffs[q] > payoffs[p];
      same += payoffs[q] == payoffs[p];
    }
    put_rank(x, p, better + (same + 1) / 2.0);
  }
  if (players == 1) put_rank(x, 1, payoffs[1] > 0.0);
  finish(x, MAX(player_ranked(x, 1.0), 0));
}

// Every player's last turn was a single pass.
bool result_everybody_passed(const Position *x) {
  if (x->game->players == 1) return last_move_was_pass(x);
  Player turn = x->head->mover;
  bool pass = false;
  int in_turn = 0, i = 0;
  for (int p = 1; p <= x->game->players; p++) {
    for (;;) {
      RecentMove move;
      bool there = last_move_recent(x, i++, &move);
      if (!there && !x->head->placed) return pass;
      if (in_turn > 1) return false;
      if (!there) return pass && p == x->game->players;  // placements are nobody's turn
      bool other = move.mover != turn;
      if (other && !pass) return false;
      pass = move.pass;
      in_turn++;
      if (!other) continue;
      turn = move.mover;
      in_turn = 0;
      break;
    }
  }
  return true;
}

void result_run_end(Position *x, Ref end) {
  uint32_t mark = moves_mark(x);
  x_moves(x, (int32_t)end);
  moves_drop(x, mark);
  bool passing_ends = !game_has(x->game, GAME_NOT_ALL_PASS) && x->game->mode != MODE_SIMULATION;
  if (!x->head->over && passing_ends && last_move_any_pass(x) && result_everybody_passed(x)) {
    result_give(x, 0, RESULT_DRAW);
  }
  HEAD_SET(x, losses_now, 0);
}

void result_check_limits(Position *x) {
  const Game *game = x->game;
  bool turns = x->head->turn >= game->max_turns * game->players, moves = x->head->moves >= game->max_moves;
  if (!turns && !moves) return;
  Player winner = 0;
  if (game->players > 1) {
    double rank = draw_rank(x);
    for (int p = 1; p <= game->players; p++) {
      if (ranking(x)[p] == 0.0) put_rank(x, p, rank);
      else if (ranking(x)[p] == 1.0) winner = p;
    }
  } else {
    put_rank(x, 1, 0.0);
  }
  put_active(x, 0);
  finish(x, winner);
  HEAD_SET(x, end_type, turns ? END_TURN_LIMIT : END_MOVE_LIMIT);
}

double position_rank(const Position *x, Player player) { return ranking(x)[player]; }

double position_utility(const Position *x, Player player) {
  double rank = ranking(x)[player];
  if (x->game->players == 1) return rank == 1.0 ? 1.0 : (x->head->over ? -1.0 : 0.0);
  if (rank == 0.0) return 0.0;
  return 1.0 - (rank - 1.0) * 2.0 / (x->game->players - 1);
}
