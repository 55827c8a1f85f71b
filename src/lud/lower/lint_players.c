// Players and the ways their pieces face: Forward of a piece that faces nowhere, and players the game does not have.
#include "lud/lower/lint.h"

#include <stdlib.h>

// ---- facing --------------------------------------------------------------------------------------

// Directions seen by the piece that moves; SameDirection and OppositeDirection are seen from the move.
static bool is_relative(const Term *term) {
  if (term->kind != TERM_ENUM || strcmp(term->type, "relativeDirection") != 0) return false;
  return !term_is(term, "SameDirection") && !term_is(term, "OppositeDirection");
}

// The first direction below a term that depends on the way a piece faces. Loops over directions turn the piece.
static bool visit_relative(Lint *lint, const Term *term, void *self) {
  (void)lint;
  const Term **found = self;
  if (!*found && is_relative(term)) *found = term;
  return !*found && !lint_is_call(term, "forEach", "Direction");
}

static void check_facing(Lint *lint, const Term *from, const char *piece) {
  const Term *term = NULL;
  lint_walk(lint, from, visit_relative, &term);
  if (!term) return;
  const char *who =
      piece ? arena_printf(lint->arena, "\"%s\" faces no direction", piece) : "no piece faces any direction";
  diag_warning(lint->diags, term->loc, "%s, so %.*s is taken as if it faced north", who, (int)term->text.n,
               term->text.p);
  diag_hint(lint->diags,
            "give the players directions, (players {(player N) (player S)}), or the piece, (piece \"%s\" P1 N)",
            piece ? piece : "Name");
}

static const Component *find_piece(const Game *game, Str base) {
  for (int c = 1; c < game->n_components; c++) {
    if (str_is(base, game->components[c].base_name)) return &game->components[c];
  }
  return NULL;
}

static bool any_faces(const Game *game) {
  for (int c = 1; c < game->n_components; c++) {
    if (game->components[c].facing >= 0) return true;
  }
  return false;
}

// The moves of pieces, item by item, then the rules.
void lint_facings(Lint *lint) {
  const Game *game = lint->game;
  const Term *items = lint_items(lint);
  if (game_has(game, GAME_ROTATION)) return;
  for (uint32_t i = 0; items && i < items->n; i++) {
    const Term *item = items->args[i], *name = item->kind == TERM_CALL ? term_arg(item, C_ITEM_PIECE_STRING) : NULL;
    if (!lint_is_call(item, "piece", NULL) || !name || name->kind != TERM_STRING) continue;
    const Component *piece = find_piece(game, name->text);
    if (piece && piece->facing < 0) check_facing(lint, item, piece->base_name);
  }
  if (!any_faces(game)) check_facing(lint, lint_rules(lint), NULL);
}

// ---- players -------------------------------------------------------------------------------------

// The number of a role such as P3, or 0.
static int role_number(const Term *term) {
  if (term->kind != TERM_ENUM || strcmp(term->type, "roleType") != 0 || term->text.n < 2) return 0;
  char digits[4] = {0};
  if (term->text.p[0] != 'P' || term->text.n > 3) return 0;
  memcpy(digits, term->text.p + 1, term->text.n - 1);
  return atoi(digits);
}

static bool visit_role(Lint *lint, const Term *term, void *self) {
  (void)self;
  int number = role_number(term), players = lint->game->players;
  if (number <= players) return true;
  diag_warning(lint->diags, term->loc, "there is no player %d: the game has %d player%s", number, players,
               players == 1 ? "" : "s");
  return true;
}

void lint_roles(Lint *lint) {
  lint_walk(lint, lint_rules(lint), visit_role, NULL);
  lint_walk(lint, lint_items(lint), visit_role, NULL);
}
