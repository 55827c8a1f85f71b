// The kinds of terms: a row for each, with what it accepts and how it is worked out. The tables that a compiled term
// needs are made once per game.
#ifndef PLAY_HEURISTIC_HEURISTIC_TERMS_H
#define PLAY_HEURISTIC_HEURISTIC_TERMS_H

#include "play/heuristic/heuristic.h"
#include "play/heuristic/heuristic_lines.h"
#include "play/heuristic/piece_players.h"

// What a term accepts beside a weight and a transformation.
enum {
  TERM_PIECES = 1,          // pieceWeights:
  TERM_PLAYERS = 2,         // playerWeights:
  TERM_BOARD_ONLY = 4,      // boardOnly:
  TERM_REGION = 8,          // region:
  TERM_PLAYER = 16,         // player:
  TERM_LENGTH = 32,         // targetLength:
  TERM_PIECE = 64,          // piece:
  TERM_VALUES = 128,        // values:
  TERM_MOVER_VALUES = 256,  // moverValues:
  TERM_TAKEN = 512          // not an argument: it asks what moves take
};

// A term for one game. Terms that add something for every piece have `site` and `piece`: what a piece adds is their
// product.
typedef struct GameTerm {
  const HeuristicTerm *text;
  double scale;         // weight and linear transformation
  const double *piece;  // by component
  const double *site;   // by site of the board's default type; NULL: 1 everywhere, hands included
  int n_sites;          // that `site` has
  Lines lines;
  const Word *const *regions;  // by player: static regions of its own, or NULL
  const double *player;        // by player
  bool folded;                 // its sum is part of the heuristic's table
} GameTerm;

// One position being judged: what several terms ask for is worked out once.
typedef struct Judging {
  const Heuristic *heuristic;
  Position *x;
  MoveCounter *counter;  // who knows the moves, if x does not; or NULL
  Word *owned;           // sites of each player's pieces, one set after the other; NULL: not found yet
  bool listed[GAME_PLAYERS_MAX + 1];
  double moves[GAME_PLAYERS_MAX + 1];            // of each player, if it were to move
  double influence[GAME_PLAYERS_MAX + 1];        // share of sites they end on
  const Word *threatened[GAME_PLAYERS_MAX + 1];  // sites where its moves take something
} Judging;

struct HeuristicKind {
  const char *name;
  const char *doc;  // one sentence
  int accepts;      // TERM_...
  bool ours;        // not a word of the language
  // Makes the tables. NULL: there are none.
  void (*prepare)(Heuristic *heuristic, GameTerm *term);
  // Its value for every player at [1 .. players]. NULL: the sum over pieces of `piece` times `site`.
  void (*judge)(Judging *judging, const GameTerm *term, double *values);
};

// All rows, ended by a NULL name.
extern const HeuristicKind term_kinds[];
const HeuristicKind *term_kind_find(Str name);

extern const char *const transformation_names[];  // by Transformation; NULL for none, ended by NULL

struct Heuristic {
  Evaluator evaluator;  // first, so that the evaluator leads back here
  Arena arena;
  const Game *game;
  SiteType type;  // where pieces stand
  int sites;      // of the board, of that type
  int all_sites;  // hands included
  GameTerm *terms;
  int n;
  const char **names;  // by component, as the text calls it
  int8_t *player_of;   // by component: whose it is, 0 nobody's
  float *folded;       // [component][site]: the linear terms of pieces together, or NULL
  float *loose;        // by component: likewise for a piece that is not on a site of the board
  int words;           // of a set of sites of the board
  Word *adjacent;      // by site: its neighbours
  double placed;       // pieces at the start
  double reach;        // from the middle of the board to the farthest site
};

// For prepare functions, in heuristic_tables.c.
void prepare_material(Heuristic *h, GameTerm *term);
void prepare_centre(Heuristic *h, GameTerm *term);
void prepare_corner(Heuristic *h, GameTerm *term);
void prepare_sides(Heuristic *h, GameTerm *term);
void prepare_region(Heuristic *h, GameTerm *term);
void prepare_player_regions(Heuristic *h, GameTerm *term);
void prepare_own_regions(Heuristic *h, GameTerm *term);
void prepare_players(Heuristic *h, GameTerm *term);
void prepare_lines(Heuristic *h, GameTerm *term);
void prepare_site_values(Heuristic *h, GameTerm *term);
// The longest line that the rules ask for; 0 when they ask for none.
int longest_line_asked(const Game *game);

// Goes over the pieces of the board and hands; in heuristic_judge.c.
void judge_pieces(Judging *judging, const GameTerm *term, double *values);

#endif
