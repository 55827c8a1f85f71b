// Likeness of pieces and sites, by the symmetries of the board.
#include "learn/tune/tune_kinds.h"

#include "board/topo/symmetry.h"
#include "play/heuristic/piece_players.h"

typedef struct Finder {
  Arena *arena;
  const Game *game;
  SiteType type;
  int sites;
  int32_t *start;  // by site: what stands there
  int8_t *whose;   // and whose it is
  bool turned;     // pieces change their players: these have the same weights for all
  int8_t *player_of;
  Symmetries symmetries;
} Finder;

static void look_at_start(Finder *f) {
  Position *x = position_new(f->game, 1, 0);
  f->start = ARENA_ARRAY(f->arena, int32_t, f->sites + 1);
  f->whose = ARENA_ARRAY(f->arena, int8_t, f->sites + 1);
  for (int s = 0; s < f->sites; s++) {
    f->start[s] = site_what(x, f->type, s, -1);
    f->whose[s] = (int8_t)site_player(f->player_of, x, f->type, s);
  }
  position_free(x);
}

// ---- regions -------------------------------------------------------------------------------------

static bool region_has(const Game *game, SiteType type, Player owner, Site site) {
  for (int i = 0; i < game->n_regions; i++) {
    const GameRegion *region = &game->regions[i];
    if (region->owner == owner && region->sites && region->site_type == type && bit_get(region->sites, site))
      return true;
  }
  return false;
}

// Whether the symmetry carries the regions of every player a to those of b.
static bool carries_regions(const Finder *f, const Site *to, Player a, Player b) {
  for (int s = 0; s < f->sites; s++) {
    if (region_has(f->game, f->type, a, s) != region_has(f->game, f->type, b, to[s])) return false;
  }
  return true;
}

// ---- tracks --------------------------------------------------------------------------------------

static bool carries_track(const Finder *f, const Site *to, const Track *from, const Track *onto) {
  bool same = from->n == onto->n && from->looped == onto->looped;
  for (int i = 0; same && i < from->n; i++) {
    Site site = from->elems[i].site, there = onto->elems[i].site;
    same = site >= 0 && site < f->sites ? there == to[site] : there < 0 || there >= f->sites;
  }
  return same;
}

static int other_player(int owner) { return owner == 1 ? 2 : owner == 2 ? 1 : owner; }

// Whether the symmetry carries every track onto one of the same player, or of the other one where players are
// exchanged.
static bool carries_tracks(const Finder *f, const Site *to, bool exchanged) {
  for (int i = 0; i < f->game->n_tracks; i++) {
    const Track *track = &f->game->tracks[i];
    int owner = exchanged ? other_player(track->owner) : track->owner;
    bool found = false;
    for (int j = 0; j < f->game->n_tracks && !found; j++) {
      found = f->game->tracks[j].owner == owner && carries_track(f, to, track, &f->game->tracks[j]);
    }
    if (!found) return false;
  }
  return true;
}

// ---- pieces --------------------------------------------------------------------------------------

// Pieces that the rules give to players have names that mean something.
static bool may_be_alike(const Game *game, int32_t a, int32_t b) {
  const Component *one = &game->components[a], *other = &game->components[b];
  return one->owner < 1 || !strcmp(one->base_name, other->base_name);
}

// Players exchanged: 1 and 2. The partner of each piece of player 1 is found on the way; false when they do not fit.
static bool exchanges(const Finder *f, const Site *to, int *partner) {
  for (int s = 0; s < f->sites; s++) {
    int32_t here = f->start[s], there = f->start[to[s]];
    int a = f->whose[s], b = f->whose[to[s]];
    if ((a == 1) != (b == 2) || (a == 2) != (b == 1) || (!here) != (!there)) return false;
    if (a != 1) continue;
    if ((partner[here] && partner[here] != there) || !may_be_alike(f->game, here, there)) return false;
    partner[here] = there;
  }
  return carries_regions(f, to, 1, 2) && carries_regions(f, to, 2, 1) && carries_tracks(f, to, true);
}

// Every player's pieces and regions stay the same.
static bool keeps_start(const Finder *f, const Site *to) {
  for (int s = 0; s < f->sites; s++) {
    if (f->start[s] != f->start[to[s]] || f->whose[s] != f->whose[to[s]]) return false;
  }
  for (Player p = 1; p <= f->game->players; p++) {
    if (!carries_regions(f, to, p, p)) return false;
  }
  return carries_tracks(f, to, false);
}

