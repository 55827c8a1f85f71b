// Reading the state: what stands where, whose turn it is, scores and the last move.
#include "emit/emit_internal.h"

#define READ(e, field) emit_text((e), "%s->" field, (e)->at.s)

// ---- pieces -------------------------------------------------------------------------------------

int32_t emit_owner(const Emitter *e, int32_t what) {
  if (what <= 0 || what >= e->game->n_components) return 0;
  return e->game->components[what].owner;
}

// Whose a player's pieces count as: without kinds of pieces a piece is the number of its owner.
static int32_t who_of(const Emitter *e, int32_t player) {
  return game_has(e->game, GAME_PIECE_KINDS) ? player : e->only_kind[player];
}

const char *emit_owned(Emitter *e, SiteType type, int32_t player) {
  if (!emit_kept(e, type) || player < 0 || player > e->game->players + 1 || !(e->owners >> player & 1)) return "NONE";
  return emit_text(e, "%s->own%d_%d", e->at.s, type, player);
}

const char *emit_of_who(Emitter *e, SiteType type, int32_t who) {
  const char *sum = NULL;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1) || who_of(e, p) != who) continue;
    sum = sum ? emit_text(e, "(%s | %s)", sum, emit_owned(e, type, p)) : emit_owned(e, type, p);
  }
  return sum ? sum : "NONE";
}

static bool is_real(const Emitter *e, int32_t player) { return player >= 1 && player <= e->game->players; }

// Whether somebody is an enemy of a player, or in its team, as the interpreter's player_is_enemy and player_is_friend.
static bool is_enemy(const Emitter *e, int32_t player, int32_t of) {
  if (player == 0) return false;
  return e->teams && is_real(e, player) && is_real(e, of) ? e->team[player] != e->team[of] : player != of;
}

static bool is_friend(const Emitter *e, int32_t player, int32_t of) {
  return e->teams && is_real(e, player) && is_real(e, of) ? e->team[player] == e->team[of] : player == of;
}

// The pieces of all that count as friends of a player.
static const char *friends_of(Emitter *e, SiteType type, int32_t player) {
  const char *sum = NULL;
  if (!e->teams) return emit_of_who(e, type, player);
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1) || !is_friend(e, who_of(e, p), player)) continue;
    sum = sum ? emit_text(e, "(%s | %s)", sum, emit_owned(e, type, p)) : emit_owned(e, type, p);
  }
  return sum ? sum : "NONE";
}

// The pieces of all players but nobody and one, or its team.
static const char *owned_but(Emitter *e, SiteType type, int32_t player) {
  const char *sum = NULL;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1) || !is_enemy(e, who_of(e, p), player)) continue;
    const char *own = emit_owned(e, type, p);
    sum = sum ? emit_text(e, "%s | %s", sum, own) : own;
  }
  return sum ? emit_text(e, "(%s)", sum) : "NONE";
}

// By a player who is known only when the game runs.
static const char *by_player(Emitter *e, SiteType type, Code player, bool others) {
  const char *name = emit_name(e, "r");
  emit_line(e, "R %s = NONE;", name);
  emit_open(e, "switch (%s)", player.text);
  for (int p = MAX(player.min, 0); p <= MIN(player.max, e->game->players + 1); p++) {
    emit_line(e, "case %d: %s = %s; break;", p, name, others ? owned_but(e, type, p) : friends_of(e, type, p));
  }
  emit_close(e);
  return name;
}

const char *emit_enemies(Emitter *e, SiteType type, Code mover) {
  return mover.known ? owned_but(e, type, mover.value) : by_player(e, type, mover, true);
}

const char *emit_friends(Emitter *e, SiteType type, Code mover) {
  return mover.known ? friends_of(e, type, mover.value) : by_player(e, type, mover, false);
}

static const char *guarded(Emitter *e, SiteType type, Code site, const char *text) {
  if (code_on_board(e, site, type)) return text;
  if (site.known) return "0";
  return emit_text(e, "((u32)(%s) < %du ? %s : 0)", site.text, emit_sites(e, type), text);
}

const char *emit_what(Emitter *e, SiteType type, Code site) {
  if (!emit_kept(e, type)) return "0";
  if (e->puzzle) return emit_text(e, "value_of(%s)", emit_puzzle_values(e, type, e->at.s, site.text));
  if (e->tall) return guarded(e, type, site, emit_text(e, "what_on%d(%s, %s, -1)", type, e->at.s, site.text));
  if (e->has_what) return guarded(e, type, site, emit_text(e, "%s->what%d[%s]", e->at.s, type, site.text));
  const char *sum = NULL;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1)) continue;
    const char *one = emit_text(e, "r_has(%s, %s) * %d", emit_owned(e, type, p), site.text, e->only_kind[p]);
    sum = sum ? emit_text(e, "%s + %s", sum, one) : one;
  }
  return sum ? guarded(e, type, site, emit_text(e, "(%s)", sum)) : "0";
}

const char *emit_who(Emitter *e, SiteType type, Code site) {
  if (!emit_kept(e, type)) return "0";
  if (e->tall) return guarded(e, type, site, emit_text(e, "who_on%d(%s, %s, -1)", type, e->at.s, site.text));
  const char *sum = NULL;
  for (int p = 0; p <= e->game->players + 1; p++) {
    if (!(e->owners >> p & 1) || !who_of(e, p)) continue;
    const char *one = emit_text(e, "r_has(%s, %s) * %d", emit_owned(e, type, p), site.text, who_of(e, p));
    sum = sum ? emit_text(e, "%s + %s", sum, one) : one;
  }
  return sum ? guarded(e, type, site, emit_text(e, "(%s)", sum)) : "0";
}

