// Finding the watches of a game. A condition that holds only together with others (AND) is watched through one of
// them; alternatives (OR) through all.
#include "plan/placement_watch.h"

#include "base/number.h"
#include "plan/infer.h"
#include "rules/operand_names.h"

typedef struct Finder {
  const Game *game;
  PlacementWatch *rules;
  bool *decisive;  // the game ends as soon as the condition looked at holds
} Finder;

static const Ins *ins(const Finder *f, int32_t ref) { return program_ins(&f->game->program, (Ref)ref); }

static bool is_const(const Finder *f, int32_t ref, int32_t value) {
  const Ins *in = ins(f, ref);
  return in->op == OP_CONST && in->a[A_CONST_VALUE] == value;
}

static bool absent_or(const Finder *f, int32_t ref, int32_t value) { return !ref || is_const(f, ref, value); }

static bool is_mover(const Finder *f, int32_t ref) {
  const Ins *in = ins(f, ref);
  return in->op == OP_HEAD && in->a[A_HEAD_VAR] == HEAD_MOVER;
}

// ---- conditions ----------------------------------------------------------------------------------

static bool is_last_site(const Finder *f, int32_t region) {
  const Ins *in = ins(f, region);
  if (in->op != OP_REGION_OF_INTS) return false;
  in = ins(f, in->a[A_REGION_OF_INTS_VALUES]);
  return in->op == OP_INTS_LIST && in->n == 1 && ins(f, in->a[A_INTS_LIST_ITEMS])->op == OP_LAST_TO;
}

// Every player has one kind of piece: that of its number.
static bool one_kind_each(const Game *game) {
  for (int c = 1; c < game->n_components; c++) {
    Player owner = game->components[c].owner;
    if (owner >= 1 && owner <= game->players && owner != c) return false;
  }
  return true;
}

static bool kinds_are_known(const Finder *f, int32_t whats) {
  if (!whats) return true;
  const Ins *in = ins(f, whats);
  return in->op == OP_INTS_CONST ||
         (in->op == OP_PIECES_OWNED && is_mover(f, in->a[A_PIECES_OWNED_PLAYER]) && one_kind_each(f->game));
}

// A line shorter than two pieces is asked for at every move.
static bool line_is_watchable(const Finder *f, const Ins *in) {
  const Ins *length = ins(f, in->a[A_LINE_LENGTH]);
  return length->op == OP_CONST && length->a[A_CONST_VALUE] >= 2 && is_last_site(f, in->a[A_LINE_PIVOTS]) &&
         kinds_are_known(f, in->a[A_LINE_WHATS]) &&
         (!in->a[A_LINE_EXACT] || ins(f, in->a[A_LINE_EXACT])->op == OP_CONST) &&
         absent_or(f, in->a[A_LINE_CONTIGUOUS], 1) && !in->a[A_LINE_IF] && absent_or(f, in->a[A_LINE_KINDS], 1) &&
         absent_or(f, in->a[A_LINE_OPPOSITES], 1) && absent_or(f, in->a[A_LINE_VISIBLE], 0);
}

static bool connection_is_watchable(const Finder *f, const Ins *in) {
  if (ins(f, in->a[A_CONNECTED_AT])->op != OP_LAST_TO || ins(f, in->a[A_CONNECTED_DIRS])->op != OP_DIRS_CONST)
    return false;
  if ((in->a[A_CONNECTED_NEEDED] && ins(f, in->a[A_CONNECTED_NEEDED])->op != OP_CONST) ||
      (in->a[A_CONNECTED_PLAYER] && !is_mover(f, in->a[A_CONNECTED_PLAYER])))
    return false;
  for (int i = A_CONNECTED_REGIONS; i < in->n; i++) {
    if (ins(f, in->a[i])->op != OP_REGION_CONST) return false;
  }
  for (int i = 0; i < f->game->n_regions && in->a[A_CONNECTED_PLAYER]; i++) {
    if (f->game->regions[i].owner > 0 && !f->game->regions[i].sites) return false;
  }
  return true;
}

