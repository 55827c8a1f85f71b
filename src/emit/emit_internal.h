// The emitter's own parts: what is known while the C text of one game is written.
//
// Instructions become C by rows (EmitRow): an op and the function that writes it. A value is a Code: a C expression,
// with what is known about it; statements it needs first are appended to e->out. What has no row, or a row
// cannot do, is said with emit_fail: the text goes on, the unit is not used, and the reason is kept.
#ifndef EMIT_EMIT_INTERNAL_H
#define EMIT_EMIT_INTERNAL_H

#include "base/arena.h"
#include "base/number.h"
#include "base/text.h"
#include "base/vec.h"
#include "plan/plan.h"
#include "rules/operand_names.h"

// An int in the emitted C. min and max bound it; known: both are value.
typedef struct Code {
  const char *text;
  bool known;
  int32_t value;
  int32_t min, max;
} Code;

// What the moves of a statement become.
typedef enum Sink {
  SINK_LIST,   // choices: counted as sets or listed
  SINK_ACTS,   // effects: made at once
  SINK_FOUND,  // a question: whether there is any
  SINK_SITES,  // a question: where they begin or end
} Sink;

enum { EMIT_THENS_MAX = 8, EMIT_EXTRA_MAX = 10, EMIT_OPENS_MAX = 3 };
// Kept in a move beside slots: the kind of piece, the dice used, and slots as they were where something comes first
// (EMIT_EXTRA_OPEN + SLOT_COUNT * its number + slot) or is tested.
enum {
  EMIT_EXTRA_WHAT = SLOT_COUNT,
  EMIT_EXTRA_DICE,
  EMIT_EXTRA_HURDLES,
  EMIT_EXTRA_OPEN,
  EMIT_EXTRA_TEST = EMIT_EXTRA_OPEN + EMIT_OPENS_MAX * SLOT_COUNT,
};

// Whose turn it is.
typedef struct Turn {
  Code mover, next, prev;
} Turn;

// The first part of a DO_AFTER that is an effect: every move of the second part does it again, as it was found.
typedef struct Prefix {
  Ref first;
  const char *base;   // the state on which it was found
  const char *after;  // one on which it has been done; chance is not asked twice
  const char *times;  // a variable: how often it was done
  bool draws;
  const Code *slots;
  Turn turn;
  const struct Prefix *outer;
} Prefix;

// Where a statement stands: the slots, whose turn it is, what follows its moves.
typedef struct Context {
  Code slot[SLOT_COUNT];
  Code mover, next, prev;
  Code root_mover, root_next, root_prev;   // when the move is made, whoever's pieces it was found among
  Turn tested[EMIT_THENS_MAX];             // when each of its conditions is tested
  const Code *test_slots[EMIT_THENS_MAX];  // and the slots there
  int32_t from_what;                       // the kind of the piece on FROM, 0: not known
  Sink sink;
  bool in_loop;    // inside a loop of the emitted C: sets cannot have names of their own
  bool list_only;  // moves are counted as they are listed: no sets either
  bool in_order;   // and not those that are tested when one is drawn
  Ref thens[EMIT_THENS_MAX];
  int n_thens;
  bool ends;                  // SINK_SITES: where they end
  const char *found;          // SINK_FOUND, SINK_SITES: the variable that says so
  const char *only;           // SINK_FOUND: moves that end on this site only, or NULL
  bool covered;               // where the move can lead from FROM is noted (near.c)
  const char *region;         // region of an iteration over groups, or NULL
  bool ahead;                 // it is asked whether a player could move: such questions inside are answered yes
  bool threats;               // threats are looked for: tests for threats do not hold
  int variant;                // which of several kinds of move of one instruction
  bool chosen;                // SINK_ACTS: only the move to TO, which was chosen, is made
  bool placed;                // and the move says which place on a short stack that is
  Code made_by;               // simultaneous moves: whose move it is
  Code count;                 // how many pieces a FROM_TO moves, where that was found before TO was
  Ref opens[EMIT_OPENS_MAX];  // what is done before the moves are looked for
  const Code *open_slots[EMIT_OPENS_MAX];  // and the slots there
  Turn open_turn[EMIT_OPENS_MAX];
  int n_opens;
  const char *facing;           // how the piece faces from which directions are seen, or NULL
  bool may_draw;                // effects are worked out when they are made: chance may be asked
  Code hurdles;                 // how many pieces a HOP passes, where there is an effect on each; no text: one
  bool first_dir;               // of the directions between two sites only the first counts
  const struct Prefix *prefix;  // SINK_ACTS: what every move begins with, or NULL
  Code dice;                    // the dice a move uses, a bit each; no text: none
  const Ins *dice_in;           // the instruction that uses them
  Code what;                    // the kind of piece an ADD_PIECE or PROMOTE brings
  const char *put_on;           // the sites a piece is put on instead of those its statement names, or NULL
  int put_sites;                // a piece is put on a site that is worked out: how many there are, 0: it is not asked
  bool opening;                 // what is written comes first in a DO_AFTER
  const char *acted;            // SINK_ACTS: the variable for the piece that did something whose order shows, or NULL
  Code piece;                   // and the site of the piece at hand
  const char *s;                // the state that is read
  Ref filters[EMIT_THENS_MAX];  // conditions on the position after the move
  int n_filters;
  int tested_without;  // so many of the last consequences are added after the tests
} Context;

