// What each kind of term gives every player in a position, and the table of kinds.
#include "play/heuristic/heuristic_terms.h"

#include "play/model/other_moves.h"
#include "play/show/seats.h"
#include "state/block/access.h"

#include <math.h>

// ---- pieces --------------------------------------------------------------------------------------

// A piece somewhere: on a site of the board, or (site -1) in a hand or on a site of another type.
typedef struct PieceAt {
  int32_t what;
  Site site;
  Player player;  // whose it is; nobody's in somebody's hand is that player's
  int count;
  SiteType type;
  int32_t real_site, level;
} PieceAt;

typedef void PieceVisit(void *self, const PieceAt *piece);

static Player hand_of(const Game *game, SiteType type, int32_t site) {
  if (type != SITE_CELL || !game->container_of) return 0;
  const Container *container = &game->containers[game->container_of[site]];
  return container->kind == CONTAINER_HAND && container->owner <= game->players ? container->owner : 0;
}

static void visit_site(const Heuristic *h, Position *x, SiteType type, int32_t site, PieceVisit *visit, void *self) {
  int32_t height = x->layout->sites[type].height ? site_height(x, type, site) : 1;
  for (int32_t level = 0; level < height; level++) {
    PieceAt piece = {.what = site_what(x, type, site, level), .site = -1, .count = 1, .type = type, .level = level};
    if (piece.what <= 0 || piece.what >= x->game->n_components) continue;
    piece.real_site = site;
    piece.player = piece_player(h->player_of, x, type, site, level, piece.what);
    if (type == h->type && site < h->sites) piece.site = site;
    else if (!piece.player) piece.player = hand_of(x->game, type, site);
    if (x->layout->sites[type].count) piece.count = MAX(site_count(x, type, site), 1);
    if (piece.player) visit(self, &piece);
  }
}

static void visit_pieces(const Heuristic *h, Position *x, PieceVisit *visit, void *self) {
  for (int type = 0; type < SITE_TYPES; type++) {
    if (!x->layout->sites[type].what && !x->layout->sites[type].levels) continue;
    const Word *empty = sites_empty(x, (SiteType)type);
    for (int32_t site = 0; site < x->game->sites[type]; site++) {
      if (!bit_get(empty, site)) visit_site(h, x, (SiteType)type, site, visit, self);
    }
  }
}

typedef struct PieceSums {
  const GameTerm *term;
  double *values;
} PieceSums;

static void add_piece(void *self, const PieceAt *piece) {
  const PieceSums *sums = self;
  const GameTerm *term = sums->term;
  double weight = term->piece[piece->what] * piece->count;
  if (term->site) weight *= piece->site >= 0 ? term->site[piece->site] : 0;
  else if (term->text->board_only && piece->site < 0) weight = 0;
  sums->values[piece->player] += weight;
}

void judge_pieces(Judging *judging, const GameTerm *term, double *values) {
  PieceSums sums = {term, values};
  visit_pieces(judging->heuristic, judging->x, add_piece, &sums);
}

// What a player has of all that players have: whoever is ahead gains by exchanges.
static void judge_share(Judging *judging, const GameTerm *term, double *values) {
  double total = 0;
  judge_pieces(judging, term, values);
  for (Player p = 1; p <= judging->x->game->players; p++) total += fabs(values[p]);
  for (Player p = 1; p <= judging->x->game->players && total > 0; p++) values[p] /= total;
}

typedef struct ValueSums {
  PieceSums sums;
  const Position *x;
} ValueSums;

static void add_value(void *self, const PieceAt *piece) {
  const ValueSums *v = self;
  const GameTerm *term = v->sums.term;
  if (term->text->board_only && piece->site < 0) return;
  int32_t value = site_value(v->x, piece->type, piece->real_site, piece->level);
  v->sums.values[piece->player] += term->piece[piece->what] * value * piece->count;
}

static void judge_values(Judging *judging, const GameTerm *term, double *values) {
  ValueSums sums = {{term, values}, judging->x};
  visit_pieces(judging->heuristic, judging->x, add_value, &sums);
}

