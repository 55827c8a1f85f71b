// A game being played in the terminal: who sits where, what is shown of it, and what a person can type.
#ifndef CMD_PLAY_PLAY_TABLE_H
#define CMD_PLAY_PLAY_TABLE_H

#include "base/vec.h"
#include "cmd/frame/api_load.h"
#include "cmd/play/line_reader.h"

#include <stdatomic.h>

// The choices made at one point of the game: one, or one per player who moves at the same time.
typedef struct Turn {
  size_t n;
  size_t moves[SENET_PLAYERS_MAX];
} Turn;

typedef struct Table {
  Arena *arena;
  ApiGame api;
  int players;
  bool together;  // all players move at once
  bool hidden;    // players do not see everything
  senet_position *position;
  size_t turns;                                // made
  size_t most;                                 // the game is left after so many; 0: it is played to its end
  const char *setup;                           // the position it begins at, as text; NULL: the start
  senet_agent *agents[SENET_PLAYERS_MAX + 1];  // by seat; NULL: a person
  const char *names[SENET_PLAYERS_MAX + 1];    // what they are called
  const char *opponent;                        // the agent that persons meet by default
  uint64_t seed;
  int resigned;        // the seat that gave up, or 0
  LineReader *reader;  // of what persons type, made when first needed
  int asked;           // the seat that is being asked
  bool terminal;       // somebody watches
  bool quiet;          // boards are not shown
  bool pondering;      // agents may think on while a person does
  bool recorded;   // the game will be written, also when Ctrl-C ends it
  bool left;
  atomic_bool interrupted;
  bool failed;  // an agent could not go on
  // The legal moves, while `looked`:
  bool looked;
  VEC(senet_move) moves;
  VEC(size_t) starts;  // of their texts, each ended by a zero
  Text texts;
} Table;

static inline bool table_is_person(const Table *table, int seat) { return seat >= 1 && !table->agents[seat]; }

// Looks at the legal moves; how many there are.
size_t table_look(Table *table);
// A move as people write it, after table_look.
static inline const char *table_move(const Table *table, size_t i) { return table->texts.p + table->starts.at[i]; }
// Whether it is a move of this seat.
bool table_is_move_of(const Table *table, size_t i, int seat);

// Who sits where after players swapped.
int table_player(const Table *table, int seat);
int table_seat_to_move(const Table *table);
bool table_has_person(const Table *table);
// Through whose eyes the game is shown: those of the only person, or of the one who is to move; 0: everything is shown.
int table_viewer(const Table *table);

void table_show_board(const Table *table, bool sites);
void table_board_text(const Table *table, bool sites, Text *out);
void table_show_pieces(const Table *table);

// Makes the moves of a turn.
void table_play(Table *table, const Turn *turn);
// Takes the last turn back; false at the start.
bool table_undo(Table *table);
// A new game from where it began, with this seed.
void table_restart(Table *table, uint64_t seed);
// Writes the game to a file, or goes on with a saved one. False with a sentence in *why (arena): the game is then as it
// was.
bool table_save(Table *table, const char *path, const char **why);
bool table_load(Table *table, const char *path, const char **why);
void table_free(Table *table);

// What a person typed: a move (its number is in *choice), or something that made the position another one or
// ended the game.
typedef enum Heard { HEARD_AGAIN, HEARD_MOVE, HEARD_CHANGED } Heard;

// Asks until one of the last two is heard. Seat 0 asks what to do when the game is over.
Heard table_ask(Table *table, int seat, int *choice);

#endif
