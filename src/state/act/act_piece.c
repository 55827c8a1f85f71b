// Actions that bring, move and take pieces. Flat boards and stacks differ more than one would think: on a
// flat board a move takes state, rotation and value along, on stacks only moves that name a level do.
#include "base/number.h"
#include "state/act/act.h"
#include "state/block/piece_lists.h"
#include "state/block/plain.h"
#include "state/block/site.h"
#include "state/block/stack_piece_list.h"

static bool is_stacking(const Position *x) { return game_has(x->game, GAME_STACKING); }
static bool is_flat(const Position *x) { return !is_stacking(x); }

// ---- large pieces --------------------------------------------------------------------------------

static void set_count(Position *x, int32_t cell, int32_t count) {
  Piece change = PIECE_SAME;
  change.count = count;
  site_set(x, SITE_CELL, cell, &change);
}

static void set_value(Position *x, int32_t cell, int32_t value) {
  Piece change = PIECE_SAME;
  change.value = value;
  site_set(x, SITE_CELL, cell, &change);
}

// The two halves of a domino show their values on the cells they cover.
static void show_domino(Position *x, int32_t what, const int32_t *cells, int n) {
  const Component *piece = &x->game->components[what];
  for (int i = 0; i < n; i++) set_value(x, cells[i], i < 4 ? piece->value : piece->value2);
}

static bool is_domino(const Position *x, int32_t what) { return component_of(x, what)->kind == COMPONENT_DOMINO; }

static void cover(Position *x, int32_t what, int32_t root, int32_t state, int32_t count) {
  int32_t cells[LARGE_SITES_MAX];
  int n = large_sites(x, what, root, state, cells);
  for (int i = 0; i < n; i++) {
    site_set_empty(x, SITE_CELL, cells[i], false);
    set_count(x, cells[i], count);
  }
  if (!is_domino(x, what) || root >= x->game->containers[0].n) return;
  show_domino(x, what, cells, n);
}

static void uncover(Position *x, int32_t what, int32_t root, int32_t state) {
  int32_t cells[LARGE_SITES_MAX];
  int n = large_sites(x, what, root, state, cells);
  for (int i = 0; i < n; i++) {
    site_set_empty(x, SITE_CELL, cells[i], true);
    set_count(x, cells[i], 0);
  }
  if (is_domino(x, what) && root < x->game->containers[0].n) show_domino(x, what, cells, n);
}

// ---- adding --------------------------------------------------------------------------------------

static void add_to_stack(Position *x, Action *a, SiteType type) {
  Player who = piece_owner(x, a->what);
  a->level_to = (int16_t)site_height(x, type, a->to);
  if (a->state >= 0 || a->rotation >= 0 || a->value != SAME) {
    Piece piece = {.what = a->what, .who = who, .state = a->state, .rotation = a->rotation, .value = a->value};
    stack_push(x, type, a->to, piece);
  } else {
    stack_push_bare(x, type, a->to, a->what, who);
  }
  stack_list_add(x, a->what, type, a->to, a->level_to);
  track_piece_added(x, a->what, a->to, a->count);
}

static void forget_domino(Position *x, int32_t what) {
  int n = x->head->n_dominoes;
  const int32_t *left = STATE_AT(x, int32_t, x->layout->dominoes);
  for (int i = 0; i < n; i++) {
    if (left[i] != what) continue;
    for (; i + 1 < n; i++) state_put_item(x, x->layout->dominoes, i, left[i + 1]);
    HEAD_SET(x, n_dominoes, n - 1);
    return;
  }
}

