// The positional hash computed from the state alone.
#include "state/block/hash.h"

#include "state/block/site.h"
#include "state/turn/position.h"

static uint64_t stack_hash(const Position *x, SiteType type, int32_t site) {
  uint64_t hash = height_key(type, site, x->block[SITE_LAYOUT(x, type)->height + (uint32_t)site]);
  for (int32_t l = 0; l < (int32_t)x->layout->stack_height; l++) {
    Level level = level_read(x, type, site, l);
    hash ^= level_key(type, site, l, &level);
  }
  return hash;
}

static uint64_t hidden_hash(const Position *x, SiteType type, int32_t site) {
  const uint8_t *masks = x->block + SITE_LAYOUT(x, type)->hidden + (size_t)site * ((size_t)x->game->players + 1);
  uint64_t hash = 0;
  for (Player p = 0; p <= x->game->players; p++) hash ^= hidden_key(type, site, p, masks[p]);
  return hash;
}

static uint64_t site_hash(const Position *x, SiteType type, int32_t site) {
  const SiteLayout *at = SITE_LAYOUT(x, type);
  uint64_t hash = 0;
  if (at->what) {
    Piece piece = flat_piece(x, at, site);
    hash ^= piece_key(type, site, &piece);
  }
  if (at->levels) hash ^= stack_hash(x, type, site);
  if (at->hidden && !at->levels) hash ^= hidden_hash(x, type, site);
  if (at->puzzle) hash ^= puzzle_key(type, site, STATE_AT(x, ValueSet, at->puzzle)[site]);
  return hash;
}

static uint64_t player_hash(const Position *x, Player p) {
  uint64_t hash = change_key(HASH_ORDER, p, p, STATE_AT(x, int32_t, x->layout->order)[p]);
  if (x->layout->team) hash ^= change_key(HASH_TEAM, p, p, STATE_AT(x, int32_t, x->layout->team)[p]);
  return hash;
}

static uint64_t walk_hash(const Position *x) {
  int players = x->game->players;
  uint64_t hash = walk_place_key(STATE_AT(x, WalkPlace, x->layout->walk)) ^ walk_place_key(&(WalkPlace){0});
  for (int v = 0; v < players; v++) hash ^= walk_value_key(v, STATE_AT(x, int32_t, x->layout->score)[v + 1]);
  for (int v = 0; v < x->game->n_vars; v++) {
    hash ^= walk_value_key(players + v, STATE_AT(x, int32_t, x->layout->vars)[v]);
  }
  return hash;
}

uint64_t position_hash_scratch(const Position *x) {
  uint64_t hash = change_key(HASH_TEMP, 0, GAME_OFF, x->head->temp);
  for (int type = 0; type < SITE_TYPES; type++) {
    for (int32_t site = 0; site < x->game->sites[type]; site++) hash ^= site_hash(x, (SiteType)type, site);
  }
  for (Player p = 1; p <= x->game->players; p++) hash ^= player_hash(x, p);
  for (int32_t cell = 0; x->layout->playable && cell < x->game->sites[SITE_CELL]; cell++) {
    if (bit_get(STATE_AT(x, Word, x->layout->playable), cell)) hash ^= zobrist(HASH_PLAYABLE, cell, 0, 1);
  }
  if (x->layout->walk) hash ^= walk_hash(x);
  return hash;
}
