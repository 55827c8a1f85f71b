// What random games show about a game: how they end, how long they are, how many moves there are to choose from, who
// wins and who only passes, which pieces and sites come into play, and how often every statement of the rules was
// begun.
#ifndef PLAY_PLAYOUT_SURVEY_H
#define PLAY_PLAYOUT_SURVEY_H

#include "play/playout/playout.h"

typedef struct SurveyPlan {
  uint64_t seed;
  uint64_t games;  // at most
  double seconds;  // at most, of CPU time
} SurveyPlan;

// How a game ended.
typedef enum SurveyEnd {
  SURVEY_BY_RULE,   // an end rule said so
  SURVEY_BY_PASS,   // everybody passed
  SURVEY_BY_LIMIT,  // the limit of turns or moves was reached
  SURVEY_ENDS
} SurveyEnd;

typedef struct Survey {
  const Game *game;
  PlayoutTotals totals;
  uint64_t ends[SURVEY_ENDS];
  VEC(double) lengths;                                // sorted
  uint64_t positions, choices, most_choices, forced;  // forced: positions with a single move
  double tree;  // mean over games of the logarithm (base 10) of the product of the numbers of choices
  uint64_t moves_of[GAME_PLAYERS_MAX + 1], passes_of[GAME_PLAYERS_MAX + 1];
  uint64_t actions[ACT_COUNT];  // made in the games, consequences included
  uint64_t *in_phase;           // positions, by phase
  uint64_t *seen;               // positions that had a piece of the kind, by component; looked at now and then
  Word *occupied;               // sites of the board that held something at some time
  int sites, sites_used;
  uint32_t *visits;       // by Ref
  uint64_t first_player;  // games won by the player who moved first, of those with one winner
  uint64_t decided;
  // Of some games: how often the later winner was behind, judged by random games, and how far.
  uint64_t judged, behind;
  double drama;
  const char *fault;  // the first, or NULL
} Survey;

// Plays and counts. The survey is freed with survey_free.
void survey_run(const Game *game, const SurveyPlan *plan, Survey *survey);
void survey_free(Survey *survey);

#endif