// What plays one kind of move: an instruction that makes moves, in its context.
typedef struct Generator {
  const Ins *in;
  Ref ref;
  Context at;
  int extra[EMIT_EXTRA_MAX];  // slots kept in the move, beside FROM and TO, or one of EMIT_EXTRA_*
  int n_extra;
  bool pass;  // it is a pass
} Generator;

// Moves of one generator as a set of sites TO; FROM is TO - delta, or the same site.
typedef struct MoveSet {
  const char *name;
  const char *at;  // where the set is
  int generator;
  int delta;
  int levels;         // the set is one of places on short stacks, so many for each site; 0: of sites
  const char *extra;  // further parts of the move, as C
  bool tested;        // its moves are allowed only if a test of the position afterwards says so
} MoveSet;

// A table of constants: what it holds, and what it is called.
typedef struct EmitTable {
  const char *key, *name;
  uint64_t hash;  // of the key
} EmitTable;

// From where each site may be reached by the pieces of a loop (near.c).
typedef struct Near {
  const char *name, *from;  // of the table, and of the site of the piece
  Word *to;                 // a region for each site
  bool open;                // some move does not say where it can lead
} Near;

typedef struct EmitRow EmitRow;
typedef struct WayTable WayTable;

// A move along lines that becomes a function for all who differ only in these (gen_kind.c).
typedef struct SharedLine {
  int generator;     // -1: none yet
  const char *row;   // of its ways, or NULL
  const char *most;  // how far it goes, or NULL
  bool clash;        // there are two of a kind
} SharedLine;
typedef struct Puzzle Puzzle;

typedef struct Emitter {
  const Game *game;
  const Plan *plan;
  const Program *program;
  Layout layout;
  Arena *arena;
  Text *out;       // statements of the function being written
  Text tables;     // constants
  Text functions;  // finished functions
  Text prototypes;
  const char *why;
  bool hopeless;       // that was that the rules are too large, however they are written
  uint32_t visits;     // of instructions, again and again where they are written in several ways
  size_t room_before;  // bytes in the arena when the first was written
  int temps, n_tables;
  int indent;
  Context at;
  VEC(Generator) generators;
  VEC(MoveSet) sets;
  uint64_t uses;              // EmitUse: helpers and fields that are needed
  int extra;                  // most slots a move keeps beside FROM and TO
  bool wide_moves;            // some of these need more than 16 bits
  size_t generators_written;  // so many of the first generators
  int state_sets;             // states 1 to this have a set of sites each
  int words;                  // of a region
  int bits;                   // sites of all types kept
  int depth;                  // of nested expressions
  // pieces
  uint32_t owners;                      // players who own pieces, bit per player 0..players + 1
  int kinds_of[GAME_PLAYERS_MAX + 2];   // how many kinds a player owns
  int only_kind[GAME_PLAYERS_MAX + 2];  // the one kind of a player who owns one
  bool has_what;                        // kinds are kept per site
  bool kind_sets;                       // and the sites of each kind
  int bunch_generator;                  // of the bunches of this function; -1: none yet, -2: several
  bool notes_only;                      // acts are only noted (gain_entry.c): all else, and what follows, is left out
  bool tracks_after;                    // the site of the last action counts
  bool last_types;                      // and the types of the sites of the last move
  bool last_levels;                     // and the level it went to
  int stack_bound;                      // short stacks (short_stacks.c): their greatest height, 0: none are kept
  bool stack_newest;                    // and the place of the piece that was put last is kept
  bool tall;                            // stacks of any height (tall_stacks.c)
  const char *asked;                    // the only site that a set of pieces is asked for; NULL: all
  int stack_rows;                       // stacks are kept for so many sites at once; 0: for each
  bool asks_hidden;                     // some rule asks what is hidden from whom
  bool merged;                          // hands, which are cells, follow the sites of a board of another type
  bool one_add;                         // one placement is in the rules of play
  int placed_type;                      // of the sites that all moves are placements on; -1, SITE_TYPES: not so
  VEC(int) placements;                  // their generators, by player
  size_t listing_limits;                // calls of exceed in the functions that list moves
  bool lists;                           // the order in which pieces of a kind came is kept, for some kinds
  bool stack_list;                      // the same as one list of entries, for all kinds that have lists
  uint64_t listed;                      // these, a bit each
  bool only_adds;                       // pieces come to empty sites and stay
  bool last_stands;                     // and whatever move was made last, a piece stands where it led to, if anywhere
  int line_axes, line_lines;            // lines kept as bits: axes through a site, lines of an axis; 0: none
  int line_pad;                         // bits before the first site of a line
  bool line_wide;                       // lines are words of 64 bits
  Dir line_dir;
  const char *ray_number;               // the variable that counts the radials of a loop, which was opened last
  const char *cells_near, *cells_from;  // boards without bounds: the cells next to each
  int links;                            // sites whose groups are kept by union-find, 0: none
  SiteType link_type;
  const char *link_steps;
  int32_t link_dirs;
  SiteType line_type;
  int repeats;                     // RepeatKinds that rules ask for
  bool hash_follows;               // the hash of the position follows every change
  bool keeps_who;                  // whose piece is on a site is kept, as it need not be the owner of its kind
  bool tries_ask;                  // what is tried out may ask for earlier positions
  bool ahead_tested;               // moves of the next player that are tried out ask whose turn it is
  bool longest;                    // moves are tried out for the longest sequences
  bool most;                       // and for those that take the most
  bool teams;                      // players are in teams, which are made before the game begins
  int team[GAME_PLAYERS_MAX + 2];  // of each player
  bool stores;                     // a position is kept to be avoided
  bool draws;                      // chance plays a part
  bool sets_next;                  // some effect says who moves next
  bool pairs;                      // some choice is of any two sites
  bool compact;                    // the C is long: rather short than fast
  bool together;                   // all players move at once (together.c)
  Player chooser;                  // whose moves are written there
  bool swaps;                      // players may change seats: by the swap rule, or by a move
  const EmitRow *rows[OPS];
  uint32_t movers;       // players for whom can_move is wanted
  uint32_t moves_known;  // players whose can_move is written
  VEC(EmitTable) made;   // tables written so far
  Near *near;            // of the loop over pieces around, or NULL
  bool steps_apart;      // some player's steps do not take their moves from the list of all moves
  WayTable *ways[SITE_TYPES];
  SharedLine *shared;  // what is being written for all, or NULL
  Puzzle *puzzle;      // lists of sites of a deduction puzzle (expr_puzzle.c), or NULL
} Emitter;

