// What the parts of the encoding share: where the facts of each group are, which token each site is.
#ifndef NET_INPUT_ENCODING_INTERNAL_H
#define NET_INPUT_ENCODING_INTERNAL_H

#include "base/vec.h"
#include "net/input/encoding.h"

typedef enum TokenFact {
#define TOKEN_FACT(id, name) FACT_##id,
#include "net/input/facts.def"
#undef TOKEN_FACT
  TOKEN_FACTS
} TokenFact;

typedef enum GlobalFact {
#define GLOBAL_FACT(id, name) GLOBAL_##id,
#include "net/input/facts.def"
#undef GLOBAL_FACT
  GLOBAL_FACTS
} GlobalFact;

typedef enum MoveFact {
#define MOVE_FACT(id, name) MOVE_##id,
#include "net/input/facts.def"
#undef MOVE_FACT
  MOVE_FACTS
} MoveFact;

enum TokenMark {
  MARK_EMPTY,
  MARK_LAST_FROM,
  MARK_LAST_TO,
  MARK_SECOND_FROM,
  MARK_SECOND_TO,
  MARK_PENDING,
  MARK_VISITED,
  MARK_TO_REMOVE,
  MARK_PLAYABLE,
  MARK_WALK,
  TOKEN_MARKS
};

// Numbers of tokens; the first ones never change.
enum TokenNumber {
  NUMBER_X,
  NUMBER_Y,
  NUMBER_Z,
  NUMBER_SIDE,
  NUMBER_CENTRE,
  NUMBER_CORNER,
  STATIC_NUMBERS,
  NUMBER_COUNT = STATIC_NUMBERS,
  NUMBER_HEIGHT,
  NUMBER_MINE,
  NUMBER_VALUE,
  NUMBER_COST,
  TOKEN_NUMBERS
};

// Numbers of the position; those from GLOBAL_SCORE on have one for each player, and then come variables, lists, dice.
enum GlobalNumber {
  GLOBAL_MOVES,
  GLOBAL_TURN,
  GLOBAL_COUNTER,
  GLOBAL_POT,
  GLOBAL_TEMP,
  GLOBAL_SCORE,
};

enum {
  NET_BUCKETS = 32,  // small numbers one by one, larger ones by their size
  NET_LINES = 32,    // rows and columns told apart
  NET_PHASES = 16,
  NET_UNSEEN = 4,  // pieces of a kind that are not seen: one, two, three, more
  NET_AUTOMATON = 64,
  NET_SHAPES = 64,
  NET_VARIANTS = 64,
  NET_COLUMN = 8,          // levels that have tokens of their own
  NET_PRODUCTS_MAX = 512,  // kinds of pieces times owners up to which each pair is a fact of its own
};

typedef struct NetGroup {
  int first, n;  // n 0: the game has no such facts
} NetGroup;

// One game: the tokens of its sites and the numbers of its facts.
struct NetSection {
  const Game *game;
  const Layout *layout;
  int first, n;  // tokens
  bool on[SITE_TYPES];
  const int32_t *token_of[SITE_TYPES];  // by site: token, or -1; NULL: no sites of this type
  const SiteType *type_of;              // by token - first
  const int32_t *site_of;
  const uint8_t *level_of;
  int levels;              // tokens of each site of the board: levels of its stack, where the board is a row of columns
  int kinds;               // of pieces, by base name
  const int32_t *kind_of;  // by component
  int suits;               // of cards
  const int32_t *trump_kinds;  // with cards: by trump suit (0: none) and component, the kind as if trumps were suit 1
  bool products;               // each pair of kind and owner is a fact
  int owners;                  // players, neutral, shared
  bool grows;                  // only what is near pieces is in samples
  NetGroup facts[TOKEN_FACTS], globals[GLOBAL_FACTS], moves[MOVE_FACTS];
  int first_number;  // of the position's numbers that belong to this game
  int vars, memories, dice_hands;
};

// Numbers of buckets: 0 to 15 as they are, then by size.
int net_bucket(int64_t value);
// A number of any size as one near 1.
float net_squash(double value);

// The owner as the viewer sees it: 0 mine, 1 of the next player..., then neutral (players), shared (players + 1).
static inline int net_relative(int players, Player viewer, Player who) {
  if (who < 1 || who > players) return who <= 0 ? players : players + 1;
  return who >= viewer ? who - viewer : who - viewer + players;
}

typedef VEC(const char *) NetNames;

typedef struct EncodingBuilder {
  Arena *arena;
  NetEncoding *e;
  NetSection *sections;
  NetNames facts, numbers, globals, global_numbers, moves, directions, tokens;
} EncodingBuilder;

void encoding_groups(EncodingBuilder *b, NetSection *s);                 // gives every group its numbers
void encoding_static(EncodingBuilder *b, NetView *view, Player viewer);  // facts and numbers that never change
void encoding_places(EncodingBuilder *b, NetView *view, Player viewer);  // coordinates in units
void encoding_neighbours(EncodingBuilder *b, NetView *views);
void encoding_levels(EncodingBuilder *b, NetView *views);
void encoding_planes(EncodingBuilder *b, NetView *views);  // everything, for planes

// How far the board is turned for a player, in sixteenths of a full turn.
int encoding_turn(const Game *game, Player viewer);

#endif