// Pieces that are not on the board at the start: those of the same name, or in order.
static int partner_by_name(const Finder *f, int piece) {
  int nth = 0, seen = 0;
  for (int c = 1; c < f->game->n_components; c++) {
    bool other = f->player_of[c] == 2;
    if (other && !strcmp(f->game->components[c].base_name, f->game->components[piece].base_name)) return c;
    if (f->player_of[c] == 1 && c < piece) nth++;
  }
  for (int c = 1; c < f->game->n_components; c++) {
    if (f->player_of[c] == 2 && seen++ == nth) return c;
  }
  return 0;
}

static const int *number_kinds(Finder *f, const int *partner, bool alike, int *n) {
  const Game *game = f->game;
  int *kind = ARENA_ARRAY(f->arena, int, game->n_components + 1);
  for (int c = 0; c < game->n_components; c++) kind[c] = -1;
  for (int c = 1; c < game->n_components; c++) {
    if (!f->player_of[c] || kind[c] >= 0) continue;
    kind[c] = (*n)++;
    if (alike && f->player_of[c] == 1 && partner[c] && kind[partner[c]] < 0) kind[partner[c]] = kind[c];
    for (int d = c + 1; game->players > 2 && d < game->n_components; d++) {
      if (f->player_of[d] && !strcmp(game->components[c].base_name, game->components[d].base_name)) kind[d] = kind[c];
    }
  }
  return kind;
}

// ---- sites ---------------------------------------------------------------------------------------

// The lowest site that each site is carried to by a symmetry that keeps the start, or exchanges players who share their
// pieces.
static int *site_orbits(const Finder *f) {
  int *orbit = ARENA_ARRAY(f->arena, int, f->sites + 1);
  int *partner = ARENA_ARRAY(f->arena, int, f->game->n_components + 1);
  for (int s = 0; s < f->sites; s++) orbit[s] = s;
  for (int i = 0; i < f->symmetries.n; i++) {
    const Site *to = f->symmetries.at[i].to[f->type];
    memset(partner, 0, sizeof(int) * (size_t)f->game->n_components);
    if (!keeps_start(f, to) && !(f->turned && exchanges(f, to, partner))) continue;
    for (int s = 0; s < f->sites; s++) orbit[s] = MIN(orbit[s], to[s]);
  }
  for (int s = 0; s < f->sites; s++) orbit[s] = orbit[orbit[s]];
  return orbit;
}

static void number_classes(Finder *f, const Site *exchange, TuneKinds *out) {
  int *orbit = site_orbits(f), *number = ARENA_ARRAY(f->arena, int, f->sites + 1);
  int *class_of = ARENA_ARRAY(f->arena, int, (f->game->players + 1) * (f->sites + 1));
  for (int s = 0; s < f->sites; s++) number[s] = orbit[s] == s ? out->n_classes++ : number[orbit[s]];
  for (Player p = 1; p <= f->game->players; p++) {
    for (int s = 0; s < f->sites; s++) {
      int as_first = p == 2 && exchange && !f->turned ? exchange[s] : s;
      class_of[p * f->sites + s] = number[as_first];
    }
  }
  out->class_of = class_of;
}

// The symmetry that carries player 2's sites to player 1's, or NULL.
static const Site *find_exchange(Finder *f, int *partner) {
  for (int i = 0; f->game->players == 2 && i < f->symmetries.n; i++) {
    const Site *to = f->symmetries.at[i].to[f->type];
    int *back = ARENA_ARRAY(f->arena, int, f->sites + 1);
    memset(partner, 0, sizeof(int) * (size_t)f->game->n_components);
    if (!exchanges(f, to, partner)) continue;
    for (int s = 0; s < f->sites; s++) back[to[s]] = s;
    return back;
  }
  return NULL;
}

void tune_kinds_find(Arena *arena, const Game *game, TuneKinds *out) {
  Finder f = {.arena = arena, .game = game, .type = game->site_type};
  f.sites = MIN(game->sites[f.type], topo_count(game->board, f.type));
  f.player_of = ARENA_ARRAY(arena, int8_t, game->n_components + 1);
  piece_players_find(game, f.player_of);
  for (int c = 1; c < game->n_components; c++) f.turned |= f.player_of[c] == PLAYER_BY_STATE;
  f.symmetries = topo_symmetries(arena, game->board);
  look_at_start(&f);
  *out = (TuneKinds){.player_of = f.player_of, .sites = f.sites};
  int *partner = ARENA_ARRAY(arena, int, game->n_components + 1);
  const Site *exchange = find_exchange(&f, partner);
  out->alike = exchange != NULL;
  for (int c = 1; exchange && c < game->n_components; c++) {
    if (f.player_of[c] == 1 && !partner[c]) partner[c] = partner_by_name(&f, c);
  }
  out->kind_of = number_kinds(&f, partner, out->alike, &out->n_kinds);
  number_classes(&f, exchange, out);
}
