// A Position runs one game: it owns a state block, which is all that its future depends on, the undo log, the stacks of
// moves, actions and scratch memory, and the moves made on it. One thread uses it at a time; copies are independent.
// Here are its parts, its memory, and how instructions are run; access.h reads and writes the state, moves.h makes
// and applies moves. Ops and kernels see all three (op_functions.h).
#ifndef STATE_RUN_RUN_H
#define STATE_RUN_RUN_H

#include "base/random.h"
#include "plan/plan.h"
#include "rules/operand_names.h"
#include "state/act/action.h"

typedef struct Ints {
  const int32_t *at;
  int n;
} Ints;

typedef struct Dirs {
  const uint8_t *at;  // Dir values
  int n;
} Dirs;

// Outcomes of chance to use instead of random ones, in the order of the draws; 0 past the end. Or, with `noting`, what
// the random ones were.
enum { SCRIPT_MAX = 1024 };
typedef struct Script {
  bool noting;
  bool weighted;                // some draws have outcomes of different probability
  double probability;           // of the outcomes drawn, once set to 1 by whoever wants to know
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

// How far the logs of a position had grown before a move, to go back there.
typedef struct HistoryMark {
  uint32_t undo, played, played_actions, played_details, done;
} HistoryMark;

// Likewise before something is tried out, with the slots.
typedef struct Savepoint {
  HistoryMark logs;
  int32_t slots[SLOT_COUNT];
} Savepoint;

// What is remembered of every move made since the position was started, copied or restored: for printing it and for
// taking it back. What rules can ask about earlier moves is in the state.
typedef struct Played {
  Move move;  // its `first` and `detail` are places in the record stacks below; without consequences
  HistoryMark before;
} Played;

// A list of moves: the range [first, first + n) of x->moves.
typedef struct MoveList {
  uint32_t first, n;
  uint32_t actions, details;  // tops of the stacks before it
} MoveList;

// How far a match has come; the game is NULL where there is none.
typedef struct Match {
  const Game *game;
  int instance, trials;  // game under way, games finished
  bool over, deciding;   // deciding: the end rules of the match are running
  bool drawn;            // what they said
  uint32_t winners;      // likewise: bit per player
} Match;

// Asked from time to time while rules run, in the middle of a move too: when it says so they stop with the fault
// position_out_of_time. What is being made is then unfinished and must be taken back or thrown away.
typedef struct RulesWatch {
  bool (*expired)(void *self);
  void *self;
} RulesWatch;

enum { SHARED_ACTIONS = 16 };
typedef struct MemoRegions MemoRegions;  // see memo.h
typedef struct Position Position;
struct Position {
  const Game *game;
  const Plan *plan;  // of the game; the next two are parts of it
  const Layout *layout;
  const Program *program;
  unsigned char *block;  // the state
  StateHead *head;       // == block
  int words;             // of a region
  // Flat boards: where what, who and empty sites are kept; else NULL. Kinds of pieces are in the first, or, in games
  // with more than 256 of them, in the second.
  const uint8_t *flat_what[SITE_TYPES];
  const int16_t *wide_what[SITE_TYPES];
  const uint8_t *flat_who[SITE_TYPES];
  const Word *flat_empty[SITE_TYPES];
  const uint8_t *stack_heights[SITE_TYPES];  // boards with stacks: where their heights and levels are kept; else NULL
  const uint8_t *stack_levels[SITE_TYPES];
  int32_t slots[SLOT_COUNT];
  const uint16_t *memo_of, *test_of;  // as in the plan, like the next two
  const SiteTest *tests;
  const uint8_t *const *array_bytes;
  MemoRegions *memos;       // what is kept of each memo of the plan
  Word **fixed;             // where each static test holds, NULL as long as nobody asked
  const Word *region_slot;  // region of an iteration over regions
  Ints team_slot;
  VEC(UndoEntry) undo;
  VEC(Move) moves;  // stack: lists being built are ranges at its end
  VEC(Action) actions;
  uint32_t shared[SHARED_ACTIONS];  // where actions lie that later moves may share, if they are still there
  VEC(MoveDetail) details;          // of moves
  VEC(Action) done;                 // actions applied by the move under way, consequences included
  VEC(Played) played;
  VEC(size_t) parts;    // of a move made in parts: where the undo log stood before each
  HistoryMark opening;  // where the move under way began
  VEC(Action) played_actions;
  VEC(MoveDetail) played_details;
  bool keep_parts;  // mark in joined moves what they were joined from (PART actions)
  bool keep_start;  // keep the placements of the start in start_moves
  VEC(Move) start_moves;
  unsigned char *scratch;  // region, ints and dirs results; released by mark
  uint32_t scratch_used, scratch_size;
  struct Spill *spills;  // what did not fit there any more
  Random random;
  Script *script;            // prescribed outcomes of chance (replays), or NULL
  int depth;                 // of effects made one after another (their order counts), bounded
  bool looking_for_threats;  // a test of what enemies could do is under way
  bool judging;              // a test whether a move makes its mover lose at once is under way
  bool listing;              // the legal moves are being made
  bool counting;             // they are made to be counted for one that is tried out: none is tried out for that
  bool sharing;              // likewise, to be kept in a list: moves share their actions
  uint32_t n_listed;         // how many there were when they were last made...
  uint64_t listed_at;        // ...at this number of changes
  bool looking_ahead;        // a test of the next player's moves is under way
  // That the next player can move is taken for granted where these say so, or NULL; and who asked.
  const struct DeferredEnds *deferred_ends;
  bool moves_waited, mate_waited;
  struct Walker *walker;          // working memory of an automaton, made when first needed
  struct PartialMoves *partial;   // what is kept for moves chosen in stages, likewise
  struct Candidates *candidates;  // to draw one of the legal moves without making all, likewise
  uint64_t changes;               // of the position: moves made and taken back, starts and copies
  const char *fault;              // first thing that went wrong while running rules, or NULL
  Ref running, fault_at;          // the statement begun last, and the one that was when it went wrong; 0: none
  int32_t steps_left;             // until position_go_on is asked again
  uint64_t steps;                 // of the move being made or the list under way, in portions
  uint64_t steps_most;            // more than these are a fault
  uint32_t *visits;               // by Ref: how often each statement was begun, or NULL: nobody counts
  const RulesWatch *watch;        // somebody who may want the rules to stop, or NULL
  int nested;                     // moves of pieces that ask for moves of pieces, bounded
  int tried;                      // whole moves tried out inside one another, bounded
  int chain;                      // moves of one turn tried one after another to find the longest, bounded
  Match match;                    // x->game is the game of it that is under way
  Position *earlier;              // the finished game before it, to go back there
};

// ---- memory -------------------------------------------------------------------------------------

// Takes over a state of the game, or of a game of the match, as bytes of its layout. What was before is forgotten.
void position_adopt(Position *x, const Game *game, const Match *match, const unsigned char *block);
// Forgets the game so far, its lists of moves and its fault: the present state is where it begins.
void position_drop_history(Position *x);

typedef uint32_t ScratchMark;
static inline ScratchMark position_mark(const Position *x) { return x->scratch_used; }
void spills_free(Position *x, ScratchMark mark);
static inline void position_release(Position *x, ScratchMark mark) {
  if (x->spills && mark < x->scratch_used) spills_free(x, mark);
  x->scratch_used = mark;
}
// Uninitialised scratch memory, aligned to 16, valid until its mark is released. It never moves; asking for far
// more than rules need sets a fault (rules then stop).
void *position_spill(Position *x, size_t size);
static inline void *position_scratch(Position *x, size_t size) {
#ifdef SENET_HARDENED
  return position_spill(x, size);
#endif
  size = (size + 15) & ~(size_t)15;
  if (UNLIKELY(size > x->scratch_size - x->scratch_used)) return position_spill(x, size);
  void *at = x->scratch + x->scratch_used;
  x->scratch_used += (uint32_t)size;
  return at;
}
// A zeroed region in scratch.
static inline Word *position_region(Position *x) {
  Word *region = position_scratch(x, (size_t)x->words * sizeof *region);
  bits_zero(region, x->words);
  return region;
}

// What iterations left behind is forgotten: nobody may ask for it between moves.
static inline void slots_clear(Position *x) {
  for (int s = 0; s < SLOT_COUNT; s++) x->slots[s] = GAME_OFF;
}

// Records the first fault; running rules stops as soon as it can.
void position_fault(Position *x, const char *why);
// After taking back what went wrong.
void position_clear_fault(Position *x);
extern const char position_out_of_time[];
static inline bool position_ran_out_of_time(const Position *x) { return x->fault == position_out_of_time; }

// Counts one step of the rules: a statement, a region or list worked out, a turn of a long loop. False: stop here.
bool position_go_on(Position *x);
static inline bool position_step(Position *x) { return LIKELY(x->steps_left-- > 0) || position_go_on(x); }
// Counts n steps of work that goes on without statements, as a search that looks at n sites does.
bool position_work_on(Position *x, uint32_t n);
static inline bool position_work(Position *x, uint32_t n) {
  if (UNLIKELY((int64_t)n >= x->steps_left)) return position_work_on(x, n);
  x->steps_left -= (int32_t)n;
  return true;
}

// An outcome of chance in [0, bound). Everything the rules leave to chance (dice faces, random values and
// sites, shuffles) is drawn here and nowhere else, so that a replay can prescribe it.
uint32_t position_draw(Position *x, uint32_t bound);
// The place of one of n weights; they need not add up to 1. A replay prescribes the place.
uint32_t position_draw_weighted(Position *x, const double *weights, int n);
// The next list of draws after the one played through, to go through all outcomes: false after the last.
bool script_next(Script *script);

// ---- evaluating instructions --------------------------------------------------------------------

typedef int32_t IntFn(Position *x, const Ins *in);
typedef const Word *RegionFn(Position *x, const Ins *in);
typedef Ints IntsFn(Position *x, const Ins *in);
typedef Dirs DirsFn(Position *x, const Ins *in);
typedef double FloatFn(Position *x, const Ins *in);
typedef void MovesFn(Position *x, const Ins *in);

typedef union OpFn {
  IntFn *as_int;
  RegionFn *as_region;
  IntsFn *as_ints;
  DirsFn *as_dirs;
  FloatFn *as_float;
  MovesFn *as_moves;
} OpFn;
extern const OpFn op_fns[OPS];

static inline const Ins *position_ins(const Position *x, int32_t ref) { return program_ins(x->program, (Ref)ref); }

// Constants and slots, the most frequent operands, are read on the spot.
static inline int32_t x_int(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  if (in->op == OP_CONST) return in->a[A_CONST_VALUE];
  return in->op == OP_SLOT ? x->slots[in->a[A_SLOT_SLOT]] : op_fns[in->op].as_int(x, in);
}
const Word *memo_region(Position *x, uint16_t number, const Ins *in);
static inline const Word *x_region(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  if (x->memo_of[ref]) return memo_region(x, x->memo_of[ref], in);
  return LIKELY(position_step(x)) ? op_fns[in->op].as_region(x, in) : position_region(x);
}
static inline Ints x_ints(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  return LIKELY(position_step(x)) ? op_fns[in->op].as_ints(x, in) : (Ints){0};
}
static inline Dirs x_dirs(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  return op_fns[in->op].as_dirs(x, in);
}
// Directions as the piece on a site sees them, whatever FROM is.
Dirs dirs_seen_from(Position *x, int32_t dirs, int32_t site);
static inline double x_float(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  return op_fns[in->op].as_float(x, in);
}
static inline void x_moves(Position *x, int32_t ref) {
  const Ins *in = position_ins(x, ref);
  x->running = (Ref)ref;
  if (UNLIKELY(!position_step(x))) return;
  op_fns[in->op].as_moves(x, in);
}
// Optional operands.
static inline int32_t x_int_or(Position *x, int32_t ref, int32_t otherwise) { return ref ? x_int(x, ref) : otherwise; }
static inline bool x_holds(Position *x, int32_t ref) { return !ref || x_int(x, ref); }
// The type of site an operand names, -1 being the game's own.
static inline SiteType x_type(const Position *x, int32_t type) {
  return type < 0 ? x->game->site_type : (SiteType)type;
}

#endif
