// Races and sowing games.
#include "search/minimax/standing.h"

#include "base/mem.h"
#include "play/playout/bounded.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "state/block/access.h"

#include <math.h>

enum { GAMES = 24, PLIES = 600, PLIES_IN_ALL = 6000, EVERY = 8 };
static const double sure_enough = 0.7;  // that winners are ahead, in standard errors
static const double shares[] = {0, 0.1, 0.5, 1};

struct Standing {
  const Game *game;
  bool race;                            // otherwise counters are sown
  int sites;                            // of the default type, hands included
  double *first, *second;               // [player][site]: what a piece there counts, for sure and times `share`
  double pieces[GAME_PLAYERS_MAX + 1];  // a race: of each player at the start
  double whole;                         // what the values are divided by
  double share;                         // of the less certain part: pieces that have left, counters in homes
  bool marks;                           // counters on sites whose state is a player are that player's
};

// What each player has, for sure and perhaps.
typedef struct Measured {
  double first[GAME_PLAYERS_MAX + 1], second[GAME_PLAYERS_MAX + 1], pieces[GAME_PLAYERS_MAX + 1];
  double marked[GAME_PLAYERS_MAX + 1];  // on sites whose state is the player
} Measured;

static bool is_player(const Game *game, int owner) { return owner >= 1 && owner <= game->players; }

// ---- measuring -----------------------------------------------------------------------------------

static void measure_piece(const Standing *s, SiteType type, int32_t site, Player player, double count, Measured *out) {
  out->pieces[player] += count;
  if (type == s->game->site_type) out->first[player] += count * s->first[player * s->sites + site];
}

// Counters are nobody's: where they lie says whose they are.
static void measure_counters(const Standing *s, SiteType type, int32_t site, int state, double count, Measured *out) {
  if (is_player(s->game, state)) out->marked[state] += count;
  for (Player p = 1; p <= s->game->players && type == s->game->site_type; p++) {
    out->first[p] += count * s->first[p * s->sites + site];
    out->second[p] += count * s->second[p * s->sites + site];
  }
}

static void measure_site(const Standing *s, const Position *x, SiteType type, int32_t site, Measured *out) {
  int32_t height = x->layout->sites[type].height ? site_height(x, type, site) : 1;
  double count = x->layout->sites[type].count ? MAX(site_count(x, type, site), 1) : 1;
  int state = x->layout->sites[type].state ? site_state(x, type, site, -1) : 0;
  for (int32_t level = 0; level < height; level++) {
    int owner = site_who(x, type, site, level);
    if (s->race && is_player(s->game, owner)) measure_piece(s, type, site, (Player)owner, count, out);
    if (!s->race && !is_player(s->game, owner)) measure_counters(s, type, site, state, count, out);
  }
}

static void measure(const Standing *s, const Position *x, Measured *out) {
  const SiteType types[] = {x->game->site_type, SITE_CELL};  // hands are cells, also where the board has none
  *out = (Measured){0};
  for (int i = 0; i < (types[0] == SITE_CELL ? 1 : 2); i++) {
    if (!x->layout->sites[types[i]].what && !x->layout->sites[types[i]].levels) continue;
    const Word *empty = sites_empty(x, types[i]);
    for (int32_t site = 0; site < x->game->sites[types[i]]; site++) {
      if (!bit_get(empty, site)) measure_site(s, x, types[i], site, out);
    }
  }
  for (Player p = 1; p <= x->game->players; p++) {
    if (s->race) out->second[p] = MAX(0, s->pieces[p] - out->pieces[p]);
    else if (x->layout->score) out->first[p] += STATE_AT(x, int32_t, x->layout->score)[p];
  }
}

void standing_measure(const Standing *standing, const Position *x, double *values) {
  Measured found;
  measure(standing, x, &found);
  for (Player p = 1; p <= x->game->players; p++) {
    double marked = standing->marks ? found.marked[p] : 0;
    values[p] = (found.first[p] + marked + standing->share * found.second[p]) / standing->whole;
  }
}