// The type a site is meant in: hands are made of cells.
static SiteType real_type(Emitter *e, int32_t given, Code site) {
  SiteType type = emit_type(e, given);
  if (!emit_hands_apart(e, type)) return type;
  if (site.known) return site.value >= emit_sites(e, type) && site.value < emit_sites(e, SITE_CELL) ? SITE_CELL : type;
  if (site.max < emit_sites(e, type)) return type;
  emit_fail(e, "hands beside a board of vertices or edges");
  return type;
}

// Something about one level of a stack.
static Code on_level(Emitter *e, const char *field, SiteType type, Code site, int32_t level, int32_t min, int32_t max) {
  Code at = emit_bind(e, emit_int_or(e, level, -1));
  if (!emit_kept(e, type)) return code_const(e, 0);
  const char *text = emit_text(e, "%s_on%d(%s, %s, %s)", field, type, e->at.s, site.text, at.text);
  return code_of(guarded(e, type, site, text), min, max);
}

static Code op_what(Emitter *e, const Ins *in) {
  Code site = emit_bind(e, emit_int(e, in->a[A_WHAT_SITE]));
  if (e->stack_bound) emit_fail(e, "stacks");
  SiteType type = real_type(e, in->a[A_WHAT_TYPE], site);
  if (site.known && !code_on_board(e, site, type)) return code_const(e, 0);
  if (e->tall) return on_level(e, "what", type, site, in->a[A_WHAT_LEVEL], 0, e->game->n_components);
  return code_of(emit_what(e, type, site), 0, e->puzzle ? 63 : e->game->n_components);
}

static Code op_who(Emitter *e, const Ins *in) {
  Code site = emit_bind(e, emit_int(e, in->a[A_WHO_SITE]));
  if (e->stack_bound) emit_fail(e, "stacks");
  SiteType type = in->a[A_WHO_LEVEL] ? real_type(e, in->a[A_WHO_TYPE], site) : emit_type(e, in->a[A_WHO_TYPE]);
  if (e->merged && !in->a[A_WHO_LEVEL] && site.max >= emit_board_sites(e, type)) {
    // Nobody owns what is in a hand beside a board of vertices or edges.
    const char *who = emit_who(e, type, code_of(site.text, 0, emit_sites(e, type) - 1));
    return code_of(emit_text(e, "((u32)(%s) < %du ? %s : 0)", site.text, emit_board_sites(e, type), who), 0,
                   MAX(e->game->players + 1, e->game->n_components));
  }
  if (site.known && !code_on_board(e, site, type)) return code_const(e, 0);
  if (e->tall && in->a[A_WHO_LEVEL]) return on_level(e, "who", type, site, in->a[A_WHO_LEVEL], 0, e->game->players + 1);
  return code_of(emit_who(e, type, site), 0, MAX(e->game->players + 1, e->game->n_components));
}

static Code site_field(Emitter *e, const Ins *in, const char *field, uint32_t offset[SITE_TYPES], int32_t min,
                       int32_t max) {
  Code site = emit_bind(e, emit_int(e, in->a[A_STATE_SITE]));
  if (e->stack_bound) emit_fail(e, "stacks");
  SiteType type = real_type(e, in->a[A_STATE_TYPE], site);
  if (e->tall && !(site.known && !code_on_board(e, site, type)))
    return on_level(e, field, type, site, in->a[A_STATE_LEVEL], min, max);
  if (!offset[type] || (site.known && !code_on_board(e, site, type))) return code_const(e, 0);
  return code_of(guarded(e, type, site, emit_text(e, "%s->%s%d[%s]", e->at.s, field, type, site.text)), min, max);
}

const char *emit_state_set(Emitter *e, SiteType type, int32_t state) {
  if (!e->layout.sites[type].state || emit_stacking(e) || state < 1 || state > e->state_sets) return NULL;
  return emit_text(e, "%s->state%d_is%d", e->at.s, type, state);
}

#define SITE_OFFSETS(e, field) \
  (uint32_t[SITE_TYPES]) { (e)->layout.sites[0].field, (e)->layout.sites[1].field, (e)->layout.sites[2].field }

static Code op_state(Emitter *e, const Ins *in) {
  return site_field(e, in, "state", SITE_OFFSETS(e, state), INT16_MIN, INT16_MAX);
}
static Code op_rotation(Emitter *e, const Ins *in) {
  return site_field(e, in, "rotation", SITE_OFFSETS(e, rotation), 0, 255);
}
static Code op_value(Emitter *e, const Ins *in) {
  return site_field(e, in, "value", SITE_OFFSETS(e, value), INT32_MIN, INT32_MAX);
}

static Code op_is_empty(Emitter *e, const Ins *in) {
  Code site = emit_bind(e, emit_int(e, in->a[A_IS_EMPTY_SITE]));
  SiteType type = real_type(e, in->a[A_IS_EMPTY_TYPE], site);
  if (!emit_kept(e, type) || (site.known && !code_on_board(e, site, type))) return code_const(e, 0);
  return code_of(emit_has(e, emit_text(e, "%s->empty%d", e->at.s, type), site, type), 0, 1);
}

