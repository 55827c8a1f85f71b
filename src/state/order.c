// Lists of sites by kind of piece.
#include "state/order.h"

#include "state/roll.h"

static uint32_t list_of(const Exec *x, SiteType type, int32_t what) {
  return SITE_LAYOUT(x, type)->order + 2u * (uint32_t)what * SITE_LAYOUT(x, type)->order_size;
}

static int32_t count_of(const Exec *x, SiteType type, int32_t what) {
  return STATE_AT(x, uint16_t, SITE_LAYOUT(x, type)->order_n)[what];
}

static void put_count_of(Exec *x, SiteType type, int32_t what, int32_t n) {
  state_put16(x, SITE_LAYOUT(x, type)->order_n + 2u * (uint32_t)what, (uint16_t)n);
}

static void leave(Exec *x, SiteType type, int32_t site, int32_t what) {
  uint32_t list = list_of(x, type, what);
  int32_t n = count_of(x, type, what), at = 0;
  while (at < n && STATE_AT(x, uint16_t, list)[at] != site) at++;
  if (at == n) return;
  state_put16(x, list + 2u * (uint32_t)at, STATE_AT(x, uint16_t, list)[n - 1]);
  put_count_of(x, type, what, n - 1);
}

static void arrive(Exec *x, SiteType type, int32_t site, int32_t what) {
  int32_t n = count_of(x, type, what);
  if (n >= (int32_t)SITE_LAYOUT(x, type)->order_size) return;
  state_put16(x, list_of(x, type, what) + 2u * (uint32_t)n, (uint16_t)site);
  put_count_of(x, type, what, n + 1);
}

void order_follow(Exec *x, SiteType type, int32_t site, int32_t before, int32_t after) {
  if (before != after && x->layout->roll) {
    if (before > 0) roll_leave_site(x, before, type, site);
    roll_add(x, after, type, site, 0);
    return;
  }
  if (before == after || !SITE_LAYOUT(x, type)->order) return;
  if (before > 0 && before < x->game->n_components) leave(x, type, site, before);
  if (after > 0 && after < x->game->n_components) arrive(x, type, site, after);
}

void order_again(Exec *x, SiteType type, int32_t site, int32_t what) {
  if (x->layout->roll) roll_add_again(x, what, type, site);
  if (SITE_LAYOUT(x, type)->order && what > 0 && what < x->game->n_components) arrive(x, type, site, what);
}

int32_t order_site(const Exec *x, SiteType type, int32_t what, int32_t i) {
  return i < count_of(x, type, what) ? STATE_AT(x, uint16_t, list_of(x, type, what))[i] : GAME_OFF;
}

void order_kind_region(const Exec *x, SiteType type, int32_t what, Word *out) {
  if (!x->layout->roll) {
    for (int32_t i = 0, site; (site = order_site(x, type, what, i)) >= 0; i++) bit_set(out, site);
    return;
  }
  for (int32_t i = roll_find(x, what, 0, 1); i >= 0; i = roll_find(x, what, i + 1, 1)) {
    RollEntry entry = roll_entry(x, i);
    if (entry.type == type) bit_set(out, entry.site);
  }
}

void order_region(const Exec *x, SiteType type, Player owner, Word *out) {
  for (int c = 1; c < x->game->n_components; c++) {
    if (x->game->components[c].owner == owner) order_kind_region(x, type, c, out);
  }
}
