// Terms as text, for tests and debugging.
#ifndef LUD_TERM_PRINT_H
#define LUD_TERM_PRINT_H

#include "base/text.h"
#include "lud/term.h"

// Writes a term with its arguments by slot: absent slots before the last one given are shown as `-`.
void lud_term_print(Text *text, const Term *term);

#endif