static Code op_height(Emitter *e, const Ins *in) {
  Code site = emit_bind(e, emit_int(e, in->a[A_HEIGHT_SITE]));
  if (e->stack_bound) emit_fail(e, "stacks");
  SiteType type = real_type(e, in->a[A_HEIGHT_TYPE], site);
  if (!emit_kept(e, type)) return code_const(e, 0);
  if (e->tall && site.known && !code_on_board(e, site, type)) return code_const(e, 0);
  if (e->tall)
    return code_of(guarded(e, type, site, emit_text(e, "%s->height%d[%s]", e->at.s, type, site.text)), 0, 255);
  return code_of(guarded(e, type, site, emit_text(e, "!r_has(%s->empty%d, %s)", e->at.s, type, site.text)), 0, 1);
}

// An operand that is the owner of a site without a level, and the site.
static bool asks_who(Emitter *e, int32_t ref, int32_t *site, SiteType *type) {
  const Ins *in = emit_ins(e, ref);
  if (in->op != OP_WHO || in->a[A_WHO_LEVEL] || emit_stacking(e)) return false;
  *site = in->a[A_WHO_SITE];
  *type = emit_type(e, in->a[A_WHO_TYPE]);
  return emit_kept(e, *type);
}

// Without what is in hands, where these are not on the board's own sites.
static const char *on_board(Emitter *e, SiteType type, const char *set) {
  return e->merged ? emit_text(e, "(%s & %s)", set, emit_board_mask(e, type)) : set;
}

// By a table of teams, for a player found while playing.
static Code in_teams(Emitter *e, Code player, bool enemy) {
  int32_t teams[GAME_PLAYERS_MAX + 2];
  for (int p = 0; p <= e->game->players + 1; p++) teams[p] = e->team[p];
  const char *team = emit_int_table(e, teams, e->game->players + 2), *p = player.text, *mover = e->at.mover.text;
  const char *same = emit_text(e, "((u32)(%s - 1) < %du ? %s[%s] == %s[%s] : %s == %s)", p, e->game->players, team, p,
                               team, mover, p, mover);
  return code_of(enemy ? emit_text(e, "(%s != 0 && !%s)", p, same) : same, 0, 1);
}

static Code op_is_enemy(Emitter *e, const Ins *in) {
  int32_t site;
  SiteType type;
  bool enemy = in->op == OP_IS_ENEMY;
  if (asks_who(e, in->a[A_IS_ENEMY_PLAYER], &site, &type)) {
    Code at = emit_bind(e, emit_int(e, site));
    if (at.known && !code_on_board(e, at, type)) return code_const(e, 0);
    const char *set =
        on_board(e, type, enemy ? emit_enemies(e, type, e->at.mover) : emit_friends(e, type, e->at.mover));
    return code_of(emit_has(e, emit_region_value(e, set), at, type), 0, 1);
  }
  Code player = emit_bind(e, emit_int(e, in->a[A_IS_ENEMY_PLAYER]));
  if (player.known && e->at.mover.known)
    return code_const(
        e, enemy ? is_enemy(e, player.value, e->at.mover.value) : is_friend(e, player.value, e->at.mover.value));
  if (e->teams) return in_teams(e, player, enemy);
  if (!enemy) return code_of(emit_text(e, "(%s == %s)", player.text, e->at.mover.text), 0, 1);
  return code_of(emit_text(e, "(%s != 0 && %s != %s)", player.text, player.text, e->at.mover.text), 0, 1);
}

// ---- scalars ------------------------------------------------------------------------------------

static Code scalar(Emitter *e, const char *field, uint64_t use, int32_t min, int32_t max) {
  e->uses |= use;
  return code_of(emit_text(e, "%s->%s", e->at.s, field), min, max);
}

// Who is next: in the state that is read, where effects may have changed it.
Code emit_next(Emitter *e) {
  if (strcmp(e->at.next.text, "s->next") != 0) return e->at.next;
  return code_of(emit_text(e, "%s->next", e->at.s), e->at.next.min, e->at.next.max);
}

static Code op_head(Emitter *e, const Ins *in) {
  switch ((HeadVar)in->a[A_HEAD_VAR]) {
    case HEAD_MOVER: return e->at.mover;
    case HEAD_NEXT: return emit_next(e);
    case HEAD_PREV: e->uses |= USE_PREV; return e->at.prev;
    case HEAD_COUNTER: return scalar(e, "counter", USE_COUNTER, INT32_MIN, INT32_MAX);
    case HEAD_TURN: return scalar(e, "turn", 0, 0, 100000);
    case HEAD_TURN_SAME: return scalar(e, "turn_same", USE_TURN_SAME, 0, 100000);
    case HEAD_PASSES: return scalar(e, "passes", USE_PASSES, 0, 100000);
    case HEAD_POT: return scalar(e, "pot", USE_POT, INT32_MIN, INT32_MAX);
    case HEAD_TEMP: return scalar(e, "temp", USE_TEMP, INT32_MIN, INT32_MAX);
    case HEAD_MOVES: return scalar(e, "moves", 0, 0, 100000);
    case HEAD_DICE_EQUAL: return e->layout.dice ? scalar(e, "dice_equal", 0, 0, 1) : code_const(e, 0);
    case HEAD_DECIDED: return scalar(e, "decided", USE_DECIDED, INT32_MIN, INT32_MAX);
    default: emit_fail(e, "HEAD %d", in->a[A_HEAD_VAR]); return code_const(e, 0);
  }
}

