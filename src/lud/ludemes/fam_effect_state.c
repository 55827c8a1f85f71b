// Effects on what the game keeps in mind: pieces changed in place, scores, counters, turns, memory, votes and bets.
#include "lud/lower/cards.h"
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

static Ref lower_move_again(Lower *lower, const Term *term) {
  return lower_then(lower, EMIT0(B, OP_MOVE_AGAIN), term_arg(term, L_MOVE_AGAIN_THEN));
}

static Ref lower_pass(Lower *lower, const Term *term) {
  if (lower->game->players == 1) lower->flags |= GAME_NOT_ALL_PASS;
  return lower_then(lower, EMIT(B, OP_PASS, 0), term_arg(term, L_PASS_THEN));
}

static Ref lower_add(Lower *lower, const Term *term) { return lower_add_as(lower, term, 0, false); }

// One action on a site: (type_to, to, level) and one of the fields.
typedef struct SiteAction {
  ActionKind kind;
  SiteType type;
  Ref to, level, what, state, value, count;
} SiteAction;

static Ref site_action(Lower *lower, const SiteAction *a) {
  return EMIT(B, OP_ACTION, a->kind, a->type, (int32_t)a->to, (int32_t)a->level, (int32_t)a->what, (int32_t)a->state,
              (int32_t)a->value, (int32_t)a->count, 0, 0);
}

// The effect only where a value is not negative.
static Ref unless_negative(Lower *lower, Ref value, Ref body) {
  Ref negative = EMIT(B, OP_LT, (int32_t)value, (int32_t)builder_const(B, 0));
  return EMIT(B, OP_IF_MOVES, (int32_t)EMIT(B, OP_NOT, (int32_t)negative), (int32_t)body, 0);
}

// (set Count|State|Value [siteType] at:int [level:int] int [then])
static Ref lower_set_site(Lower *lower, const Term *term) {
  const Term *word = term_arg(term, L_SET_SITE_SET_SITE_TYPE);
  SiteAction a = {.type = lower_type(lower, term_arg(term, L_SET_SITE_SITE_TYPE)),
                  .to = lower_int(lower, term_arg(term, L_SET_SITE_AT))};
  Ref number = lower_int(lower, term_arg(term, L_SET_SITE_INT)), body;
  a.level = lower_int(lower, term_arg(term, L_SET_SITE_LEVEL));
  if (term_is(word, "Count")) {
    lower->flags |= GAME_COUNT;
    a.kind = ACT_SET_COUNT;
    a.what = EMIT(B, OP_WHAT, a.type, (int32_t)a.to, 0);
    a.count = number;
    a.level = 0;
    body = site_action(lower, &a);
  } else if (term_is(word, "State")) {
    lower->flags |= GAME_STATE;
    a.kind = ACT_SET_STATE;
    a.state = number;
    body = unless_negative(lower, number, site_action(lower, &a));
  } else {
    lower->flags |= GAME_VALUE;
    a.kind = ACT_SET_VALUE;
    a.value = number;
    body = unless_negative(lower, number, site_action(lower, &a));
  }
  return lower_then(lower, body, term_arg(term, L_SET_SITE_THEN));
}

static Ref value_action(Lower *lower, ActionKind kind, Ref value) {
  return EMIT(B, OP_ACTION, kind, -1, 0, 0, 0, 0, (int32_t)value, 0, 0, 0);
}

static Ref player_action(Lower *lower, ActionKind kind, Ref player, Ref value, int flags) {
  return EMIT(B, OP_ACTION, kind, -1, 0, 0, 0, 0, (int32_t)value, 0, (int32_t)player, flags);
}

// The action for each player a role means, or for the one player given.
static Ref for_players(Lower *lower, const Term *who, ActionKind kind, Ref value, int flags) {
  if (who->kind != TERM_ENUM) return player_action(lower, kind, lower_player(lower, who), value, flags);
  Ref body = player_action(lower, kind, lower_slot(lower, SLOT_ITEM), value, flags);
  return EMIT(B, OP_FOR_MASK, SLOT_ITEM, (int32_t)lower_players(lower, who, true), (int32_t)body);
}

