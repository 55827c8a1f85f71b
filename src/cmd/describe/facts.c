// Facts come from the library as JSON.
#include "cmd/describe/facts.h"

#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <strings.h>

static const FactColumn columns[] = {
    {"name", "of the game", FACT_TEXT},
    {"path", "of its description", FACT_TEXT},
    {"language", "lud or rbg", FACT_TEXT},
    {"runs", "whether it compiles", FACT_YES_NO},
    {"players", "how many", FACT_NUMBER},
    {"mode", "alternating, simultaneous or simulation", FACT_TEXT},
    {"sites", "of the kind the game is played on, board and hands", FACT_NUMBER},
    {"site_type", "Cell, Vertex or Edge", FACT_TEXT},
    {"pieces", "kinds of them, each player's counted", FACT_NUMBER},
    {"phases", "how many", FACT_NUMBER},
    {"options", "how many it offers", FACT_NUMBER},
    {"match", "whether it is made of other games", FACT_YES_NO},
    {"chance", "whether chance plays a part", FACT_YES_NO},
    {"hidden", "whether players cannot see everything", FACT_YES_NO},
    {"stacking", "whether pieces stand on each other", FACT_YES_NO},
    {"dice", "whether there are dice", FACT_YES_NO},
    {"cards", "whether there are cards", FACT_YES_NO},
    {"score", "whether scores are kept", FACT_YES_NO},
    {"puzzle", "whether it is a deduction puzzle", FACT_YES_NO},
    {"teams", "whether players play together", FACT_YES_NO},
    {"state_space_log10", "the most arrangements of pieces, as a power of ten", FACT_NUMBER},
    {"length", "mean number of moves of random games", FACT_NUMBER, true},
    {"length_q1", "a quarter of them are at most so long", FACT_NUMBER, true},
    {"length_q3", "a quarter of them are at least so long", FACT_NUMBER, true},
    {"branching", "mean number of legal moves", FACT_NUMBER, true},
    {"game_tree_log10", "about so many games, as a power of ten", FACT_NUMBER, true},
    {"draws", "share of random games without a winner", FACT_NUMBER, true},
    {"first_player", "share of the decided ones that the first player wins", FACT_NUMBER, true},
};

const FactColumn *fact_column(size_t i) { return i < COUNT_OF(columns) ? &columns[i] : NULL; }

const FactColumn *fact_find(Str name) {
  for (size_t i = 0; i < COUNT_OF(columns); i++) {
    if (str_is(name, columns[i].name)) return &columns[i];
  }
  return NULL;
}

// ---- conditions ----------------------------------------------------------------------------------

static bool is_operator(const char *op) {
  static const char *const all[] = {"=", "==", "!=", "<", "<=", ">", ">=", "~"};
  for (size_t i = 0; i < COUNT_OF(all); i++) {
    if (!strcmp(op, all[i])) return true;
  }
  return false;
}

// What is wrong with the value for a fact of its kind, or NULL.
static const char *misfit(Arena *arena, const FactCondition *c) {
  double number;
  const char *name = c->column->name;
  switch (c->column->kind) {
    case FACT_TEXT: return NULL;
    case FACT_NUMBER:
      if (c->op[0] != '~' && str_real(str_of(c->value), -HUGE_VAL, HUGE_VAL, &number)) return NULL;
      return arena_printf(arena, "%s is compared with a number, as in %s<3, not '%s%s'", name, name, c->op, c->value);
    case FACT_YES_NO:
      if (strchr("=!", c->op[0]) && (!strcasecmp(c->value, "yes") || !strcasecmp(c->value, "no"))) return NULL;
      return arena_printf(arena, "%s is yes or no, as in %s=yes, not '%s%s'", name, name, c->op, c->value);
  }
  return NULL;
}

static bool read_condition(Arena *arena, Str word, FactCondition *out, const char **why) {
  size_t n = 0;
  while (n < word.n && !strchr("=!<>~", word.p[n])) n++;
  out->column = fact_find((Str){word.p, n});
  size_t op = n;
  while (op < word.n && op < n + 2 && strchr("=!<>~", word.p[op])) op++;
  memcpy(out->op, word.p + n, op - n);
  out->value = arena_text(arena, (Str){word.p + op, word.n - op});
  if (!out->column) *why = arena_printf(arena, "there is no fact '%.*s'", (int)n, word.p);
  else if (!is_operator(out->op) || !*out->value) {
    *why = arena_printf(arena, "'%.*s' is not a condition such as players=2", (int)word.n, word.p);
  } else {
    *why = misfit(arena, out);
  }
  return !*why;
}

bool fact_conditions(Arena *arena, const char *text, FactCondition **list, int *n, const char **why) {
  *list = ARENA_ARRAY(arena, FactCondition, strlen(text) + 1);
  *n = 0;
  *why = NULL;
  for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
    Str word = {text, strcspn(text, " ")};
    if (!read_condition(arena, word, &(*list)[(*n)++], why)) return false;
    text += word.n;
  }
  return true;
}

static bool contains(const char *text, const char *part) {
  size_t n = strlen(part);
  for (; *text; text++) {
    if (!strncasecmp(text, part, n)) return true;
  }
  return false;
}

// -1, 0 or 1, as numbers where both are.
static int compare(const json_t *fact, const char *value) {
  if (json_is_boolean(fact)) return strcasecmp(json_is_true(fact) ? "yes" : "no", value);
  if (json_is_string(fact)) return strcasecmp(json_string_value(fact), value);
  double x = json_number_value(fact), y = strtod(value, NULL);
  return (x > y) - (x < y);
}

static bool meets(const json_t *fact, const FactCondition *condition) {
  const char *op = condition->op;
  if (!fact) return false;
  if (op[0] == '~') return json_is_string(fact) && contains(json_string_value(fact), condition->value);
  int order = compare(fact, condition->value);
  if (op[0] == '!') return order != 0;
  if (op[0] == '<') return op[1] ? order <= 0 : order < 0;
  if (op[0] == '>') return op[1] ? order >= 0 : order > 0;
  return order == 0;
}

bool facts_meet(const json_t *facts, const FactCondition *list, int n) {
  for (int i = 0; i < n; i++) {
    if (!meets(json_object_get(facts, list[i].column->name), &list[i])) return false;
  }
  return true;
}

// ---- facts ---------------------------------------------------------------------------------------

static senet_status write_facts(const void *self, char *buffer, size_t size, size_t *length) {
  return senet_facts_text(self, "", buffer, size, length);
}

json_t *facts_of(senet_library *library, size_t game, bool played) {
  senet_facts *facts = NULL;
  json_error_t error;
  Text text = {0};
  if (senet_library_summary(library, game, played, &facts) == SENET_OK) api_written(&text, write_facts, facts);
  json_t *json = text.n ? json_loads(text.p, 0, &error) : NULL;
  text_free(&text);
  senet_facts_free(facts);
  return json ? json : json_object();
}
