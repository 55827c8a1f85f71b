// A GAME of the command line loaded through the public interface, for commands that are built on it.
#ifndef CMD_FRAME_API_LOAD_H
#define CMD_FRAME_API_LOAD_H

#include "base/text.h"
#include "cmd/frame/command_options.h"
#include "senet.h"

// Opens the libraries of --library. False after saying what is wrong.
bool api_open(const Options *options, senet_library **library);
// Whether --executor and --split, as far as the command has them, name something. False after saying that they do not.
// Asked before any command runs.
bool api_words(const Options *options);
// Whether --executor, or SENET_EXECUTOR without it, is this one.
bool api_wants_executor(const Options *options, const char *name);
// The way of splitting that --split names, or NULL.
const char *api_split(const Options *options);
// Loads the game with --option, --ruleset, --split and --executor, as far as the command has them. False after saying
// what is wrong.
bool api_load(const Options *options, senet_library *library, const char *name, senet_game **game);
// The same in two steps, for commands that ask for something else besides.
senet_game_request api_request(const Options *options, const char *name);
bool api_load_request(const Options *options, senet_library *library, const senet_game_request *request,
                      senet_game **game);

// The facts about the game, which need not compile. False after saying what is wrong.
bool api_facts(const Options *options, senet_library *library, const char *name, senet_facts **facts);

// Opens and loads, with the game that is the first argument; what was opened is given back by api_close in any case.
typedef struct ApiGame {
  senet_library *library;
  senet_game *game;
} ApiGame;
bool api_begin(const Options *options, ApiGame *api);
void api_close(ApiGame *api);

// The agents that a text names, n of them (arena). False after saying what is wrong with it.
bool api_agents(const Options *options, const char *text, const char ***agents, int *n);

// A position at the start, or at that of --position where the command has it. False after saying what is wrong.
bool api_start(const Options *options, senet_game *game, uint64_t seed, senet_position **position);
// Makes the moves of a text, separated by blanks, as people type them or by number; the moves of all players with
// commas where they move at once. False after saying which one is not legal.
bool api_make_moves(const Options *options, senet_position *position, const char *text);

// Who sits where after players swapped: the seat from which this player is played.
int api_seat_of(const senet_position *position, int player);

// The first line of a text that is not blank.
Str api_first_line(Str text);

// Something of the library that writes a text into memory it is given; added to *out, nothing when it fails.
typedef senet_status ApiWrite(const void *self, char *buffer, size_t size, size_t *length);
void api_written(Text *out, ApiWrite *write, const void *self);

// How many legal moves there are, each of which can then be asked for. False where the rules stop, with the reason in
// senet_message.
bool api_list(senet_position *position, size_t *n);
// Whether the rules have stopped, with the reason in senet_message: such a game counts as over, but nobody has won it.
bool api_stopped(senet_position *position);

// Texts of positions, moves and facts, added to *out.
void api_board(senet_position *position, const senet_draw_options *look, Text *out);
void api_svg(senet_position *position, const senet_draw_options *look, Text *out);
void api_fact(const senet_facts *facts, const char *path, Text *out);
void api_legend(senet_game *game, Text *out);
// What the description says about itself, the sides a player is to connect, the agent that plays by default.
void api_about(const senet_game *game, const char *what, Text *out);
void api_sides(const senet_game *game, int player, Text *out);
void api_default_agent(senet_game *game, double seconds, Text *out);
void api_move_text(senet_position *position, size_t move, Text *out);
// The expected line of a report: moves made one after another on a copy, separated by blanks.
void api_line_text(senet_position *position, const size_t *moves, size_t n, Text *out);

#endif
