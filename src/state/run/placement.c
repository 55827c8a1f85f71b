// The board of a run, its watches, and the way back into the state.
#include "base/number.h"
#include "state/run/placement_internal.h"

#include "base/mem.h"
#include "board/gen/disc.h"
#include "state/act/last_move.h"
#include "state/act/moves.h"
#include "state/block/hash.h"
#include "state/block/site.h"
#include "state/turn/result.h"

// ---- tables --------------------------------------------------------------------------------------

static const Ins *ins(const PlacementRun *run, int32_t ref) { return program_ins(&run->game->program, (Ref)ref); }

// As far as a line of this length can depend on it.
static int16_t reach(SiteList radial, int32_t length, bool exact) {
  int32_t n = radial.n - 1, most = exact ? length : length - 1;
  return (int16_t)MIN(n, MAX(most, 0));
}

static LineArm arm_of(const PlacementRun *run, Radials radials, int r, const LineWatch *line) {
  SiteList ahead = topo_radial(run->game->board, run->type, radials.ids[r]);
  LineArm arm = {.ahead = ahead.at + 1, .n_ahead = reach(ahead, line->length, line->exact)};
  if (radials.opposites[r] >= 0) {
    SiteList back = topo_radial(run->game->board, run->type, radials.opposites[r]);
    arm.back = back.at + 1;
    arm.n_back = reach(back, line->length, line->exact);
  }
  return arm;
}

static void make_line(PlacementRun *run, const Ins *in) {
  LineWatch *line = &run->lines[run->n_lines++];
  VEC(LineArm) arms = {0};
  *line = (LineWatch){.length = ins(run, in->a[A_LINE_LENGTH])->a[A_CONST_VALUE],
                      .exact = in->a[A_LINE_EXACT] && ins(run, in->a[A_LINE_EXACT])->a[A_CONST_VALUE]};
  if (in->a[A_LINE_WHATS] && ins(run, in->a[A_LINE_WHATS])->op == OP_INTS_CONST) {
    const RulesArray *whats = &run->game->program.arrays[ins(run, in->a[A_LINE_WHATS])->a[A_INTS_CONST_ARRAY]];
    for (int i = 0; i < whats->n; i++) line->kinds |= whats->at[i] > 0 && whats->at[i] < 64 ? 1ULL << whats->at[i] : 0;
  }
  int32_t *first = ARENA_ARRAY(&run->arena, int32_t, run->sites + 1);
  for (Site site = 0; site < run->sites; site++) {
    Radials radials = topo_radials(run->game->board, run->type, site, (Dir)in->a[A_LINE_DIR]);
    first[site] = (int32_t)arms.n;
    for (int r = 0; r < radials.n; r++) {
      if (radials.distinct[r]) VEC_PUSH(&arms, arm_of(run, radials, r, line));
    }
  }
  first[run->sites] = (int32_t)arms.n;
  line->first = first;
  line->arms = VEC_TO_ARENA(&arms, &run->arena);
  VEC_FREE(&arms);
}

static void note_region(const PlacementRun *run, uint32_t *touches, const Word *region, int bit) {
  for (Site site = 0; site < run->sites; site++) touches[site] |= (uint32_t)bit_get(region, site) << bit;
}

// The regions a connection is asked about: those of the rule, and those of each player.
static bool make_regions(PlacementRun *run, LinkWatch *link, const Ins *in) {
  uint32_t *touches = ARENA_ARRAY(&run->arena, uint32_t, run->sites);
  int n = 0;
  for (int i = A_CONNECTED_REGIONS; i < in->n && n < REGIONS_MAX; i++) {
    note_region(run, touches, run->game->program.regions[ins(run, in->a[i])->a[A_REGION_CONST_REGION]], n++);
  }
  for (Player p = 1; p <= run->game->players; p++) link->wanted[p] = n ? (uint32_t)((1ULL << n) - 1) : 0;
  for (int i = 0; i < run->game->n_regions && in->a[A_CONNECTED_PLAYER]; i++) {
    const GameRegion *region = &run->game->regions[i];
    if (region->owner < 1 || region->owner > run->game->players) continue;
    if (n == REGIONS_MAX) return false;
    link->wanted[region->owner] |= 1u << n;
    note_region(run, touches, region->sites, n++);
  }
  for (Player p = 1; p <= run->game->players; p++) {
    link->needed[p] =
        in->a[A_CONNECTED_NEEDED] ? ins(run, in->a[A_CONNECTED_NEEDED])->a[A_CONST_VALUE] : word_count(link->wanted[p]);
  }
  link->touches = touches;
  return in->n - A_CONNECTED_REGIONS <= REGIONS_MAX;
}

