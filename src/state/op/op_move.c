// Making moves: the general statements. The ludeme families build on these.
#include "plan/statement_shape.h"
#include "state/block/piece_lists.h"
#include "state/block/stack_piece_list.h"
#include "state/rare/large.h"
#include "state/run/move_sets.h"
#include "state/run/op_functions.h"
#include "state/run/site_test.h"
#include "state/turn/partial_moves.h"
#include "state/turn/result.h"

enum { SEEN_MAX = 64 };

static bool has_site(const Site *seen, int n, Site site) {
  for (int i = 0; i < n; i++) {
    if (seen[i] == site) return true;
  }
  return false;
}

// What happens at each step. A body that is a plain IF is taken apart, so that its condition is compiled.
typedef struct Steps {
  Check check;
  const Ins *body;
  int32_t only_to;  // site wanted, or GAME_ANYWHERE
  Site seen[SEEN_MAX];
  int n_seen;
} Steps;

static void begin_steps(Position *x, Steps *steps, int32_t body) {
  const Ins *in = position_ins(x, body);
  bool plain = in->op == OP_IF_MOVES && !in->a[A_IF_MOVES_ELSE];
  steps->check = check_begin(x, plain ? in->a[A_IF_MOVES_COND] : 0, SLOT_TO);
  steps->body = plain ? position_ins(x, in->a[A_IF_MOVES_THEN]) : in;
  steps->n_seen = 0;
}

// Several steps can lead to the same site; one that gave a move is not tried again.
static void try_steps(Position *x, Steps *steps, SiteList sites) {
  for (int s = 0; s < sites.n; s++) {
    Site to = sites.at[s];
    if (steps->only_to != GAME_ANYWHERE && to != steps->only_to) continue;
    if (!check_site(x, &steps->check, to) || has_site(steps->seen, steps->n_seen, to)) continue;
    uint32_t mark = moves_mark(x);
    if (steps->body->op == OP_MOVE_PIECE) op_MOVE_PIECE(x, steps->body);
    else op_fns[steps->body->op].as_moves(x, steps->body);
    if (x->moves.n > mark && steps->n_seen < SEEN_MAX) steps->seen[steps->n_seen++] = to;
  }
}

void op_FOR_STEPS(Position *x, const Ins *in) { step_moves(x, in, GAME_ANYWHERE, false); }

void step_moves(Position *x, const Ins *in, int32_t only_to, bool one) {
  SiteType type = x_type(x, in->a[A_FOR_STEPS_TYPE]);
  const TopoSites *sites = &x->game->board->sites[type];
  int32_t old_from = x->slots[SLOT_FROM], old = x->slots[SLOT_TO],
          from = x_int_or(x, in->a[A_FOR_STEPS_FROM], old_from);
  if ((uint32_t)from >= (uint32_t)sites->n) return;
  ScratchMark scratch = position_mark(x);
  Dirs dirs =
      in->a[A_FOR_STEPS_FROM] ? dirs_seen_from(x, in->a[A_FOR_STEPS_DIRS], from) : x_dirs(x, in->a[A_FOR_STEPS_DIRS]);
  Steps steps;
  begin_steps(x, &steps, in->a[A_FOR_STEPS_BODY]);
  steps.only_to = only_to;
  uint32_t mark = moves_mark(x);
  x->slots[SLOT_FROM] = from;
  for (int d = 0; d < dirs.n && !(one && x->moves.n > mark) && x_holds(x, in->a[A_FOR_STEPS_IF]); d++) {
    int slot = sites->slot_of[dirs.at[d]];
    if (slot >= 0) try_steps(x, &steps, lists_get(&sites->stepping, from * sites->slots + slot));
  }
  x->slots[SLOT_FROM] = old_from;
  x->slots[SLOT_TO] = old;
  position_release(x, scratch);
}

// ---- pieces of a player --------------------------------------------------------------------------

typedef struct PieceLoop {
  const Ins *in;
  SiteType type;
  Player player;
  int32_t first, end;  // sites
  bool top;
  uint64_t kinds;  // of pieces that are meant, as a mask; those above 63 are looked up
  PieceFn *each;
  void *self;
  SetAsker *asker;         // where the pieces' own moves are sets, or NULL: each is called
  const MoveQuery *query;  // what they are asked, NULL: all moves
  SetShares *shares;       // to count all moves, and not make them; or NULL
} PieceLoop;

// What the moves of a piece of a kind on FROM are asked.
static bool ask_sets(Position *x, const PieceLoop *loop, int32_t what) {
  bool found = sets_answer(x, loop->asker, &loop->asker->pieces[what], loop->query);
  if (found && loop->query->to < 0) *partial_hint(x) = x->slots[SLOT_FROM];
  return found;
}

enum { NESTED_MOST = 40 };

