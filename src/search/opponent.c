// Choosing the default opponent.
#include "search/opponent.h"

#include "search/agent.h"

typedef struct OpponentRow {
  const char *game, *agent;
} OpponentRow;

static const OpponentRow rows[] = {
#define OPPONENT(game, agent) {game, agent},
#include "search/opponents.def"
#undef OPPONENT
    {0},
};

// Puzzles are solved. Games where pieces are taken and several kinds of them tell the players apart are for alpha-beta, which counts them;
// placements, races, chance and hidden things are for playouts.
static const char *guess(const Game *game) {
  if (game_has(game, GAME_PUZZLE)) return "solve";
  int kinds = 0;
  for (int c = 1; c < game->n_components; c++) kinds += game->components[c].owner == 1;
  bool open = !game_has(game, GAME_STOCHASTIC | GAME_HIDDEN) && game->mode == MODE_ALTERNATING && game->players == 2;
  return open && kinds >= 3 ? "alphabeta" : "uct";
}

static const char *wanted(const Game *game) {
  for (const OpponentRow *row = rows; row->game; row++) {
    if (!strcmp(row->game, game->name)) return row->agent;
  }
  return guess(game);
}

const char *opponent_for(Arena *arena, const Game *game, double seconds) {
  const char *agent = wanted(game), *why = "";
  const char *text = arena_printf(arena, "%s%ctime=%g", agent, strchr(agent, ':') ? ',' : ':', seconds);
  AgentSpec spec;
  bool good = agent_parse(arena, str_of(text), &spec, &why) && !agent_unsuited(&spec, game);
  return good ? text : arena_printf(arena, "uct:time=%g", seconds);
}