// Only players there are, or also nobody.
static Ref if_player(Lower *lower, Ref player, bool or_nobody, Ref body) {
  Ref low = EMIT(B, OP_LT, (int32_t)builder_const(B, or_nobody ? -1 : 0), (int32_t)player);
  Ref high = EMIT(B, OP_LE, (int32_t)player, (int32_t)builder_const(B, lower->game->players));
  return EMIT(B, OP_IF_MOVES, (int32_t)EMIT(B, OP_AND, (int32_t)low, (int32_t)high), (int32_t)body, 0);
}

// A value is given to one player: roles that may mean several are nobody's.
static Ref set_value(Lower *lower, const Term *who, Ref value) {
  Ref player = lower_player(lower, who), body = player_action(lower, ACT_SET_VALUE_OF_PLAYER, player, value, 0);
  int32_t number;
  if (!builder_is_const(B, player, &number)) return if_player(lower, player, true, body);
  return number >= 0 && number <= lower->game->players ? body : EMIT0(B, OP_NOTHING);
}

// (set Score|Value (player | roleType) int [then])
static Ref lower_set_player(Lower *lower, const Term *term) {
  bool score = term_is(term_arg(term, L_SET_PLAYER_SET_PLAYER_TYPE), "Score");
  const Term *who = term_arg(term, L_SET_PLAYER_PLAYER);
  Ref value = lower_int(lower, term_arg(term, L_SET_PLAYER_INT));
  if (score) lower->flags |= GAME_SCORE;
  Ref body = score ? for_players(lower, who, ACT_SET_SCORE, value, 0) : set_value(lower, who, value);
  return lower_then(lower, body, term_arg(term, L_SET_PLAYER_THEN));
}

// (addScore (player | roleType) int [then])
static Ref lower_add_score(Lower *lower, const Term *term) {
  lower->flags |= GAME_SCORE;
  Ref body = for_players(lower, term_arg(term, L_ADD_SCORE_PLAYER), ACT_SET_SCORE,
                         lower_int(lower, term_arg(term, L_ADD_SCORE_INT)), ACTION_FLAG);
  return lower_then(lower, body, term_arg(term, L_ADD_SCORE_THEN));
}

// (set Counter|Pot [int] [then])
static Ref lower_set_number(Lower *lower, const Term *term) {
  bool counter = term_is(term_arg(term, L_SET_NUMBER_SET_VALUE_TYPE), "Counter");
  Ref body = value_action(lower, counter ? ACT_SET_COUNTER : ACT_SET_POT,
                          lower_int_or(lower, term_arg(term, L_SET_NUMBER_INT), -1));
  return lower_then(lower, body, term_arg(term, L_SET_NUMBER_THEN));
}

// (set Var [string] [int] [then])
static Ref lower_set_var(Lower *lower, const Term *term) {
  const Term *name = term_arg(term, L_SET_VAR_STRING);
  Ref value = lower_int_or(lower, term_arg(term, L_SET_VAR_INT), -1), body;
  if (!name) body = value_action(lower, ACT_SET_TEMP, value);
  else
    body = EMIT(B, OP_ACTION, ACT_SET_VAR, -1, 0, 0, (int32_t)builder_const(B, lower_var(lower, name->text)), 0,
                (int32_t)value, 0, 0, 0);
  return lower_then(lower, body, term_arg(term, L_SET_VAR_THEN));
}

// (player | ints) [then], from slot `at` on: its consequence is never looked at.
Ref lower_next_player_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *who = term_arg(term, at + L_SET_NEXT_PLAYER);
  int flags = decision ? ACTION_DECISION : 0;
  if (who->kind == TERM_CALL && !strcmp(who->type, "player")) {
    Ref player = lower_player(lower, who);
    return if_player(lower, player, false, player_action(lower, ACT_SET_NEXT_PLAYER, player, 0, flags));
  }
  Ref item = lower_slot(lower, SLOT_ITEM);
  Ref each = if_player(lower, item, false, player_action(lower, ACT_SET_NEXT_PLAYER, item, 0, flags));
  return EMIT(B, OP_FOR_INTS, SLOT_ITEM, (int32_t)lower_ints(lower, who), (int32_t)each);
}