static Code team_of_player(Emitter *e, Code player) {
  int32_t teams[GAME_PLAYERS_MAX + 2];
  int last = e->game->players + 1;
  for (int p = 0; p <= last; p++) teams[p] = e->team[p];
  if (player.known) return code_const(e, player.value >= 0 && player.value <= last ? teams[player.value] : 0);
  return code_of(emit_text(e, "((u32)(%s) <= %du ? %s[%s] : 0)", player.text, last, emit_int_table(e, teams, last + 1),
                           player.text),
                 0, last);
}

static Code op_player_item(Emitter *e, const Ins *in) {
  static const char *const fields[] = {
      [PLAYER_SCORE] = "score", [PLAYER_AMOUNT] = "amount", [PLAYER_VALUE] = "player_value",
      [PLAYER_TEAM] = NULL,     [PLAYER_PHASE] = "phase",   [PLAYER_MATCH_SCORE] = NULL};
  static const uint64_t uses[] = {
      [PLAYER_SCORE] = USE_SCORE, [PLAYER_AMOUNT] = USE_AMOUNT, [PLAYER_VALUE] = USE_PLAYER_VALUE,
      [PLAYER_TEAM] = 0,          [PLAYER_PHASE] = 0,           [PLAYER_MATCH_SCORE] = 0};
  const Layout *at = &e->layout;
  const uint32_t offsets[] = {at->score, at->amount, at->player_value, at->team, at->phase, at->match_score};
  int array = in->a[A_PLAYER_ITEM_ARRAY];
  Code player = emit_bind(e, emit_int(e, in->a[A_PLAYER_ITEM_PLAYER]));
  if (!offsets[array]) return code_const(e, array == PLAYER_TEAM || array == PLAYER_MATCH_SCORE ? GAME_OFF : 0);
  if (array == PLAYER_TEAM && e->teams) return team_of_player(e, player);
  if (!fields[array]) emit_fail(e, "teams or matches");
  if (array == PLAYER_PHASE && e->game->n_phases < 2) return code_const(e, 0);
  e->uses |= uses[array];
  int last = e->game->players + 1;
  bool safe = player.min >= 0 && player.max <= last;
  const char *text = emit_text(e, "%s->%s[%s]", e->at.s, fields[array] ? fields[array] : "score", player.text);
  if (!safe) text = emit_text(e, "((u32)(%s) <= %du ? %s : 0)", player.text, last, text);
  return code_of(text, INT32_MIN, INT32_MAX);
}

static Code op_last(Emitter *e, const Ins *in) {
  return scalar(e, in->op == OP_LAST_TO ? "last_to" : "last_from", USE_LAST, -1, e->bits - 1);
}

static Code op_last_type(Emitter *e, const Ins *in) {
  int type = in->a[A_LAST_TYPE_TYPE];
  e->uses |= USE_LAST;
  const char *before = type == (int)e->game->site_type ? emit_text(e, "%s->last_to >= 0", e->at.s) : "0";
  return code_of(emit_text(e, "(%s->made ? %s->last_type[%d] == %d : %s)", e->at.s, e->at.s, in->a[A_LAST_TYPE_TO] != 0,
                           type, before),
                 0, 1);
}

static Code op_last_level(Emitter *e, const Ins *in) {
  if (in->a[A_LAST_LEVEL_AFTER] || !in->a[A_LAST_LEVEL_TO]) emit_fail(e, "LAST_LEVEL of other actions");
  return code_of(emit_text(e, "(%s->made ? %s->last_level : -1)", e->at.s, e->at.s), -1, 255);
}

static Code op_moves_made(Emitter *e, const Ins *in) { return (void)in, scalar(e, "made", 0, 0, 100000); }

static Code op_was_pass(Emitter *e, const Ins *in) {
  (void)in;
  return code_of(emit_text(e, "(%s->made > 0 && (%s->history & 1))", e->at.s, e->at.s), 0, 1);
}

static Code op_all_passed(Emitter *e, const Ins *in) {
  (void)in;
  e->uses |= USE_HISTORY;
  return code_of(emit_text(e, "(%s->moves >= %d && all_passed(%s))", e->at.s, e->game->players, e->at.s), 0, 1);
}

static Code op_is_active(Emitter *e, const Ins *in) {
  Code player = emit_bind(e, emit_int(e, in->a[A_IS_ACTIVE_PLAYER]));
  if (player.known && (player.value < 1 || player.value > e->game->players)) return code_const(e, 0);
  return code_of(emit_text(e, "((u32)(%s - 1) < %du && (%s->active >> (%s - 1) & 1))", player.text, e->game->players,
                           e->at.s, player.text),
                 0, 1);
}

static Code op_var(Emitter *e, const Ins *in) {
  return scalar(e, emit_text(e, "vars[%d]", in->a[A_VAR_VAR]), USE_VARS, INT32_MIN, INT32_MAX);
}

static Code op_is_pending(Emitter *e, const Ins *in) {
  (void)in;
  e->uses |= USE_PENDING;
  return code_of(emit_text(e, "(%s->n_pending > 0)", e->at.s), 0, 1);
}

