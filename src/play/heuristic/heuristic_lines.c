// Lines on a board, and whose pieces stand on them.
#include "play/heuristic/heuristic_lines.h"

#include "base/vec.h"
#include "board/topo/topology.h"
#include "play/heuristic/piece_players.h"

typedef struct LinesBuild {
  const Topology *board;
  SiteType type;
  int length;
  VEC(Site) sites;  // `length` for each line
  VEC(Site) ends;
} LinesBuild;

static bool same_line(const Site *a, const Site *b, int n) { return !memcmp(a, b, sizeof *a * (size_t)n); }

// Lines found earlier begin at lower sites, or are the last ones: only those of the same first site are compared.
static bool is_new(const LinesBuild *build, const Site *line) {
  size_t n = (size_t)build->length;
  for (size_t i = build->sites.n; i >= n && build->sites.at[i - n] == line[0]; i -= n) {
    if (same_line(&build->sites.at[i - n], line, build->length)) return false;
  }
  return true;
}

static Site site_behind(const LinesBuild *build, int32_t opposite) {
  if (opposite < 0) return SITE_OFF;
  SiteList back = topo_radial(build->board, build->type, opposite);
  return back.n > 1 ? back.at[1] : SITE_OFF;
}

// A line is noted where it begins at its end with the lower number.
static void note_line(LinesBuild *build, int32_t radial, int32_t opposite) {
  SiteList sites = topo_radial(build->board, build->type, radial);
  int n = build->length;
  if (sites.n < n || sites.at[0] > sites.at[n - 1] || !is_new(build, sites.at)) return;
  for (int i = 0; i < n; i++) VEC_PUSH(&build->sites, sites.at[i]);
  VEC_PUSH(&build->ends, site_behind(build, opposite));
  VEC_PUSH(&build->ends, sites.n > n ? sites.at[n] : SITE_OFF);
}

static void note_lines_from(LinesBuild *build, Site site) {
  Radials radials = topo_radials(build->board, build->type, site, DIR_ADJACENT);
  for (int i = 0; i < radials.n; i++) {
    note_line(build, radials.ids[i], radials.opposites[i]);
    if (radials.opposites[i] < 0) continue;
    note_line(build, radials.opposites[i], radials.ids[i]);
  }
}

static void index_lines(Arena *arena, const LinesBuild *build, int sites, Lines *out) {
  int32_t *start = ARENA_ARRAY(arena, int32_t, sites + 2), *at = ARENA_ARRAY(arena, int32_t, build->sites.n + 1);
  for (size_t i = 0; i < build->sites.n; i++) start[build->sites.at[i] + 2]++;
  for (int s = 1; s <= sites + 1; s++) start[s] += start[s - 1];
  for (size_t i = 0; i < build->sites.n; i++) at[start[build->sites.at[i] + 1]++] = (int32_t)i / build->length;
  out->at_start = start;
  out->at = at;
}

void lines_build(Arena *arena, const Topology *board, SiteType type, int length, Lines *out) {
  LinesBuild build = {.board = board, .type = type, .length = length};
  int sites = topo_count(board, type);
  for (Site site = 0; site < sites && length > 1; site++) note_lines_from(&build, site);
  *out = (Lines){.length = length, .n = (int)(build.ends.n / 2)};
  index_lines(arena, &build, sites, out);
  out->ends = VEC_TO_ARENA(&build.ends, arena);
  VEC_FREE(&build.sites);
  VEC_FREE(&build.ends);
}

static void count_site(const Lines *lines, LineCounts *counts, Site site, int8_t owner) {
  for (int32_t i = lines->at_start[site]; i < lines->at_start[site + 1]; i++) {
    int32_t line = lines->at[i];
    int8_t before = counts->owner[line];
    if (!before) counts->touched[counts->n++] = line;
    counts->owner[line] = !before || before == owner ? owner : -1;
    counts->count[line]++;
  }
}

LineCounts lines_count(const Lines *lines, Position *x, SiteType type, const int8_t *player_of) {
  size_t n = (size_t)lines->n + 1;
  LineCounts counts = {.touched = position_scratch(x, n * sizeof *counts.touched)};
  counts.owner = position_scratch(x, n);
  counts.count = position_scratch(x, n);
  memset(counts.owner, 0, n);
  memset(counts.count, 0, n);
  int sites = topo_count(x->game->board, type);
  const Word *empty = x->flat_empty[type];
  for (int base = 0; base < sites; base += WORD_BITS) {
    Word full = empty ? ~empty[base / WORD_BITS] : ~(Word)0;
    if (sites - base < WORD_BITS) full &= ((Word)1 << (sites - base)) - 1;
    for (; full; full &= full - 1) {
      Site site = (Site)(base + word_first(full));
      int32_t what = site_what(x, type, site, -1);
      if (!what) continue;
      int8_t owner = (int8_t)piece_player(player_of, x, type, site, -1, what);
      count_site(lines, &counts, site, owner ? owner : -1);
    }
  }
  return counts;
}
