// Looking through all the rules of play can reach.
#include "game/waits.h"

#include "rules/operand.h"

typedef struct Reader {
  const Game *game;
  bool *seen;    // by Ref
  bool changes;  // something was met that passing the turn on may change
} Reader;

static bool head_changes(int32_t var) {
  return var == HEAD_COUNTER || var == HEAD_TURN || var == HEAD_TURN_SAME || var == HEAD_PASSES || var == HEAD_MOVES;
}

static bool op_changes(const Ins *in) {
  switch (in->op) {
    case OP_HEAD: return head_changes(in->a[0]);
    case OP_NO_MOVES:
    case OP_IS_REPEAT:
    case OP_CYCLE:
    case OP_IS_VISITED:
    case OP_RANDOM:
    case OP_RANDOM_SITES:
    case OP_RANDOM_MOVES:
    case OP_WALK: return true;
    default: return false;
  }
}

static void read_rules(Reader *reader, Ref ref) {
  if (!ref || reader->seen[ref] || reader->changes) return;
  reader->seen[ref] = true;
  const Ins *in = program_ins(&reader->game->program, ref);
  reader->changes = op_changes(in);
  for (int i = 0; i < in->n; i++) {
    Operand operand;
    if (operand_find(&op_info[in->op], i, &operand) && operand_is_ref(operand.kind, NULL)) {
      read_rules(reader, (Ref)in->a[i]);
    }
  }
}

static bool asks_for_moves(const Game *game, Reader *reader, Ref ref) {
  if (!ref || reader->seen[ref]) return false;
  reader->seen[ref] = true;
  const Ins *in = program_ins(&game->program, ref);
  bool asks = in->op == OP_NO_MOVES && in->a[1];
  for (int i = 0; i < in->n && !asks; i++) {
    Operand operand;
    bool is_ref = operand_find(&op_info[in->op], i, &operand) && operand_is_ref(operand.kind, NULL);
    asks = is_ref && asks_for_moves(game, reader, (Ref)in->a[i]);
  }
  return asks;
}

static bool end_asks(const Game *game, Arena *arena) {
  Reader reader = {.game = game, .seen = ARENA_ARRAY(arena, bool, game->program.n)};
  return asks_for_moves(game, &reader, game->end) || asks_for_moves(game, &reader, game->phases[0].end);
}

static bool play_changes(const Game *game, Arena *arena) {
  Reader reader = {.game = game, .seen = ARENA_ARRAY(arena, bool, game->program.n)};
  read_rules(&reader, game->phases[0].play);
  for (int i = 1; i < game->n_components; i++) read_rules(&reader, game->components[i].moves);
  for (int i = 0; i < game->n_regions; i++) read_rules(&reader, game->regions[i].region);
  return reader.changes;
}

bool game_end_waits(const Game *game) {
  const MetaRules *meta = &game->meta;
  const uint32_t chance = GAME_STOCHASTIC | GAME_DICE | GAME_CARDS | GAME_DOMINOES;
  if (game->mode != MODE_ALTERNATING || game->players != 2 || game->n_phases != 1 || game->in_match) return false;
  if (meta_touches_moves(meta) || meta->gravity || meta->automove || game_has(game, chance)) return false;
  Arena arena = {0};
  bool waits = end_asks(game, &arena) && !play_changes(game, &arena);
  arena_free(&arena);
  return waits;
}
