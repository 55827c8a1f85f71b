// The finished game: equipment, players, phases and the rules program. Built once by a language front
// end, const afterwards, shared by all threads. Nothing here says which language it came from.
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "base/lazy.h"
#include "board/topo/topology.h"
#include "board/track.h"
#include "rules/program.h"

enum {
  GAME_PLAYERS_MAX = 16,
  GAME_OFF = -1,       // no site, undefined
  GAME_END = -2,       // past the end of a track
  GAME_ANYWHERE = -3,  // a question does not ask for a site
  GAME_INFINITY = 1000000000,
  GAME_TURNS_MAX = 1250,  // per player
  GAME_MOVES_MAX = 10000,
  GAME_SITES_MAX = 32767,       // of one type, hands included: moves keep sites in 16 bits
  GAME_CONTAINERS_MAX = 255,    // their numbers are kept in 8 bits
  GAME_COMPONENTS_MAX = 10000,  // kinds of pieces; moves keep them in 16 bits
  LARGE_SITES_MAX = 64,         // cells that a large piece covers
  PUZZLE_VALUES_MAX = 128,      // of a site of a deduction puzzle, 0 among them
};

typedef int32_t Player;  // 1..players; 0 nobody; players + 1 shared by all

typedef enum GameMode { MODE_ALTERNATING, MODE_SIMULTANEOUS, MODE_SIMULATION } GameMode;

static inline const char *game_mode_name(GameMode mode) {
  switch (mode) {
    case MODE_ALTERNATING: return "alternating";
    case MODE_SIMULTANEOUS: return "simultaneous";
    case MODE_SIMULATION: return "simulation";
  }
  return "";
}

typedef enum ContainerKind { CONTAINER_BOARD, CONTAINER_HAND, CONTAINER_DICE, CONTAINER_DECK } ContainerKind;

typedef struct Container {
  const char *name;
  ContainerKind kind;
  Player owner;
  int first, n;            // sites (cells for everything but the board)
  int faces_from;          // dice: lowest face
  const int32_t *indices;  // deck: component numbers
  int n_indices;
} Container;

typedef enum ComponentKind {
  COMPONENT_PIECE,
  COMPONENT_DIE,
  COMPONENT_CARD,
  COMPONENT_DOMINO,
  COMPONENT_TILE
} ComponentKind;

// A path of a tile: which side and slot joins which.
typedef struct TilePath {
  int from, from_slot, to, to_slot, colour;
} TilePath;

typedef struct Component {
  const char *name;       // with the owner's number: "Pawn1"
  const char *base_name;  // "Pawn"
  ComponentKind kind;
  Player owner;
  const char *role;                     // as written: "P1", "Neutral", "Shared"
  int value;                            // of the piece, -1 when not given
  int facing;                           // Dir, or -1
  int flip_a, flip_b;                   // states exchanged by a flip, -1 when none
  int max_state, max_count, max_value;  // as written, 0 when not
  const int32_t *faces;                 // die
  int n_faces;
  int biased;
  int face;                                 // card: 0 joker, 1 ace ... 13 king
  int rank, suit, trump_rank, trump_value;  // card
  int value2;                               // domino
  bool is_double;
  const char *const *walks;  // large pieces and tiles: each a string of F, L, R
  int n_walks;
  int sides;             // tile
  const int32_t *slots;  // of each side, one number for all, or NULL: one each
  int n_slots;
  const TilePath *paths;
  int n_paths;
  Ref moves;  // generator of its moves, 0 when none
  int list;   // number of the list that names its sites in the order Ludii keeps, 0 when none is kept
} Component;

// Instead of a phase number: the one after the phase that the player is in, or the mover where it holds for every
// player.
enum { PHASE_FOLLOWING = -1 };

typedef struct NextPhase {
  Ref who;   // 0: every player
  Ref cond;  // 0: always
  int to;    // phase number, or PHASE_FOLLOWING
} NextPhase;

typedef struct Phase {
  const char *name;
  Player owner;  // players + 1: all
  GameMode mode;
  Ref play, end;
  const NextPhase *next;
  int n_next;
} Phase;

// A named region of the equipment, possibly changing with the state.
typedef struct GameRegion {
  const char *name;
  Player owner;  // 0: nobody in particular
  bool is_static;
  const Word *sites;   // static ones
  Ref region;          // others
  const char *type;    // static type word such as "Columns", or NULL
  SiteType site_type;  // whose sites these are
  int item;            // the number of the region of the description it is, or is a part of
} GameRegion;

// Whether rules mean this region when they ask for a player's (-1: nobody's) and a name (may be NULL).
// Without a player the name must be the same; with one it is enough that it contains the text.
static inline bool game_region_is(const GameRegion *region, Player player, const char *name) {
  if (player < 0) return name && region->name && !strcmp(region->name, name);
  return region->owner == player && (!name || (region->name && strstr(region->name, name)));
}

typedef struct GameMap {
  const char *name;
  const int32_t *from, *to;
  int n;
} GameMap;

typedef struct GameHint {
  const char *name;
  SiteType type;
  const int32_t *const *where;
  const int32_t *sizes, *values;
  int n;
} GameHint;

