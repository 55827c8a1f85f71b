// The planes of a game: where each site lies in them, which channels there are.
#include "net/input/tensor.h"

#include "base/text.h"

#include <stdlib.h>

// ---- places --------------------------------------------------------------------------------------

typedef struct Shaper {
  Arena *arena;
  TensorEncoding *t;
  const Game *game;
  int board;  // sites of the board, of the game's own type
  int32_t *x, *y;
  int max_x, max_y;  // of the board
  VEC(const char *) names;
} Shaper;

typedef struct Coordinate {
  double at;
  int site;
} Coordinate;

static int by_coordinate(const void *a, const void *b) {
  double l = ((const Coordinate *)a)->at, r = ((const Coordinate *)b)->at;
  return (l > r) - (l < r);
}

// Numbers the different coordinates from 0 in ascending order; the largest number.
static int number_coordinates(Shaper *s, const double *from, int32_t *to) {
  const double apart = 0.00001;
  Coordinate *all = ARENA_ARRAY(s->arena, Coordinate, s->board + 1);
  for (int i = 0; i < s->board; i++) all[i] = (Coordinate){from[i], i};
  qsort(all, (size_t)s->board, sizeof *all, by_coordinate);
  int number = 0;
  double reference = s->board ? all[0].at : 0;
  for (int i = 0; i < s->board; i++) {
    if (all[i].at - apart > reference) {
      number++;
      reference = all[i].at;
    }
    to[all[i].site] = number;
  }
  return number;
}

static int largest_hand(const Game *game) {
  int most = 0;
  for (int c = 1; c < game->n_containers; c++) most = MAX(most, game->containers[c].n);
  return most;
}

static void set_place(Shaper *s, int32_t site, int32_t x, int32_t y) {
  if (site >= s->t->n_sites) return;
  s->x[site] = x;
  s->y[site] = y;
}

// Containers as rows above the board.
static void lay_rows(Shaper *s, int longest) {
  const Game *game = s->game;
  s->t->height += game->n_containers;
  s->t->width = MAX(s->t->width, longest);
  int32_t site = s->board;
  for (int c = 1; c < game->n_containers; c++) {
    for (int j = 0; j < game->containers[c].n; j++) set_place(s, site++, j, s->max_y + 1 + c);
  }
}

// Containers as columns beside the board. As in the reference, each is numbered from the end of the board on, so that
// the last one that is long enough decides.
static void lay_columns(Shaper *s, int longest) {
  const Game *game = s->game;
  s->t->width += game->n_containers;
  s->t->height = MAX(s->t->height, longest);
  for (int c = 1; c < game->n_containers; c++) {
    for (int j = 0; j < game->containers[c].n; j++) set_place(s, s->board + j, s->max_x + 1 + c, j);
  }
}

// Sites whose numbers are beyond the arrays of the reference: each at the place of its container.
static void lay_others(Shaper *s, bool rows) {
  for (int c = 1; c < s->game->n_containers; c++) {
    const Container *container = &s->game->containers[c];
    for (int j = 0; j < container->n; j++) {
      int32_t site = container->first + j;
      if (site < s->t->reference_sites) continue;
      if (rows) set_place(s, site, j, s->max_y + 1 + c);
      else set_place(s, site, s->max_x + 1 + c, j);
    }
  }
}

static void lay_out(Shaper *s) {
  const Game *game = s->game;
  TensorEncoding *t = s->t;
  const TopoSites *sites = &game->board->sites[game->site_type];
  s->board = sites->n;
  t->reference_sites = s->board;
  for (int c = 1; c < game->n_containers; c++) t->reference_sites += game->containers[c].n;
  t->n_sites = t->reference_sites;
  for (int type = 0; type < SITE_TYPES; type++) t->n_sites = MAX(t->n_sites, game->sites[type]);
  s->x = ARENA_ARRAY(s->arena, int32_t, t->n_sites + 1);
  s->y = ARENA_ARRAY(s->arena, int32_t, t->n_sites + 1);
  s->max_x = number_coordinates(s, sites->x, s->x);
  s->max_y = number_coordinates(s, sites->y, s->y);
  t->width = s->max_x + 1;
  t->height = s->max_y + 1;
  if (game->n_containers > 1) {
    int last = largest_hand(game) - 1;
    bool rows = (s->max_x < s->max_y && last <= s->max_x) || (last > s->max_x && s->max_x > s->max_y);
    if (rows) lay_rows(s, last + 1);
    else lay_columns(s, last + 1);
    lay_others(s, rows);
  }
  t->x = s->x;
  t->y = s->y;
}

// ---- channels ------------------------------------------------------------------------------------

