// The flat state: what a block of memory that holds a state looks like. One block without pointers: a fixed head, then
// the arrays this game needs, at offsets the layout computes. Everything that changes during play and is not
// derivable lives here, so memcpy copies a state and the undo log restores it bit for bit. All writes go through
// state_put* (state/block/access.h).
#ifndef PLAN_LAYOUT_H
#define PLAN_LAYOUT_H

#include "game/game.h"
#include "plan/widths.h"

// The last move: a player's, or before any was made the last placement of the start. Networks see the one before too.
typedef struct LastMove {
  int16_t mover, from, to;
  uint8_t types;  // SiteTypes of from, and 4 * that of to
  bool pass;
} LastMove;

typedef struct StateHead {
  uint64_t hash;         // of everything a positional repetition compares
  uint64_t stored_hash;  // kept by STORE_STATE
  LastMove last, second_last;
  int32_t made;    // moves made, the one that is being carried out or tried out included
  int32_t placed;  // the start rules made moves
  int32_t mover, next, prev;
  int32_t counter, temp;
  int32_t turn, turn_same, passes;
  int32_t pot, trump, decided;
  int32_t dice_equal;
  int32_t moves;    // moves made since the start position
  uint32_t active;  // bit per player
  uint32_t stalemated, triggered;
  int32_t over;  // 0 running, 1 ended
  int32_t winner, end_type;
  int32_t wins, losses;  // places already given away
  uint32_t won, lost;    // bit per player who was given a victory, or a defeat
  int32_t losses_now;    // by the end rules under way
  int32_t n_pending, n_to_remove, n_proposed, n_votes;
  int32_t n_dominoes;
  int32_t n_hashes;     // in the list of hashes
  int32_t turn_hashes;  // number of the first of them that is of this turn
  int32_t instance;     // of a match
  int32_t chosen;       // parts of the move under way (ChosenPart), when it is made in parts
  int32_t chosen_from, chosen_to;
} StateHead;

// Offsets into the block; 0: this game has no such array.
typedef struct SiteLayout {
  uint32_t what;        // per site, as wide as Layout.width says: piece (owner when kinds are not told apart)
  uint32_t who;         // uint8_t per site
  uint32_t count;       // per site, as wide as Layout.width says
  uint32_t state;       // likewise
  uint32_t rotation;    // uint8_t per site
  uint32_t value;       // as wide as Layout.width says
  uint32_t hidden;      // uint8_t mask per site and player
  uint32_t height;      // stacks: uint8_t per site
  uint32_t levels;      // stacks: what LevelLayout says, per site and level
  uint32_t cost;        // int32_t per site
  uint32_t puzzle;      // deduction puzzles: a ValueSet per site, the values changed
  uint32_t empty;       // bit set
  uint32_t order;       // lists of sites, by Component.list
  uint8_t order_bytes;  // of each site in them
  uint32_t order_n;     // uint16_t per list: how many
  uint32_t order_size;  // most entries of a list
  uint32_t owned;       // bit sets, one per player 0..players+1
} SiteLayout;

// One piece of a stack. Levels above the top keep the state, rotation and value of a piece taken from
// below the top: a piece put there without its own takes them over.
typedef struct Level {
  int32_t what, who, rotation, state, value;
} Level;

// How a Level is kept in the block: the kind of piece comes first, one byte for the owner and one for the rotation,
// states and values as wide as Layout.width says. Offsets from its first byte; 0: the game has no such thing.
typedef struct LevelLayout {
  uint8_t who, rotation, state, value;
  uint8_t bytes;  // of a level
} LevelLayout;
enum { LEVEL_BYTES_MAX = 10 };

// Where an automaton stands.
typedef struct WalkPlace {
  int32_t state, vertex;
  int32_t player;  // to act, 0: the keeper
  int32_t inside;  // a move: some of its semimoves have been made
} WalkPlace;

// The turn under way: the moves made by the last mover one after another.
typedef struct LastTurn {
  int16_t from;    // where the first of them began
  int16_t before;  // who moved in the turn before; -1 when there was none
  int32_t unused;
} LastTurn;

