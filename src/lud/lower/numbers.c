// Checking numbers of the equipment.
#include "lud/lower/numbers.h"

#include "base/number.h"
#include "lud/lower/board_bridge.h"

int32_t lower_any_number(Lower *lower, const Term *term, int32_t otherwise) {
  if (!term) return otherwise;
  const Recipe *recipe = lud_board_recipe(lower->arena, term);
  return recipe->kind == RECIPE_NUMBER ? number_clamp(recipe->number) : otherwise;
}

int32_t lower_number(Lower *lower, const Term *term, NumberRange range, int32_t otherwise) {
  int32_t value = lower_any_number(lower, term, otherwise);
  if (!term || number_within(value, range.least, range.most)) return value;
  diag_error(lower->diags, term->loc, "%s is from %d to %d, not %d", range.what, range.least, range.most, value);
  return otherwise;
}

// Constraints read the same numbers again and again.
static bool reported(const Diags *diags, SrcLoc loc) {
  for (size_t i = 0; i < diags->n; i++) {
    const SrcLoc *at = &diags->list[i].loc;
    if (at->source == loc.source && at->offset == loc.offset && at->via == loc.via) return true;
  }
  return false;
}

bool lower_site_exists(Lower *lower, const Term *at, int64_t site) {
  const Game *game = lower->game;
  int most = MAX(MAX(game->sites[SITE_CELL], game->sites[SITE_VERTEX]), game->sites[SITE_EDGE]);
  if (number_within(site, 0, most - 1)) return true;
  if (!reported(lower->diags, at->loc))
    diag_error(lower->diags, at->loc, "the board has no site %lld", (long long)site);
  return false;
}

Owners lower_owners(Lower *lower, const Term *role) {
  int players = lower->game->players;
  if (!role || term_is(role, "Neutral")) return (Owners){0, 0};
  if (term_is(role, "Each")) return (Owners){1, players};
  if (term_is(role, "Shared") || term_is(role, "All")) return (Owners){players + 1, players + 1};
  for (int p = 1; p <= players; p++) {
    char word[16];
    snprintf(word, sizeof word, "P%d", p);
    if (term_is(role, word)) return (Owners){p, p};
  }
  diag_error(lower->diags, role->loc, "%.*s cannot own a part of the equipment", (int)role->text.n, role->text.p);
  diag_hint(lower->diags, "the owner is P1 to P%d, Each, Shared, All or Neutral", players);
  return (Owners){0, 0};
}

bool lower_equipment_fits(Lower *lower, const Term *equipment, int64_t sites, size_t containers, size_t components) {
  const char *what = NULL;
  int most = 0;
  if (sites > GAME_SITES_MAX) what = "sites, those of hands, decks and dice included", most = GAME_SITES_MAX;
  else if (containers > GAME_CONTAINERS_MAX) what = "boards, hands, decks and sets of dice", most = GAME_CONTAINERS_MAX;
  else if (components > GAME_COMPONENTS_MAX) what = "kinds of pieces", most = GAME_COMPONENTS_MAX;
  if (what) diag_error(lower->diags, equipment->loc, "a game has at most %d %s", most, what);
  return !what;
}
