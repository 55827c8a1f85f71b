// Compiling a heuristic for a game, and judging positions by it.
//
// Terms that add up pieces without a curve (material, proximity, site weights) are folded into one table of
// [piece][site], so that their number does not matter: one pass over the board gives their sum.
#include "play/heuristic/heuristic_terms.h"

#include "base/mem.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "state/block/access.h"

#include <math.h>

enum { FOLDED_MAX = 1 << 20 };  // entries of the table

// ---- compiling -----------------------------------------------------------------------------------

static double pieces_placed(const Game *game) {
  Position *x = position_new(game, 1, 0);
  double n = 0;
  for (int type = 0; type < SITE_TYPES; type++) {
    if (!x->layout->sites[type].what && !x->layout->sites[type].levels) continue;
    for (int32_t site = 0; site < game->sites[type]; site++) {
      if (!site_empty(x, (SiteType)type, site)) n += MAX(site_height(x, (SiteType)type, site), 1);
    }
  }
  position_free(x);
  return MAX(n, 1);
}

static double board_reach(const Heuristic *h) {
  const TopoSites *sites = &h->game->board->sites[h->type];
  double x = 0, y = 0, reach = 0;
  for (int i = 0; i < h->sites; i++) {
    x += sites->x[i] / h->sites;
    y += sites->y[i] / h->sites;
  }
  for (int i = 0; i < h->sites; i++) reach = MAX(reach, hypot(sites->x[i] - x, sites->y[i] - y));
  return reach;
}

static double linear_scale(const Heuristic *h, const HeuristicTerm *text) {
  switch (text->transformation) {
    case TRANSFORM_NONE: return text->weight;
    case TRANSFORM_DIV_SITES: return text->weight / MAX(h->sites, 1);
    case TRANSFORM_DIV_PLACED: return text->weight / h->placed;
    case TRANSFORM_LOGISTIC:
    case TRANSFORM_TANH: return text->weight;
  }
  return 0;
}

static bool is_curved(const HeuristicTerm *text) {
  return text->transformation == TRANSFORM_LOGISTIC || text->transformation == TRANSFORM_TANH;
}

static void fold_term(Heuristic *h, GameTerm *term) {
  term->folded = true;
  for (int c = 1; c < h->game->n_components; c++) {
    double weight = term->scale * term->piece[c];
    for (int s = 0; s < h->sites; s++) {
      h->folded[c * h->sites + s] += (float)(weight * (term->site ? term->site[s] : 1));
    }
    if (!term->site && !term->text->board_only) h->loose[c] += (float)weight;
  }
}

static void fold(Heuristic *h) {
  size_t n = (size_t)h->game->n_components * (size_t)MAX(h->sites, 1);
  if (n > FOLDED_MAX) return;
  for (int i = 0; i < h->n; i++) {
    GameTerm *term = &h->terms[i];
    if (term->text->kind->judge || is_curved(term->text)) continue;
    if (!h->folded) {
      h->folded = ARENA_ARRAY(&h->arena, float, n);
      h->loose = ARENA_ARRAY(&h->arena, float, h->game->n_components);
    }
    fold_term(h, term);
  }
}

static void find_adjacent(Heuristic *h) {
  h->words = bits_words(MAX(h->sites, 1));
  h->adjacent = ARENA_ARRAY(&h->arena, Word, h->words * MAX(h->sites, 1));
  for (int s = 0; s < h->sites; s++) {
    SiteList next = topo_neighbours(h->game->board, h->type, RELATION_ADJACENT, s);
    for (int i = 0; i < next.n; i++) bit_set(h->adjacent + s * h->words, next.at[i]);
  }
}

static void estimate(const Evaluator *self, Position *x, double *utilities);
static void estimate_state(const Evaluator *self, Position *x, MoveCounter *counter, double *utilities);

void heuristic_new(const Game *game, HeuristicText text, Heuristic **out) {
  Heuristic *h = mem_alloc_zero(sizeof *h);
  h->evaluator = (Evaluator){estimate, estimate_state};
  h->game = game;
  h->type = game->site_type;
  h->sites = MIN(game->sites[h->type], topo_count(game->board, h->type));
  h->all_sites = game->sites[h->type];
  h->placed = pieces_placed(game);
  h->reach = board_reach(h);
  find_adjacent(h);
  h->player_of = ARENA_ARRAY(&h->arena, int8_t, game->n_components + game->players + 2);
  piece_players_find(game, h->player_of);
  h->names = ARENA_ARRAY(&h->arena, const char *, game->n_components + 1);
  for (int c = 1; c < game->n_components; c++) {
    bool renamed = text.n_pieces == game->n_components - 1;
    h->names[c] = renamed ? text.pieces[c - 1] : game->components[c].name;
  }
  h->terms = ARENA_ARRAY(&h->arena, GameTerm, text.n + 1);
  h->n = text.n;
  for (int i = 0; i < text.n; i++) {
    GameTerm *term = &h->terms[i];
    term->text = &text.terms[i];
    term->scale = linear_scale(h, term->text);
    if (term->text->kind->prepare) term->text->kind->prepare(h, term);
    if (term->text->kind->accepts & TERM_TAKEN) h->evaluator.estimate_state = NULL;
  }
  fold(h);
  *out = h;
}

