// Lowering: typed terms of a `.lud` description into the rules program and the game around it. Every
// ludeme's own function sits beside its row in a fam_*.c file and calls the general ones here for its
// arguments. Lowering depends only on the term (and the finished equipment), so results are kept per term
// and shared subtrees of the description become shared subtrees of the program.
#ifndef LUD_LOWER_LOWER_H
#define LUD_LOWER_LOWER_H

#include "game/game.h"
#include "lud/resolve/resolve.h"
#include "lud/resolve/term.h"
#include "lud/slot_names.h"
#include "rules/builder.h"

enum { STACK_HEIGHT_MIN = 32, STACK_HEIGHT_MAX = 128 };

// What a term became, and what the rules need where it is used.
typedef struct LowerMemo {
  Ref ref;  // 0: not lowered yet
  uint32_t flags;
  const Term *own_moves;
} LowerMemo;

enum { LOWER_WAYS = 4 };

struct Lower {
  Arena *arena;  // of the game
  Diags *diags;
  Builder builder;
  const Term *root;      // the (game ...) term
  Game *game;            // under construction: players, board, containers and components come first
  LowerMemo *memo;       // LOWER_WAYS by term id: within folds or not, and where order counts or not
  size_t n_memo;         // terms
  uint32_t flags;        // GameFlags the rules turned out to need
  uint32_t piece_flags;  // those the moves of pieces need, which count when the rules ask for such moves
  size_t piece_code[2];  // where the code of those moves begins and ends
  bool shares_pieces;    // the rules use some of it
  int repeat;            // RepeatKinds whose history is needed
  int max_turns, max_moves;
  const Term *points;  // of a game in a match: what winning it is worth, or NULL
  bool in_match;
  int stacked;  // pieces the start rules put on stacks, at most
  int cards;    // of all decks
  VEC(const char *) vars;
  VEC(const char *) memories;
  VEC(const char *) votes;
  VEC(const Term *) named_regions;  // names of regions that the rules ask for
  struct LowerArea *areas;          // the regions of the equipment of a puzzle, once they are asked for
  size_t n_areas;
  const Term *own_moves;                 // where they ask for the pieces' own moves, or NULL
  int distances[SITE_TYPES][RELATIONS];  // arrays of the steps between all sites, number + 1; 0: not made yet
  const char *const *phase_names;
  int n_phases;
  bool relists;        // pieces are promoted, turned over or put below others
  bool carries_piles;  // several of a pile are moved at once
  bool moves_stacks;   // whole stacks are moved
  bool keeps_longest;  // moves are those that begin the longest sequences: what they do is worked out beforehand
  int depth;
  int in_fold;      // inside how many sums, products or extremes of lists: the order of the items does not count
  int in_sequence;  // inside how many effects whose moves are all made, one after another: their order counts
};

// Short for emitting: EMIT(B, OP_ADD, a, b) in a function whose Lower is called `lower`.
#define B (&lower->builder)

// A call, by its row; what has no lowering is reported ("not supported yet") and becomes 0.
Ref lower_call(Lower *lower, const Term *term);

// Arguments by expected type; NULL gives 0 (absent). Constants, words and arrays are understood where the
// language allows them in that place: a roleType where an int is expected is the number of that player.
Ref lower_int(Lower *lower, const Term *term);
Ref lower_bool(Lower *lower, const Term *term);
Ref lower_float(Lower *lower, const Term *term);
Ref lower_region(Lower *lower, const Term *term);
// The region that a site is asked to be in: those of a player as they are now, which are else found once, as they are
// where both the site and the player are known beforehand.
Ref lower_region_asked(Lower *lower, const Term *term, Ref site);
Ref lower_ints(Lower *lower, const Term *term);
Ref lower_dirs(Lower *lower, const Term *term);
Ref lower_moves(Lower *lower, const Term *term);
// Two numbers combined by the op the row has: (+ int int) and its like.
Ref lower_two_ints(Lower *lower, const Term *term);
// Arguments in braces, or the ludeme's own, each lowered by `item`, as the operands of the op its row has.
Ref lower_all(Lower *lower, const Term *term, Ref (*item)(Lower *lower, const Term *term));
// With a default for absent arguments.
Ref lower_int_or(Lower *lower, const Term *term, int32_t otherwise);
// Directions relative to the facing of the piece that moves: a table by facing where that is enough.
Ref lower_relative_dirs(Lower *lower, const int32_t *rels, int n, Relation relation, bool by_site);
Ref lower_dirs_or(Lower *lower, const Term *term, Dir otherwise);