static bool is_near(const LinkWatch *link, Site a, Site b) {
  for (int32_t i = link->first[a]; i < link->first[a + 1]; i++) {
    if (link->near[i] == b) return true;
  }
  return false;
}

// Groups can be kept by union-find only where steps lead both ways.
static bool goes_both_ways(const PlacementRun *run, const LinkWatch *link) {
  for (Site site = 0; site < run->sites; site++) {
    for (int32_t i = link->first[site]; i < link->first[site + 1]; i++) {
      if (!is_near(link, link->near[i], site)) return false;
    }
  }
  return true;
}

// Tables of neighbours in the directions of an instruction.
static void make_near(PlacementRun *run, LinkWatch *link, int32_t directions) {
  const RulesArray *dirs = &run->game->program.arrays[ins(run, directions)->a[A_DIRS_CONST_ARRAY]];
  VEC(Site) near = {0};
  int32_t *first = ARENA_ARRAY(&run->arena, int32_t, run->sites + 1);
  for (Site site = 0; site < run->sites; site++) {
    first[site] = (int32_t)near.n;
    for (int d = 0; d < dirs->n; d++) {
      SiteList list = topo_step_list(run->game->board, run->type, site, (Dir)dirs->at[d]);
      for (int i = 0; i < list.n; i++) VEC_PUSH(&near, list.at[i]);
    }
  }
  first[run->sites] = (int32_t)near.n;
  link->first = first;
  link->near = VEC_TO_ARENA(&near, &run->arena);
  link->parent = ARENA_ARRAY(&run->arena, Site, run->sites);
  link->groups = ARENA_ARRAY(&run->arena, uint32_t, run->sites);
  VEC_FREE(&near);
}

static bool make_link(PlacementRun *run, const Ins *in) {
  LinkWatch *link = &run->links[run->n_links++];
  make_near(run, link, in->a[A_CONNECTED_DIRS]);
  return make_regions(run, link, in) && goes_both_ways(run, link);
}

// Whether the flood that looks for a ring spreads as its pieces join, and stops at the rim.
static bool floods_alike(const PlacementRun *run, const LinkWatch *link, const Disc *disc, int32_t around) {
  const Topology *board = run->game->board;
  const RulesArray *dirs = &run->game->program.arrays[ins(run, around)->a[A_DIRS_CONST_ARRAY]];
  SiteList outer = topo_group(board, run->type, GROUP_OUTER);
  int rim = 0;
  for (int i = 0; i < outer.n; i++) rim += disc->place[outer.at[i]] >= 0;
  for (Site site = 0; site < run->sites; site++) {
    int n = 0;
    for (int d = 0; d < dirs->n; d++) {
      SiteList list = topo_step_list(board, run->type, site, (Dir)dirs->at[d]);
      for (int i = 0; i < list.n; i++, n++) {
        if (!is_near(link, site, list.at[i])) return false;
      }
    }
    if (n != link->first[site + 1] - link->first[site]) return false;
  }
  return rim == disc->rim;
}

// Rings can be told from groups on a disc of triangles: see closes_ring.
static bool make_ring(PlacementRun *run, const Ins *in) {
  LinkWatch *link = &run->links[run->n_links++];
  make_near(run, link, in->a[A_LOOP_WAYS]);
  link->rings = true;
  link->touches = ARENA_ARRAY(&run->arena, uint32_t, run->sites);
  for (Player p = 1; p <= run->game->players; p++) link->needed[p] = 1;
  NearLists lists = {.sites = run->sites, .first = link->first, .near = link->near};
  Disc disc;
  return disc_find(&run->arena, &lists, &disc) && floods_alike(run, link, &disc, in->a[A_LOOP_AROUND]);
}

static_assert(A_LINE_TYPE == A_CONNECTED_TYPE && A_LINE_TYPE == A_LOOP_TYPE, "same_type serves all");

static bool same_type(const PlacementRun *run, const Ins *in) {
  return (in->a[A_LINE_TYPE] < 0 ? run->game->site_type : (SiteType)in->a[A_LINE_TYPE]) == run->type;
}

