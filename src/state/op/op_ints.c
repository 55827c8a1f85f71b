// Lists of numbers, and loops over teams.
#include "state/run/op_functions.h"

static bool contains(Ints values, int32_t value) {
  for (int i = 0; i < values.n; i++) {
    if (values.at[i] == value) return true;
  }
  return false;
}

int32_t op_INTS_SIZE(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  int32_t n = x_ints(x, in->a[A_INTS_SIZE_VALUES]).n;
  position_release(x, scratch);
  return n;
}

int32_t op_INTS_ITEM(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Ints values = x_ints(x, in->a[A_INTS_ITEM_VALUES]);
  int32_t index = x_int(x, in->a[A_INTS_ITEM_INDEX]),
          item = index >= 0 && index < values.n ? values.at[index] : GAME_OFF;
  position_release(x, scratch);
  return item;
}

int32_t op_INTS_COUNT(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  int32_t value = x_int(x, in->a[A_INTS_COUNT_VALUE]), n = 0;
  Ints values = x_ints(x, in->a[A_INTS_COUNT_VALUES]);
  for (int i = 0; i < values.n; i++) n += values.at[i] == value;
  position_release(x, scratch);
  return n;
}

int32_t op_INTS_ALL(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Ints values = x_ints(x, in->a[A_INTS_ALL_VALUES]);
  int32_t old = x->slots[SLOT_VALUE], all = 1;
  for (int i = 0; i < values.n && all; i++) {
    x->slots[SLOT_VALUE] = values.at[i];
    all = x_int(x, in->a[A_INTS_ALL_IF]) != 0;
  }
  x->slots[SLOT_VALUE] = old;
  position_release(x, scratch);
  return all;
}

// ---- made of others ------------------------------------------------------------------------------

Ints op_INTS_UNION(Position *x, const Ins *in) {
  Ints a = x_ints(x, in->a[A_INTS_UNION_A]), b = x_ints(x, in->a[A_INTS_UNION_B]);
  int32_t *items = position_scratch(x, (size_t)(a.n + b.n) * sizeof *items);
  Ints all = {items, 0};
  for (int i = 0; i < a.n; i++) items[all.n++] = a.at[i];
  for (int i = 0; i < b.n && position_work(x, (uint32_t)all.n); i++) {
    if (!contains(all, b.at[i])) items[all.n++] = b.at[i];
  }
  return all;
}

Ints op_INTS_INTERSECTION(Position *x, const Ins *in) {
  Ints a = x_ints(x, in->a[A_INTS_INTERSECTION_A]), b = x_ints(x, in->a[A_INTS_INTERSECTION_B]);
  int32_t *items = position_scratch(x, (size_t)b.n * sizeof *items), n = 0;
  for (int i = 0; i < b.n && position_work(x, (uint32_t)a.n); i++) {
    if (contains(a, b.at[i])) items[n++] = b.at[i];
  }
  return (Ints){items, n};
}

// Every item of the second list takes one equal item out of the first.
Ints op_INTS_DIFFERENCE(Position *x, const Ins *in) {
  Ints a = x_ints(x, in->a[A_INTS_DIFFERENCE_A]), b = x_ints(x, in->a[A_INTS_DIFFERENCE_B]);
  int32_t *items = position_scratch(x, (size_t)a.n * sizeof *items), n = 0;
  bool *used = position_scratch(x, (size_t)b.n + 1);
  memset(used, 0, (size_t)b.n + 1);
  for (int i = 0; i < a.n && position_work(x, (uint32_t)b.n); i++) {
    int k = 0;
    while (k < b.n && (used[k] || b.at[k] != a.at[i])) k++;
    if (k < b.n) used[k] = true;
    else items[n++] = a.at[i];
  }
  return (Ints){items, n};
}

// How many pairs there are: the second region may depend on FROM.
static int count_pairs(Position *x, const Ins *in, const Word *from) {
  enum { PAIRS_MOST = 1 << 24 };
  int n = 0;
  FOR_BITS(f, from, x->words) {
    ScratchMark scratch = position_mark(x);
    x->slots[SLOT_FROM] = f;
    n += bits_count(x_region(x, in->a[A_INTS_RESULTS_TO]), x->words);
    position_release(x, scratch);
    if (n <= PAIRS_MOST) continue;
    position_fault(x, "the rules need too much memory");
    return 0;
  }
  return n;
}

