// Legal moves: as values, as text, and found by their text.
#include "lib/lib_internal.h"

#include "play/model/move_key.h"
#include "play/show/san.h"
#include "state/act/moves.h"
#include "state/block/access.h"
#include "state/text/move_text.h"

senet_status position_list_moves(senet_position *position) {
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (position->x->fault) return api_rules_stopped(position->x);
  position_list(position);
  if (position->x->fault) return api_rules_stopped(position->x);
  return SENET_OK;
}

senet_status senet_position_count(senet_position *position, size_t *n) {
  if (!n) return api_misuse("the place of the number");
  *n = 0;
  if (position_is_native(position) && native_position_count(position, n)) return SENET_OK;
  if (!IS_POSITION(position)) return api_misuse("the position");
  if (position_goes_native(position) && native_position_count(position, n)) return SENET_OK;
  if (!position->x->fault) *n = position_number_moves(position);
  return position->x->fault ? api_rules_stopped(position->x) : SENET_OK;
}

static const char *const kind_names[] = {
#define ACTION(name, text, effects, doc) text,
#include "rules/actions.def"
#undef ACTION
};

// What the player decides: the first action marked so.
static const Action *decision_of(const Position *x, const Move *move, Action few[FILL_MOST]) {
  const Action *actions = move_actions(x, move, few);
  for (uint32_t i = 0; i < move->n; i++) {
    if (actions[i].flags & ACTION_DECISION) return &actions[i];
  }
  return move->n ? actions : NULL;
}

static int32_t piece_of(const Position *x, const Action *action) {
  if (action->kind == ACT_ADD || action->kind == ACT_INSERT || action->kind == ACT_PROMOTE) return MAX(action->what, 0);
  if (action->kind != ACT_MOVE && action->kind != ACT_MOVE_N && action->kind != ACT_SUBSTACK) return 0;
  SiteType type = action->type_from < 0 ? x->game->site_type : (SiteType)action->type_from;
  return site_what(x, type, action->from, action->level_from);
}

static int32_t type_of(const Position *x, int32_t site, int type) {
  return site < 0 ? -1 : type < 0 ? (int32_t)x->game->site_type : type;
}

senet_move move_value(const Position *x, const Move *move) {
  Action few[FILL_MOST];
  const Action *decision = decision_of(x, move, few);
  senet_move out = {.mover = move->mover,
                    .from = move->from,
                    .to = move->to,
                    .from_type = type_of(x, move->from, decision ? decision->type_from : -1),
                    .to_type = type_of(x, move->to, decision ? decision->type_to : -1),
                    .level = move_detail(x, move).level_min,
                    .state = -1,
                    .value = -1,
                    .kind = decision ? kind_names[decision->kind] : "Pass",
                    .key = move_key(x, move)};
  if (!decision) return out;
  out.piece = piece_of(x, decision);
  out.state = decision->state;
  out.value = decision->value;
  return out;
}

senet_status senet_position_moves(senet_position *position, size_t first, senet_move *moves, size_t room, size_t *n) {
  if (!n) return api_misuse("the place of the number");
  *n = 0;
  if (room && !moves) return api_misuse("the array of moves");
  senet_status status = position_list_moves(position);
  if (status != SENET_OK) return status;
  size_t end = position->list.n;
  for (size_t i = first; i < end && *n < room; i++) {
    moves[(*n)++] = move_value(position->x, move_at(position->x, position->list, (uint32_t)i));
  }
  return SENET_OK;
}

senet_status senet_position_keys(senet_position *position, uint64_t *keys, size_t room, size_t *n) {
  if (!n) return api_misuse("the place of the number");
  *n = 0;
  if (room && !keys) return api_misuse("the array of keys");
  senet_status status = position_list_moves(position);
  if (status != SENET_OK) return status;
  *n = position->list.n;
  if (room < *n) return api_fail(SENET_TOO_SMALL, "there are %zu moves, room for %zu", *n, room);
  for (size_t i = 0; i < *n; i++) {
    keys[i] = move_key(position->x, move_at(position->x, position->list, (uint32_t)i));
  }
  return SENET_OK;
}

