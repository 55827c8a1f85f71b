// Tracks: named paths over the board, along which pieces race or seeds are sown.
#ifndef BOARD_TRACK_H
#define BOARD_TRACK_H

#include "base/diag.h"
#include "board/topo/topology.h"

enum { TRACK_END = -2 };  // the place beyond the last site, where pieces are borne off

typedef struct TrackElem {
  Site site;              // or TRACK_END
  Site prev, prev_index;  // the place before it and that place's number on the track, or -1
  Site next, next_index;
  int bump;  // how often the site is repeated in the description: extra steps spent there
} TrackElem;

typedef struct Track {
  const char *name;
  int owner;           // player, or 0
  bool looped;         // the last place is followed by the first
  bool internal_loop;  // some site occurs twice
  int n;
  const TrackElem *elems;
  SrcLoc loc;  // where it is described
} Track;

// What a description says about one track.
typedef struct TrackSpec {
  const char *name;
  int owner;
  bool loop, directed;  // directed: places do not know the one before them
  SiteList sites;
  SrcLoc loc;
} TrackSpec;

// The sites of a track written as text: a first site, then directions to follow to the edge ("E") or for
// some steps ("N3"), further sites, and "End". False with the reason in diags.
bool track_parse(Arena *arena, const Topology *t, SiteType use, Str text, SrcLoc loc, Diags *diags, SiteList *out);

// Links the sites. The name and the result live in the arena.
Track track_link(Arena *arena, const TrackSpec *spec);

// The loops of a Surakarta board, forwards and backwards each. `loops` < 0: as many as fit. Only square and
// triangular boards have them; others give none.
int track_surakarta(Arena *arena, const Topology *t, int loops, int from, Track **out);

#endif