static void add_to_empty(Position *x, const Action *a, SiteType type) {
  if (x->layout->plain && a->what > 0) {
    plain_put(x, type, a->to, a->what);
    return;
  }
  bool dominoes = game_has(x->game, GAME_DOMINOES);
  site_set(x, type, a->to,
           &(Piece){.what = a->what,
                    .who = piece_owner(x, a->what),
                    .count = a->count,
                    .state = a->state,
                    .rotation = a->rotation,
                    .value = dominoes ? 1 : a->value});
  if (dominoes && is_domino(x, a->what)) forget_domino(x, a->what);
  if (piece_is_large(x, a->what) && a->to < x->game->containers[0].n) cover(x, a->what, a->to, a->state, 1);
}

void act_add(Position *x, Action *a) {
  if (a->to < 0) return;
  SiteType type = act_type(x, a->type_to, a->to);
  a->type_to = (int8_t)type;
  a->count = MAX(a->count, 1);
  if (is_stacking(x)) {
    add_to_stack(x, a, type);
  } else if (site_what(x, type, a->to, 0) == 0) {
    add_to_empty(x, a, type);
  } else {  // the piece there stays; the pile grows where there are piles
    int32_t count = game_has(x->game, GAME_COUNT) ? pile_sum(x, site_count(x, type, a->to), a->count) : 1;
    site_set(
        x, type, a->to,
        &(Piece){
            .what = SAME, .who = SAME, .count = count, .state = a->state, .rotation = a->rotation, .value = a->value});
  }
  track_piece_added(x, a->what, a->to, a->count);
}

// The pieces above are named again, from the top, one level higher.
static void stack_list_insert(Position *x, SiteType type, int32_t site, int32_t level, int32_t what) {
  if (!x->layout->stack_list) return;
  for (int32_t l = site_height(x, type, site) - 1; l >= level; l--) {
    int32_t piece = site_what(x, type, site, l);
    stack_list_leave_gap(x, piece, type, site, l);
    stack_list_add(x, piece, type, site, l + 1);
  }
  stack_list_add(x, what, type, site, level);
}

void act_insert(Position *x, Action *a) {
  if (a->to < 0) return;
  SiteType type = act_type(x, a->type_to, a->to);
  a->type_to = (int8_t)type;
  if (is_flat(x)) return;
  Piece piece = {.what = a->what, .who = piece_owner(x, a->what), .state = a->state};
  if (a->level_to >= 0) {
    stack_list_insert(x, type, a->to, a->level_to, a->what);
    stack_insert(x, type, a->to, a->level_to, piece);
  }
  track_piece_added(x, a->what, a->to, 1);
}

// ---- moving on flat boards -----------------------------------------------------------------------

static void move_hidden(Position *x, SiteType from_type, int32_t from, SiteType to_type, int32_t to) {
  if (!game_has(x->game, GAME_HIDDEN)) return;
  bool left = site_what(x, from_type, from, 0) == 0;
  for (Player p = 1; p <= x->game->players; p++) {
    site_set_hidden(x, to_type, to, 0, p, site_hidden_mask(x, from_type, from, 0, p));
    if (left) site_set_hidden(x, from_type, from, 0, p, 0);
  }
}

static void leave_flat(Position *x, SiteType type, int32_t site, int32_t count, int32_t leaving) {
  if (count <= leaving) {
    site_take(x, type, site);
    return;
  }
  Piece change = PIECE_SAME;
  change.count = wrap_subtract(count, leaving);
  site_set(x, type, site, &change);
}

// The piece as it arrives: what the action says, otherwise what it was.
static Piece arriving(const Position *x, const Action *a, const Piece *piece) {
  return (Piece){.what = SAME,
                 .who = SAME,
                 .count = SAME,
                 .state = a->state >= 0 ? a->state
                          : piece->what ? piece->state
                                        : SAME,
                 .rotation = a->rotation >= 0 ? a->rotation : piece->rotation,
                 .value = game_has(x->game, GAME_DOMINOES) ? 1
                          : a->value != SAME               ? a->value
                                                           : piece->value};
}

