// From the recipe of a board to the board: builds the graph, measures it, reads the tracks.
#include "board/board.h"

#include "base/number.h"
#include "board/build.h"

#include <ctype.h>

static bool is_call(const Recipe *r, const char *name) { return r->kind == RECIPE_CALL && str_is(r->text, name); }
static bool is_true(const Recipe *r) { return r && r->kind == RECIPE_WORD && str_is(r->text, "true"); }

// The argument with this label, or NULL.
static const Recipe *labelled(const Recipe *r, const char *label) {
  for (uint32_t i = 0; i < r->n; i++) {
    if (str_is(r->kids[i]->label, label)) return r->kids[i];
  }
  return NULL;
}

// The player a role names: P3 and Team3 are 3, all other roles nobody in particular.
static int role_owner(Str role) {
  size_t digits = role.n;
  while (digits > 0 && isdigit((unsigned char)role.p[digits - 1])) digits--;
  bool player = (digits == 1 && role.p[0] == 'P') || str_is((Str){role.p, digits}, "Team");
  int value = 0;
  for (size_t i = digits; i < role.n && value < 100; i++) value = 10 * value + (role.p[i] - '0');
  return player ? value : 0;
}

static SiteList listed_sites(Arena *arena, const Recipe *list) {
  Site *at = ARENA_ARRAY(arena, Site, list->n);
  for (uint32_t i = 0; i < list->n; i++) at[i] = number_clamp(list->kids[i]->number);
  return (SiteList){at, (int)list->n};
}

static bool read_track_argument(Board *board, const Recipe *r, TrackSpec *spec, Diags *diags) {
  if (str_is(r->label, "loop")) spec->loop = is_true(r);
  else if (str_is(r->label, "directed")) spec->directed = is_true(r);
  else if (r->kind == RECIPE_LIST) spec->sites = listed_sites(board->arena, r);
  else if (r->kind == RECIPE_WORD) spec->owner = role_owner(r->text);
  else if (r->kind == RECIPE_NUMBER) spec->owner = number_clamp(r->number);
  else if (r->kind == RECIPE_STRING && !spec->name) spec->name = arena_text(board->arena, r->text);
  else if (r->kind == RECIPE_STRING)
    return track_parse(board->arena, board->topology, board->use, r->text, r->loc, diags, &spec->sites);
  return true;
}

static bool read_track(Board *board, const Recipe *recipe, Diags *diags, Track *out) {
  TrackSpec spec = {.loc = recipe->loc};
  for (uint32_t i = 0; i < recipe->n; i++) {
    if (!read_track_argument(board, recipe->kids[i], &spec, diags)) return false;
  }
  if (!spec.name) spec.name = "Track";
  *out = track_link(board->arena, &spec);
  return true;
}

// Calls visit with every track of the board; they stand alone or in a list.
static uint32_t collect_tracks(const Recipe *recipe, const Recipe **out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < recipe->n; i++) {
    const Recipe *kid = recipe->kids[i];
    if (is_call(kid, "track")) out[n++] = kid;
    for (uint32_t k = 0; kid->kind == RECIPE_LIST && k < kid->n; k++) {
      if (is_call(kid->kids[k], "track")) out[n++] = kid->kids[k];
    }
  }
  return n;
}

static uint32_t count_grandkids(const Recipe *recipe) {
  uint32_t n = recipe->n;
  for (uint32_t i = 0; i < recipe->n; i++) n += recipe->kids[i]->n;
  return n;
}

static bool read_tracks(Board *board, const Recipe *recipe, Diags *diags) {
  const Recipe **found = ARENA_ARRAY(board->arena, const Recipe *, count_grandkids(recipe));
  uint32_t n = collect_tracks(recipe, found);
  Track *tracks = ARENA_ARRAY(board->arena, Track, n);
  for (uint32_t i = 0; i < n; i++) {
    if (!read_track(board, found[i], diags, &tracks[i])) return false;
  }
  board->tracks = tracks;
  board->track_count = (int)n;
  return true;
}

static bool surakarta_tracks(Board *board, const Recipe *recipe, Diags *diags) {
  const Recipe *loops = labelled(recipe, "loops"), *from = labelled(recipe, "from");
  if (board->graph.basis != BASIS_SQUARE && board->graph.basis != BASIS_TRIANGULAR) {
    diag_error(diags, recipe->loc, "a Surakarta board is made of squares or triangles");
    return false;
  }
  if ((loops && loops->number < 0) || (from && from->number < 0)) {
    diag_error(diags, recipe->loc, "the loops of a Surakarta board are counted from 0");
    return false;
  }
  Track *tracks = NULL;
  board->track_count = track_surakarta(board->arena, board->topology, loops ? number_clamp(loops->number) : -1,
                                       from ? number_clamp(from->number) : 1, &tracks);
  for (int t = 0; t < board->track_count; t++) tracks[t].loc = recipe->loc;
  board->tracks = tracks;
  return true;
}

static SiteType site_type(BoardUse use) {
  switch (use) {
    case USE_CELL: return SITE_CELL;
    case USE_VERTEX: return SITE_VERTEX;
    case USE_EDGE: return SITE_EDGE;
  }
  return SITE_CELL;
}

const Board *board_make(Arena *arena, const Recipe *recipe, bool three_dimensions, Diags *diags) {
  Board *board = ARENA_NEW(arena, Board);
  BoardUse use = USE_CELL;
  if (!board_build(arena, recipe, diags, &use, &board->graph)) return NULL;
  board->arena = arena;
  board->use = site_type(use);
  board->boardless = is_call(recipe, "boardless");
  board->mancala = is_call(recipe, "mancalaBoard");
  board->surakarta = is_call(recipe, "surakartaBoard");
  board->large_stacks = is_true(labelled(recipe, "largeStack"));
  TopologyOptions options = {.boardless = board->boardless, .three_dimensions = three_dimensions};
  board->topology = topology_build(arena, &board->graph, options);
  if (!board->topology) {
    diag_error(diags, recipe->loc, "the board has more steps and lines between its sites than can be worked out");
    return NULL;
  }
  bool ok = board->surakarta ? surakarta_tracks(board, recipe, diags) : read_tracks(board, recipe, diags);
  return ok ? board : NULL;
}