static Ref lower_set_next(Lower *lower, const Term *term) { return lower_next_player_as(lower, term, 0, false); }

// (set Pending [int | sites] [then]): its consequence is never looked at.
static Ref lower_set_pending(Lower *lower, const Term *term) {
  const Term *what = term_arg(term, L_SET_PENDING_INT);
  lower->flags |= GAME_PENDING;
  Ref body;
  if (what && what->kind == TERM_CALL && !strcmp(what->type, "sites")) {
    Ref each = value_action(lower, ACT_SET_PENDING, lower_slot(lower, SLOT_ITEM));
    Ref all = EMIT(B, OP_FOR_SITES, SLOT_ITEM, (int32_t)lower_region(lower, what), (int32_t)each);
    body = EMIT(B, OP_ONE_MOVE, 0, (int32_t)all);
  } else {
    body = value_action(lower, ACT_SET_PENDING, lower_int_or(lower, what, -1));
  }
  return body;
}

// The kinds each name stands for, one list after another, and where each begins.
static Ref kinds_of_player(Lower *lower, const Term *names, Ref player) {
  enum { LISTED_MAX = 1000000 };
  const Game *game = lower->game;
  uint32_t n = names->kind == TERM_ARRAY ? names->n : 1;
  if ((int64_t)n * game->n_components > LISTED_MAX) {
    diag_error(lower->diags, names->loc, "too many names for %d kinds of pieces", game->n_components - 1);
    return 0;
  }
  VEC(int32_t) pieces = {0}, starts = {0};
  for (uint32_t i = 0; i < n; i++) {
    const char *part = arena_text(lower->arena, (names->kind == TERM_ARRAY ? names->args[i] : names)->text);
    VEC_PUSH(&starts, (int32_t)pieces.n);
    for (int c = 1; c < game->n_components; c++) {
      if (strstr(game->components[c].name, part)) VEC_PUSH(&pieces, c);
    }
  }
  int all = builder_array(B, pieces.at, (int)pieces.n), begin = builder_array(B, starts.at, (int)starts.n);
  VEC_FREE(&pieces);
  VEC_FREE(&starts);
  return EMIT(B, OP_OWN_KINDS, all, begin, (int32_t)player);
}

// [siteType] [int] piece [player | roleType] [then], from slot `at` on.
Ref lower_promote_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *site = term_arg(term, at + L_PROMOTE_INT), *piece = term_arg(term, at + L_PROMOTE_PIECE),
             *owner = term_arg(term, at + L_PROMOTE_PLAYER);
  const Term *what = term_arg(piece, C_PIECE_STRING);
  const Term *first = what->kind == TERM_ARRAY && what->n ? what->args[0] : what;
  Ref whats = first->kind == TERM_STRING && owner ? kinds_of_player(lower, what, lower_player(lower, owner))
                                                  : lower_piece_numbers(lower, piece);
  lower->relists = true;
  Ref body = EMIT(B, OP_PROMOTE, decision, lower_type(lower, term_arg(term, at + L_PROMOTE_SITE_TYPE)),
                  (int32_t)(site ? lower_int(lower, site) : lower_slot(lower, SLOT_TO)), (int32_t)whats);
  return lower_then(lower, body, term_arg(term, at + L_PROMOTE_THEN));
}

static Ref lower_promote(Lower *lower, const Term *term) { return lower_promote_as(lower, term, 0, false); }

// (flip [siteType] [int] [then])
static Ref lower_flip(Lower *lower, const Term *term) {
  lower->relists = true;
  const Term *site = term_arg(term, L_FLIP_INT);
  lower->flags |= GAME_STATE;
  Ref body = EMIT(B, OP_FLIP, lower_type(lower, term_arg(term, L_FLIP_SITE_TYPE)),
                  (int32_t)(site ? lower_int(lower, site) : lower_slot(lower, SLOT_TO)));
  return lower_then(lower, body, term_arg(term, L_FLIP_THEN));
}

static Ref lower_roll(Lower *lower, const Term *term) {
  lower->flags |= GAME_STOCHASTIC | GAME_STATE;
  return lower_then(lower, EMIT0(B, OP_ROLL), term_arg(term, L_ROLL_THEN));
}