static Code op_pending_value(Emitter *e, const Ins *in) {
  (void)in;
  e->uses |= USE_PENDING;
  return code_of(emit_text(e, "(%s->n_pending == 1 ? %s->pending[0] : 0)", e->at.s, e->at.s), INT32_MIN, INT32_MAX);
}

static Code op_is_visited(Emitter *e, const Ins *in) {
  Code site = emit_bind(e, emit_int(e, in->a[A_IS_VISITED_SITE]));
  if (!e->layout.visited) return code_const(e, 0);
  e->uses |= USE_VISITED;
  return code_of(emit_text(e, "((u32)(%s) < %du && r_has(%s->visited, %s))", site.text, e->bits, e->at.s, site.text), 0,
                 1);
}

// ---- players ------------------------------------------------------------------------------------

static int32_t team_mask(const Emitter *e, int32_t team) {
  int32_t mask = 0;
  for (int p = 1; p <= e->game->players; p++) mask |= (e->team[p] == team) << p;
  return mask;
}

// The players of a set of roles in a game of teams.
static Code players_in_teams(Emitter *e, const Ins *in) {
  int players = e->game->players;
  int32_t table[GAME_PLAYERS_MAX + 2] = {0}, everybody = (2 << players) - 2;
  RoleSet roles = (RoleSet)in->a[A_PLAYERS_ROLES];
  for (int p = 0; p <= players + 1; p++) {
    int32_t mine = 1 << p, team = roles == ROLES_TEAM ? team_mask(e, p) : team_mask(e, e->team[p]);
    table[p] = roles == ROLES_ENEMY ? everybody & ~team & ~mine : roles == ROLES_ALLY ? team & ~mine : team;
  }
  Code of = roles == ROLES_TEAM ? emit_bind(e, emit_int(e, in->a[A_PLAYERS_TEAM])) : e->at.mover;
  if (of.known) return code_const(e, of.value >= 0 && of.value <= players + 1 ? table[of.value] : 0);
  return code_of(emit_text(e, "((u32)(%s) <= %du ? %s[%s] : 0)", of.text, players + 1,
                           emit_int_table(e, table, players + 2), of.text),
                 0, everybody);
}

static Code op_player_bit(Emitter *e, const Ins *in) {
  Code player = emit_bind(e, emit_int(e, in->a[A_PLAYER_BIT_PLAYER]));
  int last = e->game->players + 1;
  if (player.known) return code_const(e, player.value >= 0 && player.value <= last ? 1 << player.value : 0);
  return code_of(emit_text(e, "((u32)(%s) <= %du ? 1 << %s : 0)", player.text, last, player.text), 0, 2 << last);
}

static Code op_players(Emitter *e, const Ins *in) {
  int players = e->game->players;
  int32_t everybody = (2 << players) - 2;
  RoleSet roles = (RoleSet)in->a[A_PLAYERS_ROLES];
  if (e->teams && roles != ROLES_ALL && roles != ROLES_NON_MOVER) return players_in_teams(e, in);
  const char *mine = emit_text(e, "(1 << %s)", e->at.mover.text);
  bool known = e->at.mover.known, real = in->a[A_PLAYERS_REAL];
  int32_t own = known ? 1 << e->at.mover.value : 0;
  switch (roles) {
    case ROLES_ALL: return code_const(e, real ? everybody : everybody | 1 | 2 << players);
    case ROLES_ENEMY:
      return known ? code_const(e, everybody & ~own)
                   : code_of(emit_text(e, "(%d & ~%s)", everybody, mine), 0, everybody);
    case ROLES_ALLY: return code_const(e, 0);
    case ROLES_FRIEND: return known ? code_const(e, own) : code_of(mine, 0, everybody);
    case ROLES_NON_MOVER: {
      int32_t all = real ? everybody : everybody | 1;
      return known ? code_const(e, all & ~own) : code_of(emit_text(e, "(%d & ~%s)", all, mine), 0, all);
    }
    case ROLES_TEAM: emit_fail(e, "teams");
  }
  return code_const(e, 0);
}

static Code op_piece_named(Emitter *e, const Ins *in) {
  const RulesArray *pieces = &e->program->arrays[in->a[A_PIECE_NAMED_PIECES]];
  Code player = emit_bind(e, emit_int(e, in->a[A_PIECE_NAMED_PLAYER]));
  if (player.known) {
    for (int i = 0; i < pieces->n; i++) {
      if (e->game->components[pieces->at[i]].owner == player.value) return code_const(e, pieces->at[i]);
    }
    return code_const(e, GAME_OFF);
  }
  int32_t of[GAME_PLAYERS_MAX + 2];
  for (int p = 0; p <= e->game->players + 1; p++) {
    of[p] = GAME_OFF;
    for (int i = pieces->n - 1; i >= 0; i--) {
      if (e->game->components[pieces->at[i]].owner == p) of[p] = pieces->at[i];
    }
  }
  int last = e->game->players + 1;
  const char *table = emit_int_table(e, of, last + 1), *what = emit_text(e, "%s[%s]", table, player.text);
  if (player.min < 0 || player.max > last)
    what = emit_text(e, "((u32)(%s) <= %du ? %s : %d)", player.text, last, what, GAME_OFF);
  return code_of(what, -1, e->game->n_components);
}