// True: stop here.
static bool run_piece(Position *x, const PieceLoop *loop, int32_t site, int32_t level, int32_t what) {
  int32_t from = x->slots[SLOT_FROM], old_level = x->slots[SLOT_LEVEL];
  x->slots[SLOT_FROM] = site;
  x->slots[SLOT_LEVEL] = level;
  int32_t body =
      loop->in->a[A_FOR_PIECES_BODY] ? loop->in->a[A_FOR_PIECES_BODY] : (int32_t)x->game->components[what].moves;
  bool stop = false;
  if (x->nested == NESTED_MOST) position_fault(x, "the moves of a piece ask for moves of pieces without end");
  x->nested++;
  if (!body || x->fault) stop = false;
  else if (!loop->asker) stop = loop->each(x, body, loop->self);
  else if (loop->query) stop = ask_sets(x, loop, what);
  else sets_list(x, loop->asker, &loop->asker->pieces[what]);
  x->nested--;
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_LEVEL] = old_level;
  return stop;
}

static uint64_t mask_of_kinds(const Position *x, int32_t array) {
  uint64_t mask = 0;
  const RulesArray *pieces = &x->program->arrays[array];
  for (int i = 0; i < pieces->n; i++) mask |= pieces->at[i] < 64 ? (uint64_t)1 << pieces->at[i] : 0;
  return mask;
}

static bool wanted(const Position *x, const PieceLoop *loop, int32_t what) {
  if (what < 64 || loop->in->a[A_FOR_PIECES_PIECES] < 0) return loop->kinds >> (what & 63) & 1;
  const RulesArray *pieces = &x->program->arrays[loop->in->a[A_FOR_PIECES_PIECES]];
  for (int i = 0; i < pieces->n; i++) {
    if (pieces->at[i] == what) return true;
  }
  return false;
}

// All pieces on a site that are the player's; only: just this kind (0: every kind). On flat boards the set
// of the player's sites has told already.
static bool pieces_on(Position *x, const PieceLoop *loop, int32_t site, int32_t only) {
  bool stacking = game_has(x->game, GAME_STACKING);
  int32_t height = stacking ? site_height(x, loop->type, site) : 1;
  for (int32_t level = loop->top ? height - 1 : 0; level < height; level++) {
    int32_t what = site_what(x, loop->type, site, level);
    bool mine = !stacking || site_who(x, loop->type, site, level) == loop->player;
    bool meant = mine && (!only || what == only) && wanted(x, loop, what);
    if (meant && run_piece(x, loop, site, level, what)) return true;
  }
  return false;
}

static bool in_place(const PieceLoop *loop, int32_t site) { return site >= loop->first && site < loop->end; }

// By the list of stacked pieces, one kind after another; where a type is given, from the last entry of that type to the
// first.
static bool for_stack_list(Position *x, const PieceLoop *loop, bool of_type) {
  for (int c = 1; c < x->game->n_components; c++) {
    if (x->game->components[c].owner != loop->player || !wanted(x, loop, c)) continue;
    int step = of_type ? -1 : 1;
    int32_t first = of_type ? stack_list_count(x) - 1 : 0;
    for (int32_t i = stack_list_find(x, c, first, step); i >= 0; i = stack_list_find(x, c, i + step, step)) {
      StackPiece entry = stack_list_entry(x, i);
      if (!in_place(loop, entry.site) || (of_type && entry.type != loop->type)) continue;
      if (loop->top && site_height(x, loop->type, entry.site) != entry.level + 1) continue;
      if (run_piece(x, loop, entry.site, entry.level, c)) return true;
    }
  }
  return false;
}

// By the lists of sites, one kind after another.
static bool for_lists(Position *x, const PieceLoop *loop) {
  for (int c = 1; c < x->game->n_components; c++) {
    if (x->game->components[c].owner != loop->player || !wanted(x, loop, c)) continue;
    int32_t i = 0, site;
    while ((site = piece_list_site(x, loop->type, c, i++)) >= 0) {
      if (in_place(loop, site) && run_piece(x, loop, site, 0, c)) return true;
    }
  }
  return false;
}

// Kinds one after another, each by site.
static bool for_kinds(Position *x, const PieceLoop *loop) {
  const Word *owned = sites_owned(x, loop->type, loop->player);
  for (int c = 1; c < x->game->n_components; c++) {
    if (x->game->components[c].owner != loop->player) continue;
    for (int32_t site = bits_next(owned, x->words, loop->first); site >= 0 && site < loop->end;
         site = bits_next(owned, x->words, site + 1)) {
      if (pieces_on(x, loop, site, c)) return true;
    }
  }
  return false;
}

// The moves of all pieces, counted.
static void count_pieces(Position *x, const PieceLoop *loop, const Word *owned) {
  if (loop->in->a[A_FOR_PIECES_PIECES] < 0 && loop->first == 0 && loop->end == x->game->sites[loop->type]) {
    sets_count(x, loop->asker, loop->type, owned, loop->shares);
    return;
  }
  Word *meant = position_region(x);
  FlatKinds kinds = flat_kinds(x, loop->type);
  for (int32_t site = bits_next(owned, x->words, loop->first); site >= 0 && site < loop->end;
       site = bits_next(owned, x->words, site + 1)) {
    if (wanted(x, loop, kind_at(kinds, site))) bit_set(meant, site);
  }
  sets_count(x, loop->asker, loop->type, meant, loop->shares);
}

