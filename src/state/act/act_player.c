// Actions on players: scores, amounts, values, teams, seats, votes.
#include "base/number.h"
#include "state/act/act.h"
#include "state/block/hash.h"
#include "state/block/site.h"
#include "state/turn/result.h"

static bool known(const Position *x, const Action *a) { return a->player >= 0 && a->player <= x->game->players + 1; }

// Sets an item of a per-player array this game has.
static void put(Position *x, uint32_t array, const Action *a, int32_t value) {
  if (!known(x, a)) position_fault(x, "an action names a player the game does not have");
  else if (array) state_put_item(x, array, a->player, value);
}

void act_set_score(Position *x, Action *a) {
  uint32_t score = x->layout->score;
  bool add = (a->flags & ACTION_FLAG) && score && known(x, a);
  put(x, score, a, add ? wrap_add(STATE_AT(x, int32_t, score)[a->player], a->value) : a->value);
}

void act_set_amount(Position *x, Action *a) {
  int32_t amount = a->kind == ACT_BET ? a->count : a->value;
  if (a->player > 0 && a->player <= x->game->players) put(x, x->layout->amount, a, amount);
}

void act_set_player_value(Position *x, Action *a) { put(x, x->layout->player_value, a, a->value); }

void act_set_next(Position *x, Action *a) { HEAD_SET(x, next, a->player); }

void act_trigger(Position *x, Action *a) {
  if (a->player > 0 && known(x, a)) HEAD_SET(x, triggered, x->head->triggered | 1u << (a->player - 1));
}

void act_add_to_team(Position *x, Action *a) {
  uint32_t team = x->layout->team;
  if (!team || a->player < 1 || a->player > x->game->players) return;
  int32_t old = STATE_AT(x, int32_t, team)[a->player];
  state_toggle_hash(x, zobrist(HASH_TEAM, a->player, 0, old) ^ zobrist(HASH_TEAM, a->player, 0, a->value));
  put(x, team, a, a->value);
}

static void set_seat(Position *x, int seat, int32_t player) {
  int32_t old = STATE_AT(x, int32_t, x->layout->order)[seat];
  state_toggle_hash(x, zobrist(HASH_ORDER, seat, 0, old) ^ zobrist(HASH_ORDER, seat, 0, player));
  state_put_item(x, x->layout->order, seat, player);
}

static int seat_of(const Position *x, int32_t player) {
  for (int seat = 1; seat <= x->game->players; seat++) {
    if (STATE_AT(x, int32_t, x->layout->order)[seat] == player) return seat;
  }
  return 0;
}

void act_swap(Position *x, Action *a) {
  int first = seat_of(x, a->what), second = seat_of(x, a->player);
  if (!first || !second) return;
  set_seat(x, first, a->player);
  set_seat(x, second, a->what);
}

void act_forfeit(Position *x, Action *a) { result_give(x, a->player, RESULT_LOSS); }

// ---- votes ---------------------------------------------------------------------------------------

static bool append(Position *x, uint32_t list, int n, int32_t value) {
  if (!list) return false;
  if (n >= STATE_LIST_MAX) {
    position_fault(x, "too many propositions or votes");
    return false;
  }
  state_put_item(x, list, n, value);
  return true;
}

void act_propose(Position *x, Action *a) {
  if (append(x, x->layout->proposed, x->head->n_proposed, a->value)) HEAD_SET(x, n_proposed, x->head->n_proposed + 1);
}

// The first of the most frequent votes, and how often it was given.
static int32_t favourite(const int32_t *votes, int n, int *times) {
  int best = 0;
  *times = 0;
  for (int i = 0; i < n; i++) {
    int count = 0;
    for (int j = i; j < n; j++) count += votes[j] == votes[i];
    if (count <= *times) continue;
    *times = count;
    best = i;
  }
  return votes[best];
}

void act_vote(Position *x, Action *a) {
  if (!append(x, x->layout->votes, x->head->n_votes, a->value)) return;
  HEAD_SET(x, n_votes, x->head->n_votes + 1);
  if (x->head->n_votes != x->game->players) return;
  int times;
  int32_t vote = favourite(STATE_AT(x, int32_t, x->layout->votes), x->head->n_votes, &times);
  if (times > x->game->players / 2) HEAD_SET(x, decided, vote);
  HEAD_SET(x, n_proposed, 0);
  HEAD_SET(x, n_votes, 0);
}