// Parts of the unit that are written only when something needs them.
typedef enum EmitUse {
  USE_LAST = 1 << 0,        // from and to of the last move
  USE_COUNTER = 1 << 1,     // the counter
  USE_STALEMATED = 1 << 2,  // who had no move
  USE_PENDING = 1 << 3,     // pending values
  USE_SCORE = 1 << 4,       // scores
  USE_TURN = 1 << 5,        // number of the turn
  USE_TURN_SAME = 1 << 6,   // moves of the same player
  USE_PREV = 1 << 7,        // who moved before
  USE_PASSES = 1 << 8,      // passes in a row
  USE_HISTORY = 1 << 9,     // who moved and passed lately
  USE_VARS = 1 << 10,       // variables
  USE_TO_REMOVE = 1 << 11,  // captured pieces that leave at the end of the turn
  USE_VISITED = 1 << 12,    // sites of this turn
  USE_TEMP = 1 << 13,       // the temporary value
  USE_AMOUNT = 1 << 14,     // amounts of the players
  USE_PLAYER_VALUE = 1 << 15,
  USE_REPEAT = 1 << 16,  // hashes of the positions so far
  USE_POT = 1 << 17,
  USE_DECIDED = 1 << 18,
  USE_LINES = 1 << 19,
  USE_GROUP = 1 << 20,
  USE_RESULTS = 1 << 21,
  USE_TURN_FROM = 1 << 22,
  USE_LAST_TURN_MOVER = 1 << 23,
  USE_TRIGGERED = 1 << 24,
  USE_START_SITES = 1 << 25,  // where the pieces stood at the start
  USE_ENCLOSED = 1 << 26,
  USE_LIBERTIES = 1 << 27,
  USE_MEMORY = 1 << 28,     // remembered lists
  USE_REGIONS = 1 << 29,    // regions of the equipment that are found at the start
  USE_TEAM_WINS = 1 << 30,  // teams that win
} EmitUse;

struct EmitRow {
  Op op;
  Code (*as_int)(Emitter *e, const Ins *in);
  const char *(*as_region)(Emitter *e, const Ins *in);
  void (*as_moves)(Emitter *e, const Ins *in, Ref ref);
  // What one move of the instruction does, with FROM, TO and the like set.
  void (*as_acts)(Emitter *e, const Ins *in, Ref ref);
  // The set of sites for which an int holds, as the slot runs over them; NULL when it cannot be said.
  const char *(*as_set)(Emitter *e, const Ins *in, Slot slot, SiteType type);
};

extern const EmitRow emit_core_rows[], emit_state_rows[], emit_region_rows[], emit_shape_rows[], emit_move_rows[],
    emit_slide_rows[], emit_capture_rows[], emit_effect_rows[], emit_end_rows[], emit_test_rows[], emit_group_rows[],
    emit_track_rows[], emit_memory_rows[], emit_stack_rows[], emit_dice_rows[], emit_look_rows[], emit_repeat_rows[],
    emit_ring_rows[], emit_push_rows[], emit_steps_rows[], emit_puzzle_rows[], emit_satisfy_rows[];
void emit_find_rows(Emitter *e);

// ---- text ---------------------------------------------------------------------------------------

// One line of the function, indented.
void emit_line(Emitter *e, const char *format, ...) PRINTF_LIKE(2, 3);
void emit_open(Emitter *e, const char *format, ...) PRINTF_LIKE(2, 3);  // a line that ends in {
void emit_close(Emitter *e);
// A string of the emitter's arena.
const char *emit_text(Emitter *e, const char *format, ...) PRINTF_LIKE(2, 3);
// The type of numbers of so many bytes in the interpreter's block.
static inline const char *emit_type_of_width(int bytes) { return bytes == 1 ? "u8" : bytes == 2 ? "i16" : "i32"; }
// A name nobody else has: prefix and a number.
const char *emit_name(Emitter *e, const char *prefix);
// Around statements that become a function of their own where they are long: it is written once for all who need the
// same, as the key says. What is written in between is in a text of its own.
typedef struct Outline {
  Text body, *outer;
  int indent;
  const char *key;
} Outline;
// The name of the function, if it is there already; NULL: write the statements, then end the outline.
const char *emit_outline_begin(Emitter *e, Outline *outline, const char *key);
// Ends it: the name of the function, whose head and last line are given, or NULL where the statements were short and
// stand where they are needed.
const char *emit_outline_end(Emitter *e, Outline *outline, const char *result, const char *parameters,
                             const char *last);
