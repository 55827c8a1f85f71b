// senet info: what is known about a game. The facts are collected as JSON, and the text for people is
// printed from the same object.
#include "cmd/frame/game_option.h"

#include "emit/emit.h"
#include "lud/lower/lower.h"
#include "lud/lower/metadata.h"
#include "plan/infer.h"
#include "play/show/card.h"
#include "search/opponent.h"
#include "search/traits.h"

#include <jansson.h>
#include <stdio.h>

typedef struct FlagName {
  uint32_t flag;
  const char *name;
} FlagName;

static const FlagName flag_names[] = {
    {GAME_STACKING, "stacking"},
    {GAME_COUNT, "counts"},
    {GAME_STATE, "states"},
    {GAME_ROTATION, "rotations"},
    {GAME_VALUE, "values"},
    {GAME_STOCHASTIC, "chance"},
    {GAME_HIDDEN, "hidden information"},
    {GAME_SCORE, "scores"},
    {GAME_PAYOFF, "payoffs"},
    {GAME_AMOUNT, "amounts"},
    {GAME_TEAMS, "teams"},
    {GAME_VOTES, "votes"},
    {GAME_DICE, "dice"},
    {GAME_CARDS, "cards"},
    {GAME_DOMINOES, "dominoes"},
    {GAME_LARGE_PIECES, "large pieces"},
    {GAME_PUZZLE, "deduction puzzle"},
    {GAME_BOARDLESS, "boardless"},
};

static json_t *json_str(Str text) { return json_stringn(text.p, text.n); }

static json_t *options_json(const GameOptions *options) {
  json_t *list = json_array();
  for (size_t i = 0; i < options->n; i++) {
    const OptionCategory *category = &options->categories[i];
    json_t *items = json_array();
    for (size_t k = 0; k < category->n; k++) json_array_append_new(items, json_str(category->items[k].name));
    json_t *entry = json_pack("{so so so}", "name", json_str(category->name), "items", items, "chosen",
                              json_str(category->items[category->chosen].name));
    json_array_append_new(list, entry);
  }
  return list;
}

static json_t *rulesets_json(const GameOptions *options) {
  json_t *list = json_array();
  for (size_t i = 0; i < options->n_rulesets; i++) json_array_append_new(list, json_str(options->rulesets[i].name));
  return list;
}

static const char *mode_name(GameMode mode) {
  switch (mode) {
    case MODE_ALTERNATING: return "alternating";
    case MODE_SIMULTANEOUS: return "simultaneous";
    case MODE_SIMULATION: return "simulation";
  }
  return "";
}

static json_t *containers_json(const Game *game) {
  json_t *list = json_array();
  for (int i = 0; i < game->n_containers; i++) {
    const Container *c = &game->containers[i];
    json_array_append_new(
        list, json_pack("{ss si si si}", "name", c->name, "owner", c->owner, "first", c->first, "sites", c->n));
  }
  return list;
}

static void add_card(json_t *piece, const Component *card) {
  char label[CARD_BYTES];
  card_label(card, label);
  json_object_update_new(
      piece, json_pack("{ss si si si si si}", "card", label, "suit", card->suit, "rank", card->rank, "value",
                       card->value, "trump_rank", card->trump_rank, "trump_value", card->trump_value));
}

static json_t *pieces_json(const Game *game) {
  json_t *list = json_array();
  for (int i = 1; i < game->n_components; i++) {
    const Component *component = &game->components[i];
    json_t *piece = json_pack("{ss si}", "name", component->name, "owner", component->owner);
    if (component->kind == COMPONENT_CARD) add_card(piece, component);
    json_array_append_new(list, piece);
  }
  return list;
}

static json_t *phases_json(const Game *game) {
  json_t *list = json_array();
  for (int i = 0; i < game->n_phases; i++) json_array_append_new(list, json_string(game->phases[i].name));
  return list;
}

