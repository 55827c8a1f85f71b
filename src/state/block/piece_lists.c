// Lists of sites by kind of piece.
#include "state/block/piece_lists.h"

#include "state/block/access.h"
#include "state/block/stack_piece_list.h"

// The list of a kind, 0 when none is kept.
static int list_number(const Position *x, int32_t what) {
  return what > 0 && what < x->game->n_components ? x->game->components[what].list : 0;
}

static uint32_t list_at(const Position *x, SiteType type, int list) {
  const SiteLayout *at = SITE_LAYOUT(x, type);
  return at->order + at->order_bytes * (uint32_t)list * at->order_size;
}

static int32_t list_length(const Position *x, SiteType type, int list) {
  return STATE_AT(x, uint16_t, SITE_LAYOUT(x, type)->order_n)[list];
}

static void put_length(Position *x, SiteType type, int list, int32_t n) {
  state_put16(x, SITE_LAYOUT(x, type)->order_n + 2u * (uint32_t)list, (uint16_t)n);
}

static int32_t site_in_list(const Position *x, SiteType type, uint32_t list, int32_t i) {
  return width_read(x->block + list, i, SITE_LAYOUT(x, type)->order_bytes);
}

static void leave(Position *x, SiteType type, int32_t site, int list) {
  uint32_t at = list_at(x, type, list);
  int32_t n = list_length(x, type, list), i = 0;
  while (i < n && site_in_list(x, type, at, i) != site) i++;
  if (i == n) return;
  state_put_number(x, at, i, SITE_LAYOUT(x, type)->order_bytes, site_in_list(x, type, at, n - 1));
  put_length(x, type, list, n - 1);
}

static void arrive(Position *x, SiteType type, int32_t site, int list) {
  int32_t n = list_length(x, type, list);
  if (n >= (int32_t)SITE_LAYOUT(x, type)->order_size) {
    position_fault(x, "there are too many pieces to keep their order");
    return;
  }
  state_put_number(x, list_at(x, type, list), n, SITE_LAYOUT(x, type)->order_bytes, site);
  put_length(x, type, list, n + 1);
}

// Once more, unless the sites that the list does not name yet would find no room any more.
static void arrive_again(Position *x, SiteType type, int32_t site, int list) {
  int32_t most = (int32_t)SITE_LAYOUT(x, type)->order_size - x->game->sites[type];
  if (list_length(x, type, list) < most) arrive(x, type, site, list);
}

void piece_list_follow(Position *x, SiteType type, int32_t site, int32_t before, int32_t after) {
  if (before == after || !x->game->n_lists) return;
  int left = list_number(x, before), come = list_number(x, after);
  if (x->layout->stack_list) {
    if (left) stack_list_leave_site(x, before, type, site);
    if (come) stack_list_add(x, after, type, site, 0);
    return;
  }
  if (left) leave(x, type, site, left);
  if (come) arrive(x, type, site, come);
}

void piece_list_again(Position *x, SiteType type, int32_t site, int32_t what) {
  int list = list_number(x, what);
  if (!list) return;
  if (x->layout->stack_list) stack_list_add_again(x, what, type, site);
  else arrive_again(x, type, site, list);
}

void piece_list_renew(Position *x, SiteType type, int32_t site, int32_t what) {
  piece_list_follow(x, type, site, what, 0);
  piece_list_follow(x, type, site, 0, what);
}

int32_t piece_list_site(const Position *x, SiteType type, int32_t what, int32_t i) {
  int list = list_number(x, what);
  return i < list_length(x, type, list) ? site_in_list(x, type, list_at(x, type, list), i) : GAME_OFF;
}

bool piece_list_has(const Position *x, SiteType type, int32_t what, int32_t site) {
  if (!x->layout->stack_list) {
    int32_t i = 0, listed;
    while ((listed = piece_list_site(x, type, what, i)) >= 0 && listed != site) i++;
    return listed >= 0;
  }
  return stack_list_find_at(x, what, type, site, 0) >= 0;
}

void piece_list_kind_region(const Position *x, SiteType type, int32_t what, Word *out) {
  if (!x->layout->stack_list) {
    for (int32_t i = 0, site; (site = piece_list_site(x, type, what, i)) >= 0; i++) bit_set(out, site);
    return;
  }
  for (int32_t i = stack_list_find(x, what, 0, 1); i >= 0; i = stack_list_find(x, what, i + 1, 1)) {
    StackPiece entry = stack_list_entry(x, i);
    if (entry.type == type) bit_set(out, entry.site);
  }
}

void piece_list_region(const Position *x, SiteType type, Player owner, Word *out) {
  for (int c = 1; c < x->game->n_components; c++) {
    if (x->game->components[c].owner == owner) piece_list_kind_region(x, type, c, out);
  }
}
