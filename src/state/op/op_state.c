// Reading the state.
#include "state/run/op_functions.h"

int32_t op_HEAD(Position *x, const Ins *in) { return *STATE_AT(x, int32_t, head_offsets[in->a[A_HEAD_VAR]]); }

int32_t op_PLAYER_ITEM(Position *x, const Ins *in) {
  const Layout *at = x->layout;
  const uint32_t offsets[] = {
      [PLAYER_SCORE] = at->score, [PLAYER_AMOUNT] = at->amount, [PLAYER_VALUE] = at->player_value,
      [PLAYER_TEAM] = at->team,   [PLAYER_PHASE] = at->phase,   [PLAYER_MATCH_SCORE] = at->match_score};
  int32_t player = x_int(x, in->a[A_PLAYER_ITEM_PLAYER]);
  uint32_t offset = offsets[in->a[A_PLAYER_ITEM_ARRAY]];
  if (!offset)
    return in->a[A_PLAYER_ITEM_ARRAY] == PLAYER_TEAM || in->a[A_PLAYER_ITEM_ARRAY] == PLAYER_MATCH_SCORE ? GAME_OFF : 0;
  return player < 0 || player > x->game->players + 1 ? 0 : STATE_AT(x, int32_t, offset)[player];
}

// A board without stacks has no levels to ask for.
static bool flat(const Position *x) { return !game_has(x->game, GAME_STACKING); }

#define SITE_QUERY(NAME, query)                                                               \
  int32_t op_##NAME(Position *x, const Ins *in) {                                             \
    int32_t site = x_int(x, in->a[A_##NAME##_SITE]);                                          \
    int32_t level = flat(x) ? -1 : x_int_or(x, in->a[A_##NAME##_LEVEL], -1);                  \
    return query(x, site_real_type(x, x_type(x, in->a[A_##NAME##_TYPE]), site), site, level); \
  }
SITE_QUERY(WHAT, site_what)
SITE_QUERY(STATE, site_state)
SITE_QUERY(ROTATION, site_rotation)
SITE_QUERY(VALUE, site_value)

// Without a level the board is asked, so that nobody owns what is in a hand unless the board is one of cells.
int32_t op_WHO(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_WHO_SITE]);
  SiteType type = x_type(x, in->a[A_WHO_TYPE]);
  if (in->a[A_WHO_LEVEL])
    return site_who(x, site_real_type(x, type, site), site, flat(x) ? -1 : x_int(x, in->a[A_WHO_LEVEL]));
  return site_who(x, type, site, -1);
}

int32_t op_HEIGHT(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_HEIGHT_SITE]);
  return site_height(x, site_real_type(x, x_type(x, in->a[A_HEIGHT_TYPE]), site), site);
}

int32_t op_IS_EMPTY(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_IS_EMPTY_SITE]);
  return site_empty(x, site_real_type(x, x_type(x, in->a[A_IS_EMPTY_TYPE]), site), site);
}

int32_t op_IS_IN_INTS(Position *x, const Ins *in) {
  int32_t value = x_int(x, in->a[A_IS_IN_INTS_VALUE]), found = 0;
  ScratchMark scratch = position_mark(x);
  Ints values = x_ints(x, in->a[A_IS_IN_INTS_VALUES]);
  for (int i = 0; i < values.n && !found; i++) found = values.at[i] == value;
  position_release(x, scratch);
  return found;
}

int32_t op_IS_ENEMY(Position *x, const Ins *in) { return player_is_enemy(x, x_int(x, in->a[A_IS_ENEMY_PLAYER])); }
int32_t op_IS_FRIEND(Position *x, const Ins *in) { return player_is_friend(x, x_int(x, in->a[A_IS_FRIEND_PLAYER])); }

int32_t op_LAST_FROM(Position *x, const Ins *in) { return (void)in, x->head->last.from; }
int32_t op_LAST_TO(Position *x, const Ins *in) { return (void)in, x->head->last.to; }
int32_t op_MOVES_MADE(Position *x, const Ins *in) { return (void)in, x->head->made; }

int32_t op_ALL_IN(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Ints values = x_ints(x, in->a[A_ALL_IN_VALUES]), where = x_ints(x, in->a[A_ALL_IN_IN]);
  bool all = true;
  for (int i = 0; i < values.n && all && position_work(x, (uint32_t)where.n); i++) {
    bool found = false;
    for (int j = 0; j < where.n && !found; j++) found = where.at[j] == values.at[i];
    all = found;
  }
  position_release(x, scratch);
  return all;
}

int32_t op_IS_ACTIVE(Position *x, const Ins *in) {
  int32_t player = x_int(x, in->a[A_IS_ACTIVE_PLAYER]);
  return player >= 1 && player <= x->game->players && (x->head->active >> (player - 1) & 1);
}

int32_t op_VAR(Position *x, const Ins *in) {
  bool set = x->block[x->layout->var_set + (uint32_t)in->a[A_VAR_VAR]];
  return set ? STATE_AT(x, int32_t, x->layout->vars)[in->a[A_VAR_VAR]] : GAME_OFF;
}
