// An Exec runs one game: it owns a state block, its undo log, the stacks of moves, actions and scratch
// memory, and the history of the game so far. One thread uses it at a time; copies are independent.
// This header is what the ops and kernels of the interpreter see.
#ifndef STATE_EXEC_H
#define STATE_EXEC_H

#include "base/random.h"
#include "rules/operand_names.h"
#include "state/action.h"
#include "state/state.h"

typedef struct Ints {
  const int32_t *at;
  int n;
} Ints;

typedef struct Dirs {
  const uint8_t *at;  // Dir values
  int n;
} Dirs;

// Outcomes of chance to use instead of random ones, in the order of the draws; 0 past the end.
enum { SCRIPT_MAX = 1024 };
typedef struct Script {
  uint32_t n;                   // outcomes given
  uint32_t drawn;               // draws made so far
  uint32_t at[SCRIPT_MAX];      // the outcomes
  uint32_t bounds[SCRIPT_MAX];  // the bound of each draw made
} Script;

// One undone write.
typedef struct UndoEntry {
  uint32_t offset;
  uint32_t size;
  uint64_t old;
} UndoEntry;

// How far everything had grown before a move, to go back there.
typedef struct Tentative {
  size_t undo, played, played_actions, played_ints, hashes, turn_hashes, turn_start, done;
  int32_t slots[SLOT_COUNT];
} Tentative;

// What is remembered of every move made.
typedef struct Played {
  Move move;  // its `first` and `between_first` point into the record stacks below
  Tentative before;
} Played;

// How far a match has come; the game is NULL where there is none.
typedef struct Match {
  const Game *game;
  int instance, trials;  // game under way, games finished
  bool over, deciding;   // deciding: the end rules of the match are running
  bool drawn;            // what they said
  uint32_t winners;      // likewise: bit per player
} Match;

typedef struct SiteTest SiteTest;  // see site_test.h
typedef struct Memo Memo;          // see memo.h
typedef struct Exec Exec;
struct Exec {
  const Game *game;
  const Layout *layout;
  const Program *program;
  unsigned char *block;                   // the state
  StateHead *head;                        // == block
  int words;                              // of a region
  const uint16_t *flat_what[SITE_TYPES];  // flat boards: where what, who and empty sites are kept; else NULL
  const uint8_t *flat_who[SITE_TYPES];
  const Word *flat_empty[SITE_TYPES];
  int32_t slots[SLOT_COUNT];
  uint32_t *needs;    // by Ref: what the instruction depends on
  uint16_t *memo_of;  // by Ref: the number of the memo that keeps its regions, or 0
  VEC(Memo) memos;
  VEC(SiteTest) tests;      // conditions on one site, compiled
  uint16_t *test_of;        // by Ref: the number of the test, or 0
  uint8_t **array_bytes;    // every array constant as bytes: direction lists
  Word *start_sites;        // a region per kind of piece: where they stood at the start
  const Word *region_slot;  // region of an iteration over regions
  Ints team_slot;
  VEC(UndoEntry) undo;
  VEC(Move) moves;  // stack: lists being built are ranges at its end
  VEC(Action) actions;
  VEC(int32_t) ints;  // between sites of moves
  VEC(Action) done;   // actions applied by the move under way, consequences included
  VEC(Played) played;
  VEC(size_t) parts;  // of a move made in parts: where the undo log stood before each
  Tentative opening;  // where the move under way began
  VEC(Action) played_actions;
  VEC(int32_t) played_ints;
  bool placed;                     // the start rules made moves
  bool keep_parts;                 // mark in joined moves what they were joined from (PART actions)
  int32_t placed_from, placed_to;  // the last of them
  bool keep_start;                 // keep the placements of the start in start_moves
  VEC(Move) start_moves;
  VEC(uint64_t) hashes;       // positions so far, for repetitions
  VEC(uint64_t) turn_hashes;  // likewise, for repetitions within a turn
  size_t turn_start;          // the first of them that is of this turn
  unsigned char *scratch;     // region, ints and dirs results; released by mark
  uint32_t scratch_used, scratch_size;
  struct Spill *spills;  // what did not fit there any more
  Random random;
  Script *script;            // prescribed outcomes of chance (replays), or NULL
  int depth;                 // of effects made one after another (their order counts), bounded
  bool looking_for_threats;  // a test of what enemies could do is under way
  bool listing;              // the legal moves are being made
  uint32_t n_listed;         // how many there were when they were last made...
  uint64_t listed_at;        // ...at this number of changes
  bool looking_ahead;        // a test of the next player's moves is under way
  // That the next player can move is taken for granted where these say so, or NULL; and who asked.
  const struct EndWaits *end_waits;
  bool moves_waited, mate_waited;
  struct Walker *walker;  // working memory of an automaton, made when first needed
  struct Stager *stager;  // what is kept for moves chosen in stages, likewise
  uint64_t changes;       // of the position: moves made and taken back, starts and copies
  const char *fault;      // first thing that went wrong while running rules, or NULL
  Match match;            // x->game is the game of it that is under way
  Exec *earlier;          // the finished game before it, to go back there
  size_t undo_floor;      // moves made before the last copy cannot be undone
};

