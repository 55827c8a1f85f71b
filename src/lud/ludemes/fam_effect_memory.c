// Effects on what players keep in mind and tell each other: remembered numbers and positions, events,
// notes, questions put to the vote.
#include "lud/lower/board_bridge.h"
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

static Str name_of(const Term *name) { return name ? name->text : (Str){0}; }

// An action that says `what` and value, and nothing of sites.
static Ref say(Lower *lower, ActionKind kind, int what, Ref value, Ref player, int flags) {
  return EMIT(B, OP_ACTION, kind, -1, 0, 0, (int32_t)builder_const(B, what), 0, (int32_t)value, 0, (int32_t)player,
              flags);
}

// ---- memory --------------------------------------------------------------------------------------

Ref lower_remember_as(Lower *lower, const Term *name, Ref value, const Term *unique) {
  int memory = lower_memory(lower, name_of(name));
  Ref body = say(lower, ACT_REMEMBER, memory, value, 0, 0);
  if (!unique) return body;
  Ref known = EMIT(B, OP_IS_IN_INTS, (int32_t)value, (int32_t)EMIT(B, OP_INTS_REMEMBERED, memory));
  Ref twice = EMIT(B, OP_AND, (int32_t)lower_bool(lower, unique), (int32_t)known);
  return EMIT(B, OP_IF_MOVES, (int32_t)EMIT(B, OP_NOT, (int32_t)twice), (int32_t)body, 0);
}

// (remember Value [string] int [unique:boolean] [then])
static Ref lower_remember_value(Lower *lower, const Term *term) {
  Ref value = lower_int(lower, term_arg(term, L_REMEMBER_VALUE_INT));
  Ref body =
      lower_remember_as(lower, term_arg(term, L_REMEMBER_VALUE_STRING), value, term_arg(term, L_REMEMBER_VALUE_UNIQUE));
  return lower_then(lower, body, term_arg(term, L_REMEMBER_VALUE_THEN));
}

static Ref lower_remember_state(Lower *lower, const Term *term) {
  return lower_then(lower, say(lower, ACT_STORE_STATE, -1, 0, 0, 0), term_arg(term, L_REMEMBER_STATE_THEN));
}

// (forget Value [string] int [then])
static Ref lower_forget(Lower *lower, const Term *term) {
  int memory = lower_memory(lower, name_of(term_arg(term, L_FORGET_STRING)));
  Ref body = say(lower, ACT_FORGET, memory, lower_int(lower, term_arg(term, L_FORGET_INT)), 0, 0);
  return lower_then(lower, body, term_arg(term, L_FORGET_THEN));
}

static Ref forget_list(Lower *lower, int memory) {
  Ref each = say(lower, ACT_FORGET, memory, lower_slot(lower, SLOT_ITEM), 0, 0);
  return EMIT(B, OP_FOR_INTS, SLOT_ITEM, (int32_t)EMIT(B, OP_INTS_REMEMBERED, memory), (int32_t)each);
}

static bool note_list(const Term *term, void *self) {
  bool remembers = term->kind == TERM_CALL && term->row->lower == lower_remember_value;
  if (remembers) lower_memory(self, name_of(term_arg(term, L_REMEMBER_VALUE_STRING)));
  return false;
}

// (forget Value [string] All [then]): without a name, all lists there are.
static Ref lower_forget_all(Lower *lower, const Term *term) {
  const Term *name = term_arg(term, L_FORGET_ALL_STRING);
  if (!name) lud_find_term(lower->root, note_list, lower);  // also those that come later
  int own = lower_memory(lower, name_of(name)), n = name ? 1 : (int)lower->memories.n;
  int32_t *lists = ARENA_ARRAY(lower->arena, int32_t, n);
  for (int i = 0; i < n; i++) lists[i] = (int32_t)forget_list(lower, name ? own : i);
  Ref body = EMIT(B, OP_ONE_MOVE, 0, (int32_t)builder_emit(B, OP_SEQ, n, lists));
  return lower_then(lower, body, term_arg(term, L_FORGET_ALL_THEN));
}

// ---- events and notes ----------------------------------------------------------------------------

// (trigger string (int | roleType) [then]): its consequence is never looked at.
static Ref lower_trigger(Lower *lower, const Term *term) {
  Ref event = builder_const(B, builder_string(B, term_arg(term, L_TRIGGER_STRING)->text));
  return say(lower, ACT_TRIGGER, -1, event, lower_player(lower, term_arg(term, L_TRIGGER_INT)), 0);
}

static Ref is_player(Lower *lower, Ref player) {
  Ref low = EMIT(B, OP_LT, (int32_t)builder_const(B, 0), (int32_t)player);
  Ref high = EMIT(B, OP_LE, (int32_t)player, (int32_t)builder_const(B, lower->game->players));
  return EMIT(B, OP_AND, (int32_t)low, (int32_t)high);
}

// What a note says is a text, a number (ACTION_FLAG) or a fraction in thousandths (also ACTION_UNIQUE).
static Ref note_of(Lower *lower, const Term *term, Ref value, int flags) {
  const Term *from = term_arg(term, L_NOTE_PLAYER), *to = term_arg(term, L_NOTE_TO);
  bool all = !to || term_is(to, "All");
  Ref player = all ? lower_slot(lower, SLOT_ITEM) : lower_player(lower, to);
  Ref body = EMIT(B, OP_ACTION, ACT_NOTE, -1, 0, 0, (int32_t)lower_player(lower, from), 0, (int32_t)value, 0,
                  (int32_t)player, flags);
  if (all) return EMIT(B, OP_FOR_MASK, SLOT_ITEM, (int32_t)EMIT(B, OP_PLAYERS, ROLES_ALL, 0, 1), (int32_t)body);
  return EMIT(B, OP_IF_MOVES, (int32_t)is_player(lower, player), (int32_t)body, 0);
}

