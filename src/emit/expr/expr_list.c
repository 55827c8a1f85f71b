// Lists of numbers that are made of others while playing: arrays of the emitted C.
#include "emit/emit_internal.h"

#include "rules/effects.h"

enum { LIST_MOST = 1024 };  // items; a longer list stops the game

typedef struct ListCode {
  const char *items, *n;  // an array and how much of it is used
} ListCode;

static void fill_list(Emitter *e, int32_t ref, ListCode list);

static ListCode new_list(Emitter *e) {
  ListCode list = {emit_name(e, "a"), emit_name(e, "n")};
  emit_line(e, "int %s[%d], %s = 0;", list.items, LIST_MOST, list.n);
  return list;
}

static ListCode list_of(Emitter *e, int32_t ref) {
  ListCode list = new_list(e);
  Context old = e->at;
  fill_list(e, ref, list);
  e->at = old;
  return list;
}

static void push_item(Emitter *e, ListCode list, const char *item) {
  emit_line(e, "if (%s < %d) %s[%s++] = %s; else exceed();", list.n, LIST_MOST, list.items, list.n, item);
}

// Whether a list has what the C expression says.
static const char *list_has(Emitter *e, ListCode list, const char *item) {
  const char *found = emit_name(e, "f"), *k = emit_name(e, "k");
  emit_line(e, "int %s = 0;", found);
  emit_line(e, "for (int %s = 0; %s < %s && !%s; %s++) %s = %s[%s] == %s;", k, k, list.n, found, k, found, list.items,
            k, item);
  return found;
}

// The items of a list that another one has, or those that it does not have.
static void push_items(Emitter *e, ListCode list, ListCode items, ListCode other, bool had) {
  const char *k = emit_name(e, "k");
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", k, k, items.n, k);
  const char *item = emit_text(e, "%s[%s]", items.items, k);
  emit_open(e, had ? "if (%s)" : "if (!%s)", list_has(e, other, item));
  push_item(e, list, item);
  emit_close(e);
  emit_close(e);
}

static void fill_union(Emitter *e, const Ins *in, ListCode list) {
  fill_list(e, in->a[A_INTS_UNION_A], list);
  push_items(e, list, list_of(e, in->a[A_INTS_UNION_B]), list, false);
}

static void fill_intersection(Emitter *e, const Ins *in, ListCode list) {
  ListCode a = list_of(e, in->a[A_INTS_INTERSECTION_A]), b = list_of(e, in->a[A_INTS_INTERSECTION_B]);
  push_items(e, list, b, a, true);
}

// Every item of the second list takes one equal item out of the first.
static void fill_difference(Emitter *e, const Ins *in, ListCode list) {
  const char *i = emit_name(e, "k"), *k = emit_name(e, "k"), *used = emit_name(e, "u");
  ListCode a = list_of(e, in->a[A_INTS_DIFFERENCE_A]), b = list_of(e, in->a[A_INTS_DIFFERENCE_B]);
  emit_line(e, "u8 %s[%d] = {0};", used, LIST_MOST);
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", i, i, a.n, i);
  emit_line(e, "int %s = 0;", k);
  emit_line(e, "while (%s < %s && (%s[%s] || %s[%s] != %s[%s])) %s++;", k, b.n, used, k, b.items, k, a.items, i, k);
  emit_open(e, "if (%s < %s)", k, b.n);
  emit_line(e, "%s[%s] = 1;", used, k);
  emit_close(e);
  emit_open(e, "else");
  push_item(e, list, emit_text(e, "%s[%s]", a.items, i));
  emit_close(e);
  emit_close(e);
}

static void fill_either(Emitter *e, const Ins *in, ListCode list) {
  Code cond = emit_int(e, in->a[A_IF_INTS_COND]);
  emit_open(e, "if (%s)", cond.text);
  if (in->a[A_IF_INTS_THEN]) fill_list(e, in->a[A_IF_INTS_THEN], list);
  emit_close(e);
  emit_open(e, "else");
  if (in->a[A_IF_INTS_ELSE]) fill_list(e, in->a[A_IF_INTS_ELSE], list);
  emit_close(e);
}