// The same for statements of any length.
const char *emit_outline_end_always(Emitter *e, Outline *outline, const char *result, const char *parameters,
                                    const char *last);
// Functions that turn out to be the same become one, in large units.
void emit_merge_functions(Emitter *e);
// The players of a context, as part of a key; NULL where they are not those of the state.
const char *emit_turn_key(Emitter *e);
// A key for what an instruction gives here, when it depends on the state alone; else NULL.
const char *emit_state_key(Emitter *e, const char *kind, int32_t ref);
// The bounds of what a function gives, kept with its key.
void emit_share_bounds(Emitter *e, const char *key, Code code);
Code emit_shared_bounds(Emitter *e, const char *key);
// A finished function; one that is the same as another but for the names of its variables becomes another name of it.
void emit_add_function(Emitter *e, Str body, const char *name);
// Whether a function is the same as another; it is known by that one's name then.
bool emit_is_same(Emitter *e, Str body, const char *name);
// The name of a function, or that of the one it turned out to be.
const char *emit_same_name(Emitter *e, const char *name);
// Cases of a switch over generators that call a function of each, NULL: none; one call for all that have the same one.
typedef const char *NameFunction(Emitter *e, int number);
void emit_cases(Emitter *e, Text *out, NameFunction *name_of, const char *before, const char *after);
// Notes why the unit cannot be used, the first reason only.
void emit_fail(Emitter *e, const char *format, ...) PRINTF_LIKE(2, 3);
// Forgets that again, where something else is tried: unless nothing else can be better.
void emit_try_again(Emitter *e);
// Where the instruction is in the description, as a comment.
const char *emit_place(Emitter *e, Ref ref);
void emit_comment(Emitter *e, Ref ref);

// ---- values -------------------------------------------------------------------------------------

Code code_const(Emitter *e, int32_t value);
Code code_of(const char *text, int32_t min, int32_t max);
// The same value under a name, unless it has a plain one.
Code emit_bind(Emitter *e, Code code);
Code emit_int(Emitter *e, int32_t ref);
Code emit_next(Emitter *e);
// Whether a group has any liberty, for a LIBERTIES: cheaper than their number.
Code emit_has_liberty(Emitter *e, const Ins *in);
Code emit_int_or(Emitter *e, int32_t ref, int32_t otherwise);
const char *emit_region(Emitter *e, int32_t ref);
const char *emit_region_bind(Emitter *e, int32_t ref);
const char *emit_region_place(Emitter *e, const char *text);
const char *emit_region_value(Emitter *e, const char *text);  // the same region under a name
void emit_moves(Emitter *e, int32_t ref);
// A condition whose statements, if it has any, are written in front.
const char *emit_cond(Emitter *e, int32_t ref);
// The set of sites where a condition holds for the slot, or NULL.
const char *emit_set(Emitter *e, int32_t ref, Slot slot, SiteType type);
bool emit_reads_slot(const Emitter *e, int32_t ref, Slot slot);
// Slots read below an instruction that it does not bind itself, as a mask.
uint32_t emit_free_slots(const Emitter *e, int32_t ref);

static inline const Ins *emit_ins(const Emitter *e, int32_t ref) { return program_ins(e->program, (Ref)ref); }
static inline SiteType emit_type(const Emitter *e, int32_t type) {
  return type < 0 || (e->merged && type == SITE_CELL) ? e->game->site_type : (SiteType)type;
}
// Whether a number of a site of the type may be that of a cell of a hand, which is found out while playing.
static inline bool emit_hands_apart(const Emitter *e, SiteType type) {
  return type != SITE_CELL && e->game->n_containers > 1 && !e->merged &&
         e->game->sites[SITE_CELL] > e->game->sites[type];
}
// Whether pieces are kept on sites of the type at all.
static inline bool emit_kept(const Emitter *e, SiteType type) {
  return e->layout.sites[type].empty != 0 && !(e->merged && type == SITE_CELL);
}
static inline int emit_sites(const Emitter *e, SiteType type) {
  return e->game->sites[e->merged && type == e->game->site_type ? SITE_CELL : type];
}
// Whether it is kept what is hidden on sites of the type: on stacks, of whose hash it is no part, only where some rule
// asks for it.
static inline bool emit_keeps_hidden(const Emitter *e, SiteType type) {
  return e->layout.sites[type].hidden && (e->asks_hidden || !game_has(e->game, GAME_STACKING));
}
// Where it is kept what is hidden of a site, and of a level of stacks, by player: C expressions.
const char *emit_hidden(Emitter *e, SiteType type, const char *state, const char *site, const char *level);
static inline int emit_board_sites(const Emitter *e, SiteType type) { return topo_count(e->game->board, type); }
// A line through the site of at least, or exactly, so many pieces of its owner, by the bits of its lines (line_bits.c):
// the variable that says so, or NULL.
const char *emit_line_by_bits(Emitter *e, SiteType type, Dir dir, Code site, int length, bool exact);
const char *emit_line_word(const Emitter *e);
// Statements by which a new piece on site i joins the lines through it.
const char *emit_follow_lines(Emitter *e, int player);
bool emit_stacking(const Emitter *e);
// A site is surely one of the type.
bool code_on_board(const Emitter *e, Code site, SiteType type);
// Loops over the sites of a region: opens a block in which the name is the site.
const char *emit_for_sites(Emitter *e, const char *region, SiteType type);
Code code_site(Emitter *e, const char *name, SiteType type);