static Code op_count_active(Emitter *e, const Ins *in) {
  (void)in;
  return code_of(emit_text(e, "__builtin_popcount(%s->active)", e->at.s), 0, e->game->players);
}

// The site of a hand of a player found while playing; who has none has none of its sites either.
static Code hand_site_of(Emitter *e, Code player, Code index, const int32_t *first) {
  int n = e->game->players + 2, most = -1;
  bool inside = player.min >= 0 && player.max < n;
  for (int p = 0; p < n; p++) most = MAX(most, first[p]);
  const char *table = emit_int_table(e, first, n), *at = emit_text(e, "%s[%s]", table, player.text);
  if (!inside) at = emit_text(e, "((u32)(%s) < %du ? %s : -1)", player.text, n, at);
  if (index.known && index.value == 0) return code_of(at, -1, most);
  at = emit_bind(e, code_of(at, -1, most)).text;
  const char *site = emit_text(e, "(%s < 0 ? -1 : (int)((u32)%s + (u32)(%s)))", at, at, index.text);
  bool small = index.known && index.value > 0 && index.value < 1 << 20;
  return small ? code_of(site, -1, most + index.value) : code_of(site, INT32_MIN, INT32_MAX);
}

static Code op_hand_site(Emitter *e, const Ins *in) {
  Code player = emit_bind(e, emit_int(e, in->a[A_HAND_SITE_PLAYER])), index = emit_int(e, in->a[A_HAND_SITE_INDEX]);
  int32_t first[GAME_PLAYERS_MAX + 2];
  for (int p = 0; p <= e->game->players + 1; p++) {
    first[p] = -1;
    for (int c = e->game->n_containers - 1; c >= 0; c--) {
      const Container *hand = &e->game->containers[c];
      if (hand->kind != CONTAINER_BOARD && hand->owner == p) first[p] = hand->first;
    }
  }
  if (player.known) {
    int32_t at = player.value >= 0 && player.value <= e->game->players + 1 ? first[player.value] : -1;
    if (at < 0 || index.known) return code_const(e, at < 0 ? -1 : wrap_add(at, index.value));
    return code_of(emit_text(e, "(int)(%du + (u32)(%s))", at, index.text), INT32_MIN, INT32_MAX);
  }
  for (int p = MAX(player.min, 0); p <= MIN(player.max, e->game->players + 1); p++) {
    if (p >= 1 && p <= e->game->players && first[p] < 0) emit_fail(e, "HAND_SITE of a player without a hand");
  }
  return hand_site_of(e, player, index, first);
}

// ---- the same as sets ---------------------------------------------------------------------------

static bool is_slot(const Emitter *e, int32_t ref, Slot slot) {
  const Ins *in = emit_ins(e, ref);
  return in->op == OP_SLOT && in->a[A_SLOT_SLOT] == (int32_t)slot;
}

static const char *set_is_empty(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  SiteType meant = emit_type(e, in->a[A_IS_EMPTY_TYPE]);
  if (!is_slot(e, in->a[A_IS_EMPTY_SITE], slot) || meant != type || !emit_kept(e, type)) return NULL;
  return emit_text(e, "%s->empty%d", e->at.s, type);
}

// Owners that are local states: pieces that are turned over.
static const char *set_state_owner(Emitter *e, const Ins *state, bool enemy, Slot slot, SiteType type) {
  if (!is_slot(e, state->a[A_STATE_SITE], slot) || emit_type(e, state->a[A_STATE_TYPE]) != type || !e->at.mover.known)
    return NULL;
  if (!enemy) return emit_state_set(e, type, e->at.mover.value);
  const char *sum = NULL;
  for (int v = 1; v <= e->state_sets; v++) {
    const char *set = v == e->at.mover.value ? NULL : emit_state_set(e, type, v);
    if (set) sum = sum ? emit_text(e, "(%s | %s)", sum, set) : set;
  }
  return sum;
}

static const char *set_is_enemy(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  int32_t site;
  SiteType meant;
  const Ins *player = emit_ins(e, in->a[A_IS_ENEMY_PLAYER]);
  if (player->op == OP_STATE && !e->layout.team) return set_state_owner(e, player, in->op == OP_IS_ENEMY, slot, type);
  if (!asks_who(e, in->a[A_IS_ENEMY_PLAYER], &site, &meant)) return NULL;
  if (!is_slot(e, site, slot) || meant != type) return NULL;
  return on_board(e, type,
                  in->op == OP_IS_ENEMY ? emit_enemies(e, type, e->at.mover) : emit_friends(e, type, e->at.mover));
}

static const char *set_is_in(Emitter *e, const Ins *in, Slot slot, SiteType type) {
  (void)type;
  if (!is_slot(e, in->a[A_IS_IN_SITE], slot) || emit_reads_slot(e, in->a[A_IS_IN_REGION], slot)) return NULL;
  return emit_region(e, in->a[A_IS_IN_REGION]);
}

static bool is_no_region(const Emitter *e, int32_t ref) {
  const Ins *in = emit_ins(e, ref);
  return in->op == OP_REGION_CONST &&
         !bits_any(e->program->regions[in->a[A_REGION_CONST_REGION]], e->program->region_words);
}

