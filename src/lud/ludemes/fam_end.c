// End rules: when the game is over and who has won.
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

static ResultKind result_kind(const Term *word) {
  static const char *const words[] = {"Win", "Loss", "Draw", "Tie", "Abandon", "Crash"};
  int kind = 0;
  while (!term_is(word, words[kind])) kind++;
  return (ResultKind)kind;
}

// Shared and Each have results only where all draw, and players whom the game does not have, none.
static bool gets_no_result(Lower *lower, const Term *term, Ref player) {
  const Term *who = term_arg(term, L_RESULT_ROLE_TYPE);
  int32_t number;
  if (term_is(who, "Each") || term_is(who, "Shared")) return !term_is(term_arg(term, L_RESULT_RESULT_TYPE), "Draw");
  return !term_is(who, "All") && builder_is_const(B, player, &number) && number > lower->game->players;
}

// (result roleType resultType)
static Ref lower_result(Lower *lower, const Term *term) {
  const Term *who = term_arg(term, L_RESULT_ROLE_TYPE);
  if (who->kind == TERM_ENUM && str_starts(who->text, "Team")) {
    return EMIT(B, OP_RESULT_TEAM, (int32_t)lower_role(lower, who), result_kind(term_arg(term, L_RESULT_RESULT_TYPE)));
  }
  Ref player = lower_player(lower, who);
  if (gets_no_result(lower, term, player)) player = builder_const(B, 0);
  return EMIT(B, OP_RESULT, (int32_t)player, result_kind(term_arg(term, L_RESULT_RESULT_TYPE)));
}

// (if boolean [endIf | {endIf}] [result]): the inner rules are tried first, then the result.
static Ref lower_end_if(Lower *lower, const Term *term) {
  const Term *inner = term_arg(term, L_END_IF_END_IF), *result = term_arg(term, L_END_IF_RESULT);
  uint32_t n_inner = !inner ? 0 : inner->kind == TERM_ARRAY ? inner->n : 1;
  int32_t *operands = ARENA_ARRAY(lower->arena, int32_t, n_inner + 2);
  int n = 0;
  operands[n++] = (int32_t)lower_bool(lower, term_arg(term, L_END_IF_BOOLEAN));
  for (uint32_t i = 0; i < n_inner; i++) {
    operands[n++] = (int32_t)lower_moves(lower, inner->kind == TERM_ARRAY ? inner->args[i] : inner);
  }
  if (result) operands[n++] = (int32_t)lower_moves(lower, result);
  return builder_emit(B, OP_END_IF, n, operands);
}

Ref lower_end(Lower *lower, const Term *end) {
  const Term *rules = term_arg(end, C_END_END_RULE);
  if (rules->kind != TERM_ARRAY) return lower_moves(lower, rules);
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(rules->n, 1u));
  for (uint32_t i = 0; i < rules->n; i++) items[i] = (int32_t)lower_moves(lower, rules->args[i]);
  return builder_emit(B, OP_SEQ, (int)rules->n, items);
}

// (byScore [{endScore}] [misere:boolean])
static Ref lower_by_score(Lower *lower, const Term *term) {
  const Term *finals = term_arg(term, L_BY_SCORE_END_SCORE);
  uint32_t n = finals ? finals->n : 0;
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, n + 1);
  lower->flags |= GAME_SCORE;
  for (uint32_t i = 0; i < n; i++) {
    const Term *score = finals->args[i];
    items[i] =
        (int32_t)EMIT(B, OP_FINAL_SCORE, (int32_t)lower_role(lower, term_arg(score, C_END_SCORE_SCORE_ROLE_TYPE)),
                      (int32_t)lower_int(lower, term_arg(score, C_END_SCORE_SCORE_INT)));
  }
  items[n] = (int32_t)EMIT(B, OP_BY_SCORE, lower_flag(term_arg(term, L_BY_SCORE_MISERE), false));
  return builder_emit(B, OP_SEQ, (int)n + 1, items);
}

// (forEach [roleType | Track] if:boolean result)
static Ref lower_end_for(Lower *lower, const Term *term) {
  const Term *who = term_arg(term, L_END_FOR_ROLE_TYPE);
  int32_t cond = (int32_t)lower_bool(lower, term_arg(term, L_END_FOR_IF)),
          result = (int32_t)lower_moves(lower, term_arg(term, L_END_FOR_RESULT));
  if (term_is(who, "Track")) return EMIT(B, OP_END_FOR_TRACKS, cond, result);
  return EMIT(B, OP_END_FOR_PLAYERS, term_is(who, "NonMover"), cond, result);
}

// (payoffs {(payoff roleType float)})
static Ref lower_payoffs(Lower *lower, const Term *term) {
  const Term *list = term_arg(term, L_PAYOFFS_PAYOFF);
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, list->n + 1u);
  lower->flags |= GAME_PAYOFF;
  for (uint32_t i = 0; i < list->n; i++) {
    items[i] = (int32_t)EMIT(B, OP_PAYOFF, (int32_t)lower_role(lower, term_arg(list->args[i], C_PAYOFF_ROLE_TYPE)),
                             (int32_t)lower_float(lower, term_arg(list->args[i], C_PAYOFF_FLOAT)));
  }
  items[list->n] = (int32_t)EMIT0(B, OP_BY_PAYOFF);
  return builder_emit(B, OP_SEQ, (int)list->n + 1, items);
}

static const LudRow rows[] = {
    {"end", "end", "(endRule | {endRule})",
     "The rules that are tried after every move to see whether the game is over."},
    {"if", "endIf", "boolean [endIf | {endIf}] [result]",
     "When the condition holds, the game ends with this result, or with that of the inner rules.", lower_end_if},
    {"forEach", "endRule", "[roleType | Track] if:boolean result",
     "Tries the condition for every player meant (or every track) and gives each the result.", lower_end_for},
    {"result", "result", "roleType resultType", "The player named wins, loses or draws.", lower_result},
    {"byScore", "result", "[{endScore}] [misere:boolean]",
     "Players are ranked by their scores, which can be set here first; the lowest wins in a misere game.",
     lower_by_score},
    {"score", "endScore", "roleType int", "The final score of a player."},
    {"payoffs", "result", "{payoff}", "Every player gets a payoff; the higher the better.", lower_payoffs},
    {"payoff", "payoff", "roleType float", "The payoff of one player."},
};

const LudFamily fam_end = {"ending rules", rows, COUNT_OF(rows)};
