// Candidate columns of a game, measured in positions, and made terms again.
#include "learn/tune/tune_columns.h"

#include "base/mem.h"
#include "state/block/access.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef VEC(HeuristicTerm) TermVec;

// As it will be written.
static double rounded(double weight) {
  char text[32];
  snprintf(text, sizeof text, "%.4g", weight);
  return strtod(text, NULL);
}

// ---- which there are -----------------------------------------------------------------------------

typedef struct Single {
  const char *group, *term;
  double gain, ridge;
  bool (*applies)(const Game *game);
} Single;

static bool has_turns(const Game *game) { return game->mode == MODE_ALTERNATING && game->players > 1; }
static bool has_score(const Game *game) { return game_has(game, GAME_SCORE) && !game->automaton; }
static bool has_values(const Game *game) { return game_has(game, GAME_VALUE); }
static bool has_maps(const Game *game) { return game->n_maps > 0; }
static bool turns_can_change(const Game *game) { return has_turns(game) && !game->automaton; }
static bool has_centre(const Game *game) { return game->board->sites[game->site_type].to_centre != NULL; }
// Whether the rules take or turn pieces: they remove something somewhere.
static bool has_captures(const Game *game) {
  return game->n_components > 1 && (game->automaton || game->moves_have_origins);
}
static bool has_pieces(const Game *game) { return game->n_components > 1; }

static bool has_own_regions(const Game *game) {
  for (int i = 0; i < game->n_regions; i++) {
    if (game->regions[i].owner >= 1 && game->regions[i].owner <= game->players && game->regions[i].sites) return true;
  }
  return false;
}

// In the order in which they are tried: what is cheap before what costs time.
static const Single singles[] = {
    {"basics", "currentMoverHeuristic", 0, 0.001, has_turns},
    {"basics", "score", 0, 0.001, has_score},
    {"basics", "componentValues", 0, 0.001, has_values},
    {"basics", "pieceShare", 0, 0.001, has_captures},
    {"regions", "ownRegionsCount", 0.002, 0.001, has_own_regions},
    {"maps", "playerSiteMapCount", 0.002, 0.001, has_maps},
    {"groups", "grouping", 0.001, 0.001, has_pieces},
    {"groups", "largestGroup", 0.001, 0.001, has_pieces},
    {"groups", "neighbours", 0.001, 0.001, has_pieces},
    {"proximity", "centreProximity", 0.001, 0.002, has_centre},
    {"proximity", "cornerProximity", 0.001, 0.002, has_centre},
    {"proximity", "sidesProximity", 0.001, 0.002, has_centre},
    {"mobility of the mover", "mobilitySimple", 0.001, 0.001, has_turns},
    {"mobility", "mobilityAdvanced", 0.004, 0.001, turns_can_change},
    {"influence", "influenceAdvanced", 0.008, 0.001, turns_can_change},
    {"threats", "unthreatenedMaterial", 0.008, 0.001, turns_can_change},
};

static void add_columns(TuneColumns *c, const char *name, int n, double gain, double ridge) {
  TuneGroup *last = c->n_groups ? &c->groups[c->n_groups - 1] : NULL;
  if (!last || strcmp(last->name, name)) {
    last = &c->groups[c->n_groups++];
    *last = (TuneGroup){.name = name, .first = c->n, .gain = gain, .ridge = ridge};
  }
  last->n += n;
  c->n += n;
}

static void add_single(TuneColumns *c, TermVec *terms, const Single *row) {
  VEC_PUSH(terms, (HeuristicTerm){.kind = term_kind_find(str_of(row->term)), .weight = 1, .number = -1});
  if (!strcmp(row->term, "pieceShare") && c->n_worths) {
    VEC_LAST(terms).pairs = c->worths;
    VEC_LAST(terms).n_pairs = c->n_worths;
  }
  c->single_column[terms->n - 1] = c->n;
  add_columns(c, row->group, 1, row->gain, row->ridge);
}

// What a player has from the start: one column for each but the last.
static void add_intercepts(TuneColumns *c, TermVec *terms) {
  for (Player p = 1; p < c->game->players; p++) {
    WeightPair *pair = ARENA_NEW(&c->arena, WeightPair);
    *pair = (WeightPair){arena_printf(&c->arena, "P%d", p), 1};
    VEC_PUSH(terms, (HeuristicTerm){.kind = term_kind_find(str_of("intercept")), .weight = 1, .number = -1});
    VEC_LAST(terms).pairs = pair;
    VEC_LAST(terms).n_pairs = 1;
    c->single_column[terms->n - 1] = c->n;
    add_columns(c, "basics", 1, 0, 0.001);
  }
}

