// The textual form of actions and moves. One table says which fields each kind of action has, in which
// order, and when they are written; printing and parsing both read it. The form is that of Ludii's trial
// files: names and numbers of fields are facts of that format.
#include "state/text/move_text.h"

#include "base/number.h"
#include "state/act/moves.h"
#include "state/turn/position.h"

#include <limits.h>

typedef enum Form {
  FORM_END,       // last row
  FORM_INT,       // always there
  FORM_OPT,       // left out when -1
  FORM_MANY,      // left out unless above 1
  FORM_SITE,      // always there, a site
  FORM_OPT_SITE,  // left out when -1, a site
  FORM_LEVEL,     // left out when -1, and where a removal waits
  FORM_TYPE,      // a site type, left out when not given
  FORM_TYPE_TO,   // the same, left out also when there is no `to`
  FORM_PIECE,     // always there, a piece number
  FORM_PLAYER,    // always there, a player number
  FORM_ROLE,      // a player as P1
  FORM_BOOL,      // always there, true or false
  FORM_FLAG,      // a flag, left out unless set
  FORM_NOT_FLAG,  // a flag, "false" unless set
  FORM_STRING,    // always there, a string of the program
  FORM_NOTE,      // a message: perhaps a player, then a string of the program or a number
  FORM_VAR,       // always there, the name of a variable
  FORM_MEMORY,    // always there, the name of a remembered list
} Form;

typedef struct Field {
  const char *key;
  Form form;
  uint8_t offset;  // in Action; FLAGs: the bit
} Field;

#define AT(member) (uint8_t) offsetof(Action, member)
#define FROM \
  {"typeFrom", FORM_TYPE, AT(type_from)}, { "from", FORM_SITE, AT(from) }
#define TO \
  {"typeTo", FORM_TYPE, AT(type_to)}, { "to", FORM_SITE, AT(to) }
#define PLACE \
  {"type", FORM_TYPE, AT(type_to)}, { "to", FORM_SITE, AT(to) }
#define LEVEL \
  { "level", FORM_OPT, AT(level_to) }
#define VARIABLE \
  {"type", FORM_TYPE, AT(type_to)}, { "var", FORM_SITE, AT(to) }
#define PLAYER \
  { "player", FORM_PLAYER, AT(player) }
#define DECISION \
  { "decision", FORM_FLAG, ACTION_DECISION }
#define HIDE PLACE, LEVEL, {"who", FORM_PLAYER, AT(player)}, {"value", FORM_BOOL, AT(value)}, DECISION
#define CARRY                                                                                               \
  FROM, {"levelFrom", FORM_OPT, AT(level_from)}, TO, {"levelTo", FORM_OPT, AT(level_to)},                   \
      {"state", FORM_OPT, AT(state)}, {"rotation", FORM_OPT, AT(rotation)}, {"value", FORM_OPT, AT(value)}, \
      {"stack", FORM_FLAG, ACTION_STACK}, DECISION

enum { FIELDS_MAX = 12 };

