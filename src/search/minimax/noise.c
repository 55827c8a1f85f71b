// Guessing what moves take, and counting how often that is right.
#include "search/minimax/noise.h"

#include "base/bitset.h"
#include "play/playout/bounded.h"
#include "play/playout/playout.h"
#include "state/act/moves.h"
#include "state/block/access.h"

enum { GAMES = 8, PLIES = 80, UNIT = 16 };
static const double rare = 0.004, usual = 0.4, reliable = 0.75;

int noise_worth(const Noise *noise, int32_t what) { return 1 + (int)(UNIT * material_worth(noise->material, what)); }

int noise_worth_against(const Noise *noise, int32_t what, Player mover) {
  Player owner = material_player(noise->material, what);
  return owner && owner != mover ? noise_worth(noise, what) : 0;
}

// What is taken when the piece on a site goes, for an opponent of the mover.
static int worth_there(const Noise *noise, const Position *x, int type, int32_t site, int32_t level, Player mover) {
  if (type < 0) type = (int)x->game->site_type;
  if (site < 0 || site >= x->game->sites[type]) return 0;
  Player owner = (Player)site_who(x, (SiteType)type, site, level);
  if (owner < 1 || owner > x->game->players || owner == mover) return 0;
  return noise_worth(noise, site_what(x, (SiteType)type, site, level));
}

// Where pieces stand on each other, coming to a site takes nothing.
static bool takes(const Position *x, const Action *action) {
  int type = action->type_to < 0 ? (int)x->game->site_type : action->type_to;
  return action->kind == ACT_REMOVE || !x->layout->sites[type].levels;
}

static int guess_action(const Noise *noise, const Position *x, const Action *action, Player mover) {
  switch (action->kind) {
    case ACT_REMOVE:
    case ACT_MOVE:
    case ACT_ADD: return !takes(x, action) ? 0 : worth_there(noise, x, action->type_to, action->to, -1, mover);
    case ACT_PROMOTE: return noise_worth(noise, action->what);
    default: return 0;
  }
}

static bool was_there_before(const Action *actions, uint32_t i) {
  for (uint32_t k = 0; k < i; k++) {
    if (actions[k].to == actions[i].to) return true;
  }
  return false;
}

// Moves of an automaton are its steps: what stands where they change something.
static int guess_path(const Noise *noise, const Position *x, const Action *actions, uint32_t n, Player mover) {
  int sum = 0;
  for (uint32_t i = 0; i < n; i++) {
    int worth = noise_worth_against(noise, site_what(x, x->game->site_type, actions[i].to, -1), mover);
    if (worth && !was_there_before(actions, i)) sum += worth;
  }
  return sum;
}

int noise_guess(const Noise *noise, const Position *x, const Move *move) {
  Action few[FILL_MOST];
  const Action *actions = move_actions(x, move, few);
  if (x->game->automaton) return guess_path(noise, x, actions, move->n, move->mover);
  int sum = 0;
  for (uint32_t i = 0; i < move->n; i++) sum += guess_action(noise, x, &actions[i], move->mover);
  return sum;
}

bool noise_answers(const Position *x, const Move *move, int32_t site) {
  Action few[FILL_MOST];
  const Action *actions = move_actions(x, move, few);
  if (move->from == site || move->to == site) return true;
  for (uint32_t i = 0; i < move->n; i++) {
    bool takes_there = actions[i].kind == ACT_REMOVE || actions[i].kind == ACT_STEP;
    if (takes_there && actions[i].to == site) return true;
  }
  return false;
}

// ---- how good the guess is ---------------------------------------------------------------------------

static int count_sites(const Word *sites, int words) {
  int n = 0;
  for (int i = 0; i < words; i++) n += word_count(sites[i]);
  return n;
}

// Where kinds tell whose pieces are.
static int pieces_by_kind(const Material *material, const Position *x, Player player) {
  SiteType type = x->game->site_type;
  int n = 0;
  for (int32_t site = 0; site < x->game->sites[type]; site++) {
    n += material_player(material, site_what(x, type, site, -1)) == player;
  }
  return n;
}

static int pieces_of(const Material *material, const Position *x, Player player) {
  if (x->game->automaton) return pieces_by_kind(material, x, player);
  int n = 0;
  for (int type = 0; type < SITE_TYPES; type++) {
    if (x->layout->sites[type].owned) n += count_sites(sites_owned(x, (SiteType)type, player), x->words);
  }
  return n;
}

static int others_pieces(const Material *material, const Position *x, Player mover) {
  int n = 0;
  for (Player player = 1; player <= x->game->players; player++) {
    n += player != mover ? pieces_of(material, x, player) : 0;
  }
  return n;
}

static bool was_promotion(const Position *x) {
  const Move *move = last_move(x);  // none at the start of the next game of a match
  for (uint32_t i = 0; move && i < move->n; i++) {
    if (played_actions(x, move)[i].kind == ACT_PROMOTE) return true;
  }
  return false;
}

typedef struct Count {
  int moves, noisy, foreseen, grown;
} Count;

static void watch_move(const Noise *noise, Position *x, Random *random, Count *count) {
  MoveList list = position_moves(x);
  if (x->fault) return;
  Move move = *move_at(x, list, random_below(random, list.n));
  bool guess = noise_guess(noise, x, &move) > 0;
  Player mover = move.mover;
  const Material *material = noise->material;
  int before = others_pieces(material, x, mover), own = pieces_of(material, x, mover);
  position_apply(x, &move);
  position_forget(x, list);
  if (x->fault) return;
  bool noisy = others_pieces(material, x, mover) < before || was_promotion(x);
  count->moves++;
  count->noisy += noisy;
  count->foreseen += noisy && guess;
  count->grown += pieces_of(material, x, mover) > own;
}

void noise_watch(Noise *noise, const Game *game, const Material *material, uint64_t seed) {
  *noise = (Noise){.material = material};
  Count count = {0};
  BoundedWork work;
  Position *x = bounded_open(&work, game, seed);
  for (uint64_t g = 0; g < GAMES && bounded_goes_on(&work); g++) {
    Random random = random_stream(seed, 1000 + g);
    position_start(x);
    for (int ply = 0; ply < PLIES && !position_over(x) && !x->fault; ply++) watch_move(noise, x, &random, &count);
  }
  position_free(x);
  noise->share = count.moves ? (double)count.noisy / count.moves : 0;
  noise->grown = count.moves ? (double)count.grown / count.moves : 0;
  noise->foreseen = count.noisy ? (double)count.foreseen / count.noisy : 0;
  noise->useful = noise->share > rare && noise->share < usual && noise->foreseen > reliable;
}
