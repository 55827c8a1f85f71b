// senet lines: what its files share. lines.c reads requests and hands them to threads, lines_work.c answers them.
#ifndef CMD_PLAY_LINES_H
#define CMD_PLAY_LINES_H

#include "base/lock.h"
#include "base/text.h"
#include "base/vec.h"
#include "senet.h"

#include <jansson.h>

typedef struct LinesGame {
  char *key;  // what was asked for, as JSON
  senet_game *game;
  size_t users;  // requests being answered
} LinesGame;

// One request, or one turn of one.
typedef struct LinesJob LinesJob;
struct LinesJob {
  json_t *request;
  json_t *id;    // borrowed from the request; NULL without
  long turn;     // analyse: after so many of the moves; -1: after all
  size_t bytes;  // of its line
  bool cancelled;
  senet_agent *agent;  // searching now; both under the lock of the jobs
  LinesJob *next;
};

typedef struct Lines {
  senet_library *library;
  const char *executor;  // of all games, or NULL: as senet_game_executor says
  Lock games_lock;
  VEC(LinesGame *) games;  // those used last come last
  Lock lock;               // of the jobs
  Signal more;             // a job came, or no more will
  LinesJob *first, *last;  // waiting
  LinesJob *running;       // by their `next`
  size_t waiting;
  size_t bytes;  // of all jobs, also those that are worked on
  bool ended;    // no more will come
  Lock out;      // one line at a time
} Lines;

// Answers a request; the answers go to standard output.
void lines_work(Lines *lines, LinesJob *job);
// Prints a JSON object on a line and gives it back.
void lines_say(Lines *lines, json_t *answer);
// An error, with the id of the request (may be NULL).
void lines_complain(Lines *lines, json_t *id, const char *format, ...) PRINTF_LIKE(3, 4);
// Whether the job was cancelled; and which agent works for it (NULL: none any more), so that it can be stopped.
bool lines_cancelled(Lines *lines, LinesJob *job);
void lines_agent(Lines *lines, LinesJob *job, senet_agent *agent);

// Whether there is such a command for lines_work.
bool lines_known(const char *command);
// The names of all commands, separated by commas.
void lines_names(Text *out);
void lines_free_games(Lines *lines);

#endif