// A site type argument, or the board's default; marks the type as used.
SiteType lower_type(Lower *lower, const Term *term);
SiteType lower_type_unused(const Lower *lower, const Term *term);  // without marking it
// A roleType word as the number of a player (see game.h): an int expression.
Ref lower_role(Lower *lower, const Term *role);
// A player argument: (player int), a roleType word or an int.
Ref lower_player(Lower *lower, const Term *term);
// The players meant by a role or number as a mask; real: without neutral and shared ones.
Ref lower_players(Lower *lower, const Term *who, bool real);
// A relationType word; adjacent without one.
Relation lower_relation(const Term *word);
// A boolean argument that must be written as true or false.
bool lower_flag(const Term *term, bool otherwise);
// Moves of which all are made, one after another; NULL gives 0.
Ref lower_sequence(Lower *lower, const Term *moves);
// What a (then ...) term does, or 0 without one.
Ref lower_consequence(Lower *lower, const Term *then);
// body with the consequence of a (then ...) term; body itself without one.
Ref lower_then(Lower *lower, Ref body, const Term *then);
// The bounds of a range clause; both absent without one.
typedef struct LowerRange {
  Ref min, max;
} LowerRange;
LowerRange lower_range(Lower *lower, const Term *range);
// A list of sites as a region, a constant one where it can be.
Ref lower_region_of_ints(Lower *lower, Ref ints);
// A constant region or direction list.
Ref lower_region_const(Lower *lower, const Word *set);
// Numbers of edges that sites of hands have too stand for these.
Ref lower_in_hand_too(Lower *lower, SiteType type, Ref site, Ref on_board, Ref in_hand);
Ref lower_piece_on(Lower *lower, SiteType type, Ref site, Ref level);
// There is a piece on the site. Only so many sites can be occupied as there are cells in all containers, or sites of
// the type the board uses: edges beyond that number never are.
Ref lower_has_piece(Lower *lower, SiteType type, Ref site);
Ref lower_board(Lower *lower, SiteType type);  // all its sites of a type
Ref lower_site_list(Lower *lower, SiteList sites);
// "A1", or {"A1" "B2"}: the sites with these labels, as a constant region. A list may name sites that only
// other boards of the description have.
Ref lower_coordinates(Lower *lower, SiteType type, const Term *labels);
Ref lower_coordinate_list(Lower *lower, SiteType type, const Term *labels);  // the same in the order given
Ref lower_dirs_const(Lower *lower, const Dir *dirs, int n);
Ref lower_slot(Lower *lower, Slot slot);
Ref lower_mover(Lower *lower);
// {"Pawn" "King1"}: numbers of the components meant by a name; a name without owner means all owners'.
// As an array constant number for the builder, or -1 for a NULL term.
int lower_pieces(Lower *lower, const Term *names);
// Likewise for every component whose name contains the text.
int lower_pieces_containing(Lower *lower, const Term *name);
// The order counts in which pieces of these kinds came to their sites.
void lower_list_kinds(Lower *lower, const Term *name);
// The number of a container by name; a hand's owner may be given as a role.
Ref lower_container(Lower *lower, const Term *name, const Term *role);
int lower_find_components(const Lower *lower, Str name, int32_t *out, int max);
// Number of a variable or remembered list by name (empty: the unnamed one), added when new.
int lower_var(Lower *lower, Str name);
int lower_memory(Lower *lower, Str name);

// The RepeatKind of a repetitionType word; NULL is positional.
int lower_repeat_kind(const Term *word);

// Reports that a construct has no lowering yet; returns 0.
Ref lower_unsupported(Lower *lower, const Term *term, const char *what);
// A ludeme lacks something that its signature leaves open and its rule needs.
Ref lower_incomplete(Lower *lower, const Term *term, const char *what);

// Whole descriptions: a game from its resolved term, in the arena. False with diagnostics, and NULL for the game.
bool lud_compile(Arena *arena, LudTerms terms, Diags *diags, const Game **game);