// Lines of any kind (expr_line.c), for a LINE; whether another piece lies right above a site, or pieces hide the link
// between two.
Code emit_general_line(Emitter *e, const Ins *in);
// Lines of stacks of any height, for a STACK_LINE.
Code emit_stack_line(Emitter *e, const Ins *in);
const char *emit_covered(Emitter *e, SiteType type, const char *site);
const char *emit_link_hidden(Emitter *e, SiteType type, const char *a, const char *b);
// The pieces of the kind of the one on a site, as a region; the empty sites where none is.
const char *emit_same_pieces(Emitter *e, SiteType type, const char *site);

// Lists of ints whose length is known.
enum { EMIT_INTS_MAX = 64 };
typedef struct IntList {
  Code at[EMIT_INTS_MAX];
  int n;
} IntList;
bool emit_ints(Emitter *e, int32_t ref, IntList *list);

// Opens a loop over a list of ints, in which *value is the item; how many blocks emit_close_ints has to close.
int emit_open_ints(Emitter *e, int32_t ref, const char **value);
void emit_close_ints(Emitter *e, int blocks);
// The same for lists that are made of others while playing; one block. False: it is not one.
bool emit_open_list(Emitter *e, int32_t ref, const char **value);
int emit_open_group_sizes(Emitter *e, const Ins *in, const char **size);

// ---- tables -------------------------------------------------------------------------------------

// A region constant as a C expression.
const char *emit_region_const(Emitter *e, const Word *region);
// The sites of the board of a type, without hands.
const char *emit_board_mask(Emitter *e, SiteType type);
const char *emit_sites_mask(Emitter *e, SiteType type);
// Those of a region that are sites of the type: numbers of another type's sites may be beyond them.
const char *emit_on_type(Emitter *e, const char *region, SiteType type);
// The sites where pieces of a type of sites are to be put: one off the board stops the game.
const char *emit_region_to_put(Emitter *e, int32_t ref, SiteType type);
const char *emit_region_sites(Emitter *e, SiteList sites);
// Arrays of numbers; returns their name.
const char *emit_int_table(Emitter *e, const int32_t *values, int n);
// A table of a region for each site: what can be stepped to in the directions.
const char *emit_region_table(Emitter *e, const Word *regions, int n);

// A table written before, by what it holds; NULL: not yet.
const char *emit_find_table(const Emitter *e, const char *key);
void emit_note_table(Emitter *e, const char *key, const char *name);

// ---- pieces that may come to one site -------------------------------------------------------------

// Around a loop over the pieces on sites: the sites to loop over, the name of the one at hand, the end of the loop.
const char *emit_near_begin(Emitter *e, Near *near, const char *sites);
void emit_near_from(Emitter *e, Near *near, const char *from);
void emit_near_end(Emitter *e, Near *near);
// Whether to note, by emit_near_pair, where moves from this site can lead.
bool emit_near_covers(Emitter *e, Code from);
void emit_near_pair(Emitter *e, int from, int to);
// A move was written.
void emit_near_leaf(Emitter *e);

// ---- directions ---------------------------------------------------------------------------------

typedef struct DirList {
  uint8_t at[DIRS];
  int n;
  bool known;
  const char *var;              // a variable that says which of the lists is meant, or NULL
  const struct DirList *lists;  // which are these
  int n_lists;
  const char *key;  // what they are
} DirList;

// ---- pieces -------------------------------------------------------------------------------------

int32_t emit_owner(const Emitter *e, int32_t what);
// The sites of a player's pieces, of all but some players.
const char *emit_owned(Emitter *e, SiteType type, int32_t player);
// The sites whose owner is asked for as this number.
const char *emit_of_who(Emitter *e, SiteType type, int32_t who);
const char *emit_enemies(Emitter *e, SiteType type, Code mover);
const char *emit_friends(Emitter *e, SiteType type, Code mover);
// The sites whose local state is a number, NULL when such sets are not kept.
const char *emit_state_set(Emitter *e, SiteType type, int32_t state);
const char *emit_what(Emitter *e, SiteType type, Code site);
const char *emit_who(Emitter *e, SiteType type, Code site);
const char *emit_has(Emitter *e, const char *region, Code site, SiteType type);
// A set that is asked for sites of the board one by one, while nothing changes: not copied where it is large, and then
// perhaps written as what is not in it. The question.
const char *emit_asked_set(Emitter *e, const char *set);
const char *emit_asked(Emitter *e, const char *set, Code site);
// Opens a block in which the site is surely one of the board; false, and nothing opened, where it never is.
bool emit_open_on_board(Emitter *e, SiteType type, Code *site);

// ---- moves --------------------------------------------------------------------------------------