// Writes the legal moves down. Some are made and taken back for that, which must not use up chance.
static senet_status note(senet_position *position) {
  senet_status status = position_list_moves(position);
  if (status != SENET_OK || position->noted) return status;
  Random chance = position->x->random;
  notation_make(&position->notation, position->x, position->list);
  position->x->random = chance;
  position->noted = true;
  return SENET_OK;
}

senet_status senet_position_move_text(senet_position *position, size_t move, char *buffer, size_t size,
                                      size_t *length) {
  senet_status status = note(position);
  if (status != SENET_OK) return status;
  if (move >= position->list.n) return api_fail(SENET_RANGE, "there are %u legal moves", position->list.n);
  return api_text(str_of(notation_of(&position->notation, (uint32_t)move)), buffer, size, length);
}

// Adds the legal moves that fit the text; how many there are.
typedef bool Fits(const Notation *notation, uint32_t i, Str text);
static size_t list_fitting(const senet_position *position, Fits *fits, Str text, size_t *moves, size_t room) {
  size_t n = 0;
  for (uint32_t i = 0; text.n && i < position->list.n; i++) {
    if (!fits(&position->notation, i, text)) continue;
    if (n < room) moves[n] = i;
    n++;
  }
  return n;
}

senet_status senet_position_find_moves(senet_position *position, const char *text, size_t *moves, size_t room,
                                       size_t *n, int *begin) {
  if (!n) return api_misuse("the place of the number");
  *n = 0;
  if (begin) *begin = 0;
  if (!text) return api_misuse("the text");
  if (room && !moves) return api_misuse("the array of moves");
  senet_status status = note(position);
  if (status != SENET_OK) return status;
  *n = list_fitting(position, notation_begins, str_of(text), moves, room);
  if (begin) *begin = *n > 0;
  if (!*n) *n = list_fitting(position, notation_ends, str_of(text), moves, room);
  return SENET_OK;
}

senet_status senet_position_move_seen(senet_position *position, size_t move, int player, char *buffer, size_t size,
                                      size_t *length) {
  if (length) *length = 0;
  senet_status status = note(position);
  if (status != SENET_OK) return status;
  Position *x = position->x;
  if (move >= position->list.n) return api_fail(SENET_RANGE, "there are %u legal moves", position->list.n);
  if (player < 0 || player > x->game->players) return api_fail(SENET_RANGE, "there is no player %d", player);
  const Move *seen = move_at(x, position->list, (uint32_t)move);
  if (!player || seen->mover == player || !game_has(x->game, GAME_HIDDEN)) {
    return senet_position_move_text(position, move, buffer, size, length);
  }
  Random chance = x->random;
  Text text = {0};
  notation_seen(&text, x, seen, player);
  x->random = chance;
  status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}

senet_status senet_position_note(const senet_position *position, size_t i, int32_t *player, char *buffer, size_t size,
                                 size_t *length) {
  if (player) *player = 0;
  if (length) *length = 0;
  if (!IS_POSITION(position)) return api_misuse("the position");
  const Position *x = position->x;
  const Move *made = last_move(x);
  size_t n = 0;
  for (uint32_t k = 0; made && k < made->n; k++) {
    const Action *action = &played_actions(x, made)[k];
    if (action->kind != ACT_NOTE || n++ != i) continue;
    Text text = {0};
    move_text_note(&text, x->game, action);
    if (player) *player = MAX(action->player, 0);
    senet_status status = api_text(text_str(&text), buffer, size, length);
    text_free(&text);
    return status;
  }
  return api_fail(SENET_RANGE, "the rules said %zu notes with the last move", n);
}

senet_status senet_position_find_move(senet_position *position, const char *text, size_t *move) {
  if (!text) return api_misuse("the text");
  if (!move) return api_misuse("the place of the move");
  senet_status status = note(position);
  if (status != SENET_OK) return status;
  int found = notation_find(&position->notation, str_of(text));
  if (found < 0) found = san_find(position->x, position->list, str_of(text), 0);
  if (found < 0) return api_fail(SENET_ILLEGAL, "'%.80s' is not a legal move here", text);
  *move = (size_t)found;
  return SENET_OK;
}
