// Moves between regions, leaps and selections.
#include "base/number.h"
#include "state/act/piece_move.h"
#include "state/rare/large.h"
#include "state/run/op_functions.h"
#include "state/run/site_test.h"

typedef struct FromTo {
  const Ins *in;
  SiteType type_from, type_to;  // of the sites at hand
  int32_t from, to, count;
  int32_t level_from, level_to;  // those that were asked for
  int32_t only_to;               // site wanted, or GAME_ANYWHERE
  bool copy, stack;
  bool plain;     // nothing was said about levels, numbers and rotations, and there are no stacks
  Check allowed;  // of TO
} FromTo;

// Which action moves the piece depends on what was said about levels and numbers.
static Action from_to_action(Position *x, const FromTo *f) {
  const int32_t *a = f->in->a;
  bool stacking = game_has(x->game, GAME_STACKING);
  int32_t top = site_height(x, f->type_from, f->from) - 1;
  Action action = action_make(ACT_MOVE);
  action.type_from = (int8_t)f->type_from;
  action.type_to = (int8_t)f->type_to;
  action.from = (int16_t)f->from;
  action.to = (int16_t)f->to;
  action.flags = (uint8_t)(a[A_FROM_TO_DECISION] ? ACTION_DECISION : 0);
  if (a[A_FROM_TO_LEVEL_TO]) {
    action.level_to = action_field(f->level_to);
    action.level_from = action_field(f->stack ? 0 : f->level_from);
    if (f->stack) action.flags |= ACTION_STACK;
  } else if (!a[A_FROM_TO_LEVEL_FROM] && !a[A_FROM_TO_COUNT]) {
    if (f->copy) action.kind = ACT_COPY;
    else if (f->stack) action.flags |= ACTION_STACK;
    if (f->stack) action.level_from = 0;
    else if (f->copy) action.level_from = (int16_t)top;
  } else if (a[A_FROM_TO_LEVEL_FROM]) {
    action.level_from = action_field(f->level_from);
  } else {
    bool pile = !stacking && !f->stack;
    action.kind = pile ? ACT_MOVE_N : ACT_SUBSTACK;
    action.count = f->count;
    action.level_from = action_field(pile ? -1 : wrap_subtract(top + 1, f->count));
    if (!pile) action.level_to = (int16_t)site_height(x, f->type_to, f->to);
  }
  return action;
}

static void set_levels(Position *x, const FromTo *f, Move *move) {
  if (!game_has(x->game, GAME_STACKING)) return;
  int32_t top = site_height(x, f->type_from, f->from) - 1;
  int32_t level = action_field(x_int_or(x, f->in->a[A_FROM_TO_LEVEL_FROM], top));
  move_set_levels(x, move, f->stack ? 0 : level, f->stack ? top : level);
}

// One move for each of the rotations the piece may arrive in.
static void push_rotated(Position *x, const FromTo *f, Action action) {
  Ints rotations = x_ints(x, f->in->a[A_FROM_TO_ROTATIONS]);
  for (int i = 0; i < rotations.n; i++) {
    move_push(x, action, f->from, f->to);
    Action turn = action_make(ACT_SET_ROTATION);
    turn.type_to = (int8_t)f->type_to;
    turn.to = (int16_t)f->to;
    turn.rotation = action_field(rotations.at[i]);
    move_add_action(x, turn);
    move_share(x);
  }
}

static void push_plain(Position *x, const FromTo *f) {
  Action *action = move_begin(x, ACT_MOVE, f->from, f->to);
  action->type_from = (int8_t)f->type_from;
  action->type_to = (int8_t)f->type_to;
  action->from = (int16_t)f->from;
  action->to = (int16_t)f->to;
  action->flags = f->in->a[A_FROM_TO_DECISION] ? ACTION_DECISION : 0;
}

// The levels are read before FROM and TO are those of the move at hand: FROM is that of the rule around it for
// the first site and after moves whose effect does not apply, TO that of the site before.
static void read_levels(Position *x, FromTo *f) {
  f->level_from = x_int_or(x, f->in->a[A_FROM_TO_LEVEL_FROM], -1);
  f->level_to = x_int_or(x, f->in->a[A_FROM_TO_LEVEL_TO], -1);
}

static void try_to(Position *x, FromTo *f, int32_t outer_from) {
  const int32_t *a = f->in->a;
  if (a[A_FROM_TO_LEVEL_FROM] | a[A_FROM_TO_LEVEL_TO]) read_levels(x, f);
  x->slots[SLOT_FROM] = f->from;
  if (!check_site(x, &f->allowed, f->to)) return;
  f->type_to = site_real_type(x, x_type(x, a[A_FROM_TO_TYPE_TO]), f->to);
  if (f->plain && !f->copy && !a[A_FROM_TO_ROTATIONS]) {
    push_plain(x, f);
    if (!a[A_FROM_TO_EFFECT]) {
      move_share(x);
      return;
    }
  }
  x->slots[SLOT_FROM] = outer_from;
  if (a[A_FROM_TO_ROTATIONS]) {
    push_rotated(x, f, from_to_action(x, f));
    return;
  }
  if (!f->plain || f->copy) {
    Action action = from_to_action(x, f);
    set_levels(x, f, move_push(x, action, f->from, f->to));
  }
  bool captures = x_holds(x, a[A_FROM_TO_CAPTURE_IF]);
  if (captures) {
    x->slots[SLOT_FROM] = f->from;
    move_chain(x, a[A_FROM_TO_EFFECT], true);
  }
  Move *move = &VEC_LAST(&x->moves);
  if (move->n > 1) move_set_levels(x, move, 0, 0);  // joined moves do not know their levels
  move_share(x);
}

