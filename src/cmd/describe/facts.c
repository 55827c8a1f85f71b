// Facts come from the compiled game, and from a few random games where somebody asks for them.
#include "cmd/describe/facts.h"

#include "lud/lower/lower.h"
#include "play/playout/survey.h"

#include <math.h>
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

static void add_flags(json_t *facts, const Game *game) {
  static const struct {
    const char *name;
    uint32_t flag;
  } flags[] = {{"chance", GAME_STOCHASTIC}, {"hidden", GAME_HIDDEN}, {"stacking", GAME_STACKING},
               {"dice", GAME_DICE},         {"cards", GAME_CARDS},   {"score", GAME_SCORE},
               {"puzzle", GAME_PUZZLE},     {"teams", GAME_TEAMS}};
  for (size_t i = 0; i < COUNT_OF(flags); i++) {
    json_object_set_new(facts, flags[i].name, json_boolean(game_has(game, flags[i].flag)));
  }
}

static void add_game(json_t *facts, const Game *game) {
  int sites = game->sites[game->site_type];
  json_object_update_new(
      facts, json_pack("{si ss si ss si si sb}", "players", game->players, "mode", game_mode_name(game->mode), "sites",
                       sites, "site_type", site_type_name(game->site_type), "pieces", MAX(game->n_components - 1, 0),
                       "phases", game->n_phases, "match", game->n_subgames > 0));
  json_object_set_new(facts, "state_space_log10", json_real(sites * log10((double)MAX(game->n_components, 2))));
  add_flags(facts, game);
}

enum { PLAYED_GAMES = 30 };

static void add_played(json_t *facts, const Game *game) {
  Survey s;
  SurveyPlan plan = {.seed = 1, .games = PLAYED_GAMES, .seconds = 0.5};
  survey_run(game, &plan, &s);
  double n = (double)s.totals.n;
  if (s.totals.n && !s.fault) {
    json_object_update_new(
        facts, json_pack("{sf sf sf sf sf sf}", "length", (double)s.totals.moves / n, "length_q1",
                         s.lengths.at[s.lengths.n / 4], "length_q3", s.lengths.at[s.lengths.n * 3 / 4], "branching",
                         s.positions ? (double)s.choices / (double)s.positions : 0, "game_tree_log10", s.tree / n,
                         "draws", (double)s.totals.draws / n));
    if (s.decided) json_object_set_new(facts, "first_player", json_real((double)s.first_player / (double)s.decided));
  }
  survey_free(&s);
}

static const Game *compile_lud(Load *load, const LibraryGame *game) {
  const Game *compiled = NULL;
  OptionWishes wishes = {0};
  LudInput input = {.source = library_read(&load->library, game, &load->arena, &load->diags), .root = (int)game->root};
  bool good = input.source &&
              lud_load_input(&load->library, &load->arena, &input, &wishes, &load->diags, &load->game) &&
              lud_compile(&load->arena, load->game.terms, &load->diags, &compiled);
  return good ? compiled : NULL;
}

static const Game *compile_rbg(Load *load, const LibraryGame *game) {
  const Game *compiled = NULL;
  load->rbg = rbg_read(&load->arena, game->path, &load->diags);
  bool good = load->rbg && rbg_compile(&load->arena, load->rbg, NULL, &load->diags, &compiled);
  return good ? compiled : NULL;
}

json_t *facts_of(Load *load, const LibraryGame *game, bool played) {
  bool rbg = str_ends(str_of(game->path), ".rbg");
  arena_reset(&load->arena);
  diags_init(&load->diags, &load->arena);
  load->game = (LudGame){0};
  load->rbg = NULL;
  const Game *compiled = rbg ? compile_rbg(load, game) : compile_lud(load, game);
  json_t *facts = json_pack("{ss ss ss sb}", "name", game->name, "path", game->path, "language", rbg ? "rbg" : "lud",
                            "runs", compiled != NULL);
  if (!rbg) json_object_set_new(facts, "options", json_integer((json_int_t)load->game.options.n));
  if (compiled) add_game(facts, compiled);
  if (compiled && played) add_played(facts, compiled);
  return facts;
}