Ints op_INTS_RESULTS(Position *x, const Ins *in) {
  int32_t from_was = x->slots[SLOT_FROM], to_was = x->slots[SLOT_TO], n = 0;
  const Word *from = x_region(x, in->a[A_INTS_RESULTS_FROM]);
  int room = count_pairs(x, in, from);  // the second region may be another one when it is asked for again
  int32_t *items = position_scratch(x, (size_t)room * sizeof *items);
  FOR_BITS(f, from, x->words) {
    ScratchMark scratch = position_mark(x);
    x->slots[SLOT_FROM] = f;
    const Word *to = x_region(x, in->a[A_INTS_RESULTS_TO]);
    FOR_BITS(t, to, x->words) {
      if (n == room || !position_step(x)) break;
      x->slots[SLOT_TO] = t;
      items[n++] = x_int(x, in->a[A_INTS_RESULTS_VALUE]);
    }
    position_release(x, scratch);
  }
  x->slots[SLOT_FROM] = from_was;
  x->slots[SLOT_TO] = to_was;
  return (Ints){items, n};
}

Ints op_INTS_REMEMBERED(Position *x, const Ins *in) {
  if (!x->layout->memory) return (Ints){0};
  uint32_t list = x->layout->memory + (uint32_t)in->a[A_INTS_REMEMBERED_MEMORY] * STATE_LIST_MAX * 4u;
  int n = STATE_AT(x, int32_t, x->layout->memory_n)[in->a[A_INTS_REMEMBERED_MEMORY]];
  int32_t *items = position_scratch(x, (size_t)n * sizeof *items);
  memcpy(items, STATE_AT(x, int32_t, list), (size_t)n * sizeof *items);
  return (Ints){items, n};
}

// ---- players and teams ---------------------------------------------------------------------------

static int32_t team_of(const Position *x, Player player) {
  bool real = player >= 1 && player <= x->game->players;
  return x->layout->team && real ? STATE_AT(x, int32_t, x->layout->team)[player] : player;
}

static bool is_meant(const Position *x, RoleSet roles, Player player, int32_t of) {
  Player mover = x->head->mover;
  bool real = player >= 1 && player <= x->game->players, same = real && team_of(x, player) == team_of(x, of);
  switch (roles) {
    case ROLES_ALL: return true;
    case ROLES_ENEMY: return real && !same && player != (x->layout->team ? mover : of);
    case ROLES_ALLY: return x->layout->team && same && player != of;
    case ROLES_FRIEND: return same;
    case ROLES_NON_MOVER: return player <= x->game->players && player != mover;
    case ROLES_TEAM: return real && (x->layout->team ? team_of(x, player) : player) == of;
  }
  return false;
}

Ints op_INTS_PLAYERS(Position *x, const Ins *in) {
  int32_t *items = position_scratch(x, (GAME_PLAYERS_MAX + 2) * sizeof *items), n = 0;
  int32_t of = x_int_or(x, in->a[A_INTS_PLAYERS_OF], x->head->mover), old = x->slots[SLOT_PLAYER];
  if (in->a[A_INTS_PLAYERS_ROLES] != ROLES_TEAM && in->a[A_INTS_PLAYERS_OF] && (of == 0 || of > x->game->players))
    return (Ints){items, 0};
  for (Player player = 0; player <= x->game->players + 1; player++) {
    if (!is_meant(x, (RoleSet)in->a[A_INTS_PLAYERS_ROLES], player, of)) continue;
    x->slots[SLOT_PLAYER] = player;
    if (x_holds(x, in->a[A_INTS_PLAYERS_IF])) items[n++] = player;
  }
  x->slots[SLOT_PLAYER] = old;
  return (Ints){items, n};
}

Ints op_TEAM(Position *x, const Ins *in) { return (void)in, x->team_slot; }

// The players of a team, in room for them all; no rule makes teams: none.
static Ints team_players(const Position *x, int32_t team, int32_t *room) {
  int n = 0;
  for (Player player = 1; x->layout->team && player <= x->game->players; player++) {
    if (team_of(x, player) == team) room[n++] = player;
  }
  return (Ints){room, n};
}

void op_FOR_TEAMS(Position *x, const Ins *in) {
  Ints outer = x->team_slot;
  int32_t room[GAME_PLAYERS_MAX];
  for (int32_t team = 1; team <= x->game->players; team++) {
    x->team_slot = team_players(x, team, room);
    if (x->team_slot.n) x_moves(x, in->a[A_FOR_TEAMS_BODY]);
  }
  x->team_slot = outer;
}

const Word *op_UNION_FOR_TEAMS(Position *x, const Ins *in) {
  Word *out = position_region(x);
  Ints outer = x->team_slot;
  int32_t room[GAME_PLAYERS_MAX];
  for (int32_t team = 1; team <= x->game->players; team++) {
    ScratchMark scratch = position_mark(x);
    x->team_slot = team_players(x, team, room);
    if (x->team_slot.n) bits_or(out, x_region(x, in->a[A_UNION_FOR_TEAMS_BODY]), x->words);
    position_release(x, scratch);
  }
  x->team_slot = outer;
  return out;
}
