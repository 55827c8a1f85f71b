// Heuristics: how good a position looks, as a weighted sum of terms. The text form is the language's own,
//   (heuristics { (material weight:1 pieceWeights:{ (pair "Queen" 9) }) (mobilitySimple weight:0.1) })
// as it stands in the metadata of descriptions and in the files that `senet tune` writes. A text is read without a
// game (HeuristicText); for a game it is compiled to tables (Heuristic), which any number of threads may ask.
#ifndef PLAY_HEURISTIC_HEURISTIC_H
#define PLAY_HEURISTIC_HEURISTIC_H

#include "base/diag.h"
#include "base/text.h"
#include "play/playout/policy.h"

typedef struct HeuristicKind HeuristicKind;  // heuristic_terms.h

typedef enum Transformation {
  TRANSFORM_NONE,
  TRANSFORM_DIV_SITES,   // divided by the sites of the board
  TRANSFORM_DIV_PLACED,  // divided by the pieces at the start
  TRANSFORM_LOGISTIC,    // 1 / (1 + e^value), as the language defines it: falls with the value
  TRANSFORM_TANH,
} Transformation;

// A piece ("Pawn": of every player, "Pawn1": of one) or a player ("P1"), with its weight.
typedef struct WeightPair {
  const char *name;
  double weight;
} WeightPair;

typedef struct HeuristicTerm {
  const HeuristicKind *kind;
  Transformation transformation;
  double weight;
  const WeightPair *pairs;  // of pieces or players; NULL: 1 for all
  int n_pairs;
  int number;         // region:, player: or targetLength:; -1 when not given
  bool board_only;    // hands do not count
  const char *piece;  // whose values these are, or NULL
  const double *values;
  int n_values;
  const double *mover_values;  // likewise, for the player to move
  int n_mover_values;
} HeuristicTerm;

typedef struct HeuristicText {
  const HeuristicTerm *terms;
  int n;
  const char *const
      *pieces;  // names that the terms use for all pieces of the game, in their order; NULL: the game's own
  int n_pieces;
} HeuristicText;

// Reads a text; what it becomes lives in the arena. False with errors in diags.
bool heuristic_read(Arena *arena, const Source *source, Diags *diags, HeuristicText *out);
// The same for a file; false with one sentence in *why (arena).
bool heuristic_read_file(Arena *arena, const char *path, HeuristicText *out, const char **why);
// The text form, ready to be read again.
void heuristic_write(Text *out, HeuristicText text);

typedef struct Heuristic Heuristic;

// Compiles a text for a game: what does not concern the game (pieces it does not have) counts nothing. The text must
// outlive it. Free with heuristic_free.
void heuristic_new(const Game *game, HeuristicText text, Heuristic **out);
void heuristic_free(Heuristic *heuristic);
const Evaluator *heuristic_evaluator(const Heuristic *heuristic);

// The sum for every player, at [1 .. players], before it is compared with the others'.
void heuristic_sums(const Heuristic *heuristic, Position *x, double *sums);
// What one term gives every player: its value before and after transformation and weight.
void heuristic_term_values(const Heuristic *heuristic, int term, Position *x, double *values, double *weighted);

// What a game knows about itself: a file of the shipped folder made for this very game, or its metadata.
typedef enum HeuristicOrigin { HEURISTIC_TUNED = 1, HEURISTIC_METADATA = 2 } HeuristicOrigin;
// The first that exists of those wanted, tuned before metadata; NULL when there is none. The text is in the arena.
bool heuristic_text_for_game(Arena *arena, const Game *game, int wanted, HeuristicText *out, const char **origin);

#endif
