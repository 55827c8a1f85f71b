// Lines, groups and connections.
#include "state/block/site.h"
#include "state/rare/visible.h"
#include "state/run/op_functions.h"
#include "state/run/site_test.h"

// ---- lines ---------------------------------------------------------------------------------------

enum { KINDS_MAX = 32 };

typedef struct Line {
  const Ins *in;
  SiteType type;
  Ints whats;
  int32_t length, kinds;
  bool exact, contiguous, opposites, visible;
  bool plain;     // see plain_line_through
  Check check;    // of TO
  int32_t *seen;  // different kinds met so far, up to KINDS_MAX
  int n_seen;
} Line;

static bool is_wanted(const Line *line, int32_t what) {
  for (int i = 0; i < line->whats.n; i++) {
    if (line->whats.at[i] == what) return true;
  }
  return false;
}

static void note_kind(Line *line, int32_t what) {
  for (int i = 0; i < line->n_seen; i++) {
    if (line->seen[i] == what) return;
  }
  if (line->n_seen < KINDS_MAX) line->seen[line->n_seen++] = what;
}

static bool long_enough(const Line *line, int32_t count) {
  return count == line->length && line->kinds <= line->n_seen;
}

// The piece on a site; open sites of a puzzle are part of no line.
static int32_t line_what(const Position *x, SiteType type, int32_t site) {
  if (game_has(x->game, GAME_PUZZLE) && !puzzle_resolved(x, type, site)) return GAME_OFF;
  return site_what(x, type, site, -1);
}

// Pieces above both hide the link between two sites, when they stand on every site above both. Ludii forgets
// the way back along the line.
static bool link_hidden(const Position *x, const Line *line, int32_t a, int32_t b, bool back) {
  int pieces = sites_above_both(x, line->type, a, b, true);
  return pieces && !back && pieces == sites_above_both(x, line->type, a, b, false);
}

// Walks outwards from the pivot. True as soon as the line is complete; *count has the pieces so far.
static bool follow(Position *x, Line *line, SiteList radial, bool back, int32_t *count) {
  int32_t last = radial.at[0];
  for (int i = 1; i < radial.n; i++) {
    int32_t what = line_what(x, line->type, radial.at[i]);
    if (line->visible && site_covered(x, line->type, radial.at[i])) break;
    bool hidden = line->visible && link_hidden(x, line, last, radial.at[i], back);
    if (is_wanted(line, what) && check_site(x, &line->check, radial.at[i]) && !hidden) {
      last = radial.at[i];
      ++*count;
      note_kind(line, what);
      if (!line->exact && long_enough(line, *count)) return true;
    } else if (line->contiguous) {
      break;
    }
  }
  return false;
}

static bool line_through(Position *x, Line *line, int32_t pivot) {
  const Topology *board = x->game->board;
  Radials radials = topo_radials(board, line->type, pivot, (Dir)line->in->a[A_LINE_DIR]);
  for (int r = 0; r < radials.n; r++) {
    if (!radials.distinct[r]) continue;
    int32_t count = 1;
    line->n_seen = 0;
    note_kind(line, site_what(x, line->type, pivot, -1));
    if (follow(x, line, topo_radial(board, line->type, radials.ids[r]), false, &count)) return true;
    if (line->opposites && radials.opposites[r] >= 0 &&
        follow(x, line, topo_radial(board, line->type, radials.opposites[r]), true, &count)) {
      return true;
    }
    if (long_enough(line, count)) return true;
  }
  return false;
}

// ---- lines of one kind of piece on a flat board, with nothing else asked ---------------------------------

typedef struct PlainLine {
  FlatKinds on;  // what stands where
  int32_t what, length;
  bool exact;
} PlainLine;

// As `follow`.
static bool follow_plain(const PlainLine *line, SiteList radial, int32_t *count) {
  for (int i = 1; i < radial.n && kind_at(line->on, radial.at[i]) == line->what; i++) {
    if (++*count == line->length && !line->exact) return true;
  }
  return false;
}

// As `line_through`.
static bool plain_line_through(const Position *x, const Line *line, int32_t pivot, int32_t what) {
  const Topology *board = x->game->board;
  const PlainLine plain = {flat_kinds(x, line->type), what, line->length, line->exact};
  Radials radials = topo_radials(board, line->type, pivot, (Dir)line->in->a[A_LINE_DIR]);
  for (int r = 0; r < radials.n; r++) {
    if (!radials.distinct[r]) continue;
    int32_t count = 1, back = line->opposites ? radials.opposites[r] : -1;
    if (follow_plain(&plain, topo_radial(board, line->type, radials.ids[r]), &count)) return true;
    if (back >= 0 && follow_plain(&plain, topo_radial(board, line->type, back), &count)) return true;
    if (count == line->length) return true;
  }
  return false;
}

static bool is_plain(const Position *x, const Line *line) {
  const Ins *in = line->in;
  return x->flat_who[line->type] && !in->a[A_LINE_IF] && line->kinds <= 1 && line->contiguous && !line->visible &&
         !game_has(x->game, GAME_PUZZLE) && line->whats.n <= 1;
}