static bool for_flat_pieces(Position *x, const PieceLoop *loop) {
  const Word *owned = sites_owned(x, loop->type, loop->player);
  FlatKinds kinds = flat_kinds(x, loop->type);
  if (loop->shares) {
    count_pieces(x, loop, owned);
    return false;
  }
  for (int32_t site = bits_next(owned, x->words, loop->first); site >= 0 && site < loop->end;
       site = bits_next(owned, x->words, site + 1)) {
    int32_t what = kind_at(kinds, site);
    if (wanted(x, loop, what) && run_piece(x, loop, site, 0, what)) return true;
  }
  return false;
}

static bool for_sites(Position *x, const PieceLoop *loop) {
  const Word *owned = sites_owned(x, loop->type, loop->player);
  for (int32_t site = bits_next(owned, x->words, loop->first); site >= 0 && site < loop->end;
       site = bits_next(owned, x->words, site + 1)) {
    if (pieces_on(x, loop, site, 0)) return true;
  }
  return false;
}

// Consequences list their pieces kind by kind; for legal moves the order does not matter.
static bool for_pieces(Position *x, const PieceLoop *loop) {
  if (!SITE_LAYOUT(x, loop->type)->empty) return false;  // the game keeps no pieces there
  bool listed = SITE_LAYOUT(x, loop->type)->order && (x->depth > 0 ? piece_list_of_all(x) : x->game->piece_lists);
  if (listed) return for_lists(x, loop);
  if (x->depth > 0) return for_kinds(x, loop);
  return x->flat_who[loop->type] ? for_flat_pieces(x, loop) : for_sites(x, loop);
}

// Pieces on a mixed board may stand on cells, vertices and edges.
static bool for_pieces_of_any_type(Position *x, PieceLoop *loop) {
  for (int type = 0; type < SITE_TYPES; type++) {
    loop->type = (SiteType)type;
    if (for_pieces(x, loop)) return true;
  }
  return false;
}

// The sites of the container meant.
static bool find_place(Position *x, PieceLoop *loop, int32_t container) {
  int32_t number = x_int(x, container);
  if (number < 0 || number >= x->game->n_containers) return false;
  const Container *place = &x->game->containers[number];
  if (number > 0) loop->type = SITE_CELL;
  loop->first = number > 0 ? place->first : 0;
  loop->end = number > 0 ? place->first + place->n : topo_count(x->game->board, loop->type);
  return true;
}

// Another player's pieces move as if it were that player's turn.
static bool visit_pieces(Position *x, PieceLoop loop, int32_t only) {
  const Ins *in = loop.in;
  loop.type = x_type(x, in->a[A_FOR_PIECES_TYPE]);
  loop.player = x_int(x, in->a[A_FOR_PIECES_PLAYER]);
  loop.top = in->a[A_FOR_PIECES_HOW] & PIECES_ON_TOP;
  loop.kinds = in->a[A_FOR_PIECES_PIECES] < 0 ? ~(uint64_t)0 : mask_of_kinds(x, in->a[A_FOR_PIECES_PIECES]);
  StateHead *head = x->head;
  Player mover = head->mover, next = head->next, prev = head->prev;
  loop.end = topo_count(x->game->board, loop.type);
  if (loop.player < 0 || loop.player > x->game->players + 1) return false;
  if (in->a[A_FOR_PIECES_CONTAINER] && !find_place(x, &loop, in->a[A_FOR_PIECES_CONTAINER])) return false;
  bool on_board = loop.first == 0;
  if (only >= 0) {
    loop.first = MAX(loop.first, only);
    loop.end = MIN(loop.end, only + 1);
  }
  bool other = loop.player != mover && loop.player >= 1 && loop.player <= x->game->players;
  other &= !(in->a[A_FOR_PIECES_HOW] & PIECES_AS_MOVER);
  if (other) {
    head->prev = mover;
    head->mover = loop.player;
    head->next = mover;
  }
  uint32_t mark = moves_mark(x);
  bool of_type = in->a[A_FOR_PIECES_TYPE] >= 0 || !on_board || !x->layout->mixed;
  bool by_list = x->layout->stack_list && (x->depth > 0 ? piece_list_of_all(x) : x->game->piece_lists);
  bool found = by_list   ? for_stack_list(x, &loop, in->a[A_FOR_PIECES_TYPE] >= 0)
               : of_type ? for_pieces(x, &loop)
                         : for_pieces_of_any_type(x, &loop);
  head->mover = mover;
  head->next = next;
  head->prev = prev;
  moves_set_mover(x, mark, mover);
  return found;
}

bool pieces_visit(Position *x, const Ins *in, int32_t only, PieceFn *each, void *self) {
  return visit_pieces(x, (PieceLoop){.in = in, .each = each, .self = self}, only);
}

static bool make_moves(Position *x, int32_t body, void *self) {
  (void)self;
  x_moves(x, body);
  return false;
}

void op_FOR_PIECES(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  SetAsker asker;
  PieceLoop loop = {.in = in, .each = make_moves};
  if (sets_begin(x, &asker, (Ref)in->a[A_FOR_PIECES_BODY])) loop.asker = &asker;
  visit_pieces(x, loop, -1);
  position_release(x, scratch);
}

