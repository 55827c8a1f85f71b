// Regions.
#include "state/block/piece_lists.h"
#include "state/block/site.h"
#include "state/block/stack_piece_list.h"
#include "state/run/op_functions.h"
#include "state/run/site_test.h"

const Word *op_REGION_CONST(Position *x, const Ins *in) { return x->program->regions[in->a[A_REGION_CONST_REGION]]; }

// Hands and dice are not on the board: their cells come after it.
const Word *op_REGION_BY_SITE(Position *x, const Ins *in) {
  const RulesArray *table = &x->program->arrays[in->a[A_REGION_BY_SITE_TABLE]];
  int32_t site = x_int(x, in->a[A_REGION_BY_SITE_SITE]);
  return (uint32_t)site < (uint32_t)table->n ? x->program->regions[table->at[site]] : position_region(x);
}

// Where no rule uses such sites, those the board is played on are meant.
const Word *op_EMPTY(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_EMPTY_TYPE]);
  if (!SITE_LAYOUT(x, type)->empty) type = x->game->site_type;
  int board = topo_count(x->game->board, type);
  bool kept = SITE_LAYOUT(x, type)->empty;  // nothing is ever put on sites of other types
  if (kept && board == x->game->sites[type]) return sites_empty(x, type);
  Word *region = position_region(x);
  bits_fill(region, board);
  if (kept) bits_and(region, sites_empty(x, type), bits_words(board));
  return region;
}

typedef struct Occupied {
  SiteType type;
  uint32_t players;
  const RulesArray *pieces;  // NULL: every kind
  bool top;
} Occupied;

static bool in_mask(uint32_t players, int32_t player) { return player >= 0 && player < 32 && (players >> player & 1); }

static bool one_of(const RulesArray *pieces, int32_t what) {
  for (int i = 0; i < pieces->n; i++) {
    if (pieces->at[i] == what) return true;
  }
  return false;
}

// Does the top belong to one of the players? Of a listed site that is empty nobody (0) is the owner.
static bool has_top(const Position *x, const Occupied *want, int32_t site) {
  return in_mask(want->players, site_who(x, want->type, site, -1));
}

static bool has_piece(const Position *x, const Occupied *want, int32_t site) {
  if (site_on_flat(x, want->type, site)) {
    return one_of(want->pieces, flat_kind(x, want->type, site)) &&
           in_mask(want->players, x->flat_who[want->type][site]) && !bit_get(x->flat_empty[want->type], site);
  }
  int32_t height = site_height(x, want->type, site);
  bool found = false;
  for (int32_t level = 0; level < height && !found; level++) {
    bool kind = !want->pieces || one_of(want->pieces, site_what(x, want->type, site, level));
    found = kind && in_mask(want->players, site_who(x, want->type, site, level));
  }
  return found && (!want->top || has_top(x, want, site));
}

// Clears the sites outside of [first, end).
static void keep_between(Word *region, int words, int first, int end) {
  for (int w = 0; w < words; w++) {
    int from = first - 64 * w, to = end - 64 * w;
    if (from >= 64 || to <= 0) region[w] = 0;
    if (from > 0 && from < 64) region[w] &= ~(Word)0 << from;
    if (to > 0 && to < 64) region[w] &= ~(~(Word)0 << to);
  }
}

static void keep_container(const Position *x, Word *region, int32_t container) {
  if (container < 0 || container >= x->game->n_containers) return;
  const Container *in = &x->game->containers[container];
  keep_between(region, x->words, in->first, in->first + in->n);
}

// Where the lists of pieces say that there are some.
static void add_listed(const Position *x, const Occupied *want, Word *out) {
  for (int c = 1; c < x->game->n_components; c++) {
    bool meant = in_mask(want->players, x->game->components[c].owner) && (!want->pieces || one_of(want->pieces, c));
    if (meant) piece_list_kind_region(x, want->type, c, out);
  }
}