// What a game uses; only what is used gets storage.
enum GameFlag {
  GAME_STACKING = 1 << 0,
  GAME_COUNT = 1 << 1,  // piles
  GAME_STATE = 1 << 2,  // local states
  GAME_ROTATION = 1 << 3,
  GAME_VALUE = 1 << 4,  // piece values
  GAME_STOCHASTIC = 1 << 5,
  GAME_HIDDEN = 1 << 6,
  GAME_PIECE_KINDS = 1 << 7,  // the board tells pieces of one player apart
  GAME_CELLS = 1 << 8,
  GAME_VERTICES = 1 << 9,
  GAME_EDGES = 1 << 10,
  GAME_SCORE = 1 << 12,
  GAME_PAYOFF = 1 << 13,
  GAME_AMOUNT = 1 << 14,
  GAME_PENDING = 1 << 15,
  GAME_VISITED = 1 << 16,
  GAME_SEQUENCE_CAPTURE = 1 << 17,
  GAME_TEAMS = 1 << 18,
  GAME_VOTES = 1 << 19,
  GAME_VARS = 1 << 20,
  GAME_REMEMBER = 1 << 21,
  GAME_DICE = 1 << 22,
  GAME_CARDS = 1 << 23,
  GAME_DOMINOES = 1 << 24,
  GAME_LARGE_PIECES = 1 << 25,
  GAME_PUZZLE = 1 << 26,  // deduction puzzle
  GAME_BOARDLESS = 1 << 27,
  GAME_NOT_ALL_PASS = 1 << 28,   // a round of passes does not end the game
  GAME_CYCLES = 1 << 29,         // hashes of all positions are kept
  GAME_TRACK_INDICES = 1 << 11,  // tracks that visit a site more than once
  GAME_NOTES = 1 << 30,
};

// Which earlier positions count as repetitions.
typedef enum RepeatKind {
  REPEAT_POSITIONAL = 1,
  REPEAT_POSITIONAL_IN_TURN = 2,
  REPEAT_SITUATIONAL = 4,
  REPEAT_SITUATIONAL_IN_TURN = 8
} RepeatKind;

typedef struct MetaRules {
  bool swap, automove, pin_support_multiple, no_stack_on_fallen, no_suicide;
  Ref gravity;    // what follows every move, or 0
  int no_repeat;  // RepeatKind of the meta-rule, or 0
  int pass_end;   // 0 default, 1 draw, 2 no end
} MetaRules;

// Whether moves are added or struck once the rules of play have given theirs.
static inline bool meta_touches_moves(const MetaRules *meta) {
  return meta->swap || meta->pin_support_multiple || meta->no_stack_on_fallen || meta->no_repeat || meta->no_suicide;
}

typedef struct Game Game;

// One game of a match.
typedef struct Subgame {
  const char *name;
  const Game *game;
  Ref next;  // number of the game that follows; 0: the one after it in the list
} Subgame;

struct Game {
  Arena *arena;  // owns everything here
  const char *name;
  int players;
  const int *facings;  // Dir per player, index 0 unused, -1 none; NULL when none is given
  GameMode mode;
  const Topology *board;
  const Track *tracks;
  int n_tracks;
  SiteType site_type;     // default: where pieces stand unless said otherwise
  int sites[SITE_TYPES];  // sites of each type, all containers included for cells
  const Container *containers;
  int n_containers;
  const uint8_t *container_of;  // by cell site (all containers)
  const Component *components;  // [0] is empty
  int n_components;             // including [0]
  const GameRegion *regions;
  int n_regions;
  const GameMap *maps;
  int n_maps;
  const GameHint *hints;
  int n_hints;
  const Phase *phases;
  int n_phases;
  Ref start, end;
  Ref automaton;            // the WALK of a game whose rules are an automaton, or 0
  bool tallies;             // it asks how many pieces there are
  bool costs;               // it asks what sites cost
  bool counts_moves;        // it asks how many legal moves there were
  bool moves_have_origins;  // some moves begin at a site: steps, slides, hops, sowing, captures in line...
  int n_votes;              // different propositions and votes
  bool large_stacks;        // the board says that its stacks may be high
  MetaRules meta;
  uint32_t flags;  // GameFlag
  int repeat;      // RepeatKinds whose history must be kept
  int max_turns, max_moves;
  const char *const *vars;  // names of the variables; slot 0 is the unnamed one
  int n_vars;
  const char *const *memories;  // names of the remembered lists; slot 0 is the unnamed one
  int n_memories;
  int dice_hands;
  int n_lists;       // lists of sites by kind of piece, number 0 included; 0 when none are kept
  bool piece_order;  // consequences name a player's pieces one by one: their order counts, every kind has a list
  bool piece_lists;  // lists kept for that may name a piece twice or one that is gone: every loop goes by them
  int stack_height;  // most levels on one site
  int max_count, max_state, max_rotation, max_value;
  int puzzle_values[SITE_TYPES];  // deduction puzzles: fresh sites have values 0 to this - 1
  int puzzle_more[SITE_TYPES];    // and sites can keep so many more
  bool in_match;                  // it is one of the games of a match
  Ref points;                     // there: what winning it is worth; 0: a point
  const Subgame *subgames;        // match
  int n_subgames;
  Program program;
  const struct Game *lowered;  // the game with the program it had before it was optimised, or NULL
  const char *heuristics;      // (heuristics ...) of the description's metadata as text, or NULL
  uint64_t text_hash;          // of the expanded description, options chosen; 0: not known
  Lazy *plan;                  // what is worked out of all this when it is first played (plan/plan.h)
};

// The number of the player's first piece whose name has the given text in it, or GAME_OFF.
int32_t game_piece_of(const Game *game, const char *name, Player owner);

// Whether instructions in [from, to) of a program make moves or effects that begin at a site.
bool program_has_origins(const Program *program, Ref from, Ref to);

static inline bool game_has(const Game *game, uint32_t flags) { return (game->flags & flags) != 0; }
static inline int game_words(const Game *game) { return game->program.region_words; }

#endif