static json_t *flags_json(const Game *game) {
  json_t *list = json_array();
  for (size_t i = 0; i < COUNT_OF(flag_names); i++) {
    if (game_has(game, flag_names[i].flag)) json_array_append_new(list, json_string(flag_names[i].name));
  }
  return list;
}

static void add_playouts(json_t *list, const Game *game, Arena *arena) {
  const PhasePlayout *playouts = game_infer_playouts(game, arena);
  for (int i = 0; i < game->n_phases; i++) {
    const char *kind = playout_kind_names[playouts[i].kind];
    json_array_append_new(list,
                          json_pack("{ss* ss ss}", "name", game->phases[i].name, "kind", kind, "why", playouts[i].why));
  }
  for (int i = 0; i < game->n_subgames; i++) add_playouts(list, game->subgames[i].game, arena);
}

// What random games may leave undone until a move is drawn, by phase.
static json_t *playouts_json(const Game *game) {
  Arena arena = {0};
  json_t *list = json_array();
  add_playouts(list, game, &arena);
  arena_free(&arena);
  return list;
}

// Whether the game has native code, or what it lacks.
static json_t *native_json(const Game *game) {
  Arena arena = {0};
  Text text = {0};
  const char *why = NULL;
  bool good = emit_game(game, &arena, &text, &why);
  json_t *answer = good ? json_string("yes") : json_sprintf("no: %s", why ? why : "its rules cannot be written as C");
  text_free(&text);
  arena_free(&arena);
  return answer;
}

// Who plays the game by default.
static json_t *agent_json(const Game *game) {
  Arena arena = {0};
  Opponent chosen = opponent_choose(&arena, game);
  Traits traits;
  traits_find(game, &traits);
  json_t *seen = json_pack("{sf sf sf}", "branching", traits.branching, "length", traits.length, "taken", traits.taken);
  json_t *answer = json_pack("{ss ss so}", "name", chosen.agent, "why", chosen.why, "traits", seen);
  const char *prover = opponent_prover(&arena, game);
  if (prover) json_object_set_new(answer, "with_much_time", json_sprintf("%s, if it proves a result", prover));
  arena_free(&arena);
  return answer;
}

// What the compiled game says.
static void add_game(json_t *info, const Game *game) {
  json_object_set_new(info, "players", json_integer(game->players));
  json_object_set_new(info, "mode", json_string(mode_name(game->mode)));
  json_t *sites = json_object();
  for (SiteType t = 0; t < SITE_TYPES; t++) json_object_set_new(sites, site_type_name(t), json_integer(game->sites[t]));
  json_object_set_new(info, "sites", sites);
  json_object_set_new(info, "site_type", json_string(site_type_name(game->site_type)));
  json_object_set_new(info, "containers", containers_json(game));
  json_object_set_new(info, "pieces", pieces_json(game));
  json_object_set_new(info, "phases", phases_json(game));
  json_object_set_new(info, "uses", flags_json(game));
  json_object_set_new(info, "playouts", playouts_json(game));
  json_object_set_new(info, "native", native_json(game));
  json_object_set_new(info, "agent", agent_json(game));
}

// What the description says besides its rules.
static void add_description(json_t *info, const LudGame *game) {
  static const char *const keys[] = {"description", "rules"};
  for (size_t i = 0; game->metadata && i < COUNT_OF(keys); i++) {
    Str text = metadata_info(game->metadata, keys[i]);
    if (text.n) json_object_set_new(info, keys[i], json_str(text));
  }
  if (game->options.n) json_object_set_new(info, "options", options_json(&game->options));
  if (game->options.n_rulesets) json_object_set_new(info, "rulesets", rulesets_json(&game->options));
}

static bool listed(const json_t *list, const char *text) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    if (!strcmp(json_string_value(json_array_get(list, i)), text)) return true;
  }
  return false;
}

// The distinct messages about what keeps a game from running.
static json_t *problems_json(const Diags *diags) {
  json_t *list = json_array();
  for (size_t i = 0; i < diags->n; i++) {
    if (!listed(list, diags->list[i].message)) json_array_append_new(list, json_string(diags->list[i].message));
  }
  return list;
}

