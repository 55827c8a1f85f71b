// Matches for the rows of a table.
#include "cmd/experiment/table_match.h"

#include "base/diag.h"
#include "cmd/frame/api_load.h"

#include <stdio.h>
#include <strings.h>

static bool play(const Options *options, const TableMatch *match, senet_game *game, TableScore *score) {
  MatchRun run;
  MatchWish wish = {.game = game,
                    .options = SENET_MATCH_OPTIONS,
                    .n = match->n,
                    .file = options_value(options, "--db"),
                    .name = match->name};
  const char *why = "";
  wish.options.agents = match->agents;
  wish.options.seed = match->seed;
  wish.options.threads = match->workers;
  bool good = match_run_open(&run, options->arena, &wish, &why) == SENET_OK;
  if (good) {
    match_run_play(&run);
    score->interrupted = run.interrupted;
    senet_match_rate(run.match, 0, &score->first);
    good = !match_run_problem(&run, options->arena, wish.file, &why);
  }
  if (!good) fprintf(stderr, "senet experiment: %s: %s\n", match->game, why);
  match_run_close(&run);
  return good;
}

bool table_match(const Options *options, const TableMatch *match, TableScore *score) {
  *score = (TableScore){0};
  senet_library *library = NULL;
  senet_game *game = NULL;
  senet_game_request request = api_request(options, match->game);
  request.split = match->split;
  bool good = api_open(options, &library) && api_load_request(options, library, &request, &game) &&
              play(options, match, game, score);
  senet_game_free(game);
  senet_library_free(library);
  return good;
}

bool table_has_games(const Options *options, const char *const *names, size_t n) {
  for (const char **game = options_values(options, "--game"); *game; game++) {
    size_t i = 0;
    while (i < n && strcasecmp(*game, names[i]) != 0) i++;
    if (i < n) continue;
    const char *near = nearest_name(str_of(*game), names, n);
    if (near) options_misuse(options, "the table has no game '%s'; did you mean '%s'?", *game, near);
    else options_misuse(options, "the table has no game '%s'", *game);
    return false;
  }
  return true;
}