// Only the owners of the kinds can have them. (Without kinds of pieces a piece is the number of its owner.)
static uint32_t owners_of(const Position *x, const RulesArray *pieces) {
  if (!pieces || !game_has(x->game, GAME_PIECE_KINDS)) return ~0u;
  uint32_t owners = 0;
  for (int i = 0; i < pieces->n; i++) {
    int32_t what = pieces->at[i];
    if (what > 0 && what < x->game->n_components) owners |= 1u << (x->game->components[what].owner & 31);
  }
  return owners;
}

static void add_rating(const Position *x, const Occupied *want, Word *out) {
  uint32_t owners = want->players & owners_of(x, want->pieces);
  for (int p = 0; p <= x->game->players + 1; p++) {
    if (in_mask(owners, p)) bits_or(out, sites_owned(x, want->type, p), x->words);
  }
}

// Those of up to 64 sites with one of two kinds of pieces. Which have one cannot be foreseen, so nothing branches on
// it.
static Word sites_of_two(FlatKinds kinds, int first, Word sites, int32_t kind, int32_t other) {
  Word found = 0;
  for (Word rest = sites; rest; rest &= rest - 1) {
    int site = word_first(rest), what = kind_at(kinds, first + site);
    found |= (Word)((what == kind) | (what == other)) << site;
  }
  return found;
}

static Word sites_of_kinds(FlatKinds kinds, int first, Word sites, const RulesArray *pieces) {
  Word found = sites;
  for (Word rest = sites; rest; rest &= rest - 1) {
    if (!one_of(pieces, kind_at(kinds, first + word_first(rest)))) found ^= rest & -rest;
  }
  return found;
}

// On a flat board, of sites of the players.
static void keep_kinds(const Position *x, const Occupied *want, Word *region) {
  const RulesArray *pieces = want->pieces;
  bool few = pieces->n == 1 || pieces->n == 2;  // a piece of one player, or of each of two
  int words = bits_words(x->game->sites[want->type]);
  bits_andnot(region, x->flat_empty[want->type], words);
  FlatKinds kinds = flat_kinds(x, want->type);
  for (int w = 0; w < words; w++) {
    region[w] = few ? sites_of_two(kinds, 64 * w, region[w], pieces->at[0], pieces->at[pieces->n - 1])
                    : sites_of_kinds(kinds, 64 * w, region[w], pieces);
  }
}

static void keep_wanted(const Position *x, const Occupied *want, Word *region) {
  bool listed = x->game->piece_lists;
  if (!listed && x->flat_who[want->type]) {
    keep_kinds(x, want, region);
    return;
  }
  for (int w = 0; w < x->words; w++) {
    for (Word rest = region[w]; rest; rest &= rest - 1) {
      int32_t site = 64 * w + word_first(rest);
      if (!(listed ? has_top(x, want, site) : has_piece(x, want, site))) region[w] ^= rest & -rest;
    }
  }
}

// Of the board's pieces, when these alone are meant, all sites that they cover.
static void add_covered(const Position *x, Word *region) {
  int32_t cells[LARGE_SITES_MAX];
  FOR_BITS(site, region, x->words) {
    int32_t what = site_what(x, SITE_CELL, site, -1);
    int n = piece_is_large(x, what) ? large_sites(x, what, site, site_state(x, SITE_CELL, site, -1), cells) : 0;
    for (int i = 0; i < n; i++) bit_set(region, cells[i]);
  }
}

// `one` has room for the kind that is named.
static Occupied read_occupied(Position *x, const Ins *in, RulesArray *one, int32_t *what) {
  Occupied want = {.type = x_type(x, in->a[A_OCCUPIED_TYPE]),
                   .players = (uint32_t)x_int(x, in->a[A_OCCUPIED_PLAYERS]),
                   .top = in->a[A_OCCUPIED_TOP] == 1};
  if (in->a[A_OCCUPIED_PIECES] >= 0) want.pieces = &x->program->arrays[in->a[A_OCCUPIED_PIECES]];
  if (!in->a[A_OCCUPIED_WHAT]) return want;
  *what = x_int(x, in->a[A_OCCUPIED_WHAT]);
  *one = (RulesArray){what, 1};
  want.pieces = one;
  return want;
}

