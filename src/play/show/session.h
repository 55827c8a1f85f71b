// A game in progress on which moves are made as people write them. What chance does follows from the seed.
#ifndef PLAY_SHOW_SESSION_H
#define PLAY_SHOW_SESSION_H

#include "play/show/notation.h"
#include "play/show/position_text.h"

// The choices made at one point of the game: one, or one per player who moves at the same time.
typedef struct Turn {
  int n;
  uint32_t choices[GAME_PLAYERS_MAX];
} Turn;

typedef struct Session {
  const Game *game;
  Position *x;
  uint64_t seed, stream;  // of chance
  char *setup;            // text of the position it begins at, or NULL: the start of the game
  VEC(Turn) turns;
  Notation notation;  // of the legal moves, after session_look
  VEC(int) seats;     // whose moves they are
} Session;

void session_new(const Game *game, uint64_t seed, Session **session);
void session_free(Session *session);

// Begins at the position of a text from now on. False with the mistake: nothing has changed then.
bool session_set(Session *session, Str text, PositionMistake *mistake);
// Back to where it began.
void session_restart(Session *session);
// Notes the legal moves here; how many there are. The position is as before, outcomes of chance included.
uint32_t session_look(Session *session);
// The legal move written so, or given by its number from 1, that belongs to the seat (0: any); or -1. Looks first.
int session_find(Session *session, Str text, int seat);
// A turn as written: one move, or in a simultaneous game those of all seats that have any in their order, separated by
// commas.
bool session_find_turn(Session *session, Str text, Turn *turn);
// Makes the moves chosen, numbers from 0.
void session_play(Session *session, const Turn *turn);

#endif