static const Field fields[ACT_COUNT][FIELDS_MAX] = {
    [ACT_ADD] = {PLACE,
                 LEVEL,
                 {"what", FORM_PIECE, AT(what)},
                 {"count", FORM_MANY, AT(count)},
                 {"state", FORM_OPT, AT(state)},
                 {"rotation", FORM_OPT, AT(rotation)},
                 {"value", FORM_OPT, AT(value)},
                 {"stack", FORM_FLAG, ACTION_STACK},
                 DECISION},
    [ACT_INSERT] = {PLACE,
                    {"level", FORM_INT, AT(level_to)},
                    {"what", FORM_PIECE, AT(what)},
                    {"state", FORM_OPT, AT(state)},
                    DECISION},
    [ACT_MOVE] = {CARRY},
    [ACT_MOVE_N] = {FROM, TO, {"count", FORM_INT, AT(count)}, DECISION},
    [ACT_SUBSTACK] = {FROM, TO, {"numLevel", FORM_INT, AT(count)}, DECISION},
    [ACT_COPY] = {CARRY},
    [ACT_REMOVE] = {PLACE, {"level", FORM_LEVEL, AT(level_to)}, {"applied", FORM_NOT_FLAG, ACTION_FLAG}, DECISION},
    [ACT_SELECT] = {FROM,
                    {"levelFrom", FORM_OPT, AT(level_from)},
                    {"typeTo", FORM_TYPE_TO, AT(type_to)},
                    {"to", FORM_OPT_SITE, AT(to)},
                    {"levelTo", FORM_OPT, AT(level_to)},
                    DECISION},
    [ACT_PROMOTE] = {PLACE, LEVEL, {"what", FORM_PIECE, AT(what)}, DECISION},
    [ACT_SET_COUNT] = {PLACE, {"what", FORM_PIECE, AT(what)}, {"count", FORM_INT, AT(count)}, DECISION},
    [ACT_SET_STATE] = {PLACE, LEVEL, {"state", FORM_INT, AT(state)}, DECISION},
    [ACT_SET_ROTATION] = {PLACE, {"rotation", FORM_INT, AT(rotation)}, DECISION},
    [ACT_SET_VALUE] = {PLACE, LEVEL, {"value", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_COST] = {PLACE, {"cost", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_PHASE] = {PLACE, {"phase", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_SCORE] = {PLAYER, {"score", FORM_INT, AT(value)}, {"add", FORM_FLAG, ACTION_FLAG}, DECISION},
    [ACT_SET_AMOUNT] = {PLAYER, {"amount", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_VALUE_OF_PLAYER] = {PLAYER, {"value", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_COUNTER] = {{"counter", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_TEMP] = {{"temp", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_VAR] = {{"name", FORM_VAR, AT(what)}, {"value", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_POT] = {{"pot", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_PENDING] = {{"value", FORM_OPT, AT(value)}, DECISION},
    [ACT_SET_NEXT_PLAYER] = {PLAYER, DECISION},
    [ACT_SET_TRUMP] = {{"trumpSuit", FORM_INT, AT(value)}, DECISION},
    [ACT_SET_HIDDEN] = {HIDE},
    [ACT_SET_HIDDEN_WHAT] = {HIDE},
    [ACT_SET_HIDDEN_WHO] = {HIDE},
    [ACT_SET_HIDDEN_COUNT] = {HIDE},
    [ACT_SET_HIDDEN_VALUE] = {HIDE},
    [ACT_SET_HIDDEN_STATE] = {HIDE},
    [ACT_SET_HIDDEN_ROTATION] = {HIDE},
    [ACT_UPDATE_DICE] = {{"site", FORM_SITE, AT(to)}, {"state", FORM_INT, AT(state)}, DECISION},
    [ACT_SET_DICE_EQUAL] = {{"value", FORM_BOOL, AT(value)}, DECISION},
    [ACT_USE_DIE] = {{"indexHandDice", FORM_INT, AT(what)},
                     {"indexDie", FORM_INT, AT(value)},
                     {"site", FORM_SITE, AT(to)},
                     DECISION},
    [ACT_PASS] = {DECISION, {"forced", FORM_FLAG, ACTION_FORCED}},
    [ACT_SWAP] = {{"player1", FORM_PLAYER, AT(what)}, {"player2", FORM_PLAYER, AT(player)}, DECISION},
    [ACT_FORFEIT] = {{"player", FORM_ROLE, AT(player)}, DECISION},
    [ACT_BET] = {PLAYER, {"bet", FORM_INT, AT(count)}, DECISION},
    [ACT_PROPOSE] = {{"proposition", FORM_STRING, AT(what)}, {"propositionInt", FORM_INT, AT(value)}, DECISION},
    [ACT_VOTE] = {{"vote", FORM_STRING, AT(what)}, {"voteInt", FORM_INT, AT(value)}, DECISION},
    [ACT_TRIGGER] = {{"event", FORM_STRING, AT(value)}, PLAYER, DECISION},
    [ACT_NOTE] = {{"message", FORM_NOTE, AT(value)}, {"to", FORM_PLAYER, AT(player)}, DECISION},
    [ACT_REMEMBER] = {{"name", FORM_MEMORY, AT(what)}, {"value", FORM_INT, AT(value)}, DECISION},
    [ACT_FORGET] = {{"name", FORM_MEMORY, AT(what)}, {"value", FORM_INT, AT(value)}, DECISION},
    [ACT_STORE_STATE] = {DECISION},
    [ACT_ADD_TO_TEAM] = {{"team", FORM_INT, AT(value)}, PLAYER, DECISION},
    [ACT_NEXT_INSTANCE] = {DECISION},
    [ACT_CHOOSE] = {{"part", FORM_INT, AT(value)}, {"site", FORM_SITE, AT(to)}, DECISION},
    [ACT_STEP] = {PLACE, {"action", FORM_INT, AT(value)}, DECISION},
    [ACT_PUZZLE_SET] = {VARIABLE, {"value", FORM_INT, AT(value)}, DECISION},
    [ACT_PUZZLE_TOGGLE] = {VARIABLE, {"value", FORM_INT, AT(value)}, DECISION},
    [ACT_PUZZLE_RESET] = {VARIABLE, {"max", FORM_INT, AT(value)}, DECISION},
};

static const char *const words[ACT_COUNT] = {
#define ACTION(name, text, effects, doc) text,
#include "rules/actions.def"
#undef ACTION
};

// ---- fields of an action -------------------------------------------------------------------------

static bool is_wide(const Field *field) { return field->offset == AT(count) || field->offset == AT(value); }
static bool is_type(const Field *field) { return field->form == FORM_TYPE || field->form == FORM_TYPE_TO; }

static int32_t get(const Action *action, const Field *field) {
  const char *at = (const char *)action + field->offset;
  if (is_type(field)) return *(const int8_t *)at;
  return is_wide(field) ? *(const int32_t *)(const void *)at : *(const int16_t *)(const void *)at;
}

static void set(Action *action, const Field *field, int32_t value) {
  char *at = (char *)action + field->offset;
  if (is_type(field)) *(int8_t *)at = (int8_t)value;
  else if (is_wide(field)) *(int32_t *)(void *)at = value;
  else *(int16_t *)(void *)at = (int16_t)value;
}

// ---- printing ------------------------------------------------------------------------------------

static bool is_written(const Action *action, const Field *field) {
  switch (field->form) {
    case FORM_OPT:
    case FORM_OPT_SITE:
    case FORM_TYPE: return get(action, field) >= 0 || (is_wide(field) && get(action, field) != -1);
    case FORM_TYPE_TO: return get(action, field) >= 0 && action->to >= 0;
    case FORM_MANY: return get(action, field) > 1;
    case FORM_LEVEL: return get(action, field) >= 0 && (action->flags & ACTION_FLAG);
    case FORM_FLAG: return (action->flags & field->offset) != 0;
    case FORM_NOT_FLAG: return (action->flags & field->offset) == 0;
    case FORM_END:
    case FORM_INT:
    case FORM_SITE:
    case FORM_PIECE:
    case FORM_PLAYER:
    case FORM_ROLE:
    case FORM_BOOL:
    case FORM_STRING:
    case FORM_NOTE:
    case FORM_VAR:
    case FORM_MEMORY: break;
  }
  return true;
}

// The unnamed variable or list is number 0.
static const char *name_at(const char *const *names, int n, int32_t i) {
  return i > 0 && i < n && names[i] ? names[i] : "null";
}

static const char *string_at(const Game *game, int32_t i) {
  return i >= 0 && i < game->program.n_strings ? game->program.strings[i] : "";
}

void move_text_note(Text *out, const Game *game, const Action *action) {
  if (!(action->flags & ACTION_FLAG)) text_puts(out, string_at(game, action->value));
  else if (action->flags & ACTION_UNIQUE) text_printf(out, "%.3f", action->value / 1000.0);
  else text_printf(out, "%d", action->value);
}

static void note_text(Text *out, const Game *game, const Action *action) {
  if (action->what > 0) text_printf(out, "P%d ", action->what);
  move_text_note(out, game, action);
}

static void value_text(Text *out, const Game *game, const Action *action, const Field *field) {
  switch (field->form) {
    case FORM_END: return;
    case FORM_TYPE:
    case FORM_TYPE_TO: text_puts(out, site_type_name((SiteType)get(action, field))); return;
    case FORM_BOOL: text_puts(out, get(action, field) > 0 ? "true" : "false"); return;
    case FORM_FLAG: text_puts(out, "true"); return;
    case FORM_NOT_FLAG: text_puts(out, "false"); return;
    case FORM_ROLE: text_printf(out, "P%d", get(action, field)); return;
    case FORM_STRING: text_puts(out, string_at(game, get(action, field))); return;
    case FORM_NOTE: note_text(out, game, action); return;
    case FORM_VAR: text_puts(out, name_at(game->vars, game->n_vars, get(action, field))); return;
    case FORM_MEMORY: text_puts(out, name_at(game->memories, game->n_memories, get(action, field))); return;
    case FORM_INT:
    case FORM_OPT:
    case FORM_MANY:
    case FORM_SITE:
    case FORM_OPT_SITE:
    case FORM_LEVEL:
    case FORM_PIECE:
    case FORM_PLAYER: text_printf(out, "%d", get(action, field)); return;
  }
}

void action_text(Text *out, const Game *game, const Action *action) {
  text_printf(out, "[%s:", words[action->kind]);
  const char *comma = "";
  for (const Field *field = fields[action->kind]; field->form != FORM_END; field++) {
    if (!is_written(action, field)) continue;
    text_printf(out, "%s%s=", comma, field->key);
    value_text(out, game, action, field);
    comma = ",";
  }
  text_char(out, ']');
}

static void optional(Text *out, const char *key, int value, bool there) {
  if (there) text_printf(out, ",%s=%d", key, value);
}

// Actions with commas between them; what was a move of its own is written as one.
static void list_text(Text *out, const Game *game, const Action *actions, size_t n) {
  const char *comma = "";
  for (size_t i = 0; i < n; i++) {
    const Action *action = &actions[i];
    if (action->kind == ACT_THEN) continue;
    text_puts(out, comma);
    comma = ",";
    if (action->kind != ACT_PART) {
      action_text(out, game, action);
      continue;
    }
    text_printf(out, "[Move:mover=%d", action->player);
    optional(out, "from", action->from, action->from != -1);
    optional(out, "to", action->to, action->to != -1);
    text_puts(out, ",actions=");
    list_text(out, game, action + 1, (size_t)action->count);
    text_char(out, ']');
    i += (size_t)action->count;
  }
}

// A move with the given detail and actions, such as those of x->done.
static void write_move(Text *out, const Game *game, const Move *move, MoveDetail detail, const Action *actions,
                       size_t n) {
  text_printf(out, "[Move:mover=%d", move->mover);
  optional(out, "from", move->from, move->from != -1);
  optional(out, "to", move->to, move->to != -1);
  optional(out, "state", detail.state, detail.state != -1);
  if (move->flags & MOVE_UNORIENTED) text_puts(out, ",oriented=false");
  optional(out, "edge", move_edge(move), move_edge(move) != -1);
  bool levels = detail.level_min && detail.level_max;
  optional(out, "levelMin", detail.level_min, levels);
  optional(out, "levelMax", detail.level_max, levels);
  text_puts(out, ",actions=");
  list_text(out, game, actions, n);
  text_char(out, ']');
}

void move_text(Text *out, Position *x, const Move *move, bool with_consequences) {
  Action few[FILL_MOST];
  if (!with_consequences) {
    write_move(out, x->game, move, move_detail(x, move), move_actions(x, move, few), move->n);
    return;
  }
  ActionVec done = {0};
  position_preview(x, move, &done);
  write_move(out, x->game, move, move_detail(x, move), done.at, done.n);
  VEC_FREE(&done);
}

void played_text(Text *out, const Position *x, const Move *made) {
  write_move(out, x->game, made, played_detail(x, made), played_actions(x, made), made->n);
}

// ---- parsing -------------------------------------------------------------------------------------

static bool fail(Text *why, const char *what, Str where) {
  if (why && !why->n) text_printf(why, "%s in '%.*s'", what, (int)MIN(where.n, (size_t)80), where.p);
  return false;
}

static bool parse_int(Str text, int32_t low, int32_t high, int32_t *out) {
  size_t i = 0;
  bool minus = text.n && text.p[0] == '-';
  int64_t value = 0;
  for (i = minus; i < text.n && text.p[i] >= '0' && text.p[i] <= '9' && value <= INT_MAX; i++) {
    value = value * 10 + (text.p[i] - '0');
  }
  if (i == minus || i < text.n) return false;
  value = minus ? -value : value;
  if (value < low || value > high) return false;
  *out = (int32_t)value;
  return true;
}

static bool parse_bool(Str text, int32_t *out) {
  *out = str_is(text, "true");
  return *out || str_is(text, "false");
}

static bool parse_name(Str text, const char *const *names, int n, int32_t *out) {
  *out = 0;
  if (str_is(text, "null")) return true;
  for (int i = 1; i < n; i++) {
    if (names[i] && str_is(text, names[i])) return *out = i, true;
  }
  return false;
}

static bool parse_string(const Game *game, Str text, int32_t *out) {
  for (int i = 0; i < game->program.n_strings; i++) {
    if (str_is(text, game->program.strings[i])) return *out = i, true;
  }
  return false;
}

static bool parse_type(Str text, int32_t *out) {
  for (int type = 0; type < SITE_TYPES; type++) {
    if (str_is(text, site_type_name((SiteType)type))) return *out = type, true;
  }
  return false;
}

// "P2 the message": the player in front is not part of a string of the program.
static Str split_player(Str text, int16_t *player) {
  size_t blank = 1;
  while (blank < text.n && text.p[blank] != ' ') blank++;
  int32_t number;
  if (text.n < 3 || text.p[0] != 'P' || blank == text.n) return text;
  if (!parse_int((Str){text.p + 1, blank - 1}, 1, GAME_PLAYERS_MAX, &number)) return text;
  *player = (int16_t)number;
  return (Str){text.p + blank + 1, text.n - blank - 1};
}

static bool parse_note(const Game *game, Str text, Action *action, int32_t *out) {
  if (parse_string(game, text, out)) return true;
  text = split_player(text, &action->what);
  if (parse_string(game, text, out)) return true;
  action->flags |= ACTION_FLAG;
  if (parse_int(text, INT_MIN, INT_MAX, out)) return true;
  double fraction;
  if (!str_real(text, -2e6, 2e6, &fraction)) return false;
  action->flags |= ACTION_UNIQUE;
  *out = number_clamp(fraction < 0 ? fraction * 1000 - 0.5 : fraction * 1000 + 0.5);
  return true;
}

static int32_t most_sites(const Game *game) {
  return MAX(game->sites[SITE_CELL], MAX(game->sites[SITE_VERTEX], game->sites[SITE_EDGE]));
}

static bool parse_number(const Field *field, Str text, int32_t *out) {
  return is_wide(field) ? parse_int(text, INT_MIN, INT_MAX, out) : parse_int(text, INT16_MIN, INT16_MAX, out);
}

// Reads the value of a field; false when it is malformed or out of range for the game.
static bool parse_value(const Game *game, const Field *field, Str text, Action *action, int32_t *out) {
  switch (field->form) {
    case FORM_END: return false;
    case FORM_TYPE:
    case FORM_TYPE_TO: return parse_type(text, out);
    case FORM_BOOL:
    case FORM_FLAG:
    case FORM_NOT_FLAG: return parse_bool(text, out);
    case FORM_ROLE:
      return text.n > 1 && text.p[0] == 'P' && parse_int((Str){text.p + 1, text.n - 1}, 1, game->players, out);
    case FORM_STRING: return parse_string(game, text, out);
    case FORM_NOTE: return parse_note(game, text, action, out);
    case FORM_VAR: return parse_name(text, game->vars, game->n_vars, out);
    case FORM_MEMORY: return parse_name(text, game->memories, game->n_memories, out);
    case FORM_SITE:
    case FORM_OPT_SITE: return parse_int(text, -1, most_sites(game) - 1, out);
    case FORM_PIECE: return parse_int(text, 0, game->n_components - 1, out);
    case FORM_PLAYER: return parse_int(text, 0, game->players + 1, out);
    case FORM_INT:
    case FORM_OPT:
    case FORM_MANY:
    case FORM_LEVEL: return parse_number(field, text, out);
  }
  return false;
}

static void store(Action *action, const Field *field, int32_t value) {
  if (field->form != FORM_FLAG && field->form != FORM_NOT_FLAG) set(action, field, value);
  else if (value) action->flags |= field->offset;
  else action->flags &= (uint8_t)~field->offset;
}

static bool is_free_text(Form form) {
  return form == FORM_STRING || form == FORM_NOTE || form == FORM_VAR || form == FORM_MEMORY;
}

// Where ",key=" begins last, or the end of the text.
static size_t find_key(Str text, const char *key) {
  size_t n = strlen(key);
  for (size_t i = text.n; i-- > 0;) {
    if (text.p[i] == ',' && i + n + 1 < text.n && !memcmp(text.p + i + 1, key, n) && text.p[i + n + 1] == '=') return i;
  }
  return text.n;
}

static size_t find_char(Str text, char c) {
  const char *at = text.n ? memchr(text.p, c, text.n) : NULL;
  return at ? (size_t)(at - text.p) : text.n;
}

static Str drop(Str text, size_t n) { return n >= text.n ? (Str){text.p + text.n, 0} : (Str){text.p + n, text.n - n}; }

static bool has_key(Str body, const char *key) { return find_key(body, key) < body.n; }

// field = key "=" value; a name may hold commas and runs to the next key.
static bool parse_field(const Game *game, Str *body, Action *action, Text *why, uint32_t *seen) {
  Str key = {body->p, find_char(*body, '=')};
  if (key.n == body->n) return fail(why, "a field without a value", *body);
  const Field *row = fields[action->kind], *field = row;
  while (field->form != FORM_END && !str_is(key, field->key)) field++;
  if (field->form == FORM_END) return fail(why, "an unknown field", *body);
  *body = drop(*body, key.n + 1);
  bool to_key = is_free_text(field->form) && field[1].form != FORM_END;
  Str value = {body->p, to_key ? find_key(*body, field[1].key) : find_char(*body, ',')};
  int32_t number;
  if (!parse_value(game, field, value, action, &number)) {
    return fail(why, "a value that does not fit its field", (Str){key.p, key.n + 1 + value.n});
  }
  store(action, field, number);
  *seen |= 1u << (field - row);
  *body = drop(*body, value.n + 1);
  return true;
}

static bool is_required(Form form) {
  return form == FORM_INT || form == FORM_SITE || form == FORM_PIECE || form == FORM_PLAYER || form == FORM_ROLE ||
         form == FORM_BOOL || is_free_text(form);
}

static bool find_kind(Str word, Str body, Action *action) {
  for (int kind = 0; kind < ACT_COUNT; kind++) {
    if (kind == ACT_THEN || kind == ACT_PART || !str_is(word, words[kind])) continue;
    *action = action_make((ActionKind)kind);
    if (kind == ACT_MOVE && has_key(body, "count")) action->kind = ACT_MOVE_N;
    if (kind == ACT_REMOVE) action->flags = ACTION_FLAG;
    return true;
  }
  return false;
}

// action = "[" word ":" [field {"," field}] "]"
bool action_parse(const Game *game, Str text, Action *action, Text *why) {
  if (text.n < 3 || text.p[0] != '[' || text.p[text.n - 1] != ']') return fail(why, "no action in brackets", text);
  Str inside = {text.p + 1, text.n - 2}, word = {inside.p, find_char(inside, ':')};
  Action result;
  Str body = drop(inside, word.n + 1);
  if (word.n == inside.n || !find_kind(word, body, &result)) return fail(why, "an unknown action", text);
  uint32_t seen = 0;
  while (body.n) {
    if (!parse_field(game, &body, &result, why, &seen)) return false;
  }
  const Field *row = fields[result.kind];
  for (int i = 0; row[i].form != FORM_END; i++) {
    if (is_required(row[i].form) && !(seen >> i & 1)) return fail(why, "a field is missing", text);
  }
  *action = result;
  return true;
}

// The bracketed text at the start, brackets balanced; empty when there is none.
static Str bracketed(Str text) {
  int depth = 0;
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] == '[') depth++;
    if (text.p[i] == ']') depth--;
    if (depth == 0) return (Str){text.p, i ? i + 1 : 0};
  }
  return (Str){text.p, 0};
}

enum { NESTING_MAX = 200 };

static bool parse_actions(Position *x, Str list, int depth, Text *why);

// A move among the actions of another stands for its actions.
static bool parse_part(Position *x, Str part, int depth, Text *why) {
  static const char head[] = ",actions=";
  size_t at = 0;
  while (at + sizeof head - 1 <= part.n && memcmp(part.p + at, head, sizeof head - 1)) at++;
  if (str_starts(part, "[Move:mover=") && at + sizeof head - 1 <= part.n) {
    if (depth == NESTING_MAX) return fail(why, "too many moves within moves", part);
    Str list = drop(part, at + sizeof head - 1);
    return parse_actions(x, (Str){list.p, list.n - 1}, depth + 1, why);
  }
  Action action;
  if (!action_parse(x->game, part, &action, why)) return false;
  VEC_PUSH(&x->actions, action);
  return true;
}

static bool parse_actions(Position *x, Str list, int depth, Text *why) {
  while (list.n) {
    Str part = bracketed(list);
    if (!part.n) return fail(why, "unbalanced brackets", list);
    if (!parse_part(x, part, depth, why)) return false;
    list = drop(list, part.n);
    if (list.n && list.p[0] != ',') return fail(why, "a missing comma", list);
    list = drop(list, 1);
  }
  return true;
}

// The head of a move; its edge is where it ends.
typedef struct MoveHead {
  int16_t mover, from, to, state, edge, level_min, level_max;
  uint8_t flags;
} MoveHead;

static bool set_head(const Game *game, MoveHead *move, Str key, Str value) {
  static const struct {
    const char *key;
    uint8_t offset;
  } members[] = {
      {"from", offsetof(MoveHead, from)},          {"to", offsetof(MoveHead, to)},
      {"state", offsetof(MoveHead, state)},        {"edge", offsetof(MoveHead, edge)},
      {"levelMin", offsetof(MoveHead, level_min)}, {"levelMax", offsetof(MoveHead, level_max)},
  };
  int32_t number;
  if (str_is(key, "oriented")) {
    if (!parse_bool(value, &number)) return false;
    if (!number) move->flags |= MOVE_UNORIENTED;
    return true;
  }
  if (str_is(key, "mover"))
    return parse_int(value, 0, game->players + 1, &number) && (move->mover = (int16_t)number, true);
  for (size_t i = 0; i < COUNT_OF(members); i++) {
    if (!str_is(key, members[i].key)) continue;
    if (!parse_int(value, INT16_MIN, INT16_MAX, &number)) return false;
    *(int16_t *)(void *)((char *)move + members[i].offset) = (int16_t)number;
    return true;
  }
  return false;
}

// move = "[Move:" field {"," field} ",actions=" action {"," action} "]"
static bool parse_move(Position *x, Str text, MoveHead *move, Text *why) {
  if (!str_starts(text, "[Move:mover=") || text.p[text.n - 1] != ']') return fail(why, "no move", text);
  Str rest = drop((Str){text.p, text.n - 1}, strlen("[Move:"));
  while (rest.n) {
    Str key = {rest.p, find_char(rest, '=')};
    rest = drop(rest, key.n + 1);
    if (str_is(key, "actions")) return parse_actions(x, rest, 0, why);
    Str value = {rest.p, find_char(rest, ',')};
    if (!set_head(x->game, move, key, value)) return fail(why, "a wrong field", key);
    rest = drop(rest, value.n + 1);
  }
  return fail(why, "no actions", text);
}

bool move_parse(Position *x, Str text, Move *move, Text *why) {
  size_t actions = x->actions.n;
  MoveHead head = {.from = -1, .to = -1, .state = -1, .edge = -1};
  bool good = parse_move(x, text, &head, why);
  if (good && head.edge != -1 && (head.edge != head.to || !(head.flags & MOVE_UNORIENTED)))
    good = fail(why, "an edge that is not where the move ends", text);
  if (!good) {
    x->actions.n = actions;
    return false;
  }
  Move result = {.from = head.from, .to = head.to, .mover = (int8_t)head.mover, .flags = head.flags};
  move_set_levels(x, &result, head.level_min, head.level_max);
  if (head.state != -1) move_set_state(x, &result, head.state);
  move_set_actions(x, &result, (uint32_t)actions);
  *move = result;
  return true;
}