static Code op_is_in(Emitter *e, const Ins *in) {
  if (is_no_region(e, in->a[A_IS_IN_REGION])) return code_const(e, 0);
  Code site = emit_bind(e, emit_int(e, in->a[A_IS_IN_SITE]));
  // Where stacks are looked through level by level, one site is enough.
  if (e->tall && emit_ins(e, in->a[A_IS_IN_REGION])->op == OP_OCCUPIED) e->asked = site.text;
  const char *region = emit_region_place(e, emit_region(e, in->a[A_IS_IN_REGION]));
  if (site.known && (site.value < 0 || site.value >= e->bits)) return code_const(e, 0);
  if (site.min >= 0 && site.max < e->bits) return code_of(emit_text(e, "r_has(%s, %s)", region, site.text), 0, 1);
  return code_of(emit_text(e, "((u32)(%s) < %du && r_has(%s, %s))", site.text, e->bits, region, site.text), 0, 1);
}

static Code op_proposed(Emitter *e, const Ins *in) {
  if (!e->layout.votes) return code_const(e, 0);
  return code_of(emit_text(e, "proposed(%s, %d)", e->at.s, in->a[A_PROPOSED_VOTE]), 0, 1);
}

static Code op_triggered(Emitter *e, const Ins *in) {
  Code player = emit_bind(e, emit_int(e, in->a[A_TRIGGERED_PLAYER]));
  e->uses |= USE_TRIGGERED;
  return code_of(emit_text(e, "((u32)(%s - 1) < %du && (%s->active & %s->triggered) >> (%s - 1) & 1)", player.text,
                           e->game->players, e->at.s, e->at.s, player.text),
                 0, 1);
}

// Whether the piece a search is for stands on a site.
static const char *stands_on(Emitter *e, SiteType type, const char *site, Code what, Code state) {
  if (e->tall) {
    const char *found = emit_name(e, "c");
    emit_line(e, "int %s = 0;", found);
    emit_line(e,
              "for (int l = 0; l < %s->height%d[%s]; l++) %s |= LEVELS(%s, %d, %s)[l].what == %s && (%s == -1 || "
              "state_on%d(%s, %s, l) == %s);",
              e->at.s, type, site, found, e->at.s, type, site, what.text, state.text, type, e->at.s, site, state.text);
    return found;
  }
  const char *there = emit_text(e, "%s == %s", emit_what(e, type, code_site(e, site, type)), what.text);
  if (state.known && state.value == -1) return there;
  const char *have = e->layout.sites[type].state ? emit_text(e, "%s->state%d[%s]", e->at.s, type, site) : "0";
  const char *same = emit_text(e, "%s == %s", have, state.text);
  return emit_text(e, state.known ? "%s && %s" : "%s && (%s == -1 || %s)", there, state.known ? same : state.text,
                   same);
}

// The first site by the list of the kind.
static Code where_listed(Emitter *e, SiteType type, Code what, Code state, int n) {
  const char *found = emit_name(e, "i"), *site, *level;
  if (!emit_has_lists(e, type)) emit_fail(e, "WHERE without lists");
  emit_line(e, "int %s = -1;", found);
  emit_open_listed(e, type, what.text, LISTED_ON_ANY, &site, &level);
  emit_line(e, "if (%s >= %d) continue;", site, n);
  emit_line(e, "if (%s) { %s = %s; break; }", stands_on(e, type, site, what, state), found, site);
  emit_close(e);
  return code_of(found, -1, n - 1);
}

static Code op_where(Emitter *e, const Ins *in) {
  SiteType type = emit_type(e, in->a[A_WHERE_TYPE]);
  Code what = emit_bind(e, emit_int(e, in->a[A_WHERE_WHAT])),
       state = emit_bind(e, emit_int_or(e, in->a[A_WHERE_STATE], -1));
  if (e->stack_bound) emit_fail(e, "stacks");
  if (e->why || (what.known && what.value <= 0) || !emit_kept(e, type)) return code_const(e, GAME_OFF);
  int n = MIN(emit_board_sites(e, type), e->game->containers[0].n);
  if (in->a[A_WHERE_LISTED]) return where_listed(e, type, what, state, n);
  Player owner = what.known ? emit_owner(e, what.value) : -1;
  const char *sites = owner >= 0 ? emit_owned(e, type, owner) : emit_text(e, "~%s->empty%d", e->at.s, type);
  const char *own = emit_text(e, "(%s & %s)", sites, emit_board_mask(e, type)), *found = emit_name(e, "i");
  emit_line(e, "int %s = -1;", found);
  const char *site = emit_for_sites(e, own, type),
             *leave = e->words == 1 ? "break;" : emit_text(e, "goto %s_end;", found);
  if (owner >= 0 && e->kinds_of[owner] == 1 && state.known && state.value == -1 && !e->tall)
    emit_line(e, "%s = %s; %s", found, site, leave);
  else emit_line(e, "if (%s) { %s = %s; %s }", stands_on(e, type, site, what, state), found, site, leave);
  emit_close(e);
  if (e->words > 1) emit_line(e, "%s_end:;", found);
  return code_of(found, -1, n - 1);
}

