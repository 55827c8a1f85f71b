// Typed options of agents: a table says name, kind, range and default; text such as `c=0.4,solver=no` fills
// the structure the table describes.
#ifndef SEARCH_OPTION_H
#define SEARCH_OPTION_H

#include "base/arena.h"

typedef enum OptionKind { OPTION_INTEGER, OPTION_REAL, OPTION_SWITCH, OPTION_WORD } OptionKind;

typedef struct SearchOption {
  const char *name;
  OptionKind kind;
  size_t offset;  // in the structure: int64_t, double, bool or int
  double least, most;
  const char *fallback;      // value when not given, as text
  const char *const *words;  // OPTION_WORD: ended by NULL; the structure gets the number
  const char *doc;
} SearchOption;

// Fills the structure with the defaults of the table.
void search_options_default(const SearchOption *rows, void *structure);
// Reads `name=value,...` over it. False with a sentence in *why (arena).
bool search_options_read(Arena *arena, const SearchOption *rows, Str text, void *structure, const char **why);

#endif