void heuristic_free(Heuristic *h) {
  if (!h) return;
  arena_free(&h->arena);
  mem_free(h);
}

const Evaluator *heuristic_evaluator(const Heuristic *h) { return &h->evaluator; }

// ---- judging -------------------------------------------------------------------------------------

static double weigh(const GameTerm *term, double value) {
  if (term->text->transformation == TRANSFORM_TANH) value = tanh(value);
  if (term->text->transformation == TRANSFORM_LOGISTIC) value = 1 / (1 + exp(value));
  return term->scale * value;
}

// The folded terms, on flat boards.
static void add_folded_flat(const Heuristic *h, const Position *x, double *sums) {
  FlatKinds kinds = flat_kinds(x, h->type);
  const Word *empty = x->flat_empty[h->type];
  for (int base = 0; base < h->sites; base += WORD_BITS) {
    Word full = ~empty[base / WORD_BITS];
    if (h->sites - base < WORD_BITS) full &= ((Word)1 << (h->sites - base)) - 1;
    for (; full; full &= full - 1) {
      int site = base + word_first(full), what = kind_at(kinds, site);
      Player player = piece_player(h->player_of, x, h->type, site, -1, what);
      sums[player] += (double)h->folded[what * h->sites + site];
    }
  }
}

static bool is_plain(const Heuristic *h, const Position *x) {
  return x->flat_who[h->type] && !x->layout->sites[h->type].count && x->game->n_containers == 1 &&
         !x->layout->sites[(h->type + 1) % SITE_TYPES].what && !x->layout->sites[(h->type + 2) % SITE_TYPES].what;
}

// The same with hands, piles, stacks and pieces on other types of sites.
static void add_folded_any(Judging *judging, double *sums) {
  const Heuristic *h = judging->heuristic;
  for (int i = 0; i < h->n; i++) {
    double values[GAME_PLAYERS_MAX + 2] = {0};
    if (!h->terms[i].folded) continue;
    judge_pieces(judging, &h->terms[i], values);
    for (Player p = 1; p <= h->game->players; p++) sums[p] += weigh(&h->terms[i], values[p]);
  }
}

static void judge_term(Judging *judging, const GameTerm *term, double *values) {
  if (term->text->kind->judge) term->text->kind->judge(judging, term, values);
  else judge_pieces(judging, term, values);
}

static void find_sums(const Heuristic *h, Position *x, MoveCounter *counter, double *sums) {
  Judging judging = {.heuristic = h, .x = x, .counter = counter};
  ScratchMark mark = position_mark(x);
  double all[GAME_PLAYERS_MAX + 2] = {0};
  if (h->folded && is_plain(h, x)) add_folded_flat(h, x, all);
  else if (h->folded) add_folded_any(&judging, all);
  for (int i = 0; i < h->n; i++) {
    double values[GAME_PLAYERS_MAX + 2] = {0};
    if (h->terms[i].folded) continue;
    judge_term(&judging, &h->terms[i], values);
    for (Player p = 1; p <= h->game->players; p++) all[p] += weigh(&h->terms[i], values[p]);
  }
  position_release(x, mark);
  for (Player p = 1; p <= h->game->players; p++) sums[p] = all[p];
}

void heuristic_sums(const Heuristic *h, Position *x, double *sums) { find_sums(h, x, NULL, sums); }

void heuristic_term_values(const Heuristic *h, int term, Position *x, double *values, double *weighted) {
  Judging judging = {.heuristic = h, .x = x};
  ScratchMark mark = position_mark(x);
  double all[GAME_PLAYERS_MAX + 2] = {0};
  judge_term(&judging, &h->terms[term], all);
  position_release(x, mark);
  for (Player p = 1; p <= h->game->players; p++) {
    values[p] = all[p];
    weighted[p] = weigh(&h->terms[term], all[p]);
  }
}

// How sure a lead is: as a logistic regression says while it is small; large leads still differ a little.
static double squash(double lead) { return 0.9 * (0.8 * tanh(lead / 2) + 0.2 * lead / (4 + fabs(lead))); }

static void estimate_state(const Evaluator *self, Position *x, MoveCounter *counter, double *utilities) {
  const Heuristic *h = (const Heuristic *)(const void *)self;
  int players = h->game->players;
  double sums[GAME_PLAYERS_MAX + 1] = {0}, total = 0;
  if (x->game == h->game) find_sums(h, x, counter, sums);  // the games of a match are others
  for (Player p = 1; p <= players; p++) total += sums[p];
  for (int seat = 1; seat <= players; seat++) {
    double own = sums[seat_player(x, seat)];
    utilities[seat] = squash(players > 1 ? own - (total - own) / (players - 1) : own);
  }
}

static void estimate(const Evaluator *self, Position *x, double *utilities) {
  estimate_state(self, x, NULL, utilities);
}
