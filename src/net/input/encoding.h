// How positions and moves of a game become samples for a network: tokens, the facts that can be true of them, which
// token is next to which, and the facts of moves. Worked out once per game, const afterwards, owned by an arena.
//
// Two kinds. Tokens: every site of every type, hands, dice, stacks, with a logit for each legal move. Planes: the
// board-shaped planes of net/tensor.h, a token for each place, with a logit for each place of the action tensor.
#ifndef NET_INPUT_ENCODING_H
#define NET_INPUT_ENCODING_H

#include "net/input/tensor.h"
#include "net/sample.h"

typedef enum NetKind { NET_TOKENS, NET_PLANES } NetKind;

enum {
  NET_TOKENS_MAX = 60000,   // samples keep them in 16 bits
  NET_FACTS_MAX = 60000,    // likewise
  NET_NEIGHBOURS_MAX = 24,  // of a token, itself included
  NET_LEVELS_MAX = 4,       // grids of coarser and coarser cells over the board, for U-nets
  NET_PLACES = 4,           // numbers that say where a token is: column, row, layer in units, and the group
};

// What is always true of the tokens, as one player sees them: boards are turned so that all players move the same way
// where the game says which way they face.
typedef struct NetView {
  const int32_t *neighbours;   // [tokens * directions]: token numbers, -1: none there. Direction 0 is the token itself
  const int32_t *places;       // [tokens * NET_PLACES]
  const uint32_t *fact_start;  // [tokens + 1]
  const uint16_t *facts;
  const float *numbers;  // [tokens * n_static_numbers]
} NetView;

// A grid of larger cells over the tokens, for one step of a U-net. Cells are the same for all players, their
// neighbours are not.
typedef struct NetLevel {
  int cells;
  const int32_t *cell_of;     // [cells of the level below (tokens for the first)]
  const int32_t *neighbours;  // [players][cells * 9], -1: none there
} NetLevel;

typedef struct NetSection NetSection;

struct NetEncoding {
  const Game *game;
  NetKind kind;
  uint64_t fingerprint;  // of everything here: equal numbers, equal meaning of every weight
  int players;           // at least 1
  int tokens;
  int directions;        // neighbours of each token, itself included
  const NetView *views;  // by player, 1...; [0] unused
  int levels;
  const NetLevel *level;
  int facts, numbers;  // of tokens; the first n_static_numbers numbers are static
  int n_static_numbers;
  int global_facts, global_numbers;
  int move_facts;     // planes: 0
  int move_channels;  // planes: channels of the action tensor; tokens: 0
  const char *const *fact_names, *const *number_names, *const *global_fact_names, *const *global_number_names,
                                                                                      *const *move_fact_names,
                                                                                          *const *direction_names;
  const char *const *token_names;
  // Where everything is, for net_encode.
  const NetSection *sections;  // one, or one for each game of a match
  int n_sections;
  const TensorEncoding *planes;
};

// NULL with a reason when the game is too large.
const NetEncoding *net_encoding(Arena *arena, const Game *game, NetKind kind, const char **why);

// Where tokens go under a symmetry of the board that takes site s of a type to to[type][s] (NULL: those stay); tokens
// of hands, dice and decks stay. For net_sample_permute. False where there is no such map: planes, matches.
bool net_token_map(const NetEncoding *e, const Site *const to[SITE_TYPES], uint16_t *out);

// Working memory for making samples; one per thread.
typedef struct NetEncoder NetEncoder;
NetEncoder *net_encoder_new(const NetEncoding *e);
void net_encoder_free(NetEncoder *encoder);

// The position as `viewer` sees it, with these legal moves (in simultaneous games those of one player, or of all). What
// is hidden from the viewer looks hidden. Valid until the next call; s->size bytes to copy.
const NetSample *net_encode(NetEncoder *encoder, Position *x, Player viewer, MoveList legal);

#endif