static bool is_rated(const Position *x, const Occupied *want, int32_t site) {
  uint32_t owners = want->players & owners_of(x, want->pieces);
  for (int p = 0; p <= x->game->players + 1; p++) {
    if (in_mask(owners, p) && bit_get(sites_owned(x, want->type, p), site)) return true;
  }
  return false;
}

static bool is_listed(const Position *x, const Occupied *want, int32_t site) {
  for (int c = 1; c < x->game->n_components; c++) {
    bool meant = in_mask(want->players, x->game->components[c].owner) && (!want->pieces || one_of(want->pieces, c));
    if (meant && piece_list_has(x, want->type, c, site)) return true;
  }
  return false;
}

// One site of an OCCUPIED without a container, asked without the others.
static bool is_occupied(Position *x, const Ins *in, int32_t site) {
  int32_t what;
  RulesArray one;
  Occupied want = read_occupied(x, in, &one, &what);
  bool top = game_has(x->game, GAME_STACKING) && want.top;
  if (!SITE_LAYOUT(x, want.type)->empty) return false;
  if (x->game->piece_lists) return (!top || has_top(x, &want, site)) && is_listed(x, &want, site);
  return is_rated(x, &want, site) && (!(want.pieces || top) || has_piece(x, &want, site));
}

int32_t op_IS_IN(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_IS_IN_SITE]);
  if (site < 0 || site >= x->program->region_bits) return 0;
  const Ins *region = position_ins(x, in->a[A_IS_IN_REGION]);
  bool alone = region->op == OP_OCCUPIED && !region->a[A_OCCUPIED_CONTAINER];
  if (alone) return is_occupied(x, region, site);
  ScratchMark scratch = position_mark(x);
  int32_t found = bit_get(x_region(x, in->a[A_IS_IN_REGION]), site);
  position_release(x, scratch);
  return found;
}

const Word *op_OCCUPIED(Position *x, const Ins *in) {
  Word *region = position_region(x);
  bool stacking = game_has(x->game, GAME_STACKING);
  int32_t what, container = x_int_or(x, in->a[A_OCCUPIED_CONTAINER], -1);
  RulesArray one;
  Occupied want = read_occupied(x, in, &one, &what);
  if (container > 0) want.type = SITE_CELL;
  if (!SITE_LAYOUT(x, want.type)->empty) return region;
  bool listed = x->game->piece_lists, known = listed || !want.pieces;
  if (listed) add_listed(x, &want, region);
  else add_rating(x, &want, region);
  keep_container(x, region, container);
  if (!known || (stacking && want.top)) keep_wanted(x, &want, region);
  if (container == 0 && game_has(x->game, GAME_LARGE_PIECES)) add_covered(x, region);
  return region;
}

const Word *op_FAMILY(Position *x, const Ins *in) {
  Word *region = position_region(x);
  SiteList sites = topo_family(x->game->board, x_type(x, in->a[A_FAMILY_TYPE]), (SiteFamily)in->a[A_FAMILY_FAMILY],
                               x_int(x, in->a[A_FAMILY_INDEX]));
  for (int i = 0; i < sites.n; i++) bit_set(region, sites.at[i]);
  return region;
}

const Word *op_EXPAND(Position *x, const Ins *in) {
  Word *region = position_region(x);
  ScratchMark scratch = position_mark(x);
  bits_copy(region, x_region(x, in->a[A_EXPAND_REGION]), x->words);
  DirSet set = 0;
  if (in->a[A_EXPAND_DIRS]) {
    Dirs dirs = x_dirs(x, in->a[A_EXPAND_DIRS]);
    for (int i = 0; i < dirs.n; i++) set |= dir_bit((Dir)dirs.at[i]);
  }
  topo_expand(x->game->board, x_type(x, in->a[A_EXPAND_TYPE]), region, position_region(x), x->words,
              x_int(x, in->a[A_EXPAND_STEPS]), in->a[A_EXPAND_DIRS] ? &set : NULL);
  position_release(x, scratch);
  return region;
}

