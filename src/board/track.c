// Tracks: reading their textual form, linking their places, and the loops of Surakarta boards.
#include "board/track.h"

#include "base/vec.h"
#include "board/graph.h"

#include <ctype.h>
#include <stdlib.h>

typedef struct SiteVec {
  VEC(Site) v;
} SiteVec;

typedef struct TrackText {
  const Topology *t;
  SiteType use;
  SrcLoc loc;
  Diags *diags;
  Site current;  // the site the next direction starts from, or SITE_OFF
  SiteVec sites;
} TrackText;

static SiteList take(Arena *arena, SiteVec *v) {
  SiteList list = {VEC_TO_ARENA(&v->v, arena), (int)v->v.n};
  VEC_FREE(&v->v);
  return list;
}

// Leading or trailing digits as a number, at most a million.
static int number_of(Str digits) {
  int value = 0;
  for (size_t i = 0; i < digits.n && value < 1000000; i++) value = 10 * value + (digits.p[i] - '0');
  return value;
}

static size_t digits_from(Str word) {
  size_t i = 0;
  while (i < word.n && !isdigit((unsigned char)word.p[i])) i++;
  return i;
}

static bool all_digits(Str word) {
  for (size_t i = 0; i < word.n; i++) {
    if (!isdigit((unsigned char)word.p[i])) return false;
  }
  return word.n > 0;
}

static void add_site(TrackText *text, Site site) {
  text->current = site < topo_count(text->t, text->use) ? site : SITE_OFF;
  VEC_PUSH(&text->sites.v, site);
}

// "E", "NW3": along every radial in that direction, as far as it goes or for some steps.
static bool add_direction(TrackText *text, Str word) {
  size_t letters = digits_from(word);
  Dir dir = dir_parse((Str){word.p, letters});
  if (dir == DIR_NONE || !dirs_has(topo_supported(text->t, text->use, RELATION_ALL), dir)) {
    diag_error(text->diags, text->loc, "the board has no direction '%.*s'", (int)word.n, word.p);
    return false;
  }
  if (text->current == SITE_OFF) {
    diag_error(text->diags, text->loc, "the step '%.*s' of the track starts from no site of the board", (int)word.n,
               word.p);
    return false;
  }
  int most = letters < word.n ? number_of((Str){word.p + letters, word.n - letters}) : INT32_MAX - 1;
  Radials radials = topo_radials(text->t, text->use, text->current, dir);
  for (int r = 0; r < radials.n; r++) {
    SiteList line = topo_radial(text->t, text->use, radials.ids[r]);
    for (int i = 1; i < line.n && i < most + 1; i++) add_site(text, line.at[i]);
  }
  return true;
}

static bool add_word(TrackText *text, Str word, bool first) {
  if (all_digits(word)) add_site(text, number_of(word));
  else if (first) diag_error(text->diags, text->loc, "a track begins with the number of a site");
  else if (str_is(word, "End")) VEC_PUSH(&text->sites.v, TRACK_END);
  else return add_direction(text, word);
  return !first || all_digits(word);
}

enum { PLACES_MAX = 100000 };

static bool fits(const TrackText *text) {
  if (text->sites.v.n <= PLACES_MAX) return true;
  diag_error(text->diags, text->loc, "a track has at most %d places", PLACES_MAX);
  return false;
}

bool track_parse(Arena *arena, const Topology *t, SiteType use, Str rest, SrcLoc loc, Diags *diags, SiteList *out) {
  TrackText text = {.t = t, .use = use, .loc = loc, .diags = diags, .current = SITE_OFF};
  bool ok = true;
  for (bool first = true; ok && (first || rest.n); first = false) {
    const char *comma = rest.n ? memchr(rest.p, ',', rest.n) : NULL;
    Str word = {rest.p, comma ? (size_t)(comma - rest.p) : rest.n};
    size_t used = word.n + (comma ? 1 : 0);
    ok = add_word(&text, word, first) && fits(&text);
    rest = (Str){rest.p + used, rest.n - used};
  }
  *out = take(arena, &text.sites);
  return ok;
}

static int compare_sites(const void *a, const void *b) {
  Site x = *(const Site *)a, y = *(const Site *)b;
  return (x > y) - (x < y);
}

static bool repeats(const TrackElem *elems, int n) {
  Arena scratch = {0};
  Site *sites = ARENA_ARRAY(&scratch, Site, n);
  bool found = false;
  for (int i = 0; i < n; i++) sites[i] = elems[i].site;
  qsort(sites, (size_t)n, sizeof *sites, compare_sites);
  for (int i = 1; i < n && !found; i++) found = sites[i] == sites[i - 1];
  arena_free(&scratch);
  return found;
}

