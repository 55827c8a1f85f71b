// A GAME of the command line loaded through the public interface, for commands that are built on it.
#ifndef CMD_FRAME_API_LOAD_H
#define CMD_FRAME_API_LOAD_H

#include "base/text.h"
#include "cmd/frame/command_options.h"
#include "senet.h"

// Opens the libraries of --library. False after saying what is wrong.
bool api_open(const Options *options, senet_library **library);
// Loads the game with --option, --ruleset, --split and --executor, as far as the command has them. False after saying
// what is wrong.
bool api_load(const Options *options, senet_library *library, const char *name, senet_game **game);

// Texts of positions and moves, copied into *out.
void api_move_text(senet_position *position, size_t move, Text *out);
// The expected line of a report: moves made one after another on a copy, separated by blanks.
void api_line_text(senet_position *position, const size_t *moves, size_t n, Text *out);

#endif
