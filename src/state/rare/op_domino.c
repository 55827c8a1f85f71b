// Dominoes: dealing, drawing from the stock, and whether one fits where it lies.
#include "state/block/site.h"
#include "state/run/op_functions.h"
#include "state/turn/result.h"

static const Container *hand_of(const Position *x, Player player) {
  for (int c = 0; c < x->game->n_containers; c++) {
    const Container *hand = &x->game->containers[c];
    if (hand->kind == CONTAINER_HAND && hand->owner == player) return hand;
  }
  return NULL;
}

static Action *push_domino(Position *x, int32_t what, int32_t site, int32_t state) {
  move_push(x, action_add_on_cell(what, site, state), site, site);
  return &VEC_LAST(&x->actions);
}

// The dominoes to draw from: those of the stock, or all pieces. Returns how many.
static int fill_pool(const Position *x, bool stock, int32_t *pool) {
  int n = stock ? x->head->n_dominoes : x->game->n_components - 1;
  for (int i = 0; i < n; i++) pool[i] = stock ? STATE_AT(x, int32_t, x->layout->dominoes)[i] : i + 1;
  return n;
}

void op_DEAL_DOMINOES(Position *x, const Ins *in) {
  int32_t count = x_int(x, in->a[A_DEAL_DOMINOES_COUNT]);
  int players = x->game->players;
  ScratchMark scratch = position_mark(x);
  int32_t *pool = position_scratch(x, (size_t)MAX(x->game->n_components, STATE_LIST_MAX) * sizeof *pool);
  int left = fill_pool(x, in->a[A_DEAL_DOMINOES_STOCK], pool);
  for (int dealt = 0; dealt / 2 < count && left > 0; dealt++) {
    const Container *hand = hand_of(x, dealt % players + 1);
    if (!hand || dealt / players >= hand->n) break;
    uint32_t i = position_draw(x, (uint32_t)left--);
    Action *add = push_domino(x, pool[i], hand->first + dealt / players, -1);
    if (!in->a[A_DEAL_DOMINOES_STOCK]) add->count = count;
    memmove(pool + i, pool + i + 1, ((size_t)left - i) * sizeof *pool);
  }
  position_release(x, scratch);
}

void op_TAKE_DOMINO(Position *x, const Ins *in) {
  (void)in;
  const Container *hand = hand_of(x, x->head->mover);
  if (!hand || x->head->n_dominoes <= 0) return;
  int32_t site = hand->first;
  while (site < hand->first + hand->n && site_what(x, SITE_CELL, site, -1)) site++;
  if (site == hand->first + hand->n) return;
  uint32_t i = position_draw(x, (uint32_t)x->head->n_dominoes);
  push_domino(x, STATE_AT(x, int32_t, x->layout->dominoes)[i], site, 0);
}

// ---- fitting -------------------------------------------------------------------------------------

typedef struct Cells {
  int32_t at[LARGE_SITES_MAX];
  int n;
} Cells;

static bool has(const Cells *cells, int32_t cell) {
  for (int i = 0; i < cells->n; i++) {
    if (cells->at[i] == cell) return true;
  }
  return false;
}

// The occupied cells beside a domino; false when one of them shows another number than the cell it touches.
static bool cells_beside(const Position *x, const Cells *domino, Cells *beside) {
  for (int i = 0; i < domino->n; i++) {
    int32_t value = site_value(x, SITE_CELL, domino->at[i], 0);
    SiteList steps = topo_step_list(x->game->board, SITE_CELL, domino->at[i], DIR_ORTHOGONAL);
    for (int s = 0; s < steps.n; s++) {
      int32_t to = steps.at[s];
      if (has(domino, to) || site_empty(x, SITE_CELL, to)) continue;
      if (site_value(x, SITE_CELL, to, 0) != value) return false;
      if (beside->n < LARGE_SITES_MAX) beside->at[beside->n++] = to;
    }
  }
  return true;
}

// Exactly two cells of another domino in line, both of the same kind.
static bool joins_line(const Position *x, const Cells *beside) {
  bool good = false;
  for (int i = 0; i < beside->n; i++) {
    Cells line = {.at = {beside->at[i]}, .n = 1};
    Radials radials = topo_radials(x->game->board, SITE_CELL, beside->at[i], DIR_ORTHOGONAL);
    for (int r = 0; r < radials.n; r++) {
      SiteList radial = topo_radial(x->game->board, SITE_CELL, radials.ids[r]);
      for (int s = 1; s < radial.n; s++) {
        if (has(beside, radial.at[s]) && line.n < LARGE_SITES_MAX) line.at[line.n++] = radial.at[s];
      }
      if (line.n > 2) return false;
      if (line.n == 2) good = site_count(x, SITE_CELL, line.at[0]) == site_count(x, SITE_CELL, line.at[1]);
    }
  }
  return good;
}

int32_t op_PIPS_MATCH(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_PIPS_MATCH_SITE]), what = site_what(x, SITE_CELL, site, -1);
  if (component_of(x, what)->kind != COMPONENT_DOMINO) return 1;
  Cells domino = {0}, beside = {0};
  domino.n = large_sites(x, what, site, site_state(x, SITE_CELL, site, -1), domino.at);
  if (!cells_beside(x, &domino, &beside)) return 0;
  return x->head->made <= 1 || joins_line(x, &beside);
}
