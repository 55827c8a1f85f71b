// Facts come from the library as JSON.
#include "cmd/describe/facts.h"

#include <stdlib.h>
#include <strings.h>

static const FactColumn columns[] = {
    {"name", "of the game"},
    {"path", "of its description"},
    {"language", "lud or rbg"},
    {"runs", "whether it compiles"},
    {"players", "how many"},
    {"mode", "alternating, simultaneous or simulation"},
    {"sites", "of the kind the game is played on, board and hands"},
    {"site_type", "Cell, Vertex or Edge"},
    {"pieces", "kinds of them, each player's counted"},
    {"phases", "how many"},
    {"options", "how many it offers"},
    {"match", "whether it is made of other games"},
    {"chance", "whether chance plays a part"},
    {"hidden", "whether players cannot see everything"},
    {"stacking", "whether pieces stand on each other"},
    {"dice", "whether there are dice"},
    {"cards", "whether there are cards"},
    {"score", "whether scores are kept"},
    {"puzzle", "whether it is a deduction puzzle"},
    {"teams", "whether players play together"},
    {"state_space_log10", "the most arrangements of pieces, as a power of ten"},
    {"length", "mean number of moves of random games", true},
    {"length_q1", "a quarter of them are at most so long", true},
    {"length_q3", "a quarter of them are at least so long", true},
    {"branching", "mean number of legal moves", true},
    {"game_tree_log10", "about so many games, as a power of ten", true},
    {"draws", "share of random games without a winner", true},
    {"first_player", "share of the decided ones that the first player wins", true},
};

const FactColumn *fact_column(size_t i) { return i < COUNT_OF(columns) ? &columns[i] : NULL; }

const FactColumn *fact_find(Str name) {
  for (size_t i = 0; i < COUNT_OF(columns); i++) {
    if (str_is(name, columns[i].name)) return &columns[i];
  }
  return NULL;
}

// ---- conditions ----------------------------------------------------------------------------------

static bool read_condition(Arena *arena, Str word, FactCondition *out, const char **why) {
  size_t n = 0;
  while (n < word.n && !strchr("=!<>~", word.p[n])) n++;
  out->column = fact_find((Str){word.p, n});
  size_t op = n;
  while (op < word.n && op < n + 2 && strchr("=!<>~", word.p[op])) op++;
  memcpy(out->op, word.p + n, op - n);
  out->value = arena_text(arena, (Str){word.p + op, word.n - op});
  if (!out->column) *why = arena_printf(arena, "there is no fact '%.*s'", (int)n, word.p);
  else if (op == n || !*out->value) {
    *why = arena_printf(arena, "'%.*s' is not a condition such as players=2", (int)word.n, word.p);
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
