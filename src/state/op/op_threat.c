// Pieces that change, moves joined into one, and filters that try moves out.
#include "base/number.h"
#include "state/block/site.h"
#include "state/run/op_functions.h"
#include "state/turn/result.h"

// ---- pieces in place -----------------------------------------------------------------------------

static int32_t flipped(const Component *piece, int32_t state) {
  if (state == piece->flip_a) return piece->flip_b;
  return state == piece->flip_b ? piece->flip_a : state;
}

// A stack is taken apart and put together in the opposite order.
static void flip_stack(Position *x, SiteType type, int32_t site, int32_t height) {
  Action action = action_make(ACT_REMOVE);
  action.type_to = (int8_t)type;
  action.to = (int16_t)site;
  action.flags = ACTION_FLAG;
  for (int32_t level = 0; level < height; level++) {
    action.level_to = (int16_t)level;
    if (level == 0) move_push(x, action, -1, -1);
    else move_add_action(x, action);
  }
  for (int32_t level = height - 1; level >= 0; level--) {
    Piece piece = site_piece(x, type, site, level);
    Action add = action_make(ACT_ADD);
    add.type_to = (int8_t)type;
    add.to = (int16_t)site;
    add.what = (int16_t)piece.what;
    add.count = 1;
    add.state = (int16_t)flipped(component_of(x, piece.what), piece.state);
    add.rotation = (int16_t)piece.rotation;
    add.value = piece.value;
    add.flags = ACTION_STACK;
    move_add_action(x, add);
  }
}

void op_FLIP(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_FLIP_SITE]);
  SiteType type = site_real_type(x, x_type(x, in->a[A_FLIP_TYPE]), site);
  int32_t height = site_height(x, type, site), what = site_what(x, type, site, -1);
  if (height > 1) {
    flip_stack(x, type, site, height);
    return;
  }
  const Component *piece = component_of(x, what);
  if (height < 1 || what == 0 || (piece->flip_a < 0 && piece->flip_b < 0)) return;
  Action set = action_make(ACT_SET_STATE);
  set.type_to = (int8_t)type;
  set.to = (int16_t)site;
  set.state = (int16_t)flipped(piece, site_state(x, type, site, -1));
  move_push(x, set, site, site);
}

void op_PROMOTE(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_PROMOTE_SITE]);
  if (site < 0) return;
  ScratchMark scratch = position_mark(x);
  Ints whats = x_ints(x, in->a[A_PROMOTE_WHATS]);
  for (int i = 0; i < whats.n; i++) {
    if (whats.at[i] < 1) continue;
    Action promote = action_make(ACT_PROMOTE);
    promote.type_to = (int8_t)x_type(x, in->a[A_PROMOTE_TYPE]);
    promote.to = action_field(site);
    promote.what = action_field(whats.at[i]);
    promote.flags = in->a[A_PROMOTE_DECISION] ? ACTION_DECISION : 0;
    move_push(x, promote, promote.to, promote.to);
  }
  position_release(x, scratch);
}

Ints op_OWN_KINDS(Position *x, const Ins *in) {
  const RulesArray *pieces = &x->program->arrays[in->a[A_OWN_KINDS_PIECES]],
                   *starts = &x->program->arrays[in->a[A_OWN_KINDS_STARTS]];
  int32_t player = x_int(x, in->a[A_OWN_KINDS_PLAYER]);
  int32_t *kinds = position_scratch(x, (size_t)starts->n * sizeof *kinds);
  for (int i = 0; i < starts->n; i++) {
    int end = i + 1 < starts->n ? starts->at[i + 1] : pieces->n;
    kinds[i] = 0;
    for (int p = starts->at[i]; p < end && !kinds[i]; p++) {
      if (x->game->components[pieces->at[p]].owner == player) kinds[i] = pieces->at[p];
    }
  }
  return (Ints){kinds, starts->n};
}

// ---- joined moves --------------------------------------------------------------------------------

// The first part that does anything is the decision, with all its `own` actions; the rest follows.
static void first_decides(Position *x, const Move *move, uint32_t own) {
  for (uint32_t i = 0; i < move->n; i++) {
    Action *action = &x->actions.at[move->first + i];
    if (i < own) action->flags |= ACTION_DECISION;
    else action->flags &= (uint8_t)~ACTION_DECISION;
  }
}

void op_APPEND(Position *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  x->depth++;
  x_moves(x, in->a[A_APPEND_BODY]);
  x->depth--;
  uint32_t n = (uint32_t)x->moves.n - mark;
  if (n == 0) return;
  ScratchMark scratch = position_mark(x);
  uint32_t *parts = position_scratch(x, n * sizeof *parts);
  for (uint32_t i = 0; i < n; i++) parts[i] = mark + i;
  Move first = x->moves.at[mark];
  uint32_t own = 0;
  for (uint32_t i = mark; i < mark + n && !own; i++) own = x->moves.at[i].n;
  Move joined = *move_join(x, parts, (int)n);
  first_decides(x, &joined, own);
  joined.from = first.from;
  joined.to = first.to;
  if (first.more) {
    SiteList passed = move_passed(x, &first);
    move_set_passed(x, &joined, passed.at, passed.n);
  }
  moves_drop(x, mark);
  VEC_PUSH(&x->moves, joined);
  position_release(x, scratch);
}

