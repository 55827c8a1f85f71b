// Choosing symbols for pieces, and explaining them.
#include "play/show/symbols.h"

#include "base/mem.h"
#include "play/show/card.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SYMBOL_BYTES = CARD_BYTES, LEGEND_WIDTH = 96 };

static const char stones[] = "XO#@%&", numbers[] = "123456789";
static const char *const sides[] = {"X", "O"};  // of a piece that is turned over

struct Symbols {
  const Game *game;
  bool nobodys;              // no player owns any piece, as in .rbg games, which only have names: whitePawn, blackPawn
  const char *stones;        // by owner, where all players have the same one kind; or NULL
  bool counted;              // all share the only kind
  char (*at)[SYMBOL_BYTES];  // by component
};

static bool is_card(const Game *game, int i) { return game->components[i].kind == COMPONENT_CARD; }

// Pieces get letters; dice and cards do not need any.
static bool is_piece(const Game *game, int i) { return game->components[i].kind != COMPONENT_DIE && !is_card(game, i); }

static bool is_owned(const Game *game, int i) {
  return is_piece(game, i) && game->components[i].owner >= 1 && game->components[i].owner <= game->players;
}

// How many kinds of piece players have (owned), or nobody has.
static int count_kinds(const Game *game, bool owned) {
  const char *name = NULL;
  int kinds = 0;
  for (int i = 1; i < game->n_components; i++) {
    if (!is_piece(game, i) || is_owned(game, i) != owned) continue;
    if (!name || strcmp(name, game->components[i].base_name) != 0) kinds++;
    name = game->components[i].base_name;
  }
  return kinds;
}

// ---- letters -------------------------------------------------------------------------------------

static bool is_taken(const Symbols *symbols, int n, const char *symbol) {
  for (int i = 1; i < n; i++) {
    if (!strcmp(symbols->at[i], symbol)) return true;
  }
  return false;
}

static void write_letter(char *out, char letter, Player owner) {
  char c = (char)(owner == 2 ? tolower((unsigned char)letter) : toupper((unsigned char)letter));
  if (owner == 1 || owner == 2) snprintf(out, SYMBOL_BYTES, "%c", c);
  else snprintf(out, SYMBOL_BYTES, "%c%d", c, owner % 10);
}

// In "whitePawn" the word before the capital is 5 letters long; 0 without one.
static size_t colour_length(const char *name) {
  size_t n = 0;
  while (islower((unsigned char)name[n])) n++;
  return isupper((unsigned char)name[n]) ? n : 0;
}

// Whose a piece is by its owner, or else by the colour in its name: that of the first piece with one is player 1's.
static Player side_of(const Symbols *symbols, int i) {
  const Component *pieces = symbols->game->components;
  if (!symbols->nobodys) return pieces[i].owner;
  int first = 1;
  while (first < i && !colour_length(pieces[first].base_name)) first++;
  size_t n = colour_length(pieces[i].base_name);
  bool same = n && n == colour_length(pieces[first].base_name);
  return same && !strncmp(pieces[first].base_name, pieces[i].base_name, n) ? 1 : 2;
}

static void choose_letter(Symbols *symbols, int i) {
  const char *name = symbols->game->components[i].base_name;
  Player side = side_of(symbols, i);
  for (const char *c = name + (symbols->nobodys ? colour_length(name) : 0); *c; c++) {
    if (!isalpha((unsigned char)*c)) continue;
    write_letter(symbols->at[i], *c, side);
    if (!is_taken(symbols, i, symbols->at[i])) return;
  }
  for (const char *c = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"; *c; c++) {
    write_letter(symbols->at[i], *c, side);
    if (!is_taken(symbols, i, symbols->at[i])) return;
  }
}

static void choose(Symbols *symbols, int i, bool lone) {
  const Game *game = symbols->game;
  if (is_card(game, i)) card_label(&game->components[i], symbols->at[i]);
  else if (is_owned(game, i) && symbols->stones) symbols->at[i][0] = symbols->stones[game->components[i].owner - 1];
  else if (is_owned(game, i) || !is_piece(game, i) || !lone) choose_letter(symbols, i);
  else if (!symbols->counted) symbols->at[i][0] = '*';
}

// Two players are X and O, more are numbers, except where counts are written beside them.
static const char *choose_stones(const Game *game) {
  bool counts = game_has(game, GAME_COUNT) || game_has(game, GAME_STACKING);
  if (game->players > 2 && !counts && game->players < (int)sizeof numbers) return numbers;
  return game->players < (int)sizeof stones ? stones : NULL;
}

void symbols_new(const Game *game, Symbols **out) {
  Symbols *symbols = mem_alloc_zero(sizeof *symbols);
  int owned = count_kinds(game, true);
  bool lone = count_kinds(game, false) == 1;
  symbols->game = game;
  if (owned == 1) symbols->stones = choose_stones(game);
  symbols->nobodys = owned == 0 && !lone && game->n_components > 1;
  symbols->counted = owned == 0 && lone && game_has(game, GAME_COUNT) && !game_has(game, GAME_STACKING);
  symbols->at = mem_alloc_zero(sizeof *symbols->at * (size_t)game->n_components);
  for (int i = 1; i < game->n_components; i++) choose(symbols, i, lone);
  *out = symbols;
}