// A move of an instruction, with FROM and TO set: chosen, made or found, as the context says.
void emit_leaf(Emitter *e, const Ins *in, Ref ref, bool pass);
// The same for every site of a set as TO; FROM is TO - delta. Only where a set may have a name of its own.
void emit_leaf_set(Emitter *e, const Ins *in, Ref ref, const char *set, int delta);
// The sites, as the slot, for which a statement gives moves; NULL when that cannot be said as a set.
const char *emit_exists_set(Emitter *e, int32_t ref, Slot slot, SiteType type);
// The same for every site of a set as TO, FROM being set: as a bunch that is counted and selected from, where that can
// be.
void emit_leaf_bunch(Emitter *e, const Ins *in, Ref ref, const char *set, SiteType type);
// Hops of all pieces on a set of sites, as sets. False when they are not of that form.
bool emit_hops_from_all(Emitter *e, const Ins *in, Ref ref, const char *sources);
// Whether placements that must be tested may be a set all the same: when one is drawn that is not allowed, another is.
bool emit_tests_drawn(const Emitter *e);
// Whether it is only asked if there is a move, and none has to be tried out.
bool emit_only_found(const Emitter *e);
// TO or FROM where the slot has the same value, otherwise the slot itself.
Slot emit_slot_alias(const Context *at, Slot slot);
// Does what comes before a move of effects.
void emit_prefix(Emitter *e);
// The slots as they are now, to be kept.
const Code *emit_keep_slots(Emitter *e);
// Sets the slots to those kept for an instruction, in part in the move from this extra on; others are before_slot,
// which no function may have in it.
void emit_bind_kept(Emitter *e, const Generator *g, Ref ref, const Code *slots, int extra);
// Notes the sites of an action, where rules ask for those of the last one.
void emit_note_sites(Emitter *e, const char *from, const char *to);
// Notes the types of the sites of a move, where rules ask for them.
void emit_note_types(Emitter *e, const Ins *in);
// The same for the level it goes to, which is found before the move is made.
void emit_level_before(Emitter *e, const Ins *in);
// Makes the actions of one move of an instruction and what follows them.
void emit_acts(Emitter *e, const Ins *in, Ref ref);
// What comes before the actions of a move, and after them.
void emit_effect(Emitter *e, int32_t ref);
void emit_consequence(Emitter *e, int32_t ref);
void emit_thens(Emitter *e);

// Moves of the piece on a site, and on a level where there are stacks, else NULL: a function of their own in large
// units (gen_kind.c).
void emit_kind_moves(Emitter *e, int32_t moves, const char *site, const char *level);
// Writes moves of a piece along lines as a call of a function that all have who move so, whatever their ways, how far
// they go and what the move does; false: not here. In that function these have other names, which the rest give.
typedef void LineWriter(Emitter *e, const Ins *in, Ref ref);
bool emit_shared_line(Emitter *e, const Ins *in, Ref ref, LineWriter *write);
const char *emit_shared_row(Emitter *e, const char *row);
const char *emit_shared_most(Emitter *e, Code most);
const char *emit_shared_generator(Emitter *e, int number);
// Moves of bunches are listed in the function that is written.
void emit_bunch_listed(Emitter *e);

// Simultaneous moves (together.c): whether the game has them (what cannot be done is said), the context in which a
// player's choices are listed, whether that is being done, and whether moves of a player are among them.
bool emit_accepts_together(Emitter *e);
void emit_begin_choices(Emitter *e, Player chooser);
bool emit_choosing(const Emitter *e);
bool emit_made_by(Emitter *e, int32_t player);
// Leaves out the consequences that wait until all players' moves are made; how many are left.
int emit_thens_now(const Emitter *e, Ref *thens, int n);
// Functions that choose a move, and the one that makes all that were chosen.
void emit_choose(Emitter *e, int number);
void emit_choose_pass(Emitter *e, Player player);
void emit_together(Emitter *e, Text *out);
// Whether there is a move: an int expression.
Code emit_found(Emitter *e, int32_t ref, const char *only);
// Whether a player other than the one to move could move: a call of a function written once.
Code emit_can_move(Emitter *e, Code player);

// Whether it shows in which order an effect is done for several sites: not on what it does to these, nor on sums.
bool emit_shows_order(const Emitter *e, int32_t ref);
// Around statements that capture in another order than the interpreter does: lists of pieces that this would leave in
// another order stop the game.
const char *emit_lists_before(Emitter *e, SiteType type);
void emit_lists_after(Emitter *e, SiteType type, const char *before);
// Does what comes before the moves of a DO_AFTER to a state of its own: the variable is a pointer to S.
void emit_open_state(Emitter *e, Ref first, const char *state);
// How many moves there are so far, listed and in sets.
const char *emit_count_so_far(Emitter *e);

// ---- chance -------------------------------------------------------------------------------------

void emit_dice_fields(Emitter *e, Text *out);
void emit_chance_helpers(const Emitter *e, Text *out);
void emit_dice_helpers(Emitter *e, Text *out);
void emit_dice_copy(Emitter *e, Text *load, Text *store);
// What is asked before a move that uses dice is made, and what it does to them.
void emit_before_dice(Emitter *e);
void emit_use_dice(Emitter *e);

// ---- large pieces -------------------------------------------------------------------------------