// ---- moves ---------------------------------------------------------------------------------------

// Sites where an action of the moves takes away what stands there.
static void note_taken(Position *x, MoveList list, SiteType type, Word *taken) {
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(x, list, i);
    for (uint32_t a = 0; a < move->n; a++) {
      const Action copy = move_action(x, move, a), *action = &copy;
      bool takes = action->kind == ACT_REMOVE && action->to >= 0 && action->to < x->game->sites[type];
      if (takes) bit_set(taken, action->to);
    }
  }
}

static double count_ends(Position *x, MoveList list, int sites) {
  Word *ends = position_region(x);
  for (uint32_t i = 0; i < list.n; i++) {
    int to = move_at(x, list, i)->to;
    if (to >= 0 && to < x->program->region_bits) bit_set(ends, to);
  }
  return (double)bits_count(ends, x->words) / sites;
}

static void count_moves(Judging *judging, Player player) {
  double moves, ends;
  if (!judging->counter->count(judging->counter, player, &moves, &ends)) return;
  judging->moves[player] = moves;
  judging->influence[player] = ends / MAX(judging->heuristic->all_sites, 1);
}

static void list_moves(Judging *judging, Player player) {
  Position *x = judging->x;
  const Heuristic *h = judging->heuristic;
  if (judging->listed[player]) return;
  judging->listed[player] = true;
  if (judging->counter) {
    count_moves(judging, player);
    return;
  }
  Word *taken = position_region(x);
  MoveList list;
  TurnBefore before;
  if (!other_moves_begin(x, player, &before, &list)) return;
  judging->moves[player] = list.n;
  judging->influence[player] = count_ends(x, list, MAX(h->all_sites, 1));
  note_taken(x, list, h->type, taken);
  judging->threatened[player] = taken;
  other_moves_end(x, &before, list);
}

static void judge_mobility(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  Player mover = position_mover(judging->x);
  list_moves(judging, mover);
  values[mover] = judging->moves[mover];
}

static void judge_mobility_of_all(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  for (Player p = 1; p <= judging->x->game->players; p++) {
    list_moves(judging, p);
    values[p] = judging->moves[p];
  }
}

static void judge_influence(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  Player mover = position_mover(judging->x);
  list_moves(judging, mover);
  values[mover] = judging->influence[mover];
}

static void judge_influence_of_all(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  for (Player p = 1; p <= judging->x->game->players; p++) {
    list_moves(judging, p);
    values[p] = judging->influence[p];
  }
}

typedef struct SafeSums {
  PieceSums sums;
  const Judging *judging;
} SafeSums;

static void add_safe(void *self, const PieceAt *piece) {
  const SafeSums *safe = self;
  if (piece->site < 0) return;
  for (Player p = 1; p <= safe->judging->x->game->players; p++) {
    const Word *taken = safe->judging->threatened[p];
    if (p != piece->player && taken && bit_get(taken, piece->site)) return;
  }
  safe->sums.values[piece->player] += safe->sums.term->piece[piece->what] * piece->count;
}

static void judge_unthreatened(Judging *judging, const GameTerm *term, double *values) {
  SafeSums safe = {{term, values}, judging};
  for (Player p = 1; p <= judging->x->game->players; p++) list_moves(judging, p);
  visit_pieces(judging->heuristic, judging->x, add_safe, &safe);
}

// ---- lines ---------------------------------------------------------------------------------------

static bool is_blocked(const Heuristic *h, const Position *x, Site end, Player player) {
  return end >= 0 && site_what(x, h->type, end, -1) && site_player(h->player_of, x, h->type, end) != player;
}