static bool make_watches(PlacementRun *run) {
  size_t n = run->rules.watches.n;
  run->lines = ARENA_ARRAY(&run->arena, LineWatch, n + 1);
  run->links = ARENA_ARRAY(&run->arena, LinkWatch, n + 1);
  for (size_t i = 0; i < n; i++) {
    const Watch *watch = &run->rules.watches.at[i];
    if (watch->in && !same_type(run, watch->in)) return false;
    if (watch->kind == WATCH_LINE) make_line(run, watch->in);
    if (watch->kind == WATCH_CONNECTED && !make_link(run, watch->in)) return false;
    if (watch->kind == WATCH_LOOP && !make_ring(run, watch->in)) return false;
  }
  return true;
}

static void make_board(PlacementRun *run) {
  run->who = ARENA_ARRAY(&run->arena, uint8_t, run->sites);
  run->empty = ARENA_ARRAY(&run->arena, Word, run->words);
  run->left = ARENA_ARRAY(&run->arena, uint8_t, run->words);
  run->played = ARENA_ARRAY(&run->arena, Site, run->sites);
  run->movers = ARENA_ARRAY(&run->arena, uint8_t, run->sites + 1);
}

PlacementRun *placement_new(const Game *game, int phase) {
  PlacementRun *run = mem_alloc_zero(sizeof *run);
  run->game = game;
  run->phase = phase;
  game_placement_watch(game, phase, &run->rules);
  if (!run->rules.why_not) {
    run->type =
        run->rules.add->a[A_ADD_PIECE_TYPE] < 0 ? game->site_type : (SiteType)run->rules.add->a[A_ADD_PIECE_TYPE];
    run->sites = topo_count(game->board, run->type);
    run->words = game_words(game);
    make_board(run);
    if (make_watches(run)) {
      run->fills = placement_can_fill(run);
      return run;
    }
  }
  placement_free(run);
  return NULL;
}

void placement_free(PlacementRun *run) {
  if (!run) return;
  placement_watch_free(&run->rules);
  arena_free(&run->arena);
  mem_free(run);
}

// ---- groups --------------------------------------------------------------------------------------

static Site root_of(Site *parent, Site site) {
  while (parent[site] != site) {
    parent[site] = parent[parent[site]];
    site = parent[site];
  }
  return site;
}

// The group of a piece just placed, joined with those around it.
static Site join(const PlacementRun *run, LinkWatch *link, Site site) {
  uint8_t own = run->who[site];
  Site root = site;
  link->parent[site] = site;
  uint32_t touched = link->touches[site];
  for (int32_t i = link->first[site]; i < link->first[site + 1]; i++) {
    Site near = link->near[i];
    if (run->who[near] != own) continue;
    Site other = root_of(link->parent, near);
    if (other == root) continue;
    touched |= link->groups[other];
    link->parent[root] = other;
    root = other;
  }
  link->groups[root] = touched;
  return root;
}

// Whether a piece may have closed a ring, before it is joined. On a disc of triangles the holes of a set of pieces are
// as many as its independent circles (Alexander duality), and a new piece adds one only when two of its neighbours
// that are not next to each other already hang together: those around one site, its own pieces inside included.
static bool closes_ring(const PlacementRun *run, const LinkWatch *link, Site site) {
  uint8_t own = run->who[site];
  for (int32_t i = link->first[site]; i < link->first[site + 1]; i++) {
    if (run->who[link->near[i]] != own) continue;
    Site root = root_of(link->parent, link->near[i]);
    for (int32_t j = link->first[site]; j < i; j++) {
      Site other = link->near[j];
      if (run->who[other] == own && root_of(link->parent, other) == root && !is_near(link, link->near[i], other)) {
        return true;
      }
    }
  }
  return false;
}

static bool connects(const PlacementRun *run, LinkWatch *link, Site site) {
  bool ring = link->rings && closes_ring(run, link, site);
  Site root = join(run, link, site);
  Player own = run->who[site];
  return ring || word_count(link->groups[root] & link->wanted[own]) >= link->needed[own];
}

// The board as it stands. Pieces are joined one after another, each with those before it.
static void start_board(PlacementRun *run, const Position *x) {
  const uint8_t *who = x->flat_who[run->type];
  memset(run->who, 0, (size_t)run->sites);
  for (Site site = 0; site < run->sites; site++) {
    if (!who[site]) continue;
    run->who[site] = who[site];
    for (int i = 0; i < run->n_links; i++) join(run, &run->links[i], site);
  }
}

// ---- lines ---------------------------------------------------------------------------------------

