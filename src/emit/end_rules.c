// End rules and results.
#include "emit/emit_internal.h"

static void op_end_if(Emitter *e, const Ins *in, Ref ref) {
  Code cond = emit_int(e, in->a[A_END_IF_COND]);
  if (cond.known && !cond.value) return;
  emit_open(e, "if (%s)", cond.text);
  emit_comment(e, ref);
  int open = 0;
  for (int i = A_END_IF_RULES; i < in->n; i++) {
    const Ins *rule = emit_ins(e, in->a[i]);
    if (rule->op != OP_END_IF) {
      emit_moves(e, in->a[i]);
      break;
    }
    Code inner = emit_int(e, rule->a[A_END_IF_COND]);
    emit_open(e, "if (%s)", inner.text);
    emit_moves(e, in->a[i]);
    emit_close(e);
    if (i + 1 < in->n) {
      emit_open(e, "else");
      open++;
    }
  }
  for (; open > 0; open--) emit_close(e);
  emit_close(e);
}

// Results of a game of two: one decides both.
static void result_of_two(Emitter *e, Code player, int kind) {
  switch (kind) {
    case RESULT_WIN: emit_line(e, "if (!s->over) give_win(s, %s);", player.text); break;
    case RESULT_LOSS: emit_line(e, "if (!s->over) give_loss(s, %s);", player.text); break;
    case RESULT_DRAW: emit_line(e, "if (!s->over) give_draw(s);"); break;
    default: emit_fail(e, "results other than win, loss and draw");
  }
}

static void result_of_all(Emitter *e, int kind) {
  if (e->game->players != 2) emit_line(e, "give(s, 0, %d);", kind);
  else if (kind == RESULT_DRAW) emit_line(e, "if (!s->over) give_draw(s);");
  else emit_line(e, "if (!s->over) give_all(s, %d);", kind);
}

static void result_of_one(Emitter *e, Code player, int kind) {
  if (e->game->players == 2) result_of_two(e, player, kind);
  else emit_line(e, "if (s->active >> (%s - 1) & 1) give(s, %s, %d);", player.text, player.text, kind);
}

// A player whom the game does not have stands for all.
static void op_result(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Code player = emit_bind(e, emit_int(e, in->a[A_RESULT_PLAYER]));
  int kind = in->a[A_RESULT_RESULT], players = e->game->players;
  bool one = player.max >= 1 && player.min <= players, all = player.max > players, sure = player.min >= 1 && !all;
  if (all) {
    emit_open(e, "if (%s > %d)", player.text, players);
    result_of_all(e, kind);
    emit_close(e);
  }
  if (!one) return;
  if (!sure) emit_open(e, "if ((u32)(%s - 1) < %du)", player.text, players);
  player.min = MAX(player.min, 1);
  player.max = MIN(player.max, players);
  result_of_one(e, player, kind);
  if (!sure) emit_close(e);
}

static void op_by_score(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  if (!e->layout.score) return;
  e->uses |= USE_SCORE;
  emit_line(e, "%sby_score(s, %d);", e->game->players == 2 ? "if (!s->over) " : "", in->a[A_BY_SCORE_MISERE]);
}

static void op_final_score(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Code player = emit_int(e, in->a[A_FINAL_SCORE_PLAYER]), score = emit_int(e, in->a[A_FINAL_SCORE_SCORE]);
  if (!e->layout.score) return;
  if (!player.known) emit_fail(e, "FINAL_SCORE of a player found while playing");
  if (player.value < 1 || player.value > e->game->players) return;
  e->uses |= USE_SCORE;
  emit_line(e, "s->score[%d] = %s;", player.value, score.text);
}

static void op_end_for_players(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Context old = e->at;
  const Ins *rule = emit_ins(e, in->a[A_END_FOR_PLAYERS_RESULT]);
  if (rule->op != OP_RESULT) {
    emit_fail(e, "END_FOR_PLAYERS with %s", op_info[rule->op].name);
    return;
  }
  for (int p = 1; p <= e->game->players; p++) {
    if (in->a[A_END_FOR_PLAYERS_OTHERS] && e->at.mover.known && e->at.mover.value == p) continue;
    if (in->a[A_END_FOR_PLAYERS_OTHERS] && !e->at.mover.known)
      emit_open(e, "if (s->active >> %d & 1 && %s != %d)", p - 1, e->at.mover.text, p);
    else emit_open(e, "if (s->active >> %d & 1)", p - 1);
    e->at.slot[SLOT_PLAYER] = code_const(e, p);
    Code cond = emit_int(e, in->a[A_END_FOR_PLAYERS_IF]);
    emit_open(e, "if (%s)", cond.text);
    Code player = emit_bind(e, emit_int(e, rule->a[A_RESULT_PLAYER]));
    if (player.known && player.value == p) {
      emit_moves(e, in->a[A_END_FOR_PLAYERS_RESULT]);
    } else if (e->game->players == 2) {
      emit_moves(e, in->a[A_END_FOR_PLAYERS_RESULT]);
    } else if (player.known && player.value >= 1 && player.value <= e->game->players) {
      emit_line(e, "give(s, %s, %d);", player.text, rule->a[A_RESULT_RESULT]);
    } else {
      emit_moves(e, in->a[A_END_FOR_PLAYERS_RESULT]);
    }
    emit_close(e);
    emit_close(e);
    e->at = old;
  }
}

// ---- who can move -------------------------------------------------------------------------------

