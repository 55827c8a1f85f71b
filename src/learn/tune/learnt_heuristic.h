// A heuristic for a game nobody has tuned: found by a few hundred games of self-play when it is first asked for, and
// kept in the folder of compiled games for the next time.
#ifndef LEARN_TUNE_LEARNT_HEURISTIC_H
#define LEARN_TUNE_LEARNT_HEURISTIC_H

#include "play/heuristic/heuristic.h"

#include <stdatomic.h>

typedef struct LearntHeuristic {
  HeuristicText text;  // in the arena
  double loss;         // on games that were not fitted, as a part of that of knowing nothing
} LearntHeuristic;

// False when there is none: the search was asked to stop meanwhile (stop may be NULL).
bool learnt_heuristic_find(Arena *arena, const Game *game, int64_t games, const atomic_bool *stop,
                           LearntHeuristic *out);
// The same if it was learnt before; false: it was not.
bool learnt_heuristic_kept(Arena *arena, const Game *game, int64_t games, LearntHeuristic *out);

#endif