static int run_length(const PlacementRun *run, const Site *sites, int n, uint64_t kinds) {
  int i = 0;
  while (i < n && kinds >> run->who[sites[i]] & 1) i++;
  return i;
}

static bool makes_line(const PlacementRun *run, const LineWatch *line, Site site) {
  uint64_t own = 1ULL << run->who[site], kinds = line->kinds ? line->kinds : own;
  if (!(kinds & own)) return false;
  for (int32_t i = line->first[site]; i < line->first[site + 1]; i++) {
    const LineArm *arm = &line->arms[i];
    int n = 1 + run_length(run, arm->ahead, arm->n_ahead, kinds) + run_length(run, arm->back, arm->n_back, kinds);
    if (line->exact ? n == line->length : n >= line->length) return true;
  }
  return false;
}

static bool sets_off(PlacementRun *run, Site site) {
  bool off = false;
  for (int i = 0; i < run->n_links; i++) off |= connects(run, &run->links[i], site);
  for (int i = 0; i < run->n_lines && !off; i++) off = makes_line(run, &run->lines[i], site);
  return off;
}

// ---- drawing sites -------------------------------------------------------------------------------

static Site draw_site(PlacementRun *run, Random *random) {
  uint32_t i = run->n_left == 1 ? 0 : random_below(random, run->n_left);
  int w = 0;
  for (; i >= run->left[w]; w++) i -= run->left[w];
  Site site = (w << 6) + word_select(run->empty[w], i);
  bit_clear(run->empty, site);
  run->left[w]--;
  run->n_left--;
  return site;
}

void placement_start_drawing(PlacementRun *run, Position *x) {
  ScratchMark scratch = position_mark(x);
  bits_copy(run->empty, x_region(x, run->rules.add->a[A_ADD_PIECE_REGION]), run->words);
  position_release(x, scratch);
  run->n_left = 0;
  for (int w = 0; w < run->words; w++) {
    run->left[w] = (uint8_t)word_count(run->empty[w]);
    run->n_left += run->left[w];
  }
}

// ---- back into the state -------------------------------------------------------------------------

static void put_bits(Position *x, uint32_t set, const Word *bits, bool on, int words) {
  for (int w = 0; w < words; w++) {
    Word now = *STATE_AT(x, Word, set + 8u * (uint32_t)w);
    if (bits[w]) state_put64(x, set + 8u * (uint32_t)w, on ? now | bits[w] : now & ~bits[w]);
  }
}

// Sites carry nothing but their piece.
static bool is_plain(const SiteLayout *at) {
  return !(at->count || at->state || at->rotation || at->value || at->order);
}

static void put_piece(PlacementRun *run, Position *x, Site site, Player player) {
  const int32_t same = SAME;
  site_set(x, run->type, site,
           &(Piece){.what = player, .who = player, .count = 1, .state = same, .rotation = same, .value = same});
}

// Puts the pieces of one player down. Bit sets are changed a word at a time. Returns the change of the hash.
static uint64_t put_pieces_of(PlacementRun *run, Position *x, Player player, uint32_t n, Word *own) {
  const SiteLayout *at = SITE_LAYOUT(x, run->type);
  uint64_t hash = 0;
  bits_zero(own, run->words);
  for (uint32_t i = 0; i < n; i++) {
    Site site = run->played[i];
    if (run->movers[i] != player) continue;
    bit_set(own, site);
    hash ^= piece_key(run->type, site, &(Piece){.what = player, .who = player});
    state_put_number(x, at->what, site, x->layout->width.what, player);
    state_put8(x, at->who + (uint32_t)site, (uint8_t)player);
  }
  put_bits(x, at->owned + (uint32_t)player * (uint32_t)x->words * 8u, own, true, run->words);
  return hash;
}

static void put_pieces(PlacementRun *run, Position *x, uint32_t n) {
  const SiteLayout *at = SITE_LAYOUT(x, run->type);
  if (!is_plain(at)) {
    for (uint32_t i = 0; i < n; i++) put_piece(run, x, run->played[i], run->movers[i]);
    return;
  }
  ScratchMark scratch = position_mark(x);
  Word *gone = position_region(x), *own = position_region(x);
  uint64_t hash = 0;
  for (Player player = 1; player <= run->game->players; player++) {
    hash ^= put_pieces_of(run, x, player, n, own);
    bits_or(gone, own, run->words);
  }
  put_bits(x, at->empty, gone, false, run->words);
  state_toggle_hash(x, hash);
  position_release(x, scratch);
}