// Pieces of the mover that stand on flat sites, in the order of these.
static bool pieces_countable(Position *x, const Ins *in) {
  enum { RULES_MOST = 256 };  // more are too many to look at for every move
  if (x->plan->moves.n_rules > RULES_MOST) return false;
  if (x->depth > 0 || x->nested == NESTED_MOST || x->game->piece_lists || x->layout->stack_list ||
      game_has(x->game, GAME_STACKING))
    return false;
  if (statement_is(x, in->a[A_FOR_PIECES_PLAYER], FACT_DRAWS)) return false;
  return in->a[A_FOR_PIECES_HOW] & PIECES_AS_MOVER || x_int(x, in->a[A_FOR_PIECES_PLAYER]) == x->head->mover;
}

SetAsker *pieces_count(Position *x, const Ins *in, SetShares *shares) {
  SetAsker asker, *kept;
  if (!pieces_countable(x, in) || !sets_begin(x, &asker, (Ref)in->a[A_FOR_PIECES_BODY])) return NULL;
  kept = position_scratch(x, sizeof *kept);
  *kept = asker;
  sets_begin_counting(x, kept);
  visit_pieces(x, (PieceLoop){.in = in, .asker = kept, .shares = shares}, -1);
  return kept;
}

// ---- single moves --------------------------------------------------------------------------------

// A move of a whole stack, or of one level of it.
static void set_levels(Position *x, const Ins *in) {
  int32_t level = x_int_or(x, in->a[A_MOVE_PIECE_LEVEL], -1);
  Move *move = &VEC_LAST(&x->moves);
  Action *action = &VEC_LAST(&x->actions);
  int32_t top = site_height(x, (SiteType)action->type_from, action->from) - 1;
  bool stack = in->a[A_MOVE_PIECE_STACK];
  if (stack) action->flags |= ACTION_STACK;
  else if (game_has(x->game, GAME_STACKING)) action->level_from = action_field(level >= 0 ? level : top);
  if (stack) move_set_levels(x, move, 0, top);
  else if (level >= 0) move_set_levels(x, move, level, level);
}

void op_MOVE_PIECE(Position *x, const Ins *in) {
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  Action *action = move_begin(x, ACT_MOVE, from, to);
  action->type_from = action->type_to = (int8_t)x_type(x, in->a[A_MOVE_PIECE_TYPE]);
  action->from = (int16_t)from;
  action->to = (int16_t)to;
  action->flags = in->a[A_MOVE_PIECE_DECISION] ? ACTION_DECISION : 0;
  if (in->a[A_MOVE_PIECE_LEVEL] || in->a[A_MOVE_PIECE_STACK] || game_has(x->game, GAME_STACKING)) set_levels(x, in);
  move_chain(x, in->a[A_MOVE_PIECE_EFFECT], true);
  move_share(x);
}

// Ludii lists an added piece with an effect twice, as the same move: what is added to one goes for both.
static void push_twin(Position *x) {
  VEC_LAST(&x->moves).flags |= MOVE_TWIN;
  Move twin = VEC_LAST(&x->moves);
  *move_empty(x) = twin;
}

// The level a new piece comes to; named only on stacks.
static int32_t level_to_add(Position *x, const Ins *in, SiteType type, int32_t site) {
  if (in->a[A_ADD_PIECE_LEVEL]) return x_int(x, in->a[A_ADD_PIECE_LEVEL]);
  return game_has(x->game, GAME_STACKING) ? site_height(x, type, site) : -1;
}

static void push_addition(Position *x, const Ins *in, int32_t what, int32_t site) {
  SiteType type = x_type(x, in->a[A_ADD_PIECE_TYPE]);
  int32_t state = x_int_or(x, in->a[A_ADD_PIECE_STATE], -1), level = level_to_add(x, in, type, site);
  Action *action = move_begin(x, in->a[A_ADD_PIECE_LEVEL] ? ACT_INSERT : ACT_ADD, site, site);
  action->type_to = (int8_t)type;
  action->to = (int16_t)site;
  action->what = action_field(what);
  action->count = 1;
  action->state = action_field(state);
  action->flags = in->a[A_ADD_PIECE_DECISION] ? ACTION_DECISION : 0;
  action->level_to = action_field(level);
  if (type != SITE_EDGE) return;
  VEC_LAST(&x->moves).flags |= MOVE_UNORIENTED;
}

// The same piece as often as asked for, beside the first one.
static void push_more(Position *x, int32_t times) {
  Action more = VEC_LAST(&x->actions);
  more.flags &= (uint8_t)~ACTION_DECISION;
  for (; times > 1 && !x->fault; times--) move_add_action(x, more);
}

void move_push_added(Position *x, const Ins *in, int32_t what, int32_t site) {
  push_addition(x, in, what, site);
  if (in->a[A_ADD_PIECE_COUNT]) push_more(x, x_int(x, in->a[A_ADD_PIECE_COUNT]));
  x->slots[SLOT_FROM] = site;
  bool effect = in->a[A_ADD_PIECE_EFFECT] && x_holds(x, in->a[A_ADD_PIECE_EFFECT_IF]);
  uint32_t own = (uint32_t)x->moves.n - 1;
  if (effect) move_chain(x, in->a[A_ADD_PIECE_EFFECT], true);
  move_share(x);
  if (in->a[A_ADD_PIECE_THEN]) moves_add_then(x, own, (Ref)in->a[A_ADD_PIECE_THEN]);
  if (effect && !in->a[A_ADD_PIECE_ONE]) push_twin(x);
}

