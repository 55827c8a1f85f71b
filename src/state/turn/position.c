// The course of the game: start, legal moves, applying a move with everything that follows, undo.
#include "base/mem.h"
#include "base/number.h"
#include "state/run/automaton_walk.h"
#include "state/run/op_functions.h"
#include "state/turn/result.h"
#include "state/turn/semimove.h"

static void init_players(Position *x) {
  const Layout *at = x->layout;
  int players = x->game->players;
  for (int p = 1; p <= players; p++) {
    x->head->active |= 1u << (p - 1);
    STATE_AT(x, int32_t, at->order)[p] = p;
    if (at->team) STATE_AT(x, int32_t, at->team)[p] = p;
  }
  for (int p = 0; p <= players + 1; p++) STATE_AT(x, int32_t, at->player_value)[p] = GAME_OFF;
  for (int p = 1; p <= players; p++) {
    for (int i = 0; i < x->game->n_phases; i++) {  // the first phase that is this player's
      if (x->game->phases[i].owner != p && x->game->phases[i].owner != players + 1) continue;
      STATE_AT(x, int32_t, at->phase)[p] = i;
      break;
    }
  }
}

static void init_sites(Position *x) {
  for (int type = 0; type < SITE_TYPES; type++) {
    uint32_t empty = x->layout->sites[type].empty;
    if (empty) bits_fill(STATE_AT(x, Word, empty), x->game->sites[type]);
  }
}

static void init_head(Position *x) {
  StateHead *head = x->head;
  head->mover = 1;
  head->next = x->game->players > 1 ? 2 : 1;
  head->counter = -1;
  head->temp = GAME_OFF;
  head->turn = 1;
  head->trump = GAME_OFF;
  head->decided = GAME_OFF;
  head->last = head->second_last = (LastMove){.from = GAME_OFF, .to = GAME_OFF};
}

static void clear_history(Position *x) {
  position_drop_history(x);
  position_release(x, 0);
  x->depth = 0;
}

void position_clear(Position *x) {
  clear_history(x);
  memset(x->block, 0, x->layout->size);
  init_head(x);
  init_players(x);
  init_sites(x);
  start_fill_stock(x);
}

// Start rules are consequences nobody chose: each of their moves is applied at once.
static void run_start_rules(Position *x) {
  const Game *game = x->game;
  if (!game->start) return;
  x_moves(x, (int32_t)game->start);
  if (x->layout->walk && walk_place(x)->player) x->head->mover = walk_place(x)->player;
}

void start_apply(Position *x, const Move *placement) {
  Move move = *placement;
  move.mover = 0;
  x->head->placed = true;
  uint8_t type = (uint8_t)x->game->site_type;
  x->head->last = (LastMove){.from = move.from, .to = move.to, .types = (uint8_t)(type | type << 2)};
  if (x->keep_start) VEC_PUSH(&x->start_moves, move);
  move_apply(x, &move, false);
}

void start_apply_moves(Position *x, uint32_t mark) {
  for (uint32_t i = mark; i < x->moves.n && !x->fault; i++) start_apply(x, &x->moves.at[i]);
  if (!x->keep_start) moves_drop(x, mark);
}

static void note_start_sites(Position *x) {
  SiteType type = x->game->site_type;
  if (!x->layout->start_sites) return;
  Word *sets = STATE_AT(x, Word, x->layout->start_sites);
  for (int site = 0; site < topo_count(x->game->board, type); site++) {
    int32_t what = site_what(x, type, site, -1);
    if (what < x->game->n_components) bit_set(sets + (size_t)what * (size_t)x->words, site);
  }
}

void position_finish_start(Position *x) {
  start_show_dice(x);
  note_start_sites(x);
  x->head->moves = 0;
  if (!x->keep_start) {
    VEC_CLEAR(&x->actions);
    VEC_CLEAR(&x->details);
  }
  VEC_CLEAR(&x->done);
  if (x->layout->most_hashes) repetition_begin(x);
  VEC_CLEAR(&x->undo);
}

// ---- legal moves ---------------------------------------------------------------------------------

void push_forced_pass(Position *x, Player mover) {
  Action pass = action_make(ACT_PASS);
  pass.flags = ACTION_DECISION | ACTION_FORCED;
  move_push(x, pass, -1, -1)->mover = (int8_t)mover;
}

