// Facts about a game, collected as JSON.
#include "lib/lib_facts.h"

#include "base/json.h"
#include "emit/emit.h"
#include "learn/tune/learnt_agent.h"
#include "lud/lower/metadata.h"
#include "plan/infer.h"
#include "plan/plan.h"
#include "play/show/card.h"
#include "search/opponent.h"

#include <stdlib.h>

struct senet_facts {
  Handle handle;
  json_t *json;
};

#define IS_FACTS(h) handle_is((const Handle *)(const void *)(h), HANDLE_FACTS)

// ---- collecting ------------------------------------------------------------------------------------

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
  Traits traits;
  const char *prover;
  Opponent chosen = opponent_study(&arena, game, &traits, &prover);
  json_t *seen = json_pack("{sf sf sf sf}", "branching", traits.branching, "length", traits.length, "taken",
                           traits.taken, "grown", traits.grown);
  if (traits.decided > 0) {
    json_object_set_new(seen, "judged", json_real(traits.judged));
    json_object_set_new(seen, "decided", json_real(traits.decided));
    json_object_set_new(seen, "told", json_real(traits.told));
  }
  json_t *answer = json_pack("{ss ss so}", "name", chosen.agent, "why", chosen.why, "traits", seen);
  if (!strcmp(chosen.agent, "learnt"))
    json_object_set_new(answer, "comes_to", json_string(learnt_comes_to(&arena, game, &traits)));
  if (prover) json_object_set_new(answer, "with_much_time", json_sprintf("%s, if it proves a result", prover));
  arena_free(&arena);
  return answer;
}

// What the compiled game says.
static void add_game(json_t *info, const Game *game) {
  json_object_set_new(info, "players", json_integer(game->players));
  json_object_set_new(info, "mode", json_string(game_mode_name(game->mode)));
  json_t *sites = json_object();
  for (SiteType t = 0; t < SITE_TYPES; t++) json_object_set_new(sites, site_type_name(t), json_integer(game->sites[t]));
  json_object_set_new(info, "sites", sites);
  json_object_set_new(info, "site_type", json_string(site_type_name(game->site_type)));
  json_object_set_new(info, "containers", containers_json(game));
  json_object_set_new(info, "pieces", pieces_json(game));
  json_object_set_new(info, "phases", phases_json(game));
  json_object_set_new(info, "uses", flags_json(game));
  json_object_set_new(info, "state_bytes", json_integer(plan_of(game)->layout.size));
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
    if (!listed(list, diags->list[i].message)) json_array_append_new(list, json_words(diags->list[i].message));
  }
  return list;
}

static json_t *names_json(const RbgNames *names, int from) {
  json_t *list = json_array();
  for (int i = from; i < names->n; i++) json_array_append_new(list, json_string(names->at[i]));
  return list;
}

static void add_rbg(json_t *info, const RbgDescription *rbg, const Game *game) {
  json_object_set_new(info, "player_names", names_json(&rbg->players, 0));
  json_object_set_new(info, "variables", names_json(&rbg->variables, game->players));
  json_object_set_new(info, "actions", json_integer(rbg->n_actions));
}

// game: NULL for a description that does not compile, as the diagnostics say.
static json_t *collect(const Description *description, const Game *game, const Diags *diags) {
  json_t *info = json_object();
  const char *name = description->rbg ? game->name : description->lud.name;
  json_object_set_new(info, "name", json_words(name));
  if (!description->rbg) add_description(info, &description->lud);
  if (game) add_game(info, game);
  if (description->rbg) add_rbg(info, description->rbg, game);
  json_object_set_new(info, "runs", json_boolean(game != NULL));
  if (!game) json_object_set_new(info, "problems", problems_json(diags));
  return info;
}

// ---- calls -----------------------------------------------------------------------------------------

senet_facts *facts_handle(senet_library *library, json_t *json) {
  senet_facts *facts = handle_new(library, HANDLE_FACTS, sizeof *facts);
  facts->json = json;
  return facts;
}

senet_status senet_game_facts(senet_game *game, senet_facts **facts) {
  if (facts) *facts = NULL;
  if (!IS_GAME(game)) return api_misuse("the game");
  if (!facts) return api_misuse("the place of the facts");
  *facts = facts_handle(game->handle.library, collect(&game->description, game->game, NULL));
  return SENET_OK;
}

senet_status senet_library_facts(senet_library *library, const senet_game_request *request, senet_facts **facts,
                                 senet_diagnostics **diagnostics) {
  Loading load;
  if (facts) *facts = NULL;
  if (diagnostics) *diagnostics = NULL;
  if (!facts) return api_misuse("the place of the facts");
  senet_status status = game_loading(&load, library, request, NULL);
  if (status != SENET_OK) return status;
  if (load.read) *facts = facts_handle(library, collect(&load.description, load.game, &load.diags));
  else status = loading_failed(&load);
  if (diagnostics) *diagnostics = diagnostics_of(library, &load.diags);
  arena_free(&load.arena);
  return status;
}

void senet_facts_free(senet_facts *facts) {
  if (!IS_FACTS(facts)) return;
  handle_close(&facts->handle);
  json_decref(facts->json);
  handle_give_back(&facts->handle, HANDLE_FACTS);
}

// The value a path leads to, or NULL.
static const json_t *find(const json_t *value, const char *path) {
  for (size_t n; value && *path; path += n + (path[n] == '.')) {
    char *end;
    n = strcspn(path, ".");
    if (json_is_array(value)) {
      unsigned long i = strtoul(path, &end, 10);
      value = n && end == path + n ? json_array_get(value, i) : NULL;
    } else {
      value = json_object_getn(value, path, n);
    }
  }
  return value;
}

static senet_status find_fact(const senet_facts *facts, const char *path, const json_t **value) {
  if (!IS_FACTS(facts)) return api_misuse("the facts");
  if (!path) return api_misuse("the path");
  *value = find(facts->json, path);
  return *value ? SENET_OK : api_fail(SENET_NOT_FOUND, "there is no fact '%.200s'", path);
}

senet_status senet_facts_text(const senet_facts *facts, const char *path, char *buffer, size_t size, size_t *length) {
  const json_t *value;
  senet_status status = find_fact(facts, path, &value);
  if (status != SENET_OK) return status;
  if (json_is_string(value)) {
    return api_text((Str){json_string_value(value), json_string_length(value)}, buffer, size, length);
  }
  Text text = {0};
  json_text(&text, value);
  status = api_text(text_str(&text), buffer, size, length);
  text_free(&text);
  return status;
}

senet_status senet_facts_number(const senet_facts *facts, const char *path, double *number) {
  const json_t *value;
  if (!number) return api_misuse("the place of the number");
  senet_status status = find_fact(facts, path, &value);
  if (status != SENET_OK) return status;
  if (!json_is_number(value) && !json_is_boolean(value)) return api_fail(SENET_INPUT, "'%.200s' is not a number", path);
  *number = json_is_boolean(value) ? json_is_true(value) : json_number_value(value);
  return SENET_OK;
}