double standing_of_site(const Standing *s, Player player, int site) {
  int at = player * s->sites + site;
  return (s->first[at] + (s->race ? 0 : s->share * s->second[at])) / s->whole;
}

double standing_of_leaving(const Standing *s) { return s->race ? s->share / s->whole : 0; }

double standing_of_score(const Standing *s) { return s->race ? 0 : 1 / s->whole; }

// ---- tracks --------------------------------------------------------------------------------------

static bool has_own_track(const Game *game, Player player) {
  for (int i = 0; i < game->n_tracks; i++) {
    if (game->tracks[i].owner == player) return true;
  }
  return false;
}

// Where a track comes to a site twice, the piece may be on its first or last lap: the middle counts.
static void note_track(Standing *s, const Track *track, Player player) {
  double *way = s->first + (size_t)player * (size_t)s->sites;
  for (int i = 0; i < track->n; i++) {
    Site site = track->elems[i].site;
    if (site < 0 || site >= s->sites) continue;
    double part = (i + 1.0) / (track->n + 1.0);
    way[site] = way[site] > 0 ? (way[site] + part) / 2 : part;
  }
}

static void note_tracks(Standing *s) {
  const Game *game = s->game;
  for (Player p = 1; p <= game->players; p++) {
    bool own = has_own_track(game, p);
    for (int i = 0; i < game->n_tracks; i++) {
      if (game->tracks[i].owner == (own ? p : 0)) note_track(s, &game->tracks[i], p);
    }
  }
}

// ---- stores and homes ----------------------------------------------------------------------------

static void note_hands(Standing *s) {
  const Game *game = s->game;
  for (int site = 0; site < s->sites && game->site_type == SITE_CELL && game->container_of; site++) {
    const Container *container = &game->containers[game->container_of[site]];
    if (container->kind == CONTAINER_HAND && is_player(game, container->owner))
      s->first[container->owner * s->sites + site] = 1;
  }
}

// A map that gives a site to every player says where its store is.
static void note_maps(Standing *s) {
  for (int m = 0; m < s->game->n_maps; m++) {
    const GameMap *map = &s->game->maps[m];
    for (int i = 0; i < map->n && map->n <= s->game->players; i++) {
      bool good = is_player(s->game, map->from[i]) && map->to[i] >= 0 && map->to[i] < s->sites;
      if (good) s->first[map->from[i] * s->sites + map->to[i]] = 1;
    }
  }
}

static void note_homes(Standing *s) {
  for (int i = 0; i < s->game->n_regions; i++) {
    const GameRegion *region = &s->game->regions[i];
    if (!is_player(s->game, region->owner) || !region->sites || region->site_type != s->game->site_type) continue;
    FOR_BITS(site, region->sites, game_words(s->game)) {
      int at = region->owner * s->sites + (int)site;
      if ((int)site < s->sites && s->first[at] == 0) s->second[at] = 1;
    }
  }
}

// ---- watching random games -----------------------------------------------------------------------

// What winners had more than the others, game by game.
typedef struct Seen {
  double first[GAMES], second[GAMES], marked[GAMES];
  int n;
} Seen;

static void add_measured(Measured *sums, const Measured *found, int players) {
  for (Player p = 1; p <= players; p++) {
    sums->first[p] += found->first[p];
    sums->second[p] += found->second[p];
    sums->marked[p] += found->marked[p];
  }
}

static void note_result(const Position *x, const Measured *sums, int n, Seen *seen) {
  for (int seat = 1; seat <= x->game->players; seat++) {
    Player p = seat_player(x, seat);
    seen->first[seen->n] += seat_utility(x, seat) * sums->first[p] / n;
    seen->second[seen->n] += seat_utility(x, seat) * sums->second[p] / n;
    seen->marked[seen->n] += seat_utility(x, seat) * sums->marked[p] / n;
  }
  seen->n++;
}