// ---- memory ------------------------------------------------------------------------------------

// Forgets the game so far, its lists of moves and its fault: the present state is where it begins.
void exec_forget(Exec *x);

typedef uint32_t ScratchMark;
static inline ScratchMark exec_mark(const Exec *x) { return x->scratch_used; }
void spills_free(Exec *x);
static inline void exec_release(Exec *x, ScratchMark mark) {
  if (x->spills && mark < x->scratch_used) spills_free(x);
  x->scratch_used = mark;
}
// Uninitialised scratch memory, aligned to 16, valid until its mark is released. It never moves; asking for far
// more than rules need sets a fault (rules then stop).
void *exec_spill(Exec *x, size_t size);
static inline void *exec_scratch(Exec *x, size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (UNLIKELY(size > x->scratch_size - x->scratch_used)) return exec_spill(x, size);
  void *at = x->scratch + x->scratch_used;
  x->scratch_used += (uint32_t)size;
  return at;
}
// A zeroed region in scratch.
static inline Word *exec_region(Exec *x) {
  Word *region = exec_scratch(x, (size_t)x->words * sizeof *region);
  bits_zero(region, x->words);
  return region;
}

// Records the first fault; running rules stops as soon as it can.
void exec_fault(Exec *x, const char *why);

// An outcome of chance in [0, bound). Everything the rules leave to chance (dice faces, random values and
// sites, shuffles) is drawn here and nowhere else, so that a replay can prescribe it.
uint32_t exec_draw(Exec *x, uint32_t bound);
// The place of one of n weights; they need not add up to 1. A replay prescribes the place.
uint32_t exec_draw_weighted(Exec *x, const double *weights, int n);

// ---- evaluating instructions -------------------------------------------------------------------

typedef int32_t IntFn(Exec *x, const Ins *in);
typedef const Word *RegionFn(Exec *x, const Ins *in);
typedef Ints IntsFn(Exec *x, const Ins *in);
typedef Dirs DirsFn(Exec *x, const Ins *in);
typedef double FloatFn(Exec *x, const Ins *in);
typedef void MovesFn(Exec *x, const Ins *in);

typedef union OpFn {
  IntFn *as_int;
  RegionFn *as_region;
  IntsFn *as_ints;
  DirsFn *as_dirs;
  FloatFn *as_float;
  MovesFn *as_moves;
} OpFn;
extern const OpFn op_fns[OPS];

static inline const Ins *exec_ins(const Exec *x, int32_t ref) { return program_ins(x->program, (Ref)ref); }