static void try_from(Position *x, FromTo *f, int32_t outer_from) {
  const int32_t *a = f->in->a;
  if (site_what(x, f->type_from, f->from, -1) <= 0) return;
  ScratchMark scratch = position_mark(x);
  x->slots[SLOT_FROM] = f->from;
  f->copy = a[A_FROM_TO_COPY] && x_int(x, a[A_FROM_TO_COPY]);
  if (x_holds(x, a[A_FROM_TO_FROM_IF])) {
    const Word *to = x_region(x, a[A_FROM_TO_TO]);
    f->count = x_int_or(x, a[A_FROM_TO_COUNT], 1);
    bool large = piece_is_large(x, site_what(x, f->type_from, f->from, -1));
    if (large) large_move(x, f->from, to, a[A_FROM_TO_DECISION], a[A_FROM_TO_EFFECT]);
    x->slots[SLOT_FROM] = outer_from;
    for (int site = bits_next(to, x->words, 0); site >= 0 && !large; site = bits_next(to, x->words, site + 1)) {
      if (f->only_to != GAME_ANYWHERE && site != f->only_to) continue;
      f->to = site;
      try_to(x, f, outer_from);
      x->slots[SLOT_TO] = site;
    }
  }
  x->slots[SLOT_FROM] = outer_from;
  position_release(x, scratch);
}

void from_to_moves(Position *x, const Ins *in, int32_t only_from, int32_t only_to) {
  FromTo f = {.in = in, .only_to = only_to, .stack = in->a[A_FROM_TO_STACK] == 1};
  f.plain = !f.stack && !in->a[A_FROM_TO_LEVEL_FROM] && !in->a[A_FROM_TO_LEVEL_TO] && !in->a[A_FROM_TO_COUNT] &&
            !game_has(x->game, GAME_STACKING);
  ScratchMark scratch = position_mark(x);
  f.allowed = check_begin(x, in->a[A_FROM_TO_TO_IF], SLOT_TO);
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  const Word *region = x_region(x, in->a[A_FROM_TO_FROM]);
  FOR_BITS(site, region, x->words) {
    if (only_from != GAME_ANYWHERE && site != only_from) continue;
    f.from = site;
    f.type_from = site_real_type(x, x_type(x, in->a[A_FROM_TO_TYPE_FROM]), site);
    try_from(x, &f, from);
  }
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  position_release(x, scratch);
}

// Adds the sites where a piece on FROM may go.
static void add_pairs(Position *x, FromTo *f, SitePairs *pairs) {
  ScratchMark scratch = position_mark(x);
  const Word *to = x_region(x, f->in->a[A_FROM_TO_TO]);
  if (pairs->n > MOVES_MOST) position_fault(x, "the rules make too many moves");
  FOR_BITS(site, to, x->words) {
    if (check_site(x, &f->allowed, site)) VEC_PUSH(pairs, (SitePair){(Site)f->from, (Site)site});
  }
  position_release(x, scratch);
}

static bool pairs_tell(const Position *x, const Ins *in) {
  const int32_t *a = in->a;
  bool more = a[A_FROM_TO_STACK] == 1 || a[A_FROM_TO_LEVEL_FROM] || a[A_FROM_TO_LEVEL_TO] || a[A_FROM_TO_COUNT] ||
              a[A_FROM_TO_COPY] || a[A_FROM_TO_ROTATIONS];
  return !more && !game_has(x->game, GAME_STACKING | GAME_LARGE_PIECES);
}

bool from_to_pairs(Position *x, const Ins *in, SitePairs *pairs) {
  if (!pairs_tell(x, in)) return false;
  FromTo f = {.in = in};
  ScratchMark scratch = position_mark(x);
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO], to_if = in->a[A_FROM_TO_TO_IF];
  bool by_from = x->plan->needs[to_if] & 1u << SLOT_FROM;  // sets would have to be made again for every piece
  f.allowed = by_from ? check_begin(x, to_if, SLOT_TO) : check_make(x, to_if, SLOT_TO, true);
  const Word *region = x_region(x, in->a[A_FROM_TO_FROM]);
  FOR_BITS(site, region, x->words) {
    f.from = site;
    f.type_from = site_real_type(x, x_type(x, in->a[A_FROM_TO_TYPE_FROM]), site);
    if (site_what(x, f.type_from, site, -1) <= 0) continue;
    x->slots[SLOT_FROM] = site;
    if (x_holds(x, in->a[A_FROM_TO_FROM_IF])) add_pairs(x, &f, pairs);
    x->slots[SLOT_FROM] = from;
  }
  x->slots[SLOT_TO] = to;
  position_release(x, scratch);
  return true;
}

