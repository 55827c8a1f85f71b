// Finding parts of a game.
#include "game/game.h"

#include "rules/operand_names.h"

int32_t game_piece_of(const Game *game, const char *name, Player owner) {
  for (int c = 1; c < game->n_components; c++) {
    const Component *piece = &game->components[c];
    if (piece->owner == owner && strstr(piece->name, name)) return c;
  }
  return GAME_OFF;
}

static bool has_origin(const Ins *in) {
  static const uint16_t ops[] = {OP_MOVE_PIECE, OP_SLIDE,       OP_SLIDE_TRACK, OP_HOP,       OP_FROM_TO,
                                 OP_LEAP_TO,    OP_SHOOT,       OP_ATTRACT,     OP_CUSTODIAL, OP_INTERVENE,
                                 OP_SOW,        OP_SWAP_PIECES, OP_STEPS_OVER};
  if (in->op == OP_SELECT) return in->a[A_SELECT_TO] != 0;
  for (size_t i = 0; i < COUNT_OF(ops); i++) {
    if (in->op == ops[i]) return true;
  }
  return false;
}

bool program_has_origins(const Program *program, Ref from, Ref to) {
  for (Ref at = from; at < to; at += 1u + program_ins(program, at)->n) {
    if (has_origin(program_ins(program, at))) return true;
  }
  return false;
}