// One pivot: 1 a line, 0 none, -1 no line through any.
static int try_pivot(Position *x, Line *line, int32_t pivot) {
  if (pivot >= line_sites(x, line->type)) return -1;
  if (!check_site(x, &line->check, pivot)) return -1;
  if (line->visible && site_covered(x, line->type, pivot)) return 0;
  int32_t what = line_what(x, line->type, pivot);
  if (what == GAME_OFF) return -1;
  if (!line->in->a[A_LINE_WHATS]) line->whats = (Ints){&what, 1};
  if (!is_wanted(line, what)) return 0;
  return line->plain ? plain_line_through(x, line, pivot, what) : line_through(x, line, pivot);
}

int32_t op_LINE(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  int32_t to = x->slots[SLOT_TO], seen[KINDS_MAX];
  Line line = {.in = in,
               .seen = seen,
               .type = x_type(x, in->a[A_LINE_TYPE]),
               .length = x_int(x, in->a[A_LINE_LENGTH]),
               .exact = x_int_or(x, in->a[A_LINE_EXACT], 0),
               .contiguous = x_int_or(x, in->a[A_LINE_CONTIGUOUS], 1),
               .kinds = x_int_or(x, in->a[A_LINE_KINDS], 1),
               .opposites = x_int_or(x, in->a[A_LINE_OPPOSITES], 1),
               .visible = x_int_or(x, in->a[A_LINE_VISIBLE], 0)};
  const Word *pivots = x_region(x, in->a[A_LINE_PIVOTS]);
  if (in->a[A_LINE_WHATS]) line.whats = x_ints(x, in->a[A_LINE_WHATS]);
  line.check = check_begin(x, in->a[A_LINE_IF], SLOT_TO);
  line.plain = is_plain(x, &line);
  int found = 0;
  for (int site = bits_next(pivots, x->words, 0); site >= 0 && !found; site = bits_next(pivots, x->words, site + 1)) {
    found = try_pivot(x, &line, site);
  }
  x->slots[SLOT_TO] = to;
  position_release(x, scratch);
  return found > 0;
}

Ints op_PIECES_OWNED(Position *x, const Ins *in) {
  int32_t player = x_int(x, in->a[A_PIECES_OWNED_PLAYER]), n = 0;
  int32_t *kinds = position_scratch(x, (size_t)x->game->n_components * sizeof *kinds);
  for (int c = 1; c < x->game->n_components; c++) {
    if (x->game->components[c].owner == player) kinds[n++] = c;
  }
  return (Ints){kinds, n};
}

// ---- groups --------------------------------------------------------------------------------------

// Grows `group` from the sites on the stack, which are in it already, over the pieces of an owner.
static void grow_group(Position *x, SiteType type, Dirs dirs, int32_t owner, Word *group, Site *stack, int n) {
  uint32_t looked_at = 0;
  for (; n > 0; looked_at++) {
    Site site = stack[--n];
    for (int d = 0; d < dirs.n; d++) {
      SiteList near = topo_step_list(x->game->board, type, site, (Dir)dirs.at[d]);
      for (int i = 0; i < near.n; i++) {
        if (bit_get(group, near.at[i]) || site_who(x, type, near.at[i], -1) != owner) continue;
        bit_set(group, near.at[i]);
        stack[n++] = near.at[i];
      }
    }
  }
  position_work(x, looked_at);
}

typedef struct Touch {
  const Word *group;
  Site at;  // where it begins
  int32_t touched, regions;
  bool at_last;  // the last of the regions has the site it begins with
} Touch;

static void touch(const Position *x, Touch *t, const Word *region) {
  t->touched += bits_meet(t->group, region, x->words);
  t->at_last = bit_get(region, t->at);
  t->regions++;
}

// Regions touched by the group: those given, or those of the player.
static void touch_regions(Position *x, const Ins *in, Touch *t, Player player) {
  ScratchMark scratch = position_mark(x);
  for (int i = A_CONNECTED_REGIONS; i < in->n; i++) {
    touch(x, t, x_region(x, in->a[i]));
    position_release(x, scratch);
  }
  for (int i = 0; i < x->game->n_regions && in->a[A_CONNECTED_PLAYER]; i++) {
    const GameRegion *region = &x->game->regions[i];
    if (region->owner != player) continue;
    touch(x, t, region->sites ? region->sites : x_region(x, (int32_t)region->region));
    position_release(x, scratch);
  }
}

// To connect no region at all, the group must not begin in the last one.
static bool touches(const Touch *t, int32_t needed) {
  return needed > 0 ? t->touched >= needed : needed == 0 && t->regions > 0 && !t->at_last;
}

int32_t op_CONNECTED(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_CONNECTED_TYPE]);
  int32_t at = x_int(x, in->a[A_CONNECTED_AT]), who = site_who(x, type, at, -1);
  if (at < 0 || at >= topo_count(x->game->board, type) || who <= 0) return 0;
  ScratchMark scratch = position_mark(x);
  Player player = x_int_or(x, in->a[A_CONNECTED_PLAYER], GAME_OFF);
  Word *group = position_region(x);
  bit_set(group, at);
  if (player == GAME_OFF || who == player) {
    Dirs dirs = x_dirs(x, in->a[A_CONNECTED_DIRS]);
    Site *stack = position_scratch(x, (size_t)topo_count(x->game->board, type) * sizeof *stack);
    stack[0] = at;
    grow_group(x, type, dirs, who, group, stack, 1);
  }
  Touch t = {.group = group, .at = (Site)at};
  touch_regions(x, in, &t, player);
  position_release(x, scratch);
  return touches(&t, x_int_or(x, in->a[A_CONNECTED_NEEDED], t.regions));
}