static Code op_where_level(Emitter *e, const Ins *in) {
  const int32_t *a = in->a;
  SiteType type = emit_type(e, a[A_WHERE_LEVEL_TYPE]);
  Code what = emit_bind(e, emit_int(e, a[A_WHERE_LEVEL_WHAT])), site = emit_bind(e, emit_int(e, a[A_WHERE_LEVEL_SITE])),
       state = emit_bind(e, emit_int_or(e, a[A_WHERE_LEVEL_STATE], -1)),
       top = emit_bind(e, emit_int_or(e, a[A_WHERE_LEVEL_TOP], 1));
  if (!e->tall || !top.known) emit_fail(e, "WHERE_LEVEL without stacks");
  if (e->why || !emit_kept(e, type)) return code_const(e, GAME_OFF);
  int n = MIN(e->game->containers[0].n, emit_sites(e, type));
  const char *found = emit_name(e, "i"), *l = emit_name(e, "l");
  emit_line(e, "int %s = -1;", found);
  emit_open(e, "if (%s > 0 && (u32)(%s) < %du)", what.text, site.text, n);
  const char *height = emit_text(e, "%s->height%d[%s]", e->at.s, type, site.text);
  if (top.value) emit_open(e, "for (int %s = %s - 1; %s >= 0 && %s < 0; %s--)", l, height, l, found, l);
  else emit_open(e, "for (int %s = 0; %s < %s && %s < 0; %s++)", l, l, height, found, l);
  emit_line(e, "if (what_on%d(%s, %s, %s) == %s && (%s == -1 || state_on%d(%s, %s, %s) == %s)) %s = %s;", type, e->at.s,
            site.text, l, what.text, state.text, type, e->at.s, site.text, l, state.text, found, l);
  emit_close(e);
  emit_close(e);
  return code_of(found, -1, 255);
}

static Code op_last_after(Emitter *e, const Ins *in) {
  return code_of(emit_text(e, "%s->%s", e->at.s, in->a[A_LAST_AFTER_TO] ? "after_to" : "after_from"), -1, e->bits - 1);
}

static Code op_hand_number(Emitter *e, const Ins *in) {
  Code player = emit_bind(e, emit_int(e, in->a[A_HAND_NUMBER_PLAYER]));
  if (!player.known) {
    const char *text = "-1";
    for (int c = e->game->n_containers - 1; c >= 1; c--) {
      if (e->game->containers[c].kind == CONTAINER_HAND)
        text = emit_text(e, "%s == %d ? %d : %s", player.text, e->game->containers[c].owner, c, text);
    }
    return code_of(emit_text(e, "(%s)", text), -1, e->game->n_containers - 1);
  }
  for (int c = 1; c < e->game->n_containers; c++) {
    if (e->game->containers[c].kind == CONTAINER_HAND && e->game->containers[c].owner == player.value)
      return code_const(e, c);
  }
  return code_const(e, GAME_OFF);
}

static Code op_last_turn_mover(Emitter *e, const Ins *in) {
  (void)in;
  e->uses |= USE_LAST_TURN_MOVER;
  return code_of(emit_text(e, "last_turn_mover(%s, %s)", e->at.s, e->at.mover.text), -1, e->game->players);
}

const EmitRow emit_state_rows[] = {
    {OP_PROPOSED, .as_int = op_proposed},
    {OP_TRIGGERED, .as_int = op_triggered},
    {OP_WHERE, .as_int = op_where},
    {OP_LAST_AFTER, .as_int = op_last_after},
    {OP_HAND_NUMBER, .as_int = op_hand_number},
    {OP_LAST_TURN_MOVER, .as_int = op_last_turn_mover},
    {OP_WHAT, .as_int = op_what},
    {OP_WHO, .as_int = op_who},
    {OP_STATE, .as_int = op_state},
    {OP_ROTATION, .as_int = op_rotation},
    {OP_VALUE, .as_int = op_value},
    {OP_HEIGHT, .as_int = op_height},
    {OP_IS_EMPTY, .as_int = op_is_empty, .as_set = set_is_empty},
    {OP_IS_ENEMY, .as_int = op_is_enemy, .as_set = set_is_enemy},
    {OP_IS_FRIEND, .as_int = op_is_enemy, .as_set = set_is_enemy},
    {OP_IS_IN, .as_int = op_is_in, .as_set = set_is_in},
    {OP_HEAD, .as_int = op_head},
    {OP_PLAYER_ITEM, .as_int = op_player_item},
    {OP_LAST_TO, .as_int = op_last},
    {OP_LAST_FROM, .as_int = op_last},
    {OP_LAST_TYPE, .as_int = op_last_type},
    {OP_LAST_LEVEL, .as_int = op_last_level},
    {OP_WHERE_LEVEL, .as_int = op_where_level},
    {OP_MOVES_MADE, .as_int = op_moves_made},
    {OP_WAS_PASS, .as_int = op_was_pass},
    {OP_ALL_PASSED, .as_int = op_all_passed},
    {OP_IS_ACTIVE, .as_int = op_is_active},
    {OP_VAR, .as_int = op_var},
    {OP_IS_PENDING, .as_int = op_is_pending},
    {OP_PENDING_VALUE, .as_int = op_pending_value},
    {OP_IS_VISITED, .as_int = op_is_visited},
    {OP_PLAYER_BIT, .as_int = op_player_bit},
    {OP_PLAYERS, .as_int = op_players},
    {OP_PIECE_NAMED, .as_int = op_piece_named},
    {OP_COUNT_ACTIVE, .as_int = op_count_active},
    {OP_HAND_SITE, .as_int = op_hand_site},
    {0},
};
