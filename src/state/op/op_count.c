// Counting pieces, and tests on whole regions.
#include "base/number.h"
#include "state/block/piece_lists.h"
#include "state/run/op_functions.h"
#include "state/run/site_test.h"

static int32_t team_of(const Position *x, Player player) {
  return x->layout->team ? STATE_AT(x, int32_t, x->layout->team)[player] : player;
}

static uint32_t team_mask(const Position *x, int32_t team) {
  uint32_t mask = 0;
  for (int p = 1; p <= x->game->players; p++) {
    if (team_of(x, p) == team) mask |= 1u << p;
  }
  return mask;
}

int32_t op_PLAYERS(Position *x, const Ins *in) {
  int players = x->game->players;
  Player mover = x->head->mover;
  uint32_t everybody = (2u << players) - 2, mine = 1u << mover, team = team_mask(x, team_of(x, mover));
  switch ((RoleSet)in->a[A_PLAYERS_ROLES]) {
    case ROLES_ALL: return (int32_t)(in->a[A_PLAYERS_REAL] ? everybody : everybody | 1u | 2u << players);
    case ROLES_ENEMY: return (int32_t)(everybody & ~team & ~mine);
    case ROLES_ALLY: return (int32_t)(x->layout->team ? team & ~mine : 0);
    case ROLES_FRIEND: return (int32_t)team;
    case ROLES_NON_MOVER: return (int32_t)((in->a[A_PLAYERS_REAL] ? everybody : everybody | 1u) & ~mine);
    case ROLES_TEAM: return (int32_t)team_mask(x, x_int(x, in->a[A_PLAYERS_TEAM]));
  }
  return 0;
}

int32_t op_PLAYER_BIT(Position *x, const Ins *in) {
  int32_t player = x_int(x, in->a[A_PLAYER_BIT_PLAYER]);
  return player >= 0 && player <= x->game->players + 1 ? (int32_t)(1u << player) : 0;
}

typedef struct PieceCount {
  int32_t type;  // of sites, or -1: any
  bool any;      // to know whether there are some is enough
  uint32_t players;
  const RulesArray *pieces;
  const Word *where;
  Check check;  // of SITE
  int32_t n;
} PieceCount;

static bool counts(const Position *x, const PieceCount *c, SiteType type, int32_t site, int32_t level) {
  if (!(c->players >> site_who(x, type, site, level) & 1)) return false;
  if (!c->pieces) return true;
  int32_t what = site_what(x, type, site, level);
  for (int i = 0; i < c->pieces->n; i++) {
    if (c->pieces->at[i] == what) return true;
  }
  return false;
}

static void count_site(Position *x, PieceCount *c, SiteType type, int32_t site) {
  bool stacking = game_has(x->game, GAME_STACKING);
  int32_t height = stacking ? site_height(x, type, site) : 1;
  for (int32_t level = 0; level < height; level++) {
    if (!counts(x, c, type, site, level)) continue;
    if (stacking) x->slots[SLOT_LEVEL] = level;
    if (check_site(x, &c->check, site)) c->n = wrap_add(c->n, stacking || c->any ? 1 : site_count(x, type, site));
  }
}

// Where the player's pieces are, or are listed (as standing there still); all types of sites together unless one is
// meant.
static const Word *sites_of(Position *x, const PieceCount *c, Player player) {
  if (c->type >= 0 && !x->game->piece_lists) return sites_owned(x, (SiteType)c->type, player);
  Word *sites = position_region(x);
  for (int type = 0; type < SITE_TYPES; type++) {
    if (!SITE_LAYOUT(x, type)->empty || (c->type >= 0 && c->type != type)) continue;
    if (x->game->piece_lists) piece_list_region(x, (SiteType)type, player, sites);
    else bits_or(sites, sites_owned(x, (SiteType)type, player), x->words);
  }
  return sites;
}

// Where a type is meant, hands are left out.
static bool on_board(const Position *x, const PieceCount *c, int32_t site) {
  return c->type < 0 || site < topo_count(x->game->board, (SiteType)c->type);
}

// Unless a type is meant, a number stands for a site of the board's own type, or of a hand.
static SiteType type_counted(const Position *x, const PieceCount *c, int32_t site) {
  if (c->type >= 0) return (SiteType)c->type;
  bool in_hand = site < x->game->sites[SITE_CELL] && x->game->container_of[site] > 0;
  return in_hand ? SITE_CELL : x->game->site_type;
}

// Whole pieces on flat sites, with nothing else asked of them.
static bool counts_all(const Position *x, const PieceCount *c) {
  return !game_has(x->game, GAME_STACKING | GAME_PUZZLE) && !c->any && !c->pieces && !c->where && !c->check.cond;
}