static void add_singles(TuneColumns *c, TermVec *terms, bool basics) {
  for (size_t i = 0; i < COUNT_OF(singles); i++) {
    bool basic = !strcmp(singles[i].group, "basics");
    if (basic == basics && singles[i].applies(c->game)) add_single(c, terms, &singles[i]);
  }
}

static void add_lines(TuneColumns *c) {
  int length = longest_line_asked(c->game);
  c->line_columns = -1;
  if (length < 2 || length > 12) return;
  lines_build(&c->arena, c->game->board, c->game->site_type, length, &c->lines);
  if (!c->lines.n) return;
  c->line_columns = c->n;
  add_columns(c, "lines", 2 * length, 0.0005, 0.0005);
}

static void add_sites(TuneColumns *c) {
  int n = c->kinds.n_kinds * c->kinds.n_classes;
  c->site_columns = -1;
  if (!n || c->kinds.n_classes < 2 || c->n + n > TUNE_COLUMNS_MAX) return;
  c->site_columns = c->n;
  add_columns(c, "sites", n, 0.002, 0.02);
}

static void add_counters(TuneColumns *c) {
  int players = c->game->players, views = players == 2 ? 1 : players, n = views * c->game->sites[c->game->site_type];
  c->counter_columns = -1;
  if (!standing_is_sown(c->game) || c->n + n > TUNE_COLUMNS_MAX) return;
  c->counter_columns = c->n;
  c->counter_views = views;
  add_columns(c, "counters", n, 0.002, 0.005);
}

// What pieces are worth in the share of pieces: the mean of those that are alike.
static void find_worths(TuneColumns *c, const Material *material) {
  VEC(WeightPair) pairs = {0};
  for (int i = 1; i < c->game->n_components; i++) {
    double sum = 0, n = 0;
    for (int j = 1; j < c->game->n_components && c->kinds.kind_of[i] >= 0; j++) {
      if (c->kinds.kind_of[j] != c->kinds.kind_of[i] || !(material_worth(material, j) > 0)) continue;
      sum += material_worth(material, j);
      n++;
    }
    if (n > 0) VEC_PUSH(&pairs, (WeightPair){c->game->components[i].name, rounded(sum / n)});
  }
  c->worths = VEC_TO_ARENA(&pairs, &c->arena);
  c->n_worths = (int)pairs.n;
  VEC_FREE(&pairs);
}

// ---- what is expected of them --------------------------------------------------------------------

// The weight under which a lead counts as much as in eval=material (tanh(2 * lead) there, tanh(lead / 2) here).
static const double as_material = 4;
// What a move to choose from is worth there, where there are some twenty.
static const double worth_of_move = 0.000125;

static TuneGroup *group_of(TuneColumns *c, int column) {
  int g = 0;
  while (column >= c->groups[g].first + c->groups[g].n) g++;
  return &c->groups[g];
}

static void expect(TuneColumns *c, int column, double weight) {
  if (weight == 0) return;
  c->expected[column] = as_material * weight;
  group_of(c, column)->expected = true;
}

static void expect_single(TuneColumns *c, const TermVec *terms, const char *name, double weight) {
  for (size_t i = 0; i < terms->n; i++) {
    if (!strcmp(terms->at[i].kind->name, name)) expect(c, c->single_column[i], weight);
  }
}

// A race: a piece counts by the part of its way that it has come.
static void expect_race(TuneColumns *c, const Standing *standing) {
  const TuneKinds *kinds = &c->kinds;
  for (int i = 1; i < c->game->n_components; i++) {
    Player player = MAX(kinds->player_of[i], 0);
    if (kinds->kind_of[i] < 0 || !player || c->game->components[i].kind == COMPONENT_DIE) continue;
    expect(c, c->kind_columns + kinds->kind_of[i], -standing_of_leaving(standing));
    for (int s = 0; s < kinds->sites && c->site_columns >= 0; s++) {
      int site = kinds->class_of[player * kinds->sites + s];
      expect(c, c->site_columns + kinds->kind_of[i] * kinds->n_classes + site, standing_of_site(standing, player, s));
    }
  }
}

static void expect_counters(TuneColumns *c, const Standing *standing) {
  int sites = c->game->sites[c->game->site_type];
  for (int i = 0; i < c->counter_views * sites && c->counter_columns >= 0; i++) {
    Player player = 1 + i / sites;
    double worth = standing_of_site(standing, player, i % sites);
    if (c->game->players == 2) worth -= standing_of_site(standing, 2, i % sites);
    expect(c, c->counter_columns + i, worth);
  }
}

