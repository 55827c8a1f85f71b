// Filling the board, scoring once (Raiko and Peltonen, Application of UCT Search to the Connection Games of Hex, Y,
// *Star and Renkula!). A player who wins by connecting stays connected whatever is placed later. So if both can never
// be connected at the same time, the winner on the full board is whoever connected first. That is proved for a game
// when the board is a disc of triangles whose rim holds the regions as arcs that share no more than their ends, and
//   - either each of two players has two of them, in turns along the rim: two paths between alternating arcs cross;
//   - or both must reach the same three or more: two such groups, three arcs and the outside would be a drawing of
//     K3,3 in the plane.
#include "state/run/placement_internal.h"

#include "board/gen/disc.h"

#include <stdlib.h>

// ---- the proof -----------------------------------------------------------------------------------

static const Ins *ins(const PlacementRun *run, int32_t ref) { return program_ins(&run->game->program, (Ref)ref); }

// One end rule: the mover wins by a connection.
static bool ends_by_connection(const PlacementRun *run) {
  Ref phase = run->game->phases[run->phase].end, game = run->game->end;
  if ((phase && game) || (!phase && !game)) return false;
  const Ins *end = ins(run, (int32_t)(phase ? phase : game));
  if (end->op != OP_END_IF || end->n != 2 || ins(run, end->a[A_END_IF_COND])->op != OP_CONNECTED) return false;
  const Ins *result = ins(run, end->a[A_END_IF_RULES]);
  if (result->op != OP_RESULT || result->a[A_RESULT_RESULT] != RESULT_WIN) return false;
  const Ins *player = ins(run, result->a[A_RESULT_PLAYER]);
  return player->op == OP_HEAD && player->a[A_HEAD_VAR] == HEAD_MOVER;
}

typedef struct Arc {
  DiscArc arc;
  uint32_t region;  // its bit
} Arc;

static int compare_arcs(const void *a, const void *b) { return ((const Arc *)a)->arc.at - ((const Arc *)b)->arc.at; }

// The regions as arcs in the order of the rim; 0 when they are not, or overlap by more than their ends.
static int find_arcs(const LinkWatch *link, const NearLists *lists, Arena *arena, Arc *arcs) {
  uint32_t all = link->wanted[1] | link->wanted[2];
  Word *region = ARENA_ARRAY(arena, Word, bits_words(lists->sites));
  Disc disc;
  int n = 0;
  if (!disc_find(arena, lists, &disc)) return 0;
  for (uint32_t bit = 1; bit && bit <= all; bit <<= 1) {
    if (!(all & bit)) continue;
    bits_zero(region, bits_words(lists->sites));
    for (Site site = 0; site < lists->sites; site++) {
      if (link->touches[site] & bit) bit_set(region, site);
    }
    arcs[n].region = bit;
    if (!disc_arc(&disc, lists, region, &arcs[n++].arc)) return 0;
  }
  qsort(arcs, (size_t)n, sizeof *arcs, compare_arcs);
  for (int i = 0; i < n; i++) {
    int next = i + 1 < n ? arcs[i + 1].arc.at : arcs[0].arc.at + disc.rim;
    if (arcs[i].arc.at + arcs[i].arc.n - 1 > next) return 0;
  }
  return n;
}

static bool is_exclusive(const LinkWatch *link, const Arc *arcs, int n) {
  uint32_t one = link->wanted[1], two = link->wanted[2];
  if (one == two) return n >= 3;
  if (one & two || word_count(one) != 2 || word_count(two) != 2 || n != 4) return false;
  return ((arcs[0].region | arcs[2].region) == one) || ((arcs[0].region | arcs[2].region) == two);
}

bool placement_can_fill(const PlacementRun *run) {
  if (run->game->players != 2 || run->n_links != 1 || run->n_lines || run->rules.watches.n != 1) return false;
  const LinkWatch *link = &run->links[0];
  for (Player p = 1; p <= 2; p++) {
    if (!link->wanted[p] || link->needed[p] != word_count(link->wanted[p])) return false;
  }
  if (!ends_by_connection(run)) return false;
  Arena arena = {0};
  Arc arcs[REGIONS_MAX];
  NearLists lists = {.sites = run->sites, .first = link->first, .near = link->near};
  int n = find_arcs(link, &lists, &arena, arcs);
  arena_free(&arena);
  return n > 0 && is_exclusive(link, arcs, n);
}

// ---- the game ------------------------------------------------------------------------------------

// How many of the next n moves are the mover's.
static uint32_t moves_of_mover(const PlacementRun *run, const Position *x, uint32_t n) {
  if (!run->rules.again) return (n + 1) / 2;
  WatchedTurn turn = {.turn_same = x->head->turn_same, .moves_made = x->head->made};
  Player mover = x->head->mover;
  uint32_t own = 0;
  for (uint32_t i = 0; i < n; i++) {
    own += mover == x->head->mover;
    mover = placement_next_mover(run, x, mover, &turn);
  }
  return own;
}

// Gives a random half of the empty sites to each: only the smaller one is drawn.
static void fill_board(PlacementRun *run, const Position *x, Random *random) {
  Site *left = run->played;
  uint32_t n = 0, own = moves_of_mover(run, x, run->n_left);
  Player mover = x->head->mover, few = own * 2 <= run->n_left ? mover : 3 - mover;
  FOR_BITS(site, run->empty, run->words) {
    run->who[site] = (uint8_t)(3 - few);
    left[n++] = site;
  }
  for (uint32_t k = few == mover ? own : n - own; k > 0; k--) {
    uint32_t i = random_below(random, n);
    run->who[left[i]] = (uint8_t)few;
    left[i] = left[--n];
  }
}

// The regions touched by the group of a site, which is taken off the board.
static uint32_t take_group(PlacementRun *run, const LinkWatch *link, Site from) {
  uint8_t own = run->who[from];
  Site *stack = link->parent;  // not in use while the board is filled
  uint32_t touched = 0, n = 1;
  stack[0] = from;
  run->who[from] = 0;
  while (n > 0) {
    Site site = stack[--n];
    touched |= link->touches[site];
    for (int32_t i = link->first[site]; i < link->first[site + 1]; i++) {
      Site near = link->near[i];
      if (run->who[near] != own) continue;
      run->who[near] = 0;
      stack[n++] = near;
    }
  }
  return touched;
}

static bool is_connected(PlacementRun *run, const LinkWatch *link, Player player) {
  uint32_t wanted = link->wanted[player], start = wanted & -wanted;
  for (Site site = 0; site < run->sites; site++) {
    if (run->who[site] != player || !(link->touches[site] & start)) continue;
    if ((take_group(run, link, site) & wanted) == wanted) return true;
  }
  return false;
}

bool placement_fills(const PlacementRun *run) { return run->fills; }

bool placement_fill(PlacementRun *run, Position *x, Random *random, Player *winner, uint32_t *moves) {
  if (!run->fills || !placement_ready(run, x)) return false;
  placement_start_drawing(run, x);
  if (!run->n_left || placement_room(x) <= (int32_t)run->n_left) return false;
  *moves = run->n_left;
  memcpy(run->who, x->flat_who[run->type], (size_t)run->sites);
  fill_board(run, x, random);
  *winner = is_connected(run, &run->links[0], 1) ? 1 : is_connected(run, &run->links[0], 2) ? 2 : 0;
  return true;
}
