// Lines in games with stacks: of sites whose stacks hold a piece somewhere or on top, or of single levels.
#include "state/run/op_functions.h"

int32_t op_STACKING(Position *x, const Ins *in) { return (void)in, game_has(x->game, GAME_STACKING); }

typedef struct StackLine {
  const Ins *in;
  SiteType type;
  Ints whats;
  int32_t length;
  bool exact, top;
} StackLine;

static bool is_wanted(const StackLine *line, int32_t what) {
  for (int i = 0; i < line->whats.n; i++) {
    if (line->whats.at[i] == what) return true;
  }
  return false;
}

// ---- anywhere or on top --------------------------------------------------------------------------

static bool stack_fits(const Position *x, const StackLine *line, int32_t site) {
  if (line->top) return is_wanted(line, site_what(x, line->type, site, -1));
  int32_t height = site_height(x, line->type, site);
  for (int32_t level = 0; level < height; level++) {
    if (is_wanted(line, site_what(x, line->type, site, level))) return true;
  }
  return false;
}

static bool follow_stacks(Position *x, const StackLine *line, SiteList radial, int32_t *count) {
  for (int i = 1; i < radial.n; i++) {
    x->slots[SLOT_TO] = radial.at[i];
    if (!stack_fits(x, line, radial.at[i]) || !x_holds(x, line->in->a[A_STACK_LINE_IF])) return false;
    ++*count;
    if (!line->exact && *count == line->length) return true;
  }
  return false;
}

// ---- level by level ------------------------------------------------------------------------------

// The piece at a level that a site has, -1 where it has no such level.
static inline int32_t piece_at_level(const Position *x, SiteType type, int32_t site, int32_t level) {
  if (site_on_stacks(x, type, site)) {
    const uint8_t *kept = level >= 0 ? stack_level(x, type, site, level) : NULL;
    return kept ? kept_what(x, kept) : -1;
  }
  return level < 0 || site_height(x, type, site) <= level ? -1 : site_what(x, type, site, level);
}

// Pieces in a row from place `first` of a radial on, each `climb` levels above the one before.
static bool follow_levels(const Position *x, const StackLine *line, SiteList radial, int first, int32_t level,
                          int climb, int32_t *count) {
  for (int i = first; i < radial.n; i++, level += climb) {
    int32_t what = piece_at_level(x, line->type, radial.at[i], level);
    if (what < 0 || !is_wanted(line, what)) return false;
    ++*count;
    if (!line->exact && *count == line->length) return true;
  }
  return false;
}

// A line that is level or climbs, both ways from the top of the stack. Ludii counts only one side of lines
// that go down along the radial.
static bool levels_in_line(const Position *x, const StackLine *line, SiteList there, SiteList back, int32_t level,
                           int climb) {
  int32_t count = 0;
  if (follow_levels(x, line, there, 0, level, climb, &count)) return true;
  int32_t both = count;
  if (back.n && follow_levels(x, line, back, 1, level - climb, -climb, &both)) return true;
  return (back.n && climb >= 0 ? both : count) == line->length;
}

static bool pile_is_line(const Position *x, const StackLine *line, int32_t at, int32_t height) {
  int32_t count = 1;
  if (height < line->length) return false;
  for (int32_t level = height - 2; count < line->length; level--, count++) {
    if (!is_wanted(line, site_what(x, line->type, at, level))) return false;
  }
  return true;
}

static bool line_of_levels(Position *x, const StackLine *line, int32_t at, SiteList there, SiteList back) {
  int32_t top = site_height(x, line->type, at) - 1;
  return top >= 0 && (levels_in_line(x, line, there, back, top, 0) || levels_in_line(x, line, there, back, top, -1) ||
                      levels_in_line(x, line, there, back, top, 1));
}

static bool line_of_stacks(Position *x, const StackLine *line, SiteList there, SiteList back) {
  int32_t count = 1;
  if (follow_stacks(x, line, there, &count)) return true;
  if (back.n && follow_stacks(x, line, back, &count)) return true;
  return count == line->length;
}

static bool any_line(Position *x, const StackLine *line, int32_t at) {
  const Topology *board = x->game->board;
  bool levels = x_int_or(x, line->in->a[A_STACK_LINE_LEVELS], 0);
  if (levels && pile_is_line(x, line, at, site_height(x, line->type, at))) return true;
  if (!levels && !stack_fits(x, line, at)) return false;
  Radials radials = topo_radials(board, line->type, at, (Dir)line->in->a[A_STACK_LINE_DIR]);
  for (int r = 0; r < radials.n; r++) {
    if (!radials.distinct[r]) continue;
    SiteList there = topo_radial(board, line->type, radials.ids[r]), back = {0};
    if (radials.opposites[r] >= 0) back = topo_radial(board, line->type, radials.opposites[r]);
    if (levels ? line_of_levels(x, line, at, there, back) : line_of_stacks(x, line, there, back)) return true;
  }
  return false;
}

int32_t op_STACK_LINE(Position *x, const Ins *in) {
  StackLine line = {
      .in = in, .type = x_type(x, in->a[A_STACK_LINE_TYPE]), .length = x_int(x, in->a[A_STACK_LINE_LENGTH])};
  int32_t at = x_int(x, in->a[A_STACK_LINE_AT]), to = x->slots[SLOT_TO];
  if (at >= 0 && line.length == 1) return 1;  // in a hand too
  if (at < 0 || at >= line_sites(x, line.type)) return 0;
  ScratchMark scratch = position_mark(x);
  int32_t own = site_what(x, line.type, at, -1);
  line.whats = in->a[A_STACK_LINE_WHATS] ? x_ints(x, in->a[A_STACK_LINE_WHATS]) : (Ints){&own, 1};
  line.exact = x_int_or(x, in->a[A_STACK_LINE_EXACT], 0);
  line.top = x_int_or(x, in->a[A_STACK_LINE_TOP], 0);
  bool found = any_line(x, &line, at);
  x->slots[SLOT_TO] = to;
  position_release(x, scratch);
  return found;
}
