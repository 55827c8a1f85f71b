// What the parts of a run share.
#ifndef STATE_RUN_PLACEMENT_INTERNAL_H
#define STATE_RUN_PLACEMENT_INTERNAL_H

#include "state/run/placement.h"

enum { REGIONS_MAX = 32 };

// A line through a site: the sites on both sides, nearest first.
typedef struct LineArm {
  const Site *ahead, *back;
  int16_t n_ahead, n_back;
} LineArm;

typedef struct LineWatch {
  int32_t length;
  bool exact;
  uint64_t kinds;        // wanted pieces as bits; 0: those like the one just placed
  const int32_t *first;  // by site: its arms
  const LineArm *arms;
} LineWatch;

typedef struct LinkWatch {
  bool rings;            // it is rings that are watched for
  const int32_t *first;  // by site: its neighbours
  const Site *near;
  const uint32_t *touches;  // by site: the regions it is in, as bits
  uint32_t wanted[GAME_PLAYERS_MAX + 1];
  int32_t needed[GAME_PLAYERS_MAX + 1];
  Site *parent;      // union-find
  uint32_t *groups;  // by root: the regions its group touches
} LinkWatch;

struct PlacementRun {
  Arena arena;
  const Game *game;
  int phase;
  PlacementWatch rules;
  SiteType type;
  int sites, words;
  LineWatch *lines;
  LinkWatch *links;
  int n_lines, n_links;
  uint8_t *who;   // the board
  Word *empty;    // where one may play
  uint8_t *left;  // how many of these in each word
  uint32_t n_left;
  Site *played;     // by this run, in order
  uint8_t *movers;  // who played each, and who would play next
  bool fills;       // the winner of a full board is the winner of the game
};

// Copies where one may play from the state, and counts it.
void placement_start_drawing(PlacementRun *run, Position *x);
// Moves before the limits of a game are near.
int32_t placement_room(const Position *x);
// Who moves after a move of the mover.
Player placement_next_mover(const PlacementRun *run, const Position *x, Player mover, WatchedTurn *turn);
// Whether filling the board tells the winner.
bool placement_can_fill(const PlacementRun *run);

#endif