// Rings of the mover's colour around anything. That there was none before is known only if one ends the game.
static bool loop_is_watchable(const Finder *f, const Ins *in) {
  return *f->decisive && !f->game->start && ins(f, in->a[A_LOOP_AT])->op == OP_LAST_TO &&
         is_mover(f, in->a[A_LOOP_COLOUR]) && !in->a[A_LOOP_INSIDE] &&
         ins(f, in->a[A_LOOP_AROUND])->op == OP_DIRS_CONST && ins(f, in->a[A_LOOP_WAYS])->op == OP_DIRS_CONST;
}

// No empty site left: (EQ (REGION_SIZE empty) 0), where the region holds all empty sites of the board.
static bool is_full_board(const Finder *f, const Ins *in) {
  if (in->op != OP_EQ) return false;
  const Ins *size = ins(f, in->a[A_EQ_A]), *none = ins(f, in->a[A_EQ_B]);
  if (size->op != OP_REGION_SIZE || none->op != OP_CONST || none->a[A_CONST_VALUE] != 0) return false;
  const Ins *region = ins(f, size->a[A_REGION_SIZE_REGION]);
  if (region->op == OP_EMPTY) return true;
  if (region->op != OP_INTERSECTION || region->n != 2 || ins(f, region->a[A_INTERSECTION_ITEMS])->op != OP_EMPTY)
    return false;
  const Ins *board = ins(f, region->a[A_INTERSECTION_ITEMS + 1]);
  if (board->op != OP_REGION_CONST) return false;
  const Word *sites = f->game->program.regions[board->a[A_REGION_CONST_REGION]];
  int n = topo_count(f->game->board, f->game->site_type);
  return bits_count(sites, f->game->program.region_words) >= n;
}

static bool add_watch(const Finder *f, WatchKind kind, const Ins *in) {
  VEC_PUSH(&f->rules->watches, (Watch){kind, in});
  return true;
}

static bool watch(const Finder *f, int32_t ref);

static bool watch_any(const Finder *f, const Ins *in) {
  for (int i = 0; i < in->n; i++) {
    if (!watch(f, in->a[i])) return false;
  }
  return true;
}

static bool watch_one_of(const Finder *f, const Ins *in) {
  bool outer = *f->decisive, found = false;
  *f->decisive = false;
  for (int i = 0; i < in->n && !found; i++) {
    size_t before = f->rules->watches.n;
    found = watch(f, in->a[i]);
    if (!found) f->rules->watches.n = before;
  }
  *f->decisive = outer;
  return found;
}

static bool watch_choice(const Finder *f, const Ins *in) {
  *f->decisive = false;
  const Ins *cond = ins(f, in->a[A_IF_INT_COND]);
  if (cond->op == OP_STACKING) {
    int32_t chosen = in->a[game_has(f->game, GAME_STACKING) ? A_IF_INT_THEN : A_IF_INT_ELSE];
    return !chosen || watch(f, chosen);
  }
  return watch(f, in->a[A_IF_INT_THEN]) && (!in->a[A_IF_INT_ELSE] || watch(f, in->a[A_IF_INT_ELSE]));
}

// Adds what must be watched for the condition; false when it cannot be.
static bool watch(const Finder *f, int32_t ref) {
  const Ins *in = ins(f, ref);
  switch (in->op) {
    case OP_CONST: return in->a[A_CONST_VALUE] == 0;
    case OP_ALL_PASSED:
    case OP_WAS_PASS: return true;  // never after a placement
    case OP_OR: return watch_any(f, in);
    case OP_AND: return watch_one_of(f, in);
    case OP_IF_INT: return watch_choice(f, in);
    case OP_LINE: return line_is_watchable(f, in) && add_watch(f, WATCH_LINE, in);
    case OP_CONNECTED: return connection_is_watchable(f, in) && add_watch(f, WATCH_CONNECTED, in);
    case OP_LOOP: return loop_is_watchable(f, in) && add_watch(f, WATCH_LOOP, in);
    case OP_NO_MOVES: return add_watch(f, WATCH_FULL, NULL);
    default: return is_full_board(f, in) && add_watch(f, WATCH_FULL, NULL);
  }
}