static void arrive_flat(Position *x, SiteType type, int32_t site, const Piece *piece, Piece change) {
  if (site_what(x, type, site, 0) == piece->what && site_count(x, type, site) > 0) {
    bool piles = game_has(x->game, GAME_COUNT);
    change.count = piles ? pile_sum(x, site_count(x, type, site), 1) : 1;
    site_set(x, type, site, &change);
    if (!piles) piece_list_renew(x, type, site, piece->what);
    return;
  }
  change.what = piece->what;
  change.who = piece_owner(x, piece->what);
  change.count = 1;
  site_set(x, type, site, &change);
}

static void move_flat(Position *x, const Action *a, SiteType from_type, SiteType to_type) {
  Piece piece = site_piece(x, from_type, a->from, 0);
  if (!piece.what && !piece.count) return;
  bool large = piece_is_large(x, piece.what);
  leave_flat(x, from_type, a->from, piece.count, 1);
  if (large && piece.count == 1) uncover(x, piece.what, a->from, piece.state);
  arrive_flat(x, to_type, a->to, &piece, arriving(x, a, &piece));
  if (large) cover(x, piece.what, a->to, a->state, game_has(x->game, GAME_DOMINOES) ? piece.what : 1);
  if (large && game_has(x->game, GAME_DOMINOES) && a->to < x->game->containers[0].n) playable_line(x);
  track_piece_moved(x, piece.what, a->from, a->to, 1);
  move_hidden(x, from_type, a->from, to_type, a->to);
}

// ---- moving on stacks ----------------------------------------------------------------------------

static Piece level_piece(const Position *x, const Action *a, SiteType type) {
  Piece piece = site_piece(x, type, a->from, a->level_from);
  piece.who = piece_owner(x, piece.what);
  return piece;
}

static Piece as_said(const Action *a, int32_t what, Player who) {
  return (Piece){.what = what, .who = who, .state = a->state, .rotation = a->rotation, .value = a->value};
}

// A whole stack has come from one site to another.
static void stack_list_move_stack(Position *x, const Action *a, SiteType from_type, SiteType to_type, int32_t n) {
  int32_t height = site_height(x, to_type, a->to);
  for (int32_t l = 0; l < n; l++) {
    int32_t what = site_what(x, from_type, a->from, l);
    if (piece_owner(x, what)) stack_list_leave_site(x, what, from_type, a->from);
  }
  for (int32_t l = MAX(height - n, 0); l < height; l++) {
    int32_t what = site_what(x, to_type, a->to, l);
    if (piece_owner(x, what)) stack_list_add(x, what, to_type, a->to, l);
  }
}

static void move_stack(Position *x, const Action *a, SiteType from_type, SiteType to_type) {
  int32_t height = site_height(x, from_type, a->from);
  for (int32_t l = 0; l < height; l++) {
    Piece piece = site_piece(x, from_type, a->from, l);
    if (a->level_to < 0) stack_push(x, to_type, a->to, piece);
    else stack_insert(x, to_type, a->to, a->level_to, as_said(a, piece.what, piece.who));
  }
  if (x->layout->stack_list) stack_list_move_stack(x, a, from_type, to_type, height);
  stack_clear(x, from_type, a->from);
}

// A piece goes under others: each of these leaves and comes back one level higher.
static void stack_list_slip_under(Position *x, const Action *a, SiteType from_type, SiteType to_type, int32_t what) {
  for (int32_t l = site_height(x, to_type, a->to) - 1; l >= a->level_to; l--) {
    int32_t piece = site_what(x, to_type, a->to, l);
    stack_list_leave_level(x, piece, to_type, a->to, l);
    stack_list_add(x, piece, to_type, a->to, l + 1);
  }
  stack_list_add(x, what, to_type, a->to, a->level_to);
  if (piece_owner(x, what)) stack_list_leave_level(x, what, from_type, a->from, a->level_from);
}