// The turns of the first n moves pass.
static void pass_turns(const PlacementRun *run, Position *x, uint32_t n) {
  uint32_t moved = 0;
  int32_t same = x->head->turn_same, turn = x->head->turn;
  for (uint32_t i = 0; i < n; i++) {
    bool again = run->movers[i + 1] == run->movers[i];
    moved |= 1u << run->movers[i];
    same = again ? same + 1 : 0;
    turn += !again;
  }
  HEAD_SET(x, stalemated, x->head->stalemated & ~moved);
  HEAD_SET(x, moves, x->head->moves + (int32_t)n);
  HEAD_SET(x, counter, wrap_add(x->head->counter, (int32_t)n));
  HEAD_SET(x, turn, turn);
  HEAD_SET(x, turn_same, same);
  HEAD_SET(x, passes, 0);
  HEAD_SET(x, prev, run->movers[n - 1]);
  HEAD_SET(x, mover, run->movers[n]);
  HEAD_SET(x, next, next_active(x, run->movers[n]));
}

// The move that ends the run, by the rules.
static void make_last(const PlacementRun *run, Position *x, Site site) {
  MoveList list = moves_top(x);
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  x->slots[SLOT_TO] = site;
  move_push_added(x, run->rules.add, x->head->mover, site);
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  Move move = x->moves.at[list.first];
  position_apply(x, &move);
  position_forget(x, list);
}

static void make_moves(PlacementRun *run, Position *x, uint32_t n) {
  HistoryMark before = history_mark(x);
  if (n > 1) {
    put_pieces(run, x, n - 1);
    pass_turns(run, x, n - 1);
    last_move_note_placements(x, run->movers, run->played, n - 1);
  }
  make_last(run, x, run->played[n - 1]);
  VEC_LAST(&x->played).before = before;
}

// ---- runs ----------------------------------------------------------------------------------------

int32_t placement_room(const Position *x) {
  int32_t moves = x->game->max_moves - x->head->moves, turns = x->game->max_turns * x->game->players - x->head->turn;
  return MIN(moves, turns) - 1;
}

static bool pieces_are_players(const PlacementRun *run, const Position *x) {
  FlatKinds kinds = flat_kinds(x, run->type);
  const uint8_t *who = x->flat_who[run->type];
  for (Site site = 0; site < run->sites; site++) {
    if (kind_at(kinds, site) != who[site] || who[site] > run->game->players) return false;
  }
  return true;
}

static bool all_in_phase(const PlacementRun *run, const Position *x) {
  const int32_t *phase = STATE_AT(x, int32_t, x->layout->phase);
  for (Player p = 1; p <= run->game->players; p++) {
    if (phase[p] != run->phase) return false;
  }
  return true;
}

bool placement_ready(const PlacementRun *run, const Position *x) {
  const StateHead *head = x->head;
  if (x->game != run->game || head->over || head->chosen || word_count(head->active) < 2 || placement_room(x) < 1)
    return false;
  if (run->game->meta.swap && x->head->made < run->game->players) return false;
  bool active = head->active >> (head->mover - 1) & 1;  // not so when the one before made the mover win
  if (!active || head->next != next_active(x, head->mover) || head->decided != GAME_OFF) return false;
  return x->flat_who[run->type] && all_in_phase(run, x) && pieces_are_players(run, x);
}

Player placement_next_mover(const PlacementRun *run, const Position *x, Player mover, WatchedTurn *turn) {
  turn->moves_made++;
  bool again = run->rules.again && placement_watch_value(&run->game->program, run->rules.again, turn);
  turn->turn_same = again ? turn->turn_same + 1 : 0;
  return again ? mover : next_active(x, mover);
}

uint32_t placement_play(PlacementRun *run, Position *x, Random *random, uint32_t most) {
  WatchedTurn turn = {.turn_same = x->head->turn_same, .moves_made = x->head->made};
  Player mover = x->head->mover;
  placement_start_drawing(run, x);
  if (!run->n_left) return 0;
  start_board(run, x);
  most = MIN(most, (uint32_t)placement_room(x));
  uint32_t n = 0;
  for (bool off = false; !off && run->n_left && n < most; n++) {
    Site site = draw_site(run, random);
    run->who[site] = run->movers[n] = (uint8_t)mover;
    run->played[n] = site;
    off = sets_off(run, site);
    mover = placement_next_mover(run, x, mover, &turn);
    run->movers[n + 1] = (uint8_t)mover;
  }
  make_moves(run, x, n);
  return n;
}