static Ref note_text(Lower *lower, const Term *term, Str text) {
  return note_of(lower, term, builder_const(B, builder_string(B, text)), 0);
}

static Ref note_fraction(Lower *lower, const Term *term, const Term *message) {
  Ref thousand = EMIT(B, OP_FLOAT_OF_INT, (int32_t)builder_const(B, 1000));
  Ref value = EMIT(B, OP_FLOAT_BINARY, FLOAT_MUL, (int32_t)lower_float(lower, message), (int32_t)thousand);
  return note_of(lower, term, EMIT(B, OP_INT_OF_FLOAT, (int32_t)value), ACTION_FLAG | ACTION_UNIQUE);
}

// Of a list or of sites, a note for each.
static Ref note_each(Lower *lower, const Term *term, const Term *message, bool sites) {
  Slot slot = sites ? SLOT_SITE : SLOT_VALUE;
  Ref values = sites ? lower_region(lower, message) : lower_ints(lower, message);
  Ref body = note_of(lower, term, lower_slot(lower, slot), ACTION_FLAG);
  return EMIT(B, sites ? OP_FOR_SITES : OP_FOR_INTS, slot, (int32_t)values, (int32_t)body);
}

// (note [player] message [to:player | to:roleType])
static Ref lower_note(Lower *lower, const Term *term) {
  const Term *message = term_arg(term, L_NOTE_STRING);
  lower->flags |= GAME_NOTES;
  if (message->kind == TERM_STRING) return note_text(lower, term, message->text);
  if (message->kind == TERM_BOOL || (message->kind == TERM_CALL && !strcmp(message->type, "boolean"))) {
    return EMIT(B, OP_IF_MOVES, (int32_t)lower_bool(lower, message), (int32_t)note_text(lower, term, str_of("true")),
                (int32_t)note_text(lower, term, str_of("false")));
  }
  const char *type = message->kind == TERM_ARRAY   ? "ints"
                     : message->kind == TERM_FLOAT ? "float"
                     : message->kind == TERM_CALL  ? message->type
                                                   : "int";
  if (!strcmp(type, "float")) return note_fraction(lower, term, message);
  if (!strcmp(type, "ints") || !strcmp(type, "sites")) return note_each(lower, term, message, *type == 's');
  if (strcmp(type, "int") != 0) return lower_unsupported(lower, term, "(note ...) of ranges, directions and graphs");
  return note_of(lower, term, lower_int(lower, message), ACTION_FLAG);
}

// ---- votes ---------------------------------------------------------------------------------------

// (string | {string}) [then], from slot `at` on.
Ref lower_message_as(Lower *lower, const Term *term, uint32_t at, ActionKind kind, bool decision) {
  const Term *what = term_arg(term, at + L_PROPOSE_STRING);
  uint32_t n = what->kind == TERM_ARRAY ? what->n : 1;
  int32_t *items = ARENA_ARRAY(lower->arena, int32_t, MAX(n, 1u));
  lower->flags |= GAME_VOTES;
  for (uint32_t i = 0; i < n; i++) {
    Str question = (what->kind == TERM_ARRAY ? what->args[i] : what)->text;
    Ref number = builder_const(B, lower_vote(lower, question));
    items[i] = (int32_t)say(lower, kind, builder_string(B, question), number, 0, decision ? ACTION_DECISION : 0);
  }
  return lower_then(lower, builder_emit(B, OP_SEQ, (int)n, items), term_arg(term, at + L_PROPOSE_THEN));
}

static Ref lower_propose(Lower *lower, const Term *term) {
  return lower_message_as(lower, term, 0, ACT_PROPOSE, false);
}
static Ref lower_cast_vote(Lower *lower, const Term *term) { return lower_message_as(lower, term, 0, ACT_VOTE, false); }

static const LudRow rows[] = {
    // Memory.
    {"remember", "effect", "State [then]", "Stores the present position, to be avoided later.", lower_remember_state},
    {"remember", "effect", "Value [string] int [unique:boolean] [then]",
     "Adds a number to the list remembered under that name.", lower_remember_value},
    {"forget", "effect", "Value [string] All [then]", "Empties the list remembered under that name.", lower_forget_all},
    {"forget", "effect", "Value [string] int [then]", "Takes a number off the list remembered under that name.",
     lower_forget},

    // Messages.
    {"trigger", "effect", "string (int | roleType) [then]",
     "Makes an event happen for a player, to be asked for later.", lower_trigger},
    {"note", "effect",
     "[player:int | player:roleType] (string | int | ints | float | boolean | sites | range | direction | graph) "
     "[to:player | to:roleType]",
     "Shows a message to a player or to all.", lower_note},
    {"propose", "effect", "(string | {string}) [then]", "Puts a question to the vote.", lower_propose},
    {"vote", "effect", "(string | {string}) [then]", "Votes on a question that was proposed.", lower_cast_vote},
};

const LudFamily fam_effect_memory = {"memory and votes", rows, COUNT_OF(rows)};