static bool watch_rules(const Finder *f, Ref end);

// An end rule applies when its condition holds, and then one of its own rules.
static bool watch_end(const Finder *f, const Ins *in) {
  size_t before = f->rules->watches.n;
  *f->decisive = f->game->players == 2 && in->n == 2 && ins(f, in->a[A_END_IF_RULES])->op == OP_RESULT;
  if (watch(f, in->a[A_END_IF_COND])) return true;
  f->rules->watches.n = before;
  for (int i = A_END_IF_RULES; i < in->n; i++) {
    if (ins(f, in->a[i])->op != OP_END_IF || !watch_rules(f, (Ref)in->a[i])) return false;
  }
  return true;
}

static bool watch_rules(const Finder *f, Ref end) {
  if (!end) return true;
  const Ins *in = ins(f, (int32_t)end);
  if (in->op == OP_END_IF) return watch_end(f, in);
  for (int i = 0; in->op == OP_SEQ && i < in->n; i++) {
    if (!watch_rules(f, (Ref)in->a[i])) return false;
  }
  return in->op == OP_SEQ || in->op == OP_NOTHING;
}

// ---- moving again --------------------------------------------------------------------------------

// As the interpreter does it: numbers wrap around, and what is left of a division by 0 is 0.
static int32_t combine(Op op, int32_t a, int32_t b) {
  switch (op) {
    case OP_ADD: return wrap_add(a, b);
    case OP_SUB: return wrap_subtract(a, b);
    case OP_EQ: return a == b;
    case OP_NE: return a != b;
    case OP_LT: return a < b;
    case OP_LE: return a <= b;
    case OP_MOD: return b == 0 || b == -1 ? 0 : a % b;  // INT32_MIN % -1 is no number in C
    default: return 0;
  }
}

static_assert(A_SUB_A == A_ADD_A && A_EQ_A == A_ADD_A && A_NE_A == A_ADD_A && A_LT_A == A_ADD_A && A_LE_A == A_ADD_A &&
                  A_MOD_A == A_ADD_A && A_SUB_B == A_ADD_B && A_EQ_B == A_ADD_B && A_NE_B == A_ADD_B &&
                  A_LT_B == A_ADD_B && A_LE_B == A_ADD_B && A_MOD_B == A_ADD_B,
              "what combines two values names them alike");

static bool combines(Op op) {
  return op == OP_ADD || op == OP_SUB || op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE || op == OP_MOD;
}

int32_t placement_watch_value(const Program *program, Ref ref, const WatchedTurn *turn) {
  const Ins *in = program_ins(program, ref);
  if (in->op == OP_CONST) return in->a[A_CONST_VALUE];
  if (in->op == OP_HEAD) return turn->turn_same;
  if (in->op == OP_MOVES_MADE) return turn->moves_made;
  if (in->op == OP_NOT) return !placement_watch_value(program, (Ref)in->a[A_NOT_A], turn);
  return combine((Op)in->op, placement_watch_value(program, (Ref)in->a[A_ADD_A], turn),
                 placement_watch_value(program, (Ref)in->a[A_ADD_B], turn));
}

static bool is_known(const Finder *f, int32_t ref) {
  const Ins *in = ins(f, ref);
  if (in->op == OP_MOVES_MADE) f->rules->counts_moves = true;
  if (in->op == OP_CONST || in->op == OP_MOVES_MADE) return true;
  if (in->op == OP_HEAD) return in->a[A_HEAD_VAR] == HEAD_TURN_SAME;
  if (in->op == OP_NOT) return is_known(f, in->a[A_NOT_A]);
  return combines((Op)in->op) && is_known(f, in->a[A_ADD_A]) && is_known(f, in->a[A_ADD_B]);
}