// Room for so many more moves; returns where they begin.
static Move *make_room(Position *x, size_t more) {
  while (x->moves.cap - x->moves.n < more) moves_grow(x);
  return x->moves.at + x->moves.n;
}

// Nothing depends on the site: one move is made, the others are copies of it on other sites.
static void add_copies(Position *x, const Ins *in, int32_t what, const Word *region) {
  int first = bits_next(region, x->words, 0);
  if (first < 0) return;
  move_push_added(x, in, what, first);
  size_t most = (size_t)bits_count(region, x->words);
  if (most == 1) return;
  move_share_always(x);
  const Move model = VEC_LAST(&x->moves);
  Move *move = make_room(x, most);
  if (x->fault) return;
  FOR_BITS(site, region, x->words) {
    if (site == first) continue;
    *move = model;
    move->from = move->to = (int16_t)site;
    move++;
  }
  x->moves.n += most - 1;
}

void op_ADD_PIECE(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Ints whats = x_ints(x, in->a[A_ADD_PIECE_WHAT]);
  const Word *region = x_region(x, in->a[A_ADD_PIECE_REGION]);
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  uint32_t mark = moves_mark(x);
  bool plain = !in->a[A_ADD_PIECE_STATE] && !in->a[A_ADD_PIECE_COUNT] && !in->a[A_ADD_PIECE_IF] &&
               !in->a[A_ADD_PIECE_EFFECT] && !game_has(x->game, GAME_STACKING);
  bool some = x_int_or(x, in->a[A_ADD_PIECE_COUNT], 1) >= 1;
  for (int i = 0; i < whats.n && some; i++) {
    if (whats.at[i] < 0 || (in->a[A_ADD_PIECE_ONE] && x->moves.n > mark)) continue;
    if (piece_is_large(x, whats.at[i])) {
      large_add(x, whats.at[i], region, x_int_or(x, in->a[A_ADD_PIECE_STATE], -1), in->a[A_ADD_PIECE_DECISION]);
      continue;
    }
    if (plain) {
      add_copies(x, in, whats.at[i], region);
      continue;
    }
    FOR_BITS(site, region, x->words) {
      x->slots[SLOT_FROM] = from;
      x->slots[SLOT_TO] = site;
      if (x_holds(x, in->a[A_ADD_PIECE_IF])) move_push_added(x, in, whats.at[i], site);
    }
  }
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  position_release(x, scratch);
}

// What is removed is one site or several; the rest is said in the same places.
static_assert(A_REMOVE_SITE_DECISION == A_REMOVE_SITES_DECISION && A_REMOVE_SITE_TYPE == A_REMOVE_SITES_TYPE &&
                  A_REMOVE_SITE_LEVEL == A_REMOVE_SITES_LEVEL && A_REMOVE_SITE_COUNT == A_REMOVE_SITES_COUNT &&
                  A_REMOVE_SITE_LATER == A_REMOVE_SITES_LATER,
              "remove_one serves both");

// Levels are named only below the top of a stack.
static int32_t level_to_remove(Position *x, const Ins *in, SiteType type, int32_t site) {
  int32_t height = site_height(x, type, site), level = MAX(x_int_or(x, in->a[A_REMOVE_SITE_LEVEL], height - 1), 0);
  return level == height - 1 ? -1 : level;
}

static void remove_one(Position *x, const Ins *in, int32_t site) {
  SiteType type = site_real_type(x, x_type(x, in->a[A_REMOVE_SITE_TYPE]), site);
  if (site_what(x, type, site, -1) <= 0) return;
  int32_t level = game_has(x->game, GAME_STACKING) ? level_to_remove(x, in, type, site) : -1;
  Action *action = move_begin(x, ACT_REMOVE, site, site);
  action->type_to = (int8_t)type;
  action->to = (int16_t)site;
  action->flags =
      (uint8_t)((in->a[A_REMOVE_SITE_DECISION] ? ACTION_DECISION : 0) | (in->a[A_REMOVE_SITE_LATER] ? 0 : ACTION_FLAG));
  action->level_to = action_field(level);
  if (in->a[A_REMOVE_SITE_COUNT]) {
    Action more = *action;
    more.flags &= (uint8_t)~ACTION_DECISION;
    for (int32_t left = x_int(x, in->a[A_REMOVE_SITE_COUNT]); left > 1 && !x->fault; left--) move_add_action(x, more);
  }
  if (in->a[A_REMOVE_SITE_DECISION]) move_share(x);
}

void op_REMOVE_SITE(Position *x, const Ins *in) {
  int32_t site = x_int(x, in->a[A_REMOVE_SITE_SITE]);
  if (site >= 0) remove_one(x, in, site);
}

void op_REMOVE_SITES(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  const Word *region = x_region(x, in->a[A_REMOVE_SITES_REGION]);
  FOR_BITS(site, region, x->words) remove_one(x, in, site);
  position_release(x, scratch);
}