static const Phase *phase_of(const Position *x, Player player) {
  return &x->game->phases[STATE_AT(x, int32_t, x->layout->phase)[player]];
}

void generate_moves(Position *x) {
  const Phase *phase = phase_of(x, x->head->mover);
  if (phase->play) x_moves(x, (int32_t)phase->play);
}

static void alternating_moves(Position *x, uint32_t mark) {
  generate_moves(x);
  if (x->plan->meta_moves) {
    meta_change_moves(x, mark);
    meta_filter_moves(x, mark);
  }
  if (x->moves.n == mark) push_forced_pass(x, x->head->mover);
}

// One move that does everything the rules generate.
static void simulation_move(Position *x, uint32_t mark) {
  if (x->game->phases[0].play) x_moves(x, (int32_t)x->game->phases[0].play);
  uint32_t n = (uint32_t)x->moves.n - mark;
  if (n == 0) push_forced_pass(x, x->head->mover);
  if (n <= 1) return;
  Move first = x->moves.at[mark];
  uint32_t at = (uint32_t)x->actions.n;
  for (uint32_t i = mark; i < mark + n; i++) {
    Move part = x->moves.at[i];
    actions_push_of(x, &part, part.flags & MOVE_FILL);
  }
  move_set_actions(x, &first, at);
  move_clear_thens(x, &first);
  moves_drop(x, mark);
  VEC_PUSH(&x->moves, first);
}

static void simultaneous_moves(Position *x, uint32_t mark) {
  for (int p = 1; p <= x->game->players; p++) {
    uint32_t own = moves_mark(x), kept = own;
    const Phase *phase = phase_of(x, p);
    if (phase->play) x_moves(x, (int32_t)phase->play);
    for (uint32_t i = own; i < x->moves.n; i++) {
      if (x->moves.at[i].mover == p) x->moves.at[kept++] = x->moves.at[i];
    }
    moves_drop(x, kept);
    if (kept == own && (x->head->active >> (p - 1) & 1)) push_forced_pass(x, p);
  }
  meta_filter_moves(x, mark);
}

MoveList moves_list(Position *x) {
  MoveList list = moves_top(x);
  ScratchMark scratch = position_mark(x);
  bool outer = x->listing, shared = x->sharing;
  x->listing = x->sharing = true;
  if (x->head->over) {
    if (match_between(x)) match_push_move(x);
  } else {
    switch (x->game->mode) {
      case MODE_ALTERNATING: alternating_moves(x, list.first); break;
      case MODE_SIMULTANEOUS: simultaneous_moves(x, list.first); break;
      case MODE_SIMULATION: simulation_move(x, list.first); break;
    }
    position_release(x, scratch);
  }
  list.n = (uint32_t)x->moves.n - list.first;
  x->listing = outer;
  x->sharing = shared;
  x->n_listed = list.n;
  x->listed_at = x->changes;
  return list;
}

MoveList position_moves(Position *x) {
  slots_clear(x);
  x->steps = 0;
  return moves_list(x);
}

static uint64_t count_moves(Position *x) {
  if (x->layout->walk) return x->head->over ? 0 : walk_count(x);  // without making them
  MoveList list = moves_list(x);
  position_forget(x, list);
  return list.n;
}

uint64_t position_count_moves(Position *x) {
  x->steps = 0;
  return count_moves(x);
}

void position_forget(Position *x, MoveList list) { moves_forget(x, list); }

static bool can_move(Position *x) {
  if (x->game->meta.swap && x->head->moves == x->game->players - 1) return true;
  const Phase *phase = phase_of(x, x->head->mover);
  return phase->play && moves_answer(x, (int32_t)phase->play, &(MoveQuery){.to = -1});
}

void compute_stalemated(Position *x) {
  if (!x->head->active || x->game->mode != MODE_ALTERNATING) return;
  uint32_t bit = 1u << x->head->mover;
  bool stuck = !can_move(x);
  HEAD_SET(x, stalemated, stuck ? x->head->stalemated | bit : x->head->stalemated & ~bit);
}

// ---- applying ------------------------------------------------------------------------------------

static void run_end_rules(Position *x) {
  if (x->head->active) {
    const Phase *phase = phase_of(x, x->head->mover);
    if (phase->end) result_run_end(x, phase->end);
  }
  if (!x->head->over && x->game->end) result_run_end(x, x->game->end);
  if (x->head->active) result_check_limits(x);
}

