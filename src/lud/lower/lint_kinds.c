// A number stands for a site, a player or a kind of piece, and the language does not tell them apart. Here they are
// told apart by the ludeme they come from: a site where a player is wanted, a player compared with a piece, and (to),
// (site) and their like where no move or loop gives them a value.
#include "lud/lower/lint.h"

#include "base/mem.h"

// ---- kinds of numbers ----------------------------------------------------------------------------

typedef enum Kind { KIND_ANY, KIND_SITE, KIND_PLAYER, KIND_PIECE } Kind;

static const char *const kind_names[] = {"a number", "a site", "a player", "a kind of piece"};

// What the ludemes of type int give.
static const struct {
  const char *head;
  Kind kind;
} values[] = {
    {"from", KIND_SITE},     {"to", KIND_SITE},       {"between", KIND_SITE}, {"site", KIND_SITE},
    {"handSite", KIND_SITE}, {"mover", KIND_PLAYER},  {"next", KIND_PLAYER},  {"prev", KIND_PLAYER},
    {"who", KIND_PLAYER},    {"player", KIND_PLAYER}, {"what", KIND_PIECE},
};

static Kind kind_of(const Term *term) {
  if (!term) return KIND_ANY;
  if (term->kind == TERM_ENUM && !strcmp(term->type, "roleType")) return KIND_PLAYER;
  if (term->kind != TERM_CALL || strcmp(term->row->type, "int") != 0) return KIND_ANY;
  if (lint_is_call(term, "last", "To") || lint_is_call(term, "last", "From")) return KIND_SITE;
  if (lint_is_call(term, "id", NULL) && term->n == 2) return term_word(term) ? KIND_PIECE : KIND_PLAYER;
  for (size_t i = 0; i < COUNT_OF(values); i++) {
    if (!strcmp(term->row->name, values[i].head)) return values[i].kind;
  }
  return KIND_ANY;
}

// What the arguments of ludemes must be: the slot of a form given by its head and the beginning of its signature.
static const struct {
  const char *head, *signature;
  uint32_t slot;
  Kind kind;
} wants[] = {
    {"is", "isPlayerType", L_IS_PLAYER_INT, KIND_PLAYER},
    {"is", "isSiteType", L_IS_SITE_INT, KIND_SITE},
    {"is", "Related", L_IS_RELATED_INT, KIND_SITE},
    {"is", "Related", L_IS_RELATED_INT_2, KIND_SITE},
    {"who", "[siteType] at:int", L_WHO_AT, KIND_SITE},
    {"what", "[siteType] at:int", L_WHAT_AT, KIND_SITE},
    {"state", "[siteType] at:int", L_STATE_AT, KIND_SITE},
    {"rotation", "[siteType] at:int", L_ROTATION_AT, KIND_SITE},
    {"value", "Piece [siteType] at:int", L_VALUE_PIECE_AT, KIND_SITE},
    {"topLevel", "[siteType] at:int", L_TOP_LEVEL_AT, KIND_SITE},
    {"remove", "[siteType] (int | sites)", L_REMOVE_INT, KIND_SITE},
    {"set", "setSiteType [siteType] at:int", L_SET_SITE_AT, KIND_SITE},
    {"player", "int", C_PLAYER_INT, KIND_PLAYER},
    {"piece", "(string | int", C_PIECE_STRING, KIND_PIECE},
    {"trigger", "string (int", L_TRIGGER_INT, KIND_PLAYER},
    {"promote", "[siteType] [int]", L_PROMOTE_INT, KIND_SITE},
    {"flip", "[siteType] [int]", L_FLIP_INT, KIND_SITE},
};

// Where the first pieces are numbered like their owners, games use one number for the other.
static bool may_mix(const Game *game, Kind a, Kind b) {
  if (a == KIND_SITE || b == KIND_SITE) return false;
  for (Player p = 1; p <= game->players; p++) {
    if (p >= game->n_components || game->components[p].owner != p) return false;
  }
  return true;
}

static void suggest_for(Lint *lint, const Term *term, Kind have, Kind want) {
  const char *head = term->row->name;
  bool last = !strcmp(head, "last");
  const char *written =
      last ? arena_printf(lint->arena, "(last %.*s)", (int)term_word(term)->text.n, term_word(term)->text.p)
           : arena_printf(lint->arena, "(%s)", head);
  if (have == KIND_SITE && want == KIND_PLAYER) diag_hint(lint->diags, "its owner is (who at:%s)", written);
  if (have == KIND_SITE && want == KIND_PIECE) diag_hint(lint->diags, "the piece there is (what at:%s)", written);
  if (have == KIND_PLAYER && want == KIND_PIECE) diag_hint(lint->diags, "a player's piece is (id \"Name\" Mover)");
}