void symbols_free(Symbols *symbols) {
  if (!symbols) return;
  mem_free(symbols->at);
  mem_free(symbols);
}

// Nobody's, and can be turned over.
static bool is_turned(const Game *game, int i) {
  const Component *piece = &game->components[i];
  return is_piece(game, i) && !is_owned(game, i) && piece->flip_a >= 0 && piece->flip_a != piece->flip_b;
}

const char *symbol_of(const Symbols *symbols, int32_t what, int32_t state) {
  const Game *game = symbols->game;
  if (what > 0 && what < game->n_components && is_turned(game, what)) {
    if (state == game->components[what].flip_a) return sides[0];
    if (state == game->components[what].flip_b) return sides[1];
  }
  return what > 0 && what < symbols->game->n_components ? symbols->at[what] : "?";
}

// ---- the legend ----------------------------------------------------------------------------------

// Adds an item to a list, on a new line when the last one is full.
static void add_item(Text *out, size_t *line, const char *symbol, const char *meaning) {
  bool first = *line == out->n, full = out->n - *line + strlen(symbol) + strlen(meaning) > LEGEND_WIDTH;
  if (!first) text_puts(out, full ? ",\n" : ", ");
  if (!first && full) *line = out->n;
  text_printf(out, "%s %s", symbol, meaning);
}

static bool has_cards(const Game *game) {
  for (int i = 1; i < game->n_components; i++) {
    if (is_card(game, i)) return true;
  }
  return false;
}

static bool is_first_of_kind(const Game *game, int i) {
  for (int j = 1; j < i; j++) {
    if (!strcmp(game->components[i].base_name, game->components[j].base_name)) return false;
  }
  return true;
}

static void explain_stones(Text *out, size_t *line, const Symbols *symbols) {
  char player[24];
  for (int i = 1; i < symbols->game->n_components; i++) {
    if (!is_owned(symbols->game, i)) continue;
    snprintf(player, sizeof player, "player %d", symbols->game->components[i].owner);
    add_item(out, line, symbols->at[i], player);
  }
}

// Whether no two players have a kind of piece in common.
static bool has_own_kinds(const Game *game) {
  for (int i = 1; i < game->n_components; i++) {
    for (int j = 1; j < i; j++) {
      bool same = is_owned(game, i) && is_owned(game, j) && game->components[i].owner != game->components[j].owner;
      if (same && !strcmp(game->components[i].base_name, game->components[j].base_name)) return false;
    }
  }
  return true;
}

static void explain_own_kinds(Text *out, size_t *line, const Symbols *symbols) {
  Text meaning = {0};
  for (int i = 1; i < symbols->game->n_components; i++) {
    if (!is_owned(symbols->game, i)) continue;
    const Component *piece = &symbols->game->components[i];
    text_clear(&meaning);
    text_printf(&meaning, "%s of player %d", piece->base_name, piece->owner);
    add_item(out, line, symbols->at[i], meaning.p);
  }
  text_free(&meaning);
}

static void explain_letters(Text *out, size_t *line, const Symbols *symbols) {
  const Game *game = symbols->game;
  if (game->players == 2) text_puts(out, "player 1 has capital letters, player 2 small ones\n");
  if (game->players > 2) text_puts(out, "player 1 has capital letters, player 2 small ones, others their number\n");
  *line = out->n;
  for (int i = 1; i < game->n_components; i++) {
    if (is_owned(game, i) && is_first_of_kind(game, i))
      add_item(out, line, symbols->at[i], game->components[i].base_name);
  }
}

static void explain_sides(Text *out, size_t *line, const Component *piece) {
  Text meaning = {0};
  text_printf(&meaning, "%s with side %d up", piece->base_name, piece->flip_a);
  add_item(out, line, sides[0], meaning.p);
  text_clear(&meaning);
  text_printf(&meaning, "%s with side %d up", piece->base_name, piece->flip_b);
  add_item(out, line, sides[1], meaning.p);
  text_free(&meaning);
}

void symbols_legend(Text *out, const Symbols *symbols) {
  const Game *game = symbols->game;
  size_t line = out->n, start = out->n;
  if (!count_kinds(game, true) && !count_kinds(game, false)) start = line;
  else if (symbols->stones) explain_stones(out, &line, symbols);
  else if (has_own_kinds(game)) explain_own_kinds(out, &line, symbols);
  else explain_letters(out, &line, symbols);
  for (int i = 1; i < game->n_components; i++) {
    if (!is_piece(game, i) || is_owned(game, i) || !is_first_of_kind(game, i)) continue;
    if (is_turned(game, i)) explain_sides(out, &line, &game->components[i]);
    else add_item(out, &line, *symbols->at[i] ? symbols->at[i] : "numbers: count of", game->components[i].base_name);
  }
  if (out->n > start) text_char(out, '\n');
  if (has_cards(game)) text_printf(out, "%s\n", card_legend());
  if (game_has(game, GAME_PUZZLE)) text_puts(out, "numbers: values of sites; a dot has none yet\n");
}