void position_start(Position *x) {
  if (x->match.game) match_restart(x);
  position_start_game(x);
}

// The start position of a game whose start is not left to chance, kept with its plan.
typedef struct StartBlock {
  LazyValue lazy;
  uint64_t block[];
} StartBlock;

static void start_block_free(LazyValue *value) { mem_free(value); }

static void keep_start_block(const Position *x) {
  size_t bytes = layout_bytes(x->layout, x->head->n_hashes);
  StartBlock *start = mem_alloc(sizeof *start + bytes);
  start->lazy.free = start_block_free;
  memcpy(start->block, x->block, bytes);
  lazy_offer(x->plan->start, &start->lazy);
}

static void run_start(Position *x) {
  position_clear(x);
  start_find_regions(x);
  start_place_equipment(x);
  run_start_rules(x);
  if (x->layout->walk) run_end_rules(x);  // an automaton may have nowhere to go
  position_finish_start(x);
  if (x->fault && !x->head->over) result_abandon(x);
}

// The start rules run once where nothing is drawn.
void position_start_game(Position *x) {
  const StartBlock *known = (const StartBlock *)(const void *)lazy_get(x->plan->start);
  if (known && !x->keep_start && !x->match.game) {
    clear_history(x);
    position_adopt(x, x->game, &x->match, (const unsigned char *)known->block);
    return;
  }
  Random random = x->random;
  uint32_t drawn = x->script ? x->script->drawn : 0;
  run_start(x);
  bool chance = memcmp(&random, &x->random, sizeof random) != 0 || (x->script && x->script->drawn != drawn);
  if (!known && !chance && !x->fault && !x->match.game) keep_start_block(x);
}

static int phase_led_to(const Position *x, const NextPhase *next, Player who) {
  if (next->to != PHASE_FOLLOWING) return next->to;
  Player player = who > x->game->players ? x->head->mover : who;
  return (STATE_AT(x, int32_t, x->layout->phase)[player] + 1) % x->game->n_phases;
}

static int next_phase_for(Position *x, const Phase *phase, Player player) {
  for (int i = 0; i < phase->n_next; i++) {
    const NextPhase *next = &phase->next[i];
    int32_t who = next->who ? x_int(x, (int32_t)next->who) : x->game->players + 1;
    if (who != x->game->players + 1 && who != player) continue;
    if (!next->cond || x_int(x, (int32_t)next->cond)) return phase_led_to(x, next, who);
  }
  return -1;
}

static void update_phases(Position *x) {
  for (int p = 1; p <= x->game->players; p++) {
    int to = next_phase_for(x, phase_of(x, p), p);
    if (to >= 0) state_put_item(x, x->layout->phase, p, to);
  }
}

Player next_active(const Position *x, Player after) {
  int players = x->game->players;
  Player next = after % players + 1;
  for (int tries = 0; tries < players && !(x->head->active >> (next - 1) & 1); tries++) next = next % players + 1;
  return next;
}

Player last_active(const Position *x, Player before) {
  int players = x->game->players;
  Player last = before > 1 ? before - 1 : players;
  for (int tries = 0; tries < players && !(x->head->active >> (last - 1) & 1); tries++)
    last = last > 1 ? last - 1 : players;
  return last;
}

static void visit(Position *x, int32_t site) {
  if (site < 0 || site >= x->program->region_bits) return;
  uint32_t at = x->layout->visited + (uint32_t)(site >> 6) * 8u;
  state_put64(x, at, *STATE_AT(x, Word, at) | (Word)1 << (site & 63));
}

static void update_visited(Position *x, const Move *made) {
  if (x->head->mover == x->head->next) {
    visit(x, made->from);
    visit(x, made->to);
    return;
  }
  for (int w = 0; w < x->words; w++) state_put64(x, x->layout->visited + 8u * (uint32_t)w, 0);
}

static bool swapped(const Position *x, const Move *made) {
  return actions_are(played_actions(x, made), made->n, ACT_SWAP);
}

static void hand_over(Position *x, Player mover, const Move *made, bool passed) {
  if (x->layout->visited) update_visited(x, made);
  HEAD_SET(x, prev, mover);
  HEAD_SET(x, mover, x->head->next);
  if (x->head->prev == x->head->mover && !swapped(x, made)) {
    HEAD_SET(x, turn_same, x->head->turn_same + 1);
  } else {
    HEAD_SET(x, turn_same, 0);
    HEAD_SET(x, turn, x->head->turn + 1);
  }
  HEAD_SET(x, next, next_active(x, x->head->mover));
  HEAD_SET(x, passes, passed ? x->head->passes + 1 : 0);
}