// A piece has come to the top of a stack, or counts as if it had.
static void stack_list_move_top(Position *x, const Action *a, SiteType from_type, SiteType to_type, int32_t what) {
  int32_t left = a->level_from >= 0 ? a->level_from : site_height(x, from_type, a->from);
  stack_list_add(x, what, to_type, a->to, site_height(x, to_type, a->to) - 1);
  stack_list_leave_level(x, what, from_type, a->from, left);
}

static void move_level(Position *x, const Action *a, SiteType from_type, SiteType to_type) {
  Piece piece = level_piece(x, a, from_type);
  bool cards = game_has(x->game, GAME_CARDS);
  stack_remove(x, from_type, a->from, a->level_from);
  bool between = a->level_from >= 0 && a->level_to >= 0;
  if (x->layout->stack_list && between) stack_list_slip_under(x, a, from_type, to_type, piece.what);
  if (a->level_to >= 0) {
    if (!cards || a->level_from >= 0) stack_insert(x, to_type, a->to, a->level_to, as_said(a, piece.what, piece.who));
  } else if (a->level_from >= 0) {
    if (a->state >= 0) piece.state = a->state;
    if (a->rotation >= 0) piece.rotation = a->rotation;
    if (a->value != SAME) piece.value = a->value;
    stack_push(x, to_type, a->to, piece);
  } else if (!cards) {
    stack_push_bare(x, to_type, a->to, piece.what, piece.who);
  }
  if (x->layout->stack_list && !between) stack_list_move_top(x, a, from_type, to_type, piece.what);
  track_piece_moved(x, piece.what, a->from, a->to, 1);
}

void act_move(Position *x, Action *a) {
  SiteType from_type = act_type(x, a->type_from, a->from), to_type = act_type(x, a->type_to, a->to);
  if (x->layout->plain) {
    plain_move(x, from_type, a->from, to_type, a->to);
  } else if (x->layout->piles && site_on_flat(x, from_type, a->from) && site_on_flat(x, to_type, a->to)) {
    pile_move(x, from_type, a->from, to_type, a->to);
  } else if (is_flat(x)) {
    move_flat(x, a, from_type, to_type);
  } else if (a->from != a->to) {
    if (a->flags & ACTION_STACK) move_stack(x, a, from_type, to_type);
    else move_level(x, a, from_type, to_type);
  }
}

void act_move_n(Position *x, Action *a) {
  SiteType from_type = act_type(x, a->type_from, a->from), to_type = act_type(x, a->type_to, a->to);
  int32_t what = site_what(x, from_type, a->from, -1);
  leave_flat(x, from_type, a->from, site_count(x, from_type, a->from), a->count);
  int32_t there = site_count(x, to_type, a->to), most = x->game->max_count;
  Piece change = PIECE_SAME;
  change.count = pile_sum(x, there, a->count);
  if (there == 0) {
    change.what = what;
    change.who = piece_owner(x, what);
  }
  bool fits = most <= 0 || change.count <= most;
  if (there == 0 || (fits && site_what(x, to_type, a->to, -1) == what)) site_set(x, to_type, a->to, &change);
  if (there > 0 && piece_owner(x, what)) piece_list_again(x, to_type, a->to, what);
  track_piece_moved(x, what, a->from, a->to, a->count);
}

void act_substack(Position *x, Action *a) {
  SiteType from_type = act_type(x, a->type_from, a->from), to_type = act_type(x, a->type_to, a->to);
  int32_t height = site_height(x, from_type, a->from), first = wrap_subtract(height, a->count);
  if (is_flat(x) || a->count < 0 || first < 0 || !site_what(x, from_type, a->from, -1)) return;
  ScratchMark mark = position_mark(x);
  Piece *pieces = position_scratch(x, (size_t)MAX(a->count, 1) * sizeof *pieces);
  for (int32_t i = 0; i < a->count; i++) pieces[i] = site_piece(x, from_type, a->from, first + i);
  for (int32_t i = a->count - 1; i >= 0; i--) {
    stack_list_leave_level(x, pieces[i].what, from_type, a->from, first + i);
    stack_remove(x, from_type, a->from, -1);
  }
  for (int32_t i = 0; i < a->count; i++) {
    stack_push(x, to_type, a->to, pieces[i]);
    stack_list_add(x, pieces[i].what, to_type, a->to, site_height(x, to_type, a->to) - 1);
  }
  position_release(x, mark);
}