static int watch_game(const Standing *s, Position *x, Random *random, Seen *seen) {
  Measured sums = {0}, found;
  int n = 0, ply = 0;
  position_start(x);
  for (; ply < PLIES && !position_over(x) && !x->fault; ply++) {
    if (ply % EVERY == 0) {
      measure(s, x, &found);
      add_measured(&sums, &found, x->game->players);
      n++;
    }
    playout_step(x, random);
  }
  if (position_over(x) && !x->fault && n) note_result(x, &sums, n, seen);
  position_clear_fault(x);
  return ply;
}

// How surely winners were ahead when the second part counts so much, with marks or without: the mean by its standard
// error.
static double sureness(const Seen *seen, double share, bool marks) {
  double sum = 0, squares = 0;
  for (int i = 0; i < seen->n; i++) {
    double ahead = seen->first[i] + share * seen->second[i] + (marks ? seen->marked[i] : 0);
    sum += ahead;
    squares += ahead * ahead;
  }
  double spread = squares - sum * sum / MAX(seen->n, 1);
  return spread > 0 ? sum / sqrt(spread) : 0;
}

static void note_start(Standing *s, const Position *x) {
  Measured start;
  measure(s, x, &start);
  memcpy(s->pieces, start.pieces, sizeof s->pieces);
  SiteType type = x->game->site_type;
  s->whole = 1;
  for (Player p = 1; p <= x->game->players && s->race; p++) s->whole = MAX(s->whole, s->pieces[p]);
  for (int32_t site = 0; site < s->sites && !s->race; site++) {
    if (site_what(x, type, site, -1)) s->whole += x->layout->sites[type].count ? site_count(x, type, site) : 1;
  }
}

// Whether those who are ahead win, and with which share that is surest.
static bool watch_games(Standing *s, uint64_t seed) {
  Seen seen = {0};
  double most = sure_enough;
  bool good = false;
  BoundedWork work;
  Position *x = bounded_open(&work, s->game, seed);
  position_start(x);
  note_start(s, x);
  int plies = 0;
  for (uint64_t g = 0; g < GAMES && plies < PLIES_IN_ALL && bounded_goes_on(&work); g++) {
    Random random = random_stream(seed, 2000 + g);
    plies += watch_game(s, x, &random, &seen);
  }
  position_free(x);
  for (size_t i = 0; i < 2 * COUNT_OF(shares); i++) {
    bool marks = i >= COUNT_OF(shares);
    double share = shares[i % COUNT_OF(shares)], sure = sureness(&seen, share, marks);
    if (sure <= most) continue;
    most = sure;
    s->share = share;
    s->marks = marks;
    good = true;
  }
  return good;
}

// ---- opening -------------------------------------------------------------------------------------

bool standing_is_sown(const Game *game) {
  for (int i = 1; i < game->n_components; i++) {
    if (is_player(game, game->components[i].owner)) return false;
  }
  return game_has(game, GAME_COUNT) && game->n_components > 1;
}

void standing_new(const Game *game, uint64_t seed, Standing **out) {
  bool race = game->n_tracks && game_has(game, GAME_STOCHASTIC), sown = standing_is_sown(game);
  *out = NULL;
  if ((!race && !sown) || game->mode != MODE_ALTERNATING || game->players < 2 || game->automaton) return;
  if (game_has(game, GAME_HIDDEN) || game_has(game, GAME_PUZZLE) || game->n_subgames) return;
  Standing *s = mem_alloc_zero(sizeof *s);
  s->game = game;
  s->race = !sown;
  s->sites = game->sites[game->site_type];
  size_t size = sizeof(double) * (size_t)((game->players + 1) * s->sites + 1);
  s->first = mem_alloc_zero(size);
  s->second = mem_alloc_zero(size);
  if (s->race) {
    note_tracks(s);
  } else {
    note_hands(s);
    note_maps(s);
    note_homes(s);
  }
  if (watch_games(s, seed)) *out = s;
  else standing_free(s);
}

void standing_free(Standing *standing) {
  if (!standing) return;
  mem_free(standing->first);
  mem_free(standing->second);
  mem_free(standing);
}