// ---- exchanges, teams, what is hidden ------------------------------------------------------------

// [int] [int] [then], from slot `at` on: by default the two sites of the last move.
Ref lower_swap_pieces_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *a = term_arg(term, at + L_SWAP_PIECES_INT), *b = term_arg(term, at + L_SWAP_PIECES_INT_2);
  Ref body = EMIT(B, OP_SWAP_PIECES, decision, (int32_t)(a ? lower_int(lower, a) : EMIT0(B, OP_LAST_FROM)),
                  (int32_t)(b ? lower_int(lower, b) : EMIT0(B, OP_LAST_TO)));
  return lower_then(lower, body, term_arg(term, at + L_SWAP_PIECES_THEN));
}

// (int | roleType) (int | roleType) [then], from slot `at` on.
Ref lower_swap_players_as(Lower *lower, const Term *term, uint32_t at) {
  Ref body = EMIT(B, OP_SWAP_PLAYERS, (int32_t)lower_player(lower, term_arg(term, at + L_SWAP_PLAYERS_INT)),
                  (int32_t)lower_player(lower, term_arg(term, at + L_SWAP_PLAYERS_INT_2)));
  return lower_then(lower, body, term_arg(term, at + L_SWAP_PLAYERS_THEN));
}

static Ref lower_swap_pieces(Lower *lower, const Term *term) { return lower_swap_pieces_as(lower, term, 0, false); }
static Ref lower_swap_players(Lower *lower, const Term *term) { return lower_swap_players_as(lower, term, 0); }

// (take Control of: by: [at:int | to:sites] [siteType] [then])
static Ref lower_take_control(Lower *lower, const Term *term) {
  lower->game->piece_order = true;
  Ref body = EMIT(B, OP_TAKE_CONTROL, lower_type(lower, term_arg(term, L_TAKE_CONTROL_SITE_TYPE)),
                  (int32_t)lower_players(lower, term_arg(term, L_TAKE_CONTROL_OF), false),
                  (int32_t)lower_player(lower, term_arg(term, L_TAKE_CONTROL_BY)),
                  (int32_t)lower_region(lower, term_arg(term, L_TAKE_CONTROL_AT)));
  return lower_then(lower, body, term_arg(term, L_TAKE_CONTROL_THEN));
}

// [to] [{int} | int] [previous:boolean] [next:boolean] [then], from slot `at` on.
Ref lower_rotation_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *to = term_arg(term, at + L_SET_ROTATION_TO), *where = to ? term_arg(to, C_TO_SITES) : NULL;
  Ref site = where ? lower_int(lower, where) : lower_slot(lower, SLOT_FROM), yes = builder_const(B, 1);
  const Term *previous = term_arg(term, at + L_SET_ROTATION_PREVIOUS), *next = term_arg(term, at + L_SET_ROTATION_NEXT);
  lower->flags |= GAME_ROTATION;
  Ref body =
      EMIT(B, OP_TURN_PIECE, decision, lower_type(lower, to ? term_arg(to, C_TO_SITE_TYPE) : NULL), (int32_t)site,
           (int32_t)lower_ints(lower, term_arg(term, at + L_SET_ROTATION_INT)),
           (int32_t)(previous ? lower_bool(lower, previous) : yes), (int32_t)(next ? lower_bool(lower, next) : yes));
  return lower_then(lower, body, term_arg(term, at + L_SET_ROTATION_THEN));
}

static Ref lower_set_rotation(Lower *lower, const Term *term) { return lower_rotation_as(lower, term, 0, false); }

// (set Team int {roleType} ...): one action for each player there is.
Ref lower_join_team(Lower *lower, const Term *term) {
  const Term *roles = term_arg(term, L_SET_TEAM_ROLE_TYPE);
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(roles->n, 1u)), player;
  int n = 0;
  lower->flags |= GAME_TEAMS;
  Ref team = lower_int(lower, term_arg(term, L_SET_TEAM_INT));
  for (uint32_t i = 0; i < roles->n; i++) {
    Ref who = lower_role(lower, roles->args[i]);
    bool known = builder_is_const(B, who, &player);
    if (known && (player < 1 || player > lower->game->players)) continue;
    items[n++] = (int32_t)player_action(lower, ACT_ADD_TO_TEAM, who, team, 0);
  }
  return builder_emit(B, OP_SEQ, n, items);
}

