// Tracks: places on them, steps along them. Which track belongs to which player was settled when the game
// was compiled; on tracks that cross themselves the state says how far a piece has come.
#include "state/block/site.h"
#include "state/block/track_find.h"
#include "state/run/op_functions.h"

const Track *track_for(const Position *x, int32_t tracks, Player player) {
  const RulesArray *by_player = &x->program->arrays[tracks];
  int64_t i = (int64_t)player + 1;
  if (i < 0 || i >= by_player->n || by_player->at[i] < 0) return NULL;
  return &x->game->tracks[by_player->at[i]];
}

int track_step_on(const Track *track, int32_t site) {
  int i = 0;
  while (i < track->n && track->elems[i].site != site) i++;
  return i;
}

// The piece whose way is asked for: the player's lowest one, otherwise the one on top.
static int32_t traveller(const Position *x, Player player, int32_t site) {
  SiteType type = site_real_type(x, x->game->site_type, site);
  int32_t height = site_height(x, type, site);
  for (int32_t level = 0; level < height; level++) {
    if (site_who(x, type, site, level) == player) return site_what(x, type, site, level);
  }
  return site_what(x, type, site, -1);
}

// The step a player's piece on a site has reached; the length of the track when it is on none.
static int step_reached(const Position *x, const Track *track, Player player, int32_t site) {
  int32_t what = traveller(x, player, site);
  if (what <= 0) return track_step_on(track, site);
  int number = (int)(track - x->game->tracks), i = 0;
  while (i < track->n && (track->elems[i].site != site || track_pieces_at(x, number, what, i) <= 0)) i++;
  return i;
}

static bool counts_steps(const Position *x, const Track *track) {
  return !track->looped && game_has(x->game, GAME_TRACK_INDICES);
}

static int32_t site_at_step(const Track *track, int64_t step) {
  if (step < track->n) return track->elems[step].site;
  if (track->elems[track->n - 1].next == GAME_OFF) return GAME_OFF;
  int32_t over = (int32_t)((step - track->n) % track->n);
  return track->elems[over == 0 ? track->n - 1 : over - 1].next;
}

int32_t op_TRACK_MOVE(Position *x, const Ins *in) {
  Player player = x_int(x, in->a[A_TRACK_MOVE_PLAYER]);
  const Track *track = track_for(x, in->a[A_TRACK_MOVE_TRACKS], player);
  if (!track || track->n == 0) return GAME_OFF;
  int32_t from = x_int(x, in->a[A_TRACK_MOVE_FROM]);
  bool counted = counts_steps(x, track);
  if (counted && from < 0) return GAME_OFF;
  int32_t step = counted ? step_reached(x, track, player, from) : track_step_on(track, from);
  return site_at_step(track, (int64_t)step + MAX(x_int(x, in->a[A_TRACK_MOVE_STEPS]), 0));
}

int32_t op_TRACK_FIRST(Position *x, const Ins *in) {
  const Track *track = track_for(x, in->a[A_TRACK_FIRST_TRACKS], x_int(x, in->a[A_TRACK_FIRST_PLAYER]));
  if (!track || track->n == 0) return GAME_OFF;
  int32_t from = x_int_or(x, in->a[A_TRACK_FIRST_FROM], GAME_OFF), old = x->slots[SLOT_TO], found = GAME_OFF;
  int start = from == GAME_OFF ? 0 : track_step_on(track, from);
  if (start == track->n) return GAME_OFF;
  for (int i = 0; i < track->n && found == GAME_OFF; i++) {
    int32_t site = track->elems[(start + i) % track->n].site;
    x->slots[SLOT_TO] = site;
    if (x_holds(x, in->a[A_TRACK_FIRST_IF])) found = site;
  }
  x->slots[SLOT_TO] = old;
  return found;
}

int32_t op_TRACK_LAST(Position *x, const Ins *in) {
  const Track *track = track_for(x, in->a[A_TRACK_LAST_TRACKS], x_int(x, in->a[A_TRACK_LAST_PLAYER]));
  return track && track->n ? track->elems[track->n - 1].site : GAME_OFF;
}

int32_t op_TRACK_STEPS(Position *x, const Ins *in) {
  Player player = x_int(x, in->a[A_TRACK_STEPS_PLAYER]);
  const Track *track = track_for(x, in->a[A_TRACK_STEPS_TRACKS], player);
  if (!track) return GAME_OFF;
  int32_t from = x_int(x, in->a[A_TRACK_STEPS_FROM]), to = x_int(x, in->a[A_TRACK_STEPS_TO]);
  bool counted = counts_steps(x, track);
  if (counted && from < 0) return GAME_OFF;
  int start = counted ? step_reached(x, track, player, from) : track_step_on(track, from);
  int steps = counted ? track->n - start : track->n;  // the rest of the way, or once around
  for (int i = 0; i < steps; i++) {
    if (track->elems[(start + i) % track->n].site == to) return i;
  }
  return GAME_OFF;
}

const Word *op_TRACK_SITES(Position *x, const Ins *in) {
  Word *region = position_region(x);
  int32_t number = x->slots[SLOT_TRACK];
  const Track *track = track_for(x, in->a[A_TRACK_SITES_TRACKS], x_int(x, in->a[A_TRACK_SITES_PLAYER]));
  if (number != GAME_OFF) track = number >= 0 && number < x->game->n_tracks ? &x->game->tracks[number] : NULL;
  if (!track) return region;
  int32_t from = x_int_or(x, in->a[A_TRACK_SITES_FROM], GAME_OFF), to = x_int_or(x, in->a[A_TRACK_SITES_TO], GAME_OFF);
  int start = from == GAME_OFF ? 0 : track_step_on(track, from);
  if (start == track->n) return region;
  for (int i = 0; i < track->n; i++) {
    int32_t site = track->elems[(start + i) % track->n].site;
    if (site >= 0) bit_set(region, site);
    if (in->a[A_TRACK_SITES_TO] && site == to) break;
  }
  return region;
}

void op_FIRST_ON_TRACK(Position *x, const Ins *in) {
  const Track *track = track_for(x, in->a[A_FIRST_ON_TRACK_TRACKS], x_int(x, in->a[A_FIRST_ON_TRACK_PLAYER]));
  uint32_t mark = moves_mark(x);
  int32_t old = x->slots[SLOT_SITE];
  for (int i = 0; track && i < track->n && x->moves.n == mark; i++) {
    x->slots[SLOT_SITE] = track->elems[i].site;
    if (track->elems[i].site >= 0) x_moves(x, in->a[A_FIRST_ON_TRACK_BODY]);
  }
  x->slots[SLOT_SITE] = old;
}