static void add_channel(Shaper *s, const char *name) { VEC_PUSH(&s->names, name); }
static int channels_so_far(const Shaper *s) { return (int)s->names.n; }

static void add_stack_channels(Shaper *s, int e) {
  static const char *const ends[] = {"bottom", "top"};
  for (int end = 0; end < 2; end++) {
    for (int level = 0; level < TENSOR_STACK_LEVELS; level++) {
      add_channel(s, arena_printf(s->arena, "Piece Type %d (%s) at level %d from stack %s.", e,
                                  s->game->components[e].name, level, ends[end]));
    }
  }
}

static void add_piece_channels(Shaper *s) {
  const Game *game = s->game;
  bool stacks = game_has(game, GAME_STACKING);
  s->t->pieces = channels_so_far(s);
  for (int e = 1; e < game->n_components; e++) {
    if (stacks) add_stack_channels(s, e);
    else add_channel(s, arena_printf(s->arena, "Piece Type %d (%s)", e, game->components[e].name));
  }
  s->t->stack_size = stacks ? channels_so_far(s) : -1;
  if (stacks) add_channel(s, "Stack sizes (non-binary channel!)");
  s->t->counts = !stacks && game_has(game, GAME_COUNT) ? channels_so_far(s) : -1;
  if (s->t->counts >= 0) add_channel(s, "Counts (non-binary channel!)");
}

static void add_player_channels(Shaper *s) {
  const Game *game = s->game;
  s->t->amounts = game_has(game, GAME_AMOUNT) ? channels_so_far(s) : -1;
  for (int p = 1; s->t->amounts >= 0 && p <= game->players; p++) {
    add_channel(s, arena_printf(s->arena, "Amount for Player %d", p));
  }
  s->t->mover = game->players > 1 ? channels_so_far(s) : -1;
  for (int p = 1; s->t->mover >= 0 && p <= game->players; p++) {
    add_channel(s, arena_printf(s->arena, "Is Player %d the current mover?", p));
  }
}

static void add_state_channels(Shaper *s) {
  const Game *game = s->game;
  s->t->states = game_has(game, GAME_STATE | GAME_LARGE_PIECES) ? channels_so_far(s) : -1;
  for (int state = 0; s->t->states >= 0 && state < TENSOR_STATES; state++) {
    const char *how = state < TENSOR_STATES - 1 ? "==" : ">=";
    add_channel(s, arena_printf(s->arena, "Local state %s %d", how, state));
  }
  s->t->swapped = game->meta.swap ? channels_so_far(s) : -1;
  if (s->t->swapped >= 0) add_channel(s, "Did Swap Occur?");
}

static void add_place_channels(Shaper *s) {
  const Game *game = s->game;
  s->t->containers = channels_so_far(s);
  for (int c = 0; c < game->n_containers; c++) {
    add_channel(s, arena_printf(s->arena, "Does position exist in container %d (%s)?", c, game->containers[c].name));
  }
  s->t->last_moves = channels_so_far(s);
  add_channel(s, "Last move's from-position");
  add_channel(s, "Last move's to-position");
  add_channel(s, "Second-to-last move's from-position");
  add_channel(s, "Second-to-last move's to-position");
}

// ---- moves ---------------------------------------------------------------------------------------

static void shape_moves(Shaper *s) {
  TensorEncoding *t = s->t;
  const Game *game = s->game;
  enum { CLIP = 3 };
  t->clip = game->moves_have_origins ? CLIP : 0;
  int channels = (2 * t->clip + 1) * (2 * t->clip + 1);
  if (game_has(game, GAME_STACKING)) channels *= TENSOR_LEVEL_STEPS * TENSOR_LEVEL_STEPS;
  t->n_messages = game->n_votes;
  t->first_proposition = t->n_messages ? channels : 0;
  t->first_vote = t->n_messages ? channels + t->n_messages : 0;
  t->pass = channels + 2 * t->n_messages;
  t->swap = t->pass + 1;
  t->move_channels = t->swap + 1;
}

const TensorEncoding *tensor_encoding(Arena *arena, const Game *game) {
  TensorEncoding *t = ARENA_NEW(arena, TensorEncoding);
  Shaper s = {.arena = arena, .t = t, .game = game};
  t->game = game;
  lay_out(&s);
  add_piece_channels(&s);
  add_player_channels(&s);
  add_state_channels(&s);
  add_place_channels(&s);
  shape_moves(&s);
  t->channels = channels_so_far(&s);
  t->names = VEC_TO_ARENA(&s.names, arena);
  VEC_FREE(&s.names);
  return t;
}
