// Warnings about what a description asks for and does not have.
#include "lud/lower/warnings.h"

static void suggest(Lower *lower, Str name, const char *const *candidates, size_t n) {
  const char *near = nearest_name(name, candidates, n);
  if (near) diag_hint(lower->diags, "did you mean \"%s\"?", near);
}

void warn_site(Lower *lower, const Term *label) {
  diag_warning(lower->diags, label->loc, "the board has no site \"%.*s\"", (int)label->text.n, label->text.p);
}

// ---- pieces --------------------------------------------------------------------------------------

// The names of all pieces, as rules write them: with the number of their player, or without.
static size_t piece_names(Lower *lower, bool base, const char ***names) {
  const Game *game = lower->game;
  *names = ARENA_ARRAY(lower->diags->arena, const char *, (size_t)game->n_components);
  for (int i = 1; i < game->n_components; i++) {
    const Component *piece = &game->components[i];
    (*names)[i - 1] = base ? piece->base_name : piece->name;
  }
  return (size_t)game->n_components - 1;
}

static bool is_listed(Str name, const char *const *list, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (str_is(name, list[i])) return true;
  }
  return false;
}

void warn_piece(Lower *lower, const Term *name) {
  const char **base, **full;
  size_t n = piece_names(lower, true, &base);
  piece_names(lower, false, &full);
  if (is_listed(name->text, base, n) || is_listed(name->text, full, n)) return;
  diag_warning(lower->diags, name->loc, "there is no piece called \"%.*s\"", (int)name->text.n, name->text.p);
  suggest(lower, name->text, base, n);
}

void warn_owned_piece(Lower *lower, const Term *name, bool known) {
  if (known) {
    diag_warning(lower->diags, name->loc, "no piece is called just \"%.*s\"", (int)name->text.n, name->text.p);
    diag_hint(lower->diags, "write the number of its player behind it, or (id \"%.*s\" Mover)", (int)name->text.n,
              name->text.p);
    return;
  }
  diag_error(lower->diags, name->loc, "there is no piece called \"%.*s\"", (int)name->text.n, name->text.p);
  hint_piece(lower, name->text);
}

void hint_piece(Lower *lower, Str name) {
  const char **full;
  size_t n = piece_names(lower, false, &full);
  suggest(lower, name, full, n);
}

// ---- regions -------------------------------------------------------------------------------------

// A player's region is found by a part of its name.
static bool region_exists(const Game *game, const char *part) {
  for (int i = 0; i < game->n_regions; i++) {
    if (game->regions[i].name && strstr(game->regions[i].name, part)) return true;
  }
  return false;
}

static void warn_region(Lower *lower, const Term *name) {
  const Game *game = lower->game;
  if (region_exists(game, arena_text(lower->diags->arena, name->text))) return;
  diag_warning(lower->diags, name->loc, "there is no region called \"%.*s\"", (int)name->text.n, name->text.p);
  const char **names = ARENA_ARRAY(lower->diags->arena, const char *, (size_t)game->n_regions + 1);
  size_t n = 0;
  for (int i = 0; i < game->n_regions; i++) {
    if (game->regions[i].name) names[n++] = game->regions[i].name;
  }
  suggest(lower, name->text, names, n);
}

// ---- the rest ------------------------------------------------------------------------------------

void warn_hand(Lower *lower, const Term *term) {
  for (int c = 1; c < lower->game->n_containers; c++) {
    if (lower->game->containers[c].kind == CONTAINER_HAND) return;
  }
  diag_warning(lower->diags, term->loc, "nobody has a hand");
  diag_hint(lower->diags, "the equipment needs (hand Each)");
}

void warn_cards(Lower *lower, const Term *term) {
  if (lower->flags & GAME_CARDS) return;
  diag_warning(lower->diags, term->loc, "the game has no cards");
  diag_hint(lower->diags, "the equipment needs (deck)");
}

void warn_dealing(Lower *lower, const Term *term, bool has_deck) {
  if (!(lower->flags & GAME_CARDS)) return;
  diag_warning(lower->diags, term->loc, "nothing is dealt, as %s",
               has_deck ? "there are not just as many hands as players" : "there is no deck");
  diag_hint(lower->diags,
            has_deck ? "the equipment needs (hand Each), and no other hand" : "the equipment needs (deck)");
}

static void warn_own_moves(Lower *lower) {
  for (int c = 1; c < lower->game->n_components; c++) {
    if (lower->game->components[c].moves) return;
  }
  diag_warning(lower->diags, lower->own_moves->loc, "no piece has moves of its own");
  diag_hint(lower->diags, "give them to the piece, or say here how each piece moves: (forEach Piece (move ...))");
}

void warn_finished(Lower *lower) {
  for (size_t i = 0; i < lower->named_regions.n; i++) warn_region(lower, lower->named_regions.at[i]);
  if (lower->own_moves) warn_own_moves(lower);
}