Code emit_can_move(Emitter *e, Code player) {
  const char *chance = e->draws ? ", &s->chance" : "";
  if (e->draws && e->at.sink == SINK_LIST) emit_fail(e, "chance while moves are looked for");
  if (player.known) {
    e->movers |= 1u << player.value;
    return code_of(emit_text(e, "can_move_%d(%s, %s%s)", player.value, e->at.s, e->at.mover.text, chance), 0, 1);
  }
  for (int p = 1; p <= e->game->players; p++) e->movers |= 1u << p;
  return code_of(emit_text(e, "can_move(%s, %s, %s%s)", e->at.s, player.text, e->at.mover.text, chance), 0, 1);
}

// Rules that ask for others who could not move see what was found out about the next player.
static Code note_stalemate(Emitter *e, Code can) {
  Code next = emit_bind(e, emit_next(e));
  if (e->at.sink != SINK_ACTS || strcmp(e->at.s, "s") != 0 || e->draws)
    emit_fail(e, "NO_MOVES of the mover and of the next player");
  emit_line(e, "if (s->active) { if (%s) s->stalemated &= ~(1u << %s); else s->stalemated |= 1u << %s; }", can.text,
            next.text, next.text);
  return code_of(emit_text(e, "(s->stalemated >> %s & 1)", next.text), 0, 1);
}

static Code op_no_moves(Emitter *e, const Ins *in) {
  if (e->together) return code_const(e, 0);  // nobody is found out to be stuck where all move at once
  const Ins *player = emit_ins(e, in->a[A_NO_MOVES_PLAYER]);
  bool next = player->op == OP_HEAD && player->a[A_HEAD_VAR] == HEAD_NEXT;
  if (!in->a[A_NO_MOVES_NEXT] || !next) {
    if (in->a[A_NO_MOVES_NEXT]) emit_fail(e, "NO_MOVES of a player other than the next");
    e->uses |= USE_STALEMATED;
    Code who = emit_bind(e, emit_int(e, in->a[A_NO_MOVES_PLAYER]));
    return code_of(emit_text(e, "((u32)(%s) <= %du && s->stalemated >> %s & 1)", who.text, e->game->players, who.text),
                   0, 1);
  }
  if (e->at.ahead) return code_const(e, 0);
  if (e->at.threats) emit_fail(e, "NO_MOVES while threats are looked for");
  Code can = emit_can_move(e, emit_next(e));
  // Nothing is drawn any more when the game is over.
  if (e->draws) can.text = emit_text(e, "(!s->active || %s)", can.text);
  if (e->uses & USE_STALEMATED) return note_stalemate(e, can);
  return code_of(emit_text(e, "!%s", can.text), 0, 1);
}

// Whether there is such a move, by a function for all who ask where that depends on the state alone.
static Code found_once(Emitter *e, int32_t moves) {
  Outline outline;
  Context old = e->at;
  const char *key = e->draws ? NULL : emit_state_key(e, "can move", moves),
             *name = key ? emit_outline_begin(e, &outline, key) : NULL, *state = e->at.s;
  Code found = {0};
  if (key && !name) e->at.s = "s";
  if (!name) found = emit_found(e, moves, NULL);
  e->at = old;
  if (key && !name)
    name = emit_outline_end(e, &outline, "int", "const S *s", emit_text(e, "  return %s;\n", found.text));
  return name ? code_of(emit_text(e, "%s(%s)", name, state), 0, 1) : found;
}

static Code op_can_move(Emitter *e, const Ins *in) {
  if (!e->layout.visited) return found_once(e, in->a[A_CAN_MOVE_MOVES]);
  // The sites of the last move count as visited for moves that would follow it, and as not visited afterwards, until
  // the move is over.
  if (e->at.sink != SINK_ACTS) emit_fail(e, "CAN_MOVE with sites visited");
  Context old = e->at;
  const char *q = emit_name(e, "q");
  e->uses |= USE_VISITED | USE_LAST;
  emit_line(e, "S %s_; const S *%s = &%s_; try_state(&%s_, %s);", q, q, q, q, e->at.s);
  emit_line(e, "if (%s_.made) %s_.visited |= r_maybe(%s_.last_from) | r_maybe(%s_.last_to);", q, q, q, q);
  e->at.s = q;
  Code found = emit_found(e, in->a[A_CAN_MOVE_MOVES], NULL);
  e->at = old;
  emit_line(e, "if (%s->made) s->visited &= ~(r_maybe(%s->last_from) | r_maybe(%s->last_to));", q, q, q);
  return found;
}

// A team that is still in the game wins: teams do not lose or draw.
static void op_result_team(Emitter *e, const Ins *in, Ref ref) {
  (void)ref;
  Code team = emit_bind(e, emit_int(e, in->a[A_RESULT_TEAM_TEAM]));
  int kind = in->a[A_RESULT_TEAM_RESULT];
  if (!e->teams || kind == RESULT_LOSS || kind == RESULT_DRAW) return;
  if (kind != RESULT_WIN) emit_fail(e, "RESULT_TEAM other than a win");
  e->uses |= USE_TEAM_WINS;
  emit_line(e, "if ((u32)(%s - 1) < %du && (s->active >> (%s - 1) & 1)) win_team(s, %s);", team.text, e->game->players,
            team.text, team.text);
}

static const char *set_can_move(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  return e->layout.visited ? NULL : emit_exists_set(e, in->a[A_CAN_MOVE_MOVES], slot, type);
}

const EmitRow emit_end_rows[] = {
    {OP_RESULT_TEAM, .as_moves = op_result_team},
    {OP_END_IF, .as_moves = op_end_if},
    {OP_RESULT, .as_moves = op_result},
    {OP_BY_SCORE, .as_moves = op_by_score},
    {OP_FINAL_SCORE, .as_moves = op_final_score},
    {OP_END_FOR_PLAYERS, .as_moves = op_end_for_players},
    {OP_NO_MOVES, .as_int = op_no_moves},
    {OP_CAN_MOVE, .as_int = op_can_move, .as_set = set_can_move},
    {0},
};
