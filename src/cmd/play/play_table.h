// A game being played in the terminal: who sits where, and what a person can type.
#ifndef CMD_PLAY_PLAY_TABLE_H
#define CMD_PLAY_PLAY_TABLE_H

#include "cmd/play/line_reader.h"
#include "play/show/draw.h"
#include "play/show/session.h"
#include "search/agent.h"
#include "syntax/tree.h"

typedef struct Ponder Ponder;

typedef struct Table {
  Arena *arena;
  const Game *game;
  Session *session;
  Drawing *drawing;
  Record names;
  const Node *metadata;                 // of the description, or NULL
  Agent *agents[GAME_PLAYERS_MAX + 1];  // by seat; NULL: a person
  AgentSpec specs[GAME_PLAYERS_MAX + 1];
  Executor *executor;    // of the agents
  const char *opponent;  // the agent that persons meet by default, and that gives hints
  uint64_t seed;
  size_t turns;        // the game is left after so many; 0: it is played to its end
  int resigned;        // the seat that gave up, or 0
  LineReader *reader;  // of what persons type, made when first needed
  int asked;           // the seat that is being asked
  bool terminal;       // somebody watches
  bool quiet;          // boards are not shown
  bool pondering;      // agents may think on while a person does
  Ponder *ponder;      // who does so now, or NULL (play_ponder.h)
  atomic_bool stop;    // ends the search of an agent
  bool left;
} Table;

static inline bool table_is_person(const Table *table, int seat) { return seat >= 1 && !table->agents[seat]; }

void table_show_board(const Table *table, bool labels);
void table_board_text(const Table *table, bool labels, Text *out);
// Through whose eyes the game is shown: those of the only person, or of the one who is to move; 0: everything is shown.
Player table_viewer(const Table *table);
// A new game from the start, with this seed.
void table_restart(Table *table, uint64_t seed);
void table_show_pieces(const Table *table);

// Goes on with a saved game. False with a sentence in *why (arena); the game is then as it was.
bool table_load(Table *table, const char *path, const char **why);

// What a person typed: a move (its number is in *choice), or something that made the position another one or
// ended the game.
typedef enum Heard { HEARD_AGAIN, HEARD_MOVE, HEARD_CHANGED } Heard;

// Asks until one of the last two is heard. Seat 0 asks what to do when the game is over.
Heard table_ask(Table *table, int seat, int *choice);

#endif