void op_PASS(Position *x, const Ins *in) {
  Action pass = action_make(ACT_PASS);
  if (in->a[A_PASS_DECISION]) pass.flags = ACTION_DECISION;
  move_push(x, pass, -1, -1);
}

void op_MOVE_AGAIN(Position *x, const Ins *in) {
  (void)in;
  Action again = action_make(ACT_SET_NEXT_PLAYER);
  again.player = (int16_t)x->head->mover;
  move_push(x, again, -1, -1)->mover = 0;
}

// ---- trying moves out ----------------------------------------------------------------------------

bool move_holds_after(Position *x, const Move *move, int32_t cond) {
  Move copy = *move;
  Savepoint before = savepoint_move(x, &copy);
  if (x->head->mover == x->head->next) HEAD_SET(x, next, x->head->prev);
  bool holds = x_int(x, cond);
  savepoint_rollback(x, &before);
  return holds;
}

// ---- questions about moves -----------------------------------------------------------------------

// While threats are looked for, tests for threats count as not being met: conditions that only ask for
// their absence need no trying out.
static bool holds_anyway(const Position *x, int32_t cond) {
  const Ins *in = position_ins(x, cond);
  if (in->op == OP_CONST) return in->a[A_CONST_VALUE] != 0;
  if (in->op == OP_NOT) return position_ins(x, in->a[A_NOT_A])->op == OP_THREATENED;
  if (in->op != OP_AND && in->op != OP_OR) return false;
  bool all = true, any = false;
  for (int i = 0; i < in->n; i++) {
    bool holds = holds_anyway(x, in->a[i]);
    all &= holds;
    any |= holds;
  }
  return in->op == OP_AND ? all : any;
}

static bool skips_filter(const Position *x, int32_t cond) { return x->looking_for_threats && holds_anyway(x, cond); }

void moves_toward(Position *x, int32_t moves, int32_t to, bool one) {
  const Ins *in = position_ins(x, moves);
  if (in->op == OP_SLIDE) slide_moves(x, in, to, one);
  else if (in->op == OP_LEAP_TO) leap_moves(x, in, to, one);
  else if (in->op == OP_SHOOT) shoot_moves(x, in, to, one);
  else if (in->op == OP_FOR_STEPS && (to == GAME_ANYWHERE || statement_is(x, in->a[A_FOR_STEPS_BODY], FACT_KEEPS_TO)))
    step_moves(x, in, to, one);
  else x_moves(x, moves);
}

static bool answers(const Position *x, const Move *move, const MoveQuery *query) {
  return query->to < 0 || move->to == query->to;
}

// Generates the moves and looks through them; filter: only those after which it holds count.
static bool generated_answer(Position *x, int32_t moves, int32_t filter, const MoveQuery *query) {
  MoveList top = moves_top(x);
  uint32_t mark = top.first;
  moves_toward(x, moves, query->to < 0 ? GAME_ANYWHERE : query->to, !filter);
  bool found = false;
  for (uint32_t i = mark; i < x->moves.n && !found; i++) {
    Move move = x->moves.at[i];
    found = answers(x, &move, query) && (!filter || move_holds_after(x, &move, filter));
  }
  moves_forget(x, top);
  return found;
}

static bool piece_answers(Position *x, int32_t body, void *self) {
  const MoveQuery *query = self;
  bool found = moves_answer(x, body, query);
  if (found && query->to < 0) *partial_hint(x) = x->slots[SLOT_FROM];
  return found;
}

// The piece that could move last time mostly still can.
static bool pieces_answer(Position *x, const Ins *in, const MoveQuery *query) {
  ScratchMark scratch = position_mark(x);
  SetAsker asker;
  PieceLoop loop = {.in = in, .each = piece_answers, .self = (void *)(uintptr_t)query, .query = query};
  if (sets_begin(x, &asker, (Ref)in->a[A_FOR_PIECES_BODY])) loop.asker = &asker;
  bool found = (query->to < 0 && visit_pieces(x, loop, *partial_hint(x))) || visit_pieces(x, loop, -1);
  position_release(x, scratch);
  return found;
}

// Generates the moves and looks for one that the meta rules leave.
static bool any_left(Position *x, int32_t moves) {
  MoveList top = moves_top(x);
  uint32_t mark = top.first;
  x_moves(x, moves);
  bool found = false;
  for (uint32_t i = mark; i < x->moves.n && !found; i++) {
    Move move = x->moves.at[i];
    found = !meta_strikes(x, &move);
  }
  moves_forget(x, top);
  return found;
}

static_assert(A_MAX_MOVES_BODY == A_MAX_CAPTURES_BODY, "asked together");