// A site repeated in a row is one place with bumps.
static int merge_bumps(SiteList sites, TrackElem *elems) {
  int n = 0, bump = 0;
  for (int i = 0; i < sites.n; i++) {
    if (i + 1 < sites.n && sites.at[i] == sites.at[i + 1]) {
      bump++;
      continue;
    }
    elems[n++] =
        (TrackElem){.site = sites.at[i], .prev = -1, .prev_index = -1, .next = -1, .next_index = -1, .bump = bump};
    bump = 0;
  }
  return n;
}

static void link_places(TrackElem *elems, int n, bool looped, bool directed) {
  for (int i = 0; i < n; i++) {
    bool first = i == 0, last = i == n - 1;
    int prev = first ? n - 1 : i - 1, next = last ? 0 : i + 1;
    if (first || last ? looped || !first : !directed) elems[i].prev = elems[prev].site, elems[i].prev_index = prev;
    if (!last || looped) elems[i].next = elems[next].site, elems[i].next_index = next;
  }
}

Track track_link(Arena *arena, const TrackSpec *spec) {
  TrackElem *elems = ARENA_ARRAY(arena, TrackElem, spec->sites.n);
  int n = merge_bumps(spec->sites, elems);
  link_places(elems, n, spec->loop, spec->directed);
  return (Track){
      .name = arena_text(arena, str_of(spec->name)),
      .owner = spec->owner,
      .looped = spec->loop,
      .internal_loop = n == spec->sites.n && repeats(elems, n),
      .n = n,
      .elems = elems,
      .loc = spec->loc,
  };
}

// Surakarta. A loop is a row, a column, a row and a column (or three lines of a triangle) walked around the
// board; where one line ends and the next begins, the piece leaves the board and takes an extra step.

// Sites that end a line are kept negative until the bumps are placed.
static void add_line(SiteVec *loop, Site from, int step, int n) {
  for (int i = 0; i < n; i++, from += step) VEC_PUSH(&loop->v, i == 0 || i == n - 1 ? -from : from);
}

static void square_loop(SiteVec *loop, int rows, int cols, int k) {
  add_line(loop, k * cols, 1, cols);
  add_line(loop, cols - 1 - k, cols, rows);
  add_line(loop, rows * cols - 1 - k * cols, -1, cols);
  add_line(loop, rows * cols - cols + k, -cols, rows);
}

// Rows of a triangle shorten upwards, so steps along its slanted sides change by one each time.
static Site add_slant(SiteVec *loop, Site from, int *step, int change, int n) {
  for (int i = 0; i < n; i++, from += *step, *step += change) {
    VEC_PUSH(&loop->v, i == 0 || i >= n - 1 ? -from : from);
  }
  return from;
}

static void triangle_loop(SiteVec *loop, int side, int k) {
  Site from = 0;
  for (int i = 0; i < k; i++) from += side - i;
  add_line(loop, from, 1, side - k);
  int step = side - 1;
  from = add_slant(loop, side - 1 - k, &step, -1, side - k);
  step = -(step + 3);
  add_slant(loop, from, &step, -1, side - k);
}

static SiteList place_bumps(Arena *arena, const SiteVec *loop, bool backwards) {
  SiteVec out = {0};
  size_t n = loop->v.n;
  for (size_t i = 0; i < n; i++) {
    Site a = loop->v.at[backwards ? n - 1 - i : i];
    Site b = loop->v.at[backwards ? (2 * n - 2 - i) % n : (i + 1) % n];
    VEC_PUSH(&out.v, abs(a));
    if (a < 0 && b < 0) VEC_PUSH(&out.v, abs(a));
  }
  return take(arena, &out);
}

static Track loop_track(Arena *arena, const SiteVec *loop, int k, bool backwards) {
  TrackSpec spec = {
      .name = arena_printf(arena, "Track%d%c", k, backwards ? 'B' : 'F'),
      .loop = true,
      .directed = true,
      .sites = place_bumps(arena, loop, backwards),
  };
  return track_link(arena, &spec);
}

int track_surakarta(Arena *arena, const Topology *t, int loops, int from, Track **out) {
  int rows = t->sites[SITE_VERTEX].family[FAMILY_ROWS].n, cols = t->sites[SITE_VERTEX].family[FAMILY_COLUMNS].n;
  bool square = t->graph->basis == BASIS_SQUARE;
  if (!square && t->graph->basis != BASIS_TRIANGULAR) return 0;
  if (loops < 0) loops = square ? (MIN(rows, cols) - 2) / 2 : (rows - 1) / 2;
  loops = MAX(0, MIN(loops, MIN(rows, cols) - from));
  Track *tracks = ARENA_ARRAY(arena, Track, 2 * loops);
  for (int i = 0; i < loops; i++) {
    SiteVec loop = {0};
    if (square) square_loop(&loop, rows, cols, from + i);
    else triangle_loop(&loop, rows, from + i);
    tracks[2 * i] = loop_track(arena, &loop, from + i, false);
    tracks[2 * i + 1] = loop_track(arena, &loop, from + i, true);
    VEC_FREE(&loop.v);
  }
  *out = tracks;
  return 2 * loops;
}