// Whether pieces are large and only added, which is all that can be written; whether a kind of piece is large.
bool emit_accepts_large(const Emitter *e, const uint8_t *ops);
bool emit_is_large(const Emitter *e, Code what);
void emit_add_large(Emitter *e, const Ins *in, Ref ref, const char *region);
void emit_acts_large(Emitter *e);

// ---- deduction puzzles --------------------------------------------------------------------------

static inline bool emit_is_puzzle(const Emitter *e) { return game_has(e->game, GAME_PUZZLE); }
// Says what of a puzzle cannot be written.
void emit_accept_puzzle(Emitter *e, const uint8_t *ops);
void emit_puzzle_begin(Emitter *e);
void emit_puzzle_end(Emitter *e);
void emit_puzzle_fields(Emitter *e, Text *out, SiteType type);
void emit_puzzle_helpers(Emitter *e, Text *out);
void emit_puzzle_copy(Emitter *e, Text *load, Text *store, SiteType type);
// The values a site may keep, and those it has in a state: C expressions.
const char *emit_puzzle_mask(Emitter *e, SiteType type);
const char *emit_puzzle_values(Emitter *e, SiteType type, const char *state, const char *site);
// Whether a constraint is made of lists of sites: the first of these and how many there are; the sites of one.
bool emit_puzzle_lists(Emitter *e, const Ins *in, int *first, int *n);
void emit_puzzle_list(const Emitter *e, int number, const int32_t **sites, int *n);

// ---- repetitions --------------------------------------------------------------------------------

void emit_find_repeats(Emitter *e, const uint8_t *ops);
void emit_repeat_fields(Emitter *e, Text *out);
void emit_seen_field(Emitter *e, Text *out);
void emit_copy_helper(Emitter *e, Text *out);
const char *emit_hash_change(Emitter *e, int type, const char *what);
void emit_hash_temp(Emitter *e);  // before the temporary value changes, and after
void emit_hash_helpers(Emitter *e, Text *out);
void emit_repeat_helpers(Emitter *e, Text *out);
void emit_repeat_copy(Emitter *e, Text *load, Text *store);
const char *emit_repeated(Emitter *e, int kind, const char *state, const char *list);

// ---- the order of pieces (listed_pieces.c) ------------------------------------------------------

// The number of the list kept for a kind, 0: none. Whether there are lists of pieces on sites of a type.
int emit_list_of(const Emitter *e, int kind);
bool emit_has_lists(const Emitter *e, SiteType type);
void emit_list_types(Emitter *e, Text *out);
void emit_list_fields(Emitter *e, Text *out, SiteType type);
void emit_roll_fields(Emitter *e, Text *out);
void emit_roll_list(Emitter *e, Text *out);
void emit_list_tables(Emitter *e, Text *out);
void emit_list_helpers(Emitter *e, Text *out, int t);
void emit_list_copy(Emitter *e, Text *load, Text *store, SiteType t);
void emit_roll_copy(Emitter *e, Text *load, Text *store);
// The type of a site of those kept with a type: hands are cells.
const char *emit_type_of(Emitter *e, int t, const char *site);
// Opens a loop over what is listed of a kind, a C expression: *site and *level are the names of its place. One block.
typedef enum ListedWay {
  LISTED_BACKWARDS = 1,
  LISTED_ON_ANY = 2,  // sites of all types
} ListedWay;
void emit_open_listed(Emitter *e, SiteType type, const char *kind, int how, const char **site, const char **level);
// Sites that are listed: for kinds of the players in a mask, all (NULL) or some; for one kind found while playing.
const char *emit_listed_sites(Emitter *e, SiteType type, Code players, const RulesArray *pieces);
const char *emit_listed_site(Emitter *e, SiteType type, Code players, const RulesArray *pieces, const char *site);
const char *emit_listed_kind(Emitter *e, SiteType type, Code players, Code what);

// ---- tracks that cross themselves ---------------------------------------------------------------

void emit_track_fields(Emitter *e, Text *out);
void emit_track_helpers(Emitter *e, Text *out);
void emit_track_copy(Emitter *e, Text *load, Text *store);

// ---- lines of sites -----------------------------------------------------------------------------

// A table of the radials from every site in the directions: T[T_at[site]] is their number, then for each its length
// without the origin and its sites. Returns its name.
const char *emit_rays(Emitter *e, SiteType type, const DirList *dirs);
// A region per site: all sites on the radials in the directions.
const char *emit_reach(Emitter *e, SiteType type, const DirList *dirs);
// On boards of one word with one way between sites: a region for each pair, of those between them, at
// [to * sites + from]; else NULL.
const char *emit_between(Emitter *e, SiteType type, const DirList *dirs);
// A region per site: those one step away in the directions.
const char *emit_steps(Emitter *e, SiteType type, const DirList *dirs, int32_t **lists);
// Radials as sets, on boards of one word where the numbers of sites along each go up or down: at [site * each + k], so
// many of both kinds. False when they do not.
typedef struct RaySets {
  const char *up, *down;
  int ups, downs, each;
} RaySets;
bool emit_ray_sets(Emitter *e, SiteType type, const DirList *dirs, RaySets *out);
// On boards of two to four words: the sites that slides from a site lead to, over free sites and onto an end (NULL:
// none), as a C expression; else NULL.
const char *emit_slide_set(Emitter *e, SiteType type, const DirList *dirs, const char *from, const char *free,
                           const char *end);