// Constants and slots, the most frequent operands, are read on the spot.
static inline int32_t x_int(Exec *x, int32_t ref) {
  const Ins *in = exec_ins(x, ref);
  if (in->op == OP_CONST) return in->a[A_CONST_VALUE];
  return in->op == OP_SLOT ? x->slots[in->a[A_SLOT_SLOT]] : op_fns[in->op].as_int(x, in);
}
const Word *memo_region(Exec *x, uint16_t number, const Ins *in);
static inline const Word *x_region(Exec *x, int32_t ref) {
  const Ins *in = exec_ins(x, ref);
  if (x->memo_of[ref]) return memo_region(x, x->memo_of[ref], in);
  return op_fns[in->op].as_region(x, in);
}
static inline Ints x_ints(Exec *x, int32_t ref) {
  const Ins *in = exec_ins(x, ref);
  return op_fns[in->op].as_ints(x, in);
}
static inline Dirs x_dirs(Exec *x, int32_t ref) {
  const Ins *in = exec_ins(x, ref);
  return op_fns[in->op].as_dirs(x, in);
}
// Directions as the piece on a site sees them, whatever FROM is.
Dirs dirs_seen_from(Exec *x, int32_t dirs, int32_t site);
static inline double x_float(Exec *x, int32_t ref) {
  const Ins *in = exec_ins(x, ref);
  return op_fns[in->op].as_float(x, in);
}
static inline void x_moves(Exec *x, int32_t ref) {
  const Ins *in = exec_ins(x, ref);
  op_fns[in->op].as_moves(x, in);
}
// Optional operands.
static inline int32_t x_int_or(Exec *x, int32_t ref, int32_t otherwise) { return ref ? x_int(x, ref) : otherwise; }
static inline bool x_holds(Exec *x, int32_t ref) { return !ref || x_int(x, ref); }

// ---- reading the state ---------------------------------------------------------------------------

static inline SiteType x_type(const Exec *x, int32_t type) { return type < 0 ? x->game->site_type : (SiteType)type; }
#define STATE_AT(x, Type, offset) ((Type *)(void *)((x)->block + (offset)))
#define SITE_LAYOUT(x, type) (&(x)->layout->sites[type])

// Sites of hands, dice and decks are cells whatever type was asked for.
static inline SiteType site_real_type(const Exec *x, SiteType type, int32_t site) {
  return type != SITE_CELL && site >= x->game->sites[type] && site < x->game->sites[SITE_CELL] ? SITE_CELL : type;
}