static void expect_material(TuneColumns *c, const TermVec *terms, const Material *material) {
  const Standing *standing = material_standing(material);
  c->expected = ARENA_ARRAY(&c->arena, double, c->n + 1);
  if (!standing) {
    expect_single(c, terms, "pieceShare", 1);
  } else if (standing_is_sown(c->game)) {
    expect_counters(c, standing);
    expect_single(c, terms, "score", standing_of_score(standing));
  } else {
    expect_race(c, standing);
  }
  for (int g = 0; g < c->n_groups; g++) c->groups[g].always = c->groups[g].expected;
  if (!standing) expect_single(c, terms, "mobilitySimple", worth_of_move);
}

void tune_columns_new(const Game *game, const Material *material, TuneColumns **out) {
  TuneColumns *c = mem_alloc_zero(sizeof *c);
  TermVec terms = {0};
  c->game = game;
  c->single_column = ARENA_ARRAY(&c->arena, int, COUNT_OF(singles) + GAME_PLAYERS_MAX);
  tune_kinds_find(&c->arena, game, &c->kinds);
  find_worths(c, material);
  c->kind_columns = c->n;
  add_columns(c, "basics", c->kinds.n_kinds, 0, 0.0005);
  if (!c->kinds.alike) add_intercepts(c, &terms);
  add_singles(c, &terms, true);
  add_lines(c);
  add_sites(c);
  add_counters(c);
  add_singles(c, &terms, false);
  expect_material(c, &terms, material);
  c->single = (HeuristicText){VEC_TO_ARENA(&terms, &c->arena), (int)terms.n};
  VEC_FREE(&terms);
  heuristic_new(game, c->single, &c->measure);
  *out = c;
}

void tune_columns_free(TuneColumns *c) {
  if (!c) return;
  heuristic_free(c->measure);
  arena_free(&c->arena);
  mem_free(c);
}

// ---- measuring -----------------------------------------------------------------------------------

static void measure_pieces(const TuneColumns *c, const Position *x, double *values) {
  SiteType type = c->game->site_type;
  for (int s = 0; s < c->kinds.sites; s++) {
    int height = x->layout->sites[type].height ? site_height(x, type, s) : 1;
    for (int level = 0; level < height; level++) {
      int32_t what = site_what(x, type, s, level);
      int kind = what > 0 && what < c->game->n_components ? c->kinds.kind_of[what] : -1;
      if (kind < 0) continue;
      Player p = piece_player(c->kinds.player_of, x, type, s, level, what);
      if (!p) continue;
      double *own = values + p * c->n, count = x->layout->sites[type].count ? MAX(site_count(x, type, s), 1) : 1;
      own[c->kind_columns + kind] += count;
      int site = c->kinds.class_of[p * c->kinds.sites + s];
      if (c->site_columns >= 0) own[c->site_columns + kind * c->kinds.n_classes + site] += count;
    }
  }
}

// Hands and whatever lies beyond the board count as material.
static void measure_hands(const TuneColumns *c, const Position *x, double *values) {
  for (int s = topo_count(c->game->board, SITE_CELL); s < c->game->sites[SITE_CELL]; s++) {
    int32_t what = x->game->n_containers > 1 ? site_what(x, SITE_CELL, s, -1) : 0;
    int kind = what > 0 && what < c->game->n_components ? c->kinds.kind_of[what] : -1;
    if (kind < 0 || c->kinds.player_of[what] < 1) continue;
    values[c->kinds.player_of[what] * c->n + c->kind_columns + kind] += MAX(site_count(x, SITE_CELL, s), 1);
  }
}

static void measure_lines(const TuneColumns *c, Position *x, double *values) {
  ScratchMark mark = position_mark(x);
  LineCounts counts = lines_count(&c->lines, x, c->game->site_type, c->kinds.player_of);
  for (int i = 0; i < c->lines.n; i++) {
    if (counts.owner[i] < 1) continue;
    bool moves = counts.owner[i] == position_mover(x);
    values[counts.owner[i] * c->n + c->line_columns + (moves ? c->lines.length : 0) + counts.count[i] - 1]++;
  }
  position_release(x, mark);
}

static void measure_counters(const TuneColumns *c, const Position *x, double *values) {
  int sites = c->game->sites[c->game->site_type];
  for (int s = 0; s < sites; s++) {
    int n = counters_on(x, c->game->site_type, s);
    for (int view = 0; view < c->counter_views; view++) {
      values[(view + 1) * c->n + c->counter_columns + view * sites + s] = n;
    }
  }
}

void tune_columns_measure(const TuneColumns *c, Position *x, double *values) {
  double plain[GAME_PLAYERS_MAX + 1], weighted[GAME_PLAYERS_MAX + 1];
  memset(values, 0, sizeof *values * (size_t)((c->game->players + 1) * c->n));
  measure_pieces(c, x, values);
  measure_hands(c, x, values);
  if (c->line_columns >= 0) measure_lines(c, x, values);
  if (c->counter_columns >= 0) measure_counters(c, x, values);
  for (int i = 0; i < c->single.n; i++) {
    heuristic_term_values(c->measure, i, x, plain, weighted);
    for (Player p = 1; p <= c->game->players; p++) values[p * c->n + c->single_column[i]] = plain[p];
  }
}