static void copy_back_stack(Position *x, const Action *a, SiteType from_type, SiteType to_type) {
  int32_t what = site_what(x, to_type, a->to, -1), who = site_who(x, to_type, a->to, -1);
  if (a->level_from < 0 || site_height(x, to_type, a->to) == a->level_from) {
    stack_push_bare(x, from_type, a->from, what, who);
    stack_list_add(x, what, from_type, a->from, site_height(x, from_type, a->from) - 1);
  } else {
    stack_insert(x, from_type, a->from, a->level_from, as_said(a, what, who));
    stack_list_add(x, what, from_type, a->from, a->level_from);
  }
}

void act_copy(Position *x, Action *a) {
  SiteType from_type = act_type(x, a->type_from, a->from), to_type = act_type(x, a->type_to, a->to);
  int32_t count = site_count(x, from_type, a->from);
  act_move(x, a);
  if (is_stacking(x)) {
    copy_back_stack(x, a, from_type, to_type);
    return;
  }
  Piece piece = site_piece(x, to_type, a->to, 0);
  piece.count = count;
  site_set(x, from_type, a->from, &piece);
}

// ---- taking and changing -------------------------------------------------------------------------

static void remove_later(Position *x, int32_t site) {
  int n = x->head->n_to_remove;
  if (!x->layout->to_remove || n >= STATE_LIST_MAX) {
    position_fault(x, "too many pieces to remove later");
    return;
  }
  state_put_item(x, x->layout->to_remove, n, site);
  HEAD_SET(x, n_to_remove, n + 1);
}

void act_remove(Position *x, Action *a) {
  if (!(a->flags & ACTION_FLAG)) {
    remove_later(x, a->to);
    return;
  }
  SiteType type = act_type(x, a->type_to, a->to);
  a->type_to = (int8_t)type;
  if (x->layout->plain) {
    plain_put(x, type, a->to, 0);
    return;
  }
  int32_t what = site_what(x, type, a->to, a->level_to);
  if (is_stacking(x) && a->level_to >= 0) stack_remove(x, type, a->to, a->level_to);
  else what = site_take(x, type, a->to);
  if (is_stacking(x)) {
    stack_list_leave_level(x, what, type, a->to, a->level_to >= 0 ? a->level_to : site_height(x, type, a->to));
  }
  track_piece_removed(x, what, a->to);
}

// The list keeps the old piece where it was the only one of its stack.
static void promote_on_stack(Position *x, const Action *a, SiteType type, int32_t old) {
  stack_remove(x, type, a->to, a->level_to);
  int32_t height = site_height(x, type, a->to), level = a->level_to >= 0 ? a->level_to : height;
  if (height && piece_owner(x, old)) stack_list_leave_level(x, old, type, a->to, level);
  stack_push_bare(x, type, a->to, a->what, piece_owner(x, a->what));
  if (piece_owner(x, a->what)) stack_list_add(x, a->what, type, a->to, level);
}

void act_promote(Position *x, Action *a) {
  SiteType type = act_type(x, a->type_to, a->to);
  a->type_to = (int8_t)type;
  int32_t old = site_what(x, type, a->to, a->level_to);
  if (is_stacking(x)) {
    promote_on_stack(x, a, type, old);
    return;
  }
  site_take(x, type, a->to);
  Player who = old ? piece_owner(x, a->what) : 0;
  Piece change = PIECE_SAME;
  change.what = a->what;
  change.who = who;
  change.count = 1;
  site_set(x, type, a->to, &change);
}
