// Proving that a board is a disc.
#include "board/gen/disc.h"

typedef struct Finder {
  const NearLists *lists;
  Site *next[2];       // on the rim: the two neighbours along it
  int edges, corners;  // ends of edges; corners of triangles
} Finder;

static bool joined(const NearLists *lists, Site a, Site b) {
  for (int32_t i = lists->first[a]; i < lists->first[a + 1]; i++) {
    if (lists->near[i] == b) return true;
  }
  return false;
}

// How many of the neighbours of a site are neighbours of `other`.
static int common(const NearLists *lists, Site site, Site other) {
  int n = 0;
  for (int32_t i = lists->first[site]; i < lists->first[site + 1]; i++) n += joined(lists, other, lists->near[i]);
  return n;
}

// Whether the neighbours of a site hang together, going from one to the next.
static bool link_is_whole(const NearLists *lists, Site site) {
  Site seen[16];
  int n = 1, first = lists->first[site], degree = lists->first[site + 1] - first;
  if (degree > (int)COUNT_OF(seen)) return false;
  seen[0] = lists->near[first];
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < degree; i++) {
      Site near = lists->near[first + i];
      bool known = false;
      for (int s = 0; s < n; s++) known |= seen[s] == near;
      if (!known && joined(lists, seen[k], near)) seen[n++] = near;
    }
  }
  return n == degree;
}

// The neighbours of a site must form a ring, or a chain with two ends.
static bool look_at(Finder *f, Site site) {
  const NearLists *lists = f->lists;
  int ends = 0, degree = lists->first[site + 1] - lists->first[site];
  f->next[0][site] = f->next[1][site] = SITE_OFF;
  for (int32_t i = lists->first[site]; i < lists->first[site + 1]; i++) {
    Site near = lists->near[i];
    int n = common(lists, site, near);
    if (!joined(lists, near, site) || n < 1 || n > 2 || (n == 1 && ends == 2)) return false;
    if (n == 1) f->next[ends++][site] = near;
  }
  f->edges += degree;
  f->corners += degree - ends / 2;
  return degree >= 2 && (ends == 2 || (ends == 0 && degree >= 3)) && link_is_whole(lists, site);
}

// Goes once along the rim; false when that does not visit all of it.
static bool walk_rim(const Finder *f, Disc *disc, int *place) {
  Site start = 0, before = SITE_OFF;
  while (start < f->lists->sites && f->next[0][start] == SITE_OFF) start++;
  if (start == f->lists->sites) return false;
  Site at = start;
  int n = 0;
  do {
    place[at] = n++;
    Site next = f->next[0][at] != before ? f->next[0][at] : f->next[1][at];
    before = at;
    at = next;
  } while (at != start && n <= disc->rim && place[at] < 0);
  return at == start && n == disc->rim;
}

static bool is_connected(Arena *arena, const NearLists *lists) {
  bool *seen = ARENA_ARRAY(arena, bool, lists->sites);
  Site *stack = ARENA_ARRAY(arena, Site, lists->sites);
  int n = 1, found = 1;
  stack[0] = 0;
  seen[0] = true;
  while (n > 0) {
    Site site = stack[--n];
    for (int32_t i = lists->first[site]; i < lists->first[site + 1]; i++) {
      if (seen[lists->near[i]]) continue;
      seen[lists->near[i]] = true;
      stack[n++] = lists->near[i];
      found++;
    }
  }
  return found == lists->sites;
}

bool disc_find(Arena *arena, const NearLists *lists, Disc *disc) {
  Finder f = {.lists = lists};
  int *place = ARENA_ARRAY(arena, int, lists->sites);
  for (int i = 0; i < 2; i++) f.next[i] = ARENA_ARRAY(arena, Site, lists->sites);
  disc->rim = 0;
  disc->place = place;
  for (Site site = 0; site < lists->sites; site++) {
    if (!look_at(&f, site)) return false;
    disc->rim += f.next[0][site] != SITE_OFF;
    place[site] = -1;
  }
  bool euler = lists->sites - f.edges / 2 + f.corners / 3 == 1;
  return lists->sites > 2 && euler && is_connected(arena, lists) && walk_rim(&f, disc, place);
}

bool disc_arc(const Disc *disc, const NearLists *lists, const Word *region, DiscArc *arc) {
  Arena arena = {0};
  bool *in = ARENA_ARRAY(&arena, bool, disc->rim);
  bool good = true;
  int starts = 0;
  *arc = (DiscArc){0};
  for (Site site = 0; site < lists->sites; site++) {
    if (!bit_get(region, site)) continue;
    if (disc->place[site] < 0) good = false;
    else in[disc->place[site]] = true;
    arc->n++;
  }
  for (int i = 0; i < disc->rim; i++) {
    if (!in[i] || in[(i + disc->rim - 1) % disc->rim]) continue;
    arc->at = i;
    starts++;
  }
  arena_free(&arena);
  return good && starts == 1;
}