// A consequence that is (IF_MOVES cond (MOVE_AGAIN)), or none.
static bool read_again(const Finder *f, int32_t then) {
  if (!then) return true;
  const Ins *in = ins(f, then);
  if (in->op != OP_IF_MOVES || in->a[A_IF_MOVES_ELSE] || ins(f, in->a[A_IF_MOVES_THEN])->op != OP_MOVE_AGAIN)
    return false;
  f->rules->again = (Ref)in->a[A_IF_MOVES_COND];
  return is_known(f, in->a[A_IF_MOVES_COND]);
}

// ---- placements ----------------------------------------------------------------------------------

static const Ins *plain_placement(const Finder *f, int phase) {
  Ref play = f->game->phases[phase].play;
  const Ins *in = play ? ins(f, (int32_t)play) : NULL;
  if (!in || in->op != OP_ADD_PIECE || game_playout_kind(f->game, phase) != PLAYOUT_ADD_TO_EMPTY) return NULL;
  const Ins *what = ins(f, in->a[A_ADD_PIECE_WHAT]);
  if (what->op != OP_INTS_LIST || what->n != 1 || !is_mover(f, what->a[A_INTS_LIST_ITEMS])) return NULL;
  bool more =
      in->a[A_ADD_PIECE_STATE] || in->a[A_ADD_PIECE_IF] || in->a[A_ADD_PIECE_EFFECT_IF] || in->a[A_ADD_PIECE_LEVEL];
  return !more && read_again(f, in->a[A_ADD_PIECE_THEN]) ? in : NULL;
}

// Things of which every move of a game must be told, quiet or not.
static bool keeps_books(const Game *game) {
  const uint32_t kept = GAME_STACKING | GAME_HIDDEN | GAME_DICE | GAME_DOMINOES | GAME_BOARDLESS | GAME_PUZZLE |
                        GAME_VISITED | GAME_SEQUENCE_CAPTURE | GAME_TRACK_INDICES | GAME_CYCLES | GAME_TEAMS;
  const MetaRules *meta = &game->meta;
  return game_has(game, kept) || game->repeat || game->in_match || meta->gravity || meta->no_repeat ||
         meta->no_suicide || meta->pin_support_multiple || meta->no_stack_on_fallen;
}

static bool players_own_their_number(const Game *game) {
  if (game->n_components <= game->players) return false;
  for (Player p = 1; p <= game->players; p++) {
    if (game->components[p].owner != p) return false;
  }
  return true;
}

static bool may_end(const Phase *phase, int number) {
  for (int i = 0; i < phase->n_next; i++) {
    if (phase->next[i].to != number) return true;
  }
  return false;
}

static const char *obstacle(const Finder *f, int phase) {
  const Game *game = f->game;
  if (game->mode != MODE_ALTERNATING || game->players < 2 || game->n_subgames) return "players do not move in turn";
  if (may_end(&game->phases[phase], phase)) return "the phase may end";
  f->rules->add = plain_placement(f, phase);
  if (!f->rules->add) return "moves do more than place the mover's piece on an empty site";
  if (keeps_books(game) || !players_own_their_number(game)) return "moves leave other traces than a piece";
  if (!watch_rules(f, game->phases[phase].end) || !watch_rules(f, game->end)) {
    return "the end depends on more than the last move";
  }
  return NULL;
}

void game_placement_watch(const Game *game, int phase, PlacementWatch *rules) {
  *rules = (PlacementWatch){0};
  bool decisive = false;
  rules->why_not = obstacle(&(Finder){game, rules, &decisive}, phase);
}

void placement_watch_free(PlacementWatch *rules) { VEC_FREE(&rules->watches); }