// Queries by site; level -1 means the top of a stack. Sites off the board give 0 (nothing there).
int32_t site_what_any(const Exec *x, SiteType type, int32_t site, int32_t level);
int32_t site_who_any(const Exec *x, SiteType type, int32_t site, int32_t level);
bool site_empty_any(const Exec *x, SiteType type, int32_t site);
static inline bool site_on_flat(const Exec *x, SiteType type, int32_t site) {
  return x->flat_what[type] && (uint32_t)site < (uint32_t)x->game->sites[type];
}
// Flat boards, the common case, answer at once.
static inline int32_t site_what(const Exec *x, SiteType type, int32_t site, int32_t level) {
  return LIKELY(level <= 0 && site_on_flat(x, type, site)) ? x->flat_what[type][site]
                                                           : site_what_any(x, type, site, level);
}
static inline int32_t site_who(const Exec *x, SiteType type, int32_t site, int32_t level) {
  return LIKELY(level <= 0 && site_on_flat(x, type, site)) ? x->flat_who[type][site]
                                                           : site_who_any(x, type, site, level);
}
static inline bool site_empty(const Exec *x, SiteType type, int32_t site) {
  return LIKELY(site_on_flat(x, type, site)) ? bit_get(x->flat_empty[type], site) : site_empty_any(x, type, site);
}
// Where a scalar of the state is kept.
uint16_t head_offset(HeadVar var);
int32_t site_count(const Exec *x, SiteType type, int32_t site);
int32_t site_state(const Exec *x, SiteType type, int32_t site, int32_t level);
int32_t site_rotation(const Exec *x, SiteType type, int32_t site, int32_t level);
int32_t site_value(const Exec *x, SiteType type, int32_t site, int32_t level);
int32_t site_height(const Exec *x, SiteType type, int32_t site);  // of the stack, 0 or 1 on flat boards
bool site_hidden(const Exec *x, SiteType type, int32_t site, int32_t level, Player player, int mask);
int site_hidden_mask(const Exec *x, SiteType type, int32_t site, int32_t level, Player player);
const Word *sites_empty(const Exec *x, SiteType type);
const Word *sites_owned(const Exec *x, SiteType type, Player player);  // any level of a stack
// The sites meant, one entry for each piece listed there: owner by owner, kind by kind, each in the order kept.
Ints sites_by_piece(Exec *x, SiteType type, const Word *meant, uint32_t owners);
static inline int32_t player_team(const Exec *x, Player player) {
  return STATE_AT(x, int32_t, x->layout->team)[player];
}
// Whoever is not the mover or of its team; nobody (0) is no enemy, the owner of what all share is one.
static inline bool player_is_enemy(const Exec *x, Player player) {
  if (player == 0) return false;
  if (!x->layout->team || player < 0 || player > x->game->players) return player != x->head->mover;
  return player_team(x, player) != player_team(x, x->head->mover);
}
// The mover, or one of its team.
static inline bool player_is_friend(const Exec *x, Player player) {
  if (!x->layout->team || player <= 0 || player > x->game->players) return player == x->head->mover;
  return player_team(x, player) == player_team(x, x->head->mover);
}
// Lines are looked for through sites below this. An edge counts only where there is a vertex of the same number.
static inline int line_sites(const Exec *x, SiteType type) {
  return topo_count(x->game->board, type == SITE_EDGE ? SITE_VERTEX : type);
}
static inline bool site_valid(const Exec *x, SiteType type, int32_t site) {
  return site >= 0 && site < x->game->sites[type];
}

// ---- writing the state (logged, hash kept) -------------------------------------------------------

static inline void state_log(Exec *x, uint32_t offset, uint32_t size, uint64_t old) {
  VEC_PUSH(&x->undo, (UndoEntry){offset, size, old});
}
static inline void state_put8(Exec *x, uint32_t offset, uint8_t value) {
  uint8_t *at = x->block + offset;
  if (*at == value) return;
  state_log(x, offset, 1, *at);
  *at = value;
}
static inline void state_put16(Exec *x, uint32_t offset, uint16_t value) {
  uint16_t *at = STATE_AT(x, uint16_t, offset);
  if (*at == value) return;
  state_log(x, offset, 2, *at);
  *at = value;
}
static inline void state_put32(Exec *x, uint32_t offset, uint32_t value) {
  uint32_t *at = STATE_AT(x, uint32_t, offset);
  if (*at == value) return;
  state_log(x, offset, 4, *at);
  *at = value;
}
static inline void state_put64(Exec *x, uint32_t offset, uint64_t value) {
  uint64_t *at = STATE_AT(x, uint64_t, offset);
  if (*at == value) return;
  state_log(x, offset, 8, *at);
  *at = value;
}
void state_put_double(Exec *x, uint32_t offset, double value);
#define HEAD_SET(x, field, v) state_put32((x), (uint32_t)offsetof(StateHead, field), (uint32_t)(v))
static inline void state_toggle_hash(Exec *x, uint64_t key) {
  state_put64(x, (uint32_t)offsetof(StateHead, hash), x->head->hash ^ key);
}
// The key of a value of some kind at some place: kinds below 256, levels below 65,536.
static inline uint64_t zobrist(int kind, int site, int level, int64_t value) {
  uint64_t place = (uint64_t)(uint32_t)site << 24 ^ (uint64_t)(uint32_t)level << 8 ^ (uint64_t)(uint32_t)kind;
  return random_mix(place * 0x9e3779b97f4a7c15ULL + (uint64_t)value * 0xd1342543de82ef95ULL + 1);
}
// int32_t element i of the array at offset.
static inline void state_put_item(Exec *x, uint32_t offset, int i, int32_t value) {
  state_put32(x, offset + 4u * (uint32_t)i, (uint32_t)value);
}