// True if a move may be made at all, where meta rules strike moves. A choice between moves is asked part by part, so
// that its own consequence is not tried out.
static bool may_move(Position *x, int32_t moves) {
  const Ins *in = position_ins(x, moves),
            *body = in->op == OP_WITH_THEN ? position_ins(x, in->a[A_WITH_THEN_BODY]) : in;
  bool any = false;
  switch (body->op) {
    case OP_SEQ:
    case OP_FIRST_OF:
      for (int i = 0; i < body->n && !any; i++) any = may_move(x, body->a[i]);
      return any;
    case OP_IF_MOVES:
      moves = x_int(x, body->a[A_IF_MOVES_COND]) ? body->a[A_IF_MOVES_THEN] : body->a[A_IF_MOVES_ELSE];
      return moves && may_move(x, moves);
    case OP_MAX_MOVES:
    case OP_MAX_CAPTURES: return may_move(x, body->a[A_MAX_MOVES_BODY]);
    default: return any_left(x, moves);
  }
}

static bool any_answers(Position *x, const Ins *in, const MoveQuery *query) {
  for (int i = 0; i < in->n; i++) {
    if (moves_answer(x, in->a[i], query)) return true;
  }
  return false;
}

static bool branch_answers(Position *x, const Ins *in, const MoveQuery *query) {
  int32_t branch = x_int(x, in->a[A_IF_MOVES_COND]) ? in->a[A_IF_MOVES_THEN] : in->a[A_IF_MOVES_ELSE];
  return branch && moves_answer(x, branch, query);
}

static bool filter_answers(Position *x, int32_t moves, const Ins *in, const MoveQuery *query) {
  if (skips_filter(x, in->a[A_DO_AFTER_IF])) return moves_answer(x, in->a[A_DO_AFTER_FIRST], query);
  if (query->to < 0 && !x->looking_for_threats) return partial_exists(x, moves);
  return generated_answer(x, in->a[A_DO_AFTER_FIRST], in->a[A_DO_AFTER_IF], query);
}

bool moves_answer(Position *x, int32_t moves, const MoveQuery *query) {
  const Ins *in = position_ins(x, moves);
  bool any = query->to < 0;
  if (any && meta_may_strike(x)) return may_move(x, moves);
  switch (statement_shape(in)) {
    case SHAPE_NO_MOVES: return false;
    case SHAPE_ALL: return any_answers(x, in, query);
    case SHAPE_FIRST: return any ? any_answers(x, in, query) : generated_answer(x, moves, 0, query);
    case SHAPE_BRANCH: return branch_answers(x, in, query);
    case SHAPE_THEN: return moves_answer(x, statement_body(in), query);
    case SHAPE_PIECES: return pieces_answer(x, in, query);
    case SHAPE_FILTER: return filter_answers(x, moves, in, query);
    case SHAPE_MOVER:
    case SHAPE_LEAF: break;
  }
  bool most = in->op == OP_MAX_MOVES || in->op == OP_MAX_CAPTURES;
  return most && any ? moves_answer(x, in->a[A_MAX_MOVES_BODY], query) : generated_answer(x, moves, 0, query);
}

static void keep_where(Position *x, uint32_t mark, int32_t cond) {
  uint32_t kept = mark;
  for (uint32_t i = mark; i < x->moves.n; i++) {
    Move move = x->moves.at[i];
    if (move_holds_after(x, &move, cond)) x->moves.at[kept++] = move;
  }
  moves_drop(x, kept);
}

// Puts the actions done by the first moves in front of every move from mark on. Moves that had their actions in common
// still have, as long as these are few.
static void prepend_done(Position *x, uint32_t mark, const Action *done, uint32_t n, int twin) {
  Move before = {0}, after = {0};
  for (uint32_t i = mark; i < x->moves.n && !x->fault; i++) {
    Move *move = &x->moves.at[i];
    if ((move->flags & MOVE_TWIN) != twin) continue;
    bool fill = move->flags & MOVE_FILL && move->n + n <= FILL_MOST;
    if (!fill || move->first != before.first || move->n != before.n || !(before.flags & MOVE_FILL)) {
      uint32_t first = (uint32_t)x->actions.n;
      before = *move;
      if (n) memcpy(actions_push(x, n), done, n * sizeof *done);
      actions_push_of(x, &before, before.flags & MOVE_FILL && !fill);
      move_set_actions(x, move, first);
      if (fill) move->flags |= MOVE_FILL;
      after = *move;
    }
    move->first = after.first;
    move->n = after.n;
    if (fill) move->flags |= MOVE_FILL;
  }
}

// What the first moves did, move by move.
typedef struct Opening {
  Action *done;
  uint32_t *sizes;
  uint32_t n;  // moves
} Opening;

static Opening apply_opening(Position *x, uint32_t mark) {
  size_t start = x->done.n;
  Opening opening = {.n = (uint32_t)x->moves.n - mark};
  opening.sizes = position_scratch(x, opening.n * sizeof *opening.sizes);
  for (uint32_t i = 0; i < opening.n; i++) {
    Move move = x->moves.at[mark + i];
    size_t before = x->done.n;
    move_apply(x, &move, false);
    opening.sizes[i] = (uint32_t)(x->done.n - before);
  }
  moves_drop(x, mark);
  size_t size = (x->done.n - start) * sizeof *opening.done;
  opening.done = position_scratch(x, size);
  if (size) memcpy(opening.done, x->done.at + start, size);
  return opening;
}

typedef struct Weave {
  Action *at;
  uint32_t n;
} Weave;

