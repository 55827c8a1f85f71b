// Material, score and mobility.
#include "search/minimax/material.h"

#include "play/heuristic/piece_players.h"
#include "play/playout/bounded.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"

#include <math.h>

enum { GAMES = 6, PLIES = 60 };

struct Material {
  Evaluator evaluator;  // first, so that the evaluator leads back here
  double *worth;        // by component
  int8_t *player_of;    // by component, where the rules do not say whose pieces are; else NULL
  Standing *standing;   // in races and sowing games, or NULL
  int n;
};

// ---- worth ---------------------------------------------------------------------------------------

typedef struct Watch {
  double *moves, *pieces;   // by component: moves seen, and pieces that could have moved
  const int8_t *player_of;  // of the material
  int n;
} Watch;

static void watch_all_pieces(Watch *watch, const Position *x) {
  SiteType type = x->game->site_type;
  Player mover = position_mover(x);
  for (int32_t site = 0; site < x->game->sites[type]; site++) {
    int32_t what = site_what(x, type, site, -1);
    watch->pieces[what] += watch->player_of[what] == mover;
  }
}

static void watch_pieces(Watch *watch, const Position *x) {
  SiteType type = x->game->site_type;
  if (watch->player_of) {
    watch_all_pieces(watch, x);
    return;
  }
  const Word *own = sites_owned(x, type, position_mover(x));
  FOR_BITS(site, own, x->words) {
    int32_t what = site_what(x, type, site, -1);
    if (what > 0 && what < watch->n) watch->pieces[what]++;
  }
}

static void watch_moves(Watch *watch, const Position *x, MoveList list) {
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(x, list, i);
    if (move->from < 0 || move->from >= x->game->sites[x->game->site_type]) continue;
    int32_t what = site_what(x, x->game->site_type, move->from, -1);
    if (what > 0 && what < watch->n) watch->moves[what]++;
  }
}

static void watch_game(Watch *watch, Position *x, Random *random) {
  position_start(x);
  for (int ply = 0; ply < PLIES && !position_over(x) && !x->fault; ply++) {
    MoveList list = position_moves(x);
    watch_pieces(watch, x);
    watch_moves(watch, x, list);
    position_forget(x, list);
    playout_step(x, random);
  }
}

static void find_worth(Material *material, const Game *game, uint64_t seed) {
  size_t size = sizeof(double) * (size_t)material->n;
  Watch watch = {.moves = mem_alloc_zero(size), .pieces = mem_alloc_zero(size), .n = material->n};
  watch.player_of = material->player_of;
  BoundedWork work;
  Position *x = bounded_open(&work, game, seed);
  for (uint64_t g = 0; g < GAMES && bounded_goes_on(&work); g++) {
    Random random = random_stream(seed, g);
    watch_game(&watch, x, &random);
  }
  for (int i = 1; i < material->n; i++) {
    Player owner = material->player_of ? material->player_of[i] : game->components[i].owner;
    if (owner < 1 || game->components[i].kind == COMPONENT_DIE) continue;
    material->worth[i] = 1 + (watch.pieces[i] > 0 ? watch.moves[i] / watch.pieces[i] : 0);
  }
  position_free(x);
  mem_free(watch.moves);
  mem_free(watch.pieces);
}

// ---- estimating ----------------------------------------------------------------------------------

static double worth_on(const Material *material, const Position *x, SiteType type, Player player) {
  double sum = 0;
  const Word *own = sites_owned(x, type, player);
  FOR_BITS(site, own, x->words) {
    int32_t what = site_what(x, type, site, -1);
    if (what > 0 && what < material->n) sum += material->worth[what] * MAX(site_count(x, type, site), 1);
  }
  return sum;
}

// Of pieces whose kind tells whose they are.
static double worth_of_kinds(const Material *material, const Position *x, Player player) {
  SiteType type = x->game->site_type;
  double sum = 0;
  for (int32_t site = 0; site < x->game->sites[type]; site++) {
    int32_t what = site_what(x, type, site, -1);
    if (material->player_of[what] == player) sum += material->worth[what];
  }
  return sum;
}

// Scores of an automaton are no measure of who is ahead: many descriptions give the mover all points with every move,
// in case it was the last.
static double strength(const Material *material, const Position *x, Player player) {
  if (material->player_of) return worth_of_kinds(material, x, player);
  double sum = 0;
  for (int type = 0; type < SITE_TYPES; type++) {
    if (x->layout->sites[type].owned) sum += worth_on(material, x, (SiteType)type, player);
  }
  if (x->layout->score) sum += STATE_AT(x, int32_t, x->layout->score)[player];
  return sum;
}

static double mobility(Position *x, MoveCounter *counter) {
  double n;
  if (counter) {
    if (!counter->count(counter, position_mover(x), &n, NULL)) n = 0;
  } else {
    MoveList list = position_moves(x);
    n = list.n;
    position_forget(x, list);
  }
  return n / (n + 30);
}

// In races and sowing games.
static void estimate_standing(const Material *material, const Position *x, double *utilities) {
  double values[GAME_PLAYERS_MAX + 1], total = 0;
  int players = x->game->players;
  standing_measure(material->standing, x, values);
  for (int seat = 1; seat <= players; seat++) total += values[seat_player(x, seat)];
  for (int seat = 1; seat <= players; seat++) {
    double own = values[seat_player(x, seat)], others = players > 1 ? (total - own) / (players - 1) : 0;
    utilities[seat] = 0.9 * tanh(2 * (own - others));
  }
}

static void estimate_state(const Evaluator *self, Position *x, MoveCounter *counter, double *utilities) {
  const Material *material = (const Material *)(const void *)self;
  if (material->standing) {
    estimate_standing(material, x, utilities);
    return;
  }
  int players = x->game->players, mover = seat_to_move(x);
  double total = 1, each[GAME_PLAYERS_MAX + 1] = {0};
  for (int seat = 1; seat <= players; seat++) {
    each[seat] = strength(material, x, seat_player(x, seat));
    total += fabs(each[seat]);
  }
  double free = 0.02 * mobility(x, counter);
  for (int seat = 1; seat <= players; seat++) {
    double others = players > 1 ? (total - 1 - fabs(each[seat])) / (players - 1) : 0;
    double ahead = 2 * (each[seat] - others) / total + (seat == mover ? free : -free);
    utilities[seat] = 0.9 * tanh(ahead);
  }
}

static void estimate(const Evaluator *self, Position *x, double *utilities) {
  estimate_state(self, x, NULL, utilities);
}

void material_new(const Game *game, uint64_t seed, Material **out) {
  Material *material = mem_alloc_zero(sizeof *material);
  material->evaluator = (Evaluator){estimate, estimate_state};
  material->n = game->n_components;
  material->worth = mem_alloc_zero(sizeof(double) * (size_t)material->n);
  if (game->automaton) {
    material->player_of = mem_alloc_zero((size_t)material->n);
    piece_players_find(game, material->player_of);
  }
  find_worth(material, game, seed);
  standing_new(game, seed, &material->standing);
  *out = material;
}

void material_free(Material *material) {
  if (!material) return;
  standing_free(material->standing);
  mem_free(material->worth);
  mem_free(material->player_of);
  mem_free(material);
}

const Evaluator *material_evaluator(const Material *material) { return &material->evaluator; }

const Standing *material_standing(const Material *material) { return material->standing; }

double material_worth(const Material *material, int32_t what) {
  return what > 0 && what < material->n ? material->worth[what] : 0;
}

Player material_player(const Material *material, int32_t what) {
  return material->player_of && what >= 0 && what < material->n ? material->player_of[what] : 0;
}