static Ref lower_set_team(Lower *lower, const Term *term) {
  Ref body = EMIT(B, OP_ONE_MOVE, ONE_MOVE_ALWAYS | ONE_MOVE_OF_MOVER, (int32_t)lower_join_team(lower, term));
  return lower_then(lower, body, term_arg(term, L_SET_TEAM_THEN));
}

// What a hiddenData word says: the action that hides it, and its bit. Without a word all of it.
typedef struct HiddenWord {
  const char *word;
  ActionKind kind;
  int mask;
} HiddenWord;

static const HiddenWord hidden_words[] = {
    {"What", ACT_SET_HIDDEN_WHAT, HIDDEN_WHAT},
    {"Who", ACT_SET_HIDDEN_WHO, HIDDEN_WHO},
    {"Count", ACT_SET_HIDDEN_COUNT, HIDDEN_COUNT},
    {"Value", ACT_SET_HIDDEN_VALUE, HIDDEN_VALUE},
    {"State", ACT_SET_HIDDEN_STATE, HIDDEN_STATE},
    {"Rotation", ACT_SET_HIDDEN_ROTATION, HIDDEN_ROTATION},
    {NULL, ACT_SET_HIDDEN, HIDDEN_ALL},
};

static const HiddenWord *hidden_word(const Term *data) {
  const HiddenWord *word = hidden_words;
  while (word->word && !term_is(data, word->word)) word++;
  return word;
}

int lower_hidden_mask(const Term *data) { return hidden_word(data)->mask; }

// Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [boolean] (to:player | to:roleType)
Ref lower_hide(Lower *lower, const Term *term) {
  const Term *data = term_arg(term, L_SET_HIDDEN_HIDDEN_DATA);
  bool many = data && data->kind == TERM_ARRAY;
  SiteType type = lower_type(lower, term_arg(term, L_SET_HIDDEN_SITE_TYPE));
  uint32_t n = many ? data->n : 1;
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1u));
  lower->flags |= GAME_HIDDEN;
  Ref region = lower_region(lower, term_arg(term, L_SET_HIDDEN_AT)),
      players = lower_players(lower, term_arg(term, L_SET_HIDDEN_TO), true);
  Ref level = lower_int_or(lower, term_arg(term, L_SET_HIDDEN_LEVEL), 0),
      hide = lower_int_or(lower, term_arg(term, L_SET_HIDDEN_BOOLEAN), 1);
  for (uint32_t i = 0; i < n; i++) {
    Ref one =
        EMIT(B, OP_ACTION, hidden_word(many ? data->args[i] : data)->kind, type, (int32_t)lower_slot(lower, SLOT_ITEM),
             (int32_t)level, 0, 0, (int32_t)hide, 0, (int32_t)lower_slot(lower, SLOT_PLAYER), 0);
    Ref each = EMIT(B, OP_FOR_MASK, SLOT_PLAYER, (int32_t)players, (int32_t)one);
    items[i] = (int32_t)EMIT(B, OP_FOR_SITES, SLOT_ITEM, (int32_t)region, (int32_t)each);
  }
  return builder_emit(B, OP_SEQ, (int)n, items);
}

static Ref lower_set_hidden(Lower *lower, const Term *term) {
  Ref hide = EMIT(B, OP_ONE_MOVE, ONE_MOVE_ALWAYS | ONE_MOVE_AT_0, (int32_t)lower_hide(lower, term));
  return lower_then(lower, hide, term_arg(term, L_SET_HIDDEN_THEN));
}

// ---- cards and bets ------------------------------------------------------------------------------

