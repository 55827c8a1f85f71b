// The options and rulesets a description offers, and which of them are chosen.
//
//   (option "Board Size" <Board> args:{ <size> <rows> } {
//     (item "8x8" <8> <2> "What it means.")*
//     (item "9x9" <9> <3> "What it means.")
//   })
//   (rulesets { (ruleset "Ruleset/Old Rules (1900)" { "Board Size/9x9" }) })
//
// <Board:rows> elsewhere in the text stands for the chosen item's second argument, <Board> for its first.
// The item with most stars is the default. Arguments are text: they need not be whole trees.
#ifndef LUD_TEXT_OPTIONS_H
#define LUD_TEXT_OPTIONS_H

#include "base/diag.h"

typedef struct OptionItem {
  Str name;
  Str doc;
  Str *args;  // in the order of the category's argument names; slices of the source
  size_t n;
  int stars;
  SrcLoc loc;
} OptionItem;

typedef struct OptionCategory {
  Str name;  // "Board Size"
  Str tag;   // "Board"
  Str *arg_names;
  size_t n_args;
  OptionItem *items;
  size_t n;
  size_t chosen;
  bool set;  // chosen by the user or a ruleset
  SrcLoc loc;
} OptionCategory;

typedef struct Ruleset {
  Str name;       // "Ruleset/Old Rules (1900)"
  Str *settings;  // "Board Size/9x9"
  size_t n;
  int stars;
  SrcLoc loc;
} Ruleset;

typedef struct GameOptions {
  OptionCategory *categories;
  size_t n;
  Ruleset *rulesets;
  size_t n_rulesets;
  const Ruleset *ruleset;  // chosen, or the first that fits the choices made; NULL when none does
} GameOptions;

// What the user asked for.
typedef struct OptionWishes {
  const char *const *options;  // "Board Size/9x9"
  size_t n;
  const char *ruleset;  // NULL: none
} OptionWishes;

// Reads the options and rulesets of a source; errors go to diags. Slices point into the source.
bool lud_options_read(Arena *arena, const Source *source, Diags *diags, GameOptions *out);

// Makes the choices: stars, then the ruleset, then the single options. Unknown wishes are errors.
bool lud_options_choose(Arena *arena, GameOptions *options, const OptionWishes *wishes, Diags *diags);

// Whether "Board Size/9x9" is among the choices made, or names the chosen ruleset.
bool lud_options_active(const GameOptions *options, Str setting);
// Whether it is offered at all.
bool lud_options_known(const GameOptions *options, Str setting);

// The text <reference> stands for, without angle brackets; false when there is no such option.
bool lud_options_find(const GameOptions *options, Str reference, Str *text);

#endif
