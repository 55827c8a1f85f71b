// Lines on a board: all runs of so many sites in a straight line, each once, with the sites just beyond their ends.
#ifndef PLAY_HEURISTIC_HEURISTIC_LINES_H
#define PLAY_HEURISTIC_HEURISTIC_LINES_H

#include "state/turn/position.h"

typedef struct Lines {
  int length;
  int n;
  const Site *ends;         // two for each line, -1 where the board ends
  const int32_t *at_start;  // by site + 1: where its lines begin in `at`
  const int32_t *at;        // lines through a site
} Lines;

// How the lines of a position stand, by line: whose pieces are on it (0 nobody's, -1 several players') and how many.
// The arrays are scratch memory of the position.
typedef struct LineCounts {
  int8_t *owner;
  uint8_t *count;
  int32_t *touched;  // the lines with pieces
  int n;
} LineCounts;

void lines_build(Arena *arena, const Topology *board, SiteType type, int length, Lines *out);
LineCounts lines_count(const Lines *lines, Position *x, SiteType type, const int8_t *player_of);

#endif
