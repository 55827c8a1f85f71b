// What lists of games say about each: a summary that is quick to find, and what a few random games show.
#include "lib/lib_facts.h"

#include "base/json.h"
#include "play/playout/survey.h"

#include <math.h>

static void add_flags(json_t *out, const Game *game) {
  static const struct {
    const char *name;
    uint32_t flag;
  } flags[] = {{"chance", GAME_STOCHASTIC}, {"hidden", GAME_HIDDEN}, {"stacking", GAME_STACKING},
               {"dice", GAME_DICE},         {"cards", GAME_CARDS},   {"score", GAME_SCORE},
               {"puzzle", GAME_PUZZLE},     {"teams", GAME_TEAMS}};
  for (size_t i = 0; i < COUNT_OF(flags); i++) {
    json_object_set_new(out, flags[i].name, json_boolean(game_has(game, flags[i].flag)));
  }
}

static void add_game(json_t *out, const Game *game) {
  int sites = game->sites[game->site_type];
  json_object_update_new(
      out, json_pack("{si ss si ss si si sb}", "players", game->players, "mode", game_mode_name(game->mode), "sites",
                     sites, "site_type", site_type_name(game->site_type), "pieces", MAX(game->n_components - 1, 0),
                     "phases", game->n_phases, "match", game->n_subgames > 0));
  json_object_set_new(out, "state_space_log10", json_real(sites * log10((double)MAX(game->n_components, 2))));
  add_flags(out, game);
}

enum { PLAYED_GAMES = 30 };

static void add_played(json_t *out, const Game *game) {
  Survey s;
  SurveyPlan plan = {.seed = 1, .games = PLAYED_GAMES, .seconds = 0.5};
  survey_run(game, &plan, &s);
  double n = (double)s.totals.n;
  if (s.totals.n && !s.fault) {
    json_object_update_new(out, json_pack("{sf sf sf sf sf sf}", "length", (double)s.totals.moves / n, "length_q1",
                                          s.lengths.at[s.lengths.n / 4], "length_q3", s.lengths.at[s.lengths.n * 3 / 4],
                                          "branching", s.positions ? (double)s.choices / (double)s.positions : 0,
                                          "game_tree_log10", s.tree / n, "draws", (double)s.totals.draws / n));
    if (s.decided) json_object_set_new(out, "first_player", json_real((double)s.first_player / (double)s.decided));
  }
  survey_free(&s);
}

senet_status senet_library_summary(senet_library *library, size_t i, int played, senet_facts **facts) {
  Loading load;
  if (facts) *facts = NULL;
  if (!facts) return api_misuse("the place of the facts");
  const char *name = senet_library_name(library, i), *path = senet_library_path(library, i);
  senet_status status = library_loading(&load, library, i);
  if (status != SENET_OK) return status;
  bool rbg = str_ends(str_of(path), ".rbg");
  json_t *out = json_pack("{so so ss sb}", "name", json_words(name), "path", json_words(path), "language",
                          rbg ? "rbg" : "lud", "runs", load.game != NULL);
  if (!rbg) json_object_set_new(out, "options", json_integer((json_int_t)load.description.lud.options.n));
  if (load.game) add_game(out, load.game);
  if (load.game && played) add_played(out, load.game);
  *facts = facts_handle(library, out);
  arena_free(&load.arena);
  return SENET_OK;
}