// Flat sites: sets everything at once and keeps the bit sets in step. what 0 empties the site.
typedef struct Piece {
  int32_t what, who, count, state, rotation, value;
} Piece;
Piece site_piece(const Exec *x, SiteType type, int32_t site, int32_t level);
void site_put(Exec *x, SiteType type, int32_t site, Piece piece);
// Stacks.
void stack_push(Exec *x, SiteType type, int32_t site, Piece piece);
void stack_insert(Exec *x, SiteType type, int32_t site, int32_t level, Piece piece);
void stack_remove(Exec *x, SiteType type, int32_t site, int32_t level);
void stack_set(Exec *x, SiteType type, int32_t site, int32_t level, Piece piece);
void site_set_hidden(Exec *x, SiteType type, int32_t site, int32_t level, Player player, int mask);

// ---- building moves ------------------------------------------------------------------------------

// A list under construction is the range [mark, x->moves.n).
static inline uint32_t moves_mark(const Exec *x) { return (uint32_t)x->moves.n; }
static inline void moves_drop(Exec *x, uint32_t mark) { x->moves.n = mark; }

// An action with every field at its default (-1), of the given kind.
static inline Action action_make(ActionKind kind) {
  return (Action){.kind = (uint8_t)kind,
                  .type_from = -1,
                  .type_to = -1,
                  .from = -1,
                  .to = -1,
                  .level_from = -1,
                  .level_to = -1,
                  .what = -1,
                  .state = -1,
                  .rotation = -1,
                  .player = -1,
                  .count = -1,
                  .value = -1};
}

// Adds one piece on a cell.
static inline Action action_add_on_cell(int32_t what, int32_t site, int32_t state) {
  Action add = action_make(ACT_ADD);
  add.type_to = SITE_CELL;
  add.to = (int16_t)site;
  add.what = (int16_t)what;
  add.count = 1;
  add.state = (int16_t)state;
  return add;
}

// Appends a move without actions. The consequences are left as they are: n_then says how many count.
static inline Move *move_empty(Exec *x) {
  if (x->moves.n == x->moves.cap) x->moves.at = vec_grow(x->moves.at, &x->moves.cap, sizeof *x->moves.at);
  Move *move = &x->moves.at[x->moves.n++];
  move->mover = (int16_t)x->head->mover;
  move->from = move->to = move->edge = move->state = -1;
  move->level_min = move->level_max = 0;
  move->n_then = 0;
  move->flags = 0;
  move->first = (uint32_t)x->actions.n;
  move->n = 0;
  move->between_first = (uint32_t)x->ints.n;
  move->between_n = 0;
  return move;
}
// Appends a move of one action and returns the action to be filled in. Generators use this: an action filled
// in elsewhere and copied costs more than all the rest, as wide loads wait for the narrow stores before them.
static inline Action *move_begin(Exec *x, ActionKind kind, int32_t from, int32_t to) {
  Move *move = move_empty(x);
  move->n = 1;
  move->from = (int16_t)from;
  move->to = (int16_t)to;
  VEC_PUSH(&x->actions, action_make(kind));
  return &VEC_LAST(&x->actions);
}
// Appends a move of one action; from and to are the action's unless changed by the caller.
Move *move_push(Exec *x, Action action, int32_t from, int32_t to);
// Appends a move made of the actions on the stack from `first` on.
Move *move_of_actions(Exec *x, uint32_t first, int32_t from, int32_t to);
// Appends an action to the last move on the stack.
void move_add_action(Exec *x, Action action);
// Appends an action to every move from mark on.
void moves_add_action(Exec *x, uint32_t mark, Action action);
// Appends a move whose actions are the ranges of `parts` (indices into x->moves) in order, each with its
// consequences inline. The parts themselves stay where they are.
Move *move_join(Exec *x, const uint32_t *parts, int n);
// Runs `effect` (may be 0) in the present context and makes its moves part of the last move on the
// stack: before its own actions, or after them.
void move_chain(Exec *x, int32_t effect, bool before);
// Appends what an ADD_PIECE makes of one piece on one site, with TO there; leaves FROM there too.
void move_push_added(Exec *x, const Ins *add, int32_t what, int32_t site);
// Adds a consequence to every move from mark on.
void moves_add_then(Exec *x, uint32_t mark, Ref then);
void moves_set_mover(Exec *x, uint32_t mark, Player mover);
// Drops the moves from mark on whose keep flag is false.
void moves_keep(Exec *x, uint32_t mark, const bool *keep);
// True if the decisions among the actions are all of this kind, and one action is (a pass, a swap...).
bool actions_are(const Action *actions, uint32_t n, ActionKind kind);
static inline bool move_is(const Exec *x, const Move *move, ActionKind kind) {
  return actions_are(x->actions.at + move->first, move->n, kind);
}