// Where rules ask how many moves there were to choose from, they are counted unless they have just been listed. For a
// move that is tried out they are counted without trying any out, which would ask the same again.
static void count_choices(Position *x) {
  bool tried = x->tried > 0;
  if (x->listed_at == x->changes && !tried) return;
  Random random = x->random;
  uint32_t drawn = x->script ? x->script->drawn : 0;
  x->counting = tried;
  count_moves(x);
  x->counting = false;
  x->random = random;
  if (x->script) x->script->drawn = drawn;
}

static void play_move(Position *x, const Move *chosen) {
  Move move = *chosen;  // it may lie among the moves of the position, which grow while they are counted
  if (x->game->counts_moves) count_choices(x);
  x->changes++;
  x->running = 0;
  ScratchMark scratch = position_mark(x);
  x->opening = history_mark(x);
  Player mover = x->head->mover;
  if (x->head->decided != GAME_OFF) HEAD_SET(x, decided, GAME_OFF);
  HEAD_SET(x, stalemated, x->head->stalemated & ~(1u << mover));  // a list of moves is never empty
  if (move_is(x, &move, ACT_PASS)) compute_stalemated(x);
  HEAD_SET(x, n_pending, 0);
  HEAD_SET(x, chosen, 0);
  size_t done = x->done.n;
  move_apply(x, &move, true);
  HEAD_SET(x, moves, x->head->moves + 1);
  bool passed = x->head->last.pass;
  run_end_rules(x);
  if (!x->head->active) HEAD_SET(x, prev, mover);
  else if (x->game->n_phases > 1) update_phases(x);
  HEAD_SET(x, counter, wrap_add(x->head->counter, 1));
  if (x->layout->most_hashes) repetition_record(x);
  if (x->head->active) hand_over(x, mover, &VEC_LAST(&x->played).move, passed);
  if (x->layout->dice_sum) dice_update_sums(x);
  x->done.n = done;
  position_release(x, scratch);
  if (x->fault && !x->head->over) result_abandon(x);
}

void position_apply(Position *x, const Move *chosen) {
  if (x->head->over && match_between(x)) {
    match_advance(x);
    return;
  }
  slots_clear(x);
  x->steps = 0;
  play_move(x, chosen);
}

static bool undo_part(Position *x) {
  if (!x->parts.n) return false;
  undo_to(x, VEC_POP(&x->parts));
  return true;
}

bool position_undo(Position *x) {
  if (!position_nodal(x)) return undo_part(x);
  x->changes++;
  if (!x->played.n) return match_back(x);
  HistoryMark before = VEC_LAST(&x->played).before;
  history_rollback(x, &before);
  return true;
}

// What is tried out counts as part of the move or list it is tried out for, but is no part of the rules of play: it may
// ask how many moves there were.
TriedMove move_try(Position *x, const Move *move) {
  enum { TRIED_MOST = 300 };
  assert(!x->counting);
  TriedMove tried = {.opening = x->opening, .listing = x->listing, .n_listed = x->n_listed};
  x->listing = false;
  if (x->tried++ == TRIED_MOST) position_fault(x, "moves that are tried out try out moves without end");
  memcpy(tried.slots, x->slots, sizeof tried.slots);
  play_move(x, move);
  return tried;
}

void move_try_end(Position *x, const TriedMove *tried) {
  position_undo(x);
  x->tried--;
  x->opening = tried->opening;
  x->listing = tried->listing;
  x->n_listed = tried->n_listed;
  memcpy(x->slots, tried->slots, sizeof tried->slots);
}

void position_preview(Position *x, const Move *move, ActionVec *out) {
  Move copy = *move;
  HistoryMark outer = x->opening;
  Savepoint mark = savepoint_begin(x);
  x->opening = mark.logs;
  if (x->head->decided != GAME_OFF) HEAD_SET(x, decided, GAME_OFF);
  HEAD_SET(x, n_pending, 0);
  move_apply(x, &copy, true);
  VEC_CLEAR(out);
  for (size_t i = mark.logs.done; i < x->done.n; i++) VEC_PUSH(out, x->done.at[i]);
  savepoint_rollback(x, &mark);
  x->opening = outer;
}
