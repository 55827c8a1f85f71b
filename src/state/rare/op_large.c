// Large pieces: where they can be put, and the cells they cover.
#include "state/rare/large.h"
#include "state/run/op_functions.h"

enum { LARGE_WAYS = 4 };  // states per walk

static bool all_empty(const Position *x, const int32_t *cells, int n) {
  for (int i = 0; i < n; i++) {
    if (!site_empty(x, SITE_CELL, cells[i])) return false;
  }
  return n > 0;
}

static void push_add(Position *x, int32_t what, int32_t site, int32_t state, bool decision) {
  Action add = action_add_on_cell(what, site, state);
  add.flags = decision ? ACTION_DECISION : 0;
  move_set_state(x, move_push(x, add, site, site), state);
  move_share(x);
}

void large_add(Position *x, int32_t what, const Word *region, int32_t state, bool decision) {
  int32_t cells[LARGE_SITES_MAX];
  int ways = x->game->components[what].n_walks * LARGE_WAYS;
  FOR_BITS(site, region, x->words) {
    for (int32_t way = 0; way < ways; way++) {
      if (state >= 0 && way != state) continue;
      if (all_empty(x, cells, large_sites(x, what, site, way, cells))) push_add(x, what, site, way, decision);
    }
  }
}

// ---- moving --------------------------------------------------------------------------------------

typedef struct LargeMove {
  int32_t what, from, state;
  const Word *open;  // where the piece may lie
  bool decision;
  int32_t effect;
} LargeMove;

// Without a board, the first domino lies anywhere and the others at the ends of the line of play.
static bool lies_open(const Position *x, const LargeMove *m, const int32_t *cells, int n) {
  const Word *playable = x->game->components[m->what].kind == COMPONENT_DOMINO ? sites_playable(x) : NULL;
  for (int i = 0; i < n; i++) {
    bool open =
        playable ? !x->head->moves || bit_get(playable, cells[i]) : bit_get(m->open, cells[i]) || cells[i] == m->from;
    if (!open) return false;
  }
  return n > 0;
}

static void push_large(Position *x, const LargeMove *m, int32_t to, int32_t state) {
  Action action = action_make(ACT_MOVE);
  action.type_from = action.type_to = SITE_CELL;
  action.from = (int16_t)m->from;
  action.to = (int16_t)to;
  action.state = (int16_t)state;
  action.flags = m->decision ? ACTION_DECISION : 0;
  move_set_state(x, move_push(x, action, m->from, to), state);
  move_chain(x, m->effect, true);
  move_share(x);
}

static void large_to(Position *x, const LargeMove *m, int32_t to) {
  int32_t cells[LARGE_SITES_MAX];
  int ways = x->game->components[m->what].n_walks * LARGE_WAYS;
  for (int32_t way = 0; way < ways; way++) {
    if (to == m->from && way == m->state) continue;
    if (lies_open(x, m, cells, large_sites(x, m->what, to, way, cells))) push_large(x, m, to, way);
  }
}

void large_move(Position *x, int32_t from, const Word *region, bool decision, int32_t effect) {
  LargeMove m = {.what = site_what(x, SITE_CELL, from, -1), .from = from, .decision = decision, .effect = effect};
  m.state = site_state(x, SITE_CELL, from, -1);
  int32_t covered[LARGE_SITES_MAX];
  int n = large_sites(x, m.what, from, m.state, covered);
  ScratchMark scratch = position_mark(x);
  Word *open = position_region(x);
  bits_copy(open, region, x->words);
  for (int i = 1; i < n; i++) bit_set(open, covered[i]);
  m.open = open;
  FOR_BITS(to, region, x->words) large_to(x, &m, to);
  for (int i = 1; i < n; i++) large_to(x, &m, covered[i]);
  position_release(x, scratch);
}

// ---- asking --------------------------------------------------------------------------------------

const Word *op_LARGE_SITES(Position *x, const Ins *in) {
  Word *out = position_region(x);
  SiteType type = x_type(x, in->a[A_LARGE_SITES_TYPE]);
  int32_t site = x_int(x, in->a[A_LARGE_SITES_SITE]), cells[LARGE_SITES_MAX];
  int32_t what = site < topo_count(x->game->board, type) ? site_what(x, type, site, -1) : 0;
  if (what <= 0) return out;
  int n = piece_is_large(x, what) ? large_sites(x, what, site, site_state(x, type, site, -1), cells) : 0;
  for (int i = 0; i < n; i++) bit_set(out, cells[i]);
  if (!piece_is_large(x, what)) bit_set(out, site);
  return out;
}
