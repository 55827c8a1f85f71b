// From a game's name or file to its expanded and resolved description: the one way in for every command.
#ifndef LUD_TEXT_LOAD_H
#define LUD_TEXT_LOAD_H

#include "lud/resolve/resolve.h"
#include "lud/text/define.h"
#include "lud/text/library.h"
#include "lud/text/options.h"

// A text to load, and the library root it came from (LIBRARY_ANY: a file outside all of them).
typedef struct LudInput {
  const Source *source;
  int root;
} LudInput;

typedef struct LudGame {
  const char *name;  // as the description says: (game "Name" ...); NULL when it does not
  const Source *source;
  GameOptions options;   // what is offered and what was chosen
  Defines defines;       // of the description; they know whether they are used
  const Node *game;      // (game ...) or (match ...), expanded
  const Node *metadata;  // (metadata ...), expanded, reduced to the chosen options; NULL when there is none
  LudTerms terms;        // the game resolved; set by lud_load only
  LudTerms about;        // the metadata resolved, likewise; the root is NULL when there is none
} LudGame;

// Finds a game by name, or reads the file when `game` is a path. A file in a lud/ folder that has a def/
// folder beside it brings its library along. False with an error in diags.
bool lud_open(Library *library, Arena *arena, const char *game, Diags *diags, LudInput *out);

// Parses and expands. What could be made is in *out even when errors make it return false.
bool lud_expand(Library *library, Arena *arena, const LudInput *input, const OptionWishes *wishes, Diags *diags,
                LudGame *out);

// All of it: opens, expands and resolves.
bool lud_load(Library *library, Arena *arena, const char *game, const OptionWishes *wishes, Diags *diags, LudGame *out);
bool lud_load_input(Library *library, Arena *arena, const LudInput *input, const OptionWishes *wishes, Diags *diags,
                    LudGame *out);

// Reads a file of defines (.def) and reports what is wrong with it as such; uses are not followed.
bool lud_check_defines(Arena *arena, const char *path, Diags *diags);

#endif
