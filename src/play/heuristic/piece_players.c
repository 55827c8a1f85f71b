// Whose pieces are whose.
#include "play/heuristic/piece_players.h"

#include "base/mem.h"
#include "play/playout/bounded.h"
#include "play/playout/playout.h"
#include "state/block/access.h"

enum { GAMES = 4, PLIES = 60 };

typedef struct Appearances {
  int (*of)[GAME_PLAYERS_MAX + 1];  // by component and player: pieces that were somewhere new after the player's move
  int32_t *before;                  // by site
  int sites;
} Appearances;

static void look(const Position *x, int32_t *whats, int sites) {
  for (int s = 0; s < sites; s++) whats[s] = site_what(x, x->game->site_type, s, -1);
}

static void watch_game(Appearances *seen, Position *x, Random *random) {
  position_start(x);
  look(x, seen->before, seen->sites);
  for (int ply = 0; ply < PLIES && !position_over(x) && !x->fault; ply++) {
    Player mover = position_mover(x);
    playout_step(x, random);
    for (int s = 0; s < seen->sites; s++) {
      int32_t what = site_what(x, x->game->site_type, s, -1);
      if (what != seen->before[s]) seen->of[what][mover]++;
      seen->before[s] = what;
    }
  }
}

// Whoever made nearly all of them appear.
static Player mostly(const int *counts, int players) {
  int total = 0, most = 1;
  for (Player p = 1; p <= players; p++) {
    total += counts[p];
    if (counts[p] > counts[most]) most = p;
  }
  return total && counts[most] * 20 >= total * 19 ? most : 0;
}

static void watch_players(const Game *game, int8_t *player_of) {
  Appearances seen = {.sites = game->sites[game->site_type]};
  seen.of = mem_alloc_zero(sizeof *seen.of * (size_t)game->n_components);
  seen.before = mem_alloc_zero(sizeof *seen.before * (size_t)(seen.sites + 1));
  BoundedWork work;
  Position *x = bounded_open(&work, game, 1);
  for (uint64_t g = 0; g < GAMES && bounded_goes_on(&work); g++) {
    Random random = random_stream(1, g);
    watch_game(&seen, x, &random);
  }
  for (int c = 1; c < game->n_components; c++) player_of[c] = (int8_t)mostly(seen.of[c], game->players);
  position_free(x);
  mem_free(seen.of);
  mem_free(seen.before);
}

static bool is_turned_over(const Game *game, const Component *piece) {
  bool nobodys = piece->owner < 1 || piece->owner > game->players;
  return nobodys && MIN(piece->flip_a, piece->flip_b) >= 1 && MAX(piece->flip_a, piece->flip_b) <= game->players;
}

void piece_players_find(const Game *game, int8_t *player_of) {
  bool said = game->n_components < 2;
  for (int c = 1; c < game->n_components; c++) {
    const Component *piece = &game->components[c];
    bool counts = piece->owner >= 1 && piece->owner <= game->players && piece->kind != COMPONENT_DIE;
    player_of[c] = (int8_t)(counts ? piece->owner : 0);
    if (is_turned_over(game, piece)) player_of[c] = PLAYER_BY_STATE;
    said |= player_of[c] || piece->owner > game->players;
  }
  if (!said && game->players > 1) watch_players(game, player_of);
}
