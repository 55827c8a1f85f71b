// Games without a board: play goes to cells next to pieces, on a grid large enough never to end. The set
// of playable cells is part of the state. Domino games open only the ends of the line of play.
#include "state/block/hash.h"
#include "state/block/site.h"

static bool on_board(const Position *x, int32_t cell) {
  return cell >= 0 && cell < topo_count(x->game->board, SITE_CELL);
}

static bool occupied(const Position *x, int32_t cell) {
  if (game_has(x->game, GAME_STACKING)) return site_what(x, SITE_CELL, cell, -1) != 0;
  return site_count(x, SITE_CELL, cell) != 0;
}

static SiteList around(const Position *x, int32_t cell) {
  return topo_neighbours(x->game->board, SITE_CELL, RELATION_ADJACENT, cell);
}

const Word *sites_playable(const Position *x) {
  return x->layout->playable ? STATE_AT(x, Word, x->layout->playable) : NULL;
}

static void set_playable(Position *x, int32_t cell, bool on) {
  if (!x->layout->playable || !on_board(x, cell) || bit_get(sites_playable(x), cell) == on) return;
  state_toggle_hash(x, zobrist(HASH_PLAYABLE, cell, 0, 1));
  state_put_bit(x, x->layout->playable, cell, on);
}

void playable_after_placing(Position *x, int32_t cell) {
  if (!on_board(x, cell)) return;
  set_playable(x, cell, false);
  SiteList cells = around(x, cell);
  for (int i = 0; i < cells.n; i++) {
    if (!occupied(x, cells.at[i])) set_playable(x, cells.at[i], true);
  }
}

static void check(Position *x, int32_t cell) {
  bool playable = false;
  SiteList cells = around(x, cell);
  for (int i = 0; i < cells.n && !playable; i++) playable = occupied(x, cells.at[i]);
  set_playable(x, cell, playable && !occupied(x, cell));
}

void playable_after_taking(Position *x, int32_t cell) {
  if (!on_board(x, cell)) return;
  check(x, cell);
  SiteList cells = around(x, cell);
  for (int i = 0; i < cells.n; i++) check(x, cells.at[i]);
}

void playable_start(Position *x) {
  if (!x->layout->playable) return;
  SiteList centre = topo_group(x->game->board, SITE_CELL, GROUP_CENTRE);
  if (centre.n && site_empty(x, SITE_CELL, centre.at[0])) set_playable(x, centre.at[0], true);
}

// ---- dominoes ------------------------------------------------------------------------------------

// A domino covers a block of 2 by 4 cells, numbered along its walk: 0 and 1 at its left end, 7 and 6 at
// its right end, 2 5 and 3 4 in the middle of its long sides.
typedef struct DominoEnd {
  int first, second;  // of its cells
  int side;           // quarter turns from west
  bool across;        // a long side, where only doubles can be joined
  bool left;          // which of the two cells of the end is on the left
} DominoEnd;

static const DominoEnd ends[] = {
    {.first = 0, .second = 1, .side = 0, .left = true},
    {.first = 7, .second = 6, .side = 2},
    {.first = 2, .second = 5, .side = 1, .across = true, .left = true},
    {.first = 3, .second = 4, .side = 3, .across = true, .left = true},
};

static SiteList ray(const Position *x, int32_t cell, Dir dir) {
  Radials radials = topo_radials(x->game->board, SITE_CELL, cell, dir);
  return radials.n ? topo_radial(x->game->board, SITE_CELL, radials.ids[0]) : (SiteList){0};
}

static void open_beside(Position *x, int32_t cell, Dir dir) {
  SiteList line = ray(x, cell, dir);
  if (line.n > 1 && site_empty(x, SITE_CELL, line.at[1])) set_playable(x, line.at[1], true);
}

// Opens the two cells of each of the next four places beyond an end, as far as they are free.
static void open_end(Position *x, int32_t first, int32_t second, Dir dir, const DominoEnd *end) {
  SiteList a = ray(x, first, dir), b = ray(x, second, dir);
  if (a.n <= 2 || b.n <= 2) return;
  for (int i = 1; i < a.n && i < b.n && i < 5; i++) {
    if (!site_empty(x, SITE_CELL, a.at[i]) || !site_empty(x, SITE_CELL, b.at[i])) return;
    set_playable(x, a.at[i], true);
    set_playable(x, b.at[i], true);
    if (end->across || i >= 3) continue;
    Dir left = dir_left(dir_left(dir)), right = dir_right(dir_right(dir));
    open_beside(x, first, end->left ? left : right);
    open_beside(x, second, end->left ? right : left);
  }
}

static void open_domino(Position *x, int32_t cell) {
  static const Dir turns[4] = {DIR_W, DIR_N, DIR_E, DIR_S};
  int32_t what = site_what(x, SITE_CELL, cell, 0), state = site_state(x, SITE_CELL, cell, 0);
  int32_t cells[LARGE_SITES_MAX];
  if (large_sites(x, what, cell, state, cells) < 8) return;
  for (size_t e = 0; e < COUNT_OF(ends); e++) {
    if (ends[e].across && !x->game->components[what].is_double) continue;
    open_end(x, cells[ends[e].first], cells[ends[e].second], turns[(ends[e].side + state) & 3], &ends[e]);
  }
}

void playable_line(Position *x) {
  int n = x->game->containers[0].n;
  for (int32_t cell = 0; cell < n; cell++) set_playable(x, cell, false);
  for (int32_t cell = 0; cell < n; cell++) {
    if (site_what(x, SITE_CELL, cell, 0)) open_domino(x, cell);
  }
}