// The best line and half the next best. A line counts by the part of it that is there, half for each end at which
// something of another player stands.
static void judge_line_completion(Judging *judging, const GameTerm *term, double *values) {
  Position *x = judging->x;
  const Lines *lines = &term->lines;
  ScratchMark mark = position_mark(x);
  LineCounts counts = lines_count(lines, x, judging->heuristic->type, judging->heuristic->player_of);
  double second[GAME_PLAYERS_MAX + 1] = {0};
  for (int k = 0; k < counts.n; k++) {
    int i = counts.touched[k], player = counts.owner[i];
    double value = (double)counts.count[i] / lines->length;
    if (player < 1 || value <= second[player]) continue;
    for (int end = 0; end < 2; end++) {
      if (is_blocked(judging->heuristic, x, lines->ends[2 * i + end], player)) value /= 2;
    }
    if (value > values[player]) {
      second[player] = values[player];
      values[player] = value;
    } else if (value > second[player]) {
      second[player] = value;
    }
  }
  for (Player p = 1; p <= x->game->players; p++) values[p] += second[p] / 2;
  position_release(x, mark);
}

// Lines on which only one player has pieces, by how many; other values may hold for the player to move.
static void judge_open_lines(Judging *judging, const GameTerm *term, double *values) {
  Position *x = judging->x;
  const HeuristicTerm *text = term->text;
  ScratchMark mark = position_mark(x);
  LineCounts counts = lines_count(&term->lines, x, judging->heuristic->type, judging->heuristic->player_of);
  int most = MAX(text->n_values, text->n_mover_values), players = x->game->players;
  size_t size = sizeof(int) * (size_t)((players + 1) * most);
  int *open = position_scratch(x, size);  // lines by player and pieces
  memset(open, 0, size);
  for (int k = 0; k < counts.n; k++) {
    int line = counts.touched[k], player = counts.owner[line], n = counts.count[line] - 1;
    if (player >= 1 && n < most) open[player * most + n]++;
  }
  for (Player p = 1; p <= players; p++) {
    bool apart = p == position_mover(x) && text->n_mover_values;
    const double *by_count = apart ? text->mover_values : text->values;
    int known = apart ? text->n_mover_values : text->n_values;
    for (int n = 0; n < known; n++) values[p] += open[p * most + n] * by_count[n];
  }
  position_release(x, mark);
}

// ---- groups --------------------------------------------------------------------------------------

// Where each player's pieces are, on the sites of the board.
static void find_owned(Judging *judging) {
  const Heuristic *h = judging->heuristic;
  const Position *x = judging->x;
  if (judging->owned) return;
  size_t size = sizeof(Word) * (size_t)(h->words * (h->game->players + 1));
  judging->owned = position_scratch(judging->x, size);
  memset(judging->owned, 0, size);
  bool flat = x->flat_who[h->type];
  const Word *empty = x->flat_empty[h->type];
  for (int base = 0; base < h->sites; base += WORD_BITS) {
    Word full = flat ? ~empty[base / WORD_BITS] : ~(Word)0;
    if (h->sites - base < WORD_BITS) full &= ((Word)1 << (h->sites - base)) - 1;
    for (; full; full &= full - 1) {
      int site = base + word_first(full);
      Player player = flat ? piece_player(h->player_of, x, h->type, site, -1, flat_kind(x, h->type, site))
                           : site_player(h->player_of, x, h->type, site);
      bit_set(judging->owned + player * h->words, site);
    }
  }
}

static const Word *owned_by(const Judging *judging, Player player) {
  return judging->owned + player * judging->heuristic->words;
}

// How close together a player's pieces are: 1 less their mean distance from their common middle, measured by the
// distance from the middle of the board to its farthest site.
static void judge_grouping(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  const Heuristic *h = judging->heuristic;
  const TopoSites *sites = &h->game->board->sites[h->type];
  find_owned(judging);
  for (Player p = 1; p <= h->game->players; p++) {
    const Word *own = owned_by(judging, p);
    double x = 0, y = 0, far = 0;
    int n = bits_count(own, h->words);
    FOR_BITS(s, own, h->words) {
      x += sites->x[s];
      y += sites->y[s];
    }
    FOR_BITS(s, own, h->words) {
      double right = sites->x[s] - x / n, up = sites->y[s] - y / n;
      far += sqrt(right * right + up * up);
    }
    if (n && h->reach > 0) values[p] = 1 - far / n / h->reach;
  }
}

