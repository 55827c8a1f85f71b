// Moves joined into one, and exchanges of pieces and seats.
#include "state/run/op_functions.h"

void op_ONE_MOVE(Position *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  x_moves(x, in->a[A_ONE_MOVE_BODY]);
  uint32_t n = (uint32_t)x->moves.n - mark;
  int how = in->a[A_ONE_MOVE_HOW];
  if (!n && !(how & ONE_MOVE_ALWAYS)) return;
  ScratchMark scratch = position_mark(x);
  uint32_t *parts = position_scratch(x, n * sizeof *parts);
  for (uint32_t i = 0; i < n; i++) parts[i] = mark + i;
  Move joined = *move_join(x, parts, (int)n);
  if (!(how & ONE_MOVE_OF_MOVER)) joined.mover = 0;
  if (how & ONE_MOVE_AT_0) joined.from = joined.to = 0;
  moves_drop(x, mark);
  VEC_PUSH(&x->moves, joined);
  position_release(x, scratch);
}

// ---- exchanges -----------------------------------------------------------------------------------

void op_SWAP_PIECES(Position *x, const Ins *in) {
  int32_t a = action_field(x_int(x, in->a[A_SWAP_PIECES_A])), b = action_field(x_int(x, in->a[A_SWAP_PIECES_B]));
  Action move = action_make(ACT_MOVE);
  move.type_from = move.type_to = SITE_CELL;
  move.from = (int16_t)a;
  move.to = (int16_t)b;
  move.flags = in->a[A_SWAP_PIECES_DECISION] ? ACTION_DECISION : 0;
  Action add = action_make(ACT_ADD);
  add.to = (int16_t)a;
  add.what = (int16_t)site_what(x, SITE_CELL, b, -1);
  add.count = 1;
  move_push(x, move, a, b);
  move_add_action(x, add);
}

void op_SWAP_PLAYERS(Position *x, const Ins *in) {
  Action swap = action_make(ACT_SWAP), again = action_make(ACT_SET_NEXT_PLAYER);
  swap.what = action_field(x_int(x, in->a[A_SWAP_PLAYERS_A]));
  swap.player = action_field(x_int(x, in->a[A_SWAP_PLAYERS_B]));
  swap.flags = ACTION_DECISION;
  again.player = (int16_t)x->head->mover;
  move_push(x, swap, -1, -1);
  move_add_action(x, again);
}

// The piece of the same name that is a player's, or 0.
static int32_t counterpart(const Position *x, int32_t what, Player player) {
  const Component *pieces = x->game->components;
  for (int c = 1; c < x->game->n_components; c++) {
    if (pieces[c].owner == player && !strcmp(pieces[c].base_name, pieces[what].base_name)) return c;
  }
  return 0;
}

static void take_over(Position *x, SiteType type, int32_t site, Player by) {
  type = site_real_type(x, type, site);
  Piece piece = site_piece(x, type, site, -1);
  Action remove = action_make(ACT_REMOVE), add = action_make(ACT_ADD);
  remove.type_to = add.type_to = (int8_t)type;
  remove.to = add.to = (int16_t)site;
  remove.flags = ACTION_FLAG;
  add.what = (int16_t)counterpart(x, site_what(x, type, site, -1), by);
  add.count = site_count(x, type, site);
  add.state = (int16_t)piece.state;
  add.rotation = (int16_t)piece.rotation;
  add.value = piece.value;
  if (!add.what) return;
  move_push(x, remove, site, site)->mover = 0;
  move_add_action(x, add);
}

// The sites meant of one player, in the order its pieces are listed.
static void take_from(Position *x, const Ins *in, Player owner, const Word *region, Player by) {
  SiteType type = x_type(x, in->a[A_TAKE_CONTROL_TYPE]);
  Word *meant = position_region(x);
  bits_copy(meant, sites_owned(x, type, owner), x->words);
  if (region) bits_and(meant, region, x->words);
  Ints listed = sites_by_piece(x, type, meant, 1u << owner);
  for (int i = 0; i < listed.n; i++) {
    if (!bit_get(meant, listed.at[i])) continue;
    bit_clear(meant, listed.at[i]);
    take_over(x, type, listed.at[i], by);
  }
}