// What the actions of the last move tell, consequences included; where it came from ([0]) and where it went ([1]).
typedef struct LastActions {
  int16_t type[2], level[2];  // of its decision: a SiteType, -2 without a decision; the level
  int16_t site[2],
      site_level[2];  // of the last action that has such a site: the site, -1 when none has; the level there
} LastActions;

// Every hash in the list of hashes has its lowest bit replaced by what it is kept for.
enum { HASH_OF_GAME, HASH_OF_TURN };

// One entry of the list of pieces that boards with stacks or several types of sites keep
// (state/block/stack_piece_list.h). Where all four numbers fit a byte each it is kept as a SmallStackPiece.
typedef struct StackPiece {
  uint16_t what;  // 0: nobody is here any more
  uint16_t site;
  uint16_t level;
  uint16_t type;
} StackPiece;
typedef struct SmallStackPiece {
  uint8_t what, site, level, type;
} SmallStackPiece;

typedef struct Layout {
  uint32_t size;          // bytes of a block without the list of hashes, which comes last
  uint32_t most_hashes;   // room in that list: it is as long as the longest game
  bool mixed;             // there are pieces on several types of sites
  bool plain;             // flat, and nothing is kept of a piece but its kind and owner
  bool piles;             // flat, and nothing is kept of pieces but their kind, owner, number and the order of sites
  bool flat[SITE_TYPES];  // one piece at most on a site, kept in what, who and empty
  SiteLayout sites[SITE_TYPES];
  uint32_t phase;  // int32_t per player, index 0 unused (so are those below)
  uint32_t score, match_score, amount, player_value, team, order;
  uint32_t payoff, ranking;     // double
  uint32_t vars, var_set;       // int32_t per variable; whether it was ever set
  uint32_t memory, memory_n;    // remembered lists
  uint32_t pending, to_remove;  // int32_t lists
  uint32_t pending_size;        // most entries: as many as there are numbers that can be pending
  uint32_t visited;             // bit set
  uint32_t regions;             // of the equipment, a bit set each, where some are not known beforehand
  uint32_t dice, dice_sum;      // current values per die; sums per hand
  uint32_t dominoes;            // remaining ones
  uint32_t proposed, votes;
  uint32_t playable;      // boardless games: bit set of cells next to pieces
  uint32_t on_track;      // int32_t by track, piece, step: how many are there (tracks that cross)
  uint32_t walk;          // WalkPlace
  uint32_t tally;         // int32_t per kind of piece: how many are on the board
  uint32_t kinds;         // automata: bit sets, one per kind of piece: the vertices where it stands
  uint32_t stack_height;  // levels per site
  LevelLayout level;
  FieldWidths width;  // of what is kept of sites
  // Of the last moves, where the rules ask:
  uint32_t recent, n_recent;         // a byte per move, the last one lowest: 2 * (its mover + 1), + 1 for a pass; words
  uint32_t last_turn, last_actions;  // a LastTurn; a LastActions
  uint32_t last_sites, last_between;  // bit sets: where its actions came from and went; the sites it passed over
  uint32_t start_sites;               // bit sets, one per kind of piece: where they stood at the start
  uint32_t stack_list, stack_list_n;  // list of pieces and its length: the order of pieces on stacks and mixed boards
  bool small_stack_list;              // its entries are SmallStackPieces
  uint32_t stack_list_size;           // most entries
} Layout;

enum { STATE_LIST_MAX = 512 };  // pending numbers, sites to remove, and each remembered list

// uses: by Op, what is in the rules.
void layout_init(Layout *layout, const Game *game, const bool *uses);
// Bytes of a block with so many hashes.
static inline size_t layout_bytes(const Layout *layout, int32_t n_hashes) {
  return layout->size + (size_t)n_hashes * sizeof(uint64_t);
}
// Where a scalar of the state is kept.
extern const uint16_t head_offsets[HEAD_VARS];

#endif
