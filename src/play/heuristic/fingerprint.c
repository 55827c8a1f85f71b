// Moves are known by where they begin and end; which is made next follows from these places alone, so that the order in
// which a description lists its moves does not matter.
#include "play/heuristic/fingerprint.h"

#include "play/playout/playout.h"
#include "state/block/access.h"
#include "state/turn/position.h"

enum { GAMES = 2, PLIES = 24 };

static uint64_t mix(uint64_t hash, uint64_t value) { return random_mix(hash * 0x9e3779b97f4a7c15ULL + value + 1); }

static uint64_t equipment_hash(const Game *game) {
  uint64_t hash = mix((uint64_t)game->players, (uint64_t)game->mode);
  for (int type = 0; type < SITE_TYPES; type++) {
    if (type == (int)game->site_type) hash = mix(hash, (uint64_t)game->sites[type]);
  }
  for (int c = 1; c < game->n_components; c++) hash = mix(hash, (uint64_t)(game->components[c].owner + 1));
  return hash;
}

// What stands where, by the numbers of pieces.
static uint64_t board_hash(const Position *x) {
  uint64_t hash = 0;
  SiteType type = x->game->site_type;
  for (int s = 0; s < x->game->sites[type]; s++) {
    int32_t what = site_what(x, type, s, -1);
    if (what) hash += random_mix((uint64_t)s << 16 | (uint64_t)what);
  }
  return hash;
}

static uint64_t move_place(const Move *move) {
  return (uint64_t)(uint16_t)move->from << 16 | (uint64_t)(uint16_t)move->to;
}

// Adds the moves to the sum, and finds the one to make: the smallest under a hash of its own.
static uint32_t look_at_moves(const Position *x, MoveList list, uint64_t salt, uint64_t *hash) {
  uint64_t sum = 0, least = UINT64_MAX;
  uint32_t chosen = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    uint64_t place = random_mix(move_place(move_at(x, list, i)) + 1), order = random_mix(place ^ salt);
    sum |= 1ULL << (place & 63);
    if (order >= least) continue;
    least = order;
    chosen = i;
  }
  *hash = mix(mix(*hash, sum), least);
  return chosen;
}

uint32_t game_fingerprint(const Game *game) {
  uint64_t hash = equipment_hash(game);
  Position *x = position_new(game, 1, 0);
  for (uint64_t g = 0; g < GAMES; g++) {
    position_start(x);
    for (uint64_t ply = 0; ply < PLIES && !position_over(x) && !x->fault; ply++) {
      MoveList list = position_moves(x);
      hash = mix(mix(hash, (uint64_t)position_mover(x)), board_hash(x));
      Move move = *move_at(x, list, look_at_moves(x, list, mix(g, ply), &hash));
      if (game->mode == MODE_SIMULTANEOUS) {
        Random random = random_stream(g, ply);
        playout_choose(x, list, &random);
      } else {
        position_apply(x, &move);
      }
      position_forget(x, list);
    }
  }
  position_free(x);
  return (uint32_t)(hash >> 32);
}