static void check_arguments(Lint *lint, const Term *term) {
  for (size_t i = 0; i < COUNT_OF(wants); i++) {
    if (strcmp(term->row->name, wants[i].head) != 0) continue;
    if (!str_starts(str_of(term->row->signature), wants[i].signature)) continue;
    const Term *arg = term_arg(term, wants[i].slot);
    Kind have = kind_of(arg), want = wants[i].kind;
    if (have == KIND_ANY || have == want || !arg || arg->kind != TERM_CALL) continue;
    if (may_mix(lint->game, have, want)) continue;
    diag_warning(lint->diags, arg->loc, "this is %s, where %s is wanted", kind_names[have], kind_names[want]);
    suggest_for(lint, arg, have, want);
  }
}

static void check_comparison(Lint *lint, const Term *term) {
  bool compares = !strcmp(term->row->name, "=") || !strcmp(term->row->name, "!=");
  if (!compares || term->n < 2) return;
  Kind a = kind_of(term_item(term, 0)), b = kind_of(term_item(term, 1));
  if (a == KIND_ANY || b == KIND_ANY || a == b || may_mix(lint->game, a, b)) return;
  diag_warning(lint->diags, term->loc, "this compares %s with %s", kind_names[a], kind_names[b]);
  const Term *site = a == KIND_SITE ? term_item(term, 0) : term_item(term, 1);
  if (a == KIND_SITE || b == KIND_SITE) suggest_for(lint, site, KIND_SITE, a == KIND_SITE ? b : a);
}

static bool visit_kinds(Lint *lint, const Term *term, void *self) {
  (void)self;
  if (term->kind != TERM_CALL) return true;
  check_arguments(lint, term);
  check_comparison(lint, term);
  return true;
}

void lint_kinds(Lint *lint) {
  lint_walk(lint, lint_rules(lint), visit_kinds, NULL);
  lint_walk(lint, lint_items(lint), visit_kinds, NULL);
}

// ---- values that nothing gives -------------------------------------------------------------------

// Where in the tree the walk is.
enum { IN_MOVE = 1, IN_LOOP = 2, PLACES = 4 };

typedef struct PlaceWalk {
  Lint *lint;
  uint8_t *seen;  // by number of the term: a bit per combination of places
} PlaceWalk;

static bool is_move(const Term *term) {
  static const char *const types[] = {"moves", "effect", "step",    "nonDecision", "apply",
                                      "to",    "from",   "between", "then"};
  for (size_t i = 0; i < COUNT_OF(types); i++) {
    if (!strcmp(term->row->type, types[i])) return true;
  }
  return false;
}

// Whether a ludeme gives (site), (to), (player), (value) and so on a value for some of its arguments.
static bool is_loop(const Term *term) {
  static const char *const heads[] = {"forEach", "all", "results", "forAll", "satisfy", "regions"};
  for (size_t i = 0; i < COUNT_OF(heads); i++) {
    if (!strcmp(term->row->name, heads[i])) return true;
  }
  return strstr(term->row->signature, ":boolean") != NULL || strstr(term->row->signature, "moves") != NULL;
}

static const struct {
  const char *head;
  unsigned needs;  // one of these places
  const char *hint;
} names[] = {
    {"to", IN_MOVE | IN_LOOP, "the site where the last move ended is (last To)"},
    {"from", IN_MOVE | IN_LOOP, "the site where the last move began is (last From)"},
    {"between", IN_MOVE | IN_LOOP, "(between) is known where a move passes over sites, in its (between ...)"},
    {"site", IN_LOOP, "(site) is known inside (forEach Site ...) and in conditions on sites, if:"},
    {"player", IN_LOOP, "(player) is known inside (forEach Player ...)"},
    {"pips", IN_LOOP, "(pips) is known inside (forEach Die ...)"},
};

static void check_name(Lint *lint, const Term *term, unsigned places) {
  if (strcmp(term->row->type, "int") != 0 || *term->row->signature == 's') return;
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    if (strcmp(term->row->name, names[i].head) != 0 || places & names[i].needs) continue;
    if (term->n && term_word(term)) continue;
    bool moves = names[i].needs & IN_MOVE;
    diag_warning(lint->diags, term->loc, "(%s) has no value here, outside of %s", names[i].head,
                 moves ? "a move" : "a loop");
    diag_hint(lint->diags, "%s", names[i].hint);
  }
}

static void walk_places(PlaceWalk *w, const Term *term, unsigned places) {
  if (!term || w->seen[term->id] >> places & 1) return;
  w->seen[term->id] |= (uint8_t)(1u << places);
  if (term->kind == TERM_CALL) {
    check_name(w->lint, term, places);
    if (is_move(term)) places |= IN_MOVE;
    if (is_loop(term)) places |= IN_LOOP;
  }
  for (uint32_t i = 0; i < term->n; i++) walk_places(w, term->args[i], places);
}

void lint_places(Lint *lint) {
  PlaceWalk w = {.lint = lint, .seen = mem_alloc_zero((size_t)lint->n_terms + 1)};
  walk_places(&w, lint_rules(lint), 0);
  mem_free(w.seen);
}
