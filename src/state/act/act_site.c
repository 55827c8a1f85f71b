// Actions that set a property of a site: count, state, rotation, value, hidden information.
#include "rules/vocab.h"
#include "state/act/act.h"
#include "state/block/site.h"

static SiteType resolve(const Position *x, Action *a) {
  SiteType type = act_type(x, a->type_to, a->to);
  a->type_to = (int8_t)type;
  return type;
}

void act_set_count(Position *x, Action *a) {
  SiteType type = resolve(x, a);
  if (a->count <= 0) {
    track_piece_removed(x, site_take(x, type, a->to), a->to);
    return;
  }
  Piece change = PIECE_SAME;
  change.what = a->what;
  change.count = a->count;
  site_set(x, type, a->to, &change);
}

// The change at the level the action names, or of the site as a whole.
static void set_at_level(Position *x, const Action *a, SiteType type, Piece change) {
  if (!site_valid(x, type, a->to)) return;
  if (game_has(x->game, GAME_STACKING) && a->level_to >= 0) stack_change(x, type, a->to, a->level_to, change);
  else site_set(x, type, a->to, &change);
}

void act_set_state(Position *x, Action *a) {
  SiteType type = resolve(x, a);
  Piece change = PIECE_SAME;
  change.state = a->state;
  set_at_level(x, a, type, change);
}

void act_set_rotation(Position *x, Action *a) {
  SiteType type = resolve(x, a);
  Piece change = PIECE_SAME;
  change.rotation = a->rotation;
  if (site_valid(x, type, a->to)) site_set(x, type, a->to, &change);
}

void act_set_value(Position *x, Action *a) {
  if (a->to < 0) return;
  SiteType type = resolve(x, a);
  Piece change = PIECE_SAME;
  change.value = a->value;
  set_at_level(x, a, type, change);
}

void act_set_cost(Position *x, Action *a) {
  SiteType type = resolve(x, a);
  uint32_t costs = SITE_LAYOUT(x, type)->cost;
  if (costs && site_valid(x, type, a->to)) state_put_item(x, costs, a->to, a->value);
}

void act_set_hidden(Position *x, Action *a) {
  SiteType type = resolve(x, a);
  int mask = site_hidden_mask(x, type, a->to, a->level_to, a->player), bit = hidden_bit(a->kind);
  site_set_hidden(x, type, a->to, a->level_to, a->player, a->value ? mask | bit : mask & ~bit);
}
