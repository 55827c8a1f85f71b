// One line for every argument of every ludeme: a line of its own where it needs one, otherwise that of its name or type.
#ifndef LUD_RESOLVE_ARGUMENT_DOCS_H
#define LUD_RESOLVE_ARGUMENT_DOCS_H

#include "lud/resolve/registry.h"

// What to give for an alternative of a slot of a form; never NULL, keywords excepted.
const char *lud_argument_doc(const LudRegistry *registry, const LudForm *form, uint32_t slot, const LudAlt *alt);

#endif