// Notes for near.c that the sites on the radials, or one step away, can be reached.
void emit_near_rays(Emitter *e, SiteType type, const DirList *dirs);
void emit_near_steps(Emitter *e, SiteType type, const DirList *dirs);
// Large boards (ways.c): the directions as a row of numbers of ways, whose first is how many they are, and a table of
// the next site by way and site, -1 where the board ends. steps: steps lead to these sites, too. False: use the tables
// above.
typedef struct Ways {
  const char *row, *next;
  SiteType type;
} Ways;
bool emit_ways(Emitter *e, SiteType type, const DirList *dirs, bool steps, Ways *out);
// Opens a loop over them, closed by one emit_close: the name of the next site by site; *number counts down to 1.
const char *emit_open_ways(Emitter *e, const Ways *ways, const char **number);
// Writes body once for every list of directions that the operand can mean, seen from a site.
typedef void DirsBody(Emitter *e, const DirList *dirs, void *self);
const char *emit_step_facing(Emitter *e, SiteType type, Code from, Code to, const char *what, const char *there);
void emit_with_dirs(Emitter *e, int32_t ref, Code site, DirsBody *body, void *self);

// ---- short stacks -------------------------------------------------------------------------------

void emit_find_stacks(Emitter *e, const uint8_t *ops);
const char *emit_stack_room(Emitter *e, const Ins *in, Slot slot);
// The places where pieces come to a set of sites that have room; NULL: the set is not known to be of these.
const char *emit_stack_places(Emitter *e, const char *set);
void emit_stack_fields(Emitter *e, Text *out);
void emit_stack_helpers(Emitter *e, Text *out);
void emit_stack_copy(Emitter *e, Text *load, Text *store);

// ---- stacks -------------------------------------------------------------------------------------

// Whether levels have a local state, and a value.
static inline bool emit_level_states(const Emitter *e) { return e->layout.level.state; }
static inline bool emit_level_values(const Emitter *e) { return e->layout.level.value; }
void emit_find_stack_rows(Emitter *e);
void emit_hash_levels(Emitter *e, Text *out, int type);
void emit_row_fields(Emitter *e, Text *out);
void emit_copy_rows(Emitter *e, Text *out);
void emit_tall_types(Emitter *e, Text *out);
void emit_tall_fields(Emitter *e, Text *out, int type);
void emit_tall_helpers(Emitter *e, Text *out, int type);
void emit_tall_copy(Emitter *e, Text *load, Text *store, int type, const SiteLayout *at, int first, int end);
const char *emit_tall_occupied(Emitter *e, SiteType type, const char *region, Code players, const RulesArray *pieces,
                               const Code *what, bool top);
Code emit_tall_count(Emitter *e, const Ins *in, SiteType type, Code players, bool boards);

// ---- the unit -----------------------------------------------------------------------------------

// Whether this back end can play the game at all, whatever its rules say.
bool emit_accepts(Emitter *e);
// Facts about pieces and turns that everything else relies on.
void emit_survey(Emitter *e);
// The types, the state and its helpers; loading and storing it. inlines: small functions must be part of their callers,
// which in large units takes the compiler too long.
void emit_prelude(Emitter *e, Text *out, bool inlines);
void emit_state_struct(Emitter *e, Text *out);
void emit_state_helpers(Emitter *e, Text *out);
void emit_load_store(Emitter *e, Text *out);
// Results, the end of a move and of a turn.
void emit_turn_helpers(Emitter *e, Text *out);
void emit_finish(Emitter *e);
// The name of the function that ends a swap of seats.
const char *emit_finish_of_swap(const Emitter *e);
// What searches ask for (search_entry.c): the functions that count moves, one for each player and phase, and the
// entries.
void emit_count(Emitter *e, Player p, int phase, Str generation, bool listed, bool filters);
void emit_bunch_counted(Emitter *e);
void emit_search_entries(Emitter *e, Text *out);
// Where all moves are placements (placement_loop.c): a function that lists sites, the list at the start of a game, and
// the loop that draws from it; "" elsewhere.
void emit_list_sites(const Emitter *e, Text *out);
const char *emit_list_at_start(Emitter *e);
const char *emit_placement_loop(Emitter *e);
// Moves in many states. numbered: by their numbers, too, where moves are not tried out; limited: they may meet a limit
// of this code.
void emit_steps_entry(Text *out, bool numbered, bool limited);
// What moves take, without making them (gain_entry.c); whether actions of an instruction count there.
void emit_gain_entry(Emitter *e, Text *out);
bool emit_is_counted(int op);
// The slots of a chosen move, from the fields of `m`.
void emit_bind_move(Emitter *e, const Generator *g);
// Random games by filling the board, where that tells the winner (fill_entry.c).
void emit_fill_entry(Emitter *e, Text *out);
// Whether the swap rule offers the exchange to a player, as C.
const char *emit_may_swap(Emitter *e, Player p);
// The utility that belongs to a rank, as C.
const char *emit_utility(Emitter *e, const char *rank);
// A call for the player to move and its phase, which the format takes in this order.
void emit_by_mover(const Emitter *e, Text *out, const char *call);
// Contexts to begin with.
Context emit_context(Emitter *e, Player mover);
// Makes the present players those for whom moves are made.
void emit_root(Context *at);

#endif