// (int | intsDifference) [then], from slot `at` on.
Ref lower_trump_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  Ref suit = lower_slot(lower, SLOT_ITEM);
  Ref each = EMIT(B, OP_ACTION, ACT_SET_TRUMP, -1, 0, 0, 0, 0, (int32_t)suit, 0, 0, decision ? ACTION_DECISION : 0);
  Ref body =
      EMIT(B, OP_FOR_INTS, SLOT_ITEM, (int32_t)lower_ints(lower, term_arg(term, at + L_SET_TRUMP_INT)), (int32_t)each);
  lower->flags |= GAME_NOT_ALL_PASS;
  return lower_then(lower, body, term_arg(term, at + L_SET_TRUMP_THEN));
}

static Ref lower_set_trump(Lower *lower, const Term *term) { return lower_trump_as(lower, term, 0, false); }

// (deal dealableType [int] [beginWith:int] [then])
static Ref lower_deal_effect(Lower *lower, const Term *term) {
  return lower_then(lower, lower_deal_as(lower, term, false), term_arg(term, L_DEAL_EFFECT_THEN));
}

// (playCard [then])
static Ref lower_play_effect(Lower *lower, const Term *term) {
  return lower_then(lower, lower_play_card(lower, term, false), term_arg(term, L_PLAY_EFFECT_THEN));
}

// (player | roleType) range [then], from slot `at` on: always a decision.
Ref lower_bet_as(Lower *lower, const Term *term, uint32_t at) {
  LowerRange range = lower_range(lower, term_arg(term, at + L_BET_RANGE));
  Ref player = lower_player(lower, term_arg(term, at + L_BET_PLAYER));
  lower->flags |= GAME_AMOUNT;
  Ref each = EMIT(B, OP_ACTION, ACT_BET, -1, 0, 0, 0, 0, 0, (int32_t)lower_slot(lower, SLOT_ITEM), (int32_t)player,
                  ACTION_DECISION);
  Ref body = EMIT(B, OP_FOR_RANGE, SLOT_ITEM, (int32_t)range.min, (int32_t)range.max, (int32_t)each);
  if (lower->game->mode == MODE_SIMULTANEOUS) body = EMIT(B, OP_AS_MOVER, (int32_t)player, (int32_t)body);
  return lower_then(lower, body, term_arg(term, at + L_BET_THEN));
}

static Ref lower_bet(Lower *lower, const Term *term) { return lower_bet_as(lower, term, 0); }

// (addScore ({int} | {roleType}) {int} [then])
static Ref lower_add_scores(Lower *lower, const Term *term) {
  const Term *who = term_arg(term, L_ADD_SCORES_INT), *scores = term_arg(term, L_ADD_SCORES_INT_2);
  uint32_t n = MIN(who->n, scores->n);
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1u));
  lower->flags |= GAME_SCORE;
  for (uint32_t i = 0; i < n; i++) {
    Ref score = lower_int(lower, scores->args[i]);
    items[i] = (int32_t)for_players(lower, who->args[i], ACT_SET_SCORE, score, ACTION_FLAG);
  }
  return lower_then(lower, builder_emit(B, OP_SEQ, (int)n, items), term_arg(term, L_ADD_SCORES_THEN));
}

// [piece] to [then], from slot `at` on.
Ref lower_claim_as(Lower *lower, const Term *term, uint32_t at, bool decision) {
  const Term *piece = term_arg(term, at + L_CLAIM_PIECE), *to = term_arg(term, at + L_CLAIM_TO);
  Ref what = piece ? lower_piece_numbers(lower, piece) : EMIT(B, OP_INTS_LIST, (int32_t)lower_mover(lower));
  SiteType type = lower_type(lower, term_arg(to, C_TO_SITE_TYPE));
  Ref region = lower_places(lower, to);
  Ref state = piece ? lower_int(lower, term_arg(piece, C_PIECE_STATE)) : 0;
  if (state) lower->flags |= GAME_STATE;
  return EMIT(B, OP_ADD_PIECE, decision, type, (int32_t)what, (int32_t)state, 0, 0, (int32_t)region,
              (int32_t)lower_bool(lower, term_arg(to, C_TO_IF)), 0, 0, 0, 0);
}