// ---- ludemes that exist as decision and as effect: `at` slots further back than those of the effect ----
Ref lower_step_as(Lower *lower, const Term *term, uint32_t at, bool decision);
// Where pieces come to by a (to ...) clause: its sites or the one it names, TO where it names none.
Ref lower_places(Lower *lower, const Term *to);
Ref lower_add_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_slide_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_hop_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_leap_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_from_to_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_select_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_promote_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_shoot_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_remove_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_claim_as(Lower *lower, const Term *term, uint32_t at, bool decision);  // without its (then ...)
Ref lower_swap_pieces_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_swap_players_as(Lower *lower, const Term *term, uint32_t at);
Ref lower_rotation_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_trump_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_next_player_as(Lower *lower, const Term *term, uint32_t at, bool decision);
Ref lower_bet_as(Lower *lower, const Term *term, uint32_t at);
// Actions of effects and of start rules: players join a team, sites are hidden.
Ref lower_join_team(Lower *lower, const Term *term);
Ref lower_hide(Lower *lower, const Term *term);
int lower_hidden_mask(const Term *data);  // bits of HiddenMask
// The effect of an (apply ...) clause, or 0; the numbers a (piece ...) clause means, as ints.
Ref lower_apply(Lower *lower, const Term *apply);
// The region the ends of {{stepType}} walks make.
Ref lower_walk_sites(Lower *lower, SiteType type, Ref from, const Term *walks, bool rotations);
Ref lower_piece_numbers(Lower *lower, const Term *piece);
// {stepType} with where to begin and the kinds of pieces wanted (0: that of the piece there).
Ref lower_pattern_sites(Lower *lower, SiteType type, Ref from, Ref whats, const Term *walk);
// [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites], each `at` slots further back than that
// of (is Loop ...): a ring of pieces.
Ref lower_ring(Lower *lower, const Term *term, uint32_t at, Op op, Ref enclosed);
// A question about painted paths of a colour (the mover's) from a site or region (the last move's end).
Ref lower_tile_path(Lower *lower, Op op, const Term *colour, const Term *start);
// The groups of a loop over groups: those of the mover's pieces, or of all sites that meet a condition.
typedef struct LowerGroups {
  SiteType type;
  Ref starts, dirs, member, owner;
} LowerGroups;
LowerGroups lower_groups(Lower *lower, const Term *type, const Term *dirs, const Term *cond);
// Number of a question players vote on, added when new.
int lower_vote(Lower *lower, Str question);
// The regions meant by a regionTypeStatic word (Sides, Corners, Rows...) as constants in out; how many.
enum { STATIC_REGIONS_MAX = 512 };
int lower_static_regions(Lower *lower, const Term *word, int32_t out[STATIC_REGIONS_MAX]);

// ---- memory and messages -------------------------------------------------------------------------
Ref lower_remember_as(Lower *lower, const Term *name, Ref value, const Term *unique);
// (string | {string}) [then] from slot `at` on: proposals or votes.
Ref lower_message_as(Lower *lower, const Term *term, uint32_t at, ActionKind kind, bool decision);

// ---- deduction puzzles ---------------------------------------------------------------------------
void lower_puzzle_equipment(Lower *lower, const Term *items);  // hints, and the values sites may take
Ref lower_satisfy(Lower *lower, const Term *term);
Ref lower_hint(Lower *lower, const Term *term);
// a < b or a <= b; in a puzzle a and b are sites whose values are compared.
Ref lower_compare_values(Lower *lower, Op op, const Term *a, const Term *b);

// ---- tracks --------------------------------------------------------------------------------------
typedef enum TrackChoice { TRACK_TO_MOVE, TRACK_TO_COUNT, TRACK_PLACE, TRACK_SITES, TRACK_TO_SOW } TrackChoice;
// The tracks a ludeme of that kind means, with or without a name, as an array constant by player + 1.
int lower_tracks(Lower *lower, TrackChoice choice, const Term *name);
Ref lower_track_move(Lower *lower, const Term *term);
Ref lower_track_end(Lower *lower, const Term *term);
Ref lower_track_first(Lower *lower, const Term *term);
Ref lower_track_steps(Lower *lower, const Term *term);
Ref lower_track_sites(Lower *lower, const Term *term);
Ref lower_first_on_track(Lower *lower, const Term *term);
Ref lower_max_distance(Lower *lower, const Term *term);

// A match of games from its resolved term.
// Beginning and ending the program of a game or match; too much code is reported at its end.
void lower_begin(Lower *lower, int sites);
void lower_end_code(Lower *lower);
void lower_free(Lower *lower);
// Sites of the type with the most.
int lower_region_bits(const Game *game);
// A fault of the program is one of the lowering, not of the description; it is found before it can do harm.
bool lower_check_program(const Game *game, const Term *root, Diags *diags);
bool lud_compile_match(Arena *arena, LudTerms terms, Diags *diags, const Game **game);
// One game of it.
bool lud_compile_part(Arena *arena, LudTerms terms, const Term *points, Diags *diags, const Game **game);

// ---- the parts of lud_compile, in order ----------------------------------------------------------
bool lower_equipment(Lower *lower, const Term *equipment);        // board, containers, components
void lower_equipment_rules(Lower *lower, const Term *equipment);  // pieces' moves, regions, maps, hints
Ref lower_start(Lower *lower, const Term *start);
Ref lower_end(Lower *lower, const Term *end);

#endif