static json_t *collect(Load *load) {
  json_t *info = json_object();
  const Game *game = NULL;
  json_object_set_new(info, "name", json_string(load->game.name));
  add_description(info, &load->game);
  bool runs = lud_compile(&load->arena, load->game.terms, &load->diags, &game);
  if (runs) add_game(info, game);
  json_object_set_new(info, "runs", json_boolean(runs));
  if (!runs) json_object_set_new(info, "problems", problems_json(&load->diags));
  return info;
}

static void print_value(const json_t *value);

static void print_object(const json_t *object) {
  const char *key, *between = "";
  json_t *value;
  json_object_foreach((json_t *)object, key, value) {
    bool is_name = !strcmp(key, "name");
    printf("%s", between);
    if (!is_name) printf("%s%s ", key, strcmp(key, "why") ? "" : ":");
    print_value(value);
    between = is_name ? " (" : ", ";
  }
  if (json_object_get(object, "name")) printf(")");
}

static void print_value(const json_t *value) {
  if (json_is_string(value)) printf("%s", json_string_value(value));
  else if (json_is_real(value)) printf("%.3g", json_real_value(value));
  else if (json_is_integer(value)) printf("%lld", (long long)json_integer_value(value));
  else if (json_is_boolean(value)) printf("%s", json_is_true(value) ? "yes" : "no");
  else if (json_is_object(value)) print_object(value);
  for (size_t i = 0; i < json_array_size(value); i++) {
    if (i) printf(", ");
    print_value(json_array_get(value, i));
  }
}

static void print_text(json_t *info) {
  const char *key;
  json_t *value;
  json_object_foreach(info, key, value) {
    if (json_is_array(value) && !json_array_size(value)) continue;
    printf("%s: ", key);
    print_value(value);
    printf("\n");
  }
}

static json_t *names_json(const RbgNames *names, int from) {
  json_t *list = json_array();
  for (int i = from; i < names->n; i++) json_array_append_new(list, json_string(names->at[i]));
  return list;
}

static json_t *collect_rbg(Load *load, const Game *game) {
  json_t *info = json_object();
  json_object_set_new(info, "name", json_string(game->name));
  add_game(info, game);
  json_object_set_new(info, "player_names", names_json(&load->rbg->players, 0));
  json_object_set_new(info, "variables", names_json(&load->rbg->variables, game->players));
  json_object_set_new(info, "actions", json_integer(load->rbg->n_actions));
  json_object_set_new(info, "runs", json_true());
  return info;
}

static json_t *collect_named(Load *load, const Options *options, const char *name) {
  if (!load_is_rbg(load, name)) return load_game(load, options, name) ? collect(load) : NULL;
  const Game *game = load_compiled(load, options, name);
  return game ? collect_rbg(load, game) : NULL;
}

static int run_info(const Options *options) {
  Load load;
  json_t *info = load_begin(&load, options) ? collect_named(&load, options, options->arguments[0]) : NULL;
  if (info) {
    if (options_has(options, "--json")) json_dumpf(info, stdout, JSON_INDENT(2));
    else print_text(info);
    if (options_has(options, "--json")) printf("\n");
    json_decref(info);
  }
  load_free(&load);
  return info ? EXIT_YES : EXIT_NO;
}

static const CommandOption info_options[] = {
    GAME_OPTIONS,
    {"--json", NULL, "Prints a JSON object."},
    {0},
};

const Command command_info = {
    .name = "info",
    .usage = "GAME",
    .doc = "Says what is known about a game: players, sites, pieces, options, what its rules use.",
    .details =
        "GAME is the name of a known game or the path of a description. When a part of its rules is not supported\n"
        "yet, what was read is shown all the same, with the parts that are missing.",
    .least = 1,
    .most = 1,
    .options = info_options,
    .run = run_info,
};
