// Pieces on tracks that cross themselves: the site alone does not tell how far a piece has come, so the
// state counts, for every track and piece, how many are on each step.
#include "base/number.h"
#include "state/block/site.h"

static uint32_t count_offset(const Position *x, int track, int32_t what, int step) {
  size_t before = 0, pieces = (size_t)x->game->n_components;
  for (int t = 0; t < track; t++) before += (size_t)x->game->tracks[t].n * pieces;
  size_t index = before + (size_t)what * (size_t)x->game->tracks[track].n + (size_t)step;
  return x->layout->on_track + (uint32_t)(index * sizeof(int32_t));
}

int32_t track_pieces_at(const Position *x, int track, int32_t what, int step) {
  return *STATE_AT(x, int32_t, count_offset(x, track, what, step));
}

static void add(Position *x, int track, int32_t what, int step, int32_t count) {
  if (step < 0) return;
  int32_t there = wrap_add(track_pieces_at(x, track, what, step), count);
  state_put32(x, count_offset(x, track, what, step), (uint32_t)there);
}

// The first step of a track on a site, after a given one; -1 when there is none.
static int step_on(const Track *track, int32_t site, int after) {
  for (int i = after + 1; i < track->n; i++) {
    if (track->elems[i].site == site) return i;
  }
  return -1;
}

void track_piece_added(Position *x, int32_t what, int32_t site, int32_t count) {
  if (!x->layout->on_track || what <= 0) return;
  for (int t = 0; t < x->game->n_tracks; t++) add(x, t, what, step_on(&x->game->tracks[t], site, -1), count);
}

void track_piece_removed(Position *x, int32_t what, int32_t site) {
  if (!x->layout->on_track || what <= 0) return;
  for (int t = 0; t < x->game->n_tracks; t++) {
    const Track *track = &x->game->tracks[t];
    for (int i = step_on(track, site, -1); i >= 0; i = step_on(track, site, i)) add(x, t, what, i, -1);
  }
}

// The step a piece leaves: the first one on the site that has some; -1 when none has.
static int step_left(const Position *x, int t, int32_t what, int32_t site) {
  const Track *track = &x->game->tracks[t];
  int i = step_on(track, site, -1);
  while (i >= 0 && track_pieces_at(x, t, what, i) <= 0) i = step_on(track, site, i);
  return i;
}

void track_piece_moved(Position *x, int32_t what, int32_t from, int32_t to, int32_t count) {
  if (!x->layout->on_track || what <= 0) return;
  for (int t = 0; t < x->game->n_tracks; t++) {
    const Track *track = &x->game->tracks[t];
    if (step_on(track, from, -1) < 0) {  // it comes from elsewhere
      add(x, t, what, step_on(track, to, -1), 1);
      continue;
    }
    int left = step_left(x, t, what, from);
    if (left < 0) continue;
    add(x, t, what, left, wrap_subtract(0, count));
    int next = step_on(track, to, left);
    add(x, t, what, next >= 0 ? next : step_on(track, to, -1), count);
  }
}