// ---- back to terms -------------------------------------------------------------------------------

static void add_material(const TuneColumns *c, const double *weights, Arena *arena, TermVec *terms) {
  VEC(WeightPair) pairs = {0};
  for (int i = 1; i < c->game->n_components; i++) {
    int kind = c->kinds.kind_of[i];
    if (kind < 0 || weights[c->kind_columns + kind] == 0) continue;
    VEC_PUSH(&pairs, (WeightPair){c->game->components[i].name, rounded(weights[c->kind_columns + kind])});
  }
  HeuristicTerm term = {.kind = term_kind_find(str_of("material")), .weight = 1, .number = -1};
  term.pairs = VEC_TO_ARENA(&pairs, arena);
  term.n_pairs = (int)pairs.n;
  if (pairs.n) VEC_PUSH(terms, term);
  VEC_FREE(&pairs);
}

static void add_line_term(const TuneColumns *c, const double *weights, Arena *arena, TermVec *terms) {
  int length = c->lines.length;
  double *values = ARENA_ARRAY(arena, double, 2 * length), any = 0;
  for (int i = 0; i < 2 * length; i++) {
    values[i] = rounded(weights[c->line_columns + i]);
    any += fabs(values[i]);
  }
  HeuristicTerm term = {.kind = term_kind_find(str_of("openLines")), .weight = 1, .number = length};
  term.values = values;
  term.mover_values = values + length;
  term.n_values = term.n_mover_values = length;
  if (any > 0) VEC_PUSH(terms, term);
}

static const double site_unit = 0.01, counter_unit = 0.001;

static void add_site_term(const TuneColumns *c, const double *weights, int piece, Arena *arena, TermVec *terms) {
  int kind = c->kinds.kind_of[piece], sites = c->kinds.sites;
  double *values = ARENA_ARRAY(arena, double, sites + 1), any = 0;
  for (int s = 0; s < sites && kind >= 0; s++) {
    int site = c->kinds.class_of[MAX(c->kinds.player_of[piece], 1) * sites + s];
    values[s] = round(weights[c->site_columns + kind * c->kinds.n_classes + site] / site_unit);
    any += fabs(values[s]);
  }
  HeuristicTerm term = {.kind = term_kind_find(str_of("siteWeights")), .weight = site_unit, .number = -1};
  term.piece = c->game->components[piece].name;
  term.values = values;
  term.n_values = sites;
  if (any > 0) VEC_PUSH(terms, term);
}

static void add_counter_term(const TuneColumns *c, const double *weights, int view, Arena *arena, TermVec *terms) {
  int sites = c->game->sites[c->game->site_type];
  double *values = ARENA_ARRAY(arena, double, sites + 1), any = 0;
  for (int s = 0; s < sites; s++) {
    values[s] = round(weights[c->counter_columns + view * sites + s] / counter_unit);
    any += fabs(values[s]);
  }
  HeuristicTerm term = {.kind = term_kind_find(str_of("siteCounters")), .weight = counter_unit, .number = view + 1};
  term.values = values;
  term.n_values = sites;
  if (any > 0) VEC_PUSH(terms, term);
}

HeuristicText tune_columns_text(const TuneColumns *c, const double *weights, Arena *arena) {
  TermVec terms = {0};
  add_material(c, weights, arena, &terms);
  if (c->line_columns >= 0) add_line_term(c, weights, arena, &terms);
  for (int i = 0; i < c->single.n; i++) {
    HeuristicTerm term = c->single.terms[i];
    term.weight = rounded(weights[c->single_column[i]]);
    if (term.kind->accepts & TERM_PLAYERS) {
      term.pairs = arena_copy(arena, &(WeightPair){term.pairs->name, term.weight}, sizeof(WeightPair));
      term.weight = 1;
    }
    if (weights[c->single_column[i]] != 0) VEC_PUSH(&terms, term);
  }
  for (int i = 1; c->site_columns >= 0 && i < c->game->n_components; i++) add_site_term(c, weights, i, arena, &terms);
  for (int i = 0; c->counter_columns >= 0 && i < c->counter_views; i++) add_counter_term(c, weights, i, arena, &terms);
  const char **pieces = ARENA_ARRAY(arena, const char *, c->game->n_components);
  for (int i = 1; i < c->game->n_components; i++) pieces[i - 1] = c->game->components[i].name;
  HeuristicText text = {VEC_TO_ARENA(&terms, arena), (int)terms.n, pieces, c->game->n_components - 1};
  VEC_FREE(&terms);
  return text;
}