// False: the rules stop.
static bool weave_in(Position *x, Weave *weave, uint32_t at, const Action *actions, uint32_t n) {
  if (!position_work(x, (weave->n - at) / 64)) return false;
  memmove(weave->at + at + n, weave->at + at, (weave->n - at) * sizeof *weave->at);
  if (n) memcpy(weave->at + at, actions, n * sizeof *weave->at);
  weave->n += n;
  return true;
}

// The order in which a move shows them: Ludii inserts the actions of each after as many actions as the one
// before it had (in front, when the player has no move and passes), and again for a move that it lists twice.
static Weave weave_opening(Position *x, const Opening *opening, bool in_front, bool twin) {
  uint32_t total = 0, at = 0;
  for (uint32_t i = 0; i < opening->n; i++) total += opening->sizes[i];
  Weave weave = {.at = position_scratch(x, 2 * (size_t)total * sizeof *weave.at)};
  const Action *next = opening->done;
  for (uint32_t i = 0; i < opening->n; i++) {
    uint32_t size = opening->sizes[i];
    for (int times = twin ? 2 : 1; times > 0 && weave_in(x, &weave, at, next, size); times--) continue;
    next += size;
    at = in_front ? 0 : size;
  }
  return weave;
}

// Long openings are woven only where there is a move to put them in front of.
static void prepend_opening(Position *x, uint32_t mark, const Opening *opening, bool in_front) {
  bool some[2] = {false, false};  // moves listed once, moves listed twice
  for (uint32_t i = mark; i < x->moves.n; i++) some[(x->moves.at[i].flags & MOVE_TWIN) != 0] = true;
  for (int twin = 0; twin < 2; twin++) {
    if (!some[twin]) continue;
    Weave weave = weave_opening(x, opening, in_front, twin);
    prepend_done(x, mark, weave.at, weave.n, twin ? MOVE_TWIN : 0);
  }
}

static void do_then_next(Position *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  x->depth++;
  x_moves(x, in->a[A_DO_AFTER_FIRST]);
  x->depth--;
  Savepoint before = savepoint_begin(x);
  Opening opening = apply_opening(x, mark);
  x_moves(x, in->a[A_DO_AFTER_NEXT]);
  savepoint_rollback(x, &before);
  bool passes = x->moves.n == mark && game_has(x->game, GAME_DICE);
  if (passes) {
    Action pass = action_make(ACT_PASS);
    pass.flags = ACTION_DECISION | ACTION_FORCED;
    move_push(x, pass, -1, -1);
  }
  prepend_opening(x, mark, &opening, passes);
}

void op_DO_AFTER(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  uint32_t mark = moves_mark(x);
  if (in->a[A_DO_AFTER_NEXT]) do_then_next(x, in);
  else x_moves(x, in->a[A_DO_AFTER_FIRST]);
  if (in->a[A_DO_AFTER_IF] && !skips_filter(x, in->a[A_DO_AFTER_IF])) keep_where(x, mark, in->a[A_DO_AFTER_IF]);
  position_release(x, scratch);
}

void op_AS_MOVER(Position *x, const Ins *in) {
  uint32_t mark = moves_mark(x);
  x_moves(x, in->a[A_AS_MOVER_BODY]);
  moves_set_mover(x, mark, x_int(x, in->a[A_AS_MOVER_PLAYER]));
}

// A value may be set nowhere: that does nothing, and is done and recorded.
static bool may_act(const Position *x, ActionKind kind, SiteType type, int32_t to) {
  return site_valid(x, type, to) || (kind == ACT_SET_VALUE && to == GAME_OFF);
}

void op_ACTION(Position *x, const Ins *in) {
  const int32_t *a = in->a;
  Action action = action_make((ActionKind)a[A_ACTION_KIND]);
  if (a[A_ACTION_TO]) {
    int32_t to = x_int(x, a[A_ACTION_TO]);
    SiteType type = site_real_type(x, x_type(x, a[A_ACTION_TYPE]), to);
    if (!may_act(x, (ActionKind)a[A_ACTION_KIND], type, to)) return;
    action.type_to = (int8_t)type;
    action.to = (int16_t)to;
  }
  action.level_to = action_field(x_int_or(x, a[A_ACTION_LEVEL], -1));
  action.what = action_field(x_int_or(x, a[A_ACTION_WHAT], -1));
  action.state = action_field(x_int_or(x, a[A_ACTION_STATE], -1));
  action.value = x_int_or(x, a[A_ACTION_VALUE], -1);
  action.count = x_int_or(x, a[A_ACTION_COUNT], -1);
  action.player = action_field(x_int_or(x, a[A_ACTION_PLAYER], -1));
  action.flags = (uint8_t)a[A_ACTION_FLAGS];
  move_push(x, action, action.to, action.to);
}

void op_FOR_MASK(Position *x, const Ins *in) {
  uint32_t mask = (uint32_t)x_int(x, in->a[A_FOR_MASK_MASK]);
  int32_t *slot = &x->slots[in->a[A_FOR_MASK_SLOT]], old = *slot;
  for (int p = 0; p <= x->game->players + 1; p++) {
    if (!(mask >> p & 1)) continue;
    *slot = p;
    x_moves(x, in->a[A_FOR_MASK_BODY]);
  }
  *slot = old;
}