static Ref lower_claim(Lower *lower, const Term *term) {
  Ref claim = lower_claim_as(lower, term, 0, false);
  if (!term_arg(term, L_CLAIM_PIECE)) claim = EMIT(B, OP_AS_MOVER, (int32_t)builder_const(B, 0), (int32_t)claim);
  return lower_then(lower, claim, term_arg(term, L_CLAIM_THEN));
}

static Ref lower_take_domino(Lower *lower, const Term *term) {
  lower->flags |= GAME_STOCHASTIC;
  return lower_then(lower, EMIT0(B, OP_TAKE_DOMINO), term_arg(term, L_TAKE_DOMINO_THEN));
}

static const LudRow rows[] = {
    // Pieces in place.
    {"add", "effect", "[piece] to [count:int] [stack:boolean] [then]", "Puts a piece on a site, or on a stack.",
     lower_add},
    {"claim", "effect", "[piece] to [then]", "Marks a site as owned without placing a piece from a hand.", lower_claim},
    {"flip", "effect", "[siteType] [int] [then]", "Turns a piece over: its state changes as its flips say.",
     lower_flip},
    {"promote", "effect", "[siteType] [int] piece [player | roleType] [then]",
     "Turns the piece on a site into another.", lower_promote},
    {"swap", "effect", "Pieces [int] [int] [then]", "Exchanges the pieces on two sites.", lower_swap_pieces},
    {"take", "effect", "Control (of:roleType | of:int) (by:roleType | by:int) [at:int | to:sites] [siteType] [then]",
     "Hands pieces of one player over to another, on the given sites or everywhere.", lower_take_control},
    {"take", "effect", "Domino [then]", "Draws a domino from the remaining set into the mover's hand.",
     lower_take_domino},
    {"deal", "effect", "dealableType [int] [beginWith:int] [then]",
     "Deals cards or dominoes, so many to each player, from the given player on.", lower_deal_effect},
    {"playCard", "effect", "[then]", "Plays a card from the mover's hand.", lower_play_effect},

    // Sites.
    {"set", "effect", "Rotation [to] [{int} | int] [previous:boolean] [next:boolean] [then]",
     "Turns a piece to a rotation, or to the next or previous one.", lower_set_rotation},
    {"set", "effect", "setSiteType [siteType] at:int [level:int] int [then]",
     "Sets the count, the state or the value of the piece on a site.", lower_set_site},
    {"set", "effect",
     "Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [boolean] (to:player | to:roleType) "
     "[then]",
     "Hides from a player, or shows again, what is on the sites or one property of it.", lower_set_hidden},
    {"set", "effect", "Pending [int | sites] [then]", "Marks sites or a value as pending until the next move is over.",
     lower_set_pending},

    // Players and turns.
    {"set", "effect", "setPlayerType (player | roleType) int [then]", "Sets the score or the value of a player.",
     lower_set_player},
    {"set", "effect", "NextPlayer (player | ints) [then]", "Decides who moves next.", lower_set_next},
    {"set", "effect", "Team int {roleType} [then]", "Puts players together in a team.", lower_set_team},
    {"addScore", "effect", "(player | roleType) int [then]", "Adds to the score of a player.", lower_add_score},
    {"addScore", "effect", "({int} | {roleType}) {int} [then]",
     "Adds to the scores of several players, one amount each.", lower_add_scores},
    {"moveAgain", "effect", "[then]", "The mover moves once more.", lower_move_again},
    {"pass", "effect", "[then]", "Nothing moves; the turn goes on.", lower_pass},
    {"swap", "effect", "Players (int | roleType) (int | roleType) [then]", "Exchanges the sides of two players.",
     lower_swap_players},

    // Numbers.
    {"set", "effect", "setValueType [int] [then]", "Sets the counter or the pot.", lower_set_number},
    {"set", "effect", "Var [string] [int] [then]", "Sets the variable of that name.", lower_set_var},
    {"set", "effect", "TrumpSuit (int | intsDifference) [then]", "Sets the trump suit.", lower_set_trump},
    {"roll", "effect", "[then]", "Rolls the dice.", lower_roll},
    {"bet", "effect", "(player | roleType) range [then]", "A player puts an amount within the range into the pot.",
     lower_bet},
};

const LudFamily fam_effect_state = {"changing the state", rows, COUNT_OF(rows)};
