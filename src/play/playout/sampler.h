// Optimised playouts: a legal move is drawn without generating all of them, in the phases where the rules allow
// it (game/infer.h); elsewhere every step is a standard one. The moves drawn have exactly the distribution of
// standard playouts; playout_step stays as the oracle. A sampler belongs to one thread.
#ifndef PLAY_PLAYOUT_SAMPLER_H
#define PLAY_PLAYOUT_SAMPLER_H

#include "plan/infer.h"
#include "play/playout/playout.h"
#include "state/run/placement.h"
#include "state/turn/candidate.h"

// How a playout chooses among moves (section 7 of the paper).
typedef enum ChoiceKind {
  CHOOSE_UNIFORM,  // all moves alike
  CHOOSE_GREEDY,   // one of the best by score; with probability epsilon, any
  CHOOSE_SOFTMAX,  // with probabilities proportional to exp(score / temperature)
} ChoiceKind;

typedef struct MoveChoice {
  ChoiceKind kind;
  double epsilon, temperature;
  // The score of a move, before its consequences and conditions are known.
  double (*score)(const void *self, const Position *x, const Move *move);
  const void *self;
  uint64_t first;  // the move of this key before all others, if it is legal; 0: none
} MoveChoice;

typedef struct Sampler {
  const Game *game;             // whose kinds these are
  VEC(uint8_t) kinds;           // PlayoutKind by phase
  VEC(PlacementRun *) runs;     // quiet placements by phase, NULL for phases without
  bool idle;                    // no phase has anything to leave undone
  bool waits;                   // whether the next player can move is found out when it does (plan/deferred_ends.h)
  bool waiting, mate_deferred;  // it is not known yet after the last move; and whether that was mate
  Player before_last;           // whose turn came before it
  SavedMoves last;              // that move, to make it again
  Random chance;                // before it
  Candidates candidates;
  VEC(double) weights;  // of the candidates
} Sampler;

void sampler_free(Sampler *sampler);

// Whether the next move of the position can be drawn in a way other than the standard one.
bool sampler_helps(Sampler *sampler, const Position *x);

// One random move of the player to move, like playout_step.
void sampler_step(Sampler *sampler, Position *x, Random *random);

// A legal move of the player to move, chosen as said, in a position where the sampler helps. It is valid until it is
// released.
Move sampler_choose(Sampler *sampler, Position *x, const MoveChoice *choice, Random *random);
void sampler_release(Sampler *sampler, Position *x);

// Random moves until the game is over, or so many have been made; several of them may be undone as one. Returns how
// many.
uint64_t sampler_play(Sampler *sampler, Position *x, Random *random, uint64_t most);

// Who wins a random game from here (0: nobody), found by filling the board where that is proved to be the same
// (state/placement.h); *moves has the sites filled. The position is left as it is. False: play on.
bool sampler_fill(Sampler *sampler, Position *x, Random *random, Player *winner, uint32_t *moves);

// From the start to the end, like playout_run.
bool sampler_run(Sampler *sampler, Position *x, uint64_t seed, uint64_t k, Recorder *recorder);
// The same, but only its outcome counts: boards are filled where that tells the winner, and their sites count as moves.
bool sampler_run_filled(Sampler *sampler, Position *x, uint64_t seed, uint64_t k, PlayoutTotals *totals);

#endif
