// Features, heuristics and scaling of a position.
#include "cmd/play/analyse_inside.h"

#include "cmd/experiment/scaling.h"
#include "cmd/frame/game_option.h"
#include "cmd/frame/position_option.h"
#include "cmd/play/analyse_features.h"
#include "cmd/play/analyse_heuristics.h"
#include "cmd/play/typed_moves.h"
#include "play/show/draw.h"

#include <stdio.h>

static void print_position(const Session *session) {
  Drawing *drawing;
  Text text = {0};
  drawing_new(session->game, &drawing);
  draw_position(&text, drawing, session->x, (DrawOptions){0});
  printf("%splayer %d to move\n", text.p, position_mover(session->x));
  drawing_free(drawing);
  text_free(&text);
}

// What features or a heuristic say about a position.
static bool explain(const Options *options, const Game *game, uint64_t seed, size_t top) {
  Session *session;
  const char *moves = options_value(options, "--moves");
  session_new(game, seed, &session);
  bool good = position_option_session(options, session) && typed_moves_make("analyse", session, moves ? moves : "");
  if (good && position_over(session->x)) {
    fprintf(stderr, "senet analyse: the game is over there\n");
    good = false;
  }
  if (good && !options_has(options, "--json")) print_position(session);
  if (good && options_has(options, "--features")) good = analyse_features(options, session, top);
  else if (good) good = analyse_heuristics(options, session->x);
  session_free(session);
  return good;
}

bool analyse_inside(const Options *options, const char *agent, uint64_t seed, size_t top, int threads) {
  Load load;
  bool ready = load_begin(&load, options) && load_split(&load, options);
  const Game *game = ready ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && load_executor(&load, options, game);
  AgentSetting setting = {.game = game, .seed = seed, .executor = load.executor};
  if (good && threads) good = scaling_print(options, &setting, agent, threads);
  else if (good) good = explain(options, game, seed, top);
  load_free(&load);
  return good;
}