void op_FROM_TO(Position *x, const Ins *in) { from_to_moves(x, in, GAME_ANYWHERE, GAME_ANYWHERE); }

void from_to_sources(Position *x, const Ins *in, Word *sources) {
  ScratchMark scratch = position_mark(x);
  int32_t from = x->slots[SLOT_FROM];
  const Word *region = x_region(x, in->a[A_FROM_TO_FROM]);
  FOR_BITS(site, region, x->words) {
    SiteType type = site_real_type(x, x_type(x, in->a[A_FROM_TO_TYPE_FROM]), site);
    x->slots[SLOT_FROM] = site;
    if (site_what(x, type, site, -1) > 0 && x_holds(x, in->a[A_FROM_TO_FROM_IF])) bit_set(sources, site);
    x->slots[SLOT_FROM] = from;
  }
  position_release(x, scratch);
}

// ---- leaps ---------------------------------------------------------------------------------------

void op_LEAP_TO(Position *x, const Ins *in) { leap_moves(x, in, GAME_ANYWHERE, false); }

void leap_moves(Position *x, const Ins *in, int32_t only_to, bool one) {
  SiteType type = x_type(x, in->a[A_LEAP_TO_TYPE]);
  int32_t from = x->slots[SLOT_FROM], old = x->slots[SLOT_TO];
  if (from < 0 || from >= topo_count(x->game->board, type)) return;
  ScratchMark scratch = position_mark(x);
  int32_t what = site_what(x, type, from, -1);
  int facing = in->a[A_LEAP_TO_FORWARD] && what ? component_of(x, what)->facing : -1;
  const Word *sites = x_region(x, in->a[A_LEAP_TO_SITES]);
  Check allowed = check_begin(x, in->a[A_LEAP_TO_IF], SLOT_TO);
  uint32_t mark = moves_mark(x);
  FOR_BITS(to, sites, x->words) {
    if (one && x->moves.n > mark) break;
    if (only_to != GAME_ANYWHERE && to != only_to) continue;
    if (facing >= 0 && !topo_is_forward(&x->game->board->sites[type], (Dir)facing, (Site)from, (Site)to)) continue;
    if (!check_site(x, &allowed, to)) continue;
    PieceMove spec = {.type_from = type,
                      .type_to = type,
                      .from = from,
                      .to = to,
                      .level_from = -1,
                      .level_to = -1,
                      .decision = in->a[A_LEAP_TO_DECISION]};
    piece_move_push(x, &spec);
    move_chain(x, in->a[A_LEAP_TO_EFFECT], true);
    move_share(x);
  }
  x->slots[SLOT_TO] = old;
  position_release(x, scratch);
}

// ---- selections ----------------------------------------------------------------------------------

static void push_select(Position *x, const Ins *in, int32_t from, int32_t level, int32_t to) {
  SiteType type_to = x_type(x, in->a[A_SELECT_TYPE_TO]);
  Action *select = move_begin(x, ACT_SELECT, from, to >= 0 ? to : from);
  select->type_from = (int8_t)x_type(x, in->a[A_SELECT_TYPE_FROM]);
  select->from = (int16_t)from;
  select->level_from = action_field(level);
  select->flags = in->a[A_SELECT_DECISION] ? ACTION_DECISION : 0;
  if (to >= 0) {
    select->type_to = (int8_t)type_to;
    select->to = (int16_t)to;
    select->level_to = (int16_t)(site_height(x, site_real_type(x, type_to, to), to) - 1);
  }
  move_share(x);
}

static void select_from(Position *x, const Ins *in, int32_t from) {
  SiteType type = x_type(x, in->a[A_SELECT_TYPE_FROM]);
  int32_t level = -1;
  if (!site_valid(x, type, from)) return;
  if (game_has(x->game, GAME_STACKING)) level = x_int_or(x, in->a[A_SELECT_LEVEL], site_height(x, type, from) - 1);
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = from;
  if (!x_holds(x, in->a[A_SELECT_FROM_IF])) return;
  if (!in->a[A_SELECT_TO]) {
    push_select(x, in, from, level, -1);
    return;
  }
  ScratchMark scratch = position_mark(x);
  const Word *to = x_region(x, in->a[A_SELECT_TO]);
  FOR_BITS(site, to, x->words) {
    x->slots[SLOT_TO] = site;
    if (!site_valid(x, x_type(x, in->a[A_SELECT_TYPE_TO]), site)) continue;
    if (x_holds(x, in->a[A_SELECT_TO_IF])) push_select(x, in, from, level, site);
  }
  position_release(x, scratch);
}

void op_SELECT(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  const Word *region = x_region(x, in->a[A_SELECT_FROM]);
  FOR_BITS(site, region, x->words) select_from(x, in, site);
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  position_release(x, scratch);
}
