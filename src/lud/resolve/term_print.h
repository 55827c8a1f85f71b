// Terms as text, for tests and debugging.
#ifndef LUD_RESOLVE_TERM_PRINT_H
#define LUD_RESOLVE_TERM_PRINT_H

#include "base/text.h"
#include "lud/resolve/term.h"

// Writes a term with its arguments by slot: absent slots before the last one given are shown as `-`.
void lud_term_print(Text *text, const Term *term);

#endif