void op_TAKE_CONTROL(Position *x, const Ins *in) {
  uint32_t owners = (uint32_t)x_int(x, in->a[A_TAKE_CONTROL_OF]);
  int32_t by = x_int(x, in->a[A_TAKE_CONTROL_BY]);
  if (!SITE_LAYOUT(x, x_type(x, in->a[A_TAKE_CONTROL_TYPE]))->empty) return;  // the game keeps no pieces there
  ScratchMark scratch = position_mark(x);
  const Word *region = in->a[A_TAKE_CONTROL_REGION] ? x_region(x, in->a[A_TAKE_CONTROL_REGION]) : NULL;
  for (int p = 0; p <= x->game->players + 1; p++) {
    if (owners >> p & 1) take_from(x, in, p, region, by);
  }
  position_release(x, scratch);
}

// ---- rotations -----------------------------------------------------------------------------------

static void turn_to(Position *x, const Ins *in, int32_t site, int32_t rotation) {
  Action turn = action_make(ACT_SET_ROTATION);
  turn.type_to = (int8_t)x_type(x, in->a[A_TURN_PIECE_TYPE]);
  turn.to = (int16_t)site;
  turn.rotation = action_field(rotation);
  turn.flags = in->a[A_TURN_PIECE_DECISION] ? ACTION_DECISION : 0;
  move_push(x, turn, site, site);
}

void op_TURN_PIECE(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_TURN_PIECE_SITE]);
  SiteType type = site_real_type(x, x_type(x, in->a[A_TURN_PIECE_TYPE]), site);
  if (!site_valid(x, type, site)) return;
  ScratchMark scratch = position_mark(x);
  Ints rotations = in->a[A_TURN_PIECE_ROTATIONS] ? x_ints(x, in->a[A_TURN_PIECE_ROTATIONS]) : (Ints){0};
  for (int i = 0; i < rotations.n; i++) turn_to(x, in, site, rotations.at[i]);
  position_release(x, scratch);
  int32_t now = site_rotation(x, type, site, -1), last = x->game->max_rotation - 1;
  if (x_int(x, in->a[A_TURN_PIECE_PREVIOUS])) turn_to(x, in, site, now > 0 ? now - 1 : last);
  if (x_int(x, in->a[A_TURN_PIECE_NEXT])) turn_to(x, in, site, now < last ? now + 1 : 0);
}

// ---- what players cannot see ---------------------------------------------------------------------

int32_t op_IS_HIDDEN(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_IS_HIDDEN_SITE]);
  SiteType type = site_real_type(x, x_type(x, in->a[A_IS_HIDDEN_TYPE]), site);
  return site >= 0 && site_hidden(x, type, site, x_int(x, in->a[A_IS_HIDDEN_LEVEL]),
                                  x_int(x, in->a[A_IS_HIDDEN_PLAYER]), in->a[A_IS_HIDDEN_MASK]);
}

const Word *op_HIDDEN_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  SiteType type = x_type(x, in->a[A_HIDDEN_SITES_TYPE]);
  uint32_t players = (uint32_t)x_int(x, in->a[A_HIDDEN_SITES_PLAYERS]);
  for (int32_t site = 0; site < topo_count(x->game->board, type); site++) {
    for (int p = 1; p <= x->game->players; p++) {
      if ((players >> p & 1) && site_hidden(x, type, site, 0, p, in->a[A_HIDDEN_SITES_MASK])) bit_set(out, site);
    }
  }
  return out;
}

void op_AFTER_ALL(Position *x, const Ins *in) { x_moves(x, in->a[A_AFTER_ALL_BODY]); }