// ---- threats -------------------------------------------------------------------------------------

static bool can_move_to(Position *x, int32_t moves, int32_t site) {
  if (!moves) moves = (int32_t)x->game->phases[STATE_AT(x, int32_t, x->layout->phase)[x->head->mover]].play;
  return moves && moves_answer(x, moves, &(MoveQuery){.to = site});
}

// A piece that is named is put there for the test, on boards of cells without stacks only (as recorded).
static bool threatened_at(Position *x, const Ins *in, SiteType type, int32_t site, int32_t what, bool known) {
  Player owner = component_of(x, what)->owner;
  Savepoint before = savepoint_begin(x);
  HEAD_SET(x, prev, owner);
  if (known && x->game->site_type == SITE_CELL && !game_has(x->game, GAME_STACKING)) {
    Piece change = PIECE_SAME;  // where piles are counted, an empty site still counts as empty then
    change.what = what;
    change.who = owner;
    site_set(x, type, site, &change);
  }
  bool found = false;
  for (int p = 1; p <= x->game->players && !found; p++) {
    if (p == owner) continue;
    HEAD_SET(x, mover, p);
    if (!known) HEAD_SET(x, next, owner);
    found = can_move_to(x, in->a[A_THREATENED_MOVES], site);
  }
  savepoint_rollback(x, &before);
  return found;
}

int32_t op_THREATENED(Position *x, const Ins *in) {
  if (x->looking_for_threats) return 0;
  SiteType type = x_type(x, in->a[A_THREATENED_TYPE]);
  int32_t what = x_int_or(x, in->a[A_THREATENED_WHAT], 0), found = 0;
  if (in->a[A_THREATENED_WHAT] && !number_within(what, 1, x->game->n_components - 1)) return 0;
  if (!in->a[A_THREATENED_WHAT] && (x->head->next < 1 || x->head->next > x->game->players)) return 0;
  ScratchMark scratch = position_mark(x);
  const Word *sites = x_region(x, in->a[A_THREATENED_SITES]);
  x->looking_for_threats = true;
  for (int site = bits_next(sites, x->words, 0); site >= 0 && !found; site = bits_next(sites, x->words, site + 1)) {
    SiteType real = site_real_type(x, type, site);
    int32_t piece = in->a[A_THREATENED_WHAT] ? what : site_what(x, real, site, -1);
    if (piece > 0) found = threatened_at(x, in, real, site, piece, in->a[A_THREATENED_WHAT] != 0);
  }
  x->looking_for_threats = false;
  position_release(x, scratch);
  return found;
}

// ---- filters -------------------------------------------------------------------------------------

// By number or by value: of the pieces at the levels of the removals (those that name none mean the lowest), or on top.
typedef enum Worth { WORTH_ONE, WORTH_LEVEL, WORTH_TOP } Worth;

static int32_t worth_of(const Position *x, const Action *removal, Worth worth) {
  if (worth == WORTH_ONE) return 1;
  SiteType type = (SiteType)MAX(removal->type_to, 0);
  return site_value(x, type, removal->to, worth == WORTH_TOP ? -1 : MAX(removal->level_to, 0));
}

static int32_t captures_of(Position *x, const Move *move, Worth worth) {
  Move copy = *move;
  Savepoint before = savepoint_move(x, &copy);
  size_t n = x->done.n - before.logs.done;
  ScratchMark scratch = position_mark(x);
  Action *done = position_scratch(x, n * sizeof *done);
  if (n) memcpy(done, x->done.at + before.logs.done, n * sizeof *done);
  savepoint_rollback(x, &before);
  int32_t taken = 0;
  for (size_t i = 0; i < n; i++) {
    if (done[i].kind == ACT_REMOVE) taken = wrap_add(taken, worth_of(x, &done[i], worth));
  }
  position_release(x, scratch);
  return taken;
}

// Keeps the moves from mark on with the highest score.
static void keep_best(Position *x, uint32_t mark, const int32_t *scores, uint32_t n) {
  int32_t best = 0;
  for (uint32_t i = 0; i < n; i++) best = MAX(best, scores[i]);
  uint32_t kept = mark;
  for (uint32_t i = 0; i < n; i++) {
    if (scores[i] == best) x->moves.at[kept++] = x->moves.at[mark + i];
  }
  moves_drop(x, kept);
}

static_assert(A_MAX_MOVES_BODY == A_MAX_CAPTURES_BODY, "begin_judging serves both");

// Generates the moves to be judged, with room for their scores in scratch; returns where they begin.
static uint32_t begin_judging(Position *x, const Ins *in, uint32_t *n, int32_t **scores) {
  uint32_t mark = moves_mark(x);
  x_moves(x, in->a[A_MAX_MOVES_BODY]);
  *n = (uint32_t)x->moves.n - mark;
  *scores = position_scratch(x, *n * sizeof **scores);
  return mark;
}