static void count_flat(Position *x, PieceCount *c, const Word *sites) {
  FOR_BITS(site, sites, x->words) {
    if (!on_board(x, c, site)) return;
    SiteType type = type_counted(x, c, site);
    uint32_t piles = SITE_LAYOUT(x, type)->count;
    if (!site_on_flat(x, type, site)) count_site(x, c, type, site);
    else if (c->players >> x->flat_who[type][site] & 1)
      c->n = wrap_add(c->n, piles ? width_read(x->block + piles, site, x->layout->width.count) : 1);
  }
}

// A site is looked at once for each player who has a piece there, and counted with the pieces of all that are meant.
static void count_pieces(Position *x, PieceCount *c, Player player) {
  ScratchMark scratch = position_mark(x);
  const Word *sites = sites_of(x, c, player);
  if (counts_all(x, c)) {
    count_flat(x, c, sites);
    position_release(x, scratch);
    return;
  }
  FOR_BITS(site, sites, x->words) {
    if (c->where && !bit_get(c->where, site)) continue;
    if (on_board(x, c, site)) count_site(x, c, type_counted(x, c, site), site);
    if (c->n && c->any) break;
  }
  position_release(x, scratch);
}

int32_t op_COUNT_PIECES(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  int32_t old_site = x->slots[SLOT_SITE], old_level = x->slots[SLOT_LEVEL];
  PieceCount c = {.type = in->a[A_COUNT_PIECES_TYPE],
                  .any = in->a[A_COUNT_PIECES_ANY],
                  .players = (uint32_t)x_int(x, in->a[A_COUNT_PIECES_PLAYERS])};
  if (in->a[A_COUNT_PIECES_PIECES] >= 0) c.pieces = &x->program->arrays[in->a[A_COUNT_PIECES_PIECES]];
  if (in->a[A_COUNT_PIECES_IN]) c.where = x_region(x, in->a[A_COUNT_PIECES_IN]);
  c.check = check_begin(x, in->a[A_COUNT_PIECES_IF], SLOT_SITE);
  bool kept = c.type < 0 || SITE_LAYOUT(x, c.type)->empty;
  for (Player p = 0; kept && p <= x->game->players + 1 && !(c.n && c.any); p++) {
    if (c.players >> p & 1) count_pieces(x, &c, p);
  }
  x->slots[SLOT_SITE] = old_site;
  x->slots[SLOT_LEVEL] = old_level;
  position_release(x, scratch);
  return c.n;
}

int32_t op_ALL_SITES(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  int32_t *slot = &x->slots[in->a[A_ALL_SITES_SLOT]], old = *slot, all = 1;
  const Word *region = x_region(x, in->a[A_ALL_SITES_REGION]);
  Check check = check_begin(x, in->a[A_ALL_SITES_IF], (Slot)in->a[A_ALL_SITES_SLOT]);
  for (int site = bits_next(region, x->words, 0); site >= 0 && all; site = bits_next(region, x->words, site + 1)) {
    all = check_site(x, &check, site);
  }
  *slot = old;
  position_release(x, scratch);
  return all;
}

static void put_visited(Position *x, int32_t site, bool on) {
  if (site < 0 || site >= x->program->region_bits) return;
  uint32_t at = x->layout->visited + (uint32_t)(site >> 6) * 8u;
  Word word = *STATE_AT(x, Word, at), bit = (Word)1 << (site & 63);
  state_put64(x, at, on ? word | bit : word & ~bit);
}

static void visit_last(Position *x, bool on) {
  if (!x->layout->visited || !last_move_made(x)) return;
  put_visited(x, x->head->last.from, on);
  put_visited(x, x->head->last.to, on);
}

// The sites of the last move count as visited for moves that would follow it.
int32_t op_CAN_MOVE(Position *x, const Ins *in) {
  visit_last(x, true);
  bool any = moves_answer(x, in->a[A_CAN_MOVE_MOVES], &(MoveQuery){.to = -1});
  visit_last(x, false);
  return any;
}

int32_t op_HAND_SITE(Position *x, const Ins *in) {
  int32_t player = x_int(x, in->a[A_HAND_SITE_PLAYER]);
  for (int c = 0; c < x->game->n_containers; c++) {
    const Container *hand = &x->game->containers[c];
    if (hand->kind != CONTAINER_BOARD && hand->owner == player) {
      return wrap_add(hand->first, x_int(x, in->a[A_HAND_SITE_INDEX]));
    }
  }
  return GAME_OFF;
}

int32_t op_MAP_ENTRY(Position *x, const Ins *in) {
  const RulesArray *pairs = &x->program->arrays[in->a[A_MAP_ENTRY_PAIRS]];
  int32_t key = x_int(x, in->a[A_MAP_ENTRY_KEY]);
  for (int i = 0; i + 1 < pairs->n; i += 2) {
    if (pairs->at[i] == key) return pairs->at[i + 1];
  }
  return key;
}
