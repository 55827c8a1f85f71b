// Random games, counted.
#include "search/traits.h"

#include "play/playout/playout.h"
#include "search/minimax/noise.h"
#include "search/minimax/standing.h"

enum { GAMES = 6, PLIES_MOST = 300, SEED = 1 };

static void play_games(const Game *game, Traits *traits) {
  double positions = 0, moves = 0;
  Position *x = position_new(game, SEED, 0);
  for (uint64_t g = 0; g < GAMES; g++) {
    Random random = random_stream(SEED, 100 + g);
    position_start(x);
    for (int ply = 0; ply < PLIES_MOST && !position_over(x) && !x->fault; ply++) {
      moves += (double)position_count_moves(x);
      positions++;
      playout_step(x, &random);
    }
  }
  position_free(x);
  traits->branching = positions > 0 ? moves / positions : 0;
  traits->length = positions / GAMES;
}

void traits_find(const Game *game, Traits *traits) {
  *traits = (Traits){.players = game->players,
                     .chance = game_has(game, GAME_STOCHASTIC),
                     .hidden = game_has(game, GAME_HIDDEN),
                     .together = game->mode == MODE_SIMULTANEOUS,
                     .puzzle = game_has(game, GAME_PUZZLE),
                     .piles = game_has(game, GAME_COUNT),
                     .sown = standing_is_sown(game)};
  if (traits->puzzle) return;
  play_games(game, traits);
  if (game->mode != MODE_ALTERNATING) return;
  Material *material;
  Noise noise;
  material_new(game, SEED, &material);
  noise_watch(&noise, game, material, SEED);
  traits->standing = material_has_standing(material);
  material_free(material);
  traits->taken = noise.share;
  traits->foreseen = noise.foreseen;
}
