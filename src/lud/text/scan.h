// Finding one's way in raw text, before it can be parsed: options may hold half a description, so they
// are cut out and pasted as text. Strings and comments are stepped over.
#ifndef LUD_TEXT_SCAN_H
#define LUD_TEXT_SCAN_H

#include "base/common.h"

// The offset after the string or comment that starts at i; i itself when none does.
size_t scan_over(Str text, size_t i);

// The offset of the bracket that closes the '(' or '{' at `open`, or text.n.
size_t scan_close(Str text, size_t open);

// The offset of the '>' that closes the '<' at `open`, or text.n. The operators (> and (>= do not close.
size_t scan_close_angle(Str text, size_t open);

// The next offset at or after i, outside strings and comments, that holds c; text.n when there is none.
size_t scan_find(Str text, size_t i, char c);

// Whether "(word" stands at i, followed by white space or a quote.
bool scan_at_form(Str text, size_t i, const char *word);

static inline Str str_cut(Str text, size_t from, size_t to) { return (Str){text.p + from, to - from}; }

#endif
