// What one simulation did, in the terms in which tables and trees learn (Kowalski et al., Split Moves for Monte-Carlo
// Tree Search): the moves or parts made, their units, and their contexts. Only what somebody asks for is kept.
#ifndef SEARCH_MCTS_TRAIL_H
#define SEARCH_MCTS_TRAIL_H

#include "base/vec.h"
#include "state/turn/position.h"

typedef struct Step {
  uint64_t key;
  int seat;
  bool whole;  // contexts: the move is complete
} Step;

typedef VEC(Step) Steps;

typedef enum TrailKind {
  TRAIL_STEPS,     // every move or part as it was made
  TRAIL_UNITS,     // divided into units
  TRAIL_CONTEXTS,  // what the move under way was after each unit
  TRAIL_KINDS
} TrailKind;

typedef struct Trail {
  bool keeps[TRAIL_KINDS];
  Steps at[TRAIL_KINDS];
  uint64_t context;  // key of what was made of the move under way; 0 between moves
} Trail;

// How far a trail had come.
typedef struct TrailMark {
  size_t n[TRAIL_KINDS];
  uint64_t context;
} TrailMark;

void trail_clear(Trail *trail);
void trail_free(Trail *trail);
TrailMark trail_mark(const Trail *trail);
void trail_rewind(Trail *trail, const TrailMark *to);

// Before a move or part of one is made; and after it was.
void trail_note(Trail *trail, const Position *x, const Move *move);
// The same in two parts: the step as it is called here, and whatever else is kept.
void trail_note_step(Trail *trail, uint64_t key, int seat);
void trail_note_parts(Trail *trail, const Position *x, const Move *move);
void trail_made(Trail *trail, const Position *x);
// Moves of several players at once, known by one key.
void trail_note_together(Trail *trail, uint64_t key);

// What `part` would be called in its context.
uint64_t trail_context_of(const Trail *trail, const Position *x, const Move *part);

#endif
