// Words that need work during expansion: parameters inside a word, ranges, option references that no
// option answers, and what only looks like a number.
#ifndef LUD_TEXT_EXPAND_WORD_H
#define LUD_TEXT_EXPAND_WORD_H

#include "base/vec.h"
#include "lud/text/expand.h"

typedef VEC(const Node *) Words;

// The text with #1 to #params replaced by the text of the arguments; a missing argument is empty.
// Stops once more than EXPAND_TEXT_MAX bytes came together.
Str paste_params(Arena *arena, Str text, uint32_t params, const Node *const *args);

// What a word stands for: the numbers of a range 3..7, or the word itself. Words that make no sense are
// reported, or kept when lenient.
void words_of(const Expansion *x, const Node *node, bool lenient, Words *out);

// Whether there is already an error about this place: what is used twice is reported once.
bool is_reported(const Expansion *x, SrcLoc loc);

// An empty word in the place of something that was reported, which resolution passes over.
const Node *wrong_word(const Expansion *x, const Node *node);

// Replaces a range whose parts are items of their own at the end of the items:  "A1" .. "C3"  by the sites
// of that rectangle,  3 ..7  by the numbers. Returns how many items were made.
size_t collapse_range(const Expansion *x, Words *items);

// Reports dots that were not part of a range.
void check_ranges(const Expansion *x, Words *items);

// The name of a define near to the one written, or NULL.
const char *nearest_define(const Expansion *x, Str name);

#endif