void op_MAX_CAPTURES(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  uint32_t n;
  int32_t *scores;
  uint32_t mark = begin_judging(x, in, &n, &scores);
  Worth worth = x_int_or(x, in->a[A_MAX_CAPTURES_WITH_VALUE], 0) ? WORTH_TOP : WORTH_ONE;
  for (uint32_t i = 0; i < n; i++) scores[i] = captures_of(x, &x->moves.at[mark + i], worth);
  keep_best(x, mark, scores, n);
  position_release(x, scratch);
}

enum { CHAIN_MOST = 200 };

// The longest continuation of the same turn from here, in moves or in the value of what is taken.
static int32_t longest(Position *x, int32_t count, bool with_value) {
  if (x->head->prev != x->head->mover || x->head->over || x->fault) return count;
  if (x->chain == CHAIN_MOST) position_fault(x, "the longest of these moves goes on without end");
  x->chain++;
  int32_t best = 0;
  MoveList list = moves_list(x);
  for (uint32_t i = 0; i < list.n && !x->fault; i++) {
    Move move = *move_at(x, list, i);
    int32_t more = with_value ? captures_of(x, &move, WORTH_TOP) : 1;
    TriedMove tried = move_try(x, &move);
    int32_t length = longest(x, wrap_add(count, more), with_value);
    best = MAX(best, length);
    move_try_end(x, &tried);
  }
  position_forget(x, list);
  x->chain--;
  return best;
}

// What the move did, consequences included, takes the place of the move.
static void replace_by_done(Position *x, Move *move) {
  uint32_t first = (uint32_t)x->actions.n;
  const Move *last = last_move(x);
  for (uint32_t a = 0; a < last->n; a++) action_put(x, played_actions(x, last)[a]);
  move_set_actions(x, move, first);
  move_clear_thens(x, move);
}

void op_MAX_MOVES(Position *x, const Ins *in) {
  if (x->counting) {
    x_moves(x, in->a[A_MAX_MOVES_BODY]);
    return;
  }
  ScratchMark scratch = position_mark(x);
  uint32_t n;
  int32_t *scores;
  uint32_t mark = begin_judging(x, in, &n, &scores);
  bool with_value = x_int_or(x, in->a[A_MAX_MOVES_WITH_VALUE], 0);
  for (uint32_t i = 0; i < n && !x->fault; i++) {
    Move move = x->moves.at[mark + i];
    int32_t first = with_value ? captures_of(x, &move, WORTH_LEVEL) : 1;
    TriedMove tried = move_try(x, &move);
    scores[i] = longest(x, first, with_value);
    replace_by_done(x, &move);
    move_try_end(x, &tried);
    x->moves.at[mark + i] = move;
  }
  if (!x->fault) keep_best(x, mark, scores, n);
  position_release(x, scratch);
}

// ---- moves that win ------------------------------------------------------------------------------

static bool wins(Position *x, Player player, uint32_t i) {
  if (x->counting) return false;
  Move move = x->moves.at[i];
  TriedMove tried = move_try(x, &move);
  bool won = x->head->won >> player & 1;
  move_try_end(x, &tried);
  return won;
}

static void give_turn(Position *x, Player player) {
  x->head->mover = player;
  x->head->next = next_active(x, player);
  x->head->prev = last_active(x, player);
}

const Word *op_WINNING_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  Player player = x_int(x, in->a[A_WINNING_SITES_PLAYER]);
  StateHead *head = x->head;
  Player mover = head->mover, next = head->next, prev = head->prev;
  uint32_t mark = moves_mark(x);
  if (player < 1 || player > x->game->players) return out;
  if (player != mover) give_turn(x, player);
  x_moves(x, in->a[A_WINNING_SITES_MOVES]);
  for (uint32_t i = mark, n = (uint32_t)x->moves.n; i < n && !x->fault; i++) {
    int32_t to = x->moves.at[i].to;
    if (to >= 0 && to < x->program->region_bits && !bit_get(out, to) && wins(x, player, i)) bit_set(out, to);
  }
  moves_drop(x, mark);
  head->mover = mover;
  head->next = next;
  head->prev = prev;
  return out;
}

// ---- results for several -------------------------------------------------------------------------

const Word *op_LAST_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  bool to = in->a[A_LAST_SITES_TO];
  int32_t own = to ? x->head->last.to : x->head->last.from;
  if (last_move_made(x)) bits_copy(out, STATE_AT(x, Word, x->layout->last_sites) + (to ? x->words : 0), x->words);
  if (own >= 0 && own < x->program->region_bits) bit_set(out, own);
  return out;
}

int32_t op_LAST_AFTER(Position *x, const Ins *in) {
  if (!last_move_made(x)) return GAME_OFF;
  return STATE_AT(x, LastActions, x->layout->last_actions)->site[in->a[A_LAST_AFTER_TO] != 0];
}

int32_t op_LAST_LEVEL(Position *x, const Ins *in) {
  if (!last_move_made(x)) return GAME_OFF;
  const LastActions *last = STATE_AT(x, LastActions, x->layout->last_actions);
  return (in->a[A_LAST_LEVEL_AFTER] ? last->site_level : last->level)[in->a[A_LAST_LEVEL_TO] != 0];
}