// The number of sites in the group of a site; they are taken out of the set.
static int take_group(const Heuristic *h, Word *left, int *queue, Site from) {
  int done = 0, found = 0;
  queue[found++] = from;
  bit_clear(left, from);
  while (done < found) {
    const Word *next = h->adjacent + queue[done++] * h->words;
    for (int w = 0; w < h->words; w++) {
      Word more = next[w] & left[w];
      left[w] &= ~more;
      for (; more; more &= more - 1) queue[found++] = w * WORD_BITS + word_first(more);
    }
  }
  return found;
}

// The share of a player's pieces that are in its largest group of adjacent ones.
static void judge_largest_group(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  const Heuristic *h = judging->heuristic;
  Position *x = judging->x;
  find_owned(judging);
  ScratchMark mark = position_mark(x);
  int *queue = position_scratch(x, sizeof(int) * (size_t)(h->sites + 1));
  Word *left = position_scratch(x, sizeof(Word) * (size_t)h->words);
  for (Player p = 1; p <= h->game->players; p++) {
    int total = bits_count(owned_by(judging, p), h->words), most = 0;
    bits_copy(left, owned_by(judging, p), h->words);
    for (int w = 0; w < h->words; w++) {
      while (left[w]) {
        int size = take_group(h, left, queue, w * WORD_BITS + word_first(left[w]));
        most = MAX(most, size);
      }
    }
    if (total) values[p] = (double)most / total;
  }
  position_release(x, mark);
}

// Adjacent pairs of a player's own pieces, for each of its pieces.
static void judge_neighbours(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  const Heuristic *h = judging->heuristic;
  find_owned(judging);
  for (Player p = 1; p <= h->game->players; p++) {
    const Word *own = owned_by(judging, p);
    int total = bits_count(own, h->words), twice = 0;
    FOR_BITS(s, own, h->words) {
      const Word *next = h->adjacent + s * h->words;
      for (int w = 0; w < h->words; w++) twice += word_count(next[w] & own[w]);
    }
    if (total) values[p] = twice / 2.0 / total;
  }
}

// ---- others --------------------------------------------------------------------------------------

static void judge_own_regions(Judging *judging, const GameTerm *term, double *values) {
  const Position *x = judging->x;
  SiteType type = judging->heuristic->type;
  for (Player p = 1; p <= x->game->players; p++) {
    FOR_BITS(site, term->regions[p], x->words) values[p] += site_count(x, type, site);
  }
}

// The site that a map gives to a player.
static void judge_map_sites(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  const Position *x = judging->x;
  const Heuristic *h = judging->heuristic;
  for (int m = 0; m < x->game->n_maps; m++) {
    const GameMap *map = &x->game->maps[m];
    for (int i = 0; i < map->n; i++) {
      bool player = map->from[i] >= 1 && map->from[i] <= x->game->players;
      if (player && map->to[i] >= 0 && map->to[i] < h->sites)
        values[map->from[i]] += site_count(x, h->type, map->to[i]);
    }
  }
}

// Counters that are nobody's: what each is worth to one player depends on where it lies.
static void judge_site_counters(Judging *judging, const GameTerm *term, double *values) {
  const Position *x = judging->x;
  const HeuristicTerm *text = term->text;
  SiteType type = judging->heuristic->type;
  int player = MAX(text->number, 1), n = MIN(text->n_values, judging->heuristic->all_sites);
  if (player > x->game->players) return;
  for (int site = 0; site < n; site++) {
    if (text->values[site] != 0) values[player] += text->values[site] * counters_on(x, type, site);
  }
}

static void judge_score(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  const Position *x = judging->x;
  if (!x->layout->score) return;
  for (Player p = 1; p <= x->game->players; p++) values[p] = STATE_AT(x, int32_t, x->layout->score)[p];
}

static void judge_mover(Judging *judging, const GameTerm *term, double *values) {
  (void)term;
  values[position_mover(judging->x)] = 1;
}

static void judge_intercept(Judging *judging, const GameTerm *term, double *values) {
  for (Player p = 1; p <= judging->x->game->players; p++) values[p] = term->player[p];
}

static void judge_nothing(Judging *judging, const GameTerm *term, double *values) {
  (void)judging, (void)term, (void)values;
}

