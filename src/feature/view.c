// Looking at a position. On flat boards whole words of the state are compared with a copy; elsewhere (stacks, hidden
// things, sites of several types) every site is looked at.
#include "feature/view.h"

#include "base/mem.h"
#include "state/block/access.h"

enum { VIEW_WHAT, VIEW_WHO, VIEW_EMPTY };

static bool hides(const FeatureSpace *s) { return game_has(s->game, GAME_HIDDEN) && !s->rules.see_hidden; }

void view_init(FeatureView *view, const FeatureSpace *space, SiteClasses *classes) {
  *view = (FeatureView){.space = space, .classes = classes, .fresh = true};
  view->n = hides(space) ? space->game->players + 2 : 1;
  view->seen = mem_alloc_zero(sizeof *view->seen * (size_t)view->n * (size_t)space->n + 1);
  view->changed = mem_alloc_zero(sizeof *view->changed * (size_t)view->n);
}

void view_free(FeatureView *view) {
  mem_free(view->seen);
  for (int v = 0; v < view->n; v++) VEC_FREE(&view->changed[v]);
  mem_free(view->changed);
  for (size_t i = 0; i < COUNT_OF(view->shadow); i++) mem_free(view->shadow[i]);
}

static void see(FeatureView *view, int v, Site site, SiteClass class) {
  SiteClass *at = &view->seen[(size_t)v * (size_t)view->space->n + (size_t)site];
  if (*at == class && !view->fresh) return;
  *at = class;
  VEC_PUSH(&view->changed[v], site);
}

// ---- any board ----------------------------------------------------------------------------------

static SiteContent content_at(const Position *x, SiteType type, Site site) {
  SiteContent content = {.empty = site_empty(x, type, site)};
  int height = game_has(x->game, GAME_STACKING) ? site_height(x, type, site) : !content.empty;
  content.what = (uint16_t)site_what(x, type, site, -1);
  content.who = (uint8_t)site_who(x, type, site, -1);
  content.height = (uint8_t)MIN(height, 15);
  if (height >= 2) {
    content.below_what = (uint16_t)site_what(x, type, site, height - 2);
    content.below_who = (uint8_t)site_who(x, type, site, height - 2);
  }
  return content;
}

// What a player does not see of it.
static SiteContent hide(const Position *x, SiteType type, Site site, Player player, SiteContent content) {
  if (content.empty || player < 1 || player > x->game->players) return content;
  int mask = site_hidden_mask(x, type, site, MAX(content.height - 1, 0), player);
  if (mask & HIDDEN_ALL || (mask & HIDDEN_WHAT && mask & HIDDEN_WHO)) return (SiteContent){.unknown = true};
  content.hidden = mask != 0;
  if (mask & HIDDEN_WHAT) content.what = 0;
  if (mask & HIDDEN_WHO) content.who = 0;
  return content;
}

static void refresh_site(FeatureView *view, const Position *x, SiteType type, Site site, Site number) {
  SiteContent content = content_at(x, type, site);
  if (view->n == 1) {
    see(view, 0, number, classes_of(view->classes, content));
    return;
  }
  for (int player = 0; player < view->n; player++) {
    see(view, player, number, classes_of(view->classes, hide(x, type, site, player, content)));
  }
}

static void refresh_all(FeatureView *view, const Position *x) {
  const FeatureSpace *s = view->space;
  for (int t = 0; t < SITE_TYPES; t++) {
    if (s->base[t] < 0) continue;
    int n = topo_count(s->game->board, (SiteType)t);
    for (Site i = 0; i < n; i++) refresh_site(view, x, (SiteType)t, i, s->base[t] + i);
  }
}

// ---- flat boards --------------------------------------------------------------------------------

typedef struct FlatBoard {
  const unsigned char *part[3];
  size_t bytes[3];
  int bits[3];  // of a site
} FlatBoard;

static void look_again(FeatureView *view, const Position *x, Site site) {
  SiteType type = view->space->type;
  SiteClass class = classes_of_flat(view->classes, (uint32_t)site_what(x, type, site, 0),
                                    (uint32_t)site_who(x, type, site, 0), site_empty(x, type, site));
  if (view->seen[site] == class && !view->fresh) return;
  view->seen[site] = class;
  VEC_PUSH(&view->changed[0], site);
}

// The sites whose part of eight bytes differs are looked at again.
static void look_at_word(FeatureView *view, const Position *x, uint64_t difference, Site first, int bits) {
  while (difference) {
    int k = __builtin_ctzll(difference) / bits;
    difference &= bits == 64 ? 0 : ~((((uint64_t)1 << bits) - 1) << (k * bits));
    if (first + k < view->space->n) look_again(view, x, first + k);
  }
}

static void refresh_part(FeatureView *view, const Position *x, const FlatBoard *board, int part) {
  const unsigned char *now = board->part[part];
  unsigned char *before = view->shadow[part];
  for (size_t i = 0; i < board->bytes[part]; i += 8) {
    uint64_t new = 0, old = 0;
    size_t n = MIN((size_t)8, board->bytes[part] - i);
    if (LIKELY(n == 8)) {
      memcpy(&new, now + i, 8);
      memcpy(&old, before + i, 8);
    } else {
      memcpy(&new, now + i, n);
      memcpy(&old, before + i, n);
    }
    if (new == old) continue;
    memcpy(before + i, now + i, n);
    look_at_word(view, x, new ^ old, (Site)(i * 8) / board->bits[part], board->bits[part]);
  }
}

static bool flat_board(const FeatureView *view, const Position *x, FlatBoard *board) {
  const FeatureSpace *s = view->space;
  SiteType type = s->type;
  if (view->n > 1 || s->apart || !x->flat_who[type]) return false;
  size_t n = (size_t)s->n, what = x->layout->width.what, who = sizeof *x->flat_who[type];
  *board = (FlatBoard){.part = {x->block + x->layout->sites[type].what, (const void *)x->flat_who[type],
                                (const void *)x->flat_empty[type]},
                       .bytes = {n * what, n * who, (n + 7) / 8},
                       .bits = {(int)(8 * what), (int)(8 * who), 1}};
  return true;
}

static void refresh_flat(FeatureView *view, const Position *x, const FlatBoard *board) {
  for (int part = 0; part < 3; part++) {
    if (!view->shadow[part]) view->shadow[part] = mem_alloc_zero(board->bytes[part] + 8);
  }
  if (view->fresh) {
    for (int part = 0; part < 3; part++) memcpy(view->shadow[part], board->part[part], board->bytes[part]);
    for (Site site = 0; site < view->space->n; site++) look_again(view, x, site);
  } else {
    for (int part = 0; part < 3; part++) refresh_part(view, x, board, part);
  }
}

void view_refresh(FeatureView *view, const Position *x) {
  FlatBoard board;
  for (int v = 0; v < view->n; v++) VEC_CLEAR(&view->changed[v]);
  if (!view->space->n) return;
  if (flat_board(view, x, &board)) refresh_flat(view, x, &board);
  else refresh_all(view, x);
  view->fresh = false;
}