const Word *op_UNION(Position *x, const Ins *in) {
  Word *region = position_region(x);
  for (int i = 0; i < in->n; i++) {
    ScratchMark scratch = position_mark(x);
    bits_or(region, x_region(x, in->a[i]), x->words);
    position_release(x, scratch);
  }
  return region;
}

const Word *op_INTERSECTION(Position *x, const Ins *in) {
  Word *region = position_region(x);
  for (int i = 0; i < in->n; i++) {
    ScratchMark scratch = position_mark(x);
    const Word *item = x_region(x, in->a[i]);
    if (i == 0) bits_copy(region, item, x->words);
    else bits_and(region, item, x->words);
    position_release(x, scratch);
  }
  return region;
}

const Word *op_DIFFERENCE(Position *x, const Ins *in) {
  Word *region = position_region(x);
  ScratchMark scratch = position_mark(x);
  bits_copy(region, x_region(x, in->a[A_DIFFERENCE_A]), x->words);
  bits_andnot(region, x_region(x, in->a[A_DIFFERENCE_B]), x->words);
  position_release(x, scratch);
  return region;
}

static void add_site(const Position *x, Word *region, int32_t site) {
  if (site >= 0 && site < x->program->region_bits) bit_set(region, site);
}

const Word *op_REGION_OF_INTS(Position *x, const Ins *in) {
  Word *region = position_region(x);
  const Ins *list = position_ins(x, in->a[A_REGION_OF_INTS_VALUES]);
  if (list->op == OP_INTS_LIST) {  // sites one by one need no array
    for (int i = 0; i < list->n; i++) add_site(x, region, x_int(x, list->a[i]));
    return region;
  }
  ScratchMark scratch = position_mark(x);
  Ints values = x_ints(x, in->a[A_REGION_OF_INTS_VALUES]);
  for (int i = 0; i < values.n; i++) add_site(x, region, values.at[i]);
  position_release(x, scratch);
  return region;
}

const Word *op_SITES_WHERE(Position *x, const Ins *in) {
  Word *region = position_region(x);
  ScratchMark scratch = position_mark(x);
  int32_t old = x->slots[SLOT_SITE];
  const Word *all = x_region(x, in->a[A_SITES_WHERE_REGION]);
  Check check = check_begin(x, in->a[A_SITES_WHERE_IF], SLOT_SITE);
  if (check.test && !check.bits && bits_next(all, x->words, (int)check.n) < 0) {
    site_test_select(x, check.test, all, region);
  } else {
    FOR_BITS(site, all, x->words) {
      if (check_site(x, &check, site)) bit_set(region, site);
    }
  }
  x->slots[SLOT_SITE] = old;
  position_release(x, scratch);
  return region;
}

static const Word *equipment_region(const Position *x, int i) {
  const Word *known = x->game->regions[i].sites;
  return known ? known : STATE_AT(x, Word, x->layout->regions) + (size_t)i * (size_t)x->words;
}

// Regions of the equipment: those of the player, or all that have the name.
const Word *op_PLAYER_REGION(Position *x, const Ins *in) {
  Word *region = position_region(x);
  Player player = x_int(x, in->a[A_PLAYER_REGION_PLAYER]);
  const char *name = in->a[A_PLAYER_REGION_NAME] >= 0 ? x->program->strings[in->a[A_PLAYER_REGION_NAME]] : NULL;
  for (int i = 0; i < x->game->n_regions; i++) {
    const GameRegion *have = &x->game->regions[i];
    if (game_region_is(have, player, name) && (have->sites || have->region))
      bits_or(region, equipment_region(x, i), x->words);
  }
  return region;
}
