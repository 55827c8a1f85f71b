// Typed options of agents: a table says name, kind, range and default; text such as `c=0.4,solver=no` fills
// the structure the table describes. A text may stand in double quotes, and then have commas in it.
#ifndef SEARCH_OPTION_H
#define SEARCH_OPTION_H

#include "base/arena.h"

typedef enum OptionKind { OPTION_INTEGER, OPTION_REAL, OPTION_SWITCH, OPTION_WORD, OPTION_TEXT } OptionKind;

typedef struct SearchOption {
  const char *name;
  OptionKind kind;
  size_t offset;  // in the structure: int64_t, double, bool, int or const char *
  double least, most;
  const char *fallback;      // value when not given, as text
  const char *const *words;  // OPTION_WORD: ended by NULL; the structure gets the number
  const char *doc;
} SearchOption;

// The place of the first comma from `from` on that is not inside double quotes; text.n without.
size_t option_comma(Str text, size_t from);

// Fills the structure with the defaults of the table.
void search_options_default(const SearchOption *rows, void *structure);
// Reads `name=value,...` over it. False with a sentence in *why (arena).
bool search_options_read(Arena *arena, const SearchOption *rows, Str text, void *structure, const char **why);
// Sets one of them to a number (a switch: 0 or 1, a word: its number). False when it is a text or out of range.
bool search_option_set(const SearchOption *row, double value, void *structure);
// One of them as such a number. False when it is a text.
bool search_option_get(const SearchOption *row, const void *structure, double *value);

#endif
