// Moves as features see them.
#include "feature/evaluate/evaluator.h"

#include "state/act/last_move.h"
#include "state/act/moves.h"

// The type of the site a decision is about: of the action that names it.
static SiteType type_of(const FeatureSpace *space, const Action *actions, uint32_t n, Site site, bool from) {
  for (uint32_t i = 0; i < n; i++) {
    int type = from ? actions[i].type_from : actions[i].type_to;
    Site named = from ? actions[i].from : actions[i].to;
    if (type >= 0 && named == site) return (SiteType)type;
  }
  return space->game->site_type;
}

static void places(const FeatureSpace *space, const Action *actions, uint32_t n, Site from, Site to, Site *out_from,
                   Site *out_to) {
  *out_from = *out_to = SITE_OFF;
  if ((from < 0 && to < 0) || (n && actions->kind == ACT_PASS && actions_are(actions, n, ACT_PASS))) return;
  if (LIKELY(!space->apart)) {
    *out_to = to < space->n ? to : SITE_OFF;
    *out_from = from != to && from < space->n ? from : SITE_OFF;
    return;
  }
  SiteType type_to = type_of(space, actions, n, to, false), type_from = type_of(space, actions, n, from, true);
  *out_to = space_site(space, type_to, to);
  if (from != to || type_from != type_to) *out_from = space_site(space, type_from, from);
}

FeatureMove feature_move(const FeatureSpace *space, const Position *x, const Move *move) {
  FeatureMove out = {.player = move->mover};
  Action few[FILL_MOST];
  places(space, move_actions(x, move, few), move->n, move->from, move->to, &out.from, &out.to);
  return out;
}

// A game whose rules have no pass gives one only where there is nothing else.
void feature_moves(const FeatureSpace *space, const Position *x, MoveList list, FeatureMove *out) {
  if (space->apart || space->passes || list.n < 2) {
    for (uint32_t i = 0; i < list.n; i++) out[i] = feature_move(space, x, move_at(x, list, i));
    return;
  }
  Site n = space->n;
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(x, list, i);
    Site from = move->from, to = move->to;
    out[i].player = move->mover;
    out[i].to = to < n ? to : SITE_OFF;
    out[i].from = from != to && from < n ? from : SITE_OFF;
  }
}

// Whether a site is hidden from the player to move, or, where all move at once, from anybody.
static bool out_of_sight(const FeatureSpace *space, const Position *x, SiteType type, Site site) {
  if (site < 0 || site >= space->game->sites[type]) return false;
  Site top = MAX(site_height(x, type, site) - 1, 0);
  if (space->game->mode != MODE_SIMULTANEOUS) return site_hidden(x, type, site, top, x->head->mover, HIDDEN_ALL);
  for (Player p = 1; p <= space->game->players; p++) {
    if (site_hidden(x, type, site, top, p, HIDDEN_ALL)) return true;
  }
  return false;
}

// Whether whoever moves next must not know where the last move went.
static bool last_move_hidden(const FeatureSpace *space, const Position *x) {
  const LastMove *last = &x->head->last;
  if (!game_has(space->game, GAME_HIDDEN) || space->rules.see_hidden) return false;
  if (last->mover == x->head->mover && space->game->mode != MODE_SIMULTANEOUS) return false;
  return out_of_sight(space, x, last_type_from(x), last->from) || out_of_sight(space, x, last_type_to(x), last->to);
}

void feature_last_move(const FeatureSpace *space, const Position *x, Site *last_from, Site *last_to) {
  *last_from = *last_to = SITE_OFF;
  const LastMove *last = &x->head->last;
  if ((last->from < 0 && last->to < 0) || last->pass || last_move_hidden(space, x)) return;
  bool by_type = space->apart || !last_move_made(x);
  SiteType type_to = by_type ? last_type_to(x) : space->type, type_from = by_type ? last_type_from(x) : space->type;
  *last_to = space_site(space, type_to, last->to);
  if (last->from != last->to || type_from != type_to) *last_from = space_site(space, type_from, last->from);
}

uint32_t aspatial_active(const Position *x, const Move *move) {
  uint32_t active = 1u << ASPATIAL_INTERCEPT;
  if (move_is(x, move, ACT_PASS)) active |= 1u << ASPATIAL_PASS;
  if (move_is(x, move, ACT_SWAP)) active |= 1u << ASPATIAL_SWAP;
  return active;
}
