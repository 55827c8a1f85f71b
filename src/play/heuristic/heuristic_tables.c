// The tables of terms: what a piece adds on every site, the regions of players, lines.
#include "play/heuristic/heuristic_terms.h"

#include "rules/operand_names.h"

#include <ctype.h>
#include <stdlib.h>

// ---- names ---------------------------------------------------------------------------------------

// "Pawn1" names one piece, "Pawn" that of every player, "" all.
static bool names_piece(const char *name, const char *piece) {
  size_t n = strlen(name);
  if (!n) return true;
  if (strncmp(name, piece, n)) return false;
  if (isdigit((unsigned char)name[n - 1])) return !piece[n];
  for (const char *rest = piece + n; *rest; rest++) {
    if (!isdigit((unsigned char)*rest)) return false;
  }
  return true;
}

static const double *weights_of_pieces(Heuristic *h, const HeuristicTerm *text) {
  double *weights = ARENA_ARRAY(&h->arena, double, h->game->n_components);
  for (int c = 1; c < h->game->n_components; c++) {
    if (!text->pairs) weights[c] = 1;
    for (int i = 0; i < text->n_pairs; i++) {
      if (names_piece(text->pairs[i].name, h->names[c])) weights[c] = text->pairs[i].weight;
    }
  }
  return weights;
}

// ---- proximity -----------------------------------------------------------------------------------

// 1 at distance 0, 0 at the largest distance there is; without distances nothing.
static void prepare_proximity(Heuristic *h, GameTerm *term, const int *distances) {
  int n = h->sites, most = 0;
  double *site = ARENA_ARRAY(&h->arena, double, n + 1);
  for (int i = 0; distances && i < n; i++) most = MAX(most, distances[i]);
  for (int i = 0; most > 0 && i < n; i++) site[i] = 1 - (double)distances[i] / most;
  term->site = site;
  term->n_sites = n;
  term->piece = weights_of_pieces(h, term->text);
}

void prepare_centre(Heuristic *h, GameTerm *term) {
  prepare_proximity(h, term, h->game->board->sites[h->type].to_centre);
}
void prepare_corner(Heuristic *h, GameTerm *term) {
  prepare_proximity(h, term, h->game->board->sites[h->type].to_corner);
}
void prepare_sides(Heuristic *h, GameTerm *term) { prepare_proximity(h, term, h->game->board->sites[h->type].to_side); }

// Steps to the nearest site of a set; sites from which there is no way are as far as the farthest.
static const int *distances_to_set(Heuristic *h, const Word *set) {
  const Topology *board = h->game->board;
  int n = h->sites, done = 0, found = 0, most = 0;
  int *distances = ARENA_ARRAY(&h->arena, int, n + 1), *queue = ARENA_ARRAY(&h->arena, int, n + 1);
  for (int i = 0; i < n; i++) {
    distances[i] = bit_get(set, i) ? 0 : -1;
    if (!distances[i]) queue[found++] = i;
  }
  while (done < found) {
    int at = queue[done++];
    SiteList next = topo_neighbours(board, h->type, RELATION_ADJACENT, at);
    most = distances[at];
    for (int i = 0; i < next.n; i++) {
      if (distances[next.at[i]] >= 0) continue;
      distances[next.at[i]] = distances[at] + 1;
      queue[found++] = next.at[i];
    }
  }
  for (int i = 0; i < n; i++) distances[i] = distances[i] < 0 ? most : distances[i];
  return found ? distances : NULL;
}

// The sites of all static regions with that number, or of that player.
static const Word *region_sites(Heuristic *h, int item, Player owner) {
  Word *set = ARENA_ARRAY(&h->arena, Word, game_words(h->game));
  for (int i = 0; i < h->game->n_regions; i++) {
    const GameRegion *region = &h->game->regions[i];
    bool meant = item >= 0 ? region->item == item : region->owner == owner;
    if (meant && region->sites && region->site_type == h->type) bits_or(set, region->sites, game_words(h->game));
  }
  return set;
}

void prepare_region(Heuristic *h, GameTerm *term) {
  prepare_proximity(h, term, distances_to_set(h, region_sites(h, MAX(term->text->number, 0), 0)));
}

void prepare_player_regions(Heuristic *h, GameTerm *term) {
  prepare_proximity(h, term, distances_to_set(h, region_sites(h, -1, MAX(term->text->number, 1))));
}

// ---- the others ----------------------------------------------------------------------------------

void prepare_material(Heuristic *h, GameTerm *term) { term->piece = weights_of_pieces(h, term->text); }

void prepare_site_values(Heuristic *h, GameTerm *term) {
  WeightPair pair = {term->text->piece ? term->text->piece : "", 1};
  HeuristicTerm named = {.pairs = &pair, .n_pairs = 1};
  double *site = ARENA_ARRAY(&h->arena, double, h->sites + 1);
  for (int i = 0; i < MIN(h->sites, term->text->n_values); i++) site[i] = term->text->values[i];
  term->piece = weights_of_pieces(h, &named);
  term->site = site;
  term->n_sites = h->sites;
}

void prepare_own_regions(Heuristic *h, GameTerm *term) {
  const Word **regions = ARENA_ARRAY(&h->arena, const Word *, h->game->players + 1);
  for (Player p = 1; p <= h->game->players; p++) regions[p] = region_sites(h, -1, p);
  term->regions = regions;
}

// "P1", "P2"...
void prepare_players(Heuristic *h, GameTerm *term) {
  double *weights = ARENA_ARRAY(&h->arena, double, GAME_PLAYERS_MAX + 1);
  for (int i = 0; i < term->text->n_pairs; i++) {
    const char *name = term->text->pairs[i].name;
    int player = name[0] == 'P' ? atoi(name + 1) : 0;
    if (player >= 1 && player <= h->game->players) weights[player] = term->text->pairs[i].weight;
  }
  term->player = weights;
}

int longest_line_asked(const Game *game) {
  const Program *program = &game->program;
  int longest = 0;
  for (Ref ref = 1; ref < program->n;) {
    const Ins *in = program_ins(program, ref);
    if (in->op == OP_LINE) {
      const Ins *length = program_ins(program, (Ref)in->a[A_LINE_LENGTH]);
      if (length->op == OP_CONST) longest = MAX(longest, length->a[A_CONST_VALUE]);
    }
    ref += 1 + in->n;
  }
  return longest;
}

enum { LENGTH_OTHERWISE = 3, LENGTH_MAX = 64 };

void prepare_lines(Heuristic *h, GameTerm *term) {
  int asked = longest_line_asked(h->game), length = term->text->number;
  if (length < 0) length = asked ? MAX(asked, 2) : LENGTH_OTHERWISE;
  lines_build(&h->arena, h->game->board, h->type, MIN(length, LENGTH_MAX), &term->lines);
}
