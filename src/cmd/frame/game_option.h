// What the commands that take a GAME share: the libraries and choices given on the command line.
#ifndef CMD_FRAME_GAME_OPTION_H
#define CMD_FRAME_GAME_OPTION_H

#include "cmd/frame/command_options.h"
#include "game/game.h"
#include "lud/text/load.h"
#include "play/playout/executor.h"
#include "rbg/rbg_lower.h"

// A library opened and a game loaded from it; everything lives until load_free.
typedef struct Load {
  Arena arena;
  Diags diags;
  Library library;
  LudGame game;
  RbgDescription *rbg;       // instead, when the game is a `.rbg` one
  const RbgStrategy *split;  // how its moves are divided, or NULL
  Executor *executor;        // who plays it, or NULL
} Load;

// Opens the libraries of --library. What is wrong is said on stderr; false then.
bool load_begin(Load *load, const Options *options);
void load_free(Load *load);

// The --option and --ruleset of a command with GAME_OPTIONS.
OptionWishes load_wishes(const Options *options);

// The --split of a command that has one, NULL without; false after saying that there is no such strategy.
bool load_strategy(const Options *options, const RbgStrategy **strategy);
// The same, kept for load_compiled.
bool load_split(Load *load, const Options *options);

// The file of the `.rbg` game the name stands for, or NULL. load_rbg reads it into load->rbg.
const char *load_rbg_path(const Load *load, const char *name);
static inline bool load_is_rbg(const Load *load, const char *name) { return load_rbg_path(load, name) != NULL; }
bool load_rbg(Load *load, const char *name);

// Opens, expands and resolves the named game. Says on stderr what is wrong with it.
bool load_game(Load *load, const Options *options, const char *name);

// The named game ready to run, living until load_free; NULL after saying what is wrong with it.
const Game *load_compiled(Load *load, const Options *options, const char *name);

// Opens load->executor for the game as --executor says; load_free closes it. False after saying that there is no such
// executor, or that native code was asked for and cannot be had.
bool load_executor(Load *load, const Options *options, const Game *game);
// The same for native code, whatever --executor says.
bool load_native(Load *load, const Options *options, const Game *game);
// What --executor says, without opening anything. False after saying that there is no such executor.
bool executor_option(const Options *options, ExecutorKind *kind);

// Prints what has been collected and forgets it; true when there was nothing.
bool load_report(Load *load);

// The file the game was read from.
const char *load_path(const Load *load);

#endif