// Visits the pieces of a FOR_PIECES, or only those on one site, with FROM and LEVEL there; body: what makes their
// moves. True as soon as a visit says so.
typedef bool PieceFn(Exec *x, int32_t body, void *self);
bool pieces_visit(Exec *x, const Ins *loop, int32_t only, PieceFn *each, void *self);

// The moves of a FROM_TO that begin and end on these sites (GAME_ANYWHERE: on any); the sites where they may begin, as
// far as is known without looking where they go.
void from_to_moves(Exec *x, const Ins *in, int32_t only_from, int32_t only_to);
void from_to_sources(Exec *x, const Ins *in, Word *sources);

// The same for slides, leaps, shots and steps (whose moves must end on TO). one: no more are needed.
void slide_moves(Exec *x, const Ins *in, int32_t only_to, bool one);
void leap_moves(Exec *x, const Ins *in, int32_t only_to, bool one);
void step_moves(Exec *x, const Ins *in, int32_t only_to, bool one);
void shoot_moves(Exec *x, const Ins *in, int32_t only_to, bool one);
// The moves of a statement, without some of those that are not wanted where these are easily told.
void moves_toward(Exec *x, int32_t moves, int32_t to, bool one);

// A question about the moves a statement would give: is there any, or one that ends on a site?
typedef struct MoveQuery {
  int32_t to;  // -1: any move
} MoveQuery;
// Answers without generating more than needed. Leaves no moves behind.
bool moves_answer(Exec *x, int32_t moves, const MoveQuery *query);

// ---- applying moves ------------------------------------------------------------------------------

// Applies one action, logging undo. Actions actually done are appended to x->done.
void action_apply(Exec *x, const Action *action);
// The actions of a move and then its consequences, without the end of turn. record: it is the player's
// move (it becomes the last move of the game).
void move_apply(Exec *x, const Move *move, bool record);
// Undoes every write logged since mark.
void undo_to(Exec *x, size_t mark);

// Trying something out: begin, apply, look, roll back. Nests.
static inline void tentative_mark(const Exec *x, Tentative *mark) {
  mark->undo = x->undo.n;
  mark->played = x->played.n;
  mark->played_actions = x->played_actions.n;
  mark->played_ints = x->played_ints.n;
  mark->hashes = x->hashes.n;
  mark->turn_hashes = x->turn_hashes.n;
  mark->turn_start = x->turn_start;
  mark->done = x->done.n;
  memcpy(mark->slots, x->slots, sizeof mark->slots);
}
static inline Tentative tentative_begin(const Exec *x) {
  Tentative mark;
  tentative_mark(x, &mark);
  return mark;
}
void tentative_rollback(Exec *x, const Tentative *to);
// Begins, and applies the move as the player's.
Tentative tentative_move(Exec *x, const Move *move);

// Whether a condition holds once the move is made, as the rules try moves out: the mover stays the same.
bool move_holds_after(Exec *x, const Move *move, int32_t cond);

// The last move made (the one under way included), or NULL.
const Move *last_move(const Exec *x);

#endif