static int team_of(const Emitter *e, int player) {
  return e->teams && player >= 1 && player <= e->game->players ? e->team[player] : player;
}

static bool is_meant(const Emitter *e, RoleSet roles, int player, int of) {
  int mover = e->at.mover.value;
  bool real = player >= 1 && player <= e->game->players, same = real && team_of(e, player) == team_of(e, of);
  switch (roles) {
    case ROLES_ALL: return true;
    case ROLES_ENEMY: return real && !same && player != (e->teams ? mover : of);
    case ROLES_ALLY: return e->teams && same && player != of;
    case ROLES_FRIEND: return same;
    case ROLES_NON_MOVER: return player <= e->game->players && player != mover;
    case ROLES_TEAM: return real && (e->teams ? team_of(e, player) : player) == of;
  }
  return false;
}

static void fill_players(Emitter *e, const Ins *in, ListCode list) {
  RoleSet roles = (RoleSet)in->a[A_INTS_PLAYERS_ROLES];
  Code of = in->a[A_INTS_PLAYERS_OF] ? emit_int(e, in->a[A_INTS_PLAYERS_OF]) : e->at.mover;
  Code old = e->at.slot[SLOT_PLAYER];
  int players = e->game->players;
  if (!of.known || !e->at.mover.known) emit_fail(e, "INTS_PLAYERS of a player found while playing");
  bool none = roles != ROLES_TEAM && in->a[A_INTS_PLAYERS_OF] && (of.value == 0 || of.value > players);
  for (int p = 0; p <= players + 1 && !none && !e->why; p++) {
    if (!is_meant(e, roles, p, of.value)) continue;
    e->at.slot[SLOT_PLAYER] = code_const(e, p);
    emit_open(e, "if (%s)", emit_cond(e, in->a[A_INTS_PLAYERS_IF]));
    push_item(e, list, e->at.slot[SLOT_PLAYER].text);
    emit_close(e);
  }
  e->at.slot[SLOT_PLAYER] = old;
}

// What is remembered may change while the list is gone through: such lists are left to the interpreter.
static bool is_made(const Emitter *e, int32_t ref) {
  int op = emit_ins(e, ref)->op;
  if (e->plan->needs[ref] & PART_VALUES) return false;
  return op == OP_INTS_UNION || op == OP_INTS_INTERSECTION || op == OP_INTS_DIFFERENCE || op == OP_IF_INTS ||
         op == OP_INTS_PLAYERS;
}

static void fill_list(Emitter *e, int32_t ref, ListCode list) {
  const Ins *in = emit_ins(e, ref);
  const char *value;
  IntList known;
  if (e->why) return;
  if (in->op == OP_INTS_UNION) fill_union(e, in, list);
  else if (in->op == OP_INTS_INTERSECTION) fill_intersection(e, in, list);
  else if (in->op == OP_INTS_DIFFERENCE) fill_difference(e, in, list);
  else if (in->op == OP_IF_INTS) fill_either(e, in, list);
  else if (in->op == OP_INTS_PLAYERS) fill_players(e, in, list);
  else if (in->op == OP_INTS_CONST && emit_ints(e, ref, &known) && !known.n) return;
  else {
    Context old = e->at;
    int blocks = emit_open_ints(e, ref, &value);
    push_item(e, list, value);
    emit_close_ints(e, blocks);
    e->at = old;
  }
}

bool emit_open_list(Emitter *e, int32_t ref, const char **value) {
  if (!is_made(e, ref)) return false;
  ListCode list = list_of(e, ref);
  const char *k = emit_name(e, "k");
  emit_open(e, "for (int %s = 0; %s < %s; %s++)", k, k, list.n, k);
  *value = emit_text(e, "%s[%s]", list.items, k);
  e->at.in_loop = true;
  return true;
}
