// The declarations: players, pieces and variables.
#include "rbg/rbg_internal.h"

typedef VEC(int) Ints;

// bounded = name "(" number ")"
static void parse_bounded(RbgParser *p, RbgSymbolKind kind, RbgNameList *names, Ints *bounds, int max) {
  const char *what = kind == RBG_PLAYER ? "the name of a player" : "the name of a variable";
  const RbgToken *name = rbg_expect_name(p, what);
  if (!name || !rbg_expect(p, RTOK_OPEN)) return;
  int bound = rbg_expect_number(p, kind == RBG_PLAYER ? "the maximum score" : "the upper bound", 1);
  if (!rbg_expect(p, RTOK_CLOSE)) return;
  rbg_declare(p, name, kind, names, max);
  VEC_PUSH(bounds, bound);
}

// list = bounded { "," bounded }
static void parse_bounded_list(RbgParser *p, RbgSymbolKind kind, RbgNameList *names, Ints *bounds, int max) {
  do parse_bounded(p, kind, names, bounds, max);
  while (rbg_accept(p, RTOK_COMMA));
}

static void parse_players(RbgParser *p, RbgNameList *names, Ints *bounds) {
  if (!rbg_open(p, RBG_PLAYERS)) return;
  parse_bounded_list(p, RBG_PLAYER, names, bounds, RBG_PLAYERS_MAX);
  rbg_close(p, "',' or the end of the players");
}

// pieces = { name | "," }: commas may be doubled, and a name may be repeated
static void parse_pieces(RbgParser *p) {
  RbgNameList names = {0};
  bool separated = true;
  if (!rbg_open(p, RBG_PIECES)) return;
  while (!rbg_at(p, RTOK_END)) {
    if (rbg_accept(p, RTOK_COMMA)) {
      separated = true;
      continue;
    }
    if (!separated) rbg_expect(p, RTOK_COMMA);
    const RbgToken *name = rbg_expect_name(p, "the name of a piece");
    const RbgSymbol *old = name ? map_get(&p->symbols, name->text) : NULL;
    if (name && !(old && old->kind == RBG_PIECE)) rbg_declare(p, name, RBG_PIECE, &names, RBG_PIECES_MAX);
    separated = false;
  }
  if (!names.n) rbg_fail(p, rbg_section_loc(p->text, RBG_PIECES), "a game needs at least one piece");
  p->game->pieces = rbg_names(p, &names);
}

// variables = [ list ]. The players' scores, already in the lists, come first.
static void parse_variables(RbgParser *p, RbgNameList *names, Ints *bounds) {
  if (!rbg_open(p, RBG_VARIABLES)) return;
  if (!rbg_at(p, RTOK_END)) parse_bounded_list(p, RBG_VARIABLE_NAME, names, bounds, RBG_VARIABLES_MAX);
  rbg_close(p, "',' or the end of the variables");
}

void rbg_parse_declarations(RbgParser *p) {
  RbgNameList names = {0};
  Ints bounds = {0};
  parse_players(p, &names, &bounds);
  p->game->players = (RbgNames){VEC_TO_ARENA(&names, p->arena), (int)names.n};
  parse_pieces(p);
  parse_variables(p, &names, &bounds);
  p->game->variables = rbg_names(p, &names);
  p->game->bounds = VEC_TO_ARENA(&bounds, p->arena);
  VEC_FREE(&bounds);
}