// ---- the table -----------------------------------------------------------------------------------

const char *const transformation_names[] = {
    "", "divNumBoardSites", "divNumInitPlacement", "logisticFunction", "tanh", NULL,
};

enum { PROXIMITY = TERM_PIECES };

const HeuristicKind term_kinds[] = {
    {"material", "The pieces a player has, each by its weight.", TERM_PIECES | TERM_BOARD_ONLY, false, prepare_material,
     NULL},
    {"componentValues", "The values of the pieces a player has, each times its weight.", TERM_PIECES | TERM_BOARD_ONLY,
     false, prepare_material, judge_values},
    {"unthreatenedMaterial", "The pieces on the board that no other player's move would take.",
     TERM_PIECES | TERM_TAKEN, false, prepare_material, judge_unthreatened},
    {"centreProximity", "Pieces, by how near they are to the centre.", PROXIMITY, false, prepare_centre, NULL},
    {"cornerProximity", "Pieces, by how near they are to a corner.", PROXIMITY, false, prepare_corner, NULL},
    {"sidesProximity", "Pieces, by how near they are to a side.", PROXIMITY, false, prepare_sides, NULL},
    {"regionProximity", "Pieces, by how near they are to the region with that number.", PROXIMITY | TERM_REGION, false,
     prepare_region, NULL},
    {"playerRegionsProximity", "Pieces, by how near they are to the regions of that player.", PROXIMITY | TERM_PLAYER,
     false, prepare_player_regions, NULL},
    {"lineCompletionHeuristic", "The best line that can still be completed, and half the second best.", TERM_LENGTH,
     false, prepare_lines, judge_line_completion},
    {"influence", "The share of sites that the player to move can move to.", 0, false, NULL, judge_influence},
    {"influenceAdvanced", "The share of sites that each player could move to.", 0, false, NULL, judge_influence_of_all},
    {"mobilitySimple", "The number of moves of the player to move.", 0, false, NULL, judge_mobility},
    {"mobilityAdvanced", "The number of moves each player would have.", 0, false, NULL, judge_mobility_of_all},
    {"intercept", "A fixed amount for each player.", TERM_PLAYERS, false, prepare_players, judge_intercept},
    {"ownRegionsCount", "Pieces and counters in the player's own regions.", 0, false, prepare_own_regions,
     judge_own_regions},
    {"playerSiteMapCount", "Counters on the sites that maps give to the player.", 0, false, NULL, judge_map_sites},
    {"score", "The player's score.", 0, false, NULL, judge_score},
    {"currentMoverHeuristic", "1 for the player to move.", 0, false, NULL, judge_mover},
    {"nullHeuristic", "Nothing.", 0, false, NULL, judge_nothing},
    {"siteWeights", "Pieces of a kind, by the value of the site they stand on.", TERM_PIECE | TERM_VALUES, true,
     prepare_site_values, NULL},
    {"siteCounters", "Counters of nobody, by what their site is worth to the player of that number.",
     TERM_PLAYER | TERM_VALUES, true, NULL, judge_site_counters},
    {"pieceShare", "The player's share of the pieces that players have, each by its weight.",
     TERM_PIECES | TERM_BOARD_ONLY, true, prepare_material, judge_share},
    {"openLines", "Lines on which only this player has pieces, by how many these are.",
     TERM_LENGTH | TERM_VALUES | TERM_MOVER_VALUES, true, prepare_lines, judge_open_lines},
    {"grouping", "How close the player's pieces are to their common middle, from 0 to 1.", 0, true, NULL,
     judge_grouping},
    {"largestGroup", "The share of the player's pieces that are in its largest group.", 0, true, NULL,
     judge_largest_group},
    {"neighbours", "Adjacent pairs of the player's own pieces, for each piece.", 0, true, NULL, judge_neighbours},
    {0},
};

const HeuristicKind *term_kind_find(Str name) {
  for (const HeuristicKind *kind = term_kinds; kind->name; kind++) {
    if (str_is(name, kind->name)) return kind;
  }
  return NULL;
}
